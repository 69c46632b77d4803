"""The peer puzzlekit, run by a Python that has it: ``PYTHON benchmarks/peer.py FILE``.

It finds one answer with OR-tools' CP-SAT and proves nothing; its Binairo has no rule of unique lines. Prints
``{"id", "status", "seconds"}`` a puzzle, the status ``solved`` or what it said instead.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import puzzlekit

NAMES = {"lightup": "akari", "binairo": "binairo", "gappy": "gappy"}
TOKENS = str.maketrans({".": "-", "#": "x"})


def source(record: dict[str, Any]) -> str:
    """Return a puzzle in puzzlekit's text form."""
    rows, columns = record["size"]
    clues = record["clues"]
    if record["kind"] == "gappy":
        labels = (["-" if label is None else str(label) for label in clues[word]] for word in ("cols", "rows"))
        return "\n".join([f"{rows} {columns}", *(" ".join(line) for line in labels), *[" ".join("-" * columns)] * rows])
    digits = str.maketrans({"0": "1", "1": "2"}) if record["kind"] == "binairo" else {}
    return "\n".join([f"{rows} {columns}", *(" ".join(row.translate(TOKENS).translate(digits)) for row in clues)])


def main() -> None:
    """Solve each puzzle of a file."""
    for line in Path(sys.argv[1]).read_text().splitlines():
        record = json.loads(line)
        begin = perf_counter()
        result = puzzlekit.solve(source(record), NAMES[record["kind"]])
        status = "solved" if result.is_solved else str(result.solution_data["status"])
        print(json.dumps({"id": record["id"], "status": status, "seconds": perf_counter() - begin}))


if __name__ == "__main__":
    main()
