"""Sealed bids: three prizes come up one by one, and everybody bids a card for each, all at once and in secret.

It proves what a perfect-information game does not need: several seats acting at once, choices hidden until all have
chosen, hands that others do not see, and chance in the middle of the game.

Rules. 1: chance turns a prize up. 2: each seat secretly bids one card of its hand. 3: when all have bid, the bids are
shown and the highest bid that nobody else made wins the prize. 4: where there is none, the prize is lost, or lies
there for the next winner (option `ties`). 5: after the last prize the greatest sum of prizes wins, shared if equal.
Hands are 1 2 3 each, or three cards each of one deck, dealt face down and all different (option `hands`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tabletop.engine.effects import Registry
from tabletop.engine.rules import (
    CHANCE,
    Address,
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

CARDS = 3
HIDDEN = "?"
LISTS = ("_prizes", "_table", "_hands", "_bids", "_won", "_played", "_lost")


class Parts(BaseModel):
    """The game's own part of its YAML."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    prizes: tuple[int, ...] = Field(min_length=1, max_length=CARDS)


@dataclass(frozen=True)
class Deal:
    """Chance deals one deck, seat by seat."""

    cards: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(["deal", *map(str, self.cards)])


@dataclass(frozen=True)
class Turn:
    """Chance turns a prize up."""

    prize: int

    def __str__(self) -> str:
        return f"turn {self.prize}"


@dataclass(frozen=True)
class Bid:
    """A seat bids a card for the prize."""

    card: int

    def __str__(self) -> str:
        return f"bid {self.card}"


Action = Deal | Turn | Bid


