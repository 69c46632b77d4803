"""Names for what people see in a puzzle: which kinds of rules, taken together, are a technique that has a name.

A puzzle lists its techniques as data, those that people look for first first; how to find them is no puzzle's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Technique(NamedTuple):
    """Rules of some kinds that decide cells together.

    Attributes
    ----------
    name
        its name: ``"starve-clue"``; sentences are looked up by it
    kinds
        the kinds of its rules; one that is named twice must be there twice or more
    broken
        the kind of the rule that breaks if a cell had the other value; ``None`` where it does not matter
    value
        the value that it gives a cell; ``None`` where it does not matter
    most
        no more rules than this; where there is one kind only, there is one rule only
    cells
        no more cells than this are decided; ``None`` where it does not matter
    direct
        whether all rules but the one that breaks are about the cell itself: what would follow, follows from it at once
    confined
        whether it is no assumption that is refuted: what some rules of the kind need can only be where others of it
        have room for no more
    thought
        the name of another technique that people think of at once with it: single rules of one thought that rest on the
        same known cells are one step
    between
        the kinds of rules that may lie between two rules of ``kinds``, any two; what such two say together with them is
        found exactly. ``None`` where it is no such technique
    level
        no lower is the level of its steps, where these come before it: see :attr:`least`
    """

    name: str
    kinds: tuple[str, ...]
    broken: str | None = None
    value: bool | None = None
    most: int = 3
    cells: int | None = None
    direct: bool = False
    confined: bool = False
    thought: str = ""
    between: tuple[str, ...] | None = None
    level: int = 1

    @property
    def least(self) -> int:
        """The least level that a step of it is of on the way to the answer: what takes two rules is not of level 1."""
        several = self.confined or self.between is not None or len(self.kinds) > 1
        return max(self.level, 2 if several else 1)

    def fits(self, kinds: Sequence[str], value: bool | None, cells: int = 1) -> bool:
        """Return whether rules of these kinds, of which the first breaks, are this technique; but not if ``direct``."""
        if self.between is not None:
            clues = [kind for kind in kinds if kind in self.kinds]
            others = [kind for kind in kinds if kind not in self.kinds]
            return len(clues) == 2 and len(kinds) <= self.most and set(others) <= set(self.between)
        if len(kinds) > (self.most if len(self.kinds) > 1 else 1) or set(kinds) != set(self.kinds):
            return False
        if self.confined or (self.cells is not None and cells > self.cells):
            return False
        if self.broken not in (None, kinds[0]) or (self.value is not None and self.value != value):
            return False
        if any(kinds.count(kind) < self.kinds.count(kind) for kind in self.kinds):
            return False
        return self.broken is None or self.kinds.count(self.broken) > 1 or kinds.count(self.broken) == 1


class Tier(NamedTuple):
    """A name for puzzles that take no other techniques than these (``None``: whatever they take)."""

    name: str
    techniques: frozenset[str] | None = None
