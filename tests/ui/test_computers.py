"""Computer players at the table: chosen in set-up, thinking in a process of their own, gone with the game."""

from __future__ import annotations

import threading
import time
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from tabletop.agents import worker
from tabletop.engine.match import Match
from tabletop.rules import load
from tabletop.ui.computers import Computers
from tabletop.ui.library import Entry
from tabletop.ui.setup import SetupScene
from tabletop.ui.table import TableScene
from tests.agents.conftest import LIMIT, alive, wait_for
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


def test_it_plays_and_its_process_ends_without_the_table_waiting(game: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    import random

    assert game.definition is not None
    match = Match(game.definition, ["Ada", "Bot"], levels=[None, "learner"], rng=random.Random(4))
    computers = Computers()
    try:
        match.play(1, match.legal(1)[0])
        until = time.monotonic() + LIMIT
        played = []
        while not played and time.monotonic() < until:
            played = computers.tick(match)
            time.sleep(0.02)
        assert [entry.seat for entry in played] == [2] and match.next_human == 1
        assert computers._worker is not None
        process = computers._worker.process_id
    finally:
        go_on, waited = threading.Event(), list[bool]()
        farewell = worker.farewell

        def held(process: BaseProcess) -> None:
            waited.append(go_on.wait(LIMIT))
            farewell(process)

        monkeypatch.setattr(worker, "farewell", held)
        computers.stop()
        go_on.set()
    assert computers._worker is None
    wait_for(lambda: not alive(process))
    assert waited == [True]  # `stop` came back before the process had gone
