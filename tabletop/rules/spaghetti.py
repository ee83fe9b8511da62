"""Spaghetti: two colours grow side by side up the pyramid, and the longer strand wins.

Read from top to bottom: actions, strands, the state. Seat 1 plays white (spaghetti), seat 2 red (sauce); the black
meatballs are nobody's. Marbles are bits of an int, as rules/pyramid.py numbers the places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

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
    AROUND,
    BELOW,
    COUNT,
    FULL,
    HIDDEN,
    INDEX,
    PEAK,
    PLACES,
    TOP,
    TOUCHING,
    bits,
    one_of,
)

if TYPE_CHECKING:
    from tabletop.engine.definition import Definition

Events = list[Event] | None


# -- actions -----------------------------------------------------------------------------------------------------------


class Action(NamedTuple):
    """A marble on a place; the colour follows from the position."""

    verb: str
    place: str

    def __str__(self) -> str:
        return f"{self.verb} {self.place}"


PATTERN = re.compile(r"place ([A-Z][0-9]\+?)")


ACTIONS = tuple(Action("place", name) for name in PLACES)
"""Place -> the action on it."""


# -- parts -------------------------------------------------------------------------------------------------------------


class Parts(BaseModel):
    """What is in the box: nothing that could be changed. The supply of marbles is not a limit."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# -- strands -----------------------------------------------------------------------------------------------------------


TOUCHES: Mapping[int, int] = {1 << place: TOUCHING[place] for place in range(COUNT)}
"""A place, as a set of one -> the places where a marble touches one on it."""


def strand_length(marbles: int, induced: bool = False) -> int:
    """Return the length of the longest strand among marbles that are all seen.

    A strand is a simple path of touching marbles; an `induced` one touches itself nowhere but along the chain.
    """
    length = 0
    for island in _islands(marbles):
        if island.bit_count() <= length:
            break
        length = _search(island, length, induced)
    return length


def strand(marbles: int, induced: bool = False) -> tuple[int, ...]:
    """Return the places of a longest strand among marbles that are all seen, from one end to the other."""
    length = strand_length(marbles, induced)
    trail: list[int] = []
    for island in _islands(marbles):
        if not trail and island.bit_count() >= length:
            _search(island, length - 1, induced, length, trail)
    return tuple(bit.bit_length() - 1 for bit in trail)


def _islands(marbles: int) -> list[int]:
    """Split marbles into sets that do not touch each other, the largest first."""
    found = []
    while marbles:
        island = edge = marbles & -marbles
        while edge:
            low = edge & -edge
            grown = TOUCHES[low] & marbles & ~island
            island |= grown
            edge = edge ^ low | grown
        found.append(island)
        marbles ^= island
    found.sort(key=int.bit_count, reverse=True)
    return found


def _search(island: int, best: int, induced: bool, goal: int = COUNT, trail: list[int] | None = None) -> int:
    """Return the length of the island's longest strand if it is longer than `best`, else `best`.

    The search is depth first and ends at once when the bound, or `goal`, is reached: of the marbles that touch one
    other only, a strand can take two. A strand as long as `goal` is left in `trail`, if there is one.
    """
    size = island.bit_count()
    near: dict[int, int] = {}
    ends, inner = [], []
    rest = island
    while rest:
        low = rest & -rest
        rest ^= low
        others = near[low] = TOUCHES[low] & island
        if others & (others - 1):
            inner.append(low)
        else:
            ends.append(low)
    goal = min(goal, size - max(0, len(ends) - 2))
    if goal <= best:
        return best

    def walk(marble: int, left: int, length: int) -> bool:
        nonlocal best
        ways = near[marble] & left
        if not ways:
            if length <= best:
                return False
            best = length
            if length < goal:
                return False
            if trail is not None:
                trail.append(marble)
            return True
        if induced:
            left &= ~ways
            if length + 1 + left.bit_count() <= best:
                return False
        elif length + left.bit_count() <= best:
            return False
        while ways:
            low = ways & -ways
            ways ^= low
            if walk(low, left & ~low, length + 1):
                if trail is not None:
                    trail.append(marble)
                return True
        return False

    for start in ends + inner:
        if walk(start, island ^ start, 1):
            break
    return best


