"""The checker accepts exactly the answers."""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgrid.core.check import WORTH_ROWS, all_differ, all_obey, expect_grid, obeys, violations
from litgrid.core.errors import LitgridError
from litgrid.core.rulewords import RuleWords
from litgrid.core.system import System
from litgrid.core.tables import Rule
from litgrid.puzzles import kinds
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.gappy.kind import Gappy
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.solving import solve
from tests.boards import BOARDS, Case, as_grid


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=60)
def test_exactly_the_answers_obey(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    puzzle, tables = case.puzzle, case.puzzle.tables()
    joined = System.of(tables)
    size = puzzle.shape.size
    tried = {tuple(data.draw(st.lists(st.integers(0, 1), min_size=size, max_size=size)))}
    for answer in sorted(case.answers)[:3]:
        place = data.draw(st.integers(0, size - 1))
        tried |= {answer, (*answer[:place], 1 - answer[place], *answer[place + 1 :])}
    for values in tried:
        grid = as_grid(values, puzzle)
        broken = violations(tables, grid)
        assert (not broken) == (values in case.answers)
        assert obeys(joined, grid) == (values in case.answers)
    # Many at once are looked at in another way than few.
    boards = np.array(sorted(tried) * WORTH_ROWS, dtype=np.int8)
    assert all_obey(joined, boards).tolist() == [values in case.answers for values in sorted(tried)] * WORTH_ROWS
    boards[:, 0] = -1
    assert not all_obey(joined, boards).any()
    assert not all_obey(joined, boards[:1]).any()


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=40)
def test_a_half_filled_answer_breaks_no_rule(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    for answer in sorted(case.answers)[:2]:
        grid = as_grid(answer, case.puzzle)
        hidden = data.draw(st.lists(st.booleans(), min_size=grid.size, max_size=grid.size))
        grid.ravel()[np.array(hidden)] = -1
        assert violations(case.puzzle.tables(), grid) == []


def test_every_one_cell_change_of_an_only_answer_is_rejected() -> None:
    answers = [
        (LightUp.from_clues([".1.", "...", "#.2"]), ["o1.", "..o", "#o2"]),
        (Binairo.from_clues(["0.", ".."]), ["01", "10"]),
    ]
    for puzzle, rows in answers:
        grid = puzzle.read_rows(rows)
        tables = puzzle.tables()
        assert violations(tables, grid) == []
        for cell in range(grid.size):
            changed = grid.copy()
            changed.ravel()[cell] ^= 1
            assert violations(tables, changed)


def _kinds(rules: list[Rule]) -> dict[str, list[tuple[int, ...]]]:
    found: dict[str, list[tuple[int, ...]]] = {}
    for rule in rules:
        found.setdefault(rule.kind, []).append(rule.cells)
    return found


def test_light_up_names_what_is_broken_and_where() -> None:
    puzzle = LightUp.from_clues(["..#", "...", "#.2"])
    broken = violations(puzzle.tables(), puzzle.read_rows(["oo#", "...", "#.2"]))
    # Two bulbs in the first row, the third cell of the second row dark, the 2 with no bulb.
    assert _kinds(broken) == {"clash": [(0, 1)], "dark": [(3, 4, 5)], "number": [(5, 7)]}
    assert [rule.sentence for rule in broken if rule.kind == "number"] == ["the 2 at r3c3 touches exactly 2 bulbs"]
    assert [rule.clue for rule in broken] == [False, False, True]


def test_binairo_names_what_is_broken_and_where() -> None:
    puzzle = Binairo.from_clues(["0...", "....", "....", "...."])
    broken = _kinds(violations(puzzle.tables(), puzzle.read_rows(["1110", "0101", "0101", "1010"])))
    assert broken["given"] == [(0,)]
    assert broken["triple"] == [(0, 1, 2), (1, 5, 9)]
    assert (0, 1, 2, 3) in broken["balance"]
    assert (4, 5, 6, 7, 8, 9, 10, 11) in broken["twins"]
    without = puzzle.with_switches(unique_lines=False)
    assert "twins" not in _kinds(violations(without.tables(), puzzle.read_rows(["1110", "0101", "0101", "1010"])))


def test_gappy_names_what_is_broken_and_where() -> None:
    puzzle = Gappy.from_clues({"rows": [2, *[None] * 7], "cols": [None] * 8, "grid": None})
    rows = ["#.#.....", "...#....", *["????????"] * 6]
    broken = _kinds(violations(puzzle.tables(), puzzle.read_rows(rows)))
    assert broken["gap"] == [tuple(range(8))]
    assert broken["touch"] == [(2, 3, 10, 11)]
    assert broken["pair"] == [tuple(range(8, 16))]


@pytest.mark.parametrize("label", [1, 2, 3])
def test_a_rule_of_several_counts_is_broken_where_they_cannot_hold_together(label: int) -> None:
    """By all fillings of a line: those with two blacks and ``label`` white cells between them obey it."""
    puzzle = Gappy.from_clues({"rows": [label, *[None] * 4], "cols": [None] * 5, "grid": None})
    (gap,) = (table for table in puzzle.tables() if table.kind == "gap")
    legal = [{first, first + label + 1} for first in range(4 - label)]
    for line in product((-1, 0, 1), repeat=5):
        grid = np.full((5, 5), -1, dtype=np.int8)
        grid[0] = line
        fits = any(all(value in (-1, place in one) for place, value in enumerate(line)) for one in legal)
        found = violations([gap], grid)
        assert [rule.cells for rule in found] == ([] if fits else [tuple(range(5))])
        if any(value >= 0 for value in line):
            assert all("r1c" in RuleWords(puzzle).broken(rule, grid) for rule in found)


@pytest.mark.parametrize("kind", BOARDS)
def test_every_example_has_an_answer_that_breaks_if_any_cell_changes(kind: str) -> None:
    for text in kinds.get(kind).examples:
        puzzle = kinds.get(kind).from_text(text.split("\n"))
        (grid,) = solve(puzzle).solutions
        tables = puzzle.tables()
        assert violations(tables, grid) == []
        for cell in range(grid.size):
            changed = grid.copy()
            changed.ravel()[cell] ^= 1
            assert violations(tables, changed), f"{puzzle.shape.name(cell)} may be either"


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [
        (np.zeros((2, 2)), r"expected a grid shaped \(1, 3\), as the board, got one shaped \(2, 2\)"),
        (np.zeros(3), "as the board, got one shaped"),
        (np.full((1, 3), 7), "got other values"),
        (np.full((1, 3), np.nan), "got other values"),
        ([["o", ".", "o"]], "got other values"),
    ],
)
def test_a_grid_that_is_none_is_refused(grid: npt.ArrayLike, sentence: str) -> None:
    with pytest.raises(LitgridError, match=sentence):
        expect_grid(kinds.get("lightup").from_clues(["..."]), grid)


def test_a_grid_of_truth_values_is_checked() -> None:
    puzzle = kinds.get("lightup").from_clues(["..."])
    assert violations(puzzle.tables(), expect_grid(puzzle, [[True, False, False]])) == []
    assert [rule.kind for rule in violations(puzzle.tables(), expect_grid(puzzle, [[True, False, True]]))] == ["clash"]


@pytest.mark.parametrize("length", [2, 63, 64, 65, 200])
def test_lines_differ_whatever_their_length(length: int) -> None:
    rng = np.random.default_rng(length)
    boards = rng.integers(2, size=(50, 4, length), dtype=np.int8)
    boards[::2, 3] = boards[::2, 1]
    boards[1::2, 3] = 1 - boards[1::2, 1]
    boards[1::2, 0, -1], boards[1::2, 2, -1] = boards[1::2, 1, -1], 1 - boards[1::2, 1, -1]
    lines = np.arange(4 * length).reshape(4, length)
    expected = [len({line.tobytes() for line in board}) == 4 for board in boards]
    assert not any(expected[::2])
    assert all_differ(boards.reshape(50, -1), lines).tolist() == expected
