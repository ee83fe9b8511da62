"""What the table asks of a game's view, and the list of the views.

A view draws what a seat may know of a position, as sprites by identity, and says which address lies under a point. It
knows no rules: what may be clicked, and why not, it is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import pygame

from tabletop.engine.definition import Definition
from tabletop.engine.rules import Address, Event, Identity, Options
from tabletop.ui.animation import Placement, Step
from tabletop.ui.scene import Context
from tabletop.words import Words

VIEWS: Mapping[str, str] = {
    "spaghetti_monsters": "tabletop.ui.tables.spaghetti_monsters",
}
"""Rules id -> the module whose VIEW shows them."""


@dataclass(frozen=True)
class Marks:
    """What is to be marked: what may be clicked next, what is chosen already, the keyboard's focus, the last change."""

    can: frozenset[Address] = frozenset()
    taken: tuple[Address, ...] = ()
    focus: Address | None = None
    hover: Address | None = None
    changed: frozenset[Identity] = frozenset()
    drag: tuple[Address, tuple[float, float]] | None = None


@dataclass(frozen=True)
class Badge:
    """A small fact about a seat: an icon (or hearts), words, what they mean."""

    icon: str = ""
    words: str = ""
    hint: str = ""
    hearts: tuple[int, int] | None = None
    """Full and empty ones."""
    stamp: bool = False
    """Loud: the seat is out."""


@dataclass(frozen=True)
class SeatFacts:
    """What a seat's panel says beside the name."""

    badges: tuple[Badge, ...] = ()
    out: bool = False


@dataclass
class TableView:
    """The base of all views. `wide` ones take the whole width and draw the seats themselves, at `seat:N`."""

    context: Context
    definition: Definition
    options: Options
    words: Words
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    position: dict[str, Any] = field(default_factory=dict)
    objects: Mapping[Identity, Address] = field(default_factory=dict)

    wide = False

    def layout(self, rect: pygame.Rect) -> None:
        """Take a place on the screen."""
        self.rect = pygame.Rect(rect)

    def show(self, position: dict[str, Any], objects: Mapping[Identity, Address]) -> None:
        """Take what is to be shown, at once."""
        self.position, self.objects = position, objects

    def placements(self) -> dict[Identity, Placement]:
        """Give where everything stands at rest."""
        return {}

    def steps(
        self, events: Sequence[Event], position: dict[str, Any], objects: Mapping[Identity, Address]
    ) -> list[Step]:
        """Give the moves that lead from what is shown to a new position, in the order of the events."""
        return []

    def rects(self) -> dict[Address, pygame.Rect]:
        """Give where each thing can be hit at rest, in reading order; of two that overlap the later one is hit."""
        return {}

    def ground(self, surface: pygame.Surface) -> None:
        """Draw what stays as it is until the next layout."""

    def draw(self, surface: pygame.Surface, marks: Marks) -> None:
        """Draw everything where the stage has it."""

    def seat(self, seat: int) -> SeatFacts:
        """Say what a seat's panel shows."""
        return SeatFacts()

    def subtitle(self) -> str:
        """Say what stands beside the game's name."""
        return ""

    def help(self, address: Address | None = None) -> str:
        """Say what the prompt's second line explains; empty where there is nothing."""
        return ""

    def tip(self, address: Address) -> str:
        """Say what a thing is, for a hint."""
        return ""

    def sound(self, event: Event) -> str | None:
        """Name the sound of an event."""
        return None

    def shortcut(self, picks: Sequence[Address]) -> tuple[str, Address] | None:
        """Offer to make several choices at once: the key of the button's words and the next of these addresses."""
        return None


def view_for(context: Context, definition: Definition, options: Options, words: Words) -> TableView:
    """Make the view of a game; KeyError where there is none yet."""
    view: TableView = import_module(VIEWS[definition.rules]).VIEW(context, definition, options, words)
    return view
