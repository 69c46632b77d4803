"""A census: all answers of a board without clues, and which clues fix them.

All answers are gone through once, a batch at a time. How many there are up to symmetry follows from how many each
symmetry leaves as they are (the lemma that is not Burnside's); so nothing has to be compared with anything. Which are
fixed by all their clues shows when their clues are sorted. The fewest clues are found for one answer of each class:
the least of those that symmetries make of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from litgrid.answer import Answer, Outcome, Telling, written
from litgrid.core.characters import Grid
from litgrid.core.errors import LitgridError
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.kindwords import clues as clues_called
from litgrid.core.kindwords import switches
from litgrid.core.limit import Limit
from litgrid.core.options import Seconds
from litgrid.core.puzzle import Puzzle
from litgrid.core.symmetry import Symmetry, symmetries
from litgrid.core.system import System
from litgrid.core.terminal import draw
from litgrid.improving.better import Better
from litgrid.improving.clues import Clues, expect_clues
from litgrid.improving.fewest import fewest as find_fewest
from litgrid.improving.rivals import ListedRivals, Said
from litgrid.listing import Listing
from litgrid.question import checked
from litgrid.render.table import aligned

MOST_STATES = 150_000_000
"""All answers are gone through, which a diagram of so many states, of 2.4 GB, makes shorter."""
WORD = 64
"""Clues are compared in words of so many bits."""
Show = Callable[[float, str], None]
"""Shows which share of the work is done, and what it is at."""


@dataclass(frozen=True)
class Fewest:
    """How few clues fix an answer.

    Attributes
    ----------
    numbers
        for each number of clues, how many answers need so many; ascending
    never
        how many answers all their clues do not fix
    example
        a puzzle with the fewest clues of all, which has one answer; ``None`` where no clues fix any answer
    """

    numbers: dict[int, int]
    never: int
    example: Puzzle | None


@dataclass(frozen=True, eq=False)
class Census(Answer):
    """All answers of a board without clues.

    Attributes
    ----------
    puzzle
        the board, without clues
    answers
        how many there are
    symmetries
        how many symmetries its rules have
    classes
        how many answers there are where those count once that symmetries turn into each other
    clues
        how many clues an answer has: see :meth:`~litgrid.core.puzzle.Puzzle.clues_of`
    fixed
        how many answers are fixed by all their clues
    fewest
        how few clues fix an answer, if that was asked
    seconds
        how long it took
    """

    puzzle: Puzzle
    answers: int
    symmetries: int
    classes: int
    clues: int
    fixed: int
    fewest: Fewest | None
    seconds: float

    @property
    def outcome(self) -> Outcome:
        """Yes: it is taken."""
        return "yes"

    def values(self, _: Telling) -> dict[str, Any]:
        """Return what JSON holds; the fewest clues only where they were asked for."""
        board, least = self.puzzle, self.fewest
        found = {name: getattr(board, name) for name in board.switches}
        found |= self.fields("answers", "symmetries", "classes") | {"clue": board.clue} | self.fields("clues", "fixed")
        if least is not None:
            found["fewest"] = {str(number): answers for number, answers in least.numbers.items()}
            found["never"] = least.never
            found["example"] = None if least.example is None else least.example.clues
        return found | self.fields("seconds")

    def lines(self, telling: Telling) -> Iterator[str]:
        board, least = self.puzzle, self.fewest
        for name, rule in switches(type(board), telling.language).items():
            yield telling.say("census.switch-on" if getattr(board, name) else "census.switch-off", rule=rule)
        some = telling.say("all.answers", self.answers) if self.answers else telling.say("count.none")
        alike = ""
        if self.answers and self.symmetries > 1:
            alike = telling.say("census.classes", classes=self.classes, symmetries=self.symmetries)
        yield telling.say("census.in", answers=some, seconds=self.seconds, alike=alike)
        if self.answers:
            clues = _clues(board, self.clues, telling.language)
            fixed = telling.say("census.all") if self.fixed == self.answers else self.fixed
            yield telling.say("census.fixed", clues=clues, fixed=fixed)
        if least is not None and least.example is not None:
            rows = [[written(part, telling.language) for part in row] for row in least.numbers.items()]
            if least.never:
                rows.append([telling.say("census.never"), written(least.never, telling.language)])
            head = [
                telling.say("census.fewest", clues=clues_called(board, 2, telling.language)),
                telling.say("census.answers"),
            ]
            clues = _clues(board, min(least.numbers), telling.language)
            yield f"\n{aligned(head, rows)}\n\n{telling.say('census.example', clues=clues)}"
            # Labels are drawn, and given cells; nothing else is known.
            yield draw(least.example.scene(least.example.givens), telling.look)


def _clues(board: Puzzle, number: int, language: str) -> str:
    return f"{written(number, language)} {clues_called(board, number, language)}"


@checked
def census(puzzle: Puzzle, *, fewest: bool = False, timeout: Seconds = None, show: Show = lambda *_: None) -> Census:
    """Take the census of a puzzle's board; the puzzle's clues do not matter.

    Parameters
    ----------
    puzzle
        Whose board it is.
    fewest
        Also find the fewest clues that fix each answer.
    timeout
        Seconds for all of it.
    show
        Told how far it is.

    Raises
    ------
    OutOfTimeError
        when the limit is over.
    LitgridError
        where puzzles of this kind cannot be made from their answers, or which clues there are depends on these.

    Examples
    --------
    >>> from litgrid.puzzles import empty
    >>> taken = census(empty("binairo", "4"), fewest=True)
    >>> taken.answers, taken.classes, taken.fewest.numbers
    (72, 10, {4: 72})
    """
    limit = Limit(timeout)
    expect_clues(puzzle)
    board = puzzle.bare
    going = _Going(board, limit, keep=fewest)
    for grids in Listing(board, limit=limit, most_states=MOST_STATES):
        going.add(grids)
        show(0.0, f"{going.answers:,} answers")
    said = going.said
    found = _fewest(board, said, going, limit, show) if fewest else None
    if found is None:
        show(1.0, f"{going.answers:,} answers")
        fixed = unlike_any_other(said)
    else:
        fixed = going.answers - found.never
    return Census(
        board,
        going.answers,
        len(going.symmetries),
        going.classes,
        len(said),
        fixed,
        found,
        limit.spent(),
    )


class _Going:
    """Goes through the answers of a board; with ``keep``, the first of each class is kept."""

    def __init__(self, board: Puzzle, limit: Limit, *, keep: bool) -> None:
        self._board, self._keep = board, keep
        self.symmetries = symmetries(System.of(board.tables()), board.shape, limit.check)
        self.answers = 0
        self._still = 0  # pairs of an answer and a symmetry that leaves it as it is
        self._said: list[Said] = [self._said_of(np.zeros((0, board.shape.rows, board.shape.columns), dtype=np.int8))]
        self.first: list[tuple[int, int, Grid]] = []
        """Of each class the number of an answer, how many are in the class, and the answer."""

    @property
    def said(self) -> Said:
        """What each clue says of each."""
        self._said = [np.concatenate(self._said, axis=1)]
        return self._said[0]

    @property
    def classes(self) -> int:
        return self._still // len(self.symmetries)

    def add(self, grids: Grid) -> None:
        flat = grids.reshape(len(grids), -1)
        alike = np.zeros(len(flat), dtype=np.int64)
        first = np.ones(len(flat), dtype=np.bool_)
        for symmetry in self.symmetries:
            same, lesser = _compared(symmetry, flat)
            alike += same
            first &= ~lesser
        self._still += int(alike.sum())
        self._said.append(self._said_of(grids))
        if self._keep:
            sizes: IntArray = len(self.symmetries) // alike
            places = np.flatnonzero(first).tolist()
            self.first += [(self.answers + place, int(sizes[place]), grids[place].copy()) for place in places]
        self.answers += len(grids)

    def _said_of(self, grids: Grid) -> Said:
        said: Said = self._board.clues_of(grids).T.astype(np.int8)
        none = said < 0
        if (none.any(axis=1) & ~none.all(axis=1)).any():  # of some answers only
            raise LitgridError(
                f"there is no census of {self._board.title}: which clues an answer can give depends on the answer"
            )
        return said


def _compared(symmetry: Symmetry, flat: Grid) -> tuple[BoolArray, BoolArray]:
    """Return which grids a symmetry leaves as they are, and which it makes lesser ones, cell by cell."""
    if not symmetry.changes:
        return np.ones(len(flat), dtype=np.bool_), np.zeros(len(flat), dtype=np.bool_)
    moved = symmetry(flat)
    place = (moved != flat).argmax(axis=1)[:, None]
    there, here = (np.take_along_axis(one, place, axis=1)[:, 0] for one in (moved, flat))
    return there == here, there < here


def _fewest(board: Puzzle, said: Said, going: _Going, limit: Limit, show: Show) -> Fewest:
    numbers: dict[int, int] = {}
    never = 0
    best: tuple[int, BoolArray, Grid] | None = None
    weights = np.ones(len(said), dtype=np.int64)
    for done, (answer, size, grid) in enumerate(going.first):
        show(done / len(going.first), f"fewest {board.clue}s of {done:,} of {len(going.first):,} classes")
        found = find_fewest(ListedRivals(said, answer, weights, limit))
        limit.check()  # if it is over, there may be fewer
        if found is None:
            never += size
            continue
        number = found.weight
        numbers[number] = numbers.get(number, 0) + size
        if best is None or number < best[0]:
            best = number, found.chosen, grid
    example = None if best is None else Better.of(board, clues := Clues(board, best[2]), best[1][clues.told]).puzzle
    return Fewest(dict(sorted(numbers.items())), never, example)


def unlike_any_other(said: Said) -> int:
    """Return how many answers have clues that no other answer has; ``said`` is shaped ``(clues, answers)``."""
    number = int(said.shape[1])
    if number < 2:
        return number
    words: list[npt.NDArray[np.uint64]] = []
    room = 0
    for clue, low, high in zip(said, said.min(axis=1).tolist(), said.max(axis=1).tolist(), strict=True):
        bits = (high - low).bit_length()
        if not bits:
            continue
        if bits > room:
            words.append(np.zeros(number, dtype=np.uint64))
            room = WORD
        room -= bits
        words[-1] |= (clue.astype(np.int64) - low).astype(np.uint64) << np.uint64(room)
    if not words:
        return 0
    order = np.lexsort(words) if len(words) > 1 else np.argsort(words[0])
    new = np.ones(number + 1, dtype=np.bool_)
    new[1:-1] = False
    for word in words:
        word[:] = word[order]
        new[1:-1] |= word[1:] != word[:-1]
    return int(np.count_nonzero(new[1:] & new[:-1]))
