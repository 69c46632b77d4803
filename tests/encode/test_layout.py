"""A formula before it is made: its sizes are those of what is made, and its pieces are the whole."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.errors import LitgridError, UnknownNameError
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.encode import layout
from litgrid.encode.layout import Layout
from litgrid.encode.puzzle import formula
from litgrid.puzzles import kinds
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.sat.cardinality import ENCODINGS
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
    # 4n(n-2) for triples and 4n C(n, n/2+1) for the balance: with lines that differ, said as forbidden pairs, the
    # first reported 793,464 clauses at 14 and 3,821,856 at 16.
    puzzle = Binairo.empty(Shape(size, size))
    kind = {kind.kind: kind.size.clauses for kind in Layout(puzzle, "pairwise").kinds}
    assert kind["triple"] == 4 * size * (size - 2)
    assert kind["balance"] == 4 * size * comb(size, size // 2 + 1)
    forbidden = size * (size - 1) * comb(size, size // 2)
    published = {14: 793_464, 16: 3_821_856}
    assert kind["triple"] + kind["balance"] + forbidden == published.get(
        size, kind["triple"] + kind["balance"] + forbidden
    )
    assert kind["twins"] == size * (size - 1) * (2 * size + 1)


def test_what_is_too_large_has_a_size_and_is_refused() -> None:
    laid = Layout(Binairo.empty(Shape(100, 100)), "pairwise")
    assert laid.size.clauses == 4 * 100 * 98 + 400 * comb(100, 51) + 9900 * 201
    with pytest.raises(LitgridError, match=r"at most 50 of 100 needs .* clauses, and litgrid stops at 20,000,000"):
        laid.stream()
    with pytest.raises(LitgridError, match="clauses, and litgrid stops"):
        next(laid.pieces())
    laid = Layout(Binairo.empty(Shape(22, 160)), "pairwise", three=True)
    with pytest.raises(LitgridError, match="litgrid stops at"):
        laid.stream()


def test_too_many_variables_are_refused() -> None:
    laid = Layout(Binairo.empty(Shape(24, 24)), "pairwise", three=True)
    with pytest.raises(LitgridError, match=r"needs 2,396,323,656 variables, and litgrid stops at 2,147,483,647"):
        laid.stream()


def test_an_unknown_encoding_is_answered_with_all() -> None:
    with pytest.raises(UnknownNameError, match=r"one of auto, pairwise, .*; got 'binary'"):
        Layout(SOME[0], "binary")
