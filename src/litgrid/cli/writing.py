"""Puzzles written in a format: one after another where it holds several in a text, else each into a file of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import click

from litgrid.cli import UNKNOWN, YES
from litgrid.cli.asking import Asked
from litgrid.cli.batch import Notes, Then
from litgrid.cli.output import keep, numbered, put
from litgrid.core.errors import LitgridError
from litgrid.core.files import write_file, written
from litgrid.core.puzzle import Puzzle
from litgrid.formats import Format, Record, formats
from litgrid.formats.loading import format_of

ANY = "text"
"""The format of a file that ends in .txt; but so may a file in any other."""
Write = Callable[[bytes], object]
Held = str | Record


def target_of(to: str | None, path: str, default: str | None = None) -> Format:
    """Return the format to write: ``to``, what a file's ending names, or else the default; refuse two that differ."""
    try:
        named = format_of(path)
    except LitgridError:
        if to is None and default is None:
            raise click.UsageError(
                "Missing option '--to': say the format, or a file that ends in one, as .jsonl or .txt."
            ) from None
        return formats.get(to or default or "")
    ending = Path(path.removesuffix(".gz")).suffix
    if to is not None and named.name not in (to, ANY) and ending[1:] not in to:
        raise click.UsageError(f"{path} ends in {ending}, and --to says {to}: which of them?")
    return formats.get(to) if to is not None else named


@contextmanager
def writing(target: Format, path: str, *, whole: bool = False) -> Iterator[Then]:
    """Return what takes puzzles as :func:`held`, and returns an exit code for each; at the end all are written.

    ``path`` is a file, or ``-`` for standard output. Puzzles are written as they come where the format can say one
    after another, unless the file shall come ``whole``, at the end. Raises :class:`UsageError` of click, for several
    texts that no file is named for, :class:`LitgridError` where a file cannot be written.
    """
    if target.separator is None:
        able: list[Record] = []

        def take(record: Held | None, _number: int) -> int:
            able.extend([] if record is None else [cast("Record", record)])
            return UNKNOWN if record is None else YES

        yield take
        _write_texts(target, able, path)
    elif path == "-":
        yield _follow(target, lambda piece: put([piece], None))
    elif whole:
        pieces: list[bytes] = []
        yield _follow(target, pieces.append)
        if pieces:
            write_file(pieces, path)
    else:
        with written(path) as write:
            yield _follow(target, write)


def _follow(target: Format, write: Write) -> Then:
    """Return what writes text after text, with what separates them, and returns an exit code for each."""
    before: str | None = ""

    def answer(text: Held | None, _number: int) -> int:
        nonlocal before
        if text is None:
            return UNKNOWN
        write(_encoded(f"{before}{text}"))
        before = target.separator
        return YES

    return answer


def held(target: Format, record: Record, notes: Notes) -> Held | None:
    """Return a puzzle in a format, or itself where a text holds no more than one, and note what that leaves out.

    ``None`` where the format cannot hold the puzzle.
    """
    try:
        text = target.write(record)
    except LitgridError as error:
        notes.add(f"not converted: {error}", record)
        return None
    for sentence in target.lost(record):
        notes.add(sentence, record)
    return record if target.separator is None else text


def answered(asked: Asked, path: str | None, made: Callable[[Any], Puzzle | None]) -> int:
    """Answer every puzzle, and write what answers have ``made``, if there is a file for it; return the exit code."""
    keep(asked.source.files, path)
    target, notes = target_of(None, path or "-", "jsonl"), Notes()

    def answer(record: Record) -> tuple[int, list[Held | None]]:
        found = asked.ask(record)
        puzzle = None if path is None else made(found)
        return asked.show(record, found), [] if puzzle is None else [held(target, Record(record.id, puzzle), notes)]

    with writing(target, path or "-", whole=True) as write:
        code = asked.each(answer, lambda found, number: max([found[0], *(write(one, number) for one in found[1])]))
    notes.say()
    return code


def _write_texts(target: Format, records: Sequence[Record], path: str) -> None:
    """Write one text of all puzzles, if the format gathers, else a file for each."""
    texts = [target.write_all(records)] if records and target.gathers else [target.write(record) for record in records]
    if path == "-" and len(texts) > 1:
        raise click.UsageError(
            f"{target.name} holds one puzzle in a text, and here are {len(texts):,}: say with -o where to write them, "
            "or choose one with --puzzle."
        )
    for name, text in zip(numbered(path, len(texts)), texts, strict=True):
        put([_encoded(text)], name)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
