"""What a solver printed, or wrote into its result file, read back: a status and the literals of one model.

Solvers say the same thing in some ways, and all of them are read without being told which it is:

- minisat's result file: ``SAT`` and a line of literals that ends in 0, or ``UNSAT``, or ``INDET``; in place of it local
  search, which cannot prove anything, says ``undef``;
- the output of the SAT competitions: a line ``s SATISFIABLE``, and the literals in ``v`` lines, wrapped anywhere and
  mixed with comments; that of the pseudo-Boolean ones, where a literal is called ``-x17`` and nothing ends them;
- SMT-LIB: ``sat`` and the answer to ``(get-model)`` or ``(get-value ...)``, the variable 17 called ``x17``.

Whatever else a program prints is passed over. Where it prints several models, the first is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.sat.dimacs import MOST_VARIABLES
from litgrid.sat.formula import Int32Array

Answer = Literal["sat", "unsat", "unknown"]

STATUSES: dict[str, Answer] = {
    "SAT": "sat",
    "SATISFIABLE": "sat",
    "OPTIMUM FOUND": "sat",
    "UNSAT": "unsat",
    "UNSATISFIABLE": "unsat",
    "INDET": "unknown",
    "INDETERMINATE": "unknown",
    "UNDEF": "unknown",
    "UNKNOWN": "unknown",
    "TIMEOUT": "unknown",
}
"""What solvers say, in capitals, and what it means."""

_WORD = re.compile(r"-?(?:x(?=[1-9]))?[0-9]{1,10}")
_WORDS = re.compile(rf"(?:\s+{_WORD.pattern})*\s*")
_VALUE = re.compile(r"(?<![^\s(|])x([0-9]{1,10})\|?\s+(?:\(\s*\)\s*Bool\s+)?(true|false)\s*\)")
_COMMENT = re.compile(r"c(?:\s|$)")


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What a solver answered.

    Attributes
    ----------
    status
        ``"sat"``, ``"unsat"``, or ``"unknown"`` where it gave up
    literals
        the true literals of the model, in the order found; none unless the status is ``"sat"``
    ended
        whether the list of literals came to its end; where it did not, the output may have been cut off
    """

    status: Answer
    literals: Int32Array
    ended: bool = True

    def values(self, variables: int) -> npt.NDArray[np.int8]:
        r"""Return the values of the variables 1 to ``variables``: 1 true, 0 false, -1 where the model does not say.

        >>> read("s SATISFIABLE\nv 1 -3 0").values(4).tolist()
        [1, -1, 0, -1]
        """
        values = np.full(variables + 1, -1, dtype=np.int8)
        literals = self.literals[np.abs(self.literals) <= variables]
        values[np.abs(literals)] = literals > 0
        return values[1:]


