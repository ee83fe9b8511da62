"""Undo and redo at the table: others agree where it goes past their decisions; what one click did is one step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop.ui.dialogs import question
from tabletop.ui.scene import STAY, Transition

if TYPE_CHECKING:
    from tabletop.ui.table import TableScene


class TakeBack:
    """What is remembered of steps back at a table while they are under way."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self._clicks: list[tuple[int, int]] = []
        """Action counts between which one click played several actions."""
        self._begun_by: int | None = None
        """Who began the series of steps back that is under way."""
        self._agreed = False
        """Whether the others agreed to it."""

    def one_click(self, start: int) -> None:
        """Note that all actions from a count on were played by one click."""
        self._forget_beyond(start)
        self._clicks.append((start, len(self.table.match.entries)))

    def undo(self) -> Transition | None:
        """Take back the last decision; ask first where it goes back past somebody else's."""
        table, match = self.table, self.table.match
        plan = match.undo_plan(self._who())
        if plan.refusal is not None:
            return table.refuse(plan.refusal)
        if not match.can_redo:  # a new series of steps back
            self._begun_by, self._agreed = plan.seat, False
        others = {*plan.agreement, *([plan.seat] if plan.seat and plan.seat != self._begun_by else [])}
        if not others or self._agreed or self._start() is not None:
            return self._take_back()
        names = ", ".join(match.names[seat - 1] for seat in sorted(others))

        def agreed(result: object) -> Transition | None:
            self._agreed = bool(result)
            return self._take_back() if result else STAY

        words = table.say("undo_agree", names=names)
        return table.push(question(words, table.say("undo_yes"), table.say("undo_no")), agreed)

    def redo(self) -> Transition | None:
        """Do again what was taken back last."""
        table, match = self.table, self.table.match
        before, here = dict(table.view.objects), len(match.entries)
        end = next((end for start, end in self._clicks if start == here), 0)
        entries = match.redo()
        while match.can_redo and len(match.entries) < end:
            entries += match.redo()
        return table.after(entries, before) if entries else STAY

    def _who(self) -> int | None:
        """Tell who takes back: the one who looks, where there are secrets; else whoever decided last."""
        seat = self.table.seen_by
        return seat if seat is not None and self.table.match.has_secrets(seat) else None

    def _start(self) -> int | None:
        """Give where the actions began that were done by one click and end here."""
        here = len(self.table.match.entries)
        return next((start for start, end in self._clicks if end == here), None)

    def _forget_beyond(self, count: int) -> None:
        self._clicks = [click for click in self._clicks if click[1] <= count]

    def _take_back(self) -> Transition | None:
        table, match = self.table, self.table.match
        before = dict(table.view.objects)
        if not match.can_redo:  # nothing beyond can come back
            self._forget_beyond(len(match.entries))
        to = self._start()
        undone = False
        table.open.forget()
        while True:
            plan = match.undo_plan(self._who())
            if plan.refusal is not None:
                if not undone:
                    return table.refuse(plan.refusal)
                break
            if undone and (to is None or plan.to < to):
                break
            if match.over:
                table.sitting.uncount(match)
            match.undo(plan)
            undone = True
            if to is None or plan.to <= to:
                break
        table.result_shown = False
        table.after([], before)
        table.tell(table.say("undone"))
        return STAY
