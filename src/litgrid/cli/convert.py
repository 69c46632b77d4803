"""``litgrid convert``: puzzles from any format into another."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

import click

from litgrid.cli import UNKNOWN, YES
from litgrid.cli.batch import Notes, each, gather, run
from litgrid.cli.one import one_puzzle, which_option
from litgrid.cli.options import input_options, name_option
from litgrid.cli.output import keep, numbered, write_file, written
from litgrid.core.errors import LitgridError
from litgrid.formats import Format, Record, formats

Write = Callable[[bytes], int]


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
      litgrid convert --to pzpr examples/lightup.txt
      litgrid convert --to jsonl -o all.jsonl links.txt more.txt
      litgrid convert --to legup --puzzle 2 -o second.xml examples/lightup.txt
      echo '3x3:a1dBa2' | litgrid convert --to text
    """  # noqa: D301
    to_file = path != "-"
    if to_file:
        keep(files, path)
    target, notes, named = formats.get(to_name), Notes(), {"kind": kind_name, "format": format_name}
    if which is None and target.separator is not None:
        output: AbstractContextManager[Write] = written(path) if to_file else nullcontext(_to_stdout)
        with output as write:
            return run(files, _follow(target, write, notes), switches=switches, notes=notes, **named)
    if which is not None:
        records, code = [one_puzzle(files, None, which, switches=switches, **named)], YES
    else:
        records, code = gather(files, switches=switches, **named)
    able: list[Record] = []

    def check(record: Record) -> int:
        if _text(target, record, notes) is None:
            return UNKNOWN
        able.append(record)
        return YES

    code = max(code, each(records, check))
    notes.say()
    texts = [target.write_all(able)] if able and target.gathers else [target.write(record) for record in able]
    if not to_file and len(texts) > 1:
        raise click.UsageError(
            f"{target.name} holds one puzzle in a text, and here are {len(texts):,}: say with -o where to write them, "
            "or choose one with --puzzle."
        )
    for name, text in zip(numbered(path, len(texts)), texts, strict=True):
        if to_file:
            write_file([_encoded(text)], name)
        else:
            _to_stdout(_encoded(text))
    return code


def _follow(target: Format, write: Write, notes: Notes) -> Callable[[Record], int]:
    """Return what writes puzzle after puzzle, with what separates them."""
    before: str | None = ""

    def answer(record: Record) -> int:
        nonlocal before
        text = _text(target, record, notes)
        if text is None:
            return UNKNOWN
        write(_encoded(f"{before}{text}"))
        before = target.separator
        return YES

    return answer


def _text(target: Format, record: Record, notes: Notes) -> str | None:
    """Return a puzzle in a format, and note what that leaves out; ``None`` where it cannot hold the puzzle."""
    try:
        text = target.write(record)
    except LitgridError as error:
        notes.add(f"not converted: {error}", record)
        return None
    for sentence in target.lost(record):
        notes.add(sentence, record)
    return text


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


def _to_stdout(piece: bytes) -> int:
    click.echo(piece.decode("utf-8"), nl=False)
    return len(piece)
