"""WalkSAT: local search for a model of a formula. It never proves that there is none.

From a random assignment, while some clause is false and flips are left: choose a false clause at random, choose one of
its variables, flip it. The heuristics are ways to choose the variable; ``noise`` is the probability of a random one.

==================  ====================================================================================================
heuristic           without noise it flips
==================  ====================================================================================================
``jw``              the variable whose literal in the clause has the largest sum of ``2 ** -length`` over all clauses
                    with that literal (R. Jeroslow, J. Wang 1990), a weight that does not change during the search
``moms``            the one whose literal is in most clauses of the smallest length that the formula has (D. Pretolani
                    1993; J. Freeman 1995), a weight that does not change either
``score``           the one with the largest number of clauses that it makes true less those that it makes false
                    (B. Selman, H. Levesque, D. Mitchell 1992)
``least-modified``  the one that was flipped least in this try (in the spirit of the history in HSAT, I. Gent, T. Walsh
                    1993)
``skc``             one that makes fewest clauses false; where that is none, whatever the noise says: the WalkSAT of its
                    authors (B. Selman, H. Kautz, B. Cohen 1994)
``probsat``         one by chance, likelier the fewer clauses it makes false, and no noise (A. Balint, U. Schoening, SAT
                    2012, with the constants of their program)
==================  ====================================================================================================

Of equal ones the first in the clause is flipped, with ``skc`` a random one. Literals that a clause repeats count once,
clauses that cannot be false do not count.

Four more are those of the first program, which was not what its report says (docs/experiments.md). They take the
*first* false clause, what a clause repeats counts as often as it stands there, and what variables weigh is fixed before
the search:

==================  ====================================================================================================
``first-jw``        a literal by chance, likelier the shorter and the fewer the clauses of its variable: 1 over the sum
                    of their lengths
``first-moms``      the variable that stands most often in clauses of at most two literals
``first-score``     the one for which clauses in which it first stands positive, and those in which it first stands
                    negative, differ most
``first-modified``  the one that was flipped least in this try
==================  ====================================================================================================

The flips happen in :mod:`litgrid.kernel.walksat`, a slice of them at a time, so that Ctrl-C and a time limit are
heard; thousands of small executions go into one slice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from litgrid.core.bounds import offsets
from litgrid.core.errors import EngineError, LitgridError, OutOfTimeError
from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.kernel.walksat import Problem, Results, Walk
from litgrid.sat.formula import Formula, Int32Array, Int64Array, broken, from_clauses
from litgrid.sat.threesat import Tick, distinct, owners, repeats

First = Literal["first-jw", "first-moms", "first-score", "first-modified"]
"""The heuristics of the first program."""
FIRST: tuple[str, ...] = get_args(First)
Heuristic = Literal["jw", "moms", "score", "least-modified", "skc", "probsat", First]
HEURISTICS: tuple[str, ...] = get_args(Heuristic)
"""The names of all heuristics, in the order of their numbers."""

MOST_VARIABLES = 2**30 - 1
"""Literals are held as twice their variable, in 32 bits."""
MOST_SEED = 2**64 - 1
FIRST_SLICE = 2_000
"""Flips in the first slice."""
SHORT = 2
"""A clause of no more literals counts for ``first-moms``."""
SLICE_SECONDS = 0.1
"""How long a slice should take: after it, Ctrl-C and time limits are heard."""

CONSTANTS = {4: 2.85, 5: 3.7, 6: 5.1}
"""The base of probSAT's exponential function by the length of the longest clause; 5.4 above."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search; raise :class:`LitgridError` for a value that cannot be."""

    heuristic: str = "skc"  # one of :data:`HEURISTICS`
    noise: float = 0.5  # the probability of a random variable of the chosen clause; ``probsat`` ignores it
    max_flips: int = 100_000  # of a try
    restarts: int = 0  # how many further tries there are after the first

    def __post_init__(self) -> None:
        if self.heuristic not in HEURISTICS:
            raise LitgridError(f"expected a heuristic, one of {', '.join(HEURISTICS)}; got {self.heuristic!r}")
        if not 0 <= self.noise <= 1:
            raise LitgridError(f"expected a noise from 0 to 1, got {self.noise}")
        for what, value in (("flips", self.max_flips), ("restarts", self.restarts)):
            if not 0 <= value < 2**62:
                raise LitgridError(f"expected a number of {what}, 0 or more, got {value}")


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """What came of some executions, an entry for each."""

    solved: BoolArray  # whether it found a model; false for one that the time limit cut short
    flips: Int64Array  # of all its tries together
    restarts: Int64Array  # how many it used
    seconds: float  # the search alone, without loading the formula
    model: Int32Array | None  # the true literal of each variable, of the first execution that was solved; checked
    # where it was asked for: how many clauses were false in the first execution after 0, ``every``, 2 ``every``, ...
    # flips of all its tries
    trace: Int64Array | None


