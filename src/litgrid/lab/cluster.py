"""A dask cluster as a place to compute: reaching it, and what can go wrong with it as sentences."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any

from litgrid.core.errors import LitgridError, needing

PATIENCE = 10.0
"""Seconds to wait for a scheduler, and for the first of its workers."""


@contextmanager
def connected(scheduler: str | None, again: str) -> Iterator[Any]:
    """Give a client of the scheduler at an address; ``again`` is what to do where the cluster fails in mid-run.

    Raises :class:`MissingPackageError` where dask is not installed, :class:`LitgridError` where the cluster cannot be
    reached, has no workers or other ones than it should, or fails.
    """
    with needing("--backend dask needs", "distributed", "cluster"):
        from distributed import Client, KilledWorker
        from distributed.comm.addressing import resolve_address
    with _silent("distributed.client"), _silent("tornado.application"):
        try:
            resolve_address(scheduler or "")  # a client of what is no address could not be closed
            client = Client(scheduler, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise LitgridError(
                f"the dask scheduler at {scheduler} cannot be reached: {error or type(error).__name__}; `dask "
                "scheduler` starts one and says its address"
            ) from None
        try:
            with client:
                yield client
        except CancelledError:
            raise LitgridError(f"the connection to the dask scheduler at {scheduler} was lost; {again}") from None
        except KilledWorker:
            raise LitgridError(f"workers of the cluster died again and again on one chunk; {again}") from None
        except ImportError as error:
            raise LitgridError(
                f"a worker of the cluster has no {error.name}: its workers need litgrid as it is here"
            ) from None
        except TimeoutError:
            raise LitgridError(f"the dask scheduler at {scheduler} has no workers: `dask worker {scheduler}`") from None


@contextmanager
def _silent(name: str) -> Iterator[None]:
    """Let a logger say nothing: dask logs, with a traceback, what it then raises."""
    logger = logging.getLogger(name)
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before
