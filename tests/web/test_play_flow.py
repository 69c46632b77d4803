"""What keeps a player going, in a real browser: another of the same, what is remembered, days, times."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

from tests.web.playing import by_mouse, cell, message, start, tool, wrong_bulb
from tests.web.server import BINAIRO, GAPPY, LIGHTUP

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEVEN = "7 \N{MULTIPLICATION SIGN} 7"


def make(page: Page) -> None:
    """Have an easy Light Up of 7 x 7 made, and wait until another one of the same is there."""
    page.keyboard.press("n")
    page.get_by_role("radio", name="Light Up").check()
    page.get_by_role("radio", name=SEVEN).check()
    page.get_by_role("radio", name="easy", exact=True).check()
    with page.expect_response("**/api/generate"):
        page.get_by_role("button", name="Make it").click()
    page.get_by_role("grid", name="Light Up, 7 by 7").wait_for()
    while page.evaluate("(localStorage['litgrid.note.ahead'] ?? '[]') === '[]'"):
        page.wait_for_timeout(50)


def wait_for_another(page: Page, before: str) -> None:
    page.wait_for_url(lambda url: url != before)
    page.get_by_role("grid", name="Light Up, 7 by 7").wait_for()


def test_another_of_the_same_was_made_ahead(page: Page, address: str) -> None:
    start(page, address, BINAIRO)
    make(page)
    page.route("**/api/generate", lambda route: route.abort())  # what is there needs no making
    before = page.url
    page.get_by_role("button", name="Another", exact=True).click()
    wait_for_another(page, before)
    page.locator("#facts").get_by_text("easy").wait_for()


def test_what_was_wanted_is_remembered_by_kind_and_enter_makes_it(page: Page, address: str) -> None:
    start(page, address, BINAIRO)
    make(page)
    page.reload()
    page.get_by_role("grid", name="Light Up, 7 by 7").wait_for()
    before = page.url
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog")
    for name in (SEVEN, "easy"):
        assert dialog.get_by_role("radio", name=name, exact=True).is_checked()
    dialog.get_by_role("radio", name="Gappy").check()
    assert dialog.get_by_role("radio", name="any", exact=True).is_checked()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    dialog.wait_for()
    page.keyboard.press("Enter")
    wait_for_another(page, before)


def test_a_size_of_ones_own_is_remembered(page: Page, address: str) -> None:
    start(page, address, LIGHTUP)
    wish = {"kind": "lightup", "rows": 5, "columns": 6, "level": 2, "switches": {}}
    page.evaluate("(wish) => localStorage.setItem('litgrid.note.wish.lightup', JSON.stringify(wish))", wish)
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog")
    assert dialog.get_by_role("radio", name="other").is_checked()
    assert dialog.get_by_role("spinbutton", name="Columns").input_value() == "6"
    with page.expect_request("**/api/generate") as asked:
        page.keyboard.press("Enter")
    assert asked.value.post_data_json == wish


def test_a_check_that_tells_nothing_is_no_help(page: Page, address: str) -> None:
    start(page, address, LIGHTUP)
    tool(page, "Check").click()
    message(page).get_by_text("All right so far").wait_for()
    by_mouse(page, LIGHTUP)
    message(page).get_by_text("all by yourself").wait_for()


def test_a_check_takes_the_marks_of_a_hint_away(page: Page, address: str) -> None:
    start(page, address, LIGHTUP)
    for stage in range(3):
        tool(page, "Hint").click() if stage == 0 else page.get_by_role("button", name="Tell me more").click()
    marked = page.locator("#stage .board .rule, #stage .board .result")
    assert marked.count()
    tool(page, "Check").click()
    message(page).get_by_text("All right so far").wait_for()
    assert not marked.count()


def test_a_check_that_finds_a_mistake_is_help(page: Page, address: str) -> None:
    start(page, address, LIGHTUP)
    cell(page, wrong_bulb()).click()
    tool(page, "Check").click()
    message(page).get_by_text("No rule is broken yet").wait_for()
    page.keyboard.press("Control+z")
    by_mouse(page, LIGHTUP)
    message(page).get_by_text("with some help").wait_for()


def test_best_times_are_by_kind_size_and_level(page: Page, address: str) -> None:
    start(page, address, GAPPY)
    solved = [
        {
            "kind": "lightup",
            "title": "Light Up",
            "rows": side,
            "columns": side,
            "level": level,
            "seconds": seconds,
            "helped": helped,
        }
        for side, level, seconds, helped in (
            (7, 1, 90, False),
            (7, 1, 61, True),
            (7, 2, 200, False),
            (10, 1, 300, False),
        )
    ]
    page.evaluate("(solved) => localStorage.setItem('litgrid.solved', JSON.stringify(solved))", solved)
    page.get_by_role("button", name="Statistics").click()
    rows = page.get_by_role("dialog").locator("tbody tr").all_inner_texts()
    by_nine = "Light Up {0} \N{MULTIPLICATION SIGN} {0} · {1}\t{2}\t{3}\t{4}"
    assert rows == [
        by_nine.format(7, "easy", 2, 1, "1:30"),
        by_nine.format(7, "medium", 1, 1, "3:20"),
        by_nine.format(10, "easy", 1, 1, "5:00"),
    ]


def test_the_puzzle_of_a_day_says_that_it_is_done_and_for_how_many_days(fresh: Page, address: str) -> None:
    fresh.route("**/api/generate", lambda route: route.fulfill(body=json.dumps({"record": LIGHTUP, "level": 1})))
    start(fresh, address, GAPPY)
    for day, said in ((30, "The puzzle of the day is done."), (31, "2 days in a row")):
        fresh.clock.set_fixed_time(datetime(2026, 12, day, 12))
        fresh.keyboard.press("n")
        fresh.get_by_role("button", name="Puzzle of the day").click()
        fresh.get_by_role("grid", name="Light Up, 3 by 3").wait_for()
        fresh.locator("#facts").get_by_text("Puzzle of the day").wait_for()
        if day == 31:
            tool(fresh, "Restart").click()
            fresh.get_by_role("button", name="Restart").last.click()
        by_mouse(fresh, LIGHTUP)
        message(fresh).get_by_text(said).wait_for()
    fresh.keyboard.press("n")
    fresh.get_by_role("button", name="Puzzle of the day ✓ · 2 days in a row").wait_for()


def test_who_comes_first_is_led_through_a_board_of_each_kind(page: Page, address: str) -> None:
    page.goto(address)
    message(page).get_by_text("A click or a tap enters: bulb; a second one: no bulb; a third one clears.").wait_for()
    strip = page.get_by_role("navigation", name="Kind")
    for kind in ("Binairo", "Gappy", "Mosaic", "Star Battle"):
        strip.get_by_role("button", name=kind).click()
        page.get_by_role("heading", name=kind, exact=True).wait_for()
        message(page).get_by_text("A click or a tap enters").wait_for()
    for _ in range(4):  # what comes next is said once it was entered
        said = message(page).locator("p").last.inner_text()
        message(page).get_by_role("button", name="Do it").click()
        page.locator("#message p", has_text=said).wait_for(state="detached")
    message(page).get_by_text("Now you").wait_for()
    strip.get_by_role("button", name="Gappy").click()
    page.get_by_role("heading", name="Gappy").wait_for()
    message(page).get_by_text("Stuck?").wait_for()
