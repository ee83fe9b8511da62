"""The one way text is drawn: measured, wrapped, a small Markdown laid out, and every piece recorded.

All sizes are pixels of the surface. A role ("prompt", "title", "text", "small" ...) is a size of the theme;
`markup=True` reads **bold**, *italic* and [words](target) in a line. `escape` what people typed before it goes into
such a line.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

import pygame
from fontpkg_atkinson_hyperlegible import ROOT as FONT_ROOT

from tabletop.ui.markdown import Span, anchor, blocks, escape, plain, spans
from tabletop.ui.theme import DARK_INK, FAINT_INK, GOLD, INK, PALE, PAPER_EDGE, Color, Theme

__all__ = ["Coverage", "Document", "Drawn", "Figures", "Layout", "Text", "anchor", "escape", "plain", "spans"]

RENDERS = 8_000_000  # bytes of pictures of words kept
LAYOUTS = 1500
_CUTS = {(False, False): "Regular", (True, False): "Bold", (False, True): "Italic", (True, True): "BoldItalic"}

# Fonts that come with systems, widest first; used only for what our own lacks.
_SYSTEM_FONTS = (
    "notosanscjkjp", "notosanscjksc", "notosansjp", "notosanssc", "notosanskr", "hiraginosans", "hiraginosansgb",
    "hiraginokakugothicpro", "yugothicui", "yugothic", "meiryo", "msgothic", "microsoftyahei", "malgungothic", "simsun",
    "pingfangsc", "applesdgothicneo", "droidsansfallback", "wenquanyizenhei", "wenquanyimicrohei", "ipagothic",
    "takaogothic", "vlgothic", "unifont", "arialunicodems", "segoeuisymbol", "segoeui", "lucidagrande", "geneva",
    "notosans", "dejavusans", "freesans", "arial", "notosansarabic", "notosanshebrew", "notosansdevanagari",
    "notosansthai", "nirmalaui", "tahoma", "leelawadeeui", "notosanssymbols2", "notosanssymbols",
)  # fmt: skip


class Run(NamedTuple):
    """A piece of a line, of one style and one font, `x` pixels from the line's start."""

    text: str
    x: int
    width: int
    path: str
    link: str | None


_Piece = tuple[str, str, int, "str | None"]  # words, font, width, link: a run before its place is known


class Line(NamedTuple):
    """A line as it will be drawn."""

    runs: tuple[Run, ...]
    width: int
    text: str


class Layout(NamedTuple):
    """Wrapped text; `broken` when a word had to be divided, `cut` when lines were left out."""

    lines: tuple[Line, ...]
    width: int
    height: int
    px: int
    broken: bool
    cut: bool


@dataclass(frozen=True)
class Drawn:
    """A text on the screen: where, in which container, in what size, and whether some of it cannot be seen.

    `rect` bounds it, `lines` holds a rectangle for each line; `scrolled` says that it lies in a scrolling area, where
    what is out of sight is not cut.
    """

    text: str
    rect: pygame.Rect
    lines: tuple[pygame.Rect, ...]
    container: str
    cut: bool
    px: int
    scrolled: bool = False


@dataclass
class _Container:
    name: str
    rect: pygame.Rect | None
    scrolled: bool


