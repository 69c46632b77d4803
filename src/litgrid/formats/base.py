"""What a format is: a way to write puzzles down. It reads a whole text, puzzle by puzzle, and writes one.

A bad puzzle does not stop the others: reading yields its error in its place and goes on.
"""

from __future__ import annotations

import itertools
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from litgrid.core.characters import MOST_CELLS, Grid, check_size, shorten
from litgrid.core.errors import InputError, LitgridError, ReaderError
from litgrid.core.forms import Frame as Form
from litgrid.core.forms import Row
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS
from litgrid.core.puzzle import Puzzle
from litgrid.puzzles import forms, kinds

F = TypeVar("F", bound=Form)
R = TypeVar("R", bound=Row)

SURROGATE = re.compile("[\ud800-\udfff]")
UNDECODED = re.compile("[\0\ud800-\udfff]")
"""What is no text: a zero, what stands for a byte that is none (see PEP 383), and other surrogates, from Python."""

SIDE = re.compile("0*[1-9][0-9]{0,8}", re.ASCII)
"""A side of a board. No number with more digits is made: that alone could take seconds."""


@dataclass(frozen=True)
class Record:
    """One puzzle as it came.

    Attributes
    ----------
    id
        its name; where it has none, the file and the line
    puzzle
        the puzzle
    filled
        a grid that came with it (int8: 1 true, 0 false, -1 unknown, shaped as the board), or ``None``
    source, line
        the file, and the line (from 1) where the puzzle begins
    warnings
        sentences about what the reader met and could not keep
    level
        how hard it is said to be, a number or a word, or ``None``
    """

    id: str
    puzzle: Puzzle
    filled: Grid | None = None
    source: str | None = None
    line: int = 1
    warnings: tuple[str, ...] = ()
    level: int | str | None = None

    @property
    def named(self) -> bool:
        """Whether it has a name of its own, and not that of its place."""
        return self.id != _place(self.source, self.line)


@dataclass(frozen=True)
class Request:
    """What the caller said about a text: the kind's name, the source, and rules to switch on or off."""

    kind: str | None = None
    source: str | None = None
    switches: Mapping[str, bool | None] = field(default_factory=dict)

    def name(self, line: int) -> str:
        """Return the name of a puzzle that has none."""
        return _place(self.source, line)

    def record(
        self,
        puzzle: Puzzle,
        line: int,
        *,
        name: str = "",
        filled: Grid | None = None,
        warnings: Iterable[str] = (),
    ) -> Record:
        """Return the record of a puzzle that begins at a line, with the rules that the caller switched."""
        puzzle = puzzle.with_switches(**self.switches)
        named = well_formed(name) or self.name(line)
        return Record(named, puzzle, filled, self.source, line, tuple(warnings))

    def check_kind(self, kind: str, line: int) -> None:
        """Raise :class:`InputError` where the text says another kind than the caller."""
        if self.kind is not None and self.kind != kind:
            raise InputError(f"expected the kind {self.kind}, as asked for, got {kind}", line=line, column=1)


