"""How strong computer players are: four levels with the same names in every game, told apart in a game's `players:`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

LEVELS = ("learner", "casual", "club", "expert")
"""From the weakest to the strongest."""
LevelName = Literal["learner", "casual", "club", "expert"]

Share = Annotated[float, Field(ge=0, le=1)]


class Level(BaseModel):
    """What a level's player is and how long it thinks."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    agent: Literal["random", "greedy", "search", "exact"]
    """`exact` is `search` that plays exactly as soon as the game's solver can finish in time."""
    mistakes: Share = 0.0
    """How often it does just anything, if it does not lose by that at once."""
    iterations: int | None = Field(default=None, ge=1, le=1_000_000)
    seconds: float | None = Field(default=None, gt=0, le=60)
    exploration: float = Field(default=0.7, ge=0, le=10)
    depth: int | None = Field(default=None, ge=0, le=5000)
    """Actions of a playout before the game judges the position; left out: to the end."""
    trust: float = Field(default=3.0, gt=0, le=1000)
    """Visits that the game's judgement of a position is worth."""
    prove: int = Field(default=0, ge=0, le=1_000_000)
    """Positions looked at for a forced win before searching, where the game has no secrets."""

    @model_validator(mode="after")
    def limited(self) -> Level:
        if self.agent in ("search", "exact") and self.iterations is None and self.seconds is None:
            raise ValueError("a level that searches needs `iterations` or `seconds`")
        return self


DEFAULT_LEVELS: dict[str, Level] = {
    "learner": Level(agent="greedy", mistakes=0.6),
    "casual": Level(agent="search", iterations=60),
    "club": Level(agent="search", iterations=300),
    "expert": Level(agent="search", seconds=1.5),
}
"""What the levels are in a game that does not say."""
