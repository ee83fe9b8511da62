"""The lesson of Super Amoeba Battle: two become one, a combat, a split that kills, and a King that wins."""

from __future__ import annotations

import math

import pytest

from tabletop.engine.picker import Led
from tabletop.rules.super_amoeba_battle import State
from tests.lessons.taught import Taught, teach

LEARNER, RIVAL = 1, 2
NAME = "super_amoeba_battle"


def kinds(taught: Taught, number: int) -> list[str]:
    return [event.kind for event in taught.steps[number - 1]]


def at(taught: Taught, number: int) -> State:
    """The state in which the learner has to act at a step, counted from 1."""
    state, game = taught.lesson.match().state.clone(), taught.lesson.definition.game
    for step in taught.lesson.steps[:number]:
        for seat, text in step.play:
            state.apply(state.to_act()[0] if seat is None else seat, game.parse(text))
        if step is not taught.lesson.steps[number - 1]:
            for text in step.do[:1]:
                state.apply(LEARNER, game.parse(text))
    return state


def number_of(taught: Taught, do: str) -> int:
    (number,) = [number for number, step in enumerate(taught.lesson.steps, 1) if do in step.do]
    return number


def test_it_is_short_and_won_at_the_far_side() -> None:
    taught = teach(NAME)
    assert 12 <= taught.clicks <= 25
    result = taught.state.result()
    assert result is not None and result.winners == (LEARNER,) and result.reason == "far_side"


def test_two_amoebae_become_one_and_give_one_move_next_turn() -> None:
    taught = teach(NAME)
    before = taught.lesson.match().state
    assert sorted(amoeba.bit_count() for amoeba in before.amoebae(LEARNER)) == [2, 3]
    assert before.position()["moves_left"] == 2
    after = at(taught, number_of(taught, "move R3 4.787,6.1"))
    assert [amoeba.bit_count() for amoeba in after.amoebae(LEARNER)] == [5]
    assert at(taught, number_of(taught, "draw")).position()["moves_left"] == 1


def test_the_combat_is_won_ten_to_six_and_could_not_be_lost() -> None:
    taught = teach(NAME)
    (begins,) = taught.all("combat_begins")
    assert (begins.data["red"], begins.data["black"]) == (5, 2)
    (won,) = taught.all("combat_won")
    assert (won.data["winner"], won.data["total"], won.data["other"]) == (LEARNER, 10, 6)
    game = taught.lesson.definition.game
    state = at(taught, number_of(taught, "fight 5"))
    strongest = {"fight 5": "fight 6", "fight 2": "fight 6", "fight none": "fight 4"}
    winners = {}
    for own, other in strongest.items():
        fought, events = state.clone(), []
        fought.apply(LEARNER, game.parse(own))
        fought.apply(RIVAL, game.parse(other), events)
        winners[own] = [event.data["winner"] for event in events if event.kind == "combat_won"]
    assert winners == {"fight 5": [LEARNER], "fight 2": [RIVAL], "fight none": [RIVAL]}


def test_one_disc_falls_in_the_combat_and_the_one_it_leaves_dies() -> None:
    taught = teach(NAME)
    number = number_of(taught, "fight 5") + 1
    assert [event.data["disc"] for event in taught.all("falls")] == ["B1"]
    assert kinds(taught, number).index("falls") < kinds(taught, number).index("dies")
    assert taught.all("dies", disc="B2")


def test_the_other_side_splits_its_amoeba_and_a_half_of_one_dies() -> None:
    taught = teach(NAME)
    number = next(n for n, step in enumerate(taught.lesson.steps, 1) if (RIVAL, "end") in step.play)
    before = at(taught, number - 1)
    before.apply(LEARNER, taught.lesson.definition.game.parse("end"))
    assert [amoeba.bit_count() for amoeba in before.amoebae(RIVAL)] == [4]
    assert [amoeba.bit_count() for amoeba in at(taught, number).amoebae(RIVAL)] == [3]
    assert [event.data["disc"] for event in taught.steps[number - 1] if event.kind == "dies"] == ["B3"]


def test_only_the_king_on_the_disc_behind_wins() -> None:
    taught = teach(NAME)
    state = at(taught, number_of(taught, "king R3"))
    wins = []
    for action in state.legal(LEARNER):
        played = state.clone()
        played.apply(LEARNER, action)
        if played.result() is not None:
            wins.append(str(action))
    assert wins == ["king R3"]
    alone = state.clone()
    alone.apply(LEARNER, taught.lesson.definition.game.parse("king R2"))
    assert alone.position()["dead"][LEARNER] == ["R2"]
    (slide,) = taught.all("slides")
    assert slide.data["count"] == 1


def test_what_is_said_about_lifting_the_wrong_disc_is_true() -> None:
    """Without disc 1 another touches nobody, and neither does one without disc 4 before the combat, disc 5 after it."""
    taught = teach(NAME)
    lonely = {"move R3 4.787,6.1": {"R1": "R2", "R4": "R3"}, "move R2 4.787,6.9": {"R1": "R2", "R5": "R3"}}
    for do, lone in lonely.items():
        places = at(taught, number_of(taught, do)).position()["discs"]
        for lifted, left in lone.items():
            others = [places[disc] for disc in places if disc not in (lifted, left)]
            assert min(math.dist(places[left], place) for place in others) > 0.82, (do, lifted)


@pytest.mark.parametrize("do", ["move R1 3.616,4.758", "move R3 4.787,6.1", "move R2 4.787,6.9"])
def test_a_disc_dropped_near_the_spot_counts_and_the_spot_is_offered(do: str) -> None:
    taught = teach(NAME)
    number = number_of(taught, do)
    step, state = taught.lesson.steps[number - 1], at(taught, number)
    action = taught.lesson.definition.game.parse(do)
    x, y = (value / 1000 for value in action.args[1])
    for dx, dy in ((0.0, 0.0), (0.3, 0.0), (-0.2, 0.2), (0.0, -0.35)):
        picker = Led(state, LEARNER, [action], step.within)
        assert picker.pick(f"disc:{action.args[0]}") is None
        assert (x, y) in picker.points()
        assert picker.point(x + dx, y + dy) is None
        assert picker.done == action
    picker = Led(state, LEARNER, [action], step.within)
    picker.pick(f"disc:{action.args[0]}")
    assert picker.point(x + 0.5, y) is not None and picker.done is None


def test_every_click_asked_for_has_a_reason() -> None:
    for step in teach(NAME).lesson.steps:
        assert not step.do or (step.wrong and step.others), step.title
