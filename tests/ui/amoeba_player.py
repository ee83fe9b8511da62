"""Plays Super Amoeba Battle at a table through events only: discs are put down at places of the board."""

from __future__ import annotations

import math
import random
from typing import Any

from tabletop import rules
from tabletop.engine.match import Match
from tabletop.engine.rules import Path, Pick, Point
from tabletop.ui.tables.super_amoeba_battle import AmoebaView
from tabletop.ui.viewport import Move, Press, Release
from tests.ui.table_player import NAMES, Player

UNIT = 1000


def battle(seed: int = 1, names: Any = NAMES, position: Any = None, **options: Any) -> Match:
    """Begin a match of two people."""
    definition = rules.load("super_amoeba_battle")
    return Match(definition, names[:2], options=options, rng=random.Random(seed), position=position)


class Fighter(Player):
    """Sits at the board with a mouse, a keyboard or a finger."""

    @property
    def view(self) -> AmoebaView:
        assert isinstance(self.table.view, AmoebaView)
        return self.table.view

    def uncover(self) -> None:
        """Say that one is there, and that what everybody should see was seen."""
        super().uncover()
        while self.top is self.table and "button:go_on" in self.table.addresses():
            self.click("button:go_on")
            super().uncover()

    @property
    def lift(self) -> Any:
        """Give the disc in the hand."""
        return self.view.hand.lift

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Give the pixel of a point of the board."""
        px, py = self.view.to_screen(x, y)
        return round(px), round(py)

    def point_at(self, pos: tuple[int, int]) -> None:
        """Press a place of the board."""
        touch = self.how == "touch"
        if not touch:
            self.stack.handle(Move(pos))
        self.stack.handle(Press(pos, touch=touch))
        self.stack.handle(Release(pos, touch=touch))
        self.draw()

    def drag(self, address: str, *way: tuple[int, int], mods: frozenset[str] = frozenset(), drop: bool = True) -> None:
        """Drag a thing over these pixels and let it go at the last."""
        start = self.rect(address).center
        self.stack.handle(Press(start))
        self.stack.handle(Move((start[0] + 12, start[1]), True))
        for pos in way:
            self.stack.handle(Move(pos, True, mods=mods))
        self.draw()
        if drop:
            self.stack.handle(Release(way[-1], mods=mods))
            self.draw()

    def put(self, x: float, y: float) -> None:
        """Put the disc in the hand down at a place that the rules list."""
        if self.how == "keyboard":
            wanted = round(x * UNIT), round(y * UNIT)
            for _ in range(400):
                if self.lift.at == wanted:
                    break
                self.key("right")
            else:
                raise AssertionError(f"the arrows do not lead to {x},{y}")
            self.key("return")
            return
        pos = self.pixel(x, y)
        self.point_at(pos)
        if self.lift is not None and self.lift.pressed:
            self.point_at(pos)

    def follow(self, seat: int, path: Path) -> None:
        """Click what a path says."""
        if seat != self.match.next_human:
            self.press(f"aside:{seat}.visit")
            self.uncover()
        if path[0] == Pick("button:arrange"):  # pixels are coarser: start from the formation that it is
            action = next(a for a in self.match.legal(seat) if self.meant[-1] == f"{seat}> {a}")
            path = self.match.state.paths(seat, action)[0]
        for step in path:
            if isinstance(step, Pick):
                self.press(step.address)
            elif isinstance(step, Point):
                self.put(*step.near)
        if "button:arranged" in self.table.addresses():
            self.press("button:arranged")

    def press(self, address: str) -> None:
        if self.how == "keyboard" and self.lift is None and address == "button:arranged":
            self.key("i")
            return
        super().press(address)

    def aimed(self, seat: int, action: Any) -> bool:
        """Tell whether a press can mean exactly this place: pixels are coarser than thousandths."""
        if action.verb not in ("move", "jack") or self.how == "keyboard":
            return True
        name, place = action.args
        start = self.match.state.position()["discs"].get(name)
        if start is not None and math.dist((place[0] / UNIT, place[1] / UNIT), start) < 0.4:
            return False
        x, y = self.view.to_board(self.pixel(place[0] / UNIT, place[1] / UNIT))
        others = [o.args[1] for o in self.match.legal(seat) if o.verb == action.verb and o.args[0] == name]
        return bool(min(others, key=lambda o: math.dist(o, (x * UNIT, y * UNIT))) == place)

    def choose(self, rng: random.Random, asides: float) -> tuple[int, Any]:
        match = self.match
        due = match.next_human
        assert due is not None
        seat = due
        faces = [a for a in match.legal(3 - due) if a.verb in ("ace", "king", "queen", "jack")]
        if faces and rng.random() < asides:
            seat, actions = 3 - due, faces
        else:
            actions = match.legal(due)
        kinds = sorted({action.verb for action in actions})
        # Forward, so that the sides meet.
        while True:
            kind = rng.choice(kinds)
            same = [action for action in actions if action.verb == kind and self.aimed(seat, action)]
            if same:
                if kind == "move":
                    same.sort(key=lambda a: a.args[1][1], reverse=seat == 1)
                    same = same[: max(1, len(same) // 4)]
                return seat, rng.choice(same)
