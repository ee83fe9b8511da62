"""The table: the frame in which every game is played, looked back at, and ended.

A table drives a Match. It gives clicks to a Picker for the seat that plays, tells the game's view what to show, and
says in words what is asked, what happened and why something cannot be done. It knows no game's rules.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import pygame

from tabletop.engine.match import Entry, Match
from tabletop.engine.picker import Picker
from tabletop.engine.rules import (
    CHANCE,
    Address,
    Amount,
    Event,
    Identity,
    Order,
    Pick,
    Refusal,
    Refused,
    State,
    Step,
    View,
)
from tabletop.ui import advice, prompt, why, widgets
from tabletop.ui.advice import Advice
from tabletop.ui.animation import Step as Movement
from tabletop.ui.logpanel import LogPanel
from tabletop.ui.lookback import LookBack
from tabletop.ui.openanswers import OpenAnswers
from tabletop.ui.opening import first_look
from tabletop.ui.prompt import Message
from tabletop.ui.scene import STAY, Context, Pop, Push, Replace, Scene, Transition
from tabletop.ui.seatpanel import draw_seat
from tabletop.ui.sitting import Sitting, new_save, rotated
from tabletop.ui.tableform import TableForm, Thing
from tabletop.ui.tableview import Marks, TableView, view_for
from tabletop.ui.takeback import TakeBack
from tabletop.ui.text import escape
from tabletop.ui.theme import PALE, SOFT
from tabletop.ui.viewport import OUTSIDE, Focus, Key, Move, Press, Release
from tabletop.ui.viewport import Event as Input
from tabletop.ui.widgets import Button, Widget, flow
from tabletop.words import Words, sentence

if TYPE_CHECKING:
    from tabletop.agents.worker import Answer

MOMENT_SECONDS = 4.0  # for acting out of turn, where that is wished
DRAG = 14  # board units the pointer moves before it drags
LEAST_ASIDE = 32  # pixels that a button of a seat's panel is high, wherever there is room
WALKING = ("tab", "left", "right", "up", "down")
HINT = "h"
PULSE_SECONDS = 0.4
RECENT_SECONDS = 5.0  # so long after its hint the book's button is about a thing
UNDO, REDO = ("ctrl+z",), ("ctrl+y", "ctrl+shift+z")


class Computers(Protocol):
    """Whoever thinks for the computer seats of a match."""

    thinking: int | None = None
    """The seat that must act and thinks."""
    hinting: bool = False
    """Whether a hint is on its way."""

    def tick(self, match: Match, speed: float = 1.0) -> list[Entry]:
        """Ask for what is due and play answers that have come; give what was played."""
        ...

    def listen(self, match: Match) -> None:
        """Think on while nothing may be played."""

    def hurry(self) -> None:
        """Have whoever thinks play now."""

    def ask_hint(self, match: Match, seat: int) -> None:
        """Ask what a strong player would do."""

    def take_hint(self) -> Answer | None:
        """Give the hint once it has come."""

    def stop(self) -> None:
        """Think no more."""
        ...


class TableScene(Scene):
    """One match at one table. `look` begins looking back at an action count; `view` fixes whose eyes it shows."""

    reserved = frozenset({HINT})
    """Keys that no answer gets."""
    with_log = True

    def __init__(
        self,
        match: Match,
        sitting: Sitting | None = None,
        *,
        look: int | None = None,
        view: View = None,
        computers: Computers | None = None,
        clock: Callable[[], float] = time.monotonic,
        begins: bool = False,
        greeting: str = "",
    ) -> None:
        self.match = match
        self.sitting = sitting or Sitting(list(match.names))
        self.lookback = LookBack(self, look)
        self.takeback = TakeBack(self)
        self.log = LogPanel(self)
        self.fixed = view
        self.computers = computers
        self.clock = clock
        self.message: Message | None = None
        self._links: list[tuple[pygame.Rect, str]] = []
        """Where the prompt leads to a section of the rulebook."""
        self.greeting = greeting
        """What whoever sits down is told first."""
        self.begins = begins
        """Whether the table says who begins: somebody else than sat first before."""
        self.active: int | None = None
        """The seat whose picker the prompt belongs to."""
        self.pickers: dict[int, Picker] = {}
        self.changed: frozenset[Identity] = frozenset()
        self.seen_by: int | None = None
        """The person who sits before the screen, as far as it matters."""
        self._shared = False
        """Whether several people have sat here since `seen_by` became the only one."""
        self.holding = False
        """A person has just been shown something secret and has not said yet that it was read."""
        self.curtain_for: int | None = None
        self.guest: int | None = None
        """Who came before the screen to act out of turn, behind the curtain."""
        self.order: list[Address] | None = None
        self.ordered = 0
        self.amounts: dict[str, int] = {}
        """The numbers shown where some are to be chosen, by the name of the step."""
        self._acted: int | None = None
        self._pause_ends = 0.0
        self.paused = ""
        """What has been shown to all and is left in sight until somebody says to go on."""
        self.waiting: Any = None
        """A move that is chosen and waits for its confirmation."""
        self.result_shown = match.over or look is not None
        self.advice: Advice | None = None
        self.advising = False
        self.pulse = 0
        self._ground_kept: pygame.Surface | None = None
        self._drag: tuple[Thing, tuple[float, float], bool] | None = None
        self._settling = False
        self._clock_shown = ""
        self._asked: tuple[Address, Address] = "", ""
        """What the book is to be opened at: a thing whose hint was in sight, and what was pointed at."""
        self._pointer = OUTSIDE
        self._hinted_at: tuple[Address, float] = "", 0.0
        """Whose hint was shown last, and when."""
        self._expect: Callable[[object], Transition | None] | None = None
        self._tick_paused = True

    # -- life ---------------------------------------------------------------------------------------------------------

    def enter(self, context: Context) -> None:
        """Make the view and sit down."""
        super().enter(context)
        context.art.seat(self.match.looks)
        if not context.keeps:
            self.match.autosave = None
        self.form = TableForm(context, clock=self.clock)
        self._words()
        self.view: TableView = view_for(context, self.match.definition, self.match.options, self.words)
        self.form.roam, self.form.under = self.view.roam, self.view.at
        self.open = OpenAnswers(self.match, self.view.open_prompt)
        if self.match.trouble:
            self.message = Message(self.match.trouble, warm=True)
        elif self.greeting:
            self.message = Message(self.greeting)
        elif self.begins:
            self.message = Message(self.say("begins", seat=1))
        self._sit_down()
        self.show_state()
        self.prepare()

    def _words(self) -> None:
        names = self.match.names
        known = getattr(self, "words", None) or Words(self.match.definition, also=("table", "ui"))
        self.words = known.named(names)
        self.marked = known.named([escape(name) for name in names])

    def leave(self) -> None:
        """Let computers stop and the save go."""
        self.context.art.seat(())
        self.view.leave()
        if self.computers is not None:
            self.computers.stop()
        if self.match.autosave is not None:
            self.match.autosave.close()

    def say(self, key: str, /, **params: Any) -> str:
        """Return the words of the table under a key."""
        return self.words.say("table", key, params)

    # -- whose eyes ---------------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[int]:
        """List the seats that people play."""
        return [seat for seat in self.match.seats if self.match.is_human(seat)]

    def _sit_down(self) -> None:
        """Find out who is to look at the screen, and whether a curtain has to fall before."""
        people, before = self.people, self.seen_by
        self.curtain_for = None
        if self.fixed is not None:
            return
        if len(people) < 2:
            alone = people[0] if people else None
            if alone is not None and self._shared and alone != before and self._guards(alone):
                self.curtain_for = alone  # whoever gave a seat away is still there
            else:
                self.seen_by, self._shared = alone, False
            return
        self._shared = True
        due = self.match.next_human
        if due is not None and self.open.prompt is not None:  # everybody looks, and nobody's secrets are shown
            self.seen_by = None
            return
        if due is None or due == before or self.match.over:
            return
        guarded = [seat for seat in (due, before) if seat is not None and self.match.has_secrets(seat)]
        if guarded or len(self.match.to_act()) > 1:  # several choose at once: in secret
            self.curtain_for = due
        else:
            self.seen_by = due

    def _guards(self, seat: int) -> bool:
        return not self.match.over and self.match.has_secrets(seat)

    @property
    def eyes(self) -> View:
        """Tell as whom the table is shown."""
        if self.fixed is not None:
            return self.fixed
        if self.curtain_for is not None and not self.holding:
            return "public"
        return self.seen_by if self.seen_by is not None else "public"

    @property
    def state(self) -> State:
        """Give the state that is shown."""
        return self.match.state if self.look is None else self.match.state_at(self.look)

    @property
    def look(self) -> int | None:
        """Tell after how many actions the match is shown that is looked back at; None for the game as it stands."""
        return self.lookback.at

    # -- showing ------------------------------------------------------------------------------------------------------

    def _facts(self) -> tuple[dict[str, Any], dict[Identity, Address]]:
        state = self.state
        self.view.eyes = self.eyes
        self.view.levels = {seat: self.match.levels[seat - 1] for seat in self.match.seats}
        position, objects = state.position(self.eyes), state.objects(self.eyes)
        if self.order is not None:  # a preview of the row as it is being put in order
            position, objects = self.view.reordered(position, objects, self.order)
        return position, objects

    def show_state(self) -> None:
        """Show the position at rest."""
        self.view.show(*self._facts())
        if self.view.rect.width:
            self.view.layout(self.view.rect)
            self.context.stage.place(self.view.placements())
        self._settling = False
        self.dirty = True

    def animate(self, events: Sequence[Event], before: dict[Identity, Address]) -> None:
        """Lead over from what is shown to the position, in the order of the events."""
        position, objects = self._facts()
        lives = {event.data.get("chip") for event in events}
        self.changed = frozenset(
            identity
            for identity, address in objects.items()
            if identity in lives
            or (before.get(identity, address) != address and not identity.startswith("chip"))
            or (identity.startswith("chip") and identity not in before)
        ) - {"sorcerer"}
        for step in self.view.steps(events, position, objects):
            self.context.stage.add(step)
        self.context.stage.add(Movement({}, 0.0))
        self._settling = True
        if not self.context.stage.busy:
            self._settle()

    def _settle(self) -> None:
        self.show_state()
        if self._acted is not None and not self.paused and self.curtain_for is None and not self.match.over:
            self.paused = self.view.moment([seat for seat in self.people if seat != self._acted])
            self._pause_ends = self.clock() + MOMENT_SECONDS if self.paused else 0.0
        self._acted = None
        self.prepare()

    def _kept_choice(self) -> tuple[int, list[Step], dict[str, int]] | None:
        """Give what a person has half chosen, to be taken up when others have chosen meanwhile."""
        picker = self.picker
        return None if picker is None else (picker.seat, list(picker.steps), dict(self.amounts))

    def _keep_on(self, kept: tuple[int, list[Step], dict[str, int]]) -> None:
        picker = self.picker
        if picker is None or picker.seat != kept[0]:
            return
        for step in kept[1]:
            if picker.take(step) is not None:
                picker.clear()
                return
        self.amounts = dict(kept[2])
        self.rebuild()

    # -- what may be done ---------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Make pickers for everyone who may act, and the widgets."""
        match = self.match
        self.pickers = {}
        self.order, self.ordered = None, 0
        self.waiting = None
        self.amounts = {}
        playable = self.look is None and not match.over
        asked = self.open.prompt is not None
        if playable and not self.holding and self.curtain_for is None and not asked:
            for seat in self.people:
                if self.fixed not in (None, seat) and match.has_secrets(seat):
                    continue  # somebody else's eyes: what may be clicked would tell
                picker = self._picker_of(seat)
                if picker is not None and picker.options():
                    self.pickers[seat] = picker
        due = match.next_human if playable else None
        self.active = due if due in self.pickers else None
        if self.guest is not None:
            self.active = self.guest
        elif due is None and self.seen_by in self.pickers and self.view.visit(self.seen_by or 0):
            self.active = self.seen_by  # alone against computers, who are thinking
        self._begin_order()
        self._preset()
        self.rebuild()

    def _picker_of(self, seat: int) -> Picker | None:
        """Make the picker of somebody who may act."""
        return Picker(self.match.state, seat)

    @property
    def picker(self) -> Picker | None:
        """Give the picker that clicks go to."""
        return self.pickers.get(self.active) if self.active is not None else None

    def _clickable(self) -> list[Address]:
        """List the game's things and answers that may be clicked now."""
        if self.order is not None:
            kind = self.order[0].partition(":")[0]
            return [f"{kind}:{place}" for place in range(1, len(self.order) + 1)] + self._order_buttons()
        if self.picker is None or self._settling:
            return []
        if self.waiting is not None:
            return self._instead()
        if self.paused and self.active in self.match.to_act():
            return []
        return [*self.picker.addresses(), *self.view.more()]

    def _asides(self) -> list[tuple[int, Address]]:
        """List what people may do out of turn: the buttons of their own panels."""
        if self._settling or self.waiting is not None:
            return []
        return [
            (seat, address)
            for seat, picker in self.pickers.items()
            if seat != self.match.next_human and seat not in self.match.to_act() and not picker.steps
            for address in picker.addresses()
            if address.startswith("button:")
        ]

    # -- doing it -----------------------------------------------------------------------------------------------------

    def click(self, address: Address) -> Transition | None:
        """Take a click on a thing or an answer."""
        self.message = None
        change = self.view.coin(address)
        if change is not None:
            return self._coin(*change)
        if self._may_answer and isinstance(self.eyes, int) and address.startswith("card:"):
            return self._open_answer(self.eyes, address)
        if self.order is not None:
            return self._click_in_order(address)
        answer = self.view.click(address)
        if answer is not None:
            return answer
        picker = self.picker
        if picker is not None and self.waiting is not None and address in self._instead():
            if picker.steps[-1] == Pick(address):
                return self._confirm()
            self.waiting = None
            picker.back()
        if picker is None or self.waiting is not None:
            return self._explain(address)
        refusal = picker.pick(address)
        inside = self._only_inside(address) if refusal is not None else None
        if inside is not None:
            refusal = picker.pick(inside)
        if refusal is not None:
            return self._refuse(refusal)
        return self._go_on()

    def _instead(self) -> list[Address]:
        """List what may be clicked while the view asks about a choice: the same again, or another."""
        picker = self.picker
        last = picker.steps[-1] if picker is not None and picker.steps else None
        if picker is None or not isinstance(last, Pick) or not self.view.weigh(picker.steps):
            return []
        picker.back()
        found = picker.addresses()
        picker.pick(last.address)
        return found

    def _only_inside(self, address: Address) -> Address | None:
        """Give the one thing that a click on what holds it can mean."""
        return self.view.only_inside(address, self._clickable())

    def _go_on(self) -> Transition | None:
        """Do what is complete, or ask for the next step."""
        picker = self.picker
        if picker is None:
            return STAY
        if picker.done is not None:
            if self.context.settings.confirm or self.view.weigh(picker.steps):
                self.waiting = picker.done
                self.rebuild()
                return STAY
            return self._play(picker.seat, picker.done)
        self._begin_order()
        self._preset()
        self.context.sounds.play("click")
        self.rebuild()
        return STAY

    def _begin_order(self) -> None:
        """Lay things out to be put in order, where that is the next step."""
        picker = self.picker
        step = next((step for step in picker.options() if isinstance(step, Order)), None) if picker else None
        if step is not None:
            self.order, self.ordered = list(step.addresses), 0
            self.view.show(*self._facts())

    def _order_buttons(self) -> list[Address]:
        """List the buttons that take an order; without any, a button of the table's own."""
        picker, order = self.picker, self.order
        found: list[Address] = []
        if picker is not None and order is not None and picker.order(order) is None:
            found = [address for address in picker.addresses() if address.startswith("button:")]
            picker.back()
        return found or ["button:order"]

    def _click_in_order(self, address: Address) -> Transition | None:
        picker, order = self.picker, self.order
        assert picker is not None and order is not None
        if address in self._order_buttons():
            self.order = None
            refusal = picker.order(order)
            if refusal is None and picker.done is None:
                refusal = picker.pick(address)
            if refusal is not None:
                self.prepare()
                self.show_state()
                return self._refuse(refusal)
            return self._go_on()
        if address.partition(":")[0] != order[0].partition(":")[0]:
            return self._refuse(self.match.state.why(picker.seat, address))
        place = int(address.partition(":")[2]) - 1
        if place >= self.ordered:
            order.insert(self.ordered, order.pop(place))
            self.ordered = (self.ordered + 1) % len(order)
        self._reordered()
        return STAY

    def _reordered(self) -> None:
        before = dict(self.view.objects)
        self.view.show(*self._facts())
        self.context.stage.add(Movement(dict(self.view.placements()), 0.25))
        self.changed = frozenset(i for i, a in self.view.objects.items() if before.get(i) != a)
        self.context.sounds.play("slide")
        self.rebuild()

    def _play(self, seat: int, action: Any) -> Transition | None:
        before = dict(self.view.objects)
        try:
            entries = self.match.play(seat, action)
        except Refused as refused:
            self.prepare()
            return self._refuse(refused.refusal)
        return self.after(entries, before)

    def after(self, entries: Sequence[Entry], before: dict[Identity, Address]) -> Transition | None:
        """Show what was played."""
        self.message = Message(self.match.trouble, warm=True) if self.match.trouble else None
        self.advice = self.advice.after(self.match, entries) if self.advice is not None else None
        for entry in entries:
            if entry.by == "computer":
                self.open.noted(entry)
        if self.active in self.match.to_act() and all(entry.by == "computer" for entry in entries) and entries:
            kept = self._kept_choice()  # others have chosen in secret meanwhile: nothing is interrupted
            self.show_state()
            self.prepare()
            if kept is not None:
                self._keep_on(kept)
            if self.advising:  # what was asked before is late now
                self._ask_hint()
            return STAY
        self.advising = False
        shown_to, self.holding, self.guest = self.eyes, False, None
        self._sit_down()
        public = [event for entry in entries for event in entry.events if event.known_to("public")]
        self._pause_after(public)
        self._pause_ends = 0.0
        self._acted = next((entry.seat for entry in reversed(entries) if entry.seat != CHANCE), None)
        if self.curtain_for is not None and shown_to in self.people:
            self.holding = any(
                event.seats is not None and shown_to in event.seats and event.kind == "reveal"
                for entry in entries
                for event in entry.events
            )
        events = [event for entry in entries for event in entry.events if event.known_to(self.eyes)]
        self.pickers, self.active = {}, None
        self.animate(events, before)
        self.rebuild()
        return STAY

    def _pause_after(self, events: Sequence[Event]) -> None:
        """Leave in sight, for everybody, what several people have waited to see together."""
        self.paused = ""
        if len(self.people) < 2 or self.fixed is not None or self.match.over or self.open.prompt is not None:
            return
        shown = self.view.pause(events)
        if not shown:
            return
        due = self.match.next_human
        if due is None:
            self.seen_by = None
        elif self.match.has_secrets(due) or len(self.match.to_act()) > 1:
            self.curtain_for = due
        if self.curtain_for is not None:
            self.paused = shown

    def _place_row(self) -> Transition | None:
        """Do the view's shortcut to its end, all through the match."""
        before, start = dict(self.view.objects), len(self.match.entries)
        entries: list[Entry] = []
        while True:
            seat = next(iter(self.match.to_act()), CHANCE)
            if seat == CHANCE:
                break
            picker = Picker(self.match.state, seat)
            self.view.show(self.match.state.position("public"), self.match.state.objects("public"))
            offer = self.view.shortcut(picker.addresses())
            if offer is None or picker.pick(offer[1]) is not None or picker.done is None:
                break
            entries += self.match.play(seat, picker.done)
        if not entries:
            return STAY
        answer = self.after(entries, before)
        self.takeback.one_click(start)
        return answer

    # -- questions to everybody at once ---------------------------------------------------------------------------

    @property
    def _may_answer(self) -> bool:
        """Tell whether people may answer an open prompt now."""
        return self.look is None and self.fixed is None and not self._settling and self.open.prompt is not None

    def _open_answer(self, seat: int, address: Address) -> Transition | None:
        self.message = None
        refusal = self.open.answer(seat, address)
        return self._refuse(refusal) if refusal is not None else self._write_open()

    def _nobody(self) -> Transition | None:
        self.open.nobody()
        return self._write_open()

    def _write_open(self) -> Transition | None:
        before = dict(self.view.objects)
        entries = self.open.write()
        self.view.ready = frozenset(self.open.ready)
        if entries:
            return self.after(entries, before)
        self.rebuild()
        return STAY

    def _open_buttons(self) -> list[Widget]:
        """Make everybody's answers: the same ones for each who holds a card, whatever card."""
        prompt = self.open.prompt
        self.view.ready = frozenset(self.open.ready)
        if prompt is None or not self._may_answer or self._game_covered:
            return []
        out: list[Widget] = []
        answers = [*prompt.answers, prompt.pass_on]
        for seat in prompt.seats:
            if not self.match.is_human(seat) or seat in self.open.ready or self.open.pending:
                continue
            for address, rect in zip(answers, self.view.answer_rects(seat, len(answers)), strict=False):
                words = self._label(address)
                button = Button(f"aside:{seat}.{address.partition(':')[2]}",
                                self.say("aside", name=self.match.names[seat - 1], words=words), words=words,
                                role="small", action=lambda s=seat, a=address: self._open_answer(s, a))  # fmt: skip
                button.lay(self.context, rect)
                out.append(button)
        return out

    def _go_on_from_pause(self) -> Transition | None:
        self.paused, self._pause_ends = "", 0.0
        self.show_state()
        self.prepare()
        return STAY

    def _coin(self, name: str, way: int) -> Transition | None:
        """Put a coin into the fist, or take one out."""
        step = next((step for step in self._amount_chain()[0] if step.name == name), None)
        if step is None:
            return STAY
        self.amounts[name] = max(step.low, min(step.high, self.amounts.get(name, step.default) + way))
        self.context.sounds.play("coin")
        self.rebuild()
        return STAY

    def _refuse(self, refusal: Refusal) -> Transition | None:
        words = sentence(self.words.refusal(refusal))
        self.message = Message(words, why.of_refusal(self.words, refusal), warm=True)
        self.context.sounds.play("refuse")
        self.rebuild()
        return STAY

    def _explain(self, address: Address) -> Transition | None:
        """Say why nothing can be done with a thing."""
        match = self.match
        if self.look is not None or self.holding or self._settling or self.waiting is not None:
            return STAY
        if match.over:
            return self._refuse(Refusal("game_over", ""))
        if self._hurry():
            return STAY
        seat = self.seen_by or next(iter(self.people), None)
        return STAY if seat is None else self._refuse(match.state.why(seat, address))

    def _back(self) -> Transition | None:
        """Take a step back: out of an order, a choice, a message, looking back; then offer the menu."""
        if self.waiting is not None:
            self.prepare()
        elif self.order is not None:
            self.order = None
            self.prepare()
            self.show_state()
        elif self.picker is not None and self.picker.back():
            if not self.picker.steps and self.active != self.match.next_human:
                due = self.match.next_human
                self.active = due if due in self.pickers else None
            self.message = None
            self.rebuild()
        elif self.guest is not None:
            return self._visit(0)
        elif self.message is not None:
            self.message = None
            self.rebuild()
        elif self.look is not None:
            return self.lookback.close()
        else:
            return None
        self.context.sounds.play("click")
        return STAY

    def _aside(self, seat: int, address: Address) -> Transition | None:
        """Begin what a person may do out of turn."""
        self.active = seat
        if self.picker is not None:
            self.picker.clear()
        return self.click(address)

    def _visit(self, seat: int) -> Transition | None:
        """Ask for a seat behind the curtain, so that it may act out of turn; or let it go again."""
        self.paused, self._pause_ends = "", 0.0
        if self.guest is None and self.seen_by != seat:
            return self._draw_curtain(seat)
        self.guest = None
        self._sit_down()
        self.show_state()
        self.prepare()
        return STAY

    # What a view does for the table while points are chosen.

    def chosen(self) -> Transition | None:
        """Go on after the picker took a step."""
        return self._go_on()

    def refuse(self, refusal: Refusal) -> Transition | None:
        """Say why something cannot be done."""
        return self._refuse(refusal)

    # -- dragging -----------------------------------------------------------------------------------------------------

    def dragged(self, thing: Thing, pos: tuple[float, float]) -> Transition | None:
        """Follow the pointer with a thing that may be taken."""
        if self._drag is None:
            self._drag = thing, self.form._press_at, False
        thing, start, far = self._drag
        theme = self.context.theme
        if not far and max(abs(pos[0] - start[0]), abs(pos[1] - start[1])) > theme(DRAG) and self._may_drag(thing):
            self.form._hint_from(None)
            self._drag = thing, pos, True
        elif far:
            self._drag = thing, pos, True
        return STAY

    def _may_drag(self, thing: Thing) -> bool:
        if not thing.can:
            return False
        if self.order is not None:
            return not thing.address.startswith("button:")
        picker = self.picker
        if picker is None:
            return False
        # Only what leads on to a second thing: picking it must not finish an action.
        if picker.pick(thing.address) is not None:
            return False
        on = picker.done is None and any(isinstance(step, Pick) for step in picker.options())
        picker.back()
        return on

    def _drop(self, event: Release) -> Transition | None:
        assert self._drag is not None
        (thing, _, _), self._drag = self._drag, None
        self.form._pressed = None
        self.dirty = True
        target = None if event.cancelled else self._under(event.pos)
        if target == thing.address:
            return STAY
        if target is None:  # nothing goes back to its place without a word
            self.message = Message(self.say("dropped"), warm=True)
            return STAY
        if self.order is not None:
            if target.partition(":")[0] == thing.address.partition(":")[0]:
                source, goal = (int(address.partition(":")[2]) - 1 for address in (thing.address, target))
                self.order.insert(goal, self.order.pop(source))
                self._reordered()
            return STAY
        picker = self.picker
        if picker is None or picker.pick(thing.address) is not None:
            return STAY
        refusal = picker.pick(target)
        holder = self.view.holder(target) if refusal is not None else None
        if holder is not None:
            refusal = picker.pick(holder)
        if refusal is not None:
            picker.back()
            return self._refuse(refusal)
        return self._go_on()

    def _under(self, pos: tuple[float, float]) -> Address | None:
        found = self.form._at(pos)
        return found.address if isinstance(found, Thing) else None

    # -- undo, looking back -------------------------------------------------------------------------------------------

    def _undo(self) -> Transition | None:
        """Take back half a choice, or else the last decision."""
        if self.picker is not None and (self.picker.steps or self.waiting is not None):
            return self._back()
        return self.takeback.undo()

    def look_at_line(self, index: int) -> Transition | None:
        """Look back at a line of the log."""
        self.lookback.playing = False
        return self.lookback.go(index + 1)

    def hand_on(self, match: Match, sitting: Sitting, begins: bool = False) -> Transition | None:
        """Go over to another match; whoever thinks comes along."""
        computers, self.computers = self.computers, None
        return Replace(TableScene(match, sitting, computers=computers, clock=self.clock, begins=begins))

    # -- other scenes -------------------------------------------------------------------------------------------------

    def push(self, scene: Scene, then: Callable[[object], Transition | None] | None = None) -> Transition:
        """Put a scene over the table; `then` takes what it gives back."""
        self._expect = then
        self._tick_paused = True
        return Push(scene)

    def resumed(self, result: object) -> Transition | None:
        """Take up what the scene above was for."""
        then, self._expect = self._expect, None
        self.match.tick(paused=True)
        answer = then(result) if then is not None else None
        self.dirty = True
        return answer

    def rules(self, section: str = "") -> Transition | None:
        """Open the rulebook."""
        from tabletop.ui.rulebook import RulebookScene

        return self.push(RulebookScene(self.match.definition, section))

    def _ask_rules(self) -> Transition | None:
        """Open the rulebook at what was asked about: a thing whose hint is in sight, a refusal, a thing, a line."""
        (hinted, near), self._asked = self._asked, ("", "")
        (recent, shown), self._hinted_at = self._hinted_at, ("", 0.0)  # the way to the button takes a mouse off it
        line = self.lookback.told()
        found = (
            why.of_thing(self.words, self.view, hinted),
            self.message.section if self.message is not None else "",
            why.of_thing(self.words, self.view, near),
            why.of_thing(self.words, self.view, recent) if self.clock() - shown < RECENT_SECONDS else "",
            line[-1][1] if line else "",
        )
        return self.rules(next(filter(None, found), ""))

    def _note_asked(self, event: Input) -> None:
        """Remember what a click on the book's button, or its key, would be about; the click itself hides the hint."""
        if isinstance(event, Move):
            self._pointer = OUTSIDE if event.touch else event.pos
        elif isinstance(event, (Key, Press)):
            form, near = self.form, ""
            if isinstance(event, Key) and event.name == "f1":
                near = _address(form.focused if form.keyboard else None) or self._under(self._pointer) or ""
            self._asked = _address(form._hint if form._hint_shown else None), near

    def _settings(self) -> Transition | None:
        from tabletop.ui.settings_scene import SettingsScene

        return self.push(SettingsScene())

    def _menu(self) -> Transition | None:
        from tabletop.ui.gamemenu import GameMenu

        return self.push(GameMenu(self.match, self.words), self._from_menu)

    def _from_menu(self, result: object) -> Transition | None:
        if result == "leave":
            return Pop()
        self._words()
        self.view.words = self.words
        self.advice, self.advising = None, False
        self._sit_down()
        if result == "look":
            return self.lookback.go(first_look(self.match))
        self.show_state()
        self.prepare()
        return STAY

    def _draw_curtain(self, guest: int | None = None) -> Transition | None:
        from tabletop.ui.curtain import CurtainScene

        seat = guest or self.curtain_for
        assert seat is not None

        def open_for(result: object) -> Transition | None:
            self.seen_by, self.curtain_for, self.guest = seat, None, guest
            self.show_state()
            self.prepare()
            return STAY

        return self.push(CurtainScene(self.match.names[seat - 1], seat, rules=self.match.definition.rules), open_for)

    def _result(self) -> Transition | None:
        from tabletop.ui.result import ResultScene

        self.result_shown = True
        self.sitting.count(self.match)
        return self.push(ResultScene(self.match, self.words, self.sitting), self._from_result)

    def _from_result(self, result: object) -> Transition | None:
        if result == "again":
            return self._again()
        if result == "look":
            return self.lookback.go(first_look(self.match))
        if result == "leave":
            return Pop()
        self.rebuild()
        return STAY

    def _again(self) -> Transition | None:
        self.sitting.count(self.match)
        match = rotated(self.match, new_save(self.match))
        self.sitting.move_on()
        return self.hand_on(match, self.sitting, begins=True)

    # -- layout -------------------------------------------------------------------------------------------------------

    def layout(self, context: Context) -> None:
        """Divide the window: title above, prompt below, seats and log at the right, the game in what is left."""
        theme, text = context.theme, context.text
        window = context.viewport.rect
        gap = theme(14)
        title = max(theme(52), text.line_height(theme.px("title")) + theme(14))
        self.title_rect = pygame.Rect(0, 0, window.width, title)
        prompt_line, help_line = text.line_height(theme.px("prompt")), text.line_height(theme.px("text"))
        self.answer_high = max(theme(widgets.TARGET), help_line + theme(18))
        high = self.prompt_high(prompt_line, help_line)
        self.prompt_rect = pygame.Rect(gap, window.height - high - gap, window.width - 2 * gap, high)
        top, bottom = title + gap, self.prompt_rect.y - gap
        side = max(theme(258), min(theme.grown(258), window.width // 4), window.width // 5)
        if self.view.wide and not (self.with_log and self.view.roomy(window.width - 3 * gap - side)):
            side = 0
        names = max(text.measure(name, 14 / theme.unit / theme.text_scale, bold=True)[0] for name in self.match.names)
        words = [word for name in self.match.names for word in name.split()]
        longest = max((text.layout(word, theme.floor, bold=True).width for word in words), default=0)
        wanted = max(side, round(names * 0.56) + theme(72), longest + theme(76))
        if not self.view.wide:
            side = min(wanted, round(window.width * 0.36))
        self.side_rect = pygame.Rect(window.width - gap - side, top, side, bottom - top)
        wide = window.width - 2 * gap - (side + gap if side else 0)
        self._lay_side()
        self.view.attend(self)
        self.view.layout(pygame.Rect(gap, top, wide, bottom - top))
        context.stage.place(self.view.placements())
        self._ground_kept = None
        if self._settling:
            self._settle()
        else:
            self.rebuild()

    def prompt_high(self, prompt_line: int, help_line: int) -> int:
        """Give the height of the panel below the game, from that of a line of its prompt and of its help."""
        theme = self.context.theme
        high = theme(14) * 2 + round(prompt_line * 1.3) + round(help_line * 1.15) + theme(8) * 2 + self.answer_high
        return min(high, round(self.context.viewport.rect.height * 0.36))

    def _lay_side(self) -> None:
        """Divide the right column between seats and log."""
        theme, text = self.context.theme, self.context.text
        side, count = self.side_rect, len(self.match.seats)
        self.seat_rects: dict[int, pygame.Rect] = {}
        self.log.rect = pygame.Rect(side.x, side.y, side.width, side.height)
        if self.view.wide:  # without room beside the game it lies over the whole of it when it is asked for
            self.log_fits = side.width > 0
            if not self.log_fits:
                self.log.rect = pygame.Rect(self.prompt_rect.x, side.y, self.prompt_rect.width, side.height)
            return
        gap = theme(8)
        least = 2 * text.line_height(theme.floor) + text.line_height(theme.floor) + theme(16)
        wanted = max(theme.grown(74), least)
        room = (side.height - gap * count) // count
        each = max(min(wanted, round(side.height * 0.62 / count)), min(least, room))
        top = side.y + count * (each + gap) + theme(4)
        self.log_fits = self.with_log and side.bottom - top >= text.line_height(theme.px("text")) * 3 + theme(60)
        if self.log_fits:
            self.log.rect = pygame.Rect(side.x, top, side.width, side.bottom - top)
        else:  # it lies over the seats when it is asked for, and they take its room
            each = max(each, min(theme.grown(110), room))
        for seat in self.match.seats:
            self.seat_rects[seat] = pygame.Rect(side.x, side.y + (seat - 1) * (each + gap), side.width, each)

    @property
    def _log_shown(self) -> bool:
        return (self.view.wide or self.side_rect.width != 0) and (self.log_fits or self.log.open)

    @property
    def _game_covered(self) -> bool:
        return self.view.wide and self._log_shown and not self.log_fits

    # -- widgets ------------------------------------------------------------------------------------------------------

    def tell(self, words: str, warm: bool = False) -> None:
        """Say something in place of the help line."""
        self.message = Message(words, warm=warm)
        self.rebuild()

    def rebuild(self) -> None:
        """Make the widgets of now; the focus stays where it was if it can."""
        if not hasattr(self, "title_rect"):
            return
        keyboard = self.form.keyboard
        had = self.form.focused.address if self.form.focused else None
        self.view.attend(self)
        self._can = self._clickable()
        self.view.can = frozenset(self._can)
        self._show_amounts()
        things = self._things()
        answers = self._answers()
        asides = [*self._aside_buttons(), *self._visit_buttons(), *self._open_buttons()]
        found: list[Widget] = [*things, *answers, *asides, *self._tools(), *self._title_buttons(),
                               *(self.log.lay() if self._log_shown else ())]  # fmt: skip
        self.form.replace([*found, *self._above(found)])
        seen = next((w for w in answers if w.address in ("button:go_on", "button:seen")), None)
        if keyboard and seen is not None:
            self.form.focused = seen
        elif keyboard and (self.form.focused is None or had is None) and not self._settling:
            arrows = self.form._arrows()
            first = next((w for w in arrows if isinstance(w, Button)), None)
            first = first or next((w for w in arrows if isinstance(w, Thing) and w.can), next(iter(arrows), None))
            if first is not None:
                self.form.focused = first
        self.dirty = True

    def _above(self, below: Sequence[Widget]) -> list[Widget]:
        """Make what lies over all the rest."""
        return []

    def _things(self) -> list[Widget]:
        can, spots = set(self._can), self.view.spots()
        out: list[Widget] = []
        for address, rect in () if self._game_covered else self.view.rects().items():
            coin = address.startswith("coins:") and self.view.coin(address) is not None
            thing = Thing(address, self._tip(address, address in can), table=self, can=address in can or coin)
            thing.spot = spots.get(address)
            thing.repeats = coin
            thing.rect = pygame.Rect(rect)
            out.append(thing)
        if not (self._log_shown and not self.log_fits):
            for seat, rect in self.seat_rects.items():
                address = f"seat:{seat}"
                facts = self.view.seat(seat)
                hint = "\n".join(badge.hint for badge in facts.badges if badge.hint)
                thing = Thing(address, hint, table=self, can=address in can)
                thing.rect = pygame.Rect(rect)
                out.append(thing)
        return out

    def _tip(self, address: Address, can: bool) -> str:
        """Say what a thing is and, where the view wishes it, why it cannot be clicked."""
        tip, reason = self.view.tip(address), ""
        picker = self.picker
        if not can and picker is not None and self.view.reasons and not self._settling:
            reason = sentence(self.words.refusal(self.match.state.why(picker.seat, address)))
        ruled = tip and why.of_thing(self.words, self.view, address)
        return "\n".join(filter(None, (tip, reason, self.say("tip_rule") if ruled else "")))

    def _tools(self) -> list[Widget]:
        """Make the view's own buttons."""
        out: list[Widget] = []
        for tool, rect in zip(self.view.tools(), self.view.tool_rects(), strict=True):
            hint = self.say("with_key", words=tool.hint, key=widgets.key_cap(tool.key))
            button = Button(tool.address, hint, icon=tool.icon, keys=(tool.key,), chosen=tool.chosen,
                            action=lambda address=tool.address: self._use(address))  # fmt: skip
            button.lay(self.context, rect)
            out.append(button)
        return out

    def _use(self, address: Address) -> Transition | None:
        self.view.use(address)
        self.rebuild()
        return STAY

    def _label(self, address: Address) -> str:
        if address == "button:order":
            return self.say("order")
        return self.words.say("buttons", address.partition(":")[2])

    def _answers(self) -> list[Widget]:
        """Make the buttons under the prompt."""
        buttons: list[Button] = []
        used = set(self.reserved)

        def add(address: str, words: str, action: widgets.Action, key: str = "", **more: Any) -> None:
            number = address.rpartition("-")[2]  # of `button:battle-2`
            letters = (c for c in words.lower() if c.isascii() and c.isalpha() and c not in used)
            key = key or (number if number in tuple("123456789") else next(letters, ""))
            used.add(key)
            buttons.append(Button(address, words=words, action=action, keys=(key,) if key else (), **more))

        if self.look is not None:
            return self._flow(self.lookback.buttons())
        if self.paused:
            add("button:go_on", self.say("go_on"), self._go_on_from_pause, "return", kind="loud")
        elif self.holding:
            add("button:seen", self.say("seen"), self._seen, "return", kind="loud")
        elif self.waiting is not None:
            weighed = self.view.weigh(self.picker.steps) if self.picker is not None else ""
            add("button:confirm", weighed or self.say("confirm_yes"), self._confirm, "return", kind="loud")
            add("button:back", self.say("back"), self._back, "escape")
        elif self.match.over and not self._settling:
            add("button:again", self.say("again"), self._again, kind="loud")
            add("button:look", self.say("look_back"), lambda: self.lookback.go(first_look(self.match)))
            add("button:leave", self.say("leave"), lambda: Pop())
        elif self._may_answer and any(map(self.match.is_human, self.open.prompt.seats if self.open.prompt else ())):
            add("button:nobody", self.say("nobody"), self._nobody, kind="loud")
        elif self.picker is not None and not self._settling:
            loud = all(address.startswith("button:") for address in self._can)
            for address in self._can:
                if address.startswith("button:"):
                    add(address, self._label(address), lambda address=address: self.click(address),
                        kind="loud" if loud or self.order is not None else "plain")  # fmt: skip
                    loud = False
            offer = self._shortcut() if self._can else None
            if offer is not None and not self.picker.steps:
                add(f"button:{offer[0]}", self.say(offer[0]), self._place_row, hint=self.say(f"{offer[0]}_hint"))
            steps, following = self._amount_chain()
            if steps:
                for address in following:
                    add(address, self._label(address), lambda address=address: self._with_amounts(address),
                        kind="loud" if address == following[0] else "plain")  # fmt: skip
                if not following:
                    add("button:amount", self.say("amount"), lambda: self._with_amounts(None), kind="loud")
            for one in self.view.answers():
                add(one.address, one.words, one.action, one.key, kind="loud" if one.loud else "plain")
            if self.picker.steps:
                add("button:back", self.say("back"), self._back, "escape")
            elif self.guest is not None:
                add("button:leave", self.say("visit_end"), lambda: self._visit(0), "escape")
            if steps:
                return self._flow([*(self._amount_widget(step, len(steps) > 1) for step in steps), *buttons])
        elif self.guest is not None and not self._settling:
            add("button:leave", self.say("visit_end"), lambda: self._visit(0), "escape", kind="loud")
        return self._flow(buttons)

    def _shortcut(self) -> tuple[str, Address] | None:
        """Give what the view offers to do for people."""
        return self.view.shortcut([address for address in self._can if not address.startswith("button:")])

    def _amount_chain(self) -> tuple[list[Amount], list[Address]]:
        """List the amounts to be chosen now, one after the other, and the buttons that take them."""
        picker, steps = self.picker, []
        if picker is None or self._settling:
            return [], []
        while picker.done is None:
            step = next((step for step in picker.options() if isinstance(step, Amount)), None)
            if step is None or picker.amount(step.default, step.name) is not None:
                break
            steps.append(step)
        following = picker.addresses() if steps and picker.done is None else []
        for _ in steps:
            picker.back()
        return steps, following

    def _amount_widget(self, step: Amount, named: bool) -> Widget:
        kept = max(step.low, min(step.high, self.amounts.get(step.name, step.default)))

        def changed(value: int) -> None:
            self.amounts[step.name] = value
            self._show_amounts()

        self.amounts[step.name] = kept
        words = "{}"
        if named and self.words.has("amounts", step.name):
            words = self.words.say("amounts", step.name).replace("{", "").replace("}", "") + ": {}"
        return widgets.Amount(f"amount:{step.name}", value=kept, low=step.low, high=step.high, changed=changed,
                              slider=step.high - step.low > 4, words=words)  # fmt: skip

    def _show_amounts(self) -> None:
        """Let the view show what is chosen so far."""
        steps, _ = self._amount_chain()
        chosen = {step.name: self.amounts.get(step.name, step.default) for step in steps}
        picker = self.picker
        shown = picker is not None and chosen and self.eyes == picker.seat
        self.view.fist = (picker.seat, chosen) if picker is not None and shown else None
        taken = [step.address for step in picker.steps if isinstance(step, Pick)] if picker is not None else []
        place = taken[-1].rpartition(":")[2] if taken else ""
        self.view.paying = int(place) if place.isdecimal() else None
        self.dirty = True

    def _with_amounts(self, address: Address | None) -> Transition | None:
        """Take the amounts as they are shown, and the button that was pressed."""
        picker = self.picker
        if picker is None:
            return STAY
        taken = 0
        refusal: Refusal | None = None
        for step in self._amount_chain()[0]:
            refusal = picker.amount(self.amounts.get(step.name, step.default), step.name)
            if refusal is not None:
                break
            taken += 1
        if refusal is None and address is not None:
            refusal = picker.pick(address)
        if refusal is not None:
            for _ in range(taken):
                picker.back()
            return self._refuse(refusal)
        self.amounts = {}
        return self._go_on()

    def _flow(self, buttons: Sequence[Widget]) -> list[Widget]:
        theme = self.context.theme
        rect = self.prompt_rect
        row = pygame.Rect(rect.x + theme(22), rect.bottom - theme(14) - self.answer_high, rect.width - theme(44), 0)
        flow(self.context, buttons, row, gap=12)
        if buttons and buttons[-1].rect.bottom > rect.bottom - theme(4):  # too many for a row: share it
            each = (row.width - theme(8) * (len(buttons) - 1)) // len(buttons)
            for n, button in enumerate(buttons):
                box = pygame.Rect(row.x + n * (each + theme(8)), row.y, each, self.answer_high)
                button.lay(self.context, box)
        return list(buttons)

    def _aside_buttons(self) -> list[Widget]:
        if self._log_shown and not self.log_fits:
            return []
        out: list[Widget] = []
        theme = self.context.theme
        for seat, address in self._asides():
            panel = self.seat_rects.get(seat)
            if panel is None:
                continue
            words = self._label(address)
            button = Button(f"aside:{seat}.{address.partition(':')[2]}",
                            self.say("aside", name=self.match.names[seat - 1], words=words), words=words, role="small",
                            action=lambda seat=seat, address=address: self._aside(seat, address))  # fmt: skip
            # Below the name, which may need two lines of its own.
            wide = min(button.measure(self.context, panel.width // 2)[0], panel.width * 2 // 5)
            text = self.context.text
            line = text.layout(self.match.names[seat - 1], theme.floor, bold=True).width
            names = (1 if line < panel.width - theme(76) else 2) * text.line_height(theme.floor) + theme(5)
            room = panel.height - names - theme(3)
            high = max(text.line_height(theme.floor) + theme(2), min(max(theme(36), LEAST_ASIDE), room))
            taken = sum(1 for other in out if other.address.startswith(f"aside:{seat}."))
            right = panel.right - theme(8) - taken * (wide + theme(6))
            below = min(theme(5), max(theme(2), room - high))
            button.lay(self.context, pygame.Rect(right - wide, panel.bottom - high - below, wide, high))
            out.append(button)
        return out

    def _visit_buttons(self) -> list[Widget]:
        """Make the buttons by which people with secrets come before the screen out of turn."""
        match = self.match
        away = self.look is not None or self.holding or self._settling or self.curtain_for is not None
        if away or self.guest is not None or self.fixed is not None or match.over:
            return []
        if self.picker is not None and self.picker.steps:
            return []
        out: list[Widget] = []
        for seat in self.people:
            words = self.view.visit(seat) if seat != self.seen_by else ""
            if words:
                button = Button(f"aside:{seat}.visit", self.say("aside", name=match.names[seat - 1], words=words),
                                words=words, role="small", action=lambda seat=seat: self._visit(seat))  # fmt: skip
                button.lay(self.context, self.view.visit_rect())
                out.append(button)
        return out

    def _title_specs(self) -> list[tuple[str, str, str, widgets.Action, tuple[str, ...], object]]:
        """List the buttons of the title: address, icon, hint, action, keys, whether it can be used."""
        hint = self._with_key
        live = self.look is None
        specs: list[tuple[str, str, str, widgets.Action, tuple[str, ...], object]] = [
            ("table:undo", "undo", hint("undo", *UNDO), self._undo, UNDO, live and self._may_undo()),
            ("table:redo", "redo", hint("redo", *REDO), self.takeback.redo, REDO, live and self.match.can_redo),
        ]
        if self._may_ask:
            specs.append(("table:hint", "hint", hint("hint", HINT), self._hint, (HINT,), live and bool(self._hinted)))
        if not self.log_fits:
            specs.append(("table:log", "eye", hint("log_show", "f2"), self._toggle_log, ("f2",), True))
        specs += [
            ("table:rules", "help", hint("rules", "f1"), self._ask_rules, ("f1",), True),
            ("table:settings", "settings", hint("settings", "f9"), self._settings, ("f9",), True),
            ("table:menu", "menu", hint("menu", "f10"), self._menu, ("f10",), True),
        ]
        return specs

    def _with_key(self, key: str, *keys: str) -> str:
        return self.say("with_key", words=self.say(key), key=widgets.key_cap(keys[0])) if keys else self.say(key)

    def _title_buttons(self) -> list[Widget]:
        theme, rect = self.context.theme, self.title_rect
        specs = self._title_specs()
        if self.context.locked:
            specs = [spec for spec in specs if spec[0] != "table:settings"]
        side = min(rect.height - theme(8), theme(widgets.TARGET))
        gap = theme(12)
        x = rect.right - theme(16) - len(specs) * side - (len(specs) - 1) * gap
        self._title_right = x - gap
        out: list[Widget] = []
        for address, icon, words, action, keys, enabled in specs:
            button = Button(address, words, enabled=bool(enabled), icon=icon, action=action, keys=keys, rapid=False)
            button.lay(self.context, pygame.Rect(x, rect.centery - side // 2, side, side))
            x += side + gap
            out.append(button)
        return out

    def _may_undo(self) -> bool:
        return bool(self.picker is not None and self.picker.steps) or bool(self.match.entries)

    def _toggle_log(self) -> Transition | None:
        self.log.open = not self.log.open
        self._ground_kept = None
        self.rebuild()
        return STAY

    def _seen(self) -> Transition | None:
        self.holding = False
        self.show_state()
        self.prepare()
        return STAY

    def _confirm(self) -> Transition | None:
        picker, action = self.picker, self.waiting
        self.waiting = None
        return self._play(picker.seat, action) if picker is not None else STAY

    # -- events -------------------------------------------------------------------------------------------------------

    def handle(self, event: Input) -> Transition | None:
        """Answer an event; a click or key while things move shows the end of the movement and does nothing else."""
        self._note_asked(event)
        stage = self.context.stage
        if stage.busy and self._labelled(event):
            stage.finish()
        elif stage.busy and (isinstance(event, Press) or (isinstance(event, Key) and event.name not in WALKING)):
            if isinstance(event, Key) and event.repeat:
                return STAY
            stage.finish()
            if self._settling:
                self._settle()
            self.lookback.playing = False
            return STAY
        taken = self.view.take(event)
        if taken is not None:
            return taken
        if isinstance(event, Release) and self._drag is not None and event.button == 1:
            if self._drag[2]:
                return self._drop(event)
            self._drag = None
        if isinstance(event, Focus) and not event.gained:
            self._drag = None
            self.form.handle(event)
            return None
        if isinstance(event, Press) and event.button == 1:
            link = next((section for rect, section in self._links if rect.collidepoint(event.pos)), None)
            if link is not None:
                return self.rules(link)
        answer = self.form.handle(event)
        if answer is not None:
            return answer
        if isinstance(event, Press) and event.button == 1 and self._hurry():
            return STAY
        if isinstance(event, Key) and not event.repeat and event.name in ("return", "space") and self._hurry():
            return STAY
        back = isinstance(event, Key) and event.name in ("escape", "backspace") and not event.repeat
        if back or (isinstance(event, Press) and event.button == 3):
            answer = self._back()
            if answer is None and isinstance(event, Key) and event.name == "escape":
                return self._menu()
            if answer is None and isinstance(event, Press) and self.look is None and not self.match.over:
                self.tell(self.say("nothing_back"))
            return answer or STAY
        return None

    def _labelled(self, event: Input) -> bool:
        """Tell whether a key stands on the button by which somebody says that something was seen."""
        seen = self.form.widgets if isinstance(event, Key) and not event.repeat and not self._settling else ()
        return any(w.address in ("button:seen", "button:go_on") and isinstance(w, Button) and event.name in w.keys
                   for w in seen)  # fmt: skip

    def cover(self) -> Scene | None:
        """Give the curtain where somebody's secrets are in sight."""
        seat = self.eyes
        if not isinstance(seat, int) or self.fixed is not None or len(self.people) < 2 or self.match.over:
            return None
        if not self.match.has_secrets(seat) and self.view.fist is None:
            return None
        from tabletop.ui.curtain import CurtainScene

        self._tick_paused = True
        return CurtainScene(self.match.names[seat - 1], seat, rules=self.match.definition.rules, away=True)

    def tick(self, now: float) -> Transition | None:
        """Look at clocks, computers, hints, the curtain."""
        stage = self.context.stage
        if self.computers is not None:
            self.computers.listen(self.match)
        if self._settling and not stage.busy:
            self._settle()
        if self.form.tick(now) or self.view.tick():
            self.dirty = True
        if self.form._hint_shown and isinstance(self.form._hint, Thing):
            self._hinted_at = self.form._hint.address, self.clock()
        if stage.busy or self.look is not None:
            self.match.tick(paused=True)
        if stage.busy:
            return None
        if self.look is not None:
            return self.lookback.tick()
        if self.paused:
            over = self._pause_ends and self.clock() >= self._pause_ends
            return self._go_on_from_pause() if over else None
        if self.curtain_for is not None and not self.holding:
            return self._draw_curtain()
        if self.match.over:
            return self._result() if not self.result_shown else None
        if self._tick_paused:
            self.match.tick(paused=True)
            self._tick_paused = False
        if self._may_answer and (self.open.ready or self.open.pending):
            entries = self.open.write()
            if entries:
                return self.after(entries, dict(self.view.objects))
        entries = self.match.tick()
        if entries:
            return self.after(entries, dict(self.view.objects))
        if self.computers is not None:
            played = self.computers.tick(self.match, self.context.settings.speed)
            if played:
                return self.after(played, dict(self.view.objects))
            if self.advising:
                self._take_hint()
            pulse = int(self.clock() / PULSE_SECONDS)
            if pulse != self.pulse and (self.advising or self.thinker is not None):
                self.pulse, self.dirty = pulse, True
        shown = self._clock_words()
        if shown != self._clock_shown:
            self._clock_shown, self.dirty = shown, True
        return None

    def covered(self, now: float) -> None:
        """Let clocks stand still and computers think on while something covers the table."""
        self.match.tick(paused=True)
        if self.computers is not None:
            self.computers.listen(self.match)

    # -- computers and hints ------------------------------------------------------------------------------------------

    @property
    def thinker(self) -> int | None:
        """Give the computer that everybody waits for."""
        match = self.match
        away = self.look is not None or self.paused or self.holding or self.curtain_for is not None
        if self.computers is None or away or match.over or match.next_human is not None or self.context.stage.busy:
            return None
        waiting = match.waiting_computers()
        thinking = self.computers.thinking
        return thinking if thinking in waiting else next(iter(waiting), None)

    def _hurry(self) -> bool:
        """Have whoever thinks play now; tell whether anybody does."""
        if self.computers is None or self.thinker is None:
            return False
        self.computers.hurry()
        return True

    @property
    def _may_ask(self) -> bool:
        """Tell whether hints are to be had at this table."""
        return self.computers is not None and bool(self.match.definition.players) and bool(self.people)

    @property
    def _hinted(self) -> int | None:
        """Give the person who may ask for a hint now."""
        acting = self.picker is not None and self.active in self.match.to_act()
        return self.active if acting and not self._settling and self.waiting is None else None

    def _hint(self) -> Transition | None:
        if self.advice is None and not self.advising:
            self.message = None
            self._ask_hint()
        self.rebuild()
        return STAY

    def _ask_hint(self) -> None:
        seat = self._hinted
        self.advising = self.computers is not None and seat is not None
        if self.computers is not None and seat is not None:
            self.computers.ask_hint(self.match, seat)

    def _take_hint(self) -> None:
        """Mark what was found, if the person who asked still sits there."""
        assert self.computers is not None
        found = self.computers.take_hint()
        if found is None:
            if not self.computers.hinting:
                self.advising, self.dirty = False, True
            return
        self.advising = False
        picker = self.picker
        if picker is None or picker.seat != found.request.seat:
            return
        if found.hint is None:
            self.message = Message(self.say("hint_none"))
        else:
            said = self.words.event(found.hint.event) if found.hint.event is not None else ""
            words = self.say("hint_for", words=said) if said else self.say("hint_plain")
            self.advice = Advice(picker.seat, found.hint.actions, words)
            if not self.advice.steps(picker):  # half chosen, and something else
                picker.clear()
                self.order = None
                self._begin_order()
            self._preset()
            self.show_state()
        self.rebuild()

    def advised(self) -> list[Step]:
        """List the steps that a hint marks now."""
        free = self.picker is not None and self.look is None and self.waiting is None and not self._settling
        return self.advice.steps(self.picker) if self.advice is not None and self.picker is not None and free else []

    def _preset(self) -> None:
        """Choose what a hint says about numbers and orders; the person still has to say that it is so."""
        for step in self.advised():
            if isinstance(step, Amount):
                self.amounts[step.name] = step.value
            elif isinstance(step, Order) and self.order is not None:
                self.order, self.ordered = list(step.value), 0

    def _advised_rects(self) -> list[tuple[pygame.Rect, bool]]:
        """List what a hint marks on the screen, and whether it is a button."""
        wanted: list[Address] = []
        out: list[tuple[pygame.Rect, bool]] = []
        steps = self.advised()
        for step in steps:
            if isinstance(step, Pick):
                wanted.append(step.address)
            elif isinstance(step, Amount):
                wanted += [f"amount:{step.name}"] + (["button:amount"] if step is steps[-1] else [])
            elif isinstance(step, Order):
                wanted += self._order_buttons()[:1]
            else:
                spot = self.view.spot(*step.near)
                out += [(spot, False)] if spot is not None else []
        return out + self.form.places(wanted)

    def _clock_words(self) -> str:
        clock = self.match.clock
        if clock is None:
            return ""
        return " ".join(self._time(seat) for seat in self.match.seats)

    def _time(self, seat: int) -> str:
        clock = self.match.clock
        if clock is None:
            return ""
        left = max(0, int(clock.left(seat) + 0.999))
        return self.say("clock", minutes=left // 60, seconds=f"{left % 60:02}")

    def animating(self) -> bool:
        """Tell whether things move."""
        return self.context.stage.busy

    def addresses(self) -> dict[str, pygame.Rect]:
        """Give what can be clicked now."""
        return self.form.addresses()

    # -- drawing ------------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw wood, title, game, seats, log, prompt."""
        context = self.context
        context.stage.advance(self.clock())
        surface.blit(self._ground(), (0, 0))
        self._draw_title(surface)
        self.view.times = {seat: self._time(seat) for seat in self.match.seats}
        if not self._game_covered:
            self.view.draw(surface, self._marks())
        covered = self._log_shown and not self.log_fits
        if not covered:
            for seat, rect in self.seat_rects.items():
                self._draw_seat(surface, seat, rect)
        if self._log_shown:
            self.log.draw(surface)
        self._draw_prompt(surface)
        marked = self._advised_rects() if not context.stage.busy else []
        for rect, button in marked:
            if not button:
                advice.draw_mark(context, surface, rect)
        self.form.draw(surface)
        for rect, button in marked:
            if button:
                advice.draw_mark(context, surface, rect, button)

    def _ground(self) -> pygame.Surface:
        """Give all that does not change until the next layout, drawn once."""
        if self._ground_kept is None:
            art = self.context.art
            ground = pygame.Surface(self.context.surface.get_size(), depth=32)
            art.background(ground)
            ground.blit(art.rounded(self.title_rect.size, 0, (0, 0, 0, 110)), self.title_rect)
            if not self._game_covered:
                self.view.ground(ground)
            covered = self._log_shown and not self.log_fits
            for rect in self.seat_rects.values() if not covered else ():
                art.panel(ground, rect, 12)
            if self._log_shown:
                art.panel(ground, self.log.rect, 14)
            art.panel(ground, self.prompt_rect, 16)
            self._ground_kept = ground
        return self._ground_kept

    def _marks(self) -> Marks:
        form = self.form
        focus = form.focused.address if form.keyboard and isinstance(form.focused, Thing) else None
        pointed = form._hint if form._hint_shown else form._hovered  # a finger points by staying
        hover = pointed.address if isinstance(pointed, Thing) else None
        taken = tuple(s.address for s in self.picker.steps if isinstance(s, Pick)) if self.picker else ()
        drag = (self._drag[0].address, self._drag[1]) if self._drag and self._drag[2] else None
        busy = self.context.stage.busy
        return Marks(
            frozenset() if busy else frozenset(self._can),
            taken,
            focus,
            hover,
            frozenset() if busy else self.changed,
            drag,
        )

    def _draw_title(self, surface: pygame.Surface) -> None:
        theme, text = self.context.theme, self.context.text
        rect = self.title_rect
        room = pygame.Rect(theme(18), 0, self._title_right - theme(30), rect.height)
        with text.container("title", rect):
            title = text.fit(self.words.title(), (room.width, rect.height), "title", bold=True, lines=1)
            text.draw_layout(surface, title, room, PALE, valign="center")
            subtitle = self._subtitle()
            left = room.x + title.width + theme(16)
            if text.measure(subtitle, "small")[0] <= room.right - left:
                where = pygame.Rect(left, 0, room.right - left, rect.height)
                text.draw(surface, subtitle, where, "small", SOFT, valign="center")

    def _subtitle(self) -> str:
        return self.say("turn", level=self.view.subtitle(), count=self._count())

    def _count(self) -> int:
        return self.look if self.look is not None else len(self.match.entries)

    def _draw_seat(self, surface: pygame.Surface, seat: int, rect: pygame.Rect) -> None:
        due = self.state.to_act() if not self.match.over else ()
        asked = any(address.startswith("seat:") for address in self._can)
        widgets = (w for w in self.form.widgets if w.address.startswith(f"aside:{seat}."))
        asides = [widget.rect for widget in widgets if rect.colliderect(widget.rect)]
        focused = self.form.focused if self.form.keyboard else None
        draw_seat(
            self.context, surface, rect, seat, self.match.names[seat - 1], self.view.seat(seat),
            now=f"seat:{seat}" in self._can or (seat in due and not asked),
            focused=focused is not None and focused.address == f"seat:{seat}",
            computer=self.match.levels[seat - 1] is not None, clock=self._time(seat),
            aside=asides[0].unionall(asides[1:]) if asides else None,
        )  # fmt: skip

    # -- the prompt ---------------------------------------------------------------------------------------------------

    def prompt(self) -> str:
        """Give the sentence that is asked, with markup."""
        return prompt.asked(self)

    def _draw_prompt(self, surface: pygame.Surface) -> None:
        self._links = prompt.draw(self, surface)


def _address(widget: Widget | None) -> Address:
    return widget.address if isinstance(widget, Thing) else ""
