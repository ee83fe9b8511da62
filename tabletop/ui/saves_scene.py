"""Looking back: the games that were saved, finished or not."""

from __future__ import annotations

from pathlib import Path

from tabletop import UserError, paths
from tabletop.engine import definition as definitions
from tabletop.engine import saves
from tabletop.engine.saves import Saved
from tabletop.rules import GAMES
from tabletop.ui import opening
from tabletop.ui.dialog import Answer, Dialog
from tabletop.ui.dialogs import message, question
from tabletop.ui.pages import ListPage
from tabletop.ui.scene import Push, Transition
from tabletop.ui.text import escape
from tabletop.ui.widgets import Row
from tabletop.words import Words


class SavesScene(ListPage):
    """A list of all saves; one can be gone on with, stepped through or deleted."""

    broad = 980

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or paths.user_saves()

    def prepare(self) -> None:
        """List the folder."""
        self.title = self.words("saves.title")
        self.back_words = self.words("saves.back")
        self.empty = self.words("saves.empty")
        self.saves = saves.listed(self.folder)
        self._titles: dict[str, str] = {}
        self._chosen: Saved | None = None

    def rows(self) -> list[Row]:
        """Give a row for each save, the latest first."""
        rows = []
        for save in self.saves:
            if save.trouble:
                rows.append(Row(save.path.name, escape(save.path.name), save.trouble, faint=True))
                continue
            state = "in_use" if save.in_use else "finished" if save.finished else "unfinished"
            when = self.words("saves.when", date=f"{save.when:%d %B %Y}".lstrip("0"), time=f"{save.when:%H:%M}")
            words = f"**{escape(self._title(save.game))}** · {escape(self.words.listed(save.names))}"
            how = self.words(f"saves.{state}")
            if save.winners and not save.in_use:
                key = "saves.won" if len(save.winners) == 1 else "saves.shared"
                how = self.words(key, names=self.words.listed(save.winners))
            rows.append(Row(save.path.name, words, f"{when} · {how}"))
        return rows

    def _title(self, game: str) -> str:
        if game not in self._titles:
            try:
                self._titles[game] = Words(definitions.load(game, GAMES, self.folder)).title()
            except UserError:
                self._titles[game] = Path(game).stem.replace("_", " ")
        return self._titles[game]

    def picked(self, key: str) -> Transition | None:
        """Ask what to do with a save."""
        save = next(save for save in self.saves if save.path.name == key)
        self._chosen = save
        words = self.words
        answers = []
        if not save.trouble:
            if not save.finished and not save.in_use:
                answers.append(Answer(words("saves.continue"), "continue", loud=True))
            answers.append(Answer(words("saves.look"), "look", loud=save.finished))
        answers += [Answer(words("saves.delete"), "delete"), Answer(words("dialog.cancel"))]
        title = self._title(save.game) if not save.trouble else words("saves.damaged")
        said = save.trouble or words.listed(save.names)
        return Push(Dialog(title, escape(said), answers))

    def resumed(self, result: object) -> Transition | None:
        """Do what was chosen; the list may be another one after a game."""
        save, answer = self._chosen, result
        if save is not None and answer == "continue":
            return opening.continue_game(save.path)
        if save is not None and answer == "look":
            return opening.look_at(save.path)
        if save is not None and answer == "delete":
            names = self.words.listed(save.names) or save.path.name
            return Push(question(self.words("saves.sure", players=names), self.words("saves.delete")))
        if save is not None and answer is True:
            trouble = saves.delete(save.path)
            if trouble:
                return Push(message(trouble))
        self.saves = saves.listed(self.folder)
        self._chosen = None
        self.rebuild()
        return None
