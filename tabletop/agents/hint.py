"""What a strong player would do, and what comes of it, for a person who asks."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tabletop.agents.agent import Agent, Budget, Stop, Thought, never
from tabletop.engine.rules import Event, State


@dataclass(frozen=True)
class Hint:
    """An action, and the event that says best why: its kind and data are a sentence of the locale's `events`.

    `actions` are this action and the seat's own choices right after it, up to the one that brings the event about.
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
    """Ask a strong agent, and look at what its action leads to on a state that the seat cannot tell from the true one.

    An action that only begins something (a spell that is asked for) is followed through the choices expected after it.
    """
    thought = agent.choose(state, seat, budget, rng, stop)
    return explain(thought, state.resample(seat, rng), seat)


def explain(thought: Thought, state: State, seat: int) -> Hint:
    """Tell an action by the event, on the line expected, that changes most for the seat."""
    judge = getattr(state, "evaluate", None)
    before = judge(seat) if judge else 0.0
    actions: list[Any] = []
    told: tuple[Event, tuple[Any, ...]] | None = None
    most = -1.0
    for mover, action in thought.line or ((seat, thought.action),):
        if mover != seat or (state.to_act() != (seat,) and actions) or state.refusal(seat, action) is not None:
            break
        events: list[Event] = []
        state.apply(seat, action, events)
        actions.append(action)
        after = state.evaluate(seat) if judge else 0.0  # type: ignore[attr-defined]
        event = _main(events, seat)
        if event is not None and abs(after - before) > most + 1e-9:
            told, most = (event, tuple(actions)), abs(after - before)
        before = after
        if state.result() is not None:
            break
    if told is None:
        return Hint(thought.action, None, (thought.action,), thought.value)
    return Hint(thought.action, told[0], told[1], thought.value)


def _main(events: list[Event], seat: int) -> Event | None:
    """Return the event by which an action is told: the game won, else the last thing that befell another seat, else
    the first that happened."""
    known = [event for event in events if event.known_to(seat)]
    won = [event for event in known if event.data.get("winner") == seat]
    if won:
        return won[-1]
    others = [
        event
        for event in known
        if any(event.data.get(name, seat) not in (seat, 0) for name in ("seat", "owner", "target"))
        and event.kind not in ("asked_for", "reveal")
    ]
    return (others or known or [None])[-1 if others else 0]  # type: ignore[list-item]
