"""Game IDs and saved games of Tatham's collection."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.errors import AmbiguousInputError, LitgridError
from litgrid.formats import Record, formats, loads, loads_all
from litgrid.formats.tatham_save import MAGIC
from litgrid.puzzles import empty
from tests.formats.boards import board, error_of, read

GRID = [".1.", "...", "#.2"]


def unruly(text: str, size: int) -> str:
    """The grammar of Unruly's boards, transcribed: skip so many cells, then place one."""
    cells, place = ["."] * (size + 1), 0
    for char in text:
        number = ord(char.lower()) - ord("a")
        place += number
        if number < 25:
            cells[place] = "0" if char.islower() else "1"
            place += 1
    assert place == size + 1
    return "".join(cells[:size])


@given(data=st.data())
def test_the_boards_of_unruly(data: st.DataObject) -> None:
    puzzle = data.draw(board("binairo", *data.draw(st.sampled_from([(6, 8), (10, 6), (6, 6), (6, 40)]))))
    params, text = formats.get("tatham").write(Record("a", puzzle)).strip().split(":")
    shape = puzzle.shape
    assert params == f"{shape.columns}x{shape.rows}" + "u" * puzzle.unique_lines  # type: ignore[attr-defined]
    assert unruly(text, shape.size) == "".join(puzzle.clues)


@pytest.mark.parametrize(
    ("game_id", "unique_lines"),
    [
        ("6x6u:ejacbaHcd", True),
        ("6:ejacbaHcd", False),
        ("6x6de:ejacbaHcd", False),
        ("6x6udn:ejacbaHcd", True),
        ("https://example.org/~sgtatham/puzzles/js/unruly.html#6x6u:ejacbaHcd", True),
        ("unruly.html#6x6u%3AejacbaHcd", True),
    ],
)
def test_u_is_the_rule_that_lines_differ(game_id: str, unique_lines: bool) -> None:
    puzzle = loads(game_id)
    assert puzzle.clues == ["....0.", "......", "..00..", "0.00..", ".....1", "..0..."]
    assert puzzle.unique_lines is unique_lines  # type: ignore[attr-defined]
    assert loads(game_id, unique_lines=not unique_lines).unique_lines is not unique_lines  # type: ignore[attr-defined]


@pytest.mark.parametrize("params", ["3x3", "3", "3x3b20s2d1", "3x3b20s4r", "3x3d0"])
def test_the_parameters_of_light_up(params: str) -> None:
    assert loads(f"{params}:a1dBa2").clues == GRID


def test_a_board_of_both_games_is_asked_about() -> None:
    text = "6x6:zgBBa"  # 36 cells in one, 36 and a last one in the other
    with pytest.raises(AmbiguousInputError, match=r"could be Light Up or Binairo: say which with --kind lightup"):
        loads(text)
    assert loads(text, kind="binairo").clues == ["......"] * 5 + [".0.1.1"]
    assert loads(text, kind="lightup").clues == ["......"] * 5 + ["...##."]
    assert loads(f"https://example.org/lightup.html#{text}").name == "lightup"


def test_a_saved_game() -> None:
    text = formats.get("tatham-save").example
    assert read(text).puzzle.clues == GRID
    assert "expected a line DESC, got none: is the file cut off?" in error_of(text.partition("DESC")[0])
    assert "a:6:12: expected 7 bytes after DESC, as the line says, got 6" in error_of(
        text.replace("C    :6", "C    :7")
    )
    assert "a:3:1: this is a saved game of Solo" in error_of(text.replace("8:Light Up", "4:Solo"))
    assert error_of(text.replace("a1dBa2", "a1d?a2")).startswith("a:6:15: expected a letter from a to z")
    assert error_of(text.replace("CPARAMS :3:3x3", "CPARAMS :3:x3x")).startswith("a:5:1: expected parameters, as 7x7")
    assert error_of("SAVEFILE:x").startswith("a:1:1: expected a key, a length and a value")
    assert "asked for, got lightup" in error_of(text, kind="binairo")


def saved(game: str, params: str, board: str, *moves: str, position: int | None = None) -> str:
    """Return a saved game, written by the rules of such files; a move is ``MOVE L0,0``, or any other key."""
    values = [("SAVEFILE", MAGIC), ("VERSION", "1"), ("GAME", game), ("PARAMS", params), ("CPARAMS", params)]
    values += [("DESC", board), ("UI", ""), ("NSTATES", str(len(moves) + 1))]
    values += [("STATEPOS", str(len(moves) + 1 if position is None else position))]
    pairs = [move.split(" ") if " " in move else ("MOVE", move) for move in moves]
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in [*values, *pairs])


def entered(text: str) -> list[list[int]] | None:
    record = read(text)
    assert record.answer is None
    return None if record.filled is None else record.filled.tolist()


def test_moves_of_light_up() -> None:
    game = partial(saved, "Light Up", "3x3", "a1dBa2")  # .1. / ... / #.2
    assert entered(game()) is None
    # A bulb or a mark takes the place of the other, and the same again takes it away.
    assert entered(game("L0,0", "I1,1", "L2,1", "I2,1")) == [[1, 0, -1], [-1, 0, 0], [0, -1, 0]]
    assert entered(game("L0,0;I2,0", "L0,0", "I1,2", "L1,2")) == [[-1, 0, 0], [-1, -1, -1], [0, 1, 0]]
    # What was taken back is still there; the position says where the player stands.
    assert entered(game("L0,0", "L2,1", "L1,2", position=2)) == [[1, 0, -1], [-1, -1, -1], [0, -1, 0]]
    assert entered(game("L0,0", position=1)) is None
    assert entered(game("L0,0", "RESTART a1dBa2", "I0,0")) == [[0, 0, -1], [-1, -1, -1], [0, -1, 0]]
    solved = game("L2,0", "SOLVE S;L2,0;L0,0;L2,1;L1,2", "L0,1")
    assert entered(solved) == [[-1, 0, 1], [-1, -1, -1], [0, -1, 0]]
    assert read(solved).warnings == ("the program solved this game: what was entered before that is kept",)


