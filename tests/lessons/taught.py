"""A lesson of ours played to its end: what happened in it, and how much the learner had to click."""

from __future__ import annotations

from dataclasses import dataclass, field

from tabletop.engine import lesson as lessons
from tabletop.engine.lesson import Lesson
from tabletop.engine.rules import Event, State
from tabletop.rules import GAMES
from tabletop.words import Words


@dataclass
class Taught:
    """A lesson gone through by what "Show me" shows: each step's events, those of `play` and `do` together."""

    lesson: Lesson
    state: State
    clicks: int = 0
    steps: list[list[Event]] = field(default_factory=list)

    @property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step]

    @property
    def done(self) -> list[str]:
        """What the learner did, in order."""
        return [step.do[0] for step in self.lesson.steps if step.do]

    def all(self, kind: str, **data: object) -> list[Event]:
        """The events of a kind whose data are these, among others."""
        return [event for event in self.events if event.kind == kind and data.items() <= event.data.items()]


def teach(name: str) -> Taught:
    """Play a lesson of ours, which has to be good; a click is "Next" or a pick on the way to an action."""
    lesson = lessons.load(lessons.locate(name), GAMES, Words)
    state = lesson.match().state.clone()
    taught = Taught(lesson, state)
    for step in lesson.steps:
        taught.steps.append([])
        acting = [(seat or state.to_act()[0], text) for seat, text in step.play]
        for seat, text in acting + [(lesson.learner, text) for text in step.do[:1]]:
            action = lesson.definition.game.parse(text)
            if seat == lesson.learner:
                taught.clicks += len(state.paths(seat, action)[0])
            state.apply(seat, action, taught.steps[-1])
        taught.clicks += not step.do
    return taught
