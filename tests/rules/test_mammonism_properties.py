"""Mammonism put through what must hold for every game, from its start and from fights with full hands."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tabletop.engine.rules import Event
from tests.properties import Case, cases, check_game, random_game
from tests.rules.mammonism_side import HOOKS, ROW, mammonism

ALL = cases(mammonism(), HOOKS)


@dataclass(frozen=True)
class Fight(Case):
    """A table at which the game begins in Armageddon, with coins of all colours, cards in hand and much known."""

    seed: int = 0

    def start(self, position: Mapping[str, Any] | None = None) -> Any:
        return super().start(self._position() if position is None else position)

    def _position(self) -> dict[str, Any]:
        rng = random.Random(self.seed)
        deck = ROW.split()
        rng.shuffle(deck)
        size = rng.randrange(18 // self.seats) + 1
        hands = [deck[size * seat : size * (seat + 1)] for seat in range(self.seats)]
        everyone = range(1, self.seats + 1)
        rows: list[dict[str, Any]] = []
        for seat in everyone:
            foreign = {other: rng.randrange(3) for other in everyone if other != seat}
            knows = {other: hands[other - 1][: rng.randrange(size + 1)] for other in everyone if other != seat}
            own, forces = rng.randrange(8), rng.randrange(3) + 1
            row = {"own": own, "foreign": foreign, "forces": forces, "hand": hands[seat - 1], "knows": knows}
            rows.append(row)
        return {"phase": "armageddon", "start": rng.choice(everyone), "seats": rows}


@pytest.mark.parametrize("case", ALL, ids=str)
def test_every_property_holds(case: Case, rng: random.Random) -> None:
    check_game(case, rng, every=3)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_property_holds_in_fights(seats: int, rng: random.Random) -> None:
    options = mammonism().resolve({}, seats)
    for seed in range(4):
        check_game(Fight(mammonism(), options, seats, HOOKS, seed), rng, every=3)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_log_goes_on_the_same_whatever_a_seat_cannot_know(seats: int, rng: random.Random) -> None:
    options = mammonism().resolve({}, seats)
    compared = 0
    for case in (Case(mammonism(), options, seats, HOOKS), Fight(mammonism(), options, seats, HOOKS, seats)):
        for state, _ in random_game(case, rng):
            for seat in state.to_act():
                if not seat:
                    continue
                action = state.sample(seat, rng)
                told: list[list[Event]] = [[], []]
                state.clone().apply(seat, action, told[0])
                state.resample(seat, rng).apply(seat, action, told[1])
                if not any(event.kind == "reveal" for event in told[0]):
                    assert told[0] == told[1], f"seat {seat} can tell by {action}"
                    compared += 1
    assert compared > 5


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_property_holds_in_many_games(seats: int, rng: random.Random) -> None:
    options = mammonism().resolve({}, seats)
    for seed in range(25):
        check_game(Case(mammonism(), options, seats, HOOKS), rng, every=3)
        check_game(Fight(mammonism(), options, seats, HOOKS, 1000 + seed), rng)
