"""A game's YAML file -> a checked, frozen Definition; every error with file, line, column and the nearest known name.

The keys that every game has are checked here; all others are the game's own part and are checked by its `parts` model.
A file that `extends` another is laid over it key by key: mappings merge, lists and single values replace.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tabletop import UserError, paths
from tabletop.engine import source
from tabletop.engine.faults import faults, fields, given_as, near
from tabletop.engine.levels import Level, LevelName
from tabletop.engine.rules import Game, Options, Refusal, Refused
from tabletop.engine.source import Node, shown

FORMAT = 1
MAX_CHAIN = 8

Games = Mapping[str, Game]
"""Rules id -> GAME. `tabletop.rules.GAMES` lists the program's own; tests pass others."""
Kind = Literal["choice", "flag", "number", "float", "list"]

_ID = re.compile(r"[a-z][a-z0-9_]*")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_TRUE = ("true", "on", "yes")
_FALSE = ("false", "off", "no")


class DefinitionError(UserError):
    """Everything that is wrong with a definition or a lesson; each error is `FILE:LINE:COL: sentence`."""

    def __init__(self, errors: list[str]) -> None:
        more = f" (and {len(errors) - 1} more: `check` lists them)" if len(errors) > 1 else ""
        super().__init__(errors[0] + more)
        self.errors = tuple(errors)

    @property
    def lines(self) -> tuple[str, ...]:
        """Give all errors."""
        return self.errors


class NotFound(UserError):
    """There is no definition under a name; the sentence has no place, its user knows it."""


@dataclass(frozen=True)
class Option:
    """One thing that can be chosen before a game: what values it takes and which it has when nothing is said.

    `default` may be None for a number: the game decides. Names and help stand in the locale, or inline in the YAML.
    """

    id: str
    kind: Kind
    default: Any
    values: tuple[int | str, ...] = ()
    low: float | None = None
    high: float | None = None
    items: Literal["text", "number"] = "text"
    most: int | None = None
    group: str = ""
    examples: tuple[Any, ...] = ()

    def read(self, given: Any) -> Any:
        """Return the value that was meant; raise ValueError with a refusal's key and parameters where it is none."""
        if given is None and self.default is None:
            return None
        value = _READERS[self.kind](self, given)
        if value is None:
            raise ValueError
        return value

    def refusal(self, given: Any) -> Refusal:
        """Say what the option takes instead of `given`."""
        params: dict[str, Any] = {"option": self.id, "given": given_as(given)}
        key = f"option_{self.kind}"
        if self.kind == "choice":
            params["values"] = ", ".join(map(str, self.values))
        elif self.kind in ("number", "float"):
            low, high = _number(self.low), _number(self.high)
            if low and high:
                key += "_between"
            elif low:
                key += "_from"
            params.update(low=low, high=high)
        elif self.kind == "list":
            key += "_numbers" if self.items == "number" else ""
            params["most"] = self.most if self.most is not None else ""
            if self.most is not None and isinstance(given, list) and len(given) > self.most:
                key = "option_list_long"
        return Refusal(key, "", params, f"options.{self.id}")

    def _choice(self, given: Any) -> Any:
        if isinstance(given, bool) or not isinstance(given, (int, str)):
            return None
        return next((value for value in self.values if str(value) == str(given)), None)

    def _flag(self, given: Any) -> bool | None:
        word = str(given).lower() if isinstance(given, (bool, str)) else ""
        return True if word in _TRUE else False if word in _FALSE else None

    def _count(self, given: Any) -> int | None:
        if isinstance(given, bool) or not isinstance(given, int):
            return None
        return given if self._within(given) else None

    def _float(self, given: Any) -> float | None:
        if isinstance(given, bool) or not isinstance(given, (int, float)) or not math.isfinite(given):
            return None
        return float(given) if self._within(given) else None

    def _list(self, given: Any) -> tuple[Any, ...] | None:
        if not isinstance(given, (list, tuple)) or (self.most is not None and len(given) > self.most):
            return None
        if self.items == "number":
            numbers = tuple(self._count(item) for item in given)
            return None if None in numbers else numbers
        texts = all(isinstance(item, (str, int)) and not isinstance(item, bool) and str(item) for item in given)
        return tuple(str(item) for item in given) if texts else None

    def _within(self, value: float) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


