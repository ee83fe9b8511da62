"""Battle of the Spaghetti Monsters: islands in a row are a program, islanders queue on them, one sorcerer runs it.

Read from top to bottom: actions, parts, effects (the verbs of which every spell is made), the state. Islanders are
numbers, `seat << 4 | k` for a seat's k-th islander, and a queue is `bytes` of them, front first: copies are free, and
one `translate` turns a queue into seats. Islands are numbers too, in the order in which they were dealt; `row` says in
which order they lie now.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from math import exp
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from tabletop.engine import positions
from tabletop.engine.effects import Count, Handler, Registry
from tabletop.engine.faults import given_as, near, wrong
from tabletop.engine.positions import Wrong
from tabletop.engine.rules import (
    Address,
    Event,
    Identity,
    Options,
    Order,
    Path,
    Pick,
    Prompt,
    Refusal,
    Refused,
    Result,
    Rng,
    Value,
    View,
)
from tabletop.engine.source import shown

if TYPE_CHECKING:
    from tabletop.engine.definition import Definition, Kind, Option

Events = list[Event] | None

SEATS = bytes(chip >> 4 for chip in range(256))
"""Translates a queue of islanders into a queue of their seats."""

# The fourth time a situation comes up, or the 301st islander asked with nothing gained or lost, ends the game.
REPEATS_TO_DECLARE = 2
REPEATS_TO_DECIDE = 4
QUIET_LIMIT = 300

# A longer row is no game: moving one of a thousand islands would be a choice among a million.
MOST_ISLANDS = 99


# -- actions -----------------------------------------------------------------------------------------------------------


class Action(NamedTuple):
    """A verb and what it is done to: island and place numbers count from 1, cards are ids."""

    verb: str
    args: tuple[Any, ...] = ()

    def __str__(self) -> str:
        form = FORMS.get(self.verb)
        return form.format(*self.args) if form else " ".join((self.verb, *self.args))


FORMS = {
    "take": "take {}",
    "place": "place {}",
    "remove": "remove {}.{}",
    "drift": "drift {}.{}>{}",
    "birth": "birth {}",
    "target": "target {}",
    "move": "move {}>{}",
    "swap": "swap {} {}",
    "sink": "sink {}",
    "bless": "bless {}",
    "curse": "curse {}",
    "interrupt": "interrupt {}",
    "recall": "recall {}",
}
WORDS = ("keep", "redeal", "first", "second", "pass", "ask", "decline", "use", "stalemate")
CARDS = ("deal", "face_down", "arrange")
NUMBER = "([1-9][0-9]{0,3})"
PATTERNS = {verb: re.compile(re.escape(form).replace(r"\{\}", NUMBER)) for verb, form in FORMS.items()}
PATTERNS["recall"] = re.compile("recall (older|newer|both)")


@cache
def act(verb: str, *args: Any) -> Action:
    """Return the one action with this verb and these arguments; playouts live on its being made only once."""
    return Action(verb, args)


ASK, DECLINE, USE, PASS = act("ask"), act("decline"), act("use"), act("pass")


# -- parts -------------------------------------------------------------------------------------------------------------


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Card(Part):
    """An island, or a face-down card: its printed number, if it has one, and its spell."""

    number: int | None = Field(default=None, ge=0, le=99)
    effect: tuple[Annotated[Any, BeforeValidator(lambda raw: EFFECTS.read(raw))], ...] = ()
    name: str | None = None
    text: str | None = None
    emblem: str | None = None
    colour: str | None = None

    @field_validator("number", mode="before")
    @classmethod
    def whole(cls, number: Any) -> Any:
        if isinstance(number, bool | float | str):
            raise ValueError("a card's number is a whole number, or left out")
        return number

    @field_validator("effect", mode="before")
    @classmethod
    def verbs(cls, effect: Any) -> Any:
        if effect is None:
            return ()
        if not isinstance(effect, list | tuple):
            raise ValueError("`effect` is a list, one effect a line, each starting with `- `")
        return effect

    @model_validator(mode="after")
    def numbered(self) -> Card:
        if self.number is None and any(effect.uses_number() for effect in self.effect):
            raise ValueError("its effect counts by `n`, so the card needs a `number`")
        return self

    @property
    def recalls(self) -> bool:
        """Whether its spell recalls visits."""
        return any(isinstance(effect, RecallVisits) for effect in self.effect)


class Supply(Part):
    bless: int = Field(ge=0, le=99)
    curse: int = Field(ge=0, le=99)


class Parts(Part):
    """What is in the box."""

    cards: dict[str, Card]
    decks: dict[int, tuple[str, ...]]
    """The cards that each level adds to those before."""
    extras: dict[str, str]
    """Option -> the card that it adds."""
    face_down: tuple[str, ...] = Field(min_length=2)
    amended: dict[str, dict[str, dict[str, Card]]] = {}
    """Option -> value -> the cards as they are then."""
    islanders: int = Field(ge=1, le=15)
    """Islanders of each colour, placed or not."""
    placed: dict[int, Annotated[int, Field(ge=1, le=15)]]
    """Level -> islanders that each seat places."""
    blanks: int = Field(ge=0, le=50)
    """Blank cards in the box."""
    chips: Supply

    @model_validator(mode="after")
    def known(self, info: ValidationInfo) -> Parts:
        for card in self.cards:
            if not re.fullmatch(CARD, card):
                raise wrong("a card's id is letters, digits and _, without spaces", ("cards", card), at_key=True)
        for path, card in self._used():
            if card not in self.cards:
                raise wrong(f"there is no card `{card}`{near(card, self.cards)}", path, at_key=path[0] == "amended")
        if info.context:
            self._check_options(info.context["options"])
            if info.context["seats"][0] < 2:
                raise wrong("this game is for 2 players or more", ("seats",))
        return self

    def _used(self) -> Iterator[tuple[tuple[Any, ...], str]]:
        """List where cards are named, and which."""
        for level, cards in self.decks.items():
            yield from ((("decks", level, index), card) for index, card in enumerate(cards))
        for option, card in self.extras.items():
            yield ("extras", option), card
        yield from ((("face_down", index), card) for index, card in enumerate(self.face_down))
        for option, values in self.amended.items():
            yield from ((("amended", option, value, card), card) for value, cards in values.items() for card in cards)

    def _check_options(self, options: Mapping[str, Option]) -> None:
        """Raise what is wrong where a definition's options are not those that these rules know."""
        for name, (kind, values) in OPTIONS.items():
            option = options.get(name)
            if option is None:
                raise wrong(f"the option `{name}` is missing here", ("options",))
            at = ("options", name)
            if option.kind != kind:
                raise wrong(f"the option `{name}` should be a {kind}, not a {option.kind}", at, at_key=True)
            for value in option.values:
                if values and value not in values:
                    raise wrong(f"these rules know no `{name}` {given_as(value)}{near(value, values)}", (*at, "values"))
            if kind == "number" and (option.low is None or option.low < 1):
                raise wrong(f"`{name}` needs a `min` of 1 or more", at, at_key=True)
        for level in options["level"].values:
            if level not in self.placed:
                at = ("options", "level")
                raise wrong(f"level {shown(level)} needs its number of islanders in `placed`", (*at, "values"))
            if not any(cards for least, cards in self.decks.items() if least <= int(level)):
                raise wrong(f"level {level} has no islands in `decks`", ("decks",), at_key=True)
        if sum(map(len, self.decks.values())) + len(self.extras) + self.blanks > MOST_ISLANDS:
            raise wrong(f"decks, extras and blanks are more than {MOST_ISLANDS} islands", ("decks",), at_key=True)
        if options["lives"].default is None:
            raise wrong("`lives` needs a `default`", ("options", "lives"), at_key=True)
        for limit in options["placement_limit"].values:
            if limit != "none" and (not isinstance(limit, int) or limit < 1):
                raise wrong("a limit is `none`, or 1 or more", ("options", "placement_limit", "values"))
        for index, card in enumerate(options["blanks"].default):
            if card not in self.cards:
                hint = near(card, self.cards)
                raise wrong(f"there is no card `{card}`{hint}", ("options", "blanks", "default", index))
        for section in ("extras", "amended"):
            for name in getattr(self, section):
                if name not in options or (section == "extras" and options[name].kind != "flag"):
                    flags = [option.id for option in options.values() if section == "amended" or option.kind == "flag"]
                    hint = near(name, flags)
                    raise wrong(f"there is no option `{name}` to choose here{hint}", (section, name), at_key=True)
        for name, changes in self.amended.items():
            known = list(map(str, options[name].values))
            for chosen in changes:
                if chosen not in known:
                    hint = near(chosen, known)
                    raise wrong(f"`{name}` cannot be `{chosen}`{hint}", ("amended", name, chosen), at_key=True)


CARD = r"\w[\w-]*"
"""What a card's id looks like, so that actions can name it."""

# The options that these rules ask for: their kinds, and the values that mean something (others than a level or limit).
OPTIONS: Mapping[str, tuple[Kind, tuple[int | str, ...]]] = {
    "level": ("choice", ()),
    "opening": ("choice", ("open", "sequential")),
    "fair_start": ("flag", ()),
    "face_down": ("flag", ()),
    "face_down_reusable": ("flag", ()),
    "revolution": ("flag", ()),
    "memory": ("flag", ()),
    "memory_numbers": ("choice", ("printed", "current", "visited")),
    "memory_choice": ("choice", ("both", "any")),
    "interrupt": ("flag", ()),
    "reverse_line": ("flag", ()),
    "sink_tie": ("choice", ("first_in_line", "last_in_line", "draw")),
    "placement_limit": ("choice", ()),
    "chips_last": ("choice", ("game", "visit")),
    "lives": ("number", ()),
    "islanders": ("number", ()),
    "blanks": ("list", ()),
}


# -- effects -----------------------------------------------------------------------------------------------------------

EFFECTS = Registry()

Where = Literal["anywhere", "elsewhere", "here"]
Visits = tuple[tuple[int, int | None], ...]
"""Islands with the numbers they had, newest first."""


class Spell:
    """A spell while it is cast: the effect it has come to, and the choices still to be made for that."""

    __slots__ = ("behind", "card", "effects", "here", "left", "number", "recalled", "step")

    def __init__(
        self,
        card: str,
        effects: tuple[Effect, ...],
        number: int | None,
        here: int,
        behind: Visits = (),
        recalled: bool = False,
    ) -> None:
        self.card = card
        self.effects = effects
        self.number = number
        self.here = here
        self.behind = behind  # what it may recall: the visits behind when it was asked for, newest first
        self.recalled = recalled
        self.step = 0
        self.left = 0

    def clone(self) -> Spell:
        copy = Spell(self.card, self.effects, self.number, self.here, self.behind, self.recalled)
        copy.step = self.step
        copy.left = self.left
        return copy


