"""Where the work of an experiment is done: by processes of this machine, by threads, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from litgrid import __version__
from litgrid.core.errors import LitgridError
from litgrid.core.workers import as_done, working

Result = TypeVar("Result")

BACKENDS = ("processes", "threads", "dask")
"""Processes of this machine, threads of this process, and the workers of a dask cluster."""

AHEAD = 200
"""So many pieces wait at the scheduler of a cluster, so that workers which join late find work."""


def called(version: str, call: Callable[..., Result], piece: tuple[Any, ...]) -> Result:
    """Return what ``call`` returns for a piece, in a worker of a cluster, whose litgrid must be of the same version."""
    if version != __version__:
        raise LitgridError(f"expected litgrid {version} on the workers, as here, got {__version__}")
    return call(*piece)


def go_on(path: str) -> str:
    """Return how to go on with work whose results are in a file."""
    return f"what is finished is in {path}: run the same command again, and it goes on from there"


@contextmanager
def computing(
    call: Callable[..., Result],
    pieces: Iterable[tuple[Any, ...]],
    path: str | None,
    *,
    jobs: int = -1,
    backend: str = "processes",
    scheduler: str | None = None,
) -> Iterator[Iterator[Result]]:
    """Give what ``call`` returns for each piece, as it comes; whoever leaves early stops the workers.

    ``jobs`` is how many workers there are, -1 for all cores; a cluster, whose scheduler has an address, uses what it
    has. ``path`` is the file of results, to be named where something goes wrong. Raises :class:`MissingPackageError`
    where dask is asked for and not installed, :class:`LitgridError` where a worker died, or the cluster cannot be
    reached.
    """
    again = "nothing is kept, as no file was named" if path is None else go_on(path)
    if backend != "dask":
        with working(call, pieces, jobs=jobs, threads=backend == "threads", again=again) as results:
            yield results
        return
    from litgrid.lab.cluster import PATIENCE, connected

    with connected(scheduler, again) as client:
        from distributed import wait

        client.wait_for_workers(1, timeout=PATIENCE)
        with client.as_current():
            yield as_done(
                lambda *piece: client.submit(called, __version__, call, piece, pure=False), iter(pieces), AHEAD, wait
            )
