"""What is known of a board, and words to draw consequences with: over lists, or compiled where that is worth it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.explaining import kernels
from litgrid.explaining.laws import COMPILING, LOADING, PLAIN, Book, compiled, loaded, price
from litgrid.explaining.probing import Lines

EVER = 1 << 40
"""As far as consequences go."""
GUESSES = 300
"""So many guesses are made about a few rules before they are taken not to decide."""
COMPILING_ONCE = f"compiling the kernels of explaining, once on this machine: about {COMPILING:.0f} s"

Say = Callable[[str], object]
"""Is told what is going on."""


def silent(_: str) -> None:
    """Say nothing."""


class Pace:
    """Whether kernels are worth loading for many puzzles, each of which may be too small for it.

    >>> pace = Pace()
    >>> pace.spent(0.001)
    >>> pace.compiled is None
    True
    """

    def __init__(self) -> None:
        self._seconds = 0.0

    def spent(self, seconds: float) -> None:
        """Note how long a puzzle took."""
        self._seconds += seconds

    @property
    def compiled(self) -> bool | None:
        """Whether to compile: ``True`` once all puzzles together took as long as that does, till then ``None``."""
        return True if self._seconds > LOADING and self._seconds > price() else None


class Board:
    """What is known of a board, for the kernels.

    Parameters
    ----------
    book
        The rules.
    known
        int8, shaped as the board: what is known beforehand; -1 for the rest.
    use_compiled
        Whether the kernels are compiled; ``None`` where the work decides.
    say
        Called with a sentence before the kernels are compiled, which takes long, once on a machine.
    off
        Of each rule that counts, whether it is switched off; ``None`` where all hold.
    """

    def __init__(
        self, book: Book, known: Grid, limit: Limit, use_compiled: bool | None, say: Say, off: BoolArray | None
    ) -> None:
        self.book, self.limit = book, limit
        self.laws = book.laws if off is None else book.laws_without(off)
        self.state = book.state(self.laws)
        self._begin, self._price, self._say = perf_counter(), LOADING, say
        use_compiled = True if use_compiled is None and loaded() else use_compiled
        self._fixed = use_compiled is not None
        fast = compiled() if use_compiled else None
        self.kernels: Any = fast or PLAIN
        if fast is None:
            # Python reads lists faster, one by one.
            self.laws, self.state = _lists(self.laws), _lists(self.state)
        self.take([2 * cell + 1 - value for cell, value in enumerate(known.ravel().tolist()) if value >= 0])

    @property
    def base(self) -> int:
        """How many cells are known."""
        return int(self.state.numbers[1])

    @property
    def values(self) -> Grid:
        """What is known of each cell: 1, 0, or -1."""
        return np.array(self.state.value, dtype=np.int8)

    def take(self, codes: Iterable[int]) -> None:
        """Know some literals."""
        state = self.state
        base = end = self.base
        for code in codes:
            if state.value[code >> 1] == -1:
                end = kernels.push(state, code, kernels.ASSUMED, 0, end)
        _, end = self.kernels.spread(self.laws, state, base, end, EVER, self._stamp())
        state.numbers[1], state.numbers[3] = end, 1

    def back(self, base: int) -> None:
        """Know no more than the first ``base`` literals."""
        self.kernels.undo(self.laws, self.state, base, self.base, self.base)
        self.state.numbers[1], self.state.numbers[3] = base, 1

    def _stamp(self) -> int:
        """Return a mode in which no rule is allowed yet."""
        self.state.numbers[0] += 1
        return int(self.state.numbers[0])

    def allow(self, rules: Iterable[int]) -> int:
        """Return the mode in which these rules alone may be used, until it is asked for another."""
        mode = self._stamp()
        for rule in rules:
            self.state.allowed[rule] = mode
        return mode

    def room(self, size: int) -> Any:
        """Return room for so many numbers, as the kernels want it."""
        return [0] * size if isinstance(self.state.value, list) else np.zeros(size, dtype=np.int64)

    def numbers(self, numbers: Sequence[int]) -> Any:
        """Return numbers, as the kernels want them."""
        return list(numbers) if isinstance(self.state.value, list) else np.array(numbers, dtype=np.int64)

    def pause(self) -> None:
        """Look at the time: after as much of it as compiled kernels take to be had, go on with them.

        Raises
        ------
        OutOfTimeError
            when the limit is over.
        """
        self.limit.check()
        spent = perf_counter() - self._begin
        if self._fixed or spent < self._price:
            return
        self._price = price()
        left = self.limit.left()
        self._fixed = self._price == inf or (left is not None and left < 2 * self._price)
        if self._fixed or spent < self._price:
            return
        self._fixed = True
        if self._price >= COMPILING:
            self._say(COMPILING_ONCE)
        if (fast := compiled()) is not None:
            self.kernels = fast
            self.laws, self.state = _arrays(self.laws, self.book.laws), _arrays(self.state, self.book.state())

    def open_cells(self, rules: Iterable[int]) -> list[int]:
        """Return the cells of some rules that are not known."""
        value = self.state.value
        return sorted({cell for rule in rules for cell in self.book.cells(rule) if value[cell] == -1})

    def impossible(self, code: int, cells: Sequence[int], mode: int) -> bool:
        """Return whether a literal and the rules of a mode, which are about these cells, cannot hold."""
        size = len(cells) + 2
        fits = self.kernels.fits(
            self.laws, self.state, code, self.numbers(cells), mode, GUESSES, self.room(size), self.room(size)
        )
        return bool(fits == 0)

    def misfits(self, codes: Sequence[int], lines: Lines, line: int) -> list[int]:
        """Return those of some literals that no completion of a line has."""
        size = len(self.state.value) + 2
        found = self.room(len(codes))
        number = self.kernels.misfits(
            self.laws, self.state, self.numbers(codes), lines, line, GUESSES, self.room(size), self.room(size), found
        )
        return list(map(int, found[:number]))

    def reach(self, code: int) -> int:
        """Return how many literals follow from one."""
        state, base = self.state, self.base
        end = kernels.push(state, code, kernels.ASSUMED, 0, base)
        head, end = self.kernels.spread(self.laws, state, base, end, EVER, kernels.FREE)
        self.kernels.undo(self.laws, state, base, head, end)
        return int(end) - base


def _lists(arrays: Any) -> Any:
    return type(arrays)(*(array.tolist() for array in arrays))


def _arrays(lists: Any, alike: Any) -> Any:
    return type(lists)(*(np.array(values, dtype=array.dtype) for values, array in zip(lists, alike, strict=True)))
