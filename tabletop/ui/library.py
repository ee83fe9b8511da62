"""The games there are to play, the tables remembered for them, and the files one can open."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import yaml

from tabletop import UserError, paths
from tabletop.engine import definition as definitions
from tabletop.engine import lesson as lessons
from tabletop.engine import record as records
from tabletop.engine import saves, source
from tabletop.engine.definition import Definition
from tabletop.engine.match import Match
from tabletop.engine.record import ChanceUnknown, IllegalAction, Record
from tabletop.engine.rules import Refused, Rng
from tabletop.engine.saves import Autosave
from tabletop.engine.source import SourceError, shown
from tabletop.rules import GAMES
from tabletop.ui.pictures import PICTURES
from tabletop.ui.tableview import VIEWS
from tabletop.ui.wording import UiWords
from tabletop.words import Words


@dataclass(frozen=True)
class Entry:
    """A game of the menu, or a file that cannot be used and why, a line an error."""

    path: Path
    definition: Definition | None
    errors: tuple[str, ...] = ()
    own: bool = False

    @property
    def key(self) -> str:
        """Give what tells it from the others."""
        return self.definition.reference if self.definition is not None else self.path.name


def entries() -> list[Entry]:
    """Load all games that can be shown, the program's own first; broken files of the user's own come too.

    Of the program's own, no more is read than a list shows: `whole` reads the rest.
    """
    own, theirs = definitions.folders()
    found = [entry for path in _yaml(own) if (entry := _entry(path, False, later=True)) is not None]
    order = list(PICTURES)
    found.sort(key=lambda entry: order.index(entry.definition.rules) if entry.definition is not None else len(order))
    return found + [entry for path in _yaml(theirs) if (entry := _entry(path, True)) is not None]


def _yaml(folder: Path) -> list[Path]:
    try:
        found = (path for path in folder.iterdir() if path.suffix in (".yaml", ".yml"))
        return sorted(path for path in found if not lessons.is_lesson(path))
    except OSError:
        return []


def whole(entry: Entry) -> Entry:
    """Load all of a listed game; a broken file is found out by it."""
    return entry if entry.own else _entry(entry.path, False) or entry


def _entry(path: Path, own: bool, later: bool = False) -> Entry | None:
    named = path.stem if re.fullmatch(r"[a-z][a-z0-9_]*", path.stem) and path.suffix == ".yaml" else path
    shadowed = own and isinstance(named, str) and (paths.games() / path.name).exists()
    try:
        definition = definitions.load(path if shadowed else named, GAMES, later=later)
    except UserError as error:
        return Entry(path, None, error.lines, own)
    return Entry(path, definition, own=own) if definition.rules in VIEWS else None


# -- tables remembered -------------------------------------------------------------------------------------------------


@dataclass
class Seat:
    """Who sits on a seat: a name, the level of a computer player or None for a person, and the name of a colour."""

    name: str
    level: str | None = None
    look: str = ""


@dataclass
class Table:
    """What a new game is begun with; `begins` is lot, loser or the place of a seat, `clock` none, decision or game."""

    seats: list[Seat]
    options: dict[str, Any]
    begins: str | int = 0
    clock: Literal["none", "decision", "game"] = "none"
    seconds: int = 60
    minutes: int = 15

    def write(self) -> dict[str, Any]:
        """Give it in the form that settings remember."""
        return {**vars(self), "seats": [vars(seat) for seat in self.seats], "options": _plain(self.options)}


def remembered(definition: Definition, tables: Mapping[str, Any], words: UiWords) -> Table:
    """Give the last table of a game, or the usual one; what does not fit any more is left out."""
    low, high = definition.seats
    fresh = Table([Seat(words("setup.player", number=n + 1)) for n in range(low)], {})
    saved = tables.get(definition.reference)
    if not isinstance(saved, dict):
        return fresh
    given_seats: Any = saved.get("seats")
    seats = [
        Seat(
            entry["name"][:40],
            entry.get("level") if isinstance(entry.get("level"), str) else None,
            entry.get("look") if isinstance(entry.get("look"), str) else "",
        )
        for entry in (given_seats if isinstance(given_seats, list) else [])
        if isinstance(entry, dict) and isinstance(entry.get("name"), str) and entry["name"].strip()
    ]
    if low <= len(seats) <= high:
        fresh.seats = seats
    given = saved.get("options")
    for name, value in (given if isinstance(given, dict) else {}).items():
        option = definition.options.get(name)
        try:
            if option is not None:
                fresh.options[name] = option.read(value)
        except ValueError:
            continue
    begins = saved.get("begins")
    if begins in ("lot", "loser") or (type(begins) is int and 0 <= begins < len(fresh.seats)):
        fresh.begins = begins
    if saved.get("clock") in ("none", "decision", "game"):
        fresh.clock = saved["clock"]
    for name, top in (("seconds", 600), ("minutes", 180)):
        if type(saved.get(name)) is int and 1 <= saved[name] <= top:
            setattr(fresh, name, saved[name])
    return fresh


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}


# -- files -------------------------------------------------------------------------------------------------------------


def resume(path: Path, rng: Rng | None, *, as_save: bool, until: int | None = None) -> tuple[Match, str | None]:
    """Take up a saved game (`as_save`: going on in its file), or a copy of any record; give a warning if there is one.

    Raises UserError with one sentence.
    """
    autosave = Autosave(path) if as_save else None
    if autosave is not None:
        autosave.open()
    try:
        return _resume(path, rng, autosave, until)
    except BaseException:
        if autosave is not None:
            autosave.close()
        raise


def _resume(path: Path, rng: Rng | None, autosave: Autosave | None, until: int | None) -> tuple[Match, str | None]:
    if autosave is not None:
        record, warning = saves.load(path)
    else:
        record, warning = records.read(path), None
    definition = definition_of(record, path)
    words = UiWords(definition, record.seats)
    try:
        return Match.resume(record, definition, rng=rng, autosave=autosave, until=until), warning
    except IllegalAction as error:
        said = f'action {error.number} "{shown(error.text)}": {words.refusal(error.refusal)}'
    except Refused as error:
        said = words.refusal(error.refusal)
    except ChanceUnknown:
        raise UserError(words("open.chance", file=shown(path.name))) from None
    raise UserError(words("open.broken", file=shown(path.name), reason=said))


def definition_of(record: Record, path: Path) -> Definition:
    """Load the game of a record; raise UserError where it cannot be used or shown."""
    try:
        definition = definitions.load(record.game, GAMES, path.absolute().parent)
    except UserError as error:
        raise UserError(UiWords()("open.game_unknown", file=shown(path.name), reason=str(error))) from None
    if definition.rules not in VIEWS:
        raise UserError(UiWords()("open.no_table", game=Words(definition).title()))
    return definition


def is_lesson(path: Path) -> bool:
    """Tell a lesson by its name, or by how it begins."""
    return lessons.is_lesson(path) or source.read(path).get("lesson") is not None


def is_record(path: Path) -> bool:
    """Tell a record from a definition; raise UserError where a file is neither."""
    tree = source.read(path)
    if tree.get("record") is not None:
        return True
    if tree.get("rules") is None and tree.get("extends") is None:
        raise UserError(UiWords()("open.neither", file=shown(path.name)))
    return False


def entry_of(path: Path) -> Entry:
    """Give the game of a definition's file; raise UserError where it cannot be shown."""
    definition = definitions.load(path.absolute(), GAMES)
    if definition.rules not in VIEWS:
        raise UserError(UiWords()("open.no_table", game=Words(definition).title()))
    return Entry(path, definition, own=True)


