"""A strip of pictures: how a board changes from step to step, each picture with its sentence; as SVG and as PDF.

What a step decides has a frame, what it rests on has corners, and what its rules are about a thin line
(:mod:`litgrid.render.picture`), so that nothing is said by colour alone. In SVG the strip is one picture, as wide as it
is pleasant, and what all boards have in common is written once; in PDF it goes on from page to page.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from litgrid.core.scene import Scene
from litgrid.render.pdf import place
from litgrid.render.picture import CELL, INK, PAPER, Picture, compose
from litgrid.render.sheet import GUTTER, HEADING, LEADING, MARGIN, SMALL, Sheet
from litgrid.render.svg import pieces

WIDEST = 1200
"""A strip is no wider, in pixels, unless one board alone is."""
GAP = 24
"""Between two pictures, in pixels."""
NARROWEST = 200
"""No column is narrower, in pixels, so that sentences do not get too long."""
FONT, LETTER = 12, 0.53
"""The size of text in SVG, and how wide its letters are on average, in sizes: generous, as fonts differ."""
SCALE, CLOSE = 0.75, 0.85
"""Points of PDF a pixel, and how much smaller boards may get for another column."""


class Panel(NamedTuple):
    """A picture with its sentence: the cells, by number, that were decided, that they rest on, that rules are about."""

    scene: Scene
    text: str
    decided: tuple[int, ...] = ()
    facts: tuple[int, ...] = ()
    rules: tuple[int, ...] = ()

    def picture(self, cell: int) -> Picture:
        """Return what to draw."""
        return compose(self.scene, cell, marked=self.decided, used=self.facts, about=self.rules)


@dataclass(frozen=True)
class Strip:
    """A heading, pictures, and a word on each kind of mark: decided, rested on, of the rules."""

    title: str
    panels: Sequence[Panel]
    key: Sequence[str]

    def key_panels(self) -> Iterator[Panel]:
        """Yield a small picture a mark."""
        for number, text in enumerate(self.key):
            marks: list[tuple[int, ...]] = [(), (), ()]
            marks[number] = (0,)
            yield Panel(Scene([" "], [["unknown"]]), text, *marks)


def svg(strip: Strip, cell: int = CELL * 3 // 4) -> str:
    r"""Return the text of an SVG file, which ends in a newline.

    >>> panel = Panel(Scene(["o"], [["true"]], symbols={"o": "●"}), "A bulb.", decided=(0,))
    >>> svg(Strip("One cell", [panel], ("new", "known", "rules"))).count("A bulb.")
    1
    """
    pictures = [panel.picture(cell) for panel in strip.panels]
    column = max([NARROWEST, *(picture.width for picture in pictures)])
    columns = max(1, min(len(pictures), WIDEST // (column + GAP)))
    names: dict[tuple[str, float], str] = {}
    defined: list[str] = []
    shown: list[tuple[float, float, list[str]]] = []
    words: list[str] = [_words(GAP, GAP + FONT, [strip.title], FONT * 1.4)]

    def draw(picture: Picture, x: float, y: float) -> None:
        items = []
        for item in picture.items:
            new, drawn = pieces(item, names)
            defined.extend(new)
            items.append("".join(drawn))
        shown.append((x, y, items))

    x, y = float(GAP), GAP + 2 * FONT * LEADING
    for panel in strip.key_panels():
        small = panel.picture(2 * FONT)
        draw(small, x, y)
        words.append(_words(x + small.width + 4, y + small.height / 2 + FONT / 3, [panel.text]))
        x += small.width + len(panel.text) * FONT * LETTER + GAP
    width = max(x, GAP + columns * (column + GAP))
    y += 4 * FONT
    for row in _rows(list(zip(pictures, strip.panels, strict=True)), columns):
        lowest = y
        for place_in_row, (picture, panel) in enumerate(row):
            left = GAP + place_in_row * (column + GAP)
            draw(picture, left, y)
            lines = textwrap.wrap(panel.text, int(column / (FONT * LETTER)))
            words.append(_words(left, y + picture.height + FONT * LEADING, lines))
            lowest = max(lowest, y + picture.height + len(lines) * FONT * LEADING)
        y = lowest + GAP + FONT
    return "\n".join([*_opening(width, y, strip.title), *defined, *_shared(shown), *words, "</svg>"]) + "\n"


def _rows(drawn: Sequence[tuple[Picture, Panel]], columns: int) -> Iterator[Sequence[tuple[Picture, Panel]]]:
    for start in range(0, len(drawn), columns):
        yield drawn[start : start + columns]


def _opening(width: float, height: float, title: str) -> list[str]:
    size = f"{width:.0f} {height:.0f}"
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {size}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="100%" height="100%" fill="{PAPER}"/>',
    ]


def _shared(shown: Sequence[tuple[float, float, list[str]]]) -> Iterator[str]:
    """Yield what draws pictures, each at its place; what several of them have is defined first and used."""
    number = Counter(item for _, _, items in shown for item in items)
    common = {item: f"lg-{place}" for place, item in enumerate(item for item in number if number[item] > 1)}
    yield from (f'<defs><g id="{name}">{item}</g></defs>' for item, name in common.items())
    for x, y, items in shown:
        inside = "".join(f'<use href="#{common[item]}"/>' if item in common else item for item in items)
        yield f'<g transform="translate({x:g} {y:g})">{inside}</g>'


def _words(x: float, y: float, lines: Iterable[str], size: float = FONT) -> str:
    spans = "".join(
        f'<tspan x="{x:g}" y="{y + number * size * LEADING:g}">{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    return f'<text font-family="DejaVu Sans, Verdana, sans-serif" font-size="{size:g}" fill="{INK}">{spans}</text>'


def pdf(strip: Strip, cell: int = CELL * 5 // 8) -> bytes:
    """Return a PDF file; raise :class:`LitgridError` where there are characters that the font has not."""
    with closing(Sheet(strip.title)) as sheet:
        sheet.page()
        sheet.paragraph(strip.title, HEADING)
        sheet.y += SMALL
        _key(sheet, strip)
        _panels(sheet, strip.panels, cell)
        return bytes(sheet.pdf.output())


def _key(sheet: Sheet, strip: Strip) -> None:
    x = MARGIN
    for panel in strip.key_panels():
        small = panel.picture(CELL)
        scale = 2 * SMALL / small.height
        place(sheet.pdf, small, x, sheet.y, scale)
        x += small.width * scale + 4
        sheet.text(x, sheet.y + SMALL * 1.35, panel.text, SMALL)
        x += sheet.width_of(panel.text, SMALL) + GUTTER
    sheet.y += 3 * SMALL


def _panels(sheet: Sheet, panels: Sequence[Panel], cell: int) -> None:
    """Draw pictures with their sentences, row below row, on as many pages as it takes."""
    pictures = [panel.picture(cell) for panel in panels]
    widest = max((picture.width for picture in pictures), default=1)
    columns = max(1, int((sheet.width + GUTTER) // (max(widest * CLOSE, NARROWEST) * SCALE + GUTTER)))
    column = (sheet.width - (columns - 1) * GUTTER) / columns
    for row in _rows(list(zip(pictures, panels, strict=True)), columns):
        texts = [sheet.lines(panel.text, SMALL, column) for _, panel in row]
        # A board that is larger than a page, with its sentence, gets smaller.
        room = sheet.bottom - MARGIN - max(map(len, texts)) * SMALL * LEADING - SMALL
        scales = [min(SCALE, column / picture.width, room / picture.height) for picture, _ in row]
        heights = [
            picture.height * scale + (len(text) + 1) * SMALL * LEADING
            for (picture, _), scale, text in zip(row, scales, texts, strict=True)
        ]
        if sheet.y + max(heights) > sheet.bottom and sheet.y > MARGIN:
            sheet.page()
        for number, ((picture, _), scale, text) in enumerate(zip(row, scales, texts, strict=True)):
            x = MARGIN + number * (column + GUTTER)
            place(sheet.pdf, picture, x, sheet.y, scale)
            for line, words in enumerate(text, 1):
                sheet.text(x, sheet.y + picture.height * scale + line * SMALL * LEADING, words, SMALL)
        sheet.y += max(heights) + GUTTER / 2
