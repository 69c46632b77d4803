"""The text that puzzlekit solves, and the JSON of its data sets, which hold many such texts.

A line with the rows and the columns, for a labelled kind a line of column labels and one of row labels, then a line of
tokens a row (see :mod:`litgrid.formats.tokens`). The text does not say which kind it is, and it may fit several.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.forms import Tokens
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.formats.json_places import Origin, after_blanks
from litgrid.formats.reading import Block, attempt, blocks, check_decoded, read_shape, split_lines
from litgrid.formats.record import Record, Request
from litgrid.formats.tokens import (
    WORD,
    Line,
    TokenFrame,
    read_answer,
    read_mapped,
    read_puzzle,
    write_answer,
    write_grid,
    write_labels,
    write_regions,
)
from litgrid.puzzles import kinds

SIZE = re.compile(r"[ \t]*([0-9]+)[ \t]+([0-9]+)(?:[ \t]+([0-9]+))?[ \t]*")
DATA_SET = re.compile(
    r'[ \t\r\n]*\{(?=.{0,2000}?"problem"[ \t\r\n]*:[ \t\r\n]*")(?!.{0,2000}?"clues"[ \t\r\n]*:)', re.DOTALL
)
LONGEST = 4
"""No side of a board in this format that is detected has more digits."""
MEMBERS = ("data", "puzzles")
"""Under which key the puzzles of a data set are: now, and in its older form of two files."""


class Puzzlekit(TokenFrame):
    """The text of one puzzle."""

    name = "puzzlekit"
    certain = False
    about = "puzzlekit: a line 'rows columns', labels if any, then rows of tokens such as - x 1: {titles}"

    def sniff(self, text: str) -> Collection[str]:
        # Only a ``-`` in its grid tells a text from other formats with a size above.
        first = next(blocks(text), None)
        size = first and SIZE.fullmatch(first.lines[0])
        if not first or not size or max(map(len, size.groups(""))) > LONGEST:
            return ()
        lines = list(enumerate(first.lines, 1))
        found = _possible(lines, Shape(int(size[1]), int(size[2])))
        if size[3]:
            return found
        return [kind for kind in found if any("-" in text for _, text in _split(kind, lines)[1])]

    def _read(self, block: Block, request: Request) -> Record:
        puzzle, said = _told(list(enumerate(block.lines, 1)), request.kind, request)
        return request.record(puzzle, block.line, reading=said)

    def _write(self, record: Record) -> str:
        puzzle, form = record.puzzle, self.of(record.puzzle)
        rows = write_regions(puzzle, form) if form.regions else write_grid(puzzle, form)
        return "\n".join([_size(puzzle, form), *write_labels(puzzle), *rows, ""])


PUZZLEKIT = Puzzlekit()


class PuzzlekitJson(TokenFrame):
    """The JSON of a data set: an object of puzzles by name, each with ``problem`` and perhaps ``solution``."""

    name = "puzzlekit-json"
    about = "puzzlekit's data sets: JSON with a name, and puzzles by their ids, each with problem and solution"
    family = "puzzlekit"
    separator = None
    gathers = holds_names = holds_answers = True

    def sniff(self, text: str) -> Collection[str]:
        # The data set's name says the kind, where it comes first.
        if not DATA_SET.match(text):
            return ()
        name = re.search(r'"name"[ \t\r\n]*:[ \t\r\n]*"(\w+)"', text[:2000])
        kind = None if name is None else self.named(name[1])
        return self.kinds if kind is None else (kind,)

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        yield from _read_set(text, request)

    def _write(self, record: Record) -> str:
        return self.write_all([record])

    def write_all(self, records: Sequence[Record]) -> str:
        # A data set is of one kind, and its puzzles have different names.
        data: dict[str, dict[str, str]] = {}
        for record in records:
            self.check_holds(record.puzzle)
            if record.puzzle.name != records[0].puzzle.name:
                names = " and ".join(self.of(one.puzzle).name for one in (records[0], record))
                raise LitgridError(f"a data set is of one kind, got {names}: convert them apart")
            if record.id in data:
                raise LitgridError(f"a data set has each name once, got {shorten(record.id)} twice: rename one")
            answer = write_answer(record, self.of(record.puzzle))
            data[record.id] = {
                "problem": PUZZLEKIT.write(record).rstrip("\n"),
                "solution": ""
                if answer is None
                else "\n".join([_size(record.puzzle, self.of(record.puzzle)), *answer]),
                "source": "",
                "info": "",
            }
        answers = sum(values["solution"] != "" for values in data.values())
        name = self.of(records[0].puzzle).name
        values = {"name": name, "count": len(data), "count_sol": answers, "data": data}
        return json.dumps(values, separators=(",", ":")) + "\n"


PUZZLEKIT_JSON = PuzzlekitJson()


def _size(puzzle: Puzzle, form: Tokens) -> str:
    number = f" {getattr(puzzle, form.number)}" if form.number else ""
    return f"{puzzle.shape.rows} {puzzle.shape.columns}{number}"


def _puzzle(kind: str, shape: Shape, lines: list[Line]) -> Puzzle:
    form, number = PUZZLEKIT.forms[kind], SIZE.fullmatch(lines[0][1])
    if form.regions:
        said = None if number is None or number[3] is None else (1, number[3])
        return read_mapped(kind, form, shape, lines[1:], [], said)
    return read_puzzle(kind, PUZZLEKIT.forms[kind], shape, *_split(kind, lines))


def _told(lines: list[Line], kind: str | None, request: Request) -> tuple[Puzzle, str | None]:
    """Return the puzzle of a text, of a kind or of the one that is meant, and what is said of that."""
    size = SIZE.fullmatch(lines[0][1])
    if size is None:
        raise InputError(f"expected a line 'rows columns', got {shorten(lines[0][1])}", line=1, column=1)
    shape = read_shape(size[1], size[2], line=1)
    found = _possible(lines, shape) if kind is None else [kind]
    made: dict[str, Puzzle] = {}
    for name in found if len(found) > 1 else ():
        with suppress(InputError):
            made[name] = _puzzle(name, shape, lines)
    if made:
        from litgrid.formats.deciding import choose_kind  # imported here: most texts name their kind

        return choose_kind(made, request)
    # Where it is none, it is read as what it looks most like, to say what is wrong with it.
    labelled = len(lines) in (3, shape.rows + 3) and len(lines) != shape.rows + 1
    found = found or [name for name in PUZZLEKIT.kinds if kinds.get(name).labelled == labelled]
    return _puzzle(found[0], shape, lines), None


def _possible(lines: list[Line], shape: Shape) -> list[str]:
    found = []
    size = SIZE.fullmatch(lines[0][1])
    for kind, tokens in PUZZLEKIT.forms.items():
        if bool(tokens.number) != bool(size and size[3]):
            continue
        labels, grid = _split(kind, lines)
        words = {word for _, text in grid for word in WORD.findall(text)}
        full = len(grid) == shape.rows or (labels and len(lines) == 3)
        whole = all(len(WORD.findall(text)) == shape.columns for _, text in grid)
        counted = all(len(WORD.findall(text)) == shape.columns == shape.rows for _, text in labels)
        if full and counted and (whole if tokens.regions else words <= tokens.tokens.keys()):
            found.append(kind)
    return found


def _split(kind: str, lines: list[Line]) -> tuple[list[Line], list[Line]]:
    if kinds.get(kind).labelled:
        return lines[1:3], lines[3:]
    grid, dense = lines[1:], PUZZLEKIT.forms[kind].dense
    if dense and all(len(text) > 1 and set(text) <= dense.keys() for _, text in grid):
        grid = [(line, " ".join(dense[char] for char in text)) for line, text in grid]
    return [], grid


def _read_set(text: str, request: Request) -> Iterator[Record | InputError]:
    """Read the puzzles of a data set in order; an error in its form ends the reading."""
    origin = Origin(text, 0, 1)
    try:
        value, end = origin.value()
        rest = after_blanks(text, end)
        if rest < len(text):
            raise origin.error(rest, "expected the data set to end here")
        member, kind = _set_kind(value, origin, request)
    except InputError as error:
        yield error.at(source=request.source)
        return
    for name, place in origin.members(member):
        yield attempt(partial(_entry, name, place, kind, request), request, place.line)


def _set_kind(value: object, origin: Origin, request: Request) -> tuple[str, str | None]:
    """Return under which key the puzzles of a data set are, and their kind where it is said."""
    member = next((key for key in MEMBERS if isinstance(value, dict) and isinstance(value.get(key), dict)), None)
    if member is None or not isinstance(value, dict):
        raise origin.at(f'expected an object with the puzzles under "data", got {shorten(value)}')
    name = value.get("name")
    kind = PUZZLEKIT.named(name) if isinstance(name, str) else None
    if name is not None and kind is None and request.kind is None:
        raise origin.at(f"this is a data set of {shorten(name)}; litgrid knows {PUZZLEKIT.names()}", "name")
    if None not in (kind, request.kind) and kind != request.kind:
        raise origin.at(f"expected the kind {request.kind}, as asked for, got {kind}", "name")
    return member, request.kind or kind


def _entry(name: str, origin: Origin, kind: str | None, request: Request) -> Record:
    value, end = origin.value()
    check_decoded(origin.text[origin.start : end], origin.line)
    if not isinstance(value, dict) or not isinstance(value.get("problem"), str):
        raise origin.at(f'expected an object with the text "problem", got {shorten(value)}')

    lines = _lines(value["problem"])
    try:
        if not lines:
            raise InputError("expected a puzzle, got nothing")
        puzzle, _ = _told(lines, kind, replace(request, strict=True))  # a set without a name is asked about
    except InputError as error:
        raise _inside(error, "problem", origin) from None
    solution = value.get("solution")
    said = _lines(solution) if isinstance(solution, str) else []
    if len(said) == puzzle.shape.rows + 1 and SIZE.fullmatch(said[0][1]):
        del said[0]
    try:
        answer = read_answer(puzzle, PUZZLEKIT.of(puzzle), said) if said else None
    except InputError as error:
        raise _inside(error, "solution", origin) from None
    return request.record(puzzle, origin.line, name=name, answer=answer)


def _lines(text: str) -> list[Line]:
    return [(number, line) for number, line in enumerate(split_lines(text), 1) if line]


def _inside(error: InputError, key: str, origin: Origin) -> InputError:
    """Return an error about a text under a key as one about its place in the file."""
    place = "" if error.line is None else f" line {error.line}, column {error.column or 1}"
    inside = origin.at(f'"{key}"{place}: {error.message}', key)
    return type(error)(inside.message, line=inside.line, column=inside.column)
