"""What tests of scenes do to the window: click, tap, type; and what they see there."""

from __future__ import annotations

from itertools import combinations, product

import pygame
import pytest

from tabletop.ui.scene import Context, Scene, Stack
from tabletop.ui.settings import Settings
from tabletop.ui.viewport import Key, Press, Release, TextInput, Viewport

QUICK = [((960, 600), 200), ((1280, 800), 150), ((1920, 1080), 100)]
CORNERS = [
    pytest.param(size, text, marks=() if (size, text) in QUICK else pytest.mark.long, id=f"{size[0]}x{size[1]}-{text}")
    for size, text in product([(960, 600), (1280, 800), (1920, 1080)], [100, 150, 200])
]
"""Sizes of the window and of letters, for tests of layout: three of the quick suite, the rest `long`."""

LONG = ("Wi" * 20, "m" * 40, "日本" * 20, "12" * 20, "No" * 20)


class Driver:
    """A stack without a window, worked by the addresses of what is shown."""

    def __init__(
        self, *scenes: Scene, size: tuple[int, int] = (1280, 800), scale: float = 1.0, settings: Settings | None = None
    ) -> None:
        self.context = Context(Viewport(size, scale), settings or Settings(speed=0, volume=0))
        self.stack = Stack(self.context)
        self.now = 0.0
        for scene in scenes:
            self.stack.push(scene)
        self.draw()

    @property
    def top(self) -> Scene:
        return self.stack.top

    def draw(self) -> None:
        self.now += 0.05
        self.stack.tick(self.now)
        if self.stack.scenes:
            self.stack.draw()

    def rect(self, address: str) -> pygame.Rect:
        known = self.top.addresses()
        assert address in known, f"{address} is not among {sorted(known)}"
        return known[address]

    def click(self, address: str, *, touch: bool = False, double: bool = False) -> None:
        pos = self.rect(address).center
        self.stack.handle(Press(pos, touch=touch, double=double))
        self.stack.handle(Release(pos, touch=touch))
        if self.stack.scenes:
            self.draw()

    def tap(self, address: str) -> None:
        self.click(address, touch=True)

    def key(self, name: str, *mods: str, repeat: bool = False) -> None:
        self.stack.handle(Key(name, frozenset(mods), repeat))
        if self.stack.scenes:
            self.draw()

    def type(self, words: str) -> None:
        for letter in words:
            self.stack.handle(TextInput(letter))
        self.draw()

    def words(self) -> str:
        """Give all that can be read, wrapped lines joined."""
        return " | ".join(one.text.replace("\n", " ") for one in self.context.text.record)

    def faults(self) -> list[str]:
        """List texts that are cut, too small or over one another."""
        record = self.context.text.record
        floor = self.context.theme.floor
        found = [f"cut: {one.text!r} in {one.container}" for one in record if one.cut]
        found += [f"small: {one.text!r}" for one in record if one.px < floor]
        for one, other in combinations(record, 2):
            if any(a.colliderect(b) for a in one.lines for b in other.lines):
                found.append(f"overlap: {one.text!r} and {other.text!r}")
        return found

    def outside(self) -> list[str]:
        """List what can be clicked but is not wholly inside the window."""
        view = self.context.viewport.rect
        return [address for address, rect in self.top.addresses().items() if not view.contains(rect)]
