"""Super Amoeba Battle: every ruling, worked case, card, option and ending, named after the section that says it."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from tabletop.engine.definition import DefinitionError
from tabletop.engine.picker import Picker
from tabletop.engine.rules import Event, Refused, Result
from tabletop.rules import load
from tabletop.rules.plane import Place
from tabletop.rules.super_amoeba_battle import GAME, Action, State
from tests.properties import Case, Hooks, cases, check_game
from tests.rules.amoeba_side import amoeba, board, kinds, places, play, refused, start
from tests.rules.packings import HIGH, LOW, beside, fits, square

# Red's R4 can go to 4.0,3.2, where it touches R2 and B1: four discs against three.
FRONT = "R1 4.0,1.6  R2 4.0,2.4  R3 4.8,2.4  R4 3.2,2.4  B1 4.0,4.0  B2 4.0,4.8  B3 4.0,5.6"
MEET = "move R4 4.0,3.2"
# Two amoebae of Red's with room for a black disc between them; B3 can go to 4.0,3.2 and touch both.
BETWEEN = "R1 3.2,3.2  R2 2.4,3.2  R3 4.8,3.2  R4 5.6,3.2  B1 4.0,4.0  B2 4.0,4.8  B3 4.8,4.8"
# One line: two reds, three blacks, two reds, all touching.
LINE = "R2 1.2,4.0  R1 2.0,4.0  B1 2.8,4.0  B2 3.6,4.0  B3 4.4,4.0  R3 5.2,4.0  R4 6.0,4.0"
# Somewhere out of the way, so that Black has discs.
FAR = "B11 1.0,7.0  B12 1.8,7.0"

RED_ROWS = "0.4,2.6 1.2,2.6 2.0,2.6 2.8,2.6 3.6,2.6 4.4,2.6 5.2,2.6 6.0,2.6 6.8,2.6 7.6,2.6 0.4,1.8 1.2,1.8"
BLACK_ROWS = "0.4,5.4 1.2,5.4 2.0,5.4 2.8,5.4 3.6,5.4 4.4,5.4 5.2,5.4 6.0,5.4 6.8,5.4 7.6,5.4 0.4,6.2 1.2,6.2"
DEAL = "deal AS KH 5D QC JS 2H"


def arranged(options: dict[str, Any] | None = None) -> State:
    state = start(options)
    play(state, DEAL, f"1> arrange {RED_ROWS}", f"2> arrange {BLACK_ROWS}")
    return state


def standing(state: State) -> set[str]:
    return set(places(state))


# -- worked cases ------------------------------------------------------------------------------------------------------


def test_worked_case_1_a_move_touches_or_is_refused() -> None:
    state = board(f"R1 3.6,2.0  R2 4.4,2.0  {FAR}")
    assert refused(state, "move R2 3.6,2.8") is None
    assert refused(state, "move R2 3.6,2.85") == "not_beside_amoeba"
    play(state, "move R2 3.6,2.8")
    assert places(state)["R2"] == [3.6, 2.8]


def test_worked_case_2_a_disc_left_alone_dies() -> None:
    state = board(f"R1 2.0,2.0  R2 2.8,2.0  R3 3.6,2.0  {FAR}")
    events = play(state, "move R2 2.0,2.8")
    assert "R3" not in places(state) and state.position()["dead"] == {1: ["R3"], 2: []}
    assert Event("dies", {"owner": 1, "disc": "R3", "point": [3.6, 2.0]}) in events


def test_worked_case_3_discs_and_numerals_are_added_and_the_losers_touching_discs_go() -> None:
    state = board(FRONT, ("3S", "5H"))
    play(state, MEET)
    assert state.to_act() == (1, 2) and state.position()["phase"] == "combat"
    events = play(state, "1> fight 3", "2> fight 5")
    assert Event("combat_won", {"winner": 2, "total": 8, "other": 7}) in events
    assert standing(state) == {"R1", "R2", "R3", "B1", "B2", "B3"}
    assert state.position()["discard"] == ["3S", "5H"]


def test_worked_case_3_on_a_tie_both_lose() -> None:
    state = board("R1 4.0,1.6  R2 4.0,2.4  R3 3.2,2.4  B1 4.0,4.0  B2 4.0,4.8  B3 4.0,5.6")
    events = play(state, "move R3 4.0,3.2", "1> fight none", "2> fight none")
    assert Event("combat_tied", {"total": 3}) in events
    assert standing(state) == {"R1", "R2", "B2", "B3"} and state.to_act() == (1,)


def test_worked_case_4_a_king_slides_to_the_edge_and_wins_with_a_disc_beside() -> None:
    # R2 lies ahead to the right; it is pushed along the edge and so stays in touch.
    state = board(f"R1 4.0,7.0  R2 4.56,7.57  {FAR}", ("KH", ""))
    play(state, "king R1")
    assert places(state)["R1"] == [4.0, 7.6]
    assert state.result() == Result((1,), "far_side")


def test_worked_case_4_alone_out_of_touch_it_dies_instead() -> None:
    state = board(f"R1 4.0,7.0  R2 4.0,6.2  R3 4.8,6.2  {FAR}", ("KH", ""))
    events = play(state, "king R1")
    assert Event("dies", {"owner": 1, "disc": "R1", "point": [4.0, 7.6]}) in events
    assert state.result() is None and state.to_act() == (1,)


def test_worked_case_5_a_pushed_disc_ends_touching_and_combat_begins() -> None:
    state = board("R1 4.0,3.0  B1 4.0,4.0", ("KH", ""))
    events = play(state, "king R1")
    assert places(state) == {"R1": [4.0, 3.8], "B1": [4.0, 4.6]}
    assert state.position()["combat"] == {"discs": ["R1", "B1"], "chosen": {}}
    pushed = [{"disc": "B1", "start": [4.0, 4.0], "point": [4.0, 4.6]}]
    told = {"disc": "R1", "owner": 1, "start": [4.0, 3.0], "point": [4.0, 3.8], "pushed": pushed, "count": 1}
    assert Event("slides", told) in events


# -- components and geometry -------------------------------------------------------------------------------------------


def test_components_touching_and_overlapping_limits_hold_for_moves() -> None:
    state = board(f"R1 3.6,2.0  R2 4.4,2.0  {FAR}")
    assert refused(state, "move R2 3.6,2.82") is None
    assert refused(state, "move R2 3.6,2.821") == "not_beside_amoeba"
    assert refused(state, "move R2 3.6,2.795") is None
    assert refused(state, "move R2 3.6,2.794") == "overlaps"
    assert refused(state, "move R2 4.4,2.0") is None, "the place it came from is allowed"


def test_components_a_disc_lies_wholly_on_the_board() -> None:
    state = board(f"R1 0.4,0.4  R2 1.2,0.4  {FAR}")
    assert refused(state, "move R2 0.4,1.2") is None
    assert refused(state, "move R2 -0.4,0.4") == "off_board"
    assert refused(state, "move R2 1.2,0.399") == "off_board"


def test_components_the_deck_is_aces_to_jacks_and_2_to_6_of_four_suits() -> None:
    assert len(start().table.deck) == len(set(start().table.deck)) == 36
    assert {face[:-1] for face in start().table.deck} == set("AKQJ23456")
    state = start()
    assert state.to_act() == (0,) and state.legal(1) == []
    assert refused(state, "0> deal AS KH 5D QC JS") == "wrong_deal"
    assert refused(state, "0> deal AS KH 5D QC JS AS") == "wrong_deal"
    assert refused(state, "0> deal AS KH 5D QC JS 7S") == "not_in_deck"
    play(state, DEAL)
    assert state.position()["hands"] == {1: ["AS", "KH", "5D"], 2: ["QC", "JS", "2H"]}
    assert state.position()["deck"] == 30


def test_components_an_empty_deck_is_made_anew_from_the_discards() -> None:
    state = board(f"R1 3.6,2.0  R2 4.4,2.0  {FAR}", ("AS", ""), deck=0, discard=["KH", "QD"])
    play(state, "draw")
    assert state.to_act() == (0,) and refused(state, "0> card KH") == "chance_due"
    events = play(state, "0> reshuffle")
    assert Event("reshuffled", {"count": 2}) in events and state.position()["discard"] == []
    assert refused(state, "0> card 5S") == "not_in_deck"
    play(state, "0> card QD")
    assert state.position()["hands"][1] == ["AS", "QD"] and state.position()["deck"] == 1


def test_components_without_deck_and_discards_no_card_is_drawn() -> None:
    state = board(f"R1 3.6,2.0  R2 4.4,2.0  {FAR}", deck=0)
    assert refused(state, "draw") == "no_cards" and Action("draw") not in state.legal(1)


def test_components_the_last_card_of_the_deck_is_drawn_without_a_reshuffle() -> None:
    state = board(f"R1 3.6,2.0  R2 4.4,2.0  {FAR}", deck=["6D"], discard=["KH"])
    play(state, "draw")
    assert refused(state, "0> card 6D") is None and str(state.draw(random.Random(1))) == "card 6D"


# -- play: arrangement -------------------------------------------------------------------------------------------------


def test_play_arrangement_is_secret_until_both_have_arranged() -> None:
    state = start()
    play(state, DEAL)
    assert state.to_act() == (1, 2)
    events = play(state, f"2> arrange {BLACK_ROWS}")
    assert state.to_act() == (1,) and kinds(events) == ["arranges"]
    assert state.position(1)["discs"] == {} == state.position("public")["discs"]
    assert state.position(2)["discs"]["B1"] == [0.4, 5.4]
    events = play(state, f"1> arrange {RED_ROWS}")
    assert kinds(events) == ["arranges", "reveal", "turn_begins"] and len(state.position(1)["discs"]) == 24
    assert state.to_act() == (1,) and state.position()["best"] == {1: 2.6, 2: 5.4}


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        (RED_ROWS.replace("0.4,2.6 ", ""), "arrange_all"),
        (RED_ROWS.replace("0.4,2.6", "0.4,2.601"), "outside_rows"),
        (RED_ROWS.replace("0.4,2.6", "0.399,2.6"), "outside_rows"),
        (RED_ROWS.replace("0.4,1.8", "0.4,1.806"), "discs_overlap"),
        (RED_ROWS.replace("0.4,1.8 1.2,1.8", "1.2,1.8 4.0,0.4"), "touches_none"),
        (BLACK_ROWS, "outside_rows"),
    ],
)
def test_play_arrangement_lies_in_the_first_three_rows_each_touching_another(wrong: str, key: str) -> None:
    state = start()
    play(state, DEAL)
    assert refused(state, f"1> arrange {wrong}") == key


def test_play_arrangement_lists_ready_formations_of_every_size() -> None:
    for discs in range(2, 13):
        for radius in (0.1, 0.25, 0.4, 0.5, 0.6):
            state = start({"discs": discs, "radius": radius})
            state.apply(0, state.draw(random.Random(1)))
            for seat in (1, 2):
                listed = state.legal(seat)
                assert listed and all(state.refusal(seat, action) is None for action in listed)
    state = start()
    play(state, DEAL)
    amoebae = []
    for action in state.legal(1):
        after = state.clone()
        after.apply(1, action)
        after.links = after.table.plane.links(after.board)
        amoebae.append(sorted(group.bit_count() for group in after.amoebae(1)))
    assert amoebae == [[12], [6, 6], [4, 4, 4], [3, 3, 3, 3], [2] * 6]


# -- play: a turn ------------------------------------------------------------------------------------------------------


def test_play_a_turn_has_as_many_moves_as_amoebae_and_one_may_take_several() -> None:
    three = f"R1 1.0,1.0  R2 1.8,1.0  R3 4.0,1.0  R4 4.8,1.0  R5 7.0,1.0  R6 7.0,1.8  {FAR}"
    state = board(three)
    assert state.position()["moves_left"] == 3
    play(state, "move R2 1.0,1.8", "move R1 1.0,2.6", "move R2 1.0,3.4")
    assert refused(state, "move R4 4.0,1.8") == "no_moves_left"
    play(state, "end")
    assert state.to_act() == (2,) and state.position()["moves_left"] == 1


def test_play_moves_can_come_before_and_after_the_draw_and_cards() -> None:
    state = board(f"R1 1.0,1.0  R2 1.8,1.0  R3 4.0,1.0  R4 4.8,1.0  B10 1.0,6.2  {FAR}", ("AS", ""))
    play(state, "move R2 1.0,1.8", "draw", "0> card KD", "ace B12", "move R4 4.0,1.8", "end")
    assert state.position()["discard"] == ["AS"] and state.turn == 2


def test_play_a_card_is_drawn_once_a_turn_and_below_three_only() -> None:
    state = board(f"R1 1.0,1.0  R2 1.8,1.0  {FAR}", ("AS KS", "2S 3S 4S"))
    play(state, "draw", "card 5D")
    assert refused(state, "draw") == "drawn_already"
    play(state, "end")
    assert refused(state, "draw") == "hand_full"


def test_play_a_move_lifts_an_own_disc_of_an_amoeba_of_two_or_more() -> None:
    state = board(f"R1 1.0,1.0  R2 1.8,1.0  R3 7.0,1.0  R4 7.0,1.8  {FAR}", ("AS", ""))
    assert refused(state, "move B11 1.0,7.8") == "not_yours"
    assert refused(state, "move R9 1.0,1.8") == "not_on_board"
    assert refused(state, "move R13 1.0,1.8") == "no_disc"
    assert refused(state, "2> move B11 1.0,7.0") == "not_your_turn"
    assert refused(state, "move R1 7.8,1.0") == "off_board"
    assert refused(state, "move R1 6.2,1.0") == "not_beside_amoeba", "it has to touch the amoeba it came from"
    alone = board(f"R1 1.0,1.0  R2 4.0,1.0  R3 4.8,1.0  {FAR}")
    assert refused(alone, "move R1 1.0,1.0") == "single_disc"


def test_play_a_move_may_join_amoebae_and_split_its_own() -> None:
    state = board(f"R1 1.0,1.0  R2 1.8,1.0  R3 3.4,1.0  R4 4.2,1.0  {FAR}")
    assert len(state.amoebae(1)) == 2
    play(state, "move R1 2.6,1.0")  # 0.8 from R2 and from R3
    assert [group.bit_count() for group in state.amoebae(1)] == [4]
    state = board(f"R1 1.0,1.0  R2 1.0,1.8  R3 1.8,1.0  R4 2.6,1.0  R5 2.6,1.8  {FAR}")
    play(state, "move R3 1.0,2.6")
    assert sorted(group.bit_count() for group in state.amoebae(1)) == [2, 3]


def test_play_lone_discs_die_before_combat_and_one_beside_enemies_only_fights() -> None:
    state = board("R1 2.0,2.0  R2 2.8,2.0  R3 3.6,2.0  B1 2.0,3.6  B2 2.0,4.4")
    events = play(state, "move R2 2.0,2.8")
    assert [kind for kind in kinds(events) if kind in ("dies", "combat_begins")] == ["dies", "combat_begins"]
    assert state.position()["combat"]["discs"] == ["R1", "R2", "B1", "B2"]
    state = board(f"R1 2.0,2.0  R2 2.8,2.0  {FAR}", ("JS", ""), dead={1: ["R3"]})
    play(state, "jack R3 1.0,6.2")
    assert state.position()["combat"]["discs"] == ["R3", "B11", "B12"]
    play(state, "1> fight none", "2> fight none")
    assert "R3" not in places(state)


# -- play: face cards --------------------------------------------------------------------------------------------------


def test_play_an_ace_removes_a_disc_of_either_side() -> None:
    for disc in ("B3", "R3"):
        state = board(FRONT, ("AS", ""))
        events = play(state, f"ace {disc}")
        assert disc not in places(state) and "removed" in kinds(events) and state.position()["discard"] == ["AS"]
    assert refused(board(FRONT, ("AS", "")), "ace B9") == "not_on_board"
    assert refused(board(FRONT, ("KS", "")), "ace B1") == "card_not_held"
    assert refused(board(FRONT, ("KS", "")), "kin B1") == "no_such_card"


def test_play_a_king_slides_towards_the_opponent_and_a_queen_towards_the_player() -> None:
    far = "R1 1.0,1.0  R2 1.8,1.0  B1 6.0,6.0  B2 6.8,6.0  B3 6.8,6.8"
    for seat, card, y in ((1, "king", 6.8), (1, "queen", 5.2), (2, "king", 5.2), (2, "queen", 6.8)):
        state = board(far, ("KS QS", "KH QH"), turn=seat)
        events = play(state, f"{card} B1")
        slid = next(event for event in events if event.kind == "slides")
        assert slid.data["point"] == [6.0, y]


def test_play_a_jack_puts_an_own_dead_disc_anywhere_without_overlap() -> None:
    state = board(FRONT, ("JS", "JH"), dead={1: ["R5"], 2: ["B4"]})
    assert refused(state, "jack B4 1.0,1.0") == "wrong_side"
    assert refused(state, "jack R6 1.0,1.0") == "not_dead"
    assert refused(state, "jack R5 4.0,2.2") == "overlaps"
    assert refused(state, "jack R5 8.0,2.2") == "off_board"
    assert refused(state, "jack R5") == "place_needed"
    events = play(state, "jack R5 4.8,1.6")
    assert Event("revived", {"owner": 1, "disc": "R5", "point": [4.8, 1.6]}) in events
    assert state.position()["dead"] == {1: [], 2: ["B4"]}
    events = play(state, "2> jack B4 1.0,1.0")
    assert "dies" in kinds(events) and state.position()["dead"][2] == ["B4"], "where it touches nothing it dies again"


def test_play_face_cards_are_played_by_either_seat_in_either_turn() -> None:
    state = board(FRONT, ("AS", "AH KD"))
    assert Action("ace", ("R1",)) in state.legal(2)
    play(state, "2> ace R3")
    assert state.to_act() == (1,) and "R3" not in places(state)
    play(state, "end", "1> ace B3")
    assert "B3" not in places(state) and state.to_act() == (2,)


def test_play_face_cards_wait_for_the_first_turn() -> None:
    state = start({"win": "nucleus"})
    play(state, DEAL)
    assert refused(state, "1> ace B1") == "no_cards_yet"
    play(state, f"1> arrange {RED_ROWS}", f"2> arrange {BLACK_ROWS}")
    assert refused(state, "1> ace B1") == "no_cards_yet"


def test_play_the_first_card_of_the_kind_is_spent() -> None:
    state = board(FRONT, ("5S AH AS", ""))
    play(state, "ace B3")
    assert state.position()["hands"][1] == ["5S", "AS"] and state.position()["discard"] == ["AH"]


def test_play_nothing_comes_between_a_draw_and_its_card() -> None:
    state = board(FRONT, ("AS", "AH"))
    play(state, "draw")
    assert state.to_act() == (0,) and state.legal(1) == state.legal(2) == []
    assert refused(state, "1> ace B1") == refused(state, "2> ace R1") == refused(state, "1> end") == "card_due"


def test_play_a_slide_that_stops_at_what_is_in_the_way() -> None:
    state = board("R1 4.0,3.0  R2 4.8,3.0  B1 4.0,4.0  B2 4.0,4.8", ("KH", ""), {"slide": "stop"})
    play(state, "king R1")
    assert places(state)["R1"] == [4.0, 3.2] and places(state)["B1"] == [4.0, 4.0]
    assert state.position()["phase"] == "combat"


def test_play_a_slide_against_the_edge_through_a_packed_group_keeps_every_disc_apart_and_on_the_board() -> None:
    block = " ".join(
        f"B{1 + k + 4 * row} {2.4 + 0.8 * k:.1f},{7.6 - 0.8 * row:.1f}" for row in range(3) for k in range(4)
    )
    state = board(f"R1 3.2,5.2  R2 4.0,5.2  R3 1.0,1.0  R4 1.8,1.0  {block}", ("KH", ""), phase="combat")
    play(state, "king R1")
    discs = [(round(x * 1000), round(y * 1000)) for x, y in places(state).values()]
    assert all(fits(place, discs[:k]) for k, place in enumerate(discs))
    assert state.result() is None and len(discs) == 16


# -- play: combat ------------------------------------------------------------------------------------------------------


def test_play_combat_choices_are_secret_until_both_have_chosen() -> None:
    state = board(FRONT, ("3S 6D", "5H"))
    play(state, MEET)
    events = play(state, "1> fight 3")
    assert state.position()["combat"]["chosen"] == {1: "3S"} == state.position(1)["combat"]["chosen"]
    assert state.position(2)["combat"]["chosen"] == {1: "?"} == state.position("public")["combat"]["chosen"]
    assert [event.data for event in events if event.known_to(2)] == [{"seat": 1}]
    assert state.position()["hands"][1] == ["3S", "6D"], "a chosen numeral stays in the hand"
    assert refused(state, "1> fight 6") == "chosen_already" and state.to_act() == (2,)
    play(state, "2> fight none")
    assert state.position()["hands"][1] == ["6D"] and state.position()["discard"] == ["3S"]


def test_play_combat_takes_numerals_that_are_held_or_none() -> None:
    state = board(FRONT, ("3S 3D KH", "5H"))
    play(state, MEET)
    assert sorted(map(str, state.legal(1))) == sorted(
        ["fight 3", "fight none", *(f"king {name}" for name in places(state))]
    )
    assert refused(state, "1> fight 5") == "numeral_not_held" and refused(state, "1> fight K") == "numeral_not_held"
    for text in ("1> end", "1> draw", "1> move R1 4.8,1.6"):
        assert refused(state, text) == "expected_fight"


def test_what_is_due_is_explained_in_its_own_section() -> None:
    fight = board(FRONT, ("3S 3D KH", "5H"))
    play(fight, MEET)
    pair = board(FRONT, ("", ""), {"combat": "pairwise"})
    play(pair, MEET)
    dealt = start({"win": "nucleus"})
    play(dealt, DEAL)
    nucleus = arranged({"win": "nucleus"})
    due = [(dealt, "1> end", "arrangement"), (nucleus, "1> end", "nucleus-game"), (arranged(), "1> fight none", "turn"),
           (fight, "1> end", "combat"), (pair, "1> end", "pairwise")]  # fmt: skip
    for state, text, section in due:
        seat, _, action = text.partition("> ")
        refusal = state.refusal(int(seat), GAME.parse(action))
        assert refusal is not None and refusal.section == section


def test_play_combat_links_all_amoebae_that_touch() -> None:
    state = board(BETWEEN, turn=2)
    events = play(state, "move B3 4.0,3.2")
    told = {"discs": ["R1", "R2", "R3", "R4", "B1", "B2", "B3"], "red": 4, "black": 3}
    assert Event("combat_begins", told) in events
    play(state, "1> fight none", "2> fight none")
    assert standing(state) == {"R1", "R2", "R3", "R4", "B1", "B2"}


def test_play_combat_of_four_amoebae_removes_every_touching_disc_of_the_loser() -> None:
    # A line of two reds, three blacks, two reds, and another black pair on Red's right end.
    state = board(f"{LINE}  B4 6.8,4.0  B5 7.6,4.0", ("", "3S"), phase="combat")
    play(state, "1> fight none", "2> fight 3")  # four to eight
    # R1 touches B1, R3 touches B3, R4 touches B4; then R2 touches nothing.
    assert standing(state) == {"B1", "B2", "B3", "B4", "B5"}
    assert state.result() == Result((2,), "no_discs")


TWO = "R1 1.0,3.6  R2 1.0,2.8  B3 1.0,4.4  B4 1.0,5.2  R3 6.0,3.6  R4 6.0,2.8  B1 6.0,4.4  B2 6.0,5.2"


@pytest.mark.parametrize(("turn", "first"), [(1, ["R1", "R2", "B3", "B4"]), (2, ["R3", "R4", "B1", "B2"])])
def test_play_of_two_combats_the_one_with_the_lowest_disc_of_the_turns_player_is_first(
    turn: int, first: list[str]
) -> None:
    state = board(TWO, ("6S", "2H"), turn=turn, phase="combat")
    assert state.position()["combat"]["discs"] == first
    play(state, "1> fight 6", "2> fight none")
    second = {"R1", "R2", "R3", "R4", "B1", "B2", "B3", "B4"} - set(first)
    assert set(state.position()["combat"]["discs"]) == second and state.position()["combat"]["chosen"] == {}


def test_play_combat_is_void_when_a_face_card_parts_the_sides() -> None:
    state = board(FRONT, ("3S", "5H QD"))
    play(state, MEET, "1> fight 3")
    # Black's Queen pulls B1 up by 0.8; it pushes B2 and B3 along.
    events = play(state, "2> queen B1")
    assert places(state)["B1"] == [4.0, 4.8] and kinds(events)[-1] == "combat_void"
    assert state.to_act() == (1,) and state.position()["combat"] is None
    assert state.position()["hands"] == {1: ["3S"], 2: ["5H"]}
    assert not any("3S" in repr(event) for event in events if event.known_to(2))


def test_play_combat_counts_discs_as_a_face_card_leaves_them() -> None:
    state = board(FRONT, ("3S AD", ""))
    play(state, MEET, "1> fight 3", "1> ace B3")  # also by a seat that has chosen
    assert state.position()["combat"] == {"discs": ["R1", "R2", "R3", "R4", "B1", "B2"], "chosen": {1: "3S"}}
    events = play(state, "2> fight none")
    assert Event("combat_won", {"winner": 1, "total": 7, "other": 2}) in events


def test_play_reviving_into_a_combat_adds_to_it() -> None:
    state = board(FRONT, ("", "JD"), dead={2: ["B4"]})
    play(state, MEET, "1> fight none", "2> jack B4 4.8,4.0")
    assert state.position()["combat"] == {
        "discs": ["R1", "R2", "R3", "R4", "B1", "B2", "B3", "B4"],
        "chosen": {1: "none"},
    }
    events = play(state, "2> fight none")
    assert Event("combat_tied", {"total": 4}) in events


def test_play_reviving_beside_an_enemy_begins_a_combat_out_of_turn() -> None:
    state = board(FRONT, ("2S", "JD"), dead={2: ["B4"]})
    events = play(state, "2> jack B4 4.0,3.2")  # beside R2 and B1
    assert kinds(events)[-1] == "combat_begins" and state.to_act() == (1, 2)
    play(state, "1> fight 2", "2> fight none")  # six to four: B4 falls
    assert "B4" not in places(state) and state.to_act() == (1,), "Red's turn goes on"


def test_play_a_combat_split_by_a_card_goes_on_where_the_turns_player_has_the_lowest_disc() -> None:
    state = board(LINE, ("5H", "AS"), phase="combat")
    play(state, "1> fight 5", "2> ace B2")
    assert state.position()["combat"] == {"discs": ["R1", "R2", "B1"], "chosen": {1: "5H"}}
    events = play(state, "2> fight none")
    assert Event("combat_won", {"winner": 1, "total": 7, "other": 1}) in events
    # The other part is a combat of its own, with nothing chosen yet.
    assert state.position()["combat"] == {"discs": ["R3", "R4", "B3"], "chosen": {}}


def test_options_pairwise_whoever_made_the_contact_picks_two_amoebae_after_another() -> None:
    state = board(BETWEEN, options={"combat": "pairwise"}, turn=2)
    events = play(state, "move B3 4.0,3.2")
    assert Event("contact", {"seat": 2}) in events and state.to_act() == (2,)
    assert sorted(map(str, state.legal(2))) == ["pair R1 B3", "pair R3 B3"]
    assert refused(state, "2> pair R1 B1") == "no_such_pair" and refused(state, "1> pair R1 B3") == "not_your_turn"
    play(state, "pair R3 B3")
    assert state.position()["combat"]["discs"] == ["R3", "R4", "B1", "B2", "B3"]
    events = play(state, "1> fight none", "2> fight none")  # two to three
    assert Event("combat_won", {"winner": 2, "total": 3, "other": 2}) in events
    assert standing(state) == {"R1", "R2", "B1", "B2", "B3"} and state.to_act() == (2,)
    play(state, "pair R1 B3", "1> fight none", "2> fight none")
    assert state.result() == Result((2,), "no_discs")


def test_options_pairwise_a_card_out_of_turn_makes_its_player_the_one_who_picks() -> None:
    state = board(FRONT, ("", "JD"), {"combat": "pairwise"}, dead={2: ["B4"]})
    play(state, "2> jack B4 4.0,3.2")
    assert state.to_act() == (2,) and refused(state, "1> end") == "expected_pair"


def test_options_pairwise_only_the_two_amoebae_count_and_lose() -> None:
    # Black's line touches red on both ends; in the fight with the left reds, only B1 touches these.
    state = board(LINE, ("6S", ""), {"combat": "pairwise"}, phase="combat")
    events = play(state, "pair R1 B1", "1> fight 6", "2> fight none")
    assert Event("combat_won", {"winner": 1, "total": 8, "other": 3}) in events
    assert standing(state) == {"R1", "R2", "R3", "R4", "B2", "B3"} and state.to_act() == (1,)


# -- play: the end -----------------------------------------------------------------------------------------------------


def test_end_a_side_without_discs_has_lost() -> None:
    state = board("R1 1.0,1.0  R2 1.8,1.0  B1 6.0,6.0  B2 6.8,6.0", ("AS", ""))
    events = play(state, "ace B1")
    assert state.result() == Result((1,), "no_discs") and state.to_act() == ()
    assert kinds(events)[-1] == "wins" and refused(state, "1> end") == "over"


def test_end_both_without_discs_is_a_draw() -> None:
    state = board("R1 4.0,2.4  R2 4.0,3.2  B1 4.0,4.0  B2 4.0,4.8", phase="combat")
    play(state, "1> fight none", "2> fight none")
    assert state.result() == Result((1, 2), "both_lost")


def test_end_an_amoeba_at_the_opponents_edge_wins() -> None:
    state = board(f"R1 4.0,6.78  R2 4.0,5.98  {FAR}")
    play(state, "move R2 4.0,7.58")  # 0.02 from the edge
    assert state.result() == Result((1,), "far_side")
    state = board(f"R1 4.0,6.78  R2 4.0,5.98  {FAR}")
    play(state, "move R2 4.0,7.579")
    assert state.result() is None
    state = board("R1 4.0,5.0  R2 4.0,5.8  B1 7.0,1.2  B2 7.0,2.0", turn=2)
    play(state, "move B2 7.0,0.4")
    assert state.result() == Result((2,), "far_side")


def test_end_a_single_disc_at_the_edge_beside_an_enemy_only_does_not_win() -> None:
    state = board("R1 1.0,1.0  R2 1.8,1.0  B1 4.0,6.8  B2 4.0,6.0", ("JS 6S", ""), dead={1: ["R3"]})
    play(state, "jack R3 4.0,7.6", "1> fight 6", "2> fight none")
    # Seven to two: B1 goes, B2 dies, Black is gone; that is why Red wins. R3 dies alone as well.
    assert state.result() == Result((1,), "no_discs") and "R3" not in places(state)


def test_end_it_is_judged_when_no_combat_is_left() -> None:
    # Both sides stand at the other's edge; a combat elsewhere comes first.
    both = "R1 4.0,7.6  R2 4.0,6.8  B1 2.0,0.4  B2 2.0,1.2  R3 6.0,3.2  R4 6.0,2.4  B3 6.0,4.0  B4 6.0,4.8"
    state = board(both, phase="combat")
    assert state.result() is None
    play(state, "1> fight none", "2> fight none")
    assert state.result() == Result((1, 2), "far_side")


def test_end_sixty_quiet_turns_in_a_row_are_a_draw() -> None:
    state = arranged()
    for _ in range(59):
        play(state, "end")
    assert state.result() is None and state.position()["quiet_turns"] == 59
    play(state, "end")
    assert state.result() == Result((1, 2), "quiet")


def test_end_a_turn_is_not_quiet_when_a_disc_comes_nearer_than_any_before() -> None:
    state = board(f"R1 4.0,3.0  R2 4.0,2.2  {FAR}", quiet_turns=59, best={1: 3.5, 2: 5.0})
    nearer = state.clone()
    play(nearer, "move R2 4.0,3.8", "end")
    assert nearer.position()["quiet_turns"] == 0 and nearer.position()["best"] == {1: 3.8, 2: 5.0}
    play(state, "move R1 4.0,1.4", "end")  # no nearer than 3.5
    assert state.result() == Result((1, 2), "quiet")


def test_end_a_turn_is_not_quiet_when_a_disc_leaves_the_board() -> None:
    state = board(f"R1 4.0,3.0  R2 4.0,2.2  B10 1.0,6.2  {FAR}", ("AS", ""), quiet_turns=59, best={1: 7.0, 2: 1.0})
    play(state, "ace B10", "end")
    assert state.result() is None and state.position()["quiet_turns"] == 0
    play(state, "end")
    assert state.position()["quiet_turns"] == 1


def test_end_a_turn_without_move_draw_or_card_is_allowed() -> None:
    state = board(FRONT, ("AS", ""))
    play(state, "end", "end")
    assert state.to_act() == (1,)


# -- the nucleus game --------------------------------------------------------------------------------------------------


def test_options_nucleus_is_named_in_secret_after_the_arrangement() -> None:
    state = arranged({"win": "nucleus"})
    assert state.to_act() == (1, 2) and len(state.legal(1)) == 12
    assert refused(state, "1> nucleus B3") == "not_yours"
    play(state, "1> nucleus R5")
    assert state.to_act() == (2,) and state.position(2)["nucleus"] == {1: "?", 2: None}
    events = play(state, "2> nucleus B7")
    assert state.position(2)["nucleus"] == {1: "R5", 2: "B7"} and state.to_act() == (1,)
    assert Event("reveal", {"nuclei": ["R5", "B7"]}) in events


def nucleus(discs: str, hands: tuple[str, str] = ("", ""), red: str = "R1", black: str = "B1", **more: Any) -> State:
    return board(discs, hands, {"win": "nucleus"}, nucleus={1: red, 2: black}, **more)


def test_options_nucleus_an_ace_cannot_take_it() -> None:
    state = nucleus(FRONT, ("AS", ""))
    assert refused(state, "ace B1") == refused(state, "ace R1") == "nucleus_spared"
    assert refused(state, "ace B2") is None
    assert {action.args[0] for action in state.legal(1) if action.verb == "ace"} == {"R2", "R3", "R4", "B2", "B3"}


def test_options_nucleus_lost_in_combat_or_alone_loses() -> None:
    state = nucleus(FRONT)
    play(state, MEET, "1> fight none", "2> fight none")  # four to three: B1 falls
    assert state.result() == Result((1,), "nucleus")
    state = nucleus(f"R1 2.0,2.0  R2 2.8,2.0  R3 3.6,2.0  {FAR}", red="R3", black="B11")
    play(state, "move R2 2.0,2.8")
    assert state.result() == Result((2,), "nucleus")


def test_options_nucleus_both_lost_is_a_draw() -> None:
    state = nucleus("R1 4.0,3.2  R2 4.0,2.4  R3 4.0,1.6  B1 4.0,4.0  B2 4.0,4.8  B3 4.0,5.6", phase="combat")
    play(state, "1> fight none", "2> fight none")
    assert state.result() == Result((1, 2), "both_lost")


def test_options_nucleus_reaching_the_edge_does_not_count() -> None:
    state = nucleus(f"R1 4.0,6.8  R2 4.0,6.0  {FAR}", black="B11")
    play(state, "move R2 4.0,7.6")
    assert state.result() is None and state.to_act() == (1,)


def test_options_nucleus_a_jack_does_not_undo_its_loss() -> None:
    state = nucleus(TWO, ("6S", "JH"), red="R1", black="B3", phase="combat")
    play(state, "1> fight 6", "2> fight none")  # B3 falls; the second combat is still to be fought
    assert state.position()["fallen"] == [2] and state.result() is None
    play(state, "2> jack B3 6.8,5.2", "1> fight none", "2> fight none")
    assert state.result() == Result((1,), "nucleus")


# -- other options -----------------------------------------------------------------------------------------------------


def test_options_discs_hand_and_radius() -> None:
    state = start({"discs": 3, "hand": 1, "radius": 0.5})
    assert len(state.draw(random.Random(1)).args) == 2
    play(state, "deal AS KH", "1> arrange 1.0,2.5 2.0,2.5 3.0,2.5", "2> arrange 1.0,5.5 2.0,5.5 3.0,5.5")
    assert len(places(state)) == 6 and refused(state, "draw") == "hand_full"
    assert refused(state, "move R3 2.0,3.52") is None and refused(state, "move R3 2.0,3.521") == "not_beside_amoeba"
    play(state, "2> king B3")
    assert "B3" not in places(state), "one disc width down from the others it touches nothing"


@pytest.mark.parametrize("options", [{"radius": 0.401}, {"radius": 0.61}, {"discs": 1}, {"hand": 0}, {"win": "points"}])
def test_options_that_cannot_be_played_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        start(options)


# -- cards as data -----------------------------------------------------------------------------------------------------

CLUB = """
extends: super_amoeba_battle
cards:
  joker:
    rank: X
    name: Joker
    text: Slide a disc of your opponent's two disc widths towards yourself.
    effect:
      - slide_disc: {owner: opponent, towards: player, widths: 2}
  healer:
    rank: H
    effect:
      - revive_disc: {owner: either}
  seven: {rank: "7", strength: 7}
