"""What stands beside and between cells, in a real browser: drawn, read out, marked where it is broken, and set."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from litgrid.puzzles import kinds
from tests.cli.run import HERE
from tests.gallery import Gallery
from tests.web.browsing import PHONE, context, lent, link, profile, violations
from tests.web.server import serving
from tests.web.setting import cells, choose, drawn, new_board, shared, start, told

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).parents[2]
SMALL: dict[str, Any] = {
    "kind": "gallery",
    "clues": {
        "flowers": 1,
        "regions": ["AAB", "ABB", "CCC"],
        "grid": None,
        "across": ["=.", ".x", "x."],
        "down": ["..x", "..."],
    },
}
PLAIN: dict[str, Any] = {"kind": "gallery", "clues": {"flowers": 1, "regions": ["AAAA"] * 4, "grid": None}}


@pytest.fixture(scope="module")
def place(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that finds the kind as that of an installed package; tests have it as well."""
    folder = tmp_path_factory.mktemp("site")
    info = folder / "gallery-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gallery\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[litgrid.puzzles]\ngallery = tests.gallery:Gallery\n")
    found = f"{HERE['PYTHONPATH']}:{ROOT}:{folder}"
    kinds.add(Gallery)
    with serving(environment={"PYTHONPATH": found}) as running:
        yield running.address
    kinds.discard(Gallery.name)


@pytest.fixture(scope="module")
def pad(browser: Browser, place: str) -> Iterator[tuple[BrowserContext, list[str]]]:
    with profile(browser) as opened:
        yield opened


@pytest.fixture
def sheet(pad: tuple[BrowserContext, list[str]], place: str) -> Iterator[Page]:
    yield from lent(*pad, place)


def label(page: Page, cell: int) -> str:
    """Return what is said of a cell, but for what is found out of it in a moment."""
    return (cells(page).nth(cell).get_attribute("aria-label") or "").partition(", forced")[0]


def drag(page: Page, *path: int) -> None:
    """Draw a stroke from cell to cell."""
    for number, cell in enumerate(path):
        box = cells(page).nth(cell).locator(".ground").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        if number == 0:
            page.mouse.down()
    page.mouse.up()


def press_edge(page: Page, cell: int, right: float, down: float, button: Any = "left") -> None:
    """Press a cell somewhere, in parts of its width and height."""
    box = cells(page).nth(cell).locator(".ground").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * right, box["y"] + box["height"] * down, button=button)


def signs(page: Page) -> list[str]:
    """Return the states of the signs, in their order."""
    found: list[str] = page.locator("#stage .sign").evaluate_all("all => all.map((one) => one.getAttribute('class'))")
    return [one.removeprefix("sign").strip() for one in found]


def test_a_board_shows_regions_signs_and_a_note_and_reads_them_out(sheet: Page, place: str) -> None:
    sheet.goto(link(place, SMALL))
    cells(sheet).nth(8).wait_for()
    assert sheet.locator("#stage .board").get_attribute("aria-label") == "Gallery, 3 by 3, 1 ★"
    assert sheet.locator("#stage .note").text_content() == "1 ★"
    assert signs(sheet) == ["met", "", "", ""]
    # Three steps between A and B, three above C: a stroke each.
    assert (sheet.locator("#stage .borders").get_attribute("d") or "").count("M") == 6
    assert label(sheet, 0) == "r1 c1 empty, region A, equal to the right"
    assert label(sheet, 5) == "r2 c3 empty, region B, different to the left, different from the one above"
    assert label(sheet, 6) == "r3 c1 empty, region C, different to the right"
    assert violations(sheet) == []


def test_broken_signs_and_regions_are_marked(sheet: Page, place: str) -> None:
    sheet.goto(link(place, SMALL))
    cells(sheet).nth(0).click()
    cells(sheet).nth(1).click()
    cells(sheet).nth(1).click()
    assert signs(sheet) == ["wrong", "", "", ""]
    assert "mistake" in label(sheet, 0)
    assert "mistake" in label(sheet, 1)
    cells(sheet).nth(1).click()
    cells(sheet).nth(1).click()
    assert signs(sheet)[0] == "met"  # the two are alike, and two in a region that may have one
    assert [cell for cell in range(9) if "mistake" in label(sheet, cell)] == [0, 1]


ROWS = ["AAAA", "BBBB", "CCCC", "DDDD"]
"""An open board has a region a row."""


