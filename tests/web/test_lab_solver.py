"""The solver's tab and the judge's: what is seen of a search, decisions of one's own, and a formula that is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from litgrid.puzzles import kinds
from litgrid.teaching.trace import Trace, trace
from litgrid.tracing.graph import standing
from litgrid.tracing.order import ORDERS, Order
from litgrid.tracing.propagation import Watched
from litgrid.tracing.search import cdcl, numbered
from tests.web.browsing import link
from tests.web.looking import cells, marked, start

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

HARD = {"kind": "lightup", "clues": ["......#", "..1..1.", "11.....", ".......", ".....20", ".2..2..", "2......"]}
PUZZLE = kinds.get("lightup").from_clues(HARD["clues"])
RIGHT = "-1 -2 0\n-3 -4 0\n-1 -3 0\n-2 -4 0\n1 2 3 0\n1 2 4 0\n1 3 4 0\n2 3 4 0\n"
"""The four clauses of two, and four of three: nothing more is needed for a board of 2 x 2."""


def lines(panel: Locator) -> list[str]:
    return panel.locator(".events button").all_inner_texts()


def at(panel: Locator) -> str:
    return panel.locator(".events [aria-current]").inner_text()


def test_a_search_is_gone_through_to_its_conflicts(page: Page, address: str) -> None:
    panel = start(page, link(address, HARD, page="lab"), "Solver")
    found = trace(PUZZLE)
    panel.get_by_text("It finds an answer.").wait_for()
    said = found.sentences("en")
    assert lines(panel)[0] == said.events(found.told[:1])
    panel.get_by_role("button", name="Go on to it").click()
    place = next(place for place, event in enumerate(found.told) if event.event == "conflict")
    assert at(panel) == said.events(found.told[place : place + 1])
    panel.locator(".conflict svg").wait_for()
    board = found.board(found.told[: place + 1]).ravel()
    levels = {level for event in found.told[:place] for level in [event.level]}
    assert marked(page, "level") == {cell for cell, value in enumerate(board.tolist()) if value >= 0}
    assert len(levels) > 1
    texts = panel.locator(".conflict text").all_text_contents()
    assert "✕" in texts


@pytest.mark.parametrize(
    ("kind", "which"), [("learn", ""), ("level", "3"), ("clause", "222"), ("literal", "r3c3"), ("literal", "17")]
)
def test_it_stops_where_lab_trace_does(kind: str, which: str, page: Page, address: str) -> None:
    panel = start(page, link(address, HARD, page="lab"), "Solver")
    panel.get_by_text("It finds an answer.").wait_for()
    panel.get_by_label("Stop at").select_option(kind)
    if which:
        panel.get_by_label("Which").fill(which)
    panel.get_by_role("button", name="Go on to it").click()
    found = trace(PUZZLE, until=which if kind == "literal" else f"{kind} {which}".strip())
    assert panel.get_by_role("slider").input_value() == str(len(found.told))
    assert at(panel) == found.sentences("en").events(found.told[-1:])


def test_playing_stops_as_well_and_what_does_not_come_is_said(page: Page, address: str) -> None:
    panel = start(page, link(address, HARD, page="lab"), "Solver")
    panel.get_by_text("It finds an answer.").wait_for()
    panel.get_by_label("Stop at").select_option("literal")
    go = panel.get_by_role("button", name="Go on to it")
    for which, said in (("", "Say which"), ("r9c9", "Say which"), ("999", "From here on it does not come")):
        panel.get_by_label("Which").fill(which)
        go.click()
        panel.get_by_role("alert").filter(has_text=said).wait_for()
    panel.get_by_role("slider").press("ArrowRight")  # elsewhere it may come
    panel.get_by_text("From here on it does not come").wait_for(state="detached")
    panel.get_by_role("slider").press("Home")
    panel.get_by_label("Which").fill(str(abs(trace(PUZZLE).told[2].literal or 0)))
    panel.get_by_role("button", name="Play").click()
    page.wait_for_timeout(3500)
    assert panel.get_by_role("slider").input_value() == "3"
    panel.get_by_role("button", name="Play").wait_for()


def test_watched_literals_are_those_of_the_solver(page: Page, address: str) -> None:
    panel = start(page, link(address, HARD, page="lab"), "Solver")
    panel.get_by_text("It finds an answer.").wait_for()
    panel.get_by_text("Show watched literals").click()
    panel.get_by_text("now watches").first.wait_for()
    formula = trace(PUZZLE, detail="watches").formula
    clauses = numbered(formula.clauses())
    propagation = Watched(clauses)
    order = Order(ORDERS["vsids"](clauses, formula.variables), formula.variables, growing=True)
    conflicts = looked = 0
    for place, event in enumerate(cdcl(clauses, propagation, order, number=len(clauses), restarts=None), 1):
        conflicts += event.event == "conflict"
        if event.event != "decide" and (event.event != "propagate" or not conflicts):
            continue
        panel.get_by_role("slider").fill(str(place))
        drawn = panel.locator(".watching .clause").evaluate_all(
            "clauses => clauses.map((one) => [...one.querySelectorAll('.watched')].map((part) => part.textContent))"
        )
        watching = propagation._by_literal[-(event.literal or 0)]
        assert sorted(map(sorted, drawn)) == sorted(sorted(map(named, one.literals[:2])) for one in watching)
        looked += 1
        if looked == 9:
            break
    cells = {abs(literal) - 1 for clause in watching for literal in clause.literals[:2]}
    assert marked(page, "watch") == cells


def named(literal: int) -> str:
    return "¬" * (literal < 0) + PUZZLE.shape.name(abs(literal) - 1)


def test_two_runs_stand_beside_each_other(page: Page, address: str) -> None:
    panel = start(page, link(address, HARD, page="lab"), "Solver")
    panel.get_by_text("It finds an answer.").wait_for()
    assert panel.locator(".mirror").count() == 0
    found = trace(PUZZLE)
    place = [event.event for event in found.told].index("decide", 60) + 1  # there are some before
    made = [str(event.literal) for event in found.told[: place - 1] if event.event == "decide"]
    panel.get_by_role("slider").fill(str(place))
    known = found.board(found.told[:place]).ravel().tolist()
    open_cell = next(cell for cell, value in enumerate(known) if value < 0)
    cells(page).nth(open_cell).click(modifiers=["Shift"])
    panel.get_by_text("With your decision").wait_for()
    other = trace(PUZZLE, decide=" ".join([*made, f"-{open_cell + 1}"]))
    decisions = [event for event in other.told if event.event == "decide"]
    assert at(panel) == other.sentences("en").events(decisions[len(made) :][:1])  # in place of the one that was seen
    for figure, run in zip(panel.locator(".runs figure").all(), (found, other), strict=True):
        took = run.statistics
        assert f"In all: Decisions {took['decisions']}, conclusions {took['propagations']}" in figure.inner_text()
        numbers = figure.locator(".mark.order").all_text_contents()
        step = int(panel.get_by_role("slider").input_value())
        assert numbers == figure_numbers(run, step)
    panel.get_by_role("button", name="Leave it to the solver").click()
    panel.get_by_text("With your decision").wait_for(state="hidden")
    assert panel.locator(".mirror").count() == 0


def figure_numbers(run: Trace, step: int) -> list[str]:
    """Return the numbers of the trail that stand on a board: not on clues."""
    trail = [event.literal or 0 for event in standing(run.told[:step])]
    chars = "".join(HARD["clues"])
    return [str(place) for place, literal in enumerate(trail, 1) if chars[abs(literal) - 1] == "."]


def test_a_formula_is_judged_and_drawn(page: Page, address: str) -> None:
    panel = start(page, link(address, {"kind": "lightup", "clues": ["..", ".."]}, page="lab"), "Judge")
    panel.get_by_label("The formula").fill("p cnf 4 4\n1 2 0\n-1 -2 0\n3 4 0\n-3 -4 0\n")
    panel.get_by_role("button", name="Judge", exact=True).click()
    panel.get_by_text("Wrong: the formula accepts a grid that is no answer.").wait_for()
    panel.get_by_role("button", name="Paste litgrid's own").click()
    page.wait_for_function("document.querySelector('#judge-formula').value.includes('p cnf 4')")
    panel.get_by_role("button", name="Judge", exact=True).click()
    panel.get_by_text("Right: on the cells").wait_for()
    panel.get_by_label("The formula").fill("p cnf 4 9\n1 2 0\n" + RIGHT)
    panel.get_by_text("Tell as well").click()
    panel.get_by_role("button", name="Judge", exact=True).click()
    panel.get_by_text("Needless, as the others imply").wait_for()
    panel.get_by_label("The formula").fill("p cnf 9 1\n9 0\n")
    panel.get_by_role("button", name="Judge", exact=True).click()
    panel.get_by_text("Its variables are those of a board of 3 x 3, and this one is 2 x 2").wait_for()
    panel.get_by_label("The formula").fill("p cnf 4 1\n1 x 0\n")
    panel.get_by_role("button", name="Judge", exact=True).click()
    panel.get_by_role("alert").filter(has_text="2:3: expected literals").wait_for()
