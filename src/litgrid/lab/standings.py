"""The results of a contest: who solved what, in which time, and who is wrong.

PAR-2 is how SAT competitions score: the mean of the seconds of all instances, of which one that is not solved counts
twice the time limit. What is solved is a *goal*: a first answer (or that there is none), or that it is the only one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from operator import attrgetter
from typing import Any, Literal, Self, get_type_hints

import numpy as np

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.lab import journal
from litgrid.lab.compare import refuted
from litgrid.lab.journal import Line
from litgrid.lab.measuring import Measurement
from litgrid.lab.results import Results
from litgrid.lab.tables import Table
from litgrid.render.table import number

Goal = Literal["first answer", "uniqueness"]
PENALTY = 2
"""So many time limits an instance counts that is not solved."""
STATUSES = ("sat", "unsat", "unknown", "timeout", "memory", "failed")
"""What is counted of each solver."""
MOST_SIDE = 2**31
"""No board has more rows or columns."""
_MEASURED: dict[str, Any] = get_type_hints(Measurement)
_TYPES = {"job": int, "id": str, "kind": str, "level": int | str | None} | _MEASURED
"""What a job's line holds, beside a size; a number of seconds may be written as a whole one."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One job's result: the instance, and what it took to solve it."""

    id: str
    kind: str
    cells: int  # of a formula: variables
    level: int | str | None
    found: Measurement
    wrong: str = ""  # why what it says is wrong, if it is known to be

    @property
    def encoding(self) -> str:
        """How counts became clauses."""
        return self.found.encoding

    @property
    def solver(self) -> str:
        """The engine and the encoding."""
        return f"{self.found.engine} {self.encoding}"

    def seconds(self, goal: Goal) -> float | None:
        """Return the seconds to reach a goal, ``None`` where it was not reached."""
        found = self.found
        if self.wrong or found.status not in ("sat", "unsat") or found.load is None or found.solve is None:
            return None
        first = found.load + found.solve
        if goal == "first answer" or found.status == "unsat":
            return first
        return None if found.unique is None or found.prove is None else first + found.prove


@dataclass(frozen=True, eq=False)
class Standings:
    """All that is known of a contest, in the order of its jobs; of an unfinished one some are missing."""

    head: Line
    entries: list[Entry]

    @property
    def jobs(self) -> int:
        """How many there are to be."""
        return int(self.head["jobs"])

    @property
    def timeout(self) -> float | None:
        """The time limit of each job."""
        found = self.head["contest"].get("timeout")
        return float(found) if found is not None else None

    @property
    def goals(self) -> tuple[Goal, ...]:
        """What was asked."""
        return ("first answer", "uniqueness") if self.head["contest"].get("unique") else ("first answer",)

    @cached_property
    def solvers(self) -> dict[str, list[Entry]]:
        """The entries of each solver."""
        return grouped(self.entries, "solver")

    @property
    def wrong(self) -> Iterator[str]:
        """Who is wrong, a sentence each."""
        return (f"{entry.id}: {entry.solver}: {entry.wrong}" for entry in self.entries if entry.wrong)

    def ranked(self, goal: Goal) -> list[str]:
        """Return the solvers, the best first: who solves most, and then fastest."""

        def place(solver: str) -> tuple[int, float]:
            taken = [entry.seconds(goal) for entry in self.solvers[solver]]
            return taken.count(None), sum(one or 0 for one in taken)

        return sorted(self.solvers, key=place)

    def score(self, entries: Sequence[Entry], goal: Goal) -> float | None:
        """Return PAR-2, ``None`` where there is no time limit and not all are solved."""
        seconds = [entry.seconds(goal) for entry in entries]
        penalty = None if self.timeout is None else PENALTY * self.timeout
        taken = [penalty if one is None else one for one in seconds]
        known = [one for one in taken if one is not None]
        return float(np.mean(known)) if known and len(known) == len(taken) else None

    @classmethod
    def of(cls, head: Line, lines: Iterable[Line]) -> Self:
        """Put the lines of a file of results together.

        Raises
        ------
        LitgridError
            for what cannot be results.
        """
        contest = head.get("contest")
        if not (
            isinstance(contest, dict)
            and isinstance(contest.get("timeout"), int | float | None)
            and isinstance(head.get("jobs"), int)
        ):
            raise LitgridError(f"expected the description of a contest, got {shorten(head)}")
        entries = []
        for _, line in sorted({job_of(line): line for line in lines}.items()):
            found = Measurement(**{name: line[name] for name in _MEASURED if name in line})
            wrong = found.problem if found.status == "wrong" else ""
            entries.append(Entry(line["id"], line["kind"], _cells(line), line.get("level"), found, wrong))
        refutations: dict[Entry, str] = {}
        for same in grouped(entries, "id").values():
            refutations |= {same[place]: why for place, why in refuted([one.found for one in same]).items()}
        return cls(head, [replace(one, wrong=refutations.get(one, one.wrong)) for one in entries])


def read(path: str) -> Standings | Results:
    """Read a file of results, finished or not.

    Raises
    ------
    InputError
        where it cannot be read or is no such file.
    """
    head, lines = journal.read(path)
    try:
        return (Standings if "contest" in head else Results).of(head, lines)
    except LitgridError as error:
        raise InputError(
            f"expected a file of results of `litgrid lab sweep` or `compare`, got what cannot be one: {error}",
            source=path,
        ) from None


def job_of(line: Line) -> int:
    """Return the number of the job that a line holds; raise :class:`LitgridError` where it is not a job's line."""
    values, size = {"problem": "", **line}, line.get("size", [1, 1])
    if not (
        all(isinstance(values.get(name), kind | int if kind == float | None else kind) for name, kind in _TYPES.items())
        and isinstance(size, list)
        and len(size) == 2
        and all(type(one) is int and 0 < one < MOST_SIDE for one in size)
    ):
        raise LitgridError(f"expected a job of a contest, got {shorten(line)}")
    return int(line["job"])


