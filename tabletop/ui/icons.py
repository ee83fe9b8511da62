"""Emblems and icons, drawn: fonts lack them. Each is a function of a pen on a square from 0,0 to 100,100."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import pairwise

import pygame

Pair = tuple[float, float]
OVERSAMPLE = 4


class Pen:
    """Draws in one colour on a transparent square of `size` pixels, four times as large until `image` is taken."""

    def __init__(self, size: int, color: tuple[int, int, int]) -> None:
        self.size = max(1, size)
        self.color = color
        self.big = max(64, self.size * OVERSAMPLE)
        self._surface = pygame.Surface((self.big, self.big), pygame.SRCALPHA)
        self._surface.fill((*color, 0))
        self._k = self.big / 100

    def image(self) -> pygame.Surface:
        """Give the picture at its size."""
        return pygame.transform.smoothscale(self._surface, (self.size, self.size))

    def _ink(self, cut: bool) -> tuple[int, int, int, int]:
        return (*self.color, 0 if cut else 255)

    def _at(self, point: Pair) -> Pair:
        return point[0] * self._k, point[1] * self._k

    def disc(self, center: Pair, radius: float, cut: bool = False) -> None:
        """Fill a circle, or cut it out."""
        pygame.draw.circle(self._surface, self._ink(cut), self._at(center), radius * self._k)

    def ellipse(self, x: float, y: float, width: float, height: float, cut: bool = False) -> None:
        """Fill an ellipse inside a rectangle."""
        box = pygame.Rect(round(x * self._k), round(y * self._k), round(width * self._k), round(height * self._k))
        pygame.draw.ellipse(self._surface, self._ink(cut), box)

    def box(self, x: float, y: float, width: float, height: float, radius: float = 0, cut: bool = False) -> None:
        """Fill a rectangle with round corners."""
        box = pygame.Rect(round(x * self._k), round(y * self._k), round(width * self._k), round(height * self._k))
        pygame.draw.rect(self._surface, self._ink(cut), box, border_radius=round(radius * self._k))

    def poly(self, points: Iterable[Pair], cut: bool = False) -> None:
        """Fill a polygon."""
        pygame.draw.polygon(self._surface, self._ink(cut), [self._at(point) for point in points])

    def path(self, points: Iterable[Pair], width: float = 9, closed: bool = False, cut: bool = False) -> None:
        """Draw a line with round ends and corners."""
        corners = list(points)
        if closed:
            corners.append(corners[0])
        half = width / 2
        for (x0, y0), (x1, y1) in pairwise(corners):
            length = math.hypot(x1 - x0, y1 - y0) or 1
            dx, dy = (y1 - y0) / length * half, (x0 - x1) / length * half
            self.poly([(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)], cut)
        for corner in corners:
            self.disc(corner, half, cut)

    def arc(self, center: Pair, radius: float, start: float, end: float, width: float = 9, cut: bool = False) -> None:
        """Draw part of a circle, from and to degrees clockwise from the right."""
        self.path(around(center, radius, start, end), width, cut=cut)

    def head(self, tip: Pair, angle: float, size: float = 22) -> None:
        """Draw an arrow's head pointing to `angle` degrees clockwise from the right."""
        self.poly([tip, *(_turned(tip, angle + 180 + side * 38, size) for side in (-1, 1))])


def _turned(center: Pair, angle: float, radius: float) -> Pair:
    turn = math.radians(angle)
    return center[0] + radius * math.cos(turn), center[1] + radius * math.sin(turn)


def around(center: Pair, radius: float, start: float, end: float, steps: int = 28) -> list[Pair]:
    """Give points on part of a circle."""
    return [_turned(center, start + (end - start) * n / steps, radius) for n in range(steps + 1)]


def star(center: Pair, outer: float, inner: float, points: int = 5, turn: float = -90) -> list[Pair]:
    """Give a star's corners."""
    step = 180 / points
    return [_turned(center, turn + n * step, outer if n % 2 == 0 else inner) for n in range(2 * points)]


def _wave(x0: float, x1: float, y: float, high: float, periods: float) -> list[Pair]:
    count = 40
    return [
        (x0 + (x1 - x0) * n / count, y + high * math.sin(2 * math.pi * periods * n / count)) for n in range(count + 1)
    ]


