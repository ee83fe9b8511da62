"""Lessons in the window: played from start to end by mouse, keys and touch; wrong clicks; back, again, leave."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop import paths
from tabletop.engine import lesson as lessons
from tabletop.engine.lesson import Lesson
from tabletop.engine.match import Match
from tabletop.engine.rules import Pick
from tabletop.rules import GAMES
from tabletop.ui import settings
from tabletop.ui.dialog import Dialog
from tabletop.ui.gamemenu import GameMenu
from tabletop.ui.lesson import SHOW, LessonScene
from tabletop.ui.menu import MenuScene
from tabletop.ui.opening import look_back, new_save, open_file
from tabletop.ui.rulebook import RulebookScene
from tabletop.ui.table import TableScene
from tabletop.ui.viewport import Press, Wheel
from tabletop.words import Words
from tests.ui import table_player
from tests.ui.driver import CORNERS, Driver
from tests.ui.lesson_player import MOST, Learner
from tests.ui.table_player import advance

FILES = sorted(path for path in paths.games().iterdir() if lessons.is_lesson(path))
QUICK = "spaghetti_monsters"
EACH = [
    pytest.param(path, id=lessons.id_of(path), marks=() if lessons.id_of(path) == QUICK else pytest.mark.long)
    for path in FILES
]
VARIED = (QUICK, "mammonism", "super_amoeba_battle")  # cards and islands, numbers, places on a board
SOME = [
    pytest.param(path, id=lessons.id_of(path), marks=() if lessons.id_of(path) in VARIED else pytest.mark.long)
    for path in FILES
]


def load(path: Path) -> Lesson:
    return lessons.load(path, GAMES, Words)


# -- from start to end -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["mouse", "keyboard", "touch"])
@pytest.mark.parametrize("path", EACH)
def test_a_lesson_is_played_by_clicking_what_is_marked(path: Path, how: str) -> None:
    lesson = load(path)
    learner = Learner(lesson, how)
    learner.play()
    match = learner.scene.match
    if lesson.win:
        result = match.result()
        assert result is not None
        assert lesson.learner in result.winners
    done = sum(bool(step.do) for step in lesson.steps)
    assert sum(entry.seat == lesson.learner for entry in match.entries) == done
    assert "Well done!" in learner.words()


@pytest.mark.parametrize("path", EACH)
def test_wrong_clicks_change_nothing_and_say_something(path: Path) -> None:
    learner = Learner(load(path))
    scene = learner.scene
    tried = 0
    while scene.step is not None:
        if scene.step.do and not scene.points():
            for address in learner.wrong():
                before = len(scene.match.entries), scene.at, scene.wanted()
                scene.warning = ""
                if not learner.click_wrong(address):
                    continue
                if scene.picker is not None and not scene.warning:  # a coin more in the hand
                    assert address.startswith("coins:")
                    continue
                assert (len(scene.match.entries), scene.at, scene.wanted()) == before, address
                assert "Not that one" in learner.words(), address
                tried += 1
        learner.one()
    assert tried


def test_a_line_of_the_log_does_not_lead_out_of_the_lesson() -> None:
    learner = Learner(load(paths.games() / "super_amoeba_battle.lesson.yaml"))
    scene = learner.scene
    while not scene.match.entries or scene.step is None or not scene.step.do:
        learner.one()
    wanted = scene.wanted()
    learner.click("log=0")
    assert scene.look is None
    assert "Not that one" in learner.words()
    assert scene.wanted() == wanted
    assert not [address for address in scene.addresses() if address.startswith("look:")]
    learner.play()
    assert "Well done!" in learner.words()


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_show_me_brings_back_what_was_scrolled_out_of_sight(how: str) -> None:
    learner = Learner(load(paths.games() / "spaghetti_monsters_3.lesson.yaml"), how, size=(960, 600), text=200, step=2)
    scene = learner.scene
    assert scene.ringed()
    for turned in (50, -50):
        learner.stack.handle(Wheel(scene.view.rect.center, turned))
        learner.draw()
        if not scene.ringed():
            break
    assert scene.wanted() and not scene.ringed()
    learner.press(SHOW)
    assert scene.ringed()


@pytest.mark.parametrize(("size", "text"), CORNERS)
@pytest.mark.parametrize("path", EACH)
def test_every_step_can_be_read(path: Path, size: tuple[int, int], text: int) -> None:
    found: list[str] = []

    def check(learner: Learner, where: str) -> None:
        scene, card = learner.scene, learner.scene.card.rect
        found.extend(f"{where}: {fault}" for fault in learner.faults())
        found.extend(f"{where}: {address} is outside" for address in learner.outside())
        covered = [rect for rect in scene.lit() if card.colliderect(rect)]
        found.extend(f"{where}: the card covers what counts: {rect}" for rect in covered)
        if not learner.context.viewport.rect.contains(card):
            found.append(f"{where}: the card is outside")

    def look(learner: Learner) -> None:
        scene = learner.scene
        where = f"step {scene.at + 1}"
        assert scene.step is not None
        check(learner, where)
        for address in scene.step.look:
            if scene.place_of(address) is None and not scene.view.bring(address):  # there is room for others only
                found.append(f"{where}: {address} is not to be seen")
        if not scene.points() and any(learner.click_wrong(address) for address in learner.wrong()[:1]):
            check(learner, f"{where}, after a wrong click")

    learner = Learner(load(path), size=size, text=text, looked=look)
    learner.play()
    found.extend(f"at the end: {fault}" for fault in learner.faults())
    assert not found, "\n".join(found)


def test_the_learners_cards_lie_open_when_they_are_asked_for_after_a_battle() -> None:
    lesson = load(paths.games() / "mammonism.lesson.yaml")
    (spy,) = (number for number, step in enumerate(lesson.steps) if step.do == ("spy",))
    learner = Learner(lesson, step=spy - 1)
    while learner.scene.at < spy or learner.scene.moving:
        learner.one() if learner.scene.at < spy else learner.draw()
    assert learner.scene.wanted() == ["card:spy", "button:spy"]
    shown = [drawn.rect for drawn in learner.context.text.record if drawn.text == "Spy"]
    assert any(learner.scene.place_of("card:spy").contains(rect) for rect in shown)


# -- one thing after the other -----------------------------------------------------------------------------------------

SHORT = """\
lesson: 1
game: spaghetti_monsters
name: Short
options: {level: 1}
seats: [You, Sam]
position:
  phase: patrol
  islands:
    - {card: drifting, number: 1, queue: [1, 2]}
    - {card: prayer, number: 1, queue: [1]}
    - {card: birth, number: null, queue: []}
  lives: [3, 1]
  unplaced: [0, 0]
  sorcerer: {island: 1, place: 1, heading: 1}
