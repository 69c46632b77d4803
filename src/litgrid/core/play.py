"""How a kind of puzzle is played by hand: what a player's program shows and counts, said as data.

The rules are in the tables; this only says which of them are worth showing, and how the two states of a cell look. So
the page, like any other player, knows no puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Play(NamedTuple):
    """What a kind wants to look like while it is played.

    Attributes
    ----------
    true, false
        what an entered cell shows, a symbol as in :class:`litgrid.core.scene.Scene`: ``"●"`` a disc, ``"■"`` a filled
        cell, ``"·"`` a dot; anything else is written
    first
        which state a first click gives
    blank
        whether a board is finished although cells are open, if it obeys all rules with these false
    lit
        the kind of rule that is shown as light on the cell it belongs to, as soon as it is met
    counters
        kinds of rules about whole lines, and the states of which it is shown how many are left to be placed
    gaps
        whether it is shown, of each line with two true cells, how many cells lie between them
    """

    true: str = "●"
    false: str = "·"
    first: bool = True
    blank: bool = False
    lit: str | None = None
    counters: Mapping[str, tuple[bool, ...]] = {}
    gaps: bool = False
