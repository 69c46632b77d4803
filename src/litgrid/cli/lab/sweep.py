"""``litgrid lab sweep``: experiments with local search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from litgrid.cli import YES
from litgrid.cli.asking import option_of
from litgrid.cli.batch import Progress
from litgrid.cli.going import AGAIN, going_on, worker_options
from litgrid.cli.lab.report import report_options, show
from litgrid.cli.options import command, together
from litgrid.cli.output import keep
from litgrid.core.errors import LitgridError
from litgrid.formats.files import read_file
from litgrid.lab.description import Description, options
from litgrid.lab.experiment import Experiment
from litgrid.lab.sweep import sweep as run_sweep

DESCRIPTION = ".toml"
FLAGS = {"max_flips": "--max-flips", "restarts": "--restarts", "givens": "--givens", "start": "--start"}
"""What options are called of which each may be said several times."""
Described = TypeVar("Described", bound=Description)


@command(
    "all is done",
    unknown="a package is missing, a worker died, results cannot be written",
    note=AGAIN,
)
@click.argument("files", nargs=-1)
@click.option(
    "-o", "--output", metavar="RESULTS", required=True, help="The file of results, JSON lines; also to go on."
)
@together(*(option_of(option, FLAGS.get(name)) for name, option in options(Experiment).items() if name != "instances"))
@worker_options
@click.option("--anew", is_flag=True, help="Drop what RESULTS holds, of any experiment.")
@report_options
def sweep(
    files: tuple[str, ...],
    output: str,
    where: dict[str, Any],
    anew: bool,
    markdown: bool,
    plot_folder: str | None,
    plot_format: str,
    **varied: Any,
) -> int:
    """Run local search on every instance with every combination of settings, and show what came out.

    FILES is one description that ends in .toml, or the instances: files of puzzles or in DIMACS (.cnf),
    "empty KIND SIZE", "example NAME". Options replace what a description says.

    \b
    Examples:
      litgrid lab sweep "empty binairo 4" --form sat --form 3-sat -o forms.jsonl
      litgrid lab sweep "empty binairo 4" --noise 0.3 --noise 0.5 --executions 20 -o noises.jsonl
      printf 'instances = ["empty binairo 4"]\\nexecutions = 20\\n' > sweep.toml
      litgrid lab sweep sweep.toml -o described.jsonl
    """  # noqa: D301
    changes = {name: value for name, value in varied.items() if value not in (None, ())}
    experiment, folder = described(Experiment, files, changes)
    keep([*files, *(str(folder / name) for name in experiment.instances), output])
    with progress(output) as tick:
        results = run_sweep(experiment, output, folder=folder, anew=anew, tick=tick, **where)
    show(results, markdown=markdown, plot_folder=plot_folder, plot_format=plot_format)
    return YES


def described(cls: type[Described], files: tuple[str, ...], changes: dict[str, Any]) -> tuple[Described, Path]:
    """Return what files and options describe, and the folder that its instances are found from."""
    values: dict[str, Any] = {"instances": files}
    folder = Path()
    if any(name.lower().endswith(DESCRIPTION) for name in files):
        if len(files) > 1:
            raise click.UsageError("a description (.toml) names its instances itself: give no other files with it.")
        values = cls.from_toml(read_file(files[0]), files[0]).as_dict()
        folder = Path(files[0]).parent
    try:
        return cls.from_dict({**values, **changes}), folder
    except LitgridError as error:
        raise click.UsageError(str(error)) from None


@contextmanager
def progress(output: str, what: str = "chunk") -> Iterator[Callable[[int, int], None]]:
    """Show a bar while an experiment runs; say how to go on where it is interrupted."""
    bar = Progress()
    with going_on(bar, output):
        yield lambda done, of: bar.show(done / of, f"{what} {done:,} of {of:,}")
