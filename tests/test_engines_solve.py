"""Every engine on puzzles of every kind: the only answer, two answers, none and why, no time."""

from __future__ import annotations

from typing import cast

import pytest

from litgrid.core.check import violations
from litgrid.core.puzzle import Puzzle
from litgrid.engines import engines
from litgrid.engines.base import Engine
from litgrid.puzzles import kinds
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.gappy.kind import Gappy
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.solving import solve
from tests.boards import answers_of, as_answer
from tests.engines.test_contract import ENGINES
from tests.test_conflict import only

SEVERAL: list[Puzzle] = [
    LightUp.from_clues(["...", "...", "..."]),
    Binairo.from_clues(["...."] * 4),  # lines that must differ become clauses after answers in which they do not
    Gappy.from_clues({"rows": [None] * 9, "cols": [None] * 9, "grid": None}),
]
NONE: list[Puzzle] = [
    LightUp.from_clues([".1..", "....", "#.0.", "2..1"]),
    Binairo.from_clues(["...1", "00..", "..0.", ".100"]),  # only because lines must differ
]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    return engines.get(cast("str", request.param))


def test_the_only_answer(engine: Engine) -> None:
    for kind in kinds:
        for text in kind.examples:
            puzzle = kind.from_text(text.split("\n"))
            verdict = solve(puzzle, engine=engine.name, timeout=None if engine.complete else 1)
            assert verdict.status == "unique" or (verdict.status == "unknown" and not engine.complete)
            assert not any(violations(puzzle.tables(), grid) for grid in verdict.solutions)


@pytest.mark.parametrize("puzzle", SEVERAL, ids=lambda puzzle: puzzle.name)
def test_two_answers(engine: Engine, puzzle: Puzzle) -> None:
    verdict = solve(puzzle, engine=engine.name, timeout=None if engine.complete else 1)
    if engine.complete or verdict.status != "unknown":
        assert verdict.status == "several"
        assert len({as_answer(grid) for grid in verdict.solutions}) == 2
    assert not any(violations(puzzle.tables(), grid) for grid in verdict.solutions)


@pytest.mark.parametrize("puzzle", NONE, ids=lambda puzzle: puzzle.name)
def test_no_answer_and_clues_that_cannot_all_hold(engine: Engine, puzzle: Puzzle) -> None:
    assert not answers_of(puzzle)
    verdict = solve(puzzle, engine=engine.name, timeout=None if engine.complete else 1)
    if not engine.complete:
        return
    assert verdict.status == "none"
    assert verdict.shrunk
    clues = list(verdict.conflict)
    assert not answers_of(only(puzzle, clues))
    for dropped in range(len(clues)):
        assert answers_of(only(puzzle, clues[:dropped] + clues[dropped + 1 :])), "needless"


def test_no_time(engine: Engine) -> None:
    assert solve(SEVERAL[0], engine=engine.name, timeout=0).status == "unknown"
