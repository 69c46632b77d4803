"""What a board looks like, as data: any renderer draws a scene, and knows no puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Scene(NamedTuple):
    """What a board looks like, for any renderer.

    ``glyphs`` holds a character a cell and ``styles`` its style: ``wall``, ``number`` (a wall with something on it),
    ``clue`` (a value that the puzzle gives), ``true`` and ``false`` (a decided cell), ``lit`` (decided, and to be shown
    as reached), ``unknown``. ``left`` and ``top`` are labels of rows and columns, empty where a puzzle has none.
    ``symbols`` names a finer character for a glyph, for renderers that have more than ASCII. ``inscribed`` holds what
    the puzzle says in cells that are filled in as well, by the cells' numbers. ``regions`` is the number of each
    cell's region, from 0, if there are any: thick borders go between them. ``signs`` holds what stands between two
    neighbouring cells (their numbers, ascending): ``=`` or ``x``. ``note`` is a few characters above the board.
    """

    glyphs: list[str]
    styles: list[list[str]]
    left: tuple[str, ...] = ()
    top: tuple[str, ...] = ()
    symbols: Mapping[str, str] = {}
    inscribed: Mapping[int, str] = {}
    regions: tuple[int, ...] = ()
    signs: Mapping[tuple[int, int], str] = {}
    note: str = ""

    @property
    def cells(self) -> Iterator[tuple[str, str]]:
        """The style and the glyph of each cell, in order."""
        for styles, glyphs in zip(self.styles, self.glyphs, strict=True):
            yield from zip(styles, glyphs, strict=True)

    @property
    def alike(self) -> set[str]:
        """The glyphs that stand for given cells and for others: which are given has to be told in some other way."""
        cells = set(self.cells)
        entries = {glyph for style, glyph in cells if style in ("true", "false")}
        return {glyph for style, glyph in cells if style == "clue" and glyph in entries}
