"""What a layer has to say for itself, whatever it holds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.errors import LitgridError
from litgrid.core.grid import BoolArray, IntArray, Shape
from litgrid.core.scene import Scene
from litgrid.core.words import OWN

V = TypeVar("V")


@dataclass(frozen=True, eq=False)
class Layer(ABC, Generic[V]):
    """What stands at places of a board.

    Attributes
    ----------
    name
        the name of the field that holds it
    form
        what kind of layer it is, for programs that draw
    clue
        what one of its clues is called; ``""`` where it is part of the board
    help
        what a number says of it that is asked for when a puzzle is made; ``""`` where none can be
    offers
        numbers to choose from, for a page, where a puzzle is made
    usual
        what is meant where nothing is said; 0 where something has to be
    optional
        whether a puzzle may be without it: the field is ``None`` then, and nothing is written
    """

    name: str
    form: ClassVar[str]
    clue: ClassVar[str] = ""
    optional: ClassVar[bool] = False
    help: ClassVar[str] = ""
    offers: ClassVar[tuple[float, ...]] = ()
    usual: ClassVar[int] = 0
    open_ended: ClassVar[bool] = False
    """Whether its lines of text have no end of their own."""
    characters: ClassVar[str] = ""
    """The characters of its rows, where it is written as such."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its values in JSON, and the names of their pieces in text."""
        return (self.name,)

    def shape(self, said: Mapping[str, Any]) -> Shape | None:  # noqa: ARG002 - others have one
        """Return the shape of the board by what was read, ``None`` where that does not say it."""
        return None

    @abstractmethod
    def blank(self, shape: Shape) -> V:
        """Return what stands on a board without any clue."""

    @abstractmethod
    def read(self, said: Mapping[str, Any], shape: Shape | None, title: str) -> V:
        """Read values as JSON holds them, by their keys (``None`` for none); ``title`` is the kind's, for messages.

        Raises :class:`InputError` with its key, and the row and the column in its rows, or the place in a list as the
        column alone.
        """

    @abstractmethod
    def written(self, values: V, shape: Shape) -> dict[str, Any]:
        """Return what :meth:`read` reads."""

    @abstractmethod
    def take(self, lines: Sequence[str]) -> tuple[dict[str, Any], int]:
        """Return what the first lines of a text say, as :meth:`read` reads it, and how many of them are the layer's."""

    @abstractmethod
    def lines(self, values: V, shape: Shape) -> list[str]:
        """Return what :meth:`take` takes."""

    @abstractmethod
    def moved(self, values: V, shape: Shape, places: IntArray) -> V:
        """Return what stands on another board: see :mod:`litgrid.core.turning`."""

    @abstractmethod
    def drawn(self, values: V, shape: Shape, scene: Scene) -> Scene:
        """Return a picture with the layer in it."""

    def remarks(self, values: V, shape: Shape, language: str = OWN) -> Iterator[str]:  # noqa: ARG002
        """Yield what is odd about it, though not wrong, in a language."""
        yield from ()

    def column(self, line: str, column: int) -> int:  # noqa: ARG002 - labels have lines of words
        """Return the column of a line where something stands: a character, or a label of that number."""
        return column

    def foreign(self, lines: Sequence[str]) -> tuple[int, int]:
        """Return how many of the first lines would be of the layer, and how many characters of them cannot be."""
        of = len(lines) if self.open_ended else 0
        text = "".join(lines[:of])
        return of, sum(map(text.count, set(text).difference(self.characters)))

    def made(self, wanted: float, shape: Shape, rng: np.random.Generator) -> V:  # noqa: ARG002
        """Return what it is on a board to be made, by the number that is wanted.

        Raises :class:`LitgridError` where there is no such board.
        """
        raise LitgridError(f"{self.name} cannot be asked for")

    # Of clues:

    def stated(self, values: V) -> BoolArray:
        """Return of which *sites*, the places that can have a clue on this board, something is said."""
        raise NotImplementedError(f"{self.name} has no clues")

    def says(self, values: V, shape: Shape, grids: Grid) -> IntArray:
        """Return what is true at the sites in several full grids, shaped ``(number, sites)``."""
        raise NotImplementedError(f"{self.name} has no clues")

    def chosen(self, values: V, said: IntArray, chosen: BoolArray) -> V:
        """Return the layer that says at each chosen site what is true there, and nothing elsewhere."""
        raise NotImplementedError(f"{self.name} has no clues")
