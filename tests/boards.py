"""Small random boards of every kind, each with all its answers from :mod:`tests.naive`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

from litgrid.core.characters import Grid
from litgrid.core.puzzle import Puzzle
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.gappy.kind import Gappy
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.puzzles.mosaic.kind import Mosaic
from litgrid.puzzles.starbattle.kind import StarBattle
from tests import naive
from tests.fakes import Queens
from tests.naive import Answer


@dataclass(frozen=True)
class Case:
    """A puzzle and all its answers."""

    puzzle: Puzzle
    answers: set[Answer]

    @property
    def status(self) -> str:
        """What solving it must say."""
        return ("none", "unique", "several")[min(len(self.answers), 2)]


def answers_of(puzzle: Puzzle) -> set[Answer]:
    """Return all answers of a small puzzle of a kind of ours, found without litgrid."""
    if isinstance(puzzle, LightUp):
        return naive.light_up_answers(puzzle.clues)
    if isinstance(puzzle, Binairo):
        said = puzzle.clues if isinstance(puzzle.clues, dict) else {"grid": puzzle.clues}
        pieces = (said["grid"], said.get("across", ()), said.get("down", ()))
        return naive.binairo_answers(*pieces, unique_lines=puzzle.unique_lines)
    if isinstance(puzzle, Gappy):
        clues = puzzle.clues
        return naive.gappy_answers(clues["rows"], clues["cols"], clues["grid"])
    if isinstance(puzzle, Mosaic):
        clues = puzzle.clues
        return (
            naive.mosaic_answers(clues["grid"], clues["given"])
            if isinstance(clues, dict)
            else naive.mosaic_answers(clues)
        )
    if isinstance(puzzle, StarBattle):
        clues = puzzle.clues
        return naive.star_battle_answers(clues["regions"], clues["stars"], clues["grid"])
    if isinstance(puzzle, Queens):
        return naive.queens_answers(puzzle.clues, diagonals=puzzle.diagonals)
    raise TypeError(f"tests.naive knows no {puzzle.name}: write its rules there")


def case_of(puzzle: Puzzle) -> Case:
    """Return a puzzle with its answers."""
    return Case(puzzle, answers_of(puzzle))


def as_answer(grid: Grid) -> Answer:
    """Return a grid as a plain tuple."""
    return tuple(int(value) for value in grid.ravel())


def as_grid(answer: Sequence[int], puzzle: Puzzle) -> Grid:
    """Return an answer as a grid."""
    return np.array(answer, dtype=np.int8).reshape(puzzle.shape.rows, puzzle.shape.columns)


@st.composite
def light_up(draw: st.DrawFn) -> Case:
    """Any board of up to 4 x 4 with at most 11 open cells."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = draw(st.lists(st.sampled_from("....##011234xo"), min_size=height * width, max_size=height * width))
    for place in [place for place, char in enumerate(cells) if char == "."][11:]:
        cells[place] = "#"
    return case_of(LightUp.from_clues(_cut(cells, width)))