class Format(ABC):
    """A way to write puzzles down.

    A format has ``sniff``, and either ``read`` and ``write``, or what these do for one block of a text and one record:
    ``_read`` and ``_write``.

    Attributes
    ----------
    name, aliases
        what to call it
    summary
        a line about it
    kinds
        the kinds that it can hold; empty where it can hold any
    example
        a text in it
    yields
        whether a text that another format claims as well is left to that one
    links
        the sites it is the links of, where a puzzle is one line that says so itself; else nothing
    separator
        what stands between two puzzles in one text, by default a blank line; ``None`` where they do not simply follow
        each other
    gathers
        whether a text holds several although there is no separator: :meth:`write_all` then makes one of them all

    What it can say of a record, from which :meth:`lost` follows:

    holds_names, holds_answers, holds_levels, holds_switches
        whether it has a place for a name, for a filled grid, for how hard it is, for rules that are switched on and off
    assumes
        the switches that its texts are read with where it has no place for them, if not as the kind has them
    cells
        for a kind, the characters of its alphabet that the format can write; all, for a kind that is not named
    plays
        whether what is given and what a player has filled in look the same in it
    """

    name: str
    aliases: tuple[str, ...] = ()
    summary: str
    kinds: tuple[str, ...] = ()
    example: str
    yields: bool = False
    links: str = ""
    separator: str | None = "\n"
    gathers: bool = False

    holds_names: bool = False
    holds_answers: bool = False
    holds_levels: bool = False
    holds_switches: bool = False
    assumes: Mapping[str, bool] = {}
    cells: Mapping[str, str] = {}
    plays: bool = False

    @abstractmethod
    def sniff(self, text: str) -> Collection[str]:
        """Return the kinds of puzzle that a text could hold if it is in this format; nothing if it is not.

        A text that is surely in this format and of no kind that it knows, as a link to another puzzle, may be claimed
        for all of its kinds: reading then says what it is.
        """

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """Read all puzzles in order; a bad one is yielded as its error, with source and line."""
        return read_blocks(self._blocks(text), self._read, request)

    def _blocks(self, text: str) -> Iterable[Block]:
        return blocks(text)

    def _read(self, block: Block, request: Request) -> Record:
        raise NotImplementedError(f"{self.name} is not read")

    def follows(self, begin: str) -> bool:  # noqa: ARG002
        """Whether the first puzzle of a text is complete in these first lines of it, and :meth:`follow` reads the text.

        What follows may not be there yet, and cannot change what the first lines say.
        """
        return False

    def follow(self, lines: Iterable[str], request: Request) -> Iterator[Record | InputError]:
        """Do what :meth:`read` does, each puzzle as soon as its lines have come. Requires :meth:`follows`."""
        raise NotImplementedError(f"{self.name} is read as a whole")

    def write(self, record: Record) -> str:
        """Return one puzzle as text, ending in a newline; without what :meth:`lost` names.

        Raises
        ------
        LitgridError
            where the format cannot hold this puzzle.
        """
        self.check_holds(record.puzzle)
        return self._write(record)

    def _write(self, record: Record) -> str:
        raise NotImplementedError(f"{self.name} is not written")

    def write_all(self, records: Sequence[Record]) -> str:
        """Return several puzzles, at least one, as one text; each must be one that :meth:`write` can write.

        Raises
        ------
        LitgridError
            where the format cannot hold them together.
        """
        if self.separator is None and len(records) > 1:
            raise LitgridError(f"{self.name} holds one puzzle in a text, got {len(records):,}")
        return (self.separator or "").join(map(self.write, records))

    def lost(self, record: Record) -> tuple[str, ...]:
        """Return what :meth:`write` leaves out of a record, a sentence each; all else is read back equal.

        The sentences are about the format and not about the record, so that equal ones can be counted.
        """
        return tuple(self._lost(record))

    def _lost(self, record: Record) -> Iterator[str]:
        puzzle = record.puzzle
        if record.named and not self.holds_names:
            yield f"{self.name} has no place for names"
        if record.filled is not None and not self.holds_answers:
            yield f"{self.name} has no place for answers"
        if record.level is not None and not self.holds_levels:
            yield f"{self.name} has no place for levels"
        if not self.holds_switches:
            for name in puzzle.switches:
                value = getattr(puzzle, name)
                if value != self.assumes.get(name, getattr(type(puzzle), name)):
                    yield f"{self.name} cannot say that the rule {name.replace('_', '-')} is {'on' if value else 'off'}"
        held, used = self.cells.get(puzzle.name, "".join(puzzle.alphabet)), set(puzzle.text())
        for char, meaning in puzzle.alphabet.items():
            if char in used and char not in held:
                yield f"{self.name} cannot say that a cell is given as {meaning!r}; such cells are left open"
        if self.plays and (puzzle.givens >= 0).any():
            yield f"{self.name} cannot tell cells that are given from an answer"

    def check_holds(self, puzzle: Puzzle) -> None:
        """Raise :class:`LitgridError` where the format is not for this kind."""
        if self.kinds and puzzle.name not in self.kinds:
            raise LitgridError(f"the format {self.name} holds {', '.join(self.kinds)} only, not {puzzle.name}")


class Frame(Format, Generic[F]):
    """A format of the kinds that say what they are in it: see :mod:`litgrid.core.forms`.

    Attributes
    ----------
    form
        the class of what they say
    about
        the summary; ``{titles}`` and ``{names}`` stand for the kinds and their names in the format
    """

    form: type[F]
    about: str

    @property
    def forms(self) -> dict[str, F]:
        """What each kind says of itself, by the kinds' names."""
        return dict(forms(self.form))

    # Properties where the base has attributes: a program may add kinds while it runs.

    @property
    def summary(self) -> str:  # type: ignore[override]
        """See :class:`Format`."""
        titles = ", ".join(kinds.get(kind).title for kind in self.forms)
        return self.about.format(titles=titles, names=", ".join(form.name for form in self.forms.values()))

    @property
    def example(self) -> str:  # type: ignore[override]
        """See :class:`Format`."""
        return "".join(form.example for form in self.forms.values())

    @property
    def kinds(self) -> tuple[str, ...]:  # type: ignore[override]
        """See :class:`Format`."""
        return tuple(self.forms)

    @property
    def cells(self) -> Mapping[str, str]:  # type: ignore[override]
        """See :class:`Format`."""
        held = {kind: form.cells for kind, form in self.forms.items()}
        return {kind: cells + kinds.get(kind).answer[2] for kind, cells in held.items() if cells is not None}

    def of(self, puzzle: Puzzle) -> F:
        """Return what the kind of a puzzle says of itself."""
        return self.forms[puzzle.name]

    def named(self, name: str) -> str | None:
        """Return the kind that has a name in the format, in whatever case."""
        return next((kind for kind, form in self.forms.items() if name.lower() in map(str.lower, form.names)), None)


