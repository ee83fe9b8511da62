"""Exact play: the solver's answer where it can finish, another player's elsewhere."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pydantic import ValidationError

from tabletop.agents.agent import Budget, Cancelled, Thought
from tabletop.agents.exact import ExactAgent
from tabletop.agents.levels import agent, player
from tabletop.engine.levels import Level
from tabletop.rules import load
from tests import games

PAGE = {"phase": "play", "pyramid": "rwbb/brwb/wbrw/wwbr rwr/wrb/rbr rw/br w", "turn": 1}
"""The pyramid of Spiteful Guards' rules page; best play of both sides draws."""


class Other:
    """Plays the last legal action and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, state: Any, seat: int, budget: Budget, rng: random.Random, stop: Any = None) -> Thought:
        self.asked += 1
        return Thought(state.legal(seat)[-1])


def guards(position: dict[str, Any] | None = PAGE) -> Any:
    return load("spiteful_guards").start({}, 2, position)


def test_the_solver_answers_where_it_can_finish() -> None:
    other = Other()
    thought = ExactAgent(other).choose(guards(), 1, Budget(), random.Random(1))
    assert (thought.proven, thought.value, other.asked) == (True, 0.5, 0)
    assert {str(option.action): option.value for option in thought.options} == {"take A1": 0.5, "take E5+": 0.5}


def test_another_player_answers_while_the_pyramid_is_built() -> None:
    other = Other()
    thought = ExactAgent(other).choose(guards(None), 1, Budget(), random.Random(1))
    assert (str(thought.action), thought.proven, other.asked) == ("civilian E1", False, 1)


def test_another_player_answers_when_time_is_too_short() -> None:
    other = Other()
    exact = ExactAgent(other)
    assert not exact.choose(guards(), 1, Budget(iterations=1), random.Random(1)).proven
    assert not exact.choose(guards(), 1, Budget(), random.Random(1), stop=lambda: "hurry").proven
    assert other.asked == 2


def test_a_cancelled_search_ends() -> None:
    with pytest.raises(Cancelled):
        ExactAgent(Other()).choose(guards(), 1, Budget(), random.Random(1), stop=lambda: "cancel")


def test_a_game_without_a_solver_is_left_to_the_other_player() -> None:
    other = Other()
    race = games.load("toy_race")
    state = race.start(race.resolve({}, 2), 2)
    ExactAgent(other).choose(state, 1, Budget(), random.Random(1))
    assert other.asked == 1


def test_expert_is_exact_in_the_pyramid_games_and_search_is_not() -> None:
    for name in ("spaghetti", "spiteful_guards"):
        definition = load(name)
        assert isinstance(agent(player(definition, "expert"), 2), ExactAgent)
        assert not isinstance(agent(player(definition, "search"), 2), ExactAgent)


def test_an_exact_level_has_to_say_how_long_it_thinks() -> None:
    with pytest.raises(ValidationError, match="`iterations` or `seconds`"):
        Level(agent="exact")
