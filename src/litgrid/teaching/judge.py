"""Somebody's formula of a puzzle, judged: is it right, and if not, a grid that shows why.

It is right if it accepts just the answers, looking at the cells alone. What is wrong with it is shown by one grid that
it accepts and that breaks a rule, and by one answer that it refuses, with the lines that do it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

import numpy as np

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.characters import Grid
from litgrid.core.check import violations
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.options import Seconds
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.encode.layout import Layout
from litgrid.question import checked
from litgrid.sat.formula import extended
from litgrid.sat.reading import Pieces, read
from litgrid.teaching.cells import other_board, variables_of
from litgrid.teaching.equivalence import Cells, Equivalence

Found = TypeVar("Found")
Ruling = Literal["equal", "accepts", "refuses", "both", "unknown"]
SECONDS = 20.0
"""So long is looked for each by default."""
SECONDS_FOR_FEWER = 2.0
"""So long at most is looked for a grid that breaks fewer rules, and for fewer lines that refuse an answer."""
MOST_LITERALS = 300_000
"""A larger board is not judged on."""
MOST_RULES = 3
"""So many of the rules that a grid breaks are named."""
MOST_LINES = 10
"""So many lines of a formula are named."""


@dataclass(frozen=True, eq=False)
class Judgement(Answer):
    """What a formula is worth."""

    puzzle: Puzzle
    # a grid that it accepts and that breaks a rule; ``None`` where there is none, or none was found in time
    accepts: Grid | None
    refuses: Grid | None  # an answer that it excludes; ``None`` where there is none, or none was found in time
    clauses: tuple[int, ...]  # the lines of the formula that exclude it, of which none can go
    fewest: bool  # whether no fewer do
    # ``"accepts"`` where it is proved that there is no such grid, ``"refuses"`` that there is no such answer
    proved: tuple[str, ...]
    # lines that the others imply, so that all of them can go; ``None`` where that was not found out
    needless: tuple[int, ...] | None = None
    # the board that the formula seems to be of, where it is wrong on this one; ``None`` where it seems to be of this
    other: Shape | None = None

    @property
    def verdict(self) -> Ruling:
        """Whether it is equal to the rules on the cells, or what it does wrong."""
        if self.accepts is not None and self.refuses is not None:
            return "both"
        if self.accepts is not None or self.refuses is not None:
            return "refuses" if self.accepts is None else "accepts"
        return "equal" if {"accepts", "refuses"} <= set(self.proved) else "unknown"

    @property
    def outcome(self) -> Outcome:
        """Yes where it is right."""
        return "yes" if self.verdict == "equal" else "unknown" if self.verdict == "unknown" else "no"

    def values(self, telling: Telling) -> dict[str, Any]:
        broken = [] if self.accepts is None else violations(self.puzzle.tables(), self.accepts)
        return {
            "verdict": self.verdict,
            "accepts": None if self.accepts is None else self.puzzle.rows(self.accepts),
            "breaks": telling.rules(broken),
            "refuses": None if self.refuses is None else self.puzzle.rows(self.refuses),
            "clauses": list(self.clauses),
            "fewest": self.fewest,
            "proved": list(self.proved),
            "needless": None if self.needless is None else list(self.needless),
            "other": None if self.other is None else [self.other.rows, self.other.columns],
        }

    def lines(self, telling: Telling) -> Iterator[str]:
        yield telling.say(f"judge.{self.verdict}")
        if self.other is not None:
            yield telling.say("judge.other", None, other=self.other, shape=self.puzzle.shape)
        if self.accepts is not None:
            broken = violations(self.puzzle.tables(), self.accepts)
            yield telling.draw(self.accepts, {cell for rule in broken[:1] for cell in rule.cells})
            yield telling.say("judge.breaks")
            words = RuleWords(self.puzzle, telling.language)
            yield from (f"  {words.broken(rule, self.accepts)}" for rule in broken[:MOST_RULES])
            if len(broken) > MOST_RULES:
                yield telling.say("judge.more-rules", len(broken) - MOST_RULES)
        if self.refuses is not None:
            yield telling.say("judge.right")
            yield telling.draw(self.refuses)
            yield telling.say(
                "judge.fewest" if self.fewest else "judge.lines",
                len(self.clauses),
                lines=_listed(self.clauses, telling),
            )
        for what in ("accepts", "refuses"):
            if self.verdict != "equal" and what in self.proved:
                yield telling.say(f"judge.never-{what}")
            elif what not in self.proved and getattr(self, what) is None:
                yield telling.say(f"judge.late-{what}")
        if self.needless is not None:
            name = "judge.needless" if self.needless else "judge.all-needed"
            yield telling.say(name, len(self.needless), lines=_listed(self.needless, telling))

    @property
    def shown(self) -> tuple[Grid | None, tuple[int, ...]]:
        """What a notebook shows: the grid that tells what is wrong."""
        return self.accepts if self.accepts is not None else self.refuses, ()


def _listed(lines: Sequence[int], telling: Telling) -> str:
    listed = ", ".join(map(str, lines[:MOST_LINES]))
    return listed + (telling.say("all.more", len(lines) - MOST_LINES) if len(lines) > MOST_LINES else "")


@checked
def judge(
    puzzle: Puzzle,
    formula: Pieces | str,
    *,
    called: str | Mapping[str, int | str] = "",
    needless: bool = False,
    timeout: Seconds = SECONDS,
) -> Judgement:
    r"""Hold a formula against the rules of a puzzle.

    Parameters
    ----------
    puzzle
        What the formula should be of.
    formula
        A text in DIMACS, OPB or SMT-LIB, or what :func:`litgrid.sat.reading.read` made of one.
    called
        How the cells' variables are called: a name with places, as ``x{r}{c}`` (``{r0}{c0}``: counted from 0), or a
        name or number for each cell, by what the cell is called. By default names that end in the cell's, as ``r2c3``,
        or numbers, row by row.
    needless
        Tell as well which lines the others imply.
    timeout
        Seconds that each question may take.

    Raises
    ------
    InputError
        where the formula cannot be read, with the place.
    LitgridError
        where a cell has no variable, or two have one.

    Examples
    --------
    >>> import litgrid
    >>> puzzle = litgrid.load("lightup\n..\n..")
    >>> print(judge(puzzle, "p cnf 4 4\n1 2 0\n-1 -2 0\n3 4 0\n-3 -4 0\n"))
    Wrong: the formula accepts a grid that is no answer.
    ┌─────┐
    │[●]· │
    │[●]· │
    └─────┘
    The formula accepts this grid, which breaks:
      the run r1c1 to r2c1 holds at most one bulb: here bulbs at r1c1 and r2c1
    It refuses no answer.
    """
    expect_puzzle(puzzle)
    literals = Layout(puzzle).size.literals
    if literals > MOST_LITERALS:
        raise LitgridError(
            f"expected a small board, whose formula has at most {MOST_LITERALS:,} literals, got one with {literals:,}"
        )
    pieces = read(formula) if isinstance(formula, str) else formula
    cells, missing = variables_of(puzzle, pieces, called)
    sides = Equivalence(puzzle, extended(pieces.formula, missing), cells)
    fewer = Limit(SECONDS_FOR_FEWER if timeout is None else min(timeout, SECONDS_FOR_FEWER))
    proved: list[str] = []

    def asked(what: str, ask: Callable[[Limit], Found | None]) -> Found | None:
        try:
            found = ask(Limit(timeout))
        except OutOfTimeError:
            return None
        if found is None:
            proved.append(what)
        return found

    accepts = asked("accepts", lambda limit: sides.accepted(limit, fewer))
    refuses = asked("refuses", sides.refused)
    lines, fewest = ([], True) if refuses is None else sides.refusing(refuses, Limit(SECONDS_FOR_FEWER))
    gone = asked("needless", sides.implied) if needless else None
    found = Judgement(
        puzzle,
        _grid(puzzle, accepts),
        _grid(puzzle, refuses),
        _lines(pieces, lines),
        fewest,
        tuple(proved),
        None if gone is None else _lines(pieces, gone),
    )
    return found if found.verdict == "equal" else replace(found, other=other_board(puzzle, pieces, called))


def _lines(pieces: Pieces, which: Sequence[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(pieces.lines[piece] for piece in which))


def _grid(puzzle: Puzzle, cells: Cells | None) -> Grid | None:
    shape = puzzle.shape
    return None if cells is None else np.array(cells, dtype=np.int8).reshape(shape.rows, shape.columns)
