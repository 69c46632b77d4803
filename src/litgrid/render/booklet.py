"""A booklet to print: a cover, rules, numbered puzzles as large as pages allow, and small answers with their numbers.

It is the pictures of :mod:`litgrid.render.picture` on sheets (:mod:`litgrid.render.sheet`), where
:mod:`litgrid.render.arrange` says. The same booklet is the same bytes each time: no date, nothing random.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from litgrid.core import levels
from litgrid.core.scene import Scene
from litgrid.core.words import OWN, beside
from litgrid.render.arrange import CLEAR, GUTTER, Card, Place, arranged, packed
from litgrid.render.code import code
from litgrid.render.outlines import FONT
from litgrid.render.pdf import place
from litgrid.render.picture import CELL, Picture, compose
from litgrid.render.sheet import HEADING, LEADING, MARGIN, SMALL, TEXT, TITLE, Paper, Sheet

LEAST_CELL, LARGEST_CELL = 10.5, 72.0
"""Where the cells of a puzzle would be smaller, its page gets fewer puzzles; and none are larger."""
LARGEST = LARGEST_CELL / CELL
LEAST_ANSWER, LARGEST_ANSWER = 7.5 / CELL, 20.0 / CELL
"""How large a picture of an answer is at least, if the page is large enough for it, and at most, in points a unit."""
EXAMPLE_CELL = 16.0
"""No cell of an example is larger."""
INDENT = 12.0
"""Of what follows a bullet."""
COVER, MOST_ON_COVER = 34.0, 4
"""The size of the title on the cover, and how many boards are on it."""
MODULE, LEAST_CODE = 0.85, 56.0
"""How large a module of a code is, and a code, at least."""
EDGE = CELL / 8
"""What pictures leave free around a board."""
DOT = 0.62
"""How large the dots of a level are, in sizes of the text beside them."""

Where = Literal["back", "after", "none"]
Links = Literal["none", "words", "qr"]
Entries = Sequence[tuple[int, "Entry"]]


@dataclass(frozen=True)
class Entry:
    """A puzzle of a booklet.

    Attributes
    ----------
    heading
        the words above it, after its number
    puzzle, answer
        its picture, and that of its answer, if there is one
    note
        a word on its answer
    level
        how hard it is: 1 to 4, or a word of another scale; ``None`` where that is not known
    name
        what it is called, if it is called anything
    link
        the address where it can be played, and the name of the site
    """

    heading: str
    puzzle: Scene
    answer: Scene | None = None
    note: str = ""
    level: int | str | None = None
    name: str = ""
    link: tuple[str, str] | None = None


@dataclass(frozen=True)
class Section:
    """Puzzles that begin on a new page, under a title."""

    title: str
    entries: Sequence[Entry]


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
    title, author
        stand on the cover, or where there is none on the first page
    cover
        whether a booklet with a title has a cover
    legend
        whether it is said what the levels mean, where puzzles have some
    per_page
        how many puzzles a page; fewer where boards are large
    answers
        whether answers come at the back, after each page of puzzles, or not at all
    links
        whether it is said where each puzzle can be played: in words that lead there, or as a QR code
    paper
        ``"a4"`` or ``"letter"``
    language
        that of the booklet's own words
    font
        a TrueType or OpenType font for all text; without one, that which comes along
    """

    title: str = ""
    author: str = ""
    cover: bool = True
    legend: bool = True
    per_page: int = 4
    answers: Where = "back"
    links: Links = "none"
    paper: Paper = "a4"
    language: str = OWN
    font: Path = FONT


def words(language: str) -> Mapping[str, Mapping[str, Any]]:
    """Return what booklets say in a language, by section and name."""
    return beside(__name__, language)


def said(name: str, language: str, number: int | None = None, **places: object) -> str:
    """Return what a booklet says, in the form for a number.

    >>> said("puzzles", "en", 30)
    '30 puzzles'
    """
    form = words(language)["booklet"][name]
    if isinstance(form, dict):
        form = form["one" if number == 1 else "many"]
    return str(form).format(number=number, **places)


def draw(sections: Sequence[Section], rules: Sequence[Rules] = (), design: Design = Design()) -> bytes:
    """Return a booklet as a PDF file.

    Raises
    ------
    MissingPackageError
        where fpdf2 is not installed, or segno where there are to be QR codes.
    LitgridError
        where a title or heading has characters that the font has not, or where the font cannot be read.
    """
    with closing(_Booklet(design)) as booklet:
        return booklet.bytes(sections, rules)


def check(design: Design, texts: Sequence[str] = ()) -> None:
    """Raise what :func:`draw` would for a design and texts, before any work is done for them."""
    with closing(_Booklet(design)) as booklet:
        for text in (design.title, design.author, *texts):
            booklet.checked(text)
    if design.links == "qr":
        code("")


