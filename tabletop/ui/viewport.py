"""The window, or a plain surface in its place, and everything a person does to it.

All drawing and all input are in table units: pixels of the surface. A high-DPI window has more of them than window
points; `scale` is how many.
"""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import pygame

Point = tuple[float, float]
MINIMUM = (960, 600)
OUTSIDE: Point = (-10_000.0, -10_000.0)  # where the pointer is when it has left

DOUBLE_SECONDS = 0.3
DOUBLE_POINTS = 8
SETTLE_SECONDS = 1.0  # a window manager may report the old size this long after full screen


@dataclass(frozen=True)
class Press:
    """A button or finger went down; `double` when it is the second press of a double click."""

    pos: Point
    button: int = 1
    double: bool = False
    touch: bool = False


@dataclass(frozen=True)
class Release:
    """The button or finger of a Press went up; `cancelled` when outside the window or with the focus lost."""

    pos: Point
    button: int = 1
    cancelled: bool = False
    touch: bool = False
    mods: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Move:
    """The pointer is at `pos` now; OUTSIDE when it left. `mods` are the keys held down, as a Key has them."""

    pos: Point
    held: bool = False
    touch: bool = False
    mods: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Wheel:
    """The wheel turned over `pos`: `y` notches up, `x` to the right."""

    pos: Point
    y: float
    x: float = 0.0


@dataclass(frozen=True)
class Key:
    """A key went down; `repeat` when it only stayed down.

    Names are pygame's: "a", "return", "escape", "left", "f5". `mods` holds "shift", "ctrl" (Command on a Mac), "alt".
    """

    name: str
    mods: frozenset[str] = frozenset()
    repeat: bool = False


@dataclass(frozen=True)
class TextInput:
    """Text was typed."""

    text: str


@dataclass(frozen=True)
class TextEdit:
    """An input method is composing `text`, not typed yet."""

    text: str


@dataclass(frozen=True)
class Drop:
    """A file was dropped on the window."""

    file: str


@dataclass(frozen=True)
class Resize:
    """The surface has another size now."""

    size: tuple[int, int]


@dataclass(frozen=True)
class Focus:
    """The window got or lost the keyboard."""

    gained: bool


@dataclass(frozen=True)
class Quit:
    """The window is to be closed."""


Event = Press | Release | Move | Wheel | Key | TextInput | TextEdit | Drop | Resize | Focus | Quit

_KEY_NAMES = {"enter": "return", "[enter]": "return", "keypad enter": "return"}


def _key_name(code: int) -> str:
    name = pygame.key.name(code)
    name = _KEY_NAMES.get(name, name)
    return name[1:-1] if len(name) == 3 and name[0] == "[" and name[2] == "]" else name


def _modifiers(mods: int) -> frozenset[str]:
    table = (("shift", pygame.KMOD_SHIFT), ("ctrl", pygame.KMOD_CTRL | pygame.KMOD_META), ("alt", pygame.KMOD_ALT))
    return frozenset(name for name, bits in table if mods & bits)


def _held_keys() -> frozenset[str]:
    return _modifiers(pygame.key.get_mods()) if pygame.display.get_init() else frozenset()


