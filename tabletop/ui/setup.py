"""Set-up: who plays, who begins, the clock, the rules; what was chosen last time comes back."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pygame

from tabletop import UserError, paths
from tabletop.engine import definition as definitions
from tabletop.engine.clock import Clock
from tabletop.engine.definition import Definition
from tabletop.engine.definition import Option as Rule
from tabletop.engine.match import Match
from tabletop.engine.rules import Refused
from tabletop.engine.saves import Autosave
from tabletop.rules import GAMES
from tabletop.ui import library, opening
from tabletop.ui.dialogs import mistakes, reloaded
from tabletop.ui.library import Entry, Seat, Table
from tabletop.ui.pages import Filler, Page
from tabletop.ui.scene import STAY, Context, Push, Replace, Transition
from tabletop.ui.sign import OWN_COLORS, sign_image
from tabletop.ui.theme import OWNERS, SOFT
from tabletop.ui.viewport import Event, Key
from tabletop.ui.widgets import Amount, Button, Choice, Option, State, TextField, Toggle, Widget, focus_ring
from tabletop.ui.wording import UiWords

_LOOKS = [owner.name for owner in OWNERS]


@dataclass(eq=False)
class Sign(Button):
    """A seat's chip: its colour and sign; pressed, another one."""

    owner: int = 0
    rules: str = ""
    rapid: bool = True

    def measure(self, context: Context, width: int) -> tuple[int, int]:
        """Give its size."""
        return context.theme.grown(44), context.theme.grown(44)

    def draw(self, context: Context, surface: pygame.Surface, state: State) -> None:
        """Draw the chip."""
        radius = min(self.rect.size) // 2 - context.theme(2)
        context.art.blit(surface, sign_image(context.art, self.rules, radius, self.owner), self.rect.center)
        if self.enabled and (state.hovered or state.pressed):
            context.art.circle_ring(surface, self.rect.center, radius)
        if state.focused:
            focus_ring(context, surface, self.rect, 22)


class _Shown:
    """Says a number of an Amount in words of its own."""

    def __init__(self, say: Callable[[int], str]) -> None:
        self.format = say


def levels(definition: Definition) -> list[str]:
    """List the computer levels of a game; none where no computer player knows it."""
    return list(definition.players)


