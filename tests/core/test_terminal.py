"""Golden pictures, which were looked at. The answers are those of the sources, or small enough to see."""

from __future__ import annotations

import re
from textwrap import dedent

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgrid.core.scene import Scene
from litgrid.core.terminal import DIFFERENT, Look, draw
from litgrid.formats import loads
from tests.formats.boards import PUZZLES
from tests.render.scenes import mapped

ANSI = re.compile(r"\x1b\[[0-9;]*m")
GAPPY = [
    "..#.....#",
    "#.....#..",
    "..#.#....",
    "#......#.",
    "...#.#...",
    ".#.....#.",
    "...#.#...",
    ".#......#",
    "....#.#..",
]
"""The answer of the case in the report of the student program: its first row is W W B W W W W W B."""


def picture(text: str) -> str:
    return dedent(text).strip("\n")


def test_light_up() -> None:
    puzzle = loads("lightup\n.1.##\n...#.\n#.3..")
    grid = puzzle.read_rows(["o1.##", "..o#o", "#o3o."])
    assert draw(puzzle.scene(grid)) == picture("""
        ┌───────────┐
        │ ● 1 · ███ │
        │ · · ● █ ● │
        │ █ ● 3 ● · │
        └───────────┘""")
    assert draw(puzzle.scene(grid), Look(unicode=False)) == picture("""
        +-----------+
        | o 1 . # # |
        | . . o # o |
        | # o 3 o . |
        +-----------+""")


def test_what_is_open_stays_blank() -> None:
    puzzle = loads("lightup\n.1.\n..o\n#.2")
    assert draw(puzzle.scene(puzzle.givens)) == picture("""
        ┌───────┐
        │   1 · │
        │ · · ● │
        │ █   2 │
        └───────┘""")


def test_binairo_says_what_is_given() -> None:
    puzzle = loads("binairo\n00..\n0...\n..1.\n....")
    grid = puzzle.read_rows(["0011", "0101", "1010", "1100"])
    assert draw(puzzle.scene(grid)) == picture("""
        ┌─────────┐
        │ 0'0'1 1 │
        │ 0'1 0 1 │
        │ 1 0 1'0 │
        │ 1 1 0 0 │
        └─────────┘
        ' given""")
    # In colour, givens are bold and entries are not: no ticks.
    coloured = draw(puzzle.scene(grid), Look(colour=True))
    assert ANSI.sub("", coloured).split("\n")[1] == "│ 0 0 1 1 │"
    assert coloured.split("\n")[1].startswith("│ \x1b[1m0\x1b[0m \x1b[1m0\x1b[0m \x1b[36m1")


def test_gappy_has_its_labels_left_and_top() -> None:
    puzzle = loads("gappy\n5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 - 6")
    assert draw(puzzle.scene(puzzle.read_rows(GAPPY))) == picture("""
            1 1 1 1 5 1 6   6
          ┌───────────────────┐
        5 │ · · ■ · · · · · ■ │
        5 │ ■ · · · · · ■ · · │
        1 │ · · ■ · ■ · · · · │
        6 │ ■ · · · · · · ■ · │
        1 │ · · · ■ · ■ · · · │
        5 │ · ■ · · · · · ■ · │
        1 │ · · · ■ · ■ · · · │
        6 │ · ■ · · · · · · ■ │
        1 │ · · · · ■ · ■ · · │
          └───────────────────┘""")


def test_labels_of_two_digits_make_wider_cells() -> None:
    scene = Scene(["#.", ".#"], [["true", "false"], ["false", "true"]], ("10", "1"), ("3", "12"), {"#": "■", ".": "·"})
    assert draw(scene) == picture("""
              3 12
           ┌───────┐
        10 │  ■  · │
         1 │  ·  ■ │
           └───────┘""")


def test_marked_cells_stand_in_brackets() -> None:
    puzzle = loads("lightup\n.1.##\n...#.\n#.3..")
    scene = puzzle.scene(puzzle.read_rows(["o1.##", "..o#o", "#o3o."]))
    assert draw(scene, marked=[0, 7, 8, 14]) == picture("""
        ┌───────────┐
        │[●]1 · ███ │
        │ · ·[●|█]● │
        │ █ ● 3 ●[·]│
        └───────────┘""")


