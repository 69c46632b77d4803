"""From a link of Penpa+ to a puzzle, and back.

The kind is that of the link's genre tags, where they name one, or the one that has all that is drawn. The answer is the
list that the link checks answers with, or else the drawing's second layer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import numpy as np

from litgrid.core.characters import Grid, shorten
from litgrid.core.errors import AmbiguousInputError, InputError
from litgrid.core.numerals import BLANKS, whole
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Block, Record, Request, make
from litgrid.formats.names import title
from litgrid.formats.penpa_board import (
    ANSWER,
    GENRES,
    QUESTION,
    Board,
    Layer,
    check_whole,
    drawing,
    read_board,
    read_json,
    read_layer,
    read_title,
)
from litgrid.formats.penpa_forms import CIRCLE, DARK, FORMS, SUN, UNNUMBERED, Form
from litgrid.formats.penpa_link import BASE, Link, pack, split_link
from litgrid.formats.pzpr import PZPR
from litgrid.puzzles import kinds

TAGS = {"lightup": "akari", "binairo": "binairo", "gappy": "gappy"}
"""The genre tag that a kind is written with."""
KINDS = {**{tag: kind for kind, tag in TAGS.items()}, "lightup": "lightup", "takuzu": "binairo"}
CHECKED = re.compile("([0-9]{1,9}),([123])([AH])")
"""A symbol of an answer that a link checks: the cell, the style, A for circles and H for suns."""


def _complete(form: Form, layer: Layer, puzzle: Puzzle) -> Grid | None:
    """Return the answer of a layer with the given cells, ``None`` where nothing is drawn."""
    filled = form.filled(layer, puzzle.shape)
    if not (filled >= 0).any():
        return None
    filled = np.where(filled < 0, puzzle.givens, filled)
    return np.where(filled < 0, 0 if form.closed(layer) else -1, filled).astype(np.int8)


def keeps(record: Record) -> bool:
    """Return whether a drawing of the answer that came with a puzzle is read as that answer."""
    puzzle, filled = record.puzzle, record.filled
    if filled is None or puzzle.name not in FORMS:
        return filled is None
    form = FORMS[puzzle.name]
    kept = _complete(form, form.filled_layer(filled), puzzle)
    return kept is not None and puzzle.rows(kept) == puzzle.rows(filled)


def draw(record: Record) -> str:
    """Return a link to the drawing of a puzzle, and of its answer where it can be read back.

    Raises
    ------
    LitgridError
        for a board that is too large.
    """
    puzzle, filled = record.puzzle, record.filled
    form = FORMS[puzzle.name]
    answer = form.filled_layer(filled) if filled is not None and keeps(record) else Layer()
    board = Board(puzzle.shape, form.margin, form.margin)
    text = drawing(board, title(record), TAGS[puzzle.name], form.clue_layer(puzzle.clues), answer)
    return f"{BASE}#m=edit&p={pack(text)}"


def read_drawing(block: Block, request: Request) -> Record:
    """Return the puzzle of the link in a line.

    Raises
    ------
    InputError
        with the place.
    """
    link = split_link(block.lines[0].strip(BLANKS))
    if link.fields["p"].startswith("http"):
        return _nested(unquote(link.fields["p"]), block, request)
    lines = link.unpack("p").split("\n")
    if whole(lines[0][:1]) is not None:
        raise InputError("this is a link of the Penpa before Penpa+: open it in Penpa+ and share it again")
    board = read_board(lines)
    check_whole(lines, board)
    question = read_layer(lines, QUESTION, board)
    kind = _kind(lines, question, board, request)
    form, warnings = FORMS[kind], []
    puzzle = make(kind, form.clues(question, board.shape))
    unkept = _unkept(question, form.clue_layer(puzzle.clues))
    if unkept:
        warnings.append(f"what else is drawn than {puzzle.title} has is not kept: {', '.join(unkept)}")
    filled = None
    try:
        filled = next(
            (found for layer in _answers(link, lines, board) if (found := _complete(form, layer, puzzle)) is not None),
            None,
        )
    except InputError as error:
        warnings.append(f"an answer is not kept: {error.message}")
    return request.record(puzzle, block.line, name=read_title(lines), filled=filled, warnings=warnings)


def _nested(link: str, block: Block, request: Request) -> Record:
    """Read a link that only names a link of pzpr, which Penpa+ would import."""
    first = next(PZPR.read(link, request))
    if isinstance(first, InputError):
        raise InputError(first.message)
    request.check_kind(first.puzzle.name, 1)
    return request.record(first.puzzle, block.line, warnings=first.warnings)


def _kind(lines: list[str], question: Layer, board: Board, request: Request) -> str:
    """Return the kind that was asked for, that the tags name, or the only one that the drawing fits."""
    tags = [str(tag) for tag in _list(lines, GENRES)]
    named = [KINDS[tag.lower()] for tag in tags if tag.lower() in KINDS]
    if named:
        request.check_kind(named[0], 1)
    if named or request.kind is not None:
        return request.kind or named[0]
    known = f"litgrid knows {', '.join(kinds.names())}; if it is one of them, say which with --kind"
    if tags:
        raise InputError(f"this drawing is tagged {shorten(', '.join(tags))}; {known}")
    if question.others:
        raise InputError(f"this drawing has {', '.join(question.others)}, which none of these has; {known}")
    drawn = question.surfaces or question.numbers or question.symbols
    fits = _fits(question, board) if drawn else list(TAGS)
    if len(fits) == 1:
        return fits[0]
    if fits:
        options = " or ".join(f"--kind {kind}" for kind in fits)
        raise AmbiguousInputError(f"this drawing could be of several kinds: say which with {options}")
    raise InputError(f"this drawing fits none of the puzzles that it could be; {known}")


def _fits(question: Layer, board: Board) -> list[str]:
    """Return the kinds that have all that is drawn."""
    fits = []
    for kind, form in FORMS.items():
        if form.margin and not question.numbers:  # black cells alone are likelier walls than a puzzle without labels
            continue
        try:
            drawn = form.clue_layer(make(kind, form.clues(question, board.shape)).clues)
        except InputError:
            continue
        if not _unkept(question, drawn):
            fits.append(kind)
    return fits


def _unkept(question: Layer, kept: Layer) -> list[str]:
    """Return words for what is drawn and is not in the layer of the clues."""
    numbers = {place for place, text in question.numbers.items() if text not in UNNUMBERED}
    words = {
        "surfaces": question.surfaces.keys() - kept.surfaces.keys(),
        "numbers": numbers - kept.numbers.keys(),
        "symbols": question.symbols.keys() - kept.symbols.keys(),
    }
    return [word for word, places in words.items() if places] + list(question.others)


def _answers(link: Link, lines: list[str], board: Board) -> Iterator[Layer]:
    """Return what may be the answer: the list that the link checks, then the layer of answers."""
    if link.fields.get("a"):
        listed = read_json([link.unpack("a")], 0)
        yield _checked(listed if isinstance(listed, list) else [], board)
    if len(lines) > ANSWER and lines[ANSWER].strip(BLANKS):
        yield read_layer(lines, ANSWER, board)


def _checked(listed: list[Any], board: Board) -> Layer:
    """Return the layer of a list that a link checks: surfaces, then lists of other things, symbols among them."""
    parts = [part for part in listed if isinstance(part, list)]
    surfaces = {
        board.place(str(number)): DARK[0] for number in (parts[0] if parts else []) if isinstance(number, (int, str))
    }
    symbols = {}
    for entry in (entry for part in parts for entry in part if isinstance(entry, str)):
        found = CHECKED.fullmatch(entry)
        if found:
            name = CIRCLE if found[3] == "A" else SUN[0]
            symbols[board.place(found[1])] = (name, int(found[2]))
    return Layer(
        {place: colour for place, colour in surfaces.items() if place is not None},
        symbols={place: symbol for place, symbol in symbols.items() if place is not None},
    )


def _list(lines: list[str], number: int) -> list[Any]:
    """Return the list in a line that may be missing."""
    value = read_json(lines, number) if number < len(lines) and lines[number].strip(BLANKS) else []
    return value if isinstance(value, list) else []
