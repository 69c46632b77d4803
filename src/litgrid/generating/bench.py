"""A board on which puzzles are made: its rules as the kernels read them, and a state that nothing is known in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from litgrid.core.bounds import from_matrix
from litgrid.core.grid import IntArray
from litgrid.core.puzzle import Puzzle
from litgrid.core.shared import Shared
from litgrid.core.system import System
from litgrid.core.tables import Count
from litgrid.explaining import kernels as consequences
from litgrid.explaining import laws
from litgrid.explaining.laws import Book
from litgrid.generating import kernels

if TYPE_CHECKING:
    from litgrid.sat.machine import Machine

KERNELS = ("likely", "equal", "fill", "bound", "add", "drop", "rival", "decided", "suffice", "sole", "sift")
"""Each calls only those before it, or those of :mod:`litgrid.explaining.laws`."""
DEPTH = 64
"""No list is halved so often."""
TURN = 12
"""So many numbers say where a kernel was left."""


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of a puzzle, without given cells.

    Attributes
    ----------
    book
        the rules
    clues
        which of them are clues
    certain
        the literals that rules which leave no choice force from the beginning, clues aside: walls, and cells that
        nothing else lights. Nothing that becomes known would make the kernels look at these rules.
    benches
        those that nobody uses now, see :func:`lent`
    """

    book: Book
    clues: IntArray
    certain: IntArray
    cells: int
    benches: dict[bool, Bench] = field(default_factory=dict)

    @classmethod
    def of(cls, puzzle: Puzzle, certain: IntArray | None = None) -> Rules:
        """Return the rules of a puzzle; ``certain`` where that is known, as from the same board without clues."""
        tables, cells = puzzle.rules(), puzzle.shape.size
        book = Book.of(System.of(tables), cells)
        listed = zip(book.system.tables, book.first.tolist(), strict=False)
        pieces = [np.arange(len(table)) + first for table, first in listed if table.clue]
        clues = np.concatenate([np.empty(0, dtype=np.int64), *pieces])
        return cls(book, clues, _certain(book, clues) if certain is None else certain, cells)


def _certain(book: Book, clues: IntArray) -> IntArray:
    bounds = book.bounds
    count = np.repeat(np.arange(len(bounds)), bounds.lengths)
    codes = 2 * np.abs(bounds.literals).astype(np.int64) - 2 + (bounds.literals < 0)
    own = ~np.isin(book.rule, clues)
    every, none = own & (bounds.low == bounds.lengths), own & (bounds.high == 0)
    certain = np.unique(np.concatenate([codes[every[count]], codes[none[count]] ^ 1]))
    return certain if np.unique(certain >> 1).size == certain.size else certain[:0]


@lru_cache(maxsize=8)
def rules_of(board: Puzzle) -> Rules:
    """Return the rules of a board without clues, kept for the next try on the same one."""
    return Rules.of(board)


class _Begun(NamedTuple):
    """A board that nothing has been done on: its rules and what follows from them alone, as the kernels read them."""

    laws: Any
    no_lines: Any
    state: Any


def _seen(arrays: Any, fast: bool) -> Any:
    return arrays if fast else type(arrays)(*(array.tolist() for array in arrays))


@lru_cache(maxsize=8)
def _begun(rules: Rules, fast: bool) -> _Begun:
    off = np.zeros(int(rules.book.first[-1]), dtype=np.bool_)
    off[rules.clues] = True  # or what follows from clues would be known already
    laws_there = rules.book.laws_without(off)
    found, state = _seen(laws_there, fast), _seen(rules.book.state(laws_there), fast)
    no_lines = np.zeros_like(laws_there.lines_starts)
    begun = _Begun(found, no_lines if fast else no_lines.tolist(), state)
    counting = found._replace(lines_starts=begun.no_lines)
    run: Any = laws.compiled() if fast else laws.PLAIN
    end = 0
    for code in rules.certain.tolist():
        end = consequences.push(state, code, consequences.ASSUMED, 0, end)
    if end:
        head, end = run.spread(counting, state, 0, end, kernels.EVER, consequences.FREE)
        if state.numbers[2]:  # no such board can be filled: whoever tries finds that out
            run.undo(counting, state, 0, head, end)
            end = 0
    state.numbers[1] = end
    spare = np.array(state.spare, dtype=np.int64).reshape(-1, 2)
    opened = spare.sum(axis=1) + laws_there.low - laws_there.high
    state.numbers[3] = int(((opened > 0) & (spare.min(axis=1) <= 0)).any())  # as on boards that cannot be filled
    return begun


