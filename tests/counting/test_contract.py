"""What counting promises, by whatever method: asked about any rules at all, against trying all boards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.backbone import forced
from litgrid.core.puzzle import Puzzle
from litgrid.counting.methods import METHODS, Method
from litgrid.counting.packages import GANAK
from litgrid.listing import Listing
from tests.boards import EVERY_BOARD, Case, as_answer
from tests.counting.systems import Anything, anything, by_lines, empty, every_answer

PARTIAL = ("seam", "rows", "diagram")
"""Methods that are not for every board: they say so by finding nothing, never by a wrong number."""
HERE = [method for method in METHODS if method != "ganak" or GANAK.installed]
systems = st.one_of(anything(), by_lines())


def count_by(method: Method | None, puzzle: Puzzle, number: int) -> bool:
    """Expect a method to count so many, or, where it is not for every board, to know that it did not."""
    counted = litgrid.count(puzzle, method=method)
    if method in PARTIAL and counted.status == "unknown":
        assert counted.count is None
        assert counted.at_least <= number
        return False
    assert (counted.status, counted.count, counted.at_least) == ("exact", number, number)
    assert method is None or set(counted.method.split(" and ")) <= {method, "deduction"}
    return counted.method != "deduction"


# Any rules, small boards


@pytest.mark.parametrize("method", [None, *(method for method in HERE if method != "ganak")])
def test_any_rules_by_every_method(method: Method | None) -> None:
    counted = 0

    @given(by_lines() if method in PARTIAL else systems)
    @settings(max_examples=100)
    def agrees(puzzle: Anything) -> None:
        nonlocal counted
        counted += count_by(method, puzzle, len(every_answer(puzzle)))

    agrees()
    assert counted > 4  # or it was never used


@pytest.mark.skipif(not GANAK.installed, reason="pyganak is not installed: pip install 'litgrid[counters]'")
@given(systems)
@settings(max_examples=6)  # a process each
def test_any_rules_by_ganak(puzzle: Anything) -> None:
    count_by("ganak", puzzle, len(every_answer(puzzle)))


@pytest.mark.parametrize("method", [method for method in HERE if method != "ganak"])
@given(data=st.data())
@settings(max_examples=25)
def test_a_kind_that_only_the_tests_have(method: Method, data: st.DataObject) -> None:
    case: Case = data.draw(EVERY_BOARD["eightqueens"]())
    count_by(method, case.puzzle, len(case.answers))


@given(systems)
@settings(max_examples=50)
def test_listing_gives_each_answer_once(puzzle: Anything) -> None:
    answers = every_answer(puzzle)
    for engine in (None, "minisat"):
        found = [as_answer(grid) for grids in Listing(puzzle, engine=engine) for grid in grids]
        assert len(found) == len(answers)
        assert sorted(found) == answers
        in_order = [as_answer(grid) for grids in Listing(puzzle, engine=engine, order="sorted") for grid in grids]
        assert in_order == answers


@given(systems, st.integers(0, 12))
@settings(max_examples=50)
def test_a_listing_may_end_early(puzzle: Anything, most: int) -> None:
    answers = every_answer(puzzle)
    found = [as_answer(grid) for grids in Listing(puzzle, order="sorted", most=most) for grid in grids]
    assert found == answers[:most]


@given(systems)
@settings(max_examples=60)
def test_what_solving_and_common_cells_say(puzzle: Anything) -> None:
    answers = every_answer(puzzle)
    verdict = litgrid.solve(puzzle)
    assert verdict.status == ("none", "unique", "several")[min(len(answers), 2)]
    assert {as_answer(grid) for grid in verdict.solutions} <= set(answers)
    common = forced(puzzle)
    if answers:
        alike = [set(values) for values in zip(*answers, strict=True)]
        expected = [min(values) if len(values) == 1 else -1 for values in alike]
        assert common.grid.ravel().tolist() == expected
    else:
        assert common.status == "none"


@given(systems, st.integers(0, 2**32))
@settings(max_examples=40)
def test_drawing_is_uniform(puzzle: Anything, seed: int) -> None:
    """Pearson's statistic between its quantiles of one in a billion (E. Wilson, M. Hilferty, 1931)."""
    answers = every_answer(puzzle)
    sampled = litgrid.sample(puzzle, 20 * len(answers) + 200, seed=seed)
    assert sampled.method == "uniform"
    assert sampled.status == ("drawn" if answers else "none")
    if not answers:
        return
    seen = Counter(as_answer(grid) for grid in sampled.grids)
    assert set(seen) <= set(answers)
    degrees, expected = len(answers) - 1, len(sampled.grids) / len(answers)
    if degrees:
        statistic = sum((seen[answer] - expected) ** 2 / expected for answer in answers)
        least, most = (degrees * (1 - 2 / (9 * degrees) + z * sqrt(2 / (9 * degrees))) ** 3 for z in (-6, 6))
        assert least < statistic < most


