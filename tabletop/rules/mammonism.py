"""Mammonism: buy mercenary cards from a half-known market, turn coins into forces, fight until one is left.

Read from top to bottom: actions, parts, effects (the verbs of which every card is made), the state, positions. Seats
index lists, and index 0 is the bank, or what has left the game: `coins[holder][colour]`. Kinds of card are numbers in
alphabetical order, hands are sorted lists of them. A coin on a market card says that its seat has scouted the card, so
the coins on a card are bits, `1 << seat`.
"""

from __future__ import annotations

import re
from bisect import insort
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from tabletop.engine import positions
from tabletop.engine.effects import Handler, Registry
from tabletop.engine.positions import Wrong
from tabletop.engine.rules import (
    CHANCE,
    Address,
    Amount,
    Event,
    Identity,
    Options,
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

if TYPE_CHECKING:
    from tabletop.engine.definition import Definition

Events = list[Event] | None
Bet = tuple[int, int]
"""Own coins and foreign coins."""
Count = Annotated[int, Field(ge=0, le=99)] | Literal["n"]
"""A whole number, or the number printed on the card."""
Size = Annotated[int, Field(ge=1, le=99)] | Literal["n"]

HIDDEN = "?"
MOST_CANDIDATES = 12
FORCES_POWER, FURTHER_SEAT, MEANS_POWER = 2.5, 1.0, 4.0
"""How steeply forces (between two, and more with each further seat) and means tell, in judging a position."""
RESERVED = ("pass", "bet", "scout", "buy", "forces", "battle", "use", "market", "start")
"""Words of the notation that no card may be called: a card used after a battle is written as its id."""


# -- actions -----------------------------------------------------------------------------------------------------------


class Action(NamedTuple):
    """A verb and what it is done to: places in the row and amounts are numbers, cards are ids.

    `bet` has own and foreign coins; `buy` a place and, where not own coins first, the own coins to pay; `use` a card
    and, for a swap, the other seat and the card given; `play` a card after a battle.
    """

    verb: str
    args: tuple[Any, ...] = ()

    def __str__(self) -> str:
        verb, args = self
        if verb == "bet":
            return f"bet {args[0]}+{args[1]}" if args[1] else f"bet {args[0]}"
        if verb == "buy" and len(args) == 2:
            return f"buy {args[0]} own={args[1]}"
        if verb == "use":
            return "use " + " ".join(map(str, args[:2])) + (f" give {args[2]}" if len(args) == 3 else "")
        if verb == "play":
            return str(args[0])
        return " ".join((verb, *map(str, args)))


@cache
def act(verb: str, *args: Any) -> Action:
    """Return the one action with this verb and these arguments; playouts live on its being made only once."""
    return Action(verb, args)


PASS = act("pass")
WHOLE = r"(0|[1-9]\d{0,3})"
CARD = r"([a-z]\w*)"
PATTERNS: Sequence[tuple[str, re.Pattern[str]]] = [
    (verb, re.compile(pattern, re.ASCII))
    for verb, pattern in (
        ("pass", "pass"),
        ("market", f"market((?: {CARD})+)"),
        ("start", f"start {WHOLE}"),
        ("swap", f"swap {CARD}"),
        ("bet", rf"bet {WHOLE}(?:\+([1-9]\d{{0,3}}))?"),
        ("scout", f"scout {WHOLE}(?: {WHOLE})?"),
        ("buy", f"buy {WHOLE}(?: own={WHOLE})?"),
        ("forces", f"forces {WHOLE}"),
        ("battle", f"battle {WHOLE}"),
        ("use", f"use {CARD}(?: {WHOLE}(?: give {CARD})?)?"),
        ("play", CARD),
    )
]
FORMS = (
    "bet N",
    "bet A+B",
    "scout I J",
    "buy K",
    "buy K own=A",
    "forces N",
    "battle N",
    "use CARD",
    "use swap S give CARD",
    "spy",
    "retreat",
    "pass",
)


# -- parts -------------------------------------------------------------------------------------------------------------


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Card(Part):
    """A mercenary: how often it is in the deck, when it may be used, its number, and what it does."""

    copies: int = Field(ge=0, le=99)
    when: Literal["turn", "after_battle"] = "turn"
    number: int | Literal["spy_bonus", "resolve_size"] | None = None
    effect: tuple[Annotated[Any, BeforeValidator(lambda raw: EFFECTS.read(raw))], ...] = ()
    name: str | None = None
    text: str | None = None

    @field_validator("number", mode="before")
    @classmethod
    def whole(cls, number: Any) -> Any:
        if isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= 99:
            return number
        if number is None or number in ("spy_bonus", "resolve_size"):
            return number
        raise ValueError("a card's number is a whole number from 0 to 99, `spy_bonus` or `resolve_size`, or left out")

    @field_validator("effect", mode="before")
    @classmethod
    def verbs(cls, effect: Any) -> Any:
        if effect is None:
            return ()
        if not isinstance(effect, list | tuple):
            raise ValueError("`effect` is a list, one effect a line, each starting with `- `")
        return effect

    @model_validator(mode="after")
    def fits(self) -> Card:
        names = {handler: name for name, handler in EFFECTS}
        for effect in self.effect:
            if self.when not in effect.timing:
                name = names[type(effect)]
                raise ValueError(f"`{name}` needs `when: {effect.timing[0]}`")
        if self.number is None and any(effect.uses_number() for effect in self.effect):
            raise ValueError("its effect counts by `n`, so the card needs a `number`")
        if self.number == 0 and any(isinstance(effect, StartBattle) and effect.size == "n" for effect in self.effect):
            raise ValueError("a battle has a size of 1 or more")
        if sum(isinstance(effect, SwapCards) for effect in self.effect) > 1:
            raise ValueError("a card can swap only once")
        return self


class Parts(Part):
    """What is in the box."""

    cards: dict[str, Card] = Field(min_length=1)
    hands: dict[int, Annotated[int, Field(ge=1, le=99)]]
    """Seats -> cards a hand."""

    @model_validator(mode="after")
    def named(self) -> Parts:
        for card in self.cards:
            if not re.fullmatch(CARD, card, re.ASCII) or card in RESERVED:
                raise ValueError(
                    f"a card's id is a word of small letters, not one of the notation; `{card}` will not do"
                )
        return self


# -- effects -----------------------------------------------------------------------------------------------------------

EFFECTS = Registry()


class Effect(Handler):
    """A verb. `use` does it, and tells whether the game has to wait for somebody before the card's next effect."""

    timing: ClassVar[tuple[str, ...]] = ("turn",)

    def uses_number(self) -> bool:
        """Tell whether the card needs a number for it."""
        return "n" in (getattr(self, "count", None), getattr(self, "size", None))

    def means(self, number: int) -> float:
        """Guess how many coins in the treasury it is worth to hold this."""
        return 0.0

    def strength(self, number: int) -> float:
        """Guess how many forces it is worth to hold this."""
        return 0.0

    def use(self, state: State, seat: int, number: int, events: Events) -> bool:
        raise NotImplementedError


def _count(count: Count, number: int) -> int:
    return number if count == "n" else count


@EFFECTS.register("gain_coins")
class GainCoins(Effect):
    """Take coins of one's own colour from the bank, as far as it has any."""

    timing: ClassVar[tuple[str, ...]] = ("turn", "after_battle")
    to: Literal["treasury", "forces"] = "treasury"
    count: Count = 1

    def means(self, number: int) -> float:
        return (0.7 if self.to == "treasury" else 0.2) * _count(self.count, number)

    def strength(self, number: int) -> float:
        return (0.1 if self.to == "treasury" else 0.55) * _count(self.count, number)

    def use(self, state: State, seat: int, number: int, events: Events) -> bool:
        bank = state.coins[0]
        amount = min(_count(self.count, number), bank[seat])
        bank[seat] -= amount
        if self.to == "treasury":
            state.coins[seat][seat] += amount
        else:
            state.forces[seat] += amount
        if events is not None:
            kind = "gains_coins" if self.to == "treasury" else "gains_forces"
            events.append(Event(kind, {"seat": seat, "count": amount}))
        return False


@EFFECTS.register("add_to_bet")
class AddToBet(Effect):
    """Let one's bet count more."""

    timing: ClassVar[tuple[str, ...]] = ("after_battle",)
    count: Count = 1

    def means(self, number: int) -> float:
        return 0.3 * _count(self.count, number)

    def strength(self, number: int) -> float:
        return 0.1 * _count(self.count, number)

    def use(self, state: State, seat: int, number: int, events: Events) -> bool:
        state.added[seat] += _count(self.count, number)
        state.spies[seat] += 1
        if events is not None:
            events.append(Event("bet_grows", {"seat": seat, "total": state.value(seat)}))
        return False


@EFFECTS.register("keep_forces")
class KeepForces(Effect):
    """Lose no forces in this battle."""

    timing: ClassVar[tuple[str, ...]] = ("after_battle",)

    def strength(self, number: int) -> float:
        return 1.5

    def use(self, state: State, seat: int, number: int, events: Events) -> bool:
        state.retreats[seat] = True
        return False


@EFFECTS.register("extra_turns")
class ExtraTurns(Effect):
    """Take more turns, which must be played."""

    count: Count = 1

    def use(self, state: State, seat: int, number: int, events: Events) -> bool:
        state.extra += _count(self.count, number)
        if events is not None:
            events.append(Event("gains_turns", {"seat": seat, "count": _count(self.count, number)}))
        return False


@EFFECTS.register("silence")
class Silence(Effect):
    """Let nobody use cards until one's next turn that no extra turn is."""

    def use(self, state: State, seat: int, number: int, events: Events) -> bool:
        state.chaos = seat
        if events is not None:
            events.append(Event("silence", {"seat": seat}))
        return False


@EFFECTS.register("swap_cards")
class SwapCards(Effect):
    """Give a card to a player and get one at random from that player's hand, drawn before the given one arrives."""

    def use(self, state: State, seat: int, number: int, events: Events) -> bool:
        if events is not None:
            if state.partner:
                events.append(Event("swaps", {"seat": seat, "target": state.partner}))
            else:
                events.append(Event("swaps_nothing", {"seat": seat}))
        if state.partner:
            state.waiting = (CHANCE,)
        return bool(state.partner)


@EFFECTS.register("start_battle")
class StartBattle(Effect):
    """Start a battle of a size, whatever one's forces."""

    size: Size = 1

    def use(self, state: State, seat: int, number: int, events: Events) -> bool:
        state.begin_battle(_count(self.size, number), events)
        return True


# -- the state ---------------------------------------------------------------------------------------------------------


class Table:
    """What does not change during a game: the parts and the options, ready to hand."""

    def __init__(self, parts: Parts, options: Options, seats: int) -> None:
        self.parts = parts
        self.seats = seats
        self.everyone = tuple(range(1, seats + 1))
        self.alone = tuple((seat,) for seat in range(seats + 1))
        self.kinds = tuple(sorted(parts.cards))
        self.index = {name: kind for kind, name in enumerate(self.kinds)}
        self.cards = tuple(parts.cards[name] for name in self.kinds)
        self.deck = tuple(kind for kind, card in enumerate(self.cards) for _ in range(card.copies))
        self.numbers: tuple[int | None, ...] = tuple(
            options[card.number] if isinstance(card.number, str) else card.number for card in self.cards
        )
        self.usable = tuple(card.when == "turn" and bool(card.effect) for card in self.cards)
        self.playable = tuple(card.when == "after_battle" and bool(card.effect) for card in self.cards)
        held = [
            [(effect.means(number or 0), effect.strength(number or 0)) for effect in card.effect]
            for card, number in zip(self.cards, self.numbers, strict=True)
        ]
        self.means = tuple(sum(means for means, _ in effects) for effects in held)
        self.strengths = tuple(sum(strength for _, strength in effects) for effects in held)
        self.weights = tuple(map(sum, zip(self.means, self.strengths, strict=True)))
        self.usual_weight = sum([self.weights[kind] for kind in self.deck]) / len(self.deck)
        self.gains = self._those_that(GainCoins)
        self.keeps = self._those_that(KeepForces)
        self.adds = tuple(
            sum(_count(effect.count, number or 0) for effect in card.effect if isinstance(effect, AddToBet))
            for card, number in zip(self.cards, self.numbers, strict=True)
        )
        self.swaps = tuple(any(isinstance(effect, SwapCards) for effect in card.effect) for card in self.cards)
        self.use = tuple(act("use", name) for name in self.kinds)
        self.play = tuple(act("play", name) for name in self.kinds)
        self.hand_size: int = options["hand_size"] or parts.hands[seats]
        self.most_up = len(self.deck) - self.hand_size * (seats - 1)
        self.coins: int = options["coins"]
        self.sizes = tuple(sorted(set(options["battle_sizes"])))
        self.battles = tuple(act("battle", size) for size in self.sizes)
        self.spy_bonus: int = options["spy_bonus"]
        self.foreign_value: int = options["foreign_value"]
        self.spy_on_empty: bool = options["spy_on_empty_bet"]

    def _those_that(self, verb: type[Effect]) -> tuple[bool, ...]:
        """Tell of every kind of card whether it has an effect of this sort."""
        return tuple(any(isinstance(effect, verb) for effect in card.effect) for card in self.cards)

    def names(self, kinds: Sequence[int]) -> list[str]:
        return [self.kinds[kind] for kind in kinds]

    def near(self, name: Any) -> str:
        """Return the card that is called most like this, or all of them."""
        return next(iter(get_close_matches(str(name), self.kinds, 1)), ", ".join(self.kinds))


class State:
    """A game under way."""

    def __init__(self, table: Table) -> None:
        seats = table.seats
        self.table = table
        self.phase = "start_bet"
        self.waiting: tuple[int, ...] = (CHANCE,)
        self.start = 0
        self.turn = 0
        self.coins = [[0] * (seats + 1) for _ in range(seats + 1)]
        for seat in table.everyone:
            self.coins[seat][seat] = table.coins
        self.forces = [0] * (seats + 1)
        self.hands: list[list[int]] = [[] for _ in range(seats + 1)]  # of 0: cards that left the game unseen
        self.discard: tuple[int, ...] = ()
        self.inside = table.everyone
        self.known: list[tuple[int, ...]] = [()] * (seats + 1) ** 2  # [seat * (seats + 1) + whose hand]
        # the market: kinds by slot, slots still in the row from its head, coins lying on a slot's card
        self.dealt: tuple[int, ...] = ()
        self.row: list[int] = []
        self.marks: list[int] = []
        self.up = 0  # cards turned up at the head
        self.buying = False  # whether the seat has scouted
        # secret choices, until all have chosen
        self.bidders: tuple[int, ...] = ()
        self.chosen: list[Bet | None] = [None] * (seats + 1)
        # armageddon
        self.extra = 0  # extra turns after this one
        self.chaos = 0
        self.todo: tuple[tuple[Effect, int], ...] = ()  # what is left of the card in use
        self.partner = 0  # of a swap
        self.given = -1
        self.size = 0  # of the battle, 0 while there is none
        self.forward: list[int] = [0] * (seats + 1)
        self.added = [0] * (seats + 1)
        self.spies = [0] * (seats + 1)
        self.retreats = [False] * (seats + 1)
        self.passed: tuple[int, ...] = ()
        self.over: Result | None = None

    def clone(self) -> State:
        copy = State.__new__(State)
        copy.__dict__.update(self.__dict__)
        copy.coins = [coins[:] for coins in self.coins]
        copy.forces = self.forces[:]
        copy.hands = [hand[:] for hand in self.hands]
        copy.known = self.known[:]
        copy.row = self.row[:]
        copy.marks = self.marks[:]
        copy.chosen = self.chosen[:]
        copy.forward = self.forward[:]
        copy.added = self.added[:]
        copy.spies = self.spies[:]
        copy.retreats = self.retreats[:]
        return copy

    # -- who acts, and what may be done --------------------------------------------------------------------------------

    def to_act(self) -> tuple[int, ...]:
        return self.waiting

    def result(self) -> Result | None:
        return self.over

    @property
    def step(self) -> str:
        """What is being asked for: a phase, or the part of one."""
        if self.over:
            return "over"
        if self.waiting == (CHANCE,):
            return "draw"
        if self.phase == "auction":
            return "buy" if self.buying else "scout"
        if self.phase == "armageddon":
            return "bet" if self.size else "turn"
        return self.phase

    def legal(self, seat: int) -> list[Action]:
        if seat not in self.waiting or seat == CHANCE:
            return []
        own = self.coins[seat][seat]
        step = self.step
        if step == "start_bet":
            return [act("bet", count, 0) for count in range(own + 1)]
        if step == "forces":
            return [act("forces", count) for count in range(own + 1)]
        if step == "bet":
            foreign = self.foreign(seat)
            return [act("bet", a, b) for a in range(own + 1) for b in range(foreign + 1)]
        if step == "scout":
            places = self._unscouted(seat)
            if self._scouts(seat) == 1:
                return [act("scout", place) for place in places]
            return [act("scout", one, two) for k, one in enumerate(places) for two in places[k + 1 :]]
        if step == "buy":
            return [action for place in range(1, len(self.row) + 1) for action in self._payments(seat, place)]
        if step == "turn":
            return self._turns(seat)
        hand = self.hands[seat]
        playable = self.table.playable
        return [self.table.play[kind] for kind in dict.fromkeys(hand) if playable[kind]] + [PASS]

    def number(self, card: str) -> int | None:
        """Return the number of a card, `n` in its text."""
        return self.table.numbers[self.table.index[card]]

    def foreign(self, seat: int) -> int:
        """Count a seat's foreign coins."""
        coins = self.coins[seat]
        return sum(coins) - coins[seat]

    def _unscouted(self, seat: int) -> list[int]:
        """List the places of cards without a coin of the seat's."""
        marks = self.marks
        return [place for place, slot in enumerate(self.row, 1) if not marks[slot] >> seat & 1]

    def _scouts(self, seat: int) -> int:
        """Count the cards that a seat has to scout."""
        return min(2, self.coins[seat][seat], len(self._unscouted(seat)))

    def _payments(self, seat: int, place: int) -> list[Action]:
        """List the ways to pay for the card at a place, own coins first to begin with."""
        price = place - 1
        own, foreign = self.coins[seat][seat], self.foreign(seat)
        if price > own + foreign:
            return []
        usual = min(own, price)
        return [act("buy", place)] + [act("buy", place, a) for a in range(max(0, price - foreign), usual)]

    def _turns(self, seat: int) -> list[Action]:
        table = self.table
        forces = self.forces[seat]
        actions = [action for action in table.battles if action.args[0] <= forces]
        if self.chaos:
            return actions
        hand = self.hands[seat]
        for kind in dict.fromkeys(hand):
            if not table.usable[kind]:
                continue
            if table.swaps[kind]:
                actions += self._swaps(seat, kind)
            else:
                actions.append(table.use[kind])
        return actions

    def _partners(self, seat: int) -> list[int]:
        return [other for other in self.inside if other != seat and self.hands[other]]

    def _swaps(self, seat: int, kind: int) -> list[Action]:
        name, partners = self.table.kinds[kind], self._partners(seat)
        if not partners:
            return [self.table.use[kind]]
        rest = self.hands[seat][:]
        rest.remove(kind)
        if not rest:
            return [act("use", name, other) for other in partners]
        gifts = [self.table.kinds[gift] for gift in dict.fromkeys(rest)]
        return [act("use", name, other, gift) for other in partners for gift in gifts]

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        if self.over:
            return Refusal("over", "going-out")
        if self.waiting == (CHANCE,) or seat == CHANCE:
            return self._draw_refusal(seat, action)
        if not 1 <= seat <= self.table.seats:
            return Refusal("no_seat", "armageddon", {"number": seat})
        if seat not in self.waiting:
            return self._turn_refusal(seat)
        return REFUSALS[self.step](self, seat, action)

    def _turn_refusal(self, seat: int) -> Refusal:
        if seat not in self.inside:
            return Refusal("you_are_out", "going-out")
        if self.chosen[seat] is not None:
            return Refusal("chosen_already", "secrets")
        if self.phase == "start_bet":
            return Refusal("not_in_tie", "start-player")
        return Refusal("not_your_turn", "armageddon", {"seat": self.waiting[0]})

    def _draw_refusal(self, seat: int, action: Action) -> Refusal | None:
        table = self.table
        if self.waiting != (CHANCE,):
            return Refusal("no_draw_due", "notation")
        if seat != CHANCE:
            return Refusal("draw_due", "notation")
        if self.partner:
            fits = action.verb == "swap" and table.index.get(action.args[0], -1) in self.hands[self.partner]
            return None if fits else Refusal("wrong_swap", "swap", {"target": self.partner})
        if self.row:
            fits = action.verb == "start" and action.args[0] in self.bidders
            return None if fits else Refusal("wrong_start", "start-player", {"seats": list(self.bidders)})
        fits = action.verb == "market" and sorted(action.args) == table.names(table.deck)
        return None if fits else Refusal("wrong_market", "preparation", {"cards": table.names(table.deck)})

    def _refuse_start_bet(self, seat: int, action: Action) -> Refusal | None:
        own = self.coins[seat][seat]
        if action.verb != "bet":
            return Refusal("expected_start_bet", "start-player")
        if action.args[1]:
            return Refusal("own_coins_only", "start-player")
        if action.args[0] > own:
            return Refusal("too_few_own", "start-player", {"count": own})
        return None

    def _refuse_scout(self, seat: int, action: Action) -> Refusal | None:
        count, row = self._scouts(seat), self.row
        if action.verb != "scout":
            return Refusal("expected_scout", "auction", {"count": count})
        if len(action.args) != count:
            return Refusal("scout_exactly", "auction", {"count": count})
        for place in action.args:
            if not 1 <= place <= len(row):
                return Refusal("no_place", "auction", {"count": len(row)})
            if self.marks[row[place - 1]] >> seat & 1:
                return Refusal("scouted_already", "auction", {"place": place})
        if count == 2 and action.args[0] >= action.args[1]:
            return Refusal("not_ascending", "notation")
        return None

    def _refuse_buy(self, seat: int, action: Action) -> Refusal | None:
        if action.verb != "buy":
            return Refusal("expected_buy", "auction")
        place = action.args[0]
        if not 1 <= place <= len(self.row):
            return Refusal("no_place", "auction", {"count": len(self.row)})
        own, foreign, price = self.coins[seat][seat], self.foreign(seat), place - 1
        if price > own + foreign:
            return Refusal("too_dear", "auction", {"count": price, "have": own + foreign})
        if len(action.args) == 1:
            return None
        paid = action.args[1]
        if paid == min(own, price):
            return Refusal("own_is_usual", "notation", {"place": place, "number": place})
        if paid > min(own, price) or price - paid > foreign:
            return Refusal("wrong_payment", "auction", {"low": max(0, price - foreign), "high": min(own, price)})
        return None

    def _refuse_forces(self, seat: int, action: Action) -> Refusal | None:
        own = self.coins[seat][seat]
        if action.verb != "forces":
            return Refusal("expected_forces", "forces")
        if action.args[0] > own:
            return Refusal("too_few_own", "forces", {"count": own})
        return None

    def _refuse_bet(self, seat: int, action: Action) -> Refusal | None:
        own, foreign = self.coins[seat][seat], self.foreign(seat)
        if action.verb != "bet":
            return Refusal("expected_bet", "battle")
        if action.args[0] > own:
            return Refusal("too_few_own", "battle", {"count": own})
        if action.args[1] > foreign:
            return Refusal("too_few_foreign", "battle", {"count": foreign})
        return None

    def _refuse_turn(self, seat: int, action: Action) -> Refusal | None:
        table, verb, args = self.table, action.verb, action.args
        if verb == "battle":
            if args[0] not in table.sizes:
                return Refusal("no_such_size", "battle", {"sizes": list(table.sizes)})
            if args[0] > self.forces[seat]:
                return Refusal("too_few_forces", "battle", {"count": self.forces[seat]})
            return None
        if verb not in ("use", "play"):
            return Refusal("expected_turn", "armageddon")
        kind = table.index.get(args[0], -1)
        if kind < 0:
            return Refusal("no_such_card", "cards", {"value": args[0], "near": table.near(args[0])})
        if kind not in self.hands[seat]:
            return Refusal("not_in_hand", "cards", {"card": args[0]})
        if self.chaos:
            return Refusal("chaos_holds", "chaos", {"owner": self.chaos})
        if table.playable[kind]:
            return Refusal("after_battle_only", "after-a-battle", {"card": args[0]})
        if not table.usable[kind]:
            return Refusal("cannot_be_used", "cards", {"card": args[0]})
        if verb == "play":
            return Refusal("write_use", "notation", {"card": args[0], "value": args[0]})
        if not table.swaps[kind]:
            return Refusal("no_choice_here", "cards", {"card": args[0]}) if len(args) > 1 else None
        return self._refuse_swap(seat, kind, args)

    def _refuse_swap(self, seat: int, kind: int, args: tuple[Any, ...]) -> Refusal | None:
        table, partners = self.table, self._partners(seat)
        if not partners:
            return None if len(args) == 1 else Refusal("nobody_to_swap", "swap")
        if len(args) == 1 or args[1] not in partners:
            return Refusal("swap_with", "swap", {"seats": partners})
        rest = self.hands[seat][:]
        rest.remove(kind)
        if not rest:
            return None if len(args) == 2 else Refusal("nothing_to_give", "swap")
        if len(args) == 2 or table.index.get(args[2], -1) not in rest:
            return Refusal("give_from_hand", "swap", {"cards": table.names(rest)})
        return None

    def _refuse_after_battle(self, seat: int, action: Action) -> Refusal | None:
        table = self.table
        if action.verb == "pass":
            return None
        if action.verb != "play":
            return Refusal("expected_after_battle", "after-a-battle")
        kind = table.index.get(action.args[0], -1)
        if kind < 0:
            return Refusal("no_such_card", "cards", {"value": action.args[0], "near": table.near(action.args[0])})
        if kind not in self.hands[seat]:
            return Refusal("not_in_hand", "cards", {"card": action.args[0]})
        if not table.playable[kind]:
            return Refusal("not_after_battle", "after-a-battle", {"card": action.args[0]})
        return None

    # -- doing it ------------------------------------------------------------------------------------------------------

    def apply(self, seat: int, action: Action, events: Events = None) -> None:
        DO[action[0]](self, seat, action[1], events)

    def draw(self, rng: Rng) -> Action:
        table = self.table
        if self.partner:
            hand = self.hands[self.partner]
            return act("swap", table.kinds[hand[int(rng.random() * len(hand))]])
        if self.row:
            return act("start", self.bidders[int(rng.random() * len(self.bidders))])
        deck = table.names(table.deck)
        rng.shuffle(deck)
        return Action("market", tuple(deck))

    def sample(self, seat: int, rng: Rng) -> Action:
        step = self.step
        if step == "scout":
            places = self._unscouted(seat)
            one = int(rng.random() * len(places))
            if min(self.coins[seat][seat], len(places)) == 1:
                return act("scout", places[one])
            two = int(rng.random() * (len(places) - 1))
            two += two >= one
            return act("scout", places[min(one, two)], places[max(one, two)])
        if step == "buy":
            own, foreign = self.coins[seat][seat], self.foreign(seat)
            price = int(rng.random() * min(len(self.row), own + foreign + 1))
            low, high = max(0, price - foreign), min(own, price)
            paid = low + int(rng.random() * (high - low + 1)) if low < high else high
            return act("buy", price + 1) if paid == high else act("buy", price + 1, paid)
        if step in ("start_bet", "bet"):
            own = int(rng.random() * (self.coins[seat][seat] + 1))
            foreign = self.foreign(seat) if step == "bet" else 0
            return act("bet", own, int(rng.random() * (foreign + 1)) if foreign else 0)
        if step == "forces":
            return act("forces", int(rng.random() * (self.coins[seat][seat] + 1)))
        answers = self.legal(seat)
        return answers[int(rng.random() * len(answers))]

    def timeout(self, seat: int) -> Action:
        step = self.step
        if step in ("start_bet", "bet"):
            return act("bet", 0, 0)
        if step == "forces":  # none would mean going out
            return act("forces", (self.coins[seat][seat] + 1) // 2)
        if step == "after_battle":
            return PASS
        return self.legal(seat)[0]

    # the start player

    def _market(self, seat: int, args: tuple[Any, ...], events: Events) -> None:
        index = self.table.index
        self.dealt = tuple([index[name] for name in args])
        self.row = list(range(len(args)))
        self.marks = [0] * len(args)
        if events is not None:
            events.append(Event("market_laid", {"count": len(args)}))
        self._turn_up(self.table.everyone, events)

    def _turn_up(self, bidders: tuple[int, ...], events: Events) -> None:
        self.up += 1
        self.bidders = self.waiting = bidders
        if events is not None:
            card = self.table.kinds[self.dealt[self.row[self.up - 1]]]
            events.append(Event("reveal", {"place": self.up, "card": card}))

    def _choose(self, seat: int, args: tuple[Any, ...], events: Events) -> bool:
        """Note a secret choice, and tell whether all have chosen."""
        self.chosen[seat] = (args[0], args[1]) if len(args) == 2 else (args[0], 0)
        self.waiting = tuple([other for other in self.waiting if other != seat])
        if events is not None:
            events.append(Event("chooses", {"seat": seat}))
            self._tell_own(seat, events)
        return not self.waiting

    def _tell_own(self, seat: int, events: list[Event]) -> None:
        own, foreign = self.chosen[seat] or (0, 0)
        if self.phase == "forces":
            events.append(Event("own_forces", {"count": own}, (seat,)))
        elif foreign:
            events.append(Event("own_mixed_bet", {"count": own, "foreign": foreign}, (seat,)))
        else:
            events.append(Event("own_bet", {"count": own}, (seat,)))

    def _bet(self, seat: int, args: tuple[Any, ...], events: Events) -> None:
        if not self._choose(seat, args, events):
            return
        if self.size:
            self._reveal_battle(events)
        else:
            self._settle_start(events)

    def _settle_start(self, events: Events) -> None:
        bids = {seat: bet[0] for seat in self.bidders if (bet := self.chosen[seat])}
        best = max(bids.values())
        tied = tuple([seat for seat, bid in bids.items() if bid == best])
        self.chosen = [None] * (self.table.seats + 1)
        if events is not None:
            events.append(Event("reveal", {"bets": [bids[seat] for seat in self.bidders]}))
            events.extend([Event("bet_shown", {"seat": seat, "count": bid}) for seat, bid in bids.items()])
        if best and len(tied) == 1:
            self.coins[tied[0]][tied[0]] -= best
            self.coins[0][tied[0]] += best
            self._begin_auction(tied[0], best, events)
            return
        if events is not None:
            events.append(Event("start_tied", {"seats": list(tied)}))
        if self.up < self.table.most_up:
            self._turn_up(tied, events)
        else:
            self.bidders, self.waiting = tied, (CHANCE,)

    def _draw_start(self, seat: int, args: tuple[Any, ...], events: Events) -> None:
        if events is not None:
            events.append(Event("start_drawn", {"seat": args[0]}))
        self._begin_auction(args[0], 0, events)

    def _begin_auction(self, seat: int, paid: int, events: Events) -> None:
        taken = tuple(sorted([self.dealt[slot] for slot in self.row[: self.up]]))
        if events is not None:
            data = {"seat": seat, "count": paid, "cards": self.table.names(taken)}
            events.append(Event("starts", data))
        self.hands[seat] = list(taken)
        wide = self.table.seats + 1
        for other in self.table.everyone:
            if other != seat:
                self.known[other * wide + seat] = taken
        del self.row[: self.up]
        self.up = 0
        self.bidders = ()
        self.start = seat
        self.phase = "auction"
        self._next_buyer(seat, events)

    # the auction

    def _next_buyer(self, seat: int, events: Events) -> None:
        table, hands = self.table, self.hands
        for _ in table.everyone:
            seat = seat % table.seats + 1
            if len(hands[seat]) < table.hand_size:
                self.turn = seat
                self.waiting = table.alone[seat]
                self.buying = not self._scouts(seat)
                return
        self._end_auction(events)

    def _scout(self, seat: int, args: tuple[Any, ...], events: Events) -> None:
        for place in args:
            self.marks[self.row[place - 1]] |= 1 << seat
        self.coins[seat][seat] -= len(args)
        self.buying = True
        if events is not None:
            events.append(Event("scouts", {"seat": seat, "places": list(args), "count": len(args)}))
            cards = self.table.names([self.dealt[self.row[place - 1]] for place in args])
            events.append(Event("reveal", {"cards": cards}, (seat,)))

    def _buy(self, seat: int, args: tuple[Any, ...], events: Events) -> None:
        place, coins = args[0], self.coins[seat]
        price = place - 1
        own = args[1] if len(args) == 2 else min(price, coins[seat])
        self._pay(seat, own, price - own)
        slot = self.row.pop(price)
        kind, mark = self.dealt[slot], self.marks[slot]
        insort(self.hands[seat], kind)
        if mark:
            wide = self.table.seats + 1
            for other in self.table.everyone:
                if mark >> other & 1:
                    coins[other] += 1
                    if other != seat:
                        at = other * wide + seat
                        self.known[at] = tuple(sorted((*self.known[at], kind)))
        if events is not None:
            events.append(Event("buys", {"seat": seat, "place": place, "count": price}))
            events.append(Event("reveal", {"card": self.table.kinds[kind], "price": price}, (seat,)))
            if mark:
                events.append(Event("takes_coins", {"seat": seat, "count": mark.bit_count()}))
        self._next_buyer(seat, events)

    def _pay(self, seat: int, own: int, foreign: int) -> None:
        """Pay coins to the bank: foreign ones one by one, from the colour one then holds most of."""
        coins, bank = self.coins[seat], self.coins[0]
        coins[seat] -= own
        bank[seat] += own
        for _ in range(foreign):
            colour = max([other for other in self.table.everyone if other != seat], key=coins.__getitem__)
            coins[colour] -= 1
            bank[colour] += 1

    def _end_auction(self, events: Events) -> None:
        wide, bank = self.table.seats + 1, self.coins[0]
        left = [self.dealt[slot] for slot in self.row]
        for seat in self.table.everyone:
            seen = [self.dealt[slot] for slot in self.row if self.marks[slot] >> seat & 1]
            bank[seat] += len(seen)
            self.known[seat * wide] = tuple(sorted(seen))
        self.hands[0] = sorted(left)
        self.row = []
        self.phase = "forces"
        self.turn = 0
        self.waiting = self.table.everyone
        if events is not None:
            events.append(Event("auction_ends", {"count": len(left)}))

    # forces

    def _forces(self, seat: int, args: tuple[Any, ...], events: Events) -> None:
        if not self._choose(seat, args, events):
            return
        for other in self.table.everyone:
            count, _ = self.chosen[other] or (0, 0)
            self.forces[other] = count
            self.coins[other][other] -= count
        self.chosen = [None] * (self.table.seats + 1)
        self.phase = "armageddon"
        if events is not None:
            events.append(Event("reveal", {"forces": self.forces[1:]}))
            for other in self.table.everyone:
                events.append(Event("forces_shown", {"seat": other, "count": self.forces[other]}))
        self._check_out(events)
        if not self.over:
            before = (self.start - 2) % self.table.seats + 1
            self._next_turn(before, events)

    # armageddon

    def _next_turn(self, seat: int, events: Events) -> None:
        """Give the turn to the next seat still in; a Chaos ends when its user's turn comes, in or out."""
        while True:
            seat = seat % self.table.seats + 1
            if seat == self.chaos:
                self.chaos = 0
                if events is not None:
                    events.append(Event("chaos_ends", {"seat": seat}))
            if seat in self.inside:
                break
        self.turn = seat
        self.waiting = self.table.alone[seat]
        self.extra = 0
        if events is not None:
            events.append(Event("turn", {"seat": seat}))

    def _end_turn(self, events: Events) -> None:
        seat = self.turn
        if not self.extra or seat not in self.inside:
            self._next_turn(seat, events)
            return
        self.extra -= 1
        self.waiting = self.table.alone[seat]
        if events is not None:
            events.append(Event("extra_turn", {"seat": seat, "count": self.extra}))

    def _battle(self, seat: int, args: tuple[Any, ...], events: Events) -> None:
        self.begin_battle(args[0], events)

    def _use(self, seat: int, args: tuple[Any, ...], events: Events) -> None:
        table = self.table
        kind = table.index[args[0]]
        self._spend(seat, kind, events)
        self.partner = args[1] if len(args) > 1 else 0
        self.given = table.index[args[2]] if len(args) > 2 else -1
        number = table.numbers[kind] or 0
        self.todo = tuple([(effect, number) for effect in table.cards[kind].effect])
        self._go_on(events)

    def _go_on(self, events: Events) -> None:
        """Do what is left of the card in use, until somebody has to act; then the turn ends."""
        while self.todo:
            (effect, number), *rest = self.todo
            self.todo = tuple(rest)
            if effect.use(self, self.turn, number, events):
                return
        self._end_turn(events)

    def _spend(self, seat: int, kind: int, events: Events) -> None:
        """Discard a card from a hand, face up."""
        self.hands[seat].remove(kind)
        self.discard = (*self.discard, kind)
        wide = self.table.seats + 1
        for other in self.table.everyone:
            self._forget(other * wide + seat, kind)
        if events is not None:
            events.append(Event("uses", {"seat": seat, "card": self.table.kinds[kind]}))
            events.append(Event("reveal", {"owner": seat, "card": self.table.kinds[kind]}))

    def _forget(self, at: int, kind: int) -> None:
        known = self.known[at]
        if kind in known:
            index = known.index(kind)
            self.known[at] = known[:index] + known[index + 1 :]

    def _swap(self, seat: int, args: tuple[Any, ...], events: Events) -> None:
        user, partner, given = self.turn, self.partner, self.given
        got = self.table.index[args[0]]
        wide = self.table.seats + 1
        self.hands[partner].remove(got)
        for other in self.table.everyone:
            if other not in (user, partner):
                self.known[other * wide + user] = self.known[other * wide + partner] = ()
        self._forget(user * wide + partner, got)
        self._learn(partner * wide + user, got)
        if given >= 0:
            self.hands[user].remove(given)
            insort(self.hands[partner], given)
            self._forget(partner * wide + user, given)
            self._learn(user * wide + partner, given)
        insort(self.hands[user], got)
        self.partner, self.given = 0, -1
        if events is not None:
            names = self.table.kinds
            if given >= 0:
                data = {"seat": user, "target": partner, "from": names[given], "card": names[got]}
                events.append(Event("reveal", data, (user, partner)))
            else:
                data = {"asker": user, "target": partner, "card": names[got]}
                events.append(Event("reveal", data, (user, partner)))
            events.append(Event("swapped", {"seat": user, "target": partner}))
        self._go_on(events)

    def _learn(self, at: int, kind: int) -> None:
        self.known[at] = tuple(sorted((*self.known[at], kind)))

    # battles

    def begin_battle(self, size: int, events: Events) -> None:
        """Put forces forward and let everybody bet."""
        self.size = size
        forces = self.forces
        seats = self.table.seats + 1
        self.forward = [0] * seats
        for seat in self.inside:
            self.forward[seat] = min(size, forces[seat])
        self.added = [0] * seats
        self.spies = [0] * seats
        self.retreats = [False] * seats
        self.passed = ()
        self.waiting = self.inside
        if events is not None:
            events.append(Event("battle", {"seat": self.turn, "size": size}))

    def value(self, seat: int) -> int:
        """Return what a seat's bet counts now."""
        own, foreign = self.chosen[seat] or (0, 0)
        value = own + foreign * self.table.foreign_value
        return value + self.added[seat] if value or self.table.spy_on_empty else 0

    def winners(self) -> list[int]:
        """List who would win the battle as the bets stand."""
        values = [self.value(seat) for seat in self.inside]
        best = max(values)
        return [seat for seat, value in zip(self.inside, values, strict=True) if best and value == best]

    def _reveal_battle(self, events: Events) -> None:
        if events is not None:
            events.append(Event("reveal", {"bets": [self.value(seat) for seat in self.inside]}))
            for seat in self.inside:
                own, foreign = self.chosen[seat] or (0, 0)
                if foreign:
                    data = {"seat": seat, "count": own, "foreign": foreign, "total": self.value(seat)}
                    events.append(Event("mixed_bet_shown", data))
                else:
                    events.append(Event("bet_shown", {"seat": seat, "count": own}))
        self.phase = "after_battle"
        self._ask((self.turn - 2) % self.table.seats + 1, events)

    def _ask(self, seat: int, events: Events) -> None:
        """Ask the next seat after this one that holds a card and has not passed since the last was used."""
        if not self.chaos:
            seats, hands, inside, passed = self.table.seats, self.hands, self.inside, self.passed
            for _ in range(seats):
                seat = seat % seats + 1
                if hands[seat] and seat in inside and seat not in passed:
                    self.waiting = self.table.alone[seat]
                    return
        self._settle(events)

    def _pass(self, seat: int, args: tuple[Any, ...], events: Events) -> None:
        self.passed = (*self.passed, seat)
        if events is not None:
            events.append(Event("passes", {"seat": seat}))
        self._ask(seat, events)

    def _play(self, seat: int, args: tuple[Any, ...], events: Events) -> None:
        table = self.table
        kind = table.index[args[0]]
        self._spend(seat, kind, events)
        for effect in table.cards[kind].effect:
            effect.use(self, seat, table.numbers[kind] or 0, events)
        self.passed = ()
        self._ask(seat, events)

    def _settle(self, events: Events) -> None:
        """Pay the battle: winners their coins, losers their forces."""
        winners = self.winners()
        bank, forces = self.coins[0], self.forces
        if events is not None:
            if winners:
                events.append(Event("wins_battle", {"seats": winners, "count": len(winners)}))
            else:
                events.append(Event("nobody_wins", {}))
        for seat in self.inside:
            own, foreign = self.chosen[seat] or (0, 0)
            if seat in winners:
                self._pay(seat, own, foreign)
                if events is not None:
                    events.append(Event("pays", {"seat": seat, "count": own + foreign}))
            elif self.retreats[seat]:
                if events is not None:
                    events.append(Event("keeps_forces", {"seat": seat}))
            else:
                lost = self.forward[seat]
                forces[seat] -= lost
                bank[seat] += lost
                if events is not None:
                    events.append(Event("loses_forces", {"seat": seat, "count": lost}))
        self.chosen = [None] * (self.table.seats + 1)
        self.size = 0
        self.phase = "armageddon"
        self._check_out(events)
        if self.over:
            return
        if self.turn in self.inside:
            self._go_on(events)
        else:
            self.todo = ()
            self._end_turn(events)

    def _check_out(self, events: Events) -> None:
        """Put out every seat without forces, and end the game when one is left, or none."""
        forces = self.forces
        fallen = [seat for seat in self.inside if not forces[seat]]
        if not fallen:
            return
        self.inside = tuple([seat for seat in self.inside if forces[seat]])
        wide, bank = self.table.seats + 1, self.coins[0]
        for seat in fallen:
            hand = tuple(self.hands[seat])
            for other in self.table.everyone:
                known = hand if other == seat else self.known[other * wide + seat]
                if known:
                    self.known[other * wide] = tuple(sorted((*self.known[other * wide], *known)))
                self.known[other * wide + seat] = ()
            self.hands[0] = sorted((*self.hands[0], *hand))
            self.hands[seat] = []
            for colour, count in enumerate(self.coins[seat]):
                bank[colour] += count
            self.coins[seat] = [0] * wide
            if events is not None:
                events.append(Event("goes_out", {"seat": seat}))
        if not self.inside:
            self._end(tuple(fallen), "together", events)
        elif len(self.inside) == 1:
            self._end(self.inside, "last_in", events)

    def _end(self, winners: tuple[int, ...], reason: str, events: Events) -> None:
        self.phase = "over"
        self.waiting = ()
        self.todo = ()
        self.extra = 0
        self.over = Result(winners, reason)
        if events is not None:
            if len(winners) == 1:
                events.append(Event("wins", {"winner": winners[0], "reason": reason}))
            else:
                events.append(Event("draw", {"seats": list(winners), "reason": reason}))

    # -- what a seat sees ----------------------------------------------------------------------------------------------

    def position(self, view: View = None) -> dict[str, Any]:
        table = self.table
        position: dict[str, Any] = {
            "phase": self.phase,
            "start": self.start or None,
            "turn": self.asked or None,
            "extra_turns": self.extra,
            "chaos": self.chaos or None,
            "market": [self._market_card(place, view) for place in range(1, len(self.row) + 1)],
            "turned_up": table.names([self.dealt[slot] for slot in self.row[: self.up]]),
            "seats": [self._seat(seat, view) for seat in table.everyone],
            "bank": {seat: self.coins[0][seat] for seat in table.everyone},
            "discard": table.names(self.discard),
            "gone": self._gone(view),
            "battle": self._battle_position(view) if self.size else None,
        }
        if self.phase == "auction":
            position["step"] = self.step
        if self.phase in ("start_bet", "forces"):
            choosers = self.bidders if self.phase == "start_bet" else table.everyone
            position["choices"] = {seat: self._choice(seat, view) for seat in choosers}
        if self.partner:
            given = None if self.given < 0 else table.kinds[self.given] if view in (None, self.turn) else HIDDEN
            position["swap"] = {"by": self.turn, "to": self.partner, "give": given}
        return position

    @property
    def asked(self) -> int:
        """The seat whose turn it is or, after a battle, that is asked; 0 when there is none."""
        return self.waiting[0] if self.phase == "after_battle" else self.turn

    def _market_card(self, place: int, view: View) -> dict[str, Any]:
        slot = self.row[place - 1]
        mark, up = self.marks[slot], place <= self.up
        seen = view is None or up or (isinstance(view, int) and mark >> view & 1)
        card: dict[str, Any] = {
            "card": self.table.kinds[self.dealt[slot]] if seen else HIDDEN,
            "coins": {seat: 1 for seat in self.table.everyone if mark >> seat & 1},
        }
        if up:
            card["up"] = True
        return card

    def _seat(self, seat: int, view: View) -> dict[str, Any]:
        table, coins, hand = self.table, self.coins[seat], self.hands[seat]
        at = seat * (table.seats + 1)
        knows: dict[int, list[str]] = {}
        if view in (None, seat):
            knows = {other: table.names(self.known[at + other]) for other in table.everyone if self.known[at + other]}
        row: dict[str, Any] = {
            "own": coins[seat],
            "foreign": {colour: coins[colour] for colour in table.everyone if colour != seat and coins[colour]},
            "forces": self.forces[seat],
            "hand": table.names(hand) if view in (None, seat) else [HIDDEN] * len(hand),
            "knows": knows,
            "out": seat not in self.inside,
        }
        if view is None and self.known[at]:
            row["knows_gone"] = table.names(self.known[at])
        return row

    def _gone(self, view: View) -> list[str]:
        """List the cards that left the game unseen, those that the view knows first."""
        gone = self.hands[0]
        if view is None:
            return self.table.names(gone)
        known = self.known[view * (self.table.seats + 1)] if isinstance(view, int) else ()
        return self.table.names(known) + [HIDDEN] * (len(gone) - len(known))

    def _choice(self, seat: int, view: View) -> str | None:
        bet = self.chosen[seat]
        if bet is None:
            return None
        return (f"{bet[0]}+{bet[1]}" if bet[1] else str(bet[0])) if view in (None, seat) else HIDDEN

    def _battle_position(self, view: View) -> dict[str, Any]:
        shown = None if self.phase == "after_battle" else view
        battle: dict[str, Any] = {
            "by": self.turn,
            "size": self.size,
            "forward": {seat: self.forward[seat] for seat in self.inside},
            "bets": {seat: self._choice(seat, shown) for seat in self.inside if self.chosen[seat] is not None},
            "spies": {seat: self.spies[seat] for seat in self.inside if self.spies[seat]},
            "retreats": [seat for seat in self.inside if self.retreats[seat]],
            "passed": sorted(self.passed),
        }
        bonus = self.table.spy_bonus
        if any(added != spies * bonus for added, spies in zip(self.added, self.spies, strict=True)):
            battle["added"] = {seat: self.added[seat] for seat in self.inside}
        if self.phase == "after_battle":
            battle["values"] = {seat: self.value(seat) for seat in self.inside}
        if self.todo:
            battle["then"] = len(self.todo)
        return battle

    def objects(self, view: View) -> dict[Identity, Address]:
        """Cards only. A card gets a new name when it enters a hand, so that nobody can follow it there."""
        things: dict[Identity, Address] = {}
        for place, slot in enumerate(self.row, 1):
            things[f"market:{slot + 1}"] = f"market:{place}"
        for seat in self.table.everyone:
            hand = self.hands[seat]
            if view in (None, seat):
                seen: Counter[int] = Counter()
                for kind in hand:
                    seen[kind] += 1
                    name = self.table.kinds[kind]
                    things[f"held:{seat}.{name}.{seen[kind]}"] = f"card:{name}" if view == seat else f"hand:{seat}"
            else:
                things |= {f"back:{seat}.{k}": f"hand:{seat}" for k in range(1, len(hand) + 1)}
        for k in range(1, len(self.discard) + 1):
            things[f"used:{k}"] = "discard"
        return things

    def spaces(self) -> list[Address]:
        """List what the table shows though it is no card."""
        seats = range(1, len(self.forces))
        forces = [f"forces:{seat}" for seat in seats if self.forces[seat]]
        fists = [f"fist:{seat}" for seat in seats if self.forward[seat]] if self.size else []
        return ["bank", "discard", *forces, *fists]

    def paths(self, seat: int, action: Action) -> list[Path]:
        verb, args = action
        own, foreign = self.coins[seat][seat], self.foreign(seat)
        if verb == "bet":
            steps = [Amount("own", 0, own, 0, args[0])]
            if self.step == "bet" and foreign:
                steps.append(Amount("foreign", 0, foreign, 0, args[1]))
            return [(*steps, Pick("button:bet"))]
        if verb == "forces":
            return [(Amount("forces", 0, own, (own + 1) // 2, args[0]), Pick("button:forces"))]
        if verb == "scout":
            places = [Pick(f"market:{place}") for place in args]
            return [(places[0], places[1]), (places[1], places[0])] if len(places) == 2 else [(places[0],)]
        if verb == "buy":
            price, place = args[0] - 1, Pick(f"market:{args[0]}")
            low, high = max(0, price - foreign), min(own, price)
            if low == high:
                return [(place,)]
            return [(place, Amount("own", low, high, high, args[1] if len(args) == 2 else high), Pick("button:buy"))]
        if verb == "battle":
            return [(Pick(f"button:battle-{args[0]}"),)]
        if verb == "play":
            return [(Pick(f"card:{args[0]}"),), (Pick(f"button:{args[0]}"),)]
        if verb == "use":
            card = Pick(f"card:{args[0]}")
            if len(args) == 1:
                return [(card,)]
            other = Pick(f"seat:{args[1]}")
            if len(args) == 2:
                return [(card, other)]
            gift = Pick(f"card:{args[2]}")
            return [(card, other, gift), (card, gift, other)]
        return [(Pick(f"button:{verb}"),)]

    def make(self, seat: int, action: Action, values: tuple[Value, ...]) -> Action:
        numbers = [value for value in values if isinstance(value, int)]
        if not numbers:
            return action
        if action.verb == "bet":
            return act("bet", numbers[0], numbers[1] if len(numbers) == 2 else 0)
        if action.verb == "forces":
            return act("forces", numbers[0])
        place, own = action.args[0], numbers[0]
        return act("buy", place) if own == min(self.coins[seat][seat], place - 1) else act("buy", place, own)

    def why(self, seat: int, address: Address) -> Refusal:
        if self.over:
            return Refusal("over", "going-out")
        if self.waiting == (CHANCE,):
            return Refusal("draw_due", "notation")
        if seat not in self.waiting:
            return self._turn_refusal(seat)
        kind, _, rest = address.partition(":")
        action = self._meant(seat, kind, rest)
        refusal = None if action is None else self.refusal(seat, action)
        return refusal or REFUSALS[self.step](self, seat, act("nothing")) or Refusal("something_else", "armageddon")

    def _meant(self, seat: int, kind: str, rest: str) -> Action | None:
        """Guess the action that a click on a thing was meant to be."""
        if kind == "market" and rest.isascii() and rest.isdecimal():
            if self.step == "buy":
                return act("buy", int(rest))
            if 1 <= int(rest) <= len(self.row) and self.marks[self.row[int(rest) - 1]] >> seat & 1:
                return act("scout", *[int(rest)] * self._scouts(seat))
        if kind == "card" and rest in self.table.index:
            return act("use" if self.step == "turn" else "play", rest)
        if kind == "button" and rest.startswith("battle-") and rest[7:].isascii() and rest[7:].isdecimal():
            return act("battle", int(rest[7:]))
        if kind == "button" and rest in self.table.index:
            return act("play", rest)
        return None

    def prompt(self, seat: int) -> Prompt:
        step = self.step
        if step == "over":
            return Prompt("over")
        if step == "draw":
            return Prompt("draw")
        if seat not in self.waiting:
            if len(self.waiting) > 1:
                return Prompt("wait_all", {"seats": list(self.waiting)})
            return Prompt("wait", {"seat": self.waiting[0]})
        own = self.coins[seat][seat]
        if step == "start_bet":
            return Prompt("start_bet", {"seat": seat, "count": own, "cards": self._offer()})
        if step == "scout":
            return Prompt("scout", {"seat": seat, "count": self._scouts(seat)})
        if step == "buy":
            return Prompt("buy", {"seat": seat, "count": own + self.foreign(seat)})
        if step == "forces":
            return Prompt("forces", {"seat": seat, "count": own})
        if step == "bet":
            if self.foreign(seat):
                data = {"seat": seat, "size": self.size, "foreign": self.foreign(seat)}
                return Prompt("bet_foreign", {**data, "value": self.table.foreign_value})
            return Prompt("bet", {"seat": seat, "size": self.size})
        if step == "after_battle":
            return Prompt("after_battle", {"seat": seat, "total": self.value(seat)})
        if self.chaos:
            return Prompt("turn_in_chaos", {"seat": seat, "owner": self.chaos})
        return Prompt("turn", {"seat": seat})

    def _offer(self) -> list[str]:
        return self.table.names([self.dealt[slot] for slot in self.row[: self.up]])

    # -- what a seat cannot tell apart ---------------------------------------------------------------------------------

    def resample(self, seat: int, rng: Rng) -> State:
        copy = self.clone()
        table, wide = self.table, self.table.seats + 1
        slots = [slot for slot in self.row[self.up :] if not self.marks[slot] >> seat & 1]
        kept = [self.known[seat * wide + other] for other in range(wide)]
        unknown = [_without(hand, known) for hand, known in zip(self.hands, kept, strict=True)]
        unknown[seat] = []
        pool = sorted([self.dealt[slot] for slot in slots] + [kind for hand in unknown for kind in hand])
        rng.shuffle(pool)
        dealt = [-1] * len(self.dealt)
        for slot in self.row:
            dealt[slot] = self.dealt[slot]
        for slot in slots:
            dealt[slot] = pool.pop()
        copy.dealt = tuple(dealt)
        for other, hand in enumerate(unknown):
            if other != seat:
                drawn = [pool.pop() for _ in hand]
                copy.hands[other] = sorted((*kept[other], *drawn))
        # What the others know of what this seat does not is theirs; it supposes nothing about it.
        for other in table.everyone:
            if other != seat:
                copy.known[other * wide : (other + 1) * wide] = [()] * wide
        if self.given >= 0 and seat != self.turn:
            hand = copy.hands[self.turn]
            copy.given = hand[int(rng.random() * len(hand))]
        if self.phase != "after_battle":
            for other in table.everyone:
                if other != seat and self.chosen[other] is not None:
                    copy.chosen[other] = copy._any_choice(other, rng)
        return copy

    def _any_choice(self, seat: int, rng: Rng) -> Bet:
        own = int(rng.random() * (self.coins[seat][seat] + 1))
        return own, int(rng.random() * (self.foreign(seat) + 1)) if self.size else 0

    def key(self) -> Hashable:
        row = self.row
        return (
            self.phase,
            self.waiting,
            self.start,
            self.turn,
            self.buying,
            tuple([tuple(coins) for coins in self.coins]),
            tuple(self.forces),
            tuple([tuple(hand) for hand in self.hands]),
            tuple(self.known),
            self.discard,
            self.inside,
            tuple([(self.dealt[slot], self.marks[slot]) for slot in row]),
            self.up,
            self.bidders,
            tuple(self.chosen),
            (self.extra, self.chaos, len(self.todo), self.partner, self.given),
            (self.size, tuple(self.forward), tuple(self.added), tuple(self.retreats), tuple(sorted(self.passed)))
            if self.size
            else 0,
        )

    def evaluate(self, seat: int) -> float:
        """Guess how good the position is for a seat, 0 lost to 1 won; a secret choice of its own is weighed."""
        if self.over:
            return 1 / len(self.over.winners) if seat in self.over.winners else 0.0
        if seat not in self.inside:
            return 0.0
        if self.phase == "after_battle":
            return _share(seat, self._worths(self.winners()))
        if self.chosen[seat] is None or self.phase == "forces":
            return _share(seat, self._worths(None))
        return self._gamble(seat)

    def _gamble(self, seat: int) -> float:
        """Weigh a bet: the others are thought to bet anything up to half of what they have, or little for the start."""
        own, foreign = self.chosen[seat] or (0, 0)
        bet = own + foreign * self.table.foreign_value
        chance = 1.0 if bet else 0.0
        for other in self.bidders or self.inside:
            if other != seat:
                most = self.table.coins / 5 if self.bidders else self._purse(other) / 2
                chance *= min(1.0, (bet + 0.5) / (most + 1))
        won = _share(seat, self._worths([seat]))
        lost = _share(seat, self._worths([other for other in self.inside if other != seat]))
        return chance * won + (1 - chance) * lost

    def _purse(self, seat: int) -> int:
        """Return what all coins of a treasury would count in a bet."""
        return self.coins[seat][seat] + self.foreign(seat) * self.table.foreign_value

    def _worths(self, winners: Sequence[int] | None) -> list[float]:
        """Guess what each seat is worth, by seat; if a bet is due to be settled, once these have won it.

        Forces and means count by their product: either is worth little without the other. The powers were fitted to
        who won 1,250 games of two and four sensible players.
        """
        table = self.table
        worths = [0.0] * (table.seats + 1)
        offer = sum([table.weights[self.dealt[slot]] for slot in self.row[: self.up]])
        early = self.phase in ("start_bet", "auction", "forces")
        power = FORCES_POWER + FURTHER_SEAT * (len(self.inside) - 2)
        for seat in self.inside:
            hand = self.hands[seat]
            means = self._purse(seat) + 1.5 + sum([table.means[kind] for kind in hand])
            forces: float = self.forces[seat]
            own, foreign = self.chosen[seat] or (0, 0)
            won = winners is not None and seat in winners
            if won and (self.size or len(winners or ()) == 1):
                means += (0 if self.size else offer) - own - foreign * table.foreign_value
            elif self.size and winners is not None and not won and not self.retreats[seat]:
                forces -= self.forward[seat]
                if forces <= 0:
                    continue
            if early:
                decided = self.phase == "forces" and self.chosen[seat] is not None
                forces = own if decided else (self.coins[seat][seat] - own * won) / 2
                means -= forces
                if decided and not own:
                    continue
            forces += sum([table.strengths[kind] for kind in hand])
            worths[seat] = forces**power * means**MEANS_POWER
        return worths

    # -- what computer players may ask as well -------------------------------------------------------------------------

    @property
    def foresight(self) -> int:
        """How many actions playing on tells something for: coins lying on the market are judged once they are taken."""
        return 0 if self.phase in ("start_bet", "auction") else 99

    def reopened(self, seat: int) -> State:
        """Return the moment before anybody else chose in secret: what all of them choose is still open then."""
        copy = self.clone()
        if self.phase in ("start_bet", "forces") or (self.size and self.phase == "armageddon"):
            copy.chosen = [None] * (self.table.seats + 1)
            copy.waiting = self.table.everyone if self.phase == "forces" else self.bidders or self.inside
        return copy

    def candidates(self, seat: int) -> list[Action]:
        """Return the legal actions worth weighing: of those that differ little, one."""
        step = self.step
        if step == "bet":
            return self._candidate_bets(seat)
        if step == "buy":
            means = self.coins[seat][seat] + self.foreign(seat)
            return [act("buy", place) for place in range(1, min(len(self.row), means + 1) + 1)]
        actions = self.legal(seat)
        if step == "scout" and len(actions) > MOST_CANDIDATES:
            near = self._unscouted(seat)[:5]
            actions = [action for action in actions if near.count(action.args[0]) and action.args[-1] in near]
        if step == "start_bet":
            return _spread(actions)
        if step == "forces":
            # Without coins left no battle is won, without forces none is survived.
            own = len(actions) - 1
            most = own * 2 // 3 if self.table.seats == 2 else own
            return _spread(actions[max(1, own // 4) : most + 1] or actions)
        return actions

    def _candidate_bets(self, seat: int) -> list[Action]:
        """For every value up to one more than any rival can reach, the bet that keeps as many own coins as it can."""
        own, foreign, value = self.coins[seat][seat], self.foreign(seat), self.table.foreign_value
        rival = self._rival(seat)
        bets = []
        for worth in range(min(self._purse(seat), rival + 1) + 1):
            others = min(foreign, worth // value)
            if worth - others * value <= own:
                bets.append(act("bet", worth - others * value, others))
        return _spread(bets)

    # -- what a sensible player might do ---------------------------------------------------------------------------

    def suggest(self, seat: int, rng: Rng) -> Action:
        """Return a sensible action, one by chance of several, by what the seat knows."""
        return SUGGEST.get(self.step, State.sample)(self, seat, rng)

    def _suggest_start_bet(self, seat: int, rng: Rng) -> Action:
        return act("bet", min(self.coins[seat][seat], int(rng.random() * (self.table.coins / 5 + 1))), 0)

    def _suggest_buy(self, seat: int, rng: Rng) -> Action:
        """Buy what gives most for its price; a card not looked at is thought to be like any other."""
        table, coins = self.table, self.coins[seat]
        most, place = -99.0, 1
        means = coins[seat] + self.foreign(seat)
        for price, slot in enumerate(self.row[: means + 1]):
            mark = self.marks[slot]
            worth = table.weights[self.dealt[slot]] if mark >> seat & 1 else table.usual_weight
            lying = (mark.bit_count() - (mark >> seat & 1)) * table.foreign_value + (mark >> seat & 1)
            gain = worth + lying - price + rng.random()
            if gain > most:
                most, place = gain, price + 1
        return act("buy", place)

    def _suggest_forces(self, seat: int, rng: Rng) -> Action:
        own = self.coins[seat][seat]
        return act("forces", min(own, max(1, round(own * (0.3 + 0.35 * rng.random())))))

    def _suggest_turn(self, seat: int, rng: Rng) -> Action:
        """Take coins where there are some; else more often than not a large battle as the richest, a small one else."""
        table, bank = self.table, self.coins[0]
        actions = self._turns(seat)
        for action in actions:
            if action.verb == "use" and bank[seat] >= 3 and table.gains[table.index[action.args[0]]]:
                return action
        chance = rng.random()
        if chance < 0.6:
            battles = [action for action in actions if action.verb == "battle"]
            if battles:
                return battles[-1 if self._purse(seat) > self._rival(seat) else 0]
        return actions[int(rng.random() * len(actions))]

    def _rival(self, seat: int) -> int:
        """Return the most that another seat's coins would count in a bet."""
        return max([self._purse(other) for other in self.inside if other != seat])

    def _suggest_bet(self, seat: int, rng: Rng) -> Action:
        """Bet up to what the forces are worth that are lost or won, foreign coins first."""
        purse, rival = self._purse(seat), self._rival(seat)
        stake = 0.0
        for other in self.inside:
            share = self.forward[other] / self.forces[other]
            stake += share if other == seat else share / (len(self.inside) - 1)
        most = min(purse, rival + 1, 1 + int(purse * stake))
        bet = 1 + int(most * rng.random()) if most and rng.random() < 0.85 else 0
        value, foreign = self.table.foreign_value, self.foreign(seat)
        others = min(foreign, -(-bet // value))
        own = min(self.coins[seat][seat], max(0, bet - others * value))
        return act("bet", own, others)

    def _suggest_after_battle(self, seat: int, rng: Rng) -> Action:
        """Add to a bet that can still win, else save forces worth saving."""
        hand, table = self.hands[seat], self.table
        values = {other: self.value(other) for other in self.inside}
        best = max(values.values())
        if values[seat] == best and best:
            return PASS
        adds = [kind for kind in hand if table.adds[kind]]
        if adds and values[seat] + sum([table.adds[kind] for kind in adds]) >= best:
            return table.play[adds[0]]
        lost = self.forward[seat]
        if not self.retreats[seat] and (lost > 1 or lost == self.forces[seat]):
            for kind in hand:
                if table.keeps[kind]:
                    return table.play[kind]
        return PASS

    def playout(self, rng: Rng, trace: list[tuple[int, Action]] | None = None) -> Result:
        while self.over is None:
            seat = self.waiting[0]
            action = self.sample(seat, rng) if seat else self.draw(rng)
            if trace is not None:
                trace.append((seat, action))
            self.apply(seat, action)
        return self.over


def _spread(actions: list[Action]) -> list[Action]:
    """Keep so many of a run of amounts, fewer of the large ones."""
    last = len(actions) - 1
    if last < MOST_CANDIDATES:
        return actions
    kept = {round(last * (k / (MOST_CANDIDATES - 1)) ** 1.5) for k in range(MOST_CANDIDATES)}
    return [actions[index] for index in sorted(kept)]


def _share(seat: int, worths: Sequence[float]) -> float:
    return worths[seat] / (sum(worths) or 1)


def _without(hand: Sequence[int], known: Sequence[int]) -> list[int]:
    rest = list(hand)
    for kind in known:
        rest.remove(kind)
    return rest


SUGGEST: Mapping[str, Callable[[State, int, Rng], Action]] = {
    "start_bet": State._suggest_start_bet,
    "buy": State._suggest_buy,
    "forces": State._suggest_forces,
    "turn": State._suggest_turn,
    "bet": State._suggest_bet,
    "after_battle": State._suggest_after_battle,
}

REFUSALS: Mapping[str, Callable[[State, int, Action], Refusal | None]] = {
    "start_bet": State._refuse_start_bet,
    "scout": State._refuse_scout,
    "buy": State._refuse_buy,
    "forces": State._refuse_forces,
    "turn": State._refuse_turn,
    "bet": State._refuse_bet,
    "after_battle": State._refuse_after_battle,
}

DO: Mapping[str, Callable[[State, int, tuple[Any, ...], Events], None]] = {
    "market": State._market,
    "start": State._draw_start,
    "swap": State._swap,
    "bet": State._bet,
    "scout": State._scout,
    "buy": State._buy,
    "forces": State._forces,
    "battle": State._battle,
    "use": State._use,
    "play": State._play,
    "pass": State._pass,
}


# -- positions as input ------------------------------------------------------------------------------------------------


def _kind(state: State, name: Any, where: str) -> int:
    table = state.table
    if name not in table.index:
        raise Wrong(where, "no_such_card", value=name, near=table.near(name))
    return table.index[name]


def _kinds(state: State, names: Any, where: str) -> list[int]:
    return [_kind(state, name, where) for name in positions.listed(names, where)]


def _read_bet(state: State, seat: int, text: Any, where: str, foreign_too: bool) -> Bet:
    """Read a choice as a position writes it, `4` or `4+1`, within what the seat has."""
    found = re.fullmatch(rf"{WHOLE}(?:\+{WHOLE})?", str(text), re.ASCII)
    if found is None or isinstance(text, bool):
        raise Wrong(where, "not_a_bet", value=text)
    own, foreign = int(found[1]), int(found[2] or 0)
    if own > state.coins[seat][seat] or foreign > (state.foreign(seat) if foreign_too else 0):
        raise Wrong(where, "bet_too_high", seat=seat, value=text)
    return own, foreign


POSITION = (
    "phase",
    "start",
    "turn",
    "extra_turns",
    "chaos",
    "market",
    "turned_up",
    "seats",
    "bank",
    "discard",
    "battle",
    "gone",
    "step",
    "choices",
    "swap",
)
SEAT = ("own", "foreign", "forces", "hand", "knows", "knows_gone", "out")
BATTLE = ("by", "size", "forward", "bets", "spies", "retreats", "passed", "values", "then", "added")
PHASES = ("start_bet", "auction", "forces", "armageddon", "after_battle")


def _set_up(state: State, position: Mapping[str, Any]) -> None:
    """Put a fresh state into a position, or raise `Wrong`."""
    positions.mapping(position, "", POSITION)
    phase = position.get("phase")
    if phase not in PHASES:
        raise Wrong("phase", "wrong_phase", value=phase, known=", ".join(PHASES))
    if position.get("swap") is not None:
        raise Wrong("swap", "swap_given")
    for key in ("market", "turned_up"):
        if position.get(key) and phase not in ("start_bet", "auction"):
            raise Wrong(key, "no_market_now")
    for key, fits in (
        ("choices", phase in ("start_bet", "forces")),
        ("step", phase == "auction"),
        ("battle", phase in ("armageddon", "after_battle")),
        ("chaos", phase == "armageddon"),
        ("extra_turns", phase in ("armageddon", "after_battle")),
    ):
        if position.get(key) and not fits:
            raise Wrong(key, "not_in_phase", value=phase)
    state.phase = phase
    _set_market(state, position)
    _set_seats(state, positions.listed(position.get("seats"), "seats"))
    _set_bank(state, position.get("bank"))
    _set_gone(state, position)
    _set_knows(state, position)
    start = position.get("start")
    if phase == "start_bet":
        if start is not None:
            raise Wrong("start", "start_known")
    else:
        state.start = positions.whole(1 if start is None else start, "start", 1, state.table.seats)
    SET_UPS[phase](state, position)


def _set_market(state: State, position: Mapping[str, Any]) -> None:
    seats = state.table.everyone
    before = _kinds(state, position.get("turned_up") or [], "turned_up")
    up: list[int] = []
    down: list[tuple[int, int]] = []
    for place, raw in enumerate(positions.listed(position.get("market") or [], "market"), 1):
        where = f"market.{place}"
        card = positions.mapping(raw, where, ("card", "coins", "up"))
        kind = _kind(state, card.get("card"), f"{where}.card")
        coins = positions.by_seat(card.get("coins") or {}, f"{where}.coins", seats)
        mark = sum(positions.whole(count, f"{where}.coins.{seat}", 0, 1) << seat for seat, count in coins.items())
        if not positions.flag(card.get("up", False), f"{where}.up"):
            down.append((kind, mark))
        elif down or mark or state.phase != "start_bet":
            raise Wrong(f"{where}.up", "up_at_head")
        else:
            up.append(kind)
    if state.phase == "start_bet" and any(mark for _, mark in down):
        raise Wrong("market", "coins_too_early", "auction")
    if up and before and up != before:
        raise Wrong("turned_up", "turned_up_differs")
    up = up or before
    state.up = len(up)
    state.dealt = (*up, *[kind for kind, _ in down])
    state.row = list(range(len(state.dealt)))
    state.marks = [0] * len(up) + [mark for _, mark in down]


def _set_seats(state: State, seats: list[Any]) -> None:
    table = state.table
    if len(seats) != table.seats:
        raise Wrong("seats", "one_for_each_seat", count=table.seats)
    fighting = state.phase in ("armageddon", "after_battle")
    inside = []
    for seat, raw in enumerate(seats, 1):
        where = f"seats.{seat}"
        given = positions.mapping(raw, where, SEAT)
        coins = state.coins[seat]
        coins[seat] = positions.whole(given.get("own", 0), f"{where}.own", 0, table.coins)
        others = [colour for colour in table.everyone if colour != seat]
        for colour, count in positions.by_seat(given.get("foreign") or {}, f"{where}.foreign", others).items():
            coins[colour] = positions.whole(count, f"{where}.foreign.{colour}", 0, table.coins)
        state.forces[seat] = positions.whole(given.get("forces", 0), f"{where}.forces", 0, table.coins)
        if state.forces[seat] and not fighting:
            raise Wrong(f"{where}.forces", "forces_too_early")
        state.hands[seat] = sorted(_kinds(state, given.get("hand") or [], f"{where}.hand"))
        out = positions.flag(given.get("out", fighting and not state.forces[seat]), f"{where}.out")
        if out != (fighting and not state.forces[seat]):
            raise Wrong(f"{where}.out", "out_without_forces", "going-out")
        if out and (any(coins) or state.hands[seat]):
            raise Wrong(where, "out_holds_nothing", "going-out")
        if not out:
            inside.append(seat)
    state.inside = tuple(inside)
    if len(inside) < 2:
        raise Wrong("seats", "already_over", "going-out")


def _set_bank(state: State, given: Any) -> None:
    """Coins that are nowhere else are in the bank."""
    table = state.table
    bank = [0] + [
        table.coins
        - state.forces[colour]
        - sum(coins[colour] for coins in state.coins[1:])
        - sum(mark >> colour & 1 for mark in state.marks)
        for colour in table.everyone
    ]
    for colour in table.everyone:
        if bank[colour] < 0:
            raise Wrong("seats", "too_many_coins", owner=colour, count=table.coins)
    if given is not None:
        read = positions.by_seat(given, "bank", table.everyone)
        for colour in table.everyone:
            if positions.whole(read.get(colour, 0), f"bank.{colour}", 0, table.coins) != bank[colour]:
                raise Wrong(f"bank.{colour}", "coins_do_not_add_up", owner=colour, most=table.coins, count=bank[colour])
    state.coins[0] = bank


def _set_gone(state: State, position: Mapping[str, Any]) -> None:
    """Cards that are nowhere else have left the game unseen."""
    table = state.table
    state.discard = tuple(_kinds(state, position.get("discard") or [], "discard"))
    left = Counter(table.deck)
    left.subtract([*state.dealt, *state.discard, *(kind for hand in state.hands[1:] for kind in hand)])
    for kind, count in left.items():
        if count < 0:
            raise Wrong("seats", "too_many_cards", card=table.kinds[kind], number=table.cards[kind].copies)
    undealt = state.phase == "start_bet" and not state.dealt
    gone = [] if undealt else sorted(left.elements())
    given = position.get("gone")
    if given is not None and sorted(_kinds(state, given, "gone")) != gone:
        raise Wrong("gone", "cards_do_not_add_up", cards=table.names(gone))
    if gone and state.phase in ("start_bet", "auction"):
        raise Wrong("market", "cards_missing", "preparation", cards=table.names(gone))
    state.hands[0] = gone


def _set_knows(state: State, position: Mapping[str, Any]) -> None:
    everyone = state.table.everyone
    for seat, raw in zip(everyone, position["seats"], strict=True):
        holders = [other for other in everyone if other != seat]
        for other, names in positions.by_seat(raw.get("knows") or {}, f"seats.{seat}.knows", holders).items():
            _set_known(state, seat, other, names, f"seats.{seat}.knows.{other}")
        _set_known(state, seat, 0, raw.get("knows_gone") or [], f"seats.{seat}.knows_gone")


def _set_known(state: State, seat: int, other: int, names: Any, where: str) -> None:
    known = _kinds(state, names, where)
    if Counter(known) - Counter(state.hands[other]):
        raise Wrong(where, "knows_wrong", "secrets")
    state.known[seat * (state.table.seats + 1) + other] = tuple(sorted(known))


def _set_choices(state: State, position: Mapping[str, Any], choosers: Sequence[int]) -> tuple[int, ...]:
    """Read who chooses in secret, and what those who have done so chose; return all of them."""
    raw = position.get("choices")
    given = dict.fromkeys(choosers) if raw is None else positions.by_seat(raw, "choices", choosers)
    for seat, text in given.items():
        if text is not None:
            state.chosen[seat] = _read_bet(state, seat, text, f"choices.{seat}", False)
    all_in = tuple(sorted(given))
    state.waiting = tuple(seat for seat in all_in if state.chosen[seat] is None)
    if not state.waiting:
        raise Wrong("choices", "all_have_chosen", "secrets")
    return all_in


def _set_start_bet(state: State, position: Mapping[str, Any]) -> None:
    table = state.table
    for seat in table.everyone:
        if state.hands[seat] or state.coins[seat][seat] != table.coins:
            raise Wrong(f"seats.{seat}", "nothing_bought_yet", "start-player", count=table.coins)
    if state.discard:
        raise Wrong("discard", "nothing_used_yet")
    if not state.dealt:
        if position.get("choices"):
            raise Wrong("choices", "market_first", "preparation")
        return
    if not 1 <= state.up <= table.most_up:
        raise Wrong("turned_up", "turned_up_between", "start-player", low=1, high=table.most_up)
    state.bidders = _set_choices(state, position, table.everyone)
    if len(state.bidders) < 2 or (state.up == 1 and len(state.bidders) < table.seats):
        raise Wrong("choices", "too_few_bidders", "start-player")


def _set_auction(state: State, position: Mapping[str, Any]) -> None:
    table = state.table
    if state.discard:
        raise Wrong("discard", "nothing_used_yet")
    needed = [max(0, table.hand_size - len(state.hands[seat])) for seat in table.everyone]
    if not any(needed):
        raise Wrong("phase", "hands_are_full", "auction")
    if sum(needed) > len(state.row):
        raise Wrong("market", "market_too_short", "auction", count=sum(needed))
    for seat in table.everyone:
        if seat != state.start and len(state.hands[seat]) > table.hand_size:
            raise Wrong(f"seats.{seat}.hand", "hand_too_large", "auction", count=table.hand_size)
    state._next_buyer(state.start, None)
    if position.get("turn") is not None:
        turn = positions.whole(position["turn"], "turn", 1, table.seats)
        if not needed[turn - 1]:
            raise Wrong("turn", "hand_full_already", "auction", seat=turn)
        state._next_buyer((turn - 2) % table.seats + 1, None)
    step = position.get("step")
    if step not in (None, "scout", "buy"):
        raise Wrong("step", "wrong_step", value=step)
    if step == "scout" and state.buying:
        raise Wrong("step", "nothing_to_scout", "auction", seat=state.turn)
    state.buying = state.buying or step == "buy"


def _set_forces(state: State, position: Mapping[str, Any]) -> None:
    if state.discard:
        raise Wrong("discard", "nothing_used_yet")
    if len(_set_choices(state, position, state.table.everyone)) < state.table.seats:
        raise Wrong("choices", "all_choose_forces", "forces")


def _inside(state: State, value: Any, where: str) -> int:
    seat = positions.whole(value, where, 1, state.table.seats)
    if seat not in state.inside:
        raise Wrong(where, "is_out", "going-out", seat=seat)
    return seat


def _set_armageddon(state: State, position: Mapping[str, Any]) -> None:
    table = state.table
    if position.get("chaos") is not None:
        state.chaos = positions.whole(position["chaos"], "chaos", 1, table.seats)
    turn = position.get("turn")
    if turn is None:
        chaos = state.chaos
        state._next_turn((state.start - 2) % table.seats + 1, None)
        state.chaos = chaos
    else:
        state.turn = _inside(state, turn, "turn")
        state.waiting = table.alone[state.turn]
    state.extra = positions.whole(position.get("extra_turns") or 0, "extra_turns", 0, 2 * len(table.deck) * 99)
    if position.get("battle") is not None:
        _set_battle(state, position["battle"], state.turn)


def _set_battle(state: State, raw: Any, turn: int) -> None:
    given = positions.mapping(raw, "battle", BATTLE)
    by = _inside(state, given.get("by", turn), "battle.by")
    if state.phase == "armageddon" and by != turn:
        raise Wrong("battle.by", "battle_by_turn", "battle", seat=turn)
    if given.get("then"):
        raise Wrong("battle.then", "card_in_use")
    state.turn = by
    state.begin_battle(positions.whole(given.get("size"), "battle.size", 1, 99), None)
    if given.get("forward") is not None:
        forward = positions.by_seat(given["forward"], "battle.forward", state.inside)
        for seat in state.inside:
            if forward.get(seat) != state.forward[seat]:
                raise Wrong(f"battle.forward.{seat}", "forward_is", "battle", seat=seat, count=state.forward[seat])
    for seat, text in positions.by_seat(given.get("bets") or {}, "battle.bets", state.inside).items():
        if text is not None:
            state.chosen[seat] = _read_bet(state, seat, text, f"battle.bets.{seat}", True)
    state.waiting = tuple(seat for seat in state.inside if state.chosen[seat] is None)
    if not state.waiting and state.phase == "armageddon":
        raise Wrong("battle.bets", "all_have_bet", "after-a-battle")


def _set_after_battle(state: State, position: Mapping[str, Any]) -> None:
    table, raw = state.table, position.get("battle")
    given = positions.mapping(raw, "battle", BATTLE)
    turn = position.get("turn")
    _set_battle(state, given, _inside(state, state.start if turn is None else turn, "turn"))
    if state.waiting:
        raise Wrong("battle.bets", "bets_missing", "after-a-battle", seat=state.waiting[0])
    state.extra = positions.whole(position.get("extra_turns") or 0, "extra_turns", 0, 2 * len(table.deck) * 99)
    most = len(table.deck)
    for seat, count in positions.by_seat(given.get("spies") or {}, "battle.spies", state.inside).items():
        state.spies[seat] = positions.whole(count, f"battle.spies.{seat}", 0, most)
        state.added[seat] = state.spies[seat] * table.spy_bonus
    for seat, count in positions.by_seat(given.get("added") or {}, "battle.added", state.inside).items():
        state.added[seat] = positions.whole(count, f"battle.added.{seat}", 0, 99 * most)
    for seat in positions.listed(given.get("retreats") or [], "battle.retreats"):
        state.retreats[_inside(state, seat, "battle.retreats")] = True
    passed = [
        _inside(state, seat, "battle.passed") for seat in positions.listed(given.get("passed") or [], "battle.passed")
    ]
    state.passed = tuple(sorted(set(passed)))
    asked = state.turn if turn is None else turn
    order = [(asked - 1 + step) % table.seats + 1 for step in range(table.seats)]
    left = [seat for seat in order if seat in state.inside and state.hands[seat] and seat not in state.passed]
    if not left:
        raise Wrong("battle.passed", "nobody_to_ask", "after-a-battle")
    state.waiting = table.alone[left[0]]


SET_UPS: Mapping[str, Callable[[State, Mapping[str, Any]], None]] = {
    "start_bet": _set_start_bet,
    "auction": _set_auction,
    "forces": _set_forces,
    "armageddon": _set_armageddon,
    "after_battle": _set_after_battle,
}


# -- the game ----------------------------------------------------------------------------------------------------------


class Mammonism:
    """The rules as the engine knows them."""

    id = "mammonism"
    parts = Parts
    effects = EFFECTS
    asides: frozenset[str] = frozenset()

    def excluded(self, definition: Definition, options: Options, seats: int) -> Refusal | None:
        parts = definition.parts
        assert isinstance(parts, Parts)
        if 1 not in options["battle_sizes"]:
            return Refusal("no_battle_of_one", "options", {}, "options.battle_sizes")
        if not options["hand_size"] and seats not in parts.hands:
            return Refusal("no_hand_size", "options", {"number": seats}, "options.hand_size")
        hand_size = options["hand_size"] or parts.hands[seats]
        cards = sum(card.copies for card in parts.cards.values())
        if hand_size * seats > cards:
            return Refusal("too_few_cards", "options", {"count": cards, "most": cards // seats}, "options.hand_size")
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
        for verb, pattern in PATTERNS:
            found = pattern.fullmatch(text)
            if found is None or text in RESERVED[1:]:
                continue
            if verb == "market":
                return Action(verb, tuple(text.split(" ")[1:]))
            groups = [group for group in found.groups() if group is not None]
            args = [int(group) if group.isdecimal() else group for group in groups]
            return act(verb, *args, *([0] if verb == "bet" and len(args) == 1 else []))
        raise Refused(Refusal("unreadable", "notation", {"known": ", ".join(FORMS)}))


GAME = Mammonism()
