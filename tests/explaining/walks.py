"""Random boards of every kind, and what litgrid explains of them, each once.

A board has one answer, several or none; its clues are some of those that a random answer gives, and now and then a
wrong one. :class:`Walk` goes through the steps of an explanation with what is known before each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain
from typing import Any

import numpy as np

import litgrid
from litgrid.core.characters import Grid
from litgrid.core.puzzle import Puzzle
from litgrid.explaining import Explanation, Step
from litgrid.puzzles import kinds
from tests import naive
from tests.fakes import Queens
from tests.judge import Judge
from tests.laws import Known, Law

Random = np.random.Generator


def around(cell: int, height: int, width: int) -> list[int]:
    """Return the cells beside one."""
    y, x = divmod(cell, width)
    spots = [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
    return [row * width + column for row, column in spots if 0 <= row < height and 0 <= column < width]


def cut(cells: Sequence[str], width: int) -> list[str]:
    """Return the rows of some characters."""
    return ["".join(cells[start : start + width]) for start in range(0, len(cells), width)]


def solved(puzzle: Puzzle, rng: Random) -> list[int] | None:
    """Return some answer of a puzzle, by the tests' own rules."""
    judge = Judge(puzzle)
    return judge.model(judge.laws, rng.integers(0, 2, puzzle.shape.size).tolist())


def light_up(rng: Random, side: int) -> Puzzle:
    """Walls at random, most of which have the number of an answer."""
    kind = kinds.get("lightup")
    cells = np.where(rng.random(side * side) < rng.choice([0.15, 0.25, 0.35]), "#", ".").tolist()
    answer = solved(kind.from_clues(cut(cells, side)), rng)
    share = rng.choice([0.5, 0.8, 1.0])
    for cell, char in enumerate(cells):
        if char == "#" and answer is not None and rng.random() < share:
            cells[cell] = str(sum(answer[other] for other in around(cell, side, side)))
    return kind.from_clues(cut(cells, side))


def binairo(rng: Random, side: int) -> Puzzle:
    """The cells of an answer that do not follow from the others, or one fewer, or a few more."""
    kind, unique_lines = kinds.get("binairo"), bool(rng.integers(2))
    answer = solved(kind.from_clues(["." * side] * side, unique_lines=unique_lines), rng)
    assert answer is not None
    judge = Judge(kind.from_clues(cut([str(value) for value in answer], side), unique_lines=unique_lines))
    laws, needed, others = list(judge.laws), [], []
    for cell in rng.permutation(side * side).tolist():
        rest = [law for law in laws if law.kind != "given" or law.at != cell]
        if judge.force(rest, [], cell, answer[cell]):
            laws = rest
            others.append(cell)
        else:
            needed.append(cell)
    shown = {0: needed[1:], 1: needed, 2: needed, 3: needed + others[:4]}[int(rng.integers(4))]
    cells = [str(value) if cell in shown else "." for cell, value in enumerate(answer)]
    return kind.from_clues(cut(cells, side), unique_lines=unique_lines)


def gappy(rng: Random, side: int) -> Puzzle:
    """Some labels of an answer, and a few of its cells."""
    answers = naive.all_gappy(9) if side == 9 else []
    answer = answers[rng.integers(len(answers))] if answers else solved(kinds.get("gappy").empty(shape(side)), rng)
    assert answer is not None
    gaps = naive.gappy_gaps(tuple(answer))
    share = rng.choice([0.25, 0.4, 0.7])
    labels = [gap if rng.random() < share else None for gap in gaps]
    cells = ["#" if value and rng.random() < 0.06 else "?" for value in answer]
    return kinds.get("gappy").from_clues({"rows": labels[:side], "cols": labels[side:], "grid": cut(cells, side)})


def mosaic(rng: Random, side: int) -> Puzzle:
    """Most numbers of a picture."""
    answer = np.pad((rng.random((side, side)) < rng.choice([0.3, 0.5, 0.7])).astype(int), 1)
    share = rng.choice([0.5, 0.65, 0.8])
    numbers = [str(answer[y : y + 3, x : x + 3].sum()) for y in range(side) for x in range(side)]
    return kinds.get("mosaic").from_clues(cut([char if rng.random() < share else "." for char in numbers], side))


def star_battle(rng: Random, side: int) -> Puzzle:
    """Regions that grow from the stars of an answer; two stars on large boards."""
    kind, stars = kinds.get("starbattle"), 2 if side > 8 else 1
    answer = solved(kind.from_clues({"regions": stripes(side), "stars": stars}), rng)
    assert answer is not None
    region = dict.fromkeys([cell for cell, value in enumerate(answer) if value], 0)
    rng.shuffle(spots := [*region])
    for number, cell in enumerate(spots):
        region[cell] = number // stars
    while len(region) < side * side:
        cell = int(rng.choice([*region]))
        region.update({other: region[cell] for other in around(cell, side, side) if other not in region})
    letters = ["ABCDEFGHIJ"[region[cell]] for cell in range(side * side)]
    return kind.from_clues({"regions": cut(letters, side), "stars": stars})


def stripes(side: int) -> list[str]:
    """Return regions that are rows, which say nothing."""
    return ["ABCDEFGHIJ"[row] * side for row in range(side)]


