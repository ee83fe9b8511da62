"""The rulebook of a game: its file, its sections."""

from __future__ import annotations

from typing import NamedTuple

from tabletop import paths
from tabletop.engine.definition import Definition
from tabletop.ui.markdown import anchor, blocks, plain

LANGUAGE = "en"


class Section(NamedTuple):
    """A heading below the title: the anchor that leads there, its words, its level (2 or 3)."""

    anchor: str
    title: str
    level: int


def text(definition: Definition) -> str:
    """Read the rulebook, with what holds at every table before what is for records; "" where there is none."""
    own, shared = _read(definition.rules), _read("common")
    before, mark, records = own.partition("\n## For records\n")
    return f"{before}\n{shared}{mark}{records}" if own and shared else own


def _read(name: str) -> str:
    try:
        return (paths.assets() / "rules" / LANGUAGE / f"{name}.md").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def sections(source: str) -> list[Section]:
    """List a rulebook's sections."""
    headings = (block for block in blocks(source) if block.kind == "heading" and block.level in (2, 3))
    return [Section(anchor(words), plain(words), level) for _, words, level in headings]
