"""Plays whole games at a table through events only, and keeps what it meant to do."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tabletop import rules
from tabletop.engine.match import Match
from tabletop.engine.rules import Order, Path, Pick
from tabletop.ui.curtain import CurtainScene
from tabletop.ui.settings import Settings
from tabletop.ui.table import TableScene
from tabletop.ui.tableform import Thing
from tests.ui.driver import Driver

NAMES = ("Ada", "Ben", "Chi", "Dee", "Eve")


def monsters(seats: int = 2, seed: int = 1, names: Sequence[str] = NAMES, **options: Any) -> Match:
    """Begin a match of people."""
    return Match(rules.load("spaghetti_monsters"), names[:seats], options=options, rng=random.Random(seed))


def advance(match: Match, moves: int, seed: int = 2) -> Match:
    """Play so many random moves through the match itself."""
    rng = random.Random(seed)
    for _ in range(moves):
        if match.over:
            break
        seat = match.to_act()[0]
        match.play(seat, match.state.sample(seat, rng))
    return match


def finished() -> Match:
    """Make a game that is about to end by its rules: a sacrifice by seat 1 against two lives."""
    position = {
        "islands": [{"card": "sacrifice", "number": 2, "queue": [1]}, {"card": "birth", "number": None, "queue": [2]}],
        "lives": [1, 2],
    }
    match = monsters(2)
    return Match(match.definition, ["Ada", "Ben"], position=position)


class Player(Driver):
    """Sits at a table with a mouse, a keyboard or a finger."""

    def __init__(
        self,
        match: Match,
        how: str = "mouse",
        *,
        size: tuple[int, int] = (1280, 800),
        text: int = 100,
        switches: dict[str, bool] | None = None,
    ) -> None:
        self.table = TableScene(match, clock=lambda: self.now)
        self.now = 0.0
        self.how = how
        self.meant: list[str] = []
        settings = Settings(speed=0, volume=0, text=text, switches=switches or {})
        super().__init__(self.table, size=size, settings=settings)

    @property
    def match(self) -> Match:
        return self.table.match

    def press(self, address: str) -> None:
        """Click, tap or walk to a thing."""
        if self.how != "keyboard":
            self.click(address, touch=self.how == "touch")
            return
        form = self.table.form
        for _ in range(200):
            focused = form.focused
            if form.keyboard and focused is not None and focused.address == address:
                break
            self.key("right")
        else:
            raise AssertionError(f"the arrows do not lead to {address}")
        self.key("return")

    def uncover(self) -> None:
        """Say that one is there, and that a secret was read."""
        while True:
            if isinstance(self.top, CurtainScene):
                self.click("button:ready")
            elif self.top is self.table and self.table.holding:
                self.click("button:seen")
            else:
                return

    def follow(self, seat: int, path: Path) -> None:
        """Click what a path says."""
        due = self.match.next_human
        for step in path:
            if isinstance(step, Pick):
                address = step.address
                first = step is path[0]
                if seat != due and first:
                    address = f"aside:{seat}.{address.partition(':')[2]}"
                self.press(address)
            elif isinstance(step, Order):
                for wanted in step.value:
                    assert self.table.order is not None
                    self.press(f"island:{self.table.order.index(wanted) + 1}")

    def play(self, rng: random.Random, most: int = 400, asides: float = 0.5) -> None:
        """Play at random to the end, or for so many moves."""
        for _ in range(most):
            self.uncover()
            match = self.match
            if match.over:
                return
            seat, action = self.choose(rng, asides)
            paths = match.state.paths(seat, action)
            self.meant.append(f"{seat}> {action}")
            done = len(match.entries)
            self.follow(seat, rng.choice(paths))
            assert len(match.entries) > done, f"{self.meant[-1]} was not played: {self.table.message}"

    def choose(self, rng: random.Random, asides: float) -> tuple[int, Any]:
        """Choose who does what: mostly whoever is asked, now and then somebody out of turn."""
        match = self.match
        due = match.to_act()[0]
        words = match.definition.game.asides
        out_of_turn = [
            (seat, action)
            for seat in match.seats
            for action in match.legal(seat)
            if str(action).split(" ")[0] in words and str(action) != "stalemate"
        ]
        if out_of_turn and rng.random() < asides:
            return rng.choice(out_of_turn)
        return due, match.state.sample(due, rng)

    def played(self) -> list[str]:
        """Give what the match has recorded of people."""
        return [f"{entry.seat}> {entry.action}" for entry in self.match.entries if entry.seat]

    def can(self) -> set[str]:
        """Give what of the game is marked, buttons included."""
        found = {w.address for w in self.table.form.widgets if isinstance(w, Thing) and w.can}
        shown = {address for address in self.table.addresses() if address.startswith("button:")}
        return found | (shown - {"button:back", "button:place_row"})
