"""Half-filled grids of a puzzle that is known: rows alone, the puzzle again with cells filled in, or a game of it."""

from __future__ import annotations

from litgrid.core.characters import Grid
from litgrid.core.errors import InputError, UnknownKindError
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS, SPACE
from litgrid.core.puzzle import Puzzle
from litgrid.formats import only
from litgrid.formats.reading import split_lines
from litgrid.formats.record import agreeing


def read_partial(text: str, puzzle: Puzzle, *, source: str | None = None) -> Grid:
    r"""Read a half-filled grid: 1 true, 0 false, -1 open.

    Raises :class:`InputError` where it is none of this puzzle, or contradicts its given cells.

    >>> import litgrid
    >>> puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    >>> read_partial(".1.\n..o\n#.2", puzzle).tolist()
    [[-1, -1, -1], [-1, -1, 1], [-1, -1, -1]]
    """
    lines = [line.strip(BLANKS) for line in split_lines(text.rstrip(SPACE))]
    try:
        if len(lines) == puzzle.shape.rows and all(len(line) == puzzle.shape.columns for line in lines):
            return agreeing(puzzle, puzzle.read_partial(lines))
        found = only(text, kind=puzzle.name, source=source)
        if found.puzzle.shape != puzzle.shape:
            raise InputError(f"expected a grid of {puzzle.shape}, as the puzzle, got one of {found.puzzle.shape}")
        return agreeing(puzzle, found.puzzle.givens if found.filled is None else found.filled)
    except UnknownKindError:  # which it is, is known
        got = Shape(len(lines), max(map(len, lines)))
        said = f"expected a grid of {puzzle.shape}, as the puzzle, got one of {got}"
        raise InputError(said, line=1, column=1, source=source) from None
    except InputError as error:
        raise error.at(source=source) from None
