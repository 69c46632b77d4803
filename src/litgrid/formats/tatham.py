"""Game IDs of Simon Tatham's Portable Puzzle Collection: Light Up, and Unruly, which is Binairo.

An ID is the parameters, width first, a colon, and the board: ``3x3:a1dBa2``. The collection says which
game only beside it (in a link or a saved game), so the board tells: it must have exactly as many cells as the
parameters say, and hardly ever has in both games. Unruly's ``u`` is the rule that all lines differ. An ID with ``#`` is
a random seed, of which only the same version of the collection makes the same puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from urllib.parse import unquote

from litgrid.core.characters import shorten
from litgrid.core.errors import AmbiguousInputError, InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.numerals import BLANKS, whole
from litgrid.core.puzzle import Puzzle
from litgrid.formats.base import (
    Block,
    Format,
    Record,
    Request,
    blocks,
    cut,
    make,
    read_blocks,
    read_shape,
    single_lines,
)
from litgrid.formats.played import UNPLAYED, bare
from litgrid.formats.runs import WALLS, expand, length, shrink
from litgrid.puzzles import kinds

SKIPPED = {
    **{letter: "." * number + "0" for number, letter in enumerate(ascii_lowercase[:25])},
    **{letter: "." * number + "1" for number, letter in enumerate(ascii_uppercase[:25])},
    "z": "." * 25,
    "Z": "." * 25,
}
SKIP = re.compile(r"(\.*)([01])")

# Nothing here goes over a long line more than once, whatever is in it.
LINK = re.compile(r"(?:.*[^A-Za-z])?([A-Za-z]+)\.html?(?:#|%23)(.*)")
PARAMS = re.compile(r"(?P<width>[0-9]++)(?:x(?P<height>[0-9]++))?+(?P<rest>[A-Za-z0-9]*+)", re.ASCII)
ID = re.compile(rf"{PARAMS.pattern}:(?P<board>.*)", re.ASCII)
SEED = re.compile(rf"{PARAMS.pattern}#.*", re.ASCII)
SURE = re.compile("[^.#0-4ox]")
"""What a random seed nearly always has, or the size before it, and no row of a board."""


@dataclass(frozen=True)
class Game:
    """A game of the collection.

    Attributes
    ----------
    title, page
        its name, and that of its page
    kind
        the kind of its puzzles
    params
        what may follow the size in its parameters
    switches
        the letter there that switches a rule on
    least
        the smallest width and height it takes
    board
        what its boards look like, for messages
    length
        the number of cells of a board, ``None`` where it has a character without a meaning
    expand, shrink
        from the text of a board to its cells and back
    """

    title: str
    page: str
    kind: str
    params: re.Pattern[str]
    switches: Mapping[str, str]
    least: int
    board: str
    length: Callable[[str], int | None]
    expand: Callable[[str], str]
    shrink: Callable[[str], str]


def _unruly_length(text: str) -> int | None:
    """Return the number of cells: one less than the letters say, as the last one stands behind the board."""
    counts = {letter: text.count(letter) for letter in SKIPPED}
    return None if sum(counts.values()) < len(text) else sum(len(SKIPPED[char]) * counts[char] for char in counts) - 1


def _unruly_expand(text: str) -> str:
    column = next((place for place, char in enumerate(text, 1) if char not in SKIPPED), None)
    if column is not None:
        raise InputError(f"expected a letter from a to z or A to Z; got {text[column - 1]!r}", line=1, column=column)
    return text.translate({ord(letter): cells for letter, cells in SKIPPED.items()})[:-1]


def _unruly_shrink(cells: str) -> str:
    def letter(match: re.Match[str]) -> str:
        letters = ascii_lowercase if match[2] == "0" else ascii_uppercase
        blocks, rest = divmod(len(match[1]), 25)
        return letters[25] * blocks + letters[rest]

    return SKIP.sub(letter, cells + "0")


GAMES = (
    Game(
        title="Light Up",
        page="lightup",
        kind="lightup",
        params=re.compile("(?:b[0-9]+)?(?:s[0-9])?(?:d[0-9]|r)?"),
        switches={},
        least=2,
        board="a to z (1 to 26 free cells), 0 to 4, B (plain wall)",
        length=lambda text: length(text, WALLS),
        expand=lambda text: expand(text, WALLS),
        shrink=lambda cells: shrink(cells, WALLS),
    ),
    Game(
        title="Unruly",
        page="unruly",
        kind="binairo",
        params=re.compile("u?(?:d[a-z])?"),
        switches={"unique_lines": "u"},
        least=6,
        board="a to z and A to Z (so many open cells, then a 0 or a 1)",
        length=_unruly_length,
        expand=_unruly_expand,
        shrink=_unruly_shrink,
    ),
)


class Tatham(Format):
    """See the module's description."""

    name = "tatham"
    aliases = ("tatham-lightup", "tatham-unruly", "sgt", "game-id")
    summary = (
        "Light Up, Binairo: a game ID of Simon Tatham's collection (Light Up, Unruly) or a link with one, one a line"
    )
    kinds = tuple(game.kind for game in GAMES)
    example = "3x3:a1dBa2\n6x6u:ejacbaHcd\n"
    links = "Simon Tatham's collection"
    separator = ""
    holds_switches = True
    cells = UNPLAYED

    def sniff(self, text: str) -> Collection[str]:
        """See :meth:`Format.sniff`."""
        block = next(single_lines(text), None)
        if block is None:
            return ()
        page, meant = _split(block.lines[0])
        if page is not None:
            ours = page in {game.page for game in GAMES} or whole(meant[:1]) is not None
            return self.kinds if ours else ()
        if SEED.fullmatch(meant):
            # Without a character that no row has it could be one; as a board of one row is rare, both claim it then.
            rows = next(blocks(text)).lines
            return self.kinds if SURE.search(meant) or len(rows) == 1 else ()
        found = ID.fullmatch(meant)
        return [game.kind for game in _possible(found) or GAMES] if found is not None else ()

    def read(self, text: str, request: Request) -> Iterator[Record | InputError]:
        """See :meth:`Format.read`."""
        yield from read_blocks(single_lines(text), _read, request)

    def write(self, record: Record) -> str:
        """See :meth:`Format.write`."""
        self.check_holds(record.puzzle)
        params, board = game_id(record.puzzle)
        return f"{params}:{board}\n"