def run(
    formula: Formula,
    settings: Settings,
    *,
    seed: int = 0,
    executions: int = 1,
    first: int = 0,
    trace_every: int = 0,
    limit: Limit | None = None,
) -> Runs:
    """Search for a model, several times over.

    An execution depends on the formula, the settings, the seed and its number, from ``first`` on, only: in whatever
    company it runs, compiled or not. All heuristics start from the same assignment. Every ``trace_every`` flips the
    false clauses of the first execution are noted, 0 for never. What has found no model when the limit is over is not
    solved.
    """
    limit = limit or Limit(None)
    search = _begun(formula, settings, limit, seed, executions, first, trace_every)
    for _ in search.run(limit):
        pass
    return search.runs()


def follow(
    formula: Formula, settings: Settings, *, seed: int = 0, executions: int = 1, limit: Limit | None = None
) -> Iterator[Runs]:
    """Do what :func:`run` does, and yield what has come out about ten times a second, and at the end.

    The execution that is under way has flips already, and is not solved.

    >>> from litgrid.sat.formula import from_clauses
    >>> last = list(follow(from_clauses([[1, 2], [-1, 2], [-2, 3]]), Settings("skc"), seed=1, executions=10))[-1]
    >>> bool(last.solved.all())
    True
    """
    limit = limit or Limit(None)
    search = _begun(formula, settings, limit, seed, executions)
    for _ in search.run(limit):
        yield search.runs()
    yield search.runs()


def _begun(
    formula: Formula, settings: Settings, limit: Limit, seed: int, executions: int, first: int = 0, trace_every: int = 0
) -> _Search:
    if not 0 <= seed <= MOST_SEED:
        raise LitgridError(f"expected a seed from 0 to {MOST_SEED}, got {seed}")
    for what, value in (("executions", executions), ("flips between entries of the trace", trace_every)):
        if value < 0:
            raise LitgridError(f"expected a number of {what}, 0 or more, got {value}")
    if not 0 <= first <= MOST_SEED - executions:
        raise LitgridError(f"expected the number of the first execution, 0 or more, got {first}")
    return _Search(formula, settings, seeds(seed, first, executions), trace_every, limit.check)


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """Where a search is: after how many flips, how many clauses are false, and the values (1 or 0) of the variables."""

    flips: int
    false: int
    values: npt.NDArray[np.uint8]


def watch(
    formula: Formula, settings: Settings, *, seed: int = 0, every: int = 1, share: float = 0
) -> Iterator[Glimpse]:
    """Go through the first try of the first execution of :func:`run`, looking at it from its start every so many flips.

    With ``share`` looks are ever farther apart, by this share of the flips until then: a short search is seen flip by
    flip, a long one with few looks.
    """
    if every < 1:
        raise LitgridError(f"expected a number of flips between two looks, 1 or more, got {every}")
    search = _Search(formula, replace(settings, restarts=0), seeds(seed, 0, 1), every)
    return search.watch(every, share)


