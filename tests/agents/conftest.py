"""What the tests of computer players share."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tabletop.agents.worker import Answer, Worker

LIMIT = 120.0
"""Seconds after which a test gives up waiting, however slow the machine."""


@pytest.fixture
def worker() -> Iterator[Worker]:
    """Give a worker whose random numbers are the same each time."""
    made = Worker(random.Random(5))
    yield made
    made.close()


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.002)


def answers(worker: Worker, count: int = 1) -> list[Answer]:
    """Wait for so many answers."""
    found: list[Answer] = []

    def enough() -> bool:
        found.extend(worker.poll())
        return len(found) >= count

    wait_for(enough)
    return found


def alive(process: int | None) -> bool:
    """Tell whether there is still a process with this id."""
    assert process is not None
    if os.name == "nt":
        listed = subprocess.run(["tasklist", "/FI", f"PID eq {process}"], capture_output=True, text=True, check=True)
        return str(process) in listed.stdout
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")  # one that has ended, but whom nobody has buried yet, is not alive
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not status.parent.parent.is_dir()
