"""The process in which computer players think, and the window's side of it, which never waits.

The process is spawned once and kept. It is sent a state that was resampled for the seat it plays: never the record, a
seed of chance or the true state. One question is under way at a time; a further message tells the thinker to hurry or
to give up. When the window's process goes, the pipe ends, and so does this one.
"""

from __future__ import annotations

import random
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal

from tabletop.agents.agent import ASIDE_SECONDS, Agent, Budget, Cancelled, Signal, Thought, aside
from tabletop.agents.hint import Hint, hint
from tabletop.agents.levels import Player, agent
from tabletop.engine.match import Request
from tabletop.engine.rules import State

Kind = Literal["move", "aside", "hint"]

PATIENCE = 2.0
"""Seconds for which a thinker told to give up may stay silent before its process is ended and a new one started."""
ATTEMPTS = 3
"""Processes that may die over one question before it is answered without thinking."""
FAREWELL = 0.3
AGENTS_KEPT = 8


@dataclass(frozen=True)
class Question:
    """What a seat is asked; everything in it is the seat's to know."""

    number: int
    request: Request
    kind: Kind
    state: State
    player: Player
    seats: int
    seed: int
    budget: Budget | None = None


@dataclass(frozen=True)
class Answer:
    """What a computer player answers; `Match.answer` drops it by its request when it comes late.

    `action` is None when a seat asked out of turn waits. `error` tells a developer what went wrong; the action is then
    any legal one.
    """

    request: Request
    kind: Kind
    action: Any
    thought: Thought | None = None
    hint: Hint | None = None
    error: str = ""


# -- in the worker -----------------------------------------------------------------------------------------------------


def serve(pipe: Connection) -> None:
    """Answer questions until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the window's to deal with, which then ends the pipe
    try:
        pipe.send("ready")
        thinker = _Thinker(pipe)
        while True:
            message = thinker.next()
            if isinstance(message, Question):
                pipe.send(thinker.answer(message))
    except (EOFError, OSError):
        return


class _Thinker:
    """Agents by the seat they play, and the message by which the last question was interrupted."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._waiting: deque[Any] = deque()
        self._agents: dict[tuple[Any, ...], Agent] = {}

    def next(self) -> Any:
        return self._waiting.popleft() if self._waiting else self._pipe.recv()

    def answer(self, question: Question) -> tuple[int, Answer | None]:
        """Return the number of the question and its answer; None when nobody wants it any more."""
        empty = Answer(question.request, question.kind, None)
        try:
            return question.number, self._think(question, empty)
        except Cancelled:
            return question.number, None
        except Exception:
            error = traceback.format_exc()
            return question.number, replace(empty, action=anything(question), error=error)

    def _think(self, question: Question, empty: Answer) -> Answer:
        state, seat = question.state, question.request.seat
        rng = random.Random(question.seed)
        stop = self._listen()
        if question.kind == "aside":
            thought = aside(state, seat, question.budget or Budget(seconds=ASIDE_SECONDS), rng, stop)
            return replace(empty, action=thought.action if thought else None, thought=thought)
        player = self._agent(question)
        budget = question.player.budget(question.budget)
        if question.kind == "hint":
            found = hint(player, state, seat, budget, rng, stop)
            return replace(empty, action=found.action, hint=found)
        thought = player.choose(state, seat, budget, rng, stop)
        return replace(empty, action=thought.action, thought=thought)

    def _agent(self, question: Question) -> Agent:
        key = (question.request.match, question.request.seat, question.kind, question.player)
        made = self._agents.pop(key, None) or agent(question.player, question.seats)
        self._agents[key] = made
        while len(self._agents) > AGENTS_KEPT:
            del self._agents[next(iter(self._agents))]
        return made

    def _listen(self) -> Callable[[], Signal]:
        hurry = False

        def listen() -> Signal:
            nonlocal hurry
            if self._pipe.poll(0):
                message = self._pipe.recv()
                if message != "hurry":
                    if message != "cancel":
                        self._waiting.append(message)
                    return "cancel"
                hurry = True
            return "hurry" if hurry else "go"

        return listen


def anything(question: Question) -> Any:
    """Answer without thinking."""
    return None if question.kind == "aside" else question.state.timeout(question.request.seat)


# -- in the window -----------------------------------------------------------------------------------------------------


def farewell(process: BaseProcess) -> None:
    """Wait until a process has ended, whose pipe is closed; end it where it does not do so by itself."""
    process.join(FAREWELL)
    if process.is_alive():
        process.terminate()
        process.join(FAREWELL)
    if process.is_alive():
        process.kill()
        process.join()
    with suppress(ValueError):  # buried by another thread at this very moment, it is taken for alive
        process.close()


