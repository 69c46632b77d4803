"""A move touches what it changes, and nothing else of the page: what is written as it was costs a browser as much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browsing import link

if TYPE_CHECKING:
    from playwright.sync_api import Page

WATCH = """() => {
  window.cells = [...document.querySelectorAll(".board .cell")];
  window.before = cells.map((cell) => cell.outerHTML);
  window.watcher = new MutationObserver(() => {});
  watcher.observe(document.body, { subtree: true, childList: true, attributes: true, attributeOldValue: true });
}"""
SEEN = """() => {
  const texts = (nodes) => [...nodes].map((node) => node.textContent).join();
  const seen = watcher.takeRecords();
  watcher.disconnect();
  const inCell = ({ target }) => target.closest(".cell");
  const same = ({ type, target, attributeName: name, oldValue, addedNodes, removedNodes }) =>
    type === "attributes" ? oldValue === target.getAttribute(name) : texts(addedNodes) === texts(removedNodes);
  return {
    cells: [...new Set(seen.map(inCell).filter(Boolean).map((cell) => cells.indexOf(cell)))],
    changed: [...cells.keys()].filter((cell) => cells[cell].outerHTML !== before[cell]),
    inVain: seen.filter((record) => !inCell(record) && same(record)).map(({ target }) => target.outerHTML),
  };
}"""


@pytest.mark.parametrize(
    ("record", "number"),
    [
        ({"kind": "lightup", "clues": [".....#..", "........", ".1......"]}, 7),
        ({"kind": "binairo", "clues": ["......", "1....0", "......", "..0..."]}, 1),
    ],
    ids=["what is lit", "what is counted"],
)
def test_a_move(page: Page, address: str, record: dict[str, Any], number: int) -> None:
    page.goto(link(address, record))
    page.get_by_role("gridcell").first.press("x")
    press = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))"
    seen = page.evaluate(f"() => {{ ({WATCH})(); {press}; return ({SEEN})(); }}")
    assert seen["inVain"] == []
    assert seen["cells"] == seen["changed"]
    assert len(seen["changed"]) == number
