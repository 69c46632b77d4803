"""Layers: what is written is read again, turning back gives what was, and errors have their places."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.characters import Characters
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape, edges
from litgrid.core.kind import Kind
from litgrid.core.layers import Labels, Layer, Number, Regions, Signs
from litgrid.core.tables import Table
from litgrid.core.turning import TURNS, resized, turned


@dataclass(frozen=True, eq=False)
class Everything(Kind):
    """All layers on one board, and no rule."""

    name: ClassVar[str] = "everything"
    title: ClassVar[str] = "Everything"
    true: ClassVar[str] = "star"
    false: ClassVar[str] = "no star"
    alphabet: ClassVar[dict[str, str]] = {"?": "open", "*": "star", ".": "no star"}
    answer: ClassVar[str] = ".*?"
    layers: ClassVar[tuple[Layer[Any], ...]] = (
        Labels("labels"),
        Number("stars", usual=2, most=9, symbol="★"),
        Regions("regions"),
        Signs("signs"),
    )

    labels: Any
    stars: int
    regions: Characters
    signs: Characters | None = None

    def rules(self) -> Sequence[Table]:
        return []


@st.composite
def boards(draw: st.DrawFn) -> Everything:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))

    def written(rows: int, columns: int, characters: str) -> list[str]:
        return [draw(st.text(characters, min_size=columns, max_size=columns)) for _ in range(rows)]

    def labels(number: int, most: int) -> list[int | None]:
        return draw(st.lists(st.none() | st.integers(0, most), min_size=number, max_size=number))

    clues = {
        "rows": labels(rows, columns),
        "cols": labels(columns, rows),
        "stars": draw(st.integers(1, 9)),
        "regions": written(rows, columns, "ABz"),
        "grid": draw(st.none() | st.just(written(rows, columns, "?*."))),
        "across": written(rows, columns - 1, "=x...") if columns > 1 else None,
        "down": written(rows - 1, columns, "=x...") if rows > 1 else None,
    }
    return Everything.from_clues(clues)


@given(boards())
def test_what_is_written_is_read_again(puzzle: Everything) -> None:
    assert Everything.from_text(puzzle.text().split("\n")).clues == puzzle.clues
    assert Everything.from_clues(json.loads(json.dumps(puzzle.clues))).clues == puzzle.clues
    assert Everything.foreign(puzzle.text().split("\n")) == 0


@given(boards(), st.sampled_from(sorted(TURNS)))
def test_what_is_turned_back_is_as_before(puzzle: Everything, turn: str) -> None:
    back = {"right": "left", "left": "right"}.get(turn, turn)
    there = puzzle.rearranged(turned(puzzle.shape, turn))
    assert there.rearranged(turned(there.shape, back)).clues == puzzle.clues


@given(boards(), st.sampled_from(sorted(TURNS)))
def test_a_sign_stays_between_its_cells_and_a_cell_in_its_region(puzzle: Everything, turn: str) -> None:
    places = turned(puzzle.shape, turn)
    there = puzzle.rearranged(places).scene(np.full(places.shape, -1, dtype=np.int8))
    old = puzzle.scene(np.full((puzzle.shape.rows, puzzle.shape.columns), -1, dtype=np.int8))
    came = places.ravel().tolist()
    moved = {frozenset((came[a], came[b])): sign for (a, b), sign in there.signs.items()}
    assert moved == {frozenset(pair): sign for pair, sign in old.signs.items()}
    assert [old.regions[cell] for cell in came] == list(there.regions)


@given(boards(), st.integers(0, 2), st.integers(0, 2))
def test_what_is_made_larger_and_cut_again_is_as_before(puzzle: Everything, above: int, left: int) -> None:
    shape = puzzle.shape
    large = Shape(shape.rows + above + 1, shape.columns + left + 1)
    there = puzzle.rearranged(resized(shape, large, above, left))
    back = there.rearranged(resized(large, shape, -above, -left))
    ours, theirs = puzzle.clues, back.clues
    assert theirs["regions"] == ours["regions"]
    assert theirs["grid"] == ours["grid"]
    assert [theirs.get(key) for key in ("across", "down")] == [ours.get(key) for key in ("across", "down")]


def test_crosses_are_read_as_people_type_them() -> None:
    signs = [
        Everything.from_clues({**BOARD, "across": [char, "."]}).clues["across"] for char in "xX\N{MULTIPLICATION SIGN}"
    ]
    assert signs == [["x", "."]] * 3


def test_new_cells_belong_to_the_region_beside_them() -> None:
    puzzle = Everything.from_clues({"rows": [0, 0], "cols": [0, 0], "regions": ["AB", "CD"]})
    assert puzzle.rearranged(resized(Shape(2, 2), Shape(3, 4), 0, 1)).clues["regions"] == ["AABB", "CCDD", "CCDD"]


@given(st.integers(1, 5), st.integers(1, 5))
def test_edges_are_the_pairs_of_neighbours(rows: int, columns: int) -> None:
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    pairs = {
        (row * columns + column, y * columns + x)
        for row, column in cells
        for y, x in ((row, column + 1), (row + 1, column))
        if (y, x) in cells
    }
    found = [tuple(pair) for pair in edges(Shape(rows, columns)).tolist()]
    assert set(found) == pairs
    assert len(found) == len(pairs)


BOARD = {"rows": [0, 1], "cols": [2, None], "regions": ["AB", "AB"]}


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        (["AB"], 'as an object with "rows", "cols", "stars" and "regions"'),
        ({"rows": [0], "cols": [0]}, 'as an object with "rows", "cols", "stars" and "regions"'),
        ({**BOARD, "column": [0]}, 'in the clues of Everything, got "column" as well'),
        ({**BOARD, "rows": "12"}, 'expected "rows" as a list of labels'),
        ({**BOARD, "rows": [0, 3]}, "row 2: expected a label from 0 to 2 on a board of 2 x 2, got 3"),
        ({**BOARD, "cols": [True, 0]}, "column 1: expected a label from 0 to 2 on a board of 2 x 2, got true"),
        ({**BOARD, "stars": 0}, 'expected "stars" as a number from 1 to 9, got 0'),
        ({**BOARD, "stars": 1.5}, 'expected "stars" as a number from 1 to 9, got 1.5'),
        ({**BOARD, "regions": ["AB", "A"]}, "2:2: expected 2 cells, as in the first row, got 1"),
        ({**BOARD, "regions": ["AB", "A1"]}, "2:2: expected a letter; got '1'"),
        ({**BOARD, "regions": ["AB"]}, "expected a Everything region grid of 2 x 2, got 1 x 2"),
        ({**BOARD, "grid": ["**"]}, "expected a Everything grid of 2 x 2, got 1 x 2"),
        ({**BOARD, "across": ["=="]}, "expected a Everything across grid of 2 x 1, got 1 x 2"),
        ({**BOARD, "across": ["=", "?"]}, "2:1: expected one of . .no sign., = .equal., x .different.; got '?'"),
    ],
)
def test_wrong_clues_are_said_with_their_place(clues: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Everything.from_clues(clues)
    assert message.replace(".no sign.", "(no sign)").replace(".equal.", "(equal)").replace(
        ".different.", "(different)"
    ) in str(caught.value)


TEXT = ["0 1", "2 -", "stars: 3", "AB", "AB", "given:", "?*", "..", "across:", "=", ".", "down:", "x."]


@pytest.mark.parametrize(
    ("line", "other", "place"),
    [
        (1, "0 9", (1, 3)),
        (2, "2 x", (2, 3)),
        (3, "stars: 0", (3, None)),
        (3, "stars: many", (3, None)),
        (5, "A-", (5, 2)),
        (8, ".o", (8, 2)),
        (10, "1", (10, 1)),
        (13, "x=x", (13, None)),
        (12, "across:", (12, 1)),
    ],
)
def test_wrong_lines_of_a_text_are_said_with_their_place(line: int, other: str, place: tuple[int, int | None]) -> None:
    assert Everything.from_text(TEXT).text().split("\n") == TEXT
    with pytest.raises(InputError) as caught:
        Everything.from_text([*TEXT[: line - 1], other, *TEXT[line:]])
    assert (caught.value.line, caught.value.column if place[1] else None) == place


def test_what_is_asked_of_a_layer_must_be() -> None:
    rng = np.random.default_rng(1)
    with pytest.raises(LitgridError, match="share of signs from 0 to 1, got 2"):
        Signs("signs").made(2, Shape(2, 2), rng)
    with pytest.raises(LitgridError, match=r"stars as a whole number from 1 to 99, got 1\.5"):
        Number("stars").made(1.5, Shape(2, 2), rng)
    with pytest.raises(LitgridError, match="regions cannot be asked for"):
        Regions("regions").made(1, Shape(2, 2), rng)
