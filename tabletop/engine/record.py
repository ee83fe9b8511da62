"""Records: a game as the list of its actions, read from YAML, written back in one form, and replayed.

The form is the same for an example, a saved game, a lesson and a bug report.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tabletop.engine import source
from tabletop.engine.definition import Definition
from tabletop.engine.faults import given_as, near
from tabletop.engine.rules import CHANCE, Refusal, Refused, State
from tabletop.engine.source import Node, Place, SourceError, shown

FORMAT = 1
KEYS = ("record", "game", "options", "seats", "seed", "position", "actions", "table")
MAX_NAME = 100

Entry = tuple[int | None, str]
"""One line of `actions`: the seat where it is written, and the action's text."""

_PREFIX = re.compile(r"([0-9]{1,3})> *(.*)", re.DOTALL)
_PLAIN_TEXT = re.compile(r"[^\W\d_][\w.'-]*( [\w.'-]+)*")
_PLAIN_ACTION = re.compile(r"([0-9]+> )?[a-z]\w*( [\w.+=>-]+(,[\w.+=>-]+)*)*")
_NOT_PLAIN = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


class NewerVersion(SourceError):
    """The record was made by a newer version of the program."""


class IllegalAction(Exception):
    """An entry of `actions` that cannot be played; `number` counts from 1."""

    def __init__(self, number: int, text: str, refusal: Refusal) -> None:
        super().__init__(f'action {number} "{text}": {refusal.key}')
        self.number = number
        self.text = text
        self.refusal = refusal


class ChanceUnknown(Exception):
    """Chance is due, nothing says what it does, and there is no seed."""


@dataclass(frozen=True)
class Record:
    """One game. `table` is what the window keeps in a save (who plays, clocks); a replay does not look at it."""

    game: str
    seats: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    position: Mapping[str, Any] | None = None
    actions: tuple[Entry, ...] = ()
    table: Mapping[str, Any] | None = None
    marks: Node | None = field(default=None, compare=False, repr=False)

    def text(self) -> str:
        """Write the record as YAML, in the one form it has."""
        lines = [f"record: {FORMAT}", f"game: {scalar(self.game)}"]
        if self.options:
            lines.append(f"options: {_flow(self.options)}")
        lines.append(f"seats: {_flow(self.seats)}")
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        if self.position is not None:
            lines += _block("position", self.position)
        if self.actions:
            lines += ["actions:", *(f"  - {action_text(entry)}" for entry in self.actions)]
        else:
            lines.append("actions: []")
        if self.table is not None:
            lines += _block("table", self.table)
        return "\n".join(lines) + "\n"

    def place(self, refusal: Refusal) -> Place | None:
        """Return where in the record's file the thing stands that was refused by `Definition.resolve` or `start`."""
        if self.marks is None:
            return None
        path = refusal.where.split(".") if refusal.where else []
        node = self.marks
        for step in path:
            # Islands and seats count from 1, as players count them.
            node = node.find([int(step) - 1 if step.isdigit() and node.kind == "list" else step])
        return node.key if node.key and node.kind == "mapping" else node.place


# -- reading -----------------------------------------------------------------------------------------------------------


def read(path: str | Path) -> Record:
    """Read a record's file; raise SourceError (NewerVersion) with one sentence where it is none."""
    return from_tree(source.read(path))


def parse(text: str, file: str) -> Record:
    """Read a record's text; `file` is the name that errors show."""
    return from_tree(source.parse(text, file))


def from_tree(tree: Node) -> Record:
    """Read a record from its tree."""
    if not isinstance(tree.value, dict):
        raise SourceError(f"{tree.place}: a record is a mapping of the keys {', '.join(KEYS)}")
    version = tree.get("record")
    if version is None:
        hint = "; this is a game definition" if tree.get("rules") or tree.get("extends") else ""
        hint = "; this is a lesson" if tree.get("lesson") else hint
        raise SourceError(f"{tree.place}: a record begins with `record: {FORMAT}`{hint}")
    number = version.data()
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise SourceError(f"{version.place}: `record` should be {FORMAT}, not {given_as(number)}")
    if number > FORMAT:
        raise NewerVersion(
            f"{version.place}: made by a newer version of Tabletop (format {number}; this one reads {FORMAT})"
        )
    for key, node in tree.value.items():
        if key not in KEYS:
            raise SourceError(f"{node.key}: there is no key `{shown(key)}` in a record{near(key, KEYS)}")
    game = _need(tree, "game")
    if not isinstance(game.value, str) or not game.value:
        raise SourceError(f"{game.place}: `game` should be the id of a game or the path of its file")
    seed = tree.get("seed")
    if seed is not None and (isinstance(seed.data(), bool) or not isinstance(seed.data(), (int, type(None)))):
        raise SourceError(f"{seed.place}: `seed` should be a whole number, not {given_as(seed.data())}")
    position = _mapping(tree, "position")
    actions = tree.get("actions")
    return Record(
        game=game.value,
        seats=_names(_need(tree, "seats")),
        options=_mapping(tree, "options") or {},
        seed=seed.data() if seed is not None else None,
        position=position,
        actions=_actions(actions) if actions is not None else (),
        table=_mapping(tree, "table"),
        marks=tree,
    )


def _need(tree: Node, key: str) -> Node:
    node = tree.get(key)
    if node is None:
        raise SourceError(f"{tree.place}: the key `{key}` is missing")
    return node


def _mapping(tree: Node, key: str) -> dict[str, Any] | None:
    node = tree.get(key)
    if node is None or (node.kind == "scalar" and node.data() is None):
        return None
    data = node.data()
    if not isinstance(data, dict):
        raise SourceError(f"{node.place}: `{key}` should be a mapping of keys to values, not {given_as(data)}")
    return data