# -- tables of the playout ---------------------------------------------------------------------------------------------


class _Opened(dict[int, int]):
    """Marbles around a place -> the places above that a marble put on it opens, worked out when first asked for."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self._place = place

    def __missing__(self, around: int) -> int:
        filled = around | 1 << self._place
        opened = self[around] = sum(1 << over for over in bits(ABOVE[self._place]) if BELOW[over] & ~filled == 0)
        return opened


REACH = tuple(AROUND[place] | ABOVE[place] for place in range(COUNT))
"""Last place -> where the next marble may go, as far as it is free.

A complete platform that the last marble belongs to was incomplete before that came.
"""

Step = tuple[int, int, _Opened, int, int]
STEPS: tuple[Step, ...] = tuple(
    (1 << place, AROUND[place], _Opened(place), REACH[place], place) for place in range(COUNT)
)
"""What a playout needs of a place: the bit, the places around it, what it opens, its reach, the number."""


class _Moves(dict[int, tuple[Step, ...]]):
    """Free places within reach of a marble -> what a playout needs of each; fewer than 5000 sets can come up."""

    def __missing__(self, places: int) -> tuple[Step, ...]:
        steps = self[places] = tuple(STEPS[place] for place in bits(places))
        return steps


MOVES = _Moves()

ALL_BUT_PEAK = FULL ^ TOP
SEEN_AT_END = FULL & ~HIDDEN[31]
"""The places that can be seen from above once the pyramid is full."""


# -- the state ---------------------------------------------------------------------------------------------------------


class State:
    """A game under way."""

    def __init__(self, induced: bool) -> None:
        self.induced = induced
        self.white = 0
        self.red = 0
        self.black = 0
        self.free = pyramid.GROUND  # places that can be filled
        self.last = -1
        self.turn = 1
        self.token = 0  # the seat that holds it
        self.over: Result | None = None

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
        return self.white | self.red | self.black

    def next_to_last(self) -> int:
        """Return the places where a marble of one's own colour may go."""
        return self.free & REACH[self.last] if self.last >= 0 else 0

    def open_places(self) -> int:
        """Return the places where the next marble may go, whatever it is."""
        return self.next_to_last() or self.free

    def legal(self, seat: int) -> list[Action]:
        if self.over or seat != self.turn:
            return []
        return [ACTIONS[place] for place in bits(self.open_places())]

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        if self.over:
            return Refusal("over", "the-end")
        if seat == 0:
            return Refusal("chance_not_due", "a-turn")
        if seat not in (1, 2):
            return Refusal("no_seat", "a-turn", {"number": seat})
        if seat != self.turn:
            return Refusal("not_your_turn", "a-turn", {"seat": self.turn})
        place = INDEX.get(action.place)
        if place is None:
            return Refusal("no_place", "places", {"place": action.place})
        bit = 1 << place
        if bit & self.open_places():
            return None
        if bit & self.filled:
            return Refusal("occupied", "a-turn", {"place": action.place})
        if not bit & self.free:
            return Refusal("floats", "the-pyramid", {"place": action.place})
        return Refusal("not_next", "a-turn", {"place": action.place, "last": PLACES[self.last]})

    # -- doing it ------------------------------------------------------------------------------------------------------

    def apply(self, seat: int, action: Action, events: Events = None) -> None:
        place = INDEX[action.place]
        bit = 1 << place
        if bit & self.next_to_last():
            if seat == 1:
                self.white |= bit
            else:
                self.red |= bit
            if events is not None:
                data = {"seat": seat, "place": action.place, "marble": identity(place)}
                events.append(Event("placed", {**data, "colour": "white" if seat == 1 else "red"}))
        else:
            self.black |= bit
            self.token = seat
            if events is not None:
                kind = "blocked" if self.last >= 0 else "first_meatball"
                data = {"seat": seat, "place": action.place, "marble": identity(place)}
                events.append(Event(kind, {**data, "colour": "black"}))
        self.last = place
        filled = self.filled
        self.free = self.free ^ bit | STEPS[place][2][filled & AROUND[place]]
        self.turn = 3 - seat
        if filled == ALL_BUT_PEAK:
            self._crown(events)

    def _crown(self, events: Events) -> None:
        """Put the meatball on the peak and end the game."""
        self.black |= TOP
        self.free = 0
        self.last = PEAK
        if events is not None:
            events.append(Event("peak", {"place": PLACES[PEAK], "marble": identity(PEAK), "colour": "black"}))
        self._finish(events)

    def _finish(self, events: Events) -> None:
        white, red = self.lengths()
        if white != red:
            self._end(1 if white > red else 2, "longer", white, red, events)
        else:
            self._end(3 - self.token, "token", white, red, events)

    def _end(self, winner: int, reason: str, white: int, red: int, events: Events) -> None:
        self.turn = 0
        self.over = Result((winner,), reason, {1: white, 2: red})
        if events is not None:
            events.append(Event("wins", {"winner": winner, "reason": reason, "white": white, "red": red}))

    def lengths(self) -> tuple[int, int]:
        """Return how long each seat's longest strand is."""
        shown = ~HIDDEN[self.filled >> 25]
        return strand_length(self.white & shown, self.induced), strand_length(self.red & shown, self.induced)

    def strands(self) -> dict[int, tuple[str, ...]]:
        """Return the places of one longest strand of each seat, from one end to the other."""
        shown = ~HIDDEN[self.filled >> 25]
        chains = {1: strand(self.white & shown, self.induced), 2: strand(self.red & shown, self.induced)}
        return {seat: tuple(PLACES[place] for place in chain) for seat, chain in chains.items()}

    def draw(self, rng: Rng) -> Action:
        raise NotImplementedError("there is no chance in Spaghetti")

    def sample(self, seat: int, rng: Rng) -> Action:
        return ACTIONS[one_of(self.open_places(), rng)]

    def timeout(self, seat: int) -> Action:
        return ACTIONS[next(bits(self.open_places()))]

    def playout(self, rng: Rng, trace: list[tuple[int, Action]] | None = None) -> Result:
        if self.over is None:
            self.fill_up(rng, trace)
            self._finish(None)
        assert self.over is not None
        return self.over

    def fill_up(self, rng: Rng, trace: list[tuple[int, Action]] | None = None) -> None:
        """Play at random until the pyramid is full, without looking for strands."""
        random, all_moves = rng.random, MOVES
        free, filled, black, token, turn = self.free, self.filled, self.black, self.token, self.turn
        own, others = (self.white, self.red) if turn == 1 else (self.red, self.white)
        moves = all_moves[self.next_to_last()]
        while free != TOP:
            if moves:
                bit, around, opened, reach, place = moves[int(random() * len(moves))]
                own |= bit
            else:
                bit, around, opened, reach, place = STEPS[one_of(free, rng)]
                black |= bit
                token = turn
            if trace is not None:
                trace.append((turn, ACTIONS[place]))
            filled |= bit
            free = free ^ bit | opened[filled & around]
            moves = all_moves[free & reach]
            own, others = others, own
            turn = 3 - turn
        self.white, self.red = (own, others) if turn == 1 else (others, own)
        self.black = black | TOP
        self.token = token
        self.free = 0
        self.last = PEAK

    def solver(self) -> Solver:
        """Return what finds exact play of this game."""
        return Solver(self.induced)

    def evaluate(self, seat: int) -> float:
        """Guess how good the position is for a seat, 0 lost to 1 won.

        Only marbles count that will still be seen at the end. Beside the strands it counts single marbles, the token,
        and how much room whoever moves has: to be blocked costs a marble and brings the token.
        """
        if self.over:
            return 1.0 if seat in self.over.winners else 0.0
        white, red = self.white & SEEN_AT_END, self.red & SEEN_AT_END
        ahead: float = strand_length(white, self.induced) - strand_length(red, self.induced)
        ahead += 0.3 * (white.bit_count() - red.bit_count()) + (0.3 if self.token == 2 else -0.3)
        ways = self.next_to_last().bit_count()
        room = 0.1 * ways if ways else -1.0
        ahead += room if self.turn == 1 else -room
        ahead = ahead if seat == 1 else -ahead
        return 0.5 + 0.5 * ahead / (abs(ahead) + 4)

    # -- what a seat sees ----------------------------------------------------------------------------------------------

    def position(self, view: View = None) -> dict[str, Any]:
        return {
            "pyramid": pyramid.write(self.white, self.black, self.red),
            "last": PLACES[self.last] if self.last >= 0 else None,
            "turn": self.turn,
            "token": self.token,
        }

    def objects(self, view: View) -> dict[Identity, Address]:
        things: dict[Identity, Address] = {identity(place): f"place:{PLACES[place]}" for place in bits(self.filled)}
        if self.token:
            things["token"] = f"seat:{self.token}"
        return things

    def spaces(self) -> list[Address]:
        """List the empty places that the table shows."""
        return [f"place:{place}" for place in pyramid.names(pyramid.free(self.filled))]

    def paths(self, seat: int, action: Action) -> list[Path]:
        return [(Pick(f"place:{action.place}"),)]

    def make(self, seat: int, action: Action, values: tuple[Value, ...]) -> Action:
        return action

    def why(self, seat: int, address: Address) -> Refusal:
        kind, _, place = address.partition(":")
        if kind == "place":
            refusal = self.refusal(seat, Action("place", place))
            if refusal is not None:
                return refusal
        return Refusal("over" if self.over else "choose_place", "a-turn")

    def prompt(self, seat: int) -> Prompt:
        if self.over:
            return Prompt("over")
        if seat != self.turn:
            return Prompt("wait", {"seat": self.turn})
        if self.last < 0:
            return Prompt("first_meatball", {"seat": seat})
        return Prompt("place" if self.next_to_last() else "blocked", {"seat": seat, "last": PLACES[self.last]})

    def resample(self, seat: int, rng: Rng) -> State:
        return self.clone()

    def key(self) -> Hashable:
        return self.white, self.red, self.black, self.last, self.turn, self.token


