"""What the table shows in our lessons: rings that fit, and help that speaks of the rules, not of the script."""

from __future__ import annotations

import pytest

from tabletop.engine import lesson as lessons
from tabletop.rules import GAMES
from tabletop.words import Words
from tests.ui.lesson_player import Learner


def at(name: str, title: str, size: tuple[int, int] = (1280, 800)) -> Learner:
    lesson = lessons.load(lessons.locate(name), GAMES, Words)
    (step,) = (n for n, one in enumerate(lesson.steps) if one.title == title)
    return Learner(lesson, step=step, size=size)


@pytest.mark.parametrize("size", [(960, 600), (1280, 800)])
def test_an_islands_ring_has_corners_however_square_it_is(size: tuple[int, int]) -> None:
    ringed = at("spaghetti_monsters_2", "Pull the plug", size).scene.ringed()
    assert [corners for _, corners in ringed] == [True]


@pytest.mark.parametrize("title", ["Take a peek", "Use a card"])
def test_a_cards_ring_has_corners(title: str) -> None:
    ringed = at("mammonism", title).scene.ringed()
    assert ringed and all(corners for _, corners in ringed)


def test_an_islanders_ring_is_round() -> None:
    ringed = at("spaghetti_monsters_3", "One").scene.ringed()
    assert [corners for _, corners in ringed] == [False]


def test_help_counts_all_places_that_the_rules_allow() -> None:
    learner = at("spaghetti", "Next to the last marble")
    assert learner.scene.wanted() == ["place:D4"]
    assert "3 places are beside D2" in learner.words()


def test_strands_can_be_drawn_during_the_lesson() -> None:
    learner = at("spaghetti", "The longer strand wins")
    before = learner.scene.at
    learner.click("tool:strands")
    assert learner.scene.view.strands_on and learner.scene.at == before


FIRST = ("mammonism", "spaghetti", "spaghetti_monsters", "spiteful_guards", "super_amoeba_battle")


@pytest.mark.parametrize("name", FIRST)
def test_a_games_landmarks_are_its_tools_and_edges_and_have_their_places(name: str) -> None:
    scene = Learner(lessons.load(lessons.locate(name), GAMES, Words)).scene
    landmarks = scene.words.keys("landmarks")
    tools = [tool.address for tool in scene.view.tools()]
    edges = ["edge:1", "edge:2"] if name == "super_amoeba_battle" else []
    assert sorted(landmarks) == sorted([*tools, *edges])
    for address, place in zip(tools, scene.view.tool_rects(), strict=True):
        assert scene.place_of(address) == place
    assert all(scene.place_of(edge) for edge in edges)


def test_each_edge_is_lit_where_a_disc_that_touches_it_lies() -> None:
    """A disc has a radius of 0.4 of a board of 8: Ruby's lies at 0.4 on her own edge and at 7.6 on Blake's."""
    learner = at("super_amoeba_battle", "Where to go")
    scene = learner.scene
    low, high = scene.place_of("edge:1"), scene.place_of("edge:2")
    assert low is not None and high is not None and scene.lit() == [high]
    for x in (0.4, 4.0, 7.6):
        assert high.collidepoint(scene.view.spot(x, 7.6).center) and low.collidepoint(scene.view.spot(x, 0.4).center)
        assert not high.collidepoint(scene.view.spot(x, 6.8).center)
    assert not scene.card.rect.colliderect(high)


def test_the_empty_place_in_the_tunnel_is_lit() -> None:
    """Four black civilians are there: the fifth's place is below the fourth's, beside the fifth pair of guards."""
    scene = at("spiteful_guards", "A place for a dead man").scene
    place, above, guard = (scene.place_of(f"tunnel:{name}") for name in ("black.5", "black.4", "red.10"))
    assert place is not None and above is not None and guard is not None
    assert place in scene.lit() and not scene.card.rect.colliderect(place)
    assert (place.centerx, place.centery) == (above.centerx, guard.centery) and place.top >= above.bottom


def test_forces_and_bets_are_lit_where_they_are_drawn() -> None:
    """Three forces of five are put forward; the fists hold a coin or two each, with what they count beside them."""
    learner = at("mammonism", "A Spy!")
    scene = learner.scene
    while scene.moving:
        learner.key("return")
    for seat in (1, 2):
        fist, forces = scene.place_of(f"fist:{seat}"), scene.place_of(f"forces:{seat}")
        assert fist is not None and forces is not None and not fist.colliderect(forces)
        assert fist.contains(scene.view._fist_rect(seat))
        (label,) = [one.rect for one in learner.context.text.record if one.container == f"forces:{seat}"]
        assert forces.contains(label)
        value = {1: "4", 2: "6"}[seat]
        assert any(fist.contains(one.rect) for one in learner.context.text.record if one.text == value)
    assert scene.place_of("fist:3") is None


def test_the_button_that_the_card_speaks_of_is_lit() -> None:
    scene = at("spaghetti", "What a strand is").scene
    button = scene.form.widget("tool:strands").rect
    assert button in scene.lit() and not scene.card.rect.colliderect(button)


def test_whoever_is_stuck_is_told_so_in_the_lessons_word() -> None:
    assert "Bianca, you are stuck: nothing is free next to E3+." in at("spaghetti", "You are stuck").words()


def test_an_island_of_0_says_that_nothing_happens() -> None:
    learner = at("spaghetti_monsters_3", "Only a scratch")  # Penne has cursed Death down to 0
    assert "At 0, no islander is removed." in learner.words() and "0 islander" not in learner.words()


def test_places_where_nothing_lies_yet_are_ringed_when_the_card_speaks_of_them() -> None:
    """D2 holds the last marble; D4, B2 and B4 are free."""
    scene = at("spaghetti", "Only next to the last marble").scene
    assert scene.open_places() == [scene.place_of(f"place:{name}") for name in ("D4", "B2", "B4")]
    asked = at("spaghetti", "Next to the last marble").scene  # D4 is to be clicked, and marked anyway
    assert asked.wanted() == ["place:D4"] and asked.open_places() == []


def test_the_card_keeps_off_what_the_table_says_of_a_choice() -> None:
    learner = at("super_amoeba_battle", "A move")
    learner.one()  # the disc is lifted: what would follow is written beside the board
    assert learner.scene.points()
    assert not learner.scene.card.rect.colliderect(learner.scene.view.info_rect)  # type: ignore[attr-defined]
