"""Explaining a puzzle, step by step; hints; how hard it is.

Three things are to be known: the rules as the kernels read them (:mod:`~litgrid.explaining.laws`); the trail, what is
known and why (:mod:`~litgrid.explaining.state`); and the catalogue of shapes that a step can have
(:mod:`~litgrid.explaining.shapes`). :mod:`~litgrid.explaining.reasoner` takes the cheapest of them,
:mod:`~litgrid.explaining.steps` puts it into words.
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
