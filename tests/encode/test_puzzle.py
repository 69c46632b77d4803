"""The formula of a whole puzzle: its models on the cells are the answers, in every encoding."""

from __future__ import annotations

from itertools import groupby
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count
from litgrid.encode.puzzle import formula
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.gappy.kind import Gappy
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.dimacs import read, write
from tests.boards import BOARDS, Case, case_of
from tests.models import models

SOME: list[Puzzle] = [
    LightUp.from_clues(["...1", ".2..", "#..."]),
    LightUp.from_clues(["3.", ".."]),
    LightUp.from_clues(["#"]),
    Binairo.from_clues(["...."] * 4),
    Binairo.from_clues(["...."] * 4, unique_lines=False),
    Binairo.from_clues(["....", "...."]),
    Binairo.from_clues(["1.....", "......", "...0..", "......"]),
    Gappy.from_clues({"rows": [None] * 8, "cols": [None] * 8, "grid": None}),
    Gappy.from_clues({"rows": [5, 5, 1, 6, 1, 5, 1, 6, 1], "cols": [1, 1, 1, 1, 5, 1, 6, 1, 6], "grid": None}),
    Gappy.from_clues({"rows": [None] * 4, "cols": [None] * 4, "grid": None}),
]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: f"{puzzle.name}-{puzzle.shape}")
def test_the_models_of_some_boards_are_their_answers(puzzle: Puzzle, encoding: str) -> None:
    found = list(models(formula(puzzle, encoding), puzzle.shape.size))
    assert len(found) == len(set(found))
    assert set(found) == case_of(puzzle).answers


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=40)
def test_the_models_are_the_answers(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    encoding = data.draw(st.sampled_from([*ENCODINGS, *case.puzzle.encodings]))
    made = formula(case.puzzle, encoding)
    assert set(models(made, case.puzzle.shape.size)) == case.answers


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: f"{puzzle.name}-{puzzle.shape}")
def test_clauses_stand_together_and_know_their_rules(puzzle: Puzzle) -> None:
    made = formula(puzzle)
    assert made.origin_name is not None
    rules = [rule for rule, _ in groupby(made.origin.tolist())]
    assert len(rules) == len(set(rules))
    names = {made.origin_name(rule) for rule in rules}
    # What each table says of its own rules, whatever order they are numbered in.
    said = set()
    for table in puzzle.tables():
        if isinstance(table, Count):
            described = [table.describe(rule) for rule in range(len(table))]
        else:
            described = [table.describe(a, b) for b in range(len(table.lines)) for a in range(b)]
        said |= {f"{rule.kind} {rule.place(puzzle.shape)}" for rule in described}
    assert names <= said
    assert {name for name in said if name.startswith("twins")} <= names


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: f"{puzzle.name}-{puzzle.shape}")
def test_cells_come_first_and_are_named(puzzle: Puzzle) -> None:
    made = formula(puzzle)
    assert made.variable_name is not None
    size = puzzle.shape.size
    assert made.variables >= size
    columns = puzzle.shape.columns
    for cell in range(size):
        assert made.variable_name(cell + 1) == f"{puzzle.true} r{cell // columns + 1}c{cell % columns + 1}"
    assert made.variable_name(size + 1) is None


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: f"{puzzle.name}-{puzzle.shape}")
def test_it_survives_as_dimacs(puzzle: Puzzle) -> None:
    made = formula(puzzle)
    again = read(write(made))
    assert list(again.clauses()) == list(made.clauses())
    assert again.variables == made.variables
    assert again.origin_name is not None
    assert made.origin_name is not None
    assert [again.origin_name(rule) for rule in again.origin.tolist()] == [
        made.origin_name(rule) for rule in made.origin.tolist()
    ]


def test_the_textbook_binairo_formula_has_the_published_size() -> None:
    # 4n(n-2) + 4n C(n, n/2+1) + n(n-1) C(n, n/2) clauses, where the last term is for lines that differ: it forbids
    # each pair of equal lines, while ours says with n auxiliary variables where they differ.
    for size in (4, 6, 8, 10):
        puzzle = Binairo.from_clues(["." * size] * size, unique_lines=False)
        expected = 4 * size * (size - 2) + 4 * size * comb(size, size // 2 + 1)
        assert len(formula(puzzle, "pairwise")) == expected


def test_walls_have_variables_and_are_false() -> None:
    made = formula(LightUp.from_clues(["#."]))
    assert [-1] in list(made.clauses())
    assert np.abs(made.literals).max() == 2
