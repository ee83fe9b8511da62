"""Print how the program starts: `python -m pytest -m benchmark -s tests/benchmarks/test_start.py`.

In processes of their own: the first usable frame of the menu is the first one shown, and everything from the start of
Python counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests" / "records" / "spaghetti_monsters-12.yaml"
TIMES = 5

START = """
import os, sys, time
def memory():
    import resource
    try:
        return next(int(line.split()[1]) / 1024 for line in open("/proc/self/status") if line.startswith("VmHWM"))
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import tabletop.ui.viewport as viewport
present, frames = viewport.Window.present, []
def shown(window):
    present(window)
    frames.append(time.time())
    if len(frames) == int(sys.argv[1]):
        print(f"{frames[0] - float(sys.argv[2]):.3f} {time.process_time():.3f} {memory():.1f}", flush=True)
        os._exit(0)
viewport.Window.present = shown
from tabletop.app import main
main(sys.argv[3:])
"""


def started(frames: int, *arguments: str) -> tuple[float, float, float]:
    """Start the program up to a frame; return seconds until the first, seconds of the processor, megabytes at most."""
    import time

    command = [sys.executable, "-c", START, str(frames), str(time.time()), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=dict(os.environ))
    wall, processor, memory = map(float, done.stdout.split())
    return wall, processor, memory


@pytest.mark.benchmark
def test_first_usable_frame_of_the_menu() -> None:
    runs = [started(1) for _ in range(TIMES)]
    print(f"\nmenu: {min(run[0] for run in runs):.2f} s at best of {TIMES}, ", end="")
    print(f"{min(run[1] for run in runs):.2f} s of the processor; {max(run[2] for run in runs):.0f} MB at most")


@pytest.mark.benchmark
def test_memory_with_a_game_open() -> None:
    wall, processor, memory = started(1, str(RECORD))
    print(f"\na game open: {memory:.0f} MB at most; shown after {wall:.2f} s, {processor:.2f} s of the processor")
