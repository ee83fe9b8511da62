"""The marble pyramid: 30 places on four levels, as bits of an int.

Bit i is the place PLACES[i]. The places are numbered as a pyramid's text is written: the ground first, in each level
the rows from the highest rank to the lowest, each from file A on. So a set of places is an int, and what holds for a
set is found by `&` with a table: 16 bits of ground, 9 of the first level, 4 of the second, 1 of the peak.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabletop.engine.rules import Rng

SIZES = (4, 3, 2, 1)
"""How many places wide each level is."""
COUNT = 30
PEAK = 29

STARTS = (0, 16, 25, 29)
"""The number of each level's first place."""
GROUND, FIRST, SECOND, TOP = 0xFFFF, 0x1FF << 16, 0xF << 25, 1 << PEAK
"""The places of each level."""
LEVELS = (GROUND, FIRST, SECOND, TOP)
FULL = (1 << COUNT) - 1


def _laid_out() -> Iterator[tuple[str, int, int, int]]:
    """Yield each place's name, level, file (1 to 7) and rank, in order."""
    for level, size in enumerate(SIZES):
        for row in reversed(range(size)):
            for column in range(size):
                file, rank = 1 + level + 2 * column, 1 + level + 2 * row
                yield f"{'ABCDEFG'[file - 1]}{rank}{'+' * (level >= 2)}", level, file, rank


PLACES = tuple(name for name, _, _, _ in _laid_out())
"""Every place's name."""
WHERE = tuple((level, file, rank) for _, level, file, rank in _laid_out())
"""Every place's level (0 the ground), file and rank (1 to 7, in half steps)."""
INDEX: Mapping[str, int] = {name: place for place, name in enumerate(PLACES)}
BIT: Mapping[str, int] = {name: 1 << place for place, name in enumerate(PLACES)}


def _where(place: int, levels: tuple[int, ...], reach: tuple[tuple[int, int], ...]) -> int:
    """Return the places that lie so many levels up, at one of these distances in file and rank (either sign)."""
    level, file, rank = WHERE[place]
    return sum(
        1 << other
        for other, (its_level, its_file, its_rank) in enumerate(WHERE)
        if its_level - level in levels and (abs(its_file - file), abs(its_rank - rank)) in reach
    )


BELOW = tuple(_where(place, (-1,), ((1, 1),)) for place in range(COUNT))
"""The four places that support each place; none on the ground."""
ABOVE = tuple(_where(place, (1,), ((1, 1),)) for place in range(COUNT))
"""The places, up to four, that each place supports."""
BESIDE = tuple(_where(place, (0,), ((0, 2), (2, 0))) for place in range(COUNT))
"""The orthogonal neighbours on the same level."""
AROUND = tuple(_where(place, (0,), ((0, 2), (2, 0), (2, 2))) for place in range(COUNT))
"""The neighbours on the same level, diagonal ones too."""
TOUCHING = tuple(BESIDE[place] | BELOW[place] | ABOVE[place] for place in range(COUNT))
"""The places where a marble touches one on this place."""
CORNERS = BIT["A1"] | BIT["A7"] | BIT["G1"] | BIT["G7"]


def bits(places: int) -> Iterator[int]:
    """Yield the numbers of the places in a set, lowest first."""
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low


def one_of(places: int, rng: Rng) -> int:
    """Return the number of one place of a set, chosen at random."""
    for _ in range(int(rng.random() * places.bit_count())):
        places &= places - 1
    return (places & -places).bit_length() - 1


def names(places: int) -> list[str]:
    """Return the names of the places in a set."""
    return [PLACES[place] for place in bits(places)]


def free(filled: int) -> int:
    """Return the places that can be filled: empty, on a complete platform or on the ground."""
    return sum(1 << place for place in bits(FULL & ~filled) if BELOW[place] & ~filled == 0)


UNDER = tuple(_where(place, (-2,), ((0, 0),)) for place in range(COUNT))
"""The place exactly two levels below each place of the second level and the peak."""
HIDDEN = tuple(sum(UNDER[place] for place in bits(marbles << 25)) for marbles in range(32))
"""Marbles of the second level and the peak, as a number below 32 -> the places that those hide from above."""


def _lightly_loaded(above: int, level: int) -> int:
    """Return the places of a level that carry at most one of these marbles of the next."""
    return sum(1 << place for place in bits(LEVELS[level]) if (ABOVE[place] & above).bit_count() <= 1)


LIGHT_GROUND = tuple(_lightly_loaded(marbles << 16, 0) for marbles in range(512))
"""Marbles of the first level, as a number below 512 -> the ground's places that carry at most one of them."""
LIGHT_FIRST = tuple(_lightly_loaded(marbles << 25, 1) for marbles in range(16))
"""Marbles of the second level, as a number below 16 -> the first level's places that carry at most one of them."""


# -- pyramid text ------------------------------------------------------------------------------------------------------

EMPTY = "..../..../..../.... .../.../... ../.. ."
COLOURS: Mapping[str, str] = {"w": "white", "b": "black", "r": "red"}


class NoPyramid(ValueError):
    """A text that is not in the form of a pyramid."""


class Floating(ValueError):
    """A pyramid with a marble on an incomplete platform."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


def read(text: object) -> tuple[int, int, int]:
    """Return the white, black and red marbles of a pyramid's text; raise NoPyramid or Floating."""
    if not isinstance(text, str):
        raise NoPyramid(text)
    blank = [char if char in "/ " else "." for char in text]
    if "".join(blank) != EMPTY or set(text) - set("wbr./ "):
        raise NoPyramid(text)
    marbles = [char for char in text if char not in "/ "]
    white, black, red = (sum(1 << place for place in range(COUNT) if marbles[place] == char) for char in COLOURS)
    filled = white | black | red
    for place in bits(filled):
        if BELOW[place] & ~filled:
            raise Floating(PLACES[place])
    return white, black, red


def write(white: int, black: int, red: int) -> str:
    """Return the text of a pyramid with these marbles."""
    left = iter(range(COUNT))

    def char() -> str:
        bit = 1 << next(left)
        return "w" if white & bit else "b" if black & bit else "r" if red & bit else "."

    return " ".join("/".join("".join(char() for _ in range(size)) for _ in range(size)) for size in SIZES)
