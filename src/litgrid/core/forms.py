"""Forms: what a kind says about itself to the frames of :mod:`litgrid.formats`.

A frame is a link, an ID, a page or a file, and knows no kind. A kind, if its clues are a grid of characters, has a
module (:attr:`Puzzle.forms`) whose ``FORMS`` say what it is in each format, by the format's name. A :class:`Form` is a
place in a format of many kinds: what the kind is called there, and the codec or the table of its cells. A :class:`Row`
is a format of the kind's own, which differs from its like in a table.

No two are compared or printed, and Python makes the methods of dataclasses at every start: these have no more than they
use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from litgrid.core.codecs import Codec, Runs

Cells = Mapping[str, str]
"""Tokens of a format, and the character of the kind's alphabet that each is."""


class Table:
    """The table of a kind's cells."""

    tokens: Cells

    @property
    def cells(self) -> str:
        """The characters of the kind's alphabet that can be written, but for the open cell."""
        return "".join(self.tokens.values())

    @cached_property
    def written(self) -> dict[str, str]:
        """The token of each character."""
        return {char: token for token, char in self.tokens.items()}


@dataclass(frozen=True, eq=False, repr=False)
class Form(Table):
    """What a kind is in a format: its name there, the tokens of its cells, and what else it is called when read.

    ``regions`` is the name of the layer that is a map of regions, and ``number`` that of one number for the board; each
    is empty where the kind has none, or the format no place for it.
    """

    name: str
    tokens: Cells = field(default_factory=dict)
    others: tuple[str, ...] = field(default=(), kw_only=True)
    regions: str = field(default="", kw_only=True)
    number: str = field(default="", kw_only=True)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Player(Form):
    """In files that hold what a player has done, and are tokens or XML: ``tags`` of a player's cells there."""

    tags: Cells


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Coded(Form):
    """In links and IDs: the codec of its boards."""

    codec: Codec

    @property
    def cells(self) -> str:
        return self.codec.cells


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game(Coded):
    """In Simon Tatham's collection, as the game of that name.

    ``page`` is the name of its page, ``board`` says in words how boards are written, ``params`` is a regular expression
    of what may follow the size in its parameters, ``switches`` the letter there that switches a rule on, and ``least``
    the smallest side that it takes.

    ``moves`` are the words of a move in one cell before its column and row: what becomes of a false, a true and an open
    cell there, by their values (-1: open). ``drags`` are those of a move along a line to another cell, and what each
    number at their end, after the two places, enters in open cells.
    """

    page: str
    board: str
    params: str
    least: int
    switches: Mapping[str, str] = field(default_factory=dict)
    moves: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    drags: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Tokens(Form):
    """In grids of tokens between blanks.

    ``answer`` are the tokens of a filled grid; one that is ``None`` says nothing: the cell is as in the grid without a
    true cell. ``switches`` are the rules of these puzzles, if not as the kind has them, and ``dense`` characters for
    tokens, where cells may also stand without blanks.
    """

    answer: Mapping[str, str | None]
    switches: Mapping[str, bool] = field(default_factory=dict)
    dense: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Drawn(Form):
    """In Penpa+, where names are tags of genres: colours of cells, names and styles of symbols, and what each is.

    Of each table the first entry with a character is the one that is drawn. ``numbers`` are characters that are numbers
    on the first of the surfaces, and ``marks`` colours of players only. In an answer that is ``closed`` a cell where
    nothing is drawn is false, if none is drawn as false.
    """

    surfaces: Mapping[int, str] = field(default_factory=dict)
    symbols: Mapping[tuple[str, int], str] = field(default_factory=dict)
    numbers: str = ""
    marks: Mapping[int, str] = field(default_factory=dict)
    closed: bool = True

    @property
    def cells(self) -> str:
        return "".join((*self.surfaces.values(), *self.symbols.values(), *self.numbers))


@dataclass(frozen=True, eq=False, repr=False)
class Row(Table):
    """A format of one kind: a line about it, the tokens of its cells, and what else the format is called.

    ``yields``: a text that another format claims as well is left to that one.
    """

    summary: str
    tokens: Cells = field(default_factory=dict)
    aliases: tuple[str, ...] = field(default=(), kw_only=True)
    yields: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Task(Row):
    """Boards on one line without their size, which is square, as web sites have them; ``step`` divides each side."""

    codec: Runs
    step: int = 1

    @property
    def cells(self) -> str:
        return self.codec.cells


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Grid(Row):
    """A grid below its labels or its size, a line that is the ``side``, ``rows columns`` (it may be missing), or none.

    ``meanings`` says what each token is, and a text is detected by one of ``sure`` where the size leaves it open.
    """

    meanings: Mapping[str, str]
    sure: str
    size: str = ""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Loose(Row):
    """A grid of two values and several characters for an open cell, with comments, blanks, and perhaps its size.

    ``hint`` is what to say of other characters.
    """

    opens: str
    hint: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Places(Row):
    """The columns and the rows, then a line with place and value for each cell that is not open.

    ``between`` stands between the numbers of a line; where it is a blank, columns and rows have a line each. ``order``
    is what the numbers are: ``value``, ``column``, ``row``, or ``below``, the row counted from the bottom; ``first`` is
    the number of the first. ``expected`` are the values in words, ``what`` is such a cell.
    """

    between: str
    order: tuple[str, str, str]
    first: int
    expected: str
    what: str


@dataclass(frozen=True, eq=False, repr=False)
class Lists(Row):
    """A list of lists of numbers, as in programs."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Facts(Row):
    """Facts of answer set programming; ``signs`` are the names of those about two neighbours, and their signs."""

    signs: Mapping[str, str] = field(default_factory=dict)
