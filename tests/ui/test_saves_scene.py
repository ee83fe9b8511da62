"""Looking back: the list of saves and what can be done with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.ui.dialog import Dialog
from tabletop.ui.menu import MenuScene
from tabletop.ui.saves_scene import SavesScene
from tabletop.ui.table import TableScene
from tests.ui.driver import LONG, Driver
from tests.ui.test_menu import saved


def opened(home: Path, **how: object) -> Driver:
    driver = Driver(MenuScene(), **how)  # type: ignore[arg-type]
    driver.click("button:look_back")
    return driver


def row(driver: Driver) -> str:
    return next(address for address in driver.top.addresses() if address.startswith("row="))


def test_an_empty_folder_says_so(home: Path) -> None:
    assert "No game has been saved yet" in opened(home).words()


def test_a_save_is_listed_with_names_date_and_state(home: Path) -> None:
    match = saved(home, ("Ada", "Ben"), actions=2)
    assert "Ada and Ben" in opened(home).words() and "goes on" in opened(home).words()
    match.give_up(1, "learner")
    assert match.autosave is not None
    match.autosave.close()
    assert "Ben won" in opened(home).words()


def test_a_save_is_gone_on_with_by_keyboard(home: Path) -> None:
    saved(home, actions=2)
    driver = opened(home)
    driver.key("down")
    driver.key("return")
    assert isinstance(driver.top, Dialog)
    driver.key("return")
    assert isinstance(driver.top, TableScene) and driver.top.look is None
    assert driver.top.match.autosave is not None


def test_a_save_is_looked_back_at_without_taking_it(home: Path) -> None:
    match = saved(home, actions=3)
    assert match.autosave is not None
    before = match.autosave.path.read_bytes()
    driver = opened(home)
    driver.tap(row(driver))
    driver.tap("answer:Look back")
    assert isinstance(driver.top, TableScene) and driver.top.look == 1  # the islands are laid out
    assert match.autosave.path.read_bytes() == before


def test_deleting_asks_first(home: Path) -> None:
    match = saved(home, ("Ada", "Ben"))
    assert match.autosave is not None
    driver = opened(home)
    for answer, there in (("No", True), ("Delete", False)):
        driver.click(row(driver))
        driver.click("answer:Delete")
        assert "Delete this game of Ada and Ben?" in driver.words()
        driver.click(f"answer:{answer}")
        assert match.autosave.path.exists() is there
        assert isinstance(driver.top, SavesScene)
    assert "No game has been saved yet" in driver.words()


def test_a_game_open_elsewhere_is_neither_continued_nor_deleted(home: Path) -> None:
    match = saved(home)
    assert match.autosave is not None
    match.autosave.open()
    driver = opened(home)
    assert "open in another window" in driver.words()
    driver.click(row(driver))
    assert "answer:Continue" not in driver.top.addresses()
    driver.click("answer:Delete")
    driver.click("answer:Delete")
    assert "another window plays this game" in driver.words() and match.autosave.path.exists()
    match.autosave.close()


def test_damaged_and_newer_files_are_listed_and_harm_nothing(home: Path) -> None:
    folder = home / "saves"
    folder.mkdir()
    (folder / "a.yaml").write_bytes(b"\x00\xff rubbish")
    (folder / "b.yaml").write_text("record: 99\ngame: spaghetti_monsters\nseats: [A, B]\nactions: []\n")
    driver = opened(home)
    assert "a.yaml" in driver.words() and "b.yaml" in driver.words()
    driver.click("row=b.yaml")
    assert "This save cannot be read." in driver.words()
    assert "answer:Continue" not in driver.top.addresses() and "answer:Look back" not in driver.top.addresses()


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("text", [100, 150, 200])
def test_nothing_is_cut_with_long_names(home: Path, size: tuple[int, int], text: int) -> None:
    for second in range(6):
        saved(home, LONG, second=second)
    driver = opened(home, size=size)
    driver.context.settings.text = text
    driver.stack.layout()
    driver.draw()
    assert driver.faults() == [] and driver.outside() == []
    driver.click(row(driver))
    assert [fault for fault in driver.faults() if not fault.startswith("overlap")] == [] and driver.outside() == []
