"""What readers share: the blocks and lines of a text, sizes, rows of cells, and errors with their places.

A reader raises :class:`InputError` for what it cannot read, with line and column where they are known.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from litgrid.core.characters import MOST_CELLS, by_one, check_size, shorten
from litgrid.core.errors import InputError, LitgridError, ReaderError
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS
from litgrid.core.puzzle import Puzzle
from litgrid.formats.record import Record, Request
from litgrid.puzzles import kinds

END = re.compile(r"\r\n|\n|\r")

SIZE = re.compile(r"[ \t]*([0-9]{1,9})(?:[ \t]*[xX,; \t][ \t]*([0-9]{1,9}))?")
"""A line with the size of a board."""

SIDE = "0*[1-9][0-9]{0,8}"
"""A side of a board. No number with more digits is made: that alone could take seconds."""


class Block(NamedTuple):
    """Lines without a blank one among them, and the number of the first (from 1)."""

    line: int
    lines: list[str]


def split_lines(text: str) -> list[str]:
    r"""Return the lines of a text, without trailing blanks; only ``\n``, ``\r\n`` and ``\r`` end a line."""
    return [line.rstrip(BLANKS) for line in END.split(text)]


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text as :func:`split_lines` returns them, of a long text no more than are asked for."""
    start = 0
    for end in END.finditer(text):
        yield text[start : end.start()].rstrip(BLANKS)
        start = end.end()
    yield text[start:].rstrip(BLANKS)


def blocks(text: str) -> Iterator[Block]:
    r"""Return the blocks of a text, which blank lines separate.

    >>> [(block.line, block.lines) for block in blocks("a\nb\n\n\nc\n")]
    [(1, ['a', 'b']), (5, ['c'])]
    """
    return blocks_of(lines_of(text))


def blocks_of(lines: Iterable[str]) -> Iterator[Block]:
    """Return the blocks of lines, each as soon as the blank line after it has come."""
    gathered: list[str] = []
    number = 0
    for number, line in enumerate(lines, 1):
        if line:
            gathered.append(line)
        elif gathered:
            yield Block(number - len(gathered), gathered)
            gathered = []
    if gathered:
        yield Block(number - len(gathered) + 1, gathered)


def sized(lines: Iterable[str]) -> Iterator[Block]:
    """Return blocks; blank lines may stand between a size and its grid, as in the first programs."""
    size: Block | None = None
    for block in blocks_of(lines):
        if size is not None:
            gap = [""] * (block.line - size.line - 1)
            yield Block(size.line, [*size.lines, *gap, *block.lines])
            size = None
        elif len(block.lines) == 1 and SIZE.fullmatch(block.lines[0]):
            size = block
        else:
            yield block
    if size is not None:
        yield size


def single_lines(text: str) -> Iterator[Block]:
    """Return each line that is not blank as a block, for formats that hold a puzzle a line."""
    return (Block(number, [line]) for number, line in enumerate(lines_of(text), 1) if line)


def everything(text: str) -> list[Block]:
    """Return a text as one block with all of its blanks, for formats that hold one puzzle in a text."""
    return [Block(1, END.split(text))]


def sections(text: str, begin: re.Pattern[str]) -> Iterator[Block]:
    r"""Return the blocks of a text, cut as well before each line that ``begin`` is found in.

    >>> [(part.line, part.lines) for part in sections("#a\n1\n#b\n\n#c", re.compile("#"))]
    [(1, ['#a', '1']), (3, ['#b']), (5, ['#c'])]
    """
    for block in blocks(text):
        starts = [place for place, line in enumerate(block.lines) if place == 0 or begin.search(line)]
        for start, end in itertools.pairwise([*starts, len(block.lines)]):
            yield Block(block.line + start, block.lines[start:end])


def read_shape(rows: str, columns: str, line: int | None = None) -> Shape:
    """Return the size that two numbers in a text claim; nothing of that size is made before it is checked.

    >>> read_shape("10", "8")
    Shape(rows=10, columns=8)
    """
    try:
        for word, side in (("rows", rows), ("columns", columns)):
            if not re.fullmatch(SIDE, side):
                raise InputError(f"expected a number of {word}, from 1 to {MOST_CELLS:,}, got {shorten(side)}")
        check_size(int(rows), int(columns))
    except InputError as error:
        raise InputError(error.message, line=line, column=line and 1) from None
    return Shape(int(rows), int(columns))


def cut(cells: str, shape: Shape) -> list[str]:
    """Return the characters of all cells as rows.

    >>> cut("abcdef", Shape(2, 3))
    ['abc', 'def']
    """
    return [cells[start : start + shape.columns] for start in range(0, shape.size, shape.columns)]


def spelt(text: str, table: Mapping[str, str]) -> str:
    """Return a text with other characters for those in a table."""
    return text.translate({ord(char): other for char, other in table.items()})


def joined(puzzle: Puzzle, held: str) -> str:
    """Return the cells of a puzzle in one string, all but those of certain characters as open ones."""
    cells = "".join(puzzle.cell_rows)
    return spelt(cells, dict.fromkeys(set(cells).difference(held), puzzle.answer[2]))


