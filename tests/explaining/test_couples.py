"""Two clues and what lies between them, against trying all ways to fill their cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.bounds import Bounds, offsets
from litgrid.core.limit import Limit
from litgrid.core.system import System
from litgrid.core.tables import Count
from litgrid.core.technique import Technique
from litgrid.explaining.laws import Book
from litgrid.explaining.shapes.coupling import couples
from litgrid.explaining.state import State

Rule = tuple[tuple[int, ...], int, int]
"""Cells, from 1, and between which numbers of them are true."""
TWO = Technique("two-clues", ("clue",), most=6, between=("between",))
THREE = Technique("three-clues", ("clue",), most=3, between=("clue",))


def holds(rule: Rule, values: Sequence[int]) -> bool:
    cells, low, high = rule
    return low <= sum(values[cell - 1] for cell in cells) <= high


def fillings(rules: Sequence[Rule], size: int) -> list[tuple[int, ...]]:
    """Return all fillings that keep some rules."""
    return [values for values in product((0, 1), repeat=size) if all(holds(rule, values) for rule in rules)]


def table(kind: str, rules: Sequence[Rule]) -> Count:
    cells = [np.array(sorted(cells), dtype=np.int32) for cells, _, _ in rules]
    low, high = (np.array([rule[side] for rule in rules], dtype=np.int64) for side in (1, 2))
    starts = offsets(np.array([len(some) for some in cells], dtype=np.int64))
    return Count(kind, Bounds(np.concatenate([np.empty(0, dtype=np.int32), *cells]), starts, low, high), str)


def refuted(
    clues: Sequence[Rule], between: Sequence[Rule], answer: Sequence[int], technique: Technique = TWO
) -> tuple[set[int], dict[int, list[int]]]:
    """Return the cells that single rules decide, and for others that two clues decide the numbers of the rules."""
    book = Book(System.of([table("clue", clues), table("between", between)]), len(answer), (technique,))
    state = State(book, np.full(len(answer), -1, dtype=np.int8), np.array(answer, dtype=np.int8), Limit(None))
    trail = state.trail
    # Single rules, as they stand.
    while reasons := trail.tight():
        before = trail.end
        trail.apply(reasons, trail.allow(()))
        literals = trail.literals(before)
        trail.drop(before)
        trail.take(literals)
    found = couples(state, technique.most, three=technique is THREE)
    while not found.sweep(3):
        pass
    known = {cell for cell in range(1, len(answer) + 1) if trail.value(cell) >= 0}
    return known, {abs(literal): rules for literal, rules in found.found()[1]}


def pairs(most: int) -> Iterator[tuple[Rule, Rule, int]]:
    """Yield all pairs of counts that share cells, up to the order of cells, and how many cells there are."""
    for size in range(2, most + 1):
        for first, second in product(range(1, size + 1), repeat=2):
            if first < second or first + second <= size:
                continue
            sides = (tuple(range(1, first + 1)), tuple(range(size - second + 1, size + 1)))
            bounds = [[*combinations(range(len(side) + 2), 2)] for side in sides]
            for one, other in product(*bounds):
                yield (sides[0], one[0], one[1] - 1), (sides[1], other[0], other[1] - 1), size


def check(clues: Sequence[Rule], between: Sequence[Rule], answer: Sequence[int], technique: Technique = TWO) -> int:
    """Check what is found, and return how much that is."""
    size = len(answer)
    known, found = refuted(clues, between, answer, technique)
    laws = [*clues, *between]

    def decide(rules: Sequence[Rule], cell: int) -> bool:
        """Whether some rules decide a cell, with what is known."""
        fitting = [values for values in fillings(rules, size) if all(values[k - 1] == answer[k - 1] for k in known)]
        return all(values[cell - 1] == answer[cell - 1] for values in fitting)

    for cell, rules in found.items():
        needed = [laws[rule] for rule in rules]
        assert decide(needed, cell)
        for place in range(len(needed)):
            assert not decide(needed[:place] + needed[place + 1 :], cell)
    return len(found)


def test_all_pairs_of_counts_with_up_to_six_cells() -> None:
    met = 0
    for one, other, size in pairs(6):
        every = fillings((one, other), size)
        if not every:
            continue
        answer = every[len(every) // 3]
        decided = {cell for cell in range(1, size + 1) if len({values[cell - 1] for values in every}) == 1}
        known, found = refuted([one, other], [], answer)
        assert known | found.keys() == decided, (one, other, answer)
        met += len(found)
    assert met > 100


counts = st.integers(0, 2**32 - 1)


def drawn(seed: int, cells: int) -> tuple[list[Rule], list[Rule], list[int]]:
    """Return two clues of up to eight cells, rules between them, and an answer."""
    rng = np.random.default_rng(seed)
    answer = rng.integers(0, 2, cells).tolist()

    def rule(most: int, kind: int) -> Rule:
        own = tuple(sorted((rng.permutation(cells)[: rng.integers(2, most + 1)] + 1).tolist()))
        true = sum(answer[cell - 1] for cell in own)
        if kind == 0:
            return own, true, true
        return own, max(true - int(rng.integers(0, 2)), 0), true + int(rng.integers(0, 2))

    clues = [rule(6, int(rng.integers(0, 2))) for _ in range(2)]
    between = []
    for _ in range(int(rng.integers(1, 5))):
        own, low, high = rule(4, 1)
        true = sum(answer[cell - 1] for cell in own)
        between.append((own, 0, 1) if true <= 1 else (own, low, high))
    return clues, between, answer


@given(counts)
@settings(max_examples=400, deadline=None)
def test_two_clues_of_up_to_eight_cells(seed: int) -> None:
    clues, _, answer = drawn(seed, 8)
    known, found = refuted(clues, [], answer)
    every = fillings(clues, 8)
    decided = {cell for cell in range(1, 9) if len({values[cell - 1] for values in every}) == 1}
    assert known | found.keys() == decided


@given(counts)
@settings(max_examples=400, deadline=None)
def test_what_is_found_with_rules_between_follows_and_is_lean(seed: int) -> None:
    check(*drawn(seed, 8))


@given(counts)
@settings(max_examples=400, deadline=None)
def test_all_that_two_clues_and_the_rules_inside_them_decide_is_found(seed: int) -> None:
    """Where so few rules do it that it is kept; and what single rules decide is known."""
    clues, between, answer = drawn(seed, 7)
    union = {cell for cells, _, _ in clues for cell in cells}
    inside = [rule for rule in between if set(rule[0]) <= union]
    known, found = refuted(clues, inside, answer)
    every = fillings([*clues, *inside], 7)
    for cell in union - known:
        if len({values[cell - 1] for values in every}) == 1 and clues[0] != clues[1]:
            assert cell in found


@given(counts)
@settings(max_examples=200, deadline=None)
def test_three_clues_of_up_to_eight_cells(seed: int) -> None:
    rng = np.random.default_rng(seed)
    answer = rng.integers(0, 2, 8).tolist()
    clues = []
    for _ in range(3):
        own = tuple(sorted((rng.permutation(8)[: rng.integers(4, 7)] + 1).tolist()))
        true = sum(answer[cell - 1] for cell in own)
        clues.append((own, max(true - int(rng.integers(0, 2)), 0), true + int(rng.integers(0, 2))))
    known, found = refuted(clues, [], answer, THREE)
    every = fillings(clues, 8)
    assert known | found.keys() == {cell for cell in range(1, 9) if len({values[cell - 1] for values in every}) == 1}
    check(clues, [], answer, THREE)
