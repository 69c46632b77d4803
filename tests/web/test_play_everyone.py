"""The page for playing is for everyone, in a real browser: readers, languages, phones, large boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.web.browsing import link, violations
from tests.web.playing import (
    KINDS,
    cell,
    entries,
    message,
    start,
    tool,
)
from tests.web.server import BINAIRO, GAPPY, LIGHTUP

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Page


class TestEveryone:
    @pytest.mark.parametrize("device", ["page", "phone"])
    def test_axe_finds_nothing(self, request: pytest.FixtureRequest, address: str, device: str) -> None:
        page: Page = request.getfixturevalue(device)
        start(page, address, BINAIRO)
        cell(page, 2).click()
        page.keyboard.press("t")
        cell(page, 15).click()
        tool(page, "Check").click()
        message(page).get_by_text("broken").wait_for()
        assert violations(page) == []

    def test_axe_finds_nothing_in_dialogs(self, page: Page, address: str) -> None:
        start(page, address, BINAIRO)
        page.keyboard.press("n")
        for way in ("Collection", "Your own", "Made for you"):
            page.get_by_role("radio", name=way).check()
            assert violations(page, "dialog[open]") == []
        page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).click()
        for name in ("Settings", "Keys and help", "Share", "Statistics"):
            page.get_by_role("button", name=name).click()
            assert violations(page, "dialog[open]") == []
            page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).click()

    def test_axe_finds_nothing_in_high_contrast(self, page: Page, address: str) -> None:
        page.emulate_media(contrast="more")
        start(page, address, LIGHTUP)
        cell(page, 0).click()
        page.keyboard.press("h")
        message(page).get_by_text("Where to look").wait_for()
        assert violations(page) == []

    def test_french(self, french: Page, address: str) -> None:
        french.goto(link(address, LIGHTUP))
        french.get_by_role("heading", name="Akari").wait_for()
        cell(french, 0).click()
        assert entries(french)[0] == "l1 c1 ampoule"
        french.keyboard.press("h")
        french.get_by_role("heading", name="Où regarder").wait_for()
        french.get_by_role("button", name="Réglages").click()
        french.get_by_role("radio", name="English").check()
        french.get_by_role("dialog").get_by_role("button", name="Close").click()
        french.get_by_role("heading", name="Light Up").wait_for()
        french.get_by_text("Put bulbs into white cells").wait_for()
        french.get_by_role("grid", name="Light Up, 3 by 3").wait_for()
        assert entries(french)[0] == "r1 c1 bulb"

    def test_what_is_entered_is_said_aloud(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        cell(page, 0).focus()
        page.keyboard.press("Enter")
        voice = page.locator("#announcer")
        voice.get_by_text("r1 c1 bulb").wait_for()
        page.keyboard.press("Control+z")
        voice.get_by_text("Undone: r1 c1 empty.").wait_for()

    def test_what_stands_beside_the_board_is_read_aloud(self, page: Page, address: str) -> None:
        voice = page.locator("#announcer")
        start(page, address, BINAIRO)
        cell(page, 3).focus()
        page.keyboard.press("l")
        voice.get_by_text(
            "Row 1, 0 of 0 left, 2 of 1 left. Column 4, 2 of 0 left, 2 of 1 left. 12 cells open."
        ).wait_for()
        start(page, address, GAPPY)
        cell(page, 0).focus()
        page.keyboard.press("ArrowDown")
        voice.get_by_text("row label 5").wait_for()
        page.keyboard.press("ArrowRight")
        voice.get_by_text("column label 1").wait_for()

    @pytest.mark.parametrize(
        "puzzle", [*KINDS, {"kind": "binairo", "clues": ["." * 30] * 30}], ids=["lightup", "binairo", "gappy", "large"]
    )
    def test_a_phone_needs_no_scrolling_to_the_side(self, phone: Page, address: str, puzzle: dict[str, Any]) -> None:
        start(phone, address, puzzle)
        assert phone.evaluate("document.documentElement.scrollWidth") == 360

    def test_a_board_can_be_zoomed(self, phone: Page, address: str) -> None:
        start(phone, address, GAPPY)

        def width() -> FloatRect:
            box = cell(phone, 0).bounding_box()
            assert box is not None
            return box

        before = width()["width"]
        phone.get_by_role("button", name="Larger").tap()
        assert width()["width"] > 1.3 * before
        phone.get_by_role("button", name="Smaller").tap()
        assert width()["width"] == pytest.approx(before)


def test_a_move_on_a_large_board_touches_little(page: Page, address: str) -> None:
    rng = np.random.default_rng(7)
    rows = ["".join(rng.choice([".", "#"], 100, p=[0.8, 0.2])) for _ in range(100)]
    page.goto(link(address, {"kind": "lightup", "clues": rows}))
    page.locator(".board .cell").first.wait_for()
    touched = page.evaluate(
        """() => {
          const cells = new Set();
          const note = (records) => records.forEach(({ target }) => cells.add(target.closest(".cell")));
          const observer = new MutationObserver(note);
          observer.observe(document.querySelector(".board"), { subtree: true, childList: true, attributes: true });
          const cell = document.querySelectorAll(".board .cell.is-open")[300];
          cell.focus();
          cell.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
          note(observer.takeRecords());
          return [cells.size, document.querySelectorAll(".cell.lit").length];
        }"""
    )
    assert 1 < touched[1] <= touched[0] < 60
    # Each would be a piece of the picture for itself, and a move would lay all of them anew.
    assert page.locator(".board [transform]").count() == 0
