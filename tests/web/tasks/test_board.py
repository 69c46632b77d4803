"""What a page is told of a board: what stands beside and between its cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from litgrid.puzzles import kinds
from litgrid.web.tasks.board import board
from tests.gallery import Gallery


@pytest.fixture(autouse=True)
def gallery() -> Iterator[None]:
    kinds.add(Gallery)
    yield
    kinds.discard(Gallery.name)


def view(**clues: Any) -> Any:
    return board({"puzzle": {"kind": "gallery", "clues": {"flowers": 2, "grid": None, **clues}}})


def test_regions_signs_and_a_note_come_along() -> None:
    found = view(regions=["AAB", "ABB"], across=["=.", ".x"], down=["..="])
    assert found["regions"] == [0, 0, 1, 0, 1, 1]
    assert sorted(found["signs"]) == [[0, 1, "="], [2, 5, "="], [4, 5, "x"]]
    assert found["note"] == "2 ★"
    assert view(regions=["AB"])["signs"] == []


def test_a_board_without_says_so() -> None:
    found = board({"puzzle": {"kind": "lightup", "clues": ["1."]}})
    assert (found["regions"], found["signs"], found["note"]) == (None, [], "")
