"""The hand that takes a disc and puts it down: dragging, snapping, keys, presses; and the secret arrangement.

What may be done, and what would follow, the rules say: a place is judged by the picker, and what follows from it by
doing it to a copy of the state that knows no more than the seat does.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pygame

from tabletop.engine.picker import Picker
from tabletop.engine.rules import Address, Event, Pick, Point, Refusal
from tabletop.ui.animation import Placement
from tabletop.ui.scene import STAY, Transition
from tabletop.ui.tables.amoeba_art import disc_image
from tabletop.ui.tableview import Answer
from tabletop.ui.theme import DARK_INK, GOLD, WARM, lighter
from tabletop.ui.viewport import Event as Input
from tabletop.ui.viewport import Key, Move, Press, Release
from tabletop.words import sentence

if TYPE_CHECKING:
    from tabletop.ui.table import TableScene
    from tabletop.ui.tables.super_amoeba_battle import AmoebaView

Spot = tuple[int, int]
"""A place in whole thousandths of a square."""
UNIT = 1000
CORNER = 0.16  # squares: a place that touches two things draws a disc from so far
REACH = 0.6  # squares: a place that touches one thing
NUDGE = 10  # thousandths
DRAG = 6  # board units the pointer moves before it drags
ANGLES = 72
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
KINDS = ("disc", "tray", "dead")


@dataclass
class Lift:
    """A disc in the hand: where it lay, where it may be put, where it is held now."""

    name: str
    start: Spot | None
    spots: list[Spot] = field(default_factory=list)
    """Places where it touches something, as the rules list them, in the order in which keys walk them."""
    free: list[Spot] = field(default_factory=list)
    """Places that keys walk to besides."""
    at: Spot | None = None
    refusal: Refusal | None = None
    lines: list[tuple[str, bool]] = field(default_factory=list)
    dragging: bool = False
    keys: bool = False
    pressed: bool = False
    """Whether it is a press that is being looked at, not the pointer's way."""