class Bench:
    """Rules as the kernels read them, and what is known.

    Parameters
    ----------
    rules
        The rules.
    fast
        Whether the kernels are compiled, where they can be; they do the same otherwise.
    """

    def __init__(self, rules: Rules, *, fast: bool = True) -> None:
        self.rules = rules
        made = compiled() if fast else None
        self.fast = made is not None
        self.kernels: Any = made or kernels
        self.consequences: Any = laws.compiled() if self.fast else laws.PLAIN
        self.cells, self._reasons = rules.cells, len(rules.book.bounds) + rules.book.lines**2
        self._rooms: dict[int, kernels.Room] = {}

    # The bounds of clues change while they are tried out, and so does what is known: each bench has its own.

    @cached_property
    def laws(self) -> Any:
        """All rules, clues switched off."""
        found = _begun(self.rules, self.fast).laws
        return found._replace(low=found.low.copy(), high=found.high.copy())

    @cached_property
    def state(self) -> Any:
        """What is known."""
        found = _begun(self.rules, self.fast).state
        return type(found)(*(array.copy() for array in found))

    @cached_property
    def _counting(self) -> Any:
        if not self.rules.book.differs:
            return self.laws
        return self.laws._replace(lines_starts=_begun(self.rules, self.fast).no_lines)

    @cached_property
    def alone(self) -> Any:
        """Those that are looked at all the while, with the same bounds: at first those that count."""
        return self._counting

    def looking(self, lines: bool) -> Bench:
        """Look at lines that must differ all the while, or only where they may matter; return itself."""
        self.alone = self.laws if lines else self._counting
        return self

    def seen(self, arrays: Any) -> Any:
        """Return arrays as the kernels read them: compiled as they are, else as lists, which Python reads faster."""
        return _seen(arrays, self.fast)

    def array(self, values: IntArray) -> Any:
        """Return an array as the kernels read it."""
        return values if self.fast else values.tolist()

    def room(self, items: int = 0) -> kernels.Room:
        """Return what the kernels write in, for so many items: the same each time."""
        if items not in self._rooms:
            self._rooms[items] = self._new_room(items)
        return self._rooms[items]

    def _new_room(self, items: int) -> kernels.Room:
        def zeros(size: int) -> Any:
            return np.zeros(size, dtype=np.int64) if self.fast else [0] * size

        cells = self.cells + 1
        return kernels.Room(
            kept=zeros(items),
            queue=zeros(items + 1),
            stack=zeros(4 * DEPTH),
            ends=zeros(2 * cells),
            turned=zeros(cells),
            reasons=zeros(self._reasons),
            rules=zeros(cells),
            other=zeros(cells - 1),
            turn=zeros(TURN),
        )

    def back(self, base: int, head: int, end: int) -> None:
        """Know no more than ``base`` literals; consequences were drawn as far as ``head``."""
        self.consequences.undo(self.alone, self.state, base, head, end)
        self.state.numbers[1] = base


@contextmanager
def lent(rules: Rules, *, fast: bool) -> Iterator[Bench]:
    """Lend a bench on which nothing is known: that of the last try on the same rules, or a new one.

    What is done on it is undone in the end. Where that goes wrong, it is not used again.
    """
    bench = rules.benches.pop(fast, None) or Bench(rules, fast=fast)
    yield bench.looking(lines=False)
    rules.benches[fast] = bench


@Shared
def machine() -> Machine:
    """Return the kernels, to be compiled."""
    from litgrid.sat.machine import Machine

    return Machine({**laws.PLACES, **vars(kernels)}, (*laws.KERNELS, *KERNELS), try_out, laws.machine())


@Shared
def compiled() -> Any:
    """Return the kernels, compiled where numba is installed; ``None`` where it is not, or does not work."""
    return None if laws.compiled() is None else machine().load()


def try_out(made: Any) -> None:
    """Call what Python calls: exactly two of three cells, one of which is given."""
    book = Book.of(System.of([Count("any", from_matrix(np.array([[1, 2, 3]]), 2, 2), str)]), 3)
    law, state, number = book.laws, book.state(), np.arange(4)
    answer, none = np.array([0, 2, 5]), np.empty(0, dtype=np.int64)
    starts = np.zeros(4, dtype=np.int64)
    items = kernels.Items(answer, number, np.ones(3, dtype=np.int64), none, starts, none, none)
    room = kernels.Room(*(np.zeros(4 * DEPTH, dtype=np.int64) for _ in kernels.Room._fields))
    room.kept[:3], room.queue[1:4], room.stack[0] = kernels.IN, number[:3], 3
    made.fill(law, law, state, none, answer, 9, room, 0, 0)
    consequences.undo(law, state, 0, 3, 3)
    made.sift(law, law, state, items, answer, answer ^ 1, kernels.ANY, 9, room, 99)
    made.suffice(law, law, state, items, answer ^ 1, 2, room)
    made.sole(law, law, state, items, answer, 9, room)
    made.drop(law, state, items, room, 1, 4)
