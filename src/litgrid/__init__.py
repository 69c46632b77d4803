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

from litgrid.core.display import show_with

TYPE_CHECKING = False  # what `typing` and `importlib` import would be most of what is done before Ctrl-C is heard

if TYPE_CHECKING:  # what an editor and mypy read; a name that is imported as itself is meant for others
    from litgrid.backbone import Forced as Forced, forced as forced
    from litgrid.collection import examples as examples
    from litgrid.checking import Checked as Checked, check as check
    from litgrid.core.errors import InputError as InputError, LitgridError as LitgridError
    from litgrid.core.puzzle import Puzzle as Puzzle
    from litgrid.counting import Counted as Counted, approximate as approximate, count as count
    from litgrid.explaining import (
        Certificate as Certificate,
        Explanation as Explanation,
        Grade as Grade,
        Hint as Hint,
        Step as Step,
        certify as certify,
        explain as explain,
        grade as grade,
        hint as hint,
    )
    from litgrid.formats import Record as Record, loads as loads, loads_all as loads_all
    from litgrid.formats.formulas import load_formula as load_formula
    from litgrid.formats.loading import dump as dump, dumps as dumps, load as load, load_all as load_all
    from litgrid.generating.finishing import Finished as Finished, finish as finish
    from litgrid.improving import Improvement as Improvement, fewest_clues as fewest_clues, improve as improve
    from litgrid.lab.generate import generate as generate
    from litgrid.listing import answers as answers
    from litgrid.printing import booklet as booklet
    from litgrid.puzzles import kinds as kinds
    from litgrid.render.files import picture as picture
    from litgrid.render.notebook import svg as svg
    from litgrid.sampling import Sampled as Sampled, sample as sample
    from litgrid.solving import Verdict as Verdict, solve as solve
    from litgrid.web.publishing import Published as Published, publish as publish

__version__ = "0.1.0"

_NAMES = {
    "backbone": "Forced forced",
    "collection": "examples",
    "checking": "Checked check",
    "core.errors": "InputError LitgridError",
    "core.puzzle": "Puzzle",
    "counting": "Counted approximate count",
    "explaining": "Certificate Explanation Grade Hint Step certify explain grade hint",
    "formats": "Record loads loads_all",
    "formats.formulas": "load_formula",
    "formats.loading": "dump dumps load load_all",
    "generating.finishing": "Finished finish",
    "improving": "Improvement fewest_clues improve",
    "lab.generate": "generate",
    "listing": "answers",
    "printing": "booklet",
    "puzzles": "kinds",
    "render.files": "picture",
    "render.notebook": "svg",
    "sampling": "Sampled sample",
    "solving": "Verdict solve",
    "web.publishing": "Published publish",
}
_PLACES = {name: f"litgrid.{place}" for place, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_PLACES)


if not TYPE_CHECKING:  # else mypy would take any name for one

    def __getattr__(name: str) -> object:
        if name not in _PLACES:
            raise AttributeError(f"module 'litgrid' has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(_PLACES[name]), name)


def _shown(puzzle: Puzzle) -> dict[str, str]:
    from litgrid.render.notebook import bundle

    return bundle(puzzle)


show_with(_shown)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
