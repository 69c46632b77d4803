"""How people write the cells of a kind, where nothing says in which format."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

OPENS = ". _ - ? x X * ~"
"""What people write for an open cell, in words; that nothing stands there says the same."""


class Spelling:
    """How people write a kind's cells: tokens, and the character of its alphabet that each is.

    Under a character, ``one`` has more words, of which at most one is used for it in a text. A spelling that is
    ``whole`` is meant only where each of its tokens is there.
    """

    def __init__(self, tokens: Mapping[str, str], one: Mapping[str, str] = {}, *, whole: bool = False) -> None:
        self.tokens, self.one, self.whole = tokens, one, whole

    @cached_property
    def words(self) -> Mapping[str, frozenset[str]]:
        """The words of ``one``."""
        return {char: frozenset(words.split()) for char, words in self.one.items()}
