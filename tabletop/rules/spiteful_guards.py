"""Spiteful Guards: marbles are pulled out from under the pyramid, and guards in the tunnel kill civilians there.

Read from top to bottom: actions, the two sides, the state (set-up, then play). Seat 1 plays white, seat 2 black; red
marbles are guards. Marbles are bits of an int, as rules/pyramid.py numbers the places. The tunnel needs no count of
its own while the game is on: what is not on the pyramid is in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from tabletop.engine import positions
from tabletop.engine.effects import Registry
from tabletop.engine.positions import Wrong
from tabletop.engine.rules import (
    Address,
    Event,
    Identity,
    Options,
    Path,
    Pick,
    Prompt,
    Refusal,
    Refused,
    Result,
    Rng,
    Value,
    View,
)
from tabletop.rules import pyramid
from tabletop.rules.pyramid import (
    ABOVE,
    CORNERS,
    COUNT,
    FIRST,
    GROUND,
    INDEX,
    LEVELS,
    LIGHT_FIRST,
    LIGHT_GROUND,
    PEAK,
    PLACES,
    SECOND,
    TOP,
    WHERE,
    bits,
    one_of,
)

if TYPE_CHECKING:
    from tabletop.engine.definition import Definition
    from tabletop.engine.record import Replay

Events = list[Event] | None
Colour = Literal["white", "black", "red"]


# -- actions -----------------------------------------------------------------------------------------------------------


class Action(NamedTuple):
    """A verb and what it is done to: a place, a hand, or what chance puts in the hands, left first."""

    verb: str
    args: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))


PATTERN = re.compile(r"(civilian|guard|own|take) ([A-Z][0-9]\+?)|(hand) (left|right)|(hands) (white black|black white)")
FORMS = "civilian A3, guard F6, own B4, hand left, hand right, take C3"
TAKES = tuple(Action("take", (name,)) for name in PLACES)
"""Place -> the action that takes its marble."""
PUTS = {verb: tuple(Action(verb, (name,)) for name in PLACES) for verb in ("civilian", "guard", "own")}
"""Verb of the set-up -> place -> the action."""
HANDS = ("left", "right")


# -- parts -------------------------------------------------------------------------------------------------------------


class Parts(BaseModel):
    """What is in the box: nothing that could be changed, as the marbles are just enough for the pyramid."""

    model_config = ConfigDict(extra="forbid", frozen=True)


CIVILIANS, GUARDS = 10, 11
"""Marbles of each player's colour, and red ones."""


# -- the two sides -----------------------------------------------------------------------------------------------------

_CENTRE = 8
BORDER = sum(1 << place for place in range(COUNT) if sum(WHERE[place][1:]) == _CENTRE) & ~TOP
"""The diagonal A7-C5-E3-G1 and what lies above it, but for the peak."""
SIDE = {
    1: sum(1 << place for place in range(COUNT) if sum(WHERE[place][1:]) < _CENTRE),
    2: sum(1 << place for place in range(COUNT) if sum(WHERE[place][1:]) > _CENTRE),
}
"""Seat -> its side of the border."""
COLOUR: Mapping[int, Colour] = {1: "white", 2: "black"}
OWN_ON_GROUND = 3
"""Civilians that each player puts on its own side of the ground."""
PHASES = ("civilians", "guards", "owns", "hands", "play", "over")


# -- the state ---------------------------------------------------------------------------------------------------------


