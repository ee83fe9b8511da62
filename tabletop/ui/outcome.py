"""How a match ended, in words."""

from __future__ import annotations

from collections.abc import Callable

from tabletop.engine.match import Match
from tabletop.words import Words


def winners(match: Match, words: Words, mark: Callable[[str], str] = str) -> str:
    """Say who won, each name written as `mark` has it; "" while the match goes on."""
    result = match.result()
    if result is None:
        return ""
    names = words.listed([mark(words.seat(seat)) for seat in result.winners])
    key = "wins" if len(result.winners) == 1 else "draw"
    return words.say("table", key, {"name": names, "names": names})


def reason(match: Match, words: Words) -> str:
    """Say why a match ended."""
    result = match.result()
    if result is None:
        return ""
    if result.reason == "gave_up":
        return words.say("table", "gave_up", {"names": words.listed([words.seat(seat) for seat in match.gave_up])})
    winner = result.winners[0] if result.winners else 0
    if not words.has("results", result.reason):
        return ""
    return words.say("results", result.reason, {"count": len(result.winners), "winner": winner})


def section(match: Match, words: Words) -> str:
    """Give the rulebook's section about why a match ended; "" where none is."""
    result = match.result()
    return words.section("results", result.reason) if result is not None else ""
