"""SMT-LIB (version 2.6: C. Barrett, P. Fontaine, C. Tinelli 2017): a formula for Z3, cvc5 and others of their kind.

Variables are called ``x1``, ``x2``, ..., so that a model can be decoded; comments say what they mean, and which rule
the next clauses come from::

    (declare-const x17 Bool) ; bulb r2c3
    ; number r4c5
    (assert (or x17 (not x18)))

"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from litgrid.sat.formula import Formula
from litgrid.sat.stream import Stream, lines, spans, whole
from litgrid.sat.words import EMPTY, FIRST, INNER, LAST, ONLY, places, rows, table

WORDS = {
    INNER: (" x", ""),
    INNER + 1: (" (not x", ")"),
    FIRST: ("(assert (or x", ""),
    FIRST + 1: ("(assert (or (not x", ")"),
    LAST: (" x", "))\n"),
    LAST + 1: (" (not x", ")))\n"),
    ONLY: ("(assert x", ")\n"),
    ONLY + 1: ("(assert (not x", "))\n"),
    EMPTY: ("(assert false", ")\n"),
}
"""What stands before and after a literal, by its place."""
MARK = "\1"
"""Stands where a comment comes in."""
BEFORE = table([mark + before for mark in ("", MARK) for before, _ in WORDS.values()])
NO_MORE = (sys.maxsize, 0, "")
AFTER = table([after for _, after in WORDS.values()])


def write(formula: Formula) -> str:
    """Return a formula as SMT-LIB text.

    >>> from litgrid.sat.formula import from_clauses
    >>> print(write(from_clauses([[1, -2], [2], []])), end="")
    (set-logic QF_UF)
    (declare-const x1 Bool)
    (declare-const x2 Bool)
    (assert (or x1 (not x2)))
    (assert x2)
    (assert false)
    (check-sat)
    (get-model)
    """
    return b"".join(dump(whole(formula))).decode("utf-8")


def dump(stream: Stream) -> Iterator[bytes]:
    """Return the same text in pieces."""
    yield b"(set-logic QF_UF)\n"
    yield from declarations(stream.variables, stream.names())
    comments = spans(stream)
    first, _, name = next(comments, NO_MORE)
    done = 0
    for piece in stream.pieces():
        numbers, place, starts = places(piece)
        before = place.copy()
        names = []
        while first <= done + len(piece):
            before[starts[first - done - 1]] += len(WORDS)
            names.append(f"; {name}\n".encode())
            first, _, name = next(comments, NO_MORE)
        text = rows(numbers, BEFORE, before, AFTER, place).split(MARK.encode())
        yield b"".join([text[0], *(part for pair in zip(names, text[1:], strict=True) for part in pair)])
        done += len(piece)
    yield b"(check-sat)\n(get-model)\n"


def declarations(variables: int, names: Iterable[tuple[int, str]]) -> Iterator[bytes]:
    """Return the lines that declare all variables, with what they mean."""
    meaning = dict(names)
    return lines(
        f"(declare-const x{variable} Bool){' ; ' + meaning[variable] if variable in meaning else ''}"
        for variable in range(1, variables + 1)
    )
