"""A race: seat 1 puts the cars in order, then each drives as far as it dares to burn fuel for.

It proves amounts, putting things in order, starting from a position, random play by a game's own `playout`, and, as
there is always something sensible to do without thinking, clocks.

Rules. 1: seat 1 decides in which order the cars take their turns. 2: a turn drives 1 space for nothing, or more, up to
the top gear, for one fuel each space beyond the first. 3: no two cars share a space before the finish: a car driving 1
slips past those ahead of it, any other may not end on one. 4: the first to reach the finish wins.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tabletop.engine.effects import Registry
from tabletop.engine.positions import Wrong
from tabletop.engine.rules import (
    Address,
    Amount,
    Event,
    Identity,
    Options,
    Order,
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


class Parts(BaseModel):
    """The game's own part of its YAML."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    gears: int = Field(ge=1, le=9)


@dataclass(frozen=True)
class Grid:
    """Put the seats into the order of their turns."""

    seats: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(["grid", *map(str, self.seats)])


@dataclass(frozen=True)
class Drive:
    """Drive so many spaces."""

    spaces: int

    def __str__(self) -> str:
        return f"drive {self.spaces}"


Action = Grid | Drive


class State:
    """The order of turns, where the cars are, their fuel."""

    def __init__(self, gears: int, track: int, fuel: int, seats: int) -> None:
        self._gears = gears
        self._track = track
        self._order: tuple[int, ...] = ()
        """Whose turn it is comes first; empty before seat 1 has decided."""
        self._spaces = [0] * seats
        self._fuel = [fuel] * seats

    def to_act(self) -> tuple[int, ...]:
        if max(self._spaces) >= self._track:
            return ()
        return (self._order[0] if self._order else 1,)

    def legal(self, seat: int) -> list[Action]:
        if seat not in self.to_act():
            return []
        if not self._order:
            return [Grid(order) for order in permutations(range(1, len(self._spaces) + 1))]
        return [Drive(spaces) for spaces in range(1, self._gears + 1) if self._hindrance(seat, spaces) is None]

    def _hindrance(self, seat: int, spaces: int) -> Refusal | None:
        if not 1 <= spaces <= self._gears:
            return Refusal("no_such_gear", "2", {"count": self._gears})
        if spaces - 1 > self._fuel[seat - 1]:
            return Refusal("no_fuel", "2", {"count": self._fuel[seat - 1]})
        there = self._spaces[seat - 1] + spaces
        return Refusal("space_taken", "3") if spaces > 1 and self._taken(there) else None

    def _taken(self, space: int) -> bool:
        return 0 < space < self._track and space in self._spaces

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        if seat not in self.to_act():
            return Refusal("not_your_turn" if self.to_act() else "game_over", "4")
        if isinstance(action, Grid):
            fits = not self._order and sorted(action.seats) == list(range(1, len(self._spaces) + 1))
            return None if fits else Refusal("wrong_grid", "1")
        return self._hindrance(seat, action.spaces) if self._order else Refusal("grid_first", "1")

    def apply(self, seat: int, action: Action, events: list[Event] | None = None) -> None:
        told = events if events is not None else []
        if isinstance(action, Grid):
            self._order = action.seats
            told.append(Event("grid", {"seats": action.seats}))
            return
        there = self._spaces[seat - 1] + action.spaces
        while self._taken(there):
            there += 1
        self._spaces[seat - 1] = there
        self._fuel[seat - 1] -= action.spaces - 1
        self._order = (*self._order[1:], self._order[0])
        told.append(Event("drove", {"seat": seat, "count": action.spaces}))
        if there >= self._track:
            told.append(Event("finished", {"winner": seat}))

    def draw(self, rng: Rng) -> Action:
        raise AssertionError("there is no chance in this game")

    def sample(self, seat: int, rng: Rng) -> Action:
        return rng.choice(self.legal(seat))

    def playout(self, rng: Rng, trace: list[tuple[int, Action]] | None = None) -> Result:
        """Play to the end with random actions, noting them in `trace`."""
        while (result := self.result()) is None:
            (seat,) = self.to_act()
            action = self.sample(seat, rng)
            if trace is not None:
                trace.append((seat, action))
            self.apply(seat, action)
        return result

    def timeout(self, seat: int) -> Action:
        return Drive(1) if self._order else Grid(tuple(range(1, len(self._spaces) + 1)))

    def position(self, view: View = None) -> dict[str, Any]:
        return {"order": list(self._order), "spaces": list(self._spaces), "fuel": list(self._fuel)}

    def objects(self, view: View) -> dict[Identity, Address]:
        return {f"car:{seat}": f"car:{seat}" for seat in range(1, len(self._spaces) + 1)}

    def paths(self, seat: int, action: Action) -> list[Path]:
        if isinstance(action, Grid):
            cars = tuple(f"car:{other}" for other in range(1, len(self._spaces) + 1))
            return [(Order(cars, tuple(f"car:{other}" for other in action.seats)), Pick("button:grid"))]
        return [(Pick(f"car:{seat}"), Amount("spaces", 1, self._gears, 1, action.spaces), Pick("button:drive"))]

    def make(self, seat: int, action: Action, values: tuple[Value, ...]) -> Action:
        match action, values:
            case Drive(), (int() as spaces,):
                return Drive(spaces)
            case Grid(), ((*cars,),):
                return Grid(tuple(int(str(car).removeprefix("car:")) for car in cars))
        return action

    def why(self, seat: int, address: Address) -> Refusal:
        if seat not in self.to_act():
            return Refusal("not_your_turn" if self.to_act() else "game_over", "4")
        return Refusal("nothing_here" if self._order else "grid_first", "1")

    def prompt(self, seat: int) -> Prompt:
        if seat not in self.to_act():
            return Prompt("wait")
        return Prompt("drive" if self._order else "grid")

    def resample(self, seat: int, rng: Rng) -> State:
        return self.clone()

    def result(self) -> Result | None:
        if self.to_act():
            return None
        return Result((self._spaces.index(max(self._spaces)) + 1,), "first", dict(enumerate(self._spaces, 1)))

    def clone(self) -> State:
        other = object.__new__(State)
        other.__dict__.update(self.__dict__)
        other._spaces, other._fuel = list(self._spaces), list(self._fuel)
        return other

    def key(self) -> Hashable:
        return self._order, tuple(self._spaces), tuple(self._fuel)


