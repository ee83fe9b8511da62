"""A small log of errors for a program that runs for hours without anybody before it.

It holds what kind of error came up, where and in which game; never what an error says, because that may quote a secret
of the game.
"""

from __future__ import annotations

import logging
import re
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path

from tabletop import UserError

LIMIT = 200_000  # bytes of a file, of which there are two at most


class ErrorLog:
    """Writes lines to a file that is begun with the first of them; where that cannot be, nothing fails."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.count = 0
        """Lines written since the start."""
        self._handler: RotatingFileHandler | None = None

    def error(self, about: str, error: BaseException) -> None:
        """Note an error and where it was raised; the sentence only where it is one for users."""
        if isinstance(error, UserError):
            self.line(f"{about}: {error}")
            return
        places = [f"{_short(f.filename)}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)[-6:]]
        self.line(f"{about}: {type(error).__name__} at {' < '.join(reversed(places)) or 'an unknown place'}")

    def trace(self, about: str, trace: str) -> None:
        """Note an error of another process, of which only the text of its traceback has come."""
        places = re.findall(r'File "([^"]+)", line (\d+), in (\S+)', trace)[-6:]
        kinds: list[str] = re.findall(r"(?m)^([A-Za-z_][\w.]*)(?::|$)", trace)
        said = [f"{_short(file)}:{line} {name}" for file, line, name in reversed(places)]
        kind = kinds[-1] if kinds and kinds[-1] != "Traceback" else "an error"
        self.line(f"{about}: {kind} at {' < '.join(said) or 'an unknown place'}")

    def line(self, words: str) -> None:
        """Write a line."""
        self.count += 1
        try:
            if self._handler is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._handler = RotatingFileHandler(self.path, maxBytes=LIMIT, backupCount=1, encoding="utf-8")
                self._handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
                self._handler.handleError = lambda record: None  # type: ignore[method-assign]
            one = " ".join(words.split())
            self._handler.handle(logging.LogRecord("tabletop", logging.ERROR, "", 0, one, None, None))
        except OSError:
            self._handler = None

    def close(self) -> None:
        """Let the file go."""
        if self._handler is not None:
            self._handler.close()
            self._handler = None


def _short(file: str) -> str:
    """Leave out the folders of the person's own computer."""
    parts = Path(file).parts
    return "/".join(parts[-3:]) if "tabletop" in parts[-3:] else Path(file).name