def test_moves_of_unruly_and_mosaic() -> None:
    unruly = partial(saved, "Unruly", "6x6u", "ejacbaHcd")  # r1c5, r3c3, r3c4, r4c1 ... are given
    found = entered(unruly("P1,0,0", "P0,5,0", "P-,0,0", "P1,1,0"))
    assert found is not None
    assert (found[0], found[1]) == ([-1, 1, -1, -1, 0, 0], [-1] * 6)
    mosaic = partial(saved, "Mosaic", "3x3", "a3d3b")
    # A left click leads from open to black, white and open, a right one the other way; a drag leaves what is decided.
    assert entered(mosaic("t0,0", "T1,0", "t2,0", "t2,0")) == [[1, 0, 0], [-1] * 3, [-1] * 3]
    assert entered(mosaic("t0,0", "t0,0", "t0,0", "T2,2", "T2,2")) == [[-1] * 3, [-1] * 3, [-1, -1, 1]]
    assert entered(mosaic("T1,1", "t0,1", "e2,1,0,1,1")) == [[-1] * 3, [1, 0, 1], [-1] * 3]
    assert entered(mosaic("T2,2", "d2,0,2,2,2")) == [[-1, -1, 0]] * 3


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (["L0,0", "L3,0"], "a:11:1: expected a move on a board of 3 x 3, got 'L3,0'"),
        (["L1,0"], "a:10:1: expected a move in a cell to be filled in, got 'L1,0', in r1c2"),
        (["L0,0", "Q0,0"], "a:11:1: expected a move of Light Up, as L0,0 (column, row), got 'Q0,0'"),
        (["L0"], "a:10:1: expected a move of Light Up, as L0,0 (column, row), got 'L0'"),
        (["L0,-1"], "a:10:1: expected a move of Light Up, as L0,0 (column, row), got 'L0,-1'"),
    ],
)
def test_moves_that_cannot_be(moves: list[str], message: str) -> None:
    assert error_of(saved("Light Up", "3x3", "a1dBa2", *moves)) == message


def test_a_saved_game_that_is_cut_off() -> None:
    text = saved("Light Up", "3x3", "a1dBa2", "L0,0", "L2,1")
    assert error_of(text.replace("MOVE    :4:L2,1\n", "")) == (
        "a:9:1: expected a position in 2 states, got '3': is the file cut off?"
    )
    assert error_of(text[:-3]) == "a:11:12: expected 4 bytes after MOVE, as the line says, got 2"
    unruly = saved("Unruly", "6x6u", "ejacbaHcd", "P1,4,0")
    assert error_of(unruly) == "a:10:1: expected a move in a cell to be filled in, got 'P1,4,0', in r1c5"
    assert "expected a move on a board of 3 x 3" in error_of(saved("Mosaic", "3x3", "a3d3b", "d0,0,999999999,0,1"))


@pytest.mark.parametrize(
    ("format_name", "kind", "size"),
    [("tatham", "lightup", "1x5"), ("tatham", "binairo", "4x8"), ("puzzle-binairo", "binairo", "4x6")],
)
def test_boards_that_a_format_has_not(format_name: str, kind: str, size: str) -> None:
    with pytest.raises(LitgridError, match=r"takes boards from|holds square boards only"):
        formats.get(format_name).write(Record("a", empty(kind, size)))


def test_a_row_of_a_grid_is_no_random_seed() -> None:
    text = "1#  2\n  #  \n#   #\n  1  \n 2  #\n"
    assert read(text).puzzle.clues == text.replace(" ", ".").split()
    seed, board = loads_all("3x3b1#12\n3x3:a1dBa2")
    assert "got the random seed '3x3b1#12'" in str(seed)
    assert isinstance(board, Record)


BAD = {
    "7x7#123456789": "a:1:1: expected a game ID with the board in it, as 3x3:a1dBa2, got the random seed",
    "7x7b20s4d1#8937261": "a:1:1: expected a game ID with the board in it",
    "3x3:a1dBa": "a:1:1: expected the 9 cells of a board of 3 x 3, got 8: is it cut off?",
    "3x3:a1dBa2a": "a:1:1: expected the 9 cells of a board of 3 x 3, got 10",
    "6x6u:ejacbaHc": "a:1:1: expected the 36 cells of a board of 6 x 6, got 32: is it cut off?",
    "7x6:zqA": "a:1:1: expected an even number of columns, got 7",
    "3x3:a1?Ba2": "a:1:1: expected a board of a to z (1 to 26 free cells), 0 to 4, B (plain wall) for Light Up or",
    "3x3zz:a1dBa2": "a:1:1: expected a board of",
    "1000000000x1000000000:a": "a:1:1: expected a number of rows, from 1 to 4,000,000, got '1000000000'",
    "https://example.org/js/slant.html#8x8:abc": "a:1:1: this is a link to slant; of this collection litgrid knows",
    "https://example.org/js/lightup.html#": "a:1:1: expected a game ID, as 3x3:a1dBa2",
    "https://example.org/js/lightup.html#3x3%23123": "a:1:1: expected a game ID with the board in it",
}


@pytest.mark.parametrize(("text", "sentence"), BAD.items())
def test_a_bad_one_gets_one_sentence(text: str, sentence: str) -> None:
    said = error_of(text)
    assert said.startswith(sentence)
    assert "\n" not in said
    assert len(said) < 300
