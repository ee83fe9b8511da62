"""The marble pyramid on the table, shared by its games: how it is seen, drawn and hit.

Lengths in the world are marbles: a marble is 1 wide, the ground is 4 by 4, the board lies a little below its marbles'
middles. It is seen without perspective, so every marble is a circle of one size, and what is nearer lies over what is
farther. `Camera` says from where: slanting, so that the levels can be told apart and whatever carries at most one
marble can be seen, or straight from above.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import pygame

from tabletop.engine.rules import Address, Event, Identity
from tabletop.rules import pyramid
from tabletop.rules.pyramid import ABOVE, COUNT, INDEX, PLACES, WHERE, bits
from tabletop.ui import icons
from tabletop.ui.animation import Placement, Step
from tabletop.ui.marbles import Mark, dashed_image, marble_image, middle_mark, shadow_image
from tabletop.ui.tableview import Marks, TableView, Tool
from tabletop.ui.theme import GOLD, PALE, Color, darker, lighter, mix
from tabletop.ui.widgets import TARGET

Point = tuple[float, float]
Spot = tuple[float, float, float]

RISE = math.sqrt(0.5)
SPOTS: tuple[Spot, ...] = tuple(((file - 4) / 2, (rank - 4) / 2, level * RISE) for level, file, rank in WHERE)
"""Every place's middle in the world."""

SIDE = 5.0  # the board's side, its rim included
BOARD, THICK = -0.34, 0.34  # height of the board's top, and how thick it is
HOLLOW = math.sqrt(0.25 - BOARD * BOARD)
EDGE = SIDE / 2
GAP_HIT = 0.24  # what is aimed at of a place where nothing may be put: the gap between the marbles below it
FADED = 0.16
ROLL = 24  # pictures of a marble that rolls once round
CIRCLE = tuple((math.cos(math.tau * n / 36), math.sin(math.tau * n / 36)) for n in range(36))
GRID = tuple((i / 8, j / 8) for i in range(-8, 9) for j in range(-8, 9) if i * i + j * j < 60)
"""Points of a disc of radius 1, to look for the best to aim at."""

LETTERS = {"w": "white", "b": "black", "r": "red"}
RIM: Color = (0x1E, 0x12, 0x08)  # what sets a ring off from white marbles
SHOWN: Color = (0xBF, 0xEC, 0xF2)  # the mark of the last change
TABLE_WOOD: Color = (0xC6, 0x8B, 0x4E)
SIDE_LIT: Color = (0x86, 0x50, 0x26)
SIDE_DIM: Color = (0x4E, 0x2B, 0x12)


