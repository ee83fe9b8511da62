"""Undo, restarts, leaving, kills at random moments of thinking: no late move, no process left."""

from __future__ import annotations

import pytest

from tests.proof.disturbed import disturbed


def test_disturbed_a_dozen_times() -> None:
    assert sum(disturbed(12, seed=3).done.values()) == 12


@pytest.mark.long
def test_disturbed_two_hundred_times() -> None:
    assert sum(disturbed(200).done.values()) == 200
