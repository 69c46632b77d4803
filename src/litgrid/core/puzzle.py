"""What a puzzle is to the rest of litgrid.

A puzzle has cells that are true or false, tables of rules, clues as people write them, and words for its pictures. A
new kind of puzzle is one class in one file: solving, proving, checking, drawing and the formats then work for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import from_matrix
from litgrid.core.errors import InputError
from litgrid.core.grid import BoolArray, Shape
from litgrid.core.tables import Count, Table

Grid = npt.NDArray[np.int8]
"""One value a cell, shaped as the board: 1 true, 0 false, -1 unknown."""

MOST_CELLS = 4_000_000
"""The largest board litgrid takes: its tables would not fit in the memory of a usual machine."""


@dataclass(frozen=True)
class Scene:
    """What a board looks like, for any renderer.

    ``glyphs`` holds a character a cell and ``styles`` its style: ``wall`` and ``clue`` (given by the puzzle), ``true``
    and ``false`` (a decided cell), ``lit`` (decided, and to be shown as reached), ``unknown``. ``left`` and ``top`` are
    labels of rows and columns, empty where a puzzle has none. ``symbols`` names a finer character for a glyph, for
    renderers that have more than ASCII.
    """

    glyphs: list[str]
    styles: list[list[str]]
    left: tuple[str, ...] = ()
    top: tuple[str, ...] = ()
    symbols: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Puzzle(ABC):
    """One puzzle: its clues, and the rules that they and its kind make.

    Subclasses are frozen dataclasses. Their class attributes:

    ``name``, ``aliases``, ``title``
        how the kind is called in code, what else people call it, and its name in a sentence
    ``true``, ``false``
        what a true and a false cell are called: ``"bulb"``, ``"no bulb"``
    ``switches``
        rules that can be switched on and off, each a boolean field of the class, with a sentence
    ``alphabet``
        the characters of the grid in text form, and what each means
    ``examples``
        small puzzles, in text form, each with exactly one answer
    """

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str]
    true: ClassVar[str]
    false: ClassVar[str]
    switches: ClassVar[Mapping[str, str]] = {}
    alphabet: ClassVar[Mapping[str, str]] = {}
    examples: ClassVar[tuple[str, ...]] = ()

    @property
    @abstractmethod
    def shape(self) -> Shape:
        """The board."""

    @property
    @abstractmethod
    def clues(self) -> Any:
        """The clues as JSON holds them; :meth:`from_clues` reads them back."""

    @classmethod
    @abstractmethod
    def from_clues(cls, clues: Any, **switches: bool) -> Self:
        """Read clues as JSON holds them.

        Raises
        ------
        InputError
            with the line and column inside the clues, where they are text.
        """

    @abstractmethod
    def rules(self) -> Sequence[Table]:
        """Return the tables of the kind's rules and of this puzzle's clues, without given cells."""

    @abstractmethod
    def rows(self, grid: Grid) -> list[str]:
        """Write a grid as text, a string a row."""

    @abstractmethod
    def read_rows(self, rows: Sequence[str]) -> Grid:
        """Read a grid that :meth:`rows` wrote; the rows say everything, so a free cell counts as decided.

        Raises
        ------
        InputError
            where the rows are not a grid of this puzzle.
        """

    @abstractmethod
    def scene(self, grid: Grid) -> Scene:
        """Return the picture of a grid over this puzzle."""

    @property
    def givens(self) -> Grid:
        """The cells whose value is given; by default none."""
        return np.full((self.shape.rows, self.shape.columns), -1, dtype=np.int8)

    @classmethod
    def from_text(cls, lines: Sequence[str], **switches: bool) -> Self:
        """Read the plain text form, by default the clues' rows."""
        return cls.from_clues(list(lines), **switches)

    @classmethod
    def foreign(cls, lines: Sequence[str]) -> int:
        """Return how many characters of a text cannot be of this kind; 0 where it could be one, right or wrong.

        By default the characters that are not in the alphabet.
        """
        text = "".join(lines)
        return sum(text.count(char) for char in set(text).difference(cls.alphabet))

    def text(self) -> str:
        """Write the plain text form, by default the clues' rows."""
        return "\n".join(self.clues)

    def guess(self, rng: np.random.Generator) -> Grid | None:  # noqa: ARG002 - subclasses draw from it
        """Return a grid that is probably near an answer: a hint for engines, which may be as wrong as it likes."""
        return None

    def tables(self) -> tuple[Table, ...]:
        """Return every rule of this puzzle: those of its kind, its clues, and its given cells."""
        return (*self.rules(), self._given())

    def with_switches(self, **switches: bool | None) -> Self:
        """Return this puzzle with some rules switched on or off; ``None`` and other kinds' switches change nothing."""
        changes: dict[str, Any] = {
            name: value for name, value in switches.items() if value is not None and name in self.switches
        }
        return replace(self, **changes) if changes else self

    def _given(self) -> Count:
        givens = self.givens.ravel()
        cells = np.flatnonzero(givens >= 0)
        literals = np.where(givens[cells] == 1, cells + 1, -(cells + 1))
        names = {1: self.true, 0: self.false}

        def sentence(rule: int) -> str:
            cell = int(cells[rule])
            return f"{self.shape.name(cell)} is given as {names[int(givens[cell])]}"

        return Count("given", from_matrix(literals[:, None], 1, 1), sentence, clue=True, at=cells)


