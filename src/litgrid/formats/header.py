"""The first line of a plain text grid, and what stands below it, as the kind writes it.

It names the kind, then perhaps the size (rows x columns), then perhaps rules to switch on or off. It may also
be a size alone, where that cannot be a row of the grid; where it could be either, the user is asked.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from litgrid.core.characters import shorten
from litgrid.core.errors import AmbiguousInputError, InputError, UnknownKindError, UnknownNameError
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS, whole
from litgrid.core.puzzle import Puzzle
from litgrid.formats.reading import respaced, unspaced
from litgrid.puzzles import kinds

SIZE = r"([1-9][0-9]{0,8})(?:[xX]([1-9][0-9]{0,8}))?"
SIZE_LINE = r"[ \t]*([1-9][0-9]{0,8})(?:(?:[xX]|[ \t]+)([1-9][0-9]{0,8}))?"
WORD = r"[A-Za-z][A-Za-z_-]{2,}"
MOST_WORDS = 20
"""More words than any header has are not looked at."""
MOST_LOOKED = 60
"""So many rows tell whether the first line is one."""


class Header(NamedTuple):
    """What the first line says. ``lines`` is how many lines it takes: 1, or 0 where there is no header."""

    kind: type[Puzzle] | None = None
    size: Shape | None = None
    switches: Mapping[str, bool] = {}
    lines: int = 0


def read_said(kind: type[Puzzle], lines: Sequence[str], header: Header) -> Puzzle:
    """Read lines as a kind's own text form, below a header or not."""
    rows = list(lines[header.lines :])
    if not rows:
        raise InputError(f"expected a {kind.title} puzzle below the header, got nothing", line=1, column=1)
    puzzle = read_lines(kind, rows, header.lines, header.switches)
    if header.size is not None and header.size != puzzle.shape:
        raise InputError(f"expected {header.size} cells, as this line says, got {puzzle.shape}", line=1, column=1)
    return puzzle


def read_lines(kind: type[Puzzle], lines: list[str], before: int, switches: Mapping[str, bool]) -> Puzzle:
    """Read a kind's own text form; ``before`` is how many lines of the text stand before it."""
    known = _characters(kind)
    tight = [unspaced(line, known) for line in lines]
    try:
        return kind.from_text(tight, **switches)
    except InputError as error:
        raise respaced(error, lines, tight).at(lines_before=before) from None


def read_header(lines: list[str], possible: Iterable[type[Puzzle]]) -> Header:
    """Read the header, if the first line is one; ``possible`` are the kinds that the puzzle may be of.

    Raises :class:`AmbiguousInputError` where the first line could be a size or a row, :class:`InputError` where the
    first line begins as a header and does not go on as one.
    """
    words = re.finditer(r"[^ \t]+", lines[0])
    first = next(words, None)
    kind = None if first is None else _kind(first.group(), lines, possible)
    if kind is None:
        return _bare_size(lines, possible)
    rest = [(word.group(), word.start() + 1) for word in itertools.islice(words, MOST_WORDS)]
    size = None
    if len(rest) > 1 and all(re.fullmatch("[0-9]{1,9}", word) for word, _ in rest[:2]):
        size, rest = Shape(int(rest[0][0]), int(rest[1][0])), rest[2:]
    elif rest and (size := _size(re.fullmatch(SIZE, rest[0][0]))) is not None:
        rest = rest[1:]
    switches: dict[str, bool] = {}
    for word, column in rest:
        name, value = _switch(word, kind, column)
        if name in switches:
            rule = name.replace("_", "-")
            message = f"expected {rule} or no-{rule} once, got {shorten(word)} as well"
            raise InputError(message, line=1, column=column)
        switches[name] = value
    return Header(kind, size, switches, lines=1)


def _switch(word: str, kind: type[Puzzle], column: int) -> tuple[str, bool]:
    """Return the rule that a word of the header switches, and whether on."""
    name = word.lower().replace("-", "_")
    value = not name.startswith("no_")
    name = name.removeprefix("no_")
    if name in kind.switches:
        return name, value
    if any(name in other.switches for other in kinds):
        raise InputError(f"{kind.title} has no rule {name.replace('_', '-')}: take it out", line=1, column=column)
    known = [f"[no-]{switch.replace('_', '-')}" for switch in kind.switches]
    expected = " or ".join(["a size such as 6x6", *known])
    raise InputError(f"expected {expected} after the kind, got {shorten(word)}", line=1, column=column)


