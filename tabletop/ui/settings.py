"""What the user set, remembered in one YAML file."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import yaml

from tabletop import files

LIMIT = 200_000  # bytes; a settings file is never as long
NESTING = 1000  # brackets; saving writes hardly any
TEXT_SIZES = (100, 125, 150, 175, 200)
SPEEDS = (0.0, 0.5, 1.0, 2.0, 4.0)
_NONE = object()  # no value of a file


@dataclass(frozen=True)
class Notice:
    """Something to tell the user in one sentence: a key of the words and its parameters."""

    key: str
    parameters: dict[str, str]


@dataclass
class Settings:
    """The settings: text size in per cent, speed of movement (0 is off), volume 0 to 100, the window's place.

    `tables` remembers the last names, seats and options of each game, in the form its scene gives them; `lessons` where
    one stopped in each and whether it was once done; `switches` what was turned on or off at a game's table, by the
    tool's address.
    """

    text: int = 100
    speed: float = 1.0
    fullscreen: bool = False
    volume: int = 60
    confirm: bool = False
    demo_return: int = 60
    """Seconds after which the demo goes on when a visitor has left."""
    demo_locked: bool = False
    window: dict[str, int] | None = None
    tables: dict[str, Any] = field(default_factory=dict)
    lessons: dict[str, dict[str, Any]] = field(default_factory=dict)
    switches: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._known: dict[str, Any] | None = None  # what stood in the file when it was last read or written

    def save(self, path: Path) -> Notice | None:
        """Write the file beside the old one and put it in its place; give what prevented it, or None.

        What another copy of the program wrote meanwhile, and this one did not change, stays.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            files.write(path, yaml.safe_dump(self._with_others(path), allow_unicode=True))
        except OSError as error:
            return Notice("settings.not_written", {"file": str(path), "reason": error.strerror or str(error)})
        if self._known is not None:
            self._know()
        return None

    def _values(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)}

    def _know(self) -> None:
        self._known = copy.deepcopy(self._values())

    def _with_others(self, path: Path) -> dict[str, Any]:
        """Give what is to be written: each value that was changed here, else the file's."""
        values = self._values()
        if self._known is None:
            return values
        for name, theirs in _quietly(path).items():
            mine, known = values[name], self._known[name]
            if name in ("tables", "lessons", "switches"):
                changed = {key for key in {*mine, *known} if mine.get(key, _NONE) != known.get(key, _NONE)}
                kept = {key: value for key, value in theirs.items() if key not in changed}
                values[name] = {**kept, **{key: mine[key] for key in mine if key in changed}}
            elif mine == known:
                values[name] = theirs
        return values


def load(path: Path) -> tuple[Settings, Notice | None]:
    """Read the settings; what is wrong in the file becomes its default, and the file is kept under another name."""
    settings, notice = _load(path)
    settings._know()
    return settings, notice


def _load(path: Path) -> tuple[Settings, Notice | None]:
    try:
        data = _read(path)
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        return Settings(), Notice("settings.not_read", {"file": str(path), "reason": error.strerror or str(error)})
    except (ValueError, yaml.YAMLError, RecursionError):
        return Settings(), _keep(path)
    right = _right(data)
    wrong = not isinstance(data, dict) or any(name in data and name not in right for name in _CHECKS)
    return Settings(**right), _keep(path) if wrong else None


def _quietly(path: Path) -> dict[str, Any]:
    """Give what is right in a file, if anything."""
    try:
        return _right(_read(path))
    except (OSError, ValueError, yaml.YAMLError, RecursionError):
        return {}


def _read(path: Path) -> Any:
    with path.open("rb") as file:
        raw = file.read(LIMIT + 1)
    if len(raw) > LIMIT:
        raise ValueError("too long")
    return _safe(raw.decode("utf-8"))


def _right(data: Any) -> dict[str, Any]:
    """Give the values that are right."""
    if not isinstance(data, dict):
        return {}
    return {name: data[name] for name, check in _CHECKS.items() if name in data and check(data[name])}


def _safe(words: str) -> Any:
    if words.count("[") + words.count("{") > NESTING:  # the scanner takes a square of the depth
        raise ValueError("too deep")
    for token in yaml.scan(words, Loader=yaml.SafeLoader):
        if isinstance(token, (yaml.AliasToken, yaml.AnchorToken)):
            raise ValueError("aliases are not read")
    return yaml.safe_load(words)


def _keep(path: Path) -> Notice:
    kept = path.with_name(path.name + ".bad")
    try:
        os.replace(path, kept)
    except OSError:
        kept = path
    return Notice("settings.damaged", {"file": str(path), "kept": str(kept)})


def _whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _lesson(kept: object) -> bool:
    right = isinstance(kept, dict) and set(kept) == {"step", "done"}
    return right and _whole(kept["step"], 0, 10_000) and isinstance(kept["done"], bool)  # type: ignore[index]


_CHECKS: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: _whole(value, 100, 200),
    "speed": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 10,
    "fullscreen": lambda value: isinstance(value, bool),
    "volume": lambda value: _whole(value, 0, 100),
    "confirm": lambda value: isinstance(value, bool),
    "demo_return": lambda value: _whole(value, 10, 600),
    "demo_locked": lambda value: isinstance(value, bool),
    "window": lambda value: (
        value is None
        or (
            isinstance(value, dict)
            and set(value) == {"x", "y", "width", "height"}
            and all(_whole(side, -100_000, 100_000) for side in value.values())
        )
    ),
    "tables": lambda value: isinstance(value, dict),
    "lessons": lambda value: isinstance(value, dict) and all(map(_lesson, value.values())),
    "switches": lambda value: (
        isinstance(value, dict) and all(isinstance(name, str) and isinstance(on, bool) for name, on in value.items())
    ),
}
