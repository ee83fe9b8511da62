"""The curtain: names the next player and shows nothing else until that player says so."""

from __future__ import annotations

import pygame

from tabletop.ui.scene import Context, Pop, Scene, Transition
from tabletop.ui.sign import sign_image
from tabletop.ui.text import escape
from tabletop.ui.theme import PALE, SOFT
from tabletop.ui.viewport import Event
from tabletop.ui.widgets import Button, Form
from tabletop.ui.wording import UiWords


class CurtainScene(Scene):
    """Covers everything for the player `name` on `seat`; pops with True. `away`: the window lost the focus.

    `rules` is the id of the game's rules, which may say what stands for a seat.
    """

    def __init__(self, name: str, seat: int = 1, *, rules: str = "", away: bool = False) -> None:
        self.name, self.seat, self.rules, self.away = name, seat, rules, away

    def enter(self, context: Context) -> None:
        """Begin."""
        super().enter(context)
        self.words = UiWords()
        self.form = Form(context, walk=False)

    def layout(self, context: Context) -> None:
        """Place sign, name and button in the middle."""
        theme, view = context.theme, context.viewport.rect
        width = min(view.width - theme(120), theme.grown(760))
        pad = theme(36)
        inner = width - 2 * pad
        self.radius = theme(54)
        title = self.words("curtain.title", name=escape(self.name))
        hint = self.words("curtain.away" if self.away else "curtain.hint")
        self.title = context.text.layout(title, theme.px(34), inner, bold=True, markup=True)
        self.hint = context.text.layout(hint, theme.px("text"), inner)
        button = Button(
            "button:ready",
            words=self.words("curtain.ready", name=self.name),
            action=lambda: Pop(True),
            kind="loud",
            keys=("return",),
            role="prompt",
        )
        wide, high = button.measure(context, inner)
        parts = [2 * self.radius, self.title.height, self.hint.height, high]
        panel = pygame.Rect(0, 0, width, sum(parts) + 2 * pad + theme(20 + 8 + 28))
        panel.center = view.center
        self.panel = panel
        self.chip = panel.centerx, panel.y + pad + self.radius
        y = panel.y + pad + parts[0] + theme(20)
        self.title_at = pygame.Rect(panel.x + pad, y, inner, parts[1])
        self.hint_at = pygame.Rect(panel.x + pad, self.title_at.bottom + theme(8), inner, parts[2])
        button.lay(context, pygame.Rect(panel.centerx - wide // 2, self.hint_at.bottom + theme(28), wide, high))
        self.form.replace([button])

    def handle(self, event: Event) -> Transition | None:
        """Open on the button, Return or nothing else."""
        return self.form.handle(event)

    def tick(self, now: float) -> Transition | None:
        """Let the button show its state."""
        if self.form.tick(now):
            self.dirty = True
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the closed curtain."""
        context = self.context
        context.art.background(surface)
        context.art.felt(surface, context.viewport.rect.inflate(-context.theme(40), -context.theme(40)), 30)
        context.art.panel(surface, self.panel, 24)
        context.art.blit(surface, sign_image(context.art, self.rules, self.radius, self.seat - 1), self.chip)
        with context.text.container("curtain", self.panel):
            context.text.draw_layout(surface, self.title, self.title_at, PALE, align="center")
            context.text.draw_layout(surface, self.hint, self.hint_at, SOFT, align="center")
        self.form.draw(surface)

    def addresses(self) -> dict[str, pygame.Rect]:
        """Give the one button."""
        return self.form.addresses()
