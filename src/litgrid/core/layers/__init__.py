"""Layers: what stands on a board besides the characters of its cells, and all that follows from what it is.

A kind declares them (:attr:`litgrid.core.kind.Kind.layers`); each is a field of its class, named as the layer. How a
layer is read and written, as JSON and as text, what becomes of it where the board is turned or cut, and what it looks
like, is said here once. Some are *clues*: a setter may leave out what they say, and an answer says it. The others, as
regions, are part of the board.
"""

from litgrid.core.layers.base import Layer
from litgrid.core.layers.labels import Labels
from litgrid.core.layers.number import Number
from litgrid.core.layers.regions import Regions
from litgrid.core.layers.signs import Signs

__all__ = ["Labels", "Layer", "Number", "Regions", "Signs"]
