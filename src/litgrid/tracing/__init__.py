"""A SAT solver to be looked at: what it decides, what follows, where it fails and what it learns from that.

Written to be read, not to be fast: :mod:`~litgrid.tracing.search` holds the two loops, which fit on a page each. What
is known stands on a :mod:`~litgrid.tracing.trail`, what follows is found by :mod:`~litgrid.tracing.propagation`, what
comes next is chosen by an :mod:`~litgrid.tracing.order`; each can be exchanged, so that their effect can be seen. All
that happens is an :class:`~litgrid.tracing.events.Event`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from litgrid.sat.formula import Formula
from litgrid.tracing.events import Event
from litgrid.tracing.order import ORDERS, Order
from litgrid.tracing.propagation import Checked, Propagation, Scanned, Watched
from litgrid.tracing.search import Learning, cdcl, dpll, luby, numbered

Solver = Literal["cdcl", "dpll", "backtracking"]
OrderName = Literal["vsids", "jeroslow-wang", "first", "random"]
PAUSE = 8
"""After so many conflicts, times Luby's sequence, all decisions are undone: few, so that it is seen."""


def search(
    formula: Formula,
    *,
    solver: Solver = "cdcl",
    order: OrderName = "vsids",
    learning: Learning = "first-uip",
    watching: bool = True,
    backjump: bool = True,
    restarts: bool = True,
    saving: bool = True,
    instead: Mapping[int, int] | None = None,
) -> Iterator[Event]:
    """Search for a model, and yield what happens; the last event is ``"model"`` or ``"unsat"``.

    Literals may be decided ``instead`` of what the order says, by the number of the decision, from 1: they must have no
    value by then (:class:`LitgridError`). All else is as people say it: see :func:`litgrid.teaching.trace.trace`.
    """
    clauses = numbered(formula.clauses())
    propagation: Propagation = (Checked if solver == "backtracking" else Watched if watching else Scanned)(clauses)
    weights = ORDERS[order](clauses, formula.variables)
    chosen = Order(weights, formula.variables, growing=order == "vsids", save=saving, instead=instead)
    if solver != "cdcl":
        return dpll(clauses, propagation, chosen)
    pauses = (PAUSE * pause for pause in luby()) if restarts else None
    how: dict[str, Any] = {"learning": learning, "backjump": backjump, "restarts": pauses}
    return cdcl(clauses, propagation, chosen, number=len(formula), **how)
