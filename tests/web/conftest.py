"""A browser and a server for the tests of the pages, each started once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.browsing import PHONE, browsing, context, lent, profile
from tests.web.server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

Profile = tuple["BrowserContext", list[str]]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with browsing() as started:
        yield started


@pytest.fixture(scope="session")
def address(browser: Browser) -> Iterator[str]:
    """The address of a server for pages; there is none where there is no browser."""
    with serving() as running:
        yield running.address


@pytest.fixture(scope="session")
def desk(browser: Browser) -> Iterator[Profile]:
    with profile(browser) as opened:
        yield opened


@pytest.fixture(scope="session")
def pocket(browser: Browser) -> Iterator[Profile]:
    with profile(browser, **PHONE) as opened:
        yield opened


@pytest.fixture
def page(desk: Profile, address: str) -> Iterator[Page]:
    yield from lent(*desk, address)


@pytest.fixture
def phone(pocket: Profile, address: str) -> Iterator[Page]:
    yield from lent(*pocket, address)


@pytest.fixture(scope="session")
def bureau(browser: Browser) -> Iterator[Profile]:
    with profile(browser, locale="fr-FR") as opened:
        yield opened


@pytest.fixture
def french(bureau: Profile, address: str) -> Iterator[Page]:
    yield from lent(*bureau, address)


@pytest.fixture
def fresh(browser: Browser) -> Iterator[Page]:
    """A page of a profile of its own."""
    with context(browser) as opened:
        yield opened.new_page()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a test in the browser be tried again, aloud: on a busy machine a page may take longer than a test waits."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=2))
