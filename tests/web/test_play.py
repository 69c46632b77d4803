"""The page for playing, in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import litgrid
from litgrid.core.characters import Grid
from tests.web.browsing import PHONE, context, link, violations
from tests.web.server import BINAIRO, GAPPY, LIGHTUP

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Locator, Page

KINDS = (LIGHTUP, BINAIRO, GAPPY)
each_kind = pytest.mark.parametrize("puzzle", KINDS, ids=[str(puzzle["kind"]) for puzzle in KINDS])
SIZE = "9 \N{MULTIPLICATION SIGN} 9"
SEVERAL = {"kind": "lightup", "clues": ["...", "...", "..."]}
"""A board with several answers: the permutations of three bulbs, six of them."""


def answer(puzzle: dict[str, Any]) -> Grid:
    verdict = litgrid.solve(litgrid.load(json.dumps(puzzle)))
    assert verdict.status == "unique"
    return verdict.solutions[0]


def cell(page: Page, number: int) -> Locator:
    return page.get_by_role("gridcell").nth(number)


def tool(page: Page, name: str) -> Locator:
    return page.get_by_role("toolbar").get_by_role("button", name=name, exact=True)


def message(page: Page) -> Locator:
    return page.get_by_role("region", name="Hints and answers")


def entries(page: Page) -> list[str]:
    """Return what screen readers are told of each cell."""
    script = "cells => cells.map((cell) => cell.getAttribute('aria-label'))"
    found: list[str] = page.get_by_role("gridcell").evaluate_all(script)
    return found


def start(page: Page, address: str, puzzle: dict[str, Any], filled: Grid | None = None) -> None:
    """Open a puzzle by its link, and wait until the page has found out how many solutions it has."""
    page.goto(link(address, puzzle, filled))
    board = litgrid.load(json.dumps(puzzle))
    page.get_by_role("grid", name=f"{board.title}, {board.shape.rows} by {board.shape.columns}").wait_for()
    page.locator("#facts").get_by_text("solution").wait_for()


def wrong_bulb() -> int:
    """Return a cell where a bulb breaks no rule, but is in no answer."""
    puzzle = litgrid.load(json.dumps(LIGHTUP))
    for number in np.flatnonzero(answer(LIGHTUP).ravel() == 0):
        grid = np.full(puzzle.shape.size, -1, dtype=np.int8)
        grid[number] = 1
        if not puzzle.fixed[number] and not litgrid.check(puzzle, grid.reshape(puzzle.shape.rows, -1)):
            return int(number)
    raise AssertionError


def to_enter(puzzle: dict[str, Any]) -> list[tuple[int, int, int]]:
    """Return the entries that finish a puzzle: cell, value, and how many clicks or taps that is."""
    board = litgrid.load(json.dumps(puzzle))
    found = []
    for number, (value, given) in enumerate(zip(answer(puzzle).ravel(), board.givens.ravel(), strict=True)):
        if given < 0 and (value or not board.play.blank):
            found.append((number, int(value), 1 if bool(value) == board.play.first else 2))
    return found


def by_mouse(page: Page, puzzle: dict[str, Any]) -> None:
    for number, _, clicks in to_enter(puzzle):
        # The right button gives the other value at once.
        cell(page, number).click(button="left" if clicks == 1 else "right")


def by_keys(page: Page, puzzle: dict[str, Any]) -> None:
    shape = litgrid.load(json.dumps(puzzle)).shape
    row, column = 0, 0
    cell(page, 0).focus()
    for number, value, _ in to_enter(puzzle):
        there = divmod(number, shape.columns)
        for key, steps in (
            ("ArrowDown", there[0] - row),
            ("ArrowRight", there[1] - column),
            ("ArrowLeft", column - there[1]),
        ):
            for _ in range(steps):
                page.keyboard.press(key)
        row, column = there
        page.keyboard.press(("Space", "Enter")[value])


def by_touch(page: Page, puzzle: dict[str, Any]) -> None:
    for number, _, taps in to_enter(puzzle):
        for _ in range(taps):
            cell(page, number).tap()


class TestWholeGames:
    @each_kind
    @pytest.mark.parametrize("way", [by_mouse, by_keys])
    def test_on_a_desk(
        self, page: Page, address: str, puzzle: dict[str, Any], way: Callable[[Page, Any], None]
    ) -> None:
        start(page, address, puzzle)
        way(page, puzzle)
        message(page).get_by_text("Solved!").wait_for()
        message(page).get_by_text("all by yourself").wait_for()

    @each_kind
    def test_by_touch(self, phone: Page, address: str, puzzle: dict[str, Any]) -> None:
        start(phone, address, puzzle)
        by_touch(phone, puzzle)
        message(phone).get_by_text("Solved!").wait_for()

    def test_all_of_it_can_be_undone_and_done_again(self, page: Page, address: str) -> None:
        start(page, address, BINAIRO)
        begin = entries(page)
        by_mouse(page, BINAIRO)
        message(page).get_by_text("Solved!").wait_for()
        end = entries(page)
        tool(page, "Restart").click()
        page.get_by_role("dialog").get_by_role("button", name="Restart").click()
        tool(page, "Trial").click()
        cell(page, 15).click()
        tool(page, "Reject").click()
        steps = 0
        while tool(page, "Undo").get_attribute("aria-disabled") != "true":
            page.keyboard.press("Control+z")
            steps += 1
        assert entries(page) == begin
        assert steps == len(to_enter(BINAIRO)) + 4
        for _ in range(len(to_enter(BINAIRO))):
            page.keyboard.press("Control+y")
        assert entries(page) == end
        for _ in range(4):
            page.keyboard.press("Control+Shift+Z")
        assert tool(page, "Redo").get_attribute("aria-disabled") == "true"
        assert entries(page) == begin

    def test_a_reload_and_going_back_lose_nothing(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        for number in (3, 12, 40):
            cell(page, number).click()
        cell(page, 41).click(button="right")
        before = entries(page)
        page.reload()
        page.get_by_role("gridcell", name="r1 c4 black").wait_for()
        assert entries(page) == before
        page.goto(link(address, BINAIRO))
        page.get_by_role("heading", name="Binairo").wait_for()
        page.go_back()
        page.get_by_role("gridcell", name="r1 c4 black").wait_for()
        assert entries(page) == before
        page.keyboard.press("Control+z")
        page.get_by_role("gridcell", name="r5 c6 empty").wait_for()

    def test_without_a_link_the_last_game_goes_on(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        cell(page, 0).click()
        page.get_by_role("gridcell", name="r1 c1 bulb").wait_for()
        page.goto("about:blank")
        page.goto(address)
        page.get_by_role("gridcell", name="r1 c1 bulb").wait_for()


class TestEntering:
    def test_left_and_right_buttons_go_opposite_ways(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        for state in ("black", "white", "empty"):
            cell(page, 10).click()
            assert entries(page)[10] == f"r2 c2 {state}"
        for state in ("white", "black", "empty"):
            cell(page, 10).click(button="right")
            assert entries(page)[10] == f"r2 c2 {state}"

    def test_a_drag_marks_cells_and_is_one_step(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        cell(page, 11).click()
        _drag(page, 9, 14)
        marked = [f"r2 c{column} white" for column in (1, 2, 4, 5, 6)]
        assert entries(page)[9:15] == [*marked[:2], "r2 c3 black", *marked[2:]]
        page.keyboard.press("Control+z")
        assert entries(page)[9:11] == ["r2 c1 empty", "r2 c2 empty"]

    def test_keys(self, page: Page, address: str) -> None:
        start(page, address, BINAIRO)
        cell(page, 0).focus()
        for keys, state in (
            (["Control+End"], "r4 c4 empty"),
            (["1"], "r4 c4 1"),
            (["1"], "r4 c4 1"),
            (["Backspace"], "r4 c4 empty"),
            (["z"], "r4 c4 1"),
            (["x"], "r4 c4 0"),
            (["x"], "r4 c4 empty"),
            (["Home", "ArrowUp", "0"], "r3 c1 0"),
            (["Control+Home"], "r1 c1 0, given"),
            (["1", "Backspace"], "r1 c1 0, given"),
        ):
            for key in keys:
                page.keyboard.press(key)
            assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith(state)

    def test_the_board_is_one_stop_of_the_tab_key(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        cell(page, 4).focus()
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('.board')") is None
        page.keyboard.press("Shift+Tab")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "r1 c5 empty"

    def test_two_fingers_zoom_and_enter_nothing(self, phone: Page, address: str) -> None:
        start(phone, address, GAPPY)
        before = entries(phone), phone.get_by_role("grid").bounding_box()
        spots = [_middle(phone, number) for number in (30, 50)]
        session = phone.context.new_cdp_session(phone)

        def touch(kind: str, *apart: int) -> None:
            points = [
                {"x": x + way, "y": y, "id": number}
                for number, ((x, y), way) in enumerate(zip(spots, apart, strict=False))
            ]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", 0)
        touch("touchStart", 0, 0)
        touch("touchMove", -60, 60)
        touch("touchEnd")
        assert entries(phone) == before[0]
        assert before[1] is not None
        box = phone.get_by_role("grid").bounding_box()
        assert box is not None
        assert box["width"] > 1.3 * before[1]["width"]

    def test_a_pad_where_cells_are_small(self, phone: Page, address: str) -> None:
        start(phone, address, {"kind": "binairo", "clues": ["." * 20] * 20})
        pad = phone.get_by_role("group", name="Cursor pad")
        for name in ("Down", "Right", "Right"):
            pad.get_by_role("button", name=name).tap()
        pad.get_by_role("button", name="1", exact=True).tap()
        assert entries(phone)[22] == "r2 c3 1"
        pad.get_by_role("button", name="Clear").tap()
        assert entries(phone)[22] == "r2 c3 empty"


def _middle(page: Page, number: int) -> tuple[float, float]:
    box = cell(page, number).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _drag(page: Page, first: int, last: int) -> None:
    page.mouse.move(*_middle(page, first))
    page.mouse.down()
    page.mouse.move(*_middle(page, last), steps=3)
    page.mouse.up()


class TestWhatIsShown:
    def test_light_and_clues(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        cell(page, 0).click()
        assert [words for words in entries(page) if words.endswith("lit")] == ["r2 c1 empty, lit"]
        page.get_by_text("4 cells dark").wait_for()
        cell(page, 2).click()
        assert entries(page)[1] == "r1 c2 wall 1, mistake"

    def test_counters_of_a_line(self, page: Page, address: str) -> None:
        start(page, address, BINAIRO)
        counters = page.locator(".counter").all_text_contents
        assert counters()[:2] == ["0", "2"]
        cell(page, 2).click()
        assert counters()[:2] == ["\N{MINUS SIGN}1", "2"]

    def test_mistakes_at_once_on_check_or_never(self, page: Page, address: str) -> None:
        start(page, address, BINAIRO)

        def wrong() -> int:
            return sum("mistake" in words for words in entries(page))

        cell(page, 2).click()
        assert wrong()
        _choose(page, "On check")
        assert not wrong()
        tool(page, "Check").click()
        message(page).get_by_text("2 rules are broken").wait_for()
        message(page).get_by_text("R1c1 to r1c3 are not all alike").wait_for()
        assert wrong()
        cell(page, 14).click()
        assert not wrong()
        _choose(page, "Never")
        tool(page, "Check").click()
        message(page).get_by_text("rules are broken").wait_for()
        assert not wrong()
        assert message(page).locator("p").count() == 0

    def test_check_says_what_can_be_finished_and_what_not(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        right = np.flatnonzero(answer(LIGHTUP) == 1)
        cell(page, right[0]).click()
        tool(page, "Check").click()
        message(page).get_by_text("it can be finished from here").wait_for()
        tool(page, "Undo").click()
        cell(page, wrong_bulb()).click()
        tool(page, "Check").click()
        message(page).get_by_text("this cannot be finished any more").wait_for()

    def test_the_time_can_be_hidden(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        assert page.locator("#timer").is_visible()
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("switch", name="Show the time").uncheck()
        page.get_by_role("button", name="Close").click()
        assert page.locator("#timer").is_hidden()
        page.reload()
        page.get_by_role("grid").wait_for()
        assert page.locator("#timer").is_hidden()

    def test_unequal_lines_may_not_be_a_rule(self, page: Page, address: str) -> None:
        start(page, address, {**BINAIRO, "unique_lines": False})
        page.get_by_text("Not a rule here: no two rows and no two columns are equal.").wait_for()


def _choose(page: Page, name: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Mistakes").get_by_role("radio", name=name).check()
    page.get_by_role("button", name="Close").click()


class TestTrials:
    def test_nested_trials(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        first, second, third = np.flatnonzero(answer(GAPPY))[[6, 7, 16]].tolist()
        cell(page, 0).click()
        page.keyboard.press("t")
        cell(page, first).click()
        cell(page, second).click()
        page.keyboard.press("t")
        cell(page, third).click()
        cell(page, 0).click()
        page.get_by_text("Trial 2", exact=True).wait_for()
        found = entries(page)
        assert found[first].endswith(" black, trial 1, first assumption")
        assert found[second].endswith(" black, trial 1")
        assert found[third].endswith(" black, trial 2, first assumption")
        assert found[0] == "r1 c1 white, trial 2"
        page.keyboard.press("Escape")
        assert entries(page)[0] == "r1 c1 black"
        assert entries(page)[third].endswith(" empty")
        page.keyboard.press("a")
        assert entries(page)[first].endswith(" black")
        for _ in range(2):
            page.keyboard.press("Control+z")
        assert entries(page) == found

    def test_a_trial_survives_a_reload(self, page: Page, address: str) -> None:
        start(page, address, GAPPY)
        page.keyboard.press("t")
        cell(page, 40).click()
        page.reload()
        page.get_by_role("gridcell", name="r5 c5 black, trial 1, first assumption").wait_for()
        tool(page, "Reject").click()
        page.get_by_role("gridcell", name="r5 c5 empty").wait_for()


class TestHelp:
    def test_a_hint_comes_in_three_stages(self, page: Page, address: str) -> None:
        start(page, address, BINAIRO)
        said = []
        for stage, roles in ((1, {"look"}), (2, {"rule"}), (3, {"rule", "fact", "result"})):
            page.keyboard.press("h")
            message(page).get_by_role("img", name=f"Part {stage} of 3").wait_for()
            marks = page.locator(".marks .mark").evaluate_all("marks => marks.map((mark) => mark.classList[1])")
            assert set(marks) == roles
            said.append(message(page).locator("p").text_content())
        assert len(set(said)) == 3
        assert re.search(r": .*r\dc\d\.$", str(said[2]))
        before = entries(page)
        message(page).get_by_role("button", name="Do it").click()
        changed = [
            number for number, (one, other) in enumerate(zip(before, entries(page), strict=True)) if one != other
        ]
        values = {number: value for number, value, _ in to_enter(BINAIRO)}
        assert changed
        assert all(entries(page)[number].endswith(f" {values[number]}") for number in changed)
        assert page.locator(".marks *").count() == 0

    def test_hints_alone_solve_it(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        while not message(page).get_by_text("Solved!").is_visible():
            for stage in (1, 2, 3):
                page.keyboard.press("h")
                message(page).get_by_role("img", name=f"Part {stage} of 3").wait_for()
            page.keyboard.press("h")
        message(page).get_by_text("with some help").wait_for()

    def test_a_mistake_is_named_first(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        cell(page, wrong_bulb()).click()
        tool(page, "Hint").click()
        message(page).get_by_text("There is a mistake").wait_for()
        assert page.locator(".marks .clash").count() == 1

    def test_every_solution_once(self, page: Page, address: str) -> None:
        start(page, address, SEVERAL)
        cell(page, 0).click()
        tool(page, "Solve").click()
        page.get_by_role("dialog").get_by_role("button", name="Show it").click()
        message(page).get_by_text("Solution 1").wait_for()
        seen = {tuple(entries(page))}
        page.keyboard.press("s")
        message(page).get_by_text("Solution 2").wait_for()
        seen.add(tuple(entries(page)))
        page.keyboard.press("s")
        message(page).get_by_text("These 2 are all solutions").wait_for()
        assert len(seen) == 2
        assert all(one[0].startswith("r1 c1 bulb") for one in seen)
        for _ in range(3):
            page.keyboard.press("Control+z")
        assert sum("bulb" in words for words in entries(page)) == 1

    def test_entries_that_no_solution_has(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        cell(page, wrong_bulb()).click()
        page.keyboard.press("s")
        page.get_by_role("dialog").get_by_role("button", name="Show it").click()
        message(page).get_by_text("No solution has these entries").wait_for()
        message(page).get_by_role("button", name="Solve without them").click()
        message(page).get_by_text("The only solution").wait_for()
        bulbs = [number for number, words in enumerate(entries(page)) if " bulb" in words and " no bulb" not in words]
        assert bulbs == np.flatnonzero(answer(LIGHTUP)).tolist()

    def test_statistics_tell_who_had_help(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        by_mouse(page, LIGHTUP)
        message(page).get_by_text("all by yourself").wait_for()
        start(page, address, BINAIRO)
        page.keyboard.press("h")
        message(page).get_by_text("Where to look").wait_for()
        by_mouse(page, BINAIRO)
        message(page).get_by_text("with some help").wait_for()
        page.get_by_role("button", name="Statistics").click()
        rows = page.get_by_role("dialog").get_by_role("row")
        assert rows.filter(has_text="Light Up").get_by_role("cell").all_text_contents()[:2] == ["1", "1"]
        assert rows.filter(has_text="Binairo").get_by_role("cell").all_text_contents() == ["1", "0", "\N{EN DASH}"]


class TestAnotherPuzzle:
    def test_from_the_collection(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        page.keyboard.press("n")
        page.keyboard.press("n")
        page.get_by_role("radio", name="Collection").check()
        page.get_by_role("radio", name="Gappy").check()
        page.get_by_role("button", name=f"{SIZE}, number 1, easy").click()
        page.get_by_role("heading", name="Gappy").wait_for()
        page.get_by_text(f"{SIZE} · easy · one solution, proved").wait_for()
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
            "levels": [1, 4],
            "switches": {},
        }
        made = page.get_by_role("grid", name="Light Up, 7 by 7")
        made.wait_for(timeout=40_000)
        page.locator("#facts").get_by_text("one solution, proved").wait_for()

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
        self._paste(page, "lightup\n.9.\n")
        page.get_by_role("alert").get_by_text(re.compile("expected")).wait_for()
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

    def _paste(self, page: Page, text: str) -> None:
        page.keyboard.press("n")
        page.get_by_role("radio", name="Your own").check()
        page.get_by_role("textbox").fill(text)
        page.get_by_role("button", name="Open", exact=True).click()


class TestLinks:
    def test_a_shared_game_is_the_same_elsewhere(self, browser: Browser, address: str) -> None:
        with context(browser) as here:
            page = here.new_page()
            start(page, address, GAPPY)
            cell(page, 7).click()
            cell(page, 8).click(button="right")
            before = entries(page)
            page.get_by_role("button", name="Share").click()
            dialog = page.get_by_role("dialog")
            bare = dialog.get_by_role("textbox").input_value()
            dialog.get_by_role("switch").check()
            dialog.get_by_role("switch", checked=True).wait_for()
            page.wait_for_timeout(100)
            whole = dialog.get_by_role("textbox").input_value()
        with context(browser) as there:
            page = there.new_page()
            page.goto(whole)
            page.get_by_role("gridcell", name="r1 c8 black").wait_for()
            assert entries(page) == before
        with context(browser) as there:
            page = there.new_page()
            page.goto(bare)
            page.get_by_role("heading", name="Gappy").wait_for()
            assert not any("black" in words for words in entries(page))

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

    @pytest.mark.parametrize(
        ("end", "said"),
        [
            ("#z=7Zc", "It is cut off or damaged"),
            ("#z=", "It is cut off or damaged"),
            ("#z=%%%%", "It is cut off or damaged"),
            ("#whatever", "It is no link of litgrid"),
        ],
    )
    def test_wrong_links_say_so_and_there_is_a_puzzle(self, page: Page, address: str, end: str, said: str) -> None:
        page.goto(address + end)
        message(page).get_by_text(said).wait_for()
        assert page.get_by_role("gridcell").count() > 0

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            ({"puzzle": 7}, "It holds no puzzle"),
            ({}, "It holds no puzzle"),
            ({"puzzle": {"kind": "sudoku", "clues": []}}, "sudoku"),
            ({"puzzle": {"kind": "lightup", "clues": ["9"]}}, "a wall has four neighbours"),
            ({"puzzle": {"kind": "lightup", "clues": ["." * 200] * 200}}, "at most 10,000 cells"),
        ],
    )
    def test_links_that_hold_no_puzzle(self, page: Page, address: str, data: Any, said: str) -> None:
        page.goto(address)
        page.get_by_role("grid").wait_for()
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


class TestEveryone:
    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
    def test_axe_finds_nothing(self, browser: Browser, address: str, scheme: str, device: dict[str, Any]) -> None:
        with context(browser, color_scheme=scheme, **device) as opened:
            page = opened.new_page()
            start(page, address, BINAIRO)
            cell(page, 2).click()
            page.keyboard.press("t")
            cell(page, 15).click()
            tool(page, "Check").click()
            message(page).get_by_text("broken").wait_for()
            assert violations(page, colours=scheme == "dark") == []
            if device:
                return
            page.keyboard.press("n")
            for way in ("Collection", "Your own", "Made for you"):
                page.get_by_role("radio", name=way).check()
                assert violations(page, colours=scheme == "dark") == []
            page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).click()
            for name in ("Settings", "Keys and help", "Share", "Statistics"):
                page.get_by_role("button", name=name).click()
                assert violations(page, colours=scheme == "dark") == []
                page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).click()

    def test_axe_finds_nothing_in_high_contrast(self, browser: Browser, address: str) -> None:
        with context(browser, contrast="more") as opened:
            page = opened.new_page()
            start(page, address, LIGHTUP)
            cell(page, 0).click()
            page.keyboard.press("h")
            message(page).get_by_text("Where to look").wait_for()
            assert violations(page) == []

    def test_french(self, browser: Browser, address: str) -> None:
        with context(browser, locale="fr-FR") as opened:
            page = opened.new_page()
            page.goto(link(address, LIGHTUP))
            page.get_by_role("heading", name="Akari").wait_for()
            cell(page, 0).click()
            assert entries(page)[0] == "l1 c1 ampoule"
            page.keyboard.press("h")
            page.get_by_role("heading", name="Où regarder").wait_for()
            page.get_by_role("button", name="Réglages").click()
            page.get_by_role("radio", name="English").check()
            page.get_by_role("dialog").get_by_role("button", name="Close").click()
            page.get_by_role("heading", name="Light Up").wait_for()
            page.get_by_text("Put bulbs into white cells").wait_for()
            page.get_by_role("grid", name="Light Up, 3 by 3").wait_for()
            assert entries(page)[0] == "r1 c1 bulb"

    def test_what_is_entered_is_said_aloud(self, page: Page, address: str) -> None:
        start(page, address, LIGHTUP)
        cell(page, 0).focus()
        page.keyboard.press("Enter")
        voice = page.locator("#announcer")
        voice.get_by_text("r1 c1 bulb").wait_for()
        page.keyboard.press("Control+z")
        voice.get_by_text("Undone: r1 c1 empty.").wait_for()

    def test_what_stands_beside_the_board_is_read_aloud(self, page: Page, address: str) -> None:
        voice = page.locator("#announcer")
        start(page, address, BINAIRO)
        cell(page, 3).focus()
        page.keyboard.press("l")
        voice.get_by_text(
            "Row 1, 0 of 0 left, 2 of 1 left. Column 4, 2 of 0 left, 2 of 1 left. 12 cells open."
        ).wait_for()
        start(page, address, GAPPY)
        cell(page, 0).focus()
        page.keyboard.press("ArrowDown")
        voice.get_by_text("row label 5").wait_for()
        page.keyboard.press("ArrowRight")
        voice.get_by_text("column label 1").wait_for()

    @pytest.mark.parametrize(
        "puzzle", [*KINDS, {"kind": "binairo", "clues": ["." * 30] * 30}], ids=["lightup", "binairo", "gappy", "large"]
    )
    def test_a_phone_needs_no_scrolling_to_the_side(self, phone: Page, address: str, puzzle: dict[str, Any]) -> None:
        start(phone, address, puzzle)
        assert phone.evaluate("document.documentElement.scrollWidth") == 360

    def test_a_board_can_be_zoomed(self, phone: Page, address: str) -> None:
        start(phone, address, GAPPY)

        def width() -> FloatRect:
            box = cell(phone, 0).bounding_box()
            assert box is not None
            return box

        before = width()["width"]
        phone.get_by_role("button", name="Larger").tap()
        assert width()["width"] > 1.3 * before
        phone.get_by_role("button", name="Smaller").tap()
        assert width()["width"] == pytest.approx(before)


def test_a_move_on_a_large_board_touches_little(page: Page, address: str) -> None:
    rng = np.random.default_rng(7)
    rows = ["".join(rng.choice([".", "#"], 100, p=[0.8, 0.2])) for _ in range(100)]
    page.goto(link(address, {"kind": "lightup", "clues": rows}))
    page.get_by_role("gridcell").nth(9999).wait_for(state="attached")
    free = [number for number, character in enumerate("".join(rows)) if character == "."][2000]
    touched = page.evaluate(
        """async (number) => {
          const cells = new Set();
          const note = (records) => records.forEach(({ target }) => cells.add(target.closest(".cell")));
          const observer = new MutationObserver(note);
          observer.observe(document.querySelector(".board"), { subtree: true, childList: true, attributes: true });
          const cell = document.querySelectorAll("[role=gridcell]")[number];
          cell.focus();
          cell.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
          note(observer.takeRecords());
          return [cells.size, document.querySelectorAll(".cell.lit").length];
        }""",
        free,
    )
    assert 1 < touched[1] <= touched[0] < 60
