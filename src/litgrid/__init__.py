r"""litgrid: solve pencil puzzles with SAT, and prove that the answer is the only one.

The whole of the library is reached from here:

>>> import litgrid
>>> puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
>>> verdict = litgrid.solve(puzzle)
>>> verdict.status
'unique'

Names are imported when they are first used, so that ``litgrid --help`` does not wait for NumPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litgrid.backbone import Forced, forced
    from litgrid.collection import examples
    from litgrid.core.check import check
    from litgrid.core.errors import InputError, LitgridError
    from litgrid.core.puzzle import Puzzle
    from litgrid.counting import Counted, approximate, count
    from litgrid.explaining import Certificate, Explanation, Grade, Step, certify, explain, grade, hint
    from litgrid.formats import load, load_all
    from litgrid.improving import Improvement, fewest_clues, improve
    from litgrid.lab.generate import generate
    from litgrid.listing import answers
    from litgrid.printing import booklet
    from litgrid.puzzles import kinds
    from litgrid.render.notebook import svg
    from litgrid.sampling import Sampled, sample
    from litgrid.solving import Verdict, solve

__version__ = "0.1.0"

_PLACES = {
    "Certificate": "litgrid.explaining",
    "Counted": "litgrid.counting",
    "Explanation": "litgrid.explaining",
    "Forced": "litgrid.backbone",
    "Grade": "litgrid.explaining",
    "Step": "litgrid.explaining",
    "answers": "litgrid.listing",
    "approximate": "litgrid.counting",
    "booklet": "litgrid.printing",
    "certify": "litgrid.explaining",
    "check": "litgrid.core.check",
    "count": "litgrid.counting",
    "examples": "litgrid.collection",
    "explain": "litgrid.explaining",
    "fewest_clues": "litgrid.improving",
    "forced": "litgrid.backbone",
    "generate": "litgrid.lab.generate",
    "grade": "litgrid.explaining",
    "hint": "litgrid.explaining",
    "improve": "litgrid.improving",
    "Improvement": "litgrid.improving",
    "InputError": "litgrid.core.errors",
    "LitgridError": "litgrid.core.errors",
    "Puzzle": "litgrid.core.puzzle",
    "Sampled": "litgrid.sampling",
    "Verdict": "litgrid.solving",
    "kinds": "litgrid.puzzles",
    "load": "litgrid.formats",
    "load_all": "litgrid.formats",
    "sample": "litgrid.sampling",
    "solve": "litgrid.solving",
    "svg": "litgrid.render.notebook",
}

__all__ = [
    "Certificate",
    "Counted",
    "Explanation",
    "Forced",
    "Grade",
    "Improvement",
    "InputError",
    "LitgridError",
    "Puzzle",
    "Sampled",
    "Step",
    "Verdict",
    "answers",
    "approximate",
    "booklet",
    "certify",
    "check",
    "count",
    "examples",
    "explain",
    "fewest_clues",
    "forced",
    "generate",
    "grade",
    "hint",
    "improve",
    "kinds",
    "load",
    "load_all",
    "sample",
    "solve",
    "svg",
]


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module 'litgrid' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