# -- the islands' emblems -------------------------------------------------------------------------------------------


def _death(pen: Pen) -> None:
    pen.disc((50, 42), 33)
    pen.box(32, 58, 36, 30, 7)
    pen.disc((37, 45), 10, cut=True)
    pen.disc((63, 45), 10, cut=True)
    pen.poly([(50, 54), (44, 66), (56, 66)], cut=True)
    for x in (41, 50, 59):
        pen.box(x - 1.8, 75, 3.6, 16, 0, cut=True)


def _prayer(pen: Pen) -> None:
    pen.disc((50, 50), 19)
    for turn in range(0, 360, 45):
        pen.path([_turned((50, 50), turn, 29), _turned((50, 50), turn, 42 if turn % 90 else 46)], 8)


def _drifting(pen: Pen) -> None:
    for y in (28, 50, 72):
        pen.path(_wave(10, 90, y, 7, 2), 9)


def _sink(pen: Pen) -> None:
    pen.disc((50, 18), 12)
    pen.disc((50, 18), 5, cut=True)
    pen.path([(50, 30), (50, 86)], 9)
    pen.path([(32, 42), (68, 42)], 8)
    pen.arc((50, 52), 34, 18, 162, 9)
    pen.head((88, 52), -70, 20)
    pen.head((12, 52), -110, 20)


def _birth(pen: Pen) -> None:
    for turn in range(-90, 270, 72):
        pen.disc(_turned((50, 50), turn, 25), 18)
    pen.disc((50, 50), 15, cut=True)
    pen.disc((50, 50), 10)


def _reverse(pen: Pen) -> None:
    pen.path([(14, 34), (70, 34)], 10)
    pen.head((92, 34), 0, 30)
    pen.path([(86, 68), (30, 68)], 10)
    pen.head((8, 68), 180, 30)


def _sacrifice(pen: Pen) -> None:
    blade = [(50, 96), (40, 82), (40, 38), (60, 38), (60, 82)]
    pen.poly(blade)
    pen.path([(50, 46), (50, 82)], 3.5, cut=True)
    pen.box(22, 30, 56, 10, 5)
    pen.box(44, 12, 12, 22, 3)
    pen.disc((50, 11), 8)


def _move_island(pen: Pen) -> None:
    pen.path([(26, 50), (74, 50)], 10)
    pen.head((96, 50), 0, 34)
    pen.head((4, 50), 180, 34)
    pen.box(45, 24, 10, 52, 5)


def _bless(pen: Pen) -> None:
    pen.poly(star((50, 53), 46, 19))


def _curse(pen: Pen) -> None:
    lid = around((50, 84), 54, 218, 322) + around((50, 16), 54, 38, 142)
    pen.poly(lid)
    pen.disc((50, 50), 17, cut=True)
    pen.ellipse(44.5, 34, 11, 32)
    for x, y, to_x, to_y in ((24, 20, 30, 28), (50, 10, 50, 20), (76, 20, 70, 28)):
        pen.path([(x, y), (to_x, to_y)], 7)


def _revolution(pen: Pen) -> None:
    for start in (20, 200):
        pen.arc((50, 50), 33, start, start + 118, 10)
        end = start + 118
        pen.head(_turned(_turned((50, 50), end, 33), end + 90, 18), end + 96, 30)


def _memory(pen: Pen) -> None:
    pen.poly([(50, 28), (44, 22), (28, 19), (8, 22), (8, 78), (28, 75), (44, 78), (50, 83)])
    pen.poly([(50, 28), (56, 22), (72, 19), (92, 22), (92, 78), (72, 75), (56, 78), (50, 83)])
    pen.path([(50, 30), (50, 82)], 3.5, cut=True)
    for y in (36, 49, 62):
        pen.path([(18, y), (39, y + 2)], 4, cut=True)
        pen.path([(61, y + 2), (82, y)], 4, cut=True)


def _blank(pen: Pen) -> None:
    pen.poly([(88, 8), (92, 14), (80, 44), (56, 66), (36, 74), (30, 68), (36, 48), (58, 22)])
    pen.path([(80, 18), (44, 58), (12, 94)], 4, cut=True)
    pen.path([(34, 70), (14, 92)], 6)
    pen.path([(52, 44), (62, 54)], 3, cut=True)