"""


def test_cards_of_a_club_are_verbs_with_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text(CLUB, encoding="utf-8")
    definition = load(tmp_path / "club.yaml")
    position = {
        "discs": {"R1": [1.0, 1.0], "R2": [1.8, 1.0], "B1": [6.0, 6.0], "B2": [6.8, 6.0], "B3": [6.8, 6.8]},
        "dead": {2: ["B4"]},
        "hands": {1: ["XS", "HS", "7S"], 2: ["XH"]},
    }
    state = GAME.start(definition, definition.resolve({}, 2), 2, position)
    assert len(state.table.deck) == 48
    assert refused(state, "joker R1") == "wrong_side"
    play(state, "joker B1")
    assert "B1" not in places(state), "two widths down it touches nothing"
    play(state, "healer B4 1.8,1.8", "1> fight 7", "2> fight none")
    assert "B4" not in places(state) and state.position()["discard"] == ["XS", "HS", "7S"]
    assert refused(state, "2> joker R1") is None


def test_discs_that_do_not_fit_into_the_rows_are_refused(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text("extends: super_amoeba_battle\nrows: 1\n", encoding="utf-8")
    definition = load(tmp_path / "club.yaml")
    assert definition.resolve({"discs": 8}, 2)["discs"] == 8
    for options in ({"discs": 12}, {"discs": 4, "radius": 0.6}):
        with pytest.raises(Refused) as refusal:
            definition.resolve(options, 2)
        assert refusal.value.refusal.key == "no_room_for_discs"


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("{rank: X}", "either an `effect` or a `strength`"),
        ("{rank: A, strength: 3}", "the same rank"),
        ("{rank: xx, strength: 3}", "one capital letter or digit"),
        ("{rank: 7, strength: 7}", "as text"),
        ("{rank: X, strength: true}", "whole number"),
        ("{rank: X, effect: [slide_disk: {towards: player}]}", "slide_disc"),
        ("{rank: X, effect: [slide_disc: {towards: nowhere}]}", "towards"),
        ("{rank: X, effect: [slide_disc: {towards: player, widths: 9}]}", "widths"),
        ("{rank: X, effect: [revive_disc, revive_disc]}", "one effect"),
    ],
)
def test_cards_that_cannot_be_read_say_why(tmp_path: Path, card: str, told: str) -> None:
    (tmp_path / "club.yaml").write_text(f"extends: super_amoeba_battle\ncards:\n  odd: {card}\n", encoding="utf-8")
    with pytest.raises(DefinitionError, match=told):
        load(tmp_path / "club.yaml")


# -- notation ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *("draw", "end", "reshuffle", "deal AS KH 5D QC JS 2H", "card 5H", "nucleus R5", "pair R3 B4"),
        *("move R7 3.2,4.75", "move B12 0.4,7.6", "move R1 3.125,0.005", "move R1 -0.4,12.0"),
        *("ace B3", "king R5", "queen B2", "jack R4 3.2,4.75", "fight 5", "fight none"),
        f"arrange {RED_ROWS}",
    ],
)
def test_notation_texts_are_canonical(text: str) -> None:
    assert str(GAME.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "jump", "draw 1", "move R7", "move R7 3,4.75", "move R7 3.2", "move R7 3.2,4.7555", "move R7 3.2, 4.75"),
        *("move R0 3.2,4.75", "move G1 3.2,4.75", "move R7 .2,4.75", "ace", "ace 3", "fight", "fight 55", "pair R3"),
        *("nucleus", "arrange", "arrange 1,2", "card", "card 5", "deal", "fight 5 ", "move R7 ٣.2,4.75"),
    ],
)
def test_notation_other_texts_are_unreadable(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        GAME.parse(text)
    assert refusal.value.refusal.key == "unreadable"


def check_sampled_points(state: State, rng: random.Random, tries: int) -> None:
    """Other points are accepted exactly when plain geometry says so, and every listed one is."""
    for seat in (1, 2):
        for action in state.legal(seat):
            assert state.refusal(seat, action) is None
    at: dict[str, Place] = {name: (round(x * 1000), round(y * 1000)) for name, (x, y) in places(state).items()}
    own = [name for name in at if name[0] == "RB"[state.turn - 1]]
    for _ in range(tries):
        name = rng.choice(own)
        if rng.random() < 0.2:
            place = (rng.randint(LOW - 300, HIGH + 300), rng.randint(LOW - 300, HIGH + 300))
        else:
            place = beside(at[rng.choice(own)], rng, rng.choice((780, 794, 795, 800, 800, 810, 820, 821)))
        others = [other for one, other in at.items() if one != name]
        amoeba = {name}
        while more := {two for two in own if two not in amoeba and any(touching(at[one], at[two]) for one in amoeba)}:
            amoeba |= more
        right = (
            state.moves_left > 0
            and fits(place, others)
            and any(touching(place, at[one]) for one in amoeba if one != name)
        )
        accepted = state.refusal(state.turn, Action("move", (name, place))) is None
        assert accepted == right, f"move {name} {place}"
        for seat in (1, 2):
            jacks = [face for face in state.hands[seat - 1] if face[0] == "J"]
            for dead in state.position()["dead"][seat][:1] if jacks else ():
                accepted = state.refusal(seat, Action("jack", (dead, place))) is None
                assert accepted == fits(place, list(at.values()))


def touching(one: Place, two: Place) -> bool:
    return square(one, two) <= 820 * 820


def random_turns(rng: random.Random, every: int) -> list[State]:
    """Return states of a random game at which it is a seat's turn."""
    state = start()
    found = []
    for count in range(3000):
        if state.result() is not None:
            break
        seat = rng.choice(state.to_act())
        state.apply(seat, state.sample(seat, rng) if seat else state.draw(rng))
        if state.phase == "turn" and not state.due and count % every == 0:
            found.append(state.clone())
    return found


