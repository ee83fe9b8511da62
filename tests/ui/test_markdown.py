"""The small Markdown: what divides into what."""

from __future__ import annotations

import pytest

from tabletop.ui.markdown import Block, anchor, blocks, spans


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("# A\n## B c\ntext", [Block("heading", "A", 1), Block("heading", "B c", 2), Block("paragraph", "text")]),
        ("one\ntwo\n\nthree", [Block("paragraph", "one two"), Block("paragraph", "three")]),
        ("- a\n  b\n  - c\n2. d", [Block("item", "- a b"), Block("item", "- c", 1), Block("item", "2. d")]),
        ("a\n![x](sink)\nb", [Block("paragraph", "a"), Block("picture", "sink"), Block("paragraph", "b")]),
        ("a\n```position\n# no: heading\n- x\n\n  y\n```\nb",
         [Block("paragraph", "a"), Block("position", "# no: heading\n- x\n\n  y\n"), Block("paragraph", "b")]),
        ("```\nx", [Block("text", "x\n")]),
        ("```position\n```", [Block("position", "\n")]),
        ("", []),
    ],
)  # fmt: skip
def test_blocks(source: str, found: list[Block]) -> None:
    assert list(blocks(source)) == found


def test_an_anchor_is_made_of_the_words_alone() -> None:
    assert anchor("Variant: *no* [touching](#x)!") == "variant-no-touching"


def test_marks_that_are_escaped_are_letters() -> None:
    assert [span.text for span in spans(r"2 \* 3 \[x\]")] == ["2 * 3 [x]"]
