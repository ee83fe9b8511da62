"""Pictures of positions for the rulebook, drawn by the games' own table views.

A picture stands in a rulebook as a fenced block of the kind `position`:

    caption: what is to be seen, in a sentence or two
    seats: [Ada, Ben]            # names; two unnamed players where it is left out
    options: {level: 1}
    position: {...}              # in the form that a record has it; actions may follow it
    actions: [ask]
    seat: 1                      # whose eyes; what everybody may know where it is left out
    mark: [place:C3]             # what has the gold ring of what may be clicked
    letters: {A: place:C3}       # what bears a letter that the caption names; point:2.4,3 is a place on a plane
    show: board                  # a part that the view names, or [addresses]; the whole table where it is left out
    tools: [view]                # the view's own buttons that are pressed before
    high: 0.5                    # its height, as a share of its width
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pygame
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tabletop import UserError
from tabletop.engine import faults, source
from tabletop.engine import record as records
from tabletop.engine.definition import Definition
from tabletop.engine.record import IllegalAction, Record
from tabletop.engine.rules import Address, Refused, State
from tabletop.engine.source import SourceError, shown
from tabletop.rules import load
from tabletop.ui.marbles import dashed_image
from tabletop.ui.markdown import escape
from tabletop.ui.scene import Context
from tabletop.ui.settings import Settings
from tabletop.ui.tableview import Marks, TableView, view_for
from tabletop.ui.theme import GOLD, PALE, Theme
from tabletop.ui.wording import UiWords
from tabletop.words import Words

SHARE = 0.75
"""How large text and margins of a picture are, beside those of the table."""
LETTER = (0x22, 0x17, 0x0C)


class Picture(BaseModel):
    """One block of a rulebook, as it is written."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    caption: str = Field(min_length=1)
    seats: list[str] = ["", ""]
    options: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    actions: list[str] = []
    seat: int | None = Field(None, ge=1)
    mark: list[str] = []
    letters: dict[str, str] = {}
    show: str | list[str] = ""
    tools: list[str] = []
    high: float = Field(0.5, ge=0.1, le=1.5)


@dataclass
class Canvas:
    """What a window is to a scene, for a picture: a surface and its measures."""

    size: tuple[int, int]
    scale: float = 1.0

    def __post_init__(self) -> None:
        self.surface = pygame.Surface(self.size, depth=32)

    @property
    def rect(self) -> pygame.Rect:
        """Give the surface's rectangle."""
        return self.surface.get_rect()


def read(words: str) -> Picture:
    """Read a block; raise UserError with one sentence where it is not one."""
    try:
        data = source.parse(words, "line").data()
    except SourceError as error:
        raise UserError(str(error).removeprefix("line:")) from None
    try:
        return Picture.model_validate(data)
    except ValidationError as error:
        found = faults.faults(error, Picture, data)
        raise UserError(found[0].sentence if found else "this is no mapping of keys and values") from None


def start(picture: Picture, definition: Definition, words: Words) -> State:
    """Set a picture's position up; raise UserError with one sentence where it cannot be played."""
    actions = tuple(records.entry(text) for text in picture.actions)
    record = Record(definition.reference, tuple(picture.seats), picture.options, 1, picture.position, actions)
    try:
        return records.replay(record, definition).state
    except Refused as error:
        where = f"{error.refusal.where}: " if error.refusal.where else ""
        raise UserError(where + words.refusal(error.refusal)) from None
    except IllegalAction as error:
        raise UserError(f'action {error.number} "{error.text}": {words.refusal(error.refusal)}') from None


def paper(theme: Theme, size: tuple[int, int], settings: Settings, before: Context | None = None) -> Context:
    """Give what a picture of a size is drawn with, where text around it has a theme; `before` lends its fonts."""
    context = Context(Canvas(size, theme.scale), Settings(text=settings.text, speed=0, volume=0))  # type: ignore[arg-type]
    wide, high = (round(side * SHARE) for side in theme.size)
    context.theme = Theme((wide, high), theme.scale, theme.percent)
    if before is not None and before.theme == context.theme:
        context.text, context.art = before.text, before.art
    else:
        context.text.retheme(context.theme)
        context.art.retheme(context.theme)
    return context


