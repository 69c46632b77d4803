"""Narrow windows, as of who zooms to 400 %, and wider text (WCAG 2.2: 1.4.10, 1.4.12).

Nothing sticks out and nothing is cut, in French, whose words are longer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from litgrid.web.answers import STATIC
from tests.web.browsing import context, link
from tests.web.server import BINAIRO, GAPPY

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SPACING = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }"""
STICKING_OUT = """() => {
  const scrolls = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
  const inside = (one) => one && (one.matches(".stage, .unseen, .skip, .toast") || inside(one.parentElement));
  const found = [];
  for (const one of [document.documentElement, ...document.body.querySelectorAll("*")]) {
    if (!one.checkVisibility() || inside(one)) continue;
    const name = `${one.tagName}.${one.className.baseVal ?? one.className}: ${one.textContent.trim().slice(0, 30)}`;
    const { right, width } = one.getBoundingClientRect();
    if (width && right > innerWidth + 1) found.push(`${name} ends at ${right}`);
    if (scrolls(one) && one.scrollWidth > one.clientWidth + 1) found.push(`${name} scrolls`);
    if (one.matches("button, a, summary") && one.scrollWidth > one.clientWidth + 1) found.push(`${name} is cut`);
  }
  return found;
}"""


@pytest.fixture
def narrow(browser: Browser) -> Iterator[Page]:
    with context(browser, locale="fr", viewport={"width": 320, "height": 640}, bypass_csp=True) as opened:
        yield opened.new_page()


def fits(page: Page) -> None:
    """Look at a page as it is, and with wider text."""
    assert page.evaluate(STICKING_OUT) == []
    style = page.add_style_tag(content=SPACING)
    assert page.evaluate(STICKING_OUT) == []
    style.evaluate("(style) => style.remove()")


class TestNarrow:
    def open(self, page: Page, address: str) -> None:
        page.goto(address)
        page.locator("#stage .cell").first.wait_for()

    def test_play(self, narrow: Page, address: str) -> None:
        self.open(narrow, link(address, BINAIRO))
        narrow.keyboard.press("t")
        narrow.keyboard.press("Enter")
        fits(narrow)
        narrow.keyboard.press("h")
        narrow.locator(".message .stages").wait_for()
        fits(narrow)
        for key in "n?":
            narrow.keyboard.press(key)
            self.in_dialog(narrow)
        for button in ("#puzzle-buttons .share", "#puzzle-buttons .chart", "#header .tools button:last-child"):
            narrow.locator(button).click()
            self.in_dialog(narrow)

    def in_dialog(self, page: Page) -> None:
        """Look at a dialog once it is there, and leave it."""
        page.locator("dialog[open] .body").wait_for()
        fits(page)
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")

    def test_set(self, narrow: Page, address: str) -> None:
        self.open(narrow, link(address, GAPPY, page="set"))
        narrow.locator('#status[data-status="unique"] .level').wait_for()
        narrow.locator("#share-card summary").first.click()
        narrow.locator("#share .files").wait_for()
        fits(narrow)

    def test_lab(self, narrow: Page, address: str) -> None:
        self.open(narrow, link(address, GAPPY, page="lab"))
        for tab in narrow.get_by_role("tab").all():
            tab.click()
            panel = narrow.locator("[role=tabpanel]:not([hidden]):not([aria-busy])")
            panel.wait_for()
            if tab.get_attribute("id") == "tab-engines":
                panel.locator("button.primary").click()
                narrow.locator("#panel-engines tbody tr").nth(1).wait_for()
            fits(narrow)


@pytest.mark.parametrize("page", ["page", "published"])
def test_pinching_zooms(page: str) -> None:
    """No page keeps browsers from zooming."""
    found = re.search(r'name="viewport" content="([^"]*)"', (STATIC / f"{page}.html").read_text(encoding="utf-8"))
    assert found is not None
    assert "width=device-width" in found[1]
    assert not re.search("maximum-scale|minimum-scale|user-scalable", found[1])
