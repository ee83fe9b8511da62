"""The menu: games as cards, the game to go on with, files, looking back, rules, settings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pygame

from tabletop import UserError, paths
from tabletop.engine import lesson as lessons
from tabletop.engine.definition import Definition
from tabletop.engine.saves import Saved
from tabletop.ui import library
from tabletop.ui.dialogs import message, mistakes, reloaded
from tabletop.ui.library import Entry
from tabletop.ui.opening import continue_game, open_file
from tabletop.ui.pictures import broken, picture
from tabletop.ui.scene import STAY, Context, Push, Quit, Scene, Transition
from tabletop.ui.settings import Notice
from tabletop.ui.theme import DARK_INK, FAINT_INK, INK, PALE, SOFT, WARM
from tabletop.ui.viewport import Drop, Event, Key, Move, Point, Press
from tabletop.ui.widgets import Button, Form, Label, State, Widget, flow
from tabletop.ui.wording import UiWords

BROKEN_INK = (0x9A, 0x2E, 0x22)
CALM_SECONDS = 5.0
SHORT = 16  # letters: a name up to here stays on one line


@dataclass(eq=False)
class Card(Button):
    """A game on a card: picture, name, one line, players and minutes; or what is wrong with its file."""

    entry: Entry | None = None
    title: str = ""
    line: str = ""
    short: str = ""  # stands for the line where there is no room
    facts: str = ""
    learn: Button | None = None
    """The way to its lessons, in the corner."""
    paper: bool = True

    @staticmethod
    def beside(size: tuple[int, int]) -> bool:
        """Tell whether the picture of a card of this size is beside the words, not above them."""
        return 4 * size[0] > 5 * size[1]

    def lay_learn(self, context: Context) -> tuple[int, int]:
        """Put the way to the lessons into the corner; give how wide and high a place it takes."""
        if self.learn is None:
            return 0, 0
        theme = context.theme
        wide, high = self.learn.measure(context, self.rect.width // 2)
        corner = self.rect.right - theme(14) - wide, self.rect.bottom - theme(14) - high
        self.learn.lay(context, pygame.Rect(*corner, wide, high))
        return wide + theme(4), high

    def draw(self, context: Context, surface: pygame.Surface, state: State) -> None:
        """Draw it, lifted and ringed while it is pointed at or has the keyboard."""
        theme, text = context.theme, context.text
        lifted = state.focused or state.hovered
        rect = self.rect.move(0, -theme(8)) if lifted and not state.pressed else self.rect
        context.art.paper(surface, rect, radius=18, height=12 if lifted else 7)
        pad, edge = theme(16), max(1, theme(1.5))
        beside = self.beside(rect.size)
        seen = pygame.Rect(rect.x + edge, rect.y + edge, rect.width * 44 // 100, rect.height - 2 * edge)
        left = (seen.right if beside else rect.x) + pad
        wide = rect.right - pad - left
        aside, foot = self.lay_learn(context)
        if self.learn is not None:
            self.learn.move(0, rect.y - self.rect.y)
        facts = text.layout(self.facts, theme.px("small"), max(1, wide - aside))
        foot = max(foot, facts.height)
        title = text.fit(self.title, (wide, rect.height * 2 // 5), "title", bold=True)
        if not beside:
            whole = rect.height - pad - foot - 2 * theme(10)
            line_wide = text.layout(self.line, theme.px("text"), wide)
            high = max(
                rect.height // 4, min(rect.height * 52 // 100, whole - title.height - line_wide.height - theme(20))
            )
            seen.size = rect.width - 2 * edge, high - edge
        good = self.entry is not None and self.entry.definition is not None
        if good and self.entry is not None and self.entry.definition is not None:
            image = picture(context.art, self.entry.definition.rules, seen.size, theme(18) - edge, beside)
        else:
            image = broken(context.art, seen.size, theme(18) - edge, beside)
        surface.blit(image, seen)
        y = rect.y + pad if beside else seen.bottom + theme(12)
        with text.container(self.address, rect):
            text.draw_layout(surface, title, pygame.Rect(left, y, wide, title.height), DARK_INK)
            y += title.height + theme(6)
            bottom = rect.bottom - pad - foot
            room = pygame.Rect(left, y, wide, bottom - y - theme(6))
            for words in (self.line, self.short):  # the first that fits; a press tells all
                layout = text.fit(words, room.size)
                if words and layout.height <= room.height:
                    text.draw_layout(surface, layout, room, INK if good else BROKEN_INK)
                    break
            where = pygame.Rect(left, bottom, wide, foot)
            text.draw_layout(surface, facts, where, FAINT_INK, valign="center")
        if lifted:
            context.art.ring(surface, rect, 18, thick=4)


class MenuScene(Scene):
    """Where everything begins; `notice` is said below the title."""

    def __init__(self, notice: str = "", settings_notice: Notice | None = None) -> None:
        self.notice, self._settings_notice = notice, settings_notice
        self._calm_until = 0.0
        """When good news goes away, on the form's clock."""
        self._pointer: Point | None = None
        """Where the pointer is; None once keys are used."""
        self.folder: Path = paths.user_saves()

    def enter(self, context: Context) -> None:
        """Load the games."""
        super().enter(context)
        self.words = UiWords()
        if self._settings_notice is not None:
            self.notice = self.words(self._settings_notice.key, self._settings_notice.parameters)
        self.form = Form(context)
        self.load()

    def load(self) -> None:
        """Read games and saves again."""
        self.entries = library.entries()
        self.titles = [UiWords(entry.definition) if entry.definition else None for entry in self.entries]
        self.lessons = lessons.listed()
        self.taught = {one.game for one in self.lessons}
        self.unfinished: Saved | None = library.latest_unfinished(self.folder)

    # -- layout -----------------------------------------------------------------------------------------------------

    def layout(self, context: Context) -> None:
        """Place everything for the size and text setting of now."""
        theme, text, words, view = context.theme, context.text, self.words, context.viewport.rect
        margin = theme(56)
        width = view.width - 2 * margin
        go_on: list[Widget] = []
        if self.unfinished is not None:
            save = self.unfinished
            button = Button("button:continue", action=lambda: self.go_on(save), kind="loud", keys=("c",), icon="play")
            kept = [name.replace(" ", "\u00a0") if len(name) <= SHORT else name for name in save.names]
            game, names = self._game_title(save), words.listed(kept)
            button.words = words("menu.continue", game=game, players=names)
            wide, high = button.measure(context, width * 52 // 100)
            if high > 3 * text.line_height(theme.px("text")):  # names that would be a paragraph
                count = words("menu.players_exactly", low=len(save.names))
                button.words, button.hint = words("menu.continue", game=game, players=count), names
                wide, high = button.measure(context, width * 52 // 100)
            button.lay(context, pygame.Rect(view.right - margin - wide, theme(48), wide, high))
            go_on = [button]
        left = go_on[0].rect.x - margin - theme(24) if go_on else width
        self.title_at = pygame.Rect(margin, theme(36), left, text.measure(words("menu.title"), "display")[1])
        high = text.measure(words("menu.subtitle"), "text", left)[1]
        self.subtitle_at = pygame.Rect(margin, self.title_at.bottom, left, high)
        top = max(self.subtitle_at.bottom, go_on[0].rect.bottom if go_on else 0) + theme(12)
        bar = self._bar()
        took = flow(context, bar, pygame.Rect(margin, 0, width, 0))
        for widget in bar:
            widget.move(0, view.height - theme(36) - took.height)
        bottom = view.height - theme(36) - took.height - theme(16)
        notes: list[Widget] = []
        if self.notice:
            note = Label("notice", words=self.notice, color=SOFT if self._calm_until else WARM)
            high = note.measure(context, width)[1]
            note.lay(context, pygame.Rect(margin, bottom - high, width, high))
            notes = [note]
            bottom -= high + theme(10)
        cards = self._cards(pygame.Rect(margin, top, width, bottom - top))
        self.form.replace([*go_on, *cards, *bar, *notes], cards)
        if self.form.focused is None:
            self.form.focused, self.form.keyboard = next((card for card in cards if card.focusable), None), True

    def _bar(self) -> list[Widget]:
        words = self.words
        return [
            Button("button:open", words=words("menu.open"), action=self.open, keys=("o",), icon="folder"),
            Button("button:look_back", words=words("menu.look_back"), action=self.look_back, keys=("l",), icon="eye"),
            Button("button:rules", words=words("menu.rules"), action=self.rules, keys=("f1",), icon="book"),
            Button("button:demo", words=words("menu.demo"), action=self.demo, keys=("d",), icon="play"),
            Button("button:settings", words=words("menu.settings"), action=self.settings, keys=("s",), icon="settings"),
            Button("button:quit", words=words("menu.quit"), action=Quit, keys=("q",), icon="close"),
        ]

    def _cards(self, area: pygame.Rect) -> list[Widget]:
        """Lay the cards in a row if they fit, else in rows, which scroll where they do not fit either."""
        context, words = self.context, self.words
        theme = context.theme
        gap, lift = theme(16), theme(12)
        cards = [self._card(entry, own) for entry, own in zip(self.entries, self.titles, strict=True)]
        if not cards:
            empty = Label("empty", words=words("menu.empty"), color=SOFT)
            empty.lay(context, pygame.Rect(area.x, area.y + theme(20), area.width, area.height - theme(20)))
            return [empty]
        for least, low in ((theme.grown(216), theme.grown(236)), (theme.grown(340), theme.grown(176))):
            across = max(1, min(len(cards), (area.width + gap) // (least + gap)))
            rows = -(-len(cards) // across)
            room = (area.height - lift + gap) // rows - gap - lift
            if room >= low:  # all are in sight, in rows as even as can be
                across = -(-len(cards) // rows)
                break
        else:
            least, low = theme.grown(216), theme.grown(250)
            across = max(1, min(len(cards), (area.width + gap) // (least + gap)))
            rows = -(-len(cards) // across)
            room = area.height - 2 * lift
        most = theme.grown(460 if rows > 1 else 300 if len(cards) > 2 else 400)
        wide = min((area.width - gap * (across - 1)) // across, most)
        high = max(low, min(room, max(theme.grown(380), wide * 3 // 2)))
        step = high + gap + lift
        found: list[Widget] = []
        for n, card in enumerate(cards):
            row, column = divmod(n, across)
            y = area.y + lift + row * step
            if rows == 1:
                y = area.y + max(lift, (area.height - high) // 2)
            card.lay(context, pygame.Rect(area.x + column * (wide + gap), y, wide, high))
            card.lay_learn(context)
            found += [card] if card.learn is None else [card, card.learn]
        self.form.area = area.inflate(2 * theme(8), 0)
        self.form.content = lift + rows * step - gap
        return found

    def _card(self, entry: Entry, own: UiWords | None) -> Card:
        words = self.words
        if entry.definition is None or own is None:
            return Card(
                f"game:{entry.key}",
                hint="\n".join(entry.errors[:3]),
                entry=entry,
                title=entry.path.name,
                line=self._place(entry.errors[0], True),
                short=self._place(entry.errors[0], False),
                facts=words("menu.broken"),
                action=lambda: Push(mistakes(entry.path.name, entry.errors)),
            )
        facts = [words.players(entry.definition)]
        if entry.definition.minutes:
            facts.append(words("menu.minutes", minutes=entry.definition.minutes))
        if entry.own:
            facts.append(words("menu.own"))
        definition, way = entry.definition, None
        if definition.reference in self.taught:
            hint = words("lesson.hint", game=own.title())
            way = Button(f"learn:{entry.key}", hint, words=words("lesson.learn"), role="small", paper=True,
                         action=lambda: self.learn(definition))  # fmt: skip
        return Card(
            f"game:{entry.key}",
            entry=entry,
            learn=way,
            title=own.title(),
            line=own.tagline(),
            facts="\u00a0· ".join(fact.replace(" ", "\u00a0") for fact in facts),
            action=lambda: self.play(entry),
        )

    def _place(self, error: str, whole: bool) -> str:
        """Say line and column of an error, and what is wrong there."""
        found = re.match(r"(?:.*?):(\d+):(\d+): (.*)", error, re.S)
        if found is None:
            return error if whole else ""
        place = self.words("menu.place", line=found[1], column=found[2])
        return f"{place}: {found[3]}" if whole else place

    def _where(self, entry: Entry | lessons.Listed) -> str:
        """Say which file is wrong, and where in it."""
        place = self._place(entry.errors[0], False)
        return f"{entry.path.name}, {place}." if place else f"{entry.path.name}."

    def _game_title(self, save: Saved) -> str:
        for entry, own in zip(self.entries, self.titles, strict=True):
            if own is not None and entry.definition is not None and entry.definition.reference == save.game:
                return own.title()
        return Path(save.game).stem.replace("_", " ")

    # -- what can be done -------------------------------------------------------------------------------------------

    def play(self, entry: Entry) -> Transition:
        """Go to a game's set-up."""
        from tabletop.ui.setup import SetupScene

        entry = library.whole(entry)
        if entry.definition is None:
            return Push(mistakes(entry.path.name, entry.errors))
        return Push(SetupScene(entry))

    def learn(self, definition: Definition) -> Transition:
        """Go to a game's lessons."""
        from tabletop.ui.lessons_scene import learn

        return learn(definition)

    def go_on(self, save: Saved) -> Transition:
        """Go on with a saved game."""
        return continue_game(save.path)

    def open(self) -> Transition:
        """Look for a file."""
        from tabletop.ui.files_scene import FilesScene

        return Push(FilesScene())

    def look_back(self) -> Transition:
        """List the saved games."""
        from tabletop.ui.saves_scene import SavesScene

        return Push(SavesScene(self.folder))

    def rules(self) -> Transition:
        """Read the rules of the game that is pointed at or has the focus, else of the first."""
        from tabletop.ui.rulebook import RulebookScene

        pointed = self.form._at(self._pointer) if self._pointer is not None else None
        known = {entry.key: entry.definition for entry in self.entries if entry.definition is not None}
        meant = [one.address.partition(":")[2] for one in (pointed, self.form.focused) if one is not None]
        definition = next((known[key] for key in [*meant, *known] if key in known), None)
        return Push(RulebookScene(definition)) if definition is not None else STAY

    def demo(self) -> Transition:
        """Let the games play themselves."""
        from tabletop.ui.demo import demo

        try:
            return Push(demo(self.context.settings))
        except UserError as error:
            return Push(message(str(error)))

    def settings(self) -> Transition:
        """Change the settings."""
        from tabletop.ui.settings_scene import SettingsScene

        return Push(SettingsScene())

    def reload(self) -> Transition:
        """Read all games again and say how that went."""
        self.load()
        wrong: list[Entry | lessons.Listed] = [entry for entry in self.entries if entry.definition is None]
        wrong += [one for one in self.lessons if one.errors]
        if wrong:
            lines = [line for entry in wrong for line in entry.errors]
            self.notice, self._calm_until = reloaded(len(wrong)), 0.0
            self.layout(self.context)
            title, self.notice = self.notice, " ".join([self.notice, *(self._where(entry) for entry in wrong[:3])])
            self.layout(self.context)
            return Push(mistakes(title, lines))
        self.notice = reloaded(0)
        self._calm_until = self.form.clock() + CALM_SECONDS
        self.layout(self.context)
        return STAY

    # -- events -----------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> Transition | None:
        """Answer an event; F5 reads the games again, a dropped file is opened."""
        if isinstance(event, Drop):
            return open_file(Path(event.file))
        if isinstance(event, Key) and event.name == "f5":
            return STAY if event.repeat else self.reload()
        if isinstance(event, (Move, Press)):
            self._pointer = event.pos
        elif isinstance(event, Key) and event.name != "f1":
            self._pointer = None
        return self.form.handle(event)

    def resumed(self, result: object) -> Transition | None:
        """Come back: a game may have been saved or finished, a copy made."""
        self.load()
        self.layout(self.context)
        return None

    def tick(self, now: float) -> Transition | None:
        """Show hints that are due; let good news go after a while."""
        if self._calm_until and self.form.clock() >= self._calm_until:
            self.notice, self._calm_until = "", 0.0
            self.layout(self.context)
            self.dirty = True
        if self.form.tick(now):
            self.dirty = True
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the menu."""
        context, words = self.context, self.words
        context.art.background(surface)
        with context.text.container("menu"):
            context.text.draw(surface, words("menu.title"), self.title_at, "display", PALE, bold=True)
            context.text.draw(surface, words("menu.subtitle"), self.subtitle_at, "text", SOFT)
        self.form.draw(surface)

    def addresses(self) -> dict[str, pygame.Rect]:
        """Give what can be clicked now, by address."""
        return self.form.addresses()
