"""Work spread over all cores, or over a cluster: pieces go out, results come back as they are done.

Processes of this machine are forks where there are such: they have all that is imported, and begin at once.
"""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from litgrid import __version__
from litgrid.core import memory
from litgrid.core.errors import LitgridError
from litgrid.core.processes import FORKS, deaf, end_with

if TYPE_CHECKING:
    from concurrent.futures import Executor

Result = TypeVar("Result")

BACKENDS = ("processes", "threads", "dask")
"""Processes of this machine, threads of this process, and the workers of a dask cluster."""

AHEAD = 200
"""So many pieces wait at the scheduler of a cluster, so that workers which join late find work."""


def called(version: str, call: Callable[..., Result], piece: tuple[Any, ...]) -> Result:
    """Return what ``call`` returns for a piece, in a worker, which must be of the same version of litgrid."""
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
    backend: str = "processes",
    scheduler: str | None = None,
) -> Iterator[Iterator[Result]]:
    """Give what ``call`` returns for each piece, as it comes; whoever leaves early stops the workers.

    ``jobs`` is how many workers there are, -1 for all cores; a cluster, whose scheduler has an address, uses what it
    has. ``path`` is the file of results, to be named where something goes wrong. Raises :class:`MissingPackageError`
    where dask is asked for and not installed, :class:`LitgridError` where a worker died, or the cluster cannot be
    reached.
    """
    from concurrent.futures import wait
    from concurrent.futures.process import BrokenProcessPool

    again = "nothing is kept, as no file was named"
    if path is not None:
        again = f"what is finished is in {path}: run the same command again, and it goes on from there"
    todo = ((__version__, call, piece) for piece in pieces)
    if backend == "dask":
        from litgrid.lab.cluster import PATIENCE, connected

        with connected(scheduler, again) as client:
            from distributed import wait as wait_for

            client.wait_for_workers(1, timeout=PATIENCE)
            with client.as_current():
                yield _as_done(lambda *piece: client.submit(called, *piece, pure=False), todo, AHEAD, wait_for)
        return
    jobs = jobs if jobs > 0 else len(os.sched_getaffinity(0)) if FORKS else os.cpu_count() or 1
    executor = _executor(jobs, backend)
    try:
        with deaf():  # the parent stops them
            results = _as_done(lambda *piece: executor.submit(called, *piece), todo, 2 * jobs, wait)
        yield results
    except BrokenProcessPool:
        raise LitgridError(f"a worker died, perhaps because memory ran out; {again}") from None
    finally:
        for process in list((getattr(executor, "_processes", None) or {}).values()):
            process.kill()
        executor.shutdown(cancel_futures=True)


def spread(
    call: Callable[..., Result],
    pieces: Sequence[tuple[Any, ...]],
    *,
    jobs: int,
    tick: Callable[[int], object] = lambda _: None,
) -> list[Result]:
    """Return what ``call`` returns for each piece, in their order; ``tick`` is told how many are done.

    One job is done in this process.
    """
    found: dict[int, Result] = {}
    work = [(call, number, piece) for number, piece in enumerate(pieces)]
    here = jobs == 1
    with nullcontext(_numbered(*one) for one in work) if here else computing(_numbered, work, None, jobs=jobs) as some:
        tick(0)
        for number, result in some:
            found[number] = result
            tick(len(found))
    return [found[number] for number in range(len(work))]


def _numbered(call: Callable[..., Result], number: int, piece: tuple[Any, ...]) -> tuple[int, Result]:
    return number, call(*piece)


def _executor(jobs: int, backend: str) -> Executor:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

    if backend == "threads":
        return ThreadPoolExecutor(jobs)
    context = multiprocessing.get_context("fork" if FORKS else None)
    return ProcessPoolExecutor(jobs, context, _serve, (os.getpid(), memory.allowed() // jobs))


def _as_done(
    submit: Callable[..., Any], pieces: Iterator[tuple[Any, ...]], ahead: int, wait_for: Callable[..., Any]
) -> Iterator[Any]:
    """Have the first pieces done, so many at once; return the results of all, each as soon as it is there."""
    with warnings.catch_warnings():
        # Python warns of forks beside threads, whose locks they may hold; those here hold none.
        warnings.filterwarnings("ignore", message=".*multi-threaded.*", category=DeprecationWarning)
        begun = {submit(*piece) for piece in islice(pieces, ahead)}

    def results(running: set[Any]) -> Iterator[Any]:
        while running:
            done, running = wait_for(running, return_when="FIRST_COMPLETED")
            running = running | {submit(*piece) for piece in islice(pieces, len(done))}
            for future in done:
                yield future.result()

    return results(begun)


def _serve(parent: int, most: int) -> None:
    """Let a worker take so much memory, and with what it starts not hear Ctrl-C, and not outlive its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    memory.bound(most)
    end_with(parent)
