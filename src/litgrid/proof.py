"""A proof for the doubtful: a formula that a verdict refutes, and the steps that refute it.

That a puzzle has no answer means that its formula has no model; that an answer is the only one means that its formula
and one more clause, "some cell is different", have none. The formula is the whole puzzle's, with nothing deduced
before, so that who trusts neither litgrid nor the solver needs to trust only how rules become clauses, which the
comments of the file tell, and a checker of proofs, of which there are many: the steps are in DRAT (N. Wetzler,
M. Heule, W. Hunt, SAT 2014), each a clause that follows from those before or may be added without losing a model, or
``d`` and a clause that is no longer needed, down to the empty clause.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from litgrid.core.errors import LitgridError
from litgrid.core.limit import Limit
from litgrid.core.options import Seconds
from litgrid.encode.puzzle import formula
from litgrid.engines import DEFAULT, engines, installed
from litgrid.engines.base import Engine
from litgrid.model import Modelled
from litgrid.question import checked
from litgrid.sat.cardinality import Encoding
from litgrid.sat.formula import Formula, extended
from litgrid.solving import Verdict


@dataclass(frozen=True, slots=True, eq=False)
class Refutation:
    """A formula without a model, and the steps of a DRAT proof of that; the last is the empty clause, ``"0"``."""

    formula: Formula
    steps: list[str]


@checked
def refute(
    verdict: Verdict | Modelled, *, engine: str = DEFAULT, encoding: Encoding = "auto", timeout: Seconds = None
) -> Refutation:
    r"""Prove a verdict that says ``"unique"`` or ``"none"``; of a formula, that it has no model.

    Raises
    ------
    LitgridError
        for another verdict, and for an engine that writes no proofs.
    EngineError
        where the verdict is wrong.
    OutOfTimeError
        where the time, in seconds, is over before.

    >>> import litgrid
    >>> refute(litgrid.solve(litgrid.load("lightup\n.1.\n...\n#.2"))).steps[-1]
    '0'
    """
    chosen = prover(engine)
    if isinstance(verdict, Modelled):
        if verdict.status != "none":
            raise LitgridError(f"there is nothing to prove: expected a formula without a model, got {verdict.status}")
        return Refutation(verdict.puzzle, chosen.general().refute(verdict.puzzle, Limit(timeout)))
    if verdict.status not in ("unique", "none"):
        raise LitgridError(
            f"there is nothing to prove: expected a puzzle with exactly one answer or none, got {verdict.status}"
        )
    refuted = replace(formula(verdict.puzzle, encoding), projection=None)
    if verdict.status == "unique":
        refuted = _without(refuted, verdict)
    return Refutation(refuted, chosen.refute(refuted, Limit(timeout)))


def prover(engine: str) -> Engine:
    """Return the engine of a name.

    Raises :class:`UnknownNameError` for an engine that does not exist, :class:`MissingPackageError` for one that is not
    installed, :class:`LitgridError` for one that writes no proofs.
    """
    chosen = installed(engine)
    if not chosen.proofs:
        able = ", ".join(item.name for item in engines if item.proofs)
        raise LitgridError(f"{chosen.name} writes no proofs; expected one of the engines that do: {able}")
    return chosen


def _without(whole: Formula, verdict: Verdict) -> Formula:
    """Return a puzzle's formula with one more clause: some cell is different from the answer."""
    answer = verdict.solutions[0].ravel()
    cells = np.arange(1, answer.size + 1)
    different = np.where(answer == 1, -cells, cells).tolist()
    last = int(whole.origin.max(initial=-1)) + 1
    names = whole.origin_name

    def origin_name(origin: int) -> str:
        return "different: some cell is not as in the answer" if origin == last or names is None else names(origin)

    more = extended(whole, [different])
    return replace(more, origin=np.append(whole.origin, last), origin_name=origin_name)
