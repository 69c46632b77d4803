"""A browser and a server for the tests of the pages, each started once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.browsing import PHONE, browsing, context
from tests.web.server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with browsing() as started:
        yield started


@pytest.fixture(scope="session")
def address(browser: Browser) -> Iterator[str]:
    """The address of a server for pages; there is none where there is no browser."""
    with serving() as running:
        yield running.address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with context(browser) as opened:
        yield opened.new_page()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with context(browser, **PHONE) as opened:
        yield opened.new_page()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a test in the browser be tried again, aloud: on a busy machine a page may take longer than a test waits."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=2))
