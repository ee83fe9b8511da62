"""What the table asks of a game's view, and the list of the views.

A view draws what a seat may know of a position, as sprites by identity, and says which address lies under a point. It
knows no rules: what may be clicked, and why not, it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pygame

from tabletop.engine.definition import Definition
from tabletop.engine.rules import Address, Event, Identity, Options, View
from tabletop.engine.rules import Step as Choice
from tabletop.ui.animation import Placement, Step
from tabletop.ui.scene import Context, Transition
from tabletop.ui.viewport import Event as Input
from tabletop.words import Words

if TYPE_CHECKING:
    from tabletop.ui.table import TableScene

VIEWS: Mapping[str, str] = {
    "mammonism": "tabletop.ui.tables.mammonism",
    "spaghetti": "tabletop.ui.tables.spaghetti",
    "spaghetti_monsters": "tabletop.ui.tables.spaghetti_monsters",
    "spiteful_guards": "tabletop.ui.tables.spiteful_guards",
    "super_amoeba_battle": "tabletop.ui.tables.super_amoeba_battle",
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
    picture: pygame.Surface | None = None
    """What stands for the seat in this game, where it is not the owner's chip."""


@dataclass(frozen=True)
class Tool:
    """A button of the view's own: it changes how the table is seen, never the game. `address` begins with `tool:`."""

    address: Address
    icon: str
    hint: str
    key: str
    chosen: bool = False


@dataclass(frozen=True)
class OpenPrompt:
    """A question to everybody at once: the seats in the order the rules ask them, each seat's answers, and the pass."""

    seats: tuple[int, ...]
    answers: tuple[Address, ...]
    pass_on: Address