def test_notation_other_points_are_accepted_when_plain_geometry_says_so(rng: random.Random) -> None:
    for state in random_turns(rng, 40)[:6]:
        check_sampled_points(state, rng, 300)


@pytest.mark.long
def test_notation_1_000_other_points_of_many_positions(rng: random.Random) -> None:
    for _ in range(6):
        for state in random_turns(rng, 20):
            check_sampled_points(state, rng, 1000)


def test_notation_listed_points_touch_two_discs_or_an_edge_or_lie_straight_ahead() -> None:
    state = board(f"R1 3.6,2.0  R2 4.4,2.0  R3 1.0,1.0  R4 1.0,1.8  {FAR}")
    listed = {str(action) for action in state.legal(1) if action.args[:1] == ("R2",)}
    # Beside R1 alone there is only straight ahead; R2 is lifted, and so are the points it touches.
    assert "move R2 3.6,2.8" in listed
    assert all(refused(state, text) is None for text in listed)


# -- positions ---------------------------------------------------------------------------------------------------------


def test_position_has_the_form_of_the_page() -> None:
    position = {
        "phase": "turn",
        "turn": 1,
        "discs": {"R1": [3.6, 2.0], "R2": [4.4, 2.0], "B1": [3.6, 6.0], "B2": [4.4, 6.0]},
        "dead": {1: ["R3"], 2: []},
        "hands": {1: ["KH", "5S", "3C"], 2: ["AS", "2D", "6H"]},
        "deck": 30,
        "discard": [],
        "moves_left": 1,
        "drawn": False,
        "nucleus": {1: None, 2: None},
        "combat": None,
        "quiet_turns": 0,
        "best": {1: 2.6, 2: 5.4},
    }
    shown = start(position=position).position()
    assert {key: shown[key] for key in position} == position
    assert start(position=position).position(1)["hands"] == {1: ["KH", "5S", "3C"], 2: ["?", "?", "?"]}
    del position["best"], position["moves_left"]
    assert start(position=position).position()["best"] == {1: 2.0, 2: 6.0}


