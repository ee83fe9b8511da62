"""Pictures of positions: every one in the rulebooks is drawn; what is wrong with a block is said in a sentence."""

from __future__ import annotations

import pygame
import pytest

from tabletop import UserError
from tabletop.rules import GAMES, load
from tabletop.ui import book, diagram
from tabletop.ui.markdown import blocks
from tabletop.ui.rulebook import RulebookScene
from tabletop.ui.settings import Settings
from tabletop.ui.settings_scene import SettingsScene
from tabletop.ui.theme import Theme
from tests.ui.driver import CORNERS, Driver

BOOKS = {game: [block.words for block in blocks(book.text(load(game))) if block.kind == "position"] for game in GAMES}
PICTURES = [
    pytest.param(game, words, id=f"{game}-{n}") for game, own in BOOKS.items() for n, words in enumerate(own, 1)
]
GOOD = """\
caption: Four marbles.
position: {pyramid: "..../..../..../.... .../.../... ../.. .", last: null, turn: 1, token: 0}
actions: [place C3, place C5, place E5, place E3]
mark: [place:D4]
letters: {A: place:E3}
high: 0.6
"""


def drawn(words: str, game: str = "spaghetti", wide: int = 640) -> pygame.Surface:
    """Draw a block."""
    picture = diagram.read(words)
    context = diagram.paper(Theme((1280, 800)), (wide, round(wide * picture.high)), Settings())
    return diagram.draw(picture, load(game), context)


@pytest.mark.parametrize("game", GAMES)
def test_every_rulebook_has_pictures(game: str) -> None:
    assert 4 <= len(BOOKS[game]) <= 7


@pytest.mark.parametrize(("size", "text"), CORNERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_picture_is_drawn_and_can_be_read(game: str, size: tuple[int, int], text: int) -> None:
    scene = RulebookScene(load(game))
    driver = Driver(SettingsScene(), scene, size=size, settings=Settings(text=text, speed=0, volume=0))
    places = scene.gallery.places()
    assert [words for words, _ in places] == BOOKS[game]
    for words, measures in places:
        picture = diagram.read(words)
        context = diagram.paper(driver.context.theme, measures, driver.context.settings)
        surface = diagram.draw(picture, load(game), context)
        # What a close-up cuts through goes on outside.
        whole = [one for one in context.text.record if not picture.show and surface.get_rect().colliderect(one.rect)]
        assert [one.text for one in whole if one.cut] == []
        assert [one.text for one in context.text.record if one.px < context.theme.floor] == []
        spots = [surface.get_at((x, y)) for x in range(0, measures[0], 9) for y in range(0, measures[1], 9)]
        assert len(set(map(tuple, spots))) > 100  # no plain ground


@pytest.mark.parametrize(("game", "words"), PICTURES)
def test_a_caption_names_every_letter(game: str, words: str) -> None:
    picture = diagram.read(words)
    for letter in picture.letters:
        named = letter in picture.caption.replace(",", " ").replace(".", " ").replace(";", " ").split()
        assert named or letter in "WB", f"{letter} is not in {picture.caption!r}"


def test_a_letter_and_a_ring_change_the_picture() -> None:
    whole = pygame.image.tobytes(drawn(GOOD), "RGB")
    assert whole != pygame.image.tobytes(drawn(GOOD.replace("mark: [place:D4]\n", "")), "RGB")
    assert whole != pygame.image.tobytes(drawn(GOOD.replace("letters: {A: place:E3}\n", "")), "RGB")
    assert whole == pygame.image.tobytes(drawn(GOOD), "RGB")


def test_a_part_fills_the_paper() -> None:
    """The one black marble takes more of a close-up than of the whole board."""

    def dark(words: str) -> int:
        surface = drawn(words)
        return sum(sum(surface.get_at((x, y))[:3]) < 120 for x in range(200, 440, 4) for y in range(100, 284, 4))

    assert dark(GOOD + "show: [place:C3]\n") > 2 * dark(GOOD)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("caption: Four marbles.\n", "", "the key `caption` is missing"),
        ("mark:", "marks:", "there is no key `marks`"),
        ("high: 0.6", "high: 7", "at most 1.5"),
        ("place:D4", "place:Z9", "there is no `place:Z9` in this position"),
        ("{A: place:E3}", "{A: island:1}", "there is no `island:1`"),
        ("place C5, ", "place G7, ", 'action 2 "place G7"'),
        ("turn: 1", "turn: 7", "turn: on the empty board"),
        ("high: 0.6", "tools: [saw]", "there is no tool `saw`"),
        ("high: 0.6", "show: roof", "there is no part `roof`"),
        ("high: 0.6", "seat: 3", "there is no seat 3"),
        ("high: 0.6", "options: {strand: none}", "option `strand` can be"),
        ("high: 0.6", "high: [", "not readable as YAML"),
    ],
)
def test_what_is_wrong_with_a_block_is_said_in_one_sentence(old: str, new: str, said: str) -> None:
    assert old in GOOD
    with pytest.raises(UserError) as caught:
        drawn(GOOD.replace(old, new))
    assert said in str(caught.value) and "\n" not in str(caught.value)
