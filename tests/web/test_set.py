"""The page on which puzzles are drawn, in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import litgrid
from litgrid.core.grid import Shape
from litgrid.core.symmetry import symmetries
from litgrid.core.system import System
from litgrid.puzzles import kinds
from tests.web.browsing import PHONE, context, link, owned, violations
from tests.web.looking import labels
from tests.web.server import BINAIRO, GAPPY, LIGHTUP
from tests.web.setting import CLASHING, OPEN, SEVERAL, cells, choose, drawn, new_board, shared, start, told

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page


def test_a_puzzle_is_set_from_nothing_by_mouse_and_opened_from_its_own_links(
    page: Page, browser: Browser, address: str
) -> None:
    start(page, f"{address}set")
    assert drawn(page) == ["." * 10] * 10
    new_board(page, "lightup", 3, 3)
    told(page, SEVERAL)
    cells(page).nth(6).click()
    choose(page, "numbered wall 1")
    cells(page).nth(1).click()
    choose(page, "numbered wall 2")
    cells(page).nth(8).click()
    told(page, "One answer")
    assert drawn(page) == LIGHTUP["clues"]
    page.get_by_text("Level 1, easy").wait_for()
    page.locator(".techniques summary").click()
    techniques = page.locator(".techniques li span").all_inner_texts()
    assert techniques == ["a number that needs all its cells", "a run with a bulb"]
    places = [owned(address, shared(page, name)) for name in ("Link to draw on", "Link to play it")]
    with context(browser) as other:
        opened = other.new_page()
        for place in reversed(places):
            opened.goto(place)
            cells(opened).nth(8).wait_for()
            assert [re.sub(r"r\d+ c\d+|\D", "", label) for label in labels(opened)] == ["", "1", *[""] * 6, "2"]
        told(opened, "One answer")
        assert drawn(opened) == LIGHTUP["clues"]


def test_a_puzzle_is_set_by_keyboard_alone(page: Page, address: str) -> None:
    start(page, f"{address}set")
    new_board(page, "binairo", 4, 4)
    cells(page).first.focus()
    rows: Any = BINAIRO["clues"]
    for row in rows:
        for char in row:
            page.keyboard.press(char)
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Home")
    told(page, "One answer")
    assert drawn(page) == BINAIRO["clues"]
    page.keyboard.press("Control+Home")
    page.keyboard.press("Backspace")
    told(page, SEVERAL)
    page.keyboard.press("Enter")  # what is chosen to draw, a zero
    told(page, "One answer")
    page.get_by_role("switch").click()
    told(page, "")
    assert page.evaluate("JSON.parse(localStorage.getItem('litgrid.set')).record.unique_lines") is False


def test_a_puzzle_is_set_by_touch(phone: Page, address: str) -> None:
    start(phone, link(address, {"kind": "lightup", "clues": ["...", "...", "..."]}, page="set"))
    cells(phone).nth(6).tap()
    phone.locator("#palette label").nth(3).tap()
    cells(phone).nth(1).tap()
    phone.locator("#palette label").nth(4).tap()
    cells(phone).nth(8).tap()
    told(phone, "One answer")
    assert drawn(phone) == LIGHTUP["clues"]
    cells(phone).nth(8).tap()
    assert drawn(phone)[2] == "#.."
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


def test_labels_are_written_beside_the_board(page: Page, address: str) -> None:
    start(page, f"{address}set")
    new_board(page, "gappy", 9, 9)
    expected: Any = GAPPY["clues"]
    page.get_by_label("label of row 1", exact=True).focus()
    for label in expected["rows"]:
        page.keyboard.type(str(label))
        page.keyboard.press("ArrowDown")
    for label in expected["cols"]:
        page.keyboard.type(str(label))
        page.keyboard.press("ArrowRight")
    told(page, "One answer")
    clues = drawn(page)
    assert (clues["rows"], clues["cols"]) == (expected["rows"], expected["cols"])
    field = page.get_by_label("label of row 2", exact=True)
    field.fill("8")
    told(page, "Not a puzzle yet")
    page.get_by_text("Needed: a label from 0 to 7").wait_for()
    field.press("Control+z")
    told(page, "One answer")
    assert field.input_value() == "5"
    field.fill("7")
    told(page, "No answer")
    assert page.locator(".set-label.clash").count() > 1


def test_undo_to_the_start_and_redo_to_the_end(page: Page, address: str) -> None:
    start(page, f"{address}set")
    new_board(page, "binairo", 6, 8)
    first = drawn(page)
    chosen = np.random.default_rng(5).permutation(48)[:30].tolist()
    for place, cell in enumerate(chosen):
        cells(page).nth(cell).focus()
        page.keyboard.press(str(place % 2))
    last = drawn(page)
    assert sum(row.count(".") for row in last) == 18
    page.get_by_role("button", name="Swap top and bottom").click()
    page.locator("#toast").get_by_text("Top and bottom swapped").wait_for()
    for _ in range(31):
        page.keyboard.press("Control+z")
    assert drawn(page) == first
    page.get_by_role("button", name="Undo").click()
    assert drawn(page) == ["." * 10] * 10
    assert page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"
    for _ in range(31):
        page.keyboard.press("Control+y")
    assert drawn(page) == last
    page.keyboard.press("Control+Shift+Z")
    assert drawn(page) == last[::-1]


def test_a_stroke_draws_many_cells_with_their_images_and_is_one_step(page: Page, address: str) -> None:
    start(page, link(address, {"kind": "lightup", "clues": ["....", "....", "....", "...3"]}, page="set"))
    page.get_by_label("Symmetry", exact=True).select_option("180")
    first, last = cells(page).nth(0).bounding_box(), cells(page).nth(3).bounding_box()
    assert first is not None
    assert last is not None
    page.mouse.move(first["x"] + 9, first["y"] + 9)
    page.mouse.down()
    page.mouse.move(last["x"] + 9, last["y"] + 9, steps=4)
    page.mouse.up()
    assert drawn(page) == ["####", "....", "....", "###3"]
    cells(page).nth(15).click(button="right")
    assert drawn(page) == [".###", "....", "....", "###."]
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert drawn(page) == ["....", "....", "....", "...3"]


def test_a_board_is_turned_resized_and_cleared(page: Page, address: str) -> None:
    start(page, link(address, {"kind": "lightup", "clues": [".1.", "#.2"]}, page="set"))
    for name, expected in (
        ("Turn right", ["#.", ".1", "2."]),
        ("Swap left and right", [".#", "1.", ".2"]),
        ("Swap rows and columns", [".1.", "#.2"]),
    ):
        page.get_by_role("button", name=name).click()
        page.locator(f'#stage .board[aria-rowcount="{len(expected)}"]').wait_for()
        page.get_by_text(re.compile("^(Turned|Left|Rows).*(right|swapped)$")).last.wait_for()
        page.wait_for_timeout(100)
        assert drawn(page) == expected
    page.get_by_label("Rows", exact=True).fill("1")
    page.get_by_label("Columns", exact=True).fill("4")
    page.get_by_label("Resizing keeps").select_option("bottom-right")
    page.get_by_role("button", name="Resize").click()
    page.locator('#stage .board[aria-colcount="4"]').wait_for()
    assert drawn(page) == [".#.2"]
    clear = page.get_by_role("button", name="Clear the board")
    clear.click()
    assert drawn(page) == [".#.#"]
    clear.click()
    assert drawn(page) == ["...."]
    page.get_by_label("Kind", exact=True).select_option("binairo")
    page.get_by_role("button", name="New board").click()
    page.get_by_text("Needed: an even number of rows; found: 1").first.wait_for()
    assert drawn(page) == ["...."]


@pytest.mark.parametrize("end", ["#z=broken", "#z=q1YqKC1KTlWyUqqurgUA", "#z="])
def test_a_wrong_link_is_said_and_leaves_a_board_to_draw_on(page: Page, address: str, end: str) -> None:
    start(page, f"{address}set{end}")
    page.locator("#toast.shown").wait_for()
    assert cells(page).count() == 100


def test_a_puzzle_is_opened_from_a_link_a_text_and_a_file(page: Page, address: str, tmp_path: Path) -> None:
    start(page, f"{address}set")

    def open_dialog() -> Locator:
        page.get_by_role("button", name="Open a puzzle").click()
        return page.locator("#dialog-open").get_by_label("Puzzle, as text or link")

    def press() -> None:
        page.locator("#dialog-open").get_by_role("button", name="Open", exact=True).click()

    open_dialog().fill("https://puzz.link/p?akari/3/3/l.2i")
    press()
    page.locator('#stage .board[aria-rowcount="3"]').wait_for()
    open_dialog().fill("lightup\n.7.\n")
    press()
    page.get_by_text("a wall has four neighbours").wait_for()
    page.keyboard.press("Escape")
    several = tmp_path / "several.jsonl"
    several.write_text("\n".join(map(json.dumps, (LIGHTUP, BINAIRO))), encoding="utf-8")
    open_dialog()
    page.locator("#dialog-open input[type=file]").set_input_files(several)
    page.get_by_role("button", name="Binairo, 4").click()
    page.locator('#stage .board[aria-rowcount="4"]').wait_for()
    assert drawn(page) == BINAIRO["clues"]
    page.keyboard.press("Control+z")
    assert len(drawn(page)) == 3


def test_links_and_texts_say_what_they_lose_and_read_back(page: Page, address: str) -> None:
    puzzle = {"kind": "lightup", "clues": [".1.", "..x", "#.2"]}
    start(page, link(address, puzzle, page="set"))
    for name in ("puzz.link", "Penpa+", "Game ID (Simon Tatham's collection)"):
        found = litgrid.load(shared(page, name))
        assert found.clues == LIGHTUP["clues"]
        lost = page.locator(f"#{page.get_by_label(name, exact=True).get_attribute('aria-describedby')}")
        assert "marked as no bulb" in lost.inner_text()
    page.get_by_text("Other formats").click()
    page.locator("#share-format").select_option("jsonl")
    assert litgrid.load(page.get_by_label("The puzzle as text", exact=True).input_value()).clues == puzzle["clues"]


def test_files_are_saved(page: Page, address: str, tmp_path: Path) -> None:
    start(page, link(address, LIGHTUP, page="set"))
    told(page, "One answer")
    shared(page, "Link to draw on")
    page.get_by_label("with the answer").check()
    saved = {}
    for name in ("Text", "JSON", "SVG", "PNG", "PDF"):
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Save as {name}").click()
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        saved[file.name] = file.read_bytes()
    assert list(saved) == [f"lightup.{end}" for end in ("txt", "jsonl", "svg", "png", "pdf")]
    assert json.loads(saved["lightup.jsonl"])["solution"] == ["o1.", "..o", "#o2"]
    assert saved["lightup.txt"].decode().count("●") + saved["lightup.txt"].decode().count("o") == 3
    assert saved["lightup.svg"].startswith(b"<svg")
    assert saved["lightup.png"].startswith(b"\x89PNG")
    assert saved["lightup.pdf"].startswith(b"%PDF")


def test_the_board_is_kept(page: Page, address: str) -> None:
    start(page, link(address, OPEN, page="set"))
    cells(page).nth(8).focus()
    page.keyboard.press("2")
    told(page, "One answer")
    page.reload()
    told(page, "One answer")
    assert drawn(page) == LIGHTUP["clues"]
    page.goto("about:blank")
    start(page, f"{address}set")
    told(page, "One answer")
    assert drawn(page) == LIGHTUP["clues"]


def test_trying_out_leaves_the_puzzle_as_it_is(page: Page, address: str) -> None:
    start(page, link(address, LIGHTUP, page="set"))
    told(page, "One answer")
    page.keyboard.press("F2")
    page.locator('body[data-mode="play"]').wait_for()
    page.get_by_text("What you enter now is not part of the puzzle.").wait_for()
    for cell in (0, 5, 7):
        cells(page).nth(cell).click()
    page.get_by_text("Solved").first.wait_for()
    assert drawn(page) == LIGHTUP["clues"]
    page.keyboard.press("Control+z")
    assert page.locator("#stage .entry.disc").count() == 2
    page.keyboard.press("F2")
    page.locator('body[data-mode="edit"]').wait_for()
    cells(page).nth(4).click()
    told(page, "")
    assert drawn(page) == [".1.", ".#.", "#.2"]


def test_nothing_is_out_of_reach(page: Page, address: str) -> None:
    start(page, link(address, LIGHTUP, page="set"))
    page.get_by_text("Level 1, easy").wait_for()
    shared(page, "Link to draw on")
    page.get_by_text("Other formats").click()
    cells(page).nth(0).focus()
    assert violations(page) == []
    page.keyboard.press("F2")
    page.locator('body[data-mode="play"]').wait_for()
    assert violations(page) == []
    for name in ("Open a puzzle", "Keys and help"):
        page.get_by_role("button", name=name).click()
        assert violations(page) == []
        page.keyboard.press("Escape")


def test_nothing_is_out_of_reach_in_a_narrow_window(phone: Page, address: str) -> None:
    for puzzle, status in ((CLASHING, "No answer"), (OPEN, SEVERAL), (GAPPY, "One answer")):
        phone.goto(link(address, puzzle, page="set"))
        told(phone, status)
        assert violations(phone) == []


def test_in_french_nothing_is_english(french: Page, address: str) -> None:
    start(french, link(address, CLASHING, page="set"))
    told(french, "Aucune solution")
    french.get_by_text("Partager et enregistrer").click()
    french.get_by_label("Lien pour la dessiner", exact=True).wait_for()
    said = " ".join([french.locator("body").inner_text(), *labels(french)])
    assert not re.findall(r"\b(the|and|wall|free|with|touches|save|board|row|column|set\.\w+)\b", said, re.IGNORECASE)


SYMMETRIES = ("none", "180", "mirror", "flip", "90", "diagonal")


def test_images_are_the_orbits_of_groups(page: Page, address: str) -> None:
    page.goto(f"{address}set")
    for shape in (Shape(4, 4), Shape(5, 5), Shape(3, 5)):
        asked = {"shape": {"rows": shape.rows, "columns": shape.columns}, "names": SYMMETRIES, "size": shape.size}
        found = page.evaluate(
            """async ({ shape, names, size }) => {
              const { images } = await import("./static/js/set/draft.js");
              const of = (name) => [...Array(size).keys()].map((cell) => images(cell, shape, name));
              return Object.fromEntries(names.map((name) => [name, of(name)]));
            }""",
            asked,
        )
        moves = [move.source for move in symmetries(System.of(kinds.get("lightup").empty(shape).tables()), shape)]
        for name in SYMMETRIES:
            orbits = {cell: set(images) for cell, images in enumerate(found[name])}
            assert all(cell in orbit for cell, orbit in orbits.items())
            assert all(orbits[other] == orbit for orbit in orbits.values() for other in orbit)
            # Each image is where some symmetry of the open board brings the cell.
            assert all(any(move[other] == cell for move in moves) for cell, orbit in orbits.items() for other in orbit)
            sizes = {"none": 1, "180": 2, "mirror": 2, "flip": 2, "90": 4, "diagonal": 2}
            most = sizes[name] if shape.rows == shape.columns else {"90": 2, "diagonal": 1}.get(name, sizes[name])
            assert max(map(len, orbits.values())) == most


def test_entries_of_a_link_do_not_become_part_of_the_puzzle(page: Page, address: str) -> None:
    filled = np.full((3, 3), -1, dtype=np.int8)
    filled[0, 0] = 1
    page.goto(link(address, LIGHTUP, filled, page="set"))
    page.locator('#status[data-status="unique"]').wait_for()


def test_on_paper_the_clues_are_seen_and_no_answer(page: Page, address: str) -> None:
    start(page, link(address, GAPPY, page="set"))
    told(page, "One answer")
    page.locator("#stage .board.ghost .entry").first.wait_for()
    beside = page.locator("#stage .board .label")
    clues: Any = GAPPY["clues"]
    assert beside.all_text_contents() == [str(label) for label in clues["rows"] + clues["cols"]]
    assert beside.first.is_hidden()
    page.emulate_media(media="print")
    assert beside.first.is_visible()
    assert page.locator("#stage .set-label:visible, #stage .entry:visible, .zoom:visible").count() == 0
    page.emulate_media(media="screen")
