"""Print how long a thinking process takes to go: `python -m pytest -m benchmark -s tests/benchmarks/test_quit.py`."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tabletop import rules
from tabletop.agents.agent import Budget
from tabletop.agents.levels import player
from tabletop.agents.worker import Worker
from tabletop.engine.match import Match
from tests.agents.conftest import alive, wait_for
from tests.agents.test_worker import THINKING

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.mark.benchmark
def test_quitting_while_it_thinks() -> None:
    definition = rules.load("spaghetti_monsters")
    match = Match(definition, ["A", "B"], levels=["club", None], rng=random.Random(1))
    worker = Worker(random.Random(1))
    worker.ask(match.request(1), match.state, player(definition, "search"), 2, budget=Budget(seconds=3600))
    wait_for(lambda: not worker.poll() and worker._asked is not None)
    began = time.perf_counter()
    worker.close()
    print(f"\nclosed while thinking: {1000 * (time.perf_counter() - began):.0f} ms")


@pytest.mark.benchmark
@pytest.mark.parametrize("end", ["leave", "kill"])
def test_the_window_goes_first(end: str) -> None:
    command = [sys.executable, "-c", THINKING, end]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=CHECKOUT) as window:
        assert window.stdout is not None
        process = int(window.stdout.readline())
        if end == "kill":
            window.kill()
        began = time.perf_counter()
        wait_for(lambda: not alive(process))
    print(f"\nwindow gone ({end}): its thinking process follows in {1000 * (time.perf_counter() - began):.0f} ms")
