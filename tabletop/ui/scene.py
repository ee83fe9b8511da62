"""Scenes, what they return to change the scene, the stack of them and the loop that runs it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pygame

from tabletop.ui.animation import Stage
from tabletop.ui.art import Art
from tabletop.ui.settings import Settings
from tabletop.ui.sound import Sounds
from tabletop.ui.text import Text
from tabletop.ui.theme import Theme
from tabletop.ui.viewport import Event, Focus, Key, Move, Resize, Viewport
from tabletop.ui.viewport import Quit as QuitEvent

AWAKE_SECONDS = 1.0  # after input, events are looked for often
OFTEN, SELDOM = 0.010, 0.050
FRAME = 1 / 60


class Context:
    """What every scene draws and sounds with; `refresh` after the window or the text setting changed."""

    def __init__(self, viewport: Viewport, settings: Settings | None = None, sounds: Sounds | None = None) -> None:
        self.viewport = viewport
        self.settings = settings or Settings()
        self.sounds = sounds or Sounds(0)
        self.theme = Theme(viewport.size, viewport.scale, self.settings.text)
        self.text = Text(self.theme)
        self.art = Art(self.theme)
        self.stage = Stage(self.settings.speed)
        self.keeps = True
        """Whether matches, lessons and rulebooks may be written: not for a visitor to the demo."""
        self.locked = False
        """Whether nobody is to get at settings."""

    @property
    def surface(self) -> pygame.Surface:
        """Give the surface to draw on."""
        return self.viewport.surface

    def refresh(self) -> None:
        """Take size, text and speed as they are now."""
        theme = Theme(self.viewport.size, self.viewport.scale, self.settings.text)
        self.stage.speed = self.settings.speed
        self.sounds.volume = self.settings.volume
        if theme != self.theme:
            self.theme = theme
            self.text.retheme(theme)
            self.art.retheme(theme)


@dataclass(frozen=True)
class Stay:
    """The event was used; the scene stays."""


@dataclass(frozen=True)
class Push:
    """Put a scene on top."""

    scene: Scene


@dataclass(frozen=True)
class Pop:
    """Go back to the scene below, which gets `result` in `resumed`."""

    result: object = None


@dataclass(frozen=True)
class Replace:
    """Put another scene in place of this one."""

    scene: Scene


@dataclass(frozen=True)
class Reset:
    """Put a scene in place of the whole stack."""

    scene: Scene


@dataclass(frozen=True)
class Quit:
    """End the program."""


Transition = Stay | Push | Pop | Replace | Reset | Quit
STAY = Stay()


class Scene:
    """One thing on the screen. Override what is needed; return a transition, or None when the event was not used.

    `overlay` scenes draw the one below first. Set `dirty` when it must be drawn again; events other than a move of the
    pointer set it anyway.
    """

    overlay = False
    sealed = False
    """Whether it gets F11 and Alt+Return too."""
    dirty = True

    def enter(self, context: Context) -> None:
        """Begin; called once, before the first `layout`."""
        self.context = context

    def layout(self, context: Context) -> None:
        """Place everything for the size and text setting of now."""

    def handle(self, event: Event) -> Transition | None:
        """Answer an event."""
        return None

    def tick(self, now: float) -> Transition | None:
        """Look at clocks and answers; called at least every 50 ms."""
        return None

    def covered(self, now: float) -> None:
        """Look at what goes on behind another scene, instead of `tick`."""

    def animating(self) -> bool:
        """Tell whether it must be drawn each frame."""
        return False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""

    def resumed(self, result: object) -> Transition | None:
        """Take the result of the scene that was on top."""
        return None

    def cover(self) -> Scene | None:
        """Give what is to be put over everything while another window is in front; None where nothing is secret."""
        return None

    def leave(self) -> None:
        """End; called once."""

    def addresses(self) -> dict[str, pygame.Rect]:
        """Give what can be clicked now, by address."""
        return {}


def full_screen_key(event: Event) -> bool:
    """Tell whether a key means full screen."""
    return isinstance(event, Key) and (event.name == "f11" or (event.name == "return" and "alt" in event.mods))


@dataclass
class Stack:
    """The scenes, the last one on top. Empty when the program is to end."""

    context: Context
    scenes: list[Scene] = field(default_factory=list)
    dirty: bool = True
    told_to_end: bool = False
    """Whether the system wants the program to end, whatever a scene says."""

    @property
    def top(self) -> Scene:
        """Give the scene that gets the events."""
        return self.scenes[-1]

    def push(self, scene: Scene) -> None:
        """Put a scene on top."""
        self.scenes.append(scene)
        scene.enter(self.context)
        scene.layout(self.context)
        self.dirty = True

    def apply(self, transition: Transition | None) -> None:
        """Do what a scene returned."""
        if transition is None:
            return
        self.dirty = True
        if isinstance(transition, Push):
            self.push(transition.scene)
        elif isinstance(transition, Pop):
            self.scenes.pop().leave()
            if self.scenes:
                self.top.layout(self.context)
                self.apply(self.top.resumed(transition.result))
        elif isinstance(transition, Replace):
            self.scenes.pop().leave()
            self.push(transition.scene)
        elif isinstance(transition, Reset):
            self._clear()
            self.push(transition.scene)
        elif isinstance(transition, Quit):
            self._clear()

    def _clear(self) -> None:
        while self.scenes:
            self.scenes.pop().leave()

    def layout(self) -> None:
        """Lay out every scene afresh."""
        self.context.refresh()
        for scene in self.scenes:
            scene.layout(self.context)
        self.dirty = True

    def handle(self, event: Event) -> None:
        """Give an event to the scene on top; F11 and Alt+Return mean full screen everywhere."""
        if not self.scenes:
            return
        if isinstance(event, Resize):
            self.layout()
            return
        if full_screen_key(event) and not self.top.sealed:
            assert isinstance(event, Key)
            if not event.repeat:
                self.context.viewport.toggle_fullscreen()
                self.context.settings.fullscreen = self.context.viewport.fullscreen
                self.dirty = True
            return
        transition = self.top.handle(event)
        if transition is None and isinstance(event, QuitEvent):
            transition = Quit()
        if isinstance(event, Focus) and not event.gained:
            transition = self._cover() or transition
        if not isinstance(event, Move):
            self.dirty = True
        self.apply(transition)

    def _cover(self) -> Transition | None:
        """Hide secrets of any scene that can be seen: a task switcher shows pictures of windows."""
        covers = (scene.cover() for scene in self.scenes[self._lowest_shown() :])
        return next((Push(cover) for cover in covers if cover is not None), None)

    def _lowest_shown(self) -> int:
        first = len(self.scenes) - 1
        while first > 0 and self.scenes[first].overlay:
            first -= 1
        return first

    def tick(self, now: float) -> None:
        """Let the scene on top look at its clocks, and those below at what goes on behind it."""
        if self.scenes:
            self.apply(self.top.tick(now))
        for scene in self.scenes[:-1]:
            scene.covered(now)

    def draw(self, surface: pygame.Surface | None = None) -> None:
        """Draw the scene on top and those an overlay lets through."""
        surface = surface or self.context.surface
        self.context.text.begin_frame()
        for scene in self.scenes[self._lowest_shown() :]:
            self.context.text.forget_below()
            scene.draw(surface)
            scene.dirty = False
        self.dirty = False

    def wants_frame(self) -> bool:
        """Tell whether something changed since it was drawn."""
        return bool(self.scenes) and (self.dirty or self.top.dirty or self.top.animating())


def run(stack: Stack, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep) -> None:
    """Run until the stack is empty: draw only what changed, look for events often only after input."""
    viewport = stack.context.viewport
    last_input = clock()
    while stack.scenes:
        began = clock()
        events = viewport.events()
        if events:
            last_input = began
        for event in events:
            stack.handle(event)
        stack.tick(clock())
        if stack.told_to_end:
            stack.apply(Quit())
        if stack.wants_frame():
            stack.draw(viewport.surface)
            viewport.present()
        if not stack.scenes:
            break
        if stack.top.animating():
            pause = max(0.001, FRAME - (clock() - began))
        else:
            pause = OFTEN if clock() - last_input < AWAKE_SECONDS else SELDOM
        sleep(pause)
