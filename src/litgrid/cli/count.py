"""``litgrid count``: how many answers there are."""

from __future__ import annotations

import shlex

import click

from litgrid.cli import complain
from litgrid.cli.asking import Asked, asking
from litgrid.cli.source import Source
from litgrid.formats import Record
from litgrid.formats.files import STDIN


@asking("count", "approximate", yes="counted, be it none", unknown="unknown: out of time, or of memory", empty=True)
@click.option("--approx", is_flag=True, help="About so many will do, where the exact count is not had in a moment.")
def count(asked: Asked, approx: bool) -> int:
    """Count the answers of the puzzles of FILES (none, or -: standard input).

    --epsilon, --delta and --seed are for --approx, --method is for exact counts.

    \b
    Examples:
      litgrid count --empty binairo 6 --no-unique-lines
      litgrid examples --kind lightup | head -3 | litgrid count --json --timeout 60
      litgrid count --approx --epsilon 0.5 --empty lightup 5
    """  # noqa: D301
    asked = asked.of("approximate", "with --approx") if approx else asked.of("count", "without --approx")

    def answer(record: Record) -> int:
        counted = asked.ask(record)
        code = asked.show(record, counted)
        if counted.in_pieces:
            complain(
                f"{record.id}: it can be counted in pieces, and this says what that will cost: "
                f"litgrid lab count {shlex.join(_board(asked.source, record))} --slice -o results.jsonl"
            )
        return code

    return asked.each(answer)


def _board(source: Source, record: Record) -> list[str]:
    board = ["-" if record.source == STDIN else str(record.source)]
    board = ["--empty", *source.empty, *source.files] if source.empty else [*board, "--puzzle", str(record.id)]
    return board + [f"--{word}" for word in source.switched]
