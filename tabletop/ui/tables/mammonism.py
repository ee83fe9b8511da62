"""Mammonism on the table: market and bank on a cloth, everybody's coins in front of them, fists that open.

The cloth shows what the phase is about: the market, the fists of a secret choice or of a battle, or the hand of the
seat whose eyes look. Along its edge stand the forces, each over the panel of the seat that owns them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pygame

from tabletop.engine.rules import Address, Event, Identity, Pick
from tabletop.engine.rules import Step as Choice
from tabletop.ui import icons
from tabletop.ui.animation import Placement, Step
from tabletop.ui.tableview import Marks, OpenPrompt, TableView
from tabletop.ui.text import Drawn
from tabletop.ui.theme import DARK_INK, FAINT, GOLD, INK, PALE, PAPER, SOFT, WARM, Color, darker, hsl, mix

SHOWN: Color = (0xBF, 0xEC, 0xF2)  # the mark of what leads, and of the last change
SKIN: Color = (0xE8, 0xBF, 0x97)
RATIO = 1.42  # a card's height by its width
MARK = 20  # board units that the picture of a computer beside its name is wide
SHUFFLED = "?"

COLORS: Mapping[str, Color] = {
    "manor": (0x8A, 0x6A, 0x1E),
    "ambush": (0x8F, 0x38, 0x45),
    "spy": (0x2F, 0x6F, 0x86),
    "retreat": (0x4F, 0x7C, 0x5C),
    "command": (0x3E, 0x5F, 0xA0),
    "swap": (0x6B, 0x5A, 0xA3),
    "chaos": (0xB0, 0x52, 0x1F),
    "resolve": (0x7A, 0x2E, 0x2E),
    "poop": (0x7B, 0x58, 0x2F),
}
SOUNDS = {
    "market_laid": "card", "reveal": "card", "chooses": "place", "bet_shown": "coin", "mixed_bet_shown": "coin",
    "starts": "card", "scouts": "coin", "buys": "card", "takes_coins": "coin", "turn": "turn", "uses": "spell",
    "gains_coins": "coin", "gains_forces": "coin", "bet_grows": "spell", "silence": "spell", "swapped": "slide",
    "battle": "turn", "passes": "click", "pays": "coin", "loses_forces": "hurt", "goes_out": "out", "wins": "win",
    "draw": "win",
}  # fmt: skip
SECONDS = {
    "bets": 1.5, "forces": 1.2, "uses": 0.8, "bet_grows": 0.6, "wins_battle": 1.0, "nobody_wins": 1.0, "silence": 0.6,
    "scouts": 0.6, "passes": 0.35, "battle": 0.5, "loses_forces": 0.3, "pays": 0.3, "goes_out": 0.5, "swapped": 0.6,
}  # fmt: skip


# -- emblems, and fists ------------------------------------------------------------------------------------------------


def _ambush(pen: icons.Pen) -> None:
    for way in (1, -1):
        pen.path([(50 - 36 * way, 14), (50 + 26 * way, 76)], 10)
        pen.path([(50 + 10 * way, 82), (50 + 32 * way, 60)], 8)
        pen.path([(50 + 26 * way, 76), (50 + 38 * way, 88)], 9)


def _chaos(pen: icons.Pen) -> None:
    pen.poly(icons.star((50, 50), 46, 22, 8))
    pen.path([(50 + r * math.cos(a), 50 + r * math.sin(a)) for r, a in ((2 + n * 0.9, n * 0.6) for n in range(20))],
             5, cut=True)  # fmt: skip


def _command(pen: icons.Pen) -> None:
    for x in (10, 46):
        pen.poly([(x, 14), (x + 42, 50), (x, 86), (x, 62), (x + 14, 50), (x, 38)])


def _resolve(pen: icons.Pen) -> None:
    pen.poly([(14, 14), (50, 6), (86, 14), (84, 54), (50, 95), (16, 54)])
    pen.poly(icons.star((50, 46), 25, 11, 5), cut=True)


def _poop(pen: icons.Pen) -> None:
    pen.ellipse(10, 66, 80, 26)
    pen.ellipse(20, 44, 60, 28)
    pen.ellipse(32, 26, 36, 24)
    pen.poly([(42, 32), (52, 6), (60, 30)])


def _retreat(pen: icons.Pen) -> None:
    pen.path([(24, 8), (24, 94)], 9)
    pen.poly([(28, 12), (88, 22), (72, 36), (86, 52), (28, 56)])


EMBLEMS = {
    "manor": "home", "spy": "eye", "swap": "swap", "ambush": _ambush, "chaos": _chaos, "command": _command,
    "resolve": _resolve, "poop": _poop, "retreat": _retreat,
}  # fmt: skip


def _hand(size: int, owner: Color, opened: bool) -> pygame.Surface:
    """Draw a fist, or an open hand, coming up out of a sleeve in its owner's colour."""
    k = 3
    side = size * k
    big = pygame.Surface((side, side), pygame.SRCALPHA)
    edge, shade = darker(SKIN, 0.45), darker(SKIN, 0.14)
    big.fill((*edge, 0))

    def box(color: Color, x: float, y: float, wide: float, high: float, radius: float) -> None:
        area = pygame.Rect(round(x * side / 100), round(y * side / 100), round(wide * side / 100),
                           round(high * side / 100))  # fmt: skip
        line = max(1, round(side * 0.02))
        pygame.draw.rect(big, edge, area, border_radius=round(radius * side / 100))
        pygame.draw.rect(big, color, area.inflate(-2 * line, -2 * line), border_radius=round(radius * side / 100))

    box(darker(owner, 0.1), 28, 78, 44, 22, 5)
    if opened:
        for x, y in ((17, 20), (34, 8), (51, 8), (68, 18)):
            box(SKIN, x, y, 17, 50, 8)
        box(SKIN, 17, 42, 68, 42, 18)
        box(SKIN, 3, 46, 30, 18, 9)
        box(shade, 28, 50, 46, 26, 12)
    else:
        box(SKIN, 20, 34, 62, 50, 16)
        for x in (20, 35, 50, 65):
            box(SKIN, x, 28, 18, 34, 8)
        box(shade, 16, 56, 48, 16, 8)
    return pygame.transform.smoothscale(big, (size, size))


class Face(NamedTuple):
    """What stands on a card: its id, or "?", and a line beneath."""

    card: str
    note: str = ""
    named: bool = True
    foot: int = 0
    """Pixels left free at its lower edge, where coins lie."""


class Shown(NamedTuple):
    """A bet that everybody has seen: own coins, foreign coins, what it counts."""

    own: int
    foreign: int
    value: int


def _read(bet: str) -> tuple[int, int]:
    own, _, foreign = bet.partition("+")
    return int(own), int(foreign or 0)


