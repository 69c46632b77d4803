"""One puzzle or formula as it came, and what the caller said about the text that it came in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.check import violations
from litgrid.core.errors import InputError
from litgrid.core.grid import BoolArray
from litgrid.core.puzzle import Puzzle, expect_puzzle

if TYPE_CHECKING:
    from litgrid.sat.formula import Formula

G = TypeVar("G")


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
        what a player has entered (int8: 1 true, 0 false, -1 open, shaped as the board), with the given cells; ``None``
        for nothing
    answer
        the answer that came with it, right or not, of the same form, or ``None``
    source, line
        the file, and the line (from 1) where the puzzle begins
    warnings
        sentences about what the reader met and could not keep
    level
        how hard it is said to be, a number or a word, or ``None``
    score
        the same with tenths, as :func:`litgrid.grade` has it, or ``None``
    reading
        what it was taken for and why, in a sentence, where the text could be read in several ways; else ``None``
    """

    id: str
    puzzle: Puzzle
    filled: Grid | None = None
    source: str | None = None
    line: int = 1
    warnings: tuple[str, ...] = ()
    level: int | str | None = None
    answer: Grid | None = None
    reading: str | None = None
    score: float | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said of how it was read: of the reading that was taken, and the warnings."""
        return (*([self.reading] if self.reading else []), *self.warnings)

    @property
    def about(self) -> dict[str, Any]:
        """How a line of JSON about it begins: with its name, and how it was read, where that was in doubt."""
        return {"id": self.id, **({"reading": self.reading} if self.reading else {})}

    @property
    def asked(self) -> Puzzle:
        """What a question is asked about."""
        return self.puzzle

    @property
    def named(self) -> bool:
        """Whether it has a name of its own, and not that of its place."""
        return self.id != _place(self.source, self.line)

    @property
    def title(self) -> str:
        r"""The name on one line: blanks, and what cannot be printed, become single blanks; nothing where it has none.

        >>> Record(" a\n b ", None).title
        'a b'
        """
        return " ".join("".join(char if char.isprintable() else " " for char in self.id).split()) if self.named else ""


class FormulaRecord(NamedTuple):
    """One formula as it came."""

    id: str  # the name of its file
    formula: Formula  # with its projection and what comments named
    source: str | None = None
    line: int = 1  # where the formula begins in it
    warnings: tuple[str, ...] = ()  # sentences about what the reader met and could not keep

    @property
    def asked(self) -> Formula:
        """What a question is asked about."""
        return self.formula

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said of how it was read."""
        return self.warnings

    @property
    def about(self) -> dict[str, Any]:
        """How a line of JSON about it begins: with its name."""
        return {"id": self.id}


Input: TypeAlias = Record | FormulaRecord
"""What commands are given."""


class Settled:
    """What was settled about a text."""

    taken: Any = None  # how its last puzzle in doubt was read
    reading: str = ""  # what says that
    seconds: float = 20.0  # may still be spent on telling what its puzzles are


@dataclass(frozen=True, eq=False)
class Request:
    """What the caller said about a text: the kind's name, the source, and rules to switch on or off."""

    kind: str | None = None
    source: str | None = None
    switches: Mapping[str, bool | None] = field(default_factory=dict)
    open: str | None = None  # how an open cell is written
    strict: bool = False  # whether of several readings none is taken, even if the puzzle decides
    lazily: bool = False  # whether puzzles may come as ``Unread``, where one says nothing of the next
    settled: Settled = field(default_factory=Settled, compare=False)

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
        answer: Grid | None = None,
        warnings: Iterable[str] = (),
        reading: str | None = None,
    ) -> Record:
        """Return the record of a puzzle that begins at a line, with the rules that the caller switched."""
        puzzle = puzzle.with_switches(**self.switches)
        named = well_formed(name) or self.name(line)
        filled = None if filled is None else entered(puzzle, filled)
        said = (*warnings, *puzzle.remarks())
        return Record(named, puzzle, filled, self.source, line, said, answer=answer, reading=reading)

    def check_kind(self, kind: str, line: int) -> None:
        """Raise :class:`InputError` where the text says another kind than the caller."""
        if self.kind is not None and self.kind != kind:
            raise InputError(f"expected the kind {self.kind}, as asked for, got {kind}", line=line, column=1)


def _place(source: str | None, line: int) -> str:
    return well_formed(f"{source or 'text'}:{line}")


def well_formed(text: str) -> str:
    """Return a text in which surrogates, which no output can hold, are replaced."""
    if text.isascii():
        return text
    return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)


def known_of(puzzle: Puzzle) -> Grid:
    """Return what is known of a puzzle from the beginning: given cells, and those that nothing can stand in."""
    return np.where(puzzle.fixed.reshape(puzzle.givens.shape), np.int8(0), puzzle.givens)


def free_cells(puzzle: Puzzle) -> BoolArray:
    """Return which cells a player can enter something in."""
    free: BoolArray = known_of(puzzle) < 0
    return free


def agreeing(puzzle: Puzzle, grid: Grid) -> Grid:
    """Return a half-filled grid as it is.

    Raises :class:`InputError` where it contradicts a given cell, or one that is no question.
    """
    known = known_of(puzzle)
    wrong = np.flatnonzero((known >= 0) & (grid >= 0) & (grid != known))
    if wrong.size:
        cell, names = puzzle.shape.name(int(wrong[0])), (puzzle.false, puzzle.true)
        there, here = (names[values.flat[wrong[0]]] for values in (known, grid))
        if puzzle.fixed.flat[wrong[0]]:
            raise InputError(f"what is entered contradicts the puzzle: nothing can be entered in {cell}, got {here}")
        raise InputError(f"what is entered contradicts the puzzle: {cell} is {there}, got {here}")
    return grid


def entered(puzzle: Puzzle, grid: Grid) -> Grid | None:
    """Return what a player has entered, with given cells and those that are no question; ``None`` for nothing more.

    Errors are those of :func:`agreeing`.
    """
    known = known_of(puzzle)
    filled = np.where(known >= 0, known, agreeing(puzzle, grid)).astype(np.int8)
    return filled if ((known < 0) & (grid >= 0)).any() else None


def kept(puzzle: Puzzle, grid: Grid, read: Grid | None) -> bool:
    """Return whether what a player has entered is what was read back of it."""
    known = [entered(puzzle, one) for one in (grid, np.full_like(grid, -1) if read is None else read)]
    return known[0] is None or (known[1] is not None and np.array_equal(known[0], known[1]))


def solves(puzzle: Puzzle, grid: Grid) -> bool:
    """Return whether a grid is an answer, be it one with rules switched off, as they are not always said."""
    loose = puzzle.with_switches(**dict.fromkeys(puzzle.switches, False))
    return bool((grid >= 0).all()) and not violations(loose.tables(), grid)


def begun(item: Puzzle | Record, start: G | None) -> tuple[Puzzle, G | Grid | None]:
    """Return the puzzle that is meant, and where to begin: as is said, else with what a player had entered."""
    if not isinstance(item, Record):
        return item, start
    return item.puzzle, item.filled if start is None else start


def as_record(item: object, number: int = 1) -> Record:
    """Return a puzzle as a record without a name, and a record as it is; raise an error that stands in their place."""
    if isinstance(item, InputError):
        raise item
    if isinstance(item, Record):
        return item
    expect_puzzle(item)
    return Record(f"text:{number}", cast("Puzzle", item), line=number)
