"""The rules of the games, one file a game, and the list of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from tabletop.engine import definition
from tabletop.engine.definition import Definition
from tabletop.engine.rules import Game


class _Listed(Mapping[str, Game]):
    """Rules by id, each imported when it is asked for."""

    def __init__(self, modules: dict[str, str]) -> None:
        self._modules = modules

    def __getitem__(self, rules_id: str) -> Game:
        game: Game = import_module(self._modules[rules_id]).GAME
        return game

    def __contains__(self, rules_id: object) -> bool:
        return rules_id in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


GAMES: Mapping[str, Game] = _Listed(
    {
        "mammonism": "tabletop.rules.mammonism",
        "spaghetti": "tabletop.rules.spaghetti",
        "spaghetti_monsters": "tabletop.rules.spaghetti_monsters",
        "spiteful_guards": "tabletop.rules.spiteful_guards",
        "super_amoeba_battle": "tabletop.rules.super_amoeba_battle",
    }
)


def load(name: str | Path, base: Path | None = None) -> Definition:
    """Load the definition that an id or a path names, of one of the games listed here."""
    return definition.load(name, GAMES, base)
