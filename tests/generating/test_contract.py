"""What every order promises: one answer, no needless clue, the level, the symmetry, and what else was asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, get_args

import numpy as np
import pytest

import litgrid
from litgrid.core.characters import free_of
from litgrid.core.grid import BoolArray, Shape
from litgrid.core.kind import Kind
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.symmetry import SymmetryName
from litgrid.formats import Record, formats, loads
from litgrid.generating import Order
from litgrid.improving.clues import Clues
from litgrid.improving.fewest import fewest
from litgrid.improving.rivals import ListedRivals
from litgrid.lab.generate import generated
from litgrid.puzzles import kinds
from litgrid.sat.cardinality import Encoding

BLANK = {"lightup": dict.fromkeys("01234", "#") | {"x": ".", "o": "."}, "binairo": {"0": ".", "1": "."}}
"""What stands in the place of a clue that is taken away."""
SKETCHERS = [kinds.get(name).sketcher for name in kinds.names() if kinds.get(name).sketcher]
MIRRORS: dict[str, Callable[[BoolArray], BoolArray]] = {
    "none": lambda cells: cells,
    "180": lambda cells: cells[::-1, ::-1],
    "mirror": lambda cells: cells[:, ::-1],
    "flip": lambda cells: cells[::-1],
    "90": np.rot90,
    "diagonal": np.transpose,
}


def made(number: int, kind: str, rows: int, columns: int, seed: int = 1, **wanted: Any) -> list[Record]:
    order = Order(kind, Shape(rows, columns), **wanted)
    records = list(islice(generated(order, number, seed), number))
    assert len({record.puzzle for record in records}) == number
    return records


def with_one_less(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the puzzle without each of its clues."""
    clues: Any = puzzle.clues
    switches = {name: getattr(puzzle, name) for name in puzzle.switches}
    if isinstance(clues, dict):
        for word in ("rows", "cols"):
            for place, label in enumerate(clues[word]):
                if label is not None:
                    yield type(puzzle).from_clues(
                        clues | {word: [*clues[word][:place], None, *clues[word][place + 1 :]]}
                    )
    rows = clues["grid"] or [] if isinstance(clues, dict) else clues
    blank = BLANK.get(puzzle.name, {"#": "?", ".": "?"})
    for place, row in enumerate(rows):
        for column, char in enumerate(row):
            if char in blank:
                fewer = [*rows[:place], row[:column] + blank[char] + row[column + 1 :], *rows[place + 1 :]]
                less: Any = clues | {"grid": fewer} if isinstance(clues, dict) else fewer
                yield type(puzzle).from_clues(less, **switches)


def check(record: Record, levels: tuple[int, int] = (1, 4), *, needed: bool = True) -> None:
    """Check one answer, by two engines and encodings, the level, and that no clue is needless."""
    puzzle = record.puzzle
    ways: tuple[tuple[str, Encoding], ...] = ("minisat22", "sequential"), ("glucose4", "totalizer")
    for engine, encoding in ways:
        verdict = litgrid.solve(puzzle, engine=engine, encoding=encoding)
        assert verdict.status == "unique"
        assert record.answer is not None
        assert (verdict.solutions[0] == record.answer).all()
    assert litgrid.grade(puzzle).level == record.level
    assert levels[0] <= int(record.level or 0) <= levels[1]
    for fewer in with_one_less(puzzle) if needed else ():
        if litgrid.solve(fewer).status == "unique":
            assert litgrid.grade(fewer).level > levels[1]  # it would be harder than what was asked for
    again = loads(formats.get("jsonl").write(record))
    assert again == puzzle


@pytest.mark.parametrize("levels", [(1, 1), (2, 2), (3, 4), (1, 4)])
@pytest.mark.parametrize(
    ("kind", "rows", "columns", "switches"),
    [
        ("lightup", 7, 7, {}),
        ("lightup", 6, 9, {}),
        ("binairo", 8, 8, {}),
        ("binairo", 6, 10, {}),
        ("binairo", 8, 8, {"unique_lines": False}),
        ("gappy", 9, 9, {}),
        ("gappy", 11, 11, {}),
    ],
)
def test_one_answer_no_needless_clue_and_the_level(
    kind: str, rows: int, columns: int, switches: dict[str, bool], levels: tuple[int, int]
) -> None:
    records = made(3, kind, rows, columns, levels=levels, switches=tuple(switches.items()))
    for record in records:
        assert record.puzzle.shape == Shape(rows, columns)
        assert all(getattr(record.puzzle, name) == value for name, value in switches.items())
        check(record, levels)


@pytest.mark.slow
@pytest.mark.parametrize("levels", [(low, high) for high in range(1, 5) for low in range(1, high + 1)])
@pytest.mark.parametrize(
    ("kind", "rows", "columns"), [("lightup", 10, 10), ("lightup", 5, 11), ("binairo", 8, 10), ("gappy", 10, 10)]
)
def test_the_level_and_the_answer_of_many(kind: str, rows: int, columns: int, levels: tuple[int, int]) -> None:
    """What is rare among them: levels that hang on which conflict is found, clues that were known too early."""
    for place, record in enumerate(made(60, kind, rows, columns, levels=levels)):
        check(record, levels, needed=place % 10 == 0)


