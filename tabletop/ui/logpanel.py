"""The log beside the game: what happened in sentences, as far as whoever looks may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from tabletop.ui import widgets
from tabletop.ui.scene import STAY, Transition
from tabletop.ui.text import escape
from tabletop.ui.widgets import Button, ListBox, Row, Widget

if TYPE_CHECKING:
    from tabletop.ui.table import TableScene


class LogPanel:
    """A head with a button that copies, above a list whose lines can be looked back at."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.open = False
        """Whether it is asked for, where it has no room of its own."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.list = ListBox("log", gap=4, picked=lambda key: table.look_at_line(int(key)))
        self._head = pygame.Rect(0, 0, 0, 0)
        self._kept: tuple[object, list[tuple[int, str]]] = None, []

    def lines(self) -> list[tuple[int, str]]:
        """List what happened, each sentence with the number of its action."""
        table, match = self.table, self.table.match
        key = match.revision, len(match.entries), table.eyes, tuple(match.names)
        if self._kept[0] != key:
            out = []
            for line in match.log(table.eyes):
                said = " ".join(filter(None, (table.words.event(event) for event in line.events)))
                if said:
                    out.append((line.index, said))
            self._kept = key, out
        return self._kept[1]

    def rows(self) -> list[Row]:
        """Make the rows of the list, the last one bold."""
        lines = self.lines()
        last = lines[-1][0] if lines else -1
        return [Row(str(index), f"**{escape(said)}**" if index == last else escape(said)) for index, said in lines]

    def copy(self) -> Transition | None:
        """Put all lines into the clipboard."""
        if widgets.copy("\n".join(said for _, said in self.lines())):
            self.table.tell(self.table.say("log_copied"))
        else:
            self.table.rebuild()
        return STAY

    def lay(self) -> list[Widget]:
        """Lay out the button and the list."""
        context, rect = self.table.context, self.rect
        theme, text = context.theme, context.text
        high = max(text.line_height(theme.px("text")) + theme(14), theme(40))
        side = min(high - theme(2), theme(widgets.TARGET))
        hint = self.table.say("log_copy")
        copy = Button("log:copy", hint, icon="copy", action=self.copy, keys=("ctrl+c",), kind="quiet")
        copy.lay(context, pygame.Rect(rect.right - side - theme(6), rect.y + (high - side) // 2, side, side))
        self._head = pygame.Rect(rect.x + theme(16), rect.y, copy.rect.x - rect.x - theme(20), high)
        rows, box = self.rows(), self.list
        at_end = box.offset >= box.limit - theme(4) or len(rows) != len(box.rows)
        box.rows = rows
        below = pygame.Rect(rect.x + theme(6), rect.y + high, rect.width - theme(12), rect.height - high - theme(8))
        box.lay(context, below)
        look = self.table.look
        box.chosen = str(look - 1) if look is not None else None
        if look is not None and rows:
            box.show(min(range(len(rows)), key=lambda n: abs(int(rows[n].key) - look + 1)))
        elif at_end:
            box.scroll_to(box.limit)
        return [copy, box]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the head."""
        text = self.table.context.text
        with text.container("log head", self._head):
            text.draw(surface, self.table.say("log"), self._head, "text", bold=True, valign="center")
