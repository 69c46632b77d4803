"""Playing, in a real browser: whole games, entering, what is shown, trials."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.web.browsing import link
from tests.web.playing import (
    answer,
    by_keys,
    by_mouse,
    by_touch,
    cell,
    entries,
    message,
    middle,
    shipped,
    start,
    to_enter,
    tool,
    wrong_bulb,
)
from tests.web.server import BINAIRO, GAPPY, LIGHTUP

if TYPE_CHECKING:
    from playwright.sync_api import Page


class TestWholeGames:
    @pytest.mark.parametrize(("puzzle", "way"), [(LIGHTUP, by_mouse), (BINAIRO, by_keys), (GAPPY, by_keys)])
    def test_on_a_desk(
        self, page: Page, address: str, puzzle: dict[str, Any], way: Callable[[Page, Any], None]
    ) -> None:
        start(page, address, puzzle)
        way(page, puzzle)
        message(page).get_by_text("Solved!").wait_for()
        message(page).get_by_text("all by yourself").wait_for()

    @pytest.mark.parametrize("puzzle", [LIGHTUP, BINAIRO], ids=["lightup", "binairo"])
    def test_by_touch(self, phone: Page, address: str, puzzle: dict[str, Any]) -> None:
        start(phone, address, puzzle)
        by_touch(phone, puzzle)
        message(phone).get_by_text("Solved!").wait_for()

    @pytest.mark.parametrize(
        ("kind", "side", "way"), [("gappy", 10, by_mouse), ("binairo", 6, by_mouse), ("lightup", 10, by_keys)]
    )
    def test_larger_ones_on_a_desk(
        self, page: Page, address: str, kind: str, side: int, way: Callable[[Page, Any], None]
    ) -> None:
        puzzle = shipped(kind, side)
        start(page, address, puzzle)
        way(page, puzzle)
        message(page).get_by_text("all by yourself").wait_for()

    def test_a_larger_one_by_touch(self, phone: Page, address: str) -> None:
        puzzle = shipped("gappy", 10)
        start(phone, address, puzzle)
        by_touch(phone, puzzle)
        message(phone).get_by_text("all by yourself").wait_for()

    def test_all_of_it_can_be_undone_and_done_again(self, page: Page, address: str) -> None:
        start(page, address, BINAIRO)
        begin = entries(page)
        by_mouse(page, BINAIRO)
        message(page).get_by_text("Solved!").wait_for()
        end = entries(page)
        tool(page, "Restart").click()
        page.get_by_role("dialog").get_by_role("button", name="Restart").click()
        tool(page, "Trial").click()
        cell(page, 15).click()
        tool(page, "Reject").click()
        steps = 0
        while tool(page, "Undo").get_attribute("aria-disabled") != "true":
            page.keyboard.press("Control+z")
            steps += 1
        assert entries(page) == begin
        assert steps == len(to_enter(BINAIRO)) + 4
        for _ in range(len(to_enter(BINAIRO))):
            page.keyboard.press("Control+y")
        assert entries(page) == end
        for _ in range(4):
            page.keyboard.press("Control+Shift+Z")
        assert tool(page, "Redo").get_attribute("aria-disabled") == "true"
        assert entries(page) == begin

    def test_a_reload_and_going_back_lose_nothing(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        for number in (3, 12, 40):
            cell(page, number).click()
        cell(page, 41).click(button="right")
        before = entries(page)
        page.reload()
        page.get_by_role("gridcell", name="r1 c4 black").wait_for()
        assert entries(page) == before
        page.goto(link(address, BINAIRO))
        page.get_by_role("heading", name="Binairo").wait_for()
        page.go_back()
        page.get_by_role("gridcell", name="r1 c4 black").wait_for()
        assert entries(page) == before
        page.keyboard.press("Control+z")
        page.get_by_role("gridcell", name="r5 c6 empty").wait_for()

    def test_without_a_link_the_last_game_goes_on(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        cell(page, 0).click()
        page.get_by_role("gridcell", name="r1 c1 bulb").wait_for()
        page.goto("about:blank")
        page.goto(address)
        page.get_by_role("gridcell", name="r1 c1 bulb").wait_for()


class TestEntering:
    def test_left_and_right_buttons_go_opposite_ways(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        for state in ("black", "white", "empty"):
            cell(page, 10).click()
            assert entries(page)[10] == f"r2 c2 {state}"
        for state in ("white", "black", "empty"):
            cell(page, 10).click(button="right")
            assert entries(page)[10] == f"r2 c2 {state}"

    def test_a_drag_marks_cells_and_is_one_step(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        cell(page, 11).click()
        _drag(page, 9, 14)
        marked = [f"r2 c{column} white" for column in (1, 2, 4, 5, 6)]
        found = [words.removesuffix(", mistake") for words in entries(page)[9:15]]  # no answer has these
        assert found == [*marked[:2], "r2 c3 black", *marked[2:]]
        page.keyboard.press("Control+z")
        assert entries(page)[9:11] == ["r2 c1 empty", "r2 c2 empty"]

    def test_keys(self, page: Page, address: str) -> None:
        start(page, address, BINAIRO)
        cell(page, 0).focus()
        for keys, state in (
            (["Control+End"], "r4 c4 empty"),
            (["1"], "r4 c4 1"),
            (["1"], "r4 c4 1"),
            (["Backspace"], "r4 c4 empty"),
            (["z"], "r4 c4 1"),
            (["x"], "r4 c4 0"),
            (["x"], "r4 c4 empty"),
            (["Home", "ArrowUp", "0"], "r3 c1 0"),
            (["Control+Home"], "r1 c1 0, given"),
            (["1", "Backspace"], "r1 c1 0, given"),
        ):
            for key in keys:
                page.keyboard.press(key)
            assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith(state)

    def test_the_board_is_one_stop_of_the_tab_key(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        cell(page, 4).focus()
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('.board')") is None
        page.keyboard.press("Shift+Tab")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "r1 c5 empty"

    def test_two_fingers_zoom_and_enter_nothing(self, phone: Page, address: str) -> None:
        start(phone, address, GAPPY)
        before = entries(phone), phone.get_by_role("grid").bounding_box()
        spots = [middle(phone, number) for number in (30, 50)]
        session = phone.context.new_cdp_session(phone)

        def touch(kind: str, *apart: int) -> None:
            points = [
                {"x": x + way, "y": y, "id": number}
                for number, ((x, y), way) in enumerate(zip(spots, apart, strict=False))
            ]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", 0)
        touch("touchStart", 0, 0)
        touch("touchMove", -60, 60)
        touch("touchEnd")
        assert entries(phone) == before[0]
        assert before[1] is not None
        box = phone.get_by_role("grid").bounding_box()
        assert box is not None
        assert box["width"] > 1.3 * before[1]["width"]

    def test_a_pad_where_cells_are_small(self, phone: Page, address: str) -> None:
        start(phone, address, {"kind": "binairo", "clues": ["." * 20] * 20})
        pad = phone.get_by_role("group", name="Cursor pad")
        for name in ("Down", "Right", "Right"):
            pad.get_by_role("button", name=name).tap()
        pad.get_by_role("button", name="1", exact=True).tap()
        assert entries(phone)[22] == "r2 c3 1"
        pad.get_by_role("button", name="Clear").tap()
        assert entries(phone)[22] == "r2 c3 empty"


def _drag(page: Page, first: int, last: int) -> None:
    page.mouse.move(*middle(page, first))
    page.mouse.down()
    page.mouse.move(*middle(page, last), steps=3)
    page.mouse.up()


class TestWhatIsShown:
    def test_light_and_clues(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        cell(page, 0).click()
        assert [words for words in entries(page) if words.endswith("lit")] == ["r2 c1 empty, lit"]
        page.get_by_text("4 cells dark").wait_for()
        cell(page, 2).click()
        assert entries(page)[1] == "r1 c2 wall 1, mistake"

    def test_counters_of_a_line(self, page: Page, address: str) -> None:
        start(page, address, BINAIRO)
        counters = page.locator(".counter").all_text_contents
        assert counters()[:2] == ["0", "2"]
        cell(page, 2).click()
        assert counters()[:2] == ["\N{MINUS SIGN}1", "2"]

    def test_mistakes_at_once_on_check_or_never(self, page: Page, address: str) -> None:
        start(page, address, BINAIRO)

        def wrong() -> int:
            return sum("mistake" in words for words in entries(page))

        cell(page, 2).click()
        assert wrong()
        _choose(page, "On check")
        assert not wrong()
        tool(page, "Check").click()
        message(page).get_by_text("2 rules are broken").wait_for()
        message(page).get_by_text("R1c1 to r1c3 are not all alike").wait_for()
        assert wrong()
        cell(page, 14).click()
        assert not wrong()
        _choose(page, "Never")
        tool(page, "Check").click()
        message(page).get_by_text("rules are broken").wait_for()
        assert not wrong()
        assert message(page).locator("p").count() == 0

    def test_marks_know_what_follows(self, page: Page, address: str) -> None:
        """The neighbours of the 1 are all lit; between the two blacks of a line labelled 3 there is a gap of 5."""
        start(page, address, {"kind": "lightup", "clues": [".....", ".1...", ".....", "....."]})
        for bulb in (3, 15, 9, 12):
            cell(page, bulb).click()
        assert "mistake" in entries(page)[6]
        _choose(page, "At once, only what is broken")
        assert "mistake" not in entries(page)[6]
        _choose(page, "At once, also what follows")
        assert "mistake" in entries(page)[6]
        start(page, address, {"kind": "gappy", "clues": {"rows": [3, *[None] * 8], "cols": [None] * 9}})
        cell(page, 0).click()
        assert page.locator(".label.wrong").count() == 0
        cell(page, 6).click()
        assert page.locator(".label.wrong").all_text_contents() == ["3"]

    def test_check_says_what_can_be_finished_and_what_not(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        right = np.flatnonzero(answer(LIGHTUP) == 1)
        cell(page, right[0]).click()
        tool(page, "Check").click()
        message(page).get_by_text("it can be finished from here").wait_for()
        tool(page, "Undo").click()
        cell(page, wrong_bulb()).click()
        tool(page, "Check").click()
        message(page).get_by_text("this cannot be finished any more").wait_for()

    def test_the_time_can_be_hidden(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        assert page.locator("#timer").is_visible()
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("switch", name="Show the time").uncheck()
        page.get_by_role("button", name="Close").click()
        assert page.locator("#timer").is_hidden()
        page.reload()
        page.get_by_role("grid").wait_for()
        assert page.locator("#timer").is_hidden()

    def test_unequal_lines_may_not_be_a_rule(self, page: Page, address: str) -> None:
        start(page, address, {**BINAIRO, "unique_lines": False})
        page.get_by_text("Not a rule here: no two rows and no two columns are equal.").wait_for()


def _choose(page: Page, name: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Mistakes").get_by_role("radio", name=name).check()
    page.get_by_role("button", name="Close").click()


class TestTrials:
    def test_nested_trials(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        first, second, third = np.flatnonzero(answer(GAPPY))[[6, 7, 16]].tolist()
        cell(page, 0).click()
        page.keyboard.press("t")
        cell(page, first).click()
        cell(page, second).click()
        page.keyboard.press("t")
        cell(page, third).click()
        cell(page, 0).click()
        page.get_by_text("Trial 2", exact=True).wait_for()
        found = entries(page)
        assert found[first].endswith(" black, trial 1, first assumption")
        assert found[second].endswith(" black, trial 1")
        assert found[third].endswith(" black, trial 2, first assumption")
        assert found[0] == "r1 c1 white, trial 2"
        page.keyboard.press("Escape")
        assert entries(page)[0].startswith("r1 c1 black")
        assert entries(page)[third].endswith(" empty")
        page.keyboard.press("a")
        assert entries(page)[first].removesuffix(", mistake").endswith(" black")
        for _ in range(2):
            page.keyboard.press("Control+z")
        assert entries(page) == found

    def test_a_trial_survives_a_reload(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        page.keyboard.press("t")
        cell(page, 40).click()
        page.reload()
        page.get_by_role("gridcell", name="r5 c5 black, trial 1, first assumption").wait_for()
        tool(page, "Reject").click()
        page.get_by_role("gridcell", name="r5 c5 empty").wait_for()
