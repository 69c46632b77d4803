"""Game IDs of Simon Tatham's Portable Puzzle Collection.

An ID is the parameters, width first, a colon, and the board: ``3x3:a1dBa2``. The collection says which
game only beside it (in a link or a saved game), so the board tells: it must have exactly as many cells as the
parameters say, and hardly ever has in two games. An ID with ``#`` is a random seed, of which only the same version of
the collection makes the same puzzle. What a kind is there, it says: :class:`litgrid.core.forms.Game`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from urllib.parse import quote, unquote

from litgrid.core.characters import shorten
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.forms import Game
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS, whole
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import Frame
from litgrid.formats.reading import Block, blocks, cut, joined, make, miscounted, read_shape, single_lines
from litgrid.formats.record import Record, Request
from litgrid.puzzles import kinds

# Nothing here goes over a long line more than once, whatever is in it.
LINK = re.compile(r"(?:.*[^A-Za-z])?([A-Za-z]+)\.html?(?:#|%23)(.*)")
SITE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/"
PARAMS = re.compile(r"(?P<width>[0-9]++)(?:x(?P<height>[0-9]++))?+(?P<rest>[A-Za-z0-9]*+)", re.ASCII)
ID = re.compile(rf"{PARAMS.pattern}:(?P<board>.*)", re.ASCII)
SEED = re.compile(rf"{PARAMS.pattern}#.*", re.ASCII)
SURE = re.compile("[5-9a-np-wyz]")
"""What a random seed nearly always has, or what stands before it, and no row of a board: blanks there are cells."""


class Tatham(Frame[Game]):
    name = "tatham"
    about = "{titles}: a game ID of Simon Tatham's collection ({names}) or a link with one, one a line"
    links = "Simon Tatham's collection"
    separator = ""
    holds_switches = True

    @property
    def aliases(self) -> tuple[str, ...]:  # type: ignore[override]
        return (*(f"tatham-{game.page}" for game in self.forms.values()), "sgt", "game-id")

    def sniff(self, text: str) -> Collection[str]:
        block = next(single_lines(text), None)
        if block is None:
            return ()
        page, meant = _split(block.lines[0])
        if page is not None:
            ours = page in {game.page for game in self.forms.values()} or whole(meant[:1]) is not None
            return self.kinds if ours else ()
        if SEED.fullmatch(meant):
            # Without a character that no row has it could be one; as a board of one row is rare, both claim it then.
            rows = next(blocks(text)).lines
            return self.kinds if SURE.search(meant) or len(rows) == 1 else ()
        found = ID.fullmatch(meant)
        return (_possible(found, self.forms) or self.kinds) if found is not None else ()

    def _read(self, block: Block, request: Request) -> Record:
        line = block.lines[0]
        page, text = _split(line)
        asked = {kind: game for kind, game in self.forms.items() if request.kind in (None, kind)}
        games = {kind: game for kind, game in asked.items() if page in (None, game.page)}
        if not games:
            known = ", ".join(f"{game.page} ({kinds.get(kind).title})" for kind, game in self.forms.items())
            if page in {game.page for game in self.forms.values()}:
                raise InputError(f"expected the kind {request.kind}, as asked for, got a link to {page}")
            raise InputError(f"this is a link to {shorten(page)[1:-1]}; of this collection litgrid knows {known}")
        if SEED.fullmatch(text):
            raise InputError(
                f"expected a game ID with the board in it, as 3x3:a1dBa2, got the random seed {shorten(text)}: only "
                "the program that made it can make the puzzle again; copy the game ID there (Game, Specific)"
            )
        found = ID.fullmatch(text)
        if found is None:
            raise InputError(f"expected a game ID, as 3x3:a1dBa2 (width, height, board), got {shorten(text)}")
        puzzle, said = _puzzle(found, games, line.find(text), request)
        return request.record(puzzle, block.line, reading=said)

    def _write(self, record: Record) -> str:
        params, board = self.parts(record.puzzle)
        return f"{params}:{board}\n"

    def _address(self, record: Record) -> str:
        return f"{SITE}{self.of(record.puzzle).page}.html#{quote(self.write(record).strip(), safe=':,')}"

    def parts(self, puzzle: Puzzle) -> tuple[str, str]:
        """Return the parameters and the board of a puzzle; raise :class:`LitgridError` where it is too small."""
        game, shape = self.of(puzzle), puzzle.shape
        if min(shape.rows, shape.columns) < game.least:
            raise LitgridError(f"{game.name} takes boards from {game.least} x {game.least} on, not {shape}")
        switches = "".join(letter for name, letter in game.switches.items() if getattr(puzzle, name))
        return f"{shape.columns}x{shape.rows}{switches}", game.codec.encode(joined(puzzle, game.cells))


TATHAM = Tatham()


def read_game(kind: str, params: re.Match[str], board: str) -> Puzzle:
    """Return the puzzle of a game; ``params`` is a match of :data:`PARAMS`."""
    shape, game = _shape(params), TATHAM.forms[kind]
    if not re.fullmatch(game.params, params["rest"]):
        raise InputError(f"expected parameters of {game.name}, got {shorten(params[0])}")
    cells = game.codec.length(board)
    if cells is None:
        game.codec.decode(board)  # says which character it is
    if cells != shape.size:
        raise miscounted(max(cells or 0, 0), shape.size, f"the {shape.size:,} cells of a board of {shape}")
    switches = {name: params["rest"].startswith(letter) for name, letter in game.switches.items()}
    return make(kind, cut(game.codec.decode(board), shape), **switches)


def _shape(params: re.Match[str]) -> Shape:
    return read_shape(params["height"] or params["width"], params["width"])


def _split(line: str) -> tuple[str | None, str]:
    """Return the page of a link, ``None`` where there is none, and the ID."""
    link = LINK.fullmatch(line.strip(BLANKS))
    return (None, line.strip(BLANKS)) if link is None else (link[1].lower(), unquote(link[2]))


def _possible(found: re.Match[str], games: Mapping[str, Game]) -> list[str]:
    """Return the kinds whose board this is; if it is none's, those whose characters it has."""
    cells = {
        kind: length
        for kind, game in games.items()
        if re.fullmatch(game.params, found["rest"]) and (length := game.codec.length(found["board"])) is not None
    }
    try:
        shape = _shape(found)
    except InputError:
        return list(cells)
    least = min(shape.rows, shape.columns)
    return [kind for kind in cells if cells[kind] == shape.size and games[kind].least <= least] or list(cells)


def _puzzle(
    found: re.Match[str], games: Mapping[str, Game], column: int, request: Request
) -> tuple[Puzzle, str | None]:
    """Return the puzzle of an ID, and what is said where it could be one of two games."""
    possible = [kind for kind in _possible(found, TATHAM.forms) if kind in games]
    if not possible and len(games) > 1:
        boards = " or ".join(f"{game.board} for {game.name}" for game in games.values())
        raise InputError(f"expected a board of {boards}, got {shorten(found['board'])}")
    if len(possible) > 1 and _shape(found).size in {games[kind].codec.length(found["board"]) for kind in possible}:
        from litgrid.formats.deciding import choose_kind  # imported here: hardly any ID is of two games

        return choose_kind({kind: read_game(kind, found, found["board"]) for kind in possible}, request)
    try:
        return read_game((possible or list(games))[0], found, found["board"]), None
    except InputError as error:
        place = None if error.column is None else error.column + max(column, 0) + found.start("board")
        raise InputError(error.message, line=1, column=place or 1) from None