class SetupScene(Page):
    """Everything that is chosen before a game of `entry`."""

    def __init__(self, entry: Entry) -> None:
        assert entry.definition is not None
        self.entry = entry
        self.definition = entry.definition

    def prepare(self) -> None:
        """Bring back the last table."""
        self.words = UiWords(self.definition)
        self.title = self.words("setup.title", game=self.words.title())
        self.back_words = self.words("setup.back")
        self.levels = levels(self.definition)
        self.table: Table = library.remembered(self.definition, self.context.settings.tables, self.words)
        for seat in self.table.seats:
            if seat.level not in self.levels:
                seat.level = None
        self.refused = ""
        self.said = ""
        self.good = False
        """Whether what is said is good news."""
        self.typed: dict[str, str] = {}
        """Lists of numbers as they were typed."""

    def enter(self, context: Context) -> None:
        """Begin with the loud button, so that Return starts at once what was played last."""
        super().enter(context)
        self._begun = False

    # -- what stands on the page ------------------------------------------------------------------------------------

    def layout(self, context: Context) -> None:
        """Place everything, having asked whether it can be played."""
        try:
            self.definition.resolve(self.table.options, len(self.table.seats))
            self.refused = ""
        except Refused as error:
            self.refused = self.words("setup.cannot_start", reason=self.words.refusal(error.refusal))
        self.notice = self.refused or self.said
        self.calm = not self.refused and self.good
        super().layout(context)
        if not self._begun:
            self._begun = True
            self.form.focused, self.form.keyboard = self.form.widget("button:start"), True

    def fill(self, filler: Filler) -> None:
        """Lay seats, beginner, clock and the game's own rules."""
        self._seats(filler)
        self._begins(filler)
        self._clock(filler)
        groups: dict[str, list[Rule]] = {}
        for rule in self.definition.options.values():
            groups.setdefault(rule.group, []).append(rule)
        for group, rules in groups.items():
            filler.heading(f"group:{group}", self.words.group(group))
            for rule in rules:
                self._rule(filler, rule)

    def bar(self) -> list[Widget]:
        """Give the buttons, the loud one last."""
        words = self.words
        own = Button("button:own_copy", words=words("setup.make_copy"), action=self.own_copy, icon="copy")
        standard = Button("button:standard", words=words("setup.standard"), action=self.standard, icon="undo")
        rules = Button("button:rules", words=words("setup.rules"), action=self.rules, keys=("f1",), icon="book")
        start = Button(
            "button:start",
            hint=self.refused,
            words=words("setup.start"),
            action=self.start,
            keys=("ctrl+return",),
            kind="loud",
            icon="play",
            enabled=not self.refused,
        )
        return [own, standard, rules, start]

    def owner(self, place: int) -> int:
        """Give the owner, from 0, whose colour and sign a place has, or will have once it is known who begins."""
        if self.definition.rules not in OWN_COLORS:
            return _LOOKS.index(self.looks()[place])
        begins = self.table.begins
        return (place - begins) % len(self.table.seats) if isinstance(begins, int) else place

    def looks(self) -> list[str]:
        """Name the colour of each place: what was chosen, else the first that nobody has."""
        seats, found = self.table.seats, list[str]()
        for seat in seats:
            wanted = seat.look if seat.look in _LOOKS and seat.look not in found else ""
            chosen = {*found, *(other.look for other in seats)}
            found.append(wanted or next(look for look in _LOOKS if look not in chosen))
        return found

    def change_look(self, place: int) -> Transition | None:
        """Give a place the next colour and sign; whoever has it gets the one that becomes free."""
        looks = self.looks()
        mine, wanted = looks[place], _LOOKS[(_LOOKS.index(looks[place]) + 1) % len(_LOOKS)]
        for seat, look in zip(self.table.seats, looks, strict=True):
            seat.look = {mine: wanted, wanted: mine}.get(look, look)
        self.rebuild()
        return STAY

    def _seats(self, filler: Filler) -> None:
        words, seats = self.words, self.table.seats
        low, high = self.definition.seats
        filler.heading("heading:players", words("setup.players"))
        for place, seat in enumerate(seats):
            self._seat(filler, place, seat, len(seats) > low)
        if len(seats) < high:
            filler.add(Button("button:add_seat", words=words("setup.add"), action=self.add_seat, icon="plus"))
        filler.gap(14)

    def _seat(self, filler: Filler, place: int, seat: Seat, removable: bool) -> None:
        words, theme, context = self.words, filler.context.theme, filler.context
        name = TextField(
            f"seat:{place + 1}.name",
            value=seat.name,
            placeholder=words("setup.player", number=place + 1),
            changed=lambda value: self._rename(place, value),
            done=self.rebuild_after,
        )
        after: list[Widget] = []
        if self.levels:
            options = [Option(None, words("setup.human"), "person")]
            for level in self.levels:
                options.append(Option(level, self._level(level), "computer"))
            after.append(
                Choice(
                    f"seat:{place + 1}.level",
                    options=options,
                    value=seat.level,
                    changed=lambda value: self._set_level(place, value),
                )
            )
        if len(self.table.seats) > 1:
            up = Button(f"seat:{place + 1}.up", words("setup.up"), icon="up", action=lambda: self.move_up(place))
            up.enabled = place > 0
            after.append(up)
        if self.definition.seats[0] < self.definition.seats[1]:
            take = Button(
                f"seat:{place + 1}.remove", words("setup.remove"), icon="close", action=lambda: self.remove_seat(place)
            )
            take.enabled = removable
            after.append(take)
        gap = theme(10)
        sizes = [widget.measure(context, filler.rect.width) for widget in after]
        taken = sum(wide + gap for wide, _ in sizes)
        free = self.definition.rules not in OWN_COLORS
        sign = Sign(f"seat:{place + 1}.sign", words("setup.look" if free else "setup.look_fixed"))
        sign.owner, sign.rules = self.owner(place), self.definition.rules
        sign.action = lambda: self.change_look(place)
        sign.enabled = sign.focusable = free
        side = sign.measure(context, 0)[0]
        left = filler.rect.x + side + gap
        tall = name.measure(context, 0)[1]
        room = filler.rect.right - left
        stacked = room - taken < theme.grown(240)
        sign.lay(context, pygame.Rect(filler.rect.x, filler.y + (tall - side) // 2, side, side))
        name.lay(context, pygame.Rect(left, filler.y, room if stacked else min(room - taken, theme.grown(460)), tall))
        x, y = (left, filler.y + tall + theme(6)) if stacked else (name.rect.right + gap, filler.y)
        bottom = name.rect.bottom
        for widget, (wide, high) in zip(after, sizes, strict=True):
            widget.lay(context, pygame.Rect(x, y + (0 if stacked else (tall - high) // 2), min(wide, room), high))
            x += wide + gap
            bottom = max(bottom, widget.rect.bottom)
        filler.widgets += [sign, name, *after]
        filler.y = bottom + theme(12)

    def _level(self, level: str) -> str:
        return self.words(f"setup.levels.{level}") if self.words.has("setup", f"levels.{level}") else level

    def _begins(self, filler: Filler) -> None:
        words = self.words
        options = [
            *(Option(n, self._name(n)) for n in range(len(self.table.seats))),
            Option("lot", words("setup.begins_random"), "dice"),
            Option("loser", words("setup.begins_loser")),
        ]
        choice = Choice("begins", options=options, value=self.table.begins, changed=self._setter("begins"))
        filler.line(choice, words("setup.begins"), words("setup.begins_help"))

    def _name(self, place: int) -> str:
        return self.table.seats[place].name.strip() or self.words("setup.player", number=place + 1)

    def _clock(self, filler: Filler) -> None:
        words, table = self.words, self.table
        options = [Option(kind, words(f"setup.clock_{kind}")) for kind in ("none", "decision", "game")]
        choice = Choice("clock", options=options, value=table.clock, changed=self._setter("clock"))
        filler.line(choice, words("setup.clock"), words("setup.clock_help"))
        if table.clock == "decision":
            amount = Amount("clock:seconds", value=table.seconds, low=5, high=600, step=5)
            amount.changed = lambda value: self._quietly("seconds", value)
            filler.line(amount, words("setup.seconds"))
        elif table.clock == "game":
            amount = Amount("clock:minutes", value=table.minutes, low=1, high=180)
            amount.changed = lambda value: self._quietly("minutes", value)
            filler.line(amount, words("setup.minutes"))

    def _rule(self, filler: Filler, rule: Rule) -> None:
        """Lay the control of one of the game's options."""
        words = self.words
        value = self.table.options.get(rule.id, rule.default)
        change = self._chooser(rule.id)
        name, help_words = words.option(rule), words.option_help(rule)
        address = f"option:{rule.id}"
        if rule.kind == "flag":
            filler.line(Toggle(address, value=bool(value), changed=change), name, help_words)
        elif rule.kind == "choice":
            options = [Option(one, words.value(rule, one)) for one in rule.values]
            said = words.value_help(rule, value)
            help_words = f"{help_words} {words.value(rule, value)}: {said}" if said else help_words
            filler.line(Choice(address, options=options, value=value, changed=change), name, help_words)
        elif rule.kind in ("number", "float"):
            filler.line(self._amount(rule, value, change), name, help_words)
        elif rule.items == "number":
            self._numbers(filler, rule, tuple(value or ()), name, help_words)
        else:
            self._cards(filler, rule, tuple(value or ()), name, help_words)

    def _amount(self, rule: Rule, value: Any, change: Callable[[Any], Any]) -> Amount:
        parts = 10 if rule.kind == "float" else 1
        low = round((rule.low if rule.low is not None else 0) * parts)
        high = round((rule.high if rule.high is not None else 99) * parts)
        first = low - 1 if rule.default is None else low  # one below the lowest: the game decides

        def meant(number: int) -> Any:
            return None if number < low else number / parts if parts > 1 else number

        shown = _Shown(lambda number: self.words("setup.by_game") if number < low else f"{number / parts:g}")
        number = first if value is None else round(value * parts)
        return Amount(
            f"option:{rule.id}",
            value=number,
            low=first,
            high=high,
            words=shown,  # type: ignore[arg-type]
            changed=lambda number: change(meant(number)),
        )

    def _numbers(self, filler: Filler, rule: Rule, chosen: tuple[Any, ...], name: str, help_words: str) -> None:
        """Lay a line to type numbers in; what is no number stays as it is and is refused with its reason."""

        def change(words: str) -> None:
            self.typed[rule.id] = words
            self.table.options[rule.id] = _numbers(words)
            self.said = ""
            self.rebuild()

        filler.words(f"option:{rule.id}.name", name, bold=True)
        filler.words(f"option:{rule.id}.help", help_words, "small", SOFT)
        filler.gap(6)
        words = self.typed.get(rule.id, "")
        if _numbers(words) != chosen:
            words = " ".join(map(str, chosen))
        field = TextField(f"option:{rule.id}", value=words, changed=change)
        field.done = self.rebuild_after
        filler.add(field)
        filler.gap(10)

    def _cards(self, filler: Filler, rule: Rule, chosen: tuple[str, ...], name: str, help_words: str) -> None:
        """Lay a switch for each card that a club composed, such as may be shuffled in."""
        words = self.words
        filler.words(f"option:{rule.id}.name", name, bold=True)
        filler.words(f"option:{rule.id}.help", help_words, "small", SOFT)
        filler.gap(6)
        cards = composed(self.definition)
        if not cards:
            filler.words(f"option:{rule.id}.none", words("setup.no_cards"), "small", SOFT)
            return
        for card in cards:
            number = getattr(self.definition.parts.cards[card], "number", None)
            named = words.card(card)
            if words.has("cards", f"{card}.text"):
                named = f"{named}: {words.say('cards', f'{card}.text', {'n': number, 'count': number})}"
            toggle = Toggle(f"option:{rule.id}={card}", words=named, value=card in chosen)
            toggle.changed = self._card_switch(rule, card)
            filler.add(toggle)

    def _card_switch(self, rule: Rule, card: str) -> Callable[[bool], Transition | None]:
        def switch(on: bool) -> Transition | None:
            chosen = [one for one in self.table.options.get(rule.id, rule.default) or () if one != card]
            return self._choose(rule.id, tuple([*chosen, card] if on else chosen))

        return switch

    # -- changes ----------------------------------------------------------------------------------------------------

    def rebuild_after(self) -> Transition | None:
        """Go on from a text field: its name may stand elsewhere on the page too."""
        self.form.step(1)
        self.rebuild()
        return STAY

    def _setter(self, name: str) -> Callable[[Any], None]:
        def change(value: Any) -> None:
            self._quietly(name, value)
            self.rebuild()

        return change

    def _quietly(self, name: str, value: Any) -> None:
        setattr(self.table, name, value)
        self.said = ""

    def _chooser(self, name: str) -> Callable[[Any], Transition | None]:
        return lambda value: self._choose(name, value)

    def _choose(self, name: str, value: Any) -> Transition | None:
        self.table.options[name] = value
        self.said = ""
        self.rebuild()
        return None

    def _rename(self, place: int, value: str) -> None:
        self.table.seats[place].name = value
        self.rebuild()  # the name stands under "who begins" too

    def _set_level(self, place: int, level: str | None) -> None:
        self.table.seats[place].level = level
        self.rebuild()

    def add_seat(self) -> Transition | None:
        """Let one more play."""
        seats = self.table.seats
        taken = {seat.name for seat in seats}
        number = next(n for n in range(1, 99) if n > len(seats) and self.words("setup.player", number=n) not in taken)
        seats.append(Seat(self.words("setup.player", number=number)))
        self.rebuild()
        return STAY

    def remove_seat(self, place: int) -> Transition | None:
        """Let one fewer play."""
        del self.table.seats[place]
        if isinstance(self.table.begins, int) and self.table.begins >= len(self.table.seats):
            self.table.begins = 0
        self.rebuild()
        return STAY

    def move_up(self, place: int) -> Transition | None:
        """Let two neighbours change seats."""
        seats = self.table.seats
        seats[place - 1], seats[place] = seats[place], seats[place - 1]
        self.rebuild()
        return STAY

    def standard(self) -> Transition | None:
        """Go back to the game's own defaults."""
        self.table.options.clear()
        self.table.clock = "none"
        self.rebuild()
        return STAY

    # -- ways out ---------------------------------------------------------------------------------------------------

    def rules(self) -> Transition:
        """Read the rules."""
        from tabletop.ui.rulebook import RulebookScene

        return Push(RulebookScene(self.definition))

    def own_copy(self) -> Transition | None:
        """Write a file of one's own that extends the game, and show where it lies."""
        folder = paths.user_games()
        try:
            path = library.own_copy(self.definition, self.words, folder)
        except OSError as error:
            self.good = False
            self.said = self.words("setup.copy_failed", file=str(folder), reason=error.strerror or str(error))
        else:
            failed = library.show_folder(folder)
            key = "setup.copy_folder" if failed else "setup.copy_made"
            self.said = self.words(key, file=str(path))
            self.entry, self.definition = library.entry_of(path), definitions.load(path.stem, GAMES)
            self.prepare_copy()
            self.good = True
        self.rebuild()
        return STAY

    def prepare_copy(self) -> None:
        """Go on with another definition and the same people."""
        table, said = self.table, self.said
        self.prepare()
        self.table.seats, self.said = table.seats, said

    def reload(self) -> Transition | None:
        """Read the definition's file again; show what is wrong with it."""
        reference = self.definition.reference
        try:
            self.definition = definitions.load(reference, GAMES)
        except UserError as error:
            return Push(mistakes(self.entry.path.name, error.lines))
        table = self.table
        self.context.settings.tables[reference] = table.write()
        self.prepare()
        self.good = True
        self.said = reloaded(0)
        self.rebuild()
        return STAY

    def handle(self, event: Event) -> Transition | None:
        """Read the file again on F5."""
        if isinstance(event, Key) and event.name == "f5":
            return STAY if event.repeat else self.reload()
        return super().handle(event)

    def first(self) -> int:
        """Give the place that begins, drawing lots where that was chosen."""
        table = self.table
        if isinstance(table.begins, int):
            return table.begins
        places = list(range(len(table.seats)))
        if table.begins == "loser":
            losers = library.last_losers(paths.user_saves(), self.definition)
            places = [place for place in places if self._name(place) in losers] or places
        return random.SystemRandom().choice(places)

    def start(self) -> Transition | None:
        """Begin the game."""
        first, table, looks = self.first(), self.table, self.looks()
        order = [*range(first, len(table.seats)), *range(first)]
        clocks = {"decision": table.seconds, "game": 60 * table.minutes}
        try:
            match = Match(
                self.definition,
                [self._name(place) for place in order],
                options=table.options,
                levels=[table.seats[place].level for place in order],
                looks=[looks[place] for place in order] if self.definition.rules not in OWN_COLORS else (),
                rng=random.SystemRandom(),
                clock=Clock(table.clock, clocks[table.clock]) if table.clock != "none" else None,
                autosave=Autosave.new(paths.user_saves(), self.definition.reference, datetime.now()),
            )
        except Refused as error:
            self.good = False
            self.said = self.words("setup.cannot_start", reason=self.words.refusal(error.refusal))
            self.rebuild()
            return STAY
        settings = self.context.settings
        settings.tables[self.definition.reference] = table.write()
        settings.save(paths.user_settings())  # a failure is told by the settings page, the game matters more
        return Replace(opening.table(match, begins=first > 0))


def _numbers(words: str) -> tuple[int | str, ...]:
    """Read numbers with spaces or commas between them; what is none stays a text."""
    return tuple(int(part) if part.isdecimal() else part for part in words.replace(",", " ").split())


def composed(definition: Definition) -> list[str]:
    """List the cards that no deck and no option uses: those a club wrote to be shuffled in."""
    parts = definition.parts
    cards = getattr(parts, "cards", {})
    used = {card for deck in getattr(parts, "decks", {}).values() for card in deck}
    used |= set(getattr(parts, "extras", {}).values())
    return [card for card in cards if card not in used]