steps:
  - title: Hello
    text: Read this.
    look: [island:1, seat:2]
  - title: Ask
    text: Your islander is asked. **Click Ask.**
    do: ask
    wrong: First we want the spell.
    others: {"button:decline": Declining comes later.}
  - title: Send it away
    text: Send Sam's islander to Birth.
    do: [drift 1.2>3, drift 1.2>2]
"""


@pytest.fixture
def short(tmp_path: Path) -> Lesson:
    return load(written(tmp_path, SHORT))


def written(folder: Path, text: str, name: str = "short.lesson.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_card_says_where_one_is_and_what_to_do(short: Lesson) -> None:
    learner = Learner(short)
    assert "Short · step 1 of 3" in learner.words() and "1 / 3" in learner.words() and "Read this." in learner.words()
    assert learner.scene.wanted() == [] and len(learner.scene.lit()) == 2
    assert "lesson:show" not in learner.top.addresses() and "lesson:back" not in learner.top.addresses()
    learner.click("lesson:next")
    assert "Short · step 2 of 3" in learner.words()
    assert learner.scene.wanted() == ["button:ask"]
    assert {"button:ask", "button:decline", "lesson:show", "lesson:back"} <= set(learner.top.addresses())
    assert not {"table:undo", "table:redo", "table:hint", "table:menu"} & set(learner.top.addresses())


def test_a_wrong_click_says_why_in_the_lessons_own_words(short: Lesson) -> None:
    learner = Learner(short, step=1)
    learner.click("button:decline")
    assert "Not that one. Click Ask. Declining comes later." in learner.words()
    assert learner.click_wrong("island:3")
    assert "Not that one. Click Ask. First we want the spell." in learner.words()
    assert learner.scene.match.entries == [] and learner.scene.at == 1
    learner.click("button:ask")
    assert "Not that one" not in learner.words() and learner.scene.at == 2


@pytest.mark.parametrize("name", sorted(path.name.partition(".")[0] for path in paths.games().glob("*.lesson.yaml")))
@pytest.mark.parametrize(("size", "text"), [((960, 600), 100), ((1280, 800), 100)])
def test_a_wrong_click_leaves_the_cards_buttons_where_they_are(name: str, size: tuple[int, int], text: int) -> None:
    lesson = load(paths.games() / f"{name}.lesson.yaml")
    for step in range(len(lesson.steps)):
        learner = Learner(lesson, step=step, size=size, text=text)
        card = learner.scene.card
        before = {button.address: tuple(button.rect) for button in card.buttons}, card.rect.bottomleft, card.rect.width
        learner.scene._wrong()
        learner.draw()
        after = {button.address: tuple(button.rect) for button in card.buttons}, card.rect.bottomleft, card.rect.width
        assert card.said.warning and after == before, f"step {step + 1}"
        assert learner.faults() == []


def test_return_after_the_mouse_first_shows_where_the_keys_are(short: Lesson) -> None:
    learner = Learner(short, step=1)
    learner.key("return")
    assert "Not that one" not in learner.words() and learner.scene.match.entries == []
    assert learner.scene.form.focused is not None and learner.scene.form.focused.address == "button:ask"
    learner.key("return")
    assert learner.scene.at == 2


def test_the_last_thing_to_read_is_finished_and_the_end_is_left_without_a_question(tmp_path: Path) -> None:
    lesson = load(written(tmp_path, SHORT + "  - title: Done\n    text: That is all.\n"))
    learner = Learner(lesson)
    assert "Next" in learner.words() and "Finish" not in learner.words()
    learner.play()
    assert learner.scene.step is None
    assert "Battle of the Spaghetti Monsters: “Short” is done" in learner.words()
    learner.key("escape")
    assert not learner.stack.scenes
    last = Learner(lesson, step=3)
    assert "Finish" in last.words()


def test_without_words_of_the_lesson_the_rules_say_why(short: Lesson) -> None:
    learner = Learner(short, step=2)
    assert learner.click_wrong("islander:1.1")
    assert "A game would allow it; here it would lead elsewhere." in learner.words()
    assert learner.click_wrong("seat:2")
    said = learner.words()
    assert "Not that one." in said and "A game would allow it" not in said


def test_a_click_where_there_is_only_something_to_read_says_so(short: Lesson) -> None:
    learner = Learner(short)
    assert learner.click_wrong("island:1")
    assert "Nothing is to be clicked here but Next" in learner.words() and learner.scene.at == 0


def test_a_wrong_click_beside_everything_says_what_was_asked_for(short: Lesson) -> None:
    learner = Learner(short, step=1)
    learner.stack.handle(Press((2, learner.scene.prompt_rect.bottom + 2)))
    learner.draw()
    assert "Not that one. Click Ask." in learner.words()


def test_back_goes_back_half_a_choice_and_then_a_step(short: Lesson) -> None:
    learner = Learner(short)
    learner.key("return")
    learner.click("button:ask")
    learner.click("islander:1.2")
    assert set(learner.scene.wanted()) == {"island:2", "island:3"}
    learner.key("backspace")
    assert learner.scene.at == 2 and learner.scene.wanted() == ["islander:1.2"]
    learner.click("lesson:back")
    assert learner.scene.at == 1 and learner.scene.match.entries == []
    assert learner.scene.wanted() == ["button:ask"]
    learner.click("button:ask")
    assert [str(entry.action) for entry in learner.scene.match.entries] == ["ask"]


def test_show_me_marks_each_next_click(short: Lesson) -> None:
    learner = Learner(short, step=2)
    learner.key("s")
    assert learner.scene.advice is not None and learner.scene.advised() == [Pick("islander:1.2")]
    learner.click("islander:1.2")
    assert learner.scene.advised() == [Pick("island:3")]
    learner.click("island:2")  # the other one that is accepted
    assert learner.scene.step is None
    assert str(learner.scene.match.entries[-1].action) == "drift 1.2>2"


def test_escape_offers_to_leave_or_to_stay(short: Lesson) -> None:
    learner = Learner(short)
    learner.key("return")
    learner.key("escape")
    assert set(learner.top.addresses()) == {"answer:Leave", "answer:Stay"}
    learner.key("return")
    assert learner.scene.at == 1 and learner.top is learner.scene
    learner.click("lesson:close")
    learner.click("answer:Leave")
    assert learner.stack.scenes == []


def test_a_board_that_turns_at_a_step_to_read_does_not_take_next_away() -> None:
    lesson = load(paths.games() / "spaghetti.lesson.yaml")
    at = next(n for n, step in enumerate(lesson.steps) if "tool:view" in step.look and not step.do)
    learner = Learner(lesson, step=at, speed=1.0)
    learner.click("tool:view")
    assert learner.scene.moving
    for _ in range(100):
        learner.draw()
    assert not learner.scene.moving
    learner.click("lesson:next")
    assert learner.scene.at == at + 1


@pytest.mark.parametrize("way", ["s", "return", "again"])
def test_the_log_over_the_table_goes_when_something_on_the_table_is_shown(way: str) -> None:
    learner = Learner(load(paths.games() / "mammonism.lesson.yaml"), size=(960, 600), text=200, step=6)
    learner.key("f2")
    assert learner.scene.log.open and learner.scene.ringed() == []
    if way == "again":
        learner.scene.go_to(6)
        learner.draw()
    else:
        learner.key(way)
    assert not learner.scene.log.open and learner.scene.ringed()


def test_the_rulebook_opens_and_comes_back_to_the_step(short: Lesson) -> None:
    learner = Learner(short, step=1)
    learner.key("f1")
    assert isinstance(learner.top, RulebookScene)
    learner.key("escape")
    assert learner.top is learner.scene and learner.scene.wanted() == ["button:ask"]


def test_others_move_after_the_card_is_there_and_marks_come_last(short: Lesson, tmp_path: Path) -> None:
    text = SHORT.replace("    do: [drift 1.2>3, drift 1.2>2]\n", "    do: drift 1.2>3\n")
    text = text.replace("Send Sam's islander to Birth.", "It goes.")
    text += "  - title: You pray\n    text: Now **Ask**.\n    do: ask\n"
    scene_of = load(written(tmp_path, text))
    learner = Learner(scene_of, step=2)
    learner.context.settings.speed = 1.0
    learner.context.refresh()
    learner.click("islander:1.2")
    learner.click("island:3")
    scene = learner.scene
    assert scene.moving and scene.wanted() == [] and "It goes." in learner.words()
    for _ in range(200):
        learner.draw()
        if not scene.moving:
            break
    assert scene.at == 3 and scene.wanted() == ["button:ask"]


def test_what_the_script_plays_waits_for_the_card_and_a_click_shows_its_end(tmp_path: Path) -> None:
    text = SHORT.replace("place: 1,", "place: 2,").partition("steps:")[0]
    text += (
        "steps:\n  - title: Sam\n    text: Sam declines.\n    play: [2> decline]\n  - {title: B, text: C, do: ask}\n"
    )
    lesson = load(written(tmp_path, text))
    learner = Learner(lesson)
    scene = learner.scene
    assert len(scene.match.entries) == 1 and scene.script == []  # at speed 0 it is done when the card is there
    learner = Learner(lesson, speed=1.0)
    scene = learner.scene
    assert scene.moving and len(scene.match.entries) == 0 and "Sam declines." in learner.words()
    learner.stack.handle(Press((400, 300)))
    learner.draw()
    assert len(scene.match.entries) == 1 and not scene.moving and scene.at == 0
    learner.click("lesson:next")
    assert scene.wanted() == ["button:ask"]


def test_a_point_near_the_scripted_one_is_taken_for_it() -> None:
    lesson = load(paths.games() / "super_amoeba_battle.lesson.yaml")
    at = next(n for n, step in enumerate(lesson.steps) if step.within)
    learner = Learner(lesson, step=at)
    scene = learner.scene
    while not scene.points():
        learner.one()
    unit = scene.view.unit  # type: ignore[attr-defined]
    wanted, spot = lesson.actions(lesson.steps[at])[0], scene.points()[0]
    far = spot.move(round(unit * (lesson.steps[at].within + 1.2)), 0)
    learner.put(far)
    learner.put(far)
    assert scene.at == at
    while scene.at == at and scene.wanted() != []:
        learner.one()
    learner.put(spot.move(round(unit * lesson.steps[at].within / 3), 0))
    while scene.at == at:
        learner.one()
    assert scene.match.entries[-1].action == wanted


# -- the keys and the mouse in turns -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SOME)
@pytest.mark.parametrize("before", ["a press beside everything", "the mouse on Show me", "the key of Show me"])
def test_return_alone_is_never_a_wrong_click(path: Path, before: str) -> None:
    lesson = load(path)
    for step in (n for n, one in enumerate(lesson.steps) if one.do):
        learner = Learner(lesson, step=step)
        scene = learner.scene
        for _ in range(MOST):
            if before == "a press beside everything":
                scene.form.set_focus(None, False)
            elif before == "the mouse on Show me":
                learner.click("lesson:show")
            else:
                learner.key("s")
            for _ in range(3):
                learner.key("return")
                assert scene.warning == "", f"step {step + 1}"
                if scene.at != step:
                    break
            if scene.at != step or before == "a press beside everything":  # nobody else puts the numbers right
                break
        assert scene.at == step + 1 or before == "a press beside everything", f"step {step + 1}"


@pytest.mark.parametrize("path", SOME)
@pytest.mark.parametrize("first", [0, 1])
def test_a_lesson_is_played_with_the_mouse_and_return_in_turns(path: Path, first: int) -> None:
    learner = Learner(load(path))
    scene = learner.scene

    def now() -> tuple[object, ...]:
        return scene.at, len(scene.match.entries), scene.waiting, tuple(scene.picker.steps) if scene.picker else ()

    for turn in range(first, 100):
        if scene.step is None:
            break
        if turn % 2 or scene.wanted()[:1] == ["amount:own"]:
            learner.one()
            continue
        before = now()
        for _ in range(3):  # to where the keys are, to a place on the board, to put it there
            if now() == before:
                learner.key("return")
        assert now() != before and scene.warning == "", f"step {scene.at + 1}"
    assert scene.step is None


def test_a_warning_goes_once_the_numbers_are_changed() -> None:
    lesson = load(paths.games() / "mammonism.lesson.yaml")
    at = next(n for n, step in enumerate(lesson.steps) if Learner(lesson, step=n).scene.wanted()[:1] == ["amount:own"])
    learner = Learner(lesson, step=at)
    scene = learner.scene
    form = scene.form
    form.set_focus(form.widget("amount:own"), True)
    learner.key("right")
    learner.key("tab")
    learner.key("return")
    assert scene.warning and "Not that one" in learner.words() and scene.amounts == {"own": 1}
    assert form.focused is form.widget("amount:own")
    where = scene.card.buttons[0].rect.copy()
    learner.key("right")
    assert scene.warning == "" and "Not that one" not in learner.words() and learner.faults() == []
    assert scene.card.buttons[0].rect == where and lesson.steps[at].title in learner.words()
    learner.key("return")  # leads on to the button, which takes the two
    assert scene.at == at and form.focused.address.startswith("button:")
    learner.key("return")
    assert scene.at == at + 1


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_at_the_end_the_arrows_walk_the_cards_buttons_and_return_does_what_is_lit(short: Lesson, how: str) -> None:
    learner = Learner(short, how, step=2)
    learner.play()
    form = learner.scene.form

    def lit() -> str:
        assert form.keyboard and form.focused is not None
        return form.focused.address

    assert learner.scene.step is None and lit() == "lesson:game"
    learner.key("down")
    assert lit() == "lesson:again"
    learner.key("up")
    assert lit() == "lesson:game"
    learner.key("right")
    learner.stack.handle(Press((2, learner.scene.prompt_rect.bottom + 2)))
    learner.draw()
    assert lit() == "lesson:game"
    learner.key("down")
    learner.key("return")
    assert learner.scene.at == 0 and learner.top is learner.scene


# -- where one stopped, and what comes after ---------------------------------------------------------------------------


def opened(home: Path, text: str = SHORT) -> Driver:
    """Open a lesson of the user's games folder as the menu does."""
    folder = home / "games"
    folder.mkdir(exist_ok=True)
    path = written(folder, text)
    driver = Driver(MenuScene())
    driver.stack.apply(open_file(path))
    driver.draw()
    return driver


