"""The program from its start to its end, in a window that nobody sees."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from tabletop import UserError, app
from tabletop.ui import scene, settings, window
from tabletop.ui.menu import MenuScene
from tabletop.ui.scene import Stack
from tabletop.ui.setup import SetupScene
from tabletop.ui.table import TableScene

RECORD = Path(__file__).parent.parent / "records" / "spaghetti_monsters-12.yaml"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Stack]:
    """Draw the stack that would have run once, and keep it."""
    stacks: list[Stack] = []

    def once(stack: Stack) -> None:
        stack.draw()
        stacks.append(stack)

    monkeypatch.setattr(scene, "run", once)
    return stacks


def test_it_starts_at_the_menu(home: Path, seen: list[Stack]) -> None:
    assert window.run() == 0
    assert [type(one) for one in seen[0].scenes] == [MenuScene]


def test_a_record_or_a_game_on_the_command_line_is_opened(home: Path, seen: list[Stack], tmp_path: Path) -> None:
    assert app.main([str(RECORD)]) == 0
    assert [type(one) for one in seen[0].scenes] == [MenuScene, TableScene]
    game = tmp_path / "cards.yaml"
    game.write_text("extends: spaghetti_monsters\n", encoding="utf-8")
    assert app.main(["--scale", "1.5", str(game)]) == 0
    assert [type(one) for one in seen[1].scenes] == [MenuScene, SetupScene]
    assert seen[1].context.viewport.scale == 1.5


def test_a_file_that_is_not_there_is_told_in_the_window(home: Path, seen: list[Stack]) -> None:
    assert app.main(["nowhere.yaml"]) == 0
    assert "nowhere.yaml" in " ".join(one.text for one in seen[0].context.text.record)


def test_place_and_settings_are_remembered(home: Path, seen: list[Stack], monkeypatch: pytest.MonkeyPatch) -> None:
    def change(stack: Stack) -> None:
        stack.context.settings.text = 150

    monkeypatch.setattr(scene, "run", change)
    window.run()
    kept, notice = settings.load(home / "settings.yaml")
    assert notice is None and kept.text == 150
    assert kept.window is not None and (kept.window["width"], kept.window["height"]) == (1280, 800)


def test_damaged_settings_are_said_and_kept(home: Path, seen: list[Stack]) -> None:
    (home / "settings.yaml").write_bytes(b"\x00\xff")
    window.run()
    assert "were damaged" in " ".join(one.text for one in seen[0].context.text.record)
    assert (home / "settings.yaml.bad").exists()


def test_without_a_display_it_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise pygame.error("no display")

    monkeypatch.setattr(window, "Window", fail)
    with pytest.raises(UserError, match="The window cannot be opened"):
        window.run()


def test_no_window_is_opened_where_nobody_can_see_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")  # what SDL takes when it finds no screen
    with pytest.raises(UserError, match="no screen was found"):
        window.run()


def test_it_runs_and_ends_as_a_process(home: Path) -> None:
    code = (
        "import sys, threading, time, pygame\n"
        "from tabletop.app import main\n"
        "def close():\n"
        "    while True:\n"
        "        time.sleep(0.3)\n"
        "        try: pygame.event.post(pygame.event.Event(pygame.QUIT))\n"
        "        except pygame.error: pass\n"
        "threading.Thread(target=close, daemon=True).start()\n"
        "sys.exit(main([]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without asking it")
def test_a_locked_demo_ends_when_the_system_says_so(home: Path) -> None:
    code = (
        "import os, signal, sys\n"
        "from tabletop.app import main\n"
        "from tabletop.ui import scene\n"
        "ticks, draws = scene.Stack.tick, []\n"
        "def tick(stack, now):\n"
        "    ticks(stack, now)\n"
        "    draws.append(now)\n"
        "    if len(draws) == 3:\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "scene.Stack.tick = tick\n"
        "sys.exit(main(['demo', 'spaghetti', '--locked']))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (home / "settings.yaml").is_file()  # it was ended in good order
