"""The two simple players: one that does anything, one that takes what looks best after one action."""

from __future__ import annotations

import random

from tabletop.agents.agent import Budget, Option, Stop, Thought, best, never, only_one, play_out, weighed, worth
from tabletop.engine.rules import State

WORLDS = 4
"""Resampled states on which one action is tried, where something is hidden or a game does not evaluate."""


class RandomAgent:
    """Do anything legal."""

    def choose(self, state: State, seat: int, budget: Budget, rng: random.Random, stop: Stop = never) -> Thought:
        action = state.sample(seat, rng)
        return Thought(action, line=((seat, action),))


class GreedyAgent:
    """Take the action with the best result as the game judges it; short playouts judge where the game does not."""

    def choose(self, state: State, seat: int, budget: Budget, rng: random.Random, stop: Stop = never) -> Thought:
        forced = only_one(state, seat)
        if forced is not None:
            return forced
        judges = hasattr(state, "evaluate")
        worlds = [state.resample(seat, rng) for _ in range(WORLDS)]
        if judges and len({world.key() for world in worlds}) == 1:
            del worlds[1:]
        options = []
        for action in weighed(state, seat):
            total = 0.0
            for world in worlds:
                after = world.clone()
                after.apply(seat, action)
                total += _judged(after, seat) if judges else play_out(after, rng, (seat,))[0]
            options.append(Option(action, total / len(worlds), len(worlds)))
        choice = best(options, rng)
        playouts = 0 if judges else len(options) * len(worlds)
        return Thought(choice.action, choice.value, playouts, ((seat, choice.action),), tuple(options))


def _judged(state: State, seat: int) -> float:
    outlook = getattr(state, "outlook", None)
    return worth(state, (seat,))[0] if outlook is None else float(outlook(seat))
