"""Saved matches: one record a file, never half-written, never shared by two copies of the program."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tabletop import UserError
from tabletop.engine import record as records
from tabletop.engine.record import NewerVersion, Record
from tabletop.engine.source import SourceError, shown

KEPT = ".bak"
"""Ends the name of the save before the last."""
_SETTLING = 10.0
"""Seconds within which an empty lock is taken for one that is just being written."""


class InUse(UserError):
    """Another copy of the program plays this match."""


class Autosave:
    """The file of one match, locked from the first write until `close`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: Path | None = None

    @classmethod
    def new(cls, folder: Path, game: str, when: datetime) -> Autosave:
        """Name a file for a new match; nothing is written yet."""
        stem = f"{when:%Y-%m-%d %H.%M.%S} {''.join(char for char in Path(game).stem if char.isalnum() or char in '_-')}"
        path = folder / f"{stem}.yaml"
        again = 2
        while any(other.exists() for other in (path, _beside(path, KEPT), _beside(path, ".lock"))):
            path = folder / f"{stem} {again}.yaml"
            again += 1
        return cls(path)

    def write(self, record: Record) -> str | None:
        """Write the record so that a crash at any moment leaves the old or the new one; return why it cannot be."""
        aside = _beside(self.path, ".new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.open()
            with open(aside, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(record.text())
                stream.flush()
                os.fsync(stream.fileno())
            if self.path.exists():
                _replace(self.path, _beside(self.path, KEPT))
            _replace(aside, self.path)
        except InUse as error:
            return str(error)
        except OSError as error:
            _remove(aside)
            reason = error.strerror or "input error"
            return f"{shown(self.path, 4096)}: this game cannot be saved ({reason}); it goes on unsaved"
        return None

    def open(self) -> None:
        """Take the lock; raise InUse where another copy of the program has it."""
        if self._lock is None:
            lock = _beside(self.path, ".lock")
            with suppress(OSError):  # where no file can be made, the next write says so
                _take(lock)
                self._lock = lock

    def close(self) -> None:
        """Let the lock go; a later write takes it again."""
        if self._lock is not None:
            _remove(self._lock)
            self._lock = None


@dataclass(frozen=True)
class Saved:
    """A line in the list of saves."""

    path: Path
    game: str
    names: tuple[str, ...]
    when: datetime
    finished: bool
    in_use: bool
    trouble: str | None = None
    winners: tuple[str, ...] = ()
    """Who won, where the save says so."""


def listed(folder: Path) -> list[Saved]:
    """List the saves of a folder, the latest first, reading no more than the head of each."""
    return sorted(latest(folder), key=lambda save: save.when, reverse=True)


def latest(folder: Path) -> Iterator[Saved]:
    """Give the saves of a folder, those written last first, each read when it is asked for."""
    written: dict[str, float] = {}
    try:
        for entry in os.scandir(folder):
            name = entry.name.removesuffix(KEPT)
            if name.endswith(".yaml"):
                with suppress(OSError):  # gone meanwhile
                    written[name] = max(written.get(name, 0), entry.stat().st_mtime)
    except OSError:
        return
    for name in sorted(written, key=lambda name: written[name], reverse=True):
        save = _line(folder / name)
        if save is not None:
            yield save


def load(path: Path) -> tuple[Record, str | None]:
    """Read a save, or the kept one before it where it is broken or cut short (then with a sentence that says so).

    Raises SourceError where neither can be read, and NewerVersion.
    """
    try:
        record = records.read(path)
        if _is_whole(record.table):
            return record, None
        broken: SourceError | None = None
    except NewerVersion:
        raise
    except SourceError as error:
        record, broken = None, error
    try:
        kept = records.read(_beside(path, KEPT))
        return kept, f"{shown(path.name)} is damaged; the game goes on from the save before it"
    except SourceError:
        if record is None:
            raise broken or SourceError(f"{shown(path)}: damaged") from None
        return record, f"{shown(path.name)} is damaged: its last actions may be missing"


def _is_whole(table: Mapping[str, Any] | None) -> bool:
    return table is not None and isinstance(table.get("finished"), bool)  # its last line


def delete(path: Path) -> str | None:
    """Remove a save and the kept one; return why it cannot be."""
    lock = _beside(path, ".lock")
    if _holder(lock) is not None:
        return f"{shown(path.name)}: another window plays this game; close it there first"
    try:
        for file in (path, _beside(path, KEPT), _beside(path, ".new"), lock):
            file.unlink(missing_ok=True)
    except OSError as error:
        return f"{shown(path.name)}: this save cannot be removed ({error.strerror or 'input error'})"
    return None


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _remove(path: Path) -> None:
    with suppress(OSError):  # left behind, a lock is recognised as stale
        path.unlink(missing_ok=True)


def _replace(source: Path, target: Path) -> None:
    for pause in (0.02, 0.05, 0.1):
        try:
            return os.replace(source, target)
        except PermissionError:
            if os.name != "nt":
                raise
            time.sleep(pause)  # Windows: whoever looks at a new file (a virus scanner) lets it go in a moment
    os.replace(source, target)


def _line(path: Path) -> Saved | None:
    trouble = None
    for file in (path, _beside(path, KEPT)):
        try:
            when = datetime.fromtimestamp(file.stat().st_mtime)
            text = file.read_text(encoding="utf-8")
            # Reading the actions of a hundred saves would take seconds.
            head, _, rest = text.partition("\nactions:")
            table = rest[at:] if (at := rest.rfind("\ntable:")) >= 0 else ""
            record = records.parse(head + table + "\n", file.name)
            finished = record.table is not None and record.table.get("finished") is True
            in_use = _holder(_beside(path, ".lock")) is not None
            won = record.table.get("winners") if record.table is not None and finished else None
            seats = won if isinstance(won, list) else []
            winners = tuple(record.seats[n - 1] for n in seats if type(n) is int and 0 < n <= len(record.seats))
            return Saved(path, record.game, record.seats, when, finished, in_use, winners=winners)
        except FileNotFoundError:
            continue
        except NewerVersion as error:
            return Saved(path, "", (), when, False, False, str(error))
        except (OSError, ValueError, UserError) as error:
            trouble = trouble or f"{shown(file.name)}: {shown(error, 200)}"
    return Saved(path, "", (), datetime.fromtimestamp(0), False, False, trouble) if trouble else None


# -- locks: a file that names the process which made it ----------------------------------------------------------------


def _take(lock: Path) -> None:
    for _ in range(3):
        try:
            handle = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
        except FileExistsError:
            holder = _holder(lock)
            if holder is not None:
                raise InUse(f"{shown(lock.stem)}: another window plays this game; close it there first") from None
            _set_aside(lock)
            continue
        try:
            with os.fdopen(handle, "w", encoding="ascii") as stream:
                stream.write(f"{os.getpid()} {started(os.getpid())}\n")
        except OSError:
            _remove(lock)  # a full disk: an empty lock would keep out everybody for a while
            raise
        return
    raise InUse(f"{shown(lock.stem)}: another window has just opened this game")


def _holder(lock: Path) -> int | None:
    """Return the live process that holds a lock; None where there is none or it is stale."""
    try:
        text = lock.read_text(encoding="ascii", errors="replace")
        age = time.time() - lock.stat().st_mtime
    except OSError:
        return None
    pid, _, start = text.strip().partition(" ")
    if not pid.isdigit() or not start:
        return 0 if 0 <= age < _SETTLING else None
    return int(pid) if started(int(pid)) == start else None


def _set_aside(lock: Path) -> None:
    """Remove a stale lock, by a rename that only one of several takers can win."""
    aside = lock.with_name(f"{lock.name}.{os.getpid()}")
    with suppress(OSError):  # gone already, or not ours to remove: the next try tells
        os.replace(lock, aside)
        if _holder(aside) is not None:  # not the stale one any more: another taker was quicker
            os.replace(aside, lock)
        else:
            _remove(aside)


def started(pid: int) -> str | None:
    """Return when a process was started, in the system's own form; None where no such process runs."""
    if sys.platform == "win32":
        return _started_windows(pid)
    if sys.platform.startswith("linux"):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
            boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        except OSError:
            return None
        return f"{fields[19]}@{boot}" if fields[0] not in "ZX" else None  # proc(5): 22 starttime, 3 state
    command, plain = ["ps", "-o", "lstart=", "-p", str(pid)], {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
    found = subprocess.run(command, env=plain, capture_output=True, text=True, check=False)
    return " ".join(found.stdout.split()) or None


def _started_windows(pid: int) -> str | None:
    if sys.platform != "win32":  # for the type checker
        return None
    import ctypes
    from ctypes import wintypes

    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.OpenProcess.restype = wintypes.HANDLE
    kernel.GetProcessTimes.argtypes = [wintypes.HANDLE] + [ctypes.POINTER(wintypes.FILETIME)] * 4
    kernel.CloseHandle.argtypes = [wintypes.HANDLE]
    handle = kernel.OpenProcess(0x1000, False, pid)  # PROCESS_QUERY_LIMITED_INFORMATION
    if not handle:
        return None
    try:
        times = [wintypes.FILETIME() for _ in range(4)]
        if not kernel.GetProcessTimes(handle, *map(ctypes.byref, times)):
            return None
        created, ended = times[0], times[1]
        # A process that has ended keeps its number while somebody holds a handle to it.
        gone = ended.dwLowDateTime or ended.dwHighDateTime
        return None if gone else f"{created.dwHighDateTime}.{created.dwLowDateTime}"
    finally:
        kernel.CloseHandle(handle)
