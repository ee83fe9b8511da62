"""The demo for hours, in a window, and interrupted: `python -m tests.proof.demo_soak [fast] [window] [visitors]`.

fast: two hours without a display at the highest speed. window: fifteen minutes in a real window at the normal one
(needs Xvfb, xdotool, x11-utils). visitors: 200 times somebody comes at a random moment, does something by mouse, finger
or keys, and leaves; each time the demo has to come back by itself. Linux: memory is read from /proc.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.proof import measured

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")

from tabletop.rules import GAMES
from tabletop.ui.demo import DemoScene
from tabletop.ui.demo_scenes import Ask, DemoTable
from tabletop.ui.demo_shows import shows
from tabletop.ui.scene import Context, Stack
from tabletop.ui.settings import Settings
from tabletop.ui.viewport import Event, Key, Press, Release, Viewport

MB = 1_000_000
FIRST = 10  # minutes after which memory is to stay
ALLOWED = 5.0  # MB
FASTEST = 1e6
SIZE = (1280, 800)
KEYS = ("return", "space", "escape", "tab", "left", "right", "up", "down", "h", "p", "q", "f1", "f10", "1", "x")


def resident(process: int) -> float:
    """Return the memory of a process in MB; 0 for one that has gone."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / MB


def children(process: int) -> list[int]:
    """List the processes that a process has started and that still run."""
    try:
        tasks = Path(f"/proc/{process}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return []


class Memory:
    """The memory of the program and of its workers, a value a minute: the middle of what was read in it."""

    def __init__(self, process: int) -> None:
        self.process = process
        self.began = time.monotonic()
        self.minutes: list[tuple[float, float]] = []
        self._read: list[tuple[float, float]] = []
        self._next = 0.0

    def look(self) -> bool:
        """Read it, every two seconds; tell whether a minute is over."""
        now = time.monotonic() - self.began
        if now < self._next:
            return False
        self._next = now + 2
        self._read.append((resident(self.process), sum(map(resident, children(self.process)))))
        if now < 60 * (len(self.minutes) + 1):
            return False
        own, others = zip(*self._read, strict=True)
        self.minutes.append((statistics.median(own), statistics.median(others)))
        self._read = []
        return True

    @property
    def growth(self) -> float:
        """Give by how much program and worker together came to exceed the most of the first ten minutes."""
        whole = [own + others for own, others in self.minutes]
        return max(whole[FIRST:]) - max(whole[:FIRST]) if len(whole) > FIRST else 0.0

    def growths(self) -> list[str]:
        """Say how much it grew, and the program alone."""
        own = [program for program, _ in self.minutes]
        alone = max(own[FIRST:]) - max(own[:FIRST]) if len(own) > FIRST else 0.0
        return [
            f"The most memory after minute {FIRST} against the most before, program and worker: {self.growth:+.1f} MB;",
            f"the program alone: {alone:+.1f} MB. Wanted: less than {ALLOWED:g}: "
            f"{'yes' if self.growth < ALLOWED else 'no'}. A worker lives for one game, and games differ in theirs.",
        ]

    def told(self) -> list[str]:
        """Give the minutes as lines of a table."""
        lines = ["| minute | program, MB | worker, MB |", "| --- | --- | --- |"]
        kept = [n for n in range(len(self.minutes)) if n < FIRST or (n + 1) % 5 == 0 or n + 1 == len(self.minutes)]
        return lines + [f"| {n + 1} | {self.minutes[n][0]:.1f} | {self.minutes[n][1]:.1f} |" for n in kept]


class Hall:
    """The demo, run as the program runs it, without a display."""

    def __init__(self, home: Path, pace: float, back_after: float = 60.0) -> None:
        os.environ["TABLETOP_HOME"] = str(home)
        self.home = home
        self.settings = Settings(volume=0)
        self.stack = Stack(Context(Viewport(SIZE), self.settings))
        self.demo = DemoScene(shows(), pace=pace, back_after=back_after)
        self.stack.push(self.demo)

    def frame(self, *events: Event) -> None:
        """Run one round of the loop."""
        for event in events:
            self.stack.handle(event)
        self.stack.tick(time.monotonic())
        if self.stack.wants_frame():
            self.stack.draw()

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Run for a while, or until something is so; tell whether it came about."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            self.frame()
            time.sleep(0.002)
        return until()

    def kept(self) -> list[str]:
        """List the files that lie in the user's folders."""
        return sorted(str(path.relative_to(self.home)) for path in self.home.rglob("*") if path.is_file())


def shown(games: Counter[str]) -> str:
    """Say how often each game was shown."""
    return ", ".join(f"{game} {games[game]}" for game in sorted(GAMES))


def fast(hours: float) -> bool:
    """Run at the highest speed and tell whether all is well."""
    with tempfile.TemporaryDirectory(prefix="tabletop-soak-") as home:
        hall = Hall(Path(home), FASTEST)
        memory = Memory(os.getpid())
        while time.monotonic() - memory.began < hours * 3600:
            hall.run(1.0)
            if memory.look():
                own, others = memory.minutes[-1]
                print(f"{len(memory.minutes)} min: {own:.1f} + {others:.1f} MB, {len(hall.demo.shown)} games, "
                      f"{hall.demo.log.count} errors", flush=True)  # fmt: skip
        games, errors, kept = Counter(hall.demo.shown), hall.demo.log.count, hall.kept()
        hall.stack._clear()
    good = not errors and not kept and all(games[game] for game in GAMES) and memory.growth < ALLOWED
    said = [
        f"{hours:g} hours without a display at the highest speed, {SIZE[0]}x{SIZE[1]}: {sum(games.values())} games",
        f"came to their end or were cut short ({shown(games)}).",
        f"Errors in the log: {errors}. Files left behind: {len(kept)}.",
        *memory.growths(),
        "",
        *memory.told(),
    ]
    measured.write("The demo for hours", "tests.proof.demo_soak fast", said)
    print("\n".join(said), flush=True)
    return good


def window(minutes: float) -> bool:
    """Run in a real window at the normal speed and tell whether all is well."""
    from tests.proof.window import Desk

    with Desk(SIZE) as desk:
        desk.settings(speed=1)
        before = (desk.home / "settings.yaml").read_bytes()
        desk.start("demo")
        assert desk.program is not None
        memory = Memory(desk.program.pid)
        while time.monotonic() - memory.began < minutes * 60 and desk.running:
            time.sleep(1)
            if memory.look():
                own, others = memory.minutes[-1]
                print(f"{len(memory.minutes)} min: {own:.1f} + {others:.1f} MB", flush=True)
        running = desk.running
        errors = desk.home / "errors.log"
        wrong = errors.read_text() if errors.exists() else ""
        wrong += desk.errors.read_text(errors="replace")
        same = (desk.home / "settings.yaml").read_bytes() == before
        saves = len(desk.saves())
    good = running and not wrong and same and not saves and memory.growth < ALLOWED
    said = [
        f"{minutes:g} minutes in a real window under Xvfb at the normal speed, {SIZE[0]}x{SIZE[1]}: still running: "
        f"{'yes' if running else 'no'}.",
        f"Lines of errors: {len(wrong.splitlines())}. Settings as before: {'yes' if same else 'no'}. "
        f"Saves left behind: {saves}.",
        *memory.growths(),
        "",
        *memory.told(),
    ]
    measured.write("The demo in a window", "tests.proof.demo_soak window", said)
    print("\n".join([*said, wrong]), flush=True)
    return good


class Visitor:
    """Somebody who comes at a random moment, presses what is there, and goes away."""

    def __init__(self, hall: Hall, rng: random.Random) -> None:
        self.hall, self.rng = hall, rng
        self.scenes: Counter[str] = Counter()
        """The scenes that were left alone."""

    def press(self, address: str | None, touch: bool) -> None:
        """Press a thing that can be clicked, or anywhere."""
        known = self.hall.demo.addresses()
        x, y = known[address].center if address else (self.rng.randrange(SIZE[0]), self.rng.randrange(SIZE[1]))
        self.hall.frame(Press((x, y), touch=touch))
        self.hall.frame(Release((x, y), touch=touch))

    def come(self) -> str:
        """Interrupt, choose something, press on for a while, leave; return what was chosen."""
        rng, hall = self.rng, self.hall
        by = rng.choice(("mouse", "touch", "key"))
        if by == "key":
            hall.frame(Key(rng.choice(KEYS)))
        else:
            self.press(None, by == "touch")
        if not isinstance(hall.demo.stack.top, Ask):
            raise RuntimeError(f"{by}: nobody was asked, but {type(hall.demo.stack.top).__name__} is shown")
        choice = rng.choice(["play"] * 5 + ["learn"] * 3 + ["watch", "nothing"])
        address = f"button:{choice}"
        if choice == "nothing" or address not in hall.demo.addresses():
            self.scenes["Ask"] += 1
            return "nothing"
        self.press(address, by == "touch")
        for _ in range(rng.randrange(14) if choice != "watch" else 0):
            known = [one for one in hall.demo.addresses() if one != "button:end"]
            if rng.random() < 0.25:
                hall.frame(Key(rng.choice(KEYS)))
            else:
                self.press(rng.choice(known) if known and rng.random() < 0.9 else None, by == "touch")
            hall.run(rng.random() * 0.12)
        self.scenes[type(hall.demo.stack.top).__name__] += 1
        return choice


def visitors(times: int, seed: int) -> bool:
    """Interrupt the demo so often, and tell whether it always came back."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="tabletop-soak-") as home:
        hall = Hall(Path(home), pace=8.0, back_after=1.6)
        visitor, chosen, at = Visitor(hall, rng), Counter[str](), Counter[str]()
        before = repr(hall.settings)
        failed, longest, memory = [], 0.0, [0.0]
        for number in range(times):
            hall.run(rng.random() * 2.5)
            at[type(hall.demo.stack.top).__name__] += 1
            chosen[visitor.come()] += 1
            left = time.monotonic()
            back = hall.run(6.0, lambda: hall.demo.watching)
            longest = max(longest, time.monotonic() - left)
            table = hall.run(20.0, lambda: isinstance(hall.demo.stack.top, DemoTable))
            workers = hall.run(3.0, lambda: len(children(os.getpid())) <= 2)  # one more: multiprocessing's own
            if not (back and table and workers and repr(hall.settings) == before and not hall.kept()):
                failed.append(f"{number}: back {back}, table {table}, workers {workers}, files {hall.kept()}")
                print(failed[-1], flush=True)
            if number % 20 == 19:
                memory.append(resident(os.getpid()))
                print(f"{number + 1} visitors, {len(failed)} failed, {memory[-1]:.1f} MB, "
                      f"{hall.demo.log.count} errors, {dict(visitor.scenes)}", flush=True)  # fmt: skip
        errors = hall.demo.log.count
        hall.stack._clear()
    said = [
        f"{times} visitors came at random moments ({listed(at)}), by mouse, finger or key, chose ({listed(chosen)}),",
        f"pressed on at random and left ({listed(visitor.scenes)}). The demo came back {times - len(failed)} times, at",
        f"the latest {longest:.1f} s after the last press (set: 1.6 s); settings as before, no file left behind each",
        f"time. Errors in the log: {errors}. Memory of the program after 20 visitors {memory[1]:.1f} MB, after the",
        f"last {memory[-1]:.1f} MB.",
    ]
    measured.write("The demo interrupted", "tests.proof.demo_soak visitors", said)
    print("\n".join([*said, *failed]), flush=True)
    return not failed and not errors


def listed(counts: Counter[str]) -> str:
    """Give counts in a line."""
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


def main() -> int:
    """Run the parts that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=["fast", "window", "visitors"], help="all if none")
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    runs = {
        "visitors": lambda: visitors(arguments.times, arguments.seed),
        "window": lambda: window(arguments.minutes),
        "fast": lambda: fast(arguments.hours),
    }
    done = [run() for name, run in runs.items() if name in (arguments.parts or runs)]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
