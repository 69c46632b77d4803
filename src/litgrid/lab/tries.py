"""Tries to make puzzles of an order, by number: what some in a row brought, and how a file of results holds that.

A try depends on the order, the seed and its own number alone, so that any worker may make it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from time import monotonic

from litgrid.core.errors import InputError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.numerals import whole
from litgrid.formats import Record, formats, loads_all
from litgrid.generating.making import make
from litgrid.generating.order import Order
from litgrid.lab.journal import Line

SOON = 0.02
"""Where the next tries are asked for within so many seconds, they go out in larger pieces."""
LONGEST_TRY = 18
"""No try has a number of more digits."""


@dataclass(frozen=True)
class Tries:
    """What some tries in a row brought, from ``first`` on: ``made`` by their number; ``over``: the time ran out."""

    first: int
    number: int
    made: Mapping[int, Record] = field(default_factory=dict)
    over: bool = False

    @property
    def end(self) -> int:
        """The try after the last of them."""
        return self.first + self.number


def unmade(done: Mapping[int, Tries], most: Callable[[int], int]) -> Iterator[tuple[int, int]]:
    """Yield where the tries begin that are not done, and how many: ``most`` says of a first one how many may follow.

    Few first, as few puzzles may be wanted; and few where the next are asked for late, as workers that are at many
    when no more are wanted do not end together.
    """
    starts = iter((*sorted(done), 10**LONGEST_TRY))
    following = next(starts)
    at, number, begin = 0, 1, monotonic()
    while True:
        if at == following:
            at, following = done[at].end, next(starts)
            continue
        some = min(number, most(at), following - at)
        yield at, some
        took, begin = monotonic() - begin, monotonic()
        at, number = at + some, 2 * some if took < SOON else max(some // 2, 1)


def compute(order: Order, seed: int, first: int, number: int, seconds: float | None) -> Tries:
    """Try so many numbers, perhaps in a worker; where the time runs out, return what came until then."""
    limit = Limit(seconds)
    made: dict[int, Record] = {}
    for at in range(first, first + number):
        try:
            limit.check()
            found = make(order, seed, at, limit)
        except OutOfTimeError:
            return Tries(first, at - first, made, over=True)
        if found is not None:
            made[at] = found
    return Tries(first, number, made)


def as_line(tries: Tries) -> Line:
    """Return the line of a file of results that holds tries."""
    write = formats.get("jsonl").write
    made = {str(at): write(record) for at, record in tries.made.items()}
    return {"first": tries.first, "number": tries.number, "made": made}


def read(number: int, line: Line, path: str) -> Tries:
    """Return the tries that a line of a file of results is about; raise :class:`InputError` where it is about none."""
    first, tries, made = (line.get(name) for name in ("first", "number", "made"))
    if not (isinstance(first, int) and isinstance(tries, int) and first >= 0 < tries and isinstance(made, dict)):
        raise InputError('expected a line with "first", "number" and "made"', line=number, source=path)
    records = {}
    for at, text in made.items():
        item = next(loads_all(str(text), format="jsonl"))
        one = whole(at, LONGEST_TRY)
        if isinstance(item, InputError) or one is None:
            raise InputError("expected puzzles by the number of their try", line=number, source=path)
        records[one] = item
    return Tries(first, tries, records)
