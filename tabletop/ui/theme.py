"""Colours and measures: what the program looks like, and how it grows with the window and the text setting."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

Color = tuple[int, int, int]

GOLD: Color = (0xFF, 0xD7, 0x66)  # rings: "now", and nothing else
ADVICE: Color = (0x8F, 0xE6, 0xF5)  # what a hint marks
LOUD: Color = (0xE9, 0xB4, 0x4C)  # the one loud button
PAPER: Color = (0xF6, 0xEC, 0xD6)
PAPER_EDGE: Color = (0xD8, 0xC4, 0x96)
INK: Color = (0x4A, 0x3B, 0x28)
DARK_INK: Color = (0x2E, 0x22, 0x14)
FAINT_INK: Color = (0x7D, 0x68, 0x48)
PALE: Color = (0xF4, 0xEA, 0xD8)
SOFT: Color = (0xD8, 0xC6, 0xA4)  # second text on dark panels
FAINT: Color = (0xA8, 0x98, 0x80)
WARM: Color = (0xFF, 0xB3, 0x9A)  # warnings on dark panels
HEART: Color = (0xFF, 0x7A, 0x6B)
SEA: Color = (0x2F, 0x7F, 0x8F)
FELT: Color = (0x2C, 0x5A, 0x3E)
WOOD: Color = (0x7A, 0x50, 0x33)
BLACK: Color = (0, 0, 0)

PANEL = (22, 14, 8, 178)  # dark and translucent on the wood
PANEL_EDGE = (255, 235, 200, 26)
BUTTON = (255, 235, 205, 38)
BUTTON_HOVER = (255, 235, 205, 66)
SHADE = (10, 6, 3, 150)  # over a scene below a dialog

TEXT_ROLES = {"display": 46, "heading": 28, "prompt": 22, "title": 20, "text": 16, "small": 14}
LINE_HEIGHT = 1.32
FLOOR = 14  # no text is smaller, in window points


@dataclass(frozen=True)
class Owner:
    """What tells a seat's things from another's: a colour and a sign."""

    name: str
    color: Color
    sign: str


OWNERS = (
    Owner("red", (0xD9, 0x43, 0x3F), "circle"),
    Owner("blue", (0x2F, 0x6D, 0xBD), "square"),
    Owner("green", (0x3A, 0x98, 0x55), "triangle"),
    Owner("violet", (0x86, 0x55, 0xB8), "diamond"),
    Owner("pale", (0xCF, 0xC4, 0xAE), "cross"),
)

SPELLS: dict[str, Color] = {
    "death": (0x8F, 0x38, 0x45),
    "prayer": (0xB7, 0x85, 0x2B),
    "drifting": (0x2F, 0x7F, 0x8F),
    "sink": (0x23, 0x52, 0x6E),
    "birth": (0x58, 0x8F, 0x3A),
    "reverse": (0x6B, 0x5A, 0xA3),
    "sacrifice": (0xA9, 0x48, 0x2A),
    "move_island": (0x7B, 0x6A, 0x3A),
    "bless": (0xC2, 0x6D, 0x2E),
    "curse": (0x5A, 0x3A, 0x66),
    "revolution": (0x3E, 0x6F, 0xA0),
    "memory": (0x4F, 0x7C, 0x6C),
    "blank": (0x6E, 0x63, 0x58),
}


def spell_color(name: str) -> Color:
    """Give a spell's colour; one nobody knows, such as a club's own, gets one of its own that stays the same."""
    if name in SPELLS:
        return SPELLS[name]
    hue = sum(ord(letter) * (place + 3) for place, letter in enumerate(name)) % 360
    return hsl(hue, 0.38, 0.38)


def hsl(hue: float, saturation: float, lightness: float) -> Color:
    """Give a colour by hue in degrees, saturation and lightness from 0 to 1."""
    reach = saturation * min(lightness, 1 - lightness)

    def channel(n: int) -> int:
        k = (n + hue / 30) % 12
        return round(255 * (lightness - reach * max(-1, min(k - 3, 9 - k, 1))))

    return channel(0), channel(8), channel(4)


def mix(one: Color, other: Color, share: float) -> Color:
    """Give the colour `share` of the way from one to the other."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(one, other, strict=True))
    return r, g, b


def lighter(color: Color, share: float) -> Color:
    """Give a colour nearer to white."""
    return mix(color, (255, 255, 255), share)


def darker(color: Color, share: float) -> Color:
    """Give a colour nearer to black."""
    return mix(color, BLACK, share)


@dataclass(frozen=True)
class Theme:
    """The measures at one size of the window.

    `size` is the surface's in pixels, `scale` pixels per window point, `percent` the text setting. Calling it turns a
    length on the 1280x800 drawing board into pixels.
    """

    size: tuple[int, int]
    scale: float = 1.0
    percent: int = 100

    @cached_property
    def unit(self) -> float:
        """Give pixels per unit of the drawing board."""
        width, height = (side / self.scale for side in self.size)
        return min(max(min(width / 1280, height / 800), 0.75), 4.0) * self.scale

    def __call__(self, length: float) -> int:
        """Turn a length on the drawing board into pixels."""
        return round(length * self.unit)

    @property
    def text_scale(self) -> float:
        """Give how much larger text is than at 100 per cent."""
        return self.percent / 100

    @property
    def floor(self) -> int:
        """Give the smallest text in pixels."""
        return math.ceil(FLOOR * self.scale)

    def px(self, role: str | float) -> int:
        """Give a text role's size in pixels; a number is a size on the drawing board."""
        board = TEXT_ROLES[role] if isinstance(role, str) else role
        return max(self.floor, round(board * self.unit * self.text_scale))

    def line(self, px: int) -> int:
        """Give the distance of lines of text of a size in pixels."""
        return round(px * LINE_HEIGHT)

    def grown(self, length: float) -> int:
        """Turn a length into pixels and let it grow with the text setting, half as fast."""
        return round(length * self.unit * (1 + (self.text_scale - 1) / 2))
