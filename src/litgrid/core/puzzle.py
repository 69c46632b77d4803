"""What a puzzle is to the rest of litgrid.

A puzzle has cells that are true or false, tables of rules, clues as people write them, and words for its pictures. A
new kind of puzzle is one class in one file: solving, proving, checking, drawing and the formats then work for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar, Self

import numpy as np

from litgrid.core.bounds import Bounds, from_matrix
from litgrid.core.characters import Characters, Grid, check_size, codes, free_of, read_grid, shorten, strings
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import BoolArray, IntArray, Shape
from litgrid.core.play import Play
from litgrid.core.tables import Count, Table
from litgrid.core.technique import Technique, Tier
from litgrid.core.words import beside

GIVEN = "given"
"""The kind of rule that gives a cell its value."""
BELOW = "given:"
"""Stands, in text, above given cells that are written in a grid of their own."""


@dataclass(frozen=True)
class Scene:
    """What a board looks like, for any renderer.

    ``glyphs`` holds a character a cell and ``styles`` its style: ``wall``, ``number`` (a wall with something on it),
    ``clue`` (a value that the puzzle gives), ``true`` and ``false`` (a decided cell), ``lit`` (decided, and to be shown
    as reached), ``unknown``. ``left`` and ``top`` are labels of rows and columns, empty where a puzzle has none.
    ``symbols`` names a finer character for a glyph, for renderers that have more than ASCII. ``inscribed`` holds what
    the puzzle says in cells that are filled in as well, by the cells' numbers.
    """

    glyphs: list[str]
    styles: list[list[str]]
    left: tuple[str, ...] = ()
    top: tuple[str, ...] = ()
    symbols: Mapping[str, str] = field(default_factory=dict)
    inscribed: Mapping[int, str] = field(default_factory=dict)

    @property
    def cells(self) -> Iterator[tuple[str, str]]:
        """The style and the glyph of each cell, in order."""
        for styles, glyphs in zip(self.styles, self.glyphs, strict=True):
            yield from zip(styles, glyphs, strict=True)

    @property
    def alike(self) -> set[str]:
        """The glyphs that stand for given cells and for others: which are given has to be told in some other way."""
        cells = set(self.cells)
        entries = {glyph for style, glyph in cells if style in ("true", "false")}
        return {glyph for style, glyph in cells if style == "clue" and glyph in entries}


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
    ``sketcher``
        the module that makes board, answer and clues of the kind together, by a way of its own, as
        :mod:`litgrid.puzzles.lightup.making` does; ``None`` where there is none
    ``answer``
        three characters: how a false, a true and an unknown cell are written, where the clues are a grid of characters
    ``forms``
        the module that says what it is in the formats of others: see :mod:`litgrid.core.forms`; ``None``: nothing
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
    sketcher: ClassVar[str | None] = None
    forms: ClassVar[str | None] = None
    answer: ClassVar[str]
    labelled: ClassVar[bool] = False
    tiers: ClassVar[tuple[Tier, ...]] = ()

    @classmethod
    def words(cls, language: str) -> Mapping[str, Any]:
        """Return what is said of the kind in a language, beside what its class says; by default as files have it.

        These lie beside the file of the class: ``words.en.toml``, ``words.fr.toml``. Their sections, each of which may
        be left out: ``kind`` (``title``, ``instruction1`` and so on, the names of switches), ``says`` (sentences of
        rules), ``state`` (what a true and a false cell are called), ``meaning`` (what characters mean), ``law`` (what
        all rules of a kind say); and, for explanations, ``cells``, ``rule``, ``technique``, ``step``.
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
        clue gives the value of a cell. Where a symmetry of the rules turns one grid into another, the clues of the one
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

    def guess(self, rng: np.random.Generator) -> Grid | None:  # noqa: ARG002 - subclasses draw from it
        """Return a grid that is probably near an answer: a hint for engines, which may be as wrong as it likes."""
        return None

    @property
    def fixed(self) -> BoolArray:
        """The cells, in order, that a rule of the kind about them alone makes false, as walls."""
        fixed: BoolArray = np.zeros(self.shape.size, dtype=np.bool_)
        for table in self.rules():
            if isinstance(table, Count) and not table.clue:
                alone = (table.bounds.lengths == 1) & (table.bounds.high == 0)
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

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return what a notebook shows."""
        # Renderers lie above this layer: theirs is named, as in a registry, and fetched when a notebook asks.
        bundle: dict[str, str] = import_module("litgrid.render.notebook").bundle(self)
        return bundle

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


@dataclass(frozen=True, eq=False)
class GridPuzzle(Puzzle):
    """A puzzle whose clues are a grid of characters, as most are.

    The first two of ``answer`` are in the alphabet, and give a cell its value there; or none of them is meant there, as
    cells that are filled in hold clues: then given cells are written below the clues, in a grid of their own.

    More class attributes:

    ``numbers``
        the characters that say how many cells are true, and how many: clues that :meth:`number_rules` counts
    ``unnumbered``
        the character of a cell that could hold such a number and does not

    Attributes
    ----------
    grid
        The codes of the characters of ``alphabet``, shaped as the board.
    given
        Cells that are given besides what characters of the grid give: 1, 0, or -1 for others; ``None`` for none.
    """

    numbers: ClassVar[Mapping[str, int]] = {}
    unnumbered: ClassVar[str] = ""

    grid: Characters
    given: Grid | None = field(default=None, kw_only=True)

    @classmethod
    def apart(cls) -> bool:
        """Whether given cells are written in a grid of their own."""
        return cls.answer[1] not in cls.alphabet

    @classmethod
    def blank(cls) -> str:
        """Return the character of a cell of an open board."""
        return cls.unnumbered if cls.apart() else cls.answer[2]

    @classmethod
    def from_clues(cls, clues: Any, **switches: bool) -> Self:
        """Read a list of rows, or ``{"grid": rows, "given": rows}``; switches of other kinds change nothing."""
        given = None
        if cls.apart() and isinstance(clues, dict):
            if not clues.keys() <= {"grid", "given"} or "grid" not in clues:
                raise InputError(f'expected {cls.title} clues as rows, or as "grid" and "given", got {shorten(clues)}')
            clues, given = clues["grid"], clues.get("given")
        grid = read_grid(clues, cls.alphabet, what=cls.title, hints=cls.hints)
        puzzle = cls(grid).with_switches(**switches)
        return puzzle if given is None else puzzle.with_givens(puzzle.read_partial(given))

    @classmethod
    def from_text(cls, lines: Sequence[str], **switches: bool) -> Self:
        """Read the rows, and below a line ``given:`` those of given cells."""
        if not cls.apart() or BELOW not in lines:
            return cls.from_clues(list(lines), **switches)
        above = lines.index(BELOW)
        puzzle = cls.from_clues(list(lines[:above]), **switches)
        try:
            return puzzle.with_givens(puzzle.read_partial(lines[above + 1 :]))
        except InputError as error:
            raise error.at(lines_before=above + 1) from None

    @classmethod
    def foreign(cls, lines: Sequence[str]) -> int:
        """Return how many characters are not in the alphabet; all, where cells stand there that are given elsewhere."""
        if not cls.apart():
            return super().foreign(lines)
        board = lines[: lines.index(BELOW)] if BELOW in lines else lines
        given = set(cls.answer).difference(cls.alphabet).intersection(*["".join(board)])
        return sum(map(len, board)) if given else super().foreign(board)

    @classmethod
    def empty(cls, shape: Shape) -> Self:
        """Return a board of open cells."""
        check_size(shape.rows, shape.columns)
        return cls.from_clues([cls.blank() * shape.columns] * shape.rows)

    @property
    def clues(self) -> Any:
        """The rows; with given cells in a grid of their own both."""
        rows = strings(self.grid)
        return rows if self.given is None else {"grid": rows, "given": self.rows(self.given)}

    def text(self) -> str:
        """Write what :meth:`from_text` reads."""
        below = [] if self.given is None else [BELOW, *self.rows(self.given)]
        return "\n".join([*strings(self.grid), *below])

    @property
    def shape(self) -> Shape:
        """The board."""
        return Shape(*self.grid.shape)

    @property
    def givens(self) -> Grid:
        """The cells that a character of ``answer`` gives a value, and those that are given besides."""
        values = np.full(self.grid.shape, -1, dtype=np.int8) if self.apart() else self._values(self.grid)
        return values if self.given is None else np.where(self.given >= 0, self.given, values)

    def number_rules(self) -> Count:
        """Return the table of the numbers, one count each, ascending by their cells (``at``); it is among the rules.

        Raises
        ------
        LitgridError
            where the kind has none.
        """
        raise LitgridError(f"{self.title} has no numbers")

    @cached_property
    def places(self) -> IntArray:
        """The cells that could hold a number, ascending."""
        return np.flatnonzero(free_of(self.grid, f"{self.unnumbered}{''.join(self.numbers)}").ravel())

    @cached_property
    def _counted(self) -> Bounds:
        """What a number counts in each of the places."""
        grid = self.grid.copy()
        grid.ravel()[self.places] = ord(next(iter(self.numbers)))
        return replace(self, grid=grid).number_rules().bounds

    @property
    def clue(self) -> str:
        """A number, where the board has places for some; else a given cell."""
        return "number" if self.numbers and self.places.size else GIVEN

    def clues_of(self, grids: Grid) -> IntArray:
        """Return the numbers of all places; without such places, the values of the cells."""
        if self.clue == GIVEN:
            return super().clues_of(grids)
        counted = self._counted
        true = grids.reshape(len(grids), self.shape.size)[:, np.abs(counted.literals) - 1] == (counted.literals > 0)
        until = np.cumsum(true, axis=1, dtype=np.int64)
        sums = np.concatenate([np.zeros((len(grids), 1), dtype=np.int64), until], axis=1)
        numbers: IntArray = sums[:, counted.starts[1:]] - sums[:, counted.starts[:-1]]
        return numbers

    @property
    def stated(self) -> BoolArray:
        """Which places have a number; without such places, which cells are given."""
        if self.clue == GIVEN:
            return super().stated
        return free_of(self.grid.ravel()[self.places], "".join(self.numbers))

    def clued(self, grid: Grid, chosen: BoolArray) -> Self:
        """Return the puzzle with the chosen numbers, or chosen cells given; what is no cell to fill stays as it is."""
        if self.clue == GIVEN:
            bare = np.where(free_of(self.grid, self.answer), np.uint8(ord(self.blank())), self.grid)
            values = np.where(chosen.reshape(grid.shape), grid, -1).astype(np.int8)
            return replace(self, grid=bare, given=None).with_givens(values)
        characters = np.where(free_of(self.grid, self.answer), np.uint8(ord(self.blank())), self.grid)
        numbers = np.array([ord(character) for character in self.numbers], dtype=np.uint8)
        written = numbers[np.searchsorted(list(self.numbers.values()), self.clues_of(grid[None])[0])]
        characters.ravel()[self.places] = np.where(chosen, written, np.uint8(ord(self.unnumbered)))
        return replace(self, grid=characters, given=None)

    def rearranged(self, places: IntArray) -> Self:
        """Return the puzzle whose cells are those of this one at other places; new ones are open."""
        check_size(*places.shape)
        characters = np.append(self.grid, np.uint8(ord(self.blank())))[places]
        switches = {name: getattr(self, name) for name in self.switches}
        moved = type(self).from_clues(strings(characters), **switches)
        return moved if self.given is None else moved.with_givens(np.append(self.given, np.int8(-1))[places])

    def rows(self, grid: Grid) -> list[str]:
        """Write a grid in the characters of ``answer``."""
        return strings(np.frombuffer(self.answer.encode("ascii"), dtype=np.uint8)[grid])

    def read_rows(self, rows: Sequence[str]) -> Grid:
        """Read a grid in the characters of ``answer``."""
        alphabet = dict(zip(self.answer, (self.false, self.true, "open"), strict=True))
        return self._values(read_grid(rows, alphabet, what=self.title, shape=self.shape))

    def read_partial(self, rows: Sequence[str]) -> Grid:
        """Read a half-filled grid: as :meth:`read_rows`, but what is written as open stays open."""
        if self.apart():
            return GridPuzzle.read_rows(self, rows)
        other = read_grid(rows, self.alphabet, what=self.title, shape=self.shape)
        is_open, was_open = other == ord(self.answer[2]), self.grid == ord(self.answer[2])
        marks = np.isin(other, np.frombuffer(self.answer.encode("ascii"), dtype=np.uint8))
        wrong = np.where(was_open, ~marks, ~is_open & (other != self.grid))
        if wrong.any():
            row, column = map(int, np.argwhere(wrong)[0])
            there = chr(self.grid[row, column])
            expected = f"one of {self.answer}" if was_open[row, column] else f"{there}, as in the puzzle"
            got = chr(other[row, column])
            raise InputError(f"expected {expected}, got {got}", line=row + 1, column=column + 1)
        return self._values(other)

    def with_givens(self, grid: Grid) -> Self:
        """Return this puzzle with more cells given (1, 0, or -1 for the others); walls and given cells stay."""
        free = (self.givens < 0) & ~self.fixed.reshape(grid.shape) & (grid >= 0)
        if self.apart():
            given = np.where(free, grid, self.givens).astype(np.int8)
            return replace(self, given=given) if (given >= 0).any() else self
        characters = np.frombuffer(self.answer.encode("ascii"), dtype=np.uint8)
        return replace(self, grid=np.where(free, characters[grid], self.grid).astype(np.uint8))

    def scene(self, grid: Grid) -> Scene:
        """Return given cells, and true, false and unknown ones; and numbers in them."""
        styles = np.array(["false", "true", "unknown"], dtype=object)[grid]
        styles[self.givens >= 0] = "clue"
        inscribed = {}
        if self.apart():
            cells = self.places[free_of(self.grid.ravel()[self.places], "".join(self.numbers))]
            inscribed = {cell: chr(self.grid.flat[cell]) for cell in cells.tolist()}
        return Scene(self.rows(grid), styles.tolist(), symbols=self.symbols, inscribed=inscribed)

    def _values(self, characters: Characters) -> Grid:
        return codes(characters, {self.answer[0]: 0, self.answer[1]: 1})


def expect_puzzle(puzzle: object) -> None:
    """Raise ``TypeError`` for what is no puzzle, as a text that was not loaded."""
    if not isinstance(puzzle, Puzzle):
        raise TypeError(f"expected a Puzzle (litgrid.load makes one of a text), got {type(puzzle).__name__}")
