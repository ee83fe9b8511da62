"""Choosing an action click by click."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tabletop.engine.picker import Picker
from tabletop.engine.rules import Amount, Order, Pick, Point
from tests import games
from tests.games.toy_bids import Bid, Turn
from tests.games.toy_points import VETO, Put
from tests.games.toy_race import Drive, Grid


def start(name: str, seats: int = 2, **options: Any) -> Any:
    definition = games.load(name)
    return definition.start(definition.resolve(options, seats), seats)


@pytest.fixture
def bids() -> Any:
    state = start("toy_bids")
    state.apply(0, Turn(3))
    return state


@pytest.fixture
def race() -> Any:
    state = start("toy_race")
    state.apply(1, Grid((1, 2)))
    return state


def test_one_action_may_be_clicked_in_two_ways(bids: Any) -> None:
    picker = Picker(bids, 1)
    assert picker.addresses() == ["card:1", "prize", "card:2", "card:3"]
    for clicks in (["card:2", "prize"], ["prize", "card:2"]):
        picker.clear()
        assert [picker.pick(click) for click in clicks] == [None, None]
        assert picker.done == Bid(2)


def test_a_step_narrows_what_may_follow_and_can_be_taken_back(bids: Any) -> None:
    picker = Picker(bids, 1)
    picker.pick("card:2")
    assert picker.options() == [Pick("prize")]
    assert picker.back()
    assert len(picker.options()) == 4
    assert not picker.back()


def test_taking_back_the_last_step_of_an_action_unmakes_it(bids: Any) -> None:
    picker = Picker(bids, 1)
    picker.pick("card:2")
    picker.pick("prize")
    assert picker.options() == [] and picker.back()
    assert picker.done is None and picker.steps == [Pick("card:2")]


def test_a_click_that_leads_nowhere_says_why_and_takes_no_step(bids: Any) -> None:
    picker = Picker(bids, 1)
    refusal = picker.pick("card:9")
    assert refusal is not None and (refusal.key, refusal.section) == ("not_in_hand", "2")
    assert picker.steps == []
    bids.apply(1, Bid(2))
    refusal = Picker(bids, 1).pick("card:1")
    assert refusal is not None and refusal.key == "not_your_turn"


def test_an_amount_is_chosen_freely_within_its_bounds(race: Any) -> None:
    picker = Picker(race, 1)
    picker.pick("car:1")
    # Four listed actions differ in the number only: one step is offered.
    assert picker.options() == [Amount("spaces", 1, 4, 1)]
    for number, key in ((0, "amount_out_of_range"), (5, "amount_out_of_range")):
        refusal = picker.amount(number)
        assert refusal is not None and refusal.key == key and len(picker.steps) == 1
    assert picker.amount(3) is None and picker.pick("button:drive") is None
    assert picker.done == Drive(3)


def test_the_finished_action_is_judged_by_the_rules(race: Any) -> None:
    race.apply(1, Drive(3))
    picker = Picker(race, 2)
    picker.pick("car:2")
    picker.amount(3)
    refusal = picker.pick("button:drive")
    assert refusal is not None and (refusal.key, refusal.section) == ("space_taken", "3")
    assert picker.done is None and picker.steps == [Pick("car:2"), Amount("spaces", 1, 4, 1)]
    picker.back()
    picker.amount(4)
    assert picker.pick("button:drive") is None and picker.done == Drive(4)


def test_a_point_need_not_be_among_those_listed() -> None:
    state = start("toy_points")
    assert Put(234, 345) not in state.legal(1)
    picker = Picker(state, 1)
    picker.pick("supply:1")
    assert picker.options() == [Point("centre")]
    assert picker.point(2.34, 3.45) is None and picker.done == Put(234, 345)


@pytest.mark.parametrize(
    ("x", "y", "key"),
    [
        (0.5, 3, "off_the_board"),
        (3.99, 3, "overlaps"),
        (math.nan, 3, "point_off_table"),
        (3, math.inf, "point_off_table"),
    ],
)
def test_a_point_that_is_not_allowed_is_refused_at_once(x: float, y: float, key: str) -> None:
    state = start("toy_points")
    state.apply(1, Put(200, 300))
    picker = Picker(state, 2)
    picker.pick("supply:2")
    refusal = picker.point(x, y)
    assert refusal is not None and refusal.key == key
    assert picker.steps == [Pick("supply:2")]


def test_an_action_out_of_turn_is_clicked_by_its_own_seat() -> None:
    state = start("toy_points")
    assert Picker(state, 2).options() == []
    state.apply(1, Put(200, 300))
    state.apply(2, Put(600, 300))
    picker = Picker(state, 1)
    assert picker.pick("button:veto") is None and picker.done == VETO


def test_things_are_put_in_order() -> None:
    picker = Picker(start("toy_race", 3), 1)
    cars = ("car:1", "car:2", "car:3")
    assert picker.options() == [Order(cars)]
    for wrong in ([], ["car:1", "car:2"], ["car:1", "car:1", "car:2"], ["car:1", "car:2", "car:4"]):
        refusal = picker.order(wrong)
        assert refusal is not None and refusal.key == "order_incomplete"
    assert picker.order(["car:3", "car:1", "car:2"]) is None
    assert picker.pick("button:grid") is None and picker.done == Grid((3, 1, 2))


def test_choosing_what_is_not_asked_for_is_refused(bids: Any, race: Any) -> None:
    refusals = [Picker(bids, 1).amount(1), Picker(bids, 1).point(1, 1), Picker(race, 1).order(["car:1", "car:2"])]
    assert [refusal and refusal.key for refusal in refusals] == ["no_amount_asked", "no_point_asked", "no_order_asked"]


def test_a_hint_marks_each_step_on_the_way(race: Any) -> None:
    picker = Picker(race, 1)
    path = picker.path_to(Drive(2))
    assert picker.next_to(Drive(2)) == Pick("car:1")
    picker.pick("car:1")
    step = picker.next_to(Drive(2))
    assert isinstance(step, Amount) and step.value == 2
    picker.amount(3)
    assert picker.next_to(Drive(2)) is None, "with another amount chosen the way leads elsewhere"
    assert picker.follow(path) is None and picker.done == Drive(2)


def test_a_hint_goes_on_from_what_has_been_clicked(bids: Any) -> None:
    picker = Picker(bids, 1)
    picker.pick("prize")
    assert picker.next_to(Bid(3)) == Pick("card:3")


def test_a_path_that_is_no_longer_open_stops_where_it_is_refused(bids: Any) -> None:
    path = Picker(bids, 1).path_to(Bid(3))
    bids.apply(1, Bid(3))
    picker = Picker(bids, 1)
    assert picker.follow(path) is not None and picker.done is None
