"""The thinking process: it answers, gives up, hurries, is started anew when it dies, and goes when the window goes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tabletop import rules
from tabletop.agents.agent import Budget
from tabletop.agents.levels import Player, player
from tabletop.agents.opponents import Opponents
from tabletop.agents.worker import Answer, Worker
from tabletop.engine.definition import Definition
from tabletop.engine.match import Entry, Match, Request
from tests import games as toys
from tests.agents.conftest import LIMIT, alive, answers, wait_for

CHECKOUT = Path(__file__).resolve().parents[2]
FOREVER = Budget(seconds=3600)


@pytest.fixture(scope="module")
def monsters() -> Definition:
    return rules.load("spaghetti_monsters")


def table(definition: Definition, seed: int, levels: list[str | None], **options: Any) -> Match:
    names = [f"Player {seat}" for seat in range(1, len(levels) + 1)]
    return Match(definition, names, options=options, levels=levels, rng=random.Random(seed))


def thinker(definition: Definition) -> Player:
    return player(definition, "search")


def test_it_answers_with_a_legal_action_and_the_request(worker: Worker, monsters: Definition) -> None:
    match = table(monsters, 1, ["club", None])
    request = match.request(1)
    worker.ask(request, match.state, thinker(monsters), 2, budget=Budget(iterations=20))
    (answer,) = answers(worker)
    assert answer.request == request
    assert match.refusal(1, answer.action) is None
    assert match.answer(answer.request, answer.action)
    assert worker.thinking is None


def test_the_same_numbers_give_the_same_answers(monsters: Definition) -> None:
    match = table(monsters, 2, ["club", None])
    found = []
    for _ in range(2):
        worker = Worker(random.Random(9))
        try:
            worker.ask(match.request(1), match.state, thinker(monsters), 2, budget=Budget(iterations=50))
            found.append(answers(worker)[0].thought)
        finally:
            worker.close()
    assert found[0] == found[1] is not None


def test_a_cancelled_question_is_never_answered_and_the_next_one_is(worker: Worker, monsters: Definition) -> None:
    match = table(monsters, 3, ["club", None])
    worker.ask(match.request(1), match.state, thinker(monsters), 2, budget=FOREVER)
    wait_for(lambda: not worker.poll() and worker._asked is not None)
    process = worker.process_id
    worker.cancel()
    assert worker.thinking is None
    match.rename(1, "Ada")
    match.hand_over(1, "expert")  # the same seat, but a later revision
    worker.ask(match.request(1), match.state, thinker(monsters), 2, budget=Budget(iterations=5))
    (answer,) = answers(worker)
    assert answer.request == match.request(1)
    assert worker.process_id == process


def test_a_hurried_question_is_answered_with_what_was_found(worker: Worker, monsters: Definition) -> None:
    match = table(monsters, 4, ["club", None])
    worker.ask(match.request(1), match.state, thinker(monsters), 2, budget=FOREVER)
    wait_for(lambda: not worker.poll() and worker._asked is not None)
    worker.hurry()
    (answer,) = answers(worker)
    assert match.refusal(1, answer.action) is None


def test_a_killed_process_is_replaced_and_the_question_asked_again(worker: Worker, monsters: Definition) -> None:
    match = table(monsters, 5, ["club", None])
    worker.ask(match.request(1), match.state, thinker(monsters), 2, budget=Budget(iterations=3000))
    wait_for(lambda: not worker.poll() and worker._asked is not None)
    killed = worker.process_id
    assert killed is not None
    os.kill(killed, signal.SIGTERM)
    (answer,) = answers(worker)
    assert not answer.error
    assert match.refusal(1, answer.action) is None
    assert worker.process_id != killed


def test_a_question_over_which_processes_die_is_answered_without_thinking(worker: Worker, monsters: Definition) -> None:
    match = table(monsters, 6, ["club", None])
    worker.ask(match.request(1), match.state, thinker(monsters), 2, budget=FOREVER)
    found: list[Any] = []
    struck: set[int | None] = set()

    def kill_each() -> bool:
        found.extend(worker.poll())
        process = worker.process_id
        if worker._asked is not None and process not in struck:
            assert process is not None
            struck.add(process)
            os.kill(process, signal.SIGTERM)
        return bool(found)

    wait_for(kill_each)
    assert len(struck) == 3
    assert found[0].error
    assert match.refusal(1, found[0].action) is None


def stillborn(pipe: Any) -> None:
    """Be a process that ends before it can listen."""
    raise SystemExit(3)


def test_where_no_process_can_start_only_a_few_are_tried_and_something_legal_is_played(
    monsters: Definition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop.agents.worker.serve", stillborn)
    started: list[int | None] = []
    worker = Worker()
    match = table(monsters, 7, ["club", None])
    try:
        worker.ask(match.request(1), match.state, thinker(monsters), 2, budget=FOREVER)
        found: list[Answer] = []

        def look() -> bool:
            if worker.process_id is not None and worker.process_id not in started:
                started.append(worker.process_id)
            found.extend(worker.poll())
            return bool(found)

        wait_for(look)
        assert len(started) == 3 and found[0].error
        assert match.refusal(1, found[0].action) is None
        assert worker.process_id is None
        worker.ask(match.request(1), match.state, thinker(monsters), 2, kind="aside")
        assert [answer.action for answer in worker.poll()] == [None]
    finally:
        worker.close()


class Broken:
    """A state whose rules fail."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def resample(self, seat: int, rng: Any) -> Broken:
        return self

    def timeout(self, seat: int) -> Any:
        return self.state.timeout(seat)


