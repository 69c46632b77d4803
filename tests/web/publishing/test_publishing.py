"""Published pages, as files in a real browser: whole games, hints, what is locked, paper, and nothing from outside."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import litgrid
from litgrid.collection import examples
from litgrid.core.errors import LitgridError
from litgrid.formats import Record
from litgrid.puzzles import kinds
from litgrid.web.publishing.packing import locked
from litgrid.web.records import as_record
from tests.fakes import Queens
from tests.web.browsing import PHONE, context, violations
from tests.web.playing import answer, by_keys, by_mouse, by_touch, cell, entries, message, to_enter, tool
from tests.web.server import BINAIRO, LIGHTUP

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

QUEENS = "queens"
TIMES = " \N{MULTIPLICATION SIGN} "
CODE = "Unter der Treppe, 7 Stufen"


def puzzle_of(kind: str) -> dict[str, Any]:
    """Return a small puzzle of a kind, one that comes along or the example of the plug-in."""
    if kind == QUEENS:
        return as_record(Queens.from_text(Queens.examples[0].splitlines()))
    record = min(examples(kind), key=lambda record: record.puzzle.shape.size)
    return {name: value for name, value in as_record(record).items() if name != "id"}


def loaded(puzzle: dict[str, Any]) -> Any:
    return litgrid.load(json.dumps(puzzle))


def published(folder: Path, *puzzles: dict[str, Any], **options: Any) -> str:
    """Publish puzzles; return the file's address."""
    file = folder / "page.html"
    assert litgrid.publish([loaded(puzzle) for puzzle in puzzles], file, **options)
    return file.as_uri()


def held(address: str) -> str:
    """Return what a page holds, as text."""
    page = Path(address.removeprefix("file://")).read_text(encoding="utf-8")
    found = re.search(r'id="book">([^<]*)<', page)
    assert found is not None
    return zlib.decompress(b64decode(found[1]), -zlib.MAX_WBITS).decode()