def test_position_of_a_combat_goes_on_with_what_was_chosen() -> None:
    discs = "R1 4.0,2.4  R2 4.0,3.2  B1 4.0,4.0"
    state = board(discs, ("5S", ""), phase="combat", combat={"discs": ["R1", "R2", "B1"], "chosen": {1: "5S"}})
    assert state.to_act() == (2,)
    events = play(state, "2> fight none")
    assert Event("combat_won", {"winner": 1, "total": 7, "other": 1}) in events


@pytest.mark.parametrize(
    ("change", "where", "key"),
    [
        ({"phase": "dinner"}, "phase", "wrong_phase"),
        ({"phase": "nucleus"}, "phase", "nucleus_game_only"),
        ({"phase": "combat"}, "phase", "no_contact"),
        ({"turn": 3}, "turn", "not_between"),
        ({"discs": {"R1": [4.0, 4.0], "B2": [4.0, 4.79]}}, "discs.B2", "discs_overlap"),
        ({"discs": {"R1": [0.3, 4.0]}}, "discs.R1", "off_board"),
        ({"discs": {"R13": [4.0, 4.0]}}, "discs.R13", "no_disc"),
        ({"discs": {"R1": [4.0]}}, "discs.R1", "not_a_point"),
        ({"discs": {"R1": [4.0, "x"]}}, "discs.R1", "not_a_number"),
        ({"discs": {"R1": [4.0, float("nan")]}}, "discs.R1", "not_a_number"),
        ({"discs": {"R1": [4.0, 10**400]}}, "discs.R1", "not_a_number"),
        ({"discs": {"R1": [4.0, 4.00005]}}, "discs.R1", "not_thousandths"),
        ({"discs": ["R1"]}, "discs", "not_a_mapping"),
        ({"dead": {1: ["R1"]}}, "dead.1", "disc_twice"),
        ({"dead": {1: ["B5"]}}, "dead.1", "not_yours"),
        ({"dead": {3: []}}, "dead.3", "unknown_key"),
        ({"hands": {1: ["7H"]}}, "hands.1", "unknown_card"),
        ({"hands": {1: ["KH"], 2: ["KH"]}}, "hands.2", "card_twice"),
        ({"hands": {1: ["KH", "QH", "JH", "AH"]}}, "hands.1", "hand_too_big"),
        ({"deck": 37}, "deck", "not_between"),
        ({"deck": ["KH", "KH"]}, "deck", "card_twice"),
        ({"due": "tea"}, "due", "wrong_due"),
        ({"due": "reshuffle"}, "due", "due_does_not_fit"),
        ({"drawn": 1}, "drawn", "not_a_flag"),
        ({"nucleus": {1: "R1"}}, "nucleus.1", "nucleus_game_only"),
        ({"combat": {"discs": ["R1"]}}, "combat", "no_contact"),
        ({"best": {1: 2.00005}}, "best.1", "not_thousandths"),
        ({"moves": 1}, "moves", "unknown_key"),
    ],
)
def test_position_that_breaks_the_rules_is_refused(change: dict[str, Any], where: str, key: str) -> None:
    position = {"phase": "turn", "discs": {"R1": [3.6, 2.0], "R2": [4.4, 2.0], "B1": [3.6, 6.0]}, **change}
    with pytest.raises(Refused) as refusal:
        start(position=position)
    assert (refusal.value.refusal.where, refusal.value.refusal.key) == (f"position.{where}", key)


