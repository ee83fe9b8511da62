"""How fast the computer players of Spaghetti Monsters think: `python -m tests.proof.thinking`, a minute on one core."""

from __future__ import annotations

from tests.benchmarks.test_search import playouts_a_second
from tests.proof import measured


def main() -> None:
    """Measure and write the table."""
    rows = []
    for level in (1, 2, 3):
        cut, whole = (playouts_a_second(level, to_the_end) for to_the_end in (False, True))
        rows.append(f"| {level} | {cut:,.0f} | {whole:,.0f} |")
        print(rows[-1], flush=True)
    lines = [
        "Playouts a second of the processor in search, two seats, from the placement on, 300 iterations a move.",
        "",
        "| level | ten actions, then judged (as Expert does it) | to the end |",
        "| --- | --- | --- |",
        *rows,
    ]
    measured.write("Thinking speed: Battle of the Spaghetti Monsters", "tests.proof.thinking", lines)


if __name__ == "__main__":
    main()
