"""The text that puzzlekit solves, and the JSON of its data sets, which hold many such texts.

A line with the rows and the columns, for Gappy a line of column labels and one of row labels, then a line of tokens a
row (see :mod:`litgrid.formats.tokens`). The text does not say which kind it is; Light Up and Binairo can look the same.
Its Binairo solver allows equal lines, and so do the puzzles read here. Older Binairo files have a digit a cell without
blanks: ``0`` open, ``1`` for zero, ``2`` for one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from litgrid.core.characters import shorten
from litgrid.core.errors import AmbiguousInputError, InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import (
    Block,
    Format,
    Record,
    Request,
    attempt,
    blocks,
    check_decoded,
    read_blocks,
    read_shape,
    split_lines,
)
from litgrid.formats.json_places import Origin, after_blanks
from litgrid.formats.tokens import (
    CELLS,
    TOKENS,
    WORD,
    Line,
    answer_lost,
    read_answer,
    read_puzzle,
    write_answer,
    write_grid,
    write_labels,
)
from litgrid.puzzles import kinds

KINDS = {"akari": "lightup", "binairo": "binairo", "tohuwavohu": "binairo", "takuzu": "binairo", "gappy": "gappy"}
NAMES = {"lightup": "Akari", "binairo": "Binairo", "gappy": "Gappy"}

SWITCHES = {"binairo": {"unique_lines": False}}

DENSE = re.compile("[012]{2,}")
SIZE = re.compile(r"[ \t]*([0-9]+)[ \t]+([0-9]+)[ \t]*")
DATA_SET = re.compile(
    r'[ \t\r\n]*\{(?=.{0,2000}?"problem"[ \t\r\n]*:[ \t\r\n]*")(?!.{0,2000}?"clues"[ \t\r\n]*:)', re.DOTALL
)
LONGEST = 4
"""No side of a board in this format that is detected has more digits."""
MEMBERS = ("data", "puzzles")
"""Under which key the puzzles of a data set are: now, and in its older form of two files."""


class Puzzlekit(Format):
    """The text of one puzzle."""

    name = "puzzlekit"
    summary = "puzzlekit: a line 'rows columns', for Gappy column and row labels, then rows of tokens such as - x 1"
    kinds = tuple(TOKENS)
    example = "3 3\n- 1 -\n- - -\nx - 2\n"

    assumes: Mapping[str, bool] = {"unique_lines": False}
    cells: Mapping[str, str] = CELLS

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; only a ``-`` in its grid tells a text from other formats with a size above."""
        first = next(blocks(text), None)
        size = first and SIZE.fullmatch(first.lines[0])
        if not first or not size or max(map(len, size.groups())) > LONGEST:
            return ()
        lines = list(enumerate(first.lines, 1))
        found = _possible(lines, Shape(int(size[1]), int(size[2])))
        return [kind for kind in found if any("-" in text for _, text in _split(kind, lines)[1])]

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        yield from read_blocks(blocks(text), _read, request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        puzzle = record.puzzle
        self.check_holds(puzzle)
        size = f"{puzzle.shape.rows} {puzzle.shape.columns}"
        return "\n".join([size, *write_labels(puzzle), *write_grid(puzzle), ""])


PUZZLEKIT = Puzzlekit()


class PuzzlekitJson(Format):
    """The JSON of a data set: an object of puzzles by name, each with ``problem`` and perhaps ``solution``."""

    name = "puzzlekit-json"
    summary = "puzzlekit's data sets: JSON with a name, and puzzles by their ids, each with problem and solution"
    kinds = tuple(TOKENS)
    example = '{"name":"Akari","data":{"1_3x3":{"problem":"3 3\\n- 1 -\\n- - -\\nx - 2"}}}\n'
    separator = None
    gathers = True

    holds_names = holds_answers = True
    assumes: Mapping[str, bool] = {"unique_lines": False}
    cells: Mapping[str, str] = CELLS

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; the data set's name says the kind, where it comes first."""
        if not DATA_SET.match(text):
            return ()
        name = re.search(r'"name"[ \t\r\n]*:[ \t\r\n]*"(\w+)"', text[:2000])
        kind = None if name is None else KINDS.get(name[1].lower())
        return self.kinds if kind is None else (kind,)

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        yield from _read_set(text, request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        return self.write_all([record])

    def write_all(self, records: Sequence[Record]) -> str:
        """See :meth:`Format.write_all`; a data set is of one kind, and its puzzles have different names."""
        data: dict[str, dict[str, str]] = {}
        for record in records:
            self.check_holds(record.puzzle)
            if record.puzzle.name != records[0].puzzle.name:
                names = " and ".join(NAMES[one.puzzle.name] for one in (records[0], record))
                raise LitgridError(f"a data set is of one kind, got {names}: convert them apart")
            if record.id in data:
                raise LitgridError(f"a data set has each name once, got {shorten(record.id)} twice: rename one")
            answer = write_answer(record)
            data[record.id] = {
                "problem": PUZZLEKIT.write(record).rstrip("\n"),
                "solution": "" if answer is None else "\n".join([_size(record), *answer]),
                "source": "",
                "info": "",
            }
        answers = sum(values["solution"] != "" for values in data.values())
        values = {"name": NAMES[records[0].puzzle.name], "count": len(data), "count_sol": answers, "data": data}
        return json.dumps(values, separators=(",", ":")) + "\n"

    def _lost(self, record: Record) -> Iterator[str]:
        yield from super()._lost(record)
        yield from answer_lost(record, self.name)


PUZZLEKIT_JSON = PuzzlekitJson()


def _size(record: Record) -> str:
    return f"{record.puzzle.shape.rows} {record.puzzle.shape.columns}"


def _read(block: Block, request: Request) -> Record:
    lines = list(enumerate(block.lines, 1))
    kind, shape = _header(lines, request.kind)
    return request.record(_puzzle(kind, shape, lines), block.line)


def _puzzle(kind: str, shape: Shape, lines: list[Line]) -> Puzzle:
    labels, grid = _split(kind, lines)
    return read_puzzle(kind, shape, labels, grid, **SWITCHES.get(kind, {}))


def _header(lines: list[Line], kind: str | None) -> tuple[str, Shape]:
    """Return the kind of a text, if need be by what it could be, and its size."""
    size = SIZE.fullmatch(lines[0][1])
    if size is None:
        raise InputError(f"expected a line 'rows columns', got {shorten(lines[0][1])}", line=1, column=1)
    try:
        shape = read_shape(size[1], size[2])
    except InputError as error:
        raise InputError(error.message, line=1, column=1) from None
    if kind is not None:
        return kind, shape
    found = _possible(lines, shape)
    if len(found) > 1:
        titles = " or ".join(kinds.get(name).title for name in found)
        options = " or ".join(f"--kind {name}" for name in found)
        raise AmbiguousInputError(f"this could be {titles}: say which with {options}", line=1, column=1)
    # Where it is none, it is read as what it looks most like, to say what is wrong with it.
    labelled = len(lines) in (3, shape.rows + 3) and len(lines) != shape.rows + 1
    return (found or [name for name, tokens in TOKENS.items() if tokens.labelled == labelled])[0], shape


def _possible(lines: list[Line], shape: Shape) -> list[str]:
    """Return the kinds that a text of a size could be of."""
    found = []
    for kind, tokens in TOKENS.items():
        labels, grid = _split(kind, lines)
        words = {word for _, text in grid for word in WORD.findall(text)}
        full = len(grid) == shape.rows or (tokens.labelled and len(lines) == 3)
        counted = all(len(WORD.findall(text)) == shape.columns == shape.rows for _, text in labels)
        if full and counted and words <= tokens.clues.keys():
            found.append(kind)
    return found


def _split(kind: str, lines: list[Line]) -> tuple[list[Line], list[Line]]:
    """Return the lines of labels and those of cells."""
    if TOKENS[kind].labelled:
        return lines[1:3], lines[3:]
    grid = lines[1:]
    if kind == "binairo" and all(DENSE.fullmatch(text) for _, text in grid):
        grid = [(line, " ".join(text).replace("0", "-")) for line, text in grid]
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
    kind = KINDS.get(name.lower()) if isinstance(name, str) else None
    if name is not None and kind is None and request.kind is None:
        raise origin.at(f"this is a data set of {shorten(name)}; litgrid knows {', '.join(NAMES.values())}", "name")
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
        found, shape = _header(lines, kind)
        puzzle = _puzzle(found, shape, lines)
    except InputError as error:
        raise _inside(error, "problem", origin) from None
    solution = value.get("solution")
    answer = _lines(solution) if isinstance(solution, str) else []
    if len(answer) == shape.rows + 1 and SIZE.fullmatch(answer[0][1]):
        del answer[0]
    try:
        filled = read_answer(puzzle, answer) if answer else None
    except InputError as error:
        raise _inside(error, "solution", origin) from None
    return request.record(puzzle, origin.line, name=name, filled=filled)


def _lines(text: str) -> list[Line]:
    return [(number, line) for number, line in enumerate(split_lines(text), 1) if line]


def _inside(error: InputError, key: str, origin: Origin) -> InputError:
    """Return an error about a text under a key as one about its place in the file."""
    place = "" if error.line is None else f" line {error.line}, column {error.column or 1}"
    inside = origin.at(f'"{key}"{place}: {error.message}', key)
    return type(error)(inside.message, line=inside.line, column=inside.column)
