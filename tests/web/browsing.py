"""Pages in a real browser: what the tests of all pages share."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from litgrid.core.characters import Grid
from litgrid.formats import Record, loads
from litgrid.web.links import fragment

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SECONDS = 60
"""How long a page may take to show what is waited for."""


@contextmanager
def browsing() -> Iterator[Browser]:
    """Start a browser; skip, aloud, where there is none."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="no browser tests: pip install playwright")
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip(f"no browser tests: none of {', '.join(PROGRAMS)} is installed (apt-get install chromium)")
    with sync_api.sync_playwright() as playwright:
        # Within containers tests run as root, for whom the browser has no sandbox.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def profile(browser: Browser, **options: Any) -> Iterator[tuple[BrowserContext, list[str]]]:
    """Open a fresh profile; with what goes wrong in its pages."""
    wrong: list[str] = []
    opened = browser.new_context(**{"locale": "en", "reduced_motion": "reduce", **DESKTOP, **options})
    opened.set_default_timeout(SECONDS * 1000)
    opened.on("weberror", lambda error: wrong.append(str(error.error)))
    opened.on(
        "console", lambda said: wrong.append(said.text) if said.type == "error" and not _refused(said.text) else None
    )
    yield opened, wrong
    opened.close()


@contextmanager
def context(browser: Browser, **options: Any) -> Iterator[BrowserContext]:
    """Open a fresh profile; whatever goes wrong in its pages is an error of the test."""
    with profile(browser, **options) as (opened, wrong):
        yield opened
    assert not wrong, wrong


def lent(opened: BrowserContext, wrong: list[str], address: str) -> Iterator[Page]:
    """Lend the page of a profile to a test, and make it as new afterwards: that is much cheaper than another profile.

    Scripts that a test has every page run, and clocks, would stay: such a test takes a profile of its own.
    """
    page = opened.pages[0] if opened.pages else opened.new_page()
    size = page.viewport_size
    yield page
    for other in set(opened.pages) - {page}:
        other.close()
    page.unroute_all(behavior="ignoreErrors")
    opened.set_offline(False)
    page.emulate_media(color_scheme="light", contrast="no-preference")
    if size is not None and page.viewport_size != size:
        page.set_viewport_size(size)
    page.goto(f"{address}static/icon.svg")  # a page keeps its game when it is left: only then is all of it there
    page.evaluate("localStorage.clear()")
    found = wrong.copy()
    wrong.clear()
    assert not found, found


def _refused(text: str) -> bool:
    """Return whether the browser only notes that the server refused a question, as some tests want it to."""
    return text.startswith("Failed to load resource")


def link(address: str, puzzle: dict[str, Any], filled: Grid | None = None, page: str = "") -> str:
    """Return the link of a puzzle, and of entries, made by Python."""
    return address + page + fragment(Record("", loads(json.dumps(puzzle)), filled))


def owned(address: str, shared: str) -> str:
    """Return the address at which a link that was shared opens here; it is without the secret part."""
    origin, token, _ = address.rsplit("/", 2)
    assert shared.startswith(f"{origin}/")
    assert token not in shared
    return shared.replace(f"{origin}/", address)


def violations(page: Page, within: str = "html") -> list[str]:
    """Return what axe-core finds wrong with a page as it stands, in a line each: in light, then with dark colours."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python")
    found = axe.Axe().run(page, context=within).response["violations"]  # axe is in the page from then on
    page.emulate_media(color_scheme="dark")
    colours = '{resultTypes: ["violations"], runOnly: {type: "rule", values: ["color-contrast"]}}'
    found += page.evaluate(f"(within) => axe.run(within, {colours}).then((found) => found.violations)", within)
    page.emulate_media(color_scheme="light")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]} ({len(one['nodes'])})" for one in found]
