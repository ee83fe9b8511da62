"""Spaghetti and Spiteful Guards, put through what must hold for every game."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tabletop.rules import load
from tests.properties import Case, Hooks, cases, check_game


def guards_parts(state: Any) -> dict[str, int] | None:
    """Count the marbles of each colour, on the pyramid and in the tunnel; nothing before all of them are there."""
    position = state.position()
    if position["phase"] not in ("play", "over"):
        return None
    marbles = Counter(position["pyramid"])
    return {colour: marbles[colour[0]] + count for colour, count in position["tunnel"].items()}


HOOKS = {
    "spaghetti": Hooks(accepts=lambda state: True, most_actions=29),
    "spiteful_guards": Hooks(conserved=guards_parts, accepts=lambda state: True, most_actions=12 + 31),
}
GUARDS = load("spiteful_guards")  # without options there are no pairs of them
ALL = [*cases(load("spaghetti"), HOOKS["spaghetti"]), Case(GUARDS, {}, 2, HOOKS["spiteful_guards"])]


@pytest.mark.parametrize("case", ALL, ids=str)
def test_every_property_holds(case: Case, rng: random.Random) -> None:
    for _ in range(6):
        check_game(case, rng)


@pytest.mark.long
@pytest.mark.parametrize("case", ALL, ids=str)
def test_every_property_holds_in_many_games(case: Case, rng: random.Random) -> None:
    for _ in range(200):
        check_game(case, rng)
