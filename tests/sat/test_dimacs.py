"""DIMACS there and back, as others write it, and as it should not be."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from itertools import chain, repeat
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core import memory
from litgrid.core.errors import InputError, TooLargeError
from litgrid.formats.files import read_file
from litgrid.formats.formulas import load_formula
from litgrid.sat import dimacs
from litgrid.sat.dimacs import load, read, write
from litgrid.sat.formula import Formula, from_clauses

CLAUSES = st.lists(st.lists(st.integers(1, 9).flatmap(lambda v: st.sampled_from((v, -v))), max_size=5), max_size=12)


def _same(one: Formula, other: Formula) -> bool:
    return (
        np.array_equal(one.literals, other.literals)
        and np.array_equal(one.starts, other.starts)
        and one.variables == other.variables
    )


def _rule_names(formula: Formula) -> list[str | None]:
    if formula.origin_name is None:
        return [None] * len(formula)
    return [formula.origin_name(origin) if origin >= 0 else None for origin in formula.origin.tolist()]


@given(CLAUSES, st.integers(0, 12))
def test_what_is_written_is_read_back(clauses: list[list[int]], variables: int) -> None:
    formula = from_clauses(clauses, variables)
    again = read(write(formula))
    assert _same(formula, again)
    assert (again.origin == -1).all()
    assert again.variable_name is None


@given(CLAUSES, st.data())
def test_names_are_read_back(clauses: list[list[int]], data: st.DataObject) -> None:
    plain = from_clauses(clauses, 9)
    origin = data.draw(st.lists(st.integers(-1, 3), min_size=len(clauses), max_size=len(clauses)))
    names = data.draw(st.dictionaries(st.integers(1, 9), st.sampled_from(("bulb r1c1", "1 r2c3", "x")), min_size=1))
    formula = Formula(
        plain.literals, plain.starts, 9, np.array(origin, dtype=np.int64), names.get, lambda rule: f"rule no. {rule}"
    )
    again = read(write(formula))
    assert _same(formula, again)
    assert again.variable_name is not None
    assert [again.variable_name(variable) for variable in range(1, 10)] == [names.get(v) for v in range(1, 10)]
    assert _rule_names(again) == _rule_names(formula)


def test_it_is_written_as_people_read_it() -> None:
    plain = from_clauses([[1, -2], [2], [], [3]])
    formula = Formula(
        plain.literals,
        plain.starts,
        4,
        np.array([5, 5, -1, 7]),
        lambda variable: f"bulb r1c{variable}" if variable < 3 else None,
        {5: "number r1c2", 7: "dark\nr1c1"}.__getitem__,
    )
    assert write(formula) == (
        "c var 1 bulb r1c1\nc var 2 bulb r1c2\nc rule 1-2 number r1c2\nc rule 4-4 dark r1c1\n"
        "p cnf 4 4\n1 -2 0\n2 0\n0\n3 0\n"
    )


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("p cnf 3 2\n1 -3 0\n2 3 -1 0\n", [[1, -3], [2, 3, -1]]),
        ("c hello\n\nc\np cnf 3 2\nc between\n1\n-3\n0 2 3\n-1 0", [[1, -3], [2, 3, -1]]),
        ("p  cnf\t3   2  \r\n 1 -3 0 \r\n2 3 -1 0\r\n", [[1, -3], [2, 3, -1]]),
        ("p cnf 3 2\n1 -3 0 2 3 -1 0\n%\n0\n\n", [[1, -3], [2, 3, -1]]),
        ("p cnf 3 2\n1 -3 0 2 3 -1 0\n%\n0\nanything", [[1, -3], [2, 3, -1]]),
        ("p cnf 0 0\n", []),
        ("p cnf 0 1\n0\n", [[]]),
        ("p cnf 1 2\n0 0", [[], []]),
        ("c var\nc var x y\nc rule 3 no\nc var 0\np cnf 1 1\n1 0\n", [[1]]),
        ("c ind is a word\n  c\n  p cnf 3 1\n\t1 -2\n c between\n\n0\nc p show 1 0\n", [[1, -2]]),
    ],
)
def test_reading_takes_what_solvers_take(text: str, clauses: list[list[int]]) -> None:
    assert list(read(text).clauses()) == clauses


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", None, None, "got a text without one"),
        ("c only a comment\n", None, None, "got a text without one"),
        ("1 2 0\n3 0\n-1 0\n", 1, 1, "before the first clause; got a CNF without its header"),
        ("c hello\n1 2 0\n", 2, 1, "before the first clause; got a CNF without its header"),
        ("1 2\n", 1, 1, r'expected the header "p cnf VARIABLES CLAUSES" before the first clause; got \'1 2\''),
        ("c\np cnf 3\n", 2, 1, "expected the header .* got 'p cnf 3'"),
        ("p dnf 3 1\n1 0\n", 1, 1, "expected the header .* got a DNF"),
        ("c\n p wcnf 3 1 9\n9 1 0\n", 2, 2, "expected the header .* got a weighted CNF"),
        ("p cnf 3 2\ne 1 2 0\n1 0\n2 3 0\n", 2, 1, r"expected a CNF, got a quantified formula \(QDIMACS\)"),
        ("p cnf 3 2\n1 a 2 0\n2 3 0\n", 2, 3, "expected literals, whole numbers with 0 after each clause; got .a."),
        ("p cnf -3 1\n1 0\n", 1, 1, "expected the header"),
        ("p cnf 3 1\np cnf 3 1\n", 2, 1, "expected one header, and there is one in line 1 already"),
        ("p cnf 9999999999 0\n", 1, 1, "at most 2,147,483,647 variables"),
        ("p cnf 3 1\n1 4 0\n", 2, 3, "expected variables up to 3, as the header in line 1 says; got 4"),
        ("p cnf 3 1\n1 -4 0\n", 2, 3, "got 4"),
        ("p cnf 3 1\n1 99999999999999999999 0\n", 2, 3, "got 99999999999999999999"),
        ("p cnf 3 1\nc p show 1 x 0\n1 0\n", 2, 10, "expected variables, and 0 after the last; got '1 x 0'"),
        ("c ind 4 0\np cnf 3 1\n1 0\n", 1, 1, "expected variables from 1 to 3, got 4"),
        ("p cnf 3 1\nc p weight 1 0.5 0\n1 0\n", 2, 12, "got one with weights for model counters"),
        ("p cnf 3 1\n1 two 0\n", 2, 3, "got 'two'"),
        ("p cnf 3 1\n1 2_3 0\n", 2, 3, "got '2_3'"),
        ("p cnf 3 1\n1 --2 0\n", 2, 3, "got '--2'"),
        ("p cnf 3 1\n+1 0\n", 2, 1, r"got '\+1'"),
        ("p cnf 3 1\n1 \uff12 0\n", 2, 3, "got '\uff12'"),
        ("p cnf 3 1\n1 2.0 0\n", 2, 3, "got '2.0'"),
        ("p cnf 3 1\n1 2\n\n", 2, 1, "expected 0 after the last clause"),
        ("p cnf 3 2\n1 2 0\n", 1, 1, "the header says 2 clauses, but the file has 1"),
        ("p cnf 3 1\n1 0 2 0\n", 1, 1, "the header says 1 clause, but the file has 2"),
    ],
)
def test_reading_refuses_with_the_line(text: str, line: int | None, column: int | None, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(text, "some.cnf")
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith("some.cnf:")


@given(st.text(alphabet="pcnf 0123-%\n", max_size=60))
def test_reading_anything_ends_in_a_formula_or_a_sentence(text: str) -> None:
    for header in ("", "p cnf 3 2\n"):
        try:
            formula = read(header + text)
        except InputError:
            continue
        assert _same(formula, read(write(formula)))


@given(st.lists(st.sampled_from(["p cnf 3 2\n", "1", "-2", "-", "0\n", "x", "c", "c rule 1-2 a\n", "%\n", " "])))
def test_where_a_text_is_cut_makes_no_difference(words: list[str]) -> None:
    text = "c hello\n" + " ".join(["p cnf 3 2\n", *words])
    assert _outcome(text, 1) == _outcome(text, len(text)) == _outcome(text, 7)


def _outcome(text: str, size: int) -> object:
    data = text.encode()
    try:
        formula = load(data[start : start + size] for start in range(0, len(data), size))
    except InputError as error:
        return str(error)
    return list(formula.clauses()), _rule_names(formula)


@pytest.mark.parametrize("comment", ["", "c p show 1 2 3 4 0\n"])
def test_a_large_file_comes_back(monkeypatch: pytest.MonkeyPatch, comment: str) -> None:
    monkeypatch.setattr(dimacs, "PART", 50)
    formula = from_clauses([[v, -(v + 1)] for v in range(1, 2000)])
    text = write(formula) + comment
    assert _same(read(text), formula)
    assert _same(read(text.replace("\n", "\r\n")), formula)
    assert _same(read(text.replace(" ", "   ")), formula)
    assert _same(read(text + "%\n0\n"), formula)
    with pytest.raises(InputError, match=r"^2000:6: expected literals"):
        read(text.replace("1999 -2000", "1999 -20x0"))


def test_a_long_line_is_read_in_pieces_and_errors_know_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs, "PART", 50)
    clauses = " ".join(f"{v} -{v + 1} 0" for v in range(1, 2000))
    pieces = [b"p cnf 2000 1999\n", *(clauses[start : start + 70].encode() for start in range(0, len(clauses), 70))]
    assert len(load(pieces)) == 1999
    pieces[100] = pieces[100].replace(b" ", b" x ", 1)
    with pytest.raises(InputError, match="got 'x'") as caught:
        load(pieces)
    assert (caught.value.line, caught.value.column) == (2, 99 * 70 + pieces[100].index(b"x") + 1)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("c p show 3 1 0\np cnf 3 0\n", [1, 3]),
        ("p cnf 3 0\nc ind 1 2 0\nc ind 2 3 0\n", [1, 2, 3]),
        ("c t pmc\np cnf 3 0\nc p show 0\n", []),
        ("c t pmc\np cnf 3 0\n", None),
        ("c ind of words\np cnf 3 0\n", None),
    ],
)
def test_what_a_file_shows_is_its_projection(text: str, shown: list[int] | None) -> None:
    found = read(text).projection
    assert (None if found is None else found.tolist()) == shown


@pytest.mark.parametrize(
    "data", [b"p cnf 2 1\r\n1 -2 0\r\n", b"\xef\xbb\xbfp cnf 2 1\n1 -2 0", b"c \xe9\np cnf 2 1\n1 -2 0"]
)
@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_reading_files(data: bytes, pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(pack(data))
    assert list(load_formula(path).clauses()) == [[1, -2]]
    assert list(read(read_file(str(path))).clauses()) == [[1, -2]]


def test_what_does_not_fit_is_refused_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "allowed", lambda: memory.taken() + 100_000_000)
    endless = chain([b"p cnf 1 999999999\n"], repeat(b"1 0\n" * 2**18))
    with pytest.raises(TooLargeError, match="this formula would take about"):
        load(endless)
