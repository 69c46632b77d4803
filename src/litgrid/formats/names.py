"""Names of puzzles in formats that have one line for them."""

from __future__ import annotations

from collections.abc import Iterator

from litgrid.formats.base import Record


def one_line(name: str) -> str:
    r"""Return a name on one line: blanks, and what cannot be printed, become single blanks.

    >>> one_line(" a\n b ")
    'a b'
    """
    return " ".join("".join(char if char.isprintable() else " " for char in name).split())


def title(record: Record) -> str:
    """Return the name to write; nothing for a puzzle that has none."""
    return one_line(record.id) if record.named else ""


def changed(record: Record, format_name: str) -> Iterator[str]:
    """Return a sentence where a name is not written as it is, for :meth:`Format.lost`."""
    if record.named and title(record) != record.id:
        yield f"{format_name} holds names on one line, with single blanks"
