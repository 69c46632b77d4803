"""``litgrid count``: how many answers there are."""

from __future__ import annotations

import click

from litgrid.cli import UNKNOWN, YES
from litgrid.cli.batch import run
from litgrid.cli.one import empty_option, one_puzzle
from litgrid.cli.options import input_options, json_option, seconds
from litgrid.cli.words import heading, json_line, named
from litgrid.counting import Counted
from litgrid.counting import count as ask
from litgrid.formats import Record


@click.command(
    epilog="""\b
Exit codes:
  0  counted, be it none       3    bad input
  2  usage                     4    unknown: out of time, or of memory
                               130  interrupted
Of several puzzles the largest counts."""
)
@input_options
@empty_option("FILES")
@click.option(
    "--timeout",
    type=float,
    callback=seconds,
    metavar="SECONDS",
    help="Seconds for each puzzle, after which its count is unknown.",
)
@json_option
def count(
    files: tuple[str, ...],
    kind_name: str | None,
    format_name: str | None,
    empty: tuple[str, str] | None,
    timeout: float | None,
    as_json: bool,
    **switches: bool | None,
) -> int:
    """Count the answers of the puzzles of FILES (none, or -: standard input), exactly.

    \b
    Examples:
      litgrid count examples/lightup.txt
      litgrid count --json --timeout 60 puzzles.jsonl
      litgrid count --empty binairo 8 --no-unique-lines
    """  # noqa: D301

    def answer(record: Record) -> int:
        counted = ask(record.puzzle, timeout=timeout)
        click.echo(as_line(record, counted) if as_json else in_words(record, counted))
        return YES if counted.status == "exact" else UNKNOWN

    if empty is not None:
        record = one_puzzle(files, empty, None, switches=switches, kind=kind_name, format=format_name)
        return answer(record)
    return run(files, answer, kind=kind_name, format=format_name, switches=switches)


def as_line(record: Record, counted: Counted) -> str:
    """Return the count as one line of JSON."""
    return json_line(
        {
            **named(record),
            "status": counted.status,
            "count": counted.count,
            "at_least": counted.at_least,
            "method": counted.method,
            "seconds": round(counted.seconds, 6),
        }
    )


def in_words(record: Record, counted: Counted) -> str:
    """Return the count for people: a heading and a sentence."""
    took = f"counted by {counted.method} in {counted.seconds:.3g} s"
    if counted.count is not None:
        said = f"{answers(counted.count)}, {took}."
    elif counted.at_least:
        said = f"Unknown: at least {answers(counted.at_least)}, {took}."
    else:
        said = f"Unknown, after {counted.seconds:.3g} s."
    return f"{heading(record)}\n{said}\n"


def answers(number: int) -> str:
    """Return a number of answers for people.

    >>> answers(12413918)
    '12,413,918 answers'
    """
    return "No answer" if not number else f"{number:,} answer{'s' * (number != 1)}"