def make(kind: str, clues: object, **switches: bool) -> Puzzle:
    """Return a puzzle from clues that are not written in the text as they are: errors name no place in them."""
    try:
        return kinds.get(kind).from_clues(clues, **switches)
    except InputError as error:
        raise InputError(error.message) from None


def square(puzzle: Puzzle, name: str) -> int:
    """Return the side of a board, for a format of that name; raise :class:`LitgridError` where it is not square."""
    if puzzle.shape.rows != puzzle.shape.columns:
        raise LitgridError(f"the format {name} holds square boards only, not {puzzle.shape}")
    return puzzle.shape.rows


def miscounted(got: int, expected: int, what: str) -> InputError:
    """Return what is said of a text on one line that has too few or too many cells; ``what`` are the expected ones.

    >>> print(miscounted(8, 9, "9 cells"))
    expected 9 cells, got 8: is it cut off?
    """
    asked = ": is it cut off?" if got < expected else by_one(got, expected)
    return InputError(f"expected {what}, got {got:,}{asked}")


class Unread(NamedTuple):
    """A puzzle whose lines have come, and which nobody has read yet: ``reader`` does, told what is asked of it."""

    reader: Callable[[Block, Request], Record]
    block: Block
    request: Request

    @property
    def source(self) -> str | None:
        """The file that it is in."""
        return self.request.source

    @property
    def line(self) -> int:
        """The first line of it."""
        return self.block.line

    @property
    def size(self) -> int:
        """How many characters it has."""
        return sum(map(len, self.block.lines))

    def read(self) -> Record | InputError:
        """Return the puzzle, or what is wrong with it."""
        return attempt(partial(self.reader, self.block, self.request), self.request, self.line)


def attempt(read: Callable[[], Record], request: Request, line: int) -> Record | InputError:
    """Return what ``read`` returns, or its error with line and column: it costs this puzzle, and no other."""
    try:
        return read()
    except InputError as error:
        place = (line, 1) if error.line is None else (error.line, error.column or 1)
        return type(error)(error.message, line=place[0], column=place[1], source=request.source)
    except LitgridError as error:
        return InputError(str(error), line=line, column=1, source=request.source)
    except Exception as error:  # a reader that breaks is a bug, and one bad puzzle never costs another
        return broken(error, request, line)


def broken(error: Exception, request: Request, line: int) -> ReaderError:
    """Return the sentence for what a reader raised and should not have; the error itself is its cause."""
    what = "more memory than there is" if isinstance(error, MemoryError) else f"{type(error).__name__}: {error}"
    message = f"this text broke its reader ({shorten(what, 200)[1:-1]}): please report it, with the text"
    said = ReaderError(message, line=line, column=1, source=request.source)
    said.__cause__ = error
    return said


def read_blocks(
    found: Iterable[Block], read: Callable[[Block, Request], Record], request: Request
) -> Iterator[Record | InputError]:
    """Read the puzzle of each block, or return its error; ``read`` counts lines from the block's first."""
    reader = partial(_read_block, read)
    for block in found:
        item = Unread(reader, block, request)
        yield item if request.lazily else item.read()  # type: ignore[misc]  # who says so, expects it


def _read_block(read: Callable[[Block, Request], Record], block: Block, request: Request) -> Record:
    try:
        for number, line in enumerate(block.lines, 1):
            check_decoded(line, number)
        return read(block, request)
    except InputError as error:
        raise error.at(lines_before=block.line - 1) from None


def check_decoded(text: str, line: int) -> None:
    """Raise :class:`InputError` where a text has a byte that is not UTF-8, or a zero.

    Such bytes come as :func:`litgrid.formats.files.read_file` leaves them, as surrogates (see PEP 383); others come
    from Python. They cost one puzzle and not the file.
    """
    place = text.find("\0")
    try:
        text[: None if place < 0 else place].encode()
    except UnicodeEncodeError as error:
        place = error.start
    if place >= 0:
        line += text.count("\n", 0, place)
        column = place - text.rfind("\n", 0, place)
        code = ord(text[place])
        what = f"byte 0x{code & 0xFF:02X}" if 0xDC80 <= code <= 0xDCFF else f"the surrogate U+{code:04X}"
        message = f"expected text in UTF-8, got what is not UTF-8: {what}"
        zero = "expected text, got a byte 0x00, which no text holds"
        raise InputError(message if code else zero, line=line, column=column)


def unspaced(line: str, alphabet: Collection[str]) -> str:
    """Return a row of cells without the single blanks between them; any other line as it is.

    >>> unspaced("1 . #", "1.#"), unspaced("5 5 1", ".#?")
    ('1.#', '5 5 1')
    """
    cells = line[::2]
    if len(line) < 3 or len(line) % 2 == 0 or line[1::2].strip(BLANKS) or " " in cells or "\t" in cells:
        return line
    return line if set(cells).isdisjoint(alphabet) else cells


def respaced(error: InputError, lines: list[str], tight: list[str]) -> InputError:
    """Return an error about lines without their blanks as one about the lines themselves."""
    number, column = error.line, error.column
    if number is None or column is None or not 0 < number <= len(lines) or lines[number - 1] == tight[number - 1]:
        return error
    return type(error)(error.message, line=number, column=2 * column - 1, source=error.source)