def test_an_error_while_thinking_is_told_and_something_legal_played(worker: Worker, monsters: Definition) -> None:
    match = table(monsters, 7, ["club", None])
    worker.ask(match.request(1), Broken(match.state), thinker(monsters), 2)  # type: ignore[arg-type]
    (answer,) = answers(worker)
    assert "AttributeError" in answer.error
    assert match.refusal(1, answer.action) is None


def test_what_is_sent_was_resampled_and_holds_no_record(monsters: Definition, monkeypatch: pytest.MonkeyPatch) -> None:
    """The true state stays here: what the other seat holds face down is dealt anew for the question."""
    match = table(monsters, 8, ["club", "club"], level=3, face_down=True)
    while match.state.position()["phase"] == "face_down":
        (seat,) = match.to_act()
        match.play(seat, match.legal(seat)[0])
    sent: list[Any] = []
    monkeypatch.setattr(Worker, "_start", lambda self: setattr(self, "_ready", True))
    monkeypatch.setattr(Worker, "_tell", lambda self, message: sent.append(message))
    for seed in range(12):
        Worker(random.Random(seed)).ask(match.request(1), match.state, thinker(monsters), 2)
    own = {str(question.state.position(1)) for question in sent}
    others = {str(question.state.position(2)["face_down"]) for question in sent}
    assert own == {str(match.state.position(1))}
    assert len(others) > 1
    assert all(set(vars(question)) == set(vars(sent[0])) for question in sent)
    assert not any("Match" in type(value).__name__ for value in vars(sent[0]).values())


def test_toys_are_played_through_it(worker: Worker) -> None:
    """Games outside the program's own list can be played too: a state brings its rules with it."""
    for name in ("toy_bids", "toy_points", "toy_race"):
        definition = toys.load(name)
        match = table(definition, 1, ["club", "club"])
        seat = match.waiting_computers()[0]
        worker.ask(match.request(seat), match.state, thinker(definition), 2, budget=Budget(iterations=10))
        (answer,) = answers(worker)
        assert match.refusal(seat, answer.action) is None, name


