"""Play whole games in a real window, by X events alone: `python tests/proof/window_games.py [GAME] [--by mouse] ...`.

Each game is set up in the window, played at random to its end by a mouse, a keyboard, or single presses without
hovering, and at the end its autosaved record must hold exactly what was chosen. The targets come from `shot` of the
autosave. Writes nothing; prints a line a game, and exits with 1 when one went wrong.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
sys.path.insert(0, str(Path(__file__).parents[2]))

from tabletop.engine import record as records
from tabletop.engine.rules import Pick
from tabletop.rules import load
from tabletop.ui import library
from tabletop.ui.library import Entry
from tabletop.ui.setup import SetupScene
from tabletop.ui.shot import _table as table_of
from tests.proof import window_bets, window_points
from tests.proof.window import Desk, centre
from tests.ui.driver import Driver

THINKING = 20.0  # seconds an action at most, computers' included
PATIENCE = 6.0  # seconds until a press must have shown in the autosave
WITH_POINTS = ("super_amoeba_battle",)
WITH_BETS = ("mammonism",)
NOT_WALKED = ("table:", "log")  # what the arrows leave out


class Stuck(Exception):
    """The window did not do what was asked."""


class Player:
    """Somebody with a mouse, a keyboard, or a finger."""

    def __init__(self, desk: Desk, by: str, rng: random.Random) -> None:
        self.desk = desk
        self.by = by
        self.rng = rng

    def choose(self, clickable: dict[str, Sequence[int]], address: str, table: Driver | None = None) -> None:
        """Choose one of the things on the screen; a `table` without a window says how the arrows walk there."""
        if address not in clickable:
            raise Stuck(f"{address} cannot be clicked; what can is {', '.join(clickable)}")
        if self.by == "keyboard" and table is not None:
            self.desk.key("Home", *["Right"] * self._walk(table, address), "Return")
        elif self.by == "keyboard":
            walked = [other for other in clickable if not other.startswith(NOT_WALKED)]
            self.desk.key("Home", *["Right"] * walked.index(address), "Return")
        else:
            # Two presses at one place within the time of a double click would be taken for one.
            time.sleep(0.32)
            self.desk.press(*centre(clickable[address]), hover=self.by == "mouse")

    @staticmethod
    def _walk(table: Driver, address: str) -> int:
        """Count the presses of Right that lead from the first thing to another."""
        form: Any = table.top
        table.key("home")
        for count in range(200):
            focused = form.form.focused
            if focused is not None and focused.address == address:
                return count
            table.key("right")
        raise Stuck(f"the arrows never come to {address}")

    def set_up(self, game: str, level: int | None, seats: int, computers: Sequence[str] = ()) -> None:
        """Go from the menu to the first move; computers of these levels take the last seats."""
        desk = self.desk
        if self.by == "keyboard":
            self._set_up_by_keys(game, level, seats, computers)
            return
        self.choose(desk.shot("--scene", "menu")["clickable"], f"game:{game}")
        time.sleep(0.4)
        driver = Driver(SetupScene(Entry(load(game).source, load(game))), size=desk.size)
        wanted = ["button:add_seat"] * (seats - 2) + ([f"option:level={level}"] if level not in (None, 1) else [])
        all_in = Driver(SetupScene(Entry(load(game).source, load(game))), size=desk.size)
        for _ in range(seats - 2):
            all_in.click("button:add_seat")
        levels = [None, *load(game).players]
        for seat, computer in enumerate(computers, seats - len(computers) + 1):
            chips = f"seat:{seat}.level={computer}"
            listed = [f"seat:{seat}.level", f"seat:{seat}.level={levels.index(computer)}"]  # in a narrow window
            wanted += [chips] if chips in all_in.top.addresses() else listed
        for address in [*wanted, "button:start"]:
            self.choose({key: tuple(rect) for key, rect in driver.top.addresses().items()}, address)
            if address != "button:start":
                driver.click(address)
            time.sleep(0.1)

    def _set_up_by_keys(self, game: str, level: int | None, seats: int, computers: Sequence[str]) -> None:
        menu = [key for key in self.desk.shot("--scene", "menu")["clickable"] if key.startswith("game:")]
        self.desk.key(*["Right"] * menu.index(f"game:{game}"), "Return")
        time.sleep(0.4)
        driver = Driver(SetupScene(Entry(load(game).source, load(game))), size=self.desk.size)

        def key(name: str) -> None:
            driver.key(name.lower())
            self.desk.key(name)

        for _ in range(seats - 2):
            self._tab_to(driver, key, "button:add_seat")
            key("Return")
        if level not in (None, 1):
            self._tab_to(driver, key, "option:level")
            for _ in range((level or 1) - 1):
                key("Right")
        for seat, computer in enumerate(computers, seats - len(computers) + 1):
            self._tab_to(driver, key, f"seat:{seat}.level")
            for _ in range(1 + list(load(game).players).index(computer)):
                key("Right")
        self._tab_to(driver, key, "button:start")
        self.desk.key("Return")

    @staticmethod
    def _tab_to(driver: Driver, key: Any, address: str) -> None:
        form: Any = driver.top
        for _ in range(200):
            focused = form.form.focused
            if focused is not None and focused.address.startswith(address):
                return
            key("Tab")
        raise Stuck(f"Tab never comes to {address}")


def play(
    game: str,
    by: str,
    level: int | None,
    seats: int,
    size: tuple[int, int],
    seed: int,
    computers: Sequence[str] = (),
    pictures: Path | None = None,
) -> str:
    """Play one game to its end and say how it went; raise Stuck where the window did not follow."""
    rng = random.Random(seed)
    with Desk(size, display=300 + seed % 300) as desk:
        desk.settings()
        desk.start()
        player = Player(desk, by, rng)
        player.set_up(game, level, seats, computers)
        time.sleep(0.8)
        if not desk.saves():
            desk.picture(desk.home / "stuck.png")
            raise Stuck(f"no game was begun; see {desk.home / 'stuck.png'}")
        save = desk.saves()[-1]
        clicked: list[str] = []
        people = range(1, seats - len(computers) + 1)
        begun = time.monotonic()
        definition = load(game)
        if game in WITH_POINTS:
            clicked += window_points.play(desk, save, by, rng)
        if game in WITH_BETS:
            clicked += window_bets.play(desk, save, by, rng)
        while game not in (*WITH_POINTS, *WITH_BETS):
            record = _read(save)
            definition = load(record.game)
            state = records.replay(record, definition).state
            if not state.to_act():
                break
            seat = state.to_act()[0]
            if seat not in people:
                time.sleep(0.1)
                if time.monotonic() - begun > THINKING * (1 + len(record.actions)):
                    raise Stuck(f"seat {seat} never moves")
                continue
            asides = definition.game.asides
            actions = [action for action in state.legal(seat) if str(action).split(" ")[0] not in asides]
            action = rng.choice(actions)
            before = len(record.actions)
            picked: list[str] = []
            look = pictures is not None and len(clicked) in (4, 12)
            if look:
                desk.key("h")
                time.sleep(3.5)
                desk.picture(pictures / f"hint-{size[0]}-{len(clicked)}.png")
            for step in state.paths(seat, action)[0]:
                if not isinstance(step, Pick):
                    raise Stuck(f"{action}: this player only knows how to pick")
                shown = desk.shot(save, *[word for address in picked for word in ("--pick", address)])
                table = None
                if by == "keyboard":
                    table = Driver(table_of(library.resume(save, None, as_save=False)[0], None, None), size=size)
                    for address in picked:
                        table.click(address)
                player.choose(shown["clickable"], step.address, table)
                picked.append(step.address)
            clicked.append(f"{seat}> {action}")
            _wait_for(save, before, desk, action)
            if look:
                desk.picture(pictures / f"after-{size[0]}-{len(clicked)}.png")
        replayed = records.replay(records.read(save), definition)
        done = [f"{seat}> {action}" for seat, action in replayed.played if seat in people]
        if done != clicked:
            raise Stuck(f"the record has {done}, clicked was {clicked}")
        if not desk.running:
            raise Stuck("the program ended")
        errors = desk.errors.read_text(errors="replace")
        if "Traceback" in errors:
            raise Stuck(errors)
        took = time.monotonic() - begun
        return f"{len(clicked)} actions in {took:.0f} s, record equals what was chosen"


def _read(save: Path) -> records.Record:
    """Read a save, which is gone for a moment whenever another is put in its place."""
    for _ in range(50):
        try:
            return records.read(save)
        except Exception:
            time.sleep(0.02)
    return records.read(save)


def _wait_for(save: Path, before: int, desk: Desk, action: Any) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            if len(records.read(save).actions) > before:
                return
        except Exception:
            time.sleep(0.05)
        if not desk.running:
            raise Stuck(f"the program ended at {action}: {desk.errors.read_text(errors='replace')}")
        time.sleep(0.03)
    picture = save.with_suffix(".png")
    desk.picture(picture)
    raise Stuck(f"{action} was clicked and nothing followed; see {picture}, {save}")


def main() -> int:
    """Play what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="spaghetti_monsters")
    parser.add_argument("--by", nargs="*", default=["mouse", "keyboard", "touch"])
    parser.add_argument("--level", nargs="*", type=int, default=[1, 3])
    parser.add_argument("--seats", nargs="*", type=int, default=[2, 5])
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--computers", nargs="*", default=[], help="levels of the last seats")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of hints and thinking")
    arguments = parser.parse_args()
    width, height = map(int, arguments.size.split("x"))
    failed = 0
    seed = arguments.seed
    levels: list[int | None] = arguments.level if arguments.game == "spaghetti_monsters" else [None]
    for by in arguments.by:
        for level in levels:
            for seats in arguments.seats:
                seed += 1
                name = f"{arguments.game}, level {level}, {seats} seats, by {by}, {width}x{height}"
                try:
                    told = play(arguments.game, by, level, seats, (width, height), seed, arguments.computers,
                                arguments.pictures)  # fmt: skip
                    print(f"{name}: {told}", flush=True)
                except Stuck as stuck:
                    failed += 1
                    print(f"{name}: FAILED: {stuck}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
