"""Certificates, against trying every set of few rules with a solver that counts."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import litgrid
from litgrid.collection import examples
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Count, Rule
from litgrid.explaining import certify, explain
from tests.explaining.forcing import Rules

TRIED = 2
"""Sets of so many rules are tried out."""
SMALL = [
    "lightup\n.....\n.2.#.\n...1.\n#....\n..1..",
    "binairo\n.1....\n.....0\n..0...\n...0..\n1....1\n......",
    "gappy\n- - 6 - - - - - -\n3 - - - 2 - - - -",
]


def every_rule(puzzle: Puzzle) -> list[Rule]:
    found: list[Rule] = []
    for table in puzzle.tables():
        if isinstance(table, Count):
            found += [table.describe(rule) for rule in range(len(table))]
        else:
            found += [table.describe(*pair) for pair in combinations(range(len(table.lines)), 2)]
    return found


@pytest.mark.parametrize("text", SMALL)
def test_no_set_of_few_rules_decides_anything(text: str) -> None:
    """Few rules about a common cell: sets that fall apart decide what one of their parts does."""
    puzzle = litgrid.load(text)
    found = explain(puzzle)
    certificate = certify(found)
    assert len(certificate.least) == len(found.steps) > 0
    rules, every = Rules(puzzle), every_rule(puzzle)
    known = np.where(puzzle.fixed, 0, puzzle.givens.ravel())
    tried = 0
    for number, step in enumerate(found.steps):
        least = certificate.least[number]
        assert least is not None
        assert least <= step.cost
        if number in certificate.cheaper:
            cheaper = certificate.cheaper[number]
            assert cheaper.cost == least < step.cost
            assert all(known[cell] == value for cell, value in cheaper.facts)
            assert all(rules.force(cheaper.rules, cheaper.facts, cell, value) for cell, value in cheaper.cells)
        else:
            assert least == step.cost
        if least > 1 and tried < 3:
            tried += 1
            facts = [(cell, int(known[cell])) for cell in np.flatnonzero(known >= 0).tolist()]
            for size in range(1, min(least, TRIED + 1)):
                for some in combinations(every, size):
                    cells = {cell for rule in some for cell in rule.cells if known[cell] < 0}
                    if size == 1 or set(some[0].cells) & set(some[1].cells) & cells:
                        assert rules.decided(some, facts) == []
        for cell, value in step.cells:
            known[cell] = value


def test_out_of_time() -> None:
    puzzle = litgrid.load(SMALL[1])
    found = explain(puzzle)
    certificate = certify(found, timeout=0)
    hard = sum(step.cost > 1 for step in found.steps)
    assert certificate.unknown == hard > 0
    assert certificate.least.count(1) == len(found.steps) - hard


@pytest.mark.parametrize("kind", ["lightup", "binairo", "gappy"])
def test_least_is_never_more_than_the_step_takes(kind: str) -> None:
    for record in [record for record in examples(kind) if record.puzzle.shape.size <= 64][:8]:
        found = explain(record.puzzle)
        certificate = certify(found)
        rules = Rules(record.puzzle)
        for number, (step, least) in enumerate(zip(found.steps, certificate.least, strict=True)):
            assert least is not None
            assert 1 <= least <= step.cost
            assert (number in certificate.cheaper) == (least < step.cost)
        for cheaper in certificate.cheaper.values():
            assert all(rules.force(cheaper.rules, cheaper.facts, *cell) for cell in cheaper.cells)


def test_several_answers_and_none() -> None:
    several = explain(litgrid.load("lightup\n..#..\n.#1#.\n..#.."))
    certificate = certify(several)
    assert certificate.unknown == 0
    assert len(certificate.least) == len(several.steps)
    assert certify(explain(litgrid.load("lightup\n4.\n.."))).least == ()


def test_lines_of_two_lengths() -> None:
    puzzle = litgrid.load("binairo\n1....0\n..1...\n.0..1.\n......")
    certificate = certify(explain(puzzle))
    assert certificate.unknown == 0