class State:
    """A game under way."""

    def __init__(self) -> None:
        self.phase = "civilians"
        self.turn = 1
        self.white = 0
        self.black = 0
        self.red = 0
        self.hands: tuple[Colour, ...] | None = None  # while they are closed, left first
        self.ids: bytes | None = bytes(COUNT)  # place -> its marble's number; None in playouts, where nobody asks
        self.tunnel: tuple[tuple[int, Colour], ...] = ()  # marbles in the tunnel, with their numbers, first in first
        self.over: Result | None = None
        self._begin_level(0, None)

    def clone(self) -> State:
        copy = State.__new__(State)
        copy.__dict__.update(self.__dict__)
        return copy

    # -- who acts, and what may be done --------------------------------------------------------------------------------

    def to_act(self) -> tuple[int, ...]:
        return () if self.over else (self.turn,)

    def result(self) -> Result | None:
        return self.over

    @property
    def filled(self) -> int:
        return self.white | self.black | self.red

    def colour(self, place: int) -> Colour:
        bit = 1 << place
        return "white" if self.white & bit else "black" if self.black & bit else "red"

    def due(self) -> int:
        """Return the marbles of the colour that must be taken, or of the two that may."""
        return due_colour(self.white, self.black, self.red, top_floor(self.filled))

    def takeable(self) -> int:
        """Return the marbles that may be taken."""
        return takeable(self.white, self.black, self.red)

    def _open(self) -> int:
        """Return the places that the seat whose turn it is may choose from, in a phase that has places."""
        if self.phase == "play":
            return self.takeable()
        if self.phase == "civilians":
            return SIDE[self.turn] & GROUND & ~self.filled
        return SIDE[3 - self.turn if self.phase == "guards" else self.turn] & FIRST & ~self.filled

    def legal(self, seat: int) -> list[Action]:
        if self.over or not seat or seat != self.turn:
            return []
        if self.phase == "hands":
            return [Action("hand", (hand,)) for hand in HANDS]
        if self.phase == "play":
            return [TAKES[place] for place in bits(self.takeable())]
        return [PUTS[VERBS[self.phase]][place] for place in bits(self._open())]

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        if self.over:
            return Refusal("over", "the-end")
        if seat == 0 or self.turn == 0:
            if self.turn:
                return Refusal("chance_not_due", "the-peak")
            return None if seat == 0 and action.verb == "hands" else Refusal("chance_due", "the-peak")
        if seat not in (1, 2):
            return Refusal("no_seat", "a-turn", {"number": seat})
        if seat != self.turn:
            return Refusal("not_your_turn", "a-turn", {"seat": self.turn})
        if action.verb != VERBS[self.phase]:
            return self._expected()
        if self.phase == "hands":
            return None
        place = INDEX.get(action.args[0])
        if place is None:
            return Refusal("no_place", "places", {"place": action.args[0]})
        if 1 << place & self._open():
            return None
        return self._take_refusal(place) if self.phase == "play" else self._put_refusal(place)

    def _expected(self) -> Refusal:
        """Say what has to be done now."""
        if self.phase == "civilians":
            return Refusal("expected_civilian", "the-ground")
        if self.phase == "guards":
            return Refusal("expected_guard", "the-first-floor")
        if self.phase == "owns":
            return Refusal("expected_own", "the-first-floor")
        if self.phase == "hands":
            return Refusal("expected_hand", "the-peak")
        return Refusal("expected_take", "a-turn")

    def _put_refusal(self, place: int) -> Refusal:
        bit = 1 << place
        name = {"place": PLACES[place]}
        if bit & self.filled:
            return Refusal("occupied", "preparation", name)
        if self.phase == "civilians":
            if not bit & GROUND:
                return Refusal("ground_only", "the-ground", name)
            return Refusal("own_side", "the-ground", name)
        if not bit & FIRST:
            return Refusal("first_floor_only", "the-first-floor", name)
        if self.phase == "guards":
            return Refusal("other_side", "the-first-floor", name)
        return Refusal("own_side", "the-first-floor", name)

    def _take_refusal(self, place: int) -> Refusal:
        bit = 1 << place
        name = {"place": PLACES[place]}
        if not bit & self.filled:
            return Refusal("nothing_there", "a-turn", name)
        due = self.due()
        if not bit & due:
            key = (
                "must_red"
                if due == self.red
                else "must_white"
                if due == self.white
                else "must_black"
                if due == self.black
                else "must_civilian"
            )
            white, black, red = self.top_counts()
            return Refusal(key, "which-colour", {**name, "white": white, "black": black, "count": red})
        carried = (ABOVE[place] & self.filled).bit_count()
        if carried > 1:
            return Refusal("carries", "which-marble", {**name, "count": carried})
        return Refusal("lower_first", "which-marble", {**name, "lower": pyramid.names(self.takeable())})

    def top_counts(self) -> tuple[int, int, int]:
        """Count the white, black and red marbles of the highest level that has a marble."""
        top = top_floor(self.filled)
        return (self.white & top).bit_count(), (self.black & top).bit_count(), (self.red & top).bit_count()

    # -- doing it: set-up ----------------------------------------------------------------------------------------------

    def apply(self, seat: int, action: Action, events: Events = None) -> None:
        phase, verb = self.phase, action.verb
        if phase == "play":
            self._take(seat, INDEX[action.args[0]], events)
        elif verb == "hands":
            self._hide(action.args, events)
        elif verb == "hand":
            self._open_hand(seat, action.args[0], events)
        else:
            PUT[verb](self, seat, INDEX[action.args[0]], events)

    def _put(self, colour: Colour, places: int, events: Events) -> None:
        """Put marbles of one colour on places."""
        if self.ids is not None:
            for place in bits(places):
                number = self.filled.bit_count() + 1
                self.ids = self.ids[:place] + bytes((number,)) + self.ids[place + 1 :]
                self._add(colour, 1 << place)
                if events is not None:
                    data = {"place": PLACES[place], "marble": identity(number), "colour": colour}
                    events.append(Event("comes", data))
        else:
            self._add(colour, places)

    def _add(self, colour: Colour, places: int) -> None:
        if colour == "white":
            self.white |= places
        elif colour == "black":
            self.black |= places
        else:
            self.red |= places

    def _begin_level(self, level: int, events: Events) -> None:
        """Put the border guards of a level, and whatever else comes there without a choice."""
        if events is not None:
            events.append(Event("border", {"level": level + 1}))
        self._put("red", BORDER & LEVELS[level], events)
        self.turn = 1
        self.phase = ("civilians", "guards", "hands")[level]
        if level == 2:
            if events is not None:
                events.append(Event("crosses_over"))
            self._put("white", SIDE[2] & SECOND, events)
            self._put("black", SIDE[1] & SECOND, events)
            self.turn = 0

    def _civilian(self, seat: int, place: int, events: Events) -> None:
        if events is not None:
            events.append(Event("civilian", {"seat": seat, "place": PLACES[place]}))
        self._put(COLOUR[seat], 1 << place, events)
        if (self.white | self.black).bit_count() < 2 * OWN_ON_GROUND:
            self.turn = 3 - seat
            return
        holes = GROUND & ~self.filled
        if events is not None:
            events.append(Event("holes_filled"))
        self._put("black", holes & SIDE[1], events)
        self._put("white", holes & SIDE[2], events)
        self._begin_level(1, events)

    def _guard(self, seat: int, place: int, events: Events) -> None:
        if events is not None:
            events.append(Event("guard", {"seat": seat, "place": PLACES[place]}))
        self._put("red", 1 << place, events)
        self.turn = 3 - seat
        if seat == 2:
            self.phase = "owns"

    def _own(self, seat: int, place: int, events: Events) -> None:
        rest = self._open() & ~(1 << place)
        if events is not None:
            events.append(Event("own", {"seat": seat, "place": PLACES[place], "rest": PLACES[next(bits(rest))]}))
        self._put(COLOUR[seat], 1 << place, events)
        self._put(COLOUR[3 - seat], rest, events)
        if seat == 1:
            self.turn = 2
        else:
            self._begin_level(2, events)

    def _hide(self, colours: Sequence[str], events: Events) -> None:
        left, right = self.hands = ("white", "black") if colours[0] == "white" else ("black", "white")
        self.turn = 2
        if events is not None:
            events.append(Event("hides", {"seat": 1}))
            events.append(Event("reveal", {"left": left, "right": right}, (1,)))

    def _open_hand(self, seat: int, hand: str, events: Events) -> None:
        assert self.hands is not None
        chosen = HANDS.index(hand)
        peak, tunnel = self.hands[chosen], self.hands[1 - chosen]
        self.hands = None
        self.phase = "play"
        self.turn = 1 if peak == "white" else 2
        self._add(peak, TOP)
        if self.ids is not None:
            self.ids = self.ids[:PEAK] + bytes((COUNT + chosen,))
            self.tunnel = ((COUNT + 1 - chosen, tunnel),)
        if events is not None:
            data = {"seat": seat, "place": PLACES[PEAK], "marble": identity(COUNT + chosen), "colour": peak}
            events.append(Event("picks_left" if chosen == 0 else "picks_right", data))
            events.append(Event("reveal", {"winner": self.turn, "marble": identity(COUNT + 1 - chosen)}))

    # -- doing it: play ------------------------------------------------------------------------------------------------

    def _take(self, seat: int, place: int, events: Events) -> None:
        colour, ids = self.colour(place), self.ids
        if ids is not None:
            self.tunnel = (*self.tunnel, (ids[place], colour))
        if events is not None and ids is not None:
            kind = "takes_red" if colour == "red" else "takes_white" if colour == "white" else "takes_black"
            events.append(Event(kind, {"seat": seat, "place": PLACES[place], "marble": identity(ids[place])}))
        chain = [place, *self.chain(place)]
        for hole, above in pairwise(chain):
            if ids is not None:
                ids = ids[:hole] + ids[above : above + 1] + ids[hole + 1 :]
                if events is not None:
                    data = {"above": PLACES[above], "place": PLACES[hole], "marble": identity(ids[hole])}
                    events.append(Event("drops", data))
        self.ids = ids
        self.white, self.black, self.red = drop(self.white, self.black, self.red, 1 << place)
        self.turn = 3 - seat
        if not self.filled & CORNERS:
            self._finish(events)

    def chain(self, place: int) -> list[int]:
        """Return the places whose marbles drop, one after another, when the marble on a place is taken."""
        filled = self.filled
        drops = []
        while over := ABOVE[place] & filled:
            place = over.bit_length() - 1
            drops.append(place)
        return drops

    def _finish(self, events: Events) -> None:
        tunnel = self.tunnel_counts()
        saved = saves(*tunnel.values())
        if events is not None:
            white, black = tunnel["white"] - saved[0], tunnel["black"] - saved[1]
            events.append(Event("guards_kill", {"count": tunnel["red"], "white": white, "black": black}))
        if saved[0] == saved[1]:
            self._end((1, 2), "equal", saved, events)
        else:
            self._end((1,) if saved[0] > saved[1] else (2,), "saved", saved, events)

    def _end(self, winners: tuple[int, ...], reason: str, saved: tuple[int, int], events: Events) -> None:
        self.phase, self.turn = "over", 0
        self.over = Result(winners, reason, {1: saved[0], 2: saved[1]})
        if events is not None:
            data = {"reason": reason, "white": saved[0], "black": saved[1]}
            if len(winners) == 1:
                events.append(Event("wins", {"winner": winners[0], **data}))
            else:
                events.append(Event("draw", {"seats": list(winners), **data}))

    def tunnel_counts(self) -> dict[Colour, int]:
        """Count the marbles in the tunnel: those that are not on the pyramid, once it is built."""
        if self.phase not in ("play", "over"):
            return {"white": 0, "black": 0, "red": 0}
        return {
            "white": CIVILIANS - self.white.bit_count(),
            "black": CIVILIANS - self.black.bit_count(),
            "red": GUARDS - self.red.bit_count(),
        }

    # -- at random -----------------------------------------------------------------------------------------------------

    def draw(self, rng: Rng) -> Action:
        return Action("hands", ("white", "black") if rng.random() < 0.5 else ("black", "white"))

    def sample(self, seat: int, rng: Rng) -> Action:
        if self.phase == "hands":
            return Action("hand", (HANDS[int(rng.random() * 2)],))
        place = one_of(self._open(), rng)
        return TAKES[place] if self.phase == "play" else PUTS[VERBS[self.phase]][place]

    def timeout(self, seat: int) -> Action:
        return self.legal(seat)[0]

    def playout(self, rng: Rng, trace: list[tuple[int, Action]] | None = None) -> Result:
        self.ids = None
        while self.phase != "play" and self.over is None:
            self._build(rng, trace)
        if self.over is None:
            self._take_all(rng, trace)
            self._finish(None)
        assert self.over is not None
        return self.over

    def _build(self, rng: Rng, trace: list[tuple[int, Action]] | None) -> None:
        """Do one action of the set-up at random."""
        seat, verb = self.turn, VERBS[self.phase]
        if verb == "hand":
            action = self.sample(seat, rng) if seat else self.draw(rng)
            self.apply(seat, action)
        else:
            place = one_of(self._open(), rng)
            action = PUTS[verb][place]
            PUT[verb](self, seat, place, None)
        if trace is not None:
            trace.append((seat, action))

    def _take_all(self, rng: Rng, trace: list[tuple[int, Action]] | None) -> None:
        """Take marbles at random until the corners are empty."""
        random = rng.random
        white, black, red, turn = self.white, self.black, self.red, self.turn
        while (filled := white | black | red) & CORNERS:
            # `takeable` and `due_colour`, written out: half of a playout would be calling them
            top = TOP if filled & TOP else SECOND if filled & SECOND else FIRST if filled & FIRST else GROUND
            whites = (white & top).bit_count()
            blacks = (black & top).bit_count()
            guards = (red & top).bit_count()
            if guards >= whites and guards >= blacks:
                due = red
            elif whites == blacks:
                due = white | black
            else:
                due = white if whites > blacks else black
            light = LIGHT_GROUND[filled >> 16 & 511] | LIGHT_FIRST[filled >> 25 & 15] | SECOND
            places = due & light & ~top or due & top
            for _ in range(int(random() * places.bit_count())):
                places &= places - 1
            hole = places & -places
            if trace is not None:
                trace.append((turn, TAKES[hole.bit_length() - 1]))
                turn = 3 - turn
            white, black, red = drop(white, black, red, hole)
        self.white, self.black, self.red = white, black, red

    def solver(self) -> Solver:
        """Return what finds exact play of this game."""
        return Solver()

    def evaluate(self, seat: int) -> float:
        """Guess how good the position is for a seat, 0 lost to 1 won.

        It counts the civilians in the tunnel and, as somewhat less, the one that has to be taken next.
        """
        if self.over:
            return 1 / len(self.over.winners) if seat in self.over.winners else 0.0
        if self.phase != "play":
            return 0.5
        tunnel, due = self.tunnel_counts(), self.due()
        ahead: float = tunnel["white"] - tunnel["black"]
        if due != self.red:
            either = due == self.white | self.black
            ahead += 0.7 if (self.turn == 1 if either else due == self.white) else -0.7
        ahead = ahead if seat == 1 else -ahead
        return 0.5 + 0.5 * ahead / (abs(ahead) + 3)

    def outlook(self, seat: int, takes: int = 2) -> float:
        """Evaluate the position after so many more takes, the best for whoever takes: what a take uncovers counts."""
        if self.phase != "play" or not takes:
            return self.evaluate(seat)
        outcomes = []
        for action in self.legal(self.turn):
            after = self.clone()
            after.apply(self.turn, action)
            outcomes.append(after.outlook(self.turn, takes - 1))
        return max(outcomes) if self.turn == seat else 1 - max(outcomes)

    # -- what a seat sees ----------------------------------------------------------------------------------------------

    def position(self, view: View = None) -> dict[str, Any]:
        hands = None
        if self.hands is not None:
            hands = list(self.hands) if view in (None, 1) else ["?", "?"]
        return {
            "phase": self.phase,
            "pyramid": pyramid.write(self.white, self.black, self.red),
            "tunnel": dict(self.tunnel_counts()),
            "turn": self.turn,
            "hands": hands,
        }

    def objects(self, view: View) -> dict[Identity, Address]:
        ids = self.ids or bytes(COUNT)
        things: dict[Identity, Address] = {
            identity(ids[place]): f"place:{PLACES[place]}" for place in bits(self.filled)
        }
        if self.hands is not None:
            things |= {identity(COUNT + k): f"hand:{hand}" for k, hand in enumerate(HANDS)}
        count = {"white": 0, "black": 0, "red": 0}
        for number, colour in self.tunnel:
            count[colour] += 1
            things[identity(number)] = f"tunnel:{colour}.{count[colour]}"
        return things

    def spaces(self) -> list[Address]:
        """List the empty places that the table shows: of the pyramid, and the next of each colour in the tunnel."""
        free = [f"place:{place}" for place in pyramid.names(pyramid.free(self.filled))]
        if self.phase not in ("play", "over"):
            return free
        most: dict[Colour, int] = {"white": CIVILIANS, "black": CIVILIANS, "red": GUARDS}
        counts = self.tunnel_counts()
        return free + [f"tunnel:{one}.{counts[one] + 1}" for one in most if counts[one] < most[one]]

    def paths(self, seat: int, action: Action) -> list[Path]:
        return [(Pick(f"{'hand' if action.verb == 'hand' else 'place'}:{action.args[0]}"),)]

    def make(self, seat: int, action: Action, values: tuple[Value, ...]) -> Action:
        return action

    def why(self, seat: int, address: Address) -> Refusal:
        kind, _, rest = address.partition(":")
        if self.over:
            return Refusal("over", "the-end")
        if kind == "hand" and rest in HANDS:
            return self.refusal(seat, Action("hand", (rest,))) or self._expected()
        verb = VERBS[self.phase]
        if kind == "place" and verb != "hand":
            return self.refusal(seat, Action(verb, (rest,))) or self._expected()
        if self.turn and seat != self.turn:
            return Refusal("not_your_turn", "a-turn", {"seat": self.turn})
        return self._expected()

    def prompt(self, seat: int) -> Prompt:
        if self.over:
            return Prompt("over")
        if not self.turn:
            return Prompt("chance")
        if seat != self.turn:
            return Prompt("wait", {"seat": self.turn})
        asked = {"seat": seat}
        if self.phase == "civilians":
            own = self.white if seat == 1 else self.black
            return Prompt("civilian", {**asked, "count": OWN_ON_GROUND - own.bit_count()})
        if self.phase == "guards":
            return Prompt("guard", {**asked, "target": 3 - seat})
        if self.phase == "owns":
            return Prompt("own", asked)
        if self.phase == "hands":
            return Prompt("hand", asked)
        due = self.due()
        key = (
            "take_red"
            if due == self.red
            else "take_white"
            if due == self.white
            else "take_black"
            if due == self.black
            else "take_civilian"
        )
        white, black, red = self.top_counts()
        return Prompt(key, {**asked, "white": white, "black": black, "count": red})

    def resample(self, seat: int, rng: Rng) -> State:
        copy = self.clone()
        if self.hands is not None and seat != 1:
            copy.hands = ("white", "black") if rng.random() < 0.5 else ("black", "white")
        return copy

    def key(self) -> Hashable:
        return self.phase, self.turn, self.white, self.black, self.red, self.hands


