"""Work spread over all cores, or over a cluster, through joblib: pieces go out, results come back as they are done."""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, TypeVar

from litgrid import __version__
from litgrid.core import memory
from litgrid.core.errors import LitgridError, needing
from litgrid.core.processes import deaf, end_with, owning, place
from litgrid.lab.cluster import PATIENCE, connected

Result = TypeVar("Result")

BACKENDS = ("loky", "threading", "dask")
"""Processes of this machine, threads of this process, and the workers of a dask cluster."""

SEMAPHORES = "/dev/shm/sem.loky-{pid}-*"  # noqa: S108 - no place for files, but how Linux shows them
"""What loky leaves where it is killed with this process."""

AHEAD = 200
"""So many pieces wait at the scheduler of a cluster, so that workers which join late find work."""


def called(version: str, call: Callable[..., Result], piece: tuple[Any, ...]) -> Result:
    """Return what ``call`` returns for a piece, in a worker.

    Raises
    ------
    LitgridError
        where ``version``, of the litgrid that asks, is not that of the worker, which might compute something else.
    """
    if version != __version__:
        raise LitgridError(f"expected litgrid {version} on the workers, as here, got {__version__}")
    return call(*piece)


@contextmanager
def computing(
    call: Callable[..., Result],
    pieces: Iterable[tuple[Any, ...]],
    path: str | None,
    *,
    jobs: int = -1,
    backend: str = "loky",
    scheduler: str | None = None,
) -> Iterator[Iterator[Result]]:
    """Give what ``call`` returns for each piece, as it comes; whoever leaves early stops the workers.

    Parameters
    ----------
    call, pieces
        What to compute, with its arguments.
    path
        The file of results, for what is said when something goes wrong; ``None`` where nothing is kept.
    jobs
        How many workers; -1 for all cores. A cluster uses what it has.
    backend, scheduler
        One of :data:`BACKENDS`; for dask the address of its scheduler.

    Raises
    ------
    MissingPackageError
        where joblib, or dask, is not installed.
    LitgridError
        where a worker died, or the cluster cannot be reached.
    """
    with needing("several workers need", "joblib", "lab"):
        import joblib
        from joblib.externals.loky.process_executor import TerminatedWorkerError
    again = "nothing is kept, as no file was named"
    if path is not None:
        again = f"what is finished is in {path}: run the same command again, and it goes on from there"
    with _where(joblib, jobs, backend, scheduler, again) as extra:
        # One piece at a time: joblib would bundle short ones, and a kill would lose the bundle.
        parallel = joblib.Parallel(n_jobs=jobs, batch_size=1, return_as="generator_unordered", **extra)
        with deaf() if backend == "loky" else nullcontext():  # the parent stops them
            results = parallel(joblib.delayed(called)(__version__, call, piece) for piece in pieces)
        with warnings.catch_warnings():
            # joblib replaces a worker that keeps much memory, and says so; nothing is lost by it.
            warnings.filterwarnings("ignore", message="A worker stopped", category=UserWarning)
            try:
                yield results
            except TerminatedWorkerError:
                raise LitgridError(f"a worker died, perhaps because memory ran out; {again}") from None
            finally:  # joblib says, too, that pieces which nobody waits for are dropped
                warnings.filterwarnings("ignore", category=UserWarning, module="joblib")
                results.close()


def _serve(parent: int, most: int) -> None:
    """Let a worker, and what it starts, not hear Ctrl-C; and not outlive its parent.

    It may take ``most`` bytes of memory: what may be taken is shared by all.

    A worker whose parent was killed would wait for ever, with all its memory, for somebody to take its result.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    memory.bound(most)
    end_with(parent)


@contextmanager
def _where(joblib: Any, jobs: int, backend: str, scheduler: str | None, again: str) -> Iterator[dict[str, Any]]:
    """Say to joblib where to compute; yield what else it must be told."""
    if backend == "dask":
        with (
            connected(scheduler, again) as client,
            joblib.parallel_config(backend=backend, client=client, wait_for_workers_timeout=PATIENCE),
        ):
            yield {"pre_dispatch": AHEAD}
    elif backend == "loky":
        share = memory.allowed() // joblib.effective_n_jobs(jobs)
        extra = {"initializer": _serve, "initargs": (os.getpid(), share), "temp_folder": place(SEMAPHORES)}
        with owning():
            yield {"backend": backend, **extra}
    else:
        yield {"backend": backend}
