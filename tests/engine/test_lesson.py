"""Lessons: reading them, and what `check` finds in a broken one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tabletop import UserError, commands, rules
from tabletop.engine import definition as definitions
from tabletop.engine import lesson as lessons
from tabletop.engine import record as records
from tabletop.engine.definition import Games, NotFound
from tabletop.engine.lesson import Lesson
from tabletop.words import Words
from tests import games

GAMES = Path(games.__file__).parent

RACE = """\
lesson: 1
game: {folder}/toy_race.yaml
name: First lesson
about: Order, fuel, and the finish.
options: {{track: 5, fuel: 6}}
seats: [You, Sam]
win: true
steps:
  - title: The grid
    text: Who drives first? **You** say.
    look: [car:1, car:2]
    do: grid 1 2
  - title: Off you go
    text: Drive **3**.
    do: [drive 3, drive 2]
    wrong: Not so fast.
    others: {{car:2: That is Sam's.}}
  - title: Sam drives
    text: Sam drives one space.
    play: 2> drive 1
  - title: The finish
    text: Four more are enough.
    do: drive 4
"""
"""Seat 1 stands on 3 or 2 of 5 spaces when it drives 4: it wins on either way, and has fuel (2 + 3 or 1 + 3 of 6)."""

BIDS = """\
lesson: 1
game: {folder}/toy_bids.yaml
name: Secret
seats: [You, Sam]
steps:
  - title: A card is turned
    text: Both choose at once.
    play: [0> turn 5, 2> bid 1]
  - title: Bid
    text: Bid three.
    do: bid 3
"""

POINTS = """\
lesson: 1
game: {folder}/toy_points.yaml
name: Discs
seats: [You, Sam]
steps:
  - title: Put
    text: Put it there.
    do: put 1,1
    within: 0.5
"""


def write(folder: Path, text: str, name: str = "toy") -> Path:
    path = folder / f"{name}.lesson.yaml"
    path.write_text(text.format(folder=GAMES.as_posix()), encoding="utf-8")
    return path


def loaded(folder: Path, text: str) -> Lesson:
    return lessons.load(write(folder, text), games.GAMES, Words)


def complaint(folder: Path, text: str, known: Games = games.GAMES) -> str:
    with pytest.raises(UserError) as caught:
        commands.check([write(folder, text)], known)
    return str(caught.value)


# -- good ones ---------------------------------------------------------------------------------------------------------


def test_a_lesson_is_read(tmp_path: Path) -> None:
    lesson = loaded(tmp_path, RACE)
    assert (lesson.name, lesson.about) == ("First lesson", "Order, fuel, and the finish.")
    assert (lesson.seats, lesson.learner, lesson.win) == (("You", "Sam"), 1, True)
    assert [step.title for step in lesson.steps] == ["The grid", "Off you go", "Sam drives", "The finish"]
    first, second, third, _ = lesson.steps
    assert (first.look, first.do, first.play) == (("car:1", "car:2"), ("grid 1 2",), ())
    assert (second.do, second.wrong) == (("drive 3", "drive 2"), "Not so fast.")
    assert second.others == {"car:2": "That is Sam's."}
    assert third.play == ((2, "drive 1"),)
    assert list(map(str, lesson.actions(second))) == ["drive 3", "drive 2"]


@pytest.mark.parametrize(("text", "steps"), [(RACE, 4), (BIDS, 2), (POINTS, 1)], ids=["race", "bids", "points"])
def test_check_says_that_a_lesson_is_good(tmp_path: Path, text: str, steps: int) -> None:
    path = write(tmp_path, text)
    assert commands.check([path], games.GAMES) == f"{path}: good (a lesson of {steps} step{'s' if steps > 1 else ''})"


def test_a_lesson_begins_as_its_file_says(tmp_path: Path) -> None:
    position = "position: {order: [2, 1], spaces: [3, 0], fuel: [1, 1]}\nsteps:"
    start = RACE.partition("steps:")[0].replace("{", "{").replace("win: true\n", "")
    text = start + position.replace("{", "{{").replace("}", "}}") + "\n  - {{title: A, text: B, play: 2> drive 2}}\n"
    match = loaded(tmp_path, text).match()
    assert match.names == ["You", "Sam"]
    assert match.options == {"track": 5, "fuel": 6}
    assert match.state.position() == {"order": [2, 1], "spaces": [3, 0], "fuel": [1, 1]}


# -- broken ones -------------------------------------------------------------------------------------------------------

BROKEN = [
    # what is changed, into what, where the fault is said to be (line, column), and what is said
    ("lesson: 1", "lesson: 2", "1:9", "made for a newer version of Tabletop (form 2; this one reads 1)"),
    ("lesson: 1\n", "", "1:1", "a lesson begins with `lesson: 1`"),
    ("about: Order", "abuot: Order", "4:1", "there is no key `abuot` here; did you mean `about`?"),
    ("name: First lesson\n", "", "1:1", "the key `name` is missing here"),
    ("    text: Drive **3**.\n", "", "13:5", "the key `text` is missing here"),
    ("    look: [car", "    lokk: [car", "11:5", "there is no key `lokk` here; did you mean `look`?"),
    ("toy_race.yaml", "toy_rice.yaml", "2:7", "there is no file"),
    ("game: {folder}/toy_race.yaml", "game: spagetti", "2:7", "there is no game `spagetti`; did you mean `spaghetti`?"),
    ("track: 5", "trakc: 5", "5:18", "did you mean `track`?"),
    ("track: 5", "track: 99", "5:18", "option `track` is a whole number from 2 to 40; it cannot be 99"),
    ("[You, Sam]", "[You]", "6:8", "this game is for 2 to 4 players, not 1"),
    ('[You, Sam]', '[You, ""]', "6:14", "a seat's name is one line of 1 to 100 letters"),
    ("win: true", "win: true\nlearner: 3", "8:10", "there is no seat 3; the seats are 1 to 2"),
    ("win: true", "win: maybe", "7:6", "`win` should be true or false, not"),
    ("win: true", "position: {{order: [1, 1], spaces: [0, 0], fuel: [1, 1]}}", "7:19", "wrong grid"),
    ("title: The grid", "title: " + "G" * 41, "9:12", "`title` is too long: 41 letters; 40 is the most"),
    ("text: Drive **3**.", "text: " + "d" * 281, "14:11", "`text` is too long: 281 letters; 280 is the most"),
    ("Not so fast.", "n" * 161, "16:12", "`wrong` is too long: 161 letters; 160 is the most"),
    ("title: The grid", 'title: " "', "9:12", "`title` is empty"),
    ("do: grid 1 2", "do: gird 1 2", "12:9", '"gird 1 2": this is not an action of this game'),
    ("do: grid 1 2", "do: grid 1 1", "12:9", '"grid 1 1": '),
    ("do: grid 1 2", "do: 2> grid 1 2", "12:9", "this is seat 2's action, not the learner's: it stands under `play`"),
    ("[drive 3, drive 2]", "[drive 3, drive 9]", "15:19", '"drive 9": '),
    ("play: 2> drive 1", "play: 2> drive 7", "20:11", '"2> drive 7": '),
    ("play: 2> drive 1", "play: 3> drive 1", "20:11", "there is no seat 3; the seats are 1 to 2, and 0 is chance"),
    ("do: [drive 3, drive 2]", "play: [1> drive 3]", "16:5", "`wrong` needs a `do` in the same step"),
    ("do: grid 1 2", "play: 1> grid 1 2", "12:11", "this is the learner's own action: it stands under `do`"),
    ("do: grid 1 2", "play: grid 1 2", "12:11", "this is the learner's own action"),
    ("    do: grid 1 2\n", "    play: [2> drive 1]\n", "12:12", "the learner must act first: give a `do` before this"),
    ("look: [car:1, car:2]", "look: [car:1, car:3]", "11:19", "there is no `car:3` on the table at this step"),
    ("look: [car:1, car:2]", "look: cra:1", "11:11", "no `cra:1` on the table at this step; did you mean `car:1`?"),
    ("car:2: That", "car:5: That", "17:14", "there is no `car:5` on the table at this step"),
    ("do: grid 1 2", "do: grid 1 2\n    within: 0.4", "13:5", "no point of the table is chosen here"),
    ("    do: drive 4\n", "    do: drive 1\n", "21:5", "the lesson ends before the game does"),
    ("do: drive 4", "do: 5", "23:9", "`do` should be text or a list, not 5"),
    ("steps:", "steps: []\nsetps:", "9:1", "there is no key `setps` here; did you mean `steps`?"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "place", "said"), BROKEN, ids=[f"{at} {new[:30]}" for _, new, at, _ in BROKEN])
def test_check_finds_what_is_broken(tmp_path: Path, old: str, new: str, place: str, said: str) -> None:
    assert RACE.count(old) == 1
    found = complaint(tmp_path, RACE.replace(old, new))
    lines = found.splitlines()
    assert any(f"toy.lesson.yaml:{place}: " in line and said in line for line in lines), found


LANDMARKS = """\
lesson: 1
game: spaghetti
name: Buttons
seats: [You, Sam]
steps:
  - title: Look
    text: Two buttons stand on the left.
    look: [tool:view, tool:strands]
    do: place C3
    wrong: On C3, please.
"""


def test_landmarks_of_the_table_can_be_lit(tmp_path: Path) -> None:
    assert commands.check([write(tmp_path, LANDMARKS)], rules.GAMES)
    found = complaint(tmp_path, LANDMARKS.replace("tool:strands", "tool:strand"), rules.GAMES)
    said = "there is no `tool:strand` on the table at this step; did you mean `tool:strands`?"
    assert f"toy.lesson.yaml:8:23: {said}" in found
    found = complaint(tmp_path, LANDMARKS.replace("tool:strands", "edge:1"), rules.GAMES)
    assert "toy.lesson.yaml:8:23: there is no `edge:1` on the table at this step" in found


def test_nothing_can_be_said_about_a_click_on_a_landmark(tmp_path: Path) -> None:
    found = complaint(tmp_path, LANDMARKS + "    others: {{tool:view: Not now.}}\n", rules.GAMES)
    assert "toy.lesson.yaml:11:14: `tool:view` is for `look` only: nothing can be said about a click on it" in found


def test_a_branch_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    # Driving 4 twice burns 3 + 3 of 5 fuel; driving 3 before it, 2 + 3.
    found = complaint(tmp_path, RACE.replace("fuel: 6", "fuel: 5").replace("[drive 3, drive 2]", "[drive 3, drive 4]"))
    assert found == f'{tmp_path / "toy.lesson.yaml"}:23:9: "drive 4": no fuel (after `drive 4`)'


def test_a_lesson_that_is_not_won_is_found(tmp_path: Path) -> None:
    # Sam drives first: 4, then 2 more of the 5 spaces.
    lost = RACE.replace("grid 1 2", "grid 2 1").replace("2> drive 1", "2> drive 2")
    lost = lost.partition("  - title: The finish")[0].replace("    do: [drive", "    play: 2> drive 4\n    do: [drive")
    found = complaint(tmp_path, lost)
    assert "the game ends, but the learner does not win it, as `win` asks" in found


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    found = complaint(tmp_path, RACE.replace("car:1, car:2", "car:7, car:8").replace("car:2:", "car:9:"))
    assert [line.partition("there is no `")[2][:5] for line in found.splitlines()] == ["car:7", "car:8", "car:9"]


def test_chance_left_out_is_said(tmp_path: Path) -> None:
    found = complaint(tmp_path, BIDS.replace("    play: [0> turn 5, 2> bid 1]\n", ""))
    assert "10:9: " in found
    assert "chance must act first: give its action in `play`" in found


def test_a_lesson_is_not_taken_for_another_file(tmp_path: Path) -> None:
    path = write(tmp_path, RACE)
    with pytest.raises(UserError, match=r":1:1: this is a lesson, not the definition of a game"):
        definitions.load(path, games.GAMES)
    with pytest.raises(UserError, match=r":1:1: a record begins with `record: 1`; this is a lesson"):
        commands.replay(path, games=games.GAMES)


# -- finding them ------------------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    folder = tmp_path / "games"
    folder.mkdir()
    return folder


def test_a_teachers_lessons_are_listed_after_ours(home: Path) -> None:
    good, bad = write(home, RACE), home / "bad.lesson.yaml"
    bad.write_text("lesson: 1\nname: [\n", encoding="utf-8")
    found = {one.id: one for one in lessons.listed()}
    assert list(found)[-2:] == ["bad", "toy"]
    assert (found["toy"].path, found["toy"].own, found["toy"].errors) == (good, True, ())
    assert (found["toy"].name, found["toy"].game) == ("First lesson", (GAMES / "toy_race.yaml").as_posix())
    assert found["bad"].errors[0].startswith(f"{bad}:")


def test_what_a_lesson_is_about_is_listed_whole(home: Path) -> None:
    about = "Wind and water, " * 9 + "and a race."
    path = write(home, RACE.replace("Order, fuel, and the finish.", about))
    assert len(about) <= lessons.MAX_SAID
    assert [one.about for one in lessons.listed() if one.path == path] == [about]


def test_a_lesson_is_found_by_id_or_path(home: Path) -> None:
    path = write(home, RACE)
    assert lessons.locate("toy") == path
    assert lessons.locate(str(path)) == path
    with pytest.raises(NotFound, match="there is no lesson `tyo`"):
        lessons.locate("tyo")
    assert lessons.load(path, games.GAMES, Words).id == "toy"


def test_a_lesson_with_the_name_of_one_of_ours_is_listed_too_by_its_path(home: Path) -> None:
    path = write(home, RACE, "spaghetti")
    ours = definitions.folders()[0] / path.name
    assert ours.is_file()
    assert [(one.id, one.path) for one in lessons.listed() if one.path.name == path.name] == [
        ("spaghetti", ours),
        (path.as_posix(), path),
    ]
    assert lessons.locate("spaghetti") == ours
    assert lessons.load(path, games.GAMES, Words).id == path.as_posix()  # ours is not done when this one is


def test_elsewhere_a_lesson_is_known_by_its_path(tmp_path: Path) -> None:
    assert loaded(tmp_path, RACE).id == (tmp_path / "toy.lesson.yaml").as_posix()


def test_lessons_are_no_games(home: Path) -> None:
    write(home, RACE)
    assert "toy" not in definitions.ids()
    assert not any("lesson" in name for name in definitions.ids())


# -- making one from a game --------------------------------------------------------------------------------------------

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.yaml"))[::4]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_skeleton_of_a_game_is_good_as_it_is(tmp_path: Path, path: Path) -> None:
    out = tmp_path / "new.lesson.yaml"
    said = commands.make_lesson(path, out)
    assert said.startswith(f"{out}: written")
    assert commands.check([out]).startswith(f"{out}: good (a lesson of ")


def test_what_is_made_tells_how_to_check_it_also_in_a_folder_with_a_space(tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    folder.mkdir()
    said = commands.make_lesson(RECORDS[0], folder / "a.lesson.yaml")
    assert said.endswith(f'python main.py check "{folder / "a.lesson.yaml"}"')


def test_a_skeleton_has_a_step_for_each_of_the_learners_moves(tmp_path: Path) -> None:
    path, out = tmp_path / "race.yaml", tmp_path / "race.lesson.yaml"
    actions = "[grid 2 1, drive 1, drive 1, drive 1, drive 4]"
    game = f"record: 1\ngame: {GAMES.as_posix()}/toy_race.yaml\noptions: {{track: 5}}\nseats: [Ada, Ben]\n"
    path.write_text(f"{game}actions: {actions}\n", encoding="utf-8")
    # Seat 1 lays the grid; then they drive 2, 1, 2, 1: to 1, 2 (it slips past), 3 (past), 6.
    commands.make_lesson(path, out, 1, games.GAMES)
    lesson = lessons.load(out, games.GAMES, Words)
    assert [(step.play, step.do) for step in lesson.steps] == [
        ((), ("grid 2 1",)),
        (((2, "drive 1"),), ("drive 1",)),
        (((2, "drive 1"),), ("drive 4",)),
    ]
    assert lesson.win and lesson.seats == ("Ada", "Ben") and lesson.options["track"] == 5
    assert [step.title for step in lesson.steps] == ["Move 1: grid 2 1", "Move 2: drive 1", "Move 3: drive 4"]
    out.unlink()
    commands.make_lesson(path, out, 2, games.GAMES)
    other = lessons.load(out, games.GAMES, Words)
    assert [(step.play, step.do) for step in other.steps] == [
        (((1, "grid 2 1"),), ("drive 1",)),
        (((1, "drive 1"),), ("drive 1",)),
        (((1, "drive 4"),), ()),
    ]
    assert not other.win and other.steps[-1].title == "The end"


def test_the_skeleton_of_a_battle_begins_where_the_discs_lie(tmp_path: Path) -> None:
    path, out = next(path for path in RECORDS if path.stem == "super_amoeba_battle-1"), tmp_path / "new.lesson.yaml"
    commands.make_lesson(path, out)
    lesson = lessons.load(out, rules.GAMES, Words)
    assert lesson.position is not None and len(lesson.position["discs"]) == 24
    played = [(seat, text) for seat, text in records.read(path).actions if not text.startswith(("deal", "arrange"))]
    own = [text for seat, text in played if seat == 1]
    assert [step.do for step in lesson.steps if step.do] == [(text,) for text in own]
    moves = [step for step in lesson.steps if step.do and step.do[0].startswith("move")]
    assert moves and {step.within for step in moves} == {lessons.WITHIN}


def test_no_learner_is_asked_to_arrange_discs(tmp_path: Path) -> None:
    path = tmp_path / "battle.lesson.yaml"
    played = records.read(next(path for path in RECORDS if path.stem == "super_amoeba_battle-1")).actions
    deal, arrange = played[0][1], played[1][1]
    path.write_text(
        "lesson: 1\ngame: super_amoeba_battle\nname: Discs\nseats: [Ada, Ben]\nsteps:\n"
        f'  - {{title: Discs, text: Here., play: "0> {deal}", do: "{arrange}"}}\n', encoding="utf-8"
    )  # fmt: skip
    with pytest.raises(UserError, match=r"6:.*cannot be led to so many places at once: begin with a `position`"):
        commands.check([path])


def test_the_skeleton_of_a_game_that_goes_on_ends_with_the_learners_last_move(tmp_path: Path) -> None:
    path, out = tmp_path / "race.yaml", tmp_path / "race.lesson.yaml"
    game = f"record: 1\ngame: {GAMES.as_posix()}/toy_race.yaml\noptions: {{track: 9}}\nseats: [Ada, Ben]\n"
    path.write_text(f"{game}actions: [grid 2 1, drive 1, drive 1, drive 1]\n", encoding="utf-8")
    commands.make_lesson(path, out, 1, games.GAMES)  # the last to drive was seat 2
    assert [step.do for step in lessons.load(out, games.GAMES, Words).steps] == [("grid 2 1",), ("drive 1",)]
    path.write_text(f"{game}actions: [grid 2 1]\n", encoding="utf-8")
    out.unlink()
    commands.make_lesson(path, out, 2, games.GAMES)  # who learns has not moved at all
    only = lessons.load(out, games.GAMES, Words)
    assert [(step.title, step.play, step.do) for step in only.steps] == [("To begin", ((1, "grid 2 1"),), ())]


def test_what_no_lesson_can_be_made_of_is_said(tmp_path: Path) -> None:
    path = tmp_path / "race.yaml"
    game = f"record: 1\ngame: {GAMES.as_posix()}/toy_race.yaml\nseats: [Ada, Ben]\n"
    path.write_text(game, encoding="utf-8")
    with pytest.raises(UserError, match="nothing was played in this game"):
        commands.make_lesson(path, tmp_path / "new.lesson.yaml", 1, games.GAMES)
    path.write_text(f"{game}actions: [grid 2 1]\n", encoding="utf-8")
    with pytest.raises(UserError, match="there is no seat 3; the seats are 1 to 2"):
        commands.make_lesson(path, tmp_path / "new.lesson.yaml", 3, games.GAMES)
    with pytest.raises(UserError, match=r"a lesson's file is called NAME\.lesson\.yaml"):
        commands.make_lesson(path, tmp_path / "new.yaml", 1, games.GAMES)


def test_the_readmes_lesson_is_good(tmp_path: Path) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^<!-- lesson -->\n```yaml\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert found is not None
    path = tmp_path / "next.lesson.yaml"
    path.write_text(found[1], encoding="utf-8")
    assert commands.check([path]) == f"{path}: good (a lesson of 3 steps)"


@pytest.mark.parametrize("path", lessons.files().values(), ids=lessons.id_of)
def test_our_lessons_are_good_and_won_where_they_say_so(path: Path) -> None:
    assert commands.check([path]).startswith(f"{path}: good (a lesson of ")
