"""The browser of files: folders and YAML files, by mouse, keyboard and touch."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.ui.dialog import Dialog
from tabletop.ui.files_scene import FilesScene
from tabletop.ui.setup import SetupScene
from tests.ui.driver import Driver


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "club" / "empty").mkdir(parents=True)
    (tmp_path / "club" / "cards.yaml").write_text("extends: spaghetti_monsters\nname: Ours\n", encoding="utf-8")
    (tmp_path / "club" / "note.txt").write_text("not a game", encoding="utf-8")
    (tmp_path / "club" / "other.yml").write_text("x: 1\n", encoding="utf-8")
    (tmp_path / "club" / ".hidden.yaml").write_text("x: 1\n", encoding="utf-8")
    return tmp_path


def scene(driver: Driver) -> FilesScene:
    assert isinstance(driver.top, FilesScene)
    return driver.top


def test_folders_and_yaml_files_are_listed(home: Path, folder: Path) -> None:
    driver = Driver(FilesScene(folder / "club"))
    rows = [address for address in driver.top.addresses() if address.startswith("row=")]
    assert rows == ["row=empty/", "row=cards.yaml", "row=other.yml"]


def test_one_walks_down_and_up_and_opens_a_file_by_touch(home: Path, folder: Path) -> None:
    driver = Driver(FilesScene(folder))
    driver.tap("row=club/")
    driver.tap("row=empty/")
    assert "There are no folders and no YAML files here." in driver.words()
    driver.tap("button:up")
    driver.tap("row=cards.yaml")
    assert isinstance(driver.top, SetupScene) and driver.top.definition.name == "Ours"
    driver.tap("button:back")
    assert scene(driver).folder == folder / "club"


def test_the_same_by_keyboard(home: Path, folder: Path) -> None:
    driver = Driver(FilesScene(folder / "club" / "empty"))
    driver.key("backspace")
    assert scene(driver).folder == folder / "club"
    driver.key("down")
    driver.key("return")
    assert isinstance(driver.top, SetupScene)


def test_a_file_that_is_no_game_is_refused_in_a_sentence(home: Path, folder: Path) -> None:
    driver = Driver(FilesScene(folder / "club"))
    driver.click("row=other.yml")
    assert isinstance(driver.top, Dialog)
    assert "other.yml is neither a game nor the record of one." in driver.words()


def test_a_folder_that_cannot_be_read_says_so_and_stays(home: Path, folder: Path) -> None:
    driver = Driver(FilesScene(folder))
    gone = folder / "club"
    for path in sorted(gone.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    gone.rmdir()
    driver.click("row=club/")
    assert "cannot be opened" in driver.words() and scene(driver).folder == folder


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("text", [100, 150, 200])
def test_nothing_is_cut(home: Path, tmp_path: Path, size: tuple[int, int], text: int) -> None:
    deep = tmp_path / ("long" * 12) / ("m" * 60)
    deep.mkdir(parents=True)
    for n in range(30):
        (deep / f"{'file' * 15}{n}.yaml").write_text("x: 1\n", encoding="utf-8")
    driver = Driver(FilesScene(deep), size=size)
    driver.context.settings.text = text
    driver.stack.layout()
    driver.draw()
    assert driver.faults() == [] and driver.outside() == []
