"""The computer players of a table, in a process that is started when the first of them has to think."""

from __future__ import annotations

from tabletop.agents.opponents import PAUSE, Opponents
from tabletop.agents.worker import Answer, Worker
from tabletop.engine.match import Entry, Match

BRISK = 4.0
"""The speed at which computers play where movement is switched off: a move must still be seen."""


class Computers:
    """Thinks for the computer seats of whatever match it is given, and for people who want a hint; nothing here waits.

    `speed` is the setting: twice as fast halves the moment that a move takes at least.
    """

    def __init__(self) -> None:
        self._worker: Worker | None = None
        self._opponents: Opponents | None = None
        self._match: Match | None = None

    def tick(self, match: Match, speed: float = 1.0) -> list[Entry]:
        """Ask for what is due and play answers that have come; give what was played."""
        opponents = self._sit(match)
        if opponents is None:
            return []
        opponents.pause = PAUSE / (speed or BRISK)
        return opponents.poll()

    def listen(self, match: Match) -> None:
        """Let them think on while nothing may be played."""
        opponents = self._sit(match)
        if opponents is not None:
            opponents.listen()

    @property
    def thinking(self) -> int | None:
        """Give the seat that must act and thinks."""
        return self._opponents.thinking if self._opponents is not None else None

    def hurry(self) -> None:
        """Have whoever thinks play now."""
        if self._opponents is not None:
            self._opponents.hurry()

    def ask_hint(self, match: Match, seat: int) -> None:
        """Ask what the strongest player would do for a person."""
        opponents = self._sit(match, start=True)
        assert opponents is not None
        opponents.ask_hint(seat)

    def take_hint(self) -> Answer | None:
        """Give the hint once it has come, if the match has not gone on since."""
        return self._opponents.take_hint() if self._opponents is not None else None

    @property
    def hinting(self) -> bool:
        """Tell whether a hint is on its way."""
        return self._opponents is not None and self._opponents.hinting

    def take_errors(self) -> list[str]:
        """Give what went wrong while thinking since the last call; a legal action was played instead."""
        if self._opponents is None:
            return []
        found, self._opponents.errors = self._opponents.errors, []
        return found

    def stop(self) -> None:
        """Think no more; the process is gone a moment later."""
        self._match = self._opponents = None
        if self._worker is not None:
            self._worker.close(wait=False)
            self._worker = None

    def _sit(self, match: Match, start: bool = False) -> Opponents | None:
        """Give who thinks at a match; None where only people play and none of them has asked yet."""
        if self._worker is None:
            if not start and not any(match.levels):
                return None
            self._worker = Worker()
        if self._opponents is None or self._match is not match:
            self._worker.cancel()
            self._match, self._opponents = match, Opponents(match, self._worker)
        return self._opponents
