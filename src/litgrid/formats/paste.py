"""The front door for texts that do not say what they are: every way to read one is looked at.

A text is peeled (:mod:`litgrid.formats.peeling`), each grid in it is read as every kind and in every format that could
be meant, and :mod:`litgrid.formats.deciding` says which reading is taken. A grid below a header, and a text in a format
that says itself what it is, do not come here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from litgrid.core.errors import AmbiguousInputError, InputError, UnknownNameError
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Format
from litgrid.formats.deciding import choose
from litgrid.formats.laying import laid
from litgrid.formats.matrices import Matrix, is_prose
from litgrid.formats.peeling import dressings
from litgrid.formats.reading import attempt, read_blocks, sized
from litgrid.formats.readings import Reading, distinct, foreign, readings, squared
from litgrid.formats.record import Record, Request
from litgrid.formats.text import read_block
from litgrid.puzzles import kinds

NOTE = re.compile(r"[ \t]*(?:[-*+]|[0-9]{1,3}[.)])?[ \t]*([A-Za-z][A-Za-z']{2,})(?:[ \t]+[A-Za-z']+)?[ \t.:!?,]*")
MOST_BAD = 1_000
"""After so many blocks that are none a text is not looked at for a puzzle any more."""


def read_dressed(text: str, request: Request) -> Iterator[Record | InputError]:
    """Read the grids of a text that stand in brackets, strings, tables or fences; nothing where there are none."""
    wrong: InputError | None = None
    bad = 0
    for peeled in dressings(text):
        found = False
        try:
            for ways in peeled:
                item = _dressed(ways, request)
                if item is not None:
                    found = True
                    yield item
                elif not found and bad == MOST_BAD:
                    break
                elif wrong is None and ways[0].shape.size > 1:
                    bad += 1
                    wrong = foreign(ways[-1], _asked(request))
        except InputError as error:  # of more cells than any board has
            yield error.at(source=request.source)
            return
        if found:
            return
    if wrong is not None:
        yield wrong.at(source=request.source)


def _asked(request: Request) -> list[type[Puzzle]]:
    return list(kinds) if request.kind is None else [kinds.get(request.kind)]


def _dressed(ways: Sequence[Matrix], request: Request) -> Record | InputError | None:
    found = distinct((reading for grid in ways for reading in readings(grid, _asked(request))), request)
    if not found:
        return None
    return attempt(partial(_record, found, request, ways[0].line, squared(ways[-1])), request, ways[0].line)


def _record(found: Sequence[Reading], request: Request, line: int, more: str = "") -> Record:
    reading, said = choose(found, request, more)
    return reading.kept(request, line, said)


def _is_note(lines: Sequence[str]) -> bool:
    """Whether lines are one with a word or two, as beside a puzzle, and no header."""
    found = NOTE.fullmatch(lines[0]) if len(lines) == 1 else None
    return found is not None and len(set(found[1].lower())) > 2 and not _is_name(found[1])


def _is_name(word: str) -> bool:
    """Whether a word is the name of a kind, or nearly."""
    try:
        kinds.get(word)
    except UnknownNameError as error:
        return "Did you mean" in str(error)
    return True


def read_plain(text: str, request: Request, claims: Sequence[Format]) -> Iterator[Record | InputError]:
    """Read the blocks of a text, but words around puzzles; ``claims`` are the formats that it may be in besides."""
    held: list[tuple[bool, Record | InputError]] = []
    found = False
    lines = laid(text)
    for block in sized(lines.lines):
        (item,) = read_blocks([block], partial(read_block, claims=claims), request)
        words = isinstance(item, InputError) and (all(map(is_prose, block.lines)) or _is_note(block.lines))
        if isinstance(item, InputError) and item.line is not None:
            line, column = lines.place(item.line, item.column or 1)
            item = type(item)(item.message, line=line, column=column, source=item.source)
        if isinstance(item, Record | AmbiguousInputError) and not found:
            found = True
            yield from (one for other, one in held if not other)
        if len(held) > MOST_BAD:
            return  # what is wrong with so many the format says that the text is most like
        if not found:
            held.append((words, item))
        elif not words:
            yield item
    if not found:
        yield from (one for _, one in held)
