"""A formula as it was given, with the sizes that a laid out one has."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from litgrid.sat.formula import Formula
from litgrid.sat.size import Size
from litgrid.sat.stream import Stream, whole
from litgrid.sat.threesat import three_sat


class Given:
    """A formula, or what the reduction to 3-SAT makes of it.

    >>> from litgrid.sat.formula import from_clauses
    >>> Given(from_clauses([[1, 2, 3, 4]]), three=True).size
    Size(lengths={3: 2}, auxiliaries=1)
    """

    kinds = ()

    def __init__(self, formula: Formula, *, three: bool = False) -> None:
        self.given, self.three = formula, three

    @cached_property
    def formula(self) -> Formula:
        """The formula that is written."""
        return three_sat(self.given) if self.three else self.given

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
