"""Boards of discs for tests and benchmarks: packed closely, or thrown down at random, tangent pairs among them."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

from tabletop.rules.plane import Place

KEPT = Path(__file__).parents[1] / "benchmarks" / "packings.json"
RADIUS = 400
LOW, HIGH = RADIUS, 8000 - RADIUS


def kept() -> list[list[Place]]:
    """Return the packings of 24 discs that the benchmark slides through, each disc by its number."""
    return [[(x, y) for x, y in packing] for packing in json.loads(KEPT.read_text(encoding="utf-8"))]


def square(one: Place, two: Place) -> int:
    """Return the squared distance of two centres."""
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2


def fits(place: Place, places: list[Place], least: int = 795) -> bool:
    """Tell by plain distances whether a disc lies on the board and overlaps none of these."""
    inside = all(LOW <= part <= HIGH for part in place)
    return inside and all(square(place, other) >= least * least for other in places)


def beside(place: Place, rng: random.Random, distance: int = 800) -> Place:
    """Return the place so far from another, in any direction, rounded."""
    angle = rng.uniform(0, 2 * math.pi)
    return place[0] + round(distance * math.cos(angle)), place[1] + round(distance * math.sin(angle))


def thrown(rng: random.Random, discs: int = 24) -> list[Place | None]:
    """Throw discs down one after another: anywhere, beside another, or just at a limit of touching or overlapping."""
    places: list[Place] = []
    while len(places) < discs:
        if places and rng.random() < 0.8:
            place = beside(rng.choice(places), rng, rng.choice((795, 796, 800, 800, 800, 819, 820, 821, 900)))
        else:
            place = (rng.randint(LOW, HIGH), rng.randint(LOW, HIGH))
        if fits(place, places):
            places.append(place)
    board: list[Place | None] = list(places)
    for disc in range(discs):
        if rng.random() < 0.1:
            board[disc] = None
    return board
