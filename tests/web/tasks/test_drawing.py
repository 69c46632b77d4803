"""What can be drawn, and boards turned and resized by request."""

from __future__ import annotations

from typing import Any

import pytest

from litgrid.core.errors import LitgridError
from litgrid.puzzles import kinds
from litgrid.web.tasks.drawing import palette, transform
from tests.fakes import Codewords, Queens


@pytest.mark.parametrize("kind", kinds.names())
def test_every_character_of_a_kind_can_be_drawn(kind: str) -> None:
    entries = palette(kinds.get(kind))
    assert {entry["character"]: entry["meaning"] for entry in entries} == kinds.get(kind).alphabet
    assert [entry["group"] for entry in entries].count("open") == 1


def test_characters_are_of_groups() -> None:
    groups = {entry["character"]: entry["group"] for entry in palette(kinds.get("lightup"))}
    assert groups == {".": "open", "#": "fixed", **dict.fromkeys("01234", "fixed"), "o": "given", "x": "given"}
    styles = {entry["character"]: (entry["style"], entry["glyph"]) for entry in palette(kinds.get("lightup"))}
    assert styles["#"][0] == "wall"
    assert styles["3"] == ("number", "3")
    assert styles["o"] == ("clue", "o")


def test_a_kind_of_somebody_else_is_drawn_as_well() -> None:
    assert [entry["group"] for entry in palette(Queens)] == ["open", "given", "given"]
    assert palette(Codewords) == []


def moved(**how: object) -> Any:
    return transform({"puzzle": {"kind": "lightup", "clues": [".1.", "#.2"]}, **how})["record"]["clues"]


def test_boards_are_moved_by_request() -> None:
    assert moved(turn="half") == ["2.#", ".1."]
    assert moved(rows=3, columns=3, above=1) == ["...", ".1.", "#.2"]
    assert moved(rows=1, columns=2, above=-1, left=-1) == [".2"]
    refused: list[tuple[dict[str, object], str]] = [
        ({"turn": "over"}, "one of right, left, half"),
        ({"turn": 1}, 'expected "turn" as one of right'),
        ({"rows": 0}, 'expected "rows" as a whole number from 1'),
        ({"rows": 1000, "columns": 1000}, "at most 10,000 cells"),
        ({"rows": 2, "columns": 2, "left": 0.5}, 'expected "left" as a whole number'),
    ]
    for how, message in refused:
        with pytest.raises(LitgridError, match=message):
            moved(**how)
