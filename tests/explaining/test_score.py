"""The score: what it is made of, said a second time in the slowest way; that turning a puzzle does not change it."""

from __future__ import annotations

import json
from bisect import bisect_left
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import litgrid
from litgrid.core import levels
from litgrid.core.characters import Grid
from litgrid.core.grid import Shape
from litgrid.core.levels import LEVELS
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count
from litgrid.core.turning import ways
from litgrid.explaining.grading import score
from litgrid.explaining.score import Looks, score_of
from litgrid.generating import Order

KINDS = ("binairo", "gappy", "lightup", "mosaic", "starbattle")
SCALE = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
Ways = list[tuple[int, int, list[int]]]
Lines = list[tuple[int, list[int], list[int]]]


def small(kind: str, cells: int = 81) -> list[tuple[Puzzle, Grid]]:
    """Return the smaller puzzles of the collection, with their answers."""
    records = [record for record in litgrid.examples(kind) if record.puzzle.shape.size <= cells]
    assert records
    return [(record.puzzle, answer_of(record.puzzle)) for record in records]


def longest(puzzle: Puzzle, answer: Grid) -> int:
    return Looks(puzzle, answer, Limit(None)).longest()


def answer_of(puzzle: Puzzle) -> Grid:
    answer = litgrid.solve(puzzle).solution
    assert answer is not None
    return answer


def up(number: int) -> int:
    return SCALE[bisect_left(SCALE, max(number, 1))]


def ways_of(puzzle: Puzzle) -> Ways:
    """Return each way in which a count forces: so many of these literals being true, the others are false."""
    found = []
    for table in puzzle.tables():
        if isinstance(table, Count):
            bounds = table.bounds
            for index in range(len(bounds)):
                literals = bounds.of(index).tolist()
                if bounds.high[index] < len(literals):
                    found.append((up(bounds.high[index]), int(bounds.high[index]), literals))
                if bounds.low[index] > 0:
                    most = len(literals) - int(bounds.low[index])
                    found.append((up(most), most, [-literal for literal in literals]))
    return found


def lines_of(puzzle: Puzzle) -> Lines:
    """Return every two lines that differ, and how much of them forces a cell."""
    return [
        (up(len(one) + len(other) - 1), (one + 1).tolist(), (other + 1).tolist())
        for table in puzzle.tables()
        if not isinstance(table, Count)
        for one, other in combinations(table.lines, 2)
    ]


def forced(known: set[int], counts: Ways, lines: Lines, most: int) -> tuple[dict[int, int], bool]:
    """Return what is forced next, from how many cells at least, and whether something is broken."""
    found: dict[int, int] = {}
    broken = False
    for need, number, literals in counts:
        true = sum(literal in known for literal in literals)
        if need <= most and true >= number:
            broken |= true > number
            for literal in literals:
                if literal not in known and -literal not in known:
                    found[-literal] = min(need, found.get(-literal, need))
    for need, one, other in lines:
        pairs = list(zip(one, other, strict=True))
        values = [(known & {a, -a}, known & {b, -b}) for a, b in pairs]
        apart = any(x and y and (min(x) > 0) != (min(y) > 0) for x, y in values)
        missing = [(a, b, x, y) for (a, b), (x, y) in zip(pairs, values, strict=True) if not x or not y]
        if need > most or apart or len(missing) > 1:
            continue
        if not missing:
            broken = True
            continue
        a, b, x, y = missing[0]
        if x or y:
            literal = (-b if min(x) > 0 else b) if x else (-a if min(y) > 0 else a)
            found[literal] = min(need, found.get(literal, need))
    return found, broken


def refuted(literal: int, known: set[int], counts: Ways, lines: Lines, most: int, links: int) -> bool:
    """Return whether an assumption breaks something within so many links, all of one link drawn at once."""
    known = known | {literal}
    for link in range(links + 1):
        more, broken = forced(known, counts, lines, most)
        if broken or any(-one in more for one in more):
            # Two rules that force a cell each its way break one of them with the next link.
            return broken or link < links
        if not more:
            return False
        known |= set(more)
    return False


def longest_of(puzzle: Puzzle, answer: Grid) -> int:
    """Return the longest look that a puzzle takes: all that shorter looks decide is decided before."""
    counts, lines = ways_of(puzzle), lines_of(puzzle)
    right = {cell if value else -cell for cell, value in enumerate(answer.ravel().tolist(), 1)}
    start = np.where(puzzle.fixed.reshape(answer.shape), 0, puzzle.givens).ravel()
    known = {cell if value else -cell for cell, value in enumerate(start.tolist(), 1) if value >= 0}
    lengths = [(need * links, need, links - 1) for need in SCALE for links in SCALE[1:]]
    longest = 0
    for most in sorted({*SCALE, *(length for length, *_ in lengths)}):
        tried = [(need, links) for length, need, links in lengths if length <= most]
        while left := right - known:
            short, _ = forced(known, counts, lines, most)
            now = set(short) or {one for one in left if any(refuted(-one, known, counts, lines, *way) for way in tried)}
            if not now:
                break
            known, longest = known | now, most
    return max(longest, len(right - known))


