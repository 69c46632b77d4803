"""The outlines of characters are those of the font that is shipped, and shapes have the size they say."""

from __future__ import annotations

import numpy as np
import pytest

from litgrid.core.errors import LitgridError
from litgrid.render import outlines
from litgrid.render.outlines import CHARACTERS, FONT, SHAPES, character, text, width

EM = 2048


def drawn() -> list[str]:
    """Return the lines of the file of outlines, as fontTools reads the font."""
    ttlib = pytest.importorskip("fontTools.ttLib", reason="fontTools is not installed: the extra `pictures` brings it")
    from fontTools.pens.basePen import BasePen

    class Pen(BasePen):  # type: ignore[misc]
        def __init__(self, glyphs: object) -> None:
            super().__init__(glyphs)
            self.words: list[str] = []

        def _moveTo(self, pt: tuple[int, int]) -> None:  # noqa: N802
            self.words.append(f"M{_point(pt)}")

        def _lineTo(self, pt: tuple[int, int]) -> None:  # noqa: N802
            self.words.append(f"L{_point(pt)}")

        def _qCurveToOne(self, pt1: tuple[int, int], pt2: tuple[int, int]) -> None:  # noqa: N802
            self.words.append(f"Q{_point(pt1)},{_point(pt2)}")

        def _closePath(self) -> None:  # noqa: N802
            self.words.append("Z")

    font = ttlib.TTFont(FONT, lazy=False)
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    lines = []
    for code in range(ord("!"), ord("~") + 1):
        pen = Pen(glyphs)
        glyphs[names[code]].draw(pen)
        lines.append(f"{chr(code)} {glyphs[names[code]].width} {' '.join(pen.words)}")
    return lines


def _point(point: tuple[float, float]) -> str:
    return f"{round(point[0])},{round(point[1])}"


def refresh() -> None:
    """Write the outlines again, of the font as it is now: ``python -m tests.render.test_outlines``."""
    CHARACTERS.write_text("\n".join(drawn()) + "\n", encoding="ascii")


def test_they_are_those_of_the_font() -> None:
    assert CHARACTERS.read_text(encoding="ascii").splitlines() == drawn()


def test_digits_are_centred() -> None:
    for char in "0123456789":
        points = character(char).points()
        low, high = points.min(axis=0), points.max(axis=0)
        assert low[0] + high[0] == pytest.approx(0, abs=1e-9)
        assert low[1] + high[1] == pytest.approx(0, abs=0.03)
        assert high[1] - low[1] == pytest.approx(0.74, abs=0.03)


def test_a_text_is_its_characters_side_by_side() -> None:
    assert width("17") == pytest.approx(2 * width("1"))
    both = text("17").points()
    assert both[:, 0].max() - both[:, 0].min() <= width("17")
    assert len(text("17").commands) == len(text("1").commands) + len(text("7").commands)
    assert text("1").name != text("17").name


@pytest.mark.parametrize("symbol", sorted(SHAPES))
def test_shapes_fit_into_a_cell(symbol: str) -> None:
    points = SHAPES[symbol].points()
    assert np.abs(points).max() <= 0.5
    assert points.min(axis=0) + points.max(axis=0) == pytest.approx([0, 0], abs=1e-9)


def test_what_cannot_be_drawn_is_said() -> None:
    with pytest.raises(LitgridError, match="U\\+2620"):
        outlines.text("\N{SKULL AND CROSSBONES}")


if __name__ == "__main__":
    refresh()
