"""Discs of one size on a square board: what touches and overlaps what, where a disc may be put, how it slides.

Places are whole thousandths of a square's side. pymunk finds which discs come into question, by circles inflated by
half the touching tolerance (an exactly tangent circle would be missed); whole numbers decide. Its Space is only a
cache: each question brings the board along, and the discs that lie elsewhere than at the last question are shifted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pymunk

Place = tuple[int, int]
"""A disc's centre: x and y in thousandths."""
Board = Sequence[Place | None]
"""Where each disc lies, by its number from 0; None off the board."""

UNIT = 1000
TOUCHING = 20
"""Discs touch up to this gap, and an edge from up to this far."""
OVERLAPPING = 5
"""Discs may lie into one another by this much."""

STEP = 0.01
"""How far one step of a slide goes, in squares."""
SLACK = 0.001
"""How deep discs may lie in one another during a slide, in squares."""
CORRECTIONS = 200
NEARBY = 0.15
"""How far a disc may slide until it is noted anew what is near it, in squares."""
SAME = 1e-9
"""Depths and places nearer than this count as equal."""


class Spot(NamedTuple):
    """A place where a disc touches something: the discs it would touch, and those in its way, as bits."""

    place: Place
    touched: int
    blocking: int


class Plane:
    """A board for so many discs of a radius (in thousandths)."""

    def __init__(self, discs: int, radius: int, side: int = 8 * UNIT) -> None:
        self.discs = discs
        self.radius = radius
        self.side = side
        self.low = radius
        self.high = side - radius
        self.width = 2 * radius
        self.touch_limit = (self.width + TOUCHING) ** 2
        self.overlap_limit = (self.width - OVERLAPPING) ** 2
        self._cache: _Cache | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Plane, (self.discs, self.radius, self.side)

    # -- what touches what ---------------------------------------------------------------------------------------------

    def touch(self, one: Place, two: Place) -> bool:
        """Tell whether discs at two places touch (discs that overlap do)."""
        dx, dy = one[0] - two[0], one[1] - two[1]
        return dx * dx + dy * dy <= self.touch_limit

    def overlap(self, one: Place, two: Place) -> bool:
        """Tell whether discs at two places overlap by more than is allowed."""
        dx, dy = one[0] - two[0], one[1] - two[1]
        return dx * dx + dy * dy < self.overlap_limit

    def inside(self, place: Place) -> bool:
        """Tell whether a disc there lies wholly on the board."""
        return self.low <= place[0] <= self.high and self.low <= place[1] <= self.high

    def at_far_edge(self, place: Place, upwards: bool) -> bool:
        """Tell whether a disc touches the edge that lies in this direction."""
        return place[1] >= self.high - TOUCHING if upwards else place[1] <= self.low + TOUCHING

    def touching(self, board: Board, place: Place, skip: int = -1) -> int:
        """Return, as bits, the discs that a disc at a place touches; `skip` is left out."""
        x, y = place
        limit = self.touch_limit
        found = 0
        for disc, (other_x, other_y) in self._around(board, place):
            dx, dy = other_x - x, other_y - y
            if disc != skip and dx * dx + dy * dy <= limit:
                found |= 1 << disc
        return found

    def overlapping(self, board: Board, place: Place, skip: int = -1) -> int:
        """Return, as bits, the discs that a disc at a place overlaps; `skip` is left out."""
        return sum(
            1 << disc for disc, other in self._around(board, place) if disc != skip and self.overlap(place, other)
        )

    def links(self, board: Board) -> list[int]:
        """Return for each disc, as bits, the discs that it touches."""
        return [0 if place is None else self.touching(board, place, disc) for disc, place in enumerate(board)]

    def _around(self, board: Board, place: Place) -> Iterator[tuple[int, Place]]:
        if self._cache is None:
            self._cache = _Cache(self.discs, self.radius + TOUCHING / 2)
        return self._cache.around(board, place)

    # -- where a disc may be put ---------------------------------------------------------------------------------------

    def spots(self, board: Board, beside: int, lifted: int, upwards: bool) -> list[Spot]:
        """List places of interest beside the discs of `beside` (bits).

        They are where a disc touches one of these and another disc or an edge, and straight ahead of each. At most one
        disc is in the way, and that is one of `lifted`.
        """
        reach = 2 * self.width + TOUCHING + 2
        low, high, width = self.low, self.high, self.width
        touch_limit, overlap_limit = self.touch_limit, self.overlap_limit
        ahead = width if upwards else -width
        there = [(disc, place[0], place[1]) for disc, place in enumerate(board) if place is not None]
        seen: set[Place] = set()
        found: list[Spot] = []
        for disc, x, y in there:
            if not beside >> disc & 1:
                continue
            near = [other for other in there if abs(other[1] - x) <= reach and abs(other[2] - y) <= reach]
            places = [(x, y + ahead)]
            for edge in (low, high):
                if abs(edge - x) <= width:
                    along = round(math.sqrt(width * width - (edge - x) ** 2))
                    places += ((edge, y + along), (edge, y - along))
                if abs(edge - y) <= width:
                    along = round(math.sqrt(width * width - (edge - y) ** 2))
                    places += ((x + along, edge), (x - along, edge))
            for other, other_x, other_y in near:
                if other == disc or (other < disc and beside >> other & 1):
                    continue
                dx, dy = other_x - x, other_y - y
                square = dx * dx + dy * dy
                rest = width * width - square / 4
                if rest < 0:
                    continue
                off = math.sqrt(rest / square)
                middle_x, middle_y = x + dx / 2, y + dy / 2
                places.append((round(middle_x - dy * off), round(middle_y + dx * off)))
                places.append((round(middle_x + dy * off), round(middle_y - dx * off)))
            for place in places:
                place_x, place_y = place
                if place in seen or not (low <= place_x <= high and low <= place_y <= high):
                    continue
                seen.add(place)
                touched = blocking = 0
                for other, other_x, other_y in near:
                    dx, dy = other_x - place_x, other_y - place_y
                    square = dx * dx + dy * dy
                    if square <= touch_limit:
                        if square < overlap_limit:
                            if blocking or not lifted >> other & 1:
                                break
                            blocking = 1 << other
                        else:
                            touched |= 1 << other
                else:
                    found.append(Spot(place, touched, blocking))
        return found

    # -- slides --------------------------------------------------------------------------------------------------------

    def slide(self, board: Board, disc: int, upwards: bool, widths: int = 1, push: bool = True) -> list[Place | None]:
        """Return the board after a disc was slid so many disc widths, pushing what is in its way or stopping there."""
        sliding = _Slide(self, board, disc, 1 if upwards else -1)
        advance = sliding.push if push else sliding.stop
        for _ in range(round(widths * self.width / (STEP * UNIT))):
            if not advance():
                break
        return sliding.rounded(board)


