"""Super Amoeba Battle: discs anywhere on a board; those of one colour that touch are one amoeba.

Read from top to bottom: actions, parts, effects (the verbs of the face cards), the state, positions as input. Discs are
numbers, Red's from 0 and then Black's, which is the order that ties go by; sets of discs are bits of an int. `links`
says for each disc which it touches. Places are whole thousandths; all geometry is in `plane`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeGuard

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from tabletop.engine import positions
from tabletop.engine.effects import Handler, Registry
from tabletop.engine.positions import Wrong
from tabletop.engine.rules import (
    Address,
    Event,
    Identity,
    Options,
    Path,
    Pick,
    Point,
    Prompt,
    Refusal,
    Refused,
    Result,
    Rng,
    Value,
    View,
)
from tabletop.rules.plane import TOUCHING, UNIT, Place, Plane, Spot, groups, members

if TYPE_CHECKING:
    from tabletop.engine.definition import Definition

Events = list[Event] | None

COLOURS = "RB"
NONE = "none"
"""A choice of no numeral."""
AMOEBAE, QUIET, ATTACKS = 4, 5, 4
"""How many amoebae, moves ahead and moves into combat are worth weighing."""
KEPT = 3000
"""Boards for which these are kept."""
RACE, HASTE, BLOCKED, HELD = 4.0, 0.5, 1.5, 0.12
"""What the way across is worth, how fast that fades by moves, what something in it counts, what a numeral counts."""
MOST = 9999 * UNIT + UNIT - 1
"""No coordinate that is read is larger, in thousandths."""


# -- actions -----------------------------------------------------------------------------------------------------------


class Action(NamedTuple):
    """A verb and what it is done to: discs and cards by name, a place as (x, y) in thousandths.

    The verb of a face card is that card's id.
    """

    verb: str
    args: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.verb, *(written(arg) if isinstance(arg, tuple) else arg for arg in self.args)])


@cache
def act(verb: str, *args: str) -> Action:
    """Return the one action with this verb and these arguments, none of them a place."""
    return Action(verb, args)


def written(place: Place) -> str:
    """Return a place as records hold it: `3.2,4.75`."""
    return ",".join(map(_coordinate, place))


def _coordinate(value: int) -> str:
    whole, rest = divmod(abs(value), UNIT)
    decimals = f"{rest:03}".rstrip("0") or "0"
    return f"{'-' if value < 0 else ''}{whole}.{decimals}"


END, DRAW, RESHUFFLE = act("end"), act("draw"), act("reshuffle")
WORDS = ("end", "draw", "reshuffle")
DISC = r"([RB](?:[1-9]\d?))"
XY = r"(-?(?:0|[1-9]\d{0,3})\.\d{1,3}),(-?(?:0|[1-9]\d{0,3})\.\d{1,3})"
CARD = r"(?:10|[A-Z0-9])[A-Z]"
PATTERNS = {
    "deal": re.compile(f"deal((?: {CARD})+)", re.ASCII),
    "card": re.compile(f"card ({CARD})", re.ASCII),
    "arrange": re.compile(f"arrange((?: {XY})+)", re.ASCII),
    "nucleus": re.compile(f"nucleus {DISC}", re.ASCII),
    "move": re.compile(f"move {DISC} {XY}", re.ASCII),
    "fight": re.compile("fight (none|10|[A-Z0-9])", re.ASCII),
    "pair": re.compile(f"pair {DISC} {DISC}", re.ASCII),
}
FACE = re.compile(f"([a-z][a-z0-9_]{{0,39}}) {DISC}(?: {XY})?", re.ASCII)
FORMS = (
    "end, draw, move R7 3.2,4.75, fight 5, fight none, ace B3, king R5, queen B2, jack R4 3.2,4.75, pair R3 B4, "
    "nucleus R5, arrange 3.6,2.0 4.4,2.0 ..."
)


def _thousandths(text: str) -> int:
    whole, _, rest = text.lstrip("-").partition(".")
    value = int(whole) * UNIT + int(rest.ljust(3, "0"))
    return -value if text.startswith("-") else value


# -- parts -------------------------------------------------------------------------------------------------------------


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Card(Part):
    """A face card with its effect, or a numeral with its strength in combat."""

    rank: str
    strength: int | None = Field(default=None, ge=0, le=99)
    effect: tuple[Annotated[Any, BeforeValidator(lambda raw: EFFECTS.read(raw))], ...] = ()
    name: str | None = None
    text: str | None = None

    @field_validator("rank", mode="before")
    @classmethod
    def short(cls, rank: Any) -> Any:
        if not isinstance(rank, str) or not re.fullmatch("10|[A-Z0-9]", rank, re.ASCII):
            raise ValueError('a rank is one capital letter or digit, or 10, as text: `rank: "7"`')
        return rank

    @field_validator("strength", mode="before")
    @classmethod
    def whole(cls, strength: Any) -> Any:
        if isinstance(strength, bool | float | str):
            raise ValueError("a card's strength is a whole number")
        return strength

    @field_validator("effect", mode="before")
    @classmethod
    def one(cls, effect: Any) -> Any:
        if not isinstance(effect, list | tuple) or len(effect) != 1:
            raise ValueError("`effect` is a list of one effect, which starts with `- `")
        return effect

    @model_validator(mode="after")
    def either(self) -> Card:
        if (self.strength is None) == (not self.effect):
            raise ValueError("a card has either an `effect` or a `strength`")
        return self


class Parts(Part):
    """What is in the box."""

    rows: int = Field(ge=1, le=3)
    quiet: int = Field(ge=1, le=999)
    suits: tuple[str, ...] = Field(min_length=1, max_length=8)
    cards: dict[str, Card] = Field(min_length=1)
    formations: dict[str, Annotated[int, Field(ge=2, le=12)]] = Field(min_length=1)
    """Ready arrangements: how many discs hang together in each."""

    @model_validator(mode="after")
    def distinct(self) -> Parts:
        ranks: dict[str, str] = {}
        for name, card in self.cards.items():
            if name in PATTERNS or name in WORDS or not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name):
                raise ValueError(f"a card cannot be called `{name}`: that is an action of its own, or no simple name")
            if card.rank in ranks:
                raise ValueError(f"`{name}` and `{ranks[card.rank]}` have the same rank {card.rank}")
            ranks[card.rank] = name
        if len(set(self.suits)) < len(self.suits) or not all(re.fullmatch("[A-Z]", suit) for suit in self.suits):
            raise ValueError("suits are different capital letters, such as [S, H, D, C]")
        return self


# -- effects -----------------------------------------------------------------------------------------------------------

EFFECTS = Registry()


class Effect(Handler):
    """What a face card does to one disc: which it may be, why not another, and doing it."""

    owner: Literal["either", "player", "opponent"] = "either"
    placed: bool = False
    """Whether its action names a place as well."""

    def discs(self, state: State, seat: int) -> int:
        """Return the discs that it may be played on."""
        return state.here & self.side(state, seat)

    def side(self, state: State, seat: int) -> int:
        table = state.table
        if self.owner == "either":
            return table.everyone
        return table.side[seat] if self.owner == "player" else table.side[3 - seat]

    def actions(self, state: State, seat: int, verb: str) -> list[Action]:
        names = state.table.names
        return [act(verb, names[disc]) for disc in members(self.discs(state, seat))]

    def refusal(self, state: State, seat: int, disc: int, place: Place | None) -> Refusal | None:
        """Say why it may not be done to a disc, or there."""
        if self.discs(state, seat) >> disc & 1:
            return None
        name = {"disc": state.table.names[disc]}
        if not self.side(state, seat) >> disc & 1:
            return Refusal("wrong_side", "face-cards", name)
        return Refusal("not_on_board", "face-cards", name)

    def do(self, state: State, seat: int, disc: int, place: Place | None, events: Events) -> None:
        raise NotImplementedError

    def promising(self, state: State, seat: int, verb: str) -> list[Action]:
        """List the few of its actions that are worth weighing."""
        discs = self.discs(state, seat)
        enemies = state.standing(3 - seat) & discs
        names = state.table.names
        return [act(verb, names[disc]) for disc in state.weak(seat, enemies)]

    def some(self, state: State, seat: int, verb: str, rng: Rng) -> Action | None:
        """Return one of its actions at random, or None where there is none."""
        discs = list(members(self.discs(state, seat)))
        return act(verb, state.table.names[rng.choice(discs)]) if discs else None


@EFFECTS.register("remove_disc")
class RemoveDisc(Effect):
    """Remove a disc, which may not be a nucleus."""

    def discs(self, state: State, seat: int) -> int:
        return super().discs(state, seat) & ~state.nuclei()

    def refusal(self, state: State, seat: int, disc: int, place: Place | None) -> Refusal | None:
        if state.nuclei() >> disc & 1:
            return Refusal("nucleus_spared", "nucleus-game", {"disc": state.table.names[disc]})
        return super().refusal(state, seat, disc, place)

    def do(self, state: State, seat: int, disc: int, place: Place | None, events: Events) -> None:
        state.remove(1 << disc, "removed", events)


@EFFECTS.register("slide_disc")
class SlideDisc(Effect):
    """Slide a disc so many disc widths towards the opponent of the card's player, or towards the player."""

    towards: Literal["opponent", "player"]
    widths: Annotated[int, Field(ge=1, le=8)] = 1

    def do(self, state: State, seat: int, disc: int, place: Place | None, events: Events) -> None:
        upwards = (seat == 1) == (self.towards == "opponent")
        state.slide(disc, upwards, self.widths, events)

    def promising(self, state: State, seat: int, verb: str) -> list[Action]:
        own = state.standing(seat) & self.discs(state, seat)
        found = super().promising(state, seat, verb)
        if self.towards == "opponent":
            found += [act(verb, state.table.names[disc]) for disc in state.foremost(seat, own)[:2]]
        return found


