"""What a hint shows: the steps to a strong player's choice, marked in a way of their own while it is followed.

Its mark is a pale blue ring with a lamp: gold is for what may be done now, and the lamp tells it apart without colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from tabletop.engine.match import Entry, Match
from tabletop.engine.picker import Picker
from tabletop.engine.rules import CHANCE, Amount, Step
from tabletop.ui import icons
from tabletop.ui.scene import Context
from tabletop.ui.theme import ADVICE, DARK_INK, SOFT, Color

DOTS = 3


@dataclass(frozen=True)
class Advice:
    """A hint to a seat: the actions that belong together, and the sentence that says what they are for."""

    seat: int
    actions: tuple[Any, ...]
    words: str

    def steps(self, picker: Picker) -> list[Step]:
        """List what comes next on the way: numbers, then the click that takes them; none where the choice went off."""
        if picker.seat != self.seat or picker.next_to(self.actions[0]) is None:
            return []
        found: list[Step] = []
        for step in picker.path_to(self.actions[0])[len(picker.steps) :]:
            found.append(step)
            if not isinstance(step, Amount):
                break
        return found

    def after(self, match: Match, entries: Sequence[Entry]) -> Advice | None:
        """Give what is left of it once these were played; None where something else was, or it is done."""
        if not entries or (entries[0].seat, entries[0].action) != (self.seat, self.actions[0]):
            return None
        left = self.actions[1:]
        own = all(entry.seat == CHANCE for entry in entries[1:])
        if not left or not own or match.refusal(self.seat, left[0]) is not None:
            return None
        return Advice(self.seat, left, self.words)


def draw_mark(context: Context, surface: pygame.Surface, rect: pygame.Rect, button: bool = False) -> None:
    """Draw a hint's ring around a thing, with a lamp at its corner; a button's below: above it stands the prompt."""
    theme, art = context.theme, context.art
    frame, round_ = draw_ring(context, surface, rect, ADVICE, button)
    high = max(frame.size)
    size = theme(12 if button else 15)
    inset = round(0.12 * high) if round_ else theme(6)
    center = (frame.right - inset, frame.bottom - theme(4) if button else frame.top + inset)
    art.blit(surface, art.badge_image(size, ADVICE, DARK_INK), center)
    lamp = art.keep(("lamp", size), lambda: icons.draw("hint", round(size * 1.5), DARK_INK))
    art.blit(surface, lamp, center)


def draw_ring(
    context: Context, surface: pygame.Surface, rect: pygame.Rect, color: Color, button: bool = False
) -> tuple[pygame.Rect, bool]:
    """Draw a ring with a dark edge around a thing; give its rectangle, and whether it is a circle."""
    theme, art = context.theme, context.art
    frame = rect.inflate(theme(14), theme(14))
    frame.clamp_ip(surface.get_rect())
    low, high = sorted(frame.size)
    round_ = not button and low > 0.85 * high  # a marble, a chip
    radius = low / 2 / theme.unit if round_ else 14 if button else 16
    art.ring(surface, frame, radius, DARK_INK, 7)
    art.ring(surface, frame.inflate(-theme(2), -theme(2)), radius, color, 4)
    return frame, round_


def draw_pulse(context: Context, surface: pygame.Surface, row: pygame.Rect, pulse: int, right: bool = False) -> None:
    """Draw calm dots, one of them bright: somebody thinks. At the `right` where buttons stand on the left."""
    theme, art = context.theme, context.art
    radius, gap = theme(5), theme(18)
    x = row.right - theme(8) - (DOTS - 1) * gap if right else row.x + theme(8)
    for dot in range(DOTS):
        bright = dot == pulse % DOTS
        image = art.badge_image(radius, SOFT if bright else (0x70, 0x60, 0x4C))
        art.blit(surface, image, (x + dot * gap, row.centery))
