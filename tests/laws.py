"""The rules of every kind once more, one by one: as clauses, and as plain arithmetic.

Nothing here comes from litgrid but the clues of a puzzle as they are written. :mod:`tests.naive` says what an answer
is; here each single rule has a form of its own, so that it can be asked what some of them force without the others.
A cell is a number, row by row, and its variable that number plus one. ``tests/test_laws.py`` holds both forms against
each other and against :mod:`tests.naive`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any

from litgrid.core.puzzle import Puzzle

LOCAL = 1_000_000
"""Variables from here on are a law's own."""
Clause = tuple[int, ...]
Known = dict[int, int]
"""Cells and their values."""
Holds = Callable[[Sequence[int] | Mapping[int, int]], bool]
"""Whether a board obeys, of which at least the cells of the law have a value."""


@dataclass(frozen=True, eq=False)
class Law:
    """One rule.

    Attributes
    ----------
    kind
        what litgrid calls rules of this kind
    mark
        what litgrid's sentence for it must hold: no other rule of the puzzle with these cells has it
    cells
        the cells that it is about, ascending
    said
        makes what it says, as clauses over these cells
    holds
        what it says, by counting
    number
        the number that it is written with, where it is a clue
    at
        the cell that it is written in, or the rule of
    """

    kind: str
    mark: str
    cells: tuple[int, ...]
    said: Callable[[], Iterable[Clause]]
    holds: Holds
    number: int | None = None
    at: int | None = None

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """What it says, made when it is first asked: long lines that differ take many."""
        return tuple(self.said())


def never(kind: str, mark: str, cells: Iterable[int], number: int | None = None, at: int | None = None) -> Law:
    """Return a law that cannot hold."""
    return Law(kind, mark, tuple(sorted(cells)), lambda: [()], lambda _: False, number, at)


def between(cells: Sequence[int], low: int, high: int) -> tuple[Clause, ...]:
    """Say that so many of some cells are true: of any more than ``high`` one is not, and so on."""
    too_many = [tuple(-cell - 1 for cell in some) for some in combinations(cells, high + 1)]
    too_few = [tuple(cell + 1 for cell in some) for some in combinations(cells, len(cells) - low + 1)]
    return (*too_many, *too_few)


def counting(kind: str, mark: str, cells: Iterable[int], low: int, high: int, **more: int) -> Law:
    """Return the law that so many of some cells are true."""
    own = tuple(sorted(cells))

    def holds(all_: Sequence[int] | Mapping[int, int]) -> bool:
        return low <= sum(all_[cell] for cell in own) <= high

    return Law(kind, mark, own, lambda: between(own, low, high), holds, **more)


def given(cell: int, value: int, name: str, word: str) -> Law:
    """Return the law that a cell has a value."""
    return counting("given", f"{name} is given as {word}", [cell], value, value, at=cell)


def laws_of(puzzle: Puzzle) -> list[Law]:
    """Return the rules of a puzzle."""
    return list(LAWS[puzzle.name](puzzle))


def place(cell: int, width: int) -> str:
    """Return what litgrid calls a cell in English."""
    return f"r{cell // width + 1}c{cell % width + 1}"


def light_up(puzzle: Any) -> Iterator[Law]:
    """Yield walls, runs, lit cells, numbers and marks."""
    rows: list[str] = puzzle.clues
    width = len(rows[0])
    board = {(y, x): char for y, row in enumerate(rows) for x, char in enumerate(row)}
    free = {spot for spot, char in board.items() if char in ".ox"}
    number = {spot: spot[0] * width + spot[1] for spot in board}
    for (y, x), char in board.items():
        name = place(number[y, x], width)
        if char not in ".ox":
            yield counting("wall", f"the wall {name} ", [number[y, x]], 0, 0, at=number[y, x])
        if char in "ox":
            yield given(number[y, x], int(char == "o"), name, "bulb" if char == "o" else "no bulb")
        if char in "01234":
            around = [spot for spot in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)) if spot in free]
            mark = f"the {char} at {name} touches"
            count = int(char)
            if len(around) >= count:
                own = [number[spot] for spot in around]
                yield counting("number", mark, own, count, count, number=count, at=number[y, x])
            else:
                yield never("number", mark, [number[spot] for spot in around], count, number[y, x])
    yield from _light(free, width)