@dataclass(frozen=True)
class Answer:
    """A button that a view adds under the prompt while things are put down at points."""

    address: Address
    words: str
    action: Callable[[], Transition | None]
    key: str = ""
    loud: bool = False


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
    can: frozenset[Address] = frozenset()
    """What may be clicked next, as far as it is on the table."""

    eyes: View = None
    """As whom the table is shown."""
    fist: tuple[int, Mapping[str, int]] | None = None
    """Who chooses amounts now, before the eyes, and what they are so far."""
    paying: int | None = None
    """The place of the thing that is picked and waits for its amount."""
    ready: frozenset[int] = frozenset()
    """Who has answered an open prompt already."""
    openly: bool = True
    """Whether the panels hold everybody's answers to an open prompt."""
    levels: Mapping[int, str | None] = field(default_factory=dict)
    times: Mapping[int, str] = field(default_factory=dict)
    """What the clocks say, by seat."""

    wide = False
    reasons = False
    """Whether hovering, focusing or holding a thing that cannot be clicked says why."""
    roam = False
    """Whether the arrows walk all things, not only those that can be clicked."""
    still = False
    """Whether it is drawn once, for a picture: nothing can be scrolled to."""

    def __post_init__(self) -> None:
        """Make ready whatever a view keeps."""

    def roomy(self, width: int) -> bool:
        """Tell whether a wide view can do with so much, so that the log has its place beside it."""
        return True

    def layout(self, rect: pygame.Rect) -> None:
        """Take a place on the screen."""
        self.rect = pygame.Rect(rect)

    def show(self, position: dict[str, Any], objects: Mapping[Identity, Address]) -> None:
        """Take what is to be shown, at once."""
        self.position, self.objects = position, objects

    def part(self, name: str) -> pygame.Rect | None:
        """Give a part of the table that a picture shows by its name."""
        return None

    def card(self, address: Address) -> str:
        """Give the id of the card that a thing is, where it is one that can be seen."""
        return ""

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

    def spots(self) -> Mapping[Address, pygame.Rect]:
        """Give the part of a thing's rectangle whose middle surely hits it, where that is not the whole."""
        return {}

    def at(self, pos: tuple[float, float], address: Address | None) -> Address | None:
        """Give the thing under a point, given what the rectangles say (a view that says otherwise gives `spots`)."""
        return address

    def place_of(self, address: Address) -> pygame.Rect | None:
        """Give where something stands, or would stand, that cannot be hit now; None where nobody can say."""
        return None

    def bring(self, address: Address) -> bool:
        """Bring a thing into sight, where a view scrolls; tell whether anything moved."""
        return False

    def tools(self) -> Sequence[Tool]:
        """Give the view's own buttons, for `tool_rects`."""
        return ()

    def tool_rects(self) -> Sequence[pygame.Rect]:
        """Give where the view's own buttons stand."""
        return ()

    def use(self, address: Address) -> None:
        """Do what one of the view's own buttons is for."""

    # Where a game is played with points of the plane, the view takes the pointer and the keys while one is chosen.

    def attend(self, table: TableScene) -> None:
        """Look at what is being chosen at the table, before its buttons are made."""

    def take(self, event: Input) -> Transition | None:
        """Use an event before the table does; None leaves it to the table."""
        return None

    def click(self, address: Address) -> Transition | None:
        """Use a click on a thing or a button before the table does; None leaves it to the table."""
        return None

    def only_inside(self, address: Address, clickable: Sequence[Address]) -> Address | None:
        """Give the one thing that a click on what holds it can mean; None where there is none, or more than one."""
        return None

    def holder(self, address: Address) -> Address | None:
        """Give what holds a thing: what is dropped on the thing may be meant for it."""
        return None

    def more(self) -> Sequence[Address]:
        """List what can be clicked for the view's own sake."""
        return ()

    def answers(self) -> Sequence[Answer]:
        """Give buttons of the view's own for under the prompt."""
        return ()

    def ask(self) -> tuple[str, dict[str, Any]] | None:
        """Ask something else than the rules do: a key of the table's words, and its parameters."""
        return None

    def weigh(self, steps: Sequence[Choice]) -> str:
        """Say what the button is called that plays a complete choice, where one click is too soon; else nothing."""
        return ""

    def spot(self, x: float, y: float) -> pygame.Rect | None:
        """Give the place of a point of the plane that is advised; None where there are none."""
        return None

    def told_at(self) -> Sequence[pygame.Rect]:
        """List where the view writes what would follow; a lesson's card keeps off it."""
        return ()

    def visit(self, seat: int) -> str:
        """Say what a button is called by which a seat with secrets acts out of turn, behind the curtain; or nothing."""
        return ""

    def visit_rect(self) -> pygame.Rect:
        """Give the place of that button."""
        return pygame.Rect(0, 0, 0, 0)

    def tick(self) -> bool:
        """Look whether something thought out in the background has come; give whether to draw."""
        return False

    def leave(self) -> None:
        """Stop whatever goes on in the background."""

    def reordered(
        self, position: dict[str, Any], objects: Mapping[Identity, Address], order: Sequence[Address]
    ) -> tuple[dict[str, Any], Mapping[Identity, Address]]:
        """Give what is shown while things (`kind:1`, `kind:2` ...) are put in order, before that is played."""
        now = {address: f"{address.partition(':')[0]}:{place}" for place, address in enumerate(order, 1)}
        return position, {identity: now.get(address, address) for identity, address in objects.items()}

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

    def open_prompt(self, position: Mapping[str, Any]) -> OpenPrompt | None:
        """Give what everybody is asked at once, openly and in any order; None where the rules' order holds."""
        return None

    def answer_rects(self, seat: int, count: int) -> Sequence[pygame.Rect]:
        """Give the places of a seat's answers to an open prompt."""
        return ()

    def pause(self, events: Sequence[Event]) -> str:
        """Say what everybody should have seen before the table is covered for the next player; empty for nothing."""
        return ""

    def moment(self, seats: Sequence[int]) -> str:
        """Say that people who did not just act have a moment to act out of turn; empty for none."""
        return ""

    def coin(self, address: Address) -> tuple[str, int] | None:
        """Give which amount a click on a thing changes, and by how much."""
        return None

    def shortcut(self, picks: Sequence[Address]) -> tuple[str, Address] | None:
        """Offer to make several choices at once: the key of the button's words and the next of these addresses."""
        return None


def view_for(context: Context, definition: Definition, options: Options, words: Words) -> TableView:
    """Make the view of a game; KeyError where there is none yet."""
    view: TableView = import_module(VIEWS[definition.rules]).VIEW(context, definition, options, words)
    return view
