"""How a table is worked: its things as widgets that the view draws, and the keyboard's walk among them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

import pygame

from tabletop.engine.rules import Address
from tabletop.ui.scene import STAY, Transition
from tabletop.ui.viewport import Key
from tabletop.ui.widgets import Button, Form, Widget


class Clicked(Protocol):
    """Who is told what is done to things: the table."""

    def click(self, address: Address) -> Transition | None:
        """Take a click on a thing."""
        ...

    def dragged(self, thing: Thing, pos: tuple[float, float]) -> Transition | None:
        """Follow the pointer with a thing."""
        ...


@dataclass(eq=False)
class Thing(Widget):
    """Something of the game: the view draws it, the table is told when it is clicked or dragged."""

    table: Clicked | None = None
    can: bool = False
    spot: pygame.Rect | None = None
    """The part that is aimed at, where something may lie over the rest."""

    hint_aside = True  # below it is what belongs to it: a queue, the prompt

    def drag(self, form: Form, pos: tuple[float, float]) -> Transition | None:
        """Drag it, where it may be taken."""
        return self.table.dragged(self, pos) if self.table else None

    def release(self, form: Form, pos: tuple[float, float]) -> Transition | None:
        """Be clicked."""
        return self.table.click(self.address) if self.table else None

    def key(self, form: Form, event: Key) -> Transition | None:
        """Be picked with Return or Space."""
        if event.name not in ("return", "space") or event.mods & {"ctrl", "alt"} or not self.table:
            return None
        return STAY if event.repeat else self.table.click(self.address)

    def parts(self) -> dict[str, pygame.Rect]:
        """Give it when it can be clicked."""
        return {self.address: self.spot or self.rect} if self.can else {}


def _has_corners(widget: Widget) -> bool:
    """Tell whether a widget's mark has corners, as a button and a card have, however square they are."""
    return not isinstance(widget, Thing) or widget.address.startswith(("island:", "market:", "card:"))


class TableForm(Form):
    """Walks with the arrows through what can be clicked, in reading order; Tab goes round everything."""

    def _walkers(self) -> list[Widget]:
        return [widget for widget in super()._walkers() if not isinstance(widget, Thing) or widget.can]

    roam = False
    """Whether the arrows go to every thing."""
    front: frozenset[Address] | None = None
    """What the arrows keep to, where something lies over the table."""
    under: Callable[[tuple[float, float], Address | None], Address | None] = staticmethod(lambda pos, address: address)
    """What a view says lies under a point, given what the rectangles say."""

    def _at(self, pos: tuple[float, float]) -> Widget | None:
        found = super()._at(pos)
        if found is not None and not isinstance(found, Thing):
            return found
        address = self.under(pos, found.address if found is not None else None)
        if found is not None and found.address == address:
            return found
        return next((w for w in self.widgets if isinstance(w, Thing) and w.address == address), None)

    def _arrows(self) -> list[Widget]:
        if self.front is not None:
            return [widget for widget in self._walkers() if widget.address in self.front]
        return [
            widget
            for widget in (super()._walkers() if self.roam else self._walkers())
            if isinstance(widget, Thing)
            or (widget.enabled and widget.address.startswith(("button:", "aside:", "look:", "tool:", "amount:")))
        ]

    def places(self, addresses: Collection[Address]) -> list[tuple[pygame.Rect, bool]]:
        """List where these are, as far as they are in sight, and whether a mark around each has corners."""
        found = (widget for widget in self.widgets if widget.address in addresses and widget.rect.height)
        return [(widget.rect, _has_corners(widget)) for widget in found]

    def _toward(self, name: str) -> bool:
        walkers = self._arrows()
        if not walkers:
            return False
        if self.focused not in walkers:
            self.set_focus(walkers[0], True)
            return True
        here = walkers.index(self.focused)
        if name in ("up", "down"):
            found = _nearest(self.focused.rect, walkers, 1 if name == "down" else -1)
            if found is not None:
                self.set_focus(found, True)
                return True
        way = 1 if name in ("right", "down") else -1
        self.set_focus(walkers[(here + way) % len(walkers)], True)
        return True

    def _key(self, event: Key) -> Transition | None:
        # A click leaves its focus behind unseen; Return must not click again before the ring is shown.
        if event.name in ("return", "space") and not self.keyboard and isinstance(self.focused, (Thing, Button)):
            for widget in self.widgets:  # a key that stands on a button does what it says
                if isinstance(widget, Button) and widget.enabled:
                    answer = widget.shortcut(self, event)
                    if answer is not None:
                        return answer
            self.keyboard = self.dirty = True
            return STAY
        answer = super()._key(event)
        if answer is None and event.name in ("home", "end") and (walkers := self._arrows()):
            self.set_focus(walkers[0 if event.name == "home" else -1], True)
            return STAY
        return answer


def _nearest(here: pygame.Rect, walkers: Sequence[Widget], way: int) -> Widget | None:
    """Find what lies above or below, nearest in the row that comes next."""
    ahead = [
        widget
        for widget in walkers
        if (widget.rect.centery - here.centery) * way > max(4, min(here.height, widget.rect.height) // 2)
    ]
    if not ahead:
        return None
    return min(
        ahead, key=lambda w: (abs(w.rect.centery - here.centery) * 2 + abs(w.rect.centerx - here.centerx), w.rect.x)
    )
