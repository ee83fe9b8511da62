"""Where the program's own files and the user's files are."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import platformdirs

from tabletop import UserError

_PACKAGE = Path(__file__).resolve().parent


def games() -> Path:
    """Find the folder of the games that come with the program."""
    return _shipped("games")


def assets() -> Path:
    """Find the folder of words, rulebooks, theme and sounds."""
    return _shipped("assets")


def user_games() -> Path:
    """Name the folder of the user's own games and cards; it may not exist yet."""
    return _user("games", platformdirs.user_data_path)


def user_saves() -> Path:
    """Name the folder of saved and autosaved matches; it may not exist yet."""
    return _user("saves", platformdirs.user_data_path)


def user_rules() -> Path:
    """Name the folder of rulebooks saved for printing; it may not exist yet."""
    return _user("rules", platformdirs.user_data_path)


def user_settings() -> Path:
    """Name the file of the user's settings; it may not exist yet."""
    return _user("settings.yaml", platformdirs.user_config_path)


def user_log() -> Path:
    """Name the file of errors of the demo; it may not exist yet."""
    return _user("errors.log", platformdirs.user_log_path)


def _shipped(name: str) -> Path:
    # A wheel puts the folder into the package; a checkout and an editable install leave it beside the package.
    for folder in (_PACKAGE / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise UserError(f"{_PACKAGE.parent / name}: this folder of the program is missing; install Tabletop again")


def _user(name: str, system_folder: Callable[..., Path]) -> Path:
    home = os.environ.get("TABLETOP_HOME")
    if home:
        return Path(os.path.abspath(os.path.expanduser(home))) / name
    return system_folder("Tabletop", appauthor=False) / name
