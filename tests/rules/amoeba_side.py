"""Super Amoeba Battle for tests: starting, playing texts, small positions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from tabletop.engine.definition import Definition
from tabletop.engine.rules import Event
from tabletop.rules import load
from tabletop.rules.super_amoeba_battle import GAME, State


@cache
def amoeba() -> Definition:
    """Return the game as it is in the box."""
    return load("super_amoeba_battle")


def start(options: Mapping[str, Any] | None = None, position: Mapping[str, Any] | None = None) -> State:
    """Return a game with these options, from its start or from a position."""
    definition = amoeba()
    return GAME.start(definition, definition.resolve(options or {}, 2), 2, position)


def board(
    discs: str, hands: tuple[str, str] = ("", ""), options: Mapping[str, Any] | None = None, **more: Any
) -> State:
    """Return a position of `R1 2.0,2.0  B1 4.0,6.0`, hands as `KH 5S`; Red's turn where nothing else is said."""
    words = discs.split()
    places = dict(zip(words[::2], words[1::2], strict=True))
    position = {
        "phase": "turn",
        "turn": 1,
        "discs": {name: [float(part) for part in place.split(",")] for name, place in places.items()},
        "hands": {seat: hand.split() for seat, hand in enumerate(hands, 1)},
        **more,
    }
    return start(options, position)


def play(state: State, *texts: str) -> list[Event]:
    """Do actions, each checked, in place, and return what happened: `2> ace R1`, or without a seat who is to act."""
    events: list[Event] = []
    for text in texts:
        seat_text, mark, action_text = text.rpartition("> ")
        seat = int(seat_text) if mark else state.to_act()[0]
        action = GAME.parse(action_text)
        assert str(action) == action_text
        refusal = state.refusal(seat, action)
        assert refusal is None, f"{text}: {refusal}"
        state.apply(seat, action, events)
    return events


def refused(state: State, text: str) -> str | None:
    """Return the key by which an action is refused, or None."""
    seat_text, mark, action_text = text.rpartition("> ")
    refusal = state.refusal(int(seat_text) if mark else state.to_act()[0], GAME.parse(action_text))
    return None if refusal is None else refusal.key


def places(state: State) -> dict[str, list[float]]:
    """Return where the discs lie."""
    found: dict[str, list[float]] = state.position()["discs"]
    return found


def kinds(events: list[Event]) -> list[str]:
    """List the kinds of events."""
    return [event.kind for event in events]
