"""Exact play: where a game's solver can finish, its answer; everywhere else another player's.

A state may have `solver() -> Solver`; the solver is kept, so that it remembers from move to move what it has settled.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from tabletop.agents.agent import Agent, Budget, Countdown, Option, Stop, Thought, never, only_one
from tabletop.engine.rules import State

SHARE = 0.5
"""The share of the thinking time that the solver may use; the rest is left for the other player."""


class Solver(Protocol):
    """What finds exact play of one game."""

    def ready(self, state: Any) -> bool:
        """Tell whether it is worth trying here."""
        ...

    def ranked(self, state: Any, more: Callable[[], bool] | None = None) -> list[tuple[Any, float]] | None:
        """Return each action of the seat to act and what it gets that seat, best first; None when `more` said no."""
        ...


class ExactAgent:
    """Play exactly where that is possible in time, and as another player elsewhere."""

    def __init__(self, other: Agent) -> None:
        self._other = other
        self._solver: Solver | None = None

    def choose(self, state: State, seat: int, budget: Budget, rng: random.Random, stop: Stop = never) -> Thought:
        forced = only_one(state, seat)
        if forced is not None:
            return forced
        world: Any = state.resample(seat, rng)
        if self._solver is None and hasattr(world, "solver"):
            self._solver = world.solver()
        if self._solver is not None and self._solver.ready(world):
            seconds = None if budget.seconds is None else SHARE * budget.seconds
            ranked = self._solver.ranked(world, Countdown(Budget(budget.iterations, seconds), stop).more)
            if ranked is not None:
                options = tuple(Option(action, worth, 1) for action, worth in ranked)
                action, value = ranked[0]
                return Thought(action, value, line=((seat, action),), options=options, proven=True)
        return self._other.choose(state, seat, budget, rng, stop)
