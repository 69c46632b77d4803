"""PDF, read by pypdf: a page as large as the picture, and in it what the picture has."""

from __future__ import annotations

import io
import sys
from collections import Counter

import pytest

from litgrid.core.errors import MissingPackageError
from litgrid.core.scene import Scene
from litgrid.puzzles import kinds
from litgrid.render.pdf import LONGEST_SIDE, draw
from litgrid.render.picture import Boxes, Picture, compose
from tests.render.scenes import SMALL, filled, large

pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: pip install pypdf")
pytest.importorskip("fpdf", reason="fpdf2 is not installed: the extra `pictures` brings it")


def operators(data: bytes) -> Counter[str]:
    """Return how often each word, and so each operator, stands in the one page of a file."""
    (page,) = pypdf.PdfReader(io.BytesIO(data)).pages
    return Counter(page["/Contents"].get_object().get_data().decode("ascii").split())


def check(data: bytes, picture: Picture) -> None:
    found = operators(data)
    assert found["re"] == sum(len(item.corners) for item in picture.items if isinstance(item, Boxes))
    stamps = [item for item in picture.items if not isinstance(item, Boxes)]
    assert found["f"] == len(picture.items) - len(stamps) + sum(len(item.places) for item in stamps)
    letters = Counter({"M": 0, "L": 0, "Q": 0, "Z": 0})
    for item in stamps:
        for letter, _ in item.outline.commands:
            letters[letter] += len(item.places)
    assert (found["m"], found["l"], found["c"], found["h"]) == tuple(letters[letter] for letter in "MLQZ")
    assert found["q"] == found["Q"]


@pytest.mark.parametrize("scene", [pytest.param(scene, id=name) for name, scene in SMALL])
def test_it_holds_the_picture(scene: Scene) -> None:
    picture = compose(scene, 30, marked=[0])
    data = draw(picture, "A title")
    check(data, picture)
    reader = pypdf.PdfReader(io.BytesIO(data))
    assert reader.metadata.title == "A title"
    box = reader.pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx((picture.width, picture.height), abs=0.01)


@pytest.mark.parametrize("kind", kinds.names())
def test_a_large_board(kind: str) -> None:
    picture = compose(filled(large(kind)))
    data = draw(picture)
    assert len(data) < 200_000
    check(data, picture)


def test_no_page_is_larger_than_pages_can_be() -> None:
    page = pypdf.PdfReader(io.BytesIO(draw(Picture(40_000, 20_000, ())))).pages[0]
    assert float(page.mediabox.width) == pytest.approx(LONGEST_SIDE)
    assert float(page.mediabox.height) == pytest.approx(LONGEST_SIDE / 2)


def test_it_is_the_same_each_time() -> None:
    assert draw(compose(SMALL[0][1])) == draw(compose(SMALL[0][1]))


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(MissingPackageError, match="pip install litgrid\\[pictures\\]"):
        draw(compose(SMALL[0][1]))
