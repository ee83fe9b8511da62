"""A paper that lies over the scene below."""

from __future__ import annotations

import pygame

from tabletop.ui.scene import STAY, Pop, Scene, Transition
from tabletop.ui.viewport import Event, Key, Press
from tabletop.ui.widgets import Form


class Sheet(Scene):
    """A paper with widgets, `form`; the scene below gets nothing of what is done, and Escape or right click lead back.

    `calm` is what the scene below gets in `resumed` then.
    """

    overlay = True
    calm: object = None
    form: Form

    def handle(self, event: Event) -> Transition | None:
        """Let nothing through to the scene below."""
        answer = self.form.handle(event)
        if answer is not None:
            return answer
        back = isinstance(event, Key) and event.name == "escape" and not event.repeat
        if back or (isinstance(event, Press) and event.button == 3):
            return Pop(self.calm)
        return STAY if isinstance(event, (Key, Press)) else None

    def tick(self, now: float) -> Transition | None:
        """Show hints that are due."""
        self.dirty = self.form.tick(now) or self.dirty
        return None

    def addresses(self) -> dict[str, pygame.Rect]:
        """Give what can be clicked."""
        return self.form.addresses()
