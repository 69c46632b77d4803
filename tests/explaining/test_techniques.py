"""Each technique is what docs/explaining.md says it is: by a definition of the tests' own, and on boards made by hand.

The boards are the shapes by which players know a technique; beside each is one where it just does not apply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

import litgrid
from litgrid.core.puzzle import Puzzle
from litgrid.explaining import Step
from litgrid.puzzles import kinds
from tests import naive
from tests.explaining.walks import Moment, Walk, moments
from tests.fakes import Queens
from tests.laws import Law

Definition = Callable[[Moment], bool]


# What a definition asks


def of(moment: Moment, kind: str) -> list[Law]:
    """Return the rules of a kind that a step names."""
    return [law for law in moment.laws if law.kind == kind]


def only(moment: Moment, *wanted: str, more: str = "") -> bool:
    """Whether a step names one rule of each kind wanted, and besides only, but at least one, of the kind ``more``."""
    there = Counter(law.kind for law in moment.laws)
    extra = there.pop(more, 0) if more else 0
    return there == Counter(wanted) and bool(extra) == bool(more)


def gives(moment: Moment, value: int) -> bool:
    """Whether all that a step decides has this value."""
    return all(one == value for _, one in moment.cells)


def open_of(law: Law, moment: Moment) -> list[int]:
    """Return the cells of a rule that are not known before the step."""
    return [cell for cell in law.cells if cell not in moment.known]


def missing(law: Law, moment: Moment) -> int:
    """Return how many bulbs a number still needs."""
    assert law.number is not None
    return law.number - sum(moment.known.get(cell, 0) for cell in law.cells)


def seen_from(cell: int, moment: Moment, kind: str) -> set[int]:
    """Return the other cells of those rules of a kind that a cell is in."""
    return {other for law in of(moment, kind) if cell in law.cells for other in law.cells} - {cell}


def in_all(moment: Moment, kinds_: tuple[str, ...]) -> bool:
    """Whether each cell that is decided is in all rules of some kinds."""
    return all(cell in law.cells for cell, _ in moment.cells for law in moment.laws if law.kind in kinds_)


# Light Up


def run(moment: Moment) -> bool:
    """A bulb is the only one in its runs."""
    (law,) = of(moment, "clash")
    return only(moment, "clash") and gives(moment, 0) and [moment.known.get(cell) for cell in law.cells].count(1) == 1


def clue_met(moment: Moment) -> bool:
    (law,) = of(moment, "number")
    return only(moment, "number") and gives(moment, 0) and missing(law, moment) == 0


def clue_full(moment: Moment) -> bool:
    (law,) = of(moment, "number")
    return only(moment, "number") and gives(moment, 1) and missing(law, moment) == len(open_of(law, moment))


def last_candidate(moment: Moment) -> bool:
    """One cell is left that can light another."""
    (law,) = of(moment, "dark")
    return only(moment, "dark") and moment.cells == [(open_of(law, moment)[0], 1)] and not clue_of(law, moment)


def clue_of(law: Law, moment: Moment) -> int:
    """Return how many cells of a rule are known to be true."""
    return sum(moment.known.get(cell, 0) for cell in law.cells)


def starve_clue(moment: Moment) -> bool:
    """A bulb would see too many of the cells that a number needs."""
    (law,) = of(moment, "number")
    for cell, _ in moment.cells:
        left = set(open_of(law, moment)) - seen_from(cell, moment, "clash")
        if len(left) >= missing(law, moment):
            return False
    return only(moment, "number", more="clash") and gives(moment, 0)


def starve_cell(moment: Moment) -> bool:
    """A bulb would see all cells that can light another, and not light it."""
    (law,) = of(moment, "dark")
    seen = all(set(open_of(law, moment)) <= seen_from(cell, moment, "clash") for cell, _ in moment.cells)
    return only(moment, "dark", more="clash") and gives(moment, 0) and seen and not clue_of(law, moment)


def starve_cell_by_clue(moment: Moment) -> bool:
    """A bulb would meet a number, whose other cells are all, or with those it sees, that can light a cell."""
    (law,) = of(moment, "dark")
    for cell, _ in moment.cells:
        gone = seen_from(cell, moment, "clash") | seen_from(cell, moment, "number")
        met = all(missing(number, moment) == 1 for number in of(moment, "number"))
        if not met or not set(open_of(law, moment)) <= gone or cell in law.cells:
            return False
    return bool(of(moment, "number")) and gives(moment, 0) and in_all(moment, ("number", "clash"))


def shared_cells(moment: Moment) -> bool:
    """A bulb would meet a number, and leave another too few cells."""
    for cell, _ in moment.cells:
        met = [law for law in of(moment, "number") if cell in law.cells and missing(law, moment) == 1]
        gone = {other for law in met for other in law.cells} | seen_from(cell, moment, "clash")
        starved = [
            law
            for law in of(moment, "number")
            if len(set(open_of(law, moment)) - (gone - {cell})) < missing(law, moment)
        ]
        if not met or not starved:
            return False
    return gives(moment, 0) and {law.kind for law in moment.laws} <= {"number", "clash"}


def clues_together(moment: Moment) -> bool:
    return len(of(moment, "number")) >= 2 and {law.kind for law in moment.laws} <= {"number", "clash"}


def clue_and_cell(moment: Moment) -> bool:
    return bool(of(moment, "number") and of(moment, "dark")) and {law.kind for law in moment.laws} <= {
        "number",
        "dark",
        "clash",
    }


# Binairo


def triple(moment: Moment) -> bool:
    """Two alike and the third, in the middle too."""
    (law,) = of(moment, "triple")
    alike = {moment.known[cell] for cell in law.cells if cell in moment.known}
    return only(moment, "triple") and moment.cells == [(open_of(law, moment)[0], 1 - alike.pop())] and not alike


def last_cell(moment: Moment) -> bool:
    (law,) = of(moment, "balance")
    return only(moment, "balance") and len(open_of(law, moment)) == len(moment.cells) == 1


def half(moment: Moment) -> bool:
    """A digit is all there; the cells that are left have the other."""
    (law,) = of(moment, "balance")
    values = [moment.known[cell] for cell in law.cells if cell in moment.known]
    ((_, value), *others) = moment.cells
    decided = [cell for cell, _ in moment.cells] == open_of(law, moment)
    return only(moment, "balance") and bool(others) and decided and values.count(1 - value) == len(law.cells) // 2


def almost_twins(moment: Moment) -> bool:
    """A line would equal another that is finished."""
    (law,) = of(moment, "twins")
    lines = [set(one.cells) for one in of(moment, "balance")]
    return {one.kind for one in moment.laws} <= {"twins", "balance", "triple"} and any(
        line <= set(law.cells) for line in lines
    )


def last_one(moment: Moment) -> bool:
    """The last digit of its sort in a line is needed in one of three cells: no other cell of the line has it."""
    (line,), (three,) = of(moment, "balance"), of(moment, "triple")
    values = [moment.known[cell] for cell in line.cells if cell in moment.known]
    for cell, value in moment.cells:
        used_up = values.count(1 - value) == len(line.cells) // 2 - 1
        without = all(moment.known.get(other, value) == value for other in three.cells)
        if cell in three.cells or not used_up or not without:
            return False
    return only(moment, "balance", "triple") and set(three.cells) <= set(line.cells)


def windows(moment: Moment) -> bool:
    """The last digits of a line are needed in as many threes."""
    (line,) = of(moment, "balance")
    return only(moment, "balance", more="triple") and all(
        set(one.cells) <= set(line.cells) for one in of(moment, "triple")
    )


# Gappy


def touch(moment: Moment) -> bool:
    (law,) = of(moment, "touch")
    return only(moment, "touch") and gives(moment, 0) and clue_of(law, moment) == 1


def places_of(law: Law, moment: Moment) -> list[tuple[int, int]]:
    """Return the two cells that can be black in a line, in all ways that it still allows."""
    found = []
    for one, first in enumerate(law.cells):
        for other in range(one + 2, len(law.cells)):
            pair = first, law.cells[other]
            fits = all((cell in pair) == moment.known[cell] for cell in law.cells if cell in moment.known)
            if fits and (law.number is None or other - one - 1 == law.number):
                found.append(pair)
    return found


def placements(moment: Moment) -> bool:
    """Black in all places of a label, white in none of them."""
    (law,) = of(moment, "gap")
    places = places_of(law, moment)
    told = all({cell in pair for pair in places} == {bool(value)} for cell, value in moment.cells)
    return only(moment, "gap") and told


def pair(moment: Moment) -> bool:
    """Two black cells are there, or two that can be black are left."""
    (law,) = of(moment, "pair")
    left = 2 - clue_of(law, moment)
    return only(moment, "pair") and (gives(moment, 0) if left == 0 else len(open_of(law, moment)) == left)


def shadow(moment: Moment) -> bool:
    """A cell that would touch every place of another line."""
    (law,) = [one for one in moment.laws if one.kind in ("pair", "gap")]
    for cell, _ in moment.cells:
        touched = seen_from(cell, moment, "touch")
        if any(touched.isdisjoint(places) for places in places_of(law, moment)):
            return False
    return only(moment, law.kind, more="touch") and gives(moment, 0)


def placement_blocked(moment: Moment) -> bool:
    """A place that leaves none in another line: each way to have it the label forbids, or the other line does."""
    return bool(of(moment, "gap")) and len(of(moment, "gap")) + len(of(moment, "pair")) > 1


def fish(moment: Moment) -> bool:
    """The blacks of some lines fill all that as many crossing lines can hold."""
    return len(moment.laws) > 3 and {law.kind for law in moment.laws} == {"pair"} and gives(moment, 0)


DEFINITIONS: dict[tuple[str, str], Definition] = {
    ("lightup", "run"): run,
    ("lightup", "clue-met"): clue_met,
    ("lightup", "clue-full"): clue_full,
    ("lightup", "last-candidate"): last_candidate,
    ("lightup", "starve-clue"): starve_clue,
    ("lightup", "starve-cell"): starve_cell,
    ("lightup", "starve-cell-by-clue"): starve_cell_by_clue,
    ("lightup", "shared-cells"): shared_cells,
    ("lightup", "clues-together"): clues_together,
    ("lightup", "clue-and-cell"): clue_and_cell,
    ("binairo", "triple"): triple,
    ("binairo", "last-cell"): last_cell,
    ("binairo", "half"): half,
    ("binairo", "twins"): lambda moment: only(moment, "twins") and len(moment.cells) == 1,
    ("binairo", "almost-twins"): almost_twins,
    ("binairo", "last-one"): last_one,
    ("binairo", "windows"): windows,
    ("gappy", "touch"): touch,
    ("gappy", "placements"): placements,
    ("gappy", "pair"): pair,
    ("gappy", "shadow"): shadow,
    ("gappy", "placement-blocked"): placement_blocked,
    ("gappy", "fish"): fish,
}


def is_named_rightly(moment: Moment) -> bool:
    """Whether a step is what its name means, of all that one rule decides, and of some cell that several do.

    What the same rules decide besides may follow in another way.
    """
    definition = DEFINITIONS[moment.walk.puzzle.name, moment.step.technique]
    return definition(moment) or (
        len(moment.laws) > 1 and any(definition(moment.about(cell)) for cell in moment.step.cells)
    )


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
    assert len(met) >= 5


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
