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
are the sections ``clabels`` and ``rlabels``, and regions ``areas``, a number or a letter a cell. ``moves`` are a column
and a row as letters, and a token, ``ba,2;``; on the site they mostly lead to the answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from string import ascii_lowercase

import numpy as np

from litgrid.core.characters import Grid, shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import Tokens
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS
from litgrid.core.puzzle import Puzzle
from litgrid.formats.reading import Block, read_shape, split_lines
from litgrid.formats.record import Record, Request, free_cells, kept, solves
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
MOVE = re.compile("([a-z])([a-z]),([^,]*)")
MIME = "application/x-janko"
"""What a page says its data are."""
CLOSING = re.compile("</script", re.IGNORECASE)
NOT_AN_END = re.compile(r"[^\r\n]")


class Janko(TokenFrame):
    name = "janko"
    aliases = ("x-janko",)
    about = "janko.at: the data of a page (begin, puzzle ..., end), or the whole page: {names}"
    holds_names = titles = holds_answers = holds_entries = True

    def sniff(self, text: str) -> Collection[str]:
        # The first puzzle decides.
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
        solution, moves = sections.get("solution"), ";".join(text for _, text in sections.get("moves", []))
        answer = read_answer(puzzle, form, solution) if solution else None
        filled, unknown = _played(puzzle, form, moves)
        if filled is not None and solves(puzzle, whole := np.where(filled < 0, 0, filled).astype(np.int8)):
            answer, filled = whole if answer is None else answer, None
        return request.record(
            puzzle,
            block.line,
            name=sheet.values.get("title", (0, ""))[1],
            filled=filled,
            answer=answer,
            warnings=[f"moves that are not known are left out, first {shorten(unknown)}"] if unknown else [],
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
        if record.filled is not None:
            lines += ["[moves]", _moves(puzzle, form, record.filled)]
        return "\n".join([*lines, "[end]", ""])

    def _keeps(self, record: Record) -> bool:
        puzzle, grid, form = record.puzzle, record.filled, self.forms.get(record.puzzle.name)
        if grid is None or form is None or solves(puzzle, np.where(grid < 0, 0, grid).astype(np.int8)):
            return False
        return kept(puzzle, grid, _played(puzzle, form, _moves(puzzle, form, grid))[0])


JANKO = Janko()


def _played(puzzle: Puzzle, form: Tokens, moves: str) -> tuple[Grid | None, str]:
    """Return what the moves of a page have entered, and the first that is not known: it leaves its cell open."""
    grid, shape, unknown = puzzle.givens, puzzle.shape, ""
    open_cell = puzzle.answer[2]
    for move in (part.strip(BLANKS) for part in moves.split(";")):
        if not move or move[0].isupper():  # what the page's program says of itself, as Z2
            continue
        found = MOVE.fullmatch(move)
        column, row = (ord(letter) - ord("a") for letter in found.group(1, 2)) if found else (shape.columns, 0)
        char = form.answer.get(found[3]) or (open_cell if found[3] in ("", "-") else None) if found else None
        if row < shape.rows and column < shape.columns:
            grid[row, column] = (0, 1, -1)[puzzle.answer.index(char or open_cell)]
        if char is None or row >= shape.rows or column >= shape.columns:
            unknown = unknown or move
    return None if np.array_equal(grid, puzzle.givens) else grid, unknown


def _moves(puzzle: Puzzle, form: Tokens, grid: Grid) -> str:
    """Return the moves that enter a grid, without what there is no token or no letter for."""
    tokens = {puzzle.answer.index(char): token for token, char in form.answer.items() if char in set(puzzle.answer[:2])}
    cells = [
        cell for cell in np.argwhere(free_cells(puzzle) & (grid >= 0)).tolist() if max(cell) < len(ascii_lowercase)
    ]
    entered = (
        (ascii_lowercase[column], ascii_lowercase[row], tokens.get(int(grid[row, column]))) for row, column in cells
    )
    return "Z2;" + "".join(f"{column}{row},{token};" for column, row, token in entered if token is not None)


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
        elif ";" in word and section is not None and section is sheet.sections.get("moves"):
            section.append((number, line))
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