_READERS: Mapping[Kind, Any] = {
    "choice": Option._choice,
    "flag": Option._flag,
    "number": Option._count,
    "float": Option._float,
    "list": Option._list,
}


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


@dataclass(frozen=True, eq=False)
class Definition:
    """A game as its YAML file describes it.

    `reference` is what a record's `game:` says to find it again: its id, or its path. `words` holds names and texts
    written inline: section -> id -> {name, text, help}. `name` and `text` are empty where the locale has them.
    """

    id: str
    rules: str
    game: Game
    name: str
    text: str
    seats: tuple[int, int]
    minutes: int | None
    options: Mapping[str, Option]
    parts: Any
    players: Mapping[str, Level]
    lessons: tuple[Any, ...]
    words: Mapping[str, Mapping[str, Mapping[str, str]]]
    source: Path
    reference: str
    hash: str
    marks: Node = field(repr=False)

    def resolve(self, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Return every option's value, checked; raise Refused where they cannot be played with that many seats."""
        low, high = self.seats
        if not low <= seats <= high:
            key = "seats_exactly" if low == high else "seats_between"
            raise Refused(Refusal(key, "", {"low": low, "high": high, "given": seats}, "seats"))
        for name in given:
            if name not in self.options:
                params = {"option": shown(name), "hint": near(name, self.options)}
                raise Refused(Refusal("option_unknown", "", params, f"options.{name}"))
        options: dict[str, Any] = {}
        for name, option in self.options.items():
            try:
                options[name] = option.read(given[name]) if name in given else option.default
            except ValueError:
                raise Refused(option.refusal(given[name])) from None
        refusal = self.game.excluded(self, options, seats)
        if refusal is not None:
            raise Refused(refusal)
        return options

    def start(self, options: Options, seats: int, position: Mapping[str, Any] | None = None) -> Any:
        """Return the game before its first action; raise Refused where `position` breaks its rules."""
        return self.game.start(self, options, seats, position)


class _Later(Definition):
    """A definition whose rules are imported, and whose own part is checked, when they are first asked for."""

    def __init__(self, games: Games, known: Mapping[str, Any]) -> None:
        vars(self).update(known, _games=games)

    @cached_property
    def game(self) -> Game:
        game: Game = vars(self)["_games"][self.rules]
        return game

    @cached_property
    def parts(self) -> Any:
        return load(self.reference, vars(self)["_games"]).parts


# -- the keys that every game has --------------------------------------------------------------------------------------


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _OptionYaml(_Strict):
    kind: Kind | None = None
    values: list[int | str] | None = Field(None, min_length=1)
    default: int | float | bool | str | list[int | str] | None = None
    min: int | float | None = None
    max: int | float | None = None
    of: Literal["text", "number"] | None = None
    most: int | None = Field(None, ge=0)
    group: str = ""
    examples: list[Any] = []
    name: str | None = None
    help: str | None = None


class _Common(_Strict):
    tabletop: int = Field(FORMAT, ge=1)
    id: str | None = Field(None, max_length=40)
    extends: str | None = None
    rules: str
    name: str | None = None
    text: str | None = None
    seats: list[int] = Field(min_length=2, max_length=2)
    minutes: int | None = Field(None, ge=1)
    options: dict[str, _OptionYaml] = {}
    players: dict[LevelName, Level] = {}
    lessons: list[Any] = []


# -- loading -----------------------------------------------------------------------------------------------------------


def load(name: str | Path, games: Games, base: Path | None = None, *, later: bool = False) -> Definition:
    """Load the definition that an id or a path ending in .yaml names; a relative path starts at the folder `base`.

    With `later`, the game's rules are not imported yet and its own part is not checked: enough to list it.
    Raises NotFound, SourceError or DefinitionError.
    """
    path = locate(name, base)
    by_id = _is_id(name)
    tree = _chain(path)
    errors = Errors(tree)
    data = tree.data()
    common = {key: value for key, value in data.items() if key in _Common.model_fields}
    try:
        head: _Common | None = _Common.model_validate(common)
    except ValidationError as error:
        head = None
        errors.add_pydantic(error, _Common, common, ())
    rules = common.get("rules")
    listed = isinstance(rules, str) and rules in games
    game = games[str(rules)] if listed and not later else None
    if not listed and isinstance(rules, str):
        errors.add(("rules",), f"there are no rules `{shown(rules)}`{near(rules, games)}")
    if head is not None and head.tabletop > FORMAT:
        errors.add(("tabletop",), f"made for a newer version of Tabletop (format {head.tabletop}; this one reads 1)")
    words = _words(tree, errors)
    options: dict[str, Option] = {}
    if head is not None:
        options = _options(head, errors)
        _check_head(head, path, by_id, errors)
    parts = None
    if game is not None:
        own = {key: value for key, value in data.items() if key not in _Common.model_fields}
        _lift(own, game.parts)
        # A game's parts may check that they go with the options, once these are good.
        good = head is not None and len(options) == len(head.options)
        context = {"options": options, "seats": head.seats} if head is not None and good else None
        try:
            parts = game.parts.model_validate(own, context=context)
        except ValidationError as error:
            errors.add_pydantic(error, game.parts, own, (), also=_Common.model_fields)
    errors.raise_any()
    assert head is not None
    content = json.dumps(tree.data(), sort_keys=True, ensure_ascii=True)
    known: dict[str, Any] = {
        "id": head.id or path.stem,
        "rules": head.rules,
        "name": head.name or "",
        "text": head.text or "",
        "seats": (head.seats[0], head.seats[1]),
        "minutes": head.minutes,
        "options": options,
        "players": {str(name): level for name, level in head.players.items()},
        "lessons": tuple(head.lessons),
        "words": words,
        "source": path,
        "reference": str(name) if by_id else path.as_posix(),
        "hash": hashlib.sha256(content.encode()).hexdigest()[:16],
        "marks": tree,
    }
    return _Later(games, known) if game is None else Definition(game=game, parts=parts, **known)


def locate(name: str | Path, base: Path | None = None) -> Path:
    """Find the file of a definition; raise NotFound with a sentence that has no place."""
    if _is_id(name):
        for folder in folders():
            path = folder / f"{name}.yaml"
            if os.path.isfile(path):
                return path
        raise NotFound(f"there is no game `{shown(name)}`{near(name, ids())}")
    text = str(name)
    if not text.lower().endswith((".yaml", ".yml")):
        raise NotFound(f"`{shown(text)}` is neither the id of a game nor a path that ends in .yaml{near(text, ids())}")
    if "\0" in text:
        raise NotFound(f"`{shown(text)}` cannot be the name of a file")
    # A record or club file written on Windows may say `cards\club.yaml`.
    for form in (text, text.replace("\\", "/")):
        path = Path(os.path.abspath(os.path.join(base or Path.cwd(), os.path.expanduser(form))))
        if os.path.exists(path):
            return path
    raise NotFound(f"there is no file `{shown(text, 200)}`")


def folders() -> tuple[Path, ...]:
    """List the folders where ids are looked up: the program's own, then the user's."""
    return (paths.games(), paths.user_games())


def ids() -> list[str]:
    """List the ids of all definitions, the program's own first."""
    found = (path.stem for folder in folders() if os.path.isdir(folder) for path in sorted(folder.glob("*.yaml")))
    return list(dict.fromkeys(stem for stem in found if _ID.fullmatch(stem)))


def _is_id(name: str | Path) -> bool:
    return isinstance(name, str) and _ID.fullmatch(name) is not None


class Errors:
    """The errors of one file, each put at the place where what is wrong stands."""

    def __init__(self, tree: Node) -> None:
        self._tree = tree
        self._found: dict[str, tuple[str, int, int]] = {}

    def add(self, path: tuple[Any, ...], sentence: str, at_key: bool = False) -> None:
        """Note an error at a path below the top: at its value, or at its key."""
        node = self._tree.find(path)
        place = node.key if at_key and node.key else node.place
        self._found.setdefault(f"{place}: {sentence}", (place.file, place.line, place.column))

    def add_pydantic(
        self, error: ValidationError, model: type[BaseModel], data: Any, below: tuple[Any, ...], also: Any = ()
    ) -> None:
        """Note what pydantic found wrong with what stands below a path."""
        for fault in faults(error, model, data, also):
            self.add(below + fault.path, fault.sentence, fault.at_key)

    def found(self) -> list[str]:
        """List the errors in the order of the file."""
        return sorted(self._found, key=lambda line: self._found[line])

    def raise_any(self) -> None:
        """Raise them, if there are any."""
        if self._found:
            raise DefinitionError(self.found())


def _items(tree: Node) -> list[tuple[str, Node]]:
    return list(tree.value.items()) if isinstance(tree.value, dict) else []


def _chain(path: Path) -> Node:
    """Read a file and those it extends, and lay each over the one before."""
    seen: list[str] = []
    trees: list[Node] = []
    while True:
        real = os.path.realpath(path)
        seen.append(real)
        tree = source.read(display(path))
        if tree.kind != "mapping":
            raise DefinitionError([f"{tree.place}: a game definition is a mapping of keys such as `rules:`"])
        if tree.get("record") is not None:
            raise DefinitionError([f"{tree.place}: this is the record of a match, not the definition of a game"])
        if tree.get("lesson") is not None:
            raise DefinitionError([f"{tree.place}: this is a lesson, not the definition of a game"])
        trees.append(tree)
        extends = tree.get("extends")
        if extends is None:
            break
        if not isinstance(extends.value, str) or not extends.value:
            raise DefinitionError([f"{extends.place}: `extends` should be the id or the path of a game"])
        try:
            path = locate(extends.value, path.parent)
        except NotFound as error:
            raise DefinitionError([f"{extends.place}: {error}"]) from None
        if os.path.realpath(path) in seen:
            raise DefinitionError([f"{extends.place}: this file extends itself"])
        if len(seen) >= MAX_CHAIN:
            raise DefinitionError([f"{extends.place}: more than {MAX_CHAIN} files extend one another"])
    merged = trees.pop()
    while trees:
        merged = _merge(merged, trees.pop())
    return merged


def display(path: Path) -> str:
    """Return a path as messages show it: relative to the current folder where it lies below that."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def _merge(base: Node, over: Node) -> Node:
    if not (isinstance(base.value, dict) and isinstance(over.value, dict)):
        return over
    merged = dict(base.value)
    for key, node in over.value.items():
        merged[key] = _merge(merged[key], node) if key in merged else node
    # `id` and `extends` belong to one file.
    if base.key is None:
        for key in ("id", "extends"):
            if key in merged and key not in over.value:
                del merged[key]
    return Node(over.place, merged, key=over.key)


def _words(tree: Node, errors: Errors) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Collect the names and texts that a file gives to its own cards, options, decks, ..."""
    words: dict[str, dict[str, dict[str, str]]] = {}
    _check_words((), tree, errors)
    for section, part in _items(tree):
        for name, node in _items(part):
            _check_words((section, name), node, errors)
            said = {
                key: str(text.value)
                for key in ("name", "text", "help")
                if (text := node.get(key)) is not None and text.kind == "scalar" and text.value
            }
            if said:
                words.setdefault(section, {})[name] = said
    return words


def _check_words(path: tuple[str, ...], node: Node, errors: Errors) -> None:
    """Refuse names and texts that no table has room for, or that cannot be drawn."""
    for key, most in (("name", 60), ("text", 1000), ("help", 1000)):
        words = node.get(key)
        if words is None or not isinstance(words.value, str):
            continue
        if len(words.value) > most:
            errors.add((*path, key), f"`{key}` is too long: {len(words.value)} letters; {most} is the most")
        if _CONTROL.search(words.value if key == "name" else words.value.replace("\n", " ")):
            errors.add((*path, key), f"`{key}` holds a control character or a line break; leave it out")


def _lift(own: dict[str, Any], model: type[BaseModel]) -> None:
    """Take inline names and texts out of a game's own part, where its model has no place for them."""
    for section, part in own.items():
        for name, entry in part.items() if isinstance(part, dict) else ():
            if isinstance(entry, dict):
                known = fields(model, (section, name))
                for key in ("name", "text"):
                    if key not in known and isinstance(entry.get(key), str):
                        del entry[key]


def _check_head(head: _Common, path: Path, by_id: bool, errors: Errors) -> None:
    low, high = head.seats
    if not 1 <= low <= high <= 9:
        errors.add(("seats",), "`seats` should be the fewest and the most players, such as [2, 5]")
    if head.id is not None and not _ID.fullmatch(head.id):
        errors.add(("id",), "`id` should be small letters, digits and _, beginning with a letter")
    elif head.id is not None and by_id and head.id != path.stem:
        errors.add(("id",), f"`id` should be `{path.stem}`, as the file is called")


def _options(head: _Common, errors: Errors) -> dict[str, Option]:
    options = {}
    for name, yaml in head.options.items():
        if not _ID.fullmatch(name):
            errors.add(("options", name), "an option's id is small letters, digits and _", at_key=True)
            continue
        try:
            options[name] = _option(name, yaml)
        except ValueError as error:
            errors.add(("options", name), f"option `{name}`: {error}", at_key=True)
    return options


def _option(name: str, yaml: _OptionYaml) -> Option:
    kind = yaml.kind or _kind(yaml)
    values = tuple(yaml.values or ())
    default: Any = yaml.default
    if kind in ("choice", "flag") and default is None:
        default = values[0] if values else False if kind == "flag" else None
    if kind == "choice" and not values:
        raise ValueError("a choice needs `values`")
    if kind == "list" and default is None:
        default = []
    if kind == "float" and default is None:
        raise ValueError("needs a `default`")
    numbers = kind == "list" and isinstance(default, list) and any(isinstance(item, int) for item in default)
    option = Option(
        id=name,
        kind=kind,
        default=None,
        values=values if kind == "choice" else (),
        low=yaml.min,
        high=yaml.max,
        items=yaml.of or ("number" if numbers else "text"),
        most=yaml.most,
        group=yaml.group,
    )
    settled: list[Any] = []
    for value in (default, *yaml.examples):
        try:
            settled.append(option.read(value))
        except ValueError:
            what = "default" if value is default else "example"
            raise ValueError(f"its {what} {given_as(value)} is not a value it takes") from None
    return Option(**{**vars(option), "default": settled[0], "examples": tuple(settled[1:])})


def _kind(yaml: _OptionYaml) -> Kind:
    if yaml.values is not None:
        return "flag" if sorted(map(str, yaml.values)) == ["off", "on"] else "choice"
    if isinstance(yaml.default, bool):
        return "flag"
    if isinstance(yaml.default, list) or yaml.of is not None or yaml.most is not None:
        return "list"
    bounds = (yaml.default, yaml.min, yaml.max)
    if any(isinstance(value, float) for value in bounds):
        return "float"
    if any(isinstance(value, int) for value in bounds):
        return "number"
    raise ValueError("needs `values`, or `kind:` one of choice, flag, number, float, list")
