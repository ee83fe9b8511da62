"""The rulebook: contents, sections, links, search."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tabletop.rules import load
from tabletop.ui.rulebook import RulebookScene
from tabletop.ui.settings_scene import SettingsScene
from tabletop.ui.viewport import Wheel
from tests.ui.driver import Driver

BOOK = """# The game

The first words. See [the end](#the-end).

## One thing

{filler}

### Part of it

A *slippery* fish.

{filler}

## The end

Another Fish, at last.
"""


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a rulebook of known words in place of the game's."""
    from tabletop import paths

    real = paths.assets()
    assets = tmp_path / "assets"
    (assets / "rules" / "en").mkdir(parents=True)
    shutil.copytree(real / "locale", assets / "locale")
    words = BOOK.format(filler="\n\n".join(["Some words that fill the page."] * 40))
    (assets / "rules" / "en" / "spaghetti_monsters.md").write_text(words, encoding="utf-8")
    monkeypatch.setattr(paths, "assets", lambda: assets)
    return assets


def opened(section: str = "", **how: object) -> tuple[Driver, RulebookScene]:
    driver = Driver(SettingsScene(), RulebookScene(load("spaghetti_monsters"), section), **how)  # type: ignore[arg-type]
    assert isinstance(driver.top, RulebookScene)
    return driver, driver.top


def test_it_opens_at_its_beginning_or_at_a_section(book: Path) -> None:
    driver, _ = opened()
    assert "The first words." in driver.words()
    driver, _ = opened("the-end")
    assert "Another Fish, at last." in driver.words() and "The first words." not in driver.words()
    driver, _ = opened("no-such-section")
    assert "The first words." in driver.words()


def test_contents_lead_to_sections_and_show_where_one_is(book: Path) -> None:
    driver, scene = opened()
    driver.click("section=the-end")
    assert "Another Fish, at last." in driver.words()
    scene.paper_text.scroll_to(0)
    driver.draw()
    driver.click("section=part-of-it")
    assert "A slippery fish." in driver.words()
    driver.draw()
    assert scene.list.chosen == "part-of-it"


def test_the_last_section_too_stands_at_the_top_when_it_was_asked_for(book: Path) -> None:
    driver, scene = opened("the-end")
    driver.draw()
    assert scene.list.chosen == "the-end"
    assert scene.document is not None and scene.paper_text.offset == scene.document.anchors["the-end"]


def test_links_lead_to_sections_by_finger_too(book: Path) -> None:
    driver, _ = opened()
    driver.tap("link:#the-end")
    assert "Another Fish, at last." in driver.words()


def test_search_counts_and_walks_through_what_it_finds(book: Path) -> None:
    driver, _ = opened()
    driver.key("f", "ctrl")
    driver.type("fish")
    assert "2 places" in driver.words() and "A slippery fish." in driver.words()
    driver.key("return")
    assert "Another Fish, at last." in driver.words()
    driver.click("button:next")
    assert "A slippery fish." in driver.words()
    driver.click("search")
    driver.type("es")
    assert "nothing found" in driver.words()


def test_keys_and_wheel_read_on(book: Path) -> None:
    driver, scene = opened()
    driver.key("page down")
    first = scene.paper_text.offset
    assert first > 0
    driver.stack.handle(Wheel(scene.paper.center, -2))
    assert scene.paper_text.offset > first
    driver.key("home")
    assert scene.paper_text.offset == 0


def test_another_size_keeps_the_place(book: Path) -> None:
    driver, scene = opened("part-of-it")
    driver.context.settings.text = 200
    driver.stack.layout()
    driver.draw()
    assert scene.document is not None
    y = scene.document.anchors["part-of-it"]
    assert abs(scene.paper_text.offset - y) < scene.paper_text.rect.height


def test_without_a_book_it_says_so(book: Path) -> None:
    (book / "rules" / "en" / "spaghetti_monsters.md").unlink()
    driver, _ = opened()
    assert "There is no rulebook" in driver.words()
    driver.key("escape")
    assert isinstance(driver.top, SettingsScene)


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("text", [100, 150, 200])
def test_nothing_of_the_real_book_is_cut(size: tuple[int, int], text: int) -> None:
    driver, scene = opened(size=size)
    driver.context.settings.text = text
    driver.stack.layout()
    while True:
        driver.draw()
        assert driver.faults() == [] and driver.outside() == []
        before = scene.paper_text.offset
        scene.paper_text.scroll_to(before + scene.paper_text.rect.height)
        if scene.paper_text.offset == before:
            break


# -- pictures ---------------------------------------------------------------------------------------------------------

PICTURE = """# The game

{filler}

## Seen

```position
caption: The sorcerer and *two* islanders.
position: {{islands: [{{card: death, number: 1, queue: [1, 2]}}]}}
{more}
```

After the picture.
"""


def with_picture(book: Path, filler: str = "", more: str = "") -> tuple[Driver, RulebookScene]:
    path = book / "rules" / "en" / "spaghetti_monsters.md"
    path.write_text(PICTURE.format(filler=filler, more=more), encoding="utf-8")
    scene = RulebookScene(load("spaghetti_monsters"))
    driver = Driver(SettingsScene())
    driver.stack.push(scene)
    driver.stack.draw()
    return driver, scene


def test_a_picture_comes_after_the_first_frame_and_is_kept(book: Path) -> None:
    driver, scene = with_picture(book)
    [(words, size)] = scene.gallery.places()
    assert "The sorcerer and two islanders." in driver.words() and "After the picture." in driver.words()
    assert scene.gallery.image(words, size) is None  # the book is open before anything is drawn
    driver.draw()
    picture = scene.gallery.image(words, size)
    assert picture is not None and picture.get_size() == size
    driver.key("escape")
    driver.stack.push(RulebookScene(load("spaghetti_monsters")))
    assert isinstance(driver.top, RulebookScene)
    assert driver.top.gallery.image(words, size) is picture


def test_a_picture_out_of_sight_waits_until_nothing_is_done(book: Path) -> None:
    driver, scene = with_picture(book, filler="\n\n".join(["Some words that fill the page."] * 60))
    [place] = scene.gallery.places()
    driver.draw()
    assert scene.gallery.image(*place) is None
    scene.gallery.begin()  # what has just been asked for is not in sight
    scene.layout(driver.context)
    driver.key("down")
    driver.draw()
    assert driver.context.art.kept(("position", *place)) is None
    for _ in range(12):
        driver.draw()
    assert driver.context.art.kept(("position", *place)) is not None


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("high: 9", "`high` should be at most 1.5"),
        ("letters: {A: island:4}", "there is no `island:4` in this position"),
    ],
)
def test_a_broken_picture_is_one_sentence(book: Path, more: str, reason: str) -> None:
    driver, scene = with_picture(book, more=more)
    driver.draw()
    driver.draw()
    assert f"This picture cannot be shown: {reason}" in driver.words()
    assert "After the picture." in driver.words() and driver.faults() == []
    assert scene.gallery.places() == []


def test_captions_are_found(book: Path) -> None:
    driver, _ = with_picture(book)
    driver.key("f", "ctrl")
    driver.type("two islanders")
    assert "one place" in driver.words()


def test_it_is_saved_as_a_page_and_never_over_another(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    driver, scene = with_picture(book)
    driver.click("button:print")
    out = tmp_path / "home" / "rules" / "spaghetti_monsters.html"
    assert "After the picture." in out.read_text(encoding="utf-8")
    assert driver.top is not scene and "spaghetti_monsters.html" in driver.words().replace(" ", "")
    driver.key("return")
    assert driver.top is scene
    driver.click("button:print")
    assert (out.parent / "spaghetti_monsters-2.html").is_file()


def test_a_page_that_cannot_be_saved_says_why(book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "home").write_text("a file, not a folder", encoding="utf-8")
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "home"))
    driver, _ = with_picture(book)
    driver.click("button:print")
    assert "the folder cannot be made" in driver.words()


def test_visitors_of_a_demo_leave_no_files(book: Path) -> None:
    driver, scene = with_picture(book)
    driver.context.keeps = False
    driver.stack.layout()
    driver.draw()
    assert "button:print" not in scene.addresses() and "button:back" in scene.addresses()
