"""The lessons of a game: what each is about, which are done, and what is wrong with one's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tabletop import UserError
from tabletop.engine import lesson as lessons
from tabletop.engine.definition import Definition
from tabletop.engine.lesson import Listed
from tabletop.rules import GAMES
from tabletop.ui.dialogs import mistakes, reloaded
from tabletop.ui.opening import open_lesson
from tabletop.ui.pages import ListPage
from tabletop.ui.scene import STAY, Push, Transition
from tabletop.ui.text import escape
from tabletop.ui.viewport import Event, Key
from tabletop.ui.widgets import Button, Row, Widget
from tabletop.words import Words


def learn(definition: Definition) -> Transition:
    """Open a game's one lesson, or the list where there are several."""
    found = lessons.of_game(definition.reference)
    if len(found) == 1 and not found[0].errors:
        return open_lesson(found[0].path)
    return Push(LessonsScene(definition))


class LessonsScene(ListPage):
    """A list of a game's lessons and of one's own files that cannot be read; F5 reads them again."""

    broad = 980

    def __init__(self, definition: Definition) -> None:
        self.definition = definition

    def prepare(self) -> None:
        """List the lessons; one's own are checked, ours are good."""
        self.title = self.words("lesson.title", game=Words(self.definition).title())
        self.back_words = self.words("lesson.back_to_menu")
        self.empty = self.words("lesson.none")
        self.lessons = lessons.of_game(self.definition.reference)
        self.errors = {one.id: one.errors or (_errors(one.path) if one.own else ()) for one in self.lessons}

    def rows(self) -> list[Row]:
        """Give a row for each lesson."""
        return [self._row(one) for one in self.lessons]

    def _row(self, one: Listed) -> Row:
        words = self.words
        if self.errors[one.id]:
            return Row(one.id, escape(one.path.name), f"{words('lesson.broken')}: {self.errors[one.id][0]}", faint=True)
        kept = self.context.settings.lessons.get(one.id, {})
        facts = [one.about] if one.about else []
        if one.own:
            facts.append(words("lesson.own"))
        if kept.get("done"):
            facts.append(words("lesson.finished"))
        if kept.get("step"):
            facts.append(words("lesson.begun", number=kept["step"] + 1))
        return Row(one.id, f"**{escape(one.name)}**", " · ".join(facts))

    def _done(self, key: str) -> bool:
        return bool(self.context.settings.lessons.get(key, {}).get("done"))

    def first(self, keys: Sequence[str]) -> str | None:
        """Give the first lesson that is not done yet."""
        return next((key for key in keys if not self._done(key)), None) or super().first(keys)

    def bar(self) -> list[Widget]:
        """Offer to read the files again where some are one's own."""
        own = any(one.own for one in self.lessons)
        return (
            [Button("button:reload", words=self.words("lesson.reload"), action=self.reload, keys=("f5",))]
            if own
            else []
        )

    def picked(self, key: str) -> Transition | None:
        """Open a lesson, or tell what is wrong with it."""
        one = next(one for one in self.lessons if one.id == key)
        if self.errors[key]:
            return Push(mistakes(one.path.name, self.errors[key]))
        return open_lesson(one.path)

    def reload(self) -> Transition:
        """Read all files again and say how that went."""
        self.prepare()
        wrong = sum(bool(errors) for errors in self.errors.values())
        self.calm = not wrong
        self.notice = reloaded(wrong)
        self.rebuild()
        return STAY

    def handle(self, event: Event) -> Transition | None:
        """Read the files again on F5."""
        if isinstance(event, Key) and event.name == "f5":
            return STAY if event.repeat else self.reload()
        return super().handle(event)

    def resumed(self, result: object) -> Transition | None:
        """Come back from a lesson: it may be done now."""
        if self.list.chosen is not None and self._done(self.list.chosen):
            self.list.chosen = None
        self.rebuild()
        return None


def _errors(path: Path) -> tuple[str, ...]:
    try:
        lessons.load(path, GAMES, Words)
    except UserError as error:
        return error.lines
    return ()
