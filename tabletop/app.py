"""The command line: open the window, or run a headless command.

Whatever is slow to import (pygame, pydantic) is imported by the command that needs it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
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
        if sys.stderr is not None:
            with suppress(OSError):  # nobody can be told
                print(error, file=sys.stderr, flush=True)
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
        arguments, file = _parsed(list(sys.argv[1:] if argv is None else argv))
    except SystemExit as done:  # --help, --version, or a mistake that argparse has told
        return int(done.code or 0)
    if arguments.command is None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        from tabletop.ui.window import run

        if "demo" in arguments:
            from tabletop.ui.demo import demo

            return run(
                scale=arguments.scale,
                begin=lambda settings: demo(settings, arguments.demo, arguments.locked, arguments.back_after),
            )
        return run(scale=arguments.scale, open_file=file)
    command: Callable[[argparse.Namespace], str | int] = arguments.command
    try:
        output = command(arguments)
    except OSError as error:
        raise UserError(f"{error.filename or 'the current folder'}: {error.strerror or error}") from error
    if isinstance(output, int):  # a window was open
        return output
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")  # the same bytes in a pipe on every system
    _write(output + "\n")
    return 0


def _parsed(argv: list[str]) -> tuple[argparse.Namespace, Path | None]:
    """Read the arguments; a file in the place of a command is one to open in the window."""
    at = 2 if argv[:1] == ["--scale"] else 1 if argv[:1] and argv[0].startswith("--scale=") else 0
    file = argv[at] if at < len(argv) else ""
    if file.startswith("-") or not (file.lower().endswith((".yaml", ".yml")) or Path(file).is_file()):
        return _parser().parse_args(argv), None
    return _parser().parse_args(argv[:at] + argv[at + 1 :]), Path(file)


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


def _shot(arguments: argparse.Namespace) -> str:
    # Before pygame is imported, so that no window and no sound device is ever looked for.
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
    from tabletop.ui.shot import shot

    return shot(
        arguments.record,
        arguments.out,
        arguments.size,
        arguments.text,
        arguments.scale,
        arguments.seat,
        arguments.scene,
        arguments.ids,
        arguments.pick,
        arguments.step,
    )


def _rules(arguments: argparse.Namespace) -> str:
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
    from tabletop.engine.source import shown
    from tabletop.rules import load
    from tabletop.ui import printed

    printed.write(load(arguments.game), arguments.out)
    return f"{shown(arguments.out, 4096)}: written"


def _lesson(arguments: argparse.Namespace) -> str | int:
    from tabletop import commands
    from tabletop.engine.source import shown

    if arguments.record is None:
        if arguments.lesson is None:
            raise UserError("lesson needs the id or the file of a lesson, or --from RECORD to make one")
        if arguments.out is not None or arguments.learner is not None:
            raise UserError("--out and --learner are for making a lesson: name the game with --from RECORD")
        path = commands.find_lesson(arguments.lesson)
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        from tabletop.ui.window import run

        return run(scale=arguments.scale, open_file=path)
    if arguments.lesson is not None:
        raise UserError(f"{shown(arguments.lesson)}: a lesson is either opened, or made with --from; name one of both")
    return commands.make_lesson(arguments.record, arguments.out, arguments.learner or 1)


def _match(arguments: argparse.Namespace) -> str:
    from tabletop.agents.commands import match

    return match(
        arguments.game,
        arguments.seats,
        arguments.games,
        iterations=arguments.iterations,
        seconds=arguments.seconds,
        options=arguments.option,
        seed=arguments.seed,
        jobs=arguments.jobs,
        as_json=arguments.json,
    )


def _solve(arguments: argparse.Namespace) -> str:
    from tabletop.agents.commands import solve

    return solve(arguments.file, arguments.seconds)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        message = " ".join("".join(char if char.isprintable() else " " for char in message).split())
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


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86400:
        raise argparse.ArgumentTypeError(f"needs a number of seconds above 0, not {text[:40]!r}")
    return value


def _patience(text: str) -> float:
    value = _seconds(text)
    if not 5 <= value <= 3600:
        raise argparse.ArgumentTypeError(f"goes from 5 to 3600 seconds, not {text[:40]!r}")
    return value


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    if not (cross and width.isascii() and height.isascii() and width.isdigit() and height.isdigit()):
        raise argparse.ArgumentTypeError(f"needs a width and a height such as 1280x800, not {text[:40]!r}")
    if not (960 <= int(width) <= 8000 and 600 <= int(height) <= 8000):
        raise argparse.ArgumentTypeError(f"goes from 960x600 to 8000x8000, not {text[:40]!r}")
    return int(width), int(height)


def _percent(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = 0
    if not 100 <= value <= 200:
        raise argparse.ArgumentTypeError(f"needs a whole number from 100 to 200, not {text[:40]!r}")
    return value


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
    parser.usage = "%(prog)s [-h] [--version] [--scale F] [FILE | COMMAND ...]"
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", prog="tabletop")

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

    check = commands.add_parser("check", help="check game definitions and lessons", allow_abbrev=False)
    check.add_argument("files", type=Path, nargs="*", metavar="FILE", help="all games and lessons if none")
    check.set_defaults(command=_check)

    match = commands.add_parser("match", help="let computer players play each other", allow_abbrev=False)
    match.add_argument("game", metavar="GAME", help="a game's id, or the path of its definition")
    players = "who plays: learner, casual, club, expert, or random, greedy, search; seats rotate"
    match.add_argument("--seats", nargs="+", metavar="PLAYER", required=True, help=players)
    match.add_argument("--games", type=_number_from(1), metavar="N", default=100, help="how many games (100)")
    budget = match.add_mutually_exclusive_group()
    words = "that search, and Expert, think for a move"
    budget.add_argument("--iterations", type=_number_from(1), metavar="I", help=f"iterations {words}")
    budget.add_argument("--seconds", type=_seconds, metavar="S", help=f"seconds {words}")
    match.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game: level=2")
    match.add_argument("--seed", type=_number_from(0), metavar="S", default=0, help="the same seed, the same games")
    match.add_argument("--jobs", type=_number_from(1), metavar="J", default=1, help="processes to play in (1)")
    match.add_argument("--json", action="store_true", help="print the numbers as JSON")
    match.set_defaults(command=_match)

    shot = commands.add_parser("shot", help="draw a scene into a picture, without a window", allow_abbrev=False)
    shot.add_argument("record", type=Path, nargs="?", metavar="RECORD", help="a record, a saved game or a lesson")
    shot.add_argument("--out", type=Path, metavar="FILE.png", required=True, help="the picture to write")
    shot.add_argument("--size", type=_size, metavar="WxH", default=(1280, 800), help="the window's size (1280x800)")
    shot.add_argument("--text", type=_percent, metavar="P", default=100, help="the text's size, 100 to 200 per cent")
    shot.add_argument("--scale", dest="scale", type=_scale, metavar="F", default=1.0, help="the display's density")
    shot.add_argument("--seat", type=_number_from(1), metavar="K", help="what seat K sees, not what everybody may")
    scenes = ("table", "menu", "setup", "rules", "settings", "curtain", "result", "replay", "lesson")
    shot.add_argument("--scene", choices=scenes, metavar="S", help=f"one of {', '.join(scenes)}")
    shot.add_argument("--pick", action="append", default=[], metavar="ADDRESS", help="click this first; repeatable")
    shot.add_argument("--step", type=_number_from(1), metavar="N", help="the step of a lesson (1)")
    shot.add_argument("--ids", type=Path, metavar="FILE.json", help="write what can be clicked and read, and where")
    shot.set_defaults(command=_shot)

    demo = commands.add_parser("demo", help="show games that play themselves, for a club", allow_abbrev=False)
    demo.add_argument("demo", nargs="*", metavar="GAME", help="ids of games, or paths of their files; all if none")
    demo.add_argument("--locked", action="store_true", help="nobody gets out but by a key chord, shown at the start")
    back = "seconds after which the demo goes on when a visitor has left (60)"
    demo.add_argument("--return", dest="back_after", type=_patience, metavar="SECONDS", help=back)

    rules = commands.add_parser("rules", help="write a game's rulebook as a page to print", allow_abbrev=False)
    rules.add_argument("game", metavar="GAME", help="a game's id, or the path of its definition")
    rules.add_argument("--out", type=Path, metavar="FILE.html", required=True, help="the page to write")
    rules.set_defaults(command=_rules)

    lesson = commands.add_parser("lesson", help="open a lesson, or make one from a game", allow_abbrev=False)
    lesson.add_argument("lesson", nargs="?", metavar="LESSON", help="a lesson's id, or its file: opened in the window")
    lesson.add_argument("--from", type=Path, dest="record", metavar="RECORD", help="make the skeleton of a lesson")
    lesson.add_argument("--out", type=Path, metavar="NAME.lesson.yaml", help="where it is written")
    lesson.add_argument("--learner", type=_number_from(1), metavar="K", help="the seat that learns (1)")
    lesson.set_defaults(command=_lesson)

    solve = commands.add_parser("solve", help="look for a forced win at a record's end", allow_abbrev=False)
    solve.add_argument("file", type=Path, metavar="RECORD", help="a record or a saved game")
    solve.add_argument("--seconds", type=_seconds, metavar="S", default=60.0, help="how long to look (60)")
    solve.set_defaults(command=_solve)
    return parser
