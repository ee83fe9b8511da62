"""Which games the demo shows, and how, so that each is seen whole in three to five minutes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tabletop import rules
from tabletop.engine.definition import Definition


@dataclass(frozen=True)
class Setup:
    """How a game is shown: who plays, with what options.

    It is cut short after `most` actions. At normal speed the table stands still for `calm` seconds after each action,
    beside the time for reading. `tools` are the switches of its view that are on.
    """

    levels: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    most: int = 90
    calm: float = 0.0
    tools: tuple[str, ...] = ()


_SETUPS: Mapping[str, Setup] = {
    "spaghetti_monsters": Setup(("casual", "club", "casual"), {"level": 1}),
    "spaghetti": Setup(("club", "club"), calm=1.5, tools=("tool:strands",)),
    "spiteful_guards": Setup(("club", "club"), calm=1.0),
    "mammonism": Setup(("casual", "club", "casual"), {"coins": 12}),
    "super_amoeba_battle": Setup(("casual", "club"), {"discs": 10}, calm=1.2),
}
"""By the id of the rules, in the order of the demo."""


@dataclass(frozen=True)
class Show:
    """A game of the demo."""

    definition: Definition
    setup: Setup


def show_of(definition: Definition) -> Show:
    """Say how a game is shown; a club's own one like the game whose rules it has, with its own options."""
    low, high = definition.seats
    setup = _SETUPS.get(definition.rules, Setup(("casual",) * low))
    if definition.reference != definition.rules:
        levels = (setup.levels + ("casual",) * low)[: max(low, min(high, len(setup.levels)))]
        setup = replace(setup, levels=levels, options={})
    return Show(definition, setup)


def shows(names: Sequence[str] = ()) -> list[Show]:
    """List what a demo shows: the games named by id or path, else all that come along; raise UserError."""
    return [show_of(rules.load(name)) for name in names or _SETUPS]
