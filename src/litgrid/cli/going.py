"""Long work on the command line: where it is done, and how it goes on after an interruption."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, cast

import click

from litgrid.cli import complain
from litgrid.cli.batch import Progress
from litgrid.cli.numbers import IntRange
from litgrid.cli.options import Command, together
from litgrid.lab.workers import BACKENDS, go_on

AGAIN = "After a kill, an interruption or a dead worker the same command goes on where it was."


def job_options(jobs: str, **extra: Any) -> Callable[[Command], Command]:
    """Return what adds where the work is done; ``jobs`` and what follows say how many workers there are by default.

    The command is given it as ``where``, as :func:`litgrid.lab.workers.computing` takes it.
    """
    options = together(
        click.option("--jobs", type=IntRange(min=1), help=jobs, **extra),
        click.option(
            "--backend",
            type=click.Choice(BACKENDS),
            default="processes",
            show_default=True,
            help="Processes, threads, or a dask cluster.",
        ),
        click.option("--scheduler", metavar="ADDRESS", help="Of a dask cluster, as tcp://host:8786."),
    )

    def add(command: Command) -> Command:
        @wraps(command)
        def placed(*args: Any, jobs: int | None, backend: str, scheduler: str | None, **others: Any) -> Any:
            if (backend == "dask") != (scheduler is not None):
                raise click.UsageError("--backend dask and --scheduler ADDRESS need each other.")
            return command(*args, where={"jobs": jobs or -1, "backend": backend, "scheduler": scheduler}, **others)

        return options(cast("Command", placed))

    return add


worker_options = job_options("How many workers; by default one for each core.")
"""Where the work is done, by default on all cores."""


@contextmanager
def going_on(bar: Progress, output: str | None) -> Iterator[None]:
    """Take a bar away at the end; say how to go on where the work is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        bar.clear()
        if output is not None:
            complain(go_on(output))
        raise
    finally:
        bar.clear()
