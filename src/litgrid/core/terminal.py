"""Draws a scene for a terminal: framed, in colour or plain, in Unicode or ASCII.

Every cell is a character with a gap before it, so that cells are about square. Nothing is said by colour alone: a
marked cell stands in brackets, and where a given cell could be taken for an entry, a tick follows it. What is inscribed
in a cell stands before its character. Where there are regions, or signs on edges, there are lines between cells: heavy
ones between regions. A board wider than the terminal is drawn in strips of columns.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

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


class Look(NamedTuple):
    """How to draw: with ANSI colours, with Unicode, and in at most so many columns of text (``None``: any number)."""

    colour: bool = False
    unicode: bool = True
    width: int | None = None


PLAIN = Look()
UNICODE_FRAME, ASCII_FRAME = "┌─┐│└┘", "+-+|++"
JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""What stands where lines meet, by how heavy those up, right, down and left are: 0 none, 1 light, 2 heavy."""
LEVEL, UPRIGHT = (" ─━", " │┃")
"""Lines, by how heavy they are."""
DIFFERENT = "\N{MULTIPLICATION SIGN}"


def draw(scene: Scene, look: Look = PLAIN, marked: Collection[int] = ()) -> str:
    """Return the picture of a scene, without a newline at the end; ``marked`` cells (numbers) stand out."""
    columns = len(scene.glyphs[0])
    cell = max([2 if scene.inscribed else 1, *(len(label) for label in scene.top)])
    margin = max([0, *(len(label) + 1 for label in scene.left)])
    painting = _Lined if scene.regions or scene.signs else _Painter
    cell += painting.beside
    room = columns if look.width is None else max(1, (look.width - margin - 3) // (cell + 1))
    painter = painting(scene, look, frozenset(marked), cell, margin)
    strips = [range(begin, min(begin + room, columns)) for begin in range(0, columns, room)]
    drawn = [painter.strip(strip) for strip in strips]
    if len(strips) > 1:
        drawn = [
            f"columns {strip.start + 1} to {strip.stop}\n{picture}"
            for strip, picture in zip(strips, drawn, strict=True)
        ]
    if scene.note:
        drawn.insert(0, f"{' ' * margin}{painter.note}")
    if painter.ticked:
        drawn.append(f"{' ' * margin}{GIVEN} given")
    return "\n".join(drawn)


class _Painter:
    """Draws strips of one scene."""

    beside = 0
    """How much wider a cell is than what stands in it."""

    def __init__(self, scene: Scene, look: Look, marked: frozenset[int], cell: int, margin: int) -> None:
        self.scene, self.look, self.marked, self.cell, self.margin = scene, look, marked, cell, margin
        self.alike = scene.alike
        self.ticked = bool(self.alike) and not look.colour
        self.shines = any(style == "lit" for style, _ in scene.cells)

    @property
    def note(self) -> str:
        if self.look.unicode:
            return self.scene.note
        plain = {symbol: glyph for glyph, symbol in self.scene.symbols.items()}
        return "".join(plain.get(char, char) for char in self.scene.note)

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


class _Lined(_Painter):
    """Draws strips of a scene with lines between cells: a cell is three characters wide, and its marks are inside."""

    beside = 2

    def strip(self, columns: range) -> str:
        blank = " " * self.margin
        lines = []
        if any(self.scene.top):
            labels = (f" {self.scene.top[column].rjust(self.cell - 1)} " for column in columns)
            lines.append(f"{blank}{''.join(labels)}".rstrip())
        for row in range(len(self.scene.glyphs)):
            label = f"{self.scene.left[row]} ".rjust(self.margin) if self.scene.left else ""
            lines += [f"{blank}{self.between(row, columns)}", f"{label.ljust(self.margin)}{self.row(row, columns)}"]
        lines.append(f"{blank}{self.between(len(self.scene.glyphs), columns)}")
        return "\n".join(lines)

    def row(self, row: int, columns: range) -> str:
        pieces = [(self.upright(row, columns.start, columns), "")]
        for column in columns:
            style = self.style(row, column)
            marked = self.number(row, column) in self.marked
            fill = self.glyph(row, column) if style == "wall" and self.look.unicode else " "
            after = GIVEN if self.ticks(row, column) else fill
            ends = "[]" if marked else fill + after
            glyph = self.glyph(row, column).rjust(self.cell - 2, fill)
            pieces.append((f"{ends[0]}{glyph}{ends[1]}", "marked" if marked else style))
            pieces.append((self.upright(row, column + 1, columns), ""))
        return self.paint(pieces)

    def between(self, row: int, columns: range) -> str:
        drawn = [self.joint(row, columns.start, columns)]
        for column in columns:
            stroke = self.drawn(LEVEL, self.level(row, column, columns))
            sign = self.sign(self.number(row - 1, column), self.number(row, column)) or stroke
            half = (self.cell - 1) // 2
            drawn += [stroke * half, sign, stroke * (self.cell - 1 - half), self.joint(row, column + 1, columns)]
        return "".join(drawn)

    def upright(self, row: int, column: int, columns: range) -> str:
        """Return what stands before a cell of a row, or after its last one."""
        cell = self.number(row, column)
        inside = 0 < column < len(self.scene.glyphs[0])
        sign = self.sign(cell - 1, cell) if inside else ""
        return sign or self.drawn(UPRIGHT, self.weight(row, column - 1, row, column, columns))

    def sign(self, one: int, other: int) -> str:
        """Return what stands on the edge between two cells, if anything."""
        sign = self.scene.signs.get((one, other), "")
        return DIFFERENT if sign == "x" and self.look.unicode else sign

    def level(self, row: int, column: int, columns: range) -> int:
        """Return how heavy the line above a cell is."""
        return self.weight(row - 1, column, row, column, columns)

    def weight(self, row: int, column: int, below: int, right: int, columns: range) -> int:
        """Return how heavy the line between two cells is: 0 for none, as where both are outside."""
        rows = range(len(self.scene.glyphs))
        first, second = row in rows and column in columns, below in rows and right in columns
        regions = self.scene.regions
        if not first or not second:
            return (first or second) * (2 if regions else 1)
        if not regions:
            return 0
        return 1 + (regions[self.number(row, column)] != regions[self.number(below, right)])

    def joint(self, row: int, column: int, columns: range) -> str:
        """Return what stands at the corner above and before a cell, where lines meet."""
        up, down = (self.weight(place, column - 1, place, column, columns) for place in (row - 1, row))
        left, right = (self.level(row, place, columns) for place in (column - 1, column))
        if self.look.unicode:
            return JOINTS[27 * up + 9 * right + 3 * down + left]
        arms = "".join("01"[self.drawn(LEVEL, weight) != " "] for weight in (up, right, down, left))
        return {"0101": "-", "1010": "|", "0000": " "}.get(arms, "+")

    def drawn(self, strokes: str, weight: int) -> str:
        if self.look.unicode:
            return strokes[weight]
        shown = weight == 2 or (weight == 1 and not self.scene.regions)
        return "-|"[strokes == UPRIGHT] if shown else " "
