"""SVG, read by the standard library: what is in it is what is in the scene."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from litgrid.core.scene import Scene
from litgrid.puzzles import kinds
from litgrid.render.picture import Boxes, Picture, compose
from litgrid.render.svg import draw
from tests.render.scenes import SMALL, filled, large
from tests.render.test_picture import expected_stamps

SVG = "{http://www.w3.org/2000/svg}"
BOX = re.compile(r"M(-?\d+) (-?\d+)h(\d+)v(\d+)h-(\d+)z")


def check(text: str, picture: Picture, scene: Scene) -> None:
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == f"0 0 {picture.width} {picture.height}"
    names = [path.get("id") for path in root.iterfind(f"{SVG}defs/{SVG}path")]
    assert len(set(names)) == len(names)
    uses = [use.get("href") for use in root.iter(f"{SVG}use")]
    assert len(uses) == expected_stamps(scene)
    assert set(uses) == {f"#{name}" for name in names}
    found: Counter[tuple[str | None, ...]] = Counter()
    for path in root.iterfind(f"{SVG}path"):
        shape = path.get("d", "")
        assert not BOX.sub("", shape)
        found.update((path.get("fill"), *numbers[:4]) for numbers in BOX.findall(shape))
    wanted = Counter(
        (item.colour, *(str(number) for number in box))
        for item in picture.items
        if isinstance(item, Boxes)
        for box in item.corners.tolist()
    )
    assert found == wanted


@pytest.mark.parametrize("scene", [pytest.param(scene, id=name) for name, scene in SMALL])
def test_it_holds_the_scene(scene: Scene) -> None:
    picture = compose(scene, 30, marked=[0])
    check(draw(picture), picture, scene)


@pytest.mark.parametrize("kind", kinds.names())
def test_a_large_board_is_small(kind: str) -> None:
    scene = filled(large(kind))
    picture = compose(scene)
    text = draw(picture)
    assert len(text) < 1_000_000
    check(text, picture, scene)


def test_nothing_depends_on_fonts() -> None:
    for _, scene in SMALL:
        assert "<text" not in draw(compose(scene))


def test_its_title_is_text_and_no_markup() -> None:
    root = ElementTree.fromstring(draw(compose(SMALL[0][1]), 'a <b> & "c"'))
    assert root.findtext(f"{SVG}title") == 'a <b> & "c"'
