"""A server that was away and is back: whatever waited for it comes, without another click."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.browsing import link
from tests.web.server import LIGHTUP

if TYPE_CHECKING:
    from playwright.sync_api import Page

expect = pytest.importorskip("playwright.sync_api", reason="no browser tests: pip install playwright").expect


def test_what_is_shared_while_a_puzzle_is_drawn(page: Page, address: str) -> None:
    page.goto(link(address, LIGHTUP, page="set"))
    expect(page.get_by_role("heading", level=2).first).to_have_text("One answer")
    page.context.set_offline(True)
    page.get_by_text("Share and save").click()
    expect(page.locator("#share")).to_contain_text("does not answer")
    page.context.set_offline(False)
    expect(page.get_by_label("Link to play it").first).to_be_visible()


@pytest.mark.parametrize("name", ["Encodings", "Propagation", "Explanation"])
def test_what_is_looked_into(page: Page, address: str, name: str) -> None:
    page.goto(link(address, LIGHTUP, page="lab"))
    page.get_by_text("9 variables").wait_for()
    page.context.set_offline(True)
    page.get_by_role("tab", name=name).click()
    panel = page.get_by_role("tabpanel", name=name)
    expect(panel.get_by_role("alert")).to_contain_text("does not answer")
    page.context.set_offline(False)
    expect(panel.get_by_role("alert")).to_be_hidden()
    expect(panel).to_contain_text({"Encodings": "totalizer", "Propagation": "in 3 rounds"}.get(name, "3 steps"))