@pytest.mark.parametrize("kind", ["binairo", "lightup", "starbattle"])
def test_the_longest_look_is_what_the_slowest_way_finds(kind: str) -> None:
    for puzzle, answer in small(kind, 49)[:5]:
        assert longest(puzzle, answer) == longest_of(puzzle, answer), puzzle.text()


def test_looks_of_puzzles_that_are_done_by_hand() -> None:
    # The 2 needs both its cells; they darken r1c3, r2c1 and r2c2; then r1c1 has nothing but itself to light it.
    puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    assert longest(puzzle, answer_of(puzzle)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_score_is_its_level_and_tenths(kind: str) -> None:
    for puzzle, answer in small(kind):
        grade = litgrid.grade(puzzle)
        assert grade.level <= grade.score < grade.level + 1
        assert grade.score == round(grade.score, 1) == score(puzzle, answer, grade.level)
        assert grade.record()["score"] == grade.score
        assert f"({grade.score:g})" in grade.text()


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_that_is_turned_has_the_same_score(kind: str) -> None:
    for puzzle, answer in small(kind)[:10]:
        expected = longest(puzzle, answer)
        for cells in ways(puzzle.shape):
            assert longest(puzzle.rearranged(cells), answer.ravel()[cells]) == expected


def test_a_longer_look_is_no_lower_score_and_no_level_reaches_the_next() -> None:
    for level in LEVELS:
        scores = [score_of(level, look) for look in range(2000)]
        assert scores == sorted(scores)
        assert (scores[0], scores[-1]) == (level, level + 0.9)


@pytest.mark.parametrize("kind", ["binairo", "lightup"])
def test_what_is_given_makes_no_look_longer(kind: str) -> None:
    for puzzle, answer in small(kind)[:5]:
        looks = [longest(puzzle, answer)]
        for cell in np.flatnonzero(puzzle.givens.ravel() < 0)[::5].tolist():
            givens = puzzle.givens.ravel().copy()
            givens[cell] = answer.ravel()[cell]
            puzzle = puzzle.with_givens(givens.reshape(answer.shape))
            looks.append(longest(puzzle, answer))
        assert looks == sorted(looks, reverse=True)
        assert longest(puzzle.with_givens(answer), answer) == 0


def test_without_one_answer_there_is_no_score() -> None:
    for text in ("lightup\n4.\n..", "lightup\n...\n...\n..."):
        grade = litgrid.grade(litgrid.load(text))
        assert grade.score == 0
        assert json.loads(json.dumps(grade.record()))["score"] is None


@pytest.mark.parametrize(
    ("kind", "size", "low", "high"),
    [("binairo", 8, 1.3, 1.5), ("binairo", 8, 2.6, 2.9), ("lightup", 7, 2.4, 3.4), ("gappy", 9, 1.4, 1.5)],
)
def test_puzzles_are_made_to_a_score(kind: str, size: int, low: float, high: float) -> None:
    for record in litgrid.generate(kind, size, 2, score=(low, high), seed=1):
        assert low <= litgrid.grade(record.puzzle).score <= high


def test_an_order_keeps_to_levels_with_such_scores() -> None:
    order = Order("binairo", Shape(6, 6), score=(1.5, 3))
    assert order.levels == (1, 2)
    assert replace(order, levels=(1, 4), score=(3.0, 3.0)).levels == (3, 3)
    with pytest.raises(litgrid.LitgridError, match=r"no puzzle of level 1 has a score of 2\.\.2\.5"):
        replace(order, levels=(1, 1), score=(2.0, 2.5))
    with pytest.raises(litgrid.LitgridError, match="no level"):
        litgrid.generate("lightup", 5, unique=False, score=3)
    none = (2, "2.95", "1.05", "1..1.1", 4.95, 5, "2.95..3")
    for wrong in ("5.1", "2..1", "hard", "1..2..3", "2..", *none):
        with pytest.raises(litgrid.LitgridError, match="score"):
            litgrid.generate("lightup", 5, score=wrong)


@pytest.mark.parametrize("text", ["mosaic 1x1\n1", "mosaic 1x1\n0", "lightup 1x1\n.", "binairo 2x2\n01\n1."])
def test_the_shortest_look_at_one_cell_has_the_least_score(text: str) -> None:
    assert litgrid.grade(litgrid.loads(text)).score == min(levels.TENTHS)


def test_scores_that_some_puzzle_can_have_are_taken() -> None:
    for some in ("1.2", "4.9", "4.9..5", "1..1.2", "3.5..4", 3, (1, 5)):
        assert levels.scores(some)


def test_a_whole_score_is_said_with_its_tenths() -> None:
    found = litgrid.grade(litgrid.loads("binairo 2x2\n01\n10"))
    assert (found.score, "(1.0)" in found.text(), "(1,0)" in found.text("fr")) == (1.0, True, True)
