"""Formulas beside puzzles: told from them by how a text begins, or by the name of its file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from litgrid.core.errors import InputError
from litgrid.formats.files import Opened, opened
from litgrid.formats.record import FormulaRecord
from litgrid.question import checked
from litgrid.sat.told import CNF, Told, told

if TYPE_CHECKING:
    from litgrid.sat.formula import Formula

ENDINGS = (".cnf", ".dimacs")
"""How the names of files in DIMACS end."""
PACKED = (".gz", ".bz2", ".xz")
"""What may follow where they are packed."""


def formula_in(file: Opened, *, wanted: bool = True) -> FormulaRecord | None:
    """Return the formula that a text is; ``None`` where it is no formula, and may be a puzzle.

    Raises :class:`InputError` where it cannot be read, where it is not ``wanted``, and where it is neither, as a
    weighted CNF.
    """
    found = told(file.begin)
    if found is not None and (found.what != CNF or not wanted):
        raise refused(found, "a puzzle or a CNF" if wanted else "a puzzle").at(source=file.source)
    if not wanted:
        return None
    if found is None and not is_named(file.source):
        return None
    return FormulaRecord(os.path.basename(file.source), _read(file, file.source), file.source)


def _read(file: Opened, name: str) -> Formula:
    from litgrid.sat import dimacs  # imported here: nearly all texts are puzzles

    return dimacs.load(iter(lambda: file.read(dimacs.PART), b""), name)


def is_named(name: str) -> bool:
    """Whether a file is called as one in DIMACS.

    >>> is_named("a.CNF.xz"), is_named("cnf.txt")
    (True, False)
    """
    stem, ending = os.path.splitext(name.lower())
    return (os.path.splitext(stem)[1] if ending in PACKED else ending) in ENDINGS


def no_puzzle(text: str) -> InputError | None:
    """Return what is said of a text where a puzzle is wanted, if it is a formula or the like."""
    found = told(text)
    return None if found is None else refused(found, "a puzzle")


def refused(found: Told, expected: str) -> InputError:
    """Return what is said of a text that is not what was expected."""
    where = ": `litgrid solve`, `litgrid count` and commands of `litgrid lab` take one" if found.what == CNF else ""
    return InputError(f"expected {expected}, got {found.what}{where}", line=found.line, column=found.column)


@checked
def load_formula(file: str | os.PathLike[str]) -> Formula:
    r"""Read the formula of a file in DIMACS, packed by gzip, bzip2 or xz or not.

    The variables that it lists for model counters (``c p show``, ``c ind``) are its ``projection``.

    Parameters
    ----------
    file
        A ``Path``, or a name.

    Raises
    ------
    InputError
        where there is no such file, or no CNF in it; with line and column.

    Examples
    --------
    >>> from pathlib import Path
    >>> import litgrid
    >>> _ = Path("small.cnf").write_text("p cnf 2 2\n1 2 0\n-1 0\n")
    >>> list(litgrid.load_formula("small.cnf").clauses())
    [[1, 2], [-1]]
    """
    if not isinstance(file, (str, os.PathLike)):
        raise TypeError(f"expected a file's name or a Path, got {type(file).__name__}")
    path = os.fspath(file)
    with opened(os.path.join(".", path) if path == "-" else path) as text:  # for "-" is standard input
        found = told(text.begin)
        if found is not None and found.what != CNF:
            raise refused(found, "a CNF").at(source=path)
        return _read(text, path)
