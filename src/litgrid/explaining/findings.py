"""What follows next, and from what, in numbers; and leaving out what is needless."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

Way = Literal["single", "refuted", "confined", "line", "split"]


class Finding(NamedTuple):
    """What follows, and from what, in numbers.

    Attributes
    ----------
    literals
        what is decided
    rules
        the numbers of the rules; of a refuted assumption the one that breaks first
    facts
        the known literals that it rests on
    way
        how it was found
    technique
        the number of the technique among the puzzle's, or ``None``
    assumed
        the literal that was refuted, if one was
    links
        of a refuted assumption, what follows from it, one after another: the number of a rule, and a literal
    choices
        how many steps of its way there were, itself included
    inside
        how many of the rules, the first ones, are confined to the others
    followed
        how many rules led to it, before those that are needless were left out; 0 for as many as there are
    """

    literals: tuple[int, ...]
    rules: tuple[int, ...]
    facts: tuple[int, ...]
    way: Way
    technique: int | None = None
    assumed: int | None = None
    links: tuple[tuple[int, int], ...] = ()
    choices: int = 1
    inside: int = 0
    followed: int = 0

    @property
    def cost(self) -> int:
        """How many rules it takes at once: single rules are only told together."""
        return 1 if self.way == "single" else len(self.rules)


def together(singles: Sequence[Finding]) -> Finding:
    """Return single steps that rest on the same facts as one, without those that decide nothing more.

    >>> one, other = (Finding(cells, (rule,), (1,), "single") for rule, cells in enumerate([(2, 3), (2, 3, 4)]))
    >>> together([one, other, one]).rules, together([one, other]).literals
    ((1,), (2, 3, 4))
    """
    if len(singles) == 1:
        return singles[0]
    every = frozenset[int]().union(*(single.literals for single in singles))
    numbers = range(len(singles))
    needed = without(
        numbers, numbers, lambda left: every == {literal for number in left for literal in singles[number].literals}
    )
    first = singles[needed[0]]
    rules = tuple(rule for number in needed for rule in singles[number].rules)
    return first._replace(literals=tuple(sorted(every, key=abs)), rules=rules)


def without(numbers: Sequence[int], doubtful: Sequence[int], enough: Callable[[Sequence[int]], bool]) -> list[int]:
    """Take those of the doubtful numbers away that are not needed for what is ``enough``, the last ones first.

    >>> without([1, 2, 3, 4, 5], [2, 3, 4, 5], lambda left: 1 in left and 4 in left)
    [1, 4]
    """
    needed, tried = list(numbers), list(doubtful)
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
