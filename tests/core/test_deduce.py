"""What is deduced never loses an answer, and what is left falls into parts that can be answered alone."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.core.bounds import from_matrix
from litgrid.core.deduce import Deduction, deduce
from litgrid.core.errors import OutOfTimeError, RuleError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.core.tables import Count, Table
from litgrid.puzzles.binairo.kind import Binairo
from tests.boards import BOARDS, Case


def _deduce(puzzle: Puzzle) -> Deduction:
    return deduce(System.of(puzzle.tables()), puzzle.shape, Limit(None))


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=60)
def test_no_answer_is_lost(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    found = _deduce(case.puzzle)
    if not found.possible:
        assert not case.answers
        assert not found.parts
        return
    known = found.grid.ravel()
    for answer in case.answers:
        assert all(value in (-1, cell) for value, cell in zip(known.tolist(), answer, strict=True))
    unknown = np.flatnonzero(known == -1)
    assert sorted(v - 1 for part in found.parts for v in part.variables.tolist()) == unknown.tolist()


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=40)
def test_the_parts_counts_say_all_that_is_left(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    found = _deduce(case.puzzle)
    differs = System.of(case.puzzle.tables()).differs
    unknown = np.flatnonzero(found.grid.ravel() == -1)
    if not found.possible or unknown.size > 10:
        return
    answers = set()
    for values in product((0, 1), repeat=unknown.size):
        board = found.grid.ravel().copy()
        board[unknown] = values
        met = True
        for part in found.parts:
            for index in range(len(part.bounds)):
                literals = part.bounds.of(index).tolist()
                true = sum((board[abs(literal) - 1] == 1) == (literal > 0) for literal in literals)
                met = met and bool(part.bounds.low[index] <= true <= part.bounds.high[index])
        for table in differs:
            lines = [tuple(board[line].tolist()) for line in table.lines]
            met = met and len(set(lines)) == len(lines)
        if met:
            answers.add(tuple(board.tolist()))
    assert answers == case.answers


@pytest.mark.parametrize(("rows", "columns"), [(16, 6), (6, 16), (4, 8), (40, 6), (20, 4)])
def test_more_lines_than_can_differ_are_seen_at_once(rows: int, columns: int) -> None:
    # There are 6 legal lines of length 4 and 14 of length 6 only.
    puzzle = Binairo.from_clues(["." * columns] * rows)
    assert not _deduce(puzzle).possible or (rows, columns) == (4, 8)


def test_a_time_limit_stops_it() -> None:
    puzzle = Binairo.from_clues(["...."] * 4)
    with pytest.raises(OutOfTimeError):
        deduce(System.of(puzzle.tables()), puzzle.shape, Limit(0))


class Twice(Binairo):
    """Binairo, and a rule that names a cell twice: no number of ones in it would be right."""

    def rules(self) -> list[Table]:
        """Return one table more."""
        bounds = from_matrix(np.array([[1, 2, 3], [5, 6, 5]]), 1, 1)
        return [*super().rules(), Count("odd", bounds, lambda rule: f"there is one of set {rule + 1}")]


def test_a_rule_that_names_a_cell_twice_is_refused_by_name() -> None:
    puzzle = Twice.from_clues(["...."] * 4)
    for ask in (litgrid.solve, litgrid.count, litgrid.improve, litgrid.sample, litgrid.explain):
        with pytest.raises(RuleError, match=r"^the rule that there is one of set 2 \(odd\) names a cell twice"):
            ask(puzzle)
