"""Solvers that tell what they do: the verdict of another engine, clauses that follow, and what each switch changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import dratify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver as Engine

from litgrid.core.errors import LitgridError
from litgrid.sat import dimacs
from litgrid.sat.formula import Formula, from_clauses
from litgrid.tracing import search
from litgrid.tracing.events import Event, statistics
from litgrid.tracing.graph import standing

Clauses = list[list[int]]
SWITCHES: list[dict[str, Any]] = [
    {"solver": "backtracking"},
    *(
        {"solver": "dpll", "order": order, "watching": watching}
        for order, watching in product(["first", "jeroslow-wang"], [True, False])
    ),
    *(
        {"learning": learning, "backjump": backjump, "watching": watching, "order": order}
        for learning, backjump, watching, order in product(
            ["first-uip", "decisions"], [True, False], [True, False], ["vsids", "first"]
        )
    ),
    {"restarts": False, "saving": False},
    {"order": "random"},
    {"order": "jeroslow-wang"},
]


def literals(variables: int) -> st.SearchStrategy[int]:
    return st.integers(1, variables).flatmap(lambda variable: st.sampled_from([variable, -variable]))


@st.composite
def formulas(draw: st.DrawFn) -> Clauses:
    """Small formulas, about half of which have a model; with repeated literals, and now and then an empty clause."""
    variables = draw(st.integers(1, 9))
    clause = st.lists(literals(variables), min_size=draw(st.sampled_from([0, 1, 2, 2, 3])), max_size=3)
    return draw(st.lists(clause, max_size=5 * variables))


def follows(clauses: Iterable[Sequence[int]], clause: Sequence[int]) -> bool:
    """Whether unit propagation refutes the opposite of a clause (reverse unit propagation)."""
    known, left = {-literal for literal in clause}, list(clauses)
    while True:
        units: set[int] = set()
        for one in left:
            opened = {literal for literal in one if -literal not in known}
            if not opened:
                return True
            if len(opened) == 1:
                units |= opened
        if units <= known:
            return False
        known |= units
        if any(-literal in known for literal in units):
            return True


def run(formula: Formula, **switches: Any) -> list[Event]:
    return list(search(formula, **switches))


def hold(clauses: Clauses, events: Sequence[Event], *, asserting: bool = True) -> None:
    """Check a run event by event: each conclusion and each learned clause, the levels, and the end.

    ``asserting``: a learned clause has one literal of the conflict's level. It need not where only one level is undone
    and a literal may stand higher than what it follows from.
    """
    database: list[Sequence[int]] = list(clauses)
    trail: dict[int, int] = {}
    level = 0
    for event in events:
        if event.event == "decide":
            level += 1
            assert event.literal is not None
            assert trail.keys().isdisjoint([event.literal, -event.literal])
            trail[event.literal] = level
        elif event.event == "propagate":
            assert event.literal is not None
            assert event.clause is not None
            if event.number is None:
                assert follows(database, event.clause)
                database.append(event.clause)
            else:
                assert set(event.clause) == set(database[event.number - 1])
            assert event.literal in event.clause
            assert trail.keys().isdisjoint([event.literal, -event.literal])
            assert all(-literal in trail for literal in event.clause if literal != event.literal)
            trail[event.literal] = level
        elif event.event == "conflict":
            assert all(-literal in trail for literal in event.clause or ())
        elif event.event == "learn":
            assert event.clause is not None
            assert follows(database, event.clause)
            assert sum(trail[-literal] == level for literal in event.clause) == 1 or not asserting
            database.append(event.clause)
        elif event.event in ("backjump", "restart"):
            assert event.level < level or event.event == "restart"
            level = event.level
            trail = {literal: at for literal, at in trail.items() if at <= level}
        assert event.level == level or event.event == "unsat"
    last = events[-1]
    if last.event == "model":
        assert all(set(clause) & set(last.clause or ()) for clause in clauses)
        assert set(last.clause or ()) == trail.keys()
    else:
        assert (last.event, last.level) == ("unsat", 0)


@pytest.mark.parametrize("switches", SWITCHES, ids=lambda said: "-".join(map(str, said.values())))
@given(clauses=formulas())
@settings(max_examples=60)
def test_every_step_holds_and_the_end_is_right(switches: dict[str, Any], clauses: Clauses) -> None:
    events = run(from_clauses(clauses), **switches)
    hold(clauses, events, asserting=switches.get("backjump", True))
    with Engine("minisat22", bootstrap_with=[clause for clause in clauses if clause]) as engine:
        assert (events[-1].event == "model") == (engine.solve() and all(clauses))


def pigeons(number: int) -> Clauses:
    """So many pigeons in one hole less: no model, and many conflicts."""
    holes = number - 1
    some = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(number)]
    return some + [
        [-some[one][hole], -some[other][hole]] for hole in range(holes) for one in range(number) for other in range(one)
    ]


@pytest.mark.parametrize("switches", SWITCHES, ids=lambda said: "-".join(map(str, said.values())))
def test_a_refutation_is_a_proof(switches: dict[str, Any]) -> None:
    formula = from_clauses(pigeons(4))
    events = run(formula, **switches)
    hold(pigeons(4), events, asserting=switches.get("backjump", True))
    learned = [one for one in events if one.event == "learn" or (one.event == "propagate" and one.number is None)]
    steps = [" ".join(map(str, [*(one.clause or ()), 0])) for one in learned] + ["0"]
    checked = dratify.check_proof(dratify.parse_dimacs(dimacs.write(formula)), "\n".join(steps))
    assert checked.ok


def test_learning_needs_fewer_conflicts_than_going_back() -> None:
    formula = from_clauses(pigeons(6))
    conflicts = {
        solver: statistics(run(formula, solver=solver, order="first"))["conflicts"]
        for solver in ("backtracking", "dpll", "cdcl")
    }
    assert conflicts["cdcl"] < conflicts["dpll"] < conflicts["backtracking"]


def test_watching_changes_nothing_but_the_order_of_conclusions() -> None:
    formula = from_clauses([[1, 2], [-2, 3], [-3, -1, 4], [-4, 2]])
    watched, scanned = (run(formula, order="first", watching=watching) for watching in (True, False))
    assert {event.event for event in scanned} <= {event.event for event in watched}
    assert watched[-1] == scanned[-1]


def test_the_first_unique_implication_point_of_a_textbook() -> None:
    """The formula of Marques-Silva, Lynce and Malik (Handbook of Satisfiability, chapter 4): after x21 and x31 are
    false and x1 is false, the learned clause is (x4 or x21), as there."""
    # x1 = 1, x2 = 2, x3 = 3, x4 = 4, x5 = 5, x6 = 6, x21 = 7, x31 = 8
    clauses = [[1, 8, -2], [1, -3], [2, 3, 4], [-4, -5], [7, -4, -6], [5, 6]]
    events = run(from_clauses(clauses), order="first", instead={1: -7, 2: -8, 3: -1})
    learned = next(event for event in events if event.event == "learn")
    assert set(learned.clause or ()) == {-4, 7}
    after = events[events.index(learned) + 1 :]
    assert (after[0].event, after[0].level) == ("backjump", 1)
    assert (after[1].event, after[1].literal) == ("propagate", -4)


def test_decisions_can_be_told() -> None:
    formula = from_clauses([[1, 2, 3], [-1, -2]])
    events = run(formula, instead={1: 3, 2: 1})
    assert [event.literal for event in events if event.event == "decide"][:2] == [3, 1]
    with pytest.raises(LitgridError, match="its value is known by then"):
        run(formula, instead={1: 1, 2: 2})
    with pytest.raises(LitgridError, match="no such variable"):
        run(formula, instead={1: 9})


def test_the_trail_is_what_stands() -> None:
    events = run(from_clauses(pigeons(4)), order="first")
    place = next(place for place, event in enumerate(events) if event.event == "conflict")
    stands = {event.literal for event in standing(events[:place])}
    assert all(-literal in stands for literal in events[place].clause or ())
