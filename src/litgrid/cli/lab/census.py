"""``litgrid lab census``: all grids of a board, and which clues fix them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click
import numpy as np

from litgrid.cli.batch import Progress
from litgrid.cli.options import color_option, json_option, timeout_option
from litgrid.cli.output import keep
from litgrid.cli.source import Source, empty_record, reading_options, which_option
from litgrid.cli.words import count, heading, json_line
from litgrid.core.files import write_file
from litgrid.core.limit import Limit
from litgrid.core.terminal import Look, draw
from litgrid.formats import Record
from litgrid.lab.census import Census
from litgrid.lab.census import census as take
from litgrid.render.table import aligned


@click.command(
    epilog="""\b
Exit codes:
  0  done
  2  usage                     4    out of time, or not possible for this board
  3  bad input                 130  interrupted"""
)
@click.argument("files", nargs=-1, metavar="KIND SIZE | [FILE]", type=click.Path(readable=False))
@reading_options
@which_option
@click.option("--fewest", is_flag=True, help="Also find the fewest clues that fix each grid.")
@timeout_option("Seconds for all of it.")
@click.option("-o", "output", metavar="FILE", help="Write to a file.")
@json_option
@color_option
def census(source: Source, fewest: bool, timeout: float | None, output: str | None, as_json: bool, how: Look) -> None:
    """Go through all grids of a board: how many there are, how many up to symmetry, how many their clues fix.

    The board is an empty one of some size, or that of a puzzle in FILE (-: standard input), without its clues. A clue
    fixes a grid where no other one obeys it. Clues are the labels of Gappy; the numbers in the walls of a Light Up
    board; else the values of cells.

    \b
    Examples:
      litgrid lab census binairo 4 --fewest
      litgrid lab census binairo 6 --no-unique-lines
      printf 'lightup\\n.1.\\n...\\n#.2\\n' | litgrid lab census --json
    """  # noqa: D301
    record = _board(source)
    keep(source.files if record.source is not None else [], output)
    bar = Progress()
    taken = take(record.puzzle, least=fewest, limit=Limit(timeout), show=bar.show)
    bar.clear()
    how = how if output is None else replace(how, colour=False)
    said = as_line(record, taken) if as_json else in_words(record, taken, how)
    if output is None:
        click.echo(said, color=True)
    else:
        write_file([f"{said}\n".encode()], output)


def _board(source: Source) -> Record:
    if len(source.files) != 2:
        return source.one()
    if source.which is not None or source.kind is not None or source.format is not None:
        raise click.UsageError("an empty board needs no --puzzle, --kind or --format: there is no file.")
    kind, size = source.files
    return empty_record(kind, size, source.switches, "KIND SIZE")


def as_line(record: Record, taken: Census) -> str:
    """Return the census as one line of JSON."""
    board, least = taken.board, taken.fewest
    values: dict[str, Any] = {
        "id": record.id,
        "kind": board.name,
        "size": [board.shape.rows, board.shape.columns],
        **{name: getattr(board, name) for name in board.switches},
        "answers": taken.answers,
        "symmetries": taken.symmetries,
        "classes": taken.classes,
        "clue": board.clue,
        "clues": taken.clues,
        "fixed": taken.fixed,
    }
    if least is not None:
        values["fewest"] = {str(number): answers for number, answers in least.numbers.items()}
        values["never"] = least.never
        values["example"] = None if least.example is None else least.example.clues
    return json_line({**values, "seconds": round(taken.seconds, 6)})


def in_words(record: Record, taken: Census, how: Look) -> str:
    """Return the census for people."""
    board, least = taken.board, taken.fewest
    lines = [heading(record)]
    lines += [f"  {sentence}: {'yes' if getattr(board, name) else 'no'}" for name, sentence in board.switches.items()]
    some = f"{count(taken.answers, 'grid') if taken.answers else 'No grid'} in {taken.seconds:.3g} s"
    if taken.answers and taken.symmetries > 1:
        some += f"; {taken.classes:,} up to the {taken.symmetries} symmetries of the board"
    lines.append(f"{some}.")
    if taken.answers:
        named = count(taken.clues, board.clue)
        lines.append(f"Fixed by all their {named}: {'all' if taken.fixed == taken.answers else f'{taken.fixed:,}'}.")
    if least is not None and least.example is not None:
        rows = [[f"{number:,}", f"{answers:,}"] for number, answers in least.numbers.items()]
        if least.never:
            rows.append(["never", f"{least.never:,}"])
        lines += ["", aligned([f"fewest {board.clue}s", "grids"], rows)]
        lines.append(f"\nWith {count(min(least.numbers), board.clue)}, and one answer:")
        unknown = np.full((board.shape.rows, board.shape.columns), -1, dtype=np.int8)
        unknown[least.example.givens >= 0] = least.example.givens[least.example.givens >= 0]
        lines += [draw(least.example.scene(unknown), how)]
    return "\n".join(lines)
