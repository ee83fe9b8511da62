"""The computer players of Mammonism: they know what their seat knows, and do not give away what they will bet."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tabletop.agents.agent import Budget
from tabletop.agents.guided import guides
from tabletop.agents.search import SearchAgent, Settings
from tabletop.agents.simple import GreedyAgent
from tests.rules.mammonism_side import fight, play, start

FEW = Budget(iterations=40)
SETTINGS = Settings(depth=8, exploration=0.2)


def moments(seats: int, seed: int) -> dict[str, Any]:
    """Play a game as is suggested and return a state of every sort of decision, with a seat that has it."""
    rng = random.Random(seed)
    state = start(seats)
    found: dict[str, Any] = {}
    while state.to_act():
        seat = state.to_act()[-1]
        if seat and len(state.legal(seat)) > 1:
            found[f"{state.step} {len(state.to_act())}"] = (state.clone(), seat)
        state.apply(seat, state.suggest(seat, rng) if seat else state.draw(rng))
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_seat_cannot_know_changes_no_choice(seats: int) -> None:
    """Hands, the market, bets made already, what others know: permuted, and the same random numbers choose the same."""
    found = moments(seats, seed=seats)
    assert {"start_bet", "scout", "buy", "forces", "turn", "bet", "after_battle"} == {name.split()[0] for name in found}
    for name, (state, seat) in found.items():
        worlds = [state, *(state.resample(seat, random.Random(number)) for number in range(3))]
        assert len({str(world.position(seat)) for world in worlds}) == 1
        for agent in (GreedyAgent(), SearchAgent(seats, SETTINGS)):
            chosen = {str(agent.choose(world, seat, FEW, random.Random(7))) for world in worlds}
            assert len(chosen) == 1, name


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_what_is_suggested_and_weighed_is_legal(seats: int) -> None:
    rng = random.Random(seats)
    for number in range(10):
        state = start(seats)
        assert guides(state)
        while state.to_act():
            seat = state.to_act()[number % len(state.to_act())]
            if seat:
                legal = state.legal(seat)
                weighed = state.candidates(seat)
                assert weighed and not Counter(weighed) - Counter(legal), state.step
                action = state.suggest(seat, rng)
                assert action in legal, (state.step, str(action))
                state.apply(seat, action)
            else:
                state.apply(0, state.draw(rng))


def test_who_has_bet_already_is_thought_about_as_if_it_had_not() -> None:
    state = play(fight({}, {}), "battle 2", "1> bet 7")
    opened = state.reopened(2)
    assert state.to_act() == (2,)
    assert opened.to_act() == (1, 2)
    assert opened.key() == play(fight({}, {}), "battle 2").key()


def test_bets_are_mixed() -> None:
    """Much is at stake on equal terms, but not all: whoever always bets the same is outbid by one."""
    state = play(fight({"own": 9, "forces": 6}, {"own": 9, "forces": 6}), "battle 2")
    agent = SearchAgent(2, SETTINGS)
    bets = Counter(str(agent.choose(state, 1, FEW, random.Random(seed)).action) for seed in range(20))
    assert len(bets) > 2
    assert max(bets.values()) < 20 * 0.8


def test_a_spy_that_turns_a_lost_battle_is_suggested_and_a_useless_one_is_kept() -> None:
    battle = ["battle 2", "1> bet 4", "2> bet 6"]
    rng = random.Random(1)
    turns = play(fight({"hand": ["spy", "poop"]}, {}), *battle)
    assert str(turns.suggest(1, rng)) == "spy"
    useless = play(fight({"hand": ["spy", "poop"]}, {"own": 9}), "battle 2", "1> bet 4", "2> bet 8")
    assert str(useless.suggest(1, rng)) == "pass"
