"""What the user set, remembered in one YAML file."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import yaml

LIMIT = 200_000  # bytes; a settings file is never as long
NESTING = 1000  # brackets; saving writes hardly any
TEXT_SIZES = (100, 125, 150, 175, 200)
SPEEDS = (0.0, 0.5, 1.0, 2.0, 4.0)


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

    def save(self, path: Path) -> Notice | None:
        """Write the file beside the old one and put it in its place; give what prevented it, or None."""
        aside = path.with_name(f"{path.name}.{os.getpid()}.new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with aside.open("w", encoding="utf-8") as file:
                yaml.safe_dump({f.name: getattr(self, f.name) for f in fields(self)}, file, allow_unicode=True)
                file.flush()
                os.fsync(file.fileno())
            os.replace(aside, path)
        except OSError as error:
            with suppress(OSError):
                aside.unlink(missing_ok=True)
            return Notice("settings.not_written", {"file": str(path), "reason": error.strerror or str(error)})
        return None


def load(path: Path) -> tuple[Settings, Notice | None]:
    """Read the settings; what is wrong in the file becomes its default, and the file is kept under another name."""
    settings = Settings()
    try:
        with path.open("rb") as file:
            raw = file.read(LIMIT + 1)
        if len(raw) > LIMIT:
            raise ValueError("too long")
        data = _safe(raw.decode("utf-8"))
    except FileNotFoundError:
        return settings, None
    except OSError as error:
        return settings, Notice("settings.not_read", {"file": str(path), "reason": error.strerror or str(error)})
    except (ValueError, yaml.YAMLError, RecursionError):
        return settings, _keep(path)
    wrong = not isinstance(data, dict)
    for name, check in _CHECKS.items():
        if not wrong and name in data:
            if check(data[name]):
                setattr(settings, name, data[name])
            else:
                return _rest(data), _keep(path)
    return settings, _keep(path) if wrong else None


def _rest(data: dict[str, Any]) -> Settings:
    """Give what is right in a file that is partly wrong."""
    settings = Settings()
    for name, check in _CHECKS.items():
        if name in data and check(data[name]):
            setattr(settings, name, data[name])
    return settings


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
