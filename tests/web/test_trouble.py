"""What goes wrong around a page: the server is away, two tabs have one game, nothing is kept, windows are narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.browsing import link
from tests.web.server import BINAIRO, GAPPY, LIGHTUP

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

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
        expect(page.locator("#facts")).to_contain_text("one answer")
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

    def test_one_that_slept_loses_nothing(self, fresh: Page, address: str) -> None:
        profile = fresh.context
        first = opened(fresh, link(address, LIGHTUP))
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
    def test_the_game_goes_on_and_it_is_said(self, fresh: Page, address: str, trouble: str) -> None:
        fresh.add_init_script(trouble)
        opened(fresh, link(address, LIGHTUP))
        cell(fresh, 3).click()
        expect(fresh.get_by_role("status").first).to_contain_text("keeps nothing")
        expect(cell(fresh, 3)).to_have_attribute("aria-label", "r2 c1 bulb")


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


def test_nothing_sticks_out_of_narrow_windows(french: Page, address: str) -> None:
    """Its words are the longer ones."""
    for where, puzzle in (("", LIGHTUP), ("", BINAIRO), ("", GAPPY), ("set", GAPPY)):
        french.goto("about:blank")
        opened(french, link(address, puzzle, page=where))
        for width in (320, 360, 480, 900):
            french.set_viewport_size({"width": width, "height": 700})
            assert french.evaluate("document.documentElement.scrollWidth") <= width, (where, width)


class TestTheFocusIsNeverLost:
    def test_in_hints_by_keyboard(self, page: Page, address: str) -> None:
        opened(page, link(address, LIGHTUP))
        cell(page, 0).press("h")
        for words in ("Tell me more", "Tell me more"):
            page.get_by_role("button", name=words).press("Enter")
            expect(page.get_by_role("region", name="Hints and answers").locator(".primary")).to_be_focused()
        page.get_by_role("button", name="Do it").press("Enter")
        expect(cell(page, 0)).to_be_focused()

    @pytest.mark.parametrize("where", ["", "set"])
    def test_the_board_is_one_stop(self, page: Page, address: str, where: str) -> None:
        opened(page, link(address, LIGHTUP, page=where))
        cell(page, 0).focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")
        expect(cell(page, 0)).to_be_focused()
        page.keyboard.press("Shift+Tab")
        expect(page.get_by_role("grid")).not_to_be_focused()
        expect(page.locator(":focus")).to_have_count(1)


class TestAnotherLanguage:
    def test_a_hint_is_said_again(self, page: Page, address: str) -> None:
        opened(page, link(address, LIGHTUP))
        cell(page, 0).press("h")
        page.get_by_role("button", name="Tell me more").click()
        page.evaluate("litgridSettings.set('language', 'fr')")
        card = page.get_by_role("region", name="Indices et réponses")
        expect(card).to_contain_text("À quoi penser")
        expect(card).not_to_contain_text("think of")

    def test_cells_are_called_as_it_calls_them(self, page: Page, address: str) -> None:
        opened(page, link(address, {"kind": "lightup", "clues": [".."]}, page="set"))
        page.evaluate("litgridSettings.set('language', 'fr')")
        expect(page.locator("#status")).to_contain_text("l1c1")


def test_what_was_entered_is_not_called_given(page: Page, address: str) -> None:
    opened(page, link(address, {"kind": "lightup", "clues": ["..2", "..."]}))
    cell(page, 0).click()
    cell(page, 0).press("s")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#message")).to_contain_text("You entered at r1c1: bulb.")


def test_a_level_that_there_is_not_is_not_shown(page: Page, address: str) -> None:
    opened(page, link(address, LIGHTUP))
    shared = page.evaluate(
        "async (puzzle) => (await import('./static/js/share.js')).encode({ puzzle })", {**LIGHTUP, "level": "<b>9</b>"}
    )
    page.goto("about:blank")
    opened(page, address + shared)
    expect(page.locator("#facts")).to_contain_text("easy")
    expect(page.locator("#facts")).not_to_contain_text("9")


def test_gaps_are_shown_once_a_line_has_both(page: Page, address: str) -> None:
    opened(page, link(address, GAPPY))
    cell(page, 0).click()
    counters = page.locator(".counter").all_text_contents
    assert counters()[:2] == ["1", ""]
    cell(page, 5).click()
    assert counters()[:2] == ["0", "4"]
    page.keyboard.press("l")
    expect(page.get_by_role("status").first).to_contain_text("gap 4")


class TestTextsThatDoNotSayTheirKind:
    """Such a text is of the kind that is chosen beside it."""

    TEXT = "..\n.."

    def test_when_playing(self, page: Page, address: str) -> None:
        opened(page, link(address, LIGHTUP))
        cell(page, 0).press("n")
        page.get_by_label("Your own").check(force=True)
        page.get_by_label("Binairo").check(force=True)
        page.locator("#dialog-new textarea").fill(self.TEXT)
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.get_by_role("grid")).to_have_attribute("aria-label", "Binairo, 2 by 2")

    def test_when_drawing(self, page: Page, address: str) -> None:
        opened(page, link(address, LIGHTUP, page="set"))
        page.get_by_role("button", name="Open").click()
        page.locator("#dialog-open textarea").fill(self.TEXT)
        page.locator("#dialog-open .primary").click()
        expect(page.get_by_role("gridcell")).to_have_count(4)


def test_what_is_refused_is_said_in_french(french: Page, address: str) -> None:
    opened(french, link(address, LIGHTUP))
    cell(french, 0).press("n")
    french.get_by_label("La vôtre").check(force=True)
    french.locator("#dialog-new textarea").fill("bonjour")
    french.get_by_role("button", name="Ouvrir", exact=True).click()
    expect(french.locator("dialog").get_by_role("alert")).to_contain_text("aucune grille dans ce texte")


@pytest.mark.parametrize("where", ["set", "lab"])
def test_nothing_is_counted_where_nobody_plays(page: Page, address: str, where: str) -> None:
    opened(page, link(address, GAPPY, page=where))
    expect(page.locator(".heading, .counter")).to_have_count(0)
