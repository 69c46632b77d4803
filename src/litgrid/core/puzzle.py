"""What a puzzle is to the rest of litgrid.

A puzzle has cells that are true or false, tables of rules, clues as people write them, and words for its pictures. A
new kind of puzzle is one class in one file: solving, proving, checking, drawing and the formats then work for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from litgrid.core.bounds import from_matrix, of_grid, sums
from litgrid.core.characters import Grid, shorten
from litgrid.core.display import bundle
from litgrid.core.errors import LitgridError
from litgrid.core.grid import BoolArray, IntArray, Shape
from litgrid.core.layers import Layer
from litgrid.core.play import Play
from litgrid.core.scene import Scene
from litgrid.core.scopes import Scope
from litgrid.core.spelling import Spelling
from litgrid.core.tables import Count, Table
from litgrid.core.technique import Technique, Tier
from litgrid.core.terminal import draw
from litgrid.core.words import OWN, beside

GIVEN = "given"
"""The kind of rule that gives a cell its value."""
SHORT = 80
"""A puzzle whose text has no more characters is shown by it, where it is named in one line."""


@dataclass(frozen=True, eq=False)
class Puzzle(ABC):
    """One puzzle: its clues, and the rules that they and its kind make.

    A subclass with fields of its own is a frozen dataclass. Class attributes:

    ``name``, ``aliases``, ``title``
        how the kind is called in code, what else people call it, and its name in a sentence
    ``true``, ``false``
        what a true and a false cell are called: ``"bulb"``, ``"no bulb"``
    ``switches``
        rules that can be switched on and off, each a boolean field of the class, with a sentence
    ``alphabet``
        the characters of the grid in text form, and what each means
    ``hints``
        what to say about wrong characters that people often try
    ``symbols``
        finer characters for pictures: see :class:`Scene`
    ``examples``
        small puzzles, in text form, each with exactly one answer
    ``instructions``
        the rules in sentences, for who has never met the puzzle; those of switches are said by ``switches``
    ``techniques``
        kinds of rules that are a technique with a name together, those that people look for first first
    ``play``
        what it looks like while it is played: see :class:`litgrid.core.play.Play`
    ``usual_walls``
        which share of the cells setters make walls; ``None`` where the kind has no walls
    ``scopes``
        what its rules count between walls: see :class:`litgrid.core.scopes.Scope`; boards are made by them
    ``sketcher``
        the module that makes board, answer and clues of the kind together, by a way of its own, as
        :mod:`litgrid.puzzles.starbattle.making` does; ``None`` where there is none
    ``encodings``
        formulas of whole puzzles that the kind brings, by name: the module whose ``clauses`` yields rule after rule, as
        :mod:`litgrid.puzzles.lightup.first` does
    ``answer``
        three characters: how a false, a true and an unknown cell are written, where the clues are a grid of characters
    ``forms``
        the module that says what it is in the formats of others: see :mod:`litgrid.core.forms`; ``None``: nothing
    ``spellings``
        how people write its cells where nothing says in which format: see :class:`litgrid.core.spelling.Spelling`; its
        alphabet is always one
    ``layers``
        what else stands on its boards besides cells: see :mod:`litgrid.core.layers`
    ``labelled``
        whether its clues are about whole lines, and beside the board
    """

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str]
    true: ClassVar[str]
    false: ClassVar[str]
    switches: ClassVar[Mapping[str, str]] = {}
    alphabet: ClassVar[Mapping[str, str]] = {}
    hints: ClassVar[Mapping[str, str]] = {}
    symbols: ClassVar[Mapping[str, str]] = {}
    examples: ClassVar[tuple[str, ...]] = ()
    instructions: ClassVar[tuple[str, ...]] = ()
    techniques: ClassVar[tuple[Technique, ...]] = ()
    play: ClassVar[Play] = Play()
    usual_walls: ClassVar[float | None] = None
    scopes: ClassVar[tuple[Scope, ...]] = ()
    sketcher: ClassVar[str | None] = None
    forms: ClassVar[str | None] = None
    encodings: ClassVar[Mapping[str, str]] = {}
    answer: ClassVar[str]
    spellings: ClassVar[tuple[Spelling, ...]] = ()
    layers: ClassVar[tuple[Layer[Any], ...]] = ()
    labelled: ClassVar[bool] = False
    numbers_anywhere: ClassVar[bool] = False
    tiers: ClassVar[tuple[Tier, ...]] = ()

    @classmethod
    def words(cls, language: str) -> Mapping[str, Any]:
        """Return what is said of the kind in a language, beside what its class says; by default as files have it.

        These lie beside the file of the class: ``words.en.toml`` and ``words.fr.toml``; for a class in ``mines.py``,
        which has no folder of its own, ``mines.en.toml`` and ``mines.fr.toml``. Their sections, each of which may be
        left out: ``kind`` (``title``, ``instruction1`` and so on, the names of switches), ``says`` (sentences of
        rules), ``state`` (what a true and a false cell are called), ``meaning`` (what characters mean), ``clue`` (what
        a clue is called), ``law`` (what all rules of a kind say), ``logic`` (the same as a sentence of first-order
        logic, in English only); and, for explanations, ``cells``, ``rule``, ``place`` (where a rule is that is not in a
        line), ``technique``, ``step``. What they may name in braces is in :data:`litgrid.core.words.PLACES`.
        """
        return beside(cls.__module__, language)

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

    @classmethod
    def made_whole(cls) -> bool:
        """Return whether boards of the kind are made together with their answers, and not before them."""
        return bool(cls.scopes or cls.sketcher)

    @property
    def cell_rows(self) -> list[str]:
        """The characters of the cells, a string a row; by default the clues."""
        rows: list[str] = self.clues
        return rows

    @classmethod
    def empty(cls, shape: Shape) -> Self:  # noqa: ARG003 - subclasses use it
        """Return the puzzle of this size without any clue; a kind that has none says so.

        Raises
        ------
        LitgridError
            where there is no such board.
        """
        raise LitgridError(f"{cls.title} has no empty boards")

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

    def read_partial(self, rows: Sequence[str]) -> Grid:
        """Read a half-filled grid: as :meth:`read_rows`, but what is written as open stays open.

        Raises
        ------
        InputError
            where the rows are not a grid of this puzzle.
        """
        return self.read_rows(rows)

    def with_givens(self, grid: Grid) -> Self:  # noqa: ARG002 - subclasses read it
        """Return this puzzle with more cells given (1, 0, or -1 for the others); walls and given cells stay.

        Raises
        ------
        LitgridError
            where the kind has no given cells.
        """
        raise LitgridError(f"{self.title} has no given cells")

    def rearranged(self, places: IntArray) -> Self:  # noqa: ARG002 - subclasses read them
        """Return the puzzle of another board, each of whose cells is one of this board, or new.

        ``places``, shaped as the new board, holds the cell of this board that stands in each place, and -1 where an
        open one does: the board turned, mirrored, cut, or made larger. See :mod:`litgrid.core.turning`.

        Raises
        ------
        LitgridError
            where the kind has no such board, or cannot be rearranged.
        """
        raise LitgridError(f"{self.title} boards cannot be turned or resized")

    def lit(self, grid: Grid) -> BoolArray:
        """Return which cells are shown as light: those whose rule of the kind that ``play`` names true cells meet."""
        found: BoolArray = np.zeros(self.shape.size, dtype=np.bool_)
        for table in self.rules() if self.play.lit is not None else ():
            if isinstance(table, Count) and table.kind == self.play.lit and table.at is not None:
                true, _ = sums(table.bounds, of_grid(grid))
                found[table.at[table.rules[true >= table.bounds.low]]] = True
        return found.reshape(grid.shape)

    @abstractmethod
    def scene(self, grid: Grid) -> Scene:
        """Return the picture of a grid over this puzzle."""

    def halfway(self, grid: Grid) -> Scene:
        """Return the picture of a half-filled grid, in which cells known to be false are told from open ones."""
        return self.scene(grid)

    @property
    def givens(self) -> Grid:
        """The cells whose value is given; by default none."""
        return np.full((self.shape.rows, self.shape.columns), -1, dtype=np.int8)

    @property
    def clue(self) -> str:
        """What a clue that an answer gives is called: see :meth:`clues_of`."""
        return "given"

    def clues_of(self, grids: Grid) -> IntArray:
        """Return what each clue that this board can have says, where it is made from a grid.

        ``grids`` are full, shaped ``(number, rows, columns)``; the result is shaped ``(number, clues)``. By default a
        clue gives the value of a cell. A clue that a grid does not give, as the number of a cell that can have none, is
        -1 of it. Where a symmetry of the rules turns one grid into another, the clues of the one
        must be those of the other in another order, perhaps with other values in place of each.
        """
        return grids.reshape(len(grids), self.shape.size).astype(np.int64)

    @property
    def stated(self) -> BoolArray:
        """Which of the clues of :meth:`clues_of` the puzzle has; by default which cells are given."""
        return self.givens.ravel() >= 0

    def clued(self, grid: Grid, chosen: BoolArray) -> Self:  # noqa: ARG002 - subclasses use them
        """Return the puzzle of this board, and switches, whose clues are those that were chosen of a grid's.

        Raises
        ------
        LitgridError
            where this kind cannot be made from grids.
        """
        raise LitgridError(f"{self.title} puzzles cannot be made from their answers yet")

    @property
    def bare(self) -> Self:
        """The puzzle of this board without clues."""
        grid = np.zeros((self.shape.rows, self.shape.columns), dtype=np.int8)
        return self.clued(grid, np.zeros(self.clues_of(grid[None]).shape[1], dtype=np.bool_))

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

    def to_text(self) -> str:
        r"""Return the puzzle as text that says all: a line with the kind, the size and the switches, then the board.

        :func:`litgrid.loads` gives the puzzle back.

        >>> import litgrid
        >>> litgrid.load("0.\n.0", kind="binairo", unique_lines=False).to_text()
        'binairo 2x2 no-unique-lines\n0.\n.0'
        """
        said = (("" if getattr(self, name) else "no-") + name.replace("_", "-") for name in sorted(self.switches))
        return "\n".join([" ".join([self.name, f"{self.shape.rows}x{self.shape.columns}", *said]), self.text()])

    def remarks(self, language: str = OWN) -> Sequence[str]:  # noqa: ARG002 - who has something to say reads it
        """Return what is odd about the puzzle, though not wrong, in sentences without a full stop; by default none."""
        return ()

    def guess(self, rng: np.random.Generator) -> Grid | None:  # noqa: ARG002 - subclasses draw from it
        """Return a grid that is probably near an answer: a hint for engines, which may be as wrong as it likes."""
        return None

    @cached_property
    def fixed(self) -> BoolArray:
        """The cells, in order, that a rule of the kind about them alone makes false, as walls."""
        fixed: BoolArray = np.zeros(self.shape.size, dtype=np.bool_)
        for table in self.rules():
            if isinstance(table, Count) and not table.clue:
                alone = (table.bounds.lengths == 1) & (table.bounds.high == 0)
                if alone.any():  # else no literals need to be listed
                    fixed[np.abs(table.bounds.literals[table.bounds.starts[:-1][alone]]) - 1] = True
        return fixed

    def tables(self) -> tuple[Table, ...]:
        """Return every rule of this puzzle: those of its kind, its clues, and its given cells."""
        return (*self.rules(), self._given())

    def with_switches(self, **switches: bool | None) -> Self:
        """Return this puzzle with some rules switched on or off; ``None`` and other kinds' switches change nothing."""
        changes: dict[str, Any] = {
            name: value for name, value in switches.items() if value is not None and name in self.switches
        }
        for name, value in changes.items():
            if not isinstance(value, bool):
                raise LitgridError(f"expected true or false for {name}, got {shorten(value)}")
        return replace(self, **changes) if changes else self

    def __str__(self) -> str:
        """Return the board as a picture for a terminal, without colour."""
        return draw(self.scene(self.givens))

    def __repr__(self) -> str:
        """Return one line, which makes a small puzzle again; of a large one it says the kind and the size."""
        text = self.to_text()
        return f"litgrid.loads({text!r})" if len(text) <= SHORT else f"<{self.title} {self.shape}>"

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        cls.__repr__ = cls.__repr__  # type: ignore[method-assign]  # else a dataclass writes one, arrays and all

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return bundle(self)

    def _repr_svg_(self) -> str | None:
        return self._repr_mimebundle_().get("image/svg+xml")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Puzzle) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return (self.name, self.text(), *(getattr(self, name) for name in self.switches))

    def _given(self) -> Count:
        givens = self.givens.ravel()
        cells = np.flatnonzero(givens >= 0)
        literals = np.where(givens[cells] == 1, cells + 1, -(cells + 1))
        names = {1: self.true, 0: self.false}

        def sentence(rule: int) -> str:
            cell = int(cells[rule])
            return f"{self.shape.name(cell)} is given as {names[int(givens[cell])]}"

        return Count(GIVEN, from_matrix(literals[:, None], 1, 1), sentence, clue=True, at=cells)


def expect_puzzle(puzzle: object) -> None:
    """Raise ``TypeError`` for what is no puzzle, as a text that was not loaded."""
    if not isinstance(puzzle, Puzzle):
        if isinstance(getattr(puzzle, "puzzle", None), Puzzle):  # a record, or an answer
            raise TypeError(f"expected a Puzzle, got a {type(puzzle).__name__}: give its .puzzle")
        raise TypeError(f"expected a Puzzle (litgrid.load makes one of a text), got {type(puzzle).__name__}")
