"""What a scene becomes: boxes and stamps, as many as there are cells of each kind, where they belong."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import LitgridError
from litgrid.core.scene import Scene
from litgrid.formats import loads
from litgrid.render.outlines import width
from litgrid.render.picture import (
    BULB,
    CELL,
    INK,
    LABEL,
    LARGEST,
    LIGHT,
    MARKED,
    PAPER,
    RIM,
    SHADE,
    SMALLEST,
    USED,
    Boxes,
    Picture,
    Stamps,
    compose,
)
from tests.render.scenes import SMALL, mapped

SCENES = [pytest.param(scene, id=name) for name, scene in SMALL]


def boxes(picture: Picture, colour: str) -> list[list[int]]:
    return [
        box
        for item in picture.items
        if isinstance(item, Boxes) and item.colour == colour
        for box in item.corners.tolist()
    ]


def stamps(picture: Picture) -> list[Stamps]:
    return [item for item in picture.items if isinstance(item, Stamps)]


def expected_stamps(scene: Scene) -> int:
    """Return how many things are written in and around the cells of a scene."""
    labels = sum(label != "" for label in (*scene.left, *scene.top))
    silent = sum(
        style in ("unknown", "wall")
        or (style == "lit" and scene.symbols.get(glyph) == "·")
        or (bool(scene.inscribed) and scene.symbols.get(glyph) == "■")  # it is filled
        for style, glyph in scene.cells
    )
    between = len(scene.signs) + (scene.note != "")
    bulbs = sum(style == "true" and scene.symbols.get(glyph) == "●" for style, glyph in scene.cells)  # each with a rim
    return labels + len(list(scene.cells)) - silent + bulbs + len(scene.inscribed) + between


def borders(scene: Scene) -> int:
    """Return how many edges are between cells of different regions."""
    regions, columns = scene.regions, len(scene.glyphs[0])
    across = sum(regions[cell] != regions[cell - 1] for cell in range(len(regions)) if cell % columns)
    return across + sum(regions[cell] != regions[cell - columns] for cell in range(columns, len(regions)))


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("cell", [SMALLEST, 13, CELL])
def test_everything_is_there_and_inside(scene: Scene, cell: int) -> None:
    picture = compose(scene, cell, marked=[0], used=[1])
    rows, columns = len(scene.glyphs), len(scene.glyphs[0])
    assert picture.width >= columns * cell
    assert picture.height >= rows * cell
    assert sum(len(item.places) for item in stamps(picture)) == expected_stamps(scene)
    for item in picture.items:
        if isinstance(item, Boxes):
            left, top, across, down = item.corners.T
            assert item.corners.dtype.kind == "i"
            assert (across > 0).all()
            assert (down > 0).all()
            low, high = np.stack([left, top]), np.stack([left + across, top + down])
        else:
            points = item.outline.points() * item.size
            low = (item.places + points.min(axis=0)).T
            high = (item.places + points.max(axis=0)).T
        assert low.min() >= 0
        assert (high.max(axis=1) <= (picture.width, picture.height)).all()
    assert len(boxes(picture, MARKED)) == 4
    assert len(boxes(picture, USED)) == (8 if rows * columns > 1 else 0)


@pytest.mark.parametrize("scene", SCENES)
def test_grounds_and_walls(scene: Scene) -> None:
    picture = compose(scene)
    cells = list(scene.cells)
    shines = any(style == "lit" for style, _ in cells)
    assert len(boxes(picture, LIGHT)) == sum(
        style == "lit" or (shines and style in ("true", "clue")) for style, _ in cells
    )
    assert len(boxes(picture, SHADE)) == sum(style == "clue" and glyph in scene.alike for style, glyph in cells)
    # Black are the walls, the four sides of the frame, and what is between regions.
    walls = sum(style in ("wall", "number") for style, _ in cells)
    assert len(boxes(picture, INK)) == walls + 4 + borders(scene)
    ground, *others = boxes(picture, PAPER)
    assert ground == [0, 0, picture.width, picture.height]
    assert len(others) == len(scene.signs) + touching(scene)


def touching(scene: Scene) -> int:
    """Return how many pairs of walls have an edge in common."""
    walls = [[style in ("wall", "number") for style in row] for row in scene.styles]
    pairs = [*pairwise(walls), *pairwise(zip(*walls, strict=True))]
    return sum(one and other for line, following in pairs for one, other in zip(line, following, strict=True))


@pytest.mark.parametrize("cell", [13, CELL, 100])
def test_walls_that_touch_have_a_line_between_them(cell: int) -> None:
    puzzle = loads("lightup\n##.\n1#.\n...")
    picture = compose(puzzle.scene(puzzle.givens), cell)
    walls = [box for box in boxes(picture, INK) if box[2] == box[3]]
    _, *lines = boxes(picture, PAPER)
    assert len(walls) == len(lines) == 4
    for x, y, across, down in lines:
        ends = [(x - 1, y + down // 2), (x + across, y + down // 2)]
        ends = ends if across < down else [(x + across // 2, y - 1), (x + across // 2, y + down)]
        inside = [[a <= h < a + c and b <= v < b + d for a, b, c, d in walls].count(True) for h, v in ends]
        assert inside == [1, 1]  # it goes from one wall to the next, over neither
        assert min(across, down) == max(1, round(cell / 32))


def test_borders_and_signs_are_where_two_cells_meet() -> None:
    scene = mapped()
    picture = compose(scene, 20)
    (stars,) = (item for item in stamps(picture) if item.outline.name == "star")
    first = stars.places[0]  # of the cell r1c1
    (equal,) = (item for item in stamps(picture) if item.outline.name == "equal")
    (different,) = (item for item in stamps(picture) if item.outline.name == "different")
    assert ((equal.places - first) / 20).tolist() == [[0.5, 0], [3, 1.5]]
    assert ((different.places - first) / 20).tolist() == [[2, 0.5], [1.5, 1]]
    edges = np.array([box for box in boxes(picture, INK) if max(box[2:]) < 40])
    middles = (edges[:, :2] + edges[:, 2:] / 2 - first) / 20
    expected = [(1.5, 0), (0.5, 1), (2.5, 1), (1, 0.5), (2, 0.5), (0, 1.5), (3, 1.5)]
    assert sorted(map(tuple, middles.tolist())) == sorted(expected)


def test_what_stands_above_a_narrow_board_has_room() -> None:
    scene = Scene(["*"], [["true"]], symbols={"*": "★"}, note="twelve ★")
    picture = compose(scene)
    (note,) = (item for item in stamps(picture) if item.outline.name.startswith("t"))
    ends = note.places + note.outline.points() * note.size
    assert ends.min() >= 0
    assert ends[:, 0].max() <= picture.width


def test_each_thing_is_where_its_cell_is() -> None:
    puzzle = loads("lightup\n.1.##\n...#.\n#.3..")
    scene = puzzle.scene(puzzle.read_rows(["o1.##", "..o#o", "#o3o."]))
    picture = compose(scene, 20)
    rims, bulbs = (item for item in stamps(picture) if item.outline.name == "disc")
    assert (rims.colour, bulbs.colour) == (RIM, BULB)
    assert (rims.places == bulbs.places).all()
    assert rims.size > bulbs.size
    (one,) = (item for item in stamps(picture) if item.outline.name == "c31")
    corner = bulbs.places[0]
    assert ((bulbs.places - corner) / 20).tolist() == [[0, 0], [2, 1], [4, 1], [1, 2], [3, 2]]
    assert ((one.places - corner) / 20).tolist() == [[1, 0]]
    assert one.colour == PAPER
    walls = np.array([box for box in boxes(picture, INK) if box[2] == box[3]])
    middles = (walls[:, :2] + walls[:, 2:] / 2 - corner) / 20
    assert sorted(middles.tolist()) == sorted([[1, 0], [3, 0], [4, 0], [3, 1], [0, 2], [2, 2]])


def test_labels_end_beside_the_frame() -> None:
    scene = Scene(["..", ".."], [["unknown"] * 2] * 2, ("7", "12"), ("", "100"))
    picture = compose(scene, 40)
    found = {item.outline.name: item for item in stamps(picture)}
    assert set(found) == {"t37", "t3132", "t313030"}
    ends = [found[name].places[0, 0] + width(text) * LABEL * 20 for name, text in (("t37", "7"), ("t3132", "12"))]
    assert ends[0] == pytest.approx(ends[1])
    # A label that is wider than its column is made smaller.
    assert found["t313030"].size * width("100") == pytest.approx(36)
    assert found["t37"].size == LABEL * 40


def test_what_is_given_is_told_apart_without_colour() -> None:
    puzzle = loads("binairo\n00..\n0...\n..1.\n....")
    assert not boxes(compose(puzzle.scene(puzzle.givens)), SHADE)
    answer = puzzle.read_rows(["0011", "0101", "1010", "1100"])
    assert len(boxes(compose(puzzle.scene(answer)), SHADE)) == 4


@given(rows=st.integers(1, 5), columns=st.integers(1, 5), data=st.data())
def test_marks_are_where_they_should_be(rows: int, columns: int, data: st.DataObject) -> None:
    scene = Scene(["." * columns] * rows, [["unknown"] * columns] * rows)
    marked = data.draw(st.sets(st.integers(0, rows * columns - 1)))
    picture = compose(scene, 20, marked=marked)
    found = {
        ((x - picture.width + columns * 20 + 6) // 20, (y - picture.height + rows * 20 + 6) // 20)
        for x, y, _, _ in boxes(picture, MARKED)
    }
    assert found == {(number % columns, number // columns) for number in marked}


def test_what_cannot_be_drawn_is_refused() -> None:
    scene = Scene(["."], [["unknown"]])
    for cell in (SMALLEST - 1, LARGEST + 1):
        with pytest.raises(LitgridError, match="expected cells of"):
            compose(scene, cell)
    with pytest.raises(LitgridError, match="expected the number of a cell, 0 to 0, got 1"):
        compose(scene, marked=[1])
    with pytest.raises(LitgridError, match="expected the number of a cell"):
        compose(scene, used=[-1])
    with pytest.raises(LitgridError, match="no outline for 'é'"):
        compose(Scene(["é"], [["true"]]))
