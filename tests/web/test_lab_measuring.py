"""What runs for long on the page that looks inside: searches, many of them, engines; how far they are is said."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from litgrid.encode.puzzle import formula
from litgrid.puzzles import kinds
from tests.cli.run import HERE
from tests.kernel.forms import bare
from tests.web.browsing import context, link
from tests.web.looking import OPEN, bulbs, marked, start
from tests.web.playing import shipped
from tests.web.server import BINAIRO, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NONE: dict[str, Any] = {"kind": "lightup", "clues": ["0.0"]}
ENDLESS = "100000000"
"""So many flips take longer than anybody waits."""


def answers(puzzle: dict[str, Any], values: list[int]) -> bool:
    """Return whether values answer a puzzle, by its formula."""
    made = formula(kinds.get(puzzle["kind"]).from_clues(puzzle["clues"]), "pairwise")
    assert made.variables == len(values)
    return all(any((literal > 0) == bool(values[abs(literal) - 1]) for literal in clause) for clause in made.clauses())


def test_a_search_is_run_and_gone_through(page: Page, address: str) -> None:
    panel = start(page, link(address, OPEN, page="lab"), "Search")
    panel.get_by_role("button", name="Search").click()
    panel.get_by_text(re.compile(r"Found an answer after \d+ flips")).wait_for()
    panel.get_by_text("0 clauses are false").wait_for()
    found = bulbs(page)
    values = [int(place in found) for place in range(36)]
    assert answers(OPEN, values)
    flips = int(re.findall(r"after (\d+)", panel.locator(".summary").inner_text())[0])
    assert (
        panel.get_by_role("img").get_attribute("aria-label")
        == f"The number of false clauses over {flips} flips; 0 at the end."
    )
    panel.get_by_role("slider").press("Home")
    panel.locator(".place").get_by_text("Flip 0:").wait_for()
    panel.get_by_role("button", name="One step on").click()
    panel.locator(".place").get_by_text("Flip 1:").wait_for()
    assert len(marked(page, "result")) == 1
    panel.get_by_role("slider").press("End")
    assert bulbs(page) == found


@pytest.mark.parametrize("kind", ["binairo", "gappy"])
def test_the_first_settings_find_an_answer(page: Page, address: str, kind: str) -> None:
    panel = start(page, link(address, shipped(kind, 10), page="lab"), "Search")
    panel.get_by_role("button", name="Search").click()
    panel.get_by_text(re.compile(r"Found an answer after [\d,]+ flips")).wait_for()


def test_a_search_plays_at_its_pace_and_halts(browser: Browser, address: str) -> None:
    with context(browser, reduced_motion="no-preference") as opened:
        page = opened.new_page()
        panel = start(page, link(address, OPEN, page="lab"), "Search")
        panel.get_by_label("Pace").select_option("slow")
        panel.get_by_role("button", name="Search").click()
        panel.locator(".place").get_by_text("Flip 2:").wait_for()
        panel.get_by_role("button", name="Stop").click()
        assert panel.get_by_role("button", name="Stop").is_disabled()
        panel.get_by_label("Pace").select_option("fastest")
        panel.get_by_role("button", name="Play").click()
        panel.get_by_text("0 clauses are false").wait_for()
        panel.get_by_role("button", name="Play").wait_for()
        assert panel.get_by_role("button", name="Stop").is_disabled()


def test_a_search_without_end_is_stopped(page: Page, address: str) -> None:
    none = {"kind": "lightup", "clues": ["0.0"]}
    panel = start(page, link(address, none, page="lab"), "Search")
    panel.get_by_label("Most flips").fill("100000000")
    panel.get_by_role("button", name="Search").click()
    panel.locator(".place").get_by_text("Flip").wait_for()
    panel.get_by_role("button", name="Stop").click()
    panel.locator(":scope:not([aria-busy])").wait_for()
    assert panel.get_by_role("button", name="Stop").is_disabled()
    panel.get_by_text("Stopped.").wait_for()


def test_a_search_for_what_cannot_be_says_so(page: Page, address: str) -> None:
    panel = start(page, link(address, {"kind": "lightup", "clues": ["4."]}, page="lab"), "Search")
    panel.get_by_role("button", name="Search").click()
    panel.get_by_text("One of the rules cannot be met").wait_for()


def test_run_lengths_have_a_distribution(page: Page, address: str) -> None:
    panel = start(page, link(address, OPEN, page="lab"), "Runs")
    panel.get_by_role("spinbutton", name="Runs").fill("50")
    panel.get_by_role("button", name="Run", exact=True).click()
    panel.get_by_text("50 of 50 runs found an answer").wait_for()
    figures = [int(cell.inner_text().replace(",", "")) for cell in panel.locator("td").all()]
    assert figures[0] <= figures[1] <= figures[3]
    assert panel.locator(".line").count() == 2
    panel.get_by_label("Unsolved, on a log axis").check(force=True)
    panel.get_by_text("Share unsolved (log)").wait_for()


def test_engines_are_compared(page: Page, address: str) -> None:
    panel = start(page, link(address, BINAIRO, page="lab"), "Engines")
    panel.get_by_role("button", name="Compare").click()
    panel.locator("tbody tr").nth(2).wait_for()
    panel.get_by_role("button", name="Stop").click()
    assert set(panel.locator("td.state").all_inner_texts()) == {"✓ answer"}
    panel.get_by_role("button", name="Compare").wait_for()


def test_runs_say_how_far_they_are_and_what_was_done_stays(page: Page, address: str) -> None:
    clues = ["." * 40] * 40
    panel = start(page, link(address, {"kind": "lightup", "clues": clues}, page="lab"), "Runs")
    panel.get_by_role("spinbutton", name="Runs").fill("10000")
    panel.get_by_label("Most flips").fill(ENDLESS)
    panel.get_by_role("button", name="Run", exact=True).click()
    panel.get_by_text(re.compile(r"[\d,]+ of 10,000 runs, [\d,]+ of them with an answer…")).wait_for()
    panel.locator(".line").first.wait_for()
    panel.get_by_role("button", name="Stop").click()
    panel.get_by_text("Stopped before all 10,000 were done.").wait_for()
    assert panel.get_by_role("button", name="Stop").is_disabled()
    done = int(panel.locator(".summary").inner_text().split(" of ")[1].split()[0].replace(",", ""))
    assert 0 < done < 10_000
    assert panel.locator(".line").count() == 2


def test_runs_of_what_cannot_be_say_so(page: Page, address: str) -> None:
    panel = start(page, link(address, {"kind": "lightup", "clues": ["4."]}, page="lab"), "Runs")
    panel.get_by_role("button", name="Run", exact=True).click()
    panel.get_by_role("alert").get_by_text("One of the rules cannot be met").wait_for()


def test_engines_say_which_is_measured(page: Page, address: str) -> None:
    panel = start(page, link(address, BINAIRO, page="lab"), "Engines")
    panel.get_by_role("button", name="Compare").click()
    panel.get_by_text(re.compile(r"Measuring \S+, [1-9]\d* of \d+…")).wait_for()
    panel.locator("tbody tr").first.wait_for()
    panel.get_by_role("button", name="Stop").click()
    panel.get_by_text(re.compile(r"Stopped: \d+ of \d+ engines were measured")).wait_for()


def test_engines_fit_on_a_phone(phone: Page, address: str) -> None:
    panel = start(phone, link(address, BINAIRO, page="lab"), "Engines")
    panel.get_by_role("button", name="Compare").tap()
    panel.get_by_role("row").nth(3).wait_for()
    panel.get_by_role("button", name="Stop").tap()
    table = panel.get_by_role("group", name="Engines")
    assert table.evaluate("(host) => host.scrollWidth <= host.clientWidth")
    assert panel.get_by_role("columnheader").all_inner_texts() == ["Engine", "Answer", "Loading", "Solving", "Memory"]
    rows = panel.get_by_role("row").all()[1:]
    assert all(row.get_by_role("rowheader").count() == 1 and row.get_by_role("cell").count() == 5 for row in rows)


@pytest.fixture(scope="module")
def interpreted(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server on a machine where no kernel could be compiled."""
    folder = bare(tmp_path_factory.mktemp("bare"))
    with serving(environment={"PYTHONPATH": os.pathsep.join([folder, HERE["PYTHONPATH"]])}) as running:
        yield running.address


@pytest.mark.parametrize(("tab", "button"), [("Search", "Search"), ("Runs", "Run")])
def test_it_is_said_that_a_search_is_slow(page: Page, interpreted: str, tab: str, button: str) -> None:
    panel = start(page, link(interpreted, NONE, page="lab"), tab)
    panel.get_by_label("Most flips").fill("50")
    panel.get_by_role("button", name=button, exact=True).click()
    panel.get_by_text("litgrid's kernels are not compiled here, so searches are slow.").wait_for()
    panel.get_by_text(re.compile("No answer after 50 flips|0 of 200 runs")).wait_for()
