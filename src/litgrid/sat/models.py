"""One model as solvers write it, of any length: literals in lines that may be long, or values in parentheses.

A text comes in pieces, each a line or, of a long one, as much as ends between two words; a piece knows its place, so
that an error does, whatever has been read before.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.sat.formula import Int32Array, Int64Array

PIECE = 2**20
"""A longer line is read in pieces of so many bytes."""
MOST_BYTES = 2**28
"""A model has at most so many: one of fifteen million variables has fewer."""
SHORT = 256
"""A line counts as so many bytes at least, as it takes as long to read."""

Place = tuple[int, int]
"""Line and column, from 1."""

_LITERAL = re.compile(rb"-?(?:x(?=[1-9]))?[0-9]{1,10}(?![^ \t\r\n])")
_LITERALS = re.compile(rb"[ \t\r\n]*+(?:-?(?:x(?=[1-9]))?[0-9]{1,10}(?:[ \t\r\n]++|$))*+")
_WORD = re.compile(rb"[^ \t\r\n]+")
_VALUE = re.compile(rb"(?<![^\s(|])x([0-9]{1,10})\|?\s+(?:\(\s*\)\s*Bool\s+)?(true|false)\s*\)")
_BLANKS = bytes.maketrans(b"\t\r\n", b"   ")


@dataclass(frozen=True, slots=True)
class Piece:
    """A line, or a piece of one, and where it begins."""

    text: bytes
    line: int
    column: int = 1

    def place(self, offset: int) -> Place:
        """Return the place of a byte."""
        line_before = self.text.rfind(b"\n", 0, offset)
        lines = self.text.count(b"\n", 0, offset)
        return self.line + lines, offset - line_before if lines else self.column + offset

    def after(self, offset: int) -> Piece:
        """Return what begins at a byte of the first line."""
        return Piece(self.text[offset:], self.line, self.column + offset)


def pieces(readline: Callable[[int], bytes]) -> Iterator[Piece]:
    """Yield a text in pieces; ``readline`` returns the next line, or so many bytes of it, and nothing at the end."""
    line, column, rest = 1, 1, b""
    while text := rest + readline(PIECE):
        whole = len(text) < PIECE or text.endswith(b"\n")
        cut = len(text) if whole else max(text.rfind(b" "), text.rfind(b"\t")) + 1 or len(text)
        rest = text[cut:]
        yield Piece(text[:cut], line, column)
        line, column = (line + 1, 1) if text.endswith(b"\n") else (line, column + cut)


def shown(text: bytes, most: int = 40) -> str:
    """Show some text in an error message: see :func:`litgrid.core.characters.shorten`."""
    return shorten(text[: 4 * most].decode("utf-8", "replace"), most)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Some literals that stand together, and which of those that ``pattern`` finds in a piece they are."""

    numbers: Int64Array
    piece: Piece
    which: Int64Array
    pattern: re.Pattern[bytes]


@dataclass(slots=True)
class Model:
    """The literals of a model, as they are gathered."""

    variables: int  # those up to this
    kept: int  # of which those up to this are kept
    begun: bool = False  # whether there is a literal
    said: bool = False  # whether there is a place for one
    _stretches: list[_Stretch] = field(default_factory=list)
    _number: int = 0
    _size: int = 0

    def grow(self, size: int, place: Place) -> None:
        """Count bytes of the model, which begins at a place; raise :class:`InputError` where it becomes too long."""
        self._size += size
        if self._size > MOST_BYTES:
            raise error(f"expected a model of at most {MOST_BYTES // 2**20} MiB, got more", place)

    def read(self, piece: Piece) -> Iterator[Int32Array]:
        """Read literals, and yield those of each model that a 0 ends; the others begin the next one."""
        self.grow(max(len(piece.text), SHORT), piece.place(0))
        if not _LITERALS.fullmatch(piece.text):
            wrong = next(word for word in _WORD.finditer(piece.text) if not _LITERAL.fullmatch(word[0]))
            raise error(
                f"expected literals, as 17, -17 or x17, and 0 after the last; got {shown(wrong[0])}",
                piece.place(wrong.start()),
            )
        numbers = _numbers(piece.text)
        first, self.said = 0, True
        for end in np.flatnonzero(numbers == 0).tolist():
            self._add(numbers[first:end], piece, first, _LITERAL)
            yield self.taken()
            first = end + 1
        self._add(numbers[first:], piece, first, _LITERAL)

    def read_values(self, piece: Piece) -> bool:
        """Read values in parentheses; return whether the last is closed."""
        numbers = [int(name) if value == b"true" else -int(name) for name, value in _VALUE.findall(piece.text)]
        self._add(np.array(numbers, dtype=np.int64), piece, 0, _VALUE)
        return b"(" in piece.text and piece.text.count(b"(") == piece.text.count(b")")

    def taken(self) -> Int32Array:
        """Return the literals, checked, and begin anew."""
        literals = np.concatenate([np.empty(0, dtype=np.int64), *(stretch.numbers for stretch in self._stretches)])
        names = np.abs(literals)
        order = np.argsort(names, kind="stable")
        twice = np.flatnonzero(np.diff(literals[order]) * (np.diff(names[order]) == 0)) + 1
        if twice.size:
            later = int(order[twice].min())
            earlier = int(np.flatnonzero(literals == -literals[later])[0])
            line, column = self._place(earlier)
            raise error(
                f"expected each variable once, got {literals[later]} after {literals[earlier]} at {line}:{column}: are "
                "these several models?",
                self._place(later),
            )
        self.begun = self.said = False
        self._stretches, self._number, self._size = [], 0, 0
        return literals.astype(np.int32)

    def _add(self, numbers: Int64Array, piece: Piece, first: int, pattern: re.Pattern[bytes]) -> None:
        names = np.abs(numbers)
        beyond = np.flatnonzero((names > self.variables) | (names == 0))
        if beyond.size:
            raise error(
                f"expected variables from 1 to {self.variables:,}, got {numbers[beyond[0]]}: is this the result of "
                "another formula?",
                _place(piece, first + int(beyond[0]), pattern),
            )
        self.begun |= numbers.size > 0
        which = np.flatnonzero(names <= self.kept)
        self._number += which.size
        if self._number > self.kept:
            raise error(f"expected each variable once, got more than {self.kept:,} literals of them", piece.place(0))
        if which.size:
            self._stretches.append(_Stretch(numbers[which], piece, first + which, pattern))

    def _place(self, index: int) -> Place:
        for stretch in self._stretches:
            if index < stretch.numbers.size:
                return _place(stretch.piece, int(stretch.which[index]), stretch.pattern)
            index -= stretch.numbers.size
        raise IndexError


def _place(piece: Piece, index: int, pattern: re.Pattern[bytes]) -> Place:
    return piece.place(next(itertools.islice(pattern.finditer(piece.text), index, None)).start())


def _numbers(words: bytes) -> Int64Array:
    plain = words.replace(b"x", b"").translate(_BLANKS)
    if not plain.strip():  # which NumPy would take for a number
        return np.empty(0, dtype=np.int64)
    return np.fromstring(plain, dtype=np.int64, sep=" ")


def error(message: str, place: Place | None) -> InputError:
    """Return an error with its place, if it has one."""
    line, column = (None, None) if place is None else place
    return InputError(message, line=line, column=column)
