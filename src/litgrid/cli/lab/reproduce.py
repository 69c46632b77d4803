"""``litgrid lab reproduce``: the experiments that litgrid descends from, done again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from litgrid.cli import YES
from litgrid.cli.going import worker_options
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


@command("all is done", bad="", unknown="a package is missing, a worker died, results cannot be written", note="")
@click.option("--quick", is_flag=True, help=f"{QUICK} executions of each cell instead of {origins.EXECUTIONS:,}.")
@click.option(
    "--seed", type=IntRange(0, MOST_SEED), default=0, show_default=True, help="For everything that is random."
)
@click.option("-o", "--output", metavar="FOLDER", help="Keep the results there, to go on after an interruption.")
@click.option("--plot-folder", metavar="FOLDER", help="Draw pictures into this folder.")
@worker_options
@markdown_option
def reproduce(
    quick: bool, seed: int, output: str | None, plot_folder: str | None, markdown: bool, where: dict[str, Any]
) -> int:
    """Repeat the two tables of the first reports on Light Up and local search, and hold them to the reports.

    Local search runs 1000 times a cell on their 6 x 6 puzzle, as a formula and as 3-SAT: for four heuristics, and for
    seven noises; as their program did it, and as the textbook has it. What does not agree is told in sentences.

    \b
    Example:
      litgrid lab reproduce --quick -o reproduced
    """  # noqa: D301
    executions = QUICK if quick else origins.EXECUTIONS
    if output is None:
        with temporary_folder() as folder:
            found = _run(executions, seed, folder, where)
    else:
        found = _run(executions, seed, Path(output), where)
    ways = {way: origins.figures(some for (one, _), some in found.items() if one == way) for way in origins.WAYS}
    click.echo(f"example {origins.EXAMPLE}, executions {executions:,} (theirs {origins.EXECUTIONS:,}), seed {seed}\n")
    print_tables(origins.tables(ways), markdown=markdown)
    for way, some in ways.items():
        verdicts = origins.verdicts(some)
        wrong = [sentence for agrees, sentence in verdicts if not agrees]
        click.echo(f"\n{way}: {len(verdicts) - len(wrong)} of {len(verdicts)} figures agree with theirs.")
        if way == origins.SAME and wrong:
            click.echo("\n".join(["\nNot these:\n", *(f"- {sentence}" for sentence in wrong)]))
    if plot_folder is not None:
        for name, results in found.items():
            draw(results, str(Path(plot_folder) / _called(*name)), "svg")
    return YES


def _called(way: str, part: str) -> str:
    return f"{way}-{part}".replace(" ", "-")


def _run(executions: int, seed: int, folder: Path, where: dict[str, Any]) -> dict[tuple[str, str], Results]:
    made_folder(str(folder), "results")
    found = {}
    for name, experiment in origins.experiments(executions, seed).items():
        path = str(folder / f"{_called(*name)}.jsonl")
        with progress(path) as tick:
            found[name] = sweep(experiment, path, tick=tick, **where)
    return found
