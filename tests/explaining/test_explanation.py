"""Puzzles of the collection, and levels worked by hand."""

from __future__ import annotations

from functools import cache

import pytest

import litgrid
from litgrid.formats import Record
from tests.explaining.walks import Walk
from tests.judge import Judge


@cache
def examples() -> dict[str, Record]:
    return {record.id: record for record in litgrid.examples()}


SMALL = [name for name, record in examples().items() if record.puzzle.shape.size <= 100]
LARGE = ["lightup-20x20-lean-1", "lightup-25x25-gentle-1", "binairo-14x14-lean-1", "gappy-12x12-lean-2"]


@pytest.mark.parametrize("name", SMALL + LARGE)
def test_every_step_of_an_example_follows_and_they_lead_to_the_answer(name: str) -> None:
    record = examples()[name]
    found = litgrid.explain(record.puzzle)
    assert (found.status, found.complete) == ("unique", True)
    walk = Walk(found.puzzle, Judge(found.puzzle), found)
    for moment in walk.moments:
        assert moment.facts.items() <= moment.known.items()
        assert all(cell not in moment.known for cell, _ in moment.step.cells)
        assert all(walk.judge.force(moment.laws, moment.step.facts, *cell) for cell in moment.step.cells), str(moment)
    assert record.answer is not None
    decided = walk.begin | dict(cell for step in found.steps for cell in step.cells)
    assert decided == dict(enumerate(record.answer.ravel().tolist()))
    if "gentle" in name:  # made so that rules looked at one by one decide them
        assert found.level == 1


# Worked by hand from the rules.
@pytest.mark.parametrize(
    ("text", "level", "technique"),
    [
        ("lightup\n.1.\n...\n#.2", 1, "clue-full"),
        ("lightup\n.#.\n###\n.#.", 1, "last-candidate"),
        ("binairo\n00..\n0...\n..1.\n....", 1, "triple"),
    ],
)
def test_levels_of_puzzles_worked_by_hand(text: str, level: int, technique: str) -> None:
    found = litgrid.explain(litgrid.load(text))
    assert found.level == level
    assert found.steps[0].technique == technique
