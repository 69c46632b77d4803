"""What the type of an option says beside its Python type: bounds, and which names there are.

They stand in ``Annotated`` in the signature of a capability; :mod:`litgrid.question` reads them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from litgrid.core.characters import shorten
from litgrid.core.errors import LitgridError
from litgrid.core.numerals import real


class Between(NamedTuple):
    """A number from ``low`` to ``high``; ``above``: that is more than ``low``, and ``below``: less than ``high``."""

    low: float | None = None
    high: float | None = None
    above: bool = False
    below: bool = False


class Named(NamedTuple):
    """A name, or another word for it, that ``find`` finds; what it finds has the ``name``."""

    find: Callable[[str], Any]
    names: Callable[[], list[str]]


class Said(NamedTuple):
    """A value that can be said in several ways: ``read`` reads them all, and ``expected`` tells them."""

    read: Callable[[object], Any]
    expected: str


def share(said: object) -> float:
    """Return a share that is said in percent or as a number from 0 to 1; raise :class:`LitgridError` for anything else.

    >>> share("25%"), share("12.5 %"), share("0.25"), share(1)
    (0.25, 0.125, 0.25, 1.0)
    """
    text = str(said)
    number = None if isinstance(said, bool) else real(text.removesuffix("%").rstrip(" "))
    value = number if number is None or not text.endswith("%") else number / 100
    if value is None or not 0 <= value <= 1:
        raise LitgridError(f"expected {SHARE}; got {shorten(said)}")
    return value


SHARE = "a share from 0 to 1, as 0.25 or 25%"
Share = Annotated[float | str | None, Said(share, SHARE)]
"""A part of a whole; ``None``: it is not said."""
Jobs = Annotated[int, Between(1)]
"""How many processes work."""
Seconds = Annotated[float | None, Between(0)]
"""A time limit, ``None`` for none."""
