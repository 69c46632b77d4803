"""Codecs: the cells of a board as a piece of text, and back. No kind is in here, and nothing around the text.

Cells are one string, a character each, as a kind's own text form has them; ``.`` is open. A codec is a table of what
each character of a text stands for, and how to choose among them in writing.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from string import ascii_lowercase, ascii_uppercase

import numpy as np
import numpy.typing as npt

from litgrid.core.errors import InputError
from litgrid.core.grid import IntArray, Shape
from litgrid.core.regions import borders, pieces

OPEN = "."


class Codec(ABC):
    """A way to write cells.

    Parameters
    ----------
    meaning
        the cells that each character of a text stands for
    expected
        what may stand in a text, for messages
    spare
        how many cells a text has behind the last one of the board
    """

    def __init__(self, meaning: Mapping[str, str], expected: str, spare: int = 0) -> None:
        self.meaning, self.expected, self._spare = meaning, expected, spare
        self._table = {ord(char): cells for char, cells in meaning.items()}

    @property
    def cells(self) -> str:
        """The characters of cells that can be written."""
        return "".join(sorted(set("".join(self.meaning.values()))))

    def length(self, text: str) -> int | None:
        """Return how many cells a text stands for; ``None`` where a character has no meaning.

        >>> Runs({"1": "1"}).length("a1z"), Runs({"1": "1"}).length("a1?")
        (28, None)
        """
        counts = {char: text.count(char) for char in self.meaning}
        if sum(counts.values()) < len(text):
            return None
        return sum(len(self.meaning[char]) * count for char, count in counts.items()) - self._spare

    def decode(self, text: str) -> str:
        """Return the cells that a text stands for; ask for its :meth:`length` before.

        Raises :class:`InputError` for a character that has no meaning; its column counts from the text's first
        character.

        >>> Runs({"1": "1"}).decode("a1c")
        '.1...'
        """
        column = next((place for place, char in enumerate(text, 1) if char not in self.meaning), None)
        if column is not None:
            raise InputError(f"expected {self.expected}; got {text[column - 1]!r}", line=1, column=column)
        cells = text.translate(self._table)
        return cells[: len(cells) - self._spare]

    @abstractmethod
    def encode(self, cells: str) -> str:
        """Return the text for cells: the inverse of :meth:`decode`."""


class Runs(Codec):
    """A letter for so many open cells, ``a`` for one and ``z`` for 26, and any other character for one cell.

    Programs by Simon Tatham and several web sites write boards so. ``marks`` says which cell each other character is.

    >>> Runs({"1": "1"}).encode(".1" + "." * 30)
    'a1zd'
    """

    def __init__(self, marks: Mapping[str, str]) -> None:
        runs = {letter: OPEN * number for number, letter in enumerate(ascii_lowercase, 1)}
        super().__init__({**runs, **marks}, f"a letter from a to z or one of {' '.join(marks)}")
        self.marks = marks
        self._back = {ord(cell): char for char, cell in marks.items()}

    def encode(self, cells: str) -> str:
        return re.sub(r"\.{1,26}", lambda run: ascii_lowercase[len(run[0]) - 1], cells.translate(self._back))


class Skips(Codec):
    """A letter for so many open cells and then a value: the one in small letters, the other in capitals.

    ``z`` and ``Z`` are 25 open cells and no value; the last value stands behind the board.

    >>> Skips("01").encode(".0..1"), Skips("01").decode("bCa")
    ('bCa', '.0..1')
    """

    def __init__(self, values: str) -> None:
        self._values = dict(zip(values, (ascii_lowercase, ascii_uppercase), strict=True))
        meaning = {
            letter: OPEN * number + (value if number < 25 else "")
            for value, letters in self._values.items()
            for number, letter in enumerate(letters)
        }
        super().__init__(meaning, "a letter from a to z or A to Z", spare=1)

    def encode(self, cells: str) -> str:

        def letters(match: re.Match[str]) -> str:
            blocks, rest = divmod(len(match[1]), 25)
            return "z" * blocks + self._values[match[2]][rest]

        behind, *_ = self._values
        return re.sub(r"(\.*)([^.])", letters, cells + behind)


class Fours(Codec):
    """A digit or a letter for a number from 0 to 4 with none, one or two open cells behind it; ``.`` for a plain wall.

    So pzpr writes Light Up and others (``decode4Cell``). A letter from ``g`` to ``z`` is 1 to 20 open cells.

    >>> Fours().encode(".1....#.2")
    'gbh.gc'
    """

    _PIECE = re.compile(r"(?P<number>[0-4])(?P<after>\.\.|\.?$|\.?)|(?P<wall>#)|\.{1,20}")

    def __init__(self) -> None:
        numbers = {char: str(place % 5) + OPEN * (place // 5) for place, char in enumerate("0123456789abcde")}
        runs = {letter: OPEN * number for number, letter in enumerate(ascii_lowercase[6:], 1)}
        super().__init__({OPEN: "#", **numbers, **runs}, "digits, letters but f, and points")

    def encode(self, cells: str) -> str:

        def token(match: re.Match[str]) -> str:
            if match["wall"]:
                return "."
            if match["number"] is None:
                return ascii_lowercase[5 + len(match[0])]
            number, after = int(match["number"]), len(match["after"])
            return "0123456789abcde"[number + 5 * (2 if match.end() == len(cells) else after)]

        return self._PIECE.sub(token, cells)


class Borders:
    """The borders between the cells of a board as bits, five to a character, the highest first.

    First those between cells side by side, row by row, then those between cells one above the other; either begin with
    a new character. So pzpr writes regions (``decodeBorder``).

    >>> Borders().decode("4ilbhgdnmhou", Shape(6, 6))[:2].tolist()
    [[0, 0, 0, 1, 1, 1], [0, 1, 1, 1, 2, 2]]
    """

    digits = "0123456789abcdefghijklmnopqrstuv"

    def lengths(self, shape: Shape) -> tuple[int, int]:
        """Return how many characters either half of the text of a board has."""
        across, down = shape.rows * (shape.columns - 1), (shape.rows - 1) * shape.columns
        return -(-across // 5), -(-down // 5)

    def decode(self, text: str, shape: Shape) -> IntArray:
        """Return for each cell the number of the piece that it is in; the text has all its characters."""
        column = next((place for place, char in enumerate(text, 1) if char not in self.digits), None)
        if column is not None:
            message = f"expected digits, or letters from a to v; got {text[column - 1]!r}"
            raise InputError(message, line=1, column=column)
        values = np.array([[self.digits.index(char)] for char in text], dtype=np.uint8).reshape(-1, 1)
        bits = np.unpackbits(values, axis=1)[:, 3:] == 1
        first, _ = self.lengths(shape)
        rows, columns = shape.rows, shape.columns
        across = bits[:first].ravel()[: rows * (columns - 1)].reshape(rows, columns - 1)
        return pieces(across, bits[first:].ravel()[: (rows - 1) * columns].reshape(rows - 1, columns))

    def encode(self, regions: npt.NDArray[np.integer]) -> str:
        """Return the text for the regions of cells: the inverse of :meth:`decode`."""
        text = ""
        for between in borders(regions):
            bits = np.pad(between.ravel(), (0, -between.size % 5)).reshape(-1, 5)
            text += "".join(self.digits[value] for value in (bits @ (1 << np.arange(5)[::-1])).tolist())
        return text
