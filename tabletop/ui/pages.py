"""Pages: a title, a panel that scrolls, a bar of buttons below; settings, set-up, lists of saves and files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from tabletop.ui.scene import Context, Pop, Scene, Transition
from tabletop.ui.theme import PALE, SOFT, WARM, Color
from tabletop.ui.viewport import Drop, Event, Key
from tabletop.ui.widgets import Button, Form, Label, ListBox, Row, Widget, flow
from tabletop.ui.wording import UiWords


@dataclass
class Filler:
    """Lays widgets one below the other in a rectangle and collects them."""

    context: Context
    rect: pygame.Rect
    widgets: list[Widget] = field(default_factory=list)
    y: int = 0

    def __post_init__(self) -> None:
        self.y = self.rect.y

    @property
    def height(self) -> int:
        """Give the height of what was laid."""
        return self.y - self.rect.y

    def gap(self, length: float) -> None:
        """Leave room."""
        self.y += self.context.theme(length)

    def add(self, widget: Widget, wide: int | None = None) -> None:
        """Lay a widget as wide as it wants."""
        width, high = widget.measure(self.context, wide or self.rect.width)
        widget.lay(self.context, pygame.Rect(self.rect.x, self.y, width, high))
        self.widgets.append(widget)
        self.y += high

    def words(self, address: str, words: str, role: str = "text", color: Color = PALE, bold: bool = False) -> None:
        """Lay words that do nothing."""
        label = Label(address, words=words, role=role, color=color, bold=bold)
        high = label.measure(self.context, self.rect.width)[1]
        label.lay(self.context, pygame.Rect(self.rect.x, self.y, self.rect.width, high))
        self.widgets.append(label)
        self.y += high

    def heading(self, address: str, words: str) -> None:
        """Lay a heading, with room above it."""
        if self.widgets:
            self.gap(22)
        self.words(address, words, "title", bold=True)
        self.gap(8)

    def flow(self, widgets: Sequence[Widget], gap: float = 12) -> None:
        """Lay widgets from left to right, in rows."""
        took = flow(self.context, widgets, pygame.Rect(self.rect.x, self.y, self.rect.width, 0), gap)
        self.widgets += widgets
        self.y += took.height

    def line(self, widget: Widget, name: str, help_words: str = "") -> None:
        """Lay a name and its help at the left, the widget at the right, or below where there is no room beside it."""
        theme = self.context.theme
        gap = theme(24)
        left = round(self.rect.width * 0.46)
        beside = self.rect.width - left - gap
        wide, high = widget.measure(self.context, self.rect.width)
        stacked = wide > beside
        width = self.rect.width if stacked else left
        label = Label(f"{widget.address}.name", words=name, bold=True)
        help_label = Label(f"{widget.address}.help", words=help_words, role="small", color=SOFT)
        top, y = self.y, self.y
        for one in (label, help_label) if help_words else (label,):
            tall = one.measure(self.context, width)[1]
            one.lay(self.context, pygame.Rect(self.rect.x, y, width, tall))
            self.widgets.append(one)
            y += tall
        if stacked:
            y += theme(6)
            wide, high = widget.measure(self.context, self.rect.width)
            widget.lay(self.context, pygame.Rect(self.rect.x, y, wide, high))
            self.y = y + high
        else:
            tall = max(high, y - top)
            widget.lay(self.context, pygame.Rect(self.rect.right - beside, top + (tall - high) // 2, wide, high))
            if y - top < tall:  # words on the middle of the widget's height
                for said in self.widgets[-2 if help_words else -1 :]:
                    said.move(0, (tall - (y - top)) // 2)
            self.y = top + tall
        self.widgets.append(widget)
        self.gap(14)


class Page(Scene):
    """A scene of one form. Override `title`, `fill`, `bar`; call `rebuild` when what they say has changed."""

    title = ""
    back_words = ""
    notice = ""
    calm = False
    """Whether the notice is good news."""
    broad = 1120  # board units: the widest panel

    def enter(self, context: Context) -> None:
        """Begin."""
        super().enter(context)
        self.words = UiWords()
        self.form = Form(context)
        self.panel = pygame.Rect(0, 0, 0, 0)
        self.head = pygame.Rect(0, 0, 0, 0)
        self.prepare()

    def prepare(self) -> None:
        """Find what the page shows."""

    def fill(self, filler: Filler) -> None:
        """Lay what stands in the panel."""

    def bar(self) -> list[Widget]:
        """Make the buttons below the panel."""
        return []

    def back(self) -> Transition | None:
        """Leave the page."""
        return Pop()

    def layout(self, context: Context) -> None:
        """Place everything for the size and text setting of now."""
        theme, view = context.theme, context.viewport.rect
        margin = theme(40)
        width = min(view.width - 2 * margin, theme.grown(self.broad))
        left = (view.width - width) // 2
        back = Button("button:back", hint=self.back_words, icon="back", action=self.back, kind="quiet")
        side = back.measure(context, width)[0]
        high = max(side, context.text.measure(self.title, "heading", width - side - theme(16), bold=True)[1])
        back.lay(context, pygame.Rect(left, theme(24) + (high - side) // 2, side, side))
        self.head = pygame.Rect(left + side + theme(16), theme(24), width - side - theme(16), high)
        bar = self.bar()
        bottom = view.height - theme(24)
        if bar:
            took = flow(context, bar, pygame.Rect(left, 0, width, 0), align="right")
            for widget in bar:
                widget.move(0, bottom - took.height)
            bottom -= took.height + theme(14)
        notice: list[Widget] = []
        if self.notice:
            label = Label("notice", words=self.notice, color=SOFT if self.calm else WARM)
            tall = label.measure(context, width)[1]
            label.lay(context, pygame.Rect(left, bottom - tall, width, tall))
            notice = [label]
            bottom -= tall + theme(10)
        top = self.head.bottom + theme(16)
        self.panel = pygame.Rect(left, top, width, bottom - top)
        area = self.panel.inflate(-2 * theme(26), -2 * theme(16))
        room = pygame.Rect(area.x, area.y + theme(6), area.width - theme(14), area.height - theme(12))
        filler = Filler(context, room)
        self.fill(filler)
        spare = max(0, area.height - filler.height - theme(12))
        self.panel.height -= spare
        area.height -= spare
        for widget in [*bar, *notice]:
            widget.move(0, -spare)
        offset, focused = self.form.offset, self.form.focused
        place = self.form.widgets.index(focused) if focused in self.form.widgets else None
        self.form.area, self.form.content = area, filler.height + theme(12)
        self.form.replace([*filler.widgets, *bar, *notice, back], filler.widgets)
        self.form.scroll_to(offset)
        if place is not None and self.form.focused is None and self.form.keyboard:  # what had it is gone
            following = [w for w in self.form.widgets[place:] if w.focusable and w.enabled and w in filler.widgets]
            self.form.set_focus(next(iter(following), None), True)

    def rebuild(self) -> None:
        """Place everything again, because something changed."""
        self.layout(self.context)
        self.dirty = True

    def handle(self, event: Event) -> Transition | None:
        """Give the event to the form; Escape goes back, a dropped file is opened."""
        if isinstance(event, Drop):
            from tabletop.ui.opening import open_file  # which knows the pages

            return open_file(Path(event.file))
        answer = self.form.handle(event)
        if answer is None and isinstance(event, Key) and event.name == "escape" and not event.repeat:
            return self.back()
        return answer

    def tick(self, now: float) -> Transition | None:
        """Show hints that are due."""
        if self.form.tick(now):
            self.dirty = True
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page."""
        context = self.context
        context.art.background(surface)
        context.art.panel(surface, self.panel, 20)
        with context.text.container("title", self.head):
            context.text.draw(surface, self.title, self.head, "heading", bold=True, valign="center")
        self.form.draw(surface)

    def addresses(self) -> dict[str, pygame.Rect]:
        """Give what can be clicked now, by address."""
        return self.form.addresses()


class ListPage(Page):
    """A page of one list. Override `rows` and `picked`; an empty list shows `empty`."""

    empty = ""

    def enter(self, context: Context) -> None:
        """Begin."""
        self.list = ListBox("row", picked=self.picked)
        super().enter(context)

    def rows(self) -> list[Row]:
        """Give the rows."""
        return []

    def first(self, keys: Sequence[str]) -> str | None:
        """Give the row that Return picks when the page opens."""
        return next(iter(keys), None)

    def picked(self, key: str) -> Transition | None:
        """Answer the choice of a row."""
        return None

    def fill(self, filler: Filler) -> None:
        """Lay the list on the whole panel."""
        rows = self.rows()
        if not rows:
            filler.words("empty", self.empty, color=SOFT)
            return
        keys = [row.key for row in rows if row.pickable]
        if self.list.chosen not in keys:
            self.list.chosen = self.first(keys)
        self.list.rows = rows
        self.list.lay(filler.context, filler.rect)
        if self.form.focused is None:
            self.form.focused = self.list
        filler.widgets.append(self.list)
        filler.y = filler.rect.bottom