def _list(node: Node, key: str, what: str) -> list[Node]:
    if node.kind == "scalar" and node.data() is None:
        return []
    if not isinstance(node.value, list):
        raise SourceError(f"{node.place}: `{key}` should be a list of {what}, not {given_as(node.data())}")
    return node.value


def _names(node: Node) -> tuple[str, ...]:
    names = []
    for item in _list(node, "seats", "names"):
        if not isinstance(item.value, str):
            raise SourceError(f"{item.place}: a seat's name should be text, not {given_as(item.data())}")
        name = item.value.strip()
        if not name or _CONTROL.search(name) or len(name) > MAX_NAME:
            raise SourceError(f"{item.place}: a seat's name is one line of 1 to {MAX_NAME} letters")
        names.append(name)
    if not names:
        raise SourceError(f"{node.place}: `seats` should be a list of names")
    return tuple(names)


def _actions(node: Node) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for number, item in enumerate(_list(node, "actions", "action texts"), 1):
        if not isinstance(item.value, str) or not item.value.strip():
            data = item.data()
            raise SourceError(f"{item.place}: action {number} should be text, not {given_as(data or None)}")
        entries.append(entry(item.value))
    return tuple(entries)


def entry(text: str) -> Entry:
    """Split an action's text into the seat, where it is written, and the rest."""
    match = _PREFIX.fullmatch(text.strip())
    return (int(match[1]), match[2]) if match else (None, text.strip())


# -- writing -----------------------------------------------------------------------------------------------------------


def canonical(seat: int, action: Any, to_act: tuple[int, ...]) -> Entry:
    """Return the entry of an action: its seat is written unless it is the only one to act."""
    return (None if to_act == (seat,) and seat != CHANCE else seat, str(action))


def written(item: Entry) -> str:
    """Return an entry's text."""
    seat, text = item
    return text if seat is None else f"{seat}> {text}"


def action_text(item: Entry) -> str:
    """Return an entry as YAML."""
    text = written(item)
    return text if _PLAIN_ACTION.fullmatch(text) and text not in _NOT_PLAIN else _quoted(text)


def scalar(value: Any) -> str:
    """Return a single value as YAML."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, int):
        return str(value)
    text = str(value)
    return text if _PLAIN_TEXT.fullmatch(text) and text.lower() not in _NOT_PLAIN else _quoted(text)


def _key(key: Any) -> str:
    # Keys are read as text whatever they look like; a seat's number is written as a number.
    text = str(key)
    return text if re.fullmatch("[0-9]{1,9}", text) else scalar(text)


def _quoted(text: str) -> str:
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=False))


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return scalar(value)


def _block(key: str, value: Mapping[str, Any]) -> Iterable[str]:
    if not value:
        return [f"{key}: {{}}"]
    lines = [f"{key}:"]
    for name, item in value.items():
        if isinstance(item, (list, tuple)) and any(isinstance(part, Mapping) for part in item):
            lines += [f"  {_key(name)}:", *(f"    - {_flow(part)}" for part in item)]
        else:
            lines.append(f"  {_key(name)}: {_flow(item)}")
    return lines


# -- replaying ---------------------------------------------------------------------------------------------------------


@dataclass
class Replay:
    """A record under way: the state after the entries played so far, and what was played, chance's draws included."""

    definition: Definition
    options: Mapping[str, Any]
    seats: int
    state: State
    rng: random.Random | None
    played: list[tuple[int, Any]] = field(default_factory=list)

    def draw(self) -> Any:
        """Draw chance's action from the seed; raise ChanceUnknown without one."""
        if self.rng is None:
            raise ChanceUnknown
        return self.state.draw(self.rng)

    def play(self, item: Entry) -> None:
        """Play one entry, after the draws of chance left out before it; raise Refused or ChanceUnknown."""
        action = self.definition.game.parse(item[1])
        if item[0] is not None and not 0 <= item[0] <= self.seats:
            raise Refused(Refusal("seat_unknown", "", {"count": self.seats, "given": item[0]}))
        while self.state.to_act() == (CHANCE,) and item[0] != CHANCE:
            # What may be done out of turn while chance is due is done at once, so that chance may be written after it.
            if item[0] is not None and self.state.refusal(item[0], action) is None:
                break
            self._do(CHANCE, self.draw())
        seat = self._seat(item[0])
        refusal = self.state.refusal(seat, action)
        if refusal is not None:
            raise Refused(refusal)
        self._do(seat, action)

    def _seat(self, written_seat: int | None) -> int:
        if written_seat is not None:
            return written_seat
        to_act = self.state.to_act()
        if not to_act:
            raise Refused(Refusal("game_over", ""))
        if len(to_act) > 1:
            raise Refused(Refusal("seat_needed", "", {"seats": to_act}))
        return to_act[0]

    def _do(self, seat: int, action: Any) -> None:
        self.state.apply(seat, action)
        self.played.append((seat, action))


def start(record: Record, definition: Definition) -> Replay:
    """Set up a record's game, before its first action; raise Refused where options, seats or position are wrong."""
    options = definition.resolve(record.options, len(record.seats))
    state = definition.start(options, len(record.seats), record.position)
    rng = random.Random(record.seed) if record.seed is not None else None
    return Replay(definition, options, len(record.seats), state, rng)


def replay(record: Record, definition: Definition, upto: int | None = None) -> Replay:
    """Play the first `upto` entries (all when None); raise Refused from the set-up, IllegalAction from an entry."""
    game = start(record, definition)
    for number, item in enumerate(record.actions[:upto], 1):
        try:
            game.play(item)
        except Refused as error:
            raise IllegalAction(number, written(item), error.refusal) from None
        except ChanceUnknown:
            refusal = Refusal("chance_unknown", "")
            raise IllegalAction(number, written(item), refusal) from None
    return game
