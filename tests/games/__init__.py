"""Three small games that prove what the contract must carry."""

from __future__ import annotations

from pathlib import Path

from tabletop.engine import definition
from tabletop.engine.definition import Definition
from tests.games import toy_bids, toy_points, toy_race

GAMES = {module.GAME.id: module.GAME for module in (toy_bids, toy_points, toy_race)}


def load(name: str) -> Definition:
    """Load a toy's definition."""
    return definition.load(Path(__file__).with_name(f"{name}.yaml"), GAMES)
