from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from tabletop import UserError, paths

CHECKOUT = Path(__file__).resolve().parent.parent


def test_a_checkout_uses_its_own_top_folders() -> None:
    assert paths.games() == CHECKOUT / "games"
    assert paths.assets() == CHECKOUT / "assets"


def test_a_wheel_uses_the_folders_in_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "tabletop"
    (package / "games").mkdir(parents=True)
    (tmp_path / "games").mkdir()  # a stranger's package of that name beside ours
    monkeypatch.setattr(paths, "_PACKAGE", package)
    assert paths.games() == package / "games"


def test_a_missing_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "_PACKAGE", tmp_path / "tabletop")
    with pytest.raises(UserError, match=r"assets.* missing.* install"):
        paths.assets()


def test_one_variable_moves_all_of_the_users_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "stick"
    monkeypatch.setenv("TABLETOP_HOME", str(home))
    assert paths.user_games() == home / "games"
    assert paths.user_saves() == home / "saves"
    assert paths.user_settings() == home / "settings.yaml"


def test_a_relative_home_starts_at_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLETOP_HOME", "stick")
    assert paths.user_saves() == tmp_path.resolve() / "stick" / "saves"


@pytest.mark.parametrize("home", [None, ""])
def test_without_the_variable_the_system_says_where(home: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if home is None:
        monkeypatch.delenv("TABLETOP_HOME")
    else:
        monkeypatch.setenv("TABLETOP_HOME", home)
    data = Path(platformdirs.user_data_dir("Tabletop", appauthor=False))
    config = Path(platformdirs.user_config_dir("Tabletop", appauthor=False))
    assert data.name == config.name == "Tabletop"
    assert paths.user_games() == data / "games"
    assert paths.user_saves() == data / "saves"
    assert paths.user_settings() == config / "settings.yaml"


def test_asking_makes_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path / "stick"))
    paths.user_games(), paths.user_saves(), paths.user_settings()
    assert list(tmp_path.iterdir()) == []


def test_a_home_of_nobody_is_a_folder_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_HOME", "~nobody_here/club")
    assert paths.user_games().is_absolute()
