"""What a solver printed, or wrote into its result file, read back: a status and the literals of one model.

Solvers say the same thing in some ways, and all of them are read without being told which it is:

- minisat's result file: ``SAT`` and a line of literals that ends in 0, or ``UNSAT``, or ``INDET``; in place of it local
  search, which cannot prove anything, says ``undef``;
- the output of the SAT competitions: a line ``s SATISFIABLE``, and the literals in ``v`` lines, wrapped anywhere and
  mixed with comments; that of the pseudo-Boolean ones, where a literal is called ``-x17`` and nothing ends them;
- SMT-LIB: ``sat`` and the answer to ``(get-model)`` or ``(get-value ...)``, the variable 17 called ``x17``.

Whatever else a program prints is passed over. Several models are read one after another, and no more than one is held.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Literal

import numpy as np
import numpy.typing as npt

from litgrid.core.errors import InputError
from litgrid.sat.formula import MOST_VARIABLES, Int32Array
from litgrid.sat.models import SHORT, Model, Piece, Place, error, pieces, shown

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

_COMMENT = re.compile(rb"c(?:\s|$)")
_SOLUTION = re.compile(rb"s\s")
_VALUES = re.compile(rb"v(?:\s|$)")

MOST_TALK = 2**25
"""So many bytes of comments and the like may stand around a model, so that what is no result is soon refused."""
LONGEST_STATUS = 40


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


def read(text: str, source: str | None = None, variables: int = MOST_VARIABLES) -> Result:
    r"""Read a solver's output; of several models the first.

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
        as :func:`read_all` does.

    >>> read("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n").literals.tolist()
    [1, -2, 3]
    >>> read("SAT\n-1 2 0\n").status, read("INDET").status, read("unsat").status
    ('sat', 'unknown', 'unsat')
    >>> read("sat\n(\n  (define-fun x2 () Bool\n    true)\n)").literals.tolist()
    [2]
    """
    first, *_ = read_all(BytesIO(text.encode("utf-8", "surrogatepass")).readline, source, variables)
    return first


def read_all(
    readline: Callable[[int], bytes],
    source: str | None = None,
    variables: int = MOST_VARIABLES,
    kept: int = MOST_VARIABLES,
) -> Iterator[Result]:
    r"""Read a solver's output as it comes, and yield every model as soon as it has ended, else the one other answer.

    No more than one model is held, and of it only the literals of the variables up to ``kept``. ``readline`` returns
    the next line, or so many bytes of it; nothing at the end. Raises :class:`InputError` where there is no status or
    more than one, where it says that there is a model but not which, and with line and column where something is not a
    literal, is out of range, or contradicts an earlier literal; where a model, or what is none, is too long.

    >>> from io import BytesIO
    >>> some = BytesIO(b"s SATISFIABLE\nv 1 -2 0\ns SATISFIABLE\nv 2 -1 0\ns SOLUTIONS 2\n")
    >>> [result.literals.tolist() for result in read_all(some.readline)]
    [[1, -2], [2, -1]]
    """
    reading = _Reading(variables, kept)
    try:
        for piece in pieces(readline):
            yield from reading.line(piece) if piece.column == 1 else reading.go_on(piece)
        yield from reading.end()
    except InputError as wrong:
        raise wrong.at(source=source) from None


class _Reading:
    """What has been read of an output so far."""

    def __init__(self, variables: int, kept: int) -> None:
        self._model = Model(variables, kept)
        self._models = self._talk = 0
        self._status: Answer | None = None
        self._said: Place = (1, 1)
        self._file = self._smt = False  # whether it is a result file, where literals stand alone; that of an SMT solver
        self._values: Piece | None = None  # what may be a model in parentheses
        self._kept: list[bytes] = []
        self._of_literals = False  # whether the last line, which may go on, is one of literals
        self._gave_up = self._anything = False
        self._strange: Piece | None = None

    def line(self, piece: Piece) -> Iterator[Result]:
        words = piece.text.strip()
        self._of_literals = False
        if not words:
            return
        self._anything = True
        piece = piece.after(piece.text.index(words[:1]))
        known = STATUSES.get(words[:LONGEST_STATUS].decode("utf-8", "replace").upper())
        if _VALUES.match(words):
            yield from self._literals(piece.after(1))
        elif self._file and words[:1] in b"-0123456789":
            yield from self._literals(piece)
        elif known is not None:
            self._say(known, piece.place(0))
            self._file |= words == b"SAT"
            self._smt |= words == b"sat"
        elif _SOLUTION.match(words):
            self._solution(words, piece.place(0))
        elif _COMMENT.match(words):
            self._gave_up |= words[1:].strip() == b"UNKNOWN"  # all that CaDiCaL says of a limit
            self._pass(len(piece.text))
        else:
            self._other(piece, words)

    def go_on(self, piece: Piece) -> Iterator[Result]:
        if self._of_literals:
            yield from self._literals(piece)
        else:
            self._keep(piece)

    def end(self) -> Iterator[Result]:
        ended = False
        if self._values is not None and not self._models and not self._model.said:
            ended = self._model.read_values(replace(self._values, text=b"".join(self._kept)))
        if self._status in (None, "sat") and (ended or self._model.begun):
            yield Result("sat", self._model.taken(), ended)
        elif self._models:
            return
        elif self._status == "sat" or self._model.said:
            raise error(
                "the solver says that there is a model, but this is not it: minisat writes it into the file that is "
                "named after the formula, other programs in lines that begin with v, z3 after (get-model)",
                self._said,
            )
        elif self._status is not None or self._gave_up:
            yield Result(self._status or "unknown", np.empty(0, dtype=np.int32))
        else:
            raise self._no_status()

    def _literals(self, piece: Piece) -> Iterator[Result]:
        self._of_literals = True
        if self._status in ("unsat", "unknown"):
            return
        for literals in self._model.read(piece):
            self._say("sat", piece.place(0))
            self._models += 1
            self._talk = 0
            yield Result("sat", literals)

    def _solution(self, words: bytes, place: Place) -> None:
        said = words[1:LONGEST_STATUS].strip().decode("utf-8", "replace").upper()
        if said.startswith("SOLUTIONS"):  # how many picosat has found
            return
        if said not in STATUSES:
            raise error(f"expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN, got {shown(words)}", place)
        self._say(STATUSES[said], place)

    def _say(self, status: Answer, place: Place) -> None:
        if self._status not in (None, status):
            raise error(
                f"expected one status, but line {self._said[0]} says {self._status}, and this one {status}", place
            )
        if self._status is None:
            self._status, self._said = status, place

    def _other(self, piece: Piece, words: bytes) -> None:
        if words.startswith(b"(error") and self._status in (None, "sat"):
            what = "did not understand the formula" if self._status is None else "found a model, and does not say it"
            raise error(f"the solver {what}: {shown(words, 200)}", piece.place(0))
        if self._smt and words.startswith(b"(") and self._values is None:
            self._values = piece
        self._strange = self._strange or piece
        self._keep(piece)

    def _keep(self, piece: Piece) -> None:
        """Keep what may be a model in parentheses; pass over all else."""
        if self._values is None:
            self._pass(len(piece.text))
        else:
            self._model.grow(len(piece.text), self._said)
            self._kept.append(piece.text)

    def _pass(self, size: int) -> None:
        self._talk += max(size, SHORT)
        if self._talk > MOST_TALK:
            most = f"expected a solver's result, with at most {MOST_TALK // 2**20} MiB of other text around a model"
            raise error(most, None) if self._strange is None else self._got(most, self._strange)

    def _no_status(self) -> InputError:
        if not self._anything:
            return error("expected a solver's result, got nothing: did it crash, or run out of time?", None)
        expected = "expected a solver's result, as SAT, UNSAT or INDET, a line that begins with s, or sat or unsat"
        if self._strange is None:
            return error(f"{expected}; got comments only", None)
        return self._got(expected, self._strange)

    def _got(self, expected: str, strange: Piece) -> InputError:
        return error(f"{expected}; got {shown(strange.text.strip())}", strange.place(0))
