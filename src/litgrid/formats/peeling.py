r"""Peeling: the grids of cells in a text, whatever stands around the grids.

Cells may stand in brackets of any language, in strings, in tables of Markdown and HTML, in fences of code. Each grid
comes out as a :class:`litgrid.formats.matrices.Matrix`. Nothing here goes over a text more often than a few times, nor
deeper into brackets than one.
"""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isqrt

from litgrid.core.characters import MOST_CELLS
from litgrid.core.errors import InputError
from litgrid.core.numerals import SPACE, whole
from litgrid.formats.laying import has_cells, laid
from litgrid.formats.matrices import LEAST, Matrix, folded, grids, token
from litgrid.formats.reading import blocks_of, split_lines

DRESSED = re.compile(r"[\[{(\"'`<]|~~~")
"""Without one of these a text is lines of cells."""
ROW = re.compile(r"[\[({]([^][(){}]*)[\])}]")
DEEP = re.compile(r"[\[({]\s*[\[({]\s*$", re.ASCII)
SOME = re.compile(r"\bSome\([ \t]*(-?\w+)[ \t]*\)")
GAP = re.compile(r"[ \t\r\n,;]{0,200}+(?:(?://|#)[^\r\n]{0,200}+)?[ \t\r\n,;]{0,200}+")
PIECE = re.compile(r"\"[^\"]*\"|'[^']*'|[^ \t\r\n,;\"']+")
STRING = re.compile(r"\"((?:[^\"\\\r\n]|\\.)*)\"|'((?:[^'\\\r\n]|\\.)*)'")
ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,4})\}|([/\"'\\]))")
BEFORE = re.compile(r"[^][(){}\"'=:> \t\r\n][ \t]*[,;\t][ \t]*$")
BEHIND = re.compile(r"[ \t]*[,;\t][ \t]*[^][(){}\"'#/, \t\r\n]")
"""What shows that strings are cells of a row in which others are no strings."""
CUTTING = frozenset({"000a", "000d", "0a", "0d", "a", "d", "0022", "22", "0027", "27", "005c", "5c"})
"""What is left escaped: the ends of lines and of strings."""
BREAK = re.compile(r"\\r\\n|\\n|\\r")
FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\r\n]*$|\"\"\"|'''|</?(?:pre|textarea)\b[^<>]*>", re.MULTILINE | re.IGNORECASE)
TAG = re.compile(r"<(/?)(table|tr|td|th)\b[^<>]*>", re.IGNORECASE)
MARKUP = re.compile("<[^<>]*>")
MOST_FENCES = 20_000
"""No more fences are looked at."""


def dressings(text: str) -> Iterator[Iterator[list[Matrix]]]:
    """Yield, in each way that a text may hold grids which are no plain lines, the grids, each in the ways it can be."""
    if not DRESSED.search(text):
        return
    decoded = ESCAPED.sub(_decoded, text)
    for peel in (_fenced, _tabled, _bracketed, _quoted):
        yield peel(text) if decoded == text else _placed(peel(decoded), text)


def _decoded(escape: re.Match[str]) -> str:
    """Return the character that an escape of JSON and most languages stands for."""
    code = escape[1] or escape[2] or escape[3]
    return chr(int(code, 16)) if code and code.lower() not in CUTTING else escape[4] or escape[0]


def _placed(found: Iterator[list[Matrix]], text: str) -> Iterator[list[Matrix]]:
    """Yield grids of a decoded text, with the places that their tokens have in the text as it came."""
    lines = split_lines(text)

    def there(line: int, column: int) -> tuple[int, int]:
        for escape in ESCAPED.finditer(lines[line - 1]):
            if escape.start() >= column - 1:
                break
            column += len(escape[0]) - len(_decoded(escape))
        return line, column

    for ways in found:
        yield [grid.moved(there) for grid in ways]


def _fenced(text: str) -> Iterator[list[Matrix]]:
    """Yield the grids between fences of code, in long strings, and where HTML keeps lines as they are."""
    begin: re.Match[str] | None = None
    counted = line = 0
    for fence in itertools.islice(FENCE.finditer(text), MOST_FENCES):
        if begin is None:
            begin = fence if not fence[0].startswith("</") else None
            continue
        inner = text[begin.end() : fence.start()]
        line, counted = line + text.count("\n", counted, begin.end()), begin.end()
        inner = html.unescape(inner) if begin[0].startswith("<") else inner
        found = [*_bracketed(inner)] or [*_quoted(inner)] or [*plain(inner)]
        yield from ([grid.below(line) for grid in ways] for ways in found)
        begin = None


def plain(text: str) -> Iterator[list[Matrix]]:
    """Yield the grids that are blocks of lines."""
    lines = laid(text)
    for block in blocks_of(lines.lines):
        if found := [grid.below(block.line - 1).moved(lines.place) for grid in grids(block.lines)]:
            yield found


def _tabled(text: str) -> Iterator[list[Matrix]]:
    rows: list[list[str]] = []
    places: list[list[int]] = []
    start: int | None = None
    at = _Places(text)
    for tag in itertools.chain(TAG.finditer(text), [None]):
        if start is not None:
            end = len(text) if tag is None else tag.start()
            rows[-1].append(token(html.unescape(MARKUP.sub("", text[start:end]))))
            places[-1].append(start)
            start = None
        if (tag is None or tag[2].lower() == "table") and rows:
            if found := _offset(at, [row for row in rows if row], [row for row in places if row]):
                yield [found]
            rows, places = [], []
        elif tag is not None and not tag[1] and tag[2].lower() == "tr":
            rows.append([])
            places.append([])
        elif tag is not None and not tag[1] and tag[2].lower() in ("td", "th") and rows:
            start = tag.end()


