"""Things on the table and the table itself, drawn large, smoothed down, kept by size.

What ends in `_image` gives a picture whose middle is the thing's middle, shadow and all; the others draw at once.
"""

from __future__ import annotations

import math
import random
from collections import OrderedDict
from collections.abc import Callable, Sequence

import pygame

from tabletop.ui import icons
from tabletop.ui.theme import (
    BLACK,
    FELT,
    GOLD,
    HEART,
    OWNERS,
    PALE,
    PANEL,
    PANEL_EDGE,
    PAPER,
    PAPER_EDGE,
    SEA,
    SHADE,
    WOOD,
    Color,
    Theme,
    darker,
    lighter,
    mix,
)  # fmt: skip

Image = pygame.Surface
RGBA = tuple[int, int, int, int]
KEPT = 40_000_000  # bytes of pictures


def _rgba(color: Color | RGBA, alpha: int = 255) -> RGBA:
    return (color[0], color[1], color[2], color[3] if len(color) == 4 else alpha)


def _over(top: RGBA, below: RGBA) -> RGBA:
    """Lay one translucent colour over another."""
    a, b = top[3] / 255, below[3] / 255
    alpha = a + b * (1 - a)
    if alpha == 0:
        return top
    r, g, bl = (round((t * a + u * b * (1 - a)) / alpha) for t, u in zip(top[:3], below[:3], strict=True))
    return r, g, bl, round(255 * alpha)