def test_what_cannot_be_written_is_not_said_to_be_remembered(home: Path) -> None:
    (home / "settings.yaml").mkdir()  # nothing can be written in its place
    driver = opened(home)
    driver.key("return")
    driver.key("escape")
    assert "remembered" not in driver.words() and "begun again" in driver.words()


def test_where_one_stopped_is_remembered_and_offered(home: Path) -> None:
    driver = opened(home)
    driver.key("return")
    assert driver.context.settings.lessons == {"short": {"step": 1, "done": False}}
    kept, notice = settings.load(paths.user_settings())
    assert notice is None and kept.lessons == {"short": {"step": 1, "done": False}}
    driver.key("escape")
    driver.click("answer:Leave")
    driver.stack.apply(open_file(home / "games" / "short.lesson.yaml"))
    driver.draw()
    assert "You stopped at step 2 of 3." in driver.words()
    driver.click("answer:Go on at step 2")
    assert isinstance(driver.top, LessonScene) and driver.top.at == 1
    assert driver.top.wanted() == ["button:ask"]
    driver.key("escape")
    driver.click("answer:Leave")
    driver.stack.apply(open_file(home / "games" / "short.lesson.yaml"))
    driver.draw()
    driver.click("answer:From the start")
    assert isinstance(driver.top, LessonScene) and driver.top.at == 0