def test_regions_are_painted_from_nothing_by_mouse(sheet: Page, place: str) -> None:
    start(sheet, f"{place}set")
    new_board(sheet, "gallery", 4, 4)
    assert drawn(sheet) == {"flowers": 1, "regions": ROWS, "grid": ["????"] * 4}
    drag(sheet, 0, 1, 5)  # a stroke from a cell is a new region
    assert drawn(sheet)["regions"] == ["EEAA", "BEBB", "CCCC", "DDDD"]
    choose(sheet, "Spread a region")
    drag(sheet, 5, 9, 8)
    assert drawn(sheet)["regions"] == ["EEAA", "BEBB", "EECC", "DDDD"]
    cells(sheet).nth(12).click()  # nothing: it has its own region
    assert drawn(sheet)["regions"] == ["EEAA", "BEBB", "EECC", "DDDD"]
    assert label(sheet, 5).startswith("r2 c2 open, region E")  # soon after it says that answers differ there
    sheet.get_by_label("Symmetry", exact=True).select_option("180")
    choose(sheet, "A new region")
    drag(sheet, 15, 14)
    assert drawn(sheet)["regions"] == ["GGAA", "BEBB", "EECC", "DDFF"]
    for _ in range(3):
        sheet.keyboard.press("Control+z")
    assert drawn(sheet)["regions"] == ROWS
    for _ in range(3):
        sheet.keyboard.press("Control+y")
    assert drawn(sheet)["regions"] == ["GGAA", "BEBB", "EECC", "DDFF"]


def test_signs_are_set_on_edges_by_mouse(sheet: Page, place: str) -> None:
    start(sheet, link(place, PLAIN, page="set"))
    choose(sheet, "Signs between cells")
    press_edge(sheet, 0, 0.9, 0.5)
    assert drawn(sheet)["across"] == ["=..", "...", "...", "..."]
    assert drawn(sheet)["down"] == ["....", "....", "...."]
    press_edge(sheet, 1, 0.1, 0.4)  # the same edge, from the other side
    press_edge(sheet, 10, 0.5, 0.95)
    assert drawn(sheet)["across"] == ["x..", "...", "...", "..."]
    assert drawn(sheet)["down"] == ["....", "....", "..=."]
    assert label(sheet, 14) == "r4 c3 open, region A, equal to the one above"
    press_edge(sheet, 10, 0.5, 0.95, button="right")
    press_edge(sheet, 0, 0.9, 0.5)
    assert drawn(sheet) == {**PLAIN["clues"], "grid": ["????"] * 4}  # an optional layer without anything is left out
    press_edge(sheet, 0, 0.5, 0.05)  # the board's own edge has no sign
    assert signs(sheet) == []
    sheet.get_by_label("Symmetry", exact=True).select_option("90")
    press_edge(sheet, 0, 0.9, 0.5)
    assert drawn(sheet)["across"] == ["=..", "...", "...", "..="]
    assert drawn(sheet)["down"] == ["...=", "....", "=..."]


def test_all_of_it_is_set_by_keyboard(sheet: Page, place: str) -> None:
    start(sheet, link(place, PLAIN, page="set"))
    cells(sheet).nth(0).focus()
    sheet.keyboard.press("Enter")
    sheet.keyboard.press("Shift+ArrowRight")
    sheet.keyboard.press("Shift+ArrowDown")
    assert drawn(sheet)["regions"] == ["BBAA", "ABAA", "AAAA", "AAAA"]
    assert sheet.evaluate("document.activeElement.number") == 5
    sheet.keyboard.press("ArrowDown")
    sheet.keyboard.press("c")
    assert drawn(sheet)["regions"] == ["BBAA", "ABAA", "ACAA", "AAAA"]
    sheet.keyboard.press("*")
    assert drawn(sheet)["grid"] == ["????", "????", "?*??", "????"]
    choose(sheet, "Signs between cells")
    cells(sheet).nth(9).focus()
    sheet.keyboard.press("Shift+ArrowRight")
    sheet.keyboard.press("Shift+ArrowUp")
    sheet.keyboard.press("Shift+ArrowUp")
    assert drawn(sheet)["across"] == ["...", "...", ".=.", "..."]
    assert drawn(sheet)["down"] == ["....", ".x..", "...."]
    assert label(sheet, 9) == "r3 c2 flower, region C, equal to the right, different from the one above"
    assert sheet.evaluate("document.activeElement.number") == 9


def test_a_number_is_a_field_and_undo_goes_over_it(sheet: Page, place: str) -> None:
    start(sheet, link(place, SMALL, page="set"))
    told(sheet, "More than one answer")
    field = sheet.get_by_label("flowers", exact=True)
    field.fill("12")
    assert drawn(sheet)["flowers"] == 12
    told(sheet, "No answer")
    field.press("Control+z")
    assert drawn(sheet)["flowers"] == 1
    assert sheet.get_by_label("flowers", exact=True).input_value() == "1"
    told(sheet, "More than one answer")


