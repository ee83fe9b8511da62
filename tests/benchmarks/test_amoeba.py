"""Print how long Super Amoeba Battle takes: `python -m pytest -m benchmark -s tests/benchmarks/test_amoeba.py`.

The time is this process's own on the processor, so that others on the machine do not count.
"""

from __future__ import annotations

import random
import statistics
import time

import pytest

from tabletop.rules.plane import Plane
from tabletop.rules.super_amoeba_battle import Action
from tests.rules.amoeba_side import start
from tests.rules.packings import beside, kept

GAMES = 40
DISCS = 24


@pytest.mark.benchmark
@pytest.mark.parametrize("listing", [True, False], ids=["with-legal", "sample-only"])
def test_an_action_of_a_random_playout_while_all_discs_live(listing: bool) -> None:
    rng = random.Random(1)
    actions, spent = 0, 0.0
    for _ in range(GAMES):
        state = start()
        begun = time.process_time()
        while state.to_act() and not state.dead:
            seat = rng.choice(state.to_act())
            if listing and seat:
                legal = state.legal(seat)
                assert legal
            action = state.sample(seat, rng) if seat else state.draw(rng)
            state.apply(seat, action)
            actions += 1
        spent += time.process_time() - begun
    how = "with `legal`" if listing else "without `legal`"
    print(f"\nRandom playout, {DISCS} discs, {how}: {1e3 * spent / actions:.3f} ms an action ({actions} actions)")


@pytest.mark.benchmark
def test_a_whole_random_game() -> None:
    rng = random.Random(1)
    begun = time.process_time()
    trace: list[tuple[int, Action]] = []
    for _ in range(GAMES):
        start().playout(rng, trace)
    spent = time.process_time() - begun
    print(f"\nRandom games: {1e3 * spent / GAMES:.1f} ms each, {len(trace) / GAMES:.0f} actions")


@pytest.mark.benchmark
def test_touching_after_a_move() -> None:
    rng = random.Random(1)
    plane = Plane(DISCS, 400)
    times = []
    for packing in kept():
        board = list(packing)
        plane.links(board)
        for _ in range(100):
            disc = rng.randrange(DISCS)
            place = beside(rng.choice(board), rng)
            board[disc] = place
            begun = time.process_time()
            plane.touching(board, place, disc)
            times.append(1e6 * (time.process_time() - begun))
    print(f"\nTouching after a move: {statistics.median(times):.1f} us median, {statistics.mean(times):.1f} us mean")


@pytest.mark.benchmark
def test_a_slide_through_23_packed_discs() -> None:
    plane = Plane(DISCS, 400)
    times = []
    for packing in kept():
        for disc in range(DISCS):
            for upwards in (True, False):
                # The best of three: others on the machine slow this one down too.
                tries = []
                for _ in range(3):
                    begun = time.process_time()
                    plane.slide(packing, disc, upwards)
                    tries.append(1e3 * (time.process_time() - begun))
                times.append(min(tries))
    print(f"\nSlides through 23 discs: {statistics.median(times):.1f} ms median, {max(times):.1f} ms at worst", end="")
    print(f" ({len(times)} slides in {len(kept())} packings)")
