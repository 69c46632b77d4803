"""JSON lines: an object a puzzle, one a line. Also one object over several lines, or an array of objects.

=================  =====================================================================================================
key                meaning
=================  =====================================================================================================
``kind``           the kind's name or alias; needed
``clues``          what the kind's ``from_clues`` reads; needed
``id``             a name, text or whole number; without one the file and the line are the name
``size``           ``[rows, columns]``, which the clues must agree with
``solution``       the answer, as rows; ``litgrid check`` judges it
``entries``        what a player has entered, as rows: ``litgrid check``, ``hint`` and ``explain`` begin there
``level``          how hard it is, in a word or a whole number; ``litgrid booklet`` shows it
``score``          the same with tenths; ``litgrid generate --score`` writes it
a switch           true or false: ``unique_lines``
=================  =====================================================================================================

Other keys are ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from math import isfinite
from typing import TypeVar, cast

from litgrid.core.characters import Grid, shorten
from litgrid.core.errors import InputError, UnknownNameError
from litgrid.core.numerals import SPACE
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Format
from litgrid.formats.entries import read_entries, write_entries
from litgrid.formats.json_places import Origin, after_blanks
from litgrid.formats.reading import Block, Unread, attempt, check_decoded, split_lines
from litgrid.formats.record import Record, Request, entered, well_formed
from litgrid.puzzles import kinds

T = TypeVar("T")
BEGIN = re.compile(r"[ \t\r\n]*[\[{]")
OBJECT = re.compile(r"""[ \t\r\n]*(?:\[[ \t\r\n]*)?\{[ \t\r\n]*(?:[A-Za-z_}]|"[^"]*"[ \t\r\n]*:)""")
"""The begin of an object, and not of rows in brackets."""


class JsonLines(Format):
    name = "jsonl"
    aliases = ("json", "ndjson")
    summary = "JSON lines: an object a puzzle with kind, clues, perhaps id, size, solution, entries, switches"
    separator = ""
    yields = True  # to the JSON of data sets
    holds_names = holds_answers = holds_entries = holds_levels = holds_switches = True

    def sniff(self, text: str) -> Collection[str]:
        # No other format begins with a brace or bracket.
        return kinds.names() if BEGIN.match(text) else ()

    def says(self, text: str) -> bool:
        # The first object has a kind and clues.
        first = text.lstrip().partition("\n")[0]
        return self.sure(text) and all(f'"{key}"' in first for key in ("kind", "clues"))

    def sure(self, text: str) -> bool:
        # It begins with an object.
        return OBJECT.match(text) is not None

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        lines = split_lines(text)
        array = text.lstrip(SPACE).startswith("[")
        if array or _is_spread(text, lines):
            yield from _several(text, request, array)
        else:
            yield from self.follow(lines, request)

    def follows(self, begin: str) -> bool:
        # The first line is an object.
        first = begin.lstrip().partition("\n")[0]
        return first.startswith("{") and _failure(first) is None

    def follow(self, lines: Iterable[str], request: Request) -> Iterator[Record | InputError]:
        for number, content in enumerate(lines, 1):
            if content:
                item = Unread(_read, Block(number, [content]), request)
                yield item if request.lazily else item.read()  # type: ignore[misc]  # who says so, expects it

    def write(self, record: Record) -> str:
        puzzle = record.puzzle
        values: dict[str, object] = {
            "id": record.id,
            "kind": puzzle.name,
            "size": [puzzle.shape.rows, puzzle.shape.columns],
            **{name: getattr(puzzle, name) for name in puzzle.switches},
            "clues": puzzle.clues,
        }
        if record.answer is not None:
            values["solution"] = puzzle.rows(record.answer)
        if record.filled is not None:
            values["entries"] = write_entries(record.filled, puzzle)
        if record.level is not None:
            values["level"] = record.level
        if record.score is not None:
            values["score"] = record.score
        return json.dumps(values, separators=(",", ":")) + "\n"


JSONL = JsonLines()


def _is_spread(text: str, lines: list[str]) -> bool:
    """Return whether a text is objects over several lines: the first line breaks off, and no other is an object."""
    rest = (line for line in lines if line)
    first = next(rest, "")
    end = _failure(first)
    if end is None or end < len(first):
        return False
    objects = (line for line in rest if line.startswith("{") and _failure(line) is None)
    return _failure(text) is None or (len(lines) > 1 and next(objects, None) is None)


