"""Buttons, choices, fields, lists: used by mouse, keyboard and touch alike.

A scene makes widgets, `lay`s each on a rectangle, puts them in a Form in the order of the keyboard's walk, and gives
the Form its events. An action is a function that returns a transition or None.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pygame

from tabletop.ui.scene import STAY, Context, Transition
from tabletop.ui.text import Layout, escape
from tabletop.ui.theme import (
    BUTTON,
    BUTTON_HOVER,
    DARK_INK,
    FAINT,
    FAINT_INK,
    INK,
    LOUD,
    PALE,
    PAPER,
    SOFT,
    Color,
    lighter,
    mix,
)
from tabletop.ui.viewport import OUTSIDE, Event, Focus, Key, Move, Point, Press, Release, TextEdit, TextInput, Wheel

Action = Callable[[], "Transition | None"]
HINT_SECONDS = 0.5
TARGET = 44  # board units: the least height of what is to be hit
ON: Color = (0x5C, 0x9C, 0x62)
KEY_CAPS = {"return": "Enter", "escape": "Esc", "up": "Up"}  # in letters: our font has no arrows


def key_cap(name: str) -> str:
    """Give what stands on a key."""
    parts = name.split("+") if len(name) > 1 else [name]
    return "+".join(KEY_CAPS.get(part, part.upper() if len(part) < 3 else part.capitalize()) for part in parts)


@dataclass(frozen=True)
class State:
    """How a widget is to be drawn."""

    focused: bool = False
    hovered: bool = False
    pressed: bool = False


@dataclass(eq=False)
class Widget:
    """Something on a rectangle. `address` names it for tests; `hint` is shown on hover, focus and long press."""

    address: str
    hint: str = ""
    enabled: bool = True
    paper: bool = False  # stands on paper, not on dark wood
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))

    focusable = True
    hint_aside = False  # its hint stands at its side, where that is possible, not below
    repeats = False  # a second press of a double click, or a repeating key, counts

    def measure(self, context: Context, width: int) -> tuple[int, int]:
        """Give the size it wants, at most so wide."""
        return width, context.theme(TARGET)

    def lay(self, context: Context, rect: pygame.Rect) -> None:
        """Put it on a rectangle."""
        self.rect = pygame.Rect(rect)

    def move(self, dx: int, dy: int) -> None:
        """Shift it, in a scrolled area."""
        self.rect.move_ip(dx, dy)

    def draw(self, context: Context, surface: pygame.Surface, state: State) -> None:
        """Draw it."""

    def press(self, form: Form, pos: Point) -> Transition | None:
        """Answer a press on it."""
        return None

    def drag(self, form: Form, pos: Point) -> Transition | None:
        """Answer the pointer moving while it is pressed."""
        return None

    def release(self, form: Form, pos: Point) -> Transition | None:
        """Answer being let go on it."""
        return None

    def key(self, form: Form, event: Key) -> Transition | None:
        """Answer a key while it has the focus."""
        return None

    def typed(self, form: Form, event: TextInput | TextEdit) -> Transition | None:
        """Answer text typed while it has the focus."""
        return None

    def wheel(self, form: Form, event: Wheel) -> Transition | None:
        """Answer the wheel over it; only what scrolls does."""
        return None

    def focus(self, form: Form, gained: bool) -> None:
        """Learn that it got or lost the focus."""

    def parts(self) -> dict[str, pygame.Rect]:
        """Give what can be clicked in it, by address."""
        return {self.address: self.rect} if self.enabled else {}

    def ink(self) -> Color:
        """Give the colour of its words."""
        if not self.enabled:
            return mix(PAPER, FAINT_INK, 0.6) if self.paper else mix(FAINT, (0x3A, 0x28, 0x1A), 0.35)
        return DARK_INK if self.paper else PALE


@dataclass(eq=False)
class Label(Widget):
    """Words that do nothing."""

    words: str = ""
    role: str = "text"
    color: Color | None = None
    bold: bool = False
    markup: bool = False
    align: str = "left"
    valign: str = "top"

    focusable = False

    def measure(self, context: Context, width: int) -> tuple[int, int]:
        """Give the size of its words, wrapped."""
        return context.text.measure(self.words, self.role, width, bold=self.bold, markup=self.markup)

    def draw(self, context: Context, surface: pygame.Surface, state: State) -> None:
        """Draw its words."""
        with context.text.container(self.address, self.rect):
            context.text.draw(
                surface,
                self.words,
                self.rect,
                self.role,
                self.color or (INK if self.paper else PALE),
                bold=self.bold,
                markup=self.markup,
                align=self.align,
                valign=self.valign,
            )

    def parts(self) -> dict[str, pygame.Rect]:
        """Give nothing: words cannot be clicked."""
        return {}


def focus_ring(
    context: Context, surface: pygame.Surface, rect: pygame.Rect, radius: float, paper: bool = False
) -> None:
    """Draw the ring of the keyboard's focus a little outside a rectangle."""
    gap = 2 * context.theme(3.5)
    context.art.ring(surface, rect.inflate(gap, gap), radius + 3.5, INK if paper else PALE, 2.5)