class MammonismView(TableView):
    """The cloth, and the players along its edge."""

    wide = True

    def __post_init__(self) -> None:
        self.reveal: dict[int, Shown] = {}
        """Bets or forces that have just been shown to all; they lie open until the next choice."""
        self._pictures: dict[tuple[object, ...], tuple[pygame.Surface, list[Drawn]]] = {}

    # -- what is shown ------------------------------------------------------------------------------------------------

    def show(self, position: dict[str, Any], objects: Mapping[Identity, Address]) -> None:
        super().show(position, objects)
        self.caption = ""
        chosen = any(choice is not None for choice in self._choices().values())
        if chosen or self.fist is not None or position["phase"] == "forces":
            self.reveal = {}
        if position["phase"] == "over" and not position["battle"]:
            return

    def open_prompt(self, position: Mapping[str, Any]) -> OpenPrompt | None:
        """Ask everybody at once after a battle: whoever is still in and holds a card, whatever card."""
        if position["phase"] != "after_battle":
            return None
        count, passed = len(position["seats"]), position["battle"]["passed"]
        order = [(position["turn"] - 1 + step) % count + 1 for step in range(count)]
        asked = [
            seat
            for seat in order
            if not position["seats"][seat - 1]["out"] and position["seats"][seat - 1]["hand"] and seat not in passed
        ]
        cards = [
            card for card, part in self.definition.parts.cards.items() if part.when == "after_battle" and part.effect
        ]
        return OpenPrompt(tuple(asked), tuple(f"button:{card}" for card in cards), "button:pass")

    def pause(self, events: Sequence[Event]) -> str:
        """Say what everybody should see before the next player sits down."""
        said = []
        for event in events:
            if event.kind == "reveal" and {"bets", "forces"} & event.data.keys():
                said = [self.words.event(event)]
            elif said and event.kind in (
                "start_tied",
                "start_drawn",
                "starts",
                "wins_battle",
                "nobody_wins",
                "goes_out",
            ):
                said.append(self.words.event(event))
        return " ".join(said)

    def _choices(self) -> dict[int, str | None]:
        """Give what has been chosen in secret, by who chooses: None not yet, "?" unknown."""
        position = self.position
        if "choices" in position:
            return dict(position["choices"])
        battle = position.get("battle")
        if battle is not None and position["phase"] == "armageddon":
            return {seat: battle["bets"].get(seat) for seat in battle["forward"]}
        return {}

    def _row(self, seat: int) -> dict[str, Any]:
        row: dict[str, Any] = self.position["seats"][seat - 1]
        return row

    def _seats(self) -> range:
        return range(1, len(self.position.get("seats", ())) + 1)

    def _worth(self, seat: int) -> int:
        row = self._row(seat)
        return int(row["own"] + self.options["foreign_value"] * sum(row["foreign"].values()))

    def _known(self, owner: int) -> list[str]:
        """List the cards in a hand that the eyes know, without seeing the hand."""
        if not isinstance(self.eyes, int) or owner == self.eyes:
            return []
        return list(self._row(self.eyes)["knows"].get(owner, []))

    def _own_hand(self) -> list[str]:
        return list(self._row(self.eyes)["hand"]) if isinstance(self.eyes, int) and self._seats() else []

    # -- layout -------------------------------------------------------------------------------------------------------

    def roomy(self, width: int) -> bool:
        """Tell whether names, hands and a market of two rows can be read in so much."""
        count = max(2, len(self._seats()))
        small = self.context.theme.px("small")
        return width >= max(60, (count + 0.5 * (count > 3)) * 11.5) * small

    def layout(self, rect: pygame.Rect) -> None:
        """Divide the room: the cloth above, the seats below, each below its forces."""
        super().layout(rect)
        theme, text = self.context.theme, self.context.text
        count = max(1, len(self._seats()))
        gap = theme(12)
        line = text.line_height(theme.floor)
        wides = self._widths(rect.width - gap * (count - 1))
        self.header = self._header(min(wides))
        least = self.header + 2 * line + theme(56)
        share = 0.34 if self._in_market() else 0.405  # the market needs the room, the hands fit into less
        high = min(max(round(rect.height * share), least), rect.height * 6 // 10)
        self.felt = pygame.Rect(rect.x, rect.y, rect.width, rect.height - high - gap)
        self.panels = {
            seat: pygame.Rect(
                rect.x + sum(wides[: seat - 1]) + (seat - 1) * gap, rect.bottom - high, wides[seat - 1], high
            )
            for seat in self._seats()
        }
        inner = self.felt.inflate(-2 * theme(20), -2 * theme(10))
        head = max(theme(38), line + theme(10))
        self.heading = pygame.Rect(inner.x, inner.y, inner.width, head)
        strip = 0
        if self._has_strip():
            strip = max(theme(44 if self._in_market() else 58), line + theme(16))
        self.strip = pygame.Rect(inner.x, inner.bottom - strip, inner.width, strip)
        top = self.heading.bottom + theme(6)
        self.main = pygame.Rect(inner.x, top, inner.width, self.strip.y - top - (theme(6) if strip else 0))
        self._lay_market()
        self._lay_hand()

    def _widths(self, room: int) -> list[int]:
        """Give the widths of the panels: the eyes' own, which shows a hand, is wider among many."""
        count = max(1, len(self._seats()))
        own = self.eyes if isinstance(self.eyes, int) and count > 2 else None
        each = room / (count + 0.5 * (own is not None))
        return [int(each * 1.5) if seat == own else int(each) for seat in range(1, count + 1)]

    def _header(self, width: int) -> int:
        """Give how high the line of the names has to be."""
        theme, text = self.context.theme, self.context.text
        room = self._name_width(width)
        names = [self.words.seat(seat) for seat in self._seats()]
        needed = max((text.layout(name, theme.floor, room, bold=True).height for name in names), default=0)
        return max(theme(44), needed + theme(4))

    def _name_width(self, width: int) -> int:
        theme = self.context.theme
        mark = theme(MARK + 4) if any(self.levels.values()) else 0  # a computer's picture stands beside its name
        return width - 2 * theme(12) - 2 * theme(17) - theme(8) - mark

    def _has_strip(self) -> bool:
        """Tell whether forces or fists stand along the edge of the cloth."""
        position = self.position
        if not position:
            return False
        return position["phase"] != "auction" or bool(self.reveal)

    def _in_market(self) -> bool:
        return bool(self.position) and self.position["phase"] in ("start_bet", "auction")

    def _fists_big(self) -> bool:
        """Tell whether the fists have the middle of the cloth."""
        if not self.position or self._in_market():
            return False
        if self.position["phase"] == "forces" or self.position.get("battle") is not None:
            return True
        return bool(self.reveal) and not self._own_hand()

    def _hand_big(self) -> bool:
        """Tell whether the hand of the eyes has the middle of the cloth."""
        return bool(self.position) and not self._in_market() and not self._fists_big() and bool(self._own_hand())

    def _grid(self, area: pygame.Rect, count: int, below: int, least: int) -> tuple[int, int, int, float, float]:
        """Give columns, a card's width and height, and a cell's, that make cards largest; names fit into `least`."""
        theme = self.context.theme
        best: tuple[float, int, int, int, float, float] | None = None
        for columns in range(1, max(1, count) + 1):
            rows = -(-max(1, count) // columns)
            cell_w, cell_h = area.width / columns, area.height / rows
            wide = min(round(cell_w) - theme(10 if below else 4), theme(170))
            high = min(round(cell_h) - below - theme(8), round(wide * RATIO))
            wide = min(wide, max(round(high * 0.86), min(least, round(high * 1.15))))
            if wide < 12 or high < 12:
                continue
            score = wide * high * (1.0 if wide >= least else 0.3)
            if best is None or score > best[0]:
                best = score, columns, wide, high, cell_w, cell_h
        if best is None:
            return max(1, count), 12, 16, area.width / max(1, count), float(area.height)
        return best[1:]

    def _least(self) -> int:
        """Give the width in which every card's name can be read."""
        theme, text = self.context.theme, self.context.text
        names = [self.words.card(card) for card in self.definition.parts.cards]
        return max(text.layout(name, theme.floor, bold=True).width for name in names) + theme(6)

    def _below(self) -> int:
        """Give how high the prices under the cards are."""
        theme, text = self.context.theme, self.context.text
        return max(text.line_height(theme.floor), theme(24)) + theme(4)

    def _lay_market(self) -> None:
        theme = self.context.theme
        count = len(self.position.get("market", ()))
        self.columns, wide, high, cell_w, cell_h = self._grid(self.main, count, self._below(), self._least())
        self.card_size = wide, high
        self.cell = min(cell_w, wide * 1.5 + theme(10)), cell_h

    def _market_rect(self, place: int) -> pygame.Rect:
        row, column = divmod(place - 1, self.columns)
        in_row = min(self.columns, len(self.position["market"]) or 1)
        left = self.main.x + (self.main.width - self.cell[0] * in_row) / 2
        rect = pygame.Rect(0, 0, *self.card_size)
        spare = self.cell[1] - self.card_size[1] - self._below()
        top = self.main.y + self.cell[1] * row + max(0.0, spare / 2 - self.context.theme(4))
        rect.midtop = round(left + self.cell[0] * (column + 0.5)), round(top)
        return rect

    def _lay_hand(self) -> None:
        theme = self.context.theme
        kinds = list(dict.fromkeys(self._own_hand()))
        self.pile = theme(9)
        area = self.main.inflate(-theme(20), 0) if self._hand_big() else self._small_hand(self.eyes)
        self.hand_area = area
        below = 0
        self.hand_columns, wide, high, cell_w, cell_h = self._grid(
            area, len(kinds), below, min(self._least(), area.width // max(1, len(kinds)))
        )
        spread = 1 if self._hand_big() else 0
        self.hand_size = max(10, wide - spread * self.pile), max(14, high - spread * self.pile)
        self.hand_cell = (min(cell_w, wide * 1.3 + theme(10)) if spread else cell_w), cell_h

    def _small_hand(self, seat: Any) -> pygame.Rect:
        """Give the place of a hand in its seat's panel."""
        panel = self.panels.get(seat) if isinstance(seat, int) else None
        if panel is None:
            return pygame.Rect(self.main.x, self.main.y, 1, 1)
        body = self._body(panel)
        left = self._stacks_right(seat)
        return pygame.Rect(left, body.y, max(1, body.right - left), body.height)

    def _hand_rect(self, card: str) -> pygame.Rect:
        kinds = list(dict.fromkeys(self._own_hand()))
        row, column = divmod(kinds.index(card), self.hand_columns)
        in_row = min(self.hand_columns, len(kinds))
        area = self.hand_area
        left = area.x + (area.width - self.hand_cell[0] * in_row) / 2
        rect = pygame.Rect(0, 0, *self.hand_size)
        rect.center = (round(left + self.hand_cell[0] * (column + 0.5)),
                       round(area.y + self.hand_cell[1] * (row + 0.5)))  # fmt: skip
        return rect

    def _body(self, panel: pygame.Rect) -> pygame.Rect:
        """Give the part of a panel between its name and its last line."""
        theme, text = self.context.theme, self.context.text
        foot = max(text.line_height(theme.floor), theme(21)) + theme(12)
        top = panel.y + self.header + theme(8)
        pad = theme(12)
        return pygame.Rect(panel.x + pad, top, panel.width - 2 * pad, panel.bottom - foot - top)

    def _coin_radius(self, seat: int) -> int:
        theme, text = self.context.theme, self.context.text
        body, row = self._body(self.panels[seat]), self._row(seat)
        cards = theme(34) if row["hand"] else 0  # at least so much of a hand is seen beside the stacks
        each = (body.width - cards) // (1 + len(row["foreign"]))
        room = (body.height - text.line_height(theme.floor)) // 3
        return max(theme(7), min(max(theme(9), min(theme(19), room, body.width // 11)), (each - theme(6)) // 2))

    def _stack_columns(self, seat: int) -> list[tuple[int, int, pygame.Rect]]:
        """Give colour, count and place of each stack in a treasury, own coins first."""
        theme = self.context.theme
        panel, row = self.panels[seat], self._row(seat)
        body, radius = self._body(panel), self._coin_radius(seat)
        held = [(seat, row["own"]), *sorted(row["foreign"].items())]
        wide = 2 * radius + theme(6)
        return [
            (colour, count, pygame.Rect(body.x + n * wide, body.y, wide, body.height))
            for n, (colour, count) in enumerate(held)
        ]

    def _stacks_right(self, seat: int) -> int:
        return self._stack_columns(seat)[-1][2].right + self.context.theme(8)

    def _column(self, seat: int, area: pygame.Rect) -> pygame.Rect:
        """Give a seat's share of a band across the cloth, over its panel."""
        panel = self.panels[seat]
        rect = pygame.Rect(panel.x, area.y, panel.width, area.height)
        return rect.clip(area) if area.width else rect

    def part(self, name: str) -> pygame.Rect | None:
        """Give the cloth."""
        return self.felt.inflate(2 * self.context.theme(8), 2 * self.context.theme(8)) if name == "cloth" else None

    def card(self, address: Address) -> str:
        kind, _, rest = address.partition(":")
        found = rest if kind == "card" else ""
        if kind == "market" and int(rest) <= len(self.position["market"]):
            found = self.position["market"][int(rest) - 1]["card"]
        return "" if found == SHUFFLED else found

    # -- where things are ---------------------------------------------------------------------------------------------

    def placements(self) -> dict[Identity, Placement]:
        out: dict[Identity, Placement] = {}
        for identity, address in self.objects.items():
            rect = self._rest(str(identity), address)
            if rect is not None:
                kind, _, rest = str(identity).partition(":")
                z = 10 - int(rest.rpartition(".")[2]) / 100 if kind in ("held", "back") else 5.0
                out[identity] = Placement(*rect.center, z=z)
        return out

    def _rest(self, identity: str, address: Address) -> pygame.Rect | None:
        """Give where a card lies at rest."""
        kind, _, rest = identity.partition(":")
        if kind == "market":
            return self._market_rect(int(address.partition(":")[2]))
        if kind == "held":
            _, card, copy = rest.split(".")
            if address != f"card:{card}":
                return None  # a hand seen from above all: its owner's panel counts it
            shift = (int(copy) - 1) * (self.pile if self._hand_big() else self.pile // 2)
            return self._hand_rect(card).move(shift, shift // 2)
        if kind == "back":
            seat, k = map(int, rest.split("."))
            return self._back_rect(seat, k)
        return None

    def _back_rect(self, seat: int, k: int) -> pygame.Rect:
        area = self._small_hand(seat)
        count = len(self._row(seat)["hand"])
        theme = self.context.theme
        high = min(area.height, theme(96))
        wide = max(8, min(round(high / RATIO), area.width))
        step = min(wide + theme(6), (area.width - wide) / max(1, count - 1))
        return pygame.Rect(round(area.x + step * (k - 1)), area.y + (area.height - high) // 2, wide, high)

    def rects(self) -> dict[Address, pygame.Rect]:
        out: dict[Address, pygame.Rect] = {}
        for place in range(1, len(self.position["market"]) + 1):
            out[f"market:{place}"] = self._market_rect(place)
        out["bank"] = self._bank_rect()
        out["discard"] = self._discard_rect()
        for seat in self._seats():
            out[f"seat:{seat}"] = self.panels[seat]
        for card in dict.fromkeys(self._own_hand()):
            out[f"card:{card}"] = self._hand_rect(card)
        out |= self._coin_rects()
        return out

    def place_of(self, address: Address) -> pygame.Rect | None:
        """Give a seat's forces on the edge of the cloth, or the fist of its bet with what that counts."""
        kind, _, number = address.partition(":")
        area = {"forces": self.strip, "fist": self.main}.get(kind)
        seat = next((one for one in self.panels if str(one) == number), None)
        if area is None or seat is None or self._in_market():
            return None
        column = self._column(seat, area)
        return pygame.Rect(column.x, column.y, column.width * 2 // 3, column.height)

    def _coin_rects(self) -> dict[Address, pygame.Rect]:
        """Give the coins that can be clicked one by one: into the fist from the treasury, and back."""
        if self.fist is None:
            return {}
        seat, amounts = self.fist
        out: dict[Address, pygame.Rect] = {}
        columns = self._stack_columns(seat)
        for name in amounts:
            stacks = columns[1:] if name == "foreign" else columns[:1]
            if stacks:
                out[f"coins:{name}"] = stacks[0][2].unionall([rect for _, _, rect in stacks])
        hand = self._fist_rect(seat)
        out["coins:back"] = hand
        return out

    def coin(self, address: Address) -> tuple[str, int] | None:
        """Give which amount a click on coins changes, and by how much."""
        if self.fist is None or not address.startswith("coins:"):
            return None
        name = address.partition(":")[2]
        if name != "back":
            return name, 1
        amounts = self.fist[1]
        return next(((name, -1) for name in reversed(list(amounts)) if amounts[name]), None)

    def _bank_rect(self) -> pygame.Rect:
        theme = self.context.theme
        head = self.heading
        wide = min(head.width * 46 // 100, theme.grown(92) + len(self._seats()) * theme.grown(62))
        return pygame.Rect(head.x + head.width * 27 // 100, head.y, wide, head.height)

    def _discard_rect(self) -> pygame.Rect:
        bank = self._bank_rect()
        left = bank.right + self.context.theme(10)
        return pygame.Rect(left, self.heading.y, self.heading.right - left, self.heading.height)

    def answer_rects(self, seat: int, count: int) -> list[pygame.Rect]:
        """Give the places of a seat's answers to an open prompt, in its panel."""
        theme, text = self.context.theme, self.context.text
        body = self._body(self.panels[seat])
        gap = theme(6)
        cards = [card for card, part in self.definition.parts.cards.items() if part.when == "after_battle"]
        names = [self.words.say("buttons", card) for card in cards]
        needed = max((text.layout(name, theme.floor, bold=True).width for name in names), default=0) + theme(14)
        columns = max(1, min(count, (body.width + gap) // (needed + gap)))
        rows = -(-count // columns)
        line = text.line_height(theme.floor)
        high = max(line, min(theme(40), (body.height - gap * (rows - 1)) // (rows if rows > 1 else 2)))
        out = []
        for n in range(count):
            row, column = divmod(n, columns)
            here = min(columns, count - row * columns)
            wide = (body.width - gap * (here - 1)) // here
            top = body.bottom - (rows - row) * high - (rows - row - 1) * gap
            out.append(pygame.Rect(body.x + column * (wide + gap), top, wide, high))
        return out

    # -- events -------------------------------------------------------------------------------------------------------

    def steps(
        self, events: Sequence[Event], position: dict[str, Any], objects: Mapping[Identity, Address]
    ) -> list[Step]:
        """Follow the events; what no event names moves at the end."""
        out: list[Step] = []
        for n, event in enumerate(events):
            kind = event.kind
            moves: dict[Identity, Placement | None] = {}
            seconds = SECONDS.get(kind, 0.0)
            if kind == "reveal":
                seconds = next((SECONDS[key] for key in ("bets", "forces") if key in event.data), 0.0)
            if kind == "buys":
                moves, seconds = self._bought(event), 0.5
            shown = self._shown(events[n:]) if kind == "reveal" else {}
            out.append(
                Step(
                    moves,
                    seconds,
                    self.context.theme(20) if moves else 0.0,
                    lambda event=event, shown=shown: self._patch(event, shown),
                )
            )  # type: ignore[misc]
        return out

    def _bought(self, event: Event) -> dict[Identity, Placement | None]:
        """Let the card that is bought go to its buyer."""
        address = f"market:{event.data['place']}"
        panel = self.panels.get(event.data["seat"])
        found = next((identity for identity, other in self.objects.items() if other == address), None)
        return {found: Placement(*panel.center, alpha=0.3, z=30)} if found is not None and panel else {}

    def _shown(self, events: Sequence[Event]) -> dict[int, Shown]:
        """Collect what a reveal shows of everybody."""
        first = events[0].data
        if "bets" not in first and "forces" not in first:
            return {}
        found: dict[int, Shown] = {}
        for event in events[1:]:
            data = event.data
            if event.kind in ("bet_shown", "mixed_bet_shown", "forces_shown"):
                foreign = data.get("foreign", 0)
                found[data["seat"]] = Shown(data["count"], foreign, data.get("total", data["count"]))
        return found

    def _patch(self, event: Event, shown: Mapping[int, Shown]) -> None:
        """Show at the event's own moment what it changes."""
        sound = SOUNDS.get(event.kind)
        if sound:
            self.context.sounds.play(sound)
        if shown:
            self.reveal = dict(shown)
        elif event.kind == "bet_grows" and event.data["seat"] in self.reveal:
            seat = event.data["seat"]
            self.reveal[seat] = self.reveal[seat]._replace(value=event.data["total"])
        elif event.kind == "battle":
            self.reveal = {}

    def sound(self, event: Event) -> str | None:
        return SOUNDS.get(event.kind)

    # -- what is said -------------------------------------------------------------------------------------------------

    def _say(self, key: str, **params: Any) -> str:
        return self.words.say("table", key, params)

    def subtitle(self) -> str:
        return self._say(f"phase_{self.position.get('phase', 'start_bet')}")

    def _text(self, card: str) -> str:
        part = self.definition.parts.cards.get(card)
        number = part.number if part else None
        if isinstance(number, str):
            number = self.options[number]
        return self.words.card_text(card, number)

    def help(self, address: Address | None = None) -> str:
        if self.fist is None:
            phase = self.position["phase"]
            if phase == "auction" and self.position.get("step") == "buy" and self.paying:
                return self._price_words(self.paying)
            if phase == "auction":
                return self._say("buy_help") if self.position.get("step") == "buy" else self._say("scout_help")
            return ""
        _, amounts = self.fist
        if "foreign" in amounts:
            value = amounts["own"] + amounts["foreign"] * self.options["foreign_value"]
            return self._say("fist_mixed", own=amounts["own"], foreign=amounts["foreign"], value=value)
        if "forces" in amounts:
            return self._say("fist_forces", count=amounts["forces"])
        if self.position["phase"] == "auction":
            price = self.price
            return self._say("fist_price", price=price, own=amounts["own"], foreign=price - amounts["own"])
        return self._say("fist_bet", count=amounts["own"], value=amounts["own"])

    def weigh(self, steps: Sequence[Choice]) -> str:
        """Name the price of a card that is paid in one way only, before it is bought."""
        last = steps[-1] if len(steps) == 1 else None
        if not isinstance(last, Pick) or not last.address.startswith("market:") or self.position.get("step") != "buy":
            return ""
        place = int(last.address.partition(":")[2])
        card = self.position["market"][place - 1]["card"]
        key = "weigh_unseen" if card == SHUFFLED else "weigh"
        return self._say(key, card=card, count=place - 1)

    def _price_words(self, place: int) -> str:
        """Say what is paid for a card, and what comes with it."""
        price, coins = place - 1, len(self.position["market"][place - 1]["coins"])
        own = min(price, self._row(self.position["turn"])["own"])
        said = [self._say("weigh_price", count=own)] if own == price else [
            self._say("weigh_mixed", own=own, count=price - own)]  # fmt: skip
        if coins:
            said.append(self._say("weigh_coins", count=coins))
        return " ".join([*said, self._say("weigh_again")])

    @property
    def price(self) -> int:
        """Give the price of the card that is being paid for."""
        return self.paying - 1 if self.paying else 0

    def tip(self, address: Address) -> str:
        kind, _, rest = address.partition(":")
        position = self.position
        if kind == "market" and int(rest) <= len(position["market"]):
            card = position["market"][int(rest) - 1]
            name = self._say("tip_unknown") if card["card"] == SHUFFLED else self.words.card(card["card"])
            lines = [name]
            if card["card"] != SHUFFLED:
                lines.append(self._text(card["card"]))
            if position["phase"] == "auction":
                lines.append(self._say("tip_price", count=int(rest) - 1))
                if card["coins"]:
                    names = self.words.listed([self.words.seat(seat) for seat in card["coins"]])
                    lines.append(self._say("tip_coins", names=names))
            return "\n".join(lines)
        if kind == "card":
            return f"{self.words.card(rest)}\n{self._text(rest)}"
        if kind == "seat":
            return self._seat_tip(int(rest))
        if kind == "bank":
            return self._say("tip_bank")
        if kind == "discard":
            return self._used_words() or self._say("tip_discard")
        if kind == "coins":
            return self._say(f"tip_coins_{rest}")
        return ""

    def _used_words(self) -> str:
        used = Counter(self.position["discard"])
        names = [self.words.card(card) + (f" × {count}" if count > 1 else "") for card, count in sorted(used.items())]
        return self._say("used", names=", ".join(names)) if names else ""

    def _seat_tip(self, seat: int) -> str:
        row = self._row(seat)
        if row["out"]:
            return self._say("out_hint")
        lines = [self._say("tip_worth", count=self._worth(seat)), self._say("tip_hand_count", count=len(row["hand"]))]
        known = self._known(seat)
        if known:
            lines.append(self._say("tip_knows", names=self.words.listed([self.words.card(card) for card in known])))
        if row["forces"]:
            lines.append(self._say("tip_forces", count=row["forces"]))
        if self.position["chaos"] == seat:
            lines.append(self._say("tip_chaos"))
        return "\n".join(lines)

    # -- drawing ------------------------------------------------------------------------------------------------------

    def ground(self, surface: pygame.Surface) -> None:
        self.context.art.felt(surface, self.felt)

    def draw(self, surface: pygame.Surface, marks: Marks) -> None:
        self._draw_heading(surface, marks)
        for seat in self._seats():
            self._draw_panel(surface, seat, marks)
        if self._in_market():
            self._draw_prices(surface, marks)
        if self.strip.height:
            for seat in self._seats():
                self._draw_strip(surface, seat)
        if self._fists_big():
            for seat in self._seats():
                self._draw_bet(surface, seat, marks)
        for identity, at in self.context.stage.items():
            self._draw_card(surface, str(identity), at, marks)
        if self._in_market():
            self._draw_market_coins(surface)
        for address, rect in self._coin_rects().items():
            if address == marks.focus:
                self.context.art.ring(surface, rect.inflate(4, 4), 10, PALE, 3)

    # the heading: what lies on the cloth, the bank, used cards

    def _draw_heading(self, surface: pygame.Surface, marks: Marks) -> None:
        theme, art, text = self.context.theme, self.context.art, self.context.text
        head, bank, used = self.heading, self._bank_rect(), self._discard_rect()
        battle = self.position.get("battle")
        if battle is not None:
            title = self._say("battle_of", count=battle["size"])
        elif self._in_market():
            title = self._say("market")
        else:
            title = self._say("hand") if self._hand_big() else self._say("fists")
        with text.container("felt", head):
            box = pygame.Rect(head.x, head.y, bank.x - head.x - theme(10), head.height)
            text.draw(surface, title, box, "title", bold=True, valign="center", lines=1)
        with text.container("bank", bank):
            label = text.fit(self._say("bank"), (bank.width // 4, bank.height), "text", lines=1)
            text.draw_layout(surface, label, bank, SOFT, valign="center")
            x = bank.x + label.width + theme(10)
            each = (bank.right - x) / max(1, len(self._seats()))
            radius = min(theme.grown(13), bank.height * 2 // 5, round(each * 0.26))
            for n, seat in enumerate(self._seats()):
                left = round(x + n * each)
                art.blit(surface, art.chip_image(radius, seat - 1), (left + radius, bank.centery))
                where = pygame.Rect(
                    left + 2 * radius + theme(5), bank.y, round(each) - 2 * radius - theme(7), bank.height
                )
                text.draw(surface, str(self.position["bank"][seat]), where, "text", bold=True, valign="center", lines=1)
        self._draw_used(surface, used)
        for address, rect in (("bank", bank), ("discard", used)):
            if address == marks.focus:
                art.ring(surface, rect.inflate(theme(6), theme(2)), 10, PALE, 3)

    def _draw_used(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draw a little card for each kind that was used."""
        theme, art, text = self.context.theme, self.context.art, self.context.text
        used = Counter(self.position["discard"])
        if not used:
            return
        with text.container("discard", area):
            label = text.fit(self._say("used_label"), (area.width // 3, area.height), "text", lines=1)
            text.draw_layout(surface, label, area, SOFT, valign="center")
        x = area.x + label.width + theme(8)
        high = area.height - theme(2)
        wide = round(high / 1.25)
        step = min(wide + theme(5), (area.right - x - wide - theme(8)) / max(1, sum(used.values()) - 1))
        for n, card in enumerate(sorted(used.elements())):
            rect = pygame.Rect(round(x + n * step), area.y + theme(1), wide, high)
            art.paper(surface, rect, radius=6, height=3)
            self._emblem(surface, card, rect.center, wide * 2 // 3)

    # the seats

    def _acting(self, seat: int) -> bool:
        """Tell whether it is this seat's turn, or its choice."""
        position = self.position
        if position["phase"] == "over":
            return False
        if (offer := self.open_prompt(position)) is not None:
            return seat in offer.seats and seat not in self.ready
        choices = self._choices()
        if choices:
            waiting = [other for other, choice in choices.items() if choice is None]
            return seat == self.eyes if self.eyes in waiting else seat in waiting
        return bool(position["turn"] == seat)

    def _draw_panel(self, surface: pygame.Surface, seat: int, marks: Marks) -> None:
        theme, art, text = self.context.theme, self.context.art, self.context.text
        panel, row = self.panels[seat], self._row(seat)
        address = f"seat:{seat}"
        asked = any(other.startswith("seat:") for other in marks.can)
        now = address in marks.can or address in marks.taken or (self._acting(seat) and not asked)
        art.panel(surface, panel, 14, now=now)
        if address in marks.taken:
            art.ring(surface, panel.inflate(theme(6), theme(6)), 16, GOLD, 5)
        if address == marks.focus:
            art.ring(surface, panel.inflate(theme(8), theme(8)), 18, PALE, 3)
        out = bool(row["out"])
        radius = theme(17)
        left = panel.x + theme(12)
        art.blit(
            surface, art.chip_image(radius, seat - 1, faint=out), (left + radius, panel.y + theme(6) + self.header // 2)
        )
        name = pygame.Rect(left + 2 * radius + theme(8), panel.y + theme(6), self._name_width(panel.width), self.header)
        line = max(text.line_height(theme.floor), theme(21))
        with text.container(address, panel):
            mark = theme(MARK)
            if self.levels.get(seat):
                art.icon(surface, "computer", (panel.right - theme(12) - mark // 2, name.centery), mark, SOFT)
            text.draw(surface, self.words.seat(seat), name, "title", FAINT if out else PALE, bold=True, valign="center")
            foot = pygame.Rect(
                panel.x + theme(12), panel.bottom - line - theme(8), panel.width - theme(24), line + theme(2)
            )
            self._draw_foot(surface, seat, foot)
            if out:
                return
            if seat in self._answering() and self._small(panel):
                return
            self._draw_stacks(surface, seat, marks)

    def _answering(self) -> tuple[int, ...]:
        """List the seats whose panels hold the answers to an open prompt."""
        offer = self.open_prompt(self.position)
        if offer is None or not self.openly or self.context.stage.busy:
            return ()
        return tuple(seat for seat in offer.seats if not self.levels.get(seat) and seat not in self.ready)

    @property
    def _answers(self) -> int:
        offer = self.open_prompt(self.position)
        return len(offer.answers) + 1 if offer is not None else 1

    def _small(self, panel: pygame.Rect) -> bool:
        """Tell whether a panel has no room for both coins and answers."""
        seat = next(seat for seat, other in self.panels.items() if other == panel)
        top = min(rect.y for rect in self.answer_rects(seat, self._answers))
        return top - self._body(panel).y < 2 * self._coin_radius(seat)

    def _draw_foot(self, surface: pygame.Surface, seat: int, foot: pygame.Rect) -> None:
        """Write what a treasury is worth, and how the seat stands."""
        text = self.context.text
        row, position = self._row(seat), self.position
        if row["out"]:
            text.draw(surface, self._say("out"), foot, "small", WARM, bold=True, valign="center", lines=1)
            return
        right, color = "", SOFT
        if position["phase"] in ("start_bet", "auction"):
            most = self.options["hand_size"] or self.definition.parts.hands[len(self._seats())]
            right = self._say("hand_of", count=len(row["hand"]), most=most)
        elif position["phase"] == "after_battle" and (seat in position["battle"]["passed"] or seat in self.ready):
            right = self._say("passes")
        elif position["chaos"] == seat:
            right, color = self.words.card("chaos"), WARM
        elif position["turn"] == seat and position["extra_turns"]:
            right = self._say("more_turns", count=position["extra_turns"])
        clock = self.times.get(seat, "")
        right = " · ".join(filter(None, (right, clock)))
        for key in ("worth_long", "worth"):
            words = self._say(key, count=self._worth(seat))
            both = text.fit(words, foot.size, "text", lines=1).width + text.fit(right, foot.size, "text", lines=1).width
            if both + self.context.theme(10) <= foot.width or key == "worth":
                break
        drawn = text.fit(words, (foot.width * 6 // 10 if right else foot.width, foot.height), "text", lines=1)
        text.draw_layout(surface, drawn, foot, SOFT, valign="center")
        if right:
            box = pygame.Rect(foot.x + drawn.width + self.context.theme(6), foot.y, 0, foot.height)
            box.width = foot.right - box.x
            text.draw(surface, right, box, "text", color, align="right", valign="center", lines=1)

    def _draw_stacks(self, surface: pygame.Surface, seat: int, marks: Marks) -> None:
        theme, art, text = self.context.theme, self.context.art, self.context.text
        radius = self._coin_radius(seat)
        line = text.line_height(theme.floor)
        taken = self._taken_coins(seat)
        answering = seat in self._answering()
        for colour, count, rect in self._stack_columns(seat):
            count -= taken.get(colour, 0)
            floor = self.answer_rects(seat, self._answers)[0].y - theme(4) if answering else rect.bottom
            room = floor - rect.y - line
            if answering and room < 2 * radius:
                room = 2 * radius
            bottom = rect.y + room - radius
            step = min(theme(5), max(0.0, room - 2 * radius) / max(1, count - 1))
            image = art.chip_image(radius, colour - 1, faint=not count)
            for n in range(max(1, count)):
                art.blit(surface, image, (rect.x + radius, bottom - n * step))
            if rect.y + room + line <= floor + theme(4):
                box = pygame.Rect(rect.x, rect.y + room, 2 * radius, line)
                text.draw(surface, str(count), box, "small", align="center", valign="center", lines=1)
        if self.fist is not None and self.fist[0] == seat:
            for address, rect in self._coin_rects().items():
                if address != "coins:back":
                    art.ring(surface, rect.inflate(theme(2), theme(4)), 10, GOLD, 2)

    def _taken_coins(self, seat: int) -> dict[int, int]:
        """Count by colour what lies in the fist instead of the treasury: foreign coins go from the largest stack."""
        if self.fist is None or self.fist[0] != seat:
            return {}
        _, amounts = self.fist
        own = amounts.get("own", amounts.get("forces", 0))
        foreign = amounts.get("foreign", 0)
        if self.position["phase"] == "auction":
            foreign = self.price - own
        held = dict(self._row(seat)["foreign"])
        taken: Counter[int] = Counter({seat: own})
        for _ in range(min(foreign, sum(held.values()))):
            colour = max(held, key=lambda other: (held[other], -other))
            held[colour] -= 1
            taken[colour] += 1
        return dict(taken)

    # forces, fists, bets

    def _draw_strip(self, surface: pygame.Surface, seat: int) -> None:
        """Draw a seat's forces, those put forward a step ahead; before there are any, its fist."""
        theme, art, text = self.context.theme, self.context.art, self.context.text
        column = self._column(seat, self.strip)
        position, row = self.position, self._row(seat)
        if self._in_market():
            choices = self._choices()
            if seat in self.reveal or seat in choices:
                self._draw_fist(surface, seat, column)
            return
        forces = row["forces"]
        if not forces:
            return
        battle = position.get("battle")
        forward = battle["forward"].get(seat, 0) if battle else 0
        radius = min(theme(17), column.height // 3, column.width // 9)
        label = text.fit(self._say("forces", count=forces), (column.width * 2 // 5, column.height), "small", bold=True)
        left, right = column.x + theme(8), column.right - theme(8) - label.width - theme(8)
        step = min(2 * radius + theme(2), (right - left - 2 * radius) / max(1, forces - 1))
        for n in range(forces):
            lift = radius * 0.55 if n < forward else -radius * 0.25
            art.chip(surface, (left + radius + n * step, column.centery - lift), radius, seat - 1)
        x = round(left + 2 * radius + step * (forces - 1)) + theme(8)
        with text.container(f"forces:{seat}", column):
            box = pygame.Rect(x, column.y, column.right - x, column.height)
            text.draw_layout(surface, label, box, PALE, valign="center")

    def _fist_rect(self, seat: int) -> pygame.Rect:
        area = self.strip if self._in_market() else self.main
        column = self._column(seat, area)
        size = max(theme_least := self.context.theme(30), min(column.height, column.width * 4 // 10))
        size = min(max(size, theme_least), column.height)
        rect = pygame.Rect(column.x + self.context.theme(8), 0, size, size)
        rect.centery = column.centery
        return rect

    def _bet_of(self, seat: int) -> Shown | None:
        """Give the bet of a seat, where the eyes may see it."""
        if self.fist is not None and self.fist[0] == seat:
            _, amounts = self.fist
            own = amounts.get("own", amounts.get("forces", 0))
            foreign = amounts.get("foreign", 0)
            return Shown(own, foreign, own + foreign * self.options["foreign_value"])
        battle = self.position.get("battle")
        if battle and self.position["phase"] == "after_battle" and not self.context.stage.busy:
            if seat in battle["bets"]:
                return Shown(*_read(battle["bets"][seat]), battle["values"][seat])
            return None
        if seat in self.reveal:
            return self.reveal[seat]
        choice = self._choices().get(seat)
        if choice not in (None, SHUFFLED):
            own, foreign = _read(str(choice))
            return Shown(own, foreign, own + foreign * self.options["foreign_value"])
        return None

    def _leaders(self) -> list[int]:
        """List who has bet most, once everybody can see it."""
        if self.position["phase"] == "after_battle" and not self.context.stage.busy:
            values = dict(self.position["battle"]["values"])
        elif self.reveal and self.position["phase"] not in ("forces",):
            values = {seat: shown.value for seat, shown in self.reveal.items()}
        else:
            return []
        best = max(values.values(), default=0)
        return [seat for seat, value in values.items() if best and value == best]

    def _draw_bet(self, surface: pygame.Surface, seat: int, marks: Marks) -> None:
        """Draw a seat's fist in the middle of the cloth."""
        column = self._column(seat, self.main)
        battle = self.position.get("battle")
        takes_part = seat in self.reveal or seat in self._choices() or bool(battle and seat in battle["forward"])
        if takes_part:
            self._draw_fist(surface, seat, column)

    def _draw_fist(self, surface: pygame.Surface, seat: int, column: pygame.Rect) -> None:
        theme, art, text = self.context.theme, self.context.art, self.context.text
        rect = self._fist_rect(seat)
        bet, chosen = self._bet_of(seat), self._choices().get(seat) is not None
        mine = self.fist is not None and self.fist[0] == seat
        opened = bet is not None
        color = self.context.art.owners[seat - 1].color
        hand = art.keep(("fist", rect.width, seat, opened), lambda: _hand(rect.width, color, opened))
        if not opened and not chosen:
            hand = art.keep(("fist faint", rect.width, seat), lambda: _faint(_hand(rect.width, color, False)))
        surface.blit(hand, rect)
        if mine:
            art.ring(surface, rect.inflate(theme(4), theme(4)), 12, GOLD, 2)
        box = pygame.Rect(rect.right + theme(8), column.y, column.right - rect.right - theme(14), column.height)
        with text.container(f"bet:{seat}", column):
            if bet is None:
                words = self._say("has_chosen" if chosen else "chooses")
                text.draw(surface, words, box, "small", SOFT, valign="center")
                return
            leads = seat in self._leaders()
            lines = self._bet_words(seat, bet) if not self._in_market() else ""
            if box.height < 2.6 * text.line_height(theme.floor):
                lines = ""  # the log has it
            line = text.line_height(theme.floor)
            below = (
                text.fit(lines, (box.width, max(line, min(box.height - line, box.height * 6 // 10))), "small")
                if lines
                else None
            )
            room = box.width, box.height - (below.height if below else 0)
            value = text.fit(str(bet.value), room, 22 if self._in_market() else 34, bold=True, lines=1)
            total = value.height + (below.height if below else 0)
            top = pygame.Rect(box.x, box.centery - total // 2, box.width, value.height)
            drawn = text.draw_layout(surface, value, top, SHOWN if leads else PALE)
            if leads:
                size = min(value.height * 2 // 3, theme(26))
                if drawn.right + theme(6) + size < box.right:
                    art.icon(surface, "crown", (drawn.right + theme(6) + size / 2, drawn.centery), size, SHOWN)
            if below:
                text.draw_layout(
                    surface, below, pygame.Rect(box.x, top.bottom, box.width, box.bottom - top.bottom), SOFT
                )
        self._draw_coins_in(surface, rect, seat, bet)

    def _bet_words(self, seat: int, bet: Shown) -> str:
        said = [self._say("bet_mixed", own=bet.own, foreign=bet.foreign)] if bet.foreign else []
        battle = self.position.get("battle")
        if battle and self.position["phase"] == "after_battle":
            spies = battle["spies"].get(seat, 0)
            if spies:
                said.append(self.words.card("spy") + (f" × {spies}" if spies > 1 else ""))
            if seat in battle["retreats"]:
                said.append(self.words.card("retreat"))
        return ", ".join(said)

    def _draw_coins_in(self, surface: pygame.Surface, rect: pygame.Rect, seat: int, bet: Shown) -> None:
        """Draw the coins that lie in an open hand, at most a dozen of them."""
        art = self.context.art
        radius = max(4, rect.width // 8)
        taken = [seat] * bet.own
        foreign = self._taken_coins(seat)
        colours = [colour for colour, count in foreign.items() if colour != seat for _ in range(count)]
        if not colours and bet.foreign:
            colours = [colour for colour in self._seats() if colour != seat][:1] * bet.foreign
        coins = (taken + colours)[:12]
        for n, colour in enumerate(coins):
            row, column = divmod(n, 4)
            x = rect.x + rect.width * 0.3 + column * radius * 1.25
            y = rect.y + rect.height * 0.66 - row * radius * 0.9
            art.blit(surface, art.chip_image(radius, colour - 1), (x, y))

    # cards

    def _draw_prices(self, surface: pygame.Surface, marks: Marks) -> None:
        theme, text = self.context.theme, self.context.text
        if self.position["phase"] != "auction":
            return
        line = self._below() - theme(4)
        for place in range(1, len(self.position["market"]) + 1):
            rect = self._market_rect(place)
            address = f"market:{place}"
            here = address in (marks.hover, marks.focus) or address in marks.taken
            words = self._say("free") if place == 1 else str(place - 1)
            box = pygame.Rect(
                rect.centerx - round(self.cell[0]) // 2, rect.bottom + theme(3), round(self.cell[0]), line
            )
            with text.container(f"price:{place}"):
                color = GOLD if (here and address in marks.can) or address in marks.taken else PALE
                text.draw(surface, words, box, 20, color, bold=True, align="center", valign="center", lines=1)

    def _market_coin(self) -> int:
        """Give the radius of the coins on cards."""
        theme = self.context.theme
        return max(theme(7), min(theme(14), self.card_size[0] // 5, self.card_size[1] // 7))

    def _draw_market_coins(self, surface: pygame.Surface) -> None:
        art = self.context.art
        for identity, at in self.context.stage.items():
            address = self.objects.get(str(identity), "")
            if not address.startswith("market:"):
                continue
            place = int(address.partition(":")[2])
            if place > len(self.position["market"]):
                continue
            coins = list(self.position["market"][place - 1]["coins"])
            wide, high = self.card_size
            radius = self._market_coin()
            step = min(2 * radius + 1, (wide - 2 * radius) / max(1, len(coins) - 1))
            for n, seat in enumerate(coins):
                spot = at.x - wide / 2 + radius + n * step, at.y + high / 2 - radius * 0.75
                art.blit(surface, art.chip_image(radius, seat - 1), spot, 1.0, at.alpha)

    def _draw_card(self, surface: pygame.Surface, identity: str, at: Placement, marks: Marks) -> None:
        theme, art = self.context.theme, self.context.art
        address = self.objects.get(identity, "")
        kind, _, rest = identity.partition(":")
        if kind == "back":
            seat, k = map(int, rest.split("."))
            if seat in self._answering() or seat > len(self._seats()):
                return
            rect = self._back_rect(seat, k)
            known = self._known(seat)
            first = self._back_rect(seat, 1)
            apart = len(self._row(seat)["hand"]) < 2 or self._back_rect(seat, 2).x >= first.right
            face = Face(known[k - 1], named=apart) if k <= len(known) else Face(SHUFFLED)
        elif kind == "market":
            rect = pygame.Rect(0, 0, *self.card_size)
            place = int(address.partition(":")[2] or 0)
            shown = (
                self.position["market"][place - 1] if 0 < place <= len(self.position["market"]) else {"card": SHUFFLED}
            )
            saw = self._say("you_saw") if shown["card"] != SHUFFLED and not shown.get("up") else ""
            face = Face(shown["card"], saw, foot=self._market_coin() * 2 if shown.get("coins") else 0)
        elif kind == "held" and isinstance(self.eyes, int):
            rect = pygame.Rect(0, 0, *self.hand_size)
            if self.eyes in self._answering() and not self._hand_big():
                return
            face = Face(rest.split(".")[1] if rest.endswith(".1") else "")
        else:
            return
        rect.center = round(at.x), round(at.y)
        if face.card == SHUFFLED:
            art.card_back(surface, rect)
        elif not face.card:  # another copy, of which only an edge is seen
            art.paper(surface, rect, radius=8, height=4)
        else:
            self._blit_face(surface, rect, face, identity, at.alpha)
        if kind == "back" or (kind == "held" and not rest.endswith(".1")):
            return
        grown = rect.inflate(theme(6), theme(6))
        if address in marks.taken:
            art.ring(surface, grown, 12, GOLD, 5)
        elif address in marks.can:
            art.ring(surface, grown, 12, GOLD, 4 if address == marks.hover else 2)
        elif identity in marks.changed and kind == "held":
            art.ring(surface, grown, 12, SHOWN, 2)
        if address and address == marks.focus:
            art.ring(surface, rect.inflate(theme(14), theme(14)), 15, PALE, 3)

    def _emblem(self, surface: pygame.Surface, card: str, center: tuple[float, float], size: int) -> None:
        art = self.context.art
        color = self._color(card)
        found = EMBLEMS.get(card, "star")
        if isinstance(found, str):
            art.icon(surface, found, center, size, color)
            return

        def make() -> pygame.Surface:
            pen = icons.Pen(size, color)
            found(pen)
            return pen.image()

        art.blit(surface, art.keep(("mercenary", card, size), make), center)

    def _color(self, card: str) -> Color:
        if card in COLORS:
            return COLORS[card]
        return hsl(sum(ord(letter) * (place + 3) for place, letter in enumerate(card)) % 360, 0.38, 0.38)

    def _blit_face(self, surface: pygame.Surface, rect: pygame.Rect, face: Face, container: str, alpha: float) -> None:
        """Draw a card from its picture, and record its texts as if they were drawn anew."""
        text, margin = self.context.text, self.context.theme(14)
        key = face, rect.size, text.theme
        if key not in self._pictures:
            if len(self._pictures) > 200:
                self._pictures.clear()
            picture = pygame.Surface((rect.width + 2 * margin, rect.height + 2 * margin), pygame.SRCALPHA)
            before, text.record = text.record, []
            self._draw_face(picture, pygame.Rect((margin, margin), rect.size), face)
            self._pictures[key] = picture, text.record
            text.record = before
        picture, texts = self._pictures[key]
        x, y = rect.x - margin, rect.y - margin
        if alpha < 1:
            picture = picture.copy()
            picture.set_alpha(round(255 * alpha))
        surface.blit(picture, (x, y))
        for drawn in texts:
            lines = tuple(line.move(x, y) for line in drawn.lines)
            text.record.append(replace(drawn, rect=drawn.rect.move(x, y), lines=lines, container=container))

    def _draw_face(self, surface: pygame.Surface, card: pygame.Rect, face: Face) -> None:
        """Draw emblem, name and text, as far as there is room for them to be read."""
        theme, art, text = self.context.theme, self.context.art, self.context.text
        color = self._color(face.card)
        art.paper(surface, card, radius=8, height=4, edge=darker(mix(color, PAPER, 0.55), 0.05))
        pad = max(3, card.width // 18)
        wide = card.width - 2 * pad
        name = text.fit(
            self.words.card(face.card),
            (wide, max(text.line_height(theme.floor), card.height // 4)),
            20,
            bold=True,
            lines=1,
        )
        named = face.named and not name.cut and not name.broken and name.height + theme(10) <= card.height - face.foot
        words = self._text(face.card)
        left = card.height - 2 * pad - face.foot - (name.height if named else 0)
        body = text.fit(words, (wide, left - max(theme(22), card.height // 5)), 15) if words and named else None
        if body is not None and (body.cut or body.broken or body.height > left - max(theme(22), card.height // 5)):
            body = None
        note = text.fit(face.note, (wide, left // 3), 16, lines=1) if face.note and named and body is None else None
        if note is not None and (note.cut or note.broken or left - note.height < theme(40)):
            note = None
        rest = left - (body.height if body else 0) - (note.height if note else 0)
        size = max(8, min(rest * 8 // 10, wide * 7 // 10, theme(64)))
        if rest >= theme(12) or not named:
            self._emblem(surface, face.card, (card.centerx, card.y + pad + rest / 2), size)
        y = card.y + pad + rest
        with text.container(face.card, card):
            for layout, ink in ((name if named else None, DARK_INK), (body, INK), (note, FAINT)):
                if layout is not None:
                    box = pygame.Rect(card.x + pad, y, wide, layout.height)
                    text.draw_layout(
                        surface, layout, box, mix(INK, PAPER, 0.2) if ink == FAINT else ink, align="center"
                    )
                    y += layout.height


def _faint(image: pygame.Surface) -> pygame.Surface:
    image.fill((255, 255, 255, 90), special_flags=pygame.BLEND_RGBA_MULT)
    return image


VIEW = MammonismView