class Camera(NamedTuple):
    """From where the pyramid is seen: turned by `yaw` degrees, `pitch` degrees above the board, `unit` a marble."""

    yaw: float
    pitch: float
    unit: float = 1.0

    def see(self, spot: Spot) -> Spot:
        """Give where a spot of the world is seen, right and down of the board's middle, and how near it is."""
        (x, y, z), turn, up = spot, math.radians(self.yaw), math.radians(self.pitch)
        right, back = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
        down = -back * math.sin(up) - z * math.cos(up)
        return right * self.unit, down * self.unit, z * math.sin(up) - back * math.cos(up)

    def flat(self) -> Callable[[float, float, float], Point]:
        """Give a quick `see` for many spots, without how near they are."""
        turn, up = math.radians(self.yaw), math.radians(self.pitch)
        across, along = self.unit * math.cos(turn), self.unit * math.sin(turn)
        down_x, down_y = -along * math.sin(up), -across * math.sin(up)
        rise = -self.unit * math.cos(up)
        return lambda x, y, z: (across * x - along * y, down_x * x + down_y * y + rise * z)

    def box(self) -> tuple[float, float, float, float]:
        """Give left, top, right and bottom of board and full pyramid."""
        corners = [(x, y, z) for x in (-EDGE, EDGE) for y in (-EDGE, EDGE) for z in (BOARD, BOARD - THICK)]
        seen = [self.see(corner)[:2] for corner in corners]
        half = self.unit / 2
        for place in (*range(16), pyramid.PEAK):
            x, y, _ = self.see(SPOTS[place])
            seen += [(x - half, y - half), (x + half, y + half)]
        xs, ys = zip(*seen, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


SLANTING, FROM_ABOVE = Camera(20, 43), Camera(0, 90)


def line_between(surface: pygame.Surface, points: Sequence[Point], thick: float, color: Color) -> None:
    """Draw a thick line with round joints."""
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        dx, dy = (y1 - y0) / length * thick / 2, (x0 - x1) / length * thick / 2
        corners = [(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)]
        pygame.draw.polygon(surface, color, corners)
        pygame.draw.aalines(surface, color, True, corners)
    for x, y in points:
        pygame.draw.aacircle(surface, color, (x, y), thick / 2)


# -- the view ----------------------------------------------------------------------------------------------------------


class PyramidView(TableView):
    """The board with its marbles; a game adds what it marks and what stands beside the board."""

    reasons = True
    roam = True
    territories = False
    above = False
    """Whether it is seen straight from above."""
    small = 1.0
    """How large marbles are that are not on the pyramid, as a share."""

    def __post_init__(self) -> None:
        self._known: dict[tuple[Any, ...], Any] = {}
        self._faded = 0

    def layout(self, rect: pygame.Rect) -> None:
        """Give the tools a column, the game's own things a part, the board the rest."""
        super().layout(rect)
        self._known.clear()
        theme = self.context.theme
        left = 0 if self.still else theme(TARGET) + theme(8)
        self.board = self.beside(pygame.Rect(rect.x + left, rect.y, rect.width - left, rect.height))

    def part(self, name: str) -> pygame.Rect | None:
        """Give the board alone, as large as it is seen."""
        if name != "board":
            return None
        left, top, right, bottom = self.rest.box()
        x, y = self._middle(self.rest)
        return pygame.Rect(round(x + left), round(y + top), round(right - left), round(bottom - top)).inflate(8, 8)

    def tool_rects(self) -> list[pygame.Rect]:
        side, gap = self.context.theme(TARGET), self.context.theme(10)
        return [pygame.Rect(self.rect.x, self.rect.y + n * (side + gap), side, side) for n in range(len(self.tools()))]

    def beside(self, rect: pygame.Rect) -> pygame.Rect:
        """Give the rectangle that is left for the board, after what stands beside it."""
        return rect

    # -- from where it is seen ---------------------------------------------------------------------------------------

    def _fitted(self, camera: Camera) -> Camera:
        """Make a marble as large as the board's rectangle allows."""
        left, top, right, bottom = camera._replace(unit=1.0).box()
        unit = min((self.board.width - 4) / (right - left), (self.board.height - 4) / (bottom - top))
        return camera._replace(unit=max(12.0, unit))

    @property
    def rest(self) -> Camera:
        """Give the camera as it is when nothing turns."""
        key = ("camera", self.above)
        if key not in self._known:
            self._known[key] = self._fitted(FROM_ABOVE if self.above else SLANTING)
        found: Camera = self._known[key]
        return found

    @property
    def camera(self) -> Camera:
        """Give the camera of now."""
        at = self.context.stage.at("camera")
        if at is None or tuple(self.rest) == (at.x, at.y, at.scale):
            return self.rest
        between = Camera(at.x, at.y, at.scale)
        return between._replace(unit=min(at.scale, self._fitted(between).unit))

    @property
    def turning(self) -> bool:
        """Tell whether the board is being turned from one view to the other."""
        return self.camera != self.rest

    @property
    def radius(self) -> int:
        """Give a marble's radius in pixels."""
        return max(6, int(self.rest.unit / 2))

    def _middle(self, camera: Camera) -> Point:
        left, top, right, bottom = camera.box()
        return self.board.centerx - (left + right) / 2, self.board.centery - (top + bottom) / 2

    def see(self, spot: Spot, camera: Camera | None = None) -> Spot:
        """Give where a spot of the world is in the window, and how near it is."""
        camera = camera or self.rest
        key = ("middle", camera)
        if key not in self._known:
            if len(self._known) > 200:
                self._known.clear()
            self._known[key] = self._middle(camera)
        x0, y0 = self._known[key]
        x, y, near = camera.see(spot)
        return x0 + x, y0 + y, near

    def seen(self, place: int, camera: Camera | None = None) -> Spot:
        """Give where a place is in the window, and how near it is."""
        return self.see(SPOTS[place], camera)

    def turn(self) -> None:
        """Go to the other view."""
        self.above = not self.above
        goal = self.rest
        self.context.sounds.play("slide")
        moves: dict[Identity, Placement | None] = dict(self.placements())
        moves["camera"] = Placement(*goal)
        self.context.stage.add(Step(moves, 0.45))

    # -- what is where -----------------------------------------------------------------------------------------------

    def show(self, position: dict[str, Any], objects: Mapping[Identity, Address]) -> None:
        super().show(position, objects)
        white, black, red = pyramid.read(position["pyramid"])
        self.sets = {"white": white, "black": black, "red": red}
        self.filled = white | black | red
        self.colours = self._colours(position, objects)

    def _colours(self, position: dict[str, Any], objects: Mapping[Identity, Address]) -> dict[Identity, str]:
        marbles = [char for char in position["pyramid"] if char not in "/ "]
        out: dict[Identity, str] = {}
        for identity, address in objects.items():
            kind, _, rest = address.partition(":")
            if kind == "place":
                out[identity] = LETTERS[marbles[INDEX[rest]]]
            else:
                colour = self.colour_elsewhere(position, kind, rest)
                if colour:
                    out[identity] = colour
        return out

    def colour_elsewhere(self, position: dict[str, Any], kind: str, rest: str) -> str:
        """Give the colour of a marble that is not on the pyramid."""
        return ""

    def place_elsewhere(self, kind: str, rest: str) -> Placement | None:
        """Give where a marble is that is not on the pyramid."""
        return None

    def placements(self) -> dict[Identity, Placement]:
        return self._placements(self.objects)

    def _placements(self, objects: Mapping[Identity, Address]) -> dict[Identity, Placement]:
        out: dict[Identity, Placement] = {"camera": Placement(*self.rest)}
        for identity, address in objects.items():
            kind, _, rest = address.partition(":")
            if kind == "place":
                x, y, near = self.seen(INDEX[rest])
                out[identity] = Placement(x, y, z=near)
            else:
                placement = self.place_elsewhere(kind, rest)
                if placement is not None:
                    out[identity] = placement
        return out

    def offered(self) -> list[int]:
        """List the empty places that can be filled, whether or not the rules allow it now."""
        return list(bits(pyramid.free(self.filled)))

    def _reach(self, place: int) -> float:
        """Give how far from its middle a place is hit, in marbles."""
        if self.filled >> place & 1 or f"place:{PLACES[place]}" in self.can:
            return 0.5
        return HOLLOW if place < 16 else GAP_HIT

    def _nearest_first(self) -> list[tuple[int, float, float, float]]:
        """List all that can be hit: place, middle, squared radius; the nearest to the eye first."""
        key = ("hit", self.above, self.filled, self.can)
        if key not in self._known:
            unit = self.rest.unit
            found = []
            for place in (*bits(self.filled), *self.offered()):
                x, y, near = self.seen(place)
                found.append((near, place, x, y, (self._reach(place) * unit) ** 2))
            found.sort(reverse=True)
            self._known[key] = [one[1:] for one in found]
        listed: list[tuple[int, float, float, float]] = self._known[key]
        return listed

    def place_at(self, pos: Point) -> int | None:
        """Give the place of the marble, or the empty place, that is frontmost under a point."""
        for place, x, y, reach in self._nearest_first():
            if (pos[0] - x) ** 2 + (pos[1] - y) ** 2 <= reach:
                return place
        return None

    def at(self, pos: Point, address: Address | None) -> Address | None:
        if address is not None and not address.startswith("place:"):
            return address
        place = self.place_at(pos)
        return f"place:{PLACES[place]}" if place is not None else None

    def rects(self) -> dict[Address, pygame.Rect]:
        """Give everything in the order of the board's own rows, the farthest rank first, lower things before upper."""
        places = sorted((*bits(self.filled), *self.offered()), key=lambda p: (-WHERE[p][2], WHERE[p][1], WHERE[p][0]))
        out = {}
        for place in places:
            x, y, _ = self.seen(place)
            half = round(self._reach(place) * self.rest.unit)
            out[f"place:{PLACES[place]}"] = pygame.Rect(round(x) - half, round(y) - half, 2 * half, 2 * half)
        return out

    def place_of(self, address: Address) -> pygame.Rect | None:
        kind, _, name = address.partition(":")
        if kind != "place" or name not in PLACES:
            return None
        x, y, _ = self.seen(PLACES.index(name))
        side = round(self.rest.unit)
        return pygame.Rect(round(x) - side // 2, round(y) - side // 2, side, side)

    def spots(self) -> dict[Address, pygame.Rect]:
        """Give the square of each thing that nothing covers and whose middle is safest to aim at."""
        key = ("spots", self.above, self.filled, self.can)
        if key not in self._known:
            spots = self._find_spots(self._nearest_first())
            self._known[key] = {f"place:{PLACES[place]}": spot for place, spot in spots.items()}
        found: dict[Address, pygame.Rect] = self._known[key]
        return found

    def shown_at(self, place: int) -> Point:
        """Give the middle of what can be seen of a marble."""
        x, y, near = self.seen(place)
        mark = self._mark_of(place, Placement(x, y, z=near))
        return x + mark.x, y + mark.y

    def _mark_of(self, place: int, at: Placement) -> Mark:
        """Give the mark of a marble that was on a place: where it can be seen, or turning as the marble rolls."""
        x, y, _ = self.seen(place)
        whole, rolled = middle_mark(self.radius), math.hypot(at.x - x, at.y - y)
        if rolled > 0:
            turn = math.tau / ROLL * round(rolled / self.radius / math.tau * ROLL)
            out = self.radius * 0.8 * math.sin(turn) / rolled
            half = round(whole.half * math.cos(turn) ** 0.6) if math.cos(turn) > 0.05 else 0
            return Mark(round((at.x - x) * out), round((at.y - y) * out), half)
        whole_ones = self.filled & ~self._faded
        key = ("marks", self.above, whole_ones)
        if key not in self._known:
            marbles = [one for one in self._nearest_first() if whole_ones >> one[0] & 1]
            self._known[key] = self._find_spots(marbles, whole.half)
        spot = self._known[key].get(place)
        if spot is None:
            return whole
        least, room = max(4, round(self.radius * 0.16)), round(spot.width / 2 / RISE * 0.92)  # marks are round
        return Mark(round(spot.centerx - x), round(spot.centery - y), max(least, min(whole.half, room)))

    def _find_spots(
        self, listed: Sequence[tuple[int, float, float, float]], enough: float = math.inf
    ) -> dict[int, pygame.Rect]:
        """Give, of discs listed from the nearest on, the largest squares that nothing covers.

        Where there is `enough` room around the middle, it is the square there.
        """
        out = {}
        for n, (place, x, y, reach) in enumerate(listed):
            radius = math.sqrt(reach)
            near = [one for one in listed[:n] if (one[1] - x) ** 2 + (one[2] - y) ** 2 < 4 * max(reach, one[3])]
            nearer = [(a, b, math.sqrt(r)) for _, a, b, r in near]
            best, i, j = min([radius, *(math.hypot(x - a, y - b) - r for a, b, r in nearer)]), x, y
            if best < radius and best < enough:
                best = 0.0
                for right, down in GRID:
                    at_x, at_y = x + right * radius, y + down * radius
                    room = radius * (1 - math.hypot(right, down))
                    for a, b, r in nearer:
                        if room <= best:
                            break
                        room = min(room, math.hypot(at_x - a, at_y - b) - r)
                    if room > best:
                        best, i, j = room, at_x, at_y
            half = int(best * RISE)
            if half > 0:
                out[place] = pygame.Rect(round(i) - half, round(j) - half, 2 * half, 2 * half)
        return out

    # -- what is said ------------------------------------------------------------------------------------------------

    def tools(self) -> list[Tool]:
        words = self.words.say("table", "view_slanting" if self.above else "view_above")
        return [Tool("tool:view", "pyramid" if self.above else "above", words, "v")]

    def use(self, address: Address) -> None:
        if address == "tool:view":
            self.turn()

    def looking(self) -> str:
        """Say how to look under marbles, where any lies on others."""
        return self.words.say("table", "pyramid_help") if self.filled & ~pyramid.GROUND else ""

    # -- what a game marks -------------------------------------------------------------------------------------------

    def next_colour(self) -> str:
        """Give the colour of the marble that is put next; empty where none is."""
        return ""

    def ghost_sign(self, place: int) -> str:
        """Name the icon inside a ghost, where a game tells places apart."""
        return ""

    def ringed(self) -> int:
        """Give the places of marbles that are ringed with gold whether or not they may be clicked."""
        return 0

    def lies_on(self, place: int) -> int:
        """Give the marbles that lie on a place, those on them, and so on."""
        found, edge = 0, ABOVE[place] & self.filled
        while edge:
            found |= edge
            edge = sum(ABOVE[one] & self.filled & ~found for one in bits(edge)) if edge else 0
            edge &= self.filled & ~found
        return found

    def _to_fade(self, marks: Marks) -> int:
        """Give the marbles that fade: all on the one pointed at; all that cover the one with the keyboard's focus."""
        faded = 0
        for address in (marks.hover, marks.focus):
            if address and address.startswith("place:"):
                faded |= self.lies_on(INDEX[address[6:]])
        if marks.focus and marks.focus.startswith("place:"):
            x, y, near = self.seen(INDEX[marks.focus[6:]])
            for place in bits(self.filled & ~faded):
                a, b, its_near = self.seen(place)
                if its_near > near + 1e-6 and math.hypot(a - x, b - y) < self.rest.unit * 0.93:
                    faded |= 1 << place
        return faded

    # -- drawing -----------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, marks: Marks) -> None:
        camera = self.camera
        turning = camera != self.rest
        busy = self.context.stage.busy
        self._draw_board(surface, camera, turning)
        self.draw_beside(surface, marks)
        drawn: list[tuple[float, Callable[[], None]]] = []
        faded = self._faded = 0 if busy else self._to_fade(marks)
        for identity, at in self.context.stage.items():
            colour = self.colours.get(identity)
            if colour is None:
                continue
            address = self.objects.get(str(identity), "")
            place = INDEX.get(address[6:]) if address.startswith("place:") else None
            if turning and place is not None:
                x, y, near = self.seen(place, camera)
                at = Placement(x, y, z=near)
            fade = FADED if place is not None and faded >> place & 1 else 1.0
            new = identity in marks.changed and not busy
            drawn.append((at.z, partial(self._draw_marble, surface, place, colour, at, fade, camera, marks, new)))
        if not turning:
            for place in self.offered():
                if f"place:{PLACES[place]}" in marks.can or f"place:{PLACES[place]}" in marks.taken:
                    near = self.seen(place)[2]
                    drawn.append((near, partial(self._draw_ghost, surface, place, marks)))
        self._draw_ground_shadows(surface, camera)
        for _, draw in sorted(drawn, key=lambda one: one[0]):
            draw()
        if not turning:
            self._draw_focus(surface, marks)
            self.draw_over(surface, marks)

    def draw_beside(self, surface: pygame.Surface, marks: Marks) -> None:
        """Draw what stands beside the board."""

    def draw_over(self, surface: pygame.Surface, marks: Marks) -> None:
        """Draw over the marbles."""

    def _draw_marble(
        self, surface: pygame.Surface, place: int | None, colour: str, at: Placement, fade: float, camera: Camera,
        marks: Marks, new: bool,
    ) -> None:  # fmt: skip
        art, radius, scale = self.context.art, self.radius, at.scale
        if place is not None and camera != self.rest:
            scale *= camera.unit / self.rest.unit
        if scale == self.small:
            radius, scale = max(3, round(radius * scale)), 1.0
        if place is None or place >= 16:
            shade = shadow_image(art, radius, 1.0, 96)
            art.blit(surface, shade, (at.x + radius * 0.1, at.y + radius * 0.16), scale, at.alpha * fade)
        still = place is not None and camera == self.rest and scale == 1.0 and radius == self.radius
        mark = self._mark_of(place, at) if still and place is not None else None
        art.blit(surface, marble_image(art, radius, colour, mark), (at.x, at.y), scale, at.alpha * fade)
        if camera != self.rest:
            return
        address = f"place:{PLACES[place]}" if place is not None else ""
        if address in marks.can or address in marks.taken or (place is not None and self.ringed() >> place & 1):
            strong = address in marks.taken or (address == marks.hover and address in marks.can)
            self._ring(surface, (at.x, at.y), radius, GOLD, 6 if strong else 4, fade)
        elif new:
            self._ring(surface, (at.x, at.y), radius, SHOWN, 2.5, fade)

    def _ring(
        self, surface: pygame.Surface, middle: Point, radius: float, color: Color, thick: float, fade: float = 1.0
    ) -> None:
        art, theme = self.context.art, self.context.theme
        width, edge = max(2, theme(thick)), max(1, theme(1.6))
        outer = round(radius + width * 0.35)

        def make() -> pygame.Surface:
            size = 2 * (outer + edge) + 2
            rim, band = icons.Pen(size, RIM), icons.Pen(size, color)
            rim.disc((50, 50), (outer + edge) * 100 / size)
            rim.disc((50, 50), (outer - width - edge) * 100 / size, cut=True)
            band.disc((50, 50), outer * 100 / size)
            band.disc((50, 50), (outer - width) * 100 / size, cut=True)
            image = rim.image()
            image.set_alpha(150)
            out = pygame.Surface((size, size), pygame.SRCALPHA)
            out.blit(image, (0, 0))
            out.blit(band.image(), (0, 0))
            return out

        art.blit(surface, art.keep(("marble ring", outer, width, color), make), middle, 1.0, max(fade, 0.45))

    def _draw_ghost(self, surface: pygame.Surface, place: int, marks: Marks) -> None:
        art, theme, radius = self.context.art, self.context.theme, self.radius
        x, y, _ = self.seen(place)
        address = f"place:{PLACES[place]}"
        aimed = address in (marks.hover, marks.focus, *marks.taken)
        colour = self.next_colour()
        sign = self.ghost_sign(place)
        if aimed and colour:
            art.blit(surface, marble_image(art, radius, colour), (x, y), 1.0, 0.8)
        elif colour:  # what lies below recedes; a whole small marble says what comes
            art.blit(surface, art.badge_image(radius, RIM), (x, y), 1.0, 0.3)
            if not sign:
                art.blit(surface, marble_image(art, max(8, round(radius * 0.5)), colour), (x, y))
        thick = max(2, theme(4 if aimed else 3))
        art.blit(surface, dashed_image(art, radius - thick, thick + theme(3), RIM), (x, y), 1.0, 0.8)
        art.blit(surface, dashed_image(art, radius - thick, thick), (x, y))
        if sign:
            size = max(theme(18), round(radius * 0.72))
            disc = art.badge_image(round(size * 0.72), (0x2A, 0x1C, 0x10), mix(GOLD, (0x2A, 0x1C, 0x10), 0.4))
            art.blit(surface, disc, (x, y), 1.0, 0.86)
            art.icon(surface, sign, (x, y), size, GOLD)

    def _draw_focus(self, surface: pygame.Surface, marks: Marks) -> None:
        if not marks.focus or not marks.focus.startswith("place:"):
            return
        x, y, _ = self.seen(INDEX[marks.focus[6:]])
        self._ring(surface, (x, y), self.radius + self.context.theme(6), PALE, 3)

    def _draw_ground_shadows(self, surface: pygame.Surface, camera: Camera) -> None:
        """Draw what the ground's marbles keep from the board."""
        art, radius = self.context.art, self.radius
        flat = round(max(0.5, math.sin(math.radians(camera.pitch))), 2)
        if camera != self.rest:
            flat = 0.8
        scale = camera.unit / self.rest.unit if camera != self.rest else 1.0
        image = shadow_image(art, radius, flat, 150)
        for identity, at in self.context.stage.items():
            address = self.objects.get(str(identity), "")
            place = INDEX.get(address[6:], COUNT) if address.startswith("place:") else COUNT
            if place < 16:
                x, y, _ = SPOTS[place]
                low_x, low_y, _ = self.see((x, y, BOARD), camera)
                art.blit(surface, image, (low_x + radius * 0.3, low_y + radius * 0.16), scale, at.alpha)

    # -- the board ---------------------------------------------------------------------------------------------------

    def _draw_board(self, surface: pygame.Surface, camera: Camera, turning: bool) -> None:
        art = self.context.art
        area = self.board.inflate(self.context.theme(60), self.context.theme(60)).clip(surface.get_rect())
        if turning:
            self._paint_board(surface, camera, 1, (0, 0))
            return

        def make() -> pygame.Surface:
            k = 2
            big = pygame.Surface((area.width * k, area.height * k), pygame.SRCALPHA)
            self._paint_board(big, camera, k, area.topleft)
            out = pygame.Surface(area.size, pygame.SRCALPHA)
            out.blit(self._board_shadow(camera, area), (0, 0))
            out.blit(pygame.transform.smoothscale(big, area.size), (0, 0))
            return out

        surface.blit(art.keep(("marble board", area.size, self.board.topleft, camera, self.territories), make), area)
        self._draw_names(surface, camera)

    def _outline(self, camera: Camera, height: float) -> list[Point]:
        e = EDGE
        return [self.see((x, y, height), camera)[:2] for x, y in ((-e, -e), (e, -e), (e, e), (-e, e))]

    def _board_shadow(self, camera: Camera, area: pygame.Rect) -> pygame.Surface:
        k = 4
        small = pygame.Surface((area.width // k, area.height // k), pygame.SRCALPHA)
        shift = camera.unit * 0.14
        for height in (BOARD, BOARD - THICK):
            outline = self._outline(camera, height)
            points = [((x + shift - area.x) / k, (y + shift * 1.3 - area.y) / k) for x, y in outline]
            pygame.draw.polygon(small, (0, 0, 0, 150), points)
        small = pygame.transform.gaussian_blur(small, max(1, round(camera.unit / 9 / k)), repeat_edge_pixels=False)
        return pygame.transform.smoothscale(small, area.size)

    def _paint_board(self, surface: pygame.Surface, camera: Camera, k: int, origin: tuple[int, int]) -> None:
        flat = camera.flat()
        left, top = self._middle(camera)
        left, top = left - origin[0], top - origin[1]

        def at(x: float, y: float, z: float = BOARD) -> Point:
            a, b = flat(x, y, z)
            return (a + left) * k, (b + top) * k

        shades = 20 if k > 1 else 5  # while it turns a rougher picture will do

        corners = ((-EDGE, -EDGE), (EDGE, -EDGE), (EDGE, EDGE), (-EDGE, EDGE))
        turn = math.radians(camera.yaw)
        for n, (x, y) in enumerate(corners):
            x1, y1 = corners[(n + 1) % 4]
            normal = (y1 - y) / SIDE, (x - x1) / SIDE
            back = normal[0] * math.sin(turn) + normal[1] * math.cos(turn)
            right = normal[0] * math.cos(turn) - normal[1] * math.sin(turn)
            if back < 0 and camera.pitch < 89:
                color = mix(SIDE_LIT, SIDE_DIM, (right + 1) / 2)
                face = [at(x, y), at(x1, y1), at(x1, y1, BOARD - THICK), at(x, y, BOARD - THICK)]
                pygame.draw.polygon(surface, color, face)
        pygame.draw.polygon(surface, TABLE_WOOD, [at(x, y) for x, y in corners])
        for n in range(60):  # the grain, the same every time
            y = -EDGE + SIDE * (n + 0.5 + 0.35 * math.sin(n * 2.3)) / 60
            tone = darker(TABLE_WOOD, 0.015 + 0.055 * math.sin(n * 1.7) ** 4)
            half = 0.012 + 0.022 * math.sin(n * 3.1) ** 2
            grain = [at(-EDGE, y - half), at(EDGE, y - half), at(EDGE, y + half), at(-EDGE, y + half)]
            pygame.draw.polygon(surface, tone, grain)
        if self.territories:
            self.paint_territories(surface, at)
        light = lighter(TABLE_WOOD, 0.34)
        pygame.draw.lines(surface, light, True, [at(x, y) for x, y in corners], max(1, round(k * camera.unit / 50)))
        for place in range(16):
            x, y, _ = SPOTS[place]

            def oval(radius: float, dx: float = 0.0, dy: float = 0.0, x: float = x, y: float = y) -> list[Point]:
                return [at(x + dx + radius * a, y + dy + radius * b) for a, b in CIRCLE]

            pygame.draw.polygon(surface, darker(TABLE_WOOD, 0.46), oval(HOLLOW))
            for n in range(1, shades + 1):  # deep shade at the upper left, light on the far wall
                share = n / shades
                tone = mix(darker(TABLE_WOOD, 0.52), darker(TABLE_WOOD, 0.16), share)
                shift = 0.11 * share
                pygame.draw.polygon(surface, tone, oval(HOLLOW * (1 - share * 0.52) - shift * 0.5, shift, -shift))
            rim = max(1, round(k * camera.unit / 90))
            pygame.draw.lines(surface, lighter(TABLE_WOOD, 0.2), True, oval(HOLLOW), rim)

    def paint_territories(self, surface: pygame.Surface, at: Callable[..., Point]) -> None:
        """Tint the board, given what turns spots of its top into points of the surface."""

    def _draw_names(self, surface: pygame.Surface, camera: Camera) -> None:
        """Write files and ranks on the rim; where there is little room, the ground's alone."""
        theme, text = self.context.theme, self.context.text
        room = camera.unit / 2 * math.sin(math.radians(camera.pitch)) * math.cos(math.radians(camera.yaw))
        px = min(theme.px("small"), round(camera.unit * 0.3))
        while px > theme.floor and text.line_height(px) > room:
            px -= 1
        px = max(px, theme.floor)
        each = 1 if text.line_height(px) <= room else 2
        role = px / theme.unit / theme.text_scale
        ink = mix(darker(TABLE_WOOD, 0.72), TABLE_WOOD, 0.1)
        high = text.line_height(px)
        for n in range(0, 7, each):
            across = (n - 3) / 2
            for words, x, y in (("ABCDEFG"[n], across, -EDGE + 0.22), (str(n + 1), -EDGE + 0.22, across)):
                a, b, _ = self.see((x, y, BOARD), camera)
                box = pygame.Rect(round(a) - px, round(b) - high // 2, 2 * px, high)
                with text.container("board"):
                    text.draw(surface, words, box, role, ink, bold=True, align="center", valign="center")

    # -- moving ------------------------------------------------------------------------------------------------------

    def fall(self, identity: Identity, place: int, seconds: float = 0.26) -> list[Step]:
        """Let a new marble fall into its place."""
        x, y, near = self.seen(place)
        above = Placement(x, y - self.radius * 2.2, 1.0, 0.0, z=near + 1)
        return [Step({identity: above}, 0.0), Step({identity: Placement(x, y, z=near)}, seconds)]

    def rest_of(self, objects: Mapping[Identity, Address], moved: Iterable[Identity]) -> list[Step]:
        """Put down whatever no event has moved to its place."""
        final, done = self._placements(objects), set(moved)
        now = dict(self.context.stage.items())
        rest: dict[Identity, Placement | None] = {
            identity: target
            for identity, target in final.items()
            if identity not in done and now.get(identity) != target
        }
        rest |= {identity: None for identity in now if identity not in final}
        return [Step(rest, 0.2)] if rest else []

    def sound(self, event: Event) -> str | None:
        return SOUNDS.get(event.kind)


SOUNDS = {
    "first_meatball": "place", "placed": "place", "blocked": "out", "peak": "place", "comes": "place",
    "takes_red": "slide", "takes_white": "slide", "takes_black": "slide", "drops": "place", "guards_kill": "hurt",
    "wins": "win", "draw": "win", "picks_left": "card", "picks_right": "card",
}  # fmt: skip
