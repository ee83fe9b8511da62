"""Mammonism: each section of its rules page, its rulings, its worked case, its secrets, and its positions."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tabletop.commands import replay
from tabletop.engine.definition import DefinitionError
from tabletop.engine.rules import Event, Refused
from tabletop.rules import load
from tabletop.rules.mammonism import GAME, State
from tests.rules.mammonism_side import (
    OUT,
    ROW,
    auction,
    bank,
    dealt,
    fight,
    hand,
    have,
    knows,
    legal,
    parts,
    play,
    refused,
    refused_start,
    start,
)

# -- Components --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_components_20_coins_each_18_cards_and_an_empty_bank(seats: int) -> None:
    state = start(seats)
    assert state.to_act() == (0,)
    assert bank(state) == [0] * seats
    assert all(have(state, seat) == (20, {}, 0) for seat in range(1, seats + 1))
    play(state, f"0> market {ROW}")
    assert Counter(card["card"] for card in state.position()["market"]) == Counter(ROW.split())
    assert set(Counter(ROW.split()).values()) == {2}


def test_components_the_market_is_dealt_as_it_is_written() -> None:
    assert refused(start(), "0> market " + ROW.replace("manor", "spy")) == "wrong_market"
    assert refused(start(), "0> market " + ROW.removesuffix(" poop")) == "wrong_market"
    assert refused(start(), "1> bet 3") == "draw_due"
    assert refused(dealt(), "0> market " + ROW) == "no_draw_due"


# -- Start player ------------------------------------------------------------------------------------------------------


def test_start_the_first_card_is_up_and_all_bet_own_coins_in_any_order() -> None:
    state = dealt(3)
    assert state.position()["turned_up"] == ["manor"]
    assert state.to_act() == (1, 2, 3)
    assert legal(state, 2) == sorted(f"bet {count}" for count in range(21))
    assert refused(state, "1> bet 21") == "too_few_own"
    assert refused(state, "1> bet 2+1") == "own_coins_only"
    play(state, "2> bet 7")
    assert state.to_act() == (1, 3)
    assert refused(state, "2> bet 8") == "chosen_already"


def test_start_the_highest_bet_is_paid_and_takes_the_card() -> None:
    state = play(dealt(3), "2> bet 7", "1> bet 6", "3> bet 0")
    assert [have(state, seat)[0] for seat in (1, 2, 3)] == [20, 13, 20]
    assert bank(state) == [0, 7, 0]
    assert hand(state, 2) == ["manor"]
    position = state.position()
    assert (position["phase"], position["start"], len(position["market"])) == ("auction", 2, 17)
    assert state.to_act() == (3,)


def test_start_on_a_tie_nobody_pays_and_only_the_tied_bet_again_for_two_cards() -> None:
    state = play(dealt(3), "1> bet 5", "2> bet 3", "3> bet 5")
    assert state.to_act() == (1, 3)
    assert state.position()["turned_up"] == ["manor", "ambush"]
    assert refused(state, "2> bet 9") == "not_in_tie"
    play(state, "1> bet 1", "3> bet 2")
    assert [have(state, seat)[0] for seat in (1, 2, 3)] == [20, 20, 18]
    assert hand(state, 3) == ["ambush", "manor"]
    assert state.to_act() == (1,)


def test_start_ruling_all_bets_0_is_a_tie_of_all_who_bet() -> None:
    state = play(dealt(3), "1> bet 5", "2> bet 3", "3> bet 5", "1> bet 0", "3> bet 0")
    assert state.to_act() == (1, 3)
    assert state.position()["turned_up"] == ["manor", "ambush", "spy"]


@pytest.mark.parametrize(("seats", "most_up"), [(2, 12), (3, 8), (4, 6), (5, 6)])
def test_start_ruling_drawn_when_another_card_would_leave_too_few(seats: int, most_up: int) -> None:
    # What the others need: 1 x 6, 2 x 5, 3 x 4, 4 x 3 of 18.
    state = dealt(seats)
    nothing = [f"{seat}> bet 0" for seat in range(1, seats + 1)]
    for up in range(1, most_up):
        assert len(state.position()["turned_up"]) == up
        play(state, *nothing)
    play(state, "1> bet 1", "2> bet 1", *nothing[2:])
    assert state.to_act() == (0,)
    assert refused(state, "0> start 0") == "wrong_start"
    if seats > 2:
        assert refused(state, "0> start 3") == "wrong_start"
    assert {str(state.draw(random.Random(seed))) for seed in range(20)} == {"start 1", "start 2"}
    play(state, "0> start 2")
    assert len(hand(state, 2)) == most_up
    assert bank(state) == [0] * seats
    assert have(state, 2)[0] == 20
    assert state.position()["start"] == 2


def test_start_ruling_whoever_took_more_than_a_hand_keeps_it_and_is_skipped() -> None:
    state = play(dealt(5), *["1> bet 0", "2> bet 0", "3> bet 0", "4> bet 0", "5> bet 0"] * 3)
    play(state, "1> bet 1", "2> bet 0", "3> bet 0", "4> bet 0", "5> bet 0")
    assert len(hand(state, 1)) == 4
    for _ in range(3):
        for seat in (2, 3, 4, 5):
            assert state.to_act() == (seat,)
            play(state, str(state.legal(seat)[0]), "buy 1")
    assert state.position()["phase"] == "forces"
    assert [len(hand(state, seat)) for seat in (1, 2, 3, 4, 5)] == [4, 3, 3, 3, 3]


# -- Auction -----------------------------------------------------------------------------------------------------------


def test_auction_scouting_puts_a_coin_on_each_of_two_cards() -> None:
    state = auction()
    assert state.to_act() == (2,)
    assert len(state.legal(2)) == 17 * 16 // 2
    assert refused(state, "scout 3") == "scout_exactly"
    assert refused(state, "scout 4 3") == "not_ascending"
    assert refused(state, "scout 3 3") == "not_ascending"
    assert refused(state, "scout 1 18") == "no_place"
    assert refused(state, "buy 1") == "expected_scout"
    assert refused(state, "1> scout 1 2") == "not_your_turn"
    play(state, "scout 2 5")
    assert have(state, 2) == (18, {}, 0)
    market = state.position(2)["market"]
    assert [(card["card"], card["coins"]) for card in market[:5]] == [
        ("?", {}),
        ("spy", {2: 1}),
        ("?", {}),
        ("?", {}),
        ("swap", {2: 1}),
    ]
    assert {card["card"] for card in state.position(1)["market"]} == {"?"}
    assert {card["card"] for card in state.position("public")["market"]} == {"?"}
    play(state, "buy 1", "1> scout 1 4", "1> buy 2")
    assert refused(state, "scout 3 4") == "scouted_already"


def market(*coins: Mapping[int, int]) -> list[dict[str, Any]]:
    """Lay one card of each kind, in the order of ROW, with these coins."""
    return [{"card": card, "coins": dict(lying)} for card, lying in zip(ROW.split(), coins, strict=False)]


def last_cards(own: int, foreign: int, *coins: Mapping[int, int], need: int = 1) -> State:
    """Return an auction of two: seat 2 to act with these coins, `need` cards short, and a short market."""
    lying = market(*coins)
    left = Counter(ROW.split()) - Counter(card["card"] for card in lying)
    cards = sorted(left.elements())
    held, cards = cards[: 6 - need], cards[6 - need :]
    seats = [{"own": 3, "hand": cards}, {"own": own, "foreign": {1: foreign}, "hand": held}]
    return start(2, None, {"phase": "auction", "start": 1, "turn": 2, "market": lying, "seats": seats})


def test_auction_one_card_is_scouted_when_only_one_is_left_or_only_one_own_coin() -> None:
    one_left = last_cards(5, 0, {2: 1}, {}, {2: 1})
    assert legal(one_left, 2) == ["scout 2"]
    assert refused(one_left, "scout 2 3") == "scout_exactly"
    # **R**: foreign coins mark nothing, so with one own coin one card is scouted.
    one_coin = last_cards(1, 4, {}, {}, {})
    assert legal(one_coin, 2) == ["scout 1", "scout 2", "scout 3"]
    play(one_coin, "scout 3")
    assert have(one_coin, 2) == (0, {1: 4}, 0)


def test_auction_nothing_is_scouted_without_a_card_or_a_coin() -> None:
    assert legal(last_cards(5, 0, {2: 1}, {1: 1, 2: 1}), 2) == ["buy 1", "buy 2"]
    assert legal(last_cards(0, 1, {}, {}), 2) == ["buy 1", "buy 2"]


def test_auction_the_price_is_the_place_and_the_coins_on_the_card_are_got() -> None:
    state = last_cards(5, 0, {2: 1}, {2: 1}, {1: 1, 2: 1})
    assert legal(state, 2) == ["buy 1", "buy 2", "buy 3"]
    before = bank(state)
    play(state, "buy 3")
    assert have(state, 2)[:2] == (5 - 2 + 1, {1: 1})
    # 2 for the card, and the two coins of seat 2 on what was left of the market, which leaves the game.
    assert bank(state) == [before[0], before[1] + 4]
    assert state.position()["phase"] == "forces"
    assert state.position()["gone"] == ["ambush", "manor"]


def test_auction_a_card_that_costs_more_than_one_has_cannot_be_bought() -> None:
    state = last_cards(0, 2, {}, {}, {}, {})
    assert legal(state, 2) == ["buy 1", "buy 2", "buy 3"]
    assert refused(state, "buy 4") == "too_dear"
    assert refused(state, "buy 5") == "no_place"
    assert refused(state, "buy 0") == "no_place"


def test_auction_own_coins_pay_first_unless_it_is_said() -> None:
    state = last_cards(2, 2, {2: 1}, {2: 1}, {2: 1}, {2: 1})
    assert legal(state, 2) == sorted(
        ["buy 1", "buy 2", "buy 2 own=0", "buy 3", "buy 3 own=0", "buy 3 own=1", "buy 4", "buy 4 own=1"]
    )
    assert refused(state, "buy 4 own=2") == "own_is_usual"
    assert refused(state, "buy 4 own=0") == "wrong_payment"
    assert refused(state, "buy 4 own=3") == "wrong_payment"
    assert have(play(state.clone(), "buy 4"), 2)[:2] == (2 - 2 + 1, {1: 1})
    assert have(play(state.clone(), "buy 4 own=1"), 2)[:2] == (2 - 1 + 1, {})


def test_notation_foreign_coins_are_paid_from_the_colour_one_holds_most_of_ties_by_seat() -> None:
    state = fight({"foreign": {2: 2, 3: 3, 4: 2}}, {}, {}, {})
    play(state, "battle 1", "1> bet 0+4", "2> bet 0", "3> bet 0", "4> bet 0")
    # 3 (most); then 2, 3 and 4 have two each: 2, then 3, then 4.
    assert have(state, 1)[:2] == (9, {2: 1, 3: 1, 4: 1})


def test_auction_full_hands_are_skipped_and_it_ends_when_all_are_full() -> None:
    state = auction(4)
    turns = []
    while state.position()["phase"] == "auction":
        turns.append(state.to_act()[0])
        if state.position()["step"] == "scout":
            play(state, str(state.legal(state.to_act()[0])[0]))
        play(state, "buy 1")
    assert turns == [2, 3, 4, 1] * 3 + [2, 3, 4]
    assert [len(hand(state, seat)) for seat in (1, 2, 3, 4)] == [4, 4, 4, 4]
    assert len(state.position()["gone"]) == 2
    assert state.position()["market"] == []


# -- Forces ------------------------------------------------------------------------------------------------------------


def forces(*own: int) -> State:
    return start(len(own), None, {"phase": "forces", "start": 2, "seats": [{"own": count} for count in own]})


def test_forces_everyone_chooses_secretly_any_number_of_own_coins() -> None:
    state = forces(3, 0, 5)
    assert state.to_act() == (1, 2, 3)
    assert legal(state, 1) == ["forces 0", "forces 1", "forces 2", "forces 3"]
    assert legal(state, 2) == ["forces 0"]
    assert refused(state, "3> forces 6") == "too_few_own"
    play(state, "3> forces 4")
    assert have(state, 3) == (5, {}, 0)
    play(state, "2> forces 0", "1> forces 1")
    assert (have(state, 1), have(state, 3)) == ((2, {}, 1), (1, {}, 4))


def test_forces_ruling_0_means_out_at_once_and_the_next_player_begins() -> None:
    state = play(forces(3, 4, 5), "1> forces 1", "2> forces 0", "3> forces 2")
    assert state.position()["seats"][1] == {"own": 0, "foreign": {}, "forces": 0, "hand": [], "knows": {}, "out": True}
    assert bank(state)[1] == 20
    assert state.to_act() == (3,)  # seat 2 was the start player


def test_forces_can_end_the_game() -> None:
    last = play(forces(3, 4), "1> forces 0", "2> forces 1").result()
    assert last is not None and (last.winners, last.reason) == ((2,), "last_in")
    shared = play(forces(3, 4, 0), "1> forces 0", "2> forces 0", "3> forces 0").result()
    assert shared is not None and (shared.winners, shared.reason) == ((1, 2, 3), "together")


# -- Armageddon: battles -----------------------------------------------------------------------------------------------


def test_battle_sizes_are_1_to_3_and_at_most_ones_own_forces() -> None:
    state = fight({"forces": 2}, {})
    assert legal(state, 1) == ["battle 1", "battle 2"]
    assert refused(state, "battle 3") == "too_few_forces"
    assert refused(state, "battle 4") == "no_such_size"
    assert refused(state, "bet 1") == "expected_turn"


def test_battle_everybody_puts_forward_the_size_or_all() -> None:
    state = play(fight({"forces": 3}, {"forces": 2}, {"forces": 5}), "battle 3")
    assert state.position()["battle"]["forward"] == {1: 3, 2: 2, 3: 3}
    assert state.to_act() == (1, 2, 3)
    play(state, "1> bet 1", "2> bet 0", "3> bet 0")
    assert [have(state, seat)[2] for seat in (1, 2, 3)] == [3, 0, 2]


def test_battle_own_coins_count_1_and_foreign_coins_2() -> None:
    state = play(fight({"foreign": {2: 2}}, {}), "battle 1")
    assert len(state.legal(1)) == 10 * 3
    assert {"bet 0", "bet 9", "bet 0+2", "bet 9+1"} <= set(legal(state, 1))
    assert refused(state, "1> bet 0+3") == "too_few_foreign"
    assert refused(state, "1> bet 10") == "too_few_own"
    assert refused(state, "2> bet 0+1") == "too_few_foreign"
    play(state, "2> bet 4", "1> bet 1+2")
    # 1 + 2 x 2 = 5 beats 4; all three coins are paid and no change is given.
    assert (have(state, 1), have(state, 2)) == ((8, {}, 4), (9, {}, 3))


def test_battle_losers_get_their_coins_back_and_lose_what_they_put_forward_to_the_bank() -> None:
    state = fight({}, {})
    before = bank(state)
    play(state, "battle 2", "1> bet 3", "2> bet 5")
    assert (have(state, 1), have(state, 2)) == ((9, {}, 2), (4, {}, 4))
    assert bank(state) == [before[0] + 2, before[1] + 5]
    assert state.to_act() == (2,)


def test_battle_ties_all_win_and_pay() -> None:
    state = play(fight({}, {}, {}), "battle 2", "1> bet 3", "2> bet 3", "3> bet 1")
    assert [have(state, seat) for seat in (1, 2, 3)] == [(6, {}, 4), (6, {}, 4), (9, {}, 2)]


def test_battle_with_all_bets_0_all_lose() -> None:
    state = play(fight({}, {}), "battle 2", "1> bet 0", "2> bet 0")
    assert (have(state, 1), have(state, 2)) == ((9, {}, 2), (9, {}, 2))


def test_turns_go_clockwise_from_the_start_player_and_skip_who_is_out() -> None:
    state = fight({"forces": 9}, OUT, {"forces": 9}, {"forces": 9}, start=3)
    for seat in (3, 4, 1, 3):
        assert state.to_act() == (seat,)
        play(state, "battle 1", "1> bet 0", "3> bet 0", "4> bet 0")


# -- After a battle ----------------------------------------------------------------------------------------------------


def after(*hands: list[str], bets: tuple[int, ...] = (), by: int = 1, **more: Any) -> State:
    """Return a game after the bets of a battle of 2."""
    state = fight(*({"hand": cards} for cards in hands), start=by, turn=by, **more)
    bets = bets or (0,) * len(hands)
    return play(state, "battle 2", *(f"{seat}> bet {bet}" for seat, bet in enumerate(bets, 1)))


def test_worked_case() -> None:
    state = after(["spy", "retreat"], ["spy"], bets=(4, 5))
    values = [state.position()["battle"]["values"]]
    assert state.to_act() == (1,)
    play(state, "spy")
    values.append(state.position()["battle"]["values"])
    assert state.to_act() == (2,)
    play(state, "spy")
    values.append(state.position()["battle"]["values"])
    assert state.to_act() == (1,)
    play(state, "retreat")
    assert values == [{1: 4, 2: 5}, {1: 7, 2: 5}, {1: 7, 2: 8}]
    # Nobody has a card left, so it is over.
    assert (have(state, 1), have(state, 2)) == ((9, {}, 4), (4, {}, 4))
    assert sorted(state.position()["discard"]) == ["retreat", "spy", "spy"]
    assert state.to_act() == (2,)
    assert state.position()["phase"] == "armageddon"


def test_after_battle_ruling_the_asking_starts_from_the_player_whose_turn_it_is() -> None:
    state = after(["poop"], ["poop"], ["spy"], by=2)
    for seat in (2, 3, 1):
        assert state.to_act() == (seat,)
        play(state, "pass")
    assert state.position()["phase"] == "armageddon"


def test_after_battle_ruling_everyone_with_a_card_is_asked_able_or_not() -> None:
    state = after(["poop"], [], ["manor"], bets=(1, 0, 0))
    assert state.to_act() == (1,)
    assert legal(state, 1) == ["pass"]
    assert refused(state, "spy") == "not_in_hand"
    assert refused(state, "use poop") == "expected_after_battle"
    assert refused(state, "poop") == "not_after_battle"
    play(state, "pass")
    assert state.to_act() == (3,)  # seat 2 has no card
    assert refused(state, "manor") == "not_after_battle"
    play(state, "pass")
    assert have(state, 1)[2] == 4


def test_after_battle_it_ends_when_all_have_passed_since_the_last_card() -> None:
    state = after(["poop"], ["spy", "manor"], ["poop"], bets=(1, 0, 0))
    play(state, "1> pass", "2> spy")
    # It goes on with the next seat and comes round to the user again; the pass before the card counts no more.
    for seat in (3, 1, 2):
        assert state.to_act() == (seat,)
        assert state.position()["phase"] == "after_battle"
        play(state, "pass")
    assert state.position()["phase"] == "armageddon"
    assert [have(state, seat)[2] for seat in (1, 2, 3)] == [2, 4, 2]


def test_after_battle_the_only_one_with_cards_is_asked_again() -> None:
    state = play(after(["spy", "retreat"], [], bets=(0, 4)), "spy")
    assert state.to_act() == (1,)
    play(state, "retreat")
    assert (have(state, 1), have(state, 2)) == ((9, {}, 4), (5, {}, 4))


def test_after_battle_several_spies_add_up() -> None:
    state = play(after(["spy", "spy"], [], bets=(1, 6)), "spy", "spy")
    assert (have(state, 1), have(state, 2)) == ((8, {}, 4), (9, {}, 2))  # 1 + 3 + 3 = 7 beats 6


def test_after_battle_ruling_a_bet_of_no_coins_with_a_spy_counts_3_and_can_win() -> None:
    state = play(after(["spy"], [], bets=(0, 2)), "spy")
    assert (have(state, 1), have(state, 2)) == ((9, {}, 4), (9, {}, 2))


def test_after_battle_a_wasted_retreat_is_allowed() -> None:
    state = play(after(["retreat", "retreat"], [], bets=(3, 0)), "retreat", "retreat")
    assert (have(state, 1), have(state, 2)) == ((6, {}, 4), (9, {}, 2))


def test_after_battle_retreat_keeps_what_was_put_forward() -> None:
    state = play(after([], ["retreat"], bets=(3, 1)), "2> retreat")
    assert (have(state, 1), have(state, 2)) == ((6, {}, 4), (9, {}, 4))


def test_after_battle_nobody_with_a_card_nobody_is_asked() -> None:
    assert after([], [], bets=(1, 0)).position()["phase"] == "armageddon"


def test_after_battle_ruling_spy_and_retreat_have_no_other_use_and_poop_none() -> None:
    state = fight({"hand": ["spy", "retreat", "poop"]}, {})
    assert legal(state, 1) == ["battle 1", "battle 2", "battle 3"]
    assert refused(state, "use spy") == "after_battle_only"
    assert refused(state, "retreat") == "after_battle_only"
    assert refused(state, "use poop") == "cannot_be_used"
    assert refused(state, "pass") == "expected_turn"


# -- The cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("in_bank", "got"), [(7, 5), (3, 3), (0, 0)])
def test_manor_and_ambush_ruling_give_what_the_bank_has_at_most_5(in_bank: int, got: int) -> None:
    state = fight({"own": 16 - in_bank, "hand": ["manor", "ambush"]}, {})
    assert bank(state)[0] == in_bank
    manor = play(state.clone(), "use manor")
    assert have(manor, 1) == (16 - in_bank + got, {}, 4)
    assert bank(manor)[0] == in_bank - got
    assert manor.to_act() == (2,)
    ambush = play(state.clone(), "use ambush")
    assert have(ambush, 1) == (16 - in_bank, {}, 4 + got)
    assert bank(ambush)[0] == in_bank - got
    assert ambush.position()["discard"] == ["ambush"]


def test_command_gives_two_more_turns_at_once_that_must_be_played() -> None:
    state = play(fight({"hand": ["command", "poop"]}, {}), "use command")
    for left in (1, 0):
        assert state.to_act() == (1,)
        assert state.position()["extra_turns"] == left
        assert refused(state, "pass") == "expected_turn"
        play(state, "battle 1", "1> bet 1", "2> bet 1", "1> pass")
    assert state.to_act() == (2,)


def test_command_adds_up() -> None:
    state = play(fight({"hand": ["command", "command"]}, {}), "use command", "use command")
    turns = 0
    while state.to_act() == (1,):
        turns += 1
        play(state, "battle 1", "1> bet 1", "2> bet 1")
    assert turns == 3  # one of the first two turns was used for the second Command


def test_command_ruling_the_turns_of_a_player_who_goes_out_are_lost() -> None:
    state = play(fight({"forces": 1, "hand": ["command"]}, {}, {}), "use command")
    play(state, "battle 1", "1> bet 0", "2> bet 1", "3> bet 1")
    assert state.position()["seats"][0]["out"]
    assert state.to_act() == (2,)
    assert state.position()["extra_turns"] == 0


def test_swap_gives_a_card_of_ones_choice_and_gets_one_at_random() -> None:
    state = fight({"hand": ["swap", "poop", "manor"]}, {"hand": ["spy", "chaos"]}, {"hand": []})
    swaps = [text for text in legal(state, 1) if text.startswith("use swap")]
    assert swaps == ["use swap 2 give manor", "use swap 2 give poop"]
    assert refused(state, "use swap 3 give poop") == "swap_with"
    assert refused(state, "use swap 1 give poop") == "swap_with"
    assert refused(state, "use swap") == "swap_with"
    assert refused(state, "use swap 2") == "give_from_hand"
    assert refused(state, "use swap 2 give swap") == "give_from_hand"
    play(state, "use swap 2 give poop")
    assert state.to_act() == (0,)
    # **R**: drawn before the given card arrives.
    assert {str(state.draw(random.Random(seed))) for seed in range(20)} == {"swap spy", "swap chaos"}
    assert refused(state, "0> swap poop") == "wrong_swap"
    play(state, "0> swap chaos")
    assert hand(state, 1) == ["chaos", "manor"]
    assert hand(state, 2) == ["poop", "spy"]
    assert state.position()["discard"] == ["swap"]
    assert state.to_act() == (2,)


def test_swap_with_no_card_left_to_give_just_gets_one() -> None:
    state = fight({"hand": ["swap"]}, {"hand": ["spy"]})
    assert "use swap 2" in legal(state, 1)
    assert refused(state, "use swap 2 give spy") == "nothing_to_give"
    play(state, "use swap 2", "0> swap spy")
    assert (hand(state, 1), hand(state, 2)) == (["spy"], [])


def test_swap_ruling_with_nobody_to_swap_with_it_has_no_effect() -> None:
    state = fight({"hand": ["swap", "poop"]}, {}, OUT)
    assert [text for text in legal(state, 1) if "swap" in text] == ["use swap"]
    assert refused(state, "use swap 2") == "nobody_to_swap"
    play(state, "use swap")
    assert hand(state, 1) == ["poop"]
    assert state.to_act() == (2,)


def test_chaos_silences_everybody_until_ones_next_turn() -> None:
    state = play(fight({"hand": ["chaos", "manor"]}, {"hand": ["manor", "spy"]}), "use chaos")
    assert state.position()["chaos"] == 1
    assert legal(state, 2) == ["battle 1", "battle 2", "battle 3"]
    assert refused(state, "use manor") == "chaos_holds"
    play(state, "battle 1", "1> bet 1", "2> bet 0")
    # Nobody was asked after the battle, and the user's own turn ends the Chaos just before it begins.
    assert state.position()["chaos"] is None
    assert state.to_act() == (1,)
    assert "use manor" in legal(state, 1)


def test_chaos_lasts_through_the_turns_of_a_command() -> None:
    state = play(fight({"hand": ["command", "chaos", "manor"]}, {"hand": ["spy"]}), "use command", "use chaos")
    assert state.position()["chaos"] == 1
    assert state.position()["extra_turns"] == 0
    assert legal(state, 1) == ["battle 1", "battle 2", "battle 3"]
    play(state, "battle 1", "1> bet 1", "2> bet 1")
    assert (state.to_act(), state.position()["chaos"]) == ((2,), 1)
    play(state, "battle 1", "1> bet 1", "2> bet 1")
    assert (state.to_act(), state.position()["chaos"]) == ((1,), None)


def test_chaos_ruling_ends_when_the_turn_of_a_user_who_went_out_would_have_come() -> None:
    state = play(fight({"forces": 1, "hand": ["chaos"]}, {}, {"hand": ["manor"]}), "use chaos")
    play(state, "battle 1", "1> bet 0", "2> bet 1", "3> bet 1")
    assert state.position()["seats"][0]["out"]
    assert (state.to_act(), state.position()["chaos"]) == ((3,), 1)
    play(state, "battle 1", "2> bet 1", "3> bet 1")
    assert (state.to_act(), state.position()["chaos"]) == ((2,), None)


def test_resolve_starts_a_battle_of_5_whatever_the_forces() -> None:
    state = play(fight({"forces": 2, "hand": ["resolve", "spy"]}, {"forces": 7}), "use resolve")
    assert state.position()["battle"]["forward"] == {1: 2, 2: 5}
    play(state, "2> bet 2", "1> bet 0", "1> spy")
    assert (have(state, 1), have(state, 2)) == ((9, {}, 2), (9, {}, 2))
    assert state.to_act() == (2,)


# -- The end -----------------------------------------------------------------------------------------------------------


def test_out_hand_and_treasury_with_foreign_coins_go_to_the_bank_unseen() -> None:
    state = fight({"own": 3, "foreign": {2: 2, 3: 1}, "forces": 1, "hand": ["poop"]}, {}, {})
    before = bank(state)
    events: list[Event] = []
    play(state, "battle 1", "1> bet 2+1", "2> bet 5", "3> bet 5", "1> pass", events=events)
    assert have(state, 1) == (0, {}, 0)
    # Its own 3 coins and 1 force, its 2 coins of seat 2 and 1 of seat 3; the winners pay 5 each.
    assert bank(state) == [before[0] + 4, before[1] + 2 + 5, before[2] + 1 + 5]
    assert bank(state)[0] == 20
    assert state.position()["gone"].count("poop") == 2
    assert state.position(2)["gone"] == ["?"] * 18
    assert not any("poop" in repr(event) for event in events if event.known_to(2))
    assert state.to_act() == (2,)


def test_end_the_last_one_in_wins() -> None:
    state = play(fight({"forces": 1}, {}), "battle 1", "1> bet 0", "2> bet 1")
    result = state.result()
    assert result is not None and (result.winners, result.reason) == ((2,), "last_in")
    assert state.to_act() == ()
    assert refused(state, "1> bet 0") == "over"


def test_end_all_out_together_share_the_win() -> None:
    state = fight({"forces": 1}, {"forces": 1}, OUT, {"forces": 1})
    play(state, "battle 1", "1> bet 0", "2> bet 0", "4> bet 0")
    result = state.result()
    assert result is not None and (result.winners, result.reason) == ((1, 2, 4), "together")
    assert bank(state) == [20, 20, 20, 20]


# -- What each seat knows ----------------------------------------------------------------------------------------------


def test_knows_cards_turned_up_for_the_start_player() -> None:
    state = play(dealt(3), "1> bet 2", "2> bet 2", "3> bet 0", "1> bet 0", "2> bet 1")
    assert knows(state, 1) == {2: ["ambush", "manor"]}
    assert knows(state, 3) == {2: ["ambush", "manor"]}
    assert state.position(1)["seats"][1]["hand"] == ["?", "?"]
    assert state.position(1)["seats"][1]["knows"] == {}


def test_knows_scouted_cards_until_bought_and_then_who_holds_them() -> None:
    state = play(auction(3), "2> scout 1 2", "2> buy 5", "3> scout 1 3", "3> buy 1")
    # The row was ambush spy retreat command swap ...: seat 3 bought the ambush that seat 2 had scouted.
    assert knows(state, 2) == {1: ["manor"], 3: ["ambush"]}
    assert knows(state, 3) == {1: ["manor"]}
    assert knows(state, 1) == {}
    assert [card["card"] for card in state.position(2)["market"][:3]] == ["spy", "?", "?"]
    assert [card["card"] for card in state.position(3)["market"][:3]] == ["?", "retreat", "?"]
    assert hand(state, 2) == ["swap"]


def test_knows_a_card_that_is_used_is_known_no_more() -> None:
    seats = [{"hand": ["manor", "spy"]}, {"knows": {1: ["manor", "spy"]}}, {"knows": {1: ["spy"]}}]
    state = play(fight(*seats), "use manor")
    assert knows(state, 2) == {1: ["spy"]}
    assert knows(state, 3) == {1: ["spy"]}


def test_knows_ruling_after_a_swap_the_partners_know_what_changed_hands_and_the_others_forget() -> None:
    seats = [
        {"hand": ["swap", "poop", "manor"], "knows": {2: ["spy"], 3: ["chaos"]}},
        {"hand": ["spy", "retreat"], "knows": {1: ["poop", "manor"], 3: ["chaos"]}},
        {"hand": ["chaos"], "knows": {1: ["manor"], 2: ["spy"]}},
    ]
    state = play(fight(*seats), "use swap 2 give poop", "0> swap spy")
    assert (hand(state, 1), hand(state, 2)) == (["manor", "spy"], ["poop", "retreat"])
    assert knows(state, 1) == {2: ["poop"], 3: ["chaos"]}
    assert knows(state, 2) == {1: ["manor", "spy"], 3: ["chaos"]}
    assert knows(state, 3) == {}


def test_knows_whoever_is_out_took_known_cards_out_of_the_game() -> None:
    state = fight({"forces": 1, "hand": ["poop", "spy"]}, {"knows": {1: ["spy"]}}, {})
    play(state, "battle 1", "1> bet 0", "2> bet 1", "3> bet 1", "1> pass")
    assert knows(state, 2) == {0: ["spy"]}
    assert knows(state, 3) == {}
    assert knows(state, 1) == {0: ["poop", "spy"]}


def test_knows_cards_scouted_and_left_in_the_market() -> None:
    state = play(last_cards(5, 0, {2: 1}, {2: 1}, {1: 1, 2: 1}), "buy 3")
    assert knows(state, 2) == {0: ["ambush", "manor"]}
    assert knows(state, 1) == {2: ["spy"]}


# -- Secrets -----------------------------------------------------------------------------------------------------------

SECRET_CHOICES: list[tuple[Callable[[], State], str, str]] = [
    (lambda: dealt(3), "2> bet 3", "2> bet 17"),
    (lambda: forces(5, 5, 5), "2> forces 0", "2> forces 5"),
    (lambda: play(fight({"foreign": {3: 2}}, {"foreign": {3: 3}}, {}), "battle 2"), "2> bet 1+2", "2> bet 7"),
]


def sight(state: State, view: Any) -> list[Any]:
    seen = [state.position(view), state.objects(view), state.to_act(), state.result()]
    if view != "public":
        seen += [state.prompt(view), legal(state, view), state.why(view, "market:1"), state.why(view, "card:spy")]
        seen.append(state.resample(view, random.Random(1)).key())
    return seen


@pytest.mark.parametrize(("make", "one", "other"), SECRET_CHOICES)
def test_secret_choices_are_seen_by_nobody_else_until_all_are_in(make: Any, one: str, other: str) -> None:
    told: list[list[Event]] = [[], []]
    first, second = (play(make(), text, events=events) for text, events in zip((one, other), told, strict=True))
    for view in (1, 3, "public"):
        assert sight(first, view) == sight(second, view)
        known = [[event for event in events if event.known_to(view)] for events in told]
        assert known[0] == known[1]
    assert sight(first, 2) != sight(second, 2)


@pytest.mark.parametrize("view", [2, 3, "public"])
def test_secret_what_is_given_in_a_swap_until_it_is_drawn(view: Any) -> None:
    state = fight({"hand": ["swap", "poop", "manor"]}, {"hand": ["spy", "chaos"]}, {"hand": ["command"]})
    told: list[list[Event]] = [[], []]
    texts = ("use swap 2 give poop", "use swap 2 give manor")
    one, other = (play(state.clone(), text, events=events) for text, events in zip(texts, told, strict=True))
    assert sight(one, view) == sight(other, view)
    assert [event for event in told[0] if event.known_to(view)] == [event for event in told[1] if event.known_to(view)]


def test_secret_what_changed_hands_is_told_to_the_partners_only() -> None:
    state = fight({"hand": ["swap", "poop"]}, {"hand": ["spy", "chaos"]}, {"hand": ["command"]})
    play(state, "use swap 2 give poop")
    events: list[Event] = []
    play(state, "0> swap spy", events=events)
    named = [event for event in events if "spy" in event.data.values() or "poop" in event.data.values()]
    assert named and all(event.seats == (1, 2) for event in named)


def test_secret_what_is_scouted_and_bought_is_told_to_that_seat_only() -> None:
    events: list[Event] = []
    play(auction(3), "2> scout 1 2", "2> buy 5", events=events)
    for view in (1, 3, "public"):
        told = repr([event for event in events if event.known_to(view)])
        assert not any(card in told for card in ("ambush", "spy", "swap"))
    assert "ambush" in repr([event for event in events if event.known_to(2)])


def test_secret_passing_after_a_battle_looks_the_same_whatever_one_holds() -> None:
    looks = []
    for cards in (["spy", "retreat"], ["poop", "manor"]):
        state = after(["poop"], cards, ["manor"], bets=(1, 0, 0))
        events: list[Event] = []
        play(state, "1> pass", events=events)
        looks.append([sight(state, 3), events])
        play(state, "2> pass", events=events)
        looks[-1] += [sight(state, 3), events]
    assert looks[0] == looks[1]


def test_resample_brings_up_every_assignment_that_fits_and_no_other() -> None:
    # Seat 1 holds manor, knows one spy of seat 2; unknown are poop, spy, chaos: one more card of seat 2, one of seat 3,
    # one that left the game. Three kinds in three places: six assignments.
    deck = {card: {"copies": 1} for card in ("manor", "poop", "chaos")} | {"spy": {"copies": 2}}
    definition = small_deck(deck)
    seats = [
        {"own": 9, "forces": 4, "hand": ["manor"], "knows": {2: ["spy"]}},
        {"own": 9, "forces": 4, "hand": ["spy", "poop"]},
        {"own": 9, "forces": 4, "hand": ["chaos"]},
    ]
    state = start(3, {"hand_size": 1}, {"phase": "armageddon", "seats": seats}, definition)
    assert state.position()["gone"] == ["spy"]
    found: Counter[tuple[str, ...]] = Counter()
    for seed in range(6000):
        other = state.resample(1, random.Random(seed))
        assert parts(other) == parts(state)
        found[(*hand(other, 2), *hand(other, 3), *other.position()["gone"])] += 1
    assert set(found) == {
        (*sorted(("spy", second)), third, gone)
        for second, third, gone in (
            ("poop", "spy", "chaos"),
            ("poop", "chaos", "spy"),
            ("spy", "poop", "chaos"),
            ("spy", "chaos", "poop"),
            ("chaos", "poop", "spy"),
            ("chaos", "spy", "poop"),
        )
    }
    # 1000 of each, give or take five standard deviations (29 each).
    assert all(850 < count < 1150 for count in found.values())


def test_resample_draws_others_secret_bets_and_keeps_ones_own() -> None:
    state = play(fight({"own": 2}, {"own": 3}, {"own": 5}), "battle 1", "2> bet 1", "1> bet 2")
    bets = set()
    for seed in range(200):
        other = state.resample(1, random.Random(seed))
        battle = other.position()["battle"]["bets"]
        assert battle[1] == "2" and set(battle) == {1, 2}
        bets.add(battle[2])
    assert bets == {"0", "1", "2", "3"}


# -- Options -----------------------------------------------------------------------------------------------------------


def test_options_change_what_they_say() -> None:
    options = {"spy_bonus": 1, "resolve_size": 1, "foreign_value": 3, "battle_sizes": [4, 1]}
    state = fight({"foreign": {2: 1}, "hand": ["resolve", "spy"]}, {}, options=options)
    assert legal(state, 1) == ["battle 1", "battle 4", "use resolve"]
    assert (state.number("spy"), state.number("resolve"), state.number("manor"), state.number("poop")) == (
        1,
        1,
        5,
        None,
    )
    play(state, "use resolve", "1> bet 0+1", "2> bet 4", "1> spy")
    # 3 + 1 = 4: both win.
    assert (have(state, 1), have(state, 2)) == ((9, {}, 4), (5, {}, 4))


def test_options_coins_and_hand_size() -> None:
    state = auction(2, coins=3, hand_size=2)
    assert have(state, 1) == (2, {}, 0)
    play(state, "scout 1 2", "buy 1", "1> scout 2 3", "1> buy 1", "2> scout 1 2", "2> buy 1")
    assert state.position()["phase"] == "forces"


def test_options_spy_on_empty_bet_off() -> None:
    options = {"spy_on_empty_bet": False}
    state = play(after(["spy"], [], bets=(0, 2), options=options), "spy")
    assert (have(state, 1), have(state, 2)) == ((9, {}, 2), (7, {}, 4))
    state = play(after(["spy"], [], bets=(1, 3), options=options), "spy")
    assert (have(state, 1), have(state, 2)) == ((8, {}, 4), (9, {}, 2))


@pytest.mark.parametrize(
    ("options", "seats", "key"),
    [
        ({"battle_sizes": [2, 3]}, 2, "no_battle_of_one"),
        ({"battle_sizes": []}, 2, "no_battle_of_one"),
        ({"hand_size": 10}, 2, "too_few_cards"),
        ({"hand_size": 4}, 5, "too_few_cards"),
    ],
)
def test_options_that_cannot_be_played(options: Mapping[str, Any], seats: int, key: str) -> None:
    with pytest.raises(Refused) as caught:
        start(seats, options)
    assert caught.value.refusal.key == key


# -- A club's cards ----------------------------------------------------------------------------------------------------


def small_deck(cards: Mapping[str, Any]) -> Any:
    """Return the game with these cards only."""
    definition = load("mammonism")
    kept = {name: definition.parts.cards[name].model_copy(update=changes) for name, changes in cards.items()}
    return replace(definition, parts=definition.parts.model_copy(update={"cards": kept}))


CLUB = """\
extends: mammonism
cards:
  poop:
    when: after_battle
    effect: [{add_to_bet: {count: 1}}, {gain_coins: {to: forces, count: 2}}]
  tax:
    copies: 3
    number: 2
    effect: [{gain_coins: {count: n}}, {start_battle: {size: 1}}, {extra_turns: {count: 1}}]
  envoy:
    copies: 1
    effect: [{extra_turns: {count: 1}}, swap_cards, silence]
