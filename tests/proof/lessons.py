"""Play lessons in a real window, by X events alone: `python tests/proof/lessons.py [LESSON ...] [--by ...] [--wrong]`.

The same lesson runs without a window beside it, gets the same events, and says where what is marked is. After each
step the settings that the window writes must say the same step, and the window's card must look like the other's;
with `--wrong` something else is clicked at every step first, which must change nothing and be answered on the card.
Writes nothing; prints a line a lesson, and exits with 1 when one went wrong.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
sys.path.insert(0, str(Path(__file__).parents[2]))

import pygame
import yaml

from tabletop.engine import lesson as lessons
from tabletop.rules import GAMES
from tabletop.ui.lessons_scene import LessonsScene
from tabletop.words import Words
from tests.proof.window import Desk, centre
from tests.ui.driver import Driver
from tests.ui.lesson_player import Learner

PATIENCE = 6.0  # seconds until a click must have shown
ALIKE = 4.0  # levels of 255 by which pixels of the card differ in the mean, at most
NAMES = {"return": "Return", "right": "Right", "tab": "Tab", "backspace": "BackSpace", "escape": "Escape"}


class Stuck(Exception):
    """The window did not do what was asked."""


class Twin(Learner):
    """A lesson without a window whose every click and key is done in the real window too."""

    def __init__(self, desk: Desk, lesson: lessons.Lesson, by: str) -> None:
        self.desk = desk
        self.real = False
        super().__init__(lesson, by, size=desk.size)
        self.real = True

    def _press(self, pos: tuple[int, int]) -> None:
        time.sleep(0.32)  # two presses at one place are not to be a double click
        self.desk.press(*pos, hover=self.how == "mouse")

    def click(self, address: str, *, touch: bool = False, double: bool = False) -> None:
        self._press(self.rect(address).center)
        super().click(address, touch=touch, double=double)

    def put(self, spot: pygame.Rect) -> None:
        if self.how != "keyboard":
            self._press(spot.center)
        super().put(spot)

    def click_wrong(self, address: str) -> bool:
        widget = self.scene.form.widget(address)
        spot = getattr(widget, "spot", None) or widget.rect
        if self.scene.form._at(spot.center) is not widget:
            return False
        self._press(spot.center)
        return super().click_wrong(address)

    def key(self, name: str, *mods: str, repeat: bool = False) -> None:
        self.desk.key(NAMES.get(name, name))
        super().key(name, *mods, repeat=repeat)

    # -- whether both are the same -------------------------------------------------------------------------------------

    def at(self) -> tuple[int, bool]:
        """Give the step that the window has written down, and whether the lesson is done."""
        try:
            data = yaml.safe_load((self.desk.home / "settings.yaml").read_text(encoding="utf-8"))
        except (OSError, yaml.YAMLError):
            return -1, False
        kept: dict[str, Any] = (data.get("lessons") or {}).get(self.scene.lesson.id, {})
        return kept.get("step", 0), kept.get("done", False)

    def agree(self) -> None:
        """Wait until the window is where this one is, and shows the same card."""
        scene = self.scene
        wanted = (0, True) if scene.step is None else (scene.at, False)
        until = time.monotonic() + PATIENCE
        while self.at() != wanted:
            if time.monotonic() > until or not self.desk.running:
                raise Stuck(f"the window is at {self.at()}, not at {wanted}; see {self._kept()}")
            time.sleep(0.05)
        while (away := self.difference()) > ALIKE:
            if time.monotonic() > until:
                raise Stuck(f"step {scene.at + 1}: the card differs by {away:.0f} of 255; see {self._kept()}")
            time.sleep(0.1)

    def _kept(self) -> Path:
        path = self.desk.home / "stuck.png"
        self.desk.picture(path)
        pygame.image.save(self.context.surface, str(self.desk.home / "wanted.png"))
        return path

    def difference(self) -> float:
        """Give how far the window's card is from this one's, in levels of 255."""
        if self.how == "mouse":  # a pointer that rests on something lights it
            self.desk.xdo("mousemove", 1, self.desk.size[1] - 2)
        self.draw()
        card = self.scene.card.rect
        path = self.desk.home / "card.png"
        cut = f"{card.width}x{card.height}+{card.x}+{card.y}"
        subprocess.run(["import", "-window", "root", "-crop", cut, "+repage", str(path)], env=self.desk.environment,
                       check=True)  # fmt: skip
        shown, meant = pygame.image.load(path).convert(32), self.context.surface.subsurface(card).convert(32)
        return sum(_more(one, other) for one, other in ((shown, meant), (meant, shown)))


def _more(one: pygame.Surface, other: pygame.Surface) -> float:
    """Give how much brighter one picture is than another, in the mean over all pixels and colours."""
    rest = one.copy()
    rest.blit(other, (0, 0), special_flags=pygame.BLEND_SUB)
    return sum(pygame.transform.average_color(rest)[:3]) / 3


def play(name: str, by: str, wrong: bool, size: tuple[int, int]) -> str:
    """Play one lesson to its end and say how it went; raise Stuck where the window did not follow."""
    lesson = lessons.load(lessons.locate(name), GAMES, Words)
    with Desk(size) as desk:
        desk.settings()
        if by == "mouse":
            _by_the_menu(desk, lesson)
        else:
            desk.start("lesson", name)
        time.sleep(0.8)
        twin, tried, begun = Twin(desk, lesson, by), 0, time.monotonic()
        scene = twin.scene
        while scene.step is not None:
            before = scene.at
            if wrong:
                tried += _wrongly(twin)
            twin.one()
            if scene.at != before:
                time.sleep(0.15)
                twin.agree()
        result = scene.match.result()
        if lesson.win and (result is None or lesson.learner not in result.winners):
            raise Stuck("the lesson is over and not won")
        errors = desk.errors.read_text(errors="replace")
        if "Traceback" in errors or not desk.running:
            raise Stuck(errors or "the program ended")
        took = time.monotonic() - begun
        also = f", {tried} wrong clicks answered" if wrong else ""
        return f"{len(lesson.steps)} steps, {twin.clicks} clicks or choices in {took:.0f} s{also}"


def _wrongly(twin: Twin) -> int:
    """Click something else; nothing may change, and the card must answer."""
    scene = twin.scene
    if scene.points():  # a press on the board puts a disc there: that is for the tests without a window
        return 0
    things = [address for address in twin.wrong() if not address.startswith("coins:")]
    for address in things:
        before = len(scene.match.entries), scene.at, scene.wanted()
        if not twin.click_wrong(address):
            continue
        if not scene.warning:
            raise Stuck(f"step {scene.at + 1}: nothing was said to a click on {address}")
        if (len(scene.match.entries), scene.at, scene.wanted()) != before:
            raise Stuck(f"step {scene.at + 1}: a click on {address} changed something")
        time.sleep(0.1)
        twin.agree()
        return 1
    return 0


def _by_the_menu(desk: Desk, lesson: lessons.Lesson) -> None:
    """Come from the menu: Learn, and the list where there are several lessons."""
    desk.start()
    game = lesson.definition.reference
    desk.press(*centre(desk.shot("--scene", "menu")["clickable"][f"learn:{game}"]), hover=True)
    time.sleep(0.6)
    if len(lessons.of_game(game)) > 1:
        listed = Driver(LessonsScene(lesson.definition), size=desk.size)
        desk.press(*listed.rect(f"row={lesson.id}").center, hover=True)
        time.sleep(0.4)


def main() -> int:
    """Play what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lesson", nargs="*", default=[], help="ids; all lessons if none")
    parser.add_argument("--by", nargs="*", default=["mouse", "keyboard", "touch"])
    parser.add_argument("--wrong", action="store_true", help="click something else at every step first")
    parser.add_argument("--size", default="1280x800")
    arguments = parser.parse_args()
    width, height = map(int, arguments.size.split("x"))
    failed = 0
    for name in arguments.lesson or list(lessons.files()):
        for by in arguments.by:
            said = f"{name}, by {by}{', wrong clicks first' if arguments.wrong else ''}, {width}x{height}"
            try:
                print(f"{said}: {play(name, by, arguments.wrong, (width, height))}", flush=True)
            except (Stuck, AssertionError, RuntimeError) as stuck:
                failed += 1
                print(f"{said}: FAILED: {stuck}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
