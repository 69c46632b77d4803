"""A formula that is made piece by piece: its sizes are known before, and only one piece is in memory at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from litgrid.sat.formula import Formula, Int32Array

PART = 1_000_000
"""So many literals of a formula that is made already are taken at a time."""
LINES = 10_000
"""So many lines of comments are written at a time."""


@dataclass(frozen=True, slots=True)
class Stream:
    """What a writer needs to know of a formula."""

    variables: int
    clauses: int
    names: Callable[[], Iterable[tuple[int, str]]]  # the variables that mean something, ascending, and what they mean
    # how many clauses each next rule has, and its name; ``None`` for clauses of no rule
    rules: Callable[[], Iterable[tuple[int, str | None]]]
    pieces: Callable[[], Iterator[Formula]]  # makes the clauses, in order
    projection: Int32Array | None = None  # see :class:`litgrid.sat.formula.Formula`


def whole(formula: Formula) -> Stream:
    """Return a formula that is made already as a stream."""

    def names() -> Iterator[tuple[int, str]]:
        if formula.variable_name is not None:
            for variable in range(1, formula.variables + 1):
                name = formula.variable_name(variable)
                if name is not None:
                    yield variable, one_line(name)

    def rules() -> Iterator[tuple[int, str | None]]:
        if formula.origin_name is None or not len(formula):
            yield len(formula), None
            return
        starts = np.flatnonzero(np.diff(formula.origin, prepend=formula.origin[0] - 1))
        sizes = np.diff(starts, append=len(formula))
        for size, origin in zip(sizes.tolist(), formula.origin[starts].tolist(), strict=True):
            yield size, one_line(formula.origin_name(origin)) if origin >= 0 else None

    return Stream(formula.variables, len(formula), names, rules, lambda: formula.split(PART), formula.projection)


def spans(stream: Stream) -> Iterator[tuple[int, int, str]]:
    """Return the first and the last clause of each named rule, numbered from 1, and its name."""
    last = 0
    for size, name in stream.rules():
        first, last = last + 1, last + size
        if name is not None and size:
            yield first, last, name


class Headings:
    """The names of rules, handed out as the clauses go by."""

    def __init__(self, stream: Stream) -> None:
        self._spans = spans(stream)
        self._next = next(self._spans, None)
        self._done = 0

    def within(self, clauses: int) -> tuple[list[int], list[str]]:
        """Return where rules begin within the next so many clauses, and their names."""
        begins, names = [], []
        while self._next is not None and self._next[0] <= self._done + clauses:
            first, _, name = self._next
            begins.append(first - 1 - self._done)
            names.append(name)
            self._next = next(self._spans, None)
        self._done += clauses
        return begins, names


def comments(stream: Stream, mark: str) -> Iterator[bytes]:
    """Return what variables mean and which rule clauses come from, a line each behind a mark."""
    yield from lines(f"{mark} var {variable} {name}" for variable, name in stream.names())
    yield from lines(f"{mark} rule {first}-{last} {name}" for first, last, name in spans(stream))


def lines(texts: Iterable[str]) -> Iterator[bytes]:
    """Return lines as bytes, many at a time."""
    iterator = iter(texts)
    while some := list(islice(iterator, LINES)):
        yield "".join(f"{line}\n" for line in some).encode("utf-8", "backslashreplace")


def one_line(name: str) -> str:
    """Return a name without what would break a line."""
    return " ".join(name.split())
