"""Pictures as answers: rows of ``#`` for dark and ``.`` for light, out of text or an image.

An image is made as small as the board, and each cell is dark where its part of the image is darker than the middle
between the darkest and the lightest part.
"""

from __future__ import annotations

from io import BytesIO

import numpy as np

from litgrid.core.characters import check_size
from litgrid.core.errors import InputError, needing
from litgrid.core.grid import Shape
from litgrid.core.numerals import words

PNG = b"\x89PNG\r\n"


def rows_of(data: bytes, shape: Shape | None = None) -> tuple[str, ...]:
    r"""Return the rows of a picture: of a PNG, in a shape or pixel by pixel, or of text, as it is written.

    Raises :class:`InputError` for what is neither, and :class:`MissingPackageError` for a PNG without Pillow.

    >>> rows_of(b"#..\n.##\n")
    ('#..', '.##')
    """
    if data.startswith(PNG):
        return _image(data, shape)
    try:
        rows = rows_in(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise InputError("expected a picture, a PNG or rows of # and ., got other bytes") from None
    if not rows:
        raise InputError("expected a picture, a PNG or rows of # and ., got nothing")
    return rows


def rows_in(text: str) -> tuple[str, ...]:
    r"""Return the rows of a text, which blanks or line ends separate; cells of a row may stand apart.

    >>> rows_in("#. .#"), rows_in("# .\n. #")
    (('#.', '.#'), ('#.', '.#'))
    """
    lines = map(words, text.splitlines())
    joined = (["".join(line)] if len(line) > 1 and set(map(len, line)) == {1} else line for line in lines)
    return tuple(row for line in joined for row in line)


def _image(data: bytes, shape: Shape | None) -> tuple[str, ...]:
    with needing("PNG needs", "Pillow", "pictures"):
        from PIL import Image, UnidentifiedImageError
    try:
        with Image.open(BytesIO(data)) as opened:
            width, height = (opened.width, opened.height) if shape is None else (shape.columns, shape.rows)
            check_size(height, width)
            light = Image.new("RGBA", opened.size, "white")  # what is transparent is paper
            light.alpha_composite(opened.convert("RGBA"))
            grey = np.asarray(light.convert("L").resize((width, height), Image.Resampling.BOX), dtype=np.float64)
    except (OSError, SyntaxError, UnidentifiedImageError, Image.DecompressionBombError) as error:
        why = "it is too large" if isinstance(error, Image.DecompressionBombError) else "it is cut off or damaged"
        raise InputError(f"expected a PNG, got one that cannot be read: {why}") from None
    middle = (grey.min() + grey.max()) / 2 if grey.min() < grey.max() else 128  # all of one shade is dark or light
    dark = grey < middle
    return tuple("".join(np.where(row, "#", ".").tolist()) for row in dark)