class Effect(Handler):
    """A verb. `begin` does what needs no choice and says how many choices follow; `resolve` does one of them."""

    def uses_number(self) -> bool:
        """Tell whether the card needs a number for it."""
        return getattr(self, "count", None) == "n"

    def times(self, spell: Spell) -> int:
        count = getattr(self, "count", 1)
        return spell.number or 0 if count == "n" else count

    def begin(self, state: State, spell: Spell, events: Events) -> int:
        return self.times(spell)

    def choices(self, state: State, spell: Spell) -> list[Action]:
        return []

    def possible(self, state: State, spell: Spell) -> bool:
        return bool(self.choices(state, spell))

    def pick(self, state: State, spell: Spell, rng: Rng) -> Action:
        """Choose one of `choices` at random, all alike."""
        choices = self.choices(state, spell)
        return choices[int(rng.random() * len(choices))]

    def resolve(self, state: State, spell: Spell, action: Action, events: Events) -> None:
        raise NotImplementedError

    @property
    def verb(self) -> str:
        """The verb of its choices, which is also the key of its prompt."""
        return "ask"


class _Lives(Effect):
    who: Literal["enemy", "asker", "enemies", "everyone"] = "enemy"
    count: Count = 1

    @property
    def verb(self) -> str:
        return "target"

    def begin(self, state: State, spell: Spell, events: Events) -> int:
        amount = self.times(spell)
        if not amount:
            return 0
        asker = state.asker >> 4
        if self.who == "asker":
            seats = [asker]  # also one that is out: its islander may ask after an interrupt
        elif self.who == "everyone":
            seats = state.seats_in()
        else:
            seats = state.enemies(asker)
            if self.who == "enemy" and len(seats) > 1:
                return 1
        self.change(state, seats, amount, events)
        return 0

    def choices(self, state: State, spell: Spell) -> list[Action]:
        return [act("target", seat) for seat in state.enemies(state.asker >> 4)]

    def possible(self, state: State, spell: Spell) -> bool:
        return True

    def resolve(self, state: State, spell: Spell, action: Action, events: Events) -> None:
        self.change(state, [action.args[0]], self.times(spell), events)

    def change(self, state: State, seats: list[int], amount: int, events: Events) -> None:
        raise NotImplementedError


@EFFECTS.register("lose_lives")
class LoseLives(_Lives):
    """Take lives."""

    def change(self, state: State, seats: list[int], amount: int, events: Events) -> None:
        for seat in seats:
            state.lives[seat - 1] -= amount
            if events is not None:
                events.append(Event("loses_lives", {"seat": seat, "count": amount, "left": state.lives[seat - 1]}))
        state.check_out(events)


@EFFECTS.register("gain_lives")
class GainLives(_Lives):
    """Give lives; there is no upper limit."""

    def change(self, state: State, seats: list[int], amount: int, events: Events) -> None:
        for seat in seats:
            state.lives[seat - 1] += amount
            if events is not None:
                events.append(Event("gains_lives", {"seat": seat, "count": amount, "left": state.lives[seat - 1]}))


def _places(which: str, queue: bytes) -> Sequence[int]:
    """Return the indices in a queue that `which` allows."""
    if which == "any":
        return range(len(queue))
    if not queue:
        return ()
    return (0,) if which == "front" else (len(queue) - 1,)


@EFFECTS.register("remove_islanders")
class RemoveIslanders(Effect):
    """Remove islanders from the game."""

    which: Literal["any", "front", "back", "asker"] = "any"
    where: Where = "anywhere"
    count: Count = 1

    @property
    def verb(self) -> str:
        return "remove"

    def begin(self, state: State, spell: Spell, events: Events) -> int:
        times = self.times(spell)
        if self.which != "asker":
            return times
        found = state.find(state.asker)
        if times and found and any(isle == found[0] for _, isle in state.islands(self.where, spell)):
            state.remove(*found, events)
            state.check_out(events)
        return 0

    def choices(self, state: State, spell: Spell) -> list[Action]:
        return [
            act("remove", place, k + 1)
            for place, isle in state.islands(self.where, spell)
            for k in _places(self.which, state.queues[isle])
        ]

    def pick(self, state: State, spell: Spell, rng: Rng) -> Action:
        if self.which != "any" or self.where != "anywhere":
            return super().pick(state, spell, rng)
        return act("remove", *state.nth(int(rng.random() * sum(state.standing))))

    def possible(self, state: State, spell: Spell) -> bool:
        return any(state.queues[isle] for _, isle in state.islands(self.where, spell))

    def resolve(self, state: State, spell: Spell, action: Action, events: Events) -> None:
        place, k = action.args
        state.remove(state.row[place - 1], k - 1, events)
        state.check_out(events)


@EFFECTS.register("move_islanders")
class MoveIslanders(Effect):
    """Move islanders, each to another island than its own."""

    which: Literal["any", "front", "back"] = "any"
    where: Where = "anywhere"
    to: Literal["end", "front"] = "end"
    count: Count = 1

    @property
    def verb(self) -> str:
        return "drift"

    def choices(self, state: State, spell: Spell) -> list[Action]:
        everywhere = range(1, len(state.row) + 1)
        return [
            act("drift", place, k + 1, other)
            for place, isle in state.islands(self.where, spell)
            for k in _places(self.which, state.queues[isle])
            for other in everywhere
            if other != place
        ]

    def pick(self, state: State, spell: Spell, rng: Rng) -> Action:
        if self.which != "any" or self.where != "anywhere":
            return super().pick(state, spell, rng)
        place, k = state.nth(int(rng.random() * sum(state.standing)))
        other = 1 + int(rng.random() * (len(state.row) - 1))
        return act("drift", place, k, other + (other >= place))

    def possible(self, state: State, spell: Spell) -> bool:
        return len(state.row) > 1 and any(state.queues[isle] for _, isle in state.islands(self.where, spell))

    def resolve(self, state: State, spell: Spell, action: Action, events: Events) -> None:
        place, k, other = action.args
        state.drift(state.row[place - 1], k - 1, state.row[other - 1], self.to == "front", events)


@EFFECTS.register("add_islanders")
class AddIslanders(Effect):
    """Add unused islanders of the asker's."""

    where: Where = "elsewhere"
    to: Literal["end", "front"] = "end"
    count: Count = 1

    @property
    def verb(self) -> str:
        return "birth"

    def begin(self, state: State, spell: Spell, events: Events) -> int:
        times = self.times(spell)
        if self.where != "here":
            return times
        if spell.here in state.row:
            seat = state.asker >> 4
            for _ in range(min(times, state.unused[seat - 1])):
                state.add(seat, spell.here, self.to == "front", events)
        return 0

    def choices(self, state: State, spell: Spell) -> list[Action]:
        if not state.unused[(state.asker >> 4) - 1]:
            return []
        return [act("birth", place) for place, _ in state.islands(self.where, spell)]

    def resolve(self, state: State, spell: Spell, action: Action, events: Events) -> None:
        state.add(state.asker >> 4, state.row[action.args[0] - 1], self.to == "front", events)


@EFFECTS.register("move_islands")
class MoveIslands(Effect):
    """Move islands to other places in the row, with whoever stands on them."""

    count: Count = 1

    @property
    def verb(self) -> str:
        return "move"

    def choices(self, state: State, spell: Spell) -> list[Action]:
        places = range(1, len(state.row) + 1)
        return [act("move", place, other) for place in places for other in places if place != other]

    def pick(self, state: State, spell: Spell, rng: Rng) -> Action:
        size = len(state.row)
        place = 1 + int(rng.random() * size)
        other = 1 + int(rng.random() * (size - 1))
        return act("move", place, other + (other >= place))

    def possible(self, state: State, spell: Spell) -> bool:
        return len(state.row) > 1

    def resolve(self, state: State, spell: Spell, action: Action, events: Events) -> None:
        place, other = action.args
        isle = state.row.pop(place - 1)
        state.row.insert(other - 1, isle)
        if events is not None:
            events.append(Event("island_moved", {"card": state.cards[isle][0], "from": place, "island": other}))


@EFFECTS.register("swap_islands")
class SwapIslands(Effect):
    """Let two islands change places, with whoever stands on them."""

    which: Literal["any", "here"] = "any"
    count: Count = 1

    @property
    def verb(self) -> str:
        return "swap"

    def choices(self, state: State, spell: Spell) -> list[Action]:
        places = range(1, len(state.row) + 1)
        pairs = [(first, second) for first in places for second in places if first < second]
        if self.which == "here":
            here = state.row.index(spell.here) + 1 if spell.here in state.row else 0
            pairs = [pair for pair in pairs if here in pair]
        return [act("swap", *pair) for pair in pairs]

    def resolve(self, state: State, spell: Spell, action: Action, events: Events) -> None:
        first, second = action.args
        row = state.row
        row[first - 1], row[second - 1] = row[second - 1], row[first - 1]
        if events is not None:
            cards = [state.cards[row[second - 1]][0], state.cards[row[first - 1]][0]]
            events.append(Event("islands_swapped", {"cards": cards, "from": first, "island": second}))


@EFFECTS.register("sink_islands")
class SinkIslands(Effect):
    """Remove islands and everyone on them from the game."""

    which: Literal["any", "here"] = "any"
    count: Count = 1

    @property
    def verb(self) -> str:
        return "sink"

    def begin(self, state: State, spell: Spell, events: Events) -> int:
        times = self.times(spell)
        if self.which == "any":
            return times
        if times and spell.here in state.row:
            state.sink(spell.here, events)
        return 0

    def choices(self, state: State, spell: Spell) -> list[Action]:
        return [act("sink", place) for place in range(1, len(state.row) + 1)]

    def possible(self, state: State, spell: Spell) -> bool:
        return bool(state.row)

    def resolve(self, state: State, spell: Spell, action: Action, events: Events) -> None:
        state.sink(state.row[action.args[0] - 1], events)


@EFFECTS.register("turn_heading")
class TurnHeading(Effect):
    """Turn the sorcerer's heading round."""

    def begin(self, state: State, spell: Spell, events: Events) -> int:
        state.heading = -state.heading
        if events is not None:
            events.append(Event("turned", {"heading": state.heading}))
        return 0


