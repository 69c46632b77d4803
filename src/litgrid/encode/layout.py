"""The clauses of a whole puzzle, laid out before they are made.

How many clauses a count becomes follows from its form alone, so all sizes, of the whole and of each rule, are known
before there is a clause; the textbook formula of a large board has more clauses than anybody could write, and still a
size. The clauses then come in pieces, in the order of the rules: where a count's clauses and auxiliary
variables begin is known as well, so a piece needs no other. What a large count leans on (see :mod:`litgrid.encode.cnf`)
is looked for in all counts at once, before the first piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from litgrid.core.bounds import cuts, distinct, offsets, ranges
from litgrid.core.errors import LitgridError
from litgrid.core.grid import IntArray
from litgrid.core.puzzle import Puzzle
from litgrid.encode.cnf import Form, check_memory, forms, plain_of, stamp
from litgrid.encode.rules import Rules
from litgrid.sat import cardinality
from litgrid.sat.formula import MOST_VARIABLES, Formula, Int32Array
from litgrid.sat.size import Size, total
from litgrid.sat.stream import Stream
from litgrid.sat.threesat import becomes, grown, three_sat

PAIRWISE = "pairwise"
"""The encoding that takes no auxiliary variables, for lines that differ neither."""
PIECE = 1_000_000
"""So many literals are made at a time, and handed on; but never less than one count has are made."""


@dataclass(frozen=True, slots=True)
class KindSize:
    """How large the rules of one kind are: how many rules, and their clauses."""

    kind: str
    rules: int
    size: Size


class Layout:
    """The formula of a puzzle before it is made.

    Its models, on the cells' variables, are the answers of the puzzle. Nothing is deduced before and nothing is left
    out: every rule has its clauses, also for each two lines that must differ. The variable of a cell is its number + 1;
    auxiliary variables come after all cells, and those of the reduction to 3-SAT after them. They may be defined in one
    direction only: to count answers, count them on the cells, which are the projection.

    Parameters
    ----------
    puzzle
        The puzzle.
    encoding
        How counts become clauses: see :data:`litgrid.sat.cardinality.ENCODINGS`.
    three
        Whether every clause is turned into clauses of exactly three literals.
    rules
        The rules of the puzzle, where they are there already.

    Raises
    ------
    UnknownNameError
        for an encoding that does not exist.
    RuleError
        for a rule that names a cell twice in one count.

    >>> from litgrid.puzzles import kinds
    >>> board = kinds.get("binairo").from_clues(["." * 100] * 100)
    >>> Layout(board, "pairwise").size.clauses
    1038389544156208727087119211993600
    """

    def __init__(
        self, puzzle: Puzzle, encoding: str = "auto", *, three: bool = False, rules: Rules | None = None
    ) -> None:
        cardinality.check_encoding(encoding)
        self._puzzle, self._encoding, self.three = puzzle, encoding, three
        plain = encoding == PAIRWISE
        self.rules = Rules(puzzle, plain=plain) if rules is None else rules.again(plain=plain)
        self._plain = plain_of(self.rules.bounds)
        self._forms: list[tuple[IntArray, Form]] = list(forms(self.rules.bounds, self._plain, encoding))

    @cached_property
    def kinds(self) -> list[KindSize]:
        """The size of each kind of rule, in the order of the rules."""
        rules, lengths, owner = self.rules, self.rules.bounds.lengths, self.rules.kind_of_count
        sizes: dict[str, list[Size]] = {kind: [] for kind in rules.kinds}
        names = list(sizes)
        for chosen in (self._plain.some, self._plain.not_all):
            for number in distinct(owner[chosen]).tolist():
                sizes[names[number]].append(Size.of(lengths[chosen & (owner == number)]))
        for counts, form in self._forms:
            one = cardinality.size(*form)
            copies = np.bincount(owner[counts])
            for number in np.flatnonzero(copies).tolist():
                sizes[names[number]].append(one.times(int(copies[number])))
        for pairs in rules.pairs:
            sizes[pairs.table.kind].append(pairs.size.times(len(pairs)))
        grow = grown if self.three else lambda size: size
        return [KindSize(kind, number, grow(total(sizes[kind]))) for kind, number in rules.kinds.items() if number]

    @cached_property
    def size(self) -> Size:
        """The size of the whole."""
        return total(kind.size for kind in self.kinds)

    @cached_property
    def before(self) -> Layout:
        """The formula before the reduction to 3-SAT."""
        return Layout(self._puzzle, self._encoding, rules=self.rules) if self.three else self

    @property
    def variables(self) -> int:
        """How many variables there are: cells and auxiliary ones."""
        return self.rules.cells + self.size.auxiliaries

    def stream(self) -> Stream:
        """Return the formula as writers take it.

        Raises
        ------
        LitgridError
            where there are too many clauses or variables to make them.
        """
        self._check()
        rules = self.rules
        return Stream(
            self.variables,
            self.size.clauses,
            rules.variable_names,
            lambda: rules.named(self.rule_clauses.tolist()),
            self.pieces,
            self.projection,
        )

    @property
    def projection(self) -> Int32Array:
        """The cells: by them alone answers are told apart."""
        return np.arange(1, self.rules.cells + 1, dtype=np.int32)

    @property
    def formula(self) -> Formula:
        """The whole formula at once. Raises as :meth:`stream`, and where there is no memory for it."""
        check_memory(self.size.literals, self.size.clauses)
        pieces = list(self.pieces())
        return Formula(
            np.concatenate([np.empty(0, dtype=np.int32), *(piece.literals for piece in pieces)]),
            offsets(np.concatenate([np.empty(0, dtype=np.int64), *(np.diff(piece.starts) for piece in pieces)])),
            self.variables,
            np.concatenate([np.empty(0, dtype=np.int64), *(piece.origin for piece in pieces)]),
            self.rules.variable_name,
            self.rules.name,
            self.projection,
        )

    @cached_property
    def rule_clauses(self) -> IntArray:
        """How many clauses each rule has."""
        made = self._made
        each, pairs = made.clauses, [pair.size for pair in self.rules.pairs]
        if self.three:
            each = each * becomes(self.rules.bounds.lengths)
            for counts, form in self._forms:
                each[counts] = grown(cardinality.size(*form)).clauses
            pairs = [grown(pair) for pair in pairs]
        return self.rules.sizes(each, pairs)

    def pieces(self) -> Iterator[Formula]:
        """Make the clauses, in the order of the rules; ``origin`` numbers the rules through all tables."""
        self._check()
        if not self.three:
            yield from self._pieces()
            return
        top = self._before_three
        for piece in self._pieces():
            made = three_sat(piece, top)
            top = made.variables
            yield made

    def _pieces(self) -> Iterator[Formula]:
        order = self.rules.order
        tops = np.empty(order.size, dtype=np.int64)
        tops[order] = self.rules.cells + offsets(self._made.auxiliaries[order])[:-1]
        for start, end in pairwise(cuts(self._made.literals[order], PIECE)):
            yield from self._piece(order[start:end], tops).split(PIECE)
        yield from self.rules.differing(self.rules.cells + int(self._made.auxiliaries.sum()), PIECE)

    def _piece(self, counts: IntArray, tops: IntArray) -> Formula:
        bounds, made = self.rules.bounds, self._made
        first, row = offsets(made.literals[counts]), offsets(made.clauses[counts])
        literals = np.empty(first[-1], dtype=np.int32)
        lengths = np.empty(row[-1], dtype=np.int64)
        size = bounds.lengths[counts]
        some, not_all = self._plain.some[counts], self._plain.not_all[counts]
        for chosen, sign, later in ((some, 1, np.zeros_like(some)), (not_all, -1, some)):
            place = (first[:-1] + size * later)[chosen]
            taken = bounds.take(counts[chosen])
            literals[ranges(place, taken.lengths)] = taken.literals * np.int32(sign)
            lengths[(row[:-1] + later)[chosen]] = taken.lengths
        form = made.form[counts]
        order = np.argsort(form, kind="stable")
        order = order[np.searchsorted(form[order], 0) :]
        for places in np.split(order, np.flatnonzero(np.diff(form[order])) + 1) if order.size else []:
            stamped = cardinality.template(*self._forms[form[places[0]]][1])
            literals[first[places][:, None] + np.arange(stamped.columns.size)] = stamp(
                bounds, counts[places], stamped, tops[counts[places]]
            )
            lengths[row[places][:, None] + np.arange(stamped.lengths.size)] = stamped.lengths
        origin = self.rules.of_count[counts].repeat(made.clauses[counts])
        return Formula(literals, offsets(lengths), self._before_three, origin)

    @cached_property
    def _before_three(self) -> int:
        """How many variables there are before the reduction to 3-SAT."""
        differing = sum(pairs.size.auxiliaries * len(pairs) for pairs in self.rules.pairs)
        return self.rules.cells + int(self._made.auxiliaries.sum()) + differing

    @cached_property
    def _made(self) -> _Made:
        """What each count becomes; only where that is not too much to be made."""
        lengths = self.rules.bounds.lengths
        some, not_all = self._plain.some.astype(np.int64), self._plain.not_all.astype(np.int64)
        clauses: IntArray = some + not_all
        made = _Made(np.full_like(lengths, -1), clauses, lengths * clauses, np.zeros_like(lengths))
        for number, (counts, form) in enumerate(self._forms):
            one = cardinality.size(*form)
            made.form[counts] = number
            made.clauses[counts], made.literals[counts] = one.clauses, one.literals
            made.auxiliaries[counts] = one.auxiliaries
        return made

    def _check(self) -> None:
        for _, form in self._forms:
            cardinality.check_fits(form.length, form.low, form.high, form.encoding)
        check_variables(self.variables)
        for pairs in self.rules.pairs:
            pairs.check()


@dataclass(frozen=True, slots=True)
class _Made:
    """For each count, before the reduction to 3-SAT: its form or -1, its clauses, literals, auxiliary variables."""

    form: IntArray
    clauses: IntArray
    literals: IntArray
    auxiliaries: IntArray


def check_variables(variables: int) -> None:
    """Raise :class:`LitgridError` where there are more variables than literals can name."""
    if variables > MOST_VARIABLES:
        raise LitgridError(
            f"this formula needs {variables:,} variables, and litgrid stops at {MOST_VARIABLES:,}; choose another "
            "encoding, or a smaller board"
        )
