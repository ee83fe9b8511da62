"""Super Amoeba Battle on the table: the board, the amoebae as living shapes, hands, what letting go would do.

Red's edge is always below. Beside the board stand what follows from a move, the own hand, the deck, and the dead. How
a disc is taken and put down is in `amoeba_hand`; what would follow is asked of the rules there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from tabletop.engine.rules import Address, Event, Identity
from tabletop.ui.animation import Placement, Step
from tabletop.ui.scene import Transition
from tabletop.ui.sign import sign_image
from tabletop.ui.tables.amoeba_art import amoebae, board_image, disc_image
from tabletop.ui.tables.amoeba_hand import Hand
from tabletop.ui.tableview import Answer, Badge, Marks, SeatFacts, TableView, Tool
from tabletop.ui.theme import DARK_INK, GOLD, INK, PALE, SOFT, WARM, Color
from tabletop.ui.viewport import Event as Input

if TYPE_CHECKING:
    from tabletop.ui.table import TableScene

SQUARES = 8
SHOWN: Color = (0xBF, 0xEC, 0xF2)  # the mark of the last change
SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
RED_SUITS = "HD"
SUIT_RED: Color = (0xB3, 0x22, 0x22)
BACK: Color = (0x3F, 0x5B, 0x45)
CARD = 0.74  # a card's width, as a share of its height
SOUNDS = {
    "moves": "place", "slides": "slide", "revived": "place", "removed": "out", "falls": "out", "dies": "out",
    "combat_begins": "turn", "reveal": "card", "draws": "card", "plays": "card", "arranges": "click",
    "combat_won": "hurt", "combat_tied": "hurt", "turn_begins": "turn", "wins": "win", "draw": "win",
}  # fmt: skip
GONE = frozenset({"removed", "falls", "dies"})


def owner_of(name: str) -> int:
    """Return the seat of a disc."""
    return 1 if name.startswith("R") else 2


class AmoebaView(TableView):
    """The board and what lies beside it."""

    squares = SQUARES

    def __post_init__(self) -> None:
        self.hand = Hand(self)
        self.radius = float(self.options.get("radius", 0.4))
        self.outcome: list[str] = []
        """What the last combat showed, until something else is done."""
        self.moments = self.context.settings.switches.get("tool:moment", False)
        """Whether the others are left a moment for a face card after each action."""
        self._shapes: tuple[object, pygame.Surface] | None = None
        self.marks = Marks()

    # -- where things are -------------------------------------------------------------------------------------------

    def layout(self, rect: pygame.Rect) -> None:
        """Take the board as large as it goes, and the rest for the column beside it."""
        super().layout(rect)
        theme, text = self.context.theme, self.context.text
        self._shapes = None
        self.hand.forget_band()
        least = max(theme.grown(224), round(rect.width * 0.3))
        frame = theme(12)
        side = min(rect.height - 2 * frame, rect.width - least - theme(16) - 2 * frame)
        side -= side % SQUARES
        self.board = pygame.Rect(rect.x + frame, 0, side, side)
        self.board.centery = rect.centery
        column = pygame.Rect(self.board.right + frame + theme(16), rect.y, 0, rect.height)
        column.width = min(rect.right - column.x, max(least, theme.grown(560)))
        spare = rect.right - column.x - column.width
        self.board.x += spare // 2
        column.x += spare // 2
        self.column = column
        gap = theme(10)
        line = text.line_height(theme.floor)
        # From below: the dead (or the discs to arrange), the stock, the hand; the words get the rest.
        count = int(self.options.get("discs", 12))
        room = column.width - theme(24)
        self.dead_columns = min(count, max(6, round(room / (line + 4.0))))
        self.dead_step = min(theme.grown(33), room / max(6, self.dead_columns))
        if self._arranging():
            self.dead_columns = 6
            self.dead_step = min(theme.grown(52), room / 6)
        self.dead_radius = max(6, round(self.dead_step * 0.46))
        self.dead_row = max(self.dead_step, line + 2.0)
        self.dead_rows = -(-count // self.dead_columns)  # a seat
        high = round((self.dead_rows if self._arranging() else 2 * self.dead_rows) * self.dead_row + theme(14))
        self.dead_rect = pygame.Rect(column.x, column.bottom - high, column.width, high)
        card = min(theme.grown(140), round(column.height * 0.26), round((column.width - 4 * gap) / 3 / CARD))
        self.card_size = round(card * CARD), card
        stock = max(line + theme(8), round(card * 0.42))
        self.stock_rect = pygame.Rect(column.x, self.dead_rect.y - gap - stock, column.width, stock)
        self.hand_rect = pygame.Rect(column.x, self.stock_rect.y - gap - card, column.width, card)
        self.info_rect = pygame.Rect(column.x, column.y, column.width, self.hand_rect.y - gap - column.y)
        high = line + theme(12)
        inner = self.info_rect.inflate(-2 * theme(10), -2 * theme(8))
        self.visit_at = pygame.Rect(inner.x, inner.bottom - high, min(inner.width, theme.grown(270)), high)

    def told_at(self) -> Sequence[pygame.Rect]:
        return (self.info_rect,)

    def part(self, name: str) -> pygame.Rect | None:
        """Give the board with its frame, or its lower, middle or upper part."""
        frame = self.board.inflate(2 * self.context.theme(12), 2 * self.context.theme(12))
        half = round(frame.height * 0.55)
        tops = {"board": frame.y, "lower": frame.bottom - half, "middle": frame.centery - half // 2, "upper": frame.y}
        if name not in tops:
            return None
        return pygame.Rect(frame.x, tops[name], frame.width, frame.height if name == "board" else half)

    def card(self, address: Address) -> str:
        kind, _, rest = address.partition(":")
        return self._card_name(rest) if kind == "card" else ""

    @property
    def unit(self) -> float:
        """Give the pixels of a square's side."""
        return self.board.width / SQUARES

    def to_screen(self, x: float, y: float) -> tuple[float, float]:
        """Turn a point of the board into pixels."""
        return self.board.x + x * self.unit, self.board.bottom - y * self.unit

    def spot(self, x: float, y: float) -> pygame.Rect:
        """Give where a disc lies when it is put down at a point."""
        side = round(2 * self.radius * self.unit)
        spot = pygame.Rect(0, 0, side, side)
        spot.center = round(self.to_screen(x, y)[0]), round(self.to_screen(x, y)[1])
        return spot

    def to_board(self, pos: tuple[float, float]) -> tuple[float, float]:
        """Turn pixels into a point of the board, in squares."""
        return (pos[0] - self.board.x) / self.unit, (self.board.bottom - pos[1]) / self.unit

    def place_of(self, address: Address) -> pygame.Rect | None:
        """Give the strip along a side's edge of the board: half a square, a disc that touches it lies over it."""
        if address not in ("edge:1", "edge:2"):
            return None
        strip = pygame.Rect(self.board.x, self.board.y, self.board.width, round(self.unit / 2))
        if address == "edge:1":
            strip.bottom = self.board.bottom
        return strip

    def _arranging(self) -> bool:
        return self.position.get("phase") == "arrange"

    @property
    def own(self) -> int:
        """Give the seat whose hand is laid out: whoever looks, or whose turn it is."""
        if isinstance(self.eyes, int):
            return self.eyes
        turn: int = self.position.get("turn", 1)
        return turn

    def _disc_places(self, position: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
        places = {name: (x, y) for name, (x, y) in position.get("discs", {}).items()}
        return {**places, **self.hand.draft_places()}

    def placements(self) -> dict[Identity, Placement]:
        return self._placements(self.position, self.objects)

    def _placements(self, position: dict[str, Any], objects: Mapping[Identity, Address]) -> dict[Identity, Placement]:
        out: dict[Identity, Placement] = {}
        places = self._disc_places(position)
        held = [a for a in objects.values() if a.startswith("card:")]
        backs = {seat: len(hand) for seat, hand in position.get("hands", {}).items()}
        for identity, address in objects.items():
            kind, _, rest = address.partition(":")
            if kind in ("disc", "tray", "dead"):
                if rest in places:
                    x, y = self.to_screen(*places[rest])
                    out[identity] = Placement(x, y, z=10)
                elif kind == "dead" or owner_of(rest) == self.own:
                    x, y = self._dead_at(rest)
                    out[identity] = Placement(x, y, self.dead_radius / (self.radius * self.unit), z=5)
            elif kind == "card":
                x, y = self._card_at(held.index(address), len(held)).center
                out[identity] = Placement(x, y, z=20 + held.index(address) / 100)
            elif kind == "hand":
                seat, number = map(int, rest.split("."))
                x, y = self._back_rect(seat, number, backs).center
                out[identity] = Placement(x, y, z=4)
        return out

    def _dead_at(self, name: str) -> tuple[float, float]:
        number = int(name[1:]) - 1
        dead = self.position.get("dead", {}).get(owner_of(name), ())
        if name in dead:
            number = dead.index(name)
        rect, step = self.dead_rect, self.dead_step
        left = rect.x + self.context.theme(12)
        row, column = divmod(number, self.dead_columns)
        if not self._arranging():
            row += (owner_of(name) - 1) * self.dead_rows
        return left + (column + 0.5) * step, rect.y + self.context.theme(7) + (row + 0.5) * self.dead_row

    def _card_at(self, n: int, count: int) -> pygame.Rect:
        wide, high = self.card_size
        room = self.hand_rect.width - wide
        step = min(wide + self.context.theme(10), room / max(1, count - 1))
        return pygame.Rect(round(self.hand_rect.x + n * step), self.hand_rect.y, wide, high)

    def _small(self) -> tuple[int, int]:
        high = self.stock_rect.height
        return max(10, round(high * CARD)), high

    def _stock_rects(self) -> dict[Address, pygame.Rect]:
        wide, high = self._small()
        theme = self.context.theme
        step = wide + theme(6) + theme.floor * 2 + theme(10)
        x = self.stock_rect.x
        return {
            "deck": pygame.Rect(x, self.stock_rect.y, wide, high),
            "discard": pygame.Rect(x + step, self.stock_rect.y, wide, high),
        }

    def _back_rect(self, seat: int, number: int, counts: Mapping[int, int]) -> pygame.Rect:
        """Give the place of a card that is not shown: at the stock's right end, or in the row of the hand."""
        if seat == self.own:
            return self._card_at(number - 1, counts.get(seat, 1))
        wide, high = self._small()
        count = counts.get(seat, 1)
        left = self._stock_rects()["discard"].right + self.context.theme(44)
        step = min(wide + self.context.theme(4), max(4, (self.stock_rect.right - left - wide)) / max(1, count - 1))
        return pygame.Rect(round(self.stock_rect.right - wide - (count - number) * step), self.stock_rect.y, wide, high)

    def rects(self) -> dict[Address, pygame.Rect]:
        out: dict[Address, pygame.Rect] = {}
        scale = self.radius * self.unit
        backs = {seat: len(hand) for seat, hand in self.position.get("hands", {}).items()}
        held = [a for a in self.objects.values() if a.startswith("card:")]
        for identity, at in self.placements().items():
            address = self.objects[str(identity)]
            kind, _, rest = address.partition(":")
            if kind in ("disc", "tray", "dead"):
                side = max(2, round(2 * scale * at.scale))
                rect = pygame.Rect(0, 0, side, side)
                rect.center = round(at.x), round(at.y)
                out[address] = rect
            elif kind == "card":
                out[address] = self._card_at(held.index(address), len(held))
            elif kind == "hand":
                seat, number = map(int, rest.split("."))
                out[address] = self._back_rect(seat, number, backs)
        out |= {address: rect for address, rect in self._stock_rects().items() if address in self.objects.values()}
        return dict(sorted(out.items(), key=lambda item: self._order(*item)))

    @staticmethod
    def _order(address: Address, rect: pygame.Rect) -> tuple[int, int, int]:
        kind = ("disc", "tray", "dead").index(address[:4]) if address[:4] in ("disc", "tray", "dead") else 3
        return kind, rect.y, rect.x

    def at(self, pos: tuple[float, float], address: Address | None) -> Address | None:
        """Find discs by their round shape: the nearest middle."""
        best: tuple[float, Address | None] = (1e9, None)
        for other, rect in self.rects().items():
            if other[:4] not in ("disc", "tray", "dead"):
                continue
            away = math.dist(pos, rect.center)
            if away <= rect.width / 2 and away < best[0]:
                best = away, other
        if best[1] is not None:
            return best[1]
        return None if address is not None and address[:4] in ("disc", "tray", "dead") else address

    # -- what is shown ----------------------------------------------------------------------------------------------

    def show(self, position: dict[str, Any], objects: Mapping[Identity, Address]) -> None:
        before = self._arranging()
        super().show(position, objects)
        if self.rect.width and before != self._arranging():
            self.layout(self.rect)

    def steps(
        self, events: Sequence[Event], position: dict[str, Any], objects: Mapping[Identity, Address]
    ) -> list[Step]:
        """Follow the events; discs go where they say, one thing after another."""
        self._tell(events)
        final = self._placements(position, objects)
        now = dict(self.placements())
        out: list[Step] = []
        theme = self.context.theme

        def put(moves: dict[Identity, Placement | None], seconds: float, lift: float = 0, event: Any = None) -> None:
            for identity, target in moves.items():
                if target is None:
                    now.pop(identity, None)
                else:
                    now[identity] = target
            out.append(Step(moves, seconds, lift, (lambda: self._sound(event)) if event is not None else None))

        def disc_at(data: Mapping[str, Any]) -> dict[Identity, Placement | None]:
            x, y = self.to_screen(*data["point"])
            return {f"disc:{data['disc']}": Placement(x, y, z=11)}

        for event in events:
            kind, data = event.kind, event.data
            if kind in ("moves", "revived"):
                put(disc_at(data), 0.4, theme(20), event)
            elif kind == "slides":
                moves = disc_at(data)
                for pushed in data["pushed"]:
                    moves |= disc_at(pushed)
                put(moves, 0.6, 0, event)
            elif kind in GONE:
                identity = f"disc:{data['disc']}"
                put({identity: final.get(identity)}, 0.35, 0, event)
            elif kind == "reveal" and "discs" in data:
                put({i: at for i, at in final.items() if str(i).startswith("disc:")}, 0.6, theme(12), event)
            elif kind in ("combat_begins", "combat_won", "combat_tied"):
                put({}, 0.45, 0, event)
            elif kind == "reveal" and "total" in data:
                put({}, 0.5, 0, event)
            elif kind in SOUNDS:
                put({}, 0.0, 0, event)
        rest: dict[Identity, Placement | None] = {i: at for i, at in final.items() if now.get(i) != at}
        rest |= {identity: None for identity in now if identity not in final}
        if rest:
            out.append(Step(rest, 0.25))
        return out

    def _sound(self, event: Event) -> None:
        sound = SOUNDS.get(event.kind)
        if sound:
            self.context.sounds.play(sound)

    def _tell(self, events: Sequence[Event]) -> None:
        """Keep what a combat showed, so that it can be read in peace."""
        if not events:
            return
        totals, self.outcome = self.pause(events), []
        if totals:
            winner = next((event.data["winner"] for event in events if event.kind == "combat_won"), None)
            key = f"combat_won_{winner}" if winner else "combat_tie"
            self.outcome = [totals, self.words.say("table", key)]

    def pause(self, events: Sequence[Event]) -> str:
        """Leave a combat's totals in sight before the table is covered."""
        totals = {e.data["seat"]: e.data["total"] for e in events if e.kind == "reveal" and "total" in e.data}
        if len(totals) < 2:
            return ""
        return self.words.say("table", "combat_totals", {"red": totals[1], "black": totals[2]})

    # -- choosing -----------------------------------------------------------------------------------------------------

    def attend(self, table: TableScene) -> None:
        self.hand.attend(table)

    def take(self, event: Input) -> Transition | None:
        return self.hand.take(event)

    def click(self, address: Address) -> Transition | None:
        return self.hand.click(address)

    def more(self) -> Sequence[Address]:
        return self.hand.more()

    def answers(self) -> Sequence[Answer]:
        return self.hand.answers()

    def ask(self) -> tuple[str, dict[str, Any]] | None:
        return self.hand.ask()

    def visit(self, seat: int) -> str:
        """Offer a face card out of turn to whoever holds any card: which, nobody else may know."""
        position = self.position
        if position.get("phase") not in ("turn", "combat") or position.get("due"):
            return ""
        if not position["hands"][seat]:
            return ""
        words = self.words.say("table", "visit", {"seat": seat})
        if not self.rect.width:
            return words
        room = self.visit_at.width - self.context.theme(24)
        fits = self.context.text.measure(words, "small", bold=True)[0] <= room
        return words if fits else self.words.say("table", "visit_other")

    def visit_rect(self) -> pygame.Rect:
        return self.visit_at

    def tools(self) -> Sequence[Tool]:
        say = self.words.say
        snap, moment = (
            ("snap_off" if self.hand.snapping else "snap_on"),
            ("moment_off" if self.moments else "moment_on"),
        )
        tools = (
            Tool("tool:snap", "beside", say("table", snap), "g", self.hand.snapping),
            Tool("tool:moment", "clock", say("table", moment), "p", self.moments),
        )
        return tools if self.position.get("phase") in ("turn", "combat") else tools[:1]

    def tool_rects(self) -> Sequence[pygame.Rect]:
        side, gap = self.context.theme(36), self.context.theme(6)
        right, top = self.info_rect.right - gap - side, self.info_rect.y + gap
        places = [pygame.Rect(right - n * (side + gap), top, side, side) for n in range(len(self.tools()))]
        return places[::-1]

    def use(self, address: Address) -> None:
        if address == "tool:moment":
            self.moments = self.context.settings.switches[address] = not self.moments
        else:
            self.hand.snapping = self.context.settings.switches[address] = not self.hand.snapping

    def moment(self, seats: Sequence[int]) -> str:
        """Leave these people a moment for a face card, where that is wished."""
        able = [seat for seat in seats if self.visit(seat)]
        return self.words.say("table", "moment", {"seats": able}) if self.moments and able else ""

    # -- words --------------------------------------------------------------------------------------------------------

    def subtitle(self) -> str:
        position = self.position
        say = self.words.say
        phase = position.get("phase")
        if phase in ("turn", "combat"):
            return say("table", "amoeba_turn", {"seat": position["turn"], "count": position["moves_left"]})
        return say("table", f"amoeba_{phase}") if phase in ("arrange", "nucleus") else ""

    def help(self, address: Address | None = None) -> str:
        return self.hand.help()

    def tip(self, address: Address) -> str:
        kind, _, rest = address.partition(":")
        say = self.words.say
        if kind == "card":
            name = self._card_name(rest)
            return "\n".join(filter(None, (self.words.card(name), self.words.card_text(name)))) if name else rest
        if kind in ("disc", "dead", "tray"):
            nucleus = self.position.get("nucleus", {}).get(owner_of(rest)) == rest
            key = {"disc": "tip_disc", "dead": "tip_dead", "tray": "tip_tray"}[kind]
            lines = [say("table", key, {"disc": rest, "owner": owner_of(rest)})]
            return "\n".join(lines + ([say("table", "tip_nucleus")] if nucleus else []))
        if kind == "deck":
            return say("table", "tip_deck", {"count": self.position.get("deck", 0)})
        if kind == "discard":
            return say("table", "tip_discards", {"count": len(self.position.get("discard", ()))})
        if kind == "hand":
            return say("table", "tip_back", {"seat": int(rest.partition(".")[0])})
        return ""

    def _card_name(self, face: str) -> str:
        """Give the id of the card with a face such as KH."""
        cards = self.definition.parts.cards
        return next((name for name, card in cards.items() if card.rank == face[:-1]), "")

    def seat(self, seat: int) -> SeatFacts:
        position, say = self.position, self.words.say
        badges = []
        if position.get("phase") != "arrange":
            count = sum(owner_of(name) == seat for name in position.get("discs", {}))
            badges.append(Badge("token", str(count), say("table", "discs_left", {"count": count})))
        cards = len(position.get("hands", {}).get(seat, ()))
        badges.append(Badge("copy", str(cards), say("table", "cards_held", {"count": cards})))
        picture = sign_image(self.context.art, self.definition.rules, self.context.theme(19), seat - 1)
        return SeatFacts(tuple(badges), picture=picture)

    # -- drawing ------------------------------------------------------------------------------------------------------

    def ground(self, surface: pygame.Surface) -> None:
        art, theme = self.context.art, self.context.theme
        frame = self.board.inflate(2 * theme(12), 2 * theme(12))
        art.shadow(surface, frame, theme(10), 8)
        surface.blit(art.rounded(frame.size, theme(10), (0x5A, 0x32, 0x14), (0x45, 0x26, 0x10), 2), frame)
        surface.blit(board_image(art, self.board.width), self.board)
        art.panel(surface, self.info_rect, 14)
        art.panel(surface, self.dead_rect, 12)

    def draw(self, surface: pygame.Surface, marks: Marks) -> None:
        self.marks = marks
        items = list(self.context.stage.items())
        discs = [(str(i)[5:], at) for i, at in items if str(i).startswith("disc:")]
        if self._arranging():
            self._draw_zone(surface)
        self._draw_shapes(surface, discs)
        self.hand.draw_band(surface)
        for name, at in discs:
            self._draw_disc(surface, name, at, marks)
        self.hand.draw(surface)
        self._draw_stock(surface)
        for identity, at in items:
            address = self.objects.get(str(identity), "")
            if address.startswith("card:"):
                self._draw_card(surface, address, at, marks)
            elif address.startswith("hand:"):
                self._draw_back(surface, address, at)
        self._draw_info(surface)

    def _draw_zone(self, surface: pygame.Surface) -> None:
        """Darken the rows that are not one's own."""
        rows = round(self.definition.parts.rows * self.unit)
        rest = self.board.copy()
        rest.height -= rows
        if self.own == 2:
            rest.bottom = self.board.bottom
        shade = self.context.art.keep(("amoeba zone", rest.size), lambda: _veil(rest.size))
        surface.blit(shade, rest)

    def _draw_shapes(self, surface: pygame.Surface, discs: Sequence[tuple[str, Placement]]) -> None:
        """Draw each amoeba as one soft shape under its discs."""
        lifted = self.hand.lifted
        placed = tuple(
            (owner_of(name), round(at.x - self.board.x, 1), round(at.y - self.board.y, 1), round(at.alpha, 2))
            for name, at in discs
            if at.scale > 0.9 and name != lifted and self.board.inflate(8, 8).collidepoint(at.x, at.y)
        )
        if self._shapes is None or self._shapes[0] != placed:
            fine = not self.context.stage.busy
            self._shapes = placed, amoebae(self.board.width, self.radius * self.unit, placed, fine)
        surface.blit(self._shapes[1], self.board)

    def _draw_disc(self, surface: pygame.Surface, name: str, at: Placement, marks: Marks) -> None:
        art, theme = self.context.art, self.context.theme
        address = self.objects.get(f"disc:{name}", "")
        if name == self.hand.lifted:
            self.hand.draw_hole(surface, at)
            return
        radius = max(4, round(self.radius * self.unit * at.scale))
        dead = address.startswith("dead:")
        nucleus = self.position.get("nucleus", {}).get(owner_of(name)) == name
        image = disc_image(art, radius, owner_of(name), nucleus, dead and at.scale < 1)
        art.blit(surface, image, (at.x, at.y), 1.0, at.alpha)
        can = address in marks.can
        if address in marks.taken:
            art.circle_ring(surface, (at.x, at.y), radius, GOLD)
        elif can:
            thin = max(2, theme(3 if address == marks.hover else 2))
            art.blit(
                surface, art.keep(("amoeba can", radius, thin), lambda: _ring(radius - thin, GOLD, thin)), (at.x, at.y)
            )
        elif f"disc:{name}" in marks.changed and not dead:
            art.blit(surface, art.keep(("amoeba new", radius), lambda: _ring(radius - 2, SHOWN, 2)), (at.x, at.y))
        if address and address == marks.focus:
            art.circle_ring(surface, (at.x, at.y), radius + theme(2), PALE)
        self.number(surface, name, (at.x, at.y), radius, nucleus)

    def number(
        self, surface: pygame.Surface, name: str, middle: tuple[float, float], radius: float, nucleus: bool = False
    ) -> None:
        """Write a disc's number on it."""
        theme, text = self.context.theme, self.context.text
        half = max(radius, theme.floor * 0.9)
        box = pygame.Rect(0, 0, round(2 * half), round(2 * half))
        box.center = round(middle[0]), round(middle[1])
        px = max(theme.floor, round(radius * 0.72))
        with text.container(f"disc:{name}"):
            text.draw(surface, name[1:], box, px / theme.unit / theme.text_scale, DARK_INK if nucleus else PALE,
                      bold=True, align="center", valign="center", lines=1)  # fmt: skip

    def _draw_stock(self, surface: pygame.Surface) -> None:
        art, text, theme = self.context.art, self.context.text, self.context.theme
        position = self.position
        for address, rect in self._stock_rects().items():
            count = position.get("deck", 0) if address == "deck" else len(position.get("discard", ()))
            if address == "deck" and count:
                art.card_back(surface, rect, BACK, "star")
            elif address == "discard" and count:
                self._face(surface, rect, position["discard"][-1], small=True)
            else:
                surface.blit(art.rounded(rect.size, theme(6), (0, 0, 0, 50), (*SOFT, 90), 1), rect)
            if address == self.marks.focus:
                art.ring(surface, rect.inflate(theme(8), theme(8)), 8, PALE, 3)
            box = pygame.Rect(rect.right + theme(6), rect.y, theme.floor * 2, rect.height)
            with text.container(f"count:{address}"):
                text.draw(surface, str(count), box, "small", SOFT, bold=True,
                          valign="center", lines=1)  # fmt: skip

    def _draw_back(self, surface: pygame.Surface, address: Address, at: Placement) -> None:
        seat, number = map(int, address.partition(":")[2].split("."))
        counts = {one: len(hand) for one, hand in self.position["hands"].items()}
        rect = self._back_rect(seat, number, counts)
        rect.center = round(at.x), round(at.y)
        self.context.art.card_back(surface, rect, BACK, "star")

    def _draw_card(self, surface: pygame.Surface, address: Address, at: Placement, marks: Marks) -> None:
        art, theme = self.context.art, self.context.theme
        rect = pygame.Rect((0, 0), self.card_size)
        rect.center = round(at.x), round(at.y)
        if address in marks.taken:
            rect.y -= theme(8)
        self._face(surface, rect, address.partition(":")[2])
        if address in marks.taken or address in marks.can:
            art.ring(surface, rect.inflate(theme(6), theme(6)), 12, GOLD, 5 if address in marks.taken else 3)
        if address == marks.focus:
            art.ring(surface, rect.inflate(theme(14), theme(14)), 15, PALE, 3)

    def _face(self, surface: pygame.Surface, rect: pygame.Rect, face: str, small: bool = False) -> None:
        """Draw a card's face: rank and suit, and its name where there is room."""
        art, text, theme = self.context.art, self.context.text, self.context.theme
        art.paper(surface, rect, radius=6 if small else 10, height=3)
        rank, suit = face[:-1], face[-1]
        color = SUIT_RED if suit in RED_SUITS else (0x22, 0x20, 0x1E)
        if small and rect.height < 3.6 * theme.floor:
            size = round(rect.width * 0.6)
            if suit in SUITS:
                art.icon(surface, SUITS[suit], rect.center, size, color)
            return
        px = max(theme.floor, round(rect.height * 0.2))
        with text.container(f"card:{face}", rect):
            corner = pygame.Rect(rect.x + theme(7), rect.y + theme(4), rect.width // 2, round(px * 1.5))
            text.draw(surface, rank, corner, px / theme.unit / theme.text_scale, color, bold=True, lines=1)
            name = self.words.card(self._card_name(face)) if self._card_name(face) else ""
            low = max(theme.floor, round(rect.height * 0.12))
            line = text.line_height(low)
            foot = pygame.Rect(rect.x + theme(4), rect.bottom - line - theme(4), rect.width - theme(8), line)
            fits = bool(name) and text.measure(name, low / theme.unit / theme.text_scale)[0] <= foot.width
            if fits and not small and rect.height > 5 * low:
                text.draw(surface, name, foot, low / theme.unit / theme.text_scale, INK, align="center", lines=1)
            if suit in SUITS:
                size = max(8, round(min(rect.width * 0.5, rect.height * 0.34)))
                art.icon(surface, SUITS[suit], (rect.centerx, rect.y + rect.height * 0.54), size, color)
            else:
                middle = pygame.Rect(rect.x, rect.y + rect.height // 3, rect.width, rect.height // 3)
                text.draw(surface, suit, middle, "title", color, align="center", valign="center", lines=1)

    def _draw_info(self, surface: pygame.Surface) -> None:
        """Write what would follow, or how things stand."""
        theme, text = self.context.theme, self.context.text
        rect = self.info_rect
        title, lines = self.info()
        inner = rect.inflate(-2 * theme(14), -2 * theme(8))
        if self.position.get("phase") in ("turn", "combat") and self.hand.lift is None:
            inner.height = self.visit_at.y - theme(4) - inner.y
        button = len(self.tools()) * theme(42)
        with text.container("info", rect):
            head = pygame.Rect(inner.x, inner.y, inner.width - button, 0)
            head.height = min(max(text.line_height(theme.px("title")), theme(36)), inner.height // 3)
            layout = text.fit(title, head.size, "title", bold=True)
            head.height = max(head.height, layout.height)
            text.draw_layout(surface, layout, head, PALE, valign="center")
            room = pygame.Rect(inner.x, head.bottom + theme(2), inner.width, inner.bottom - head.bottom - theme(2))
            body = text.fit("\n".join(words for words, _ in lines), room.size, "text")
            if body.height > room.height and len(lines) > 1:  # low and wide: in one paragraph
                lines = [(" ".join(words for words, _ in lines), any(warm for _, warm in lines))]
                body = text.fit(lines[0][0], room.size, "text")
            px = body.px
            y = room.y
            for words, warm in lines:
                layout = text.layout(words, px, room.width)
                box = pygame.Rect(room.x, y, room.width, layout.height)
                if box.bottom > room.bottom + 1:  # it cannot be shown whole; say so to whoever checks
                    box.height = max(1, room.bottom - y)
                    text.draw(surface, words, box, "text", WARM if warm else SOFT)
                    break
                text.draw_layout(surface, layout, box, WARM if warm else SOFT)
                y += layout.height

    def info(self) -> tuple[str, list[tuple[str, bool]]]:
        """Give the title and the lines of the words beside the board; warm ones warn."""
        say, position = self.words.say, self.position
        shown = self.hand.info()
        if shown is not None:
            return shown
        if position.get("phase") == "combat" and position.get("combat"):
            return say("table", "combat_title"), self._combat_lines()
        if self.outcome:
            return say("table", "combat_over"), [(line, False) for line in self.outcome]
        phase = position.get("phase")
        if phase in ("turn", "combat", "over"):
            lines = [say("table", "moves_left", {"count": position["moves_left"]})]
            lines.append(
                say("table", "quiet_turns", {"count": position["quiet_turns"], "most": self.definition.parts.quiet})
            )
            text = self.context.text  # the seats' panels say this too, so it is left out where room is short
            if self.info_rect.height > 8 * text.line_height(self.context.theme.px("text")):
                other = 3 - self.own
                lines.append(
                    say(
                        "table",
                        "may_interrupt",
                        {"side": self.words.seat(other), "count": len(position["hands"][other])},
                    )
                )
            return say("table", "amoeba_stands"), [(line, False) for line in lines]
        shown_to = "help" if self.can else "look"  # whoever only looks is told of no buttons
        return say("table", f"amoeba_{phase}"), [(say("table", f"amoeba_{phase}_{shown_to}"), False)]

    def _combat_lines(self) -> list[tuple[str, bool]]:
        combat, say = self.position["combat"], self.words.say
        lines = []
        if not combat["discs"]:
            return [(say("table", "combat_pick"), False)]
        for seat in (1, 2):
            count = sum(owner_of(name) == seat for name in combat["discs"])
            face = combat["chosen"].get(seat)
            key = "combat_side" if face is None else "combat_ready"
            params = {"side": say("table", f"side_{seat}"), "count": count}
            if face not in (None, "?"):
                name = self._card_name(face) if face != "none" else ""
                card = self.definition.parts.cards.get(name)
                added = card.strength if card is not None else 0
                key, params = "combat_own", {**params, "added": added, "total": count + (added or 0)}
            lines.append((say("table", key, params), False))
        return lines


def _veil(size: tuple[int, int]) -> pygame.Surface:
    veil = pygame.Surface(size, pygame.SRCALPHA)
    veil.fill((20, 12, 6, 110))
    return veil


def _ring(radius: int, color: Color, thick: int) -> pygame.Surface:
    side, k = 2 * radius + 2 * thick + 4, 3
    big = pygame.Surface((side * k, side * k), pygame.SRCALPHA)
    big.fill((*color, 0))
    pygame.draw.circle(big, (*color, 255), (side * k / 2, side * k / 2), (radius + thick) * k, thick * k)
    return pygame.transform.smoothscale(big, (side, side))


VIEW = AmoebaView
