"""``litgrid lab count``: counting that takes hours."""

from __future__ import annotations

import sys
from time import monotonic
from typing import Any

import click

from litgrid.cli import complain
from litgrid.cli.asking import language_option, show
from litgrid.cli.batch import Progress as Bar
from litgrid.cli.batch import each
from litgrid.cli.going import AGAIN, going_on, worker_options
from litgrid.cli.options import command, is_terminal, json_option, look
from litgrid.cli.source import Source, puzzle_options
from litgrid.formats import Record
from litgrid.lab.count import Progress, lasting
from litgrid.lab.count import count as run_count

SLICE = 16
"""So many chunks tell what all will cost."""
FIRST_TOLD = 5.0
"""Seconds after which it is said again how far the work is, where there is no terminal."""


@command(
    "counted",
    unknown="not finished: --slice, a worker died, results cannot be written",
    note=AGAIN,
)
@click.argument("files", nargs=-1, metavar="[PUZZLE]...")
@puzzle_options
@click.option("-o", "--output", metavar="RESULTS", required=True, help="The file of results; also to go on.")
@click.option("--slice", "only_slice", is_flag=True, help=f"Count {SLICE} chunks, say what all will cost, and stop.")
@worker_options
@click.option("--anew", is_flag=True, help="Drop what RESULTS holds.")
@language_option
@json_option
def count(
    source: Source,
    output: str,
    only_slice: bool,
    where: dict[str, Any],
    anew: bool,
    language: str,
    as_json: bool,
) -> int:
    """Count the answers of one large board in pieces, over all cores or a cluster.

    For boards whose rules stay within lines, as those of Binairo, and that `litgrid count` gives up. A slice of the
    work is done first and says what all of it will cost.

    \b
    Examples:
      litgrid lab count --empty binairo 6 --slice -o six.jsonl
      litgrid lab count --empty binairo 6 -o six.jsonl
    """  # noqa: D301
    bar, told = Bar(), Told()

    def tell(now: Progress) -> None:
        left = "" if now.expected is None else f", {lasting(now.expected - now.seconds)} of one core left"
        bar.show(now.done / now.chunks, f"chunk {now.done:,} of {now.chunks:,}{left}")
        if now.count is None:
            told.tell(f"chunk {now.done:,} of {now.chunks:,}{left}")

    def answer(record: Record) -> int:
        complain(f"{record.id}: looking for a seam; then up to {SLICE} chunks tell what all will cost")
        with going_on(bar, output):
            known = run_count(record.puzzle, output, most=SLICE, anew=anew, tick=tell, **where)
            if known.count is None and known.expected is not None:
                bar.clear()
                complain(
                    f"{known.done:,} of {known.chunks:,} chunks took {lasting(known.seconds)} of one core: all will "
                    f"take about {lasting(known.expected)}, shared by the workers"
                )
            if not only_slice:
                known = run_count(record.puzzle, output, tick=tell, **where)
        return show(record, known, None if as_json else look("never"), language)

    return each([source.one()], answer)


class Told:
    """Says how far the work is where no bar can be shown: at first, and then each time after twice as long."""

    def __init__(self) -> None:
        self._wait, self._next = FIRST_TOLD, monotonic()

    def tell(self, how_far: str) -> None:
        """Say it, if it is time to."""
        if is_terminal(sys.stderr) or monotonic() < self._next:
            return
        complain(how_far)
        self._next = monotonic() + self._wait
        self._wait *= 2
