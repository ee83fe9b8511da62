"""Scenes return transitions, the stack does them, and only what changed is drawn."""

from __future__ import annotations

import pygame
import pytest

from tabletop.ui.dialog import Answer, Dialog
from tabletop.ui.scene import STAY, Context, Pop, Push, Quit, Replace, Reset, Scene, Stack, Transition, run
from tabletop.ui.settings import Settings
from tabletop.ui.theme import Theme
from tabletop.ui.viewport import Event, Key, Move, Press, Release, Resize, Viewport
from tabletop.ui.viewport import Quit as QuitEvent


class Page(Scene):
    """A scene that says what happens to it and answers keys with given transitions."""

    def __init__(self, name: str, log: list[str], answers: dict[str, Transition] | None = None) -> None:
        self.name, self.log, self.answers = name, log, answers or {}

    def note(self, what: str) -> None:
        self.log.append(f"{self.name} {what}")

    def enter(self, context: Context) -> None:
        super().enter(context)
        self.note("enter")

    def layout(self, context: Context) -> None:
        self.note("layout")

    def leave(self) -> None:
        self.note("leave")

    def handle(self, event: Event) -> Transition | None:
        return self.answers.get(event.name) if isinstance(event, Key) else None

    def resumed(self, result: object) -> Transition | None:
        self.note(f"resumed {result}")
        return None

    def draw(self, surface: pygame.Surface) -> None:
        self.note("draw")
        self.context.text.draw(surface, self.name, pygame.Rect(0, 0, 200, 40))


@pytest.fixture
def stack() -> Stack:
    return Stack(Context(Viewport((1280, 800)), Settings(volume=0)))


def test_push_and_pop_with_a_result(stack: Stack) -> None:
    log: list[str] = []
    stack.push(Page("menu", log, {"a": Push(Page("game", log, {"b": Pop("won")}))}))
    stack.handle(Key("a"))
    stack.handle(Key("b"))
    assert log == [
        "menu enter", "menu layout", "game enter", "game layout", "game leave", "menu layout", "menu resumed won",
    ]  # fmt: skip


def test_replace_reset_and_quit(stack: Stack) -> None:
    log: list[str] = []
    last = Page("last", log, {"d": Quit()})
    third = Page("third", log, {"c": Reset(last)})
    stack.push(Page("first", log))
    stack.push(Page("second", log, {"b": Replace(third)}))
    stack.handle(Key("b"))
    assert [scene.name for scene in stack.scenes] == ["first", "third"]
    stack.handle(Key("c"))
    assert stack.scenes == [last]
    stack.handle(Key("d"))
    assert stack.scenes == [] and log[-1] == "last leave"


def test_only_the_scene_on_top_is_drawn_unless_it_is_an_overlay(stack: Stack) -> None:
    log: list[str] = []
    stack.push(Page("below", log))
    top = Page("top", log)
    stack.push(top)
    log.clear()
    stack.draw()
    assert log == ["top draw"]
    top.overlay = True
    stack.draw()
    assert log == ["top draw", "below draw", "top draw"]
    assert [drawn.text for drawn in stack.context.text.record] == ["top"]  # what is under it is no text to be read


def test_a_scene_at_rest_is_not_drawn_again(stack: Stack) -> None:
    stack.push(Page("page", []))
    assert stack.wants_frame()
    stack.draw()
    assert not stack.wants_frame()
    stack.handle(Move((5, 5)))
    assert not stack.wants_frame()
    stack.handle(Press((5, 5)))
    assert stack.wants_frame()


def test_a_resize_lays_out_every_scene_afresh(stack: Stack) -> None:
    log: list[str] = []
    stack.push(Page("below", log))
    stack.push(Page("top", log))
    log.clear()
    stack.context.settings.text = 150
    stack.handle(Resize((1280, 800)))
    assert log == ["below layout", "top layout"]
    assert stack.context.theme == stack.context.text.theme == stack.context.art.theme == Theme((1280, 800), 1.0, 150)


def test_full_screen_and_closing_are_the_same_everywhere(stack: Stack) -> None:
    stack.push(Page("page", []))
    stack.handle(Key("f11"))
    stack.handle(Key("f11", repeat=True))
    assert stack.context.viewport.fullscreen and stack.context.settings.fullscreen
    stack.handle(Key("return", frozenset({"alt"})))
    assert not stack.context.viewport.fullscreen
    stack.handle(QuitEvent())
    assert stack.scenes == []


def test_the_loop_looks_often_after_input_and_seldom_at_rest() -> None:
    class Played(Viewport):
        """A viewport with one key at 1 s and the end at 4 s."""

        shown = 0

        def events(self) -> list[Event]:
            if now[0] >= 4:
                return [QuitEvent()]
            if now[0] >= 1 and not self.played:
                self.played = True
                return [Key("x")]
            return []

        played = False

        def present(self) -> None:
            self.shown += 1

    now, pauses = [0.0], []

    def sleep(seconds: float) -> None:
        pauses.append((now[0], seconds))
        now[0] += seconds

    viewport = Played()
    stack = Stack(Context(viewport, Settings(volume=0)))
    stack.push(Page("page", []))
    run(stack, lambda: now[0], sleep)
    assert {seconds for at, seconds in pauses if 1.0 <= at < 1.9} == {0.010}
    assert {seconds for at, seconds in pauses if at > 2.2} == {0.050}
    assert viewport.shown == 2  # at first and after the key


def test_a_dialog_gives_its_answer_and_lets_nothing_through(stack: Stack) -> None:
    log: list[str] = []
    stack.push(Page("below", log, {"q": Quit()}))

    def ask() -> Dialog:
        dialog = Dialog(
            "Give up?", "Ben **wins**.", [Answer("Give up", "yes", ("g",)), Answer("Play on", "no", loud=True)]
        )
        stack.push(dialog)
        return dialog

    dialog = ask()
    stack.handle(Key("q"))
    assert stack.top is dialog and stack.top.handle(Press((1, 1))) == STAY
    stack.handle(Key("g"))
    assert log[-1] == "below resumed yes"
    ask()
    stack.handle(Key("escape"))
    assert log[-1] == "below resumed no"
    dialog = ask()
    where = dialog.addresses()["answer:Give up"].center
    stack.handle(Press(where))
    stack.handle(Release(where))
    assert log[-1] == "below resumed yes"
    ask()
    stack.handle(Key("return"))
    assert log[-1] == "below resumed no"  # the loud answer
    ask()
    stack.handle(Key("return", repeat=True))  # a key still held from before answers nothing
    assert len(stack.scenes) == 2


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("size", [(960, 600), (1920, 1080)])
def test_a_dialog_of_any_length_fits_the_window(size: tuple[int, int], percent: int) -> None:
    stack = Stack(Context(Viewport(size), Settings(volume=0, text=percent)))
    stack.push(Page("below", []))
    for words in ("Short.", "A long story. " * 200):
        dialog = Dialog(
            "A title that is rather long", words, [Answer("Yes, do it now"), Answer("No, I would rather not")]
        )
        stack.push(dialog)
        stack.draw()
        assert stack.context.viewport.rect.contains(dialog.frame)
        assert not [drawn for drawn in stack.context.text.record if drawn.cut]
        assert all(dialog.frame.contains(rect) for rect in dialog.addresses().values())
        stack.apply(Pop())
