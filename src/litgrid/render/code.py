"""A text as a QR code (ISO/IEC 18004), which telephones read; made by segno, drawn as any picture."""

from __future__ import annotations

import numpy as np

from litgrid.core.errors import needing
from litgrid.render.picture import INK, PAPER, Boxes, Picture

QUIET = 4
"""So many modules around a code stay white."""
MOST = 125
"""A code of more modules a side is too fine to print small."""


def code(text: str) -> Picture | None:
    """Return the picture of a text, a unit being a module; ``None`` for a text that is too long for one to be read."""
    with needing("QR codes need", "segno", "pictures"):
        import segno

    try:
        rows = segno.make_qr(text, error="l").matrix
    except segno.DataOverflowError:
        return None
    side = len(rows) + 2 * QUIET
    if side > MOST:
        return None
    modules = np.pad(np.array([list(row) for row in rows]) & 1, ((0, 0), (1, 1)))
    runs = np.argwhere(np.diff(modules)).reshape(-1, 2, 2)  # where dark modules beside each other begin and end
    (y, x), ends = runs[:, 0].T, runs[:, 1, 1]
    corners = np.stack([x + QUIET, y + QUIET, ends - x, np.ones_like(x)], axis=1)
    return Picture(side, side, (Boxes(PAPER, np.array([[0, 0, side, side]])), Boxes(INK, corners)))
