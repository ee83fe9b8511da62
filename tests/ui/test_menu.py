"""The menu: its cards, what goes on, files, F5."""

from __future__ import annotations

import random
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from tabletop import paths
from tabletop.engine.match import Match
from tabletop.engine.saves import Autosave
from tabletop.rules import load
from tabletop.ui.dialog import Dialog
from tabletop.ui.files_scene import FilesScene
from tabletop.ui.lesson import LessonScene
from tabletop.ui.lessons_scene import LessonsScene
from tabletop.ui.menu import MenuScene
from tabletop.ui.pictures import PICTURES
from tabletop.ui.rulebook import RulebookScene
from tabletop.ui.saves_scene import SavesScene
from tabletop.ui.settings import Settings
from tabletop.ui.settings_scene import SettingsScene
from tabletop.ui.setup import SetupScene
from tabletop.ui.table import TableScene
from tabletop.ui.tableview import VIEWS
from tabletop.ui.viewport import Drop, Move
from tests.ui.driver import CORNERS, LONG, Driver

MONSTERS = "game:spaghetti_monsters"
ROOT = Path(__file__).parents[2]


def saved(home: Path, names: tuple[str, ...] = ("Ada", "Ben"), actions: int = 0, second: int = 0) -> Match:
    """Play the first actions of a game that is saved in the user's folder, and leave it."""
    autosave = Autosave.new(home / "saves", "spaghetti_monsters", datetime(2026, 1, 2, 3, 4, second))
    match = Match(load("spaghetti_monsters"), names, rng=random.Random(1), autosave=autosave)
    for _ in range(actions):
        seat = match.to_act()[0]
        match.play(seat, match.legal(seat)[0])
    autosave.close()
    return match


def write(home: Path, name: str, words: str) -> None:
    (home / "games").mkdir(exist_ok=True)
    (home / "games" / name).write_text(words, encoding="utf-8")


def test_a_hot_seat_game_is_three_clicks_away(home: Path) -> None:
    driver = Driver(MenuScene())
    driver.click(MONSTERS)
    driver.click("button:start")
    assert isinstance(driver.top, TableScene)
    dealt = len(driver.top.match.entries)
    driver.click("island:1")
    assert len(driver.top.match.entries) == dealt + 1


def test_the_same_by_touch_and_by_keyboard(home: Path) -> None:
    touched = Driver(MenuScene())
    touched.tap(MONSTERS)
    touched.tap("button:start")
    assert isinstance(touched.top, TableScene)
    typed = Driver(MenuScene())
    assert isinstance(typed.top, MenuScene) and typed.top.form.focused is not None
    while typed.top.form.focused.address != MONSTERS:
        typed.key("right")
    typed.key("return")
    assert isinstance(typed.top, SetupScene)
    typed.key("return")
    assert isinstance(typed.top, TableScene)


def test_a_key_that_repeats_or_a_double_click_starts_nothing(home: Path) -> None:
    driver = Driver(MenuScene())
    driver.key("return", repeat=True)
    assert isinstance(driver.top, MenuScene)
    driver.click(MONSTERS)
    driver.click("button:start", double=True)
    assert isinstance(driver.top, SetupScene)


@pytest.mark.parametrize(
    ("address", "key", "scene"),
    [
        ("button:open", "o", FilesScene),
        ("button:look_back", "l", SavesScene),
        ("button:rules", "f1", RulebookScene),
        ("button:settings", "s", SettingsScene),
    ],
)
def test_every_button_leads_there_and_back(home: Path, address: str, key: str, scene: type) -> None:
    driver = Driver(MenuScene())
    driver.click(address)
    assert isinstance(driver.top, scene)
    driver.click("button:back")
    assert isinstance(driver.top, MenuScene)
    driver.key(key)
    assert isinstance(driver.top, scene)
    driver.key("escape")
    assert isinstance(driver.top, MenuScene)


def test_quit_ends_the_program(home: Path) -> None:
    driver = Driver(MenuScene())
    driver.click("button:quit")
    assert driver.stack.scenes == []


