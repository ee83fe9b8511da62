"""Play Mammonism in a real window: amounts, curtains, pauses and the open prompt after a battle.

A second table without a window is worked by the same presses; it says where to press, and what covers the table now.
What chance and computers did is read from the autosave.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from tabletop.engine import record as records
from tabletop.engine.match import Entry, Match
from tabletop.engine.rules import CHANCE, Amount, Pick
from tabletop.rules import load
from tabletop.ui.curtain import CurtainScene
from tabletop.ui.table import TableScene
from tests.proof.window import Desk, centre
from tests.ui.driver import Driver

PATIENCE = 8.0  # seconds until a press must have shown in the autosave
KEYS = {"return": "Return", "tab": "Tab"}


class Follower(Match):
    """A match whose chance is what another one's record says."""

    told: list[records.Entry]

    def _draw(self) -> None:
        while self.to_act() == (CHANCE,) and len(self.entries) < len(getattr(self, "told", ())):
            self._do(CHANCE, self.definition.game.parse(self.told[len(self.entries)][1]), "chance")


class Replayed:
    """Computer players that do what the record says."""

    thinking: int | None = None
    hinting = False

    def tick(self, match: Match, speed: float = 1.0) -> list[Entry]:
        told = match.told if isinstance(match, Follower) else []
        if len(match.entries) < len(told):
            seat, text = told[len(match.entries)]
            seat = seat if seat is not None else match.to_act()[0]
            if not match.is_human(seat):
                return match.play(seat, text, by="computer")
        return []

    def listen(self, match: Match) -> None: ...
    def hurry(self) -> None: ...
    def ask_hint(self, match: Match, seat: int) -> None: ...
    def take_hint(self) -> None: ...
    def stop(self) -> None: ...


class Hands:
    """Presses the same thing in the window and at the table that says where it is."""

    def __init__(self, desk: Desk, save: Path, by: str, rng: random.Random) -> None:
        self.desk, self.save, self.by, self.rng = desk, save, by, rng
        record = _read(save)
        self.match = Follower(
            load(record.game), record.seats, options=record.options, levels=(record.table or {}).get("levels")
        )
        self.match.told = list(record.actions)
        self.match._draw()
        self.table = TableScene(self.match, computers=Replayed())  # type: ignore[arg-type]
        self.here = Driver(self.table, size=desk.size)
        self.clicked: list[str] = []

    def key(self, name: str) -> None:
        self.desk.key(KEYS.get(name, name))
        self.here.key(name)

    def press(self, address: str, last: bool = False) -> None:
        """Press a thing; after the last press of an action the autosave has to follow before the table here does."""
        if self.by == "keyboard":
            self._walk(address)
            self.desk.key("Return")
        else:
            if not address.startswith(("amount:", "coins:")):
                time.sleep(0.32)  # two presses at one place at once are a double click
            self.desk.press(*centre(tuple(self.here.rect(address))), hover=self.by == "mouse")
        if last:
            self._wait()
        if self.by == "keyboard":
            self.here.key("return")
        else:
            self.here.click(address)

    def _walk(self, address: str) -> None:
        form = self.here.top.form
        for _ in range(150):
            if form.keyboard and form.focused is not None and form.focused.address == address:
                return
            self.key("tab")
        raise RuntimeError(f"Tab never comes to {address}")

    def _wait(self) -> None:
        """Wait until a person's action is in the autosave, and let computers that were faster go first here too."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            told = list(_read(self.save).actions)
            new = [seat for seat, _ in told[len(self.match.entries) :]]
            if any(seat is None or self.match.is_human(seat) for seat in new):
                time.sleep(0.05)
                self.match.told = list(_read(self.save).actions)
                while new and new[0] is not None and new[0] != CHANCE and not self.match.is_human(new.pop(0)):
                    self.here.draw()
                return
            time.sleep(0.03)
        raise RuntimeError("a press was made and nothing followed")

    def amount(self, step: Amount) -> None:
        now = self.table.amounts[step.name]
        if self.by == "keyboard":
            self._walk(f"amount:{step.name}")
            for digit in str(step.value):
                self.key(digit)
            return
        for _ in range(abs(step.value - now)):
            self.press(f"amount:{step.name}:{'more' if step.value > now else 'less'}")

    def uncover(self) -> None:
        """Say that one is there, or has seen what was shown."""
        for _ in range(6):
            if isinstance(self.here.top, CurtainScene):
                self.press("button:ready")
            elif self.table.paused or self.table.holding:
                self.press("button:go_on" if self.table.paused else "button:seen")
            else:
                return

    def choose(self, seat: int) -> Any:
        """Choose an action, small where it is a number, so that games end soon."""
        state = self.match.state
        actions = state.legal(seat)
        small = [action for action in actions if str(action).split(" ")[0] in ("bet", "forces")]
        if small:
            return small[min(self.rng.randrange(1, 4), len(small) - 1)]
        return self.rng.choice(actions)

    def play(self) -> list[str]:
        """Play to the end; return what the people did."""
        idle = time.monotonic()
        while not self.match.over:
            self.match.told = list(_read(self.save).actions)
            self.here.draw()
            self.uncover()
            seat = self.match.next_human
            behind = len(self.match.entries) < len(self.match.told)
            asked = self.table.open.prompt is not None
            if seat is None or behind or (not asked and self.table.eyes != seat) or self.match.to_act()[0] == CHANCE:
                if time.monotonic() - idle > 25:
                    raise RuntimeError(
                        f"nothing goes on; to act {self.match.to_act()}, eyes {self.table.eyes}, "
                        f"told {self.match.told[-3:]}, here {self.match.entries[-1].line}"
                    )
                time.sleep(0.05)
                continue
            idle = time.monotonic()
            if asked:
                seat = self.match.to_act()[0]
                if not self.match.is_human(seat):
                    continue
            action = self.choose(seat)
            self.clicked.append(f"{seat}> {action}")
            if asked:
                self.press(f"aside:{seat}.{action}", last=True)
                continue
            path = self.match.state.paths(seat, action)[0]
            for step in path:
                if isinstance(step, Amount):
                    self.amount(step)
                elif isinstance(step, Pick):
                    # A card with one way to pay is shown with its price first.
                    weighed = len(path) == 1 and str(action).startswith("buy ")
                    self.press(step.address, last=step is path[-1] and not weighed)
                    if weighed:
                        self.press("button:confirm", last=True)
        return self.clicked


def _read(save: Path) -> records.Record:
    """Read a save, which is gone for a moment whenever another is put in its place."""
    for _ in range(50):
        try:
            return records.read(save)
        except Exception:
            time.sleep(0.02)
    return records.read(save)


def play(desk: Desk, save: Path, by: str, rng: random.Random) -> list[str]:
    """Play one game to its end and return what people did, in order."""
    return Hands(desk, save, by, rng).play()
