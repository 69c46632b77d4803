"""litgrid without its command line: ``python -m benchmarks.inside FILE [--no-unique-lines] [--formula]``.

Prints ``{"id", "status", "seconds"}`` a puzzle, and last what all of them took together, imports and reading left out.
With ``--formula`` the puzzles are only turned into clauses, nothing deduced and nothing solved.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter, process_time

from litgrid.encode.puzzle import formula
from litgrid.puzzles import kinds
from litgrid.solving import solve


def main() -> None:
    """Answer each puzzle of a file."""
    unique_lines = "--no-unique-lines" not in sys.argv
    records = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    wall, cpu = perf_counter(), process_time()
    for record in records:
        begin = perf_counter()
        puzzle = kinds.get(record["kind"]).from_clues(record["clues"]).with_switches(unique_lines=unique_lines)
        status = f"{len(formula(puzzle)):,} clauses" if "--formula" in sys.argv else solve(puzzle).status
        print(json.dumps({"id": record["id"], "status": status, "seconds": perf_counter() - begin}))
    print(json.dumps({"wall": perf_counter() - wall, "cpu": process_time() - cpu}))


if __name__ == "__main__":
    main()
