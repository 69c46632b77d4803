"""``litgrid convert``: puzzles from any format into another."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

import click

from litgrid.cli import UNKNOWN, YES
from litgrid.cli.batch import Notes, run
from litgrid.cli.options import input_options, name_option
from litgrid.cli.output import keep, written
from litgrid.core.errors import LitgridError
from litgrid.formats import Record, formats


@click.command(
    epilog="""\b
Exit codes:
  0  all is converted          3    bad input
  2  usage                     4    a puzzle that the format cannot hold, or output that cannot be written
                               130  interrupted
Of several puzzles the largest counts."""
)
@input_options
@name_option("--to", formats, "The format to write: see `litgrid formats`.", required=True)
@click.option(
    "-o",
    "--output",
    "path",
    metavar="FILE",
    default="-",
    help="Where to write, packed if it ends in .gz; by default standard output.",
)
def convert(
    files: tuple[str, ...],
    kind_name: str | None,
    format_name: str | None,
    to_name: str,
    path: str,
    **switches: bool | None,
) -> int:
    """Write the puzzles of FILES (none, or -: standard input) in another format.

    What that format cannot say (a name, an answer, a rule) is left out, and standard error tells so.

    \b
    Examples:
      litgrid convert --to pzpr examples/lightup.txt
      litgrid convert --to jsonl -o all.jsonl links.txt more.txt
      echo '3x3:a1dBa2' | litgrid convert --to text
    """  # noqa: D301
    to_file = path != "-"
    if to_file:
        keep(files, path)
    output: AbstractContextManager[Callable[[bytes], int]] = written(path) if to_file else nullcontext(_to_stdout)
    target, notes = formats.get(to_name), Notes()
    with output as write:
        before: str | None = ""

        def answer(record: Record) -> int:
            nonlocal before
            try:
                text = target.write(record)
                if before is None:
                    raise LitgridError(f"{target.name} holds one puzzle in a text: convert one at a time")
            except LitgridError as error:
                notes.add(f"not converted: {error}", record)
                return UNKNOWN
            write((before + text).encode("utf-8", "backslashreplace"))
            before = target.separator
            for sentence in target.lost(record):
                notes.add(sentence, record)
            return YES

        return run(files, answer, kind=kind_name, format=format_name, switches=switches, notes=notes)


def _to_stdout(piece: bytes) -> int:
    click.echo(piece.decode("utf-8"), nl=False)
    return len(piece)
