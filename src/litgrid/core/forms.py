"""Forms: what a kind says about itself to the frames of :mod:`litgrid.formats`.

A frame is a link, an ID, a page or a file, and knows no kind. A kind has a module (:attr:`Puzzle.forms`) whose
``FORMS`` name, frame by frame, what it is called there, the codec or the table of its cells, and what else only the
kind knows.
A :class:`Frame` is a kind's place in a format of many kinds; a :class:`Row` is a format of its own, which differs from
its like in a table. All are of kinds that are a grid of characters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from litgrid.core.codecs import Codec, Runs

Cells = Mapping[str, str]
"""Tokens of a format, and the character of the kind's alphabet that each is."""


@dataclass(frozen=True)
class Frame:
    """A kind's place in a format.

    Attributes
    ----------
    name, others
        what it is called there, and what else it is called when it is read
    example
        a text, for the list of formats; where there is none, that of another kind is shown
    """

    name: str
    others: tuple[str, ...] = field(default=(), kw_only=True)
    example: str = field(default="", kw_only=True)

    @property
    def names(self) -> tuple[str, ...]:
        """All names."""
        return (self.name, *self.others)

    @property
    def cells(self) -> str | None:
        """The characters of the kind's alphabet that can be written; ``None`` where all can."""
        return None


@dataclass(frozen=True)
class Genre(Frame):
    """A genre of pzpr's links: its codec."""

    codec: Codec

    @property
    def cells(self) -> str:
        """See :attr:`Frame.cells`."""
        return self.codec.cells


@dataclass(frozen=True)
class Played(Frame):
    """A genre of files that hold what a player has done: the tokens of its cells."""

    tokens: Cells


@dataclass(frozen=True)
class GenreFile(Played):
    """A genre of pzpr's files."""


@dataclass(frozen=True)
class Kanpen(Played):
    """A genre of Kanpen and PencilBox; also the tags of a player's cells in XML."""

    tags: Cells


@dataclass(frozen=True)
class Game(Frame):
    """A game of Simon Tatham's collection.

    Attributes
    ----------
    page
        the name of its page
    codec, board
        how its boards are written, and in words, for messages
    params
        what may follow the size in its parameters: a regular expression
    least
        the smallest width and height it takes
    switches
        the letter in the parameters that switches a rule on
    """

    page: str
    codec: Codec
    board: str
    params: str
    least: int
    switches: Mapping[str, str] = field(default_factory=dict)

    @property
    def cells(self) -> str:
        """See :attr:`Frame.cells`."""
        return self.codec.cells


@dataclass(frozen=True)
class Tokens(Frame):
    """A kind in grids of tokens between blanks.

    Attributes
    ----------
    clues
        the tokens of a puzzle
    answer
        those of a filled grid; ``None``: it says nothing, the cell is as in the grid without a true cell
    switches
        the rules that these puzzles have, if not as the kind has them
    dense
        characters for tokens, where cells may also stand without blanks
    """

    clues: Cells
    answer: Mapping[str, str | None]
    switches: Mapping[str, bool] = field(default_factory=dict, kw_only=True)
    dense: Mapping[str, str] = field(default_factory=dict, kw_only=True)

    @property
    def cells(self) -> str:
        """See :attr:`Frame.cells`."""
        return "".join(self.clues.values())


@dataclass(frozen=True)
class Janko(Tokens):
    """A kind of janko.at's pages."""


@dataclass(frozen=True)
class Puzzlekit(Tokens):
    """A kind of puzzlekit's texts and data sets."""


@dataclass(frozen=True)
class Legup(Frame):
    """A kind of LEGUP: the values of its cells."""

    values: Cells


@dataclass(frozen=True)
class Drawn(Frame):
    """How a kind is drawn in Penpa+, where its names are tags of genres.

    Of each table the first entry with a character is the one that is drawn.

    Attributes
    ----------
    surfaces
        colours of cells, and the character that each is
    symbols
        names and styles of symbols, and the character that each is
    numbers
        characters that are numbers on the first of the surfaces
    closed
        whether a cell of an answer where nothing is drawn is false, if none is drawn as false
    """

    surfaces: Mapping[int, str] = field(default_factory=dict)
    symbols: Mapping[tuple[str, int], str] = field(default_factory=dict)
    numbers: str = ""
    closed: bool = True

    @property
    def cells(self) -> str:
        """See :attr:`Frame.cells`."""
        return "".join((*self.surfaces.values(), *self.symbols.values(), *self.numbers))


@dataclass(frozen=True)
class Row:
    """A format of one kind that differs from its like in a table.

    Attributes
    ----------
    name, summary, example, aliases
        those of the format
    """

    name: str
    summary: str
    example: str
    aliases: tuple[str, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class Task(Row):
    """Boards on one line without their size, which is square: task strings of web sites.

    Attributes
    ----------
    codec
        how cells are written
    step
        what every side is a multiple of
    yields
        whether a text that another format claims as well is left to that one
    """

    codec: Runs
    step: int = 1
    yields: bool = False


@dataclass(frozen=True)
class Grid(Row):
    """A grid of characters below its labels or its size.

    Attributes
    ----------
    tokens, meanings
        the characters of cells, and what each means, for messages
    sure
        characters one of which a text must have to be detected, where the size leaves it open
    size
        the line above the grid: ``side``, ``rows columns`` (it may be missing), or none
    """

    tokens: Cells
    meanings: Mapping[str, str]
    sure: str
    size: str = ""


@dataclass(frozen=True)
class Loose(Row):
    """A grid of two values and several characters for an open cell, with comments, blanks, and perhaps its size.

    Attributes
    ----------
    values, opens
        the characters of the false and the true value, and those of an open cell
    must, may
        characters that a text must have, and others that it may have, to be detected
    hint
        what to say about other characters
    """

    values: str
    opens: str
    must: str
    may: str
    hint: str


@dataclass(frozen=True)
class Places(Row):
    """A list of cells: the columns and the rows, then a line with place and value for each cell that is not open.

    Attributes
    ----------
    between
        what stands between the numbers of a line; a blank: the columns and the rows have a line each
    order
        what the numbers of a line are: ``value``, ``column``, ``row``, or ``below``: the row counted from the bottom
    first
        the number of the first row and column
    tokens, expected
        the values, and in words, for messages
    what
        what such a cell is
    """

    between: str
    order: tuple[str, str, str]
    first: int
    tokens: Cells
    expected: str
    what: str


@dataclass(frozen=True)
class Lists(Row):
    """A list of lists of numbers, as in programs."""

    tokens: Cells


@dataclass(frozen=True)
class Facts(Row):
    """Facts of answer set programming: ``grid(N).`` and ``filled(column,row,value).``, from 1.

    ``hints`` says something about facts of other names.
    """

    tokens: Cells
    hints: Mapping[str, str] = field(default_factory=dict)
