"""Proofs, held against a checker that shares no code with litgrid or with the solver."""

from __future__ import annotations

import dratify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.core.errors import EngineError, LitgridError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.engines import engines
from litgrid.engines.base import Engine
from litgrid.proof import Refutation, refute
from litgrid.puzzles import kinds
from litgrid.sat import dimacs
from litgrid.sat.cardinality import ENCODINGS, Encoding
from litgrid.sat.formula import from_clauses
from tests import boards

EXAMPLES = [pytest.param(kind, text, id=f"{kind.name}{i}") for kind in kinds for i, text in enumerate(kind.examples)]
PROVERS = [engine for engine in engines if engine.proofs and engine.version() is not None]


def accepted(clauses: str, steps: list[str]) -> bool:
    return bool(dratify.check_proof(dratify.parse_dimacs(clauses), "\n".join(steps)).ok)


def checked(proof: Refutation) -> bool:
    return proof.steps[-1] == "0" and accepted(dimacs.write(proof.formula), proof.steps)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("kind", "text"), EXAMPLES)
def test_the_only_answer_is_proved_to_be_the_only_one(
    kind: type[litgrid.Puzzle], text: str, encoding: Encoding
) -> None:
    verdict = litgrid.solve(kind.from_text(text.splitlines()))
    proof = refute(verdict, encoding=encoding)
    assert checked(proof)
    # Without the last clause the formula has the answer as a model, and no checker accepts a refutation of it.
    without = from_clauses(list(proof.formula.clauses())[:-1], proof.formula.variables)
    assert not accepted(dimacs.write(without), proof.steps)


@pytest.mark.parametrize("kind", boards.BOARDS)
@given(data=st.data())
@settings(max_examples=40)
def test_random_boards_with_one_answer_or_none(kind: str, data: st.DataObject) -> None:
    case = data.draw(boards.BOARDS[kind]())
    verdict = litgrid.solve(case.puzzle)
    assert verdict.status == case.status
    if verdict.status == "several":
        with pytest.raises(LitgridError, match=r"nothing to prove.*got several"):
            refute(verdict)
    else:
        assert checked(refute(verdict))


def test_a_checker_needs_the_steps() -> None:
    # Propagation alone does not refute this one.
    formula = from_clauses([[1, 2], [-1, 2], [1, -2], [-1, -2]])
    for engine in PROVERS:
        steps = engine.refute(formula, Limit(None))
        assert accepted(dimacs.write(formula), steps)
        assert not accepted(dimacs.write(formula), ["0"])


@pytest.mark.parametrize("engine", PROVERS, ids=lambda engine: engine.name)
def test_what_is_refuted_by_reading_it_has_a_proof_too(engine: Engine) -> None:
    formulas: list[list[list[int]]] = [[[]], [[1], [-1]], [[1, 2], [-1], [-2]]]
    for clauses in formulas:
        formula = from_clauses(clauses)
        steps = engine.refute(formula, Limit(None))
        assert steps[-1] == "0"
        assert steps.count("0") == 1
        assert accepted(dimacs.write(formula), steps)


@pytest.mark.parametrize("engine", PROVERS, ids=lambda engine: engine.name)
def test_a_formula_with_a_model_and_a_limit(engine: Engine) -> None:
    with pytest.raises(EngineError, match=f"{engine.name} found a model"):
        engine.refute(from_clauses([[1, 2]]), Limit(None))
    with pytest.raises(OutOfTimeError):
        engine.refute(from_clauses([[1], [-1]]), Limit(0))


def test_an_engine_that_writes_no_proofs_is_answered_with_those_that_do() -> None:
    verdict = litgrid.solve(litgrid.load("lightup\n4."))
    with pytest.raises(LitgridError, match=r"glucose writes no proofs; expected.*cadical"):
        refute(verdict, engine="glucose")
