"""What texts are, by how they begin."""

from __future__ import annotations

import pytest

from litgrid.sat.told import BARE, CNF, told


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "lightup\n.1.", "c11c1cBa1f2", "c c b b\na a c c", "1 -1 0\n0 1 0", "-1 1 -1 0\n0 0 0 0", "p\n..",
     "5 5 1 0\n1 1 1 1 0", "4 0\n", "1 2 0\n3 1 0", "  ..\n..", "p0p\n", "a b\n", "h1\n", "m\n", "*\n", "(1, 2)"],
)  # fmt: skip
def test_puzzles_are_none_of_it(text: str) -> None:
    assert told(text) is None


@pytest.mark.parametrize(
    ("text", "what", "line", "column"),
    [
        ("c\nc\r\n  c more\n p cnf 3 1\n", CNF, 4, 2),
        ("c var 1 bulb r1c1\nc var 2 bul", CNF, 1, 1),
        ("P CNF", CNF, 1, 1),
        ("1 -2 0\n3 0", BARE, 1, 1),
        ("c hello\n1 2 0\n3 4 0\n", BARE, 2, 1),
        ("9 1 -2 0\n", BARE, 1, 1),
    ],
)
def test_formulas_are(text: str, what: str, line: int, column: int) -> None:
    assert told(text) == (what, line, column)


def test_long_beginnings_are_told_soon() -> None:
    for text in (
        "c " * 500_000,
        " \n" * 500_000,
        "c x\n" * 300_000 + "p cnf 1 1\n",
        "1 " * 500_000,
        "-1 0\n" * 200_000,
    ):
        told(text)