@EFFECTS.register("change_numbers")
class ChangeNumbers(Effect):
    """Bless an island (a negative `by` curses it), step by step as far as the chips go."""

    by: Annotated[int, Field(ge=-99, le=99)] | Literal["n", "-n"]

    def uses_number(self) -> bool:
        return self.by in ("n", "-n")

    @property
    def verb(self) -> str:
        return "curse" if self.by == "-n" or (isinstance(self.by, int) and self.by < 0) else "bless"

    def times(self, spell: Spell) -> int:
        return abs(self.by) if isinstance(self.by, int) else spell.number or 0

    def begin(self, state: State, spell: Spell, events: Events) -> int:
        return 1 if self.times(spell) else 0

    def choices(self, state: State, spell: Spell) -> list[Action]:
        verb = self.verb
        able = state.can_bless if verb == "bless" else state.can_curse
        return [act(verb, place) for place, isle in enumerate(state.row, 1) if able(isle)]

    def resolve(self, state: State, spell: Spell, action: Action, events: Events) -> None:
        isle = state.row[action.args[0] - 1]
        blessed = action.verb == "bless"
        able = state.can_bless if blessed else state.can_curse
        steps = 0
        while steps < self.times(spell) and able(isle):
            state.change_number(isle, 1 if blessed else -1)
            steps += 1
        if events is not None:
            card, number = state.cards[isle][0], state.numbers[isle]
            data = {"card": card, "island": action.args[0], "count": steps, "number": number}
            events.append(Event("blessed" if blessed else "cursed", data))


class _Queues(Effect):
    where: Where = "elsewhere"

    def begin(self, state: State, spell: Spell, events: Events) -> int:
        for place, isle in state.islands(self.where, spell):
            queue = state.queues[isle]
            turned = self.turned(queue)
            if turned != queue:
                state.queues[isle] = turned
                if events is not None:
                    events.append(Event("queue_changed", {"island": place, "card": state.cards[isle][0]}))
        return 0

    def turned(self, queue: bytes) -> bytes:
        raise NotImplementedError


@EFFECTS.register("reverse_queues")
class ReverseQueues(_Queues):
    """Turn queues back to front."""

    def turned(self, queue: bytes) -> bytes:
        return queue[::-1]


@EFFECTS.register("rotate_queues")
class RotateQueues(_Queues):
    """Bring the last of each queue to its front, or the first to its end."""

    step: Literal["last_to_front", "first_to_back"] = "last_to_front"

    def turned(self, queue: bytes) -> bytes:
        return queue[-1:] + queue[:-1] if self.step == "last_to_front" else queue[1:] + queue[:1]


@EFFECTS.register("recall_visits")
class RecallVisits(Effect):
    """Cast the spells of the islands visited before this one, the older first."""

    count: Literal[2, 1] = 2
    choose: Literal["both", "any"] = "both"

    def times(self, spell: Spell) -> int:
        return 0 if spell.recalled else 1

    @property
    def verb(self) -> str:
        return "recall"

    def begin(self, state: State, spell: Spell, events: Events) -> int:
        if self.choose == "any":
            return self.times(spell)
        if not spell.recalled:
            self.recall(state, spell, "both", events)
        return 0

    def choices(self, state: State, spell: Spell) -> list[Action]:
        return [act("recall", which) for which in ("older", "newer", "both")]

    def resolve(self, state: State, spell: Spell, action: Action, events: Events) -> None:
        self.recall(state, spell, action.args[0], events)

    def recall(self, state: State, spell: Spell, which: str, events: Events) -> None:
        newest_first = spell.behind[: self.count]
        newer, older = newest_first[:1], newest_first[1:]
        chosen = older + newer if which == "both" else older if which == "older" else newer
        if events is not None:
            kind = "recalls" if chosen else "recalls_nothing"
            events.append(Event(kind, {"cards": [state.cards[isle][0] for isle, _ in chosen]}))
        for isle, number in reversed(chosen):
            name, card = state.cards[isle]
            state.stack.append(Spell(name, card.effect, number, spell.here, recalled=True))


# -- the state ---------------------------------------------------------------------------------------------------------


class Table:
    """What does not change during a game: the parts and the options, ready to hand."""

    def __init__(self, parts: Parts, options: Options, seats: int) -> None:
        self.parts = parts
        self.seats = seats
        level = options["level"]
        self.sequential: bool = options["opening"] == "sequential"
        self.fair_start: bool = options["fair_start"]
        self.revolution: bool = options["revolution"]
        self.memory_numbers: str = options["memory_numbers"]
        self.face_down: bool = options["face_down"]
        self.reusable: bool = options["face_down_reusable"]
        self.interrupt: bool = options["interrupt"]
        self.reverse_line: bool = options["reverse_line"]
        self.sink_tie: str = options["sink_tie"]
        limit = options["placement_limit"]
        self.limit: int | None = None if limit in (None, "none") else int(limit)
        self.chips_last_visit: bool = options["chips_last"] == "visit"
        self.lives: int = options["lives"]
        self.placed: int = options["islanders"] or parts.placed[level]
        self.cards = dict(parts.cards)
        for option, values in parts.amended.items():
            self.cards.update(values.get(str(options[option]), {}))
        self.deck = deck(parts, options)
        self.recalls = any(self.cards[card].recalls for card in self.deck)

        self.threats = {name: _threats(card) for name, card in self.cards.items()}

    def cards_named(self, names: Sequence[str]) -> tuple[tuple[str, Card], ...]:
        return tuple((name, self.cards[name]) for name in names)


def deck(parts: Parts, options: Options) -> list[str]:
    """Return the islands that are shuffled and laid, in the order of the box."""
    cards = [card for level, adds in sorted(parts.decks.items()) if level <= options["level"] for card in adds]
    cards += [card for option, card in parts.extras.items() if options[option]]
    return cards + list(options["blanks"])


def _threatened(effect: Effect) -> float:
    """Return how much one unit of an effect harms others, on the scale of `State.evaluate`."""
    if isinstance(effect, LoseLives):
        return 0.14 if effect.who in ("enemy", "enemies") else 0.0
    if isinstance(effect, RemoveIslanders | SinkIslands):
        return 0.6 if effect.which in ("any", "front", "back") else 0.0
    return 0.0


def _threats(card: Card) -> tuple[float, float]:
    """Return how much a card's spell harms others, apart from its number and for each unit of it."""
    fixed = by_number = 0.0
    for effect in card.effect:
        count = getattr(effect, "count", 0)
        if count == "n":
            by_number += _threatened(effect)
        else:
            fixed += _threatened(effect) * count
    return fixed, by_number