def queens(rng: Random, side: int) -> Puzzle:
    """A queen or two of an answer, and some cells without."""
    answer = solved(Queens.from_clues(["." * side] * side), rng)
    assert answer is not None
    chance = {1: 0.25, 0: 0.2}
    shown = [rng.random() < chance[value] for value in answer]
    cells = ["-Q"[value] if show else "." for value, show in zip(answer, shown, strict=True)]
    return Queens.from_clues(cut(cells, side))


def shape(side: int) -> Any:
    """Return a square."""
    return kinds.get("gappy").from_clues({"rows": [None] * side, "cols": [None] * side}).shape


MAKERS: dict[str, tuple[Callable[[Random, int], Puzzle], tuple[int, ...], int]] = {
    "lightup": (light_up, (5, 6, 7), 60),
    "binairo": (binairo, (6, 6, 8), 40),
    "gappy": (gappy, (9, 9, 10), 16),
    "mosaic": (mosaic, (5, 6, 7), 24),
    "starbattle": (star_battle, (6, 7, 9), 24),
    "eightqueens": (queens, (5, 6, 7), 24),
}
"""For each kind, what makes a board of a side, the sides, and how many boards there are."""
KINDS = sorted(MAKERS)


def spoilt(puzzle: Puzzle, rng: Random) -> Puzzle:
    """Return a puzzle with one of its open cells given at random, so that it may have no answer."""
    givens = puzzle.givens
    free = np.flatnonzero((givens < 0).ravel() & ~puzzle.fixed)
    grid = np.full(givens.shape, -1, dtype=np.int8)
    grid.flat[rng.choice(free)] = rng.integers(2)
    return puzzle.with_givens(grid)


def completed(puzzle: Puzzle, rng: Random) -> Puzzle:
    """Return a puzzle with cells given, one after another, whose values do not follow yet, until it has one answer."""
    while (common := Judge(puzzle).answer_part) is not None and len(common) < puzzle.shape.size:
        cell = int(rng.choice([cell for cell in range(puzzle.shape.size) if cell not in common]))
        grid = np.full(puzzle.givens.shape, -1, dtype=np.int8)
        grid.flat[cell] = rng.integers(2)
        puzzle = puzzle.with_givens(grid)
    return puzzle


CHANGES: tuple[Callable[[Puzzle, Random], Puzzle], ...] = (completed, completed, lambda puzzle, _: puzzle, spoilt)
"""What happens to a board, in turn."""


@cache
def boards(kind: str) -> tuple[Puzzle, ...]:
    """Return the boards of a kind, the same on every machine."""
    make, sides, number = MAKERS[kind]
    rng = np.random.default_rng(20_261_128)
    return tuple(CHANGES[turn % len(CHANGES)](make(rng, sides[turn // 2 % len(sides)]), rng) for turn in range(number))


@dataclass(frozen=True, eq=False)
class Moment:
    """A step, the laws that it names, and what is known before it."""

    walk: Walk
    number: int
    step: Step
    laws: tuple[Law, ...]
    known: Known
    some: tuple[tuple[int, int], ...] = ()

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The cells that the step decides; or some of them, where these are looked at alone."""
        return list(self.some) or self.step.cells

    def about(self, *cells: tuple[int, int]) -> Moment:
        """Return the step as if it decided some cells alone."""
        return replace(self, some=cells)

    @property
    def singles(self) -> list[Moment]:
        """Of single rules that are told together, what each decides by itself."""
        judge, facts = self.walk.judge, self.step.facts
        return [
            replace(self, laws=(law,)).about(*(cell for cell in self.step.cells if judge.force([law], facts, *cell)))
            for law in (self.laws if self.step.cost == 1 else ())
        ]

    @property
    def facts(self) -> Known:
        """The known cells that the step names."""
        return dict(self.step.facts)

    def __str__(self) -> str:
        return f"step {self.number + 1}, {self.step.technique}, of\n{self.walk.puzzle.text()}\n{self.step.text()}"


@dataclass(frozen=True, eq=False)
class Walk:
    """An explanation, and a judge of it."""

    puzzle: Puzzle
    judge: Judge
    found: Explanation

    @classmethod
    def of(cls, puzzle: Puzzle, start: Grid | None = None) -> Walk:
        """Explain a puzzle, from a half-filled grid if there is one."""
        found = litgrid.explain(puzzle, start=start)
        return cls(found.puzzle, Judge(found.puzzle), found)

    @property
    def begin(self) -> Known:
        """What is known at first: given cells, and cells that are not to be filled."""
        flat = self.puzzle.givens.ravel().tolist()
        known = {cell: value for cell, value in enumerate(flat) if value >= 0}
        return known | {law.cells[0]: 0 for law in self.judge.laws if law.kind == "wall"}

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """The steps, with what is known before each."""
        known = self.begin
        made = []
        for number, step in enumerate(self.found.steps):
            laws = tuple(self.judge.law(rule) for rule in step.rules)
            made.append(Moment(self, number, step, laws, dict(known)))
            known.update(step.cells)
        return tuple(made)


@cache
def walks(kind: str) -> tuple[Walk, ...]:
    """Return the explanations of all boards of a kind."""
    return tuple(Walk.of(puzzle) for puzzle in boards(kind))


def moments(kind: str) -> Iterator[Moment]:
    """Yield all steps of all boards of a kind."""
    return chain.from_iterable(walk.moments for walk in walks(kind))
