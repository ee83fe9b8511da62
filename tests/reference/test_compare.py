"""The comparison itself: it finds nothing where nothing differs, and what differs where something does."""

from __future__ import annotations

import copy
import random

import pytest

from tests.reference import monsters
from tests.reference.compare import REFERENCE, Difference, random_action, random_setup, walk


@pytest.mark.parametrize("seed", [pytest.param(n, marks=() if n < 10 else pytest.mark.long) for n in range(60)])
def test_the_reference_agrees_with_itself_and_every_game_ends(seed: int) -> None:
    rng = random.Random(seed)
    setup = random_setup(rng)
    before = copy.deepcopy(setup)
    texts = walk(REFERENCE, rng, **setup, actions=1000)
    assert setup == before
    # Where a composed card gives lives without end, a game need not end either.
    assert len(texts) < 1000 or "gain_lives" in str(setup["cards"])


def without_decline(state: dict) -> dict[int, list[str]]:
    return {seat: [text for text in texts if text != "decline"] for seat, texts in REFERENCE.legal(state).items()}


def with_a_life_more(state: dict) -> dict:
    shown = REFERENCE.position(state)
    return {**shown, "lives": [lives + (shown["phase"] == "patrol") for lives in shown["lives"]]}


@pytest.mark.parametrize(
    ("side", "named"),
    [
        (REFERENCE._replace(legal=without_decline), "legal of seat"),
        (REFERENCE._replace(position=with_a_life_more), "position.lives"),
        (REFERENCE._replace(to_act=lambda state: [1]), "to_act"),
        (REFERENCE._replace(result=lambda state: None), "over"),
    ],
    ids=["legal", "position", "to_act", "result"],
)
def test_a_difference_is_found_and_named(side, named: str) -> None:
    with pytest.raises(Difference, match=named):
        walk(side, random.Random(1), {"level": 1}, 2)


@pytest.mark.parametrize("seed", range(100, 130))
def test_a_position_reached_is_a_position_to_start_from(seed: int) -> None:
    rng = random.Random(seed)
    setup = random_setup(rng)
    state = monsters.start(**setup)
    for _ in range(120):
        if not monsters.to_act(state):
            return
        seat, text = random_action(REFERENCE, state, rng)
        state = monsters.apply(state, seat, text)
        shown = monsters.position(state)
        placing = shown["phase"] == "placement" and setup["options"]["opening"] == "open"
        if placing or (shown["phase"] == "patrol" and shown["choosing"] is None):
            again = monsters.start(setup["options"], setup["seats"], setup["cards"], shown)
            assert monsters.position(again) == shown
            for each, texts in monsters.legal(again).items():  # situations seen before do not count
                assert texts == [text for text in monsters.legal(state)[each] if text != "stalemate"]
