"""Rules that are confined to others: what follows is true, and follows from what is named."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.core.limit import Limit
from litgrid.explaining.laws import Book
from litgrid.explaining.reasoner import Reasoner
from litgrid.explaining.shapes.confined import Confinement
from litgrid.explaining.state import State
from litgrid.explaining.steps import Step
from litgrid.formats import Record
from tests.judge import Judge

RECORDS = [record for record in litgrid.examples() if record.id in ("gappy-9x9-lean-1", "gappy-10x10-lean-2")]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_what_follows_is_forced_by_the_rules_and_facts_alone(record: Record) -> None:
    puzzle = record.puzzle
    assert record.answer is not None
    answer = record.answer.ravel()
    book, judge = Book.of(puzzle), Judge(puzzle)
    number, technique = next(item for item in enumerate(puzzle.techniques) if item[1].confined)
    confinement = Confinement(book, technique, None)
    found = []

    @given(st.integers(0, 2**32 - 1), st.sampled_from((0.3, 0.5, 0.7, 0.8)))
    @settings(max_examples=60, deadline=None)
    def check(seed: int, share: float) -> None:
        known = np.where(np.random.default_rng(seed).random(answer.size) < share, answer, -1)
        wrong = {-cell - 1 if answer[cell] else cell + 1 for cell in np.flatnonzero(known == -1).tolist()}
        fish = confinement.find(known.tolist(), wrong)
        if fish is None:
            return
        step = Step(puzzle, book, fish._replace(technique=number))
        found.append(step)
        assert (step.technique, step.named, step.level) == ("fish", True, 2)
        assert all(known[cell] == value for cell, value in step.facts)
        for cell, value in step.cells:
            assert (known[cell], answer[cell]) == (-1, value)
            assert judge.force([judge.law(rule) for rule in step.rules], step.facts, cell, value)

    check()
    assert len(found) > 5


def test_a_fish_worked_by_hand() -> None:
    # Rows 2 and 4 have one black each, at r2c1 and r4c1, and only columns 4 and 7 for the other; these hold one each.
    rows = [
        "?????????",
        "#..?..?..",
        "?????????",
        "#..?..?..",
        *["?????????"] * 2,
        "???#?????",
        "?????????",
        "??????#??",
    ]
    puzzle = litgrid.load("gappy\n" + " ".join("-" * 9) + "\n" + " ".join("-" * 9) + "\n" + "\n".join(rows))
    fish = next(technique for technique in puzzle.techniques if technique.confined)
    found = Confinement(Book.of(puzzle), fish, None).find(puzzle.givens.ravel().tolist(), range(-81, 82))
    assert found is not None
    assert (found.rules, found.inside) == ((1, 3, 9 + 3, 9 + 6), 2)
    columns = {(abs(literal) - 1) % 9 for literal in found.literals}
    assert columns == {3, 6}
    assert len(found.literals) == 2 * 9 - 4 - 2  # all but those of the two rows, and the two that are black
    assert max(found.literals) < 0


def test_fewer_rules_go_before_a_named_step_of_more() -> None:
    # All stars of row 2 are in the region of r1c9, which has none elsewhere: two rules. Two clues and what lies between
    # them tell a cell as well, at that point, and take six.
    regions = "AABBBBBBC AABCCCCCC AABCDDDEC BBBCDFFEC BBCCDFFEE GGHDDFFEE GGHHDFFEE GGHHHFIIE GHHIIIIII"
    puzzle = litgrid.load("\n".join(["starbattle", "stars: 2", *regions.split()]))
    answer = litgrid.solve(puzzle).solution
    assert answer is not None
    state = State.of(puzzle, answer, Limit(None))
    found, beaten = Reasoner(state), 0
    confinements = [Confinement(state.book, way, None) for way in puzzle.techniques if way.confined]
    while (step := found.next()) is not None:
        wrong = state.wrong()
        fewest = [one.cost for way in confinements if (one := way.find(state.values.tolist(), wrong)) is not None]
        assert step.cost <= min(fewest, default=step.cost)
        beaten += step.way == "confined"
        found.take(step)
    assert beaten > 0
