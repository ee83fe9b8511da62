"""The window, from its opening to its closing."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pygame

from tabletop import UserError, paths
from tabletop.ui import scene, settings
from tabletop.ui.art import app_icon
from tabletop.ui.menu import MenuScene
from tabletop.ui.opening import open_file as opened
from tabletop.ui.scene import Context, Scene, Stack
from tabletop.ui.settings import Settings
from tabletop.ui.sound import Sounds
from tabletop.ui.viewport import Window

Begin = Callable[[Settings], Scene]


def run(scale: float | None = None, open_file: Path | None = None, begin: Begin | None = None) -> int:
    """Open the window and run until it is closed; raise UserError without a display.

    It opens at the menu, at a file, or at the scene that `begin` makes, and then closes after that scene.
    """
    remembered, notice = settings.load(paths.user_settings())
    first = begin(remembered) if begin is not None else None
    try:
        window = Window(
            "Tabletop",
            fake_scale=scale,
            place=remembered.window,
            fullscreen=remembered.fullscreen,
            icon=app_icon(),
        )
    except pygame.error as error:
        raise UserError(f"The window cannot be opened ({error}); is there a display?") from None
    context = Context(window, remembered, Sounds(remembered.volume))
    stack = Stack(context)

    def end(number: int, frame: FrameType | None) -> None:
        stack.told_to_end = True

    # SDL makes an event of it, like that of the window's cross, which a locked demo takes for a visitor's.
    before = signal.signal(signal.SIGTERM, end)
    try:
        stack.push(first or MenuScene(settings_notice=notice))
        if open_file is not None:
            stack.apply(opened(open_file))
        scene.run(stack)
    finally:
        remembered.window = window.place() or remembered.window
        remembered.fullscreen = window.fullscreen
        remembered.save(paths.user_settings())  # nobody is left to be told that it failed
        context.sounds.close()
        window.close()
        pygame.quit()
        signal.signal(signal.SIGTERM, before)
    return 0