def seeds(seed: int, first: int, executions: int) -> Int64Array:
    """Return four words for each execution, 32 bits each, never all 0 (G. Steele, D. Lea, C. Flood 2014: SplitMix)."""
    numbers = np.arange(executions, dtype=np.uint64) + np.uint64(first)
    base = _mixed(_mixed(np.array([seed], dtype=np.uint64) + GOLDEN) ^ _mixed(numbers))
    halves = _mixed(base[:, None] + np.arange(1, 3, dtype=np.uint64) * GOLDEN)
    words = np.stack([halves & np.uint64(0xFFFFFFFF), halves >> np.uint64(32)], axis=2).astype(np.int64)
    words[:, 0, 0] |= ~words.any(axis=(1, 2))
    return words.ravel()


GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def _mixed(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


class _Search:
    """All executions over one formula."""

    def __init__(
        self,
        formula: Formula,
        settings: Settings,
        words: Int64Array,
        trace_every: int,
        tick: Tick = lambda: None,
    ) -> None:
        self._formula, self._settings, self._every = formula, settings, trace_every
        executions = words.size // 4
        self._results = Results(
            solved=np.zeros(executions, dtype=np.uint8),
            flips=np.zeros(executions, dtype=np.int64),
            restarts=np.zeros(executions, dtype=np.int64),
            model=np.zeros(formula.variables, dtype=np.uint8),
        )
        # Nothing makes a clause without literals true; and where the time is over before there is anything to search,
        # nothing is searched.
        self._hopeless = bool((formula.starts[1:] == formula.starts[:-1]).any())
        try:
            loaded = problem(formula, settings, tick)
        except OutOfTimeError:
            loaded, self._hopeless = problem(from_clauses([]), settings), True
        self._walk = Walk(
            loaded,
            self._results,
            words,
            HEURISTICS.index(settings.heuristic),
            settings.noise,
            settings.max_flips,
            settings.restarts + 1,
            trace_every,
        )
        self._trace = [np.zeros(0, dtype=np.int64)]
        self._seconds = 0.0
        self._found: Int32Array | None = None

    def run(self, limit: Limit) -> Iterator[None]:
        budget = FIRST_SLICE
        while not self._done() and limit.left() != 0:
            begin = perf_counter()
            self._trace.append(self._walk.search(budget))
            took = perf_counter() - begin
            self._seconds += took
            budget = max(FIRST_SLICE, min(8 * budget, int(budget * SLICE_SECONDS / max(took, 1e-6))))
            if not self._done():
                yield

    def watch(self, every: int, share: float) -> Iterator[Glimpse]:
        budget, due = 1, every
        begun = False
        while not self._done() and self._settings.max_flips:
            trace = self._walk.search(budget)
            flips = int(self._results.flips[0])
            false, values, flipped = self._walk.standing()
            if not begun:  # each variable was flipped so often since the start, before this flip
                yield Glimpse(0, int(trace[0]), values ^ (flipped & 1).astype(np.uint8))
                begun = True
            if flips and (flips == due or self._done()):
                yield Glimpse(flips, false, values)
                due = flips + max(every, int(flips * share))
            budget = due - flips

    def runs(self) -> Runs:
        solved, flips, restarts, model = self._results
        return Runs(
            solved.astype(np.bool_),
            flips.copy(),
            restarts.copy(),
            self._seconds,
            self._model(model) if solved.any() else None,
            np.concatenate(self._trace) if self._every else None,
        )

    def _model(self, values: npt.NDArray[np.uint8]) -> Int32Array:
        if self._found is None:
            self._found = _checked(self._formula, values)
        return self._found

    def _done(self) -> bool:
        return self._hopeless or self._walk.is_done


def problem(formula: Formula, settings: Settings, tick: Tick = lambda: None) -> Problem:
    """Return the arrays that the kernels read, without clauses that cannot be false.

    Literals that a clause repeats are left out, but for the heuristics of the first program, which choose among them.
    """
    if formula.variables > MOST_VARIABLES:
        raise LitgridError(f"expected at most {MOST_VARIABLES:,} variables, got {formula.variables:,}")
    literals, lengths = distinct(formula, tick)
    falsifiable = _falsifiable(literals, lengths, tick)
    codes, lengths = _codes(literals[falsifiable.repeat(lengths)]), lengths[falsifiable]
    tick()
    size = 2 * formula.variables
    often = np.bincount(codes, minlength=size)
    tick()
    choices, widths = codes, lengths
    if settings.heuristic in FIRST:
        widths = np.diff(formula.starts)
        choices, widths = _codes(formula.literals[falsifiable.repeat(widths)]), widths[falsifiable]
        weights = _first_weights(settings.heuristic, formula)
    else:
        weights = _weights(settings.heuristic, codes, lengths, size)
    return Problem(
        literals=choices.view(np.uint32),
        starts=offsets(widths).astype(np.uint32),
        occurrences=_occurrences(codes, lengths),
        occurrence_starts=offsets(often).astype(np.uint32),
        weights=weights,
        chances=_chances(int(lengths.max(initial=0)), int(often.max(initial=0)) + 1),
    )


def _occurrences(codes: Int32Array, lengths: Int64Array) -> npt.NDArray[np.uint32]:
    """Return the clauses of each literal, one literal after another, ascending."""
    pairs = codes.astype(np.uint64)
    pairs <<= np.uint64(32)
    pairs |= np.arange(lengths.size, dtype=np.uint32).repeat(lengths)
    pairs.sort()  # in place, where an order would be as large again
    return pairs.astype(np.uint32)


def _codes(literals: Int32Array) -> Int32Array:
    return 2 * np.abs(literals) - 2 + (literals < 0)


def _falsifiable(literals: Int32Array, lengths: Int64Array, tick: Tick) -> BoolArray:
    """Return which clauses can be false: no tautologies."""
    can = np.ones(lengths.size, dtype=np.bool_)
    # No literal is repeated, so that a variable which stands in its clause again has its other sign there.
    can[owners(repeats(np.abs(literals), lengths, tick), offsets(lengths))] = False
    return can


def _weights(heuristic: str, codes: Int32Array, lengths: Int64Array, size: int) -> npt.NDArray[np.float64]:
    """Return the weight of each literal for the heuristics that do not look at the assignment."""
    if heuristic == "jw":
        worth = np.ldexp(1.0, -lengths)
    elif heuristic == "moms":
        worth = (lengths == lengths.min(initial=codes.size)).astype(np.float64)
    else:
        return np.zeros(0)
    return np.bincount(codes, weights=worth.repeat(lengths), minlength=size).astype(np.float64)


def _first_weights(heuristic: str, formula: Formula) -> npt.NDArray[np.float64]:
    """Return the weight of each literal, which is that of its variable, in the first program."""
    lengths = np.diff(formula.starts)
    clause = np.arange(len(formula)).repeat(lengths)
    # Each variable of each clause, where it first stands there, and how often.
    pairs = clause * (formula.variables + 1) + np.abs(formula.literals)
    pairs, first, often = np.unique(pairs, return_index=True, return_counts=True)
    length, variable = lengths[clause[first]], np.abs(formula.literals[first]) - 1
    worth = {
        "first-jw": length,  # at each occurrence the length over how often it stands there
        "first-moms": often * (length <= SHORT),
        "first-score": often * np.sign(formula.literals[first]),
        "first-modified": often,
    }[heuristic]
    sums = np.abs(np.bincount(variable, weights=worth, minlength=formula.variables)).astype(np.float64)
    return (1 / np.maximum(sums, 1) if heuristic == "first-jw" else sums).repeat(2)


def _chances(longest: int, size: int) -> npt.NDArray[np.float64]:
    """Return probSAT's function of the break count: a polynomial for 3-SAT, exponential for longer clauses."""
    breaks = np.arange(size, dtype=np.float64)
    if longest <= 3:
        return (0.9 + breaks) ** -2.06
    # What is too small for a number is still not impossible.
    chances: npt.NDArray[np.float64] = CONSTANTS.get(longest, 5.4) ** -breaks
    return np.maximum(chances, np.finfo(np.float64).tiny)


def _checked(formula: Formula, model: npt.NDArray[np.integer]) -> Int32Array:
    if broken(formula, model).size:
        raise EngineError("WalkSAT gave a model that breaks a clause")
    variables = np.arange(1, formula.variables + 1, dtype=np.int32)
    return np.where(model == 1, variables, -variables).astype(np.int32)
