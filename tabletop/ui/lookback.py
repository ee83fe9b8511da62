"""Looking back: a match as it stood after any of its actions, step by step or by itself, and what can be made of it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tabletop.ui import why, widgets
from tabletop.ui.scene import STAY, Pop, Transition
from tabletop.ui.sitting import Sitting, new_save
from tabletop.ui.widgets import Button

if TYPE_CHECKING:
    from tabletop.ui.table import TableScene

AUTOPLAY_SECONDS = 1.1


class LookBack:
    """Where somebody looks back to: after `at` actions, or None for the game as it stands."""

    def __init__(self, table: TableScene, at: int | None = None) -> None:
        self.table = table
        self.at = at
        self.only = at is not None
        """Whether the match is only looked at: closing leaves the table."""
        self.playing = False
        self._next = 0.0

    # -- going there --------------------------------------------------------------------------------------------------

    def go(self, count: int | None, animate: bool = False) -> Transition | None:
        """Show the position after so many actions; None for the game as it stands."""
        table = self.table
        total = len(table.match.entries)
        table.message = None
        before, was = dict(table.view.objects), self.at
        self.at = None if count is None else max(0, min(total, count))
        self.playing = self.playing and self.at is not None and self.at < total
        if animate and self.at is not None and was is not None and self.at == was + 1:
            events = [event for event in table.match.entries[was].events if event.known_to(table.eyes)]
            table.animate(events, before)
            table.rebuild()
        else:
            table.changed = frozenset()
            table.show_state()
            table.prepare()
        return STAY

    def close(self) -> Transition | None:
        """Go back to the game."""
        return Pop() if self.only else self.go(None)

    def play(self) -> Transition | None:
        """Go on by itself, or stand still."""
        self.playing = not self.playing
        if self.playing and (self.at is None or self.at >= len(self.table.match.entries)):
            self.go(0)
            self.playing = True
        self._next = self.table.clock() + AUTOPLAY_SECONDS / 2
        self.table.rebuild()
        return STAY

    def tick(self) -> Transition | None:
        """Take the next step when it is due."""
        if self.at is None or not self.playing or self.table.clock() < self._next:
            return None
        self._next = self.table.clock() + AUTOPLAY_SECONDS
        return self.go(self.at + 1, animate=True)

    # -- what can be made of it ---------------------------------------------------------------------------------------

    def branch(self) -> Transition | None:
        """Play on from here, in a match of its own."""
        old = self.table.match
        count = self.at if self.at is not None else len(old.entries)
        match = old.branch(count, rng=random.Random(), autosave=new_save(old))
        return self.table.hand_on(match, Sitting(list(match.names)))

    def make_lesson(self) -> Transition | None:
        """Make a lesson of the match."""
        from tabletop.ui.opening import make_lesson

        eyes = self.table.eyes
        return self.table.push(make_lesson(self.table.match, eyes if isinstance(eyes, int) else None))

    # -- what is shown ------------------------------------------------------------------------------------------------

    def told(self) -> list[tuple[str, str]]:
        """Give the sentences of the line that is looked back at, each with its section."""
        if not self.at:
            return []
        table = self.table
        entry = table.match.entries[self.at - 1]
        return why.told(table.words, [event for event in entry.events if event.known_to(table.eyes)])

    def buttons(self) -> list[Button]:
        """Make the buttons under the prompt."""
        table = self.table
        say, total, look = table.say, len(table.match.entries), self.at or 0

        def to(count: int) -> widgets.Action:
            return lambda: self.go(count, animate=True)

        close = "leave" if self.only else "look_over" if table.match.over else "look_close"
        buttons = [
            Button("look:first", say("look_first"), icon="first", action=to(0), keys=("home",), enabled=look > 0),
            Button("look:previous", say("look_previous"), icon="left", action=to(look - 1), keys=("left",),
                   enabled=look > 0, rapid=True),
            Button("look:play", say("look_pause" if self.playing else "look_play"),
                   icon="pause" if self.playing else "play", action=self.play, keys=("space",), kind="loud"),
            Button("look:next", say("look_next"), icon="right", action=to(look + 1), keys=("right",),
                   enabled=look < total, rapid=True),
            Button("look:last", say("look_last"), icon="last", action=to(total), keys=("end",), enabled=look < total),
            Button("look:branch", words=say("look_branch"), action=self.branch, keys=("p",)),
            Button("look:lesson", table.words.say("lesson", "make"), icon="book", action=self.make_lesson, keys=("m",),
                   enabled=total > 0),
            Button("look:close", words=say(close), action=self.close, keys=("escape",)),
        ]  # fmt: skip
        if not table.context.keeps:
            buttons = [button for button in buttons if button.address != "look:lesson"]
        return buttons