def test_after_the_last_step_a_game_against_the_easiest_level_is_one_click_away(home: Path) -> None:
    driver = opened(home)
    driver.key("return")
    driver.click("button:ask")
    driver.click("islander:1.2")
    driver.click("island:3")
    assert driver.context.settings.lessons == {"short": {"step": 0, "done": True}}
    assert {"lesson:game", "lesson:again", "lesson:leave"} <= set(driver.top.addresses())
    driver.click("lesson:game")
    table = driver.top
    assert type(table) is TableScene
    assert table.match.levels == [None, "learner"] and table.match.names == ["You", "Sam"]
    assert table.match.options["level"] == 1 and table.match.autosave is not None
    driver.stack._clear()


def test_the_next_lesson_of_the_same_game_is_offered(home: Path) -> None:
    learner = Learner(load(paths.games() / "spaghetti_monsters_2.lesson.yaml"), step=99)
    following = learner.scene.following()
    assert following is not None and following.id == "spaghetti_monsters_3"
    learner.click("lesson:following")
    assert isinstance(learner.top, LessonScene) and learner.top.lesson.id == "spaghetti_monsters_3"
    assert Learner(load(paths.games() / "spaghetti.lesson.yaml"), step=99).scene.following() is None


def test_a_broken_lesson_shows_all_that_is_wrong(home: Path) -> None:
    driver = opened(home, SHORT.replace("do: ask", "do: aks").replace("seat:2", "seat:7"))
    assert isinstance(driver.top, Dialog)
    assert "short.lesson.yaml:18:22: " in driver.words() and "`seat:7`" in driver.words() and '"aks"' in driver.words()


