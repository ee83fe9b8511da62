"""The frame carries steps that Monsters has not: amounts, orders of other things, choices made in secret."""

from __future__ import annotations

import random

import pygame
import pytest

from tabletop.engine.match import Match
from tabletop.engine.rules import Address
from tabletop.ui import tableview
from tabletop.ui.animation import Placement
from tabletop.ui.curtain import CurtainScene
from tabletop.ui.result import ResultScene
from tabletop.ui.tableview import Marks, TableView
from tests.games import load
from tests.ui.table_player import Player


class Boxes(TableView):
    """A box for each address."""

    def placements(self) -> dict[str, Placement]:
        return {identity: Placement(*self.rects()[address].center) for identity, address in self.objects.items()}

    def rects(self) -> dict[Address, pygame.Rect]:
        side = 60
        found = dict.fromkeys(sorted(self.objects.values()))
        return {
            address: pygame.Rect(self.rect.x + 20 + 70 * n, self.rect.y + 20, side, side)
            for n, address in enumerate(found)
        }

    def draw(self, surface: pygame.Surface, marks: Marks) -> None:
        for address, rect in self.rects().items():
            self.context.text.draw(surface, address, rect)


VIEW = Boxes


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    views = dict.fromkeys(("toy_race", "toy_bids"), __name__)
    monkeypatch.setattr(tableview, "VIEWS", {**tableview.VIEWS, **views})


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_cars_are_put_in_order_and_an_amount_is_driven(how: str) -> None:
    match = Match(load("toy_race"), ["Ada", "Ben", "Chi"])
    player = Player(match, how)
    player.press("car:3")  # the third is first on the grid
    player.press("button:grid")
    assert str(match.entries[-1].action) == "grid 3 1 2"
    player.press("car:3")
    parts = player.table.addresses()
    assert {"button:drive", "button:back"} <= set(parts)
    player.press("amount:spaces:more")
    player.press("button:drive")
    assert str(match.entries[-1].action) == "drive 2"


def test_the_wheel_does_not_change_an_amount() -> None:
    from tabletop.ui.viewport import Wheel

    match = Match(load("toy_race"), ["Ada", "Ben"])
    player = Player(match)
    player.click("button:grid")
    player.click("car:1")
    player.stack.handle(Wheel(player.rect("button:drive").move(-120, 0).center, 5))
    player.click("button:drive")
    assert str(match.entries[-1].action) == "drive 1"


def test_bids_are_made_in_secret_one_after_the_other(rng: random.Random) -> None:
    match = Match(load("toy_bids"), ["Ada", "Ben"], rng=rng)
    player = Player(match)
    bids = 0
    while not match.over:
        if isinstance(player.top, CurtainScene):
            assert "card:" not in player.words() and match.names[(match.next_human or 1) - 1] in player.words()
            player.uncover()
        seat = match.next_human
        assert player.table.eyes == seat
        action = rng.choice(match.legal(seat or 0))
        player.follow(seat or 0, match.state.paths(seat or 0, action)[0])
        bids += 1
    player.draw()
    assert bids >= 4 and isinstance(player.top, ResultScene)
