"""The page that looks inside, as its tests see it: panels, cells, marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

OPEN: dict[str, Any] = {"kind": "lightup", "clues": ["......", "......", "......", "......", "......", "......"]}
"""Nothing of it is decided without search."""


def start(page: Page, place: str, panel: str = "Formula") -> Locator:
    """Open the page on a panel, and return that."""
    page.goto(place)
    page.locator("#stage .cell").first.wait_for()
    return turn(page, panel)


def turn(page: Page, panel: str) -> Locator:
    page.get_by_role("tab", name=panel, exact=True).click()
    found = page.get_by_role("tabpanel", name=panel, exact=True)
    found.locator(":scope:not([aria-busy])").wait_for()
    return found


def cells(page: Page) -> Locator:
    return page.locator("#stage .cell")


def marked(page: Page, role: str) -> set[int]:
    """Return the cells that are marked in a role."""
    columns = int(page.locator("#stage .board").get_attribute("aria-colcount") or 0)
    boxes = page.locator(f"#stage .mark.{role}").all()
    places = [(float(box.get_attribute("x") or 0), float(box.get_attribute("y") or 0)) for box in boxes]
    return {round((y - 1.5) / 40) * columns + round((x - 1.5) / 40) for x, y in places}


def labels(page: Page) -> list[str]:
    """Return what screen readers are told of each cell, all at once: to ask the browser for each takes long."""
    found: list[str] = cells(page).evaluate_all("cells => cells.map((cell) => cell.getAttribute('aria-label') ?? '')")
    return found


def bulbs(page: Page) -> list[int]:
    return [place for place, label in enumerate(labels(page)) if re.search(r"\bbulb", label) and "no bulb" not in label]