class Art:
    """Draws with one theme; `retheme` when it changes."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.owners = OWNERS
        """Whose colour and sign each seat has, the first seat's first."""
        self._kept: OrderedDict[tuple[object, ...], Image] = OrderedDict()
        self._bytes = 0

    def retheme(self, theme: Theme) -> None:
        """Take other measures and forget the pictures made with the old ones."""
        self.theme = theme
        self._kept.clear()
        self._bytes = 0

    def seat(self, looks: Sequence[str]) -> None:
        """Take the seats' colours by their names; unless each name is known and there once, the usual ones."""
        named = {owner.name: owner for owner in OWNERS}
        chosen = [named[look] for look in dict.fromkeys(looks) if look in named]
        rest = [owner for owner in OWNERS if owner not in chosen]
        self.owners = (*chosen, *rest) if len(chosen) == len(looks) else OWNERS

    def keep(self, key: tuple[object, ...], make: Callable[[], Image]) -> Image:
        """Give a picture by its key, made only once; the longest unused ones are let go."""
        image = self._kept.get(key)
        if image is None:
            image = self._kept[key] = make()
            self._bytes += image.get_width() * image.get_height() * 4
            while self._bytes > KEPT and len(self._kept) > 1:
                _, old = self._kept.popitem(last=False)
                self._bytes -= old.get_width() * old.get_height() * 4
        else:
            self._kept.move_to_end(key)
        return image

    def kept(self, key: tuple[object, ...]) -> Image | None:
        """Give a picture by its key where it is made already."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def blit(
        self,
        surface: Image,
        image: Image,
        center: tuple[float, float],
        scale: float = 1.0,
        alpha: float = 1.0,
        angle: float = 0.0,
    ) -> None:
        """Draw a picture by its middle, smaller, fainter or turned (degrees clockwise) while it moves."""
        if alpha <= 0:
            return
        if scale != 1.0 or angle:
            image = pygame.transform.rotozoom(image, -angle, scale)
        if alpha < 1:
            image = image.copy() if scale == 1.0 and not angle else image
            image.set_alpha(round(255 * alpha))
        surface.blit(image, (round(center[0] - image.get_width() / 2), round(center[1] - image.get_height() / 2)))

    # -- surfaces ---------------------------------------------------------------------------------------------------

    def background(self, surface: Image) -> None:
        """Cover everything with the wooden table under its lamp."""
        size = surface.get_size()
        surface.blit(self.keep(("wood", size), lambda: _wood(size)), (0, 0))

    def rounded(
        self,
        size: tuple[int, int],
        radius: int,
        fill: Color | RGBA,
        edge: Color | RGBA | None = None,
        thick: int = 1,
    ) -> Image:
        """Give a rectangle with round corners and smooth edges."""
        radius = max(0, min(radius, min(size) // 2))
        key = "round", size, radius, fill, edge, thick
        return self.keep(key, lambda: _rounded(size, radius, _rgba(fill), _rgba(edge) if edge else None, thick))

    def shadow(self, surface: Image, rect: pygame.Rect, radius: int, height: float = 6, strength: int = 120) -> None:
        """Draw the soft shadow, down-right, of a thing `height` board units above the table."""
        blur = max(2, self.theme(height * 1.6))
        key = "shadow", rect.size, radius, blur, strength
        image = self.keep(key, lambda: _shadow(rect.size, radius, blur, strength))
        shift = self.theme(height * 0.6)
        surface.blit(image, (rect.x - 2 * blur + shift, rect.y - 2 * blur + round(shift * 1.5)))

    def panel(
        self, surface: Image, rect: pygame.Rect, radius: float = 16, now: bool = False, fill: RGBA = PANEL
    ) -> None:
        """Draw a dark translucent panel; `now` rings it with gold."""
        corner = self.theme(radius)
        surface.blit(self.rounded(rect.size, corner, fill, _over(PANEL_EDGE, fill), max(1, self.theme(1))), rect)
        if now:
            self.ring(surface, rect, radius)

    def ring(
        self, surface: Image, rect: pygame.Rect, radius: float = 16, color: Color = GOLD, thick: float = 3
    ) -> None:
        """Draw a ring around a rectangle: gold says "now"."""
        width = max(2, self.theme(thick))
        image = self.rounded(rect.size, self.theme(radius), (*color, 0), color, width)
        surface.blit(image, rect)

    def paper(
        self,
        surface: Image,
        rect: pygame.Rect,
        *,
        band: Color | None = None,
        band_height: int = 0,
        radius: float = 14,
        fill: Color = PAPER,
        edge: Color | None = None,
        height: float = 6,
    ) -> None:
        """Draw a paper card with its shadow; `band` colours its top for `band_height` pixels."""
        if height:
            self.shadow(surface, rect, self.theme(radius), height)
        surface.blit(self.paper_image(rect.size, band, band_height, radius, fill, edge), rect)

    def paper_image(
        self,
        size: tuple[int, int],
        band: Color | None = None,
        band_height: int = 0,
        radius: float = 14,
        fill: Color = PAPER,
        edge: Color | None = None,
    ) -> Image:
        """Give a paper card without its shadow."""
        border = edge or PAPER_EDGE
        corner, thick = self.theme(radius), max(1, self.theme(1.5))

        def make() -> Image:
            base = _rounded(size, corner, _rgba(fill), _rgba(border), thick)
            if band is not None and band_height > 0:
                top = _rounded(size, corner, _rgba(band), _rgba(mix(band, border, 0.45)), thick)
                _sheen(top, pygame.Rect(thick, thick, size[0] - 2 * thick, band_height), 26)
                area = pygame.Rect(0, 0, size[0], band_height)
                base.fill((0, 0, 0, 0), area)
                base.blit(top, (0, 0), area)
            return base

        return self.keep(("paper", size, band, band_height, corner, fill, border), make)

    def card_back(
        self, surface: Image, rect: pygame.Rect, color: Color = (0x6E, 0x2C, 0x33), emblem: str = "crown"
    ) -> None:
        """Draw a card face down."""
        self.shadow(surface, rect, self.theme(10), 4)
        surface.blit(self.rounded(rect.size, self.theme(10), color, lighter(color, 0.3), max(1, self.theme(2))), rect)
        inner = rect.inflate(-self.theme(16), -self.theme(16))
        if min(inner.size) > 8:
            edge = self.rounded(inner.size, self.theme(6), (*color, 0), mix(color, PALE, 0.3), max(1, self.theme(1)))
            surface.blit(edge, inner)
            size = min(inner.size) * 6 // 10
            self.icon(surface, emblem, rect.center, size, mix(color, PALE, 0.4))

    def sea(self, surface: Image, rect: pygame.Rect, radius: float = 26) -> None:
        """Draw the sea that islands stand in."""
        corner, unit = self.theme(radius), self.theme.unit
        surface.blit(self.keep(("sea", rect.size, corner), lambda: _sea(rect.size, corner, unit)), rect)

    def felt(self, surface: Image, rect: pygame.Rect, radius: float = 26, color: Color = FELT) -> None:
        """Draw a cloth on the table."""
        corner = self.theme(radius)
        surface.blit(self.keep(("felt", rect.size, corner, color), lambda: _felt(rect.size, corner, color)), rect)

    def island(self, surface: Image, rect: pygame.Rect) -> None:
        """Draw the sandy shallows around an island."""
        surface.blit(self.keep(("island", rect.size), lambda: _island(rect.size)), rect)

    def shade(self, surface: Image, color: RGBA = SHADE) -> None:
        """Darken everything drawn so far, below a dialog."""
        r, g, b, alpha = color
        surface.fill((255 - alpha,) * 3, special_flags=pygame.BLEND_MULT)
        surface.fill((r * alpha // 255, g * alpha // 255, b * alpha // 255), special_flags=pygame.BLEND_ADD)

    # -- things -----------------------------------------------------------------------------------------------------

    def chip_image(self, radius: int, owner: int, faint: bool = False) -> Image:
        """Give a poker chip with its owner's sign (`owner` counts from 0)."""
        who = self.owners[owner % len(self.owners)]
        return self.keep(("chip", radius, who, faint), lambda: _chip(radius, who.color, who.sign, faint))

    def chip(self, surface: Image, center: tuple[float, float], radius: int, owner: int, now: bool = False) -> None:
        """Draw a poker chip; `now` rings it with gold."""
        self.blit(surface, self.chip_image(radius, owner), center)
        if now:
            self.circle_ring(surface, center, radius)

    def circle_ring(self, surface: Image, center: tuple[float, float], radius: float, color: Color = GOLD) -> None:
        """Draw a ring a little outside a round thing."""
        outer = round(radius) + self.theme(7)
        thick = max(2, self.theme(4))
        image = self.keep(("circle", outer, thick, color), lambda: _circle(outer, (*color, 0), _rgba(color), thick))
        self.blit(surface, image, center)

    def badge_image(self, radius: int, color: Color, edge: Color | None = None) -> Image:
        """Give a coloured disc for a number to stand on."""
        rim = edge or lighter(color, 0.25)
        return self.keep(
            ("badge", radius, color, rim), lambda: _circle(radius, _rgba(color), _rgba(rim), max(1, radius // 12))
        )

    def marker_image(self, radius: int, blessing: bool) -> Image:
        """Give a blessing chip (plus) or a curse chip (minus)."""
        color, paper = (
            ((0x8A, 0x6A, 0x12), (0xFF, 0xF6, 0xDC)) if blessing else ((0xEC, 0xDF, 0xF2), (0x4A, 0x2C, 0x56))
        )

        def make() -> Image:
            disc = _circle(radius, _rgba(paper), _rgba(mix(color, paper, 0.15)), max(2, radius // 6))
            sign = icons.draw("plus" if blessing else "minus", round(radius * 1.05), color)
            disc.blit(sign, sign.get_rect(center=disc.get_rect().center))
            return disc

        return self.keep(("marker", radius, blessing), make)

    def heart_image(self, size: int, full: bool = True) -> Image:
        """Give a life, or the place of a lost one."""
        color = HEART if full else (0x5C, 0x4C, 0x44)
        return self.keep(("heart", size, full), lambda: icons.draw("heart", size, color))

    def sorcerer_image(self, height: int) -> Image:
        """Give the sorcerer with his shadow."""
        return self.keep(("sorcerer", height), lambda: _sorcerer(height))

    def arrow_image(self, size: int, color: Color = GOLD, heading: int = 1) -> Image:
        """Give a thick arrow to the right (heading 1) or left (-1)."""
        return self.keep(("arrow", size, color, heading), lambda: _arrow(size, color, heading))

    def icon_image(self, name: str, size: int, color: Color = PALE) -> Image:
        """Give an icon, an emblem or an owner's sign by its name."""
        return self.keep(("icon", name, size, color), lambda: icons.draw(name, size, color))

    def icon(self, surface: Image, name: str, center: tuple[float, float], size: int, color: Color = PALE) -> None:
        """Draw an icon by its middle."""
        self.blit(surface, self.icon_image(name, size, color), center)


def app_icon(size: int = 64) -> Image:
    """Draw the program's icon."""
    image = _rounded((size, size), size // 5, _rgba(WOOD), _rgba(darker(WOOD, 0.3)), max(1, size // 24))
    chip = _chip(round(size * 0.36), OWNERS[0].color, "circle", False)
    image.blit(chip, chip.get_rect(center=(size // 2, size // 2)))
    return image


# -- makers -----------------------------------------------------------------------------------------------------------


def _rounded(size: tuple[int, int], radius: int, fill: RGBA, edge: RGBA | None, thick: int) -> Image:
    width, height = max(1, size[0]), max(1, size[1])
    tile = 2 * max(radius, thick) + 4
    if width < tile or height < tile:
        return _rounded_small((width, height), radius, fill, edge, thick)
    small = _rounded_small((tile, tile), radius, fill, edge, thick)
    out = pygame.Surface((width, height), pygame.SRCALPHA)
    half, rest = tile // 2, tile - tile // 2
    strip_x = small.subsurface((half, 0, 1, tile))
    strip_y = small.subsurface((0, half, tile, 1))
    across = pygame.transform.scale(strip_x, (width - tile, tile))
    down = pygame.transform.scale(strip_y, (tile, height - tile))
    out.fill(fill, (half, half, width - tile, height - tile))
    out.blit(across, (half, 0), (0, 0, width - tile, half))
    out.blit(across, (half, height - rest), (0, half, width - tile, rest))
    out.blit(down, (0, half), (0, 0, half, height - tile))
    out.blit(down, (width - rest, half), (half, 0, rest, height - tile))
    out.blit(small, (0, 0), (0, 0, half, half))
    out.blit(small, (width - rest, 0), (half, 0, rest, half))
    out.blit(small, (0, height - rest), (0, half, half, rest))
    out.blit(small, (width - rest, height - rest), (half, half, rest, rest))
    return out


def _rounded_small(size: tuple[int, int], radius: int, fill: RGBA, edge: RGBA | None, thick: int) -> Image:
    k = 4
    big = pygame.Surface((size[0] * k, size[1] * k), pygame.SRCALPHA)
    rect = big.get_rect()
    outside = edge or fill
    big.fill((*outside[:3], 0))
    if edge is not None:
        pygame.draw.rect(big, edge, rect, border_radius=radius * k)
        rect = rect.inflate(-2 * thick * k, -2 * thick * k)
    pygame.draw.rect(big, fill, rect, border_radius=max(0, (radius - (thick if edge else 0)) * k))
    return pygame.transform.smoothscale(big, size)


def _shadow(size: tuple[int, int], radius: int, blur: int, strength: int) -> Image:
    k = 4 if min(size) > 60 else 2
    pad = 2 * blur
    full = size[0] + 2 * pad, size[1] + 2 * pad
    small = pygame.Surface((max(1, full[0] // k), max(1, full[1] // k)), pygame.SRCALPHA)
    box = pygame.Rect(pad // k, pad // k, max(1, size[0] // k), max(1, size[1] // k))
    pygame.draw.rect(small, (0, 0, 0, strength), box, border_radius=max(0, radius // k))
    small = pygame.transform.gaussian_blur(small, max(1, blur // k), repeat_edge_pixels=False)
    return pygame.transform.smoothscale(small, full)


def _wood(size: tuple[int, int]) -> Image:
    """Lamp light, then grain, then the boards' seams."""
    rng = random.Random(11)
    across, down = 48, 30
    light = pygame.Surface((across, down), depth=32)
    near, far, edge = (0x92, 0x64, 0x44), (0x58, 0x37, 0x23), (0x26, 0x16, 0x0E)
    for y in range(down):
        for x in range(across):
            away = math.hypot((x + 0.5) / across - 0.5, ((y + 0.5) / down - 0.42) * 0.9) * 1.75
            color = (
                mix(near, far, min(1.0, away * 1.15)) if away < 0.87 else mix(far, edge, min(1.0, (away - 0.87) * 2.6))
            )
            light.set_at((x, y), color)
    out = pygame.transform.smoothscale(light, size)
    columns = max(64, size[0] // 3)
    grain = pygame.Surface((columns, 6), depth=32)
    tone = [0.0] * columns
    drift = 0.0
    for x in range(columns):
        drift = 0.86 * drift + rng.uniform(-5, 5)
        tone[x] = drift + (rng.uniform(-16, -6) if rng.random() < 0.09 else rng.uniform(-4, 4))
    for y in range(6):
        for x in range(columns):
            value = max(0, min(255, round(238 + tone[x] + rng.uniform(-4, 4))))
            grain.set_at((x, y), (value, value, value))
    board = max(120, size[0] // 9)
    for seam in range(board // 2, size[0], board):
        x = min(columns - 2, seam * columns // size[0])
        for y in range(6):
            grain.set_at((x, y), (214, 214, 214))
            grain.set_at((x + 1, y), (248, 248, 248))
    out.blit(pygame.transform.smoothscale(grain, size), (0, 0), special_flags=pygame.BLEND_MULT)
    return out


def _mask_to(image: Image, radius: int) -> Image:
    """Cut a picture to round corners."""
    size = image.get_size()
    out = pygame.Surface(size, pygame.SRCALPHA)
    out.blit(image, (0, 0))
    out.blit(_rounded(size, radius, (255, 255, 255, 255), None, 0), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return out


def _glow(size: tuple[int, int], middle: Color, rim: Color) -> Image:
    small = pygame.Surface((24, 16), depth=32)
    for y in range(16):
        for x in range(24):
            away = math.hypot((x + 0.5) / 24 - 0.48, (y + 0.5) / 16 - 0.45) * 1.5
            small.set_at((x, y), mix(middle, rim, min(1.0, away)))
    return pygame.transform.smoothscale(small, size)


def _sea(size: tuple[int, int], radius: int, unit: float) -> Image:
    image = _glow(size, lighter(SEA, 0.04), darker(SEA, 0.36))
    waves = pygame.Surface(size, pygame.SRCALPHA)
    step, rng = max(24, round(68 * unit)), random.Random(5)
    thick = max(1, round(2.4 * unit))
    for y in range(step // 2, size[1], step):
        phase, high, length = rng.uniform(0, 6), 7 * unit, 132 * unit
        points = [(x, y + high * math.sin(phase + 2 * math.pi * x / length)) for x in range(-8, size[0] + 12, 6)]
        for shift in range(thick):
            pygame.draw.aalines(waves, (170, 225, 228, 34), False, [(x, wave + shift * 0.8) for x, wave in points])
    image.blit(waves, (0, 0))
    return _mask_to(image, radius)


def _felt(size: tuple[int, int], radius: int, color: Color) -> Image:
    image = _glow(size, lighter(color, 0.09), darker(color, 0.22))
    rng = random.Random(3)
    tile = pygame.Surface((96, 96), depth=32)
    for y in range(96):
        for x in range(96):
            value = rng.randint(243, 255)
            tile.set_at((x, y), (value, value, value))
    for y in range(0, size[1], 96):
        for x in range(0, size[0], 96):
            image.blit(tile, (x, y), special_flags=pygame.BLEND_MULT)
    return _mask_to(image, radius)


def _island(size: tuple[int, int]) -> Image:
    sand: Color = (0xD9, 0xC9, 0x92)
    k = 2
    big = pygame.Surface((size[0] * k, size[1] * k), pygame.SRCALPHA)
    big.fill((*sand, 0))
    pygame.draw.ellipse(big, (*sand, 48), big.get_rect())
    inner = big.get_rect().inflate(-size[0] * k // 12, -size[1] * k // 12)
    pygame.draw.ellipse(big, (*sand, 84), inner)
    return pygame.transform.smoothscale(big, size)


def _sheen(image: Image, rect: pygame.Rect, strength: int) -> None:
    """Lighten the top of a rectangle, fading downwards."""
    for y in range(rect.height):
        value = round(strength * (1 - y / max(1, rect.height)))
        image.fill((value, value, value, 0), (rect.x, rect.y + y, rect.width, 1), special_flags=pygame.BLEND_RGBA_ADD)


def _circle(radius: int, fill: RGBA, edge: RGBA | None = None, thick: int = 1) -> Image:
    k = 4
    side = 2 * radius + 2
    big = pygame.Surface((side * k, side * k), pygame.SRCALPHA)
    big.fill((*(edge or fill)[:3], 0))
    middle = side * k / 2, side * k / 2
    if edge is not None:
        pygame.draw.circle(big, edge, middle, radius * k)
        radius -= thick
    pygame.draw.circle(big, fill, middle, radius * k)
    return pygame.transform.smoothscale(big, (side, side))


def _round_shadow(side: int, radius: float, shift: tuple[float, float], strength: int, flat: float = 1.0) -> Image:
    """Draw a soft round shadow in the middle of a square, moved by `shift`."""
    k = 2 if side > 40 else 1
    small = pygame.Surface((max(1, side // k), max(1, side // k)), pygame.SRCALPHA)
    x, y, r = (side / 2 + shift[0]) / k, (side / 2 + shift[1]) / k, radius / k
    pygame.draw.ellipse(
        small, (0, 0, 0, strength), pygame.Rect(round(x - r), round(y - r * flat), round(2 * r), round(2 * r * flat))
    )
    small = pygame.transform.gaussian_blur(small, max(1, round(radius / 7 / k)), repeat_edge_pixels=False)
    return pygame.transform.smoothscale(small, (side, side))


def _chip(radius: int, color: Color, sign: str, faint: bool) -> Image:
    radius = max(4, radius)
    k = 4 if radius < 60 else 2
    white = mix((255, 255, 255), color, 0.06)
    side = 2 * radius + 2
    big = pygame.Surface((side * k, side * k), pygame.SRCALPHA)
    dark = darker(color, 0.25)
    big.fill((*dark, 0))
    middle, r = side * k / 2, radius * k
    center = middle, middle
    pygame.draw.circle(big, (*dark, 255), center, r)
    pygame.draw.circle(big, (*color, 255), center, r * 0.97)
    for turn in range(8):  # the white marks on the rim
        angle = math.radians(45 * turn)
        wide = math.radians(9.5)
        outer = [(middle + r * 0.985 * math.cos(a), middle + r * 0.985 * math.sin(a)) for a in _span(angle, wide)]
        inner = [
            (middle + r * 0.78 * math.cos(a), middle + r * 0.78 * math.sin(a)) for a in reversed(_span(angle, wide))
        ]
        pygame.draw.polygon(big, (*white, 255), outer + inner)
    pygame.draw.circle(big, (*darker(color, 0.3), 255), center, r * 0.76)
    steps = 14
    for n in range(steps):  # light from the upper left
        share = n / (steps - 1)
        at = middle - r * 0.26 * share, middle - r * 0.26 * share
        shade = mix(darker(color, 0.12), lighter(color, 0.34), share)
        pygame.draw.circle(big, (*shade, 255), at, r * (0.72 - 0.46 * share))
    small = pygame.transform.smoothscale(big, (side, side))
    mark = icons.draw(sign, max(6, round(radius * 0.56)), (0xFF, 0xFF, 0xFF))
    under = icons.draw(sign, max(6, round(radius * 0.56)), darker(color, 0.5))
    under.set_alpha(110)
    spot = mark.get_rect(center=(side // 2, side // 2))
    small.blit(under, spot.move(max(1, radius // 22), max(1, radius // 18)))
    small.blit(mark, spot)
    room = side + 2 * max(3, radius // 3)
    out = _round_shadow(room, radius * 1.0, (radius * 0.10, radius * 0.20), 150)
    out.blit(small, small.get_rect(center=(room // 2, room // 2)))
    if faint:
        out.fill((255, 255, 255, 110), special_flags=pygame.BLEND_RGBA_MULT)
    return out


def _span(angle: float, wide: float) -> list[float]:
    return [angle - wide + 2 * wide * n / 6 for n in range(7)]


def _arrow(size: int, color: Color, heading: int) -> Image:
    pen = icons.Pen(size, color)
    points = [(6.0, 34.0), (50.0, 34.0), (50.0, 10.0), (96.0, 50.0), (50.0, 90.0), (50.0, 66.0), (6.0, 66.0)]
    pen.poly([(x if heading > 0 else 100 - x, y) for x, y in points])
    image = pen.image()
    room = size + max(4, size // 4)
    dark = icons.Pen(size, BLACK)
    dark.poly([(x if heading > 0 else 100 - x, y) for x, y in points])
    shade = dark.image()
    shade.set_alpha(90)
    out = pygame.Surface((room, room), pygame.SRCALPHA)
    out.fill((*color, 0))
    spot = image.get_rect(center=(room // 2, room // 2))
    out.blit(shade, spot.move(max(1, size // 20), max(1, size // 14)))
    out.blit(image, spot)
    return out


def _sorcerer(height: int) -> Image:
    """Draw a bearded figure with a starred hat, as a wooden pawn would be painted."""
    k = 4 if height < 200 else 2
    side = height * k
    big = pygame.Surface((side, side), pygame.SRCALPHA)
    robe, robe_dark, hat = (0x5B, 0x3F, 0x9E), (0x35, 0x22, 0x66), (0x4A, 0x31, 0x88)
    big.fill((*robe_dark, 0))

    def at(x: float, y: float) -> tuple[float, float]:
        return x * side / 100, y * side / 100

    def poly(color: Color, *points: tuple[float, float]) -> None:
        pygame.draw.polygon(big, (*color, 255), [at(*point) for point in points])

    def oval(color: Color, x: float, y: float, w: float, h: float) -> None:
        (left, top), (wide, high) = at(x - w / 2, y - h / 2), at(w, h)
        pygame.draw.ellipse(big, (*color, 255), pygame.Rect(round(left), round(top), round(wide), round(high)))

    oval((0x26, 0x17, 0x4C), 50, 91, 52, 14)
    poly(robe_dark, (50, 34), (66, 56), (73, 90), (27, 90), (34, 56))
    oval(robe_dark, 50, 90, 46, 10)
    poly(robe, (47, 36), (58, 56), (62, 91), (30, 89), (36, 56))
    poly(lighter(robe, 0.16), (44, 44), (45, 60), (44, 91), (34, 90), (38, 58))
    poly(robe_dark, (35, 52), (24, 70), (30, 74), (38, 64))  # sleeves
    poly(robe_dark, (64, 52), (76, 68), (71, 73), (61, 64))
    oval((0xF0, 0xC2, 0x98), 27, 72, 8, 7)
    oval((0xF0, 0xC2, 0x98), 73.5, 71, 8, 7)
    pygame.draw.line(big, (0x8A, 0x5A, 0x2E, 255), at(77, 44), at(73, 92), round(side * 0.026))  # staff
    oval((0x8F, 0xE3, 0xE8), 77.4, 41, 10, 10)
    oval((0xE8, 0xFF, 0xFF), 76, 39.4, 4, 4)
    oval((0xF0, 0xC2, 0x98), 50, 44, 21, 20)  # face
    poly((0xFA, 0xF4, 0xE8), (39, 46), (44, 50), (56, 50), (61, 46), (58, 62), (50, 74), (42, 62))  # beard
    oval((0xFA, 0xF4, 0xE8), 50, 50.5, 14, 5)
    oval((0x2A, 0x1C, 0x30), 46, 43.6, 2.6, 3.4)
    oval((0x2A, 0x1C, 0x30), 54, 43.6, 2.6, 3.4)
    oval((0xE2, 0xA4, 0x7C), 50, 47, 4.4, 4.4)
    poly(hat, (35, 37), (51, 3), (65, 37))
    poly(lighter(hat, 0.14), (37, 37), (51, 3), (49, 37))
    oval(robe_dark, 50, 37.5, 40, 8.5)
    oval(hat, 50, 36, 36, 5.5)
    pygame.draw.polygon(big, (0xF3, 0xE2, 0xB0, 255), [at(*p) for p in icons.star((53, 24), 5, 2.1)])
    small = pygame.transform.smoothscale(big, (height, height))
    room = height * 13 // 10
    out = _round_shadow(room, height * 0.27, (height * 0.06, height * 0.42), 150, 0.4)
    out.blit(small, small.get_rect(center=(room // 2, room // 2)))
    return out
