"""Work in pieces that a kill does not cost: what a file of results holds already is not computed again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from litgrid.core.errors import InputError, LitgridError
from litgrid.lab.journal import Journal, Line
from litgrid.lab.workers import computing

Key = TypeVar("Key", bound=Hashable)


def resumed(
    path: str,
    head: Mapping[str, Any],
    keys: Sequence[Key],
    compute: Callable[..., Line],
    piece: Callable[[Key], tuple[Any, ...]],
    key_of: Callable[[Line], Key],
    *,
    anew: bool = False,
    tick: Callable[[int, int], None] = lambda *_: None,
    **where: Any,
) -> list[Line]:
    """Compute what is not there yet, and return all lines in the order of their keys, which the file has in the end.

    ``head`` is the first line of the file, which says what the work is. ``compute`` makes a line, in a worker, of what
    ``piece`` returns for a key; ``key_of`` returns the key of a line, and raises :class:`LitgridError` where it is none
    of this work. ``tick`` is told how many pieces are done, and of how many. See :class:`litgrid.lab.journal.Journal`
    for ``anew``, and :func:`litgrid.lab.workers.computing` for where it is computed.
    """
    wanted = set(keys)
    with Journal(path, head, anew=anew) as journal:
        done: dict[Key, Line] = {}
        for number, line in enumerate(journal.lines, 2):
            try:
                key = key_of(line)
            except LitgridError as error:
                raise InputError(str(error), line=number, source=path) from None
            if key in wanted:
                done[key] = line
        todo = [key for key in keys if key not in done]
        tick(len(done), len(keys))
        if todo:
            pieces = map(piece, todo)
            with computing(compute, pieces, path, **where) as results:
                for line in results:
                    journal.append(line)
                    done[key_of(line)] = line
                    tick(len(done), len(keys))
        lines = [done[key] for key in keys]
        if list(done) != list(keys):  # also where all was done, and a kill came before it was put in order
            journal.finish(lines)
    return lines