class ToyRace:
    """The toy's rules."""

    id = "toy_race"
    parts = Parts
    effects = Registry()
    asides: frozenset[str] = frozenset()

    def excluded(self, definition: Any, options: Options, seats: int) -> Refusal | None:
        return None

    def start(self, definition: Any, options: Options, seats: int, position: Mapping[str, Any] | None = None) -> State:
        state = State(definition.parts.gears, options["track"], options["fuel"], seats)
        if position is not None:
            self._place(state, position, seats)
        return state

    def _place(self, state: State, position: Mapping[str, Any], seats: int) -> None:
        for key in position:
            if key not in ("order", "spaces", "fuel"):
                raise Wrong(key, "position_key", "")
        for key in ("order", "spaces", "fuel"):
            numbers = position.get(key, [])
            whole = isinstance(numbers, list) and all(type(number) is int and number >= 0 for number in numbers)
            if not whole or len(numbers) not in ((0, seats) if key == "order" else (seats,)):
                raise Wrong(key, "position_numbers", "", count=seats)
        order = tuple(position.get("order", []))
        if order and sorted(order) != list(range(1, seats + 1)):
            raise Wrong("order", "wrong_grid", "1")
        ahead = [space for space in position["spaces"] if space]
        if len(ahead) != len(set(ahead)):
            raise Wrong("spaces", "space_taken", "3")
        state._order, state._spaces, state._fuel = order, list(position["spaces"]), list(position["fuel"])

    def parse(self, text: str) -> Action:
        verb, *words = text.split(" ")
        if words and all(word.isascii() and word.isdecimal() and str(int(word)) == word for word in words):
            numbers = tuple(map(int, words))
            if verb == "grid":
                return Grid(numbers)
            if verb == "drive" and len(numbers) == 1:
                return Drive(numbers[0])
        raise Refused(Refusal("unreadable", "", {"text": text}))


GAME = ToyRace()
