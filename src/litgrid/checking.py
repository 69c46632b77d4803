"""Whether a filled or half-filled grid obeys the rules, which it breaks, and whether it can be completed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.characters import Grid
from litgrid.core.check import expect_grid, violations
from litgrid.core.limit import Limit
from litgrid.core.options import Seconds
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.tables import Rule
from litgrid.formats.record import Record, begun
from litgrid.outlook import Answers, outlook
from litgrid.question import checked
from litgrid.solving import blame

if TYPE_CHECKING:
    from litgrid.explaining.mistakes import Fault, Mistake

MOST_RULES = 20
"""No more broken rules than this are said in words."""


@dataclass(frozen=True, eq=False)
class Checked(Answer):
    """What was found out about a grid.

    Attributes
    ----------
    status
        ``"solved"``, ``"unfinished"`` where no rule is broken so far, or ``"broken"``
    grid
        int8, 1 true, 0 false and -1 open, shaped as the board; where it is solved, without open cells
    broken
        the rules that it breaks
    open
        how many cells are open
    completable
        whether the grid can be completed to an answer; ``None`` where that was not asked, or not found out in time
    asked
        whether that was asked
    without
        where it cannot: rules that are switched on, and of each how many answers there are without, as in
        :class:`litgrid.Verdict`
    fault, mistake
        where it cannot: as in :class:`litgrid.Explanation`
    """

    puzzle: Puzzle
    status: Literal["solved", "unfinished", "broken"]
    grid: Grid
    broken: tuple[Rule, ...] = ()
    open: int = 0
    completable: bool | None = None
    asked: bool = False
    timeout: float | None = None
    without: Mapping[str, Answers] = field(default_factory=dict)
    fault: Fault = ""
    mistake: Mistake | None = None

    @property
    def outcome(self) -> Outcome:
        """Yes where no rule is broken, and, where that was asked, the grid can be completed."""
        if self.status == "broken" or self.completable is False:
            return "no"
        return "unknown" if self.asked and self.completable is None else "yes"

    @property
    def shown(self) -> tuple[Grid, Collection[int]]:
        """What is filled in, with the cells of broken rules marked."""
        return self.grid, {cell for rule in self.broken for cell in rule.cells}

    def values(self, telling: Telling) -> dict[str, Any]:
        """Return what JSON holds; of a broken rule also, ``here``, how it is broken."""
        broken = telling.rules(self.broken)
        for said, rule in zip(broken, self.broken, strict=True):
            said["here"] = telling.words.broken(rule, self.grid)
        asked: dict[str, Any] = {"completable": self.completable} if self.asked else {}
        if self.fault:
            from litgrid.explaining.mistakes import at_fault  # here and below: few grids that are checked need these

            asked |= at_fault(self.fault, self.mistake, telling)
        return {"status": self.status, "broken": broken, **asked}

    def lines(self, telling: Telling) -> Iterator[str]:
        yield telling.draw(*self.shown)
        if self.status == "solved":
            yield telling.say("check.solved")
        elif self.status == "unfinished":
            yield telling.say("check.unfinished", self.open)
            if self.asked:
                late = telling.gave_up(self.timeout)
                yield telling.say(f"check.completable-{self.completable}".lower(), late=late)
                yield from telling.blamed()
                if self.fault in ("entry", "unknown"):
                    from litgrid.explaining.mistakes import told

                    yield told(self.fault, self.mistake, telling.language)
        else:
            yield telling.say("check.broken", len(self.broken))
            for rule in self.broken[:MOST_RULES]:
                yield f"  - {telling.words.broken(rule, self.grid)}"
            if len(self.broken) > MOST_RULES:
                yield telling.say("check.more", len(self.broken) - MOST_RULES)


@checked
def check(
    puzzle: Puzzle | Record,
    grid: npt.ArrayLike | None = None,
    *,
    filled: bool = False,
    complete: bool = False,
    timeout: Seconds = None,
) -> Checked:
    r"""Check whether a grid obeys the rules of a puzzle, and name those that it breaks.

    Where writing the grid down says all of it (a Light Up cell without a bulb looks like one that is still open), the
    grid is solved if it is right as it stands.

    Parameters
    ----------
    puzzle
        The puzzle; of a record what a player had entered is checked, or else the answer that came with it.
    grid
        What is filled in: 1 true, 0 false, -1 open, shaped as the board; ``None`` for what the puzzle gives.
    filled
        Take the grid as finished: a cell that is open is false.
    complete
        Also find out whether the grid can be completed.
    timeout
        Seconds for each puzzle, after which it is not known whether it can.

    Raises
    ------
    LitgridError
        where the grid has another shape or other values.

    Examples
    --------
    >>> import litgrid
    >>> puzzle = litgrid.load("lightup\no1.\n..o\n#o2")
    >>> litgrid.check(puzzle).status
    'solved'
    >>> [rule.sentence for rule in litgrid.check(litgrid.load("lightup\noo")).broken]
    ['the run r1c1 to r1c2 holds at most one bulb']
    """
    if isinstance(puzzle, Record) and grid is None and puzzle.filled is None:
        grid = puzzle.answer
    puzzle, grid = begun(puzzle, grid)
    expect_puzzle(puzzle)
    values = puzzle.givens if grid is None else expect_grid(puzzle, grid)
    if filled:
        values = np.where(values == -1, 0, values).astype(np.int8)
    tables = puzzle.tables()
    broken = tuple(violations(tables, values))
    if broken:
        return Checked(puzzle, "broken", values, broken, 0, False if complete else None, complete, timeout)
    as_written = puzzle.read_rows(puzzle.rows(values))
    for finished in (values, as_written):
        if not (finished == -1).any() and not violations(tables, finished):
            return Checked(puzzle, "solved", finished, (), 0, True if complete else None, complete, timeout)
    opened = int(((values.ravel() == -1) & ~puzzle.fixed).sum())
    if not complete:
        return Checked(puzzle, "unfinished", values, (), opened)
    given, limit = puzzle.with_givens(values), Limit(timeout)
    status, _ = outlook(given, limit)
    completable = None if status == "unknown" else status != "none"
    if status != "none":
        return Checked(puzzle, "unfinished", values, (), opened, completable, complete, timeout)
    from litgrid.explaining.mistakes import find_mistake

    fault, mistake = find_mistake(puzzle, values, limit)
    without = blame(given, limit) if fault == "puzzle" else {}
    return Checked(puzzle, "unfinished", values, (), opened, False, complete, timeout, without, fault, mistake)
