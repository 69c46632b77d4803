"""SMT-LIB and OPB: what they look like, and that real solvers understand them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from litgrid.sat import dimacs, opb, smtlib
from litgrid.sat.formula import Formula, from_clauses
from litgrid.sat.results import read
from litgrid.sat.stream import Headings, Stream, whole
from tests.models import models
from tests.programs import PROGRAMS, answer

WRITERS: dict[str, Any] = {"cnf": dimacs, "smt2": smtlib, "opb": opb}
LITERALS = st.integers(1, 5).flatmap(lambda variable: st.sampled_from((variable, -variable)))
CLAUSES = st.lists(st.lists(LITERALS, max_size=4), max_size=9)


def _written(writer: Any, formula: Formula) -> str:
    return b"".join(writer.dump(whole(formula))).decode()


def _named(clauses: list[list[int]]) -> Formula:
    plain = from_clauses(clauses)
    origin = np.array([0, 0, -1, 2][: len(clauses)], dtype=np.int64)
    return Formula(plain.literals, plain.starts, 3, origin, {1: "bulb\nr1c1"}.get, lambda rule: f"number {rule}")


def test_smtlib_is_written_as_people_read_it() -> None:
    assert _written(smtlib, _named([[1, -2], [-3], [], [2, 3, -1]])) == (
        "(set-logic QF_UF)\n"
        "(declare-const x1 Bool) ; bulb r1c1\n"
        "(declare-const x2 Bool)\n"
        "(declare-const x3 Bool)\n"
        "; number 0\n"
        "(assert (or x1 (not x2)))\n"
        "(assert (not x3))\n"
        "(assert false)\n"
        "; number 2\n"
        "(assert (or x2 x3 (not x1)))\n"
        "(check-sat)\n(get-model)\n"
    )


def test_opb_is_written_as_people_read_it() -> None:
    assert _written(opb, _named([[1, -2], [-3], [], [2, 3, -1]])) == (
        "* #variable= 3 #constraint= 4\n"
        "* var 1 bulb r1c1\n"
        "* rule 1-2 number 0\n"
        "* rule 4-4 number 2\n"
        "+1 x1 -1 x2 >= 0 ;\n"
        "-1 x3 >= 0 ;\n"
        "+1 x1 >= 2 ;\n"
        "+1 x2 +1 x3 -1 x1 >= 0 ;\n"
    )


@pytest.mark.parametrize("program", PROGRAMS)
@given(clauses=CLAUSES)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_real_solvers_find_the_models(program: str, clauses: list[list[int]], tmp_path: Path) -> None:
    formula = from_clauses(clauses, 5)
    text = _written(WRITERS[PROGRAMS[program][0]], formula)
    result = read(answer(program, text, tmp_path), variables=5)
    expected = set(models(formula, 5))
    assert result.status == ("sat" if expected else "unsat")
    if expected:
        assert tuple(np.maximum(result.values(5), 0).tolist()) in expected


@pytest.mark.parametrize("writer", [dimacs, smtlib, opb])
def test_a_formula_in_pieces_is_written_as_the_whole(writer: Any) -> None:
    clauses = [[1, -2], [-3], [], [2, 3, -1]]
    one = whole(_named(clauses))
    for cut in range(5):
        pieces = [from_clauses(clauses[:cut], 3), from_clauses(clauses[cut:], 3)]
        stream = Stream(3, 4, one.names, one.rules, lambda pieces=pieces: iter(pieces))  # type: ignore[misc]
        assert b"".join(writer.dump(stream)).decode() == _written(writer, _named(clauses))


def test_headings_know_where_rules_begin() -> None:
    sizes = [(2, "a"), (0, "nothing"), (1, None), (3, "b"), (1, "c")]
    headings = Headings(Stream(1, 7, list, lambda: sizes, lambda: iter(())))
    assert headings.within(1) == ([0], ["a"])
    assert headings.within(3) == ([2], ["b"])
    assert headings.within(9) == ([2], ["c"])
