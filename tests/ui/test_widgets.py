"""Every widget works by mouse, by keyboard and by touch, and does nothing by accident."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pygame
import pytest

from tabletop.ui.scene import STAY, Context, Pop
from tabletop.ui.settings import Settings
from tabletop.ui.viewport import OUTSIDE, Key, Move, Press, Release, TextEdit, TextInput, Viewport, Wheel
from tabletop.ui.widgets import (
    Amount,
    Button,
    Choice,
    Form,
    Label,
    ListBox,
    Option,
    Row,
    Scroll,
    TextField,
    Toggle,
    Widget,
    column,
    draw_hint,
    flow,
    key_cap,
)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def context() -> Context:
    return Context(Viewport((1280, 800)), Settings(volume=0))


def form_of(context: Context, *widgets: Widget, clock: Clock | None = None) -> Form:
    form = Form(context, clock=clock or Clock())
    column(context, widgets, pygame.Rect(40, 40, 600, 700))
    form.replace(widgets)
    return form


def click(form: Form, where: Widget | tuple[float, float], **how: Any) -> Any:
    pos = where.rect.center if isinstance(where, Widget) else where
    form.handle(Press(pos, **how))
    return form.handle(Release(pos, how.get("button", 1), touch=how.get("touch", False)))


def tap(form: Form, where: Widget | tuple[float, float]) -> Any:
    answer = click(form, where, touch=True)
    form.handle(Move(OUTSIDE, touch=True))
    return answer


def keys(form: Form, *names: str) -> Any:
    answer = None
    for name in names:
        *mods, key = name.split("+") if len(name) > 1 else [name]
        answer = form.handle(Key(key, frozenset(mods)))
    return answer


def by_keyboard(form: Form, widget: Widget) -> Any:
    while form.focused is not widget:
        keys(form, "tab")
    return keys(form, "return")


WAYS: list[Callable[[Form, Widget], Any]] = [click, tap, by_keyboard]


@pytest.mark.parametrize("way", WAYS)
def test_a_button_is_pressed_in_every_way_once(context: Context, way: Callable[[Form, Widget], Any]) -> None:
    done: list[str] = []
    first = Button("first", words="First", action=lambda: done.append("first"))
    ask = Button("ask", words="Ask", action=lambda: done.append("ask"))
    assert way(form_of(context, first, ask), ask) == STAY
    assert done == ["ask"]


def test_an_actions_transition_is_given_back(context: Context) -> None:
    button = Button("back", words="Back", action=lambda: Pop("result"))
    assert click(form_of(context, button), button) == Pop("result")


def test_what_is_not_a_button_press(context: Context) -> None:
    done: list[int] = []
    button = Button("ask", words="Ask", keys=("a",), action=lambda: done.append(1))
    form = form_of(context, button)
    click(form, button, double=True)
    click(form, button, button=3)
    form.handle(Press(button.rect.center))  # let go elsewhere
    form.handle(Release((900, 700)))
    form.handle(Press(button.rect.center))  # let go outside the window
    form.handle(Release(button.rect.center, cancelled=True))
    form.handle(Press((900, 700)))  # begun elsewhere
    form.handle(Release(button.rect.center))
    form.handle(Key("a", repeat=True))
    form.handle(Key("a", frozenset({"ctrl"})))
    form.set_focus(button)
    form.handle(Key("return", repeat=True))
    form.handle(Wheel(button.rect.center, 1))
    button.enabled = False
    click(form, button)
    keys(form, "a", "return")
    assert done == []


def test_shortcuts(context: Context) -> None:
    done: list[str] = []
    ask = Button("ask", words="Ask", keys=("a",), action=lambda: done.append("ask"))
    undo = Button("undo", icon="undo", keys=("ctrl+z",), action=lambda: done.append("undo"))
    redo = Button("redo", icon="redo", keys=("ctrl+shift+z", "ctrl+y"), action=lambda: done.append("redo"))
    form = form_of(context, ask, redo, undo)
    keys(form, "a", "ctrl+z", "ctrl+shift+z", "ctrl+y", "z")
    assert done == ["ask", "undo", "redo", "redo"]
    assert [key_cap(name) for name in ("a", "escape", "ctrl+z", "f5", "up", "left")] == [
        "A", "Esc", "Ctrl+Z", "F5", "Up", "Left",
    ]  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_a_toggle(context: Context, way: Callable[[Form, Widget], Any]) -> None:
    got: list[bool] = []
    toggle = Toggle("confirm", words="Confirm moves", changed=got.append)
    form = form_of(context, toggle)
    way(form, toggle)
    way(form, toggle)
    assert got == [True, False]


def levels(**more: Any) -> Choice:
    return Choice("level", options=[Option(n, f"Level {n}") for n in (1, 2, 3)], value=1, **more)


@pytest.mark.parametrize("act", [click, tap])
def test_a_segment_is_chosen(context: Context, act: Callable[[Form, Any], Any]) -> None:
    got: list[int] = []
    choice = levels(changed=got.append)
    form = form_of(context, choice)
    assert list(form.addresses()) == ["level=1", "level=2", "level=3"]
    act(form, form.addresses()["level=3"].center)
    act(form, form.addresses()["level=3"].center)  # already chosen
    assert (choice.value, got) == (3, [3])


def test_segments_by_keyboard(context: Context) -> None:
    choice = levels()
    form = form_of(context, choice)
    keys(form, "tab", "right", "right", "right", "left")
    assert choice.value == 2


@pytest.mark.parametrize("act", [click, tap])
def test_a_long_choice_opens_as_a_list(context: Context, act: Callable[[Form, Any], Any]) -> None:
    got: list[int] = []
    choice = Choice("deck", options=[Option(n, f"Deck number {n}") for n in range(9)], value=0, changed=got.append)
    done: list[int] = []
    below = Button("below", words="Below", action=lambda: done.append(1))
    form = form_of(context, choice, below)
    assert list(form.addresses()) == ["deck", "below"]
    act(form, choice)
    assert "deck=5" in form.addresses() and "below" not in form.addresses()
    act(form, form.addresses()["deck=1"].center)  # lies over the button below
    assert (choice.value, got, done) == (1, [1], [])
    assert "below" in form.addresses()
    act(form, choice)
    act(form, (1200, 780))  # a click beside it closes it and chooses nothing
    assert (choice.value, list(form.addresses())) == (1, ["deck", "below"])


def test_a_list_by_keyboard(context: Context) -> None:
    choice = Choice("deck", options=[Option(n, f"Deck number {n}") for n in range(9)], value=0)
    form = form_of(context, choice)
    keys(form, "tab", "return", "down", "down", "return")
    assert choice.value == 2
    keys(form, "return", "down", "escape")
    assert choice.value == 2


def test_down_walks_past_a_list_and_return_goes_round_a_row(context: Context) -> None:
    deck = Choice("deck", options=[Option(n, f"Deck number {n}") for n in range(9)], value=0)
    row = levels()
    form = form_of(context, deck, row)
    keys(form, "tab", "down")
    assert form.focused is row and deck.value == 0
    keys(form, "return", "return", "return", "space")
    assert row.value == 2  # 2, 3, 1, 2


def test_an_amount(context: Context) -> None:
    amount = Amount("bid", value=2, low=0, high=4)
    form = form_of(context, amount)
    less, more = form.addresses()["bid:less"].center, form.addresses()["bid:more"].center
    click(form, more)
    tap(form, more)
    click(form, more, double=True)  # fast presses all count here
    assert amount.value == 4
    click(form, less)
    keys(form, "left", "home", "right")
    assert amount.value == 1
    form.handle(Wheel(amount.rect.center, 3))  # it has the focus
    click(form, amount.rect.center)  # on the number
    assert amount.value == 2
    form.set_focus(None)
    form.handle(Wheel(amount.rect.center, 3))
    assert amount.value == 2
    form.set_focus(amount)
    keys(form, "1")
    assert amount.value == 1
    keys(form, "7")  # 17 is too much, and so is 7
    assert amount.value == 4


def test_digits_write_an_amount(context: Context) -> None:
    amount = Amount("bid", value=2, low=0, high=20)
    form = form_of(context, amount)
    form.set_focus(amount)
    keys(form, "1", "7")
    assert amount.value == 17
    keys(form, "backspace", "9")
    assert amount.value == 19
    keys(form, "left", "5")
    assert amount.value == 5


def test_a_slider_follows_the_pointer(context: Context) -> None:
    amount = Amount("volume", value=50, high=100, step=5, slider=True, words="{} %")
    form = form_of(context, amount)
    track, _ = amount._track(context, amount._boxes()[1])
    form.handle(Press((track.left, track.centery)))
    assert amount.value == 0
    form.handle(Move((track.right + 300, track.centery), held=True))
    assert amount.value == 100
    form.handle(Move(track.center, held=True))
    form.handle(Release(track.center))
    form.handle(Move((track.right, track.centery)))
    assert amount.value == 50


def test_a_text_field(context: Context) -> None:
    done: list[str] = []
    field = TextField("name", value="Ad", longest=6, done=lambda: done.append("done"))
    shortcut = Button("ask", words="Ask", keys=("a",), action=lambda: done.append("ask"))
    form = form_of(context, field, shortcut)
    keys(form, "tab")
    assert form.focused is field
    keys(form, "a")  # the key of the letter: not a shortcut while typing
    form.handle(TextInput("a"))
    form.handle(TextEdit("に"))
    assert field.value == "Ada" and field.composing == "に"
    form.handle(TextInput("日本語語"))  # only as far as there is room
    assert field.value == "Ada日本語" and field.composing == ""
    keys(form, "backspace", "home", "delete", "right")
    form.handle(TextInput("-\n"))
    assert field.value == "d-a日本"
    assert done == []
    keys(form, "return")
    form.handle(Key("return", repeat=True))
    assert done == ["done"]
    form.handle(Key("backspace", repeat=True))
    assert field.value == "da日本"


def test_all_of_a_text_is_marked_and_replaced(context: Context) -> None:
    field = TextField("name", value="Anna")
    form = form_of(context, field)
    keys(form, "tab")
    form.handle(Key("a", frozenset({"ctrl"})))
    assert field.selected
    form.handle(TextInput("B"))
    form.handle(TextInput("o"))
    assert field.value == "Bo" and not field.selected
    form.handle(Key("a", frozenset({"ctrl"})))
    keys(form, "right")
    form.handle(TextInput("b"))
    assert field.value == "Bob"
    form.handle(Key("a", frozenset({"ctrl"})))
    keys(form, "backspace")
    assert field.value == ""


def test_a_name_given_by_default_is_replaced_by_what_is_typed(context: Context) -> None:
    default = TextField("one", value="Player 1", placeholder="Player 1")
    own = TextField("two", value="Ann", placeholder="Player 2")
    form = form_of(context, default, own)
    click(form, default)
    form.handle(TextInput("E"))
    form.handle(TextInput("d"))
    keys(form, "tab")
    form.handle(TextInput("a"))
    assert (default.value, own.value) == ("Ed", "Anna")


def test_a_press_puts_the_cursor_where_it_is(context: Context) -> None:
    field = TextField("name", value="Ada and Ben")
    form = form_of(context, field)
    before = context.text.layout("Ada", context.theme.px("text")).width
    click(form, (field.rect.x + context.theme(12) + before + 1, field.rect.centery))
    form.handle(TextInput("!"))
    assert field.value == "Ada! and Ben"


def rows(count: int) -> list[Row]:
    return [Row(f"r{n}", f"Row {n}") for n in range(count)]


def test_a_list_box(context: Context) -> None:
    got: list[str] = []
    box = ListBox("saves", rows=rows(20), picked=got.append)
    box.lay(context, pygame.Rect(40, 40, 300, 200))
    form = Form(context)
    form.replace([box])
    assert "saves=r0" in form.addresses() and "saves=r19" not in form.addresses()
    click(form, form.addresses()["saves=r1"].center)
    assert got == ["r1"]
    keys(form, "down", "return")
    assert got == ["r1", "r2"]
    form.handle(Wheel(box.rect.center, -100))
    assert "saves=r19" in form.addresses() and got == ["r1", "r2"]
    # A finger scrolls and picks nothing.
    form.handle(Press((100, 60), touch=True))
    form.handle(Move((100, 160), held=True, touch=True))
    form.handle(Release((100, 160), touch=True))
    assert box.offset == box.limit - 100 and got == ["r1", "r2"]
    click(form, form.addresses()["saves=r14"].center, double=True)
    assert got == ["r1", "r2"] or got[-1] == "r14"


def test_a_scrolled_page_and_its_links(context: Context) -> None:
    got: list[str] = []
    page = context.text.markdown("[Visit](#visit)\n\n" + "Words. " * 600 + "\n\n## Visit\n\nThe end.", 300)
    scroll = Scroll("rules", height=page.height, content=page.draw, followed=got.append)
    scroll.lay(context, pygame.Rect(40, 40, 300, 200))
    form = Form(context)
    form.replace([scroll])
    form.draw(context.surface)
    click(form, form.addresses()["link:#visit"].center)
    assert got == ["#visit"]
    scroll.scroll_to(page.anchors["visit"])
    form.draw(context.surface)
    assert [drawn.text for drawn in context.text.record if drawn.text == "The end."] == ["The end."]
    keys(form, "home", "down")
    assert 0 < scroll.offset < scroll.limit
    keys(form, "end")
    assert scroll.offset == scroll.limit


def test_the_keyboards_walk(context: Context) -> None:
    buttons = [Button(name, words=name) for name in ("a1", "a2", "b1", "b2")]
    places = [(40, 40), (240, 40), (40, 140), (240, 140)]
    for button, (x, y) in zip(buttons, places, strict=True):
        button.lay(context, pygame.Rect(x, y, 150, 50))
    dead = Button("dead", words="dead", enabled=False)
    dead.lay(context, pygame.Rect(440, 40, 150, 50))
    form = Form(context)
    form.replace([*buttons[:2], Label("words", words="x"), dead, *buttons[2:]])
    walk = []
    for key in ("tab", "tab", "tab", "shift+tab", "down", "left", "up", "up", "right", "right", "tab", "tab", "tab"):
        keys(form, key)
        walk.append(form.focused.address if form.focused else None)
    assert walk == ["a1", "a2", "b1", "a2", "b2", "b1", "a1", "a1", "a2", "a2", "b1", "b2", "a1"]


def test_the_arrows_lead_into_what_holds_a_widget_and_out_again(context: Context) -> None:
    cards = [Button(name, words=name) for name in ("card 1", "card 2", "card 3")]
    inner = [Button(name, words=name) for name in ("inner 1", "inner 2")]
    below = Button("below", words="below")
    for button, x in zip(cards, (40, 240, 440), strict=True):
        button.lay(context, pygame.Rect(x, 40, 180, 200))
    for button, x in zip(inner, (130, 330), strict=True):
        button.lay(context, pygame.Rect(x, 180, 80, 50))
    below.lay(context, pygame.Rect(40, 300, 150, 50))
    form = Form(context)
    form.replace([cards[0], inner[0], cards[1], cards[2], inner[1], below])
    form.set_focus(cards[0], True)
    walk = []
    for key in ("right", "left", "down", "right", "up", "down", "right", "left", "down", "up", "down", "down", "up"):
        keys(form, key)
        walk.append(form.focused.address if form.focused else None)
    assert walk == [
        "card 2", "card 1", "inner 1", "inner 2", "card 2", "inner 2", "card 3", "card 2", "inner 2", "card 2",
        "inner 2", "below", "card 1",
    ]  # fmt: skip


def test_an_arrow_toward_nothing_shows_where_the_keys_are(context: Context) -> None:
    form = form_of(context, Button("a", words="A"), Button("b", words="B"))
    form.set_focus(form.widgets[0], False)  # as a click leaves it
    keys(form, "left")
    assert form.keyboard and form.focused is form.widgets[0]


def test_the_focus_stays_at_its_address_when_widgets_are_made_anew(context: Context) -> None:
    form = form_of(context, Button("a", words="A"), Button("b", words="B"))
    keys(form, "tab", "tab")
    column(context, fresh := [Button("b", words="B"), Button("c", words="C")], pygame.Rect(0, 0, 300, 300))
    form.replace(fresh)
    assert form.focused is fresh[0]


@pytest.mark.parametrize("how", ["hover", "focus", "long press"])
def test_a_hint_is_shown_by_hover_focus_and_long_press(context: Context, how: str) -> None:
    clock, done = Clock(), []
    button = Button("undo", icon="undo", hint="Takes back your last move.", action=lambda: done.append(1))
    form = form_of(context, button, clock=clock)
    if how == "hover":
        form.handle(Move(button.rect.center))
    elif how == "focus":
        keys(form, "tab")
    else:
        form.handle(Press(button.rect.center, touch=True))
    context.text.begin_frame()
    form.draw(context.surface)
    assert not form.tick(0.1)
    clock.now = 0.6
    assert form.tick(0.6)
    form.draw(context.surface)
    assert [drawn.text for drawn in context.text.record] == ["Takes back your last move."]
    if how == "long press":  # it was held to be read, not to be done
        form.handle(Release(button.rect.center, touch=True))
        assert done == []
        tap(form, button)
        assert done == [1]


def test_a_disabled_button_says_why(context: Context) -> None:
    clock = Clock()
    button = Button("stalemate", words="Stalemate", enabled=False, hint="Not yet.")
    form = form_of(context, button, clock=clock)
    keys(form, "tab")
    assert form.focused is button
    clock.now = 1
    form.tick(1)
    form.draw(context.surface)
    assert context.text.record[-1].text == "Not yet."


def area(context: Context, done: list[str]) -> Form:
    """Give a form of twenty buttons in a scrolled area and one outside."""
    inside = [Button(f"b{n}", words=f"Button {n}", action=lambda n=n: done.append(f"b{n}")) for n in range(20)]
    outside = Button("ok", words="Done", action=lambda: done.append("ok"))
    form = Form(context, area=pygame.Rect(40, 40, 400, 300))
    form.content = column(context, inside, form.area).height
    outside.lay(context, pygame.Rect(40, 400, 100, 50))
    form.replace([*inside, outside], inside)
    return form


def test_a_scrolled_area(context: Context) -> None:
    done: list[str] = []
    form = area(context, done)
    assert "b0" in form.addresses() and "b19" not in form.addresses()
    assert click(form, (60, 360)) is None  # below the area lies a button, out of sight
    form.handle(Wheel((100, 100), -2))
    assert form.offset == 120
    form.handle(Press((100, 300), touch=True))  # a finger drags it, though it came down on a button
    form.handle(Move((100, 200), held=True, touch=True))
    form.handle(Release((100, 200), touch=True))
    assert (form.offset, done) == (220, [])
    for _ in range(20):
        keys(form, "tab")
    assert form.focused is form.widget("b19") and form.area.contains(form.focused.rect)
    click(form, form.addresses()["b19"].center)
    click(form, form.addresses()["ok"].center)
    assert done == ["b19", "ok"]


NAMES = ["W" * 40, "Maximilian-Alexander von Hohenzollern-Si", "日本の名前日本の名前日本の名前日本の名前", "No", "12"]


def gallery() -> list[Widget]:
    return [
        *(Button(f"n{k}", words=name, keys=("a",), icon="person") for k, name in enumerate(NAMES)),
        Toggle("t", words=NAMES[1] + " confirms every move"),
        Choice("c", options=[Option(n, name) for n, name in enumerate(NAMES)], value=1),
        Choice("s", options=[Option(n, f"{n} seats", icon="person") for n in (2, 3, 4, 5)], value=3),
        Amount("a", value=3),
        Amount("v", value=100, high=100, slider=True, words="{} %"),
        *(TextField(f"f{k}", value=name) for k, name in enumerate(NAMES)),
    ]


@pytest.mark.parametrize("percent", [100, 150, 200])
@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
def test_nothing_is_cut_overlapping_or_too_small(size: tuple[int, int], percent: int) -> None:
    context = Context(Viewport(size), Settings(volume=0, text=percent))
    for widget in gallery():  # one at a time: together they would need a scrolled area
        form = Form(context)
        wide = context.theme(340)
        widget.lay(context, pygame.Rect(20, 20, *widget.measure(context, wide)))
        form.replace([widget])
        context.text.begin_frame()
        form.draw(context.surface)
        assert context.text.record, widget.address
        for drawn in context.text.record:
            assert not drawn.cut, (widget.address, drawn)
            assert drawn.px >= 14
            assert widget.rect.contains(drawn.rect), (widget.address, drawn)
        for one, other in combinations(context.text.record, 2):
            assert not one.rect.inflate(-2, -6).colliderect(other.rect.inflate(-2, -6)), (one, other)
        assert widget.rect.width <= wide
        if size == (1280, 800):
            assert all(min(rect.size) >= 44 or widget.address in "cs" for rect in form.addresses().values())
            assert widget.rect.height >= 44


def test_flow_goes_on_in_a_second_row(context: Context) -> None:
    buttons = [Button(str(n), words="A button") for n in range(5)]
    used = flow(context, buttons, pygame.Rect(10, 10, 300, 400))
    assert buttons[0].rect.topleft == (10, 10)
    assert all(used.contains(button.rect) for button in buttons)
    assert not any(one.rect.colliderect(other.rect) for one, other in combinations(buttons, 2))
    assert len({button.rect.y for button in buttons}) > 1


def test_a_hint_stands_beside_a_thing_that_has_something_below_it(context: Context) -> None:
    surface, thing = context.surface, pygame.Rect(300, 300, 100, 80)
    assert draw_hint(context, surface, "What it is", thing).top >= thing.bottom
    beside = draw_hint(context, surface, "What it is", thing, aside=True)
    assert beside.left >= thing.right and beside.top == thing.top
    right = pygame.Rect(1200, 300, 70, 80)
    assert draw_hint(context, surface, "What it is", right, aside=True).right <= right.left
