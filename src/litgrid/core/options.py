"""What the type of an option says beside its Python type: bounds, and which names there are.

They stand in ``Annotated`` in the signature of a capability; :mod:`litgrid.question` reads them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any


@dataclass(frozen=True, slots=True)
class Between:
    """A number from ``low`` to ``high``; ``above``: that is more than ``low``, and ``below``: less than ``high``."""

    low: float | None = None
    high: float | None = None
    above: bool = False
    below: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """A name, or another word for it, that ``find`` finds; what it finds has the ``name``."""

    find: Callable[[str], Any]
    names: Callable[[], list[str]]


@dataclass(frozen=True, slots=True)
class Said:
    """A value that can be said in several ways: ``read`` reads them all, and ``expected`` tells them."""

    read: Callable[[object], Any]
    expected: str


Seconds = Annotated[float | None, Between(0)]
"""A time limit, ``None`` for none."""