EMBLEMS: dict[str, Callable[[Pen], None]] = {
    "death": _death,
    "prayer": _prayer,
    "drifting": _drifting,
    "sink": _sink,
    "birth": _birth,
    "reverse": _reverse,
    "sacrifice": _sacrifice,
    "move_island": _move_island,
    "bless": _bless,
    "curse": _curse,
    "revolution": _revolution,
    "memory": _memory,
    "blank": _blank,
}


# -- owners' signs --------------------------------------------------------------------------------------------------


def _cross(pen: Pen) -> None:
    pen.box(38, 12, 24, 76, 5)
    pen.box(12, 38, 76, 24, 5)


SIGNS: dict[str, Callable[[Pen], None]] = {
    "circle": lambda pen: pen.disc((50, 50), 34),
    "square": lambda pen: pen.box(16, 16, 68, 68, 4),
    "triangle": lambda pen: pen.poly([(50, 10), (90, 80), (10, 80)]),
    "diamond": lambda pen: pen.poly([(50, 4), (82, 50), (50, 96), (18, 50)]),
    "cross": _cross,
}


# -- icons of buttons -----------------------------------------------------------------------------------------------


def _heart(pen: Pen) -> None:
    pen.disc((29, 35), 23)
    pen.disc((71, 35), 23)
    pen.poly([(50, 90), (9.5, 46), (14, 30), (50, 30), (86, 30), (90.5, 46)])


def _undo(pen: Pen) -> None:
    pen.path([(24, 36), (62, 36), *around((62, 57), 21, -90, 90), (36, 78)], 10)
    pen.head((6, 36), 180, 34)


def _redo(pen: Pen) -> None:
    pen.path([(76, 36), (38, 36), *around((38, 57), 21, -90, -270), (64, 78)], 10)
    pen.head((94, 36), 0, 34)


def _hint(pen: Pen) -> None:
    pen.disc((50, 40), 30)
    pen.poly([(34, 60), (66, 60), (62, 76), (38, 76)])
    pen.disc((50, 40), 20, cut=True)
    pen.path([(50, 66), (50, 46)], 6)
    pen.path([(42, 42), (50, 48), (58, 42)], 6)
    pen.box(38, 79, 24, 6, 3)
    pen.box(42, 88, 16, 6, 3)


def _help(pen: Pen) -> None:
    pen.path([*around((50, 34), 20, -170, 40), (54, 54), (50, 66)], 11)
    pen.disc((50, 86), 7.5)


def _settings(pen: Pen) -> None:
    for turn in range(0, 360, 45):
        inner, outer = _turned((50, 50), turn, 24), _turned((50, 50), turn, 40)
        pen.path([inner, outer], 15)
    pen.disc((50, 50), 32)
    pen.disc((50, 50), 14, cut=True)


def _cross_out(pen: Pen) -> None:
    pen.path([(22, 22), (78, 78)], 11)
    pen.path([(78, 22), (22, 78)], 11)


def _plus(pen: Pen) -> None:
    pen.path([(50, 18), (50, 82)], 13)
    pen.path([(18, 50), (82, 50)], 13)


def _person(pen: Pen) -> None:
    pen.disc((50, 30), 19)
    pen.disc((50, 86), 34)
    pen.box(0, 88, 100, 12, 0, cut=True)


def _computer(pen: Pen) -> None:
    pen.box(16, 30, 68, 48, 12)
    pen.disc((36, 52), 8, cut=True)
    pen.disc((64, 52), 8, cut=True)
    pen.path([(38, 67), (62, 67)], 4, cut=True)
    pen.path([(50, 30), (50, 16)], 6)
    pen.disc((50, 13), 7)
    pen.box(6, 44, 8, 20, 4)
    pen.box(86, 44, 8, 20, 4)


def _hourglass(pen: Pen) -> None:
    pen.box(20, 8, 60, 10, 4)
    pen.box(20, 82, 60, 10, 4)
    pen.poly([(28, 18), (72, 18), (56, 50), (72, 82), (28, 82), (44, 50)])
    pen.poly([(36, 22), (64, 22), (58, 34), (42, 34)], cut=True)
    pen.poly([(50, 54), (61, 74), (39, 74)], cut=True)


