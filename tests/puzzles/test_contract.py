"""What a puzzle promises besides what :mod:`litgrid.testing` holds it to, of every kind, also of one of the tests."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.characters import Grid
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import IntArray, Shape
from litgrid.core.puzzle import Puzzle
from litgrid.core.symmetry import symmetries
from litgrid.core.system import System
from litgrid.core.tables import Count, Rule
from litgrid.listing import answers
from litgrid.puzzles import kinds
from litgrid.solving import solve
from tests.boards import BOARDS, answers_of, as_answer
from tests.fakes import Codewords, Queens

KINDS: list[type[Puzzle]] = [*kinds, Queens]
STYLES = {"wall", "number", "clue", "true", "false", "lit", "unknown"}

pytestmark = pytest.mark.usefixtures("queens")


def _examples(kind: type[Puzzle]) -> list[Puzzle]:
    return [kind.from_text(text.split("\n")) for text in kind.examples]


EXAMPLES = [pytest.param(puzzle, id=f"{kind.name}-{puzzle.shape}") for kind in KINDS for puzzle in _examples(kind)]


def _answer(puzzle: Puzzle) -> Grid:
    return solve(puzzle).solutions[0]


def test_every_kind_of_ours_has_its_rules_written_twice() -> None:
    assert set(kinds.names()) - {"eightqueens"} == set(BOARDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_switches_are_fields_with_a_sentence(kind: type[Puzzle]) -> None:
    (puzzle, *_) = _examples(kind)
    fields = {field.name: field.default for field in dataclasses.fields(kind)}
    for name, sentence in kind.switches.items():
        assert isinstance(fields[name], bool)
        assert sentence
        for value in (True, False):
            assert getattr(puzzle.with_switches(**{name: value}), name) is value
            assert puzzle.with_switches(**{name: value}).clues == puzzle.clues
            assert getattr(kind.from_clues(puzzle.clues, **{name: value}), name) is value
            assert getattr(kind.from_text(puzzle.text().split("\n"), **{name: value}), name) is value
        assert puzzle.with_switches(**{name: None}) is puzzle
    assert puzzle.with_switches(no_such_switch=True) is puzzle


@pytest.mark.parametrize("size", [2, 8, 10])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_an_empty_board_has_no_clues(kind: type[Puzzle], size: int) -> None:
    puzzle = kind.empty(Shape(size, size))
    assert puzzle.shape == Shape(size, size)
    assert (puzzle.givens == -1).all()
    assert not sum(len(table) for table in puzzle.tables() if isinstance(table, Count) and table.clue)
    assert kind.from_clues(puzzle.clues) == puzzle
    assert kind.from_text(puzzle.text().split("\n")) == puzzle


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_an_empty_board_may_not_be_too_large(kind: type[Puzzle]) -> None:
    with pytest.raises(InputError, match="expected at most 4,000,000 cells, got 1000000 rows of 1000000"):
        kind.empty(Shape(10**6, 10**6))


def test_a_kind_may_have_no_empty_boards() -> None:
    with pytest.raises(LitgridError, match="Codewords has no empty boards"):
        Codewords.empty(Shape(2, 20))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_each_example_has_exactly_one_answer(kind: type[Puzzle]) -> None:
    assert kind.examples
    for puzzle in _examples(kind):
        verdict = solve(puzzle)
        assert verdict.status == "unique"
        if kind is not Queens:
            assert answers_of(puzzle) == {as_answer(verdict.solutions[0])}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_character_of_its_examples_is_foreign_to_it(kind: type[Puzzle]) -> None:
    assert kind.alphabet
    for text in kind.examples:
        assert kind.foreign(text.split("\n")) == 0
        assert kind.foreign([*text.split("\n"), "§§"]) > 0


@pytest.mark.parametrize("puzzle", EXAMPLES)
def test_what_is_shown_while_playing_are_rules_that_there_are(puzzle: Puzzle) -> None:
    play, shape = puzzle.play, puzzle.shape
    counts = {table.kind: table for table in puzzle.tables() if isinstance(table, Count)}
    assert play.lit is None or counts[play.lit].at is not None
    lines = {tuple(line) for cells in (shape.cells, shape.cells.T) for line in cells.tolist()}
    for kind in play.counters:
        assert {tuple(counts[kind].cells(rule).tolist()) for rule in range(len(counts[kind]))} == lines
        assert counts[kind].rule_of is None
        assert np.all(counts[kind].bounds.literals > 0)


@pytest.mark.parametrize("puzzle", EXAMPLES)
def test_every_rule_of_its_tables_can_be_shown(puzzle: Puzzle) -> None:
    said: list[Rule] = []
    for table in puzzle.tables():
        if isinstance(table, Count):
            said += [table.describe(rule) for rule in range(len(table))]
            assert all(rule.clue == table.clue for rule in said[-len(table) :] if len(table))
            assert [table.rule(count) in range(len(table)) for count in range(len(table.bounds))].count(False) == 0
        else:
            lines = range(len(table.lines))
            said += [table.describe(a, b) for b in lines for a in range(b)]
            assert len(table) == len([None for b in lines for a in range(b)])
    assert said
    for rule in said:
        assert rule.kind
        assert isinstance(rule.sentence, str)
        assert rule.sentence
        assert list(rule.cells) == sorted(set(rule.cells))
        assert all(0 <= cell < puzzle.shape.size for cell in rule.cells)


@pytest.mark.parametrize("puzzle", EXAMPLES)
def test_each_given_cell_is_a_rule(puzzle: Puzzle) -> None:
    givens = puzzle.givens
    assert givens.shape == (puzzle.shape.rows, puzzle.shape.columns)
    assert set(np.unique(givens).tolist()) <= {-1, 0, 1}
    (table,) = (table for table in puzzle.tables() if table.kind == "given")
    assert isinstance(table, Count)
    rules = [table.describe(rule) for rule in range(len(table))]
    assert [rule.cells for rule in rules] == [(int(cell),) for cell in np.flatnonzero(givens.ravel() >= 0)]
    for rule in rules:
        word = puzzle.true if givens.ravel()[rule.cells[0]] == 1 else puzzle.false
        assert rule.sentence == f"{puzzle.shape.name(rule.cells[0])} is given as {word}"


@pytest.mark.parametrize("puzzle", EXAMPLES)
def test_a_puzzle_cannot_be_changed(puzzle: Puzzle) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        puzzle.grid = None  # type: ignore[attr-defined]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.floats(allow_nan=False) | st.text("01.#o?-x ", max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(("rows", "cols", "grid", "other")), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@given(clues=JSON)
@settings(max_examples=200)
def test_any_json_is_a_puzzle_or_an_input_error(kind: type[Puzzle], clues: Any) -> None:
    try:
        puzzle = kind.from_clues(clues)
    except InputError:
        return
    assert kind.from_clues(puzzle.clues).clues == puzzle.clues
    if puzzle.shape.size <= 16:
        assert solve(puzzle).status in ("unique", "several", "none")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@given(text=st.text("01234.#ox?-Q \t\n5", max_size=24))
@settings(max_examples=200)
def test_any_text_is_a_puzzle_or_an_input_error(kind: type[Puzzle], text: str) -> None:
    lines = text.split("\n")
    assert kind.foreign(lines) >= 0
    try:
        puzzle = kind.from_text(lines)
    except InputError as error:
        line = error.line
    else:
        line = None
        assert kind.from_text(puzzle.text().split("\n")).clues == puzzle.clues
    assert line is None or 1 <= line <= len(lines)


def _told_apart(clues: IntArray) -> Counter[bytes]:
    """Return which grids each clue tells apart, whatever its values are."""
    groups = []
    for said in clues.T:
        _, first, group = np.unique(said, return_index=True, return_inverse=True)
        groups.append(first[group].tobytes())  # a group is called after its first grid
    return Counter(groups)


@pytest.mark.parametrize("puzzle", EXAMPLES)
def test_clues_move_with_the_board(puzzle: Puzzle) -> None:
    board = puzzle.bare
    grids = np.stack(list(answers(board, most=200)))
    clues = _told_apart(board.clues_of(grids))
    for symmetry in symmetries(System.of(board.tables()), board.shape):
        moved = symmetry(grids.reshape(len(grids), -1)).reshape(grids.shape)
        assert _told_apart(board.clues_of(moved)) == clues
