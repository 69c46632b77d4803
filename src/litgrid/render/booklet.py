"""A booklet to print: a cover, rules, numbered puzzles as large as pages allow, and small answers with their numbers.

It is the pictures of :mod:`litgrid.render.picture` on sheets (:mod:`litgrid.render.sheet`), where
:mod:`litgrid.render.arrange` says. The same booklet is the same bytes each time: no date, nothing random.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from litgrid.core import levels
from litgrid.core.errors import LitgridError
from litgrid.render.arrange import CLEAR, Card, Place, arranged, packed
from litgrid.render.code import code
from litgrid.render.design import Design, Entry, Rules, Section
from litgrid.render.opening import LARGEST, Opening
from litgrid.render.pdf import place
from litgrid.render.picture import CELL, Picture, compose
from litgrid.render.sheet import LEADING, MARGIN, SMALL, TEXT

LEAST = 10.5 / CELL
"""Where a picture would be smaller, in points a unit, its page gets fewer puzzles."""
LEAST_ANSWER, LARGEST_ANSWER = 7.5 / CELL, 20.0 / CELL
"""How large a picture of an answer is at least, if the page is large enough for it, and at most, in points a unit."""
MODULE, LEAST_CODE = 0.85, 56.0
"""How large a module of a code is, and a code, at least."""
EDGE = CELL / 8
"""What pictures leave free around a board."""
Entries = Sequence[tuple[int, Entry]]


def draw(sections: Sequence[Section], rules: Sequence[Rules], design: Design) -> bytes:
    """Return a booklet as a PDF file.

    Raises :class:`MissingPackageError` where fpdf2 is not installed, or segno where there are to be QR codes,
    :class:`LitgridError` where a title or heading has characters that the font has not, or where the font cannot be
    read.
    """
    with closing(_Booklet(design)) as booklet:
        return booklet.bytes(sections, rules)


def check(design: Design, texts: Sequence[str] = (), names: Sequence[str] = ()) -> tuple[Design, dict[str, str]]:
    """Raise what :func:`draw` would for a design and texts, before any work is done for them.

    Names may be such as the font has not: those are returned, each with a sentence that says why. So is the design,
    without characters of title and author that the font has not; of these it is warned.
    """
    found = {}
    with closing(_Booklet(design)) as booklet:
        design = replace(design, title=booklet.written(design.title), author=booklet.written(design.author))
        for text in texts:
            booklet.checked(text)
        for name in names:
            try:
                booklet.checked(name)
            except LitgridError as error:
                found[name] = str(error)
    if design.links == "qr":
        code("a")
    return design, found


@dataclass(frozen=True)
class _Board:
    """A puzzle to draw: its number, how large it is, its picture, its code, and the site that words lead to."""

    number: int
    entry: Entry
    card: Card
    picture: Picture
    code: Picture | None
    site: str


class _Booklet(Opening):
    """Writes one booklet."""

    def bytes(self, sections: Sequence[Section], rules: Sequence[Rules]) -> bytes:
        goes_on = self.opening(sections, rules)
        numbered = list(enumerate((entry for section in sections for entry in section.entries), 1))
        at = 0
        for section in sections:
            end = at + len(section.entries)
            self.section(section.title, numbered[at:end], goes_on=goes_on and not at)
            at = end
        if self.design.answers == "back":
            self.answers(numbered)
        return bytes(self.pdf.output())

    def section(self, title: str, entries: Entries, *, goes_on: bool) -> None:
        """Draw the puzzles of a section, and the answers of each page if they come after it."""
        boards = [self.board(number, entry) for number, entry in entries]
        most, at = min(self.design.per_page, len(boards)), 0
        while at < len(boards):
            if at or not goes_on:
                self.page()
                self.head(title)
            if title and not at:
                self.pdf.start_section(title)
            slots = self.slots(boards[at : at + most], most)
            for board, slot in zip(boards[at:], slots, strict=False):
                self.puzzle(board, slot)
            if self.design.answers == "after":
                self.answers(entries[at : at + len(slots)])
            at += len(slots)

    def slots(self, boards: Sequence[_Board], most: int) -> list[Place]:
        """Return places on this page for as many of the boards as it may hold, so that cells are not too small."""
        room = Place(MARGIN, self.y, self.width, self.bottom - self.y)
        for places in range(most, 1, -1):
            scale, slots = arranged([board.card for board in boards[:places]], places, room, LARGEST)
            if scale >= LEAST:
                return slots
        return [room]

    def board(self, number: int, entry: Entry) -> _Board:
        picture = compose(entry.puzzle)
        drawn = code(entry.link[0]) if entry.link and self.design.links == "qr" else None
        # Where a code would be too fine, words lead there.
        site = entry.link[1] if entry.link and self.design.links != "none" and drawn is None else ""
        below = SMALL * LEADING * (bool(entry.level or entry.name) + bool(site))
        side = max(LEAST_CODE, MODULE * drawn.width) if drawn else 0.0
        card = Card(picture.width, picture.height, TEXT * LEADING + 2, below and below + 2, code=side)
        return _Board(number, entry, card, picture, drawn, site)

    def puzzle(self, board: _Board, slot: Place) -> None:
        card, entry = board.card, board.entry
        scale, beside = card.fit(slot, LARGEST)
        width, height = card.width * scale, card.height * scale
        x = slot.x + (slot.width - width - (card.code + CLEAR) * beside) / 2
        y = slot.y + card.above
        place(self.pdf, board.picture, x, y, scale)
        x, width = x + EDGE * scale, width - 2 * EDGE * scale  # words begin and end with the board
        self.fitted((slot.x, slot.x + slot.width), x, slot.y + TEXT, f"{board.number}.  {entry.heading}", TEXT)
        foot, end = y + height + 2 + SMALL, slot.x + slot.width
        if board.code and entry.link:
            left, top = (x + width + CLEAR, y) if beside else (x + width - card.code, y + height + 2)
            place(self.pdf, board.code, left, top, card.code / board.code.width)
            self.pdf.link(left, top, card.code, card.code, entry.link[0])
            end = left - CLEAR
        at, level = x, entry.level
        if isinstance(level, int):
            at = self.dots(x, foot, level, SMALL) + SMALL / 2
            level = levels.name(level, self.design.language)
        said = " · ".join(part for part in (level, entry.name) if part)
        self.fitted((at, end), at, foot, said, SMALL)
        if board.site and entry.link:
            words = self.said("play", site=board.site)
            foot += SMALL * LEADING * bool(said)
            self.fitted((x, end), x, foot, words, SMALL)
            self.pdf.link(x, foot - SMALL, min(self.width_of(words, SMALL), end - x), SMALL * LEADING, entry.link[0])

    def answers(self, entries: Entries) -> None:
        """Draw answers close together, on as few pages as they fit on."""
        lines = [f"{number}." + (f"  {entry.note}" if entry.note else "") for number, entry in entries]
        pictures = [compose(entry.answer) if entry.answer else Picture(1, 1, ()) for _, entry in entries]
        cards = [
            Card(picture.width, picture.height, SMALL * LEADING + 2, least=min(self.width_of(line, SMALL), self.width))
            for picture, line in zip(pictures, lines, strict=True)
        ]
        room = Place(MARGIN, MARGIN, self.width, self.bottom - MARGIN)
        pages = packed(cards, room, LEAST_ANSWER, LARGEST_ANSWER)
        drawn = iter(zip(lines, pictures, strict=True))
        for page in pages:
            self.page()
            self.head(self.said("answers"))
            for (scale, slot), (line, picture) in zip(page, drawn, strict=False):
                self.fitted((slot.x, slot.x + slot.width), slot.x, slot.y + SMALL, line, SMALL)
                place(self.pdf, picture, slot.x, slot.y + SMALL * LEADING + 2, scale)
