"""The fewest clues, against published counts, a listing of all answers, and trying every set of clues."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.improving.clues import Clues
from litgrid.improving.fewest import fewest, fewest_clues
from litgrid.improving.rivals import AskedRivals, ListedRivals
from litgrid.listing import answers
from litgrid.puzzles import empty, kinds
from litgrid.solving import solve

WALLS = [".#..", "....", "#..#", "..#."]
BOARDS = [
    empty("binairo", "4"),
    empty("binairo", "4").with_switches(unique_lines=False),
    empty("gappy", "9"),
    kinds.get("lightup").from_clues(WALLS),
    kinds.get("lightup").from_clues(["...", "..."]),
]


def few(clues: Clues, limit: float | None = None) -> tuple[np.ndarray, int] | None:
    with AskedRivals(clues, Limit(limit)) as rivals:
        found = fewest(rivals)
    return None if found is None else (found.chosen, found.bound)


@pytest.mark.parametrize("board", BOARDS)
def test_as_few_as_of_all_answers_listed(board: Puzzle) -> None:
    grids = np.stack(list(answers(board)))
    for place in range(0, len(grids), max(1, len(grids) // 25)):
        clues = Clues.of(board, grids[place])
        expected = fewest(ListedRivals(clues.said(grids).T, place, clues.weights, Limit(None)))
        if expected is None:
            with pytest.raises(LitgridError, match="leave the answer a rival"):
                fewest_clues(board, grids[place])
            continue
        chosen = fewest_clues(board, grids[place])
        assert chosen.sum() == expected.weight
        verdict = solve(board.clued(grids[place], chosen), engine="minisat")
        assert verdict.status == "unique"
        assert (verdict.solutions[0] == grids[place]).all()


def test_all_binairo_of_side_4_need_4() -> None:
    board = empty("binairo", "4")
    grids = list(answers(board))
    assert len(grids) == 72
    assert {int(fewest_clues(board, grid).sum()) for grid in grids} == {4}


@pytest.mark.slow
def test_no_binairo_of_side_6_needs_fewer_than_5() -> None:
    board = empty("binairo", "6")
    grids = list(answers(board))
    assert len(grids) == 4140
    assert min(int(fewest_clues(board, grid).sum()) for grid in grids) == 5


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_given_cells_only_where_the_clues_of_the_kind_do_not_suffice(seed: int) -> None:
    board = kinds.get("lightup").from_clues(["..#.", "....", ".#.."])
    grids = list(answers(board))
    answer = grids[seed % len(grids)]
    clues = Clues.of(board, answer, cells=True)
    found = few(clues)
    assert found is not None
    chosen, bound = found
    assert bound == clues.weights[chosen].sum()
    assert solve(clues.puzzle(chosen)).status == "unique"
    said = clues.said(np.stack(grids))
    others = (said != clues.said(answer[None]))[[not (grid == answer).all() for grid in grids]]
    least = next(
        weight
        for weight in range(int(clues.weights.sum()))
        if any(
            clues.weights[list(some)].sum() == weight and others[:, list(some)].any(axis=1).all()
            for size in range(4)
            for some in combinations(range(len(clues)), size)
        )
    )
    assert least == bound


def test_out_of_time() -> None:
    board = empty("binairo", "6")
    answer = next(iter(answers(board)))
    with pytest.raises(OutOfTimeError):
        fewest_clues(board, answer, Limit(0))


def test_the_best_that_is_known_when_the_time_is_over() -> None:
    board = empty("binairo", "14")
    answer = solve(board).solutions[0]
    clues = Clues.of(board, answer)
    found = few(clues, 1.5)
    assert found is not None
    chosen, bound = found
    assert 0 < bound <= chosen.sum()
    assert solve(clues.puzzle(chosen)).status == "unique"


def test_a_grid_that_is_no_answer_is_refused() -> None:
    board = empty("binairo", "4")
    with pytest.raises(LitgridError, match="breaks a rule: "):
        fewest_clues(board, np.zeros((4, 4), dtype=np.int8))
    with pytest.raises(LitgridError, match="leaves some open"):
        fewest_clues(board, board.givens)
