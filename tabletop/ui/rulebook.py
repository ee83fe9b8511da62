"""The rulebook of a game: contents, sections, search."""

from __future__ import annotations

import pygame

from tabletop import UserError, paths
from tabletop.engine.definition import Definition
from tabletop.ui import book, icons
from tabletop.ui.diagram import Gallery
from tabletop.ui.dialogs import message
from tabletop.ui.scene import STAY, Context, Pop, Push, Scene, Transition
from tabletop.ui.text import Document, escape
from tabletop.ui.theme import INK, SOFT, spell_color
from tabletop.ui.viewport import Event, Key
from tabletop.ui.widgets import Button, Choice, Form, Label, ListBox, Option, Row, Scroll, TextField, Widget
from tabletop.ui.wording import UiWords

AHEAD_SECONDS = 0.4  # without an event, until pictures out of sight are drawn


class RulebookScene(Scene):
    """Reads assets/rules/en/<rules>.md aloud on paper; opens at a section's anchor if one is given."""

    def __init__(self, definition: Definition, section: str = "") -> None:
        self.definition, self.section = definition, section

    def enter(self, context: Context) -> None:
        """Read the file."""
        super().enter(context)
        self.words = UiWords(self.definition)
        self.title = self.words("rulebook.title", game=self.words.title())
        self.source = book.text(self.definition) or self.words("rulebook.missing")
        self.sections = book.sections(self.source)
        self.gallery = Gallery(context, self.definition.rules, self.words)
        self._touched, self._since = True, 0.0
        self.form = Form(context)
        self.sought, self.at = "", 0
        self.found: list[tuple[int, int]] = []
        self.paper_text = Scroll("rules", paper=True, followed=self.follow)
        self.list = ListBox("section", picked=self.go)
        self.search = TextField("search", placeholder=self.words("rulebook.search"), changed=self.seek, done=self.next)
        self.document: Document | None = None

    def leave(self) -> None:
        """Let go of what pictures are drawn with."""
        self.gallery.close()

    # -- layout -----------------------------------------------------------------------------------------------------

    def layout(self, context: Context) -> None:
        """Place title, contents, search and the paper."""
        theme, text, view = context.theme, context.text, context.viewport.rect
        text.picture = self._picture
        share = self._share()
        margin, gap = theme(36), theme(16)
        width = min(view.width - 2 * margin, theme.grown(1240))
        left = (view.width - width) // 2
        back = Button("button:back", hint=self.words("rulebook.back"), icon="back", action=Pop, kind="quiet")
        side = back.measure(context, width)[0]
        broad = width - theme.grown(300) - gap >= theme.grown(520)
        aside = theme.grown(300) if broad else 0
        self.search_tall = self.search.measure(context, width)[1]
        save = Button("button:print", hint=self.words("rulebook.print"), icon="print", action=self.save, kind="quiet")
        save.enabled = bool(self.sections)
        saves = [save] if context.keeps else []  # visitors leave no files behind
        title_wide = width - 2 * side - 2 * gap
        high = max(side, text.measure(self.title, "heading", title_wide, bold=True)[1])
        back.lay(context, pygame.Rect(left, theme(20) + (high - side) // 2, side, side))
        save.lay(context, pygame.Rect(left + width - side, theme(20) + (high - side) // 2, side, side))
        self.title_at = pygame.Rect(left + side + gap, theme(20), title_wide, high)
        top, bottom = self.title_at.bottom + theme(12), view.height - theme(24)
        next_button = Button("button:next", hint=self.words("rulebook.next"), icon="down", action=self.next)
        next_button.enabled = bool(self.found)
        button_side = next_button.measure(context, width)[0]
        tall = max(self.search_tall, button_side)
        widgets: list[Widget] = []
        self.side_panel = None
        if broad:
            panel = pygame.Rect(left, top, aside, bottom - top)
            self.side_panel = panel
            inner = panel.inflate(-2 * theme(14), -2 * theme(14))
            y = self._lay_search(inner.x, inner.y, inner.width, tall, next_button)
            rows = [Row(key, escape(words) if level == 2 else f"– {escape(words)}", faint=level > 2)
                    for key, words, level in self.sections]  # fmt: skip
            self.list.rows = rows
            self.list.lay(context, pygame.Rect(inner.x, y, inner.width, max(theme(60), inner.bottom - y)))
            contents: Widget | None = self.list if rows else None
            paper_left, paper_top = panel.right + gap, top
        else:
            half = (width - gap) // 2
            options = [Option(key, words if level == 2 else f"– {words}") for key, words, level in self.sections]
            choice = Choice("section", options=options, value=self.section, changed=self.go)
            high = max(tall, choice.measure(context, half)[1]) if options else tall
            choice.lay(context, pygame.Rect(left, top, half, high))
            if choice._segments:  # a book of two short headings
                choice._segments.clear()
                choice.rect.width = half
            contents = choice if options else None
            y = self._lay_search(left + half + gap, top, half, high, next_button)
            paper_left, paper_top = left, max(y, top + high + theme(10))
        self.paper = pygame.Rect(paper_left, paper_top, left + width - paper_left, bottom - paper_top)
        pad = theme(30)
        area = pygame.Rect(self.paper.x + pad, self.paper.y + theme(14), self.paper.width - 2 * pad + theme(16), 0)
        area.height = self.paper.height - 2 * theme(14)
        self.gallery.begin()
        self.document = text.markdown(self.source, area.width - theme(22), figures=self.gallery)
        # Room below, so that the last section too can stand at the top, where one looks for what was asked about.
        last = max((self.document.anchors.get(key, 0) for key, _, _ in self.sections), default=0)
        self.paper_text.height = max(self.document.height + theme(24), last + area.height)
        self.paper_text.content = self._draw_text
        self.paper_text.lay(context, area)
        self.contents = contents
        first = [self.paper_text, *([contents] if contents else [])]
        widgets = [*first, self.search, next_button, self.count, *saves, back]
        self.form.replace(widgets)
        if self.form.focused is None:
            self.form.focused = self.paper_text
        if self.section:
            self.go(self.section)
            self.section = ""
        else:
            self.paper_text.scroll_to(share * self.document.height)
        if self.sought:
            self._find()

    def _lay_search(self, x: int, y: int, width: int, tall: int, button: Button) -> int:
        """Lay the field, its button and what was found; give where the next thing goes."""
        context = self.context
        side = button.measure(context, width)[0]
        gap = context.theme(8)
        high = self.search_tall
        self.search.lay(context, pygame.Rect(x, y + (tall - high) // 2, width - side - gap, high))
        button.lay(context, pygame.Rect(x + width - side, y + (tall - side) // 2, side, side))
        self.count = Label("found", words=self._count(), role="small", color=SOFT)
        high = self.count.measure(context, width)[1] if self.sought else 0
        self.count.lay(context, pygame.Rect(x, y + tall + context.theme(4), width, high))
        return y + tall + high + context.theme(12)

    def _count(self) -> str:
        if not self.sought:
            return ""
        if not self.found:
            return self.words("rulebook.nothing")
        return self.words("rulebook.found", count=len(self.found))

    def _share(self) -> float:
        """Give how far it was read, so that it stays there in another size."""
        return self.paper_text.offset / self.document.height if self.document and self.document.height else 0.0

    def _picture(self, name: str) -> pygame.Surface | None:
        theme = self.context.theme
        if name in icons.ICONS or name in icons.EMBLEMS:
            return self.context.art.icon_image(name, theme.grown(64), spell_color(name))
        return None

    def save(self) -> Transition | None:
        """Write the book as a page into the user's folder, and say where."""
        from tabletop.ui import printed

        try:
            out = printed.fresh(paths.user_rules(), self.definition.id)
            printed.write(self.definition, out)
        except UserError as error:
            return Push(message(str(error)))
        return Push(message(self.words("rulebook.printed", file=str(out))))

    # -- reading ----------------------------------------------------------------------------------------------------

    def go(self, section: str) -> Transition | None:
        """Show a section."""
        if self.document is not None and section in self.document.anchors:
            self.paper_text.scroll_to(self.document.anchors[section])
            self.dirty = True
        return None

    def follow(self, target: str) -> Transition | None:
        """Follow a link to a section."""
        return self.go(target.removeprefix("#"))

    def seek(self, words: str) -> Transition | None:
        """Look for words; go to the first place from here on."""
        self.sought = words.strip()
        self._find()
        if self.found:
            here = self.paper_text.offset
            self.at = next((n for n, (y, high) in enumerate(self.found) if y + high > here), 0)
            self._show()
        self.layout(self.context)
        return None

    def next(self) -> Transition | None:
        """Go to the next place found."""
        if self.found:
            self.at = (self.at + 1) % len(self.found)
            self._show()
        return STAY

    def _find(self) -> None:
        assert self.document is not None
        self.found = self.document.find(self.sought) if self.sought else []
        self.at = min(self.at, max(0, len(self.found) - 1))

    def _show(self) -> None:
        y, high = self.found[self.at]
        view = self.paper_text.rect.height
        if not self.paper_text.offset <= y <= self.paper_text.offset + view - high:
            self.paper_text.scroll_to(y - view // 4)
        self.dirty = True

    def _draw_text(self, surface: pygame.Surface, x: int, y: int) -> list[tuple[pygame.Rect, str]]:
        assert self.document is not None
        theme = self.context.theme
        for n, (top, high) in enumerate(self.found):
            band = pygame.Rect(x - theme(8), y + top - theme(3), self.document.width + theme(16), high + theme(6))
            if band.colliderect(surface.get_clip()):
                strength = 70 if n == self.at else 30
                surface.blit(self.context.art.rounded(band.size, theme(6), (*INK, strength)), band)
        return self.document.draw(surface, x, y)

    # -- events -----------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> Transition | None:
        """Answer an event; Ctrl+F goes to the search, F3 to the next place, Escape back."""
        self._touched = True
        if isinstance(event, Key) and event.name == "f" and "ctrl" in event.mods:
            self.form.set_focus(self.search, True)
            return STAY
        if isinstance(event, Key) and event.name == "f3":
            return self.next()
        answer = self.form.handle(event)
        if answer is None and isinstance(event, Key):
            if event.name in ("escape", "f1") and not event.repeat:
                return Pop()
            return self.paper_text.key(self.form, event)
        return answer

    def tick(self, now: float) -> Transition | None:
        """Show hints that are due; draw pictures, one at a time."""
        if self.form.tick(now):
            self.dirty = True
        if self._touched:
            self._touched, self._since = False, now
        if self.gallery.work(ahead=now - self._since > AHEAD_SECONDS):
            self.dirty = True
            if self.gallery.dirty:
                self.layout(self.context)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the book."""
        context = self.context
        context.art.background(surface)
        with context.text.container("title", self.title_at):
            context.text.draw(surface, self.title, self.title_at, "heading", bold=True, valign="center")
        if self.side_panel is not None:
            context.art.panel(surface, self.side_panel, 16)
        context.art.paper(surface, self.paper, radius=14, height=8)
        here = self.paper_text.offset + context.theme(40)
        if self.document is not None:
            passed = [key for key, _, _ in self.sections if self.document.anchors.get(key, 0) <= here]
            self.list.chosen = passed[-1] if passed else None
            if isinstance(self.contents, Choice):
                self.contents.value = passed[-1] if passed else None
        self.form.draw(surface)

    def addresses(self) -> dict[str, pygame.Rect]:
        """Give what can be clicked now, by address."""
        return self.form.addresses()
