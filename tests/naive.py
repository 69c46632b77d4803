"""The rules of all puzzles once more, in the most naive way, and all answers of small boards.

Nothing here comes from litgrid: the rules are written down from their descriptions, with plain loops, so that what
litgrid answers can be compared with something that knows nothing of it. An answer is a tuple of 0 and 1, row by row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import isqrt

Answer = tuple[int, ...]


def light_up_answers(rows: Sequence[str]) -> set[Answer]:
    """``.`` free, ``o`` given bulb, ``x`` marked as none, ``#`` wall, ``0`` to ``4`` numbered wall."""
    choices = [{".": (0, 1), "o": (1,)}.get(char, (0,)) for row in rows for char in row]
    return {answer for answer in product(*choices) if _light_up(rows, answer)}


def _light_up(rows: Sequence[str], answer: Answer) -> bool:
    height, width = len(rows), len(rows[0])
    inside = [(row, column) for row in range(height) for column in range(width)]
    bulbs = {place for place, value in zip(inside, answer, strict=True) if value}
    for row, column in inside:
        char = rows[row][column]
        if char in "01234":
            around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            if sum(place in bulbs for place in around) != int(char):
                return False
        elif char != "#":
            seen = 0
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                y, x = row + down, column + right
                while 0 <= y < height and 0 <= x < width and rows[y][x] not in "#01234":
                    seen += (y, x) in bulbs
                    y, x = y + down, x + right
            if ((row, column) in bulbs) == (seen > 0):
                return False  # a bulb that another bulb lights, or a cell that none lights
    return True


def mosaic_answers(rows: Sequence[str], given: Sequence[str] | None = None) -> set[Answer]:
    """Digits and ``.`` for no number; in the other grid ``#`` black, ``.`` white, ``?`` open."""
    choices = [
        {"#": (1,), ".": (0,)}.get(char, (0, 1)) for row in given or ["?" * len(row) for row in rows] for char in row
    ]
    return {answer for answer in product(*choices) if _mosaic(rows, answer)}


def _mosaic(rows: Sequence[str], answer: Answer) -> bool:
    width = len(rows[0])
    inside = [(row, column) for row in range(len(rows)) for column in range(width)]
    black = {place for place, value in zip(inside, answer, strict=True) if value}
    for row, column in inside:
        if rows[row][column] != ".":
            counted = [(y, x) in black for y in range(row - 1, row + 2) for x in range(column - 1, column + 2)]
            if sum(counted) != int(rows[row][column]):
                return False
    return True


def star_battle_answers(regions: Sequence[str], stars: int, grid: Sequence[str] | None = None) -> set[Answer]:
    """Letters of regions; in the grid ``*`` a star, ``.`` none, ``?`` open."""
    width, letters = len(regions[0]), "".join(regions)
    clues = "?" * len(letters) if grid is None else "".join(grid)
    answers = set()
    for answer in all_stars(len(regions), width, stars):
        inside = Counter(letter for letter, value in zip(letters, answer, strict=True) if value)
        if all(inside[letter] == stars for letter in letters) and all(
            clue in ("?", ".*"[value]) for clue, value in zip(clues, answer, strict=True)
        ):
            answers.add(answer)
    return answers


@cache
def all_stars(height: int, width: int, stars: int) -> list[Answer]:
    """All ways to put so many stars in each row and each column so that none touch, whatever the regions are."""
    legal = [
        columns
        for columns in combinations(range(width), stars)
        if all(other - one > 1 for one, other in pairwise(columns))
    ]
    found: list[list[tuple[int, ...]]] = [[]]
    for _ in range(height):
        found = [
            [*rows, columns]
            for rows in found
            for columns in legal
            if not rows or all(abs(one - other) > 1 for one in rows[-1] for other in columns)
            if all(sum(column in row for row in rows) < stars for column in columns)
        ]
    answers = [tuple(int(column in row) for row in rows for column in range(width)) for rows in found]
    return [answer for answer in answers if all(sum(answer[x::width]) == stars for x in range(width))]