def _offset(at: _Places, rows: list[list[str]], places: list[list[int]]) -> Matrix | None:
    def place(row: int, column: int) -> tuple[int, int]:
        return at(places[row][min(column, len(places[row]) - 1)])

    return Matrix(rows, place, place(0, 0)[0]) if rows else None


class _Places:
    """Says the line and column of places in a text; of one after another without counting from the start."""

    def __init__(self, text: str) -> None:
        self._text, self._line, self._counted = text, 1, 0

    def __call__(self, offset: int) -> tuple[int, int]:
        if offset < self._counted:
            self._line, self._counted = 1, 0
        self._line += self._text.count("\n", self._counted, offset)
        self._counted = offset
        return self._line, offset - self._text.rfind("\n", 0, offset)


def _bracketed(text: str) -> Iterator[list[Matrix]]:
    """Yield the lists of lists, and lists of rows, in brackets of any sort."""
    text = SOME.sub(lambda found: found[1].rjust(len(found[0])), text)
    group: list[re.Match[str]] = []
    at = _Places(text)
    for row in itertools.chain(ROW.finditer(text), [None]):
        if group and (row is None or not GAP.fullmatch(text, group[-1].end(), row.start())):
            yield from _group(text, group, at)
            group = []
        if row is not None:
            group.append(row)


def _group(text: str, group: list[re.Match[str]], at: _Places) -> Iterator[list[Matrix]]:
    cells = [_listed(row[1]) for row in group]
    if sum(map(len, cells)) > MOST_CELLS:
        message = f"expected at most {MOST_CELLS:,} cells, got more"
        raise InputError(message, line=at(group[0].start())[0], column=1)
    nested = text[: group[0].start()].rstrip(SPACE)[-1:] in tuple("[({") if len(group) == 1 else True
    flat = [item for row in cells for item in row]
    deeper = DEEP.search(text[max(group[0].start() - 20, 0) : group[0].start()])
    if len(flat) == 0 or (len(group) == 1 and len(flat) < 2 and (not nested or deeper)):
        return
    raw = [string[1] or string[2] or "" for row in group for string in STRING.finditer(row[1])]
    # Blanks that do not only stand between cells are cells.
    spaced = len(raw) == len(flat) and len(set(map(len, raw))) == 1 and any(map(has_cells, raw))
    strung = (
        spaced
        or all(len(word) > 1 and not whole(word.lstrip("-")) for word, _ in flat)
        or all(len(word) > 3 for word, _ in flat)
    )
    if strung and (len(group) == 1 or all(len(row) == 1 for row in cells)):
        starts = [row.start(1) + begin for row, line in zip(group, cells, strict=True) for _, begin in line]
        rows: list[Sequence[str]] = [re.sub(f"[{SPACE},;]", "", word) for word, _ in flat]
        if spaced:
            rows = [[token(char) for char in one] for one in raw]
        yield [Matrix(rows, lambda row, column: at(starts[row] + column), at(starts[0])[0])]
        return

    def place(row: int, column: int) -> tuple[int, int]:
        there = _listed(group[row][1])
        return at(group[row].start(1) + (there[min(column, len(there) - 1)][1] if there else 0))

    grid = Matrix([[word for word, _ in row] for row in cells], place, place(0, 0)[0])
    square = len(group) == 1 and len(flat) >= LEAST and isqrt(len(flat)) ** 2 == len(flat)
    if square or len(group) > 1 or nested:
        yield [folded(grid), grid] if square else [grid]


def _listed(inner: str) -> list[tuple[str, int]]:
    """Return the tokens in brackets, each with where it begins."""
    if '"' in inner or "'" in inner or "," not in inner:
        return [(token(piece[0]), piece.start() + (piece[0][0] in "\"'")) for piece in PIECE.finditer(inner)]
    found, at = [], 0
    for piece in inner.split(","):
        found.append((token(piece), at + len(piece) - len(piece.lstrip(SPACE))))
        at += len(piece) + 1
    return found[:-1] if not inner[inner.rindex(",") + 1 :].strip(SPACE) and len(found) > 1 else found


def _quoted(text: str) -> Iterator[list[Matrix]]:
    """Yield the grids in strings: cells, a string with breaks of lines, some one after another, or all in one."""
    group: list[re.Match[str]] = []
    at = _Places(text)
    for string in itertools.chain(STRING.finditer(text), [None]):
        if group and (string is None or text[group[-1].end() : string.start()].strip(SPACE + "+,;\\.")):
            around = text[max(group[0].start() - 20, 0) : group[0].start()], text[group[-1].end() :][:20]
            if not (BEFORE.search(around[0]) or BEHIND.match(around[1])):
                yield from _strung(group, at)
            group = []
        if string is not None:
            group.append(string)


def _strung(group: list[re.Match[str]], at: _Places) -> Iterator[list[Matrix]]:
    inner = [string[1] or string[2] or "" for string in group]
    places = [at(string.start() + 1) for string in group]
    table = [list(row) for _, row in itertools.groupby(range(len(group)), lambda number: places[number][0])]
    if len(table) == 1 < len(group) and max(map(len, inner)) < 2:
        return  # a row of cells
    if 1 < len(table) < len(group) and not all(len(one) > 3 for one in inner):
        cells = [[token(inner[number]) for number in row] for row in table]
        yield [Matrix(cells, lambda row, column: places[table[row][min(column, len(table[row]) - 1)]], places[0][0])]
        return
    lines = [line for one in inner for line in BREAK.sub("\n", one).split("\n")]
    rows = [line for line in lines if line]
    if len(rows) < 2 and (not rows or len(rows[0]) < LEAST):
        return
    start = places[0]
    found = [replace(grid, place=lambda *_: start, line=start[0]) for grid in grids(lines)]
    if found := [grid for grid in found if grid.shape.rows > 1]:
        yield found
