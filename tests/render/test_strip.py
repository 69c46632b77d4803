"""Strips of pictures: each board and sentence is there, what is alike is written once, and pages are enough."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from io import BytesIO

import pytest

from litgrid.core.errors import LitgridError
from litgrid.core.scene import Scene
from litgrid.render.strip import Panel, Strip, pdf, svg
from litgrid.render.svg import draw

KEY = ("décidé", "known", "<rules>")
NAMESPACE = "{http://www.w3.org/2000/svg}"


def board(size: int, filled: int) -> Scene:
    cells = ["o" if cell < filled else "." for cell in range(size * size)]
    rows = ["".join(cells[row * size : (row + 1) * size]) for row in range(size)]
    styles = [["true" if char == "o" else "unknown" for char in row] for row in rows]
    return Scene(rows, styles, symbols={"o": "●"})


def strip(number: int, size: int = 4) -> Strip:
    panels = [
        Panel(board(size, place), f"Step {place} & <more>.", (place % size,), (0,), tuple(range(size)))
        for place in range(number)
    ]
    return Strip("A board & its steps", panels, KEY)


def test_svg_is_well_formed_and_says_everything() -> None:
    root = ElementTree.fromstring(svg(strip(9)))
    said = ["".join(text.itertext()) for text in root.iter(f"{NAMESPACE}text")]
    assert said == ["A board & its steps", *KEY, *(f"Step {place} & <more>." for place in range(9))]
    title = root.find(f"{NAMESPACE}title")
    assert title is not None
    assert title.text == "A board & its steps"


def test_svg_uses_names_that_it_defines_each_once() -> None:
    root = ElementTree.fromstring(svg(strip(9)))
    names = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(names) == len(set(names))
    assert {use.attrib["href"] for use in root.iter(f"{NAMESPACE}use")} <= {f"#{name}" for name in names}


def test_svg_is_no_wider_than_pleasant_and_everything_is_on_it() -> None:
    root = ElementTree.fromstring(svg(strip(30)))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert width < 1300
    for text in root.iter(f"{NAMESPACE}tspan"):
        assert 0 < float(text.attrib["x"]) < width
        assert 0 < float(text.attrib["y"]) < height


def test_what_all_boards_have_in_common_is_written_once() -> None:
    drawn = strip(40, 12)
    assert len(svg(drawn)) < sum(len(draw(panel.picture(24))) for panel in drawn.panels) * 0.6  # bulbs differ
    assert svg(strip(3)) == svg(strip(3))


@pytest.mark.parametrize(("size", "least", "most"), [(4, 1, 2), (14, 2, 7), (40, 14, 15)])
def test_pdf_goes_on_from_page_to_page(size: int, least: int, most: int) -> None:
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("fpdf")
    data = pdf(strip(14, size))
    pages = pypdf.PdfReader(BytesIO(data)).pages
    assert least <= len(pages) <= most
    words = " ".join(" ".join(page.extract_text().split()) for page in pages)
    assert all(f"Step {place} & <more>." in words for place in range(14))
    assert data == pdf(strip(14, size))


def test_pdf_says_what_its_font_has_not() -> None:
    pytest.importorskip("fpdf")
    with pytest.raises(LitgridError, match="has no"):
        pdf(Strip("\N{CJK UNIFIED IDEOGRAPH-4E00}", [], KEY))
