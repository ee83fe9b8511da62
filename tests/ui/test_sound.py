"""Sounds are short, complete, and never a reason to fail."""

from __future__ import annotations

import runpy
import wave
from pathlib import Path

import pygame
import pytest

from tabletop import paths
from tabletop.ui.sound import NAMES, Sounds


def test_under_the_dummy_driver_it_is_silent() -> None:
    sounds = Sounds(60)
    assert not sounds.play("click")
    assert sounds.works is False
    assert pygame.mixer.get_init() is None


def test_without_a_device_it_is_silent_and_asks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing")
    asked = []

    def refuse(*arguments: object) -> None:
        asked.append(arguments)
        raise pygame.error("No such audio device")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    sounds = Sounds(60)
    assert [sounds.play("click"), sounds.play("win")] == [False, False]
    assert len(asked) == 1


def test_volume_off_does_not_even_ask_for_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing")
    sounds = Sounds(0)
    assert not sounds.play("click")
    assert sounds.works is None


def test_every_sound_is_there_short_and_small() -> None:
    folder = paths.assets() / "sounds"
    assert {file.stem for file in folder.glob("*.wav")} == set(NAMES)
    for name in NAMES:
        with wave.open(str(folder / f"{name}.wav")) as file:
            assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22050)
            assert 0.02 < file.getnframes() / 22050 < 1.5
    assert sum(file.stat().st_size for file in folder.glob("*.wav")) < 250_000


def test_the_script_makes_the_sounds_that_are_there() -> None:
    script = runpy.run_path(str(Path(paths.assets()) / "sounds" / "make_sounds.py"))
    assert set(script["SOUNDS"]) == set(NAMES)
    with wave.open(str(paths.assets() / "sounds" / "click.wav")) as file:
        assert file.getnframes() == len(script["SOUNDS"]["click"]())


def test_a_missing_file_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sounds = Sounds(60, tmp_path)
    monkeypatch.setattr(sounds, "_open", lambda: True)
    assert not sounds.play("click")


class Heard:
    """A sound that notes when it begins and stops."""

    def __init__(self, name: str, heard: list[str]) -> None:
        self.name, self.heard = name, heard

    def set_volume(self, volume: float) -> None:
        pass

    def play(self) -> None:
        self.heard.append(self.name)

    def stop(self) -> None:
        self.heard.remove(self.name)


def test_sounds_of_one_move_do_not_pile_up_where_movement_is_off() -> None:
    from tabletop.ui.animation import Stage, Step

    now, heard = [10.0], list[str]()
    sounds = Sounds(60, clock=lambda: now[0])
    sounds._device = True
    sounds._sounds = {name: Heard(name, heard) for name in NAMES}  # type: ignore[misc]
    stage = Stage(speed=0)
    for name in ("click", "card", "coin", "coin", "out", "place", "slide"):
        stage.add(Step({}, 0.4, on_start=lambda name=name: sounds.play(name)))  # type: ignore[misc]
    assert heard == ["out"]
    now[0] += 0.5  # the next move
    sounds.play("click")
    assert heard == ["out", "click"]
