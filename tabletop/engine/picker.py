"""Clicks -> action: mouse, keyboard, terminal, hints, lessons and tests all choose an action through a Picker.

A picker knows only a seat's legal actions and the paths to them. What is chosen at an Amount, a Point or an Order is
not compared with the listed actions (a game may list a sample only): the finished action is made from the nearest
listed one and judged by `refusal`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from tabletop.engine.rules import Address, Amount, Order, Path, Pick, Point, Refusal, State, Step, Value

S = TypeVar("S", Amount, Point, Order)
EXACT = 1e-6


def value_of(step: Step) -> Value | None:
    """Return what a step of a path has chosen; None for a Pick, whose address says it."""
    if isinstance(step, Amount):
        return step.value
    if isinstance(step, Point):
        return step.near
    if isinstance(step, Order):
        return step.value
    return None


def values_of(path: Iterable[Step]) -> tuple[Value, ...]:
    """Return what a path has chosen at its amounts, points and orders."""
    return tuple(value for value in map(value_of, path) if value is not None)


@dataclass(frozen=True)
class _Way:
    action: Any
    path: Path


class Picker:
    """One seat choosing its next action, step by step; make a new one whenever the state has changed."""

    def __init__(self, state: State, seat: int, actions: Iterable[Any] | None = None) -> None:
        """Begin a choice among a seat's legal actions, or among these."""
        self.seat = seat
        self.done: Any | None = None
        """The chosen action, legal, once every step is taken."""
        self.steps: list[Step] = []
        """The steps taken, with what was chosen at them."""
        self._state = state
        if actions is None:
            unlisted = getattr(state, "unlisted", None)
            actions = [*state.legal(seat), *(unlisted(seat) if unlisted else ())]
        self._ways = [_Way(action, path) for action in actions for path in state.paths(seat, action)]
        self._left = [self._ways]

    def options(self) -> list[Step]:
        """List the different steps that may be taken next, in the order of the legal actions."""
        taken = len(self.steps)
        return list(dict.fromkeys(way.path[taken] for way in self._left[-1] if len(way.path) > taken))

    def addresses(self) -> list[Address]:
        """List what may be clicked next."""
        return [step.address for step in self.options() if isinstance(step, Pick)]

    def points(self) -> list[tuple[float, float]]:
        """List where listed actions have the pending Point: places worth offering, not all that may be chosen."""
        return list(dict.fromkeys(step.near for step in self._near()))

    def pick(self, address: Address) -> Refusal | None:
        """Click the thing at an address; return why not where that leads nowhere."""
        if Pick(address) not in self.options():
            return self._state.why(self.seat, address)
        return self._take(Pick(address))

    def amount(self, value: int, name: str | None = None) -> Refusal | None:
        """Choose a number at the pending Amount (`name` tells two apart); return why not."""
        step = self._pending(Amount, name)
        if step is None:
            return Refusal("no_amount_asked", "")
        if not step.low <= value <= step.high:
            return Refusal("amount_out_of_range", "", {"low": step.low, "high": step.high})
        return self._take(replace(step, value=value))

    def point(self, x: float, y: float, name: str | None = None) -> Refusal | None:
        """Choose a point of the plane at the pending Point; return why not."""
        step = self._pending(Point, name)
        if step is None:
            return Refusal("no_point_asked", "")
        if not (math.isfinite(x) and math.isfinite(y)):
            return Refusal("point_off_table", "")
        return self._take(replace(step, near=(x, y)))

    def order(self, addresses: Sequence[Address]) -> Refusal | None:
        """Put the things of the pending Order in this order; return why not."""
        waiting = [step for step in self.options() if isinstance(step, Order)]
        for step in waiting:
            if sorted(step.addresses) == sorted(addresses):
                return self._take(replace(step, value=tuple(addresses)))
        return Refusal("order_incomplete" if waiting else "no_order_asked", "")

    def back(self) -> bool:
        """Take the last step back; tell whether there was one."""
        if not self.steps:
            return False
        self.steps.pop()
        self._left.pop()
        self.done = None
        return True

    def clear(self) -> None:
        """Take every step back."""
        while self.back():
            pass

    def path_to(self, action: Any) -> Path:
        """Return a path to a legal action, one that goes on from the steps taken where there is one."""
        paths = self._state.paths(self.seat, action)
        taken = len(self.steps)
        for path in paths:
            # Values do not count in comparisons of steps, yet a step already taken with another value leads elsewhere.
            if list(path[:taken]) == self.steps and values_of(path[:taken]) == values_of(self.steps):
                return path
        return paths[0] if paths else ()

    def next_to(self, action: Any) -> Step | None:
        """Return the step to mark now on the way to an action; None where the steps taken lead elsewhere."""
        path = self.path_to(action)
        taken = len(self.steps)
        on_the_way = list(path[:taken]) == self.steps and values_of(path[:taken]) == values_of(self.steps)
        return path[taken] if on_the_way and len(path) > taken else None

    def follow(self, path: Path) -> Refusal | None:
        """Take a whole path from the start, each step with the value it has; stop at the first that is refused."""
        self.clear()
        for step in path:
            refusal = self.take(step)
            if refusal is not None:
                return refusal
        return None

    def take(self, step: Step) -> Refusal | None:
        """Take one step with the value it has; return why not."""
        if isinstance(step, Pick):
            return self.pick(step.address)
        if isinstance(step, Amount):
            return self.amount(step.value, step.name)
        if isinstance(step, Point):
            return self.point(*step.near, name=step.name)
        return self.order(step.value)

    def _near(self) -> list[Point]:
        """List the pending Point of every listed action."""
        taken = len(self.steps)
        steps = (way.path[taken] for way in self._left[-1] if len(way.path) > taken)
        return [step for step in steps if isinstance(step, Point)]

    def _pending(self, kind: type[S], name: str | None) -> S | None:
        for step in self.options():
            if isinstance(step, kind) and name in (None, getattr(step, "name", None)):
                return step
        return None

    def _take(self, step: Step) -> Refusal | None:
        taken = len(self.steps)
        self._left.append([way for way in self._left[-1] if len(way.path) > taken and way.path[taken] == step])
        self.steps.append(step)
        finished = [way for way in self._left[-1] if len(way.path) == len(self.steps)]
        if not finished:
            return None
        values = values_of(self.steps)
        same = [way for way in finished if values_of(way.path) == values]
        action = self._state.make(self.seat, (same or finished)[0].action, values)
        refusal = self._state.refusal(self.seat, action)
        if refusal is None:
            self.done = action
        else:
            self.back()
        return refusal


class Led(Picker):
    """A picker that leads to nothing but a few actions: a lesson's.

    A point up to `within` away from where one of them has it is taken for that one.
    """

    def __init__(self, state: State, seat: int, actions: Sequence[Any], within: float = 0.0) -> None:
        super().__init__(state, seat, actions)
        self._actions = actions
        self._within = within

    def point(self, x: float, y: float, name: str | None = None) -> Refusal | None:
        """Choose the scripted point where this one is near it; else say that it is not the one."""
        near = min((step.near for step in self._near()), key=lambda at: math.dist(at, (x, y)), default=None)
        if near is None:
            return super().point(x, y, name)
        if not math.dist(near, (x, y)) <= max(self._within, EXACT):
            return Refusal("lesson_point", "")
        return super().point(*near, name=name)

    @property
    def led(self) -> bool:
        """Tell whether what was chosen is one of the actions: numbers and orders can be others."""
        return self.done in self._actions
