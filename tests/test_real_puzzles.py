"""Every real puzzle has the number of answers that it is said to have, and the answer that it is said to have.

The puzzles are not part of the project; see ``real_puzzles`` in conftest.py for where they are looked for.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from litgrid.core.check import violations
from litgrid.core.puzzle import Puzzle
from litgrid.puzzles import kinds
from litgrid.solving import solve

STATUS = {0: "none", 1: "unique", "2+": "several"}
RECORDS = {"lightup": 668, "binairo": 479, "gappy": 238, "mosaic": 97, "starbattle": 160}


def _records(folder: Path, kind: str) -> list[dict[str, Any]]:
    with (folder / f"{kind}.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def _wrong(puzzle: Puzzle, stated: int | str, solution: list[str] | None) -> str | None:
    """Return what is wrong with litgrid's verdict, or ``None``."""
    verdict = solve(puzzle)
    if verdict.status != STATUS[stated]:
        return f"{verdict.status}, not {STATUS[stated]}"
    if solution is not None and verdict.status == "unique":
        if puzzle.rows(verdict.solutions[0]) != solution:
            return "another solution"
        if violations(puzzle.tables(), puzzle.read_rows(solution)):
            return "the stated solution is rejected"
    if any(violations(puzzle.tables(), grid) for grid in verdict.solutions):
        return "a solution is rejected"
    return None


@pytest.mark.parametrize("kind", ["lightup", "gappy", "mosaic", "starbattle"])
def test_every_puzzle_has_its_stated_answers(real_puzzles: Path, kind: str) -> None:
    records = _records(real_puzzles, kind)
    assert len(records) >= RECORDS[kind]
    wrong = {}
    for record in records:
        puzzle = kinds.get(record["kind"]).from_clues(record["clues"])
        assert [puzzle.shape.rows, puzzle.shape.columns] == record["size"]
        if found := _wrong(puzzle, record["solutions"], record["solution"]):
            wrong[record["id"]] = found
    assert wrong == {}


@pytest.mark.parametrize("unique_lines", [True, False])
def test_every_binairo_has_its_stated_answers(real_puzzles: Path, unique_lines: bool) -> None:
    records = _records(real_puzzles, "binairo")
    assert len(records) >= RECORDS["binairo"]
    wrong = {}
    for record in records:
        puzzle = kinds.get(record["kind"]).from_clues(record["clues"], unique_lines=unique_lines)
        stated = record["solutions_unique_lines" if unique_lines else "solutions_without"]
        if found := _wrong(puzzle, stated, record["solution"]):
            wrong[record["id"]] = found
    assert wrong == {}
