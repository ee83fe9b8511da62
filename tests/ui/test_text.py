"""Text is measured, wrapped, never shown as boxes, and recorded."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tabletop.ui.text import Coverage, Span, Text, anchor, escape, plain, spans
from tabletop.ui.theme import PALE, Theme


@pytest.fixture
def text() -> Text:
    return Text(Theme((1280, 800)))


@pytest.fixture
def surface() -> pygame.Surface:
    return pygame.Surface((1280, 800), depth=32)


def lines(layout: object) -> list[str]:
    return [line.text for line in layout.lines]  # type: ignore[attr-defined]


def test_words_wrap_within_the_width(text: Text) -> None:
    layout = text.layout("one two three four five six seven", 16, 90)
    assert " ".join(lines(layout)) == "one two three four five six seven"
    assert len(layout.lines) > 1
    assert all(line.width <= 90 for line in layout.lines)
    assert not layout.broken and not layout.cut


def test_measure_agrees_with_what_is_drawn(text: Text, surface: pygame.Surface) -> None:
    words = "Ada, your islander stands first on Drifting."
    size = text.measure(words, "prompt", 200)
    rect = text.draw(surface, words, pygame.Rect(40, 40, 200, 400), "prompt")
    assert rect.size == size
    # Nothing was drawn outside what was measured.
    ink = pygame.mask.from_threshold(surface, PALE, (60, 60, 60)).get_bounding_rects()
    assert ink and all(rect.contains(box) for box in ink)


def test_newlines_are_kept_and_an_empty_text_has_a_line(text: Text) -> None:
    assert lines(text.layout("a\n\nb", 16)) == ["a", "", "b"]
    assert lines(text.layout("", 16)) == [""]


def test_a_long_name_is_divided_rather_than_cut(text: Text) -> None:
    layout = text.layout("W" * 40, 16, 120)
    assert layout.broken and not layout.cut
    assert "".join(lines(layout)) == "W" * 40
    assert all(line.width <= 120 for line in layout.lines)


def test_fit_shrinks_before_it_divides_and_stops_at_the_floor(text: Text) -> None:
    name = "Maximilian"
    width = text.layout(name, 15).width
    assert text.fit(name, (width, 30), "text").px == 15
    assert text.fit("W" * 40, (60, 400), "text").px >= 14
    assert text.fit("W" * 400, (60, 20), "title").px == 14


def test_a_word_of_several_styles_wraps_as_one(text: Text) -> None:
    width = text.layout("your turn", 16).width
    layout = text.layout("your **turn**, Ada", 16, width, markup=True)
    assert lines(layout)[0] == "your"
    assert lines(layout)[1].startswith("turn,")


def test_markup() -> None:
    assert spans("a **b** *c*") == [Span("a "), Span("b", bold=True), Span(" "), Span("c", italic=True)]
    assert spans("see [the *rule*](#visit)") == [
        Span("see "),
        Span("the ", link="#visit"),
        Span("rule", italic=True, link="#visit"),
    ]
    assert plain("**Ada** [asks](x)") == "Ada asks"


@pytest.mark.parametrize("name", ["*", "**x**", "[a](b)", "back\\slash", "_under_", "No", "12", "日本"])
def test_a_name_can_be_anything(name: str) -> None:
    assert plain(f"**{escape(name)}**, your turn") == f"{name}, your turn"
    assert any(span.text == name and span.bold for span in spans(f"**{escape(name)}** x"))


def test_the_record_says_where_in_what_and_how_large(text: Text, surface: pygame.Surface) -> None:
    card = pygame.Rect(100, 100, 200, 100)
    with text.container("card", card):
        text.draw(surface, "Death", card.inflate(-20, -20), "title", bold=True)
    (drawn,) = text.record
    assert (drawn.text, drawn.container, drawn.px, drawn.cut) == ("Death", "card", 20, False)
    assert card.contains(drawn.rect) and drawn.rect.topleft == (110, 110)
    text.begin_frame()
    assert text.record == []


def test_what_leaves_its_rectangle_container_or_the_screen_is_cut(text: Text, surface: pygame.Surface) -> None:
    text.draw(surface, "many words " * 30, pygame.Rect(0, 0, 80, 30))
    with text.container("small", pygame.Rect(0, 0, 10, 10)):
        text.draw(surface, "wide", pygame.Rect(0, 0, 100, 30))
    text.draw(surface, "below", pygame.Rect(0, 790, 100, 30))
    assert [drawn.cut for drawn in text.record] == [True, True, True]


def test_ellipsis_only_when_asked_and_then_recorded(text: Text, surface: pygame.Surface) -> None:
    text.draw(surface, "a long line that does not fit", pygame.Rect(0, 0, 90, 22), ellipsis=True)
    (drawn,) = text.record
    assert drawn.text.endswith("…") and drawn.cut
    assert drawn.rect.width <= 90
    text.begin_frame()
    text.draw(surface, "fits", pygame.Rect(0, 0, 90, 22), ellipsis=True)
    assert (text.record[0].text, text.record[0].cut) == ("fits", False)


def test_scrolled_text_out_of_sight_is_not_cut(text: Text, surface: pygame.Surface) -> None:
    view = pygame.Rect(50, 50, 200, 60)
    surface.set_clip(view)
    with text.container("log", view, scrolled=True):
        for y in (0, 40, 90, 300):
            text.draw(surface, "a line", pygame.Rect(60, y, 180, 30))
    assert [drawn.cut for drawn in text.record] == [False, False]  # the first and last are out of sight
    assert all(view.contains(drawn.rect) and drawn.scrolled for drawn in text.record)


def test_what_is_covered_is_forgotten(text: Text, surface: pygame.Surface) -> None:
    text.draw(surface, "under", pygame.Rect(0, 0, 100, 30))
    text.draw(surface, "beside", pygame.Rect(400, 0, 100, 30))
    text.cover(pygame.Rect(0, 0, 50, 50))
    assert [drawn.text for drawn in text.record] == ["beside"]


def test_our_font_has_what_the_program_says() -> None:
    coverage = Text(Theme((1280, 800)))._coverage
    (own,) = coverage.values()
    assert all(ord(letter) in own for letter in "AZaz09éñßøł–—·…“”’×")
    assert not any(ord(letter) in own for letter in "日本語♥⚓")


def test_letters_ours_lacks_come_from_a_system_font_if_there_is_one(
    text: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tabletop.ui.text as module

    other = str(Path(pygame.font.__file__).parent / pygame.font.get_default_font())
    monkeypatch.setattr(module, "_system_fonts", lambda: iter([other]))
    monkeypatch.setattr(text, "_covers", lambda path, letter: path == other)
    (line,) = text.layout("日a", 16).lines
    assert [(run.text, run.path == other) for run in line.runs] == [("日", True), ("a", False)]
    assert text.substituted == {"日": other} and not text.missing


def test_letters_nobody_has_become_their_code(text: Text, monkeypatch: pytest.MonkeyPatch) -> None:
    import tabletop.ui.text as module

    monkeypatch.setattr(module, "_system_fonts", lambda: iter(()))
    assert lines(text.layout("日 Ada", 16)) == ["[U+65E5] Ada"]
    assert text.missing == {"日"}


def test_marks_that_steer_other_letters_are_not_shown_as_codes(text: Text) -> None:
    assert lines(text.layout("a\u200bb\u202ec", 16)) == ["abc"]
    assert lines(text.layout("e\u0301", 16)) == ["é"]  # put together first


@pytest.mark.parametrize("letter", ["\0", "\x07", "\t", "\x7f", "\u00ad", "\u0300", "\ufeff"])
def test_what_cannot_be_drawn_never_fails(letter: str, text: Text, surface: pygame.Surface) -> None:
    for words in (letter, f"a{letter}b"):
        text.draw(surface, words, surface.get_rect(), "text")
    assert lines(text.layout("a\0b\u00adc", 16)) == ["abc"]


def test_a_broken_font_file_covers_nothing(tmp_path: Path) -> None:
    (tmp_path / "bad.ttf").write_bytes(b"ttcf" + bytes(9))
    assert ord("a") not in Coverage(str(tmp_path / "bad.ttf"))
    assert ord("a") not in Coverage(str(tmp_path / "none.ttf"))


@pytest.mark.parametrize("percent", [100, 150, 200])
@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
def test_no_role_is_under_fourteen_pixels(size: tuple[int, int], percent: int) -> None:
    theme = Theme(size, percent=percent)
    assert all(theme.px(role) >= 14 for role in ("prompt", "title", "text", "small"))
    assert Theme((2560, 1600), 2.0).px("text") == 32  # twice the pixels, the same size to the eye


def test_a_document_has_headings_lists_pictures_and_links(surface: pygame.Surface) -> None:
    picture = pygame.Surface((600, 300), pygame.SRCALPHA)
    text = Text(Theme((1280, 800)), lambda name: picture if name == "islands.png" else None)
    source = (
        "# The visit\n\nOne *word*\nand [more](#next).\n\n- first\n- second\n\n1. one\n\n![x](islands.png)\n\n## Next"
    )
    document = text.markdown(source, 400)
    assert set(document.anchors) == {"the-visit", "next"}
    links = document.draw(surface, 20, 20)
    assert [target for _, target in links] == ["#next"]
    assert [drawn.text for drawn in text.record] == [
        "The visit",
        "One word and more.",
        "first",
        "second",
        "one",
        "1.",
        "Next",
    ]
    assert not any(drawn.cut for drawn in text.record)
    # The picture is made as wide as the page: 400 by 200.
    assert document.anchors["next"] >= 200


def test_a_heading_is_reached_by_its_words() -> None:
    assert anchor("Going **out**, and in!") == "going-out-and-in"


def test_drawing_the_same_words_again_makes_nothing_new(text: Text, surface: pygame.Surface) -> None:
    text.draw(surface, "again", pygame.Rect(0, 0, 100, 30))
    made = len(text._renders)
    text.draw(surface, "again", pygame.Rect(0, 100, 100, 30))
    assert len(text._renders) == made


@pytest.mark.parametrize("words", ["W" * 40, "AVAVAVA To Wa. " * 6, "**Ada**, ask *now* or never", "日本語" * 9])
def test_laid_out_again_at_its_own_width_a_text_stays_as_it_is(text: Text, words: str) -> None:
    for width in range(60, 200, 7):
        layout = text.layout(words, 16, width, markup=True)
        assert text.layout(words, 16, layout.width, markup=True).lines == layout.lines


def test_texts_side_by_side_get_the_size_of_the_longest(text: Text) -> None:
    room = (text.layout("middling words", 15).width, 20)
    assert text.common(["short", "middling words"], room) == 15
    assert text.common([], room, "title") == 20
