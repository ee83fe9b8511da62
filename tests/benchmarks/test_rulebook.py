"""Print how fast a rulebook opens: `python -m pytest -m benchmark -s tests/benchmarks/test_rulebook.py`."""

from __future__ import annotations

import time

import pytest

from tabletop.rules import GAMES, load
from tabletop.ui.rulebook import RulebookScene
from tabletop.ui.settings_scene import SettingsScene
from tests.ui.driver import Driver


@pytest.mark.benchmark
@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_opens(game: str, size: tuple[int, int]) -> None:
    driver, definition = Driver(SettingsScene(), size=size), load(game)

    def frame(now: float) -> float:
        began = time.process_time()
        driver.stack.tick(now)
        driver.stack.draw()
        return 1000 * (time.process_time() - began)

    began = time.process_time()
    driver.stack.push(RulebookScene(definition))
    first = 1000 * (time.process_time() - began) + frame(0.0)
    pictures = [frame(number) for number in range(1, 12)]
    driver.key("escape")
    began = time.process_time()
    driver.stack.push(RulebookScene(definition))
    again = 1000 * (time.process_time() - began) + frame(20.0)
    print(
        f"\n{game} {size[0]}x{size[1]}: first frame {first:.0f} ms, again {again:.0f} ms; "
        f"frames that draw a picture: up to {max(pictures):.0f} ms"
    )