def read(text: str, source: str | None = None, variables: int | None = None) -> Result:
    r"""Read a solver's output.

    Parameters
    ----------
    text
        The output, or the result file.
    source
        Names it in errors.
    variables
        How many there are; a literal beyond them is refused.

    Raises
    ------
    InputError
        where there is no status or more than one, where it says that there is a model but not which, and with line and
        column where something is not a literal, is out of range, or contradicts an earlier literal.

    >>> read("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n").literals.tolist()
    [1, -2, 3]
    >>> read("SAT\n-1 2 0\n").status, read("INDET").status, read("unsat").status
    ('sat', 'unknown', 'unsat')
    >>> read("sat\n(\n  (define-fun x2 () Bool\n    true)\n)").literals.tolist()
    [2]
    """
    reading = _Reading(text, source)
    offset = 0
    for line in text.split("\n"):
        reading.line(line, offset)
        offset += len(line) + 1
    return reading.result(MOST_VARIABLES if variables is None else variables)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Some literals that stand together, and where to look for the place of one."""

    numbers: list[int]
    start: int
    end: int
    pattern: re.Pattern[str]


class _Reading:
    """What has been read of an output so far."""

    def __init__(self, text: str, source: str | None) -> None:
        self._text, self._source = text, source
        self._status: Answer | None = None
        self._said = 0
        self._file = False  # whether it is a result file, where literals stand alone
        self._ended = False
        self._gave_up = False
        self._stretches: list[_Stretch] = []
        self._strange: int | None = None

    def line(self, line: str, offset: int) -> None:
        words = line.strip()
        if not words:
            return
        offset += line.index(words[0])
        known = STATUSES.get(words.upper())
        if _COMMENT.match(words):
            self._gave_up |= words[1:].strip() == "UNKNOWN"  # all that CaDiCaL says of a limit
        elif re.match(r"s\s", words):
            self._solution(words, offset)
        elif words == "v" or re.match(r"v\s", words):
            self._literals(words[1:], offset + 1)
        elif known is not None:
            self._say(known, offset)
            self._file = words == "SAT"
        elif self._file and words[0] in "-0123456789":
            self._literals(f" {words}", offset - 1)
        elif words.startswith("(error") and self._status in (None, "sat"):
            what = "did not understand the formula" if self._status is None else "found a model, and does not say it"
            raise self._error(f"the solver {what}: {shorten(words, 200)}", offset)
        elif self._strange is None:
            self._strange = offset

    def _solution(self, words: str, offset: int) -> None:
        said = words[1:].strip().upper()
        if said.startswith("SOLUTIONS"):  # how many picosat has found
            return
        if said not in STATUSES:
            raise self._error(
                f"expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN, got {shorten(words)}",
                offset,
            )
        self._say(STATUSES[said], offset)

    def _say(self, status: Answer, offset: int) -> None:
        if self._status not in (None, status):
            line, _ = self._place(self._said)
            raise self._error(
                f"expected one status, but line {line} says {self._status}, and this one {status}", offset
            )
        if self._status is None:
            self._status, self._said = status, offset

    def _literals(self, words: str, offset: int) -> None:
        """Read what follows a ``v``, from a blank on."""
        if self._ended:  # another model
            return
        if _WORDS.fullmatch(words) is None:
            wrong = next(word for word in re.finditer(r"\S+", words) if not _WORD.fullmatch(word[0]))
            raise self._error(
                f"expected literals, as 17, -17 or x17, and 0 after the last; got {shorten(wrong[0])}",
                offset + wrong.start(),
            )
        numbers = list(map(int, words.replace("x", "").split()))
        if 0 in numbers:
            self._ended = True
            numbers = numbers[: numbers.index(0)]
        self._stretches.append(_Stretch(numbers, offset, offset + len(words), _WORD))

    def result(self, variables: int) -> Result:
        """Return what was said, once all lines are read."""
        if self._status is None:
            if self._stretches:  # somebody took only the v lines
                self._status = "sat"
            elif self._gave_up:
                self._status = "unknown"
            else:
                raise self._no_status()
        if self._status != "sat":
            return Result(self._status, np.empty(0, dtype=np.int32))
        if not self._stretches:
            self._values()
        if not self._ended and not any(stretch.numbers for stretch in self._stretches):
            raise self._error(
                "the solver says that there is a model, but this is not it: minisat writes it into the file that is "
                "named after the formula, other programs in lines that begin with v, z3 after (get-model)",
                self._said,
            )
        return Result("sat", self._checked(variables), self._ended)

    def _values(self) -> None:
        """Read a model in parentheses."""
        model = self._text[self._said :]
        numbers = [int(name) if value == "true" else -int(name) for name, value in _VALUE.findall(model)]
        self._stretches.append(_Stretch(numbers, self._said, len(self._text), _VALUE))
        self._ended = "(" in model and model.count("(") == model.count(")")

    def _checked(self, variables: int) -> Int32Array:
        literals = np.array([number for stretch in self._stretches for number in stretch.numbers], dtype=np.int64)
        names = np.abs(literals)
        beyond = np.flatnonzero((names > variables) | (names == 0))
        if beyond.size:
            raise self._error(
                f"expected variables from 1 to {variables:,}, got {literals[beyond[0]]}: is this the result of another "
                "formula?",
                self._offset(int(beyond[0])),
            )
        order = np.argsort(names, kind="stable")
        twice = np.flatnonzero(np.diff(literals[order]) * (np.diff(names[order]) == 0)) + 1
        if twice.size:
            later = int(order[twice].min())
            earlier = int(np.flatnonzero(literals == -literals[later])[0])
            line, column = self._place(self._offset(earlier))
            raise self._error(
                f"expected each variable once, got {literals[later]} after {literals[earlier]} at {line}:{column}: are "
                "these several models?",
                self._offset(later),
            )
        return literals.astype(np.int32)

    def _no_status(self) -> InputError:
        if not self._text.strip():
            return InputError(
                "expected a solver's result, got nothing: did it crash, or run out of time?", source=self._source
            )
        expected = "expected a solver's result, as SAT, UNSAT or INDET, a line that begins with s, or sat or unsat"
        if self._strange is None:
            return self._error(f"{expected}; got comments only", None)
        line = self._text[self._strange :].split("\n", 1)[0]
        return self._error(f"{expected}; got {shorten(line.strip())}", self._strange)

    def _offset(self, index: int) -> int:
        """Return where the literal of that number stands."""
        for stretch in self._stretches:
            if index < len(stretch.numbers):
                return self._nth(stretch, index)
            index -= len(stretch.numbers)
        raise IndexError

    def _nth(self, stretch: _Stretch, index: int) -> int:
        found: Iterator[re.Match[str]] = stretch.pattern.finditer(self._text, stretch.start, stretch.end)
        return next(match.start() for place, match in enumerate(found) if place == index)

    def _place(self, offset: int) -> tuple[int, int]:
        return self._text.count("\n", 0, offset) + 1, offset - self._text.rfind("\n", 0, offset)

    def _error(self, message: str, offset: int | None) -> InputError:
        line, column = (None, None) if offset is None else self._place(offset)
        return InputError(message, line=line, column=column, source=self._source)
