"""The headless commands: replay, perft, check. Each returns all that it prints, or raises UserError in one sentence."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tabletop import UserError
from tabletop.engine import definition as definitions
from tabletop.engine import lesson as lessons
from tabletop.engine import record as records
from tabletop.engine import source
from tabletop.engine.definition import Definition, DefinitionError, Games, NotFound
from tabletop.engine.match import Match
from tabletop.engine.record import ChanceUnknown, IllegalAction, Record, Replay
from tabletop.engine.rules import CHANCE, Refusal, Refused, State
from tabletop.engine.source import SourceError, shown
from tabletop.files import write_new
from tabletop.rules import GAMES

MAX_DEPTH = 100
MAX_ERRORS = 100


def replay(file: Path, at: int | None = None, seat: int | None = None, games: Games = GAMES) -> str:
    """Return, as JSON, where a record leads after its first `at` entries, as far as `seat` may know."""
    record = records.read(file)
    name = shown(file, 4096)
    if at is not None and at > len(record.actions):
        raise UserError(f"{name}: --at {at} is past the end; the record has {len(record.actions)} actions")
    if seat is not None and seat > len(record.seats):
        raise UserError(f"{name}: there is no seat {seat}; the seats are 1 to {len(record.seats)}")
    game = played(record, file, at, games)
    state = game.state
    seats = range(1, len(record.seats) + 1) if seat is None else (seat,)
    legal = {str(number): sorted(map(str, state.legal(number))) for number in seats}
    result = state.result()
    shape: dict[str, Any] = {
        "position": state.position(seat),
        "to_act": list(state.to_act()),
        "legal": {number: texts for number, texts in legal.items() if texts},
        "result": None,
    }
    if result is not None:
        shape["result"] = {"winners": list(result.winners), "reason": result.reason}
        if result.scores is not None:
            shape["result"]["scores"] = dict(result.scores)
    return json.dumps(shape, ensure_ascii=False, allow_nan=False, indent=1)


def perft(file: Path, depth: int, divide: bool = False, games: Games = GAMES) -> str:
    """Count the sequences of `depth` actions from a record's end; with `divide`, of each first action too."""
    if depth > MAX_DEPTH:
        raise UserError(f"--depth goes to {MAX_DEPTH}, not {depth}")
    game = played(records.read(file), file, None, games)
    try:
        if not (divide and depth):
            return str(_count(game, game.state, game.rng, depth))
        state, rng = _after_chance(game.state, game.rng)
        several = len(state.to_act()) > 1
        lines, total = [], 0
        for seat, action in _asked(game, state):
            child = state.clone()
            child.apply(seat, action)
            count = _count(game, child, rng, depth - 1)
            lines.append(f"{records.written((seat if several else None, str(action)))}: {count}")
            total += count
        return "\n".join([*sorted(lines), str(total)])
    except ChanceUnknown:
        raise UserError(f"{shown(file, 4096)}: {_words(game.definition).say('refusals', 'chance_unknown')}") from None


def check(files: list[Path], games: Games = GAMES) -> str:
    """Check definitions, lessons and records (all games and lessons when none are named); return a line for each."""
    named = [_found(file) for file in files] or [
        path for folder in definitions.folders() if os.path.isdir(folder) for path in _yaml(folder)
    ]
    lines: list[str] = []
    errors: list[str] = []
    for path in named:
        name = definitions.display(path) if not files else shown(path, 4096)
        try:
            lines.append(f"{name}: {_checked(path, games)}")
        except DefinitionError as error:
            errors += error.errors
        except NotFound as error:
            errors.append(f"{name}: {error}")
        except UserError as error:
            errors.append(str(error))
    if errors:
        more = [f"and {len(errors) - MAX_ERRORS} more"] if len(errors) > MAX_ERRORS else []
        raise UserError("\n".join(errors[:MAX_ERRORS] + more))
    return "\n".join(lines) if lines else "there are no games to check"


def _found(file: Path) -> Path:
    """Look for a bare name that is not here in the folders of games too: that is where a club's file lies."""
    if file.name == str(file) and not os.path.lexists(file):
        return next((folder / file for folder in definitions.folders() if (folder / file).is_file()), file)
    return file


def _yaml(folder: Path) -> list[Path]:
    # Names with a dot in front are what editors and file systems leave beside a file.
    found = (path for path in folder.iterdir() if path.suffix in (".yaml", ".yml"))
    return sorted(path for path in found if not path.name.startswith("."))


