"""Go to full screen and back ten times in a real window, under a window manager and without any.

`python -m tests.proof.full_screen` needs Xvfb, xdotool, xprop and openbox. It prints the window's place, size and frame
before and after, and ends with 1 where they differ, or where the window did not fill the screen.
"""

from __future__ import annotations

import subprocess
import sys
import time

from tests.proof.window import Desk


def looks(desk: Desk) -> dict[str, str]:
    """Return the window's place and size, and the frame around it."""
    shape = desk.xdo("getwindowgeometry", "--shell", desk.window)
    frame = subprocess.run(
        ["xprop", "-id", desk.window, "_NET_FRAME_EXTENTS", "_NET_WM_STATE"],
        env=desk.environment, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    found = dict(line.split("=", 1) for line in shape.splitlines() if "=" in line)
    found["frame"] = frame.splitlines()[0].partition("=")[2].strip()
    found["full"] = str("FULLSCREEN" in frame)
    return {key: found[key] for key in ("X", "Y", "WIDTH", "HEIGHT", "frame", "full")}


def toggled(managed: bool) -> bool:
    """Press F11 twenty times and compare; tell whether all was as it should be."""
    with Desk((1400, 900)) as desk:
        manager = subprocess.Popen(["openbox"], env=desk.environment, stderr=subprocess.DEVNULL) if managed else None
        try:
            time.sleep(2)
            desk.settings(speed=1)
            desk.start()
            desk.xdo("windowsize", desk.window, 1100, 700)
            desk.xdo("windowmove", desk.window, 120, 80)
            time.sleep(2)
            before = looks(desk)
            full = 0
            for _ in range(10):
                desk.key("F11")
                time.sleep(1)
                now = looks(desk)
                full += (now["WIDTH"], now["HEIGHT"]) == ("1400", "900") and (now["full"] == "True" or not managed)
                desk.key("F11")
                time.sleep(1.5)
            after = looks(desk)
        finally:
            if manager is not None:
                manager.terminate()
                manager.wait()
    print(f"{'with' if managed else 'without'} a window manager: before {before}\nafter  {after}\nfull {full} of 10")
    return before == after and full == 10


if __name__ == "__main__":
    sys.exit(0 if all([toggled(True), toggled(False)]) else 1)
