"""The plain text grid: an optional header, then what the kind's own text form is.

::

    binairo 4x4 no-unique-lines
    00..
    0...
    ..1.
    ....

The header names the kind, then perhaps the size (rows x columns), then perhaps rules to switch on or off. Without a
kind, a first line of only a size is taken as such if the second line is longer, so that it cannot be a row. Blank lines
separate puzzles; cells may stand apart by single blanks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import partial

from litgrid.core.characters import shorten
from litgrid.core.errors import AmbiguousInputError, InputError, UnknownNameError
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Block, Format, Record, Request, attempt, blocks, respaced, unspaced
from litgrid.puzzles import kinds

NUMBER = re.compile(r"[0-9]{1,9}")
SIZE = re.compile(r"([0-9]{1,9})(?:[xX]([0-9]{1,9}))?")
WORD = re.compile(r"[A-Za-z][A-Za-z_-]{2,}")


@dataclass(frozen=True)
class Header:
    """What the first line says. ``lines`` is how many lines it takes: 1, or 0 where there is no header."""

    kind: type[Puzzle] | None = None
    size: Shape | None = None
    switches: dict[str, bool] = field(default_factory=dict)
    lines: int = 0


class Text(Format):
    """See the module's description."""

    name = "text"
    aliases = ("plain",)
    summary = "the plain text grid, with an optional header: kind, size, switches"
    example = "binairo 4x4 unique-lines\n00..\n0...\n..1.\n....\n"

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; the first puzzle decides."""
        first = next(blocks(text), None)
        if first is None:
            return ()
        try:
            header = read_header(first.lines)
        except InputError:
            return ()
        if header.kind is not None:
            return (header.kind.name,)
        return [kind.name for kind, foreign in _foreign(first.lines[header.lines :]).items() if not foreign]

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        for block in blocks(text):
            yield attempt(partial(_read, block, request), request, block.line)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        puzzle = record.puzzle
        size = f"{puzzle.shape.rows}x{puzzle.shape.columns}"
        switches = [
            ("" if getattr(puzzle, name) else "no-") + name.replace("_", "-") for name in sorted(puzzle.switches)
        ]
        return "\n".join([" ".join([puzzle.name, size, *switches]), puzzle.text(), ""])


TEXT = Text()


def _read(block: Block, request: Request) -> Record:
    try:
        header = read_header(block.lines)
        lines = block.lines[header.lines :]
        kind = header.kind
        if kind is not None:
            request.check_kind(kind.name, 1)
        else:
            kind = _choose(lines, request)
        if not lines:
            raise InputError(f"expected a {kind.title} puzzle below the header, got nothing", line=1)
        puzzle = read_lines(kind, lines, header.lines, header.switches)
        if header.size is not None and header.size != puzzle.shape:
            raise InputError(f"expected {header.size} cells, as this line says, got {puzzle.shape}", line=1, column=1)
    except InputError as error:
        raise error.at(lines_before=block.line - 1) from None
    puzzle = puzzle.with_switches(**request.switches)
    return Record(request.name(block.line), puzzle, source=request.source, line=block.line)


def read_lines(kind: type[Puzzle], lines: list[str], before: int, switches: dict[str, bool]) -> Puzzle:
    """Read a kind's own text form; ``before`` is how many lines of the text stand before it."""
    tight = [unspaced(line, kind.alphabet) for line in lines]
    try:
        return kind.from_text(tight, **switches)
    except InputError as error:
        raise respaced(error, lines, tight).at(lines_before=before) from None


def read_header(lines: list[str]) -> Header:
    """Read the header, if the first line is one.

    Raises
    ------
    InputError
        where the first line begins as a header and does not go on as one.
    """
    words = [(match.group(), match.start() + 1) for match in re.finditer(r"[^ \t]+", lines[0])]
    kind = _kind(words[0][0])
    if kind is None:
        if len(words) > 1 or len(lines) < 2 or len(lines[1]) <= len(lines[0]):
            return Header()
        size = _size(words[0][0])
        return Header() if size is None else Header(size=size, lines=1)
    rest = words[1:]
    size = None
    if len(rest) > 1 and NUMBER.fullmatch(rest[0][0]) and NUMBER.fullmatch(rest[1][0]):
        size, rest = Shape(int(rest[0][0]), int(rest[1][0])), rest[2:]
    elif rest and (size := _size(rest[0][0])) is not None:
        rest = rest[1:]
    switches: dict[str, bool] = {}
    for word, column in rest:
        name = word.lower().replace("-", "_")
        value = not name.startswith("no_")
        name = name.removeprefix("no_")
        if name not in kind.switches:
            known = [f"[no-]{switch.replace('_', '-')}" for switch in kind.switches]
            expected = " or ".join(["a size such as 6x6", *known])
            raise InputError(f"expected {expected} after the kind, got {shorten(word)}", line=1, column=column)
        switches[name] = value
    return Header(kind, size, switches, lines=1)


def _kind(word: str) -> type[Puzzle] | None:
    """Return the kind that a word names; raise if it is a word but no kind's and no row of cells."""
    if not WORD.fullmatch(word):
        return None
    try:
        return kinds.get(word)
    except UnknownNameError as error:
        if any(set(word) <= set(kind.alphabet) for kind in kinds):
            return None
        raise InputError(str(error), line=1, column=1) from None


def _size(word: str) -> Shape | None:
    match = SIZE.fullmatch(word)
    return None if match is None else Shape(int(match[1]), int(match[2] or match[1]))


def _foreign(lines: list[str]) -> dict[type[Puzzle], int]:
    """Return for each kind how many characters of the lines cannot be of it."""
    return {kind: kind.foreign([unspaced(line, kind.alphabet) for line in lines]) for kind in kinds}


def _choose(lines: list[str], request: Request) -> type[Puzzle]:
    """Return the kind that was asked for or the only one that the lines can be."""
    if request.kind is not None:
        return kinds.get(request.kind)
    foreign = _foreign(lines)
    least = min(foreign.values())
    nearest = [kind for kind, count in foreign.items() if count == least]
    if least and len(nearest) > 1:
        names = ", ".join(kind.title for kind in foreign)
        raise InputError(
            f"expected a puzzle (one of {names}), got {shorten(lines[0])}; if it is one, say its kind with --kind",
            line=1,
            column=1,
        )
    if len(nearest) > 1:
        titles = " or ".join(kind.title for kind in nearest)
        options = " or ".join(f"--kind {kind.name}" for kind in nearest)
        raise AmbiguousInputError(
            f"this could be {titles}: say which with {options}, or with a line {nearest[0].name!r} above it",
            line=1,
            column=1,
        )
    return nearest[0]
