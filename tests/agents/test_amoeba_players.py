"""Computer players of Super Amoeba Battle: they know what is worth weighing, use their cards, and never peek."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tabletop import rules
from tabletop.agents.agent import Budget, aside
from tabletop.agents.contest import Pairing, play_game
from tabletop.agents.search import SearchAgent, Settings
from tabletop.agents.simple import GreedyAgent
from tabletop.engine.definition import Definition
from tabletop.engine.rules import CHANCE

SEARCH = Settings(depth=0, trust=10.0, exploration=0.2)
FEW = Budget(iterations=40)
FACES = ("ace", "king", "queen", "jack")
HANDS = {1: ["5S", "3C", "2H"], 2: ["2D", "6H", "4S"]}


@pytest.fixture(scope="module")
def battle() -> Definition:
    return rules.load("super_amoeba_battle")


def started(definition: Definition, position: Any = None, **options: Any) -> Any:
    return definition.start(definition.resolve(options, 2), 2, position)


def players() -> list[Any]:
    return [GreedyAgent(), SearchAgent(2, SEARCH)]


def under_way(definition: Definition, seed: int, steps: int, **options: Any) -> Any:
    """Play so many actions at random, cards out of turn included."""
    state = started(definition, **options)
    rng = random.Random(seed)
    for _ in range(steps):
        acting = state.to_act()
        if not acting:
            break
        seat = rng.choice(acting)
        state.apply(seat, state.draw(rng) if seat == CHANCE else state.sample(seat, rng))
    return state


@pytest.mark.parametrize("options", [{}, {"win": "nucleus"}, {"combat": "pairwise", "slide": "stop"}, {"discs": 3}])
def test_candidates_are_few_and_legal_and_there_is_one_for_whoever_must_act(
    battle: Definition, options: dict[str, Any]
) -> None:
    for seed in range(6):
        for steps in range(0, 60, 3):
            state = under_way(battle, seed, steps, **options)
            for seat in (1, 2):
                candidates = state.candidates(seat)
                assert len(candidates) == len(set(candidates)) <= 40
                assert not [str(action) for action in candidates if state.refusal(seat, action)]
                assert candidates or seat not in state.to_act()
                assert state.resample(seat, random.Random(seed)).candidates(seat) == candidates


def secrets(definition: Definition) -> list[Any]:
    """Moments in which a seat must act that does not know everything, with that seat."""
    rng = random.Random(3)
    arranged = started(definition)
    arranged.apply(CHANCE, arranged.draw(rng))
    arranged.apply(1, arranged.legal(1)[1])
    turn = arranged.clone()
    turn.apply(2, turn.legal(2)[0])
    named = started(definition, win="nucleus")
    for seat in (0, 1, 2, 1):
        named.apply(seat, named.sample(seat, rng) if seat else named.draw(rng))
    fighting = {"R1": [4.0, 4.0], "R2": [4.0, 3.2], "B1": [4.0, 4.8], "B2": [4.0, 5.6]}
    combat = started(definition, {"discs": fighting, "hands": HANDS})
    combat.apply(1, definition.game.parse("fight 5"))
    return [(arranged, 2), (turn, 1), (named, 2), (combat, 2)]


def test_a_move_is_the_same_when_what_the_seat_cannot_know_is_permuted(battle: Definition) -> None:
    """Arrangements, nuclei, hands, numerals chosen in combat."""
    for state, seat in secrets(battle):
        assert seat in state.to_act()
        worlds = {world.key(): world for world in (state.resample(seat, random.Random(n)) for n in range(4))}
        worlds[state.key()] = state
        assert len(worlds) > 1
        for number in range(2):
            found = {
                str(players()[number].choose(world, seat, FEW, random.Random(1)).action) for world in worlds.values()
            }
            assert len(found) == 1, (state.phase, number)


def test_a_card_is_played_out_of_turn_by_what_the_seat_knows(battle: Definition) -> None:
    discs = {"R1": [2.0, 2.0], "R2": [2.0, 2.8], "R3": [4.0, 2.0], "B1": [6.0, 6.0], "B2": [6.0, 5.2], "R4": [4.0, 2.8]}
    state = started(battle, {"discs": discs, "hands": {1: ["5S", "AC", "KH"], 2: ["QD", "6H", "4S"]}})
    worlds = [state.resample(2, random.Random(seed)) for seed in range(5)]
    assert len({world.key() for world in worlds}) > 1
    assert len({str(aside(world, 2, FEW, random.Random(1))) for world in worlds}) == 1


# -- what they do ------------------------------------------------------------------------------------------------------


def test_whoever_can_reach_the_far_side_does(battle: Definition) -> None:
    """A pair at 6.0 and 6.8: the last disc leaps ahead of the other to 7.6, its edge on the board's."""
    discs = {"R1": [2.0, 6.0], "R2": [2.0, 6.8], "B1": [6.0, 3.0], "B2": [6.0, 3.8], "B3": [5.0, 1.0], "B4": [5.0, 1.8]}
    for one in players():
        state = started(battle, {"discs": discs, "hands": HANDS})
        state.apply(1, one.choose(state, 1, FEW, random.Random(1)).action)
        assert state.result() is not None
        assert state.result().winners == (1,)


