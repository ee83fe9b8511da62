"""What stands for a seat wherever it is shown: the owner's chip, or a piece where the rules colour sides."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from tabletop.ui.art import Art
from tabletop.ui.marbles import marble_image

MARBLES: Mapping[str, tuple[str, str]] = {"spaghetti": ("white", "red"), "spiteful_guards": ("white", "black")}
"""Rules id -> the colour of each seat's marbles."""
DISCS = frozenset({"super_amoeba_battle"})
OWN_COLORS = frozenset(MARBLES) | DISCS
"""Games in which the rules say what colour each side's pieces have."""


def sign_image(art: Art, rules: str, radius: int, owner: int, faint: bool = False) -> pygame.Surface:
    """Give the picture of a seat of a game; `owner` counts from 0."""
    if rules in MARBLES:
        colours = MARBLES[rules]
        return marble_image(art, radius, colours[owner % len(colours)])
    if rules in DISCS:
        from tabletop.ui.tables.amoeba_art import disc_image  # the other games need none of it

        return disc_image(art, radius, owner % 2 + 1)
    return art.chip_image(radius, owner, faint)
