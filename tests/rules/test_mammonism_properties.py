"""Mammonism put through what must hold for every game, from its start and from fights with full hands."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tests.properties import Case, cases, check_game
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
    check_game(case, rng, every=2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_property_holds_in_fights(seats: int, rng: random.Random) -> None:
    options = mammonism().resolve({}, seats)
    for seed in range(8):
        check_game(Fight(mammonism(), options, seats, HOOKS, seed), rng, every=2)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_property_holds_in_many_games(seats: int, rng: random.Random) -> None:
    options = mammonism().resolve({}, seats)
    for seed in range(25):
        check_game(Case(mammonism(), options, seats, HOOKS), rng, every=3)
        check_game(Fight(mammonism(), options, seats, HOOKS, 1000 + seed), rng)
