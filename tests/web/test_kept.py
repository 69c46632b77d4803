"""What the browser keeps may be damaged, or of another version; and answers are counted, trials nested, rightly."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.web.browsing import link
from tests.web.server import LIGHTUP

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEPT = {
    "litgrid.settings": [
        '{"language": "de", "theme": "x", "errors": 5, "timer": "no", "pad": null}',
        '{"language": "../collection"}',
        "7",
        "[1]",
        '"x"',
        "{",
    ],
    "litgrid.game.x": ['{"record": {"kind": "none"}, "game": {}}', '{"record": 5, "game": 5}', "{", "null"],
    "litgrid.solved": ['[null, 5, {"kind": "x"}]', "7"],
    "litgrid.set": ['{"record": {"kind": "none"}}', '{"record": 7}', "{"],
}
SEVERAL = {"kind": "lightup", "clues": ["..", ".."]}
"""It has two answers."""


def keep(page: Page, address: str, **kept: str) -> None:
    page.goto(f"{address}static/icon.svg")
    page.evaluate("(kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value))", kept)


@pytest.mark.parametrize("place", ["", "set"])
@pytest.mark.parametrize("turn", range(max(map(len, KEPT.values()))))
def test_a_page_begins_with_whatever_is_kept(page: Page, address: str, turn: int, place: str) -> None:
    """Each thing that is kept is damaged in each of its ways, and all at once: a page opened for each takes long."""
    keep(page, address, **{key: values[turn % len(values)] for key, values in KEPT.items()})
    page.goto(address + place)
    page.get_by_role("gridcell").first.wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_label("English").wait_for(state="attached")
    page.keyboard.press("Escape")


def test_statistics_with_whatever_is_kept(page: Page, address: str) -> None:
    solved = [None, 5, {"kind": "x"}, {"kind": "lightup", "rows": 3, "columns": 3, "seconds": 61, "time": 0}]
    keep(page, address, **{"litgrid.solved": json.dumps(solved)})
    page.goto(address)
    page.get_by_role("button", name="Statistics").click()
    page.get_by_role("dialog").get_by_role("cell", name="1:01").wait_for()


def test_what_is_chosen_stays_chosen_over_what_was_damaged(page: Page, address: str) -> None:
    keep(page, address, **{"litgrid.settings": "7"})
    page.goto(address)
    page.get_by_role("gridcell").first.wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Français").check(force=True)
    page.get_by_role("link", name="Jouer").wait_for()
    page.reload()
    page.get_by_role("link", name="Jouer").wait_for()


def test_answers_that_are_asked_for_again_are_no_more_of_them(page: Page, address: str) -> None:
    page.goto(link(address, SEVERAL))
    page.get_by_role("gridcell").first.focus()
    page.keyboard.press("s")
    page.get_by_role("dialog").get_by_role("button", name="Show it").click()
    message = page.get_by_role("region", name="Hints and answers")
    message.get_by_text("Answer 1").wait_for()
    for said in ("Answer 2", *["These 2 are all answers"] * 3):
        page.get_by_role("gridcell").first.focus()
        with page.expect_response("**/api/list"):
            page.keyboard.press("s")
        message.get_by_text(said).wait_for()


def test_trials_nest_without_end(page: Page, address: str) -> None:
    """Levels were kept in a byte each."""
    page.goto(link(address, LIGHTUP))
    cell = page.get_by_role("gridcell").nth(4)
    cell.focus()
    for _ in range(257):
        page.keyboard.press("t")
    page.keyboard.press("Enter")
    assert "trial" in (cell.get_attribute("class") or "")
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    assert cell.get_attribute("aria-label") == "r2 c2 empty"
