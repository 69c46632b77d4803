"""Light Up's own promises and known wrong turns."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.check import violations
from litgrid.core.errors import InputError, LitgridError, TooLargeError, UnknownNameError
from litgrid.core.grid import Shape
from litgrid.encode.brought import laid_out
from litgrid.encode.puzzle import formula
from litgrid.encode.rest import rest
from litgrid.lab.instances import load
from litgrid.puzzles import kinds
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.sat.dimacs import dump, write
from litgrid.sat.size import Size
from litgrid.solving import solve
from tests.boards import BOARDS, Case, as_grid


def _solve(*rows: str) -> tuple[str, list[list[str]]]:
    verdict = solve(LightUp.from_clues(list(rows)))
    return verdict.status, [verdict.puzzle.rows(grid) for grid in verdict.solutions]


def test_a_run_may_stay_without_a_bulb() -> None:
    # "Exactly one bulb in every run" would leave two free cells side by side without an answer.
    status, answers = _solve("..")
    assert status == "several"
    assert sorted(answers) == [[".o"], ["o."]]


@pytest.mark.parametrize(
    ("rows", "status", "answers"),
    [
        ((".",), "unique", [["o"]]),
        (("#",), "unique", [["#"]]),
        (("##", "0#"), "unique", [["##", "0#"]]),
        (("1",), "none", []),
        ((".1",), "unique", [["o1"]]),
        (("2.",), "none", []),
        (("o.o",), "none", []),
        (("o#o",), "unique", [["o#o"]]),
        (("x",), "none", []),
        (("x.",), "unique", [[".o"]]),
        (("0.",), "none", []),
        ((".4.",), "none", []),
        ((".o.", "o4o", ".o."), "unique", [[".o.", "o4o", ".o."]]),
        ((".....",), "several", None),
    ],
)
def test_small_boards(rows: tuple[str, ...], status: str, answers: list[list[str]] | None) -> None:
    found = _solve(*rows)
    assert found[0] == status
    if answers is not None:
        assert found[1] == answers


def test_the_first_formula_by_hand() -> None:
    clauses = [
        *([-1, -3], [1, 1, 3]),  # r1c1: down, then across
        *([-2], [1, 4], [-1, -4]),  # the wall, and of its two neighbours neither none nor both
        *([-3, -1], [-3, -4], [3, 4, 3, 1]),
        *([-4, -3], [4, 3, 4]),
    ]
    assert list(formula(LightUp.from_clues([".1", ".."]), "first").clauses()) == clauses
    # From a cell outwards: back, on, back, on; and given cells, which the first program did not know.
    made = formula(LightUp.from_clues(["...x.o"]), "first")
    assert made.origin_name is not None
    named = [(made.origin_name(rule), clause) for rule, clause in zip(made.origin, made.clauses(), strict=True)]
    assert [clause for name, clause in named if name == "clash r1c3"] == [
        [-a, -b] for a, b in combinations([3, 2, 4, 1, 5, 6], 2)
    ]
    assert [clause for name, clause in named if name == "dark r1c3"] == [[3, 2, 4, 1, 5, 6, 3]]
    assert [clause for name, clause in named if name.startswith("given")] == [[-4], [6]]


@pytest.mark.parametrize("three", [False, True])
def test_the_first_board_has_the_first_sizes(three: bool) -> None:
    (board,) = load("example lightup-first", Path())
    assert isinstance(board.what, LightUp)
    made, laid = formula(board.what, "first", three=three), laid_out(board.what, "first", three=three)
    assert (made.variables, len(made)) == ((470, 821) if three else (36, 374))
    assert laid.size == Size.of(np.diff(made.starts), made.variables - 36)
    assert (laid.before.variables, laid.before.size.clauses) == (36, 374)
    assert b"".join(dump(laid.stream())) == write(made).encode()
    assert rest(board.what, "first").cells.size == 36


def test_a_formula_that_only_some_kinds_have_is_refused() -> None:
    with pytest.raises(LitgridError, match="more than 1,000,000 clauses in the encoding first"):
        formula(LightUp.empty(Shape(60, 60)), "first")
    with pytest.raises(UnknownNameError, match="kmtotalizer; got 'first'"):
        formula(kinds.get("gappy").empty(Shape(9, 9)), "first")


@pytest.mark.parametrize(("rows", "line", "column"), [(["..", ".5"], 2, 2), (["._"], 1, 2), ([".."] * 2 + ["."], 3, 2)])
def test_what_is_no_board_is_refused(rows: list[str], line: int, column: int) -> None:
    with pytest.raises(InputError) as caught:
        LightUp.from_clues(rows)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_walls_of_a_solution_must_be_the_puzzles() -> None:
    puzzle = LightUp.from_clues([".#", ".."])
    assert puzzle.read_rows([".1", "o."]).tolist() == [[0, 0], [1, 0]]
    with pytest.raises(InputError, match="expected a cell to be filled in, as in the puzzle") as caught:
        puzzle.read_rows([".#", "#o"])
    assert (caught.value.line, caught.value.column) == (2, 1)


@given(BOARDS["lightup"](), st.data())
def test_lit_is_what_bulbs_see(case: Case, data: st.DataObject) -> None:
    puzzle = case.puzzle
    assert isinstance(puzzle, LightUp)
    size = puzzle.shape.size
    bulbs = data.draw(st.lists(st.integers(-1, 1), min_size=size, max_size=size))
    rows = puzzle.clues
    expected = set()
    for row, line in enumerate(rows):
        for column, char in enumerate(line):
            if bulbs[row * len(line) + column] == 1 and char in ".ox":
                expected.add((row, column))
                for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                    y, x = row + down, column + right
                    while 0 <= y < len(rows) and 0 <= x < len(line) and rows[y][x] in ".ox":
                        expected.add((y, x))
                        y, x = y + down, x + right
    for lit in (puzzle.lit, super(LightUp, puzzle).lit):  # by runs, and by the table of a rule, as of any kind
        assert {(int(y), int(x)) for y, x in np.argwhere(lit(as_grid(bulbs, puzzle)))} == expected


def test_a_board_that_would_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITGRID_MEMORY", "200M")
    with pytest.raises(TooLargeError, match=r"board of 130 x 130 is too open.* would take about 26\d MB .* 200 MB"):
        formula(LightUp.from_clues(["o" + "." * 129, *["." * 130] * 129]))


def test_an_open_board_needs_no_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers are seen: bulbs that do not light each other, one in each row."""
    monkeypatch.setenv("LITGRID_MEMORY", "200M")
    verdict = solve(LightUp.from_clues(["." * 300] * 300))
    assert verdict.status == "several"
    for answer in verdict.solutions:
        assert (answer.sum(axis=0) == 1).all()
        assert (answer.sum(axis=1) == 1).all()


