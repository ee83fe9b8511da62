"""The three lessons of the Spaghetti Monsters: short, won, and everything they are for happens in them."""

from __future__ import annotations

import pytest

from tests.lessons.taught import Taught, teach

FIRST, SECOND, THIRD = "spaghetti_monsters", "spaghetti_monsters_2", "spaghetti_monsters_3"
LEARNER, RIVAL = 1, 2


def numbers(taught: Taught) -> dict[str, int]:
    return {island["card"]: island["number"] for island in taught.state.position()["islands"]}


@pytest.mark.parametrize(("name", "least", "most"), [(FIRST, 1, 25), (SECOND, 8, 14), (THIRD, 8, 14)])
def test_it_is_short_and_won(name: str, least: int, most: int) -> None:
    taught = teach(name)
    assert least <= taught.clicks <= most
    result = taught.state.result()
    assert result is not None and result.winners == (LEARNER,)
    assert taught.lesson.win, "check asks for it too"


@pytest.mark.parametrize(("name", "level"), [(FIRST, 1), (SECOND, 2), (THIRD, 3)])
def test_it_has_the_islands_of_its_level(name: str, level: int) -> None:
    taught = teach(name)
    definition = taught.lesson.definition
    cards = [card for deck in range(1, level + 1) for card in definition.parts.decks[deck]]
    start = taught.lesson.match().state.position()
    assert taught.lesson.options == {"level": level}
    assert sorted(island["card"] for island in start["islands"]) == sorted(cards)


@pytest.mark.parametrize("name", [FIRST, SECOND, THIRD])
def test_every_click_asked_for_has_a_reason_why_another_is_not_it(name: str) -> None:
    for step in teach(name).lesson.steps:
        assert not step.do or (step.wrong and step.others), step.title


# -- level 1 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["death", "drifting", "birth", "prayer", "sacrifice"])
def test_the_learner_asks_for_each_spell_of_level_1(card: str) -> None:
    assert len(teach(FIRST).all("asks", seat=LEARNER, card=card)) == 1


def test_each_spell_of_level_1_does_something() -> None:
    taught = teach(FIRST)
    assert taught.all("removed") and taught.all("drifts")
    assert {event.data["seat"] for event in taught.all("joins")} == {LEARNER, RIVAL}
    lost = [(event.data["seat"], event.data["count"]) for event in taught.all("loses_lives")]
    assert lost == [(LEARNER, 2), (RIVAL, 1), (LEARNER, 1), (RIVAL, 2)], "Sacrifice, Prayer, Prayer, Sacrifice"


def test_both_place_and_both_decline() -> None:
    taught = teach(FIRST)
    for kind in ("places", "declines"):
        assert {event.data["seat"] for event in taught.all(kind)} == {LEARNER, RIVAL}, kind


def test_level_1_begins_as_a_real_game_does() -> None:
    """With the islanders that both still place, each has four, no two of them on one island."""
    taught = teach(FIRST)
    start = taught.lesson.match().state.position()
    assert start["phase"] == "placement" and start["unplaced"] == [1, 1]
    for seat in (LEARNER, RIVAL):
        standing = [island["queue"].count(seat) for island in start["islands"]]
        assert max(standing) == 1 and sum(standing) == 3


def test_a_sacrifice_wins_level_1_before_its_asker_would_leave() -> None:
    taught = teach(FIRST)
    last = [event.kind for event in taught.events[-4:]]
    assert taught.done[-1] == "ask" and last == ["asks", "loses_lives", "out_of_lives", "wins"]
    assert taught.events[-4].data["card"] == "sacrifice"
    assert taught.state.position()["lives"] == [1, 0]


# -- level 2 -----------------------------------------------------------------------------------------------------------


def test_turning_round_does_not_end_the_visit() -> None:
    taught = teach(SECOND)
    assert [event.data["heading"] for event in taught.all("turned")] == [-1, 1, -1]
    turns = [n for n, event in enumerate(taught.events) if event.kind == "turned"]
    between = {event.kind for event in taught.events[turns[0] : turns[-1]]}
    assert not between & {"sorcerer_moves", "sorcerer_passes"}


def test_an_island_sinks_with_two_and_another_moves() -> None:
    taught = teach(SECOND)
    (sunk,) = taught.all("sinks")
    assert sunk.data["card"] == "death" and len(sunk.data["chips"]) == 2
    (moved,) = taught.all("island_moved")
    assert moved.data["card"] == "sacrifice"


def test_the_sorcerer_goes_backwards_and_from_the_first_island_to_the_last() -> None:
    taught = teach(SECOND)
    assert [event.data["card"] for event in taught.all("sorcerer_moves")] == ["sink", "move_island", "sacrifice"]
    position = taught.state.position()
    assert position["islands"][0]["card"] == "move_island"
    assert position["sorcerer"]["island"] == len(position["islands"])


def test_without_the_turn_the_rival_would_win_level_2() -> None:
    """What the lesson says of Prayer is true: declining on Reverse Current leads to the learner's end."""
    taught = teach(SECOND)
    state, game = taught.lesson.match().state.clone(), taught.lesson.definition.game
    for seat, text in [(1, "decline"), (2, "decline"), (1, "decline"), (2, "ask")]:
        state.apply(seat, game.parse(text))
    result = state.result()
    assert result is not None and result.winners == (RIVAL,)


# -- level 3 -----------------------------------------------------------------------------------------------------------


def test_numbers_go_down_to_nothing_and_up_beyond_what_is_printed() -> None:
    taught = teach(THIRD)
    assert len(taught.all("cursed")) == 2 and len(taught.all("blessed")) == 2
    assert numbers(taught)["sacrifice"] == 1, "2 is printed"
    assert numbers(taught)["death"] == 2, "1 is printed"
    assert taught.state.position()["chips"] == {"bless": 4, "curse": 4}, "the other curse was taken away again"


def test_a_weaker_sacrifice_spares_the_learner() -> None:
    (lost,) = teach(THIRD).all("loses_lives")
    assert (lost.data["seat"], lost.data["count"], lost.data["left"]) == (LEARNER, 1, 1)


def test_a_death_of_two_takes_the_last_two_islanders() -> None:
    taught = teach(THIRD)
    assert len(taught.all("removed")) == 3, "the rival's own sacrifice, and two by Death"
    assert [event.kind for event in taught.events[-2:]] == ["out_of_islanders", "wins"]
    assert taught.state.position()["lives"] == [1, 4]
