"""Spiteful Guards on the table: two territories, two closed hands, the tunnel where guards pair off with civilians.

In the tunnel stand rows of one white civilian, two guards and one black civilian: wherever both guards are there, the
row's civilians are lost, so what stands in the other rows is what is saved so far.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pygame

from tabletop.engine.rules import Address, Event, Identity
from tabletop.rules import spiteful_guards
from tabletop.rules.pyramid import INDEX
from tabletop.rules.spiteful_guards import CIVILIANS, COLOUR, saves
from tabletop.ui.animation import Placement, Step
from tabletop.ui.art import Art
from tabletop.ui.sign import sign_image
from tabletop.ui.tables.pyramid import EDGE, PyramidView
from tabletop.ui.tableview import Badge, Marks, SeatFacts, Tool
from tabletop.ui.theme import GOLD, PALE, SOFT, WARM, Color, darker, lighter

BESIDE = -100.0  # the order of what stands beside the board: below everything on it
HANDS = ("left", "right")
SKIN: Color = (0xD9, 0xA0, 0x74)
TINT = {1: (255, 250, 238, 105), 2: (22, 24, 34, 125)}
BORDER: Color = (0xA8, 0x2F, 0x26)


class GuardsView(PyramidView):
    """The pyramid of civilians and guards."""

    territories = True
    values_on = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self._analysis = Analysis()

    # -- the places beside the board ---------------------------------------------------------------------------------

    def beside(self, rect: pygame.Rect) -> pygame.Rect:
        theme, text = self.context.theme, self.context.text
        self.head = text.line_height(theme.floor) + theme(12)
        self.foot = max(theme.grown(34), text.line_height(theme.floor) + theme(10))
        room = rect.height - self.head - self.foot - theme(8)
        self.tunnel_radius = max(4, int(min(room / (2.16 * CIVILIANS), rect.width * 0.26 / 9.6)))
        wide = round(self.tunnel_radius * 9.6)
        high = self.head + self.foot + round(2.16 * self.tunnel_radius * CIVILIANS) + theme(8)
        self.tunnel_rect = pygame.Rect(rect.right - wide, rect.y, wide, high)
        self.tunnel_rect.centery = rect.centery
        return pygame.Rect(rect.x, rect.y, rect.width - wide - theme(10), rect.height)

    def part(self, name: str) -> pygame.Rect | None:
        return self.tunnel_rect.inflate(8, 8) if name == "tunnel" else super().part(name)

    def layout(self, rect: pygame.Rect) -> None:
        super().layout(rect)
        self.small = self.tunnel_radius / self.radius

    def _slot(self, colour: str, count: int) -> tuple[float, float]:
        """Give where the tunnel's count-th marble of a colour stands."""
        radius, rect = self.tunnel_radius, self.tunnel_rect
        row = (count - 1) // 2 if colour == "red" else count - 1
        column = {"white": -3.3, "black": 3.3, "red": -1.05 if count % 2 else 1.05}[colour]
        y = rect.y + self.head + radius * (1.08 + 2.16 * row) + self.context.theme(4)
        return rect.centerx + column * radius, y

    def place_elsewhere(self, kind: str, rest: str) -> Placement | None:
        if kind == "tunnel":
            colour, _, count = rest.partition(".")
            x, y = self._slot(colour, int(count))
            return Placement(x, y, self.small, z=BESIDE)
        if kind == "hand":
            x, y = self._hand_rect(rest).center
            return Placement(x, y, self.small, z=50)
        return None

    def place_of(self, address: Address) -> pygame.Rect | None:
        kind, _, rest = address.partition(":")
        colour, _, count = rest.partition(".")
        if kind != "tunnel" or colour not in self.position["tunnel"] or not count.isdigit():
            return super().place_of(address)
        spot = pygame.Rect(0, 0, 2 * self.tunnel_radius, 2 * self.tunnel_radius)
        spot.center = round(self._slot(colour, int(count))[0]), round(self._slot(colour, int(count))[1])
        return spot

    def colour_elsewhere(self, position: dict[str, Any], kind: str, rest: str) -> str:
        if kind == "tunnel":
            return rest.partition(".")[0]
        held = str(position["hands"][HANDS.index(rest)]) if kind == "hand" else "?"
        return "" if held == "?" else held

    def _hand_rect(self, hand: str) -> pygame.Rect:
        """Give a hand its half of the tunnel's place: nothing is in the tunnel yet."""
        theme, tunnel = self.context.theme, self.tunnel_rect
        wide = (tunnel.width - theme(6)) // 2
        label = self.context.text.line_height(theme.floor) + theme(10)
        rect = pygame.Rect(tunnel.x, 0, wide, round(wide * 1.05) + label)
        rect.centery = tunnel.centery
        if hand == "right":
            rect.right = tunnel.right
        return rect

    def rects(self) -> dict[Address, pygame.Rect]:
        out = super().rects() if self.position["phase"] != "hands" else self._marbles_only()
        if self.position["hands"] is not None:
            out |= {f"hand:{hand}": self._hand_rect(hand) for hand in HANDS}
        return out

    def _marbles_only(self) -> dict[Address, pygame.Rect]:
        return {address: rect for address, rect in super().rects().items() if self.filled >> INDEX[address[6:]] & 1}

    def offered(self) -> list[int]:
        if self.position["phase"] in ("hands", "play", "over"):
            return []
        return super().offered()

    # -- what is marked ----------------------------------------------------------------------------------------------

    def next_colour(self) -> str:
        if self.position["phase"] == "guards":
            return "red"
        return COLOUR.get(self.position["turn"], "")

    # -- what is said ------------------------------------------------------------------------------------------------

    def tools(self) -> list[Tool]:
        words = self.words.say("table", "values_hide" if self.values_on else "values_show")
        return [*super().tools(), Tool("tool:values", "values", words, "a", self.values_on)]

    def use(self, address: Address) -> None:
        if address == "tool:values":
            self.values_on = not self.values_on
        else:
            super().use(address)

    def subtitle(self) -> str:
        say = self.words.say
        return say("table", "side", {"colour": self.words.seat(1), "other": self.words.seat(2)})

    def help(self, address: Address | None = None) -> str:
        say = self.words.say
        if self.position["phase"] != "play":
            return ""
        if self.values_on:
            return say("table", "values_wait" if self._values() is None else "values_help")
        pairs = say("table", "tunnel_help", {"count": self.position["tunnel"]["red"] // 2})
        return f"{pairs} {self.looking()}".strip()

    def tip(self, address: Address) -> str:
        say = self.words.say
        kind, _, rest = address.partition(":")
        if kind == "hand":
            held = self.colour_elsewhere(self.position, kind, rest)
            params = {"hand": say("table", f"hand_{rest}")}
            if held:
                return say("table", "tip_hand_holds", {**params, "colour": say("table", f"colour_{held}")})
            return say("table", "tip_hand_closed", params)
        for colour, marbles in self.sets.items():
            if marbles >> INDEX[rest] & 1:
                key = "tip_guard" if colour == "red" else "tip_civilian"
                return say("table", key, {"place": rest, "colour": say("table", f"colour_{colour}")})
        return say("table", "tip_place", {"place": rest})

    def _saved(self) -> tuple[int, int]:
        tunnel = self.position["tunnel"]
        return saves(tunnel["white"], tunnel["black"], tunnel["red"])

    def seat(self, seat: int) -> SeatFacts:
        say = self.words.say
        badges = []
        if self.position["phase"] in ("play", "over"):
            words = say("table", "saves", {"count": self._saved()[seat - 1]})
            badges.append(Badge(words=words, hint=say("table", "saves_hint")))
        picture = sign_image(self.context.art, self.definition.rules, self.context.theme(18), seat - 1)
        return SeatFacts(tuple(badges), picture=picture)

    # -- exact play --------------------------------------------------------------------------------------------------

    def _values(self) -> Mapping[str, int] | None:
        """Give what each takeable marble is worth, by place; None while that is being worked out."""
        if self.position["phase"] != "play":
            return {}
        position = self.position

        def state() -> spiteful_guards.State:
            return spiteful_guards.GAME.start(self.definition, self.options, 2, position)

        return self._analysis.values((position["pyramid"], position["turn"]), state)

    def tick(self) -> bool:
        return self.values_on and self._analysis.came()

    # -- moving ------------------------------------------------------------------------------------------------------

    def steps(
        self, events: Sequence[Event], position: dict[str, Any], objects: Mapping[Identity, Address]
    ) -> list[Step]:
        self.colours |= self._colours(position, objects)
        final = self._placements(objects)
        out: list[Step] = []
        moved: set[Identity] = {"camera"}
        for event in events:
            name, marble = self.sound(event), event.data.get("marble")
            if name:
                out.append(Step({}, 0.0, 0.0, lambda name=name: self.context.sounds.play(name)))  # type: ignore[misc]
            if event.kind == "comes":
                moved.add(marble)
                out += self.fall(marble, INDEX[event.data["place"]], 0.22)
            elif event.kind == "drops":
                out.append(Step({marble: self._at_place(event.data["place"])}, 0.3))
            elif event.kind in ("picks_left", "picks_right"):
                out.append(Step({marble: self._at_place(event.data["place"])}, 0.6, self.radius))
            elif marble is not None and marble in final:
                out.append(Step({marble: final[marble]}, 0.55, self.radius * 0.8))
            elif event.kind == "guards_kill":
                out += self._pair_off(event.data["count"] // 2, final, objects)
        return [*out, *self.rest_of(objects, moved)]

    def _at_place(self, place: str) -> Placement:
        x, y, near = self.seen(INDEX[place])
        return Placement(x, y, z=near)

    def _pair_off(
        self, pairs: int, final: Mapping[Identity, Placement], objects: Mapping[Identity, Address]
    ) -> list[Step]:
        """Let each pair of guards step to its row's civilians and back."""
        at = {address: identity for identity, address in objects.items()}
        out = []
        for row in range(1, pairs + 1):
            there: dict[Identity, Placement | None] = {}
            back: dict[Identity, Placement | None] = {}
            for guard, victim in ((2 * row - 1, f"tunnel:white.{row}"), (2 * row, f"tunnel:black.{row}")):
                mine, other = at.get(f"tunnel:red.{guard}"), at.get(victim)
                if mine is None or other is None:
                    continue
                home, goal = final[mine], final[other]
                there[mine] = Placement(goal.x + (home.x - goal.x) * 0.5, home.y, self.small, z=BESIDE + 1)
                back[mine] = home
                back[other] = goal
            if there:
                out += [Step(there, 0.22), Step(back, 0.25)]
        return out

    # -- drawing -----------------------------------------------------------------------------------------------------

    def paint_territories(self, surface: pygame.Surface, at: Callable[..., tuple[float, float]]) -> None:
        tint = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        e, w = EDGE, 0.07
        pygame.draw.polygon(tint, TINT[1], [at(-e, -e), at(e, -e), at(-e, e)])
        pygame.draw.polygon(tint, TINT[2], [at(e, e), at(e, -e), at(-e, e)])
        pygame.draw.polygon(tint, (*BORDER, 215), [at(-e, e), at(-e, e - 2 * w), at(e - 2 * w, -e), at(e, -e),
                                                   at(e, -e + 2 * w), at(-e + 2 * w, e)])  # fmt: skip
        surface.blit(tint, (0, 0))

    def draw_beside(self, surface: pygame.Surface, marks: Marks) -> None:
        if self.position["hands"] is None:
            self._draw_tunnel(surface)
            return
        for hand in HANDS:
            self._draw_hand(surface, hand, marks)

    def _draw_tunnel(self, surface: pygame.Surface) -> None:
        theme, art, text = self.context.theme, self.context.art, self.context.text
        rect, radius = self.tunnel_rect, self.tunnel_radius
        art.panel(surface, rect, 14)
        with text.container("tunnel", rect):
            box = pygame.Rect(rect.x + theme(4), rect.y, rect.width - theme(8), self.head)
            words = text.fit(self.words.say("table", "tunnel"), box.size, "text", bold=True, lines=1)
            text.draw_layout(surface, words, box, SOFT, align="center", valign="center")
        pairs = self.position["tunnel"]["red"] // 2
        for row in range(1, CIVILIANS + 1):
            y = self._slot("white", row)[1]
            if row <= pairs:
                band = pygame.Rect(rect.x + theme(3), round(y - radius * 1.02), 0, round(radius * 2.04))
                band.width = rect.width - theme(6)
                surface.blit(art.rounded(band.size, radius, (0x9A, 0x2A, 0x22, 110)), band)
            for colour, count in (("white", row), ("red", 2 * row - 1), ("red", 2 * row), ("black", row)):
                if colour != "red" or count <= 11:
                    hole = art.badge_image(round(radius * 0.72), (0x14, 0x0C, 0x06), (0x32, 0x22, 0x16))
                    art.blit(surface, hole, self._slot(colour, count), 1.0, 0.55)
        foot = pygame.Rect(rect.x, rect.bottom - self.foot, rect.width, self.foot)
        with text.container("tunnel saved", rect):
            side = round(radius * 2.9)
            for saved, x in zip(self._saved(), (rect.x, rect.right - side), strict=True):
                box = pygame.Rect(x, foot.y, side, foot.height)
                line = text.fit(str(saved), box.size, "prompt", bold=True, lines=1)
                text.draw_layout(surface, line, box, PALE, align="center", valign="center")
            middle = pygame.Rect(rect.x + side, foot.y, rect.width - 2 * side, foot.height)
            line = text.fit(self.words.say("table", "saved"), middle.size, "small", lines=1)
            text.draw_layout(surface, line, middle, SOFT, align="center", valign="center")

    def draw_over(self, surface: pygame.Surface, marks: Marks) -> None:
        if self.context.stage.busy:
            return
        art, tunnel, radius = self.context.art, self.position["tunnel"], self.tunnel_radius
        for colour in ("white", "black"):
            for row in range(1, min(tunnel["red"] // 2, tunnel[colour]) + 1):
                x, y = self._slot(colour, row)
                art.blit(surface, art.badge_image(radius, (0x1A, 0x0E, 0x08)), (x, y), 1.0, 0.5)
                art.icon(surface, "close", (x, y), round(radius * 1.25), WARM)
            if self.position["phase"] == "over":
                for row in range(tunnel["red"] // 2 + 1, tunnel[colour] + 1):
                    self._ring(surface, self._slot(colour, row), radius, GOLD, 3)
        if self.values_on and self.position["phase"] == "play":
            self._draw_values(surface, marks)

    def _draw_values(self, surface: pygame.Surface, marks: Marks) -> None:
        theme, art, text = self.context.theme, self.context.art, self.context.text
        spots = self.spots()
        for place, value in (self._values() or {}).items():
            spot = spots.get(f"place:{place}")
            if spot is None:
                continue
            words = f"+{value}" if value > 0 else f"\u2212{-value}" if value < 0 else "0"
            px = max(theme.floor, min(theme.px("text"), round(self.radius * 0.55)))
            wide = text.measure(words, px / theme.unit / theme.text_scale, bold=True)[0]
            radius = max(round(px * 0.86), wide // 2 + theme(3))
            art.blit(surface, art.badge_image(radius, (0x2A, 0x1C, 0x10), GOLD), spot.center)
            box = pygame.Rect(0, 0, 2 * radius, 2 * radius)
            box.center = spot.center
            with text.container(f"value:{place}"):
                text.draw(surface, words, box, px / theme.unit / theme.text_scale, PALE, bold=True, align="center",
                          valign="center")  # fmt: skip

    def _draw_hand(self, surface: pygame.Surface, hand: str, marks: Marks) -> None:
        theme, art, text = self.context.theme, self.context.art, self.context.text
        rect = self._hand_rect(hand)
        side = rect.width
        address = f"hand:{hand}"
        art.panel(surface, rect, 16, now=address in marks.can)
        aimed = address in (marks.hover, marks.focus)
        fist = fist_image(art, round(side * (0.98 if aimed else 0.92)), hand == "right")
        art.blit(surface, fist, (rect.centerx, rect.y + side // 2))
        box = pygame.Rect(rect.x + theme(2), rect.y + side, side - theme(4), rect.height - side - theme(4))
        with text.container(address, rect):
            line = text.fit(self.words.say("table", f"hand_{hand}"), box.size, "small", bold=True, lines=1)
            text.draw_layout(surface, line, box, PALE, align="center", valign="center")
        if address == marks.focus:
            art.ring(surface, rect.inflate(theme(8), theme(8)), 20, PALE, 3)


class Analysis:
    """Works out in the background what each marble is worth, one position after the other."""

    def __init__(self) -> None:
        self._solver = spiteful_guards.Solver()
        self._found: dict[tuple[Any, ...], dict[str, int]] = {}
        self._thread: threading.Thread | None = None
        self._came = False

    def values(self, key: tuple[Any, ...], state: Callable[[], spiteful_guards.State]) -> Mapping[str, int] | None:
        """Give the values by place, or None and begin to look for them."""
        if key not in self._found and (self._thread is None or not self._thread.is_alive()):
            self._thread = threading.Thread(target=self._work, args=(key, state()), daemon=True)
            self._thread.start()
        return self._found.get(key)

    def came(self) -> bool:
        """Tell, once, whether something was found."""
        came, self._came = self._came, False
        return came

    def wait(self) -> None:
        """Wait until nothing is being worked out."""
        if self._thread is not None:
            self._thread.join()

    def _work(self, key: tuple[Any, ...], state: spiteful_guards.State) -> None:
        self._found[key] = {action.args[0]: value for action, value in self._solver.moves(state).items()}
        self._came = True


def fist_image(art: Art, size: int, mirrored: bool) -> pygame.Surface:
    """Give a closed hand."""

    def make() -> pygame.Surface:
        k = 4
        big = pygame.Surface((size * k, size * k), pygame.SRCALPHA)
        unit = size * k / 100
        edge, light = darker(SKIN, 0.42), lighter(SKIN, 0.16)

        def box(color: Color, x: float, y: float, wide: float, high: float, corner: float) -> None:
            area = pygame.Rect(round(x * unit), round(y * unit), round(wide * unit), round(high * unit))
            pygame.draw.rect(big, color, area, border_radius=round(corner * unit))

        box(darker(SKIN, 0.25), 36, 70, 32, 24, 6)  # the wrist
        box(edge, 18, 28, 66, 54, 20)
        box(darker(SKIN, 0.08), 20, 30, 62, 50, 18)
        for n in range(4):
            high = (36, 40, 39, 34)[n]
            box(edge, 20 + 15.4 * n, 20 + (40 - high) * 0.4, 16.6, high, 8)
            box(SKIN, 21.4 + 15.4 * n, 21.4 + (40 - high) * 0.4, 13.8, high - 3, 7)
            box(light, 24 + 15.4 * n, 24 + (40 - high) * 0.4, 7, 10, 4)
        box(edge, 12, 50, 46, 19, 9.5)
        box(SKIN, 13.6, 51.6, 42.8, 15.8, 8)
        box(light, 42, 54, 11, 8, 4)
        small = pygame.transform.smoothscale(big, (size, size))
        return pygame.transform.flip(small, True, False) if mirrored else small

    return art.keep(("fist", size, mirrored), make)


VIEW = GuardsView