@dataclass
class Translator:
    """Turn pygame's events into ours, each thing a person does once.

    `size` is the surface's, `scale` surface pixels per window point.
    """

    size: tuple[int, int]
    scale: float = 1.0
    clock: Callable[[], float] = time.monotonic
    _held: dict[int, Point] = field(default_factory=dict)
    _keys: set[int] = field(default_factory=set)
    _finger: object = None
    _finger_at: Point = OUTSIDE
    _last_press: tuple[float, Point, int] = (-1e9, OUTSIDE, 0)

    def translate(self, event: pygame.event.Event) -> list[Event]:
        """Give our events for one of pygame's, often none."""
        handler = _HANDLERS.get(event.type)
        return handler(self, event) if handler else []

    def _point(self, pos: Iterable[float]) -> Point:
        x, y = pos
        return x * self.scale, y * self.scale

    def _inside(self, pos: Point) -> bool:
        return 0 <= pos[0] < self.size[0] and 0 <= pos[1] < self.size[1]

    def _press(self, pos: Point, button: int, touch: bool) -> Press:
        now = self.clock()
        when, where, which = self._last_press
        reach = DOUBLE_POINTS * self.scale * (2 if touch else 1)
        near = abs(pos[0] - where[0]) <= reach and abs(pos[1] - where[1]) <= reach
        self._last_press = now, pos, button
        return Press(pos, button, which == button and near and now - when < DOUBLE_SECONDS, touch)

    def _button_down(self, event: pygame.event.Event) -> list[Event]:
        if getattr(event, "touch", False) or event.button not in (1, 2, 3):  # fingers come as fingers, wheels as wheels
            return []
        pos = self._point(event.pos)
        self._held[event.button] = pos
        return [self._press(pos, event.button, False)]

    def _button_up(self, event: pygame.event.Event) -> list[Event]:
        if getattr(event, "touch", False) or self._held.pop(event.button, None) is None:
            return []
        pos = self._point(event.pos)
        return [Release(pos, event.button, not self._inside(pos), mods=_held_keys())]

    def _motion(self, event: pygame.event.Event) -> list[Event]:
        if getattr(event, "touch", False):
            return []
        pos = self._point(event.pos)
        out: list[Event] = []
        if self._held and not any(getattr(event, "buttons", (1,))):  # let go where nobody told us
            out += self._cancel()
        return [*out, Move(pos, bool(self._held), mods=_held_keys())]

    def _wheel(self, event: pygame.event.Event) -> list[Event]:
        if getattr(event, "touch", False):
            return []
        at = getattr(event, "mouse_pos", None) or pygame.mouse.get_pos()
        sign = -1 if getattr(event, "flipped", False) else 1
        y, x = getattr(event, "precise_y", event.y), getattr(event, "precise_x", event.x)
        return [Wheel(self._point(at), sign * y, sign * x)]

    def _finger_event(self, event: pygame.event.Event) -> list[Event]:
        if getattr(event, "window", self) is None:  # a trackpad: its pointer comes as a mouse
            return []
        pos = event.x * self.size[0], event.y * self.size[1]
        finger = getattr(event, "touch_id", 0), event.finger_id
        if event.type == pygame.FINGERDOWN:
            if self._finger is not None:  # one finger plays; the others rest
                return []
            self._finger, self._finger_at = finger, pos
            return [self._press(pos, 1, True)]
        if finger != self._finger:
            return []
        self._finger_at = pos
        if event.type == pygame.FINGERMOTION:
            return [Move(pos, True, True)]
        self._finger = None
        return [Release(pos, 1, not self._inside(pos), True), Move(OUTSIDE, False, True)]

    def _key_down(self, event: pygame.event.Event) -> list[Event]:
        repeat = event.key in self._keys
        self._keys.add(event.key)
        return [Key(_key_name(event.key), _modifiers(getattr(event, "mod", 0)), repeat)]

    def _key_up(self, event: pygame.event.Event) -> list[Event]:
        self._keys.discard(event.key)
        return []

    def _cancel(self) -> list[Event]:
        out: list[Event] = [Release(pos, button, True) for button, pos in self._held.items()]
        self._held.clear()
        if self._finger is not None:
            self._finger = None
            out.append(Release(self._finger_at, 1, True, True))
        return out

    def _focus_lost(self, event: pygame.event.Event) -> list[Event]:
        self._keys.clear()
        return [*self._cancel(), Focus(False)]

    def _leave(self, event: pygame.event.Event) -> list[Event]:
        return [] if self._held else [Move(OUTSIDE)]


_HANDLERS: dict[int, Callable[[Translator, pygame.event.Event], list[Event]]] = {
    pygame.MOUSEBUTTONDOWN: Translator._button_down,
    pygame.MOUSEBUTTONUP: Translator._button_up,
    pygame.MOUSEMOTION: Translator._motion,
    pygame.MOUSEWHEEL: Translator._wheel,
    pygame.FINGERDOWN: Translator._finger_event,
    pygame.FINGERUP: Translator._finger_event,
    pygame.FINGERMOTION: Translator._finger_event,
    pygame.KEYDOWN: Translator._key_down,
    pygame.KEYUP: Translator._key_up,
    pygame.TEXTINPUT: lambda self, event: [TextInput(event.text)] if event.text else [],
    pygame.TEXTEDITING: lambda self, event: [TextEdit(event.text)],
    pygame.DROPFILE: lambda self, event: [Drop(event.file)],
    pygame.WINDOWFOCUSLOST: Translator._focus_lost,
    pygame.WINDOWFOCUSGAINED: lambda self, event: [Focus(True)],
    pygame.WINDOWLEAVE: Translator._leave,
    pygame.WINDOWCLOSE: lambda self, event: [Quit()],
    pygame.QUIT: lambda self, event: [Quit()],
}


