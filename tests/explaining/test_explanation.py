"""Puzzles of the collection, compiled kernels and plain ones, and levels worked by hand."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from math import inf

import pytest

import litgrid
from litgrid.core.limit import Limit
from litgrid.explaining import board
from litgrid.explaining.explanation import book_of
from litgrid.explaining.reasoner import Reasoner
from litgrid.formats import Record
from tests.explaining.walks import Walk
from tests.judge import Judge

COMPILED = find_spec("numba") is not None or None


@cache
def examples() -> dict[str, Record]:
    return {record.id: record for record in litgrid.examples()}


SMALL = [name for name, record in examples().items() if record.puzzle.shape.size <= 100]
LARGE = ["lightup-20x20-lean-1", "lightup-25x25-gentle-1", "binairo-14x14-lean-1", "gappy-12x12-lean-2"]


@pytest.mark.parametrize("name", SMALL + LARGE)
def test_every_step_of_an_example_follows_and_they_lead_to_the_answer(name: str) -> None:
    record = examples()[name]
    found = litgrid.explain(record.puzzle, compiled=COMPILED)
    assert (found.status, found.complete) == ("unique", True)
    walk = Walk(found.puzzle, Judge(found.puzzle), found)
    for moment in walk.moments:
        assert moment.facts.items() <= moment.known.items()
        assert all(cell not in moment.known for cell, _ in moment.step.cells)
        assert all(walk.judge.force(moment.laws, moment.step.facts, *cell) for cell in moment.step.cells), str(moment)
    assert record.filled is not None
    decided = walk.begin | dict(cell for step in found.steps for cell in step.cells)
    assert decided == dict(enumerate(record.filled.ravel().tolist()))
    if "gentle" in name:  # made so that rules looked at one by one decide them
        assert found.level == 1


@pytest.mark.parametrize("name", ["lightup-10x10-lean-5", "binairo-8x8-lean-2", "gappy-9x9-lean-2"])
def test_compiled_or_not_the_steps_are_the_same(name: str) -> None:
    pytest.importorskip("numba")
    puzzle = examples()[name].puzzle
    found = [litgrid.explain(puzzle, compiled=compiled) for compiled in (False, True, None)]
    said = [[(step.technique, step.cells, step.facts, step.text()) for step in one.steps] for one in found]
    assert said[0] == said[1] == said[2]


def test_before_kernels_are_compiled_somebody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    record = examples()["binairo-8x8-lean-2"]
    book, givens, answer = book_of(record.puzzle), record.puzzle.givens, record.filled
    assert answer is not None
    monkeypatch.setattr(board, "loaded", lambda: False)
    monkeypatch.setattr(board, "LOADING", 0.0)
    monkeypatch.setattr(board, "COMPILING", 0.0)
    for price, told in ((0.0, 1), (inf, 0)):
        monkeypatch.setattr(board, "price", lambda price=price: price)
        said.clear()
        found = Reasoner(book, givens, answer, record.puzzle.techniques, Limit(None), say=said.append)
        while (finding := found.next()) is not None:
            found.take(finding)
        assert found.known == answer.size
        assert len(said) == told


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
