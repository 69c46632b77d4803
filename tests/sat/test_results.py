"""Solvers' results: what real programs print, and what none should."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import InputError
from litgrid.sat.dimacs import write
from litgrid.sat.formula import from_clauses
from litgrid.sat.results import read
from tests.processes import finished

Z3 = "sat\n(\n  (define-fun x2 () Bool\n    false)\n  (define-fun x10 () Bool\n    true)\n)\n"


@pytest.mark.parametrize(
    ("text", "status", "literals", "ended"),
    [
        ("SAT\n1 -2 3 0\n", "sat", [1, -2, 3], True),
        ("SAT\n1 -2 3\n", "sat", [1, -2, 3], False),
        ("SAT\r\n1 -2\r\n3 0\r\n", "sat", [1, -2, 3], True),
        ("SAT\n0\n", "sat", [], True),
        ("SAT\n1 0\n-1 0\n", "sat", [1], True),
        ("UNSAT\n", "unsat", [], True),
        ("UNSAT", "unsat", [], True),
        ("INDET\n", "unknown", [], True),
        ("undef\n", "unknown", [], True),
        ("s SATISFIABLE\nv 1 -2 3 0\n", "sat", [1, -2, 3], True),
        ("c a\nv 1\nc b\nv -2 3\nc\nv\nv 0\ns SATISFIABLE\n", "sat", [1, -2, 3], True),
        ("s SATISFIABLE\n v  1\t-2 3 \nv 0", "sat", [1, -2, 3], True),
        ("s  SATISFIABLE \r\nv 1 -2\r\nv 3 0\r\n", "sat", [1, -2, 3], True),
        ("s SATISFIABLE\nv 1 0\ns SATISFIABLE\nv -1 0\ns SOLUTIONS 2\n", "sat", [1], True),
        ("v 1 -2 0\n", "sat", [1, -2], True),
        ("s SATISFIABLE\nv x1 -x2\nv x3\n", "sat", [1, -2, 3], False),
        ("s OPTIMUM FOUND\nv x1\n", "sat", [1], False),
        ("s UNSATISFIABLE\n", "unsat", [], True),
        ("s UNKNOWN\nv 1 2 0\n", "unknown", [], True),
        ("s INDETERMINATE\n", "unknown", [], True),
        ("c ---\nc UNKNOWN\nc ---\n", "unknown", [], True),
        ("*** INTERRUPTED ***\nINDETERMINATE\n", "unknown", [], True),
        ("====[ Statistics ]====\n| 3 |\nUNSATISFIABLE\n", "unsat", [], True),
        (Z3, "sat", [-2, 10], True),
        (Z3.replace("(\n", "(model\n", 1), "sat", [-2, 10], True),
        (Z3.replace("\n", "\r\n"), "sat", [-2, 10], True),
        (Z3[:-3], "sat", [-2, 10], False),
        (
            "sat\n(\n(define-fun x1 () Bool true)\n(define-fun y () Int 3)\n(define-fun ax2 () Bool true))",
            "sat",
            [1],
            True,
        ),
        ("sat\n((x1 true)\n (x2 false))\n", "sat", [1, -2], True),
        ("sat\n((|x1| true))\n", "sat", [1], True),
        ('unsat\n(error "line 9 column 10: model is not available")\n', "unsat", [], True),
        ("unknown\n", "unknown", [], True),
        ("timeout\n", "unknown", [], True),
        ("sat\n()\n", "sat", [], True),
    ],
)
def test_results_of_all_sorts(text: str, status: str, literals: list[int], ended: bool) -> None:
    result = read(text, variables=10)
    assert (result.status, result.literals.tolist(), result.ended) == (status, literals, ended)
    assert result.literals.dtype == "int32"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "out", "got nothing: did it crash"),
        (" \n", "out", "got nothing: did it crash"),
        ("c only\n", "out", "got comments only"),
        ("Segmentation fault\n", "out:1:1", "got 'Segmentation fault'"),
        ("\n  1 -2 0\n", "out:2:3", "got '1 -2 0'"),
        ("s MAYBE\n", "out:1:1", "expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN, got 's MAYBE'"),
        ("s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n", "out:3:1", "line 1 says sat, and this one unsat"),
        ("SATISFIABLE\n", "out:1:1", "says that there is a model, but this is not it: minisat writes it"),
        ("s SATISFIABLE\n", "out:1:1", "says that there is a model"),
        ("SAT\n", "out:1:1", "says that there is a model"),
        ("sat\n", "out:1:1", "says that there is a model"),
        (
            "s SATISFIABLE\nv 1 two 0\n",
            "out:2:5",
            "expected literals, as 17, -17 or x17, and 0 after the last; got 'two'",
        ),
        ("SAT\n1 2_3 0\n", "out:2:3", "got '2_3'"),
        ("SAT\n1 +2 0\n", "out:2:3", r"got '\+2'"),
        ("SAT\n1 \uff12 0\n", "out:2:3", "got '\uff12'"),
        ("SAT\n1 \udce9 0\n", "out:2:3", "got "),
        ("SAT\n1 99999999999 0\n", "out:2:3", "got '99999999999'"),
        ("SAT\n1 11 0\n", "out:2:3", "expected variables from 1 to 10, got 11"),
        ("v 1\nv x0\n", "out:2:3", "got 'x0'"),
        ("s SATISFIABLE\nv 1 -2\nv 3  2 0\n", "out:3:6", "got 2 after -2 at 2:5: are these several models"),
        ("SAT\n-3 3 0\n", "out:2:4", "got 3 after -3 at 2:1"),
        ("sat\n(\n(define-fun x1 () Bool true)\n(define-fun x1 () Bool false))", "out:4:13", "got -1 after 1 at 3:13"),
        ('(error "line 1 column 8: unknown sort")\nsat\n', "out:1:1", "did not understand the formula: .*unknown sort"),
    ],
)
def test_what_is_no_result_is_refused_with_its_place(text: str, place: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(text, "out", 10)
    assert str(caught.value).startswith(f"{place}: ")


@given(
    st.lists(st.integers(1, 60).flatmap(lambda v: st.sampled_from((v, -v))), unique_by=abs, min_size=1),
    st.lists(st.sampled_from([" ", "\nv ", "\nc 7\nv  ", "\r\nv "])),
)
def test_v_lines_may_be_wrapped_anywhere(literals: list[int], gaps: list[str]) -> None:
    text = "s SATISFIABLE\nv"
    for place, literal in enumerate([*literals, 0]):
        text += f"{gaps[place] if place < len(gaps) else ' '}{' ' * (not gaps)}{literal}"
    result = read(text)
    assert result.literals.tolist() == literals
    values = result.values(60).tolist()
    assert [values[abs(literal) - 1] for literal in literals] == [int(literal > 0) for literal in literals]
    assert values.count(-1) == 60 - len(literals)


@given(st.text(alphabet="SATsvatcx(){true}01- \n", max_size=40))
def test_reading_anything_ends_in_a_result_or_a_sentence(text: str) -> None:
    for head in ("", "SAT\n", "s SATISFIABLE\nv ", "sat\n(define-fun x1 () Bool "):
        try:
            result = read(head + text)
        except InputError:
            continue
        assert result.status in ("sat", "unsat", "unknown")


PROGRAMS = {
    "minisat": ["minisat", "{cnf}", "{out}"],
    "picosat": ["picosat", "{cnf}"],
    "cadical": ["cadical", "{cnf}"],
    "cryptominisat5": ["cryptominisat5", "{cnf}"],
    "clasp": ["clasp", "{cnf}"],
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_real_programs_say(program: str, tmp_path: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    cnf, out = tmp_path / "a.cnf", tmp_path / "out"
    # A chain long enough for wrapped lines: x1, and each implies the next.
    chain = [[1], *([-v, v + 1] for v in range(1, 300))]
    for clauses, status in ((chain, "sat"), ([*chain, [-300]], "unsat")):
        cnf.write_text(write(from_clauses(clauses)))
        command = [word.format(cnf=cnf, out=out) for word in PROGRAMS[program]]
        done = finished(command, capture_output=True, text=True, timeout=60, check=False)
        result = read(out.read_text() if "{out}" in PROGRAMS[program] else done.stdout, variables=300)
        assert result.status == status
        assert sorted(result.literals.tolist()) == (list(range(1, 301)) if status == "sat" else [])
        assert result.ended