JUNK = [None, True, -1, 0, 3, 10**400, 0.5, float("inf"), "", "x", "R1", "KH", [], ["KH"], [[]], {}, {1: []}, {1: "KH"}]


def test_position_of_any_nonsense_is_refused_and_never_an_error(rng: random.Random) -> None:
    state = nucleus(FRONT, ("3S AD", "5H"), dead={1: ["R5"]})
    play(state, MEET, "1> fight 3")
    good = state.position()
    assert start({"win": "nucleus"}, good).position() == good
    for key in good:
        for junk in JUNK:
            nonsense: list[Any] = [junk]
            if isinstance(good[key], dict) and good[key]:
                inner = rng.choice(list(good[key]))
                nonsense += [{**good[key], inner: junk}, {**good[key], "odd": junk}]
            for value in nonsense:
                try:
                    start({"win": "nucleus"}, {**good, key: value}).position()
                except Refused as refused_:
                    assert refused_.refusal.where and refused_.refusal.section


# -- what a seat cannot tell apart -------------------------------------------------------------------------------------


def test_resampling_brings_up_every_hand_that_fits_and_no_other() -> None:
    # All cards but four lie open: one in each hand, two in the deck. Black's card is one of three.
    deck = start().table.deck
    unseen = ["AS", "5D", "QC"]
    open_cards = [face for face in deck if face not in (*unseen, "KH")]
    state = board(f"R1 3.6,2.0  R2 4.4,2.0  {FAR}", ("KH", "AS"), discard=open_cards)
    assert state.position()["deck"] == 2
    rng = random.Random(1)
    assert {state.resample(1, rng).hands for _ in range(60)} == {(("KH",), (face,)) for face in unseen}


