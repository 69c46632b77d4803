"""Draws a scene for a terminal: framed, in colour or plain, in Unicode or ASCII.

Every cell is a character with a gap before it, so that cells are about square. Nothing is said by colour alone: a
marked cell stands in brackets, and where a given cell could be taken for an entry, a tick follows it. What is inscribed
in a cell stands before its character. A board wider than the terminal is drawn in strips of columns.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from litgrid.core.scene import Scene

RESET = "\x1b[0m"
COLOURS = {
    "clue": "1",
    "true": "36",
    "false": "36",
    "lit": "30;103",
    "light": "1;30;103",
    "number": "1;7",
    "marked": "1;97;41",
}
"""Style to ANSI attributes; what is not named is drawn as it is. Where cells can be lit, true ones are ``light``."""

GIVEN = "'"
"""Follows a given cell where colours cannot tell it from an entry."""


@dataclass(frozen=True)
class Look:
    """How to draw: with ANSI colours, with Unicode, and in at most so many columns of text (``None``: any number)."""

    colour: bool = False
    unicode: bool = True
    width: int | None = None


PLAIN = Look()
UNICODE_FRAME, ASCII_FRAME = "┌─┐│└┘", "+-+|++"


def draw(scene: Scene, look: Look = PLAIN, marked: Collection[int] = ()) -> str:
    """Return the picture of a scene, several lines without a newline at the end; ``marked`` cells (numbers) stand out.

    >>> print(draw(Scene(["o.", "#1"], [["true", "lit"], ["wall", "number"]]), Look(unicode=False), marked=[1]))
    +-----+
    | o[.]|
    | # 1 |
    +-----+
    """
    columns = len(scene.glyphs[0])
    cell = max([2 if scene.inscribed else 1, *(len(label) for label in scene.top)])
    margin = max([0, *(len(label) + 1 for label in scene.left)])
    room = columns if look.width is None else max(1, (look.width - margin - 3) // (cell + 1))
    painter = _Painter(scene, look, frozenset(marked), cell, margin)
    strips = [range(begin, min(begin + room, columns)) for begin in range(0, columns, room)]
    drawn = [painter.strip(strip) for strip in strips]
    if len(strips) > 1:
        drawn = [
            f"columns {strip.start + 1} to {strip.stop}\n{picture}"
            for strip, picture in zip(strips, drawn, strict=True)
        ]
    if painter.ticked:
        drawn.append(f"{' ' * margin}{GIVEN} given")
    return "\n".join(drawn)


class _Painter:
    """Draws strips of one scene."""

    def __init__(self, scene: Scene, look: Look, marked: frozenset[int], cell: int, margin: int) -> None:
        self.scene, self.look, self.marked, self.cell, self.margin = scene, look, marked, cell, margin
        self.alike = scene.alike
        self.ticked = bool(self.alike) and not look.colour
        self.shines = any(style == "lit" for style, _ in scene.cells)

    def strip(self, columns: range) -> str:
        frame = UNICODE_FRAME if self.look.unicode else ASCII_FRAME
        blank = " " * self.margin
        edge = frame[1] * (len(columns) * (self.cell + 1) + 1)
        lines = []
        if any(self.scene.top):
            labels = " ".join(self.scene.top[column].rjust(self.cell) for column in columns)
            lines.append(f"{blank}  {labels}".rstrip())
        lines.append(f"{blank}{frame[0]}{edge}{frame[2]}")
        for row in range(len(self.scene.glyphs)):
            label = f"{self.scene.left[row]} ".rjust(self.margin) if self.scene.left else ""
            lines.append(f"{label}{frame[3]}{self.row(row, columns)}{frame[3]}")
        lines.append(f"{blank}{frame[4]}{edge}{frame[5]}")
        return "\n".join(lines)

    def row(self, row: int, columns: range) -> str:
        """Return a row: the gaps and cells by turns, in stretches of one colour."""
        pieces: list[tuple[str, str]] = []
        before, before_marked = "", False
        for column in columns:
            style = self.style(row, column)
            marked = self.number(row, column) in self.marked
            ticked = column > columns.start and self.ticks(row, column - 1)
            pieces.append(self.gap(before, style, before_marked, marked, ticked))
            fill = " " if style != "wall" or not self.look.unicode else self.glyph(row, column)
            paint = "marked" if marked else style
            pieces.append((self.glyph(row, column).rjust(self.cell, fill), paint))
            before, before_marked = style, marked
        pieces.append(self.gap(before, "", before_marked, False, self.ticks(row, columns.stop - 1)))
        return self.paint(pieces)

    def gap(self, before: str, after: str, before_marked: bool, marked: bool, ticked: bool) -> tuple[str, str]:
        """Return what stands between two cells, and its style."""
        if before_marked or marked:
            return "|" if before_marked and marked else "]" if before_marked else "[", "marked"
        if ticked:
            return GIVEN, ""
        bright = ("lit", "light")
        if before in bright and after in bright:
            return " ", "lit"
        if before == after == "wall" and self.look.unicode:
            return self.scene.symbols.get("#", "#"), "wall"
        return " ", ""

    def style(self, row: int, column: int) -> str:
        style = self.scene.styles[row][column]
        return "light" if style == "true" and self.shines else style

    def glyph(self, row: int, column: int) -> str:
        """Return the character of a cell, after what is inscribed; what is open stays blank."""
        glyph = self.scene.glyphs[row][column]
        if self.scene.styles[row][column] == "unknown":
            glyph = " "
        elif self.look.unicode:
            glyph = self.scene.symbols.get(glyph, glyph)
        return self.scene.inscribed.get(self.number(row, column), "") + glyph

    def ticks(self, row: int, column: int) -> bool:
        return self.ticked and self.scene.styles[row][column] == "clue" and self.scene.glyphs[row][column] in self.alike

    def number(self, row: int, column: int) -> int:
        return row * len(self.scene.glyphs[0]) + column

    def paint(self, pieces: list[tuple[str, str]]) -> str:
        if not self.look.colour:
            return "".join(text for text, _ in pieces)
        drawn: list[str] = []
        current = ""
        for text, style in pieces:
            code = COLOURS.get(style, "")
            if code != current:
                drawn.append((RESET if current else "") + (f"\x1b[{code}m" if code else ""))
                current = code
            drawn.append(text)
        return "".join(drawn) + (RESET if current else "")
