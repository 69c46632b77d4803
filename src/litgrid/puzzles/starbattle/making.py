"""Making Star Battles: an answer, regions drawn tight around its stars, and then loosened while it stays the only one.

Stars are put by the other rules, and gathered in regions. All regions but one are then cut down to what joins their
stars, and that one has the rest of the board: often that leaves one answer, and else it is begun anew. Cells are then
given from larger regions to smaller ones. Another answer would have a star in the cell that was given last, or it would
have been one before: so it is looked for quickly, and where it is there, or is not soon known not to be, the cell goes
back. Where a board is too hard in the end, the last cells go back as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import count

import numpy as np

from litgrid.core.bounds import Bounds, from_matrix, join
from litgrid.core.characters import Grid
from litgrid.core.errors import LitgridError
from litgrid.core.grid import IntArray, Shape, neighbours
from litgrid.core.layers import Regions
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.regions import borders, pieces
from litgrid.kernel.filling import Filler
from litgrid.kernel.rules import Rules
from litgrid.kernel.trail import Trail
from litgrid.puzzles.starbattle.kind import REGIONS, StarBattle, common, regional

WRONG, MORE, LONGEST = 60, 1.2, 50
"""So many wrong guesses are made in the first attempt to put stars, in each further one so many times more, up to so
many attempts."""
MOST = 1000
"""So many wrong guesses are made about another answer: the boards of setters rarely take more."""
BEGUN = 30
"""So often regions are begun around the same stars."""
BACK = 75
"""In per cent: of the moves that made a board too hard so many stay, until it is not."""
ROUNDS = 10
"""So often all cells are asked, unless none is given any more."""
CHANCES = 1 << 20
"""What the chances of a filler are out of."""
SURE = np.zeros(1, dtype=np.int64)
"""Chances by which each guess is a star."""
NONE, ZERO = np.empty(0, dtype=np.int64), np.zeros(1, dtype=np.int64)

Map = list[int]
"""Of each cell the number of its region."""
Near = Sequence[Sequence[int]]
"""Of each cell those beside it."""


def sketch(
    board: StarBattle,
    rng: np.random.Generator,
    *,
    unique: bool,
    single: bool,
    most: int = 0,
    level: Callable[[Puzzle, Grid], int] | None = None,
    limit: Limit,
) -> Iterator[tuple[StarBattle, Grid]]:
    """Make boards of one answer, and yield them with it; none where this try comes to nothing.

    Parameters
    ----------
    board
        Its size, and how many stars it has.
    unique
        Whether it has one answer only.
    single
        Whether single rules decide everything.
    most, level
        The highest level, and what finds that of a board and its answer; ``None``: each will do.
    limit
        The time for it.

    Raises
    ------
    LitgridError
        where no board has so many stars, or none of them is decided by single rules.
    """
    if single and board.stars > 1:
        raise LitgridError(
            "with several stars in each line no single rule says anything at first: such boards are of level 2 at least"
        )
    near, rules = _near(board.shape), _Rules(board.shape, board.stars)
    answer = rules.put(rng, limit)
    stars, grid = np.flatnonzero(answer).tolist(), answer.reshape(board.grid.shape)

    def begun() -> Map | None:
        limit.check()
        gathered = _gathered(near, stars, board.stars, rng)
        tight = _tight(near, stars, gathered, rng) if gathered is not None and unique else gathered
        sure = tight is None or not unique or (rules.decide(tight) if single else rules.alone(tight, stars))
        return tight if sure else None

    tight = next((found for _ in range(BEGUN) if (found := begun()) is not None), None)
    while tight is not None:
        regions = tight.copy()
        if unique:
            sure = rules.decide if single else rules.exclude
            moves = list(_loosened(near, frozenset(stars), regions, sure, rng, limit))
            # More moves make a board harder, as a rule.
            while moves and level is not None and level(_drawn(board, regions), grid) > most:
                kept = BACK * len(moves) // 100
                for cell, region in reversed(moves[kept:]):
                    regions[cell] = region
                del moves[kept:]
        yield _drawn(board, regions), grid


def _drawn(board: StarBattle, regions: Map) -> StarBattle:
    rows = Regions.lettered(pieces(*borders(np.array(regions).reshape(board.grid.shape))))
    return replace(board, regions=REGIONS.read({REGIONS.name: rows}, None, board.title))


class _Rules:
    """The rules of boards of a size and a number of stars, whatever their regions are."""

    def __init__(self, shape: Shape, stars: int) -> None:
        self._shape, self._stars, self._common = shape, stars, join(common(shape, stars))

    def put(self, rng: np.random.Generator, limit: Limit) -> Grid:
        """Return stars at random, by all rules but those of regions."""
        for attempt in count():
            limit.check()
            trail = self._trail(self._common)
            wrong = int(WRONG * MORE ** min(attempt, LONGEST))
            found = Filler(trail).fill(rng.integers(0, CHANCES, 2 * self._shape.size), wrong)
            if found >= 0:
                break
        if found == 0 or self._shape.rows != self._shape.columns:
            raise LitgridError(
                f"no board of {self._shape} has room for stars, {self._stars} in each line and region: ask for another "
                "size"
            )
        return trail.grid()

    def decide(self, regions: Map, *_: int) -> bool:
        """Return whether single rules leave nothing open."""
        trail = self._trail(join([self._common, regional(np.array(regions), self._stars)]))
        trail.start(NONE)
        trail.draw(self._shape.size)
        return bool((trail.grid() >= 0).all())

    def alone(self, regions: Map, stars: Sequence[int]) -> bool:
        """Return whether there is no other answer than these stars, so far as that is soon known."""
        other = from_matrix(np.array([stars]) + 1, 0, len(stars) - 1)
        return Filler(self._drawn(regions, other)[0]).fill(SURE, MOST) == 0

    def exclude(self, regions: Map, cell: int) -> bool:
        """Return whether no answer has a star in a cell, so far as that is soon known."""
        trail, variable = self._drawn(regions)
        return trail.assume(int(variable[cell + 1])) or Filler(trail).fill(SURE, MOST) == 0

    def _drawn(self, regions: Map, *more: Bounds) -> tuple[Trail, IntArray]:
        """Return a trail on which cells of small regions are guessed first, and the variable of each literal."""
        places = np.array(regions)
        order = np.lexsort((places, np.bincount(places)[places]))
        variable = np.zeros(order.size + 1, dtype=np.int64)
        variable[order + 1] = np.arange(1, order.size + 1)
        rules = join([self._common, regional(places, self._stars), *more])
        literals = variable[rules.literals].astype(np.int32)
        return self._trail(Bounds(literals, rules.starts, rules.low, rules.high)), variable

    def _trail(self, rules: Bounds) -> Trail:
        number = len(rules)
        kernel = Rules(self._shape.size, rules.literals, rules.starts, np.arange(number), number, NONE, ZERO, NONE)
        return Trail(kernel, rules.low, rules.high)


@cache
def _near(shape: Shape) -> Near:
    cells, exists = neighbours(shape, np.arange(shape.size))
    return [beside[there].tolist() for beside, there in zip(cells, exists, strict=True)]


def _gathered(near: Near, stars: Sequence[int], each: int, rng: np.random.Generator) -> Map | None:
    """Return regions of so many stars each that cover the board; ``None`` where some star is left without another.

    Each star gets a piece of the board, and pieces side by side are joined: first those that have the fewest others.
    """
    piece = [-1] * len(near)
    for number, star in enumerate(stars):
        piece[star] = number
    _spread(near, piece, list(stars), rng)
    beside = [
        {piece[other] for cell, others in enumerate(near) if piece[cell] == number for other in others}
        for number in range(len(stars))
    ]
    luck, region, left = rng.random(len(stars)), [-1] * len(stars), set(range(len(stars)))

    def lonely(piece: int) -> tuple[int, float]:
        return len(beside[piece] & left), luck[piece]

    for number in range(len(stars) // each):
        joined: set[int] = set()
        for _ in range(each):
            choice = set.union(*(beside[one] for one in joined)) & left if joined else left
            if not choice:
                return None
            one = min(choice, key=lonely)
            region[one] = number
            joined.add(one)
            left.remove(one)
    return [region[number] for number in piece]


def _spread(near: Near, regions: Map, edge: list[int], rng: np.random.Generator) -> None:
    """Let regions grow, from the cells of an edge, into the cells that are in none (-1)."""
    while edge:
        place = int(rng.integers(len(edge)))
        open_cells = [other for other in near[edge[place]] if regions[other] < 0]
        if open_cells:
            cell = open_cells[int(rng.integers(len(open_cells)))]
            regions[cell] = regions[edge[place]]
            edge.append(cell)
        else:
            edge[place] = edge[-1]
            edge.pop()


def _tight(near: Near, stars: Sequence[int], regions: Map, rng: np.random.Generator) -> Map | None:
    """Return regions with the same stars, as small as may be, but one; ``None`` where that one is not in one piece."""
    rest = int(rng.integers(max(regions) + 1))
    tight = [rest] * len(near)
    for star in stars:
        if regions[star] != rest:
            tight[star] = regions[star]
    for star in stars:
        # The first of a region reaches itself only, and others a star that is joined already.
        before = {other for other in stars if other < star and regions[other] == regions[star]}
        if before and regions[star] != rest:
            back = _reached(near, regions, star)
            cell = next(cell for cell in back if cell in before)
            while cell != star:
                tight[cell], cell = regions[star], back[cell]
    kept = [star for star in stars if regions[star] == rest]
    whole = _reached(near, tight, kept[0])
    if not whole.keys() >= set(kept):
        return None
    for cell, region in enumerate(tight):
        if region == rest and cell not in whole:
            tight[cell] = -1
    _spread(near, tight, [cell for cell, region in enumerate(tight) if region not in (-1, rest)], rng)
    return tight


def _reached(near: Near, regions: Map, start: int, without: int = -1) -> dict[int, int]:
    """Return the cells of a region that one of them reaches, the nearest first, each with the one before it.

    Not through ``without``, which is among them.
    """
    reached = {without: start, start: start} if without >= 0 else {start: start}
    for cell in (todo := [start]):
        for other in near[cell]:
            if regions[other] == regions[start] and other not in reached:
                reached[other] = cell
                todo.append(other)
    return reached


def _loosened(
    near: Near,
    stars: frozenset[int],
    regions: Map,
    sure: Callable[[Map, int], bool],
    rng: np.random.Generator,
    limit: Limit,
) -> Iterator[tuple[int, int]]:
    """Give cells from larger regions to smaller ones, while ``sure`` says that nothing is lost.

    Yields each cell that was given, and whose it was.
    """
    size = np.bincount(regions).tolist()
    for _ in range(ROUNDS):
        asked = [(cell, other) for cell, others in enumerate(near) if cell not in stars for other in others]
        given = False
        for cell, other in rng.permutation(asked).tolist():
            limit.check()
            old, new = regions[cell], regions[other]
            own = [beside for beside in near[cell] if regions[beside] == old]
            if old == new or size[old] <= size[new] + 1 or not _reached(near, regions, own[0], cell).keys() >= set(own):
                continue
            regions[cell] = new
            if sure(regions, cell):
                size[old] -= 1
                size[new] += 1
                given = True
                yield cell, old
            else:
                regions[cell] = old
        if not given:
            return
