"""Clues as they are written, in text and in JSON: cells, layers and given cells, in pieces that have names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np

from litgrid.core.characters import Characters, Grid, check_size, read_grid, shorten, strings
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.core.layers import Layer
from litgrid.core.numerals import BLANKS
from litgrid.core.puzzle import GIVEN, Puzzle

GRID = "grid"
"""The key of the characters of cells, where clues are more than these."""


@dataclass(frozen=True, eq=False)
class Written(Puzzle):
    """A puzzle that is written in pieces: see :class:`litgrid.core.kind.Kind`, where its fields are told."""

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
        others = [f'"{key}"' for key in clues if key not in cls._pieces()] if isinstance(clues, dict) else []
        if others:
            known = ", ".join(f'"{key}"' for key in cls._pieces())
            return InputError(f"expected the keys {known} in the clues of {cls.title}, got {', '.join(others)} as well")
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
        keys = [named.get(line.strip(BLANKS).lower()) for line in lines]
        heads = [number for number, key in enumerate(keys) if key is not None]
        ends = [*heads[1:], len(lines)]
        said: dict[str, Any] = {}
        starts: dict[str, int] = {}
        for head, end in zip(heads, ends, strict=False):
            key = str(keys[head])
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
        if layer is not None and line is None and key in starts:
            line, column = 1, None if column is None else layer.column(lines[start], column)
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
