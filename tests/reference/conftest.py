"""Ask every hand-worked case of both: of the plain reference, and of the rules that are played."""

from __future__ import annotations

import pytest

from tests.rules import monsters_side


@pytest.fixture(params=["reference", "product"])
def side(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the module's `monsters` be the one or the other."""
    if request.param == "product":
        monkeypatch.setattr(request.module, "monsters", monsters_side.Module())
