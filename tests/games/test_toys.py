"""The toys' own rules, by number, and what a seat may suppose."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from tabletop.engine.rules import Refused, Result
from tests import games


def play(name: str, seats: int, lines: Iterable[str], **options: Any) -> Any:
    """Play lines such as `1> bid 2` and return the state."""
    definition = games.load(name)
    state = definition.start(definition.resolve(options, seats), seats)
    for line in lines:
        seat, _, text = line.partition("> ")
        action = definition.game.parse(text)
        assert state.refusal(int(seat), action) is None, line
        state.apply(int(seat), action)
    return state


def test_bids_rule_3_the_highest_bid_that_nobody_else_made_wins() -> None:
    state = play("toy_bids", 3, ["0> turn 5", "1> bid 3", "2> bid 3", "3> bid 1"])
    assert state.position()["won"] == {1: [], 2: [], 3: [5]}


def test_bids_rule_4_without_one_the_prize_is_lost_or_carried() -> None:
    same = ["0> turn 5", "1> bid 3", "2> bid 3", "0> turn 2", "1> bid 2", "2> bid 1"]
    assert play("toy_bids", 2, same).position()["won"] == {1: [2], 2: []}
    assert play("toy_bids", 2, same, ties="carried").position()["won"] == {1: [2, 5], 2: []}


def test_bids_rule_5_the_greatest_sum_wins() -> None:
    rounds = ["0> turn 5", "1> bid 3", "2> bid 1", "0> turn 2", "1> bid 1", "2> bid 2"]
    state = play("toy_bids", 2, [*rounds, "0> turn 3", "1> bid 2", "2> bid 3"])
    assert state.result() == Result((1, 2), "most", {1: 5, 2: 5})


def test_bids_every_bid_that_fits_is_supposed() -> None:
    # Seat 1 has seen seat 2 play 3; of 1 and 2 one lies on the table, the other is in its hand.
    state = play("toy_bids", 2, ["0> turn 5", "1> bid 3", "2> bid 3", "0> turn 2", "2> bid 1"])
    supposed = {state.resample(1, random.Random(seed)).position()["bids"][2] for seed in range(50)}
    assert supposed == {1, 2}
    assert {state.resample(2, random.Random(seed)).position()["bids"][2] for seed in range(9)} == {1}


def test_bids_every_deal_that_fits_is_supposed() -> None:
    # Of 1 to 9 seat 1 was dealt 2 6 9 and has been shown 1 5 7 8.
    deal = "0> deal 6 2 9 5 1 3 7 8 4"
    first = ["0> turn 5", "1> bid 6", "2> bid 5", "3> bid 7", "0> turn 2", "1> bid 2", "2> bid 1", "3> bid 8"]
    state = play("toy_bids", 3, [deal, *first, "0> turn 3", "2> bid 3"], hands="dealt")
    # Only 3 and 4 are unknown to seat 1: one is seat 2's bid, the other in seat 3's hand.
    found = set()
    for seed in range(50):
        position = state.resample(1, random.Random(seed)).position()
        found.add((position["bids"][2], *position["hands"][3]))
        assert position["hands"][1] == [9] and position["hands"][2] == []
    assert found == {(3, 4), (4, 3)}


def test_points_rule_1_discs_may_touch_and_not_overlap() -> None:
    state = play("toy_points", 2, ["1> put 2,3"])
    parse = games.load("toy_points").game.parse
    assert state.refusal(2, parse("put 4,3")) is None
    # 1.2 and 1.6 to the side and up are 2 apart, by 3, 4, 5.
    assert state.refusal(2, parse("put 3.2,4.6")) is None
    assert state.refusal(2, parse("put 3.19,4.6")).key == "overlaps"
    assert state.refusal(2, parse("put 0.99,1")).key == "off_the_board"


def test_points_rule_2_passing_is_for_those_who_find_no_place() -> None:
    state = play("toy_points", 2, ["1> put 2,3"])
    assert state.refusal(2, games.load("toy_points").game.parse("pass")).key == "must_put"


def test_points_rule_3_a_veto_is_for_others_and_until_the_next_action() -> None:
    veto = games.load("toy_points").game.parse("veto")
    state = play("toy_points", 3, ["1> put 2,3"])
    assert [state.refusal(seat, veto) is None for seat in (1, 2, 3)] == [False, True, True]
    state = play("toy_points", 3, ["1> put 2,3", "3> veto"])
    assert state.position()["board"] == [] and state.position()["vetoes"] == [1, 1, 0]
    assert state.to_act() == (2,), "out of turn: the turn is whose it was"
    assert state.refusal(2, veto).key == "nothing_to_veto"
    assert play("toy_points", 2, ["1> put 2,3"], veto=False).refusal(2, veto).key == "no_veto"


def test_race_rule_2_each_space_beyond_the_first_burns_fuel() -> None:
    state = play("toy_race", 2, ["1> grid 2 1", "2> drive 4", "1> drive 1"])
    assert state.position() == {"order": [2, 1], "spaces": [1, 4], "fuel": [6, 3]}


def test_race_rule_3_driving_1_slips_past() -> None:
    state = play("toy_race", 3, ["1> grid 1 2 3", "1> drive 1", "2> drive 2", "3> drive 1"])
    assert state.position()["spaces"] == [1, 2, 3]


def test_race_rule_4_the_first_at_the_finish_wins() -> None:
    state = play("toy_race", 2, ["1> grid 2 1", "2> drive 2", "1> drive 1", "2> drive 3"], track=5)
    result = state.result()
    assert result is not None and result.winners == (2,) and state.to_act() == ()


@pytest.mark.parametrize(
    ("position", "where"),
    [
        ({"order": [1, 2], "spaces": [3, 3], "fuel": [1, 1]}, "spaces"),
        ({"order": [1, 1], "spaces": [3, 2], "fuel": [1, 1]}, "order"),
        ({"order": [1, 2], "spaces": [3], "fuel": [1, 1]}, "spaces"),
        ({"order": [1, 2], "spaces": [3, -1], "fuel": [1, 1]}, "spaces"),
        ({"order": [1, 2], "spaces": [3, 2], "fuel": "full"}, "fuel"),
        ({"order": [1, 2], "spaces": [3, 2], "fuel": [1, 1], "wind": 3}, "wind"),
    ],
)
def test_race_a_position_that_breaks_the_rules_is_refused(position: dict[str, Any], where: str) -> None:
    definition = games.load("toy_race")
    with pytest.raises(Refused) as caught:
        definition.start(definition.resolve({}, 2), 2, position)
    assert caught.value.refusal.where == f"position.{where}"
