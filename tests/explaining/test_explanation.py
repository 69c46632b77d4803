"""Every step follows from its rules and facts alone; the steps lead to the answer; a mistake is found."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.core.errors import LitgridError
from litgrid.core.limit import Limit
from litgrid.explaining import board
from litgrid.explaining.explanation import book_of
from litgrid.explaining.reasoner import Reasoner
from litgrid.formats import Record
from tests.boards import BOARDS, Case, as_answer, as_grid
from tests.explaining.forcing import Rules, check_steps

COMPILED = find_spec("numba") is not None or None
EXAMPLES = {"lightup": 120, "binairo": 120, "gappy": 40}
KINDS = ["lightup", "binairo", "gappy"]


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
    known = check_steps(record.puzzle, found.steps)
    assert record.filled is not None
    assert np.array_equal(known, record.filled.ravel())
    if "gentle" in name:  # made so that rules looked at one by one decide them
        assert found.level == 1


@pytest.mark.parametrize("name", ["gappy-9x9-lean-1", "binairo-8x8-lean-3", "lightup-10x10-lean-3"])
def test_no_fact_of_a_split_or_a_line_is_needless(name: str) -> None:
    puzzle = examples()[name].puzzle
    rules = Rules(puzzle)
    for step in litgrid.explain(puzzle, compiled=COMPILED).steps:
        for fact in step.facts if step.technique in ("split", "line") else []:
            rest = [other for other in step.facts if other != fact]
            assert not all(rules.force(step.rules, rest, *cell) for cell in step.cells)


@pytest.mark.parametrize("kind", KINDS)
def test_every_step_follows_on_any_board(kind: str) -> None:
    @given(case=BOARDS[kind]())
    @settings(max_examples=EXAMPLES[kind], deadline=None)
    def check(case: Case) -> None:
        check_board(case)

    check()


def check_board(case: Case) -> None:
    found = litgrid.explain(case.puzzle, compiled=COMPILED)
    assert found.status == case.status
    if case.status == "none":
        assert not found.steps
        return
    assert found.complete
    known = check_steps(case.puzzle, found.steps)
    alike = [set(values) for values in zip(*case.answers, strict=True)]
    assert known.tolist() == [min(values) if len(values) == 1 else -1 for values in alike]


@pytest.mark.parametrize("kind", KINDS)
def test_a_partial_board_is_gone_on_from_or_its_mistake_is_named(kind: str) -> None:
    @given(data=st.data())
    @settings(max_examples=EXAMPLES[kind] // 2, deadline=None)
    def check(data: st.DataObject) -> None:
        check_partial(kind, data)

    check()


def check_partial(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]().filter(lambda case: case.status != "none"))
    answer = data.draw(st.sampled_from(sorted(case.answers)))
    free = (case.puzzle.givens < 0) & ~case.puzzle.fixed.reshape(case.puzzle.givens.shape)
    start = np.where(free, as_grid(answer, case.puzzle), -1).astype(np.int8)
    keep = data.draw(st.lists(st.sampled_from((0, 0, 1, 2)), min_size=free.size, max_size=free.size))
    chosen = np.array(keep).reshape(free.shape)
    start[chosen == 0] = -1
    start[(chosen == 2) & (start >= 0)] ^= 1
    entries = np.flatnonzero(start.ravel() >= 0)
    possible = [one for one in case.answers if all(one[cell] == start.flat[cell] for cell in entries)]
    found = litgrid.explain(case.puzzle, start=start, compiled=COMPILED)
    if possible:
        assert found.mistake is None
        assert found.complete
        check_steps(case.puzzle, found.steps, start=as_answer(start))
        return
    mistake = found.mistake
    assert mistake is not None
    assert not found.steps
    assert start.flat[mistake.cell] == mistake.value
    assert (mistake.cell, 1 - mistake.value) in mistake.step.cells
    before = [(cell, value) for cell, value in mistake.step.facts if case.puzzle.givens.flat[cell] < 0]
    assert all(start.flat[cell] == value or case.puzzle.fixed[cell] for cell, value in before)
    assert Rules(case.puzzle).force(mistake.step.rules, mistake.step.facts, mistake.cell, 1 - mistake.value)


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


def test_no_time_no_steps() -> None:
    found = litgrid.explain(examples()["gappy-10x10-lean-1"].puzzle, timeout=0)
    assert (found.status, found.complete, found.level) == ("unknown", False, 0)


def test_a_hint_is_the_first_step() -> None:
    puzzle = examples()["lightup-10x10-lean-5"].puzzle
    first = litgrid.explain(puzzle).steps[0]
    found = litgrid.hint(puzzle)
    assert [step.text() for step in found.steps] == [first.text()]
    assert found.steps[0].hint(3) == first.text()


def test_a_start_of_another_shape_is_refused() -> None:
    with pytest.raises(LitgridError, match=r"expected a grid shaped \(6, 6\)"):
        litgrid.explain(examples()["binairo-6x6-lean-1"].puzzle, start=np.zeros((2, 2), dtype=np.int8))


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
