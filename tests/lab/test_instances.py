"""What instances are, and their formulas."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from litgrid.core.errors import InputError, LitgridError
from litgrid.encode.rest import Start
from litgrid.lab.instances import Instance, digest, examples, load, load_every, pack, unpack
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.sat.formula import Formula, from_clauses
from litgrid.solving import solve
from tests.cli.run import ROOT

CNF = "p cnf 3 2\n1 -2 0\n3 0\n"


def test_examples_have_exactly_one_answer() -> None:
    assert examples()
    for name in examples():
        (instance,) = list(load(f"example {name}", Path()))
        assert instance.name == f"example {name}"
        assert not isinstance(instance.what, Formula)
        assert solve(instance.what).status == "unique"


def test_files_of_puzzles_are_as_many_instances() -> None:
    names = [instance.name for instance in list(load("lightup.txt", ROOT / "examples"))]
    assert names == ["lightup.txt:1", "lightup.txt:10"]


def test_dimacs_is_found_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.cnf").write_text(CNF)
    (tmp_path / "b.CNF.gz").write_bytes(gzip.compress(CNF.encode()))
    for name in ("a.cnf", "b.CNF.gz"):
        (instance,) = list(load(name, tmp_path))
        assert list(instance.formula("sat", "auto", "rest").clauses()) == [[1, -2], [3]]
        assert instance.formula("3-sat", "auto", "rest").starts[1] == 3


def test_empty_boards() -> None:
    (instance,) = list(load("empty binairo 4x6", Path()))
    assert not isinstance(instance.what, Formula)
    assert instance.what.shape.columns == 6


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nothing.txt", "expected a file, but there is none of that name"),
        ("", "expected the name of a file, got an empty name"),
        ("example lightup-1", "Did you mean 'lightup-10'?"),
        ("empty binario 6", "Did you mean 'binairo'?"),
        ("empty binairo six", "expected a size, as 16 or 10x12 (rows x columns), got 'six'"),
        ("empty binairo 0", "expected a size"),
        ("empty binairo 5", "even"),
        ("empty binairo 999999999", "cells"),
    ],
)
def test_what_is_wrong_is_said(name: str, said: str) -> None:
    with pytest.raises(LitgridError) as caught:
        list(load(name, Path()))
    assert said in str(caught.value)


def test_two_instances_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="two called 'example lightup-10'"):
        load_every(["example lightup-10"] * 2, Path())


@pytest.mark.parametrize(("start", "variables"), [("rest", 6), ("nothing", 9)])
def test_a_puzzle_is_searched_whole_or_what_is_left(start: Start, variables: int) -> None:
    instance = Instance("", LightUp.from_clues(["0..", "...", "..."]))
    assert instance.formula("sat", "pairwise", start).variables == variables


@pytest.mark.parametrize("clues", [[".4"], [".1.", "...", "#.2"]])
def test_where_counting_alone_finds_out_there_is_nothing_to_search(clues: list[str]) -> None:
    instance = Instance("this one", LightUp.from_clues(clues))
    with pytest.raises(LitgridError, match=r"^this one: there is nothing to search"):
        instance.formula("sat", "auto", "rest")
    assert instance.formula("3-sat", "auto", "nothing").variables


def test_an_encoding_that_is_too_large_is_told_with_the_instance() -> None:
    (instance,) = list(load("empty binairo 100", Path()))
    with pytest.raises(LitgridError, match=r"^empty binairo 100: "):
        instance.formula("sat", "pairwise", "nothing")


def test_a_formula_survives_the_way_to_a_worker() -> None:
    formula = from_clauses([[1, -2], [], [3]], 5)
    other = unpack(pack(formula))
    assert list(other.clauses()) == list(formula.clauses())
    assert (other.variables, other.origin.tolist()) == (5, [-1, -1, -1])
    assert digest(other) == digest(formula)
    assert digest(from_clauses([[1, -2], [], [3]], 6)) != digest(formula)
    assert digest(from_clauses([[1], [-2, 3]], 5)) != digest(from_clauses([[1, -2], [3]], 5))
    assert np.array_equal(other.starts, formula.starts)
