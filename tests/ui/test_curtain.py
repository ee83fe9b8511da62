"""The curtain shows a name and nothing else, and opens only when it is told to."""

from __future__ import annotations

import pytest

from tabletop.ui.curtain import CurtainScene
from tabletop.ui.scene import Scene, Transition
from tabletop.ui.viewport import Focus, Move, Press, Release, Wheel
from tests.ui.driver import LONG, Driver


class Below(Scene):
    """A scene with a secret."""

    result: object = None
    draws = 0

    def draw(self, surface: object) -> None:
        self.draws += 1

    def resumed(self, result: object) -> Transition | None:
        self.result = result
        return None


def covered(name: str = "Ada", seat: int = 2) -> tuple[Driver, Below]:
    below = Below()
    driver = Driver(below)
    below.draws = 0
    driver.stack.push(CurtainScene(name, seat))
    driver.draw()
    return driver, below


def test_it_names_the_player_and_draws_nothing_of_what_is_below() -> None:
    driver, below = covered()
    assert "Ada, it is your turn" in driver.words()
    assert below.draws == 0
    assert list(driver.top.addresses()) == ["button:ready"]


@pytest.mark.parametrize("way", ["click", "tap", "return"])
def test_the_player_opens_it(way: str) -> None:
    driver, below = covered()
    if way == "return":
        driver.key("return")
    else:
        driver.click("button:ready", touch=way == "tap")
    assert driver.top is below and below.result is True


def test_nothing_else_opens_it() -> None:
    driver, below = covered()
    button = driver.rect("button:ready")
    driver.key("escape")
    driver.key("return", repeat=True)
    driver.key("tab")
    driver.key("space", repeat=True)
    driver.click("button:ready", double=True)  # the second half of a click on the table
    driver.stack.handle(Release(button.center))  # a drag that began before it fell
    driver.stack.handle(Press((5, 5)))
    driver.stack.handle(Release((5, 5)))
    driver.stack.handle(Press(button.center))
    driver.stack.handle(Release((5, 5)))
    driver.stack.handle(Wheel(button.center, 1))
    driver.stack.handle(Move(button.center))
    driver.stack.handle(Focus(False))
    driver.stack.handle(Focus(True))
    driver.draw()
    assert isinstance(driver.top, CurtainScene) and below.draws == 0


def test_markup_in_a_name_is_only_a_name() -> None:
    driver, _ = covered("*Ada* [x](y)")
    assert "*Ada* [x](y), it is your turn" in driver.words()


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("text", [100, 150, 200])
def test_nothing_is_cut(name: str, size: tuple[int, int], text: int) -> None:
    driver = Driver(CurtainScene(name, 5, away=True), size=size)
    driver.context.settings.text = text
    driver.stack.layout()
    driver.draw()
    assert driver.faults() == [] and driver.outside() == []
