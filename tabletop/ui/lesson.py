"""A lesson at the table: a card says one thing at a time, and the learner makes the moves in the real table.

A LessonScene is a table that is led. Its picker knows only the way to the scripted action; what others do stands in
the script and is played when its step begins. The card's buttons lie in the table's own form, over everything.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Sequence
from typing import Any

import pygame

from tabletop import paths
from tabletop.engine import lesson as lessons
from tabletop.engine.lesson import Lesson, Step
from tabletop.engine.match import Match
from tabletop.engine.picker import Led, Picker
from tabletop.engine.record import Entry
from tabletop.engine.rules import Address, Amount, Order, Pick, Point, Refusal
from tabletop.ui.advice import Advice, draw_mark, draw_ring
from tabletop.ui.dialog import Answer, Dialog
from tabletop.ui.lessoncard import CALM, DIM, SHAKE_SECONDS, Blocker, LessonCard, Said, plain
from tabletop.ui.openanswers import OpenAnswers
from tabletop.ui.scene import STAY, Context, Pop, Push, Replace, Transition
from tabletop.ui.table import WALKING, TableScene
from tabletop.ui.tableform import Thing
from tabletop.ui.theme import GOLD, SOFT
from tabletop.ui.viewport import Event as Input
from tabletop.ui.viewport import Key, Move, Press, Release
from tabletop.ui.widgets import Action, Button, Widget
from tabletop.ui.widgets import Amount as AmountWidget
from tabletop.words import sentence

FIRST_PAUSE = 1.5  # seconds in which the card can be read before things move
NEXT_PAUSE = 0.45
OPEN = ("place:", "tunnel:")  # what a space is called where something can come to lie
SHOW, NEXT, BACK = "lesson:show", "lesson:next", "lesson:back"


class LessonScene(TableScene):
    """A lesson, from a step on (None: from where one stopped, after asking); `remember` keeps where one stops."""

    reserved = frozenset({"s", "n"})

    def __init__(
        self,
        lesson: Lesson,
        step: int | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        remember: bool = True,
    ) -> None:
        self.lesson = lesson
        self.at = max(0, min(step or 0, len(lesson.steps)))
        """The step that is shown, counting from 0; past the last one when all is done."""
        match, self.starts = self._played_to(self.at)
        super().__init__(match, view=lesson.learner, clock=clock)
        self.result_shown = True
        self.script: list[Entry] = []
        """What the others are still to do in this step."""
        self.warning = ""
        self._offer = step is None
        self._remember = remember
        self._kept = remember
        """Whether where one stopped could be written."""
        self._next_play = 0.0
        self._moved = False
        """Whether something was being shown at the last tick."""
        self._did = False
        """Whether the learner has done what was asked for, and it is being shown."""
        self._clicked: Address | None = None
        self._shaken: float | None = None
        self._on_card = False
        self._led_to: object = None
        self._walked = False
        """Whether keys have shown a place for what is held."""
        self._free: tuple[object, Picker] | None = None

    # -- steps --------------------------------------------------------------------------------------------------------

    @property
    def step(self) -> Step | None:
        """Give the step that is shown; None when all is done."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @property
    def learner(self) -> int:
        """Give the seat that learns."""
        return self.lesson.learner

    @property
    def people(self) -> list[int]:
        """List who plays: the learner alone."""
        return [self.lesson.learner]

    @property
    def moving(self) -> bool:
        """Tell whether something is being shown, or is about to be."""
        return bool(self.script) or self._settling or self.context.stage.busy

    def _played_to(self, count: int) -> tuple[Match, list[int]]:
        """Play the first steps; give also after how many actions each of them, and the one that follows, begins."""
        match, starts = self.lesson.match(), []
        for step in self.lesson.steps[:count]:
            starts.append(len(match.entries))
            for entry in step.play:
                match.play(*self._meant(match, entry))
            if step.do:
                match.play(self.lesson.learner, self.lesson.actions(step)[0])
        return match, [*starts, len(match.entries)]

    @staticmethod
    def _meant(match: Match, entry: Entry) -> tuple[int, str]:
        return (entry[0] if entry[0] is not None else match.to_act()[0]), entry[1]

    def enter(self, context: Context) -> None:
        """Sit down and begin the step."""
        if self._offer:
            stopped = context.settings.lessons.get(self.lesson.id, {}).get("step", 0)
            self._offer = 0 < stopped < len(self.lesson.steps)
            if self._offer:
                self.at = stopped
                self.match, self.starts = self._played_to(stopped)
        super().enter(context)
        self.card = LessonCard(context)
        self._ask_nobody()
        self._begin()

    def _ask_nobody(self) -> None:
        # Everybody who is asked at once answers in the script, in the order of the rules.
        self.open = OpenAnswers(self.match, lambda position: None)
        self.view.openly = False

    def _begin(self) -> None:
        step = self.step
        self.script = list(step.play) if step is not None else []
        self.warning, self.message, self.advice, self._did = "", None, None, False
        self._uncover()
        self._next_play = self.clock() + (FIRST_PAUSE if self.context.stage.speed > 0 else 0.0)
        self._note()
        self.prepare()

    def _uncover(self) -> None:
        """Take the log away where it lies over the table."""
        if self.log.open and not self.log_fits:
            self._toggle_log()

    def _note(self) -> None:
        """Remember where one is, where that can be written."""
        if not self._remember:
            return
        kept = self.context.settings.lessons
        over = self.step is None
        done = over or bool(kept.get(self.lesson.id, {}).get("done"))
        now = {"step": 0 if over else self.at, "done": done}
        if kept.get(self.lesson.id) != now:
            kept[self.lesson.id] = now
            self._kept = self.context.settings.save(paths.user_settings()) is None

    def _on(self) -> None:
        """Go to the next step."""
        self.at += 1
        del self.starts[self.at :]
        self.starts.append(len(self.match.entries))
        self._begin()

    def go_to(self, step: int) -> Transition | None:
        """Begin a step again that was begun before; the ones before it stay as they were done."""
        revision = self.match.revision
        self.at = max(0, min(step, self.at))
        self.match = self.match.branch(self.starts[self.at])
        self.match.revision += revision + 1  # what is remembered of the other match is not true of this one
        del self.starts[self.at + 1 :]
        self._free = None
        self.changed = frozenset()
        self.pickers, self.active, self.order = {}, None, None
        self._ask_nobody()
        self.show_state()
        self._begin()
        self.context.sounds.play("click")
        return STAY

    def _play_next(self) -> None:
        """Let somebody else do what the script says."""
        seat, text = self._meant(self.match, self.script.pop(0))
        before = dict(self.view.objects)
        self.after(self.match.play(seat, text), before)
        self._next_play = self.clock() + (NEXT_PAUSE if self.context.stage.speed > 0 else 0.0)

    def _finish(self) -> None:
        """Show the end of all that moves now."""
        did = self._did
        self.context.stage.finish()
        if self._settling:
            self._settle()
        while self.script and not did:
            self._play_next()
            self.context.stage.finish()
            if self._settling:
                self._settle()

    def _settle(self) -> None:
        self._acted = None  # nobody is given a moment: all that happens stands in the script
        super()._settle()
        if self._did:
            self._on()

    # -- what may be done ---------------------------------------------------------------------------------------------

    def _picker_of(self, seat: int) -> Picker | None:
        step = self.step
        if step is None or not step.do or self.script or self._did:
            return None
        return Led(self.match.state, seat, self.lesson.actions(step), step.within)

    def prepare(self) -> None:
        """Make the led picker and the widgets."""
        super().prepare()
        if self.active is None and self.learner in self.pickers:  # out of turn, or beside others who choose
            self.active = self.learner
            self._begin_order()
            self._preset()
            self.rebuild()

    def _rules_picker(self) -> Picker | None:
        """Give a picker that knows all legal actions, as far along as the led one; None where it cannot follow."""
        picker = self.picker
        if picker is None:
            return None
        key = self.match.revision, len(self.match.entries)
        if self._free is None or self._free[0] != key:
            self._free = key, Picker(self.match.state, self.learner)
        free = self._free[1]
        free.clear()
        for step in picker.steps:
            if free.take(step) is not None:
                return None
        return free

    def _clickable(self) -> list[Address]:
        found = super()._clickable()
        if self.order is not None or self.waiting is not None or self.picker is None or self._settling:
            return found
        free = self._rules_picker()
        answers = [address for address in free.addresses() if address.startswith("button:")] if free else []
        things = [address for address in found if address not in answers]
        return [*things, *answers]

    def _only_inside(self, address: Address) -> Address | None:
        free = self._rules_picker()  # where the rules allow several, a click on what holds them means none of them
        found = super()._only_inside(address)
        return found if free is not None and self.view.only_inside(address, free.addresses()) else None

    def _asides(self) -> list[tuple[int, Address]]:
        return []

    def _shortcut(self) -> tuple[str, Address] | None:
        return None

    def wanted(self) -> list[Address]:
        """List what is to be clicked next: things, buttons, numbers; for points of the board see `points`."""
        step, picker = self.step, self.picker
        if step is None or picker is None or self.moving:
            return []
        if self.waiting is not None:
            return ["button:confirm"]
        path = picker.path_to(self.lesson.actions(step)[0])[len(picker.steps) :]
        if self.order is not None:
            return self._wanted_in_order(path)
        steps, following = self._amount_chain()
        if steps:
            values = {one.name: one.value for one in path if isinstance(one, Amount)}
            wrong = [one.name for one in steps if self.amounts.get(one.name, one.default) != values.get(one.name)]
            return [f"amount:{name}" for name in wrong] or following or ["button:amount"]
        loud = [answer.address for answer in self.view.answers() if answer.loud]
        if loud and any(isinstance(one, Point) for one in path):
            return loud
        return [one.address for one in picker.options() if isinstance(one, Pick)]

    def _wanted_in_order(self, path: Sequence[Any]) -> list[Address]:
        goal = next((list(one.value) for one in path if isinstance(one, Order)), None)
        if self.order is None or goal is None or self.order == goal:
            return self._order_buttons()[:1]
        kind = self.order[0].partition(":")[0]
        return [f"{kind}:{self.order.index(goal[self.ordered]) + 1}"]

    def points(self) -> list[pygame.Rect]:
        """List where on the board something is to be put next."""
        picker = self.picker
        if picker is None or self.moving or self.waiting is not None or self.wanted():
            return []
        spots = (self.view.spot(*point) for point in picker.points())
        return [spot for spot in spots if spot is not None]

    def ringed(self) -> list[tuple[pygame.Rect, bool]]:
        """List what is ringed, and whether the ring has corners."""
        return self.form.places(self.wanted()) + [(spot, False) for spot in self.points()]

    def lit(self) -> list[pygame.Rect]:
        """List what is not in the shade."""
        step = self.step
        look = step.look if step is not None else ()
        found = [rect for address in look if (rect := self.place_of(address)) is not None]
        return found + [rect for rect, _ in self.ringed()]

    def open_places(self) -> list[pygame.Rect]:
        """List the places that are looked at though nothing lies there yet."""
        step, spaces = self.step, getattr(self.match.state, "spaces", None)
        if step is None or spaces is None or self.moving:
            return []
        empty = {*spaces()} - {*self.view.objects.values()} - {*self.wanted()}
        places = (self.place_of(address) for address in step.look if address in empty and address.startswith(OPEN))
        return [rect for rect in places if rect is not None]

    def place_of(self, address: Address) -> pygame.Rect | None:
        """Give where something is on the screen; None where it is not to be seen now."""
        for widget in self.form.widgets:
            if widget.address == address and widget.rect.height:
                return pygame.Rect(widget.rect)
        known = self.view.rects()
        if address in known:  # out of sight, where a table scrolls, it has no height
            return pygame.Rect(known[address]) if known[address].height else None
        rect = self.view.place_of(address)
        if rect is not None:
            return pygame.Rect(rect)
        side = self.context.theme(84)
        standing = self.view.placements()
        found = [standing[one] for one, at in self.view.objects.items() if at == address and one in standing]
        rects = [pygame.Rect(round(at.x) - side // 2, round(at.y) - side // 2, side, side) for at in found]
        rects = [rect for rect in rects if self.view.rect.collidepoint(rect.center)]
        if not rects and address.startswith("hand:"):  # what somebody holds is shown in that panel, if nowhere else
            return self.place_of(f"seat:{address.partition(':')[2].partition('.')[0]}")
        return rects[0].unionall(rects[1:]) if rects else None

    # -- doing it -----------------------------------------------------------------------------------------------------

    def click(self, address: Address) -> Transition | None:
        """Take a click; one that leads elsewhere changes nothing."""
        self._clicked = address
        self._calm()
        answer = self._wrong() if self.picker is None else super().click(address)
        self._clicked = None
        return answer

    def _play(self, seat: int, action: Any) -> Transition | None:
        picker = self.picker
        if isinstance(picker, Led) and not picker.led:  # another number, another order
            self.prepare()
            self.show_state()
            return self._wrong()
        self.warning = ""
        self._did = True
        return super()._play(seat, action)

    def _go_on(self) -> Transition | None:
        self.warning = ""
        return super()._go_on()

    def _refuse(self, refusal: Refusal) -> Transition | None:
        return self._wrong(refusal)

    def _explain(self, address: Address) -> Transition | None:
        return self._wrong()

    def look_at_line(self, index: int) -> Transition | None:
        """Say what is asked for instead."""
        return self._wrong()  # nobody looks back here: it has buttons of its own, and ends in other games

    def _wrong(self, refusal: Refusal | None = None) -> Transition | None:
        """Say what was asked for and why this is not it."""
        step, address = self.step, self._clicked
        if step is None or self.moving:
            return STAY
        if not step.do:
            return self._warn(self._say("read"))
        why = step.others.get(address or "") or step.wrong
        if not why and refusal is not None:
            free = self._rules_picker()
            legal = free is not None and address is not None and Pick(address) in free.options()
            why = self._say("allowed") if legal else self.words.refusal(refusal)
            why = sentence(why)
        return self._warn(plain(f"{self._say('asked', words=self.asked())} {why}".strip()))

    def _calm(self) -> None:
        """Take a warning away once something else is tried; the widgets stay, one of them may be being dragged."""
        if self.warning:
            self.warning, self.dirty = "", True
            self.card.calm()
            self.form.widget("lesson:card").rect = pygame.Rect(self.card.rect)

    def _amount_widget(self, step: Amount, named: bool) -> Widget:
        widget = super()._amount_widget(step, named)
        assert isinstance(widget, AmountWidget)
        choose = widget.changed

        def changed(value: int) -> Transition | None:
            self._calm()
            return choose(value) if choose is not None else None

        widget.changed = changed
        return widget

    def _with_amounts(self, address: Address | None) -> Transition | None:
        chosen = dict(self.amounts)
        answer = super()._with_amounts(address)
        if self.warning:  # another number: it stays as it was chosen, to be corrected, and the keys lead to it
            self.amounts, self._led_to = chosen, None
            self.rebuild()
        return answer

    def _warn(self, words: str) -> Transition | None:
        self.warning = words
        self._shaken = self.clock() if self.context.stage.speed > 0 else None
        self.context.sounds.play("refuse")
        self.rebuild()
        return STAY

    def asked(self) -> str:
        """Say what is to be done, in the step's own bold words where it has some."""
        step = self.step
        bold = re.findall(r"\*\*(.+?)\*\*", step.text) if step is not None else []
        if bold:
            words = str(bold[-1]).rstrip(".!:")
        else:
            address = next(iter(self.wanted()), "")
            words = self._label(address) if address.startswith("button:") else self.view.tip(address).partition("\n")[0]
            words = words or (step.title if step is not None else "")
        return words[:1].upper() + words[1:]

    def _say(self, key: str, /, **params: Any) -> str:
        return self.words.say("lesson", key, params)

    def show_me(self) -> Transition | None:
        """Mark the next click, with numbers and orders as they should be."""
        step, picker = self.step, self.picker
        if step is None or picker is None or self.moving:
            return STAY
        self.warning = ""
        self._uncover()
        self.advice = Advice(self.learner, (self.lesson.actions(step)[0],), self._say("shown"))
        if self.waiting is None and picker.steps and not self.advice.steps(picker):  # half way along another branch
            picker.clear()
            self._begin_order()
        self._preset()
        self._led_to = None  # brought into sight again, and the focus with it
        self._walked = False
        self.show_state()
        self.rebuild()
        self.context.sounds.play("click")
        return STAY

    def next(self) -> Transition | None:
        """Go on, where nothing is to be clicked."""
        step = self.step
        if step is None or step.do:
            return STAY
        if self.moving:
            self._finish()
            return STAY
        self.context.sounds.play("click")
        self._on()
        return STAY

    def _back(self) -> Transition | None:
        """Take back half a choice, or go to the step before."""
        if self.waiting is not None or self.order is not None or (self.picker is not None and self.picker.steps):
            self.warning = ""
            if self.order is not None and self.picker is not None and self.picker.steps:
                self.picker.back()
            return super()._back()
        return self.go_to(self.at - 1) if self.at > 0 else STAY

    def again(self) -> Transition | None:
        """Begin with the first step again."""
        return self.go_to(0)

    def _menu(self) -> Transition | None:
        """Ask whether to leave; at the end there is nothing to be asked."""
        if self.step is None:
            return Pop()
        say = self._say
        answers = [Answer(say("leave"), "leave"), Answer(say("stay"), "stay", loud=True)]
        words = say("leave_help" if self._kept else "leave_plain")
        return self.push(Dialog(say("leave_title"), words, answers), self._chosen)

    def _chosen(self, result: object) -> Transition | None:
        if result == "leave":
            return Pop()
        if result == "again":
            return self.again()
        return STAY

    def _offered(self) -> Transition:
        """Ask whether to go on where one stopped."""
        say, number = self._say, self.at + 1
        answers = [
            Answer(say("go_on_at", number=number), "stay", loud=True),
            Answer(say("from_start"), "again"),
            Answer(say("leave")),
        ]
        words = say("stopped", number=number, total=len(self.lesson.steps))
        return self.push(Dialog(self.lesson.name, words, answers), self._answered)

    def _answered(self, result: object) -> Transition | None:
        self._next_play = self.clock() + FIRST_PAUSE
        if result is None:
            return Pop()
        return self._chosen(result)

    # -- after the last step ------------------------------------------------------------------------------------------

    def _game(self) -> Transition | None:
        """Begin a game with the lesson's options against the easiest level."""
        from tabletop.ui.opening import game_after

        return Replace(game_after(self.lesson, save=self._remember))

    def following(self) -> lessons.Listed | None:
        """Give the lesson of the same game that comes next."""
        here = [one for one in lessons.listed() if one.game == self.lesson.definition.reference and not one.errors]
        places = [n for n, one in enumerate(here) if one.id == self.lesson.id]
        return here[places[0] + 1] if places and places[0] + 1 < len(here) else None

    def _next_lesson(self, path: Any) -> Action:
        def act() -> Transition | None:
            from tabletop.ui.opening import open_lesson

            found = open_lesson(path)
            return Replace(found.scene) if isinstance(found, Push) and isinstance(found.scene, LessonScene) else found

        return act

    # -- the card -----------------------------------------------------------------------------------------------------

    def _buttons(self) -> list[Button]:
        say, step = self._say, self.step

        def button(address: str, key: str, action: Action, cap: str = "", **more: Any) -> Button:
            hint = self.say("with_key", words=say(key), key=cap) if cap else ""
            return Button(address, hint, words=say(key), action=action, paper=True, **more)

        if step is None:
            found = []
            if self.lesson.definition.players:
                found.append(button("lesson:game", "game", self._game, kind="loud"))
            later = self.following()
            if later is not None:
                loud = "plain" if found else "loud"
                found.append(button("lesson:following", "following", self._next_lesson(later.path), kind=loud))
            found.append(button("lesson:again", "again", self.again))
            found.append(button("lesson:leave", "leave", lambda: Pop()))
            return found
        found = [button(SHOW, "show", self.show_me, "S")] if step.do else []
        if not step.do:
            last = self.at + 1 == len(self.lesson.steps)
            key = "finish" if last else "next"
            found.append(button(NEXT, key, self.next, "Enter", kind="loud", enabled=not self.moving))
        half = self.picker is not None and bool(self.picker.steps)
        found.append(button(BACK, "back", self._back, "Backspace", enabled=self.at > 0 or half))
        if step.do and self.moving:
            found[0].enabled = False
        return found

    def _said(self) -> Said:
        step, total = self.step, len(self.lesson.steps)
        if step is None:
            done = self._say("done", game=self.words.title(), lesson=self.lesson.name)
            return Said(done, self._say("done_help"))
        count = self._say("count", number=self.at + 1, total=total)
        return Said(step.title, plain(step.text), self.warning, count)

    def _above(self, below: Sequence[Widget]) -> list[Widget]:
        """Lay the card where it covers nothing that counts."""
        self.form.widgets = list(below)  # what is lit is looked for among them
        theme, view = self.context.theme, self.context.viewport.rect
        margin = theme(10)
        area = pygame.Rect(margin, self.title_rect.bottom + margin, view.width - 2 * margin, 0)
        area.height = view.bottom - margin - area.y
        marked, lit = [rect for rect, _ in self.ringed()], self.lit()
        keep = [rect.inflate(theme(18), theme(52)) for rect in lit]  # a price may stand below
        # The cards and things one may click wrongly, the answers, the prompt: covered only where it has to be.
        spare = [widget.rect for widget in below
                 if widget.address.startswith(("button:", "seat:", "aside:", "amount:"))]  # fmt: skip
        spare += [self.prompt_rect, *self.view.told_at()]
        spare += [widget.rect for widget in below if isinstance(widget, Thing)]
        target = next(iter([*marked, *lit]), None)
        buttons = self._buttons()
        # Until what was done has been shown it stays where it is.
        self.card.lay(self._said(), buttons, area, keep, spare, target, stay=self._did)
        return [Blocker("lesson:card", rect=pygame.Rect(self.card.rect)), *buttons]

    def rebuild(self) -> None:
        """Make the widgets, the card over them, and lead the focus to what is wanted."""
        if not hasattr(self, "title_rect"):
            return
        had = self.form.focused.address if self.form.focused else None
        super().rebuild()
        form = self.form
        if had is not None and form.focused is None:
            form.focused = next((w for w in form.widgets if w.address == had and w.focusable and w.enabled), None)
        steps = tuple(self.picker.steps) if self.picker is not None else ()
        wanted = self.wanted()
        key = self.at, steps, self.moving, tuple(wanted)
        if key != self._led_to and self._bring(wanted):
            self._led_to = key
            self.show_state()
            self.rebuild()
            return
        if key != self._led_to:
            self._walked = False
        if form.keyboard and (key != self._led_to or form.focused is None):
            found = (w for address in (*wanted, NEXT) for w in form.widgets if w.address == address)
            form.focused = next((w for w in found if w.focusable and w.enabled), form.focused)
        if (self.step is None and key != self._led_to) or (form.keyboard and self.points()):
            form.focused = None  # the end's first button is lit; over the board the keys walk what is held
        self._led_to = key
        self._light()

    def _light(self) -> None:
        """Keep a button lit at the end, whatever was used last, so that Return does what is seen."""
        form, buttons = self.form, self.card.buttons
        form.front = frozenset(button.address for button in buttons) if self.step is None else None
        if self.step is not None or not buttons:
            return
        if not (isinstance(form.focused, Button) and form.focused in form.widgets):
            form.focused = buttons[0]
        form.keyboard = True

    def _bring(self, wanted: Sequence[Address]) -> bool:
        """Bring into sight what is to be clicked, or else what is lit, the first of it at any rate."""
        look = self.step.look if self.step is not None else ()
        if not self.view.rect.width or self.moving:
            return False
        moved = [self.view.bring(address) for address in (*reversed(look), *reversed(wanted))]
        return any(moved)

    def _answers(self) -> list[Widget]:
        if self.match.over or self.step is None:
            return []
        wanted = set(self.wanted())
        found = [widget for widget in super()._answers() if widget.address != "button:back"]
        for widget in found:
            if isinstance(widget, Button) and widget.address.startswith("button:"):
                widget.kind = "loud" if widget.address in wanted else "plain"
        return found

    def _title_specs(self) -> list[tuple[str, str, str, Action, tuple[str, ...], object]]:
        kept = ("table:log", "table:rules", "table:settings")
        leave = self.say("with_key", words=self._say("leave"), key="Esc")
        specs = [spec for spec in super()._title_specs() if spec[0] in kept]
        return [*specs, ("lesson:close", "close", leave, self._menu, ("f10",), True)]

    def _subtitle(self) -> str:
        if self.step is None:
            return self.lesson.name
        return self._say("subtitle", name=self.lesson.name, number=self.at + 1, total=len(self.lesson.steps))

    def prompt(self) -> str:
        """Give what the rules ask, or what is waited for."""
        if self.match.over or self.waiting is not None:
            return super().prompt()
        asked = self.view.ask() if self.picker is not None else None
        if asked is not None:
            return self.marked.say("table", *asked)
        return self.marked.prompt(self.match.state.prompt(self.learner))

    # -- events -------------------------------------------------------------------------------------------------------

    def handle(self, event: Input) -> Transition | None:
        """Answer an event; while things move, a click shows their end."""
        answer = self._answer(event)
        if self.step is None:
            self._light()
        return answer

    def _answer(self, event: Input) -> Transition | None:
        if isinstance(event, Key):
            answer = self._key(event)
            if answer is not None:
                return answer
        if isinstance(event, (Key, Move, Press)):
            self._walked = isinstance(event, Key) and event.name in (*WALKING, "tab")
        pressed = isinstance(event, Press) and event.button == 1
        if isinstance(event, Press) and self.card.rect.collidepoint(event.pos):
            self._on_card = True
        elif isinstance(event, Press):
            self._on_card = False
        if self._on_card and isinstance(event, (Press, Release)):  # no view sees what is done to the card
            if pressed and self.moving and self._button_at(event.pos) not in (BACK,):
                self._finish()
                return STAY
            return self.form.handle(event) or (self._back() if isinstance(event, Press) and event.button == 3 else STAY)
        if pressed and self.moving:
            self._finish()
            return STAY
        answer = super().handle(event)
        if answer is None and pressed:
            return self._wrong()
        return answer

    def _button_at(self, pos: tuple[float, float]) -> str:
        found = self.form._at(pos)
        return found.address if found is not None else ""

    def _key(self, event: Key) -> Transition | None:
        if event.mods & {"ctrl", "alt"}:
            return None
        if event.name == "escape":
            return STAY if event.repeat else self._menu()
        if event.repeat and event.name not in WALKING:
            return STAY
        if event.name in ("return", "space") and self.moving:
            self._finish()
            return STAY
        typing = isinstance(self.form.focused, AmountWidget) and self.form.focused.typing
        if event.name == "backspace" and not typing:
            return self._back() or STAY
        if event.name == "s":
            self.form.keyboard = True
            return self.show_me()
        step = self.step
        if step is None or event.name not in ("n", "return", "space"):
            return None
        on_button = isinstance(self.form.focused, Button) and self.form.keyboard
        if not step.do and (event.name == "n" or not on_button):
            self.form.keyboard = True
            return self.next()
        return self._lead() if step.do and event.name != "n" else None

    def _lead(self) -> Transition | None:
        """Show where the keys are before Return does anything: at what is marked; None where they are used already."""
        form = self.form
        if self.points():
            if self._walked:
                return None
            form.keyboard = self._walked = True
            return self.view.take(Key("right")) or STAY
        amount = isinstance(form.focused, AmountWidget)
        if form.keyboard and form.focused is not None and not amount:
            return None
        form.keyboard, self._led_to = True, None
        self._uncover()
        self.rebuild()
        return STAY

    def tick(self, now: float) -> Transition | None:
        """Ask whether to go on; let the others play; look whether the learner's move is over."""
        if self._offer:
            self._offer = False
            return self._offered()
        answer = super().tick(now)
        if answer is not None:
            return answer
        while self.script and not self.context.stage.busy and not self._settling and self.clock() >= self._next_play:
            self._play_next()
        if self._moved and not self.moving:  # a board that turned has come to rest: what is marked can be seen again
            self.rebuild()
        self._moved = self.moving
        if self._shaken is not None and self.clock() - self._shaken >= SHAKE_SECONDS:
            self._shaken, self.dirty = None, True
        return None

    def animating(self) -> bool:
        """Tell whether things move, or the card shakes."""
        return super().animating() or self._shaken is not None

    # -- drawing ------------------------------------------------------------------------------------------------------

    def _advised_rects(self) -> list[tuple[pygame.Rect, bool]]:
        return []  # they are drawn over the shade

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table in the shade, what is lit, the card."""
        super().draw(surface)
        lit, marked = self.lit(), self.ringed()
        calm = self.moving or not lit
        shown = self.advice is not None and bool(self.advised())
        self.card.shade(surface, [*lit, self.prompt_rect] if shown else lit, CALM if calm else DIM)
        for rect, button in marked:
            if shown:
                draw_mark(self.context, surface, rect, button)
            else:
                draw_ring(self.context, surface, rect, GOLD, button)
        for rect in self.open_places():
            draw_ring(self.context, surface, rect, SOFT)
        # Of several things to look at none is the one.
        targets = [rect for rect, _ in marked] or (lit if len(lit) == 1 else [])
        # An answer stands below the prompt's words, which an arrow would strike out.
        targets = [rect for rect in targets if not self.prompt_rect.contains(rect)]
        if targets and not self.context.stage.busy:
            margin = self.context.theme(14 if marked else 8)
            self.card.arrow(surface, [rect.inflate(margin, margin) for rect in targets])
        aside = 0
        if self._shaken is not None:
            share = min(1.0, (self.clock() - self._shaken) / SHAKE_SECONDS)
            aside = round(self.context.theme(12) * math.sin(share * 6 * math.pi) * (1 - share))
        self.card.draw(surface, aside)
        for button in self.card.buttons:
            button.move(aside, 0)
            self.form._draw(surface, button)
            button.move(-aside, 0)
        self.form.draw_top(surface)