def identity(place: int) -> Identity:
    """Return what the marble on a place is called: it stays there all through the game."""
    return f"marble:{PLACES[place]}"


# -- exact play --------------------------------------------------------------------------------------------------------

MOST_LEFT = 22
"""Places left to fill when searching to the end is first worth trying: a second or two then, soon much less."""
MOST_KNOWN = 1_000_000
"""Positions remembered before everything is forgotten; one takes some 200 bytes."""


class OutOfTime(Exception):
    """A search was told to stop before it had found out."""


class Solver:
    """Find out who wins with best play, by searching to the end and remembering what was settled.

    `more` is asked now and then whether to go on.
    """

    def __init__(self, induced: bool) -> None:
        self._induced = induced
        self._won: dict[tuple[int, int, int, int], bool] = {}
        self._more: Callable[[], bool] | None = None

    def ready(self, state: State) -> bool:
        """Tell whether the end is near enough to try."""
        return state.over is None and ALL_BUT_PEAK.bit_count() - state.filled.bit_count() <= MOST_LEFT

    def ranked(self, state: State, more: Callable[[], bool] | None = None) -> list[tuple[Action, float]] | None:
        """Return each action with what it gets its seat (1 or 0), best first; None when `more` said no.

        Where all lose, the first leaves the opponent the greatest share of answers that lose.
        """
        self._more = more
        try:
            won = {action: self._wins_by(state, action) for action in state.legal(state.turn)}
            if any(won.values()):
                return sorted(((action, float(good)) for action, good in won.items()), key=lambda pair: -pair[1])
            chances = {action: self._blunders(_after(state, action)) for action in won}
        except OutOfTime:
            return None
        finally:
            self._more = None
        return [(action, 0.0) for action in sorted(chances, key=lambda action: -chances[action])]

    def wins(self, state: State) -> bool:
        """Tell whether the seat to move wins."""
        if state.last < 0:
            return any(self._wins_by(state, action) for action in state.legal(state.turn))
        own, other = (state.white, state.red) if state.turn == 1 else (state.red, state.white)
        return self._wins(own, other, state.black, state.free, state.last, state.token == state.turn)

    def _wins_by(self, state: State, action: Action) -> bool:
        """Tell whether the seat to move wins with an action."""
        after = _after(state, action)
        return state.turn in after.over.winners if after.over else not self.wins(after)

    def _blunders(self, state: State) -> float:
        """Return the share of the answers that lose."""
        answers = state.legal(state.turn)
        return sum(not self._wins_by(state, answer) for answer in answers) / max(1, len(answers))

    def _wins(self, own: int, other: int, black: int, free: int, last: int, token: bool) -> bool:
        """Tell whether the mover wins, whose marbles are `own` and who holds the token or not."""
        filled = own | other | black
        if filled == ALL_BUT_PEAK:
            mine = strand_length(own & SEEN_AT_END, self._induced)
            theirs = strand_length(other & SEEN_AT_END, self._induced)
            return mine > theirs or (mine == theirs and not token)
        key = (own, other, black, last if token else ~last)
        known = self._won.get(key)
        if known is not None:
            return known
        places = free & REACH[last]
        blocked = not places
        if blocked:
            places = free
        found = False
        while places:
            bit = places & -places
            places ^= bit
            _, around, opened, _, place = STEPS[bit.bit_length() - 1]
            then = free ^ bit | opened[(filled | bit) & around]
            if blocked:
                found = not self._wins(other, own, black | bit, then, place, False)
            else:
                found = not self._wins(other, own | bit, black, then, place, not token)
            if found:
                break
        self._won[key] = found
        if not len(self._won) & 255:
            self._pause()
        return found

    def _pause(self) -> None:
        if self._more is not None and not self._more():
            raise OutOfTime
        if len(self._won) >= MOST_KNOWN:
            self._won.clear()