class RowFormat(Format, Generic[R]):
    """A format of one kind that differs from its like in a table: see :class:`litgrid.core.forms.Row`."""

    def __init__(self, kind: str, row: R) -> None:
        self.kind, self.row, self.kinds = kind, row, (kind,)
        self.name, self.summary, self.example, self.aliases = row.name, row.summary, row.example, row.aliases


@dataclass(frozen=True, slots=True)
class Block:
    """Lines without a blank one among them, and the number of the first (from 1)."""

    line: int
    lines: list[str]


def split_lines(text: str) -> list[str]:
    r"""Return the lines of a text, without trailing blanks; only ``\n``, ``\r\n`` and ``\r`` end a line."""
    return [line.rstrip(BLANKS) for line in re.split(r"\r\n|\n|\r", text)]


def blocks(text: str) -> Iterator[Block]:
    r"""Return the blocks of a text, which blank lines separate.

    >>> [(block.line, block.lines) for block in blocks("a\nb\n\n\nc\n")]
    [(1, ['a', 'b']), (5, ['c'])]
    """
    return blocks_of(split_lines(text))


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


def single_lines(text: str) -> Iterator[Block]:
    """Return each line that is not blank as a block, for formats that hold a puzzle a line."""
    return (Block(number, [line]) for number, line in enumerate(split_lines(text), 1) if line)


def everything(text: str) -> list[Block]:
    """Return a text as one block, for formats that hold one puzzle in a text."""
    return [Block(1, split_lines(text))]


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

    Raises
    ------
    InputError
        for what is no size, and for a board that is too large; at the beginning of a line, if one is given.

    >>> read_shape("10", "8")
    Shape(rows=10, columns=8)
    """
    try:
        for word, side in (("rows", rows), ("columns", columns)):
            if not SIDE.fullmatch(side):
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


def joined(puzzle: Puzzle, held: str) -> str:
    """Return the cells of a puzzle in one string, all but those of certain characters as open ones."""
    cells = "".join(puzzle.clues)
    return cells.translate({ord(char): puzzle.answer[2] for char in set(cells).difference(held)})


def make(kind: str, clues: object, **switches: bool) -> Puzzle:
    """Return a puzzle from clues that are not written in the text as they are: errors name no place in them.

    Raises
    ------
    InputError
        without line and column.
    """
    try:
        return kinds.get(kind).from_clues(clues, **switches)
    except InputError as error:
        raise InputError(error.message) from None


def square(puzzle: Puzzle, name: str) -> int:
    """Return the side of a board, for a format of that name; raise :class:`LitgridError` where it is not square."""
    if puzzle.shape.rows != puzzle.shape.columns:
        raise LitgridError(f"the format {name} holds square boards only, not {puzzle.shape}")
    return puzzle.shape.rows


def wrong(text: str, place: int, message: str) -> InputError:
    """Return an error about a place in a text."""
    return InputError(message, line=1 + text.count("\n", 0, place), column=place - text.rfind("\n", 0, place))


def _place(source: str | None, line: int) -> str:
    return well_formed(f"{source or 'text'}:{line}")


def well_formed(text: str) -> str:
    """Return a text in which surrogates, which no output can hold, are replaced."""
    return SURROGATE.sub("\ufffd", text)


def attempt(read: Callable[[], Record], request: Request, line: int) -> Record | InputError:
    """Return what ``read`` returns, or its error, with the place: line and column.

    Whatever it raises costs this puzzle, and no other: see :func:`broken`.
    """
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

    def one(block: Block) -> Record:
        try:
            for number, line in enumerate(block.lines, 1):
                check_decoded(line, number)
            return read(block, request)
        except InputError as error:
            raise error.at(lines_before=block.line - 1) from None

    for block in found:
        yield attempt(partial(one, block), request, block.line)


def check_decoded(text: str, line: int) -> None:
    """Raise :class:`InputError` where a text has a byte that is not UTF-8, or a zero.

    Such bytes come as :func:`litgrid.formats.files.read_file` leaves them: they cost one puzzle and not the file.
    """
    match = UNDECODED.search(text)
    if match is not None:
        line += text.count("\n", 0, match.start())
        column = match.start() - text.rfind("\n", 0, match.start())
        code = ord(match[0])
        what = f"byte 0x{code & 0xFF:02X}" if code == 0 or 0xDC80 <= code <= 0xDCFF else f"the surrogate U+{code:04X}"
        message = f"expected text in UTF-8, got what is not UTF-8: {what}"
        raise InputError(message, line=line, column=column)


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
