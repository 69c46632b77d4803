"""What an editor and mypy know of the package: mypy reads this file, and nothing runs what is in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, assert_type

import litgrid
from litgrid.core.characters import Grid
from litgrid.lab.compare import compare
from litgrid.lab.measuring import Measurement

if TYPE_CHECKING:
    puzzle = litgrid.load("puzzle.txt")
    assert_type(puzzle, litgrid.Puzzle)
    assert_type(litgrid.load(Path("puzzle.txt.gz")), litgrid.Puzzle)
    assert_type(litgrid.loads("lightup\n.1."), litgrid.Puzzle)
    litgrid.load(b"lightup")  # type: ignore[arg-type]
    litgrid.loads(Path("puzzle.txt"))  # type: ignore[arg-type]
    assert_type(puzzle.to_text(), str)

    for item in litgrid.load_all(Path("puzzles.jsonl")):
        assert_type(item, litgrid.Record | litgrid.InputError)
        if isinstance(item, litgrid.Record):
            assert_type(item.puzzle, litgrid.Puzzle)

    litgrid.dump(puzzle, "one.jsonl")
    litgrid.dump([puzzle, puzzle], Path("two.jsonl"))
    litgrid.dump(litgrid.examples(), "all.txt", format="text")
    litgrid.dump(litgrid.load_all("all.txt"), "again.txt")
    litgrid.dump(["lightup\n.1."], "none.txt")  # type: ignore[list-item]
    assert_type(litgrid.dumps(puzzle, format="pzpr"), str)

    assert_type(litgrid.generate("lightup", 7), litgrid.Puzzle)
    assert_type(litgrid.generate("lightup", (7, 9), level=(1, 2)), litgrid.Puzzle)
    assert_type(litgrid.generate("binairo", "6x6", unique_lines=False), litgrid.Puzzle)
    assert_type(litgrid.generate("lightup", 7, 3), Iterator[litgrid.Record])
    litgrid.generate("lightup", 7.5)  # type: ignore[call-overload]
    litgrid.generate("lightup", 7, symmetry="upside down")  # type: ignore[call-overload]

    verdict = litgrid.solve(puzzle, encoding="totalizer")
    litgrid.solve(puzzle, encoding="total")  # type: ignore[call-overload]
    assert_type(verdict.status, Literal["unique", "several", "none", "unknown"])
    assert_type(verdict.unique, bool)
    assert_type(verdict.solution, Grid | None)

    explanation = litgrid.explain(puzzle)
    assert_type(explanation[0], litgrid.Step)
    assert_type(explanation[:2], tuple[litgrid.Step, ...])
    assert_type([step.text() for step in explanation], list[str])

    counted = litgrid.count(puzzle, method="frontier")
    litgrid.count(puzzle, method="counting")  # type: ignore[arg-type]
    assert_type(counted.status, Literal["exact", "approximate", "unknown"])
    assert_type(next(litgrid.answers(puzzle, order="sorted")), Grid)
    litgrid.answers(puzzle, order="any")  # type: ignore[arg-type]
    assert_type(litgrid.sample(puzzle, 3, method="uniform")[0], Grid)
    assert_type(compare(puzzle, ["cadical"], ["pairwise"])[0], Measurement)
    litgrid.nothing  # type: ignore[attr-defined]  # noqa: B018
