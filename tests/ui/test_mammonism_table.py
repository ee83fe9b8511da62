"""Mammonism played at the table, by events alone: secrets, bets, the open prompt after a battle."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tabletop import rules
from tabletop.engine.match import Entry, Match
from tabletop.engine.rules import Amount, Path, Pick
from tabletop.ui.curtain import CurtainScene
from tests.ui.driver import LONG
from tests.ui.table_player import NAMES, Player

WAYS = ("mouse", "keyboard", "touch")


def mammonism(seats: int = 2, seed: int = 1, names: Sequence[str] = NAMES, **more: Any) -> Match:
    """Begin a match."""
    return Match(rules.load("mammonism"), names[:seats], rng=random.Random(seed), **more)


class Computers:
    """Computer players that choose at random, at once."""

    thinking: int | None = None
    hinting = False

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def tick(self, match: Match, speed: float = 1.0) -> list[Entry]:
        for seat in match.waiting_computers():
            return match.play(seat, match.state.sample(seat, self.rng), by="computer")
        return []

    def listen(self, match: Match) -> None:
        """Nothing is thought in advance."""

    def hurry(self) -> None:
        """Nothing takes time."""

    def ask_hint(self, match: Match, seat: int) -> None:
        """Nobody advises."""

    def take_hint(self) -> None:
        """Nobody advises."""

    def stop(self) -> None:
        """Nothing goes on."""


class Bettor(Player):
    """A player who can choose amounts, answer open prompts, and pass the table on."""

    def uncover(self) -> None:
        while True:
            if isinstance(self.top, CurtainScene):
                self.press_any("button:ready")
            elif self.top is self.table and (self.table.paused or self.table.holding):
                self.press_any("button:go_on" if self.table.paused else "button:seen")
            else:
                return

    def press_any(self, address: str) -> None:
        if self.how == "keyboard":
            for _ in range(2):  # the first one may only show where the focus is
                if address in self.top.addresses():
                    self.key("return")
            assert address not in self.top.addresses()
        else:
            self.click(address, touch=self.how == "touch")

    def walk(self, address: str) -> None:
        """Go to a thing with Tab."""
        form = self.table.form
        for _ in range(120):
            if form.keyboard and form.focused is not None and form.focused.address == address:
                return
            self.key("tab")
        raise AssertionError(f"Tab does not lead to {address}")

    def press(self, address: str) -> None:
        if self.how != "keyboard":
            self.click(address, touch=self.how == "touch")
        else:
            self.walk(address)
            self.key("return")

    def amount(self, step: Amount) -> None:
        """Choose a number: by digits, by single coins, or by plus and minus."""
        now = self.table.amounts[step.name]
        if self.how == "keyboard":
            self.walk(f"amount:{step.name}")
            for digit in str(step.value):
                self.key(digit)
            return
        coins = f"coins:{step.name}"
        for _ in range(abs(step.value - now)):
            way = "more" if step.value > now else "less"
            use_coins = way == "more" and self.how == "mouse" and coins in self.table.addresses()
            self.press(coins if use_coins else f"amount:{step.name}:{way}")

    def follow(self, seat: int, path: Path) -> None:
        for step in path:
            if isinstance(step, Amount):
                self.amount(step)
            elif isinstance(step, Pick):
                self.press(step.address)

    def play(self, rng: random.Random, most: int = 400, asides: float = 0.0) -> None:
        for _ in range(most):
            self.draw()
            self.uncover()
            match = self.match
            if match.over:
                return
            due = match.next_human
            if due is None:
                continue
            prompt = self.table.open.prompt
            if prompt is not None:
                self.answer(rng)
                continue
            if self.table.eyes != due:  # the curtain is about to fall
                continue
            action = match.state.sample(due, rng)
            self.meant.append(f"{due}> {action}")
            done = len(self.played())
            self.follow(due, rng.choice(match.state.paths(due, action)))
            assert len(self.played()) > done, f"{self.meant[-1]} was not played: {self.table.message}"

    def answer(self, rng: random.Random) -> None:
        """Let somebody use a card, or nobody; what has to be written follows from who is asked when."""
        match = self.match
        asked = match.to_act()[0]
        if not match.is_human(asked):
            return
        action = match.state.sample(asked, rng)
        self.meant.append(f"{asked}> {action}")
        self.press(f"aside:{asked}.{action}")
        assert self.played()[-1].endswith(str(action)) or self.match.levels.count(None) < len(match.names)

    def played(self) -> list[str]:
        """Give what the match has recorded of people."""
        return [f"{entry.seat}> {entry.action}" for entry in self.match.entries if entry.by == "human"]


@pytest.mark.parametrize("how", WAYS)
def test_a_game_of_two_is_played_by_events_alone(how: str, rng: random.Random) -> None:
    player = Bettor(mammonism(2), how)
    player.play(rng, most=600)
    assert player.match.over and player.played() == player.meant
    assert len(player.meant) > 15


@pytest.mark.parametrize("how", WAYS)
def test_a_game_of_two_people_and_two_computers_is_played_by_events_alone(how: str, rng: random.Random) -> None:
    match = mammonism(4, levels=[None, "random", None, "random"])
    player = Bettor(match, how)
    player.table.computers = Computers(random.Random(7))
    player.play(rng, most=1500)
    assert match.over and player.played() == player.meant
    assert {entry.seat for entry in match.entries} >= {1, 2, 3, 4}


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("text", [100, 150, 200])
def test_nothing_is_cut_or_covered_at_the_start(size: tuple[int, int], text: int) -> None:
    player = Bettor(mammonism(5, names=LONG), size=size, text=text)
    player.uncover()
    assert player.faults() == []
    assert player.outside() == []
