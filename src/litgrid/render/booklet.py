"""A booklet to print: rules, numbered puzzles, several a page, and small answers with the same numbers.

It is the pictures of :mod:`litgrid.render.picture` on sheets (:mod:`litgrid.render.sheet`). The same booklet is the
same bytes each time: no date, nothing random.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Literal

from litgrid.core.scene import Scene
from litgrid.render.outlines import FONT
from litgrid.render.pdf import place
from litgrid.render.picture import CELL, Picture, compose
from litgrid.render.sheet import GUTTER, HEADING, LEADING, MARGIN, SMALL, TEXT, TITLE, Sheet

GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}
"""How many pictures a page: in how many columns and rows."""
ANSWERS_A_PAGE = 12
LEAST_CELL, LEAST_ANSWER_CELL = 10.5, 4.5
"""Where the cells of a puzzle, or of an answer, would be smaller, it gets a page with fewer of them."""
LARGEST_CELL, EXAMPLE_CELL, ANSWER_CELL = 36.0, 14.0, 15.0
"""No cell is larger: of a puzzle, of an example, of an answer."""
INDENT = 12.0
"""Of what follows a bullet."""

Where = Literal["back", "after", "none"]


@dataclass(frozen=True)
class Entry:
    """A puzzle of a booklet: the words above it, its picture, that of its answer if there is one, and a word on it."""

    heading: str
    puzzle: Scene
    answer: Scene | None = None
    note: str = ""


@dataclass(frozen=True)
class Rules:
    """The rules of a kind: its name, sentences, and an example with its answer, if there is one."""

    title: str
    sentences: tuple[str, ...]
    example: tuple[Scene, Scene] | None = None


@dataclass(frozen=True)
class Design:
    """How a booklet is to look.

    Attributes
    ----------
    title
        stands on the first page
    per_page
        how many puzzles a page, one of :data:`GRIDS`; fewer where boards are large
    answers
        whether answers come at the back, after each page of puzzles, or not at all
    paper
        ``"a4"`` or ``"letter"``
    font
        a TrueType or OpenType font for all text; without one, that which comes along
    """

    title: str = ""
    per_page: int = 4
    answers: Where = "back"
    paper: str = "a4"
    font: Path = FONT


def draw(entries: Sequence[Entry], rules: Sequence[Rules] = (), design: Design = Design()) -> bytes:
    """Return a booklet as a PDF file.

    Raises
    ------
    MissingPackageError
        where fpdf2 is not installed.
    LitgridError
        where a title or heading has characters that the font has not, or where the font cannot be read.
    """
    with closing(_Booklet(design)) as booklet:
        return booklet.bytes(entries, rules)


def check(design: Design, headings: Sequence[str] = ()) -> None:
    """Raise what :func:`draw` would for a design and the words above puzzles, before any work is done for them."""
    with closing(_Booklet(design)) as booklet:
        for words in (design.title, *headings):
            booklet.checked(words)


@dataclass(frozen=True)
class _Slot:
    """A place for one picture on a page."""

    x: float
    y: float
    width: float
    height: float


class _Booklet(Sheet):
    """Writes one booklet."""

    def __init__(self, design: Design) -> None:
        super().__init__(design.title, design.paper, design.font)
        self.design = design

    def bytes(self, entries: Sequence[Entry], rules: Sequence[Rules]) -> bytes:
        numbered = list(enumerate(entries, 1))
        self.page()
        if self.design.title:
            self.paragraph(self.design.title, TITLE)
            self.y += TEXT
        for section in rules:
            self.rules(section)
        fresh = not rules
        for grid, page in self.pages(numbered, self.design.per_page, LEAST_CELL):
            if not fresh:
                self.page()
            self.puzzles(page, grid)
            fresh = False
            if self.design.answers == "after":
                self.answers(page, grid)
        if self.design.answers == "back":
            for grid, page in self.pages(numbered, ANSWERS_A_PAGE, LEAST_ANSWER_CELL):
                self.answers(page, grid)
        return bytes(self.pdf.output())

    def pages(
        self, entries: Sequence[tuple[int, Entry]], most: int, least: float
    ) -> Iterator[tuple[int, Sequence[tuple[int, Entry]]]]:
        """Yield what comes on each page, and how many places that has; ``least`` is for the cells."""
        for grid, alike in groupby(entries, lambda entry: self.grid(entry[1].puzzle, most, least)):
            group = list(alike)
            yield from ((grid, group[start : start + grid]) for start in range(0, len(group), grid))

    def grid(self, scene: Scene, most: int, least: float) -> int:
        """Return how many places a page may have, so that the cells of a picture are not too small."""
        picture = compose(scene)
        for number, (columns, rows) in sorted(GRIDS.items(), reverse=True):
            slot = next(self.slots(columns, rows, MARGIN + HEADING + TEXT))
            if number <= most and CELL * _scale(picture, slot.width, slot.height, LARGEST_CELL) >= least:
                return number
        return 1

    def rules(self, rules: Rules) -> None:
        """Write the rules of a kind, on one page if they fit on one."""
        pictures = [compose(scene) for scene in rules.example or ()]
        sizes = [_scale(picture, self.width / 2 - GUTTER, self.width / 2, EXAMPLE_CELL) for picture in pictures]
        pictured = max((picture.height * size for picture, size in zip(pictures, sizes, strict=True)), default=0)
        lines = sum(len(self.lines(sentence, TEXT, self.width - INDENT)) for sentence in rules.sentences)
        height = (HEADING + lines * TEXT) * LEADING + TEXT / 2
        if pictures:
            height += TEXT / 2 + SMALL * LEADING + pictured
        if self.y > MARGIN and self.y + height > self.bottom:
            self.page()
        self.paragraph(rules.title, HEADING)
        self.y += TEXT / 2
        for sentence in rules.sentences:
            self.text(MARGIN, self.y + TEXT, "•", TEXT)
            self.paragraph(sentence, TEXT, INDENT)
        if not pictures:
            self.y += 1.5 * TEXT
            return
        self.y += TEXT / 2
        x = MARGIN
        for word, picture, size in zip(("An example", "and its answer"), pictures, sizes, strict=True):
            self.text(x, self.y + SMALL, word, SMALL)
            place(self.pdf, picture, x, self.y + SMALL * LEADING, size)
            x += max(picture.width * size, self.width_of(word, SMALL)) + 2 * GUTTER
        self.y += SMALL * LEADING + pictured + 1.5 * TEXT

    def puzzles(self, page: Sequence[tuple[int, Entry]], grid: int) -> None:
        """Draw the puzzles of a page."""
        for (number, entry), slot in zip(page, self.slots(*GRIDS[grid], self.y), strict=False):
            self.picture(slot, f"{number}.  {entry.heading}", entry.puzzle, TEXT, LARGEST_CELL)

    def answers(self, page: Sequence[tuple[int, Entry]], grid: int) -> None:
        """Draw a page of answers, row close below row."""
        self.page()
        self.paragraph("Answers", HEADING)
        self.y += TEXT / 2
        columns, _ = GRIDS[grid]
        ends = [self.y]
        for nth, ((number, entry), slot) in enumerate(zip(page, self.slots(*GRIDS[grid], self.y), strict=False)):
            if nth % columns == 0:
                self.y, ends = max(ends), []
            heading = f"{number}." + (f"  {entry.note}" if entry.note else "")
            ends.append(self.picture(replace(slot, y=self.y), heading, entry.answer, SMALL, ANSWER_CELL) + GUTTER)

    def slots(self, columns: int, rows: int, top: float) -> Iterator[_Slot]:
        """Yield the places of a page below ``top``, row by row."""
        width = (self.width - (columns - 1) * GUTTER) / columns
        height = (self.bottom - top - (rows - 1) * GUTTER) / rows
        for row in range(rows):
            for column in range(columns):
                yield _Slot(MARGIN + column * (width + GUTTER), top + row * (height + GUTTER), width, height)

    def picture(self, slot: _Slot, heading: str, scene: Scene | None, size: float, cell: float) -> float:
        """Draw a heading, and below it a picture as large as fits, in the middle of its place; return where it ends."""
        fitting = min(size, size * slot.width / max(self.width_of(heading, size), 1))
        above = size * LEADING + 2
        if scene is None:
            self.text(slot.x, slot.y + size, heading, fitting)
            return slot.y + above
        picture = compose(scene)
        scale = _scale(picture, slot.width, slot.height - above, cell)
        x = slot.x + (slot.width - picture.width * scale) / 2
        self.text(min(x, slot.x + slot.width - self.width_of(heading, fitting)), slot.y + size, heading, fitting)
        place(self.pdf, picture, x, slot.y + above, scale)
        return slot.y + above + picture.height * scale


def _scale(picture: Picture, width: float, height: float, cell: float) -> float:
    """Return how many points a unit is, so that a picture fits and its cells are not too large."""
    return min(width / picture.width, height / picture.height, cell / CELL)
