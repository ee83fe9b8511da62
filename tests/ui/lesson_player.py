"""Plays lessons from start to end through events only, clicking what is marked and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from tabletop.engine.lesson import Lesson
from tabletop.ui.lesson import SHOW, LessonScene
from tabletop.ui.settings import Settings
from tabletop.ui.tableform import Thing
from tabletop.ui.viewport import Move, Press, Release
from tests.ui.driver import Driver

MOST = 12  # clicks that one step may take


class Learner(Driver):
    """A learner with a mouse, a keyboard or a finger; `looked` is called whenever there is something new to see."""

    def __init__(
        self,
        lesson: Lesson,
        how: str = "mouse",
        *,
        size: tuple[int, int] = (1280, 800),
        text: int = 100,
        step: int | None = 0,
        speed: float = 0.0,
        looked: Callable[[Learner], None] | None = None,
    ) -> None:
        self.now = 0.0
        self.scene = LessonScene(lesson, step, clock=lambda: self.now, remember=False)
        self.how = how
        self.clicks = 0
        self.looked = looked
        super().__init__(self.scene, size=size, settings=Settings(speed=speed, volume=0, text=text))

    def press(self, address: str) -> None:
        """Click, tap or walk to something and take it."""
        self.clicks += 1
        if self.how != "keyboard":
            self.click(address, touch=self.how == "touch")
            return
        form = self.scene.form
        for _ in range(200):
            if form.keyboard and form.focused is not None and form.focused.address == address:
                break
            # The right arrow makes an amount larger, so that only Tab leads on from there.
            amount = form.focused is not None and form.focused.address.startswith("amount:")
            self.key("tab" if amount or address.startswith("lesson:") else "right")
        else:
            raise AssertionError(f"the keys do not lead to {address}")
        self.key("return")

    def put(self, spot: pygame.Rect) -> None:
        """Put what is in the hand at a point: a press shows it there, another lays it down."""
        self.clicks += 1
        if self.how == "keyboard":
            self.key("right")  # to the first place there is
            self.key("return")
            return
        touch = self.how == "touch"
        if not touch:
            self.stack.handle(Move(spot.center))
        self.stack.handle(Press(spot.center, touch=touch))
        self.stack.handle(Release(spot.center, touch=touch))
        self.draw()

    def one(self) -> None:
        """Click what is marked next, or go on."""
        scene = self.scene
        if self.looked is not None:
            self.looked(self)
        step = scene.step
        assert step is not None
        if not step.do:
            self.press("lesson:next") if self.how != "keyboard" else self.key("return")
            return
        wanted, points = scene.wanted(), scene.points()
        assert wanted or points, f"nothing is marked at step {scene.at + 1}: {step.title}"
        assert scene.ringed(), f"what is marked at step {scene.at + 1} cannot be seen: {wanted}"
        if not wanted:
            self.put(points[0])
        elif wanted[0].startswith("amount:"):
            self.press(SHOW) if self.how != "keyboard" else self.key("s")
        else:
            self.press(wanted[0])

    def play(self) -> None:
        """Play to the end."""
        scene, taken = self.scene, 0
        while scene.step is not None:
            before = scene.at
            self.one()
            taken = 0 if scene.at != before else taken + 1
            assert taken < MOST, f"step {before + 1} does not come to its end; marked: {scene.wanted()}"

    def wrong(self) -> list[str]:
        """List what can be seen at this step and is not what is asked for."""
        scene = self.scene
        wanted = set(scene.wanted())
        held = {step.address for step in scene.picker.steps if hasattr(step, "address")} if scene.picker else set()
        found = []
        for widget in scene.form.widgets:
            thing = isinstance(widget, Thing) and not widget.can
            answer = widget.address.startswith("button:") and widget.enabled
            holds = any(_holds(widget.address, other) for other in wanted)  # may stand for the one thing in it
            if (thing or answer) and not holds and widget.address not in wanted | held and widget.rect.height:
                found.append(widget.address)
        return found

    def click_wrong(self, address: str) -> bool:
        """Click something in its middle, as the eye would; tell whether it can be seen: a card may lie over it."""
        form = self.scene.form
        widget = form.widget(address)
        spot = getattr(widget, "spot", None) or widget.rect
        if form._at(spot.center) is not widget:
            return False
        self.stack.handle(Press(spot.center))
        self.stack.handle(Release(spot.center))
        self.draw()
        return True


def _holds(thing: str, other: str) -> bool:
    return other.partition(":")[2].startswith(thing.partition(":")[2] + ".")