def _flag(pen: Pen) -> None:
    pen.path([(24, 10), (24, 92)], 9)
    pen.poly([(28, 12), (84, 12), (70, 32), (84, 54), (28, 54)])


def _sound(pen: Pen) -> None:
    pen.poly([(8, 36), (26, 36), (50, 14), (50, 86), (26, 64), (8, 64)])
    pen.arc((50, 50), 18, -50, 50, 8)
    pen.arc((50, 50), 36, -50, 50, 8)


def _mute(pen: Pen) -> None:
    pen.poly([(8, 36), (26, 36), (50, 14), (50, 86), (26, 64), (8, 64)])
    pen.path([(64, 38), (90, 64)], 8)
    pen.path([(90, 38), (64, 64)], 8)


def _folder(pen: Pen) -> None:
    pen.box(8, 20, 40, 24, 6)
    pen.box(8, 30, 84, 54, 6)
    pen.box(8, 37, 84, 4, 0, cut=True)


def _eye(pen: Pen) -> None:
    pen.poly(around((50, 84), 54, 218, 322) + around((50, 16), 54, 38, 142))
    pen.disc((50, 50), 17, cut=True)
    pen.disc((50, 50), 9)


def _pencil(pen: Pen) -> None:
    pen.poly([(72, 10), (90, 28), (36, 82), (18, 64)])
    pen.poly([(13, 70), (30, 87), (8, 92)])
    pen.path([(62, 20), (80, 38)], 4, cut=True)


def _copy(pen: Pen) -> None:
    pen.box(12, 10, 52, 62, 7)
    pen.box(32, 26, 58, 68, 9, cut=True)
    pen.box(37, 31, 50, 60, 7)


def _printer(pen: Pen) -> None:
    pen.box(26, 8, 48, 30, 4)
    pen.box(8, 32, 84, 42, 9)
    pen.box(20, 52, 60, 44, 6, cut=True)
    pen.box(26, 58, 48, 34, 4)
    pen.box(34, 66, 32, 5, 2, cut=True)
    pen.box(34, 78, 32, 5, 2, cut=True)
    pen.disc((78, 44), 5, cut=True)


def _skip_back(pen: Pen) -> None:
    pen.box(14, 18, 10, 64, 3)
    pen.poly([(84, 16), (84, 84), (30, 50)])


def _skip_on(pen: Pen) -> None:
    pen.box(76, 18, 10, 64, 3)
    pen.poly([(16, 16), (16, 84), (70, 50)])


def _home(pen: Pen) -> None:
    pen.poly([(50, 8), (96, 50), (84, 50), (84, 90), (16, 90), (16, 50), (4, 50)])
    pen.box(40, 58, 20, 34, 2, cut=True)


def _spade(pen: Pen) -> None:
    pen.poly([(50, 6), (92, 54), (86, 66), (14, 66), (8, 54)])
    pen.disc((29, 59), 21)
    pen.disc((71, 59), 21)
    pen.poly([(46, 60), (54, 60), (66, 94), (34, 94)])


def _club(pen: Pen) -> None:
    pen.disc((50, 27), 21)
    pen.disc((26, 58), 21)
    pen.disc((74, 58), 21)
    pen.poly([(45, 36), (55, 36), (66, 94), (34, 94)])


def _crown(pen: Pen) -> None:
    pen.poly([(14, 78), (6, 30), (30, 52), (50, 18), (70, 52), (94, 30), (86, 78)])
    pen.box(14, 82, 72, 10, 3)
    for x, y in ((6, 27), (50, 14), (94, 27)):
        pen.disc((min(94, max(6, x)), y), 6)


def _back(pen: Pen) -> None:
    pen.path([(24, 50), (90, 50)], 11)
    pen.path([(48, 20), (18, 50), (48, 80)], 11)


def _pause(pen: Pen) -> None:
    pen.box(20, 14, 20, 72, 5)
    pen.box(60, 14, 20, 72, 5)


