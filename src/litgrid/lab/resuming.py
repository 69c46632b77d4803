"""Work in pieces that a kill does not cost: what a file of results holds already is not computed again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from contextlib import closing
from typing import Any, TypeVar

from litgrid.core.errors import InputError, LitgridError
from litgrid.lab.journal import Journal, Line
from litgrid.lab.workers import computing

Key = TypeVar("Key", bound=Hashable)


def resumed(
    *work: Any, keys: Sequence[Any], tick: Callable[[int, int], None] = lambda *_: None, **how: Any
) -> list[Line]:
    """Do work as :func:`going` does, and return all lines; ``tick`` is told how many are done, and of how many."""
    with closing(going(*work, keys=keys, **how)) as states:
        for done in states:
            tick(len(done), len(keys))
    return [done[key] for key in keys]


def going(
    path: str,
    head: Mapping[str, Any],
    compute: Callable[..., Line],
    piece: Callable[[Key], tuple[Any, ...]],
    key_of: Callable[[Line], Key],
    *,
    keys: Sequence[Key],
    most: int | None = None,
    anew: bool = False,
    **where: Any,
) -> Generator[dict[Key, Line]]:
    """Compute what is not there yet, of the first ``most`` pieces or of all; yield at first and each time what is done.

    ``head`` is the first line of the file, which says what the work is. ``compute`` makes a line, in a worker, of what
    ``piece`` returns for a key; ``key_of`` returns the key of a line, and raises :class:`LitgridError` where it is none
    of this work. In the end the file has all lines in the order of their keys. See
    :class:`litgrid.lab.journal.Journal` for ``anew``, and :func:`litgrid.lab.workers.computing` for where it is
    computed.
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
        yield done
        if todo := [key for key in keys[:most] if key not in done]:
            with computing(compute, map(piece, todo), path, **where) as results:
                for line in results:
                    journal.append(line)
                    done[key_of(line)] = line
                    yield done
        # Also where all was done, and a kill came before it was put in order.
        if len(done) == len(keys) and list(done) != list(keys):
            journal.finish([done[key] for key in keys])
