"""What follows next, and from what, in numbers; and leaving out what is needless."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

FEW = 3
"""No more rules than this are seen at a glance."""
LONG_CHAIN = 8
"""A chain of more rules than this is of the hardest level."""
CHAIN, HIGHEST = 3, 4
"""The level of chains that are not long, and the last one."""
GENERAL = {"single": 1, "together": 2, "line": 1, "chain": CHAIN, "split": HIGHEST}
"""What steps are called, in any kind, that are not one of its techniques, and of which level they are at least."""

Way = Literal["single", "refuted", "confined", "line", "split"]


class Finding(NamedTuple):
    """What follows, and from what, in numbers."""

    literals: tuple[int, ...]  # what is decided
    rules: tuple[int, ...]  # of a refuted assumption the one that breaks first
    facts: tuple[int, ...]  # the known literals that it rests on
    way: Way  # how it was found
    technique: int | None = None  # its number among those of the puzzle
    assumed: int | None = None  # the literal that was refuted, if one was
    links: tuple[tuple[int, int], ...] = ()  # what follows from it, one after another: a rule, and a literal
    choices: int = 1  # how many steps of its way there were, itself included
    inside: int = 0  # how many of the rules, the first ones, are confined to the others
    followed: int = 0  # how many rules led to it, before those that are needless were left out; 0 for as many

    @property
    def cells(self) -> set[int]:
        """The cells that are decided."""
        return {abs(literal) - 1 for literal in self.literals}

    @property
    def cost(self) -> int:
        """How many rules it takes at once: single rules are only told together."""
        return 1 if self.way == "single" else len(self.rules)

    @property
    def level(self) -> int:
        """How hard it is: see :mod:`litgrid.explaining.grading`.

        What only the completions of a line show, three rules or ``windows``, is no easier than a chain.
        """
        if self.cost == 1:
            return 1
        if self.way == "split":
            return HIGHEST
        if self.way != "line" and (self.technique is not None or self.cost <= FEW):
            return 2
        return HIGHEST if max(self.cost, self.followed) > LONG_CHAIN else CHAIN


class Refuted(NamedTuple):
    """A refuted assumption: the least one comes first."""

    cost: int  # how many rules refute it
    technique: int  # its number; of what has no name one more than all
    variable: int
    literal: int
    rules: tuple[int, ...]  # if they are few


def ordered(literals: Iterable[int]) -> tuple[int, ...]:
    """Return literals by their cells."""
    return tuple(sorted(literals, key=abs))


def without(numbers: Sequence[int], enough: Callable[[Sequence[int]], bool]) -> list[int]:
    """Take numbers away that are not needed for what is ``enough``, the last ones first.

    >>> without([1, 2, 3, 4, 5], lambda left: 1 in left and 4 in left)
    [1, 4]
    """
    needed, tried = list(numbers), list(numbers)
    size = max(len(tried) // 4, 1)
    while size and tried:
        # Many at once first: most are needless.
        for end in range(len(tried), 0, -size):
            out = set(tried[max(end - size, 0) : end])
            trial = [number for number in needed if number not in out]
            if enough(trial):
                needed, tried = trial, [number for number in tried if number not in out]
        size //= 2
    return needed
