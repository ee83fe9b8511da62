"""The whole program is killed while it is played; `tests/proof/kills.py` does it two hundred times."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from tests.proof import kills


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_game_killed_at_any_moment_is_offered_again_with_all_that_was_done(home: Path, rng: random.Random) -> None:
    before: tuple[str, int] | None = None
    checked = 0
    for seed in range(12):
        done, _ = kills.kill_once(home, seed, rng, before)  # raises Loss
        checked += before is not None
        before = done if done[0] and not kills.over(home, done[0]) else None
    assert checked >= 6