@EFFECTS.register("revive_disc")
class ReviveDisc(Effect):
    """Put a dead disc back anywhere on the board where it overlaps none."""

    owner: Literal["either", "player", "opponent"] = "player"
    placed: bool = True

    def discs(self, state: State, seat: int) -> int:
        return state.dead & self.side(state, seat)

    def actions(self, state: State, seat: int, verb: str) -> list[Action]:
        discs = self.discs(state, seat)
        if not discs:
            return []
        free = [spot.place for spot in state.spots(seat) if not spot.blocking]
        names = state.table.names
        return [Action(verb, (names[disc], place)) for disc in members(discs) for place in free]

    def promising(self, state: State, seat: int, verb: str) -> list[Action]:
        discs = list(members(self.discs(state, seat)))[:1]
        return [Action(verb, (state.table.names[disc], place)) for disc in discs for place in state.spots_ahead(seat)]

    def refusal(self, state: State, seat: int, disc: int, place: Place | None) -> Refusal | None:
        assert place is not None
        if not self.discs(state, seat) >> disc & 1:
            name = {"disc": state.table.names[disc]}
            if not self.side(state, seat) >> disc & 1:
                return Refusal("wrong_side", "face-cards", name)
            return Refusal("not_dead", "face-cards", name)
        return state.misfit(disc, place)

    def do(self, state: State, seat: int, disc: int, place: Place | None, events: Events) -> None:
        assert place is not None
        state.dead ^= 1 << disc
        state.put(disc, place)
        if events is not None:
            data = {"owner": state.table.owner(disc), "disc": state.table.names[disc], "point": point(place)}
            events.append(Event("revived", data))

    def some(self, state: State, seat: int, verb: str, rng: Rng) -> Action | None:
        discs = list(members(self.discs(state, seat)))
        if not discs:
            return None
        disc = rng.choice(discs)
        plane = state.table.plane
        span = plane.high - plane.low + 1
        for _ in range(8):
            beside = list(members(state.here))
            place = state.beside(rng.choice(beside), seat, rng) if beside else (plane.low, plane.low)
            if state.misfit(disc, place) is None:
                return Action(verb, (state.table.names[disc], place))
            place = (plane.low + rng.randrange(span), plane.low + rng.randrange(span))
            if state.misfit(disc, place) is None:
                return Action(verb, (state.table.names[disc], place))
        return None


# -- the state ---------------------------------------------------------------------------------------------------------


