"""How many answers a board has, by programmes of the tests' own: row by row or cell by cell, states in a dictionary.

They are written from the rules of each kind, with nothing of litgrid, and share nothing with each other. A board of
eight rows takes seconds at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product


def binairo(rows: Sequence[str]) -> int:
    """Count without unique lines: a state is the last two rows, and how many ones each column has."""
    height, width = len(rows), len(rows[0])
    legal = [row for row in product((0, 1), repeat=width) if 2 * sum(row) == width and _no_three(row)]
    states: Counter[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = Counter({((), (), (0,) * width): 1})
    for row in rows:
        fitting = [line for line in legal if all(c in (".", str(v)) for c, v in zip(row, line, strict=True))]
        below = {
            two: [line for line in fitting if not two[0] or all(map(_no_three, zip(*two, line, strict=True)))]
            for two in {(above, last) for above, last, _ in states}
        }
        after: Counter[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = Counter()
        for (above, last, ones), ways in states.items():
            for line in below[above, last]:
                more = tuple(one + value for one, value in zip(ones, line, strict=True))
                if 2 * max(more) <= height:
                    after[last, line, more] += ways
        states = after
    return sum(ways for (_, _, ones), ways in states.items() if all(2 * one == height for one in ones))


def _no_three(row: Sequence[int]) -> bool:
    return not any(a == b == c for a, b, c in zip(row, row[1:], row[2:], strict=False))


def gappy(size: int, row_labels: Sequence[int | None], cells: Sequence[str], *, diagonals: bool = True) -> int:
    """Count with labels of rows alone: a state is the last row, and how many blacks each column has.

    ``diagonals``: whether black cells may not touch at a corner either.
    """
    reach = 1 if diagonals else 0
    states: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter({((), (0,) * size): 1})
    for row, label in zip(cells, row_labels, strict=True):
        after: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
        fitting = [
            (a, b)
            for a, b in combinations(range(size), 2)
            if b - a > 1
            and (label is None or b - a - 1 == label)
            and all(char == "?" or (char == "#") == (x in (a, b)) for x, char in enumerate(row))
        ]
        below = {
            above: [pair for pair in fitting if all(abs(x - y) > reach for x in pair for y in above)]
            for above in {above for above, _ in states}
        }
        for (above, blacks), ways in states.items():
            for pair in below[above]:
                if any(blacks[x] == 2 for x in pair):
                    continue
                after[pair, tuple(black + (x in pair) for x, black in enumerate(blacks))] += ways
        states = after
    return sum(ways for (_, blacks), ways in states.items() if set(blacks) == {2})


def light_up(rows: Sequence[str]) -> int:
    """Count cell by cell.

    Of each column since its last wall, and of the row, it is known whether there is a bulb, or a cell that still must
    be lit from there; of each number how many bulbs it misses.
    """
    height, width = len(rows), len(rows[0])
    numbers = [(y, x) for y in range(height) for x in range(width) if rows[y][x] in "01234"]
    # A run is "" where all is open, "o" with a bulb, "u" where a cell waits for one, "n" where none may come any more.
    begin = ("",) * width, "", tuple(int(rows[y][x]) for y, x in numbers)
    states: Counter[tuple[tuple[str, ...], str, tuple[int, ...]]] = Counter({begin: 1})
    for y, x in product(range(height), range(width)):
        after: Counter[tuple[tuple[str, ...], str, tuple[int, ...]]] = Counter()
        beside = [number for number, (v, u) in enumerate(numbers) if abs(v - y) + abs(u - x) == 1]
        for (columns, across, missing), ways in states.items():
            for bulb, down, right in _choices(rows[y][x], columns[x], "" if x == 0 else across):
                left = tuple(one - (bulb and number in beside) for number, one in enumerate(missing))
                if min(left, default=0) < 0 or (x == width - 1 and right == "u"):
                    continue
                after[(*columns[:x], down, *columns[x + 1 :]), right, left] += ways
        states = after
    return sum(ways for (columns, _, missing), ways in states.items() if "u" not in columns and not any(missing))


def _choices(char: str, down: str, right: str) -> Iterator[tuple[bool, str, str]]:
    """Yield whether there is a bulb in a cell, and what its column and its row are after it."""
    if char in "#01234":
        if "u" not in (down, right):
            yield False, "", ""
        return
    if char in ".o" and down not in ("o", "n") and right != "o":
        yield True, "o", "o"
    if char in ".x" and "o" in (down, right):
        yield False, down, right
    elif char in ".x":
        # Either its column has a bulb below, or not, and then its row has one further on.
        if down != "n":
            yield False, "u", right
        if down != "u":
            yield False, "n", "u"


def queens(rows: Sequence[str], *, diagonals: bool) -> int:
    """Count row by row: the columns and the diagonals that are taken."""
    size = len(rows)

    def placed(row: int, columns: frozenset[int], falling: frozenset[int], rising: frozenset[int]) -> int:
        if row == size:
            return 1
        found = 0
        for x in range(size):
            others = [char for place, char in enumerate(rows[row]) if place != x]
            if x in columns or rows[row][x] == "-" or "Q" in others:
                continue
            if diagonals and (row - x in falling or row + x in rising):
                continue
            found += placed(row + 1, columns | {x}, falling | {row - x}, rising | {row + x})
        return found

    return placed(0, frozenset(), frozenset(), frozenset())