@pytest.fixture(scope="module", params=["desk", "phone"])
def sheet(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page without a network, in which whatever goes wrong is an error of the test."""
    with context(browser, offline=True, **(PHONE if request.param == "phone" else {})) as opened:
        asked: list[str] = []
        opened.on("request", lambda request: asked.append(request.url))
        yield opened.new_page()
        assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


@pytest.mark.usefixtures("queens")
@pytest.mark.parametrize("kind", [*kinds.names(), QUEENS])
def test_a_whole_game_of_each_kind_by_keys_and_touch(sheet: Page, tmp_path: Path, kind: str) -> None:
    puzzle = puzzle_of(kind)
    sheet.goto(published(tmp_path, puzzle))
    cell(sheet, 0).wait_for()
    touch = sheet.evaluate("matchMedia('(pointer: coarse)').matches")
    (by_touch if touch else by_keys)(sheet, puzzle)
    message(sheet).get_by_text("Solved!").wait_for()
    message(sheet).get_by_text("all by yourself").wait_for()
    sheet.reload()  # a finished game is kept as it was
    message(sheet).get_by_text("Solved!").wait_for()


@pytest.mark.usefixtures("queens")
@pytest.mark.parametrize("kind", [*kinds.names(), QUEENS])
def test_hints_alone_finish_a_board_that_was_begun_anywhere(fresh: Page, tmp_path: Path, kind: str) -> None:
    puzzle = puzzle_of(kind)
    fresh.goto(published(tmp_path, puzzle))
    for number, _, clicks in [entry for place, entry in enumerate(to_enter(puzzle)) if place % 3]:
        cell(fresh, number).click(button="left" if clicks == 1 else "right")
    for _ in range(200):
        if message(fresh).get_by_text("Solved!").count():
            break
        before = entries(fresh)
        tool(fresh, "Hint").click()
        for _ in range(2):
            message(fresh).get_by_role("button", name="Tell me more").click()
        message(fresh).get_by_role("button", name="Do it").click()
        assert entries(fresh) != before  # no hint says what is entered
    else:
        pytest.fail("hints do not lead to the answer")
    message(fresh).get_by_text("with some help").wait_for()


def test_a_wrong_entry_is_named_and_what_is_broken_too(fresh: Page, tmp_path: Path) -> None:
    fresh.goto(published(tmp_path, LIGHTUP))
    right = answer(LIGHTUP).ravel()
    wrong = next(number for number, _ in enumerate(right) if not right[number] and "empty" in entries(fresh)[number])
    cell(fresh, wrong).click()
    tool(fresh, "Hint").click()
    message(fresh).get_by_text("cannot stand").wait_for()
    tool(fresh, "Check").click()
    message(fresh).get_by_text("some entry is wrong").or_(message(fresh).get_by_text("broken")).first.wait_for()
    tool(fresh, "Solve").click()
    fresh.get_by_role("button", name="Show it").click()
    message(fresh).get_by_text("The only answer").wait_for()


def test_why_a_cell_has_its_value(fresh: Page, tmp_path: Path) -> None:
    """All that leads to it is told, and no more: it is entered, and nothing that is wrong."""
    fresh.goto(published(tmp_path, LIGHTUP))
    right = answer(LIGHTUP).ravel()
    asked = next(number for number, words in enumerate(entries(fresh)) if words.endswith("empty") and not right[number])
    cell(fresh, asked).focus()
    fresh.keyboard.press("w")
    while message(fresh).get_by_role("button", name="Do it").count() == 0:
        message(fresh).locator(".buttons .primary").click()
    message(fresh).get_by_role("button", name="Do it").click()
    said = entries(fresh)
    assert "empty" not in said[asked]
    assert not any("bulb" in words and "no bulb" not in words and not right[n] for n, words in enumerate(said))


def test_an_entered_game_a_trial_and_the_language_are_kept(fresh: Page, tmp_path: Path) -> None:
    address = published(tmp_path, BINAIRO, LIGHTUP)
    fresh.goto(address)
    cell(fresh, 2).click()
    fresh.keyboard.press("t")
    cell(fresh, 15).click()
    fresh.get_by_role("button", name="Settings").click()
    fresh.get_by_role("radio", name="Français").check(force=True)
    before = entries(fresh)
    assert any("essai 1" in one for one in before)
    fresh.reload()
    fresh.get_by_role("button", name="Toutes les grilles", exact=True).wait_for()
    assert entries(fresh) == before


def test_many_puzzles_in_chapters(fresh: Page, tmp_path: Path) -> None:
    address = published(tmp_path, LIGHTUP, BINAIRO, puzzle_of("mosaic"), title="Lamps & <Bits>", author="A. Setter")
    fresh.goto(address)
    assert fresh.title() == "Lamps & <Bits>"
    fresh.get_by_text("By A. Setter.").wait_for()
    fresh.get_by_text("Each has exactly one answer: this is proved.").wait_for()
    by_mouse(fresh, LIGHTUP)
    message(fresh).get_by_text("2 more puzzles are left.").wait_for()
    message(fresh).get_by_role("button", name="Next puzzle").click()
    fresh.get_by_role("heading", name="Binairo", exact=True).wait_for()
    assert fresh.url.endswith("#2")
    fresh.get_by_role("button", name="All puzzles", exact=True).click()
    assert violations(fresh, "dialog[open]") == []
    fresh.get_by_role("link", name=f"number 1, Light Up 3{TIMES}3, solved").wait_for()
    fresh.get_by_role("link", name="number 3").click()
    fresh.get_by_role("heading", name="Mosaic", exact=True).wait_for()
    fresh.go_back()
    fresh.get_by_role("heading", name="Binairo", exact=True).wait_for()
    later = fresh.context.new_page()
    later.goto(address)
    later.get_by_role("heading", name="Binairo", exact=True).wait_for()  # the first that is not solved


def test_a_code_is_shown_to_who_has_solved_all(fresh: Page, tmp_path: Path) -> None:
    address = published(tmp_path, LIGHTUP, BINAIRO, code=CODE)
    assert CODE not in held(address)
    fresh.goto(address)
    assert tool(fresh, "Solve").count() == 0
    by_mouse(fresh, LIGHTUP)
    message(fresh).get_by_text("One more puzzle is left.").wait_for()
    fresh.keyboard.press("n")
    fresh.get_by_role("heading", name="Binairo", exact=True).wait_for()
    by_mouse(fresh, BINAIRO)
    message(fresh).get_by_text(f"The code: {CODE}").wait_for()
    fresh.reload()
    message(fresh).get_by_text(f"The code: {CODE}").wait_for()


def test_a_page_without_hints_knows_no_answer(fresh: Page, tmp_path: Path) -> None:
    address = published(tmp_path, LIGHTUP, hints=False)
    text = "".join(map(str, answer(LIGHTUP).ravel()))
    assert text not in held(address)
    assert '"steps":null' in held(address)
    fresh.goto(address)
    cell(fresh, 0).wait_for()
    assert tool(fresh, "Hint").count() == tool(fresh, "Solve").count() == 0
    card = fresh.get_by_role("region", name="Answers")
    card.get_by_text("Check says whether a rule is broken").wait_for()
    assert not re.search(r"\bhints?\b", fresh.locator("body").inner_text(), re.IGNORECASE)
    assert (
        fresh.locator("#dialog-help, #dialog-settings").get_by_text(re.compile(r"\bhint", re.IGNORECASE)).count() == 0
    )
    tool(fresh, "Check").click()
    card.get_by_text("this page does not know").wait_for()
    by_keys(fresh, LIGHTUP)
    card.get_by_text("Solved!").wait_for()


def test_no_answer_stands_in_clear_text(tmp_path: Path) -> None:
    address = published(tmp_path, LIGHTUP)
    for text in ("".join(map(str, answer(LIGHTUP).ravel())), "clue-full", "stages"):
        assert text not in held(address)


def test_axe_finds_nothing(sheet: Page, tmp_path: Path) -> None:
    sheet.goto(published(tmp_path, BINAIRO, LIGHTUP, author="A. Setter", code=CODE))
    cell(sheet, 2).click()
    tool(sheet, "Check").click()
    message(sheet).get_by_role("heading", name=re.compile("rule|right")).wait_for()
    sheet.context.set_offline(False)
    assert violations(sheet) == []


def test_paper(fresh: Page, tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed: pip install pypdf")
    fresh.goto(published(tmp_path, BINAIRO, LIGHTUP, title="Lamps", author="A. Setter"))
    cell(fresh, 2).click()
    fresh.pdf(path=tmp_path / "paper.pdf")
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(tmp_path / "paper.pdf").pages)
    for words in (
        "Lamps",
        "By A. Setter.",
        f"1. Binairo 4{TIMES}4",
        f"2. Light Up 3{TIMES}3",
        "every white cell is lit",
    ):
        assert words in " ".join(text.split())
    assert "Undo" not in text
    assert fresh.locator("#paper .board").count() == 0  # gone again


def test_twenty_puzzles_are_small_and_there_at_once(fresh: Page, tmp_path: Path) -> None:
    ten = [record for record in examples() if record.puzzle.shape.size == 100][:20]
    assert len(ten) == 20
    litgrid.publish(ten, tmp_path / "page.html")
    assert (tmp_path / "page.html").stat().st_size < 600_000
    fresh.goto((tmp_path / "page.html").as_uri())
    cell(fresh, 99).wait_for()


def test_it_is_the_same_each_time_and_allows_nothing_from_outside(tmp_path: Path) -> None:
    published(tmp_path, BINAIRO, LIGHTUP)
    first = (tmp_path / "page.html").read_bytes()
    published(tmp_path, BINAIRO, LIGHTUP)
    assert first == (tmp_path / "page.html").read_bytes()
    text = first.decode()
    assert "content=\"default-src 'none'; script-src 'sha256-" in text
    assert "unsafe" not in text
    assert not re.findall(r'(?:src|href)="(?!#|data:)', text.partition("<script>")[0])


def test_puzzles_without_one_answer_come_and_say_so(tmp_path: Path, fresh: Page) -> None:
    several = Record("", loaded({"kind": "lightup", "clues": [".."]}))
    made = litgrid.publish([several], tmp_path / "page.html")
    assert not made.right
    fresh.goto((tmp_path / "page.html").as_uri())
    fresh.get_by_text("several answers").wait_for()
    assert fresh.get_by_text("exactly one answer").count() == 0
    assert litgrid.publish([several], tmp_path / "other.html", strict=True).path is None
    assert not (tmp_path / "other.html").exists()
    with pytest.raises(LitgridError, match="exactly one answer each, as a code"):
        litgrid.publish([several], tmp_path / "other.html", code=CODE)


def test_locks_are_the_same_in_both_languages(page: Page, address: str) -> None:
    page.goto(f"{address}static/icon.svg")
    rng = np.random.default_rng(3)
    contents = [rng.bytes(size) for size in (0, 1, 31, 55, 56, 63, 64, 119, 120, 1000)]
    run = """async ([contents, boxes]) => {
      const m = await import('./js/published/lock.js');
      return contents.map((content, place) => [
        [...m.sha256(Uint8Array.from(content))], [...m.unlocked(boxes[place], 'a key')], m.unlocked(boxes[place], 'b'),
      ]);
    }"""
    boxes = [list(locked(content, "a key")) for content in contents]
    for content, (digest, opened, other) in zip(
        contents, page.evaluate(run, [list(map(list, contents)), boxes]), strict=True
    ):
        assert bytes(digest) == sha256(content).digest()
        assert (bytes(opened), other) == (content, None)


def test_how_far_it_is_is_said_of_hints_too(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    two = [loaded(LIGHTUP), loaded(LIGHTUP)]
    litgrid.publish(two, tmp_path / "page.html", tick=lambda done, of: told.append((done, of)))
    assert told == [(done, 4) for done in (0, 1, 2, 2, 3, 4)]


def test_several_jobs_make_the_same_file(tmp_path: Path) -> None:
    made = [tmp_path / "one.html", tmp_path / "two.html"]
    for jobs, path in enumerate(made, 1):
        litgrid.publish([loaded(LIGHTUP), loaded(BINAIRO)], path, grade=True, jobs=jobs)
    assert made[0].read_bytes() == made[1].read_bytes()
