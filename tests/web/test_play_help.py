"""Help on the page for playing, in a real browser: hints, checking, answers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from tests.web.playing import (
    SEVERAL,
    answer,
    by_mouse,
    cell,
    chained,
    entries,
    message,
    start,
    to_enter,
    tool,
    way,
    wrong_bulb,
)
from tests.web.server import BINAIRO, LIGHTUP

if TYPE_CHECKING:
    from playwright.sync_api import Page


class TestHelp:
    def test_a_hint_comes_in_three_stages(self, page: Page, address: str) -> None:
        start(page, address, BINAIRO)
        said = []
        for stage, roles in ((1, {"look"}), (2, {"rule"}), (3, {"rule", "fact", "result"})):
            page.keyboard.press("h")
            message(page).get_by_role("img", name=f"Part {stage} of 3").wait_for()
            marks = page.locator(".marks .mark").evaluate_all("marks => marks.map((mark) => mark.classList[1])")
            assert set(marks) == roles
            said.append(message(page).locator("p").text_content())
        assert len(set(said)) == 3
        assert re.search(r": .*r\dc\d\.$", str(said[2]))
        before = entries(page)
        message(page).get_by_role("button", name="Do it").click()
        changed = [
            number for number, (one, other) in enumerate(zip(before, entries(page), strict=True)) if one != other
        ]
        values = {number: value for number, value, _ in to_enter(BINAIRO)}
        assert changed
        assert all(entries(page)[number].endswith(f" {values[number]}") for number in changed)
        assert page.locator(".marks *").count() == 0

    def test_hints_alone_solve_it(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        while not message(page).get_by_text("Solved!").is_visible():
            for stage in (1, 2, 3):
                page.keyboard.press("h")
                message(page).get_by_role("img", name=f"Part {stage} of 3").wait_for()
            page.keyboard.press("h")
        message(page).get_by_text("with some help").wait_for()

    def test_a_long_chain_is_told_link_by_link(self, page: Page, address: str) -> None:
        puzzle, filled, links = chained()
        start(page, address, puzzle, filled)
        before = entries(page)
        for stage in (1, 2, 3):
            page.keyboard.press("h")
            message(page).get_by_role("img", name=f"Part {stage} of 3").wait_for()
        for number, text in enumerate(links, 1):
            message(page).get_by_text(f"The step ({number} of {len(links)})").wait_for()
            message(page).get_by_text(text, exact=True).wait_for()
            if number < len(links):
                message(page).get_by_role("button", name="Go on").click()
        assert entries(page) == before, "nothing is entered yet"
        message(page).get_by_role("button", name="Back").click()
        message(page).get_by_text(links[-2], exact=True).wait_for()
        page.keyboard.press("Tab")  # the button keeps the focus
        page.keyboard.press("Enter")
        message(page).get_by_text(links[-1], exact=True).wait_for()
        message(page).get_by_role("button", name="Do it").click()
        assert entries(page) != before
        assert page.locator(".marks *").count() == 0

    def test_a_cell_is_asked_about_by_holding_it_or_by_a_key(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        before = entries(page)
        box = cell(page, 7).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 9, box["y"] + 9)
        page.mouse.down()
        message(page).get_by_text("Why r3c2?").wait_for()
        page.mouse.up()
        message(page).get_by_text("All cells that are left around the 2 at r3c3 are needed").wait_for()
        assert entries(page) == before, "holding enters nothing"
        message(page).get_by_role("button", name="Do it").click()
        assert sum("bulb" in words for words in entries(page)) == 2
        cell(page, 0).focus()
        page.keyboard.press("w")
        message(page).get_by_text("Why r1c1?").wait_for()
        message(page).get_by_text(re.compile("a bulb at r1c1")).wait_for()
        cell(page, 1).focus()
        page.keyboard.press("w")
        message(page).get_by_text("The puzzle gives it.").wait_for()

    def test_what_comes_first_is_told_step_by_step(self, page: Page, address: str) -> None:
        puzzle, number, steps = way()
        start(page, address, puzzle)
        cell(page, number).focus()
        page.keyboard.press("w")
        for turn, text in enumerate(steps, 1):
            message(page).get_by_text(f"({turn} of {len(steps)})").wait_for()
            message(page).get_by_text(text, exact=True).wait_for()
            page.keyboard.press("h")
        assert "bulb" in entries(page)[number]

    def test_a_check_names_the_wrong_entry_to_whom_wants_to_know(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        cell(page, wrong_bulb()).click()
        tool(page, "Check").click()
        message(page).get_by_role("button", name="Which one?").click()
        message(page).get_by_text("There is a mistake").wait_for()
        assert page.locator(".marks .clash").count() == 1

    def test_bulbs_that_see_each_other_are_named_at_once(self, page: Page, address: str) -> None:
        start(page, address, {"kind": "lightup", "clues": ["." * 20] * 20})
        cell(page, 0).click()
        cell(page, 4).click()
        page.keyboard.press("h")
        message(page).get_by_text("The entry of a bulb at r1c5 does not fit those before it.").wait_for(timeout=5000)
        # The same run keeps bulbs from 18 other cells: nobody wants to read of them.
        message(page).get_by_text("holds no other: no bulb at r1c5.").wait_for()

    def test_a_mistake_is_named_first(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        cell(page, wrong_bulb()).click()
        tool(page, "Hint").click()
        message(page).get_by_text("There is a mistake").wait_for()
        assert page.locator(".marks .clash").count() == 1

    def test_every_answer_once(self, page: Page, address: str) -> None:
        start(page, address, SEVERAL)
        cell(page, 0).click()
        tool(page, "Solve").click()
        page.get_by_role("dialog").get_by_role("button", name="Show it").click()
        message(page).get_by_text("Answer 1").wait_for()
        seen = {tuple(entries(page))}
        page.keyboard.press("s")
        message(page).get_by_text("Answer 2").wait_for()
        seen.add(tuple(entries(page)))
        page.keyboard.press("s")
        message(page).get_by_text("These 2 are all answers").wait_for()
        assert len(seen) == 2
        assert all(one[0].startswith("r1 c1 bulb") for one in seen)
        for _ in range(3):
            page.keyboard.press("Control+z")
        assert sum("bulb" in words for words in entries(page)) == 1

    def test_entries_that_no_answer_has(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        cell(page, wrong_bulb()).click()
        page.keyboard.press("s")
        page.get_by_role("dialog").get_by_role("button", name="Show it").click()
        message(page).get_by_text("No answer has these entries").wait_for()
        message(page).get_by_role("button", name="Solve without them").click()
        message(page).get_by_text("The only answer").wait_for()
        bulbs = [number for number, words in enumerate(entries(page)) if " bulb" in words and " no bulb" not in words]
        assert bulbs == np.flatnonzero(answer(LIGHTUP)).tolist()

    def test_statistics_tell_who_had_help(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        by_mouse(page, LIGHTUP)
        message(page).get_by_text("all by yourself").wait_for()
        start(page, address, BINAIRO)
        page.keyboard.press("h")
        message(page).get_by_text("Where to look").wait_for()
        by_mouse(page, BINAIRO)
        message(page).get_by_text("with some help").wait_for()
        page.get_by_role("button", name="Statistics").click()
        rows = page.get_by_role("dialog").get_by_role("row")
        assert rows.filter(has_text="Light Up").get_by_role("cell").all_text_contents()[:2] == ["1", "1"]
        assert rows.filter(has_text="Binairo").get_by_role("cell").all_text_contents() == ["1", "0", "\N{EN DASH}"]
