"""Task strings."""

from __future__ import annotations

import pytest

from litgrid.formats import loads
from tests.formats.boards import error_of, read

GRID = [".1.", "...", "#.2"]


def test_the_task_of_a_page() -> None:
    page = "<script>\nvar size = 6; var task = 'd0i00b0a00g1b0c';\n</script>\n"
    record = read(page)
    assert record.line == 2
    assert record.puzzle.clues == ["....0.", "......", "..00..", "0.00..", ".....1", "..0..."]


def test_a_task_of_binairo_is_not_asked_about() -> None:
    # Light Up's tasks have walls beyond 1, and none was seen on a live page.
    assert loads("d0i00b0a00g1b0c").name == "binairo"
    assert loads("d0i00b0a00g1b0c", kind="lightup").name == "lightup"
    assert loads("a1dBa2").name == "lightup"


@pytest.mark.parametrize(
    ("task", "sentence"),
    [
        (
            "d0i00b0a00g1b0b",
            "a:1:1: expected a square board, got 'd0i00b0a00g1b0b' of 35 cells: a square has 36; is it cut off?",
        ),
        ("d0i2", "a:1:4: expected a letter from a to z or one of 0 1; got '2'"),
        ("b0f", "a:1:1: expected an even number of columns, got 3"),
        ("z" * 200_000, "a:1:1: expected at most 4,000,000 cells"),
    ],
)
def test_a_bad_task(task: str, sentence: str) -> None:
    assert error_of(task, format="puzzle-binairo").startswith(sentence)