def test_closing_ends_the_process_within_a_second(monsters: Definition, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted by what it is ready to wait: a clock would measure how busy the machine is (see the benchmark)."""
    worker = Worker(random.Random(1))
    match = table(monsters, 9, ["club", None])
    worker.ask(match.request(1), match.state, thinker(monsters), 2, budget=FOREVER)
    wait_for(lambda: not worker.poll() and worker._asked is not None)
    process = worker.process_id
    waited: list[float] = []
    join = worker._process.join

    def noting(timeout: float | None = None) -> None:
        waited.append(timeout or 0)  # without a limit only once it was killed
        join(timeout)

    monkeypatch.setattr(worker._process, "join", noting)
    worker.close()
    assert waited and sum(waited) < 1
    assert not alive(process)
    worker.close()
    assert worker.poll() == []


THINKING = """
import random, sys, time
from tabletop import rules
from tabletop.agents.agent import Budget
from tabletop.agents.levels import player
from tabletop.agents.worker import Answer, Worker
from tabletop.engine.match import Match
if __name__ == "__main__":
    definition = rules.load("spaghetti_monsters")
    match = Match(definition, ["A", "B"], levels=["club", None], rng=random.Random(1))
    worker = Worker()
    worker.ask(match.request(1), match.state, player(definition, "search"), 2, budget=Budget(seconds=3600))
    while worker._asked is None:
        worker.poll()
        time.sleep(0.002)
    print(worker.process_id, flush=True)
    if sys.argv[1:] == ["leave"]:
        sys.exit()
    time.sleep(3600)
"""


@pytest.mark.parametrize("end", ["leave", "kill"])
@pytest.mark.parametrize("started", ["-c", "file"])
def test_the_process_goes_with_the_window(end: str, started: str, tmp_path: Path) -> None:
    """However the window's process ends, killed or not, and whichever way Python was started."""
    file = tmp_path / "window.py"
    file.write_text(THINKING, encoding="utf-8")
    words = ["leave"] if end == "leave" else []
    command = [sys.executable, *(["-c", THINKING] if started == "-c" else [str(file)]), *words]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    window = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=CHECKOUT, env=environment)
    assert window.stdout is not None
    process = int(window.stdout.readline())
    if end == "kill":
        window.kill()
    window.wait(LIMIT)
    wait_for(lambda: not alive(process))  # it was to think for an hour
    window.stdout.close()


class Looking(Broken):
    """A state that tells which of the window's libraries its process has imported."""

    def timeout(self, seat: int) -> Any:
        return sorted(name for name in sys.modules if name.split(".")[0] in ("pygame", "pymunk"))


def test_it_never_imports_the_window(worker: Worker, monsters: Definition) -> None:
    match = table(monsters, 10, ["club", None])
    worker.ask(match.request(1), Looking(match.state), thinker(monsters), 2)  # type: ignore[arg-type]
    (answer,) = answers(worker)
    assert answer.error  # its rules fail, so that it answers by `timeout`
    assert answer.action == []


# -- a whole match -----------------------------------------------------------------------------------------------------


def test_computers_play_a_match_to_its_end(worker: Worker, monsters: Definition) -> None:
    match = table(monsters, 11, ["learner", "casual"])
    opponents = Opponents(match, worker, pause=0)
    played: list[Entry] = []

    def over() -> bool:
        played.extend(opponents.poll())
        return match.over

    wait_for(over)
    assert [entry.by for entry in played] == ["computer"] * len(played)
    assert len(played) == len(match.entries) - 1  # chance dealt
    assert opponents.errors == []


