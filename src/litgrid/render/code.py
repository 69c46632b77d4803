"""A text as a QR code (ISO/IEC 18004), which telephones read; made by segno, drawn as any picture."""

from __future__ import annotations

import numpy as np

from litgrid.core.errors import MissingPackageError
from litgrid.render.picture import INK, PAPER, Boxes, Picture

QUIET = 4
"""So many modules around a code stay white."""
MOST = 125
"""A code of more modules a side is too fine to print small."""


def code(text: str) -> Picture | None:
    """Return the picture of a text, a unit being a module; ``None`` for a text that is too long for one to be read.

    Raises
    ------
    MissingPackageError
        where segno is not installed.

    >>> code("https://puzz.link/p?akari/3/3/gbh.gc").width  # 29 modules, and what stays white
    37
    """
    try:
        import segno
    except ImportError as error:
        raise MissingPackageError(
            "QR codes need the package segno, which is not installed here: pip install litgrid[pictures]"
        ) from error

    try:
        rows = segno.make_qr(text, error="l").matrix
    except segno.DataOverflowError:
        return None
    side = len(rows) + 2 * QUIET
    if side > MOST:
        return None
    dark = [[*run, y + QUIET] for y, row in enumerate(rows) for run in _runs(row)]
    corners = np.array([[x + QUIET, y, length, 1] for x, length, y in dark])
    return Picture(side, side, (Boxes(PAPER, np.array([[0, 0, side, side]])), Boxes(INK, corners)))


def _runs(row: bytes | bytearray) -> list[tuple[int, int]]:
    """Return where dark modules beside each other begin, and how many there are."""
    edges = np.flatnonzero(np.diff(np.array([0, *(module & 1 for module in row), 0])))
    return [(int(start), int(end - start)) for start, end in edges.reshape(-1, 2)]
