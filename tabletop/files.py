"""Writing text files that people keep: whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write(path: Path, text: str) -> None:
    """Write a file, or leave the one that was there as it is; raise OSError, which names it."""
    if path.exists() and not path.is_file():  # a pipe, a device
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        return
    path = Path(os.path.realpath(path))
    aside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        write_new(aside, text)
        os.replace(aside, path)
    except OSError as error:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet, or none; raise OSError, which names it: FileExistsError where one is."""
    with path.open("x", encoding="utf-8", newline="\n") as stream:
        try:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        except OSError as error:
            with suppress(OSError):  # closing tries once more to write the rest
                stream.close()
            with suppress(OSError):
                path.unlink()
            raise OSError(error.errno, error.strerror, str(path)) from error
