"""What a lesson draws over the table: the shade around what is lit, rings, an arrow, and the card beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from tabletop.ui.scene import Context
from tabletop.ui.text import Layout, escape
from tabletop.ui.theme import DARK_INK, FAINT_INK, GOLD, INK, LOUD, PAPER, lighter
from tabletop.ui.widgets import Button, Widget, flow

SHRUNK = 4  # the shade is made so many times smaller, and blurred
DIM = 0.58
CALM = 0.25  # while things move: they are to be seen
WARNING = (0x9A, 0x2E, 0x22)
SHAKE_SECONDS = 0.4
WIDTHS = (340, 440, 280, 560, 720)  # board units, the one preferred first
LONGEST = 66  # board units of an arrow
GAP = 34  # board units between the card and what it points at: room for an arrow


@dataclass
class Blocker(Widget):
    """The card's paper: what lies under it cannot be clicked."""

    focusable = False

    def parts(self) -> dict[str, pygame.Rect]:
        """Give nothing: only its buttons can be clicked."""
        return {}


@dataclass(frozen=True)
class Said:
    """What a card says; `warning` stands below the text, or for it where there is no room, `count` in the corner."""

    title: str
    text: str
    warning: str = ""
    count: str = ""


class LessonCard:
    """The card, laid out for a place that covers nothing that is lit or to be clicked."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.buttons: list[Button] = []
        self._calm, self._calm_px, self._full = self.rect, 0, True
        self._key: object = None
        self._shade: tuple[object, pygame.Surface] | None = None

    # -- layout -----------------------------------------------------------------------------------------------------

    def lay(
        self, said: Said, buttons: list[Button], area: pygame.Rect, keep: Sequence[pygame.Rect],
        spare: Sequence[pygame.Rect], at: pygame.Rect | None, stay: bool = False,
    ) -> None:  # fmt: skip
        """Take a place in `area` that keeps clear of `keep`, if it can be of `spare` too, near `at`; or `stay`.

        A warning leaves the card and its buttons where they are.
        """
        self.said, self.buttons, self._full = replace(said, warning=""), buttons, True
        where = tuple(map(tuple, keep)), tuple(map(tuple, spare)), tuple(at) if at else None
        key = self.said, tuple(button.words for button in buttons), tuple(area), where, self.context.theme
        if key != self._key and not (stay and area.contains(self._calm)):
            self._key = key
            self._calm, self._calm_px = self._place(area, keep, spare, at), self.px
        self.rect, self.px = self._calm.copy(), self._calm_px
        self.said = said
        if said.warning:
            self._make_room(area, keep)
        self._lay_inside()

    def calm(self) -> None:
        """Take the warning away; all else stays."""
        self.said, self._full = replace(self.said, warning=""), True
        self.rect, self.px = self._calm.copy(), self._calm_px
        self._lay_inside()

    def _make_room(self, area: pygame.Rect, keep: Sequence[pygame.Rect]) -> None:
        """Let the card grow upwards for the warning, or let that stand for the text."""
        more = self._measure(self.rect.width) - self.rect.height
        taller = pygame.Rect(self.rect.x, self.rect.y - more, self.rect.width, self.rect.height + more)
        if area.contains(taller) and taller.collidelist(list(keep)) < 0:
            self.rect = taller
            return
        self._full = False
        while self._measure(self.rect.width) > self.rect.height and self.px > self.context.theme.floor:
            self.px -= 1
        more = self._measure(self.rect.width) - self.rect.height
        if more > 0:
            self.rect = pygame.Rect(self.rect.x, self.rect.y - more, self.rect.width, self.rect.height + more)
            self.rect.clamp_ip(area)

    def _place(
        self, area: pygame.Rect, keep: Sequence[pygame.Rect], spare: Sequence[pygame.Rect], at: pygame.Rect | None
    ) -> pygame.Rect:
        theme = self.context.theme
        text, floor = theme.px("text"), theme.floor
        sizes = sorted({text, *(max(floor, round(text * share)) for share in (0.88, 0.76, 0.64, 0.5))}, reverse=True)
        best: tuple[float, int, int, pygame.Rect] | None = None
        for self.px in sizes:
            for rank, width in enumerate(WIDTHS):
                wide = min(theme.grown(width), area.width)
                high = self._measure(wide)
                if high > area.height:
                    continue
                cost, rect = self._best(pygame.Rect(0, 0, wide, high), area, keep, spare, at)
                cost += theme(14) * rank
                if best is None or cost < best[0]:
                    best = cost, self.px, wide, rect
            if best is not None and best[0] < AWAY:
                break
        if best is None:  # nothing is as high as that: what fits shrinks
            self.px = floor
            wide = min(theme.grown(max(WIDTHS)), area.width)
            best = 0.0, floor, wide, pygame.Rect(area.x, area.y, wide, min(area.height, self._measure(wide)))
        self.px, self.wide = best[1], best[2]
        return best[3]

    def _best(
        self, size: pygame.Rect, area: pygame.Rect, keep: Sequence[pygame.Rect], spare: Sequence[pygame.Rect],
        at: pygame.Rect | None,
    ) -> tuple[float, pygame.Rect]:  # fmt: skip
        theme = self.context.theme
        step = max(16, theme(32))
        xs = sorted({*range(area.x, area.right - size.width + 1, step), area.right - size.width})
        ys = sorted({*range(area.y, area.bottom - size.height + 1, step), area.bottom - size.height})
        if at is not None:  # beside it, in line with it
            gap = theme(GAP)
            xs += [at.right + gap, at.x - gap - size.width, at.centerx - size.width // 2]
            ys += [at.bottom + gap, at.y - gap - size.height, at.centery - size.height // 2]
        kept, spared = list(keep), list(spare)
        best: tuple[float, pygame.Rect] | None = None
        for x in xs:
            for y in ys:
                rect = pygame.Rect(x, y, *size.size)
                if not area.contains(rect):
                    continue
                cost = self._nearness(rect, area, at)
                if best is not None and cost >= best[0]:
                    continue  # what it covers can only make it worse
                cost += sum(AWAY + _area(rect.clip(kept[n])) for n in rect.collidelistall(kept))
                if best is not None and cost >= best[0]:
                    continue
                cost += sum(_area(rect.clip(spared[n])) for n in rect.collidelistall(spared)) / theme.unit / 10
                if best is None or cost < best[0]:
                    best = cost, rect
        assert best is not None
        return best

    def _nearness(self, rect: pygame.Rect, area: pygame.Rect, at: pygame.Rect | None) -> float:
        if at is None:
            return math.dist(rect.center, area.center) / 4
        return math.dist(rect.center, at.center) / 12 + abs(_gap(rect, at) - self.context.theme(GAP)) * 1.5

    # Title, text and warning shrink together; buttons are as they are everywhere.

    def _texts(self, inner: int) -> tuple[Layout, Layout | None, Layout | None]:
        text, theme = self.context.text, self.context.theme
        title = text.layout(self.said.title, max(theme.floor, round(self.px * 1.2)), inner, bold=True)
        body = text.layout(self.said.text, self.px, inner, markup=True) if self._full else None
        warning = (
            text.layout(self.said.warning, self.px, inner - self._sign, markup=True) if self.said.warning else None
        )
        return title, body, warning

    @property
    def _sign(self) -> int:
        return round(self.px * 1.6)

    def _measure(self, wide: int) -> int:
        theme = self.context.theme
        inner = wide - 2 * theme(22)
        title, body, warning = self._texts(inner)
        high = 2 * theme(18) + title.height + theme(6)
        high += body.height if body is not None else 0
        high += warning.height + theme(8) if warning is not None else 0
        return high + theme(12) + self._row(pygame.Rect(0, 0, inner, 0))

    def _row(self, room: pygame.Rect) -> int:
        """Lay buttons and the count; give their height."""
        text = self.context.text
        took = flow(self.context, self.buttons, room, gap=10)
        count = text.measure(self.said.count, "small")
        last = max((button.rect.right for button in self.buttons if button.rect.bottom == took.bottom), default=room.x)
        beside = room.right - last - self.context.theme(12) >= count[0]
        top = took.bottom - (took.height and self.buttons[-1].rect.height) if beside else took.bottom
        high = self.buttons[-1].rect.height if beside and self.buttons else count[1]
        self._count_at = pygame.Rect(room.right - count[0], top, count[0], high)
        return took.height if beside or not self.said.count else took.height + count[1]

    def _lay_inside(self) -> None:
        theme = self.context.theme
        inner = self.rect.inflate(-2 * theme(22), -2 * theme(18))
        title, body, warning = self._texts(inner.width)
        y = inner.y
        self._laid = [(title, pygame.Rect(inner.x, y, inner.width, title.height), DARK_INK)]
        y += title.height + theme(6)
        if body is not None:
            self._laid.append((body, pygame.Rect(inner.x, y, inner.width, body.height), INK))
            y += body.height
        self._sign_at: tuple[float, float] | None = None
        if warning is not None:
            y += theme(8)
            rect = pygame.Rect(inner.x + self._sign, y, inner.width - self._sign, warning.height)
            self._laid.append((warning, rect, WARNING))
            self._sign_at = inner.x + self.px * 0.6, y + self.context.text.line_height(self.px) / 2
            y += warning.height
        row = pygame.Rect(inner.x, y + theme(12), inner.width, 0)
        row.y = max(row.y, inner.bottom - self._row(row))
        self._row(row)

    # -- drawing ----------------------------------------------------------------------------------------------------

    def shade(self, surface: pygame.Surface, lit: Sequence[pygame.Rect], strength: float) -> None:
        """Darken everything but what is lit, with soft edges."""
        key = tuple(map(tuple, lit)), surface.get_size(), strength
        if self._shade is None or self._shade[0] != key:
            self._shade = key, self._make_shade(surface.get_size(), lit, strength)
        surface.blit(self._shade[1], (0, 0), special_flags=pygame.BLEND_MULT)

    def _make_shade(self, size: tuple[int, int], lit: Sequence[pygame.Rect], strength: float) -> pygame.Surface:
        theme = self.context.theme
        small = pygame.Surface((max(1, size[0] // SHRUNK), max(1, size[1] // SHRUNK)), depth=32)
        small.fill([round(255 * (1 - strength * share)) for share in (0.96, 1.0, 1.04)])
        blur = max(1, theme(14) // SHRUNK)
        for rect in lit:
            wide = rect.inflate(2 * theme(20), 2 * theme(20))
            hole = pygame.Rect(*(round(side / SHRUNK) for side in wide))
            pygame.draw.rect(small, (255, 255, 255), hole, border_radius=min(hole.size) // 3)
        return pygame.transform.smoothscale(pygame.transform.box_blur(small, blur), size)

    def arrow(self, surface: pygame.Surface, things: Sequence[pygame.Rect]) -> None:
        """Draw an arrow from the card to the nearest of some things; none where there is no room for one.

        A long way off only its last part is drawn, so that it lies over as little as can be.
        """
        theme = self.context.theme
        at = min(things, key=self._away)
        end = _toward(at, self._facing(at))
        start = _toward(self.rect, end)
        end = _edge(at, start)
        length = math.dist(start, end)
        if length < theme(14):
            return
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        tip = end[0] - ux * theme(3), end[1] - uy * theme(3)
        head = min(theme(24), length * 0.7)
        half, wide = head * 0.29, head * 0.71
        neck = tip[0] - ux * head, tip[1] - uy * head
        shaft = min(length, theme(LONGEST))
        tail = end[0] - ux * (shaft + theme(6)), end[1] - uy * (shaft + theme(6))
        outline = [
            (tail[0] - uy * half, tail[1] + ux * half), (neck[0] - uy * half, neck[1] + ux * half),
            (neck[0] - uy * wide, neck[1] + ux * wide), tip,
            (neck[0] + uy * wide, neck[1] - ux * wide), (neck[0] + uy * half, neck[1] - ux * half),
            (tail[0] + uy * half, tail[1] - ux * half),
        ]  # fmt: skip
        _smooth_polygon(surface, outline, max(1, theme(2)))

    def _away(self, at: pygame.Rect) -> float:
        return _gap(self.rect, at)

    def _facing(self, at: pygame.Rect) -> tuple[int, int]:
        """Give the point of the card that looks at a thing squarely, where they overlap in one direction."""
        left, right = max(self.rect.left, at.left), min(self.rect.right, at.right)
        top, bottom = max(self.rect.top, at.top), min(self.rect.bottom, at.bottom)
        x = (left + right) // 2 if left < right else self.rect.centerx
        y = (top + bottom) // 2 if top < bottom else self.rect.centery
        return x, y

    def draw(self, surface: pygame.Surface, aside: int = 0) -> None:
        """Draw the paper and its words, `aside` pixels to the right while it shakes."""
        text, art = self.context.text, self.context.art
        rect = self.rect.move(aside, 0)
        text.cover(rect)
        edge = WARNING if self.said.warning else LOUD
        art.paper(surface, rect, radius=14, fill=lighter(PAPER, 0.45), height=12)
        art.ring(surface, rect, 14, edge, 3)
        with text.container("lesson", rect):
            for layout, where, color in self._laid:
                text.draw_layout(surface, layout, where.move(aside, 0), color)
            if self._sign_at is not None:
                x, y = self._sign_at
                size = round(self.px * 1.2)
                art.blit(surface, art.badge_image(size // 2 + 1, WARNING), (x + aside, y))
                art.icon(surface, "close", (x + aside, y), round(size * 0.7), PAPER)
            if self.said.count:
                where = self._count_at.move(aside, 0)
                text.draw(surface, self.said.count, where, "small", FAINT_INK, valign="center")


AWAY = 100_000.0
"""What it costs to cover what must stay in sight."""


def _gap(one: pygame.Rect, other: pygame.Rect) -> float:
    """Give how far two rectangles are from each other."""
    dx = max(other.left - one.right, one.left - other.right, 0)
    dy = max(other.top - one.bottom, one.top - other.bottom, 0)
    return math.hypot(dx, dy)


def _area(rect: pygame.Rect) -> int:
    return rect.width * rect.height


def _toward(rect: pygame.Rect, point: tuple[float, float]) -> tuple[float, float]:
    """Give the point of a rectangle nearest to another point."""
    return min(max(point[0], rect.left), rect.right), min(max(point[1], rect.top), rect.bottom)


def _edge(rect: pygame.Rect, point: tuple[float, float]) -> tuple[float, float]:
    """Give the point of a rectangle's edge that an arrow from another point ends at; of a ring's, where it is as high.

    A corner of what is round lies on something else.
    """
    away = math.dist(rect.center, point)
    radius = min(rect.size) / 2
    if max(rect.size) > 1.1 * min(rect.size) or away <= radius:
        return _toward(rect, point)
    share = radius / away
    return rect.centerx + (point[0] - rect.centerx) * share, rect.centery + (point[1] - rect.centery) * share


def _smooth_polygon(surface: pygame.Surface, points: Sequence[tuple[float, float]], edge: int) -> None:
    """Draw a gold polygon with a dark edge, smoothed by drawing it larger first."""
    left, top = (math.floor(min(p[n] for p in points)) - edge - 2 for n in (0, 1))
    right, bottom = (math.ceil(max(p[n] for p in points)) + edge + 2 for n in (0, 1))
    scale = 3
    big = pygame.Surface(((right - left) * scale, (bottom - top) * scale), pygame.SRCALPHA)
    moved = [((x - left) * scale, (y - top) * scale) for x, y in points]
    big.fill((*DARK_INK, 0))
    pygame.draw.polygon(big, (*DARK_INK, 255), moved)
    pygame.draw.lines(big, (*DARK_INK, 255), True, moved, 2 * edge * scale)
    pygame.draw.polygon(big, (*GOLD, 255), moved)
    surface.blit(pygame.transform.smoothscale(big, (right - left, bottom - top)), (left, top))


def plain(words: str) -> str:
    """Give words of a lesson's file as the card's markup shows them: bold, and nothing else."""
    return "**".join(escape(part) for part in words.split("**"))
