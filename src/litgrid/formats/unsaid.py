"""A block of lines that does not say its kind: read as the kinds themselves write it, and in all other ways.

The ways are those of :mod:`litgrid.formats.matrices`, and the formats that the text may be in. One is taken, or the
user asked, by :mod:`litgrid.formats.deciding`. Where there is none, the error is about what the lines most look like.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from litgrid.core.characters import shorten
from litgrid.core.errors import AmbiguousInputError, InputError
from litgrid.core.grid import Shape
from litgrid.core.layers import Number
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Format
from litgrid.formats.deciding import as_before, choose
from litgrid.formats.header import Header, read_said, strange_in
from litgrid.formats.matrices import LEAST, Matrix, grids
from litgrid.formats.reading import Block
from litgrid.formats.readings import Reading, distinct, foreign, readings, single, squared
from litgrid.formats.record import Record, Request
from litgrid.puzzles import kinds


def read_unsaid(
    block: Block,
    header: Header,
    request: Request,
    claims: Sequence[Format],
    unclear: AmbiguousInputError | None,
) -> Record:
    """Read a block below a header that does not say its kind; ``claims`` are formats that it may be in.

    Raises :class:`InputError` where it is no puzzle, in any way, :class:`AmbiguousInputError` ``unclear``, where its
    first line may be a row or a size; else where several puzzles are meant.
    """
    lines, taken = block.lines[header.lines :], request.settled.taken
    asked = list(kinds) if request.kind is None else [kinds.get(request.kind)]
    if taken is not None and request.kind is None:  # as the puzzle before, without a look at all that it could be
        own = [] if unclear or strange_in(taken.kind, lines) else list(_own(taken.kind, block, header, []))
        claimed = (one for form in claims for one in _claimed(form, block, replace(request, kind=taken.kind.name)))
        same = next(as_before(itertools.chain(own, claimed, _cells(block.lines, taken.kind)), taken), None)
        if same is not None:
            return request.record(same, block.line, reading=request.settled.reading)
    wrong: list[InputError] = []
    possible = [] if unclear else [kind for kind in asked if not strange_in(kind, lines)]
    own = [one for kind in possible for one in _own(kind, block, header, wrong)]
    right = [one for one in own if one.puzzle is not None]
    sure = len(own) == len(right) == 1 and not claims and request.open is None
    if sure and (request.kind is not None or _alone(own[0].kind, lines)):
        return request.record(own[0].board, block.line)
    ways = grids(block.lines)
    claimed = (one for form in claims for one in _claimed(form, block, request))
    found = distinct(itertools.chain(own, claimed, (one for way in ways for one in readings(way, asked))), request)
    if unclear is not None and len(found) < 2:
        raise unclear
    if not any(one.puzzle is not None for one in found):
        raise _claimed_wrong(claims, block, request) or _wrong(lines, request, header, wrong, ways)
    try:
        reading, said = choose(found, request, squared(ways[-1]) if ways else "")
    except AmbiguousInputError:
        if unclear is not None:
            raise unclear from None
        raise
    return reading.kept(request, block.line, said)


def _cells(lines: Sequence[str], kind: type[Puzzle]) -> Iterator[Reading]:
    for way in grids(lines):  # not before they are asked for
        yield from readings(way, [kind])


def _own(kind: type[Puzzle], block: Block, header: Header, wrong: list[InputError]) -> Iterator[Reading]:
    """Yield what a block is as a kind's own text form; what is wrong with it is added to ``wrong``."""
    option = f"--kind {kind.name}"
    try:
        puzzle = read_said(kind, block.lines, header)
    except InputError as error:
        wrong.append(error)
        yield Reading(kind, None, option=option)
        return
    own = Reading(kind, puzzle, option=f"{option} --format text", open=kind.answer[2])
    body = block.lines[header.lines :]
    said = any(layer.take(body)[1] for layer in kind.layers if isinstance(layer, Number))
    yield from [own] if said else own.counted()


def _claimed(form: Format, block: Block, request: Request) -> Iterator[Reading]:
    for kind in form.sniff("\n".join(block.lines)):
        if request.kind not in (None, kind):
            continue
        try:
            record = form._read(block, replace(request, kind=kind))
        except InputError:
            continue
        option = f"--kind {kind} --format {form.name}" if len(form.kinds) > 1 else f"--format {form.name}"
        says, ruled = f"in the format {form.name}", bool(form.assumes)
        yield Reading(kinds.get(kind), record.puzzle, says, option, None, record, ruled)


def _claimed_wrong(claims: Sequence[Format], block: Block, request: Request) -> InputError | None:
    """Return what the first format that a block may be in says of it."""
    for form in claims:
        if request.kind in (None, *form.kinds):
            try:
                form._read(block, request)
            except InputError as error:
                return error
    return None


def _alone(kind: type[Puzzle], lines: Sequence[str]) -> bool:
    """Whether the characters of lines, which are right for a kind, can mean nothing else; blanks do not count."""
    if any(not layer.optional for layer in kind.layers):
        return True
    if len(lines) == 1 and len(lines[0]) >= LEAST:
        return False
    rows = ["".join(line.split()) for line in lines]
    return single(frozenset("".join(rows)), Shape(len(rows), len(rows[0])), tuple(kinds))


def _wrong(
    lines: list[str], request: Request, header: Header, wrong: Sequence[InputError], ways: Sequence[Matrix]
) -> InputError:
    """Return what is wrong with lines that are no puzzle, by what they most look like."""
    said = [str(error) for error in wrong]
    for error, sentence in zip(wrong, said, strict=True):
        if 2 * said.count(sentence) > len(said):  # nearly whatever it is, this is wrong with it
            return error
    asked = list(kinds) if request.kind is None else [kinds.get(request.kind)]
    if ways and ((len(asked) > 1 and not wrong) or any(mark in line for mark in "\t;,|" for line in lines)):
        nearly = foreign(ways[-1], asked)
        if nearly is not None:
            return nearly
    kind = _choose(lines, request, header.lines + 1)
    try:
        read_said(kind, [*[""] * header.lines, *lines], header)
    except InputError as error:
        return error
    return InputError(f"expected a {kind.title} puzzle", line=1, column=1)


def _choose(lines: list[str], request: Request, line: int) -> type[Puzzle]:
    """Return the kind that was asked for or the only one that the lines, from that line on, can be."""
    if request.kind is not None:
        return kinds.get(request.kind)
    foreign = {kind: strange_in(kind, lines) for kind in kinds}
    least = min(foreign.values())
    nearest = [kind for kind, count in foreign.items() if count == least]
    if least and len(nearest) > 1:
        names = ", ".join(kind.title for kind in foreign)
        raise InputError(
            f"expected a puzzle (one of {names}), got {shorten(lines[0])}; if it is one, say its kind with --kind",
            line=line,
            column=1,
        )
    reading, _ = choose([Reading(kind, None, option=f"--kind {kind.name}") for kind in nearest], request)
    return reading.kind
