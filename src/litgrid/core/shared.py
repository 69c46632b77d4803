"""What is made once in a process and then shared, also where several threads ask for it at once.

``functools.cache`` alone lets each of them make its own, until one is done.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from threading import RLock
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Shared(Generic[Made]):
    """Decorates a function: each of its results is made once, by the first that asks; others wait for it.

    >>> numbers = Shared(lambda name: [name])
    >>> numbers("one") is numbers("one"), numbers.ready
    (True, True)
    """

    def __init__(self, make: Callable[..., Made]) -> None:
        self._make, self._lock = cache(make), RLock()
        self.__doc__ = make.__doc__

    def __call__(self, *arguments: Hashable) -> Made:
        """Return the result."""
        with self._lock:
            return self._make(*arguments)

    @property
    def ready(self) -> bool:
        """Whether any was made."""
        return self._make.cache_info().currsize > 0
