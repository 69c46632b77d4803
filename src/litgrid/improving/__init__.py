"""Better clues for a puzzle: which are needless, which would make it unique, the fewest of all.

:mod:`~litgrid.improving.clues` is what there is to choose from, :mod:`~litgrid.improving.rivals` asks an engine what
some of them leave, :mod:`~litgrid.improving.fewest` finds the fewest.
"""

from litgrid.improving.fewest import fewest_clues

__all__ = ["fewest_clues"]
