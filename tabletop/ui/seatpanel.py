"""A seat's panel beside the game: chip, name, clock, and what the view says of the seat."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from tabletop.ui.scene import Context
from tabletop.ui.tableview import Badge, SeatFacts
from tabletop.ui.theme import FAINT, GOLD, PALE, SOFT, WARM
from tabletop.ui.widgets import focus_ring


def draw_seat(
    context: Context,
    surface: pygame.Surface,
    rect: pygame.Rect,
    seat: int,
    name: str,
    facts: SeatFacts,
    *,
    now: bool = False,
    focused: bool = False,
    computer: bool = False,
    clock: str = "",
    aside: pygame.Rect | None = None,
) -> None:
    """Draw what stands on a seat's panel; `aside` is the place of its buttons, below the name."""
    theme, art, text = context.theme, context.art, context.text
    if now:
        art.ring(surface, rect, 12, GOLD)
    radius = min(theme(19), rect.height // 4)
    middle = rect.x + theme(12) + radius, rect.centery
    art.blit(surface, facts.picture or art.chip_image(radius, seat - 1, faint=facts.out), middle)
    left, edge = middle[0] + radius + theme(10), rect.right - theme(12)
    # The name may need two lines; the badges get what is left.
    spare = rect.height - 2 * text.line_height(theme.floor) - theme(13)
    high = max(text.line_height(theme.floor), min(text.line_height(theme.px("small")), spare))
    line = pygame.Rect(left, rect.y + theme(5), edge - left, rect.height - high - theme(12))
    if aside is not None:
        line.height = min(line.height, aside.y - line.y)
    with text.container(f"seat:{seat}", rect):
        if clock and not facts.out:
            wide = text.measure(clock, "text", bold=True)[0] + theme(4)
            where = pygame.Rect(line.right - wide, line.y, wide, line.height)
            text.draw(surface, clock, where, "text", SOFT, bold=True, align="right", valign="center")
            line.width -= wide + theme(6)
        text.draw(surface, name, line, "text", FAINT if facts.out else PALE, bold=True, valign="center")
        below = pygame.Rect(
            left, rect.bottom - high - theme(7), min(edge, aside.x - theme(8) if aside else edge) - left, high
        )
        if computer:
            size = min(below.height - theme(2), theme(18))
            art.icon(surface, "computer", (below.right - size / 2, below.centery), size, SOFT)
            below.width -= size + theme(6)
        _draw_badges(context, surface, below, facts.badges)
    if focused:
        focus_ring(context, surface, rect, 12)


def _draw_badges(context: Context, surface: pygame.Surface, rect: pygame.Rect, badges: Sequence[Badge]) -> None:
    """Draw hearts and icons from the left; words share what is left, the last at the right edge."""
    theme, art, text = context.theme, context.art, context.text
    x: float = rect.x
    size = min(rect.height - theme(2), theme(18))
    written = sum(text.layout(badge.words, theme.floor, bold=True).width + theme(6) for badge in badges if badge.words)
    for badge in badges:
        if badge.hearts is not None:
            full, empty = badge.hearts
            room = rect.width - (theme(10) if written else 0) - written
            step = min(size * 1.15, room / max(1, full + empty))
            for n in range(full + empty):
                image = art.heart_image(min(size, max(theme(8), round(step))), n < full)
                art.blit(surface, image, (x + step / 2, rect.centery))
                x += step
            x += theme(8)
        elif badge.icon:
            image = art.heart_image(size) if badge.icon == "heart" else art.icon_image(badge.icon, size, SOFT)
            art.blit(surface, image, (x + size / 2, rect.centery))
            x += size + theme(4)
            box = pygame.Rect(round(x), rect.y, rect.right - round(x), rect.height)
            x = text.draw(surface, badge.words, box, "small", PALE, bold=True, valign="center").right + theme(8)
    plain = [badge for badge in badges if badge.words and not badge.icon]
    for n, badge in enumerate(plain):
        room = rect.right - round(x)
        box = pygame.Rect(round(x), rect.y, room // (len(plain) - n), rect.height)
        last = n == len(plain) - 1 and len(badges) > 1 and not badge.stamp
        drawn = text.draw(surface, badge.words, box, "small", WARM if badge.stamp else SOFT, bold=badge.stamp,
                          align="right" if last else "left", valign="center", lines=1)  # fmt: skip
        x = drawn.right + theme(8)