def test_clearing_takes_clues_first_and_then_the_board(sheet: Page, place: str) -> None:
    given = {**SMALL, "clues": {**SMALL["clues"], "flowers": 2, "grid": ["*??", "???", "??."]}}
    start(sheet, link(place, given, page="set"))
    clear = sheet.get_by_role("button", name="Clear the board")
    clear.click()
    assert drawn(sheet) == {"flowers": 2, "regions": ["AAB", "ABB", "CCC"], "grid": ["???"] * 3}
    clear.click()
    assert drawn(sheet) == {"flowers": 1, "regions": ["AAA"] * 3, "grid": ["???"] * 3}
    sheet.keyboard.press("Control+z")
    sheet.keyboard.press("Control+z")
    assert drawn(sheet) == given["clues"]


def test_it_is_turned_tried_out_and_shared(sheet: Page, place: str) -> None:
    start(sheet, link(place, SMALL, page="set"))
    sheet.get_by_role("button", name="Turn right").click()
    sheet.get_by_text("Turned right").last.wait_for()
    assert drawn(sheet)["regions"] == ["CAA", "CBA", "CBB"]
    opened = place + shared(sheet, "Link to draw on").rpartition("/")[2]
    sheet.keyboard.press("F2")
    sheet.locator("#stage .note").wait_for()
    assert label(sheet, 8) == "r3 c3 empty, region B, different to the left"
    sheet.goto(f"{place}static/icon.svg")
    sheet.evaluate("localStorage.clear()")
    start(sheet, opened)
    assert label(sheet, 8).startswith("r3 c3 open, region B, different to the left")


def test_signs_that_clash_are_outlined(sheet: Page, place: str) -> None:
    clues = {"flowers": 0, "regions": ["AA"], "grid": ["*."], "across": ["="], "down": []}
    start(sheet, link(place, {"kind": "gallery", "clues": {**clues, "flowers": 1}}, page="set"))
    told(sheet, "No answer")
    assert signs(sheet) == ["clash"]


def test_what_is_inscribed_stands_under_answers_and_given_cells_stay(sheet: Page, place: str) -> None:
    clues = {"grid": ["3.1.", "....", "1.4.", "...."], "given": ["#???", "????", "????", "???#"]}
    start(sheet, link(place, {"kind": "mosaic", "clues": clues}, page="set"))
    sheet.get_by_label("Clues", exact=True).check(force=True)
    assert [cell for cell in range(16) if cells(sheet).nth(cell).locator(".entry").count()] == [0, 15]
    cells(sheet).nth(5).focus()
    sheet.keyboard.press("9")
    assert cells(sheet).nth(5).locator(".inscribed").text_content() == "9"
    sheet.keyboard.press("Backspace")
    assert cells(sheet).nth(5).locator(".inscribed").count() == 0
    told(sheet, "One answer")
    sheet.get_by_label("Answer 1").check(force=True)
    assert sheet.locator("#stage .entry").count() == 16
    assert drawn(sheet) == clues


def test_signs_of_binairo_are_drawn_and_marked(sheet: Page, place: str) -> None:
    signed = {
        "grid": ["....", "....", "....", "...."],
        "across": ["=..", "...", "...", "..."],
        "down": ["....", "...x", "...."],
    }
    start(sheet, link(place, {"kind": "binairo", "clues": signed}, page="set"))
    told(sheet, "More than one answer")
    choose(sheet, "Signs between cells")
    press_edge(sheet, 0, 0.9, 0.5, button="right")
    press_edge(sheet, 7, 0.5, 0.9, button="right")
    assert drawn(sheet) == signed["grid"]
    sheet.keyboard.press("Control+z")
    sheet.keyboard.press("F2")
    sheet.locator("#stage .counter").first.wait_for()
    cells(sheet).nth(7).click()
    cells(sheet).nth(11).click()
    assert signs(sheet) == ["wrong"]
    cells(sheet).nth(11).click()
    assert signs(sheet) == ["met"]


def test_regions_are_painted_by_touch_and_said_in_french(browser: Browser, place: str) -> None:
    with context(browser, **{**PHONE, "locale": "fr-FR"}) as opened:
        page = opened.new_page()
        start(page, link(place, PLAIN, page="set"))
        cells(page).nth(5).tap()
        assert drawn(page)["regions"] == ["AAAA", "ABAA", "AAAA", "AAAA"]
        page.locator("#palette label").nth(5).tap()
        box = cells(page).nth(0).locator(".ground").bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.9)
        assert drawn(page)["down"][0] == "=..."
        assert "région A, égale au-dessous" in label(page, 0)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
        assert violations(page) == []
