"""The small Markdown of rulebooks and sentences, read for the window and for paper alike.

Headings, paragraphs, lists, bold, italic, links, pictures alone on a line, fenced blocks. A test holds every rulebook
to it; a library's parser would give the window and the page a tree to walk instead of a list to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Span(NamedTuple):
    """A piece of text in one style; `link` is where a click on it goes."""

    text: str
    bold: bool = False
    italic: bool = False
    link: str | None = None


class Block(NamedTuple):
    """A heading, paragraph, item, picture, or fence: its words, and its level.

    An item's words begin with its bullet or number; a picture's are its name; a fence's kind is what its first line
    says, its words all that it holds.
    """

    kind: str
    words: str
    level: int = 0


def escape(words: str) -> str:
    """Make words safe inside a line with markup."""
    return re.sub(r"([\\*_\[\]])", r"\\\1", words)


_MARK = re.compile(r"\\(.)|(\*\*)|(\*)|\[((?:[^\]\\]|\\.)*)\]\(([^)\s]*)\)", re.S)


def spans(line: str, bold: bool = False, italic: bool = False, link: str | None = None) -> list[Span]:
    """Read the markup of a line."""
    out: list[Span] = []
    strong, slanted, at = bold, italic, 0
    words = ""

    def flush() -> None:
        nonlocal words
        if words:
            out.append(Span(words, strong, slanted, link))
            words = ""

    for mark in _MARK.finditer(line):
        words += line[at : mark.start()]
        at = mark.end()
        if mark[1] is not None:
            words += mark[1]
        elif mark[2]:
            flush()
            strong = not strong
        elif mark[3]:
            flush()
            slanted = not slanted
        else:
            flush()
            out += spans(mark[4], strong, slanted, mark[5])
    words += line[at:]
    flush()
    return out


def plain(line: str) -> str:
    """Give a line without its markup."""
    return "".join(span.text for span in spans(line))


def anchor(heading: str) -> str:
    """Give the name by which a link reaches a heading."""
    return "-".join(re.findall(r"\w+", plain(heading).lower()))


def blocks(source: str) -> Iterator[Block]:
    """Divide Markdown into its blocks."""
    words: list[str] = []
    kind, level = "paragraph", 0
    fence: tuple[str, list[str]] | None = None

    def flush() -> Iterator[Block]:
        nonlocal words, kind, level
        if words:
            yield Block(kind, " ".join(words), level)
        words, kind, level = [], "paragraph", 0

    for line in source.splitlines():
        bare = line.strip()
        if fence is not None:
            if bare == "```":
                yield Block(fence[0], "\n".join(fence[1]) + "\n")
                fence = None
            else:
                fence[1].append(line)
            continue
        heading = re.match(r"(#{1,6})\s+(.*)", bare)
        item = re.match(r"(\s*)([-*]|\d+\.)\s+(.*)", line)
        image = re.fullmatch(r"!\[[^\]]*\]\(([^)]+)\)", bare)
        if not bare:
            yield from flush()
        elif bare.startswith("```"):
            yield from flush()
            fence = bare[3:].strip() or "text", []
        elif heading:
            yield from flush()
            yield Block("heading", heading[2].rstrip("# "), len(heading[1]))
        elif image:
            yield from flush()
            yield Block("picture", image[1])
        elif item:
            yield from flush()
            bullet = item[2] if item[2][0].isdigit() else "-"
            words, kind, level = [f"{bullet} {item[3]}"], "item", min(3, len(item[1]) // 2)
        else:
            words.append(bare)
    yield from flush()
    if fence is not None:
        yield Block(fence[0], "\n".join(fence[1]) + "\n")
