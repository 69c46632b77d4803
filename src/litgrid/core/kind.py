"""A kind of puzzle as a page of declarations: the characters of its cells, its layers, its rules.

From these follow: text and JSON in and out with places in every error, empty boards, turned and cut ones, given cells,
pictures, and what a generator may leave out. See docs/contributing.md.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from litgrid.core.bounds import Bounds, from_matrix, join
from litgrid.core.characters import Characters, Grid, check_size, codes, free_of, read_grid, shorten, strings
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import BoolArray, IntArray, Shape
from litgrid.core.layers import Labels, Layer
from litgrid.core.puzzle import GIVEN, Puzzle
from litgrid.core.scene import Scene
from litgrid.core.tables import Count

GRID = "grid"
"""The key of the characters of cells, where clues are more than these."""


@dataclass(frozen=True, eq=False)
class Kind(Puzzle):
    """A puzzle whose cells hold characters, with layers beside them.

    The first two of ``answer`` are in the alphabet, and give a cell its value there; or none of them is meant there, as
    cells that are filled in hold clues: then given cells are written in a grid of their own.

    More class attributes:

    ``numbers``
        the characters that say how many cells are true, and how many: clues that :meth:`number_rules` counts
    ``under``
        the value of every cell with a number, if that is part of the number's rule: see :meth:`with_own_cells`
    ``unnumbered``
        the character of a cell that could hold such a number and does not
    Each of its ``layers`` is a field of the class.

    Attributes
    ----------
    grid
        The codes of the characters of ``alphabet``, shaped as the board.
    given
        Cells that are given besides what characters of the grid give: 1, 0, or -1 for others; ``None`` for none.
    """

    numbers: ClassVar[Mapping[str, int]] = {}
    unnumbered: ClassVar[str] = ""
    under: ClassVar[bool | None] = None

    grid: Characters
    given: Grid | None = field(default=None, kw_only=True)

    def __init_subclass__(cls) -> None:
        """Note what others ask."""
        cls.labelled = any(isinstance(layer, Labels) for layer in cls.layers)

    @classmethod
    def apart(cls) -> bool:
        """Whether given cells are written in a grid of their own."""
        return cls.answer[1] not in cls.alphabet

    @classmethod
    def blank(cls) -> str:
        """Return the character of a cell of an open board."""
        return cls.unnumbered if cls.apart() else cls.answer[2]

    @classmethod
    def _fixed(cls) -> list[Layer[Any]]:
        """Return the layers that each board has: they say its shape, and come first."""
        return [layer for layer in cls.layers if not layer.optional]

    @classmethod
    def _pieces(cls) -> dict[str, Layer[Any] | None]:
        """Return the keys that clues may have, and the layer of each; ``None`` for cells."""
        keys: dict[str, Layer[Any] | None] = {key: layer for layer in cls.layers for key in layer.keys}
        return keys | {GRID: None} | ({GIVEN: None} if cls.apart() else {})

    @classmethod
    def from_clues(cls, clues: Any, **switches: bool) -> Self:
        """Read rows of cells, or an object of rows and of what the layers say; other kinds' switches change nothing."""
        said = clues if isinstance(clues, dict) and len(cls._pieces()) > 1 else {GRID: clues}
        pieces = dict.fromkeys(cls._pieces()) | said
        cls._expect_pieces(clues, pieces)
        values: dict[str, Any] = {}
        shape: Shape | None = None
        for layer in cls._fixed():
            values[layer.name] = layer.read(pieces, shape, cls.title)
            shape = shape or layer.shape(pieces)
        grid = cls._cells(pieces[GRID], shape, keyed=said is clues)
        for layer in cls.layers:
            if layer.optional and any(pieces[key] is not None for key in layer.keys):
                values[layer.name] = layer.read(pieces, Shape(*grid.shape), cls.title)
        puzzle = cls(grid, **values).with_switches(**switches)
        if pieces.get(GIVEN) is None:
            return puzzle
        try:
            return puzzle.with_givens(puzzle.read_partial(pieces[GIVEN]))
        except InputError as error:
            raise error.under(GIVEN) from None

    @classmethod
    def _expect_pieces(cls, clues: object, pieces: Mapping[str, Any]) -> None:
        """Raise :class:`InputError` where clues are not rows or an object of the kind's keys, each that is needed."""
        fixed = [(layer, key) for layer in cls._fixed() for key in layer.keys]
        needed = [key for layer, key in fixed if not layer.usual] if fixed else [GRID]
        lacking = isinstance(clues, dict) and any(pieces[key] is None for key in needed)
        if not pieces.keys() <= cls._pieces().keys() or lacking or (fixed and not isinstance(clues, dict)):
            raise cls._misshapen(clues)

    @classmethod
    def _cells(cls, rows: Any, shape: Shape | None, *, keyed: bool) -> Characters:
        if rows is None and shape is not None:
            return np.full((shape.rows, shape.columns), ord(cls.blank()), dtype=np.uint8)
        try:
            return read_grid(rows, cls.alphabet, what=cls.title, hints=cls.hints, shape=shape)
        except InputError as error:
            raise error.under(GRID) if keyed else error from None

    @classmethod
    def _misshapen(cls, clues: object) -> InputError:
        keys = [f'"{key}"' for layer in cls._fixed() for key in layer.keys] or [f'"{key}"' for key in cls._pieces()]
        named = " and ".join(filter(None, [", ".join(keys[:-1]), keys[-1]]))
        rows = "as rows" if not cls._fixed() else ""
        objects = f"as an object with {named}" if cls._fixed() or keys[1:] else ""
        return InputError(
            f"expected {cls.title} clues {' or '.join(filter(None, [rows, objects]))}, got {shorten(clues)}"
        )

    @classmethod
    def from_text(cls, lines: Sequence[str], **switches: bool) -> Self:
        """Read the layers' lines, the rows, and below lines as ``given:`` what else there is."""
        body, said, starts = cls._cut(lines)
        place = 0
        for layer in cls._fixed():
            try:
                found, taken = layer.take(body[place:])
            except InputError as error:
                raise error.at(lines_before=place) from None
            said |= found
            starts |= {key: place + number * (taken > 1 and not layer.open_ended) for number, key in enumerate(found)}
            place += taken
        if not cls._fixed() or body[place:]:
            said[GRID], starts[GRID] = list(body[place:]), place
        try:
            return cls.from_clues(said if said.keys() != {GRID} else said[GRID], **switches)
        except InputError as error:
            raise cls._placed(error, lines, starts) from None

    @classmethod
    def _cut(cls, lines: Sequence[str]) -> tuple[Sequence[str], dict[str, Any], dict[str, int]]:
        """Return the lines above the first line that names a piece, the pieces below, and where they begin."""
        named = {f"{key}:": key for key in cls._pieces()}
        if cls._sectioned():
            named[f"{GIVEN}:"] = GIVEN if cls.apart() else GRID
        heads = [number for number, line in enumerate(lines) if line in named]
        ends = [*heads[1:], len(lines)]
        said: dict[str, Any] = {}
        starts: dict[str, int] = {}
        for head, end in zip(heads, ends, strict=False):
            key = named[lines[head]]
            if key in said:
                raise InputError(f"expected one line {lines[head]!r}, got another one", line=head + 1, column=1)
            said[key], starts[key] = list(lines[head + 1 : end]), head + 1
        return lines[: heads[0]] if heads else lines, said, starts

    @classmethod
    def _sectioned(cls) -> bool:
        """Whether cells stand below a line that says so: they have a grid of their own, or follow rows of a layer."""
        return cls.apart() or any(layer.open_ended for layer in cls._fixed())

    @classmethod
    def _placed(cls, error: InputError, lines: Sequence[str], starts: Mapping[str, int]) -> InputError:
        """Return an error about a piece of clues as one about the text that it was read from."""
        key = error.key or GRID
        start = starts.get(key, 0)
        layer = cls._pieces().get(key)
        line, column = error.line, error.column
        if layer is not None and line is None and column is not None:
            line, column = 1, layer.column(lines[start], column)
        return type(error)(error.message, line=None if line is None else start + line, column=column)

    @classmethod
    def foreign(cls, lines: Sequence[str]) -> int:
        """Return how many characters of a text cannot be of the kind; 0 where it could be one, right or wrong.

        Where cells stand in the text that are given elsewhere, all.
        """
        try:
            body, _, _ = cls._cut(lines)
        except InputError:
            body = lines
        wrong = place = 0
        for layer in cls._fixed():
            taken, foreign = layer.foreign(body[place:])
            place, wrong = place + taken, wrong + foreign
        rest = body[place:]
        if cls.apart() and set(cls.answer).difference(cls.alphabet).intersection(*["".join(rest)]):
            return sum(map(len, lines))
        return wrong + super().foreign(rest)

    @classmethod
    def empty(cls, shape: Shape) -> Self:
        """Return a board of open cells."""
        check_size(shape.rows, shape.columns)
        pieces: dict[str, Any] = {}
        for layer in cls._fixed():
            pieces |= layer.written(layer.blank(shape), shape)
        grid = [cls.blank() * shape.columns] * shape.rows
        return cls.from_clues(pieces or grid)

    def _layers(self) -> list[tuple[Layer[Any], Any]]:
        """Return the layers that this board has, and what each holds."""
        held = [(layer, getattr(self, layer.name)) for layer in self.layers]
        return [(layer, values) for layer, values in held if values is not None]

    @property
    def clues(self) -> Any:
        """The rows of cells; where there is more, an object."""
        pieces: dict[str, Any] = {}
        for layer, values in self._layers():
            pieces |= layer.written(values, self.shape)
        rows = strings(self.grid)
        if self._fixed():
            pieces[GRID] = rows if (self.grid != ord(self.blank())).any() else None
        else:
            pieces = {GRID: rows} | pieces
        if self.given is not None:
            pieces[GIVEN] = self.rows(self.given)
        return rows if pieces.keys() == {GRID} else pieces

    def text(self) -> str:
        """Write what :meth:`from_text` reads."""
        written = [(layer.optional, layer.lines(values, self.shape)) for layer, values in self._layers()]
        lines = [line for optional, of in written if not optional for line in of]
        if not self._fixed():
            lines += strings(self.grid)
        elif (self.grid != ord(self.blank())).any():
            lines += [*([f"{GIVEN}:"] if self._sectioned() else []), *strings(self.grid)]
        lines += [line for optional, of in written if optional for line in of]
        if self.given is not None:
            lines += [f"{GIVEN}:", *self.rows(self.given)]
        return "\n".join(lines)

    @property
    def cell_rows(self) -> list[str]:
        """The characters of the cells, a string a row."""
        return strings(self.grid)

    def without(self, forms: Container[str]) -> Self:
        """Return the puzzle without layers that it may be without, but those of some forms, and without ``given``."""
        gone: dict[str, Any] = {layer.name: None for layer in self.layers if layer.optional and layer.form not in forms}
        return replace(self, given=None, **gone)

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

    def with_own_cells(self, numbers: Count) -> Count:
        """Return the rules of numbers that say ``under`` as well: each is about its own cell too."""
        assert numbers.at is not None  # noqa: S101 - they are written in cells
        own = from_matrix((numbers.at[:, None] + 1) * (1 if self.under else -1), 1, 1)
        rule_of = np.tile(np.arange(len(numbers)), 2)
        return replace(numbers, bounds=join([numbers.bounds, own]), rule_of=rule_of)

    @property
    def fixed(self) -> BoolArray:
        """See :attr:`Puzzle.fixed`; what a number says of its own cell is no question either."""
        return super().fixed | self._numbered.ravel() if self.under is False else super().fixed

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
        return super().clues_of(grids)

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
            return puzzle.with_givens(np.where(chosen.reshape(grid.shape), grid, -1).astype(np.int8))
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
        """Write a grid in the characters of ``answer``."""
        return strings(self._entered(grid))

    def read_rows(self, rows: Sequence[str]) -> Grid:
        """Read a grid in the characters of ``answer``."""
        alphabet = dict(zip(self.answer, (self.false, self.true, "open"), strict=True))
        return self._values(read_grid(rows, alphabet, what=self.title, shape=self.shape))

    def read_partial(self, rows: Sequence[str]) -> Grid:
        """Read a half-filled grid: as :meth:`read_rows`, but what is written as open stays open."""
        if self.apart():
            return Kind.read_rows(self, rows)
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
        return replace(self, grid=np.where(free, self._entered(grid), self.grid).astype(np.uint8))

    def scene(self, grid: Grid) -> Scene:
        """Return given cells, and true, false and unknown ones; and numbers in them."""
        styles = np.array(["false", "true", "unknown"], dtype=object)[grid]
        styles[self.givens >= 0] = "clue"
        rows, inscribed = self.rows(grid), {}
        if self.apart():
            inscribed = {cell: chr(self.grid.flat[cell]) for cell in np.flatnonzero(self._numbered).tolist()}
        elif self.under is not None:  # what is in a cell with a number goes without saying
            styles[self._numbered] = "clue"
            rows = strings(np.where(self._numbered, self.grid, self._entered(grid)))
        return self.layered(Scene(rows, styles.tolist(), symbols=self.symbols, inscribed=inscribed))

    def layered(self, scene: Scene) -> Scene:
        """Return a picture of cells with the layers in it."""
        for layer, values in self._layers():
            scene = layer.drawn(values, self.shape, scene)
        return scene

    @property
    def _numbered(self) -> BoolArray:
        """Which cells have a number."""
        return free_of(self.grid, "".join(self.numbers))

    def _entered(self, grid: Grid) -> Characters:
        return np.frombuffer(self.answer.encode("ascii"), dtype=np.uint8)[grid]

    def _values(self, characters: Characters) -> Grid:
        return codes(characters, {self.answer[0]: 0, self.answer[1]: 1})
