"""Undo, restart, quit, kill while computers think, in a driven window: `python -m tests.proof.disturbed [--times N]`.

A person plays Battle of the Spaghetti Monsters against Expert by clicks, and disturbs it at random moments. Checked at
each: no late move, the process gone within a second of leaving, the game going on after a kill. Printed: how long the
frames took, by the clock and of the window's own processor time, which a busy machine does not lengthen.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")

from tabletop.engine.match import Match
from tabletop.engine.rules import Pick
from tabletop.engine.saves import Autosave
from tabletop.rules import load
from tabletop.ui.computers import Computers
from tabletop.ui.scene import Context, Pop, Scene, Stack
from tabletop.ui.settings import Settings
from tabletop.ui.table import TableScene
from tabletop.ui.viewport import Event, Key, Press, Release, Viewport
from tests.agents.conftest import alive
from tests.proof import measured

LATE = 0.050
KINDS = ("undo", "undo", "undo", "again", "leave", "kill", "menu", "hint")


class Window:
    """A stack run as `scene.run` does it, its frames timed by what went on in them."""

    def __init__(self, size: tuple[int, int] = (1280, 800)) -> None:
        self.stack = Stack(Context(Viewport(size), Settings(speed=0, volume=0)))
        self.stack.push(Scene())
        self.frames: dict[str, list[tuple[float, float]]] = {"playing": [], "a table opens": []}

    @property
    def table(self) -> TableScene:
        found = next(scene for scene in reversed(self.stack.scenes) if isinstance(scene, TableScene))
        return found

    def frame(self, *events: Event, then: Callable[[], None] | None = None, kind: str = "playing") -> None:
        """Run one round of the loop."""
        began, spent = time.perf_counter(), time.thread_time()
        for event in events:
            self.stack.handle(event)
        if then is not None:
            then()
        self.stack.tick(time.monotonic())
        if self.stack.wants_frame():
            self.stack.draw()
        self.frames[kind].append((time.perf_counter() - began, time.thread_time() - spent))

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Run for a while, or until something is so; tell whether it came about."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if until():
                return True
            self.frame()
            time.sleep(0.01)
        return until()

    def click(self, address: str) -> None:
        """Press and let go, as a mouse does."""
        pos = self.stack.top.addresses()[address].center
        self.frame(Press(pos), Release(pos))

    def key(self, name: str, *mods: str) -> None:
        """Strike a key."""
        self.frame(Key(name, frozenset(mods)))


class Disturber:
    """A person who plays and disturbs."""

    def __init__(self, seed: int, folder: Path, priority: int = 0) -> None:
        self.priority = priority
        self.rng = random.Random(seed)
        self.folder = folder
        self.window = Window()
        self.processes: set[int] = set()
        self.done: Counter[str] = Counter()
        self.games = 0
        self.slowest_farewell = 0.0
        self.open()

    def new_match(self) -> Match:
        """Begin a game of Ada against Expert."""
        self.games += 1
        rng = random.Random(self.rng.randrange(10**6))
        save = Autosave(self.folder / f"{self.games}.yaml")
        definition = load("spaghetti_monsters")
        return Match(definition, ["Ada", "Bot"], levels=[None, "expert"], options={"level": 1}, rng=rng, autosave=save)

    def open(self) -> None:
        """Open a table."""
        match = self.new_match()
        self.window.frame(
            then=lambda: self.window.stack.push(TableScene(match, computers=Computers())), kind="a table opens"
        )

    @property
    def match(self) -> Match:
        return self.window.table.match

    def note(self) -> int | None:
        """Remember the process that thinks; a raised priority is the window's alone."""
        computers = self.window.table.computers
        worker = computers._worker if isinstance(computers, Computers) else None
        process = worker.process_id if worker is not None else None
        if process is not None and process not in self.processes:
            self.processes.add(process)
            if self.priority and alive(process):
                os.setpriority(os.PRIO_PROCESS, process, 0)
        return process

    def move(self) -> None:
        """Choose something by clicks, so that the computer has to think."""
        window, match = self.window, self.match
        for _ in range(40):
            if match.over or not match.is_human(match.to_act()[0]):
                return
            action = self.rng.choice([one for one in match.legal(1) if not match._is_aside(one)])
            for step in match.state.paths(1, action)[0]:
                assert isinstance(step, Pick)
                window.click(step.address)

    def disturb(self) -> None:
        """Play, wait a random moment of thinking, and disturb."""
        window = self.window
        if self.match.over:
            self.leave()
        assert window.run(120, lambda: self.match.over or self.match.next_human == 1), "no move came"
        if self.match.over:
            self.leave()
            window.run(120, lambda: self.match.next_human == 1)
        self.move()
        window.run(self.rng.random() * 0.4)
        self.note()
        what = self.rng.choice(KINDS)
        self.done[what] += 1
        getattr(self, what)()
        self.note()

    def undo(self) -> None:
        """Take the last decision back; nothing may come late."""
        match, window = self.match, self.window
        if match.over:
            return
        plan = match.undo_plan()
        if plan.refusal is not None:
            return
        window.key("z", "ctrl")
        assert len(match.entries) == plan.to, "undo led elsewhere"
        window.run(0.12)
        assert len(match.entries) == plan.to, f"a late move: {match.entries[-1].action}"
        if self.rng.random() < 0.5:
            window.key("y", "ctrl")
            assert len(match.entries) > plan.to

    def again(self) -> None:
        """Begin anew at the same table; the same process thinks on, about the new game only."""
        window, before = self.window, self.match
        count, process = len(before.entries), self.note()
        match = self.new_match()
        table = window.table
        window.frame(then=lambda: window.stack.apply(table.hand_on(match, table.sitting)), kind="a table opens")
        assert self.match is match and self.note() == process
        window.run(0.12)
        assert len(before.entries) == count and not [entry for entry in match.entries if entry.by == "computer"]

    def leave(self) -> None:
        """Leave the table; its process goes."""
        window, before = self.window, self.match
        count, process = len(before.entries), self.note()
        window.frame(then=lambda: window.stack.apply(Pop()))
        while len(window.stack.scenes) > 1:  # a result lay over it
            window.frame(then=lambda: window.stack.apply(Pop()))
        began = time.monotonic()
        window.run(60, lambda: process is None or not alive(process))
        assert process is None or not alive(process), "a process was left"
        self.slowest_farewell = max(self.slowest_farewell, time.monotonic() - began)
        assert len(before.entries) == count
        self.open()

    def kill(self) -> None:
        """End the process from outside: a new one thinks on."""
        process = self.note()
        if process is None or self.match.over:
            return
        os.kill(process, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        assert self.window.run(120, lambda: self.match.over or self.match.next_human == 1), "no move came after a kill"
        assert self.window.table.message is None

    def menu(self) -> None:
        """Look into the menu while somebody thinks; nothing is played behind it."""
        if self.window.stack.top is not self.window.table:
            return
        count = len(self.match.entries)
        self.window.key("f10")
        self.window.run(0.3)
        assert len(self.match.entries) == count
        self.window.key("escape")

    def hint(self) -> None:
        """Ask for a hint as soon as it is one's turn, and take a decision back before it can have come."""
        if self.window.run(120, lambda: self.match.over or self.match.next_human == 1) and not self.match.over:
            self.window.key("h")
            self.window.run(self.rng.random() * 0.3)
            self.undo()
            assert self.window.table.advice is None or not self.match.can_redo


def disturbed(times: int, seed: int = 11, priority: int = 0) -> Disturber:
    """Disturb so often, close the window, and look that no process is left."""
    with tempfile.TemporaryDirectory() as folder:
        one = Disturber(seed, Path(folder), priority)
        try:
            for _ in range(times):
                one.disturb()
        finally:
            one.window.stack._clear()
        end = time.monotonic() + 1
        while any(map(alive, one.processes)) and time.monotonic() < end:
            time.sleep(0.01)
        assert not any(map(alive, one.processes)), "a process was left after the end"
        return one


def percentiles(values: Sequence[float]) -> str:
    """Say the middle, the 99th percentile and the longest, in milliseconds."""
    kept = sorted(values)
    picked = (kept[len(kept) // 2], kept[int(len(kept) * 0.99)], kept[-1])
    return " | ".join(f"{1000 * one:.1f}" for one in picked)


def main() -> int:
    """Disturb, measure, write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    parser.add_argument("--priority", type=int, default=0, help="niceness of the window alone, on a busy machine")
    arguments = parser.parse_args()
    if arguments.priority:
        os.setpriority(os.PRIO_PROCESS, 0, arguments.priority)
    one = disturbed(arguments.times, arguments.seed, arguments.priority)
    rows = []
    for kind, frames in one.window.frames.items():
        wall, own = ([frame[n] for frame in frames] for n in (0, 1))
        late = sum(value > LATE for value in wall), sum(value > LATE for value in own)
        rows.append(f"| {kind}, by the clock | {len(frames)} | {percentiles(wall)} | {late[0]} |")
        rows.append(f"| {kind}, processor time | {len(frames)} | {percentiles(own)} | {late[1]} |")
    counted = ", ".join(f"{count} {what}" for what, count in sorted(one.done.items()))
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    lines = [
        f"A person against Expert, disturbed {sum(one.done.values())} times while it thinks ({counted}); load of the "
        f"machine {load}, niceness of the window {arguments.priority}. Each action is saved within its frame.",
        "No late move, no process left, a new process after each kill. Leaving a table, its process was gone after at "
        f"most {one.slowest_farewell:.2f} s.",
        "",
        "| frames at 1280x800 | count | median ms | 99th percentile | longest | over 50 ms |",
        "| --- | --- | --- | --- | --- | --- |",
        *rows,
    ]  # fmt: skip
    print("\n".join(lines))
    if not arguments.dry:
        measured.write("Computers disturbed while they think", "tests.proof.disturbed", lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
