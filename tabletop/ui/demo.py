"""The demo at a club: games that play themselves, visitors who come and go, and nothing of them that stays.

A DemoScene holds a stack of scenes of its own, with settings that are never written. So it can let a visitor into any
scene, know when nobody is there any more, and take the screen back; the scenes know nothing of it.
"""

from __future__ import annotations

import copy
import ctypes
import gc
import math
import random
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

import pygame

from tabletop import UserError, paths, rules
from tabletop.engine import lesson as lessons
from tabletop.engine.match import Match
from tabletop.errorlog import ErrorLog
from tabletop.ui.captions import Captions
from tabletop.ui.computers import Computers
from tabletop.ui.demo_scenes import Ask, DemoPart, DemoTable, Poster
from tabletop.ui.demo_shows import Show, shows
from tabletop.ui.lesson import LessonScene
from tabletop.ui.outcome import reason, winners
from tabletop.ui.scene import STAY, Context, Pop, Quit, Replace, Reset, Scene, Stack, Transition, full_screen_key
from tabletop.ui.settings import Notice, Settings
from tabletop.ui.table import TableScene
from tabletop.ui.tableview import VIEWS
from tabletop.ui.theme import DARK_INK
from tabletop.ui.viewport import OUTSIDE, Drop, Event, Focus, Key, Move, Press, Release, Wheel
from tabletop.ui.viewport import Quit as QuitEvent
from tabletop.ui.wording import UiWords
from tabletop.words import Words

TEXT = 150  # per cent, of what stands around a game; its captions are larger still
VISITOR_TEXT = 130  # per cent, at least: others look over a visitor's shoulder
WARNING = 15.0  # seconds of countdown before a visitor's game is put away
CHORD = ("q", "f12")  # with Ctrl and Shift, twice; not every keyboard has a Latin Q
CHORD_SECONDS = 3.0
NOTICE_SECONDS = 12.0
POSTER_SECONDS = 9.0
AGAIN_SECONDS = 5.0  # between two tries where nothing can be shown
JITTER = 12  # table units: a mouse on a table that is knocked moves so far by itself


def first_lessons() -> dict[str, Path]:
    """Find each game's first lesson, by what records call the game."""
    found: dict[str, Path] = {}
    for one in lessons.listed():
        if not one.errors:
            found.setdefault(one.game, one.path)
    return found


class _Unwritten(Settings):
    """Settings that a visitor may change and nobody remembers."""

    def save(self, path: Path) -> Notice | None:
        """Write nothing."""
        return None


def _unwritten(settings: Settings, **other: Any) -> Settings:
    values = {one.name: copy.deepcopy(getattr(settings, one.name)) for one in fields(Settings)}
    return _Unwritten(**{**values, **other})


def _forget(context: Context) -> None:
    """Let go of what was drawn and of tables that are left, which hold circles of widgets: the hours are long."""
    context.art.retheme(context.theme)
    context.text.retheme(context.theme)
    gc.collect()
    if sys.platform == "linux":  # glibc keeps what is free, a third of all, unless it is told to give it back
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