class State:
    """A game under way."""

    def __init__(self, table: Table) -> None:
        seats = table.seats
        self.table = table
        self.phase = "deal"
        self.turn = 0
        self.first = 1  # who places first
        self.cards: tuple[tuple[str, Card], ...] = ()
        self.row: list[int] = []
        self.queues: list[bytes] = []
        self.numbers: list[int | None] = []
        self.twins = False  # whether a card lies twice
        self.lives = [table.lives] * seats
        self.unplaced = [table.placed] * seats
        self.unused = [table.parts.islanders - table.placed] * seats
        self.standing = [0] * seats  # islanders on islands
        self.born = [0] * seats  # islanders ever put on an island: what the next one is called
        self.out: tuple[int, ...] = ()
        self.bless = table.parts.chips.bless
        self.curse = table.parts.chips.curse
        # sequential opening
        self.opened = 0
        self.passes = 0
        # face-down cards: as they lie, who took which, whether it is used, and which everybody has seen
        self.hidden: tuple[str, ...] = ()
        self.taken: dict[int, int] = {}
        self.used: tuple[int, ...] = ()
        self.shown: tuple[int, ...] = ()
        # patrol
        self.at = 0  # the island where the sorcerer stands
        self.heading = 1
        self.asker = 0  # the islander who is asked, or whose spell is cast
        self.gap = -1  # where the asker stood in the queue, once it has left it; -1 while it stands there
        self.stack: list[Spell] = []
        self.visited: Visits = ()
        self.ended = False  # whether sinking its island has ended the visit
        self.interrupts = [0] * seats
        # stalemate
        self.seen: dict[Hashable, int] = {}
        self.repeats = 0
        self.quiet: tuple[Any, ...] = ()
        self.quiet_asks = 0
        self.over: Result | None = None

    def clone(self) -> State:
        copy = State.__new__(State)
        copy.__dict__.update(self.__dict__)
        copy.row = self.row[:]
        copy.queues = self.queues[:]
        copy.numbers = self.numbers[:]
        copy.lives = self.lives[:]
        copy.unplaced = self.unplaced[:]
        copy.unused = self.unused[:]
        copy.standing = self.standing[:]
        copy.born = self.born[:]
        copy.taken = self.taken.copy()
        copy.interrupts = self.interrupts[:]
        copy.stack = [spell.clone() for spell in self.stack]
        copy.seen = self.seen.copy()
        return copy

    # -- who acts, and what may be done --------------------------------------------------------------------------------

    def to_act(self) -> tuple[int, ...]:
        if self.over:
            return ()
        return (self.turn,)

    def result(self) -> Result | None:
        return self.over

    def legal(self, seat: int) -> list[Action]:
        if self.over or not 1 <= seat <= self.table.seats:
            return []
        actions = self._answers() if seat == self.turn else []
        if self.repeats >= REPEATS_TO_DECLARE and seat not in self.out:
            actions.append(act("stalemate"))
        if self.interrupts[seat - 1] and self.phase == "patrol":
            actions += [act("interrupt", place) for place in range(1, len(self.row) + 1)]
        return actions

    def _answers(self) -> list[Action]:
        """List what the seat whose turn it is may do in its turn."""
        if self.phase == "patrol":
            if self.stack:
                spell = self.stack[-1]
                return spell.effects[spell.step - 1].choices(self, spell)
            return [ASK, DECLINE, USE] if self.may_use(self.turn) else [ASK, DECLINE]
        if self.phase == "placement":
            places = [act("place", place) for place in self._open_places() if self._has_room(self.turn, place)]
            if self.table.sequential and not self._must_place(self.turn):
                places.append(PASS)
            return places
        if self.phase == "fair_start":
            return [act("keep"), act("redeal")] if self.turn == 1 else [act("first"), act("second")]
        return [act("take", k) for k in range(1, len(self.hidden) + 1) if k not in self.taken.values()]

    def unlisted(self, seat: int) -> list[Action]:
        """Give one arrangement where any may be made: the row as it lies."""
        if self.phase == "fair_start" and seat == self.turn == 1:
            return [Action("arrange", tuple(self.name(place) for place in range(1, len(self.row) + 1)))]
        return []

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        verb = action.verb
        if self.over:
            return Refusal("over", "going-out")
        if seat == 0 or self.turn == 0:
            return self._chance_refusal(seat, action)
        if not 1 <= seat <= self.table.seats:
            return Refusal("no_seat", "play", {"number": seat})
        if verb == "arrange" and self.phase == "fair_start" and seat == self.turn == 1:
            return self._deck_refusal(action.args)
        if action in self.legal(seat):
            return None
        if verb == "stalemate":
            return Refusal("out_cannot_declare" if seat in self.out else "no_stalemate", "stalemate")
        if verb == "interrupt":
            return self._interrupt_refusal(seat, action)
        if seat != self.turn:
            return Refusal("not_your_turn", "play", {"seat": self.turn})
        return self._answer_refusal(action)

    def _chance_refusal(self, seat: int, action: Action) -> Refusal | None:
        if self.turn:
            return Refusal("chance_not_due", "preparation")
        if seat:
            return Refusal("chance_due", "preparation", {"count": len(self.table.deck)})
        if self.phase == "deal" and action.verb == "deal":
            return self._deck_refusal(action.args)
        if self.phase == "face_down" and action.verb == "face_down":
            if Counter(action.args) == Counter(self.table.parts.face_down):
                return None
            return Refusal("wrong_cards", "face-down", {"cards": list(self.table.parts.face_down)})
        return Refusal("chance_due", "preparation", {"count": len(self.table.deck)})

    def _deck_refusal(self, names: tuple[str, ...]) -> Refusal | None:
        if Counter(names) == Counter(self.table.deck):
            return None
        return Refusal("wrong_cards", "preparation", {"cards": list(self.table.deck)})

    def _interrupt_refusal(self, seat: int, action: Action) -> Refusal:
        if not self.table.interrupt:
            return Refusal("no_interrupts", "interrupt")
        if seat not in self.out:
            return Refusal("interrupt_when_out", "interrupt")
        if not self.interrupts[seat - 1] or self.phase != "patrol":
            return Refusal("interrupt_not_held", "interrupt")
        return Refusal("no_island", "interrupt", {"island": action.args[0], "count": len(self.row)})

    def _answer_refusal(self, action: Action) -> Refusal:
        """Say why the seat whose turn it is may not do this."""
        verb = action.verb
        islands = [arg for arg in action.args if isinstance(arg, int)] if verb not in ("target", "take") else []
        if verb in ("remove", "drift"):
            islands.pop(1)
        if self.phase == "placement" and verb == "place":
            return self._place_refusal(self.turn, action.args[0])
        if self.phase == "placement" and verb == "pass":
            if self.table.sequential:
                return Refusal("must_place", "sequential")
            return Refusal("no_pass", "placement")
        if self.phase == "face_down" and verb == "take":
            gone = action.args[0] in self.taken.values()
            return Refusal("card_taken" if gone else "no_such_card", "face-down")
        if self.phase == "patrol" and verb == "use" and not self.stack:
            return Refusal("nothing_to_use", "face-down")
        expected = self.expected()
        if verb not in expected:
            return self._something_first()
        for place in islands:
            if place > len(self.row):
                return Refusal("no_island", "patrol", {"island": place, "count": len(self.row)})
        return self._choice_refusal(action)

    def expected(self) -> list[str]:
        """List the verbs of what the seat whose turn it is may do, the usual one first."""
        return list(dict.fromkeys(action.verb for action in self._answers()))

    def _choice_refusal(self, action: Action) -> Refusal:
        spell = self.stack[-1]
        effect = spell.effects[spell.step - 1]
        verb, args = action
        card = {"card": spell.card}
        if verb in ("remove", "drift"):
            queue = self.queues[self.row[args[0] - 1]]
            if args[1] > len(queue):
                return Refusal("no_islander", "patrol", {"island": args[0], "place": args[1], "count": len(queue)})
            if verb == "drift" and args[0] == args[2]:
                return Refusal("same_island", "patrol", card)
            if (args[1] - 1) not in _places(getattr(effect, "which", "any"), queue):
                return Refusal("wrong_place_in_queue", "patrol", {**card, "which": getattr(effect, "which", "any")})
            return Refusal("wrong_island", "patrol", card)
        if verb == "target":
            key = "target_self" if args[0] == self.asker >> 4 else "target_out"
            known = 1 <= args[0] <= self.table.seats
            return Refusal(key if known else "no_seat", "patrol", {"target": args[0], "number": args[0]})
        if verb in ("bless", "curse"):
            isle = self.row[args[0] - 1]
            if self.numbers[isle] is None:
                return Refusal("no_number", "blessing", {"card": self.cards[isle][0]})
            if verb == "curse" and self.numbers[isle] == 0:
                return Refusal("number_is_zero", "blessing", {"card": self.cards[isle][0]})
            return Refusal("no_chip", "blessing", {"card": self.cards[isle][0], "verb": verb})
        if verb in ("move", "swap") and args[0] == args[1]:
            return Refusal("same_place", "patrol", card)
        return Refusal("wrong_island", "patrol", card)

    def _place_refusal(self, seat: int, place: int) -> Refusal:
        if not 1 <= place <= len(self.row):
            return Refusal("no_island", "placement", {"island": place, "count": len(self.row)})
        if self.table.sequential and place != self.opened:
            return Refusal("not_opened" if place > self.opened else "closed", "sequential", {"island": self.opened})
        return Refusal("island_full", "placement", {"count": self.table.limit or 0, "card": self.name(place)})

    # -- doing it ------------------------------------------------------------------------------------------------------

    def apply(self, seat: int, action: Action, events: Events = None) -> None:
        self.repeats = 0
        DO[action.verb](self, seat, action, events)

    def draw(self, rng: Rng) -> Action:
        cards = sorted(self.table.deck if self.phase == "deal" else self.table.parts.face_down)
        rng.shuffle(cards)
        return Action("deal" if self.phase == "deal" else "face_down", tuple(cards))

    def sample(self, seat: int, rng: Rng) -> Action:
        if self.phase == "patrol":
            if self.stack:
                spell = self.stack[-1]
                return spell.effects[spell.step - 1].pick(self, spell, rng)
            if not self.table.face_down:
                return ASK if rng.random() < 0.5 else DECLINE
        answers = self._answers()
        return answers[int(rng.random() * len(answers))]

    def timeout(self, seat: int) -> Action:
        answers = self._answers() if seat == self.turn else self.legal(seat)
        return next((answer for answer in (DECLINE, PASS) if answer in answers), answers[0])

    # preparation

    def _deal(self, seat: int, action: Action, events: Events) -> None:
        self._lay(action.args)
        if events is not None:
            events.append(Event("laid_face_down" if self.table.sequential else "laid", {"count": len(self.row)}))
        if self.table.fair_start:
            self.phase, self.turn = "fair_start", 1
        else:
            self._laid(events)

    def _lay(self, names: tuple[str, ...]) -> None:
        self.cards = self.table.cards_named(names)
        self.row = list(range(len(names)))
        self.queues = [b""] * len(names)
        self.numbers = [card.number for _, card in self.cards]
        self.twins = len(set(names)) < len(names)

    def _keep(self, seat: int, action: Action, events: Events) -> None:
        if events is not None:
            events.append(Event("kept", {"seat": seat}))
        self.turn = 2

    def _redeal(self, seat: int, action: Action, events: Events) -> None:
        if events is not None:
            events.append(Event("redealt", {"seat": seat}))
        self._lay(())
        self.phase, self.turn = "deal", 0

    def _arrange(self, seat: int, action: Action, events: Events) -> None:
        self._lay(action.args)
        if events is not None:
            events.append(Event("arranged", {"seat": seat}))
        self.turn = 2

    def _choose_first(self, seat: int, action: Action, events: Events) -> None:
        self._begin_with(2, events)

    def _choose_second(self, seat: int, action: Action, events: Events) -> None:
        self._begin_with(1, events)

    def _begin_with(self, first: int, events: Events) -> None:
        self.first = first
        if events is not None:
            events.append(Event("places_first", {"seat": first}))
        self._laid(events)

    def _laid(self, events: Events) -> None:
        """Go on once the islands lie."""
        if self.table.face_down and not self.hidden:
            self.phase, self.turn = "face_down", 0
            return
        self.phase, self.turn = "placement", self.first
        if self.table.sequential:
            self._open_next(events)

    def _hide(self, seat: int, action: Action, events: Events) -> None:
        self.hidden = action.args
        self.turn = self.after(self.first)
        if events is not None:
            events.append(Event("hidden_laid", {"count": len(self.hidden)}))

    def _take(self, seat: int, action: Action, events: Events) -> None:
        slot = self.taken[seat] = action.args[0]
        if events is not None:
            events.append(Event("takes", {"seat": seat, "number": slot}))
            events.append(Event("reveal", {"seat": seat, "card": self.hidden[slot - 1]}, (seat,)))
        if seat == self.first:
            self._laid(events)
        else:
            self.turn = self.first

    # placement

    def _open_places(self) -> Sequence[int]:
        return (self.opened,) if self.table.sequential else range(1, len(self.row) + 1)

    def _has_room(self, seat: int, place: int) -> bool:
        if not self.unplaced[seat - 1]:
            return False
        limit = self.table.limit
        return limit is None or self.queues[self.row[place - 1]].translate(SEATS).count(seat) < limit

    def _must_place(self, seat: int) -> bool:
        """Tell whether a seat has more to place than the islands still to come can take."""
        to_come = len(self.row) - self.opened
        limit = self.table.limit
        return self.unplaced[seat - 1] > limit * to_come if limit is not None else not to_come

    def _place(self, seat: int, action: Action, events: Events) -> None:
        place = action.args[0]
        isle = self.row[place - 1]
        self.unplaced[seat - 1] -= 1
        chip = self._enter(seat, isle, False)
        if events is not None:
            data = {"seat": seat, "island": place, "card": self.cards[isle][0], "chip": identity(chip)}
            events.append(Event("places", data))
        if self.table.sequential:
            self.passes = 0
            self._next_placing(seat, events)
        elif any(self.unplaced):
            self.turn = self.after(seat)
            while not self.unplaced[self.turn - 1]:
                self.turn = self.after(self.turn)
        else:
            self._begin_patrol(events)

    def _pass(self, seat: int, action: Action, events: Events) -> None:
        if events is not None:
            events.append(Event("passes", {"seat": seat}))
        self.passes += 1
        self._next_placing(seat, events)

    def _next_placing(self, seat: int, events: Events) -> None:
        """Sequential opening: ask the next seat that can place, passing for those that cannot."""
        while any(self.unplaced):
            if self.passes == self.table.seats:
                self.turn = self.after(seat)
                self._open_next(events)
                return
            seat = self.after(seat)
            if self._has_room(seat, self.opened):
                self.turn = seat
                return
            self.passes += 1
        while self.opened < len(self.row):
            self._open(events)
        self._begin_patrol(events)

    def _open(self, events: Events) -> None:
        self.opened += 1
        if events is not None:
            events.append(Event("reveal", {"island": self.opened, "card": self.name(self.opened)}))

    def _open_next(self, events: Events) -> None:
        """Open the next island; `turn` is who begins there, if that seat can place."""
        self.passes = 0
        self._open(events)
        if not self._has_room(self.turn, self.opened):
            self.passes = 1
            self._next_placing(self.turn, events)

    # patrol

    def _begin_patrol(self, events: Events) -> None:
        self.phase = "patrol"
        self.at = self.row[0]
        if events is not None:
            events.append(Event("patrol_begins", {"card": self.name(1)}))
        self._visit(events, first=True)

    def _visit(self, events: Events, first: bool = False) -> None:
        """Begin the visit of the island where the sorcerer stands, or of the next one with anybody on it."""
        table = self.table
        while True:
            if table.interrupt and self.out and not first and self.at == self.row[0]:
                self._gain_interrupts(events)
            first = False
            queue = self.queues[self.at]
            if queue:
                backwards = table.reverse_line and self.heading < 0
                self._ask_for(len(queue) - 1 if backwards else 0, events)
                return
            self._leave(events)

    def _leave(self, events: Events) -> None:
        """End the visit and go on to the next island by the heading."""
        row = self.row
        self._note_visit((self.at, self.numbers[self.at]))
        if self.table.chips_last_visit:
            self._take_chips_back(self.at, events)
        self.at = row[(row.index(self.at) + self.heading) % len(row)]
        if events is not None:
            data = {"island": row.index(self.at) + 1, "card": self.cards[self.at][0]}
            events.append(Event("sorcerer_moves" if self.queues[self.at] else "sorcerer_passes", data))

    def _note_visit(self, visit: tuple[int, int | None]) -> None:
        self.visited = (visit, *self.visited[:1])

    def _take_chips_back(self, isle: int, events: Events) -> None:
        printed, number = self.cards[isle][1].number, self.numbers[isle]
        if printed is not None and number != printed:
            while self.numbers[isle] != printed:
                self.change_number(isle, 1 if (self.numbers[isle] or 0) < printed else -1)
            if events is not None:
                events.append(Event("chips_back", {"card": self.cards[isle][0]}))

    def _ask_for(self, index: int, events: Events) -> None:
        """Ask for the islander at an index of the queue here, unless that decides the game."""
        self.asker = self.queues[self.at][index]
        self.gap = -1
        self.turn = self.asker >> 4
        situation = self._situation(index)
        count = self.seen[situation] = self.seen.get(situation, 0) + 1
        quiet = (tuple(self.lives), sum(self.standing), len(self.row))
        self.quiet_asks = self.quiet_asks + 1 if quiet == self.quiet else 1
        self.quiet = quiet
        self.repeats = count
        if events is not None:
            data = {"seat": self.turn, "card": self.cards[self.at][0], "chip": identity(self.asker), "place": index + 1}
            events.append(Event("asked_for", data))
            if count >= REPEATS_TO_DECLARE:
                events.append(Event("repeated", {"count": count}))
        if count >= REPEATS_TO_DECIDE:
            self._decide("repeated", events)
        elif self.quiet_asks > QUIET_LIMIT:
            self._decide("quiet", events)

    def _situation(self, index: int) -> Hashable:
        """Return what must be the same again for a stalemate: islanders count by colour, islands by card.

        Islands, islanders and unused islanders need not be counted: `seen` is emptied when there are fewer, and
        there are never more again.
        """
        row = self.row
        return (
            tuple([self.cards[isle][0] for isle in row]) if self.twins else tuple(row),
            row.index(self.at),
            self.heading,
            index,
            tuple([self.numbers[isle] for isle in row]),
            b"\0".join([self.queues[isle] for isle in row]).translate(SEATS),
            tuple(self.lives),
            self._extras(),
        )

    def _extras(self) -> Hashable:
        """Return the part of a situation that only some options have."""
        table = self.table
        if not (table.recalls or table.face_down or table.interrupt):
            return None
        noted = table.memory_numbers == "visited"
        return (
            tuple((self.cards[isle][0], number if noted else 0) for isle, number in self.visited) * table.recalls,
            self.used,
            tuple(self.interrupts),
        )

    def _ask(self, seat: int, action: Action, events: Events) -> None:
        name, card = self.cards[self.at]
        if events is not None:
            events.append(Event("asks", {"seat": seat, "card": name, "chip": identity(self.asker)}))
        self.stack.append(Spell(name, card.effect, self.numbers[self.at], self.at, self._behind(card)))
        self._run(events)

    def _use(self, seat: int, action: Action, events: Events) -> None:
        slot = self.taken[seat]
        name = self.hidden[slot - 1]
        if slot not in self.shown:
            self.shown = tuple(sorted((*self.shown, slot)))
        if not self.table.reusable:
            self.used = tuple(sorted((*self.used, seat)))
            self.seen = {}
        if events is not None:
            events.append(Event("uses", {"seat": seat, "card": name, "chip": identity(self.asker)}))
            events.append(Event("reveal", {"owner": seat, "card": name}))
        card = self.table.cards[name]
        self.stack.append(Spell(name, card.effect, card.number, self.at, self._behind(card)))
        self._run(events)

    def _behind(self, card: Card) -> Visits:
        """Return what a spell that is asked for now may recall, with the numbers that will count."""
        if not card.recalls:
            return ()
        return tuple((isle, self.recalled_number(isle, noted)) for isle, noted in self.visited)

    def _decline(self, seat: int, action: Action, events: Events) -> None:
        if events is not None:
            events.append(Event("declines", {"seat": seat, "chip": identity(self.asker)}))
        self._asked(False, events)

    def _choose(self, seat: int, action: Action, events: Events) -> None:
        spell = self.stack[-1]
        spell.left -= 1
        spell.effects[spell.step - 1].resolve(self, spell, action, events)
        if not self.over:
            self._run(events)

    def _run(self, events: Events) -> None:
        """Carry the spell on until a choice must be made, the spell is over, or the game is."""
        stack = self.stack
        while stack:
            spell = stack[-1]
            if spell.left:
                if spell.effects[spell.step - 1].possible(self, spell):
                    return
                spell.left = 0
                if events is not None:
                    events.append(Event("nothing_to_choose", {"card": spell.card}))
            elif spell.step == len(spell.effects):
                stack.pop()
            else:
                spell.step += 1
                spell.left = spell.effects[spell.step - 1].begin(self, spell, events)
                if self.over:
                    return
        self._asked(True, events)

    def _asked(self, asked: bool, events: Events) -> None:
        """Go on after an islander had its turn."""
        if self.ended:
            self.ended = False
            self._visit(events)
            return
        queue = self.queues[self.at]
        if self.table.revolution:
            if asked and self.gap < 0:
                index = queue.index(self.asker)
                self.queues[self.at] = queue[:index] + queue[index + 1 :] + queue[index : index + 1]
                if events is not None and index < len(queue) - 1:
                    events.append(Event("goes_to_end", {"seat": self.asker >> 4, "chip": identity(self.asker)}))
            self._leave(events)
            self._visit(events)
            return
        forwards = not self.table.reverse_line or self.heading > 0
        if self.gap < 0:
            index = queue.index(self.asker) + (1 if forwards else -1)
        else:
            index = self.gap if forwards else min(self.gap, len(queue)) - 1
        if 0 <= index < len(queue):
            self._ask_for(index, events)
        else:
            self._leave(events)
            self._visit(events)

    # out of turn

    def _stalemate(self, seat: int, action: Action, events: Events) -> None:
        if events is not None:
            events.append(Event("declares", {"seat": seat}))
        self._decide("stalemate", events)

    def _interrupt(self, seat: int, action: Action, events: Events) -> None:
        self.interrupts[seat - 1] -= 1
        if events is not None:
            events.append(Event("interrupts", {"seat": seat}))
        self.add(seat, self.row[action.args[0] - 1], False, events)
        if self.stack:  # a birth that is being chosen lapses with the last unused islander
            self._run(events)

    def _gain_interrupts(self, events: Events) -> None:
        for seat in self.out:
            if self.interrupts[seat - 1] < self.unused[seat - 1]:
                self.interrupts[seat - 1] += 1
                if events is not None:
                    events.append(Event("gains_interrupt", {"seat": seat, "count": self.interrupts[seat - 1]}))

    # -- what effects do to the table ----------------------------------------------------------------------------------

    def after(self, seat: int) -> int:
        return seat % self.table.seats + 1

    def inside(self, seat: int) -> bool:
        return seat not in self.out

    def seats_in(self) -> list[int]:
        out = self.out
        return [seat for seat in range(1, self.table.seats + 1) if seat not in out]

    def enemies(self, seat: int) -> list[int]:
        out = self.out
        return [other for other in range(1, self.table.seats + 1) if other != seat and other not in out]

    def name(self, place: int) -> str:
        return self.cards[self.row[place - 1]][0]

    def islands(self, where: str, spell: Spell) -> Sequence[tuple[int, int]] | Iterator[tuple[int, int]]:
        """Return the places and islands that `where` allows a spell."""
        if where == "anywhere":
            return enumerate(self.row, 1)
        here = spell.here
        return [(place, isle) for place, isle in enumerate(self.row, 1) if (isle == here) == (where == "here")]

    def nth(self, number: int) -> tuple[int, int]:
        """Return the place and place in the queue of the islander with this number along the row, from 0."""
        for place, isle in enumerate(self.row, 1):
            size = len(self.queues[isle])
            if number < size:
                return place, number + 1
            number -= size
        raise IndexError(number)

    def find(self, chip: int) -> tuple[int, int] | None:
        """Return the island and the index in its queue of an islander, or None when it has left the game."""
        for isle in self.row:
            index = self.queues[isle].find(chip)
            if index >= 0:
                return isle, index
        return None

    def _withdraw(self, isle: int, index: int) -> int:
        """Take an islander out of a queue, minding who is served next."""
        queue = self.queues[isle]
        chip = queue[index]
        self.queues[isle] = queue[:index] + queue[index + 1 :]
        if isle == self.at and not self.ended:
            if chip == self.asker and self.gap < 0:
                self.gap = index
            elif index < self.gap:
                self.gap -= 1
        return chip

    def _insert(self, chip: int, isle: int, front: bool) -> None:
        if front:
            self.queues[isle] = bytes((chip,)) + self.queues[isle]
            if isle == self.at and self.gap >= 0 and not self.ended:
                self.gap += 1
        else:
            self.queues[isle] += bytes((chip,))

    def remove(self, isle: int, index: int, events: Events) -> None:
        """Remove an islander from the game."""
        chip = self._withdraw(isle, index)
        self.standing[(chip >> 4) - 1] -= 1
        self.seen = {}
        if events is not None:
            data = {"owner": chip >> 4, "chip": identity(chip), "card": self.cards[isle][0]}
            events.append(Event("removed", data))

    def drift(self, isle: int, index: int, other: int, front: bool, events: Events) -> None:
        """Move an islander to another island's queue."""
        chip = self._withdraw(isle, index)
        self._insert(chip, other, front)
        if events is not None:
            data = {"owner": chip >> 4, "chip": identity(chip), "card": self.cards[other][0]}
            events.append(Event("drifts", {**data, "from": self.cards[isle][0]}))

    def _enter(self, seat: int, isle: int, front: bool) -> int:
        self.born[seat - 1] += 1
        self.standing[seat - 1] += 1
        chip = seat << 4 | self.born[seat - 1]
        self._insert(chip, isle, front)
        return chip

    def add(self, seat: int, isle: int, front: bool, events: Events) -> None:
        """Put an unused islander of a seat on an island."""
        self.unused[seat - 1] -= 1
        chip = self._enter(seat, isle, front)
        self.seen = {}
        self.interrupts[seat - 1] = min(self.interrupts[seat - 1], self.unused[seat - 1])
        if events is not None:
            data = {"seat": seat, "chip": identity(chip), "card": self.cards[isle][0]}
            events.append(Event("joins", data))

    def can_bless(self, isle: int) -> bool:
        printed, number = self.cards[isle][1].number, self.numbers[isle]
        return number is not None and printed is not None and (number < printed or self.bless > 0)

    def can_curse(self, isle: int) -> bool:
        printed, number = self.cards[isle][1].number, self.numbers[isle]
        return number is not None and printed is not None and number > 0 and (number > printed or self.curse > 0)

    def change_number(self, isle: int, by: int) -> None:
        """Change an island's number by one, with the chips that show it."""
        number, printed = self.numbers[isle] or 0, self.cards[isle][1].number or 0
        if by > 0:
            if number < printed:
                self.curse += 1
            else:
                self.bless -= 1
        elif number > printed:
            self.bless += 1
        else:
            self.curse -= 1
        self.numbers[isle] = number + by

    def sink(self, isle: int, events: Events) -> None:
        """Remove an island and everyone on it from the game; the sorcerer goes on if it stood there."""
        queue, place = self.queues[isle], self.row.index(isle)
        own_number = self.numbers[isle]
        if events is not None:
            data = {"card": self.cards[isle][0], "island": place + 1, "count": len(queue)}
            events.append(Event("sinks", {**data, "chips": [identity(chip) for chip in queue]}))
        self._take_chips_back(isle, None)
        self.row.pop(place)
        self.queues[isle] = b""
        for chip in queue:
            self.standing[(chip >> 4) - 1] -= 1
        self.seen = {}
        if isle == self.at:
            if not self.ended:
                self.ended = True
                self._note_visit((isle, own_number))
            self.gap = 0
            if self.row:
                self.at = self.row[(place if self.heading > 0 else place - 1) % len(self.row)]
                if events is not None:
                    data = {"card": self.cards[self.at][0], "island": self.row.index(self.at) + 1}
                    events.append(Event("sorcerer_flees", data))
        self.check_out(events, queue)

    def check_out(self, events: Events, sunk: bytes = b"") -> None:
        """Put out every seat without lives or islanders, and end the game when one is left, or none."""
        lives, standing = self.lives, self.standing
        inside = self.seats_in()
        fallen = [seat for seat in inside if lives[seat - 1] <= 0 or not standing[seat - 1]]
        if not fallen:
            return
        if len(fallen) == len(inside) and sunk:
            self._sunk_together(inside, sunk, events)
            return
        self.out = tuple(sorted((*self.out, *fallen)))
        for seat in fallen:
            if events is not None:
                events.append(Event("out_of_lives" if lives[seat - 1] <= 0 else "out_of_islanders", {"seat": seat}))
            self._clear_away(seat)
        if len(fallen) == len(inside):
            self._end(tuple(inside), "together", events)
        elif len(inside) - len(fallen) == 1:
            self._end(tuple(self.seats_in()), "last_in", events)
        elif self.asker >> 4 in fallen:
            self.stack.clear()

    def _clear_away(self, seat: int) -> None:
        """Take a seat's islanders off the islands."""
        if not self.standing[seat - 1]:
            return
        for isle in self.row:
            index = len(self.queues[isle]) - 1
            while index >= 0:
                if self.queues[isle][index] >> 4 == seat:
                    self._withdraw(isle, index)
                index -= 1
        self.standing[seat - 1] = 0

    def _sunk_together(self, inside: list[int], sunk: bytes, events: Events) -> None:
        """Decide a sinking that takes the last islanders of everyone still in."""
        line = [chip >> 4 for chip in sunk if chip >> 4 in inside]
        if self.table.sink_tie == "draw" or not line:
            self._end(tuple(inside), "sunk_together", events)
        else:
            self._end((line[0 if self.table.sink_tie == "first_in_line" else -1],), "sunk_together", events)

    def _decide(self, reason: str, events: Events) -> None:
        """Decide a stalemate: lives, islanders on islands, islanders at the front, the first along the row."""
        queues = [self.queues[isle].translate(SEATS) for isle in self.row if self.queues[isle]]
        fronts = [queue[0] for queue in queues]
        merits = {seat: (self.lives[seat - 1], self.standing[seat - 1], fronts.count(seat)) for seat in self.seats_in()}
        most = max(merits.values())
        best = [seat for seat, merit in merits.items() if merit == most]
        first = next((seat for seat in b"".join(queues) if seat in best), best[0])
        self._end((first,), reason, events)

    def _end(self, winners: tuple[int, ...], reason: str, events: Events) -> None:
        self.phase = "over"
        self.stack.clear()
        self.turn = 0
        self.over = Result(winners, reason)
        if events is not None:
            if len(winners) == 1:
                events.append(Event("wins", {"winner": winners[0], "reason": reason}))
            else:
                events.append(Event("draw", {"seats": list(winners), "reason": reason}))

    # -- what a seat sees ----------------------------------------------------------------------------------------------

    def may_use(self, seat: int) -> bool:
        return seat in self.taken and seat not in self.used

    def _asker_address(self) -> str | None:
        found = self.find(self.asker)
        return None if found is None else f"{self.row.index(found[0]) + 1}.{found[1] + 1}"

    def _hidden_isle(self, isle: int, view: View) -> bool:
        """Tell whether an island still lies face down for this view (sequential opening; nothing moves by then)."""
        return view is not None and self.phase == "placement" and self.table.sequential and isle >= self.opened

    def position(self, view: View = None) -> dict[str, Any]:
        table = self.table
        islands = []
        for isle in self.row:
            name, number = self.cards[isle][0], self.numbers[isle]
            if self._hidden_isle(isle, view):
                name, number = "?", None
            islands.append({"card": name, "number": number, "queue": list(self.queues[isle].translate(SEATS))})
        position: dict[str, Any] = {"phase": self.phase, "islands": islands}
        sorcerer = {"island": self.row.index(self.at) + 1 if self.at in self.row else 1, "heading": self.heading}
        if self.phase == "patrol":
            queue = self.queues[self.at]
            served = queue.find(self.asker) if self.gap < 0 else self.gap
            sorcerer = {"island": sorcerer["island"], "place": served + 1, "heading": self.heading}
        position |= {
            "sorcerer": sorcerer,
            "lives": list(self.lives),
            "unplaced": list(self.unplaced),
            "unused": list(self.unused),
            "chips": {"bless": self.bless, "curse": self.curse},
            "turn": self.turn,
            "choosing": self._choosing(),
            "out": list(self.out),
        }
        if table.recalls:
            position["visited"] = [{"card": self.cards[isle][0], "number": noted} for isle, noted in self.visited]
        if table.face_down:
            position["face_down"] = {seat: self._face_down(seat, view) for seat in sorted(self.taken)}
        if table.interrupt:
            position["interrupts"] = list(self.interrupts)
        return position

    def _choosing(self) -> dict[str, Any] | None:
        if not self.stack:
            return None
        spell = self.stack[-1]
        then = [effect.verb for effect in spell.effects[spell.step :]]
        then += [below.card for below in reversed(self.stack[:-1]) if below.step < len(below.effects) or below.recalled]
        return {"spell": spell.card, "left": spell.left, "then": then, "asker": self._asker_address()}

    def _face_down(self, seat: int, view: View) -> str | None:
        if seat in self.used:
            return None
        return self.hidden[self.taken[seat] - 1] if view in (None, seat) else "?"

    def recalled_number(self, isle: int, noted: int | None) -> int | None:
        """Return the number that a visited island has when it is recalled."""
        if self.table.memory_numbers == "visited":
            return noted
        if self.table.memory_numbers == "current" and isle in self.row:
            return self.numbers[isle]
        return self.cards[isle][1].number

    def objects(self, view: View) -> dict[Identity, Address]:
        things: dict[Identity, Address] = {}
        for place, isle in enumerate(self.row, 1):
            things[f"isle:{isle + 1}"] = f"island:{place}"
            for k, chip in enumerate(self.queues[isle], 1):
                things[identity(chip)] = f"islander:{place}.{k}"
        if self.phase == "patrol":
            things["sorcerer"] = f"sorcerer:{self.row.index(self.at) + 1}"
        for slot in range(1, len(self.hidden) + 1):
            taker = next((seat for seat, taken in self.taken.items() if taken == slot), None)
            if taker not in self.used:
                things[f"hidden:{slot}"] = f"facedown:{slot}" if taker is None else f"hand:{taker}"
        return things

    def paths(self, seat: int, action: Action) -> list[Path]:
        verb, args = action
        if verb in ("place", "birth", "sink", "bless", "curse"):
            return [(Pick(f"island:{args[0]}"),)]
        if verb == "remove":
            return [(Pick(f"islander:{args[0]}.{args[1]}"),)]
        if verb == "drift":
            return [(Pick(f"islander:{args[0]}.{args[1]}"), Pick(f"island:{args[2]}"))]
        if verb == "move":
            return [(Pick(f"island:{args[0]}"), Pick(f"island:{args[1]}"))]
        if verb == "swap":
            first, second = Pick(f"island:{args[0]}"), Pick(f"island:{args[1]}")
            return [(first, second), (second, first)]
        if verb == "target":
            return [(Pick(f"seat:{args[0]}"),)]
        if verb == "take":
            return [(Pick(f"facedown:{args[0]}"),)]
        if verb == "interrupt":
            return [(Pick("button:interrupt"), Pick(f"island:{args[0]}"))]
        if verb == "recall":
            return [(Pick(f"button:recall-{args[0]}"),)]
        if verb == "arrange":
            islands = tuple(f"island:{place}" for place in range(1, len(self.row) + 1))
            order = self._order_of(args)
            return [(Pick("button:arrange"), Order(islands, order), Pick("button:arranged"))]
        return [(Pick(f"button:{verb}"),)]

    def _order_of(self, names: tuple[str, ...]) -> tuple[Address, ...]:
        """Return the addresses of the islands that lie now, in the order of these cards."""
        left = {f"island:{place}": self.name(place) for place in range(1, len(self.row) + 1)}
        order = []
        for name in names:
            address = next(address for address, card in left.items() if card == name)
            del left[address]
            order.append(address)
        return tuple(order)

    def make(self, seat: int, action: Action, values: tuple[Value, ...]) -> Action:
        if action.verb != "arrange" or not values or not isinstance(values[0], tuple):
            return action
        return Action("arrange", tuple(self.name(int(str(address).partition(":")[2])) for address in values[0]))

    def why(self, seat: int, address: Address) -> Refusal:
        kind, _, rest = address.partition(":")
        if self.over:
            return Refusal("over", "going-out")
        if kind == "button" and rest == "stalemate":
            return self.refusal(seat, act("stalemate")) or Refusal("something_else", "play")
        if kind == "button" and rest == "interrupt":
            return self.refusal(seat, act("interrupt", 1)) or Refusal("something_else", "play")
        if self.turn and seat != self.turn:
            return Refusal("not_your_turn", "play", {"seat": self.turn})
        if not self.turn:
            return Refusal("chance_due", "preparation", {"count": len(self.table.deck)})
        action = self._meant(kind, rest)
        refusal = None if action is None else self.refusal(seat, action)
        return refusal or self._something_first()

    def _something_first(self) -> Refusal:
        """Say what has to be done instead, with the section about that."""
        if self.phase == "placement":
            return Refusal(f"expected_{self.expected()[0]}", "placement")
        if self.phase == "face_down":
            return Refusal(f"expected_{self.expected()[0]}", "face-down")
        return Refusal(f"expected_{self.expected()[0]}", "play")

    def _meant(self, kind: str, rest: str) -> Action | None:
        """Guess the action that a click on a thing was meant to be."""
        numbers = [int(part) for part in rest.split(".") if part.isdigit()]
        verb = self.expected()[0]
        if kind == "island" and numbers and verb in ("place", "birth", "sink", "bless", "curse"):
            return act(verb, numbers[0])
        if kind == "islander" and len(numbers) == 2 and verb == "remove":
            return act(verb, *numbers)
        if kind == "islander" and len(numbers) == 2 and verb == "drift":
            return act(verb, *numbers, 1 if numbers[0] != 1 else 2)
        if kind == "seat" and numbers and verb == "target":
            return act(verb, numbers[0])
        if kind == "facedown" and numbers and verb == "take":
            return act(verb, numbers[0])
        if kind == "button" and rest in WORDS:
            return act(rest)
        return None

    def prompt(self, seat: int) -> Prompt:
        if self.over:
            return Prompt("over")
        if not self.turn:
            return Prompt("chance")
        if seat != self.turn:
            return Prompt("wait", {"seat": self.turn})
        data: dict[str, Any] = {"seat": seat}
        if self.phase == "patrol":
            data["card"] = self.cards[self.at][0]
            if not self.stack:
                return Prompt("ask", {**data, "place": self.queues[self.at].index(self.asker) + 1})
            spell = self.stack[-1]
            effect = spell.effects[spell.step - 1]
            return Prompt(effect.verb, {**data, "card": spell.card, "count": spell.left})
        if self.phase == "placement":
            if self.table.sequential:
                kind = "place_must" if self._must_place(seat) else "place_or_pass"
                return Prompt(kind, {**data, "count": self.unplaced[seat - 1], "card": self.name(self.opened)})
            return Prompt("place", {**data, "count": self.unplaced[seat - 1]})
        if self.phase == "fair_start":
            return Prompt("fair_deal" if seat == 1 else "fair_choice", data)
        return Prompt("take", data)

    # -- what a seat cannot tell apart ---------------------------------------------------------------------------------

    def resample(self, seat: int, rng: Rng) -> State:
        copy = self.clone()
        if self._hidden_isle(len(self.row) - 1, seat):
            unopened = sorted(self.cards[self.opened :], key=lambda card: card[0])
            rng.shuffle(unopened)
            copy.cards = (*self.cards[: self.opened], *unopened)
            copy.numbers = [card.number for _, card in copy.cards]
        known = {self.taken[seat], *self.shown} if seat in self.taken else set(self.shown)
        unknown = [slot for slot in range(1, len(self.hidden) + 1) if slot not in known]
        cards = sorted(self.hidden[slot - 1] for slot in unknown)
        rng.shuffle(cards)
        hidden = list(self.hidden)
        for slot, card in zip(unknown, cards, strict=True):
            hidden[slot - 1] = card
        copy.hidden = tuple(hidden)
        return copy

    def key(self) -> Hashable:
        return (
            self.phase,
            self.turn,
            self.first,
            tuple([self.cards[isle][0] for isle in self.row]),
            tuple([self.numbers[isle] for isle in self.row]),
            b"\0".join([self.queues[isle] for isle in self.row]).translate(SEATS),
            tuple(self.lives),
            tuple(self.unplaced),
            tuple(self.unused),
            self.out,
            (self.opened, self.passes),
            (self.hidden, tuple(sorted(self.taken.items())), self.used),
            self.row.index(self.at) if self.at in self.row else -1,
            self.heading,
            self.gap if self.gap >= 0 or not self.asker or not self.row else self.queues[self.at].find(self.asker),
            self._asker_address(),
            tuple(
                (spell.card, spell.step, spell.left, spell.number, spell.here in self.row, self._named(spell.behind))
                for spell in self.stack
            ),
            self._named(tuple((isle, self.recalled_number(isle, noted)) for isle, noted in self.visited)),
            self.ended,
            tuple(self.interrupts),
        )

    def _named(self, visits: Visits) -> Hashable:
        return tuple((self.cards[isle][0], number) for isle, number in visits)

    def evaluate(self, seat: int) -> float:
        """Guess how good the position is for a seat from lives, islanders and what they threaten, 0 lost to 1 won.

        The weights were fitted to who won from 4,600 positions of games between searching players.
        """
        if self.over:
            return 1 / len(self.over.winners) if seat in self.over.winners else 0.0
        table, lives = self.table, self.lives
        threats = [0.0] * table.seats
        for isle in self.row:
            queue = self.queues[isle]
            if queue:
                fixed, by_number = table.threats[self.cards[isle][0]]
                threat = fixed + by_number * (self.numbers[isle] or 0)
                if threat:
                    for chip in queue:
                        threats[(chip >> 4) - 1] += threat
        if self.stack:
            spell = self.stack[-1]
            if _threatened(spell.effects[spell.step - 1]):
                threats[self.turn - 1] += 0.5 * spell.left
        worth = [0.0] * table.seats
        for other in range(table.seats):
            if other + 1 not in self.out and lives[other] > 0:
                islanders = self.standing[other] + self.unplaced[other]
                # Numbers have no upper limit, the exponential has.
                worth[other] = lives[other] ** 1.5 * islanders**0.8 * exp(min(threats[other], 50.0))
        return worth[seat - 1] / (sum(worth) or 1)

    def playout(self, rng: Rng, trace: list[tuple[int, Action]] | None = None) -> Result:
        while self.over is None:
            action = self.sample(self.turn, rng) if self.turn else self.draw(rng)
            if trace is not None:
                trace.append((self.turn, action))
            self.apply(self.turn, action)
        return self.over


