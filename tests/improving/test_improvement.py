"""Improving, against solving every puzzle with a clue less or more by another engine."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.core.puzzle import Puzzle
from litgrid.explaining import level
from litgrid.improving import Better, improve
from litgrid.improving.clues import Clues, clue_rules
from litgrid.improving.improvement import MOST_LISTED
from litgrid.listing import answers
from litgrid.puzzles import empty
from litgrid.solving import solve

UNIQUE = [
    "lightup\n.1.\n...\n#.2",
    "lightup\no..\n.#o\n1.x",
    "lightup\no.1..\n.o.#o\n..o1.\n#...x\no.1..",
    "binairo\n0011\n0101\n1010\n1...",
    "binairo\n11..0.\n1.....\n.0.1..\n.0..1.\n....0.\n......",
    "gappy\n5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6",
]
SEVERAL = [
    "lightup\n.1.\n...\n#..",
    "lightup\n..\n..",
    "lightup\n..#..\n.#.1#\n..#..\n.....",
    "binairo\n0...\n....\n..1.\n....",
    "gappy\n- - - - - - 3 - -\n3 - - - - - - - -",
]


def one_answer(puzzle: Puzzle) -> bool:
    return solve(puzzle, engine="minisat").status == "unique"


def check_better(puzzle: Puzzle, better: Better) -> None:
    assert one_answer(better.puzzle)
    before, after = clue_rules(puzzle), clue_rules(better.puzzle)
    assert set(after) == (set(before) - set(better.removed)) | set(better.added)
    assert not set(better.removed) & set(better.added)
    assert len(after) == better.clues >= better.least
    assert not better.exact or better.clues == better.least or set(better.added)


@pytest.mark.parametrize("text", UNIQUE)
def test_needless(text: str) -> None:
    puzzle = litgrid.load(text)
    answer = solve(puzzle).solutions[0]
    found = improve(puzzle, needless=True, fewest=True, given=True)
    assert found.status == "unique"
    assert found.lean is not None
    assert found.fewest is not None
    assert found.needless is not None
    clues = Clues.of(puzzle, answer)
    stated = clues.stated(puzzle)
    assert clues.puzzle(stated) == puzzle
    for clue in np.flatnonzero(stated).tolist():
        without = stated & (np.arange(len(clues)) != clue)
        assert one_answer(clues.puzzle(without)) == (clues.rules[clue] in found.needless)
    for better in (found.lean, found.fewest):
        check_better(puzzle, better)
        assert better.exact
        assert (solve(better.puzzle).solutions[0] == answer).all()
    assert not found.lean.added
    assert set(found.lean.removed) <= set(found.needless)
    assert found.best is found.fewest
    # As many at once as can: no set of one more can go.
    if len(found.needless) <= 10 and not clues.cells.size:
        places = [place for place in np.flatnonzero(stated).tolist() if clues.rules[place] in found.needless]
        for some in combinations(places, len(found.lean.removed) + 1):
            assert not one_answer(clues.puzzle(stated & ~np.isin(np.arange(len(clues)), some)))


@pytest.mark.parametrize("text", SEVERAL)
def test_a_clue_more(text: str) -> None:
    puzzle = litgrid.load(text)
    found = improve(puzzle, given=True)
    assert found.status == "several"
    assert (found.needless, found.lean, found.fewest) == (None, None, None)
    asked = {}  # answers have most of their clues in common
    for grid in answers(puzzle):
        clues = Clues.of(puzzle, grid, cells=True)
        stated = clues.stated(puzzle)
        for clue in np.flatnonzero(~stated).tolist():
            more = stated.copy()
            more[clue] = True
            named = (clue >= clues.told.size, clues.rules[clue])
            if named not in asked:
                asked[named] = one_answer(clues.puzzle(more))
    enough = {named for named, one in asked.items() if one}
    own = {rule for besides, rule in enough if not besides}
    expected = own or {rule for _, rule in enough}
    for better in found.unique:
        check_better(puzzle, better)
        assert not better.removed
        assert better.exact
    if own:
        assert {rule for better in found.unique for rule in better.added} == expected
        assert all(len(better.added) == 1 for better in found.unique)
    else:
        assert len({len(better.added) for better in found.unique}) == 1


@pytest.mark.parametrize("text", ["lightup\n....\n....\n....\n....", "lightup\n.0..\n....\n....\n...."])
def test_bulbs_are_given_on_request_only(text: str) -> None:
    puzzle = litgrid.load(text)
    found = improve(puzzle)
    assert (found.status, found.wants_cells, found.unique, found.outcome) == ("several", True, (), "no")
    assert improve(puzzle, given=True).unique


def test_more_answers_than_are_listed() -> None:
    board = empty("binairo", "6")
    assert sum(1 for _ in answers(board, most=MOST_LISTED + 1)) > MOST_LISTED
    (better,) = improve(board, timeout=20).unique
    check_better(board, better)
    assert not better.exact
    assert better.least == 1


@settings(max_examples=10)
@given(st.integers(0, 71), st.integers(0, 2**16 - 1))
def test_any_binairo_of_side_4(place: int, bits: int) -> None:
    board = empty("binairo", "4")
    grid = list(answers(board))[place]
    puzzle = board.clued(grid, np.array([bits >> cell & 1 for cell in range(16)], dtype=np.bool_))
    found = improve(puzzle)
    if one_answer(puzzle):
        assert found.status == "unique"
        assert found.lean is not None
        check_better(puzzle, found.lean)
        assert found.lean.clues >= 4  # published
    else:
        assert found.status == "several"
        for better in found.unique:
            check_better(puzzle, better)


def test_no_harder_than_a_level() -> None:
    puzzle = litgrid.load("binairo\n110100\n110010\n001101\n101010\n010101\n001011")
    answer = solve(puzzle).solutions[0]
    assert level(puzzle, answer) == 1
    free, easy = improve(puzzle).lean, improve(puzzle, level=1).lean
    assert free is not None
    assert easy is not None
    check_better(puzzle, easy)
    assert level(easy.puzzle, answer) == 1 < level(free.puzzle, answer)
    assert easy.clues > free.clues
    some, all_of_them = improve(puzzle, level="easy").needless, improve(puzzle).needless
    assert some is not None
    assert all_of_them is not None
    clues = Clues.of(puzzle, answer)
    stated = clues.stated(puzzle)
    for clue in np.flatnonzero(stated).tolist():
        less = stated.copy()
        less[clue] = False
        fewer, rule = clues.puzzle(less), clues.rules[clue]
        unique = solve(fewer).status == "unique"
        assert (rule in all_of_them) == unique
        assert (rule in some) == (unique and litgrid.grade(fewer).level == 1)


def test_no_answer_and_out_of_time() -> None:
    assert improve(litgrid.load("lightup\n4.\n..")).best is None
    late = improve(litgrid.load(UNIQUE[3]), fewest=True, timeout=0)
    assert late.status == "unknown"
    assert late.best is None
