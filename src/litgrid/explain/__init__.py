"""Explaining a puzzle, step by step; hints; how hard it is.

:mod:`~litgrid.explain.kernels` draws consequences, :mod:`~litgrid.explain.laws` gives them a puzzle's rules,
:mod:`~litgrid.explain.reasoner` finds the cheapest next step, :mod:`~litgrid.explain.steps` puts it into words.
"""

from litgrid.explain.explanation import Explanation, Mistake, explain
from litgrid.explain.grading import GRADING, Grade, grade
from litgrid.explain.steps import Step

__all__ = ["GRADING", "Explanation", "Grade", "Mistake", "Step", "explain", "grade"]
