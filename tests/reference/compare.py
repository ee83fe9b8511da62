"""Play random games of Spaghetti Monsters on two sides at once and tell where they differ.

A side is the rules as functions; `REFERENCE` is the plain reference, the other is whatever is to be checked:

    for seed in range(100):
        rng = random.Random(seed)
        walk(product, rng, **random_setup(rng))
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.reference import monsters


class Side(NamedTuple):
    """The rules as functions; `apply` gives the state after, whether or not it changes the one before."""

    start: Callable[..., Any]  # (options, seats, cards, position) -> state
    to_act: Callable[[Any], list[int]]
    legal: Callable[[Any], dict[int, list[str]]]
    apply: Callable[[Any, int, str], Any]
    position: Callable[[Any], dict]
    result: Callable[[Any], dict | None]


REFERENCE = Side(monsters.start, monsters.to_act, monsters.legal, monsters.apply, monsters.position, monsters.result)


class Difference(AssertionError):
    """Two sides differ; the message holds the record that shows it."""


# ---------------------------------------------------------------------------------------------------------------------
# Comparing
# ---------------------------------------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """Turn tuples into lists and keys into texts."""
    return json.loads(json.dumps(value))


def comparable(position: dict) -> dict:
    """Keep of a position what the rules page fixes, so that free choices of form are no differences."""
    shown = plain(position)
    asking = shown["phase"] == "patrol" and shown.get("choosing") is None
    sorcerer = shown.get("sorcerer") or {}
    shown["sorcerer"] = {key: sorcerer.get(key) for key in ("island", "place", "heading") if asking or key != "place"}
    choosing = shown.pop("choosing", None)
    shown["choosing"] = None if choosing is None else choosing.get("asker")
    if shown["phase"] in ("over", "deal"):
        shown.pop("turn", None)
        shown["choosing"] = None
    if shown["phase"] not in ("patrol", "over"):
        shown.pop("face_down", None)
        shown.pop("turn" if shown["phase"] == "face_down" else "", None)
    return shown


def differences(one: Side, other: Side, state: Any, counterpart: Any) -> list[str]:
    """Say where two states differ in whose turn it is, what is legal, the position and the result."""
    found = []

    def expect(what: str, mine: Any, theirs: Any) -> None:
        if mine != theirs:
            found.append(f"{what}: {mine} against {theirs}")

    expect("to_act", list(one.to_act(state)), list(other.to_act(counterpart)))
    mine, theirs = one.legal(state), other.legal(counterpart)
    for seat in sorted(set(mine) | set(theirs)):
        have, want = list(mine.get(seat, [])), list(theirs.get(seat, []))
        expect(f"legal of seat {seat}, doubled", len(have) - len(set(have)), len(want) - len(set(want)))
        expect(f"legal of seat {seat}", sorted(set(have) - set(want)), sorted(set(want) - set(have)))
    shown, wanted = comparable(one.position(state)), comparable(other.position(counterpart))
    for key in sorted(set(shown) | set(wanted)):
        expect(f"position.{key}", shown.get(key, "absent"), wanted.get(key, "absent"))
    mine_won, theirs_won = one.result(state), other.result(counterpart)
    expect("over", mine_won is None, theirs_won is None)
    if mine_won is not None and theirs_won is not None:
        expect("winners", sorted(mine_won["winners"]), sorted(theirs_won["winners"]))
    return found


def walk(
    product: Side,
    rng: random.Random,
    options: dict,
    seats: int,
    cards: dict | None = None,
    position: dict | None = None,
    actions: int = 1_000,
    reference: Side = REFERENCE,
) -> list[str]:
    """Play one random game on both sides, compare after every action, and give the texts; Difference if they part."""
    texts: list[str] = []

    def check(found: list[str]) -> None:
        if found:
            setup = {"options": options, "seats": seats, "cards": cards, "position": position, "actions": texts}
            raise Difference("\n".join([*found, "after", json.dumps(setup)]))

    state = product.start(options, seats, cards, position)
    counterpart = reference.start(options, seats, cards, position)
    check(differences(product, reference, state, counterpart))
    while len(texts) < actions and reference.to_act(counterpart):
        seat, text = random_action(reference, counterpart, rng)
        texts.append(f"{seat}> {text}")
        counterpart = reference.apply(counterpart, seat, text)
        try:
            state = product.apply(state, seat, text)
        except Exception as error:
            check([f"{type(error).__name__}: {error}"])
        check(differences(product, reference, state, counterpart))
    return texts


def random_action(side: Side, state: Any, rng: random.Random) -> tuple[int, str]:
    """Choose an action: seldom one out of turn, often `ask`, so that games are lively."""
    seats = side.to_act(state)
    if seats == [0]:
        return 0, monsters.chance(state, rng)
    legal = side.legal(state)
    out_of_turn = [(seat, text) for seat, texts in sorted(legal.items()) for text in texts if _out_of_turn(text)]
    if out_of_turn and rng.random() < 0.1:
        return rng.choice(out_of_turn)
    texts = [text for text in legal[seats[0]] if not _out_of_turn(text)]
    if "redeal" in texts and rng.random() < 0.3:
        return 1, " ".join(["arrange", *rng.sample(state["deck"], len(state["deck"]))])
    if "ask" in texts and rng.random() < 0.4:
        return seats[0], "ask"
    return seats[0], rng.choice(texts)


def _out_of_turn(text: str) -> bool:
    return text.split()[0] in ("stalemate", "interrupt")


# ---------------------------------------------------------------------------------------------------------------------
# Random set-ups
# ---------------------------------------------------------------------------------------------------------------------


def random_setup(rng: random.Random) -> dict:
    """Give options, seats, composed cards and perhaps a position, such as the rules accept."""
    options, seats = random_options(rng)
    cards = {f"blank_{number}": random_card(rng) for number in range(1, rng.choice([0, 0, 1, 2, 4]) + 1)}
    options["blanks"] = [*cards, *rng.sample(sorted(cards), min(len(cards), rng.choice([0, 0, 0, 1])))]  # some twice
    return {
        "options": options,
        "seats": seats,
        "cards": cards,
        "position": random_position(rng, options, seats, cards) if rng.random() < 0.5 else None,
    }


def random_options(rng: random.Random, **fixed: Any) -> tuple[dict, int]:
    """Give options that go together, and a number of seats that they allow; `fixed` ones are kept."""
    while True:
        options = {name: rng.choice([values[0], rng.choice(values)]) for name, values in monsters.OPTIONS.items()}
        options["lives"] = rng.choice([5, 5, 1, 2, 3, 8])
        options.update(fixed)
        seats = rng.choice([2, 2, 3, 4, 5])
        if rng.random() < 0.3:
            options["islanders"] = rng.randint(1, 6)
        try:
            monsters.start(options, seats)
        except ValueError:
            continue
        return options, seats


def random_card(rng: random.Random) -> dict:
    """Compose a card of up to three effects from the table."""
    number = rng.choice([None, 0, 1, 1, 2, 3])
    effects = []
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3])):
        effect = rng.choice(sorted(monsters.EFFECTS))
        params: dict[str, Any] = {}
        for key, values in monsters.EFFECTS[effect].items():
            if key == "by":
                params[key] = rng.choice([-3, -2, -1, 0, 1, 2, 3] + (["n", "-n"] * 3 if number is not None else []))
            elif rng.random() < 0.3:
                continue  # the default
            elif effect == "recall_visits" and key == "count":
                params[key] = rng.choice([1, 2])
            elif key == "count":
                params[key] = rng.choice([0, 1, 1, 2, 3] + (["n"] * 4 if number is not None else []))
            else:
                params[key] = rng.choice(values)
        effects.append({effect: params})
    return {"number": number, "effect": effects}


def random_position(rng: random.Random, options: dict, seats: int, cards: dict | None = None) -> dict:
    """Make up a position of the patrol that these options allow."""
    deck = monsters.start(options, seats, cards)["deck"]
    while True:
        names = rng.sample(deck, rng.randint(max(1, len(deck) - rng.choice([0, 2, 8])), len(deck)))
        numbers = {name: (cards or {}).get(name, monsters.CARDS.get(name))["number"] for name in deck}
        islands = []
        for name in names:
            number = numbers[name]
            if number is not None and options["level"] == 3:
                number = max(0, number + rng.choice([0, 0, 0, 1, 2, -1]))
            queue = [rng.randint(1, seats) for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4]))]
            islands.append({"card": name, "number": number, "queue": queue})
        everyone = range(1, seats + 1)
        standing = {seat: sum(island["queue"].count(seat) for island in islands) for seat in everyone}
        lives = [rng.choice([1, 2, 3, 5]) for _ in everyone]
        out = [seat for seat in everyone if standing[seat] == 0 or (options["interrupt"] and rng.random() < 0.2)]
        unused = [max(0, min(10 - standing[seat], rng.choice([0, 1, 4, 10]))) for seat in everyone]
        place = rng.randint(1, len(islands))
        queue = islands[place - 1]["queue"]
        served = 1 if options["revolution"] or not queue else rng.randint(1, len(queue))
        position: dict[str, Any] = {
            "phase": "patrol",
            "islands": islands,
            "sorcerer": {"island": place, "place": served, "heading": rng.choice([1, 1, -1])},
            "lives": lives,
            "unused": unused,
            "out": out,
        }
        if options["interrupt"]:
            position["interrupts"] = [
                rng.randint(0, unused[seat - 1]) if seat in out and rng.random() < 0.5 else 0 for seat in everyone
            ]
        if options["face_down"]:
            held = rng.sample(monsters.FACE_DOWN, 2)
            position["face_down"] = {seat: rng.choice([held[seat - 1], None]) for seat in everyone}
        if "memory" in deck or any("recall_visits" in effect for name in deck for effect in _effects(cards, name)):
            single = [name for name in deck if deck.count(name) == 1]  # a visit does not say to which of two twins
            visited = [rng.choice(single) for _ in range(rng.choice([0, 1, 2, 2]))]
            position["visited"] = [
                {"card": name, "number": None if numbers[name] is None else numbers[name] + rng.choice([0, 1])}
                for name in visited
            ]
        try:
            monsters.start(options, seats, cards, position)
        except ValueError:
            continue  # too many chips or islanders, or the game would be over
        return position


def _effects(cards: dict | None, name: str) -> list[dict]:
    return (cards or {}).get(name, {"effect": []})["effect"]