def test_resampling_after_a_reshuffle_knows_what_must_be_in_the_other_hand() -> None:
    deck = start().table.deck
    open_cards = [face for face in deck if face not in ("AS", "KH", "5D")]
    state = board(f"R1 3.6,2.0  R2 4.4,2.0  {FAR}", ("KH", "AS 5D"), discard=open_cards, turn=2)
    play(state, "2> draw", "0> reshuffle", "0> card QC")
    rng = random.Random(1)
    guesses = {state.resample(1, rng).hands[1] for _ in range(300)}
    assert {tuple(sorted(guess[:2])) for guess in guesses} == {("5D", "AS")}
    assert {guess[2] for guess in guesses} == set(open_cards)


def test_resampling_guesses_arrangement_nucleus_and_numeral() -> None:
    rng = random.Random(1)
    state = start({"win": "nucleus"})
    play(state, DEAL, f"2> arrange {BLACK_ROWS}")
    assert {len(places(state.resample(1, rng))) for _ in range(5)} == {12}
    assert len({state.resample(1, rng).key() for _ in range(30)}) > 5
    play(state, f"1> arrange {RED_ROWS}", "2> nucleus B7")
    assert len({state.resample(1, rng).nucleus[1] for _ in range(200)}) == 12
    state = board(FRONT, ("", "5H"), deck=0)
    play(state, MEET, "2> fight 5")
    chosen = {state.resample(1, rng).chosen[1] for _ in range(400)}
    assert "none" in chosen and {face[0] for face in chosen if face and face != "none"} == set("23456")


