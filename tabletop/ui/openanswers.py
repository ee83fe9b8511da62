"""Answers to a question that everybody is asked at once, written down in the order in which the rules ask.

Who passes waits until the rules ask; whoever uses a card lets those asked earlier pass. A computer player in between is
waited for, and a card it uses makes everybody think again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tabletop.engine.match import Entry, Match
from tabletop.engine.picker import Picker
from tabletop.engine.rules import Address, Refusal
from tabletop.ui.tableview import OpenPrompt

Ask = Callable[[Mapping[str, Any]], OpenPrompt | None]


class OpenAnswers:
    """What people have answered and the record does not hold yet. `ask` tells from a position what is asked."""

    def __init__(self, match: Match, ask: Ask) -> None:
        self.match = match
        self.ask = ask
        self.ready: set[int] = set()
        """The seats that pass when they are asked."""
        self.pending: tuple[int, Address] | None = None
        """A seat that does something when it is asked, and what."""

    @property
    def prompt(self) -> OpenPrompt | None:
        """Give what is asked now."""
        return None if self.match.over else self.ask(self.match.state.position("public"))

    def forget(self) -> None:
        """Let everybody think again."""
        self.ready.clear()
        self.pending = None

    def noted(self, entry: Entry) -> None:
        """Look at what a computer has answered: a card it used changes what everybody answers."""
        prompt = self.prompt
        if prompt is None or str(entry.action) != prompt.pass_on.partition(":")[2]:
            self.forget()

    def answer(self, seat: int, address: Address) -> Refusal | None:
        """Take a seat's answer; say why it cannot be given."""
        prompt = self.prompt
        if prompt is None or seat not in prompt.seats:
            return self.match.state.why(seat, address)
        if address == prompt.pass_on:
            self.ready.add(seat)
            return None
        refusal = self._try(seat, address, prompt)
        if refusal is None:
            self.pending = seat, address
        return refusal

    def nobody(self) -> None:
        """Let every person pass."""
        prompt = self.prompt
        if prompt is not None:
            self.ready |= {seat for seat in prompt.seats if self.match.is_human(seat)}

    def _try(self, seat: int, address: Address, prompt: OpenPrompt) -> Refusal | None:
        """Ask whether an answer will do once everybody before has passed."""
        state = self.match.state.clone()
        for _ in prompt.seats:
            asked = state.to_act()[0]
            picker = Picker(state, asked)
            refusal = picker.pick(address if asked == seat else prompt.pass_on)
            if asked == seat or refusal is not None:
                return refusal
            state.apply(asked, picker.done)
        return self.match.state.why(seat, address)

    def write(self) -> list[Entry]:
        """Play what may be played now, and give what was played."""
        entries: list[Entry] = []
        while (self.pending or self.ready) and (prompt := self.prompt) is not None:
            asked = self.match.to_act()[0]
            if not self.match.is_human(asked):
                break
            picker = Picker(self.match.state, asked)
            uses = self.pending is not None and self.pending[0] == asked
            if not uses and self.pending is None and asked not in self.ready:
                break
            picker.pick(self.pending[1] if uses and self.pending else prompt.pass_on)
            if picker.done is None:
                break
            entries += self.match.play(asked, picker.done)
            self.ready.discard(asked)
            if uses:
                self.forget()
        if self.prompt is None:
            self.forget()
        return entries
