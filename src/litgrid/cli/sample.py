"""``litgrid sample``: answers drawn at random, and how they were drawn."""

from __future__ import annotations

from secrets import randbelow

import click

from litgrid.cli import NO, UNKNOWN, YES
from litgrid.cli.answers import Listing
from litgrid.cli.numbers import IntRange
from litgrid.cli.options import color_option, command, json_option, timeout_option
from litgrid.cli.source import Source, empty_option, input_options
from litgrid.cli.words import count, gave_up
from litgrid.core.terminal import Look
from litgrid.formats import Record
from litgrid.sampling import METHODS, Sampled
from litgrid.sampling import sample as ask

CODES = {"drawn": YES, "none": NO, "unknown": UNKNOWN}
MOST_SEED = 1 << 32
DRAWN = {
    "uniform": "drawn uniformly at random",
    "almost uniform": "drawn almost uniformly at random",
    "diverse": "found from random guesses, and not uniformly",
}
"""What is said of a method."""


@command("drawn", "there is no answer", unknown="unknown, out of time, or not possible with these options")
@input_options
@empty_option("FILES")
@click.option("--number", type=IntRange(min=1), default=1, show_default=True, metavar="N", help="How many answers.")
@click.option(
    "--seed", type=IntRange(min=0), help="The same seed gives the same answers.  [default: another each time]"
)
@click.option(
    "--method",
    type=click.Choice([method.replace(" ", "-") for method in METHODS]),
    help="How to draw; the best that is possible, in this order, if it is not said.",
)
@timeout_option("Seconds for each puzzle, after which no more is drawn.")
@json_option
@color_option
def sample(
    source: Source,
    number: int,
    seed: int | None,
    method: str | None,
    timeout: float | None,
    as_json: bool,
    how: Look,
) -> int:
    """Draw answers of the puzzles of FILES (none, or -: standard input) at random.

    Uniformly, each answer exactly as likely as any other, where they can be counted; almost uniformly, where UniGen can
    do it; else diverse ones. Which it was is said.

    \b
    Examples:
      litgrid sample --number 10 --seed 1 --empty lightup 5
      litgrid sample --empty binairo 6
      litgrid examples --kind lightup | head -3 | litgrid sample --json --method uniform
    """  # noqa: D301
    chosen = next((name for name in METHODS if method == name.replace(" ", "-")), None)
    begin = randbelow(MOST_SEED) if seed is None else seed

    def answer(record: Record) -> int:
        sampled = ask(record.puzzle, number, seed=begin, timeout=timeout, method=chosen)
        out = Listing(record, None if as_json else how)
        for grid in sampled.grids:
            out.add(grid, method=sampled.method)
        out.end(
            _sentence(sampled, number, begin, timeout),
            status=sampled.status,
            count=out.number,
            method=sampled.method,
            seed=begin,
            seconds=round(sampled.seconds, 6),
        )
        return CODES[sampled.status]

    return source.run(answer)


def _sentence(sampled: Sampled, number: int, seed: int, timeout: float | None) -> str:
    if sampled.status == "none":
        return "No answer."
    found = count(len(sampled.grids), "answer")
    if sampled.status == "drawn":
        return f"{found}, {DRAWN[sampled.method]} (seed {seed})."
    how = f", {DRAWN[sampled.method]} (seed {seed})" if len(sampled.grids) else ""
    return f"{gave_up(timeout)}: {found} of {number:,}{how}."
