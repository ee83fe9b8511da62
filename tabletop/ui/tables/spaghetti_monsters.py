"""Battle of the Spaghetti Monsters on the table: islands in the sea, queues under them, the sorcerer on his way.

Cards stand in a grid whose cells are as large as the window allows; the queue of an island stands under its card, front
first. A strip along the shore holds what belongs to nobody's island: chips in the supply, cards face down, what Memory
remembers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import pygame

from tabletop.engine.rules import Address, Event, Identity
from tabletop.ui.animation import Placement, Step
from tabletop.ui.opening import first_look
from tabletop.ui.scene import STAY, Transition
from tabletop.ui.tableview import Badge, Marks, SeatFacts, TableView
from tabletop.ui.text import Drawn, Layout
from tabletop.ui.theme import (
    DARK_INK,
    FAINT_INK,
    GOLD,
    INK,
    PALE,
    PAPER,
    SOFT,
    Color,
    darker,
    lighter,
    mix,
    spell_color,
)
from tabletop.ui.viewport import Event as Input
from tabletop.ui.viewport import Key, Move, Press, Release, Wheel
from tabletop.ui.widgets import draw_bar, thumb

if TYPE_CHECKING:
    from tabletop.ui.table import TableScene

CARD = 212, 170  # board units: the card's shape that is aimed at
QUEUE = 62  # board units under a card for its queue
GAP = 26, 14
WIDEST, TALLEST = 1.75, 1.3  # a card is at most so much wider than high, higher than wide
LEGIBLE = 0.75  # a card's text is at least so large a share of other text, or the sea is made to scroll
HEARTS = 8  # more lives than this are a number
COUNTED = 7  # a queue as long as this shows its length
SHOWN: Color = (0xBF, 0xEC, 0xF2)  # the mark of the last change
FACE_DOWN_BACK: Color = (0x3D, 0x5A, 0x6E)

EMBLEMS = {"reverse_current": "reverse"}
"""Cards whose emblem is called otherwise than they are."""

ISLAND_EVENTS = frozenset({"island_moved", "islands_swapped", "sinks", "queue_changed"})
SORCERER_EVENTS = frozenset({"sorcerer_moves", "sorcerer_passes", "sorcerer_flees", "patrol_begins"})
CHIP_EVENTS = frozenset({"places", "joins", "drifts", "goes_to_end"})
SOUNDS = {
    "places": "place", "joins": "place", "drifts": "slide", "removed": "out", "sinks": "out", "loses_lives": "hurt",
    "gains_lives": "coin", "blessed": "coin", "cursed": "coin", "asks": "spell", "uses": "spell", "declines": "click",
    "sorcerer_moves": "turn", "island_moved": "slide", "islands_swapped": "slide", "queue_changed": "slide",
    "turned": "card", "reveal": "card", "laid": "card", "takes": "card", "out_of_lives": "out",
    "out_of_islanders": "out", "wins": "win", "draw": "win", "goes_to_end": "slide",
}  # fmt: skip


class Face(NamedTuple):
    """What stands on an island's card."""

    card: str
    number: int | None


def _place(address: Address) -> int:
    return int(address.partition(":")[2].partition(".")[0])