PUT: Mapping[str, Callable[[State, int, int, Events], None]] = {
    "civilian": State._civilian,
    "guard": State._guard,
    "own": State._own,
}

CARRIES: Mapping[int, int] = {1 << place: ABOVE[place] for place in range(COUNT)}
"""A place, as a set of one -> the places above that rest on it."""

VERBS: Mapping[str, str] = {
    "civilians": "civilian",
    "guards": "guard",
    "owns": "own",
    "hands": "hand",
    "play": "take",
    "over": "take",
}
"""Phase -> the verb of what a seat does in it."""


def drop(white: int, black: int, red: int, hole: int) -> tuple[int, int, int]:
    """Return the three colours once the marble on `hole`, a set of one, is taken and those above it have dropped."""
    if white & hole:
        white ^= hole
    elif black & hole:
        black ^= hole
    else:
        red ^= hole
    filled = white | black | red
    while over := CARRIES[hole] & filled:
        step = over | hole
        if white & over:
            white ^= step
        elif black & over:
            black ^= step
        else:
            red ^= step
        filled ^= step
        hole = over
    return white, black, red


def top_floor(filled: int) -> int:
    """Return the places of the highest level that has a marble."""
    return TOP if filled & TOP else SECOND if filled & SECOND else FIRST if filled & FIRST else GROUND


