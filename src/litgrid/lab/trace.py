"""A solver on a puzzle, step by step, with every clause in the words of the rule that it comes from.

The search is :mod:`litgrid.tracing`'s. Here variables get the names of cells, clauses the sentences of rules, and a
learned clause that is about cells alone becomes a sentence about the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby
from typing import Annotated, Any, Literal

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.characters import Grid, shorten
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.options import Between, Said, Seconds
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.core.words import OWN
from litgrid.encode.layout import Layout
from litgrid.encode.rest import Opened, rest, whole
from litgrid.sat.cardinality import Encoding
from litgrid.sat.formula import Formula
from litgrid.sat.threesat import three_sat as reduced
from litgrid.tracing import OrderName, Solver, search
from litgrid.tracing.drawing import latex, svg
from litgrid.tracing.events import Event, statistics
from litgrid.tracing.graph import implication_graph, standing
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
_UNTIL = re.compile(r"(conflict|learn|restart|level|clause)(?:\s+([1-9][0-9]{0,8}))?", re.ASCII)
_LITERAL = re.compile(r"([-!~¬]?)(?:r([1-9][0-9]{0,4})c([1-9][0-9]{0,4})|([1-9][0-9]{0,8}))", re.ASCII)


def _decisions(value: object) -> str:
    if isinstance(value, str) and all(map(_LITERAL.fullmatch, _words(value))):
        return value
    raise LitgridError("expected cells as r2c3, -r2c3 for false, or numbers of variables")


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _event(value: object) -> str:
    if isinstance(value, str) and (not value or _UNTIL.fullmatch(value.strip()) or _LITERAL.fullmatch(value.strip())):
        return value
    raise LitgridError("expected conflict, learn, restart, level 3, clause 17, a cell or a variable")


@dataclass(frozen=True, eq=False)
class Trace(Answer):
    """What a solver did.

    Attributes
    ----------
    puzzle
        the puzzle
    opened
        the board before the search, and the cells that the first variables are about
    formula
        what was searched; names of variables and origins of clauses are those of the puzzle's rules
    events
        what happened, in order, with nothing left out
    stopped
        whether the search came to its end, or to what was waited for (``"until"``), or the events were as many as were
        wanted (``"most"``), or the time was over (``"time"``)
    detail
        which events are shown
    """

    puzzle: Puzzle
    opened: Opened
    formula: Formula
    events: tuple[Event, ...]
    stopped: Stopped
    detail: Detail = "propagations"

    @property
    def outcome(self) -> Outcome:
        """Yes where a model was found, no where there is none."""
        last = self.events[-1].event if self.events else ""
        return "yes" if last == "model" else "no" if last == "unsat" else "unknown"

    @property
    def statistics(self) -> dict[str, int]:
        """How often what happened."""
        return statistics(self.events)

    @property
    def told(self) -> list[Event]:
        """The events that are shown."""
        return [event for event in self.events if event.event not in HIDDEN[self.detail]]

    def board(self, events: Sequence[Event]) -> Grid:
        """Return what is known of the board after some events: 1, 0, and -1 for unknown."""
        grid = self.opened.known.copy()
        for event in standing(events):
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
        """Return the implication graph of a conflict, which is the event at a place, as SVG or for LaTeX.

        Raises
        ------
        LitgridError
            where no conflict is there.
        """
        graph = implication_graph(self.events, place)
        if to == "latex":
            return latex(graph, self._name)
        said = Sentences(self, language)
        return svg(graph, self._name, said.events(self.events[place : place + 1]))

    def _name(self, variable: int) -> str:
        """Return what a variable is called in a picture."""
        if variable > self.opened.cells.size:
            return f"x{variable}"
        return self.puzzle.shape.name(int(self.opened.cells[variable - 1]))

    def records(self, _: str = OWN, /) -> Iterator[dict[str, Any]]:
        """Return a line of JSON for each event that is shown, and one about all."""
        for event in self.told:
            yield event.record()
        yield self.about | self._all()

    def values(self, _: Telling) -> dict[str, Any]:
        """Return what JSON holds."""
        return self._all() | {"events": [event.record() for event in self.told]}

    def _all(self) -> dict[str, Any]:
        status = {"yes": "model", "no": "none", "unknown": "unknown"}[self.outcome]
        return {
            "status": status,
            "answer": self.puzzle.rows(self.board(self.events)) if status == "model" else None,
            "stopped": self.stopped,
            "variables": self.formula.variables,
            "clauses": len(self.formula),
            **self.statistics,
        }

    def lines(self, telling: Telling) -> Iterator[str]:
        """Return a sentence for each event, the board at each conflict and at the end, and what it took."""
        said = Sentences(self, telling.language)
        for _, alike in groupby(self.told, lambda event: (event.event, event.level, said.why(event))):
            events = list(alike)
            yield "  " * events[0].level * (events[0].event != "decide") + said.events(events)
            if events[0].event == "conflict":
                yield telling.draw(self.board(self.events[: self.events.index(events[0])]))
        yield telling.draw(self.board(self.events))
        yield telling.say(f"trace.{self.stopped}")
        yield telling.say("trace.took", None, **self.statistics)

    @property
    def shown(self) -> tuple[Grid, tuple[int, ...]]:
        """What a notebook shows: the board as it stands at the end."""
        return self.board(self.events), ()


def _concluded(event: Event) -> bool:
    return event.event == "propagate" and event.number is None


class Sentences:
    """Says what happened, in a language."""

    def __init__(self, trace: Trace, language: str) -> None:
        self._trace, self._language = trace, language
        self._telling = Telling(trace, language)
        self._cells = trace.opened.cells

    def events(self, events: Sequence[Event]) -> str:
        """Return what happened, as a sentence: of several events with the same reason what all brought."""
        event = events[0]
        literals = self.literals([one.literal for one in events if one.literal is not None])
        said = self.learned(event.clause or ()) if event.event == "learn" else ""
        return self._telling.say(
            f"trace.{event.event}",
            None,
            literal=literals,
            why=self.why(event),
            level=event.level,
            said=said,
            clause=event.number or 0,
        )

    def literals(self, literals: Sequence[int]) -> str:
        """Return what it says that literals are true."""
        if (cells := self._on_cells(literals)) is not None:
            return self._words.values(cells) if cells else ""
        true = [
            self._telling.say("trace.true" if one > 0 else "trace.false", None, variable=abs(one)) for one in literals
        ]
        return ", ".join(true)

    def why(self, event: Event) -> str:
        """Return why a clause holds: what its rule says, or that it was learned, or that it is one."""
        if event.event not in ("propagate", "conflict"):
            return ""
        if event.number is None:
            return self._telling.say("trace.other-value")
        if event.number > len(self._trace.formula):
            return self._telling.say("trace.by-learned", None, clause=event.number)
        origin = int(self._trace.formula.origin[event.number - 1])
        if 0 <= origin < len(self._rules):
            return self._rules[origin]
        return self._telling.say("trace.by-clause", None, clause=event.number, said=self.learned(event.clause or ()))

    def learned(self, clause: Sequence[int]) -> str:
        """Return a clause as a sentence about the board, or as literals where it is not about cells alone."""
        cells = self._on_cells(clause)
        if not clause:
            return self._telling.say("trace.empty")
        if cells is None:
            return " ".join(map(str, clause))
        given = [-literal for literal in cells if literal < 0]
        one_of = self._words.values([literal for literal in cells if literal > 0], either=True)
        if len(cells) == 1 or not given:
            return self._words.values(cells, either=True)
        if not one_of:
            return self._telling.say("trace.not-together", None, cells=self._words.values(given))
        return self._telling.say("trace.with", None, given=self._words.values(given), cells=one_of)

    def _on_cells(self, clause: Sequence[int]) -> list[int] | None:
        """Return literals about the whole board's cells; ``None`` where one is about none."""
        if any(abs(literal) > self._cells.size for literal in clause):
            return None
        return [int(self._cells[abs(literal) - 1] + 1) * (1 if literal > 0 else -1) for literal in clause]

    @cached_property
    def _words(self) -> RuleWords:
        return RuleWords(self._trace.puzzle, self._language)

    @cached_property
    def _rules(self) -> list[str]:
        return list(chain.from_iterable(map(self._words.sentences, self._trace.puzzle.tables())))


