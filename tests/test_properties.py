"""The toys, put through what must hold for every game."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from tabletop.engine.rules import Event, Pick, Refusal
from tests import games
from tests.games import toy_bids, toy_points
from tests.properties import Case, Hooks, cases, check_game


def bids_parts(state: toy_bids.State) -> tuple[list[int], list[int]] | None:
    """List the cards and the prizes wherever they are; nothing before the deal."""
    position = state.position()
    if not position["hands"]:
        return None
    bids = [bid for bid in position["bids"].values() if bid is not None]
    cards = sum(position["hands"].values(), bids + position["played"])
    prizes = sum(position["won"].values(), position["prizes"] + position["table"] + position["lost"])
    return sorted(cards), sorted(prizes)


HOOKS = {
    "toy_bids": Hooks(conserved=bids_parts, most_actions=1 + 3 * 5),
    "toy_points": Hooks(sampled=lambda action: isinstance(action, toy_points.Put), most_actions=3 * 5 + 3),
    "toy_race": Hooks(accepts=lambda state: True, most_actions=1 + 4 * 40),
}


ALL = [case for name in games.GAMES for case in cases(games.load(name), HOOKS[name])]


@pytest.mark.parametrize("case", ALL, ids=str)
def test_every_property_holds(case: Case, rng: random.Random) -> None:
    for _ in range(5):
        check_game(case, rng)


def test_the_tables_hold_every_pair_of_values_and_seats() -> None:
    tables = [case for case in ALL if case.definition.id == "toy_bids"]
    for ties in ("lost", "carried"):
        for hands in ("equal", "dealt"):
            assert any(table.options == {"ties": ties, "hands": hands} for table in tables)
        for seats in (2, 3, 4):
            assert any(table.options["ties"] == ties and table.seats == seats for table in tables)


# -- the harness finds what is wrong: a good game spoiled in one place -------------------------------------------------


class PeekingResample(toy_bids.State):
    def resample(self, seat: int, rng: Any) -> toy_bids.State:
        return self.clone()


class OpenBids(toy_bids.State):
    def position(self, view: Any = None) -> dict[str, Any]:
        return {**super().position(view), "bids": dict(enumerate(self._bids, 1))}


class TalkativeLog(toy_bids.State):
    def apply(self, seat: int, action: Any, events: Any = None) -> None:
        super().apply(seat, action, events)
        if events is not None and isinstance(action, toy_bids.Bid):
            events[0] = Event("bid", {"seat": seat, "card": action.card})


class RefusalThatTells(toy_bids.State):
    def why(self, seat: int, address: str) -> Refusal:
        return Refusal("beaten" if 3 in self._bids else "nothing_here", "2")


class UnlistedBid(toy_bids.State):
    def legal(self, seat: int) -> list[Any]:
        return super().legal(seat)[:2]


class SharedCount(toy_bids.State):
    def apply(self, seat: int, action: Any, events: Any = None) -> None:
        super().apply(seat, action, events)
        self._applied.append(seat)

    _applied: ClassVar[list[int]] = []

    def key(self) -> Any:
        return super().key(), len(self._applied)


class LostCard(toy_bids.State):
    def _settle(self, told: list[Event]) -> None:
        super()._settle(told)
        self._played = self._played[1:]


class PathInPath(toy_bids.State):
    def paths(self, seat: int, action: Any) -> list[Any]:
        return [(Pick("prize"),)] if action.card == 1 else super().paths(seat, action)


class EndlessTurn(toy_bids.State):
    def apply(self, seat: int, action: Any, events: Any = None) -> None:
        super().apply(seat, action, events)
        if not self._prizes and not self._open:
            self._prizes, self._hands = [1], [(1, 2, 3)] * self._seats


class SilentBid(toy_bids.State):
    def apply(self, seat: int, action: Any, events: Any = None) -> None:
        super().apply(seat, action, None)


SPOILED = {
    PeekingResample: "resample peeks",
    OpenBids: "can tell",
    TalkativeLog: "is told of",
    RefusalThatTells: "can tell",
    UnlistedBid: "listed",
    SharedCount: "on a clone changed the original|looking at the state changed it",
    LostCard: "appeared or vanished",
    PathInPath: "the beginning of another",
    EndlessTurn: "no end|appeared or vanished",
    SilentBid: "without an event",
}


@pytest.mark.parametrize("spoiled", SPOILED, ids=lambda spoiled: spoiled.__name__)
def test_the_harness_finds_a_spoiled_game(
    spoiled: type[toy_bids.State], rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    definition = games.load("toy_bids")
    case = Case(definition, definition.resolve({}, 3), 3, HOOKS["toy_bids"])
    clone = toy_bids.State.clone

    def start(*given: Any) -> toy_bids.State:
        return spoiled(definition.parts.prizes, 3, case.options)

    def own_clone(self: toy_bids.State) -> toy_bids.State:
        other = clone(self)
        other.__class__ = type(self)
        return other

    monkeypatch.setattr(spoiled, "clone", own_clone)
    monkeypatch.setattr(type(definition.game), "start", start)
    with pytest.raises(AssertionError, match=SPOILED[spoiled]):
        for _ in range(20):
            check_game(case, rng)
