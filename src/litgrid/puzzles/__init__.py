"""The puzzles, a folder each. This is the one place that lists them."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.options import Named
from litgrid.core.puzzle import Puzzle
from litgrid.core.registry import Registry

if TYPE_CHECKING:
    from litgrid.core.forms import Form, Row

kinds: Registry[type[Puzzle]] = Registry(
    "a kind of puzzle",
    "litgrid.puzzles",
    {
        "lightup": "litgrid.puzzles.lightup.kind:LightUp",
        "binairo": "litgrid.puzzles.binairo.kind:Binairo",
        "gappy": "litgrid.puzzles.gappy.kind:Gappy",
        "mosaic": "litgrid.puzzles.mosaic.kind:Mosaic",
        "starbattle": "litgrid.puzzles.starbattle.kind:StarBattle",
    },
    expect="litgrid.puzzles.sound:expect_kind",
)
"""Every kind of puzzle, by name: ``kinds.get("akari")``."""
KindName = Annotated[str, Named(kinds.get, kinds.names)]
"""The name of a kind, or an alias."""


def forms() -> tuple[tuple[str, str, Form | Row], ...]:
    """Return what kinds say about themselves to the formats, each after the names of the kind and of the format."""
    return _forms(tuple(kinds))


@lru_cache(maxsize=1)
def _forms(known: tuple[type[Puzzle], ...]) -> tuple[tuple[str, str, Form | Row], ...]:
    said = [(kind.name, import_module(kind.forms).FORMS) for kind in known if kind.forms]
    return tuple((kind, name, form) for kind, forms in said for name, form in forms.items())


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