class DemoScene(Scene):
    """Shows games in turn until it is ended; `back_after` seconds without a sign of life, it goes on by itself.

    `locked` lets nobody out but by the chord. `pace` 1 is the normal one; 2 shows everything in half the time.
    """

    sealed = True

    def __init__(
        self,
        shows: Sequence[Show],
        *,
        locked: bool = False,
        back_after: float | None = None,
        pace: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        log: ErrorLog | None = None,
    ) -> None:
        self.shows = list(shows)
        self.locked = locked
        self.back_after = back_after
        self.pace = pace
        self.clock = clock
        self.log = log or ErrorLog(paths.user_log())
        self.at = 0
        """The place of the game that is shown."""
        self.shown: list[str] = []
        """The ids of the games that came to their result, or were cut short, in order."""
        self._touched = 0.0
        self._pointer = OUTSIDE
        self._chord_at = -math.inf
        self._ending = False
        self._retry_at = -math.inf
        self._counted: int | None = None

    # -- life ---------------------------------------------------------------------------------------------------------

    def enter(self, context: Context) -> None:
        """Take the whole screen and begin."""
        super().enter(context)
        _forget(context)  # what the scenes below have drawn is not needed meanwhile
        for show in self.shows:  # loaded at the start, so that no game makes anybody wait later
            import_module(VIEWS[show.definition.rules])
        self._lessons = first_lessons()
        self.words = UiWords()
        self.back_after = self.back_after or float(context.settings.demo_return)
        self._was_full = context.viewport.fullscreen
        self._fill_screen()
        inner = Context(context.viewport, self._settings_shown(), context.sounds)
        inner.keeps, inner.locked = False, self.locked
        self.stack = Stack(inner)
        if self.locked:
            self._guarded(lambda: self.stack.push(self._notice()))
        else:
            self._begin()

    def leave(self) -> None:
        """Put everything back as it was."""
        self._clear()
        if self.context.viewport.fullscreen != self._was_full:
            self.context.viewport.toggle_fullscreen()
        self.context.refresh()
        self.log.close()

    def layout(self, context: Context) -> None:
        """Lay out what is shown."""
        self._guarded(self.stack.layout)

    def _fill_screen(self) -> None:
        if not self.context.viewport.fullscreen:
            self.context.viewport.toggle_fullscreen()

    def _settings_shown(self) -> Settings:
        settings = self.context.settings
        return _unwritten(settings, text=TEXT, speed=self.pace, confirm=False)

    def _visitors(self) -> Settings:
        settings = self.context.settings
        return _unwritten(settings, text=max(settings.text, VISITOR_TEXT))

    def _take(self, settings: Settings) -> None:
        self.stack.context.settings = settings
        self.stack.context.refresh()

    # -- what is shown ------------------------------------------------------------------------------------------------

    @property
    def show(self) -> Show:
        """Give the game that is shown, or was when a visitor came."""
        return self.shows[self.at % len(self.shows)]

    @property
    def watching(self) -> bool:
        """Tell whether the demo goes on before nobody in particular."""
        return bool(self.stack.scenes) and isinstance(self.stack.top, DemoPart)

    def _begin(self) -> None:
        """Show the game whose turn it is, from its poster on, with nothing left of what was before."""
        self._clear()
        self._fill_screen()
        self._take(self._settings_shown())
        _forget(self.stack.context)
        self._touched = self.clock()
        self._guarded(lambda: self.stack.push(self._poster()))

    def _clear(self) -> None:
        while self.stack.scenes:
            scene = self.stack.scenes.pop()
            try:
                scene.leave()
            except Exception as error:
                self.log.error("leaving", error)

    def _guarded(self, do: Callable[[], object]) -> None:
        """Do something; where it fails, note it and go on with the next game."""
        try:
            do()
        except Exception as error:
            self.log.error(self.show.definition.id, error)
            self._clear()
            self.at += 1
            self._retry_at = self.clock() + AGAIN_SECONDS

    def _notice(self) -> Poster:
        words = self.words
        return Poster(
            self.show.definition, words("demo.locked_keys", keys=words("demo.keys")), words("demo.locked"),
            (words("demo.locked_once"),), words("demo.locked_go"),
            NOTICE_SECONDS / self.pace, lambda: Replace(self._poster()), self.clock,
        )  # fmt: skip

    def _poster(self) -> Poster:
        show, words = self.show, self.words
        own = UiWords(show.definition)
        about = own("game.about") if own.has("game", "about") and not own.has("game", "text") else own.tagline()
        plays = words("demo.plays", names=own.listed(self._names(show)))
        kicker = words("demo.now", players=words.players(show.definition))
        return Poster(show.definition, own.title(), kicker, (about, plays), self._band(show),
                      POSTER_SECONDS / self.pace, lambda: Replace(self._table()), self.clock)  # fmt: skip

    def _band(self, show: Show) -> str:
        return self.words("demo.touch" if show.definition.reference in self._lessons else "demo.touch_unlearned")

    def _names(self, show: Show) -> list[str]:
        return self.words("demo.names").split(", ")[: len(show.setup.levels)]

    def _table(self) -> DemoTable:
        show = self.show
        match = Match(show.definition, self._names(show), options=show.setup.options, levels=show.setup.levels,
                      rng=random.SystemRandom())  # fmt: skip
        touch = self.words("demo.touch_short")
        return DemoTable(match, show, self._ended, self._thought_wrong, touch, clock=self.clock)

    def _thought_wrong(self, trace: str) -> None:
        self.log.trace(f"{self.show.definition.id}, thinking", trace)

    def _ended(self, table: DemoTable) -> Transition:
        """Tell the result, then go on to the next game."""
        match, words, own, shown = table.match, self.words, table.words, self.show
        self.shown.append(match.definition.id)
        self.at += 1
        game = own.title()
        if match.result() is None:
            title, text = words("demo.cut", game=game), words("demo.cut_text")
        else:
            title, text = winners(match, own), reason(match, own)
        following = words("demo.next", game=UiWords(self.show.definition).title())
        return Replace(Poster(match.definition, title, words("demo.ended", game=game), (text, following),
                              self._band(shown), POSTER_SECONDS / self.pace, self._next, self.clock))  # fmt: skip

    def _next(self) -> Transition:
        _forget(self.stack.context)
        return Replace(self._poster())

    # -- visitors -----------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        shown = self.stack.top
        definition = shown.definition if isinstance(shown, (Poster, DemoTable)) else self.show.definition
        show = next((one for one in self.shows if one.definition is definition), self.show)
        self.stack.push(Ask(definition, play=lambda: self._play(show), learn=self._learner(show),
                            end=None if self.locked else self._end))  # fmt: skip

    def _play(self, show: Show) -> Transition:
        """Let a visitor play the game that was shown against computers of the easiest level."""
        self._take(self._visitors())
        names = [self.words("demo.guest"), *self._names(show)[1:]]
        levels = [None, *["learner"] * (len(names) - 1)]
        match = Match(show.definition, names, options=show.setup.options, levels=levels, rng=random.SystemRandom())
        goal = Captions(Words(show.definition).named(names)).start().what
        greeting = self.words("demo.greeting", goal=goal)
        return Reset(TableScene(match, computers=Computers(), clock=self.clock, greeting=greeting))

    def _learner(self, show: Show) -> Callable[[], Transition] | None:
        path = self._lessons.get(show.definition.reference)
        if path is None:
            return None

        def learn() -> Transition:
            lesson = lessons.load(path, rules.GAMES, Words)
            self._take(self._visitors())
            return Reset(LessonScene(lesson, 0, clock=self.clock, remember=False))

        return learn

    def _end(self) -> Transition:
        self._ending = True
        return Quit()

    def _left(self) -> float:
        """Give the seconds until the demo takes the screen back."""
        return self._touched + (self.back_after or 60.0) - self.clock()

    @property
    def countdown(self) -> int | None:
        """Give the seconds that are shown as being left; None while none are."""
        if self.watching or not self.stack.scenes:
            return None
        left = self._left()
        return max(0, math.ceil(left)) if left <= min(WARNING, (self.back_after or 60.0) / 2) else None

    def _take_back(self) -> None:
        """Go on: with the game under the question, else with a poster."""
        below = next((n for n, scene in enumerate(self.stack.scenes) if isinstance(scene, DemoPart)), None)
        if below == 0 and len(self.stack.scenes) == 2:
            self._guarded(lambda: self.stack.apply(Pop()))
        else:
            self._begin()

    # -- events -------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> Transition | None:
        """Let a visitor in, or give the event to the scene the visitor is in."""
        if isinstance(event, Key) and not event.repeat and self._is_chord(event):
            return self._finish()
        if isinstance(event, QuitEvent):
            return STAY if self.locked else None
        if isinstance(event, Drop):
            return STAY
        if full_screen_key(event) or (isinstance(event, Key) and event.name == "f4" and "alt" in event.mods):
            if not self.locked and full_screen_key(event):
                self.stack.handle(event)
            return STAY
        warned = self.countdown is not None
        alive = self._lives(event)
        if alive:
            self._touched = self.clock()
        if warned and alive and not isinstance(event, (Move, Release)):  # only a sign of life, and no move in the game
            return STAY
        if not self.watching or isinstance(event, Focus):
            self._guarded(lambda: self.stack.handle(event))
        elif isinstance(event, Press) or (isinstance(event, Key) and not event.repeat):
            self._guarded(self._ask)
        return self._finish() if self._ending else STAY

    def _lives(self, event: Event) -> bool:
        """Tell whether an event is a sign of somebody's life."""
        if not isinstance(event, Move):
            return isinstance(event, (Press, Release, Key, Wheel))
        if event.pos == OUTSIDE:
            return False
        far = max(abs(event.pos[0] - self._pointer[0]), abs(event.pos[1] - self._pointer[1])) > JITTER
        if far:
            self._pointer = event.pos
        return far

    def _is_chord(self, event: Key) -> bool:
        """Tell whether the chord was struck for the second time."""
        if event.name not in CHORD or not {"ctrl", "shift"} <= event.mods:
            return False
        now = self.clock()
        twice, self._chord_at = now - self._chord_at <= CHORD_SECONDS, now
        return twice

    def _finish(self) -> Transition:
        self._ending = True
        return Pop()

    def tick(self, now: float) -> Transition | None:
        """Let the demo or the visitor's scene go on; take the screen back when nobody is there."""
        if self.stack.scenes:
            self._guarded(lambda: self.stack.tick(now))
        if self._ending:
            return self._finish()
        if not self.stack.scenes and self.clock() >= self._retry_at:
            self._begin()
        if self.stack.scenes and not self.watching and self._left() <= 0:
            self._take_back()
        if self._counted != self.countdown:
            self._counted, self.dirty = self.countdown, True
        self.dirty = self.dirty or self.stack.wants_frame()
        return None

    def animating(self) -> bool:
        """Tell whether it must be drawn each frame."""
        return bool(self.stack.scenes) and self.stack.top.animating()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what is shown, and the countdown over it."""
        if self.stack.scenes:
            self._guarded(lambda: self.stack.draw(surface))
        if not self.stack.scenes:
            self.stack.context.art.background(surface)
        if self.countdown is not None:
            self._draw_countdown(surface, self.countdown)

    def _draw_countdown(self, surface: pygame.Surface, count: int) -> None:
        context = self.stack.context
        theme, text, view = context.theme, context.text, context.viewport.rect
        number = text.layout(self.words("demo.back_in", count=count), theme.px(34), bold=True)
        pad, wide = theme(20), text.layout("00", theme.px(34), bold=True).width
        width = min(view.width - theme(60), theme.grown(860))
        room = width - 3 * pad - wide
        words = text.layout(self.words("demo.there"), theme.px(24), room, bold=True)
        box = pygame.Rect(0, theme(16), width, max(number.height, words.height) + 2 * theme(14))
        box.centerx = view.centerx
        text.cover(box)
        context.art.paper(surface, box, radius=18, height=14)
        with text.container("countdown", box):
            left = pygame.Rect(box.x + pad, box.y, room, box.height)
            text.draw_layout(surface, words, left, DARK_INK, valign="center")
            right = pygame.Rect(box.right - pad - wide, box.y, wide, box.height)
            text.draw_layout(surface, number, right, DARK_INK, align="center", valign="center")

    def addresses(self) -> dict[str, pygame.Rect]:
        """Give what can be clicked now."""
        return self.stack.top.addresses() if self.stack.scenes else {}


def demo(settings: Settings, names: Sequence[str] = (), locked: bool = False, back_after: float | None = None) -> Scene:
    """Make the demo of the games named, or of all, as the settings say where nothing else is said; raise UserError."""
    found = shows(names)
    if not found:
        raise UserError("demo: there is no game to show")
    return DemoScene(found, locked=locked or settings.demo_locked, back_after=back_after)
