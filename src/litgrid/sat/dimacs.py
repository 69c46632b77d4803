"""DIMACS, the text format of SAT solvers, out and in.

What variables mean and which rule clauses come from are written as comments, so that whoever reads the file, or a
solver's answer to it, can tell what it is about::

    c t pmc
    c var 17 bulb r2c3
    c rule 120-125 number: the 3 at r4c5 touches exactly 3 bulbs
    p cnf 25 180
    c p show 1 2 3 ... 0

The first line and the last are for model counters: see :func:`dump`.
Clauses are numbered from 1, in the order of the file. The format is the one of the second DIMACS challenge (1993) as
solvers read it today: clauses may span or share lines, and the ``%`` that ends the files of SATLIB ends a file here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

import numpy as np

from litgrid.core import memory
from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.sat.formula import MOST_VARIABLES, Formula, Int32Array, Int64Array
from litgrid.sat.stream import Stream, comments, whole
from litgrid.sat.told import CNF, QUANTIFIED, called
from litgrid.sat.words import places, rows, table

Projecting = Literal["show", "ind"]
AN_IND = 10
"""So many variables stand in a line ``c ind``."""
PART = 1 << 24
"""So many bytes are turned into numbers at a time."""
SAMPLE = 4096
"""So many bytes tell what a text is that begins with no header."""
BYTES = 32
"""So many bytes a literal takes at most until the formula is made."""

_COMMENT = re.compile(rb"^[ \t]*c[^\n]*", re.MULTILINE)
_NAMED = re.compile(rb"^[ \t]*c[ \t]+(var|rule|ind|p[ \t]+show|p[ \t]+weight)[ \t]+([^\n]*)", re.MULTILINE)
_VAR = re.compile(rb"(\d{1,10})\s+(\S.*)")
_RULE = re.compile(rb"(\d{1,12})-(\d{1,12})\s+(\S.*)")
_VARIABLES = re.compile(rb"(?:\d{1,10}\s+)*0")
_HEADER = re.compile(rb"p\s+cnf\s+(\d{1,12})\s+(\d{1,12})\s*")
_TRAILER = re.compile(rb"^%", re.MULTILINE)
_FIRST = re.compile(rb"[^ \t\r\n][^\n]*")
_WORD = re.compile(rb"[^ \t\r\n]+")
_LITERAL = re.compile(rb"-?[0-9]{1,4000}")
"""No longer one: to read it would take seconds."""
_QUANTIFIED = re.compile(rb"[ \t]*[ae][ \t]+[0-9]")
_IN_NUMBERS = b"0123456789- \t\r\n"
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


def dump(stream: Stream, project: Projecting = "show") -> Iterator[bytes]:
    """Return the same text in pieces; ``project`` is how it names the variables that tell models apart.

    Model counters read them in a line ``c p show``, which must be one alone, or in lines ``c ind``, as those before
    2022 do. Ganak and ApproxMC of today read either, and refuse a file with both.
    """
    if stream.projection is not None and project == "show":
        yield b"c t pmc\n"
    yield from comments(stream, "c")
    yield f"p cnf {stream.variables} {stream.clauses}\n".encode()
    if stream.projection is not None:
        shown = stream.projection.tolist()
        step = AN_IND if project == "ind" else max(1, len(shown))
        for start in range(0, max(1, len(shown)), step):
            listed = " ".join(map(str, [*shown[start : start + step], 0]))
            yield f"c {'ind' if project == 'ind' else 'p show'} {listed}\n".encode()
    for piece in stream.pieces():
        numbers, place, _ = places(piece)
        yield rows(numbers, _STYLE[0], place, _STYLE[1], place)


def read(text: str, source: str | None = None) -> Formula:
    r"""Read DIMACS text; see :func:`load`.

    >>> list(read("p cnf 3 2\n1 -2 0 3 0").clauses())
    [[1, -2], [3]]
    """
    data = text.encode("utf-8", "surrogatepass")
    return load((data[start : start + PART] for start in range(0, len(data), PART)), source)


def load(pieces: Iterable[bytes], source: str | None = None) -> Formula:
    r"""Read DIMACS text that comes in pieces, cut anywhere, of which one is held at a time.

    Names come back from the comments that :func:`write` makes: each ``rule`` comment is one origin, numbered from 0.
    What ``c p show`` and ``c ind`` list is the projection. Other comments are skipped. ``source`` names it in errors.

    Raises
    ------
    InputError
        with line and column, where the header is missing, malformed or disagrees with the clauses, or where something
        is not a literal; where it is another thing than a CNF, which is named.
    TooLargeError
        where there is no memory for it.

    >>> load([b"c p show 3 0\np cnf 3 2\n1 -", b"2 0\n3 0"]).projection.tolist()
    [3]
    """
    reading = _Reading(source)
    for text in _stretches(pieces):
        reading.take(text)
        if reading.over:
            break
    return reading.formula()


def _stretches(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Cut a text where a line ends, or between two numbers of a long one."""
    rest = b""
    for piece in pieces:
        rest += piece
        cut = rest.rfind(b"\n") + 1
        if not cut and len(rest) >= PART and not _COMMENT.match(rest):
            cut = max(rest.rfind(b" "), rest.rfind(b"\t")) + 1
        if cut:
            yield rest[:cut]
            rest = rest[cut:]
    yield rest


