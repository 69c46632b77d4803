"""A scene as a few simple things to draw, for every renderer that draws: SVG, PNG and PDF.

A picture is a list of two things only. *Boxes* are filled rectangles with whole numbers as coordinates, so that lines
are sharp wherever a unit is a pixel: paper, light, walls, lines and frames are boxes. *Stamps* are one outline
(:mod:`litgrid.render.outlines`) in many places: all bulbs, all zeros. So even a large board is some ten things with an
array each, and no renderer knows what it draws.

Nothing is said by colour alone, and all of it can be told apart in grey: what is given is black, and where it could be
taken for an entry its cell is shaded; what shines is lighter than any ink; cells that were decided have a frame,
those that they follow from have corners, and those that rules are about a thin line. Regions have thick borders, walls
that touch have a line between them, and what stands on an edge has a little paper under it. What is entered looks as on
the page (``web/static/css/tokens.css``); marks have colours of Okabe and Ito (2008), which the colour-blind tell apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from litgrid.core.errors import LitgridError
from litgrid.core.grid import BoolArray, IntArray
from litgrid.core.scene import Scene
from litgrid.render.outlines import CAP, SHAPES, SIGNS, Outline, character, text, width

PAPER, INK, LINE = "#ffffff", "#000000", "#999999"
SHADE, LIGHT = "#dddddd", "#ffeb9c"
MARKED, USED, ABOUT = "#d55e00", "#009e73", "#cc79a7"
ENTERED, BULB, RIM, FAINT = "#0a609b", "#f0a500", "#7a4b00", "#66717c"
"""What is entered: characters; bulbs and what is around them; the mark that there is nothing."""

CELL = 32
"""How large a cell is unless somebody says otherwise."""
SMALLEST, LARGEST = 4, 400
"""How large a cell may be."""
DIGIT, LABEL = 0.75, 0.6
"""How large characters are in cells and beside them: a cell is one em times so much."""
GAP = 0.3
"""What lies between labels and the frame, in cells."""
UNDER = 0.36
"""How large the paper is under what stands on an edge, in cells."""
WALL = "█"
"""The symbol of a cell that is filled as a whole."""

FILLED, FILL, CORNER = "■", "#404040", 0.33
"""The symbol of a black cell; where something is inscribed it is all of this colour, and others are so far aside."""
DISC, INNER = "●", 0.84
"""The symbol of a bulb, and how large what its rim goes around is."""
ENTRIES = {DISC: RIM, FILLED: INK, "★": INK, "·": FAINT, "\N{MULTIPLICATION SIGN}": FAINT}
"""The colours of symbols that are entered; all others have that of characters."""

Places = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Boxes:
    """Filled rectangles of one colour; ``corners`` is shaped ``(boxes, 4)``: left, top, width, height."""

    colour: str
    corners: IntArray


@dataclass(frozen=True, eq=False)
class Stamps:
    """One outline, filled with one colour, in many places, shaped ``(stamps, 2)``; ``size`` is its unit."""

    colour: str
    outline: Outline
    size: float
    places: Places


@dataclass(frozen=True, eq=False)
class Picture:
    """What to draw, what comes first lying lowest; the origin is left and above."""

    width: int
    height: int
    items: tuple[Boxes | Stamps, ...]


def compose(
    scene: Scene,
    cell: int = CELL,
    *,
    marked: Collection[int] = (),
    used: Collection[int] = (),
    about: Collection[int] = (),
) -> Picture:
    """Return the picture of a scene; a cell is so many units wide and high, one of its lines included.

    Cells that stand out, by number: ``marked``, what a step has decided, or where two answers differ; ``used``, what
    that follows from; ``about``, what the rules are about by which it follows. Raises :class:`LitgridError` for cells
    that are too small or too large, that are not there, and for characters that cannot be drawn.
    """
    if not SMALLEST <= cell <= LARGEST:
        raise LitgridError(f"expected cells of {SMALLEST} to {LARGEST} units, got {cell}")
    return _Composer(scene, cell).picture(marked, used, about)


class _Composer:
    """Makes the picture of one scene."""

    def __init__(self, scene: Scene, cell: int) -> None:
        self.scene, self.cell = scene, cell
        self.thin, self.frame = max(1, round(cell / 32)), max(2, round(cell / 14))
        self.glyphs = np.array([list(row) for row in scene.glyphs])
        self.styles = np.array(scene.styles)
        self.rows, self.columns = self.glyphs.shape
        self.label = LABEL * cell
        # How far the borders of regions, which lie on the lines, reach into cells; the board's own is as thick.
        self.into = (round(cell / 26) or int(cell > 5)) if scene.regions else 0
        self.frame = max(self.frame, self.thin + 2 * self.into)
        margin = max(1, round(cell / 8)) + self.frame
        self.left, self.top = margin, margin
        if any(scene.left):
            self.left += round(max(map(width, scene.left)) * self.label + GAP * cell)
        if any(scene.top):
            self.top += round(CAP * self.label + GAP * cell)
        if scene.note:
            self.top += round(CAP * self.label + GAP * cell)
        self.width = self.left + max(self.columns * cell + self.thin, round(width(scene.note) * self.label)) + margin
        self.height = self.top + self.rows * cell + self.thin + margin

    def picture(self, marked: Collection[int], used: Collection[int], about: Collection[int]) -> Picture:
        items: list[Boxes | Stamps] = [
            Boxes(PAPER, np.array([[0, 0, self.width, self.height]])),
            *self.grounds(),
            self.lines(),
            *self.walls(),
            *self.glyphs_shown(),
            *self.inscriptions(),
            self.edge(),
            self.borders(),
            *self.labels(),
            *self.note(),
            self.outlines(about),
            self.corners(used),
            self.frames(marked),
            *self.signs(),
        ]
        shown = (item for item in items if len(item.corners if isinstance(item, Boxes) else item.places))
        return Picture(self.width, self.height, tuple(shown))

    def grounds(self) -> Iterator[Boxes]:
        """Yield what lies under cells: light, and the shade of given cells that could be taken for entries."""
        lit = self.styles == "lit"
        # What is true where cells can be lit shines itself.
        yield Boxes(LIGHT, self.cells(lit | (lit.any() & np.isin(self.styles, ("true", "clue")))))
        yield Boxes(SHADE, self.cells((self.styles == "clue") & np.isin(self.glyphs, list(self.scene.alike))))

    def lines(self) -> Boxes:
        across, down = self.columns * self.cell + self.thin, self.rows * self.cell + self.thin
        rows = [[self.left, self.top + row * self.cell, across, self.thin] for row in range(self.rows + 1)]
        columns = [[self.left + column * self.cell, self.top, self.thin, down] for column in range(self.columns + 1)]
        return Boxes(LINE, np.array(rows + columns))

    def edge(self) -> Boxes:
        """Return the frame of the board: its inner edge is that of the outermost lines."""
        out = self.frame - self.thin
        across, down = (count * self.cell + self.thin + 2 * out for count in (self.columns, self.rows))
        return Boxes(INK, _frame((self.left - out, self.top - out, across, down), self.frame))

    def borders(self) -> Boxes:
        """Return the borders between cells of different regions: along the lines, and a little into the cells."""
        if not self.scene.regions:
            return Boxes(INK, np.empty((0, 4), dtype=np.int64))
        regions = np.array(self.scene.regions).reshape(self.rows, self.columns)
        thick, long = self.thin + 2 * self.into, self.cell + self.thin + 2 * self.into
        upright, level = np.argwhere(regions[:, 1:] != regions[:, :-1]), np.argwhere(regions[1:] != regions[:-1])
        corners = np.concatenate([upright + np.array([0, 1]), level + np.array([1, 0])])[:, ::-1] * self.cell
        corners += np.array([self.left - self.into, self.top - self.into])
        sizes = np.repeat([[thick, long], [long, thick]], [len(upright), len(level)], axis=0)
        return Boxes(INK, np.concatenate([corners, sizes], axis=1))

    def signs(self) -> Iterator[Boxes | Stamps]:
        """Yield what stands on edges, with paper under it."""
        if not self.scene.signs:
            return
        under = round(UNDER * self.cell)
        pairs = np.array(list(self.scene.signs))
        middles = self.middles(np.stack(np.divmod(pairs, self.columns), axis=-1).mean(axis=1))
        yield Boxes(PAPER, np.insert(np.round(middles - under / 2).astype(np.int64), 2, [[under]] * 2, axis=1))
        for sign, outline in SIGNS.items():
            stands = np.array([other == sign for other in self.scene.signs.values()])
            yield Stamps(INK, outline, self.cell, middles[stands])

    def note(self) -> Iterator[Stamps]:
        """Yield what stands above the board: it begins where the board does."""
        if self.scene.note:
            outline = text(self.scene.note)
            middle = self.left + width(self.scene.note) * self.label / 2
            foot = self.top - self.frame - GAP * self.cell
            raised = CAP * self.label * (1.5 if any(self.scene.top) else 0.5) + any(self.scene.top) * GAP * self.cell
            yield Stamps(INK, outline, self.label, np.array([[middle, foot - raised]]))

    def walls(self) -> Iterator[Boxes]:
        """Yield walls, and lines between those that touch."""
        solid = [glyph for glyph, symbol in self.scene.symbols.items() if symbol == WALL]
        filled = (self.styles == "number") | ((self.styles == "wall") & np.isin(self.glyphs, solid))
        yield Boxes(INK, self.cells(filled))
        left, above = (np.pad(filled, pad)[: self.rows, : self.columns] for pad in (((0, 0), (1, 0)), ((1, 0), (0, 0))))
        thinner = 2 * self.thin - self.cell
        yield Boxes(PAPER, self.cells(filled & left) + np.array([-self.thin, 0, thinner, 0]))
        yield Boxes(PAPER, self.cells(filled & above) + np.array([0, -self.thin, 0, thinner]))

    def glyphs_shown(self) -> Iterator[Boxes | Stamps]:
        """Yield what cells show; what is open stays blank, and light says that nothing else is there.

        Where something is inscribed, a black cell is filled, and other shapes stand in the corner.
        """
        for style, glyph in sorted(set(self.scene.cells)):
            symbol = self.scene.symbols.get(glyph, glyph)
            if style == "unknown" or symbol in (WALL, " ") or (style == "lit" and symbol == "·"):
                continue
            entered = ENTRIES.get(symbol, ENTERED) if style in ("true", "false") else INK
            colour = PAPER if style == "number" else entered
            shape = SHAPES.get(symbol)
            outline, size = (character(glyph), DIGIT) if shape is None else (shape, 1.0)
            there = (self.styles == style) & (self.glyphs == glyph)
            if self.scene.inscribed and symbol == FILLED:
                yield Boxes(FILL, self.cells(there))
                continue
            places = self.middles(np.argwhere(there))
            places += self.cell * CORNER * bool(self.scene.inscribed)
            yield Stamps(colour, outline, size * self.cell, places)
            if colour == RIM:
                yield Stamps(BULB, outline, INNER * self.cell, places)

    def inscriptions(self) -> Iterator[Stamps]:
        """Yield what is inscribed: light in filled cells, else black."""
        filled = [glyph for glyph, symbol in self.scene.symbols.items() if symbol == FILLED]
        dark = np.isin(self.glyphs, filled) & (self.styles != "unknown")
        for said in sorted(set(self.scene.inscribed.values())):
            cells = np.array([cell for cell, other in self.scene.inscribed.items() if other == said])
            for colour, shown in ((PAPER, dark.ravel()[cells]), (INK, ~dark.ravel()[cells])):
                where = np.stack(np.divmod(cells[shown], self.columns), axis=1)
                yield Stamps(colour, character(said), DIGIT * self.cell, self.middles(where))

    def labels(self) -> Iterator[Stamps]:
        """Yield labels: those of rows end beside the frame, those of columns stand over the middle of their column."""
        edge = self.left - self.frame - GAP * self.cell
        foot = self.top - self.frame - GAP * self.cell - CAP * self.label / 2
        for label in sorted(set(self.scene.left) - {""}):
            rows = [[row, 0] for row, other in enumerate(self.scene.left) if other == label]
            places = self.middles(np.array(rows))
            places[:, 0] = edge - width(label) * self.label / 2
            yield Stamps(INK, text(label), self.label, places)
        for label in sorted(set(self.scene.top) - {""}):
            columns = [[0, column] for column, other in enumerate(self.scene.top) if other == label]
            places = self.middles(np.array(columns))
            places[:, 1] = foot
            # A label wider than its column gets smaller, so that it does not run into the next one.
            yield Stamps(INK, text(label), min(self.label, 0.9 * self.cell / width(label)), places)

    def frames(self, marked: Collection[int]) -> Boxes:
        thick = max(1, round(self.cell / 10))
        return Boxes(MARKED, _joined(_frame(inside, thick) for inside in self.insides(marked)))

    def outlines(self, about: Collection[int]) -> Boxes:
        """Return a thin line inside each cell that rules are about."""
        return Boxes(ABOUT, _joined(_frame(inside, self.thin) for inside in self.insides(about)))

    def corners(self, used: Collection[int]) -> Boxes:
        """Return four corners inside each cell that something follows from."""
        thick, long = max(1, round(self.cell / 12)), max(2, round(self.cell / 3.5))
        return Boxes(USED, _joined(_corners(inside, thick, long) for inside in self.insides(used)))

    def insides(self, numbers: Collection[int]) -> list[list[int]]:
        """Return the insides of cells, by their numbers, as boxes."""
        beyond = [number for number in numbers if not 0 <= number < self.styles.size]
        if beyond:
            raise LitgridError(f"expected the number of a cell, 0 to {self.styles.size - 1}, got {beyond[0]}")
        mask = np.zeros(self.styles.shape, dtype=np.bool_)
        mask.ravel()[sorted(numbers)] = True
        found: list[list[int]] = (self.cells(mask) + np.array([1, 1, -2, -2]) * self.into).tolist()
        return found

    def cells(self, mask: BoolArray) -> IntArray:
        """Return the insides of cells, which lines leave free, as boxes."""
        row, column = np.nonzero(mask)
        inside = np.full(row.size, self.cell - self.thin)
        x, y = self.left + column * self.cell + self.thin, self.top + row * self.cell + self.thin
        return np.stack([x, y, inside, inside], axis=1)

    def middles(self, cells: IntArray | Places) -> Places:
        middle = (self.cell + self.thin) / 2
        return (cells[:, ::-1] * self.cell + (self.left + middle, self.top + middle)).astype(np.float64)


def _frame(inside: Sequence[int], thick: int) -> IntArray:
    x, y, width, height = inside
    level = [[x, y + end, width, thick] for end in (0, height - thick)]
    upright = [[x + end, y + thick, thick, height - 2 * thick] for end in (0, width - thick)]
    return np.array(level + upright)


def _corners(inside: Sequence[int], thick: int, long: int) -> IntArray:
    x, y, width, height = inside
    level = [[x + a, y + b, long, thick] for a in (0, width - long) for b in (0, height - thick)]
    upright = [[x + a, y + b, thick, long] for a in (0, width - thick) for b in (0, height - long)]
    return np.array(level + upright)


def _joined(boxes: Iterable[IntArray]) -> IntArray:
    return np.concatenate([np.empty((0, 4), dtype=np.int64), *boxes])
