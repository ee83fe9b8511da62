"""The settings, changed at once and remembered when the page is left."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

from tabletop import paths
from tabletop.ui.pages import Filler, Page
from tabletop.ui.scene import Pop, Transition
from tabletop.ui.settings import SPEEDS, TEXT_SIZES
from tabletop.ui.theme import SOFT, WARM
from tabletop.ui.widgets import Amount, Button, Choice, Option, Toggle, Widget

_EAST_ASIAN = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "FULLWIDTH", "IDEOGRAPHIC", "KANGXI")


class SettingsScene(Page):
    """Text size, movement, full screen, sound, confirming moves."""

    broad = 900

    def prepare(self) -> None:
        """Lay out all names once, by which the letters that the font lacks are known."""
        self.title = self.words("settings.title")
        self.back_words = self.words("settings.done")
        self._told = False
        for name in _names(self.context.settings.tables):
            self.context.text.measure(name)

    def fill(self, filler: Filler) -> None:
        """Lay a line for each setting."""
        words, settings = self.words, self.context.settings
        sizes = [Option(size, words("settings.percent", value=size)) for size in TEXT_SIZES]
        text = Choice("settings:text", options=sizes, value=settings.text, changed=self._setter("text"))
        filler.line(text, words("settings.text"), words("settings.text_help"))
        speeds = [Option(speed, _speed(words.say, speed)) for speed in SPEEDS]
        speed = Choice("settings:speed", options=speeds, value=settings.speed, changed=self._setter("speed"))
        filler.line(speed, words("settings.speed"), words("settings.speed_help"))
        full = Toggle("settings:fullscreen", value=self.context.viewport.fullscreen, changed=self._fullscreen)
        filler.line(full, words("settings.fullscreen"), words("settings.fullscreen_help"))
        volume = Amount(
            "settings:volume",
            value=settings.volume,
            high=100,
            step=5,
            slider=True,
            words="{} %",
            changed=self._volume,
        )
        deaf = self.context.sounds.works is False and settings.volume > 0
        filler.line(volume, words("settings.volume"), words("settings.no_device" if deaf else "settings.volume_help"))
        confirm = Toggle("settings:confirm", value=settings.confirm, changed=self._setter("confirm"))
        filler.line(confirm, words("settings.confirm"), words("settings.confirm_help"))
        if self.context.keeps:
            again = Amount("settings:demo_return", value=settings.demo_return, low=10, high=600, step=5)
            again.changed = self._setter("demo_return")
            filler.line(again, words("settings.demo_return"), words("settings.demo_return_help"))
            locked = Toggle("settings:demo_locked", value=settings.demo_locked, changed=self._setter("demo_locked"))
            filler.line(locked, words("settings.demo_locked"), words("settings.demo_locked_help"))
        text_drawer = self.context.text
        if text_drawer.substituted:
            letters = " ".join(sorted(text_drawer.substituted)[:24])
            filler.words("note:substituted", words("settings.substituted", letters=letters), "small", SOFT)
            filler.gap(10)
        if text_drawer.missing:
            some = sorted(text_drawer.missing)[:12]
            letters, fonts = " ".join(f"U+{ord(letter):04X}" for letter in some), ", ".join(sorted({*map(_font, some)}))
            filler.words("note:missing", words("settings.missing", letters=letters, fonts=fonts), "small", WARM)
            filler.gap(10)
        filler.words("note:folders", f"{words('settings.folders')} {paths.user_saves().parent}", "small", SOFT)

    def bar(self) -> list[Widget]:
        """Give the way out."""
        return [Button("button:done", words=self.words("settings.done"), action=self.back, icon="check")]

    def back(self) -> Transition | None:
        """Remember; where that fails, say so once and leave at the next try."""
        notice = self.context.settings.save(paths.user_settings())
        if notice is None or self._told:
            return Pop()
        self._told = True
        self.notice = self.words(notice.key, notice.parameters)
        self.rebuild()
        return None

    def _setter(self, name: str) -> Callable[[Any], None]:
        def change(value: Any) -> None:
            setattr(self.context.settings, name, value)
            self.context.refresh()
            self.rebuild()

        return change

    def _fullscreen(self, value: bool) -> None:
        if value != self.context.viewport.fullscreen:
            self.context.viewport.toggle_fullscreen()
        self.context.settings.fullscreen = self.context.viewport.fullscreen

    def _volume(self, value: int) -> None:
        self.context.settings.volume = self.context.sounds.volume = value
        self.context.sounds.play("place")


def _speed(say: Callable[..., str], speed: float) -> str:
    return say("settings", f"speeds.{ {0.0: 'off', 0.5: 'slow', 1.0: 'usual', 2.0: 'fast', 4.0: 'rapid'}[speed] }")


def _font(letter: str) -> str:
    """Name a free font that has a letter."""
    try:
        script = unicodedata.name(letter).split()[0]
    except ValueError:
        return "Noto Sans"
    if script in _EAST_ASIAN:
        return "Noto Sans CJK"
    if unicodedata.category(letter).startswith("L"):
        return f"Noto Sans {script.capitalize()}"
    return "Noto Emoji" if unicodedata.category(letter) == "So" else "Noto Sans Symbols"


def _names(tables: dict[str, Any]) -> list[str]:
    seats = [table.get("seats") for table in tables.values() if isinstance(table, dict)]
    entries = [entry for seat in seats if isinstance(seat, list) for entry in seat if isinstance(entry, dict)]
    return [entry["name"] for entry in entries if isinstance(entry.get("name"), str)]
