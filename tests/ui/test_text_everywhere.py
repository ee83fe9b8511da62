"""Nothing is cut, covered or too small in any scene around a game, with names of 40 letters.

Three corners of sizes and letters in the quick suite, the rest `long`. Menu, set-up, settings, rulebook, saves, files
and dialogs have the same test in files of their own, the tables too, in positions chosen to be hard.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tabletop.engine.match import Match
from tabletop.engine.rules import CHANCE
from tabletop.rules import GAMES, load
from tabletop.ui.curtain import CurtainScene
from tabletop.ui.gamemenu import GameMenu
from tabletop.ui.result import ResultScene
from tabletop.ui.settings import Settings
from tabletop.ui.sitting import Sitting
from tabletop.ui.table import TableScene
from tests.ui.driver import CORNERS, LONG, Driver


def played(game: str, moves: int) -> Match:
    """Play so many random moves of as many players as there can be."""
    definition, rng = load(game), random.Random(5)
    match = Match(definition, LONG[: definition.seats[1]], rng=rng)
    for _ in range(moves):
        if match.over:
            break
        seat = next(iter(match.to_act()))
        match.play(seat, match.state.draw(rng) if seat == CHANCE else match.state.sample(seat, rng))
    return match


def faults(driver: Driver) -> list[str]:
    driver.draw()
    return [f"{type(driver.top).__name__}: {fault}" for fault in [*driver.faults(), *driver.outside()]]


def settings(text: int) -> Settings:
    return Settings(speed=0, volume=0, text=text)


def around(match: Match, size: tuple[int, int], text: int) -> Iterator[list[str]]:
    """Go from scene to scene around a table."""
    driver = Driver(TableScene(match), size=size, settings=settings(text))
    if isinstance(driver.top, CurtainScene):
        yield faults(driver)
        driver.click("button:ready")
    yield faults(driver)
    table = driver.top
    assert isinstance(table, TableScene)
    if table.holding:
        driver.click("button:seen")
        yield faults(driver)
        return
    driver.click("table:menu")
    assert isinstance(driver.top, GameMenu)
    yield faults(driver)
    giving = next((one for one in driver.top.addresses() if one.startswith("giveup:")), None)
    if giving is not None:
        driver.click(giving)
        yield faults(driver)
        driver.key("escape")
    while driver.top is not table:
        driver.key("escape")
    if "table:undo" in table.addresses():  # done, or refused in the prompt's second line
        driver.click("table:undo")
        yield faults(driver)


@pytest.mark.parametrize(("size", "text"), CORNERS)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_scenes_around_a_game(game: str, size: tuple[int, int], text: int) -> None:
    for moves in (0, 25):
        for found in around(played(game, moves), size, text):
            assert found == []


@pytest.mark.parametrize(("size", "text"), CORNERS)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_looking_back(game: str, size: tuple[int, int], text: int) -> None:
    match = played(game, 25)
    driver = Driver(TableScene(match, look=0, view="public"), size=size, settings=settings(text))
    found = faults(driver)
    for address in ("look:next", "look:last", "look:previous"):
        driver.click(address)
        found += faults(driver)
    assert found == []


@pytest.mark.parametrize(("size", "text"), CORNERS)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_end(game: str, size: tuple[int, int], text: int) -> None:
    match = played(game, 3000)
    if not match.over:
        match.give_up(1, "learner")
    table = TableScene(match)
    driver = Driver(table, size=size, settings=settings(text))
    found = faults(driver)
    sitting = Sitting(list(match.names))
    sitting.count(match)
    driver.stack.push(ResultScene(match, table.words, sitting))
    assert found + faults(driver) == []