def _light(free: set[tuple[int, int]], width: int) -> Iterator[Law]:
    """Yield the runs, and that each free cell is lit from its own."""
    seen: dict[tuple[int, int], set[int]] = {spot: set() for spot in free}
    for down, right in ((0, 1), (1, 0)):
        for y, x in sorted(free):
            if (y - down, x - right) in free:
                continue
            run = []
            while (y, x) in free:
                run.append((y, x))
                y, x = y + down, x + right
            own = [row * width + column for row, column in run]
            yield counting("clash", f"the run {place(own[0], width)} to {place(own[-1], width)} ", own, 0, 1)
            for spot in run:
                seen[spot].update(own)
    for (y, x), cells in sorted(seen.items()):
        cell = y * width + x
        yield counting("dark", f"{place(cell, width)} is lit", cells, 1, len(cells), at=cell)


def binairo(puzzle: Any) -> Iterator[Law]:
    """Yield halves, threes, lines that differ, signs, and given digits."""
    pieces = puzzle.clues if isinstance(puzzle.clues, dict) else {"grid": puzzle.clues}
    rows: list[str] = pieces["grid"]
    height, width = len(rows), len(rows[0])
    across = [[y * width + x for x in range(width)] for y in range(height)]
    down = [[y * width + x for y in range(height)] for x in range(width)]
    for word, lines in (("row", across), ("column", down)):
        for number, line in enumerate(lines, 1):
            half = len(line) // 2
            yield counting("balance", f"{word} {number} holds", line, half, half)
            for three in zip(line, line[1:], line[2:], strict=False):
                mark = f"{place(three[0], width)} to {place(three[-1], width)} "
                yield counting("triple", mark, three, 1, 2)
        if puzzle.unique_lines:
            for (one, first), (other, second) in combinations(enumerate(lines, 1), 2):
                yield differing("twins", f"{word}s {one} and {other} ", first, second)
    yield from signs(pieces.get("across", ()), 1, width)
    yield from signs(pieces.get("down", ()), width, width)
    for cell, char in enumerate("".join(rows)):
        if char != ".":
            yield given(cell, int(char), place(cell, width), char)


def signs(rows: Sequence[str], step: int, width: int) -> Iterator[Law]:
    """Yield that cells so far apart are equal, or not, by the signs between them."""
    for first, char in ((y * width + x, char) for y, line in enumerate(rows) for x, char in enumerate(line)):
        if char != ".":
            yield signed(first, first + step, width, equal=char == "=")


def signed(first: int, second: int, width: int, *, equal: bool) -> Law:
    """Return the law that two cells are equal, or not."""
    one, other = first + 1, second + 1
    said: list[Clause] = [(one, -other), (-one, other)] if equal else [(one, other), (-one, -other)]
    mark = f"{place(first, width)} and {place(second, width)} are {'equal' if equal else 'not equal'}"

    def holds(values: Sequence[int] | Mapping[int, int]) -> bool:
        return (values[first] == values[second]) == equal

    return Law("sign", mark, (first, second), lambda: iter(said), holds)


def differing(kind: str, mark: str, first: Sequence[int], second: Sequence[int]) -> Law:
    """Return the law that two lines differ: at some place, for each of which there is a variable that says so."""

    def said() -> Iterator[Clause]:
        yield tuple(range(LOCAL, LOCAL + len(first)))
        for here, (one, other) in enumerate(zip(first, second, strict=True), LOCAL):
            yield (-here, one + 1, other + 1)
            yield (-here, -one - 1, -other - 1)

    def holds(all_: Sequence[int] | Mapping[int, int]) -> bool:
        return any(all_[one] != all_[other] for one, other in zip(first, second, strict=True))

    return Law(kind, mark, tuple(sorted({*first, *second})), said, holds)


def gappy(puzzle: Any) -> Iterator[Law]:
    """Yield pairs, blocks, labels and given cells."""
    clues = puzzle.clues
    size = len(clues["rows"])
    lines = [("row", number, [number * size + x for x in range(size)]) for number in range(size)]
    lines += [("column", number, [y * size + number for y in range(size)]) for number in range(size)]
    for (word, number, line), label in zip(lines, [*clues["rows"], *clues["cols"]], strict=True):
        if size < 2:
            yield never("pair", f"{word} {number + 1} holds", line)
        else:
            yield counting("pair", f"{word} {number + 1} holds", line, 2, 2)
        if label is not None:
            yield apart(f"{word} {number + 1} has {label} white", line, label)
    for y, x in product(range(size - 1), repeat=2):
        block = [y * size + x, y * size + x + 1, (y + 1) * size + x, (y + 1) * size + x + 1]
        yield counting("touch", f"the block {place(block[0], size)} to {place(block[-1], size)} ", block, 0, 1)
    for cell, char in enumerate("".join(clues["grid"] or [])):
        if char != "?":
            yield given(cell, int(char == "#"), place(cell, size), "black" if char == "#" else "white")


