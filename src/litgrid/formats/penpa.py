"""Links of Penpa+, the setters' drawing board.

A text of some twenty lines of JSON is packed in such a link (see :mod:`litgrid.formats.penpa_link`). It is a drawing
(:mod:`litgrid.formats.penpa_board`), and what a puzzle is drawn with is a convention, which each kind says. The kind is
that of the drawing's genre tags, where they name one, or the one that has all that is drawn. The answer is the list
that the link checks answers with. The drawing's second layer is what a player has entered, or the answer, where it is
one and the link is not of who plays.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any
from urllib.parse import unquote

from litgrid.core.characters import Grid, shorten
from litgrid.core.errors import AmbiguousInputError, InputError
from litgrid.core.forms import Drawn
from litgrid.core.numerals import BLANKS, SPACE, whole
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Frame
from litgrid.formats.mapped import assumed, lost
from litgrid.formats.penpa_board import (
    ANSWER,
    BLACK,
    EDGES,
    GENRES,
    QUESTION,
    Board,
    Layer,
    check_whole,
    drawing,
    read_board,
    read_json,
    read_layer,
    read_rules,
    read_title,
)
from litgrid.formats.penpa_forms import UNNUMBERED, draw_answer, draw_clues, read_answer, read_clues, read_filled
from litgrid.formats.penpa_link import BASE, Link, pack, split_link
from litgrid.formats.pzpr import PZPR
from litgrid.formats.reading import Block
from litgrid.formats.record import Record, Request, kept, solves
from litgrid.puzzles import kinds

MODE = re.compile("(?:^|[#?])m=(?:edit|solve)&")
LISTED = {"A": "circle_M", "H": "sun_moon"}
"""The letters of symbols in an answer that a link checks."""
CHECKED = re.compile(f"([0-9]{{1,9}}),([123])([{''.join(LISTED)}])")
"""A symbol of such an answer: the cell, the style, the letter."""


class Penpa(Frame[Drawn]):
    name = "penpa"
    aliases = ("penpa+", "penpa-edit")
    about = "a link of Penpa+, one a line: {titles}"
    links = "Penpa+"
    separator = ""
    holds_names = titles = holds_answers = holds_entries = True

    def sniff(self, text: str) -> Collection[str]:
        # Only the drawing says the kind. A link of pzpr inside is left to that format.
        line = text.lstrip(SPACE).split("\n", 1)[0]
        mode = MODE.search(line)
        fields = line[mode.end() :].split("&") if mode else []
        return self.kinds if any(re.match("p=(?!http)", field) for field in fields) else ()

    def _read(self, block: Block, request: Request) -> Record:
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
        form = self.forms[kind]
        number = _number(form, read_rules(lines))
        warnings = [*assumed(kind, form)] if form.number and number is None else []
        puzzle = read_clues(kinds.get(kind), form, question, board.shape, number)
        unkept = _unkept(question, draw_clues(form, puzzle))
        if unkept:
            warnings.append(f"what else is drawn than {puzzle.title} has is not kept: {', '.join(unkept)}")
        filled = answer = None
        try:
            filled, answer = _solved(form, puzzle, _drawn(lines, board), played=link.played)
            answer = read_answer(form, _checked(link, board), puzzle) if link.fields.get("a") else answer
        except InputError as error:
            warnings.append(f"an answer is not kept: {error.message}")
        return request.record(
            puzzle, block.line, name=read_title(lines), filled=filled, answer=answer, warnings=warnings
        )

    def _write(self, record: Record) -> str:
        puzzle, form = record.puzzle, self.of(record.puzzle)
        margin = int(puzzle.labelled)
        board = Board(puzzle.shape, margin, margin)
        if record.filled is None:
            answer, played = self._kept(record) or Layer(), ""
        else:
            answer, played = draw_answer(form, puzzle, record.filled, marked=True), "&l=solvedup"
        rules = f"{form.number}: {getattr(puzzle, form.number)}" if form.number else ""
        text = drawing(board, record.title, form.name, draw_clues(form, puzzle), answer, rules)
        return f"{BASE}#m=edit&p={pack(text)}{played}\n"

    def _address(self, record: Record) -> str:
        return self.write(record).strip().replace("#m=edit", "#m=solve", 1)

    def _kept(self, record: Record) -> Layer | None:
        """Return the drawing of the answer that came with a puzzle, ``None`` where it is not read as that answer."""
        puzzle, form = record.puzzle, self.forms.get(record.puzzle.name)
        if record.answer is None or record.filled is not None or form is None:
            return None
        layer = draw_answer(form, puzzle, record.answer)
        _, answer = _solved(form, puzzle, layer, played=False)
        return layer if answer is not None and puzzle.rows(answer) == puzzle.rows(record.answer) else None

    def _keeps(self, record: Record) -> bool:
        form, grid = self.forms.get(record.puzzle.name), record.filled
        if form is None or grid is None:
            return False
        layer = draw_answer(form, record.puzzle, grid, marked=True)
        return kept(record.puzzle, grid, read_filled(form, layer, record.puzzle))

    def _lost(self, record: Record) -> Iterator[str]:
        yield from super()._lost(record)
        if record.puzzle.name in self.forms:
            yield from lost(record.puzzle, self.of(record.puzzle), self.name)
        if record.named and "%2C" in record.id:
            yield f"{self.name} holds names without %2C, which stands for a comma"
        if record.answer is not None and self._kept(record) is None:
            yield f"{self.name} holds right answers, of games that are not begun; this one is left out"


PENPA = Penpa()


def _number(form: Drawn, rules: str) -> int | None:
    """Return the number for the board, which words about the rules say: ``stars: 2``."""
    found = re.search(rf"\b{form.number}[ \t]*:[ \t]*([0-9]{{1,9}})\b", rules) if form.number else None
    return None if found is None else int(found[1])


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
    named = next((kind for tag in tags if (kind := PENPA.named(tag)) is not None), None)
    if named is not None:
        request.check_kind(named, 1)
    if (said := request.kind or named) is not None:
        return said
    known = f"litgrid knows {', '.join(kinds.names())}; if it is one of them, say which with --kind"
    if tags:
        raise InputError(f"this drawing is tagged {shorten(', '.join(tags))}; {known}")
    if question.others:
        raise InputError(f"this drawing has {', '.join(question.others)}, which none of these has; {known}")
    drawn = question.surfaces or question.numbers or question.symbols or question.borders
    fits = _fits(question, board) if drawn else PENPA.kinds
    if len(fits) == 1:
        return fits[0]
    if fits:
        options = " or ".join(f"--kind {kind}" for kind in fits)
        raise AmbiguousInputError(f"this drawing could be of several kinds: say which with {options}")
    raise InputError(f"this drawing fits none of the puzzles that it could be; {known}")


def _fits(question: Layer, board: Board) -> list[str]:
    fits = []
    for name, form in PENPA.forms.items():
        kind = kinds.get(name)
        if form.regions and not question.borders:
            continue
        if kind.labelled and not question.numbers:  # black cells alone are likelier walls than a puzzle without labels
            continue
        try:
            drawn = draw_clues(form, read_clues(kind, form, question, board.shape))
        except InputError:
            continue
        if not _unkept(question, drawn):
            fits.append(name)
    return fits


def _unkept(question: Layer, kept: Layer) -> list[str]:
    """Return words for what is drawn and is not in the layer of the clues."""
    numbers = {place for place, text in question.numbers.items() if text not in UNNUMBERED}
    words = {
        "surfaces": question.surfaces.keys() - kept.surfaces.keys(),
        "numbers": numbers - kept.numbers.keys(),
        "symbols": question.symbols.keys() - kept.symbols.keys(),
        EDGES: question.borders - kept.borders,
    }
    return [word for word, places in words.items() if places] + list(question.others)


def _drawn(lines: list[str], board: Board) -> Layer:
    """Return the drawing's second layer, which may be missing."""
    return read_layer(lines, ANSWER, board) if len(lines) > ANSWER and lines[ANSWER].strip(BLANKS) else Layer()


