"""Make computer players: by their own names, or by the level that a game's definition describes."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tabletop.agents.agent import Agent, Budget, Stop, Thought, never, only_one, spoils
from tabletop.agents.exact import ExactAgent
from tabletop.agents.search import SearchAgent, Settings
from tabletop.agents.simple import GreedyAgent, RandomAgent
from tabletop.engine.definition import Definition
from tabletop.engine.levels import DEFAULT_LEVELS, LEVELS, Level
from tabletop.engine.rules import State

AGENTS = ("random", "greedy", "search")
NAMES = (*AGENTS, *LEVELS)


@dataclass(frozen=True)
class Player:
    """What plays a seat: a level as it is to be made in another process too, and the first words of its asides."""

    name: str
    level: Level
    asides: frozenset[str] = frozenset()

    def budget(self, given: Budget | None = None) -> Budget:
        """Return how long it thinks; `given` stands in where it would go by the clock."""
        if given is not None and self.level.agent in ("search", "exact") and self.level.iterations is None:
            return given
        return Budget(self.level.iterations, self.level.seconds)


def player(definition: Definition, name: str) -> Player:
    """Return what a level (or `random`, `greedy`, `search`) is in a game.

    `search` searches as Expert does, without its look for forced wins.
    """
    if name in LEVELS:
        level = definition.players.get(name) or DEFAULT_LEVELS[name]
    elif name == "search":
        expert = definition.players.get("expert") or DEFAULT_LEVELS["expert"]
        searching = expert if expert.agent in ("search", "exact") else DEFAULT_LEVELS["expert"]
        level = searching.model_copy(update={"agent": "search", "mistakes": 0.0, "iterations": None, "prove": 0})
    elif name in AGENTS:
        level = Level(agent="random" if name == "random" else "greedy")
    else:
        raise KeyError(name)
    return Player(name, level, definition.game.asides)


def agent(player: Player, seats: int) -> Agent:
    """Make the agent that plays so."""
    level = player.level
    made: Agent
    if level.agent == "random":
        made = RandomAgent()
    elif level.agent == "greedy":
        made = GreedyAgent()
    else:
        made = SearchAgent(seats, Settings(level.exploration, level.depth, level.trust, level.prove))
        if level.agent == "exact":
            made = ExactAgent(made)
    return Careless(made, level.mistakes, player.asides) if level.mistakes else made


class Careless:
    """Play as another agent does, but now and then do something else that does no great harm at once."""

    def __init__(self, careful: Agent, mistakes: float, asides: frozenset[str]) -> None:
        self._careful = careful
        self._mistakes = mistakes
        self._asides = asides

    def choose(self, state: State, seat: int, budget: Budget, rng: random.Random, stop: Stop = never) -> Thought:
        forced = only_one(state, seat)
        if forced is not None:
            return forced
        if rng.random() < self._mistakes:
            world = state.resample(seat, rng)
            actions = [action for action in state.legal(seat) if str(action).split(" ", 1)[0] not in self._asides]
            rng.shuffle(actions)
            for action in actions:
                if not spoils(world, seat, action):
                    return Thought(action, line=((seat, action),))
        return self._careful.choose(state, seat, budget, rng, stop)