"""


@pytest.fixture
def club(tmp_path: Path) -> Any:
    path = tmp_path / "club.yaml"
    path.write_text(CLUB, encoding="utf-8")
    return load(path)


def club_fight(club: Any, *hands: list[str]) -> State:
    seats = [{"own": 9, "forces": 4, "hand": cards} for cards in hands]
    return start(len(hands), None, {"phase": "armageddon", "seats": seats}, club)


def test_club_the_deck_grows(club: Any) -> None:
    state = start(2, None, None, club)
    drawn = state.draw(random.Random(1))
    assert len(drawn.args) == 22 and drawn.args.count("tax") == 3
    assert state.table.most_up == 22 - 6


def test_club_effects_follow_one_another_around_a_battle(club: Any) -> None:
    state = play(club_fight(club, ["tax"], []), "use tax")
    assert have(state, 1) == (11, {}, 4)
    assert state.position()["battle"]["size"] == 1
    play(state, "1> bet 1", "2> bet 0")
    assert (state.to_act(), state.position()["extra_turns"]) == ((1,), 0)
    assert have(state, 2) == (9, {}, 3)
    play(state, "battle 1", "1> bet 1", "2> bet 1")
    assert state.to_act() == (2,)


def test_club_effects_follow_one_another_around_a_swap(club: Any) -> None:
    state = play(club_fight(club, ["envoy", "poop"], ["spy"]), "use envoy 2 give poop", "0> swap spy")
    assert (state.to_act(), state.position()["chaos"], state.position()["extra_turns"]) == ((1,), 1, 0)


def test_club_a_card_of_its_own_after_a_battle(club: Any) -> None:
    state = play(club_fight(club, ["poop", "spy"], []), "battle 1", "1> bet 1", "2> bet 2")
    assert legal(state, 1) == ["pass", "poop", "spy"]
    play(state, "poop", "pass")
    # 1 + 1 ties 2, and two of the seat's coins come from the bank into its forces.
    assert (have(state, 1), have(state, 2)) == ((8, {}, 6), (7, {}, 4))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("  spy: {when: turn}", "club.yaml:3:8: `add_to_bet` needs `when: after_battle`"),
        (
            "  manor: {effect: [gain_coin]}",
            "club.yaml:3:20: there is no effect `gain_coin`; did you mean `gain_coins`?",
        ),
        ("  manor: {effect: [gain_coins: {count: -1}]}", "`count` should be 0 or more"),
        ("  manor: {number: lots}", "club.yaml:3:19: a card's number is a whole number from 0 to 99"),
        ("  resolve: {number: 0}", "club.yaml:3:12: a battle has a size of 1 or more"),
        ("  swap: {effect: [swap_cards, swap_cards]}", "club.yaml:3:9: a card can swap only once"),
        ("  fog: {copies: 1, effect: [extra_turns: {count: n}]}", "so the card needs a `number`"),
        ("  pass: {copies: 1}", "a card's id is a word of small letters, not one of the notation"),
        ("  fog: {}", "`copies`"),
    ],
)
def test_club_a_mistake_is_told_in_one_sentence(lines: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(f"extends: mammonism\ncards:\n{lines}\n", encoding="utf-8")
    with pytest.raises(DefinitionError) as caught:
        load(path)
    assert said in str(caught.value)


# -- Notation ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "market manor spy",
        "start 3",
        "swap spy",
        "bet 0",
        "bet 12",
        "bet 0+2",
        "bet 3+1",
        "scout 1 12",
        "scout 4",
        "buy 3",
        "buy 3 own=0",
        "forces 7",
        "battle 3",
        "use manor",
        "use swap 2 give poop",
        "use swap 2",
        "use swap",
        "spy",
        "retreat",
        "pass",
    ],
)
def test_notation_reads_and_writes_the_same(text: str) -> None:
    assert str(GAME.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bet",
        "bet 01",
        "bet 3+0",
        "bet -1",
        "bet 3 + 1",
        "scout",
        "scout 1 2 3",
        "buy 1 own=",
        "buy own=1",
        "use",
        "use swap give poop",
        "battle",
        "Spy",
        "pass 1",
        "spy now",
        "bet ٣",
        "bet 3\n",
        "market",
        "start",
        "use swap 2 give",
    ],
)
def test_notation_refuses_what_is_no_action(text: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.parse(text)
    assert caught.value.refusal.key == "unreadable"


# -- Positions ---------------------------------------------------------------------------------------------------------

TWO = [{"own": 9, "forces": 4, "hand": ["spy"]}, {"own": 9, "forces": 4}]
ARMAGEDDON: dict[str, Any] = {"phase": "armageddon", "seats": TWO}
BATTLE = {"by": 1, "size": 2, "bets": {1: "4", 2: "5"}}
AFTER: dict[str, Any] = {"phase": "after_battle", "start": 1, "turn": 1, "seats": TWO, "battle": BATTLE}
AUCTION: dict[str, Any] = {
    "phase": "auction",
    "start": 1,
    "market": [{"card": card} for card in ROW.split()[1:]],
    "seats": [{"own": 19, "hand": ["manor"]}, {"own": 20}],
}
START: dict[str, Any] = {
    "phase": "start_bet",
    "market": [{"card": card} for card in ROW.split()[1:]],
    "turned_up": ["manor"],
    "seats": [{"own": 20}, {"own": 20}],
}


def two(**changes: Any) -> list[dict[str, Any]]:
    """Return the two seats of ARMAGEDDON with changes to the first."""
    return [{**TWO[0], **changes}, TWO[1]]


@pytest.mark.parametrize("position", [ARMAGEDDON, AFTER, AUCTION, START])
def test_positions_that_are_good(position: Mapping[str, Any]) -> None:
    state = start(2, None, position)
    again = start(2, None, state.position())
    assert again.key() == state.key()
    assert again.position() == state.position()


def test_position_of_the_page_in_the_middle_of_a_battle() -> None:
    state = after(["spy", "retreat"], ["spy"], bets=(4, 5))
    play(state, "spy", "pass")
    position = state.position()
    assert (position["phase"], position["turn"]) == ("after_battle", 1)
    assert position["battle"] == {
        "by": 1,
        "size": 2,
        "forward": {1: 2, 2: 2},
        "bets": {1: "4", 2: "5"},
        "spies": {1: 1},
        "retreats": [],
        "passed": [2],
        "values": {1: 7, 2: 5},
    }
    assert position["seats"][0]["forces"] == 4  # what is put forward stays with the forces until the battle is paid
    again = start(2, None, position)
    play(again, "retreat")
    play(state, "retreat")
    assert again.key() == state.key()


@pytest.mark.parametrize(
    ("position", "where", "key"),
    [
        ({**ARMAGEDDON, "sets": 1}, "sets", "unknown_key"),
        ({**ARMAGEDDON, "phase": "war"}, "phase", "wrong_phase"),
        ({**ARMAGEDDON, "phase": "over"}, "phase", "wrong_phase"),
        ({**ARMAGEDDON, "seats": TWO[:1]}, "seats", "one_for_each_seat"),
        ({**ARMAGEDDON, "seats": 3}, "seats", "not_a_list"),
        ({**ARMAGEDDON, "seats": [3, 4]}, "seats.1", "not_a_mapping"),
        ({**ARMAGEDDON, "seats": two(own=17)}, "seats", "too_many_coins"),
        ({**ARMAGEDDON, "seats": two(own=-1)}, "seats.1.own", "not_between"),
        ({**ARMAGEDDON, "seats": two(own="9")}, "seats.1.own", "not_between"),
        ({**ARMAGEDDON, "seats": two(foreign={1: 1})}, "seats.1.foreign.1", "unknown_key"),
        ({**ARMAGEDDON, "seats": two(foreign={2: 8})}, "seats", "too_many_coins"),
        ({**ARMAGEDDON, "seats": two(hand=["spy"] * 3)}, "seats", "too_many_cards"),
        ({**ARMAGEDDON, "seats": two(hand=["spi"])}, "seats.1.hand", "no_such_card"),
        ({**ARMAGEDDON, "seats": two(hand=["?"])}, "seats.1.hand", "no_such_card"),
        ({**ARMAGEDDON, "seats": two(knows={2: ["spy"]})}, "seats.1.knows.2", "knows_wrong"),
        ({**ARMAGEDDON, "seats": two(knows={1: ["spy"]})}, "seats.1.knows.1", "unknown_key"),
        ({**ARMAGEDDON, "seats": two(knows_gone=["spy", "spy"])}, "seats.1.knows_gone", "knows_wrong"),
        ({**ARMAGEDDON, "seats": two(forces=0)}, "seats.1", "out_holds_nothing"),
        ({**ARMAGEDDON, "seats": two(out=True)}, "seats.1.out", "out_without_forces"),
        ({**ARMAGEDDON, "seats": two(out="no")}, "seats.1.out", "not_a_flag"),
        ({**ARMAGEDDON, "seats": [TWO[0], OUT]}, "seats", "already_over"),
        ({**ARMAGEDDON, "bank": {1: 6, 2: 7}}, "bank.1", "coins_do_not_add_up"),
        ({**ARMAGEDDON, "bank": {3: 6}}, "bank.3", "unknown_key"),
        ({**ARMAGEDDON, "discard": ["spy", "spy"]}, "seats", "too_many_cards"),
        ({**ARMAGEDDON, "gone": ["poop"]}, "gone", "cards_do_not_add_up"),
        ({**ARMAGEDDON, "market": [{"card": "poop"}]}, "market", "no_market_now"),
        ({**ARMAGEDDON, "turn": 3}, "turn", "not_between"),
        ({**ARMAGEDDON, "chaos": 3}, "chaos", "not_between"),
        ({**ARMAGEDDON, "extra_turns": -1}, "extra_turns", "not_between"),
        ({**ARMAGEDDON, "step": "buy"}, "step", "not_in_phase"),
        ({**ARMAGEDDON, "swap": {"by": 1}}, "swap", "swap_given"),
        ({**ARMAGEDDON, "battle": BATTLE}, "battle.bets", "all_have_bet"),
        ({**ARMAGEDDON, "battle": {"size": 0}}, "battle.size", "not_between"),
        ({**ARMAGEDDON, "battle": {**BATTLE, "by": 2}}, "battle.by", "battle_by_turn"),
        ({**ARMAGEDDON, "battle": {"size": 2, "then": 1}}, "battle.then", "card_in_use"),
        ({**ARMAGEDDON, "battle": {"size": 2, "forward": {1: 1, 2: 2}}}, "battle.forward.1", "forward_is"),
        ({**ARMAGEDDON, "battle": {"size": 2, "bets": {1: "10"}}}, "battle.bets.1", "bet_too_high"),
        ({**ARMAGEDDON, "battle": {"size": 2, "bets": {1: "1+1"}}}, "battle.bets.1", "bet_too_high"),
        ({**ARMAGEDDON, "battle": {"size": 2, "bets": {1: "?"}}}, "battle.bets.1", "not_a_bet"),
        ({**AFTER, "battle": {**BATTLE, "bets": {1: "4"}}}, "battle.bets", "bets_missing"),
        ({**AFTER, "battle": {**BATTLE, "passed": [1]}}, "battle.passed", "nobody_to_ask"),
        ({**AFTER, "battle": None}, "battle", "not_a_mapping"),
        ({**AFTER, "battle": {**BATTLE, "retreats": [3]}}, "battle.retreats", "not_between"),
        ({**AFTER, "chaos": 1}, "chaos", "not_in_phase"),
        ({**AUCTION, "market": AUCTION["market"][1:]}, "market", "cards_missing"),
        ({**AUCTION, "market": [{"card": "manor", "coins": {1: 2}}]}, "market.1.coins.1", "not_between"),
        ({**AUCTION, "market": [{"card": "manor", "up": True}]}, "market.1.up", "up_at_head"),
        ({**AUCTION, "step": "look"}, "step", "wrong_step"),
        ({**AUCTION, "turn": 9}, "turn", "not_between"),
        ({**AUCTION, "seats": two()}, "seats.1.forces", "forces_too_early"),
        ({**START, "turned_up": ["spy"]}, "seats", "too_many_cards"),
        ({**START, "start": 1}, "start", "start_known"),
        ({**START, "choices": {1: "3", 2: "3"}}, "choices", "all_have_chosen"),
        ({**START, "choices": {1: None}}, "choices", "too_few_bidders"),
        ({**START, "seats": [{"own": 19}, {"own": 20}]}, "seats.1", "nothing_bought_yet"),
        ({"phase": "forces", "seats": [{"own": 3}, {"own": 3}], "choices": {1: None}}, "choices", "all_choose_forces"),
    ],
)
def test_positions_that_break_the_rules(position: Mapping[str, Any], where: str, key: str) -> None:
    assert refused_start(position) == (f"position.{where}", key)


# -- Records -----------------------------------------------------------------------------------------------------------

RECORDS = sorted((Path(__file__).parent.parent / "records").glob("mammonism-*.yaml"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_reach_what_the_plain_reference_reached(path: Path) -> None:
    got, want = json.loads(replay(path)), json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert got["to_act"] == want["to_act"]
    assert got["legal"] == {seat: sorted(texts) for seat, texts in want.get("legal", {}).items()}
    assert (got["result"] or {}).get("winners") == want.get("winners")
    for key in ("phase", "start", "chaos", "bank"):
        assert got["position"][key] == want["position"][key]
    for mine, row in zip(got["position"]["seats"], want["position"]["seats"], strict=True):
        assert {key: mine[key] for key in row} == row


MID_BET = f"""\
record: 1
game: mammonism
seats: [Ada, Ben, Cleo]
actions:
  - 0> market {ROW}
  - 2> bet {{}}
  - 3> bet 4
"""


def test_a_record_saved_in_mid_bet_shows_no_other_seats_bet(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    shown: dict[int, set[str]] = {1: set(), 2: set(), 3: set()}
    for bet in (7, 19):
        path.write_text(MID_BET.format(bet), encoding="utf-8")
        for seat, texts in shown.items():
            texts.add(replay(path, seat=seat))
    assert [len(shown[seat]) for seat in (1, 2, 3)] == [1, 2, 1]
    (third,) = shown[3]
    assert json.loads(third)["position"]["choices"] == {"1": None, "2": "?", "3": "4"}


# -- Computer players --------------------------------------------------------------------------------------------------


def test_evaluate_is_0_lost_1_won_and_shares_a_draw() -> None:
    won = play(fight({"forces": 1}, {}), "battle 1", "1> bet 0", "2> bet 1")
    assert (won.evaluate(1), won.evaluate(2)) == (0.0, 1.0)
    shared = play(fight({"forces": 1}, {"forces": 1}), "battle 1", "1> bet 0", "2> bet 0")
    assert (shared.evaluate(1), shared.evaluate(2)) == (0.5, 0.5)
    better = fight({"own": 12}, {"own": 3})
    assert better.evaluate(1) > 0.5 > better.evaluate(2)
