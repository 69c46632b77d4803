r"""Peeling: the grids of cells in a text, whatever stands around the grids and between the cells.

A grid comes out as a :class:`Matrix` of tokens that know their places. What a token means is not asked here. Cells may
stand in brackets of any language, in strings, in tables of Markdown and HTML, in fences of code; apart by tabs, commas,
semicolons, bars or blanks, or close together. Nothing here goes over a text more often than a few times, nor deeper
into brackets than one.
"""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isqrt
from string import ascii_uppercase

from litgrid.core.characters import MOST_CELLS, by_one
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS, SPACE, whole
from litgrid.formats.laying import has_cells, laid
from litgrid.formats.reading import SIZE, blocks_of, split_lines

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
RULE = re.compile(r"(?=[^=-]*[=-])[ \t|+:=-]*")
DRAWN = re.compile(r"--|[+=]")
NUMBER = re.compile(r"(-?[0-9]{1,9})\.0*")
WORD = re.compile(r"[A-Za-z][a-z']+(?=[]).,:;?!\"' \t]|$)")
ASIDE = ("#", "%", "//")
"""What a comment begins with."""
NOTHING = frozenset({"none", "null", "nil", "undefined", "nan", "&nbsp;", "\N{NO-BREAK SPACE}"})
MOST_FENCES = 20_000
"""No more fences are looked at."""
LEAST = 16
"""So many cells on one line are a square board."""


@dataclass(frozen=True)
class Matrix:
    """A grid of tokens, the empty one where nothing stands.

    ``place`` gives line and column of a token, from 1, by its row and column from 0; ``line`` is where the grid begins.
    ``laid`` says how the cells are laid out, where the text leaves that open.
    """

    rows: Sequence[Sequence[str]]
    place: Callable[[int, int], tuple[int, int]]
    line: int = 1
    laid: str = ""

    @property
    def shape(self) -> Shape:
        """The size; of rows that differ that of the first."""
        return Shape(len(self.rows), len(self.rows[0]))

    def error(self, message: str, row: int = 0, column: int = 0) -> InputError:
        """Return an error about a token."""
        line, place = self.place(row, column)
        return InputError(message, line=line, column=place)

    def ragged(self) -> InputError | None:
        """Return what is wrong with rows that are not of one length."""
        width = len(self.rows[0])
        row = next((number for number, tokens in enumerate(self.rows) if len(tokens) != width), None)
        if row is None:
            return None
        got = len(self.rows[row])
        return self.error(
            f"expected {width} cells, as in the first row, got {got}{by_one(got, width)}", row, min(got, width)
        )

    def below(self, lines: int) -> Matrix:
        """Return the same grid, with so many lines before it."""

        def place(row: int, column: int) -> tuple[int, int]:
            line, at = self.place(row, column)
            return line + lines, at

        return replace(self, place=place, line=self.line + lines)


@dataclass(frozen=True)
class _Line:
    """A row of tokens, and where they stand: in the line of this number, from these columns on."""

    number: int
    tokens: Sequence[str]
    columns: Sequence[int]
    tabbed: bool = False


