"""Better clues, as the page is told of them, against all answers."""

from __future__ import annotations

from typing import Any

import pytest

import litgrid
from litgrid.core.errors import LitgridError
from litgrid.web.records import as_record, puzzle_in
from litgrid.web.tasks.making import improve
from tests.boards import answers_of

LEAN = "lightup\n.1.\n...\n#.."
MORE = "lightup\n.1.\n...\n#.2"


def asked(text: str, what: str) -> dict[str, Any]:
    return improve({"puzzle": as_record(litgrid.load(text)), "what": what, "timeout": 60})


def test_each_way_offered_leaves_one_answer_of_those_that_there_were() -> None:
    found = asked(LEAN, "unique")
    assert found["status"] == "several"
    assert len(found["ways"]) > 1
    for better in found["ways"]:
        answers = answers_of(puzzle_in({"puzzle": better["record"]}))
        assert len(answers) == 1
        assert answers < answers_of(litgrid.load(LEAN))
        assert [clue["at"] for clue in better["added"]] == [6]
        assert better["removed"] == []


def test_clues_that_go_are_named_and_the_answer_stays() -> None:
    puzzle = litgrid.load(MORE)
    for what in ("needless", "fewest"):
        (better,) = asked(MORE, what)["ways"]
        assert better["record"]["clues"] == [".#.", "...", "#.2"]
        assert [clue["text"] for clue in better["removed"]] == ["The 1 at r1c2 touches exactly 1 bulb."]
        assert (better["clues"], better["least"], better["exact"]) == (1, 1, True)
        assert answers_of(puzzle_in({"puzzle": better["record"]})) == answers_of(puzzle)


def test_what_cannot_be_improved_is_not() -> None:
    assert asked("lightup\n3.\n..", "unique") == {
        "status": "none",
        "needless": None,
        "ways": [],
    }
    assert asked(LEAN, "needless")["ways"] == []
    with pytest.raises(LitgridError, match="one of needless, unique, fewest"):
        asked(LEAN, "prettier")
