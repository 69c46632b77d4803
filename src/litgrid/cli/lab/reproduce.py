"""``litgrid lab reproduce``: the experiments that litgrid descends from, done again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from litgrid.cli import YES
from litgrid.cli.going import worker_options, workers
from litgrid.cli.lab.report import draw, markdown_option, print_tables
from litgrid.cli.lab.sweep import progress
from litgrid.cli.numbers import IntRange
from litgrid.cli.options import command
from litgrid.cli.output import made_folder
from litgrid.core.processes import temporary_folder
from litgrid.lab import origins
from litgrid.lab.results import Results
from litgrid.lab.sweep import sweep
from litgrid.sat.walksat import MOST_SEED

QUICK = 50
"""Executions of each cell with ``--quick``."""
PARTS = ("heuristics", "noises")


@command("all is done", bad="", unknown="a package is missing, a worker died, results cannot be written", note="")
@click.option("--quick", is_flag=True, help=f"{QUICK} executions of each cell instead of {origins.EXECUTIONS:,}.")
@click.option(
    "--seed", type=IntRange(0, MOST_SEED), default=0, show_default=True, help="For everything that is random."
)
@click.option("-o", "--output", metavar="FOLDER", help="Keep the results there, to go on after an interruption.")
@click.option("--plot-folder", metavar="FOLDER", help="Draw pictures into this folder.")
@worker_options
@markdown_option
def reproduce(quick: bool, seed: int, output: str | None, plot_folder: str | None, markdown: bool, **where: Any) -> int:
    """Repeat the two tables of the first reports on Light Up and local search, and compare the shapes.

    Local search runs 1000 times a cell on a 7 x 7 puzzle of ours, as a formula and as 3-SAT: for four heuristics, and
    for seven noises. What agrees with the reports is told in sentences.

    \b
    Example:
      litgrid lab reproduce --quick -o reproduced
    """  # noqa: D301
    where = workers(**where)
    executions = QUICK if quick else origins.EXECUTIONS
    if output is None:
        with temporary_folder() as folder:
            first, second = _run(executions, seed, folder, where)
    else:
        first, second = _run(executions, seed, Path(output), where)
    heuristics, noises = origins.our_heuristics(first), origins.our_noises(second)
    click.echo(f"example {origins.EXAMPLE}, executions {executions:,} (theirs {origins.EXECUTIONS:,}), seed {seed}\n")
    print_tables(origins.tables(heuristics, noises), markdown=markdown)
    verdicts = origins.verdicts(heuristics, noises)
    for title, lines in (
        ("As in theirs:", [sentence for agrees, sentence in verdicts if agrees]),
        ("Not as in theirs:", [sentence for agrees, sentence in verdicts if not agrees]),
        ("What cannot be compared:", origins.CANNOT),
    ):
        if lines:
            click.echo("\n" + "\n".join([title, "", *(f"- {line}" for line in lines)]))
    if plot_folder is not None:
        for part, results in zip(PARTS, (first, second), strict=True):
            draw(results, str(Path(plot_folder) / part), "svg")
    return YES


def _run(executions: int, seed: int, folder: Path, where: dict[str, Any]) -> list[Results]:
    made_folder(str(folder), "results")
    found = []
    for part, experiment in zip(PARTS, origins.experiments(executions, seed), strict=True):
        path = str(folder / f"{part}.jsonl")
        with progress(path) as tick:
            found.append(sweep(experiment, path, tick=tick, **where))
    return found
