"""Battle of the Spaghetti Monsters: what holds for every game, and agreement with the plain reference.

The hand-worked cases of the rules page are in tests/reference, where each is asked of the reference and of these rules.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tabletop.engine.rules import Refused
from tabletop.rules.spaghetti_monsters import SEATS, State
from tests.properties import Case, Hooks, cases, check_game
from tests.reference.compare import random_options, random_setup, walk
from tests.rules.monsters_side import PRODUCT, legal, monsters, play, start


def pieces(state: State) -> Any:
    """Count what is never lost: a number's steps and the chips for them, and islanders where none was removed yet."""
    if not state.row:
        return None
    supply = state.table.parts.chips
    steps = [(state.numbers[isle] or 0) - (state.cards[isle][1].number or 0) for isle in state.row]
    assert state.bless + sum(max(0, step) for step in steps) == supply.bless
    assert state.curse + sum(max(0, -step) for step in steps) == supply.curse
    on = Counter(seat for isle in state.row for seat in state.queues[isle].translate(SEATS))
    assert [on[seat] for seat in range(1, state.table.seats + 1)] == state.standing
    most = state.table.parts.islanders
    assert all(sum(chips) <= most for chips in zip(state.standing, state.unplaced, state.unused, strict=True))
    return sorted(state.row + [isle for isle in range(len(state.cards)) if isle not in state.row])


def reads_back(state: State) -> bool:
    placing = state.phase == "placement" and not state.table.sequential
    return placing or (state.phase == "patrol" and not state.stack)


HOOKS = Hooks(
    sampled=lambda action: action.verb == "arrange", conserved=pieces, accepts=reads_back, most_actions=20_000
)
CASES = cases(monsters(), HOOKS)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_properties_over_options_in_pairs(case: Case, rng: random.Random) -> None:
    check_game(case, rng, every=7)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=str)
def test_properties_over_options_in_pairs_at_every_state(case: Case, rng: random.Random) -> None:
    for _ in range(3):
        check_game(case, rng)


@pytest.mark.parametrize("seed", range(60))
def test_agrees_with_the_plain_reference(seed: int) -> None:
    rng = random.Random(seed)
    walk(PRODUCT, rng, **random_setup(rng))


EXTRAS: list[dict[str, Any]] = [
    {"level": 1},
    {"level": 2},
    {"level": 3},
    {"opening": "sequential"},
    {"fair_start": True},
    {"revolution": True},
    {"memory": True},
    {"memory": True, "memory_numbers": "visited", "memory_choice": "any"},
    {"face_down": True},
    {"face_down": True, "face_down_reusable": True},
    {"interrupt": True},
    {"reverse_line": True},
    {"chips_last": "visit"},
    {"placement_limit": "none"},
]


@pytest.mark.long
@pytest.mark.parametrize("fixed", EXTRAS, ids=str)
def test_agrees_with_the_plain_reference_on_2000_positions(fixed: dict[str, Any], rng: random.Random) -> None:
    positions = 0
    while positions < 2000:
        options, seats = random_options(rng, **fixed)
        positions += len(walk(PRODUCT, rng, options, seats))


@pytest.mark.long
def test_composed_cards_agree_with_the_plain_reference(rng: random.Random) -> None:
    for _ in range(400):
        walk(PRODUCT, rng, **random_setup(rng))


@pytest.mark.long
def test_ten_thousand_random_games_end(rng: random.Random) -> None:
    definition = monsters()
    for number in range(10_000):
        case = CASES[number % len(CASES)]
        state = definition.start(case.options, case.seats)
        actions = 0
        while state.to_act():
            [seat] = state.to_act()
            state.apply(seat, state.sample(seat, rng) if seat else state.draw(rng))
            actions += 1
            assert actions < 100_000
        result = state.result()
        assert result is not None and result.winners


# -- refusals say why ----------------------------------------------------------------------------------------------


def refused(state: State, seat: int, text: str) -> str:
    refusal = state.refusal(seat, PARSE(text))
    assert refusal is not None
    return refusal.key


PARSE = monsters().game.parse

DEAL = "0> deal death drifting birth prayer sacrifice"


