"""Spaghetti on the table: where the next marble may go and why, the token, the longest strands over the marbles."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pygame

from tabletop.engine.rules import Address, Event, Identity
from tabletop.rules import spaghetti
from tabletop.rules.pyramid import COUNT, HIDDEN, INDEX, PLACES, WHERE, bits, free
from tabletop.ui.animation import Placement, Step
from tabletop.ui.sign import sign_image
from tabletop.ui.tables.pyramid import PyramidView, line_between
from tabletop.ui.tableview import Badge, Marks, SeatFacts, Tool
from tabletop.ui.theme import Color

SEAT_COLOUR = {1: "white", 2: "red"}
LINE: Mapping[int, tuple[Color, Color]] = {
    1: ((0xFF, 0xFB, 0xF0), (0x3A, 0x2A, 0x18)),
    2: ((0xFF, 0x5A, 0x48), (0x4A, 0x08, 0x06)),
}
"""Seat -> colours of its strand and of the strand's edge."""
TRACED = 0.1  # seconds a marble


class SpaghettiView(PyramidView):
    """The pyramid of two strands."""

    strands_on = False

    # -- what is known -----------------------------------------------------------------------------------------------

    def show(self, position: dict[str, Any], objects: Mapping[Identity, Address]) -> None:
        super().show(position, objects)
        self.strands = self._strands()

    def _strands(self) -> dict[int, tuple[int, ...]]:
        """Give a longest strand of each seat among the marbles that can be seen from above."""
        shown = ~HIDDEN[self.filled >> 25]
        induced = self.options.get("strand") == "induced"
        return {seat: spaghetti.strand(self.sets[colour] & shown, induced) for seat, colour in SEAT_COLOUR.items()}

    @property
    def full(self) -> bool:
        """Tell whether the game has come to its end."""
        return self.filled.bit_count() == COUNT

    def _beside(self, place: int) -> bool:
        """Tell whether a place is on the last marble's level, not on a platform that it completed."""
        last = self.position["last"]
        return last is None or WHERE[place][0] == WHERE[INDEX[last]][0]

    def _blocked(self) -> bool:
        """Tell whether a meatball has to be put."""
        return self.next_colour() == "black"

    # -- what is marked ----------------------------------------------------------------------------------------------

    def next_colour(self) -> str:
        last, turn = self.position["last"], self.position["turn"]
        if last is None:
            return "black"
        near = spaghetti.REACH[INDEX[last]]
        offered = sum(1 << place for place in self.offered())
        return SEAT_COLOUR.get(turn, "") if near & offered else "black"

    def ghost_sign(self, place: int) -> str:
        if self._blocked():
            return ""
        return "beside" if self._beside(place) else "on_top"

    def ringed(self) -> int:
        last = self.position["last"]
        return 1 << INDEX[last] if last else 0

    # -- what is said ------------------------------------------------------------------------------------------------

    def tools(self) -> list[Tool]:
        words = self.words.say("table", "strands_hide" if self.strands_on else "strands_show")
        return [*super().tools(), Tool("tool:strands", "strand", words, "d", self.strands_on)]

    def use(self, address: Address) -> None:
        if address == "tool:strands":
            self.strands_on = not self.strands_on
        else:
            super().use(address)

    def subtitle(self) -> str:
        return self.words.say("table", "strand_kind_" + str(self.options.get("strand")))

    def help(self, address: Address | None = None) -> str:
        say = self.words.say
        if self.position["last"] is None or self._blocked():
            return self.looking()
        if not any(one.startswith("place:") for one in self.can):
            return ""
        last = self.position["last"]
        # All that the rules allow: in a lesson only one of them can be clicked.
        can = list(bits(free(self.filled) & spaghetti.REACH[INDEX[last]]))
        beside = sum(self._beside(place) for place in can)
        parts = [say("table", "places_beside", {"count": beside, "last": last}),
                 say("table", "places_on_top", {"count": len(can) - beside})]  # fmt: skip
        return " ".join(filter(None, (*parts, self.looking())))

    def tip(self, address: Address) -> str:
        say, place = self.words.say, INDEX[address[6:]]
        name, last = PLACES[place], self.position["last"]
        for colour, marbles in self.sets.items():
            if marbles >> place & 1:
                return say("table", "tip_marble", {"place": name, "colour": say("table", f"colour_{colour}")})
        if address not in self.can:
            return say("table", "tip_place", {"place": name})
        if self._blocked() or last is None:
            return say("table", "tip_place", {"place": name})
        key = "tip_beside" if self._beside(place) else "tip_on_top"
        return say("table", key, {"place": name, "last": last})

    def seat(self, seat: int) -> SeatFacts:
        theme, say = self.context.theme, self.words.say
        length = len(self.strands[seat])
        badges = [Badge(words=say("table", "strand", {"count": length}), hint=say("table", "strand_hint"))]
        if self.position["token"] == seat:
            badges.append(Badge(icon="token", words=say("table", "token"), hint=say("table", "token_hint")))
        picture = sign_image(self.context.art, self.definition.rules, theme(18), seat - 1)
        return SeatFacts(tuple(badges), picture=picture)

    # -- moving ------------------------------------------------------------------------------------------------------

    def _placements(self, objects: Mapping[Identity, Address]) -> dict[Identity, Placement]:
        return super()._placements(objects) | {"trace:1": Placement(COUNT, 0), "trace:2": Placement(COUNT, 0)}

    def steps(
        self, events: Sequence[Event], position: dict[str, Any], objects: Mapping[Identity, Address]
    ) -> list[Step]:
        self.colours |= self._colours(position, objects)
        out: list[Step] = []
        moved: set[Identity] = {"camera"}
        for event in events:
            name = self.sound(event)
            start = [Step({}, 0.0, 0.0, lambda name=name: self.context.sounds.play(name))] if name else []  # type: ignore[misc]
            if "marble" in event.data:
                moved.add(event.data["marble"])
                out += [*start, *self.fall(event.data["marble"], INDEX[event.data["place"]])]
            elif event.kind == "wins":
                out += [*start, *self._trace(position, objects)]
        return [*out, *self.rest_of(objects, moved | {"trace:1", "trace:2"})]

    def _trace(self, position: dict[str, Any], objects: Mapping[Identity, Address]) -> list[Step]:
        """Draw one strand after the other along its marbles."""
        nothing, all_of = Placement(0, 0), Placement(COUNT, 0)
        steps = [Step({"trace:1": nothing, "trace:2": nothing}, 0.0, 0.0, lambda: self.show(position, objects))]
        for seat in (1, 2):
            steps.append(Step({f"trace:{seat}": all_of}, TRACED * COUNT))
        return steps

    # -- drawing -----------------------------------------------------------------------------------------------------

    def draw_over(self, surface: pygame.Surface, marks: Marks) -> None:
        if not (self.strands_on or self.full):
            return
        for seat, strand in self._apart().items():
            trace = self.context.stage.at(f"trace:{seat}")
            self._draw_strand(surface, seat, strand, trace.x if trace else COUNT)

    def _apart(self) -> dict[int, tuple[int, ...]]:
        """Give the strands from those ends that are farthest apart, so that both lengths can be read."""
        one, other = self.strands[1], self.strands[2]
        if not one or not other:
            return self.strands
        ways = [(a, b) for a in (one, one[::-1]) for b in (other, other[::-1])]
        first, second = max(ways, key=lambda way: math.dist(self.shown_at(way[0][0]), self.shown_at(way[1][0])))
        return {1: first, 2: second}

    def _draw_strand(self, surface: pygame.Surface, seat: int, strand: Sequence[int], traced: float) -> None:
        """Draw a strand as far as it is traced, and its length at its start."""
        if not strand or traced <= 0:
            return
        theme = self.context.theme
        points = [self.shown_at(place) for place in strand]
        whole = min(len(points), int(traced) + 1)
        line = points[:whole]
        if whole < len(points) and traced > 0:
            (x0, y0), (x1, y1), share = points[whole - 1], points[whole], traced - int(traced)
            line = [*line, (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)]
        color, edge = LINE[seat]
        thick = max(theme(7), self.radius * 0.2)
        line_between(surface, line, thick + theme(5), edge)
        line_between(surface, line, thick, color)
        for x, y in points[:whole]:
            pygame.draw.aacircle(surface, edge, (x, y), thick)
            pygame.draw.aacircle(surface, color, (x, y), thick - theme(2))
        self._draw_length(surface, seat, points[0], str(min(whole, len(points))))

    def _draw_length(self, surface: pygame.Surface, seat: int, middle: tuple[float, float], words: str) -> None:
        theme, art, text = self.context.theme, self.context.art, self.context.text
        color, edge = LINE[seat]
        radius = max(theme.floor, round(self.radius * 0.42))
        art.blit(surface, art.badge_image(radius, edge, color), middle)
        box = pygame.Rect(round(middle[0]) - radius, round(middle[1]) - radius, 2 * radius, 2 * radius)
        px = max(theme.floor, round(radius * 1.05))
        with text.container(f"strand:{seat}", box):
            text.draw(surface, words, box, px / theme.unit / theme.text_scale, color, bold=True, align="center",
                      valign="center")  # fmt: skip


VIEW = SpaghettiView
