"""A real window under Xvfb, worked by X events alone: `with Desk(size) as desk: desk.start(...); desk.click(...)`.

Needs Xvfb and xdotool. Where to click is read from `shot --ids` of the autosave, never from the running program.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).parents[2]


class Desk:
    """A display, and the program in it, with a home of its own."""

    def __init__(self, size: tuple[int, int] = (1280, 800), display: int | None = None) -> None:
        self.size = size
        self.display = f":{display or 200 + os.getpid() % 500}"
        self.home = Path(tempfile.mkdtemp(prefix="tabletop-proof-"))
        self.program: subprocess.Popen[bytes] | None = None
        self.errors = self.home / "stderr.txt"

    def __enter__(self) -> Desk:
        screen = f"{self.size[0]}x{self.size[1]}x24"
        self._server = subprocess.Popen(
            ["Xvfb", self.display, "-screen", "0", screen, "-nolisten", "tcp", "-noreset"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.environment = {
            **os.environ,
            "DISPLAY": self.display,
            "TABLETOP_HOME": str(self.home),
            "SDL_AUDIODRIVER": "dummy",
        }
        self.environment.pop("SDL_VIDEODRIVER", None)
        for _ in range(100):
            if self.xdo("getdisplaygeometry", check=False):
                break
            time.sleep(0.05)
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.program is not None and self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        self._server.terminate()
        self._server.wait()
        if kind is None:  # else there may be pictures in it of where it went wrong
            shutil.rmtree(self.home, ignore_errors=True)

    def xdo(self, *words: str | int, check: bool = True) -> str:
        done = subprocess.run(
            ["xdotool", *map(str, words)], env=self.environment, capture_output=True, text=True, check=False
        )
        if check and done.returncode:
            raise RuntimeError(f"xdotool {words}: {done.stderr}")
        return done.stdout.strip() if not done.returncode else ""

    # -- the program ---------------------------------------------------------------------------------------------------

    def settings(self, **values: Any) -> None:
        """Write settings that the program finds; it runs at the highest speed unless told otherwise."""
        lines = {"speed": 0, "volume": 0, **values}
        (self.home / "settings.yaml").write_text("".join(f"{key}: {value}\n" for key, value in lines.items()))

    def start(self, *arguments: str) -> None:
        """Start the program, its window filling the screen."""
        with self.errors.open("ab") as errors:
            self.program = subprocess.Popen(
                [sys.executable, str(ROOT / "main.py"), *arguments], env=self.environment, stderr=errors
            )
        for _ in range(800):  # a window that has just come may be gone again
            window = self.window
            time.sleep(0.05)
            if window and window == self.window and self.xdo("getwindowgeometry", window, check=False):
                break
        self.xdo("windowmove", window, 0, 0)
        self.xdo("windowsize", window, *self.size)
        self.xdo("windowfocus", window)
        time.sleep(0.5)

    @property
    def window(self) -> str:
        # Not xdotool's search, which finds nothing where no window manager runs.
        tree = subprocess.run(
            ["xwininfo", "-root", "-tree"], env=self.environment, capture_output=True, text=True, check=False
        ).stdout
        return next((line.split()[0] for line in tree.splitlines() if '"Tabletop' in line), "")

    @property
    def running(self) -> bool:
        return self.program is not None and self.program.poll() is None

    def kill(self) -> None:
        """Kill the program as a power cut would."""
        assert self.program is not None
        self.program.kill()
        self.program.wait()

    # -- hands ---------------------------------------------------------------------------------------------------------

    def press(self, x: float, y: float, hover: bool = False) -> None:
        """Press at a point: as a mouse that comes there first, or as a finger that is just there."""
        if hover:
            self.xdo("mousemove", int(x) - 3, int(y) - 2, "sleep", 0.03)
        self.xdo("mousemove", int(x), int(y), "click", 1)

    def key(self, *names: str) -> None:
        """Type keys by their X names."""
        for name in names:
            self.xdo("key", name)

    # -- eyes ----------------------------------------------------------------------------------------------------------

    def shot(self, *arguments: str | Path, ids: bool = True) -> dict[str, Any]:
        """Draw a scene elsewhere, as large as the window, and give what can be clicked and where."""
        size = f"{self.size[0]}x{self.size[1]}"
        command = [sys.executable, str(ROOT / "main.py"), "shot", *map(str, arguments), "--size", size]
        command += ["--out", str(self.home / "shot.png"), "--ids", str(self.home / "ids.json")]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr)
        found: dict[str, Any] = json.loads((self.home / "ids.json").read_text(encoding="utf-8"))
        return found

    def picture(self, path: Path) -> None:
        """Take a picture of the screen."""
        subprocess.run(["import", "-window", "root", str(path)], env=self.environment, check=True)

    def saves(self) -> Sequence[Path]:
        """List the saves, the newest last."""
        found = (self.home / "saves").rglob("*.yaml")
        return sorted(found, key=lambda path: path.stat().st_mtime)


def centre(rect: Sequence[int]) -> tuple[float, float]:
    """Return the middle of a rectangle."""
    return rect[0] + rect[2] / 2, rect[1] + rect[3] / 2
