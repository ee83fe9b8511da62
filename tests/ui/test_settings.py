"""Settings are remembered, and a bad file costs nobody anything."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tabletop.ui.settings import Settings, load


def test_what_is_saved_comes_back(tmp_path: Path) -> None:
    settings = Settings(
        text=150, speed=2.0, fullscreen=True, volume=0, confirm=True,
        window={"x": -5, "y": 10, "width": 1000, "height": 700},
        tables={"spaghetti_monsters": {"names": ["No", "12", "日本", "Ada: {x}"], "level": 2}},
        switches={"tool:snap": False},
    )  # fmt: skip
    path = tmp_path / "new" / "settings.yaml"
    assert settings.save(path) is None
    assert load(path) == (settings, None)
    assert [file.name for file in path.parent.iterdir()] == ["settings.yaml"]


def test_without_a_file_there_are_defaults(tmp_path: Path) -> None:
    assert load(tmp_path / "settings.yaml") == (Settings(), None)


@pytest.mark.parametrize(
    "content",
    [
        b"text: [",
        b"\xff\xfe\x00rubbish\x00",
        b"- a list",
        b"just words",
        b"",
        b"a: &a [x]\nb: [*a, *a]\n",
        b"text: !!python/object/apply:os.system ['true']\n",
        b"x" * 300_000,
        b"[" * 50_000,
    ],
)
def test_a_bad_file_gives_defaults_one_notice_and_is_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.yaml"
    path.write_bytes(content)
    settings, notice = load(path)
    assert settings == Settings()
    assert notice is not None and notice.key == "settings.damaged"
    assert Path(notice.parameters["kept"]).read_bytes() == content
    assert settings.save(path) is None
    assert load(path) == (Settings(), None)


@pytest.mark.parametrize(
    "line",
    [
        "text: 90",
        "text: 1000",
        "text: true",
        "speed: fast",
        "speed: .nan",
        "volume: -1",
        "fullscreen: 3",
        "window: {x: 1}",
        "switches: {tool: 3}",
    ],
)
def test_one_wrong_setting_becomes_its_default_and_the_others_stay(tmp_path: Path, line: str) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text(f"confirm: true\n{line}\n", encoding="utf-8")
    settings, notice = load(path)
    assert settings == Settings(confirm=True)
    assert notice is not None and notice.key == "settings.damaged"


def test_settings_of_a_newer_version_are_read_as_far_as_known(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text("text: 125\nlaser: on\n", encoding="utf-8")
    assert load(path) == (Settings(text=125), None)


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    notice = Settings().save(tmp_path / "file" / "settings.yaml")
    assert notice is not None and notice.key == "settings.not_written"
    assert notice.parameters["file"].endswith("settings.yaml") and notice.parameters["reason"]


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.yaml"
    Settings(text=125).save(path)

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    notice = Settings(text=200).save(path)
    assert notice is not None and notice.parameters["reason"] == "No space left on device"
    assert load(path) == (Settings(text=125), None)
    assert [file.name for file in tmp_path.iterdir()] == ["settings.yaml"]


def test_two_copies_of_the_program_keep_what_the_other_wrote(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    Settings(lessons={"old": {"step": 2, "done": False}, "both": {"step": 1, "done": False}}).save(path)
    (one, _), (two, _) = load(path), load(path)
    two.lessons["mammonism"] = {"step": 3, "done": True}
    two.lessons["both"] = {"step": 4, "done": False}
    two.text = 150
    assert two.save(path) is None
    one.lessons["spaghetti"] = {"step": 1, "done": False}
    one.lessons["both"] = {"step": 2, "done": False}
    del one.lessons["old"]
    one.volume = 10
    assert one.save(path) is None
    kept, _ = load(path)
    assert (kept.text, kept.volume) == (150, 10)
    assert kept.lessons == {
        "mammonism": {"step": 3, "done": True},
        "spaghetti": {"step": 1, "done": False},
        "both": {"step": 2, "done": False},  # who writes last is right
    }
    two.text = 100
    two.save(path)
    again, _ = load(path)
    assert (again.text, again.volume, again.lessons) == (100, 10, kept.lessons)


def test_a_file_that_was_damaged_meanwhile_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    one, _ = load(path)
    path.write_bytes(b"\x00\xff")
    one.text = 150
    assert one.save(path) is None
    assert load(path)[0].text == 150
