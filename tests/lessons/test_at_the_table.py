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


def test_an_islanders_ring_is_round() -> None:
    ringed = at("spaghetti_monsters_3", "One").scene.ringed()
    assert [corners for _, corners in ringed] == [False]


def test_help_counts_all_places_that_the_rules_allow() -> None:
    learner = at("spaghetti", "Next to the last marble")
    assert learner.scene.wanted() == ["place:D4"]
    assert "3 places are beside D2" in learner.words()


def test_strands_can_be_drawn_during_the_lesson() -> None:
    learner = at("spaghetti", "The longer strand wins")
    learner.click("tool:strands")
    assert learner.scene.view.strands_on and learner.scene.at == 1
