"""Answers drawn at random: all of them, as often as each other, and no others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid import sampling
from litgrid.core.deduce import OpenPart, deduce
from litgrid.core.grid import Shape
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.counting import walk
from litgrid.counting.packages import UNIGEN
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.gappy.kind import Gappy
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.sampling import almost, uniform
from litgrid.sampling.source import Asked, Method
from tests import naive
from tests.boards import BOARDS, Case, answers_of, as_answer
from tests.naive import Answer

needs_unigen = pytest.mark.skipif(not UNIGEN.installed, reason="pyunigen is not installed: the extra `sample` has it")


def drawn(sampled: litgrid.Sampled) -> list[Answer]:
    return [as_answer(grid) for grid in sampled.grids]


def expect_uniform(found: list[Answer], answers: set[Answer]) -> None:
    """Expect Pearson's statistic between its quantiles of one in a billion, by Wilson's and Hilferty's formula (1931).

    What is too even is not at random either.
    """
    assert set(found) <= answers
    degrees, expected = len(answers) - 1, len(found) / len(answers)
    if not degrees:
        return
    seen = Counter(found)
    statistic = sum((seen[answer] - expected) ** 2 / expected for answer in answers)
    quantiles = (degrees * (1 - 2 / (9 * degrees) + z * sqrt(2 / (9 * degrees))) ** 3 for z in (-6, 6))
    least, most = quantiles
    assert least < statistic < most


def test_all_4140_answers_of_six_by_six() -> None:
    sampled = litgrid.sample(Binairo.empty(Shape(6, 6)), 100_000, seed=1)
    assert (sampled.status, sampled.method, sampled.grids.shape) == ("drawn", "uniform", (100_000, 6, 6))
    found = drawn(sampled)
    answers = set(found)
    assert len(answers) == 4140  # a published number
    for answer in answers:
        rows = [answer[row : row + 6] for row in range(0, 36, 6)]
        assert naive.binairo_obeys(rows, unique_lines=True)
    expect_uniform(found, answers)


@pytest.fixture(params=["list", "rejection", "few kept", "engine"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make drawing go each of its ways, where lines must differ."""
    name: str = request.param
    if name in ("rejection", "few kept"):
        monkeypatch.setattr(uniform, "MOST_LISTED", 0)
        monkeypatch.setattr(walk, "TRIED", 200)
    if name == "few kept":
        monkeypatch.setattr(uniform, "WORTH_KEEPING", 2)
    return name


@pytest.mark.parametrize(
    "rows",
    [["...."] * 4, ["......", "......", "......", "......"], ["1.....", "..0...", "......", "...1.."], ["...."] * 6],
)
def test_each_way_is_uniform(rows: list[str], way: str) -> None:
    puzzle = Binairo.from_clues(rows)
    states = 0 if way == "engine" else uniform.MOST_STATES
    sampled = litgrid.sample(puzzle, 20_000, seed=5, most_states=states)
    assert (sampled.status, sampled.method) == ("drawn", "uniform")
    expect_uniform(drawn(sampled), answers_of(puzzle))


PUZZLES: list[Callable[[], Puzzle]] = [
    lambda: LightUp.from_clues([".....", ".#...", "..1.."]),
    lambda: LightUp.from_clues(["..#..", "..#..", "#####", "..#.."]),  # four independent parts
    lambda: LightUp.from_clues([".1.", "...", "#.."]),
    lambda: Gappy.from_clues({"rows": [None] * 9, "cols": [None] * 9, "grid": None}),
    lambda: Gappy.from_clues({"rows": [3, *[None] * 8], "cols": [*[None] * 8, 2], "grid": None}),
    lambda: Binairo.from_clues(["0...", "....", "...1", "...."], unique_lines=False),
    lambda: Binairo.from_clues(["0.", "..", "..", "..", "..", "1."], unique_lines=False),
]