def test_regions_have_heavy_lines_and_signs_stand_on_them() -> None:
    scene = mapped()
    assert draw(scene, marked=[5]) == picture("""
           1 ★
             1       2   2
           ┏━━━┯━━━┳━━━┯━━━┓
           ┃ ★ = · ┃ · │   ┃
           ┠───╆━━━╇━x━╅───┨
        12 ┃ · ┃[·]x   ┃ · ┃
           ┣━━━╃───┼───╄━=━┫
         3 ┃ · │   │ · │ ★ ┃
           ┗━━━┷━━━┷━━━┷━━━┛""").replace("x", DIFFERENT)
    assert draw(scene, Look(unicode=False), marked=[5]) == picture("""
           1 *
             1       2   2
           +-------+-------+
           | * = . | .     |
           |   +---+-x-+   |
        12 | . |[.]x   | . |
           +---+       +-=-+
         3 | .       .   * |
           +---------------+""")


def test_signs_alone_have_no_lines_around_them() -> None:
    scene = Scene(["01", ".1"], [["clue", "clue"], ["unknown", "true"]], signs={(0, 1): "x", (0, 2): "="})
    assert draw(scene) == picture("""
        ┌───────┐
        │ 0 x 1'│
        │ =     │
        │     1 │
        └───────┘
        ' given""").replace("x", DIFFERENT)
    assert draw(scene, Look(width=8)) == picture("""
        columns 1 to 1
        ┌───┐
        │ 0 x
        │ = │
        │   │
        └───┘
        columns 2 to 2
        ┌───┐
        x 1'│
        │   │
        │ 1 │
        └───┘
        ' given""").replace("x", DIFFERENT)


def test_a_board_wider_than_the_terminal_is_cut_into_strips() -> None:
    puzzle = loads("gappy\n5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 - 6")
    scene = puzzle.scene(puzzle.read_rows(GAPPY))
    drawn = draw(scene, Look(width=20))
    assert max(len(line) for line in drawn.split("\n")) <= 20
    assert drawn.startswith(
        picture("""
        columns 1 to 7
            1 1 1 1 5 1 6
          ┌───────────────┐
        5 │ · · ■ · · · · │""")
    )
    assert (
        picture("""
        columns 8 to 9
              6
          ┌─────┐
        5 │ · ■ │""")
        in drawn
    )
    # However narrow: a column at a time, and nothing lost.
    assert draw(scene, Look(width=1)).count("columns") == 9


@given(data=st.data())
def test_colour_and_plain_show_the_same(data: st.DataObject) -> None:
    # Only ticks, which colour replaces, may differ; and every line of a picture is as wide as its frame.
    puzzle = data.draw(st.one_of(*PUZZLES.values()))
    size = puzzle.shape.size
    values = data.draw(st.lists(st.sampled_from([-1, 0, 1]), min_size=size, max_size=size))
    grid = np.array(values, dtype=np.int8).reshape(puzzle.shape.rows, puzzle.shape.columns)
    grid = np.where(puzzle.givens >= 0, puzzle.givens, grid).astype(np.int8)
    marked = data.draw(st.sets(st.integers(0, size - 1)))
    unicode = data.draw(st.booleans())
    scene = puzzle.scene(grid)
    plain = draw(scene, Look(unicode=unicode), marked)
    coloured = ANSI.sub("", draw(scene, Look(colour=True, unicode=unicode), marked))
    assert coloured == plain.replace("'", " ").removesuffix("  given").rstrip("\n ")
    lined = bool(scene.regions or scene.signs)
    frame = [line for line in coloured.split("\n") if line[-1:] in tuple("┐│┘+|┓┃┛┨┫┩┪┤┥┦")]
    assert len({len(line) for line in frame}) == 1
    assert len(frame) == (2 * puzzle.shape.rows + 1 if lined and unicode else puzzle.shape.rows + 2) or not unicode
    if not unicode:
        assert plain.isascii()


@pytest.mark.parametrize("colour", [False, True])
def test_every_colour_ends(colour: bool) -> None:
    puzzle = loads("lightup\n.1.\n..o\n#.2")
    for line in draw(puzzle.scene(puzzle.givens), Look(colour=colour), [2, 5]).split("\n"):
        codes = ANSI.findall(line)
        assert (codes[-1] == "\x1b[0m") if codes else not colour or "│" not in line