class Hand:
    """What is being put down on the board."""

    def __init__(self, view: AmoebaView) -> None:
        self.view = view
        self.table: TableScene | None = None
        self.lift: Lift | None = None
        self.draft: dict[str, Spot] | None = None
        self.snapping = view.context.settings.switches.get("tool:snap", True)
        self._band: tuple[object, pygame.Surface] | None = None
        self._press: tuple[Address, tuple[float, float]] | None = None
        self._down: tuple[float, float] | None = None
        self._guess: tuple[object, Any] = (None, None)
        self._shown_there = False
        """Whether a disc is shown where it is to go, before that is confirmed."""
        self._pointed: tuple[object, list[tuple[str, bool]]] = (None, [])

    # -- what is going on -----------------------------------------------------------------------------------------

    @property
    def picker(self) -> Picker | None:
        return self.table.picker if self.table is not None else None

    @property
    def lifted(self) -> str | None:
        return self.lift.name if self.lift is not None else None

    def attend(self, table: TableScene) -> None:
        """Take up or lay down what the picker says is in the hand."""
        self.table = table
        if self._shown_there and table.waiting is None and not table._settling and not self.view.context.stage.busy:
            self._shown_there = False  # it was to be confirmed, and was not
            self._reshow()
        picker = table.picker
        steps = picker.steps if picker is not None and table.waiting is None else []
        drafting = bool(steps) and steps[0] == Pick("button:arrange")
        if not drafting:
            if self.draft is not None:
                self.draft = None
                self._reshow()
        elif self.draft is None:
            self.draft = {}
        if drafting:
            return
        asked = picker is not None and bool(steps) and any(isinstance(one, Point) for one in picker.options())
        name = next((s.address.partition(":")[2] for s in reversed(steps) if isinstance(s, Pick)), "")
        if not asked:
            self.lift = None
        elif picker is not None and (self.lift is None or self.lift.name != name):
            self.lift = self._lifted(picker, name)

    def _lifted(self, picker: Picker, name: str) -> Lift:
        place = self.view.position.get("discs", {}).get(name)
        start = _spot(place) if place is not None else None
        spots = [_spot(point) for point in picker.points()]
        return Lift(name, start, _walk(spots, start), keys=self._keyboard)

    @property
    def _keyboard(self) -> bool:
        return self.table is not None and self.table.form.keyboard

    def more(self) -> Sequence[Address]:
        """List the discs that are being arranged."""
        if self.draft is None and not self._may_begin():
            return ()
        return self._tray() if self.lift is None else ()

    def _may_begin(self) -> bool:
        """Tell whether taking any disc begins an arrangement."""
        return self.picker is not None and "button:arrange" in self.picker.addresses()

    def _tray(self) -> list[Address]:
        """List all the discs that the seat arranges, laid or not."""
        seat = self.picker.seat if self.picker is not None else 0
        found = [address for address in self.view.objects.values() if address.startswith("tray:")]
        return [address for address in found if (address[5] == "R") == (seat == 1)]

    def draft_places(self) -> dict[str, tuple[float, float]]:
        """Give where discs lie that are being arranged."""
        return {name: (x / UNIT, y / UNIT) for name, (x, y) in (self.draft or {}).items()}

    # -- clicks ---------------------------------------------------------------------------------------------------

    def click(self, address: Address) -> Transition | None:
        """Use clicks of the arrangement."""
        picker, table = self.picker, self.table
        if picker is None or table is None:
            return None
        kind, _, rest = address.partition(":")
        if kind == "button" and rest in self.view.definition.parts.formations and address in picker.addresses():
            return self._begin_with(picker, address)
        if kind == "tray" and self.draft is None and self._may_begin():
            picker.pick("button:arrange")
            self.draft = {}
        if self.draft is None:
            return None
        if kind == "tray":
            self._take_up(rest)
            return STAY
        return None

    def _begin_with(self, picker: Picker, address: Address) -> Transition | None:
        """Lay a ready formation out, to be changed before one is ready."""
        refusal = picker.pick(address)
        if refusal is not None or picker.done is None or self.table is None:
            return None
        places = picker.done.args
        picker.clear()
        picker.pick("button:arrange")
        names = [step.name for step in self._points(picker, len(places))]
        self.draft = dict(zip(names, places, strict=True))
        self._changed()
        return STAY

    @staticmethod
    def _points(picker: Picker, count: int) -> list[Point]:
        """List the points that an arrangement asks for, in order."""
        found = []
        taken = 0
        for _ in range(count):
            step = next((one for one in picker.options() if isinstance(one, Point)), None)
            if step is None or picker.point(0, 0, step.name) is not None:
                break
            found.append(step)
            taken += 1
        for _ in range(taken):
            picker.back()
        return found

    def _take_up(self, name: str) -> None:
        assert self.draft is not None
        start = self.draft.get(name)
        lift = Lift(name, start, _walk(self._draft_spots(name), start), self._grid(name), keys=self._keyboard)
        self.lift = lift
        if lift.keys:
            lift.at = start or next(iter([*lift.spots, *lift.free]), None)
            self._judge()
        self._changed()

    def _changed(self) -> None:
        if self.table is not None:
            self._reshow()
            self.table.rebuild()

    def _reshow(self) -> None:
        if self.table is not None and self.view.rect.width:
            self.view.context.stage.place(self.view.placements())
            self.table.dirty = True

    def answers(self) -> Sequence[Answer]:
        """Give the buttons that go with what is in the hand."""
        say = self.view.words.say
        if self.lift is not None and self.lift.at is not None and self.lift.refusal is None and self.lift.pressed:
            return [Answer("button:put", say("table", "put"), self._put, "return", True)]
        if self.draft is None or self.lift is not None:
            return ()
        found = [Answer("button:arranged", say("buttons", "arranged"), self._arranged, "", True)]
        if self.draft:
            found.append(Answer("button:clear", say("table", "clear"), self._clear))
        return found

    def _clear(self) -> Transition | None:
        self.draft = {}
        self._changed()
        return STAY

    def _arranged(self) -> Transition | None:
        """Play the arrangement, or say what is missing."""
        picker, table = self.picker, self.table
        if picker is None or table is None or self.draft is None:
            return STAY
        refusal = self._check()
        if refusal is not None:
            return table.refuse(refusal)
        self._fill(picker)
        return table.chosen()

    def _fill(self, picker: Picker) -> Refusal | None:
        """Give the picker the whole arrangement; where it is refused, the picker waits for the first disc again."""
        draft = dict(self.draft or {})
        refusal = None
        while refusal is None and picker.done is None:
            step = next((one for one in picker.options() if isinstance(one, Point)), None)
            if step is None:
                refusal = picker.pick("button:arranged")
            else:
                x, y = draft[step.name]
                refusal = picker.point(x / UNIT, y / UNIT, step.name)
        if refusal is not None:
            picker.clear()
            picker.pick("button:arrange")
        return refusal

    def _check(self) -> Refusal | None:
        """Ask the rules what is missing in the arrangement."""
        picker, draft = self.picker, self.draft
        if picker is None or draft is None:
            return None
        left = len(self._tray()) - len(draft)
        if left:
            return Refusal("still_to_place", "arrangement", {"count": left})
        refusal = self._fill(picker)
        if refusal is None:
            picker.clear()
            picker.pick("button:arrange")
        return refusal

    def ask(self) -> tuple[str, dict[str, Any]] | None:
        """Ask for a place."""
        picker = self.picker
        if picker is None or (self.table is not None and self.table.look is not None):
            return None
        if self.lift is not None:
            return "put_disc", {"seat": picker.seat, "disc": self.lift.name}
        if self.draft is not None:
            return "arrange_disc", {"seat": picker.seat}
        if picker.steps and isinstance(picker.steps[0], Pick) and picker.steps[0].address.startswith("card:"):
            name = self.view._card_name(picker.steps[0].address.partition(":")[2])
            return "card_disc", {"seat": picker.seat, "card": name}
        combat = self.view.position.get("combat")
        if combat and combat["discs"] and self.table is not None and picker.seat in self.table.match.to_act():
            own = sum((name[0] == "R") == (picker.seat == 1) for name in combat["discs"])
            return "combat_ask", {"seat": picker.seat, "own": own, "other": len(combat["discs"]) - own}
        return None

    def help(self) -> str:
        """Say how it is put down."""
        say = self.view.words.say
        if self.lift is not None and self.draft is not None and not self.lift.keys:
            return say("table", "arrange_put_help", {"count": self.view.definition.parts.rows})
        if self.lift is not None:
            return say("table", "put_help_keys" if self.lift.keys else "put_help")
        if self.draft is not None:
            return say("table", "arrange_disc_help")
        picker = self.picker
        if picker is not None and picker.steps and isinstance(picker.steps[0], Pick):
            kind, _, face = picker.steps[0].address.partition(":")
            if kind == "card":
                return self.view.words.card_text(self.view._card_name(face))
        if self.table is not None and self.table.guest is not None:
            return say("table", "visit_help")
        phase = self.view.position.get("phase")
        if phase == "turn" and not self.view.position["moves_left"]:
            return say("table", "amoeba_help_turn_over")
        return say("table", f"amoeba_help_{phase}") if phase in ("turn", "combat", "arrange", "nucleus") else ""

    def info(self) -> tuple[str, list[tuple[str, bool]]] | None:
        """Give what would follow, for the words beside the board."""
        say, words = self.view.words.say, self.view.words
        if self.lift is not None and self.lift.at is not None:
            title = say("table", "let_go" if self.lift.dragging else "put_here")
            if self.lift.refusal is not None:
                return title, [(sentence(words.refusal(self.lift.refusal)), True)]
            return title, self.lift.lines
        card = self._card_lines()
        if card is not None:
            return card
        if self.draft is not None:
            check = self._check() if self.lift is None else None
            if check is not None:
                return say("table", "arrangement"), [(sentence(words.refusal(check)), True)]
            return say("table", "arrangement"), [
                (say("table", "arrangement_ready"), False)
            ] if self.lift is None else []
        return None

    def _card_lines(self) -> tuple[str, list[tuple[str, bool]]] | None:
        """Say what a card would do to the disc that is pointed at, or has the focus."""
        picker, marks = self.picker, self.view.marks
        if picker is None or self.table is None or not picker.steps or self.table.waiting is not None:
            return None
        address = next((a for a in (marks.hover, marks.focus) if a is not None and a.startswith("disc:")), None)
        if address is None or address not in picker.addresses() or not str(picker.steps[0]).count("card:"):
            return None
        match = self.table.match
        key = match.revision, len(match.entries), picker.seat, tuple(picker.steps), address
        if self._pointed[0] != key:
            lines: list[tuple[str, bool]] = []
            if picker.pick(address) is None:
                if picker.done is not None:
                    lines = self._foreseen(picker.seat, picker.done, address.partition(":")[2])
                picker.back()
            self._pointed = key, lines
        title = self.view.words.say("table", "card_would", {"disc": address.partition(":")[2]})
        return title, self._pointed[1]

    # -- events ---------------------------------------------------------------------------------------------------

    def take(self, event: Input) -> Transition | None:
        """Use the pointer and the keys while a disc is in the hand, or about to be dragged."""
        table = self.table
        if table is None or table.look is not None or self.view.context.stage.busy:
            return None
        if self.lift is not None:
            return self._with_disc(event)
        if isinstance(event, Press) and event.button == 1:
            found = table._under(event.pos)
            self._press = (found, event.pos) if found is not None and found[:4] in KINDS else None
            if found is None and self.view.board.collidepoint(event.pos) and self.view._arranging():
                return self._board_pressed()
        elif isinstance(event, Release):
            self._press = None
        elif isinstance(event, Move) and event.held and self._press is not None:
            address, start = self._press
            if math.dist(start, event.pos) > self.view.context.theme(DRAG):
                self._press = None
                return self._drag(address, event)
        return None

    def _board_pressed(self) -> Transition | None:
        """Say what comes before a place, where the empty board is pressed while arranging."""
        if self.table is None or self.picker is None or (self.draft is None and not self._may_begin()):
            return None
        key = "arrange_begin" if self.draft is None else "arrange_take_disc"
        return self.table.refuse(Refusal(key, "arrangement", {"count": self.view.definition.parts.rows}))

    def _drag(self, address: Address, event: Move) -> Transition | None:
        table, picker = self.table, self.picker
        if table is None or picker is None or address not in table._can:
            return None
        table.form._hint_from(None)
        table.form._pressed = None
        if address.startswith("tray:"):
            self.click(address)
        else:
            if picker.pick(address) is not None:
                return None
            if picker.done is not None or not any(isinstance(step, Point) for step in picker.options()):
                picker.back()
                return None
            table.message = None
            table.rebuild()
        if self.lift is not None:
            self.lift.dragging, self.lift.keys = True, False
            self._aim(event.pos, event.mods)
        return STAY

    def _with_disc(self, event: Input) -> Transition | None:
        lift = self.lift
        assert lift is not None
        if isinstance(event, Move):
            if event.pos[0] < -1000 and not lift.dragging:
                return None
            if (event.held and not lift.dragging) or (event.touch and not lift.dragging):
                return None
            if not lift.dragging and not self._over(event.pos):
                return None
            lift.keys = lift.pressed = False
            self._aim(event.pos, event.mods)
            return STAY if lift.dragging else None
        if isinstance(event, Press) and event.button == 1:
            if event.double:
                return STAY
            if not self._over(event.pos):
                return None
            self._down = event.pos
            return STAY
        if isinstance(event, Release) and event.button == 1:
            if lift.dragging:
                return self._drop(event)
            if self._down is None:
                return None
            self._down = None
            return STAY if event.cancelled else self._pressed(event)
        if isinstance(event, Key):
            return self._key(event)
        return None

    def _over(self, pos: tuple[float, float]) -> bool:
        margin = round(self.view.unit * 0.3)
        return self.view.board.inflate(margin, margin).collidepoint(pos)

    def _drop(self, event: Release) -> Transition | None:
        lift, table = self.lift, self.table
        assert lift is not None and table is not None
        if not event.cancelled:
            self._aim(event.pos, event.mods)
        lift.dragging = False
        back = event.cancelled or (lift.start is not None and lift.at is not None and _near(lift.at, lift.start, 0.1))
        if self.draft is not None:
            if not self._over(event.pos) and not event.cancelled:
                self.draft.pop(lift.name, None)
                back = True
            if back or lift.at is None:
                self.lift = None
                self._changed()
                return STAY
            return self._put(on=False)
        if back or lift.at is None or not self._over(event.pos):
            return self._let_go()
        return self._put()

    def _let_go(self, refusal: Refusal | None = None) -> Transition | None:
        """Lay the disc back where it came from."""
        picker, table = self.picker, self.table
        assert table is not None
        self.lift = None
        if self.draft is None and picker is not None:
            picker.back()
        self._changed()
        return table.refuse(refusal) if refusal is not None else STAY

    def _pressed(self, event: Release) -> Transition | None:
        """Put the disc where it is shown; where it was not shown yet and was moved into touch, show it first."""
        lift, table = self.lift, self.table
        assert lift is not None and table is not None
        other = self._other_under(event.pos)
        if other is not None:
            self._let_go()
            return table.click(other)
        if lift.start is not None and self._inside(event.pos, lift.start, 0.35):
            return self._let_go()
        before = lift.at
        if before is not None and lift.pressed and self._inside(event.pos, before, self.view.radius):
            return self._put()
        self._aim(event.pos, event.mods)
        exact = lift.at is not None and self._inside(event.pos, lift.at, 1.5 / self.view.unit)
        if lift.refusal is not None and not event.touch and before == lift.at and not lift.pressed:
            return self._refused()
        if lift.refusal is None and (exact or self.draft is not None or (before == lift.at and not lift.pressed)):
            return self._put()
        lift.pressed = True
        table.rebuild()
        return STAY

    def _refused(self) -> Transition | None:
        assert self.lift is not None and self.table is not None
        assert self.lift.refusal is not None
        return self.table.refuse(self.lift.refusal)

    def _other_under(self, pos: tuple[float, float]) -> Address | None:
        """Find another disc that could be taken in place of this one, pressed in its middle."""
        table, lift, picker = self.table, self.lift, self.picker
        assert table is not None and lift is not None and picker is not None
        x, y = self.view.to_board(pos)
        places = self.view._disc_places(self.view.position)
        for name, (u, v) in places.items():
            if name == lift.name or math.dist((x, y), (u, v)) > self.view.radius * 0.6:
                continue
            if self.draft is not None:
                return f"tray:{name}" if name in self.draft else None
            picker.back()
            can = f"disc:{name}" in picker.addresses()
            picker.pick(f"disc:{lift.name}" if lift.start is not None else f"dead:{lift.name}")
            return f"disc:{name}" if can else None
        return None

    def _inside(self, pos: tuple[float, float], spot: Spot, reach: float) -> bool:
        return math.dist(self.view.to_board(pos), (spot[0] / UNIT, spot[1] / UNIT)) <= reach

    def _put(self, on: bool = True) -> Transition | None:
        """Put the disc down where it is held; go `on` with the next one that is to be arranged."""
        lift, picker, table = self.lift, self.picker, self.table
        if lift is None or picker is None or table is None or lift.at is None:
            return STAY
        if lift.refusal is not None:
            return self._let_go(lift.refusal)
        if self.draft is not None:
            new = lift.name not in self.draft
            self.draft[lift.name] = lift.at
            self.lift = None
            self.view.context.sounds.play("place")
            waiting = [name for name in (address[5:] for address in self._tray()) if name not in self.draft]
            self._changed()
            if on and new and waiting and not self._keyboard:
                self._take_up(waiting[0])
            return STAY
        refusal = picker.point(lift.at[0] / UNIT, lift.at[1] / UNIT)
        if refusal is not None:
            return self._let_go(refusal)
        self.lift = None
        # It lies there already: the movement that follows begins where it was let go.
        x, y = self.view.to_screen(lift.at[0] / UNIT, lift.at[1] / UNIT)
        self._place_on_stage(lift.name, x, y)
        return table.chosen()

    def _place_on_stage(self, name: str, x: float, y: float) -> None:
        stage = self.view.context.stage
        now = dict(stage.items())
        if f"disc:{name}" in now:
            self._shown_there = self.view.context.settings.confirm
            now[f"disc:{name}"] = Placement(x, y, z=11)
            stage.place(now)

    def _key(self, event: Key) -> Transition | None:
        lift, table = self.lift, self.table
        assert lift is not None and table is not None
        if event.name in STEPS or event.name == "tab":
            lift.keys, lift.pressed = True, False
            table.form.keyboard = True
            if event.mods & {"shift", "ctrl", "alt"} and event.name in STEPS:
                dx, dy = STEPS[event.name]
                x, y = lift.at or lift.start or (lift.spots[0] if lift.spots else (4 * UNIT, 4 * UNIT))
                lift.at = x + NUDGE * dx, y + NUDGE * dy
            else:
                self._step(event)
            self._judge()
            table.rebuild()
            return STAY
        if event.name in ("return", "space"):
            if event.repeat:
                return STAY
            if lift.at is None:
                return None if table.form.focused is None else STAY
            return self._put() if lift.refusal is None else self._refused()
        if event.name in ("escape", "backspace") and not event.repeat and self.draft is not None:
            return self._let_go()
        return None

    def _step(self, event: Key) -> None:
        """Go to the next of the rules' places, along the amoeba or up and down the board."""
        lift = self.lift
        assert lift is not None
        walk = [*lift.spots, *(spot for spot in lift.free if spot not in lift.spots)]
        if not walk:
            return
        if event.name in ("up", "down") and lift.at is not None:
            way = STEPS[event.name][1]
            x, y = lift.at
            ahead = [spot for spot in walk if (spot[1] - y) * way > 0]
            if ahead:
                lift.at = min(ahead, key=lambda spot: (abs(spot[1] - y) + 2 * abs(spot[0] - x), spot))
            return
        back = event.name in ("left", "up") or (event.name == "tab" and "shift" in event.mods)
        if lift.at in walk:
            lift.at = walk[(walk.index(lift.at) + (-1 if back else 1)) % len(walk)]
        elif lift.at is not None:
            x, y = lift.at
            lift.at = min(walk, key=lambda spot: math.dist(spot, (x, y)))
        else:
            lift.at = walk[-1 if back else 0]

    # -- where it goes --------------------------------------------------------------------------------------------

    def _aim(self, pos: tuple[float, float], mods: frozenset[str]) -> None:
        """Hold the disc under the pointer, or where it snaps into touch."""
        lift, table = self.lift, self.table
        assert lift is not None and table is not None
        x, y = self.view.to_board(pos)
        raw = round(x * UNIT), round(y * UNIT)
        at = None
        if self.snapping and "shift" not in mods:
            held = self._held(x, y)  # at an edge, the edge is meant
            at = self._snapped(*held)
            near = math.dist(held, (x, y)) < REACH / 2
            raw = (round(held[0] * UNIT), round(held[1] * UNIT)) if near else raw
        lift.at = at or raw
        self._judge()
        table.dirty = True

    def _held(self, x: float, y: float) -> tuple[float, float]:
        """Hold a point so that a disc there lies within the board, or within the rows to arrange in."""
        radius, rows = self.view.radius, self.view.definition.parts.rows
        low, high = 0.0, float(self.view.squares)
        if self.draft is not None and self.lift is not None:
            low, high = (low, rows) if self.lift.name[0] == "R" else (high - rows, high)
        return min(max(x, radius), self.view.squares - radius), min(max(y, low + radius), high - radius)

    def _snapped(self, x: float, y: float) -> Spot | None:
        """Find the nearest place that touches two things, or one, and that the rules allow."""
        lift = self.lift
        assert lift is not None
        point = x * UNIT, y * UNIT
        best = min(lift.spots, key=lambda spot: math.dist(spot, point), default=None)
        if best is not None and math.dist(best, point) <= CORNER * UNIT:
            return best
        width = round(2 * self.view.radius * UNIT)
        beside = []
        for name, (u, v) in self.view._disc_places(self.view.position).items():
            away = math.dist((x, y), (u, v))
            if name == lift.name or away < 1e-9 or abs(away * UNIT - width) > REACH * UNIT:
                continue
            share = width / UNIT / away
            spot = round((u + (x - u) * share) * UNIT), round((v + (y - v) * share) * UNIT)
            beside.append((math.dist(spot, point), spot))
        for away, spot in sorted(beside):
            if self._refusal(spot) is None:
                return spot if best is None or away <= math.dist(best, point) else best
        if best is not None and math.dist(best, point) <= REACH * UNIT:
            return best
        return None

    def _refusal(self, spot: Spot) -> Refusal | None:
        """Ask the rules whether the disc may be put there."""
        lift, picker = self.lift, self.picker
        assert lift is not None and picker is not None
        if self.draft is not None:
            return self._draft_refusal(lift.name, spot)
        refusal = picker.point(spot[0] / UNIT, spot[1] / UNIT)
        if refusal is None:
            picker.back()
        return refusal

    def _draft_refusal(self, name: str, spot: Spot) -> Refusal | None:
        """Say why a disc cannot be laid there while arranging: off the rows, or over another."""
        table, draft = self.table, self.draft
        assert table is not None and draft is not None
        plane = table.state.table.plane  # type: ignore[attr-defined]
        rows = self.view.definition.parts.rows
        low, high = (0, rows * UNIT) if name[0] == "R" else (plane.side - rows * UNIT, plane.side)
        if not plane.inside(spot) or not low <= spot[1] - plane.radius or not spot[1] + plane.radius <= high:
            return Refusal("outside_rows", "arrangement", {"disc": name, "count": rows})
        for other, place in draft.items():
            if other != name and plane.overlap(spot, place):
                return Refusal("overlaps", "arrangement", {"disc": other})
        return None

    def _draft_spots(self, name: str) -> list[Spot]:
        """List places beside the discs that lie there while arranging."""
        table, draft = self.table, self.draft
        assert table is not None and draft is not None
        state = table.state
        ids, plane = state.table.ids, state.table.plane  # type: ignore[attr-defined]
        board: list[Spot | None] = [None] * len(ids)
        for other, place in draft.items():
            if other != name:
                board[ids[other]] = place
        laid = sum(1 << ids[other] for other in draft if other != name)
        found = [spot.place for spot in plane.spots(board, laid, 0, name[0] == "R")] if laid else []
        return [spot for spot in dict.fromkeys(found) if self._draft_refusal(name, spot) is None]

    def _grid(self, name: str) -> list[Spot]:
        """List places in rows and columns, for keys to walk to while arranging."""
        assert self.table is not None
        plane = self.table.state.table.plane  # type: ignore[attr-defined]
        line = range(plane.low, plane.high + 1, plane.width)
        return [(x, y) for y in line for x in line if self._draft_refusal(name, (x, y)) is None]

    # -- what would follow ----------------------------------------------------------------------------------------

    def _judge(self) -> None:
        lift, picker = self.lift, self.picker
        assert lift is not None and picker is not None and self.table is not None
        lift.refusal, lift.lines = None, []
        if lift.at is None:
            return
        if self.draft is not None:
            lift.refusal = self._draft_refusal(lift.name, lift.at)
            return
        lift.refusal = picker.point(lift.at[0] / UNIT, lift.at[1] / UNIT)
        if lift.refusal is None:
            action = picker.done
            picker.back()
            lift.lines = self._foreseen(picker.seat, action, lift.name)

    def _known(self, seat: int) -> Any:
        """Give a state that the seat cannot tell from the true one."""
        assert self.table is not None
        match = self.table.match
        key = match.revision, len(match.entries), seat
        if self._guess[0] != key:
            self._guess = key, match.state.resample(seat, random.Random(0))
        return self._guess[1]

    def _foreseen(self, seat: int, action: Any, name: str) -> list[tuple[str, bool]]:
        """Say what would follow from an action, in short lines; warm ones warn."""
        say, words = self.view.words.say, self.view.words
        before = self._known(seat)
        after, events = before.clone(), list[Event]()
        after.apply(seat, action, events)
        table = before.table
        disc = table.ids[name]
        lines: list[tuple[str, bool]] = [(words.event(e), False) for e in events if e.kind == "slides"]
        touched = [other for other in table.names if after.links[disc] >> table.ids[other] & 1]
        if touched:
            lines.append((say("table", "would_touch", {"names": words.discs(touched)}), False))
        own = table.owner(disc)
        old, new = before.amoebae(own), after.amoebae(own)
        bit = 1 << disc
        mine = next((group for group in new if group & bit), 0)
        joined = [group & ~bit for group in old if group & ~bit & mine]
        if len(joined) > 1:
            lines.append((say("table", "would_join", {"number": len(joined), "count": mine.bit_count()}), False))
        for group in old:
            parts = [other for other in new if other & group & ~bit]
            left = group & ~bit & ~sum(parts) & after.standing(own)
            if len(parts) + left.bit_count() > 1:
                sizes = [(part & ~bit & group).bit_count() for part in parts] + [1] * left.bit_count()
                lines.append((say("table", "would_split", {"sizes": words.listed(list(map(str, sizes)))}), False))
        lines += self._losses(events)
        return lines

    def _losses(self, events: Sequence[Event]) -> list[tuple[str, bool]]:
        say, words = self.view.words.say, self.view.words
        lines: list[tuple[str, bool]] = []
        dead = [event.data["disc"] for event in events if event.kind in ("dies", "removed", "falls")]
        if dead:
            names = words.discs(dead)
            lines.append((sentence(say("table", "would_die", {"names": names, "count": len(dead)})), True))
        for event in events:
            if event.kind == "combat_begins":
                data = {"red": event.data["red"], "black": event.data["black"]}
                lines.append((say("table", "would_fight", data), True))
            elif event.kind in ("contact", "combat_void", "wins", "draw"):
                lines.append((words.event(event), True))
        return lines

    # -- drawing --------------------------------------------------------------------------------------------------

    def forget_band(self) -> None:
        """Draw the band anew: the board has another size."""
        self._band = None

    def draw_band(self, surface: pygame.Surface) -> None:
        """Draw where the disc may be put so that it touches."""
        lift, picker, table = self.lift, self.picker, self.table
        if lift is None or picker is None or table is None or self.draft is not None:
            return
        key = lift.name, table.match.revision, len(table.match.entries), self.view.board.size
        if self._band is None or self._band[0] != key:
            self._band = key, self._make_band(picker, lift)
        surface.blit(self._band[1], self.view.board)

    def _make_band(self, picker: Picker, lift: Lift) -> pygame.Surface:
        view = self.view
        side, unit = view.board.width, view.unit
        band = pygame.Surface((side, side), pygame.SRCALPHA)
        state, width = picker._state, round(2 * view.radius * UNIT)
        sample = lift.spots[0] if lift.spots else lift.start
        if sample is None or picker.point(sample[0] / UNIT, sample[1] / UNIT) is not None:
            return band
        template = picker.done
        picker.back()
        dot = max(2, round(unit * 0.05))
        dashes: list[tuple[tuple[float, float], tuple[float, float]]] = []
        for name, (u, v) in view.position["discs"].items():
            if name == lift.name:
                continue
            last: tuple[float, float] | None = None
            for n in range(ANGLES + 1):
                angle = 2 * math.pi * n / ANGLES
                spot = round(u * UNIT + width * math.cos(angle)), round(v * UNIT + width * math.sin(angle))
                action = state.make(picker.seat, template, ((spot[0] / UNIT, spot[1] / UNIT),))  # type: ignore[attr-defined]
                here = None
                if state.refusal(picker.seat, action) is None:
                    here = spot[0] / UNIT * unit, side - spot[1] / UNIT * unit
                    pygame.draw.circle(band, (*DARK_INK, 255), here, dot + 2)
                    if last is not None:
                        dashes.append((last, here))
                last = here
        # Light dashes on a dark line are seen on both colours of squares, and without colours.
        for n, (last, here) in enumerate(dashes):
            pygame.draw.line(band, (*DARK_INK, 255), last, here, 2 * dot)
            if n // 2 % 2 == 0:
                pygame.draw.line(band, (*lighter(GOLD, 0.5), 255), last, here, max(2, dot))
        return band

    def draw_hole(self, surface: pygame.Surface, at: Placement) -> None:
        """Draw where the disc came from."""
        art = self.view.context.art
        radius = max(4, round(self.view.radius * self.view.unit * at.scale))
        owner = 1 if (self.lifted or "R")[0] == "R" else 2
        art.blit(surface, disc_image(art, radius, owner), (at.x, at.y), 1.0, 0.28)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the disc in the hand."""
        lift, view = self.lift, self.view
        at = None if lift is None else lift.at or lift.start
        if lift is None or at is None:
            return
        art, theme = view.context.art, view.context.theme
        x, y = view.to_screen(at[0] / UNIT, at[1] / UNIT)
        radius = max(4, round(view.radius * view.unit))
        owner = 1 if lift.name[0] == "R" else 2
        fine = lift.refusal is None
        art.blit(surface, disc_image(art, radius, owner), (x, y), 1.0, 1.0 if fine else 0.6)
        art.circle_ring(surface, (x, y), radius - theme(3), GOLD if fine else WARM)
        if fine:
            view.number(surface, lift.name, (x, y), radius)
        else:
            art.icon(surface, "close", (x, y), radius, WARM)


def _spot(place: Sequence[float]) -> Spot:
    return round(place[0] * UNIT), round(place[1] * UNIT)


def _near(one: Spot, other: Spot, reach: float) -> bool:
    return math.dist(one, other) <= reach * UNIT


def _walk(spots: Sequence[Spot], start: Spot | None) -> list[Spot]:
    """Put places in the order in which keys walk them: around their middle, from the one nearest to the start."""
    if not spots:
        return []
    middle = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
    order = sorted(set(spots), key=lambda spot: (-math.atan2(spot[1] - middle[1], spot[0] - middle[0]), spot))
    if start is not None:
        first = min(range(len(order)), key=lambda n: math.dist(order[n], start))
        order = order[first:] + order[:first]
    return order