def test_a_state_goes_to_another_process() -> None:
    state = board(FRONT, ("AS", "5H"))
    again = pickle.loads(pickle.dumps(state))
    assert again.key() == state.key()
    assert play(again, MEET) == play(state, MEET) and again.key() == state.key()


# -- clicking ----------------------------------------------------------------------------------------------------------


def test_a_move_is_a_disc_and_any_point() -> None:
    state = board(f"R1 3.6,2.0  R2 4.4,2.0  {FAR}")
    picker = Picker(state, 1)
    assert picker.pick("disc:R2") is None and picker.point(3.6004, 2.8004) is None
    assert str(picker.done) == "move R2 3.6,2.8"
    picker.clear()
    picker.pick("disc:R2")
    refusal = picker.point(6.0, 6.0)
    assert refusal is not None and refusal.key == "not_beside_amoeba"
    assert picker.pick("disc:B11") is not None


def test_an_arrangement_is_one_click_or_a_point_for_each_disc() -> None:
    state = start({"discs": 2})
    state.apply(0, state.draw(random.Random(1)))
    picker = Picker(state, 2)
    assert picker.pick("button:wall") is None and picker.done is not None
    picker.clear()
    picker.pick("button:arrange")
    assert picker.point(4.0, 6.0) is None and picker.point(4.8, 6.0) is None
    assert picker.pick("button:arranged") is None and str(picker.done) == "arrange 4.0,6.0 4.8,6.0"


