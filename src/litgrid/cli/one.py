"""The one puzzle that a command is about: one of those in a file, or an empty board of some size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import click

from litgrid.cli import complain
from litgrid.cli.batch import read_text
from litgrid.cli.options import reading_options
from litgrid.core.characters import Grid
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.numerals import whole
from litgrid.core.puzzle import Puzzle
from litgrid.formats import Record, load_all
from litgrid.formats.files import STDIN
from litgrid.formats.partial import read_partial
from litgrid.puzzles import empty as empty_board

Command = TypeVar("Command", bound=Callable[..., Any])


def puzzle_options(command: Command) -> Command:
    """Add which puzzle: ``--empty``, ``--puzzle``, and what is said about the file."""
    return empty_option("PUZZLE")(which_option(reading_options(command)))


def which_option(command: Command) -> Command:
    """Add ``--puzzle``."""
    return click.option(
        "--puzzle", "which", metavar="N|ID", help="Which puzzle of the file: its id, or its number, from 1."
    )(command)


def empty_option(place: str) -> Callable[[Command], Command]:
    """Return ``--empty``, for a command that else reads ``place``."""
    return click.option(
        "--empty",
        nargs=2,
        metavar="KIND SIZE",
        help=f"In place of {place} an empty board: `--empty binairo 16`, `--empty lightup 10x12`.",
    )


def one_puzzle(
    places: Sequence[str],
    empty: tuple[str, str] | None,
    which: str | None,
    *,
    switches: Mapping[str, bool | None],
    **how: str | None,
) -> Record:
    """Return the puzzle that is meant.

    ``places`` is nothing (standard input), a file, or what follows ``--empty KIND ROWS``: nothing or COLUMNS.
    """
    if empty is not None:
        if which is not None or how["kind"] is not None or how["format"] is not None:
            raise click.UsageError("--empty needs no --puzzle, --kind or --format: there is no file.")
        return empty_record(empty[0], " ".join([empty[1], *places]), switches)
    if len(places) > 1:
        raise click.UsageError(f"expected one file, got {len(places)}: {' '.join(places)}")
    path = places[0] if places else "-"
    return puzzle_in(read_text(path), STDIN if path == "-" else path, which, switches=switches, **how)


def puzzle_in(
    text: str, source: str, which: str | None, *, switches: Mapping[str, bool | None], **how: str | None
) -> Record:
    """Return the puzzle of a text that is meant."""
    items = load_all(text, kind=how["kind"], format=how["format"], source=source, **switches)
    item = _choose(items, which, source)
    if isinstance(item, InputError):
        raise item
    for sentence in item.warnings:
        complain(f"{source}:{item.line}: {sentence}")
    return item


def _choose(items: Iterable[Record | InputError], which: str | None, source: str) -> Record | InputError:
    """Return the item that is meant; of all others none is kept, as a short text can hold many large boards."""
    number = 1 if which is None else whole(which)
    named: Record | None = None
    numbered: Record | InputError | None = None
    total, alike = 0, []
    for total, item in enumerate(items, 1):
        if isinstance(item, Record) and item.id == which:
            named = item
            alike.append(total)
        if total == number:
            numbered = item
    if which is None and total > 1:
        raise InputError(
            f"expected one puzzle, got {total}: choose one with --puzzle 1 to --puzzle {total}, or with its id",
            source=source,
        )
    if len(alike) > 1:
        twice = f"{which!r} is the id of {len(alike)} puzzles"
        if numbered is None:
            first, second = alike[:2]
            hint = f"choose one by its number, as with --puzzle {first} or --puzzle {second}"
            raise InputError(f"expected the id of one puzzle, but {twice}: {hint}", source=source)
        named = None
        complain(f"{source}: {twice}: it is taken as a number")
    elif named is not None and numbered is not None and numbered is not named:
        complain(f"{source}: {which!r} is the id of puzzle {alike[0]}, which is taken, and the number of another")
    chosen = named or numbered
    if chosen is None:
        there = "there is one puzzle" if total == 1 else f"there are {total} puzzles"
        raise InputError(f"expected the number or the id of a puzzle, got {which!r}; {there} here", source=source)
    return chosen


def begun(path: str, places: Sequence[str], puzzle: Puzzle) -> Grid:
    """Return the half-filled grid of a file; ``places`` are what the puzzle was read from.

    Raises
    ------
    click.UsageError
        where both are standard input.
    """
    if path == "-" and "-" in (places or ["-"]):
        raise click.UsageError("the puzzle and PARTIAL cannot both be standard input: name a file for one of them.")
    return read_partial(read_text(path), puzzle, source=STDIN if path == "-" else path)


def empty_record(kind: str, size: str, switches: Mapping[str, bool | None], place: str = "--empty") -> Record:
    """Return an empty board; ``place`` is what a message about it begins with."""
    try:
        puzzle = empty_board(kind, size).with_switches(**switches)
    except LitgridError as error:
        raise click.BadParameter(str(error), param_hint=place) from None
    return Record(f"empty {puzzle.name} {puzzle.shape.rows}x{puzzle.shape.columns}", puzzle)
