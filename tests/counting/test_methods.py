"""Every method of counting against brute force, and the methods against each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid import counting
from litgrid.core.deduce import deduce
from litgrid.core.errors import EngineError, LitgridError, UnknownNameError
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.counting import methods
from litgrid.counting.methods import METHODS, Asked, Method
from litgrid.counting.packages import APPROXMC, GANAK
from litgrid.engines import engines
from litgrid.puzzles import kinds
from tests.boards import BOARDS, Case

NO_LIMIT = Limit(None)
BY_LINES = ("seam", "rows", "diagram")
"""Methods that are only for boards with lines that must differ, or only for boards whose rules stay within lines."""


def parts_of(puzzle: Puzzle) -> list[Asked]:
    system = System.of(puzzle.tables())
    deduction = deduce(system, puzzle.shape, NO_LIMIT, 200)
    return [Asked.of(part, deduction.grid, system, NO_LIMIT) for part in deduction.parts]


def skip_without(method: Method) -> None:
    if method == "ganak" and not GANAK.installed:
        pytest.skip("pyganak is not installed: pip install 'litgrid[counters]'")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", sorted(BOARDS))
def test_small_boards(kind: str, method: Method) -> None:
    skip_without(method)

    # A process for each board is slow to start: tests/counting/test_packages.py asks about more of them.
    @settings(max_examples=5 if method == "ganak" else 25)
    @given(BOARDS[kind]())
    def agrees(case: Case) -> None:
        counted = litgrid.count(case.puzzle, method=method)
        if method in BY_LINES and counted.status == "unknown":
            assert counted.at_least <= len(case.answers)
            return
        assert (counted.status, counted.count, counted.at_least) == ("exact", len(case.answers), len(case.answers))
        assert counted.method in ("deduction", method)

    agrees()


def random_light_up(rows: int, columns: int, seed: int, walls: float = 0.3) -> Puzzle:
    rng = np.random.default_rng(seed)
    characters = np.where(rng.random((rows, columns)) < walls, "#", ".")
    return kinds.get("lightup").from_clues(["".join(row) for row in characters.tolist()])


LARGER: dict[str, Puzzle] = {
    "binairo 6 x 6": kinds.get("binairo").empty(Shape(6, 6)),
    "binairo 6 x 8 with clues": kinds.get("binairo").from_clues(
        ["0......1", "........", "..11....", "........", "....0...", "1......."]
    ),
    "binairo 6 x 6, lines may be equal": kinds.get("binairo").empty(Shape(6, 6)).with_switches(unique_lines=False),
    "gappy 9": kinds.get("gappy").empty(Shape(9, 9)),
    "light up 6 x 9": random_light_up(6, 9, 1),
    "light up 9 x 6": random_light_up(9, 6, 2),
}


@pytest.mark.parametrize("name", LARGER)
def test_methods_agree(name: str) -> None:
    numbers = {}
    for method in METHODS:
        if method != "ganak" or GANAK.installed:
            counted = litgrid.count(LARGER[name], method=method)
            assert counted.status == "exact" or method in BY_LINES
            numbers[method] = counted.count
    if "binairo" in name:
        assert (numbers["seam"] is None) == (numbers["diagram"] is None) != (numbers["rows"] is None)
    assert len({number for number in numbers.values() if number is not None}) == 1, numbers
    assert numbers["frontier"]


@pytest.mark.parametrize("method", [method for method in METHODS if method not in BY_LINES])
def test_parts_multiply(method: Method) -> None:
    skip_without(method)
    rows = ["....#...", "..#.#...", "....#.#.", "########", ".....#..", "..#..#.."]
    puzzle = kinds.get("lightup").from_clues(rows)
    parts = parts_of(puzzle)
    assert len(parts) == 4
    product = 1
    for asked in parts:
        found = METHODS[method](asked, NO_LIMIT)
        assert found.exact
        product *= found.number
    assert (
        product
        == METHODS[method](Asked.of(counting._joined([one.part for one in parts]), *whole(puzzle), NO_LIMIT), NO_LIMIT)[
            0
        ]
    )
    assert litgrid.count(puzzle, method=method).count == product > 100


def whole(puzzle: Puzzle) -> tuple[np.ndarray, System]:
    asked = parts_of(puzzle)[0]
    return asked.grid, asked.system


def test_what_automatic_counting_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    assert litgrid.count(LARGER["binairo 6 x 6"]).method == "seam"
    puzzle = LARGER["gappy 9"]
    assert litgrid.count(puzzle).method == "frontier"
    assert litgrid.count(puzzle, most_states=10).method == "listing"
    monkeypatch.setattr(counting, "MOST_LISTED", 100)
    if GANAK.installed:
        counted = litgrid.count(puzzle, most_states=10)
        assert (counted.count, counted.method) == (664, "ganak")
    monkeypatch.setattr("litgrid.counting.packages.find_spec", lambda _: None)
    counted = litgrid.count(puzzle, most_states=10)
    assert (counted.status, counted.count, counted.at_least, counted.method) == ("unknown", None, 100, "listing")


def test_many_boards_with_equal_lines_are_not_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = LARGER["binairo 6 x 8 with clues"]
    known = litgrid.count(puzzle, method="frontier").count
    for change in ({"MOST_HALVES": 0}, {"MOST_HALVES": 0, "MOST_WALKED": 10}):
        for name, value in change.items():
            monkeypatch.setattr(methods, name, value)
        counted = litgrid.count(puzzle)
        assert (counted.count, counted.method) == (known, "frontier" if "MOST_WALKED" in change else "diagram")


def test_a_method_that_does_not_exist() -> None:
    with pytest.raises(
        UnknownNameError, match=r"one of seam, rows, diagram, frontier, listing, .*Did you mean 'ganak'\?"
    ):
        litgrid.count(LARGER["gappy 9"], method="ganack")  # type: ignore[arg-type]


@pytest.mark.usefixtures("fake_engines")
def test_listed_answers_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "lister", lambda: engines.get("lying"))
    for puzzle in (LARGER["light up 6 x 9"], LARGER["binairo 6 x 6"]):
        with pytest.raises(EngineError, match=r"the engine lying gave a (grid|model) that breaks a "):
            litgrid.count(puzzle, method="listing")


@given(data=st.data())
@settings(max_examples=40)
def test_each_part_of_an_answer_is_told_from_a_wrong_one(data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS["lightup"]())
    for asked in parts_of(case.puzzle):
        check = methods._Check(asked, engines.get("cadical"))
        cells = asked.part.variables - 1
        right = sorted({tuple(answer[cell] for cell in cells) for answer in case.answers})
        check([np.array(answer, dtype=np.int8) for answer in right])
        wrong = 1 - np.array(right[0], dtype=np.int8) if right else np.zeros(cells.size, dtype=np.int8)
        if tuple(wrong.tolist()) not in right:
            with pytest.raises(EngineError, match="cadical gave a grid that breaks a rule"):
                check([wrong])


def approximated(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch, **how: float) -> litgrid.Counted:
    """Count where no part is counted exactly that has more than 100 answers."""
    if not APPROXMC.installed:
        pytest.skip("pyapproxmc is not installed: pip install 'litgrid[counters]'")
    monkeypatch.setattr(counting, "MOST_STATES", 0)
    monkeypatch.setattr(counting, "FEW_LISTED", 100)
    return litgrid.approximate(puzzle, **how)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("binairo 6 x 6, lines may be equal", 11_222),
        ("gappy 9", 664),
        ("light up 6 x 9", None),
        ("light up 9 x 6", None),
    ],
)
def test_about_so_many(name: str, number: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    true = litgrid.count(LARGER[name]).count
    assert true is not None
    assert number in (None, true)
    for seed in (0, 1):
        counted = approximated(LARGER[name], monkeypatch, seed=seed)
        assert (counted.status, counted.method, counted.epsilon, counted.delta) == ("approximate", "approxmc", 0.8, 0.2)
        assert counted.count is not None
        assert true / 1.8 <= counted.count <= true * 1.8
        assert counted.at_least == 100
    assert approximated(LARGER[name], monkeypatch, seed=1).count == counted.count


def test_about_so_many_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two open boards of 6 x 6 and one of 2 x 2 kept apart by walls: 720 answers each, and 2.
    six = ["." * 6 + "#" + "." * 6] * 6
    puzzle = kinds.get("lightup").from_clues([*six[:4], "......#####..", "......#####.."])
    true = litgrid.count(puzzle).count
    assert true is not None
    counted = approximated(puzzle, monkeypatch, epsilon=0.5)
    assert counted.status == "approximate"
    assert counted.count is not None
    assert true / 1.5 <= counted.count <= true * 1.5
    assert true >= counted.at_least >= 10_000


def test_about_so_many_is_exact_where_that_is_quick() -> None:
    counted = litgrid.approximate(LARGER["binairo 6 x 6"])
    assert (counted.status, counted.count, counted.epsilon, counted.delta) == ("exact", 4140, None, None)
    assert litgrid.approximate(litgrid.load("lightup\n4.")).count == 0


def test_about_so_many_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = approximated(LARGER["gappy 9"], monkeypatch, timeout=0)
    assert (counted.status, counted.count, counted.epsilon) == ("unknown", None, None)


@pytest.mark.parametrize("how", [{"epsilon": 0}, {"delta": 0}, {"delta": 1}, {"epsilon": float("nan")}, {"seed": -1}])
def test_no_guarantee(how: dict[str, float]) -> None:
    with pytest.raises(LitgridError, match=f'expected "{next(iter(how))}"'):
        litgrid.approximate(LARGER["gappy 9"], **how)  # type: ignore[arg-type]
