"""What a strong player would do, and what comes of it, for a person who asks."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from tabletop.agents.agent import Agent, Budget, Stop, never
from tabletop.engine.rules import Event, State

WORLDS = 4
"""States that the seat cannot tell apart, in all of which something must happen to be told."""
FOLLOWED = 4
"""Actions at most that a hint looks ahead, its own first."""
FOLLOW_UP = Budget(iterations=60)
TOLD_BY_THE_TABLE = ("asked_for", "reveal")
BEGINNINGS = (*TOLD_BY_THE_TABLE, "asks", "uses", "plays")
"""Kinds of events by which something only begins."""


@dataclass(frozen=True)
class Hint:
    """An action, and the event that says best what it is for: a sentence of the locale's `events`.

    `actions` are this action and the seat's own choices that belong to it, the last of which brings the event about.
    """

    action: Any
    event: Event | None
    actions: tuple[Any, ...]
    value: float | None = None

    @property
    def key(self) -> str:
        """Return the key of the sentence, "" where nothing tells more than the action itself."""
        return "" if self.event is None else self.event.kind


def hint(agent: Agent, state: State, seat: int, budget: Budget, rng: random.Random, stop: Stop = never) -> Hint:
    """Ask a strong agent, and play its action on states that the seat cannot tell from the true one.

    An action that only begins something (a spell that is asked for) is followed through the choices that belong to it:
    until something comes of it that can be told, somebody else acts, or the seat is asked the same thing again.
    """
    thought = agent.choose(state, seat, budget, rng, stop)
    expected = [action for _, action in takewhile(lambda step: step[0] == seat, thought.line)]
    worlds = [state.resample(seat, rng) for _ in range(WORLDS)]
    world = worlds[0]
    asked = world.prompt(seat).key
    action: Any = thought.action
    actions: list[Any] = []
    while True:
        events = _certain_events(worlds, seat, action)
        actions.append(action)
        told = telling(events, seat)
        if (
            len(actions) == FOLLOWED
            or (told is not None and told.kind not in BEGINNINGS)
            or any(one.to_act() != (seat,) for one in worlds)
            or world.prompt(seat).key == asked
        ):
            return Hint(thought.action, told, tuple(actions), thought.value)
        expects = len(expected) > len(actions) and expected[: len(actions)] == actions
        action = expected[len(actions)] if expects else None
        if action is None or world.refusal(seat, action) is not None:
            action = agent.choose(world, seat, FOLLOW_UP, rng, stop).action
        if any(one.refusal(seat, action) is not None for one in worlds):
            return Hint(thought.action, told, tuple(actions), thought.value)


def _certain_events(worlds: list[State], seat: int, action: Any) -> list[Event]:
    """Do an action in every world, and return what happens in all of them."""
    common: list[Event] | None = None
    for world in worlds:
        events: list[Event] = []
        world.apply(seat, action, events)
        common = events if common is None else [event for event in common if event in events]
    return common or []


def telling(events: list[Event], seat: int) -> Event | None:
    """Return the event by which an action is told: a win; else the last that befell another seat; else the first."""
    known = [event for event in events if event.known_to(seat)]
    won = [event for event in known if event.data.get("winner") == seat]
    others = [
        event
        for event in known
        if event.kind not in TOLD_BY_THE_TABLE
        and any(event.data.get(name, seat) not in (seat, 0) for name in ("seat", "owner", "target"))
    ]
    return next(reversed(won or others or known[:1]), None)
