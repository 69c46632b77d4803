"""Better clues for a puzzle: which are needless, which would make it unique, the fewest of all.

:mod:`~litgrid.improving.clues` is what there is to choose from, :mod:`~litgrid.improving.rivals` asks an engine what
some of them leave, :mod:`~litgrid.improving.fewest` finds the fewest, :mod:`~litgrid.improving.improvement` puts all
together.
"""

from litgrid.improving.better import Better, Improvement
from litgrid.improving.fewest import fewest_clues
from litgrid.improving.improvement import improve

__all__ = ["Better", "Improvement", "fewest_clues", "improve"]
