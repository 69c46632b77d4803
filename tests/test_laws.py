"""The rules as the tests write them: both forms agree, with :mod:`tests.naive` as well, and litgrid names each."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.tables import Count
from litgrid.puzzles import kinds
from tests.boards import EVERY_BOARD, Case
from tests.judge import Judge
from tests.laws import LAWS

SMALL, MOST = 9, 20
"""All ways to fill so many cells are tried, of so many rules or a few more of each board."""


def test_every_kind_has_its_rules_written_one_by_one() -> None:
    assert set(LAWS) == {*kinds.names(), "eightqueens"} == set(EVERY_BOARD)


@pytest.mark.parametrize("kind", sorted(LAWS))
@given(data=st.data())
@settings(max_examples=10)
def test_both_forms_of_a_rule_agree(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(EVERY_BOARD[kind]())
    judge = Judge(case.puzzle)
    for law in judge.laws[:: max(1, len(judge.laws) // MOST)]:
        if len(law.cells) <= SMALL:
            for values in product((0, 1), repeat=len(law.cells)):
                board = dict(zip(law.cells, values, strict=True))
                assert law.holds(board) == judge.possible([law], board.items()), law.mark


@pytest.mark.parametrize("kind", sorted(LAWS))
@given(data=st.data())
@settings(max_examples=30)
def test_together_they_are_what_an_answer_is(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(EVERY_BOARD[kind]())
    judge = Judge(case.puzzle)
    alike = [set(values) for values in zip(*case.answers, strict=True)]
    common = {cell: min(values) for cell, values in enumerate(alike) if len(values) == 1}
    assert judge.answer_part == (common if case.answers else None)
    for answer in sorted(case.answers)[:10]:
        assert judge.possible(judge.laws, enumerate(answer))
        assert all(law.holds(answer) for law in judge.laws)


@pytest.mark.parametrize("kind", sorted(LAWS))
@given(data=st.data())
@settings(max_examples=15)
def test_litgrid_has_the_same_rules_and_no_others(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(EVERY_BOARD[kind]())
    judge = Judge(case.puzzle)
    named = []
    for table in case.puzzle.tables():
        if isinstance(table, Count):
            named += [judge.law(table.describe(rule)) for rule in range(len(table))]
        else:
            named += [judge.law(table.describe(*pair)) for pair in combinations(range(len(table.lines)), 2)]
    assert sorted((law.kind, law.mark) for law in named) == sorted((law.kind, law.mark) for law in judge.laws)
