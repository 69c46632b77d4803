"""Saved games of Simon Tatham's Portable Puzzle Collection: a line a value, its key, the bytes of it, and the value.

What was entered is not there, but the moves are, each in the words of its game, and at which of their states the player
stands: those after it were taken back. What is solved by the program counts as an answer, and not as entered.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

import numpy as np

from litgrid.core.characters import Grid, shorten
from litgrid.core.errors import InputError
from litgrid.core.forms import Game
from litgrid.core.grid import Shape
from litgrid.core.numerals import whole
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Frame
from litgrid.formats.reading import Block, sections
from litgrid.formats.record import Record, Request, free_cells
from litgrid.formats.tatham import PARAMS, TATHAM, read_game
from litgrid.formats.tokens import Line

MAGIC = "Simon Tatham's Portable Puzzle Collection"
BEGIN = re.compile("^SAVEFILE:")
LINE = re.compile(r"(?P<key>[A-Z0-9]{1,8}) *:(?P<length>[0-9]{1,9}):(?P<value>.*)")
SOLVED = "the program solved this game: what was entered before that is kept"
MOVES = ("MOVE", "SOLVE", "RESTART")


class TathamSave(Frame[Game]):
    name = "tatham-save"
    aliases = ("sgt-save", "sgt")
    about = "{titles}: a saved game of Simon Tatham's collection ({names})"
    family = "tatham"
    holds_switches = holds_entries = True

    def sniff(self, text: str) -> Collection[str]:
        return self.kinds if BEGIN.match(text.lstrip()[:20]) else ()

    def _blocks(self, text: str) -> Iterable[Block]:
        return sections(text, BEGIN)

    def _write(self, record: Record) -> str:
        game, (params, board) = self.of(record.puzzle), TATHAM.parts(record.puzzle)
        moves = [] if record.filled is None else _moves(record.puzzle, record.filled, game)
        values = [("SAVEFILE", MAGIC), ("VERSION", "1"), ("GAME", game.name), ("PARAMS", params), ("CPARAMS", params)]
        values += [("DESC", board), *((key, str(len(moves) + 1)) for key in ("NSTATES", "STATEPOS"))]
        values += [("MOVE", move) for move in moves]
        return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in values)

    def _read(self, block: Block, request: Request) -> Record:
        values, moves = _lines(block)
        place, title = values["GAME"]
        kind = self.named(title)
        if kind is None:
            message = f"this is a saved game of {shorten(title)[1:-1]}; of this collection litgrid knows {self.names()}"
            raise InputError(message, line=place)
        request.check_kind(kind, place)
        place, params = values.get("CPARAMS") or values.get("PARAMS") or (values["DESC"][0], "")
        size = PARAMS.fullmatch(params)
        if size is None:
            raise InputError(f"expected parameters, as 7x7, got {shorten(params)}", line=place)
        place, board = values["DESC"]
        try:
            puzzle = read_game(kind, size, board)
        except InputError as error:
            column = None if error.column is None else error.column + len(block.lines[place - 1]) - len(board)
            raise InputError(error.message, line=place, column=column) from None
        place, said = values.get("STATEPOS", (0, "1"))
        position = whole(said)
        if not position or position > len(moves) + 1:
            message = f"expected a position in {len(moves) + 1:,} states, got {shorten(said)}: is the file cut off?"
            raise InputError(message, line=place or None)
        grid, solved = _played(puzzle, moves[: position - 1], self.forms[kind])
        return request.record(puzzle, block.line, filled=grid, warnings=[SOLVED] if solved else [])


TATHAM_SAVE = TathamSave()


def _lines(block: Block) -> tuple[dict[str, Line], list[tuple[str, Line]]]:
    """Return the value of each key with the number of its line, and the moves, which have one key."""
    values: dict[str, Line] = {}
    moves: list[tuple[str, Line]] = []
    for number, line in enumerate(block.lines, 1):
        found = LINE.fullmatch(line)
        if found is None:
            raise InputError(
                f"expected a key, a length and a value, as PARAMS  :5:10x10, got {shorten(line)}", line=number
            )
        bytes_there = len(found["value"].encode("utf-8", "surrogateescape"))
        # Blanks at the end of a line are gone here.
        whole_line = found["key"] in ("DESC", *MOVES)
        if bytes_there > int(found["length"]) or (whole_line and bytes_there < int(found["length"])):
            wanted = f"{int(found['length']):,} bytes after {found['key']}"
            message = f"expected {wanted}, as the line says, got {bytes_there:,}"
            raise InputError(message, line=number, column=found.start("value") + 1)
        if found["key"] in MOVES:
            moves.append((found["key"], (number, found["value"])))
        else:
            values[found["key"]] = number, found["value"]
    for key in ("SAVEFILE", "GAME", "DESC"):
        if key not in values:
            raise InputError(f"expected a line {key}, got none: is the file cut off?", line=len(block.lines))
    return values, moves


def _played(puzzle: Puzzle, moves: list[tuple[str, Line]], game: Game) -> tuple[Grid, bool]:
    """Return what was entered, and whether the program solved the game then: that is an answer, and not entered."""
    start, shape = puzzle.givens, puzzle.shape
    grid, free = start.copy(), free_cells(puzzle)
    for key, (line, text) in moves:
        if key == "SOLVE":
            return grid, True
        if key == "RESTART":
            grid = start.copy()
            continue
        for move in text.removesuffix(";").split(";"):
            cells, after = _steps(move, game, shape, line)
            if not free[cells].all():
                where = np.argwhere(~free[cells])[0] + [cells[0].start, cells[1].start]
                name = shape.name(int(where[0]) * shape.columns + int(where[1]))
                message = f"expected a move in a cell to be filled in, got {shorten(move)}, in {name}"
                raise InputError(message, line=line)
            grid[cells] = np.array(after, dtype=np.int8)[grid[cells]]  # -1 is the last
    return grid, False


def _steps(move: str, game: Game, shape: Shape, line: int) -> tuple[tuple[slice, slice], tuple[int, ...]]:
    """Return the rows and columns of the cells of a move, and what becomes of each value there: see :class:`Game`."""
    begin = next((begin for begin in (*game.moves, *game.drags) if move.startswith(begin)), "")
    said = [whole(number) for number in move.removeprefix(begin).split(",")]
    numbers, dragged = [number for number in said if number is not None], begin in game.drags
    if not begin or len(numbers) != len(said) or len(numbers) != (5 if dragged else 2):
        known = f"expected a move of {game.name}, as {next(iter(game.moves))}0,0 (column, row)"
        raise InputError(f"{known}, got {shorten(move)}", line=line)
    ends = [numbers[:2], numbers[2:4]] if dragged else [numbers]
    if any(column >= shape.columns or row >= shape.rows for column, row in ends):
        raise InputError(f"expected a move on a board of {shape}, got {shorten(move)}", line=line)
    column, row = ends[0]
    rows, columns = slice(row, row + 1), slice(column, column + 1)
    if not dragged:
        return (rows, columns), game.moves[begin]
    # From the cell where the drag ends up to the one where it began, which was entered before; decided cells stay.
    far, other = ends[1]
    if far == column:
        rows = slice(row, other) if other > row else slice(other + 1, row + 1)
    else:
        columns = slice(column, far) if far > column else slice(far + 1, column + 1)
    return (rows, columns), (0, 1, game.drags[begin][numbers[4] % len(game.drags[begin])])


def _moves(puzzle: Puzzle, grid: Grid, game: Game) -> list[str]:
    begins = {after[-1]: begin for begin, after in game.moves.items()}
    cells = np.argwhere(free_cells(puzzle) & (grid >= 0)).tolist()
    return [f"{begins[int(grid[row, column])]}{column},{row}" for row, column in cells]
