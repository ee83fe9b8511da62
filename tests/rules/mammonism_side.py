"""Mammonism as tests play it: from its start, from a dealt market, or from a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tabletop.engine.definition import Definition
from tabletop.engine.rules import Event, Refused
from tabletop.rules import load
from tabletop.rules.mammonism import GAME, State
from tests.properties import Hooks

ROW = (
    "manor ambush spy retreat command swap chaos resolve poop manor ambush spy retreat command swap chaos resolve poop"
)


@cache
def mammonism() -> Definition:
    """Return the game as it is in the box."""
    return load("mammonism")


def start(
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | None = None,
    definition: Definition | None = None,
) -> State:
    """Return a game with these options, before the market is dealt or from a position."""
    definition = definition or mammonism()
    return GAME.start(definition, definition.resolve(options or {}, seats), seats, position)


def dealt(seats: int = 2, row: str = ROW, **options: Any) -> State:
    """Return a game whose market lies like this."""
    return play(start(seats, options), f"0> market {row}")


def auction(seats: int = 2, row: str = ROW, **options: Any) -> State:
    """Return a game whose seat 1 starts, having paid 1 for the first card."""
    bets = ["1> bet 1", *(f"{seat}> bet 0" for seat in range(2, seats + 1))]
    return play(dealt(seats, row, **options), *bets)


def fight(*seats: Mapping[str, Any], options: Mapping[str, Any] | None = None, **more: Any) -> State:
    """Return a game in Armageddon: for each seat what it has (own coins 9 and forces 4 where nothing is said)."""
    given = [seat if "out" in seat else {"own": 9, "forces": 4, **seat} for seat in seats]
    return start(len(seats), options, {"phase": "armageddon", "seats": given, **more})


OUT = {"out": True}


def play(state: State, *texts: str, events: list[Event] | None = None) -> State:
    """Do actions, each checked, in place: `2> bet 3`, or without a seat the only one that must act."""
    for text in texts:
        seat_text, mark, action_text = text.rpartition("> ")
        if not mark:
            assert len(state.to_act()) == 1, f"{text}: {state.to_act()} must act"
        seat = int(seat_text) if mark else state.to_act()[0]
        action = GAME.parse(action_text)
        refusal = state.refusal(seat, action)
        assert refusal is None, f"{text}: {refusal}"
        state.apply(seat, action, [] if events is None else events)
    return state


def legal(state: State, seat: int) -> list[str]:
    """List a seat's legal actions as texts, sorted."""
    return sorted(map(str, state.legal(seat)))


def refused(state: State, text: str) -> str:
    """Return the key of the refusal that an action meets."""
    seat_text, mark, action_text = text.rpartition("> ")
    seat = int(seat_text) if mark else state.to_act()[0]
    refusal = state.refusal(seat, GAME.parse(action_text))
    assert refusal is not None, f"{text} is legal"
    assert action_text not in legal(state, seat)
    return refusal.key


def refused_start(position: Mapping[str, Any], seats: int = 2, **options: Any) -> tuple[str, str]:
    """Return where and why a position is refused."""
    try:
        start(seats, options, position)
    except Refused as refused:
        return refused.refusal.where, refused.refusal.key
    raise AssertionError("the position was accepted")


def hand(state: State, seat: int) -> list[str]:
    """Return a seat's cards."""
    held: list[str] = state.position()["seats"][seat - 1]["hand"]
    return held


def knows(state: State, seat: int) -> dict[int, list[str]]:
    """Return what a seat knows of the others' hands (0: of what left the game)."""
    position = state.position(seat)
    known: dict[int, list[str]] = dict(position["seats"][seat - 1]["knows"])
    gone = [card for card in position["gone"] if card != "?"]
    return {**known, 0: gone} if gone else known


def have(state: State, seat: int) -> tuple[int, dict[int, int], int]:
    """Return a seat's own coins, foreign coins and forces."""
    row = state.position()["seats"][seat - 1]
    return row["own"], row["foreign"], row["forces"]


def bank(state: State) -> list[int]:
    """Return the coins of each colour in the bank."""
    return list(state.position()["bank"].values())


def parts(state: State) -> tuple[Sequence[int], Sequence[str]] | None:
    """Count the coins of each colour and list the cards, wherever they are; None before the deal."""
    position = state.position()
    if not position["market"] and position["phase"] == "start_bet":
        return None
    seats, market = position["seats"], position["market"]
    coins = []
    for colour in range(1, len(seats) + 1):
        mine = seats[colour - 1]
        foreign = sum(seat["foreign"].get(colour, 0) for seat in seats)
        lying = sum(card["coins"].get(colour, 0) for card in market)
        coins.append(mine["own"] + mine["forces"] + foreign + lying + position["bank"][colour])
    cards = [card["card"] for card in market] + position["discard"] + position["gone"]
    return coins, sorted(cards + [card for seat in seats for card in seat["hand"]])


def accepts(state: State) -> bool:
    """Tell whether a game may begin from here: somebody has to choose, and no card is half used."""
    if state.result() is not None or state.partner or state.todo:
        return False
    return bool(state.to_act() != (0,) or not state.row)


HOOKS = Hooks(conserved=parts, accepts=accepts, most_actions=400)
