"""What is drawn is drawn whole, told apart by shape, and made once."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from tabletop.ui import icons
from tabletop.ui.art import Art, app_icon
from tabletop.ui.theme import GOLD, LOUD, OWNERS, SPELLS, Theme, hsl, mix, spell_color

SPELL_NAMES = [
    "death", "prayer", "drifting", "sink", "birth", "reverse", "sacrifice", "move_island", "bless", "curse",
    "revolution", "memory", "blank",
]  # fmt: skip


@pytest.fixture
def art() -> Art:
    return Art(Theme((1280, 800)))


def shape(image: pygame.Surface) -> pygame.Mask:
    return pygame.mask.from_surface(image, 127)


def difference(one: pygame.Mask, other: pygame.Mask) -> float:
    """Give the share of a square on which two shapes differ."""
    width, height = one.get_size()
    both = one.overlap_area(other, (0, 0))
    return (one.count() + other.count() - 2 * both) / (width * height)


def test_every_spell_has_a_colour_and_an_emblem() -> None:
    assert set(SPELLS) == set(icons.EMBLEMS) == set(SPELL_NAMES)
    assert len(set(SPELLS.values())) == len(SPELLS)


@pytest.mark.parametrize("table", [icons.EMBLEMS, icons.SIGNS, icons.ICONS], ids=["emblems", "signs", "icons"])
@pytest.mark.parametrize("size", [18, 24, 64])
def test_shapes_are_whole_and_of_one_colour(table: dict[str, object], size: int) -> None:
    for name in table:
        image = icons.draw(name, size, (200, 100, 50))
        assert image.get_size() == (size, size)
        ink = shape(image)
        assert 0.03 < ink.count() / size**2 < 0.95, name
        # No dark fringe: what can be seen has the colour, up to rounding.
        for point in ((x, y) for x in range(0, size, 3) for y in range(0, size, 3)):
            r, g, b, alpha = image.get_at(point)
            if alpha > 20:
                assert abs(r - 200) + abs(g - 100) + abs(b - 50) < 24, name


@pytest.mark.parametrize("names", [list(icons.EMBLEMS), list(icons.SIGNS)], ids=["emblems", "signs"])
def test_shapes_are_told_apart_without_colour(names: list[str]) -> None:
    shapes = {name: shape(icons.draw(name, 48, (255, 255, 255))) for name in names}
    for one, other in combinations(names, 2):
        assert difference(shapes[one], shapes[other]) > 0.08, (one, other)


def test_owners_differ_in_sign_and_colour() -> None:
    assert [(owner.name, owner.sign) for owner in OWNERS] == [
        ("red", "circle"), ("blue", "square"), ("green", "triangle"), ("violet", "diamond"), ("pale", "cross"),
    ]  # fmt: skip
    assert len({owner.color for owner in OWNERS}) == 5


def test_gold_is_for_nothing_but_now() -> None:
    colors = {*SPELLS.values(), *(owner.color for owner in OWNERS)}
    assert not colors & {GOLD, LOUD}


def test_an_emblem_nobody_knows_is_the_blank_cards() -> None:
    assert difference(shape(icons.draw("my_own", 40, (0, 0, 0))), shape(icons.draw("blank", 40, (0, 0, 0)))) == 0
    assert spell_color("my_own") == spell_color("my_own") != spell_color("your_own")


def test_a_thing_is_drawn_around_its_middle(art: Art) -> None:
    surface = pygame.Surface((200, 200))
    surface.fill((0, 0, 0))
    art.chip(surface, (100, 100), 30, 0)
    box = pygame.mask.from_threshold(surface, (255, 255, 255), (150, 255, 255)).get_bounding_rects()
    bounds = box[0].unionall(box[1:])
    assert abs(bounds.centerx - 100) <= 1 and abs(bounds.centery - 100) <= 1
    assert abs(bounds.width - 60) <= 3


def test_a_chip_is_made_once_for_a_size(art: Art) -> None:
    assert art.chip_image(22, 0) is art.chip_image(22, 0)
    assert art.chip_image(22, 0) is not art.chip_image(22, 1)
    art.retheme(Theme((1920, 1080)))
    assert art._bytes == 0


def test_pictures_kept_are_bounded(art: Art) -> None:
    for n in range(80):
        art.keep(("big", n), lambda: pygame.Surface((1000, 500), pygame.SRCALPHA))
    assert art._bytes <= 40_000_000
    assert len(art._kept) == 20  # 2 MB each


@pytest.mark.parametrize("size", [(5, 5), (9, 300), (300, 9), (40, 40), (300, 200)])
def test_round_corners_at_any_size(art: Art, size: tuple[int, int]) -> None:
    image = art.rounded(size, 14, (10, 20, 30), (200, 200, 200), 2)
    assert image.get_size() == size
    if min(size) > 28:
        assert image.get_at((0, 0)).a == 0
        assert image.get_at((size[0] // 2, size[1] // 2)) == (10, 20, 30, 255)
        assert image.get_at((size[0] // 2, 0))[:3] == (200, 200, 200)
        assert image.get_at((size[0] - 1, size[1] // 2))[:3] == (200, 200, 200)


def test_everything_draws_at_every_size() -> None:
    for size in ((960, 600), (1280, 800), (1920, 1080)):
        art, surface = Art(Theme(size)), pygame.Surface(size, depth=32)
        art.background(surface)
        rect = pygame.Rect(20, 20, size[0] // 3, size[1] // 3)
        for draw in (art.sea, art.felt, art.island, art.panel, art.ring, art.paper, art.card_back):
            before = surface.copy()
            draw(surface, rect)
            assert pygame.mask.from_threshold(surface, (0, 0, 0), (3, 3, 3, 255), before).count() < size[0] * size[1]
        art.shade(surface)
        for image in (
            art.sorcerer_image(90), art.arrow_image(40), art.arrow_image(40, heading=-1), art.heart_image(20),
            art.heart_image(20, False), art.badge_image(16, (9, 90, 9)), art.marker_image(14, True),
            art.marker_image(14, False), app_icon(),
        ):  # fmt: skip
            art.blit(surface, image, (100, 100), scale=0.5, alpha=0.5, angle=30)
            assert shape(image).count() > 0


def test_colours() -> None:
    assert hsl(0, 1, 0.5) == (255, 0, 0)
    assert hsl(120, 1, 0.5) == (0, 255, 0)
    assert mix((0, 0, 0), (100, 200, 50), 0.5) == (50, 100, 25)
