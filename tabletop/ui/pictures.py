"""The picture on each game's card in the menu, by the id of its rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import pygame

from tabletop.ui.art import Art
from tabletop.ui.marbles import marble_image, shadow_image
from tabletop.ui.theme import FELT, PALE, PAPER, SEA, SPELLS, Color, darker, lighter, mix

Picture = Callable[[Art, pygame.Surface], None]


def picture(art: Art, rules: str, size: tuple[int, int], radius: int, beside: bool = False) -> pygame.Surface:
    """Give a game's picture with round upper corners, or round left ones to stand beside words."""

    def make() -> pygame.Surface:
        surface = pygame.Surface(size, pygame.SRCALPHA)
        PICTURES.get(rules, _plain)(art, surface)
        return _rounded(art, surface, radius, beside)

    return art.keep(("picture", rules, size, radius, beside), make)


def _rounded(art: Art, surface: pygame.Surface, radius: int, beside: bool) -> pygame.Surface:
    width, height = surface.get_size()
    mask = pygame.Surface((width, height), pygame.SRCALPHA)
    whole = (width + 2 * radius, height) if beside else (width, height + 2 * radius)
    mask.blit(art.rounded(whole, radius, (255, 255, 255, 255)), (0, 0))
    surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def _ground(surface: pygame.Surface, color: Color) -> None:
    """Fill with a colour, lighter in the upper middle."""
    width, height = surface.get_size()
    small = pygame.Surface((24, 24))
    for y in range(24):
        for x in range(24):
            away = math.hypot((x - 11.5) / 14, (y - 8) / 18)
            small.set_at((x, y), mix(lighter(color, 0.16), darker(color, 0.32), min(1.0, away)))
    surface.blit(pygame.transform.smoothscale(small, (width, height)), (0, 0))


def _monsters(art: Art, surface: pygame.Surface) -> None:
    """Draw islands in the sea, queues below them, the sorcerer above."""
    width, height = surface.get_size()
    _ground(surface, SEA)
    unit = min(width / 220, height / 232)
    line = pygame.Surface((width, height), pygame.SRCALPHA)
    for row in range(7):
        y = height * (0.1 + 0.15 * row)
        points = [(x, y + 3 * unit * math.sin(x / (14 * unit) + row * 1.7)) for x in range(0, width + 4, 4)]
        pygame.draw.lines(line, (*PALE, 26), False, points, max(1, round(1.6 * unit)))
    surface.blit(line, (0, 0))
    card_width, card_height = round(58 * unit), round(76 * unit)
    top = height / 2 - 20 * unit
    for n, spell in enumerate(("birth", "sacrifice", "drifting")):
        left = width / 2 + (n - 1.5) * 66 * unit + 4 * unit
        rise = (-4, 3, -1)[n] * unit
        shallows = pygame.Rect(0, 0, round(card_width * 1.34), round(card_height * 1.24))
        shallows.center = round(left + card_width / 2), round(top + rise + card_height / 2)
        art.island(surface, shallows)
        card = pygame.Surface((card_width + 4, card_height + 4), pygame.SRCALPHA)
        band = round(20 * unit)
        color = SPELLS[spell]
        card.blit(art.paper_image((card_width, card_height), color, band, radius=8), (2, 2))
        art.icon(card, spell, (card_width / 2 + 2, band + (card_height - band) / 2), round(34 * unit), color)
        art.blit(surface, card, (left + card_width / 2, top + rise + card_height / 2), angle=(-2.5, 0, 2)[n])
    for x, y, owner in ((-66, 68, 0), (-66, 92, 1), (0, 76, 1), (66, 70, 2), (66, 94, 0)):
        art.chip(surface, (width / 2 + x * unit, height / 2 + y * unit), round(16 * unit), owner)
    art.blit(surface, art.sorcerer_image(round(74 * unit)), (width / 2 - 2 * unit, top - 30 * unit))


DARK: Color = (0x2A, 0x2D, 0x36)
RED: Color = (0xC9, 0x34, 0x2C)


def _pyramid(ground: Color, levels: tuple[tuple[str, ...], ...]) -> Picture:
    """Make the picture of a pyramid of marbles seen at a corner: levels from below, rows from behind, `w`, `b`, `r`."""

    def draw(art: Art, surface: pygame.Surface) -> None:
        width, height = surface.get_size()
        _ground(surface, ground)
        radius = round(min(width / 7.4, height / 7.6))
        for level, rows in enumerate(levels):
            for n, row in enumerate(rows):
                y = height * 0.6 + (n - (len(rows) - 1) / 2) * 0.82 * radius - level * 1.04 * radius
                for i, colour in enumerate(row):
                    x = width / 2 + (i - (len(row) - 1) / 2) * 2.28 * radius
                    art.blit(surface, shadow_image(art, radius, 1.0, 110), (x + radius * 0.14, y + radius * 0.2))
                    art.blit(surface, marble_image(art, radius, NAMES[colour]), (x, y))

    return draw


