"""Every cell is within reach, in a real browser: zoom, touch, overview, hints that are seen, the names of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.web.browsing import context, link
from tests.web.playing import cell, entries, hold, message, middle, shipped, start
from tests.web.server import GAPPY, LIGHTUP

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OPEN: dict[str, Any] = {"kind": "lightup", "clues": ["." * 40] * 40}


def swipe(page: Page, x: float, y: float, right: float, down: float, wait: int = 0) -> None:
    """Move a finger; wait so many milliseconds before it moves."""
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(wait)
    for part in range(1, 13):
        point = {"x": x + right * part / 12, "y": y + down * part / 12}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        page.wait_for_timeout(16)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(100)


def filled(page: Page) -> list[int]:
    return [number for number, words in enumerate(entries(page)) if "empty" not in words and "wall" not in words]


class TestTouch:
    def test_a_long_press_gives_the_other_value(self, phone: Page, address: str) -> None:
        start(phone, address, LIGHTUP)
        hold(phone, *middle(phone, 5))
        cell(phone, 0).tap()
        assert [entries(phone)[number] for number in (0, 5)] == ["r1 c1 bulb", "r2 c3 no bulb"]

    def test_a_swipe_scrolls_and_enters_nothing(self, phone: Page, address: str) -> None:
        start(phone, address, GAPPY)
        swipe(phone, *middle(phone, 49), 0, -150)
        assert phone.evaluate("scrollY") > 50
        assert filled(phone) == []

    def test_a_stroke_across_marks_and_may_turn(self, phone: Page, address: str) -> None:
        start(phone, address, GAPPY)
        box = cell(phone, 0).bounding_box()
        assert box is not None
        swipe(phone, *middle(phone, 36), 3 * box["width"], 0)
        assert filled(phone) == [36, 37, 38, 39]
        assert phone.evaluate("scrollY") == 0

    def test_a_finger_that_was_held_paints_downwards(self, phone: Page, address: str) -> None:
        start(phone, address, GAPPY)
        box = cell(phone, 0).bounding_box()
        assert box is not None
        swipe(phone, *middle(phone, 0), 0, 2 * box["height"], wait=700)
        assert filled(phone) == [0, 9, 18]
        assert phone.evaluate("scrollY") == 0


class TestZoom:
    def test_the_wheel_zooms_towards_the_pointer(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        x, y = middle(page, 67)
        page.mouse.move(x, y)
        page.keyboard.down("Control")
        for _ in range(4):
            page.mouse.wheel(0, -100)
        page.keyboard.up("Control")
        box = cell(page, 67).bounding_box()
        assert box is not None
        assert box["width"] > 100
        assert box["x"] < x < box["x"] + box["width"]
        assert box["y"] < y < box["y"] + box["height"]

    def test_keys_zoom_towards_the_cursor(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        cell(page, 80).focus()
        for _ in range(4):
            page.keyboard.press("+")
        assert page.evaluate("document.querySelector('.stage').scrollTop") > 100
        for _ in range(4):
            page.keyboard.press("-")
        assert page.locator(".stage").evaluate("(stage) => stage.scrollHeight <= stage.clientHeight")

    def test_a_reload_leaves_a_large_board_as_it_lies(self, page: Page, address: str) -> None:
        start = link(address, {"kind": "lightup", "clues": ["." * 60] * 60})
        last = page.get_by_role("gridcell", name="r60 c60 bulb")
        page.goto(start)
        page.locator(".board .cell").first.wait_for()
        page.keyboard.press("Control+End")
        page.keyboard.press("Enter")
        for _ in range(3):
            page.keyboard.press("+")
        last.wait_for()
        page.wait_for_timeout(100)  # it is drawn once it is seen
        before = last.bounding_box()
        page.reload()
        last.wait_for()
        page.wait_for_timeout(300)
        after = last.bounding_box()
        assert before is not None
        assert after is not None
        assert before["width"] > 25
        for side in ("x", "y", "width", "height"):
            assert abs(before[side] - after[side]) < 3

    def test_forty_by_forty_fits(self, browser: Browser, address: str) -> None:
        labelled = {"kind": "gappy", "clues": {"rows": [3] * 40, "cols": [None, *[3] * 39]}}
        with context(browser, viewport={"width": 1366, "height": 768}) as opened:
            page = opened.new_page()
            for puzzle, name in ((OPEN, "Light Up"), (labelled, "Gappy")):
                page.goto(link(address, puzzle))
                page.get_by_role("grid", name=name).wait_for()
                assert page.locator(".stage").evaluate("(stage) => stage.scrollHeight <= stage.clientHeight")
                assert page.locator("#overview").is_hidden()
            sizes = page.locator(".board .label, .board .counter").evaluate_all(
                "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"
            )
            assert min(sizes) > 8

    def test_an_overview_leads_to_each_part_of_a_large_board(self, page: Page, address: str) -> None:
        page.goto(link(address, {"kind": "lightup", "clues": ["." * 60] * 60}))
        page.locator(".board .cell").first.wait_for()
        overview = page.locator("#overview canvas")
        overview.wait_for()
        box = overview.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] - 2)
        page.get_by_role("gridcell", name="r60 c60 empty").wait_for()
        last = page.get_by_role("gridcell", name="r60 c60 empty").bounding_box()
        stage = page.locator(".stage").bounding_box()
        assert last is not None
        assert stage is not None
        assert last["y"] + last["height"] <= stage["y"] + stage["height"]

    def test_what_is_not_seen_of_a_large_board_is_not_drawn(self, page: Page, address: str) -> None:
        page.goto(link(address, {"kind": "lightup", "clues": ["." * 100] * 100}))
        page.locator(".board .cell").first.wait_for()
        page.locator("#overview canvas").wait_for()
        assert 500 < page.locator(".board .cell").count() < 7000
        page.keyboard.press("Control+End")
        page.keyboard.press("Enter")
        page.get_by_role("gridcell", name="r100 c100 bulb").wait_for()
        page.get_by_role("gridcell", name="r100 c91 empty, lit").wait_for()
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.locator(".board .cell").count() == 10000


def test_a_pad_is_beside_the_board_of_a_phone_held_sideways(browser: Browser, address: str) -> None:
    with context(browser, viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True) as opened:
        page = opened.new_page()
        page.goto(link(address, {"kind": "binairo", "clues": ["." * 12] * 12}))
        pad = page.get_by_role("group", name="Cursor pad")
        pad.wait_for()
        bar = page.get_by_role("toolbar").bounding_box()
        board = page.get_by_role("grid").bounding_box()
        assert bar is not None
        assert board is not None
        for button in pad.get_by_role("button").all():
            box = button.bounding_box()
            assert box is not None
            assert board["x"] + board["width"] <= box["x"]
            assert box["y"] + box["height"] <= bar["y"]


class TestHints:
    @pytest.mark.parametrize("size", [(1366, 768), (768, 1024), (360, 740), (740, 360)], ids=str)
    def test_what_a_hint_speaks_of_is_seen(self, browser: Browser, address: str, size: tuple[int, int]) -> None:
        view: dict[str, Any] = {"viewport": {"width": size[0], "height": size[1]}}
        if size[0] < 800:
            view |= {"has_touch": True, "is_mobile": True}
        with context(browser, **view) as opened:
            page = opened.new_page()
            start(page, address, shipped("lightup", 20))
            for _ in range(3):
                page.keyboard.press("+")
            page.locator(".stage").evaluate("(stage) => stage.scrollTo(5000, 5000)")
            page.keyboard.press("h")
            page.locator(".board .mark").first.wait_for()
            page.wait_for_timeout(300)
            boxes = [mark.bounding_box() for mark in page.locator(".board .mark").all()]
            stage = page.locator(".stage").bounding_box()
            assert stage is not None
            card = message(page).bounding_box()
            assert card is not None
            for box in boxes:
                assert box is not None
                x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
                assert 0 <= x <= size[0]
                assert 0 <= y <= size[1]
                inside = [
                    card["x"] < x < card["x"] + card["width"],
                    card["y"] < y < card["y"] + card["height"],
                ]
                assert not all(inside), "the card covers a cell that it speaks of"

    def test_the_name_of_a_cell_lights_it(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        for _ in range(3):
            page.keyboard.press("h")
        name = message(page).locator(".named").first
        row, column = (int(part) for part in name.inner_text()[1:].split("c"))
        name.hover()
        mark = page.locator(".board .mark.hover").bounding_box()
        box = cell(page, (row - 1) * 3 + column - 1).bounding_box()
        assert mark is not None
        assert box is not None
        assert np.allclose([mark["x"], mark["y"]], [box["x"], box["y"]], atol=box["width"] / 4)
        page.mouse.move(0, 0)
        page.locator(".board .mark.hover").wait_for(state="detached")

    def test_rows_and_columns_are_numbered_on_demand(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        cell(page, 0).click()
        assert page.locator(".board .number").count() == 0
        page.keyboard.press("r")
        assert page.locator(".board .labels .number").all_text_contents() == ["1", "2", "3"] * 2
        assert "bulb" in entries(page)[0]
        page.keyboard.press("r")
        assert page.locator(".board .labels .number").count() == 0

    def test_why_by_touch(self, phone: Page, address: str) -> None:
        start(phone, address, LIGHTUP)
        cell(phone, 5).tap()
        cell(phone, 5).tap()
        cell(phone, 5).tap()
        phone.get_by_role("toolbar").get_by_role("button", name="Hint").tap()
        message(phone).get_by_role("button", name="Why r2c3?").tap()
        message(phone).get_by_role("heading", name="Why r2c3?").wait_for()


def test_cells_are_large_enough_for_fingers_where_puzzles_are_set(phone: Page, address: str) -> None:
    phone.goto(link(address, {"kind": "lightup", "clues": ["." * 20] * 20}, page="set"))
    phone.locator("#stage .cell").first.wait_for()
    box = phone.locator("#stage .cell .ground").first.bounding_box()
    assert box is not None
    assert box["width"] >= 23.5
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
