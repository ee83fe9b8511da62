"""Super Amoeba Battle played at the table, by events alone."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest

from tabletop import rules
from tabletop.engine.match import Match
from tabletop.ui.curtain import CurtainScene
from tabletop.ui.settings import Settings
from tabletop.ui.table import TableScene
from tabletop.ui.viewport import Key, Move, Press, Release
from tests.ui.amoeba_player import Fighter, battle
from tests.ui.driver import CORNERS, LONG, Driver

HEART = {"win": "nucleus", "combat": "pairwise", "slide": "stop"}
WAYS = ("mouse", "keyboard", "touch")
MEETING = {
    "phase": "turn",
    "turn": 1,
    "discs": {
        "R1": [3.6, 2.0], "R2": [4.4, 2.0], "R3": [5.2, 2.0], "R4": [1.0, 1.0], "R5": [1.8, 1.0],
        "B1": [3.6, 4.4], "B2": [4.4, 4.4], "B3": [6.5, 6.5], "B4": [7.3, 6.5],
    },
    "dead": {1: ["R6"], 2: ["B5", "B6"]},
    "hands": {1: ["KH", "5S", "JC"], 2: ["AS", "2D", "6H"]},
    "discard": ["3C"],
    "moves_left": 2,
}  # fmt: skip
"""Two red amoebae and two black ones; R3 can be put between R2 and B2."""


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize(
    "options", [{}, {"win": "nucleus", "combat": "pairwise", "slide": "stop"}], ids=["far", "heart"]
)
def test_a_game_is_played_by_events_alone(how: str, options: dict[str, str], rng: random.Random) -> None:
    player = Fighter(battle(discs=8, **options), how)
    player.play(rng, most=24, asides=0.1)
    assert player.played() == player.meant
    assert len(player.meant) == 24 or player.match.over


@pytest.mark.long
@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("combat", ["joint", "pairwise"])
def test_whole_games_are_played_by_events_alone(how: str, combat: str, rng: random.Random) -> None:
    match = battle(discs=6, combat=combat)
    player = Fighter(match, how)
    player.play(rng, most=1500, asides=0.1)
    assert match.over and player.played() == player.meant


# -- taking and putting a disc -----------------------------------------------------------------------------------------


def test_a_dragged_disc_snaps_into_touch_and_says_what_would_follow() -> None:
    player = Fighter(battle(position=MEETING))
    player.uncover()
    # Between R1 and R2, straight touch with both: 4.0, 2.0 + 0.8 * sqrt(3) / 2 = 2.693.
    player.drag("disc:R3", player.pixel(4.06, 2.75), drop=False)
    assert player.lift.at == (4000, 2693)
    assert "It touches red discs 1 and 2." in player.words()
    assert "Combat" not in " ".join(words for words, _ in player.lift.lines)
    player.stack.handle(Release(player.pixel(4.06, 2.75)))
    player.draw()
    assert str(player.match.entries[-1].action) == "move R3 4.0,2.693"


def test_a_combat_is_foretold_with_its_numbers() -> None:
    # R3 at 4.4,2.8 touches R2 alone. Against black: B2 at 4.4,4.4 is 1.6 away, so nothing yet; R3 at 4.4,3.6 would need
    # a red disc beside it. Moved up first, R3 carries the next one into touch.
    position = {**MEETING, "discs": {**MEETING["discs"], "R3": [4.4, 2.8]}}  # type: ignore[dict-item]
    player = Fighter(battle(position=position))
    player.uncover()
    player.drag("disc:R1", player.pixel(4.4, 3.6), drop=False)
    assert player.lift.at == (4400, 3600)
    lines = [words for words, _ in player.lift.lines]
    assert lines == ["It touches red disc 3 and black disc 2.", "Combat: 3 red, 2 black, then cards."]


def test_dying_and_splitting_and_joining_are_foretold() -> None:
    discs = {
        "R1": [2.0, 2.0],
        "R2": [2.8, 2.0],
        "R3": [3.6, 2.0],
        "R4": [2.0, 3.5],
        "R5": [2.0, 4.3],
        "B1": [6, 6],
        "B2": [6.8, 6],
    }
    position = {"phase": "turn", "turn": 1, "discs": discs, "moves_left": 2, "hands": {1: ["2S"], 2: ["3S"]}}
    player = Fighter(battle(position=position))
    player.uncover()
    # R2 between R1 and R4: R3 is left alone and dies, two amoebae become one of 4 (R1, R2, R4, R5).
    # R1 and R4 are 1.5 apart: the place that touches both is sqrt(0.64 - 0.5625) = 0.278 beside their middle.
    player.drag("disc:R2", player.pixel(2.278, 2.75), drop=False)
    assert player.lift.at == (2278, 2750)
    lines = [words for words, _ in player.lift.lines]
    assert "It touches red discs 1 and 4." in lines
    assert "It joins 2 amoebae into one of 4." in lines
    assert "Red disc 3 dies." in lines


def test_shift_or_the_button_turns_snapping_off() -> None:
    player = Fighter(battle(position=MEETING))
    player.uncover()
    free = frozenset({"shift"})
    pos = player.pixel(4.06, 2.75)
    x, y = player.view.to_board(pos)
    player.drag("disc:R3", pos, mods=free, drop=False)
    assert player.lift.at == (round(x * 1000), round(y * 1000))
    player.stack.handle(Release(pos, cancelled=True))
    player.draw()
    assert player.match.entries == [] and player.lift is None
    player.click("tool:snap")
    player.drag("disc:R3", pos, drop=False)
    assert player.lift.at == (round(x * 1000), round(y * 1000))


def test_a_place_that_is_not_allowed_says_why_and_the_disc_goes_back() -> None:
    player = Fighter(battle(position=MEETING))
    player.uncover()
    player.drag("disc:R3", player.pixel(7.0, 4.0))
    assert player.match.entries == [] and player.lift is None
    assert "Red disc 3 has to touch the amoeba it came from" in player.words()
    player.drag("disc:R3", player.pixel(4.41, 2.1), mods=frozenset({"shift"}))
    assert "It would overlap red disc 2" in player.words() and player.match.entries == []
    assert dict(player.context.stage.items()) == player.view.placements()
    player.drag("disc:R3", player.pixel(5.22, 2.02))  # let go where it lay: no move is used up
    assert player.match.entries == [] and player.table.message is None


def test_a_drag_that_leaves_the_window_plays_nothing() -> None:
    player = Fighter(battle(position=MEETING))
    player.uncover()
    player.drag("disc:R3", player.pixel(4.0, 2.7), drop=False)
    player.stack.handle(Release((-5, -5), cancelled=True))
    player.draw()
    assert player.match.entries == [] and player.lift is None


def test_keys_step_through_places_and_nudge_by_hundredths() -> None:
    player = Fighter(battle(position=MEETING), "keyboard")
    player.uncover()
    player.press("disc:R3")
    spots = set(player.lift.spots)
    listed = {a.args[1] for a in player.match.legal(1) if a.verb == "move" and a.args[0] == "R3"}
    assert spots == listed
    seen = set()
    for _ in range(len(spots)):
        player.key("right")
        seen.add(player.lift.at)
    assert seen == listed
    while player.lift.at != (4400, 2800):
        player.key("right")
    player.key("left", "shift")
    assert player.lift.at == (4390, 2800) and player.lift.refusal is None
    player.key("up", "shift")
    player.key("up", "shift")
    player.key("up", "shift")  # 4.39,2.83 is 0.8301 from R2: more than 0.82
    assert player.lift.refusal is not None
    player.key("return")
    assert player.match.entries == [] and "has to touch" in player.words()
    player.key("down", "shift")
    player.key("down", "shift")
    player.key("return")
    assert str(player.match.entries[-1].action) == "move R3 4.39,2.81"


def test_a_finger_sees_first_what_was_adjusted() -> None:
    player = Fighter(battle(position=MEETING), "touch")
    player.uncover()
    player.tap("disc:R3")
    pos = player.pixel(4.07, 2.74)
    player.point_at(pos)
    assert player.match.entries == [] and player.lift.at == (4000, 2693)
    assert "It touches red discs 1 and 2." in player.words() and "button:put" in player.table.addresses()
    player.point_at(pos)
    assert str(player.match.entries[-1].action) == "move R3 4.0,2.693"


def test_pressing_another_disc_takes_that_one_and_escape_lets_go() -> None:
    player = Fighter(battle(position=MEETING))
    player.uncover()
    player.click("disc:R3")
    player.point_at(player.pixel(1.0, 1.0))
    assert player.lift.name == "R4"
    player.key("escape")
    assert player.lift is None and player.match.entries == []
    player.click("disc:R3")
    player.point_at(player.pixel(5.2, 2.0))
    assert player.lift is None and player.match.entries == []


def test_a_jack_puts_a_dead_disc_anywhere() -> None:
    player = Fighter(battle(position=MEETING))
    player.uncover()
    player.click("card:JC")
    assert player.can() == {"dead:R6"}
    player.click("dead:R6")
    pos = player.pixel(1.02, 1.78)
    player.point_at(pos)
    assert str(player.match.entries[-1].action) == "jack R6 1.0,1.8"


def test_a_move_to_be_confirmed_is_shown_and_can_be_taken_back() -> None:
    player = Fighter(battle(position=MEETING))
    player.context.settings.confirm = True
    player.uncover()
    rest = player.view.placements()
    player.drag("disc:R3", player.pixel(4.0, 2.693))
    at = dict(player.context.stage.items())["disc:R3"]
    assert (at.x, at.y) == pytest.approx(player.view.to_screen(4.0, 2.693))
    player.click("button:back")
    assert dict(player.context.stage.items()) == rest and player.match.entries == []
    player.drag("disc:R3", player.pixel(4.0, 2.693))
    player.click("button:confirm")
    assert str(player.match.entries[-1].action) == "move R3 4.0,2.693"


def test_whoever_plays_alone_may_use_a_face_card_while_the_computer_thinks() -> None:
    definition = rules.load("super_amoeba_battle")
    match = Match(definition, ["Ada", "Bot"], levels=[None, "random"], position={**MEETING, "turn": 2})
    player = Fighter(match)
    assert player.can() == {"card:KH", "card:JC"} and "Bot" in player.table.prompt()
    player.click("card:KH")
    player.click("disc:B4")
    assert str(match.entries[-1].action) == "king B4" and match.entries[-1].seat == 1
    # One disc width away from Ada, and so out of touch with B3: both die.
    assert match.state.position()["dead"][2] == ["B3", "B4", "B5", "B6"]


# -- the arrangement ---------------------------------------------------------------------------------------------------


def test_a_ready_formation_is_changed_by_dragging_before_it_is_played() -> None:
    player = Fighter(battle(discs=4))
    player.uncover()
    player.click("button:pairs")
    assert [entry.seat for entry in player.match.entries] == [0]
    start = player.view.hand.draft["R4"]  # type: ignore[index]
    other = player.view.hand.draft["R1"]  # type: ignore[index]
    player.drag("tray:R4", player.pixel(start[0] / 1000, 0.5))
    assert "Red disc 3 touches no other disc." in player.words()
    player.click("button:arranged")
    assert len(player.match.entries) == 1
    player.drag("tray:R4", player.pixel(other[0] / 1000 - 0.82, other[1] / 1000))
    player.drag("tray:R3", player.pixel(other[0] / 1000 - 0.82, other[1] / 1000 - 0.82))
    assert "Every disc lies well." in player.words()
    player.click("button:arranged")
    assert str(player.match.entries[-1].action).startswith("arrange ")
    assert player.match.entries[-1].action.args[3] == (other[0] - 800, other[1])


@pytest.mark.parametrize("how", WAYS)
def test_discs_are_laid_one_by_one(how: str) -> None:
    player = Fighter(battle(discs=3), how)
    player.uncover()
    player.press("button:arrange")
    assert "3 discs are still to be laid" in player.words()
    player.press("tray:R1")
    if how == "keyboard":
        player.key("return")
        for name in ("R2", "R3"):
            player.press(f"tray:{name}")
            player.key("right")
            player.key("return")
    else:
        for x in (3.0, 3.8, 4.6):  # the next one is taken up by itself
            player.point_at(player.pixel(x, 1.0))
    places = player.view.hand.draft
    assert places is not None and sorted(places) == ["R1", "R2", "R3"]
    player.press("button:arranged")
    assert str(player.match.entries[-1].action).startswith("arrange ")
    if how != "keyboard":
        x, y = places["R1"]
        assert player.match.entries[-1].action.args == ((x, y), (x + 800, y), (x + 1600, y))


def test_an_arrangement_begins_with_any_disc_that_is_dragged() -> None:
    player = Fighter(battle(discs=3))
    player.uncover()
    player.drag("tray:R2", player.pixel(3.0, 1.0))
    assert list(player.view.hand.draft or {}) == ["R2"]
    player.drag("tray:R2", player.pixel(3.0, 6.0))  # not one's own rows
    assert "has to lie wholly within your first 3 rows" in player.words()
    aside = player.view.dead_rect
    player.drag("tray:R2", (aside.right - 20, aside.bottom - 20))  # back beside the board
    assert player.view.hand.draft == {} and player.match.entries[1:] == []


def test_an_arrangement_is_seen_by_nobody_else() -> None:
    player = Fighter(battle(discs=4))
    player.uncover()
    player.click("button:wall")
    player.click("button:arranged")
    player.draw()
    assert isinstance(player.top, CurtainScene)
    assert "Ben" in player.words()
    player.uncover()
    assert player.table.eyes == 2 and not any("disc:R" in key for key in player.view.placements() if "disc:R" in key)
    numbers = [one.container for one in player.context.text.record if one.container.startswith("disc:R")]
    assert numbers == []


# -- secrets -----------------------------------------------------------------------------------------------------------


def test_hands_are_hidden_from_the_other_seat(rng: random.Random) -> None:
    player = Fighter(battle(discs=5))
    for _ in range(40):
        if isinstance(player.top, CurtainScene):
            assert not any(one.container.startswith("card:") for one in player.context.text.record)
        player.uncover()
        player.draw()
        if player.match.over or isinstance(player.top, CurtainScene):
            continue
        hands = player.match.state.position()["hands"]
        discard = player.match.state.position()["discard"]
        shown = {one.container[5:] for one in player.context.text.record if one.container.startswith("card:")}
        assert isinstance(player.table.eyes, int)
        assert shown <= set(hands[player.table.eyes]) | set(discard)
        assert set(hands[player.table.eyes]) <= shown
        player.play(rng, most=1, asides=0.2)


def test_a_picture_for_a_seat_shows_its_own_cards_only(tmp_path: Path, home: Path) -> None:
    from tabletop.ui.shot import shot

    match = battle(discs=4)
    record = tmp_path / "game.yaml"
    match.play(1, match.legal(1)[0])
    record.write_text(match.record().text(), encoding="utf-8")
    hands = match.state.position()["hands"]
    for seat in (1, 2):
        ids = tmp_path / f"{seat}.json"
        shot(record, tmp_path / f"{seat}.png", seat=seat, ids=ids)
        found = json.loads(ids.read_text(encoding="utf-8"))
        text = json.dumps(found)
        for face in hands[3 - seat]:
            assert f"card:{face}" not in text
        assert all(f"card:{face}" in text for face in hands[seat])
        if seat == 2:
            assert "disc:R" not in text


def test_a_numeral_is_chosen_in_secret_and_both_are_shown_together() -> None:
    position = {**MEETING, "discs": {**MEETING["discs"], "R3": [4.4, 2.8]}}  # type: ignore[dict-item]
    player = Fighter(battle(position=position))
    player.uncover()
    player.drag("disc:R1", player.pixel(4.4, 3.6))
    player.uncover()
    assert player.can() == {"card:5S", "card:KH", "card:JC", "button:none"}
    player.click("card:5S")
    player.uncover()
    assert player.table.eyes == 2 and "has chosen" in player.words()
    assert not any("8" in words for words, _ in player.view.info()[1])
    player.click("card:6H")
    # Red 3 + 5, black 2 + 6: a tie at 8.
    player.uncover()
    words = player.words()
    assert "Combat: 8 for Red, 8 for Black." in words and "A tie: both sides lose." in words


def test_a_face_card_is_played_out_of_turn_behind_the_curtain() -> None:
    player = Fighter(battle(position=MEETING))
    player.uncover()
    assert player.table.eyes == 1
    player.click("aside:2.visit")
    assert isinstance(player.top, CurtainScene) and "Ben" in player.words()
    player.uncover()
    assert player.table.eyes == 2 and player.can() == {"card:AS", "button:leave"}
    player.click("button:leave")
    player.draw()
    assert isinstance(player.top, CurtainScene) and "Ada" in player.words()
    player.uncover()
    assert player.table.eyes == 1
    player.click("aside:2.visit")
    player.uncover()
    player.click("card:AS")
    player.click("disc:R5")
    assert str(player.match.entries[-1].action) == "ace R5" and player.match.entries[-1].seat == 2
    player.draw()
    assert isinstance(player.top, CurtainScene) and "Ada" in player.words()


def test_the_button_for_the_other_seat_does_not_tell_whether_it_holds_a_face_card() -> None:
    position = {**MEETING, "hands": {1: ["KH"], 2: ["2D"]}}
    player = Fighter(battle(position=position))
    player.uncover()
    player.click("aside:2.visit")
    player.uncover()
    assert player.can() == {"button:leave"}
    player.key("escape")
    player.uncover()
    assert player.table.eyes == 1


def test_a_moment_is_left_for_the_others_cards_where_that_is_wished() -> None:
    player = Fighter(battle(position=MEETING))
    player.uncover()
    player.click("tool:moment")
    player.drag("disc:R3", player.pixel(4.0, 2.693))
    assert player.can() == {"button:go_on"} and "Ben" in player.table.prompt()
    assert "aside:2.visit" in player.table.addresses()
    player.now += 5
    player.draw()
    assert "button:end" in player.can()
    player.click("button:draw") if "button:draw" in player.can() else player.click("disc:R4")
    player.key("escape")
    player.drag("disc:R5", player.pixel(1.0, 1.8))
    player.click("aside:2.visit")
    player.uncover()
    player.click("card:AS")
    player.stack.handle(Move(player.rect("disc:R4").center))
    player.draw()
    assert "If you choose red disc 4" in player.words() and "Red discs 4 and 5 die." in player.words()
    player.click("disc:R4")
    assert str(player.match.entries[-1].action) == "ace R4"
    assert player.match.state.position()["dead"][1] == ["R4", "R5", "R6"]


def test_the_switches_at_the_board_stay_as_they_were_left_in_the_next_game() -> None:
    player = Fighter(battle(position=MEETING))
    player.uncover()
    player.click("tool:moment")
    player.click("tool:snap")
    kept = player.context.settings.switches
    assert kept == {"tool:moment": True, "tool:snap": False}
    later = Fighter(battle(position=MEETING), switches=kept)
    later.uncover()
    assert [tool.chosen for tool in later.view.tools()] == [False, True]
    fresh = Fighter(battle(position=MEETING))
    fresh.uncover()
    assert [tool.chosen for tool in fresh.view.tools()] == [True, False]


# -- what it looks like ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(2400, 600), (3000, 700), (960, 600)])
def test_what_a_card_would_do_is_said_whole_in_a_low_window(size: tuple[int, int]) -> None:
    row = {"R1": 1.6, "R2": 2.4, "B1": 4.0, "B2": 4.8, "B3": 5.6, "B6": 6.4}
    discs = {name: [4.0, y] for name, y in row.items()} | {"R3": [4.8, 2.4], "R4": [3.2, 2.4], "R5": [2.4, 2.4]}
    position = {"phase": "turn", "turn": 1, "discs": discs | {"B4": [4.8, 5.6]}, "hands": {1: ["KD"], 2: ["5H"]}}
    player = Fighter(battle(position=position), size=size, text=200)
    player.uncover()
    player.click("card:KD")
    for name in discs:
        player.stack.handle(Move(player.rect(f"disc:{name}").center))
        player.draw()
        assert player.faults() == [], name
    # Red 2 linked red 1 and 3, which stay behind alone, to the others.
    player.stack.handle(Move(player.rect("disc:R2").center))
    player.draw()
    assert "Red discs 1 and 3 die. Combat: 1 red, 5 black" in player.words().replace("| ", "")


@pytest.mark.parametrize(("size", "text"), CORNERS)
def test_nothing_is_cut_or_covered(size: tuple[int, int], text: int) -> None:
    def check(what: str) -> None:
        player.draw()
        assert player.faults() == [], what
        assert player.outside() == [], what

    player = Fighter(battle(names=LONG), size=size, text=text)
    check("curtain")
    player.uncover()
    check("arrange")
    player.click("button:clusters")
    check("formation")
    player.click("button:arranged")
    player.uncover()
    player.click("button:pairs")
    player.click("button:arranged")
    player.uncover()
    check("turn")
    watcher = Driver(TableScene(battle(), look=0, view="public"), size=size,
                     settings=Settings(speed=0, volume=0, text=text))  # fmt: skip
    assert watcher.faults() == [], "looking back at the arrangement"
    position = {**MEETING, "discs": {**MEETING["discs"], "R3": [4.4, 2.8]}}  # type: ignore[dict-item]
    player = Fighter(battle(position=position, names=LONG), size=size, text=text)
    player.uncover()
    player.click("card:JC")
    check("card")
    player.key("escape")
    player.drag("disc:R1", player.pixel(4.4, 3.6), drop=False)
    check("dragging")
    player.stack.handle(Release(player.pixel(4.4, 3.6)))
    player.uncover()
    check("combat")
    player.click("card:5S")
    player.uncover()
    check("second choice")
    player.click("button:none")
    check("the totals")
    player.uncover()
    check("after it")


def test_a_table_at_rest_draws_nothing() -> None:
    player = Fighter(battle(position=MEETING))
    player.uncover()
    for taken in (False, True):
        if taken:
            player.click("disc:R3")
            player.stack.handle(Move(player.pixel(4.0, 2.7)))
            player.draw()
        for _ in range(20):
            player.now += 0.05
            player.stack.tick(player.now)
            assert not player.stack.wants_frame()


def test_every_step_leads_to_the_position(rng: random.Random) -> None:
    match = battle(discs=6)
    player = Fighter(match)
    player.context.settings.speed = player.context.stage.speed = 1000.0
    for _ in range(120):
        if match.over:
            break
        seat = match.to_act()[0]
        player.table._play(seat, match.state.sample(seat, rng))
        for _ in range(40):
            player.now += 0.1
            player.context.stage.advance(player.now)
        player.stack.tick(player.now)
        player.uncover()
        if player.top is player.table and not match.over:
            assert dict(player.context.stage.items()) == player.view.placements()


def test_discs_are_hit_by_their_round_shape() -> None:
    player = Fighter(battle(position=MEETING))
    player.uncover()
    rect = player.view.rects()["disc:R1"]
    corner = rect.x + 3, rect.y + 3
    assert player.view.at(corner, "disc:R1") is None
    assert player.view.at(rect.center, "disc:R1") == "disc:R1"
    assert math.isclose(rect.width, 0.8 * player.view.unit, abs_tol=2)


def test_a_double_click_moves_once() -> None:
    player = Fighter(battle(position=MEETING))
    player.uncover()
    player.click("disc:R3")
    pos = player.pixel(4.0, 2.693)
    player.point_at(pos)
    player.stack.handle(Press(pos, double=True))
    player.stack.handle(Release(pos))
    player.stack.handle(Key("return", repeat=True))
    player.draw()
    assert len(player.match.entries) == 1


def test_pressing_the_empty_board_while_arranging_says_what_comes_first() -> None:
    player = Fighter(battle())
    player.uncover()
    middle = player.table.view.board.center
    player.stack.handle(Press(middle))
    player.draw()
    assert "Choose a ready formation, or press one of your discs" in player.words()


def test_without_moves_the_help_says_what_is_left_to_do() -> None:
    player = Fighter(battle(position={**MEETING, "moves_left": 0}))
    player.uncover()
    assert "Draw a card, play one from your hand, or end your turn." in player.words()
    assert "Drag a disc" not in player.words()