class _Cache:
    """pymunk's Space, showing one board after another."""

    def __init__(self, discs: int, radius: float) -> None:
        self._radius = radius
        self._space = pymunk.Space()
        self._everything = pymunk.ShapeFilter()
        self._bodies: list[pymunk.Body] = []
        self._discs: dict[pymunk.Shape, int] = {}
        self._shown: list[Place | None] = [None] * discs
        for disc in range(discs):
            body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
            shape = pymunk.Circle(body, radius)
            self._bodies.append(body)
            self._discs[shape] = disc

    def around(self, board: Board, place: Place) -> Iterator[tuple[int, Place]]:
        """Yield the discs that may touch one at a place: their inflated circles' boxes meet."""
        self._show(board)
        x, y = place
        reach = self._radius + 1
        box = pymunk.BB(x - reach, y - reach, x + reach, y + reach)
        for shape in self._space.bb_query(box, self._everything):
            disc = self._discs[shape]
            other = board[disc]
            assert other is not None
            yield disc, other

    def _show(self, board: Board) -> None:
        shown = self._shown
        for disc, place in enumerate(board):
            before = shown[disc]
            if place is before or place == before:
                continue
            body = self._bodies[disc]
            shown[disc] = place
            if place is None:
                self._space.remove(body, *body.shapes)
                continue
            body.position = place
            if before is None:
                self._space.add(body, *body.shapes)
            else:
                self._space.reindex_shapes_for_body(body)


