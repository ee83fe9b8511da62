"""Search for games that can say what a sensible player might do, secrets and choices made at once included.

Such a state has, beside `evaluate`: `suggest(seat, rng)`, a sensible action, one by chance of several;
`candidates(seat)`, the legal actions worth weighing; and `reopened(seat)`, the moment before others made the secret
choices that are under way. Every iteration starts from a state resampled for the searching seat.

A seat that chooses alone weighs its actions by playing on with what is suggested (UCB1: Auer, Cesa-Bianchi, Fischer
2002). Seats that choose at once each mix their actions so that they regret none (regret matching: Hart, Mas-Colell
2000), and the searching seat draws from its average mixture: nothing else is safe from somebody who knows its habits.
Some of the time the others do what looks best at once (restricted Nash response: Johanson, Zinkevich, Bowling 2007).
"""

from __future__ import annotations

import math
import random
from typing import Any

from tabletop.agents.agent import Countdown, Option, Thought, play_out
from tabletop.engine.rules import State

SIMPLE = 0.5
"""How often the others are thought to take what looks best at once, where seats choose at once."""
WORLDS = 4
"""States in which it is looked what that is."""
RARE = 5
"""What would be chosen this many times less often than the likeliest choice is not chosen at all."""
HOOKS = ("evaluate", "suggest", "candidates", "reopened")


def guides(state: State) -> bool:
    """Tell whether a state has all that this search asks for."""
    return all(hasattr(state, hook) for hook in HOOKS)


class Guided:
    """One search by one seat."""

    def __init__(self, state: Any, seat: int, depth: int | None, exploration: float, rng: random.Random) -> None:
        self._state = state.reopened(seat)
        self._seat = seat
        # A state may say that playing on for long tells nothing more.
        foresight = getattr(state, "foresight", None)
        self._depth = depth if depth is None or foresight is None else min(depth, foresight)
        self._exploration = exploration
        self._rng = rng

    def thought(self, countdown: Countdown) -> Thought:
        """Search while the countdown lasts."""
        if len(self._state.to_act()) > 1:
            return self._mixed(countdown)
        return self._alone(countdown)

    def _worth(self, state: State, seat: int) -> float:
        return play_out(state, self._rng, (seat,), self._depth, guided=True)[0]

    def _alone(self, countdown: Countdown) -> Thought:
        actions = self._state.candidates(self._seat)
        totals, visits = [0.0] * len(actions), [0] * len(actions)
        while countdown.more():
            index = self._next(totals, visits)
            world = self._state.resample(self._seat, self._rng)
            world.apply(self._seat, actions[index])
            totals[index] += self._worth(world, self._seat)
            visits[index] += 1
        means = [total / max(1, count) for total, count in zip(totals, visits, strict=True)]
        chosen = max(range(len(actions)), key=lambda index: (visits[index], means[index]))
        options = tuple(map(Option, actions, means, visits))
        action = actions[chosen]
        return Thought(action, means[chosen], countdown.done, ((self._seat, action),), options)

    def _next(self, totals: list[float], visits: list[int]) -> int:
        if 0 in visits:
            return visits.index(0)
        log = math.log(sum(visits))
        scores = [
            total / count + self._exploration * math.sqrt(log / count)
            for total, count in zip(totals, visits, strict=True)
        ]
        return scores.index(max(scores))

    # -- choices made at once ------------------------------------------------------------------------------------------

    def _mixed(self, countdown: Countdown) -> Thought:
        choosers = self._state.to_act()
        mixtures = {seat: _Mixture(self._state.candidates(seat)) for seat in choosers}
        others = [seat for seat in choosers if seat != self._seat]
        simple = {seat: self._simple(seat, mixtures[seat].actions) for seat in others}
        while countdown.more():
            # Every other iteration is the searching seat's, those between are the others' in turn.
            half, odd = divmod(countdown.done, 2)
            learner = others[half % len(others)] if odd else self._seat
            self._learn(learner, mixtures, simple)
        mixture = mixtures[self._seat]
        index = mixture.choice(self._rng)
        options = tuple(map(Option, mixture.actions, mixture.values(), map(round, mixture.often)))
        action = mixture.actions[index]
        return Thought(action, options[index].value, countdown.done, ((self._seat, action),), options)

    def _simple(self, seat: int, actions: list[Any]) -> list[Any]:
        """Return what looks best to another seat at once, in a few states."""
        found = []
        for _ in range(WORLDS):
            world = self._state.resample(self._seat, self._rng)
            guesses = []
            for action in actions:
                after = world.clone()
                self._do(after, seat, action)
                guesses.append(after.evaluate(seat))
            found.append(actions[guesses.index(max(guesses))])
        return found

    def _learn(self, learner: int, mixtures: dict[int, _Mixture], simple: dict[int, list[Any]]) -> None:
        """Let the others choose, and see what each action would have got one of the seats."""
        world: Any = self._state.resample(self._seat, self._rng)
        for seat, mixture in mixtures.items():
            if seat != learner:
                simply = seat != self._seat and self._rng.random() < SIMPLE
                self._do(world, seat, self._rng.choice(simple[seat]) if simply else mixture.draw(self._rng))
        mixture = mixtures[learner]
        values = []
        for action in mixture.actions:
            after = world.clone()
            self._do(after, learner, action)
            values.append(self._worth(after, learner))
        mixture.learn(values)

    def _do(self, world: Any, seat: int, action: Any) -> None:
        """Let a seat do this, or what is suggested where it may not: other cards are held in each resampled state."""
        if action is None or world.refusal(seat, action) is not None:
            if seat not in world.to_act():
                return
            action = world.suggest(seat, self._rng)
        world.apply(seat, action)


class _Mixture:
    """How a seat mixes its actions: regrets so far, and the sum of the mixtures played."""

    def __init__(self, actions: list[Any]) -> None:
        self.actions = actions
        self._regrets = [0.0] * len(actions)
        self._now = [1.0] * len(actions)
        self._totals = [0.0] * len(actions)
        self._rounds = 0
        self.often = [0.0] * len(actions)

    def draw(self, rng: random.Random) -> Any:
        return rng.choices(self.actions, self._now)[0]

    def learn(self, values: list[float]) -> None:
        self._rounds += 1
        total = sum(self._now)
        mean = sum([share * value for share, value in zip(self._now, values, strict=True)]) / total
        for index, value in enumerate(values):
            # Later mixtures count for more, and regret does not sink below 0 (regret matching plus: Tammelin 2014).
            self.often[index] += self._rounds * self._now[index] / total
            self._totals[index] += value
            self._regrets[index] = max(0.0, self._regrets[index] + value - mean)
        self._now = self._regrets[:] if any(self._regrets) else [1.0] * len(values)

    def values(self) -> list[float]:
        return [total / max(1, self._rounds) for total in self._totals]

    def choice(self, rng: random.Random) -> int:
        most = max(self.often)
        likely = [share if share * RARE >= most else 0.0 for share in self.often]
        return rng.choices(range(len(likely)), likely if most else None)[0]
