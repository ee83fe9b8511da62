"""How many random games of Mammonism are played a second of one core's time; asked for are 2,000 with two seats."""

from __future__ import annotations

import random
import time

import pytest

from tests.rules.mammonism_side import fight, start

SECONDS = 2.0


@pytest.mark.benchmark
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_playouts(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    starts = {
        "from the deal": start(seats),
        "from full hands": fight(*({"hand": hand, "own": 8, "forces": 8} for hand in _hands(seats))),
    }
    for name, state in starts.items():
        rng = random.Random(1)
        games = 0
        begin = time.process_time()
        while (spent := time.process_time() - begin) < SECONDS:
            state.clone().playout(rng)
            games += 1
        trace: list[tuple[int, object]] = []
        for _ in range(100):
            state.clone().playout(rng, trace)  # type: ignore[arg-type]
        with capsys.disabled():
            print(f"\n{seats} seats, {name}: {games / spent:.0f} playouts a second of {len(trace) / 100:.0f} actions")


def _hands(seats: int) -> list[list[str]]:
    deck = ["manor", "ambush", "spy", "retreat", "command", "swap", "chaos", "resolve", "poop"] * 2
    size = 18 // seats
    return [deck[size * seat : size * (seat + 1)] for seat in range(seats)]
