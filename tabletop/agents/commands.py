"""The headless commands of the computer players: match and solve. Each returns all that it prints."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from tabletop import UserError
from tabletop.agents import contest
from tabletop.agents.agent import Budget
from tabletop.agents.contest import Pairing, Score
from tabletop.agents.levels import NAMES
from tabletop.agents.search import has_secrets
from tabletop.agents.solver import Solver, written
from tabletop.commands import played
from tabletop.engine import definition as definitions
from tabletop.engine import record as records
from tabletop.engine.definition import Definition, Games
from tabletop.engine.faults import near
from tabletop.engine.rules import CHANCE, Refused
from tabletop.engine.source import shown
from tabletop.rules import GAMES
from tabletop.words import Words

BAR = 30


def match(
    game: str,
    seats: Sequence[str],
    games: int,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    options: Sequence[str] = (),
    seed: int = 0,
    jobs: int = 1,
    as_json: bool = False,
    known: Games = GAMES,
) -> str:
    """Play agents against each other, seats rotating, and return what came of it, as a table or as JSON."""
    for name in seats:
        if name not in NAMES:
            hint = near(name, NAMES) or f"; there are {_list(NAMES)}"
            raise UserError(f"--seats: there is no player `{shown(name)}`{hint}")
    definition = definitions.load(game, known, Path.cwd())
    try:
        resolved = definition.resolve(dict(_option(text) for text in options), len(seats))
    except Refused as error:
        raise UserError(f"{definition.id}: {Words(definition).refusal(error.refusal)}") from None
    pairing = Pairing(tuple(seats), resolved, Budget(iterations, seconds), seed)
    score = Score(pairing.names)
    for one in _with_bar(contest.play(definition, pairing, games, jobs), games):
        score.add(one)
    data = score.as_data()
    if as_json:
        return json.dumps({"game": definition.id, "options": resolved, "seed": seed, **data}, ensure_ascii=False)
    return "\n".join(table(definition, data))


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UserError(f"--option: `{shown(text)}` should be NAME=VALUE, such as level=2")
    if value.startswith("[") and value.endswith("]"):
        return name, [_scalar(item.strip()) for item in value[1:-1].split(",") if item.strip()]
    return name, _scalar(value)


def _scalar(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def _with_bar(games: Iterator[contest.Game], count: int) -> Iterator[contest.Game]:
    """Pass games on and show on a terminal's stderr how many there have been."""
    shows = sys.stderr is not None and sys.stderr.isatty()
    for done, game in enumerate(games, 1):
        if shows:
            full = BAR * done // count
            sys.stderr.write(f"\r[{'#' * full}{'.' * (BAR - full)}] {done}/{count}")
            sys.stderr.flush()
        yield game
    if shows:
        sys.stderr.write("\r" + " " * (BAR + 20) + "\r")
        sys.stderr.flush()


def table(definition: Definition, data: dict[str, Any]) -> list[str]:
    """Lay the numbers of a match out as lines of text."""
    lines = [f"{definition.id}: {data['games']} games, {data['draws']} drawn"]
    rows = [
        *((name, tally) for name, tally in data["agents"].items()),
        *((f"seat {seat}", tally) for seat, tally in data["seats"].items()),
    ]
    lines.append(f"{'':12} {'won':>7} {'of':>5} {'share':>7}   95 % interval")
    for name, tally in rows:
        share, low, high = (f"{100 * tally[key]:.1f}" for key in ("share", "low", "high"))
        lines.append(f"{name:12} {tally['wins']:7g} {tally['games']:5} {share:>6}%   {low} to {high} %")
    actions = data["actions"]
    lines.append(f"actions a game: {actions['median']} (from {actions['least']} to {actions['most']})")
    lines.append(f"decisions a game: {data['decisions']}")
    lines.append("ended by: " + _list(f"{reason} {count}" for reason, count in data["reasons"].items()))
    for name, verbs in data["verbs"].items():
        for when, counts in verbs.items():
            if counts:
                done = _list(f"{verb} {count}" for verb, count in counts.items())
                lines.append(f"{name} {when.replace('_', ' ')}: {done}")
    if data["playouts"]:
        lines.append(f"playouts: {data['playouts']}, {data['playouts_a_second']} a second")
    return lines


def solve(file: Path, seconds: float = 60.0, known: Games = GAMES) -> str:
    """Look for a forced win of the seat to act at a record's end; rules with a `solve` of their own answer themselves.

    Such a `solve(replay, seconds)` returns what is to be printed.
    """
    replay = played(records.read(file), file, None, known)
    own = getattr(import_module(type(replay.definition.game).__module__), "solve", None)
    if own is not None:
        try:
            answer: str = own(replay, seconds)
        except Refused as error:
            raise UserError(f"{shown(file)}: {Words(replay.definition).refusal(error.refusal)}") from None
        return answer
    state = replay.state
    acting = state.to_act()
    if not acting:
        raise UserError(f"{shown(file)}: the game is over; there is nothing to solve")
    if CHANCE in acting:
        raise UserError(f"{shown(file)}: chance is due; there is nothing to solve until it has drawn")
    seat = acting[0]
    solution = Solver(seat, replay.seats, seconds).solve(state)
    known_to_all = "" if not has_secrets(state, seat, random.Random(1)) else ", with what is hidden looked at"
    searched = f"{solution.positions} positions in {solution.seconds:.1f} s{known_to_all}"
    if solution.tree is not None:
        actions = "action" if solution.depth == 1 else "actions"
        return "\n".join(
            [f"seat {seat} wins by force within {solution.depth} {actions} ({searched}):", *written(solution.tree)]
        )
    if solution.exhausted:
        return f"seat {seat} has no forced win: everything was searched ({searched})"
    return f"seat {seat} has no forced win within {solution.depth} actions ({searched})"