TATHAM = Tatham()


def game_of(puzzle: Puzzle) -> Game:
    """Return the game that a kind is in the collection."""
    return next(game for game in GAMES if game.kind == puzzle.name)


def game_id(puzzle: Puzzle) -> tuple[str, str]:
    """Return the parameters and the board of a puzzle.

    Raises
    ------
    LitgridError
        where the collection takes no board so small.
    """
    game, shape = game_of(puzzle), puzzle.shape
    if min(shape.rows, shape.columns) < game.least:
        raise LitgridError(f"{game.title} takes boards from {game.least} x {game.least} on, not {shape}")
    switches = "".join(letter for name, letter in game.switches.items() if getattr(puzzle, name))
    return f"{shape.columns}x{shape.rows}{switches}", game.shrink(bare(puzzle))


def read_game(game: Game, params: re.Match[str], board: str) -> Puzzle:
    """Return the puzzle of a game; ``params`` is a match of :data:`PARAMS`.

    Raises
    ------
    InputError
        with the column inside the board, where it is known.
    """
    shape = _shape(params)
    if not game.params.fullmatch(params["rest"]):
        raise InputError(f"expected parameters of {game.title}, got {shorten(params[0])}")
    cells = game.length(board)
    if cells is None:
        game.expand(board)  # says which character it is
    if cells != shape.size:
        cut_off = ": is it cut off?" if (cells or 0) < shape.size else ""
        got = max(cells or 0, 0)
        raise InputError(f"expected the {shape.size:,} cells of a board of {shape}, got {got:,}{cut_off}")
    switches = {name: params["rest"].startswith(letter) for name, letter in game.switches.items()}
    return make(game.kind, cut(game.expand(board), shape), **switches)


def _shape(params: re.Match[str]) -> Shape:
    return read_shape(params["height"] or params["width"], params["width"])


def _split(line: str) -> tuple[str | None, str]:
    """Return the page of a link, ``None`` where there is none, and the ID."""
    link = LINK.fullmatch(line.strip(BLANKS))
    return (None, line.strip(BLANKS)) if link is None else (link[1].lower(), unquote(link[2]))


def _possible(found: re.Match[str]) -> list[Game]:
    """Return the games whose board this is; if it is none's, those whose characters it has."""
    spelt = [game for game in GAMES if game.params.fullmatch(found["rest"]) and game.length(found["board"]) is not None]
    try:
        shape = _shape(found)
    except InputError:
        return spelt
    least = min(shape.rows, shape.columns)
    return [game for game in spelt if game.length(found["board"]) == shape.size and game.least <= least] or spelt


def _read(block: Block, request: Request) -> Record:
    line = block.lines[0]
    page, text = _split(line)
    asked = [game for game in GAMES if request.kind in (None, game.kind)]
    games = [game for game in asked if page in (None, game.page)]
    if not games:
        known = ", ".join(f"{game.page} ({kinds.get(game.kind).title})" for game in GAMES)
        if page in {game.page for game in GAMES}:
            raise InputError(f"expected the kind {request.kind}, as asked for, got a link to {page}")
        raise InputError(f"this is a link to {shorten(page)[1:-1]}; of this collection litgrid knows {known}")
    if SEED.fullmatch(text):
        raise InputError(
            f"expected a game ID with the board in it, as 3x3:a1dBa2, got the random seed {shorten(text)}: only the "
            "program that made it can make the puzzle again; copy the game ID there (Game, Specific)"
        )
    found = ID.fullmatch(text)
    if found is None:
        raise InputError(f"expected a game ID, as 3x3:a1dBa2 (width, height, board), got {shorten(text)}")
    return request.record(_puzzle(found, games, line.find(text)), block.line)


def _puzzle(found: re.Match[str], games: Sequence[Game], column: int) -> Puzzle:
    possible = [game for game in games if game in _possible(found)]
    if not possible and len(games) > 1:
        boards = " or ".join(f"{game.board} for {game.title}" for game in games)
        raise InputError(f"expected a board of {boards}, got {shorten(found['board'])}")
    if len(possible) > 1 and _shape(found).size in {game.length(found["board"]) for game in possible}:
        titles = " or ".join(f"{game.title} ({kinds.get(game.kind).title})" for game in possible)
        options = " or ".join(f"--kind {game.kind}" for game in possible)
        raise AmbiguousInputError(f"this could be {titles}: say which with {options}", line=1, column=1)
    game = (possible or list(games))[0]
    try:
        return read_game(game, found, found["board"])
    except InputError as error:
        place = None if error.column is None else error.column + max(column, 0) + found.start("board")
        raise InputError(error.message, line=1, column=place or 1) from None