def identity(chip: int) -> Identity:
    """Return what an islander is called all through the game."""
    return f"chip:{chip >> 4}.{chip & 15}"


DO: Mapping[str, Callable[[State, int, Action, Events], None]] = {
    "deal": State._deal,
    "keep": State._keep,
    "redeal": State._redeal,
    "arrange": State._arrange,
    "first": State._choose_first,
    "second": State._choose_second,
    "face_down": State._hide,
    "take": State._take,
    "place": State._place,
    "pass": State._pass,
    "ask": State._ask,
    "decline": State._decline,
    "use": State._use,
    "stalemate": State._stalemate,
    "interrupt": State._interrupt,
    **dict.fromkeys(
        ("remove", "drift", "birth", "target", "move", "swap", "sink", "bless", "curse", "recall"), State._choose
    ),
}


# -- positions as input ------------------------------------------------------------------------------------------------


def _card(value: Any, where: str, known: Mapping[str, Any]) -> str:
    name = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    if name not in known:
        raise Wrong(where, "unknown_card", value=name or given_as(value), near=_near(name, known))
    return name


def _for_each_seat(value: Any, where: str, seats: int, low: int, high: int) -> list[int]:
    numbers = positions.listed(value, where)
    if len(numbers) != seats:
        raise Wrong(where, "one_for_each_seat", count=seats)
    return [positions.whole(number, where, low, high) for number in numbers]


