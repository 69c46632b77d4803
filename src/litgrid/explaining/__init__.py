"""Explaining a puzzle, step by step; hints; how hard it is.

:mod:`litgrid.kernel` draws consequences, :mod:`~litgrid.explaining.laws` gives it a puzzle's rules,
:mod:`~litgrid.explaining.reasoner` finds the cheapest next step, :mod:`~litgrid.explaining.steps` puts it into words.
"""

from litgrid.explaining.certificate import Certificate, certify
from litgrid.explaining.explanation import Explanation, Hint, explain, hint
from litgrid.explaining.grading import GRADING, Grade, grade, level
from litgrid.explaining.mistakes import Mistake
from litgrid.explaining.steps import Step

__all__ = [
    "GRADING",
    "Certificate",
    "Explanation",
    "Grade",
    "Hint",
    "Mistake",
    "Step",
    "certify",
    "explain",
    "grade",
    "hint",
    "level",
]
