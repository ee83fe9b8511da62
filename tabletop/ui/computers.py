"""The computer players of a table, in a process that is started when the first of them has to think."""

from __future__ import annotations

from tabletop.agents.opponents import Opponents
from tabletop.agents.worker import Worker
from tabletop.engine.match import Entry, Match


class Computers:
    """Thinks for the computer seats of whatever match it is given; nothing here waits."""

    def __init__(self) -> None:
        self._worker: Worker | None = None
        self._opponents: Opponents | None = None
        self._match: Match | None = None

    def tick(self, match: Match) -> list[Entry]:
        """Ask for what is due and play answers that have come; give what was played."""
        if not any(match.levels):
            self.stop()
            return []
        if self._worker is None:
            self._worker = Worker()
        if self._opponents is None or self._match is not match:
            self._worker.cancel()
            self._match, self._opponents = match, Opponents(match, self._worker)
        return self._opponents.poll()

    def stop(self) -> None:
        """Think no more and let the process go."""
        self._match = self._opponents = None
        if self._worker is not None:
            self._worker.close()
            self._worker = None
