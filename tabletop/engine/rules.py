"""What a game offers: the contract between a game's rules and everything else.

The engine knows no game and no screen. A game is its list of actions: chance is seat 0 and acts like any other seat,
so undo, replay, saving, lessons and bug reports are one thing, the record. Rules answer with keys and parameters; the
words belonging to a key live in the locale.

Parameters follow one convention, so that words can be made from them: under `seat`, `target`, `owner`, `asker` and
`winner` stands a seat number (shown as that player's name), under `seats` a list of them, under `card` and `cards` ids
of cards (shown by their names), under `count` the number that decides between singular and plural.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

if TYPE_CHECKING:
    from pydantic import BaseModel
    from typing_extensions import Self

    from tabletop.engine.definition import Definition
    from tabletop.engine.effects import Registry

Address = str
"""Where a thing is now: `islander:3.1`, `island:3`, `button:ask`. What is clicked, hinted, taught."""
Identity = str
"""What follows a thing through the game: `chip:2.4`, `isle:death`. What is animated."""
Options = Mapping[str, Any]
"""Option id -> value, every option of the definition present."""
View = int | Literal["public"] | None
"""Whose eyes: a seat, `public` for what anyone may know, None for everything."""

CHANCE = 0
T = TypeVar("T")


class Rng(Protocol):
    """The part of `random.Random` that rules may use; a generator is always passed in."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...
    def shuffle(self, x: list[Any], /) -> None: ...


class Action(Protocol):
    """A small frozen hashable value; `str(action)` is its canonical text without the seat."""

    def __hash__(self) -> int: ...
    def __str__(self) -> str: ...


@dataclass(frozen=True)
class Refusal:
    """Why something may not be done: a key of the locale's `refusals`, and the rulebook's section that says so.

    `where` names the part of an input (`islands.2.queue`) when a position or an option is refused.
    """

    key: str
    section: str
    params: Mapping[str, Any] = field(default_factory=dict)
    where: str = ""


class Refused(Exception):
    """Carry a refusal out of `Game.start`, `Game.parse` or `Match.play`."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.key)
        self.refusal = refusal


@dataclass(frozen=True)
class Event:
    """One thing that happened, in order: a key of the locale's `events`, its data, and the seats that may know it.

    `seats` is None when everybody may know. The kind `reveal` marks that something hidden was shown: undo stops there.
    Where a secret part and a public part happen at once they are two events.
    """

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[int, ...] | None = None

    def known_to(self, view: View) -> bool:
        """Tell whether that view may know this event."""
        return view is None or self.seats is None or view in self.seats


@dataclass(frozen=True)
class Result:
    """How a game ended: every winner (a draw names every seat that shares it), a reason key, scores by seat if any."""

    winners: tuple[int, ...]
    reason: str
    scores: Mapping[int, int] | None = None


@dataclass(frozen=True)
class Prompt:
    """The sentence that asks a seat for its action: a key of the locale's `prompts` and its parameters."""

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)


# -- paths: the steps by which an action is clicked --------------------------------------------------------------------


@dataclass(frozen=True)
class Pick:
    """Click the thing at an address (things, players, and buttons: `button:ask`)."""

    address: Address


@dataclass(frozen=True)
class Amount:
    """Choose a whole number; `value` is the one this action has, and does not count in comparisons."""

    name: str
    low: int
    high: int
    default: int
    value: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Point:
    """Choose a point of the plane; `near` is where this action has it, and does not count in comparisons."""

    name: str
    near: tuple[float, float] = field(default=(0.0, 0.0), compare=False)


@dataclass(frozen=True)
class Order:
    """Put things in an order; `value` is the order this action has, and does not count in comparisons."""

    addresses: tuple[Address, ...]
    value: tuple[Address, ...] = field(default=(), compare=False)


Step = Pick | Amount | Point | Order
Path = tuple[Step, ...]
Value = int | tuple[float, float] | tuple[Address, ...]
"""What was chosen at an Amount, a Point, an Order."""


