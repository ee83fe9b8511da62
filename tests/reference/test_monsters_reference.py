"""The plain reference against the example records, the action counts and the worked cases of the rules page."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import yaml

from tests.reference import monsters

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("spaghetti_monsters-*.yaml"))


def play(state: dict, *texts: str) -> dict:
    """Play texts for the seat that is to act, or for the seat that a text names."""
    for text in texts:
        seat = monsters.to_act(state)[0] if monsters.to_act(state) else None
        if ">" in text.split()[0]:
            name, text = text.split("> ", 1)
            seat = int(name)
        state = monsters.apply(state, seat, text)
    return state


def row(**queues: list[int]) -> list[dict]:
    """Write islands of a position, their numbers left out."""
    return [{"card": card, "queue": queue} for card, queue in queues.items()]


def queues(state: dict) -> dict[str, list[int]]:
    return {island["card"]: island["queue"] for island in monsters.position(state)["islands"]}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_reaches_what_it_says(path: Path) -> None:
    record = yaml.safe_load(path.read_text(encoding="utf-8"))
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    state = monsters.start(record["options"], len(record["seats"]), position=record.get("position"))
    state = play(state, *record["actions"])
    assert monsters.to_act(state) == expected["to_act"]
    if "legal" in expected:
        got = {str(seat): sorted(texts) for seat, texts in monsters.legal(state).items()}
        assert got == {seat: sorted(texts) for seat, texts in expected["legal"].items()}
    got = json.loads(json.dumps(monsters.position(state)))
    for key, value in expected["position"].items():
        if key == "sorcerer":
            assert {part: got[key][part] for part in value} == value
        else:
            assert got[key] == value, key
    assert (monsters.result(state) or {}).get("winners") == expected.get("winners")


def test_there_are_records() -> None:
    assert len(RECORDS) == 19


# Worked case 7


def perft(state: dict, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for seat in monsters.to_act(state):
        for text in monsters.legal(state)[seat]:
            if text.split()[0] not in ("stalemate", "interrupt"):
                total += perft(monsters.apply(state, seat, text), depth - 1)
    return total


@pytest.mark.parametrize(
    ("level", "places", "counts"),
    [
        (1, "", [5, 25, 100, 400, 1200]),
        (1, "1 1 2 2 3 3 4 4", [2, 10, 26, 143, 732]),
        (2, "6 6 7 7 8 8 1 1 2 2", [2, 12, 32, 256]),
        (3, "9 9 10 10 6 6 7 7 8 8 1 1", [2, 14, 38, 351]),
    ],
)
def test_action_counts(level: int, places: str, counts: list[int]) -> None:
    state = monsters.start({"level": level}, 2)
    state = play(state, "deal " + " ".join(monsters.LEVELS[level]), *[f"place {number}" for number in places.split()])
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def test_random_games_end() -> None:
    rng = random.Random(5)
    for _ in range(20):
        state = monsters.start({"level": 1}, 2)
        while monsters.to_act(state):
            [seat] = monsters.to_act(state)
            text = monsters.chance(state, rng) if seat == 0 else rng.choice(monsters.legal(state)[seat])
            state = monsters.apply(state, seat, text)
        assert monsters.result(state)["winners"]