def trace(
    puzzle: Puzzle,
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
    decide: Annotated[str, Said(_decisions, "cells as r2c3, -r2c3 for false, or numbers of variables")] = "",
    until: Annotated[str, Said(_event, "an event, as conflict, level 3 or r2c3")] = "",
    detail: Detail = "propagations",
    most: Annotated[int, Between(1)] = MOST_EVENTS,
    timeout: Seconds = None,
) -> Trace:
    r"""Let a solver search for an answer and tell what it does: to be looked at, and not for speed.

    Parameters
    ----------
    puzzle
        What to solve.
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
    expect_puzzle(puzzle)
    limit = Limit(timeout)
    literals = Layout(puzzle, encoding, three=three_sat).size.literals
    if literals > MOST_LITERALS:
        raise LitgridError(
            f"this formula has {literals:,} literals, and a solver that tells what it does takes at most "
            f"{MOST_LITERALS:,}: choose a smaller puzzle, or litgrid solve"
        )
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
        instead=dict(enumerate(map(read.literal, _words(decide)), 1)),
    )
    try:
        for event in happening:
            limit.check()
            events.append(event)
            if reached(event):
                stopped = "until"
                break
            if len(events) == most:
                stopped = "most"
                break
    except OutOfTimeError:
        stopped = "time"
    if events and events[-1].event in ("model", "unsat"):
        stopped = "end"
    return Trace(puzzle, opened, formula, tuple(events), stopped, detail)


@dataclass(frozen=True)
class Reader:
    """Reads what people call literals, and what they wait for."""

    puzzle: Puzzle
    opened: Opened
    formula: Formula

    def literal(self, text: str) -> int:
        """Return a literal: of a cell as ``r2c3``, ``-r2c3`` for false, or of a variable by its number.

        Raises
        ------
        LitgridError
            where it is none, and where the cell is no variable, as its value is known.
        """
        match = _LITERAL.fullmatch(text)
        if match is None:
            raise LitgridError(f"expected a cell as r2c3, -r2c3 for false, or a variable's number, got {shorten(text)}")
        sign, row, column, number = match.groups()
        variable = int(number) if number else self._variable(text, int(row), int(column))
        if variable > self.formula.variables:
            raise LitgridError(f"expected a variable from 1 to {self.formula.variables:,}, got {text}")
        return -variable if sign else variable

    def _variable(self, text: str, row: int, column: int) -> int:
        shape = self.puzzle.shape
        if row > shape.rows or column > shape.columns:
            raise LitgridError(f"expected a cell of the board, which is {shape}, got {text}")
        places = np.flatnonzero(self.opened.cells == (row - 1) * shape.columns + column - 1)
        if not places.size:
            raise LitgridError(f"propagation decides {text} before the search: it is no variable")
        return int(places[0]) + 1

    def until(self, text: str) -> Callable[[Event], bool]:
        """Return what says whether an event is the one that is waited for.

        Raises
        ------
        LitgridError
            where that cannot be waited for.
        """
        if not text:
            return lambda _: False
        match = _UNTIL.fullmatch(text.strip())
        if match is None:
            variable = abs(self.literal(text.strip()))
            return lambda event: event.event in ("decide", "propagate") and abs(event.literal or 0) == variable
        word, number = match[1], int(match[2] or 1)
        if word in ("level", "clause") and match[2] is None:
            raise LitgridError(f"expected a number behind {word!r}, as in '{word} 3'")
        if word == "level":
            return lambda event: event.event == "decide" and event.level == number
        if word == "clause":
            return lambda event: event.number == number and event.event != "watch"
        left = iter(range(number - 1, -1, -1))
        return lambda event: event.event == word and next(left) == 0
