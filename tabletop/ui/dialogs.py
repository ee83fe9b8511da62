"""The dialogs that scenes ask for: a message, a question, one of a few."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tabletop.ui.dialog import Answer, Dialog
from tabletop.ui.scene import Scene
from tabletop.ui.text import escape
from tabletop.ui.wording import UiWords


def message(words: str, title: str = "") -> Dialog:
    """Tell something; pops with None."""
    return Dialog(title, _paragraphs(words), [Answer(UiWords()("dialog.ok"), None, ("return",), loud=True)])


def mistakes(title: str, lines: Sequence[str]) -> Dialog:
    """Tell all that is wrong with a file, or with several; pops with None."""
    return message("\n".join(lines), title)


def reloaded(wrong: int) -> str:
    """Say how reading files again went, of which so many are wrong."""
    return UiWords()("reload.badly" if wrong else "reload.well", count=wrong)


def question(words: str, yes: str = "", no: str = "", title: str = "") -> Dialog:
    """Ask for a yes or a no; pops with True or False."""
    ui = UiWords()
    answers = [Answer(yes or ui("dialog.yes"), True, loud=True), Answer(no or ui("dialog.no"), False)]
    return Dialog(title, _paragraphs(words), answers)


def choice(words: str, options: Sequence[tuple[str, Callable[[], Scene]]], title: str = "") -> Dialog:
    """Let one of a few scenes be chosen, which comes instead; pops with None where none is wanted."""
    answers = [*(Answer(label, then=then) for label, then in options), Answer(UiWords()("dialog.cancel"))]
    return Dialog(title, _paragraphs(words), answers)


def _paragraphs(words: str) -> str:
    """Make plain lines Markdown that says the same."""
    return "\n\n".join(escape(line) for line in words.splitlines() if line.strip())
