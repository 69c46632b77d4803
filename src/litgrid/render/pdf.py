"""A picture as PDF, by fpdf2: on a page of its own size, or anywhere on a page of a booklet.

fpdf2 writes the file, its fonts and its text; how a path is drawn is said in PDF's own words, since one object for each
line of ten thousand digits would take it minutes. The same picture is the same bytes each time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from litgrid.core.errors import needing
from litgrid.render.outlines import Outline
from litgrid.render.picture import Boxes, Picture

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.drawing import BoundingBox, GraphicsStyle, Renderable
    from fpdf.drawing_primitives import Point
    from fpdf.output import ResourceCatalog

DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""The date in every file: that of the day would make each one different."""
LONGEST_SIDE = 14_400
"""No page is larger, in points: PDF's own limit."""


def draw(picture: Picture, title: str = "") -> bytes:
    """Return a PDF file of one page, as large as the picture, a unit being a point; where that is too large, smaller.

    Raises :class:`MissingPackageError` where fpdf2 is not installed.
    """
    scale = min(1.0, LONGEST_SIDE / max(picture.width, picture.height))
    pdf = document((picture.width * scale, picture.height * scale), title)
    pdf.add_page()
    place(pdf, picture, 0, 0, scale)
    return bytes(pdf.output())


def document(page: tuple[float, float], title: str = "") -> FPDF:
    """Return an empty document; all lengths are in points, downwards from the upper left corner."""
    with needing("PDF needs", "fpdf2", "pictures"):
        from fpdf import FPDF

    pdf = FPDF(unit="pt", format=page)
    pdf.set_creation_date(DATE)
    pdf.set_producer("litgrid")
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    if title:
        pdf.set_title(title)
    return pdf


def place(pdf: FPDF, picture: Picture, x: float, y: float, scale: float) -> None:
    """Draw a picture on the page, so many points for each of its units, its upper left corner at a place."""
    from fpdf.drawing import GraphicsContext

    group = GraphicsContext()
    group.add_item(_Operators(content(picture, x, y, scale)), clone=False)
    with pdf.drawing_context() as context:
        context.add_item(group, clone=False)


def content(picture: Picture, x: float, y: float, scale: float) -> str:
    """Return what draws a picture, in PDF's operators; ``y`` goes downwards, as fpdf2 has turned it."""
    lines = [f"q {scale:g} 0 0 {scale:g} {x:.3f} {y:.3f} cm"]
    for item in picture.items:
        lines.append(f"{' '.join(f'{int(item.colour[i : i + 2], 16) / 255:.3g}' for i in (1, 3, 5))} rg")
        if isinstance(item, Boxes):
            lines += [f"{a} {b} {width} {height} re" for a, b, width, height in item.corners.tolist()]
            lines.append("f")
        else:
            path = _path(item.outline, item.size)
            lines += [f"q 1 0 0 1 {a:g} {b:g} cm {path} f Q" for a, b in item.places.round(2).tolist()]
    return "\n".join([*lines, "Q"])


def _path(outline: Outline, size: float) -> str:
    """Return an outline in operators; PDF has cubic curves only, and any quadratic one is one of them."""
    words: list[str] = []
    at = (0.0, 0.0)
    for letter, numbers in outline.commands:
        points = [number * size for number in numbers]
        if letter == "Q":
            first = [a + 2 / 3 * (c - a) for a, c in zip(at, points[:2], strict=True)]
            second = [e + 2 / 3 * (c - e) for c, e in zip(points[:2], points[2:], strict=True)]
            points = [*first, *second, *points[2:]]
        words += [*(f"{round(point, 3):g}" for point in points), {"M": "m", "L": "l", "Q": "c", "Z": "h"}[letter]]
        at = (points[-2], points[-1]) if points else at
    return " ".join(words)


@dataclass(frozen=True)
class _Operators:
    """Operators that are written as they are, as an item that fpdf2 draws (its protocol ``Renderable``)."""

    words: str

    def render(
        self,
        resource_registry: ResourceCatalog,  # noqa: ARG002
        style: GraphicsStyle,  # noqa: ARG002
        last_item: Renderable,
        initial_point: Point,
    ) -> tuple[str, Renderable, Point]:
        """Return the operators; nothing that follows goes on from where they end."""
        return self.words, last_item, initial_point

    def bounding_box(self, start: Point) -> tuple[BoundingBox, Point]:
        """Return no box at all: it would only matter where colours change from one edge to the other."""
        from fpdf.drawing import BoundingBox

        return BoundingBox.empty(), start

    @property
    def end_point(self) -> Point:
        """The origin, which is as good as any."""
        from fpdf.drawing_primitives import Point

        return Point(0, 0)
