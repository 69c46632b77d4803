"""Formulas judged: against all grids of small boards, one by one."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

import litgrid
from litgrid.core.errors import LitgridError
from litgrid.encode.puzzle import formula
from litgrid.puzzles import empty
from litgrid.sat import dimacs
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.formula import from_clauses
from litgrid.teaching.judge import judge
from tests.boards import answers_of

BOARDS = [
    litgrid.loads("lightup\n.1.\n...\n#.2"),
    litgrid.loads("lightup\n...\n.#.\n..1"),
    litgrid.loads("mosaic\n.3.\n2.."),
    empty("lightup", "2x3"),
]


def accepted(clauses: list[list[int]], size: int) -> set[tuple[int, ...]]:
    with Solver(bootstrap_with=[clause for clause in clauses if clause]) as solver:
        return {
            values
            for values in product([0, 1], repeat=size)
            if all(clauses) and solver.solve([cell + 1 if value else -cell - 1 for cell, value in enumerate(values)])
        }


@given(data=st.data())
@settings(max_examples=150)
def test_a_verdict_is_what_trying_all_grids_says(data: st.DataObject) -> None:
    puzzle = data.draw(st.sampled_from(BOARDS))
    size = puzzle.shape.size
    clauses = list(formula(puzzle, data.draw(st.sampled_from(ENCODINGS))).clauses())
    for _ in range(data.draw(st.integers(0, 2))):
        place = data.draw(st.integers(0, len(clauses) - 1))
        how = data.draw(st.sampled_from(["drop", "flip", "more"]))
        if how == "drop" and len(clauses) > 1:
            del clauses[place]
        elif how == "flip" and clauses[place]:
            clauses[place] = [-clauses[place][0], *clauses[place][1:]]
        else:
            literals = st.integers(1, size).flatmap(lambda cell: st.sampled_from([cell, -cell]))
            clauses.insert(place, data.draw(st.lists(literals, min_size=1, max_size=3)))
    right = {tuple(map(int, answer)) for answer in answers_of(puzzle)}
    takes = accepted(clauses, size)
    found = judge(puzzle, dimacs.write(from_clauses(clauses, size)), needless=True)
    assert (found.accepts is not None) == bool(takes - right)
    assert (found.refuses is not None) == bool(right - takes)
    if found.accepts is not None:
        assert tuple(found.accepts.ravel().tolist()) in takes - right
    if found.refuses is not None:
        grid = found.refuses.ravel().tolist()
        assert tuple(grid) in right - takes
        chosen = [clauses[line - 2] for line in found.clauses]
        assert tuple(grid) not in accepted(chosen, size)
        for place in range(len(chosen)):
            assert tuple(grid) in accepted(chosen[:place] + chosen[place + 1 :], size)
    left = [clause for line, clause in enumerate(clauses, 2) if line not in set(found.needless or ())]
    assert accepted(left, size) == takes


PUZZLE = BOARDS[0]


def text_of(puzzle: litgrid.Puzzle, encoding: str = "pairwise") -> str:
    return dimacs.write(formula(puzzle, encoding))


def test_exactly_one_bulb_in_each_run_is_wrong() -> None:
    """The rule of both first reports: it refuses answers, as a run may be lit from across."""
    puzzle = litgrid.loads("lightup\n...\n...\n...")
    rows = [[3 * row + column + 1 for column in range(3)] for row in range(3)]
    runs = [*rows, *map(list, zip(*rows, strict=True))]
    clauses = [clause for run in runs for clause in (run, *([-a, -b] for a in run for b in run if a < b))]
    assert judge(puzzle, dimacs.write(from_clauses(clauses))).verdict == "equal"
    puzzle = litgrid.loads("lightup\n..\n.#")
    wrong = [[1, 2], [-1, -2], [1, 3], [-1, -3], [3], [2], [-4]]
    assert judge(puzzle, dimacs.write(from_clauses(wrong))).verdict == "refuses"


def test_gappy_needs_no_at_least_two() -> None:
    """That each line holds at least two follows, if none holds more and all together hold two a line."""
    board = empty("gappy", "8")
    made = formula(board, "pairwise")
    assert judge(board, dimacs.write(made)).verdict == "equal"


def test_binairo_without_twins_accepts_too_much() -> None:
    board = empty("binairo", "4")
    loose = formula(board.with_switches(unique_lines=False), "pairwise")
    found = judge(board, dimacs.write(loose))
    assert (found.verdict, found.proved) == ("accepts", ("refuses",))
    assert "twins" in {rule["rule"] for rule in found.record()["breaks"]}


def test_a_grid_breaks_as_few_rules_as_can_be() -> None:
    found = judge(PUZZLE, "p cnf 9 1\n-2 0\n")
    assert len(found.record()["breaks"]) == 1


@pytest.mark.parametrize(
    ("called", "names"),
    [
        ("x{r}{c}", "x{}{}"),
        ("b_{row}_{column}", "b_{}_{}"),
        ("", "bulb_r{}c{}"),
        ("", "r{}c{}"),
        ({"r1c1": "a"}, None),
    ],
)
def test_cells_have_names(called: Any, names: str | None) -> None:
    puzzle = litgrid.loads("lightup\n.") if names is None else litgrid.loads("lightup\n..")
    declared = ["a"] if names is None else [names.format(1, 1), names.format(1, 2)]
    text = "".join(f"(declare-const {name} Bool)" for name in declared)
    only = f"(assert (xor {' '.join(declared)}))" if len(declared) == 2 else "(assert a)"
    assert judge(puzzle, text + only, called=called).verdict == "equal"


@pytest.mark.parametrize(
    ("text", "called", "message"),
    [
        (
            "p cnf 4 1\n1 0\n",
            "",
            "r2c2 has none: the formula has 4 variables, and none of them is 5; is it a formula of 2 x 2",
        ),
        ("p cnf 9 1\n1 0\n", "x1", "r1c1 and r1c2 have the same: x1|r1c1 has none"),
        ("p cnf 9 1\n1 0\n", {"r1c1": 3, "r1c2": 3}, "r1c1 and r1c2 have the same: 3"),
        ("p cnf 9 1\n1 0\n", "x{q}", r"expected a name with the places \{r\} and \{c\}"),
        ("p cnf 9 1\n1 0\n", {"r1c1": 3, "r8c8": 4}, "expected the cells of a board of 3 x 3, as r1c1, got 'r8c8'"),
        ("c var 1 r1c1\nc var 2 r1c1\np cnf 9 1\n1 0\n", "", "the variables 1 and 2 are called r1c1"),
        ("(declare-const r9c9 Bool)", "", "of a board of 3 x 3, got r9c9: is it a formula of 9 x 9"),
        ("(declare-const a_r1c1 Bool)(declare-const b_r1c1 Bool)", "", "a_r1c1 and b_r1c1 are the same"),
    ],
)
def test_a_formula_of_another_board(text: str, called: Any, message: str) -> None:
    with pytest.raises(LitgridError, match=message):
        judge(PUZZLE, text, called=called)


@pytest.mark.parametrize(
    ("text", "called", "other"),
    [
        (text_of(empty("lightup", "4")).replace("c var", "c"), "", "4 x 4"),  # which has only numbers then
        ("".join(f"(declare-const {name} Bool)" for name in ("r1c1", "r2c1", "r1c2", "r2c2")), "", "2 x 2"),
        ("".join(f"(declare-const v{r}{c} Bool)" for r in range(4) for c in range(5)), "v{r0}{c0}", "4 x 5"),
        ("p cnf 10 1\n10 0\n", "", None),  # it has auxiliary variables
        ("p cnf 9 1\n9 0\n", "", None),
        ("p cnf 16 1\n9 0\n", {f"r{r}c{c}": 3 * r + c for r in range(1, 4) for c in range(1, 4)}, None),
    ],
)
def test_a_formula_that_seems_to_be_of_another_board(text: str, called: Any, other: str | None) -> None:
    found = judge(PUZZLE, text, called=called)
    assert (None if found.other is None else str(found.other)) == other
    assert ("variables are those of a board of" in str(found)) == (other is not None)
    assert found.record()["other"] == (None if found.other is None else [found.other.rows, found.other.columns])


def test_a_right_formula_is_of_its_board() -> None:
    made = dimacs.write(formula(PUZZLE, "pairwise")).replace("c var", "c").replace("p cnf 9", "p cnf 16")
    assert judge(PUZZLE, made).other is None


def test_walls_and_cells_that_nothing_is_said_of_need_no_variable() -> None:
    puzzle = litgrid.loads("lightup\n..\n.#")
    text = "".join(f"(declare-const {name} Bool)" for name in ("r1c1", "r1c2", "r2c1"))
    rules = "(or r1c1 r1c2 r2c1) (or r1c1 r1c2) (or r1c1 r2c1) (not (and r1c1 r1c2)) (not (and r1c1 r2c1))"
    assert judge(puzzle, f"{text}(assert (and {rules}))").verdict == "equal"
    free = judge(empty("mosaic", "1x2"), "(declare-const r1c1 Bool)(assert true)")
    assert free.verdict == "equal"


def test_names_may_count_from_0() -> None:
    text = "(declare-const v00 Bool)(declare-const v01 Bool)(assert (xor v00 v01))"
    assert judge(litgrid.loads("lightup\n.."), text, called="v{r0}{c0}").verdict == "equal"


def test_what_is_not_found_out_in_time_is_unknown() -> None:
    found = judge(PUZZLE, text_of(PUZZLE), timeout=0)
    assert (found.verdict, found.proved) == ("unknown", ())
    assert "in time" in str(found)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("kind", "size"), [("lightup", "5"), ("binairo", "4"), ("gappy", "8"), ("mosaic", "4")])
def test_our_own_formulas_are_right(kind: str, size: str, encoding: str) -> None:
    board = empty(kind, size)
    assert judge(board, text_of(board, encoding)).verdict == "equal"
