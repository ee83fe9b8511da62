"""Things that move by identity, one event after the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace

Identity = Hashable


@dataclass(frozen=True)
class Placement:
    """Where a thing is: its middle in table units, size as a share, `alpha` from 0 to 1, turn in degrees, order `z`."""

    x: float
    y: float
    scale: float = 1.0
    alpha: float = 1.0
    angle: float = 0.0
    z: float = 0.0


@dataclass(frozen=True)
class Step:
    """What one event moves: targets by identity (None: it fades away), all within `seconds` at speed 1.

    `lift` raises things on their way by that many table units. `on_start` is called when it begins to be shown, not
    when it is skipped.
    """

    targets: Mapping[Identity, Placement | None]
    seconds: float = 0.35
    lift: float = 0.0
    on_start: Callable[[], None] | None = None


def ease(share: float) -> float:
    """Go from 0 to 1 gently at both ends."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


def between(one: Placement, other: Placement, share: float, lift: float = 0.0) -> Placement:
    """Give the placement a share of the way from one to the other."""

    def mid(a: float, b: float) -> float:
        return a + (b - a) * share

    arch = 4 * share * (1 - share) * lift
    z = max(one.z, other.z) + (0.5 if 0 < share < 1 else 0)
    return Placement(
        mid(one.x, other.x), mid(one.y, other.y) - arch, mid(one.scale, other.scale),
        mid(one.alpha, other.alpha), mid(one.angle, other.angle), z,
    )  # fmt: skip


class Stage:
    """Everything that stands on the table, and the steps still to be shown.

    `speed` 1 is the usual one, 2 twice as fast, 0 shows no movement.
    """

    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed
        self._rest: dict[Identity, Placement] = {}
        self._now: dict[Identity, Placement] = {}
        self._from: dict[Identity, Placement] = {}
        self._steps: deque[Step] = deque()
        self._began: float | None = None
        self._ended: float | None = None

    @property
    def busy(self) -> bool:
        """Tell whether steps are still to be shown."""
        return bool(self._steps)

    def place(self, targets: Mapping[Identity, Placement]) -> None:
        """Put exactly these things down at once and drop the steps: a new table, another size of the window."""
        self._steps.clear()
        self._began = self._ended = None
        self._rest = dict(targets)
        self._now = dict(targets)

    def add(self, step: Step) -> None:
        """Show a step after those already waiting."""
        self._steps.append(step)
        if self.speed <= 0:
            self.finish(quiet=False)

    def at(self, identity: Identity) -> Placement | None:
        """Give where a thing is shown now."""
        return self._now.get(identity)

    def items(self) -> Iterator[tuple[Identity, Placement]]:
        """Give all things, the lowest first."""
        return iter(sorted(self._now.items(), key=lambda item: item[1].z))

    def advance(self, now: float) -> bool:
        """Move on to a time in seconds; give whether anything moved."""
        if not self._steps:
            self._ended = None
            return False
        while self._steps:
            step = self._steps[0]
            if self._began is None:
                self._began = self._ended if self._ended is not None else now
                self._from = dict(self._now)
                if step.on_start:
                    step.on_start()
                    if not self._steps:  # it finished everything, or placed things anew
                        return True
            seconds = step.seconds / self.speed if self.speed > 0 else 0.0
            share = (now - self._began) / seconds if seconds > 0 else 1.0
            if share < 1:
                self._show(step, ease(share))
                return True
            self._ended = self._began + seconds
            self._end(step)
        self._ended = None
        return True

    def finish(self, quiet: bool = True) -> None:
        """Show all waiting steps' end at once."""
        while self._steps:
            step = self._steps[0]
            if self._began is None and not quiet and step.on_start:
                step.on_start()
            if self._steps:
                self._end(step)
        self._ended = None

    def _end(self, step: Step) -> None:
        for identity, target in step.targets.items():
            if target is None:
                self._rest.pop(identity, None)
                self._now.pop(identity, None)
            else:
                self._rest[identity] = self._now[identity] = target
        self._steps.popleft()
        self._began = None

    def _show(self, step: Step, share: float) -> None:
        for identity, target in step.targets.items():
            start = self._from.get(identity)
            if target is None:
                if start is not None:
                    self._now[identity] = replace(start, alpha=start.alpha * (1 - share))
            elif start is None:  # it comes out of nothing
                self._now[identity] = replace(
                    target, alpha=target.alpha * share, scale=target.scale * (0.6 + 0.4 * share)
                )
            else:
                self._now[identity] = between(start, target, share, step.lift)
