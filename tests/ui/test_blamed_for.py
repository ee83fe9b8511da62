"""What programs for board games are blamed for, each tried at the table itself, from the screen to the saved file.

More of the same, closer to where it is made: test_viewport (input taken once, full screen, scales), test_match (undo,
late answers, clocks), test_saves (full disks, cut saves, locks), test_settings, test_text (letters), test_sound.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pygame
import pytest

from tabletop.engine import saves
from tabletop.engine.clock import LONGEST_STEP, Clock
from tabletop.engine.match import Entry, Match, Request
from tabletop.engine.saves import Autosave
from tabletop.rules import GAMES, load
from tabletop.ui.curtain import CurtainScene
from tabletop.ui.dialog import Dialog
from tabletop.ui.gamemenu import GameMenu
from tabletop.ui.library import entries
from tabletop.ui.menu import MenuScene
from tabletop.ui.result import ResultScene
from tabletop.ui.settings_scene import SettingsScene
from tabletop.ui.setup import SetupScene
from tabletop.ui.table import TableScene
from tabletop.ui.tableform import Thing
from tabletop.ui.viewport import Focus, Move, Press, Release, Wheel
from tests.ui.driver import Driver
from tests.ui.table_player import Player, advance, monsters

NAMES = [
    ["Wi" * 20, "Wi" * 20],
    ["Ada", "Ada"],
    ["No", "12"],
    ["~", "0x10"],
    ["花子", "太郎"],
    ["{name}", "**[x](#y)**"],
]
DRIFT = {"islands": [{"card": "drifting", "number": 1, "queue": [1, 2]}, {"card": "death", "number": 1, "queue": [2]}]}
LAST_BLOW = {
    "islands": [{"card": "sacrifice", "number": 2, "queue": [1]}, {"card": "birth", "number": None, "queue": [2]}],
    "lives": [1, 2],
}


def positioned(position: dict[str, Any], **more: Any) -> Match:
    return Match(monsters(2).definition, ["Ada", "Ben"], position=position, rng=random.Random(3), **more)


def picture(player: Player) -> bytes:
    player.draw()
    return pygame.image.tobytes(player.context.surface, "RGB")


def secrets(held: str = "drifting prayer", takers: int = 2) -> Player:
    """Let one or both of two people take a face-down card, the first of which may see its own."""
    record = Match(
        monsters(2).definition, ["Ada", "Ben"], options={"level": 3, "face_down": True}, rng=None
    )  # chance waits, so that the deal can be told
    record.play(0, "deal reverse_current sacrifice death curse drifting prayer birth bless sink move_island")
    record.play(0, f"face_down move_island {held}")
    player = Player(record)
    player.uncover()
    player.click("facedown:1")
    if takers == 2:
        player.uncover()
        player.click("facedown:2")
    return player


# -- a secret visible for a moment -------------------------------------------------------------------------------------


def test_between_seats_no_frame_shows_a_secret_however_often_it_is_drawn() -> None:
    # Who holds what differs, nothing else: until somebody lifts the curtain, every frame must be the same.
    frames = []
    for held in ("drifting prayer", "prayer drifting"):
        player = secrets(held, takers=1)
        if player.table.holding:
            player.click("button:seen")
        assert isinstance(player.top, CurtainScene)
        shown = [picture(player)]
        player.stack.handle(Move((640, 300)))
        shown.append(picture(player))
        player.stack.layout()
        shown.append(picture(player))
        frames.append(shown)
    assert frames[0] == frames[1]


@pytest.mark.parametrize("over", ["", "table:menu", "table:settings", "giveup"])
def test_the_task_switchers_picture_shows_a_curtain_whatever_lies_over_the_table(over: str) -> None:
    frames = []
    for held in ("drifting prayer", "prayer drifting"):
        player = secrets(held)
        player.uncover()
        seat = player.table.eyes
        assert isinstance(seat, int) and player.match.has_secrets(seat)
        if over:
            player.click("table:menu" if over == "giveup" else over)
        if over == "giveup":
            player.click(f"giveup:{seat}")
            assert isinstance(player.top, Dialog)
        under = player.top
        player.stack.handle(Focus(False))
        if over == "table:settings":  # covers everything by itself
            assert isinstance(player.top, SettingsScene)
        else:
            assert isinstance(player.top, CurtainScene)
        frames.append(picture(player))
        player.stack.handle(Focus(True))
        player.uncover()
        assert player.top is under  # and it goes on where it was
    assert frames[0] == frames[1]


@pytest.mark.parametrize("game", ["mammonism", "super_amoeba_battle"])
def test_every_game_with_secrets_is_covered_when_another_window_comes_in_front(game: str, rng: random.Random) -> None:
    match = Match(load(game), ["Ada", "Ben"], rng=rng)
    covered = 0
    for _ in range(12):
        player = Player(match)
        player.uncover()
        eyes = player.table.eyes
        if isinstance(eyes, int) and match.has_secrets(eyes):
            player.stack.handle(Focus(False))
            assert isinstance(player.top, CurtainScene)
            covered += 1
        advance(match, 3)
    assert covered


def test_log_hints_and_what_can_be_clicked_tell_nobody_elses_secret() -> None:
    seen = []
    for held in ("drifting prayer", "prayer drifting"):
        player = secrets(held)
        player.table.fixed = "public"
        player.table.show_state()
        player.table.prepare()
        player.draw()
        hints = [widget.hint for widget in player.table.form.widgets]
        seen.append((player.table.log.lines(), hints, sorted(player.table.addresses()), player.words()))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("game", ["mammonism", "spaghetti_monsters", "super_amoeba_battle"])
def test_what_a_seat_cannot_know_changes_nothing_on_its_screen(game: str, rng: random.Random) -> None:
    # The same table twice, of two states the seat cannot tell apart: picture, words, hints, what can be clicked.
    definition = load(game)
    options = {"level": 3, "face_down": True} if game == "spaghetti_monsters" else {}
    match = Match(definition, ["Ada", "Ben"], options=options, rng=rng)
    hidden = 0
    for move in range(60):
        if match.over:
            break
        seat = rng.choice(match.to_act())
        match.play(seat, match.state.sample(seat, rng))
        if move % 6:
            continue
        eyes, true = rng.choice(match.seats), match._state
        other = true.resample(eyes, rng)
        hidden += other.key() != true.key()
        seen = []
        for state in (true, other):
            match._state = state
            driver = Driver(TableScene(match, view=eyes))
            table = driver.top
            assert isinstance(table, TableScene)
            hints = [(widget.address, widget.hint) for widget in table.form.widgets]
            drawn = pygame.image.tobytes(driver.context.surface, "RGB")
            seen.append((driver.words(), hints, table.log.lines(), table.addresses(), drawn))
        match._state = true
        assert seen[0][:4] == seen[1][:4]
        assert seen[0][4] == seen[1][4]
    assert hidden


def test_undo_never_shows_again_what_another_seat_knows() -> None:
    player = secrets()
    player.uncover()
    done = len(player.match.entries)
    if player.table.form.addresses().get("table:undo"):
        player.click("table:undo")
    assert len(player.match.entries) == done
    assert player.table.message is not None and player.table.message.words


# -- undo and late answers ---------------------------------------------------------------------------------------------


class Thinker:
    """A computer that keeps its question and answers when it is told to, as a slow process would."""

    def __init__(self) -> None:
        self.asked: tuple[Request, Any] | None = None
        self.answers = False

    def tick(self, match: Match, speed: float = 1.0) -> list[Entry]:
        waiting = match.waiting_computers()
        if waiting and self.asked is None:
            seat = waiting[0]
            self.asked = match.request(seat), match.state.timeout(seat)
        if self.asked is None or not self.answers:
            return []
        (request, action), self.asked = self.asked, None
        return match.answer(request, action) or []

    def __getattr__(self, name: str) -> Any:
        return lambda *_: None


def against_a_computer() -> tuple[Driver, TableScene, Thinker]:
    match = monsters(2, level=1)
    while match.state.position()["phase"] == "placement":
        seat = match.to_act()[0]
        match.play(seat, match.legal(seat)[0])
    while match.to_act() != (1,):
        match.play(match.to_act()[0], "decline")
    match.hand_over(2, "casual")
    thinker = Thinker()
    table = TableScene(match, computers=thinker)  # type: ignore[arg-type]
    driver = Driver(table)
    while match.to_act() == (1,):
        driver.click("button:decline")
    driver.draw()
    assert thinker.asked is not None
    return driver, table, thinker


def test_undo_takes_back_the_persons_move_and_not_the_computers_alone() -> None:
    driver, table, thinker = against_a_computer()
    thinker.answers = True
    while table.match.to_act() != (1,):
        driver.draw()
    mine = max(n for n, entry in enumerate(table.match.entries) if entry.decision)
    assert table.match.entries[-1].seat == 2
    driver.click("table:undo")
    assert table.match.to_act() == (1,) and len(table.match.entries) == mine


def test_an_answer_thought_out_before_an_undo_is_not_played_after_it() -> None:
    driver, table, thinker = against_a_computer()
    driver.click("table:undo")
    before = len(table.match.entries)
    thinker.answers = True
    driver.draw()
    driver.draw()
    assert len(table.match.entries) == before and table.match.to_act() == (1,)


def test_an_answer_thought_out_in_the_game_before_is_not_played_in_the_next() -> None:
    driver, table, thinker = against_a_computer()
    driver.click("table:menu")
    driver.click("giveup:1")
    driver.click("answer:Give up")
    driver.draw()
    assert isinstance(driver.top, ResultScene)
    driver.click("button:again")
    again = driver.top
    assert isinstance(again, TableScene) and again.match is not table.match
    done = [str(entry.line) for entry in again.match.entries]
    thinker.answers = True
    assert thinker.tick(again.match) == []
    assert [str(entry.line) for entry in again.match.entries] == done


# -- moves that nobody made, and moves nobody saw ----------------------------------------------------------------------


@pytest.mark.parametrize("where", ["outside", "nothing", "refused"])
def test_a_piece_that_goes_back_says_why(where: str) -> None:
    player = Player(positioned(DRIFT))
    player.click("button:ask")
    start = player.rect("islander:1.2").center
    goal = {
        "outside": (-20, 300),
        "nothing": player.table.title_rect.center,
        "refused": player.table.view.rects()["island:1"].center,
    }[where]
    player.stack.handle(Press(start))
    player.stack.handle(Move((start[0] + 40, start[1]), True))
    player.stack.handle(Move(goal, True))
    player.stack.handle(Release(goal, cancelled=where == "outside"))
    player.draw()
    assert player.played() == ["1> ask"]
    assert player.table.message is not None and player.table.message.words in player.words()


def test_the_last_move_can_be_seen_on_the_table_and_in_the_log() -> None:
    player = Player(positioned(DRIFT))
    player.click("button:ask")
    player.click("islander:1.2")
    player.click("island:2")
    moved = [i for i in player.table.changed if player.table.view.objects.get(i, "").startswith("islander:2.")]
    assert moved
    marked = picture(player)
    player.table.changed = frozenset()
    player.table.dirty = True
    assert picture(player) != marked
    rows = player.table.log.rows()
    assert [row.words.startswith("**") for row in rows] == [False] * (len(rows) - 1) + [True]


def test_whoever_comes_back_to_a_saved_game_sees_its_last_move_in_the_log() -> None:
    match = advance(monsters(2), 20)
    player = Player(Match.resume(match.record(), match.definition))
    assert player.table.log.lines()[-1][1] in player.words()


@pytest.mark.parametrize("address", ["button:ask", "button:decline"])
def test_a_second_click_of_a_double_click_plays_nothing_for_the_next_player(address: str) -> None:
    match = monsters(2, level=1)
    while match.state.position()["phase"] == "placement":
        seat = match.to_act()[0]
        match.play(seat, match.legal(seat)[0])
    player = Player(match)
    before = len(match.entries)
    pos = player.rect(address).center
    for double in (False, True, True):
        player.stack.handle(Press(pos, double=double))
        player.stack.handle(Release(pos))
        player.draw()
    assert len([entry for entry in match.entries[before:] if entry.by == "human"]) <= 1


@pytest.mark.parametrize("game", sorted(GAMES))
def test_whatever_is_double_clicked_plays_once(game: str, rng: random.Random) -> None:
    match = advance(Match(load(game), ["Ada", "Ben"], rng=rng), 8)  # past what is arranged by points
    player = Player(match)
    done = 0
    for _ in range(60):
        player.uncover()
        if match.over or player.top is not player.table:
            break
        can = [one.address for one in player.table.form.widgets if isinstance(one, Thing) and one.can]
        can += [one for one in player.table.addresses() if one.startswith("button:") and one != "button:place_row"]
        pos = player.rect(rng.choice([one for one in can if one in player.table.addresses()])).center
        before = len(match.entries)
        for double in (False, True):
            player.stack.handle(Press(pos, double=double))
            player.stack.handle(Release(pos))
            player.draw()
            if player.top is not player.table:
                break
        played = [entry for entry in match.entries[before:] if entry.by == "human"]
        assert len(played) <= 1, played
        done += len(played)
    assert done


def test_a_key_held_down_plays_once() -> None:
    match = monsters(2, level=1)
    player = Player(match)
    player.key("right")
    before = len(match.entries)
    player.key("return")
    for _ in range(20):
        player.key("return", repeat=True)
    assert len(match.entries) <= before + 1


def test_the_wheel_changes_nothing_but_what_is_scrolled(home: Path) -> None:
    driver = Driver(SetupScene(entries()[0]))
    scene = driver.top
    assert isinstance(scene, SetupScene)
    before = scene.table.write()
    for rect in list(scene.addresses().values()):
        driver.stack.handle(Wheel(rect.center, -1))
    assert scene.table.write() == before
    driver = Driver(SettingsScene())
    settings = vars(driver.context.settings).copy()
    for rect in list(driver.top.addresses().values()):
        driver.stack.handle(Wheel(rect.center, 1))
    assert vars(driver.context.settings) == settings
    player = Player(positioned(DRIFT))
    for rect in list(player.table.addresses().values()):
        player.stack.handle(Wheel(rect.center, 1))
    assert player.played() == []


def test_a_press_begun_elsewhere_clicks_nothing_where_it_is_let_go() -> None:
    player = Player(positioned(DRIFT))
    player.stack.handle(Press(player.table.title_rect.center))
    player.stack.handle(Move(player.rect("button:ask").center, True))
    player.stack.handle(Release(player.rect("button:ask").center))
    player.draw()
    assert player.played() == []


def test_full_screen_ten_times_in_the_middle_of_a_choice_keeps_size_frame_and_choice() -> None:
    player = Player(positioned(DRIFT))
    player.click("button:ask")
    player.click("islander:1.2")
    size, before = player.context.viewport.size, picture(player)
    for _ in range(20):
        player.key("f11")
        player.key("f11", repeat=True)
    assert not player.context.viewport.fullscreen and player.context.viewport.size == size
    assert picture(player) == before
    player.click("island:2")
    assert player.played()[-1] == "1> drift 1.2>2"


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", NAMES, ids=["long", "equal", "yaml", "numbers", "Japanese", "markup"])
def test_any_names_are_shown_saved_and_read_back(names: list[str], tmp_path: Path) -> None:
    match = monsters(2, names=names)
    match.autosave = Autosave(tmp_path / "game.yaml")
    advance(match, 12)
    match.close()
    player = Player(match, size=(960, 600))
    assert player.faults() == []
    record, warning = saves.load(tmp_path / "game.yaml")
    assert warning is None and list(record.seats) == names
    assert Match.resume(record, match.definition).names == names


def test_letters_no_font_has_are_told_in_the_settings_with_the_font_to_install(home: Path) -> None:
    driver = Driver(SettingsScene())
    scene, text = driver.top, driver.context.text
    assert isinstance(scene, SettingsScene)
    text.missing.update("ᚠあ")
    scene.rebuild()
    driver.draw()
    said = " ".join(widget.words for widget in scene.form.widgets if hasattr(widget, "words"))
    assert "U+16A0" in said and "Noto Sans Runic" in said and "Noto Sans CJK" in said


# -- files that cannot be written --------------------------------------------------------------------------------------


def test_a_game_whose_save_cannot_be_written_says_so_from_its_first_frame_and_goes_on(home: Path) -> None:
    (home / "saves").write_text("in the way", encoding="utf-8")
    driver = Driver(MenuScene())
    driver.click("game:spaghetti_monsters")
    driver.click("button:start")
    table = driver.top
    assert isinstance(table, TableScene)
    assert "cannot be saved" in driver.words()
    driver.click("island:1")
    assert len(table.match.entries) > 1 and "cannot be saved" in driver.words()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_is_said_and_the_save_before_stays(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    match = positioned(DRIFT, autosave=Autosave(path))
    player = Player(match)
    player.click("button:ask")
    kept = path.read_bytes()
    os.symlink("/dev/full", tmp_path / "game.yaml.new")
    player.click("islander:1.2")
    player.click("island:2")
    assert "cannot be saved" in player.words() and "No space left" in player.words()
    assert path.read_bytes() == kept
    player.click("table:undo")  # the disk has room again: the next write tells of no trouble
    assert match.trouble is None and path.read_bytes() != b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_settings_on_a_full_disk_are_told_and_can_be_left(home: Path) -> None:
    os.symlink("/dev/full", home / f"settings.yaml.{os.getpid()}.new")
    driver = Driver(MenuScene())
    driver.click("button:settings")
    driver.click("button:done")
    assert "cannot be remembered" in driver.words()
    driver.click("button:done")
    assert isinstance(driver.top, MenuScene)


def saved_game(home: Path, moves: int = 12) -> Path:
    path = home / "saves" / "2026-01-01 10.00.00 spaghetti_monsters.yaml"
    match = monsters(2)
    match.autosave = Autosave(path)
    advance(match, moves)
    match.close()
    return path


def test_a_save_cut_in_half_is_offered_and_goes_on_from_the_save_before(home: Path) -> None:
    path = saved_game(home)
    text = path.read_bytes()
    path.write_bytes(text[: len(text) // 2])
    driver = Driver(MenuScene())
    driver.click("button:continue")
    driver.draw()
    assert "damaged" in driver.words()
    driver.key("return")
    for _ in range(3):
        driver.draw()
    table = next(scene for scene in driver.stack.scenes if isinstance(scene, TableScene))
    full = text.decode().count("\n  - ")
    assert full - 2 <= len(table.match.entries) <= full


def test_a_save_of_a_newer_version_is_named_and_left_as_it_is(home: Path) -> None:
    path = saved_game(home)
    newer = path.read_bytes().replace(b"record: 1", b"record: 99")
    path.write_bytes(newer)
    (path.parent / (path.name + ".bak")).unlink()
    driver = Driver(MenuScene())
    assert "button:continue" not in driver.top.addresses()
    driver.click("button:look_back")
    assert "newer" in driver.words()
    driver.key("escape")
    assert path.read_bytes() == newer


def test_two_copies_of_the_program_do_not_share_a_save(home: Path) -> None:
    path = saved_game(home)
    first = Driver(MenuScene())
    second = Driver(MenuScene())  # both offer it
    first.click("button:continue")
    second.click("button:continue")
    assert isinstance(first.top, TableScene) and not isinstance(second.top, TableScene)
    assert "another window plays this game" in second.words()
    first.top.leave()
    assert path.exists()


# -- time --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jump", [5 * 3600.0, -5 * 3600.0, float("nan")])
def test_a_clock_that_jumps_by_hours_or_back_makes_nobodys_move(jump: float) -> None:
    now = [1000.0]
    match = positioned(DRIFT, clock=Clock("decision", 60, now=lambda: now[0]))
    player = Player(match)
    player.draw()
    now[0] += jump
    player.draw()
    assert player.played() == [] and not match.over
    assert match.clock is not None and match.clock.left(1) >= 60 - LONGEST_STEP
    now[0] = 2000.0
    for _ in range(70):
        now[0] += 1
        player.draw()
    assert match.entries[0].by == "clock"  # and it still runs


def test_the_menu_of_a_game_can_be_left_without_touching_the_game() -> None:
    player = Player(positioned(LAST_BLOW))
    player.key("escape")
    assert isinstance(player.top, GameMenu)
    player.key("escape")
    assert player.top is player.table and player.played() == []


def test_whoever_leaves_a_seat_does_not_see_the_secrets_of_the_last_person() -> None:
    frames = []
    for held in ("drifting prayer", "prayer drifting"):
        player = secrets(held)
        player.uncover()
        seat = player.table.eyes
        assert isinstance(seat, int)
        other = 3 - seat
        assert player.match.has_secrets(other)
        player.click("table:menu")
        player.match.hand_over(seat, "casual")
        player.click("button:resume")
        player.draw()
        assert isinstance(player.top, CurtainScene) and player.table.eyes == "public"
        frames.append(picture(player))
        player.uncover()
        assert player.table.eyes == other and player.top is player.table
    assert frames[0] == frames[1]
