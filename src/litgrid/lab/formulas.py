"""A folder of formulas, one a puzzle, and a table beside them that says of each what it is, a JSON object a line."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from litgrid import __version__
from litgrid.counting import count
from litgrid.explaining import grade
from litgrid.formats import FormulaRecord, Input, Record
from litgrid.formats.formulas import ENDINGS, PACKED
from litgrid.generating.order import seed_of
from litgrid.lab.sizes import Made, Sizes

TABLE = "formulas.jsonl"
"""What the table is called."""
LONGEST = 100
"""No name has more characters that come from an id."""
_STRANGE = re.compile(r"[^A-Za-z0-9._-]+")


class Names:
    """Makes names of files from ids: of letters that every system takes, and each once, whatever its capitals.

    >>> names = Names()
    >>> [names.name(wanted(Record(id, None)), ".cnf") for id in ("a/1", "A 1", "..", "formulas")]
    ['a_1.cnf', 'A_1-2.cnf', 'puzzle.cnf', 'formulas.cnf']
    """

    def __init__(self, folder: Path = Path(), read: Collection[str] = ()) -> None:
        self._folder, self._read = folder, read
        self._taken = {TABLE}
        self._last: dict[str, int] = {}  # so that many of one name do not try all numbers each

    def name(self, bare: str, ending: str) -> str:
        """Return the name for a formula, of what is :func:`wanted`.

        No file that is read has it: ``read`` are the files' real paths.
        """
        name = f"{bare}{ending}"
        while name.lower() in self._taken or os.path.realpath(self._folder / name) in self._read:
            number = self._last[bare.lower()] = self._last.get(bare.lower(), 1) + 1
            name = f"{bare}-{number}{ending}"
        self._taken.add(name.lower())
        return name


def wanted(record: Input) -> str:
    """Return how a puzzle's formula is best called; one without an id is called by its file and line."""
    said = record.id
    if isinstance(record, FormulaRecord):
        while said.lower().endswith((*ENDINGS, *PACKED)):
            said = Path(said).stem
    elif not record.named:
        said = f"{Path(record.source or '').stem}-{record.line}"
    return _STRANGE.sub("_", said)[:LONGEST].strip("._") or "puzzle"


def row(
    record: Input,
    file: str,
    encoding: str,
    made: Made,
    *,
    graded: bool = False,
    counted: bool = False,
    timeout: float | None = None,
) -> dict[str, Any]:
    """Return what the table says of a puzzle's formula, which is in that file.

    ``graded``: with its level and its score; else with the level that it came with. ``counted``: with how many answers
    it has. Each may take so many seconds, after which it is null.
    """
    (sizes,) = Sizes(record.asked, ((encoding, made),)).records()
    said: dict[str, Any] = {"level": record.level if isinstance(record, Record) else None, "score": None}
    if graded and isinstance(record, Record):
        found = grade(record.puzzle, timeout=timeout).record()
        said = {name: found[name] for name in said}
    return {
        "id": record.id,
        "file": file,
        **sizes,
        **said,
        "answers": count(record.asked, timeout=timeout).count if counted else None,
        "seed": seed_of(record.id),
        "litgrid": __version__,
    }
