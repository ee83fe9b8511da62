"""The lesson of Spaghetti: beside, up, stuck, from above, and a finish that is close."""

from __future__ import annotations

from itertools import pairwise

from tabletop.rules import pyramid
from tabletop.rules.pyramid import ABOVE, AROUND, INDEX
from tests.lessons.taught import Taught, teach

LEARNER, RIVAL = 1, 2


def placed_after(taught: Taught) -> list[tuple[str, str]]:
    """Each marble's place with that of the marble before it."""
    places = [taught.lesson.match().state.position()["last"]]
    places += [event.data["place"] for event in taught.events if "place" in event.data]
    return list(pairwise(places))


def test_it_is_short_and_won_by_one_marble() -> None:
    taught = teach("spaghetti")
    assert 8 <= taught.clicks <= 16
    result = taught.state.result()
    assert result is not None and result.winners == (LEARNER,) and result.reason == "longer"
    assert result.scores == {LEARNER: 6, RIVAL: 5}


def test_marbles_are_put_beside_and_on_top_by_both() -> None:
    taught = teach("spaghetti")
    own = {event.data["place"]: event.data["seat"] for event in taught.all("placed")}
    ways = {
        (own[place], "beside" if AROUND[INDEX[last]] >> INDEX[place] & 1 else "above")
        for last, place in placed_after(taught)
        if place in own
    }
    assert ways == {(LEARNER, "beside"), (LEARNER, "above"), (RIVAL, "beside"), (RIVAL, "above")}
    assert all(
        (AROUND[INDEX[last]] | ABOVE[INDEX[last]]) >> INDEX[place] & 1
        for last, place in placed_after(taught)
        if place in own
    )


def test_both_are_stuck_and_the_token_goes_back() -> None:
    stuck = [event.data["seat"] for event in teach("spaghetti").all("blocked")]
    assert stuck == [LEARNER, RIVAL, RIVAL]


def test_a_marble_two_floors_up_cuts_the_rivals_strand_and_joins_ones_own() -> None:
    taught = teach("spaghetti")
    state, game = taught.lesson.match().state.clone(), taught.lesson.definition.game
    for text in ["D4", "E3+", "B2", "B4", "C3+", "D6"]:
        state.apply(state.to_act()[0], game.parse(f"place {text}"))
    assert state.lengths() == (3, 6)
    state.apply(LEARNER, game.parse("place E5+"))
    assert state.lengths() == (6, 5)
    (under,) = pyramid.names(pyramid.UNDER[INDEX["E5+"]])
    _, _, red = pyramid.read(taught.lesson.position["pyramid"])
    assert under == "E5" and red >> INDEX["E5"] & 1


def test_what_the_lesson_asks_for_is_the_only_way_to_win() -> None:
    """By exact play: each other place that was open to the learner loses."""
    taught = teach("spaghetti")
    state, game = taught.lesson.match().state.clone(), taught.lesson.definition.game
    solver = state.solver()
    for step in taught.lesson.steps:
        for _, text in step.play:
            state.apply(RIVAL, game.parse(text))
        if step.do:
            won = {str(action): score for action, score in solver.ranked(state)}
            assert [action for action, score in won.items() if score] == [step.do[0]], step.title
            state.apply(LEARNER, game.parse(step.do[0]))


def test_every_click_asked_for_has_a_reason() -> None:
    taught = teach("spaghetti")
    for step in taught.lesson.steps:
        assert not step.do or step.wrong, step.title
