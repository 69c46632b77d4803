"""The page that looks inside a puzzle, in a real browser; what runs for long is in test_lab_measuring.py."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

from litgrid.encode.puzzle import formula
from litgrid.puzzles import kinds
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.walksat import HEURISTICS
from litgrid.web.answers import STATIC
from litgrid.web.words import words
from tests.web.browsing import link, violations
from tests.web.looking import bulbs, cells, labels, marked, start, turn
from tests.web.playing import chained, hold, middle
from tests.web.server import GAPPY, LIGHTUP, PUZZLES

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PANELS = (
    "Formula",
    "Encodings",
    "Propagation",
    "Explanation",
    "Solver",
    "Search",
    "Runs",
    "Engines",
    "Judge",
)


def offered(panel: Locator, field: str) -> list[str]:
    return [option.get_attribute("value") or "" for option in panel.get_by_label(field).locator("option").all()]


def unfold(panel: Locator, group: str) -> None:
    """Open the rules of a kind, and leave the mouse where it points at nothing."""
    panel.get_by_text(group).click()
    panel.locator("details", has_text=group).locator(".clause").first.wait_for()
    panel.page.mouse.move(0, 0)


def shown(panel: Locator) -> list[list[int]]:
    """Return the clauses of a list, as they are drawn."""
    return [
        [int(literal.get_attribute("data-literal") or 0) for literal in clause.locator(".literal").all()]
        for clause in panel.locator(".clause").all()
    ]


def test_the_formula_stands_beside_the_grid_by_rule(page: Page, address: str) -> None:
    panel = start(page, link(address, LIGHTUP, page="lab"))
    made = formula(kinds.get("lightup").from_clues(LIGHTUP["clues"]))
    panel.get_by_text(f"{len(made)} clauses with {made.literals.size} literals").wait_for()
    for group in panel.locator("summary").all():
        group.click()
    panel.locator(".rules .clause").nth(len(made) - 1).wait_for()
    assert shown(panel.locator(".rules")) == list(made.clauses())
    assert panel.locator(".rule > p").first.inner_text() == "The wall r1c2 holds no bulb."


def test_literals_light_cells_and_cells_their_clauses(page: Page, address: str) -> None:
    panel = start(page, link(address, LIGHTUP, page="lab"))
    unfold(panel, "Numbers are met")
    clause = panel.locator(".rules .clause").first
    clause.locator(".literal").last.hover()
    literals = shown(panel.locator(".rules"))[0]
    assert marked(page, "hover") == {abs(literals[-1]) - 1}
    assert marked(page, "rule") == {abs(literal) - 1 for literal in literals}
    cells(page).nth(4).hover()
    made = formula(kinds.get("lightup").from_clues(LIGHTUP["clues"]))
    wanted = [clause for clause in made.clauses() if 5 in np.abs(clause)]
    assert shown(panel.locator(".pointed")) == wanted
    assert marked(page, "hover") == {4}
    assert marked(page, "look") == {abs(literal) - 1 for clause in wanted for literal in clause} - {4}
    assert panel.locator(".rules .literal.same").count() == sum(
        5 in np.abs(one) for one in shown(panel.locator(".rules"))
    )


def test_literals_are_gone_through_by_keyboard(page: Page, address: str) -> None:
    panel = start(page, link(address, LIGHTUP, page="lab"))
    unfold(panel, "Every cell is lit")
    all_clauses = shown(panel.locator(".rules"))
    panel.locator('.rules .literal[tabindex="0"]').focus()
    seen = []
    for key in ("ArrowRight", "ArrowDown", "ArrowUp", "End", "Home"):
        page.keyboard.press(key)
        seen.append(int(page.evaluate("document.activeElement.dataset.literal")))
        assert marked(page, "hover") == {abs(seen[-1]) - 1}
    first, second = all_clauses[:2]
    assert seen == [first[1], second[0], first[0], all_clauses[-1][-1], first[0]]
    # The cursor on the board does what the mouse does.
    cells(page).first.focus()
    page.keyboard.press("ArrowDown")
    panel.get_by_text("r2c1 is in").wait_for()


def test_three_literals_a_clause_with_auxiliary_variables(page: Page, address: str) -> None:
    panel = start(page, link(address, LIGHTUP, page="lab"))
    panel.get_by_role("switch").check(force=True)
    made = formula(kinds.get("lightup").from_clues(LIGHTUP["clues"]), three=True)
    panel.get_by_text(f"{made.variables - 9} auxiliary; {len(made)} clauses").wait_for()
    unfold(panel, "Walls hold no bulb")
    clauses = shown(panel.locator(".rules"))
    assert clauses == list(made.clauses())[: len(clauses)]
    assert {len(clause) for clause in clauses} == {3}
    panel.locator(".auxiliary").first.hover()
    panel.get_by_text("auxiliary variable, which stands for no cell").wait_for()


def test_a_formula_that_is_too_long_is_refused_with_a_sentence(page: Page, address: str) -> None:
    large = {"kind": "lightup", "clues": ["." * 50] * 50}
    panel = start(page, link(address, large, page="lab"))
    panel.get_by_role("alert").get_by_text("the page shows formulas of at most 200,000").wait_for()


def test_encodings_are_compared_and_lead_to_their_formulas(page: Page, address: str) -> None:
    panel = start(page, link(address, GAPPY, page="lab"), "Encodings")
    panel.locator("tbody tr").last.wait_for()
    puzzle = kinds.get("gappy").from_clues(GAPPY["clues"])
    for place, encoding in enumerate(ENCODINGS):
        plain, three = formula(puzzle, encoding), formula(puzzle, encoding, three=True)
        row = panel.locator("tbody tr").nth(place)
        wanted = [f"{number:,}" for number in (plain.variables - puzzle.shape.size, len(plain), len(three))]
        assert [cell.inner_text() for cell in row.locator("td").all()[:3]] == wanted
    panel.get_by_label("Variables").check(force=True)
    panel.locator("tbody tr").first.get_by_text(str(formula(puzzle).variables)).first.wait_for()
    panel.get_by_role("button", name="totalizer", exact=True).click()
    made = formula(puzzle, "totalizer")
    page.get_by_role("tabpanel", name="Formula").get_by_text(f"{len(made):,} clauses").first.wait_for()


def test_the_encodings_and_heuristics_offered_are_those_that_there_are(page: Page, address: str) -> None:
    panel = start(page, link(address, LIGHTUP, page="lab"))
    assert offered(panel, "Encoding") == list(ENCODINGS)
    panel = turn(page, "Search")
    assert sorted(offered(panel, "Heuristic")) == sorted(HEURISTICS)


def test_panels_share_what_is_chosen(page: Page, address: str) -> None:
    panel = start(page, link(address, LIGHTUP, page="lab"))
    panel.get_by_role("switch").check(force=True)
    panel = turn(page, "Search")
    assert panel.get_by_role("switch").is_checked()
    turn(page, "Runs").get_by_label("Heuristic").select_option("jw")
    panel = turn(page, "Search")
    assert panel.get_by_label("Heuristic").input_value() == "jw"
    panel.get_by_text("It flips the variable whose literal stands in many short clauses").wait_for()


@pytest.mark.parametrize("name", ["Propagation", "Explanation"])
def test_steps_are_taken_back_and_forth_by_keyboard(page: Page, address: str, name: str) -> None:
    panel = start(page, link(address, LIGHTUP, page="lab"), name)
    slider = panel.get_by_role("slider")
    panel.locator(".place").get_by_text(re.compile(r"0 of [1-9]")).wait_for()
    last = int(slider.get_attribute("max") or 0)
    slider.focus()
    states = [labels(page)]
    for place in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        panel.locator(".place").get_by_text(f"{place} of {last}").wait_for()
        assert marked(page, "result")
        states.append(labels(page))
        assert states[-1] != states[-2]
    assert bulbs(page) == [0, 5, 7]
    cells(page).first.focus()  # from the board too
    for place in reversed(range(last)):
        page.keyboard.press(",")
        panel.locator(".place").get_by_text(f"{place} of {last}").wait_for()
        assert labels(page) == states[place]


def test_a_cell_is_asked_about_by_the_right_button_a_key_or_holding_it(page: Page, phone: Page, address: str) -> None:
    panel = start(page, link(address, LIGHTUP, page="lab"), "Propagation")
    for number in (5, 7):
        if number == 5:
            cells(page).nth(number).click(button="right")
        else:
            cells(page).nth(number).focus()
            page.keyboard.press("w")
        panel = page.get_by_role("tabpanel", name="Explanation", exact=True)
        panel.get_by_text(f"Why r{number // 3 + 1}c{number % 3 + 1}?").wait_for()
        panel.get_by_text("All cells that are left around the 2 at r3c3 are needed: bulbs at r2c3 and r3c2.").wait_for()
        panel.locator(".place").get_by_text("1 of 1").wait_for()
        assert marked(page, "result") == {5, 7}
        assert bulbs(page) == [5, 7]
        assert not violations(page, "#panels")
    panel.get_by_role("button", name="Explain all").click()
    panel.locator(".place").get_by_text("0 of 3").wait_for()
    cells(page).nth(1).click(button="right")  # the puzzle gives it
    panel.locator(".place").get_by_text("0 of 3").wait_for()
    start(phone, link(address, LIGHTUP, page="lab"))
    hold(phone, *middle(phone, 0))
    phone.get_by_text("Why r1c1?").wait_for()


def test_a_long_chain_is_shown_link_by_link(page: Page, address: str) -> None:
    puzzle, filled, links = chained()
    panel = start(page, link(address, puzzle, filled, page="lab"), "Explanation")
    slider = panel.get_by_role("slider")
    for text in links:
        slider.press("ArrowRight")
        panel.locator(".step-text").get_by_text(text, exact=True).wait_for()
        assert marked(page, "result")


@pytest.mark.parametrize("name", ["Propagation", "Explanation"])
def test_steps_begin_with_what_was_entered(page: Page, address: str, name: str) -> None:
    filled = np.array([[-1, -1, -1], [-1, -1, 1], [-1, 1, -1]], dtype=np.int8)
    panel = start(page, link(address, LIGHTUP, filled, page="lab"), name)
    panel.locator(".place").get_by_text(re.compile(r"0 of [1-9]")).wait_for()
    assert bulbs(page) == [5, 7]
    steps = int(panel.get_by_role("slider").get_attribute("max") or 0)
    panel.get_by_role("slider").press("End")
    assert bulbs(page) == [0, 5, 7]
    page.reload()
    panel = turn(page, name)
    panel.locator(".place").get_by_text(re.compile(r"0 of [1-9]")).wait_for()
    assert bulbs(page) == [5, 7]
    page.get_by_role("switch", name="Begin with what was entered").uncheck(force=True)
    panel.locator(".place").get_by_text(re.compile(r"0 of [1-9]")).wait_for()
    assert bulbs(page) == []
    assert int(panel.get_by_role("slider").get_attribute("max") or 0) > steps or name == "Propagation"


def test_an_entry_that_cannot_stand_is_explained(page: Page, address: str) -> None:
    filled = np.array([[-1, -1, -1], [-1, 1, -1], [-1, -1, -1]], dtype=np.int8)
    panel = start(page, link(address, LIGHTUP, filled, page="lab"), "Explanation")
    panel.get_by_text("The entry of a bulb at r2c2 cannot stand.").wait_for()
    panel.get_by_role("button", name="One step on").click()
    assert marked(page, "result") == {4}


def test_the_lab_looks_at_the_game_that_is_played(page: Page, address: str) -> None:
    page.goto(link(address, LIGHTUP))
    page.get_by_role("gridcell").first.click()
    to_lab = page.get_by_role("link", name="Lab")
    before = to_lab.get_attribute("href") or ""
    page.locator(f'#header a:not([href="{before}"])', has_text="Lab").wait_for()
    to_lab.click()
    page.get_by_role("switch", name="Begin with what was entered").wait_for()
    assert bulbs(page) == [0]
    page.get_by_role("link", name="Play").click()
    page.get_by_role("gridcell", name="r1 c1 bulb").wait_for()
    page.keyboard.press("Control+z")
    page.get_by_role("gridcell", name="r1 c1 empty").wait_for()


def test_what_cannot_be_is_said_by_propagation(page: Page, address: str) -> None:
    panel = start(page, link(address, {"kind": "lightup", "clues": ["4."]}, page="lab"), "Propagation")
    panel.get_by_text("This cannot be met: The 4 at r1c1").wait_for()


def test_another_puzzle_is_chosen_and_kept_in_the_address(page: Page, address: str) -> None:
    start(page, f"{address}lab")
    page.get_by_role("button", name="Another puzzle").click()
    page.get_by_role("dialog").get_by_label("Binairo").check(force=True)
    page.get_by_role("button", name=re.compile("^6 . 6, number 1,")).first.click()
    page.get_by_role("heading", name="Binairo").wait_for()
    page.reload()
    page.get_by_role("heading", name="Binairo").wait_for()
    page.get_by_role("link", name="Set").click()
    page.locator('#stage .board[aria-rowcount="6"]').wait_for()


def test_tabs_obey_the_keyboard(page: Page, address: str) -> None:
    start(page, link(address, LIGHTUP, page="lab"))
    page.get_by_role("tab", name="Formula").focus()
    for panel in (*PANELS[1:], PANELS[0]):
        page.keyboard.press("ArrowRight")
        page.get_by_role("tab", name=panel, selected=True).wait_for()
        page.get_by_role("tabpanel", name=panel).wait_for()
    page.keyboard.press("End")
    page.get_by_role("tab", name=PANELS[-1], selected=True).wait_for()


@pytest.mark.parametrize("device", ["page", "phone"])
def test_axe_finds_nothing(request: pytest.FixtureRequest, address: str, device: str) -> None:
    page: Page = request.getfixturevalue(device)
    panel = start(page, link(address, LIGHTUP, page="lab"))
    panel.locator("summary").last.click()
    cells(page).nth(4).focus()
    for name in PANELS:
        panel = turn(page, name)
        if name in ("Propagation", "Explanation"):
            panel.get_by_role("button", name="One step on").click()
        if name in ("Search", "Runs"):
            panel.locator("button.primary").click()
            panel.get_by_role("img").wait_for()
        if device == "page" or name == PANELS[-1]:  # a phone shows the same elements, but for where they stand
            assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("panel", ["formula", "sizes", "propagate", "explain", "search", "runs", "engines"])
def test_panels_say_what_the_catalogue_has_and_no_less(panel: str) -> None:
    """Each of a panel's own sentences is used, and each that is used is there."""
    script = STATIC / "js" / "lab" / f"{'steps' if panel in ('propagate', 'explain') else panel}.js"
    text = script.read_text(encoding="utf-8")
    if "extends Measuring" in text:
        text += script.with_name("measuring.js").read_text(encoding="utf-8")
    there = {key.split(".")[2] for key in words("en") if key.startswith(f"lab.{panel}.")}
    used = set(re.findall(r'this\.t\(\s*"([\w-]+)"', text))
    if script.stem == panel:
        assert used <= there
    answers = {"sat", "unsat", "unknown", "timeout", "failed"} if panel == "engines" else set()
    assert not [key for key in there - {"tab", "intro"} - answers if not re.search(rf'["`.]{key}["`]', text)]


def test_in_french_nothing_is_english(french: Page, address: str) -> None:
    english = re.compile(r"\b(the|clauses? are|rules|wall|bulb|step|round|runs|search|lab\.)\b", re.IGNORECASE)
    for puzzle in PUZZLES:
        start(french, link(address, puzzle, page="lab"), "Formule")
        for tab in french.get_by_role("tab").all():
            tab.click()
            panel = french.locator("[role=tabpanel]:not([hidden]):not([aria-busy])")
            panel.wait_for()
            for group in panel.locator("summary").all():
                group.click()
            text = french.locator("main").inner_text()
            assert not english.search(text), english.search(text)
