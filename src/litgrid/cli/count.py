"""``litgrid count``: how many answers there are."""

from __future__ import annotations

import shlex
from typing import Any

import click

from litgrid.cli import UNKNOWN, YES, complain
from litgrid.cli.numbers import FloatRange, IntRange
from litgrid.cli.options import command, json_option, timeout_option
from litgrid.cli.source import Source, empty_option, input_options
from litgrid.cli.words import heading, json_line, named
from litgrid.counting import Counted, approximate
from litgrid.counting import count as ask
from litgrid.counting.methods import METHODS, Method
from litgrid.formats import Record
from litgrid.formats.files import STDIN

HOW = {
    "seam": "at a seam",
    "rows": "by whole rows",
    "frontier": "by a frontier programme",
    "diagram": "by a diagram",
    "listing": "by listing them",
    "ganak": "by Ganak",
    "approxmc": "by ApproxMC",
}
"""What is said of methods, where it is not "by" and the name."""


@command("counted, be it none", unknown="unknown: out of time, or of memory")
@input_options
@empty_option("FILES")
@timeout_option("Seconds for each puzzle, after which its count is unknown.")
@click.option("--method", type=click.Choice(list(METHODS)), help="How.  [default: whatever gets there]")
@click.option("--approx", is_flag=True, help="About so many will do, where the exact count is not had in a moment.")
@click.option(
    "--epsilon",
    type=FloatRange(min=0, min_open=True),
    metavar="E",
    help="With --approx: a count within a factor of 1 + E of the true one.  [default: 0.8]",
)
@click.option(
    "--delta",
    type=FloatRange(0, 1, min_open=True, max_open=True),
    metavar="D",
    help="With --approx: so it is with a probability of at least 1 - D.  [default: 0.2]",
)
@click.option("--seed", type=IntRange(0, (1 << 31) - 1), metavar="N", help="With --approx: for what is random.")
@json_option
def count(
    source: Source,
    timeout: float | None,
    method: Method | None,
    approx: bool,
    epsilon: float | None,
    delta: float | None,
    seed: int | None,
    as_json: bool,
) -> int:
    """Count the answers of the puzzles of FILES (none, or -: standard input).

    \b
    Examples:
      litgrid count --empty binairo 6 --no-unique-lines
      litgrid examples --kind lightup | head -3 | litgrid count --json --timeout 60
      litgrid count --approx --epsilon 0.5 --empty lightup 5
    """  # noqa: D301
    wanted = {"epsilon": epsilon, "delta": delta, "seed": seed}
    guarantee: dict[str, Any] = {name: value for name, value in wanted.items() if value is not None}
    if guarantee and not approx:
        raise click.UsageError(f"--{next(iter(guarantee))} is about a count that is not exact: it needs --approx.")
    if approx and method is not None:
        raise click.UsageError("--method is about exact counts, and --approx is not: ask for one of them.")

    def answer(record: Record) -> int:
        if approx:
            counted = approximate(record.puzzle, timeout=timeout, **guarantee)
        else:
            counted = ask(record.puzzle, method=method, timeout=timeout)
        click.echo(as_line(record, counted) if as_json else in_words(record, counted))
        if counted.in_pieces:
            board = ["-" if record.source == STDIN else str(record.source)]
            board = ["--empty", *source.empty, *source.files] if source.empty else [*board, "--puzzle", str(record.id)]
            said = {name.replace("_", "-"): on for name, on in source.switches.items() if on is not None}
            board += [f"--{name}" if on else f"--no-{name}" for name, on in said.items()]
            complain(
                f"{record.id}: it can be counted in pieces, and this says what that will cost: "
                f"litgrid lab count {shlex.join(board)} --slice -o results.jsonl"
            )
        return UNKNOWN if counted.count is None else YES

    return source.run(answer)


def as_line(record: Record, counted: Counted) -> str:
    """Return the count as one line of JSON."""
    values = {
        **named(record),
        "status": counted.status,
        "count": counted.count,
        "at_least": counted.at_least,
        "method": counted.method,
    }
    if counted.status == "approximate":
        values |= {"epsilon": counted.epsilon, "delta": counted.delta}
    return json_line({**values, "seconds": round(counted.seconds, 6)})


def in_words(record: Record, counted: Counted) -> str:
    """Return the count for people: a heading and a sentence."""
    how = " and ".join(HOW.get(name, f"by {name}") for name in counted.method.split(" and "))
    took = f"counted {how} in {counted.seconds:.3g} s"
    if counted.count is None:
        if counted.at_least:
            said = f"Unknown: at least {answers(counted.at_least)}, {took}."
        else:
            said = f"Unknown, after {counted.seconds:.3g} s."
    elif counted.epsilon is not None and counted.delta is not None:
        said = (
            f"About {answers(counted.count)}, {took}: within a factor of {1 + counted.epsilon:.6g} of the true count "
            f"with a probability of at least {1 - counted.delta:.6g}."
        )
    else:
        said = f"{answers(counted.count)}, {took}."
    return f"{heading(record)}\n{said}\n"


def answers(number: int) -> str:
    """Return a number of answers for people.

    >>> answers(12413918)
    '12,413,918 answers'
    """
    return "No answer" if not number else f"{number:,} answer{'s' * (number != 1)}"
