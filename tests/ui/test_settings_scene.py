"""The settings page: changed at once, remembered when it is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.ui import settings
from tabletop.ui.menu import MenuScene
from tabletop.ui.settings import Notice, Settings
from tabletop.ui.settings_scene import SettingsScene
from tabletop.ui.viewport import Wheel
from tests.ui.driver import LONG, Driver


def opened(home: Path, **how: object) -> Driver:
    driver = Driver(MenuScene(), settings=Settings(volume=0, **how))  # type: ignore[arg-type]
    driver.click("button:settings")
    assert isinstance(driver.top, SettingsScene)
    return driver


def test_text_grows_at_once_and_is_remembered(home: Path) -> None:
    driver = opened(home)
    before = driver.context.theme.px("text")
    driver.click("settings:text=200")
    assert driver.context.theme.px("text") == 2 * before
    driver.click("button:done")
    assert isinstance(driver.top, MenuScene)
    assert settings.load(home / "settings.yaml")[0].text == 200
    assert driver.faults() == []  # the menu below was laid out again


def test_every_setting_by_touch(home: Path) -> None:
    driver = opened(home)
    driver.tap("settings:speed=2.0")
    driver.tap("settings:confirm")
    driver.tap("settings:fullscreen")
    for _ in range(3):
        driver.tap("settings:volume:more")
    driver.tap("button:done")
    now = settings.load(home / "settings.yaml")[0]
    assert (now.speed, now.confirm, now.fullscreen, now.volume) == (2.0, True, True, 15)
    assert driver.context.viewport.fullscreen


def test_every_setting_by_keyboard(home: Path) -> None:
    driver = opened(home)
    assert isinstance(driver.top, SettingsScene)
    form, done = driver.top.form, set()
    for _ in range(20):
        driver.key("tab")
        address = form.focused.address if form.focused else ""
        if address.startswith("settings:") and address not in done:
            done.add(address)
            driver.key("space" if address in ("settings:confirm", "settings:fullscreen") else "right")
    driver.key("escape")
    now = settings.load(home / "settings.yaml")[0]
    assert (now.text, now.speed, now.fullscreen, now.volume, now.confirm) == (125, 2.0, True, 5, True)


def test_full_screen_by_f11_shows_on_the_page(home: Path) -> None:
    driver = opened(home)
    driver.key("f11")
    assert driver.context.settings.fullscreen
    driver.click("settings:fullscreen")
    assert driver.context.settings.fullscreen is driver.context.viewport.fullscreen


def test_the_wheel_changes_nothing(home: Path) -> None:
    driver = opened(home)
    before = vars(driver.context.settings).copy()
    for rect in driver.top.addresses().values():
        driver.stack.handle(Wheel(rect.center, 3))
    assert vars(driver.context.settings) == before


def test_settings_that_cannot_be_written_are_told_once(home: Path) -> None:
    driver = opened(home)
    (home / "settings.yaml").mkdir()
    driver.click("settings:confirm")
    driver.click("button:done")
    assert isinstance(driver.top, SettingsScene) and "cannot be remembered" in driver.words()
    driver.click("button:done")
    assert isinstance(driver.top, MenuScene)
    assert driver.context.settings.confirm  # for this time at least


def test_letters_that_the_font_lacks_are_named(home: Path) -> None:
    driver = opened(home, tables={"x": {"seats": [{"name": "\U0001f9ff\u1234"}]}})
    assert isinstance(driver.top, SettingsScene)
    lacking = driver.context.text.missing | set(driver.context.text.substituted)
    assert {"\U0001f9ff", "\u1234"} <= lacking
    for letter in driver.context.text.missing:
        assert f"U+{ord(letter):04X}" in driver.words()
    assert "note:missing" in [widget.address for widget in driver.top.form.widgets] or not driver.context.text.missing


def test_a_notice_from_the_start_is_said_in_the_menu(home: Path) -> None:
    driver = Driver(MenuScene(settings_notice=Notice("settings.damaged", {"file": "s.yaml", "kept": "s.bad"})))
    assert "The settings in s.yaml were damaged" in driver.words()


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("text", [100, 150, 200])
def test_nothing_is_cut(home: Path, size: tuple[int, int], text: int) -> None:
    tables = {"x": {"seats": [{"name": name} for name in LONG]}}
    driver = Driver(SettingsScene(), size=size, settings=Settings(text=text, tables=tables))
    scene = driver.top
    assert isinstance(scene, SettingsScene)
    for offset in (0, 10**6):
        scene.form.scroll_to(offset)
        driver.draw()
        assert driver.faults() == [] and driver.outside() == []
