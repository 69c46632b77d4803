"""How much memory the work may take: a share of the machine's, unless told otherwise.

What needs much says so by :func:`need` before it begins, so that what cannot fit is refused in a sentence. Behind it
stands the system's own limit, which :func:`bound` sets once for a process and all that it starts: whatever nobody
foresaw ends as a ``MemoryError``, and not with the machine.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress

from litgrid.core.errors import LitgridError, TooLargeError

VARIABLE = "LITGRID_MEMORY"
"""The environment variable that says how much: ``500M``, ``12G``."""
SHARE = 0.5
"""So much of the machine's memory a process may take; where the system gives it less (a container), of that."""
UNITS = {"K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
MORE = f"{VARIABLE} allows more, as {VARIABLE}=12G"
"""What can always be done."""
SMALL = 10_000_000
"""Nobody is asked about so few bytes."""

_SIZE = r"(?i)([0-9]{1,9}(?:\.[0-9]{1,3})?) ?([KMGT])i?B?"
_GROUPS = "/sys/fs/cgroup"


def need(size: int, what: str, instead: str) -> None:
    """Refuse what would take more memory than there is for it; raise :class:`TooLargeError` where it does not fit.

    Parameters
    ----------
    size
        About how many bytes it would take, beside those that are taken already.
    what
        What it is, as the beginning of a sentence.
    instead
        What can be done, as the rest of one.

    >>> need(10**18, "this list", "ask for fewer answers")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    litgrid.core.errors.TooLargeError: this list would take about 1,000,000,000 GB of memory, and litgrid may take ...
    """
    if size > SMALL and size + (there := taken()) > (most := allowed()):
        raise TooLargeError(
            f"{what} would take about {said(size)} of memory, and litgrid may take {said(most)}, of which it has "
            f"{said(there)} already: {instead}, or allow more "
            f"({VARIABLE}={said(size + there).replace(' ', '').replace(',', '')})"
        )


def said(size: int) -> str:
    """Return a number of bytes for people.

    >>> said(123_456_789), said(23_456_789_000)
    ('123 MB', '23 GB')
    """
    return f"{size / 10**9:,.0f} GB" if size >= 10**10 else f"{size / 10**6:,.0f} MB"


def allowed() -> int:
    """Return how many bytes this process may take, as the environment says, if it does."""
    return min(_told() or int(SHARE * _machine()), _limit())


def bound(most: int | None = None) -> None:
    """Let this process, and what it starts, take so many bytes at most, by default all that are :func:`allowed`."""
    most = allowed() if most is None else min(most, allowed())
    with suppress(ImportError, ValueError, OSError):  # Windows
        import resource

        # What is mapped and never written, as libraries reserve it, is no memory: so not the address space.
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _told() -> int | None:
    text = os.environ.get(VARIABLE, "").strip()
    if not text:
        return None
    found = re.fullmatch(_SIZE, text)
    if found is None:
        raise LitgridError(f"{VARIABLE}: expected an amount of memory, as 500M or 12G, got {text!r}")
    return int(float(found[1]) * UNITS[found[2].upper()])


def taken() -> int:
    """Return how many bytes this process has, as the limit of :func:`bound` counts them; 0 where that is not said."""
    with suppress(OSError, AttributeError, ValueError), open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[5]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _limit() -> int:
    with suppress(ImportError, OSError):
        import resource

        soft = [resource.getrlimit(one)[0] for one in (resource.RLIMIT_DATA, resource.RLIMIT_AS)]
        return min((one for one in soft if one != resource.RLIM_INFINITY), default=1 << 62)
    return 1 << 62


def _machine() -> int:
    """Return how many bytes the machine has, or the container that this process is in, where that has fewer."""
    sizes = [1 << 40]  # where the system does not say, nothing that could be there is refused
    with suppress(AttributeError, ValueError, OSError):
        sizes.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    with suppress(OSError), open("/proc/self/cgroup", encoding="utf-8") as groups:
        for line in groups:
            _, controllers, group = line.rstrip("\n").split(":", 2)
            if controllers == "":
                sizes += _limits(_GROUPS, group, "memory.max")
            elif "memory" in controllers.split(","):
                sizes += _limits(f"{_GROUPS}/memory", group, "memory.limit_in_bytes")
    return min(sizes)


def _limits(root: str, group: str, name: str) -> list[int]:
    """Return the limits of a group and of all that it is in; a container sees its own as the root."""
    found = []
    folders = [folder for folder in group.split("/") if folder]
    for depth in range(len(folders), -1, -1):
        # The root has none, and "max" is no number.
        with suppress(OSError, ValueError), open("/".join([root, *folders[:depth], name]), encoding="ascii") as file:
            found.append(int(file.read()))
    return found
