"""Kill the program while it is played: `python -m tests.proof.kills [TIMES]`, some five minutes for 200.

The program runs as it always does, window and all, on SDL's dummy driver; a hand inside it presses what can be
pressed, as fast as the loop looks for events, and says how many actions were done before each press. It is killed
(SIGKILL) at a random moment; the next start must offer that game in the menu, with every action that was said to be
done. Writes docs/measured.md.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.proof import measured

ROOT = Path(__file__).parents[2]
TITLE = "Killed while playing"
GAMES = ("spaghetti_monsters", "spaghetti", "spiteful_guards", "mammonism")
LONGEST = 0.8
"""Seconds of play after which it is killed at the latest."""


# -- the hand, inside the program --------------------------------------------------------------------------------------


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def play(seed: int) -> None:
    """Run the program with a hand that presses at random; ends only by being killed."""
    from tabletop import app
    from tabletop.ui import scene
    from tabletop.ui.menu import MenuScene
    from tabletop.ui.scene import Stack
    from tabletop.ui.setup import SetupScene
    from tabletop.ui.table import TableScene
    from tabletop.ui.tableform import Thing
    from tabletop.ui.viewport import Event, Press, Release, Window

    rng = random.Random(seed)
    run, look = scene.run, Window.events
    stacks: list[Stack] = []

    def running(stack: Stack) -> None:
        stacks.append(stack)
        run(stack)

    def choose(top: scene.Scene) -> str | None:
        known = list(top.addresses())
        if isinstance(top, MenuScene):
            if top.unfinished is not None:
                say("offered", top.unfinished.path.name)
                return "button:continue"
            say("nothing offered")
            return f"game:{rng.choice(GAMES)}"
        if isinstance(top, SetupScene):
            return "button:start"
        if isinstance(top, TableScene):
            assert top.match.autosave is not None
            say("done", len(top.match.entries), top.match.autosave.path.name)
            if top.match.over:
                known = ["button:leave"]
            else:
                can = [one.address for one in top.form.widgets if isinstance(one, Thing) and one.can]
                answers = [one for one in known if one.startswith(("button:", "aside:")) and one != "button:place_row"]
                known = [one for one in can + answers if one in known]
        else:
            known = [one for one in known if one in ("button:ready", "button:leave")] or known
        return rng.choice(known) if known else None

    def events(window: Window) -> list[Event]:
        look(window)
        top = stacks[-1].top
        address = choose(top)
        if address is None:
            return []
        pos = top.addresses()[address].center
        return [Press(pos), Release(pos)]

    scene.run = running
    Window.events = events  # type: ignore[method-assign]
    app.main([])


# -- whoever kills it --------------------------------------------------------------------------------------------------


class Loss(Exception):
    """Something that had been done was not there any more."""


def kill_once(home: Path, seed: int, rng: random.Random, before: tuple[str, int] | None) -> tuple[tuple[str, int], int]:
    """Start, check what is offered against what was done `before`, play and kill; return what was done, and missing."""
    settings = home / "settings.yaml"
    if not settings.exists():
        settings.write_text("speed: 0\nvolume: 0\n", encoding="utf-8")
    environment = {**os.environ, "TABLETOP_HOME": str(home), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    environment.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    code = f"from tests.proof.kills import play; play({seed})"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        said = [program.stdout.readline()]
        while not said[-1].startswith("done"):
            if not said[-1]:
                raise Loss("the program did not start")
            said.append(program.stdout.readline())
        time.sleep(rng.uniform(0, LONGEST))
        program.kill()
        said += program.stdout.read().splitlines(keepends=True)
    if program.returncode in (0, 1, 2):
        raise Loss("the program ended by itself")
    extra = 0
    if before is not None:
        name, count = before
        _, there, found = said[1].split(maxsplit=2) if said[0].startswith("offered") else ("", "-1", "")
        if said[0].strip() != f"offered {name}" or found.strip() != name or int(there) < count:
            raise Loss(f"{count} actions were done in {name}; the next start said {said[0].strip()}, {said[1].strip()}")
        extra = int(there) - count
    last = [line for line in said if line.endswith("\n") and line.startswith(("done", "offered", "nothing"))][-1]
    words = last.split(maxsplit=2)
    if words[0] != "done":  # between two games: nothing to be offered, or known from the next start
        return ("", 0), extra
    return (words[2].strip(), int(words[1])), extra


def over(home: Path, name: str) -> bool:
    """Tell whether a saved game has ended, so that the menu need not offer it."""
    from tabletop.engine import saves

    record, _ = saves.load(home / "saves" / name)
    return record.table is not None and record.table.get("finished") is True


def main() -> int:
    """Kill it as often as asked and keep the table."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = random.Random(2026)
    before: tuple[str, int] | None = None
    checked = ahead = actions = 0
    with tempfile.TemporaryDirectory(prefix="tabletop-kills-") as folder:
        home, n = Path(folder), 0
        while checked < times:
            n += 1
            done, extra = kill_once(home, n, rng, before)
            checked += before is not None
            ahead += extra > 0
            actions += done[1]
            before = done if done[0] and not over(home, done[0]) else None
            if n % 20 == 0:
                print(f"{checked} of {times}", flush=True)
    lines = [
        "The whole program, killed (SIGKILL) at random moments while a hand inside it pressed what could be pressed in",
        f"{', '.join(GAMES)}. Each next start had to offer the game with every action that was done.",
        "",
        "| killed and started again | game not offered | actions lost | the action in progress was saved already |",
        "| --- | --- | --- | --- |",
        f"| {checked} | 0 | 0 | {ahead} times |",
    ]
    print("\n".join(lines[3:]))
    measured.write(TITLE, "tests.proof.kills", lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
