"""Counts as OPB and SMT-LIB hold them, against trying everything, and in real solvers."""

from __future__ import annotations

import re
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from litgrid.core.puzzle import Puzzle
from litgrid.encode import counts as module
from litgrid.encode.counts import Counts
from litgrid.sat.results import read
from tests.boards import case_of
from tests.encode.counted import Counted
from tests.encode.test_layout import LARGE
from tests.encode.test_puzzle import SOME
from tests.models import Count, obeying
from tests.naive import Answer
from tests.programs import answer
from tests.strategies import counts

VARIABLES = 5


def _puzzle(made: list[Count]) -> Counted:
    return Counted(np.full((1, VARIABLES), ord("."), dtype=np.uint8), tuple(made))


def _opb(text: str) -> set[Answer]:
    """Return what an OPB file accepts, by evaluating it."""
    lines = [line for line in text.splitlines() if not line.startswith("*")]
    header = re.match(r"\* #variable= (\d+) #constraint= (\d+)\n", text)
    assert header is not None
    assert int(header[2]) == len(lines)
    found = set()
    for values in product((0, 1), repeat=VARIABLES):
        sums = []
        for line in lines:
            left, relation, right = re.fullmatch(r"(.+) (=|>=) (-?\d+) ;", line).groups()  # type: ignore[union-attr]
            terms = re.findall(r"([+-]1) x(\d+)", left)
            assert " ".join(f"{sign} x{name}" for sign, name in terms) == left
            total = sum(int(sign) * values[int(name) - 1] for sign, name in terms)
            sums.append(total == int(right) if relation == "=" else total >= int(right))
        if all(sums):
            found.add(values)
    return found


def _parsed(text: str) -> list[object]:
    stack: list[list[object]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text)):
        if token == "(":
            stack.append([])
        elif token == ")":
            stack[-2].append(stack.pop())
        else:
            stack[-1].append(token)
    return stack[0]


def _value(term: object, values: Answer) -> int | bool:
    if isinstance(term, str):
        if term in ("true", "false"):
            return term == "true"
        return values[int(term[1:]) - 1] == 1 if term.startswith("x") else int(term)
    assert isinstance(term, list)
    name, *arguments = term
    given = [_value(argument, values) for argument in arguments]
    if name == "ite":
        return given[1] if given[0] else given[2]
    if name in ("=", "<=", "+"):
        assert len(given) >= 2
        assert all(type(value) is int for value in given)
    if name == "<=":
        return all(a <= b for a, b in pairwise(given))
    return sum(given) if name == "+" else given[0] == given[1]


def _smtlib(text: str) -> set[Answer]:
    """Return what an SMT-LIB file accepts, by evaluating it."""
    commands = [command for command in _parsed(text) if isinstance(command, list)]
    asserted = [command[1] for command in commands if command[0] == "assert"]
    return {
        values for values in product((0, 1), repeat=VARIABLES) if all(_value(term, values) is True for term in asserted)
    }


@given(counts(VARIABLES, 5, crossed=True))
def test_they_accept_what_counts_right(made: list[Count]) -> None:
    puzzle = _puzzle(made)
    expected = obeying(made, VARIABLES)
    one, two = Counts(puzzle, two_sided=False), Counts(puzzle, two_sided=True)
    assert _opb(b"".join(one.opb()).decode()) == expected
    assert _smtlib(b"".join(two.smtlib()).decode()) == expected


@pytest.mark.parametrize("puzzle", [*SOME, *LARGE], ids=lambda puzzle: f"{puzzle.name}-{puzzle.shape}")
@pytest.mark.parametrize("most", [None, 1, 50])
def test_sizes_are_those_of_what_is_written(puzzle: Puzzle, most: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [
        b"".join(made) for made in (Counts(puzzle, two_sided=False).opb(), Counts(puzzle, two_sided=True).smtlib())
    ]
    if most is not None:
        monkeypatch.setattr(module, "PIECE", most)
    opb, smtlib = Counts(puzzle, two_sided=False), Counts(puzzle, two_sided=True)
    assert [b"".join(opb.opb()), b"".join(smtlib.smtlib())] == whole
    lines = [line for line in whole[0].decode().splitlines() if not line.startswith("*")]
    assert len(lines) == opb.size.clauses == sum(kind.size.clauses for kind in opb.kinds)
    assert sum(line.count("x") for line in lines if line != "+1 x1 >= 2 ;") == opb.size.literals
    assert whole[0].startswith(f"* #variable= {opb.variables} #constraint= {opb.size.clauses}\n".encode())
    assert whole[1].count(b"(assert ") == smtlib.size.clauses
    assert whole[1].count(b"(declare-const ") == smtlib.variables == opb.variables


@pytest.mark.parametrize("program", ["clasp-opb", "z3"])
@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: f"{puzzle.name}-{puzzle.shape}")
def test_real_solvers_find_an_answer(puzzle: Puzzle, program: str, tmp_path: Path) -> None:
    made = Counts(puzzle, two_sided=program == "z3")
    text = b"".join(made.smtlib() if program == "z3" else made.opb())
    result = read(answer(program, text, tmp_path), variables=made.variables)
    answers = case_of(puzzle).answers
    assert result.status == ("sat" if answers else "unsat")
    if answers:
        assert tuple(np.maximum(result.values(puzzle.shape.size), 0).tolist()) in answers


@given(counts(VARIABLES, 3))
@settings(max_examples=20)
def test_rules_are_named_where_they_begin(made: list[Count]) -> None:
    text = b"".join(Counts(_puzzle(made), two_sided=True).smtlib()).decode()
    says = sum(low > 0 or high < len(literals) for literals, low, high in made)
    assert text.count("\n; some") == says
    assert len(re.findall(r"; some.*\n\(assert ", text)) == says
