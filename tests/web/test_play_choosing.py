"""How puzzles come to the page for playing, in a real browser: made, chosen, opened, by link."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import litgrid
from litgrid.formats import Record, formats
from tests.web.browsing import owned
from tests.web.playing import (
    KINDS,
    answer,
    by_mouse,
    cell,
    entries,
    message,
    start,
)
from tests.web.server import BINAIRO, GAPPY, LIGHTUP

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZE = "9 \N{MULTIPLICATION SIGN} 9"


def paste(page: Page, text: str) -> None:
    page.keyboard.press("n")
    page.get_by_role("radio", name="Your own").check()
    page.get_by_role("textbox").fill(text)
    page.get_by_role("button", name="Open", exact=True).click()


class TestAnotherPuzzle:
    def test_from_the_collection(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        page.keyboard.press("n")
        page.keyboard.press("n")
        page.get_by_role("radio", name="Collection").check()
        page.get_by_role("radio", name="Gappy").check()
        page.get_by_role("button", name=f"{SIZE}, number 1, easy").click()
        page.get_by_role("heading", name="Gappy").wait_for()
        page.get_by_text(f"{SIZE} · easy · one answer, proved").wait_for()
        page.go_back()
        page.get_by_role("heading", name="Light Up").wait_for()

    def test_one_that_is_made_for_you(self, page: Page, address: str) -> None:
        start(page, address, BINAIRO)
        page.keyboard.press("n")
        page.get_by_role("radio", name="Light Up").check()
        page.get_by_role("radio", name="7 \N{MULTIPLICATION SIGN} 7").check()
        with page.expect_request("**/api/generate") as asked:
            page.get_by_role("button", name="Make it").click()
        assert asked.value.post_data_json == {
            "kind": "lightup",
            "rows": 7,
            "columns": 7,
            "level": [1, 4],
            "switches": {},
        }
        made = page.get_by_role("grid", name="Light Up, 7 by 7")
        made.wait_for()
        page.locator("#facts").get_by_text("one answer, proved").wait_for()

    @pytest.mark.parametrize(
        ("kind", "layer", "choice", "asked_for"),
        [("Binairo", "Signs", "20 %", {"signs": 0.2}), ("Star Battle", "Stars", "1", {"stars": 1})],
    )
    def test_with_what_its_layers_offer(
        self, page: Page, address: str, kind: str, layer: str, choice: str, asked_for: dict[str, float]
    ) -> None:
        start(page, address, BINAIRO)
        page.keyboard.press("n")
        page.get_by_role("radio", name=kind, exact=True).check()
        page.get_by_role("radio", name="8 \N{MULTIPLICATION SIGN} 8", exact=True).check()
        page.get_by_role("group", name=layer).get_by_role("radio", name=choice, exact=True).check()
        with page.expect_request("**/api/generate") as asked:
            page.get_by_role("button", name="Make it").click()
        question = asked.value.post_data_json
        assert question is not None
        assert asked_for.items() <= question.items()
        page.get_by_role("grid", name=f"{kind}, 8 by 8").wait_for()

    def test_the_puzzle_of_a_day_is_the_same_for_all(self, fresh: Page, address: str) -> None:
        start(fresh, address, LIGHTUP)
        fresh.clock.set_fixed_time(datetime(2026, 11, 28, 12))
        fresh.keyboard.press("n")
        with fresh.expect_request("**/api/generate") as asked:
            fresh.get_by_role("button", name="Puzzle of the day").click()
        question = asked.value.post_data_json
        assert question is not None
        assert question["seed"] == 20261128

    def test_from_text_with_what_is_filled_in(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        paste(page, "lightup\n.9.\n")
        page.get_by_role("alert").get_by_text("Line 2, column 2. Needed: one of").wait_for()
        page.get_by_role("textbox").fill("https://puzz.link/p?akari/3/3/gbh.gc")
        page.get_by_role("button", name="Open", exact=True).click()
        page.get_by_role("gridcell", name="r1 c2 wall").wait_for()

    def test_one_of_several_in_a_file(self, page: Page, address: str, tmp_path: Path) -> None:
        file = tmp_path / "some.jsonl"
        file.write_text("\n".join(json.dumps({**puzzle, "id": f"the {puzzle['kind']}"}) for puzzle in KINDS))
        start(page, address, LIGHTUP)
        page.keyboard.press("n")
        page.get_by_role("radio", name="Your own").check()
        with page.expect_file_chooser() as chosen:
            page.get_by_role("button", name="Choose a file…").click()
        chosen.value.set_files(file)
        page.get_by_role("button", name="the binairo").click()
        page.get_by_role("heading", name="Binairo").wait_for()

    def test_a_file_that_is_dropped(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        page.evaluate(
            """(text) => {
              const data = new DataTransfer();
              data.items.add(new File([text], "puzzle.txt", { type: "text/plain" }));
              const init = { dataTransfer: data, bubbles: true, cancelable: true };
              document.body.dispatchEvent(new DragEvent("drop", init));
            }""",
            json.dumps(GAPPY),
        )
        page.get_by_role("heading", name="Gappy").wait_for()


class TestLinks:
    def test_a_shared_game_is_the_same_elsewhere(self, page: Page, fresh: Page, address: str) -> None:
        start(page, address, GAPPY)
        cell(page, 7).click()
        cell(page, 8).click(button="right")
        before = entries(page)
        page.get_by_role("button", name="Share").click()
        dialog = page.get_by_role("dialog")
        bare = dialog.get_by_role("textbox", name="Link to play it").input_value()
        dialog.get_by_role("switch").check()
        dialog.get_by_role("switch", checked=True).wait_for()
        page.wait_for_timeout(100)
        whole = dialog.get_by_role("textbox", name="Link to play it").input_value()
        start(fresh, address, LIGHTUP)
        paste(fresh, bare)
        fresh.get_by_role("heading", name="Gappy").wait_for()
        assert not any("black" in words for words in entries(fresh))
        fresh.goto(owned(address, whole))
        fresh.get_by_role("gridcell", name="r1 c8 black").wait_for()
        assert entries(fresh) == before

    def test_entries_of_a_link_from_python(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP, answer(LIGHTUP))
        page.get_by_text("Solved", exact=True).wait_for()

    def test_entries_of_a_link_do_not_lose_the_game_that_is_kept(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        cell(page, 0).click()
        page.goto("about:blank")
        start(page, address, LIGHTUP, np.full((3, 3), -1, dtype=np.int8))
        assert entries(page)[0] == "r1 c1 empty"
        page.keyboard.press("Control+z")
        assert entries(page)[0] == "r1 c1 bulb"

    def test_an_unknown_kind_is_said_and_there_is_a_puzzle(self, page: Page, address: str) -> None:
        page.goto(f"{address}static/icon.svg")
        data = {"puzzle": {"kind": "sudoku", "clues": []}}
        end = page.evaluate("(data) => import('./js/share.js').then(({ pack }) => pack(data))", data)
        page.goto(address + end)
        message(page).get_by_text("sudoku").wait_for()
        assert page.get_by_role("gridcell").count() > 0

    def test_wrong_links_say_so_and_there_is_a_puzzle(self, page: Page, address: str) -> None:
        page.goto(f"{address}#z=7Zc")
        message(page).get_by_text("It is cut off or damaged").wait_for()
        assert page.get_by_role("gridcell").count() > 0
        for end, said in (
            ("#whatever", "It is no link of litgrid"),
            ("#z=", "It is cut off or damaged"),
            ("#nothing", "It is no link of litgrid"),
            ("#z=%%%%", "It is cut off or damaged"),
        ):
            page.goto(address + end)  # the page is there already, and sees its address change
            message(page).get_by_text(said).wait_for()

    def test_links_that_hold_no_puzzle(self, page: Page, address: str) -> None:
        page.goto(address)
        page.get_by_role("grid").wait_for()
        cases: list[tuple[Any, str]] = [
            ({"puzzle": 7}, "It holds no puzzle"),
            ({"puzzle": {"kind": "sudoku", "clues": []}}, "sudoku"),
            ({}, "It holds no puzzle"),
            ({"puzzle": {"kind": "lightup", "clues": ["9"]}}, "a wall has four neighbours"),
            ({"puzzle": {"kind": "lightup", "clues": ["." * 200] * 200}}, "at most 10,000 cells"),
        ]
        for data, said in cases:
            end = page.evaluate("(data) => import('./static/js/share.js').then(({ pack }) => pack(data))", data)
            page.goto(address + end)
            message(page).get_by_text(said).wait_for()

    def test_a_link_that_unpacks_to_gigabytes_is_refused(self, page: Page, address: str) -> None:
        page.goto(address)
        page.get_by_role("grid").wait_for()
        end = page.evaluate(
            "() => import('./static/js/share.js').then(({ pack }) => pack({ puzzle: ' '.repeat(5e6) }))"
        )
        page.goto(address + end)
        message(page).get_by_text("It is cut off or damaged").wait_for()


class TestSharing:
    @pytest.mark.parametrize("puzzle", KINDS, ids=[str(puzzle["kind"]) for puzzle in KINDS])
    def test_links_that_others_open_are_the_same_puzzle(self, page: Page, address: str, puzzle: dict[str, Any]) -> None:
        start(page, address, puzzle)
        page.get_by_role("button", name="Share").click()
        board = litgrid.load(json.dumps(puzzle))
        texts = {name for name in ("pzpr", "penpa", "tatham") if not impossible(board, name)}
        names = {"pzpr": "puzz.link", "penpa": "Penpa+", "tatham": "Game ID (Simon Tatham's collection)"}
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="Save as Page").wait_for()
        for name in texts:
            text = dialog.get_by_role("textbox", name=names[name]).input_value()
            assert litgrid.load(text) == board
        assert dialog.locator(".share-lines .share-line").count() == len(texts)
        dialog.get_by_text("It needs litgrid").wait_for()
        first = dialog.get_by_role("textbox").first if texts else dialog.get_by_role("button", name="Save as Page")
        assert first.evaluate("(one) => one === document.activeElement")  # what others can open comes first

    def test_a_page_and_pictures_are_saved(self, page: Page, fresh: Page, address: str, tmp_path: Path) -> None:
        start(page, address, LIGHTUP)
        page.get_by_role("button", name="Share").click()
        for name, ending in (("PNG", "png"), ("SVG", "svg"), ("Page", "html")):
            with page.expect_download() as saved:
                page.get_by_role("button", name=f"Save as {name}").click()
            saved.value.save_as(tmp_path / f"saved.{ending}")
        assert (tmp_path / "saved.png").read_bytes().startswith(b"\x89PNG")
        fresh.goto((tmp_path / "saved.html").as_uri())
        by_mouse(fresh, LIGHTUP)
        message(fresh).get_by_text("Solved!").wait_for()


def impossible(board: litgrid.Puzzle, name: str) -> bool:
    try:
        formats.get(name).write(Record("", board))
    except litgrid.LitgridError:
        return True
    return False