def test_continue_goes_on_with_the_latest_game_that_is_not_over(home: Path) -> None:
    saved(home, ("Old", "Older"), second=1)
    latest = saved(home, ("Ada", "Ben"), actions=3, second=2)
    driver = Driver(MenuScene())
    assert "Continue: Battle of the Spaghetti Monsters, Ada and Ben" in driver.words()
    driver.key("c")
    assert isinstance(driver.top, TableScene)
    assert driver.top.match.record() == latest.record()


def test_without_a_save_nothing_is_offered(home: Path) -> None:
    assert "button:continue" not in Driver(MenuScene()).top.addresses()


def test_a_game_open_in_another_window_is_not_offered(home: Path) -> None:
    match = saved(home)
    assert match.autosave is not None
    match.autosave.open()
    assert "button:continue" not in Driver(MenuScene()).top.addresses()
    match.autosave.close()
    assert "button:continue" in Driver(MenuScene()).top.addresses()


def test_a_save_that_was_cut_says_so_and_goes_on(home: Path) -> None:
    match = saved(home, actions=4)
    assert match.autosave is not None
    path = match.autosave.path
    path.write_text(path.read_text(encoding="utf-8").replace("finished: false\n", ""), encoding="utf-8")
    driver = Driver(MenuScene())
    driver.click("button:continue")
    driver.draw()
    assert isinstance(driver.top, Dialog) and "is damaged" in driver.words()
    driver.key("return")
    driver.draw()
    assert isinstance(driver.top, TableScene)


def test_an_own_game_is_a_card(home: Path) -> None:
    write(home, "club.yaml", "extends: spaghetti_monsters\nname: Club Night\ntext: With our own cards.\n")
    driver = Driver(MenuScene())
    assert "Club Night" in driver.words() and "With our own cards." in driver.words()
    driver.click("game:club")
    assert isinstance(driver.top, SetupScene) and driver.top.definition.reference == "club"


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("many", [1, 9])
def test_own_games_are_wholly_in_sight_once_the_keyboard_is_there(home: Path, many: int, size: tuple[int, int]) -> None:
    for number in range(many):
        write(home, f"club_{number}.yaml", f"extends: spaghetti_monsters\nname: Night {number}\n")
    driver = Driver(MenuScene(), size=size)
    assert isinstance(driver.top, MenuScene)
    form = driver.top.form
    cards = {card.address for card in form.inside}
    assert sum(address.startswith("game:") for address in cards) == 5 + many
    if many == 1:
        assert form.limit == 0 and cards <= set(driver.top.addresses())
    met = set()
    for _ in form.widgets:
        driver.key("tab")
        assert form.focused is not None and form.area is not None
        if form.focused in form.inside:
            assert form.area.contains(form.focused.rect)
            met.add(form.focused.address)
    assert met == cards
    assert driver.faults() == [] and driver.outside() == []


@pytest.mark.parametrize(("size", "text"), [((960, 600), 200), ((960, 600), 100), ((1280, 800), 100)])
def test_the_arrows_lead_to_everything(home: Path, size: tuple[int, int], text: int) -> None:
    saved(home, actions=20)
    write(home, "club.yaml", "extends: spaghetti_monsters\nname: Club Night\n")
    driver = Driver(MenuScene(), size=size, settings=Settings(speed=0, volume=0, text=text))
    assert isinstance(driver.top, MenuScene) and driver.top.form.focused is not None
    form = driver.top.form
    met, todo = {form.focused.address}, [form.focused.address]
    while todo:
        here = todo.pop()
        for way in ("left", "right", "up", "down"):
            form.set_focus(form.widget(here), True)
            driver.key(way)
            if form.focused.address not in met:
                met.add(form.focused.address)
                todo.append(form.focused.address)
    assert met == {widget.address for widget in form.widgets if widget.focusable}
    assert {"learn:spaghetti", "button:continue", "game:club", "button:quit"} <= met


def test_down_from_a_card_is_its_lessons_and_return_opens_them(home: Path) -> None:
    driver = Driver(MenuScene())
    driver.key("right")
    driver.key("down")
    assert isinstance(driver.top, MenuScene)
    assert driver.top.form.focused is driver.top.form.widget("learn:spaghetti")
    driver.key("return")
    assert isinstance(driver.top, LessonScene) and driver.top.lesson.id == "spaghetti"