def latest_unfinished(folder: Path) -> saves.Saved | None:
    """Give the save to go on with: the latest that is not finished, damaged or in use elsewhere."""
    for save in saves.latest(folder):
        if not (save.finished or save.trouble or save.in_use):
            return save
    return None


def last_losers(folder: Path, definition: Definition) -> list[str]:
    """Give the names of those who did not win the last finished game of this kind."""
    for save in saves.listed(folder):
        if save.finished and save.game == definition.reference:
            try:
                record = records.read(save.path)
                match = Match.resume(record, definition)
            except (UserError, SourceError, IllegalAction, Refused, ChanceUnknown):
                continue
            result = match.result()
            if result is not None:
                return [name for seat, name in enumerate(match.names, 1) if seat not in result.winners]
    return []


# -- a club's own copy -------------------------------------------------------------------------------------------------


def own_copy(definition: Definition, words: UiWords, folder: Path) -> Path:
    """Write a commented file that extends a game into the user's folder; raise OSError where it cannot be."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"[^a-z0-9_]", "", f"my_{definition.id}")[:36]
    number = 1
    while True:
        path = folder / f"{stem}{'' if number == 1 else f'_{number}'}.yaml"
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(_copy(definition, words, number))
            return path
        except FileExistsError:
            number += 1


def _copy(definition: Definition, words: UiWords, number: int) -> str:
    """Make the copy's text: what stands for every game, its options, and what its rules add."""
    folder = paths.assets() / "copies"
    title = words.title()
    named = (paths.games() / f"{definition.reference}.yaml").exists() or "/" not in definition.reference
    shape = (folder / "game.txt").read_text(encoding="utf-8").format(
        title=" ".join(title.split()),
        parent=_scalar(definition.reference if named else definition.source.as_posix()),
        name=_scalar(words("setup.copy_name", game=title) + ("" if number == 1 else f" {number}")),
        minutes=definition.minutes or 20,
        options="\n".join(
            f"#   {option.id}: {{default: {_scalar(_plain({'': option.default})[''])}}}  # {words.option(option)}"
            for option in definition.options.values()
        ),
    )  # fmt: skip
    more = folder / f"{definition.rules}.txt"
    return shape + (more.read_text(encoding="utf-8") if more.is_file() else "")


def _scalar(value: Any) -> str:
    """Write a value on one line of YAML."""
    text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=10_000)
    return text.removesuffix("\n").removesuffix("\n...")


def show_folder(folder: Path) -> str | None:
    """Open a folder in the system's own browser of files; give why that cannot be done, or None."""
    if os.environ.get("SDL_VIDEODRIVER") == "dummy":
        return None  # nobody is looking
    try:
        if sys.platform == "win32":
            os.startfile(folder)
        else:
            command = "open" if sys.platform == "darwin" else "xdg-open"
            subprocess.Popen(
                [command, str(folder)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
    except OSError as error:
        return error.strerror or str(error)
    return None
