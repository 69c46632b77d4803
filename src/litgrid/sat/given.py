"""A formula as it was given, with the sizes that a laid out one has."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np

from litgrid.core.bounds import offsets
from litgrid.sat.formula import Formula
from litgrid.sat.size import Size
from litgrid.sat.stream import Stream, whole
from litgrid.sat.threesat import distinct, owners, repeats, three_sat


class Given:
    """A formula, or what the reduction to 3-SAT makes of it.

    ``tidy``: as :func:`cleaned` returns it, which the reduction takes in any case.
    """

    kinds = ()

    def __init__(self, formula: Formula, *, three: bool = False, tidy: bool = False) -> None:
        self.given, self.three, self._tidy = formula, three, tidy

    @cached_property
    def formula(self) -> Formula:
        """The formula that is written."""
        made = cleaned(self.given) if self.three or self._tidy else self.given
        return three_sat(made) if self.three else made

    @property
    def variables(self) -> int:
        """How many variables there are."""
        return self.formula.variables

    @cached_property
    def size(self) -> Size:
        """How large it is; auxiliary variables are those of the reduction."""
        return Size.of(np.diff(self.formula.starts), self.variables - self.given.variables)

    @property
    def before(self) -> Given:
        """The formula before the reduction."""
        return Given(self.given)

    def stream(self) -> Stream:
        """Return the formula as writers take it."""
        return whole(self.formula)


def cleaned(formula: Formula) -> Formula:
    """Return a formula in which each clause has each variable once, and none that always holds is left.

    If clauses are left out, and come from no rule, those that stay say which they were.

    >>> from litgrid.sat.formula import from_clauses
    >>> made = cleaned(from_clauses([[1, 1], [2, -2], [-1, 2], []]))
    >>> list(made.clauses()), [made.origin_name(origin) for origin in made.origin[1:]]
    ([[1], [-1, 2], []], ['clauses 3-4 before', 'clauses 3-4 before'])
    """
    literals, lengths = distinct(formula)
    keep = np.ones(lengths.size, dtype=np.bool_)
    keep[owners(repeats(np.abs(literals), lengths), offsets(lengths))] = False  # a variable in both signs
    kept = np.flatnonzero(keep)
    origin, name = formula.origin[keep], formula.origin_name
    if kept.size < keep.size and name is None:
        ends = np.append(np.flatnonzero(np.diff(kept) > 1), kept.size - 1)
        origin = np.searchsorted(ends, np.arange(kept.size))
        last = kept[ends] + 1 if kept.size else kept
        first = kept[np.append(0, ends[:-1] + 1)] + 1 if kept.size else kept

        def name(block: int) -> str:
            return f"clauses {first[block]}-{last[block]} before"

    starts = offsets(lengths[keep])
    return replace(formula, literals=literals[keep.repeat(lengths)], starts=starts, origin=origin, origin_name=name)
