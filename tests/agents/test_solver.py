"""Forced wins: found where there are some, of the right depth, with every reply; not found where there are none."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tabletop import UserError, rules
from tabletop.agents import commands
from tabletop.agents.agent import Cancelled
from tabletop.agents.solver import Line, Solver, written
from tabletop.engine import record as records
from tests import games as toys
from tests.agents.test_agents import WINNING, race, started


def wins_everywhere(state: Any, line: Line, seat: int) -> int:
    """Play a tree through, every reply checked to be there; return how many ends it has."""
    assert state.refusal(line.seat, line.action) is None
    after = state.clone()
    after.apply(line.seat, line.action)
    if after.result() is not None:
        assert after.result().winners == (seat,)
        assert line.after == ()
        return 1
    others = {(other, action) for other in range(1, 6) if other != seat for action in after.legal(other)}
    answered = {(reply.seat, reply.action) for reply in line.after if reply.seat != seat}
    assert others == answered
    assert (sum(reply.seat == seat for reply in line.after) == 1) == (seat in after.to_act())
    return sum(wins_everywhere(after, reply, seat) for reply in line.after)


def test_the_winning_combination() -> None:
    """Worked case 1: nine actions of seat 1 and none of seat 2."""
    state = started(rules.load("spaghetti_monsters"), position=WINNING, level=2)
    solution = Solver(1, 2).solve(state)
    assert solution.tree is not None
    assert solution.depth == 9
    assert written(solution.tree)[0] == "1> ask"
    assert wins_everywhere(state, solution.tree, 1) == 1


def test_every_reply_is_looked_at() -> None:
    """Seat 1 needs two turns for its four spaces, and has them whichever of its two gears seat 2 takes."""
    state = race((1, 2), [6, 3], [2, 1])
    solution = Solver(1, 2).solve(state)
    assert solution.tree is not None
    assert solution.depth == 3
    replies = len(state_after(state, 1, solution.tree.action).legal(2))
    assert wins_everywhere(state, solution.tree, 1) == replies == 2
    assert written(solution.tree)[1].startswith("  2> ")


def state_after(state: Any, seat: int, action: Any) -> Any:
    after = state.clone()
    after.apply(seat, action)
    return after


def test_where_the_other_wins_there_is_none_and_that_is_certain() -> None:
    solution = Solver(1, 2).solve(race((1, 2), [0, 9], [0, 0]))
    assert solution.tree is None
    assert solution.exhausted


def test_three_seats_are_all_against_the_one() -> None:
    """Seat 1 wins next time round, unless seat 2 or 3 does before: seat 3 can."""
    assert Solver(1, 3).solve(race((1, 2, 3), [8, 0, 7], [0, 0, 2], track=10)).tree is None
    assert Solver(1, 3).solve(race((1, 2, 3), [8, 0, 1], [0, 0, 0], track=10)).tree is not None


def test_acting_out_of_turn_is_a_reply_too() -> None:
    """With a disc each, whoever puts last wins, unless the other has a veto left; ties are no wins."""
    assert Solver(1, 2).solve(started(toys.load("toy_points"), discs=1)).tree is None


def test_a_forced_win_by_a_declared_stalemate() -> None:
    """Both have nothing to gain but a repetition: seat 1, with more lives, may declare it in its own turn."""
    position = {
        "islands": [{"card": "birth", "number": None, "queue": [1, 2]}, {"card": "reverse_current", "queue": []}],
        "lives": [9, 1],
        "unused": [0, 0],
    }
    state = started(rules.load("spaghetti_monsters"), position=position, level=2)
    solution = Solver(1, 2).solve(state)
    assert solution.tree is not None
    assert wins_everywhere(state, solution.tree, 1) >= 1


def test_it_stops_when_told_and_in_time() -> None:
    state = started(rules.load("spaghetti_monsters"), level=1)
    with pytest.raises(Cancelled):
        Solver(1, 2, stop=lambda: "cancel").solve(state)
    assert Solver(1, 2, stop=lambda: "hurry").solve(state).tree is None
    assert Solver(1, 2, positions=500).solve(state).positions == 501
    assert Solver(1, 2, seconds=0.05).solve(state).seconds < 1


# -- the command -------------------------------------------------------------------------------------------------------


def write(tmp_path: Path, position: str, options: str = "{level: 2}") -> Path:
    file = tmp_path / "game.yaml"
    file.write_text(
        f"record: 1\ngame: spaghetti_monsters\noptions: {options}\nseats: [Ada, Ben]\n{position}\nactions: []\n",
        encoding="utf-8",
    )
    return file


CASE_1 = """position:
  islands:
    - {card: birth, number: null, queue: [1]}
    - {card: move_island, number: 1, queue: [1]}
    - {card: sacrifice, number: 2, queue: [1]}
    - {card: death, number: 1, queue: [2, 2]}
    - {card: drifting, number: 1, queue: [2, 2]}"""


def test_solve_prints_a_line_that_replays(tmp_path: Path) -> None:
    file = write(tmp_path, CASE_1)
    first, *lines = commands.solve(file).splitlines()
    assert first.startswith("seat 1 wins by force within 9 actions")
    assert len(lines) == 9
    text = file.read_text(encoding="utf-8").replace("actions: []", "actions:\n" + "\n".join(f"  - {x}" for x in lines))
    record = records.parse(text, "played")
    result = records.replay(record, rules.load("spaghetti_monsters")).state.result()
    assert result is not None
    assert result.winners == (1,)


def test_solve_says_when_there_is_nothing_to_find(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="chance is due"):
        commands.solve(write(tmp_path, "seed: 1"))
    empty = CASE_1.replace("[1]", "[]").replace("[2, 2]", "[]") + "\n  phase: placement\n  unplaced: [5, 5]"
    said = commands.solve(write(tmp_path, empty), seconds=0.2)
    assert "has no forced win within" in said
    assert "positions in" in said


def test_random_games_agree_with_a_plain_search() -> None:
    """On short tracks, every position's verdict equals a plain search of the whole game."""

    def plain(state: Any, seat: int) -> bool:
        if state.result() is not None:
            return bool(state.result().winners == (seat,))
        (mover,) = state.to_act()
        found = [plain(state_after(state, mover, action), seat) for action in state.legal(mover)]
        return any(found) if mover == seat else all(found)

    rng = random.Random(3)
    verdicts = set()
    for _ in range(60):
        spaces = rng.sample(range(1, 5), 3)
        state = race((1, 2, 3), spaces, [rng.randrange(3) for _ in range(3)], track=6)
        solution = Solver(1, 3).solve(state)
        expected = plain(state, 1)
        assert (solution.tree is not None) is expected
        assert solution.exhausted is not expected
        verdicts.add(expected)
        if solution.tree is not None:
            wins_everywhere(state, solution.tree, 1)
    assert verdicts == {True, False}
