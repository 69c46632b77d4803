"""``litgrid lab report``: the results of a sweep or a comparison as tables and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from litgrid.cli import YES
from litgrid.cli.options import command, together
from litgrid.cli.output import keep, made_folder
from litgrid.core.printable import printable
from litgrid.lab import standings
from litgrid.lab.results import Results
from litgrid.lab.standings import Standings, read
from litgrid.lab.tables import Table, every, fixed
from litgrid.render.table import aligned
from litgrid.render.table import markdown as in_markdown

markdown_option = click.option("--markdown", is_flag=True, help="Print tables in Markdown.")
report_options = together(
    markdown_option,
    click.option("--plot-folder", metavar="FOLDER", help="Draw pictures into this folder, one a question."),
    click.option(
        "--plot-format",
        type=click.Choice(["svg", "png", "pdf"]),
        default="svg",
        show_default=True,
        help="Of pictures.",
    ),
)
"""How results are shown and what else is made of them."""


@command("shown and written", unknown="a package is missing, or a file cannot be written", interrupted="", note="")
@click.argument("results")
@report_options
def report(results: str, **how: Any) -> int:
    """Show RESULTS, a file that `litgrid lab sweep` or `litgrid lab compare` wrote, finished or not.

    \b
    Examples:
      litgrid lab sweep "empty binairo 4" --executions 20 -o results.jsonl
      litgrid lab report results.jsonl
      litgrid lab report results.jsonl --markdown --plot-folder pictures
    """  # noqa: D301
    keep([results])
    show(read(results), **how)
    return YES


def show(results: Results | Standings, *, markdown: bool, plot_folder: str | None, plot_format: str) -> None:
    """Print the tables of an experiment, and write what else is wanted."""
    if isinstance(results, Standings):
        done, of, what, tables = len(results.entries), results.jobs, "jobs", standings.every(results)
    else:
        click.echo(printable(fixed(results)) + "\n")
        done = sum(outcome.solved.size for outcome in results)
        of, what = results.experiment.executions * len(results.outcomes), "executions"
        tables = every(results)
    if done < of:
        click.echo(f"Not finished: {done:,} of {of:,} {what}.\n")
    print_tables(tables, markdown=markdown)
    if plot_folder is not None:
        draw(results, plot_folder, plot_format)


def print_tables(tables: Iterable[Table], *, markdown: bool) -> None:
    """Print tables, each below its title."""
    for number, table in enumerate(tables):
        rows = [[printable(cell) for cell in row] for row in table.rows]
        if number:
            click.echo()
        head = [printable(cell) for cell in table.head]
        click.echo(f"{'**' * markdown}{table.title}{'**' * markdown}\n")
        click.echo((in_markdown if markdown else aligned)(head, rows))


def draw(results: Results | Standings, folder: str, suffix: str) -> None:
    """Write every picture that says something about an experiment; name the files on standard error."""
    from litgrid.lab import contest_plots, plots
    from litgrid.lab.panels import save

    place = made_folder(folder, "pictures")
    drawable: dict[str, Any] = (
        contest_plots.drawable(results) if isinstance(results, Standings) else dict(plots.drawable(results))
    )
    for name, picture in drawable.items():
        path = place / f"{name}.{suffix}"
        save(picture(results), path)
        click.echo(f"wrote {printable(str(path))}", err=True)
