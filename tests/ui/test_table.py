"""The frame of every game: taking back, looking back, the log, the menu, the end, computers, clocks."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tabletop.engine import saves
from tabletop.engine.clock import Clock
from tabletop.engine.match import Entry, Match
from tabletop.engine.saves import Autosave
from tabletop.ui import widgets
from tabletop.ui.gamemenu import GameMenu
from tabletop.ui.result import ResultScene
from tabletop.ui.scene import Context, Pop, Stack
from tabletop.ui.settings import Settings
from tabletop.ui.sitting import Sitting, rotated
from tabletop.ui.table import Computers, TableScene
from tabletop.ui.viewport import Key, Move, Press, Release, Viewport, Wheel
from tests.ui.driver import Driver
from tests.ui.table_player import Player, advance, finished, monsters


def lines(match: Match) -> list[str]:
    return [f"{entry.seat}> {entry.action}" for entry in match.entries]


def ready(match: Match) -> Match:
    """Place everyone, so that an islander is asked."""
    while match.state.position()["phase"] == "placement":
        match.play(match.to_act()[0], match.legal(match.to_act()[0])[0])
    return match


# -- taking back -------------------------------------------------------------------------------------------------------


def test_undo_and_redo_by_button_and_key() -> None:
    player = Player(monsters(2, level=1))
    player.click("island:1")
    player.click("island:3")
    player.key("z", "ctrl")
    assert player.played() == ["1> place 1"] and "Taken back" in player.words()
    player.click("table:undo")
    player.key("return")
    assert player.played() == []
    player.key("y", "ctrl")
    player.click("table:redo")
    assert player.played() == ["1> place 1", "2> place 3"]


def test_undo_past_another_person_asks_that_person_first() -> None:
    player = Player(monsters(2, level=1))
    for address in ("island:1", "island:3", "island:2"):
        player.click(address)
    player.click("table:undo")
    assert player.played() == ["1> place 1", "2> place 3"]  # Ada's own
    player.click("table:undo")
    assert "Ben, this takes back your choice too. All right?" in player.words()
    player.key("escape")
    assert player.played() == ["1> place 1", "2> place 3"]
    player.click("table:undo")
    player.key("return")
    assert player.played() == ["1> place 1"]
    player.click("table:undo")  # agreed to as long as the series goes on
    assert player.played() == []
    player.click("island:4")
    player.click("table:undo")
    assert player.played() == []


def test_undo_first_takes_back_half_a_choice() -> None:
    position = {
        "islands": [{"card": "drifting", "number": 1, "queue": [1, 2]}, {"card": "death", "number": 1, "queue": [2]}]
    }
    match = monsters(2)
    player = Player(Match(match.definition, ["Ada", "Ben"], position=position))
    player.click("button:ask")
    player.click("islander:1.2")
    player.click("table:undo")
    assert player.can() == {"islander:1.1", "islander:1.2", "islander:2.1"}
    assert player.played() == ["1> ask"]
    player.click("table:undo")
    assert player.played() == []


def test_what_cannot_be_taken_back_says_why() -> None:
    # Opening the next island shows everyone something new.
    player = Player(monsters(2, level=1, opening="sequential"))
    player.click("button:pass")
    player.click("button:pass")
    player.click("table:undo")
    assert player.played() == ["1> pass", "2> pass"]
    assert player.table.message is not None and player.table.message.warm


# -- looking back ------------------------------------------------------------------------------------------------------


def test_looking_back_by_a_line_of_the_log_and_stepping() -> None:
    match = ready(monsters(2, level=1))
    player = Player(match)
    now = dict(player.table.view.objects)
    line = next(address for address in player.table.addresses() if address.startswith("log="))
    count = int(line.partition("=")[2]) + 1
    player.click(line)
    assert player.table.look == count
    assert player.table.view.position == match.state_at(count).position("public")
    player.click("look:next")
    assert player.table.look == count + 1
    player.key("left")
    player.key("left")
    assert player.table.look == count - 1
    player.key("home")
    assert player.table.look == 0 and "before the first move" in player.words()
    player.key("end")
    assert player.table.look == len(match.entries)
    player.key("escape")
    assert player.table.look is None and dict(player.table.view.objects) == now
    assert {"button:ask", "button:decline"} <= player.can()


def test_nothing_is_played_while_looking_back() -> None:
    match = ready(monsters(2, level=1))
    player = Player(match)
    done = len(match.entries)
    player.table.lookback.go(3)
    player.draw()
    player.key("a")
    player.key("d")
    for address in ("island:1", "islander:1.1"):
        player.table.click(address)
    assert len(match.entries) == done


def test_it_runs_by_itself_and_stops_at_the_end() -> None:
    match = ready(monsters(2, level=1))
    player = Player(match)
    player.table.lookback.go(4)
    player.draw()
    player.click("look:play")
    for _ in range(160):
        player.draw()
    assert player.table.look == len(match.entries)
    assert not player.table.lookback.playing


def test_play_on_from_here_makes_a_new_match(tmp_path: Path) -> None:
    match = ready(monsters(2, level=1))
    match.autosave = Autosave(tmp_path / "game.yaml")
    player = Player(match)
    player.table.lookback.go(4)
    player.draw()
    player.click("look:branch")
    other = player.top
    assert isinstance(other, TableScene) and other.match is not match
    assert lines(other.match) == lines(match)[:4]
    assert other.match.autosave is not None and other.match.autosave.path != match.autosave.path
    assert other.look is None and other.picker is not None


def test_a_record_is_only_looked_at(rng: random.Random) -> None:
    match = ready(monsters(2, level=1))
    driver = Driver(TableScene(monsters(2)), TableScene(match, look=0, view="public"))
    driver.click("look:last")
    driver.click("look:close")
    assert len(driver.stack.scenes) == 1


# -- the log -----------------------------------------------------------------------------------------------------------


def test_the_log_tells_in_sentences_and_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[str] = []
    monkeypatch.setattr(widgets, "copy", lambda words: bool(kept.append(words)) or True)
    match = monsters(2, level=1)
    player = Player(match)
    player.click("island:2")
    card = player.table.words.card(match.state.position()["islands"][1]["card"])
    assert f"Ada places an islander on {card}." in player.words()
    player.click("log:copy")
    assert kept == [f"5 islands lie in a row.\nAda places an islander on {card}."]


def test_the_newest_line_is_in_sight_and_the_wheel_only_scrolls() -> None:
    match = advance(monsters(2, level=1), 60)
    player = Player(match)
    log = player.table.log.list
    assert log.limit > 0 and log.offset == log.limit
    done = len(match.entries)
    player.stack.handle(Wheel(log.rect.center, 3))
    player.draw()
    assert log.offset < log.limit and len(match.entries) == done
    player.stack.handle(Wheel(player.table.view.rect.center, 3))
    assert len(match.entries) == done


def test_a_narrow_window_shows_the_log_when_asked() -> None:
    player = Player(advance(monsters(5, level=3), 20), size=(960, 600), text=200)
    assert not any(address.startswith("log") for address in player.table.addresses())
    player.click("table:log")
    assert any(address.startswith("log=") for address in player.table.addresses())
    assert player.faults() == []


# -- what is said ------------------------------------------------------------------------------------------------------


def test_names_are_shown_as_they_are() -> None:
    names = ("**No**", "12", "[a](b)", "_x_", "\\")
    player = Player(ready(monsters(5, names=names)))
    acting = names[player.match.to_act()[0] - 1]
    assert f"{acting}, your islander" in player.words()
    for name in names:
        assert name in [one.text for one in player.context.text.record]


def test_a_hint_is_shown_on_focus_and_by_a_long_press() -> None:
    player = Player(ready(monsters(2, level=1)))
    rect = player.table.view.rects()["island:2"]
    done = len(player.match.entries)
    player.stack.handle(Press(rect.center, touch=True))
    for _ in range(20):
        player.draw()
    card = player.table.words.card(player.match.state.position()["islands"][1]["card"])
    assert f"2. {card}" in player.words()
    player.stack.handle(Release(rect.center, touch=True))
    player.draw()
    assert player.table.message is None and len(player.match.entries) == done  # it was held to be read
    player.stack.handle(Move(rect.center))
    for _ in range(20):
        player.draw()
    assert f"2. {card}" in player.words()


def test_moves_are_confirmed_where_that_is_set() -> None:
    match = ready(monsters(2, level=1))
    player = Player(match)
    player.context.settings.confirm = True
    done = len(match.entries)
    player.click("button:decline")
    assert len(match.entries) == done and "Play this move?" in player.words()
    player.click("button:back")
    player.click("button:decline")
    player.click("button:confirm")
    assert lines(match)[done:][0].endswith("> decline")


def test_return_after_a_click_does_not_click_again() -> None:
    match = ready(monsters(2, level=1))
    player = Player(match)
    done = len(match.entries)
    player.click("button:decline")
    player.key("return")
    assert len(match.entries) == done + 1
    player.key("return")  # now the ring is seen
    assert len(match.entries) == done + 2


# -- people and computers ----------------------------------------------------------------------------------------------


def test_a_seat_is_renamed_in_the_menu() -> None:
    player = Player(ready(monsters(2, level=1)))
    player.click("table:menu")
    assert isinstance(player.top, GameMenu)
    player.click("name:2")
    player.type("jamin")
    player.click("button:resume")
    assert player.match.names == ["Ada", "Benjamin"]
    assert "Benjamin" in player.words()


def test_giving_up_is_asked_twice_and_the_other_wins() -> None:
    player = Player(ready(monsters(2, level=1)))
    player.click("table:menu")
    player.click("giveup:1")
    player.click("answer:Play on")
    assert not player.match.over
    player.click("giveup:1")
    player.click("answer:Give up")
    player.draw()
    assert player.match.over
    assert "Ben wins!" in player.words() and "Ada gave up." in player.words()
    assert isinstance(player.top, ResultScene) and player.table.sitting.table() == [("Ben", 1.0), ("Ada", 0.0)]


def test_leaving_goes_back_and_lets_the_save_go(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    match = monsters(2, level=1)
    match.autosave = Autosave(path)
    player = Player(match)
    player.stack.scenes.insert(0, TableScene(monsters(2)))
    player.stack.scenes[0].enter(player.context)
    player.click("island:1")
    record, _ = saves.load(path)
    assert [str(line) for line in record.actions] == [str(entry.line) for entry in match.entries]
    player.key("escape")
    player.click("button:leave")
    assert player.top is not player.table
    Autosave(path).open()  # would raise were it still locked


class Script(Computers):
    """A computer that declines whenever it is asked, once it is told that its answer has come."""

    def __init__(self) -> None:
        self.stopped = 0
        self.come = False

    def tick(self, match: Match, speed: float = 1.0) -> list[Entry]:
        waiting = match.waiting_computers()
        if not waiting or not self.come:
            return []
        seat = waiting[0]
        return match.play(seat, match.state.timeout(seat))

    def stop(self) -> None:
        self.stopped += 1


def test_a_computer_plays_when_its_answer_comes_and_undo_goes_over_it() -> None:
    match = ready(monsters(2, level=1))
    computers = Script()
    table = TableScene(match, computers=computers)
    driver = Driver(table)
    for _ in range(20):
        if match.to_act() == (1,):
            break
        driver.click("button:decline")
    match.hand_over(2, "casual")
    driver.click("button:decline")
    driver.draw()
    done = len(match.entries)
    if match.to_act() == (2,):
        assert "is thinking" in driver.words()
        computers.come = True
        driver.draw()
    assert len(match.entries) >= done
    driver.click("table:undo")
    assert match.to_act() == (1,)
    assert match.entries[-1].seat != 2 or match.entries[-1].by == "human"
    driver.stack.apply(Pop())
    assert computers.stopped == 1


def test_a_clock_that_runs_out_plays_on_and_stands_still_under_a_menu() -> None:
    now = [100.0]
    match = monsters(2, level=1)
    clock = Clock("decision", 10, now=lambda: now[0])
    match = Match(match.definition, ["Ada", "Ben"], rng=random.Random(1), clock=clock)
    ready(match)
    player = Player(match)
    player.draw()
    assert "0:10" in player.words()
    done = len(match.entries)
    player.click("table:menu")
    now[0] += 60
    player.key("escape")
    player.draw()
    assert len(match.entries) == done
    for _ in range(12):
        now[0] += 1
        player.draw()
    assert len(match.entries) == done + 1 and str(match.entries[-1].action) == "decline"


# -- the end -----------------------------------------------------------------------------------------------------------


def test_the_end_says_who_won_and_why_and_counts_the_sitting() -> None:
    player = Player(finished())
    player.click("button:ask")
    player.draw()
    assert isinstance(player.top, ResultScene)
    assert "Ada wins!" in player.words() and "Everyone else is out." in player.words()
    assert player.table.sitting.table() == [("Ada", 1.0), ("Ben", 0.0)]
    assert player.faults() == []
    player.click("button:again")
    table = player.top
    assert isinstance(table, TableScene) and table.match.names == ["Ben", "Ada"]
    assert table.sitting.table() == [("Ada", 1.0), ("Ben", 0.0)] and table.sitting.seating == [1, 0]


def test_the_end_can_be_stepped_through_and_seen() -> None:
    player = Player(finished())
    player.click("button:ask")
    player.draw()
    player.click("button:close")
    assert player.top is player.table and "Ada wins!" in player.words().replace("|", "")
    player.click("button:look")
    assert player.table.look == 0
    player.key("escape")
    player.click("table:undo")
    assert not player.match.over and player.table.sitting.games == 0
    player.click("button:ask")
    player.draw()
    assert isinstance(player.top, ResultScene) and player.table.sitting.games == 1


def test_a_draw_is_shared() -> None:
    sitting = Sitting(["Ada", "Ben"])

    class Drawn:
        names = ("Ada", "Ben")
        id = "x"

        def result(self) -> object:
            return type("R", (), {"winners": (1, 2)})()

    sitting.count(Drawn())  # type: ignore[arg-type]
    sitting.count(Drawn())  # type: ignore[arg-type]
    assert sitting.points == [0.5, 0.5] and sitting.games == 1


def test_playing_again_moves_everyone_on_by_a_seat() -> None:
    match = monsters(3)
    match.levels = [None, "club", None]
    again = rotated(match, None)
    assert again.names == ["Ben", "Chi", "Ada"]
    assert again.levels == ["club", None, None]
    assert again.options == match.options


# -- the window --------------------------------------------------------------------------------------------------------


def test_another_size_keeps_what_is_chosen() -> None:
    position = {
        "islands": [{"card": "drifting", "number": 1, "queue": [1, 2]}, {"card": "death", "number": 1, "queue": [2]}]
    }
    match = monsters(2)
    player = Player(Match(match.definition, ["Ada", "Ben"], position=position))
    player.click("button:ask")
    player.click("islander:1.2")
    player.context.settings.text = 150
    player.stack.layout()
    player.draw()
    assert player.can() == {"island:2"}
    player.click("island:2")
    assert player.played()[-1] == "1> drift 1.2>2"


@pytest.mark.parametrize("scale", [1.25, 1.5, 2.0])
def test_clicks_hit_at_every_scale(scale: float) -> None:
    context = Context(Viewport((1280, 800), scale), Settings(speed=0, volume=0))
    stack = Stack(context)
    match = monsters(2, level=1)
    table = TableScene(match)
    stack.push(table)
    for place in (1, 2, 3, 4):
        middle = table.addresses()[f"island:{place}"].center
        window = context.viewport.to_window(middle)
        pos = context.viewport.to_table((round(window[0]), round(window[1])))
        stack.handle(Press(pos))
        stack.handle(Release(pos))
    assert [str(entry.action) for entry in match.entries if entry.seat] == [f"place {n}" for n in (1, 2, 3, 4)]


def test_a_right_click_steps_back_and_then_does_nothing() -> None:
    position = {
        "islands": [{"card": "drifting", "number": 1, "queue": [1, 2]}, {"card": "death", "number": 1, "queue": [2]}]
    }
    match = monsters(2)
    player = Player(Match(match.definition, ["Ada", "Ben"], position=position))
    player.click("button:ask")
    player.click("islander:1.2")
    for _ in range(3):
        player.stack.handle(Press((500, 300), 3))
        player.stack.handle(Release((500, 300), 3))
        player.draw()
        assert player.top is player.table
        assert player.can() == {"islander:1.1", "islander:1.2", "islander:2.1"}
    assert player.played() == ["1> ask"]


def test_escape_at_rest_opens_the_menu() -> None:
    player = Player(ready(monsters(2)))
    player.stack.handle(Key("escape"))
    assert isinstance(player.top, GameMenu)
    player.draw()
    assert player.faults() == []


def test_a_right_click_with_nothing_to_step_back_from_says_so() -> None:
    player = Player(monsters(2))
    player.stack.handle(Press(player.table.prompt_rect.center, button=3))
    player.draw()
    assert "nothing to step back from" in player.words()
    player.key("escape")  # first the sentence goes, then the menu comes
    player.key("escape")
    assert type(player.top).__name__ == "GameMenu"
