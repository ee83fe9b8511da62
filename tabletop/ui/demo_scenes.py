"""What the demo consists of: posters, tables at which computers play, and the question to a visitor."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import pygame

from tabletop.engine.definition import Definition
from tabletop.engine.match import Entry, Match
from tabletop.engine.rules import Identity
from tabletop.ui.captions import Caption, Captions
from tabletop.ui.computers import Computers
from tabletop.ui.demo_shows import Show
from tabletop.ui.pictures import picture
from tabletop.ui.scene import STAY, Context, Pop, Scene, Transition
from tabletop.ui.sheet import Sheet
from tabletop.ui.table import TableScene
from tabletop.ui.text import Layout
from tabletop.ui.theme import DARK_INK, LOUD, PALE, SOFT
from tabletop.ui.viewport import Event
from tabletop.ui.widgets import Button, Form, Widget
from tabletop.ui.wording import UiWords

WHAT, WHY = 34, 25  # board units at 100 per cent; the prompt of a table has 22
LEAST_SECONDS = 1.4  # that the table stands still after each action, at normal speed
PULSE_SECONDS = 0.8
SLOWEST = 420.0  # seconds of a whole game, whatever it does; computers that hang must not keep the screen


class DemoPart(Scene):
    """A scene of the demo itself: whoever touches it is asked what to do."""


class Poster(DemoPart):
    """A game's picture beside a title, a line above it, texts below, and a band at the bottom; then `then` follows."""

    def __init__(
        self,
        definition: Definition,
        title: str,
        kicker: str,
        texts: Sequence[str],
        band: str,
        seconds: float,
        then: Callable[[], Transition],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.definition = definition
        self.title, self.kicker, self.texts, self.band = title, kicker, texts, band
        self.seconds, self.then, self.clock = seconds, then, clock
        self._pulse = 0

    def enter(self, context: Context) -> None:
        """Begin to count."""
        super().enter(context)
        self._ends = self.clock() + self.seconds

    def layout(self, context: Context) -> None:
        """Put the picture at the left, the words at the right, the band below."""
        theme, text, view = context.theme, context.text, context.viewport.rect
        margin = theme(36)
        band = text.fit(self.band, (view.width - 4 * margin, theme(150)), 34, bold=True)
        self.band_layout = band
        high = band.height + 2 * theme(20)
        self.band_rect = pygame.Rect(margin, view.bottom - margin - high, view.width - 2 * margin, high)
        top = pygame.Rect(margin, margin, view.width - 2 * margin, self.band_rect.y - 2 * margin)
        self.seen = pygame.Rect(top.x, top.y, top.width * 40 // 100, top.height)
        room = pygame.Rect(self.seen.right + margin, top.y, top.right - self.seen.right - margin, top.height)
        kicker = text.fit(self.kicker, (room.width, theme(90)), "prompt") if self.kicker else None
        left = room.height - (kicker.height if kicker else 0)
        title = text.fit(self.title, (room.width, left * 45 // 100), 54, bold=True)
        left -= title.height + theme(18) * len(self.texts)
        share = [left * part // 100 for part in ((60, 40) if len(self.texts) == 2 else (100,))]
        bodies = [text.fit(words, (room.width, most), 27) for words, most in zip(self.texts, share, strict=True)]
        parts: list[tuple[Layout, tuple[int, int, int], int]] = []
        if kicker is not None:
            parts.append((kicker, SOFT, 0))
        parts.append((title, PALE, 0))
        parts += [(body, PALE if n == 0 else SOFT, theme(18)) for n, body in enumerate(bodies)]
        y = room.y + max(0, (room.height - sum(part.height + gap for part, _, gap in parts)) // 2)
        self.parts: list[tuple[Layout, tuple[int, int, int], pygame.Rect]] = []
        for part, color, gap in parts:
            y += gap
            self.parts.append((part, color, pygame.Rect(room.x, y, room.width, part.height)))
            y += part.height
        self.room = room

    def _picture(self) -> pygame.Surface:
        """Make the game's picture with four round corners."""
        art, radius = self.context.art, self.context.theme(20)
        image = picture(art, self.definition.rules, self.seen.size, radius).copy()
        image.blit(art.rounded(image.get_size(), radius, (255, 255, 255, 255)), (0, 0), None, pygame.BLEND_RGBA_MULT)
        return image

    def tick(self, now: float) -> Transition | None:
        """Let the band breathe, and go on when the time is over."""
        if self.clock() >= self._ends:
            return self.then()
        pulse = int(self.clock() / PULSE_SECONDS) % 2
        if pulse != self._pulse:
            self._pulse, self.dirty = pulse, True
        return None

    def resumed(self, result: object) -> Transition | None:
        """Stay long enough to be read again."""
        self._ends = max(self._ends, self.clock() + self.seconds / 2)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it."""
        context = self.context
        theme, text, art = context.theme, context.text, context.art
        art.background(surface)
        art.shadow(surface, self.seen, theme(20), 8, 120)
        surface.blit(art.keep(("poster", self.definition.rules, self.seen.size), self._picture), self.seen)
        with text.container("poster", self.room):
            for layout, color, rect in self.parts:
                text.draw_layout(surface, layout, rect, color)
        alpha = 255 if self._pulse else 225
        surface.blit(art.rounded(self.band_rect.size, theme(20), (*LOUD, alpha)), self.band_rect)
        with text.container("band", self.band_rect):
            text.draw_layout(surface, self.band_layout, self.band_rect, DARK_INK, align="center", valign="center")


class DemoTable(TableScene, DemoPart):
    """A table at which computers play slowly enough to be followed, with captions in large letters."""

    with_log = False

    def __init__(
        self,
        match: Match,
        show: Show,
        ended: Callable[[DemoTable], Transition],
        wrong: Callable[[str], None],
        touch: str,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(match, computers=Computers(), clock=clock)
        self.show, self._ended, self._wrong, self.touch = show, ended, wrong, touch
        self.caption = Caption("")
        self._until = 0.0
        self._cut = False

    @property
    def definition(self) -> Definition:
        """Give the game that is played."""
        return self.match.definition

    def enter(self, context: Context) -> None:
        """Sit down and say what the game is about."""
        super().enter(context)
        self.captions = Captions(self.words)
        for tool in self.view.tools():
            if tool.address in self.show.setup.tools and not tool.chosen:
                self.view.use(tool.address)
        self._last = self.clock() + SLOWEST
        self._tell(self.captions.start())

    def _tell(self, caption: Caption | None) -> None:
        """Show a caption, or leave the one that is shown; the table stands still meanwhile."""
        pace = self.context.settings.speed or 1.0
        if caption is not None:
            self.caption = caption
        seconds = caption.seconds if caption is not None else LEAST_SECONDS
        self._until = self.clock() + (seconds + self.show.setup.calm) / pace
        self.dirty = True

    def after(self, entries: Sequence[Entry], before: dict[Identity, str]) -> Transition | None:
        """Show what was played, with its caption."""
        events = [event for entry in entries for event in entry.events if event.known_to("public")]
        self._tell(self.captions.of(events))
        return super().after(entries, before)

    def tick(self, now: float) -> Transition | None:
        """Show what moves, then wait until the caption can have been read, then let somebody play."""
        if isinstance(self.computers, Computers):
            for trace in self.computers.take_errors():
                self._wrong(trace)
        if self._settling and not self.context.stage.busy:
            self._settle()
            return None
        if self.context.stage.busy:
            return super().tick(now)
        if self.clock() < self._until:
            if self.computers is not None:
                self.computers.listen(self.match)
            return None
        if self.match.over or self._cut:
            return self._ended(self)
        if len(self.match.entries) >= self.show.setup.most or self.clock() >= self._last:
            self._cut = True
            self._tell(self.captions.cut())
            return None
        return super().tick(now)

    def resumed(self, result: object) -> Transition | None:
        """Let the caption be read again."""
        self._tell(self.caption)
        return super().resumed(result)

    def handle(self, event: Event) -> Transition | None:
        """Take nothing: whoever touches the demo is asked before."""
        return STAY

    # -- layout -------------------------------------------------------------------------------------------------------

    def prompt_high(self, prompt_line: int, help_line: int) -> int:
        """Give room for two lines of what happens and one or two of why."""
        theme, text = self.context.theme, self.context.text
        high = 2 * theme(10) + 2 * text.line_height(theme.px(WHAT)) + text.line_height(theme.px(WHY))
        return min(high, round(self.context.viewport.rect.height * 0.36))

    def _answers(self) -> list[Widget]:
        return []

    def _tools(self) -> list[Widget]:
        return []

    def _title_buttons(self) -> list[Widget]:
        self._title_right = self.title_rect.right - self.context.text.measure(self.touch, "title", bold=True)[0]
        self._title_right -= self.context.theme(30)
        return []

    def _draw_title(self, surface: pygame.Surface) -> None:
        super()._draw_title(surface)
        theme, text, rect = self.context.theme, self.context.text, self.title_rect
        room = pygame.Rect(self._title_right, rect.y, rect.right - theme(18) - self._title_right, rect.height)
        with text.container("touch", rect):
            text.draw(surface, self.touch, room, "title", LOUD, bold=True, align="right", valign="center")

    def _draw_prompt(self, surface: pygame.Surface) -> None:
        theme, text = self.context.theme, self.context.text
        rect = self.prompt_rect
        inner = rect.inflate(-2 * theme(22), -2 * theme(10))
        with text.container("caption", rect):
            why: Layout | None = None
            if self.caption.why:
                why = text.fit(self.caption.why, (inner.width, inner.height * 48 // 100), WHY)
            room = inner.height - (why.height if why else 0)
            what = text.fit(self.caption.what, (inner.width, room), WHAT, bold=True)
            y = inner.y + (inner.height - what.height - (why.height if why else 0)) // 2
            text.draw_layout(surface, what, pygame.Rect(inner.x, y, inner.width, what.height), PALE)
            if why is not None:
                below = pygame.Rect(inner.x, y + what.height, inner.width, why.height)
                text.draw_layout(surface, why, below, SOFT)


class Ask(Sheet):
    """Asks whoever touched the demo what to do, with large buttons; `learn` and `end` may be missing."""

    def __init__(
        self,
        definition: Definition,
        play: Callable[[], Transition],
        learn: Callable[[], Transition] | None,
        end: Callable[[], Transition] | None,
    ) -> None:
        self.definition = definition
        self.choices = {"play": play, "learn": learn, "watch": Pop, "end": end}

    def enter(self, context: Context) -> None:
        """Begin."""
        super().enter(context)
        self.words = UiWords(self.definition)
        self.form = Form(context, paper=True)

    def layout(self, context: Context) -> None:
        """Put large buttons side by side, or one below the other where they are too wide."""
        theme, text, view, words = context.theme, context.text, context.viewport.rect, self.words
        pad, gap = theme(36), theme(18)
        width = min(view.width - theme(60), theme(1120))
        inner = width - 2 * pad
        game = words("demo.ask_game", game=words.title())
        self.title = text.fit(words("demo.ask"), (inner, theme(140)), 38, bold=True)
        self.game = text.fit(game, (inner, theme(110)), "prompt")
        icons = {"play": "play", "learn": "book", "watch": "eye"}
        large = [
            Button(f"button:{name}", words=words(f"demo.{name}"), action=self.choices[name], icon=icon, paper=True,
                   kind="loud" if name == "play" else "plain", role="heading", keys=(name[0],))
            for name, icon in icons.items() if self.choices[name] is not None
        ]  # fmt: skip
        wanted = [button.measure(context, inner)[0] for button in large]
        row = max(wanted) * len(large) + gap * (len(large) - 1) <= inner
        each = (inner - gap * (len(large) - 1)) // len(large) if row else inner
        tall = max(button.measure(context, each)[1] for button in large) + theme(44 if row else 12)
        buttons = tall if row else tall * len(large) + gap * (len(large) - 1)
        small = Button("button:end", words=words("demo.end"), action=self.choices["end"], paper=True, kind="quiet")
        end_high = small.measure(context, inner)[1] + gap if self.choices["end"] is not None else 0
        total = 2 * pad + self.title.height + self.game.height + theme(22) + buttons + end_high
        self.frame = pygame.Rect(0, 0, width, min(total, view.height - theme(8)))
        self.frame.center = view.center
        x, y = self.frame.x + pad, self.frame.y + pad
        self.title_at = pygame.Rect(x, y, inner, self.title.height)
        self.game_at = pygame.Rect(x, y + self.title.height, inner, self.game.height)
        y = self.game_at.bottom + theme(22)
        for n, button in enumerate(large):
            at = (x + n * (each + gap), y) if row else (x, y + n * (tall + gap))
            button.lay(context, pygame.Rect(at, (each, tall)))
        found: list[Widget] = list(large)
        if self.choices["end"] is not None:
            wide, high = small.measure(context, inner)
            small.lay(context, pygame.Rect(self.frame.right - pad - wide, y + buttons + gap, wide, high))
            found.append(small)
        self.form.replace(found)
        self.form.focused = self.form.focused or large[0]

    def draw(self, surface: pygame.Surface) -> None:
        """Darken the demo and draw the paper."""
        context = self.context
        context.art.shade(surface)
        context.art.paper(surface, self.frame, radius=20, height=14)
        with context.text.container("ask", self.frame):
            context.text.draw_layout(surface, self.title, self.title_at, DARK_INK)
            context.text.draw_layout(surface, self.game, self.game_at, DARK_INK)
        self.form.draw(surface)
