"""Which clues stay: none is needless, by propagation, all grids and the grader."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.core import limit as limits
from litgrid.core.bounds import to_grid, unassigned
from litgrid.core.errors import OutOfTimeError
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.limit import Limit
from litgrid.core.propagate import propagate
from litgrid.core.puzzle import Puzzle
from litgrid.core.symmetry import orbits
from litgrid.core.system import System
from litgrid.generating.drawing import draw
from litgrid.improving import thinning
from litgrid.improving.clues import Clues
from litgrid.improving.thinning import Thinning
from litgrid.puzzles import empty

NONE: IntArray = np.empty(0, dtype=np.int64)


def thinned(
    board: Puzzle, seed: int, most: int, *, symmetry: str = "none", cells: IntArray = NONE
) -> tuple[Thinning, int]:
    rng = np.random.default_rng(seed)
    clues = Clues(board, draw(board, rng, Limit(None)), cells)
    group: IntArray = np.arange(len(clues))
    if symmetry != "none":
        group = np.unique(orbits(board.shape, symmetry), return_inverse=True)[1]
    found = Thinning(clues, Limit(None), group, most=most)
    return found, found.leave_out(rng.permutation(found.kept.size))


def fewer(found: Thinning) -> list[Puzzle]:
    """Return the puzzle without each of its groups of clues."""
    puzzles = []
    for group in np.flatnonzero(found.kept).tolist():
        kept: BoolArray = found.kept.copy()
        kept[group] = False
        puzzles.append(found.clues.puzzle(kept[found.group]))
    return puzzles


def propagated(puzzle: Puzzle) -> bool:
    """Return whether single counts decide all."""
    values = unassigned(puzzle.shape.size)
    propagate(System.of(puzzle.tables()).bounds, values)
    return bool((to_grid(values, puzzle.shape.rows, puzzle.shape.columns) >= 0).all())


@given(st.integers(0, 10**6), st.sampled_from(["4", "6", "4x8", "10"]), st.booleans())
@settings(max_examples=25, deadline=None)
def test_single_rules_decide_all_and_need_each_given_cell(seed: int, size: str, unique_lines: bool) -> None:
    found, level = thinned(empty("binairo", size).with_switches(unique_lines=unique_lines), seed, 1)
    assert level == 1
    assert propagated(found.puzzle)
    assert not any(map(propagated, fewer(found)))


@given(st.integers(0, 10**6))
@settings(max_examples=12, deadline=None)
def test_labels_that_single_rules_need(seed: int) -> None:
    """A label is several counts in one rule, which propagation takes one by one: the grader is asked."""
    found, level = thinned(empty("gappy", "9"), seed, 1)
    if level == 1:
        assert litgrid.grade(found.puzzle).level == 1
        for puzzle in fewer(found):
            assert litgrid.solve(puzzle).status != "unique" or litgrid.grade(puzzle).level > 1


@pytest.mark.parametrize("unique_lines", [True, False])
def test_against_all_grids(unique_lines: bool) -> None:
    """Of all answers of the board exactly one has the clues, and without any clue there are more."""
    board = empty("binairo", "6").with_switches(unique_lines=unique_lines)
    grids = np.array(list(litgrid.answers(board))).reshape(-1, 36)
    for seed in range(20):
        found, _ = thinned(board, seed, 4)
        answer = found.clues.answer.ravel()
        agree = grids == answer
        assert agree[:, found.chosen].all(axis=1).sum() == 1
        for clue in np.flatnonzero(found.chosen).tolist():
            others = found.chosen.copy()
            others[clue] = False
            assert agree[:, others].all(axis=1).sum() > 1


@pytest.mark.parametrize("most", [2, 3, 4])
@pytest.mark.parametrize(("kind", "size"), [("binairo", "8"), ("gappy", "9"), ("mosaic", "8")])
def test_each_clue_is_needed_for_one_answer_at_the_level(kind: str, size: str, most: int) -> None:
    for seed in range(3):
        found, level = thinned(empty(kind, size), seed, most)
        if level > most or (kind != "binairo" and litgrid.solve(found.puzzle).status != "unique"):
            continue
        assert litgrid.grade(found.puzzle).level == level
        for puzzle in fewer(found):
            assert litgrid.solve(puzzle).status == "several" or litgrid.grade(puzzle).level > most


def test_an_engine_is_asked_where_guesses_are_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the kernels are in doubt about the engine decides the same way."""
    board = empty("binairo", "8")
    sure = thinned(board, 5, 4)[0].kept
    monkeypatch.setattr(thinning, "WRONG", 0)
    doubtful = thinned(board, 5, 4)[0]
    assert litgrid.solve(doubtful.puzzle).status == "unique"
    assert all(litgrid.solve(puzzle).status == "several" for puzzle in fewer(doubtful))
    assert abs(int(sure.sum()) - int(doubtful.kept.sum())) < 5


