"""What is drawn in a text of Penpa+: its board, and the layers of the question and the answer.

A board has a hidden border of two cells on each side, beyond its margins, and cells are numbered with it; higher
numbers are corners and edges of cells. A layer is an object of what is drawn: surfaces, numbers and symbols by cell,
and much that no puzzle here has.
"""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass, field, replace
from typing import Any

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS, whole
from litgrid.formats.reading import read_shape

BORDER = 2
SQUARE = ("square", "sudoku", "kakuro")
"""The types of boards that are made of squares."""

EDGES, THICK = "lineE", 2
"""Lines along the edges of cells, and the style of a thick one."""
EMPTY_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
EMPTY_OBJECTS = ("numberS", "freeline", "freelineE", "line", "lineE", "wall", "cage", "deletelineE")
UNDO = ("command_redo", "command_undo", "command_replay")

BLACK = 4
"""The colour of a surface that is black."""

MODE = (
    '{"qa":"pu_a","grid":["1","2","1"],"pu_q":{"edit_mode":"surface","surface":["",1],"multicolor":["",1],'
    '"line":["1",2],"lineE":["1",2],"wall":["",2],"cage":["1",10],"number":["1",1],"symbol":["circle_L",1],'
    '"special":["thermo",""],"board":["",""],"move":["1",""],"combi":["battleship",""],"sudoku":["1",1]},'
    '"pu_a":{"edit_mode":"surface","surface":["",1],"multicolor":["",1],"line":["1",3],"lineE":["1",3],'
    '"wall":["",3],"cage":["1",10],"number":["1",2],"symbol":["circle_L",1],"special":["thermo",""],"board":["",'
    '""],"move":["1",""],"combi":["battleship",""],"sudoku":["1",9]}}'
)
"""Which tools are chosen when a drawing is opened."""

QUESTION, ANSWER, CELLS, GENRES = 3, 4, 5, 17
"""Which line of the text holds what, from 0."""

Place = tuple[int, int]
"""A row and a column, from 0; negative ones are in the margins."""
Border = tuple[Place, Place]
"""The cell above or on the left of a border, and the cell on the other side."""


@dataclass(frozen=True)
class Board:
    """The cells of a drawing, and the margins above and on the left of them."""

    shape: Shape
    top: int = 0
    left: int = 0
    bottom: int = 0
    right: int = 0

    @property
    def width(self) -> int:
        """The columns with margins and border."""
        return self.shape.columns + self.left + self.right + 2 * BORDER

    @property
    def height(self) -> int:
        """The rows with margins and border."""
        return self.shape.rows + self.top + self.bottom + 2 * BORDER

    def number(self, row: int, column: int) -> int:
        """Return how a cell is numbered."""
        return (row + BORDER + self.top) * self.width + column + BORDER + self.left

    def place(self, number: str) -> Place | None:
        """Return the cell of a number, ``None`` where it is of no cell."""
        found = whole(number)
        if found is None:
            return None
        row, column = divmod(found, self.width)
        return (row - BORDER - self.top, column - BORDER - self.left) if row < self.height else None


@dataclass(frozen=True)
class Layer:
    """What is drawn, by place: colours of surfaces, texts of numbers, names and styles of symbols; and what else is.

    Of lines on edges only those between cells of the board are kept, whatever their style.
    """

    surfaces: dict[Place, int] = field(default_factory=dict)
    numbers: dict[Place, str] = field(default_factory=dict)
    symbols: dict[Place, tuple[str, int]] = field(default_factory=dict)
    borders: frozenset[Border] = frozenset()
    others: tuple[str, ...] = ()


def read_board(lines: list[str]) -> Board:
    """Return the board of a text."""
    header = lines[0].split(",")
    if header[0] not in SQUARE or len(header) < 3:
        raise InputError(f"expected a drawing of Penpa+ on a square board, got the type {shorten(header[0])}")
    space = read_json(lines, 1)
    if (
        not isinstance(space, list)
        or len(space) != 4
        or not all(isinstance(side, int) and 0 <= side < 1000 for side in space)
    ):
        raise InputError(f"expected the four margins of a drawing, got {shorten(space)}")
    top, bottom, left, right = space
    with_margins = read_shape(header[2], header[1])
    rows, columns = with_margins.rows - top - bottom, with_margins.columns - left - right
    return Board(read_shape(str(rows), str(columns)), top, left, bottom, right)


def read_json(lines: list[str], number: int) -> Any:
    """Return the value of a line, from 0."""
    if number >= len(lines):
        raise InputError(f"expected {number + 1} lines in the text of a link, got {len(lines)}: is it cut off?")
    try:
        return json.loads(lines[number])
    except (ValueError, RecursionError):
        raise InputError(
            f"expected JSON in line {number + 1} of the text of a link, got {shorten(lines[number])}"
        ) from None


def read_layer(lines: list[str], number: int, board: Board) -> Layer:
    """Return the layer in a line."""
    value = read_json(lines, number)
    if not isinstance(value, dict):
        raise InputError(f"expected a layer of a drawing, got {shorten(value)}")
    others = [name for name in (*EMPTY_OBJECTS, *EMPTY_LISTS) if value.get(name) and name != EDGES]
    edges = value.get(EDGES)
    borders, whole_edges = _borders(edges if isinstance(edges, dict) else {}, board)
    others = [*others, *([] if whole_edges else [EDGES])]
    layer = Layer(borders=borders)
    for name in ("surface", "number", "symbol"):
        found = value.get(name)
        for cell, entry in found.items() if isinstance(found, dict) else ():
            place = board.place(cell)
            match name, entry:
                case _ if place is None:  # a corner or an edge
                    others.append(name)
                case "surface", int():
                    layer.surfaces[place] = entry
                case "number", [int() | str() as text, *_]:
                    layer.numbers[place] = str(text).strip(BLANKS)
                case "symbol", [int() as style, str() as symbol, *_]:
                    layer.symbols[place] = (symbol, style)
                case _:  # colours side by side, several symbols in a cell
                    others.append(name)
    return replace(layer, others=tuple(dict.fromkeys(others)))


