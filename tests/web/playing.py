"""The page for playing, as its tests see it: cells, buttons, whole games by mouse, keys and touch."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

import litgrid
from litgrid.collection import examples
from litgrid.core.characters import Grid
from litgrid.core.grid import Shape
from litgrid.web.records import as_record
from tests.web.browsing import link
from tests.web.server import BINAIRO, GAPPY, LIGHTUP

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

KINDS = (LIGHTUP, BINAIRO, GAPPY)
SEVERAL = {"kind": "lightup", "clues": ["...", "...", "..."]}
"""A board with several answers: the permutations of three bulbs, six of them."""


def answer(puzzle: dict[str, Any]) -> Grid:
    verdict = litgrid.solve(litgrid.load(json.dumps(puzzle)))
    assert verdict.status == "unique"
    return verdict.solutions[0]


def shipped(kind: str, side: int) -> dict[str, Any]:
    """Return a square puzzle that comes along."""
    found = (record for record in examples(kind) if record.puzzle.shape == Shape(side, side))
    return {name: value for name, value in as_record(next(found)).items() if name not in ("id", "level")}


def cell(page: Page, number: int) -> Locator:
    return page.get_by_role("gridcell").nth(number)


def tool(page: Page, name: str) -> Locator:
    return page.get_by_role("toolbar").get_by_role("button", name=name, exact=True)


def message(page: Page) -> Locator:
    return page.get_by_role("region", name="Hints and answers")


def entries(page: Page) -> list[str]:
    """Return what screen readers are told of each cell."""
    script = "cells => cells.map((cell) => cell.getAttribute('aria-label'))"
    found: list[str] = page.get_by_role("gridcell").evaluate_all(script)
    return found


def start(page: Page, address: str, puzzle: dict[str, Any], filled: Grid | None = None) -> None:
    """Open a puzzle by its link, and wait until the page has found out how many answers it has."""
    page.goto(link(address, puzzle, filled))
    board = litgrid.load(json.dumps(puzzle))
    page.get_by_role("grid", name=f"{board.title}, {board.shape.rows} by {board.shape.columns}").wait_for()
    page.locator("#facts").get_by_text("answer").wait_for()


def wrong_bulb() -> int:
    """Return a cell where a bulb breaks no rule, but is in no answer."""
    puzzle = litgrid.load(json.dumps(LIGHTUP))
    for number in np.flatnonzero(answer(LIGHTUP).ravel() == 0):
        grid = np.full(puzzle.shape.size, -1, dtype=np.int8)
        grid[number] = 1
        if not puzzle.fixed[number] and litgrid.check(puzzle, grid.reshape(puzzle.shape.rows, -1)):
            return int(number)
    raise AssertionError


def to_enter(puzzle: dict[str, Any]) -> list[tuple[int, int, int]]:
    """Return the entries that finish a puzzle: cell, value, and how many clicks or taps that is."""
    board = litgrid.load(json.dumps(puzzle))
    found = []
    for number, (value, given) in enumerate(zip(answer(puzzle).ravel(), board.givens.ravel(), strict=True)):
        if given < 0 and (value or not board.play.blank):
            found.append((number, int(value), 1 if bool(value) == board.play.first else 2))
    return found


def by_mouse(page: Page, puzzle: dict[str, Any]) -> None:
    for number, _, clicks in to_enter(puzzle):
        # The right button gives the other value at once.
        cell(page, number).click(button="left" if clicks == 1 else "right")


def by_keys(page: Page, puzzle: dict[str, Any]) -> None:
    shape = litgrid.load(json.dumps(puzzle)).shape
    row, column = 0, 0
    cell(page, 0).focus()
    for number, value, _ in to_enter(puzzle):
        there = divmod(number, shape.columns)
        for key, steps in (
            ("ArrowDown", there[0] - row),
            ("ArrowRight", there[1] - column),
            ("ArrowLeft", column - there[1]),
        ):
            for _ in range(steps):
                page.keyboard.press(key)
        row, column = there
        page.keyboard.press(("Space", "Enter")[value])


def by_touch(page: Page, puzzle: dict[str, Any]) -> None:
    for number, _, taps in to_enter(puzzle):
        for _ in range(taps):
            cell(page, number).tap()


def chained() -> tuple[dict[str, Any], Grid, list[str]]:
    """Return a puzzle, how far it is filled, and the links of the long chain that comes next."""
    for record in examples("lightup"):
        if record.level == 3:
            filled = record.puzzle.givens.copy()
            for step in litgrid.explain(record.puzzle).steps:
                links = step.links()
                if links and litgrid.hint(record.puzzle, filled).steps[0].links() == links:
                    found = as_record(record)
                    return {name: found[name] for name in ("kind", "clues")}, filled, [link.text for link in links]
                for cell, value in step.cells:
                    filled.flat[cell] = value
    raise AssertionError


def way() -> tuple[dict[str, Any], int, list[str]]:
    """Return a puzzle, a cell that does not follow yet, and the steps to it, none of them a long chain."""
    for record in examples("lightup"):
        for cell in np.flatnonzero((record.puzzle.givens.ravel() < 0) & ~record.puzzle.fixed).tolist():
            if record.level == 3 and record.puzzle.shape.size < 60:
                found = litgrid.hint(record.puzzle, cell=record.puzzle.shape.name(cell))
                if 1 < len(found.steps) < 7 and not any(step.links() for step in found.steps):
                    said = as_record(record)
                    return {name: said[name] for name in ("kind", "clues")}, cell, [one.text() for one in found.steps]
    raise AssertionError


def hold(page: Page, x: float, y: float) -> None:
    """Hold a finger on a place for a second."""
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(1000)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(page: Page, number: int) -> tuple[float, float]:
    box = cell(page, number).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
