"""Pages of paper that pictures and text are put on, as PDF, by fpdf2 (:mod:`litgrid.render.pdf`).

Text is in the font that comes along (:data:`litgrid.render.outlines.FONT`) or another; a character that the font does
not have is said and not drawn as a box. Lengths are in points, downwards from the upper left corner.
"""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from litgrid.core.errors import LitgridError
from litgrid.core.printable import printable
from litgrid.render.outlines import FONT
from litgrid.render.pdf import document

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.fonts import TTFFont

Paper = Literal["a4", "letter"]
PAPERS: Mapping[Paper, tuple[float, float]] = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
MARGIN, FOOT, GUTTER = 30.0, 12.0, 20.0
"""Around a page, for its number, and between two pictures."""
TITLE, HEADING, TEXT, SMALL = 22.0, 15.0, 11.0, 9.0
"""Sizes of text."""
LEADING = 1.35
"""From one line to the next, in sizes."""
SMALLEST, MORE = 6.0, "..."
"""The size of text that is made smaller to fit, at least, and what stands for the rest of it."""


class Sheet:
    """A document, page by page; ``y`` is where the next thing goes on the page. It is to be closed."""

    def __init__(self, title: str, paper: Paper = "a4", font: Path = FONT) -> None:
        self.paper, self.path = PAPERS[paper], font
        self.pdf = document(self.paper, printable(title))
        self.font = _add_font(self.pdf, font)
        self.width = self.paper[0] - 2 * MARGIN
        self.bottom = self.paper[1] - MARGIN - FOOT
        self.y = MARGIN

    def close(self) -> None:
        """Close the file of the font."""
        self.font.close()

    def page(self, *, numbered: bool = True) -> None:
        """Begin a page, with its number at the foot."""
        self.pdf.add_page()
        self.y = MARGIN
        if numbered:
            number = str(self.pdf.page_no())
            middle = (self.paper[0] - self.width_of(number, SMALL)) / 2
            self.text(middle, self.paper[1] - MARGIN + SMALL, number, SMALL)

    def head(self, text: str) -> None:
        """Write what a page is about, above all else."""
        if text:
            self.text(MARGIN, MARGIN - TEXT, text, TEXT)

    def keep_together(self, height: float) -> None:
        """Begin a page where something so high does not fit any more."""
        if self.y > MARGIN and self.y + height > self.bottom:
            self.page()

    def paragraph(self, text: str, size: float, indent: float = 0, *, centred: bool = False) -> None:
        """Write lines, and go on below them."""
        for line in self.lines(text, size, self.width - indent):
            if self.y + size > self.bottom:
                self.page()
            aside = (self.width - self.width_of(line, size)) / 2 if centred else indent
            self.text(MARGIN + aside, self.y + size, line, size)
            self.y += size * LEADING

    def lines(self, text: str, size: float, width: float) -> list[str]:
        """Return a text as lines that are no wider."""
        self.pdf.set_font_size(size)
        return cast("list[str]", self.pdf.multi_cell(width, text=self.checked(text), dry_run=True, output="LINES"))

    def text(self, x: float, y: float, text: str, size: float) -> None:
        """Write one line, standing on ``y``."""
        self.pdf.set_font_size(size)
        self.pdf.text(x, y, self.checked(text))

    def fitted(self, room: tuple[float, float], x: float, y: float, text: str, size: float) -> None:
        """Write a line from ``x`` on; farther to the left, smaller, or not all of it, if else it would leave a room.

        The room is where a line may begin, and where it must end.
        """
        left, right = room
        width, whole = self.width_of(text, size), text
        small = max(SMALLEST / size, min(1, (right - left) / max(width, 1)))
        x = max(left, min(x, right - width))
        while whole and width * small > right - left + 0.01:
            whole = whole[:-1]
            text = whole.rstrip() + MORE
            width = self.width_of(text, size)
        self.text(x, y, text, size * small)

    def width_of(self, text: str, size: float) -> float:
        """Return how wide a line is."""
        self.pdf.set_font_size(size)
        return float(self.pdf.get_string_width(self.checked(text)))

    def checked(self, text: str) -> str:
        """Return a text that the font can write, or say what it cannot."""
        text = unicodedata.normalize("NFC", printable(text))
        for char in text:
            if unicodedata.bidirectional(char) in ("R", "AL"):
                raise LitgridError(f"{text!r} is written from right to left, and litgrid cannot set that")
            if ord(char) not in self.font.cmap:
                raise LitgridError(
                    f"the font {self.path.name} has no {char!r} (U+{ord(char):04X}, {_name(char)}), which is in "
                    f"{text!r}: name a font that has it with --font"
                )
        return text

    def written(self, text: str) -> str:
        """Return a text with ``?`` for characters that the font has not, and warn; raise if it has no letter of it."""
        try:
            return self.checked(text)
        except LitgridError as error:
            chars = (char if ord(char) in self.font.cmap else "?" for char in unicodedata.normalize("NFC", text))
            left = self.checked("".join(chars))
            if not any(map(str.isalnum, left)):
                raise
            warnings.warn(f"{error}; it becomes {left!r}", stacklevel=4)
            return left


def _name(char: str) -> str:
    return unicodedata.name(char, "without a name").lower()


def _add_font(pdf: FPDF, path: Path) -> TTFFont:
    """Add a font to a document, set it, and return it; it is a file that is open, to be closed."""
    try:
        pdf.add_font("text", fname=path)
    except Exception as error:  # a font is a program of others: whatever is wrong with it ends here
        why = str(error).partition(". ")[0]
        raise LitgridError(f"{path}: expected a TrueType or OpenType font: {why}") from None
    pdf.set_font("text")
    return cast("TTFFont", pdf.fonts["text"])
