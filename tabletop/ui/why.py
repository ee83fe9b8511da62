"""From what is on the table to the rule behind it: lines of the log, cards, things.

Which section of the rulebook each has stands under `sections` in a game's words; what has none, such as a card of
one's own, leads to the rulebook's beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop.engine.rules import Address, Event, Refusal
from tabletop.ui.tableview import TableView
from tabletop.ui.text import escape
from tabletop.words import Words


def of_event(words: Words, event: Event) -> str:
    """Give the section about what happened; "" where none is."""
    return words.section("events", *(f"{event.kind}.{name}" for name in event.data), event.kind)


def of_refusal(words: Words, refusal: Refusal) -> str:
    """Give the section that says why something may not be done; "" where none is."""
    return refusal.section or words.section("refusals", refusal.key)


def of_thing(words: Words, view: TableView, address: Address) -> str:
    """Give the section about a thing on the table: its card's, or that of its kind; "" where none is."""
    if not address:
        return ""
    card = view.card(address)
    return (words.section("cards", card) if card else "") or words.section("things", address.partition(":")[0])


def told(words: Words, events: Iterable[Event]) -> list[tuple[str, str]]:
    """Say what happened, in sentences, each with its section."""
    return [(said, of_event(words, event)) for event in events if (said := words.event(event))]


def linked(sentences: Sequence[tuple[str, str]], link: str) -> str:
    """Write sentences with a link to the rule behind each, once for those in a row that have the same."""
    out = []
    for n, (said, section) in enumerate(sentences):
        out.append(escape(said))
        following = sentences[n + 1][1] if n + 1 < len(sentences) else ""
        if section and section != following:
            out.append(f"[{escape(link)}](#{section})")
    return " ".join(out)
