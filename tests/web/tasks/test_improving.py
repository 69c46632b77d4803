"""Better clues, as the page is told of them, against all answers."""

from __future__ import annotations

from typing import Any

import pytest
from litgrid.web.tasks.improving import improve

import litgrid
from litgrid.core.errors import LitgridError
from litgrid.web.records import as_record, puzzle_in
from tests.boards import answers_of

LEAN = "lightup\n.1.\n...\n#.."
MORE = "lightup\n.1.\n...\n#.2"


def asked(text: str, what: str) -> dict[str, Any]:
    return improve({"puzzle": as_record(litgrid.load(text)), "what": what, "timeout": 60})


def test_each_way_offered_leaves_one_answer_of_those_that_there_were() -> None:
    found = asked(LEAN, "unique")
    assert found["status"] == "several"
    assert len(found["better"]) > 1
    for better in found["better"]:
        answers = answers_of(puzzle_in({"puzzle": better["record"]}))
        assert len(answers) == 1
        assert answers < answers_of(litgrid.load(LEAN))
        assert [clue["at"] for clue in better["added"]] == [6]
        assert better["removed"] == []


def test_clues_that_go_are_named_and_the_answer_stays() -> None:
    puzzle = litgrid.load(MORE)
    for what in ("needless", "fewest"):
        (better,) = asked(MORE, what)["better"]
        assert better["record"]["clues"] == [".#.", "...", "#.2"]
        assert [clue["text"] for clue in better["removed"]] == ["The 1 at r1c2 touches exactly 1 bulb."]
        assert (better["clues"], better["least"], better["exact"]) == (1, 1, True)
        assert answers_of(puzzle_in({"puzzle": better["record"]})) == answers_of(puzzle)


def test_labels_say_which_line_they_are_beside() -> None:
    (better,) = asked("gappy\n5 5 1 6 1 5 1 6 1\n1 1 1 1 5 1 6 1 6", "needless")["better"]
    assert all(clue["line"][0] in ("rows", "columns") for clue in better["removed"])
    assert better["clues"] + len(better["removed"]) == 18


def test_what_cannot_be_improved_is_not() -> None:
    assert asked("lightup\n3.\n..", "unique") | {"seconds": 0} == {
        "status": "none",
        "needless": None,
        "better": [],
        "seconds": 0,
    }
    assert asked(LEAN, "needless")["better"] == []
    with pytest.raises(LitgridError, match="one of needless, unique, fewest"):
        asked(LEAN, "prettier")
