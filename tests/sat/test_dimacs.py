"""DIMACS there and back, as others write it, and as it should not be."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import InputError
from litgrid.formats.files import read_file
from litgrid.sat import dimacs
from litgrid.sat.dimacs import read, write
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
    ],
)
def test_reading_takes_what_solvers_take(text: str, clauses: list[list[int]]) -> None:
    assert list(read(text).clauses()) == clauses


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", None, None, "got a file without one"),
        ("c only a comment\n", None, None, "got a file without one"),
        ("1 2 0\n", 1, None, r'expected the header "p cnf VARIABLES CLAUSES" before the first clause'),
        ("c\np cnf 3\n", 2, None, "the number of variables and the number of clauses; got 'p cnf 3'"),
        ("p dnf 3 1\n1 0\n", 1, None, "expected the header"),
        ("p cnf -3 1\n1 0\n", 1, None, "expected the header"),
        ("p cnf 3 1\np cnf 3 1\n", 2, None, "expected one header, but there is one in line 1 already"),
        ("p cnf 9999999999 0\n", 1, None, "at most 2,147,483,647 variables"),
        ("p cnf 3 1\n1 4 0\n", 2, None, "expected variables up to 3, as the header in line 1 says; got 4"),
        ("p cnf 3 1\n1 -4 0\n", 2, None, "got 4"),
        ("p cnf 3 1\n1 99999999999999999999 0\n", 2, None, "got 99999999999999999999"),
        ("p cnf 3 1\n1 two 0\n", 2, 3, "got 'two'"),
        ("p cnf 3 1\n1 2_3 0\n", 2, 3, "got '2_3'"),
        ("p cnf 3 1\n1 --2 0\n", 2, 3, "got '--2'"),
        ("p cnf 3 1\n+1 0\n", 2, 1, r"got '\+1'"),
        ("p cnf 3 1\n1 \uff12 0\n", 2, 3, "got '\uff12'"),
        ("p cnf 3 1\n1 2.0 0\n", 2, 3, "got '2.0'"),
        ("p cnf 3 1\n1 2\n\n", 2, None, "expected 0 after the last clause"),
        ("p cnf 3 2\n1 2 0\n", 1, None, "the header says 2 clauses, but the file has 1"),
        ("p cnf 3 1\n1 0 2 0\n", 1, None, "the header says 1 clauses, but the file has 2"),
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


NEARLY = st.lists(
    st.sampled_from(
        ["1", "-2", "3", "0", "0", "-", "-0", "4", "1-2", "--1", "x", "c", "c rule 1-2 a", "%", "p cnf 3 2"]
    ),
    max_size=9,
)
GAPS = st.sampled_from([" ", "\n", "\r\n", "\t", "\n\n", "  "])


@given(NEARLY, GAPS, st.booleans())
def test_reading_at_once_and_line_by_line_say_the_same(words: list[str], gap: str, ended: bool) -> None:
    text = f"p cnf 3 2{gap if chr(10) in gap else chr(10)}" + gap.join(words) + ended * f"{gap}0{chr(10)}"
    # A comment after the last clause makes it a file that is read line by line.
    assert _outcome(text) == _outcome(f"{text}\nc")


def _outcome(text: str) -> object:
    try:
        formula = read(text)
    except InputError as error:
        return str(error)
    return list(formula.clauses()), _rule_names(formula)


def test_a_large_file_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs, "_PART", 50)
    formula = from_clauses([[v, -(v + 1)] for v in range(1, 2000)])
    text = write(formula)
    assert _same(read(text), formula)
    assert _same(read(text.replace("\n", "\r\n")), formula)
    assert _same(read(text.replace(" ", "   ")), formula)
    assert _same(read(text + "%\n0\n"), formula)


@pytest.mark.parametrize(
    "data", [b"p cnf 2 1\r\n1 -2 0\r\n", b"\xef\xbb\xbfp cnf 2 1\n1 -2 0", b"c \xe9\np cnf 2 1\n1 -2 0"]
)
@pytest.mark.parametrize("packed", [False, True])
def test_reading_files(data: bytes, packed: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.cnf"
    path.write_bytes(gzip.compress(data) if packed else data)
    assert list(read(read_file(str(path))).clauses()) == [[1, -2]]