@dataclass(frozen=True)
class _Board:
    """A puzzle to draw: its number, how large it is, its picture, its code, and the site that words lead to."""

    number: int
    entry: Entry
    card: Card
    picture: Picture
    code: Picture | None
    site: str


class _Booklet(Sheet):
    """Writes one booklet."""

    def __init__(self, design: Design) -> None:
        super().__init__(design.title, design.paper, design.font)
        self.design = design
        self.pdf.set_lang(design.language)
        if design.author:
            self.pdf.set_author(design.author)

    def bytes(self, sections: Sequence[Section], rules: Sequence[Rules]) -> bytes:
        entries = [entry for section in sections for entry in section.entries]
        if self.design.title and self.design.cover:
            self.cover(sections)
        graded = self.design.legend and any(isinstance(entry.level, int) for entry in entries)
        fresh = not self.pdf.page and bool(rules or graded or self.design.title)
        if fresh or rules or graded:
            self.page()
        if fresh and self.design.title:
            self.paragraph(self.design.title, TITLE)
            if self.design.author:
                self.paragraph(self.design.author, TEXT)
            self.y += TEXT
        for kind in rules:
            self.rules(kind)
        if graded:
            self.legend()
        fresh = fresh and not rules and not graded
        number = 1
        for section in sections:
            numbered = list(enumerate(section.entries, number))
            number += len(numbered)
            self.section(section.title, numbered, fresh=fresh)
            fresh = False
        if self.design.answers == "back":
            self.answers(list(enumerate(entries, 1)))
        return bytes(self.pdf.output())

    def said(self, name: str, number: int | None = None, **places: object) -> str:
        """Return what the booklet says in its language."""
        return said(name, self.design.language, number, **places)

    def cover(self, sections: Sequence[Section]) -> None:
        """Draw title and author, a board of each section, and what is in the booklet."""
        self.page(numbered=False)
        lines = list(self.contents(sections))
        self.y += 2 * COVER
        self.paragraph(self.design.title, COVER, centred=True)
        if self.design.author:
            self.y += TEXT
            self.paragraph(self.design.author, HEADING, centred=True)
        foot = self.bottom - len(lines) * TEXT * LEADING
        side = min(foot - self.y - 4 * HEADING, 0.72 * self.width)
        if side > 4 * HEADING:  # else the title has taken the page
            shown = [entry.puzzle for section in sections for entry in section.entries[:1]][:MOST_ON_COVER]
            pictures = [compose(scene) for scene in shown]
            room = Place((self.paper[0] - side) / 2, self.y + (foot - self.y - side) / 2, side, side)
            cards = [Card(picture.width, picture.height) for picture in pictures]
            scale, slots = arranged(cards, len(cards), room, LARGEST)
            for picture, card, slot in zip(pictures, cards, slots, strict=True):
                scale, _ = card.fit(slot, LARGEST)
                x, y = slot.x + (slot.width - card.width * scale) / 2, slot.y + (slot.height - card.height * scale) / 2
                place(self.pdf, picture, x, y, scale)
            self.y = foot
        for line in lines:
            self.paragraph(line, TEXT, centred=True)

    def contents(self, sections: Sequence[Section]) -> Iterator[str]:
        """Yield what is in the booklet, a line a section: how many puzzles, and how hard they are."""
        for section in sections:
            known = sorted({entry.level for entry in section.entries if isinstance(entry.level, int)})
            names = [levels.name(level, self.design.language) for level in dict.fromkeys((*known[:1], *known[-1:]))]
            hard = self.said("to", first=names[0], last=names[1]) if len(names) == 2 else "".join(names)
            parts = [section.title, self.said("puzzles", len(section.entries)), hard]
            yield ", ".join(parts[not section.title : 2 + (hard.lower() not in ("", section.title.lower()))])

    def rules(self, rules: Rules) -> None:
        """Write the rules of a kind, on one page if they fit on one."""
        pictures = [compose(scene) for scene in rules.example or ()]
        sizes = [
            min((self.width / 2 - GUTTER) / picture.width, self.width / 2 / picture.height, EXAMPLE_CELL / CELL)
            for picture in pictures
        ]
        pictured = max((picture.height * size for picture, size in zip(pictures, sizes, strict=True)), default=0)
        lines = sum(len(self.lines(sentence, TEXT, self.width - INDENT)) for sentence in rules.sentences)
        height = (HEADING + lines * TEXT) * LEADING + TEXT / 2
        if pictures:
            height += TEXT / 2 + SMALL * LEADING + pictured
        self.keep_together(height)
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
        titles = (self.said("example"), self.said("its-answer"))
        for word, picture, size in zip(titles, pictures, sizes, strict=True):
            self.text(x, self.y + SMALL, word, SMALL)
            place(self.pdf, picture, x, self.y + SMALL * LEADING, size)
            x += max(picture.width * size, self.width_of(word, SMALL)) + 2 * GUTTER
        self.y += SMALL * LEADING + pictured + 1.5 * TEXT

    def legend(self) -> None:
        """Write what the levels mean."""
        self.keep_together((HEADING + 2 * len(levels.LEVELS) * TEXT) * LEADING + TEXT / 2)
        self.paragraph(self.said("levels"), HEADING)
        self.y += TEXT / 2
        names = {level: levels.name(level, self.design.language) for level in levels.LEVELS}
        aside = len(names) * TEXT * DOT * 1.3 + CLEAR
        indent = aside + max(self.width_of(name, TEXT) for name in names.values()) + GUTTER
        for level, name in names.items():
            self.dots(MARGIN, self.y + TEXT, level, TEXT)
            self.text(MARGIN + aside, self.y + TEXT, name, TEXT)
            self.paragraph(levels.takes(level, self.design.language), TEXT, indent)

    def dots(self, x: float, y: float, level: int, size: float) -> float:
        """Draw as many of four dots full as a level says, standing on ``y``; return where they end."""
        across = size * DOT
        self.pdf.set_line_width(0.6)
        for number in levels.LEVELS:
            self.pdf.set_fill_color(0 if number <= level else 255)
            self.pdf.ellipse(x, y - across - 0.04 * size, across, across, style="FD")
            x += across * 1.3
        return x

    def section(self, title: str, entries: Entries, *, fresh: bool) -> None:
        """Draw the puzzles of a section, and the answers of each page if they come after it."""
        boards = [self.board(number, entry) for number, entry in entries]
        most, at = min(self.design.per_page, len(boards)), 0
        while at < len(boards):
            if at or not fresh:
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
            if scale * CELL >= LEAST_CELL:
                return slots
        return [room]

    def board(self, number: int, entry: Entry) -> _Board:
        """Return a puzzle with its picture and, if it is to have one, the code of its link."""
        picture = compose(entry.puzzle)
        drawn = code(entry.link[0]) if entry.link and self.design.links == "qr" else None
        # Where a code would be too fine, words lead there.
        site = entry.link[1] if entry.link and self.design.links != "none" and drawn is None else ""
        below = SMALL * LEADING + 2 if entry.level or entry.name or site else 0.0
        side = max(LEAST_CODE, MODULE * drawn.width) if drawn else 0.0
        card = Card(picture.width, picture.height, TEXT * LEADING + 2, below, code=side)
        return _Board(number, entry, card, picture, drawn, site)

    def puzzle(self, board: _Board, slot: Place) -> None:
        """Draw a puzzle with its number and heading, and below it, or beside it, what else is to be said."""
        card, entry = board.card, board.entry
        scale, beside = card.fit(slot, LARGEST)
        width, height = card.width * scale, card.height * scale
        x = slot.x + (slot.width - width - (card.code + CLEAR) * beside) / 2
        y = slot.y + card.above
        place(self.pdf, board.picture, x, y, scale)
        x, width = x + EDGE * scale, width - 2 * EDGE * scale  # words begin and end with the board
        self.fitted(slot, x, slot.y + TEXT, f"{board.number}.  {entry.heading}", TEXT)
        end = slot.x + slot.width
        if board.code and entry.link:
            left, top = (x + width + CLEAR, y) if beside else (x + width - card.code, y + height + 2)
            place(self.pdf, board.code, left, top, card.code / board.code.width)
            self.pdf.link(left, top, card.code, card.code, entry.link[0])
            end = left - CLEAR
        foot = y + height + 2 + SMALL
        if board.site and entry.link:
            words = self.said("play", site=board.site)
            long = self.width_of(words, SMALL)
            left = max(x + width, min(x + 2 * long, end)) - long
            self.text(left, foot, words, SMALL)
            self.pdf.link(left, foot - SMALL, long, SMALL * LEADING, entry.link[0])
            end = left - SMALL
        at, level = x, entry.level
        if isinstance(level, int):
            at = self.dots(x, foot, level, SMALL) + SMALL / 2
            level = levels.name(level, self.design.language)
        said = " · ".join(part for part in (level, entry.name) if part)
        self.fitted(Place(at, foot, end - at, 0), at, foot, said, SMALL)

    def fitted(self, room: Place, x: float, y: float, text: str, size: float) -> None:
        """Write a line, farther to the left or smaller where it would not fit."""
        width = self.width_of(text, size)
        size *= min(1, room.width / max(width, 1))
        self.text(max(room.x, min(x, room.x + room.width - width)), y, text, size)

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
                self.fitted(slot, slot.x, slot.y + SMALL, line, SMALL)
                place(self.pdf, picture, slot.x, slot.y + SMALL * LEADING + 2, scale)