def test_a_face_card_is_a_card_and_a_disc() -> None:
    state = board(FRONT, ("AS AH", ""))
    for face in ("AS", "AH"):
        picker = Picker(state, 1)
        picker.pick(f"card:{face}")
        picker.pick("disc:B3")
        assert str(picker.done) == "ace B3"


# -- what holds for every game -----------------------------------------------------------------------------------------


def sound(state: State) -> Any:
    """Check the board and the bits that stand for it; return the cards, which are never lost."""
    plane = state.table.plane
    here = [place for place in state.board if place is not None]
    least = (plane.width - 5) ** 2
    for index, place in enumerate(here):
        assert plane.inside(place)
        assert all(square(place, other) >= least for other in here[:index]), "discs overlap"
    if state.phase != "arrange":
        assert state.links == plane.links(state.board)
        for seat in (1, 2):
            amoebae = state.amoebae(seat)
            single = [
                disc
                for disc in range(24)
                if state.standing(seat) >> disc & 1 and not any(a >> disc & 1 for a in amoebae)
            ]
            assert sum(amoebae) + sum(1 << disc for disc in single) == state.standing(seat)
    assert state.here == sum(1 << disc for disc, place in enumerate(state.board) if place is not None)
    assert not state.here & state.dead
    return sorted((*state.hands[0], *state.hands[1], *state.pool, *state.box, *state.discard))


HOOKS = Hooks(
    sampled=lambda action: any(isinstance(arg, tuple) for arg in action.args),
    conserved=sound,
    accepts=lambda state: state.result() is None,
    most_actions=5000,
)
CASES = cases(amoeba(), HOOKS)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_properties_over_options_in_pairs(case: Case, rng: random.Random) -> None:
    check_game(case, rng, every=29)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=str)
def test_properties_over_options_in_pairs_at_every_state(case: Case, rng: random.Random) -> None:
    check_game(case, rng)


RECORDS = sorted((Path(__file__).parents[1] / "records").glob("super_amoeba_battle-*.yaml"))


def replayed(path: Path) -> State:
    record = yaml.safe_load(path.read_text(encoding="utf-8"))
    state = start(record["options"], record.get("position"))
    play(state, *record["actions"])
    return state


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_reaches_what_it_says(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    state = replayed(path)
    position = json.loads(json.dumps(state.position()))
    assert list(state.to_act()) == expected["to_act"]
    for key, value in expected["position"].items():
        if key == "hands":
            assert {seat: sorted(hand) for seat, hand in position[key].items()} == {
                seat: sorted(hand) for seat, hand in value.items()
            }
        else:
            assert position[key] == value, key


def test_a_random_game_replays_to_the_same_thousandth(rng: random.Random) -> None:
    assert len(RECORDS) == 4
    state, again = start(), start()
    lines: list[tuple[int, str]] = []
    trace: list[tuple[int, Action]] = []
    state.playout(rng, trace)
    lines = [(seat, str(action)) for seat, action in trace]
    for seat, text in lines:
        again.apply(seat, GAME.parse(text))
    assert again.key() == state.key() and again.board == state.board and again.result() is not None
