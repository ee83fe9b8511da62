"""A few short sounds; without a sound device, or at volume 0, everything is silent and nothing fails."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pygame

from tabletop import paths

NAMES = ("click", "place", "slide", "coin", "card", "spell", "hurt", "out", "turn", "win", "refuse")
"""From the least telling to the most."""
TOGETHER = 0.06
"""Seconds: of sounds nearer than this, as when a whole move is shown at once, only the most telling is heard."""


class Sounds:
    """Plays sounds by name. `volume` is 0 to 100; the device is opened when the first sound is to be heard."""

    def __init__(
        self, volume: int = 60, folder: Path | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.volume = volume
        self._clock = clock
        self._last: tuple[float, int, pygame.mixer.Sound] | None = None
        self._folder = folder
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}
        self._device: bool | None = None

    @property
    def works(self) -> bool | None:
        """Tell whether there is a sound device; None when nobody tried yet."""
        return self._device

    def play(self, name: str) -> bool:
        """Play a sound; give whether it can be heard."""
        if self.volume <= 0 or not self._open():
            return False
        if name not in self._sounds:
            self._sounds[name] = self._load(name)
        sound = self._sounds[name]
        if sound is None:
            return False
        now, rank = self._clock(), NAMES.index(name)
        if self._last is not None and now - self._last[0] < TOGETHER:
            if rank <= self._last[1]:
                return False
            self._last[2].stop()
        self._last = now, rank, sound
        sound.set_volume((self.volume / 100) ** 1.5)
        sound.play()
        return True

    def close(self) -> None:
        """Let the device go."""
        if self._device:
            pygame.mixer.quit()
        self._device = self._last = None
        self._sounds.clear()

    def _open(self) -> bool:
        if self._device is None:
            self._device = False
            # The dummy driver plays in real time to nobody; opening it would only cost a thread.
            if os.environ.get("SDL_AUDIODRIVER") != "dummy":
                try:
                    pygame.mixer.init(22050, -16, 1, 512)
                    self._device = True
                except (pygame.error, NotImplementedError, AttributeError):  # no device, or pygame without a mixer
                    pass
        return self._device

    def _load(self, name: str) -> pygame.mixer.Sound | None:
        try:
            return pygame.mixer.Sound(str((self._folder or paths.assets() / "sounds") / f"{name}.wav"))
        except (pygame.error, OSError):
            return None
