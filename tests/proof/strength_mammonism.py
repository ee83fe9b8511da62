"""How strong Mammonism's computer players are: `python -m tests.proof.strength_mammonism [WORD...]`, half an hour.

Writes each row into the table in docs/measured.md as it is done; with words, only the rows that hold them all. The
copier plays as `search` does, but where seats bet at once it asks `search` several times what it would bet in the
rival's place, takes what it says most often and bets one more.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Any

from tabletop import rules
from tabletop.agents.agent import Budget
from tabletop.agents.contest import Pairing, Tally, play
from tabletop.agents.levels import agent, player
from tabletop.engine.definition import Definition
from tabletop.engine.rules import CHANCE
from tests.proof import measured

GAME = "mammonism"
TITLE = "Computer players: Mammonism"
SEED = 2026
ASKED = 5
"""How often the copier asks what search would bet; its searches together are as long as one of the rival's."""
INTRODUCTION = [
    f"Seats rotate, and games that differ in the seating alone have the same chance (seed {SEED}); a shared win counts",
    "as its share. The copier bets one more than `search` bets most often in the situation at hand, and plays the rest",
    "as `search` does; of its wins there may be at most so many.",
]
HEAD = [
    "| players | budget of search and Expert | games | won by the first | 95 % interval | wanted | |",
    "| --- | --- | --- | --- | --- | --- | --- |",
]


@dataclass(frozen=True)
class Trial:
    """Players, how many games, and what the first of them must reach: wins (at most, for the copier) or a lower end."""

    names: tuple[str, ...]
    games: int = 100
    iterations: int = 300
    wins: int | None = None
    low: float | None = None

    @property
    def title(self) -> str:
        """Return the row's first cells, by which it is known again."""
        others = self.names[1:]
        who = f"{self.names[0]}, {len(others)} {others[0]}" if len(others) > 1 else " against ".join(self.names)
        asked = f"{self.iterations} iterations" if {"search", "expert"} & set(self.names) else ""
        return f"| {who} | {asked} | {self.games} |"

    def row(self, definition: Definition) -> str:
        """Play the games and return the row."""
        tally = Tally()
        if self.names[0] == "copier":
            for number in range(self.games):
                tally.add(copied(definition, number, self.iterations))
        else:
            options = definition.resolve({}, len(self.names))
            pairing = Pairing(self.names, options, Budget(self.iterations), SEED)
            for game in play(definition, pairing, self.games):
                winners = game.result.winners
                seat = game.seating.index(0) + 1
                tally.add(1 / len(winners) if seat in winners else 0.0)
        data = tally.as_data()
        wanted, good = "", ""
        if self.names[0] == "copier":
            wanted, good = f"at most {self.wins} wins", "yes" if data["wins"] <= (self.wins or 0) else "NO"
        elif self.wins is not None:
            wanted, good = f"{self.wins} wins", "yes" if data["wins"] >= self.wins else "NO"
        elif self.low is not None:
            wanted, good = f"from {self.low:.0%}", "yes" if data["low"] > self.low else "NO"
        interval = f"{data['low']:.1%} to {data['high']:.1%}"
        return f"{self.title} {data['wins']:g} | {interval} | {wanted} | {good} |"


def copied(definition: Definition, number: int, iterations: int) -> float:
    """Let the copier play one game against search and return its share of the win."""
    copier = number % 2 + 1
    search = agent(player(definition, "search"), 2)
    chance, rng = random.Random(f"{SEED}:{number // 2}:chance"), random.Random(f"{SEED}:{number}:agents")
    state: Any = definition.start(definition.resolve({}, 2), 2)
    while acting := state.to_act():
        seat = acting[0]
        if seat == CHANCE:
            state.apply(seat, state.draw(chance))
            continue
        action = None
        if seat == copier and state.step in ("start_bet", "bet"):
            action = one_more(state, seat, search, iterations, rng)
        if action is None:
            action = search.choose(state.resample(seat, rng), seat, Budget(iterations), rng).action
        state.apply(seat, action)
    winners = state.result().winners
    return 1 / len(winners) if copier in winners else 0.0


def one_more(state: Any, seat: int, search: Any, iterations: int, rng: random.Random) -> Any:
    """Return the cheapest bet that counts more than the rival's likeliest, if the seat has one."""
    rival = 3 - seat
    opened = state.resample(seat, rng).reopened(seat)
    if rival not in opened.to_act():
        return None
    thoughts = [search.choose(opened, rival, Budget(iterations // ASKED), rng) for _ in range(ASKED)]
    likely, _ = Counter(thought.action for thought in thoughts).most_common(1)[0]
    foreign = opened.table.foreign_value
    wanted = likely.args[0] + foreign * likely.args[1] + 1
    enough = [bet for bet in opened.legal(seat) if bet.args[0] + foreign * bet.args[1] >= wanted]
    return min(enough, key=lambda bet: (bet.args[0] + foreign * bet.args[1], bet.args[0]), default=None)


TRIALS = [
    Trial(("greedy", "random"), wins=80),
    Trial(("greedy", "learner"), wins=70),
    Trial(("search", "greedy"), low=0.55),
    Trial(("search", "random"), low=0.80),
    Trial(("search", "greedy", "greedy", "greedy"), low=0.27),
    Trial(("casual", "learner"), wins=60),
    Trial(("club", "casual"), wins=60),
    Trial(("expert", "club"), iterations=1000, wins=60),
    Trial(("copier", "search"), wins=60),
]


def main() -> None:
    """Play what is asked for and keep the table up to date."""
    words = sys.argv[1:]
    definition = rules.load(GAME)
    played: dict[str, str] = {}
    for trial in TRIALS:
        if all(word in trial.title for word in words):
            played[trial.title] = trial.row(definition)
            print(played[trial.title], flush=True)
            rows = (played.get(other.title) or measured.row(TITLE, other.title) for other in TRIALS)
            done = [row for row in rows if row is not None]
            measured.write(TITLE, "tests.proof.strength_mammonism", [*INTRODUCTION, "", *HEAD, *done])


if __name__ == "__main__":
    main()