def test_f1_is_the_rulebook_of_the_game_that_is_pointed_at_or_focused(home: Path) -> None:
    driver = Driver(MenuScene())

    def opened() -> str:
        driver.key("f1")
        book = driver.top
        assert isinstance(book, RulebookScene)
        driver.key("escape")
        assert isinstance(driver.top, MenuScene)
        return book.definition.reference

    assert opened() == "spaghetti_monsters"
    driver.stack.handle(Move(driver.rect("game:mammonism").center))
    assert opened() == "mammonism"
    driver.key("right")
    assert opened() == "spaghetti"
    driver.stack.handle(Move(driver.rect("learn:spiteful_guards").center))
    assert opened() == "spiteful_guards"
    driver.key("down")
    assert opened() == "spaghetti"  # the way to its lessons has the focus
    driver.stack.handle(Move((2, 2)))
    assert opened() == "spaghetti"


def test_a_game_with_lessons_leads_to_them_and_others_do_not(home: Path) -> None:
    write(home, "club.yaml", "extends: spaghetti_monsters\nname: Club Night\n")
    driver = Driver(MenuScene())
    known = driver.top.addresses()
    assert "learn:spaghetti" in known and "learn:club" not in known
    driver.click("learn:spaghetti")
    assert isinstance(driver.top, LessonScene) and driver.top.lesson.id == "spaghetti"
    driver.key("escape")
    driver.click("answer:Leave")
    driver.click("learn:spaghetti_monsters")
    assert isinstance(driver.top, LessonsScene)
    assert {f"row=spaghetti_monsters{which}" for which in ("", "_2", "_3")} <= set(driver.top.addresses())
    driver.click("row=spaghetti_monsters_2")
    assert isinstance(driver.top, LessonScene) and driver.top.lesson.id == "spaghetti_monsters_2"


def test_return_in_the_list_of_lessons_opens_the_first_that_is_not_done(home: Path) -> None:
    driver = Driver(MenuScene())
    driver.key("down")
    driver.key("return")
    assert isinstance(driver.top, LessonsScene)
    driver.key("return")
    assert isinstance(driver.top, LessonScene) and driver.top.lesson.id == "spaghetti_monsters"
    driver.context.settings.lessons["spaghetti_monsters"] = {"step": 0, "done": True}
    driver.key("escape")
    driver.click("answer:Leave")
    driver.key("return")
    assert isinstance(driver.top, LessonScene) and driver.top.lesson.id == "spaghetti_monsters_2"


def test_a_teachers_broken_lesson_is_told_of(home: Path) -> None:
    write(home, "mine.lesson.yaml", "lesson: 1\ngame: spaghetti\nname: Mine\nseats: [A, B]\nsteps: []\n")
    driver = Driver(MenuScene())
    driver.click("learn:spaghetti")
    assert isinstance(driver.top, LessonsScene)
    assert "mine.lesson.yaml" in driver.words() and "`steps` should be a list of 1 or more" in driver.words()
    driver.click("row=mine")
    assert isinstance(driver.top, Dialog)
    driver.key("return")
    step = "steps: [{title: T, text: X}]\n"
    write(home, "mine.lesson.yaml", f"lesson: 1\ngame: spaghetti\nname: Mine\nseats: [A, B]\n{step}")
    driver.key("f5")
    assert "Read again; all is good." in driver.words()
    driver.click("row=mine")
    assert isinstance(driver.top, LessonScene)


def test_a_broken_file_shows_line_and_column_on_its_card_and_all_errors_when_pressed(home: Path) -> None:
    write(home, "club.yaml", "extends: spaghetti_monsters\nislanders: many\nmisspelt: 1\n")
    driver = Driver(MenuScene())
    assert MONSTERS in driver.top.addresses()
    assert "Line 2, column 12: `islanders` should be a whole number, not `many`" in driver.words()
    driver.click("game:club.yaml")
    assert isinstance(driver.top, Dialog)
    assert ":2:12:" in driver.words() and ":3:1:" in driver.words()