class _Slide:
    """A slide under way, in squares, as the rules define it without forces."""

    def __init__(self, plane: Plane, board: Board, disc: int, way: int) -> None:
        self.disc = disc
        self.way = way
        self.low, self.high = plane.low / UNIT, plane.high / UNIT
        self.width = plane.width / UNIT
        self.discs = [other for other, place in enumerate(board) if place is not None]
        self.x = [0.0 if place is None else place[0] / UNIT for place in board]
        self.y = [0.0 if place is None else place[1] / UNIT for place in board]
        self._look_around()

    def rounded(self, board: Board) -> list[Place | None]:
        """Return where the discs lie now, in thousandths."""
        return [
            None if place is None else (round(round(x, 3) * UNIT), round(round(y, 3) * UNIT))
            for place, x, y in zip(board, self.x, self.y, strict=True)
        ]

    def stop(self) -> bool:
        """Go one step unless something is in the way; tell whether the slide goes on."""
        before = self.y[self.disc]
        y = before + self.way * STEP
        if not self.low - SAME <= y <= self.high + SAME:
            return False
        self._put(self.disc, self.x[self.disc], y)
        if self._depths(self.disc):
            self.y[self.disc] = before
            return False
        return True

    def push(self) -> bool:
        """Go one step, pushing what is in the way; tell whether the slide goes on."""
        before = self.x[:], self.y[:]
        to = self.y[self.disc] + self.way * STEP
        held = min(max(to, self.low), self.high)
        self._put(self.disc, self.x[self.disc], held)
        if not self._clear():
            self.x, self.y = before
            return False
        return held == to

    def _clear(self) -> bool:
        """Clear the overlaps of the slid disc and of all that get moved; tell whether that came to an end.

        Discs moved in earlier steps were left clear, so only those moved in this one can overlap.
        """
        depths = dict(self._depths(self.disc))
        for _ in range(CORRECTIONS):
            if not depths:
                return True
            moved = self._part(*self._deepest(depths))
            for pair in list(depths):
                if moved in pair:
                    del depths[pair]
            depths.update(self._depths(moved))
        return not depths

    def _depths(self, disc: int) -> list[tuple[tuple[int, int], float]]:
        """List the pairs that a disc is in which overlap, and how deeply."""
        xs, ys, width = self.x, self.y, self.width
        x, y, square = xs[disc], ys[disc], width * width
        found = []
        for other in self.near[disc]:
            dx, dy = xs[other] - x, ys[other] - y
            apart = dx * dx + dy * dy
            if apart < square:
                depth = width - math.sqrt(apart)
                if depth > SLACK + SAME:
                    found.append(((disc, other) if disc < other else (other, disc), depth))
        return found

    @staticmethod
    def _deepest(depths: dict[tuple[int, int], float]) -> tuple[int, int]:
        if len(depths) == 1:
            return next(iter(depths))
        most = max(depths.values()) - SAME
        return min([pair for pair, depth in depths.items() if depth >= most])

    def _part(self, one: int, two: int) -> int:
        """Move one of two discs straight away from the other until they just touch; return which."""
        if one == self.disc:
            moved, other = two, one
        elif two == self.disc:
            moved, other = one, two
        else:
            # Of two, the one farther along the slide; else the later in order.
            lead = (self.y[one] - self.y[two]) * self.way
            moved, other = (one, two) if lead > SAME else (two, one)
        x, y, low, high = self.x[other], self.y[other], self.low, self.high
        dx, dy = self.x[moved] - x, self.y[moved] - y
        distance = math.sqrt(dx * dx + dy * dy)
        if distance < SAME:
            dx, dy, distance = 0.0, float(self.way), 1.0
        x += dx / distance * self.width
        y += dy / distance * self.width
        self._put(moved, low if x < low else high if x > high else x, low if y < low else high if y > high else y)
        return moved

    def _put(self, disc: int, x: float, y: float) -> None:
        self.x[disc], self.y[disc] = x, y
        dx, dy = x - self.looked[disc][0], y - self.looked[disc][1]
        if dx * dx + dy * dy > NEARBY * NEARBY:
            self._look_around()

    def _look_around(self) -> None:
        """Note which discs are so near to which that they could overlap before one has moved by `NEARBY`."""
        xs, ys = self.x, self.y
        reach = (self.width + 2 * NEARBY) ** 2
        self.looked = list(zip(xs, ys, strict=True))
        self.near: list[list[int]] = [[] for _ in xs]
        for index, one in enumerate(self.discs):
            x, y = xs[one], ys[one]
            for two in self.discs[index + 1 :]:
                dx, dy = xs[two] - x, ys[two] - y
                if dx * dx + dy * dy <= reach:
                    self.near[one].append(two)
                    self.near[two].append(one)


def groups(links: Sequence[int], among: int) -> list[int]:
    """Return the sets (bits) of discs of `among` that are linked, the one with the lowest disc first."""
    found = []
    while among:
        group = among & -among
        new = group
        while new:
            disc = new.bit_length() - 1
            new ^= 1 << disc
            more = links[disc] & among & ~group
            group |= more
            new |= more
        among &= ~group
        found.append(group)
    return found


def members(discs: int) -> Iterator[int]:
    """Yield the numbers of the discs in a set, ascending."""
    while discs:
        lowest = discs & -discs
        yield lowest.bit_length() - 1
        discs ^= lowest
