"""YAML files read with care: every value keeps the file, line and column where it stands.

Plain scalars follow the core schema of YAML 1.2, so that `on`, `yes` and `No` are text; keys are always text. What a
definition or record never needs (aliases, tags, several documents) is refused, and with it every way to make a small
file unfold into a large one.
"""

from __future__ import annotations

import math
import os
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import yaml

from tabletop import UserError

MAX_BYTES = 4_000_000
MAX_DEPTH = 32
MAX_NODES = 200_000
MAX_INT = 2**63

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NOT_TEXT = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_CONSTANTS = {"": None, "~": None} | {
    form: value
    for word, value in (("null", None), ("true", True), ("false", False))
    for form in (word, word.capitalize(), word.upper())
}
_TEXT_KEYS = frozenset({"name", "text", "help"})


class SourceError(UserError):
    """A file that cannot be used, as `FILE:LINE:COL: sentence`."""


@dataclass(frozen=True)
class Place:
    """Where something stands in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(eq=False)
class Node:
    """One value of a YAML file; `key` is the place of the key before it."""

    place: Place
    value: dict[str, Node] | list[Node] | str
    plain: bool = False
    key: Place | None = None

    @property
    def kind(self) -> Literal["mapping", "list", "scalar"]:
        """Name the shape of the value."""
        if isinstance(self.value, dict):
            return "mapping"
        return "list" if isinstance(self.value, list) else "scalar"

    def get(self, key: str) -> Node | None:
        """Return a mapping's value, or None."""
        return self.value.get(key) if isinstance(self.value, dict) else None

    def data(self) -> Any:
        """Return the value as dicts, lists, texts, numbers, booleans and None."""
        if isinstance(self.value, dict):
            return {
                key: node.value if key in _TEXT_KEYS and isinstance(node.value, str) and node.value else node.data()
                for key, node in self.value.items()
            }
        if isinstance(self.value, list):
            return [node.data() for node in self.value]
        return self._scalar(self.value) if self.plain else self.value

    def _scalar(self, text: str) -> Any:
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        if _INT.fullmatch(text):
            number = int(text, {"0o": 8, "0x": 16}.get(text[:2], 10)) if len(text) < 40 else MAX_INT
            if abs(number) >= MAX_INT:
                raise SourceError(f"{self.place}: the number {shown(text)} is too large")
            return number
        if _FLOAT.fullmatch(text):
            value = float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
            if not math.isfinite(value):
                raise SourceError(f"{self.place}: {shown(text)} is not a number that can be used here")
            return value
        return text

    def find(self, path: Iterable[Any]) -> Node:
        """Follow a path of keys and indexes as far as it leads; steps that are not there are passed over."""
        node = self
        for step in path:
            if isinstance(node.value, dict):
                node = node.value.get(str(step), node)
            elif isinstance(node.value, list) and isinstance(step, int) and 0 <= step < len(node.value):
                node = node.value[step]
        return node


def shown(value: Any, length: int = 60) -> str:
    """Return a user's own text fit for one line of a message."""
    text = "".join(char if char.isprintable() else " " for char in str(value))
    text = " ".join(text.split())
    return text if len(text) <= length else text[: length - 3] + "..."


def read(path: str | Path) -> Node:
    """Read one YAML file; raise SourceError where it cannot be read."""
    return parse(_text(path), shown(path, 4096))


def parse(text: str, file: str) -> Node:
    """Read the text of one YAML document; `file` is the name that errors show."""
    bad = _NOT_TEXT.search(text)
    if bad:
        raise SourceError(f"{_place_of(text, bad.start(), file)}: not a text file (a control character stands here)")
    try:
        return _tree(text, file)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(file, mark.line + 1, mark.column + 1) if mark else file
        raise SourceError(f"{place}: not readable as YAML: {_problem(error, text)}") from None
    except yaml.YAMLError as error:
        raise SourceError(f"{file}: not readable as YAML: {shown(error, 120)}") from None


