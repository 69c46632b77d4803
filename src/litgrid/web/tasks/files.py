"""Puzzles in and out: any format or link is read, every format that can hold one is written, pictures are drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.puzzle import Puzzle
from litgrid.formats import Record, formats, loads_all
from litgrid.formats.entries import write_entries
from litgrid.formats.record import entered
from litgrid.render.files import Target, picture
from litgrid.web import links
from litgrid.web.records import (
    MOST_CELLS,
    File,
    Question,
    as_record,
    entries_in,
    flag_in,
    kind_in,
    language_in,
    record_in,
    text_in,
    timeout_in,
    whole_in,
)
from litgrid.web.translating import translated

MOST_RECORDS = 500
"""No more puzzles than this are read from one text."""
MOST_READ = 1_000_000
"""Nor more cells: a short text can say many large boards."""
TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "text": "text/plain; charset=utf-8",
    "jsonl": "application/jsonl",
}
ENDINGS = {"text": "txt"}


def read(question: Question) -> dict[str, Any]:
    """Return the puzzles of a text in any format, and what could not be read of it; an error if that is all of it."""
    text, language = text_in(question, "text"), language_in(question)
    ours = links.read(text)
    if ours is not None:
        record = record_in(ours)
        entered = links.entries(ours.get("values"), record.puzzle)
        return {"records": [as_record(record) | ({"entries": entered} if entered else {})], "warnings": []}
    kind = None if question.get("kind") is None else kind_in(question).name
    format_name = None if question.get("format") is None else text_in(question, "format")
    records: list[dict[str, Any]] = []
    warnings: list[str] = []
    errors: list[InputError] = []
    cells = 0
    opened = None if question.get("open") is None else text_in(question, "open")
    for item in loads_all(text, kind=kind, format=format_name, open=opened, strict=flag_in(question, "strict")):
        if len(records) + len(errors) == MOST_RECORDS or cells > MOST_READ:
            cut = f"only so much is read at a time: what follows after {len(records):,} puzzles is left out"
            warnings.append(translated(cut, language))
            break
        if isinstance(item, InputError):
            errors.append(item)
            continue
        cells += item.puzzle.shape.size
        if item.puzzle.shape.size > MOST_CELLS:
            errors.append(InputError(f"{item.puzzle.shape} is too large a board for the page", line=item.line))
        else:
            taken = {"reading": translated(item.reading, language)} if item.reading else {}
            records.append(as_record(item) | _entered(item.puzzle, item.filled) | taken)
            said = [translated(note, language) for note in item.notes]
            warnings += [f"{item.id}: {warning}" if item.named else warning for warning in said]
    several = "\n" in text.strip()
    if errors and not records:
        raise LitgridError(_sentence(errors[0], several=several))
    warnings += [translated(_sentence(error, several=several), language) for error in errors]
    return {"records": records, "warnings": warnings}


def _entered(puzzle: Puzzle, grid: Grid | None) -> dict[str, Any]:
    return {} if grid is None else {"entries": write_entries(grid, puzzle)}


def _sentence(error: InputError, *, several: bool) -> str:
    """Return what is wrong, and where, if the text has several lines."""
    if error.line is None or not several:
        return error.message
    column = "" if error.column is None else f", column {error.column}"
    return f"line {error.line}{column}: {error.message}"


def convert(question: Question) -> dict[str, Any]:
    """Return a puzzle as text in each format that can hold it, links among them, and what each leaves out."""
    record, language = _filled(question), language_in(question)
    wanted = question.get("formats")
    if wanted is not None and not (isinstance(wanted, list) and all(isinstance(name, str) for name in wanted)):
        raise LitgridError('expected "formats" as a list of names')
    chosen = list(formats) if wanted is None else [formats.get(name) for name in wanted[: len(formats.names())]]
    texts, urls, lost, impossible = {}, {}, {}, {}
    changed = []
    for target in chosen:
        try:
            target.check_holds(record.puzzle)
            texts[target.name] = target.write(record)
        except LitgridError as error:
            impossible[target.name] = translated(str(error), language)
            continue
        if target.links and texts[target.name].startswith("http"):
            urls[target.name] = texts[target.name].strip()
        if sentences := target.lost(record):
            lost[target.name] = [translated(sentence, language) for sentence in sentences]
            if _changes(record.puzzle, texts[target.name], target.name):
                changed.append(target.name)
    fragment = links.fragment(record)
    said = {"lost": lost, "changed": changed, "impossible": impossible}
    return {"texts": texts, "links": urls, "fragment": fragment, **said}


def _changes(puzzle: Puzzle, text: str, name: str) -> bool:
    """Return whether a puzzle is read back as another one: one with other clues."""
    found = next(iter(loads_all(text, kind=puzzle.name, format=name)), None)
    return not isinstance(found, Record) or found.puzzle.clues != puzzle.clues


def _filled(question: Question) -> Record:
    """Return the puzzle of a question with its entries, if any, as the grid that came along."""
    record = record_in(question)
    filled = entries_in(question, record.puzzle)
    given = record.puzzle.givens
    filled = None if filled is None else entered(record.puzzle, np.where(given >= 0, given, filled))
    return Record(record.id, record.puzzle, filled, level=record.level)


def render(question: Question) -> File:
    """Return a picture of a board, or a text of it, as a file."""
    record = _filled(question)
    target = text_in(question, "format", "svg", list(TYPES))
    return File(_name(record, ENDINGS.get(target, target)), TYPES[target], _drawn(question, record, target))


def publish(question: Question) -> File:
    """Return a puzzle as a page that is one file: see :func:`litgrid.publish`."""
    from litgrid.printing.contents import prove  # imported here: it is asked for rarely
    from litgrid.web.publishing import page

    record, timeout = record_in(question), timeout_in(question)
    content = page([prove(record, timeout)], sections="none", timeout=timeout)
    return File(_name(record, "html"), "text/html; charset=utf-8", content)


def _name(record: Record, ending: str) -> str:
    name = record.id if record.named else record.puzzle.name
    return (
        "".join(char if char.isascii() and (char.isalnum() or char in "-_") else "-" for char in name)[:80]
        + f".{ending}"
    )


def _drawn(question: Question, record: Record, target: str) -> bytes:
    puzzle = record.puzzle
    if target == "jsonl":
        whole = record.filled is not None and (record.filled >= 0).all()
        return (
            formats.get("jsonl").write(replace(record, filled=None, answer=record.filled) if whole else record).encode()
        )
    grid = puzzle.givens if record.filled is None else record.filled
    return picture(puzzle, grid, to=cast("Target", target), cell=whole_in(question, "cell", 8, 100, 32))