def _bare_size(lines: list[str], possible: Iterable[type[Puzzle]]) -> Header:
    """Return the header that is a size alone; none where the first line is a row.

    It is a row where the grid is right with it, and a size where what is below has that size. It may be both: on a
    board of one column, or with cells apart. Where it is neither, it is what it looks more like: the error says so.
    """
    size = _size(re.fullmatch(SIZE_LINE, lines[0]))
    below = lines[1:]
    crossed = "x" in lines[0].lower()
    if size is None or not (below or crossed):
        return Header()
    header = Header(size=size, lines=1)
    same = len(lines) < 2 or len(lines[0]) == len(lines[1]) or " " in lines[0] + lines[1]  # else it is no row of these
    as_rows = {kind: shape for kind in possible if same and (shape := _shape(kind, lines)) is not None}
    if not below and not as_rows:
        raise InputError(f"expected a grid of {size} below its size, got nothing", line=1, column=1)
    apart = " " in lines[0] and not any(" " in line for line in below)
    side = whole(lines[0].strip(BLANKS)) is not None and size.rows == len(below)
    meant = apart or side or crossed or any(_shape(kind, below) == size for kind in possible)
    if not as_rows:
        first, second = (unspaced(line, "".join(set(line))) for line in lines[:2])
        return header if meant or len(first) != len(second) else Header()
    if not meant:
        return Header()
    name = next(iter(as_rows)).name
    rows = " or ".join(f"{kind.title} {shape}" for kind, shape in as_rows.items())
    below_size = f"{size.rows}x{size.columns}"
    raise AmbiguousInputError(
        f"this line could be the size ({size}) of {'the grid below it' if below else 'a grid that is missing'}, or the "
        f"first row of {rows}: say which with a line "
        f"such as '{name} {below_size}' in its place if it is the size, or '{name}' above it if it is a row",
        line=1,
        column=1,
    )


def _shape(kind: type[Puzzle], lines: list[str]) -> Shape | None:
    """Return the size of the board that lines are, ``None`` where they are none of that kind."""
    try:
        return read_lines(kind, lines, 0, {}).shape
    except InputError:
        return None


@lru_cache(maxsize=64)
def _characters(kind: type[Puzzle]) -> set[str]:
    return set(kind.alphabet).union(*(layer.characters for layer in kind.layers))


def _is_row(lines: Sequence[str]) -> bool:
    """Whether the first line is a row as those below it: of as many cells, which are there as well, or letters too."""
    for cut in (str.split, list):
        first, *below = (cut(line) for line in lines[:MOST_LOOKED])
        if len(first) > 1 and below and len(first) == len(below[0]):
            cells = "".join(below[0])
            return cells.isalpha() or not set(first).isdisjoint(itertools.chain(*below))
    return False


def _kind(word: str, lines: Sequence[str], possible: Iterable[type[Puzzle]] = ()) -> type[Puzzle] | None:
    """Return the kind that the first word of lines names; raise if it is a word but no kind's and no row of cells."""
    if not re.fullmatch(WORD, word):
        return None
    try:
        return kinds.get(word)
    except UnknownNameError as error:
        chars = set(word)
        asked = list(possible)
        if any(chars <= kind.alphabet.keys() for kind in kinds) or (len(asked) == 1 and chars <= _characters(asked[0])):
            return None
        if _is_row(lines):
            return None
        raise UnknownKindError(str(error), line=1, column=1) from None


def _size(match: re.Match[str] | None) -> Shape | None:
    return None if match is None else Shape(int(match[1]), int(match[2] or match[1]))


def strange_in(kind: type[Puzzle], lines: list[str]) -> int:
    """Return how many characters of lines a kind does not write."""
    known = _characters(kind)
    return kind.foreign([unspaced(line, known) for line in lines])