class Coverage:
    """Tell which characters a TrueType or OpenType file (the first font of a collection) can draw."""

    def __init__(self, path: str) -> None:
        self._ranges: list[tuple[int, int]] = []
        self._known: dict[int, bool] = {}
        self._segments: tuple[bytes, int] | None = None
        with suppress(OSError, struct.error, IndexError):  # a font that cannot be read covers nothing
            self._read(Path(path).read_bytes())

    def _read(self, data: bytes) -> None:
        start = struct.unpack_from(">I", data, 12)[0] if data[:4] == b"ttcf" else 0
        (tables,) = struct.unpack_from(">H", data, start + 4)
        for place in range(start + 12, start + 12 + 16 * tables, 16):
            if data[place : place + 4] == b"cmap":
                (cmap,) = struct.unpack_from(">I", data, place + 8)
                break
        else:
            return
        (count,) = struct.unpack_from(">H", data, cmap + 2)
        for index in range(count):
            platform, encoding, offset = struct.unpack_from(">HHI", data, cmap + 4 + 8 * index)
            if platform == 0 or (platform == 3 and encoding in (1, 10)):
                self._read_subtable(data, cmap + offset)

    def _read_subtable(self, data: bytes, at: int) -> None:
        (form,) = struct.unpack_from(">H", data, at)
        if form == 12:
            (groups,) = struct.unpack_from(">I", data, at + 12)
            for index in range(groups):
                first, last, _ = struct.unpack_from(">III", data, at + 16 + 12 * index)
                self._ranges.append((first, last))
        elif form == 4:
            (length,) = struct.unpack_from(">H", data, at + 2)
            self._segments = data[at : at + max(length, 16)], struct.unpack_from(">H", data, at + 6)[0] // 2

    def __contains__(self, code: int) -> bool:
        known = self._known.get(code)
        if known is None:
            known = any(first <= code <= last for first, last in self._ranges) or self._in_segments(code)
            self._known[code] = known
        return known

    def _in_segments(self, code: int) -> bool:
        if self._segments is None or code > 0xFFFF:
            return False
        data, count = self._segments
        for index in range(count):
            (last,) = struct.unpack_from(">H", data, 14 + 2 * index)
            if code > last:
                continue
            (first,) = struct.unpack_from(">H", data, 16 + 2 * (count + index))
            if code < first:
                return False
            delta, place = 16 + 2 * (2 * count + index), 16 + 2 * (3 * count + index)
            (offset,) = struct.unpack_from(">H", data, place)
            if offset == 0:
                return bool((code + struct.unpack_from(">H", data, delta)[0]) & 0xFFFF)
            at = place + offset + 2 * (code - first)
            return at + 2 <= len(data) and bool(struct.unpack_from(">H", data, at)[0])
        return False


def _system_fonts() -> Iterator[str]:
    seen = set()
    for name in _SYSTEM_FONTS:
        path = pygame.font.match_font(name)
        if path and path not in seen:
            seen.add(path)
            yield path


