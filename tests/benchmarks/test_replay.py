"""How long a whole `replay` process takes; asked for is at most 0.5 s for a record of 300 actions."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tabletop.engine import record as records
from tabletop.engine.record import Record
from tabletop.rules import load

CHECKOUT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.benchmark
def test_replay_of_300_actions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long.yaml"
    path.write_text(_long_record(300).text(), encoding="utf-8")
    times = []
    for _ in range(10):
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, str(CHECKOUT / "main.py"), "replay", str(path)], check=True, capture_output=True
        )
        times.append(time.perf_counter() - begin)
    with capsys.disabled():
        print(
            f"\nreplay of 300 actions: median {statistics.median(times):.3f} s, most {max(times):.3f} s of 10 processes"
        )


def _long_record(length: int) -> Record:
    definition = load("spaghetti_monsters")
    for seed in range(1000):
        rng = random.Random(seed)
        record = Record(game="spaghetti_monsters", seats=("Ada", "Ben", "Cleo", "Dan", "Eve"), options={"level": 3})
        state = records.start(record, definition).state
        entries: list[records.Entry] = []
        while len(entries) < length and (to_act := state.to_act()):
            seat = to_act[0]
            action = state.sample(seat, rng) if seat else state.draw(rng)
            entries.append(records.canonical(seat, action, to_act))
            state.apply(seat, action)
        if len(entries) == length:
            return Record(game=record.game, seats=record.seats, options=record.options, actions=tuple(entries))
    raise AssertionError("no random game was long enough")
