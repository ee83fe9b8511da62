"""A game being played: the only place where an action's legality is checked before it changes anything.

A match is its list of entries (who did what, and the events that came of it) and the state they lead to. Undo, redo,
looking back and saving are all made from that list.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal
from unicodedata import category

from tabletop.engine import record as records
from tabletop.engine.clock import Clock
from tabletop.engine.record import Record
from tabletop.engine.rules import CHANCE, Event, Options, Refusal, Refused, Result, Rng, State, View

if TYPE_CHECKING:
    from tabletop.engine.definition import Definition
    from tabletop.engine.saves import Autosave

By = Literal["human", "computer", "clock", "chance"]

SNAPSHOT_EVERY = 32
"""Actions between two kept states: a jump to any action replays at most so many."""


@dataclass(frozen=True)
class Entry:
    """One action that was done, who did it, what came of it, and whether a person had a choice."""

    seat: int
    action: Any
    line: records.Entry
    events: tuple[Event, ...]
    by: By
    decision: bool

    @property
    def shows(self) -> bool:
        """Tell whether somebody has seen something new by it, which cannot be unseen."""
        private = any(event.seats is not None for event in self.events)
        return any(event.kind == "reveal" for event in self.events) or (self.by == "chance" and private)

    @property
    def secret(self) -> bool:
        """Tell whether it is a person's choice (or the clock's for one) that not everybody knows."""
        return self.by in ("human", "clock") and any(event.seats is not None for event in self.events)


@dataclass(frozen=True)
class UndoPlan:
    """What undo would do: go back to the action count `to`, where `seat` decides again; or why it cannot.

    `agreement` names the other people whose decisions it takes back too: ask them first.
    """

    seat: int | None
    to: int
    agreement: tuple[int, ...] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Request:
    """A question to a computer player: its answer is good only as long as the match has not changed."""

    match: str
    revision: int
    seat: int


@dataclass(frozen=True)
class LogLine:
    """What a view may know of one action: its place in the record, the seat, and the events, in order."""

    index: int
    seat: int
    events: tuple[Event, ...]


class Match:
    """A game under way at one table.

    `levels` says who plays each seat: None for a person, else the name of a computer level. `looks` names each seat's
    colour, for whoever draws it; empty: the usual ones. Chance is drawn from `rng` as soon as it is due; without `rng`
    it waits, as when an old record is looked at.
    """

    def __init__(
        self,
        definition: Definition,
        names: Sequence[str],
        *,
        options: Mapping[str, Any] | None = None,
        levels: Sequence[str | None] | None = None,
        looks: Sequence[str] = (),
        position: Mapping[str, Any] | None = None,
        rng: Rng | None = None,
        clock: Clock | None = None,
        autosave: Autosave | None = None,
    ) -> None:
        self.definition = definition
        self.options: Options = definition.resolve(options or {}, len(names))
        self.names = [clean_name(name) for name in names]
        self.levels: list[str | None] = list(levels) if levels is not None else [None] * len(names)
        self.looks = tuple(looks)
        self.position = position
        self.clock = clock
        self.autosave = autosave
        self.trouble: str | None = None
        """Why the last save failed, in a sentence; the game goes on."""
        self.id = secrets.token_hex(4)
        self.revision = 0
        """Grows with everything that makes a computer's answer late."""
        self.entries: list[Entry] = []
        self.gave_up: list[int] = []
        self._rng = rng
        self._undone: list[list[Entry]] = []
        self._state = self._start()
        self._snapshots: dict[int, State] = {0: self._state.clone()}
        self._draw()
        self._changed()

    @classmethod
    def resume(
        cls,
        record: Record,
        definition: Definition,
        *,
        rng: Rng | None = None,
        autosave: Autosave | None = None,
        until: int | None = None,
    ) -> Match:
        """Take up a record, the first `until` actions of it; raise what `record.replay` raises."""
        replayed = records.replay(record, definition, until)
        table = record.table or {}
        match = cls(definition, record.seats, options=record.options, position=record.position)
        match.levels = _levels(table.get("levels"), len(match.names))
        match.looks = _looks(table.get("looks"), len(match.names))
        for seat, action in replayed.played:
            match._do(seat, action, match._player(seat))
        if until is None:
            gave_up = table.get("gave_up")
            match.gave_up = [seat for seat in gave_up if seat in match.seats] if isinstance(gave_up, list) else []
            match.clock = Clock.read(table.get("clock"))
        match._rng = rng
        match.autosave = autosave
        match._draw()
        match._changed(save=False)
        return match

    # -- what is the case ----------------------------------------------------------------------------------------------

    @property
    def seats(self) -> range:
        """The numbers of the seats."""
        return range(1, len(self.names) + 1)

    @property
    def game(self) -> str:
        """What a record says under `game:`: a definition's id, or the path of its file."""
        return self.definition.reference

    @property
    def state(self) -> State:
        """The state as it is now, to be read only: what a seat sees is `state.position(seat)`."""
        return self._state

    def to_act(self) -> tuple[int, ...]:
        """Return the seats that must act; (0,) when chance is due; () when the game is over."""
        return () if self._given_up() else self._state.to_act()

    def legal(self, seat: int) -> list[Any]:
        """List the actions a seat may do now."""
        return [] if self._given_up() else self._state.legal(seat)

    def refusal(self, seat: int, action: Any) -> Refusal | None:
        """Say why a seat may not do this now, or None when it may."""
        return Refusal("game_over", "") if self._given_up() else self._state.refusal(seat, action)

    def result(self) -> Result | None:
        """Return how the game ended; with two seats, giving up ends it."""
        if self._given_up():
            return Result(tuple(seat for seat in self.seats if seat not in self.gave_up), "gave_up")
        return self._state.result()

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return self.result() is not None

    def is_human(self, seat: int) -> bool:
        """Tell whether a person plays this seat."""
        return seat in self.seats and self.levels[seat - 1] is None

    @property
    def next_human(self) -> int | None:
        """The person whose turn at the laptop it is: of several who choose secretly, the first by seat."""
        return next((seat for seat in self.to_act() if self.is_human(seat)), None)

    def has_secrets(self, seat: int) -> bool:
        """Tell whether this seat now sees what not everybody may see: the curtain guards it."""
        return self._state.position(seat) != self._state.position("public")

    def log(self, view: View) -> list[LogLine]:
        """List what has happened, as far as that view may know it."""
        lines = (
            LogLine(index, entry.seat, tuple(event for event in entry.events if event.known_to(view)))
            for index, entry in enumerate(self.entries)
        )
        return [line for line in lines if line.events]

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, seat: int, action: Any, *, by: By | None = None) -> list[Entry]:
        """Do an action (or its text) and whatever chance then owes; raise Refused and change nothing if not legal."""
        if isinstance(action, str):
            action = self.definition.game.parse(action)
        before = len(self.entries)
        self._do(seat, action, by or self._player(seat))
        self._undone.clear()
        self._draw()
        self._changed()
        return self.entries[before:]

    def tick(self, paused: bool = False) -> list[Entry]:
        """Let time pass for the person to act; play `timeout` and return its entries when none is left."""
        seat = self.clock.tick(paused) if self.clock is not None else None
        if seat is None or seat not in self.to_act():
            return []
        return self.play(seat, self._state.timeout(seat), by="clock")

    def waiting_computers(self) -> list[int]:
        """List the computer seats that must act, in seat order."""
        return [seat for seat in self.to_act() if seat != CHANCE and not self.is_human(seat)]

    def asides(self) -> list[int]:
        """List the computer seats that need not act but may, in seat order: each is asked once after every action."""
        acting = self.to_act()
        return [seat for seat in self.seats if seat not in acting and not self.is_human(seat) and self.legal(seat)]

    def request(self, seat: int) -> Request:
        """Make the question to a computer player, by which `answer` knows whether its reply is late."""
        return Request(self.id, self.revision, seat)

    def is_current(self, request: Request) -> bool:
        """Tell whether an answer to this request may still be played."""
        return request == self.request(request.seat) and not self.is_human(request.seat)

    def answer(self, request: Request, action: Any) -> list[Entry] | None:
        """Play a computer's answer, or drop it (None) when the match has changed since it was asked."""
        return self.play(request.seat, action, by="computer") if self.is_current(request) else None

    # -- undo and looking back -----------------------------------------------------------------------------------------

    def undo_plan(self, seat: int | None = None) -> UndoPlan:
        """Say where undo would lead for a person (left out: whoever decided last), or why it cannot."""
        here = len(self.entries)
        if self._given_up():
            return UndoPlan(seat, here, refusal=Refusal("undo_gave_up", ""))
        if seat is None:
            seat = next((entry.seat for entry in reversed(self.entries) if entry.decision), None)
        crossed: set[int] = set()
        for index in range(here - 1, -1, -1):
            entry = self.entries[index]
            if entry.shows:
                return UndoPlan(seat, here, refusal=Refusal("undo_shown", ""))
            if entry.secret and entry.seat != seat:
                return UndoPlan(seat, here, refusal=Refusal("undo_secret", "", {"seat": entry.seat}))
            if entry.decision and entry.seat == seat:
                return UndoPlan(seat, index, tuple(sorted(crossed)))
            if entry.decision and self.is_human(entry.seat):
                crossed.add(entry.seat)
        return UndoPlan(seat, here, refusal=Refusal("undo_nothing", ""))

    def undo(self, plan: UndoPlan) -> None:
        """Go back as planned; raise Refused where the plan says no or the match has gone on since it was made."""
        if plan.refusal is not None:
            raise Refused(plan.refusal)
        if plan != self.undo_plan(plan.seat):
            raise Refused(Refusal("undo_late", ""))
        self._undone.append(self.entries[plan.to :])
        self._state = self.state_at(plan.to)
        del self.entries[plan.to :]
        self._snapshots = {count: state for count, state in self._snapshots.items() if count <= plan.to}
        self._changed()

    @property
    def can_redo(self) -> bool:
        """Tell whether there is an undo to take back."""
        return bool(self._undone) and not self._given_up()

    def redo(self) -> list[Entry]:
        """Do again, chance included, what the last undo took back; nothing where there is none."""
        if not self.can_redo:
            return []
        again = self._undone.pop()
        for entry in again:
            self._do(entry.seat, entry.action, entry.by)
        self._changed()
        return again

    def state_at(self, count: int) -> State:
        """Return the state after the first `count` actions."""
        nearest = max(kept for kept in self._snapshots if kept <= count)
        state = self._snapshots[nearest].clone()
        for entry in self.entries[nearest:count]:
            state.apply(entry.seat, entry.action)
        return state

    def branch(self, count: int, *, rng: Rng | None = None, autosave: Autosave | None = None) -> Match:
        """Make a new match of the first `count` actions, to be played on from there."""
        match = Match.resume(self.record(), self.definition, rng=rng, until=count, autosave=autosave)
        match.clock = self.clock.fresh() if self.clock is not None else None
        match._changed()
        return match

    # -- the people at the table ---------------------------------------------------------------------------------------

    def rename(self, seat: int, name: str) -> None:
        """Give a seat another name; raise Refused where nothing is left of it."""
        self.names[seat - 1] = clean_name(name)
        self._save()

    def hand_over(self, seat: int, level: str | None) -> None:
        """Let a computer of that level play a seat from now on, or a person (None)."""
        self.levels[seat - 1] = level
        self._changed()

    def give_up(self, seat: int, level: str) -> None:
        """Let a seat resign: of two, the other wins at once; of more, a computer of that level plays the seat on.

        Playing a resigned seat by `timeout` would hand the game to whoever sits after it.
        """
        if self.over:
            raise Refused(Refusal("game_over", ""))
        if seat not in self.gave_up:
            self.gave_up.append(seat)
        if len(self.names) > 2:
            self.levels[seat - 1] = level
        self._changed()

    # -- saving --------------------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """Return the record of the match so far, complete: no seed, nothing left to be drawn."""
        table: dict[str, Any] = {}
        if any(self.levels):
            table["levels"] = list(self.levels)
        if self.looks:
            table["looks"] = list(self.looks)
        if self.gave_up:
            table["gave_up"] = list(self.gave_up)
        if self.clock is not None:
            table["clock"] = self.clock.write()
        result = self.result()
        if result is not None:
            table["winners"] = list(result.winners)
        table["finished"] = self.over  # the last line of a save, by which one that was cut short is told
        return Record(
            game=self.game,
            options=self.options,
            seats=tuple(self.names),
            position=self.position,
            actions=tuple(entry.line for entry in self.entries),
            table=table,
        )

    def close(self) -> None:
        """Leave the table: the save may be opened elsewhere from now on."""
        if self.autosave is not None:
            self.autosave.close()

    # -- inside --------------------------------------------------------------------------------------------------------

    def _start(self) -> State:
        return self.definition.game.start(self.definition, self.options, len(self.names), self.position)

    def _given_up(self) -> bool:
        return len(self.names) == 2 and bool(self.gave_up)

    def _player(self, seat: int) -> By:
        if seat == CHANCE:
            return "chance"
        return "human" if self.is_human(seat) else "computer"

    def _do(self, seat: int, action: Any, by: By) -> None:
        refusal = self.refusal(seat, action)
        if refusal is not None:
            raise Refused(refusal)
        decision = by == "human" and not self._forced(seat, action)
        # On a copy: an error inside the rules leaves the match as it was.
        state = self._state.clone()
        events: list[Event] = []
        state.apply(seat, action, events)
        line = records.canonical(seat, action, self._state.to_act())
        self._state = state
        self.entries.append(Entry(seat, action, line, tuple(events), by, decision))
        if len(self.entries) % SNAPSHOT_EVERY == 0:
            self._snapshots[len(self.entries)] = state.clone()

    def _forced(self, seat: int, action: Any) -> bool:
        if seat not in self._state.to_act() or self._is_aside(action):
            return False
        return sum(not self._is_aside(other) for other in self._state.legal(seat)) <= 1

    def _is_aside(self, action: Any) -> bool:
        return str(action).split(" ", 1)[0] in self.definition.game.asides

    def _draw(self) -> None:
        while self._rng is not None and self.to_act() == (CHANCE,):
            self._do(CHANCE, self._state.draw(self._rng), "chance")

    def _changed(self, save: bool = True) -> None:
        self.revision += 1
        if self.clock is not None:
            self.clock.turn(self.next_human)
        if save:
            self._save()

    def _save(self) -> None:
        if self.autosave is not None:
            self.trouble = self.autosave.write(self.record())


def clean_name(name: str) -> str:
    """Return a name as a record can hold it: one line, not too long; raise Refused where nothing is left."""
    kept = (char for char in name if category(char) not in ("Cc", "Cs", "Zl", "Zp") and char not in "\ufffe\uffff")
    clean = "".join(kept).strip()[: records.MAX_NAME].strip()
    if not clean:
        raise Refused(Refusal("name_empty", ""))
    return clean


def _levels(saved: Any, seats: int) -> list[str | None]:
    """Read who plays each seat; people, where a save does not say it in a way that fits."""
    fits = isinstance(saved, list) and len(saved) == seats and all(isinstance(one, (str, type(None))) for one in saved)
    return list(saved) if fits else [None] * seats


def _looks(saved: Any, seats: int) -> tuple[str, ...]:
    """Read the seats' colours; the usual ones, where a save does not say them in a way that fits."""
    fits = isinstance(saved, list) and len(saved) == seats and all(isinstance(one, str) for one in saved)
    return tuple(saved) if fits and len(set(saved)) == seats else ()