NAMES = {"w": "white", "b": "black", "r": "red"}
_SPAGHETTI = _pyramid((0xB5, 0x45, 0x1F), (("w", "rb", "wrw", "rw", "w"), ("r", "wb", "r"), ("w",)))
_GUARDS = _pyramid((0x7B, 0x22, 0x33), (("b", "wr", "brb", "rw", "b"), ("w", "rb", "w"), ("r",)))


def _mammonism(art: Art, surface: pygame.Surface) -> None:
    """Draw stacks of coins that grow, and a crowned card above."""
    width, height = surface.get_size()
    _ground(surface, (0xB3, 0x82, 0x2B))
    unit = min(width / 220, height / 232)
    size = round(62 * unit), round(82 * unit)
    card = pygame.Surface((size[0] + 4, size[1] + 4), pygame.SRCALPHA)
    card.blit(art.paper_image(size, radius=8), (2, 2))
    art.icon(card, "crown", (size[0] / 2 + 2, size[1] / 2 + 2), round(38 * unit), (0x8A, 0x62, 0x1C))
    shade = art.rounded(size, round(8 * unit), (0, 0, 0, 70))
    art.blit(surface, shade, (width / 2 + 5 * unit, height / 2 - 43 * unit), angle=8)
    art.blit(surface, card, (width / 2 + 1 * unit, height / 2 - 48 * unit), angle=8)
    for owner, coins in enumerate((2, 4, 6, 8)):
        x = width / 2 + (owner - 1.5) * 45 * unit
        for n in range(coins):
            art.chip(surface, (x, height / 2 + 76 * unit - n * 8 * unit), round(20 * unit), owner)


def _amoeba(art: Art, surface: pygame.Surface) -> None:
    """Draw two amoebae on a chequered board."""
    width, height = surface.get_size()
    _ground(surface, (0x4A, 0x8A, 0x50))
    side = round(min(width * 0.78, height * 0.8))
    board = pygame.Surface((side, side), pygame.SRCALPHA)
    cell = -(-side // 4)
    for n in range(16):
        color = (0xE2, 0xEA, 0xD4) if (n + n // 4) % 2 else (0xC6, 0xD2, 0xBA)
        board.fill(color, (n % 4 * cell, n // 4 * cell, cell, cell))
    discs = {
        RED: ((0.2, 0.78), (0.36, 0.74), (0.3, 0.6), (0.46, 0.6), (0.62, 0.66)),
        DARK: ((0.44, 0.24), (0.6, 0.22), (0.56, 0.38), (0.74, 0.34)),
    }
    for color, places in discs.items():
        slime = pygame.Surface((side, side), pygame.SRCALPHA)
        for x, y in places:
            pygame.draw.circle(slime, (*color, 90), (x * side, y * side), side * 0.135)
        board.blit(slime, (0, 0))
        for x, y in places:
            art.blit(board, art.badge_image(round(side * 0.085), color), (x * side, y * side))
    mask = art.rounded((side, side), side // 14, (255, 255, 255, 255))
    board.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(board, ((width - side) // 2, (height - side) // 2))


def _plain(art: Art, surface: pygame.Surface) -> None:
    """Draw a die on felt, for rules that have no picture."""
    _ground(surface, FELT)
    width, height = surface.get_size()
    art.icon(surface, "dice", (width / 2, height / 2), min(width, height) // 2, mix(FELT, PAPER, 0.7))


def broken(art: Art, size: tuple[int, int], radius: int, beside: bool = False) -> pygame.Surface:
    """Give the picture of a file that cannot be used."""

    def make() -> pygame.Surface:
        surface = pygame.Surface(size, pygame.SRCALPHA)
        _ground(surface, (0x6E, 0x63, 0x58))
        art.icon(surface, "blank", (size[0] / 2, size[1] / 2), min(size) // 2, mix((0x6E, 0x63, 0x58), PAPER, 0.6))
        return _rounded(art, surface, radius, beside)

    return art.keep(("broken", size, radius, beside), make)


PICTURES: Mapping[str, Picture] = {
    "spaghetti_monsters": _monsters,
    "spaghetti": _SPAGHETTI,
    "spiteful_guards": _GUARDS,
    "mammonism": _mammonism,
    "super_amoeba_battle": _amoeba,
}