def queens_answers(rows: Sequence[str], *, diagonals: bool) -> set[Answer]:
    """``Q`` a queen, ``-`` none, ``.`` open: one in each row and each column; with ``diagonals`` none sees another."""
    height, width = len(rows), len(rows[0])
    answers = set()
    for places in permutations(range(width)) if height == width else []:
        seen = (
            {(row - column) for row, column in enumerate(places)},
            {row + column for row, column in enumerate(places)},
        )
        if diagonals and any(len(lines) < width for lines in seen):
            continue
        answer = tuple(int(column == queen) for queen in places for column in range(width))
        if all(char in (".", "-Q"[value]) for char, value in zip("".join(rows), answer, strict=True)):
            answers.add(answer)
    return answers


def binairo_answers(
    rows: Sequence[str], across: Sequence[str] = (), down: Sequence[str] = (), *, unique_lines: bool
) -> set[Answer]:
    """``0``, ``1``, ``.`` for an open cell; ``=``, ``x``, ``.`` between the cells of each row, and of each column."""
    clues, width = "".join(rows), len(rows[0])
    signs = [(row * width + column, 1, char) for row, line in enumerate(across) for column, char in enumerate(line)]
    signs += [(row * width + column, width, char) for row, line in enumerate(down) for column, char in enumerate(line)]
    return {
        answer
        for answer in all_binairo(len(rows), len(rows[0]), unique_lines=unique_lines)
        if all(clue in (".", str(value)) for clue, value in zip(clues, answer, strict=True))
        if all((answer[cell] == answer[cell + step]) == (char == "=") for cell, step, char in signs if char != ".")
    }


@cache
def all_binairo(height: int, width: int, *, unique_lines: bool) -> list[Answer]:
    """All filled grids."""
    legal = [line for line in product((0, 1), repeat=width) if _binairo_line(line)]
    return [
        tuple(value for row in rows for value in row)
        for rows in product(legal, repeat=height)
        if binairo_obeys(rows, unique_lines=unique_lines)
    ]


def binairo_obeys(rows: Sequence[Sequence[int]], *, unique_lines: bool) -> bool:
    """Return whether a filled grid is right."""
    columns = list(zip(*rows, strict=True))
    if unique_lines and any(len({tuple(line) for line in lines}) < len(lines) for lines in (rows, columns)):
        return False
    return all(_binairo_line(tuple(line)) for line in [*rows, *columns])


@cache
def _binairo_line(line: tuple[int, ...]) -> bool:
    three_alike = any(line[place] == line[place + 1] == line[place + 2] for place in range(len(line) - 2))
    return 2 * sum(line) == len(line) and not three_alike


def gappy_answers(
    rows: Sequence[int | None], columns: Sequence[int | None], grid: Sequence[str] | None = None
) -> set[Answer]:
    """Labels, ``None`` for none; in the grid ``#`` black, ``.`` white, ``?`` open."""
    size = len(rows)
    clues = "?" * (size * size) if grid is None else "".join(grid)
    answers = set()
    given = [(cell, int(clue == "#")) for cell, clue in enumerate(clues) if clue != "?"]
    labels = [(line, label) for line, label in enumerate([*rows, *columns]) if label is not None]
    for answer in all_gappy(size):
        gaps = gappy_gaps(answer)
        if all(gaps[line] == label for line, label in labels) and all(answer[cell] == value for cell, value in given):
            answers.add(answer)
    return answers


@cache
def gappy_gaps(answer: Answer) -> list[int]:
    """Return how many cells are between the two black ones of each row, then of each column."""
    size = isqrt(len(answer))
    lines = [answer[row * size : (row + 1) * size] for row in range(size)]
    return [_gap(line) for line in [*lines, *zip(*lines, strict=True)]]


def _gap(line: Sequence[int]) -> int:
    first, second = (place for place, value in enumerate(line) if value)
    return second - first - 1


@cache
def all_gappy(size: int) -> list[Answer]:
    """All grids: two black cells in each row and column, none touching another, even diagonally."""
    pairs = [(one, other) for one, other in combinations(range(size), 2) if other - one > 1]
    below = {pair: [two for two in pairs if all(abs(a - b) > 1 for a in pair for b in two)] for pair in pairs}

    def grids(rows: list[tuple[int, int]], blacks: list[int]) -> Iterator[Answer]:
        if len(rows) == size:
            yield tuple(int(column in row) for row in rows for column in range(size))
            return
        for pair in below[rows[-1]] if rows else pairs:
            after = [black + (column in pair) for column, black in enumerate(blacks)]
            if max(after) <= 2 and all(2 - black < size - len(rows) for black in after):
                yield from grids([*rows, pair], after)

    return list(grids([], [0] * size))
