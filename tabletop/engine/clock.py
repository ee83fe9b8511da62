"""Clocks for people: a sand timer that starts anew with every decision, or one supply of time for the whole game."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

Kind = Literal["decision", "game"]

LONGEST_STEP = 5.0
"""Seconds: more than this between two looks at the time is a machine that slept or a time source that jumped."""


class Clock:
    """How long each seat still has; it runs for one seat at a time and only while somebody calls `tick`."""

    def __init__(
        self,
        kind: Kind,
        seconds: float,
        *,
        left: Mapping[int, float] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.kind: Kind = kind
        self.seconds = seconds
        self.seat: int | None = None
        self._left = dict(left or {})
        self._now = now
        self._looked = now()

    @classmethod
    def read(cls, saved: Any, now: Callable[[], float] = time.monotonic) -> Clock | None:
        """Make the clock that `saved` describes; None where that is no clock, so that a wrong one costs no game."""
        try:
            kind, seconds = saved["kind"], float(saved["seconds"])
            left = {int(seat): min(float(rest), seconds) for seat, rest in dict(saved.get("left", {})).items()}
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError):
            return None
        if kind not in get_args(Kind) or not 0 < seconds < float("inf"):
            return None
        return cls(kind, seconds, left=left, now=now)

    def fresh(self) -> Clock:
        """Return such a clock for a new game."""
        return Clock(self.kind, self.seconds, now=self._now)

    def write(self) -> dict[str, Any]:
        """Describe the clock for a save."""
        left = {} if self.kind == "decision" else {seat: round(rest, 1) for seat, rest in sorted(self._left.items())}
        return {"kind": self.kind, "seconds": self.seconds, "left": left}

    def left(self, seat: int) -> float:
        """Return the seconds a seat still has."""
        return self._left.get(seat, self.seconds)

    def turn(self, seat: int | None) -> None:
        """Run for a seat's new decision from now on; for None, stand still."""
        self.tick()
        self.seat = seat
        if self.kind == "decision":
            self._left.clear()

    def tick(self, paused: bool = False) -> int | None:
        """Let the time since the last call pass (unpaused); return the running seat once it has none left."""
        now = self._now()
        step = min(max(0.0, now - self._looked), LONGEST_STEP)  # also 0 where the time source is not a number
        self._looked = now
        if self.seat is None or paused:
            return None
        self._left[self.seat] = max(0.0, self.left(self.seat) - step)
        return self.seat if self._left[self.seat] == 0 else None
