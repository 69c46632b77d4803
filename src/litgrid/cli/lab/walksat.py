"""``litgrid lab walksat``: local search on a puzzle or on a formula in DIMACS, once or many times."""

from __future__ import annotations

import math

import click

from litgrid.cli.asking import show
from litgrid.cli.lab.sparkline import as_csv, sparkline
from litgrid.cli.lab.walks import Walks, result
from litgrid.cli.numbers import FloatRange, IntRange
from litgrid.cli.options import color_option, command, encoding_option, json_option, output_option, timeout_option
from litgrid.cli.output import keep
from litgrid.cli.source import Source, puzzle_options
from litgrid.cli.words import heading
from litgrid.core.errors import LitgridError, RefutedError
from litgrid.core.files import write_file
from litgrid.core.limit import Limit
from litgrid.core.terminal import Look
from litgrid.core.words import OWN
from litgrid.encode.rest import Opened, searched
from litgrid.formats import FormulaRecord, Input
from litgrid.sat.formula import Formula
from litgrid.sat.threesat import three_sat
from litgrid.sat.walksat import HEURISTICS, MOST_SEED, Settings, run

REFUTED = b"UNSAT\n"
"""What stands in a result file where propagation refutes a puzzle, which local search never could."""
MOST_TRACE = 1_000_000
"""So many entries of the trace are kept at most."""
SHOW = "show"


@command("an answer or a model", unknown="undecided, or not possible with these options", note="")
@click.argument("files", nargs=-1, metavar="[PUZZLE|CNF]")
@puzzle_options
@click.option(
    "--heuristic",
    type=click.Choice(HEURISTICS),
    default="skc",
    show_default=True,
    help="How the variable to flip is chosen.",
)
@click.option(
    "--noise",
    type=FloatRange(0, 1),
    default=0.5,
    show_default=True,
    help="The probability of a random variable instead; probsat has none.",
)
@click.option(
    "--max-flips", type=IntRange(0, 2**53), default=100_000, show_default=True, help="After which a try ends."
)
@click.option(
    "--restarts", type=IntRange(0, 2**31), default=0, show_default=True, help="Further tries after the first."
)
@click.option("--seed", type=IntRange(0, MOST_SEED), default=0, show_default=True, help="For all that is random.")
@click.option("--executions", type=IntRange(1, 10**8), default=1, show_default=True, help="How often all this is done.")
@click.option(
    "--from",
    "start",
    type=click.Choice(["rest", "nothing"]),
    default="rest",
    show_default=True,
    help="Search what propagation leaves open of a puzzle, or the whole of it.",
)
@encoding_option("One of `litgrid lab encode`.  [default: auto]")
@click.option("--three-sat", "three", is_flag=True, help="Turn each clause into clauses of exactly three literals.")
@timeout_option("Seconds after which it gives up.")
@click.option(
    "--trace",
    metavar="FILE|show",
    help="Write the number of false clauses after each flip of the first execution as CSV, or show it as a line.",
)
@output_option("Write SAT and the model, or undef, as minisat writes its result; UNSAT where propagation finds that.")
@json_option
@color_option
def walksat(
    source: Source,
    heuristic: str,
    noise: float,
    max_flips: int,
    restarts: int,
    seed: int,
    executions: int,
    start: str,
    encoding: str | None,
    three: bool,
    timeout: float | None,
    trace: str | None,
    path: str | None,
    as_json: bool,
    how: Look,
) -> int:
    """Look for an answer to PUZZLE, or for a model of the formula CNF (none, or -: standard input), by local search.

    From a random assignment it flips variables of false clauses until none is false. It never proves that there is no
    answer: then it stays undecided.

    \b
    Examples:
      printf 'binairo\\n1...\\n....\\n...1\\n....\\n' > puzzle.txt
      litgrid lab walksat puzzle.txt
      litgrid lab walksat puzzle.txt --three-sat --heuristic least-modified --noise 0.1 --executions 100
      litgrid lab encode --empty lightup 6 -o formula.cnf
      litgrid lab walksat formula.cnf --heuristic probsat --max-flips 1000000 -o result.txt
    """  # noqa: D301
    keep(source.files, path, None if trace == SHOW else trace)
    limit = Limit(timeout)
    try:
        settings = Settings(heuristic, noise, max_flips, restarts)
    except LitgridError as error:
        raise click.UsageError(str(error)) from None
    asked = source.one_or_formula(encoding)
    try:
        opened = _opened(asked, encoding or "auto", start, limit)
    except RefutedError:
        if path is not None:
            write_file([REFUTED], path)
        raise
    formula = opened.formula if isinstance(opened, Opened) else opened
    formula = three_sat(formula, tick=limit.check) if three else formula
    every = 0 if trace is None else max(1, math.ceil(max_flips * (restarts + 1) / MOST_TRACE))
    runs = run(formula, settings, seed=seed, executions=executions, trace_every=every, limit=limit)
    walks = Walks(asked.asked, heading(asked), opened, formula, settings, seed, runs)
    if path is not None:
        write_file([result(walks).encode()], path)
    if trace is not None and trace != SHOW:
        write_file([as_csv(runs.trace, every).encode()], trace)
    code = show(asked, walks, None if as_json else how, OWN, titled=False)
    if trace == SHOW:
        click.echo(sparkline(runs.trace, every, how), err=as_json)
    return code


def _opened(asked: Input, encoding: str, start: str, limit: Limit) -> Opened | Formula:
    if isinstance(asked, FormulaRecord):
        return asked.formula
    return searched(asked.puzzle, start, encoding, limit)
