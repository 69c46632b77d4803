"""Solving: the verdict is what trying everything says, whatever the engine, the encoding and the seed."""

from __future__ import annotations

import random
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.core.check import violations
from litgrid.core.errors import EngineError, LitgridError, OutOfTimeError, UnknownNameError
from litgrid.core.puzzle import Puzzle
from litgrid.encode.puzzle import formula
from litgrid.engines import engines
from litgrid.puzzles import kinds
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.gappy.kind import Gappy
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.sat.cardinality import ENCODINGS, Encoding
from litgrid.solving import Verdict, solve
from tests import naive
from tests.boards import BOARDS, Case, as_answer, as_grid
from tests.fakes import Codewords, Queens, Scripted
from tests.models import models

ENGINES = ("auto", "cadical", "glucose", "minisat")


def _check(case: Case, verdict: Verdict) -> None:
    assert verdict.status == case.status
    assert verdict.puzzle is case.puzzle
    found = [as_answer(grid) for grid in verdict.solutions]
    assert len(found) == len(set(found)) == min(len(case.answers), 2)
    assert set(found) <= case.answers
    if len(found) == 2:
        assert verdict.differences == [cell for cell in range(len(found[0])) if found[0][cell] != found[1][cell]]
    else:
        assert verdict.differences == []
    assert verdict.status == "none" or verdict.conflict == ()


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=80)
def test_the_verdict_is_what_trying_everything_says(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    _check(case, solve(case.puzzle))


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=40)
def test_the_same_with_every_engine_encoding_and_seed(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    engine, encoding = data.draw(st.sampled_from(ENGINES)), data.draw(st.sampled_from(ENCODINGS))
    verdict = solve(case.puzzle, engine=engine, encoding=encoding, seed=data.draw(st.integers(0, 3)), timeout=60)
    _check(case, verdict)
    assert verdict.engine == engine
    assert verdict.seconds >= 0


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=40)
def test_every_one_cell_change_of_an_only_answer_is_rejected(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    if len(case.answers) != 1:
        return
    (answer,) = case.answers
    tables = case.puzzle.tables()
    for cell in range(len(answer)):
        changed = as_grid((*answer[:cell], 1 - answer[cell], *answer[cell + 1 :]), case.puzzle)
        assert violations(tables, changed)


def _larger(kind: str, rng: random.Random) -> Puzzle:
    """Return a random board that is too large for trying everything."""
    if kind == "lightup":
        rows, columns = rng.randint(5, 12), rng.randint(5, 12)
        cells = rng.choice(("......##1", "....#12", "........#0123"))
        return LightUp.from_clues(["".join(rng.choice(cells) for _ in range(columns)) for _ in range(rows)])
    if kind == "binairo":
        rows, columns = 2 * rng.randint(2, 6), 2 * rng.randint(2, 6)
        cells = "01" + "." * rng.randint(8, 20)
        lines = ["".join(rng.choice(cells) for _ in range(columns)) for _ in range(rows)]
        return Binairo.from_clues(lines, unique_lines=rng.random() < 0.5)
    size = rng.randint(9, 13)
    labels = [[rng.choice((None, None, 1, 2, 3, rng.randint(1, size - 3))) for _ in range(size)] for _ in range(2)]
    return Gappy.from_clues({"rows": labels[0], "cols": labels[1], "grid": None})


@pytest.mark.parametrize("kind", ["lightup", "binairo", "gappy"])
def test_larger_boards_agree_with_their_whole_formula(kind: str) -> None:
    # Another way to the same verdict: no deduction, no parts, all lines at once, another encoding, another engine.
    rng = random.Random(7)
    seen = set()
    for _ in range(60):
        puzzle = _larger(kind, rng)
        found = list(islice(models(formula(puzzle, "sequential"), puzzle.shape.size, "glucose"), 2))
        verdict = solve(puzzle)
        assert verdict.status == ("none", "unique", "several")[len(found)], puzzle.text()
        assert all(violations(puzzle.tables(), as_grid(answer, puzzle)) == [] for answer in found)
        seen.add(verdict.status)
    assert {"none", "several"} <= seen


def _rooms(rows: list[list[list[str]]]) -> LightUp:
    """Put small boards of one size side by side, walls between them, so that none sees another."""
    lines = []
    for boards in rows:
        lines += ["#".join(parts) for parts in zip(*boards, strict=True)]
        lines.append("#" * len(lines[-1]))
    return LightUp.from_clues(lines)


def _random_rooms(count: int, seed: int) -> dict[str, list[list[str]]]:
    """Return rooms of 4 x 4 that single counts do not solve, by what trying everything says of them."""
    rng = random.Random(seed)
    rooms: dict[str, list[list[str]]] = {"none": [], "unique": [], "several": []}
    while min(len(found) for found in rooms.values()) < count:
        cells = [rng.choice("...##12") for _ in range(16)]
        rows = ["".join(cells[start : start + 4]) for start in range(0, 16, 4)]
        if not 6 <= sum(row.count(".") for row in rows) <= 9:
            continue
        answers = naive.light_up_answers(rows)
        status = ("none", "unique", "several")[min(2, len(answers))]
        rooms[status].append(rows)
    return rooms


@pytest.mark.parametrize("seed", [1, 2])
def test_a_board_of_many_rooms_is_as_solvable_as_its_rooms(seed: int) -> None:
    rng = random.Random(seed)
    rooms = _random_rooms(6, seed)
    side = 36  # 1296 rooms, thousands of open cells: more than one bundle of parts
    for mixture, status in (("unique", "unique"), ("several", "several"), ("none", "none")):
        board = [[rng.choice(rooms["unique"]) for _ in range(side)] for _ in range(side)]
        if mixture == "several":
            board = [[rng.choice(rooms["several"] + rooms["unique"]) for _ in range(side)] for _ in range(side)]
            board[0][0] = rooms["several"][0]
        if mixture == "none":
            board[side - 1][side - 2] = rooms["none"][0]
        verdict = solve(_rooms(board))
        assert verdict.status == status
        for grid in verdict.solutions:
            for row, column in ((0, 0), (3, 30), (side - 1, side - 1)):
                part = grid[row * 5 : row * 5 + 4, column * 5 : column * 5 + 4]
                assert as_answer(part) in naive.light_up_answers(board[row][column])
            assert violations(verdict.puzzle.tables(), grid) == []


def test_open_rooms_fill_several_bundles_and_differ_in_one_of_them() -> None:
    # Rooms of 3 x 3 without clues: nothing is deduced, so that all 8100 cells are left to the engine.
    room = ["..."] * 3
    verdict = solve(_rooms([[room] * 30] * 30))
    assert verdict.status == "several"
    allowed = naive.light_up_answers(room)
    for grid in verdict.solutions:
        for row in range(30):
            for column in range(30):
                assert as_answer(grid[row * 4 : row * 4 + 3, column * 4 : column * 4 + 3]) in allowed
    assert verdict.differences


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("unique_lines", [True, False])
def test_a_guess_leads_to_different_right_answers(engine: str, unique_lines: bool) -> None:
    puzzle = Binairo.from_clues(["." * 20] * 20, unique_lines=unique_lines)
    found = set()
    for seed in range(3):
        verdict = solve(puzzle, engine=engine, seed=seed)
        assert verdict.status == "several"
        for grid in verdict.solutions:
            assert naive.binairo_obeys(grid.tolist(), unique_lines=unique_lines)
        found.add(as_answer(verdict.solutions[0]))
    assert len(found) > 1
    again = solve(puzzle, engine=engine, seed=2)
    assert np.array_equal(again.solutions[0], verdict.solutions[0])


@pytest.mark.parametrize(("rows", "columns"), [(12, 14), (20, 16), (12, 40), (30, 14)])
def test_long_lines_of_two_lengths(rows: int, columns: int) -> None:
    verdict = solve(Binairo.from_clues(["." * columns] * rows))
    assert verdict.status == "several"
    for grid in verdict.solutions:
        assert grid.shape == (rows, columns)
        assert naive.binairo_obeys(grid.tolist(), unique_lines=True)


def test_lines_that_must_differ_bind_the_parts_of_a_large_board() -> None:
    # More open cells than a bundle of parts.
    puzzle = Binairo.from_clues(["." * 72] * 72)
    verdict = solve(puzzle)
    assert verdict.status == "several"
    for grid in verdict.solutions:
        assert naive.binairo_obeys(grid.tolist(), unique_lines=True)


@pytest.mark.parametrize("numbers", [10, 240])
def test_lines_that_must_differ_bind_parts_that_nothing_else_binds(numbers: int) -> None:
    # 240 numbers leave 5280 cells open, more than one bundle of parts, and twins would be in different ones.
    verdict = solve(Codewords(numbers))
    assert verdict.status == "several"
    for grid in verdict.solutions:
        rows = verdict.puzzle.rows(grid)
        assert len(set(rows)) == 2 * numbers
        assert all(row[9:].count("1") == 1 for row in rows)


def test_a_given_line_that_must_repeat_another_is_none_only_with_the_rule() -> None:
    rows = ["010101", "101010", "010101", *["......"] * 3]
    assert solve(Binairo.from_clues(rows)).status == "none"
    assert solve(Binairo.from_clues(rows, unique_lines=False)).status == "several"


def test_no_time_is_an_honest_unknown() -> None:
    for puzzle in (LightUp.from_clues([".."]), Binairo.from_clues(["...."] * 4)):
        verdict = solve(puzzle, timeout=0)
        assert verdict.status == "unknown"
        assert verdict.solutions == ()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"engine": "minisatt"}, UnknownNameError, "Did you mean 'minisat'"),
        ({"encoding": "binary"}, UnknownNameError, 'expected "encoding" as one of auto'),
        ({"timeout": -1}, LitgridError, 'expected "timeout" as a number of 0 or more, got -1'),
    ],
)
def test_what_does_not_exist_is_refused(options: dict[str, str], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        solve(LightUp.from_clues(["."]), **options)  # type: ignore[call-overload]


OPEN: list[Puzzle] = [
    LightUp.from_clues(["...", "...", "..."]),
    Binairo.from_clues(["...."] * 4),
    Gappy.from_clues({"rows": [None] * 9, "cols": [None] * 9, "grid": None}),
]


@pytest.mark.usefixtures("fake_engines")
@pytest.mark.parametrize("puzzle", OPEN, ids=lambda puzzle: puzzle.name)
def test_a_lie_is_never_shown(puzzle: Puzzle) -> None:
    with pytest.raises(EngineError, match=r"the engine lying gave a (grid that breaks a rule: .*; ask|model that)"):
        solve(puzzle, engine="lying")


@pytest.mark.usefixtures("fake_engines")
@pytest.mark.parametrize("puzzle", OPEN, ids=lambda puzzle: puzzle.name)
def test_a_crash_is_not_hidden(puzzle: Puzzle) -> None:
    with pytest.raises(MemoryError):
        solve(puzzle, engine="crashing")


@pytest.mark.usefixtures("fake_engines")
@pytest.mark.parametrize("puzzle", OPEN, ids=lambda puzzle: puzzle.name)
def test_an_engine_that_finds_nothing_out_leaves_it_unknown(puzzle: Puzzle) -> None:
    verdict = solve(puzzle, engine="asleep")
    assert verdict.status == "unknown"
    assert verdict.solutions == ()
    # What needs no engine is answered all the same.
    assert solve(LightUp.from_clues([".#."]), engine="asleep").status == "unique"
    assert solve(LightUp.from_clues(["2."]), engine="asleep").status == "none"


@pytest.mark.parametrize("puzzle", OPEN, ids=lambda puzzle: puzzle.name)
def test_an_answer_found_before_the_time_was_over_is_kept(puzzle: Puzzle) -> None:
    engines.add(Scripted(1 if puzzle.name != "binairo" else 8))
    try:
        verdict = solve(puzzle, engine="scripted")
    finally:
        engines.discard("scripted")
    assert verdict.status in ("unknown", "several")
    assert verdict.solutions
    assert all(violations(puzzle.tables(), grid) == [] for grid in verdict.solutions)
    if puzzle.name != "binairo":
        assert verdict.status == "unknown"


@pytest.mark.usefixtures("fake_engines")
@pytest.mark.parametrize("puzzle", OPEN, ids=lambda puzzle: puzzle.name)
def test_a_model_may_leave_out_what_is_in_no_clause(puzzle: Puzzle) -> None:
    assert solve(puzzle, engine="scripted").status == "several"


def test_what_is_proved_stays_proved_when_the_time_runs_out_while_looking_for_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(*arguments: object) -> None:
        raise OutOfTimeError("the time limit ran out")

    monkeypatch.setattr("litgrid.conflict.conflict", late)
    verdict = solve(LightUp.from_clues(["2."]))
    assert verdict.status == "none"
    assert not verdict.shrunk


class TestTheOneFilePromise:
    """A fourth puzzle is one class: everything else works for it."""

    ROWS = ("Q.......", *["........"] * 7)

    def test_it_is_solved_and_proved(self, queens: type[Queens]) -> None:
        # Eight queens with one in the corner: 0 4 7 5 2 6 1 3, 0 5 7 2 6 3 1 4, 0 6 3 5 7 1 4 2 and 0 6 4 7 1 3 5 2.
        verdict = solve(queens.from_clues(list(self.ROWS)))
        assert verdict.status == "several"
        assert solve(queens.from_clues([*self.ROWS[:1], "......Q.", *self.ROWS[2:]])).status == "several"
        only = solve(queens.from_clues([*self.ROWS[:1], "....Q...", *self.ROWS[2:]]))
        assert only.status == "unique"
        assert [row.index("Q") for row in only.puzzle.rows(only.solutions[0])] == [0, 4, 7, 5, 2, 6, 1, 3]

    @pytest.mark.parametrize(("size", "status"), [(1, "unique"), (2, "none"), (3, "none"), (4, "several")])
    def test_small_boards(self, queens: type[Queens], size: int, status: str) -> None:
        verdict = solve(queens.from_clues(["." * size] * size))
        assert verdict.status == status
        assert verdict.conflict == ()

    @pytest.mark.parametrize("engine", ENGINES)
    @pytest.mark.parametrize("encoding", ENCODINGS)
    def test_with_every_engine_and_encoding(self, queens: type[Queens], engine: str, encoding: Encoding) -> None:
        verdict = solve(queens.from_clues(["." * 12] * 12), engine=engine, encoding=encoding)
        assert verdict.status == "several"
        assert all(violations(verdict.puzzle.tables(), grid) == [] for grid in verdict.solutions)

    def test_it_is_loaded_by_its_name(self, queens: type[Queens]) -> None:
        text = "\n".join(("eightqueens", ".Q..", "....", "....", "...."))
        puzzle = litgrid.load(text)
        assert isinstance(puzzle, queens)
        assert puzzle.rows(solve(puzzle).solutions[0]) == ["-Q--", "---Q", "Q---", "--Q-"]
        assert isinstance(litgrid.load("\n".join(["...."] * 4), kind="eight-queens"), queens)

    def test_its_switch_is_respected(self, queens: type[Queens]) -> None:
        puzzle = queens.from_clues(["Q..", ".Q.", "..."])
        assert solve(puzzle).status == "none"
        assert solve(puzzle.with_switches(diagonals=False)).status == "unique"

    def test_it_is_checked(self, queens: type[Queens]) -> None:
        puzzle = queens.from_clues(["..", ".."])
        broken = violations(puzzle.tables(), puzzle.read_rows(["Q-", "Q-"]))
        assert [rule.sentence for rule in broken] == ["column 1 holds one queen", "column 2 holds one queen"]


def test_wrong_arguments_are_named() -> None:
    puzzle = kinds.get("lightup").from_clues(["."])
    with pytest.raises(TypeError, match=r"expected a Puzzle .*, got str"):
        solve("lightup")  # type: ignore[call-overload]
    for timeout in (-1, float("nan")):
        with pytest.raises(LitgridError, match='expected "timeout" as a number of 0 or more'):
            solve(puzzle, timeout=timeout)
    with pytest.raises(LitgridError, match='expected "seed" as a whole number of 0 or more, got -1'):
        solve(puzzle, seed=-1)
    with pytest.raises(LitgridError, match="got 3"):
        solve(puzzle, engine=3)  # type: ignore[call-overload]


def test_answers_cannot_be_changed() -> None:
    verdict = solve(kinds.get("lightup").from_clues(["."]))
    with pytest.raises(ValueError, match="read-only"):
        verdict.solutions[0][0, 0] = 0
