"""Print what a table at rest costs: `python -m pytest -m benchmark -s tests/benchmarks/test_idle.py` (needs Xvfb)."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from tests.proof.window import Desk

RECORD = Path(__file__).parents[1] / "records" / "spaghetti_monsters-12.yaml"
SECONDS = 20.0


def used(pid: int) -> float:
    """Return the seconds of the processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.benchmark
@pytest.mark.skipif(not (shutil.which("Xvfb") and Path("/proc/self/stat").exists()), reason="needs Xvfb and /proc")
def test_an_idle_table_in_a_window() -> None:
    with Desk() as desk:
        desk.settings(speed=1)
        desk.start(str(RECORD))
        assert desk.running and desk.program is not None
        time.sleep(5)  # the last input was long ago
        before, began = used(desk.program.pid), time.monotonic()
        time.sleep(SECONDS)
        spent, passed = used(desk.program.pid) - before, time.monotonic() - began
        status = Path(f"/proc/{desk.program.pid}/status").read_text()
        memory = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))) / 1024
    print(f"\nidle table in a window: {100 * spent / passed:.2f} % of a core; {memory:.0f} MB at most")
