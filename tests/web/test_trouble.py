"""What goes wrong around a page: the server is away, two tabs have one game, nothing is kept, windows are narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.browsing import context, link
from tests.web.server import BINAIRO, GAPPY, LIGHTUP

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

expect = pytest.importorskip("playwright.sync_api", reason="no browser tests: pip install playwright").expect
OTHER = {"kind": "lightup", "clues": ["..", ".2"]}
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
NONE = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"


def cell(page: Page, number: int) -> Locator:
    return page.get_by_role("gridcell").nth(number)


def bar(page: Page) -> Locator:
    return page.get_by_role("alert").filter(has_text="does not answer")


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    cell(page, 0).wait_for()
    return page


class TestTheServerIsAway:
    """A page says so once, goes on with what it can, and is whole again when the server is back."""

    def test_while_a_game_is_played(self, page: Page, address: str) -> None:
        opened(page, link(address, LIGHTUP))
        expect(page.locator("#facts")).to_contain_text("one solution")
        page.context.set_offline(True)
        cell(page, 7).click()
        for key in ("h", "n", "v"):
            page.keyboard.press(key)
        expect(bar(page)).to_have_count(1)
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Français").check(force=True)
        page.keyboard.press("Escape")
        cell(page, 0).click()
        expect(cell(page, 0)).to_have_attribute("aria-label", "r1 c1 bulb")
        page.context.set_offline(False)
        expect(bar(page)).to_have_count(0)
        # What was asked for meanwhile comes now.
        expect(page.get_by_role("link", name="Jouer")).to_be_visible()
        page.reload()
        expect(cell(page, 0)).to_have_attribute("aria-label", "l1 c1 ampoule")

    def test_while_a_puzzle_is_drawn(self, page: Page, address: str) -> None:
        opened(page, link(address, LIGHTUP, page="set"))
        status = page.get_by_role("heading", level=2).first
        expect(status).to_have_text("One answer")
        page.context.set_offline(True)
        cell(page, 8).click()
        expect(status).to_have_text("Nobody answers")
        page.context.set_offline(False)
        expect(status).to_have_text("More than one answer")

    def test_when_the_page_begins(self, page: Page, address: str) -> None:
        page.route("**/api/words/*", lambda route: route.abort())
        page.goto(link(address, LIGHTUP))
        expect(bar(page)).to_have_count(1)
        page.unroute("**/api/words/*")
        cell(page, 0).wait_for()


class TestTwoTabs:
    def test_a_game_is_the_same_in_both(self, page: Page, address: str) -> None:
        first = opened(page, link(address, LIGHTUP))
        cell(first, 7).click()
        second = opened(page.context.new_page(), link(address, LIGHTUP))
        expect(cell(second, 7)).to_have_attribute("aria-label", "r3 c2 bulb")
        cell(second, 5).click()
        expect(cell(first, 5)).to_have_attribute("aria-label", "r2 c3 bulb")

    def test_one_that_slept_loses_nothing(self, page: Page, address: str) -> None:
        profile = page.context
        first = opened(page, link(address, LIGHTUP))
        cell(first, 7).click()
        first.evaluate("addEventListener('storage', (event) => event.stopImmediatePropagation(), true)")
        second = opened(profile.new_page(), link(address, LIGHTUP))
        cell(second, 5).click()
        second.close()
        first.close()
        third = opened(profile.new_page(), link(address, LIGHTUP))
        expect(cell(third, 5)).to_have_attribute("aria-label", "r2 c3 bulb")


class TestNothingIsKept:
    @pytest.mark.parametrize("trouble", [FULL, NONE], ids=["full", "forbidden"])
    def test_the_game_goes_on_and_it_is_said(self, page: Page, address: str, trouble: str) -> None:
        page.add_init_script(trouble)
        opened(page, link(address, LIGHTUP))
        cell(page, 3).click()
        expect(page.get_by_role("status").first).to_contain_text("keeps nothing")
        expect(cell(page, 3)).to_have_attribute("aria-label", "r2 c1 bulb")


class TestLinksIntoDrawing:
    def test_what_was_drawn_before_comes_back_by_undoing(self, page: Page, address: str) -> None:
        opened(page, link(address, LIGHTUP, page="set"))
        cell(page, 8).click()
        page.goto("about:blank")
        opened(page, link(address, OTHER, page="set"))
        expect(page.get_by_role("gridcell")).to_have_count(4)
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("gridcell")).to_have_count(9)

    def test_one_that_is_none_is_said(self, page: Page, address: str) -> None:
        page.goto(f"{address}set#nothing")
        expect(page.get_by_role("status").first).to_contain_text("This link cannot be opened")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_sticks_out_of_narrow_windows(browser: Browser, address: str, language: str) -> None:
    with context(browser, locale=language) as narrow:
        page = narrow.new_page()
        for where in ("", "set"):
            for puzzle in (LIGHTUP, BINAIRO, GAPPY):
                page.goto("about:blank")
                opened(page, link(address, puzzle, page=where))
                for width in (320, 360, 480, 900):
                    page.set_viewport_size({"width": width, "height": 700})
                    assert page.evaluate("document.documentElement.scrollWidth") <= width, (where, width)
