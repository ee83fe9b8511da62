"""Pictures of scenes, drawn without a window. SDL's dummy drivers are set before this file is imported."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pygame

from tabletop import UserError
from tabletop.engine import lesson as lessons
from tabletop.engine.match import Match
from tabletop.engine.source import shown
from tabletop.rules import GAMES
from tabletop.ui import library
from tabletop.ui.curtain import CurtainScene
from tabletop.ui.lesson import LessonScene
from tabletop.ui.menu import MenuScene
from tabletop.ui.result import ResultScene
from tabletop.ui.rulebook import RulebookScene
from tabletop.ui.scene import Context, Scene, Stack
from tabletop.ui.settings import Settings
from tabletop.ui.settings_scene import SettingsScene
from tabletop.ui.setup import SetupScene
from tabletop.ui.table import TableScene
from tabletop.ui.viewport import Viewport
from tabletop.words import Words

OF_A_GAME = ("table", "curtain", "result", "replay")
LESSON = "lesson"


def shot(
    record: Path | None,
    out: Path,
    size: tuple[int, int] = (1280, 800),
    text: int = 100,
    scale: float = 1.0,
    seat: int | None = None,
    scene: str | None = None,
    ids: Path | None = None,
    picks: Sequence[str] = (),
    step: int | None = None,
) -> str:
    """Draw a scene into a picture; with `ids`, write what can be clicked and read, with its rectangles, as JSON.

    `picks` are clicked first: what the table shows in the middle of a move.
    Rectangles are [x, y, width, height] in the picture's pixels; `window` says how many of them are a window point.
    """
    is_lesson = record is not None and lessons.is_lesson(record)
    scene = scene or (LESSON if is_lesson else "table" if record is not None else "menu")
    context = Context(Viewport(size, scale), Settings(text=text, speed=0, volume=0))
    stack = Stack(context)
    if scene == LESSON:
        stack.push(_lesson(record, step))
    else:
        _push(stack, scene, _match(record, seat, scene), seat)
    stack.tick(0)
    for address in picks:
        if not isinstance(stack.top, TableScene) or address not in stack.top.addresses():
            raise UserError(f"--pick {shown(address)}: there is nothing to click by that name")
        stack.apply(stack.top.click(address))
        stack.draw()
    stack.draw()
    while isinstance(stack.top, RulebookScene) and stack.top.gallery.work(ahead=False):
        stack.draw()
    _write(out, lambda: pygame.image.save(context.surface, str(out)))
    if ids is not None:
        shape = json.dumps(_ids(stack, scale), ensure_ascii=False, indent=1)
        _write(ids, lambda: ids.write_text(shape + "\n", encoding="utf-8"))
    return f"{shown(out, 4096)}: {scene}, {context.surface.get_width()}x{context.surface.get_height()}"


def _lesson(file: Path | None, step: int | None) -> Scene:
    if file is None:
        raise UserError("--scene lesson needs a lesson to show")
    try:
        lesson = lessons.load(lessons.locate(file), GAMES, Words)
    except UserError as error:
        raise UserError("\n".join(error.lines)) from None
    if step is not None and step > len(lesson.steps):
        raise UserError(f"{shown(file, 4096)}: --step {step} is past the end; it has {len(lesson.steps)} steps")
    return LessonScene(lesson, (step or 1) - 1, remember=False)


def _match(record: Path | None, seat: int | None, scene: str) -> Match | None:
    if record is None:
        if scene in OF_A_GAME:
            raise UserError(f"--scene {scene} needs a record to show")
        return None
    match, _ = library.resume(record, None, as_save=False)
    if seat is not None and seat not in match.seats:
        raise UserError(f"there is no seat {seat}; the seats are 1 to {len(match.names)}")
    if scene == "result" and not match.over:
        raise UserError(f"{shown(record, 4096)}: this game is not over, so it has no result to show")
    return match


def _push(stack: Stack, scene: str, match: Match | None, seat: int | None) -> None:
    if match is None or scene not in OF_A_GAME:
        stack.push(_around(scene, match))
    elif scene == "curtain":
        number = seat or match.next_human or 1
        stack.context.art.seat(match.looks)
        stack.push(CurtainScene(match.names[number - 1], number, rules=match.definition.rules))
    else:
        look = len(match.entries) if scene == "replay" else None
        table = _table(match, seat, look)
        stack.push(table)
        if scene == "result":
            table.sitting.count(match)
            stack.push(ResultScene(match, table.words, table.sitting))


def _around(scene: str, match: Match | None) -> Scene:
    if scene == "menu":
        return MenuScene()
    if scene == "settings":
        return SettingsScene()
    entry = _entry(match)
    assert entry.definition is not None
    return SetupScene(entry) if scene == "setup" else RulebookScene(entry.definition)


def _table(match: Match, seat: int | None, look: int | None) -> TableScene:
    """Make the table as a seat sees it, or as everybody may; whoever plays may click where nothing is hidden."""
    due = match.next_human
    plays = due is not None and (seat == due or (seat is None and not match.has_secrets(due)))
    scene = TableScene(match, look=look, view=None if plays else seat or "public")
    scene.seen_by = due if plays else None
    return scene


def _entry(match: Match | None) -> library.Entry:
    if match is not None:
        return library.Entry(match.definition.source, match.definition)
    for entry in library.entries():
        if entry.definition is not None:
            return entry
    raise UserError("there are no games to show")


def _ids(stack: Stack, scale: float) -> dict[str, Any]:
    record, top = stack.context.text.record, stack.top
    return {
        "scene": type(top).__name__,
        "window": scale,
        "clickable": {address: list(rect) for address, rect in top.addresses().items()},
        **({"landmarks": _landmarks(top)} if isinstance(top, LessonScene) else {}),
        "texts": [
            {"text": one.text, "rect": list(one.rect), "in": one.container, "cut": one.cut, "px": one.px}
            for one in record
        ],
    }


def _landmarks(scene: LessonScene) -> dict[str, Any]:
    """Say what a lesson of this game may light beside the things of the game, as far as it is there now."""
    words, places = scene.words, {address: scene.place_of(address) for address in scene.words.keys("landmarks")}
    return {
        address: {"what": words.say("landmarks", address), "rect": list(rect)}
        for address, rect in places.items()
        if rect is not None
    }


def _write(path: Path, write: Any) -> None:
    try:
        write()
    except (OSError, pygame.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(f"{shown(path, 4096)}: the file cannot be written ({reason})") from None
