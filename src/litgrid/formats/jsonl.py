"""JSON lines: an object a puzzle, one a line. Also one object over several lines, or an array of objects.

=================  =====================================================================================================
key                meaning
=================  =====================================================================================================
``kind``           the kind's name or alias; needed
``clues``          what the kind's ``from_clues`` reads; needed
``id``             a name, text or whole number; without one the file and the line are the name
``size``           ``[rows, columns]``, which the clues must agree with
``solution``       a filled grid, as rows; ``litgrid check`` judges it
a switch           true or false: ``unique_lines``
=================  =====================================================================================================

Other keys are ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import NoReturn, TypeVar, cast

from litgrid.core.characters import Grid, shorten
from litgrid.core.errors import InputError
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Format, Record, Request, attempt, split_lines
from litgrid.puzzles import kinds

T = TypeVar("T")
BLANK = re.compile(r"[ \t\r\n]*")


class JsonLines(Format):
    """See the module's description."""

    name = "jsonl"
    aliases = ("json", "ndjson")
    summary = "JSON lines: an object a puzzle with kind, clues, perhaps id, size, solution, switches"
    example = (
        '{"id":"small","kind":"lightup","clues":[".1.","...","#.2"]}\n'
        '{"kind":"binairo","unique_lines":true,"clues":["00..","0...","..1.","...."]}\n'
        '{"kind":"gappy","clues":{"rows":[5,5,1,6,1,5,1,6,1],"cols":[1,1,1,1,5,1,6,1,6],"grid":null}}\n'
    )

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; no other format has braces, nor a bracket at the start."""
        begins = any(line.lstrip().startswith("{") for line in text.splitlines()) or text.lstrip().startswith("[")
        return kinds.names() if begins else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        lines = split_lines(text)
        if text.lstrip().startswith("["):
            yield from _array(text, request)
        elif _is_spread(text, lines):
            line = next(number for number, line in enumerate(lines, 1) if line)
            yield attempt(partial(_read, text, line, 1, request), request, line)
        else:
            for number, content in enumerate(lines, 1):
                if content:
                    yield attempt(partial(_read, content, number, number, request), request, number)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        puzzle = record.puzzle
        values: dict[str, object] = {
            "id": record.id,
            "kind": puzzle.name,
            "size": [puzzle.shape.rows, puzzle.shape.columns],
            **{name: getattr(puzzle, name) for name in puzzle.switches},
            "clues": puzzle.clues,
        }
        if record.filled is not None:
            values["solution"] = puzzle.rows(record.filled)
        return json.dumps(values, separators=(",", ":")) + "\n"


JSONL = JsonLines()


def _is_spread(text: str, lines: list[str]) -> bool:
    """Return whether a text is one object over several lines."""
    first = next((line for line in lines if line), "")
    try:
        _decode(first, 1)
    except InputError:
        try:
            return isinstance(_decode(text, 1), dict)
        except InputError:
            return False
    return False


def _array(text: str, request: Request) -> Iterator[Record | InputError]:
    """Read the records of an array one by one, so that each has its line; an error in its form ends the reading."""
    place = _skip(text, text.index("[") + 1)
    line, counted = 1, 0
    while place < len(text) and text[place] != "]":
        line, counted = line + text.count("\n", counted, place), place
        try:
            value, place = _decoder(text, place, line)
        except InputError as error:
            yield error.at(source=request.source)
            return
        yield attempt(partial(_record, value, line, request), request, line)
        place = _skip(text, place)
        if text[place : place + 1] == ",":
            place = _skip(text, place + 1)
        elif text[place : place + 1] != "]":
            break
    if text[place : place + 1] != "]" or text[place + 1 :].strip():
        place += text[place : place + 1] == "]"
        line = 1 + text.count("\n", 0, place)
        yield InputError("expected the JSON array to end here, or a comma", line=line, source=request.source)


def _skip(text: str, place: int) -> int:
    match = BLANK.match(text, place)
    return match.end() if match else place


def _refuse(constant: str) -> NoReturn:
    raise InputError(f"expected JSON, which has no number {constant}")


DECODER = json.JSONDecoder(parse_constant=_refuse)


def _decoder(text: str, place: int, line: int) -> tuple[object, int]:
    """Return the JSON value that begins at a place of the text, which is in that line, and where it ends."""
    try:
        return DECODER.raw_decode(text, place)
    except json.JSONDecodeError as error:
        got = shorten(text[error.pos :].split("\n")[0]) if text[error.pos :].strip() else "the end"
        message = f"expected JSON ({error.msg[:1].lower()}{error.msg[1:]}), got {got}"
        raise InputError(message, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise InputError("expected JSON of a puzzle, got brackets nested too deeply", line=line) from None
    except InputError as error:
        raise error.at() if error.line else InputError(error.message, line=line) from None
    except ValueError:  # a number of more digits than Python converts
        raise InputError("expected JSON of a puzzle, got a number that is too long", line=line) from None


def _decode(text: str, line: int) -> object:
    """Return the one JSON value of a text whose first line is that line of the file."""
    try:
        value, end = _decoder(text, _skip(text, 0), 1)
        end = _skip(text, end)
        if end < len(text):
            column = end - text.rfind("\n", 0, end)
            raise InputError(
                f"expected the line to end after the JSON object, got {shorten(text[end:])}",
                line=1 + text.count("\n", 0, end),
                column=column,
            )
    except InputError as error:
        raise error.at(lines_before=line - 1) from None
    return value


def _read(content: str, line: int, first: int, request: Request) -> Record:
    """Read one object; ``line`` is the line that it begins in, ``first`` the line that ``content`` does."""
    return _record(_decode(content, first), line, request)


def _record(value: object, line: int, request: Request) -> Record:
    if not isinstance(value, dict):
        raise InputError(f'expected a JSON object with "kind" and "clues", got {shorten(value)}', line=line, column=1)
    for key in ("kind", "clues"):
        if key not in value:
            raise InputError(f'expected the key "{key}", got only {shorten(list(value), 60)}', line=line, column=1)
    kind = kinds.get(_typed(value, "kind", str, "a name"))
    request.check_kind(kind.name, line)
    switches = {name: _typed(value, name, bool, "true or false") for name in kind.switches if name in value}
    try:
        puzzle = kind.from_clues(value["clues"], **switches)
    except InputError as error:
        raise _inside(error, "clues", line) from None
    _check_size(value.get("size"), puzzle)
    puzzle = puzzle.with_switches(**request.switches)
    name = value.get("id")
    if name is None:
        name = request.name(line)
    elif not isinstance(name, (str, int)) or isinstance(name, bool):
        raise InputError(f'"id": expected text or a whole number, got {shorten(name)}', line=line)
    return Record(str(name), puzzle, _filled(value.get("solution"), puzzle, line), request.source, line)


def _typed(record: dict[str, object], key: str, wanted: type[T], what: str) -> T:
    value = record[key]
    if not isinstance(value, wanted):
        raise InputError(f'"{key}": expected {what}, got {shorten(value)}')
    return value


def _check_size(size: object, puzzle: Puzzle) -> None:
    shape = [puzzle.shape.rows, puzzle.shape.columns]
    if size is not None and size != shape:
        raise InputError(f'"size": expected {shape}, as the clues have, got {shorten(size)}')


def _filled(rows: object, puzzle: Puzzle, line: int) -> Grid | None:
    if rows is None:
        return None
    try:
        return puzzle.read_rows(cast("Sequence[str]", rows))  # it checks
    except InputError as error:
        raise _inside(error, "solution", line) from None


def _inside(error: InputError, key: str, line: int) -> InputError:
    """Return an error about the rows under a key as one about a line of the file."""
    place = "" if error.line is None else f" row {error.line}"
    place += "" if not place or error.column is None else f", column {error.column}"
    return InputError(f'"{key}"{place}: {error.message}', line=line)
