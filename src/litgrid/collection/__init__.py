"""Puzzles of all kinds that come with litgrid, made by ``scripts/make_collection.py``, each with one answer.

Of each kind and size, *gentle* ones are decided by their rules looked at one by one, and *lean* ones have no needless
clue. The level of each, 1 to 4, is that of :func:`litgrid.grade`; gentle ones are of level 1.
"""

from __future__ import annotations

from importlib.resources import files

from litgrid.core.errors import InputError
from litgrid.formats import Record, loads_all
from litgrid.puzzles import KindName, kinds
from litgrid.question import checked


def text() -> str:
    """Return the collection as JSON lines, each puzzle with its answer and its source."""
    return (files("litgrid.collection") / "puzzles.jsonl").read_text(encoding="utf-8")


@checked
def examples(kind: KindName | None = None) -> tuple[Record, ...]:
    """Return the puzzles of the collection, with their answers, of one kind or of all.

    Parameters
    ----------
    kind
        Only this kind of puzzle, by its name or alias.

    Raises
    ------
    UnknownNameError
        for a kind that does not exist.

    Examples
    --------
    >>> import litgrid
    >>> len(litgrid.examples()), litgrid.examples("gappy")[0].id
    (124, 'gappy-9x9-gentle-1')
    """
    chosen = None if kind is None else kinds.get(kind).name
    records = []
    for item in loads_all(text(), format="jsonl", source="the collection"):
        if isinstance(item, InputError):
            raise item  # the file is ours: a test reads all of it
        if chosen in (None, item.puzzle.name):
            records.append(item)
    return tuple(records)
