"""Each technique is what docs/explaining.md says it is: by a definition of the tests' own, and on boards made by hand.

The boards are the shapes by which players know a technique; beside each is one where it just does not apply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import combinations, product

import numpy as np
import pytest

import litgrid
from litgrid.core.puzzle import Puzzle
from litgrid.explaining import Step
from litgrid.puzzles import kinds
from tests import naive
from tests.explaining.techniques import DEFINITIONS
from tests.explaining.walks import Moment, Walk, moments
from tests.fakes import Queens


def is_named_rightly(moment: Moment) -> bool:
    """Whether a step is what its name means, of all that one rule decides, and of some cell that several do.

    What the same rules decide besides may follow in another way. Of single rules that are told together each is what a
    technique of one rule means, the first one that of the step's name.
    """
    puzzle = moment.walk.puzzle
    definition = DEFINITIONS[puzzle.name, moment.step.technique]
    if moment.step.cost == 1:
        first, *others = moment.singles
        names = {t.name for t in puzzle.techniques if t.thought or t.name == moment.step.technique}
        names |= {t.thought for t in puzzle.techniques if t.name == moment.step.technique and t.thought}
        return definition(first) and all(
            any(DEFINITIONS[puzzle.name, name](other) for name in names if fits(puzzle, name, other))
            for other in others
        )
    return definition(moment) or (
        len(moment.laws) > 1 and any(definition(moment.about(cell)) for cell in moment.step.cells)
    )


def fits(puzzle: Puzzle, name: str, moment: Moment) -> bool:
    """Whether a technique of that name is of the kind of the one rule of a step."""
    (law,) = moment.laws
    return any(technique.kinds == (law.kind,) for technique in puzzle.techniques if technique.name == name)


def test_every_technique_has_a_definition() -> None:
    names = {(kind.name, technique.name) for kind in kinds for technique in kind.techniques}
    assert names == set(DEFINITIONS)


@pytest.mark.parametrize("kind", kinds.names())
def test_each_named_step_is_what_its_name_means(kind: str) -> None:
    met = set()
    for moment in moments(kind):
        if moment.step.named:
            assert is_named_rightly(moment), str(moment)
            met.add(moment.step.technique)
    assert len(met) >= min(5, len(kinds.get(kind).techniques))


# By hand: a board, and the cells (row and column from 1) that its technique decides there; and one a little different


def gappy(rows: dict[int, int], *grid: str) -> Puzzle:
    """Return a board of ten rows, some of which have labels, and whose first rows are given."""
    labels = [rows.get(row) for row in range(1, 11)]
    cells = [row.ljust(10, "?") for row in [*grid, *[""] * (10 - len(grid))]]
    return kinds.get("gappy").from_clues({"rows": labels, "cols": [None] * 10, "grid": cells})


def light_up(*rows: str) -> Puzzle:
    return kinds.get("lightup").from_clues(list(rows))


def binairo(*rows: str, unique_lines: bool = True) -> Puzzle:
    """Return a square board whose first rows are given."""
    width = len(rows[0])
    cells = [*rows, *["." * width] * (width - len(rows))]
    return kinds.get("binairo").from_clues(cells, unique_lines=unique_lines)


Cells = dict[tuple[int, int], int]
HAND: list[tuple[str, Puzzle, Cells, Puzzle]] = [
    ("run", light_up("o.."), {(1, 2): 0, (1, 3): 0}, light_up("o#.")),
    ("clue-met", light_up("0.", ".."), {(1, 2): 0, (2, 1): 0}, light_up("1.", "..")),
    ("clue-full", light_up("2.", ".."), {(1, 2): 1, (2, 1): 1}, light_up("1.", "..")),
    ("last-candidate", light_up(".#.", "###", ".#."), {(1, 1): 1}, light_up("..#", "###", ".#.")),
    # A bulb at a diagonal of a 3 would see two of its four cells; a 2 can spare two.
    ("starve-clue", light_up(".....", ".....", "..3..", ".....", "....."), {(2, 2): 0}, light_up("...", ".2.", "...")),
    # The cell that is marked can be lit from two cells, both of which a bulb at r2c2 would see.
    ("starve-cell", light_up("x.", ".."), {(2, 2): 0}, light_up("..", "..")),
    # A bulb at r3c4 would meet the 1, whose other cells are all that can light r2c2.
    (
        "starve-cell-by-clue",
        light_up("##.#", "#x.#", "..1.", "###."),
        {(3, 4): 0},
        light_up("##.#", "#..#", "..1.", "###."),
    ),
    # Of two cells that both numbers touch, the 2 needs one at least, which is all that the 1 may have.
    (
        "shared-cells",
        light_up("....", "..2#", ".1..", "...."),
        {(3, 1): 0, (4, 2): 0},
        light_up("....", "..1#", ".1..", "...."),
    ),
    # The 1 takes but one of the two cells that both touch, so that the 2 needs its third.
    ("clues-together", light_up("....", "..2#", "#1..", ".#.."), {(1, 3): 1}, light_up("....", "..1#", "#1..", ".#..")),
    ("triple", binairo("00.."), {(1, 3): 1}, binairo("01..")),
    ("triple", binairo("0.0."), {(1, 2): 1}, binairo("0..0..")),
    ("last-cell", binairo("010."), {(1, 4): 1}, binairo("01..")),
    ("half", binairo("00.0.."), {(1, 5): 1, (1, 6): 1}, binairo("0..0..")),
    # The second row would equal the first, where lines must differ.
    ("almost-twins", binairo("0110", "01.."), {(2, 3): 0}, binairo("0110", "01..", unique_lines=False)),
    # One 1 is left, and one of three cells without any must have it.
    ("last-one", binairo("1....1"), {(1, 2): 0, (1, 5): 0}, binairo("1.....")),
    # Two are left for two such windows.
    ("windows", binairo("1.......11"), {(1, 2): 0}, binairo("1........1")),
    ("touch", gappy({}, "#"), {(1, 2): 0, (2, 1): 0, (2, 2): 0}, gappy({}, ".")),
    ("placements", gappy({1: 8}), {(1, 1): 1, (1, 10): 1, (1, 2): 0}, gappy({1: 1})),
    ("pair", gappy({}, "#??#"), {(1, 6): 0, (1, 10): 0}, gappy({}, "#")),
    # Columns 1 and 9, or 2 and 10: a black cell at r1c1 touches one of either. A label of 6 has a third place.
    ("shadow", gappy({2: 7}), {(1, 1): 0, (3, 10): 0}, gappy({2: 5})),
]


def deciding(puzzle: Puzzle, cell: tuple[int, int]) -> Step | None:
    """Return the step that decides a cell, if one does."""
    number = (cell[0] - 1) * puzzle.shape.columns + cell[1] - 1
    steps = litgrid.explain(puzzle).steps
    return next((step for step in steps if number in dict(step.cells)), None)


@pytest.mark.parametrize(("name", "puzzle", "cells", "other"), HAND, ids=[name for name, *_ in HAND])
def test_by_hand(name: str, puzzle: Puzzle, cells: Cells, other: Puzzle) -> None:
    for cell, value in cells.items():
        step = deciding(puzzle, cell)
        assert step is not None
        assert step.technique == name
        assert dict(step.cells)[(cell[0] - 1) * puzzle.shape.columns + cell[1] - 1] == value
        if other.shape == puzzle.shape:
            instead = deciding(other, cell)
            assert instead is None or instead.technique != name


def test_a_fish_by_hand() -> None:
    """Rows 2 and 5 have a black cell each, and only columns 4 and 7 for the other; these have one each already."""
    side = 12
    rows = {2: "#..?..?.....", 5: "#..?..?.....", 9: "???#????????", 11: "??????#?????"}

    def board(**other: str) -> Puzzle:
        cells = [other.get(f"row{row}", rows.get(row, "?" * side)) for row in range(1, side + 1)]
        return kinds.get("gappy").from_clues({"rows": [None] * side, "cols": [None] * side, "grid": cells})

    step = deciding(board(), (1, 4))
    assert step is not None
    assert step.technique == "fish"
    assert [rule.sentence.split(" holds")[0] for rule in step.rules] == ["row 2", "row 5", "column 4", "column 7"]
    # Where column 7 has room for two, row 5 could have one there and row 2 another.
    instead = deciding(board(row11="?" * side), (12, 7))
    assert instead is None or instead.technique != "fish"


def test_twins_alone_say_nothing_that_halves_do_not() -> None:
    """Two lines that are equal but for one open cell: that cell is the last of its line, and its digit the missing one.

    So the rule by itself is met only where halves already fail.
    """
    puzzle = binairo("0110", "011.")
    assert litgrid.explain(puzzle).status == "none"
    assert not naive.binairo_answers(puzzle.clues, unique_lines=True)
    apart = binairo("0110", "010.")
    step = deciding(apart, (2, 4))
    assert step is not None
    assert step.technique == "last-cell"


Line = tuple[int, ...]
"""Cells of a line, 1, 0, or -1."""


def broken_by(line: Line, rules: Collection[tuple[int, ...]]) -> bool:
    """Whether rules, each some cells of which so many are 1 as are 0 or, of three, one at least of either, break."""
    cells = list(line)
    while True:
        before = tuple(cells)
        for rule in rules:
            most = 2 if len(rule) == 3 else len(rule) // 2
            for digit in (0, 1):
                there = sum(cells[cell] == digit for cell in rule)
                if there > most:
                    return True
                if there == most:
                    cells = [1 - digit if at in rule and one < 0 else one for at, one in enumerate(cells)]
        if before == tuple(cells):
            return False


@pytest.mark.parametrize("size", [4, 6, 8])
def test_what_windows_would_refute_by_a_chain_two_rules_decide_before(size: int) -> None:
    """So steps by windows are of level 3: in every state of a line; two lines have but one cell in common."""
    balance = tuple(range(size))
    threes = [(cell, cell + 1, cell + 2) for cell in range(size - 2)]
    fewer, more = ([(balance, *some) for some in combinations(threes, number)] for number in (1, 2))
    left = 0
    for line in product((-1, 0, 1), repeat=size):
        tries = [(*line[:at], digit, *line[at + 1 :]) for at, one in enumerate(line) if one < 0 for digit in (0, 1)]
        if tries and not any(broken_by(one, rules) for rules in fewer for one in tries):
            left += 1
            assert not any(broken_by(one, rules) for rules in more for one in tries), line
    assert left > 0


# What has no name


def test_few_rules_without_a_name_are_together() -> None:
    """A queen at r1c1 would take both cells that are left in row 2: row, column, diagonal."""
    puzzle = _queens("....", "..--", "....", "....")
    step = deciding(puzzle, (1, 1))
    assert step is not None
    assert (step.technique, step.named, step.level) == ("together", False, 2)
    assert Counter(rule.kind for rule in step.rules) == {"row": 1, "column": 1, "diagonal": 1}


def _queens(*rows: str) -> Puzzle:
    return Queens.from_clues(list(rows))


@pytest.mark.parametrize("name", ["gappy-9x9-lean-1", "binairo-8x8-lean-3", "lightup-10x10-lean-3"])
def test_lines_and_splits_of_real_puzzles(name: str) -> None:
    """A line is one count that holds the cells of all its other rules, those of finished lines that differ aside."""
    record = next(record for record in litgrid.examples() if record.id == name)
    walk = Walk.of(record.puzzle)
    for moment in walk.moments:
        if moment.step.technique == "line":
            main = max((law for law in moment.laws if law.kind != "twins"), key=lambda law: len(law.cells))
            for law in moment.laws:
                if law.kind == "twins":
                    assert set(main.cells) < set(law.cells)
                    assert set(law.cells) - set(main.cells) <= moment.known.keys()
                else:
                    assert set(law.cells) <= set(main.cells)
            assert {cell for cell, _ in moment.step.cells} <= set(main.cells)
        if moment.step.technique == "split":
            assert moment.step.level == 4


def test_a_start_may_be_any_array_of_numbers() -> None:
    puzzle = light_up("0.", "..")
    start = np.array([[-1, 0], [-1, -1]])
    assert litgrid.hint(puzzle, start).steps[0].cells == [(2, 0)]
