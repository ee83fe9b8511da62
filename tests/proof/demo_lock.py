"""Try to get out of a locked demo in a real window under a window manager: `python -m tests.proof.demo_lock`.

Needs Xvfb, xdotool, x11-utils and openbox. Ends with 1 where anything but the chord ended it, or the chord did not.
"""

from __future__ import annotations

import subprocess
import sys
import time

from tests.proof.full_screen import looks
from tests.proof.window import Desk

TRIES = ("alt+F4", "F11", "alt+Return", "Escape", "ctrl+q", "ctrl+shift+q", "q", "F10", "F9")


def main() -> int:
    """Strike what ends programs, close the window as its manager does, then use the chord."""
    wrong: list[str] = []
    with Desk((1400, 900)) as desk:
        manager = subprocess.Popen(["openbox"], env=desk.environment, stderr=subprocess.DEVNULL)
        try:
            time.sleep(2)
            desk.settings(speed=1)
            settings = desk.home / "settings.yaml"
            desk.start("demo", "spaghetti", "--locked", "--return", "10")
            time.sleep(2)
            if looks(desk)["full"] != "True":
                wrong.append("it is not in full screen")
            for _ in range(2):
                for key in TRIES:
                    desk.key(key)
                    time.sleep(0.4)
                    if not desk.running:
                        wrong.append(f"{key} ended it")
                desk.xdo("key", "super")
                desk.press(700, 450)
                time.sleep(3.2)  # longer than the chord may take
            if looks(desk)["full"] != "True":
                wrong.append("it has left full screen")
            desk.key("ctrl+shift+q", "ctrl+shift+q")
            until = time.monotonic() + 5
            while desk.running and time.monotonic() < until:
                time.sleep(0.1)
            if desk.running:
                wrong.append("the chord did not end it")
            elif desk.program is not None and desk.program.returncode:
                wrong.append(f"it ended with {desk.program.returncode}")
            said = settings.read_text()
            if "fullscreen: true" in said or "speed: 1" not in said:
                wrong.append("settings are not as before")
            if list((desk.home / "saves").glob("*")) or (desk.home / "errors.log").exists():
                wrong.append("something is left behind")
            wrong += desk.errors.read_text(errors="replace").splitlines()
        finally:
            manager.terminate()
            manager.wait()
    print("\n".join(wrong) or "nothing ended it but the chord")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
