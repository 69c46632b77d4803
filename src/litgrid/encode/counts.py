"""A puzzle's counts as they are, for solvers that can count: no clauses, no auxiliary variables.

In OPB a count is a linear constraint, or two where it is bounded on both sides; in SMT-LIB (logic QF_LIA) a sum of
``ite``. Lines that must differ do not count: they are clauses, with auxiliary variables, as in the formula.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import Bounds, cuts, offsets
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.puzzle import Puzzle
from litgrid.encode.layout import PIECE, KindSize, check_variables
from litgrid.encode.rules import Rules
from litgrid.sat import opb, smtlib
from litgrid.sat.size import Size, total
from litgrid.sat.stream import Headings, Stream
from litgrid.sat.words import NOTHING, rows, table


class Counts:
    """The constraints of a puzzle before they are written, in the order of the rules.

    Counts that say nothing are left out. ``two_sided`` says whether a constraint may bound a sum on both sides; else
    such a count is two.
    """

    def __init__(self, puzzle: Puzzle, *, two_sided: bool) -> None:
        self.rules = rules = Rules(puzzle)
        bounds, order = rules.bounds, rules.order
        lower, upper = bounds.low > 0, bounds.high < bounds.lengths
        split = lower & upper & (bounds.low != bounds.high) & (not two_sided)
        self._count = count = order.repeat(((lower | upper).astype(np.int64) + split)[order])
        second = np.zeros(count.size, dtype=np.bool_)
        second[1:] = count[1:] == count[:-1]
        self._lower, self._upper = lower[count] & ~second, upper[count] & (second | ~split[count])

    @cached_property
    def kinds(self) -> list[KindSize]:
        """The size of each kind of rule; a constraint counts as a clause."""
        owner, lengths = self.rules.kind_of_count[self._count], self.rules.bounds.lengths[self._count]
        sizes = {kind: Size.of(lengths[owner == number]) for number, kind in enumerate(self.rules.kinds)}
        for pairs in self.rules.pairs:
            kind = pairs.table.kind
            sizes[kind] = sizes[kind].plus(pairs.size.times(len(pairs)))
        return [KindSize(kind, number, sizes[kind]) for kind, number in self.rules.kinds.items() if number]

    @cached_property
    def size(self) -> Size:
        """The size of the whole."""
        return total(kind.size for kind in self.kinds)

    @property
    def variables(self) -> int:
        """How many variables there are."""
        return self.rules.cells + self.size.auxiliaries

    def opb(self) -> Iterator[bytes]:
        """Return the lines of an OPB file."""
        stream = self._stream()
        yield from opb.header(stream)
        for start, end in self._pieces():
            yield self._opb(start, end)
        yield from map(opb.clauses, stream.pieces())

    def smtlib(self) -> Iterator[bytes]:
        """Return the lines of an SMT-LIB file."""
        stream = self._stream()
        headings = Headings(stream)
        yield b"(set-logic QF_LIA)\n"
        yield from smtlib.declarations(stream)
        for start, end in self._pieces():
            yield self._smtlib(start, end, headings)
        yield from (smtlib.clauses(piece, headings) for piece in stream.pieces())
        yield smtlib.QUESTION

    def _stream(self) -> Stream:
        check_variables(self.variables)
        rules = self.rules
        return Stream(
            self.variables,
            self.size.clauses,
            rules.variable_names,
            self._named,
            lambda: rules.differing(rules.cells, PIECE),
        )

    def _named(self) -> Iterator[tuple[int, str | None]]:
        each = np.bincount(self._count, minlength=len(self.rules.bounds))
        return self.rules.named(self.rules.sizes(each, [pairs.size for pairs in self.rules.pairs]).tolist())

    def _pieces(self) -> Iterator[tuple[int, int]]:
        return pairwise(cuts(self.rules.bounds.lengths[self._count], PIECE))

    def _taken(self, start: int, end: int) -> tuple[Bounds, BoolArray, BoolArray]:
        return self.rules.bounds.take(self._count[start:end]), self._lower[start:end], self._upper[start:end]

    def _opb(self, start: int, end: int) -> bytes:
        bounds, lower, upper = self._taken(start, end)
        # At most: at least of the negated sum, as the format has no <=. A negated literal is 1 - x.
        flip = np.where(lower, 1, -1)
        negated = bounds.literals < 0
        least = flip * (np.where(lower, bounds.low, bounds.high) - _each(bounds, negated))
        ends, end_of = np.unique(least * 2 + (lower & upper), return_inverse=True)
        after = [" ", *(f" {'=' if code % 2 else '>='} {code // 2} ;\n" for code in ends.tolist()), ""]
        numbers, starts = _with_empty(bounds)
        before_of = np.full(numbers.size, 2)
        before_of[numbers != NOTHING] = negated ^ (flip < 0).repeat(bounds.lengths)
        after_of = np.zeros(numbers.size, dtype=np.int64)
        after_of[starts[1:] - 1] = np.where(bounds.lengths > 0, end_of + 1, len(after) - 1)
        return rows(numbers, table(["+1 x", "-1 x", opb.IMPOSSIBLE]), before_of, table(after), after_of)

    def _smtlib(self, start: int, end: int, headings: Headings) -> bytes:
        bounds, lower, upper = self._taken(start, end)
        begins, names = headings.within(end - start)
        marked = np.zeros(end - start, dtype=np.bool_)
        marked[begins] = True
        # Lines differ in little but their literals: the words of all that are alike are made once.
        short = np.minimum(bounds.lengths, 2)
        one, line = _alike(short, bounds.low, bounds.high, lower, upper, marked)
        columns = (short, bounds.low, bounds.high, lower, upper, marked)
        words = [_sum_words(*values) for values in zip(*(column[one].tolist() for column in columns), strict=True)]
        numbers, starts = _with_empty(bounds)
        before_of = np.zeros(numbers.size, dtype=np.int64)
        before_of[starts[:-1]] = line + 1
        after_of = np.full(numbers.size, 2)
        after_of[numbers != NOTHING] = bounds.literals < 0
        after_of[starts[1:] - 1] += 3 * (line + 1)
        before = table([" (ite x", *(head for head, _ in words)])
        after = table([value + tail for tail in ("", *(tail for _, tail in words)) for value in (" 1 0)", " 0 1)", "")])
        return smtlib.commented(rows(numbers, before, before_of, after, after_of), names)


def _sum_words(length: int, low: int, high: int, lower: bool, upper: bool, marked: bool) -> tuple[str, str]:
    """Return what stands before the first number and after the last value of a line; a sum takes two terms or more."""
    equal = lower and upper and low == high
    head = f"(assert ({'=' if equal else '<='} {f'{low} ' * lower}(+{' (ite x' * (length > 0)}"
    return smtlib.MARK * marked + head, f"{' 0' * (2 - length)}){f' {high}' * (upper and not equal)}))\n"


def _alike(*columns: npt.NDArray[np.generic]) -> tuple[IntArray, IntArray]:
    """Return one row of each sort of rows that are alike in all columns, and for each row its sort."""
    code = np.zeros(columns[0].size, dtype=np.int64)
    for column in columns:
        values, place = np.unique(column, return_inverse=True)
        code = code * values.size + place
    _, one, sort = np.unique(code, return_index=True, return_inverse=True)
    return one, sort


def _with_empty(bounds: Bounds) -> tuple[IntArray, IntArray]:
    """Return the variables of all literals, with a row for each count without any, and where counts begin."""
    empty = np.flatnonzero(bounds.lengths == 0)
    numbers = np.abs(bounds.literals).astype(np.int64)
    return np.insert(numbers, bounds.starts[empty], NOTHING), offsets(np.maximum(bounds.lengths, 1))


def _each(bounds: Bounds, chosen: BoolArray) -> IntArray:
    """Return how many literals of each count are chosen."""
    until = np.append(0, np.cumsum(chosen))[bounds.starts]
    numbers: IntArray = until[1:] - until[:-1]
    return numbers