def _after(state: State, action: Action) -> State:
    after = state.clone()
    after.apply(state.turn, action)
    return after


# -- positions as input ------------------------------------------------------------------------------------------------


KEYS = ("pyramid", "last", "turn", "token")


def _set_up(state: State, position: Mapping[str, Any]) -> None:
    """Put a fresh state into a position, or raise `Wrong`."""
    positions.mapping(position, "", KEYS)
    try:
        state.white, state.black, state.red = pyramid.read(position.get("pyramid", pyramid.EMPTY))
    except pyramid.NoPyramid:
        raise Wrong("pyramid", "no_pyramid", "positions", form=pyramid.EMPTY) from None
    except pyramid.Floating as floating:
        raise Wrong("pyramid", "floating", "the-pyramid", place=floating.place) from None
    filled = state.filled
    state.free = pyramid.free(filled)
    last, turn, token = position.get("last"), position.get("turn"), position.get("token")
    if not filled:
        if last is not None or turn not in (None, 1) or token not in (None, 0):
            where = "last" if last is not None else "turn" if turn not in (None, 1) else "token"
            raise Wrong(where, "empty_board", "preparation")
        return
    if filled & TOP and not state.black & TOP:
        raise Wrong("pyramid", "peak_is_black", "the-end", place=PLACES[PEAK])
    state.last = _last(last, filled)
    state.token = positions.whole(token, "token", 1, 2)
    if filled == FULL:
        if turn not in (None, 0):
            raise Wrong("turn", "already_over", "the-end")
        state._finish(None)
        return
    state.turn = positions.whole(1 + filled.bit_count() % 2 if turn is None else turn, "turn", 1, 2)
    if filled == ALL_BUT_PEAK:
        state._crown(None)


