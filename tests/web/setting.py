"""What somebody does who draws a puzzle on the page, and what stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

CLASHING = {"kind": "lightup", "clues": ["3..#.", "..1..", "#..4.", "....0", "0...."]}
OPEN = {"kind": "lightup", "clues": [".1.", "...", "#.."]}
SEVERAL = "More than one answer"


def start(page: Page, place: str) -> None:
    page.goto(place)
    told(page, "")


def told(page: Page, status: str) -> None:
    """Wait until the board as it is now is known to be so."""
    page.locator('#status[aria-busy="false"] h2' + (f':text-is("{status}")' if status else "")).wait_for()


def cells(page: Page) -> Locator:
    return page.locator("#stage .cell")


def drawn(page: Page) -> Any:
    """Return the clues of the board, as the browser keeps them."""
    return page.evaluate("JSON.parse(localStorage.getItem('litgrid.set')).record.clues")


def choose(page: Page, what: str) -> None:
    page.locator("#palette").get_by_label(what, exact=True).check(force=True)


def new_board(page: Page, kind: str, rows: int, columns: int) -> None:
    page.get_by_label("Kind", exact=True).select_option(kind)
    page.get_by_label("Rows", exact=True).fill(str(rows))
    page.get_by_label("Columns", exact=True).fill(str(columns))
    page.get_by_role("button", name="New board").click()
    page.locator(f'#stage .board[aria-rowcount="{rows}"][aria-colcount="{columns}"]').wait_for()
    page.locator(f"#board-form select[name=kind] option[value={kind}]:checked").wait_for(state="attached")


def shared(page: Page, name: str) -> str:
    """Return what stands under a name among what can be shared."""
    card = page.locator("#share-card")
    if card.get_attribute("open") is None:
        card.locator("> summary").click()
    field = card.get_by_label(name, exact=True)
    field.wait_for()
    return field.input_value()
