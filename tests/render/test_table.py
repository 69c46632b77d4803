"""Tables of texts."""

from __future__ import annotations

from litgrid.render.table import aligned, markdown

HEAD = ["name", "solved", "flips"]
ROWS = [["a|b", "3 %", "1,000.5"], ["long name", "100 %", "-"], ["c", "not legible", "2.0"]]


def test_numbers_stand_below_each_other() -> None:
    assert aligned(HEAD, ROWS).split("\n") == [
        "name            solved    flips",
        "a|b                3 %  1,000.5",
        "long name        100 %        -",
        "c          not legible      2.0",
    ]


def test_markdown_keeps_bars_out_of_cells() -> None:
    assert markdown(HEAD, ROWS).split("\n")[1:3] == ["|---|---:|---:|", "| a\\|b | 3 % | 1,000.5 |"]


def test_tables_without_rows() -> None:
    assert aligned(HEAD, []) == "name  solved  flips"
    assert markdown(HEAD, []) == "| name | solved | flips |\n|---|---|---|"
