"""How many answers puzzles have: ``python -m benchmarks.counting (litgrid|ganak) FILE [--no-unique-lines]``.

Prints ``{"id", "status", "seconds"}`` a puzzle, the status being the number, and last what all of them took together,
imports and reading left out. ganak is given the formula of the whole puzzle and counts its models on the cells.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

from litgrid.core.puzzle import Puzzle
from litgrid.counting import count
from litgrid.encode.puzzle import formula
from litgrid.puzzles import kinds


def by_litgrid(puzzle: Puzzle) -> int | None:
    """Return litgrid's number, ``None`` where it gives up."""
    return count(puzzle).count


def by_ganak(puzzle: Puzzle) -> int | None:
    """Return ganak's number."""
    from pyganak import Counter

    counter, made = Counter(), formula(puzzle)
    counter.new_vars(max(made.variables, puzzle.shape.size))
    counter.add_clauses(list(made.clauses()))
    counter.set_sampling_set(range(1, puzzle.shape.size + 1))
    return int(counter.count())


WAYS: dict[str, Callable[[Puzzle], int | None]] = {"litgrid": by_litgrid, "ganak": by_ganak}


def main() -> None:
    """Count the answers of each puzzle of a file."""
    way = WAYS[sys.argv[1]]
    records = [json.loads(line) for line in Path(sys.argv[2]).read_text().splitlines()]
    wall, cpu = perf_counter(), process_time()
    for record in records:
        begin = perf_counter()
        puzzle = kinds.get(record["kind"]).from_clues(record["clues"])
        if "--no-unique-lines" in sys.argv:
            puzzle = puzzle.with_switches(unique_lines=False)
        number = way(puzzle)
        status = "given up" if number is None else f"{number:,}" if number < 10**20 else f"{number:.9e}"
        print(json.dumps({"id": record["id"], "status": status, "seconds": perf_counter() - begin}), flush=True)
    print(json.dumps({"wall": perf_counter() - wall, "cpu": process_time() - cpu}))


if __name__ == "__main__":
    main()
