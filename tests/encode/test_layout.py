"""A formula before it is made: its sizes are those of what is made, and its pieces are the whole."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.errors import LitgridError, UnknownNameError
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Differ
from litgrid.encode import layout
from litgrid.encode.distinct import PlainPairs
from litgrid.encode.layout import Layout
from litgrid.encode.puzzle import formula
from litgrid.puzzles import kinds
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.formula import broken
from litgrid.sat.size import Size
from tests.boards import BOARDS
from tests.encode.test_puzzle import SOME
from tests.models import models

LARGE = [
    kinds.get("lightup").empty(Shape(9, 16)),
    kinds.get("binairo").empty(Shape(12, 14)),
    kinds.get("gappy").empty(Shape(15, 15)),
    kinds.get("gappy").from_clues({"rows": [6, None] * 7, "cols": [None, 3] * 7, "grid": None}),
]


def _name(puzzle: Puzzle) -> str:
    return f"{puzzle.name}-{puzzle.shape}"


@pytest.mark.parametrize("three", [False, True])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("puzzle", [*SOME, *LARGE], ids=_name)
def test_sizes_are_those_of_what_is_made(puzzle: Puzzle, encoding: str, three: bool) -> None:
    laid = Layout(puzzle, encoding, three=three)
    made = formula(puzzle, encoding, three=three)
    assert made.variables == laid.variables
    assert laid.size == Size.of(np.diff(made.starts), made.variables - puzzle.shape.size)
    assert np.array_equal(laid.rule_clauses, np.bincount(made.origin, minlength=len(laid.rules)))
    assert made.origin_name is not None
    # By kind: the first word of a rule's name.
    word = np.array([made.origin_name(rule).split()[0] for rule in range(len(laid.rules))])
    lengths = np.diff(made.starts)
    for kind in laid.kinds:
        assert kind.rules == (word == kind.kind).sum()
        assert kind.size.lengths == Size.of(lengths[word[made.origin] == kind.kind]).lengths
    assert sum(kind.size.auxiliaries for kind in laid.kinds) == laid.size.auxiliaries


@pytest.mark.parametrize("three", [False, True])
@pytest.mark.parametrize("puzzle", [*SOME, LARGE[1]], ids=_name)
def test_pieces_are_the_whole(puzzle: Puzzle, three: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = formula(puzzle, three=three)
    for most in (1, 7, 100):
        monkeypatch.setattr(layout, "PIECE", most)
        again = formula(puzzle, three=three)
        assert np.array_equal(again.literals, whole.literals)
        assert np.array_equal(again.starts, whole.starts)
        assert np.array_equal(again.origin, whole.origin)
        assert again.variables == whole.variables


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=25)
def test_the_models_of_its_3_sat_are_the_answers(kind: str, data: st.DataObject) -> None:
    case = data.draw(BOARDS[kind]())
    made = formula(case.puzzle, data.draw(st.sampled_from(ENCODINGS)), three=True)
    assert set(np.diff(made.starts).tolist()) <= {3}
    assert set(models(made, case.puzzle.shape.size)) == case.answers


def test_cells_come_first_then_auxiliaries_then_those_of_3_sat() -> None:
    puzzle = LARGE[1]
    before, after = formula(puzzle), formula(puzzle, three=True)
    assert np.unique(np.abs(before.literals)).tolist() == list(range(1, before.variables + 1))
    assert np.unique(np.abs(after.literals)).tolist() == list(range(1, after.variables + 1))
    assert Layout(puzzle, three=True).before.variables == before.variables
    # A clause's first literals are those that it had.
    old = np.abs(after.literals) <= before.variables
    assert np.array_equal(np.unique(after.literals[old]), np.unique(before.literals))


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_the_published_size_of_the_empty_binairo(size: int) -> None:
    # 4n(n-2) for triples, 4n C(n, n/2+1) for the balance, n(n-1) C(n, n/2) for twins, as the first program had it: it
    # reported 793,464 clauses at 14 and 3,821,856 at 16, and no variables but the cells.
    puzzle = Binairo.empty(Shape(size, size))
    laid = Layout(puzzle, "pairwise")
    kind = {kind.kind: kind.size.clauses for kind in laid.kinds}
    assert kind["triple"] == 4 * size * (size - 2)
    assert kind["balance"] == 4 * size * comb(size, size // 2 + 1)
    assert kind["twins"] == size * (size - 1) * comb(size, size // 2)
    assert laid.size.clauses == {4: 168, 14: 793_464, 16: 3_821_856}.get(size, sum(kind.values()))
    assert laid.variables == size * size


@pytest.mark.parametrize("size", [4, 6])
def test_the_formula_of_the_first_binairo_program(size: int) -> None:
    lines = [[row * size + column + 1 for column in range(size)] for row in range(size)]
    lines += [list(column) for column in zip(*lines, strict=True)]
    clauses = []
    for line in lines:
        for three in zip(line, line[1:], line[2:], strict=False):
            clauses += [list(three), [-cell for cell in three]]
        for some in combinations(line, size // 2 + 1):
            clauses += [list(some), [-cell for cell in some]]
    for side in (lines[:size], lines[size:]):
        for one, other in combinations(side, 2):
            for places in combinations(range(size), size // 2):
                clauses.append([-line[place] for line in (one, other) for place in places])
    made = formula(Binairo.empty(Shape(size, size)), "pairwise")
    assert Counter(map(frozenset, made.clauses())) == Counter(map(frozenset, clauses))


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=15)
def test_pairwise_takes_no_auxiliary_variables_whatever_the_kind(kind: str, data: st.DataObject) -> None:
    case = data.draw(BOARDS[kind]())
    made = formula(case.puzzle, "pairwise")
    assert made.variables == case.puzzle.shape.size
    assert made.projection is not None
    assert made.projection.tolist() == list(range(1, case.puzzle.shape.size + 1))
    assert set(models(made, made.variables)) == case.answers


@pytest.mark.parametrize("true", [None, 0, 1, 3])
def test_lines_that_differ_without_auxiliary_variables(true: int | None) -> None:
    table = Differ("twins", np.arange(6).reshape(2, 3), lambda *_: "")
    pairs = PlainPairs(table, true)
    (piece,) = pairs.pieces(0, 6, 1000)
    assert Size.of(np.diff(piece.starts)) == pairs.size
    for values in product([0, 1], repeat=6):
        if true is None or sum(values[:3]) == sum(values[3:]) == true:
            obeys = not broken(piece, np.array(values)).size
            assert obeys == (values[:3] != values[3:])


def test_what_is_too_large_has_a_size_and_is_refused() -> None:
    laid = Layout(Binairo.empty(Shape(100, 100)), "pairwise")
    assert laid.size.clauses == 4 * 100 * 98 + 400 * comb(100, 51) + 9900 * comb(100, 50)
    with pytest.raises(LitgridError, match=r"at most 50 of 100 needs .* clauses, and litgrid stops at 20,000,000"):
        laid.stream()
    with pytest.raises(LitgridError, match="clauses, and litgrid stops"):
        next(laid.pieces())
    laid = Layout(Binairo.empty(Shape(22, 22)), "pairwise")
    with pytest.raises(
        LitgridError, match=f"22 lines of 22 that differ needs {231 * comb(22, 11):,} clauses, and litgrid"
    ):
        laid.stream()
    laid = Layout(Binairo.empty(Shape(22, 160)), "pairwise", three=True)
    with pytest.raises(LitgridError, match="litgrid stops at"):
        laid.stream()


def test_too_many_variables_are_refused() -> None:
    laid = Layout(Binairo.empty(Shape(24, 24)), "pairwise", three=True)
    # A clause of k literals takes k - 3: 13 for the balance, 24 for twins.
    variables = 576 + 10 * 4 * 24 * comb(24, 13) + 21 * 24 * 23 * comb(24, 12)
    with pytest.raises(LitgridError, match=f"needs {variables:,} variables, and litgrid stops at 2,147,483,647"):
        laid.stream()


def test_an_unknown_encoding_is_answered_with_all() -> None:
    with pytest.raises(UnknownNameError, match=r"one of auto, pairwise, .*; got 'binary'"):
        Layout(SOME[0], "binary")
