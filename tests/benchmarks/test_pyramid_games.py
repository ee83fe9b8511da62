"""Playouts, strands and exact play of the two pyramid games, in CPU time: a busy machine matters less.

`python -m pytest -m benchmark -s tests/benchmarks/test_pyramid_games.py` prints them.

Asked for, on one core in plain Python: 50,000 random playouts of Spaghetti a second without scoring, 12,000 with; a
strand in at most 30 microseconds in the median; 20,000 playouts of Spiteful Guards; a full pyramid solved in at most
3 s, and one with 12 marbles taken in at most 0.1 s.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest

from tabletop.rules import load
from tabletop.rules.spaghetti import SEEN_AT_END, strand_length
from tabletop.rules.spiteful_guards import Solver

PAGE = {"phase": "play", "pyramid": "rwbb/brwb/wbrw/wwbr rwr/wrb/rbr rw/br w", "turn": 1}


def started(game: str) -> Any:
    definition = load(game)
    return definition.start(definition.resolve({}, 2), 2)


def a_second(play: Callable[[], object], count: int = 5000) -> float:
    """Return how often `play` was done a second, in the best of three runs."""
    best = 0.0
    for _ in range(3):
        begin = time.process_time()
        for _ in range(count):
            play()
        best = max(best, count / (time.process_time() - begin))
    return best


@pytest.mark.benchmark
def test_playouts(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(1)
    spaghetti, guards = started("spaghetti"), started("spiteful_guards")
    lines = [
        f"Spaghetti without scoring: {a_second(lambda: spaghetti.clone().fill_up(rng)):,.0f} playouts a second",
        f"Spaghetti with scoring: {a_second(lambda: spaghetti.clone().playout(rng)):,.0f} playouts a second",
        f"Spiteful Guards: {a_second(lambda: guards.clone().playout(rng)):,.0f} playouts a second",
    ]
    with capsys.disabled():
        print("", *lines, sep="\n")


@pytest.mark.benchmark
@pytest.mark.parametrize("induced", [False, True], ids=["path", "induced"])
def test_strand(induced: bool, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(2)
    times = []
    for _ in range(2000):
        state = started("spaghetti")
        state.fill_up(rng)
        for marbles in (state.white, state.red):
            seen = marbles & SEEN_AT_END
            begin = time.process_time()
            strand_length(seen, induced)
            times.append(1e6 * (time.process_time() - begin))
    with capsys.disabled():
        most = max(times)
        print(f"\nstrand of a final position: median {statistics.median(times):.1f} microseconds, most {most:.0f}")


@pytest.mark.benchmark
def test_solver(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(3)
    full = [load("spiteful_guards").start({}, 2, PAGE)]
    while len(full) < 20:
        state = started("spiteful_guards")
        while state.phase != "play":
            seat = state.turn
            state.apply(seat, state.sample(seat, rng) if seat else state.draw(rng))
        full.append(state)
    later = []
    for state in full:
        after = state.clone()
        for _ in range(12):
            after.apply(after.turn, after.sample(after.turn, rng))
        later.append(after)
    with capsys.disabled():
        print()
        for name, states in (("a full pyramid", full), ("12 marbles taken", later)):
            times = []
            for state in states:
                begin = time.process_time()
                Solver().moves(state)
                times.append(time.process_time() - begin)
            median, most = statistics.median(times), max(times)
            print(f"{name}, every move's value: median {median:.3f} s, most {most:.3f} s of {len(times)}")


@pytest.mark.benchmark
def test_end_game_of_spaghetti(capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(4)
    with capsys.disabled():
        print()
        for left in (22, 20, 16, 12):
            times = []
            for _ in range(10):
                state = started("spaghetti")
                while 29 - state.filled.bit_count() > left:
                    state.apply(state.turn, state.sample(state.turn, rng))
                begin = time.process_time()
                state.solver().ranked(state)
                times.append(time.process_time() - begin)
            median, most = statistics.median(times), max(times)
            print(f"Spaghetti with {left} places left, every move: median {median:.3f} s, most {most:.3f} s of 10")
