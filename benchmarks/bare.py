"""The peer: each puzzle in python-sat as one would write it in an afternoon, solved and proved.

``python benchmarks/bare.py FILE [--no-unique-lines]`` reads JSON lines and prints ``{"id", "status", "seconds"}`` a
puzzle. It takes nothing from litgrid, and its rules are written here once more; so equal answers mean something.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

from pysat.solvers import Cadical195

Clauses = list[list[int]]
Lazy = Callable[[list[int]], Clauses]


def exactly(literals: list[int], number: int) -> Clauses:
    """Return the binomial clauses for exactly so many of a few literals."""
    if number > len(literals):
        return [[]]
    too_many = [[-literal for literal in chosen] for chosen in combinations(literals, number + 1)]
    return too_many + [list(chosen) for chosen in combinations(literals, len(literals) - number + 1)]


def pairs(literals: Iterable[int]) -> Clauses:
    """At most one is true."""
    return [[-first, -second] for first, second in combinations(literals, 2)]


def lightup(rows: list[str]) -> tuple[Clauses, list[int]]:
    """Return the clauses and the variables of the free cells."""
    height, width = len(rows), len(rows[0])
    clauses: Clauses = []
    seen: dict[int, list[int]] = {}
    walls = dict.fromkeys("#01234", " ")
    lines = [[(row, column) for column in range(width)] for row in range(height)]
    lines += [[(row, column) for row in range(height)] for column in range(width)]
    for line in lines:
        text = "".join(walls.get(rows[row][column], ".") for row, column in line)
        start = 0
        for run in text.split(" "):
            cells = [row * width + column + 1 for row, column in line[start : start + len(run)]]
            clauses += pairs(cells)
            for cell in cells:
                seen.setdefault(cell, []).extend(cells)
            start += len(run) + 1
    clauses += [list(set(cells)) for cells in seen.values()]
    for row in range(height):
        for column in range(width):
            if rows[row][column] in "01234":
                around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
                free = [r * width + c + 1 for r, c in around if 0 <= r < height and 0 <= c < width]
                clauses += exactly([cell for cell in free if cell in seen], int(rows[row][column]))
    return clauses, list(seen)


def gappy(labels: dict[str, Any]) -> tuple[Clauses, list[int]]:
    """Return the clauses and the variables of the cells."""
    side = len(labels["rows"])
    lines = [[row * side + column + 1 for column in range(side)] for row in range(side)]
    clauses: Clauses = []
    top = side * side
    for line, label in zip(
        lines + [list(line) for line in zip(*lines, strict=True)], labels["rows"] + labels["cols"], strict=True
    ):
        if label is None:
            encoded, top = packaged(line, 2, top, "seqcounter")
            clauses += encoded
        else:
            # Two at no wrong distance are at most two; and any all but one of the cells hold one.
            wrong = [(i, j) for i, j in combinations(range(side), 2) if j - i != label + 1]
            clauses += [[-line[i], -line[j]] for i, j in wrong] + [line[:i] + line[i + 1 :] for i in range(side)]
    for upper, lower in pairwise(lines):
        for column in range(side - 1):
            clauses += pairs((upper[column], upper[column + 1], lower[column], lower[column + 1]))
    return clauses, list(range(1, side * side + 1))


def binairo(rows: list[str], unique_lines: bool) -> tuple[Clauses, list[int], Lazy]:
    """Return the clauses, the variables of the cells, and what a model's equal lines add."""
    height, width = len(rows), len(rows[0])
    across = [[row * width + column + 1 for column in range(width)] for row in range(height)]
    directions = [across, [list(line) for line in zip(*across, strict=True)]]
    clauses: Clauses = [
        [cell if char == "1" else -cell]
        for line, row in zip(across, rows, strict=True)
        for cell, char in zip(line, row, strict=True)
        if char != "."
    ]
    top = height * width
    for line in directions[0] + directions[1]:
        encoded, top = packaged(line, len(line) // 2, top, "totalizer")
        clauses += encoded
        for three in zip(line, line[1:], line[2:], strict=False):
            clauses += [list(three), [-cell for cell in three]]

    def equal_lines(model: list[int]) -> Clauses:
        nonlocal top
        added: Clauses = []
        for lines in directions if unique_lines else []:
            first: dict[tuple[bool, ...], list[int]] = {}
            for line in lines:
                other = first.setdefault(tuple(model[cell - 1] > 0 for cell in line), line)
                if other is not line:
                    places = range(top + 1, top + 1 + len(line))
                    top += len(line)
                    for place, a, b in zip(places, other, line, strict=True):
                        added += [[-place, a, b], [-place, -a, -b]]
                    added.append(list(places))
        return added

    return clauses, list(range(1, height * width + 1)), equal_lines


def packaged(literals: list[int], number: int, top: int, encoding: str) -> tuple[Clauses, int]:
    """Return python-sat's clauses for exactly so many, and the new top variable."""
    from pysat.card import CardEnc, EncType

    encoded = CardEnc.equals(literals, number, top_id=top, encoding=getattr(EncType, encoding))
    return encoded.clauses, max(top, encoded.nv)


def nothing(_: list[int]) -> Clauses:
    """Add no clause: the puzzle has no lines that must differ."""
    return []


def answers(clauses: Clauses, cells: list[int], lazy: Lazy) -> str:
    """Return ``"none"``, ``"unique"`` or ``"several"``."""
    if [] in clauses:
        return "none"
    with Cadical195(bootstrap_with=clauses) as solver:
        for found in ("none", "unique"):
            while solver.solve():
                model = solver.get_model()
                added = lazy(model)
                if not added:
                    break
                solver.append_formula(added)
            else:
                return found
            solver.add_clause([-model[cell - 1] for cell in cells])
    return "several"


def main() -> None:
    """Solve and prove each puzzle of a file."""
    unique_lines = "--no-unique-lines" not in sys.argv
    for line in Path(sys.argv[1]).read_text().splitlines():
        record = json.loads(line)
        begin = perf_counter()
        clues = record["clues"]
        lazy: Lazy = nothing
        if record["kind"] == "lightup":
            clauses, cells = lightup(clues)
        elif record["kind"] == "gappy":
            clauses, cells = gappy(clues)
        else:
            clauses, cells, lazy = binairo(clues, unique_lines)
        status = answers(clauses, cells, lazy)
        print(json.dumps({"id": record["id"], "status": status, "seconds": perf_counter() - begin}))


if __name__ == "__main__":
    main()
