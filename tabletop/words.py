"""The words for what rules say in keys and parameters: refusals, events, prompts, names, in the reader's language.

The words of all games stand in `common.yaml`, those of one game's rules in `<rules>.yaml` beside it; a definition may
bring names and texts of its own. A text may hold `{parameter}`s, or be `{zero: ..., one: ..., other: ...}`, chosen by
`count` (`other` where the form that fits is missing).
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from typing import Any

from tabletop import paths
from tabletop.engine import source
from tabletop.engine.definition import Definition
from tabletop.engine.rules import Event, Prompt, Refusal, Result
from tabletop.engine.source import Node, SourceError

_PARAMETER = re.compile(r"\{(\w+)\}")
_SEATS = frozenset({"seat", "target", "owner", "asker", "winner"})
_CARDS = frozenset({"card", "from"})
_DISC = re.compile(r"([A-Z])(\d+)")
_FORMS: Mapping[Any, str] = {0: "zero", 1: "one"}


class Words:
    """The words for one game (or for none) with its players' names."""

    def __init__(
        self,
        definition: Definition | None = None,
        names: Sequence[str] = (),
        language: str = "en",
        also: Sequence[str] = (),
    ) -> None:
        """Load the words, those of the files named in `also` too; raise SourceError where a file cannot be read."""
        self._definition = definition
        self._names = tuple(names)
        self._layers: list[Mapping[str, Any]] = [_load(name, language) for name in ("common", *also)]
        if definition is not None:
            self._layers.insert(0, _load(definition.rules, language))
            self._layers.insert(0, definition.words)
            own = {"name": definition.name, "text": definition.text}
            self._layers.insert(0, {"game": {key: text for key, text in own.items() if text}})

    def named(self, names: Sequence[str]) -> Words:
        """Return the same words with other players' names; no file is read again."""
        other = copy.copy(self)
        other._names = tuple(names)
        return other

    def has(self, section: str, key: str) -> bool:
        """Tell whether there are words under a key."""
        return self._find(section, key) is not None

    def keys(self, section: str) -> list[str]:
        """List the keys of a section, those of the game's own before those of all games, each as it is written."""
        return list(dict.fromkeys(key for layer in self._layers for key in layer.get(section, ())))

    def say(self, section: str, key: str, params: Mapping[str, Any] | None = None) -> str:
        """Return the words under a key (`level.help` goes into mappings); without any, the key itself, readable."""
        found = self._find(section, key)
        if found is None:
            return key.replace("_", " ").replace(".", " ")
        return self._fill(found, params or {})

    def refusal(self, refusal: Refusal) -> str:
        """Say why something may not be done."""
        return self.say("refusals", refusal.key, refusal.params)

    def event(self, event: Event) -> str:
        """Say what happened; "" where the table shows it well enough.

        One kind may have words for each sort of data (`reveal.island`, `reveal.owner`); the first that fits is taken.
        """
        sorts = (f"{event.kind}.{name}" for name in event.data)
        return self.say("events", next((key for key in sorts if self.has("events", key)), event.kind), event.data)

    def prompt(self, prompt: Prompt) -> str:
        """Say what a seat is asked."""
        return self.say("prompts", prompt.key, prompt.params)

    def result(self, result: Result) -> str:
        """Say why the game ended as it did."""
        winners = result.winners
        params = {"winner": winners[0] if winners else None, "seats": winners, "count": len(winners)}
        return self.say("results", result.reason, params)

    def section(self, sort: str, *keys: str) -> str:
        """Return the rulebook's section for the first of these keys that has one; "" where none has."""
        paths = (f"{sort}.{key}" for key in keys)
        return next((self.say("sections", path) for path in paths if self.has("sections", path)), "")

    def title(self) -> str:
        """Return the game's name."""
        if self.has("game", "name"):
            return self.say("game", "name")
        return self._definition.id.replace("_", " ").title() if self._definition else ""

    def card(self, card: str) -> str:
        """Return a card's name."""
        return self.say("cards", f"{card}.name") if self.has("cards", f"{card}.name") else card.replace("_", " ")

    def card_text(self, card: str, number: int | None = None) -> str:
        """Return what a card does, with its number as it is now; "" where nothing is said about it."""
        key = f"{card}.text"
        return self.say("cards", key, {"n": number, "count": number}) if self.has("cards", key) else ""

    def seat(self, seat: int) -> str:
        """Return the name of the player on a seat."""
        if 1 <= seat <= len(self._names):
            return self._names[seat - 1]
        return self.say("common", "chance" if seat == 0 else "player", {"number": seat})

    def discs(self, names: Sequence[str]) -> str:
        """Return what pieces with short names, such as R1, are called in sentences, those of a side together."""
        said: list[str] = []
        sides: dict[str, list[str]] = {}
        for name in names:
            found = _DISC.fullmatch(name)
            if found is None or not self.has("discs", found[1]):
                said.append(name)
            else:
                sides.setdefault(found[1], []).append(found[2])
        groups = (
            self.say("discs", side, {"numbers": self.listed(own), "count": len(own)}) for side, own in sides.items()
        )
        return self.listed([*groups, *said])

    def listed(self, items: Sequence[str]) -> str:
        """Join texts as a sentence does: a, b and c."""
        if len(items) < 2:
            return "".join(items)
        return self.say("common", "list_and", {"first": ", ".join(items[:-1]), "last": items[-1]})

    def _find(self, section: str, key: str) -> Any:
        for layer in self._layers:
            found: Any = layer.get(section)
            for step in key.split("."):
                found = found.get(step) if isinstance(found, Mapping) else None
            if isinstance(found, str) or (isinstance(found, Mapping) and "other" in found):
                return found
        return None

    def _fill(self, words: Any, params: Mapping[str, Any]) -> str:
        if isinstance(words, Mapping):
            words = words.get(_FORMS.get(params.get("count"), "other"), words["other"])

        def value(match: re.Match[str]) -> str:
            name = match[1]
            if name not in params:
                return match[0]
            said = self._value(name, params[name])
            named = said != params[name] and isinstance(params[name], str)  # a sentence may begin with "red disc 1"
            return said[:1].upper() + said[1:] if named and not match.start() and str(words).endswith(".") else said

        return _PARAMETER.sub(value, str(words))

    def _value(self, name: str, value: Any) -> str:
        if name in _SEATS and isinstance(value, int):
            return self.seat(value)
        if name == "seats" and isinstance(value, (list, tuple)):
            return self.listed([self.seat(seat) for seat in value])
        if name in _CARDS and isinstance(value, str):
            return self.card(value)
        if name == "place" and isinstance(value, int):
            key = f"ordinals.{value}"
            return self.say("common", key if self.has("common", key) else "ordinals.other", {"number": value})
        if isinstance(value, (list, tuple)):
            items = [str(item) for item in value]
            return self.listed([self.card(item) for item in items]) if name == "cards" else self.discs(items)
        return self.discs([value]) if name in ("disc", "other") and isinstance(value, str) else str(value)


def sentence(words: str) -> str:
    """Make a sentence of a phrase: a capital first, a stop at its end."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")


def _load(name: str, language: str) -> Mapping[str, Any]:
    path = paths.assets() / "locale" / language / f"{name}.yaml"
    if name != "common" and not path.is_file():
        return {}
    tree = source.read(path)
    if not isinstance(tree.value, dict):
        raise SourceError(f"{tree.place}: words are a mapping of sections")
    return {section: _texts(part) for section, part in tree.value.items()}


def _texts(node: Node) -> Any:
    if isinstance(node.value, dict):
        return {key: _texts(part) for key, part in node.value.items()}
    return [_texts(part) for part in node.value] if isinstance(node.value, list) else node.value