def due_colour(white: int, black: int, red: int, top: int) -> int:
    """Return the marbles of the colour that must be taken, or of the two that may, by what lies on the top floor."""
    whites = (white & top).bit_count()
    blacks = (black & top).bit_count()
    guards = (red & top).bit_count()
    if guards >= whites and guards >= blacks:
        return red
    if whites == blacks:
        return white | black
    return white if whites > blacks else black


def takeable(white: int, black: int, red: int) -> int:
    """Return the marbles of these that may be taken."""
    filled = white | black | red
    top = top_floor(filled)
    due = due_colour(white, black, red, top)
    light = LIGHT_GROUND[filled >> 16 & 511] | LIGHT_FIRST[filled >> 25 & 15] | SECOND
    return due & light & ~top or due & top


def saves(white: int, black: int, red: int) -> tuple[int, int]:
    """Return how many civilians of each colour live, of those in the tunnel: two guards kill one of each."""
    return max(0, white - red // 2), max(0, black - red // 2)


def identity(number: int) -> Identity:
    """Return what a marble is called all through the game."""
    return f"marble:{number}"


# -- exact play --------------------------------------------------------------------------------------------------------

MOST_KNOWN = 1_000_000
"""Positions remembered before everything is forgotten; one takes some 200 bytes."""
FAR = 99
"""More than any value."""


class Solver:
    """Find values by searching everything that matters; a value is White's saved civilians minus Black's.

    A position of the play phase is its three colours and whose turn it is; how it came about does not matter, as the
    tunnel holds the rest. The search asks "does White reach this value?" only, and remembers the answers as bounds.
    `more` is asked now and then whether to go on.
    """

    def __init__(self) -> None:
        self._more: Callable[[], bool] | None = None
        self._least: dict[tuple[int, int, int], int] = {}
        self._most: dict[tuple[int, int, int], int] = {}
        self._asked = 0

    def ready(self, state: State) -> bool:
        """Tell whether there is something to find out: the marbles are being taken."""
        return state.phase == "play"

    def ranked(self, state: State, more: Callable[[], bool] | None = None) -> list[tuple[Action, float]] | None:
        """Return each action with what it gets its seat (1, 0.5 or 0), best first; None when `more` said no."""
        self._more = more
        try:
            values, best = self.moves(state), self.best(state)
        except OutOfTime:
            return None
        finally:
            self._more = None
        sign = 1 if state.turn == 1 else -1
        rest = sorted(values.keys() - set(best), key=lambda action: (-sign * values[action], action))
        return [(action, (1 + _sign(sign * values[action])) / 2) for action in (*best, *rest)]

    def value(self, state: State, guess: int = 0) -> int:
        """Return the value of a position of the play phase; a good guess makes it quicker."""
        at = (state.white, state.black, state.red, state.turn)
        if self._reaches(*at, guess):
            while self._reaches(*at, guess + 1):
                guess += 1
            return guess
        while not self._reaches(*at, guess - 1):
            guess -= 1
        return guess - 1

    def moves(self, state: State) -> dict[Action, int]:
        """Return the value of each action."""
        values = {}
        guess = self.value(state)
        for action in state.legal(state.turn):
            after = _after(state, action)
            values[action] = _difference(after) if after.over else self.value(after, guess)
        return values

    def best(self, state: State) -> list[Action]:
        """Return the best actions, first the one that leaves the opponent the most ways to go wrong.

        That is the greatest share of the opponent's answers that give away something of the value.
        """
        values = self.moves(state)
        sign = 1 if state.turn == 1 else -1
        most = max(values.values(), key=lambda value: sign * value)
        best = [action for action, value in values.items() if value == most]
        chances = {action: self._chances(_after(state, action), most) for action in best}
        return sorted(best, key=lambda action: -chances[action])

    def _chances(self, state: State, value: int) -> float:
        """Return the share of the answers in a position of this value that give away something of it."""
        answers = [_after(state, action) for action in state.legal(state.turn)]
        wrong = 0
        for after in answers:
            final = _difference(after) if after.over else None
            at = (after.white, after.black, after.red, after.turn)
            if state.turn == 1:
                wrong += final < value if final is not None else not self._reaches(*at, value)
            else:
                wrong += final > value if final is not None else self._reaches(*at, value + 1)
        return wrong / max(1, len(answers))

    def _reaches(self, white: int, black: int, red: int, turn: int, goal: int) -> bool:
        """Tell whether White can come to save at least `goal` more than Black."""
        filled = white | black | red
        if not filled & CORNERS:
            saved = saves(CIVILIANS - white.bit_count(), CIVILIANS - black.bit_count(), GUARDS - red.bit_count())
            return saved[0] - saved[1] >= goal
        # The sign of one colour says whose turn it is.
        key = (white, black, red if turn == 1 else ~red)
        if self._least.get(key, -FAR) >= goal:
            return True
        if self._most.get(key, FAR) < goal:
            return False
        self._asked += 1
        if not self._asked & 1023:
            self._pause()
        places = takeable(white, black, red)
        found = not (wanted := turn == 1)
        while places:
            hole = places & -places
            places ^= hole
            if self._reaches(*drop(white, black, red, hole), 3 - turn, goal) == wanted:
                found = wanted
                break
        if found:
            self._least[key] = goal
        else:
            self._most[key] = goal - 1
        return found

    def _pause(self) -> None:
        if self._more is not None and not self._more():
            raise OutOfTime
        if len(self._least) + len(self._most) > MOST_KNOWN:
            self._least.clear()
            self._most.clear()


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


class OutOfTime(Exception):
    """A search was told to stop before it had found out."""


def _after(state: State, action: Action) -> State:
    after = state.clone()
    after.apply(state.turn, action)
    return after


def _difference(state: State) -> int:
    """Return by how many White's saved civilians outnumber Black's in a game that is over."""
    assert state.over is not None and state.over.scores is not None
    return state.over.scores[1] - state.over.scores[2]


def solve(replay: Replay, seconds: float) -> str:
    """Return, as JSON, the value of a position of the play phase and of each move; it never takes many seconds."""
    state: Any = replay.state
    if state.phase not in ("play", "over"):
        raise Refused(Refusal("solve_in_play", "a-turn"))
    if state.over:
        return json.dumps({"value": _difference(state), "moves": {}, "best": []})
    solver = Solver()
    moves = solver.moves(state)
    best = solver.best(state)
    named = {str(action): value for action, value in moves.items()}
    return json.dumps({"value": moves[best[0]], "moves": named, "best": list(map(str, best))})


# -- positions as input ------------------------------------------------------------------------------------------------


KEYS = ("phase", "pyramid", "tunnel", "turn", "hands")


def _from_position(position: Mapping[str, Any]) -> State:
    """Return the state of a position, or raise `Wrong`."""
    positions.mapping(position, "", KEYS)
    phase = position.get("phase", "play")
    if phase not in PHASES:
        raise Wrong("phase", "wrong_phase", value=phase, known=", ".join(PHASES))
    try:
        marbles = pyramid.read(position.get("pyramid", ""))
    except pyramid.NoPyramid:
        raise Wrong("pyramid", "no_pyramid", form=pyramid.EMPTY) from None
    except pyramid.Floating as floating:
        raise Wrong("pyramid", "floating", "the-pyramid", place=floating.place) from None
    built = phase in ("play", "over")
    state = _built(phase, position, marbles) if built else _being_built(phase, position, marbles)
    if phase != "hands" and position.get("hands") is not None:
        raise Wrong("hands", "no_hands", "the-peak")
    tunnel = position.get("tunnel")
    if tunnel is not None:
        _check_tunnel(tunnel, state)
    return state


def _built(phase: str, position: Mapping[str, Any], marbles: tuple[int, int, int]) -> State:
    """Return the state of a position in which marbles are taken, or are not any more."""
    state = State()
    state.white, state.black, state.red = marbles
    for colour, places, most in (
        ("white", state.white, CIVILIANS),
        ("black", state.black, CIVILIANS),
        ("red", state.red, GUARDS),
    ):
        if places.bit_count() > most:
            raise Wrong("pyramid", "too_many_marbles", "preparation", colour=colour, count=most)
    if state.filled.bit_count() == COUNT and state.white.bit_count() == state.black.bit_count():
        raise Wrong("pyramid", "one_in_tunnel", "the-peak")
    state.phase = "play"
    state.ids = bytes(range(1, COUNT + 1))
    gone = [colour for colour, count in state.tunnel_counts().items() for _ in range(count)]
    free = [number for place, number in enumerate(state.ids) if not state.filled >> place & 1]
    state.tunnel = tuple(zip([*free, COUNT + 1], gone, strict=True))
    if bool(state.filled & CORNERS) != (phase == "play"):
        if phase == "play":
            raise Wrong("phase", "is_over", "the-end")
        raise Wrong("phase", "not_over", "the-end")
    if phase == "over":
        if position.get("turn") not in (None, 0):
            raise Wrong("turn", "is_over", "the-end")
        state._finish(None)
    else:
        state.turn = positions.whole(position.get("turn"), "turn", 1, 2)
    return state


def _being_built(phase: str, position: Mapping[str, Any], marbles: tuple[int, int, int]) -> State:
    """Return the state of a position of the set-up: whatever was put by choice is put once more."""
    white, black, red = marbles
    state = State()
    chosen = {
        "civilian": {1: white & GROUND & SIDE[1], 2: black & GROUND & SIDE[2]},
        "guard": {1: red & FIRST & SIDE[2], 2: red & FIRST & SIDE[1]},
        "own": {1: white & FIRST & SIDE[1], 2: black & FIRST & SIDE[2]},
    }
    for verb, places in chosen.items():
        left = {seat: pyramid.names(places[seat]) for seat in (1, 2)}
        while left.get(state.turn) and VERBS[state.phase] == verb:
            state.apply(state.turn, Action(verb, (left[state.turn].pop(0),)))
    if marbles != (state.white, state.black, state.red):
        raise Wrong("pyramid", "cannot_be_built", "preparation")
    if phase != state.phase:
        raise Wrong("phase", "phase_does_not_fit", "preparation", value=state.phase)
    if phase == "hands":
        _close_hands(state, position.get("hands"))
    if position.get("turn") not in (None, state.turn):
        raise Wrong("turn", "turn_does_not_fit", "preparation", value=state.turn)
    return state


def _close_hands(state: State, hands: Any) -> None:
    if hands is None:
        return
    if not isinstance(hands, list | tuple) or sorted(map(str, hands)) != ["black", "white"]:
        raise Wrong("hands", "wrong_hands", "the-peak")
    state._hide(hands, None)


def _check_tunnel(tunnel: Any, state: State) -> None:
    counts = state.tunnel_counts()
    if not isinstance(tunnel, Mapping):
        raise Wrong("tunnel", "not_a_tunnel")
    for colour, given in tunnel.items():
        if colour not in counts:
            raise Wrong(f"tunnel.{colour}", "unknown_key", known="white, black, red")
        if positions.whole(given, f"tunnel.{colour}", 0, GUARDS) != counts[colour]:
            raise Wrong(f"tunnel.{colour}", "tunnel_does_not_fit", "preparation", count=counts[colour])


# -- the game ----------------------------------------------------------------------------------------------------------


class SpitefulGuards:
    """The rules as the engine knows them."""

    id = "spiteful_guards"
    parts = Parts
    effects = Registry()
    asides: frozenset[str] = frozenset()

    def excluded(self, definition: Definition, options: Options, seats: int) -> Refusal | None:
        return None

    def start(
        self, definition: Definition, options: Options, seats: int, position: Mapping[str, Any] | None = None
    ) -> State:
        if position is None:
            return State()
        return _from_position(position)

    def parse(self, text: str) -> Action:
        if PATTERN.fullmatch(text) is None:
            raise Refused(Refusal("unreadable", "notation", {"known": FORMS}))
        verb, *args = text.split(" ")
        return Action(verb, tuple(args))


GAME = SpitefulGuards()
