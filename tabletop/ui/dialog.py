"""A paper with a question or a message over the scene below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from tabletop.ui.scene import Context, Pop, Replace, Scene, Transition
from tabletop.ui.sheet import Sheet
from tabletop.ui.theme import DARK_INK
from tabletop.ui.widgets import Button, Form, Scroll, State, flow


@dataclass(frozen=True)
class Answer:
    """A button of a dialog: its words, the result of choosing it, its keys; with `then` a scene comes instead."""

    words: str
    result: object = None
    keys: tuple[str, ...] = ()
    loud: bool = False
    then: Callable[[], Scene] | None = None

    def chosen(self) -> Transition:
        """Give what choosing it does."""
        return Replace(self.then()) if self.then is not None else Pop(self.result)


class Dialog(Sheet):
    """Shows Markdown and answers; `resumed` of the scene below gets the result.

    Escape and right click mean the last answer; Return means the loud one, or else the last.
    """

    def __init__(self, title: str, source: str, answers: Sequence[Answer], width: float = 560) -> None:
        self.title = title
        self.source = source
        self.answers = answers
        self.calm = answers[-1].result
        self.width = width
        self.frame = pygame.Rect(0, 0, 0, 0)
        self.result: object = None

    def enter(self, context: Context) -> None:
        """Make the buttons."""
        super().enter(context)
        self.form = Form(context, paper=True)

    def layout(self, context: Context) -> None:
        """Make the paper as large as its words, at most the window."""
        theme, view = context.theme, context.viewport.rect
        pad = theme(28)
        width = min(theme.grown(self.width), view.width - theme(48))
        inner = width - 2 * pad
        title = context.text.measure(self.title, "heading", inner, bold=True)[1] if self.title else 0
        document = context.text.markdown(self.source, inner - theme(14))
        buttons = [self._button(answer) for answer in self.answers]
        row = flow(context, buttons, pygame.Rect(0, 0, inner, 0))
        gaps = theme(20) + (theme(14) if title else 0)
        body = min(document.height, view.height - theme(40) - 2 * pad - title - row.height - gaps)
        if body < theme.px("text"):  # the answers need it all
            body, gaps = 0, gaps - theme(20)
        self.frame = pygame.Rect(0, 0, width, 2 * pad + title + body + row.height + gaps)
        self.frame.center = view.center
        x, y = self.frame.x + pad, self.frame.y + pad
        self._title = pygame.Rect(x, y, inner, title)
        y += title + (theme(14) if title else 0)
        self.scroll = Scroll("message", paper=True, height=document.height, content=document.draw)
        self.scroll.focusable = document.height > body > 0
        self.scroll.lay(context, pygame.Rect(x, y, inner, body))
        flow(context, buttons, pygame.Rect(x, self.frame.bottom - pad - row.height, inner, 0), align="right")
        self.form.replace([self.scroll, *buttons] if self.scroll.focusable else buttons)
        if not self.scroll.focusable:
            calm = next((n for n, answer in enumerate(self.answers) if answer.loud), len(buttons) - 1)
            self.form.focused = self.form.focused or buttons[calm]

    def _button(self, answer: Answer) -> Button:
        kind = "loud" if answer.loud else "plain"
        return Button(
            f"answer:{answer.words}",
            words=answer.words,
            keys=answer.keys,
            kind=kind,
            paper=True,
            action=answer.chosen,
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Darken what is below and draw the paper."""
        context = self.context
        context.art.shade(surface)
        context.art.paper(surface, self.frame, radius=18, height=14)
        with context.text.container("dialog", self.frame):
            if self.title:
                context.text.draw(surface, self.title, self._title, "heading", DARK_INK, bold=True)
            if not self.scroll.focusable and self.scroll.rect.height:
                self.scroll.draw(context, surface, State())
            self.form.draw(surface)