def _checked(path: Path, games: Games) -> str:
    tree = source.read(path)
    if tree.get("record") is not None:
        record = records.from_tree(tree)
        played(record, path, None, games)
        return f"good (a record of {len(record.actions)} actions)"
    if tree.get("lesson") is not None or lessons.is_lesson(path):
        lesson = lessons.load(path, games, _speaker())
        count = len(lesson.steps)
        return f"good (a lesson of {count} step{'s' if count > 1 else ''})"
    definition = definitions.load(path.absolute(), games)
    low, high = definition.seats
    try:
        definition.resolve({}, low)
    except Refused as error:
        said = shown(_words(definition).refusal(error.refusal), 400)
        raise UserError(f"{shown(path, 4096)}: as it is, without other options: {said}") from None
    return f"good (a game for {low if low == high else f'{low} to {high}'})"


def find_lesson(name: str, games: Games = GAMES) -> Path:
    """Find a lesson by its id or path and see that it can be used; raise UserError with all that is wrong."""
    path = lessons.locate(name)
    try:
        lessons.load(path, games, _speaker())
    except UserError as error:
        raise UserError("\n".join(error.lines)) from None
    return path


def make_lesson(file: Path, out: Path | None, learner: int = 1, games: Games = GAMES) -> str:
    """Write the skeleton of a lesson from a record; say where it is."""
    record = records.read(file)
    name = shown(file, 4096)
    if learner > len(record.seats):
        raise UserError(f"{name}: there is no seat {learner}; the seats are 1 to {len(record.seats)}")
    replay = played(record, file, None, games)
    match = Match(replay.definition, record.seats, options=record.options, position=record.position)
    for seat, action in replay.played:
        match.play(seat, action)
    if not match.entries:
        raise UserError(f"{name}: nothing was played in this game, so there is nothing to make a lesson from")
    out = out or Path(file.stem + lessons.ENDING)
    if not lessons.is_lesson(out):
        raise UserError(f"--out {shown(out, 4096)}: a lesson's file is called NAME{lessons.ENDING}")
    write_new(out, lessons.skeleton(match, learner, _speaker()))
    path = shown(out, 4096)
    return f'{path}: written; fill in its titles and texts, then check it: python main.py check "{path}"'


def played(record: Record, file: Path, at: int | None, games: Games) -> Replay:
    """Replay a record; say in one sentence what is wrong with it."""
    name = shown(file, 4096)
    place = record.marks.find(["game"]).place if record.marks else name
    try:
        definition = definitions.load(record.game, games, Path(file).absolute().parent)
    except NotFound as error:
        raise UserError(f"{place}: {error}") from None
    except (DefinitionError, SourceError) as error:
        raise UserError(f"{place}: the game `{shown(record.game)}` cannot be used: {error}") from None
    try:
        return records.replay(record, definition, at)
    except IllegalAction as error:
        said = _words(definition, record).refusal(error.refusal)
        raise UserError(f'{name}: action {error.number} "{shown(error.text)}": {shown(said, 400)}') from None
    except Refused as error:
        raise UserError(
            f"{record.place(error.refusal) or name}: {_key(error.refusal)}{_said(definition, record, error)}"
        ) from None


def _key(refusal: Refusal) -> str:
    return f"`{shown(refusal.where)}`: " if refusal.where.startswith("position") else ""


def _said(definition: Definition, record: Record, error: Refused) -> str:
    return shown(_words(definition, record).refusal(error.refusal), 400)


def _words(definition: Definition, record: Record | None = None) -> Any:
    return _speaker()(definition, record.seats if record else ())


def _speaker() -> lessons.Speak:
    from tabletop.words import Words  # only a failure, or a lesson, needs words

    return Words


# -- counting ----------------------------------------------------------------------------------------------------------


def _count(game: Replay, state: State, rng: random.Random | None, depth: int) -> int:
    if depth == 0:
        return 1
    state, rng = _after_chance(state, rng)
    if depth == 1:
        return sum(1 for _ in _asked(game, state))
    total = 0
    for seat, action in _asked(game, state):
        child = state.clone()
        child.apply(seat, action)
        total += _count(game, child, rng, depth - 1)
    return total


def _asked(game: Replay, state: State) -> Iterator[tuple[int, Any]]:
    """List what the seats that must act may do, without what nobody is asked for."""
    asides = game.definition.game.asides
    for seat in state.to_act():
        for action in state.legal(seat):
            if str(action).split(" ", 1)[0] not in asides:
                yield seat, action


def _after_chance(state: State, rng: random.Random | None) -> tuple[State, random.Random | None]:
    """Take chance's draws where they are due; every way to the same draw takes the same random numbers."""
    if state.to_act() != (CHANCE,):
        return state, rng
    if rng is None:
        raise ChanceUnknown
    state, own = state.clone(), random.Random()
    own.setstate(rng.getstate())
    while state.to_act() == (CHANCE,):
        state.apply(CHANCE, state.draw(own))
    return state, own
