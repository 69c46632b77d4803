"""Compiling a function with numba where it is installed; without numba the plain function does the same, slowly.

What was compiled is kept in a folder, so that only the first run on a machine waits: numba's own choice, which is the
package's ``__pycache__`` or, where that cannot be written, the user's cache folder; else a folder of this user alone
among the temporary files. Where nothing can be written, each process compiles anew. numba's settings are those of the
whole process; the one that names a folder is changed only while a function is decorated, and only in that last case.

What was kept may be damaged, or made by code that is gone (numba keeps the types of arguments by their names), and what
is compiled may find no room: then a function is compiled anew, for this process alone.
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


class Kept:
    """A function that numba compiles when it is called, and keeps; anew, and not kept, where that goes wrong.

    It must raise nothing itself: whatever is raised then comes before it has changed anything.
    """

    def __init__(self, compiled: Any) -> None:
        self.compiled, self._kept = compiled, compiled
        self.py_func = compiled.py_func

    @property
    def is_kept(self) -> bool:
        """Whether something compiled was kept of it since its file was last written; it may still be of no use."""
        code, folder = self.py_func.__code__, self._kept.stats.cache_path
        # What calls others that are compiled has a version in its name.
        files = [] if folder is None else Path(folder).glob(f"*.{code.co_name}*-{code.co_firstlineno}.*.nbi")
        try:
            written = Path(code.co_filename).stat().st_mtime
            return any(file.stat().st_mtime >= written for file in files)
        except OSError:
            return False

    def __call__(self, *arguments: Any) -> Any:
        """Call it, compiled."""
        compiled = self.compiled
        try:
            return compiled(*arguments)
        except Exception:  # whatever goes wrong with what was kept must not stop the work
            if compiled is not self._kept:
                raise
        if self.compiled is compiled:  # no other thread was faster
            self.compiled = import_module("numba").njit(self.py_func)
        return self.compiled(*arguments)


def inner(function: Function) -> Function:
    """Decorate a function that only other compiled ones call."""
    numba = _numba()
    return function if numba is None else cast("Function", numba.njit(function, inline="always"))


def kept(function: Function) -> Function:
    """Decorate a function that Python calls and that raises nothing; what is compiled is kept for the next process."""
    numba = _numba()
    return function if numba is None else cast("Function", Kept(_keeping(function, numba)))


def ready(function: Callable[..., Any], try_out: Callable[[Callable[..., Any]], object]) -> Ready:
    """Return a decorated function, compiled now if that is still to be done; ``try_out`` calls it once."""
    if not isinstance(function, Kept):
        return Ready(function, compiled=False)
    begin, known = perf_counter(), len(function.compiled.signatures)
    try_out(function)
    made = function.compiled
    anew = len(made.signatures) > known and not made.stats.cache_hits
    return Ready(function, True, perf_counter() - begin if anew else 0.0, made.stats.cache_path)


def _keeping(function: Callable[..., Any], numba: Any) -> Any:
    """Return what compiles a function and keeps what it made, where there is a folder for it."""
    try:
        return numba.njit(cache=True)(function)
    except RuntimeError:  # neither the package's folder nor the user's can be written
        folder = private_folder()
    if folder is None:
        return numba.njit(function)
    with _keeping_in(folder, numba.config):
        return numba.njit(cache=True)(function)


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


def private_folder() -> Path | None:
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
