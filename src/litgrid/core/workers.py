"""Work spread over the cores of this machine: pieces go out, results come back as they are done.

Processes are forks where there are such: they have all that is imported, and begin at once.
"""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, starmap
from typing import TYPE_CHECKING, Any, TypeVar

from litgrid.core import memory
from litgrid.core.errors import LitgridError
from litgrid.core.processes import FORKS, deaf, end_with

if TYPE_CHECKING:
    from concurrent.futures import Executor

Result = TypeVar("Result")

FEWER = "ask for fewer at once"
"""What to do where a worker died."""


@contextmanager
def working(
    call: Callable[..., Result],
    pieces: Iterable[tuple[Any, ...]],
    *,
    jobs: int = -1,
    threads: bool = False,
    again: str = FEWER,
) -> Iterator[Iterator[Result]]:
    """Give what ``call`` returns for each piece, as it comes; whoever leaves early stops the workers.

    There are so many ``jobs``, -1 for all cores: processes, or ``threads`` of this one. Raises :class:`LitgridError`
    where one died, which says with ``again`` what to do then.
    """
    from concurrent.futures import wait
    from concurrent.futures.process import BrokenProcessPool

    jobs = jobs if jobs > 0 else len(os.sched_getaffinity(0)) if FORKS else os.cpu_count() or 1
    executor = _executor(jobs, threads=threads)
    try:
        with deaf():  # the parent stops them
            results = as_done(lambda *piece: executor.submit(call, *piece), iter(pieces), 2 * jobs, wait)
        yield results
    except BrokenProcessPool:
        raise LitgridError(f"a worker died, perhaps because memory ran out; {again}") from None
    finally:
        for process in list((getattr(executor, "_processes", None) or {}).values()):
            process.kill()
        executor.shutdown(cancel_futures=True)


def in_order(
    call: Callable[..., Result], pieces: Iterable[tuple[Any, ...]], *, jobs: int, again: str = FEWER
) -> Generator[Result, None, None]:
    """Yield what ``call`` returns for each piece, in their order; whoever leaves early closes it.

    One job is done in this process; ``again`` as in :func:`working`.
    """
    if jobs == 1:
        yield from starmap(call, pieces)
        return
    found: dict[int, Result] = {}
    yielded = 0
    with working(_numbered, ((call, *one) for one in enumerate(pieces)), jobs=jobs, again=again) as some:
        for number, result in some:
            found[number] = result
            while yielded in found:
                yield found.pop(yielded)
                yielded += 1


def spread(
    call: Callable[..., Result],
    pieces: Sequence[tuple[Any, ...]],
    *,
    jobs: int,
    tick: Callable[[int], object] = lambda _: None,
) -> list[Result]:
    """Return what ``call`` returns for each piece, in their order; ``tick`` is told how many are done."""
    found: list[Result] = []
    tick(0)
    for result in in_order(call, pieces, jobs=jobs):
        found.append(result)
        tick(len(found))
    return found


def _numbered(call: Callable[..., Result], number: int, piece: tuple[Any, ...]) -> tuple[int, Result]:
    return number, call(*piece)


def _executor(jobs: int, *, threads: bool) -> Executor:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

    if threads:
        return ThreadPoolExecutor(jobs)
    context = multiprocessing.get_context("fork" if FORKS else None)
    return ProcessPoolExecutor(jobs, context, _serve, (os.getpid(), memory.allowed() // jobs))


def as_done(
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
