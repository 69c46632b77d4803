"""Making many puzzles of an order, on one core, on several, or on a cluster, in a file that survives a kill.

What tries brought (:mod:`litgrid.lab.tries`) is taken in the order of their numbers. So which puzzles come out, and
when it is given up, does not depend on who tried what and when; and what a file of results holds of any tries need not
be tried again.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, replace
from secrets import randbelow
from typing import Annotated, Any, overload

from litgrid import __version__
from litgrid.core.errors import LitgridError, OutOfTimeError
from litgrid.core.grid import Shape, Size
from litgrid.core.levels import BETWEEN, Scores, between, scores
from litgrid.core.limit import Limit
from litgrid.core.options import Between, Said, Seconds, Share, share
from litgrid.core.puzzle import Puzzle
from litgrid.core.registry import did_you_mean
from litgrid.core.symmetry import SymmetryName
from litgrid.formats import Record
from litgrid.generating.making import make
from litgrid.generating.order import LEVELS, Clues, Order
from litgrid.lab.journal import Journal
from litgrid.lab.tries import Tries, as_line, compute, read, unmade
from litgrid.lab.workers import computing
from litgrid.puzzles import kinds
from litgrid.question import checked

Levels = int | str | tuple[int | str, int | str]
MOST_SEED = 1 << 32
CHUNK_CELLS, MOST_CHUNK = 2500, 100
"""A worker tries boards of so many cells together, and so many, before it tells what came out."""
LAST = 16
"""And no more than this part of the tries that are likely left, so that workers end together."""
PATIENCE_CELLS, PATIENCE = 500_000, (50, 2000)
"""It is given up after tries of so many cells together without a new puzzle, within these numbers of tries."""
ANY_SCORE = (1.0, 5.0)
"""The lowest and the highest that there are."""
LOOKED_AT = 40
"""So many tries of any level say which levels there are, where an order is given up."""


class NotMetError(LitgridError):
    """Many tries in a row brought no new puzzle of an order."""


@dataclass(frozen=True)
class Progress:
    """How far it is."""

    wanted: int  # how many puzzles
    found: int  # how many there are
    tries: int  # how many these took
    seconds: float  # since the beginning


# What an editor is told; the parameters are those of the function below.
# fmt: off
@overload
def generate(
    kind: str, size: Size, number: None = None, *, level: Levels = ..., symmetry: SymmetryName | None = ...,
    walls: float | str | None = ..., pattern: Sequence[str] | None = ..., technique: str | None = ...,
    split: bool = ..., fewest: bool = ..., clues: Clues | None = ..., unique: bool = ..., seed: int | None = ...,
    jobs: int = ..., timeout: float | None = ..., layers: Mapping[str, float] | None = ...,
    answer: Sequence[str] | None = ..., givens: float | str | None = ..., score: Scores = ..., **switches: bool,
) -> Puzzle: ...
@overload
def generate(
    kind: str, size: Size, number: int, *, level: Levels = ..., symmetry: SymmetryName | None = ...,
    walls: float | str | None = ..., pattern: Sequence[str] | None = ..., technique: str | None = ...,
    split: bool = ..., fewest: bool = ..., clues: Clues | None = ..., unique: bool = ..., seed: int | None = ...,
    jobs: int = ..., timeout: float | None = ..., layers: Mapping[str, float] | None = ...,
    answer: Sequence[str] | None = ..., givens: float | str | None = ..., score: Scores = ..., **switches: bool,
) -> Iterator[Record]: ...
# fmt: on
@checked
def generate(
    kind: str,
    size: Size,
    number: Annotated[int | None, Between(1)] = None,
    *,
    level: Annotated[Levels, Said(between, BETWEEN)] = LEVELS,
    symmetry: SymmetryName | None = None,
    walls: Share = None,
    pattern: Sequence[str] | None = None,
    technique: str | None = None,
    split: bool = True,
    fewest: bool = False,
    clues: Clues | None = None,
    unique: bool = True,
    seed: Annotated[int | None, Between(0, MOST_SEED)] = None,
    jobs: int = 1,
    timeout: Seconds = None,
    layers: Mapping[str, float] | None = None,
    answer: Sequence[str] | None = None,
    givens: Share = None,
    score: Scores = None,
    **switches: Any,
) -> Puzzle | Iterator[Record]:
    """Make a puzzle to order; or, where a number is said, so many, each with its answer and its level, no two equal.

    Parameters
    ----------
    kind
        The kind's name or alias.
    size
        ``7`` for a square, ``(7, 9)`` for 7 rows of 9 cells, or as text: ``"7x9"``.
    number
        How many. In Python they come as records, when they are asked for; without it one puzzle is returned.
    level
        One, or the lowest and the highest of `litgrid grade`: 1 to 4, or easy, medium, hard, very-hard; ``(1, 3)`` is
        1..3.
    symmetry
        Of walls, else of given cells; by default 180 of walls.
    walls
        Share of the cells that are walls, as 20% or 0.2.
    pattern
        Rows with ``#`` where clues shall be: the walls, or the given cells. See :class:`litgrid.generating.Order`.
    technique
        A technique that it must take, as ``litgrid grade`` names it.
    split
        Whether a step may be a case split.
    fewest
        No fewer clues would fix the answer; else none can go, but fewer others might do.
    clues
        Only needed clues, or all: a number in each wall, a label at each line. By default those that are needed.
    unique
        Whether there is one answer only; if not, there are all clues of one.
    seed
        The same seed and order give the same puzzles; by default others each time.
    jobs
        How many workers; -1 is all cores. Except on Linux, a script asks for several below
        ``if __name__ == "__main__":``, as they begin anew.
    timeout
        Seconds for all puzzles, after which it ends.
    layers
        What is wanted of the kind's layers: ``{"signs": 0.3}``, ``{"stars": 2}``.
    answer
        Its answer, as rows of ``#`` for true cells and ``.`` for others; by default one at random.
    givens
        So many cells given, 25% or 0.25, of any answer, and no other clue.
    score
        A score, exactly, or the lowest and the highest: ``3.5..4``, ``(3.5, 4)``. Its whole part is the level.
    **switches
        Rules of the kind: ``unique_lines=False``.

    Raises
    ------
    OutOfTimeError
        when the time is over.
    LitgridError
        for an order that no puzzle can meet; after many tries that brought no new puzzle.

    Examples
    --------
    >>> import litgrid
    >>> print(litgrid.generate("lightup", 5, seed=1))
    ┌───────────┐
    │   2       │
    │     █     │
    │ 1       2 │
    │     2     │
    │       █   │
    └───────────┘
    >>> litgrid.generate("binairo", (4, 6), seed=1).shape, litgrid.generate("binairo", "4x6", seed=1).shape
    (Shape(rows=4, columns=6), Shape(rows=4, columns=6))
    >>> records = list(litgrid.generate("binairo", "6x6", 3, level=1, seed=1))
    >>> [(record.id, record.level) for record in records]
    [('binairo-6x6-3b51af-s1-1', 1), ('binairo-6x6-3b51af-s1-2', 1), ('binairo-6x6-3b51af-s1-3', 1)]
    >>> litgrid.solve(records[0].puzzle).status
    'unique'
    """
    order = Order(
        kind,
        Shape.of(size),
        between(level),
        symmetry,
        None if walls is None else share(walls),
        None if pattern is None else tuple(pattern),
        technique,
        split,
        fewest,
        clues,
        unique,
        tuple(sorted(switches.items())),
        tuple(layers.items()) if isinstance(layers, Mapping) else layers or (),
        None if answer is None else tuple(answer),
        None if givens is None else share(givens),
        None if score is None else scores(score),
    )
    wanted = kinds.get(kind)
    layered = {layer.name for layer in wanted.layers if layer.help}
    for name in set(switches).difference(wanted.switches):
        if name in layered:
            raise LitgridError(f"{name} are wanted of {wanted.title} as layers={{{name!r}: {switches[name]!r}}}")
        there = [*wanted.switches, *[*inspect.signature(generate).parameters][:-1]]  # the last holds the switches
        raise LitgridError(f"{wanted.title} has no {name!r} to be asked for{did_you_mean(name, there)}")
    seed = randbelow(MOST_SEED) if seed is None else seed
    some = generated(order, 1 if number is None else number, seed, jobs=jobs, limit=Limit(timeout))
    return next(some).puzzle if number is None else some


def generated(
    order: Order,
    number: int,
    seed: int,
    *,
    path: str | None = None,
    anew: bool = False,
    patience: int | None = None,
    limit: Limit | None = None,
    tick: Callable[[Progress], None] = lambda _: None,
    jobs: int = 1,
    **where: Any,
) -> Iterator[Record]:
    """Yield so many different puzzles of an order; what the tries depend on are the order and the seed.

    ``path`` is a file of results, whose tries are not made again. It is given up after tries without a new puzzle in a
    row, ``patience``, by default as the board's size suggests: :class:`NotMetError`. ``tick`` is told after each try
    how far it is. Where it is computed says :func:`litgrid.lab.workers.computing`; one job is done in this process.
    """
    limit = limit or Limit(None)
    patience = patience or min(max(PATIENCE_CELLS // order.shape.size, PATIENCE[0]), PATIENCE[1])
    seen: set[str] = set()
    at = last = -1

    def left(first: int) -> int:
        """Return how many tries, from a first one on, likely bring all that is wanted."""
        return number * (at + 2) // (len(seen) + 1) - first

    # Not how many are wanted, so that there can be more.
    head = {"litgrid": __version__, "generate": order.as_dict(), "seed": seed}
    with ExitStack() as stack:
        journal = None if path is None else stack.enter_context(Journal(path, head, anew=anew))
        for tries in _in_order(order, seed, limit, journal, path, {"jobs": jobs, **where}, stack, left):
            for at in range(tries.first, tries.end):
                record = tries.made.get(at)
                key = "" if record is None else record.puzzle.text()
                if record is not None and key not in seen:
                    seen.add(key)
                    last = at
                    yield replace(record, id=order.name(seed, len(seen)))
                tick(Progress(number, len(seen), at + 1, limit.spent()))
                if len(seen) == number:
                    return
                if at - last >= patience:
                    raise NotMetError(_why(order, seed, number, len(seen), patience, limit))
            if tries.over:
                raise OutOfTimeError(f"{_so_many(number, len(seen))}: the time limit ran out")


def _in_order(
    order: Order,
    seed: int,
    limit: Limit,
    journal: Journal | None,
    path: str | None,
    where: Mapping[str, Any],
    stack: ExitStack,
    left: Callable[[int], int],
) -> Iterator[Tries]:
    """Yield all tries in the order of their numbers: those that are in the file, and new ones."""
    done: dict[int, Tries] = {}
    if journal is not None:
        done = {tries.first: tries for tries in (read(*line, str(path)) for line in enumerate(journal.lines, 2))}
    far = where.get("backend") == "dask"
    here = where["jobs"] == 1 and not far
    chunk = 1 if here else min(CHUNK_CELLS // order.shape.size, MOST_CHUNK)
    opened = unmade(dict(done), lambda first: max(min(chunk, left(first) // LAST), 1))
    at = 0

    def pieces() -> Iterator[tuple[Order, int, int, int, float | None]]:
        for first, number in opened:
            yield order, seed, first, number, limit.left()

    def ready() -> Iterator[Tries]:
        nonlocal at
        while at in done:
            tries = done.pop(at)
            at = tries.end
            yield tries

    def take(tries: Tries) -> Iterator[Tries]:
        done[tries.first] = tries
        if journal is not None and not tries.over:
            journal.append(as_line(tries))
        yield from ready()

    yield from ready()  # a file may hold all that is wanted
    todo = pieces()
    if not (here or far):
        # What a first try has to load and to look up is then there in all workers, as these are forks.
        yield from take(compute(*next(todo)))
    computed: AbstractContextManager[Iterator[Tries]] = (
        nullcontext(compute(*piece) for piece in todo) if here else computing(compute, todo, path, **where)
    )
    for tries in stack.enter_context(computed):
        yield from take(tries)


def _so_many(wanted: int, found: int) -> str:
    puzzles = "1 puzzle" if wanted == 1 else f"{wanted:,} different puzzles"
    return f"expected {puzzles}, found {found:,}"


def _why(order: Order, seed: int, number: int, found: int, patience: int, limit: Limit) -> str:
    """Return what to say of an order that is given up: what there was, and what to change."""
    said = f"{_so_many(number, found)}: {patience:,} tries in a row brought no new one; "
    free = replace(order, levels=LEVELS, technique=None, split=True, score=order.score and ANY_SCORE)
    if free == order:
        hint = "there are no more: ask for fewer," if found else "there is none: ask for"
        return f"{said}perhaps {hint} a larger board, or other walls and clues"
    tried = min(LOOKED_AT, patience)
    others = [made for at in range(tried) if (made := make(free, seed, at, limit)) is not None]
    levels = Counter(level for made in others if isinstance(level := made.level, int))
    if not levels:
        return said + "nor did tries of any level: ask for a larger board, or other walls and clues"
    if order.score:
        brought = [made.score for made in others if made.score is not None]
        return said + f"{tried} tries of any score brought {min(brought)} to {max(brought)}: ask for others"
    there = ", ".join(f"{level} ({levels[level]:,})" for level in sorted(levels))
    low, high = order.levels
    if any(low <= level <= high for level in levels) and (order.technique or not order.split):
        steps = f"without {order.technique}" if order.technique else "that may take a split"
        return said + f"{tried} tries {steps} brought levels {there}: ask for other steps or levels, or a larger board"
    return said + f"{tried} tries of any level brought levels {there}: ask for these, or a larger board"
