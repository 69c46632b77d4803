"""Where cards go on a page: puzzles as large as it allows, answers close together. Only numbers; nothing is drawn.

A card is a picture with what is written above and below it, and perhaps a square code, which goes beside the picture or
under it, wherever that leaves the picture larger. Lengths are in points, but for the picture's, which are its units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

GUTTER = 12.0
"""Between two cards."""
CLEAR = 8.0
"""Between a picture and its code."""


@dataclass(frozen=True)
class Place:
    """A rectangle of a page."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Card:
    """A picture, how high what is written above and below it is, how wide that must be, and the side of its code."""

    width: float
    height: float
    above: float = 0.0
    below: float = 0.0
    least: float = 0.0
    code: float = 0.0

    def fit(self, place: Place, largest: float) -> tuple[float, bool]:
        """Return how many points a unit is at most, so that all is in a place, and whether the code is beside it."""
        beside = self._scale(place.width - self.code - CLEAR, place.height - self.above - self.below)
        under = self._scale(place.width, place.height - self.above - max(self.below, self.code))
        return min(max(beside, under), largest), bool(self.code) and beside > under

    def _scale(self, width: float, height: float) -> float:
        return max(min(width / self.width, height / self.height), 1e-3)

    def size(self, scale: float) -> tuple[float, float]:
        """Return how wide and high it is without its code."""
        return max(self.width * scale, self.least), self.above + self.height * scale + self.below


def arranged(cards: Sequence[Card], places: int, room: Place, largest: float) -> tuple[float, list[Place]]:
    """Return a place for each card, of so many on the page, that makes the smallest picture largest; and its scale."""
    best: tuple[float, list[Place]] = (-1.0, [])
    for columns, rows in sorted(_grids(places), key=lambda grid: abs(grid[0] - grid[1])):
        slots = _slots(columns, rows, room)[:places]
        scale = min(card.fit(slot, largest)[0] for card, slot in zip(cards, slots, strict=False))
        if scale > best[0] + 1e-9:
            best = scale, slots
    return best


def _grids(places: int) -> list[tuple[int, int]]:
    """Return every number of columns and rows with so many places and no row or column too many."""
    grids = ((columns, -(-places // columns)) for columns in range(1, places + 1))
    return [(columns, rows) for columns, rows in grids if (columns - 1) * rows < places]


def _slots(columns: int, rows: int, room: Place) -> list[Place]:
    width = (room.width - (columns - 1) * GUTTER) / columns
    height = (room.height - (rows - 1) * GUTTER) / rows
    return [
        Place(room.x + column * (width + GUTTER), room.y + row * (height + GUTTER), width, height)
        for row in range(rows)
        for column in range(columns)
    ]


def packed(cards: Sequence[Card], room: Place, least: float, largest: float) -> list[list[tuple[float, Place]]]:
    """Return, page by page, the scale and the place of each card, in order: on few pages, as large as fits there.

    The pages are as few as with pictures of the scale ``least``; and pictures are as large as so many pages allow, up
    to ``largest``. A picture that is larger than a page is smaller.
    """
    fewest = len(_shelves(cards, room, least))
    steps = (largest - (largest - least) * step / 16 for step in range(17))
    return next(pages for scale in steps if len(pages := _shelves(cards, room, scale)) <= fewest)


def _shelves(cards: Sequence[Card], room: Place, scale: float) -> list[list[tuple[float, Place]]]:
    """Return cards row by row, each row as high as its highest card, and rows in the middle of the page."""
    pages: list[list[tuple[float, Place]]] = []
    x, y, lowest = room.width, room.height, 0.0
    for card in cards:
        fitting = min(scale, card.fit(room, scale)[0])
        width, height = card.size(fitting)
        if x + width > room.width + 1e-6:
            x, y = 0.0, lowest
        if not pages or y + height > room.height + 1e-6:
            pages.append([])
            x, y, lowest = 0.0, 0.0, 0.0
        pages[-1].append((fitting, Place(room.x + x, room.y + y, width, height)))
        x, lowest = x + width + GUTTER, max(lowest, y + height + GUTTER)
    return [_centred(page, room) for page in pages]


def _centred(page: list[tuple[float, Place]], room: Place) -> list[tuple[float, Place]]:
    aside = (room.x + room.width - max(place.x + place.width for _, place in page)) / 2
    return [(scale, Place(place.x + aside, place.y, place.width, place.height)) for scale, place in page]
