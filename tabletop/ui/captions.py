"""What the demo says about a game in large letters: captions made from events.

The words stand in the section `captions` of a game's locale, from the least telling kind of event to the most: `what`
happens and, where it helps, `why` it matters. `why_death` stands in for `why` where the event's data hold "death".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tabletop.engine.rules import Event
from tabletop.words import Words

EXPLAINED = 2  # times that the same reason is given in a game
PACE = 0.055  # seconds for reading a letter, at normal speed
BREATH = 1.2  # seconds before reading begins


@dataclass(frozen=True)
class Caption:
    """What happens and why it matters; both short."""

    what: str
    why: str = ""

    @property
    def seconds(self) -> float:
        """Give how long it takes to read, at normal speed."""
        return BREATH + PACE * (len(self.what) + len(self.why))


class Captions:
    """Makes the captions of one game: reasons are given the first times only."""

    def __init__(self, words: Words) -> None:
        self._words = words
        kinds = [key for key in words.keys("captions") if key not in ("start", "cut")]
        self._order = {kind: place for place, kind in enumerate(kinds)}
        self._told: Counter[str] = Counter()

    def start(self) -> Caption:
        """Say what the game is about, before its first move."""
        return self._caption("start", {})

    def cut(self) -> Caption:
        """Say that a game that runs too long ends here."""
        return self._caption("cut", {})

    def of(self, events: Sequence[Event]) -> Caption | None:
        """Say the most telling of what one action brought about; None where nothing is worth a caption."""
        told = [(self._order[key], event, key) for event in events if (key := self._key(event)) in self._order]
        if not told:
            return None
        _, event, key = max(told, key=lambda one: one[0])
        return self._caption(key, event.data)

    def _key(self, event: Event) -> str:
        sorts = (f"{event.kind}_{name}" for name in event.data)
        return next((key for key in sorts if key in self._order), event.kind)

    def _caption(self, key: str, data: dict[str, object] | object) -> Caption:
        params = dict(data) if isinstance(data, dict) else {}
        special = (f"why_{value}" for value in params.values() if isinstance(value, str))
        why = next((name for name in special if self._words.has("captions", f"{key}.{name}")), "why")
        reason = f"{key}.{why}"
        self._told[reason] += 1
        given = self._words.has("captions", reason) and self._told[reason] <= EXPLAINED
        return Caption(
            self._words.say("captions", f"{key}.what", params),
            self._words.say("captions", reason, params) if given else "",
        )
