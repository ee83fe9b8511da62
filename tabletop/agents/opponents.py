"""The computer players of a match: who is asked what and when, and what is done with the answers."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from tabletop.agents.levels import Player, player
from tabletop.agents.worker import Answer, Kind, Worker
from tabletop.engine.levels import LEVELS
from tabletop.engine.match import Entry, Match, Request
from tabletop.engine.rules import Refused

PAUSE = 0.6
"""Seconds that a move takes at least, so that people can follow."""


class Opponents:
    """Ask and play for the computer seats of one match; call `poll` once a frame, it never waits.

    After every action each computer seat that may act out of turn is asked once, in seat order, then those that must
    act. Whatever changes the match (a person's action, undo, handing a seat over) cancels what was asked before.
    `pause` is how many seconds a move takes at least, from the first poll that could have played it.
    """

    def __init__(
        self, match: Match, worker: Worker, pause: float = PAUSE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._match = match
        self._worker = worker
        self.pause = pause
        self._clock = clock
        self._revision = -1
        self._shown_at: float | None = None
        self._to_ask: deque[tuple[int, Kind]] = deque()
        self._under_way: Request | None = None
        self._held: Answer | None = None
        self._hint: Answer | None = None
        self._hint_for: Request | None = None
        self.errors: list[str] = []
        """What went wrong while thinking; a legal action was played instead."""

    @property
    def thinking(self) -> int | None:
        """Return the seat that must act and thinks; a seat asked out of turn does not show it."""
        seat = self._under_way.seat if self._under_way else None
        return seat if seat in self._match.to_act() else None

    def hurry(self) -> None:
        """End the pause, and have whoever thinks answer with what it has found."""
        self._shown_at = float("-inf")
        self._worker.hurry()

    def ask_hint(self, seat: int) -> None:
        """Ask what Expert would do for a person; the answer comes by `take_hint`."""
        self.listen()  # a change not seen yet would take the question back
        self._hint, self._hint_for = None, self._match.request(seat)
        self._put(seat, "hint", player(self._match.definition, LEVELS[-1]))

    def take_hint(self) -> Answer | None:
        """Return the hint once it has come, if the match has not gone on since."""
        found, self._hint = self._hint, None
        return found if found is not None and found.request == self._match.request(found.request.seat) else None

    @property
    def hinting(self) -> bool:
        """Tell whether a hint is on its way."""
        return self._hint_for is not None and self._hint_for == self._match.request(self._hint_for.seat)

    def poll(self) -> list[Entry]:
        """Take in answers, play one when its moment has come, and ask what is to be asked; return what was played."""
        self.listen()
        if self._shown_at is None:
            self._shown_at = self._clock()
        held = self._held
        if held is None:
            return []
        if held.action is not None and self._clock() - self._shown_at < self.pause and held.kind == "move":
            return []
        self._held = self._under_way = None
        played = self._play(held)
        if not played:
            self._ask_next()
        return played

    def listen(self) -> None:
        """Take in answers and ask what is to be asked, but play nothing: the table is covered, or things move on it."""
        if self._match.revision != self._revision:
            self._begin()
        for answer in self._worker.poll():
            self._take(answer)
        if self._held is not None and self._held.action is None:  # it waits: nothing is to be played
            self._held = self._under_way = None
        if self._held is None:
            self._ask_next()

    def stop(self) -> None:
        """Take back everything that was asked."""
        self._worker.cancel()
        self._to_ask.clear()
        self._under_way = self._held = self._hint = self._hint_for = None

    def _begin(self) -> None:
        """The match has changed: forget what was asked, and note who is to be asked now."""
        self.stop()
        match = self._match
        self._revision = match.revision
        self._shown_at = None
        # After an undo people decide first: whatever a computer did now would leave nothing to do again.
        if not match.over and not (match.can_redo and match.next_human is not None):
            self._to_ask.extend((seat, "aside") for seat in match.asides())
            self._to_ask.extend((seat, "move") for seat in match.waiting_computers())

    def _play(self, answer: Answer) -> list[Entry]:
        if answer.action is None:
            return []
        try:
            return self._match.answer(answer.request, answer.action) or []
        except Refused as error:
            # An agent that errs must not stop the game.
            self.errors.append(f"seat {answer.request.seat}: `{answer.action}` was refused: {error.refusal.key}")
            if answer.kind != "move":
                return []
            return self._match.answer(answer.request, self._match.state.timeout(answer.request.seat)) or []

    def _ask_next(self) -> None:
        if self._under_way is None and self._to_ask:
            seat, kind = self._to_ask.popleft()
            self._under_way = self._match.request(seat)
            level = self._match.levels[seat - 1]
            self._put(seat, kind, player(self._match.definition, level if level in LEVELS else LEVELS[1]))

    def _put(self, seat: int, kind: Kind, who: Player) -> None:
        match = self._match
        self._worker.ask(match.request(seat), match.state, who, len(match.names), kind=kind)

    def _take(self, answer: Answer) -> None:
        if answer.error:
            self.errors.append(answer.error)
        if answer.kind == "hint":
            if answer.request == self._hint_for:
                self._hint, self._hint_for = answer, None
        elif answer.request == self._under_way:
            self._held = answer
