"""How a notebook shows a puzzle: whoever draws is told here, for what a puzzle is knows nothing of pictures of it."""

from __future__ import annotations

TYPE_CHECKING = False  # this is imported first of all, and who hears Ctrl-C after it

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

Bundle = dict[str, str]
"""What a notebook's display asks for, by type."""

_shown: list[Callable[[Any], Bundle]] = []


def show_with(shown: Callable[[Any], Bundle]) -> None:
    """Let a function say what is shown of a puzzle."""
    _shown[:] = [shown]


def bundle(puzzle: object) -> Bundle:
    r"""Return what is shown of a puzzle.

    >>> import litgrid
    >>> sorted(bundle(litgrid.load("lightup\n.1.\n...\n#.2")))
    ['image/svg+xml', 'text/plain']
    """
    return _shown[0](puzzle)
