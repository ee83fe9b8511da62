"""What every test stands on: no display, no sound, no user's own files, the same random numbers each time."""

from __future__ import annotations

import os
import random
import tempfile

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Set the environment of this process and of all that tests start, before anything imports pygame."""
    home = tempfile.TemporaryDirectory(prefix="tabletop-tests-", ignore_cleanup_errors=True)
    config.add_cleanup(home.cleanup)
    os.environ.update(
        SDL_VIDEODRIVER="dummy",
        SDL_AUDIODRIVER="dummy",
        PYGAME_HIDE_SUPPORT_PROMPT="1",
        TABLETOP_HOME=home.name,
    )


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """Give a generator seeded by the test's own name."""
    return random.Random(request.node.nodeid)
