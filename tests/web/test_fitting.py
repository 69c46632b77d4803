"""A board that fits is seen whole: nothing lies over any of its cells, on phones, held either way, and on desks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from litgrid.formats import Record
from litgrid.puzzles import empty, kinds
from litgrid.web.links import fragment
from tests.web.browsing import PHONE, context

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FITTING = {"": (8, 10, 14), "set": (10,)}
"""Sides of boards, by page; under fingers larger ones do not fit where they are drawn."""
COVERED = """(board) => [...board.querySelectorAll(".cell")].filter((cell) => {
  const { left, top, right, bottom } = cell.querySelector(".ground").getBoundingClientRect();
  const isSeen = ([x, y]) => cell.contains(document.elementFromPoint(x, y));
  return ![[left + 2, top + 2], [right - 2, bottom - 2]].every(isSeen);
}).length"""


@pytest.mark.parametrize("place", FITTING, ids=lambda place: place or "play")
@pytest.mark.parametrize("size", [(360, 740), (740, 360), (768, 1024), (1366, 768)], ids=str)
def test_nothing_lies_over_a_cell(browser: Browser, address: str, size: tuple[int, int], place: str) -> None:
    touch: dict[str, Any] = PHONE if size[0] < 800 else {}
    found = {}
    with context(browser, **{**touch, "viewport": {"width": size[0], "height": size[1]}}) as opened:
        page = opened.new_page()
        for kind in kinds.names():
            for side in FITTING[place]:
                page.goto(address + place + fragment(Record("", empty(kind, f"{side}x{side}"))))
                board = page.locator(f'#stage .board[aria-rowcount="{side}"]')
                board.wait_for()
                if page.locator("#message.good").is_visible():  # an empty board may be solved as it is
                    page.locator("#message .close").click()
                for _ in range(20):  # the board is fitted anew while what stands around it comes
                    found[kind, side] = board.evaluate(COVERED)
                    if not found[kind, side]:
                        break
                    page.wait_for_timeout(100)
    assert not any(found.values()), found
