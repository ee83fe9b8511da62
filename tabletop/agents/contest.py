"""Matches between agents: many games with seats rotating, and what came of them."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tabletop.agents.agent import ASIDE_PLAYOUTS, Budget, aside
from tabletop.agents.levels import agent, player
from tabletop.engine.definition import Definition
from tabletop.engine.rules import CHANCE, Result, State

MOST_ACTIONS = 20_000
Z = 1.959964
"""Standard deviations of a 95 % interval."""


@dataclass(frozen=True)
class Pairing:
    """Who plays what: agents by name (one a seat; seats rotate from game to game), options, budget, seed."""

    names: tuple[str, ...]
    options: Mapping[str, Any]
    budget: Budget
    seed: int = 0

    def seating(self, number: int) -> tuple[int, ...]:
        """Return which entrant sits at each seat in a game, counted from 0."""
        count = len(self.names)
        return tuple((seat + number) % count for seat in range(count))


@dataclass(frozen=True)
class Game:
    """One game played: who sat where, how it ended, its length, and what was thought."""

    number: int
    seating: tuple[int, ...]
    result: Result
    actions: int
    decisions: int
    playouts: int
    thinking: float
    """Seconds in which those playouts were done."""


def play_game(definition: Definition, pairing: Pairing, number: int) -> Game:
    """Play the game with this number; with budgets in iterations, the same number gives the same game.

    Games that differ in the seating alone have the same chance.
    """
    seats = len(pairing.names)
    seating = pairing.seating(number)
    players = [player(definition, pairing.names[entrant]) for entrant in seating]
    agents = [agent(one, seats) for one in players]
    chance = random.Random(f"{pairing.seed}:{number // seats}:chance")
    rng = random.Random(f"{pairing.seed}:{number}:agents")
    state: State = definition.start(pairing.options, seats)
    actions = decisions = playouts = 0
    thinking = 0.0
    while acting := state.to_act():
        if actions >= MOST_ACTIONS:
            raise RuntimeError(f"game {number} has not ended after {MOST_ACTIONS} actions")
        actions += 1
        seat = acting[0]
        if seat == CHANCE:
            state.apply(CHANCE, state.draw(chance))
            continue
        decisions += len(state.legal(seat)) > 1
        world = state.resample(seat, rng)
        began = time.perf_counter()
        thought = agents[seat - 1].choose(world, seat, players[seat - 1].budget(pairing.budget), rng)
        if thought.playouts:
            thinking += time.perf_counter() - began
            playouts += thought.playouts
        state.apply(seat, thought.action)
        actions += _asides(state, seats, rng)
    result = state.result()
    assert result is not None
    return Game(number, seating, result, actions, decisions, playouts, thinking)


def _asides(state: State, seats: int, rng: random.Random) -> int:
    """Ask every seat that need not act but may, once."""
    done = 0
    for seat in range(1, seats + 1):
        if seat not in state.to_act() and state.legal(seat):
            found = aside(state.resample(seat, rng), seat, Budget(iterations=ASIDE_PLAYOUTS), rng)
            if found is not None:
                state.apply(seat, found.action)
                done += 1
    return done


def play(definition: Definition, pairing: Pairing, games: int, jobs: int = 1) -> Iterator[Game]:
    """Play so many games, in several processes if asked, and yield them in order."""
    if jobs <= 1:
        yield from (play_game(definition, pairing, number) for number in range(games))
        return
    with get_context("spawn").Pool(jobs, _prepare, (definition.source, pairing)) as pool:
        yield from pool.imap(_play_prepared, range(games))


_prepared: list[tuple[Definition, Pairing]] = []
"""In a process of the pool only: what it plays, loaded once."""


def _prepare(source: Path, pairing: Pairing) -> None:
    from tabletop.rules import load

    _prepared[:] = [(load(source), pairing)]


def _play_prepared(number: int) -> Game:
    return play_game(*_prepared[0], number)


# -- what came of it ---------------------------------------------------------------------------------------------------


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of wins (Wilson 1927)."""
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass
class Tally:
    """Games won; a shared win counts as its share."""

    games: int = 0
    won: float = 0.0

    def add(self, share: float) -> None:
        self.games += 1
        self.won += share

    def as_data(self) -> dict[str, Any]:
        low, high = wilson(self.won, self.games)
        share = self.won / self.games if self.games else 0.0
        return {
            "games": self.games,
            "wins": round(self.won, 3),
            "share": round(share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
        }


@dataclass
class Score:
    """What many games add up to; entrants of one name are counted together as well."""

    names: tuple[str, ...]
    by_name: dict[str, Tally] = field(default_factory=dict)
    by_seat: list[Tally] = field(default_factory=list)
    draws: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    lengths: list[int] = field(default_factory=list)
    decisions: int = 0
    playouts: int = 0
    thinking: float = 0.0

    def __post_init__(self) -> None:
        self.by_name = {name: Tally() for name in self.names}
        self.by_seat = [Tally() for _ in self.names]

    def add(self, game: Game) -> None:
        """Count a game."""
        winners = game.result.winners
        for seat, entrant in enumerate(game.seating, 1):
            share = 1 / len(winners) if seat in winners else 0.0
            self.by_name[self.names[entrant]].add(share)
            self.by_seat[seat - 1].add(share)
        self.draws += len(winners) > 1
        self.reasons[game.result.reason] = self.reasons.get(game.result.reason, 0) + 1
        self.lengths.append(game.actions)
        self.decisions += game.decisions
        self.playouts += game.playouts
        self.thinking += game.thinking

    @property
    def rate(self) -> float:
        """Return the playouts a second that were really done."""
        return self.playouts / self.thinking if self.thinking else 0.0

    def as_data(self) -> dict[str, Any]:
        lengths: Sequence[int] = sorted(self.lengths) or [0]
        games = len(self.lengths)
        return {
            "games": games,
            "agents": {name: tally.as_data() for name, tally in self.by_name.items()},
            "seats": {seat: tally.as_data() for seat, tally in enumerate(self.by_seat, 1)},
            "draws": self.draws,
            "reasons": dict(sorted(self.reasons.items())),
            "actions": {"least": lengths[0], "median": lengths[len(lengths) // 2], "most": lengths[-1]},
            "decisions": round(self.decisions / games, 1) if games else 0,
            "playouts": self.playouts,
            "playouts_a_second": round(self.rate),
        }
