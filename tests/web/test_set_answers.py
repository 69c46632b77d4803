"""What the page says of a puzzle that is drawn: its answers, clues that clash, clues to add and to drop."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import litgrid
from tests.web.browsing import link
from tests.web.server import LIGHTUP
from tests.web.setting import CLASHING, OPEN, SEVERAL, cells, drawn, new_board, shared, start, told

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_forced_cells_and_two_answers_are_shown(page: Page, address: str) -> None:
    start(page, link(address, OPEN, page="set"))
    told(page, SEVERAL)
    forced = litgrid.forced(litgrid.load(json.dumps(OPEN)))
    assert page.locator("#stage rect.mark.forced").count() == forced.number
    assert page.locator("#stage .entry").count() == forced.number
    assert "forced: bulb" in (cells(page).nth(7).get_attribute("aria-label") or "")
    differ = page.locator("#stage rect.mark.differ").count()
    assert differ > 0
    shown = []
    for name in ("Answer 1", "Answer 2"):
        page.get_by_label(name).check(force=True)
        shown.append([cell.locator(".entry.disc").count() for cell in cells(page).all()])
    assert sum(one != other for one, other in zip(*shown, strict=True)) == differ
    page.get_by_label("Clues", exact=True).check(force=True)
    assert page.locator("#stage .entry, #stage .mark").count() == 0


def test_clues_that_clash_are_outlined_and_named(page: Page, address: str) -> None:
    start(page, link(address, CLASHING, page="set"))
    told(page, "No answer")
    conflict = litgrid.solve(litgrid.load(json.dumps(CLASHING))).conflict
    assert page.locator("#stage rect.mark.clash").count() == len(conflict) == page.locator(".clashes li").count()
    assert page.locator(".clashes").inner_text().startswith("The 3 at r1c1 touches exactly 3 bulbs")
    page.locator(".clashes li").first.hover()
    assert page.locator("#stage rect.mark.hover").count() == 3


def test_where_no_number_does_it_it_is_said_and_the_rest_is_filled(page: Page, address: str) -> None:
    start(page, f"{address}set")
    new_board(page, "lightup", 8, 8)
    told(page, SEVERAL)
    page.get_by_role("button", name="Count the answers").click()
    page.get_by_text(re.compile(r"^At least [\d,]+ answers\.|^[\d,]+ answers\.")).wait_for()
    page.get_by_role("button", name="Find a clue that leaves one answer").click()
    page.get_by_text("No numbers, labels or signs on this board would leave one answer.").wait_for()
    assert drawn(page) == ["." * 8] * 8
    page.get_by_label("Symmetry", exact=True).select_option("mirror")
    page.get_by_label("How hard the puzzle shall be").select_option("easy")
    page.get_by_role("button", name="Fill the rest").click()
    told(page, "One answer")
    filled = drawn(page)
    page.get_by_text("Level 1").wait_for()
    assert "o" not in "".join(filled)
    assert all([c == "." for c in row] == [c == "." for c in row[::-1]] for row in filled)
    assert litgrid.solve(litgrid.load(json.dumps({"kind": "lightup", "clues": filled}))).status == "unique"
    page.keyboard.press("Control+z")
    told(page, SEVERAL)
    assert drawn(page) == ["." * 8] * 8
    page.keyboard.press("Control+y")
    told(page, "One answer")
    assert drawn(page) == filled
    page.keyboard.press("Control+z")
    told(page, SEVERAL)
    page.get_by_role("button", name="Find a clue that leaves one answer").click()
    page.get_by_role("button", name="Give cells instead").click()
    told(page, "One answer")
    assert "o" in "".join(drawn(page))


def test_an_export_that_makes_another_puzzle_asks_before(page: Page, address: str) -> None:
    start(page, link(address, {"kind": "lightup", "clues": ["o..", "...", "..#"]}, page="set"))
    shared(page, "puzz.link")
    page.get_by_text("Given cells (bulb) are left open: puzz.link knows none.").first.wait_for()
    page.get_by_role("button", name="Copy: puzz.link").click()
    page.get_by_text("This makes another puzzle of it.").wait_for()
    page.get_by_role("button", name="Cancel").click()
    assert page.locator("dialog[open]").count() == 0
    assert page.locator("#toast").inner_text() == ""


def test_what_is_said_covers_no_board_and_goes(page: Page, address: str) -> None:
    start(page, link(address, OPEN, page="set"))
    page.get_by_role("button", name="Turn left").click()
    page.locator("#toast.shown").wait_for()
    page.wait_for_timeout(300)
    said, board = page.locator("#toast").bounding_box(), page.locator("#stage").bounding_box()
    assert said is not None
    assert board is not None
    assert said["y"] + said["height"] <= board["y"]
    page.locator("#toast:not(.shown)").wait_for(state="attached", timeout=8_000)


def test_a_frame_is_seen_where_keys_are_used(page: Page, address: str) -> None:
    start(page, link(address, OPEN, page="set"))
    cursor = page.locator("#stage .cursor")
    cells(page).nth(4).click()
    assert not cursor.is_visible()
    page.keyboard.press("ArrowRight")
    assert cursor.is_visible()
    cells(page).nth(0).click()
    assert not cursor.is_visible()


def test_a_dialog_begins_with_what_it_is_for(page: Page, address: str) -> None:
    start(page, f"{address}set")
    page.get_by_role("button", name="Settings").click()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") != "Close"
    page.get_by_role("button", name="Close").click()
    assert page.locator("dialog[open]").count() == 0


def test_a_clue_that_leaves_one_answer_is_found_and_needless_ones_are_dropped(page: Page, address: str) -> None:
    start(page, link(address, OPEN, page="set"))
    told(page, SEVERAL)
    page.get_by_role("button", name="Find a clue that leaves one answer").click()
    page.get_by_text("2 clues would each leave one answer.").wait_for()
    choices = page.locator(".choices button")
    choices.nth(0).hover()
    assert page.locator("#stage rect.mark.hover").count() > 0
    choices.nth(0).click()
    told(page, "One answer")
    assert drawn(page) == [".1.", "...", "2.."]
    page.get_by_role("button", name="Drop clues that are not needed").click()
    page.locator("#toast").get_by_text("1 clue dropped. 1 clue now; without it there are more answers.").wait_for()
    told(page, "One answer")
    assert drawn(page) == [".#.", "...", "2.."]
    page.get_by_role("button", name="Fewest clues").click()
    page.get_by_text("Its only clue is needed.").wait_for()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert drawn(page) == OPEN["clues"]


def test_what_is_not_known_is_said_and_looked_for_on_demand(page: Page, address: str) -> None:
    asked: list[Any] = []

    def answer(route: Any) -> None:
        asked.append(route.request.post_data_json["timeout"])
        if len(asked) == 1:
            route.fulfill(json={"status": "unknown", "solutions": [], "conflict": [], "shrunk": True, "seconds": 3})
        else:
            route.continue_()

    page.route("**/api/solve", answer)
    start(page, link(address, LIGHTUP, page="set"))
    told(page, "Not known yet")
    page.get_by_role("button", name="Keep looking").click()
    told(page, "One answer")
    assert asked == [3, 60]


def test_a_newer_stroke_cancels_the_older_question(page: Page, address: str) -> None:
    start(page, link(address, OPEN, page="set"))
    held: list[Any] = []
    page.route("**/api/solve", lambda route: held.append(route) if not held else route.continue_())
    cells(page).nth(8).focus()
    page.keyboard.press("1")
    page.wait_for_timeout(300)
    assert page.locator("#status").get_attribute("aria-busy") == "true"
    page.keyboard.press("2")
    told(page, "One answer")
    assert len(held) == 1