def test_a_seat_with_an_aside_is_asked_once_after_every_action(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 3 may veto the disc that seat 1 has put, though it is seat 2, a person, who must act."""
    match = table(toys.load("toy_points"), 1, [None, None, "club"], discs=1)
    opponents = Opponents(match, worker, pause=0)
    asked: list[tuple[int, str]] = []
    ask = worker.ask

    def noting(request: Request, *rest: Any, **words: Any) -> None:
        asked.append((request.seat, words["kind"]))
        ask(request, *rest, **words)

    monkeypatch.setattr(worker, "ask", noting)
    match.play(1, match.legal(1)[0])
    assert match.asides() == [3]
    wait_for(lambda: bool(opponents.poll()) or (bool(asked) and opponents._under_way is None))
    for _ in range(5):
        opponents.poll()
    assert asked == [(3, "aside")]


def test_a_move_takes_a_moment_and_a_click_hurries_it(worker: Worker, monsters: Definition) -> None:
    now = [0.0]
    match = table(monsters, 12, ["learner", None])
    opponents = Opponents(match, worker, pause=5, clock=lambda: now[0])
    wait_for(lambda: not opponents.poll() and opponents._held is not None)
    assert opponents.thinking == 1
    assert opponents.poll() == []
    now[0] = 4.9
    assert opponents.poll() == []
    opponents.hurry()
    assert [entry.seat for entry in opponents.poll()] == [1]
    assert opponents.thinking is None


def test_an_agent_that_errs_does_not_stop_the_game(monsters: Definition, worker: Worker) -> None:
    match = table(monsters, 14, ["club", None])
    opponents = Opponents(match, worker, pause=0)
    opponents._revision = match.revision
    opponents._held = Answer(match.request(1), "move", monsters.game.parse("sink 1"))
    (entry,) = opponents.poll()
    assert (entry.seat, entry.by) == (1, "computer")
    assert "`sink 1` was refused" in opponents.errors[0]


def test_a_hint_comes_and_is_dropped_when_the_match_has_gone_on(worker: Worker, monsters: Definition) -> None:
    match = table(monsters, 13, [None, None])
    opponents = Opponents(match, worker)
    opponents.poll()
    opponents.ask_hint(1)
    assert opponents.hinting
    wait_for(lambda: not opponents.poll() and opponents._hint is not None)
    found = opponents.take_hint()
    assert found is not None
    assert found.hint is not None
    assert match.refusal(1, found.hint.action) is None
    assert found.hint.key == "places"
    assert opponents.take_hint() is None
    opponents.ask_hint(1)
    match.play(1, match.legal(1)[0])
    opponents.poll()
    assert not opponents.hinting
    time.sleep(0.1)
    opponents.poll()
    assert opponents.take_hint() is None


def _disturb(monsters: Definition, times: int) -> None:
    """Undo, restart, quit or kill at random moments of thinking: no late move, no process left."""
    rng = random.Random(77)
    worker = Worker(random.Random(1))
    processes = {worker.process_id}
    slowest = 0.0
    try:
        match = table(monsters, 0, [None, "expert"])
        opponents = Opponents(match, worker, pause=0)
        for _ in range(times):
            if match.over or not match.is_human(match.to_act()[0]):
                match = table(monsters, rng.randrange(1000), [None, "expert"])
                opponents = Opponents(match, worker, pause=0)
            match.play(1, rng.choice(match.legal(1)))
            until = time.monotonic() + rng.random() * 0.08
            while time.monotonic() < until:
                began = time.perf_counter()
                opponents.poll()
                slowest = max(slowest, time.perf_counter() - began)
                time.sleep(0.003)
            what = rng.choice(["undo", "undo", "restart", "kill", "quit"])
            count = len(match.entries)
            if what == "kill":
                # Killed again and again before it can listen, no more would be started: a test of its own.
                if worker._ready or worker._stillborn == 0:
                    assert worker.process_id is not None
                    os.kill(worker.process_id, signal.SIGTERM)
            elif what == "quit":
                gone = worker.process_id
                worker.close()
                assert not alive(gone)
                worker = Worker(rng)
                opponents = Opponents(match, worker, pause=0)
            elif what == "restart":
                opponents.stop()
                match = table(monsters, rng.randrange(1000), [None, "expert"])
                opponents = Opponents(match, worker, pause=0)
            elif match.undo_plan(1).refusal is None:
                plan = match.undo_plan(1)
                match.undo(plan)
                for _ in range(5):
                    assert opponents.poll() == []
                    time.sleep(0.002)
                assert len(match.entries) == plan.to < count
            processes.add(worker.process_id)
    finally:
        worker.close()
    assert not any(alive(process) for process in processes)
    print(f"slowest look at the worker: {1000 * slowest:.1f} ms")


def test_disturbed_at_random_moments(monsters: Definition) -> None:
    _disturb(monsters, 30)


@pytest.mark.long
def test_disturbed_at_two_hundred_random_moments(monsters: Definition) -> None:
    _disturb(monsters, 200)
