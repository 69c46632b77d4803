"""What the lab asks for: searches that tell how far they are."""

from __future__ import annotations

from typing import Any

from litgrid.encode.puzzle import formula
from litgrid.puzzles import kinds
from litgrid.sat.walksat import Settings, run
from litgrid.web.tasks import lab

OPEN: dict[str, Any] = {"kind": "lightup", "clues": ["." * 12] * 12}
HOPELESS: dict[str, Any] = {"kind": "lightup", "clues": ["0.0"]}


def told(question: dict[str, Any]) -> list[dict[str, Any]]:
    return [event for event in lab.runs(question) if "stage" not in event]


def test_runs_come_as_they_are_done_and_are_those_of_one_call() -> None:
    begin, *parts = told({"puzzle": OPEN, "number": 1000, "from": "nothing", "flips": 50_000, "seed": 3})
    assert begin["wanted"] == 1000
    assert len(parts) > 1
    made = formula(kinds.get("lightup").from_clues(OPEN["clues"]))
    found = run(made, Settings("skc", 0.5, 50_000), seed=3, executions=1000)
    assert [flips for part in parts for flips in part["flips"]] == found.flips.tolist()
    assert [solved for part in parts for solved in part["solved"]] == found.solved.tolist()
    assert [part["seconds"] for part in parts] == sorted(part["seconds"] for part in parts)


def test_a_run_that_the_time_was_too_short_for_comes_last() -> None:
    question = {"puzzle": HOPELESS, "number": 5, "from": "nothing", "flips": 100_000_000, "timeout": 0.3}
    begin, last = told(question)
    assert begin["wanted"] == 5
    assert last["solved"] == [False]
    assert last["flips"][0] > 0


def test_engines_are_named_before_they_are_measured() -> None:
    begin, *rows = lab.engines({"puzzle": HOPELESS, "engines": ["cadical", "minicard"]})
    assert begin["combinations"] == [(row["engine"], row["encoding"]) for row in rows]