def _text(path: str | Path) -> str:
    file = shown(path, 4096)
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise SourceError(f"{file}: this is a folder; name a file in it")
        if not stat.S_ISREG(mode):
            raise SourceError(f"{file}: this is not a regular file")
        with open(path, "rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise SourceError(f"{file}: there is no such file") from None
    except PermissionError:
        raise SourceError(f"{file}: this file may not be read; change its permissions") from None
    except OSError as error:
        raise SourceError(f"{file}: cannot be read ({error.strerror or 'input error'})") from None
    except ValueError:
        raise SourceError(f"{file}: this cannot be the name of a file") from None
    if len(raw) > MAX_BYTES:
        raise SourceError(f"{file}: too large (more than {MAX_BYTES // 1_000_000} MB)")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        place = _place_of(before, len(before), file)
        raise SourceError(f"{place}: not a text file in UTF-8; save it as UTF-8") from None


def _place_of(text: str, index: int, file: str) -> Place:
    return Place(file, text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def _problem(error: yaml.MarkedYAMLError, text: str) -> str:
    mark = error.problem_mark
    if mark:
        lines = text.split("\n")
        if mark.line < len(lines) and lines[mark.line][mark.column : mark.column + 1] == "\t":
            return "a tab stands here; indent with spaces"
        if mark.line >= len(lines) - 1 and not "".join(lines[mark.line :])[mark.column :].strip():
            return f"the file ends too early ({shown(error.problem)})"
    return shown(error.problem or error.context, 120)


def _tree(text: str, file: str) -> Node:
    """Build the tree from parser events, without recursion, so that nesting is counted before it hurts."""
    root: Node | None = None
    open_nodes: list[Node] = []
    keys: list[Node | None] = []  # the key that waits for its value, one for each open node
    documents = nodes = 0
    for event in yaml.parse(text, Loader=_LOADER):
        mark: Any = event.start_mark
        place = Place(file, mark.line + 1, mark.column + 1)
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise SourceError(f"{place}: a second document begins here; a file holds one")
            continue
        if isinstance(event, yaml.CollectionEndEvent):
            open_nodes.pop()
            keys.pop()
            continue
        if not isinstance(event, (yaml.AliasEvent, yaml.ScalarEvent, yaml.CollectionStartEvent)):
            continue
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            sign = "*" if isinstance(event, yaml.AliasEvent) else "&"
            raise SourceError(f"{place}: anchors and aliases (`{sign}{shown(event.anchor)}`) are not allowed here")
        if event.tag:
            raise SourceError(f"{place}: tags (`{shown(event.tag)}`) are not allowed here")
        nodes += 1
        if nodes > MAX_NODES:
            raise SourceError(f"{place}: more than {MAX_NODES} values in one file")
        node = _node(event, place)
        if not open_nodes:
            root = node
        else:
            parent: Any = open_nodes[-1].value
            key = keys[-1]
            if isinstance(parent, list):
                parent.append(node)
            elif key is None:
                if node.kind != "scalar":
                    raise SourceError(f"{place}: a key has to be text")
                if str(node.value) in parent:
                    raise SourceError(f"{place}: the key `{shown(node.value)}` stands here a second time")
                keys[-1] = node
            else:
                node.key = key.place
                parent[str(key.value)] = node
                keys[-1] = None
        if isinstance(event, yaml.CollectionStartEvent):
            if len(open_nodes) >= MAX_DEPTH:
                raise SourceError(f"{place}: nested more than {MAX_DEPTH} deep")
            open_nodes.append(node)
            keys.append(None)
    if root is None:
        raise SourceError(f"{file}: this file is empty")
    return root


def _node(event: Any, place: Place) -> Node:
    if isinstance(event, yaml.MappingStartEvent):
        return Node(place, {})
    if isinstance(event, yaml.SequenceStartEvent):
        return Node(place, [])
    return Node(place, event.value, plain=event.style in (None, ""))
