"""The command line: open the window, or run a headless command.

Whatever is slow to import (pygame, pydantic) is imported by the command that needs it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from tabletop import UserError, __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status: 0 done, 2 what the user gave cannot be used."""
    try:
        status = _run(argv)
        _write("")  # argparse printed its help without flushing it
        return status
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever read our output (`| head`) has gone
        _let_go_of_output()
        return 1
    except KeyboardInterrupt:
        return 130


def _write(text: str) -> None:
    if sys.stdout is None:  # pythonw has none
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _let_go_of_output()
        raise UserError(f"The output could not be written: {error.strerror or error}") from error


def _let_go_of_output() -> None:
    # Python flushes once more at exit, which must not fail again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = _parser().parse_args(argv)
    except SystemExit as done:  # --help, --version, or a mistake that argparse has told
        return int(done.code or 0)
    if arguments.command is None:
        from tabletop.ui.window import run

        return run(scale=arguments.scale)
    command: Callable[[argparse.Namespace], str] = arguments.command
    try:
        output = command(arguments)
    except OSError as error:
        raise UserError(f"{error.filename or 'file'}: {error.strerror or error}") from error
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")  # the same bytes in a pipe on every system
    _write(output + "\n")
    return 0


# Each command returns all that it prints, so that a command that fails has printed nothing.


def _replay(arguments: argparse.Namespace) -> str:
    from tabletop.commands import replay

    return replay(arguments.file, at=arguments.at, seat=arguments.seat)


def _perft(arguments: argparse.Namespace) -> str:
    from tabletop.commands import perft

    return perft(arguments.file, depth=arguments.depth, divide=arguments.divide)


def _check(arguments: argparse.Namespace) -> str:
    from tabletop.commands import check

    return check(arguments.files)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; {self.prog} --help shows what can be asked\n")


def _number_from(low: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low:
            raise argparse.ArgumentTypeError(f"needs a whole number from {low} up, not {text[:40]!r}")
        return value

    return number


def _scale(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.5 <= value <= 4:
        raise argparse.ArgumentTypeError(f"needs a number from 0.5 to 4, not {text[:40]!r}")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="tabletop",
        description="Five small table games. Without a command, the window opens.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"Tabletop {__version__}")
    parser.add_argument("--scale", type=_scale, metavar="F", help="draw as a display of this density would: 1.5, 2")
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands that need no window", metavar="COMMAND")

    replay = commands.add_parser("replay", help="print where a record leads, as JSON", allow_abbrev=False)
    replay.add_argument("file", type=Path, metavar="FILE", help="a record or a saved game")
    replay.add_argument("--at", type=_number_from(0), metavar="N", help="stop after the first N actions")
    replay.add_argument("--seat", type=_number_from(1), metavar="K", help="print only what seat K may know")
    replay.set_defaults(command=_replay)

    perft = commands.add_parser("perft", help="count the ways to go on from a record's end", allow_abbrev=False)
    perft.add_argument("file", type=Path, metavar="FILE", help="a record or a saved game")
    perft.add_argument("--depth", type=_number_from(0), metavar="N", required=True, help="how many actions ahead")
    perft.add_argument("--divide", action="store_true", help="print the count after each first action too")
    perft.set_defaults(command=_perft)

    check = commands.add_parser("check", help="check game definitions", allow_abbrev=False)
    check.add_argument("files", type=Path, nargs="*", metavar="FILE", help="definitions; all that come along if none")
    check.set_defaults(command=_check)
    return parser