@st.composite
def light_up_near(draw: st.DrawFn) -> Case:
    """A board of up to 4 x 4 whose numbers fit some bulbs, so that many have answers."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    size = height * width
    walls = draw(st.lists(st.sampled_from((True, False, False)), min_size=size, max_size=size))
    for place in [place for place, wall in enumerate(walls) if not wall][11:]:
        walls[place] = True
    cells = ["#" if wall else "." for wall in walls]
    answers = sorted(naive.light_up_answers(_cut(cells, width)))
    if answers:
        answer = draw(st.sampled_from(answers))
        for place in draw(st.sets(st.integers(0, size - 1))):
            if walls[place]:
                row, column = divmod(place, width)
                around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
                inside = [(y, x) for y, x in around if 0 <= y < height and 0 <= x < width]
                cells[place] = str(sum(answer[y * width + x] for y, x in inside))
    return case_of(LightUp.from_clues(_cut(cells, width)))


BINAIRO_SIZES = [(2, 2), (2, 4), (4, 2), (4, 4), (2, 6), (6, 2), (4, 6), (6, 4)]


@st.composite
def binairo(draw: st.DrawFn) -> Case:
    """A board of up to 4 x 6 with some cells of an answer given, perhaps some wrong ones, and perhaps signs."""
    height, width = draw(st.sampled_from(BINAIRO_SIZES))
    switches = draw(st.booleans())
    size = height * width
    answers = naive.all_binairo(height, width, unique_lines=draw(st.booleans()))
    answer = draw(st.sampled_from(answers)) if answers else (0,) * size
    given = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    cells = [str(value) if show else "." for value, show in zip(answer, given, strict=True)]
    for place in draw(st.sets(st.integers(0, size - 1), max_size=2)):
        cells[place] = "1" if answer[place] == 0 else "0"
    if draw(st.booleans()):
        return case_of(Binairo.from_clues(_cut(cells, width), unique_lines=switches))
    across, down = (_signs(draw, answer, height, width, step) for step in (1, width))
    clues = {"grid": _cut(cells, width), "across": _cut(across, width - 1), "down": _cut(down, width)}
    return case_of(Binairo.from_clues(clues, unique_lines=switches))


def _signs(draw: st.DrawFn, answer: Sequence[int], height: int, width: int, step: int) -> list[str]:
    """Return signs between cells so far apart that are side by side: most by an answer, and perhaps a wrong one."""
    cells = [cell for cell in range(height * width - step + 1) if step > 1 or (cell + 1) % width]
    cells = cells[: height * width - width if step > 1 else None]
    signs = ["="[answer[cell] ^ answer[cell + step] :] or "x" for cell in cells]
    shown = draw(st.lists(st.sampled_from((True, False, False)), min_size=len(signs), max_size=len(signs)))
    signs = [sign if show else "." for sign, show in zip(signs, shown, strict=True)]
    for place in draw(st.sets(st.integers(0, len(signs) - 1), max_size=1)):
        signs[place] = draw(st.sampled_from("=x"))
    return signs


@st.composite
def gappy(draw: st.DrawFn) -> Case:
    """A board of n = 1 to 9: labels and cells of an answer where there is one, some left out, perhaps some wrong."""
    size = draw(st.one_of(st.integers(8, 9), st.integers(1, 9)))
    most = max(size - 2, 0)
    answers = naive.all_gappy(size)
    labels: list[list[int | None]]
    if answers:
        answer = draw(st.sampled_from(answers))
        gaps = naive.gappy_gaps(answer)
        keep = draw(st.lists(st.booleans(), min_size=2 * size, max_size=2 * size))
        labels = [[gap if keep.pop() else None for gap in way] for way in (gaps[:size], gaps[size:])]
    else:
        answer = (0,) * (size * size)
        labels = [draw(st.lists(st.none() | st.integers(0, most), min_size=size, max_size=size)) for _ in range(2)]
    for place in draw(st.sets(st.integers(0, size - 1), max_size=1)):
        labels[0][place] = draw(st.integers(0, most))
    grid = ["?"] * (size * size)
    for place in draw(st.sets(st.integers(0, size * size - 1), max_size=4)):
        wrong = draw(st.sampled_from((False, False, False, True)))
        grid[place] = "#" if (answer[place] == 1) != wrong else "."
    clues: dict[str, Any] = {"rows": labels[0], "cols": labels[1], "grid": _cut(grid, size)}
    return case_of(Gappy.from_clues(clues))


@st.composite
def mosaic(draw: st.DrawFn) -> Case:
    """A board of up to 12 cells: most numbers of an answer, perhaps a wrong one, and perhaps some cells given."""
    height, width = draw(st.sampled_from([(1, 1), (1, 7), (5, 1), (2, 2), (2, 5), (3, 3), (3, 4), (4, 3)]))
    size = height * width
    answer = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    shown = draw(st.lists(st.sampled_from((True, True, False)), min_size=size, max_size=size))
    cells = ["."] * size
    for place in [place for place in range(size) if shown[place]]:
        row, column = divmod(place, width)
        near = [(y, x) for y in (row - 1, row, row + 1) for x in (column - 1, column, column + 1)]
        cells[place] = str(sum(answer[y * width + x] for y, x in near if 0 <= y < height and 0 <= x < width))
    for place in draw(st.sets(st.integers(0, size - 1), max_size=1)):
        cells[place] = draw(st.sampled_from("0123456789"))
    grid = ["?"] * size
    for place in draw(st.sets(st.integers(0, size - 1), max_size=3)):
        wrong = draw(st.sampled_from((False, False, False, True)))
        grid[place] = "#" if (answer[place] == 1) != wrong else "."
    return case_of(Mosaic.from_clues({"grid": _cut(cells, width), "given": _cut(grid, width)}))


@st.composite
def star_battle(draw: st.DrawFn) -> Case:
    """A board of up to 6 x 6, seldom two stars, or not square: regions around the stars of an answer, but for a few."""
    shapes = [(4, 4), (5, 5), (5, 5), (6, 6), (1, 1), (2, 3), (4, 5), (1, 7), (3, 3)]
    (height, width), stars = draw(st.sampled_from(shapes)), draw(st.sampled_from((1, 1, 1, 1, 2)))
    answers = naive.all_stars(height, width, 1)
    answer = draw(st.sampled_from(answers)) if answers else (1,) * (height * width)
    spots = [divmod(cell, width) for cell, value in enumerate(answer) if value]
    letters = []
    for cell in range(height * width):
        far = [abs(cell // width - y) + abs(cell % width - x) for y, x in spots]
        near = [number for number, distance in enumerate(far) if distance <= min(far) + 1]
        letters.append("ABCDEFG"[draw(st.sampled_from(near)) % 7])
    for cell in draw(st.sets(st.integers(0, height * width - 1), max_size=2)):
        letters[cell] = draw(st.sampled_from("ABh"))
    grid = ["?"] * (height * width)
    for cell in draw(st.sets(st.integers(0, height * width - 1), max_size=3)):
        wrong = draw(st.sampled_from((False, False, False, True)))
        grid[cell] = ".*"[(answer[cell] == 1) != wrong]
    clues = {"regions": _cut(letters, width), "stars": stars, "grid": _cut(grid, width)}
    return case_of(StarBattle.from_clues(clues))


@st.composite
def queens(draw: st.DrawFn) -> Case:
    """A board of n = 1 to 6, with and without diagonals, and some cells given, perhaps wrong ones."""
    size, diagonals = draw(st.integers(1, 6)), draw(st.booleans())
    cells = ["."] * (size * size)
    answers = sorted(naive.queens_answers(_cut(cells, size), diagonals=diagonals))
    answer = draw(st.sampled_from(answers)) if answers else (0,) * (size * size)
    for place in draw(st.sets(st.integers(0, size * size - 1), max_size=size)):
        wrong = draw(st.sampled_from((False, False, False, False, True)))
        cells[place] = "-Q"[answer[place] ^ wrong]
    return case_of(Queens.from_clues(_cut(cells, size), diagonals=diagonals))


def _cut(cells: Sequence[str], width: int) -> list[str]:
    return ["".join(cells[start : start + width]) for start in range(0, len(cells), width)]


BOARDS: dict[str, Callable[[], st.SearchStrategy[Case]]] = {
    "lightup": lambda: st.one_of(light_up(), light_up_near()),
    "binairo": binairo,
    "gappy": gappy,
    "mosaic": mosaic,
    "starbattle": star_battle,
}
"""For each kind of ours, its random boards; the contract tests fail for a kind that has none."""

EVERY_BOARD: dict[str, Callable[[], st.SearchStrategy[Case]]] = {**BOARDS, "eightqueens": queens}
"""The same, and the kind that the tests alone have."""
