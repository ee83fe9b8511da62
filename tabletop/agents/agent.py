"""What a computer player is: a resampled state, its seat and a budget go in, an action and what it thought comes out.

Agents never look at the state they are given: they ask it for the seat's legal actions and resample it for the seat,
so that handing over the true state by mistake would change no move.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from tabletop.engine.rules import CHANCE, Event, Result, Rng, State

Signal = Literal["go", "hurry", "cancel"]
"""Go on thinking, answer with what was found so far, or give up without an answer."""
Stop = Callable[[], Signal]
"""Asked between two steps of thinking."""

LONGEST_PLAYOUT = 5000
"""Actions after which a playout counts as undecided: no game of ours is that long."""


class Cancelled(Exception):
    """Leave a search whose answer nobody wants any more."""


def never() -> Signal:
    """Say that there is no hurry."""
    return "go"


@dataclass(frozen=True)
class Budget:
    """How long to think: iterations, seconds, or whichever ends first; without either, an agent's own default."""

    iterations: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Option:
    """One action that was weighed: its value to the seat (0 lost to 1 won) and how often it was tried."""

    action: Any
    value: float
    visits: int


@dataclass(frozen=True)
class Thought:
    """An action and how it was found; `line` is what is expected to happen, this action first."""

    action: Any
    value: float | None = None
    playouts: int = 0
    line: tuple[tuple[int, Any], ...] = ()
    options: tuple[Option, ...] = ()
    proven: bool = False
    """Whether `value` is certain."""


class Agent(Protocol):
    """A computer player of one seat of one game; it may remember between two calls what it has found out."""

    def choose(self, state: State, seat: int, budget: Budget, rng: random.Random, stop: Stop = never) -> Thought:
        """Choose an action of a seat that must act; raise Cancelled soon after `stop` says `cancel`."""
        ...


class Countdown:
    """A budget being used up."""

    def __init__(self, budget: Budget, stop: Stop = never) -> None:
        self.iterations = budget.iterations
        self.done = 0
        self._stop = stop
        self._began: float | None = None
        self._end = None if budget.seconds is None else time.perf_counter() + budget.seconds

    def more(self) -> bool:
        """Count one more step and tell whether there is time for it; raise Cancelled when nobody wants the answer."""
        signal = self._stop()
        if signal == "cancel":
            raise Cancelled
        if signal == "hurry":
            return False
        if self.iterations is not None and self.done >= self.iterations:
            return False
        if self._end is not None and time.perf_counter() >= self._end:
            return False
        if self._began is None:
            self._began = time.perf_counter()
        self.done += 1
        return True

    @property
    def left(self) -> int | None:
        """Return how many steps are left; by the clock, about how many, once a few have been done."""
        if self.iterations is not None:
            return self.iterations - self.done
        if self._end is None or self._began is None or self.done < 200:
            return None
        now = time.perf_counter()
        return int(1.2 * self.done * (self._end - now) / max(1e-6, now - self._began))


def reward(result: Result, seat: int) -> float:
    """Return what a result is worth to a seat: 1 won, 0 lost, a shared win its share."""
    return 1 / len(result.winners) if seat in result.winners else 0.0


def step(state: State, rng: Rng, events: list[Event] | None = None) -> None:
    """Let chance or one seat that must act do something at random."""
    seat = state.to_act()[0]
    state.apply(seat, state.draw(rng) if seat == CHANCE else state.sample(seat, rng), events)


def sensible_step(state: Any, rng: Rng) -> None:
    """Let chance or one seat that must act do something sensible, in a game that suggests."""
    seat = state.to_act()[0]
    state.apply(seat, state.draw(rng) if seat == CHANCE else state.suggest(seat, rng))


def play_out(
    state: State, rng: Rng, seats: Sequence[int], depth: int | None = None, guided: bool = False
) -> list[float]:
    """Play on at random, in place, and return what each of `seats` gets; `guided`: as the game suggests.

    With `depth`, games that evaluate stop after so many actions and are judged there.
    """
    if depth is None or not (guided or hasattr(state, "evaluate")):
        own = getattr(state, "playout", None)
        if own is not None and not guided:
            result = own(rng)
            return [reward(result, seat) for seat in seats]
        depth = LONGEST_PLAYOUT
    for _ in range(depth):
        if state.result() is not None:
            break
        if guided:
            sensible_step(state, rng)
        else:
            step(state, rng)
    return worth(state, seats)


def worth(state: State, seats: Sequence[int]) -> list[float]:
    """Return what a position is worth to each of `seats`: how it ended, else the game's judgement, else one half."""
    result = state.result()
    if result is not None:
        return [reward(result, seat) for seat in seats]
    judge = getattr(state, "evaluate", None)
    return [0.5 if judge is None else float(judge(seat)) for seat in seats]


def weighed(state: State, seat: int) -> list[Any]:
    """List the actions that an agent weighs: the game's `candidates`, where it names some, else all that it lists."""
    named = getattr(state, "candidates", None)
    return list(named(seat)) if named is not None else state.legal(seat)


def only_one(state: State, seat: int) -> Thought | None:
    """Answer at once where a seat has no choice, or only one that is worth weighing."""
    actions = weighed(state, seat)
    return Thought(actions[0], line=((seat, actions[0]),)) if len(actions) == 1 else None


def spoils(state: State, seat: int, action: Any) -> bool:
    """Tell whether an action loses the game on the spot."""
    after = state.clone()
    after.apply(seat, action)
    result = after.result()
    return result is not None and seat not in result.winners


def best(options: Sequence[Option], rng: random.Random) -> Option:
    """Return the option with the greatest value, one of them by chance where several are as good."""
    most = max(option.value for option in options)
    return rng.choice([option for option in options if option.value >= most - 1e-9])


ASIDE_PLAYOUTS = 60
ASIDE_SECONDS = 0.1
ASIDE_DEPTH = 12
ASIDE_GAIN = 0.05
"""By how much acting out of turn must look better than waiting: a card spent is spent."""


def aside(state: State, seat: int, budget: Budget, rng: random.Random, stop: Stop = never) -> Thought | None:
    """Choose something for a seat that need not act but may, or None: to wait.

    Each action and waiting are tried in turn by short playouts from resampled states; a game that names candidates
    judges what comes of them at once. `budget` is for all of them.
    """
    actions = weighed(state, seat)
    if not actions:
        return None
    totals = [0.0] * (len(actions) + 1)
    visits = [0] * len(totals)
    countdown = Countdown(budget, stop)
    depth = 0 if hasattr(state, "candidates") else ASIDE_DEPTH
    which = 0
    while countdown.more() or not all(visits):
        world = state.resample(seat, rng)
        if which:
            world.apply(seat, actions[which - 1])
        totals[which] += play_out(world, rng, (seat,), depth)[0]
        visits[which] += 1
        which = (which + 1) % len(totals)
    means = [total / count for total, count in zip(totals, visits, strict=True)]
    found = best([Option(action, mean, n) for action, mean, n in zip(actions, means[1:], visits[1:], strict=True)], rng)
    if found.value < means[0] + ASIDE_GAIN:
        return None
    return Thought(found.action, found.value, sum(visits), ((seat, found.action),))
