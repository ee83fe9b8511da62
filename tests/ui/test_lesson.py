"""Lessons in the window: played from start to end by mouse, keys and touch; wrong clicks; back, again, leave."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop import paths
from tabletop.engine import lesson as lessons
from tabletop.engine.lesson import Lesson
from tabletop.rules import GAMES
from tabletop.words import Words
from tests.ui.driver import CORNERS
from tests.ui.lesson_player import Learner

FILES = sorted(path for path in paths.games().iterdir() if lessons.is_lesson(path))
QUICK = "spaghetti_monsters"
EACH = [
    pytest.param(path, id=lessons.id_of(path), marks=() if lessons.id_of(path) == QUICK else pytest.mark.long)
    for path in FILES
]


def load(path: Path) -> Lesson:
    return lessons.load(path, GAMES, Words)


@pytest.fixture
def monsters() -> Lesson:
    return load(paths.games() / f"{QUICK}.lesson.yaml")


# -- from start to end -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["mouse", "keyboard", "touch"])
@pytest.mark.parametrize("path", EACH)
def test_a_lesson_is_played_by_clicking_what_is_marked(path: Path, how: str) -> None:
    lesson = load(path)
    learner = Learner(lesson, how)
    learner.play()
    match = learner.scene.match
    if lesson.win:
        result = match.result()
        assert result is not None
        assert lesson.learner in result.winners
    done = sum(bool(step.do) for step in lesson.steps)
    assert sum(entry.seat == lesson.learner for entry in match.entries) == done
    assert "Well done!" in learner.words()


@pytest.mark.parametrize("path", EACH)
def test_wrong_clicks_change_nothing_and_say_something(path: Path) -> None:
    learner = Learner(load(path))
    scene = learner.scene
    tried = 0
    while scene.step is not None:
        if scene.step.do and not scene.points():
            for address in learner.wrong():
                before = len(scene.match.entries), scene.at, scene.wanted()
                scene.warning = ""
                if not learner.click_wrong(address):
                    continue
                if scene.picker is not None and not scene.warning:  # a coin more in the hand
                    assert address.startswith("coins:")
                    continue
                assert (len(scene.match.entries), scene.at, scene.wanted()) == before, address
                assert "Asked for" in learner.words(), address
                tried += 1
        learner.one()
    assert tried


@pytest.mark.parametrize(("size", "text"), CORNERS)
@pytest.mark.parametrize("path", EACH)
def test_every_step_can_be_read(path: Path, size: tuple[int, int], text: int) -> None:
    found: list[str] = []

    def look(learner: Learner) -> None:
        scene = learner.scene
        where = f"step {scene.at + 1}"
        assert scene.step is not None
        found.extend(f"{where}: {fault}" for fault in learner.faults())
        found.extend(f"{where}: {address} is outside" for address in learner.outside())
        card = scene.card.rect
        assert learner.context.viewport.rect.contains(card), where
        found.extend(
            f"{where}: the card covers what is to be clicked" for r, _ in scene.ringed() if card.colliderect(r)
        )
        if size != (960, 600) or text == 100:
            found.extend(f"{where}: the card covers what is lit" for r in scene.lit() if card.colliderect(r))
        for address in scene.step.look:
            if scene.place_of(address) is None:
                found.append(f"{where}: {address} is not to be seen")

    learner = Learner(load(path), size=size, text=text, looked=look)
    learner.play()
    found.extend(f"at the end: {fault}" for fault in learner.faults())
    assert not found, "\n".join(found)
