"""The solver's tab and the judge's: what is seen of a search, decisions of one's own, and a formula that is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgrid.puzzles import kinds
from litgrid.teaching.trace import trace
from tests.web.browsing import link
from tests.web.looking import cells, marked, start

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

HARD = {"kind": "lightup", "clues": ["......#", "..1..1.", "11.....", ".......", ".....20", ".2..2..", "2......"]}
PUZZLE = kinds.get("lightup").from_clues(HARD["clues"])


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
    panel.get_by_role("button", name="To the next conflict").click()
    place = next(place for place, event in enumerate(found.told) if event.event == "conflict")
    assert at(panel) == said.events(found.told[place : place + 1])
    panel.locator(".conflict svg").wait_for()
    board = found.board(found.told[: place + 1]).ravel()
    levels = {level for event in found.told[:place] for level in [event.level]}
    assert marked(page, "level") == {cell for cell, value in enumerate(board.tolist()) if value >= 0}
    assert len(levels) > 1
    page.screenshot(path="/tmp/solver.png")
    texts = panel.locator(".conflict text").all_text_contents()
    assert "✕" in texts


def test_a_cell_is_decided_by_hand(page: Page, address: str) -> None:
    panel = start(page, link(address, HARD, page="lab"), "Solver")
    panel.get_by_text("It finds an answer.").wait_for()
    open_cell = next(cell for cell, char in enumerate("".join(HARD["clues"])) if char == ".")
    cells(page).nth(open_cell + 2).click()
    panel.get_by_text("Before your decisions").wait_for()
    assert lines(panel)
    assert at(panel).startswith("Level 1: say a bulb at")
    panel.get_by_role("button", name="Leave it to the solver").click()
    panel.get_by_text("Before your decisions").wait_for(state="hidden")


def test_a_formula_is_judged_and_drawn(page: Page, address: str) -> None:
    panel = start(page, link(address, {"kind": "lightup", "clues": ["..", ".."]}, page="lab"), "Judge")
    panel.get_by_label("The formula").fill("p cnf 4 4\n1 2 0\n-1 -2 0\n3 4 0\n-3 -4 0\n")
    panel.get_by_role("button", name="Judge", exact=True).click()
    panel.get_by_text("Wrong: the formula accepts a grid that is no answer.").wait_for()
    page.screenshot(path="/tmp/judge.png")
    panel.get_by_role("button", name="Paste litgrid's own").click()
    page.wait_for_function("document.querySelector('#judge-formula').value.includes('p cnf 4')")
    panel.get_by_role("button", name="Judge", exact=True).click()
    panel.get_by_text("Right: on the cells").wait_for()
