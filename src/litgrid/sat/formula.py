"""A formula in conjunctive normal form, as flat arrays.

All literals of all clauses lie one after another; ``starts`` says where each clause begins. Names of variables and of
the rules that clauses come from are functions, called only when somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import cuts, offsets

Int32Array = npt.NDArray[np.int32]
Int64Array = npt.NDArray[np.int64]

MOST_VARIABLES = 2**31 - 1
"""Literals are held in 32 bits."""
AT_ONCE = 1_000
"""So many clauses are turned into lists at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class Formula:
    """Clauses ``literals[starts[i]:starts[i + 1]]`` over the variables 1 to ``variables``.

    Attributes
    ----------
    literals
        DIMACS literals, int32.
    starts
        int64, one entry more than clauses.
    variables
        The number of variables, also of those in no clause.
    origin
        For each clause a number of what it comes from (a count of a puzzle), -1 where that is not known.
    variable_name, origin_name
        What a variable means (``None`` for an auxiliary one), and what an origin is called.
    projection
        The variables that tell models apart, ascending: two that differ in others only count as one. ``None``: all.

    >>> formula = from_clauses([[1, -2], [2]])
    >>> len(formula), list(formula.clauses())
    (2, [[1, -2], [2]])
    """

    literals: Int32Array
    starts: Int64Array
    variables: int
    origin: Int64Array
    variable_name: Callable[[int], str | None] | None = None
    origin_name: Callable[[int], str] | None = None
    projection: Int32Array | None = None

    def __len__(self) -> int:
        return self.starts.size - 1

    @property
    def shown(self) -> Int32Array:
        """The variables that tell models apart: the projection, or all."""
        return np.arange(1, self.variables + 1, dtype=np.int32) if self.projection is None else self.projection

    def true_names(self, model: Int32Array | None) -> list[str]:
        """Return the names of the true variables of a model, of those that have one."""
        if model is None or self.variable_name is None:
            return []
        return [name for name in map(self.variable_name, model[model > 0].tolist()) if name is not None]

    def clauses(self) -> Iterator[list[int]]:
        """Return an iterator over the clauses as lists, as solvers written for Python take them.

        One at a time: a million lists at once would keep the garbage collector busier than the solver.
        """
        return chain.from_iterable(self._some(first) for first in range(0, len(self), AT_ONCE))

    def _some(self, first: int) -> Iterator[list[int]]:
        starts = self.starts[first : first + AT_ONCE + 1]
        literals = self.literals[starts[0] : starts[-1]].tolist()
        edges = (starts - starts[0]).tolist()
        return map(literals.__getitem__, map(slice, edges, edges[1:]))

    def split(self, literals: int) -> Iterator[Formula]:
        """Return the formula in parts of whole clauses, of about so many literals each.

        >>> [len(part) for part in from_clauses([[1, 2], [3], [], [4, 5]]).split(2)]
        [1, 3]
        """
        for first, end in pairwise(cuts(self.starts[1:] - self.starts[:-1], literals)):
            start, stop = self.starts[first], self.starts[end]
            yield replace(
                self,
                literals=self.literals[start:stop],
                starts=self.starts[first : end + 1] - start,
                origin=self.origin[first:end],
            )


def from_clauses(clauses: Iterable[Sequence[int]], variables: int | None = None) -> Formula:
    """Return the formula of some clauses; ``variables`` is at least the largest variable in them."""
    listed = [list(clause) for clause in clauses]
    starts = offsets(np.array([len(clause) for clause in listed], dtype=np.int64))
    literals = np.array([literal for clause in listed for literal in clause], dtype=np.int32)
    largest = int(np.abs(literals).max(initial=0))
    return Formula(literals, starts, max(largest, variables or 0), np.full(len(listed), -1, dtype=np.int64))


def extended(formula: Formula, clauses: Iterable[Sequence[int]]) -> Formula:
    """Return a formula with more clauses behind its own, which may use new variables.

    >>> list(extended(from_clauses([[1, -2]]), [[3], []]).clauses())
    [[1, -2], [3], []]
    """
    more = from_clauses(clauses, formula.variables)
    return replace(
        formula,
        literals=np.concatenate([formula.literals, more.literals]),
        starts=np.concatenate([formula.starts, more.starts[1:] + formula.starts[-1]]),
        variables=more.variables,
        origin=np.concatenate([formula.origin, more.origin]),
    )


def guarded(formula: Formula, guards: npt.NDArray[np.integer]) -> Formula:
    """Return a formula in which the clauses of each origin need hold only where its guard is true.

    A guard of 0 is none, nor have clauses one that come from nothing (-1).

    >>> formula = replace(from_clauses([[1, 2], [3]]), origin=np.array([0, 1]))
    >>> list(guarded(formula, np.array([9, 0])).clauses())
    [[1, 2, -9], [3]]
    """
    chosen = np.append(guards, 0)[formula.origin]
    there = chosen > 0
    literals = np.insert(formula.literals, formula.starts[1:][there], -chosen[there])
    starts = formula.starts + np.concatenate([[0], np.cumsum(there)])
    variables = max(formula.variables, int(guards.max(initial=0)))
    return replace(formula, literals=literals.astype(np.int32), starts=starts, variables=variables)


def broken(formula: Formula, values: npt.NDArray[np.integer]) -> Int64Array:
    """Return which clauses have no true literal, where ``values`` holds 1 for each true variable, from the first on."""
    true = (values[np.abs(formula.literals) - 1] == 1) == (formula.literals > 0)
    until = np.concatenate([[0], np.cumsum(true)])[formula.starts]  # reduceat cannot sum an empty clause
    return np.flatnonzero(until[1:] == until[:-1])