class MonstersView(TableView):
    """The sea with its islands; it scrolls where their texts would be too small to read otherwise."""

    offset = 0
    """Pixels of the sea that are out of sight above."""
    limit = 0
    """The largest offset."""
    _table: TableScene | None = None
    _laid = 0
    """How many islands were laid at the start."""
    _pulled: tuple[float, int, bool] | None = None
    """Where the sea is held, the offset then, whether by its bar."""
    _followed: tuple[object, ...] = ()
    """What was scrolled to last of itself."""

    def layout(self, rect: pygame.Rect) -> None:
        """Divide the sea into cells, and leave the shore its strip."""
        super().layout(rect)
        self._card_text: int | None = None
        self._cards: dict[tuple[Identity, Face], tuple[pygame.Surface, list[Drawn]]] = {}
        self._most = max(self._laid, len(self.position.get("islands", ())), 1)
        theme = self.context.theme
        inner = rect.inflate(-2 * theme(18), -2 * theme(14))
        self.shore = pygame.Rect(inner.x, inner.bottom, inner.width, 0)
        if self._has_shore():
            high = min(theme.grown(58), theme(68))
            self.shore = pygame.Rect(inner.x, inner.bottom - high + theme(6), inner.width, high)
            inner.height -= high
        self._grid(inner)
        sorcerer = self.position.get("sorcerer")
        if self.limit and sorcerer and self.position.get("phase") == "patrol":
            self._follow(("sorcerer", sorcerer["island"]), sorcerer["island"])

    def _has_shore(self) -> bool:
        position = self.position
        seen = position.get("visited") is not None or "face_down" in position
        return bool(seen or self.options.get("face_down") or self._has_supply())

    def _has_supply(self) -> bool:
        """Tell whether chips that bless and curse can come into the game."""
        cards = {island["card"] for island in self.position.get("islands", ())}
        more = self.options.get("blanks") or self.options.get("level", 1) > 2
        return bool(cards & {"bless", "curse"} or more)

    def _grid(self, inner: pygame.Rect) -> None:
        """Choose the number of columns that gives the largest cards."""
        theme = self.context.theme
        best: tuple[float, int, int, int] = (0.0, 1, 1, 1)
        for columns in range(1, self._most + 1):
            rows = -(-self._most // columns)
            gap_x, gap_y = theme(GAP[0]), theme(GAP[1])
            if self._most > 12:
                gap_x, gap_y = gap_x // 2, gap_y // 2
            wide = inner.width // columns - gap_x
            cell = inner.height // rows - gap_y
            queue = round(cell * QUEUE / (CARD[1] + QUEUE))
            high = cell - queue
            size = min(wide / CARD[0], high / CARD[1])
            if size > best[0]:
                best = size, columns, wide, cell
        _, self.columns, wide, cell = best
        rows = -(-self._most // self.columns)
        queue = max(round(cell * QUEUE / (CARD[1] + QUEUE)), min(theme(44), cell // 3))
        high = cell - queue
        high = min(high, round(wide * TALLEST))
        wide = min(wide, round(high * WIDEST))
        self.card_size = max(40, wide), max(30, high)
        self.grid, content = inner, inner.height
        faces = {face for face in getattr(self, "faces", {}).values() if self._text(face) and face.card != "?"}
        whole = pygame.Rect((0, 0), self.card_size)
        readable = all(self._fit_text(whole, face)[1] and self._title(whole, face) for face in faces)
        if not self.still and not readable:
            self.columns, self.card_size, self.queue_high = self._readable(inner, faces)
            wide, high = self.card_size
            content = -(-self._most // self.columns) * (high + self.queue_high + theme(GAP[1]))
            rows = -(-self._most // self.columns)
            content = max(content, inner.height)
        else:
            self.queue_high = min(queue, round(high * 0.46))
        self.cell = inner.width / self.columns, content / rows
        self.limit = content - inner.height
        self.offset = max(0, min(self.offset, self.limit))
        self.radius = max(theme(9), min(round(self.queue_high * 0.38), round(wide * 0.13)))

    def _readable(self, inner: pygame.Rect, faces: set[Face]) -> tuple[int, tuple[int, int], int]:
        """Give columns, card size and height of queues where all texts can be read, in as little height as may be."""
        theme, text = self.context.theme, self.context.text
        px = max(theme.floor, round(LEGIBLE * theme.px("text")))
        queue = theme(48)
        best: tuple[int, int, int, int] | None = None
        for columns in range(1, min(self._most, 6) + 1):
            wide = inner.width // columns - theme(GAP[0])
            low = max(theme(90), round(wide / WIDEST))
            for high in range(low, max(low + 1, wide * 2), max(4, theme(6))):
                card = pygame.Rect(0, 0, wide, high)
                fits = True
                for face in faces:
                    body = self._body(card, face)
                    layout = text.layout(self._text(face), px, max(1, body.width))
                    if layout.height > body.height or layout.broken or not self._title(card, face):
                        fits = False
                        break
                if fits:
                    total = -(-self._most // columns) * (high + queue + theme(GAP[1]))
                    if best is None or total < best[0]:
                        best = total, columns, wide, high
                    break
        if best is None:  # a text longer than any card
            return self.columns, self.card_size, min(queue, round(self.card_size[1] * 0.46))
        return best[1], (best[2], best[3]), queue

    # -- scrolling ----------------------------------------------------------------------------------------------------

    def attend(self, table: TableScene) -> None:
        self._table = table
        # As many places as islands were laid, so that nothing jumps when one sinks, nor when a game is taken up again.
        laid = table.match.state_at(first_look(table.match)).position("public")
        self._laid = len(laid["islands"])

    def take(self, event: Input) -> Transition | None:
        """Scroll by wheel, bar, a pull at the sea between the things, Page Up and Page Down."""
        if not self.limit:
            return None
        page = self.grid.height * 4 // 5
        if isinstance(event, Wheel) and self.rect.collidepoint(event.pos):
            return self._scroll(self.offset - event.y * self.context.theme(60))
        if isinstance(event, Key) and event.name.replace(" ", "") in ("pageup", "pagedown"):
            return self._scroll(self.offset + (page if event.name.endswith("down") else -page))
        if isinstance(event, Press) and event.button == 1 and self.rect.collidepoint(event.pos):
            bar = thumb(self.context, self._bar_area(), self.grid.height + self.limit, self.offset)
            on_bar = bar is not None and event.pos[0] >= bar.x - self.context.theme(8)
            if on_bar or not any(rect.collidepoint(event.pos) for rect in self.rects().values()):
                self._pulled = event.pos[1], self.offset, on_bar
        elif isinstance(event, Move) and event.held and self._pulled is not None:
            start, offset, on_bar = self._pulled
            way = event.pos[1] - start
            whole = self.grid.height + self.limit
            return self._scroll(offset + (way * whole / max(1, self.grid.height) if on_bar else -way))
        elif isinstance(event, Release):
            self._pulled = None
        return None

    def _bar_area(self) -> pygame.Rect:
        gap = self.context.theme(6)
        return pygame.Rect(self.rect.x, self.grid.y, self.rect.width - gap, self.grid.height)

    def _scroll(self, offset: float) -> Transition:
        wanted = max(0, min(self.limit, round(offset)))
        if wanted != self.offset:
            self.offset = wanted
            self.context.stage.place(self.placements())
            if self._table is not None:
                self._table.rebuild()
        return STAY

    def bring(self, address: Address) -> bool:
        if not self.limit or address.partition(":")[0] not in ("island", "islander", "sorcerer"):
            return False
        followed, self._followed = self._followed, ()
        moved = self._follow((address,), _place(address))
        self._followed = followed
        return moved

    def _follow(self, what: tuple[object, ...], place: int) -> bool:
        """Bring an island into sight, once for each thing it is to be seen for; tell whether the sea moved."""
        if what == self._followed:
            return False
        self._followed, before = what, self.offset
        card = self._card_rect(place)
        room = self.context.theme(10)
        if card.bottom + self.queue_high > self.grid.bottom:
            self.offset += card.bottom + self.queue_high + room - self.grid.bottom
        if card.top - (self.offset - before) < self.grid.top:
            self.offset = before + card.top - room - self.grid.top
        self.offset = max(0, min(self.limit, self.offset))
        return self.offset != before

    # -- where things are -------------------------------------------------------------------------------------------

    def _card_rect(self, place: int) -> pygame.Rect:
        row, column = divmod(place - 1, self.columns)
        wide, high = self.card_size
        x = self.grid.x + self.cell[0] * (column + 0.5)
        y = self.grid.y + self.cell[1] * (row + 0.5) - self.offset
        rect = pygame.Rect(0, 0, wide, high)
        rect.midtop = round(x), round(y - (high + self.queue_high) / 2)
        return rect

    def _queue_shape(self, count: int) -> tuple[int, float, int]:
        """Give rows, distance and radius of a queue's chips: smaller, then in rows, before they hide each other."""
        room = self.card_size[0] - round(self.radius * 1.7)  # the sorcerer stands at its end
        if count >= COUNTED:
            room -= round(self.context.theme.floor * 1.4)
        for rows, share, least in ((1, 1.0, 2), (1, 0.85, 1.95), (1, 0.72, 1.6), (2, 0.56, 1.3), (3, 0.42, 1.3)):
            radius = max(self.context.theme(7), round(self.radius * share))
            each = -(-count // rows)
            spacing = min(2.2 * radius, (room - 2 * radius) / max(1, each - 1))
            if spacing >= least * radius:
                return rows, spacing, radius
        return rows, spacing, radius

    def _chip_at(self, place: int, k: int, count: int) -> tuple[float, float, int]:
        card = self._card_rect(place)
        rows, spacing, radius = self._queue_shape(count)
        each = -(-count // rows)
        row, column = divmod(k - 1, each)
        x = card.x - self.radius * 0.1 + radius + spacing * column
        middle = card.bottom + self.queue_high / 2
        y = middle + (row - (rows - 1) / 2) * 2.05 * radius
        return x, y, radius

    def _sorcerer_at(self, place: int) -> tuple[float, float]:
        card = self._card_rect(place)
        return card.right - self.radius * 0.7, card.bottom + self.queue_high * 0.42

    def _queue_length(self, place: int) -> int:
        islands = self.position["islands"]
        return len(islands[place - 1]["queue"]) if place <= len(islands) else 0

    def placements(self) -> dict[Identity, Placement]:
        return self._placements(self.position, self.objects)

    def _placements(self, position: dict[str, Any], objects: Mapping[Identity, Address]) -> dict[Identity, Placement]:
        out: dict[Identity, Placement] = {}
        lengths = [len(island["queue"]) for island in position["islands"]]
        for identity, address in objects.items():
            kind, _, rest = address.partition(":")
            if kind == "island":
                x, y = self._card_rect(int(rest)).center
                out[identity] = Placement(x, y)
            elif kind == "islander":
                place, k = map(int, rest.split("."))
                x, y, radius = self._chip_at(place, k, lengths[place - 1])
                out[identity] = Placement(x, y, radius / self.radius, z=10 + (99 - k) / 100)
            elif kind == "sorcerer":
                x, y = self._sorcerer_at(int(rest))
                out[identity] = Placement(x, y, z=20)
            elif kind in ("facedown", "hand"):
                x, y = self._hidden_rect(identity).center
                out[identity] = Placement(x, y, z=5)
        return out

    def _hidden_rect(self, identity: Identity) -> pygame.Rect:
        """Give the place of a face-down card on the shore."""
        slot = int(str(identity).partition(":")[2])
        high = self.shore.height - self.context.theme(4)
        wide = min(round(high * 2.6), self.shore.width // 5)
        return pygame.Rect(self.shore.right - (4 - slot) * (wide + self.context.theme(10)), self.shore.y, wide, high)

    def rects(self) -> dict[Address, pygame.Rect]:
        out: dict[Address, pygame.Rect] = {}
        for place, island in enumerate(self.position["islands"], 1):
            out[f"island:{place}"] = self._card_rect(place)
            count = len(island["queue"])
            before = 0.0, 0.0
            for k in range(1, count + 1):
                x, y, radius = self._chip_at(place, k, count)
                left = round(x) - radius
                if before[1] == y:  # the one before lies on top of it
                    left = max(left, round(before[0]) + radius)
                top = round(y) - radius
                out[f"islander:{place}.{k}"] = pygame.Rect(left, top, round(x) + radius - left, 2 * radius)
                before = x, y
        if self.limit:
            out = {address: rect.clip(self.grid) for address, rect in out.items()}
        for identity, address in self.objects.items():
            if address.startswith(("facedown:", "hand:")):
                out[address] = self._hidden_rect(identity)
        return out

    # -- what is shown ----------------------------------------------------------------------------------------------

    def show(self, position: dict[str, Any], objects: Mapping[Identity, Address]) -> None:
        super().show(position, objects)
        self.faces: dict[Identity, Face] = {}
        for identity, address in objects.items():
            if address.startswith("island:"):
                island = position["islands"][_place(address) - 1]
                self.faces[identity] = Face(island["card"], island["number"])
        self.lives = list(position["lives"])

    def steps(
        self, events: Sequence[Event], position: dict[str, Any], objects: Mapping[Identity, Address]
    ) -> list[Step]:
        """Follow the events; what an event does not name moves with the first step after it that may."""
        final = self._placements(position, objects)
        now = {**self.placements()}
        out: list[Step] = []
        for n, event in enumerate(events):
            moves = self._moves(event, events[n + 1 :], final, now, objects)
            seconds, lift = 0.35, 0.0
            if event.kind in CHIP_EVENTS:
                lift = self.context.theme(24)
            elif event.kind in ISLAND_EVENTS:
                seconds, lift = 0.5, self.context.theme(12)
            elif event.kind in ("loses_lives", "gains_lives", "blessed", "cursed", "turned", "reveal"):
                seconds = 0.4
            elif event.kind == "sorcerer_passes":
                seconds = 0.22
            elif not moves:
                seconds = 0.0 if event.kind in ("asked_for", "repeated", "wins", "draw") else 0.18
            for identity, target in moves.items():
                if target is None:
                    now.pop(identity, None)
                else:
                    now[identity] = target
            out.append(Step(moves, seconds, lift, lambda event=event: self._patch(event, position, objects)))  # type: ignore[misc]
        rest: dict[Identity, Placement | None] = {
            identity: target for identity, target in final.items() if now.get(identity) != target
        }
        rest |= {identity: None for identity in now if identity not in final}
        if rest:
            islands = any(str(identity).startswith("isle") for identity in rest)
            out.append(Step(rest, 0.45 if islands else 0.2))
        return out

    def _moves(
        self,
        event: Event,
        later: Sequence[Event],
        final: Mapping[Identity, Placement],
        now: Mapping[Identity, Placement],
        objects: Mapping[Identity, Address],
    ) -> dict[Identity, Placement | None]:
        kind, data = event.kind, event.data
        moves: dict[Identity, Placement | None] = {}
        if kind in SORCERER_EVENTS:
            place = data.get("island", 1)
            x, y = self._sorcerer_at(place)
            return {"sorcerer": Placement(x, y, z=20)}
        if kind in CHIP_EVENTS and data["chip"] in final:
            moves[data["chip"]] = final[data["chip"]]
        elif kind == "removed":
            moves[data["chip"]] = None
        elif kind in ("out_of_lives", "out_of_islanders"):
            mine = f"chip:{data['seat']}."
            moves |= {identity: None for identity in now if str(identity).startswith(mine) and identity not in final}
        elif kind == "sinks":
            moves |= dict.fromkeys(data["chips"])
            moves |= {i: None for i, face in self.faces.items() if face.card == data["card"] and i not in objects}
            return moves  # the others close up when it is gone
        elif kind not in ISLAND_EVENTS and kind != "takes":
            return moves
        if any(other.kind in ISLAND_EVENTS for other in later):
            if kind in ("island_moved", "islands_swapped", "queue_changed") and not moves:
                return moves  # the last of them moves all
            return moves
        named = {other.data.get("chip") for other in later}
        for identity, target in final.items():
            if identity == "sorcerer" and any(other.kind in SORCERER_EVENTS for other in later):
                continue
            if identity not in named and identity in now and now[identity] != target:
                moves.setdefault(identity, target)
        return moves

    def _patch(self, event: Event, position: dict[str, Any], objects: Mapping[Identity, Address]) -> None:
        """Show at the event's own moment what it changes on cards and hearts."""
        kind, data = event.kind, event.data
        sound = SOUNDS.get(kind)
        if sound:
            self.context.sounds.play(sound)
        if kind in ("loses_lives", "gains_lives"):
            self.lives[data["seat"] - 1] = data["left"]
        elif kind in ("blessed", "cursed"):
            for identity, face in self.faces.items():
                if face.card == data["card"] and identity in objects:
                    island = position["islands"][_place(objects[identity]) - 1]
                    self.faces[identity] = face._replace(number=island["number"])
        elif kind in ("reveal", "laid", "laid_face_down", "arranged"):
            for identity, address in objects.items():
                if address.startswith("island:"):
                    island = position["islands"][_place(address) - 1]
                    self.faces[identity] = Face(island["card"], island["number"])

    # -- what is said -----------------------------------------------------------------------------------------------

    def sound(self, event: Event) -> str | None:
        return SOUNDS.get(event.kind)

    def subtitle(self) -> str:
        return self.words.say("table", "level", {"level": self.options.get("level", 1)})

    def _name(self, card: str) -> str:
        return self.words.say("table", "unopened") if card == "?" else self.words.card(card)

    def card(self, address: Address) -> str:
        kind, _, rest = address.partition(":")
        islands, found = self.position["islands"], ""
        if kind == "island" and _place(address) <= len(islands):
            found = islands[_place(address) - 1]["card"]
        elif kind == "hand":
            found = self.position.get("face_down", {}).get(int(rest)) or ""
        return "" if found == "?" else found

    def _text(self, face: Face) -> str:
        if face.card == "?":
            return self.words.say("table", "unopened_text")
        if not self.words.has("cards", f"{face.card}.text"):
            return ""
        return self.words.say("cards", f"{face.card}.text", {"n": face.number, "count": face.number})

    def _printed(self, card: str) -> int | None:
        found = self.definition.parts.cards.get(card)
        number: int | None = found.number if found else None
        return number

    def help(self, address: Address | None = None) -> str:
        position = self.position
        if position["phase"] != "patrol" or not position["islands"]:
            return ""
        choosing = position["choosing"]
        island = position["islands"][position["sorcerer"]["island"] - 1]
        card = choosing["spell"] if choosing else island["card"]
        number = island["number"] if island["card"] == card else self._printed(card)
        return self._text(Face(card, number))

    def tip(self, address: Address) -> str:
        kind, _, rest = address.partition(":")
        islands = self.position["islands"]
        say = self.words.say
        if kind == "island" and int(rest) <= len(islands):
            island = islands[int(rest) - 1]
            face = Face(island["card"], island["number"])
            lines = [say("table", "tip_island", {"place": rest, "name": self._name(face.card)}), self._text(face)]
            printed = self._printed(face.card)
            if face.number is not None:
                changed = face.number != printed
                lines.append(say("table", "tip_changed" if changed else "tip_number",
                                 {"number": face.number, "printed": printed}))  # fmt: skip
            return "\n".join(line for line in lines if line)
        if kind == "islander":
            place, k = map(int, rest.split("."))
            queue = islands[place - 1]["queue"] if place <= len(islands) else []
            if k <= len(queue):
                return say(
                    "table",
                    "tip_islander",
                    {"seat": queue[k - 1], "place": k, "name": self._name(islands[place - 1]["card"])},
                )
        if kind == "hand":
            card = self.position.get("face_down", {}).get(int(rest))
            if card and card != "?":
                return self._text(Face(card, self._printed(card)))
            return say("table", "tip_hand", {"seat": int(rest)})
        if kind == "facedown":
            return say("table", "tip_facedown", {"number": rest})
        return ""

    def seat(self, seat: int) -> SeatFacts:
        position = self.position
        index = seat - 1
        say = self.words.say
        out = seat in position["out"]
        badges: list[Badge] = []
        lives = self.lives[index]
        if out:
            badges.append(Badge(words=say("table", "out"), stamp=True, hint=say("table", "out_hint")))
        else:
            start = self.options.get("lives") or 5
            full = max(0, lives)
            hint = say("table", "lives", {"count": full})
            if max(full, start) > HEARTS:
                badges.append(Badge(icon="heart", words=str(full), hint=hint))
            else:
                badges.append(Badge(hearts=(full, max(0, start - full)), hint=hint))
        if position["phase"] in ("placement", "fair_start", "face_down", "deal") and position["unplaced"][index]:
            count = position["unplaced"][index]
            badges.append(Badge(words=say("table", "unplaced", {"count": count})))
        elif not out:
            badges.append(Badge(words=say("table", "unused", {"count": position["unused"][index]}),
                                hint=say("table", "unused_hint")))  # fmt: skip
        held = position.get("interrupts", [0] * seat)[index]
        if held:
            badges.append(Badge(words=f"× {held}", hint=say("table", "interrupts", {"count": held})))
        return SeatFacts(tuple(badges), out)

    def only_inside(self, address: Address, clickable: Sequence[Address]) -> Address | None:
        """Take a click on an island with just one islander that may be clicked for a click on that."""
        kind, _, place = address.partition(":")
        inside = [other for other in clickable if kind == "island" and other.startswith(f"islander:{place}.")]
        return inside[0] if len(inside) == 1 else None

    def holder(self, address: Address) -> Address | None:
        """Give the island that an islander stands on."""
        kind, _, place = address.partition(":")
        return f"island:{place.partition('.')[0]}" if kind == "islander" else None

    def shortcut(self, picks: Sequence[Address]) -> tuple[str, Address] | None:
        """Offer to place along the row, one each in turn, from the first island."""
        position = self.position
        if position["phase"] != "placement" or not picks or self.options.get("opening") != "open":
            return None
        islands = position["islands"]
        standing = sum(len(island["queue"]) for island in islands)
        size = len(islands)
        order = sorted(picks, key=lambda address: (_place(address) - 1 - standing) % size)
        return "place_row", order[0]

    # -- drawing ----------------------------------------------------------------------------------------------------

    def reordered(
        self, position: dict[str, Any], objects: Mapping[Identity, Address], order: Sequence[Address]
    ) -> tuple[dict[str, Any], Mapping[Identity, Address]]:
        islands = [position["islands"][_place(address) - 1] for address in order]
        return super().reordered({**position, "islands": islands}, objects, order)

    def ground(self, surface: pygame.Surface) -> None:
        art, theme = self.context.art, self.context.theme
        art.sea(surface, self.rect)
        if self.shore.height:
            surface.blit(art.rounded(self.shore.size, theme(16), (10, 30, 38, 90)), self.shore)

    def draw(self, surface: pygame.Surface, marks: Marks) -> None:
        art, stage = self.context.art, self.context.stage
        on_island = marks.focus and marks.focus.partition(":")[0] in ("island", "islander")
        if self.limit and on_island and marks.focus and self._follow((marks.focus,), _place(marks.focus)):
            stage.place(self.placements())
            if self._table is not None:
                self._table.rebuild()
        self._draw_shore(surface)
        clip = surface.get_clip()
        sea = self.rect.copy()
        sea.height = self.grid.bottom - sea.y if self.limit else sea.height
        asked = self._asked() if not stage.busy else None
        dragged = self._identity(marks.drag[0]) if marks.drag else None
        for identity, at in stage.items():
            if identity == dragged and marks.drag:
                at = at.__class__(*marks.drag[1], 1.15, z=99)
            kind = str(identity).partition(":")[0]
            address = self.objects.get(str(identity), "")
            if self.limit and kind != "hidden":
                surface.set_clip(sea.clip(clip))
            if kind == "isle":
                self._draw_island(surface, str(identity), address, at, marks, asked)
            elif kind == "chip":
                self._draw_chip(surface, str(identity), address, at, marks, asked)
            elif kind == "sorcerer":
                art.blit(surface, art.sorcerer_image(round(self.queue_high * 1.3)), (at.x, at.y), at.scale, at.alpha)
            elif kind == "hidden":
                surface.set_clip(clip)
                self._draw_hidden(surface, str(identity), address, at, marks)
        if not stage.busy:
            if self.limit:
                surface.set_clip(sea.clip(clip))
            self._draw_counts(surface)
            self._draw_heading(surface)
        surface.set_clip(clip)
        if self.limit:
            bar = thumb(self.context, self._bar_area(), self.grid.height + self.limit, self.offset)
            draw_bar(self.context, surface, bar, False)

    def _identity(self, address: Address) -> Identity | None:
        return next((identity for identity, other in self.objects.items() if other == address), None)

    def _asked(self) -> Address | None:
        position = self.position
        if position["phase"] != "patrol":
            return None
        choosing = position["choosing"]
        if choosing:
            return f"islander:{choosing['asker']}" if choosing["asker"] else None
        return f"islander:{position['sorcerer']['island']}.{position['sorcerer']['place']}"

    def _draw_island(
        self,
        surface: pygame.Surface,
        identity: str,
        address: Address,
        at: Placement,
        marks: Marks,
        asked: Address | None,
    ) -> None:
        art, text = self.context.art, self.context.text
        face = self.faces.get(identity)
        if face is None:
            return
        wide, high = self.card_size
        card = pygame.Rect(0, 0, wide, high)
        card.center = round(at.x), round(at.y)
        if at.alpha < 1:  # it sinks
            card.move_ip(0, round((1 - at.alpha) * high * 0.3))
        shallows = pygame.Rect(0, 0, round(wide * 1.16), round((high + self.queue_high) * 1.04))
        shallows.center = card.centerx, card.y + (high + self.queue_high) // 2
        art.island(surface, shallows if self.limit or self.rect.contains(shallows) else shallows.clip(self.rect))
        if face.card == "?":
            art.card_back(surface, card, FACE_DOWN_BACK, "drifting")
        else:
            self._blit_card(surface, card, face, identity)
        if address:
            place = str(_place(address))
            spot = self._place_box(card)
            color = FAINT_INK if face.card != "?" else PALE
            with text.container(identity, card, scrolled=bool(self.limit)):
                text.draw(surface, place, spot, "small", color, valign="center", lines=1)
        self._mark_card(surface, card, identity, address, marks, asked)

    def _place_box(self, card: pygame.Rect) -> pygame.Rect:
        """Give where an island's place in the row stands on its card."""
        theme = self.context.theme
        px = max(theme.floor, min(theme.px("small"), round(card.height * 0.12)))
        high = self.context.text.line_height(px)
        return pygame.Rect(card.x + theme(12), card.bottom - high - theme(5), 2 * px, high)

    def _mark_card(
        self,
        surface: pygame.Surface,
        card: pygame.Rect,
        identity: str,
        address: Address,
        marks: Marks,
        asked: Address | None,
    ) -> None:
        art, theme = self.context.art, self.context.theme
        grown = card.inflate(theme(6), theme(6))
        choosing = any(not other.startswith("button:") for other in marks.can)
        if address in marks.taken:
            art.ring(surface, grown.inflate(theme(4), theme(4)), 18, GOLD, 6)
        elif address in marks.can or (asked and _place(asked) == _place(address or "x:0") and not choosing):
            art.ring(surface, grown, 16, GOLD, 4 if address == marks.hover else 3)
        if identity in marks.changed:  # a dot: a frame would look as if it could be clicked
            art.blit(surface, art.badge_image(theme(7), SHOWN), (card.x + theme(4), card.y + theme(4)))
        if address and address == marks.focus:
            art.ring(surface, card.inflate(theme(16), theme(16)), 21, PALE, 3)

    def _color(self, card: str) -> Color:
        found = self.definition.parts.cards.get(card)
        given = getattr(found, "colour", None)
        if given:
            try:
                color = pygame.Color(given)
                return color.r, color.g, color.b
            except ValueError:
                pass
        return spell_color(self._emblem(card))

    def _emblem(self, card: str) -> str:
        found = self.definition.parts.cards.get(card)
        return getattr(found, "emblem", None) or EMBLEMS.get(card, card)

    def _blit_card(self, surface: pygame.Surface, card: pygame.Rect, face: Face, container: str) -> None:
        """Draw a card from its picture, and record its texts as if they were drawn anew."""
        text = self.context.text
        margin = self.context.theme(24)
        if (container, face) not in self._cards:
            picture = pygame.Surface((card.width + 2 * margin, card.height + 2 * margin), pygame.SRCALPHA)
            before, text.record = text.record, []
            self._draw_card(picture, pygame.Rect((margin, margin), card.size), face, container)
            self._cards[container, face] = picture, text.record
            text.record = before
        picture, texts = self._cards[container, face]
        x, y = card.x - margin, card.y - margin
        surface.blit(picture, (x, y))
        clip = surface.get_clip()
        for drawn in texts:
            rect, lines = drawn.rect.move(x, y), tuple(line.move(x, y) for line in drawn.lines)
            if self.limit:
                if not rect.colliderect(clip):
                    continue
                rect, lines = rect.clip(clip), tuple(line.clip(clip) for line in lines if line.colliderect(clip))
            text.record.append(replace(drawn, rect=rect, lines=lines, scrolled=bool(self.limit)))

    def _fit_text(self, card: pygame.Rect, face: Face, size: int | None = None) -> tuple[pygame.Rect, Layout | None]:
        """Give the body of a card and its text as large as it fits there, at most `size` pixels."""
        theme, text = self.context.theme, self.context.text
        body = self._body(card, face)
        words = self._text(face)
        if not words or size == 0 or body.height < text.line_height(theme.floor):
            return body, None
        role = min(1.5, max(1.0, card.width / theme(CARD[0]))) * 16
        if size is not None:
            role = min(role, size / theme.unit / theme.text_scale)
        layout = text.fit(words, body.size, role)
        fits = layout.height <= body.height and not layout.broken and not layout.cut
        return body, layout if fits and layout.px >= LEGIBLE * theme.px("text") else None

    def _body(self, card: pygame.Rect, face: Face) -> pygame.Rect:
        """Give where the text stands on a card."""
        theme = self.context.theme
        pad, header, badge = self._measures(card)
        footer = max(2 * badge + theme(8) if face.number is not None else 0, self._place_box(card).height + theme(6))
        body = pygame.Rect(card.x + pad, card.y + header + theme(6), card.width - 2 * pad, 0)
        body.height = card.bottom - body.y - footer
        return body

    def _title(self, card: pygame.Rect, face: Face) -> tuple[Layout, bool] | None:
        """Give a card's name as it fits its header, and whether there is room for the emblem beside it; else None."""
        theme, text = self.context.theme, self.context.text
        pad, header, _ = self._measures(card)
        role = min(1.45, max(1.0, card.width / theme(CARD[0]))) * 20
        for beside in (round(card.height * 0.17) + theme(6), 0):
            room = card.width - 2 * pad - beside
            title = text.fit(self._name(face.card), (room, header - theme(4)), role, bold=True)
            if not (title.height > header - theme(2) or title.broken or title.cut):
                return title, bool(beside)
        return None

    def _measures(self, card: pygame.Rect) -> tuple[int, int, int]:
        """Give a card's padding, the height of its header, the radius of its number's badge."""
        theme = self.context.theme
        header = max(round(card.height * 0.26), self.context.text.line_height(theme.floor) + theme(8))
        badge = max(theme(13), round(min(card.height * 0.115, card.width * 0.1)))
        return max(theme(7), card.width // 14), header, badge

    def _text_size(self, card: pygame.Rect) -> int:
        """Give the one size at which all texts fit that fit at all; 0 where most do not."""
        if self._card_text is None:
            fitted = [self._fit_text(card, face)[1] for face in self.faces.values()]
            sizes = sorted(layout.px for layout in fitted if layout is not None)
            self._card_text = sizes[0] if 2 * len(sizes) > len(fitted) else 0
        return self._card_text

    def _draw_card(self, surface: pygame.Surface, card: pygame.Rect, face: Face, container: str) -> None:
        theme, art, text = self.context.theme, self.context.art, self.context.text
        color = self._color(face.card)
        name = self._name(face.card)
        pad, header, badge = self._measures(card)
        wide = card.width - 2 * pad
        # The header holds emblem and name; on a small card the emblem goes where the text would be.
        role = min(1.45, max(1.0, card.width / theme(CARD[0]))) * 20
        emblem = round(card.height * 0.17)
        body, layout = self._fit_text(card, face, self._text_size(card))
        fitted = self._title(card, face)
        roomy = layout is not None and fitted is not None
        beside = fitted is not None and fitted[1] and roomy
        name_width = wide - emblem - theme(6) if beside else wide
        if fitted is not None:
            title = fitted[0]
        else:
            name_width = card.width - theme(8)
            title = text.fit(name, (name_width, card.height // 2), role, bold=True)
            header = max(header, title.height + theme(6))
        art.paper(surface, card, band=color, band_height=header, edge=darker(mix(color, PAPER, 0.55), 0.05))
        with text.container(container, card):
            where = pygame.Rect(card.x + (card.width - name_width) // 2, card.y, name_width, header)
            where.x = card.x + pad if roomy else where.x
            text.draw_layout(surface, title, where, PALE, valign="center", align="left" if roomy else "center")
            if beside:
                art.icon(
                    surface, self._emblem(face.card), (card.right - pad - emblem / 2, card.y + header / 2), emblem, PALE
                )
            if roomy and layout is not None:
                text.draw_layout(surface, layout, body, INK)
        if not roomy:
            left = card.bottom - card.y - header
            size = min(round(left * 0.66), card.width // 2)
            # Between the place in the row and the number, where there is room for it there.
            first, last = theme(12) + self._place_box(card).height, self._number_width(card, face, badge)
            if card.width - 2 * max(first, last) > size:
                first = last = max(first, last)
            size = max(theme(14), min(size, card.width - first - last))
            middle = card.x + (first + card.width - last) // 2, card.y + header + left // 2
            art.icon(surface, self._emblem(face.card), middle, size, mix(color, PAPER, 0.25))
        if face.number is not None:
            self._draw_number(surface, card, face, color, badge, container)

    def _change(self, face: Face) -> int:
        """Tell by how many chips a number differs from what is printed."""
        printed = self._printed(face.card)
        return (face.number or 0) - printed if printed is not None and face.number is not None else 0

    def _number_width(self, card: pygame.Rect, face: Face, radius: int) -> int:
        """Give how much of a card's foot the number and its chips take, from the right."""
        if face.number is None:
            return 0
        change = abs(self._change(face))
        small = round(radius * 0.8)
        chips = 2 * small + (change - 1) * min(small * 1.1, (card.width * 0.4) / change) if change else 0
        return round(2 * radius + self.context.theme(12) + chips)

    def _draw_number(
        self, surface: pygame.Surface, card: pygame.Rect, face: Face, color: Color, radius: int, container: str
    ) -> None:
        theme, art, text = self.context.theme, self.context.art, self.context.text
        x, y = card.right - radius - theme(8), card.bottom - radius - theme(8)
        art.blit(surface, art.badge_image(radius, color), (x, y))
        box = pygame.Rect(x - radius, y - radius, 2 * radius, 2 * radius)
        with text.container(f"{container} number", box):
            text.draw(surface, str(face.number), box, max(14, radius * 1.25 / theme.unit / theme.text_scale), PALE,
                      bold=True, align="center", valign="center")  # fmt: skip
        change = self._change(face)
        small = round(radius * 0.8)
        spacing = min(small * 1.1, (card.width * 0.4) / max(1, abs(change)))
        for n in range(abs(change) - 1, -1, -1):
            art.blit(surface, art.marker_image(small, change > 0), (x - radius - small - theme(3) - n * spacing, y))

    def _draw_chip(
        self,
        surface: pygame.Surface,
        identity: str,
        address: Address,
        at: Placement,
        marks: Marks,
        asked: Address | None,
    ) -> None:
        art, theme = self.context.art, self.context.theme
        owner = int(identity.partition(":")[2].partition(".")[0]) - 1
        radius = max(4, round(self.radius * at.scale))
        art.blit(surface, art.chip_image(radius, owner), (at.x, at.y), 1.0, at.alpha)
        ring = max(radius - theme(3), 4)
        if address and (address in marks.taken or address == asked or address in marks.can):
            art.circle_ring(surface, (at.x, at.y), ring + (theme(3) if address in marks.taken else 0), GOLD)
        if identity in marks.changed:
            art.blit(surface, art.badge_image(theme(5), SHOWN), (at.x - 0.7 * radius, at.y - 0.7 * radius))
        choosing = any(not other.startswith("button:") for other in marks.can)
        if address and address == asked and choosing:
            art.icon(surface, "up", (at.x, at.y + radius + theme(9)), theme(16), PALE)
        if address and address == marks.focus:
            art.circle_ring(surface, (at.x, at.y), ring + theme(5), PALE)

    def _draw_counts(self, surface: pygame.Surface) -> None:
        """Write the length of long queues after them."""
        theme, text = self.context.theme, self.context.text
        for place, island in enumerate(self.position["islands"], 1):
            count = len(island["queue"])
            if count < COUNTED:
                continue
            rows, _, _ = self._queue_shape(count)
            x, _, radius = self._chip_at(place, -(-count // rows), count)
            high = text.line_height(theme.floor)
            middle = self._card_rect(place).bottom + self.queue_high // 2
            box = pygame.Rect(round(x) + radius + theme(4), middle - high // 2, theme.floor * 2, high)
            with text.container(f"count:{place}"):
                text.draw(surface, str(count), box, 14 / theme.unit / theme.text_scale, PALE, bold=True, lines=1)

    def _draw_heading(self, surface: pygame.Surface) -> None:
        """Draw an arrow from the sorcerer's island to where he goes next."""
        position = self.position
        if position["phase"] != "patrol" or len(position["islands"]) < 2:
            return
        heading = position["sorcerer"]["heading"]
        card = self._card_rect(position["sorcerer"]["island"])
        theme = self.context.theme
        size = max(theme(20), min(round(self.card_size[1] * 0.2), theme(GAP[0] + 14)))
        x = card.right + size * 0.34 if heading > 0 else card.left - size * 0.34
        self.context.art.blit(
            surface, self.context.art.arrow_image(size, GOLD, heading), (x, card.y + card.height * 0.58)
        )

    def _draw_shore(self, surface: pygame.Surface) -> None:
        """Draw the supply of chips and what Memory remembers."""
        if not self.shore.height:
            return
        theme, art, text = self.context.theme, self.context.art, self.context.text
        shore = self.shore
        supply = self.position["chips"]
        radius = min(theme.grown(15), shore.height // 3)
        x = shore.x + theme(16) + radius
        for kind in ("bless", "curse") if self._has_supply() else ():
            art.blit(
                surface,
                art.marker_image(radius, kind == "bless"),
                (x, shore.centery),
                1.0,
                1.0 if supply[kind] else 0.4,
            )
            box = pygame.Rect(x + radius + theme(6), shore.y, theme.grown(40), shore.height)
            with text.container(f"supply:{kind}", shore):
                text.draw(surface, f"× {supply[kind]}", box, "text", PALE, bold=True, valign="center")
            x = box.right + radius + theme(8)
        visited = self.position.get("visited")
        right = shore.right
        if self.options.get("face_down"):
            right = min(self._hidden_rect(f"hidden:{slot}").x for slot in (1, 2, 3))
        if visited is not None:
            names = [
                self._name(visit["card"]) + (f" {visit['number']}" if visit["number"] is not None else "")
                for visit in reversed(visited)
            ]
            said = self.words.say("table", "visited" if names else "visited_none", {"names": ", ".join(names)})
            x = x if self._has_supply() else shore.x + theme(16)
            box = pygame.Rect(x, shore.y, right - x - theme(12), shore.height)
            with text.container("visited", shore):
                text.draw(surface, said, box, "text", SOFT, valign="center")

    def _draw_hidden(
        self, surface: pygame.Surface, identity: str, address: Address, at: Placement, marks: Marks
    ) -> None:
        """Draw a face-down card, open for whoever holds it."""
        theme, art, text = self.context.theme, self.context.art, self.context.text
        rect = self._hidden_rect(identity)
        rect.center = round(at.x), round(at.y)
        kind, _, rest = address.partition(":")
        card = self.position.get("face_down", {}).get(int(rest), "?") if kind == "hand" else "?"
        known = card not in ("?", None)
        if known:
            color = self._color(card)
            art.paper(surface, rect, fill=lighter(mix(color, PAPER, 0.78), 0.1), radius=10, height=3)
        else:
            art.card_back(surface, rect, FACE_DOWN_BACK, "blank")
        left = rect.x + theme(6)
        if kind == "hand":
            radius = min(theme(15), rect.height // 3)
            art.chip(surface, (left + radius, rect.centery), radius, int(rest) - 1)
            left += 2 * radius + theme(6)
        if known:
            box = pygame.Rect(left, rect.y, rect.right - left - theme(6), rect.height)
            with text.container(identity, rect):
                number = self._printed(card)
                said = self._name(card) + (f" {number}" if number is not None else "")
                text.draw(surface, said, box, "text", DARK_INK, bold=True, valign="center")
        grown = rect.inflate(theme(4), theme(4))
        if address in marks.can:
            art.ring(surface, grown, 12, GOLD, 3)
        if identity in marks.changed:
            art.blit(surface, art.badge_image(theme(6), SHOWN), (rect.x + theme(3), rect.y + theme(3)))
        if address and address == marks.focus:
            art.ring(surface, rect.inflate(theme(12), theme(12)), 14, PALE, 3)


VIEW = MonstersView
