"""The demo at a club: captions, visitors, coming back, the lock, and games that go wrong."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tabletop import UserError, app, paths
from tabletop.engine.match import Match
from tabletop.engine.rules import CHANCE
from tabletop.errorlog import LIMIT, ErrorLog
from tabletop.rules import GAMES, load
from tabletop.ui import demo_scenes, window
from tabletop.ui.captions import EXPLAINED, Captions
from tabletop.ui.demo import CHORD_SECONDS, VISITOR_TEXT, DemoScene, demo
from tabletop.ui.demo_scenes import WHAT, Ask, DemoTable, Poster
from tabletop.ui.demo_shows import Setup, show_of, shows
from tabletop.ui.gamemenu import GameMenu
from tabletop.ui.lesson import LessonScene
from tabletop.ui.menu import MenuScene
from tabletop.ui.result import ResultScene
from tabletop.ui.rulebook import RulebookScene
from tabletop.ui.scene import Scene, Stack
from tabletop.ui.settings import Settings
from tabletop.ui.settings_scene import SettingsScene
from tabletop.ui.table import TableScene
from tabletop.ui.theme import Theme
from tabletop.ui.viewport import Drop, Key, Move, Press, Quit, Release
from tabletop.words import Words
from tests.ui.driver import CORNERS, Driver

pytestmark = pytest.mark.usefixtures("home")
NAMES = ["Ada", "Ben", "Cleo"]
CHORD = ("q", "ctrl", "shift")


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Club(Driver):
    """A demo at work; what is read and clicked is what the demo shows."""

    def __init__(
        self,
        *names: str,
        size: tuple[int, int] = (1280, 800),
        settings: Settings | None = None,
        clock: Callable[[], float] | None = None,
        **how: Any,
    ) -> None:
        self.clock = clock or Clock()
        self.demo = DemoScene(shows(names or ("spaghetti",)), clock=self.clock, **how)
        self.owner = settings or Settings(speed=0, volume=0)
        super().__init__(self.demo, size=size, settings=self.owner)
        self.outer, self.context = self.context, self.demo.stack.context
        self.draw()

    @property
    def shown(self) -> Scene:
        return self.demo.stack.top

    def wait(self, seconds: float) -> None:
        assert isinstance(self.clock, Clock)
        self.clock.now += seconds
        self.draw()

    def ask(self) -> Ask:
        self.key("x")
        assert isinstance(self.shown, Ask)
        return self.shown

    def play(self) -> TableScene:
        self.ask()
        self.click("button:play")
        assert type(self.shown) is TableScene
        return self.shown


@pytest.fixture
def clubs() -> Iterator[Callable[..., Club]]:
    made: list[Club] = []

    def make(*names: str, **how: Any) -> Club:
        made.append(Club(*names, **how))
        return made[-1]

    yield make
    for club in made:
        club.stack._clear()


# -- captions ----------------------------------------------------------------------------------------------------------


def captioned(game: str, seed: int) -> list[tuple[str, str]]:
    """Play a game at random and give its captions."""
    definition, rng = load(game), random.Random(seed)
    show = show_of(definition)
    names = NAMES[: len(show.setup.levels)]
    match = Match(definition, names, options=show.setup.options, rng=rng)
    captions = Captions(Words(definition, names))
    found = [captions.start()]
    for _ in range(400):
        if match.over:
            break
        seat = next(iter(match.to_act()))
        action = match.state.draw(rng) if seat == CHANCE else match.state.sample(seat, rng)
        entries = match.play(seat, action)
        events = [event for entry in entries for event in entry.events if event.known_to("public")]
        caption = captions.of(events)
        if caption is not None:
            found.append(caption)
    return [(caption.what, caption.why) for caption in found]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_captions_say_all_in_short_sentences(game: str) -> None:
    found = [caption for seed in range(8) for caption in captioned(game, seed)]
    assert len({what for what, _ in found}) > 5
    for what, why in found:
        assert "{" not in what + why
        assert what[-1] in ".!" and (not why or why[-1] in ".!")
        assert len(what) <= 75 and len(why) <= 85, (what, why)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_each_caption_is_of_an_event_the_game_has(game: str) -> None:
    words = Words(load(game))
    for key in words.keys("captions"):
        assert words.has("captions", f"{key}.what"), key
        if key not in ("start", "cut"):
            kinds = [key, *(key[:end] for end, letter in enumerate(key) if letter == "_")]
            assert any(words.has("events", kind) or kind in words.keys("events") for kind in kinds), key


def test_the_most_telling_event_of_an_action_is_said_and_its_reason_twice() -> None:
    words = Words(load("spaghetti_monsters"), NAMES)
    match = Match(load("spaghetti_monsters"), NAMES, rng=random.Random(1))
    captions = Captions(words)
    from tabletop.engine.rules import Event

    loss = Event("loses_lives", {"seat": 2, "count": 2, "left": 1})
    gone = Event("removed", {"owner": 1, "card": "sacrifice"})
    walk = Event("sorcerer_moves", {"card": "death"})
    said = [captions.of([gone, loss, walk]) for _ in range(EXPLAINED + 1)]
    assert [one.what for one in said if one] == ["Ben loses 2 lives, with 1 left."] * 3
    assert [bool(one.why) for one in said if one] == [True, True, False]
    assert captions.of([Event("asked_for", {"seat": 1})]) is None
    asks = captions.of([Event("asks", {"seat": 3, "card": "death"})])
    assert asks is not None and asks.what == "Cleo asks for the spell: Death!" and "Death removes" in asks.why
    assert match.names == NAMES


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_captions_are_far_larger_than_a_table_s_prompt(
    game: str, size: tuple[int, int], clubs: Callable[..., Club]
) -> None:
    club = clubs(game, size=size)
    club.wait(30)
    table = club.shown
    assert isinstance(table, DemoTable)
    least = 1.5 * Theme(size).px("prompt")
    longest = sorted(set(captioned(game, 1)), key=lambda one: -len(one[0]) - len(one[1]))[:6]
    for what, why in longest:
        table.caption = demo_scenes.Caption(what, why)
        table.dirty = True
        club.draw()
        said = [one for one in club.context.text.record if one.container == "caption"]
        assert said[0].px >= least, (what, said[0].px)
        assert club.faults() == []
    assert club.context.theme.px(WHAT) > 2 * Theme(size).px("prompt")


# -- what is shown -----------------------------------------------------------------------------------------------------


def test_all_games_in_turn_each_from_its_poster_to_its_result(clubs: Callable[..., Club]) -> None:
    club = clubs("spaghetti", "spiteful_guards", pace=1e6, clock=time.monotonic, size=(960, 600))
    club.demo.shows = [replace(show, setup=Setup(("learner", "learner"))) for show in club.demo.shows]
    seen: list[str] = []
    end = time.monotonic() + 60
    while len(club.demo.shown) < 3 and time.monotonic() < end:
        club.draw()
        top = club.shown
        name = f"{type(top).__name__} {getattr(top, 'kicker', '')[:7]}".strip()
        if not seen or seen[-1] != name:
            seen.append(name)
    assert club.demo.shown == ["spaghetti", "spiteful_guards", "spaghetti"]
    turn = ["Poster A game", "DemoTable", "Poster The end"]
    first = seen.index("Poster The end")
    assert seen[first + 1 : first + 7] == turn * 2  # the first poster is over before anybody can look
    assert club.demo.log.count == 0


def test_all_five_are_shown_when_none_is_named() -> None:
    assert sorted(show.definition.id for show in shows()) == sorted(GAMES)
    with pytest.raises(UserError, match="chess"):
        shows(["chess"])


def test_a_club_s_own_game_is_shown_like_the_one_it_extends(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    for seats, players in ((None, 3), ("[2, 2]", 2), ("[4, 5]", 4)):
        more = f"seats: {seats}\n" if seats else ""
        file.write_text(f"extends: spaghetti_monsters\nname: Ours\n{more}", encoding="utf-8")
        (show,) = shows([str(file)])
        assert len(show.setup.levels) == players and show.setup.options == {}


def test_a_game_that_runs_too_long_is_cut_short_with_words(clubs: Callable[..., Club]) -> None:
    club = clubs("spaghetti")
    club.demo.shows = [replace(club.demo.show, setup=Setup(("learner", "learner"), most=3))]
    said: set[str] = set()
    end = time.monotonic() + 20
    while not club.demo.shown and time.monotonic() < end:
        club.wait(1.0)
        said.add(club.words())
        time.sleep(0.02)
    assert any("We stop here" in words for words in said)
    club.draw()
    assert "Spaghetti goes on, but not here" in club.words()


@pytest.mark.parametrize(("size", "text"), CORNERS)
def test_nothing_is_cut(size: tuple[int, int], text: int, clubs: Callable[..., Club]) -> None:
    club = clubs("spaghetti", size=size, locked=True)
    found = club.faults()
    club = clubs(*sorted(GAMES), size=size, settings=Settings(speed=0, volume=0, text=text))
    for _ in sorted(GAMES):
        found += club.faults()
        club.ask()
        found += club.faults() + club.outside()
        club.key("escape")
        club.wait(30)
        assert isinstance(club.shown, DemoTable)
        found += club.faults()
        table = club.shown
        club.demo.stack.apply(club.demo._ended(table))
        club.draw()
        found += club.faults()
        club.wait(30)
    club.play()
    club.wait(50)
    assert club.demo.countdown == 10
    found += club.faults()
    assert found == []


# -- visitors ----------------------------------------------------------------------------------------------------------


def touch(club: Club) -> None:
    club.stack.handle(Press((400, 300), touch=True))
    club.stack.handle(Release((400, 300), touch=True))


WAYS: dict[str, Callable[[Club], None]] = {
    "a finger": touch,
    "a click": lambda club: club.stack.handle(Press((400, 300))),
    "a right click": lambda club: club.stack.handle(Press((400, 300), button=3)),
    "a key": lambda club: club.stack.handle(Key("x")),
    "escape": lambda club: club.stack.handle(Key("escape")),
}


@pytest.mark.parametrize("way", WAYS)
def test_whoever_touches_is_asked_and_nothing_else_asks(way: str, clubs: Callable[..., Club]) -> None:
    club = clubs()
    club.stack.handle(Move((500, 500)))
    club.stack.handle(Key("x", repeat=True))
    club.draw()
    assert isinstance(club.shown, Poster)
    WAYS[way](club)
    club.draw()
    assert isinstance(club.shown, Ask)
    assert {"button:play", "button:learn", "button:watch"} <= set(club.demo.addresses())


def test_one_click_more_and_the_visitor_plays_against_learners(clubs: Callable[..., Club], home: Path) -> None:
    club = clubs("spaghetti_monsters")
    table = club.play()
    assert table.match.levels == [None, "learner", "learner"] and table.match.names == ["Guest", "Ben", "Cleo"]
    assert table.match.options["level"] == 1
    place = next(address for address in club.demo.addresses() if address.startswith("island:"))
    club.tap(place)
    assert len(table.match.entries) == 2  # the row, and the islander
    club.key("escape")
    assert isinstance(club.shown, GameMenu)
    club.click("button:leave")
    assert isinstance(club.shown, Poster)
    assert list(home.rglob("*")) == []  # no save, no settings


def test_a_game_without_a_lesson_does_not_offer_one(clubs: Callable[..., Club]) -> None:
    club = clubs(str(paths.games() / "examples" / "club_islands.yaml"))
    club.draw()
    assert isinstance(club.shown, Poster)
    assert "to play or watch" in club.words() and "learn" not in club.words().lower()
    club.key("space")
    club.draw()
    assert "button:learn" not in club.demo.addresses() and "button:play" in club.demo.addresses()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_one_click_more_and_the_visitor_learns(game: str, clubs: Callable[..., Club], home: Path) -> None:
    owner = Settings(speed=0, volume=0, lessons={game: {"step": 2, "done": False}})
    club = clubs(game, settings=owner)
    club.ask()
    club.tap("button:learn")
    lesson = club.shown
    assert isinstance(lesson, LessonScene) and lesson.at == 0  # not where the owner stopped
    assert lesson.lesson.id == game and club.faults() == []
    while lesson.step is not None and not lesson.step.do:
        club.click("lesson:next")
    club.demo.stack.apply(lesson._game())  # as the button does after the last step
    club.draw()
    table = club.shown
    assert type(table) is TableScene and table.match.autosave is None
    assert owner.lessons == {game: {"step": 2, "done": False}} and list(home.rglob("*")) == []


def test_a_game_without_a_lesson_has_no_button(clubs: Callable[..., Club], tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text("extends: spaghetti_monsters\nname: Ours\n", encoding="utf-8")
    club = clubs(str(file))
    club.ask()
    assert "button:learn" not in club.demo.addresses() and club.faults() == []


def test_by_keys_alone(clubs: Callable[..., Club]) -> None:
    club = clubs("spaghetti")
    club.key("space")
    club.key("return")
    assert type(club.shown) is TableScene
    club.key("escape")
    club.key("escape")
    club.demo._begin()
    club.draw()
    for key, scene in (("w", Poster), ("l", LessonScene)):
        club.key("x")
        club.key(key)
        assert isinstance(club.shown, scene)


def test_nothing_that_a_visitor_can_press_writes_a_file(clubs: Callable[..., Club]) -> None:
    club = clubs("spaghetti")
    table = club.play()
    club.tap(next(address for address in club.demo.addresses() if address.startswith("place:")))
    club.click("table:rules")
    assert "button:print" not in club.demo.addresses()
    club.key("escape")
    club.click("table:menu")
    assert "button:lesson" not in club.demo.addresses() and "saved" not in club.words()
    club.click("button:look")
    assert table.look is not None and "look:lesson" not in club.demo.addresses()


def test_watching_on_goes_on_with_the_same_game(clubs: Callable[..., Club]) -> None:
    club = clubs()
    club.wait(30)
    table = club.shown
    club.ask()
    club.click("button:watch")
    assert club.shown is table


def enter_settings(club: Club) -> None:
    club.click("table:settings")
    club.demo.stack.context.settings.text = 200
    club.demo.stack.context.settings.tables["spaghetti"] = {"seats": []}


def learn(club: Club) -> None:
    club.demo._begin()
    club.draw()
    club.ask()
    club.click("button:learn")


SCENES: dict[type[Scene], Callable[[Club], None]] = {
    TableScene: lambda club: None,
    RulebookScene: lambda club: club.click("table:rules"),
    SettingsScene: enter_settings,
    GameMenu: lambda club: club.click("table:menu"),
    ResultScene: lambda club: finish(club),
    LessonScene: learn,
}


def finish(club: Club) -> None:
    table = club.shown
    assert isinstance(table, TableScene)
    table.match.give_up(1, "learner")
    club.draw()


@pytest.mark.parametrize("scene", SCENES)
def test_left_alone_it_counts_down_and_goes_back_from_anywhere(
    scene: type[Scene], clubs: Callable[..., Club], home: Path
) -> None:
    club = clubs(back_after=60.0)
    club.play()
    SCENES[scene](club)
    assert type(club.shown) is scene
    club.wait(44)
    assert club.demo.countdown is None and "Still there?" not in club.words()
    club.wait(2)
    assert club.demo.countdown == 14 and "Still there?" in club.words() and "14" in club.words()
    club.wait(13.5)
    assert type(club.shown) is scene
    club.wait(1)
    assert isinstance(club.shown, Poster)
    assert club.demo.stack.scenes == [club.shown]
    assert club.owner == Settings(speed=0, volume=0)
    assert list(home.rglob("*")) == []
    table = club.play()
    assert table.context.settings.text == VISITOR_TEXT and table.context.settings.tables == {}


def test_a_touch_in_the_countdown_stays_and_does_nothing_else(clubs: Callable[..., Club]) -> None:
    club = clubs(back_after=60.0)
    table = club.play()
    club.wait(50)
    place = next(address for address in club.demo.addresses() if address.startswith("place:"))
    club.tap(place)
    assert club.demo.countdown is None and table.match.entries == []
    club.tap(place)
    assert len(table.match.entries) == 1
    club.wait(50)
    club.stack.handle(Move((640, 400)))  # a hand at the mouse is a sign of life
    club.draw()
    assert club.demo.countdown is None
    club.wait(50)
    club.stack.handle(Move((643, 402)))  # a knock at the table is none
    club.wait(11)
    assert isinstance(club.shown, Poster)


def test_a_question_nobody_answers_lets_the_same_game_go_on(clubs: Callable[..., Club]) -> None:
    club = clubs(back_after=60.0)
    club.wait(30)
    table = club.shown
    club.ask()
    club.wait(61)
    assert club.shown is table


def test_the_owner_s_settings_say_after_how_long(clubs: Callable[..., Club]) -> None:
    club = clubs(settings=Settings(speed=0, volume=0, demo_return=20))
    club.play()
    club.wait(12)
    assert club.demo.countdown == 8
    club.wait(9)
    assert isinstance(club.shown, Poster)


def test_a_short_return_counts_down_for_half_of_it(clubs: Callable[..., Club]) -> None:
    club = clubs(back_after=10.0)
    club.play()
    club.wait(4)
    assert club.demo.countdown is None
    club.wait(2)
    assert club.demo.countdown == 4


def test_from_the_menu_and_back(clubs: Callable[..., Club], home: Path) -> None:
    menu = Driver(MenuScene())
    menu.click("button:demo")
    inside = menu.top
    assert isinstance(inside, DemoScene) and menu.context.viewport.fullscreen
    menu.key("x")
    menu.click("button:end")
    assert isinstance(menu.top, MenuScene) and not menu.context.viewport.fullscreen
    assert menu.faults() == []


def test_the_settings_page_sets_return_and_lock(home: Path) -> None:
    driver = Driver(SettingsScene())
    assert isinstance(driver.top, SettingsScene)
    driver.top.form.widget("settings:demo_return").changed(90)  # type: ignore[attr-defined]
    driver.top.form.widget("settings:demo_locked").changed(True)  # type: ignore[attr-defined]
    assert (driver.context.settings.demo_return, driver.context.settings.demo_locked) == (90, True)
    made = demo(driver.context.settings)
    assert isinstance(made, DemoScene) and made.locked


# -- locked ------------------------------------------------------------------------------------------------------------


def test_locked_it_says_once_how_it_ends_and_lets_nobody_out(clubs: Callable[..., Club], home: Path) -> None:
    club = clubs(locked=True)
    assert "Ctrl+Shift+Q" in club.words()
    club.wait(13)
    assert "Ctrl+Shift+Q" not in club.words()
    full = club.outer.viewport.fullscreen

    def tried() -> None:
        for event in (Quit(), Key("f11"), Key("return", frozenset({"alt"})), Key("f4", frozenset({"alt"})),
                      Drop("/etc/passwd"), Key("q", frozenset({"ctrl"}))):  # fmt: skip
            club.stack.handle(event)
            club.draw()
        assert club.stack.scenes == [club.demo] and club.outer.viewport.fullscreen == full

    tried()
    assert isinstance(club.shown, Ask) and "button:end" not in club.demo.addresses()
    club.click("button:play")
    assert "The lamp gives you a hint" in club.words()
    assert "table:settings" not in club.demo.addresses()
    club.key("f9")
    assert type(club.shown) is TableScene
    tried()
    for _ in range(4):  # out of the game's menu, out of everything
        club.key("escape")
    club.stack.handle(Quit())
    assert club.stack.scenes == [club.demo]
    assert list(home.rglob("*")) == []


def test_the_chord_ends_it_wherever_one_is(clubs: Callable[..., Club]) -> None:
    for locked in (True, False):
        club = clubs(locked=locked)
        club.wait(13)
        club.key(*CHORD)
        assert club.stack.scenes
        club.wait(CHORD_SECONDS + 1)
        club.key(*CHORD)  # too late for the first
        club.key(*CHORD, repeat=True)  # held down is not struck again
        assert club.stack.scenes
        club.key(*CHORD)
        assert club.stack.scenes == []
    club = clubs(locked=True)
    club.wait(13)
    club.play()
    club.key("escape")
    club.key("f12", "ctrl", "shift")
    club.key("f12", "ctrl", "shift")
    assert club.stack.scenes == []


def test_not_locked_the_window_can_be_closed(clubs: Callable[..., Club]) -> None:
    club = clubs()
    club.stack.handle(Quit())
    assert club.stack.scenes == []


# -- what goes wrong ---------------------------------------------------------------------------------------------------


def test_a_game_that_errs_is_skipped_with_a_line(clubs: Callable[..., Club], monkeypatch: pytest.MonkeyPatch) -> None:
    club = clubs("spaghetti", "spiteful_guards")
    secret = "the left hand holds red"

    def fails(table: DemoTable, surface: Any) -> None:
        if table.match.definition.id == "spaghetti":
            raise RuntimeError(secret)

    monkeypatch.setattr(DemoTable, "_draw_prompt", fails)
    club.wait(30)  # the table is opened and drawn
    club.wait(6)
    assert isinstance(club.shown, Poster) and club.shown.definition.id == "spiteful_guards"
    said = club.demo.log.path.read_text(encoding="utf-8")
    assert "spaghetti: RuntimeError at" in said and "test_demo.py" in said and secret not in said
    assert club.demo.log.count == 1


def test_a_visitor_s_game_that_errs_gives_the_screen_back(
    clubs: Callable[..., Club], monkeypatch: pytest.MonkeyPatch
) -> None:
    club = clubs("spaghetti")
    club.play()
    monkeypatch.setattr(TableScene, "click", lambda table, address: 1 / 0)
    club.tap(next(address for address in club.demo.addresses() if address.startswith("place:")))
    club.wait(6)
    assert isinstance(club.shown, Poster) and club.demo.log.count == 1


def test_a_worker_that_dies_is_replaced(clubs: Callable[..., Club]) -> None:
    club = clubs("spaghetti", pace=1e6, clock=time.monotonic)
    killed: set[int] = set()
    end = time.monotonic() + 40
    while not club.demo.shown and time.monotonic() < end:
        club.draw()
        top = club.shown
        if isinstance(top, DemoTable) and len(killed) < 3 and top.match.entries:
            worker = getattr(top.computers, "_worker", None)
            process = worker.process_id if worker is not None else None
            if process is not None and process not in killed:
                killed.add(process)
                os.kill(process, signal.SIGTERM)
    assert len(killed) == 3 and club.demo.shown == ["spaghetti"]
    assert club.demo.log.count == 0  # somebody new thought, and nothing was played without thinking


def test_the_log_is_small_and_fails_nobody(tmp_path: Path) -> None:
    log = ErrorLog(tmp_path / "deep" / "errors.log")
    for number in range(6000):
        log.line(f"{number} " + "x" * 100)
    log.close()
    files = sorted((tmp_path / "deep").iterdir())
    assert [file.name for file in files] == ["errors.log", "errors.log.1"]
    assert all(file.stat().st_size <= LIMIT for file in files)
    blocked = tmp_path / "file"
    blocked.write_text("")
    ErrorLog(blocked / "errors.log").line("nothing can be written here")


def test_a_worker_s_trace_is_told_without_what_it_says(tmp_path: Path) -> None:
    log = ErrorLog(tmp_path / "errors.log")
    place = 'File "/home/eve/tabletop/agents/search.py", line 12, in choose'
    log.trace("mammonism, thinking", f'Traceback (most recent call last):\n  {place}\n    x()\nKeyError: "spy"\n')
    log.close()
    said = (tmp_path / "errors.log").read_text(encoding="utf-8")
    assert "mammonism, thinking: KeyError at tabletop/agents/search.py:12 choose" in said
    assert "spy" not in said and "eve" not in said


# -- the command line --------------------------------------------------------------------------------------------------


def test_the_command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    made: list[DemoScene] = []

    def run(scale: float | None = None, open_file: Path | None = None, begin: Any = None) -> int:
        made.append(begin(Settings()))
        return 0

    monkeypatch.setattr(window, "run", run)
    assert app.main(["demo", "spaghetti", "mammonism", "--locked", "--return", "30"]) == 0
    assert [show.definition.id for show in made[0].shows] == ["spaghetti", "mammonism"]
    assert made[0].locked and made[0].back_after == 30
    assert app.main(["demo"]) == 0
    assert len(made[1].shows) == 5 and not made[1].locked and made[1].back_after is None
    assert app.main(["demo", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
    assert app.main(["demo", "--return", "2"]) == 2
    assert "from 5 to 3600 seconds" in capsys.readouterr().err


def test_started_so_it_is_all_there_is_and_full_screen_is_not_remembered(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def once(stack: Stack) -> None:
        stack.draw()
        (only,) = stack.scenes
        assert isinstance(only, DemoScene) and stack.context.viewport.fullscreen
        stack.handle(Key("q", frozenset({"ctrl", "shift"})))
        stack.handle(Key("q", frozenset({"ctrl", "shift"})))
        assert stack.scenes == []

    monkeypatch.setattr(window.scene, "run", once)
    assert app.main(["demo", "spaghetti"]) == 0
    assert "fullscreen: false" in (home / "settings.yaml").read_text(encoding="utf-8")
