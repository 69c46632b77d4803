"""SMT-LIB (version 2.6: C. Barrett, P. Fontaine, C. Tinelli 2017): a formula for Z3, cvc5 and others of their kind.

Variables are called ``x1``, ``x2``, ..., so that a model can be decoded; comments say what they mean, and which rule
the next clauses come from::

    (declare-const x17 Bool) ; bulb r2c3
    ; number r4c5
    (assert (or x17 (not x18)))

"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from litgrid.sat.formula import Formula
from litgrid.sat.stream import Headings, Stream, lines
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
AFTER = table([after for _, after in WORDS.values()])
QUESTION = b"(check-sat)\n(get-model)\n"


def dump(stream: Stream) -> Iterator[bytes]:
    """Return a formula as SMT-LIB text, in pieces.

    >>> from litgrid.sat.formula import from_clauses
    >>> from litgrid.sat.stream import whole
    >>> print(b"".join(dump(whole(from_clauses([[1, -2], [2], []])))).decode(), end="")
    (set-logic QF_UF)
    (declare-const x1 Bool)
    (declare-const x2 Bool)
    (assert (or x1 (not x2)))
    (assert x2)
    (assert false)
    (check-sat)
    (get-model)
    """
    headings = Headings(stream)
    yield b"(set-logic QF_UF)\n"
    yield from declarations(stream)
    yield from (clauses(piece, headings) for piece in stream.pieces())
    yield QUESTION


def declarations(stream: Stream, known: int = 0) -> Iterator[bytes]:
    """Return the lines that declare all variables but the first, known ones, with what they mean."""
    meaning = dict(stream.names())
    return lines(
        f"(declare-const x{variable} Bool){f' ; {meaning[variable]}' if variable in meaning else ''}"
        for variable in range(known + 1, stream.variables + 1)
    )


def clauses(formula: Formula, headings: Headings) -> bytes:
    """Return the clauses as lines, with a comment where a rule begins."""
    numbers, place, starts = places(formula)
    begins, names = headings.within(len(formula))
    before = place.copy()
    before[starts[begins]] += len(WORDS)
    return commented(rows(numbers, BEFORE, before, AFTER, place), names)


def commented(text: bytes, names: Iterable[str]) -> bytes:
    """Return a text with a comment in place of each mark."""
    head, *parts = text.split(MARK.encode())
    comments = (f"; {name}\n".encode("utf-8", "backslashreplace") for name in names)
    return b"".join([head, *chain.from_iterable(zip(comments, parts, strict=True))])