def token(text: str) -> str:
    """Return a token as it is compared.

    >>> token(" 'x' "), token("None"), token("-1.0")
    ('x', '', '-1')
    """
    text = text.strip(SPACE)
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`":
        text = text[1:-1].strip(SPACE)
    if text.lower() in NOTHING:
        return ""
    number = NUMBER.fullmatch(text)
    return number[1] if number else text


def is_prose(line: str) -> bool:
    """Whether a line is words, as around a puzzle, or a comment, and not cells.

    >>> is_prose("Can anybody solve this?"), is_prose("# by hand"), is_prose("xo ox"), is_prose("#..2")
    (True, True, False, False)
    """
    begin = line[:200].strip(BLANKS)
    if begin[:1] in ("{", "["):
        return False
    words = WORD.findall(begin)
    several = len({char for word in words for char in word.lower()}) > 3
    return several and (len(words) > 1 or begin.startswith(ASIDE) or begin[-1:] in tuple(".:?!"))


def is_spaced(rows: Sequence[str]) -> bool:
    """Whether blanks in rows are cells, as they stand not only between cells.

    >>> is_spaced([" 1 ", "   ", "# 2"]), is_spaced(["1 0", "0 1"])
    (True, False)
    """
    return len(set(map(len, rows))) == 1 and any(map(has_cells, rows))


def grids(lines: Sequence[str]) -> list[Matrix]:
    r"""Return the ways in which lines are a grid, the first is the likeliest; none where they cannot be one.

    >>> grids(["4", "0,,1", ",1,"])
    []
    >>> grids(["2 3", "0,,1", ",1,"])[0].rows
    [['0', '', '1'], ['', '1', '']]
    """
    kept = [
        (number, line)
        for number, line in enumerate(lines, 1)
        if line and not is_prose(line) and not (line.startswith("+") and RULE.fullmatch(line))
    ]
    ways: Iterable[list[_Line]] = _ways(kept) if kept else []
    return [grid for way in ways for grid in _sized([line for line in way if line.tokens])]


def _ways(lines: list[tuple[int, str]]) -> Iterator[list[_Line]]:
    """Yield lines cut into tokens, in each way that they could be."""
    for mark in "\t|;,":
        if sum(mark in line for _, line in lines) >= max(len(lines) - 1, 1):
            yield from _marked(lines, mark)
            return
    sized = SIZE.fullmatch(lines[0][1]) is not None and not any(" " in line for _, line in lines[1:])
    if " " in lines[0][1] and sized:
        yield [_words(*lines[0]), *(_Line(number, line, range(1, len(line) + 1)) for number, line in lines[1:])]
    elif any(" " in line for _, line in lines):
        words = [_words(number, line) for number, line in lines]
        yield words
        if all(len(word) > 1 for line in words for word in line.tokens):
            yield [_Line(line.number, "".join(line.tokens), _close(line)) for line in words]
        yield from _blank(lines, words)
    else:
        yield [_Line(number, line, range(1, len(line) + 1)) for number, line in lines]


def _marked(lines: list[tuple[int, str]], mark: str) -> Iterator[list[_Line]]:
    """Yield lines cut where a mark stands: of a table with and without its head, and with and without an empty end."""
    for cells, headed in _ruled(lines) if mark == "|" else [(lines, False)]:
        split = [_split(number, line, mark, at > 0) for at, (number, line) in enumerate(cells)]
        head = split[0].tokens
        body = {one for line in split[1:] for one in line.tokens}
        words = any(len(one) > 2 and one not in body for one in head)
        if not (headed and words):
            yield split
        if headed and (words or _ordered(head) or body.isdisjoint(head) or not any(head)):
            yield split[1:]
        if mark != "|" and all(len(line.tokens) > 1 and not line.tokens[-1] for line in split):
            yield [replace(line, tokens=line.tokens[:-1]) for line in split]


def _blank(lines: list[tuple[int, str]], words: list[_Line]) -> Iterator[list[_Line]]:
    """Yield lines cut into cells of which some are blanks, with all, some and none of what they are indented by."""
    aligned = len({tuple(line.columns) for line in words}) == 1
    apart = len({len(line.tokens) for line in words}) == 1 and len(words[0].tokens) > 1
    numbers = apart and any(map(_is_numbers, words))
    if aligned or numbers or not any(has_cells(line) for _, line in lines):
        return
    cells = [(number, line) for number, line in lines if not SIZE.fullmatch(line) or len(line) > 2]
    width = max(len(line) for _, line in cells)
    step = 1 if any(line[1::2].strip(BLANKS) for _, line in cells) else 2
    indent = min(len(line) - len(line.lstrip(BLANKS)) for _, line in cells if line.strip(BLANKS))
    for start in dict.fromkeys((indent, *(usual for usual in (8, 4, 2) if usual < indent), 0)):
        yield [
            _Line(number, [token(char) for char in line.ljust(width)[start::step]], range(start + 1, width + 1, step))
            for number, line in cells
        ]


def _is_numbers(line: _Line) -> bool:
    """Whether a line has numbers of more digits, which blanks part."""
    return any(len(word) > 1 and whole(word) is not None for word in line.tokens)


def _ruled(lines: list[tuple[int, str]]) -> Iterator[tuple[list[tuple[int, str]], bool]]:
    """Yield the rows of a table, and whether the first is its head, where a ``-`` may be a rule or an open cell.

    What has ``--`` in it, or ``+`` or ``=``, is a rule wherever it stands.
    """
    rows = [(number, line) for number, line in lines if not (RULE.fullmatch(line) and DRAWN.search(line))]
    if len(rows) < len(lines):
        yield rows, lines[1] not in rows
        return
    yield lines, False
    if len(lines) > 2 and RULE.fullmatch(lines[1][1]):
        yield [lines[0], *lines[2:]], True


def _ordered(tokens: Sequence[str]) -> bool:
    """Whether tokens are 1, 2, 3 or A, B, C, as above columns."""
    letters = "".join(tokens).upper()
    numbers = list(map(str, range(len(tokens) + 1)))
    return list(tokens) in (numbers[:-1], numbers[1:]) or (len(letters) == len(tokens) and letters in ascii_uppercase)


def _split(number: int, line: str, mark: str, below: bool) -> _Line:
    pieces = line.split(mark)
    starts = [0, *itertools.accumulate(len(piece) + 1 for piece in pieces)]
    if mark == "|":
        first, last = pieces[0].strip(BLANKS) == "", pieces[-1].strip(BLANKS) == "" and len(pieces) > 1
        pieces, starts = pieces[first : len(pieces) - last], starts[first:]
    columns = [start + 1 + len(piece) - len(piece.lstrip(BLANKS)) for piece, start in zip(pieces, starts, strict=False)]
    return _Line(
        number, [token(piece) for piece in pieces], columns, tabbed=mark == "\t" and (below or len(pieces) > 1)
    )


def _words(number: int, line: str) -> _Line:
    found = list(re.finditer(f"[^{BLANKS}]+", line))
    return _Line(number, [token(word[0]) for word in found], [word.start() + 1 for word in found])


def _close(line: _Line) -> list[int]:
    return [at + n for word, at in zip(line.tokens, line.columns, strict=True) for n in range(len(word))]


def _sized(lines: list[_Line]) -> Iterator[Matrix]:
    """Yield the grids that lines can be: all of them, or those below a size; one line may be a square."""
    if not lines:
        return
    whole_grid, below = _matrix(lines), lines[1:]
    first = lines[0].tokens
    size = (
        SIZE.fullmatch(first if isinstance(first, str) else " ".join(first))
        if len(first) < 3 or isinstance(first, str)
        else None
    )
    if size and below:
        grid = _matrix(below)
        claimed = (int(size[1]), int(size[2] or size[1]))
        if claimed == (grid.shape.rows, grid.shape.columns):
            yield replace(grid, line=lines[0].number)
            whole_grid = replace(whole_grid, laid="the first line a row")
        if whole_grid.ragged() is not None:
            return
    if len(lines) == 1 and len(lines[0].tokens) >= LEAST and isqrt(len(lines[0].tokens)) ** 2 == len(lines[0].tokens):
        yield folded(whole_grid)
    yield whole_grid


def folded(grid: Matrix) -> Matrix:
    """Return the square board that stands in one row."""
    (row,), side = grid.rows, isqrt(len(grid.rows[0]))
    rows = [row[start : start + side] for start in range(0, side * side, side)]
    return Matrix(
        rows, lambda line, column: grid.place(0, line * side + column), grid.line, f"{side} rows of {side} on one line"
    )


def _matrix(lines: list[_Line]) -> Matrix:
    width = max(len(line.tokens) for line in lines)
    # What is empty at the end of a line is gone with its tabs.
    rows = [[*line.tokens, *[""] * (width - len(line.tokens))] if line.tabbed else line.tokens for line in lines]

    def place(row: int, column: int) -> tuple[int, int]:
        columns = lines[row].columns
        return lines[row].number, columns[column] if column < len(columns) else columns[-1] + 1 if columns else 1

    return Matrix(rows, place, lines[0].number)


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
        yield [replace(grid, place=partial(_through, there, grid.place)) for grid in ways]


def _through(
    there: Callable[[int, int], tuple[int, int]], place: Callable[[int, int], tuple[int, int]], row: int, column: int
) -> tuple[int, int]:
    return there(*place(row, column))


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
        if found := [grid.below(block.line - 1) for grid in grids(block.lines)]:
            yield [replace(grid, place=partial(_through, lines.place, grid.place)) for grid in found]


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
    spaced = len(raw) == len(flat) and is_spaced(raw)
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
