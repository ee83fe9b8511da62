"""Pictures of Super Amoeba Battle: the chequered board, discs, and amoebae as living shapes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from tabletop.ui.art import Art
from tabletop.ui.theme import PAPER, Color, darker, lighter, mix

LIGHT: Color = (0xE9, 0xDD, 0xBE)
DARK: Color = (0xC9, 0xB3, 0x89)
COLORS: dict[int, Color] = {1: (0xCF, 0x3B, 0x36), 2: (0x3A, 0x3F, 0x49)}
FLESH: dict[int, Color] = {1: (0xE4, 0x5A, 0x50), 2: (0x56, 0x62, 0x78)}
GLOW, EDGE, BODY = (1.3, 170), (1.17, 150), (1.1, 150)  # radius of the skin as a share of the disc's, and its cover
SLACK = 1.04  # discs drawn so near to each other, in widths, are one shape


def board_image(art: Art, side: int) -> pygame.Surface:
    """Give the board of 8 x 8 squares; Red's left corner is a dark one."""

    def make() -> pygame.Surface:
        board = pygame.Surface((side, side))
        for row in range(8):
            for column in range(8):
                left, top = side * column // 8, side * row // 8
                rect = pygame.Rect(left, top, side * (column + 1) // 8 - left, side * (row + 1) // 8 - top)
                board.fill(LIGHT if (row + column) % 2 == 0 else DARK, rect)
        return board

    return art.keep(("amoeba board", side), make)


def disc_image(art: Art, radius: int, owner: int, nucleus: bool = False, faint: bool = False) -> pygame.Surface:
    """Give a disc: Red's has a round line on it, Black's a square one; a nucleus has a pale core."""
    key = "amoeba disc", radius, owner, nucleus, faint
    return art.keep(key, lambda: _disc(radius, owner, nucleus, faint))


def _disc(radius: int, owner: int, nucleus: bool, faint: bool) -> pygame.Surface:
    k = 4 if radius < 60 else 2
    color = COLORS[owner]
    side = 2 * radius + 2
    big = pygame.Surface((side * k, side * k), pygame.SRCALPHA)
    big.fill((*darker(color, 0.45), 0))
    middle, r = side * k / 2, radius * k
    pygame.draw.circle(big, (*darker(color, 0.5), 255), (middle, middle), r)
    steps = 18
    for n in range(steps):  # light from the upper left
        share = n / (steps - 1)
        shade = mix(darker(color, 0.14), lighter(color, 0.26), share)
        at = middle - r * 0.24 * share
        pygame.draw.circle(big, (*shade, 255), (at, at), r * (0.95 - 0.62 * share))
    line = (*mix(color, (255, 255, 255), 0.58), 255)
    thick = max(2, round(r * 0.055))
    if nucleus:
        pygame.draw.circle(big, (*PAPER, 255), (middle, middle), r * 0.62)
    if owner == 1:
        pygame.draw.circle(big, line, (middle, middle), r * 0.72, thick)
    else:
        half = r * 0.56
        box = pygame.Rect(0, 0, round(2 * half), round(2 * half))
        box.center = round(middle), round(middle)
        pygame.draw.rect(big, line, box, thick, round(half * 0.18))
    small = pygame.transform.smoothscale(big, (side, side))
    room = side + 2 * max(3, radius // 3)
    out = pygame.Surface((room, room), pygame.SRCALPHA)
    for n in range(4):  # a soft shadow, down-right
        shade = pygame.Surface((room, room), pygame.SRCALPHA)
        spot = room / 2 + radius * 0.09, room / 2 + radius * 0.13
        pygame.draw.aacircle(shade, (0, 0, 0, 30), spot, radius * (1.1 - 0.05 * n))
        out.blit(shade, (0, 0))
    out.blit(small, small.get_rect(center=(room // 2, room // 2)))
    if faint:
        out.fill((255, 255, 255, 170), special_flags=pygame.BLEND_RGBA_MULT)
    return out


Placed = tuple[int, float, float, float]
"""A disc's owner, its middle in pixels of the board, and how much of it is there."""


def amoebae(side: int, radius: float, placed: Sequence[Placed], fine: bool = True) -> pygame.Surface:
    """Draw the shapes around discs that touch, on a surface as large as the board; `fine` ones are smoothed."""
    k = 2 if fine and side <= 1000 else 1
    out = pygame.Surface((side, side), pygame.SRCALPHA)
    for owner, flesh in FLESH.items():
        own = [(x * k, y * k, alpha) for seat, x, y, alpha in placed if seat == owner]
        if not own:
            continue
        reach = radius * k * 2.2
        left, top = (max(0, min(disc[n] for disc in own) - reach) for n in (0, 1))
        right, bottom = (min(side * k, max(disc[n] for disc in own) + reach) for n in (0, 1))
        area = pygame.Rect(
            round(left / k), round(top / k), round((right - left) / k) + 1, round((bottom - top) / k) + 1
        )
        area = area.clip(pygame.Rect(0, 0, side, side))
        moved = [(x - area.x * k, y - area.y * k, alpha) for x, y, alpha in own]
        if fine:
            out.blit(
                _glow(area.size, [(x / k / 2, y / k / 2, alpha) for x, y, alpha in moved], radius / 2, flesh), area
            )
        for (grow, cover), color in ((EDGE, darker(flesh, 0.35)), (BODY, lighter(flesh, 0.12))):
            layer = pygame.Surface((area.width * k, area.height * k), pygame.SRCALPHA)
            layer.fill((*color, 0))
            _skin(layer, moved, radius * k, grow, color, cover)
            if k > 1:
                layer = pygame.transform.smoothscale(layer, area.size)
            out.blit(layer, area)
    return out


def _glow(
    size: tuple[int, int], discs: Sequence[tuple[float, float, float]], radius: float, flesh: Color
) -> pygame.Surface:
    """Draw the soft light around shapes, drawn at half the size and blurred."""
    small = pygame.Surface((max(1, size[0] // 2), max(1, size[1] // 2)), pygame.SRCALPHA)
    small.fill((*flesh, 0))
    _skin(small, discs, radius, GLOW[0], flesh, GLOW[1])
    small = pygame.transform.gaussian_blur(small, max(1, round(radius * 0.28)), repeat_edge_pixels=False)
    return pygame.transform.smoothscale(small, size)


def _skin(
    layer: pygame.Surface,
    discs: Sequence[tuple[float, float, float]],
    radius: float,
    grow: float,
    flesh: Color,
    cover: int,
) -> None:
    """Draw one layer: round each disc, webs between those that touch, the gap between three filled."""
    color = (*flesh, cover)
    reach = 2 * radius * SLACK
    linked = [
        (i, j)
        for i, one in enumerate(discs)
        for j, two in enumerate(discs[:i])
        if math.dist(one[:2], two[:2]) <= reach and one[2] > 0.5 and two[2] > 0.5
    ]
    web = radius * (grow - 0.35)
    for i, j in linked:
        (x, y, _), (u, v, _) = discs[i], discs[j]
        away = math.dist((x, y), (u, v)) or 1.0
        nx, ny = (v - y) / away * web, -(u - x) / away * web
        pygame.draw.polygon(layer, color, [(x + nx, y + ny), (u + nx, v + ny), (u - nx, v - ny), (x - nx, y - ny)])
    near = {frozenset(pair) for pair in linked}
    for i, j in linked:
        for h in range(j):
            if frozenset((i, h)) in near and frozenset((j, h)) in near:
                pygame.draw.polygon(layer, color, [discs[n][:2] for n in (i, j, h)])
    for x, y, alpha in discs:
        pygame.draw.circle(layer, color, (x, y), radius * (1 + (grow - 1) * alpha) * min(1.0, alpha * 1.5))
