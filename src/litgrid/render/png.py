"""A picture as PNG, drawn by Pillow: the one package that takes it, and fpdf2 brings it along anyway.

Boxes are whole pixels. A stamp is drawn once, large, and made small, which gives it soft edges; then it is pasted
wherever it belongs, so that ten thousand bulbs cost ten thousand pastes.
"""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from litgrid.core.errors import LitgridError, needing
from litgrid.render.outlines import Outline
from litgrid.render.picture import Boxes, Picture, Stamps

if TYPE_CHECKING:
    from PIL.Image import Image

FINER = 8
"""How many times larger stamps are drawn first."""
MOST_PIXELS = 100_000_000
"""No picture has more: it would take more memory than many machines have."""


def draw(picture: Picture) -> bytes:
    """Return a PNG file; raise :class:`LitgridError` where the picture is too large."""
    size = picture.width, picture.height
    if math.prod(size) > MOST_PIXELS:
        raise LitgridError(
            f"this picture would have {size[0]:,} x {size[1]:,} pixels, and litgrid stops at {MOST_PIXELS:,}; make its "
            "cells smaller with --cell, or draw it as SVG"
        )
    with needing("PNG needs", "Pillow", "pictures"):
        from PIL import Image, ImageDraw

    image = Image.new("RGB", size)
    brush = ImageDraw.Draw(image)
    for item in picture.items:
        if isinstance(item, Boxes):
            for x, y, width, height in item.corners.tolist():
                brush.rectangle((x, y, x + width - 1, y + height - 1), fill=item.colour)
        else:
            _stamp(image, item)
    file = io.BytesIO()
    image.save(file, format="PNG")
    return file.getvalue()


def _stamp(image: Image, stamps: Stamps) -> None:
    whole = np.floor(stamps.places)
    # A stamp between pixels is drawn for that place; nearly all have the same.
    between = np.round(stamps.places - whole, 2)
    made: dict[tuple[float, ...], tuple[Any, int, int]] = {}
    for corner, fraction in zip(whole.astype(int).tolist(), between.tolist(), strict=True):
        key = tuple(fraction)
        if key not in made:
            made[key] = _mask(stamps.outline, stamps.size, *key)
        mask, left, top = made[key]
        image.paste(stamps.colour, (corner[0] + left, corner[1] + top), mask)


def _mask(outline: Outline, size: float, x: float, y: float) -> tuple[Image, int, int]:
    """Return an outline as shades of its ink, and where its first pixel is from the pixel that it stands in."""
    from PIL import Image, ImageChops, ImageDraw

    points = outline.points() * size + (x, y)
    left, top = (math.floor(low) for low in points.min(axis=0))
    right, bottom = (math.ceil(high) for high in points.max(axis=0))
    large = Image.new("1", ((right - left) * FINER, (bottom - top) * FINER))
    for loop in outline.polygons():
        inside = Image.new("1", large.size)
        corners = [((a * size + x - left) * FINER, (b * size + y - top) * FINER) for a, b in loop]
        ImageDraw.Draw(inside).polygon(corners, fill=1)
        large = ImageChops.logical_xor(large, inside)  # a curve within another one is a hole
    return large.convert("L").reduce(FINER), left, top
