"""Print what searching does a second: `python -m pytest -m benchmark -s tests/benchmarks/test_search.py`."""

from __future__ import annotations

import random
import time

import pytest

from tabletop import rules
from tabletop.agents.agent import Budget
from tabletop.agents.levels import agent, player
from tabletop.agents.search import SearchAgent
from tabletop.agents.solver import Solver
from tabletop.agents.worker import Worker
from tabletop.engine.match import Match
from tests.agents.conftest import answers
from tests.agents.test_agents import WINNING, started

MOVES = 6


def playouts_a_second(level: int, to_the_end: bool) -> float:
    """Measure searching from the placement on: 300 iterations a move, in seconds of the processor."""
    definition = rules.load("spaghetti_monsters")
    rng = random.Random(1)
    done, taken = 0, 0.0
    for number in range(3):
        state = started(definition, level=level, seed=number)
        made = SearchAgent(2) if to_the_end else agent(player(definition, "search"), 2)
        for _ in range(MOVES):
            (seat,) = state.to_act()
            began = time.process_time()
            thought = made.choose(state, seat, Budget(iterations=300), rng)
            taken += time.process_time() - began
            done += thought.playouts
            state.apply(seat, thought.action)
    return done / taken


@pytest.mark.benchmark
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("to_the_end", [False, True])
def test_playouts_of_search(level: int, to_the_end: bool) -> None:
    what = "played to the end" if to_the_end else "as Expert does it"
    print(f"\nMonsters level {level}, {what}: {playouts_a_second(level, to_the_end):,.0f} playouts a second in search")


@pytest.mark.benchmark
def test_solver() -> None:
    state = started(rules.load("spaghetti_monsters"), position=WINNING, level=2)
    solution = Solver(1, 2).solve(state)
    print(f"\nThe winning combination: {solution.positions} positions in {1000 * solution.seconds:.0f} ms")


@pytest.mark.benchmark
def test_worker() -> None:
    began = time.perf_counter()
    worker = Worker(random.Random(1))
    spawned = time.perf_counter() - began
    definition = rules.load("spaghetti_monsters")
    match = Match(definition, ["A", "B"], levels=["club", "club"], rng=random.Random(1))
    times = []
    try:
        for _ in range(10):
            began = time.perf_counter()
            worker.ask(match.request(1), match.state, player(definition, "greedy"), 2)
            answers(worker)
            times.append(time.perf_counter() - began)
        began = time.perf_counter()
        worker.close()
        closed = time.perf_counter() - began
    finally:
        worker.close()
    print(
        f"\nWorker: {1000 * spawned:.0f} ms to start, first answer after {1000 * times[0]:.0f} ms, "
        f"then {1000 * sorted(times)[4]:.1f} ms each, {1000 * closed:.0f} ms to close"
    )
