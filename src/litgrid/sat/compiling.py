"""Compiling a function with numba where it is installed; without numba the plain function does the same, slowly.

What was compiled is kept in a folder, so that only the first run on a machine waits: numba's own choice, which is the
package's ``__pycache__`` or, where that cannot be written, the user's cache folder; else a folder of this user alone
among the temporary files. Where nothing can be written, each process compiles anew. numba's settings are those of the
whole process; the one that names a folder is changed only while a function is decorated, and only in that last case.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

INSTALL = "pip install 'litgrid[walksat]'"
"""The command that brings numba."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A function that is ready to run.

    Attributes
    ----------
    function
        what to call
    compiled
        whether it is compiled; if not, numba is not installed or switched off
    seconds
        how long compiling took, 0 where it was not needed
    folder
        where the compiled code is kept, ``None`` where no folder could be written
    """

    function: Callable[..., Any]
    compiled: bool
    seconds: float = 0.0
    folder: str | None = None


def inner(function: Function) -> Function:
    """Decorate a function that only other compiled ones call."""
    numba = _numba()
    return function if numba is None else cast("Function", numba.njit(function, inline="always"))


def kept(function: Function) -> Function:
    """Decorate a function that Python calls; what is compiled is kept for the next process."""
    numba = _numba()
    if numba is None:
        return function
    try:
        return cast("Function", numba.njit(cache=True)(function))
    except RuntimeError:  # neither the package's folder nor the user's can be written
        folder = _private_folder()
    if folder is None:
        return cast("Function", numba.njit(function))
    with _keeping_in(folder, numba.config):
        return cast("Function", numba.njit(cache=True)(function))


def ready(function: Callable[..., Any], try_out: Callable[[Callable[..., Any]], object]) -> Ready:
    """Return a decorated function, compiled now if that is still to be done; ``try_out`` calls it once.

    What was kept may be damaged, or may not fit on the disk; then it is compiled anew and not kept.
    """
    if not hasattr(function, "py_func"):
        return Ready(function, compiled=False)
    compiled = cast("Any", function)
    begin, known = perf_counter(), len(compiled.signatures)
    try:
        try_out(compiled)
    except Exception:  # whatever goes wrong with the kept code must not stop the search
        compiled = import_module("numba").njit(compiled.py_func)
        try_out(compiled)
    anew = len(compiled.signatures) > known and not compiled.stats.cache_hits
    return Ready(compiled, True, perf_counter() - begin if anew else 0.0, compiled.stats.cache_path)


def _numba() -> Any:
    """Return numba, or ``None`` where it is missing, does not fit the installed NumPy, or is switched off."""
    try:
        numba = import_module("numba")
    except ImportError:
        return None
    return None if numba.config.DISABLE_JIT else numba


@contextmanager
def _keeping_in(folder: Path, config: Any) -> Iterator[None]:
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def _private_folder() -> Path | None:
    """Return a folder that nobody else can write, or ``None``: compiled code from strangers must not run."""
    if not hasattr(os, "getuid"):
        return None  # the temporary folder of Windows is the user's, whose cache folder could not be written either
    folder = Path(tempfile.gettempdir()) / f"litgrid-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    mine = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
    return folder if mine and os.access(folder, os.W_OK) else None
