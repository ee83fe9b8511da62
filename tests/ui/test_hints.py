"""Hints at the table, and waiting for computers: what is marked and said, what a click does, what goes on behind."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

from tabletop.agents.agent import Thought
from tabletop.agents.hint import Hint
from tabletop.agents.levels import player
from tabletop.agents.worker import Answer
from tabletop.engine.clock import Clock
from tabletop.engine.match import Entry, Match
from tabletop.engine.rules import Event, Pick
from tabletop.rules import load
from tabletop.ui import tableview
from tabletop.ui.computers import Computers as Thinkers
from tabletop.ui.settings import Settings
from tabletop.ui.table import Computers, TableScene
from tabletop.ui.theme import ADVICE
from tabletop.ui.viewport import Press, Release
from tests import games as toys
from tests.ui import test_table_toys
from tests.ui.driver import LONG, Driver

GREEDY = "extends: spaghetti_monsters\nplayers:\n  casual: {agent: greedy}\n  expert: {agent: greedy}\n"
DEATH = {
    "islands": [{"card": "death", "number": 1, "queue": [1, 2]}, {"card": "birth", "number": None, "queue": [1, 2]}]
}


class Oracle(Computers):
    """Advises what it is told to, and counts what is asked of it."""

    def __init__(self, *actions: str, event: Event | None = None) -> None:
        self.actions, self.event = actions, event
        self.asked: list[int] = []
        self.hurried = self.listened = self.stopped = 0
        self.answer: Answer | None = None
        self.move: str | None = None

    def ask_hint(self, match: Match, seat: int) -> None:
        self.asked.append(seat)
        actions = tuple(match.definition.game.parse(action) for action in self.actions)
        self.answer = Answer(match.request(seat), "hint", actions[0], hint=Hint(actions[0], self.event, actions))
        self.match = match

    def take_hint(self) -> Answer | None:
        found, self.answer = self.answer, None
        return found if found is not None and found.request == self.match.request(found.request.seat) else None

    def tick(self, match: Match, speed: float = 1.0) -> list[Entry]:
        seats = match.waiting_computers()
        return match.play(seats[0], self.move) if seats and self.move else []

    def listen(self, match: Match) -> None:
        self.listened += 1

    def hurry(self) -> None:
        self.hurried += 1

    def stop(self) -> None:
        self.stopped += 1


def monsters(position: dict[str, Any] = DEATH, levels: tuple[str | None, ...] = (None, None), **more: Any) -> Match:
    return Match(load("spaghetti_monsters"), ["Ada", "Ben"], position=position, levels=levels, **more)


def sit(match: Match, computers: Computers, **more: Any) -> tuple[Driver, TableScene]:
    table = TableScene(match, computers=computers)
    return Driver(table, **more), table


def advised(table: TableScene) -> list[str]:
    return [step.address for step in table.advised() if isinstance(step, Pick)]


# -- hints -------------------------------------------------------------------------------------------------------------


def test_a_hint_is_marked_step_by_step_and_said_from_its_event() -> None:
    event = Event("removed", {"owner": 2, "card": "birth"})
    oracle = Oracle("ask", "remove 2.2", event=event)
    driver, table = sit(monsters(), oracle)
    driver.click("table:hint")
    driver.draw()
    assert oracle.asked == [1] and advised(table) == ["button:ask"]
    assert "A strong player would try this: Ben's islander on Birth leaves the game." in driver.words()
    driver.click("button:ask")
    assert advised(table) == ["islander:2.2"]  # the second action that belongs to it
    assert "A strong player would try this" in driver.words()
    driver.click("islander:2.2")
    assert advised(table) == [] and table.advice is None
    assert [str(entry.action) for entry in table.match.entries] == ["ask", "remove 2.2"]


def test_its_mark_is_a_colour_of_its_own_around_the_thing() -> None:
    driver, table = sit(monsters(), Oracle("decline"))
    rect = driver.rect("button:decline")
    corner = rect.inflate(10, 10).midleft
    before = tuple(table.context.surface.get_at(corner))[:3]
    driver.key("h")
    driver.draw()
    assert before != ADVICE and tuple(table.context.surface.get_at(corner))[:3] == ADVICE
    assert "A strong player would do what is marked." in driver.words()


def test_it_is_taken_back_by_another_action_and_by_undo() -> None:
    driver, table = sit(monsters(), Oracle("ask", "remove 2.2"))
    driver.key("h")
    driver.draw()
    driver.click("button:decline")
    assert table.advice is None
    driver.click("table:undo")
    driver.key("h")
    driver.draw()
    driver.click("button:ask")
    assert advised(table) == ["islander:2.2"]
    driver.click("table:undo")
    assert table.advice is None and advised(table) == []


def test_what_was_asked_before_an_action_is_not_marked_after_it() -> None:
    oracle = Oracle("ask")
    driver, table = sit(monsters(), oracle)
    table._hint()
    driver.click("button:decline")
    driver.draw()
    driver.draw()
    assert table.advice is None and not table.advising


def test_half_of_another_choice_is_put_down_when_a_hint_comes() -> None:
    position = {
        "islands": [{"card": "drifting", "number": 1, "queue": [1, 2]}, {"card": "death", "number": 1, "queue": [2]}]
    }
    driver, table = sit(monsters(position), Oracle("drift 2.1>1"))
    driver.click("button:ask")
    driver.click("islander:1.2")
    driver.key("h")
    driver.draw()
    assert advised(table) == ["islander:2.1"]
    driver.click("islander:2.1")
    assert advised(table) == ["island:1"]


@pytest.mark.parametrize("action", ["grid 2 1", "drive 3"])
def test_orders_and_amounts_are_set_as_the_hint_says(action: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tableview, "VIEWS", {**tableview.VIEWS, "toy_race": test_table_toys.__name__})
    definition = toys.load("toy_race")
    object.__setattr__(definition, "players", {"expert": player(definition, "greedy").level})
    match = Match(definition, ["Ada", "Ben"])
    if action != "grid 2 1":
        match.play(match.to_act()[0], "grid 1 2")
    driver, table = sit(match, Oracle(action))
    driver.key("h")
    driver.draw()
    if action == "drive 3":
        driver.click(advised(table)[0])
        assert advised(table) == ["button:drive"] and len(table._advised_rects()) == 2
        driver.click("button:drive")
    else:
        assert len(table._advised_rects()) == 1
        driver.click("button:grid")
    assert str(match.entries[-1].action) == action


def test_there_is_no_hint_where_nobody_could_want_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tableview, "VIEWS", {**tableview.VIEWS, "toy_race": test_table_toys.__name__})
    without, _ = sit(Match(toys.load("toy_race"), ["Ada", "Ben"]), Oracle("grid 1 2"))
    assert "table:hint" not in without.top.addresses()  # no computer plays this game
    among, _ = sit(monsters(levels=("casual", "club")), Oracle("ask"))
    assert "table:hint" not in among.top.addresses()
    waiting, _ = sit(monsters(levels=("casual", None)), Oracle("ask"))
    assert "table:hint" not in waiting.top.addresses() and not waiting.top.form.widget("table:hint").enabled  # type: ignore[attr-defined]


def test_a_hint_of_the_real_thinker_comes_while_the_table_lives_on(home: Path) -> None:
    (home / "games").mkdir()
    (home / "games" / "club.yaml").write_text(GREEDY, encoding="utf-8")
    computers = Thinkers()
    driver, table = sit(Match(load("club"), ["Ada", "Ben"], position=DEATH), computers)
    assert computers._worker is None  # nobody has asked
    driver.key("h")
    until = time.monotonic() + 120
    while table.advice is None and time.monotonic() < until:
        driver.draw()
        time.sleep(0.01)
    assert table.advice is not None and table.match.refusal(1, table.advice.actions[0]) is None
    assert driver.faults() == []
    computers.stop()


# -- waiting -----------------------------------------------------------------------------------------------------------


def test_a_click_or_return_hurries_who_thinks_and_does_nothing_else() -> None:
    oracle = Oracle("ask")
    match = monsters(levels=("casual", None))
    driver, table = sit(match, oracle)
    assert "Ada is thinking." in driver.words()
    for pos in (table.view.rects()["island:2"].center, (driver.rect("table:menu").x, table.prompt_rect.bottom - 4)):
        driver.stack.handle(Press(pos))
        driver.stack.handle(Release(pos))
    driver.key("return")
    driver.key("space")
    driver.key("space", repeat=True)
    assert oracle.hurried >= 3 and not match.entries and table.message is None and driver.top is table
    before = oracle.hurried
    driver.click("table:menu")
    assert driver.top is not table and oracle.hurried == before


def test_a_hint_is_said_in_place_of_a_reason_only_where_a_person_acts() -> None:
    oracle = Oracle("ask")
    driver, table = sit(monsters(), oracle)
    driver.stack.handle(Press(table.view.rects()["island:2"].center))
    driver.stack.handle(Release(table.view.rects()["island:2"].center))
    assert oracle.hurried == 0 and table.message is not None and table.message.warm


def test_behind_a_menu_clocks_stand_still_and_the_answer_waits() -> None:
    now = [100.0]
    oracle = Oracle("ask")
    match = monsters(levels=("casual", None), clock=Clock("game", 60, now=lambda: now[0]))
    driver, _ = sit(match, oracle)
    driver.click("table:menu")
    heard = oracle.listened
    oracle.move = "decline"
    for _ in range(10):
        now[0] += 1
        driver.draw()
    assert oracle.listened > heard and not match.entries
    driver.key("escape")
    driver.draw()
    assert [str(entry.action) for entry in match.entries] == ["decline"]
    assert match.clock is not None and match.clock.left(2) == 60


def test_a_move_takes_its_moment_by_the_speed_setting() -> None:
    now = [0.0]
    for speed, seconds in ((1.0, 0.6), (2.0, 0.3), (0.5, 1.2), (0.0, 0.15)):
        computers = Thinkers()
        match = monsters(levels=("casual", None))
        try:
            computers.listen(match)
            opponents = computers._opponents
            assert opponents is not None
            opponents._clock = lambda: now[0]
            now[0] += 100  # an animation ends: only now does the moment begin
            computers.tick(match, speed)
            action = match.legal(1)[0]
            opponents._held = Answer(match.request(1), "move", action, Thought(action))
            now[0] += seconds - 0.01
            assert computers.tick(match, speed) == []
            now[0] += 0.02
            assert [entry.action for entry in computers.tick(match, speed)] == [action]
        finally:
            computers.stop()


# -- undo and redo -----------------------------------------------------------------------------------------------------


def test_a_row_placed_by_one_click_is_one_undo_and_one_redo() -> None:
    match = Match(load("spaghetti_monsters"), ["Ada", "Ben"], options={"level": 1}, rng=random.Random(1))
    driver, _ = sit(match, Oracle("ask"))
    driver.click("island:1")
    driver.click("island:3")
    driver.click("button:place_row")
    placed = [str(entry.line) for entry in match.entries]
    driver.click("table:undo")
    assert [str(entry.action) for entry in match.entries if entry.seat] == ["place 1", "place 3"]
    driver.click("table:undo")
    assert [str(entry.action) for entry in match.entries if entry.seat] == ["place 1"]
    driver.click("table:redo")
    driver.click("table:redo")
    assert [str(entry.line) for entry in match.entries] == placed
    driver.click("table:undo")
    assert [str(entry.action) for entry in match.entries if entry.seat] == ["place 1", "place 3"]
    driver.click("island:2")  # another way: what was grouped is no more
    driver.click("table:undo")
    driver.click("table:redo")
    assert [str(entry.action) for entry in match.entries if entry.seat] == ["place 1", "place 3", "place 2"]


def test_after_an_undo_computers_leave_what_can_be_done_again(home: Path) -> None:
    (home / "games").mkdir()
    (home / "games" / "club.yaml").write_text(GREEDY, encoding="utf-8")
    match = Match(load("club"), ["Ada", "Bot"], levels=(None, "casual"), options={"level": 1}, rng=random.Random(1))
    computers = Thinkers()
    driver, _ = sit(match, computers, settings=Settings(speed=0, volume=0))

    def wait(count: int, seconds: float = 120.0) -> None:
        until = time.monotonic() + seconds
        while len(match.entries) < count and time.monotonic() < until:
            driver.draw()
            time.sleep(0.01)

    first = len(match.entries)
    driver.click("island:1")
    wait(first + 2)
    done = [str(entry.line) for entry in match.entries]
    assert [entry.by for entry in match.entries[first:]] == ["human", "computer"]
    driver.click("table:undo")
    assert len(match.entries) == first
    wait(first + 1, seconds=0.4)
    assert len(match.entries) == first and match.can_redo
    driver.click("table:redo")
    assert [str(entry.line) for entry in match.entries] == done
    driver.stack.apply(None)
    computers.stop()


# -- the look ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
def test_nothing_is_cut_while_one_thinks_or_a_hint_is_shown(size: tuple[int, int], text: int) -> None:
    for levels in ((None, None), ("casual", None)):
        match = monsters(levels=levels)
        match.names = [LONG[0], LONG[2]]
        event = Event("removed", {"owner": 2, "card": "birth"})
        driver, table = sit(
            match, Oracle("ask", event=event), size=size, settings=Settings(speed=0, volume=0, text=text)
        )
        driver.key("h")
        driver.draw()
        assert (table.advice is None) == (levels[0] is not None)
        assert driver.faults() == [] and driver.outside() == []