@dataclass(eq=False)
class Button(Widget):
    """A button with words, an icon or both; `keys` are its shortcuts, the first shown on it.

    `kind` is plain, loud (gold: the one thing to do now) or quiet (no ground till hovered).
    """

    words: str = ""
    action: Action | None = None
    keys: tuple[str, ...] = ()
    kind: str = "plain"
    icon: str = ""
    align: str = "center"
    chosen: bool = False
    rapid: bool = False
    role: str = "text"

    @property
    def repeats(self) -> bool:  # type: ignore[override]
        """Tell whether fast presses all count."""
        return self.rapid

    def _cap(self, context: Context) -> tuple[str, int]:
        if not self.keys or not self.words:
            return "", 0
        cap = key_cap(self.keys[0])
        width = context.text.measure(cap, "small", bold=True)[0]
        return cap, max(width + context.theme(12), context.theme.px("small") + context.theme(8))

    def _extras(self, context: Context) -> int:
        theme = context.theme
        cap = self._cap(context)[1]
        icon = round(theme.px(self.role) * 1.15) + (theme(8) if self.words else 0) if self.icon else 0
        return icon + (cap + theme(8) if cap else 0)

    def measure(self, context: Context, width: int) -> tuple[int, int]:
        """Give the size of its words on at most so wide a button."""
        theme = context.theme
        if not self.words:
            side = max(theme(TARGET), round(theme.px("text") * 2))
            return side, side
        pad = 2 * theme(18) + self._extras(context)
        wide, high = context.text.measure(self.words, self.role, max(1, width - pad), bold=True)
        return min(width, wide + pad), max(theme(TARGET), high + 2 * theme(9))

    def _ground(self, state: State) -> tuple[int, int, int, int] | None:
        if self.kind == "loud" and self.enabled:
            color = lighter(LOUD, 0.25) if state.hovered else LOUD
            return (*(mix(color, DARK_INK, 0.12) if state.pressed else color), 255)
        if self.paper:
            color = mix(PAPER, (0xC9, 0xA8, 0x62), 0.5)
            if not self.enabled:
                return (*mix(PAPER, color, 0.4), 255)
            if self.chosen:
                return (*mix(color, INK, 0.25), 255)
            return (
                *(mix(color, INK, 0.2) if state.pressed else mix(color, INK, 0.08) if state.hovered else color),
                255,
            )
        if self.kind == "quiet" and not (state.hovered or state.pressed or self.chosen):
            return None
        if not self.enabled:
            return (*BUTTON[:3], 18)
        if self.chosen or state.pressed:
            return (*BUTTON[:3], 92)
        return BUTTON_HOVER if state.hovered else BUTTON

    def draw(self, context: Context, surface: pygame.Surface, state: State) -> None:
        """Draw ground, icon, words, key and ring."""
        theme, art = context.theme, context.art
        ground = self._ground(state)
        rect = self.rect
        if self.kind == "loud" and self.enabled:
            art.shadow(surface, rect, theme(12), 4, 100)
        if ground is not None:
            surface.blit(art.rounded(rect.size, theme(12), ground), rect)
        ink = DARK_INK if self.kind == "loud" and self.enabled else self.ink()
        if not self.words:
            art.icon(surface, self.icon, rect.center, min(rect.size) // 2, ink)
        else:
            self._draw_words(context, surface, ink)
        if state.focused:
            focus_ring(context, surface, rect, 12, self.paper)

    def _draw_words(self, context: Context, surface: pygame.Surface, ink: Color) -> None:
        theme, text, art, rect = context.theme, context.text, context.art, self.rect
        cap, cap_width = self._cap(context)
        extras = self._extras(context)
        pad = min(theme(18), max(theme(6), (rect.width - extras) // 8))
        room = max(1, rect.width - 2 * pad - extras), rect.height
        layout = text.fit(self.words, room, self.role, bold=True)
        x = rect.x + pad if self.align == "left" else rect.x + (rect.width - layout.width - extras) // 2
        icon = round(theme.px(self.role) * 1.15) if self.icon else 0
        if icon:
            art.icon(surface, self.icon, (x + icon / 2, rect.centery), icon, ink)
            x += icon + theme(8)
        with text.container(self.address, rect):
            where = pygame.Rect(x, rect.y, max(room[0], layout.width), rect.height)
            text.draw_layout(surface, layout, where, ink, valign="center")
            if cap:
                high = theme.px("small") + theme(6)
                key = pygame.Rect(x + layout.width + theme(8), rect.centery - high // 2, cap_width, high)
                surface.blit(art.rounded(key.size, theme(5), (*ink, 0), (*ink, 150), max(1, theme(1))), key)
                cap_layout = text.layout(cap, theme.px("small"), bold=True)
                box = cap_layout_rect(cap_layout, key)
                text.draw_layout(surface, cap_layout, box, ink, align="center", valign="center")

    def _do(self, form: Form) -> Transition | None:
        form.context.sounds.play("click")
        return (self.action() if self.action else None) or STAY

    def release(self, form: Form, pos: Point) -> Transition | None:
        """Do the action."""
        return self._do(form)

    def key(self, form: Form, event: Key) -> Transition | None:
        """Do the action on Return and Space."""
        if event.name in ("return", "space") and not event.mods & {"ctrl", "alt"}:
            return STAY if event.repeat and not self.rapid else self._do(form)
        return None

    def shortcut(self, form: Form, event: Key) -> Transition | None:
        """Do the action when the key is one of its shortcuts."""
        held = event.mods & {"ctrl", "alt"}
        for name in self.keys:
            *mods, key = name.split("+") if len(name) > 1 else [name]
            if event.name == key and held == set(mods) - {"shift"} and ("shift" not in mods or "shift" in event.mods):
                return STAY if event.repeat and not self.rapid else self._do(form)
        return None


def cap_layout_rect(layout: Layout, key: pygame.Rect) -> pygame.Rect:
    """Give the rectangle on which a key's name stands in the middle of its cap."""
    return pygame.Rect(key.x, key.centery - layout.height // 2, key.width, layout.height)


@dataclass(eq=False)
class Toggle(Widget):
    """A switch with words beside it; `changed` gets the new value."""

    words: str = ""
    value: bool = False
    changed: Callable[[bool], Transition | None] | None = None

    def measure(self, context: Context, width: int) -> tuple[int, int]:
        """Give the size of switch and words."""
        theme = context.theme
        left = theme(52 + 14)
        wide, high = context.text.measure(self.words, "text", max(1, width - left))
        return min(width, wide + left), max(theme(TARGET), high + theme(8))

    def draw(self, context: Context, surface: pygame.Surface, state: State) -> None:
        """Draw the switch and its words."""
        theme, art = context.theme, context.art
        track = pygame.Rect(self.rect.x, 0, theme(52), theme(28))
        track.centery = self.rect.centery
        off = (0xB8, 0xA5, 0x80) if self.paper else (0x5A, 0x48, 0x3A)
        color = ON if self.value else off
        if not self.enabled:
            color = mix(color, PAPER if self.paper else (0x2A, 0x1C, 0x12), 0.5)
        elif state.hovered:
            color = lighter(color, 0.14)
        surface.blit(art.rounded(track.size, track.height // 2, color), track)
        radius = track.height // 2 - theme(3)
        x = track.right - track.height // 2 if self.value else track.x + track.height // 2
        art.blit(surface, art.badge_image(radius, PALE), (x, track.centery))
        if self.value:
            art.icon(surface, "check", (x, track.centery), radius, (0x2E, 0x60, 0x38))
        left = theme(52 + 14)
        words = pygame.Rect(self.rect.x + left, self.rect.y, self.rect.width - left, self.rect.height)
        with context.text.container(self.address, self.rect):
            context.text.draw(surface, self.words, words, color=self.ink(), valign="center")
        if state.focused:
            focus_ring(context, surface, track, 14, self.paper)

    def _flip(self, form: Form) -> Transition | None:
        self.value = not self.value
        form.context.sounds.play("click")
        return (self.changed(self.value) if self.changed else None) or STAY

    def release(self, form: Form, pos: Point) -> Transition | None:
        """Flip it."""
        return self._flip(form)

    def key(self, form: Form, event: Key) -> Transition | None:
        """Flip it on Return and Space."""
        if event.name in ("return", "space") and not event.mods & {"ctrl", "alt"}:
            return STAY if event.repeat else self._flip(form)
        return None


@dataclass(frozen=True)
class Option:
    """One of a choice's values and its words."""

    value: Any
    words: str
    icon: str = ""
    color: Color | None = None


@dataclass(eq=False)
class Choice(Widget):
    """One of several: a row of segments if they fit, else a drop-down list. `changed` gets the value."""

    options: Sequence[Option] = ()
    value: Any = None
    changed: Callable[[Any], Transition | None] | None = None
    _segments: list[pygame.Rect] = field(default_factory=list)

    @property
    def index(self) -> int:
        """Give the place of the value among the options."""
        return next((n for n, option in enumerate(self.options) if option.value == self.value), 0)

    def _widths(self, context: Context) -> list[int]:
        theme = context.theme
        return [
            max(theme(TARGET), context.text.measure(option.words, bold=True)[0] + theme(28))
            + (theme.px("text") + theme(6) if option.icon else 0)
            for option in self.options
        ]

    def measure(self, context: Context, width: int) -> tuple[int, int]:
        """Give the row's size, or the closed list's."""
        theme = context.theme
        widths = self._widths(context)
        high = max(theme(TARGET), context.theme.line(context.theme.px("text")) + theme(18))
        if sum(widths) + theme(8) <= width:
            return sum(widths) + theme(8), high
        wide = min(width, max(widths, default=0) + theme(36))
        inner = max(1, wide - theme(64))
        tallest = max((context.text.measure(o.words, "text", inner, bold=True)[1] for o in self.options), default=0)
        return wide, max(high, tallest + theme(14))

    def lay(self, context: Context, rect: pygame.Rect) -> None:
        """Put it on a rectangle and divide it."""
        super().lay(context, rect)
        widths = self._widths(context)
        self._segments = []
        spare = rect.width - sum(widths) - context.theme(8)
        if spare < 0 or len(self.options) > 6:
            return
        x = rect.x + context.theme(4)
        for wide in widths:
            self._segments.append(pygame.Rect(x, rect.y + context.theme(4), wide, rect.height - context.theme(8)))
            x += wide
        self.rect.width = x + context.theme(4) - rect.x

    def move(self, dx: int, dy: int) -> None:
        """Shift it and its segments."""
        super().move(dx, dy)
        for segment in self._segments:
            segment.move_ip(dx, dy)

    def draw(self, context: Context, surface: pygame.Surface, state: State) -> None:
        """Draw the segments or the closed list."""
        theme, art = context.theme, context.art
        ground = (*mix(PAPER, (0xC9, 0xA8, 0x62), 0.35), 255) if self.paper else (0, 0, 0, 96)
        surface.blit(art.rounded(self.rect.size, theme(12), ground), self.rect)
        with context.text.container(self.address, self.rect):
            if self._segments:
                for n, (option, rect) in enumerate(zip(self.options, self._segments, strict=True)):
                    self._segment(context, surface, option, rect, n == self.index)
            elif self.options:
                option = self.options[self.index]
                inner = self.rect.inflate(-2 * theme(14), 0)
                inner.width -= theme(28)
                self._words(context, surface, option, inner, self.ink(), "left")
                spot = self.rect.right - theme(22), self.rect.centery
                art.icon(surface, "down", spot, theme(16), self.ink())
        if state.focused:
            focus_ring(context, surface, self.rect, 12, self.paper)

    def _segment(
        self, context: Context, surface: pygame.Surface, option: Option, rect: pygame.Rect, chosen: bool
    ) -> None:
        if chosen:
            ground = (0xFF, 0xFB, 0xF0) if self.paper else PALE
            surface.blit(context.art.rounded(rect.size, context.theme(9), ground), rect)
        ink = DARK_INK if chosen and self.enabled else self.ink()
        self._words(context, surface, option, rect.inflate(-context.theme(8), 0), ink, "center")

    def _words(
        self, context: Context, surface: pygame.Surface, option: Option, rect: pygame.Rect, ink: Color, align: str
    ) -> None:
        px = context.theme.px("text")
        if option.icon:
            size = round(px * 0.95)
            wide = context.text.measure(option.words, bold=True)[0] + size + context.theme(6)
            x = rect.x if align == "left" else max(rect.x, rect.x + (rect.width - wide) // 2)
            context.art.icon(surface, option.icon, (x + size / 2, rect.centery), size, option.color or ink)
            rect = pygame.Rect(
                x + size + context.theme(6), rect.y, rect.right - x - size - context.theme(6), rect.height
            )
            align = "left"
        context.text.draw(surface, option.words, rect, color=ink, bold=True, align=align, valign="center")

    def choose(self, form: Form, index: int) -> Transition | None:
        """Take the option at a place."""
        index = max(0, min(len(self.options) - 1, index))
        if index == self.index and self.options and self.options[index].value == self.value:
            return STAY
        self.value = self.options[index].value
        form.context.sounds.play("click")
        return (self.changed(self.value) if self.changed else None) or STAY

    def release(self, form: Form, pos: Point) -> Transition | None:
        """Take a segment, or open the list."""
        for n, rect in enumerate(self._segments):
            if rect.inflate(0, form.context.theme(10)).collidepoint(pos):
                return self.choose(form, n)
        if not self._segments:
            form.open(self)
        return STAY

    def key(self, form: Form, event: Key) -> Transition | None:
        """Take the next or last option with the arrows; on Return and Space open the list, or go round a row."""
        step = {"left": -1, "right": 1}.get(event.name)
        if step and not event.mods:
            return self.choose(form, self.index + step)
        if event.name not in ("return", "space") or event.mods & {"ctrl", "alt"}:
            return None
        if event.repeat:
            return STAY
        if self._segments:
            return self.choose(form, (self.index + 1) % len(self.options))
        form.open(self)
        return STAY

    def parts(self) -> dict[str, pygame.Rect]:
        """Give the segments as address=value, or the closed list."""
        if not self.enabled:
            return {}
        if not self._segments:
            return {self.address: self.rect}
        return {f"{self.address}={o.value}": r for o, r in zip(self.options, self._segments, strict=True)}


@dataclass(eq=False)
class Amount(Widget):
    """A whole number with minus and plus, and a slider between them if asked.

    Digits typed one after the other write it; the wheel changes it only where it has the focus.
    """

    value: int = 0
    low: int = 0
    high: int = 10
    step: int = 1
    changed: Callable[[int], Transition | None] | None = None
    slider: bool = False
    words: str = "{}"  # how the number is shown
    typing: bool = False
    """Whether a digit goes on with the number that is being written."""
    _sliding: bool = False

    repeats = True

    def measure(self, context: Context, width: int) -> tuple[int, int]:
        """Give its size."""
        theme = context.theme
        number = max(context.text.measure(self.words.format(n), bold=True)[0] for n in (self.low, self.high))
        high = max(theme(TARGET), theme.px("text") + theme(20))
        wide = 2 * high + number + theme(24) + (theme(160) if self.slider else 0)
        return min(width, wide), high

    def _boxes(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        side = self.rect.height
        minus = pygame.Rect(self.rect.x, self.rect.y, side, side)
        plus = pygame.Rect(self.rect.right - side, self.rect.y, side, side)
        return minus, pygame.Rect(minus.right, self.rect.y, plus.x - minus.right, side), plus

    def _track(self, context: Context, middle: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        """Divide the middle into slider and number."""
        if not self.slider:
            return pygame.Rect(middle.x, middle.y, 0, 0), middle
        number = max(context.text.measure(self.words.format(n), bold=True)[0] for n in (self.low, self.high))
        number = min(middle.width // 2, number + context.theme(12))
        track = pygame.Rect(middle.x, middle.y, middle.width - number, middle.height)
        return track.inflate(-2 * context.theme(14), 0), pygame.Rect(track.right, middle.y, number, middle.height)

    def draw(self, context: Context, surface: pygame.Surface, state: State) -> None:
        """Draw minus, slider, number, plus."""
        theme, art = context.theme, context.art
        minus, middle, plus = self._boxes()
        ground = (*mix(PAPER, (0xC9, 0xA8, 0x62), 0.35), 255) if self.paper else (0, 0, 0, 96)
        surface.blit(art.rounded(self.rect.size, theme(12), ground), self.rect)
        for box, icon, able in ((minus, "minus", self.value > self.low), (plus, "plus", self.value < self.high)):
            inner = box.inflate(-theme(8), -theme(8))
            shade = (*mix(PAPER, (0xC9, 0xA8, 0x62), 0.7), 255) if self.paper else BUTTON
            surface.blit(art.rounded(inner.size, theme(9), shade), inner)
            ink = self.ink() if able and self.enabled else (mix(PAPER, FAINT_INK, 0.6) if self.paper else FAINT)
            art.icon(surface, icon, box.center, box.height * 4 // 10, ink)
        track, number = self._track(context, middle)
        if self.slider:
            line = pygame.Rect(track.x, 0, track.width, max(4, theme(6)))
            line.centery = track.centery
            back = (0xB8, 0xA5, 0x80) if self.paper else (0x5A, 0x48, 0x3A)
            surface.blit(art.rounded(line.size, line.height // 2, back), line)
            share = (self.value - self.low) / max(1, self.high - self.low)
            done = pygame.Rect(line.x, line.y, max(line.height, round(line.width * share)), line.height)
            surface.blit(art.rounded(done.size, line.height // 2, ON), done)
            art.blit(surface, art.badge_image(theme(10), PALE), (line.x + line.width * share, line.centery))
        with context.text.container(self.address, self.rect):
            words = self.words.format(self.value)
            context.text.draw(surface, words, number, color=self.ink(), bold=True, align="center", valign="center")
        if state.focused:
            focus_ring(context, surface, self.rect, 12, self.paper)

    def set(self, form: Form, value: int) -> Transition | None:
        """Take a value, held within its bounds."""
        value = max(self.low, min(self.high, value))
        if value == self.value:
            return STAY
        self.value = value
        return (self.changed(value) if self.changed else None) or STAY

    def _slide(self, form: Form, pos: Point) -> Transition | None:
        track, _ = self._track(form.context, self._boxes()[1])
        share = (pos[0] - track.x) / max(1, track.width)
        steps = round(share * (self.high - self.low) / self.step)
        return self.set(form, self.low + steps * self.step)

    def press(self, form: Form, pos: Point) -> Transition | None:
        """Begin to slide."""
        self._sliding = self.slider and self._boxes()[1].collidepoint(pos)
        return self._slide(form, pos) if self._sliding else None

    def drag(self, form: Form, pos: Point) -> Transition | None:
        """Slide on."""
        return self._slide(form, pos) if self._sliding else None

    def release(self, form: Form, pos: Point) -> Transition | None:
        """Take one less or one more."""
        minus, _, plus = self._boxes()
        if self._sliding:
            return STAY
        way = -1 if minus.collidepoint(pos) else 1 if plus.collidepoint(pos) else 0
        if way:
            form.context.sounds.play("click")
        return self.set(form, self.value + way * self.step)

    def key(self, form: Form, event: Key) -> Transition | None:
        """Change it with the arrows, Home, End and digits."""
        digit = event.name.strip("[]")
        if len(digit) == 1 and digit.isascii() and digit.isdecimal() and not event.mods & {"ctrl", "alt"}:
            longer = self.value * 10 + int(digit) if self.typing else int(digit)
            self.typing = True
            return self.set(form, longer if longer <= self.high else int(digit))
        if event.name == "backspace" and self.typing:
            return self.set(form, self.value // 10)
        self.typing = False
        way = {"left": -1, "right": 1, "-": -1, "+": 1, "pagedown": -5, "page down": -5, "pageup": 5, "page up": 5}
        if event.name in way:
            return self.set(form, self.value + way[event.name] * self.step)
        if event.name in ("home", "end"):
            return self.set(form, self.low if event.name == "home" else self.high)
        return None

    def wheel(self, form: Form, event: Wheel) -> Transition | None:
        """Change it by the wheel over it, where it has the focus."""
        if form.focused is not self or not event.y:
            return None
        return self.set(form, self.value + (self.step if event.y > 0 else -self.step))

    def focus(self, form: Form, gained: bool) -> None:
        """Begin a new number."""
        self.typing = False

    def parts(self) -> dict[str, pygame.Rect]:
        """Give minus and plus."""
        if not self.enabled:
            return {}
        minus, _, plus = self._boxes()
        return {f"{self.address}:less": minus, f"{self.address}:more": plus}


@dataclass(eq=False)
class TextField(Widget):
    """A line to type in; `changed` gets the words after each change, `done` is called on Return.

    What stands there by default, as the placeholder says, is replaced by what is typed first.
    """

    value: str = ""
    changed: Callable[[str], Transition | None] | None = None
    done: Action | None = None
    placeholder: str = ""
    longest: int = 40
    cursor: int = 0
    composing: str = ""
    selected: bool = False
    """Whether all of it is marked, to be replaced by what is typed."""
    _shift: int = 0
    _fresh: bool = False

    repeats = True

    def measure(self, context: Context, width: int) -> tuple[int, int]:
        """Give its size: the whole width, and room for a long name in two small lines."""
        theme = context.theme
        inner = max(width, theme(200)) - 2 * theme(12)  # asked without a width, it is not squeezed into a column
        small = context.text.layout(self.value, theme.floor, inner).height
        least = max(small, 2 * theme.line(theme.floor)) + theme(6)
        return width, max(theme(TARGET), theme.line(theme.px("text")) + theme(16), least)

    def draw(self, context: Context, surface: pygame.Surface, state: State) -> None:
        """Draw the words, and the cursor when it has the focus."""
        theme, art, text = context.theme, context.art, context.text
        fill = (0xFF, 0xFB, 0xF0) if self.paper else (0x1E, 0x13, 0x0B)
        edge = mix(PAPER, INK, 0.5) if self.paper else (0x8A, 0x74, 0x58)
        surface.blit(art.rounded(self.rect.size, theme(10), fill, edge, max(1, theme(1.5))), self.rect)
        inner = self.rect.inflate(-2 * theme(12), -2)
        if not state.focused:
            words, ink = self.value or self.placeholder, self.ink()
            if not self.value:
                ink = FAINT_INK if self.paper else FAINT
            layout = text.fit(words, inner.size)
            with text.container(self.address, self.rect):
                text.draw_layout(surface, layout, inner, ink, valign="center")
            return
        px = theme.px("text")
        shown = self.value[: self.cursor] + self.composing + self.value[self.cursor :]
        before = text.layout(self.value[: self.cursor] + self.composing + "|", px).width - text.layout("|", px).width
        whole = text.layout(shown, px)
        self._shift = max(0, min(self._shift, before, whole.width - inner.width + 2))
        self._shift = max(self._shift, before - inner.width + 2, 0)
        clip = surface.get_clip()
        surface.set_clip(inner.clip(clip))
        if self.selected and self.value:
            marked = pygame.Rect(inner.x - self._shift, inner.centery - px * 7 // 10, whole.width, px * 14 // 10)
            surface.blit(art.rounded(marked.size, theme(3), (*LOUD, 110)), marked)
        with text.container(self.address, inner, scrolled=True):
            where = pygame.Rect(inner.x - self._shift, inner.y, whole.width, inner.height)
            text.draw_layout(surface, whole, where, self.ink(), valign="center")
        x = inner.x + before - self._shift
        pygame.draw.rect(surface, self.ink(), (x, inner.centery - px * 6 // 10, max(2, theme(2)), px * 12 // 10))
        if self.composing:
            wide = text.layout(self.composing, px).width
            pygame.draw.rect(surface, self.ink(), (x - wide, inner.centery + px * 6 // 10, wide, max(1, theme(1))))
        surface.set_clip(clip)
        focus_ring(context, surface, self.rect, 10, self.paper)

    def focus(self, form: Form, gained: bool) -> None:
        """Let an input method begin or end."""
        self.composing = ""
        self.selected = self._fresh = gained and bool(self.value) and self.value == self.placeholder
        if gained:
            self.cursor = len(self.value)
        form.context.viewport.text_input(self.rect if gained else None)

    def press(self, form: Form, pos: Point) -> Transition | None:
        """Put the cursor where it was pressed; the press that begins to write leaves a default marked."""
        self.selected, self._fresh = self._fresh, False
        theme, text = form.context.theme, form.context.text
        px, x = theme.px("text"), pos[0] - self.rect.x - theme(12) + self._shift
        edges = [text.layout(self.value[:n], px).width for n in range(len(self.value) + 1)]
        self.cursor = min(range(len(edges)), key=lambda n: abs(edges[n] - x))
        return STAY

    def _change(self, words: str, cursor: int) -> Transition | None:
        self.value, self.cursor, self.selected = words, cursor, False
        return (self.changed(words) if self.changed else None) or STAY

    def insert(self, words: str) -> Transition | None:
        """Put words in at the cursor, or in place of what is marked, as far as they have room."""
        if self.selected and words:
            self.value, self.cursor, self.selected = "", 0, False
        words = re.sub(r"[\x00-\x1f\x7f\u2028\u2029]", "", words)[: max(0, self.longest - len(self.value))]
        return self._change(self.value[: self.cursor] + words + self.value[self.cursor :], self.cursor + len(words))

    def typed(self, form: Form, event: TextInput | TextEdit) -> Transition | None:
        """Take what was typed or is being composed."""
        if isinstance(event, TextEdit):
            self.composing = event.text
            return STAY
        self.composing = ""
        return self.insert(event.text)

    def key(self, form: Form, event: Key) -> Transition | None:
        """Edit; keys that type are kept from being shortcuts."""
        words, at = self.value, self.cursor
        if self.composing and event.name != "tab":
            return STAY  # the input method's own keys
        if "ctrl" in event.mods:
            if event.name == "v":
                return self.insert(clipboard())
            if event.name == "a":
                self.selected, self.cursor = bool(words), len(words)
                return STAY
            if event.name in ("c", "x") and self.selected:
                copy(words)
                return STAY if event.name == "c" else self._change("", 0)
            return None
        if self.selected and event.name in ("backspace", "delete"):
            return self._change("", 0)
        if event.name == "backspace":
            return self._change(words[: at - 1] + words[at:], at - 1) if at else STAY
        if event.name == "delete":
            return self._change(words[:at] + words[at + 1 :], at)
        where = {"left": at - 1, "right": at + 1, "home": 0, "end": len(words)}.get(event.name)
        if where is not None:
            self.selected = False
            self.cursor = max(0, min(len(words), where))
            return STAY
        if event.name == "return":
            return (self.done() if self.done and not event.repeat else None) or STAY
        return STAY if len(event.name) == 1 or event.name == "space" else None


def clipboard() -> str:
    """Give the words on the clipboard, or none."""
    with suppress(pygame.error, AttributeError, TypeError):
        return pygame.scrap.get_text()
    return ""


def copy(words: str) -> bool:
    """Put words on the clipboard; give whether that worked."""
    with suppress(pygame.error, AttributeError, TypeError):
        pygame.scrap.put_text(words)
        return True
    return False


@dataclass(eq=False)
class Scroll(Widget):
    """A view on something taller: wheel, drag, arrows, Page Up and Down.

    `content` draws it with its top left at x, y and gives the links it shows; `followed` gets a link that was clicked.
    """

    height: int = 0
    content: Callable[[pygame.Surface, int, int], list[tuple[pygame.Rect, str]] | None] | None = None
    followed: Callable[[str], Transition | None] | None = None
    offset: int = 0
    _links: list[tuple[pygame.Rect, str]] = field(default_factory=list)
    _grab: tuple[float, int, bool] | None = None
    _moved: bool = False

    repeats = True

    @property
    def limit(self) -> int:
        """Give the largest offset."""
        return max(0, self.height - self.rect.height)

    def scroll_to(self, offset: float) -> None:
        """Show what lies at an offset."""
        self.offset = max(0, min(self.limit, round(offset)))

    def thumb(self, context: Context) -> pygame.Rect | None:
        """Give the bar's thumb, or None when everything is in sight."""
        return thumb(context, self.rect, self.height, self.offset)

    def draw(self, context: Context, surface: pygame.Surface, state: State) -> None:
        """Draw what is in sight and the bar."""
        self.scroll_to(self.offset)
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        with context.text.container(self.address, self.rect, scrolled=True):
            found = self.content(surface, self.rect.x, self.rect.y - self.offset) if self.content else None
        surface.set_clip(clip)
        self._links = found or []
        draw_bar(context, surface, self.thumb(context), self.paper)
        if state.focused:
            focus_ring(context, surface, self.rect, 8, self.paper)

    def press(self, form: Form, pos: Point) -> Transition | None:
        """Begin to drag the content or the bar's thumb."""
        bar = self.thumb(form.context)
        on_bar = bar is not None and pos[0] >= bar.x - form.context.theme(10)
        self._grab, self._moved = (pos[1], self.offset, on_bar), False
        return STAY

    def drag(self, form: Form, pos: Point) -> Transition | None:
        """Drag on."""
        if self._grab is None:
            return None
        start, offset, on_bar = self._grab
        way = pos[1] - start
        if abs(way) > form.context.theme(6):
            self._moved = True
        if self._moved:
            self.scroll_to(offset + (way * self.height / max(1, self.rect.height) if on_bar else -way))
        return STAY

    def release(self, form: Form, pos: Point) -> Transition | None:
        """Follow a link, unless it was dragged."""
        self._grab = None
        if not self._moved and self.followed:
            for rect, target in self._links:
                if rect.inflate(form.context.theme(8), form.context.theme(8)).collidepoint(pos):
                    return self.followed(target) or STAY
        return STAY

    def wheel(self, form: Form, event: Wheel) -> Transition | None:
        """Scroll."""
        self.scroll_to(self.offset - event.y * form.context.theme(60))
        return STAY

    def key(self, form: Form, event: Key) -> Transition | None:
        """Scroll, as long as there is more; then let the focus move on."""
        page, line = self.rect.height - form.context.theme(40), form.context.theme(48)
        steps = {"up": -line, "down": line, "page up": -page, "page down": page, "pageup": -page, "pagedown": page,
                 "home": -self.height, "end": self.height, "space": page}  # fmt: skip
        if event.name not in steps or not self.limit:
            return None
        before = self.offset
        self.scroll_to(self.offset + steps[event.name])
        return STAY if self.offset != before or event.name not in ("up", "down") else None

    def parts(self) -> dict[str, pygame.Rect]:
        """Give the links in sight."""
        return {f"link:{target}": rect for rect, target in self._links}


def thumb(context: Context, view: pygame.Rect, height: int, offset: int) -> pygame.Rect | None:
    """Give the thumb of a scroll bar at the right of a view, or None when all is in sight."""
    if height <= view.height:
        return None
    wide = max(4, context.theme(6))
    high = max(context.theme(32), view.height * view.height // height)
    y = view.y + (view.height - high) * offset // max(1, height - view.height)
    return pygame.Rect(view.right - wide, y, wide, high)


def draw_bar(context: Context, surface: pygame.Surface, bar: pygame.Rect | None, paper: bool) -> None:
    """Draw a scroll bar's thumb."""
    if bar is not None:
        color = (*INK, 120) if paper else (*PALE, 110)
        surface.blit(context.art.rounded(bar.size, bar.width // 2, color), bar)


@dataclass(frozen=True)
class Row:
    """A line of a list: words with markup, fainter words below, whether it can be picked."""

    key: str
    words: str
    detail: str = ""
    faint: bool = False
    pickable: bool = True


@dataclass(eq=False)
class ListBox(Scroll):
    """A scrolling list of rows; `picked` gets the key of the row that was clicked, or chosen with Return."""

    rows: Sequence[Row] = ()
    picked: Callable[[str], Transition | None] | None = None
    chosen: str | None = None
    gap: float = 5
    _tops: list[int] = field(default_factory=list)
    _width: int = 0

    def lay(self, context: Context, rect: pygame.Rect) -> None:
        """Put it on a rectangle and measure the rows."""
        super().lay(context, rect)
        self.fill(context, self.rows)

    def fill(self, context: Context, rows: Sequence[Row]) -> None:
        """Take other rows."""
        self.rows = rows
        theme, text = context.theme, context.text
        pad = 2 * theme(10)
        self._width = max(1, self.rect.width - pad - theme(10))
        self._tops, y = [], 0
        for row in rows:
            self._tops.append(y)
            high = text.measure(row.words, "text", self._width, markup=True)[1]
            if row.detail:
                high += text.measure(row.detail, "small", self._width)[1]
            least = theme(TARGET) if self.picked and row.pickable else 0
            y += max(least, high + 2 * theme(self.gap))
        self._tops.append(y)
        self.height = y
        self.content = lambda surface, x, top: self._draw_rows(context, surface, x, top)
        self.scroll_to(self.offset)

    def _draw_rows(self, context: Context, surface: pygame.Surface, x: int, top: int) -> None:
        theme, text = context.theme, context.text
        clip = surface.get_clip()
        for n, row in enumerate(self.rows):
            box = pygame.Rect(x, top + self._tops[n], self.rect.width - theme(8), self._tops[n + 1] - self._tops[n])
            if not box.colliderect(clip):
                continue
            if row.key == self.chosen:
                ground = (*INK, 46) if self.paper else BUTTON_HOVER
                surface.blit(context.art.rounded(box.size, theme(8), ground), box)
            ink = (INK if self.paper else PALE) if not row.faint else (FAINT_INK if self.paper else FAINT)
            words = text.layout(row.words, theme.px("text"), self._width, markup=True)
            detail = text.layout(row.detail, theme.px("small"), self._width) if row.detail else None
            high = words.height + (detail.height if detail else 0)
            inner = pygame.Rect(x + theme(10), box.y + (box.height - high) // 2, self._width, words.height)
            text.draw_layout(surface, words, inner, ink)
            if detail:
                below = pygame.Rect(inner.x, inner.bottom, self._width, detail.height)
                text.draw_layout(surface, detail, below, FAINT_INK if self.paper else SOFT)

    def _row_at(self, pos: Point) -> int | None:
        y = pos[1] - self.rect.y + self.offset
        for n in range(len(self.rows)):
            if self._tops[n] <= y < self._tops[n + 1]:
                return n
        return None

    def _pick(self, n: int | None) -> Transition | None:
        if n is None or not self.picked or not self.rows[n].pickable:
            return STAY
        self.chosen = self.rows[n].key
        return self.picked(self.chosen) or STAY

    def release(self, form: Form, pos: Point) -> Transition | None:
        """Pick the row, unless it was dragged."""
        self._grab = None
        return STAY if self._moved else self._pick(self._row_at(pos))

    def show(self, n: int) -> None:
        """Scroll so that a row is in sight."""
        if self._tops[n] < self.offset:
            self.scroll_to(self._tops[n])
        elif self._tops[n + 1] > self.offset + self.rect.height:
            self.scroll_to(self._tops[n + 1] - self.rect.height)

    def key(self, form: Form, event: Key) -> Transition | None:
        """Walk the rows; pick on Return."""
        if not self.picked:
            return super().key(form, event)
        at = next((n for n, row in enumerate(self.rows) if row.key == self.chosen), None)
        if event.name in ("up", "down"):
            way = 1 if event.name == "down" else -1
            n = (-1 if way > 0 else len(self.rows)) if at is None else at
            n += way
            while 0 <= n < len(self.rows) and not self.rows[n].pickable:
                n += way
            if not 0 <= n < len(self.rows):
                return None
            self.chosen = self.rows[n].key
            self.show(n)
            return STAY
        if event.name in ("return", "space"):
            return STAY if event.repeat or at is None else self._pick(at)
        return super().key(form, event)

    def parts(self) -> dict[str, pygame.Rect]:
        """Give the rows in sight as address=key."""
        out = {}
        if self.picked and self._tops:
            for n, row in enumerate(self.rows):
                y = self.rect.y - self.offset + self._tops[n]
                box = pygame.Rect(self.rect.x, y, self.rect.width, self._tops[n + 1] - self._tops[n]).clip(self.rect)
                if row.pickable and box.height > 0:
                    out[f"{self.address}={row.key}"] = box
        return out


@dataclass(eq=False)
class Form:
    """Widgets in the order of the keyboard's walk, with focus, hover, hints and an open drop-down list.

    `area` scrolls those widgets that are in `inside`: `content` is their height; lay them out as if it were not
    scrolled, then call `scroll_to`. `walk=False` leaves arrows that no widget wants to the scene.
    """

    context: Context
    widgets: list[Widget] = field(default_factory=list)
    area: pygame.Rect | None = None
    inside: list[Widget] = field(default_factory=list)
    content: int = 0
    walk: bool = True
    paper: bool = False
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.offset = 0
        self.focused: Widget | None = None
        self.keyboard = False  # the ring is shown once keys are used
        self.dirty = True
        self._hovered: Widget | None = None
        self._pressed: Widget | None = None
        self._press_at: Point = OUTSIDE
        self._pressed_touch = False
        self._scrolling: tuple[float, int] | None = None
        self._since = self.clock()
        self._hint: Widget | None = None
        self._hint_shown = False
        self._popup: ListBox | None = None
        self._popup_for: Choice | None = None

    # -- contents ---------------------------------------------------------------------------------------------------

    def replace(self, widgets: Sequence[Widget], inside: Sequence[Widget] = ()) -> None:
        """Take other widgets; the focus stays at the same address."""
        address = self.focused.address if self.focused else None
        old = self.focused
        self.widgets, self.inside = list(widgets), list(inside)
        self._pressed = self._hovered = self._hint = None
        self._scrolling = None
        self._popup = self._popup_for = None
        self.focused = next((w for w in self.widgets if w.address == address and w.focusable and w.enabled), None)
        if isinstance(old, TextField) and old is not self.focused:
            if isinstance(self.focused, TextField):
                self.focused.cursor = min(old.cursor, len(self.focused.value))
            else:
                old.focus(self, False)
        self.offset = 0
        self.dirty = True

    def widget(self, address: str) -> Widget:
        """Give a widget by its address; KeyError if there is none."""
        for widget in self.widgets:
            if widget.address == address:
                return widget
        raise KeyError(address)

    def addresses(self) -> dict[str, pygame.Rect]:
        """Give what can be clicked now, by address."""
        if self._popup is not None:
            return self._popup.parts()
        out: dict[str, pygame.Rect] = {}
        for widget in self.widgets:
            for address, rect in widget.parts().items():
                seen = rect.clip(self.area) if self.area is not None and widget in self.inside else rect
                if seen.width > 0 and seen.height > 0:
                    out[address] = pygame.Rect(seen)
        return out

    def _at(self, pos: Point) -> Widget | None:
        for widget in reversed(self.widgets):
            if widget.rect.collidepoint(pos) and (
                widget not in self.inside or self.area is None or self.area.collidepoint(pos)
            ):
                return widget
        return None

    # -- scrolling --------------------------------------------------------------------------------------------------

    @property
    def limit(self) -> int:
        """Give the area's largest offset."""
        return max(0, self.content - self.area.height) if self.area is not None else 0

    def scroll_to(self, offset: float) -> None:
        """Show what lies at an offset of the area."""
        wanted = max(0, min(self.limit, round(offset)))
        for widget in self.inside:
            widget.move(0, self.offset - wanted)
        if wanted != self.offset:
            self.dirty = True
        self.offset = wanted

    def _reveal(self, widget: Widget) -> None:
        if self.area is None or widget not in self.inside:
            return
        gap = self.context.theme(8)
        if widget.rect.top < self.area.top + gap:
            self.scroll_to(self.offset - (self.area.top + gap - widget.rect.top))
        elif widget.rect.bottom > self.area.bottom - gap:
            self.scroll_to(self.offset + widget.rect.bottom - self.area.bottom + gap)

    # -- focus ------------------------------------------------------------------------------------------------------

    def set_focus(self, widget: Widget | None, keyboard: bool | None = None) -> None:
        """Give the focus to a widget."""
        if keyboard is not None:
            self.keyboard = keyboard
        if widget is self.focused:
            return
        if self.focused is not None:
            self.focused.focus(self, False)
        self.focused = widget
        if widget is not None:
            self._reveal(widget)
            widget.focus(self, True)
        self._hint_from(widget)
        self.dirty = True

    def _walkers(self) -> list[Widget]:
        return [widget for widget in self.widgets if widget.focusable and (widget.enabled or widget.hint)]

    def step(self, way: int) -> bool:
        """Give the focus to the next widget (or the one before); give whether there is one."""
        walkers = self._walkers()
        if not walkers:
            return False
        if self.focused in walkers:
            at = (walkers.index(self.focused) + way) % len(walkers)
        else:
            at = 0 if way > 0 else -1
        self.set_focus(walkers[at], True)
        return True

    def _toward(self, name: str) -> bool:
        """Give the focus to the nearest widget in a direction.

        Down leads into a widget that holds others, up out of it again; sideways one stays among those that are held.
        """
        walkers = self._walkers()
        if self.focused not in walkers:
            return self.step(1)
        here = self.focused.rect
        others = [widget for widget in walkers if widget is not self.focused]
        holders = [widget for widget in others if _holds(widget.rect, here)]
        held = [widget for widget in others if _holds(here, widget.rect)]
        related = {"down": held, "up": holders}.get(name)
        if related:
            found = min(related, key=lambda widget: math.dist(widget.rect.center, here.center))
            self.set_focus(found, True)
            return True
        alike = others
        if holders and name in ("left", "right"):
            alike = [widget for widget in others if not any(_holds(widget.rect, one.rect) for one in walkers)]
        best = _nearest(here, name, alike) or _nearest(here, name, others)
        if best is None and self.keyboard:
            return False
        self.set_focus(best or self.focused, True)  # with nothing there it shows at least where the keys are
        return True

    # -- events -----------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> Transition | None:
        """Answer an event: a transition, STAY when it was used, None when it was not."""
        if self._popup is not None and isinstance(event, (Press, Move, Release, Key, Wheel)):
            return self._handle_popup(event)
        if isinstance(event, Press):
            return self._press(event)
        if isinstance(event, Release):
            return self._release(event)
        if isinstance(event, Move):
            return self._move(event)
        if isinstance(event, Wheel):
            return self._wheel(event)
        if isinstance(event, Key):
            return self._key(event)
        if isinstance(event, (TextInput, TextEdit)) and self.focused is not None:
            return self.focused.typed(self, event)
        if isinstance(event, Focus) and not event.gained:
            self._hint_from(None)
        return None

    def _press(self, event: Press) -> Transition | None:
        self._hint_from(None)
        if event.button != 1:
            return None
        widget = self._at(event.pos)
        self._pressed, self._press_at, self._pressed_touch = None, event.pos, event.touch
        self._scrolling = None
        if self.area is not None and self.area.collidepoint(event.pos):
            bar = thumb(self.context, self.area, self.content, self.offset)
            if bar is not None and event.pos[0] >= bar.x - self.context.theme(8):
                self._scrolling = event.pos[1], self.offset
                self._press_at = OUTSIDE
                return STAY
            if event.touch or widget is None:
                self._scrolling = event.pos[1], self.offset
        if widget is None:
            self.set_focus(None, False)
            return STAY if self._scrolling else None
        if event.touch and widget.hint:
            self._hint_from(widget)
        if not widget.enabled or not widget.focusable:
            return STAY if widget.focusable or self._scrolling else None
        if event.double and not widget.repeats:
            return STAY
        self._pressed = widget
        self.set_focus(widget, False)
        self.dirty = True
        return widget.press(self, event.pos) or STAY

    def _release(self, event: Release) -> Transition | None:
        widget, self._pressed = self._pressed, None
        scrolling, self._scrolling = self._scrolling, None
        long_press = self._pressed_touch and self._hint_shown
        if event.button != 1 or (widget is None and scrolling is None):
            return None
        self.dirty = True
        if self._pressed_touch:
            self._hovered = None
        if event.cancelled or widget is None or not widget.rect.collidepoint(event.pos):
            return STAY
        if long_press:  # it was held to be read
            return STAY
        self._hint_from(None)
        return widget.release(self, event.pos) or STAY

    def _move(self, event: Move) -> Transition | None:
        if self._scrolling is not None and event.held:
            start, offset = self._scrolling
            way = event.pos[1] - start
            if self._press_at == OUTSIDE and self.area is not None:
                self.scroll_to(offset + way * self.content / max(1, self.area.height))
                return STAY
            if abs(way) > self.context.theme(10) and not isinstance(self._pressed, Scroll):
                self._pressed = None
                self._hint_from(None)
                self.scroll_to(offset - way)
                self.dirty = True
                return STAY
        if self._pressed is not None:
            answer = self._pressed.drag(self, event.pos)
            if answer is not None:
                self.dirty = True
            return answer or STAY
        hovered = self._at(event.pos) if not event.touch else None
        if hovered is not self._hovered:
            self._hovered = hovered
            self._hint_from(hovered)
            self.dirty = True
        return None

    def _wheel(self, event: Wheel) -> Transition | None:
        self._hint_from(None)
        widget = self._at(event.pos)
        answer = widget.wheel(self, event) if widget is not None else None
        if answer is not None:
            self.dirty = True
            return answer
        if self.area is not None and self.area.collidepoint(event.pos) and self.limit:
            self.scroll_to(self.offset - event.y * self.context.theme(60))
            return STAY
        return None

    def _key(self, event: Key) -> Transition | None:
        self.dirty = True
        if event.name == "tab" and not event.mods & {"ctrl", "alt"}:
            return STAY if self.step(-1 if "shift" in event.mods else 1) else None
        if self.focused is not None and self.focused.enabled:
            answer = self.focused.key(self, event)
            if answer is not None:
                self.keyboard = True
                return answer
        for widget in self.widgets:
            if isinstance(widget, Button) and widget.enabled and widget.keys:
                answer = widget.shortcut(self, event)
                if answer is not None:
                    return answer
        if self.walk and event.name in ("left", "right", "up", "down") and not event.mods:
            return STAY if self._toward(event.name) else None
        if self.limit and event.name in ("page up", "page down", "pageup", "pagedown") and self.area is not None:
            way = -1 if "up" in event.name else 1
            self.scroll_to(self.offset + way * self.area.height * 0.85)
            return STAY
        return None

    # -- a drop-down list -------------------------------------------------------------------------------------------

    def open(self, choice: Choice) -> None:
        """Open a choice's list over everything."""
        theme, view = self.context.theme, self.context.viewport.rect
        rows = [Row(str(n), escape(option.words)) for n, option in enumerate(choice.options)]
        popup = ListBox(choice.address, paper=True, rows=rows, picked=lambda key: self._take(int(key)), gap=8)
        popup.chosen = str(choice.index)
        wide = max(choice.rect.width, theme(160))
        popup.lay(self.context, pygame.Rect(0, 0, wide, theme(200)))
        high = min(popup.height, view.height - theme(32))
        y = choice.rect.bottom + theme(6)
        if y + high > view.bottom - theme(12):
            y = max(theme(16), min(choice.rect.top - theme(6) - high, view.bottom - theme(16) - high))
            if choice.rect.top - theme(6) - high < theme(16):
                y = max(theme(16), view.bottom - theme(16) - high)
        x = max(theme(8), min(choice.rect.x, view.right - wide - theme(8)))
        popup.lay(self.context, pygame.Rect(x, y, wide, high))
        popup.show(choice.index)
        self._popup, self._popup_for = popup, choice
        self._hint_from(None)
        self.dirty = True

    def _close(self) -> Transition:
        self._popup = self._popup_for = None
        self.dirty = True
        return STAY

    def _take(self, index: int) -> Transition | None:
        choice = self._popup_for
        self._close()
        return choice.choose(self, index) if choice is not None else None

    def _handle_popup(self, event: Event) -> Transition | None:
        popup = self._popup
        assert popup is not None
        self.dirty = True
        if isinstance(event, Key):
            if event.name in ("escape", "tab"):
                return self._close()
            return popup.key(self, event) or STAY
        if isinstance(event, Wheel):
            return popup.wheel(self, event)
        if isinstance(event, Press):
            if not popup.rect.collidepoint(event.pos) or event.button != 1:
                return self._close()
            return STAY if event.double else popup.press(self, event.pos)
        if isinstance(event, Move):
            if popup._grab is not None and event.held:
                return popup.drag(self, event.pos)
            row = popup._row_at(event.pos) if popup.rect.collidepoint(event.pos) else None
            if row is not None:
                popup.chosen = popup.rows[row].key
            return STAY
        if isinstance(event, Release) and popup._grab is not None:
            if event.cancelled or not popup.rect.collidepoint(event.pos):
                popup._grab = None
                return STAY
            return popup.release(self, event.pos)
        return STAY

    # -- hints and drawing ------------------------------------------------------------------------------------------

    def _hint_from(self, widget: Widget | None) -> None:
        if self._hint_shown:
            self.dirty = True
        self._hint = widget if widget is not None and widget.hint else None
        self._hint_shown = False
        self._since = self.clock()

    def tick(self, now: float) -> bool:
        """Show a hint that is due; give whether the form must be drawn again."""
        if self._hint is not None and not self._hint_shown and now - self._since >= HINT_SECONDS:
            self._hint_shown = self.dirty = True
        return self.dirty

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all widgets, then the hint or the open list on top."""
        clip = surface.get_clip()
        outside = [widget for widget in self.widgets if widget not in self.inside]
        if self.area is not None and self.inside:
            grown = self.area.inflate(self.context.theme(16), self.context.theme(16))
            surface.set_clip(grown.clip(clip))
            with self.context.text.container("area", grown, scrolled=True):
                for widget in self.inside:
                    if widget.rect.colliderect(grown):
                        self._draw(surface, widget)
            surface.set_clip(clip)
            draw_bar(self.context, surface, thumb(self.context, self.area, self.content, self.offset), self.paper)
        for widget in outside:
            self._draw(surface, widget)
        self.draw_top(surface)
        self.dirty = False

    def _draw(self, surface: pygame.Surface, widget: Widget) -> None:
        focused = widget is self.focused and (self.keyboard or isinstance(widget, TextField))
        pressed = widget is self._pressed
        hovered = widget is self._hovered and widget.enabled and (self._pressed is None or pressed)
        widget.draw(self.context, surface, State(focused, hovered, pressed))

    def draw_top(self, surface: pygame.Surface) -> None:
        """Draw the open list or the hint."""
        if self._popup is not None:
            theme = self.context.theme
            frame = self._popup.rect.inflate(theme(10), theme(10))
            self.context.art.paper(surface, frame, radius=10, height=10)
            self.context.text.cover(frame)
            self._popup.draw(self.context, surface, State())
        elif self._hint is not None and self._hint_shown:
            draw_hint(self.context, surface, self._hint.hint, self._hint.rect, self._hint.hint_aside)


def _holds(outer: pygame.Rect, inner: pygame.Rect) -> bool:
    return outer != inner and outer.contains(inner)


def _nearest(here: pygame.Rect, name: str, widgets: Sequence[Widget]) -> Widget | None:
    """Find what lies nearest in the direction of an arrow key; what lies in line counts as nearer."""
    dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[name]
    best: tuple[float, Widget] | None = None
    for widget in widgets:
        there = widget.rect
        if dx:
            ahead = there.left - here.right if dx > 0 else here.left - there.right
            aside = max(0, there.top - here.bottom, here.top - there.bottom)
            middle = abs(there.centery - here.centery)
        else:
            ahead = there.top - here.bottom if dy > 0 else here.top - there.bottom
            aside = max(0, there.left - here.right, here.left - there.right)
            middle = abs(there.centerx - here.centerx)
        if ahead < -4:
            continue
        cost = max(0, ahead) + 3 * aside + middle / 8
        if best is None or cost < best[0]:
            best = cost, widget
    return best[1] if best is not None else None


def draw_hint(
    context: Context, surface: pygame.Surface, words: str, beside: pygame.Rect, aside: bool = False
) -> pygame.Rect:
    """Draw a small paper with words near a thing, never over it where there is room; give its rectangle.

    It stands below or above, or with `aside` at the right or left, where that is inside the window.
    """
    theme, text, view = context.theme, context.text, surface.get_rect()
    layout = text.layout(words, theme.px("text"), min(theme.grown(340), view.width - theme(60)))
    box = pygame.Rect(0, 0, layout.width + 2 * theme(14), layout.height + 2 * theme(10))
    box.midtop = beside.centerx, beside.bottom + theme(10)
    if box.bottom > view.bottom - theme(8):
        box.bottom = beside.top - theme(10)
    if aside:
        right, left = box.copy(), box.copy()
        right.topleft, left.topright = (beside.right + theme(10), beside.y), (beside.x - theme(10), beside.y)
        box = next((one for one in (right, left) if one.left >= theme(8) and one.right <= view.right - theme(8)), box)
    box.clamp_ip(view.inflate(-theme(16), -theme(16)))
    context.art.paper(surface, box, radius=10, fill=(0xFF, 0xF6, 0xE2), height=8)
    text.cover(box)
    with text.container("hint", box):
        inner = pygame.Rect(box.x + theme(14), box.y + theme(10), layout.width, layout.height)
        text.draw_layout(surface, layout, inner, DARK_INK, words=words)
    return box


def flow(
    context: Context, widgets: Sequence[Widget], rect: pygame.Rect, gap: float = 12, align: str = "left"
) -> pygame.Rect:
    """Lay widgets from left to right, in rows where they do not fit; give the rectangle they take."""
    space = context.theme(gap)
    rows: list[list[tuple[Widget, int, int]]] = [[]]
    x = 0
    for widget in widgets:
        wide, high = widget.measure(context, rect.width)
        if rows[-1] and x + wide > rect.width:
            rows.append([])
            x = 0
        rows[-1].append((widget, wide, high))
        x += wide + space
    y = rect.y
    for row in rows:
        tall = max((high for _, _, high in row), default=0)
        total = sum(wide for _, wide, _ in row) + space * max(0, len(row) - 1)
        x = {"left": rect.x, "center": rect.x + (rect.width - total) // 2, "right": rect.right - total}[align]
        for widget, wide, _ in row:
            widget.lay(context, pygame.Rect(x, y, wide, tall))
            x += wide + space
        y += tall + space
    return pygame.Rect(rect.x, rect.y, rect.width, max(0, y - space - rect.y))


def column(context: Context, widgets: Sequence[Widget], rect: pygame.Rect, gap: float = 12) -> pygame.Rect:
    """Lay widgets one below the other, each as wide as it wants; give the rectangle they take."""
    y = rect.y
    for widget in widgets:
        wide, high = widget.measure(context, rect.width)
        widget.lay(context, pygame.Rect(rect.x, y, wide, high))
        y += high + context.theme(gap)
    return pygame.Rect(rect.x, rect.y, rect.width, max(0, y - context.theme(gap) - rect.y))
