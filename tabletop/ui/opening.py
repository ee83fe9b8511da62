"""From a file or a match to the scene that shows it."""

from __future__ import annotations

import random
from datetime import datetime
from functools import partial
from pathlib import Path

import pygame

from tabletop import UserError, paths
from tabletop.engine import lesson as lessons
from tabletop.engine.lesson import Lesson
from tabletop.engine.match import Match
from tabletop.engine.rules import CHANCE
from tabletop.engine.saves import Autosave
from tabletop.rules import GAMES
from tabletop.ui import library
from tabletop.ui.dialogs import choice, message, mistakes
from tabletop.ui.scene import Push, Replace, Scene, Transition
from tabletop.ui.tableview import VIEWS
from tabletop.ui.wording import UiWords
from tabletop.words import Words


def table(match: Match, *, begins: bool = False) -> Scene:
    """Make the scene in which a match is played; `begins`: it says who begins."""
    from tabletop.ui.computers import Computers  # menu and settings need none of it
    from tabletop.ui.table import TableScene

    return TableScene(match, computers=Computers(), begins=begins)


def look_back(match: Match) -> Scene:
    """Make the scene in which a match is stepped through."""
    from tabletop.ui.table import TableScene

    return TableScene(match, look=first_look(match), view="public")


def first_look(match: Match) -> int:
    """Give the count of actions at which looking back begins: what chance laid out is there already."""
    chance = (n for n, entry in enumerate(match.entries) if entry.seat != CHANCE)
    return next(chance, 0)


def new_save(match: Match) -> None:
    """Let a match be saved in a file of its own from its next action on."""
    match.autosave = Autosave.new(paths.user_saves(), match.game, datetime.now())


def continue_game(path: Path) -> Transition:
    """Go on with a saved game; say why where that cannot be."""
    try:
        match, warning = library.resume(path, random.SystemRandom(), as_save=True)
    except UserError as error:
        return Push(message(str(error)))
    scene = table(match)
    return Push(Warned(scene, warning)) if warning else Push(scene)


def look_at(path: Path) -> Transition:
    """Step through a saved game; say why where that cannot be."""
    try:
        match, _ = library.resume(path, None, as_save=False)
    except UserError as error:
        return Push(message(str(error)))
    return Push(look_back(match))


def open_file(path: Path) -> Transition:
    """Open a record, a save, a lesson or a definition; say why where that cannot be."""
    from tabletop.ui.setup import SetupScene

    try:
        if library.is_lesson(path):
            return open_lesson(path)
        if not library.is_record(path):
            return Push(SetupScene(library.entry_of(path)))
        if path.absolute().parent == paths.user_saves():
            return continue_game(path)
        match, _ = library.resume(path, random.SystemRandom(), as_save=False)
    except UserError as error:
        return Push(message(str(error)))
    if match.over:
        return Push(look_back(match))
    new_save(match)
    return Push(table(match))


def open_lesson(path: Path) -> Push:
    """Begin a lesson, or go on with it; show everything that is wrong where it cannot be used."""
    from tabletop.ui.lesson import LessonScene

    try:
        lesson = lessons.load(path, GAMES, Words)
        if lesson.definition.rules not in VIEWS:
            raise UserError(UiWords()("open.no_table", game=Words(lesson.definition).title()))
    except UserError as error:
        return Push(mistakes(path.name, error.lines))
    return Push(LessonScene(lesson))


def game_after(lesson: Lesson, save: bool = True) -> Scene:
    """Begin the game that follows a lesson: its options, against the easiest level."""
    definition = lesson.definition
    easiest = next(iter(definition.players))
    match = Match(
        definition,
        lesson.seats,
        options=lesson.options,
        levels=[None if seat == lesson.learner else easiest for seat in range(1, len(lesson.seats) + 1)],
        rng=random.SystemRandom(),
    )
    if save:
        new_save(match)
    return table(match)


def make_lesson(match: Match, learner: int | None) -> Scene:
    """Write the skeleton of a lesson from a game, for one of its people; ask for which where there are several."""
    people = [seat for seat in match.seats if match.is_human(seat)] or list(match.seats)
    if learner is not None or len(people) == 1:
        return _write_lesson(match, learner or people[0])
    words, names = UiWords(), match.names
    alike = len(set(names)) < len(names)
    options = [
        (f"{names[seat - 1]} ({seat})" if alike else names[seat - 1], partial(_write_lesson, match, seat))
        for seat in people
    ]
    return choice(words("lesson.who_help"), options, words("lesson.who"))


def _write_lesson(match: Match, learner: int) -> Scene:
    words, folder = UiWords(), paths.user_games()
    try:
        path = lessons.write_skeleton(match, learner, Words)
    except OSError as error:
        return message(words("lesson.make_failed", file=str(folder), reason=error.strerror or str(error)))
    return message(words("lesson.made", file=str(path)), words("lesson.make"))


class Warned(Scene):
    """Tells a warning once, then gives way to another scene."""

    def __init__(self, scene: Scene, warning: str) -> None:
        self.scene, self.warning, self.told = scene, warning, False

    def tick(self, now: float) -> Transition | None:
        """Show the message, then the scene."""
        if self.told:
            return Replace(self.scene)
        self.told = True
        return Push(message(self.warning))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the bare table."""
        self.context.art.background(surface)
