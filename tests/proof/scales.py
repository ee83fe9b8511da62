"""Click at the very edges of things in a real window at several densities: `python -m tests.proof.scales`.

Needs Xvfb and xdotool. The window is given a surface 1.25, 1.5 and 2 times as large as itself; a game is begun from the
menu, and islanders are placed by clicks two points inside each corner of an island. Ends with 1 where a click missed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from tabletop.engine import record as records
from tests.proof.window import Desk, centre

SCALES = (1.25, 1.5, 2.0)
INSET = 2  # window points


def corners(rect: Sequence[int], scale: float) -> list[tuple[float, float]]:
    """Return points just inside the corners of a rectangle of the surface, in window points."""
    x, y, wide, high = (side / scale for side in rect)
    return [
        (x + dx, y + dy) for dx in (INSET + 1, wide - INSET - 1) for dy in (INSET + 1, high - INSET - 1)
    ]  # fmt: skip


def placed(desk: Desk, count: int) -> list[str]:
    """Wait until so many islanders are placed and return the actions."""
    for _ in range(60):
        saves = desk.saves()
        played = records.read(saves[-1]).actions if saves else ()
        actions = [text for _, text in played if text.startswith("place")]
        if len(actions) >= count:
            return actions
        time.sleep(0.1)
    return []


def trial(scale: float) -> bool:
    """Begin a game at a scale and click at corners; give whether each click hit."""
    with Desk((1280, 800)) as desk:
        desk.settings()
        desk.start("--scale", str(scale))
        asked = ("--scale", str(scale))
        for scene, address in (("menu", "game:spaghetti_monsters"), ("setup", "button:start")):
            x, y = centre(desk.shot("--scene", scene, *asked)["clickable"][address])
            desk.press(x / scale, y / scale)
            time.sleep(1)
        meant: list[str] = []
        for n in range(4):
            for _ in range(60):
                if desk.saves():
                    break
                time.sleep(0.1)
            clickable = desk.shot(desk.saves()[-1], *asked)["clickable"]
            x, y = corners(clickable[f"island:{n + 1}"], scale)[n]
            desk.press(x, y)
            meant.append(f"place {n + 1}")
            if placed(desk, n + 1) != meant:
                print(f"scale {scale}: a click at {x:.1f}, {y:.1f} did not place on island {n + 1}")
                return False
    print(f"scale {scale}: {len(meant)} clicks at corners, each hit")
    return True


def main() -> int:
    """Try every scale."""
    hit = [trial(scale) for scale in SCALES]
    return 0 if all(hit) else 1


if __name__ == "__main__":
    sys.exit(main())