def _menu(pen: Pen) -> None:
    for y in (24, 50, 76):
        pen.path([(16, y), (84, y)], 11)


def _full(pen: Pen) -> None:
    for x, inward in ((16, 24), (84, -24)):
        for y, down in ((16, 24), (84, -24)):
            pen.path([(x, y + down), (x, y), (x + inward, y)], 10)


def _dice(pen: Pen) -> None:
    pen.box(12, 12, 76, 76, 16)
    for spot in ((32, 32), (68, 32), (50, 50), (32, 68), (68, 68)):
        pen.disc(spot, 8, cut=True)


def _above(pen: Pen) -> None:
    for x in (28, 72):
        for y in (28, 72):
            pen.disc((x, y), 21)
    pen.disc((50, 50), 25, cut=True)
    pen.disc((50, 50), 19)


def _pyramid(pen: Pen) -> None:
    for spot in ((20, 76), (50, 76), (80, 76), (35, 49), (65, 49), (50, 22)):
        pen.disc(spot, 14)


def _strand(pen: Pen) -> None:
    line = [(16.0, 74.0), (36.0, 34.0), (62.0, 64.0), (84.0, 26.0)]
    pen.path(line, 9)
    for spot in line:
        pen.disc(spot, 13)


def _beside(pen: Pen) -> None:
    pen.disc((25, 50), 24)
    pen.disc((25, 50), 14, cut=True)
    pen.disc((75, 50), 24)


def _on_top(pen: Pen) -> None:
    for x in (25, 75):
        pen.disc((x, 70), 24)
        pen.disc((x, 70), 14, cut=True)
    pen.disc((50, 26), 24)


def _token(pen: Pen) -> None:
    pen.disc((50, 50), 46)
    pen.disc((50, 50), 36, cut=True)
    pen.disc((50, 50), 22)


def _values(pen: Pen) -> None:
    pen.path([(10, 30), (46, 30)], 11)
    pen.path([(28, 12), (28, 48)], 11)
    pen.path([(54, 74), (90, 74)], 11)
    pen.path([(74, 14), (26, 88)], 8)


ICONS: dict[str, Callable[[Pen], None]] = {
    "heart": _heart,
    "diamond": SIGNS["diamond"],
    "spade": _spade,
    "club": _club,
    "crown": _crown,
    "star": _bless,
    "undo": _undo,
    "redo": _redo,
    "hint": _hint,
    "help": _help,
    "settings": _settings,
    "close": _cross_out,
    "plus": _plus,
    "minus": lambda pen: pen.path([(18, 50), (82, 50)], 13),
    "check": lambda pen: pen.path([(14, 54), (40, 80), (86, 24)], 13),
    "down": lambda pen: pen.path([(16, 34), (50, 68), (84, 34)], 12),
    "up": lambda pen: pen.path([(16, 66), (50, 32), (84, 66)], 12),
    "left": lambda pen: pen.path([(66, 16), (32, 50), (66, 84)], 12),
    "right": lambda pen: pen.path([(34, 16), (68, 50), (34, 84)], 12),
    "back": _back,
    "play": lambda pen: pen.poly([(24, 10), (90, 50), (24, 90)]),
    "pause": _pause,
    "first": _skip_back,
    "last": _skip_on,
    "person": _person,
    "computer": _computer,
    "clock": _hourglass,
    "flag": _flag,
    "sound": _sound,
    "mute": _mute,
    "folder": _folder,
    "eye": _eye,
    "rename": _pencil,
    "copy": _copy,
    "print": _printer,
    "book": _memory,
    "menu": _menu,
    "home": _home,
    "turn": _revolution,
    "swap": _reverse,
    "full": _full,
    "dice": _dice,
    "above": _above,
    "pyramid": _pyramid,
    "strand": _strand,
    "beside": _beside,
    "on_top": _on_top,
    "token": _token,
    "values": _values,
}


def draw(name: str, size: int, color: tuple[int, int, int]) -> pygame.Surface:
    """Draw an icon, emblem or sign by its name; an emblem nobody knows is the blank card's quill."""
    pen = Pen(size, color)
    table = EMBLEMS.get(name) or SIGNS.get(name) or ICONS.get(name) or _blank
    table(pen)
    return pen.image()
