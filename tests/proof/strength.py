"""How strong the computer players of a game are: `python -m tests.proof.strength [spaghetti_monsters]`, one core.

Prints each row as it is done and writes the table into docs/measured.md. Takes about a quarter of an hour.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tabletop import rules
from tabletop.agents.agent import Budget
from tabletop.agents.contest import Pairing, Score, play
from tabletop.engine.definition import Definition
from tests.proof import measured

SEED = 2026
HEAD = [
    "| players | options | budget of search and Expert | games | won by the first | 95 % interval | wanted | |"
    " playouts a second |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
]


@dataclass(frozen=True)
class Trial:
    """Players, how many games, and what the first of them must reach: wins, or the lower end of its interval."""

    names: tuple[str, ...]
    level: int
    games: int = 100
    iterations: int | None = 300
    seconds: float | None = None
    wins: int | None = None
    low: float | None = None

    def row(self, definition: Definition) -> str:
        options = definition.resolve({"level": self.level}, len(self.names))
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
        budget = f"{self.seconds:g} s" if self.seconds else f"{self.iterations} iterations"
        thought = f"{score.rate:,.0f}" if score.playouts else ""
        cells = [
            _players(self.names),
            f"level {self.level}",
            budget if {"search", "expert"} & set(self.names) else "",
            str(self.games),
            f"{tally['wins']:g}",
            f"{tally['low']:.1%} to {tally['high']:.1%}",
            wanted,
            good,
            thought,
        ]
        return f"| {' | '.join(cells)} |"


def _players(names: Sequence[str]) -> str:
    others = names[1:]
    return f"{names[0]}, {len(others)} {others[0]}" if len(others) > 1 else " against ".join(names)


TRIALS = [
    *(Trial(("greedy", "random"), level, wins=80) for level in (1, 2, 3)),
    *(Trial(("greedy", "learner"), level, wins=70) for level in (1, 2, 3)),
    *(Trial(("casual", "learner"), level, wins=60) for level in (1, 2, 3)),
    *(Trial(("search", "greedy"), level, low=0.55) for level in (1, 2, 3)),
    *(Trial(("search", "random"), level, low=0.85) for level in (1, 2, 3)),
    Trial(("search", "greedy", "greedy", "greedy"), 1, low=0.27),
    *(Trial(("club", "casual"), level, wins=60) for level in (1, 2, 3)),
    Trial(("expert", "club"), 1, iterations=700, wins=60),
    Trial(("search", "greedy"), 1, games=10, iterations=None, seconds=1.0),
]


def main() -> None:
    """Play everything and write the table."""
    name = sys.argv[1] if len(sys.argv) > 1 else "spaghetti_monsters"
    definition = rules.load(name)
    began = time.monotonic()
    rows = []
    print("\n".join(HEAD))
    for trial in TRIALS:
        rows.append(trial.row(definition))
        print(rows[-1], flush=True)
    minutes = (time.monotonic() - began) / 60
    lines = [
        f"Seats rotate, and games that differ in the seating alone have the same chance (seed {SEED}); a shared win",
        f"counts as its share. `search` is Expert without its look for forced wins. {minutes:.0f} minutes on one core.",
        "",
        *HEAD,
        *rows,
    ]
    measured.write(f"Computer players: {name}", "tests.proof.strength", lines)


if __name__ == "__main__":
    main()
