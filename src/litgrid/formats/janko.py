"""The data of janko.at ("x-janko"): sections of lines between ``begin`` and ``end``, alone or in their HTML page.

::

    begin
    puzzle akari
    size 3
    [problem]
    - 1 -
    - - -
    x - 2
    [end]

Section names may stand in brackets (since 2024) or not; all other lines are a key and its value, in any order. Labels
are the sections ``clabels`` and ``rlabels``, and regions ``areas``, a number or a letter a cell.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS
from litgrid.formats.reading import Block, read_shape, split_lines
from litgrid.formats.record import Record, Request
from litgrid.formats.tokens import (
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

SECTIONS = {"problem", "solution", "clabels", "rlabels", "areas", "moves"}

BEGIN = re.compile(r"^[ \t]*(?:begin|\[begin\])[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
PUZZLE = re.compile(r"^[ \t]*puzzle[ \t]+([^ \t\r\n]+)", re.MULTILINE | re.IGNORECASE)
END = re.compile(r"s?e?ends?")
"""Also as it is misspelt on some pages."""
BRACKETS = re.compile(r"\[([^][]*)\]")
KEY = re.compile(r"[^\W0-9_]{2,}")
MIME = "application/x-janko"
"""What a page says its data are."""
CLOSING = re.compile("</script", re.IGNORECASE)
NOT_AN_END = re.compile(r"[^\r\n]")


class Janko(TokenFrame):
    """See the module's description."""

    name = "janko"
    aliases = ("x-janko",)
    about = "janko.at: the data of a page (begin, puzzle ..., end), or the whole page: {names}"
    holds_names = titles = holds_answers = True

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`; the first puzzle decides."""
        text = _data(text)
        begin = BEGIN.search(text)
        puzzle = begin and PUZZLE.search(text, begin.end())
        if not puzzle:
            return ()
        kind = self.named(puzzle[1])
        return self.kinds if kind is None else (kind,)

    def _blocks(self, text: str) -> Iterator[Block]:
        # The lines of each puzzle, from ``begin`` on; without one, all lines.
        lines = split_lines(_data(text))
        starts = [number for number, line in enumerate(lines) if BEGIN.match(line)] or [0]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            yield Block(start + 1, lines[start:end])

    def _read(self, block: Block, request: Request) -> Record:
        if not BEGIN.match(block.lines[0]):
            raise InputError(f"expected a line 'begin', got {shorten(block.lines[0])}", line=1, column=1)
        sheet = _sheet(block.lines)
        line, name = sheet.value("puzzle")
        kind, sections = self.named(name), sheet.sections
        if kind is None:
            message = f"this is a janko puzzle of the kind {shorten(name)}; litgrid knows {self.names()}"
            raise InputError(message, line=line, column=1)
        request.check_kind(kind, line)
        form, shape, problem = self.forms[kind], _shape(sheet), sections.get("problem", [])
        words = ("clabels", "rlabels") if kinds.get(kind).labelled else ()
        labels = [_only(sections.get(word, []), word) for word in words]
        needed = "areas" if form.regions else "problem"
        if not sections.get(needed) and not labels:
            raise InputError(
                f"expected a section '{needed}' in this puzzle, got none: is it cut off?", line=1, column=1
            )
        if form.regions:
            puzzle = read_mapped(kind, form, shape, sections.get("areas", []), problem, sheet.values.get(form.number))
        else:
            puzzle = read_puzzle(kind, form, shape, labels, problem)
        solution = sections.get("solution")
        moves = any("," in text for _, text in sections.get("moves", []))
        return request.record(
            puzzle,
            block.line,
            name=sheet.values.get("title", (0, ""))[1],
            filled=read_answer(puzzle, form, solution) if solution else None,
            warnings=["the moves of a player are not kept"] if moves else [],
        )

    def _write(self, record: Record) -> str:
        puzzle, form, name = record.puzzle, self.of(record.puzzle), record.title
        shape, labels, answer = puzzle.shape, write_labels(puzzle), write_answer(record, form)
        lines = ["begin", f"puzzle {form.name}", *([f"title {name}"] if name else [])]
        square = shape.rows == shape.columns
        lines += [f"size {shape.rows}"] if square else [f"rows {shape.rows}", f"cols {shape.columns}"]
        if form.number:
            lines.append(f"{form.number} {getattr(puzzle, form.number)}")
        if form.regions:
            lines += ["[areas]", *write_regions(puzzle, form)]
        if labels:
            lines += ["[clabels]", labels[0], "[rlabels]", labels[1]]
        if not (labels or form.regions) or (puzzle.givens >= 0).any():
            lines += ["[problem]", *write_grid(puzzle, form)]
        if answer is not None:
            lines += ["[solution]", *answer]
        return "\n".join([*lines, "[end]", ""])


JANKO = Janko()


@dataclass(frozen=True)
class Sheet:
    """One puzzle's lines: a line a key, and the lines of each section."""

    values: dict[str, Line] = field(default_factory=dict)
    sections: dict[str, list[Line]] = field(default_factory=dict)

    def value(self, key: str) -> Line:
        """Return the line and the value of a key that must be there."""
        if key not in self.values:
            raise InputError(f"expected a line '{key} ...' in this puzzle, got none: is it cut off?", line=1, column=1)
        return self.values[key]


def _data(text: str) -> str:
    """Return the data of a page, where it is one, with blanks in place of all else, so that places stay."""
    if MIME not in text:
        return text
    pieces, end = [], 0
    while (place := text.find(MIME, end)) >= 0 and (start := text.find(">", place)) >= 0:
        closing = CLOSING.search(text, start)
        stop = len(text) if closing is None else closing.start()
        pieces += [NOT_AN_END.sub(" ", text[end : start + 1]), text[start + 1 : stop]]
        end = stop
    return "".join([*pieces, NOT_AN_END.sub(" ", text[end:])])


def _sheet(lines: list[str]) -> Sheet:
    sheet = Sheet()
    section: list[Line] | None = None
    for number, line in enumerate(lines, 1):
        word = line.strip(BLANKS).lower()
        bracketed = BRACKETS.fullmatch(word)
        name = bracketed[1].strip(BLANKS) if bracketed else word
        if END.fullmatch(name):
            break
        if bracketed or name in SECTIONS:
            section = sheet.sections.setdefault(name, [])
        elif KEY.match(word):
            key, _, value = line.strip(BLANKS).partition(" ")
            sheet.values.setdefault(key.lower(), (number, value.strip(BLANKS)))
            section = None
        elif word and section is not None:
            section.append((number, line))
    return sheet


def _shape(sheet: Sheet) -> Shape:
    line, rows = sheet.values.get("size") or sheet.value("rows")
    columns = rows if "size" in sheet.values else sheet.value("cols")[1]
    return read_shape(rows, columns, line)


def _only(section: list[Line], name: str) -> Line:
    if len(section) != 1:
        place = section[1][0] if section else 1
        raise InputError(f"expected one line in the section '{name}', got {len(section)}", line=place, column=1)
    return section[0]