def vocabulary(definition: Definition) -> Words:
    """Give the words that a game's pictures are drawn with."""
    return Words(definition, also=("table", "ui"))


def draw(picture: Picture, definition: Definition, context: Context, known: Words | None = None) -> pygame.Surface:
    """Draw a picture on the context's whole surface; raise UserError with one sentence where it cannot be drawn."""
    eyes = picture.seat if picture.seat is not None else "public"
    if picture.seat is not None and picture.seat > len(picture.seats):
        raise UserError(f"there is no seat {picture.seat}; the seats are 1 to {len(picture.seats)}")
    known = known or vocabulary(definition)
    words = known.named([name or known.seat(seat) for seat, name in enumerate(picture.seats, 1)])
    state = start(picture, definition, words)
    options = definition.resolve(picture.options, len(picture.seats))
    view = view_for(context, definition, options, words)
    view.still = True
    view.eyes = eyes
    view.levels = dict.fromkeys(range(1, len(picture.seats) + 1))
    view.can = frozenset(picture.mark)
    view.show(state.position(eyes), state.objects(eyes))
    surface = context.surface
    _lay(view, picture, surface.get_rect())
    for tool in picture.tools:
        if f"tool:{tool}" not in [one.address for one in view.tools()]:
            raise UserError(f"there is no tool `{shown(tool)}` at this table")
        view.use(f"tool:{tool}")
    context.stage.place(view.placements())
    context.text.begin_frame()
    context.art.background(surface)
    view.ground(surface)
    view.draw(surface, Marks(can=view.can))
    for letter, address in picture.letters.items():
        if address.startswith("point:"):
            spot = _rect(view, address)
            art, thick = context.art, max(2, context.theme(4))
            art.blit(surface, dashed_image(art, spot.width // 2 - thick, thick + 2, LETTER), spot.center)
            art.blit(surface, dashed_image(art, spot.width // 2 - thick, thick), spot.center)
        _draw_letter(context, surface, letter, _rect(view, address), address in view.spots())
    return surface


def _lay(view: TableView, picture: Picture, paper: pygame.Rect) -> None:
    """Lay a view out so that the part that is to be shown fills the paper."""
    view.layout(paper)
    for address in picture.mark:
        _rect(view, address)
    if not picture.show:
        view.layout(paper.inflate(-2 * view.context.theme(10), -2 * view.context.theme(10)))
        return
    size = paper.size
    for _ in range(4):  # margins do not grow along, so it is found step by step
        part = _part(view, picture)
        grow = min(paper.width / max(1, part.width), paper.height / max(1, part.height))
        if abs(grow - 1) < 0.01:
            break
        size = max(40, round(size[0] * grow)), max(40, round(size[1] * grow))
        view.layout(pygame.Rect((0, 0), size))
    part = _part(view, picture)
    view.layout(pygame.Rect((paper.centerx - part.centerx, paper.centery - part.centery), size))


def _part(view: TableView, picture: Picture) -> pygame.Rect:
    if isinstance(picture.show, str):
        part = view.part(picture.show)
        if part is None:
            raise UserError(f"there is no part `{shown(picture.show)}` of this table")
        return part
    rects = [_rect(view, address, whole=True) for address in picture.show]
    pad = view.context.theme(24)
    return rects[0].unionall(rects[1:]).inflate(2 * pad, 2 * pad)


def _rect(view: TableView, address: Address, whole: bool = False) -> pygame.Rect:
    """Give where a thing can be seen (or all of it), or where a point of the plane is."""
    point = re.fullmatch(r"point:(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)", address)
    rect = view.spot(float(point[1]), float(point[2])) if point else None
    rect = rect or (None if whole else view.spots().get(address)) or view.rects().get(address)
    if rect is None:
        raise UserError(f"there is no `{shown(address)}` in this position")
    return rect


def _draw_letter(context: Context, surface: pygame.Surface, letter: str, rect: pygame.Rect, inside: bool) -> None:
    """Draw a letter on a small disc at a thing's upper right corner; beside or below what is too small for one."""
    theme, art, text = context.theme, context.art, context.text
    radius = max(round(theme.floor * 0.8), theme(13))
    x, y = rect.right - radius // 3, rect.top + radius // 3
    if not inside and rect.height < 4 * radius:
        flat = rect.width > 3 * rect.height
        x, y = (rect.x - radius, rect.centery) if flat else (rect.centerx, rect.bottom + radius // 2)
    x = max(radius + 2, min(surface.get_width() - radius - 2, x))
    y = max(radius + 2, min(surface.get_height() - radius - 2, y))
    art.blit(surface, art.badge_image(radius, LETTER, GOLD), (x, y))
    box = pygame.Rect(x - radius, y - radius, 2 * radius, 2 * radius)
    text.cover(box)
    with text.container(f"letter:{letter}", box):
        text.draw(surface, letter, box, "text", PALE, bold=True, align="center", valign="center", lines=1)


class Gallery:
    """The pictures of one rulebook in the window: each is drawn when it comes into sight, and kept."""

    def __init__(self, context: Context, rules: str, words: UiWords) -> None:
        self._context, self._rules, self._words = context, rules, words
        self._read: dict[str, Picture | str] = {}
        self._wanted: list[tuple[str, tuple[int, int]]] = []
        self._ahead: list[tuple[str, tuple[int, int]]] = []
        self._laid: list[tuple[str, tuple[int, int]]] = []
        self._broken: dict[str, str] = {}
        self._tools: tuple[Definition, Words] | None = None
        self._paper: Context | None = None
        self.dirty = False
        """Whether a picture could not be drawn, so that the text has to be laid out again."""

    def begin(self) -> None:
        """Forget what was asked for before another layout."""
        self._wanted, self._ahead, self._laid, self.dirty = [], [], [], False

    def measure(self, words: str, width: int) -> tuple[tuple[int, int], str]:
        """Give a picture's size and its caption; without a picture only a sentence that says why, and no size."""
        if words not in self._read:
            try:
                self._read[words] = read(words)
            except UserError as error:
                self._read[words] = str(error)
        picture = self._read[words]
        if isinstance(picture, str) or words in self._broken:
            reason = self._broken.get(words) or str(picture)
            return (0, 0), escape(self._words("rulebook.broken", reason=reason))
        most = self._context.viewport.size[1] * 0.62
        wide = round(min(width, most / picture.high))
        grown = 1 + (self._context.theme.text_scale - 1) / 3
        size = wide, round(min(most, wide * picture.high * grown))
        self._laid.append((words, size))
        if self._context.art.kept(self._key(words, size)) is None:
            self._ahead.append((words, size))
        return size, picture.caption

    def close(self) -> None:
        """Let go of what pictures are drawn with."""
        self._paper = None

    def places(self) -> list[tuple[str, tuple[int, int]]]:
        """List the pictures of this layout with their sizes."""
        return list(self._laid)

    def image(self, words: str, size: tuple[int, int]) -> pygame.Surface | None:
        """Give a picture, or None as long as it is not drawn."""
        found = self._context.art.kept(self._key(words, size))
        if found is None and (words, size) not in self._wanted:
            self._wanted.append((words, size))
        return found

    def work(self, ahead: bool) -> bool:
        """Draw the next picture that is in sight, or `ahead` the next that will be; give whether one was drawn."""
        waiting = self._wanted or (self._ahead if ahead else [])
        if not waiting:
            if not self._ahead:
                self._paper = None  # its fonts and pictures of parts go
            return False
        words, size = waiting[0]
        for queue in (self._wanted, self._ahead):  # those drawn ahead are drawn once, even when not all can be kept
            if (words, size) in queue:
                queue.remove((words, size))
        picture = self._read.get(words)
        if isinstance(picture, Picture):
            if self._tools is None:
                definition = load(self._rules)
                self._tools = definition, vocabulary(definition)
            self._paper = paper(self._context.theme, size, self._context.settings, self._paper)
            try:
                image = draw(picture, self._tools[0], self._paper, self._tools[1])
            except UserError as error:
                self._broken[words] = str(error)
                self.dirty = True
            else:
                self._context.art.keep(self._key(words, size), lambda: image)
        return True

    @staticmethod
    def _key(words: str, size: tuple[int, int]) -> tuple[object, ...]:
        return "position", words, size
