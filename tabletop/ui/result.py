"""The end of a game: who won and why, the running score, and what comes next."""

from __future__ import annotations

import pygame

from tabletop.engine.match import Match
from tabletop.ui.outcome import reason, section, winners
from tabletop.ui.scene import Context, Pop, Push, Transition
from tabletop.ui.sheet import Sheet
from tabletop.ui.sign import sign_image
from tabletop.ui.sitting import Sitting
from tabletop.ui.theme import DARK_INK, FAINT_INK, GOLD, INK
from tabletop.ui.widgets import Button, Form, flow
from tabletop.words import Words


class ResultScene(Sheet):
    """A paper over the table; pops with "again", "look", "leave" or None."""

    def __init__(self, match: Match, words: Words, sitting: Sitting) -> None:
        self.match, self.words, self.sitting = match, words, sitting

    def enter(self, context: Context) -> None:
        """Begin."""
        super().enter(context)
        self.form = Form(context, paper=True)

    def layout(self, context: Context) -> None:
        """Make the paper as large as what it says."""
        theme, text, view = context.theme, context.text, context.viewport.rect
        self.title = winners(self.match, self.words)
        self.reason = reason(self.match, self.words)
        pad = theme(32)
        width = min(theme.grown(620), view.width - theme(60))
        inner = width - 2 * pad
        buttons = [
            Button("button:again", words=self.words.say("table", "again"), action=lambda: Pop("again"), kind="loud",
                   keys=("return",), paper=True),
            Button("button:look", words=self.words.say("table", "look_back"), action=lambda: Pop("look"), paper=True),
            Button("button:close", words=self.words.say("table", "close"), action=lambda: Pop(), paper=True),
            Button("button:leave", words=self.words.say("table", "leave"), action=lambda: Pop("leave"), paper=True),
        ]  # fmt: skip
        if section(self.match, self.words):
            buttons.insert(2, Button("button:why", words=self.words.say("table", "why"), action=self._rules,
                                     keys=("f1",), paper=True))  # fmt: skip
        self.title_layout = text.fit(self.title, (inner, theme.grown(110)), 34, bold=True)
        self.reason_layout = text.layout(self.reason, theme.px("text"), inner)
        self.radius = theme(34)
        self.row_high = max(text.line_height(theme.px("text")), 2 * theme(13)) + theme(4)
        row = flow(context, buttons, pygame.Rect(0, 0, inner, 0), align="center")
        rows = len(self.sitting.players) + 1
        above = pad + 2 * self.radius + theme(12) + self.title_layout.height + theme(8) + self.reason_layout.height
        room = view.height - theme(40) - above - row.height - pad - 2 * theme(18)
        names = [text.layout(name, theme.floor, inner - theme(150)).height for name in self.sitting.players]
        self.row_high = max(self.row_high, *names)  # long names in two lines, where there is room
        self.row_high = max(text.line_height(theme.floor), min(self.row_high, room // rows))
        high = above + theme(18) + rows * self.row_high + theme(18) + row.height + pad
        self.frame = pygame.Rect(0, 0, width, min(high, view.height - theme(16)))
        self.frame.center = view.center
        x, y = self.frame.x + pad, self.frame.y + pad
        self.chips_at = self.frame.centerx, y + self.radius
        y += 2 * self.radius + theme(12)
        self.title_at = pygame.Rect(x, y, inner, self.title_layout.height)
        self.reason_at = pygame.Rect(x, self.title_at.bottom + theme(8), inner, self.reason_layout.height)
        self.table_at = pygame.Rect(x, self.reason_at.bottom + theme(18), inner, rows * self.row_high)
        flow(context, buttons, pygame.Rect(x, self.table_at.bottom + theme(18), inner, 0), align="center")
        self.form.replace(buttons)
        self.form.focused = self.form.focused or buttons[0]

    def _rules(self) -> Transition | None:
        from tabletop.ui.rulebook import RulebookScene

        return Push(RulebookScene(self.match.definition, section(self.match, self.words)))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the paper with winners, reason and score."""
        context = self.context
        theme, art, text = context.theme, context.art, context.text
        art.shade(surface)
        art.paper(surface, self.frame, radius=20, height=14)
        result = self.match.result()
        seats = result.winners if result else ()
        for n, seat in enumerate(seats):
            x = self.chips_at[0] + (n - (len(seats) - 1) / 2) * self.radius * 2.5
            art.circle_ring(surface, (x, self.chips_at[1]), self.radius, GOLD)
            image = sign_image(art, self.match.definition.rules, self.radius, seat - 1)
            art.blit(surface, image, (x, self.chips_at[1]))
        with text.container("result", self.frame):
            text.draw_layout(surface, self.title_layout, self.title_at, DARK_INK, align="center")
            text.draw_layout(surface, self.reason_layout, self.reason_at, INK, align="center")
            games = self.words.say("table", "score_games", {"count": self.sitting.games})
            heading = f"{self.words.say('table', 'score')}, {games}"
            line = pygame.Rect(self.table_at.x, self.table_at.y, self.table_at.width, self.row_high)
            text.draw(surface, heading, line, "small", FAINT_INK, valign="center", align="center")
            for name, points in self.sitting.table():
                line.y += self.row_high
                left = pygame.Rect(line.x + theme(40), line.y, line.width - theme(150), line.height)
                right = pygame.Rect(line.right - theme(104), line.y, theme(64), line.height)
                text.draw_layout(surface, text.fit(name, left.size, "text"), left, INK, valign="center")
                text.draw(surface, f"{points:g}", right, "text", INK, bold=True, align="right", valign="center")
        self.form.draw(surface)
