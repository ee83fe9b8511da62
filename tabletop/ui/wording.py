"""The window's own words, beside those of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabletop.engine.definition import Definition, Option
from tabletop.words import Words


class UiWords(Words):
    """The words of the window, and of one game where one is given."""

    def __init__(self, definition: Definition | None = None, names: Sequence[str] = ()) -> None:
        """Load the words; raise SourceError where a locale file cannot be read."""
        super().__init__(definition, names, also=("ui",))

    def __call__(self, key: str, params: Mapping[str, Any] | None = None, **more: Any) -> str:
        """Return the words under `section.key`."""
        section, _, rest = key.partition(".")
        return self.say(section, rest, {**(params or {}), **more})

    def option(self, option: Option) -> str:
        """Return an option's name."""
        return self._named(f"{option.id}.name", option.id)

    def option_help(self, option: Option) -> str:
        """Return what an option does, in a sentence or two; empty where nothing is said."""
        return self.say("options", f"{option.id}.help") if self.has("options", f"{option.id}.help") else ""

    def value(self, option: Option, value: Any) -> str:
        """Return the name of a value that an option can have."""
        if value is None:
            return self("setup.by_game")
        if isinstance(value, bool):
            return self("setup.on" if value else "setup.off")
        return self._named(f"{option.id}.values.{value}.name", str(value))

    def value_help(self, option: Option, value: Any) -> str:
        """Return what a value means; empty where nothing is said."""
        key = f"{option.id}.values.{value}.help"
        return self.say("options", key) if self.has("options", key) else ""

    def players(self, definition: Definition) -> str:
        """Return for how many players a game is."""
        low, high = definition.seats
        return self("menu.players_exactly" if low == high else "menu.players", low=low, high=high)

    def tagline(self) -> str:
        """Return the line that stands below a game's name; empty where it has none."""
        key = next((key for key in ("text", "tagline") if self.has("game", key)), "")
        return self.say("game", key) if key else ""

    def group(self, group: str) -> str:
        """Return the heading of a group of options."""
        if self.has("groups", group):
            return self.say("groups", group)
        return self(f"setup.groups.{group}") if group else self("setup.group")

    def _named(self, key: str, otherwise: str) -> str:
        named = self.say("options", key) if self.has("options", key) else otherwise.replace("_", " ")
        return named[:1].upper() + named[1:]