def _failure(text: str) -> int | None:
    """Return where a text stops to be one JSON value; ``None`` where it is one to the end."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos
    except (RecursionError, ValueError):  # too deep, or a number that is too long
        return 0
    return None


def _several(text: str, request: Request, array: bool) -> Iterator[Record | InputError]:
    """Read objects over several lines, or of an array, one by one with its line, until the form of one is wrong."""
    place = after_blanks(text, text.index("[") + 1 if array else 0)
    if array and text[place : place + 1] == "]":
        yield InputError("expected at least one puzzle, got an empty array", line=1, column=1, source=request.source)
    line, counted = 1, 0
    while place < len(text) and not (array and text[place] == "]"):
        line, counted = line + text.count("\n", counted, place), place
        item, end = _one(Origin(text, place, line), request)
        yield item
        if end is None:
            return
        place = after_blanks(text, end)
        if array:
            following = after_blanks(text, place + 1)
            if text[place : place + 1] != "," or text[following : following + 1] == "]":
                break
            place = following
    if array and (text[place : place + 1] != "]" or text[place + 1 :].strip(SPACE)):
        place += text[place : place + 1] == "]"
        place = min(after_blanks(text, place), len(text.rstrip(SPACE)))
        message = "expected the JSON array to end here, or a comma and another object; what follows is not read"
        yield Origin(text, counted, line).error(place, message).at(source=request.source)


def _one(origin: Origin, request: Request) -> tuple[Record | InputError, int | None]:
    """Return the record of a value, and where it ends; no end where its form is wrong and reading cannot go on."""
    try:
        value, end = origin.value()
    except InputError as error:
        return error.at(source=request.source), None
    return attempt(partial(_record, value, origin, end, request), request, origin.line), end


def _read(block: Block, request: Request) -> Record:
    origin = Origin(block.lines[0], 0, block.line)
    value, end = origin.value()
    rest = after_blanks(origin.text, end)
    if rest < len(origin.text):
        got = shorten(origin.text[rest : rest + 100])
        raise origin.error(rest, f"expected the line to end after the JSON object, got {got}")
    return _record(value, origin, end, request)


def _record(value: object, origin: Origin, end: int, request: Request) -> Record:
    """Read the value that stands in the text from the origin to ``end``."""
    check_decoded(origin.text[origin.start : end], origin.line)
    if not isinstance(value, dict):
        raise origin.at(f'expected a JSON object with "kind" and "clues", got {shorten(value)}')
    for key in ("kind", "clues"):
        if key not in value:
            raise origin.at(f'expected the key "{key}", got only {shorten(list(value), 60)}')
    try:
        kind = kinds.get(_typed(value, "kind", str, "a name", origin))
    except UnknownNameError as error:
        raise origin.at(str(error), "kind") from None
    if request.kind not in (None, kind.name):
        raise origin.at(f"expected the kind {request.kind}, as asked for, got {kind.name}", "kind")
    switches = {name: _typed(value, name, bool, "true or false", origin) for name in kind.switches if name in value}
    try:
        puzzle = kind.from_clues(value["clues"], **switches)
    except InputError as error:
        raise _inside(error, "clues", origin) from None
    shape = [puzzle.shape.rows, puzzle.shape.columns]
    if value.get("size") not in (None, shape):
        raise origin.at(f'"size": expected {shape}, as the clues have, got {shorten(value["size"])}', "size")
    puzzle = puzzle.with_switches(**request.switches)
    name, level = (_word(value, key, origin) for key in ("id", "level"))
    name = request.name(origin.line) if name is None else str(name)
    filled, answer = _filled(value, puzzle, origin), _answer(value, puzzle, origin)
    score = value.get("score")
    if score is not None and (type(score) not in (int, float) or not isfinite(score)):
        raise origin.at(f'"score": expected a number, got {shorten(score)}', "score")
    return Record(name, puzzle, filled, request.source, origin.line, level=level, answer=answer, score=score)


def _word(record: dict[str, object], key: str, origin: Origin) -> int | str | None:
    value = record.get(key)
    if value is None:
        return None
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        raise origin.at(f'"{key}": expected text or a whole number, got {shorten(value)}', key)
    return well_formed(value) if isinstance(value, str) else value


def _typed(record: dict[str, object], key: str, wanted: type[T], what: str, origin: Origin) -> T:
    value = record[key]
    if not isinstance(value, wanted):
        raise origin.at(f'"{key}": expected {what}, got {shorten(value)}', key)
    return value


def _filled(record: dict[str, object], puzzle: Puzzle, origin: Origin) -> Grid | None:
    rows = record.get("entries")
    try:
        return None if rows is None else entered(puzzle, read_entries(rows, puzzle))
    except InputError as error:
        raise origin.at(error.message, "entries") from None


def _answer(record: dict[str, object], puzzle: Puzzle, origin: Origin) -> Grid | None:
    rows = record.get("solution")
    if rows is None:
        return None
    try:
        return puzzle.read_rows(cast("Sequence[str]", rows))  # it checks
    except InputError as error:
        raise _inside(error, "solution", origin) from None


def _inside(error: InputError, key: str, origin: Origin) -> InputError:
    """Return an error about the rows under a key as one about their place in the file."""
    path: list[str | int] = [key, *([error.key] if error.key else [])]
    if error.line is None:  # a place in a list, or none
        return origin.at(f'"{key}": {error.message}', *path, *([error.column - 1] if error.column else []))
    place = f" row {error.line}" + ("" if error.column is None else f", column {error.column}")
    return origin.at(f'"{key}"{place}: {error.message}', *path, error.line - 1, character=error.column)