def test_two_leaps_that_win_are_found_by_search(battle: Definition) -> None:
    """Two pairs, so two moves: from 5.2 and 6.0 it takes both, by the same pair, to reach 7.6."""
    discs = {"R1": [2.0, 5.2], "R2": [2.0, 6.0], "R3": [7.0, 1.0], "R4": [7.0, 1.8]}
    discs |= {"B1": [6.0, 3.0], "B2": [6.0, 3.8], "B3": [5.0, 1.0], "B4": [5.0, 1.8]}
    state = started(battle, {"discs": discs, "hands": HANDS})
    for _ in range(2):
        state.apply(1, SearchAgent(2, SEARCH).choose(state, 1, FEW, random.Random(1)).action)
    assert state.result() is not None
    assert state.result().winners == (1,)


def test_a_king_ends_the_game_out_of_turn(battle: Definition) -> None:
    """In Red's turn Black's King slides one of its pair from 0.55 to 0.4, the edge; 0.8 and 0.15 apart they touch."""
    discs = {"R1": [2.0, 2.0], "R2": [2.0, 2.8], "R3": [4.0, 2.0], "R4": [4.0, 2.8], "R5": [4.8, 2.0]}
    discs |= {"B1": [6.0, 0.55], "B2": [6.8, 0.55]}
    state = started(battle, {"discs": discs, "hands": {1: ["5S", "3C", "2H"], 2: ["KD", "6H", "4S"]}})
    found = aside(state, 2, FEW, random.Random(1))
    assert found is not None
    assert found.action.verb == "king"
    state.apply(2, found.action)
    assert (state.result().winners, state.result().reason) == ((2,), "far_side")


def test_a_queen_breaks_a_pair_that_is_about_to_win(battle: Definition) -> None:
    """Red's pair needs one leap; pulled out of it by 0.8, R2 touches nothing any more, and nor does R1: both die."""
    discs = {"R1": [2.0, 6.0], "R2": [2.8, 6.0], "R3": [7.0, 1.0], "R4": [7.0, 1.8], "B1": [6.0, 5.0], "B2": [6.0, 5.8]}
    state = started(battle, {"discs": discs, "hands": {1: ["5S", "3C", "2H"], 2: ["QD", "6H", "4S"]}})
    found = aside(state, 2, FEW, random.Random(1))
    assert found is not None
    assert found.action.verb == "queen"
    state.apply(2, found.action)
    assert state.position()["dead"][1] == ["R1", "R2"]


def test_what_does_not_pay_is_kept(battle: Definition) -> None:
    """Red's own disc could be brought back by Black's cards only to Red's gain; nothing is dead for a Jack."""
    discs = {"R1": [2.0, 1.0], "R2": [2.0, 1.8], "B1": [6.0, 6.0], "B2": [6.0, 6.8]}
    state = started(battle, {"discs": discs, "hands": {1: ["5S"], 2: ["JD"]}})
    assert aside(state, 2, FEW, random.Random(1)) is None


def test_cards_are_used_in_and_out_of_turn(battle: Definition) -> None:
    pairing = Pairing(("greedy", "search"), battle.resolve({}, 2), Budget(iterations=10), 5)
    games = [play_game(battle, pairing, number) for number in range(4)]
    for entrant in (0, 1):
        assert sum(game.verbs[entrant].in_turn["move"] for game in games)
        assert sum(game.verbs[entrant].in_turn["arrange"] for game in games) == 4
        assert sum(game.verbs[entrant].in_turn[face] for game in games for face in FACES)
        assert not any(game.verbs[entrant].out_of_turn["move"] for game in games)
    assert sum(game.verbs[entrant].out_of_turn[face] for game in games for face in FACES for entrant in (0, 1))