def test_the_menu_imports_no_rules(home: Path) -> None:
    code = (
        "import sys\n"
        "from tests.ui.driver import Driver\n"
        "from tabletop.ui.menu import MenuScene\n"
        "from tabletop.rules import GAMES\n"
        "driver = Driver(MenuScene())\n"
        "assert all(f'game:{game}' in driver.top.addresses() for game in GAMES)\n"
        "assert 'pymunk' not in sys.modules\n"
        "assert not any(f'tabletop.rules.{game}' in sys.modules for game in GAMES)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_game_of_the_programs_own_that_is_broken_inside_says_so_when_it_is_pressed(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    own = (paths.games() / "spaghetti_monsters.yaml").read_text(encoding="utf-8")
    (games / "spaghetti_monsters.yaml").write_text(own + "misspelt: 1\n", encoding="utf-8")
    monkeypatch.setattr(paths, "games", lambda: games)
    driver = Driver(MenuScene())
    driver.click(MONSTERS)
    assert isinstance(driver.top, Dialog) and "misspelt" in driver.words()


def test_f5_reads_the_games_again(home: Path) -> None:
    driver = Driver(MenuScene())
    write(home, "club.yaml", "extends: spaghetti_monsters\nname: [\n")
    driver.key("f5")
    assert isinstance(driver.top, Dialog) and "club.yaml:" in driver.words()
    driver.key("return")
    assert "Read again: one file has a mistake. club.yaml, Line 3, column 1." in driver.words()
    write(home, "club.yaml", "extends: spaghetti_monsters\nname: Mended\n")
    driver.key("f5")
    assert isinstance(driver.top, MenuScene)
    assert "Mended" in driver.words() and "Read again; all is good." in driver.words()
    start = driver.top.form.clock()
    driver.top.form.clock = lambda: start + 6
    driver.draw()
    assert "Mended" in driver.words() and "Read again; all is good." not in driver.words()


def test_dropped_files_are_opened_or_refused_in_a_sentence(home: Path, tmp_path: Path) -> None:
    record = Path(__file__).parent.parent / "records" / "spaghetti_monsters-12.yaml"
    driver = Driver(MenuScene())
    driver.stack.handle(Drop(str(record)))
    assert isinstance(driver.top, TableScene)
    game = tmp_path / "cards.yaml"
    game.write_text("extends: spaghetti_monsters\nname: Dropped\n", encoding="utf-8")
    driver = Driver(MenuScene())
    driver.stack.handle(Drop(str(game)))
    assert isinstance(driver.top, SetupScene) and driver.top.definition.name == "Dropped"
    for name, content in (("a.yaml", b"x: 1\n"), ("b.yaml", b"\x00\xff\x10"), ("c.yaml", b"record: 99\ngame: x\n")):
        (tmp_path / name).write_bytes(content)
        driver = Driver(MenuScene())
        driver.stack.handle(Drop(str(tmp_path / name)))
        driver.draw()
        assert isinstance(driver.top, Dialog), name
        assert name in driver.words().replace(" ", "")  # a long path is divided


def test_opening_a_record_goes_on_in_a_save_of_its_own(home: Path) -> None:
    record = Path(__file__).parent.parent / "records" / "spaghetti_monsters-12.yaml"
    before = record.read_bytes()
    driver = Driver(MenuScene())
    driver.stack.handle(Drop(str(record)))
    match = driver.top.match  # type: ignore[attr-defined]
    assert match.autosave.path.parent == home / "saves"
    seat = match.to_act()[0]
    match.play(seat, match.legal(seat)[0])
    assert match.autosave.path.exists() and record.read_bytes() == before


def test_every_game_that_can_be_shown_has_a_picture() -> None:
    assert set(VIEWS) <= set(PICTURES)


@pytest.mark.parametrize(("size", "text"), CORNERS)
def test_nothing_is_cut_with_long_names(home: Path, size: tuple[int, int], text: int) -> None:
    saved(home, LONG)
    write(home, "broken.yaml", "extends: spaghetti_monsters\nislanders: many\n")
    write(home, "club.yaml", f"extends: spaghetti_monsters\nname: {'Longest ' * 5}\ntext: {'very ' * 12}long\n")
    driver = Driver(MenuScene(), size=size)
    driver.context.settings.text = text
    driver.stack.layout()
    driver.draw()
    assert driver.faults() == [] and driver.outside() == []
