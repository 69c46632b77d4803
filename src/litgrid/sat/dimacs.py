"""DIMACS, the text format of SAT solvers, out and in.

What variables mean and which rule clauses come from are written as comments, so that whoever reads the file, or a
solver's answer to it, can tell what it is about::

    c var 17 bulb r2c3
    c rule 120-125 number: the 3 at r4c5 touches exactly 3 bulbs
    p cnf 25 180

Clauses are numbered from 1, in the order of the file. The format is the one of the second DIMACS challenge (1993) as
solvers read it today: clauses may span or share lines, and the ``%`` that ends the files of SATLIB ends a file here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np

from litgrid.core.errors import InputError
from litgrid.core.numerals import SPACE
from litgrid.sat.formula import Formula, Int64Array
from litgrid.sat.stream import Stream, comments, whole
from litgrid.sat.words import places, rows, table

MOST_VARIABLES = 2**31 - 1
"""Literals are held in 32 bits."""
_VAR = re.compile(r"c\s+var\s+(\d{1,10})\s+(\S.*)", re.ASCII)
_RULE = re.compile(r"c\s+rule\s+(\d{1,12})-(\d{1,12})\s+(\S.*)", re.ASCII)
_HEADER = re.compile(r"p\s+cnf\s+(\d{1,12})\s+(\d{1,12})\s*", re.ASCII)

_WORD = re.compile(r"[^ \t\r\n]+")
_LITERAL = re.compile("-?[0-9]{1,4000}")
"""No longer one: to read it would take seconds."""
_NOT_NUMBERS = re.compile(r"[^-0-9 \t\r\n]|-(?![0-9])|(?<=[0-9])-", re.ASCII)
_PART = 1 << 24
"""So many characters are turned into numbers at a time."""
_STYLE = table(["", "-"] * 4 + ["", ""]), table([" ", " "] * 2 + [" 0\n", " 0\n"] * 2 + ["0\n", ""])
"""What stands before and after a literal, by its place."""


def write(formula: Formula) -> str:
    """Return a formula as DIMACS text, with a comment for each named variable and each stretch of named clauses.

    >>> from litgrid.sat.formula import from_clauses
    >>> print(write(from_clauses([[1, -2], [2]])), end="")
    p cnf 2 2
    1 -2 0
    2 0
    """
    return b"".join(dump(whole(formula))).decode("utf-8")


def dump(stream: Stream) -> Iterator[bytes]:
    """Return the same text in pieces."""
    yield from comments(stream, "c")
    yield f"p cnf {stream.variables} {stream.clauses}\n".encode()
    for piece in stream.pieces():
        numbers, place, _ = places(piece)
        yield rows(numbers, _STYLE[0], place, _STYLE[1], place)


def read(text: str, source: str | None = None) -> Formula:
    r"""Read DIMACS text; ``source`` names it in errors.

    Names come back from the comments that :func:`write` makes: each ``rule`` comment is one origin, numbered from 0.
    Other comments are skipped.

    Raises
    ------
    InputError
        naming the line, where the header is missing, malformed or disagrees with the clauses, or where something is not
        a literal.

    >>> list(read("p cnf 3 2\n1 -2 0 3 0").clauses())
    [[1, -2], [3]]
    """
    reading = _Reading(source)
    start, number = 0, 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line, number = text[start:end], number + 1
        if line.startswith("%"):
            break
        reading.line(line, number)
        start = end + 1
        if line.startswith("p") and reading.rest(text, start):
            break
    return reading.formula()


def _numbers(text: str, start: int) -> Int64Array | None:
    """Return the numbers from a place on; ``None`` where there is anything else, and to find out what takes a look."""
    trailer = text.find("\n%", start - 1)
    end = len(text) if trailer < 0 else trailer + 1
    if _NOT_NUMBERS.search(text, start, end):
        return None
    parts = []
    while start < end:
        cut = min(start + _PART, end)
        while cut < end and text[cut] not in SPACE:
            cut += 1
        part = text[start:cut]
        if part.strip(SPACE):  # which NumPy would take for a number
            parts.append(np.fromstring(part, dtype=np.int64, sep=" "))
        start = cut
    return np.concatenate([np.empty(0, dtype=np.int64), *parts])


class _Reading:
    """What has been read of a file so far."""

    def __init__(self, source: str | None) -> None:
        self._source = source
        self._header: tuple[int, int, int] | None = None
        self._flat: list[int] | Int64Array = []
        self._last_line = 1
        self._variable_names: dict[int, str] = {}
        self._rules: list[tuple[int, int, str]] = []

    def line(self, line: str, number: int) -> None:
        first = line[:1]
        if first == "c":
            self._comment(line)
        elif first == "p":
            self._read_header(line, number)
        elif line.strip(SPACE):
            self._clauses(line, number)
            self._last_line = number

    def rest(self, text: str, start: int) -> bool:
        """Read all that follows the header, if it is nothing but literals in range, as files are that programs write.

        Otherwise it is read line by line, which is slower and can say what is wrong.
        """
        numbers = _numbers(text, start)
        if self._header is None or numbers is None or not numbers.size or numbers[-1] != 0:
            return False
        if max(int(numbers.max()), -int(numbers.min())) > self._header[0]:
            return False
        self._flat = numbers
        return True

    def _comment(self, line: str) -> None:
        if named := _VAR.fullmatch(line.rstrip(SPACE)):
            self._variable_names[int(named[1])] = named[2]
        elif named := _RULE.fullmatch(line.rstrip(SPACE)):
            self._rules.append((int(named[1]), int(named[2]), named[3]))

    def _read_header(self, line: str, number: int) -> None:
        if self._header is not None:
            raise self._error(f"expected one header, but there is one in line {self._header[2]} already", number)
        found = _HEADER.fullmatch(line)
        if found is None:
            raise self._error(
                f'expected the header "p cnf", the number of variables and the number of clauses; got {line[:60]!r}',
                number,
            )
        variables = int(found[1])
        if variables > MOST_VARIABLES:
            raise self._error(f"expected at most {MOST_VARIABLES:,} variables, got {variables:,}", number)
        self._header = variables, int(found[2]), number

    def _clauses(self, line: str, number: int) -> None:
        if self._header is None:
            raise self._error(
                f'expected the header "p cnf VARIABLES CLAUSES" before the first clause, got {line[:60]!r}', number
            )
        words = list(_WORD.finditer(line))
        wrong = next((word for word in words if not _LITERAL.fullmatch(word[0])), None)
        if wrong is not None:
            raise self._error(
                f"expected literals, whole numbers with 0 after each clause; got {wrong[0][:60]!r}",
                number,
                wrong.start() + 1,
            )
        numbers = [int(word[0]) for word in words]
        largest = max(max(numbers), -min(numbers))
        if largest > self._header[0]:
            raise self._error(
                f"expected variables up to {self._header[0]}, as the header in line {self._header[2]} says; "
                f"got {largest}",
                number,
            )
        self._flat += numbers

    def formula(self) -> Formula:
        """Return the formula, once all lines are read."""
        if self._header is None:
            raise self._error('expected the header "p cnf VARIABLES CLAUSES", got a file without one', None)
        variables, clauses, line = self._header
        flat = np.array(self._flat, dtype=np.int32)
        ends = np.flatnonzero(flat == 0)
        if flat.size and flat[-1] != 0:
            raise self._error("expected 0 after the last clause; the file seems to be cut off", self._last_line)
        if ends.size != clauses:
            raise self._error(f"the header says {clauses} clauses, but the file has {ends.size}", line)
        starts = np.append(0, ends - np.arange(ends.size))
        origin = np.full(ends.size, -1, dtype=np.int64)
        for number, (first, last, _) in enumerate(self._rules):
            origin[max(first - 1, 0) : last] = number
        rules = [name for _, _, name in self._rules]
        variable_name: Callable[[int], str | None] | None = self._variable_names.get if self._variable_names else None
        origin_name = rules.__getitem__ if rules else None
        return Formula(flat[flat != 0], starts, variables, origin, variable_name, origin_name)

    def _error(self, message: str, line: int | None, column: int | None = None) -> InputError:
        return InputError(message, line=line, column=column, source=self._source)