def test_a_lesson_is_made_from_a_game_in_its_menu(home: Path) -> None:
    match = monsters(autosave=True)
    driver = Driver(GameMenu(match, Words(match.definition, match.names, also=("table", "ui"))))
    driver.click("button:lesson")
    assert not (home / "games").exists()  # who is to learn is asked first
    driver.click(f"answer:{match.names[1]}")
    path = home / "games" / "my_spaghetti_monsters.lesson.yaml"
    said = driver.words().replace(" ", "")
    assert f'main.pycheck"{path}"'.replace(" ", "") in said
    made = load(path)
    assert made.learner == 2
    assert sum(bool(step.do) for step in made.steps) == sum(entry.seat == 2 for entry in match.entries)
    driver.click("answer:OK")
    assert isinstance(driver.top, GameMenu)


def test_no_lesson_is_made_when_nobody_is_to_learn(home: Path) -> None:
    driver = Driver(look_back(monsters()))
    driver.key("m")
    driver.key("escape")
    assert not (home / "games").exists() and isinstance(driver.top, TableScene)


def test_the_only_person_of_a_game_learns_without_being_asked(home: Path) -> None:
    match = monsters()
    for seat in match.seats[1:]:
        match.hand_over(seat, "learner")
    driver = Driver(look_back(match))
    driver.key("m")
    assert load(home / "games" / "my_spaghetti_monsters.lesson.yaml").learner == 1


def test_a_lesson_is_made_while_looking_back(home: Path) -> None:
    driver = Driver(look_back(monsters()))
    name = driver.top.match.names[0]
    driver.key("m")
    driver.click(f"answer:{name}")
    assert (home / "games" / "my_spaghetti_monsters.lesson.yaml").is_file()
    driver.key("return")
    driver.key("m")
    driver.click(f"answer:{name}")
    assert (home / "games" / "my_spaghetti_monsters_2.lesson.yaml").is_file()


def monsters(autosave: bool = False) -> Match:
    match = advance(table_player.monsters(level=1), 9)
    assert match.entries[-1].seat == 1 or match.to_act()
    if autosave:
        new_save(match)
    return match