def _borders(edges: dict[str, Any], board: Board) -> tuple[frozenset[Border], bool]:
    """Return the borders between cells of the board that are drawn, and whether only lines between corners are."""
    size, found = board.width * board.height, set[Border]()
    for key in edges:
        corners = [-1 if (corner := whole(number)) is None else corner - size for number in key.split(",")]
        if len(corners) != 2 or not all(0 <= corner < size for corner in corners):
            return frozenset(found), False
        first, last = sorted(corners)
        row, column = board.place(str(last)) or (-1, -1)
        # A corner is below right of the cell of its number: a line that ends there is on the right of it, or below it.
        right, below = (1, 0) if last - first == board.width else (0, 1)
        other = (row + below, column + right)
        if (
            last - first in (1, board.width)
            and 0 <= row <= other[0] < board.shape.rows
            and 0 <= column <= other[1] < board.shape.columns
        ):
            found.add(((row, column), other))
    return frozenset(found), True


def _edges(layer: Layer, board: Board) -> dict[str, int]:
    size, lines = board.width * board.height, {}
    for (row, column), other in sorted(layer.borders):
        last = size + board.number(row, column)
        first = last - (board.width if other[1] > column else 1)
        lines[f"{first},{last}"] = THICK
    return lines


def check_whole(lines: list[str], board: Board) -> None:
    """Raise :class:`InputError` where a cell of the board is left out, as in a drawing of another form.

    The text lists the cells: the first, then how far it is to each other.
    """
    steps = read_json(lines, CELLS) if len(lines) > CELLS and lines[CELLS] else []
    if not isinstance(steps, list) or not all(isinstance(step, int) for step in steps):
        raise InputError(f"expected the cells of a drawing, got {shorten(steps)}")
    found = set(itertools.accumulate(steps))
    shape = board.shape
    cells = (cell for cell in range(shape.size) if board.number(*divmod(cell, shape.columns)) not in found)
    missing = next(cells, None) if found else None
    if missing is not None:
        raise InputError(f"expected a drawing on a whole rectangle, got one without the cell {shape.name(missing)}")


def layer_json(layer: Layer, board: Board) -> str:
    """Return the line of a layer."""

    def at(place: Place) -> str:
        return str(board.number(*place))

    value = {
        **{name: {"__a": []} for name in UNDO},
        "surface": {at(place): colour for place, colour in layer.surfaces.items()},
        "number": {
            at(place): [text, 4 if place in layer.surfaces else 1, "1"] for place, text in layer.numbers.items()
        },
        "symbol": {at(place): [style, name, 2] for place, (name, style) in layer.symbols.items()},
        **{name: {} for name in EMPTY_OBJECTS},
        EDGES: _edges(layer, board),
        **{name: [] for name in EMPTY_LISTS},
    }
    return compact(value)


def drawing(board: Board, title: str, genre: str, question: Layer, answer: Layer, rules: str = "") -> str:
    """Return the text of a drawing; ``rules`` are words about it, without commas."""
    columns, rows = board.width - 2 * BORDER, board.height - 2 * BORDER
    # The point in the middle: a cell, a corner of cells, or the middle of an edge.
    category = {(0, 0): 1, (1, 0): 2, (0, 1): 3, (1, 1): 0}[columns % 2, rows % 2]
    middle = (rows // 2 + 1 + rows % 2) * board.width + columns // 2 + 1 + columns % 2
    middle += category * board.width * board.height
    header = f"square,{columns},{rows},38,0,1,1,{(columns + 1) * 38},{(rows + 1) * 38},{middle},{middle},0,0,0,0"
    empty = layer_json(Layer(), board)
    first, step = board.number(0, 0), board.width - board.shape.columns + 1
    row = [1] * (board.shape.columns - 1)
    cells = [first, *row, *[step, *row] * (board.shape.rows - 1)]
    lines = [
        f"{header},Title: {title.replace(',', '%2C')},Author: ,,{rules},OFF,false,",
        compact([board.top, board.bottom, board.left, board.right]),
        MODE,
        layer_json(question, board),
        layer_json(answer, board),
        compact(cells),
        f'["Surface"]\n{{}}\n"x"\n"x"\n[3,1,4]\n{MODE}\n"x"\n0\n{empty}\n{empty}\n{{}}\n{compact([genre])}\n',
    ]
    return "\n".join(lines)


def read_title(lines: list[str]) -> str:
    """Return the title of a drawing, if it has one."""
    fields = (part for part in lines[0].split(",") if part.startswith("Title:"))
    return next(fields, "").removeprefix("Title:").replace("%2C", ",").replace("%2D", " ").strip(BLANKS)


def read_rules(lines: list[str]) -> str:
    """Return the words about the rules of a drawing, if it has some."""
    fields = lines[0].split(",")
    author = next((place for place, part in enumerate(fields) if part.startswith("Author:")), len(fields))
    return "".join(fields[author + 2 : author + 3]).replace("%2C", ",").replace("%2D", "\n")


def compact(value: object) -> str:
    """Return a value as JSON without blanks."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