@pytest.mark.parametrize("symmetry", ["180", "mirror", "90", "diagonal"])
def test_clues_go_with_their_twins(symmetry: str) -> None:
    found, _ = thinned(empty("binairo", "6"), 3, 4, symmetry=symmetry)
    cells = np.arange(36).reshape(6, 6)
    turned = {"180": cells[::-1, ::-1], "mirror": cells[:, ::-1], "90": np.rot90(cells), "diagonal": cells.T}
    assert (found.chosen == found.chosen[turned[symmetry].ravel()]).all()
    assert all(litgrid.solve(puzzle).status == "several" for puzzle in fewer(found))


def test_given_cells_beside_labels_are_left_out_as_well() -> None:
    cells = np.arange(0, 81, 7)
    found, _ = thinned(empty("gappy", "9"), 1, 4, cells=cells)
    assert not found.chosen[18:].all()
    assert litgrid.solve(found.puzzle).status == "unique"
    assert all(litgrid.solve(puzzle).status == "several" for puzzle in fewer(found))


def test_nothing_is_known_afterwards() -> None:
    """The next question finds the bench as this one did."""
    found, _ = thinned(empty("gappy", "9"), 4, 4)
    for _ in range(2):
        assert found.decided(3) == found.decided(3)
        assert found.rival() is None
    assert found._sieve.trail.base == found._sieve.trail.end == 0
    assert set(found._sieve.trail.grid().tolist()) == {-1}
    assert found._sieve.trail.tight() == []


def test_a_cell_that_nothing_else_lights_is_known_from_the_beginning() -> None:
    """No rule touches the cell in the corner; single rules decide this puzzle, and so its level is 1."""
    puzzle = litgrid.load("lightup\n2...#.#\n.....3.\n.......\n.1...1.\n.......\n.1.....\n#.2...#")
    numbered = puzzle.text().translate(str.maketrans("", "", ".\n"))
    clues = Clues(puzzle.bare, litgrid.solve(puzzle).solutions[0], NONE)
    found = Thinning(clues, Limit(None))
    found.kept = np.array([char != "#" for char in numbered])
    assert found.puzzle == puzzle
    assert propagated(puzzle)
    assert (found.decided(1), found.level()) == (True, 1)


@pytest.mark.parametrize("most", [1, 2, 4])
@pytest.mark.parametrize("kind", ["binairo", "gappy"])
def test_sifting_in_the_smallest_slices_comes_to_the_same(
    kind: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = empty(kind, "8")
    whole, level = thinned(board, 1, most)
    monkeypatch.setattr(limits, "SLICE", 0.0)  # one step at a time
    monkeypatch.setattr(thinning, "STEPS", 1)
    small, again = thinned(board, 1, most)
    assert (small.kept.tolist(), again) == (whole.kept.tolist(), level)


def test_sifting_ends_with_the_limit() -> None:
    board, rng = empty("binairo", "8"), np.random.default_rng(1)
    clues = Clues(board, draw(board, rng, Limit(None)), NONE)
    with pytest.raises(OutOfTimeError):
        Thinning(clues, Limit(0.0), most=2).leave_out(np.arange(len(clues)))


@pytest.mark.parametrize(("kind", "size"), [("gappy", "9"), ("binairo", "6x6")])
def test_another_answer_keeps_all_rules_and_is_another_one(kind: str, size: str) -> None:
    found, _ = thinned(empty(kind, size), 3, 4)
    assert found.rival() is None
    for puzzle, group in zip(fewer(found), np.flatnonzero(found.kept).tolist(), strict=True):
        found.kept[group] = False
        rival = found.rival()
        assert rival is not None
        assert (rival != found.clues.answer).any()
        assert litgrid.check(puzzle, rival).status == "solved"
        found.kept[group] = True
