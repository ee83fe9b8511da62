"""A rulebook as one page for paper, phone and browser: everything it needs is in it."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO
from pathlib import Path

import pygame

from tabletop import UserError, files
from tabletop.engine.definition import Definition
from tabletop.engine.source import shown
from tabletop.rules import load
from tabletop.ui import book, diagram
from tabletop.ui.markdown import anchor, blocks, plain, spans
from tabletop.ui.settings import Settings
from tabletop.ui.theme import Theme
from tabletop.ui.wording import UiWords

WIDE, SCALE = 760, 2
"""How wide pictures are in points of the page, and how many pixels a point has."""

STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1.2rem 4rem; max-width: 48rem; background: #fdf8ec; color: #2e2214;
  font: 1.06rem/1.55 "Atkinson Hyperlegible", Verdana, "DejaVu Sans", sans-serif; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0.4rem 0 1rem; }
h2 { font-size: 1.45rem; line-height: 1.25; margin: 2.4rem 0 0.6rem; border-bottom: 2px solid #d8c496; }
h3 { font-size: 1.15rem; line-height: 1.3; margin: 1.6rem 0 0.4rem; }
p, ul, ol { margin: 0.6rem 0; }
li { margin: 0.25rem 0; }
a { color: #7a320f; }
nav { background: #f6ecd6; border: 1px solid #d8c496; border-radius: 0.6rem; padding: 0.6rem 1.2rem 0.8rem; }
nav h2 { margin: 0.2rem 0 0.4rem; border: 0; font-size: 1.15rem; }
nav ul { margin: 0; padding-left: 1.2rem; columns: 2 14rem; }
nav ul ul { columns: auto; }
nav li { break-inside: avoid; }
figure { margin: 1.2rem 0; }
figure img { display: block; width: 100%; height: auto; border: 1px solid #7d6848; border-radius: 0.3rem; }
figcaption { margin: 0.4rem 0.6rem 0; font-style: italic; color: #4a3b28; }
@page { margin: 18mm 16mm; }
@media print {
  body { max-width: none; padding: 0; background: none; color: #000; font-size: 10.5pt; }
  a { color: inherit; text-decoration: none; }
  h1, h2, h3 { break-after: avoid; }
  p, li { orphans: 3; widows: 3; }
  figure { break-inside: avoid; width: 78%; margin: 0.8rem auto; }
  nav { background: none; break-inside: avoid; }
}
"""


def page(definition: Definition) -> str:
    """Give a game's rulebook as HTML; raise UserError where it has none, or a picture is broken."""
    words = UiWords(definition)
    source = book.text(definition)
    if not source:
        raise UserError(f"{words.title()}: {words('rulebook.missing')}")
    title = words("rulebook.title", game=words.title())
    body = list(_body(source, definition))
    body.insert(1, _contents(source, words("rulebook.contents")))
    return "\n".join([
        "<!DOCTYPE html>", f'<html lang="{book.LANGUAGE}">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>", "</head>", "<body>", "<main>", *body, "</main>", "</body>", "</html>", "",
    ])  # fmt: skip


def write(definition: Definition, out: Path) -> None:
    """Write a game's rulebook into a file; raise UserError where that cannot be done."""
    text = page(definition)
    try:
        files.write(out, text)
    except OSError as error:
        raise UserError(f"{shown(out, 4096)}: the file cannot be written ({error.strerror or error})") from None


def fresh(folder: Path, name: str) -> Path:
    """Give the path of a file that is not there yet; the folder is made where it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{shown(folder, 4096)}: the folder cannot be made ({error.strerror or error})") from None
    number = 1
    while (path := folder / (f"{name}.html" if number == 1 else f"{name}-{number}.html")).exists():
        number += 1
    return path


def _contents(source: str, title: str) -> str:
    lines = ["<nav>", f"<h2>{escape(title)}</h2>", "<ul>"]
    level = 2
    for section in book.sections(source):
        if section.level > level:
            lines.append("<ul>")
        elif section.level < level:
            lines.append("</li>\n</ul>\n</li>")
        elif lines[-1] != "<ul>":
            lines.append("</li>")
        level = section.level
        lines.append(f'<li><a href="#{section.anchor}">{escape(section.title)}</a>')
    lines += ["</li>", "</ul>"] * (level - 1) + ["</nav>"]
    return "\n".join(lines)


def _body(source: str, definition: Definition) -> Iterator[str]:
    """Give heading after heading, paragraph after paragraph; lists are opened and closed between them."""
    open_lists: list[str] = []
    pictures = (block for block in blocks(source) if block.kind == "position")
    drawn = iter(_figures([block.words for block in pictures], definition))
    for kind, words, level in blocks(source):
        wanted = level + 1 if kind == "item" else 0
        while len(open_lists) > wanted:
            yield f"</li>\n</{open_lists.pop()}>"
        if kind == "heading":
            yield f'<h{level} id="{anchor(words)}">{_inline(words)}</h{level}>'
        elif kind == "item":
            bullet, _, words = words.partition(" ")
            if len(open_lists) == wanted:
                yield "</li>"
            while len(open_lists) < wanted:
                open_lists.append("ul" if bullet == "-" else "ol")
                yield f"<{open_lists[-1]}>"
            yield f"<li>{_inline(words)}"
        elif kind == "position":
            yield next(drawn)
        elif kind == "paragraph":
            yield f"<p>{_inline(words)}</p>"
    while open_lists:
        yield f"</li>\n</{open_lists.pop()}>"


def _inline(line: str) -> str:
    out = []
    for text, bold, italic, link in spans(line):
        said = escape(text, quote=False)
        if bold:
            said = f"<strong>{said}</strong>"
        if italic:
            said = f"<em>{said}</em>"
        out.append(f'<a href="{escape(link)}">{said}</a>' if link else said)
    return "".join(out)


def _figures(sources: Sequence[str], definition: Definition) -> Iterator[str]:
    """Draw positions and put each into the page."""
    game = load(definition.rules)
    words, context = diagram.vocabulary(game), None
    for number, source in enumerate(sources, 1):
        try:
            picture = diagram.read(source)
            size = WIDE * SCALE, round(WIDE * SCALE * picture.high)
            context = diagram.paper(Theme((1280 * SCALE, 800 * SCALE), SCALE), size, Settings(), context)
            image = diagram.draw(picture, game, context, words)
        except UserError as error:
            raise UserError(f"picture {number} of the rulebook: {error}") from None
        data = BytesIO()
        pygame.image.save(image, data, "picture.jpg")
        inside = base64.b64encode(data.getvalue()).decode("ascii")
        wide, high = size[0] // SCALE, size[1] // SCALE
        yield (
            f'<figure>\n<img src="data:image/jpeg;base64,{inside}" width="{wide}" height="{high}"'
            f' alt="{escape(plain(picture.caption))}">'
            f"\n<figcaption>{_inline(picture.caption)}</figcaption>\n</figure>"
        )