def _cells(line: Line) -> int:
    return int(prod(line["size"]) if "size" in line else line["variables"] or 0)


def grouped(entries: Iterable[Entry], *names: str) -> dict[Any, list[Entry]]:
    """Return the entries by what they have in common; by several things together as tuples."""
    found: dict[Any, list[Entry]] = {}
    key = attrgetter(*names)
    for entry in entries:
        found.setdefault(key(entry), []).append(entry)
    return found


def every(standings: Standings) -> Sequence[Table]:
    """Return all tables about a contest."""
    tables = []
    for goal in standings.goals:
        tables += [_solvers(standings, goal), _by(standings, goal)]
    wrong = [[line] for line in standings.wrong]
    return tables + ([Table("Wrong", ["what is wrong"], wrong)] if wrong else [])


def _solvers(standings: Standings, goal: Goal) -> Table:
    rows = []
    for solver in standings.ranked(goal):
        entries = standings.solvers[solver]
        taken = [seconds for entry in entries if (seconds := entry.seconds(goal)) is not None]
        status = [entry.found.status for entry in entries]
        numbers = [len(taken), len(entries), *map(status.count, STATUSES), sum(bool(entry.wrong) for entry in entries)]
        peaks = [entry.found.peak for entry in entries if entry.found.peak is not None]
        median = float(np.median(taken)) if taken else None
        row = [solver, number(standings.score(entries, goal), 3), *(f"{one:,}" for one in numbers)]
        rows.append([*row, number(median, 3), number(max(peaks, default=None))])
    head = ["solver", f"PAR-{PENALTY}", "solved", "of", *STATUSES, "wrong", "median s", "most MB"]
    return Table(f"Solvers: {goal}", head, rows)


def _by(standings: Standings, goal: Goal) -> Table:
    solvers = list(standings.solvers)
    rows = []
    for (kind, level), some in grouped(standings.entries, "kind", "level").items():
        by_solver = grouped(some, "solver")
        row = [kind, "-" if level is None else str(level), f"{len({entry.id for entry in some}):,}"]
        for solver in solvers:
            entries = by_solver.get(solver, [])
            solved = sum(entry.seconds(goal) is not None for entry in entries)
            row.append(f"{number(standings.score(entries, goal), 3)} ({solved:,})" if entries else "-")
        rows.append(row)
    title = f"PAR-{PENALTY} (solved) by kind and level: {goal}"
    return Table(title, ["kind", "level", "instances", *solvers], sorted(rows))
