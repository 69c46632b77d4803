"""PNG, opened again: its pixels are those of the scene."""

from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np
import pytest

from litgrid.core.errors import LitgridError, MissingPackageError
from litgrid.core.scene import Scene
from litgrid.formats import loads
from litgrid.puzzles import kinds
from litgrid.render.picture import BULB, INK, LIGHT, PAPER, Boxes, Picture, Stamps, compose
from litgrid.render.png import draw
from tests.render.scenes import SMALL, filled, large

Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed: the extra `pictures` brings it")


def pixels(picture: Picture) -> Any:
    image = Image.open(io.BytesIO(draw(picture)))
    assert image.format == "PNG"
    assert image.size == (picture.width, picture.height)
    return np.asarray(image.convert("RGB"))


def colour(name: str) -> list[int]:
    return [int(name[place : place + 2], 16) for place in (1, 3, 5)]


def test_pixels() -> None:
    puzzle = loads("lightup\n.1.##\n...#.\n#.3..")
    picture = compose(puzzle.scene(puzzle.read_rows(["o1.##", "..o#o", "#o3o."])), 40)
    image = pixels(picture)
    bulbs, _ = (item for item in picture.items if isinstance(item, Stamps) and item.outline.name == "disc")
    origin = bulbs.places[0]

    def at(row: float, column: float) -> list[int]:
        x, y = (int(middle + place * 40) for middle, place in zip(origin, (column, row), strict=True))
        return [int(value) for value in image[y, x]]

    assert at(0, 0) == at(1, 2) == at(2, 3) == colour(BULB)
    assert at(0.4, 0.4) == at(1, 0) == colour(LIGHT)
    assert at(0, 3) == at(0.35, 0.65) == colour(INK)  # walls; the second beside the 1
    assert image[0, 0].tolist() == colour(PAPER)
    one = image[int(origin[1]) - 18 : int(origin[1]) + 18, int(origin[0]) + 22 : int(origin[0]) + 58]
    assert (one == 255).all(axis=2).sum() > 50  # the 1, white on black
    assert (one == 0).all(axis=2).sum() > 800


def test_holes_stay_open() -> None:
    image = pixels(compose(Scene(["048"], [["clue"] * 3]), 100))
    across = np.argwhere((image == 0).all(axis=2))
    assert len(across)
    (middle,) = (item.places[0] for item in compose(Scene(["0"], [["clue"]]), 100).items if isinstance(item, Stamps))
    assert image[int(middle[1]), int(middle[0])].tolist() == [255, 255, 255]


@pytest.mark.parametrize("scene", [pytest.param(scene, id=name) for name, scene in SMALL])
@pytest.mark.parametrize("cell", [4, 27])
def test_boxes_that_nothing_lies_on_are_their_colour(scene: Scene, cell: int) -> None:
    picture = compose(scene, cell)
    image = pixels(picture)
    expected = np.zeros((picture.height, picture.width, 3), dtype=np.uint8)
    stamped = np.zeros((picture.height, picture.width), dtype=np.bool_)
    for item in picture.items:
        if isinstance(item, Boxes):
            for x, y, width, height in item.corners.tolist():
                expected[y : y + height, x : x + width] = colour(item.colour)
                stamped[y : y + height, x : x + width] = False
        else:
            points = item.outline.points() * item.size
            low, high = np.floor(item.places + points.min(axis=0)), np.ceil(item.places + points.max(axis=0))
            for (x, y), (right, bottom) in zip(low.astype(int).tolist(), high.astype(int).tolist(), strict=True):
                stamped[max(y - 1, 0) : bottom + 1, max(x - 1, 0) : right + 1] = True
    assert (image == expected)[~stamped].all()


@pytest.mark.parametrize("kind", kinds.names())
def test_a_large_board(kind: str) -> None:
    image = pixels(compose(filled(large(kind)), 12))
    assert min(image.shape[:2]) > 1200


def test_it_is_the_same_each_time() -> None:
    assert draw(compose(SMALL[0][1])) == draw(compose(SMALL[0][1]))


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(LitgridError, match="20,000 x 20,000 pixels"):
        draw(Picture(20_000, 20_000, ()))


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingPackageError, match="pip install litgrid\\[pictures\\]"):
        draw(compose(SMALL[0][1]))
