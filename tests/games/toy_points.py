"""Discs on a board: put discs where they touch no other; a card takes the last one off, out of turn.

It proves what a game of squares does not need: points of a plane, of which `legal` lists a sample only, and an action
that seats may do when it is not their turn.

Rules. 1: in turn, each seat puts one of its discs wholly on the board, overlapping none. 2: a seat passes only when
its disc fits on no point with whole coordinates; a disc passed is lost. 3: until the next action, every other seat may
take off the disc just put with its one veto, in or out of turn (option `veto`). 4: when all discs are used, the seat
with the most discs on the board wins, shared if equal.
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tabletop.engine.effects import Registry
from tabletop.engine.rules import (
    Address,
    Event,
    Identity,
    Options,
    Path,
    Pick,
    Point,
    Prompt,
    Refusal,
    Refused,
    Result,
    Rng,
    Value,
    View,
)

UNIT = 100
"""Points are kept in whole hundredths, so that texts and distances are exact."""
_PUT = re.compile(r"put (-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)", re.ASCII)


class Parts(BaseModel):
    """The game's own part of its YAML, in units of the board."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    width: int = Field(ge=2, le=100)
    height: int = Field(ge=2, le=100)
    radius: int = Field(ge=1, le=10)


@dataclass(frozen=True)
class Put:
    """Put a disc with its centre here, in hundredths."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"put {self.x / UNIT:g},{self.y / UNIT:g}"


@dataclass(frozen=True)
class Plain:
    """`pass` or `veto`."""

    verb: str

    def __str__(self) -> str:
        return self.verb


PASS, VETO = Plain("pass"), Plain("veto")
Action = Put | Plain


class State:
    """Discs on the board and in hand, vetoes, whose turn it is."""

    def __init__(self, parts: Parts, options: Options, seats: int) -> None:
        self._parts = parts
        self._seats = seats
        self._board: tuple[tuple[int, int, int], ...] = ()
        """(seat, x, y), in the order they were put."""
        self._hand = (options["discs"],) * seats
        self._vetoes = (1 if options["veto"] else 0,) * seats
        self._turn = 1
        self._fresh = False
        """Whether the last action put the last disc of the board."""

    def to_act(self) -> tuple[int, ...]:
        return (self._turn,) if any(self._hand) else ()

    def legal(self, seat: int) -> list[Action]:
        found: list[Action] = []
        if seat in self.to_act():
            found += self._whole_points() or [PASS]
        if self.refusal(seat, VETO) is None:
            found.append(VETO)
        return found

    def _whole_points(self) -> list[Action]:
        points = ((x, y) for x in range(self._parts.width + 1) for y in range(self._parts.height + 1))
        return [Put(x * UNIT, y * UNIT) for x, y in points if self._misfit(x * UNIT, y * UNIT) is None]

    def _misfit(self, x: int, y: int) -> Refusal | None:
        radius, width, height = (size * UNIT for size in (self._parts.radius, self._parts.width, self._parts.height))
        if not (radius <= x <= width - radius and radius <= y <= height - radius):
            return Refusal("off_the_board", "1")
        if any((x - ox) ** 2 + (y - oy) ** 2 < (2 * radius) ** 2 for _, ox, oy in self._board):
            return Refusal("overlaps", "1")
        return None

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        if not self.to_act():
            return Refusal("game_over", "4")
        if action == VETO:
            if not (1 <= seat <= self._seats and self._vetoes[seat - 1]):
                return Refusal("no_veto", "3")
            return None if self._fresh and self._board[-1][0] != seat else Refusal("nothing_to_veto", "3")
        if seat != self._turn:
            return Refusal("not_your_turn", "1")
        if isinstance(action, Put):
            return self._misfit(action.x, action.y)
        return Refusal("must_put", "2") if self._whole_points() else None

    def apply(self, seat: int, action: Action, events: list[Event] | None = None) -> None:
        told = events if events is not None else []
        self._fresh = isinstance(action, Put)
        if action == VETO:
            owner, *_ = self._board[-1]
            self._board = self._board[:-1]
            self._vetoes = _less(self._vetoes, seat)
            told.append(Event("vetoed", {"seat": seat, "owner": owner}))
            return
        if isinstance(action, Put):
            self._board += ((seat, action.x, action.y),)
        self._hand = _less(self._hand, seat)
        self._turn = seat % self._seats + 1
        told.append(Event("put" if isinstance(action, Put) else "passed", {"seat": seat}))

    def draw(self, rng: Rng) -> Action:
        raise AssertionError("there is no chance in this game")

    def sample(self, seat: int, rng: Rng) -> Action:
        return rng.choice(self.legal(seat))

    def timeout(self, seat: int) -> Action:
        return next(iter(self._whole_points()), PASS)

    def position(self, view: View = None) -> dict[str, Any]:
        return {
            "board": [[seat, x / UNIT, y / UNIT] for seat, x, y in self._board],
            "hand": list(self._hand),
            "vetoes": list(self._vetoes),
            "turn": self._turn,
            "fresh": self._fresh,
        }

    def objects(self, view: View) -> dict[Identity, Address]:
        return {f"disc:{seat}.{x}.{y}": f"board:{x},{y}" for seat, x, y in self._board} | {
            f"supply:{seat}": f"supply:{seat}" for seat, count in enumerate(self._hand, 1) if count
        }

    def paths(self, seat: int, action: Action) -> list[Path]:
        if isinstance(action, Put):
            return [(Pick(f"supply:{seat}"), Point("centre", (action.x / UNIT, action.y / UNIT)))]
        return [(Pick(f"button:{action}"),)]

    def make(self, seat: int, action: Action, values: tuple[Value, ...]) -> Action:
        match values:
            case ((float() | int() as x, float() | int() as y),) if isinstance(action, Put):
                return Put(round(x * UNIT), round(y * UNIT))
        return action

    def why(self, seat: int, address: Address) -> Refusal:
        if address == "button:veto":
            return self.refusal(seat, VETO) or Refusal("nothing_here", "3")
        if seat not in self.to_act():
            return Refusal("not_your_turn", "1")
        return Refusal("must_put", "2") if address == "button:pass" else Refusal("nothing_here", "1")

    def prompt(self, seat: int) -> Prompt:
        return Prompt("put" if seat in self.to_act() else "wait")

    def resample(self, seat: int, rng: Rng) -> State:
        return self.clone()

    def result(self) -> Result | None:
        if self.to_act():
            return None
        owners = [seat for seat, *_ in self._board]
        scores = {seat: owners.count(seat) for seat in range(1, self._seats + 1)}
        best = max(scores.values())
        return Result(tuple(seat for seat, score in scores.items() if score == best), "most", scores)

    def clone(self) -> State:
        other = object.__new__(State)
        other.__dict__.update(self.__dict__)  # all values are frozen
        return other

    def key(self) -> Hashable:
        return self._board, self._hand, self._vetoes, self._turn, self._fresh


def _less(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(count - (index == seat) for index, count in enumerate(counts, 1))


class ToyPoints:
    """The toy's rules."""

    id = "toy_points"
    parts = Parts
    effects = Registry()
    asides = frozenset({"veto"})

    def excluded(self, definition: Any, options: Options, seats: int) -> Refusal | None:
        return None

    def start(self, definition: Any, options: Options, seats: int, position: Mapping[str, Any] | None = None) -> State:
        if position is not None:
            raise Refused(Refusal("no_position", ""))
        return State(definition.parts, options, seats)

    def parse(self, text: str) -> Action:
        if text in ("pass", "veto"):
            return Plain(text)
        found = _PUT.fullmatch(text)
        if found:
            x, y = (float(number) * UNIT for number in found.groups())
            if math.isfinite(x) and math.isfinite(y):
                action = Put(round(x), round(y))
                if str(action) == text:
                    return action
        raise Refused(Refusal("unreadable", "", {"text": text}))


GAME = ToyPoints()