class Table:
    """What does not change during a game: the parts and the options, ready to hand."""

    def __init__(self, parts: Parts, options: Options) -> None:
        self.parts = parts
        self.discs: int = options["discs"]
        self.hand: int = options["hand"]
        self.nucleus: bool = options["win"] == "nucleus"
        self.push: bool = options["slide"] == "push"
        self.pairwise: bool = options["combat"] == "pairwise"
        self.plane = Plane(2 * self.discs, round(options["radius"] * UNIT))
        count = self.discs
        self.names = [f"{colour}{number}" for colour in COLOURS for number in range(1, count + 1)]
        self.ids = {name: disc for disc, name in enumerate(self.names)}
        red = (1 << count) - 1
        self.side: tuple[int, int, int] = (0, red, red << count)
        """The discs of each seat."""
        self.everyone: int = red | red << count
        self.deck = [card.rank + suit for suit in parts.suits for card in parts.cards.values()]
        self.kind = {card.rank + suit: name for suit in parts.suits for name, card in parts.cards.items()}
        self.strength = {
            face: strength for face, name in self.kind.items() if (strength := parts.cards[name].strength) is not None
        }
        self.effects: dict[str, Effect] = {name: card.effect[0] for name, card in parts.cards.items() if card.effect}
        self.formations = {name: self._formation(size) for name, size in parts.formations.items()}
        self.weighed: dict[tuple[Any, ...], list[Action]] = {}
        """The moves worth weighing by seat and board: a search comes to the same boards again and again."""

    def owner(self, disc: int) -> int:
        return 1 if disc < self.discs else 2

    def numbers(self, seat: int) -> range:
        """Return the discs of a seat, ascending."""
        return range((seat - 1) * self.discs, seat * self.discs)

    def arrangements(self, seat: int) -> dict[str, Action]:
        """Return the ready arrangements by name, each layout once."""
        found: dict[str, Action] = {}
        for name, places in self.formations.items():
            own = tuple((x, y if seat == 1 else self.plane.side - y) for x, y in places)
            if own and Action("arrange", own) not in found.values():
                found[name] = Action("arrange", own)
        return found

    def _formation(self, size: int) -> list[Place]:
        """Lay all discs for Red in groups of about `size`, side by side, each in columns; none where they lack room."""
        plane, width = self.plane, self.plane.width
        sizes = [size] * (self.discs // size) or [self.discs]
        for k in range(self.discs - sum(sizes)):
            sizes[k % len(sizes)] += 1
        deep = min(3, self.parts.rows * UNIT // width)
        if not deep:
            return []
        shallow = min(3 if size == 3 else 2, deep)
        across = {rows: sum(-(-group // rows) for group in sizes) * width for rows in range(shallow, deep + 1)}
        rows = next((rows for rows, wide in across.items() if wide + 50 * (len(sizes) + 1) <= plane.side), deep)
        gap = (plane.side - across[rows]) // (len(sizes) + 1)
        if gap < 0 or (gap <= TOUCHING and len(sizes) > 1):
            return []
        places: list[Place] = []
        x = gap + plane.radius
        for group in sizes:
            for k in range(group):
                column, row = divmod(k, rows)
                places.append((x + column * width, self.parts.rows * UNIT - plane.radius - row * width))
            x += -(-group // rows) * width + gap
        return places


class State:
    """A game under way."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.phase = "arrange"
        self.due = "deal"  # what chance owes: deal, card, reshuffle, or nothing
        self.turn = 1
        self.board: list[Place | None] = [None] * len(table.names)
        self.links = [0] * len(table.names)
        self.here = 0  # the discs on the board
        self.dead = 0
        # cards: hands in the order in which they came; the deck is so many of the cards of `pool`
        self.hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self.pool: tuple[str, ...] = tuple(sorted(table.deck))
        self.deck = len(table.deck)
        self.order: tuple[str, ...] | None = None  # the deck, next first, where a position named it
        self.discard: tuple[str, ...] = ()
        self.held: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # in the hands since before the last reshuffle
        self.box: tuple[str, ...] = ()  # cards that a position left out, which the hands could hold all the same
        # the turn
        self.moves_left = 0
        self.drawn = False
        self.stirred = False  # whether this turn is not a quiet one
        self.quiet = 0
        self.best: tuple[int, int] = (0, table.plane.side)
        # the nucleus game: each seat's nucleus, and the seats that have lost theirs
        self.nucleus: tuple[int | None, int | None] = (None, None)
        self.fallen: tuple[int, ...] = ()
        # combat: who fights (0: no combat, or a pair is yet to be picked), with what, and who made the contact
        self.combat = 0
        self.chosen: tuple[str | None, str | None] = (None, None)
        self.maker = 0
        self.over: Result | None = None
        self._spots: tuple[list[Spot] | None, list[Spot] | None] = (None, None)

    def clone(self) -> State:
        copy = State.__new__(State)
        copy.__dict__.update(self.__dict__)
        copy.board = self.board[:]
        copy.links = self.links[:]
        return copy

    # -- who acts, and what may be done --------------------------------------------------------------------------------

    def to_act(self) -> tuple[int, ...]:
        if self.over:
            return ()
        if self.due:
            return (0,)
        if self.phase == "turn":
            return (self.turn,)
        if self.phase == "combat" and not self.combat:
            return (self.maker,)
        return tuple(seat for seat in (1, 2) if not self._is_done(seat))

    def _is_done(self, seat: int) -> bool:
        """Tell whether a seat has made the secret choice of this phase."""
        if self.phase == "arrange":
            return bool(self.standing(seat))
        return (self.nucleus if self.phase == "nucleus" else self.chosen)[seat - 1] is not None

    def result(self) -> Result | None:
        return self.over

    def legal(self, seat: int) -> list[Action]:
        if self.over or self.due or seat not in (1, 2):
            return []
        actions = self._answers(seat) if seat in self.to_act() else []
        return actions + self._face_actions(seat)

    def _answers(self, seat: int) -> list[Action]:
        """List what a seat that must act may do, without face cards."""
        if self.phase == "turn":
            actions = self._moves(seat)
            if self._draw_refusal(seat) is None:
                actions.append(DRAW)
            actions.append(END)
            return actions
        if self.phase == "combat":
            return self._pairs() if not self.combat else self._fights(seat)
        if self.phase == "arrange":
            return list(self.table.arrangements(seat).values())
        return [act("nucleus", self.table.names[disc]) for disc in members(self.standing(seat))]

    def _moves(self, seat: int) -> list[Action]:
        if not self.moves_left:
            return []
        names = self.table.names
        spots = self.spots(seat)
        free = [spot for spot in spots if not spot.blocking]
        actions = []
        for amoeba in self.amoebae(seat):
            near = [(place, touched & amoeba) for place, touched, _ in free if touched & amoeba]
            for disc in members(amoeba):
                bit = 1 << disc
                name = names[disc]
                actions += [Action("move", (name, place)) for place, touched in near if touched != bit]
                actions += [
                    Action("move", (name, place))
                    for place, touched, blocking in spots
                    if blocking == bit and touched & amoeba & ~bit
                ]
        return actions

    def _fights(self, seat: int) -> list[Action]:
        ranks = dict.fromkeys(face[:-1] for face in self.hands[seat - 1] if face in self.table.strength)
        return [*(act("fight", rank) for rank in ranks), act("fight", NONE)]

    def _pairs(self) -> list[Action]:
        names, black = self.table.names, self.table.side[2]
        return [
            act("pair", names[red], names[other])
            for red in members(self.standing(1))
            for other in members(self.links[red] & black)
        ]

    def _face_actions(self, seat: int) -> list[Action]:
        if self.phase not in ("turn", "combat"):
            return []
        effects = self.table.effects
        return [
            action
            for verb in self._kinds(seat)
            if verb in effects
            for action in effects[verb].actions(self, seat, verb)
        ]

    def _kinds(self, seat: int) -> list[str]:
        """List the kinds of cards in a hand, each once."""
        return list(dict.fromkeys(self.table.kind[face] for face in self.hands[seat - 1]))

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        verb = action.verb
        if self.over:
            return Refusal("over", "end")
        if seat == 0:
            return self._chance_refusal(action)
        if seat not in (1, 2):
            return Refusal("no_seat", "play", {"number": seat})
        if verb in ("deal", "card", "reshuffle"):
            return Refusal("only_chance", "cards")
        if self.due:
            return Refusal("card_due", "cards")
        if verb not in REFUSE:
            return self._face_refusal(seat, action)
        if verb not in self._expected():
            return self._expected_refusal()
        if seat not in self.to_act():
            if self.phase == "turn" or (self.phase == "combat" and not self.combat):
                return Refusal("not_your_turn", "play", {"seat": self.to_act()[0]})
            return Refusal("chosen_already", "combat")
        return REFUSE[verb](self, seat, action)

    def _expected(self) -> tuple[str, ...]:
        if self.phase == "combat":
            return ("fight",) if self.combat else ("pair",)
        return ("move", "draw", "end") if self.phase == "turn" else (self.phase,)

    def _expected_refusal(self) -> Refusal:
        verb = self._expected()[0]
        if verb == "arrange":
            return Refusal("expected_arrange", "arrangement")
        if verb == "nucleus":
            return Refusal("expected_nucleus", "nucleus-game")
        if verb == "fight":
            return Refusal("expected_fight", "combat")
        if verb == "pair":
            return Refusal("expected_pair", "pairwise")
        return Refusal("expected_move", "turn")

    def _chance_refusal(self, action: Action) -> Refusal | None:
        if not self.due:
            return Refusal("chance_not_due", "cards")
        if action.verb != self.due:
            return Refusal("chance_due", "cards", {"known": self.due})
        if action.verb == "reshuffle":
            return None
        if action.verb == "card":
            known = self.pool if self.order is None else self.order[:1]
            return None if action.args[0] in known else Refusal("not_in_deck", "cards", {"value": action.args[0]})
        count = 2 * self.table.hand
        if len(action.args) != count or len(set(action.args)) != count:
            return Refusal("wrong_deal", "cards", {"count": count})
        for face in action.args:
            if face not in self.pool:
                return Refusal("not_in_deck", "cards", {"value": face})
        return None

    def _draw_refusal(self, seat: int, action: Action = DRAW) -> Refusal | None:
        if self.drawn:
            return Refusal("drawn_already", "turn")
        if len(self.hands[seat - 1]) >= self.table.hand:
            return Refusal("hand_full", "turn", {"count": self.table.hand})
        if not self.deck and not self.discard:
            return Refusal("no_cards", "cards")
        return None

    def _end_refusal(self, seat: int, action: Action) -> Refusal | None:
        return None

    def _move_refusal(self, seat: int, action: Action) -> Refusal | None:
        name, place = action.args
        if not self.moves_left:
            return Refusal("no_moves_left", "moves")
        disc = self.table.ids.get(name)
        if disc is None:
            return Refusal("no_disc", "moves", {"disc": name, "count": self.table.discs})
        if self.table.owner(disc) != seat:
            return Refusal("not_yours", "moves", {"disc": name})
        if self.board[disc] is None:
            return Refusal("not_on_board", "moves", {"disc": name})
        amoeba = self.amoeba(disc)
        if not amoeba & amoeba - 1:
            return Refusal("single_disc", "moves", {"disc": name})
        misfit = self.misfit(disc, place)
        if misfit is not None:
            return misfit
        if not self.table.plane.touching(self.board, place, disc) & amoeba:
            return Refusal("not_beside_amoeba", "moves", {"disc": name})
        return None

    def misfit(self, disc: int, place: Place) -> Refusal | None:
        """Say why a disc cannot lie at a place: it would leave the board, or overlap another."""
        plane = self.table.plane
        if not plane.inside(place):
            return Refusal("off_board", "moves", {"low": plane.low / UNIT, "high": plane.high / UNIT})
        overlapped = plane.overlapping(self.board, place, disc)
        if overlapped:
            return Refusal("overlaps", "moves", {"disc": self.table.names[next(members(overlapped))]})
        return None

    def _arrange_refusal(self, seat: int, action: Action) -> Refusal | None:
        plane, numbers = self.table.plane, self.table.numbers(seat)
        if len(action.args) != len(numbers):
            return Refusal("arrange_all", "arrangement", {"count": len(numbers), "number": len(action.args)})
        board: list[Place | None] = [None] * len(self.board)
        for disc, place in zip(numbers, action.args, strict=True):
            board[disc] = place
        rows = self.table.parts.rows
        low, high = (0, rows * UNIT) if seat == 1 else (plane.side - rows * UNIT, plane.side)
        for disc, (x, y) in zip(numbers, action.args, strict=True):
            name = self.table.names[disc]
            if not (plane.inside((x, y)) and low <= y - plane.radius and y + plane.radius <= high):
                return Refusal("outside_rows", "arrangement", {"disc": name, "count": rows})
        for disc, place in zip(numbers, action.args, strict=True):
            overlapped = plane.overlapping(board, place, disc)
            if overlapped:
                other = self.table.names[next(members(overlapped))]
                return Refusal("discs_overlap", "arrangement", {"disc": self.table.names[disc], "other": other})
        for disc, place in zip(numbers, action.args, strict=True):
            if not plane.touching(board, place, disc):
                return Refusal("touches_none", "arrangement", {"disc": self.table.names[disc]})
        return None

    def _nucleus_refusal(self, seat: int, action: Action) -> Refusal | None:
        disc = self.table.ids.get(action.args[0])
        if disc is None:
            return Refusal("no_disc", "nucleus-game", {"disc": action.args[0], "count": self.table.discs})
        if self.table.owner(disc) != seat:
            return Refusal("not_yours", "nucleus-game", {"disc": action.args[0]})
        if self.board[disc] is None:
            return Refusal("not_on_board", "nucleus-game", {"disc": action.args[0]})
        return None

    def _fight_refusal(self, seat: int, action: Action) -> Refusal | None:
        if action in self._fights(seat):
            return None
        return Refusal("numeral_not_held", "combat", {"value": action.args[0]})

    def _pair_refusal(self, seat: int, action: Action) -> Refusal | None:
        if action in self._pairs():
            return None
        return Refusal("no_such_pair", "pairwise", {"disc": action.args[0], "other": action.args[1]})

    def _face_refusal(self, seat: int, action: Action) -> Refusal | None:
        verb, args = action
        effects = self.table.effects
        if verb not in effects:
            return Refusal("no_such_card", "face-cards", {"value": verb, "near": _near(verb, effects)})
        if self.phase not in ("turn", "combat"):
            return Refusal("no_cards_yet", "face-cards")
        if verb not in self._kinds(seat):
            return Refusal("card_not_held", "face-cards", {"card": verb})
        disc = self.table.ids.get(args[0])
        if disc is None:
            return Refusal("no_disc", "face-cards", {"disc": args[0], "count": self.table.discs})
        effect = effects[verb]
        place = args[1] if len(args) > 1 else None
        if (place is None) == effect.placed:
            return Refusal("place_needed" if effect.placed else "no_place_needed", "notation", {"card": verb})
        return effect.refusal(self, seat, disc, place)

    # -- doing it ------------------------------------------------------------------------------------------------------

    def apply(self, seat: int, action: Action, events: Events = None) -> None:
        DO.get(action.verb, State._play_face)(self, seat, action, events)

    # cards

    def draw(self, rng: Rng) -> Action:
        if self.due == "reshuffle":
            return RESHUFFLE
        if self.due == "card":
            return act("card", self.order[0] if self.order else rng.choice(self.pool))
        cards = list(self.pool)
        rng.shuffle(cards)
        return Action("deal", tuple(cards[: 2 * self.table.hand]))

    def _deal(self, seat: int, action: Action, events: Events) -> None:
        size = self.table.hand
        self.hands = (action.args[:size], action.args[size:])
        self.pool = tuple(face for face in self.pool if face not in action.args)
        self.deck -= len(action.args)
        self.due = ""
        if events is not None:
            events.append(Event("dealt", {"count": size}))
            for owner in (1, 2):
                faces = list(self.hands[owner - 1])
                data = {"seat": owner, "cards": [self.table.kind[face] for face in faces], "faces": faces}
                events.append(Event("reveal", data, (owner,)))

    def _draw(self, seat: int, action: Action, events: Events) -> None:
        self.drawn = True
        self.due = "card" if self.deck else "reshuffle"
        if events is not None:
            events.append(Event("draws", {"seat": seat}))

    def _reshuffle(self, seat: int, action: Action, events: Events) -> None:
        self.box += self.pool
        self.pool = tuple(sorted(self.discard))
        self.deck = len(self.pool)
        self.order = None
        self.discard = ()
        self.held = self.hands
        self.due = "card"
        if events is not None:
            events.append(Event("reshuffled", {"count": self.deck}))

    def _card(self, seat: int, action: Action, events: Events) -> None:
        face = action.args[0]
        self.pool = tuple(other for other in self.pool if other != face)
        self.deck -= 1
        if self.order is not None:
            self.order = self.order[1:]
        self._set_hand(self.turn, (*self.hands[self.turn - 1], face))
        self.due = ""
        if events is not None:
            events.append(Event("card_comes", {"seat": self.turn}))
            data = {"seat": self.turn, "card": self.table.kind[face], "face": face}
            events.append(Event("reveal", data, (self.turn,)))

    def _set_hand(self, seat: int, hand: tuple[str, ...]) -> None:
        self.hands = (hand, self.hands[1]) if seat == 1 else (self.hands[0], hand)

    def _spend(self, seat: int, face: str) -> None:
        self._set_hand(seat, tuple(other for other in self.hands[seat - 1] if other != face))
        one, two = self.held
        if face in self.held[seat - 1]:
            left = tuple(other for other in self.held[seat - 1] if other != face)
            self.held = (left, two) if seat == 1 else (one, left)
        self.discard += (face,)

    # preparation

    def _arrange(self, seat: int, action: Action, events: Events) -> None:
        for disc, place in zip(self.table.numbers(seat), action.args, strict=True):
            self.board[disc] = place
        self.here |= self.table.side[seat]
        if events is not None:
            events.append(Event("arranges", {"seat": seat}))
        if not self._is_done(3 - seat):
            return
        self.links = self.table.plane.links(self.board)
        if events is not None:
            events.append(Event("reveal", {"discs": self._points()}))
        if self.table.nucleus:
            self.phase = "nucleus"
        else:
            self._first_turn(events)

    def _name_nucleus(self, seat: int, action: Action, events: Events) -> None:
        disc = self.table.ids[action.args[0]]
        one, two = self.nucleus
        self.nucleus = (disc, two) if seat == 1 else (one, disc)
        if events is not None:
            events.append(Event("names_nucleus", {"seat": seat}))
        if not self._is_done(3 - seat):
            return
        if events is not None:
            names = [self.table.names[disc] for disc in self.nucleus if disc is not None]
            events.append(Event("reveal", {"nuclei": names}))
        self._first_turn(events)

    def _first_turn(self, events: Events) -> None:
        self.best = self._nearest()
        self._begin_turn(1, events)

    # turns

    def _begin_turn(self, seat: int, events: Events) -> None:
        self.phase, self.turn = "turn", seat
        self.moves_left = len(self.amoebae(seat))
        self.drawn = self.stirred = False
        if events is not None:
            events.append(Event("turn_begins", {"seat": seat, "count": self.moves_left}))

    def _end_turn(self, seat: int, action: Action, events: Events) -> None:
        if events is not None:
            events.append(Event("ends_turn", {"seat": seat}))
        self.quiet = 0 if self.stirred else self.quiet + 1
        if self.quiet >= self.table.parts.quiet:
            self._end((1, 2), "quiet", events)
        else:
            self._begin_turn(3 - seat, events)

    def _move(self, seat: int, action: Action, events: Events) -> None:
        name, place = action.args
        disc = self.table.ids[name]
        start = self.board[disc]
        assert start is not None
        self.moves_left -= 1
        self.put(disc, place)
        if events is not None:
            data = {"seat": seat, "disc": name, "start": point(start), "point": point(place)}
            events.append(Event("moves", {**data, "count": self.moves_left}))
        self._settle(seat, events)

    def _play_face(self, seat: int, action: Action, events: Events) -> None:
        verb, args = action
        face = next(face for face in self.hands[seat - 1] if self.table.kind[face] == verb)
        self._spend(seat, face)
        disc = self.table.ids[args[0]]
        if events is not None:
            owner = self.table.owner(disc)
            events.append(Event("plays", {"seat": seat, "card": verb, "face": face, "owner": owner, "disc": args[0]}))
        self.table.effects[verb].do(self, seat, disc, args[1] if len(args) > 1 else None, events)
        self._settle(seat, events)

    # combat

    def _pair(self, seat: int, action: Action, events: Events) -> None:
        red, black = (self.table.ids[name] for name in action.args)
        self.combat = self.amoeba(red) | self.amoeba(black)
        self._announce(events)

    def _fight(self, seat: int, action: Action, events: Events) -> None:
        rank = action.args[0]
        strength = self.table.strength
        face = next((face for face in self.hands[seat - 1] if face in strength and face[:-1] == rank), NONE)
        one, two = self.chosen
        self.chosen = (face, two) if seat == 1 else (one, face)
        if events is not None:
            events.append(Event("chooses", {"seat": seat}))
        if self._is_done(3 - seat):
            self._resolve(events)

    def _resolve(self, events: Events) -> None:
        """Compare the totals of both sides, remove what is lost, and go on."""
        table, fighting = self.table, self.combat
        chosen = [face or NONE for face in self.chosen]
        counts = [(fighting & table.side[seat]).bit_count() for seat in (1, 2)]
        added = [table.strength.get(face, 0) for face in chosen]
        totals = [count + more for count, more in zip(counts, added, strict=True)]
        for seat, face in enumerate(chosen, 1):
            if face != NONE:
                self._spend(seat, face)
        losers = [seat for seat in (1, 2) if totals[seat - 1] <= totals[2 - seat]]
        lost = self._lost(losers)
        if events is not None:
            for seat, face in enumerate(chosen, 1):
                data = {"seat": seat, "count": counts[seat - 1], "total": totals[seat - 1]}
                if face == NONE:
                    events.append(Event("reveal", {**data, "without": True}))
                else:
                    kind = table.kind[face]
                    events.append(Event("reveal", {**data, "numeral": added[seat - 1], "card": kind, "face": face}))
            if len(losers) == 2:
                events.append(Event("combat_tied", {"total": totals[0]}))
            else:
                winner = 3 - losers[0]
                data = {"winner": winner, "total": totals[winner - 1], "other": totals[losers[0] - 1]}
                events.append(Event("combat_won", data))
        self.combat, self.chosen = 0, (None, None)
        self.remove(lost, "falls", events)
        self._settle(self.maker, events)

    def _lost(self, losers: list[int]) -> int:
        """Return the discs of these sides that touch an enemy in the combat."""
        fighting, side = self.combat, self.table.side
        return sum(
            1 << disc
            for seat in losers
            for disc in members(fighting & side[seat])
            if self.links[disc] & fighting & side[3 - seat]
        )

    # what follows from what lies where

    def _settle(self, seat: int, events: Events) -> None:
        """Let lone discs die, then go on with the combat, begin the next, or judge the game; `seat` acted."""
        lone = sum([1 << disc for disc in members(self.here) if not self.links[disc]])
        self.remove(lone, "dies", events)
        contacts = self._contacts()
        if self.combat:
            left = self._still_fighting(contacts)
            if left:
                if left != self.combat:
                    self.combat = left
                    self._announce(events)
                return
            self.combat, self.chosen = 0, (None, None)
            if events is not None:
                events.append(Event("combat_void"))
        if contacts:
            self.phase = "combat"
            if self.table.pairwise:
                self.maker = self.maker or seat
                if events is not None:
                    events.append(Event("contact", {"seat": self.maker}))
            else:
                self.maker = seat
                self.combat = self._first(contacts)
                self._announce(events)
            return
        self.phase, self.maker = "turn", 0
        self._judge(events)

    def _contacts(self) -> list[int]:
        """List what could fight: touching groups of both sides, or, pairwise, two amoebae that touch."""
        red, black = self.table.side[1:]
        if not any(self.links[disc] & black for disc in members(self.standing(1))):
            return []
        if not self.table.pairwise:
            return [group for group in groups(self.links, self.here) if group & red and group & black]
        reds, blacks = (groups(self.links, self.standing(seat)) for seat in (1, 2))
        return [one | two for one in reds for two in blacks if any(self.links[disc] & two for disc in members(one))]

    def _still_fighting(self, contacts: list[int]) -> int:
        """Return what goes on with a combat that something may have changed, or 0."""
        still = [group for group in contacts if group & self.combat]
        if self.table.pairwise:
            # Better the same two amoebae than one of them against a third that touches it as well.
            red, black = (self.combat & self.table.side[seat] for seat in (1, 2))
            still = [group for group in still if group & red and group & black] or still
        return self._first(still) if still else 0

    def _first(self, contacts: list[int]) -> int:
        """Return the group with the lowest disc of the turn's player, then of the other."""
        own, other = self.table.side[self.turn], self.table.side[3 - self.turn]
        return min(contacts, key=lambda group: (group & own & -(group & own), group & other & -(group & other)))

    def _announce(self, events: Events) -> None:
        if events is not None:
            counts = [(self.combat & self.table.side[seat]).bit_count() for seat in (1, 2)]
            names = self._names(self.combat)
            events.append(Event("combat_begins", {"discs": names, "red": counts[0], "black": counts[1]}))

    def _judge(self, events: Events) -> None:
        """See who came nearer, and whether the game is over; no combat is left."""
        plane, board = self.table.plane, self.board
        near, best = self._nearest(), self.best
        if near[0] > best[0] or near[1] < best[1]:
            self.best = (max(near[0], best[0]), min(near[1], best[1]))
            self._stir()
        empty = [seat for seat in (1, 2) if not self.standing(seat)]
        lost = sorted({*empty, *self.fallen})
        if len(lost) == 2:
            self._end((1, 2), "both_lost", events)
        elif lost:
            winners = (3 - lost[0],)
            if empty:
                self._end(winners, "no_discs", events)
            else:
                self._end(winners, "nucleus", events)
        elif not self.table.nucleus:
            reached = tuple(
                seat
                for seat in (1, 2)
                if any(
                    self.links[disc] & self.table.side[seat] and plane.at_far_edge(place, seat == 1)
                    for disc in members(self.standing(seat))
                    if (place := board[disc]) is not None
                )
            )
            if reached:
                self._end(reached, "far_side", events)

    def _nearest(self) -> tuple[int, int]:
        """Return each side's y nearest to the opponent's edge; its own edge where it has no discs."""
        count = self.table.discs
        red = [place[1] for place in self.board[:count] if place is not None]
        black = [place[1] for place in self.board[count:] if place is not None]
        return max(red, default=0), min(black, default=self.table.plane.side)

    def _stir(self) -> None:
        self.stirred = True
        self.quiet = 0

    def _end(self, winners: tuple[int, ...], reason: str, events: Events) -> None:
        self.phase = "over"
        self.over = Result(winners, reason)
        if events is not None:
            if len(winners) == 1:
                events.append(Event("wins", {"winner": winners[0], "reason": reason}))
            else:
                events.append(Event("draw", {"seats": list(winners), "reason": reason}))

    # -- what effects do to the board ----------------------------------------------------------------------------------

    def standing(self, seat: int) -> int:
        """Return a seat's discs on the board."""
        return self.here & self.table.side[seat]

    def amoeba(self, disc: int) -> int:
        """Return the amoeba of a disc on the board."""
        own = self.standing(self.table.owner(disc))
        return next(group for group in groups(self.links, own) if group >> disc & 1)

    def amoebae(self, seat: int) -> list[int]:
        """List a seat's amoebae of two discs or more."""
        return [group for group in groups(self.links, self.standing(seat)) if group & group - 1]

    def nuclei(self) -> int:
        return sum(1 << disc for disc in self.nucleus if disc is not None)

    def put(self, disc: int, place: Place) -> None:
        """Put a disc somewhere and see what it touches."""
        self._unlink(disc)
        self.board[disc] = place
        self.here |= 1 << disc
        touched = self.links[disc] = self.table.plane.touching(self.board, place, disc)
        for other in members(touched):
            self.links[other] |= 1 << disc
        self._spots = (None, None)

    def _unlink(self, disc: int) -> None:
        for other in members(self.links[disc]):
            self.links[other] &= ~(1 << disc)
        self.links[disc] = 0

    def remove(self, discs: int, kind: str, events: Events) -> None:
        """Take discs off the board: `removed` by a card, `falls` in combat, `dies` alone."""
        if not discs:
            return
        if events is not None:
            for disc in members(discs):
                place = self.board[disc]
                assert place is not None
                data = {"owner": self.table.owner(disc), "disc": self.table.names[disc], "point": point(place)}
                events.append(Event(kind, data))
        for disc in members(discs):
            self._unlink(disc)
            self.board[disc] = None
        self.here &= ~discs
        self.dead |= discs
        self._spots = (None, None)
        self._stir()
        for seat, disc_or_none in enumerate(self.nucleus, 1):
            if disc_or_none is not None and discs >> disc_or_none & 1 and seat not in self.fallen:
                self.fallen = tuple(sorted((*self.fallen, seat)))

    def slide(self, disc: int, upwards: bool, widths: int, events: Events) -> None:
        """Slide a disc up or down the board by so many disc widths."""
        before = self.board
        self.board = self.table.plane.slide(before, disc, upwards, widths, self.table.push)
        shifted = [other for other, place in enumerate(before) if place != self.board[other]]
        for other in shifted:
            place = self.board[other]
            assert place is not None
            self.put(other, place)
        if events is None:
            return
        moved = []
        for other in (disc, *(other for other in shifted if other != disc)):
            start, place = before[other], self.board[other]
            assert start is not None and place is not None
            moved.append({"disc": self.table.names[other], "start": point(start), "point": point(place)})
        data: dict[str, Any] = {"disc": self.table.names[disc], "owner": self.table.owner(disc)}
        data["start"] = moved[0]["start"]
        data["point"] = moved[0]["point"]
        data["pushed"] = moved[1:]
        data["count"] = len(moved) - 1
        events.append(Event("slides", data))

    # -- places worth trying -------------------------------------------------------------------------------------------

    def spots(self, seat: int) -> list[Spot]:
        """List the places of interest to a seat: beside any disc, with at most one of its own in the way."""
        kept = self._spots[seat - 1]
        if kept is None:
            kept = self.table.plane.spots(self.board, self.here, self.table.side[seat], seat == 1)
            one, two = self._spots
            self._spots = (kept, two) if seat == 1 else (one, kept)
        return kept

    def beside(self, disc: int, seat: int, rng: Rng) -> Place:
        """Return a place at random where a disc would touch another; the half ahead of it comes up more often."""
        place = self.board[disc]
        assert place is not None
        angle = math.pi * (rng.random() if rng.random() < 0.5 else 2 * rng.random())
        width = self.table.plane.width
        ahead = width if seat == 1 else -width
        return place[0] + round(width * math.cos(angle)), place[1] + round(ahead * math.sin(angle))

    def sample(self, seat: int, rng: Rng) -> Action:
        if self.phase == "turn":
            if self._kinds(seat) and rng.random() < 0.15:
                face = self._some_face(seat, rng)
                if face is not None:
                    return face
            if rng.random() < 0.5 and self._draw_refusal(seat) is None:
                return DRAW
            if self.moves_left and rng.random() < 0.9:
                return self._some_move(seat, rng) or END
            return END
        if self.phase == "combat" and rng.random() < 0.1:
            face = self._some_face(seat, rng)
            if face is not None:
                return face
        return rng.choice(self._answers(seat))

    def _some_face(self, seat: int, rng: Rng) -> Action | None:
        verbs = [verb for verb in self._kinds(seat) if verb in self.table.effects]
        if not verbs:
            return None
        verb = rng.choice(verbs)
        return self.table.effects[verb].some(self, seat, verb, rng)

    def _some_move(self, seat: int, rng: Rng) -> Action | None:
        amoebae = self.amoebae(seat)
        if not amoebae:
            return None
        plane = self.table.plane
        for _ in range(8):
            amoeba = rng.choice(amoebae)
            discs = list(members(amoeba))
            disc = rng.choice(discs)
            other = rng.choice([other for other in discs if other != disc])
            place = self.beside(other, seat, rng)
            if plane.inside(place) and not plane.overlapping(self.board, place, disc):
                return Action("move", (self.table.names[disc], place))
        return None

    def timeout(self, seat: int) -> Action:
        if self.phase == "turn":
            return END
        return act("fight", NONE) if self.combat else self._answers(seat)[0]

    # -- what a seat sees ----------------------------------------------------------------------------------------------

    def _seen(self, view: View) -> Iterator[tuple[int, Place]]:
        """Yield the discs on the board that a view can see."""
        hidden = view is not None and self.phase == "arrange"
        for disc, place in enumerate(self.board):
            if place is not None and not (hidden and self.table.owner(disc) != view):
                yield disc, place

    def _points(self, view: View = None) -> dict[str, list[float]]:
        return {self.table.names[disc]: point(place) for disc, place in self._seen(view)}

    def _names(self, discs: int) -> list[str]:
        return [self.table.names[disc] for disc in members(discs)]

    def position(self, view: View = None) -> dict[str, Any]:
        table = self.table
        return {
            "phase": self.phase,
            "turn": self.turn,
            "discs": self._points(view),
            "dead": {seat: self._names(self.dead & table.side[seat]) for seat in (1, 2)},
            "hands": {
                seat: list(hand) if view in (None, seat) else ["?"] * len(hand)
                for seat, hand in enumerate(self.hands, 1)
            },
            "deck": self.deck,
            "discard": list(self.discard),
            "due": self.due or None,
            "moves_left": self.moves_left,
            "drawn": self.drawn,
            "nucleus": {seat: self._nucleus_seen(seat, view) for seat in (1, 2)},
            "fallen": list(self.fallen),
            "combat": self._combat_seen(view),
            "quiet_turns": self.quiet,
            "stirred": self.stirred,
            "best": {seat: self.best[seat - 1] / UNIT for seat in (1, 2)},
        }

    def _nucleus_seen(self, seat: int, view: View) -> str | None:
        disc = self.nucleus[seat - 1]
        if disc is None:
            return None
        return "?" if self.phase == "nucleus" and view not in (None, seat) else self.table.names[disc]

    def _combat_seen(self, view: View) -> dict[str, Any] | None:
        if self.phase != "combat":
            return None
        chosen = {
            seat: face if view in (None, seat) else "?" for seat, face in enumerate(self.chosen, 1) if face is not None
        }
        seen: dict[str, Any] = {"discs": self._names(self.combat), "chosen": chosen}
        if self.table.pairwise:
            seen["picks"] = self.maker
        return seen

    def objects(self, view: View) -> dict[Identity, Address]:
        things: dict[Identity, Address] = {}
        seen = {disc for disc, _ in self._seen(view)}
        for disc, name in enumerate(self.table.names):
            if disc in seen:
                things[f"disc:{name}"] = f"disc:{name}"
            elif self.dead >> disc & 1:
                things[f"disc:{name}"] = f"dead:{name}"
            elif self.phase == "arrange":
                things[f"disc:{name}"] = f"tray:{name}"
        for seat, hand in enumerate(self.hands, 1):
            for number, face in enumerate(hand, 1):
                if view in (None, seat):
                    things[f"card:{face}"] = f"card:{face}"
                else:
                    things[f"back:{seat}.{number}"] = f"hand:{seat}.{number}"
        for face in self.discard:
            things[f"card:{face}"] = "discard"
        if self.deck:
            things["deck"] = "deck"
        return things

    def paths(self, seat: int, action: Action) -> list[Path]:
        verb, args = action
        if verb == "arrange":
            points = [Point(self.table.names[disc], _near_point(place)) for disc, place in self._laid(seat, args)]
            ways: list[Path] = [(Pick("button:arrange"), *points, Pick("button:arranged"))]
            ready = self.table.arrangements(seat).items()
            return [*((Pick(f"button:{name}"),) for name, arrangement in ready if arrangement == action), *ways]
        if verb == "nucleus":
            return [(Pick(f"disc:{args[0]}"),)]
        if verb == "move":
            return [(Pick(f"disc:{args[0]}"), Point("centre", _near_point(args[1])))]
        if verb == "fight":
            faces = [face for face in self.hands[seat - 1] if face[:-1] == args[0] and face in self.table.strength]
            return [(Pick("button:none"),)] if args[0] == NONE else [(Pick(f"card:{face}"),) for face in faces]
        if verb == "pair":
            one, two = Pick(f"disc:{args[0]}"), Pick(f"disc:{args[1]}")
            return [(one, two), (two, one)]
        if verb in self.table.effects:
            cards = [Pick(f"card:{face}") for face in self.hands[seat - 1] if self.table.kind[face] == verb]
            if len(args) > 1:
                end: Path = (Pick(f"dead:{args[0]}"), Point("centre", _near_point(args[1])))
            else:
                end = (Pick(f"disc:{args[0]}"),)
            return [(card, *end) for card in cards]
        return [(Pick(f"button:{verb}"),)]

    def _laid(self, seat: int, places: Sequence[Place]) -> list[tuple[int, Place]]:
        return list(zip(self.table.numbers(seat), places, strict=True))

    def make(self, seat: int, action: Action, values: tuple[Value, ...]) -> Action:
        places = tuple([(_read(x), _read(y)) for x, y in filter(_is_point, values)])
        if action.verb == "arrange" and places:
            return Action("arrange", places)
        if len(places) == 1 and len(action.args) > 1:
            return Action(action.verb, (action.args[0], places[0]))
        return action

    def why(self, seat: int, address: Address) -> Refusal:
        kind, _, rest = address.partition(":")
        if self.over:
            return Refusal("over", "end")
        if self.due:
            return Refusal("card_due", "cards")
        if kind == "card" and rest in self.table.kind and rest in self.hands[seat - 1]:
            return self._card_why(seat, rest)
        if kind == "hand":
            return Refusal("others_cards", "cards")
        if kind == "button" and rest == "draw":
            return self.refusal(seat, DRAW) or Refusal("something_else", "play")
        if seat not in self.to_act():
            if self.phase == "turn" or (self.phase == "combat" and not self.combat):
                return Refusal("not_your_turn", "play", {"seat": self.to_act()[0]})
            return Refusal("chosen_already", "combat")
        if self.phase == "turn" and kind == "disc" and rest in self.table.ids:
            return self._disc_why(seat, rest)
        return self._expected_refusal()

    def _card_why(self, seat: int, face: str) -> Refusal:
        if face in self.table.strength:
            return Refusal("numerals_in_combat" if self.phase == "turn" else "chosen_already", "combat")
        if self.phase not in ("turn", "combat"):
            return Refusal("no_cards_yet", "face-cards")
        return Refusal("nothing_for_card", "face-cards", {"card": self.table.kind[face]})

    def _disc_why(self, seat: int, name: str) -> Refusal:
        place = self.board[self.table.ids[name]] or (-1, -1)
        refusal = self.refusal(seat, Action("move", (name, place)))
        return refusal or Refusal("no_room", "moves", {"disc": name})

    def prompt(self, seat: int) -> Prompt:
        if self.over:
            return Prompt("over")
        if self.due:
            return Prompt("chance")
        acting = self.to_act()
        if seat not in acting:
            return Prompt("wait", {"seat": acting[0]})
        if self.phase == "turn":
            return Prompt("turn", {"seat": seat, "count": self.moves_left})
        if self.phase == "arrange":
            return Prompt("arrange", {"seat": seat, "count": self.table.discs})
        if self.phase == "nucleus":
            return Prompt("nucleus", {"seat": seat})
        if not self.combat:
            return Prompt("pair", {"seat": seat})
        own, other = ((self.combat & self.table.side[one]).bit_count() for one in (seat, 3 - seat))
        return Prompt("fight", {"seat": seat, "own": own, "other": other})

    # -- what a seat cannot tell apart ---------------------------------------------------------------------------------

    def resample(self, seat: int, rng: Rng) -> State:
        copy = self.clone()
        other = 3 - seat
        # The other's cards: those it held at the last reshuffle lie among what did not go into the deck then.
        hand, held = self.hands[other - 1], self.held[other - 1]
        old = sorted((*held, *self.box))
        new = sorted((*self.pool, *(face for face in hand if face not in held)))
        rng.shuffle(old)
        rng.shuffle(new)
        copy.box = tuple(sorted(old[len(held) :]))
        fresh = len(hand) - len(held)
        copy.pool = tuple(sorted(new[fresh:]))
        copy.order = None
        guess = (*old[: len(held)], *new[:fresh])
        copy._set_hand(other, guess)
        copy.held = (self.held[0], guess[: len(held)]) if seat == 1 else (guess[: len(held)], self.held[1])
        if self.phase == "arrange" and self.standing(other):
            formation = rng.choice(list(self.table.arrangements(other).values()))
            for disc, place in zip(self.table.numbers(other), formation.args, strict=True):
                copy.board[disc] = place
        if self.phase == "nucleus" and self.nucleus[other - 1] is not None:
            guessed = rng.choice(list(self.table.numbers(other)))
            copy.nucleus = (self.nucleus[0], guessed) if seat == 1 else (guessed, self.nucleus[1])
        if self.chosen[other - 1] is not None:
            numerals = [face for face in guess if face in self.table.strength]
            face = rng.choice([NONE, *dict.fromkeys(numerals)])
            face = next((one for one in numerals if one[:-1] == face[:-1]), NONE) if face != NONE else NONE
            copy.chosen = (self.chosen[0], face) if seat == 1 else (face, self.chosen[1])
        return copy

    def key(self) -> Hashable:
        return (
            self.phase,
            self.due,
            self.turn,
            tuple(self.board),
            self.dead,
            self.hands,
            (self.pool, self.deck, self.order, self.box),
            tuple(sorted(self.discard)),
            (self.moves_left, self.drawn, self.stirred, self.quiet, self.best),
            (self.nucleus, self.fallen),
            (self.combat, self.chosen, self.maker),
            self.over,
        )

    # -- what is worth trying ------------------------------------------------------------------------------------------

    def candidates(self, seat: int) -> list[Action]:
        """List the few legal actions that are worth weighing, by what the seat knows; [] where it has none."""
        if self.over or self.due or seat not in (1, 2):
            return []
        if seat not in self.to_act():
            return self._promising_faces(seat)
        if self.phase == "turn":
            if self._draw_refusal(seat) is None:
                return [DRAW]  # a card more is never worse
            return [*self._promising_moves(seat), *self._promising_faces(seat), END]
        if self.phase == "nucleus":
            return [act("nucleus", self.table.names[disc]) for disc in self.foremost(seat, self.standing(seat))[-4:]]
        if self.phase == "combat" and self.combat:
            return [*self._fights(seat), *self._promising_faces(seat)]
        return self._answers(seat)

    def foremost(self, seat: int, discs: int) -> list[int]:
        """List discs, those nearest to the edge opposite a seat first."""
        return sorted(members(discs), key=lambda disc: self._rank(seat, disc))

    def _rank(self, seat: int, disc: int) -> int:
        """Return what orders discs by how near they are to the edge opposite a seat."""
        place = self.board[disc]
        assert place is not None
        return -place[1] if seat == 1 else place[1]

    def _promising_moves(self, seat: int) -> list[Action]:
        """List moves ahead that touch no enemy, the farthest first, and those that begin the best combats."""
        if not self.moves_left:
            return []
        known = self.table.weighed
        key = (seat, *self.board)
        if key not in known:
            if len(known) >= KEPT:
                known.clear()
            known[key] = self._weigh_moves(seat)
        return known[key]

    def _weigh_moves(self, seat: int) -> list[Action]:
        table = self.table
        enemy = table.side[3 - seat]
        way = 1 if seat == 1 else -1
        enemies = groups(self.links, self.standing(3 - seat))
        ranks = [self.foremost(seat, amoeba) for amoeba in self.amoebae(seat)]
        ranks.sort(key=lambda ranked: self._rank(seat, ranked[0]))
        del ranks[AMOEBAE:]
        beside = sum([1 << disc for ranked in ranks for disc in ranked[:2]])
        spots = table.plane.spots(self.board, beside, table.side[seat], seat == 1)
        quiet: list[tuple[int, Action]] = []
        attacks: list[tuple[float, Action]] = []
        for ranked in ranks:
            amoeba = sum([1 << disc for disc in ranked])
            for lifted in ranked[-2:] if len(ranked) > 2 else ranked[-1:]:
                bit, name = 1 << lifted, table.names[lifted]
                start = self.board[lifted]
                assert start is not None
                ahead: list[tuple[int, Action]] = []
                for place, touched, blocking in spots:
                    if not touched & amoeba & ~bit or blocking not in (0, bit):
                        continue
                    action = Action("move", (name, place))
                    gain = way * (place[1] - start[1])
                    if not touched & enemy:
                        if gain > 0:
                            ahead.append((way * place[1], action))
                        continue
                    against = sum([group for group in enemies if group & touched])
                    struck = (touched & enemy).bit_count()
                    margin = len(ranked) - against.bit_count() + 0.4 * struck + gain / 8000
                    attacks.append((margin, action))
                ahead.sort(reverse=True)
                quiet += ahead[:2]
        quiet.sort(reverse=True)
        attacks.sort(reverse=True)
        return list(dict.fromkeys([action for _, action in [*quiet[:QUIET], *attacks[:ATTACKS]]]))

    def _promising_faces(self, seat: int) -> list[Action]:
        """List face cards on the discs where they do most: the foremost, those that hold others, those that fight."""
        if self.phase not in ("turn", "combat"):
            return []
        found: list[Action] = []
        for verb in self._kinds(seat):
            effect = self.table.effects.get(verb)
            if effect is not None:
                found += effect.promising(self, seat, verb)
        return list(dict.fromkeys(found))

    def weak(self, seat: int, enemies: int) -> list[int]:
        """List the other's discs whose going does most: those that others hang on, those that fight, the foremost."""
        ranked = self.foremost(3 - seat, enemies)
        weights = []
        for index, disc in enumerate(ranked):
            bit = 1 << disc
            hanging = sum([self.links[other] == bit for other in members(self.links[disc])])
            weights.append((hanging + (self.combat >> disc & 1) - index / 4, disc))
        weights.sort(reverse=True)
        return list(dict.fromkeys([*[disc for _, disc in weights[:2]], *ranked[:1]]))

    def spots_ahead(self, seat: int) -> list[Place]:
        """List where a disc put back does most: far ahead, beside its own, and in the combat."""
        enemy = self.table.side[3 - seat]
        way = 1 if seat == 1 else -1
        own = self.table.side[seat]
        free = sorted(
            [(way * place[1], place, touched) for place, touched, blocking in self.spots(seat) if not blocking],
            reverse=True,
        )
        safe = [(place, touched) for _, place, touched in free if touched & own and not touched & enemy]
        fighting = [place for place, touched in safe if touched & self.combat & own]
        return [*[place for place, _ in safe[:2]], *fighting[-1:]]

    def _best_numeral(self, seat: int) -> int:
        strength = self.table.strength
        return max([strength.get(face, 0) for face in self.hands[seat - 1]], default=0)

    # -- how good it looks ---------------------------------------------------------------------------------------------

    def evaluate(self, seat: int) -> float:
        """Guess how good the position is for a seat, 0 lost to 1 won; of a combat, as if each added its best."""
        if self.over:
            return 1 / len(self.over.winners) if seat in self.over.winners else 0.0
        standing = self.here & ~self._likely_lost() if self.combat else self.here
        edge = self._merit(seat, standing) - self._merit(3 - seat, standing)
        return 1 / (1 + math.exp(-edge))

    def _likely_lost(self) -> int:
        totals = []
        for seat, face in enumerate(self.chosen, 1):
            added = self._best_numeral(seat) if face is None else self.table.strength.get(face, 0)
            totals.append((self.combat & self.table.side[seat]).bit_count() + added)
        return self._lost([seat for seat in (1, 2) if totals[seat - 1] <= totals[2 - seat]])

    def _merit(self, seat: int, standing: int) -> float:
        """Weigh a side: its discs, how soon it could be across, how many moves it has, its cards."""
        table = self.table
        own = standing & table.side[seat]
        if not own:
            return -6.0
        amoebae = [group for group in groups(self.links, own) if group & group - 1]
        moves = max(1, len(amoebae))
        merit = 4.0 * own.bit_count() / table.discs + 0.25 * math.sqrt(len(amoebae))
        merit += sum([HELD if face in table.strength else 2 * HELD for face in self.hands[seat - 1]])
        if amoebae:
            left = self._way_left(seat, amoebae, standing & table.side[3 - seat])
            if self.phase in ("turn", "combat") and seat == self.turn:
                left = max(0.0, left - self.moves_left)
            else:
                left += 0.5
            merit += (0.6 if table.nucleus else RACE) * math.exp(-HASTE * left / math.sqrt(moves))
        nucleus = self.nucleus[seat - 1]
        if seat in self.fallen or (nucleus is not None and not standing >> nucleus & 1):
            merit -= 6.0
        return merit

    def _way_left(self, seat: int, amoebae: list[int], enemies: int) -> float:
        """Return how many moves the first amoeba is from the far edge; what is in its way counts more."""
        plane, board = self.table.plane, self.board
        others = [place for disc in members(enemies) if (place := board[disc]) is not None]
        fronts = []
        for amoeba in amoebae:
            places = [place for disc in members(amoeba) if (place := board[disc]) is not None]
            x, y = max(places, key=lambda place: place[1]) if seat == 1 else min(places, key=lambda place: place[1])
            fronts.append((plane.high - TOUCHING - y if seat == 1 else y - plane.low - TOUCHING, x))
        fronts.sort()
        way, least = plane.high if seat == 1 else plane.low, 99.0
        for distance, x in fronts:
            moves = max(0.0, distance / plane.width)
            if moves >= least:
                break
            blocked = any(abs(one[0] - x) <= plane.width and abs(one[1] - way) < distance for one in others)
            least = min(least, moves + (BLOCKED if blocked else 0.0))
        return least

    def playout(self, rng: Rng, trace: list[tuple[int, Action]] | None = None) -> Result:
        while self.over is None:
            acting = self.to_act()
            seat = acting[0] if len(acting) == 1 else rng.choice(acting)
            action = self.sample(seat, rng) if seat else self.draw(rng)
            if trace is not None:
                trace.append((seat, action))
            self.apply(seat, action)
        return self.over


def point(place: Place) -> list[float]:
    """Return a place in squares, as positions and events show it."""
    return [place[0] / UNIT, place[1] / UNIT]


def _near_point(place: Place) -> tuple[float, float]:
    return place[0] / UNIT, place[1] / UNIT


def _is_point(value: Value) -> TypeGuard[tuple[float, float]]:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(part, int | float) for part in value)


def _read(value: Any) -> int:
    """Return a coordinate that was pointed at in thousandths, within what can be written."""
    return round(min(max(float(value) * UNIT, -MOST), MOST))


def _near(name: Any, known: Mapping[str, Any]) -> str:
    """Return the nearest known name, or the first few."""
    return next(iter(get_close_matches(str(name), known, 1)), ", ".join(list(known)[:5]))


DO: Mapping[str, Callable[[State, int, Action, Events], None]] = {
    "deal": State._deal,
    "card": State._card,
    "reshuffle": State._reshuffle,
    "arrange": State._arrange,
    "nucleus": State._name_nucleus,
    "draw": State._draw,
    "move": State._move,
    "end": State._end_turn,
    "fight": State._fight,
    "pair": State._pair,
}
REFUSE: Mapping[str, Callable[[State, int, Action], Refusal | None]] = {
    "arrange": State._arrange_refusal,
    "nucleus": State._nucleus_refusal,
    "draw": State._draw_refusal,
    "move": State._move_refusal,
    "end": State._end_refusal,
    "fight": State._fight_refusal,
    "pair": State._pair_refusal,
}


# -- positions as input ------------------------------------------------------------------------------------------------


KEYS = (
    *("phase", "turn", "discs", "dead", "hands", "deck", "discard", "due", "moves_left", "drawn", "nucleus", "fallen"),
    *("combat", "quiet_turns", "stirred", "best"),
)


def _measure(value: Any, where: str) -> int:
    """Read a coordinate as whole thousandths."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < MOST / UNIT:
        raise Wrong(where, "not_a_number", value=value)
    scaled = value * UNIT
    if abs(scaled - round(scaled)) > 1e-6:
        raise Wrong(where, "not_thousandths", value=value)
    return round(scaled)


class _Setter:
    """Puts a fresh state into a position, or raises `Wrong`."""

    def __init__(self, state: State, position: Mapping[str, Any]) -> None:
        self.state = state
        self.table = state.table
        self.given = positions.mapping(position, "", KEYS)
        phase = self.given.get("phase", "turn")
        if phase not in ("arrange", "nucleus", "turn", "combat"):
            raise Wrong("phase", "wrong_phase", value=phase)
        if phase == "nucleus" and not self.table.nucleus:
            raise Wrong("phase", "nucleus_game_only", "nucleus-game")
        state.phase = phase
        state.turn = positions.whole(self.given.get("turn", 1), "turn", 1, 2)
        self._discs()
        self._cards()
        self._nuclei()
        self._progress()
        if phase in ("turn", "combat"):
            self._combat()
        elif self.given.get("combat") is not None:
            raise Wrong("combat", "no_contact", "combat")

    def _disc(self, name: Any, where: str) -> int:
        disc = self.table.ids.get(name) if isinstance(name, str) else None
        if disc is None:
            raise Wrong(where, "no_disc", disc=name, count=self.table.discs)
        return disc

    def _discs(self) -> None:
        state, table, plane = self.state, self.table, self.table.plane
        discs = self.given.get("discs", {})
        if not isinstance(discs, Mapping):
            raise Wrong("discs", "not_a_mapping")
        for name, raw in discs.items():
            where = f"discs.{name}"
            disc = self._disc(name, where)
            given = positions.listed(raw, where)
            if len(given) != 2:
                raise Wrong(where, "not_a_point")
            place = (_measure(given[0], where), _measure(given[1], where))
            if not plane.inside(place):
                raise Wrong(where, "off_board", "moves", low=plane.low / UNIT, high=plane.high / UNIT)
            state.board[disc] = place
            state.here |= 1 << disc
        for disc, here in enumerate(state.board):
            if here is not None and (overlapped := plane.overlapping(state.board, here, disc)):
                other = table.names[next(members(overlapped))]
                raise Wrong(f"discs.{other}", "discs_overlap", "moves", disc=other, other=table.names[disc])
        dead = positions.by_seat(self.given.get("dead") or {}, "dead", (1, 2))
        for seat in (1, 2):
            for name in positions.listed(dead.get(seat) or [], f"dead.{seat}"):
                disc = self._disc(name, f"dead.{seat}")
                if table.owner(disc) != seat:
                    raise Wrong(f"dead.{seat}", "not_yours", "moves", disc=name)
                if state.board[disc] is not None or state.dead >> disc & 1:
                    raise Wrong(f"dead.{seat}", "disc_twice", disc=name)
                state.dead |= 1 << disc
        if state.phase == "arrange":
            self._arranged()
        else:
            state.links = plane.links(state.board)

    def _arranged(self) -> None:
        state, table = self.state, self.table
        if state.dead or all(state.standing(seat) for seat in (1, 2)):
            raise Wrong("discs", "still_arranging", "arrangement")
        for seat in (1, 2):
            places = tuple(place for disc in table.numbers(seat) if (place := state.board[disc]) is not None)
            if places:
                refusal = state._arrange_refusal(seat, Action("arrange", places))
                if refusal is not None:
                    raise Refused(replace(refusal, where="position.discs"))

    def _cards(self) -> None:
        state, table = self.state, self.table
        seen: set[str] = set()

        def read(raw: Any, where: str) -> tuple[str, ...]:
            faces = []
            for face in positions.listed(raw, where):
                if not isinstance(face, str) or face not in table.kind:
                    raise Wrong(where, "unknown_card", value=face, near=_near(face, table.kind))
                if face in seen:
                    raise Wrong(where, "card_twice", value=face)
                seen.add(face)
                faces.append(face)
            return tuple(faces)

        hands = positions.by_seat(self.given.get("hands") or {}, "hands", (1, 2))
        one, two = (read(hands.get(seat) or [], f"hands.{seat}") for seat in (1, 2))
        for seat, hand in enumerate((one, two), 1):
            if len(hand) > table.hand:
                raise Wrong(f"hands.{seat}", "hand_too_big", count=table.hand)
        state.hands = (one, two)
        state.discard = read(self.given.get("discard") or [], "discard")
        deck = self.given.get("deck")
        # Of the cards named nowhere, as many as `deck` says are there; the hands could hold the others all the same.
        left = sorted(set(table.deck) - seen)
        state.pool = tuple(left)
        if isinstance(deck, list | tuple):
            state.order = read(deck, "deck")
            state.deck = len(state.order)
        else:
            state.deck = len(left) if deck is None else positions.whole(deck, "deck", 0, len(left))
        due = self.given.get("due")
        if due not in (None, "deal", "card", "reshuffle"):
            raise Wrong("due", "wrong_due", "cards", value=due)
        fits = {
            "deal": state.phase == "arrange" and len(left) == len(table.deck) and state.deck >= 2 * table.hand,
            "card": state.phase == "turn" and state.deck > 0,
            "reshuffle": state.phase == "turn" and not state.deck and bool(state.discard),
        }
        if due is not None and not fits[due]:
            raise Wrong("due", "due_does_not_fit", "cards")
        state.due = due or ""

    def _nuclei(self) -> None:
        state, table = self.state, self.table
        given = positions.by_seat(self.given.get("nucleus") or {}, "nucleus", (1, 2))
        found: list[int | None] = []
        for seat in (1, 2):
            name = given.get(seat)
            if name is None:
                found.append(None)
                continue
            if not table.nucleus:
                raise Wrong(f"nucleus.{seat}", "nucleus_game_only", "nucleus-game")
            disc = self._disc(name, f"nucleus.{seat}")
            if table.owner(disc) != seat:
                raise Wrong(f"nucleus.{seat}", "not_yours", "nucleus-game", disc=name)
            found.append(disc)
        state.nucleus = (found[0], found[1])
        if state.phase in ("arrange", "nucleus") and None not in found:
            raise Wrong("nucleus", "still_naming", "nucleus-game")
        gone = [seat for seat, disc in enumerate(found, 1) if disc is not None and state.board[disc] is None]
        fallen = [
            positions.whole(seat, "fallen", 1, 2)
            for seat in positions.listed(self.given.get("fallen") or gone, "fallen")
        ]
        state.fallen = tuple(sorted(set(fallen)))

    def _progress(self) -> None:
        state, table = self.state, self.table
        began = state.phase in ("turn", "combat")
        moves = len(state.amoebae(state.turn)) if began else 0
        state.moves_left = positions.whole(self.given.get("moves_left", moves), "moves_left", 0, table.discs)
        state.drawn = positions.flag(self.given.get("drawn", False), "drawn")
        state.quiet = positions.whole(self.given.get("quiet_turns", 0), "quiet_turns", 0, table.parts.quiet - 1)
        state.stirred = positions.flag(self.given.get("stirred", False), "stirred")
        best = positions.by_seat(self.given.get("best") or {}, "best", (1, 2))
        near = state._nearest() if began else state.best
        read = [_measure(best[seat], f"best.{seat}") if seat in best else near[seat - 1] for seat in (1, 2)]
        state.best = (read[0], read[1])

    def _combat(self) -> None:
        """Take up the combat that the position says; where it says none and discs of both sides touch, one begins."""
        state, table = self.state, self.table
        raw = self.given.get("combat")
        contacts = state._contacts()
        if not contacts:
            if state.phase == "combat" or raw is not None:
                raise Wrong("combat" if raw is not None else "phase", "no_contact", "combat")
            return
        state.phase = "combat"
        given = positions.mapping(raw or {}, "combat", ("discs", "chosen", "picks"))
        state.maker = positions.whole(given.get("picks", state.turn), "combat.picks", 1, 2)
        named = sum(
            {
                1 << self._disc(name, "combat.discs")
                for name in positions.listed(given.get("discs") or [], "combat.discs")
            }
        )
        if named:
            state.combat = named
            state.combat = state._still_fighting(contacts)
            if not state.combat:
                raise Wrong("combat.discs", "no_contact", "combat")
        elif not table.pairwise:
            state.combat = state._first(contacts)
        chosen = positions.by_seat(given.get("chosen") or {}, "combat.chosen", (1, 2))
        read: list[str | None] = []
        for seat in (1, 2):
            face = chosen.get(seat)
            if face is not None and face != NONE and (face not in state.hands[seat - 1] or face not in table.strength):
                raise Wrong(f"combat.chosen.{seat}", "numeral_not_held", "combat", value=face)
            read.append(face)
        if None not in read or (not state.combat and read != [None, None]):
            raise Wrong("combat.chosen", "chosen_too_much", "combat")
        state.chosen = (read[0], read[1])


# -- the game ----------------------------------------------------------------------------------------------------------


class SuperAmoebaBattle:
    """The rules as the engine knows them."""

    id = "super_amoeba_battle"
    parts = Parts
    effects = EFFECTS
    asides: frozenset[str] = frozenset()

    def excluded(self, definition: Definition, options: Options, seats: int) -> Refusal | None:
        parts = definition.parts
        assert isinstance(parts, Parts)
        radius = options["radius"] * UNIT
        if abs(radius / 5 - round(radius / 5)) > 1e-6:
            return Refusal("radius_steps", "variants", {}, "options.radius")
        cards = len(parts.cards) * len(parts.suits)
        if 2 * options["hand"] > cards:
            return Refusal("too_few_cards", "variants", {"count": cards}, "options.hand")
        if not Table(parts, options).arrangements(1):
            return Refusal("no_room_for_discs", "variants", {"count": parts.rows}, "options.radius")
        return None

    def start(
        self, definition: Definition, options: Options, seats: int, position: Mapping[str, Any] | None = None
    ) -> State:
        parts = definition.parts
        assert isinstance(parts, Parts)
        state = State(Table(parts, options))
        if position is not None:
            _Setter(state, position)
        return state

    def parse(self, text: str) -> Action:
        if text in WORDS:
            return act(text)
        verb = text.partition(" ")[0]
        pattern = PATTERNS.get(verb, FACE)
        found = pattern.fullmatch(text)
        if found is None:
            raise Refused(Refusal("unreadable", "notation", {"known": FORMS}))
        if verb == "deal":
            return Action("deal", tuple(found[1].split()))
        if verb == "arrange":
            return Action("arrange", tuple(_read_place(*pair.split(",")) for pair in found[1].split()))
        if verb == "move":
            return Action("move", (found[1], _read_place(found[2], found[3])))
        if pattern is FACE:
            return Action(verb, (found[2],) if found[3] is None else (found[2], _read_place(found[3], found[4])))
        return act(verb, *found.groups())


def _read_place(x: str, y: str) -> Place:
    return _thousandths(x), _thousandths(y)


GAME = SuperAmoebaBattle()
