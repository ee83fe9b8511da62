"""Matches between agents: many games with seats rotating, and what came of them."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tabletop.agents.agent import ASIDE_PLAYOUTS, Budget, aside
from tabletop.agents.levels import Player, agent, player
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


@dataclass
class Verbs:
    """How often somebody did what, by the actions' first words: when its seat had to act, and when it need not."""

    in_turn: Counter[str] = field(default_factory=Counter)
    out_of_turn: Counter[str] = field(default_factory=Counter)

    def count(self, action: Any, turn: bool) -> None:
        (self.in_turn if turn else self.out_of_turn)[str(action).split(" ", 1)[0]] += 1

    def add(self, other: Verbs) -> None:
        self.in_turn += other.in_turn
        self.out_of_turn += other.out_of_turn

    def as_data(self) -> dict[str, dict[str, int]]:
        return {"in_turn": dict(sorted(self.in_turn.items())), "out_of_turn": dict(sorted(self.out_of_turn.items()))}


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
    verbs: tuple[Verbs, ...] = ()
    """What each entrant did."""


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
    verbs = [Verbs() for _ in seating]
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
        verbs[seating[seat - 1]].count(thought.action, turn=True)
        state.apply(seat, thought.action)
        for other, action in _asides(state, players, rng):
            actions += 1
            verbs[seating[other - 1]].count(action, turn=False)
    result = state.result()
    assert result is not None
    return Game(number, seating, result, actions, decisions, playouts, thinking, tuple(verbs))


def _asides(state: State, players: Sequence[Player], rng: random.Random) -> Iterator[tuple[int, Any]]:
    """Ask every seat that need not act but may, as the table does: once after every action, in seat order.

    What one does is done, yielded, and makes all be asked anew. Who plays at random waits.
    """
    asked = True
    while asked:
        asked = False
        for seat, one in enumerate(players, 1):
            if one.level.agent == "random" or seat in state.to_act() or not state.legal(seat):
                continue
            found = aside(state.resample(seat, rng), seat, Budget(iterations=ASIDE_PLAYOUTS), rng)
            if found is not None:
                state.apply(seat, found.action)
                yield seat, found.action
                asked = True
                break


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
    verbs: dict[str, Verbs] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.by_name = {name: Tally() for name in self.names}
        self.by_seat = [Tally() for _ in self.names]
        self.verbs = {name: Verbs() for name in self.names}

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
        for name, verbs in zip(self.names, game.verbs, strict=False):
            self.verbs[name].add(verbs)

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
            "verbs": {name: verbs.as_data() for name, verbs in self.verbs.items()},
            "playouts": self.playouts,
            "playouts_a_second": round(self.rate),
        }