class State(Protocol):
    """A game under way, changed in place by `apply`.

    A state may also have `playout(rng, trace=None) -> Result` (play to the end with random actions, from the same
    tables as `apply`; each (seat, action) is appended to a `trace` that is given) and `evaluate(seat) -> float` (how
    good the position looks to a seat, 0 lost to 1 won), and `candidates(seat) -> list` (the few legal actions worth
    weighing, by what the seat knows, where `legal` lists too many); searchers use them where they exist.
    `outlook(seat)` is a slower, better `evaluate` for `greedy`, which asks only once an action.
    Where a rules page says that `legal` leaves something out, `unlisted(seat)` gives an example of it, for a picker to
    lead to.
    Where a table shows places at which nothing lies, `spaces()` lists their addresses, for lessons to point at.
    """

    def to_act(self) -> tuple[int, ...]:
        """Return the seats that must act, ascending; (0,) when chance is due; () when the game is over."""
        ...

    def legal(self, seat: int) -> list[Any]:
        """List the actions a seat may do now, out of turn too; unsorted; a sample where there are too many to list.

        Chance's are not listed.
        """
        ...

    def refusal(self, seat: int, action: Any) -> Refusal | None:
        """Say why a seat may not do this now, or None when it may. This is the authority; chance is judged too."""
        ...

    def apply(self, seat: int, action: Any, events: list[Event] | None = None) -> None:
        """Do a legal action in place, appending what happened; it trusts its caller."""
        ...

    def draw(self, rng: Rng) -> Any:
        """Return chance's action, when it is due."""
        ...

    def sample(self, seat: int, rng: Rng) -> Any:
        """Return one action of a seat that must act, at random and fast."""
        ...

    def timeout(self, seat: int) -> Any:
        """Return what a clock that ran out plays."""
        ...

    def clone(self) -> Self:
        """Return a copy that shares nothing that changes."""
        ...

    def position(self, view: View = None) -> dict[str, Any]:
        """Return the position in the form of the game's rules page, as far as that view may know it."""
        ...

    def objects(self, view: View) -> dict[Identity, Address]:
        """Say where everything is that this view can see."""
        ...

    def paths(self, seat: int, action: Any) -> list[Path]:
        """Return the ways to click an action; none is a proper prefix of another action's."""
        ...

    def make(self, seat: int, action: Any, values: tuple[Value, ...]) -> Any:
        """Return the action like `action` whose path has these values at its amounts, points and orders.

        The result may be illegal: `refusal` judges it. Games without such steps return the action.
        """
        ...

    def why(self, seat: int, address: Address) -> Refusal:
        """Say why the thing at an address cannot be clicked now."""
        ...

    def prompt(self, seat: int) -> Prompt:
        """Return what a seat is asked, or what it waits for."""
        ...

    def resample(self, seat: int, rng: Rng) -> Self:
        """Return another state that this seat cannot tell from this one, from what it knows and `rng` alone."""
        ...

    def result(self) -> Result | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def key(self) -> Hashable:
        """Return what makes two states the same situation."""
        ...


class Game(Protocol):
    """One per rules file, as its GAME."""

    @property
    def id(self) -> str:
        """The name of the rules, as a definition's `rules:` says it."""
        ...

    @property
    def parts(self) -> type[BaseModel]:
        """The model that checks the game's own part of its YAML."""
        ...

    @property
    def effects(self) -> Registry:
        """The verbs that its cards are made of; empty for games without any."""
        ...

    @property
    def asides(self) -> frozenset[str]:
        """First words of actions that nobody is ever asked for (`stalemate`): `perft` does not count them."""
        ...

    def excluded(self, definition: Definition, options: Options, seats: int) -> Refusal | None:
        """Say why these options do not go together (or with that many seats), or None."""
        ...

    def start(
        self, definition: Definition, options: Options, seats: int, position: Mapping[str, Any] | None = None
    ) -> State:
        """Return the game before its first action, or as in `position`; raise Refused where that breaks the rules."""
        ...

    def parse(self, text: str) -> Any:
        """Read an action's text (without the seat); raise Refused with key `unreadable` where it is none."""
        ...