def apart(mark: str, line: Sequence[int], label: int) -> Law:
    """Return the law that a line has two black cells with so many white ones between them."""
    if len(line) < 2:
        return never("gap", mark, line, label)

    def said() -> Iterator[Clause]:
        yield from ((-a - 1, -b - 1) for (i, a), (j, b) in combinations(enumerate(line), 2) if j - i - 1 != label)
        yield from between(line, 2, 2)

    def holds(all_: Sequence[int] | Mapping[int, int]) -> bool:
        black = [number for number, cell in enumerate(line) if all_[cell]]
        return len(black) == 2 and black[1] - black[0] - 1 == label

    return Law("gap", mark, tuple(sorted(line)), said, holds, label)


def mosaic(puzzle: Any) -> Iterator[Law]:
    """Yield numbers and given cells."""
    rows, grid = (puzzle.clues["grid"], puzzle.clues["given"]) if isinstance(puzzle.clues, dict) else (puzzle.clues, [])
    width = len(rows[0])
    inside = set(product(range(len(rows)), range(width)))
    for y, x in sorted(inside):
        if rows[y][x] == ".":
            continue
        cell, count = y * width + x, int(rows[y][x])
        own = [row * width + column for row, column in inside if abs(row - y) < 2 and abs(column - x) < 2]
        mark = f"the {count} at {place(cell, width)} has"
        if len(own) >= count:
            yield counting("number", mark, own, count, count, number=count, at=cell)
        else:
            yield never("number", mark, own, count, cell)
    for cell, char in enumerate("".join(grid)):
        if char != "?":
            yield given(cell, int(char == "#"), place(cell, width), "black" if char == "#" else "white")


def queens(puzzle: Any) -> Iterator[Law]:
    """Yield rows, columns, diagonals and given queens, of the kind that the tests alone have."""
    rows: list[str] = puzzle.clues
    height, width = len(rows), len(rows[0])
    spots = [(y, x) for y in range(height) for x in range(width)]
    for y in range(height):
        yield counting("row", f"row {y + 1} holds", [y * width + x for x in range(width)], 1, 1)
    for x in range(width):
        yield counting("column", f"column {x + 1} holds", [y * width + x for y in range(height)], 1, 1)
    if puzzle.diagonals:
        ways = [[x - y for y, x in spots], [width - 1 - x - y for y, x in spots]]
        number = 0
        for way in ways:
            for offset in range(1 - height, width):
                number += 1
                line = [y * width + x for (y, x), own in zip(spots, way, strict=True) if own == offset]
                yield counting("diagonal", f"diagonal {number} holds", line, 0, 1)
    for cell, char in enumerate("".join(rows)):
        if char != ".":
            yield given(cell, int(char == "Q"), place(cell, width), "queen" if char == "Q" else "no queen")


def starbattle(puzzle: Any) -> Iterator[Law]:
    """Yield rows, columns, regions, blocks and given cells."""
    regions, stars, grid = (puzzle.clues[key] for key in ("regions", "stars", "grid"))
    height, width = len(regions), len(regions[0])
    holds = f"holds exactly {stars} star{'' if stars == 1 else 's'}"
    lines: list[tuple[str, str, list[int], dict[str, int]]] = []
    lines += [("row", f"row {y + 1} {holds}", [y * width + x for x in range(width)], {}) for y in range(height)]
    lines += [("column", f"column {x + 1} {holds}", [y * width + x for y in range(height)], {}) for x in range(width)]
    for letter in sorted(set("".join(regions))):
        own = [cell for cell, char in enumerate("".join(regions)) if char == letter]
        lines.append(("region", f"the region of {place(own[0], width)} {holds}", own, {"at": own[0]}))
    for kind, mark, own, at in lines:
        if len(own) >= stars:
            yield counting(kind, mark, own, stars, stars, number=stars, **at)
        else:
            yield never(kind, mark, own, stars, **at)
    for y, x in product(range(height - 1), range(width - 1)):
        block = [y * width + x, y * width + x + 1, (y + 1) * width + x, (y + 1) * width + x + 1]
        yield counting("touch", f"the block {place(block[0], width)} to {place(block[-1], width)} ", block, 0, 1)
    for cell, char in enumerate("".join(grid or [])):
        if char != "?":
            yield given(cell, int(char == "*"), place(cell, width), "star" if char == "*" else "no star")


LAWS: Mapping[str, Callable[[Any], Iterator[Law]]] = {
    "lightup": light_up,
    "binairo": binairo,
    "gappy": gappy,
    "mosaic": mosaic,
    "starbattle": starbattle,
    "eightqueens": queens,
}
"""For each kind, what yields its rules; the contracts fail for a kind that has none."""
