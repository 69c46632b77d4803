from __future__ import annotations

import random

import pytest

from litgrid.encode.rest import rest
from litgrid.engines import engines
from litgrid.engines.base import Status
from litgrid.engines.walksat import TRIES, TRY
from litgrid.formats import loads
from litgrid.sat.formula import from_clauses
from litgrid.solving import solve
from tests.boards import answers_of, as_answer

ENGINE = engines.get("walksat")


def test_it_never_says_unsat_and_counts_its_flips() -> None:
    with ENGINE.open(from_clauses([[1], [-1]])) as solver:
        assert solver.solve() is Status.UNKNOWN
        assert solver.statistics() == {"flips": TRY * TRIES}
        solver.add([[]])
        assert solver.solve() is Status.UNKNOWN
        assert solver.statistics() == {"flips": TRY * TRIES}


def test_each_call_searches_elsewhere() -> None:
    rng = random.Random(5)
    clauses = [[rng.choice((v, -v)) for v in rng.sample(range(1, 101), 3)] for _ in range(200)]
    with ENGINE.open(from_clauses(clauses)) as solver:
        found = set()
        for _ in range(3):
            assert solver.solve() is Status.SAT
            found.add(tuple(solver.model().tolist()))
    assert len(found) == 3


@pytest.mark.parametrize(
    ("text", "status", "answers"),
    [
        ("lightup\n.1.\n...\n#.2", "unique", 1),  # propagation alone
        ("binairo\n1...\n....\n...1\n....", "several", 2),  # with rows that have to be told apart
        ("gappy\n5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6", None, 1),
        ("binairo\n1..1\n1..1\n....\n....", "none", 0),
    ],
)
def test_it_solves_puzzles_and_proves_nothing(text: str, status: str | None, answers: int) -> None:
    verdict = solve(loads(text), engine="walksat")
    assert len(verdict.solutions) == answers
    # Where propagation leaves something open, the only answer is not known to be that.
    assert verdict.status == status if status else verdict.status in ("unique", "unknown")


def test_an_only_answer_is_not_proved() -> None:
    puzzle = loads("binairo\n0.1.\n0..0\n1..1\n....")
    assert len(answers_of(puzzle)) == 1
    assert rest(puzzle).cells.size, "single counts must leave something to be searched"
    verdict = solve(puzzle, engine="walksat")
    assert verdict.status == "unknown"
    assert {as_answer(grid) for grid in verdict.solutions} == answers_of(puzzle)