MOST = 9999
"""No number of a position is larger: lives and numbers have no upper limit in the rules."""

BOARD = ("phase", "islands", "sorcerer", "lives", "unplaced", "unused", "chips", "turn", "choosing", "out")
OPTIONAL = ("visited", "face_down", "interrupts")


def _set_up(state: State, position: Mapping[str, Any]) -> None:
    """Put a fresh state into a position, or raise `Wrong`."""
    table = state.table
    positions.mapping(position, "", BOARD + OPTIONAL)
    phase = position.get("phase", "patrol")
    if phase not in ("placement", "patrol"):
        raise Wrong("phase", "wrong_phase", value=phase)
    if phase == "placement" and table.sequential:
        raise Wrong("phase", "placement_open_only")
    if position.get("choosing") is not None:
        raise Wrong("choosing", "choosing_given")
    for key, on in (("visited", table.recalls), ("face_down", table.face_down), ("interrupts", table.interrupt)):
        if position.get(key) is not None and not on:
            raise Wrong(key, "option_is_off")
    _set_islands(state, positions.listed(position.get("islands"), "islands"))
    _set_islanders(state, position, phase)
    _set_chips(state, position.get("chips"))
    if table.recalls:
        _set_visited(state, positions.listed(position.get("visited", []), "visited"))
    if table.face_down:
        _set_face_down(state, position.get("face_down", {}))
    state.phase = phase
    if phase == "placement":
        _set_placement(state, position)
    else:
        _set_patrol(state, position)