def test_refusals_name_the_reason() -> None:
    state = start()
    assert refused(state, 1, "place 1") == "chance_due"
    assert refused(state, 0, "deal death death birth prayer sacrifice") == "wrong_cards"
    play(state, DEAL, "place 1")
    assert refused(state, 1, "place 2") == "not_your_turn"
    assert refused(state, 2, "place 6") == "no_island"
    assert refused(state, 2, "pass") == "no_pass"
    assert refused(state, 2, "ask") == "expected_place"
    play(state, "place 1")
    assert refused(state, 1, "place 1") == "island_full"
    play(state, "place 2", "place 2", "place 3", "place 3", "place 4", "place 4")
    assert refused(state, 1, "stalemate") == "no_stalemate"
    assert refused(state, 1, "use") == "nothing_to_use"
    assert refused(state, 2, "interrupt 1") == "no_interrupts"
    assert refused(state, 1, "remove 1.1") == "expected_ask"
    play(state, "ask")
    assert refused(state, 1, "remove 1.3") == "no_islander"
    assert refused(state, 1, "remove 6.1") == "no_island"
    assert refused(state, 1, "ask") == "expected_remove"
    play(state, "remove 1.2", "ask")
    assert refused(state, 1, "drift 1.1>1") == "same_island"


def test_refusals_of_blessings_name_the_reason() -> None:
    islands = [
        {"card": "curse", "queue": [1, 1]},
        {"card": "birth", "queue": [2]},
        {"card": "prayer", "number": 0, "queue": []},
        {"card": "bless", "number": 5, "queue": [1]},
        {"card": "drifting", "number": 2, "queue": []},
    ]
    state = start({"level": 3}, position={"islands": islands})
    play(state, "ask")
    assert refused(state, 1, "curse 2") == "no_number"
    assert refused(state, 1, "curse 3") == "number_is_zero"
    assert legal(state)[1] == ["curse 1", "curse 4", "curse 5"]
    # All five blessing chips lie on Bless and Drifting: only the curse on Prayer can still be taken away.
    state = start({"level": 3}, position={"islands": islands, "sorcerer": {"island": 4}})
    play(state, "ask")
    assert legal(state)[1] == ["bless 3"]
    assert refused(state, 1, "bless 5") == "no_chip"


@pytest.mark.parametrize(
    "text", ["", "place", "place 0", "place 01", "place 1 ", "remove 1", "recall all", "deal", "jump"]
)
def test_unreadable_actions(text: str) -> None:
    with pytest.raises(Refused) as caught:
        PARSE(text)
    assert caught.value.refusal.key == "unreadable"


# -- secrets -------------------------------------------------------------------------------------------------------


def test_unopened_islands_and_face_down_cards_are_hidden() -> None:
    state = start({"level": 3, "opening": "sequential", "face_down": True})
    deal = "0> deal sink birth prayer death move_island curse drifting sacrifice reverse_current bless"
    play(state, deal, "0> face_down drifting prayer move_island", "take 2", "take 1", "place 1")
    mine, theirs = state.position(1), state.position(2)
    assert mine["islands"][0]["card"] == "sink"
    assert {island["card"] for island in mine["islands"][1:]} == {"?"}
    assert mine["face_down"] == {1: "drifting", 2: "?"}
    assert theirs["face_down"] == {1: "?", 2: "prayer"}
    assert state.position("public")["face_down"] == {1: "?", 2: "?"}
    assert state.position()["face_down"] == {1: "drifting", 2: "prayer"}


def test_resampling_meets_every_assignment_that_fits(rng: random.Random) -> None:
    # Seat 1 holds Drifting: seat 2 has Prayer or Move Island, the third is the other.
    state = start({"level": 3, "face_down": True})
    deal = "0> deal sink birth prayer death move_island curse drifting sacrifice reverse_current bless"
    play(state, deal, "0> face_down drifting prayer move_island", "take 2", "take 1")
    hands = {tuple(state.resample(1, rng).position()["face_down"].items()) for _ in range(50)}
    assert hands == {((1, "drifting"), (2, "prayer")), ((1, "drifting"), (2, "move_island"))}
    state = start({"opening": "sequential"})
    play(state, DEAL)
    rows = {tuple(island["card"] for island in state.resample(2, rng).position()["islands"]) for _ in range(500)}
    assert len(rows) == 24  # Death lies open, the other four in any order
