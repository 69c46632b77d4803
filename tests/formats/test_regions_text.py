"""Region maps in plain text: with blanks, without a header, and what is said of wrong ones."""

from __future__ import annotations

import pytest

import litgrid
from litgrid.core.errors import InputError
from litgrid.lab.census import census

MAP = "AABB\nAAAB\nCCDB\nCDDD"


@pytest.mark.parametrize(
    "text", ["starbattle\n" + "\n".join(map(" ".join, MAP.split("\n"))), f"queens\nstars: 1\n{MAP}"]
)
def test_a_map_is_read(text: str) -> None:
    assert litgrid.load(text).clues["regions"] == MAP.split("\n")


def test_a_bare_map_is_read_where_its_kind_is_named() -> None:
    assert litgrid.load(MAP, kind="starbattle").clues["regions"] == MAP.split("\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("starbattle\nstars: 0\nAB\nAB", '2:1: expected "stars" as a number from 1 to 99, got 0'),
        ("starbattle\nstars: 1\nStars: 1\nAB\nAB", "3:1: expected one line stars:, got another one"),
        ("starbattle\nstars: 1\nAB\nA", "4:2: expected 2 cells, as in the first row, got 1"),
        ('{"kind":"queens","clues":{"regions":["AB","AB"],"stars":-1}}', '1:57: "clues": expected "stars" as a number'),
        ('{"kind":"queens","clues":{"regions":["AB","AB"],"star":1}}', 'got "star" as well'),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        litgrid.load(text)
    assert message in str(caught.value)


def test_a_board_with_signs_has_a_census() -> None:
    board = litgrid.load("binairo\n....\n....\n....\n....\nacross:\nx..\n...\n...\n...")
    assert census(board).answers == 72