@given(st.lists(st.text(".#", min_size=6, max_size=6), min_size=1, max_size=6), st.integers(0, 9))
def test_a_guess_is_an_answer_where_no_number_stands(rows: list[str], seed: int) -> None:
    puzzle = LightUp.from_clues(rows)
    guess = puzzle.guess(np.random.default_rng(seed))
    assert guess is not None
    assert not violations(puzzle.tables(), guess)


def test_a_guess_thinks_of_numbers() -> None:
    puzzle = LightUp.from_clues(["." * 20] * 10 + [".." + "0........1......" + ".."] + ["." * 20] * 10)
    guesses = [puzzle.guess(np.random.default_rng(seed)) for seed in range(20)]
    number = next(table for table in puzzle.tables() if table.kind == "number")
    assert all(guess is not None and not violations([number], guess) for guess in guesses)


def test_the_picture_tells_walls_clues_bulbs_and_light_apart() -> None:
    puzzle = LightUp.from_clues(["o.#", "1.."])
    scene = puzzle.scene(np.array([[1, 0, 0], [0, -1, 0]], dtype=np.int8))
    assert scene.styles == [["clue", "lit", "wall"], ["number", "unknown", "unknown"]]


def test_a_picture_shows_marks() -> None:
    puzzle = LightUp.from_clues([".x.", "#2.", "xo."])
    scene = puzzle.scene(puzzle.givens)
    assert scene.glyphs == [".x.", "#2.", "xo."]
    assert scene.styles[0][1] == "false"
    assert scene.styles[2][0] == "lit"
