"""Print random playouts a second: `python -m pytest -m benchmark -s tests/benchmarks/test_playouts.py`."""

from __future__ import annotations

import random
import time

import pytest

from tests.rules.monsters_side import start

SECONDS = 2.0


@pytest.mark.benchmark
@pytest.mark.parametrize("level", [1, 2, 3])
def test_random_playouts_of_monsters(level: int) -> None:
    rng = random.Random(1)
    dealt = start({"level": level})
    dealt.apply(0, dealt.draw(rng))
    games = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        result = dealt.clone().playout(rng)
        games += 1
        assert result.winners
    rate = games / (time.perf_counter() - begun)
    print(f"\nMonsters level {level}, two seats: {rate:,.0f} random playouts a second, from the placement to the end")
