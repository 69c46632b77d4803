"""Puzzles from a file or from a text, told apart; and puzzles into a file.

A text of several lines is no name of a file, and the name of a file that is there is no puzzle: of one line that could
be either, the caller is asked. Who reads what others send reads it as text (:func:`litgrid.formats.loads`), which opens
no file whatever it says; so do the commands, the page and the lab.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from litgrid.core.characters import shorten
from litgrid.core.errors import AmbiguousInputError, InputError, LitgridError, UnknownNameError
from litgrid.core.files import write_file
from litgrid.core.puzzle import Puzzle
from litgrid.formats import Format, Record, formats, loads, loads_all
from litgrid.formats.detecting import claimed
from litgrid.formats.files import read_file
from litgrid.formats.record import as_record
from litgrid.question import checked

Place: TypeAlias = str | os.PathLike[str]
Puzzles: TypeAlias = Puzzle | Record | Iterable[Puzzle | Record | InputError]

LIKE_A_NAME = re.compile(r"^[^:]*[/\\]|\.[A-Za-z]\w{1,15}(\.gz)?$|^[A-Za-z]:\\")
"""What looks like the name of a file: it has folders, or an ending. A link has a colon before its first slash."""


@checked
def load(
    file_or_text: Place,
    *,
    kind: str | None = None,
    format: str | None = None,  # noqa: A002 - the word that everybody expects
    source: str | None = None,
    open: str | None = None,  # noqa: A002
    strict: bool = False,
    **switches: bool | None,
) -> Puzzle:
    r"""Read the one puzzle of a file, or of a text.

    Parameters
    ----------
    file_or_text
        A file, as a ``Path`` or as its name in one line, packed by gzip, bzip2 or xz or not; or a puzzle as text. Text
        that somebody else wrote is safer with :func:`litgrid.loads`, which opens no file.
    kind
        The kind's name or alias; needed where the text could be of several kinds.
    format
        The format's name; needed where the text could be read in several.
    source
        What errors call the text; by default the file's name.
    open, strict
        How an open cell is written, and whether to ask wherever a text could be read in several ways: see
        :func:`litgrid.loads_all`.
    **switches
        Rules to switch on or off, whatever the text says: ``unique_lines=False``.

    Raises
    ------
    InputError
        where there is no such file, or no one puzzle in it; with line and column where they are known.
    AmbiguousInputError
        where one line names a file and is a puzzle as well; and where a text could mean several things.
    UnknownNameError
        for a kind or format that does not exist.

    Examples
    --------
    >>> import litgrid
    >>> print(litgrid.load("lightup\n.1.\n...\n#.2"))
    ┌───────┐
    │   1   │
    │       │
    │ █   2 │
    └───────┘
    >>> litgrid.load("mine.txt")
    Traceback (most recent call last):
    ...
    litgrid.core.errors.InputError: mine.txt: expected a file, but there is none of that name; litgrid.loads reads text
    """
    text, name = _told_apart(file_or_text, kind, format)
    return loads(text, kind=kind, format=format, source=source or name, open=open, strict=strict, **switches)


@checked
def load_all(
    file_or_text: Place,
    *,
    kind: str | None = None,
    format: str | None = None,  # noqa: A002
    source: str | None = None,
    open: str | None = None,  # noqa: A002
    strict: bool = False,
    **switches: bool | None,
) -> Iterator[Record | InputError]:
    r"""Read all puzzles of a file, or of a text, in order; a bad one comes as its error, and the others still come.

    Parameters and errors are those of :func:`litgrid.load`.

    Examples
    --------
    >>> import litgrid
    >>> [item.id for item in litgrid.load_all("lightup\n.1.\n\n\nlightup\n1.", source="a.txt")]
    ['a.txt:1', 'a.txt:5']
    """
    text, name = _told_apart(file_or_text, kind, format)
    return loads_all(text, kind=kind, format=format, source=source or name, open=open, strict=strict, **switches)


@checked
def dump(puzzles: Puzzles, file: Place, *, format: str | None = None) -> None:  # noqa: A002
    r"""Write puzzles into a file, whole or not at all.

    What the format cannot say (a name, an answer, a rule) is left out, with a warning.

    Parameters
    ----------
    puzzles
        One puzzle or several, also as records: with their names, answers and levels. An error among them, as
        :func:`litgrid.load_all` yields it, is raised.
    file
        A ``Path``, or a name: packed if it ends in ``.gz``.
    format
        The format's name; by default the one that the file's ending names: ``.jsonl``, ``.txt``, ``.xml`` (legup),
        ``.sgt`` (tatham-save), or the name of any other.

    Raises
    ------
    LitgridError
        where no format is named, where it cannot hold a puzzle or all of them, where the file cannot be written.

    Examples
    --------
    >>> import litgrid
    >>> litgrid.dump(litgrid.examples("gappy"), "gappy.jsonl")
    >>> len(list(litgrid.load_all("gappy.jsonl")))
    32
    """
    path = os.fspath(file)
    text = _written(puzzles, format_of(path) if format is None else formats.get(format))
    write_file([text.encode("utf-8", "backslashreplace")], path)


@checked
def dumps(puzzles: Puzzles, *, format: str) -> str:  # noqa: A002
    r"""Write puzzles as one text.

    Parameters and errors are those of :func:`litgrid.dump`.

    Examples
    --------
    >>> import litgrid
    >>> litgrid.dumps(litgrid.load("lightup\n.1.\n...\n#.2"), format="pzpr")
    'https://puzz.link/p?akari/3/3/gbh.gc\n'
    """
    return _written(puzzles, formats.get(format))


def _told_apart(given: Place, kind: str | None, format_name: str | None) -> tuple[str, str | None]:
    """Return a text, and the name of the file that it is from, if it is from one."""
    if isinstance(given, os.PathLike):
        return _read(os.fspath(given))
    if not isinstance(given, str):
        raise TypeError(f"expected a file's name, a Path, or the text of a puzzle, got {type(given).__name__}")
    line = given.strip("\r\n")
    if "\n" in given or "\r" in given:
        if not {"\n", "\r"}.intersection(line) and LIKE_A_NAME.search(line) and not claimed(line, format_name):
            raise InputError("expected the name of a file, got one with the end of a line", source=line)
        return given, None
    if os.path.exists(given) and not os.path.isdir(given):  # noqa: PTH110, PTH112 - of a text that may be any
        if any(isinstance(item, Record) for item in loads_all(given, kind=kind, format=format_name)):
            raise AmbiguousInputError(
                f"{shorten(given)} is a puzzle, and the name of a file: say which, with litgrid.loads(...) for the "
                "puzzle, or with pathlib.Path(...) for the file"
            )
        return _read(given)
    if os.path.isdir(given) and not claimed(given, format_name):  # noqa: PTH112
        return _read(given)
    if LIKE_A_NAME.search(given) and not claimed(given, format_name):
        raise InputError("expected a file, but there is none of that name; litgrid.loads reads text", source=given)
    return given, None


def _read(path: str) -> tuple[str, str]:
    return read_file(os.path.join(".", path) if path == "-" else path), path  # noqa: PTH118 - "-" is standard input


def format_of(path: str) -> Format:
    """Return the format that the ending of a file names."""
    ending = Path(path.removesuffix(".gz")).suffix
    with suppress(UnknownNameError):
        if ending:  # to know that no format has a name, all are asked
            return formats.get(ending.removeprefix("."))
    message = f"expected the name of a file that ends in a format's name, as .jsonl or .txt, got {shorten(path)}"
    raise LitgridError(f"{message}: or say the format, as format='jsonl'")


def _written(puzzles: Puzzles, target: Format) -> str:
    """Return puzzles as one text, and warn of what that leaves out."""
    records = as_records(puzzles)
    if not records:
        return ""
    text = target.write_all(records)
    for sentence in dict.fromkeys(sentence for record in records for sentence in target.lost(record)):
        warnings.warn(sentence, stacklevel=4)
    return text


def as_records(puzzles: Puzzles) -> list[Record]:
    """Return one puzzle or several as records."""
    given = puzzles if isinstance(puzzles, Iterable) else [puzzles]  # what is no puzzle, is refused as such
    return [as_record(item, number) for number, item in enumerate(given, 1)]