class Text:
    """Draws text with one theme and records what it drew; `begin_frame` empties the record.

    `substituted` maps characters that our font lacks to the file of the font used instead; `missing` holds those that
    no font here has, which are drawn as their codes. `picture` gives the picture of a Markdown image by its name.
    """

    def __init__(self, theme: Theme, picture: Callable[[str], pygame.Surface | None] | None = None) -> None:
        if not pygame.font.get_init():
            pygame.font.init()
        self.theme = theme
        self.picture = picture or (lambda name: None)
        self.record: list[Drawn] = []
        self.substituted: dict[str, str] = {}
        self.missing: set[str] = set()
        self._containers: list[_Container] = []
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}
        self._own = {key: str(FONT_ROOT / "files" / f"AtkinsonHyperlegible-{cut}.ttf") for key, cut in _CUTS.items()}
        self._coverage: dict[str, Coverage] = {path: Coverage(path) for path in (self._own[False, False],)}
        self._system: list[str] | None = None
        self._renders: OrderedDict[tuple[str, str, int, Color], pygame.Surface] = OrderedDict()
        self._bytes = 0
        self._layouts: OrderedDict[tuple[object, ...], Layout] = OrderedDict()

    def retheme(self, theme: Theme) -> None:
        """Take other measures and forget what was made with the old ones."""
        self.theme = theme
        self._fonts.clear()
        self._layouts.clear()
        self._renders.clear()
        self._bytes = 0

    # -- the record -------------------------------------------------------------------------------------------------

    def begin_frame(self) -> None:
        """Forget what was drawn before."""
        self.record = []

    @contextmanager
    def container(self, name: str, rect: pygame.Rect | None = None, scrolled: bool = False) -> Iterator[None]:
        """Say in which thing the texts drawn inside stand; those that leave its rectangle count as cut."""
        self._containers.append(_Container(name, rect, scrolled))
        try:
            yield
        finally:
            self._containers.pop()

    def forget_below(self) -> None:
        """Forget the texts so far, because another scene is drawn over them."""
        self.record = []

    def cover(self, rect: pygame.Rect) -> None:
        """Forget the texts under a rectangle, because something small and opaque is drawn over it for now."""
        self.record = [drawn for drawn in self.record if not drawn.rect.colliderect(rect)]

    def _note(self, words: str, rects: list[pygame.Rect], layout: Layout, clip: pygame.Rect) -> None:
        if not rects:
            return
        inner = self._containers[-1] if self._containers else _Container("", None, False)
        bounds = rects[0].unionall(rects[1:])
        scrolled = any(container.scrolled for container in self._containers)
        cut = layout.cut
        if scrolled:
            if not bounds.colliderect(clip):
                return
            seen = [rect.clip(clip) for rect in rects if rect.colliderect(clip)]
            cut = cut or bounds.left < clip.left or bounds.right > clip.right  # only up and down can be scrolled
            rects, bounds = seen, bounds.clip(clip)
        else:
            cut = cut or not clip.contains(bounds)
            for container in self._containers:
                cut = cut or (container.rect is not None and not container.rect.contains(bounds))
        self.record.append(Drawn(words, bounds, tuple(rects), inner.name, cut, layout.px, scrolled))

    # -- fonts ------------------------------------------------------------------------------------------------------

    def _font(self, path: str, px: int) -> pygame.font.Font:
        font = self._fonts.get((path, px))
        if font is None:
            font = self._fonts[path, px] = pygame.font.Font(path, px)
        return font

    def _covers(self, path: str, letter: str) -> bool:
        coverage = self._coverage.get(path)
        if coverage is None:
            coverage = self._coverage[path] = Coverage(path)
        return ord(letter) in coverage

    def _font_for(self, letter: str) -> str | None:
        """Give the system font for a letter ours lacks, or None."""
        if letter in self.substituted:
            return self.substituted[letter]
        if letter in self.missing:
            return None
        if self._system is None:
            self._system = list(_system_fonts())
        for path in self._system:
            if self._covers(path, letter):
                try:
                    self._font(path, 16)
                except (pygame.error, OSError):
                    continue
                self.substituted[letter] = path
                return path
        self.missing.add(letter)
        return None

    def _pieces(self, words: str, own: str) -> list[tuple[str, str]]:
        """Divide words by the font that can draw them; what none can becomes its code."""
        if words.isascii() and words.isprintable():
            return [(words, own)]
        main = self._own[False, False]
        out: list[tuple[str, str]] = []
        for letter in unicodedata.normalize("NFC", words):
            path = own
            kind = unicodedata.category(letter)
            if kind in ("Cf", "Cc"):
                if not letter.isspace():
                    continue  # marks that only steer other letters; some cannot be drawn at all
                letter = " "
            elif letter.isascii() or self._covers(main, letter):
                pass
            elif kind in ("Mn", "Me"):
                continue
            else:
                found = self._font_for(letter)
                if found is None:
                    letter = f"[U+{ord(letter):04X}]"
                else:
                    path = found
            if out and out[-1][1] == path:
                out[-1] = out[-1][0] + letter, path
            else:
                out.append((letter, path))
        return out

    def _width(self, words: str, path: str, px: int) -> int:
        return self._font(path, px).size(words)[0]

    def line_height(self, px: int) -> int:
        """Give the distance of lines of a size."""
        return self.theme.line(px)

    # -- layout -----------------------------------------------------------------------------------------------------

    def layout(
        self,
        words: str,
        px: int,
        width: int | None = None,
        *,
        bold: bool = False,
        italic: bool = False,
        markup: bool = False,
        lines: int | None = None,
        ellipsis: bool = False,
    ) -> Layout:
        """Wrap words to a width; a word too long for a line is divided. `lines` is the most there may be."""
        key = words, px, width, bold, italic, markup, lines, ellipsis
        found = self._layouts.get(key)
        if found is None:
            found = self._layouts[key] = self._lay(words, px, width, bold, italic, markup, lines, ellipsis)
            if len(self._layouts) > LAYOUTS:
                self._layouts.popitem(last=False)
        else:
            self._layouts.move_to_end(key)
        return found

    def _lay(
        self,
        words: str,
        px: int,
        width: int | None,
        bold: bool,
        italic: bool,
        markup: bool,
        most: int | None,
        dots: bool,
    ) -> Layout:
        wrapped: list[list[_Piece]] = []
        broken = False
        for paragraph in words.expandtabs(4).splitlines() or [""]:
            styled = spans(paragraph, bold, italic) if markup else [Span(paragraph, bold, italic)]
            more, divided = self._wrap(styled, px, width)
            wrapped += more
            broken = broken or divided
        cut = most is not None and len(wrapped) > most
        if cut:
            wrapped = wrapped[:most]
            if dots and width is not None:
                wrapped[-1] = self._with_dots(wrapped[-1], px, width)
        out = []
        for pieces in wrapped:
            x, runs = 0, []
            for piece, path, wide, link in pieces:
                runs.append(Run(piece, x, wide, path, link))
                x += wide
            out.append(Line(tuple(runs), x, "".join(piece[0] for piece in pieces)))
        widest = max((line.width for line in out), default=0)
        cut = cut or (width is not None and widest > width)
        return Layout(tuple(out), widest, len(out) * self.line_height(px), px, broken, cut)

    def _wrap(self, styled: list[Span], px: int, width: int | None) -> tuple[list[list[_Piece]], bool]:
        """Divide into lines; give whether a word had to be divided."""
        lines: list[list[_Piece]] = [[]]
        broken = False
        for word in _words(styled):  # a word may run over several spans ("**Ada**, your"); it wraps as one
            pieces = [
                (words, path, span.link)
                for span in word
                for words, path in self._pieces(span.text, self._own[span.bold, span.italic])
            ]
            longer = self._joined(lines[-1], pieces, px)
            if width is None or self._reach(longer, px) <= width:
                lines[-1] = longer
                continue
            if lines[-1]:
                lines.append([])
            alone = self._joined([], pieces, px)
            if self._reach(alone, px) <= width:
                lines[-1] = alone
                continue
            broken = True
            for words, path, link in pieces:
                for letter in re.findall(r"\[U\+[0-9A-F]+\]|.", words):
                    longer = self._joined(lines[-1], [(letter, path, link)], px)
                    if lines[-1] and self._reach(longer, px) > width:
                        lines.append([])
                        longer = self._joined([], [(letter, path, link)], px)
                    lines[-1] = longer
        return [self._trimmed(line, px) for line in lines], broken

    def _joined(self, line: list[_Piece], pieces: list[tuple[str, str, str | None]], px: int) -> list[_Piece]:
        """Give a line with pieces added; neighbours of one font are measured as one, for their kerning."""
        out = list(line)
        for words, path, link in pieces:
            if out and out[-1][1] == path and out[-1][3] == link:
                words = out.pop()[0] + words
            out.append((words, path, self._width(words, path, px), link))
        return out

    def _reach(self, line: list[_Piece], px: int) -> int:
        """Give a line's width without the spaces at its end."""
        return sum(piece[2] for piece in self._trimmed(list(line), px))

    def _trimmed(self, line: list[_Piece], px: int) -> list[_Piece]:
        while line:
            piece, path, _, link = line[-1]
            bare = piece.rstrip(" ")
            if bare:
                line[-1] = bare, path, self._width(bare, path, px), link
                break
            line.pop()
        return line

    def _with_dots(self, line: list[_Piece], px: int, width: int) -> list[_Piece]:
        own = line[-1][1] if line else self._own[False, False]
        while line:
            piece, path, _, link = line.pop()
            before = sum(part[2] for part in line)
            while piece:
                wide = self._width(piece + "…", path, px)
                if before + wide <= width:
                    return [*line, (piece + "…", path, wide, link)]
                piece = piece[:-1].rstrip()
        return [("…", own, self._width("…", own, px), None)]

    def measure(
        self,
        words: str,
        role: str | float = "text",
        width: int | None = None,
        *,
        bold: bool = False,
        markup: bool = False,
    ) -> tuple[int, int]:
        """Give width and height of words in a role, wrapped to a width if one is given."""
        layout = self.layout(words, self.theme.px(role), width, bold=bold, markup=markup)
        return layout.width, layout.height

    def fit(
        self,
        words: str,
        size: tuple[int, int],
        role: str | float = "text",
        *,
        bold: bool = False,
        italic: bool = False,
        markup: bool = False,
        lines: int | None = None,
    ) -> Layout:
        """Lay words out in the largest size up to the role's that fits; a word is divided only as a last resort."""
        top, floor = self.theme.px(role), self.theme.floor
        whole: Layout | None = None
        for px in _shrinking(top, floor):
            layout = self.layout(words, px, size[0], bold=bold, italic=italic, markup=markup, lines=lines)
            if layout.height <= size[1] and not layout.cut:
                if not layout.broken:
                    return layout
                whole = whole or layout
        if whole is not None:
            return whole
        return layout

    def common(self, texts: Iterable[str], size: tuple[int, int], role: str | float = "text", **how: bool) -> int:
        """Give the largest size in pixels at which each of several texts fits: cards in a row look alike."""
        return min((self.fit(words, size, role, **how).px for words in texts), default=self.theme.px(role))

    # -- drawing ----------------------------------------------------------------------------------------------------

    def draw(
        self,
        surface: pygame.Surface,
        words: str,
        rect: pygame.Rect | tuple[int, int, int, int],
        role: str | float = "text",
        color: Color = PALE,
        *,
        bold: bool = False,
        italic: bool = False,
        markup: bool = False,
        align: str = "left",
        valign: str = "top",
        lines: int | None = None,
        shrink: bool = True,
        ellipsis: bool = False,
    ) -> pygame.Rect:
        """Draw words wrapped inside a rectangle; give the rectangle they take.

        Too long, they get smaller down to the floor, then what does not fit is recorded as cut. `align` is left, center
        or right, `valign` top, center or bottom.
        """
        rect = pygame.Rect(rect)
        if shrink and not ellipsis:
            layout = self.fit(words, rect.size, role, bold=bold, italic=italic, markup=markup, lines=lines)
        else:
            px = self.theme.px(role)
            room = max(1, rect.height // self.line_height(px))
            most = min(room, lines or room) if ellipsis else lines
            layout = self.layout(
                words, px, rect.width, bold=bold, italic=italic, markup=markup, lines=most, ellipsis=ellipsis
            )
        return self.draw_layout(surface, layout, rect, color, align=align, valign=valign, words=words)

    def draw_layout(
        self,
        surface: pygame.Surface,
        layout: Layout,
        rect: pygame.Rect,
        color: Color = PALE,
        *,
        align: str = "left",
        valign: str = "top",
        words: str | None = None,
        links: list[tuple[pygame.Rect, str]] | None = None,
        link_color: Color = GOLD,
    ) -> pygame.Rect:
        """Draw what `layout` or `fit` gave and add links to `links`; what leaves `rect` is recorded as cut."""
        height = self.line_height(layout.px)
        y = (
            rect.y
            + {"top": 0, "center": (rect.height - layout.height) // 2, "bottom": rect.height - layout.height}[valign]
        )
        if layout.height > rect.height:
            y = rect.y
        top, clip = y, surface.get_clip()
        rects = []
        for line in layout.lines:
            x = rect.x + {"left": 0, "center": (rect.width - line.width) // 2, "right": rect.width - line.width}[align]
            if line.width:
                rects.append(pygame.Rect(x, y, line.width, height))
            if clip.top - height < y < clip.bottom:
                for run in line.runs:
                    self._blit(surface, run, x, y, height, layout.px, link_color if run.link else color)
                    if run.link and links is not None:
                        links.append((pygame.Rect(x + run.x, y, run.width, height), run.link))
            y += height
        if layout.height > rect.height and not layout.cut:
            layout = layout._replace(cut=True)
        self._note("\n".join(line.text for line in layout.lines), rects, layout, clip)
        return rects[0].unionall(rects[1:]) if rects else pygame.Rect(rect.x, top, 0, 0)

    def _blit(self, surface: pygame.Surface, run: Run, x: int, y: int, height: int, px: int, color: Color) -> None:
        if not run.width:
            return
        key = run.text, run.path, px, color
        image = self._renders.get(key)
        if image is None:
            image = self._renders[key] = self._font(run.path, px).render(run.text, True, color)
            self._bytes += image.get_width() * image.get_height() * 4
            while self._bytes > RENDERS and len(self._renders) > 1:
                _, old = self._renders.popitem(last=False)
                self._bytes -= old.get_width() * old.get_height() * 4
        else:
            self._renders.move_to_end(key)
        surface.blit(image, (x + run.x, y + (height - image.get_height()) // 2))
        if run.link:
            thick = max(1, px // 14)
            pygame.draw.rect(surface, color, (x + run.x, y + round(height * 0.86), run.width, thick))

    # -- Markdown ---------------------------------------------------------------------------------------------------

    def markdown(
        self,
        source: str,
        width: int,
        *,
        color: Color = DARK_INK,
        link_color: Color = (0x8A, 0x3B, 0x12),
        figures: Figures | None = None,
    ) -> Document:
        """Lay out a small Markdown; `figures` draws its positions."""
        return Document(self, source, width, color, link_color, figures)


class Figures(Protocol):
    """Whoever draws the positions in a text."""

    def measure(self, words: str, width: int) -> tuple[tuple[int, int], str]:
        """Give a picture's size and its caption; without a picture only a sentence that says why, and no size."""
        ...

    def image(self, words: str, size: tuple[int, int]) -> pygame.Surface | None:
        """Give a picture, or None as long as it is not drawn."""
        ...


def _words(styled: list[Span]) -> Iterator[list[Span]]:
    """Divide spans into words, each with the spaces after it."""
    word: list[Span] = []
    for span in styled:
        for part in re.findall(r"[^ ]+ *| +", span.text):
            word.append(span._replace(text=part))
            if part.endswith(" "):
                yield word
                word = []
    if word:
        yield word


def _shrinking(top: int, floor: int) -> Iterator[int]:
    px = top
    while px > floor:
        yield px
        px -= 1 if px <= 24 else 2
    yield floor


@dataclass
class _Block:
    y: int
    x: int
    layout: Layout | None = None
    image: pygame.Surface | None = None
    bullet: str = ""
    anchor: str = ""
    words: str = ""
    color: Color | None = None
    figure: tuple[int, int] | None = None
    """A picture's size, where the block is one that is drawn when it comes into sight; `words` are its source."""


@dataclass
class Document:
    """Markdown laid out at a width: its `height`, `anchors` (heading, as in links `#like-this`, to y)."""

    text: Text
    source: str
    width: int
    color: Color
    link_color: Color
    figures: Figures | None = None
    height: int = 0
    anchors: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._blocks: list[_Block] = []
        theme = self.text.theme
        y, last = 0, ""
        for kind, words, level in blocks(self.source):
            gap = theme(22 if kind == "heading" else 5 if kind == last == "item" else 8 if last == "heading" else 12)
            last = kind
            y += gap if self._blocks else 0
            if kind == "position":
                y = self._add_figure(words, y)
                continue
            if kind == "picture":
                image = self.text.picture(words)
                if image is not None:
                    if image.get_width() > self.width:
                        ratio = self.width / image.get_width()
                        image = pygame.transform.smoothscale_by(image, ratio)
                    self._blocks.append(_Block(y, 0, image=image))
                    y += image.get_height()
                continue
            role = {1: "heading", 2: "prompt"}.get(level, "title") if kind == "heading" else "text"
            indent = 0
            bullet = ""
            if kind == "item":
                bullet, _, words = words.partition(" ")
                indent = round(theme.px("text") * (1.5 + 1.4 * level))
            px = theme.px(role)
            layout = self.text.layout(words, px, self.width - indent, bold=kind == "heading", markup=True)
            block = _Block(y, indent, layout, bullet=bullet, words=plain(words))
            if kind == "heading":
                block.anchor = anchor(words)
                self.anchors.setdefault(block.anchor, y)
            self._blocks.append(block)
            y += layout.height
        self.height = y

    def _add_figure(self, source: str, y: int) -> int:
        """Leave room for a position and write its caption; give where the next thing goes."""
        if self.figures is None:
            return y
        theme = self.text.theme
        size, caption = self.figures.measure(source, self.width)
        if size[0]:
            self._blocks.append(_Block(y, (self.width - size[0]) // 2, words=source, figure=size))
            y += size[1] + theme(6)
        indent = theme(16)
        layout = self.text.layout(caption, theme.px("text"), self.width - 2 * indent, italic=True, markup=True)
        self._blocks.append(_Block(y, indent, layout, words=plain(caption), color=INK))
        return y + layout.height + theme(8)

    def find(self, words: str) -> list[tuple[int, int]]:
        """Give y and height of every paragraph that holds words, in whatever case."""
        sought = words.casefold()
        held = (block for block in self._blocks if block.layout is not None and sought in block.words.casefold())
        return [(block.y, block.layout.height) for block in held if block.layout is not None]

    def draw(self, surface: pygame.Surface, x: int, y: int) -> list[tuple[pygame.Rect, str]]:
        """Draw it with its top left corner at x, y (set the surface's clip to scroll it); give its links as seen."""
        links: list[tuple[pygame.Rect, str]] = []
        clip = surface.get_clip()
        for block in self._blocks:
            if block.image is not None:
                surface.blit(block.image, (x, y + block.y))
                continue
            if block.figure is not None:
                self._draw_figure(surface, block, pygame.Rect((x + block.x, y + block.y), block.figure))
                continue
            layout = block.layout
            if layout is None or y + block.y > clip.bottom or y + block.y + layout.height < clip.top:
                continue
            rect = pygame.Rect(x + block.x, y + block.y, self.width - block.x, layout.height)
            color = block.color or self.color
            self.text.draw_layout(surface, layout, rect, color, links=links, link_color=self.link_color)
            if block.bullet == "-":
                radius = max(2, layout.px // 6)
                middle = rect.y + self.text.line_height(layout.px) // 2
                pygame.draw.aacircle(surface, self.color, (rect.x - round(layout.px * 0.7), middle), radius)
            elif block.bullet:
                wide, high = self.text.measure(block.bullet)
                number = pygame.Rect(max(x, rect.x - wide - layout.px // 3), rect.y, wide, high)
                self.text.draw(surface, block.bullet, number, color=self.color)
        return [(rect.clip(clip), target) for rect, target in links if rect.colliderect(clip)]

    def _draw_figure(self, surface: pygame.Surface, block: _Block, rect: pygame.Rect) -> None:
        if self.figures is None or not rect.colliderect(surface.get_clip()):
            return
        image = self.figures.image(block.words, rect.size)
        if image is not None:
            surface.blit(image, rect)
        else:
            pygame.draw.rect(surface, PAPER_EDGE, rect)
        pygame.draw.rect(surface, FAINT_INK, rect, max(1, self.text.theme(1.5)))