class Viewport:
    """A surface without a window, for pictures and tests; `Window` puts one on the screen.

    `size` is in window points, at least MINIMUM; the surface is `scale` times as large.
    """

    def __init__(self, size: tuple[int, int] = (1280, 800), scale: float = 1.0) -> None:
        points = max(size[0], MINIMUM[0]), max(size[1], MINIMUM[1])
        self.surface = pygame.Surface((round(points[0] * scale), round(points[1] * scale)), depth=32)
        self.translator = Translator(self.surface.get_size(), scale)
        self.fullscreen = False

    @property
    def size(self) -> tuple[int, int]:
        """Give the surface's size in table units."""
        return self.surface.get_size()

    @property
    def rect(self) -> pygame.Rect:
        """Give the whole surface as a rectangle."""
        return self.surface.get_rect()

    @property
    def scale(self) -> float:
        """Give table units per window point."""
        return self.translator.scale

    def to_table(self, pos: Point) -> Point:
        """Turn window points into table units."""
        return pos[0] * self.scale, pos[1] * self.scale

    def to_window(self, pos: Point) -> Point:
        """Turn table units into window points, where a real click has to go."""
        return pos[0] / self.scale, pos[1] / self.scale

    def events(self) -> list[Event]:
        """Give what was done since the last call."""
        return []

    def present(self) -> None:
        """Show what was drawn on `surface`."""

    def toggle_fullscreen(self) -> None:
        """Go to full screen or back to the same window as before."""
        self.fullscreen = not self.fullscreen

    def text_input(self, rect: pygame.Rect | None) -> None:
        """Let text be typed at `rect` (where an input method may show its words), or stop it."""

    def place(self) -> dict[str, int] | None:
        """Give the window's x, y, width, height when not in full screen, in window points."""
        return None

    def close(self) -> None:
        """Close the window."""


