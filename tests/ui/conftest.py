"""Every test of the window has a user's folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty home for settings, saves and games."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("TABLETOP_HOME", str(folder))
    return folder
