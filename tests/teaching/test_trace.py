"""A solver on puzzles: the verdict and the answer of another way to them, decisions and stops, and what it says."""

from __future__ import annotations

from typing import Any

import dratify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import litgrid
from litgrid.core.check import violations
from litgrid.core.errors import LitgridError
from litgrid.encode.puzzle import formula
from litgrid.puzzles import empty
from litgrid.sat import dimacs
from litgrid.sat.cardinality import ENCODINGS
from litgrid.teaching.sentences import Sentences
from litgrid.teaching.trace import Trace, trace
from tests import boards

PUZZLE = litgrid.loads("lightup\n.1.\n...\n#.2")
GAPPY = empty("gappy", "5")


@pytest.mark.parametrize("kind", boards.BOARDS)
@given(data=st.data())
@settings(max_examples=25)
def test_a_run_ends_as_solving_does(kind: str, data: st.DataObject) -> None:
    case = data.draw(boards.BOARDS[kind]())
    found = trace(case.puzzle, encoding=data.draw(st.sampled_from(ENCODINGS)))
    assert found.outcome == ("no" if case.status == "none" else "yes")
    if found.outcome == "yes":
        assert not violations(case.puzzle.tables(), found.board(found.events))
    else:
        clauses = dratify.parse_dimacs(dimacs.write(found.formula))
        assert dratify.check_proof(clauses, "\n".join(found.proof())).ok


def test_three_literals_in_each_clause_make_no_other_answer() -> None:
    found = trace(PUZZLE, three_sat=True)
    assert found.board(found.events).tolist() == trace(PUZZLE).board(trace(PUZZLE).events).tolist()


def test_clauses_are_numbered_as_the_formula_is_written() -> None:
    found, written = trace(PUZZLE, encoding="pairwise"), list(formula(PUZZLE, "pairwise").clauses())
    for event in found.events:
        if event.event == "propagate" and event.number is not None and event.number <= len(written):
            assert set(written[event.number - 1]) == set(event.clause or ())


def test_what_propagation_leaves_is_searched_on_request() -> None:
    puzzle = litgrid.loads("lightup\n1...\n....\n..2.\n....")
    whole, rest = trace(puzzle), trace(puzzle, start="rest")
    assert rest.formula.variables < whole.formula.variables
    assert rest.outcome == whole.outcome == "yes"
    known = next(cell for cell in range(puzzle.shape.size) if cell not in rest.opened.cells)
    with pytest.raises(LitgridError, match="before the search: it is no variable"):
        trace(puzzle, start="rest", decide=puzzle.shape.name(known))


def test_decisions_are_said_as_cells_or_variables() -> None:
    found = trace(GAPPY, decide="R2C3, -r1c1 !4", order="first")
    assert [event.literal for event in found.events if event.event == "decide"][:3] == [8, -1, -4]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"decide": "r9c9"}, r"expected a cell of the board, which is 5 x 5, got r9c9"),
        ({"decide": "middle"}, r"expected a cell as r2c3, -r2c3 for false, or a variable's number, got 'middle'"),
        ({"decide": "99999"}, r"expected a variable from 1 to [0-9,]+, got 99999"),
        ({"decide": "0"}, r"expected a cell as r2c3"),
        ({"until": "the end"}, r"expected a cell as r2c3"),
        ({"until": "level"}, r"expected a number behind 'level', as in 'level 3'"),
    ],
)
def test_what_cannot_be_said(said: dict[str, str], message: str) -> None:
    with pytest.raises(LitgridError, match=message):
        trace(GAPPY, **said)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("until", "event", "attributes"),
    [
        ("conflict", "conflict", {}),
        ("learn", "learn", {}),
        ("level 2", "decide", {"level": 2}),
        ("r1c2", "decide", {"literal": -2}),
        ("clause 3", None, {"number": 3}),
    ],
)
def test_it_stops_where_it_is_told(until: str, event: str | None, attributes: dict[str, int]) -> None:
    found = trace(GAPPY, order="first", until=until)
    assert found.stopped == "until"
    assert (found.outcome, found.status) == ("yes", "unknown")
    last = found.events[-1]
    assert event in (None, last.event)
    assert {name: getattr(last, name) for name in attributes} == attributes


def test_the_third_conflict_is_counted() -> None:
    found = trace(GAPPY, until="conflict 3")
    assert [event.event for event in found.events].count("conflict") == 3


def test_so_many_events_and_no_more() -> None:
    found = trace(GAPPY, most=7)
    assert (len(found.events), found.stopped, found.outcome) == (7, "most", "unknown")
    assert trace(GAPPY, timeout=0).stopped == "time"


def test_a_formula_that_is_too_large_is_not_begun() -> None:
    with pytest.raises(LitgridError, match=r"has [0-9,]+ literals, and a solver that tells what it does takes at most"):
        trace(empty("binairo", "200"))


def said_of(found: Trace, language: str) -> Sentences:
    return Sentences(found.puzzle, found.formula, found.opened.cells, language)


def sentences(clause: list[int], language: str = "en", **switches: Any) -> str:
    return said_of(trace(PUZZLE, **switches), language).learned(clause)


@pytest.mark.parametrize(
    ("clause", "english", "french"),
    [
        ([-1, -6], "not together bulbs at r1c1 and r2c3", "pas ensemble des ampoules en l1c1 et l2c3"),
        ([1, 6], "a bulb at r1c1 or r2c3", "une ampoule en l1c1 ou l2c3"),
        ([-1], "no bulb at r1c1", "aucune ampoule en l1c1"),
        ([3, -1], "with a bulb at r1c1, a bulb at r1c3", "avec une ampoule en l1c1, une ampoule en l1c3"),
        ([], "nothing can be", "rien n'est possible"),
    ],
)
def test_a_learned_clause_is_a_sentence_about_the_board(clause: list[int], english: str, french: str) -> None:
    assert sentences(clause) == english
    assert sentences(clause, "fr") == french


def test_a_clause_with_other_variables_stays_a_clause() -> None:
    found = trace(GAPPY, encoding="sequential")
    assert said_of(found, "en").learned([1, -found.formula.variables]) == f"1 -{found.formula.variables}"


def test_conclusions_by_one_rule_are_one_sentence() -> None:
    text = str(trace(PUZZLE))
    assert "So bulbs at r2c3 and r3c2: the 2 at r3c3 touches exactly 2 bulbs." in text
    assert len(str(trace(PUZZLE, detail="decisions"))) < len(text)


def test_the_graph_of_a_conflict_is_a_picture() -> None:
    found: Trace = trace(GAPPY, until="conflict")
    place = len(found.events) - 1
    assert found.conflict(place).startswith("<svg")
    assert found.conflict(place, "latex").startswith(r"\begin{tikzpicture}")
