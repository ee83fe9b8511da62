"""Games with places of the board, secrets and curtains in a real window: a table without a window says where to press.

Every press and key goes to both. After each action the table without a window is made anew from the autosave, because
chance is another one there.
"""

from __future__ import annotations

import random
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tabletop.engine import record as records
from tabletop.engine.source import SourceError
from tabletop.rules import load
from tabletop.ui import library
from tabletop.ui.settings import Settings
from tabletop.ui.table import TableScene
from tests.proof.window import Desk
from tests.ui.amoeba_player import Fighter
from tests.ui.driver import Driver

KEYS = {"return": "Return", "right": "Right", "left": "Left", "home": "Home", "escape": "Escape"}
APART = 0.34  # seconds between presses, so that two are never one double click
PATIENCE = 6.0


class Twin(Fighter):
    """Does at a table without a window what is done in the real one."""

    def __init__(self, desk: Desk, save: Path, by: str, before: int | None) -> None:
        match, _ = library.resume(save, None, as_save=False)
        self.desk, self.by = desk, by
        self.table = TableScene(match, clock=lambda: self.now)
        self.table.seen_by = before
        self.now = 0.0
        self.how = "keyboard" if by == "keyboard" else "mouse"
        self.meant = []
        Driver.__init__(self, self.table, size=desk.size, settings=Settings(speed=0, volume=0))

    def click(self, address: str, *, touch: bool = False, double: bool = False) -> None:
        if self.how == "keyboard":
            time.sleep(0.2)
            self.key("return")
            return
        time.sleep(APART)
        self.desk.press(*self.rect(address).center, hover=self.by == "mouse")
        super().click(address)

    def key(self, name: str, *mods: str, repeat: bool = False) -> None:
        self.desk.key("+".join([*mods, KEYS.get(name, name)]))
        super().key(name, *mods)

    def point_at(self, pos: tuple[int, int]) -> None:
        time.sleep(APART)
        self.desk.press(*pos, hover=self.by == "mouse")
        super().point_at(pos)

    def follow(self, seat: int, path: Any) -> None:
        if self.how == "keyboard":
            self.key("home")
        super().follow(seat, path)


def play(desk: Desk, save: Path, by: str, rng: random.Random, most: int = 100_000) -> list[str]:
    """Play a game that was begun to its end, or for so many actions, and return what was chosen."""
    chosen: list[str] = []
    before: int | None = None
    definition = load(records.read(save).game)
    while len(chosen) < most:
        record = records.read(save)
        state = records.replay(record, definition).state
        if not state.to_act():
            break
        if state.to_act() == (0,):
            time.sleep(0.1)
            continue
        twin = Twin(desk, save, by, before)
        alone = any(level is not None for level in twin.match.levels)
        if twin.match.next_human is None:
            time.sleep(0.2)
            continue
        twin.uncover()
        seat, action = twin.choose(rng, 0.0 if alone else 0.1)
        twin.meant.append(f"{seat}> {action}")
        twin.follow(seat, twin.match.state.paths(seat, action)[0])
        chosen.append(f"{seat}> {action}")
        _wait_for(desk, save, len(record.actions), str(action))
        if alone:
            time.sleep(0.5)  # computers may have a card to play at once
        twin.uncover()
        before = twin.table.seen_by
    return chosen


def _wait_for(desk: Desk, save: Path, count: int, action: str) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(SourceError):  # while it is being renamed, it is not there
            if len(records.read(save).actions) > count:
                time.sleep(0.1)
                return
        time.sleep(0.03)
    picture = save.with_suffix(".png")
    desk.picture(picture)
    raise RuntimeError(f"{action} was done and nothing followed; see {picture}, {save}")
