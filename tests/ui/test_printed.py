"""The rulebook as a page: it is whole, its links lead somewhere, its pictures are in it."""

from __future__ import annotations

import base64
import os
import re
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pygame
import pytest

from tabletop import UserError, app
from tabletop.rules import GAMES, load
from tabletop.ui import book, diagram, printed
from tabletop.ui.markdown import blocks, plain

VOID = {"meta", "img", "br", "hr", "link", "input"}


class Page(HTMLParser):
    """Read a page and complain about every tag that is not closed in its order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.headings: list[str] = []
        self.words = ""
        self.lang: str | None = ""
        self.feed(text)
        self.close()
        self.faults += [f"{tag} is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if len(given) != len(attrs):
            self.faults.append(f"an attribute of {tag} stands twice")
        if tag == "li" and self.open[-1] not in ("ul", "ol"):
            self.faults.append("an item outside a list")
        if tag in ("ul", "ol") and self.open[-1] in ("ul", "ol"):
            self.faults.append("a list that is not in an item")
        if tag in ("h1", "h2", "h3", "p", "ul", "ol", "figure") and "p" in self.open:
            self.faults.append(f"{tag} inside a paragraph")
        if tag not in VOID:
            self.open.append(tag)
        if tag == "html":
            self.lang = given.get("lang")
        if tag == "img":
            self.images.append(given)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a":
            self.links.append(str(given.get("href")))
        if re.fullmatch("h[1-6]", tag) and given.get("id"):
            self.headings.append("")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.headings and any(re.fullmatch("h[1-6]", tag) for tag in self.open) and "nav" not in self.open:
            self.headings[-1] += data
        self.words += data


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_whole(game: str) -> None:
    definition = load(game)
    text = printed.page(definition)
    page = Page(text)
    source = list(blocks(book.text(definition)))
    assert page.faults == []
    assert text.startswith("<!DOCTYPE html>") and page.lang == "en"
    assert page.headings == [plain(block.words) for block in source if block.kind == "heading"]
    assert len(set(page.ids)) == len(page.ids)
    assert len(page.links) >= len(book.sections(book.text(definition)))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    captions = [plain(diagram.read(block.words).caption) for block in source if block.kind == "position"]
    assert [image["alt"] for image in page.images] == captions
    assert not re.search(r"https?://|<script|url\(|@import", text)
    for block in source:  # no word of the book is lost
        if block.kind in ("paragraph", "item"):
            words = block.words.partition(" ")[2] if block.kind == "item" else block.words
            assert plain(words) in page.words


def test_pictures_can_be_read_and_have_the_size_that_is_said() -> None:
    page = Page(printed.page(load("spaghetti")))
    for image in page.images:
        kind, _, data = str(image["src"]).partition(",")
        assert kind == "data:image/jpeg;base64"
        surface = pygame.image.load(BytesIO(base64.b64decode(data)))
        assert surface.get_width() == printed.SCALE * int(str(image["width"]))
        assert surface.get_height() == pytest.approx(printed.SCALE * int(str(image["height"])), abs=1)


def test_the_command_writes_a_page_of_a_clubs_own_game_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "page.html"
    own = Path(__file__).parents[2] / "games" / "examples" / "club_islands.yaml"
    assert app.main(["rules", str(own), "--out", str(out)]) == 0
    assert "page.html: written" in capsys.readouterr().out
    assert Page(out.read_text(encoding="utf-8")).faults == []


@pytest.mark.parametrize(
    ("game", "out", "said"),
    [("no_such_game", "a.html", "no_such_game"), ("spaghetti", "none/a.html", "cannot be written")],
)
def test_the_command_says_what_is_wrong(
    game: str, out: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert app.main(["rules", game, "--out", str(tmp_path / out)]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1 and not os.listdir(tmp_path)


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    first = printed.fresh(folder, "spaghetti")
    assert first == folder / "spaghetti.html"
    first.write_text("mine", encoding="utf-8")
    second = printed.fresh(folder, "spaghetti")
    assert second.name == "spaghetti-2.html"
    second.write_text("mine", encoding="utf-8")
    assert printed.fresh(folder, "spaghetti").name == "spaghetti-3.html"


def test_a_broken_picture_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "text", lambda definition: "# A\n\n```position\ncaption: x\nhigh: 9\n```\n")
    with pytest.raises(UserError, match="picture 1 of the rulebook: `high` should be at most"):
        printed.page(load("spaghetti"))
