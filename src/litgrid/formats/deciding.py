"""Deciding which reading of a text is meant: the puzzle decides, or the user is asked.

Each of several readings is solved, under both of a rule that the text does not switch. The one that alone has exactly
one answer is taken, with a sentence that says so; else the user is asked, with all of them. No reading is ever
preferred for how it looks. The next puzzle of the text is read in the same way, if it can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from time import perf_counter

from litgrid.core.errors import AmbiguousInputError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.formats.readings import Reading
from litgrid.formats.record import Request
from litgrid.puzzles import kinds

MOST_SOLVED = 2_500
"""No board of more cells is solved to find out what it is."""
SECONDS = 1.0
"""No longer is one reading solved."""


def choose(
    found: Sequence[Reading], request: Request, more: str = "", *, headed: bool = True
) -> tuple[Reading, str | None]:
    """Return the reading that is meant, and what is said of that.

    ``more`` is added to a question; where the text may be ``headed``, that is offered. Raises
    :class:`AmbiguousInputError` where it cannot be told, with all readings.
    """
    settled = request.settled
    if len(found) == 1:
        one = found[0]
        return one, f"read as {one.name}" if one.says and one.record is None else None
    same = None if settled.taken is None else next(as_before(found, settled.taken), None)
    if same is not None:
        return replace(settled.taken, puzzle=same, record=None), settled.reading
    small = all(one.puzzle is None or one.puzzle.shape.size <= MOST_SOLVED for one in found)
    if small and not request.strict and settled.seconds > 0:
        decided = _decided(found, request)
        if decided is not None:
            settled.taken, said, what = decided
            settled.reading = f"read as {what}, as a puzzle above"
            return settled.taken, said
    alone = [sum(other.kind is one.kind for other in found) == 1 for one in found]
    names = [
        one.kind.title if not one.says or (only and one.record) else f"{one.kind.title} ({one.says})"
        for one, only in zip(found, alone, strict=True)
    ]
    names = [
        f"{name}, {one.puzzle.shape}" if one.puzzle is not None and names.count(name) > 1 else name
        for one, name in zip(found, names, strict=True)
    ]
    options = (f"--kind {one.kind.name}" if only else one.option for one, only in zip(found, alone, strict=True))
    header = "" if not headed or any(one.says for one in found) else f", or with a line {found[0].kind.name!r} above it"
    question = (
        f"this could be {' or '.join(dict.fromkeys(names))}: say which with {' or '.join(dict.fromkeys(options))}"
    )
    raise AmbiguousInputError(question + header + more, line=1, column=1)


def choose_kind(made: Mapping[str, Puzzle], request: Request) -> tuple[Puzzle, str | None]:
    """Return the puzzle that is meant of those that a text is as several kinds, and what is said of that."""
    ways = [Reading(kinds.get(kind), puzzle, option=f"--kind {kind}", ruled=True) for kind, puzzle in made.items()]
    reading, said = choose(ways, request, headed=False)
    return reading.board, said


def as_before(found: Iterable[Reading], taken: Reading) -> Iterator[Puzzle]:
    """Yield the puzzle of the reading, if it is there, in the way in which another text was read."""
    for one in found:
        if one.puzzle is not None and taken.puzzle is not None and one.key == taken.key:
            yield one.puzzle.with_switches(**{name: getattr(taken.puzzle, name) for name in one.kind.switches})


def _decided(found: Sequence[Reading], request: Request) -> tuple[Reading, str, str] | None:
    """Return the only reading with exactly one answer, what is said of it, and what it is; ``None`` where it is not."""
    taken: list[tuple[Reading, str]] = []
    others: list[tuple[Reading, str]] = []
    for one in found:
        states: list[str] = []
        for puzzle in one.switched(request.switches):
            states.append(_outlook(puzzle, request))
            if states[-1] == "unique":
                rules = [
                    f"{'with' if getattr(puzzle, name) else 'without'} {name.replace('_', ' ')}"
                    for name in puzzle.switches
                    if getattr(puzzle, name) != getattr(one.puzzle, name)
                ]
                taken.append((replace(one, puzzle=puzzle), ", ".join(filter(None, [one.says, *rules]))))
                break
            if states[-1] == "unknown":
                return None
        else:
            if one.puzzle is not None:
                others.append((one, "none" if set(states) == {"none"} else "several"))
    if len(taken) != 1:
        return None
    reading, says = taken[0]
    what = replace(reading, says=says).name
    none, several = _names(others, "none", reading), _names(others, "several", reading)
    others_have = f"; as {none} it would have none" if none else ""
    others_have += f"; as {several} it would have several answers" if several else ""
    said = f"read as {what}: exactly one answer{others_have}"
    return reading, said, what


def _names(others: Sequence[tuple[Reading, str]], state: str, taken: Reading) -> str:
    """Return what the readings in a state are called, those of another kind by their kind alone."""
    names = (one.name if one.kind is taken.kind else one.kind.title for one, other in others if other == state)
    return " or ".join(dict.fromkeys(names))


def _outlook(puzzle: Puzzle, request: Request) -> str:
    """Return what answers a puzzle has, by the function that solves, which stands above this layer."""
    begin = perf_counter()
    limit = Limit(min(SECONDS, request.settled.seconds))
    found: str = import_module("litgrid.outlook").outlook(puzzle, limit)[0]
    request.settled.seconds -= perf_counter() - begin
    return found