def read_grid(
    rows: Any,
    alphabet: Mapping[str, str],
    *,
    what: str,
    shape: Shape | None = None,
    hints: Mapping[str, str] | None = None,
) -> npt.NDArray[np.uint8]:
    """Read rows of characters, all of one length and each from ``alphabet`` (character to what it means).

    Returns the characters' codes, shaped ``(rows, columns)``; ``shape`` is the shape they must have, if any. ``hints``
    says something about characters that people often try.

    Raises
    ------
    InputError
        naming the row as the line, and the column.

    >>> read_grid(["01", "1."], {"0": "zero", "1": "one", ".": "open"}, what="Binairo").tolist()
    [[48, 49], [49, 46]]
    """
    if not isinstance(rows, (list, tuple)) or not all(isinstance(row, str) for row in rows):
        raise InputError(f"expected the {what} grid as a list of strings, got {shorten(rows)}")
    if not rows or not rows[0]:
        raise InputError(f"expected a {what} grid of at least one row and one column, got nothing", line=1, column=1)
    width = len(rows[0])
    if len(rows) * width > MOST_CELLS:
        raise InputError(f"expected at most {MOST_CELLS:,} cells, got {len(rows)} rows of {width}")
    allowed = set(alphabet)
    for number, row in enumerate(rows, 1):
        if not allowed.issuperset(row):
            column = next(place for place, char in enumerate(row, 1) if char not in alphabet)
            expected = ", ".join(
                f"{' '.join(char for char in alphabet if alphabet[char] == meaning)} ({meaning})"
                for meaning in dict.fromkeys(alphabet.values())
            )
            hint = (hints or {}).get(row[column - 1], "")
            raise InputError(f"expected one of {expected}; got {row[column - 1]!r}{hint}", line=number, column=column)
        if len(row) != width:
            place = min(len(row), width) + 1
            raise InputError(f"expected {width} cells, as in the first row, got {len(row)}", line=number, column=place)
    if shape is not None and shape != Shape(len(rows), width):
        raise InputError(f"expected a {what} grid of {shape}, got {len(rows)} x {width}", line=1, column=1)
    return np.frombuffer("".join(rows).encode("ascii"), dtype=np.uint8).reshape(len(rows), width)


def shorten(value: object, most: int = 40) -> str:
    """Show a value in an error message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def codes(grid: npt.NDArray[np.uint8], meaning: Mapping[str, int], otherwise: int = -1) -> Grid:
    """Return the value that each character stands for, ``otherwise`` for those not named."""
    table = np.full(256, otherwise, dtype=np.int8)
    for char, value in meaning.items():
        table[ord(char)] = value
    return table[grid]


def free_of(grid: npt.NDArray[np.uint8], chars: str) -> BoolArray:
    """Return where a grid of characters holds one of ``chars``."""
    mask: BoolArray = codes(grid, dict.fromkeys(chars, 1), 0) == 1
    return mask


def strings(grid: npt.NDArray[np.uint8]) -> list[str]:
    """Return a grid of character codes as a string a row."""
    return [row.tobytes().decode("ascii") for row in grid]
