"""``litgrid convert``: puzzles from any format into another."""

from __future__ import annotations

import click

from litgrid.cli import YES
from litgrid.cli.batch import Notes, each, gather, run
from litgrid.cli.one import one_puzzle, which_option
from litgrid.cli.options import input_options, name_option
from litgrid.cli.output import keep
from litgrid.cli.writing import writing
from litgrid.formats import formats


@click.command(
    epilog="""\b
Exit codes:
  0  all is converted          3    bad input
  2  usage                     4    a puzzle that the format cannot hold, or output that cannot be written
                               130  interrupted
Of several puzzles the largest counts."""
)
@input_options
@which_option
@name_option("--to", formats, "The format to write: see `litgrid formats`.", required=True)
@click.option(
    "-o",
    "--output",
    "path",
    metavar="FILE",
    default="-",
    help="Where to write, packed if it ends in .gz; by default standard output. Where the format holds one puzzle in a "
    "text, several become FILE-1, FILE-2 and so on, before the ending.",
)
def convert(
    files: tuple[str, ...],
    kind_name: str | None,
    format_name: str | None,
    which: str | None,
    to_name: str,
    path: str,
    **switches: bool | None,
) -> int:
    """Write the puzzles of FILES (none, or -: standard input) in another format.

    What that format cannot say (a name, an answer, a rule) is left out, and standard error tells so.

    \b
    Examples:
      litgrid examples --kind lightup > puzzles.jsonl
      litgrid convert --to pzpr -o links.txt puzzles.jsonl
      litgrid convert --to jsonl -o all.jsonl links.txt puzzles.jsonl
      litgrid convert --to legup --puzzle 2 -o second.xml puzzles.jsonl
      echo '3x3:a1dBa2' | litgrid convert --to text
    """  # noqa: D301
    if path != "-":
        keep(files, path)
    target, notes, named = formats.get(to_name), Notes(), {"kind": kind_name, "format": format_name}
    with writing(target, path, notes) as write:
        if which is None and target.separator is not None:
            return run(files, write, switches=switches, notes=notes, **named)
        if which is not None:
            records, code = [one_puzzle(files, None, which, switches=switches, **named)], YES
        else:
            records, code = gather(files, switches=switches, **named)
        code = max(code, each(records, write))
        notes.say()
    return code