def _values(text: bytes) -> Int64Array | None:
    """Return the numbers of a text; ``None`` where there is anything else, and to find out what takes a look."""
    if text.translate(None, _IN_NUMBERS):
        return None
    if not text.translate(None, b" \t\r\n"):  # which NumPy would take for a number
        return np.empty(0, dtype=np.int64)
    characters = np.frombuffer(b" %b " % text, dtype=np.uint8)
    signs = np.flatnonzero(characters == ord("-"))
    if (characters[signs - 1] > ord(" ")).any() or (characters[signs + 1] < ord("0")).any():
        return None
    return np.fromstring(text, dtype=np.int64, sep=" ")


class _Reading:
    """What has been read of a text so far."""

    def __init__(self, source: str | None) -> None:
        self.over = False
        self._source = source
        self._header: tuple[int, int, int] | None = None
        self._literals: list[Int32Array] = [np.empty(0, dtype=np.int32)]
        self._starts: list[Int64Array] = [np.zeros(1, dtype=np.int64)]
        self._number = 0
        self._line, self._column, self._last_line = 1, 1, 1
        self._cut = False  # whether the last clause lacks its 0
        self._variable_names: dict[int, str] = {}
        self._rules: list[tuple[int, int, str]] = []
        self._listed: list[tuple[int, Int64Array]] = []

    def take(self, text: bytes) -> None:
        if trailer := _TRAILER.search(text):
            text, self.over = text[: trailer.start()], True
        if b"c" in text:
            for found in _NAMED.finditer(text):
                self._comment(found[1].split()[-1], found[2].rstrip(), text, found.start(2))
            text = _COMMENT.sub(b"", text)
        if self._header is None:
            text = self._begin(text)
        self._clauses(text)
        self._go_on(text)

    def _go_on(self, text: bytes) -> None:
        lines = text.count(b"\n")
        self._line += lines
        self._column = len(text) - text.rfind(b"\n") if lines else self._column + len(text)

    def _comment(self, word: bytes, said: bytes, text: bytes, place: int) -> None:
        if word == b"var" and (named := _VAR.fullmatch(said)):
            self._variable_names[int(named[1])] = named[2].decode("utf-8", "replace")
        elif word == b"rule" and (named := _RULE.fullmatch(said)):
            self._rules.append((int(named[1]), int(named[2]), named[3].decode("utf-8", "replace")))
        elif word == b"weight":
            what = "expected a CNF, got one with weights for model counters: without these lines all models count alike"
            raise self._error(what, text, place)
        elif word in (b"show", b"ind"):
            if _VARIABLES.fullmatch(said):
                shown = np.fromstring(said, dtype=np.int64, sep=" ")[:-1]
                self._listed.append((self._line + text.count(b"\n", 0, place), shown))
            elif word == b"show":
                raise self._error(f"expected variables, and 0 after the last; got {_shown(said)}", text, place)

    def _begin(self, text: bytes) -> bytes:
        found = _FIRST.search(text)
        if found is None:
            return text
        place, line = found.start(), found[0].rstrip()
        header = _HEADER.fullmatch(line)
        if header is None:
            what = called(text[place : place + SAMPLE].decode("utf-8", "replace"), commented=True)
            got = what if what not in (None, CNF) else _shown(line)
            raise self._error(
                f'expected the header "p cnf VARIABLES CLAUSES" before the first clause; got {got}', text, place
            )
        variables = int(header[1])
        if variables > MOST_VARIABLES:
            raise self._error(f"expected at most {MOST_VARIABLES:,} variables, got {variables:,}", text, place)
        self._header = variables, int(header[2]), self._line + text.count(b"\n", 0, place)
        self._go_on(text[: found.end()])
        return text[found.end() :]

    def _clauses(self, text: bytes) -> None:
        values = _values(text)
        if values is None or self._largest(values) > self._variables:
            raise self._wrong(text)
        if not values.size:
            return
        memory.need(BYTES * values.size + BYTES // 4 * self._number, "this formula", "give a smaller one")
        ends = np.flatnonzero(values == 0)
        self._literals.append(values[values != 0].astype(np.int32))
        self._starts.append(self._number + ends - np.arange(ends.size))
        self._number += values.size - ends.size
        self._cut = bool(values[-1] != 0)
        self._last_line = self._line + text.rstrip().count(b"\n")

    @staticmethod
    def _largest(values: Int64Array) -> int:
        return max(int(values.max(initial=0)), -int(values.min(initial=0)))

    @property
    def _variables(self) -> int:
        return 0 if self._header is None else self._header[0]

    def _wrong(self, text: bytes) -> InputError:
        for found in _WORD.finditer(text):
            word, place = found[0], found.start()
            if not _LITERAL.fullmatch(word):
                what = "expected literals, whole numbers with 0 after each clause"
                if word == b"p" and self._header is not None:
                    what = f"expected one header, and there is one in line {self._header[2]} already"
                if _QUANTIFIED.match(text, text.rfind(b"\n", 0, place) + 1):
                    return self._error(f"expected a CNF, got {QUANTIFIED}", text, place)
                return self._error(f"{what}; got {_shown(word)}", text, place)
            if abs(int(word)) > self._variables and self._header is not None:
                up_to = f"up to {self._variables}, as the header in line {self._header[2]} says"
                return self._error(f"expected variables {up_to}; got {word.lstrip(b'-')[:60].decode()}", text, place)
        return self._error("expected clauses", text, 0)

    def formula(self) -> Formula:
        if self._header is None:
            raise InputError(
                'expected the header "p cnf VARIABLES CLAUSES", got a text without one', source=self._source
            )
        variables, clauses, line = self._header
        starts = np.concatenate(self._starts)
        if self._cut:
            raise self._in_line("expected 0 after the last clause; the file seems to be cut off", self._last_line)
        if starts.size - 1 != clauses:
            raise self._in_line(
                f"the header says {clauses} clause{'s' * (clauses != 1)}, but the file has {starts.size - 1}", line
            )
        origin = np.full(clauses, -1, dtype=np.int64)
        for number, (first, last, _) in enumerate(self._rules):
            origin[max(first - 1, 0) : last] = number
        rules = [name for _, _, name in self._rules]
        variable_name: Callable[[int], str | None] | None = self._variable_names.get if self._variable_names else None
        return Formula(
            np.concatenate(self._literals),
            starts,
            variables,
            origin,
            variable_name,
            rules.__getitem__ if rules else None,
            self._projection(),
        )

    def _projection(self) -> Int32Array | None:
        for line, shown in self._listed:
            if (beyond := shown[(shown < 1) | (shown > self._variables)]).size:
                raise self._in_line(f"expected variables from 1 to {self._variables:,}, got {beyond[0]}", line)
        return (
            np.unique(np.concatenate([shown for _, shown in self._listed])).astype(np.int32) if self._listed else None
        )

    def _error(self, message: str, text: bytes, place: int) -> InputError:
        lines, column = text.count(b"\n", 0, place), place - text.rfind(b"\n", 0, place)
        return self._in_line(message, self._line + lines, column if lines else column + self._column - 1)

    def _in_line(self, message: str, line: int, column: int = 1) -> InputError:
        return InputError(message, line=line, column=column, source=self._source)


def _shown(text: bytes) -> str:
    return shorten(text[:200].decode("utf-8", "replace"))
