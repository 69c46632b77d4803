"""The puzzles that come with litgrid: each what it says, and proved anew."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import litgrid
from litgrid.collection import text
from litgrid.core.deduce import deduce
from litgrid.core.limit import Limit
from litgrid.core.system import System
from litgrid.formats import Record
from tests.cli.run import run

EXAMPLES = litgrid.examples()


@pytest.mark.parametrize("record", EXAMPLES, ids=lambda record: record.id)
def test_each_has_the_answer_that_it_comes_with(record: Record) -> None:
    # Another engine and another encoding than those that made it.
    verdict = litgrid.solve(record.puzzle, engine="minisat22", encoding="sequential")
    assert verdict.status == "unique"
    assert record.answer is not None
    assert (verdict.solutions[0] == record.answer).all()


def test_there_are_more_than_a_hundred_of_all_kinds_and_all_differ() -> None:
    assert len(EXAMPLES) > 100
    count = Counter(record.puzzle.name for record in EXAMPLES)
    assert set(count) == set(litgrid.kinds.names())
    assert min(count.values()) >= 10
    assert len({record.id for record in EXAMPLES}) == len({one.puzzle.text() for one in EXAMPLES}) == len(EXAMPLES)
    assert all("source" in json.loads(line) for line in text().splitlines())


def test_gentle_ones_and_no_others_are_decided_by_single_rules() -> None:
    assert {record.level for record in EXAMPLES} == {1, 2, 3, 4}
    assert {record.level for record in EXAMPLES if "gentle" in record.id} == {1}
    for record in EXAMPLES:
        deduction = deduce(System.of(record.puzzle.tables()), record.puzzle.shape, Limit(None))
        assert deduction.possible
        assert (record.level == 1) is (not deduction.parts)


def test_levels_are_those_of_the_grader() -> None:
    for record in [one for one in EXAMPLES if one.puzzle.shape.size <= 100][::4]:
        assert litgrid.grade(record.puzzle).level == record.level


def test_the_command_prints_them() -> None:
    result = run("examples", "--kind", "gappy")
    assert (result.exit_code, result.stderr) == (0, "")
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == [
        record.id for record in litgrid.examples("gappy")
    ]
    assert run("examples").stdout == text()
