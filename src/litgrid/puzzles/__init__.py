"""The puzzles, one file each. This is the one place that lists them."""

from collections.abc import Iterator
from importlib import import_module
from typing import TypeVar

from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.core.registry import Registry

kinds: Registry[type[Puzzle]] = Registry(
    "a kind of puzzle",
    "litgrid.puzzles",
    {
        "lightup": "litgrid.puzzles.lightup:LightUp",
        "binairo": "litgrid.puzzles.binairo:Binairo",
        "gappy": "litgrid.puzzles.gappy:Gappy",
    },
    {
        "akari": "lightup",
        "bijutsukan": "lightup",
        "light-up": "lightup",
        "takuzu": "binairo",
        "unruly": "binairo",
        "tohuwavohu": "binairo",
        "tohu-wa-vohu": "binairo",
        "binoxxo": "binairo",
    },
)
"""Every kind of puzzle, by name: ``kinds.get("akari")``."""


Form = TypeVar("Form")


def forms(sort: type[Form]) -> Iterator[tuple[str, Form]]:
    """Return what kinds say about themselves to the formats, of one sort, each after its kind's name."""
    for kind in kinds:
        for form in import_module(kind.forms).FORMS if kind.forms else ():
            if isinstance(form, sort):
                yield kind.name, form


def empty(kind: str, size: str) -> Puzzle:
    """Return a board without clues, of a kind and a size as people write them.

    Raises
    ------
    UnknownNameError
        for a kind that does not exist.
    LitgridError
        for what is no size, and where there is no such board.

    >>> empty("akari", "2x3").clues
    ['...', '...']
    """
    known, shape = kinds.get(kind), Shape.read(size)
    try:
        return known.empty(shape)
    except LitgridError as error:
        # A place in clues that nobody wrote would only puzzle.
        raise LitgridError(f"{shape}: {error.message if isinstance(error, InputError) else error}") from None
