"""Print the cost of frames: `python -m pytest -m benchmark -s tests/benchmarks/test_frame.py`."""

from __future__ import annotations

import time

import pygame
import pytest

from tabletop.ui.scene import Context
from tabletop.ui.settings import Settings
from tabletop.ui.viewport import Viewport

FRAMES = 300


@pytest.mark.benchmark
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_frame_of_background_60_sprites_and_20_texts(size: tuple[int, int]) -> None:
    context = Context(Viewport(size), Settings(volume=0))
    art, text, theme, surface = context.art, context.text, context.theme, context.surface
    times = []
    for frame in range(FRAMES):
        begin = time.perf_counter()
        text.begin_frame()
        art.background(surface)
        for n in range(60):
            art.chip(surface, (theme(60 + n % 15 * 80), theme(60 + n // 15 * 90) + frame % 9), theme(22), n % 5)
        for n in range(20):
            where = pygame.Rect(theme(20 + n % 4 * 310), theme(450 + n // 4 * 60), theme(300), theme(50))
            text.draw(surface, f"Ada asked, Ben loses {n} of 20 lives.", where)
        times.append(time.perf_counter() - begin)
    times.sort()
    assert len(text.record) == 20
    print(f"\nframe at {size[0]}x{size[1]}: median {times[FRAMES // 2] * 1e3:.2f} ms, ", end="")
    print(f"99th percentile {times[FRAMES * 99 // 100] * 1e3:.2f} ms")
