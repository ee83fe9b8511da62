"""Battle of the Spaghetti Monsters as the comparison with the plain reference wants it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from tabletop.engine.definition import Definition
from tabletop.engine.rules import Refused
from tabletop.rules import load
from tabletop.rules.spaghetti_monsters import GAME, Card, State
from tests.reference import monsters as reference
from tests.reference.compare import Side


@cache
def monsters() -> Definition:
    """Return the game as it is in the box."""
    return load("spaghetti_monsters")


def with_cards(cards: Mapping[str, Any] | None) -> Definition:
    """Return the game with composed cards added."""
    definition = monsters()
    composed = {name: Card.model_validate(card) for name, card in (cards or {}).items()}
    parts = definition.parts.model_copy(update={"cards": {**definition.parts.cards, **composed}})
    return replace(definition, parts=parts)


def start(
    options: Mapping[str, Any] | None = None,
    seats: int = 2,
    cards: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | None = None,
) -> State:
    """Return a game with these options, from its start or from a position."""
    definition = with_cards(cards)
    return GAME.start(definition, definition.resolve(options or {}, seats), seats, position)


def play(state: State, *texts: str) -> State:
    """Do actions, each checked, in place: `2> ask`, or without a seat the seat whose turn it is."""
    for text in texts:
        seat_text, mark, action_text = text.rpartition("> ")
        seat = int(seat_text) if mark else state.to_act()[0]
        action = GAME.parse(action_text)
        refusal = state.refusal(seat, action)
        assert refusal is None, f"{text}: {refusal}"
        state.apply(seat, action, [])
    return state


def legal(state: State) -> dict[int, list[str]]:
    """List every seat's legal actions as texts."""
    listed = {seat: [str(action) for action in state.legal(seat)] for seat in range(1, state.table.seats + 1)}
    return {seat: texts for seat, texts in listed.items() if texts}


def _apply(state: State, seat: int, text: str) -> State:
    return play(state.clone(), f"{seat}> {text}")


def _result(state: State) -> dict[str, Any] | None:
    result = state.result()
    return None if result is None else {"winners": list(result.winners), "reason": result.reason}


PRODUCT = Side(start, lambda state: list(state.to_act()), legal, _apply, lambda state: state.position(), _result)


class Module:
    """The same functions as the module of the plain reference has, so that one test asks both."""

    LEVELS, LEVEL_1, LEVEL_3 = reference.LEVELS, reference.LEVEL_1, reference.LEVEL_3
    to_act = staticmethod(PRODUCT.to_act)
    legal = staticmethod(legal)
    position = staticmethod(PRODUCT.position)
    result = staticmethod(_result)

    def start(self, *args: Any, **kwargs: Any) -> State:
        """Return a game; ValueError where it is refused."""
        try:
            return start(*args, **kwargs)
        except Refused as refused:
            raise ValueError(refused.refusal) from None

    def apply(self, state: State, seat: int, text: str) -> State:
        """Return the state after an action; ValueError where it is refused."""
        try:
            return _apply(state, seat, text)
        except (Refused, AssertionError) as refused:
            raise ValueError(str(refused)) from None

    def chance(self, state: State, rng: Any) -> str:
        """Return what chance does."""
        return str(state.draw(rng))
