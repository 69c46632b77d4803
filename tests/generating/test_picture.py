"""Puzzles whose answer is a picture, of text or of an image; and puzzles with signs."""

from __future__ import annotations

from io import BytesIO
from typing import Literal

import numpy as np
import pytest
from PIL import Image

import litgrid
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.layers import Signs
from litgrid.generating.order import Order
from litgrid.generating.picture import rows_of
from tests.boards import answers_of, as_answer

RING = (".##.", "#..#", "#..#", ".##.")


def png(rows: tuple[str, ...], scale: int, mode: str = "L") -> bytes:
    """Return an image with so many pixels a side of a cell."""
    grey = np.array([[0 if char == "#" else 255 for char in row] for row in rows], dtype=np.uint8)
    image = Image.fromarray(np.kron(grey, np.ones((scale, scale), dtype=np.uint8))).convert(mode)
    file = BytesIO()
    image.save(file, "png")
    return file.getvalue()


@pytest.mark.parametrize("mode", ["L", "RGB", "1", "RGBA"])
def test_an_image_is_read_cell_by_cell(mode: str) -> None:
    assert rows_of(png(RING, 1, mode)) == RING
    assert rows_of(png(RING, 13, mode), Shape(4, 4)) == RING


@pytest.mark.parametrize(("shade", "row"), [(0, "##"), (48, "##"), (255, "..")])
def test_all_of_one_shade_is_dark_or_light(shade: int, row: str) -> None:
    file = BytesIO()
    Image.new("L", (2, 1), shade).save(file, "png")
    assert rows_of(file.getvalue()) == (row,)


def test_cells_of_a_row_may_stand_apart() -> None:
    assert rows_of(b"# .\n. #\n") == rows_of(b"#. .#") == ("#.", ".#")


def test_what_cannot_be_ordered_is_refused() -> None:
    with pytest.raises(LitgridError, match="Star Battle boards are made whole"):
        Order("starbattle", Shape(6, 6), symmetry="180")
    with pytest.raises(LitgridError, match="Mosaic has numbers in any cell"):
        Order("mosaic", Shape(2, 2), pattern=("#.", ".#"))


def test_what_is_transparent_is_light() -> None:
    file = BytesIO()
    Image.new("RGBA", (2, 1), (0, 0, 0, 0)).save(file, "png")
    assert rows_of(file.getvalue()) == ("..",)


@pytest.mark.parametrize("data", [b"", b" \n", b"\xff\xfe", png(RING, 9)[:80], b"\x89PNG\r\n"])
def test_what_is_no_picture_is_said(data: bytes) -> None:
    with pytest.raises(InputError, match=r"expected a (picture|PNG)"):
        rows_of(data)


def test_a_mosaic_shows_the_picture() -> None:
    (record,) = litgrid.generate("mosaic", "4x4", 1, answer=RING, seed=1)
    assert answers_of(record.puzzle) == {as_answer(np.array([[char == "#" for char in row] for row in RING]))}


def test_a_picture_must_be_an_answer() -> None:
    with pytest.raises(LitgridError, match="the picture is no answer of Binairo: it breaks the rule that row 1 holds"):
        Order("binairo", Shape(2, 2), answer=("##", ".."))
    with pytest.raises(LitgridError, match="Light Up is made together with its answer"):
        Order("lightup", Shape(2, 2), answer=("#.", ".."))
    with pytest.raises(InputError, match="expected a picture grid of 2 x 2, got 1 x 2"):
        Order("binairo", Shape(2, 2), answer=("#.",))


@pytest.mark.parametrize("share", [0.3, 1.0])
@pytest.mark.parametrize("clues", ["needed", "all"])
def test_signs_are_made_in_the_share_that_is_asked_for(share: float, clues: Literal["needed", "all"]) -> None:
    for record in litgrid.generate("binairo", "4x4", 4, layers={"signs": share}, clues=clues, seed=3):
        puzzle = record.puzzle
        signs = puzzle.scene(puzzle.givens).signs
        assert len(answers_of(puzzle)) == 1
        assert (puzzle.givens >= 0).any(), "signs alone leave the opposite of each answer"
        if clues == "all":
            assert len(signs) == round(share * 24)
            continue
        for pair in signs:  # none is needless
            fewer = {other: sign for other, sign in signs.items() if other != pair}
            said = {"grid": puzzle.cell_rows, **Signs("signs").between(fewer, puzzle.shape)}
            assert len(answers_of(type(puzzle).from_clues(said))) > 1


def test_a_layer_that_there_is_not_cannot_be_asked_for() -> None:
    with pytest.raises(LitgridError, match="Gappy has no signs that can be asked for"):
        Order("gappy", Shape(9, 9), layers=(("signs", 0.5),))
