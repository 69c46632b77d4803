"""A picture as SVG: a path for all boxes of a colour, and one for each outline, used wherever it is stamped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import numpy as np

from litgrid.render.outlines import Outline
from litgrid.render.picture import Boxes, Picture, Stamps


def draw(picture: Picture, title: str = "") -> str:
    """Return the text of an SVG file, which ends in a newline; ``title`` says what it shows to who cannot see it."""
    size = f"{picture.width} {picture.height}"
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{picture.width}" height="{picture.height}" '
        f'viewBox="0 0 {size}" role="img">'
    )
    lines = [opening, *([f"<title>{escape(title)}</title>"] if title else []), *_items(picture), "</svg>"]
    return "\n".join(lines) + "\n"


def _items(picture: Picture) -> Iterator[str]:
    names: dict[tuple[str, float], str] = {}
    for item in picture.items:
        defined, drawn = pieces(item, names)
        yield from (*defined, *drawn)


def pieces(item: Boxes | Stamps, names: dict[tuple[str, float], str]) -> tuple[list[str], list[str]]:
    """Return what is to be defined for an item, and what draws it; ``names`` are the outlines that are defined."""
    if isinstance(item, Boxes):
        boxes = "".join(f"M{x} {y}h{width}v{height}h-{width}z" for x, y, width, height in item.corners.tolist())
        return [], [f'<path fill="{item.colour}" d="{boxes}"/>']
    key = item.outline.name, item.size
    defined = []
    if key not in names:
        # Pictures on one page share their names: an outline of some size is the same in each.
        names[key] = f"lg-{item.outline.name}-{item.size:g}"
        defined.append(f'<defs><path id="{names[key]}" d="{_path(item.outline, item.size)}"/></defs>')
    places = np.round(item.places, 2).tolist()
    stamps = "".join(f'<use href="#{names[key]}" x="{x:g}" y="{y:g}"/>' for x, y in places)
    return defined, [f'<g fill="{item.colour}">', stamps, "</g>"]


def _path(outline: Outline, size: float) -> str:
    return "".join(
        letter + " ".join(f"{round(number * size, 2):g}" for number in numbers) for letter, numbers in outline.commands
    )