class Window(Viewport):
    """A resizable high-DPI window.

    `fake_scale` stands for a surface that many times as large as the window, for tests. `place` is where a window
    stood before; one that would be off every screen is centred.
    """

    def __init__(
        self,
        title: str,
        size: tuple[int, int] = (1280, 800),
        *,
        fake_scale: float | None = None,
        place: dict[str, int] | None = None,
        fullscreen: bool = False,
        icon: pygame.Surface | None = None,
    ) -> None:
        os.environ.setdefault("SDL_WINDOWS_DPI_SCALING", "1")  # Windows: sizes in points, the surface in pixels
        pygame.display.init()
        driver = pygame.display.get_driver()
        if driver == "offscreen" and os.environ.get("SDL_VIDEODRIVER") != driver:  # SDL's last resort
            raise pygame.error("no screen was found")
        if driver == "x11":
            # Without a graphics card SDL would load a whole software OpenGL: 100 MB and 0.2 s, for no faster a picture.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        position: int | tuple[int, int] = pygame.WINDOWPOS_CENTERED
        if place is not None:
            size = max(place["width"], MINIMUM[0]), max(place["height"], MINIMUM[1])
            if _on_screen(place):
                position = place["x"], place["y"]
        self._window = pygame.Window(title, size, position, resizable=True, allow_high_dpi=True)
        self._window.minimum_size = MINIMUM
        if icon is not None:
            self._window.set_icon(icon)
        self._fake = fake_scale
        self._before: tuple[tuple[int, int], tuple[int, int]] | None = None
        self._settle_until = 0.0
        self._corrections = 0
        self._screen = self._window.get_surface()
        self.surface = self._screen
        self.translator = Translator(self._screen.get_size())
        self.fullscreen = False
        self._fit()
        pygame.key.set_repeat(400, 40)
        pygame.key.stop_text_input()
        if fullscreen:
            self.toggle_fullscreen()

    def _fit(self) -> bool:
        """Take the window's size as it is now; give whether the surface changed."""
        self._screen = self._window.get_surface()
        width, height = self._window.size
        if self._fake is None:
            surface, scale = self._screen, self._screen.get_width() / max(1, width)
        else:
            scale = self._fake
            wanted = round(width * scale), round(height * scale)
            surface = self.surface if self.surface.get_size() == wanted else pygame.Surface(wanted, depth=32)
        changed = surface.get_size() != self.translator.size or scale != self.translator.scale
        self.surface = surface
        self.translator.size, self.translator.scale = surface.get_size(), scale
        return changed

    def events(self) -> list[Event]:
        """Give what was done since the last call, one Resize for many."""
        out: list[Event] = []
        for event in pygame.event.get():
            out += self.translator.translate(event)
            if event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED, pygame.WINDOWMOVED):
                self._settle()
            if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
                out.append(Resize(self.size))
        if self._fit():
            out = [event for event in out if not isinstance(event, Resize)]
            out.append(Resize(self.size))
        return out

    def _settle(self) -> None:
        """Hold the window to its old place for a moment after full screen."""
        if self.fullscreen or self._before is None or time.monotonic() > self._settle_until:
            return
        size, position = self._before
        if self._window.size != size:
            self._window.size = size
        if self._window.position != position and self._corrections:
            self._corrections -= 1  # a window manager that insists on its own place is not fought for ever
            self._window.position = position

    def present(self) -> None:
        """Show what was drawn on `surface`."""
        if self._fake is not None:
            pygame.transform.smoothscale(self.surface, self._screen.get_size(), self._screen)
        self._window.flip()

    def toggle_fullscreen(self) -> None:
        """Go to full screen or back to the same window as before."""
        if self.fullscreen:
            self._window.set_windowed()
            self.fullscreen = False
            self._settle_until = time.monotonic() + SETTLE_SECONDS
            self._corrections = 3
            self._settle()
        else:
            if self._before is None or time.monotonic() > self._settle_until:
                self._before = self._window.size, self._window.position
            if pygame.display.get_driver() == "x11" and not _managed():
                self._window.position, self._window.size = (0, 0), pygame.display.get_desktop_sizes()[0]
            self._window.set_fullscreen(True)
            self.fullscreen = True

    def text_input(self, rect: pygame.Rect | None) -> None:
        """Let text be typed at `rect`, or stop it."""
        if rect is None:
            pygame.key.stop_text_input()
            return
        x, y = self.to_window(rect.topleft)
        width, height = self.to_window(rect.size)
        pygame.key.start_text_input()
        pygame.key.set_text_input_rect(pygame.Rect(round(x), round(y), round(width), round(height)))

    def place(self) -> dict[str, int] | None:
        """Give the window's place when not in full screen, else the one it will go back to."""
        if self.fullscreen or time.monotonic() < self._settle_until:
            if self._before is None:
                return None
            size, position = self._before
        else:
            size, position = self._window.size, self._window.position
        return {"x": position[0], "y": position[1], "width": size[0], "height": size[1]}

    @property
    def title(self) -> str:
        """Give or set the words on the window's frame."""
        return self._window.title

    @title.setter
    def title(self, words: str) -> None:
        self._window.title = words

    def close(self) -> None:
        """Close the window."""
        self._window.destroy()


def _managed() -> bool:
    """Tell whether a window manager runs on the X display; where none does, nobody makes a window fill the screen."""
    try:
        x11 = ctypes.CDLL("libX11.so.6")  # SDL has loaded it
    except OSError:
        return True
    x11.XOpenDisplay.restype, x11.XOpenDisplay.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    if not display:
        return True
    x11.XDefaultRootWindow.restype = x11.XInternAtom.restype = ctypes.c_ulong
    root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
    name = ctypes.c_ulong(x11.XInternAtom(display, b"_NET_SUPPORTING_WM_CHECK", 0))
    kind, bits, count, left = ctypes.c_ulong(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
    value = ctypes.c_void_p()
    x11.XGetWindowProperty(display, root, name, ctypes.c_long(0), ctypes.c_long(1), 0, ctypes.c_ulong(0),
                           ctypes.byref(kind), ctypes.byref(bits), ctypes.byref(count), ctypes.byref(left),
                           ctypes.byref(value))  # fmt: skip
    if value:
        x11.XFree(value)
    x11.XCloseDisplay(display)
    return count.value > 0


def _on_screen(place: dict[str, int]) -> bool:
    screens = pygame.display.get_desktop_sizes()
    right, bottom = sum(width for width, _ in screens), max(height for _, height in screens)
    return place["x"] + place["width"] > 120 and place["x"] < right - 120 and -8 <= place["y"] < bottom - 80
