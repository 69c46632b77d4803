"""The loops: backtracking and DPLL, which try the other value after a conflict, and CDCL, which learns from it.

All three decide a literal, see what follows, and go on until every variable has a value or a clause is false. DPLL
(M. Davis, G. Logemann, D. Loveland, 1962) then goes back one decision and takes its opposite, which follows from the
decisions before. CDCL (J. Marques-Silva and K. Sakallah, "GRASP", 1996) asks which part of the decisions was at fault:
it takes the false clause and replaces literals by the reasons why they are false, until one literal of the last level
is left, the *first unique implication point*. The clause that remains follows from the formula, and is kept: it forbids
this and other failures, and it says how far to go back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from litgrid.tracing.events import Event
from litgrid.tracing.order import Order
from litgrid.tracing.propagation import Found, Propagation, implied
from litgrid.tracing.trail import Clause, Trail

Learning = Literal["first-uip", "decisions"]


def numbered(clauses: Iterable[Sequence[int]]) -> list[Clause]:
    """Return clauses as solvers take them: no literal twice, and none that is always true; numbered as they came."""
    told = ((number, list(dict.fromkeys(clause))) for number, clause in enumerate(clauses, 1))
    return [
        Clause(number, literals) for number, literals in told if not any(-literal in literals for literal in literals)
    ]


def dpll(clauses: Sequence[Clause], propagation: Propagation, order: Order) -> Iterator[Event]:
    """Search as Davis, Logemann and Loveland did; where the propagation concludes nothing, this is backtracking."""
    trail = Trail()
    conflict = yield from begin(clauses, trail)
    while True:
        conflict = conflict or (yield from propagation.run(trail))
        if conflict is None:
            event = decided(order, trail)
            yield event
            if event.event == "model":
                return
        else:
            yield failed(conflict, trail)
            if trail.level == 0:
                yield Event("unsat", 0)
                return
            opposites = [-literal for literal in reversed(trail.decisions)]
            order.undone(trail.undo(trail.level - 1))
            yield Event("backjump", trail.level)
            yield implied(opposites[0], Clause(None, opposites), trail)
            conflict = None


def cdcl(
    clauses: Sequence[Clause],
    propagation: Propagation,
    order: Order,
    *,
    number: int,
    learning: Learning = "first-uip",
    backjump: bool = True,
    restarts: Iterator[int] | None = None,
) -> Iterator[Event]:
    """Search with clause learning; learned clauses are numbered behind the ``number`` of the formula's.

    A clause is learned up to the first unique implication point, or down to the decisions. ``backjump``: go back as far
    as it still says something, and not one level at a time. ``restarts``: after how many conflicts all decisions are
    undone, each time anew; ``None``: never.
    """
    trail = Trail()
    left = next(restarts) if restarts is not None else -1
    conflict = yield from begin(clauses, trail)
    while True:
        conflict = conflict or (yield from propagation.run(trail))
        if conflict is None:
            if restarts is not None and left <= 0:
                left = next(restarts)
                order.undone(trail.undo(0))
                yield Event("restart", 0)
            event = decided(order, trail)
            yield event
            if event.event == "model":
                return
        else:
            yield failed(conflict, trail)
            literals, met = analyse(conflict, trail, learning)
            if not literals:
                yield Event("unsat", 0)
                return
            number, left = number + 1, left - 1
            learned = Clause(number, literals)
            yield Event("learn", trail.level, literals[0], tuple(literals), number)
            order.conflict(met)
            says = trail.level_of(literals[1]) if len(literals) > 1 else 0
            order.undone(trail.undo(says if backjump else trail.level_of(literals[0]) - 1))
            yield Event("backjump", trail.level)
            propagation.add(learned)
            yield implied(literals[0], learned, trail)
            conflict = None


def decided(order: Order, trail: Trail) -> Event:
    """Decide the next literal, and tell it; or that every variable has a value, which is a model."""
    literal = order.choose(trail)
    if literal is None:
        return Event("model", trail.level, clause=tuple(sorted(trail.literals, key=abs)))
    trail.decide(literal)
    return Event("decide", trail.level, literal)


def failed(conflict: Clause, trail: Trail) -> Event:
    """Tell that all literals of a clause are false."""
    return Event("conflict", trail.level, clause=tuple(conflict.literals), number=conflict.number)


def begin(clauses: Iterable[Clause], trail: Trail) -> Found:
    """Let clauses of one literal hold: nothing needs to be decided for that."""
    for clause in clauses:
        if not clause.literals or (trail.value(clause.literals[0]) is False and len(clause.literals) == 1):
            return clause
        if len(clause.literals) == 1 and trail.value(clause.literals[0]) is None:
            yield implied(clause.literals[0], clause, trail)
    return None


def analyse(conflict: Clause, trail: Trail, learning: Learning = "first-uip") -> tuple[list[int], set[int]]:
    """Return the clause to be learned from a conflict, and the variables that were met on the way.

    The conflict's literals are false. Going back over the trail, each that follows from a clause is replaced by the
    other literals of that clause: it is resolved away. What is known at level 0 is left out, as it is known always; so
    nothing is left where the conflict rests on no decision.
    The literals come latest first: the first is the one that follows after going back to the level of the second.
    """
    here, below, met = set[int](), set[int](), set[int]()

    def add(literals: Iterable[int]) -> None:
        for literal in literals:
            if (level := trail.level_of(literal)) > 0:
                (here if level == trail.level else below).add(literal)
                met.add(abs(literal))

    add(conflict.literals)
    for literal in reversed(trail.literals):
        if learning == "first-uip" and len(here) == 1:
            break
        reason = trail.reason(literal)
        for part in (here, below):
            if reason is not None and -literal in part:
                part.remove(-literal)
                add(other for other in reason.literals if other != literal)
    places = {literal: place for place, literal in enumerate(trail.literals)}
    return sorted(here | below, key=lambda literal: places[-literal], reverse=True), met


def luby() -> Iterator[int]:
    """Return the sequence of Luby, Sinclair and Zuckerman (1993), as Knuth makes it.

    >>> [pause for pause, _ in zip(luby(), range(9))]
    [1, 1, 2, 1, 1, 2, 4, 1, 1]
    """
    number = pause = 1
    while True:
        yield pause
        number, pause = (number + 1, 1) if number & -number == pause else (number, 2 * pause)