def _set_islands(state: State, islands: list[Any]) -> None:
    seats = state.table.seats
    if not islands:
        raise Wrong("islands", "no_islands")
    if len(islands) > MOST_ISLANDS:
        raise Wrong("islands", "too_many_islands", count=MOST_ISLANDS)
    names, queues = [], []
    for number, raw in enumerate(islands, 1):
        where = f"islands.{number}"
        island = positions.mapping(raw, where, ("card", "number", "queue"))
        names.append(_card(island.get("card"), f"{where}.card", state.table.cards))
        queue = positions.listed(island.get("queue", []), f"{where}.queue")
        queues.append([positions.whole(seat, f"{where}.queue", 1, seats) for seat in queue])
    state._lay(tuple(names))
    for isle, (raw, queue) in enumerate(zip(islands, queues, strict=True)):
        printed = state.numbers[isle]
        number = raw.get("number", printed)
        if (number is None) != (printed is None):
            raise Wrong(f"islands.{isle + 1}.number", "number_or_none", card=names[isle])
        if number is not None:
            state.numbers[isle] = positions.whole(number, f"islands.{isle + 1}.number", 0, MOST)
        for seat in queue:
            if state.born[seat - 1] == state.table.parts.islanders:
                raise Wrong(f"islands.{isle + 1}.queue", "too_many_islanders", seat=seat, count=state.born[seat - 1])
            state._enter(seat, isle, False)


