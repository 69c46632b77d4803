"""Drawing where cells are small: the pad, zoom by buttons and keys, phones upright and held sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browsing import PHONE, context, link, violations
from tests.web.setting import cells, drawn, start

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LARGE: dict[str, Any] = {"kind": "lightup", "clues": ["." * 20] * 20}
SIZES = [{"width": 360, "height": 740}, {"width": 740, "height": 360}]


def width(page: Page) -> float:
    box = cells(page).first.bounding_box()
    assert box is not None
    return float(box["width"])


@pytest.mark.parametrize("size", SIZES, ids=["upright", "sideways"])
def test_a_pad_draws_on_phones(browser: Browser, address: str, size: dict[str, int]) -> None:
    with context(browser, **{**PHONE, "viewport": size}) as opened:
        page = opened.new_page()
        start(page, link(address, LARGE, page="set"))
        assert width(page) >= 23.9
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        pad = page.get_by_role("group", name="Cursor pad")
        for name in ("Down", "Right", "wall"):
            pad.get_by_role("button", name=name, exact=True).tap()
        assert drawn(page)[1] == ".#" + "." * 18
        page.locator("#palette label").nth(3).tap()
        pad.get_by_role("button", name="numbered wall 1", exact=True).tap()
        assert drawn(page)[1] == ".1" + "." * 18
        pad.get_by_role("button", name="Clear").tap()
        assert drawn(page)[1] == "." * 20
        before = width(page)
        page.get_by_role("button", name="Larger").tap()
        assert width(page) > 1.3 * before
        assert violations(page) == []
        page.get_by_role("radio", name="Try out").check(force=True)
        pad.get_by_role("button", name="bulb", exact=True).tap()
        page.get_by_role("gridcell", name="r1 c1 bulb").wait_for()


def test_a_pad_spreads_regions_and_sets_signs(phone: Page, address: str) -> None:
    start(phone, link(address, {"kind": "binairo", "clues": ["." * 14] * 14}, page="set"))
    pad = phone.get_by_role("group", name="Cursor pad")
    phone.locator("#palette label").last.tap()
    pad.get_by_role("button", name="Right").last.tap()
    phone.get_by_role("gridcell", name="r1 c1 open, equal to the right").wait_for()
    phone.goto("about:blank")
    start(phone, link(address, {"kind": "starbattle", "clues": {"regions": ["A" * 14] * 14, "stars": 1}}, page="set"))
    for place in (-2, -1):  # begin a region, and spread it
        phone.locator("#palette .tool label").nth(place).tap()
        pad.get_by_role("button", name="Right").first.tap()
        if place == -2:
            phone.locator("#pad .toggle-true").tap()
    assert "".join(drawn(phone)["regions"]).count("B") == 2


def test_keys_zoom(page: Page, address: str) -> None:
    start(page, link(address, LARGE, page="set"))
    before = width(page)
    cells(page).first.focus()
    page.keyboard.press("+")
    assert width(page) > 1.3 * before
    page.keyboard.press("-")
    assert width(page) == pytest.approx(before, abs=1)
