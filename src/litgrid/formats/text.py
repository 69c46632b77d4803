"""The plain text grid: an optional header, then what the kind's own text form is.

::

    binairo 4x4 no-unique-lines
    00..
    0...
    ..1.
    ....

Blank lines separate puzzles; cells may stand apart by single blanks. The header is read by
:mod:`litgrid.formats.header`, a grid that does not say its kind by :mod:`litgrid.formats.unsaid`.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence

from litgrid.core.characters import MOST_CELLS
from litgrid.core.errors import AmbiguousInputError, InputError
from litgrid.formats.base import Format
from litgrid.formats.header import Header, read_header, read_said, strange_in
from litgrid.formats.reading import Block, blocks, blocks_of, read_blocks, split_lines
from litgrid.formats.record import Record, Request
from litgrid.puzzles import kinds

MOST = 4 * MOST_CELLS
"""No board has more characters."""


class Text(Format):
    name = "text"
    aliases = ("plain", "txt")
    summary = "the plain text grid, with an optional header: kind, size, switches"
    holds_switches = True

    def sniff(self, text: str) -> Collection[str]:
        # The first puzzle decides.
        first = next(blocks(text), None)
        if first is None:
            return ()
        try:
            header = read_header(first.lines, kinds)
        except AmbiguousInputError:  # with or without a header: reading it will ask
            header = Header()
        except InputError:
            return ()
        if header.kind is not None:
            return (header.kind.name,)
        return [kind.name for kind in kinds if not strange_in(kind, first.lines[header.lines :])]

    def says(self, text: str) -> bool:
        # A header names a kind.
        return self.sure(text)

    def sure(self, text: str) -> bool:
        # A header says so.
        try:
            return any(read_header(first.lines, kinds).kind is not None for first in itertools.islice(blocks(text), 1))
        except InputError:
            return False

    def _read(self, block: Block, request: Request) -> Record:
        return read_block(block, request)

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        yield from self.follow(split_lines(text), request)

    def follows(self, begin: str) -> bool:
        # A blank line comes after the first grid.
        return "" in itertools.dropwhile(lambda line: not line, split_lines(begin)[:-1])

    def follow(self, lines: Iterable[str], request: Request) -> Iterator[Record | InputError]:
        yield from read_blocks(blocks_of(lines), read_block, request)

    def write(self, record: Record) -> str:
        return f"{record.puzzle.to_text()}\n"


TEXT = Text()


def read_block(block: Block, request: Request, claims: Sequence[Format] = ()) -> Record:
    """Read a block; ``claims`` are other formats that a grid without a header may be in."""
    if block.lines[0].startswith("{"):
        message = (
            "expected a puzzle in the format text, as the first one is, got a JSON object: give it a file of its own"
        )
        raise InputError(message, line=1, column=1)
    if (length := sum(map(len, block.lines))) > MOST:
        message = f"expected a board of at most {MOST_CELLS:,} cells, got {length:,} characters without a blank line"
        raise InputError(message, line=1, column=1)
    unclear: AmbiguousInputError | None = None
    try:
        header = read_header(block.lines, kinds if request.kind is None else [kinds.get(request.kind)])
    except AmbiguousInputError as error:
        header, unclear = Header(), error
    if header.kind is None:
        from litgrid.formats.unsaid import read_unsaid  # imported here: most texts say what they are

        return read_unsaid(block, header, request, claims, unclear)
    request.check_kind(header.kind.name, 1)
    return request.record(read_said(header.kind, block.lines, header), block.line)
