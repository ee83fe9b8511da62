"""Input is taken once, in table units, at every scale; the window keeps its place."""

from __future__ import annotations

import pygame
import pytest

from tabletop.ui.viewport import (
    OUTSIDE,
    Drop,
    Event,
    Focus,
    Key,
    Move,
    Press,
    Quit,
    Release,
    Resize,
    TextInput,
    Translator,
    Viewport,
    Wheel,
    Window,
)


class Clock:
    """A clock that the test turns."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def translator(scale: float = 1.0, clock: Clock | None = None) -> Translator:
    return Translator((round(1280 * scale), round(800 * scale)), scale, clock or Clock())


def feed(to: Translator, kind: int, **data: object) -> list[Event]:
    return to.translate(pygame.event.Event(kind, data))


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0])
def test_pointer_events_become_table_units(scale: float) -> None:
    to = translator(scale)
    where = (200 * scale, 100 * scale)
    assert feed(to, pygame.MOUSEMOTION, pos=(200, 100), buttons=(0, 0, 0)) == [Move(where)]
    assert feed(to, pygame.MOUSEBUTTONDOWN, pos=(200, 100), button=1) == [Press(where)]
    assert feed(to, pygame.MOUSEBUTTONUP, pos=(200, 100), button=1) == [Release(where)]
    assert feed(to, pygame.MOUSEWHEEL, x=0, y=2, mouse_pos=(200, 100)) == [Wheel(where, 2, 0)]
    # A finger's place is a share of the window, whatever the scale.
    down = feed(to, pygame.FINGERDOWN, x=0.25, y=0.5, finger_id=7, touch_id=1)
    assert down == [Press((320 * scale, 400 * scale), touch=True)]


@pytest.mark.parametrize("scale", [1.25, 1.5, 2.0])
def test_headless_viewport_maps_there_and_back(scale: float) -> None:
    viewport = Viewport((1280, 800), scale)
    assert viewport.size == (1280 * scale, 800 * scale)
    assert viewport.to_window(viewport.to_table((333, 77))) == pytest.approx((333, 77))


def test_a_viewport_is_never_smaller_than_the_least() -> None:
    assert Viewport((300, 200)).size == (960, 600)


def test_a_double_click_is_told_from_two_clicks() -> None:
    clock = Clock()
    to = translator(clock=clock)
    doubles = []
    for at, x in ((0.0, 100), (0.1, 102), (1.0, 102), (1.1, 160)):
        clock.now = at
        doubles += [event.double for event in feed(to, pygame.MOUSEBUTTONDOWN, pos=(x, 100), button=1)]
        feed(to, pygame.MOUSEBUTTONUP, pos=(x, 100), button=1)
    assert doubles == [False, True, False, False]  # near and soon; late; far


def test_another_button_is_no_double_click() -> None:
    to = translator()
    feed(to, pygame.MOUSEBUTTONDOWN, pos=(9, 9), button=1)
    assert feed(to, pygame.MOUSEBUTTONDOWN, pos=(9, 9), button=3) == [Press((9, 9), 3)]


def test_touch_comes_once_though_sdl_makes_a_mouse_of_it() -> None:
    to = translator()
    events = feed(to, pygame.FINGERDOWN, x=0.5, y=0.5, finger_id=1, touch_id=1)
    events += feed(to, pygame.MOUSEMOTION, pos=(640, 400), buttons=(1, 0, 0), touch=True)
    events += feed(to, pygame.MOUSEBUTTONDOWN, pos=(640, 400), button=1, touch=True)
    events += feed(to, pygame.FINGERUP, x=0.5, y=0.5, finger_id=1, touch_id=1)
    events += feed(to, pygame.MOUSEBUTTONUP, pos=(640, 400), button=1, touch=True)
    where = (640.0, 400.0)
    assert events == [Press(where, touch=True), Release(where, touch=True), Move(OUTSIDE, touch=True)]


def test_a_second_finger_does_nothing() -> None:
    to = translator()
    feed(to, pygame.FINGERDOWN, x=0.5, y=0.5, finger_id=1, touch_id=1)
    assert feed(to, pygame.FINGERDOWN, x=0.2, y=0.2, finger_id=2, touch_id=1) == []
    assert feed(to, pygame.FINGERUP, x=0.2, y=0.2, finger_id=2, touch_id=1) == []


def test_a_trackpads_fingers_do_nothing() -> None:
    assert feed(translator(), pygame.FINGERDOWN, x=0.5, y=0.5, finger_id=1, touch_id=1, window=None) == []


def test_a_drag_let_go_outside_is_cancelled() -> None:
    to = translator()
    feed(to, pygame.MOUSEBUTTONDOWN, pos=(100, 100), button=1)
    assert feed(to, pygame.MOUSEMOTION, pos=(-20, 100), buttons=(1, 0, 0)) == [Move((-20, 100), held=True)]
    assert feed(to, pygame.MOUSEBUTTONUP, pos=(-20, 100), button=1) == [Release((-20, 100), cancelled=True)]


def test_a_drag_ended_where_nobody_told_us_is_cancelled() -> None:
    to = translator()
    feed(to, pygame.MOUSEBUTTONDOWN, pos=(100, 100), button=1)
    events = feed(to, pygame.MOUSEMOTION, pos=(300, 300), buttons=(0, 0, 0))
    assert events == [Release((100, 100), cancelled=True), Move((300, 300))]
    assert feed(to, pygame.MOUSEBUTTONUP, pos=(300, 300), button=1) == []


def test_losing_the_focus_cancels_what_is_held() -> None:
    to = translator()
    feed(to, pygame.MOUSEBUTTONDOWN, pos=(100, 100), button=1)
    feed(to, pygame.KEYDOWN, key=pygame.K_a, mod=0)
    assert feed(to, pygame.WINDOWFOCUSLOST) == [Release((100, 100), cancelled=True), Focus(False)]
    assert feed(to, pygame.KEYDOWN, key=pygame.K_a, mod=0) == [Key("a")]  # not a repetition of the one before


def test_a_held_key_is_marked_as_repeating() -> None:
    to = translator()
    events = [*feed(to, pygame.KEYDOWN, key=pygame.K_a, mod=0), *feed(to, pygame.KEYDOWN, key=pygame.K_a, mod=0)]
    feed(to, pygame.KEYUP, key=pygame.K_a, mod=0)
    events += feed(to, pygame.KEYDOWN, key=pygame.K_a, mod=pygame.KMOD_LCTRL)
    assert events == [Key("a"), Key("a", repeat=True), Key("a", frozenset({"ctrl"}))]


def test_the_number_pad_is_as_good_as_the_keyboard() -> None:
    assert feed(translator(), pygame.KEYDOWN, key=pygame.K_KP_ENTER, mod=0) == [Key("return")]
    assert feed(translator(), pygame.KEYDOWN, key=pygame.K_KP_5, mod=0) == [Key("5")]


def test_old_wheel_buttons_are_no_presses() -> None:
    assert feed(translator(), pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=4) == []


def test_the_rest_of_the_events() -> None:
    to = translator()
    assert feed(to, pygame.TEXTINPUT, text="ñ") == [TextInput("ñ")]
    assert feed(to, pygame.DROPFILE, file="game.yaml") == [Drop("game.yaml")]
    assert feed(to, pygame.WINDOWLEAVE) == [Move(OUTSIDE)]
    assert feed(to, pygame.QUIT) == [Quit()]
    assert feed(to, pygame.USEREVENT) == []


@pytest.fixture
def window() -> Window:
    window = Window("Test", (1000, 700))
    yield window
    window.close()


def test_full_screen_ten_times_keeps_size_and_place(window: Window) -> None:
    window.events()
    before = window.place()
    for _ in range(10):
        window.toggle_fullscreen()
        window.events()
        assert window.fullscreen
        assert window.place() == before  # what would be remembered is the window's place, not the screen's
        window.toggle_fullscreen()
        window.events()
    assert not window.fullscreen
    assert window.place() == before
    assert window.size == (1000, 700)


def test_a_resize_is_told_once_and_the_surface_follows(window: Window) -> None:
    window.events()
    window._window.size = (1200, 760)
    events = [event for event in window.events() if isinstance(event, Resize)]
    assert events == [Resize((1200, 760))]
    assert window.surface.get_size() == (1200, 760)


@pytest.mark.parametrize("scale", [1.25, 1.5, 2.0])
def test_a_faked_scale_reaches_from_window_clicks_to_the_surface(scale: float) -> None:
    window = Window("Test", (1000, 700), fake_scale=scale)
    try:
        assert window.size == (1000 * scale, 700 * scale)
        window.events()
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(500, 350), button=1))
        presses = [event for event in window.events() if isinstance(event, Press)]
        assert presses == [Press((500 * scale, 350 * scale))]
        window.surface.fill((200, 10, 10))
        window.present()
        assert window._screen.get_at((999, 699))[:3] == pytest.approx((200, 10, 10), abs=4)  # smoothing rounds
    finally:
        window.close()


def test_a_window_remembered_off_every_screen_comes_back_on_one() -> None:
    window = Window("Test", place={"x": 99_000, "y": 99_000, "width": 1100, "height": 700})
    try:
        place = window.place()
        assert place is not None
        assert (place["width"], place["height"]) == (1100, 700)
        assert place["x"] < 5000 and place["y"] < 5000
    finally:
        window.close()
