"""Mammonism and its plain reference agree after every action of random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.reference import mammonism as plain
from tests.rules.mammonism_side import ROW, play, start


def differences(state: Any, other: plain.State) -> list[str]:
    """Say where the game and the reference differ."""
    mine = {seat: sorted(map(str, state.legal(seat))) for seat in range(1, other["n"] + 1)}
    shown, wanted = state.position(), plain.position(other)
    for card in shown["market"]:
        card["coins"] = sorted(card["coins"])
        card.pop("up", None)
    for seat in shown["seats"]:
        seat.pop("knows")
        seat.pop("knows_gone", None)
    result = state.result()
    pairs = {
        "to_act": (list(state.to_act()), sorted(other["who"])),
        "legal": ({seat: texts for seat, texts in mine.items() if texts}, plain.legal(other)),
        "winners": (None if result is None else list(result.winners), other["winners"]),
        **{key: (shown[key], wanted[key]) for key in wanted},
    }
    return [f"{key}: {one} against {two}" for key, (one, two) in pairs.items() if one != two]


def random_action(state: plain.State, rng: random.Random) -> tuple[int, str]:
    """Choose an action of the reference, often a cheap one, many forces and a card, so that games are long."""
    if state["phase"] == "deal":
        row = ROW.split()
        rng.shuffle(row)
        return 0, "market " + " ".join(row)
    if state["who"] == [0]:
        return 0, rng.choice(plain.chance(state))
    seat = rng.choice(state["who"])
    texts = plain.legal(state)[seat]
    if state["phase"] == "start bet":
        texts = [text for text in texts if int(text.split()[1]) < 3]
    if state["phase"] == "buy" and rng.random() < 0.8:
        texts = [text for text in texts if int(text.split()[1]) < 3]
    if state["phase"] == "forces":
        texts = texts[-3:]
    cards = [text for text in texts if text.split()[0] in ("use", "spy", "retreat")]
    if cards and rng.random() < 0.4:
        texts = cards
    elif state["phase"] == "battle bet" and rng.random() < 0.7:
        texts = [text for text in texts if text in ("bet 0", "bet 1", "bet 2", "bet 0+1", "bet 1+1")]
    return seat, rng.choice(texts)


def compare(seats: int, rng: random.Random) -> list[str]:
    """Play one game on both sides and return its lines."""
    state, other = start(seats), plain.start(seats)
    lines: list[str] = []
    while True:
        found = differences(state, other)
        assert not found, "\n".join([*found, "after", *lines])
        if not other["who"]:
            return lines
        seat, text = random_action(other, rng)
        lines.append(f"{seat}> {text}")
        other = plain.apply(other, seat, text)
        play(state, lines[-1])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_game_agrees_with_the_reference(seats: int, rng: random.Random) -> None:
    words = set()
    for _ in range(40):
        for line in compare(seats, rng):
            words.add(" ".join(line.split()[1:3]))
    # The games come by every card and every sort of draw.
    assert words >= {f"use {card}" for card in ("manor", "ambush", "command", "swap", "chaos", "resolve")}
    assert words >= {"spy", "retreat", "pass", "battle 1", "battle 2", "battle 3"}


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_game_agrees_with_the_reference_in_many_games(seats: int, rng: random.Random) -> None:
    for _ in range(400):
        compare(seats, rng)
