"""What a booklet begins with: its cover, the rules, and what the levels mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from litgrid.core import levels
from litgrid.render.arrange import CLEAR, GUTTER, Card, Place, arranged
from litgrid.render.design import Design, Rules, Section, said
from litgrid.render.pdf import place
from litgrid.render.picture import CELL, compose
from litgrid.render.sheet import HEADING, LEADING, MARGIN, SMALL, TEXT, TITLE, Sheet

LARGEST = 72.0 / CELL
"""No picture is larger, in points a unit: then a cell is an inch."""
EXAMPLE_CELL = 16.0
"""No cell of an example is larger."""
INDENT = 12.0
"""Of what follows a bullet."""
COVER, MOST_ON_COVER = 34.0, 4
"""The size of the title on the cover, and how many boards are on it."""
DOT = 0.62
"""How large the dots of a level are, in sizes of the text beside them."""


class Opening(Sheet):
    """A booklet, as far as its puzzles; these follow on the page that is begun, if one is."""

    def __init__(self, design: Design) -> None:
        super().__init__(design.title, design.paper, design.font)
        self.design = design
        self.pdf.set_lang(design.language)
        if design.author:
            self.pdf.set_author(design.author)

    def opening(self, sections: Sequence[Section], rules: Sequence[Rules]) -> bool:
        """Draw what comes first; return whether puzzles can go on where it ends, and need no page of their own."""
        levelled = any(isinstance(entry.level, int) for section in sections for entry in section.entries)
        legend, headed = self.design.legend and levelled, bool(self.design.title or self.design.author)
        if headed and self.design.cover:
            self.cover(sections)
            headed = False
        if headed or rules or legend:
            self.page()
        if headed:
            self.paragraph(self.design.title, TITLE)
            self.paragraph(self.design.author, TEXT)
            self.y += TEXT
        for kind in rules:
            self.rules(kind)
        if legend:
            self.legend()
        return headed and not rules and not legend

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
