"""What is made of a board, held to trying everything: given cells, boards turned and mirrored, puzzles to order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.errors import LitgridError
from litgrid.core.grid import BoolArray
from litgrid.core.puzzle import Puzzle
from litgrid.core.turning import TURNS, turned
from litgrid.explaining import grade
from litgrid.improving.clues import expect_clues
from litgrid.lab.generate import generate
from litgrid.solving import solve
from litgrid.testing.boards import MOST_CELLS, Case, examples
from litgrid.testing.brute import laws

ALONE = 5
"""So many clues of a board are looked at alone."""
MADE, SECONDS = 2, 60.0
"""So many puzzles are made to order, in so many seconds at most."""


def given(case: Case) -> Iterator[str]:
    """Give cells of an answer: those answers are left that have them."""
    if not len(case.answers):
        return
    grid = case.grid(1)
    some = np.where((np.arange(grid.size) % 3 == 0).reshape(grid.shape), grid, -1).astype(np.int8)
    try:
        puzzle = case.puzzle.with_givens(some)
    except LitgridError:
        return
    cells = np.flatnonzero(some.ravel() >= 0)
    agreeing = case.answers[(case.answers[:, cells] == some.ravel()[cells]).all(axis=1)]
    other = Case.of(puzzle)
    if other is not None and other.answers.tolist() != agreeing.tolist():
        yield f"with cells given that {len(agreeing)} answers have, it has {len(other.answers)} answers"


def turned_about(case: Case) -> Iterator[str]:
    """Turn and mirror the board: it has the same answers, turned with it."""
    for turn in TURNS:
        places = turned(case.puzzle.shape, turn)
        try:
            puzzle = case.puzzle.rearranged(places)
        except LitgridError:
            continue
        other = Case.of(puzzle)
        if other is not None and not np.array_equal(np.unique(case.answers[:, places.ravel()], axis=0), other.answers):
            yield f"turned ({turn}), it has other answers: let 'rearranged' move all clues, or refuse this turn"
            return


def clues_made(case: Case) -> Iterator[str]:
    """Make clues of an answer, all of them and none."""
    if not len(case.answers):
        return
    grid = case.grid(0)
    try:
        expect_clues(case.puzzle)
    except LitgridError:
        return
    bare = case.puzzle.bare
    said = bare.clues_of(grid[None])
    if said.shape != (1, bare.stated.size):
        yield f"clues_of is shaped {said.shape} for one grid, where stated has {bare.stated.size} clues"
        return
    told = said[0] >= 0
    whole = bare.clued(grid, told)
    if bare.stated.any():
        yield "a board without clues ('bare') has some"
    if (whole.stated != told).any() or (whole.clues_of(grid[None]) != said).any():
        yield "a board with all clues of an answer ('clued') does not state them all"
    yield from _ruled(bare, whole, grid, told)
    other = Case.of(whole)
    if other is not None and not other.holds(grid):
        yield "an answer breaks a clue that was made of it ('clued')"
    if any(getattr(whole, name) != getattr(case.puzzle, name) for name in case.puzzle.switches):
        yield "making clues of an answer ('clued') changes a switch"


def _ruled(bare: Puzzle, whole: Puzzle, grid: Grid, told: BoolArray) -> Iterator[str]:
    """Yield what is wrong with the rules that clues add to a board."""
    before, after = laws(bare), laws(whole)
    rules = [rule for rule in after if rule not in before]
    if len(rules) != np.count_nonzero(told) or not before.keys() <= after.keys():
        yield f"{np.count_nonzero(told)} clues of an answer ('clued') add other rules: expected one each, and no other"
        return
    for number, place in list(enumerate(np.flatnonzero(told).tolist()))[:: -(-len(rules) // ALONE) or 1]:
        one = bare.clued(grid, np.arange(told.size) == place)
        if [rule for rule in laws(one) if rule not in before] != [rules[number]]:
            yield "one clue of an answer alone ('clued') is not the rule that is in its place among all"


def exemplary(kind: type[Puzzle], cases: list[Case]) -> Iterator[str]:
    """Solve the examples: each has one answer, and all fillings of one can be tried."""
    for puzzle in examples(kind):
        if (status := solve(puzzle).status) != "unique":
            yield f"expected examples with exactly one answer, got {status!r} for {puzzle.text()!r}"
    if not any(case.puzzle == puzzle for puzzle in examples(kind) for case in cases):
        yield f"expected an example of at most {MOST_CELLS} cells whose fillings can all be tried: give a smaller one"


def generated(kind: type[Puzzle], _: list[Case]) -> Iterator[str]:
    """Make puzzles to order, as large as an example: they have one answer, and the level that is said."""
    shape = examples(kind)[0].shape
    try:
        records = list(islice(generate(kind.name, (shape.rows, shape.columns), MADE, seed=1, timeout=SECONDS), MADE))
    except LitgridError:
        return
    for record in records:
        case = Case.of(record.puzzle)
        if case is not None and (case.status != "unique" or record.answer is None or not case.holds(record.answer)):
            yield f"a puzzle made to order has not the one answer that is said: {record.puzzle.text()!r}"
        if record.level != (found := grade(record.puzzle).level):
            yield f"a puzzle made to order is said to be of level {record.level}, and is of {found}"
