"""The instances of an experiment: what their names mean, and the formulas that local search gets.

======================  ================================================================================================
a name                  is
======================  ================================================================================================
``example NAME``        a puzzle that comes with litgrid: see :func:`examples`
``empty KIND SIZE``     a board of a kind without any clues
a file                  a formula in DIMACS, or puzzles, each an instance
======================  ================================================================================================
"""

from __future__ import annotations

import hashlib
import pickle
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.puzzle import Puzzle
from litgrid.core.registry import did_you_mean
from litgrid.encode.rest import Start, searched
from litgrid.formats import Record, loads_all
from litgrid.formats.files import opened
from litgrid.formats.formulas import formula_in
from litgrid.puzzles import empty
from litgrid.sat.formula import Formula
from litgrid.sat.threesat import three_sat


@dataclass(frozen=True, eq=False)
class Instance:
    """One thing to search: its name, a puzzle or a formula, and how hard it is said to be."""

    name: str
    what: Puzzle | Formula
    level: int | str | None = None

    def formula(self, form: str, encoding: str, start: Start) -> Formula:
        """Return what local search gets (:class:`litgrid.lab.experiment.Experiment`); raise where that is nothing."""
        made = self.what
        if isinstance(made, Puzzle):
            try:
                opened = searched(made, start, encoding)
            except LitgridError as error:
                raise LitgridError(f"{self.name}: {error}") from None
            if not opened.cells.size:
                raise LitgridError(
                    f"{self.name}: there is nothing to search: counting alone finds the answer; to search the whole "
                    'puzzle say start = "nothing", or --start nothing'
                )
            made = opened.formula
        return three_sat(made) if form == "3-sat" else made


Bad = Callable[[InputError], None]
"""Is told of a bad puzzle, which then costs the others nothing; or raises."""


def refuse(error: InputError) -> None:
    """Raise what is wrong with a puzzle."""
    raise error


def load(
    name: str,
    folder: Path,
    kind: str | None = None,
    format: str | None = None,  # noqa: A002
    switches: Mapping[str, bool] | None = None,
    bad: Bad = refuse,
) -> Iterator[Instance]:
    """Return the instances of a name.

    ``kind`` and ``format`` are those of puzzle files that do not say; ``switches`` turn rules on and off. Files are
    found from ``folder``, and called as they were named.

    Raises
    ------
    InputError
        where there is no such thing, or where it is not what it should be.
    """
    word, _, others = name.partition(" ")
    switches = switches or {}
    records: Iterable[Record | InputError]
    if word == "example" and others:
        records = [replace(record, id=name) for record in loads_all(_example(others)) if isinstance(record, Record)]
    elif word == "empty" and len(others.split()) == 2:
        try:
            records = [Record(name, empty(*others.split()).with_switches(**switches))]
        except LitgridError as error:
            raise InputError(f"{name}: {error}") from None
    else:
        with opened(str(folder / name) if name not in ("", "-") else name, name) as file:
            if (formula := formula_in(file)) is not None:
                yield Instance(formula.id, formula.formula)
                return
            text = file.whole()
        said: dict[str, Any] = {"kind": kind, "format": format, "source": name, **switches}
        records = loads_all(text, **said)
    for record in records:
        if isinstance(record, InputError):
            bad(record)
        else:
            yield Instance(record.id, record.puzzle, record.level)


def load_every(names: Sequence[str], folder: Path, *how: Any, **more: Any) -> list[Instance]:
    """Return the instances of all names, as :func:`load` has them; raise where two are called the same."""
    found: dict[str, Instance] = {}
    for name in names:
        for instance in load(name, folder, *how, **more):
            if found.setdefault(instance.name, instance) is not instance:
                raise InputError(f"expected instances of different names, got two called {shorten(instance.name)}")
    return list(found.values())


def examples() -> list[str]:
    """Return the names of the puzzles that come with litgrid."""
    return sorted(place.name.removesuffix(".txt") for place in _folder().iterdir() if place.name.endswith(".txt"))


def _folder() -> Traversable:
    return files("litgrid.lab") / "examples"


def _example(name: str) -> str:
    known = examples()
    if name not in known:
        hint = did_you_mean(name, known)
        raise InputError(f"expected the name of an example, one of {', '.join(known)}; got {shorten(name)}{hint}")
    return (_folder() / f"{name}.txt").read_text(encoding="utf-8")


def pack(formula: Formula) -> bytes:
    """Return a formula as bytes that a worker can be sent: without its names, which no pickle holds."""
    bare = replace(formula, variable_name=None, origin_name=None, origin=np.zeros(0, dtype=np.int64))
    return zlib.compress(pickle.dumps(bare), 1)


@lru_cache(maxsize=4)
def unpack(packed: bytes) -> Formula:
    """Return the formula of :func:`pack`; the last few are kept, as one comes with many chunks."""
    formula: Formula = pickle.loads(zlib.decompress(packed))  # noqa: S301 - from our own process
    return replace(formula, origin=np.full(len(formula), -1, dtype=np.int64))


def digest(formula: Formula) -> str:
    """Return a short word that is another one for another formula."""
    value = hashlib.sha256(str(formula.variables).encode())
    value.update(formula.starts.astype("<i8").tobytes())
    value.update(formula.literals.astype("<i4").tobytes())
    return value.hexdigest()[:16]
