"""Nothing needless in a step: rules and known cells are left out, one by one."""

from __future__ import annotations

import pytest

import litgrid
from litgrid.core.limit import Limit
from litgrid.explaining.laws import Book
from litgrid.explaining.shapes import splits
from litgrid.explaining.shapes.cores import fewest
from litgrid.puzzles import kinds
from tests.explaining.test_contract import every_kind
from tests.explaining.walks import Moment, Walk, moments


def needless_rules(moment: Moment) -> list[str]:
    """Return the rules without which all that a step decides follows all the same."""
    judge, step = moment.walk.judge, moment.step
    return [
        law.mark
        for law in moment.laws
        if all(judge.force([one for one in moment.laws if one is not law], step.facts, *cell) for cell in step.cells)
    ]


def needless_facts(moment: Moment) -> list[int]:
    """Return the known cells without which all that a step decides follows all the same."""
    judge, step = moment.walk.judge, moment.step
    return [
        fact[0]
        for fact in step.facts
        if all(judge.force(moment.laws, [one for one in step.facts if one != fact], *cell) for cell in step.cells)
    ]


@every_kind
def test_no_rule_of_any_step_is_needless(kind: str) -> None:
    assert not [str(moment) for moment in moments(kind) if needless_rules(moment)]


@every_kind
def test_no_fact_of_any_step_is_needless(kind: str) -> None:
    assert not [str(moment) for moment in moments(kind) if needless_facts(moment)]


@pytest.mark.parametrize("name", ["gappy-12x12-lean-1", "mosaic-12x12-lean-1", "starbattle-14x14-lean-2"])
def test_nothing_is_needless_where_it_is_about_many_cells(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splits, "ASKED", 8)  # of the first ones it takes many rules
    walk = Walk.of(next(record.puzzle for record in litgrid.examples() if record.id == name))
    large = [moment for moment in walk.moments if len({cell for law in moment.laws for cell in law.cells}) > 100]
    assert large
    for moment in large:
        assert not needless_rules(moment), str(moment)
        assert not needless_facts(moment), str(moment)


def test_two_lines_that_differ_are_needless_as_well() -> None:
    """Row 1 is known and so are five cells of row 2, which are the same: that these rows differ is all it takes."""
    book = Book.of(kinds.get("binairo").from_clues(["......"] * 6))
    pairs = [book.rule_of_lines(book.differs[0], *lines) for lines in ((0, 1), (0, 2), (1, 2), (2, 3))]
    facts = [1, 2, -3, 4, -5, -6, 7, 8, -9, 10, -11]
    for order in (pairs, pairs[::-1]):
        for thin in (True, False):
            rules, needed = fewest(book, [-12], order, [*facts, 13], Limit(None), thin)
            assert (rules, sorted(needed, key=abs)) == (pairs[:1], facts)


def test_an_engine_is_asked_about_what_takes_few_rules_as_well() -> None:
    """Of the assumptions with the most consequences none takes less than 27 rules here."""
    walk = Walk.of(next(record.puzzle for record in litgrid.examples() if record.id == "mosaic-12x12-lean-1"))
    found = [moment for moment in walk.moments if moment.step.technique == "split"]
    assert found
    assert all(len(moment.laws) < 12 for moment in found)


@pytest.mark.parametrize("name", ["binairo-10x10-lean-2", "gappy-9x9-lean-1", "starbattle-10x10-lean-4"])
def test_what_an_engine_names_for_a_split_is_sound_and_lean(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked where no assumption inside another refutes, which hardly a real puzzle needs."""
    monkeypatch.setattr(splits, "_inside", lambda *_: None)
    walk = Walk.of(next(record.puzzle for record in litgrid.examples() if record.id == name))
    found = [moment for moment in walk.moments if moment.step.technique == "split"]
    assert found
    for moment in found:
        assert all(walk.judge.force(moment.laws, moment.step.facts, *cell) for cell in moment.step.cells)
        assert not needless_rules(moment), str(moment)
        assert not needless_facts(moment), str(moment)
