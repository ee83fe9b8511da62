"""Glass marbles: a colour, a mark inside that tells it without the colour, light from the upper left, a soft shadow."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import pygame

from tabletop.ui import icons
from tabletop.ui.art import Art
from tabletop.ui.theme import GOLD, Color

Point = tuple[float, float]

COLOURS: Mapping[str, Color] = {"white": (0xF6, 0xF1, 0xE4), "black": (0x31, 0x36, 0x42), "red": (0xEE, 0x45, 0x39)}
MASTER = 72  # pixels across the picture that all sizes are made from
MARK_INK: Mapping[str, tuple[int, int, int, int]] = {
    "white": (0x5E, 0x52, 0x40, 225), "black": (0xD6, 0xDE, 0xEA, 205), "red": (0xFF, 0xE4, 0xD8, 225),
}  # fmt: skip


class Mark(NamedTuple):
    """Where a marble's mark is, from its middle, and how large: half the side of a square that holds it, in pixels."""

    x: int
    y: int
    half: int


def middle_mark(radius: int) -> Mark:
    """Give the mark of a marble that nothing covers."""
    return Mark(0, round(radius * 0.06), max(4, round(radius * 0.38)))


def marble_image(art: Art, radius: int, colour: str, mark: Mark | None = None) -> pygame.Surface:
    """Give a glass marble of a colour's name with the colour's mark inside; its middle is the picture's."""
    where = mark or middle_mark(radius)

    def make() -> pygame.Surface:
        side = 2 * radius + 2
        out = pygame.Surface((side, side), pygame.SRCALPHA)
        out.blit(pygame.transform.smoothscale(_glass(art, colour), (side, side)), (0, 0))
        out.blit(_disc(side, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        if where.half:  # else it is on the far side
            sign = _mark(where.half, colour)
            out.blit(sign, sign.get_rect(center=(side // 2 + where.x, side // 2 + where.y)))
        out.blit(_shine(side, radius, 190 if colour == "white" else 225), (0, 0))
        return out

    return art.keep(("glass", radius, colour, where), make)


def _disc(side: int, radius: int) -> pygame.Surface:
    k = 4
    big = pygame.Surface((side * k, side * k), pygame.SRCALPHA)
    big.fill((255, 255, 255, 0))
    pygame.draw.circle(big, (255, 255, 255, 255), (side * k / 2, side * k / 2), radius * k)
    return pygame.transform.smoothscale(big, (side, side))


def _glass(art: Art, colour: str) -> pygame.Surface:
    """Give a colour's lit body without an edge: light falls from the upper left and gathers at the lower right."""

    def make() -> pygame.Surface:
        body = pygame.Surface((MASTER, MASTER), depth=32)
        body.fill(COLOURS[colour])
        dim, glow = _light(art)
        if colour == "white":  # milky: its shade is warm and never dark
            dim = dim.copy()
            dim.fill((150, 152, 156), special_flags=pygame.BLEND_RGB_MULT)
            dim.fill((106, 100, 90), special_flags=pygame.BLEND_RGB_ADD)
        body.blit(dim, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        body.blit(glow, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        return body

    return art.keep(("glass body", colour), make)


def _light(art: Art) -> tuple[pygame.Surface, pygame.Surface]:
    """Give what darkens and what lightens a ball, pixel by pixel."""
    both = art.keep(("glass light",), _make_light)
    return both.subsurface((0, 0, MASTER, MASTER)), both.subsurface((MASTER, 0, MASTER, MASTER))


def _make_light() -> pygame.Surface:
    out = pygame.Surface((2 * MASTER, MASTER), depth=32)
    light = -0.52, -0.62, 0.59
    for row in range(MASTER):
        y = (row + 0.5) / MASTER * 2 - 1
        for column in range(MASTER):
            x = (column + 0.5) / MASTER * 2 - 1
            away = min(1.0, x * x + y * y)
            z = math.sqrt(1 - away)
            facing = max(0.0, x * light[0] + y * light[1] + z * light[2])
            gathered = math.exp(-((x - 0.36) ** 2 + (y - 0.44) ** 2) / 0.16)
            tone = 0.36 + 0.66 * facing**0.85 + 0.2 * gathered - 0.34 * away**4
            dim = round(255 * max(0.1, min(1.0, tone)))
            near = math.exp(-((x + 0.36) ** 2 + (y + 0.42) ** 2) / 0.13)
            glow = round(min(120.0, 62 * near + 16 * gathered))
            out.set_at((column, row), (dim, dim, dim))
            out.set_at((MASTER + column, row), (glow, glow, glow))
    return out


def _shine(side: int, radius: int, strength: int) -> pygame.Surface:
    """Draw the window's reflection and the light that leaves at the other side."""
    k = 3
    big = pygame.Surface((side * k, side * k), pygame.SRCALPHA)
    big.fill((255, 255, 255, 0))
    middle, r = side * k / 2, radius * k

    def oval(x: float, y: float, wide: float, high: float, turn: float) -> list[Point]:
        points = []
        for step in range(40):
            angle = math.tau * step / 40
            a, b = wide * math.cos(angle), high * math.sin(angle)
            points.append((middle + r * (x + a * math.cos(turn) - b * math.sin(turn)),
                           middle + r * (y + a * math.sin(turn) + b * math.cos(turn))))  # fmt: skip
        return points

    pygame.draw.polygon(big, (255, 255, 255, strength), oval(-0.36, -0.46, 0.24, 0.14, -0.6))
    arc = [(middle + r * 0.86 * math.cos(a / 20), middle + r * 0.86 * math.sin(a / 20)) for a in range(5, 28)]
    inner = [(middle + r * 0.8 * math.cos(a / 20), middle + r * 0.8 * math.sin(a / 20)) for a in range(27, 5, -1)]
    pygame.draw.polygon(big, (255, 255, 255, 80), arc + inner)
    small = pygame.transform.smoothscale(big, (side, side))
    return pygame.transform.gaussian_blur(small, max(1, radius // 26))


def _mark(half: int, colour: str) -> pygame.Surface:
    """Draw what tells a colour without its colour: a wave, a ring, a cross."""
    r, g, b, alpha = MARK_INK[colour]
    pen = icons.Pen(2 * half, (r, g, b))
    if colour == "white":
        pen.path([(4 + 92 * n / 24, 50 - 24 * math.sin(math.tau * n / 24)) for n in range(25)], 13)
    elif colour == "red":
        pen.disc((50, 50), 40)
        pen.disc((50, 50), 27, cut=True)
    else:
        pen.path([(22, 22), (78, 78)], 14)
        pen.path([(78, 22), (22, 78)], 14)
    image = pen.image()
    image.set_alpha(alpha)
    return image


def shadow_image(art: Art, radius: int, flat: float, strength: int) -> pygame.Surface:
    """Give a soft round shadow, `flat` times as high as wide; its middle is the picture's."""

    def make() -> pygame.Surface:
        k, side = 2, max(4, radius * 3)
        small = pygame.Surface((side // k, side // k), pygame.SRCALPHA)
        box = pygame.Rect(0, 0, 2 * radius // k, max(1, round(2 * radius * flat / k)))
        box.center = side // k // 2, side // k // 2
        pygame.draw.ellipse(small, (12, 6, 2, strength), box)
        small = pygame.transform.gaussian_blur(small, max(1, radius // 6 // k), repeat_edge_pixels=False)
        return pygame.transform.smoothscale(small, (side, side))

    return art.keep(("soft", radius, flat, strength), make)


def dashed_image(art: Art, radius: int, thick: int, color: Color = GOLD) -> pygame.Surface:
    """Give a dashed ring."""

    def make() -> pygame.Surface:
        size = 2 * (radius + thick)
        pen = icons.Pen(size, color)
        reach = 50 * radius / (radius + thick)
        for dash in range(14):
            pen.arc((50, 50), reach, dash * 360 / 14, (dash + 0.55) * 360 / 14, 100 * thick / size)
        return pen.image()

    return art.keep(("dashed", radius, thick, color), make)