class Worker:
    """The window's side: ask, look in with `poll` once a frame, cancel, close. Nothing here waits for the thinker.

    `rng` resamples states and seeds the thinking; the same numbers give the same answers for budgets in iterations.
    """

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.Random()
        self._queue: deque[Question] = deque()
        self._asked: Question | None = None
        self._wanted = False
        """Whether the answer to what was asked is still wanted."""
        self._given_up_at = 0.0
        self._attempts = 0
        self._stillborn = 0
        """Processes in a row that ended before they could listen; after a few no more are started."""
        self._number = 0
        self._closed = False
        self._start()

    def ask(
        self,
        request: Request,
        state: State,
        player: Player,
        seats: int,
        *,
        kind: Kind = "move",
        budget: Budget | None = None,
    ) -> None:
        """Ask a seat; the state is resampled for it here. `budget` stands in for a level's budget by the clock."""
        self._number += 1
        world = state.resample(request.seat, self._rng)
        seed = self._rng.getrandbits(64)
        self._queue.append(Question(self._number, request, kind, world, player, seats, seed, budget))
        self._send()

    def cancel(self) -> None:
        """Take back every question; no answer to any of them is returned any more."""
        self._queue.clear()
        if self._asked is not None and self._wanted:
            self._wanted = False
            self._given_up_at = time.monotonic()
            self._tell("cancel")

    def hurry(self) -> None:
        """Have the question under way answered with what has been found so far."""
        if self._asked is not None and self._wanted:
            self._tell("hurry")

    @property
    def thinking(self) -> Request | None:
        """Return the request that is being thought about, or is next."""
        if self._asked is not None and self._wanted:
            return self._asked.request
        return self._queue[0].request if self._queue else None

    @property
    def process_id(self) -> int | None:
        """Return the id of the worker's process."""
        return self._process.pid if self._stillborn < ATTEMPTS else None

    def poll(self) -> list[Answer]:
        """Return the answers that have come, at once; start a new process where the old one has died or hangs."""
        if self._closed:
            return []
        answers: list[Answer] = []
        if self._stillborn >= ATTEMPTS:
            error = "no thinking process can be started"
            answers = [Answer(one.request, one.kind, anything(one), error=error) for one in self._queue]
            self._queue.clear()
            return answers
        try:
            while self._pipe.poll(0):
                self._receive(self._pipe.recv(), answers)
        except (EOFError, OSError):
            self._restart(answers)
        if self._stillborn < ATTEMPTS and not self._process.is_alive():
            self._restart(answers)
        late = self._asked is not None and not self._wanted and time.monotonic() - self._given_up_at > PATIENCE
        if late:
            self._restart(answers)
        self._send()
        return answers

    def close(self, wait: bool = True) -> None:
        """End the process within a second; it is gone when this returns, or a little later without `wait`."""
        if self._closed:
            return
        self._closed = True
        self._queue.clear()
        if self._stillborn >= ATTEMPTS:
            return
        self._pipe.close()
        if wait:
            farewell(self._process)
        else:
            self._part()

    # -- inside --------------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._ready = False
        self._process: BaseProcess = context.Process(target=serve, args=(theirs,), daemon=True, name="tabletop-thinker")
        self._process.start()
        theirs.close()

    def _part(self) -> None:
        """Let the process end without waiting; not by a daemon: the program ends after the process has."""
        threading.Thread(target=farewell, args=(self._process,), name="farewell").start()

    def _restart(self, answers: list[Answer]) -> None:
        self._process.kill()  # dead, or deaf: there is nothing to wait for
        self._pipe.close()
        self._part()
        asked, self._asked = self._asked, None
        if asked is not None and self._wanted:
            self._attempts += 1
            if self._attempts >= ATTEMPTS:
                error = f"the thinking process died {ATTEMPTS} times over this question"
                answers.append(Answer(asked.request, asked.kind, anything(asked), error=error))
                self._attempts = 0
            else:
                self._queue.appendleft(asked)
        self._stillborn += not self._ready
        if self._stillborn < ATTEMPTS:
            self._start()

    def _receive(self, message: Any, answers: list[Answer]) -> None:
        if message == "ready":
            self._ready = True
            self._stillborn = 0
            return
        number, answer = message
        if self._asked is None or self._asked.number != number:
            return
        if answer is not None and self._wanted:
            answers.append(answer)
        self._asked = None
        self._attempts = 0

    def _send(self) -> None:
        """Send the next question once the last is answered: a process that listens never lets a send block."""
        if self._ready and self._asked is None and self._queue and not self._closed:
            self._asked, self._wanted = self._queue.popleft(), True
            self._tell(self._asked)

    def _tell(self, message: Any) -> None:
        with suppress(OSError):  # it has died, which `poll` sees
            self._pipe.send(message)
