"""The fewest clues that fix an answer: that no other answer obeys.

A set of clues fixes an answer where it *hits* every other one: where some clue of the set says something else of the
other. So the fewest clues are a least hitting set of the sets of clues in which the answer differs from each other.
There are as many of those as answers, and few matter (:mod:`litgrid.hitting`): all are listed here, and looked through
in one array operation.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.hitting import Hitting

Clues = npt.NDArray[np.int8]
"""What each clue says of each answer, shaped ``(answers, clues)``."""

WORD = MOST_CLUES = 64
"""A set of clues is a word of so many bits."""
MOST_ADDED = 8
"""So many sets are added at a time, disjoint ones."""


def fewest(clues: Clues, answer: int, limit: Limit) -> BoolArray | None:
    """Return a least set of clues that fixes an answer, as a mask; ``None`` where all of them do not.

    Requires at most ``MOST_CLUES`` clues.

    Raises
    ------
    OutOfTimeError
        when the limit is over.

    >>> import numpy as np
    >>> some = np.array([[0, 1, 1], [0, 0, 1], [1, 1, 1], [1, 0, 0]], dtype=np.int8)
    >>> fewest(some, 0, Limit(None)).tolist()
    [True, True, False]
    """
    sets, empty = _differences(clues, answer)
    if empty:
        return None
    bits = np.uint64(1) << np.arange(clues.shape[1], dtype=np.uint64)

    def missed(numbers: list[int]) -> Iterator[list[int]]:
        left = sets[sets & bits[numbers].sum(dtype=np.uint64) == 0]
        for _ in range(MOST_ADDED):
            if not left.size:
                return
            yield np.flatnonzero(left[0] & bits).tolist()
            left = left[left & left[0] == 0]

    chosen = np.zeros(clues.shape[1], dtype=np.bool_)
    with Hitting() as hitting:
        chosen[hitting.run(missed, limit)] = True
    return chosen


def _differences(clues: Clues, answer: int) -> tuple[npt.NDArray[np.uint64], bool]:
    """Return the sets of clues, as bits, in which the answer differs from others, the smallest first.

    Also whether some other answer differs in none.
    """
    differ = clues != clues[answer]
    packed = np.zeros((len(clues), WORD // 8), dtype=np.uint8)
    some = np.packbits(differ, axis=1, bitorder="little")
    packed[:, : some.shape[1]] = some
    sets, first, times = np.unique(packed.view("<u8")[:, 0], return_index=True, return_counts=True)
    size = np.count_nonzero(differ[first], axis=1)
    order = np.argsort(size, kind="stable")[1:]  # all but the answer itself, and those that look like it
    return sets[order], bool(times[0] > 1)


def unlike_any_other(clues: Clues) -> int:
    """Return how many answers have clues that no other answer has.

    >>> unlike_any_other(np.array([[0, 3], [1, 3], [0, 3]], dtype=np.int8))
    1
    """
    if len(clues) < 2:
        return len(clues)
    least = clues.min(axis=0)
    bits = np.array([int(span).bit_length() for span in clues.max(axis=0).astype(np.int64) - least], dtype=np.int64)
    words: list[npt.NDArray[np.uint64]] = []
    room = 0
    for place in np.flatnonzero(bits).tolist():
        if bits[place] > room:
            words.append(np.zeros(len(clues), dtype=np.uint64))
            room = WORD
        room -= int(bits[place])
        words[-1] |= (clues[:, place].astype(np.int64) - least[place]).astype(np.uint64) << np.uint64(room)
    if not words:
        return 0
    order = np.lexsort(words) if len(words) > 1 else np.argsort(words[0])
    new = np.ones(len(clues) + 1, dtype=np.bool_)
    new[1:-1] = False
    for word in words:
        word[:] = word[order]
        new[1:-1] |= word[1:] != word[:-1]
    return int(np.count_nonzero(new[1:] & new[:-1]))