def _near(name: Any, known: Mapping[str, Any]) -> str:
    return next(iter(get_close_matches(str(name)[:80], known, 1)), ", ".join(known))


def _set_islanders(state: State, position: Mapping[str, Any], phase: str) -> None:
    table, seats = state.table, state.table.seats
    whole = table.parts.islanders
    state.lives = _for_each_seat(position.get("lives", [table.lives] * seats), "lives", seats, -MOST, MOST)
    state.unplaced = _for_each_seat(position.get("unplaced", [0] * seats), "unplaced", seats, 0, whole)
    if phase == "patrol" and any(state.unplaced):
        raise Wrong("unplaced", "unplaced_in_patrol")
    rest = [whole - on - left for on, left in zip(state.standing, state.unplaced, strict=True)]
    for seat, left in enumerate(rest, 1):
        if left < 0:
            raise Wrong("unplaced", "too_many_islanders", seat=seat, count=whole)
    state.unused = _for_each_seat(position.get("unused", rest), "unused", seats, 0, whole)
    for seat, (unused, left) in enumerate(zip(state.unused, rest, strict=True), 1):
        if unused > left:
            raise Wrong("unused", "too_many_islanders", seat=seat, count=whole)


def _set_chips(state: State, given: Any) -> None:
    left = {"bless": state.bless, "curse": state.curse}
    for isle in state.row:
        steps = (state.numbers[isle] or 0) - (state.cards[isle][1].number or 0)
        left["bless"] -= max(0, steps)
        left["curse"] -= max(0, -steps)
    for kind, rest in left.items():
        if rest < 0:
            raise Wrong("islands", "too_many_chips", "blessing", verb=kind)
    if given is not None:
        chips = positions.mapping(given, "chips", ("bless", "curse"))
        for kind, count in chips.items():
            if positions.whole(count, f"chips.{kind}", 0, MOST) != left[kind]:
                raise Wrong(f"chips.{kind}", "chips_do_not_fit", "blessing", count=left[kind])
    state.bless, state.curse = left["bless"], left["curse"]


def _set_visited(state: State, visited: list[Any]) -> None:
    if len(visited) > 2:
        raise Wrong("visited", "too_many_visited", "memory")
    visits = []
    for raw in visited:
        entry = {"card": raw} if isinstance(raw, str | int) else positions.mapping(raw, "visited", ("card", "number"))
        name = _card(entry.get("card"), "visited", state.table.cards)
        isle = next((isle for isle in state.row if state.cards[isle][0] == name), None)
        if isle is None:  # sunk: remembered all the same
            isle = len(state.cards)
            state.cards = (*state.cards, (name, state.table.cards[name]))
            state.queues.append(b"")
            state.numbers.append(state.table.cards[name].number)
        number = entry.get("number", state.numbers[isle])
        if (number is None) != (state.numbers[isle] is None):
            raise Wrong("visited", "number_or_none", card=name)
        visits.append((isle, None if number is None else positions.whole(number, "visited", 0, MOST)))
    state.visited = tuple(visits)


def _set_face_down(state: State, given: Any) -> None:
    cards = list(state.table.parts.face_down)
    held = positions.mapping(
        {str(seat): card for seat, card in given.items()} if isinstance(given, Mapping) else given,
        "face_down",
        ("1", "2"),
    )
    for seat in (1, 2):
        card = held.get(str(seat))
        if card is None:
            state.used = (*state.used, seat)
        elif card not in cards:
            raise Wrong(f"face_down.{seat}", "unknown_card", value=shown(card), near=", ".join(cards))
        else:
            cards.remove(card)
    # Whoever used a card had one of those that are left.
    hands = [held.get(str(seat)) or cards.pop(0) for seat in (1, 2)]
    state.hidden = (*hands, *cards)
    state.taken = {1: 1, 2: 2}
    state.shown = state.used


def _set_placement(state: State, position: Mapping[str, Any]) -> None:
    table, seats = state.table, state.table.seats
    if not any(state.unplaced):
        raise Wrong("unplaced", "nothing_to_place", "placement")
    if any(lives <= 0 for lives in state.lives) or position.get("out"):
        raise Wrong("lives" if not position.get("out") else "out", "out_in_placement", "placement")
    if table.limit is not None:
        for place, isle in enumerate(state.row, 1):
            for seat, count in Counter(state.queues[isle].translate(SEATS)).items():
                if count > table.limit:
                    where = f"islands.{place}.queue"
                    raise Wrong(where, "island_full_already", "placement", seat=seat, count=table.limit)
        for seat in range(1, seats + 1):
            if state.unplaced[seat - 1] + state.standing[seat - 1] > table.limit * len(state.row):
                raise Wrong("unplaced", "no_room_to_place", "placement", seat=seat)
    most = max(state.unplaced)
    turn = position.get("turn")
    state.turn = positions.whole(1 + state.unplaced.index(most) if turn is None else turn, "turn", 1, seats)
    if not state.unplaced[state.turn - 1]:
        raise Wrong("turn", "turn_nothing_to_place", "placement", seat=state.turn)
    if position.get("sorcerer") is not None:
        _sorcerer(state, position["sorcerer"])


def _sorcerer(state: State, given: Any) -> tuple[int, int]:
    """Read where the sorcerer stands, and return that island's place and the index asked for."""
    sorcerer = positions.mapping(given, "sorcerer", ("island", "place", "heading"))
    island = positions.whole(sorcerer.get("island", 1), "sorcerer.island", 1, len(state.row))
    heading = sorcerer.get("heading", 1)
    if isinstance(heading, bool | float) or heading not in (1, -1):
        raise Wrong("sorcerer.heading", "wrong_heading")
    state.heading = heading
    queue = state.queues[state.row[island - 1]]
    return island, positions.whole(sorcerer.get("place", 1), "sorcerer.place", 1, max(1, len(queue))) - 1


def _set_patrol(state: State, position: Mapping[str, Any]) -> None:
    table, seats = state.table, state.table.seats
    given = position.get("sorcerer")
    island, index = _sorcerer(state, {} if given is None else given)
    if table.revolution and index:
        raise Wrong("sorcerer.place", "front_only", "revolution")
    state.at = state.row[island - 1]
    gone = [seat for seat in range(1, seats + 1) if state.lives[seat - 1] <= 0 or not state.standing[seat - 1]]
    out = [positions.whole(seat, "out", 1, seats) for seat in positions.listed(position.get("out", gone), "out")]
    for seat in gone:
        if seat not in out:
            raise Wrong("out", "must_be_out", "going-out", seat=seat)
    if not table.interrupt:
        for seat in out:
            if state.standing[seat - 1]:
                raise Wrong("out", "out_but_standing", "going-out", seat=seat)
    state.out = tuple(sorted(set(out)))
    if seats - len(state.out) < 2:
        raise Wrong("lives", "already_over", "going-out")
    if table.interrupt:
        held_by = position.get("interrupts", [0] * seats)
        state.interrupts = _for_each_seat(held_by, "interrupts", seats, 0, table.parts.islanders)
        for seat, held in enumerate(state.interrupts, 1):
            if held and (seat not in state.out or held > state.unused[seat - 1]):
                raise Wrong("interrupts", "too_many_interrupts", "interrupt", seat=seat)
    if state.queues[state.at]:
        state._ask_for(index, None)
    else:
        state._visit(None, first=True)
    turn = position.get("turn")
    if turn is not None and positions.whole(turn, "turn", 1, seats) != state.turn:
        raise Wrong("turn", "turn_does_not_fit", "patrol", seat=state.turn)


# -- the game ----------------------------------------------------------------------------------------------------------


class SpaghettiMonsters:
    """The rules as the engine knows them."""

    id = "spaghetti_monsters"
    parts = Parts
    effects = EFFECTS
    asides = frozenset({"stalemate", "interrupt"})

    def excluded(self, definition: Definition, options: Options, seats: int) -> Refusal | None:
        parts = definition.parts
        assert isinstance(parts, Parts)
        if options["fair_start"] and seats != 2:
            return Refusal("fair_two_seats", "fair-start", {}, "options.fair_start")
        if options["fair_start"] and options["opening"] == "sequential":
            return Refusal("fair_not_sequential", "fair-start", {}, "options.fair_start")
        if options["face_down"] and seats != 2:
            return Refusal("face_down_two_seats", "face-down", {}, "options.face_down")
        if options["face_down"] and options["level"] != 3:
            return Refusal("level_3_only", "face-down", {}, "options.face_down")
        if options["interrupt"] and seats < 3:
            return Refusal("three_seats", "interrupt", {}, "options.interrupt")
        if options["revolution"] and options["reverse_line"]:
            return Refusal("revolution_not_reverse_line", "revolution", {}, "options.reverse_line")
        if len(options["blanks"]) > parts.blanks:
            return Refusal("too_many_blanks", "blanks", {"count": parts.blanks}, "options.blanks")
        for card in options["blanks"]:
            if card not in parts.cards:
                params = {"value": shown(card), "near": _near(card, parts.cards)}
                return Refusal("unknown_card", "blanks", params, "options.blanks")
        islands = len(deck(parts, options))
        islanders = options["islanders"] or parts.placed[options["level"]]
        limit = options["placement_limit"]
        room = parts.islanders if limit in (None, "none") else min(parts.islanders, islands * int(limit))
        if islanders > room:
            return Refusal("no_room_for_islanders", "placement", {"count": room}, "options.islanders")
        return None

    def start(
        self, definition: Definition, options: Options, seats: int, position: Mapping[str, Any] | None = None
    ) -> State:
        parts = definition.parts
        assert isinstance(parts, Parts)
        state = State(Table(parts, options, seats))
        if position is not None:
            _set_up(state, position)
        return state

    def parse(self, text: str) -> Action:
        verb, _, rest = text.partition(" ")
        if text in WORDS:
            return act(text)
        if verb in CARDS and rest and all(re.fullmatch(CARD, name) for name in rest.split(" ")):
            return Action(verb, tuple(rest.split(" ")))
        pattern = PATTERNS.get(verb)
        found = pattern.fullmatch(text) if pattern else None
        if found is None:
            forms = [form.replace("{}.{}", "I.K").replace("{}", "I") for form in FORMS.values()]
            raise Refused(Refusal("unreadable", "notation", {"known": ", ".join((*WORDS, *forms))}))
        return act(verb, *(part if verb == "recall" else int(part) for part in found.groups()))


GAME = SpaghettiMonsters()
