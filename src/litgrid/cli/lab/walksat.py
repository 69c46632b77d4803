"""``litgrid lab walksat``: local search on puzzles or on formulas in DIMACS, once or many times."""

from __future__ import annotations

import click

from litgrid.cli.asking import Asked, asking
from litgrid.cli.batch import each
from litgrid.cli.lab.sparkline import as_csv, sparkline
from litgrid.cli.options import output_option
from litgrid.cli.output import keep
from litgrid.cli.source import which_option
from litgrid.core.files import write_file
from litgrid.formats import Input
from litgrid.lab.walks import Walks

MOST_TRACE = 1_000_000
"""So many entries of the trace are kept at most."""
SHOW = "show"


@asking(
    "walk",
    yes="an answer or a model",
    no="propagation finds that there is none",
    unknown="undecided, or not possible with these\noptions",
    empty=True,
)
@which_option
@click.option(
    "--trace",
    metavar="FILE|show",
    help="Write the number of false clauses after each flip of the first execution as CSV, or show it as a line.",
)
@output_option("Write SAT and the model, or undef, as minisat writes its result; UNSAT where propagation finds that.")
def walksat(asked: Asked, trace: str | None, path: str | None) -> int:
    """Look for answers to the puzzles, or for models of the formulas, of FILES by local search.

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
    keep(asked.source.files, path, None if trace == SHOW else trace)

    def answer(record: Input) -> int:
        walks: Walks = asked.ask(record, most_trace=0 if trace is None else MOST_TRACE)
        if path is not None:
            write_file([walks.result.encode()], path)
        if trace is not None and trace != SHOW:
            write_file([as_csv(walks.runs.trace, walks.every).encode()], trace)
        code = asked.show(record, walks)
        if trace == SHOW:
            click.echo(sparkline(walks.runs.trace, walks.every, asked.look), err=asked.as_json)
        return code

    return asked.each(answer) if path is None and trace is None else each([asked.source.one_or_formula()], answer)
