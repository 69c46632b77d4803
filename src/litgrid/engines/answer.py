"""The models that programs of others say, checked before anything is made of them."""

from __future__ import annotations

import numpy as np

from litgrid.core.errors import WrongAnswerError
from litgrid.sat.formula import Formula, Int32Array, broken
from litgrid.sat.results import Result

MOST_SHOWN = 10
"""No more literals of a clause than this are named in an error."""


def whole_model(engine: str, result: Result, formula: Formula) -> Int32Array:
    """Return the true literal of each variable, checked; what the result leaves out is false."""
    values = result.values(formula.variables)
    wrong = broken(formula, values)
    if wrong.size:
        raise WrongAnswerError(f"the engine {engine} gave a model that breaks {_clause(formula, int(wrong[0]))}")
    variables = np.arange(1, formula.variables + 1, dtype=np.int32)
    return np.where(values == 1, variables, -variables)


def _clause(formula: Formula, number: int) -> str:
    """Return what to call a clause: its number, its literals, its rule."""
    literals = formula.literals[formula.starts[number] : formula.starts[number + 1]].tolist()
    shown = " ".join(map(str, literals[:MOST_SHOWN])) + (" ..." if len(literals) > MOST_SHOWN else "")
    rule = int(formula.origin[number])
    name = f", {formula.origin_name(rule)}" if formula.origin_name is not None and rule >= 0 else ""
    return f"clause {number + 1} ({shown}){name}"
