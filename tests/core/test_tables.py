"""Tables: rules that hold several counts, and lines that must differ."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.system import System, needed
from litgrid.core.tables import Count, Differ, Rule
from tests.models import bounds_of


def test_a_rule_may_hold_several_counts() -> None:
    bounds = bounds_of([((1, 2), 1, 1), ((-2, 3), 0, 1), ((5,), 1, 1)])
    table = Count("pairs", bounds, lambda rule: f"rule {rule}", rule_of=np.array([0, 0, 1]), clue=True)
    assert len(table) == 2
    assert [table.rule(count) for count in range(3)] == [0, 0, 1]
    assert table.describe(0) == Rule("pairs", (0, 1, 2), "rule 0", clue=True)
    assert table.describe(1) == Rule("pairs", (4,), "rule 1", clue=True)


def test_without_rule_of_each_count_is_a_rule() -> None:
    table = Count("some", bounds_of([((3, -1), 1, 1)]), lambda rule: "some")
    assert len(table) == 1
    assert table.rule(0) == 0
    assert table.describe(0) == Rule("some", (0, 2), "some")


def test_an_empty_table_has_no_rules() -> None:
    assert len(Count("none", bounds_of([]), str, rule_of=np.empty(0, dtype=np.int64))) == 0
    assert len(Count("none", bounds_of([]), str)) == 0


def test_a_system_knows_where_its_counts_come_from() -> None:
    one = Count("one", bounds_of([((1,), 1, 1), ((2,), 0, 0)]), lambda rule: f"one {rule}")
    none = Count("none", bounds_of([]), str)
    two = Count("two", bounds_of([((3,), 1, 1), ((4,), 0, 1)]), lambda rule: f"two {rule}", rule_of=np.array([0, 0]))
    differ = Differ("differ", np.array([[0, 1], [2, 3]]), lambda a, b: f"{a} {b}")
    joined = System.of([one, differ, none, two])
    assert [joined.describe(count).sentence for count in range(4)] == ["one 0", "one 1", "two 0", "two 0"]
    assert joined.differs == (differ,)


def test_needed_leaves_out_the_counts_of_implied_rules() -> None:
    kept = Count("kept", bounds_of([((1,), 1, 1)]), str)
    part = Count(
        "part",
        bounds_of([((2,), 1, 1), ((3,), 1, 1), ((4,), 1, 1)]),
        str,
        rule_of=np.array([0, 1, 1]),
        implied=np.array([False, True]),
    )
    plain = Count("plain", bounds_of([((5,), 1, 1), ((6,), 1, 1)]), str, implied=np.array([True, False]))
    assert needed(System.of([kept, part, plain])).literals.tolist() == [1, 2, 6]
    assert needed(System.of([kept])).literals.tolist() == [1]


LINES = st.lists(st.lists(st.integers(-1, 1), min_size=3, max_size=3), min_size=1, max_size=6)


@given(LINES)
def test_lines_are_equal_or_unsettled_as_a_loop_says(rows: list[list[int]]) -> None:
    known = np.array(rows, dtype=np.int8).ravel()
    table = Differ("twins", np.arange(known.size).reshape(-1, 3), lambda a, b: f"{a} {b}")
    assert len(table) == len(list(combinations(rows, 2)))
    pairs = list(combinations(range(len(rows)), 2))
    whole = [(a, b) for a, b in pairs if rows[a] == rows[b] and -1 not in rows[a]]
    # Each line is paired with the first one equal to it, so that three equal lines make two pairs.
    assert sorted(table.equal(known)) == [(a, b) for a, b in whole if not any((c, b) in whole for c in range(a))]
    apart = [any({x, y} == {0, 1} for x, y in zip(rows[a], rows[b], strict=True)) for a, b in pairs]
    assert table.unsettled(known).tolist() == [
        list(pair) for pair, settled in zip(pairs, apart, strict=True) if not settled
    ]
    assert table.describe(0, len(rows) - 1).cells == tuple(
        sorted({0, 1, 2} | {3 * (len(rows) - 1) + place for place in range(3)})
    )