def _last(last: Any, filled: int) -> int:
    """Return the place of the last marble."""
    if last is None:
        raise Wrong("last", "no_last")
    place = INDEX.get(last) if isinstance(last, str) else None
    if place is None:
        raise Wrong("last", "no_place", "places", place=last)
    if not filled >> place & 1:
        raise Wrong("last", "last_is_empty", place=last)
    if ABOVE[place] & filled:
        raise Wrong("last", "last_is_covered", place=last)
    return place


# -- the game ----------------------------------------------------------------------------------------------------------


class Spaghetti:
    """The rules as the engine knows them."""

    id = "spaghetti"
    parts = Parts
    effects = Registry()
    asides: frozenset[str] = frozenset()

    def excluded(self, definition: Definition, options: Options, seats: int) -> Refusal | None:
        return None

    def start(
        self, definition: Definition, options: Options, seats: int, position: Mapping[str, Any] | None = None
    ) -> State:
        state = State(options["strand"] == "induced")
        if position is not None:
            _set_up(state, position)
        return state

    def parse(self, text: str) -> Action:
        found = PATTERN.fullmatch(text)
        if found is None:
            raise Refused(Refusal("unreadable", "notation", {"known": "place C3"}))
        return Action("place", found[1])


GAME = Spaghetti()
