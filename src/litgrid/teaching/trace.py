"""A solver on a puzzle, step by step, with every clause in the words of the rule that it comes from.

The search is :mod:`litgrid.tracing`'s, the words are those of :mod:`litgrid.teaching.sentences`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Any, Literal

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.characters import Grid
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.options import Between, Said, Seconds
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.words import OWN
from litgrid.encode.layout import Layout
from litgrid.encode.rest import Opened, rest, whole
from litgrid.question import checked
from litgrid.sat.cardinality import Encoding
from litgrid.sat.formula import Formula
from litgrid.sat.threesat import three_sat as reduced
from litgrid.teaching.breakpoints import Reader, awaited, decisions, words
from litgrid.teaching.sentences import Sentences
from litgrid.tracing import OrderName, Solver, search
from litgrid.tracing.drawing import latex, svg
from litgrid.tracing.events import Event, statistics
from litgrid.tracing.graph import go_on, implication_graph, standing
from litgrid.tracing.search import Learning

MOST_LITERALS = 300_000
"""A larger formula is not traced: a solver that tells all that it does is some thousand times as slow as others."""
MOST_EVENTS = 100_000
"""No more events than this are kept by default."""
Detail = Literal["decisions", "propagations", "watches"]
HIDDEN: dict[Detail, tuple[str, ...]] = {
    "decisions": ("propagate", "watch"),
    "propagations": ("watch",),
    "watches": (),
}
"""Which events are not shown."""
Stopped = Literal["end", "until", "most", "time"]


@dataclass(frozen=True, eq=False)
class Trace(Answer):
    """What a solver did."""

    puzzle: Puzzle | Formula
    # the board before the search, and the cells that the first variables are about; of a formula there are none
    opened: Opened
    formula: Formula  # what was searched; names of variables and origins of clauses are those of the puzzle's rules
    events: tuple[Event, ...]  # what happened, in order, with nothing left out
    # whether the search came to its end, or to what was waited for (``"until"``), or the events were as many as were
    # wanted (``"most"``), or the time was over (``"time"``)
    stopped: Stopped
    detail: Detail = "propagations"  # which events are shown
    # the decisions that were said, and the event that was waited for, if the search ended before
    dropped: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """Yes where a model was found, or what was waited for has come; no where there is no model."""
        if self.stopped == "until":
            return "yes"
        return {"model": "yes", "none": "no"}.get(self.status, "unknown")  # type: ignore[return-value]

    @property
    def status(self) -> str:
        """``"model"``, ``"none"`` or ``"unknown"``."""
        return {"model": "model", "unsat": "none"}.get(self.events[-1].event if self.events else "", "unknown")

    @property
    def statistics(self) -> dict[str, int]:
        """How often what happened."""
        return statistics(self.events)

    @property
    def told(self) -> list[Event]:
        """The events that are shown."""
        return [event for event in self.events if event.event not in HIDDEN[self.detail]]

    def board(self, events: Iterable[Event]) -> Grid:
        """Return what is known of the board after some events: 1, 0, and -1 for unknown."""
        return self._board(standing(events))

    def _board(self, trail: Iterable[Event]) -> Grid:
        grid = self.opened.known.copy()
        for event in trail:
            if event.literal is not None and abs(event.literal) <= self.opened.cells.size:
                np.put(grid, self.opened.cells[abs(event.literal) - 1], event.literal > 0)
        return grid

    def proof(self) -> list[str]:
        """Return the clauses that were learned, and at the end of a refutation the empty one, as a proof in DRAT.

        What DPLL concludes from a failed decision counts as learned.
        """
        learned = [event for event in self.events if event.event == "learn" or _concluded(event)]
        steps = [" ".join(map(str, [*(event.clause or ()), 0])) for event in learned]
        return [*steps, "0"] if self.outcome == "no" else steps

    def conflict(self, place: int, to: Literal["svg", "latex"] = "svg", language: str = OWN) -> str:
        """Return the implication graph of a conflict, which is the event at a place, as SVG or for LaTeX."""
        graph = implication_graph(self.events, place)
        if to == "latex":
            return latex(graph, self._name)
        said = self.sentences(language)
        return svg(graph, self._name, said.events(self.events[place : place + 1]))

    def sentences(self, language: str) -> Sentences:
        """Return what says its events in a language."""
        return Sentences(self.puzzle, self.formula, self.opened.cells, language)

    def _name(self, variable: int) -> str:
        """Return what a variable is called in a picture."""
        if not isinstance(self.puzzle, Puzzle) or variable > self.opened.cells.size:
            return f"x{variable}"
        return self.puzzle.shape.name(int(self.opened.cells[variable - 1]))

    def records(self, _: str = OWN, /) -> Iterator[dict[str, Any]]:
        """Return a line of JSON for each event that is shown, and one about all."""
        for event in self.told:
            yield event.record()
        yield self.about | self._all()

    def values(self, _: Telling) -> dict[str, Any]:
        return self._all() | {"events": [event.record() for event in self.told]}

    def _all(self) -> dict[str, Any]:
        found = self.status == "model"
        if isinstance(self.puzzle, Puzzle):
            answer: dict[str, Any] = {"answer": self.puzzle.rows(self.board(self.events)) if found else None}
        else:
            answer = {"model": list(self.events[-1].clause or ()) if found else None}
        return {
            "status": self.status,
            **answer,
            "stopped": self.stopped,
            "dropped": list(self.dropped),
            "variables": self.formula.variables,
            "clauses": len(self.formula),
            **self.statistics,
        }

    def lines(self, telling: Telling) -> Iterator[str]:
        said, drawn = self.sentences(telling.language), bool(self.opened.cells.size)
        trail: list[Event] = []
        event: Event | None = None
        happened = (one for one in self.events if one.event != "watch" or self.detail == "watches")
        for _, some in groupby(happened, said.alike):
            events = list(some)
            event = events[0]
            if event.event not in HIDDEN[self.detail]:
                yield "  " * event.level * (event.event != "decide") + said.events(events)
            if event.event == "conflict" and drawn:
                yield telling.draw(self._board(trail))
            for one in events:
                go_on(trail, one)
        if drawn and (event is None or event.event not in ("conflict", "learn")):
            yield telling.draw(self._board(trail))
        yield telling.say(f"trace.{self.stopped}")
        if self.dropped:
            yield telling.say("trace.dropped", dropped=", ".join(self.dropped))
        yield telling.say("trace.took", None, **self.statistics)

    @property
    def shown(self) -> tuple[Grid, tuple[int, ...]]:
        """What a notebook shows: the board as it stands at the end."""
        return self.board(self.events), ()


def _concluded(event: Event) -> bool:
    return event.event == "propagate" and event.number is None


@checked
def trace(
    puzzle: Puzzle | Formula,
    *,
    solver: Solver = "cdcl",
    order: OrderName = "vsids",
    learning: Learning = "first-uip",
    watching: bool = True,
    backjump: bool = True,
    restarts: bool = True,
    saving: bool = True,
    encoding: Encoding = "auto",
    three_sat: bool = False,
    start: Literal["nothing", "rest"] = "nothing",
    decide: Annotated[str, Said(decisions, "cells as r2c3, -r2c3 for false, or numbers of variables")] = "",
    until: Annotated[str, Said(awaited, "an event, as conflict, level 3 or r2c3")] = "",
    detail: Detail = "propagations",
    most: Annotated[int, Between(1)] = MOST_EVENTS,
    timeout: Seconds = None,
) -> Trace:
    r"""Let a solver search for an answer and tell what it does: to be looked at, and not for speed.

    Parameters
    ----------
    puzzle
        What to solve: a puzzle, or a formula.
    solver
        CDCL, which learns; DPLL, which goes back one decision; or backtracking, which does not even draw conclusions.
    order
        Which variable is decided next.
    learning
        What CDCL learns from a conflict: the clause at the first unique implication point, or which decisions failed.
    watching
        Clauses watch two of their literals; or else all clauses with a literal are looked at.
    backjump
        CDCL goes back as far as the learned clause says; or else one level.
    restarts
        CDCL undoes all decisions now and then.
    saving
        A variable is tried first with the value that it had last; or else with false.
    encoding
        How counts become clauses.
    three_sat
        Turn each clause into clauses of exactly three literals.
    start
        Search the whole of the puzzle, or what propagation of its rules leaves open.
    decide
        The first decisions, whatever the order says: cells as r2c3, -r2c3 for false, or numbers of variables.
    until
        Stop at an event: conflict, learn, restart (with a number: at so manieth), level 3, clause 17, or when a cell as
        r2c3 or a variable has a value.
    detail
        What is shown: decisions and conflicts; what follows as well; watched literals as well.
    most
        So many events at most.
    timeout
        Seconds after which it stops.

    Raises
    ------
    LitgridError
        where the formula is too large to be looked at, and for decisions and events that cannot be.

    Examples
    --------
    >>> import litgrid
    >>> found = trace(litgrid.load("lightup\n.1.\n...\n#.2"))
    >>> found.statistics["conflicts"], found.record()["answer"]
    (0, ['o1.', '..o', '#o2'])
    """
    limit = Limit(timeout)
    if isinstance(puzzle, Formula):
        literals = puzzle.literals.size
    else:
        expect_puzzle(puzzle)
        literals = Layout(puzzle, encoding, three=three_sat).size.literals
    if literals > MOST_LITERALS:
        raise LitgridError(
            f"this formula has {literals:,} literals, and a solver that tells what it does takes at most "
            f"{MOST_LITERALS:,}: choose a smaller puzzle, or litgrid solve"
        )
    if isinstance(puzzle, Formula):
        opened = Opened(np.empty((0, 0), dtype=np.int8), np.empty(0, dtype=np.int64), puzzle)
    else:
        opened = rest(puzzle, encoding, limit) if start == "rest" else whole(puzzle, encoding)
    formula = reduced(opened.formula, tick=limit.check) if three_sat else opened.formula
    read = Reader(puzzle, opened, formula)
    reached = read.until(until)
    events: list[Event] = []
    stopped: Stopped = "end"
    happening = search(
        formula,
        solver=solver,
        order=order,
        learning=learning,
        watching=watching,
        backjump=backjump,
        restarts=restarts,
        saving=saving,
        instead=dict(enumerate(map(read.literal, words(decide)), 1)),
    )
    try:
        for happened in happening:
            limit.check()
            events.append(happened)
            if reached(happened):
                stopped = "until"
                break
            if len(events) == most:
                stopped = "most"
                break
    except OutOfTimeError:
        stopped = "time"
    if events and events[-1].event in ("model", "unsat"):
        stopped = "end"
    made = sum(event.event == "decide" for event in events)
    dropped = (*words(decide)[made:], *([until.strip()] if until else ())) if stopped == "end" else ()
    return Trace(puzzle, opened, formula, tuple(events), stopped, detail, dropped)
