"""The words below the game: what is asked, and under it a message, a hint, a line looked back at, or help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from tabletop.engine.rules import CHANCE
from tabletop.ui import advice, why
from tabletop.ui.outcome import reason, winners
from tabletop.ui.text import Layout, escape
from tabletop.ui.theme import ADVICE, PALE, SOFT, WARM, Color

if TYPE_CHECKING:
    from tabletop.ui.table import TableScene


@dataclass(frozen=True)
class Message:
    """What is said in place of the help line: a refusal in warm letters, with the rulebook's section."""

    words: str
    section: str = ""
    warm: bool = False


def asked(table: TableScene) -> str:
    """Give the sentence that is asked, with markup."""
    say = table.marked.say
    match, picker = table.match, table.picker
    if table.look is not None:
        return say("table", "look" if table.look else "look_start", {"count": table.look, "total": len(match.entries)})
    if table.paused:
        return escape(table.paused)
    if table.curtain_for is not None and not table.holding:
        return say("table", "unseen")
    if table.holding and table.seen_by is not None:
        return _last_secret(table, table.seen_by)
    if match.over:
        won = winners(match, table.marked, lambda name: f"**{name}**")
        return f"{won} {reason(match, table.marked)}".strip()
    if table.waiting is not None:
        return say("table", "confirm")
    if table.open.prompt is not None and any(map(match.is_human, table.open.prompt.seats)):
        return say("table", "open_prompt")
    acting = match.to_act()
    own = table.view.ask()
    if own is not None:
        return say("table", *own)
    if table.guest is not None:
        return say("table", "visit_prompt", {"seat": table.guest})
    if table.active is not None and table.active not in acting and picker is not None and picker.steps:
        return say("table", "interrupt_prompt", {"seat": table.active})
    seat = table.active if table.active in acting else match.next_human
    if seat is None:
        seat = table.thinker or next(iter(acting), CHANCE)
        if seat != CHANCE and not match.is_human(seat):
            return say("table", "thinking" if table.computers else "no_computers", {"seat": seat})
    return table.marked.prompt(match.state.prompt(seat if seat else next(iter(match.seats))))


def _last_secret(table: TableScene, seat: int) -> str:
    for entry in reversed(table.match.entries):
        for event in entry.events:
            if event.seats is not None and seat in event.seats:
                return f"**{escape(table.match.names[seat - 1])}**: {table.marked.event(event)}"
    return ""


def second_line(table: TableScene) -> tuple[str, Color, bool]:
    """Give what stands below, its colour, and whether it has markup."""
    message = table.message
    if message is not None:
        said = escape(message.words)
        if message.section:
            said += f" [{table.say('rule')}](#{message.section})"
        return said, WARM if message.warm else SOFT, True
    if table.look is not None:
        return why.linked(table.lookback.told(), table.say("why")), SOFT, True
    if table.advising:
        return table.say("hint_wait"), SOFT, False
    if table.advice is not None and table.advised():
        return table.advice.words, ADVICE, False
    if table.thinker is not None:
        return table.say("thinking_help"), SOFT, False
    return _help(table), SOFT, False


def _help(table: TableScene) -> str:
    if table.match.over:
        return ""
    if table.holding:
        return table.say("seen_help")
    if table.order is not None:
        return table.say("arrange_help")
    return table.view.help() if table.curtain_for is None else ""


def draw(table: TableScene, surface: pygame.Surface) -> list[tuple[pygame.Rect, str]]:
    """Draw both lines above the answers; give where they lead to a section of the rulebook."""
    theme, text = table.context.theme, table.context.text
    rect, high = table.prompt_rect, table.answer_high
    inner = pygame.Rect(rect.x + theme(22), rect.y + theme(12), rect.width - theme(44), 0)
    room = rect.bottom - theme(14) - high - theme(6) - inner.y
    first = round(room * 0.56)
    links: list[tuple[pygame.Rect, str]] = []
    with text.container("prompt", rect):
        layout = text.fit(table.prompt(), (inner.width, first), "prompt", markup=True)
        said, color, markup = second_line(table)
        wanted = text.measure(said, "text", inner.width, markup=markup)[1] if said else 0
        first = max(layout.height, min(first, room - wanted))
        text.draw_layout(surface, layout, pygame.Rect(inner.x, inner.y, inner.width, first), PALE, valign="center")
        below = pygame.Rect(inner.x, inner.y + first, inner.width, room - first)
        if said:
            line: Layout = text.fit(said, below.size, "text", markup=markup)
            told = table.lookback.told() if table.message is None and table.look is not None else []
            while told and line.height > below.height:  # the log has all of it
                told = told[1:]
                line = text.fit("… " + why.linked(told, table.say("why")), below.size, "text", markup=True)
            text.draw_layout(surface, line, below, color, valign="center", links=links)
    if table.advising or table.thinker is not None:
        row = pygame.Rect(inner.x, rect.bottom - theme(14) - high, inner.width, high)
        advice.draw_pulse(table.context, surface, row, table.pulse, right=table.advising)
    return [(place.inflate(theme(8), theme(12)), target.removeprefix("#")) for place, target in links]
