"""Reading XML tag by tag, so that a file costs no more memory than what is kept of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from litgrid.core.codecs import OPEN
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape


class Board:
    """The cells of a board whose size, and then cells, come one after another."""

    def __init__(self, shape: Shape | None = None) -> None:
        self.shape: Shape | None = None
        self.cells: list[list[str]] = []
        if shape is not None:
            self.size(shape)

    def size(self, shape: Shape) -> None:
        """Take in the size."""
        self.shape, self.cells = shape, [[OPEN] * shape.columns for _ in range(shape.rows)]

    def has(self, row: int, column: int) -> bool:
        """Return whether there is such a cell, counted from 0."""
        return self.shape is not None and 0 <= row < self.shape.rows and 0 <= column < self.shape.columns

    def rows(self, missing: str = "") -> list[str]:
        """Return the rows; raise :class:`InputError` with that message where no size has come."""
        if self.shape is None:
            raise InputError(missing)
        return ["".join(row) for row in self.cells]


def read_xml(text: str, take: Callable[[list[str], Mapping[str, str]], None]) -> None:
    """Call ``take`` with each tag that opens, the names of those that it stands in before it, and its attributes.

    A document type is refused, as a few bytes of it can stand for gigabytes. An error of ``take`` without a place gets
    that of the tag.

    >>> read_xml("<a><b c='1'/></a>", lambda path, attributes: print(path, attributes))
    ['a'] {}
    ['a', 'b'] {'c': '1'}
    """
    from xml.parsers import expat  # imported here: few files are XML

    parser = expat.ParserCreate("utf-8")  # whatever the file says it was before it was read

    def placed(message: str) -> InputError:
        return InputError(message, line=parser.CurrentLineNumber, column=parser.CurrentColumnNumber + 1)

    path: list[str] = []

    def opened(tag: str, attributes: dict[str, str]) -> None:
        path.append(tag)
        try:
            take(path, attributes)
        except InputError as error:
            raise placed(error.message) from None

    def refuse(*_: object) -> None:
        raise placed("expected XML without a document type")

    parser.StartElementHandler = opened
    parser.EndElementHandler = lambda _: path.pop()
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        message = f"expected XML: {expat.ErrorString(error.code)}"
        raise InputError(message, line=error.lineno, column=error.offset + 1) from None