class State:
    """Prizes to come, hands, bids on the table, prizes won."""

    def __init__(self, prizes: Sequence[int], seats: int, options: Options) -> None:
        self._ties: str = options["ties"]
        self._prizes = sorted(prizes)
        self._table: list[int] = []
        """Prizes to be won by the next winner; empty while one is to be turned up."""
        self._dealt = options["hands"] == "dealt"
        self._hands: list[tuple[int, ...]] = [] if self._dealt else [(1, 2, 3)] * seats
        """A tuple a seat; none while they are to be dealt."""
        self._seats = seats
        self._bids: list[int | None] = [None] * seats
        self._won: list[tuple[int, ...]] = [()] * seats
        self._played: list[int] = []
        self._lost: list[int] = []
        self._open = False
        """Whether the prize of this round has been turned up."""

    # -- whose turn, what may be done ----------------------------------------------------------------------------------

    def to_act(self) -> tuple[int, ...]:
        if not self._hands or (not self._open and self._prizes):
            return (CHANCE,)
        if not self._open:
            return ()
        return tuple(seat for seat, bid in enumerate(self._bids, 1) if bid is None)

    def legal(self, seat: int) -> list[Action]:
        if seat == CHANCE or seat not in self.to_act():
            return []
        return [Bid(card) for card in self._hands[seat - 1]]

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        if not self.to_act():
            return Refusal("game_over", "5")
        if seat not in self.to_act():
            return Refusal("not_your_turn", "2")
        if isinstance(action, Deal):
            whole = tuple(range(1, CARDS * self._seats + 1))
            fits = not self._hands and tuple(sorted(action.cards)) == whole
            return None if fits else Refusal("wrong_deal", "Hands")
        if isinstance(action, Turn):
            fits = seat == CHANCE and bool(self._hands) and action.prize in self._prizes
            return None if fits else Refusal("wrong_prize", "1")
        if seat == CHANCE or action.card not in self._hands[seat - 1]:
            return Refusal("not_in_hand", "2", {"count": action.card})
        return None

    def apply(self, seat: int, action: Action, events: list[Event] | None = None) -> None:
        told = events if events is not None else []
        if isinstance(action, Deal):
            for other in range(self._seats):
                cards = tuple(sorted(action.cards[other * CARDS : (other + 1) * CARDS]))
                self._hands.append(cards)
                told.append(Event("dealt", {"seat": other + 1, "count": CARDS}))
                told.append(Event("dealt_cards", {"seat": other + 1, "numbers": cards}, (other + 1,)))
        elif isinstance(action, Turn):
            self._prizes.remove(action.prize)
            self._table.append(action.prize)
            self._open = True
            told.append(Event("reveal", {"prize": action.prize}))
        else:
            hand = self._hands[seat - 1]
            self._hands[seat - 1] = tuple(card for card in hand if card != action.card)
            self._bids[seat - 1] = action.card
            told.append(Event("bid", {"seat": seat}))
            told.append(Event("bid_card", {"seat": seat, "card": action.card}, (seat,)))
            if None not in self._bids:
                self._settle(told)

    def _settle(self, told: list[Event]) -> None:
        bids = [bid for bid in self._bids if bid is not None]
        told.append(Event("reveal", {"bids": tuple(bids)}))
        single = [bid for bid, count in Counter(bids).items() if count == 1]
        if single:
            winner = bids.index(max(single))
            self._won[winner] = tuple(sorted(self._won[winner] + tuple(self._table)))
            told.append(Event("won", {"seat": winner + 1, "count": sum(self._table)}))
        elif self._ties == "lost":
            self._lost += self._table
        if single or self._ties == "lost":
            self._table = []
        self._played = sorted(self._played + bids)
        self._bids = [None] * self._seats
        self._open = False

    def draw(self, rng: Rng) -> Action:
        if self._hands:
            return Turn(rng.choice(self._prizes))
        deck = list(range(1, CARDS * self._seats + 1))
        rng.shuffle(deck)
        return Deal(tuple(deck))

    def sample(self, seat: int, rng: Rng) -> Action:
        return rng.choice(self.legal(seat))

    def timeout(self, seat: int) -> Action:
        return Bid(min(self._hands[seat - 1]))

    # -- what a seat sees ----------------------------------------------------------------------------------------------

    def position(self, view: View = None) -> dict[str, Any]:
        def seen(seat: int) -> bool:
            return view in (None, seat)

        # With equal hands everybody can count; what was bid this round is missing from a hand that others see.
        hands: dict[int, Any] = {
            seat: list(hand) if seen(seat) else [HIDDEN] * len(hand) for seat, hand in enumerate(self._hands, 1)
        }
        bids: dict[int, Any] = {
            seat: bid if bid is None or seen(seat) else HIDDEN for seat, bid in enumerate(self._bids, 1)
        }
        won = {seat: list(prizes) for seat, prizes in enumerate(self._won, 1)}
        return {
            "prizes": list(self._prizes),
            "table": list(self._table),
            "open": self._open,
            "hands": hands,
            "bids": bids,
            "won": won,
            "played": list(self._played),
            "lost": list(self._lost),
        }

    def objects(self, view: View) -> dict[Identity, Address]:
        things = {f"prize:{prize}": "prize" for prize in self._table}
        for seat, hand in enumerate(self._hands, 1):
            if view in (None, seat):
                things |= {f"bid:{seat}.{card}": f"card:{card}" for card in hand}
        return things

    def paths(self, seat: int, action: Action) -> list[Path]:
        assert isinstance(action, Bid)
        card, prize = Pick(f"card:{action.card}"), Pick("prize")
        return [(card, prize), (prize, card)]

    def make(self, seat: int, action: Action, values: tuple[Value, ...]) -> Action:
        return action

    def why(self, seat: int, address: Address) -> Refusal:
        if not self.to_act():
            return Refusal("game_over", "5")
        if seat not in self.to_act():
            return Refusal("not_your_turn", "2")
        return Refusal("not_in_hand" if address.startswith("card:") else "nothing_here", "2")

    def prompt(self, seat: int) -> Prompt:
        return Prompt("bid" if seat in self.to_act() else "wait")

    def resample(self, seat: int, rng: Rng) -> State:
        other = self.clone()
        if not self._hands:
            return other
        # A seat knows its own cards, how many the others hold and have lying there, and what has been shown before.
        away = [index for index in range(self._seats) if index != seat - 1]
        owned = [self._cards(index) for index in away]
        pool = sorted(card for cards in owned for card in cards)
        rng.shuffle(pool)
        for index, cards in zip(away, owned, strict=True):
            if self._dealt:
                cards, pool = pool[: len(cards)], pool[len(cards) :]
            else:
                rng.shuffle(cards)
            if self._bids[index] is not None:
                other._bids[index] = cards.pop()
            other._hands[index] = tuple(sorted(cards))
        return other

    def _cards(self, index: int) -> list[int]:
        bid = self._bids[index]
        return sorted(self._hands[index] + (() if bid is None else (bid,)))

    # -- the end, and copies -------------------------------------------------------------------------------------------

    def result(self) -> Result | None:
        if self.to_act():
            return None
        scores = {seat: sum(prizes) for seat, prizes in enumerate(self._won, 1)}
        best = max(scores.values())
        return Result(tuple(seat for seat, score in scores.items() if score == best), "most", scores)

    def clone(self) -> State:
        other = object.__new__(State)
        other.__dict__.update(self.__dict__)
        for name in LISTS:
            setattr(other, name, list(getattr(self, name)))
        return other

    def key(self) -> Hashable:
        return self._open, *(tuple(getattr(self, name)) for name in LISTS)


class ToyBids:
    """The toy's rules."""

    id = "toy_bids"
    parts = Parts
    effects = Registry()
    asides: frozenset[str] = frozenset()

    def excluded(self, definition: Any, options: Options, seats: int) -> Refusal | None:
        return None

    def start(self, definition: Any, options: Options, seats: int, position: Mapping[str, Any] | None = None) -> State:
        if position is not None:
            raise Refused(Refusal("no_position", ""))
        return State(definition.parts.prizes, seats, options)

    def parse(self, text: str) -> Action:
        match text.split(" "):
            case ["bid", card] if _number(card):
                return Bid(int(card))
            case ["turn", prize] if _number(prize):
                return Turn(int(prize))
            case ["deal", *cards] if cards and all(map(_number, cards)):
                return Deal(tuple(map(int, cards)))
        raise Refused(Refusal("unreadable", "", {"text": text}))


def _number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and str(int(text)) == text


GAME = ToyBids()