@pytest.mark.parametrize("make", PUZZLES)
def test_boards_of_each_kind(make: Callable[[], Puzzle]) -> None:
    puzzle = make()
    sampled = litgrid.sample(puzzle, 20_000, seed=2)
    assert sampled.method == "uniform"
    expect_uniform(drawn(sampled), answers_of(puzzle))


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=50)
def test_small_boards(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    seed = data.draw(st.integers(0, 2**32))
    number = max(300, 10 * len(case.answers))  # fewer are not distributed as chi-square
    sampled = litgrid.sample(case.puzzle, number, seed=seed)
    assert sampled.method == "uniform"
    assert sampled.status == ("drawn" if case.answers else "none")
    if case.answers:
        assert len(sampled.grids) == number
        expect_uniform(drawn(sampled), case.answers)


@given(seed=st.integers(0, 2**32), number=st.integers(1, 300), more=st.integers(0, 300))
@settings(max_examples=20)
def test_the_same_seed_draws_the_same_first(seed: int, number: int, more: int) -> None:
    puzzle = Binairo.empty(Shape(4, 6))
    few = litgrid.sample(puzzle, number, seed=seed)
    many = litgrid.sample(puzzle, number + more, seed=np.random.default_rng(seed))
    assert len(many.grids) == number + more
    assert np.array_equal(few.grids, many.grids[:number])


def test_the_same_seed_draws_the_same_by_rejection() -> None:
    puzzle = Binairo.empty(Shape(8, 8))
    few, many = (litgrid.sample(puzzle, number, seed=3).grids for number in (10, 5000))
    assert np.array_equal(few, many[:10])
    assert not np.array_equal(few, litgrid.sample(puzzle, 10, seed=4).grids)
    assert all(litgrid.check(puzzle, grid).status == "solved" for grid in many[::100])


def test_a_generator_goes_on() -> None:
    rng, puzzle = np.random.default_rng(1), Binairo.empty(Shape(6, 6))
    one, two = (litgrid.sample(puzzle, 5, seed=rng).grids for _ in range(2))
    assert not np.array_equal(one, two)


def test_pieces_about_which_nothing_is_said() -> None:
    # Without any rule, all 2^9 boards; there is no such kind, so a part is made by hand.
    puzzle = LightUp.from_clues(["..."] * 3)
    part = deduce(System.of(puzzle.tables()), puzzle.shape, Limit(None)).parts[0]
    free = Asked(OpenPart(part.variables, part.bounds.take(np.arange(0))), np.full((3, 3), -1, np.int8), ())
    source = uniform.uniform_source(free, Limit(None))
    found = source.drawn(51_200, np.random.default_rng(1), Limit(None))
    counts = np.bincount(found.astype(np.int64) @ (1 << np.arange(9)), minlength=512)
    assert 350 < ((counts - 100) ** 2 / 100).sum() < 700


def test_no_answer() -> None:
    for puzzle in (Gappy.empty(Shape(7, 7)), litgrid.load("lightup\n4."), Binairo.from_clues(["00", ".."])):
        sampled = litgrid.sample(puzzle, 10)
        assert (sampled.status, len(sampled.grids)) == ("none", 0)
    assert litgrid.sample(Gappy.empty(Shape(7, 7)), 10, method="diverse").status == "none"


def test_one_answer() -> None:
    puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    sampled = litgrid.sample(puzzle, 3)
    assert [puzzle.rows(grid) for grid in sampled.grids] == [["o1.", "..o", "#o2"]] * 3


def test_diverse_answers_are_not_called_uniform() -> None:
    puzzle = Binairo.empty(Shape(20, 20))
    sampled = litgrid.sample(puzzle, 5, seed=1, method="diverse")
    assert (sampled.status, sampled.method) == ("drawn", "diverse")
    assert len(set(drawn(sampled))) == 5
    assert np.array_equal(sampled.grids, litgrid.sample(puzzle, 5, seed=1, method="diverse").grids)


def test_what_is_too_wide_is_diverse_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uniform, "MOST_LISTED", 50)
    monkeypatch.setattr("litgrid.counting.packages.find_spec", lambda _: None)
    puzzle = Binairo.empty(Shape(6, 6))
    assert litgrid.sample(puzzle, 5, most_states=100).method == "diverse"
    with pytest.raises(litgrid.LitgridError, match="cannot be drawn from uniformly"):
        litgrid.sample(puzzle, 5, most_states=100, method="uniform")


@needs_unigen
def test_almost_uniform() -> None:
    puzzle = Binairo.from_clues(["1...", "....", "...1", "...."])
    sampled = litgrid.sample(puzzle, 200, seed=1, method="almost uniform")
    assert (sampled.status, sampled.method) == ("drawn", "almost uniform")
    assert set(drawn(sampled)) == answers_of(puzzle)
    assert np.array_equal(sampled.grids, litgrid.sample(puzzle, 200, seed=1, method="almost uniform").grids)


@needs_unigen
@pytest.mark.parametrize("method", sampling.METHODS)
def test_no_method_draws_where_there_is_no_answer(method: Method) -> None:
    for puzzle in (Gappy.empty(Shape(7, 7)), Gappy.empty(Shape(1, 1))):
        assert answers_of(puzzle) == set()
        assert litgrid.sample(puzzle, method=method).status == "none"


@needs_unigen
def test_what_unigen_prints_is_no_answer() -> None:
    puzzle = Gappy.empty(Shape(7, 7))  # which has no answer: UniGen says so, and ends
    system = System.of(puzzle.tables())
    deduction = deduce(system, puzzle.shape, Limit(None))
    asked = Asked(deduction.parts[0], deduction.grid, system.differs)
    with almost.AlmostUniform(asked, Limit(20)) as source, pytest.raises(litgrid.LitgridError, match="ended"):
        source.drawn(1, np.random.default_rng(0), Limit(20))


@needs_unigen
def test_almost_uniform_where_there_is_no_other_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uniform, "MOST_LISTED", 50)
    sampled = litgrid.sample(Binairo.empty(Shape(6, 6)), 3, most_states=100)
    assert sampled.method == "almost uniform"
    assert len(set(drawn(sampled))) == 3


@needs_unigen
def test_an_almost_uniform_draw_ends_with_its_time() -> None:
    sampled = litgrid.sample(Binairo.empty(Shape(20, 20)), 3, method="almost uniform", timeout=1)
    assert (sampled.status, len(sampled.grids)) == ("unknown", 0)
    assert sampled.seconds < 10


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("litgrid.counting.packages.find_spec", lambda _: None)
    with pytest.raises(litgrid.LitgridError, match=r"pip install 'litgrid\[sample\]'"):
        litgrid.sample(Binairo.empty(Shape(4, 4)), method="almost uniform")


def test_out_of_time_keeps_what_was_drawn() -> None:
    sampled = litgrid.sample(Binairo.empty(Shape(8, 8)), 10**9, timeout=2)
    assert sampled.status == "unknown"
    assert 0 < len(sampled.grids) < 10**9
    assert litgrid.sample(Binairo.empty(Shape(4, 4)), 1, timeout=0).status == "unknown"


def test_bad_arguments() -> None:
    puzzle = Binairo.empty(Shape(4, 4))
    for how in ({"number": -1}, {"seed": -1}, {"timeout": -1}, {"method": "random"}):
        with pytest.raises(litgrid.LitgridError, match="expected"):
            litgrid.sample(puzzle, **how)
    with pytest.raises(TypeError, match="expected a Puzzle"):
        litgrid.sample("binairo")  # type: ignore[arg-type]
