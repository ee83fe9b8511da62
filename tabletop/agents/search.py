"""Tree search for any number of seats, chance, secrets and simultaneous choices.

Every iteration starts from a state resampled for the searching seat, walks down the tree, adds a node, plays out and
adds the outcome to what was walked. Each seat maximises its own reward (max^n). Where a game has no secrets there is
one tree, and wins and losses that are certain are propagated (MCTS-solver: Winands, Bjornsson, Saito 2008). Where it
has some, each seat has a tree of its own, whose nodes are what that seat has seen happen (MO-ISMCTS: Cowling, Powley,
Whitehouse 2012): nothing that a seat cannot know steers its choices, and seats that choose at once choose one after
the other without seeing each other's choice. Where a game evaluates, an action's evaluation counts as a few visits
before the first (Gelly, Silver 2007), so that wide positions are not tried action by action.
"""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from tabletop.agents.agent import (
    Budget,
    Countdown,
    Option,
    Stop,
    Thought,
    never,
    only_one,
    play_out,
    reward,
    step,
    weighed,
    worth,
)
from tabletop.agents.guided import Guided, guides
from tabletop.agents.solver import Solver
from tabletop.engine.rules import CHANCE, Event, State

DEFAULT = Budget(iterations=300)
MOST_NODES = 200_000
WORLDS = 4
PROBES = 3
PROBE_STEPS = 400
REUSE_LOOKS = 300
"""States compared with the new one when last move's tree is looked through for it."""


@dataclass(frozen=True)
class Settings:
    """How to search: `exploration` of UCB, the actions of a playout before the game judges it (None: to the end), the
    visits that an evaluation is worth, and the positions looked at for a forced win before anything else."""

    exploration: float = 0.7
    depth: int | None = None
    trust: float = 3.0
    prove: int = 0


class Edge:
    """An action in a node: its rewards to the seat that takes it, and how often it was taken and could be."""

    __slots__ = ("action", "available", "certain", "guess", "total", "visits")

    def __init__(self, action: Any) -> None:
        self.action = action
        self.visits = 0
        self.available = 0
        self.total = 0.0
        self.guess: float | None = None
        self.certain: tuple[float, ...] | None = None
        """What every seat gets for certain by it."""


