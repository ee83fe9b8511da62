"""Computer players at the table: chosen in set-up, thinking in a process of their own, gone with the game."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tabletop.engine.match import Match
from tabletop.rules import load
from tabletop.ui.computers import Computers
from tabletop.ui.library import Entry
from tabletop.ui.setup import SetupScene
from tabletop.ui.table import TableScene
from tests.ui.driver import Driver

PLAYERS = "extends: spaghetti_monsters\nplayers:\n  learner: {agent: random}\n  club: {agent: greedy}\n"


@pytest.fixture
def game(home: Path) -> Entry:
    path = home / "games" / "club.yaml"
    path.parent.mkdir()
    path.write_text(PLAYERS, encoding="utf-8")
    definition = load("club")
    return Entry(path, definition)


def test_a_level_is_chosen_in_set_up_and_remembered(game: Entry) -> None:
    driver = Driver(SetupScene(game))
    scene = driver.top
    assert isinstance(scene, SetupScene) and {"learner", "club"} <= set(scene.levels)
    driver.click("seat:2.level" if "seat:2.level" in scene.addresses() else "seat:2.level=learner")
    if scene.table.seats[1].level is None:
        driver.click("seat:2.level=" + str(1 + scene.levels.index("learner")))
    driver.click("button:start")
    assert isinstance(driver.top, TableScene) and driver.top.match.levels == [None, "learner"]
    driver.top.leave()
    again = Driver(SetupScene(game), settings=driver.context.settings)
    assert isinstance(again.top, SetupScene) and again.top.table.seats[1].level == "learner"


def test_no_process_is_started_while_only_people_play(home: Path) -> None:
    computers = Computers()
    assert computers.tick(Match(load("spaghetti_monsters"), ["Ada", "Ben"])) == []
    assert computers._worker is None


def test_it_plays_and_its_process_ends_at_once(game: Entry) -> None:
    import random

    assert game.definition is not None
    match = Match(game.definition, ["Ada", "Bot"], levels=[None, "learner"], rng=random.Random(4))
    computers = Computers()
    try:
        match.play(1, match.legal(1)[0])
        until = time.monotonic() + 30
        played = []
        while not played and time.monotonic() < until:
            played = computers.tick(match)
            time.sleep(0.02)
        assert [entry.seat for entry in played] == [2] and match.next_human == 1
    finally:
        began = time.monotonic()
        computers.stop()
    assert time.monotonic() - began < 2 and computers._worker is None