# What no count may hang on


@given(systems, st.data())
@settings(max_examples=60)
def test_names_and_sides_of_cells_do_not_matter(puzzle: Anything, data: st.DataObject) -> None:
    """Other numbers for the cells, and true and false exchanged in some that no lines compare."""
    size = puzzle.shape.size
    order = data.draw(st.permutations(range(size)))
    flipped = set() if puzzle.lines else data.draw(st.sets(st.integers(0, size - 1)))

    def literal(one: int) -> int:
        cell = abs(one) - 1
        return (order[cell] + 1) * (1 if (one > 0) != (cell in flipped) else -1)

    other = replace(
        puzzle,
        counts=tuple((tuple(literal(one) for one in literals), low, high) for literals, low, high in puzzle.counts),
        lines=tuple(tuple(tuple(order[cell] for cell in line) for line in lines) for lines in puzzle.lines),
        known=tuple((order[cell], value ^ (cell in flipped)) for cell, value in puzzle.known),
    )
    assert litgrid.count(other).count == litgrid.count(puzzle).count == len(every_answer(puzzle))


@given(anything(), anything())
@settings(max_examples=60)
def test_two_boards_side_by_side_multiply(one: Anything, other: Anything) -> None:
    first = one.shape.size

    def moved(literals: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(literal + first if literal > 0 else literal - first for literal in literals)

    both = Anything(
        1,
        first + other.shape.size,
        (*one.counts, *((moved(literals), low, high) for literals, low, high in other.counts)),
        (*one.implied, *other.implied),
        (*one.lines, *(tuple(tuple(c + first for c in line) for line in lines) for lines in other.lines)),
        (*one.known, *((cell + first, value) for cell, value in other.known)),
    )
    assert litgrid.count(both).count == len(every_answer(one)) * len(every_answer(other))


@given(systems)
@settings(max_examples=60)
def test_what_is_implied_changes_nothing(puzzle: Anything) -> None:
    strict = [count for count, implied in zip(puzzle.counts, puzzle.implied, strict=True) if not implied]
    without = replace(puzzle, counts=tuple(strict), implied=(False,) * len(strict))
    told = replace(puzzle, implied=(False,) * len(puzzle.counts))
    numbers = {litgrid.count(one).count for one in (puzzle, without, told)}
    assert numbers == {len(every_answer(puzzle))}


# Few states, little time


@given(systems, st.sampled_from([0, 1, 2, 5, 20]))
@settings(max_examples=60)
def test_few_states_leave_nothing_wrong(puzzle: Anything, most_states: int) -> None:
    number = len(every_answer(puzzle))
    for method in (None, "frontier", "rows", "diagram"):
        counted = litgrid.count(puzzle, method=method, most_states=most_states)
        assert counted.at_least <= number
        assert counted.count == (number if counted.status == "exact" else None)
    assert litgrid.count(puzzle).count == number  # and what gave up left nothing behind


@pytest.mark.parametrize("method", HERE)
@pytest.mark.parametrize("timeout", [0.0, 0.001, 0.02])
def test_little_time_leaves_nothing_wrong(method: Method, timeout: float) -> None:
    for puzzle, number in ((empty("binairo", 6, 6), 4140), (empty("gappy", 9, 9), 664)):
        counted = litgrid.count(puzzle, method=method, timeout=timeout)
        assert counted.status in ("exact", "unknown")
        assert counted.count == (number if counted.status == "exact" else None)
        assert counted.at_least <= number
        if method != "ganak":
            count_by(method, puzzle, number)
