"""The running score of the people who play several games one after the other."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from tabletop import paths
from tabletop.engine.match import Match
from tabletop.engine.saves import Autosave
from tabletop.ui.sign import OWN_COLORS
from tabletop.ui.theme import OWNERS

T = TypeVar("T")


@dataclass
class Sitting:
    """Who plays, what each has won, and who sits where: `seating` holds a player for each seat.

    A draw is shared: each of two winners gets half a point.
    """

    players: list[str]
    seating: list[int] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    games: int = 0
    _counted: str = ""

    def __post_init__(self) -> None:
        self.seating = self.seating or list(range(len(self.players)))
        self.points = self.points or [0.0] * len(self.players)

    def count(self, match: Match) -> None:
        """Add the result of a match that is over, once."""
        result = match.result()
        for seat, player in enumerate(self.seating, 1):
            self.players[player] = match.names[seat - 1]
        if result is None or self._counted == match.id:
            return
        self._counted = match.id
        self.games += 1
        for seat in result.winners:
            self.points[self.seating[seat - 1]] += 1 / len(result.winners)

    def uncount(self, match: Match) -> None:
        """Forget the result of a match that is taken up again."""
        result = match.result()
        if self._counted != match.id or result is None:
            return
        self._counted = ""
        self.games -= 1
        for seat in result.winners:
            self.points[self.seating[seat - 1]] -= 1 / len(result.winners)

    def table(self) -> list[tuple[str, float]]:
        """List names and points, the best first."""
        return sorted(zip(self.players, self.points, strict=True), key=lambda entry: -entry[1])

    def move_on(self) -> None:
        """Let everyone move on by a seat: who sat first sits last."""
        self.seating = [*self.seating[1:], *self.seating[:1]]


def rotated(match: Match, autosave: Autosave | None) -> Match:
    """Begin the same game again, everyone moved on by a seat."""

    def moved(items: Sequence[T]) -> list[T]:
        return [*items[1:], *items[:1]]

    looks = match.looks
    if not looks and match.definition.rules not in OWN_COLORS:  # the usual colours go along too
        looks = tuple(owner.name for owner in OWNERS[: len(match.names)])
    return Match(
        match.definition,
        moved(match.names),
        options=match.options,
        levels=moved(match.levels),
        looks=moved(looks),
        rng=random.Random(),
        clock=match.clock.fresh() if match.clock is not None else None,
        autosave=autosave,
    )


def new_save(match: Match) -> Autosave | None:
    """Name the file for a match that follows this one; None where this one is not saved either."""
    return None if match.autosave is None else Autosave.new(paths.user_saves(), match.game, datetime.now())
