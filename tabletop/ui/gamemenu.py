"""The menu during a game: rename a seat, hand it to a computer or back, give up, look back, leave."""

from __future__ import annotations

import pygame

from tabletop.engine.match import Match
from tabletop.engine.rules import Refused
from tabletop.ui.scene import Context, Pop, Push, Transition
from tabletop.ui.sheet import Sheet
from tabletop.ui.sign import sign_image
from tabletop.ui.theme import DARK_INK, FAINT_INK
from tabletop.ui.widgets import Button, Choice, Form, Option, TextField, Widget, flow
from tabletop.words import Words


class GameMenu(Sheet):
    """A paper over the table; pops with "leave", "look" or None."""

    def __init__(self, match: Match, words: Words) -> None:
        self.match, self.words = match, words
        self._asked: int | None = None

    def say(self, key: str, /, **params: object) -> str:
        """Return the words of the table under a key."""
        return self.words.say("table", key, params)

    def enter(self, context: Context) -> None:
        """Begin."""
        super().enter(context)
        self._help = self.say("menu_help" if context.keeps else "menu_help_unkept")
        self.form = Form(context, paper=True)

    def layout(self, context: Context) -> None:
        """Lay a row for each seat, and the buttons."""
        theme, text, view = context.theme, context.text, context.viewport.rect
        pad, gap = theme(28), theme(10)
        width = min(theme.grown(820), view.width - theme(40))
        inner = width - 2 * pad
        title = text.line_height(theme.px("heading"))
        help_ = text.measure(self._help, "text", inner)[1]
        rows: list[list[Widget]] = [self._row(seat) for seat in self.match.seats]
        high = max(TextField("x").measure(context, inner)[1], theme(44))
        buttons = [
            Button("button:resume", words=self.say("resume"), action=lambda: Pop(), kind="loud", paper=True),
            Button("button:look", words=self.say("look_back"), action=lambda: Pop("look"), paper=True,
                   enabled=bool(self.match.entries)),
            Button("button:lesson", words=self.words.say("lesson", "make"), action=self._make_lesson, paper=True,
                   enabled=bool(self.match.entries) and self.match.autosave is not None),
            Button("button:leave", words=self.say("leave"), action=lambda: Pop("leave"), paper=True),
        ]  # fmt: skip
        if not context.keeps:
            buttons = [button for button in buttons if button.address != "button:lesson"]
        row = flow(context, buttons, pygame.Rect(0, 0, inner, 0))
        total = 2 * pad + title + help_ + theme(16) + len(rows) * (high + gap) + theme(12) + row.height
        self.frame = pygame.Rect(0, 0, width, min(total, view.height - theme(8)))
        self.frame.center = view.center
        x, y = self.frame.x + pad, self.frame.y + pad
        self.title_at = pygame.Rect(x, y, inner, title)
        self.help_at = pygame.Rect(x, y + title, inner, help_)
        y += title + help_ + theme(16)
        self.chips = []
        for seat, parts in enumerate(rows, 1):
            radius = min(theme(18), high // 2)
            self.chips.append((seat, (x + radius, y + high // 2), radius))
            left, right = x + 2 * radius + theme(12), x + inner
            for part in reversed(parts[1:]):
                wide = min(part.measure(context, inner // 3)[0], inner // 3)
                part.lay(context, pygame.Rect(right - wide, y, wide, high))
                right -= wide + theme(10)
            parts[0].lay(context, pygame.Rect(left, y, right - left, high))
            y += high + gap
        flow(context, buttons, pygame.Rect(x, self.frame.bottom - pad - row.height, inner, 0), align="right")
        self.form.replace([*(part for parts in rows for part in parts), *buttons])

    def _row(self, seat: int) -> list[Widget]:
        match = self.match

        def rename(words: str) -> None:
            if words.strip():
                match.rename(seat, words.strip())

        parts: list[Widget] = [TextField(f"name:{seat}", paper=True, value=match.names[seat - 1], changed=rename)]
        levels = list(match.definition.players)
        if levels:
            options = [Option(None, self.say("person"), "person")]
            options += [Option(level, self.words.say("setup", f"levels.{level}"), "computer") for level in levels]
            parts.append(Choice(f"level:{seat}", paper=True, options=options, value=match.levels[seat - 1],
                                changed=lambda level: match.hand_over(seat, level)))  # fmt: skip
        may = not match.over and seat not in match.gave_up and match.is_human(seat)
        if len(match.names) == 2 or levels:
            parts.append(Button(f"giveup:{seat}", self.say("give_up"), enabled=may, icon="flag", paper=True,
                                action=lambda: self._give_up(seat)))  # fmt: skip
        return parts

    def _give_up(self, seat: int) -> Transition | None:
        from tabletop.ui.dialogs import question

        self._asked = seat
        words = self.say("give_up_sure", name=self.match.names[seat - 1])
        return Push(question(words, self.say("give_up_yes"), self.say("give_up_no")))

    def _make_lesson(self) -> Transition | None:
        from tabletop.ui.opening import make_lesson

        return Push(make_lesson(self.match, None))

    def resumed(self, result: object) -> Transition | None:
        """Give up once that was confirmed."""
        seat, self._asked = self._asked, None
        if result is not True or seat is None:
            return None
        try:
            self.match.give_up(seat, next(iter(self.match.definition.players), "random"))
        except Refused:
            return None
        return Pop()

    def leave(self) -> None:
        """Stop typing."""
        self.form.set_focus(None)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the paper."""
        context = self.context
        art, text = context.art, context.text
        art.shade(surface)
        art.paper(surface, self.frame, radius=20, height=14)
        with text.container("menu", self.frame):
            text.draw(surface, self.say("menu_title"), self.title_at, "heading", DARK_INK, bold=True)
            text.draw(surface, self._help, self.help_at, "text", FAINT_INK)
        for seat, center, radius in self.chips:
            art.blit(surface, sign_image(art, self.match.definition.rules, radius, seat - 1), center)
        self.form.draw(surface)
