"""The marble pyramid: places, what supports, touches and hides, and its text (rules page: "The board both share")."""

from __future__ import annotations

import random

import pytest

from tabletop.rules import pyramid
from tabletop.rules.pyramid import BIT, FULL, INDEX, PLACES, WHERE

PAGE = "rwbb/brwb/wbrw/wwbr rwr/wrb/rbr rw/br w"
"""The full pyramid of the rules page."""


def places(names: str) -> int:
    return sum(BIT[name] for name in names.split())


def test_places_are_those_of_the_page() -> None:
    """Places: the ground A C E G x 1 3 5 7, the first level B D F x 2 4 6, the second C E x 3 5, the peak D4."""
    ground = {file + rank for file in "ACEG" for rank in "1357"}
    first = {file + rank for file in "BDF" for rank in "246"}
    second = {file + rank + "+" for file in "CE" for rank in "35"}
    assert [set(PLACES[:16]), set(PLACES[16:25]), set(PLACES[25:29]), set(PLACES[29:])] == [
        ground,
        first,
        second,
        {"D4+"},
    ]


def test_supports() -> None:
    """X supports Y when Y is one level higher and half a step away in both directions."""
    assert pyramid.BELOW[INDEX["B2"]] == places("A1 A3 C1 C3")
    assert pyramid.BELOW[INDEX["E3+"]] == places("D2 D4 F2 F4")
    assert pyramid.BELOW[INDEX["D4+"]] == places("C3+ C5+ E3+ E5+")
    assert pyramid.BELOW[INDEX["A1"]] == 0
    assert pyramid.ABOVE[INDEX["A1"]] == places("B2")
    assert pyramid.ABOVE[INDEX["C3"]] == places("B2 B4 D2 D4")
    assert pyramid.ABOVE[INDEX["D4+"]] == 0
    for above in range(30):
        assert pyramid.BELOW[above].bit_count() == (0 if above < 16 else 4)
        for below in range(30):
            assert bool(pyramid.BELOW[above] >> below & 1) == bool(pyramid.ABOVE[below] >> above & 1)


def test_touching() -> None:
    """Two marbles touch when they are orthogonal neighbours on one level, or one supports the other."""
    assert pyramid.TOUCHING[INDEX["A1"]] == places("A3 C1 B2")
    assert pyramid.TOUCHING[INDEX["D4"]] == places("B4 F4 D2 D6 C3 C5 E3 E5 C3+ C5+ E3+ E5+")
    assert pyramid.TOUCHING[INDEX["D4+"]] == places("C3+ C5+ E3+ E5+")
    assert pyramid.AROUND[INDEX["A1"]] == places("A3 C1 C3")
    assert pyramid.AROUND[INDEX["C5+"]] == places("C3+ E3+ E5+")


def test_hidden_from_above() -> None:
    """Hidden is what has a marble exactly two levels above, on the same file and rank; 25 of 30 can be seen."""
    assert pyramid.HIDDEN[FULL >> 25] == places("C3 C5 E3 E5 D4")
    assert (FULL & ~pyramid.HIDDEN[FULL >> 25]).bit_count() == 25
    assert pyramid.HIDDEN[BIT["C3+"] >> 25] == places("C3")
    assert pyramid.HIDDEN[0] == 0


def test_free_places() -> None:
    """A place can be filled when it is empty and its platform is complete."""
    assert pyramid.free(0) == pyramid.GROUND
    assert pyramid.free(places("A1 A3 C1 C3")) == pyramid.GROUND & ~places("A1 A3 C1 C3") | BIT["B2"]
    assert pyramid.free(FULL ^ BIT["D4+"]) == BIT["D4+"]
    assert pyramid.free(FULL) == 0


def test_light_marbles() -> None:
    """The tables of what carries at most one marble, against counting."""
    rng = random.Random(1)
    for _ in range(300):
        filled = 0
        for _ in range(rng.randrange(31)):
            filled |= 1 << rng.choice(list(pyramid.bits(pyramid.free(filled))))
        light = pyramid.LIGHT_GROUND[filled >> 16 & 511] | pyramid.LIGHT_FIRST[filled >> 25 & 15]
        for place in range(25):
            carried = sum(
                WHERE[other][0] == WHERE[place][0] + 1
                and abs(WHERE[other][1] - WHERE[place][1]) == 1
                and abs(WHERE[other][2] - WHERE[place][2]) == 1
                for other in pyramid.bits(filled)
            )
            assert bool(light >> place & 1) == (carried <= 1)


def test_text() -> None:
    """Pyramid text: levels from the ground up, rows from the highest rank down, each from file A on."""
    white, black, red = pyramid.read(PAGE)
    assert (white | black | red, white & black, black & red) == (FULL, 0, 0)
    assert pyramid.names(red) == ["A7", "C5", "E3", "G1", "B6", "F6", "D4", "B2", "F2", "C5+", "E3+"]
    assert white & places("C7 A3 G3 A1 C1 D6 B4 E5+ D4+") == white & ~BIT["E5"]
    assert white & BIT["E5"] and black & BIT["E7"]
    assert pyramid.write(white, black, red) == PAGE
    assert pyramid.read("..../..../..../.... .../.../... ../.. .") == (0, 0, 0)
    assert pyramid.write(0, BIT["C3"], 0) == "..../..../.b../.... .../.../... ../.. ."


@pytest.mark.parametrize(
    "text",
    [
        "",
        PAGE[:-2],
        PAGE + " ",
        PAGE.replace("/", " "),
        PAGE.replace("w", "W"),
        PAGE.replace("w", "x"),
        "w/rwbb",
    ],
)
def test_other_texts_are_no_pyramids(text: str) -> None:
    with pytest.raises(pyramid.NoPyramid):
        pyramid.read(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("..../..../ww../w... .../.../r.. ../.. .", "B2"),
        (PAGE.replace("rwr/wrb/rbr", "rwr/w.b/rbr"), "C5+"),
        ("rwbb/brwb/wbrw/wwbr rwr/wrb/rbr rw/b. w", "D4+"),
    ],
)
def test_a_floating_marble_is_refused(text: str, place: str) -> None:
    with pytest.raises(pyramid.Floating) as floating:
        pyramid.read(text)
    assert floating.value.place == place
