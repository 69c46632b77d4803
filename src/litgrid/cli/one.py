"""The one puzzle that a command is about: one of those in a file, or an empty board of some size."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from litgrid.cli.batch import read_text
from litgrid.cli.options import reading_options
from litgrid.core.errors import InputError, LitgridError
from litgrid.formats import Record, load_all
from litgrid.formats.files import STDIN
from litgrid.puzzles import empty as empty_board

Command = TypeVar("Command", bound=Callable[..., Any])


def puzzle_options(command: Command) -> Command:
    """Add which puzzle: ``--empty``, ``--puzzle``, and what is said about the file."""
    return empty_option("PUZZLE")(which_option(reading_options(command)))


def which_option(command: Command) -> Command:
    """Add ``--puzzle``."""
    return click.option(
        "--puzzle", "which", metavar="N|ID", help="Which puzzle of the file: its number, from 1, or its id."
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
        return _empty(empty[0], " ".join([empty[1], *places]), switches)
    if len(places) > 1:
        raise click.UsageError(f"expected one file, got {len(places)}: {' '.join(places)}")
    path = places[0] if places else "-"
    return puzzle_in(read_text(path), STDIN if path == "-" else path, which, switches=switches, **how)


def puzzle_in(
    text: str, source: str, which: str | None, *, switches: Mapping[str, bool | None], **how: str | None
) -> Record:
    """Return the puzzle of a text that is meant."""
    items = list(load_all(text, kind=how["kind"], format=how["format"], source=source, **switches))
    item = _choose(items, which, source)
    if isinstance(item, InputError):
        raise item
    return item


def _choose(items: Sequence[Record | InputError], which: str | None, source: str) -> Record | InputError:
    if which is None:
        if len(items) > 1:
            raise InputError(
                f"expected one puzzle, got {len(items)}: choose one with --puzzle 1 to --puzzle {len(items)}, or with "
                "its id",
                source=source,
            )
        return items[0]
    named = [item for item in items if isinstance(item, Record) and item.id == which]
    if named:
        return named[0]
    if which.isascii() and which.isdigit() and len(which) < 10 and 1 <= int(which) <= len(items):
        return items[int(which) - 1]
    there = "there is one puzzle" if len(items) == 1 else f"there are {len(items)} puzzles"
    raise InputError(f"expected the number or the id of a puzzle, got {which!r}; {there} here", source=source)


def _empty(kind: str, size: str, switches: Mapping[str, bool | None]) -> Record:
    try:
        puzzle = empty_board(kind, size).with_switches(**switches)
    except LitgridError as error:
        raise click.BadParameter(str(error), param_hint="--empty") from None
    return Record(f"empty {puzzle.name} {puzzle.shape.rows}x{puzzle.shape.columns}", puzzle)