class Node:
    """What a seat has seen happen since the root; where there are no secrets, what has happened."""

    __slots__ = ("certain", "children", "edges", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[Any, Edge] = {}
        self.children: dict[Hashable, Node] = {}
        self.certain: tuple[float, ...] | None = None


@dataclass
class Walk:
    """One iteration on its way: the choices made, and the nodes reached (one, or one a seat)."""

    state: State
    at: list[Node]
    steps: list[tuple[int, Node, Edge]]
    drawn: int = -1
    """How many choices had been made when chance was last due."""


class SearchAgent:
    """Search a tree; where the game has no secrets, keep it for the next move."""

    def __init__(self, seats: int, settings: Settings | None = None) -> None:
        self._seats = range(1, seats + 1)
        self._settings = settings or Settings()
        self._secret = False
        self._looks = 0
        """How often it was looked for secrets to come: what two looks into the future do not find is not there."""
        self._kept: tuple[Node, State] | None = None

    def choose(self, state: State, seat: int, budget: Budget, rng: random.Random, stop: Stop = never) -> Thought:
        forced = only_one(state, seat)
        if forced is not None:
            return forced
        if budget.iterations is None and budget.seconds is None:
            budget = DEFAULT
        countdown = Countdown(budget, stop)
        world = state.resample(seat, rng)
        if guides(world):
            return Guided(world, seat, self._settings.depth, self._settings.exploration, rng).thought(countdown)
        secret = self._secret = self._secret or has_secrets(world, seat, rng, PROBES if self._looks < 2 else 0)
        self._looks += 1
        if self._settings.prove and not secret:
            won = self._forced_win(world, seat, budget, stop)
            if won is not None:
                return won
        root = Node() if secret else self._find(world)
        search = _Search(world, seat, self._seats, root, secret, self._settings, rng)
        while not search.decided(countdown) and countdown.more():
            search.iterate()
        self._kept = None if secret or root.visits > MOST_NODES else (root, world)
        return search.thought(countdown.done)

    def _forced_win(self, state: State, seat: int, budget: Budget, stop: Stop) -> Thought | None:
        seconds = None if budget.seconds is None else budget.seconds / 4
        solver = Solver(seat, len(self._seats), seconds, self._settings.prove, stop)
        tree = solver.solve(state).tree
        if tree is None or tree.seat != seat:
            return None
        line = [tree]
        while line[-1].after:
            line.append(line[-1].after[0])
        return Thought(tree.action, 1.0, 0, tuple((one.seat, one.action) for one in line), proven=True)

    def _find(self, state: State) -> Node:
        """Look in the tree kept from the last move for the situation as it is now, what was tried most first."""
        if self._kept is None:
            return Node()
        root, before = self._kept
        key, count = state.key(), 0
        # The count keeps equal visits from being decided by comparing nodes.
        heap: list[tuple[int, int, Node, State, tuple[int, Any] | None]] = [(-root.visits, 0, root, before, None)]
        for _ in range(REUSE_LOOKS):
            if not heap:
                break
            _, _, node, there, step_there = heappop(heap)
            if step_there is not None:
                there = there.clone()
                there.apply(*step_there)
            if there.key() == key:
                return node
            for seat in there.to_act()[:1]:
                for action, child in node.children.items():
                    if child.visits:
                        count += 1
                        heappush(heap, (-child.visits, count, child, there, (seat, action)))
        return Node()


class _Search:
    """One search: a root, and the seats' trees below it."""

    def __init__(
        self,
        state: State,
        seat: int,
        seats: range,
        root: Node,
        secret: bool,
        settings: Settings,
        rng: random.Random,
    ) -> None:
        self.state = state
        self.seat = seat
        self.root = root
        self.secret = secret
        self.settings = settings
        self.rng = rng
        self.judges = hasattr(state, "evaluate")
        self.others: dict[int, Node] = {}
        self.seats = seats
        if secret and self.judges:
            self._judge_root()

    def _judge_root(self) -> None:
        """Judge the actions to choose from in several states: what one of them says of what is hidden is chance."""
        worlds = [self.state.resample(self.seat, self.rng) for _ in range(WORLDS)]
        for action in weighed(self.state, self.seat):
            edge = self.root.edges[action] = Edge(action)
            guesses = []
            for world in worlds:
                self._judge(world, self.seat, edge)
                guesses.append(edge.guess or 0.0)
            edge.guess = sum(guesses) / len(guesses)

    def decided(self, countdown: Countdown) -> bool:
        """Tell whether more iterations cannot change the choice."""
        edges = self.root.edges.values()
        if self.root.certain is not None or (edges and all(edge.certain is not None for edge in edges)):
            return True
        if len(self.state.to_act()) > 1 or len(edges) < 2 or (left := countdown.left) is None:
            return False
        first, second = sorted((edge.visits for edge in edges), reverse=True)[:2]
        return first - second > left

    def iterate(self) -> None:
        world = self.state.resample(self.seat, self.rng)
        walk = Walk(world, self._roots(), [])
        rewards = self._descend(walk)
        for seat, node, edge in walk.steps:
            node.visits += 1
            edge.visits += 1
            edge.total += rewards[seat - 1]
        if not self.secret:
            self._prove(walk)

    def _roots(self) -> list[Node]:
        if not self.secret:
            return [self.root]
        return [self.root if seat == self.seat else self.others.setdefault(seat, Node()) for seat in self.seats]

    def _descend(self, walk: Walk) -> Sequence[float]:
        """Walk to a node that is new and return what every seat gets from there."""
        state = walk.state
        while acting := state.to_act():
            seat = acting[0]
            if seat == CHANCE:
                walk.drawn = len(walk.steps)
                self._advance(walk, seat, state.draw(self.rng))
                continue
            node = walk.at[seat - 1] if self.secret else walk.at[0]
            if not node.visits and walk.steps:
                node.visits = 1
                return play_out(state, self.rng, self.seats, self.settings.depth)
            edge = self._select(state, seat, node)
            walk.steps.append((seat, node, edge))
            if edge.certain is not None and not self.secret:
                return edge.certain
            self._advance(walk, seat, edge.action)
            if self.secret and edge.guess is not None:
                # The first guess came of one state out of many.
                edge.guess += (worth(state, (seat,))[0] - edge.guess) / (edge.visits + 2)
        rewards = worth(state, self.seats)
        if not self.secret and walk.steps and walk.drawn != len(walk.steps):
            walk.steps[-1][2].certain = tuple(rewards)
        return rewards

    def _advance(self, walk: Walk, seat: int, action: Any) -> None:
        if not self.secret:
            walk.state.apply(seat, action)
            walk.at = [_child(walk.at[0], action)]
            return
        events: list[Event] = []
        walk.state.apply(seat, action, events)
        for index, other in enumerate(self.seats):
            seen = repr([(event.kind, event.data) for event in events if event.known_to(other)])
            walk.at[index] = _child(walk.at[index], (action if other == seat else None, seen))

    # -- choosing an edge ----------------------------------------------------------------------------------------------

    def _select(self, state: State, seat: int, node: Node) -> Edge:
        edges = self._edges(state, seat, node)
        settings = self.settings
        if self.secret:
            for edge in edges:
                edge.available += 1
        log = math.log(node.visits + 1)
        chosen, most = edges[0], -math.inf
        for edge in edges:
            if edge.certain is not None:
                certain = edge.certain[seat - 1]
                if certain == 1:
                    return edge
                score = certain if certain else -1.0
            else:
                if self.secret:
                    log = math.log(edge.available + 1)
                if edge.guess is not None:
                    n = edge.visits + settings.trust
                    score = (edge.total + settings.trust * edge.guess) / n + settings.exploration * math.sqrt(log / n)
                elif edge.visits:
                    score = edge.total / edge.visits + settings.exploration * math.sqrt(log / edge.visits)
                else:
                    score = 1e6 + self.rng.random()
            if score > most:
                chosen, most = edge, score
        return chosen

    def _edges(self, state: State, seat: int, node: Node) -> list[Edge]:
        if node.edges and not self.secret:
            return list(node.edges.values())
        edges = []
        for action in weighed(state, seat):
            edge = node.edges.get(action)
            if edge is None:
                edge = node.edges[action] = Edge(action)
                self._judge(state, seat, edge)
            edges.append(edge)
        return edges

    def _judge(self, state: State, seat: int, edge: Edge) -> None:
        """Look one action ahead: where it ends the game, what it gets; else what the game thinks of it."""
        if not self.judges:
            return
        after = state.clone()
        after.apply(seat, edge.action)
        result = after.result()
        if result is not None and not self.secret:
            edge.certain = tuple(reward(result, other) for other in self.seats)
        edge.guess = worth(after, (seat,))[0] + 1e-3 * self.rng.random()

    # -- certainty -----------------------------------------------------------------------------------------------------

    def _prove(self, walk: Walk) -> None:
        """Carry certain wins and losses up. Nothing is certain across a draw of chance."""
        for index in range(len(walk.steps) - 1, -1, -1):
            seat, node, edge = walk.steps[index]
            if edge.certain is None:
                return
            node.certain = self._certain(seat, node)
            if node.certain is None or index in (0, walk.drawn):
                return
            walk.steps[index - 1][2].certain = node.certain

    def _certain(self, seat: int, node: Node) -> tuple[float, ...] | None:
        """Return what is certain in a node: a win of its seat, or the best of actions that are all certain.

        With more seats, what a loser prefers is not certain: all its actions must then lead to the same.
        """
        known = [edge.certain for edge in node.edges.values() if edge.certain is not None]
        for outcome in known:
            if outcome[seat - 1] == 1:
                return outcome
        if len(known) < len(node.edges):
            return None
        if len(self.seats) > 2 and len(set(known)) > 1:
            return None
        return max(known, key=lambda outcome: outcome[seat - 1])

    # -- the answer ----------------------------------------------------------------------------------------------------

    def thought(self, playouts: int) -> Thought:
        actions = weighed(self.state, self.seat)
        edges = [self.root.edges.get(action) or Edge(action) for action in actions]
        options = tuple(Option(edge.action, self._mean(edge), edge.visits) for edge in edges)
        edge = self._choice(edges)
        certain = edge.certain is not None
        return Thought(edge.action, self._mean(edge), playouts, self._line(edge), options, certain)

    def _mean(self, edge: Edge) -> float:
        if edge.certain is not None:
            return edge.certain[self.seat - 1]
        if edge.visits:
            return edge.total / edge.visits
        return edge.guess if edge.guess is not None else 0.5

    def _choice(self, edges: list[Edge]) -> Edge:
        """Return the action tried most often, unless something certain is better."""
        won = [edge for edge in edges if edge.certain is not None and edge.certain[self.seat - 1] == 1]
        if won:
            return won[0]
        open_ = [edge for edge in edges if edge.certain is None]
        if not open_:
            return max(edges, key=lambda edge: (self._mean(edge), edge.visits))
        if len(self.state.to_act()) > 1:
            # Seats that choose at once must not be predictable: choose as often as it was tried.
            often = max(edge.visits for edge in open_)
            likely = [edge for edge in open_ if edge.visits * 5 >= often]
            return self.rng.choices(likely, [edge.visits + 1 for edge in likely])[0]
        chosen = max(open_, key=lambda edge: (edge.visits, self._mean(edge)))
        drawn = [edge for edge in edges if edge.certain is not None and self._mean(edge) > self._mean(chosen)]
        return max(drawn, key=self._mean) if drawn else chosen

    def _line(self, edge: Edge) -> tuple[tuple[int, Any], ...]:
        """Follow what was tried most, as far as nothing is hidden."""
        line = [(self.seat, edge.action)]
        if self.secret:
            return tuple(line)
        state, node = self.state.clone(), self.root
        while True:
            state.apply(*line[-1])
            acting = state.to_act()
            child = node.children.get(line[-1][1])
            if child is None or not child.edges or not acting or acting[0] == CHANCE:
                return tuple(line)
            node, seat = child, acting[0]
            won = [e for e in node.edges.values() if e.certain is not None and e.certain[seat - 1] == 1]
            edge = won[0] if won else max(node.edges.values(), key=lambda e: e.visits)
            if not edge.visits and not won:
                return tuple(line)
            line.append((seat, edge.action))


def _child(node: Node, label: Hashable) -> Node:
    child = node.children.get(label)
    if child is None:
        child = node.children[label] = Node()
    return child


def has_secrets(state: State, seat: int, rng: random.Random, probes: int = PROBES) -> bool:
    """Tell whether a seat cannot see everything, now or in so many games played on from here at random."""
    key = state.key()
    if len(state.to_act()) > 1 or any(state.resample(seat, rng).key() != key for _ in range(16)):
        return True
    for _ in range(probes):
        probe = state.clone()
        for count in range(PROBE_STEPS):
            acting = probe.to_act()
            if not acting:
                break
            if len(acting) > 1:
                return True
            events: list[Event] = []
            step(probe, rng, events)
            if any(event.seats is not None for event in events):
                return True
            if count % 8 == 0 and probe.resample(seat, rng).key() != probe.key():
                return True
    return False
