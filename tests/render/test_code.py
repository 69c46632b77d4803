"""QR codes: the modules that segno says, with white around them."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from litgrid.core.errors import MissingPackageError
from litgrid.render.code import MOST, QUIET, code
from litgrid.render.picture import INK, Boxes

segno = pytest.importorskip("segno", reason="segno is not installed: the extra `pictures` brings it")


@pytest.mark.parametrize("text", ["https://puzz.link/p?akari/3/3/gbh.gc", "https://example.org/#" + "Az09_-" * 60])
def test_it_is_what_segno_says(text: str) -> None:
    picture = code(text)
    assert picture is not None
    drawn = np.zeros((picture.height, picture.width), dtype=np.uint8)
    for item in picture.items:
        assert isinstance(item, Boxes)
        for x, y, width, height in item.corners.tolist():
            drawn[y : y + height, x : x + width] = item.colour == INK
    assert not drawn[:QUIET].any()
    assert not drawn[:, -QUIET:].any()
    matrix = np.array([[module & 1 for module in row] for row in segno.make_qr(text, error="l").matrix])
    assert (drawn[QUIET:-QUIET, QUIET:-QUIET] == matrix).all()


def test_what_is_read_is_what_was_written() -> None:
    zxingcpp = pytest.importorskip("zxingcpp", reason="zxing-cpp, which reads codes, is not installed")
    picture = code(text := "https://puzz.link/p?akari/3/3/gbh.gc")
    assert picture is not None
    pixels = np.full((picture.height * 3, picture.width * 3), 255, dtype=np.uint8)
    for x, y, width, height in picture.items[1].corners.tolist():  # type: ignore[union-attr]
        pixels[3 * y : 3 * (y + height), 3 * x : 3 * (x + width)] = 0
    assert [found.text for found in zxingcpp.read_barcodes(pixels)] == [text]


def test_what_is_too_long_has_no_code() -> None:
    picture = code("a" * 800)
    assert picture is not None
    assert picture.width <= MOST
    assert code("a" * 2000) is None  # too fine
    assert code("a" * 5000) is None  # more than any code holds


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(MissingPackageError, match=r"pip install litgrid\[pictures\]"):
        code("a")
