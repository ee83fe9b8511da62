"""How strong the computer players are: `python -m tests.proof.strength GAME [WORD...]`, a quarter of an hour or more.

Writes each row into the game's table in docs/measured.md as it is done. With words, only the rows that hold them all
(`expert`, `level 3`) are played, and the others stay as they are. Without a game, the Spaghetti Monsters play.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tabletop import rules
from tabletop.agents.agent import Budget
from tabletop.agents.contest import Pairing, Score, play
from tabletop.engine.definition import Definition
from tests.proof import measured

SEED = 2026
INTRODUCTION = [
    f"Seats rotate, and games that differ in the seating alone have the same chance (seed {SEED}); a shared win counts",
    "as its share. `search` is Expert without its look for forced wins. A search ends early when the iterations left",
    "cannot change its choice. Playouts a second depend on what else the machine does.",
]
HEAD = [
    "| players | options | budget of search and Expert | games | won by the first | 95 % interval | wanted | |"
    " playouts a second |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
]


@dataclass(frozen=True)
class Trial:
    """Players, how many games, and what the first of them must reach: wins, or the lower end of its interval."""

    names: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    games: int = 100
    iterations: int | None = 300
    seconds: float | None = None
    wins: int | None = None
    low: float | None = None

    @property
    def title(self) -> str:
        """Return the row's first cells, by which it is known again."""
        budget = f"{self.seconds:g} s" if self.seconds else f"{self.iterations} iterations"
        asked = budget if {"search", "expert"} & set(self.names) else ""
        chosen = ", ".join(f"{name} {value}" for name, value in self.options.items()) or "as it comes"
        return f"| {_players(self.names)} | {chosen} | {asked} | {self.games} |"

    def row(self, definition: Definition) -> str:
        """Play the games and return the row."""
        options = definition.resolve(dict(self.options), len(self.names))
        score = Score(self.names)
        for game in play(
            definition, Pairing(self.names, options, Budget(self.iterations, self.seconds), SEED), self.games
        ):
            score.add(game)
        tally = score.by_name[self.names[0]].as_data()
        wanted, good = "", ""
        if self.wins is not None:
            wanted, good = f"{self.wins} wins", "yes" if tally["wins"] >= self.wins else "NO"
        elif self.low is not None:
            wanted, good = f"from {self.low:.0%}", "yes" if tally["low"] > self.low else "NO"
        thought = f"{score.rate:,.0f}" if score.playouts else ""
        interval = f"{tally['low']:.1%} to {tally['high']:.1%}"
        return f"{self.title} {tally['wins']:g} | {interval} | {wanted} | {good} | {thought} |"


def _players(names: Sequence[str]) -> str:
    others = names[1:]
    return f"{names[0]}, {len(others)} {others[0]}" if len(others) > 1 else " against ".join(names)


MONSTERS = [
    *(Trial(("greedy", "random"), {"level": level}, wins=80) for level in (1, 2, 3)),
    *(Trial(("greedy", "learner"), {"level": level}, wins=70) for level in (1, 2, 3)),
    *(Trial(("casual", "learner"), {"level": level}, wins=60) for level in (1, 2, 3)),
    *(Trial(("search", "greedy"), {"level": level}, low=0.55) for level in (1, 2, 3)),
    *(Trial(("search", "random"), {"level": level}, low=0.85) for level in (1, 2, 3)),
    Trial(("search", "greedy", "greedy", "greedy"), {"level": 1}, low=0.27),
    *(Trial(("club", "casual"), {"level": level}, wins=60) for level in (1, 2, 3)),
    *(Trial(("expert", "club"), {"level": level}, iterations=500, wins=60) for level in (1, 2, 3)),
    Trial(("search", "greedy"), {"level": 1}, games=10, iterations=None, seconds=1.0),
]
AMOEBA = [
    Trial(("greedy", "random"), wins=80),
    Trial(("greedy", "learner"), wins=70),
    Trial(("casual", "learner"), wins=60),
    Trial(("search", "greedy"), low=0.55),
    Trial(("search", "random"), low=0.8),
    Trial(("club", "casual"), wins=60),
    Trial(("expert", "club"), iterations=500, wins=60),
]
MARBLES = [
    Trial(("greedy", "random"), wins=80),
    Trial(("greedy", "learner"), wins=70),
    Trial(("casual", "learner"), wins=60),
    Trial(("search", "greedy"), low=0.55),
    Trial(("search", "random"), low=0.85),
    Trial(("club", "casual"), wins=60),
    Trial(("expert", "club"), iterations=1000, wins=60),
]
TABLES = {
    "spaghetti_monsters": ("Computer players: Battle of the Spaghetti Monsters", MONSTERS),
    "spaghetti": ("Computer players: Spaghetti", MARBLES),
    "spiteful_guards": ("Computer players: Spiteful Guards", MARBLES),
    "super_amoeba_battle": ("Computer players: Super Amoeba Battle", AMOEBA),
}


def main() -> None:
    """Play what is asked for and keep the table up to date."""
    words = sys.argv[1:]
    game = words.pop(0) if words and words[0] in TABLES else "spaghetti_monsters"
    title, trials = TABLES[game]
    definition = rules.load(game)
    played: dict[str, str] = {}
    for trial in trials:
        if all(word in trial.title for word in words):
            played[trial.title] = trial.row(definition)
            print(played[trial.title], flush=True)
            rows = (played.get(other.title) or measured.row(title, other.title) for other in trials)
            done = [row for row in rows if row is not None]
            measured.write(title, "tests.proof.strength", [*INTRODUCTION, "", *HEAD, *done])


if __name__ == "__main__":
    main()
