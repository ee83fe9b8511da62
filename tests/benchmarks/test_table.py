"""Print what the table costs in processor time: `python -m pytest -m benchmark -s tests/benchmarks/test_table.py`."""

from __future__ import annotations

import random
import time

import pytest

from tests.ui.table_player import Player, advance, monsters


@pytest.mark.benchmark
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_frames_while_things_move(size: tuple[int, int]) -> None:
    match = advance(monsters(5, level=3, memory=True), 60)
    player = Player(match, size=size)
    player.context.settings.speed = player.context.stage.speed = 1.0
    rng, times = random.Random(4), []
    for _ in range(30):
        if match.over:
            break
        seat = match.to_act()[0]
        player.table._play(seat, match.state.sample(seat, rng))
        while player.context.stage.busy:
            begin = time.process_time()
            player.stack.draw()
            times.append(time.process_time() - begin)
            player.now += 1 / 60
        player.stack.tick(player.now)
    times.sort()
    middle, late = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(f"\n{size}: {len(times)} frames, median {middle * 1e3:.1f} ms, 99th percentile {late * 1e3:.1f} ms")


@pytest.mark.benchmark
def test_a_click_late_in_a_long_game() -> None:
    match = advance(monsters(3, level=3, lives=40), 80)
    player = Player(match)
    rng, times = random.Random(4), []
    for _ in range(10):
        if match.over:
            break
        seat = match.to_act()[0]
        action = match.state.sample(seat, rng)
        begin = time.process_time()
        player.table._play(seat, action)
        times.append(time.process_time() - begin)
        player.draw()
    print(f"\n{len(match.entries)} actions: a click takes {max(times, default=0) * 1e3:.1f} ms at most")
