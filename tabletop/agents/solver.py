"""Forced wins: an iteratively deepened search for a win that no reply avoids, with a table of what was settled.

The seat's own choices are alternatives; everybody else's are all looked at, acting out of turn included. A draw of
chance is not looked behind: nothing is forced there.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tabletop.agents.agent import Cancelled, Stop, never
from tabletop.engine.rules import CHANCE, State

MOST_DEPTH = 200
MOST_ENTRIES = 300_000
"""Situations kept, of about a kilobyte each."""


@dataclass(frozen=True)
class Line:
    """One action of a forced win and all that can follow it."""

    seat: int
    action: Any
    after: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Solution:
    """What was found: the tree of a forced win, or None and the depth (in actions) to which there is none.

    `exhausted` tells that no deeper search can find one either.
    """

    tree: Line | None
    depth: int
    positions: int
    seconds: float
    exhausted: bool = False


class _OutOfTime(Exception):
    pass


@dataclass
class _Table:
    """Depth to which a situation was searched without success, or the action that wins within a depth."""

    failed: dict[Hashable, int] = field(default_factory=dict)
    won: dict[Hashable, tuple[int, Any]] = field(default_factory=dict)


class Solver:
    """Look for a forced win of one seat."""

    def __init__(
        self,
        seat: int,
        seats: int,
        seconds: float | None = None,
        positions: int | None = None,
        stop: Stop = never,
    ) -> None:
        self._seat = seat
        self._seats = range(1, seats + 1)
        self._began = time.perf_counter()
        self._end = None if seconds is None else self._began + seconds
        self._most = positions
        self._stop = stop
        self._positions = 0
        self._table = _Table()
        self._cut = False
        """Whether something was left out for want of depth."""

    def solve(self, state: State, most_depth: int = MOST_DEPTH) -> Solution:
        """Search ever deeper until a win is found, nothing is left to search, or time is up."""
        depth = 0
        try:
            while depth < most_depth:
                self._cut = False
                if self._wins(state, depth + 1):
                    depth += 1
                    tree = self._tree(state, depth)
                    if tree is not None:
                        return self._solution(tree, depth)
                    # A win from the table that this game's own history forbids: search on without the table.
                    self._table = _Table()
                    continue
                depth += 1
                if not self._cut:
                    return self._solution(None, depth, True)
        except _OutOfTime:
            pass
        return self._solution(None, depth)

    def _solution(self, tree: Line | None, depth: int, exhausted: bool = False) -> Solution:
        return Solution(tree, depth, self._positions, time.perf_counter() - self._began, exhausted)

    def _wins(self, state: State, depth: int) -> bool:
        """Tell whether the seat can force a win within so many actions."""
        self._count()
        result = state.result()
        if result is not None:
            return result.winners == (self._seat,)
        acting = state.to_act()
        if CHANCE in acting:
            return False
        if depth == 0:
            self._cut = True
            return False
        key = (state.key(), self._asides(state))
        known = self._table.won.get(key)
        if known is not None and known[0] <= depth:
            return True
        if self._table.failed.get(key, -1) >= depth:
            self._cut = True
            return False
        found, action = self._search(state, depth)
        if len(self._table.won) + len(self._table.failed) < MOST_ENTRIES:
            if found:
                self._table.won[key] = depth, action
            else:
                self._table.failed[key] = depth
        return found

    def _asides(self, state: State) -> Hashable:
        """Return who may act out of turn: a repeated situation can be declared the second time only."""
        acting = state.to_act()
        return tuple(bool(state.legal(seat)) for seat in self._seats if seat not in acting)

    def _search(self, state: State, depth: int) -> tuple[bool, Any]:
        for seat, action in self._replies(state):
            if not self._wins(_after(state, seat, action), depth - 1):
                return False, None
        if self._seat not in state.to_act():
            if any(seat != self._seat for seat in state.to_act()):
                return True, None
            return False, None
        for action in state.legal(self._seat):
            if self._wins(_after(state, self._seat, action), depth - 1):
                return True, action
        return False, None

    def _replies(self, state: State) -> Iterator[tuple[int, Any]]:
        """List what anybody else may do now, in or out of turn."""
        for seat in self._seats:
            if seat != self._seat:
                for action in state.legal(seat):
                    yield seat, action

    def _count(self) -> None:
        self._positions += 1
        if self._most is not None and self._positions > self._most:
            raise _OutOfTime
        if self._positions % 64:
            return
        if self._end is not None and time.perf_counter() > self._end:
            raise _OutOfTime
        signal = self._stop()
        if signal == "cancel":
            raise Cancelled
        if signal == "hurry":
            raise _OutOfTime

    # -- the tree of a win ---------------------------------------------------------------------------------------------

    def _tree(self, state: State, depth: int) -> Line | None:
        """Return the whole tree of a win, played through from the true history; None where it does not hold there."""
        lines = self._lines(state, depth)
        return lines[0] if lines else None

    def _lines(self, state: State, depth: int) -> tuple[Line, ...] | None:
        """Return what follows in a won situation: every reply, or else the seat's own action; () when it is over."""
        result = state.result()
        if result is not None:
            return () if result.winners == (self._seat,) else None
        lines: list[Line] = []
        for seat, action in self._replies(state):
            after = _after(state, seat, action)
            if not self._wins(after, depth - 1):
                return None
            below = self._lines(after, depth - 1)
            if below is None:
                return None
            lines.append(Line(seat, action, below))
        if self._seat in state.to_act():
            found = self._own(state, depth)
            if found is None:
                return None
            lines.append(found)
        return tuple(lines)

    def _own(self, state: State, depth: int) -> Line | None:
        known = self._table.won.get((state.key(), self._asides(state)))
        choices = state.legal(self._seat)
        if known is not None and known[1] in choices:
            choices = [known[1], *(action for action in choices if action != known[1])]
        for action in choices:
            after = _after(state, self._seat, action)
            if self._wins(after, depth - 1):
                below = self._lines(after, depth - 1)
                if below is not None:
                    return Line(self._seat, action, below)
        return None


def _after(state: State, seat: int, action: Any) -> State:
    after = state.clone()
    after.apply(seat, action)
    return after


def written(tree: Line, indent: int = 0) -> list[str]:
    """Return the tree as lines of text, two spaces deeper wherever a choice of others branches it."""
    lines: list[str] = []
    line = tree
    while True:
        lines.append(f"{'  ' * indent}{line.seat}> {line.action}")
        if len(line.after) != 1:
            break
        line = line.after[0]
    for reply in line.after:
        lines += written(reply, indent + 1)
    return lines