def test_no_clue_is_needless_for_a_line_of_three_rules() -> None:
    """Leaving clues out knows nothing of the completions of lines: they must not be of level 2."""
    for record in made(24, "binairo", 10, 10, seed=77, levels=(2, 2), switches=(("unique_lines", False),)):
        check(record, (2, 2))


def walls(puzzle: Puzzle) -> BoolArray:
    assert isinstance(puzzle, Kind)
    return ~free_of(puzzle.grid, ".xo")


@pytest.mark.parametrize("symmetry", get_args(SymmetryName))
def test_walls_have_the_symmetry(symmetry: SymmetryName) -> None:
    for record in made(3, "lightup", 8, 8, symmetry=symmetry):
        there = walls(record.puzzle)
        assert (MIRRORS[symmetry](there) == there).all()
        check(record)


@pytest.mark.parametrize("symmetry", get_args(SymmetryName))
def test_given_cells_have_the_symmetry(symmetry: SymmetryName) -> None:
    for record in made(2, "binairo", 8, 8, symmetry=symmetry):
        there = record.puzzle.givens >= 0
        assert (MIRRORS[symmetry](there) == there).all()
        check(record, needed=symmetry == "none")  # else one goes only with its twins


@pytest.mark.parametrize("share", [0.15, 0.3])
def test_walls_are_about_as_many_as_asked(share: float) -> None:
    records = made(4, "lightup", 20, 20, walls=share)
    assert abs(np.mean([walls(record.puzzle).mean() for record in records]) - share) < 0.04


def test_walls_of_a_pattern() -> None:
    pattern = (".#...", "...#.", "#...#", ".#...", "...#.")
    (record,) = made(1, "lightup", 5, 5, pattern=pattern)
    assert (walls(record.puzzle) == [[char == "#" for char in row] for row in pattern]).all()
    check(record)


def test_given_cells_of_a_pattern() -> None:
    rng = np.random.default_rng(1)
    pattern = tuple("".join(".#"[int(cell)] for cell in row) for row in rng.random((8, 8)) < 0.4)
    (record,) = made(1, "binairo", 8, 8, pattern=pattern)
    marked = np.array([[char == "#" for char in row] for row in pattern])
    assert not ((record.puzzle.givens >= 0) & ~marked).any()
    check(record, needed=False)


def test_lines_of_a_pattern() -> None:
    pattern = ("##########", "#########.")
    (record,) = made(1, "gappy", 10, 10, pattern=pattern)
    clues: Any = record.puzzle.clues
    assert clues["cols"][9] is None
    check(record, needed=False)


@pytest.mark.parametrize(("kind", "size"), [("lightup", 7), ("gappy", 9)])
def test_all_clues(kind: str, size: int) -> None:
    for record in made(3, kind, size, size, clues="all"):
        text = json.dumps(record.puzzle.clues)
        assert "#" not in text
        assert "null" not in text.replace('"grid": null', "")
        check(record, needed=False)


@pytest.mark.parametrize(
    ("kind", "size", "technique"),
    [("lightup", 7, "starve-clue"), ("binairo", 8, "almost-twins"), ("gappy", 9, "shadow"), ("lightup", 7, "chain")],
)
def test_a_wanted_technique_is_taken(kind: str, size: int, technique: str) -> None:
    for record in made(2, kind, size, size, technique=technique):
        assert litgrid.grade(record.puzzle).techniques[technique]
        check(record)


def test_no_case_split() -> None:
    for record in made(4, "binairo", 10, 10, levels=(3, 4), split=False):
        assert "split" not in litgrid.grade(record.puzzle).techniques
        check(record, (3, 4), needed=False)


@pytest.mark.parametrize(("kind", "size"), [("lightup", 6), ("binairo", 6), ("gappy", 9)])
def test_fewest_clues(kind: str, size: int) -> None:
    """No fewer clues of the same answer fix it: compared with the way over a list of all answers of the board."""
    (record,) = made(1, kind, size, size, fewest=True)
    puzzle = record.puzzle
    board = puzzle.bare
    grids = np.array(list(litgrid.answers(board)))
    (place,) = np.flatnonzero((grids == record.answer).all(axis=(1, 2)))
    clues = Clues.of(board, grids[place])
    least = fewest(ListedRivals(clues.said(grids).T, int(place), clues.weights, Limit(None)))
    assert least is not None
    assert len(list(with_one_less(puzzle))) == least.weight
    check(record)


def test_the_fewest_clues_of_an_answer_vary() -> None:
    """There are 72 grids of side 4, each with several sets of four clues."""
    records = made(100, "binairo", 4, 4, fewest=True)
    assert len({np.asarray(record.answer).tobytes() for record in records}) <= 72
    assert all(len(list(with_one_less(record.puzzle))) == 4 for record in records)


def test_kinds_without_walls_have_no_share_of_them() -> None:
    assert {kind.name for kind in kinds if kind.usual_walls is not None} == {"lightup"}
    assert replace(Order("lightup", Shape(5, 5)), symmetry="none").walls == 0.2
