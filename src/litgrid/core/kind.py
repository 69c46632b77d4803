"""A kind of puzzle as a page of declarations: the characters of its cells, its layers, its rules.

From these follow: text and JSON in and out with places in every error, empty boards, turned and cut ones, given cells,
pictures, and what a generator may leave out. See docs/contributing.md.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import Any, ClassVar, Self

import numpy as np

from litgrid.core.bounds import Bounds, from_masked, from_matrix, join
from litgrid.core.characters import Characters, Grid, check_size, codes, free_of, read_grid, strings
from litgrid.core.check import expect_grid
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import BoolArray, IntArray, Shape
from litgrid.core.layers import Labels, Layer
from litgrid.core.puzzle import GIVEN
from litgrid.core.scene import Scene
from litgrid.core.tables import Count
from litgrid.core.words import OWN
from litgrid.core.written import GRID, Written


class Kind(Written):
    """A puzzle whose cells hold characters, with layers beside them.

    The first two of ``answer`` are in the alphabet, and give a cell its value there; or none of them is meant there, as
    cells that are filled in hold clues: then given cells are written in a grid of their own.

    More class attributes:

    ``numbers``
        the characters that say how many cells of those :meth:`near` are true, and how many: :meth:`number_rules`
    ``counted``, ``number_says``
        what a number counts, and what is said of it: ``"bulb"``, ``"touches {}"``
    ``under``
        the value of every cell with a number, if that is part of the number's rule, as in Minesweeper
    ``unnumbered``
        the character of a cell that could hold such a number and does not
    ``parting``
        a character of cells through which no rule goes, as walls, where boards are nothing but cells: then they are
        glued by such cells, and a thousand small ones deduced as one
    ``shown``
        how a false, a true and an unknown cell are written in an answer, where not as in ``answer``
    Each of its ``layers`` is a field of the class.

    Attributes
    ----------
    grid
        The codes of the characters of ``alphabet``, shaped as the board.
    given
        Cells that are given besides what characters of the grid give: 1, 0, or -1 for others; ``None`` for none.
    """

    numbers: ClassVar[Mapping[str, int]] = {}
    counted: ClassVar[str] = ""
    number_says: ClassVar[str] = "{}"
    under: ClassVar[bool | None] = None
    shown: ClassVar[str] = ""
    parting: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        """Note what others ask."""
        super().__init_subclass__()
        cls.shown = cls.shown or getattr(cls, "answer", "")
        cls.numbers_anywhere = bool(cls.numbers) and len(cls.shown) == 3 and cls.unnumbered == cls.blank()
        cls.labelled = any(isinstance(layer, Labels) for layer in cls.layers)

    @property
    def cell_rows(self) -> list[str]:
        """The characters of the cells, a string a row."""
        return strings(self.grid)

    def remarks(self, language: str = OWN) -> list[str]:
        """Return what is odd about the layers."""
        return [said for layer, values in self._layers() for said in layer.remarks(values, self.shape, language)]

    def without(self, forms: Container[str]) -> Self:
        """Return the puzzle without layers that it may be without, but those of some forms, and without ``given``."""
        gone: dict[str, Any] = {layer.name: None for layer in self.layers if layer.optional and layer.form not in forms}
        return replace(self, given=None, **gone)

    @cached_property
    def shape(self) -> Shape:
        return Shape(*self.grid.shape)

    @property
    def givens(self) -> Grid:
        """The cells that a character of ``answer`` gives a value, and those that are given besides."""
        values = np.full(self.grid.shape, -1, dtype=np.int8) if self.apart() else self._values(self.grid)
        return values if self.given is None else np.where(self.given >= 0, self.given, values)

    def near(self, cells: IntArray) -> tuple[IntArray, BoolArray]:  # noqa: ARG002 - kinds with numbers use it
        """Return which cells a number in each of some cells counts, shaped ``(cells, most)``, and which of these are.

        Raises :class:`LitgridError` where the kind has no numbers.
        """
        raise LitgridError(f"{self.title} has no numbers")

    def number_rules(self) -> Count:
        """Return the table of the numbers, ascending by their cells; with ``under`` each is about its own cell, too."""
        numbers = codes(self.grid, self.numbers).ravel()
        cells = np.flatnonzero(numbers >= 0)
        number, bounds, rule_of = numbers[cells].astype(np.int64), self._count_near(cells, numbers[cells]), None
        if self.under is not None:
            own = from_matrix((cells[:, None] + 1) * (1 if self.under else -1), 1, 1)
            bounds, rule_of = join([bounds, own]), np.tile(np.arange(cells.size), 2)

        def sentence(rule: int) -> str:
            count = int(number[rule])
            many = f"exactly {count} {self.counted}{'s' * (count > 1)}" if count else f"no {self.counted}"
            return f"the {count} at {self.shape.name(cells[rule])} {self.number_says.format(many)}"

        return Count("number", bounds, sentence, rule_of, clue=True, at=cells, value=number)

    def _count_near(self, cells: IntArray, number: Grid) -> Bounds:
        near, exists = self.near(cells)
        return from_masked(near + 1, exists, number.astype(np.int64), number.astype(np.int64))

    @cached_property
    def fixed(self) -> BoolArray:
        """See :attr:`Puzzle.fixed`; what a number says of its own cell is no question either."""
        return super().fixed | self._numbered.ravel() if self.under is False else super().fixed

    @cached_property
    def places(self) -> IntArray:
        """The cells that could hold a number, ascending."""
        given = self.answer if self.blank() == self.unnumbered else ""  # what is given there may be a number as well
        return np.flatnonzero(free_of(self.grid, f"{self.unnumbered}{''.join(self.numbers)}{given}").ravel())

    @cached_property
    def _counted(self) -> Bounds:
        """What a number counts in each of the places."""
        return self._count_near(self.places, np.zeros(self.places.size, dtype=np.int8))

    @cached_property
    def _clued(self) -> tuple[Layer[Any], Any] | None:
        """The layer whose clues this board is made of, and what it holds; ``None`` where these are cells."""
        return next(((layer, values) for layer, values in self._layers() if layer.clue), None)

    @property
    def clue(self) -> str:
        """A number, where the board has places for some; else what a clue of a layer is called; else a given cell."""
        if self.numbers and self.places.size:
            return "number"
        return self._clued[0].clue if self._clued else GIVEN

    def clues_of(self, grids: Grid) -> IntArray:
        """Return the numbers of all places, or what a layer says; without such places, the values of the cells."""
        if self.numbers and self.places.size:
            counted = self._counted
            true = grids.reshape(len(grids), self.shape.size)[:, np.abs(counted.literals) - 1] == (counted.literals > 0)
            until = np.cumsum(true, axis=1, dtype=np.int64)
            sums = np.concatenate([np.zeros((len(grids), 1), dtype=np.int64), until], axis=1)
            numbers: IntArray = sums[:, counted.starts[1:]] - sums[:, counted.starts[:-1]]
            if self.under is not None:
                numbers[grids.reshape(len(grids), self.shape.size)[:, self.places] != self.under] = -1
            return numbers
        if self._clued:
            layer, values = self._clued
            return layer.says(values, self.shape, grids)
        said = super().clues_of(grids)
        said[:, ~self._filled.ravel()] = -1
        return said

    @property
    def stated(self) -> BoolArray:
        """Which places have a number, or something of a layer; without such places, which cells are given."""
        if self.numbers and self.places.size:
            return free_of(self.grid.ravel()[self.places], "".join(self.numbers))
        return self._clued[0].stated(self._clued[1]) if self._clued else super().stated

    def clued(self, grid: Grid, chosen: BoolArray) -> Self:
        """Return the puzzle with the chosen clues, or chosen cells given; what is no cell to fill stays as it is."""
        bare = np.where(free_of(self.grid, self.answer), np.uint8(ord(self.blank())), self.grid)
        puzzle = replace(self, grid=bare, given=None)
        if self.clue == GIVEN:
            values = np.where(chosen.reshape(grid.shape) & self._filled, grid, -1).astype(np.int8)
            if self.apart():
                return replace(puzzle, given=values) if (values >= 0).any() else puzzle
            return replace(
                puzzle, grid=np.where(values >= 0, self._characters(self.answer)[values], bare).astype(np.uint8)
            )
        said = self.clues_of(grid[None])[0]
        if self._clued and self.clue != "number":
            layer, values = self._clued
            return replace(puzzle, **{layer.name: layer.chosen(values, said, chosen)})
        numbers = np.array([ord(character) for character in self.numbers], dtype=np.uint8)
        written = numbers[np.searchsorted(list(self.numbers.values()), said)]
        bare.ravel()[self.places] = np.where(chosen, written, np.uint8(ord(self.unnumbered)))
        return puzzle

    def rearranged(self, places: IntArray) -> Self:
        """Return the puzzle whose cells are those of this one at other places; new ones are open."""
        check_size(*places.shape)
        pieces: dict[str, Any] = {GRID: strings(np.append(self.grid, np.uint8(ord(self.blank())))[places])}
        shape = Shape(*places.shape)
        for layer, values in self._layers():
            pieces |= layer.written(layer.moved(values, self.shape, places), shape)
        switches = {name: getattr(self, name) for name in self.switches}
        moved = type(self).from_clues(pieces if pieces.keys() != {GRID} else pieces[GRID], **switches)
        return moved if self.given is None else moved.with_givens(np.append(self.given, np.int8(-1))[places])

    def rows(self, grid: Grid) -> list[str]:
        """Write a grid in the characters of ``shown``; cells that are not filled in stay as they are."""
        alike = getattr(grid, "dtype", None) == np.int8 and grid.shape == self.grid.shape
        if not alike or grid.tobytes().strip(b"\x00\x01\xff"):  # 0, 1 and -1 alone leave nothing
            grid = expect_grid(self, grid)
        return strings(np.where(self._filled, self._characters(self.shown)[grid], self.grid))

    def read_rows(self, rows: Sequence[str]) -> Grid:
        """Read a grid in the characters of ``answer``; those of ``shown`` say what is left open there."""
        filled = self._filled
        alphabet = self.alphabet
        if self.shown == self.answer and filled.all():
            alphabet = dict(zip(self.answer, (self.false, self.true, "open"), strict=True))
        other = read_grid(rows, alphabet, what=self.title, shape=self.shape)
        moved = free_of(other, self.answer) != filled
        if moved.any():
            row, column = map(int, np.argwhere(moved)[0])
            there = "a cell to be filled in" if filled[row, column] else chr(self.grid[row, column])
            raise InputError(f"expected {there}, as in the puzzle", line=row + 1, column=column + 1)
        values = codes(other, {self.answer[0]: 0, self.shown[0]: 0, self.answer[1]: 1})
        return np.where(filled, values, 0).astype(np.int8)

    def read_partial(self, rows: Sequence[str]) -> Grid:
        """Read a half-filled grid: as :meth:`read_rows`, but what is written as open stays open."""
        if self.apart():
            return Kind.read_rows(self, rows)
        other = read_grid(rows, self.alphabet, what=self.title, shape=self.shape)
        is_open, was_open = other == ord(self.answer[2]), self.grid == ord(self.answer[2])
        marks = np.isin(other, self._characters(self.answer))
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
        return replace(self, grid=np.where(free, self._characters(self.answer)[grid], self.grid).astype(np.uint8))

    def scene(self, grid: Grid) -> Scene:
        """Return given cells, true, false and unknown ones, what is no cell to fill, and numbers in cells that are."""
        return self._drawn(grid, (self.givens if self.shown != self.answer else grid) == 0)

    def halfway(self, grid: Grid) -> Scene:
        """Return the picture of a half-filled grid, in which cells known to be false are told from open ones."""
        return self._drawn(grid, (self.givens == 0) | ((grid == 0) & ~self.lit(grid)))

    def _drawn(self, grid: Grid, told: BoolArray) -> Scene:
        """Return a picture; ``told`` cells are shown as false where they are not true."""
        marks, number = told & (grid != 1), self._numbered
        given = self.givens == (1 if self.shown != self.answer else grid)
        styles = np.where(marks, "false", "unknown").astype(object)
        styles[self.lit(grid)] = "lit"
        styles[grid == 1] = "true"
        styles[given & (self.givens >= 0)] = "clue"
        styles[~self._filled] = "wall"
        entered = np.where(marks, np.uint8(ord(self.answer[0])), self._characters(self.shown)[grid])
        inscribed = {}
        if self.apart():
            inscribed = {cell: chr(self.grid.flat[cell]) for cell in np.flatnonzero(number).tolist()}
        else:
            styles[number] = "number" if self.under is None else "clue"  # what is in that cell goes without saying
        alone = ~self._filled | (number & (not self.apart()))
        rows = strings(np.where(alone, self.grid, entered).astype(np.uint8))
        scene = Scene(rows, styles.tolist(), symbols=self.symbols, inscribed=inscribed)
        for layer, values in self._layers():
            scene = layer.drawn(values, self.shape, scene)
        return scene

    @property
    def _numbered(self) -> BoolArray:
        return free_of(self.grid, "".join(self.numbers))

    @cached_property
    def _filled(self) -> BoolArray:
        """Which cells are to be filled in: all but those with characters of another meaning, as walls."""
        if self.apart() or self.under is not None:
            return np.ones(self.grid.shape, dtype=np.bool_)
        return free_of(self.grid, self.answer)

    @staticmethod
    @cache
    def _characters(three: str) -> Characters:
        return np.frombuffer(three.encode("ascii"), dtype=np.uint8)

    def _values(self, characters: Characters) -> Grid:
        return codes(characters, {self.answer[0]: 0, self.answer[1]: 1})
