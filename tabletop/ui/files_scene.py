"""A small browser for folders and files, for the mouse, the keyboard and fingers."""

from __future__ import annotations

from pathlib import Path

from tabletop import paths
from tabletop.ui.opening import open_file
from tabletop.ui.pages import ListPage
from tabletop.ui.scene import STAY, Transition
from tabletop.ui.text import escape
from tabletop.ui.viewport import Event, Key
from tabletop.ui.widgets import Button, Row, Widget

ENDINGS = (".yaml", ".yml")


class FilesScene(ListPage):
    """Folders and YAML files of `folder`; a file is opened as the record or the definition that it is."""

    broad = 980

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = (folder or Path.home()).absolute()

    def prepare(self) -> None:
        """Look into the folder."""
        self.title = self.words("files.title")
        self.back_words = self.words("files.back")
        self.go(self.folder)

    def rows(self) -> list[Row]:
        """Give folders first, then files."""
        folders = [Row(f"{name}/", f"**{escape(name)}** /") for name in self.folders]
        return folders + [Row(name, escape(name)) for name in self.files]

    def go(self, folder: Path) -> Transition:
        """Show another folder; where it cannot be read, say so and stay."""
        folders, files = [], []
        try:
            for path in sorted(folder.iterdir(), key=lambda path: path.name.lower()):
                if path.name.startswith("."):
                    continue
                if path.is_dir():
                    folders.append(path.name)
                elif path.suffix.lower() in ENDINGS:
                    files.append(path.name)
        except OSError as error:
            reason = error.strerror or str(error)
            self.notice = self.words("files.unreadable", file=str(folder), reason=reason)
        else:
            self.notice = ""
            self.folder = folder
        if not hasattr(self, "folders") or not self.notice:
            self.folders, self.files = folders, files
        self.empty = self.words("files.empty")
        self.title = self.words("files.here", folder=str(self.folder))
        self.list.offset, self.list.chosen = 0, None
        return STAY

    def walk(self, folder: Path) -> Transition:
        """Go to a folder that was clicked."""
        self.go(folder)
        self.rebuild()
        return STAY

    def bar(self) -> list[Widget]:
        """Give the ways to well-known folders."""
        words = self.words
        up = Button("button:up", words=words("files.up"), action=lambda: self.walk(self.folder.parent), icon="up")
        up.enabled = self.folder.parent != self.folder
        home = Button("button:home", words=words("files.home"), action=lambda: self.walk(Path.home()), icon="home")
        places: list[Widget] = [up, home]
        for name, folder in (("saves", paths.user_saves()), ("games", paths.user_games())):
            places.append(
                Button(
                    f"button:{name}",
                    words=words(f"files.{name}"),
                    action=lambda folder=folder: self.walk(folder),  # type: ignore[misc]
                    icon="folder",
                    enabled=folder.is_dir(),
                )
            )
        return places

    def picked(self, key: str) -> Transition | None:
        """Open a folder or a file."""
        if key.endswith("/"):
            return self.walk(self.folder / key[:-1])
        return open_file(self.folder / key)

    def handle(self, event: Event) -> Transition | None:
        """Go up on Backspace."""
        if isinstance(event, Key) and event.name == "backspace" and not event.repeat:
            return self.walk(self.folder.parent)
        return super().handle(event)
