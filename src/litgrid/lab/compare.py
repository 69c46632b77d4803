"""Engines and encodings compared on a puzzle or a formula: each measured, and what it says held against the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from litgrid.answer import Answer, Outcome, Telling
from litgrid.core.deduce import deduce
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.options import Between, Seconds
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.system import System
from litgrid.core.words import OWN
from litgrid.encode.puzzle import formula
from litgrid.engines import EngineName, installed
from litgrid.engines import engines as known
from litgrid.engines.base import Status
from litgrid.lab.experiment import AnyEncoding
from litgrid.lab.measuring import Measurement, Stand, sent
from litgrid.lab.sizes import COUNTS, GIVEN
from litgrid.lab.tables import Table
from litgrid.question import checked
from litgrid.render.table import aligned, html, number
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.formula import Formula

HEAD = ("engine", "encoding", "answer", "variables", "clauses", "load", "solve", "conflicts", "propagations", "peak")
"""What is shown of each combination."""
PROOF = ("unique", "prove")
"""And where a second answer is looked for."""


@dataclass(frozen=True, eq=False)
class Comparison(Answer):
    """What combinations took for one puzzle: a sequence of measurements, shown as a table.

    Attributes
    ----------
    puzzle
        the puzzle, or the formula
    measured
        what each took; nothing where propagation alone decides the puzzle
    decided
        what it decides
    """

    puzzle: Puzzle | Formula
    measured: tuple[Measurement, ...]
    decided: Status | None = None

    def __len__(self) -> int:
        return len(self.measured)

    def __iter__(self) -> Iterator[Measurement]:
        return iter(self.measured)

    def __getitem__(self, place: int) -> Measurement:
        return self.measured[place]

    @property
    def outcome(self) -> Outcome:
        """Yes where each gave an answer, and none is wrong."""
        answers = {one.status for one in self.measured}
        good = len(answers) < 2 and answers <= {"sat", "unsat"}
        return "yes" if good and not self.problems else "unknown"

    @property
    def problems(self) -> list[str]:
        """What went wrong, a sentence each."""
        refutations = refuted(self.measured)
        said = [f"{one.engine} {one.encoding}: {one.problem}" for one in self.measured if one.problem]
        return said + [f"{self.measured[place].engine} {why}" for place, why in refutations.items()]

    def records(self, _: str = OWN) -> Iterator[dict[str, Any]]:
        """Return a line of JSON for each combination."""
        if self.decided is not None:
            note = "nothing is left to search; --whole searches all"
            yield self.about | Measurement("propagation", COUNTS, self.decided.value).values | {"note": note}
        yield from (self.about | one.values for one in self.measured)

    def values(self, _: Telling) -> dict[str, Any]:
        return {"decided": self.decided and self.decided.value, "measured": [one.values for one in self.measured]}

    def table(self, telling: Telling) -> Table:
        """Return a row for each combination, as people read it."""
        proved = any(one.prove is not None for one in self.measured)
        head = [telling.say(f"compare.{name}") for name in HEAD + PROOF * proved]
        rows = []
        for one in self.measured:
            sizes, work = (one.variables, one.clauses), (one.conflicts, one.propagations, one.peak)
            numbers = [*((size, 0) for size in sizes), (one.load, 3), (one.solve, 3), *((much, 0) for much in work)]
            row = [one.engine, one.encoding, one.status, *(number(value, digits) for value, digits in numbers)]
            unique = "-" if one.unique is None else telling.say(f"compare.{str(one.unique).lower()}")
            rows.append(row + [unique, number(one.prove, 3)] * proved)
        what = self.puzzle
        return Table("" if isinstance(what, Formula) else f"{what.title} {what.shape}", head, rows)

    def lines(self, telling: Telling) -> Iterator[str]:
        if self.decided is not None:
            yield telling.say(f"compare.decided-{self.decided.value}")
        else:
            table = self.table(telling)
            yield aligned(table.head, table.rows)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        table = self.table(Telling(self))
        return {"text/html": html(table.title, table.head, table.rows), "text/plain": str(self)}


def refuted(found: Sequence[Measurement]) -> dict[int, str]:
    """Return which of several measurements of one puzzle are wrong, and why: an answer that was checked says so."""
    one = next((other.engine for other in found if other.status == "sat"), None)
    two = next((other.engine for other in found if other.unique is False), None)
    wrong = {}
    for place, each in enumerate(found):
        if one is not None and each.status == "unsat":
            wrong[place] = f"says that there is no answer, and {one} found one: it is wrong"
        elif two is not None and each.unique:
            wrong[place] = f"says that there is one answer only, and {two} found two: it is wrong"
    return wrong


@checked
def compare(
    puzzle: Puzzle | Formula,
    engines: Sequence[EngineName] | None = None,
    encodings: Sequence[AnyEncoding] = ("auto",),
    *,
    whole: bool = False,
    unique: bool = False,
    memory: Annotated[int | None, Between(1)] = None,
    timeout: Seconds = None,
    tick: Callable[[float, str], None] = lambda *_: None,
) -> Comparison:
    r"""Solve a puzzle with each engine and each encoding, one after another, and tell what each took.

    Parameters
    ----------
    puzzle
        What to solve; a formula is taken as it is.
    engines
        What solves: see ``litgrid engines``; by default all that are installed.
    encodings
        How counts become clauses: one of ``litgrid lab encode``.
    whole
        The whole puzzle, and not what propagation leaves open; where that is nothing, nothing is measured.
    unique
        Look for a second answer too, or find that there is none.
    memory
        The most memory of a combination, in MB.
    timeout
        Seconds after which a combination is stopped.
    tick
        Told before each which share is done, and what comes.

    Raises
    ------
    UnknownNameError
        for an engine that does not exist.
    MissingPackageError
        for one whose package or program is not installed.

    Examples
    --------
    >>> import litgrid
    >>> from litgrid.lab.compare import compare
    >>> puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    >>> [(one.engine, one.status) for one in compare(puzzle, ["cadical", "minisat"], whole=True)]
    [('cadical', 'sat'), ('minisat', 'sat')]
    """
    board = None if isinstance(puzzle, Formula) else puzzle
    if board is not None:
        expect_puzzle(board)
    if board is not None and not whole and (known := decided(board, timeout)) is not None:
        return Comparison(puzzle, (), known)
    combined, found = combinations(chosen(engines), [GIVEN] if board is None else encodings), []
    how = {"whole": whole, "unique": unique, "memory": memory, "timeout": timeout}
    with Stand() as stand:
        for done, (engine, encoding) in enumerate(combined):
            tick(done / len(combined), f"{engine} {encoding}")
            if board is not None and encoding in board.encodings:  # of the whole, which an engine need not know
                one = stand.measure(sent(formula(board, encoding)), engine, GIVEN, **how)
                found.append(replace(one, encoding=encoding))
            else:
                found.append(stand.measure(sent(puzzle), engine, encoding, **how))
    return Comparison(puzzle, tuple(found))


def chosen(names: Sequence[str] | None) -> list[str]:
    """Return the engines of these names, which must be here; all that are here for ``None``, or for none."""
    return [installed(name).name for name in names] if names else installed_names()


def installed_names() -> list[str]:
    """Return the engines that can be asked here."""
    return [engine.name for engine in known if engine.version() is not None]


def combinations(names: Sequence[str], encodings: Sequence[str]) -> list[tuple[str, str]]:
    """Return every engine with every encoding; one that takes counts once, with none."""
    found = [
        (engine.name, COUNTS if engine.counts and encoding in ENCODINGS else encoding)
        for engine in map(known.get, names)
        for encoding in encodings
    ]
    return list(dict.fromkeys(found))


def decided(puzzle: Puzzle, timeout: float | None = None) -> Status | None:
    """Return what propagation finds out without any engine; ``None`` where it leaves something, or the time is over."""
    try:
        deduction = deduce(System.of(puzzle.tables()), puzzle.shape, Limit(timeout))
    except OutOfTimeError:
        return None
    if deduction.parts:
        return None
    return Status.SAT if deduction.possible else Status.UNSAT