def _solved(form: Drawn, puzzle: Puzzle, layer: Layer, *, played: bool) -> tuple[Grid | None, Grid | None]:
    """Return what a player has entered and the answer, of which a layer is one at most; ``played``: the former."""
    answer = None if played else read_answer(form, layer, puzzle)
    if answer is not None and solves(puzzle, answer):
        return None, answer
    return read_filled(form, layer, puzzle), None


def _checked(link: Link, board: Board) -> Layer:
    """Return the layer of the list that a link checks: surfaces, then lists of other things, symbols among them."""
    listed = read_json([link.unpack("a")], 0)
    parts = [part for part in listed if isinstance(part, list)] if isinstance(listed, list) else []
    surfaces = {
        board.place(str(number)): BLACK for number in (parts[0] if parts else []) if isinstance(number, (int, str))
    }
    symbols = {}
    for entry in (entry for part in parts for entry in part if isinstance(entry, str)):
        found = CHECKED.fullmatch(entry)
        if found:
            symbols[board.place(found[1])] = (LISTED[found[3]], int(found[2]))
    return Layer(
        {place: colour for place, colour in surfaces.items() if place is not None},
        symbols={place: symbol for place, symbol in symbols.items() if place is not None},
    )


def _list(lines: list[str], number: int) -> list[Any]:
    value = read_json(lines, number) if number < len(lines) and lines[number].strip(BLANKS) else []
    return value if isinstance(value, list) else []
