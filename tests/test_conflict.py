"""Why there is no answer: the named clues cannot all hold, and without any one of them they can."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from litgrid.checking import check
from litgrid.conflict import conflict, hopeless
from litgrid.core.errors import EngineError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.core.tables import Count, Rule
from litgrid.engines import engines
from litgrid.formats import loads
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.gappy.kind import Gappy
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.puzzles.mosaic.kind import Mosaic
from litgrid.puzzles.starbattle.kind import StarBattle
from litgrid.question import QUESTIONS
from litgrid.solving import solve
from tests.boards import BOARDS, Case, answers_of
from tests.fakes import Asleep, Queens, Scripted
from tests.naive import binairo_answers


def only(puzzle: Puzzle, clues: list[Rule]) -> Puzzle:
    """Return the puzzle with only these of its clues."""
    givens = {rule.cells[0] for rule in clues if rule.kind == "given"}
    if isinstance(puzzle, LightUp):
        numbers = {_place(rule.sentence) for rule in clues if rule.kind == "number"}
        rows = [
            "".join(
                _light_up(
                    char, puzzle.shape.name(row * len(line) + column) in numbers, row * len(line) + column in givens
                )
                for column, char in enumerate(line)
            )
            for row, line in enumerate(puzzle.clues)
        ]
        return LightUp.from_clues(rows)
    if isinstance(puzzle, Binairo):
        if isinstance(puzzle.clues, list):
            return Binairo.from_clues(_keep(puzzle.clues, givens, "."), unique_lines=puzzle.unique_lines)
        signed: dict[str, list[str]] = puzzle.clues
        signs, width = [rule.cells for rule in clues if rule.kind == "sign"], puzzle.shape.columns
        across = {first - first // width for first, second in signs if second == first + 1 and width > 1}
        pieces = {
            "grid": _keep(signed["grid"], givens, "."),
            "across": _keep(signed["across"], across, "."),
            "down": _keep(signed["down"], {first for first, second in signs if second == first + width}, "."),
        }
        return Binairo.from_clues(pieces, unique_lines=puzzle.unique_lines)
    if isinstance(puzzle, Mosaic):
        said = puzzle.clues if isinstance(puzzle.clues, dict) else {"grid": puzzle.clues, "given": None}
        counted = {rule.at for rule in clues if rule.kind == "number" and rule.at is not None}
        given = said["given"] and _keep(said["given"], givens, "?")
        return Mosaic.from_clues({"grid": _keep(said["grid"], counted, "."), "given": given})
    if isinstance(puzzle, StarBattle):
        return StarBattle.from_clues({**puzzle.clues, "grid": _keep(puzzle.cell_rows, givens, "?")})
    assert isinstance(puzzle, Gappy)
    lines = {" ".join(rule.sentence.split()[:2]) for rule in clues if rule.kind == "gap"}
    kept = puzzle.clues
    for key, word in (("rows", "row"), ("cols", "column")):
        kept[key] = [label if f"{word} {place}" in lines else None for place, label in enumerate(kept[key], 1)]
    if kept["grid"]:
        kept["grid"] = _keep(kept["grid"], givens, "?")
    return Gappy.from_clues(kept)


def _place(sentence: str) -> str:
    found = re.search(r"r\d+c\d+", sentence)
    assert found
    return found[0]


def _light_up(char: str, numbered: bool, given: bool) -> str:
    if char in "01234":
        return char if numbered else "#"
    return char if char in ".#" or given else "."


def _keep(rows: list[str], cells: set[int], blank: str) -> list[str]:
    width = len(rows[0])
    return [
        "".join(char if row * width + column in cells else blank for column, char in enumerate(line))
        for row, line in enumerate(rows)
    ]


@pytest.mark.parametrize("kind", BOARDS)
@given(data=st.data())
@settings(max_examples=60)
def test_the_clues_clash_and_none_is_needless(kind: str, data: st.DataObject) -> None:
    case: Case = data.draw(BOARDS[kind]())
    assume(not case.answers)
    verdict = solve(case.puzzle, engine=data.draw(st.sampled_from(("cadical", "glucose", "minisat"))))
    assert verdict.status == "none"
    assert verdict.shrunk
    clues = list(verdict.conflict)
    assert all(rule.clue for rule in clues)
    assert len({(rule.kind, rule.cells, rule.sentence) for rule in clues}) == len(clues)
    assert not answers_of(only(case.puzzle, clues))
    for dropped in range(len(clues)):
        others = clues[:dropped] + clues[dropped + 1 :]
        assert answers_of(only(case.puzzle, others)), f"needless: {clues[dropped].sentence}"


@pytest.mark.parametrize(
    ("puzzle", "sentences"),
    [
        (LightUp.from_clues(["2."]), ["the 2 at r1c1 touches exactly 2 bulbs"]),
        (LightUp.from_clues(["o.o", "..."]), ["r1c1 is given as bulb", "r1c3 is given as bulb"]),
        (LightUp.from_clues(["x#", "#."]), ["r1c1 is given as no bulb"]),
        (Binairo.from_clues(["1111", *["...."] * 3]), None),
        (Gappy.from_clues({"rows": [0, *[None] * 8], "cols": [None] * 9, "grid": None}), ["row 1 has 0 white cells"]),
        (Gappy.from_clues({"rows": [0, 0], "cols": [None] * 2, "grid": None}), []),
        (Binairo.from_clues(["01.."] * 2), []),
    ],
    ids=["number", "bulbs", "mark", "triple", "label", "small gappy", "two equal rows"],
)
def test_known_conflicts(puzzle: Puzzle, sentences: list[str] | None) -> None:
    verdict = solve(puzzle)
    assert verdict.status == "none"
    if sentences is None:
        assert [rule.cells for rule in verdict.conflict] in ([(0,), (1,), (2,)], [(1,), (2,), (3,)])
        return
    assert len(verdict.conflict) == len(sentences)
    for rule, sentence in zip(verdict.conflict, sentences, strict=True):
        assert rule.sentence.startswith(sentence)


def test_a_fourth_puzzles_conflict_is_named(queens: type[Queens]) -> None:
    verdict = solve(queens.from_clues(["Q....", "..-..", "..Q..", ".....", "....."]))
    assert verdict.status == "none"
    assert [rule.sentence for rule in verdict.conflict] == ["r1c1 is given as queen", "r3c3 is given as queen"]


def test_a_conflict_that_could_not_be_shrunk_is_still_one() -> None:
    # The eight clues of this board clash in the engine, not by single counts; the engine gives up at once.
    puzzle = Gappy.from_clues({"rows": [5, 5, 1, 6, 1, 5, 1, 6, 1], "cols": [1, 1, 1, 1, 5, 1, 7, 1, 7], "grid": None})
    joined = System.of(puzzle.tables())
    whole, shrunk = conflict(joined, puzzle.shape, engines.get("cadical"), "auto", Limit(None))
    assert shrunk
    for calls in (0, 1, 2):
        clues, done = conflict(joined, puzzle.shape, Scripted(calls), "auto", Limit(None))
        assert not done
        assert len(clues) >= len(whole)
        assert not answers_of(only(puzzle, clues))


def test_an_engine_that_finds_an_answer_after_all_is_found_out() -> None:
    puzzle = Binairo.from_clues(["...."] * 4)
    with pytest.raises(EngineError, match="found an answer"):
        conflict(System.of(puzzle.tables()), puzzle.shape, engines.get("cadical"), "auto", Limit(None))


def test_lines_that_are_more_than_ways_to_fill_one_are_left_to_no_engine() -> None:
    puzzle = Binairo.from_clues(["......"] * 40)
    assert hopeless(System.of(puzzle.tables()), puzzle.shape, Asleep(), "auto", Limit(None)) == []
    assert solve(puzzle).text().startswith("No answer with the rule that no two rows and no two columns are equal")


def test_no_time_at_all() -> None:
    puzzle = LightUp.from_clues(["2."])
    with pytest.raises(OutOfTimeError):
        conflict(System.of(puzzle.tables()), puzzle.shape, Asleep(), "auto", Limit(0))


def test_a_large_boards_conflict_is_small() -> None:
    rows = ["." * 30 for _ in range(30)]
    # The two 4s stand three apart: each needs a bulb between them, and those would see each other.
    rows[10] = "." * 10 + "4..4" + "." * 16
    verdict = solve(LightUp.from_clues(rows))
    assert verdict.status == "none"
    assert [rule.sentence[:12] for rule in verdict.conflict] == ["the 4 at r11", "the 4 at r11"]


ONE_WITHOUT = "8x8dn:BbbahDMchcbdDEAc"
"""A game that the collection says has equal lines."""


def test_a_rule_that_could_be_off_is_said_before_the_clues() -> None:
    puzzle = loads(ONE_WITHOUT, unique_lines=True)
    verdict = solve(puzzle)
    assert (verdict.status, dict(verdict.without)) == ("none", {"unique_lines": "unique"})
    assert solve(puzzle.with_switches(unique_lines=False)).status == "unique"
    first, second, *clues = verdict.text().split("\n")
    assert first == (
        "No answer with the rule that no two rows and no two columns are equal (unique-lines): "
        "without it there is exactly one."
    )
    assert second == "With it, these clues cannot all hold:"
    assert len(clues) == len(verdict.conflict)
    assert verdict.text("fr").startswith("Aucune solution avec la règle selon laquelle deux lignes")
    assert verdict.record()["why"] == [first]
    checked = check(puzzle, complete=True)
    assert (checked.completable, dict(checked.without)) == (False, {"unique_lines": "unique"})
    assert checked.text().endswith(first)
    for name in ("list", "forced", "count", "approximate", "sample", "explain", "hint", "grade", "improve"):
        found = QUESTIONS[name].function(puzzle)
        assert first in found.text().split("\n"), name
        assert list(found.records())[-1]["without"] == {"unique_lines": "unique"}, name


@given(rows=st.lists(st.text("01..", min_size=4, max_size=4), min_size=4, max_size=4))
def test_a_rule_is_to_blame_where_there_are_answers_without(rows: list[str]) -> None:
    strict, loose = (len(binairo_answers(rows, unique_lines=on)) for on in (True, False))
    verdict = solve(Binairo.from_clues(rows))
    if strict:
        assert not verdict.without
    else:
        assert verdict.without == ({"unique_lines": "unique" if loose == 1 else "several"} if loose else {})
    assert not solve(Binairo.from_clues(rows, unique_lines=False)).without


@settings(max_examples=25)
@given(
    regions=st.lists(st.text("ABCD", min_size=4, max_size=4), min_size=4, max_size=4),
    stars=st.sampled_from([1, 1, 1, 2]),
)
def test_rules_that_clash_are_needed_each(regions: list[str], stars: int) -> None:
    puzzle = StarBattle.from_clues({"regions": regions, "stars": stars})
    verdict = solve(puzzle)
    grids = (np.arange(1 << 16)[:, None] >> np.arange(16)) & 1
    meets = {
        rule.sentence: grids[:, list(rule.cells)].sum(axis=1)
        for table in puzzle.rules()
        if isinstance(table, Count)
        for rule in map(table.describe, range(len(table)))
    }
    right = {said: found <= 1 if said.endswith("at most 1 star") else found == stars for said, found in meets.items()}
    assert (verdict.status == "none") == (not np.all([*right.values()], axis=0).any())
    if verdict.rules:
        held = [right[rule.sentence] for rule in verdict.rules]
        assert not np.all(held, axis=0).any()
        for place in range(len(held)):
            others = held[:place] + held[place + 1 :]
            assert not others or np.all(others, axis=0).any()
    elif verdict.status == "none":  # there is not as much room in regions as rows ask for
        assert len(set("".join(regions))) < 4


def test_what_is_odd_is_said_before_the_rules() -> None:
    apart = solve(StarBattle.from_clues({"regions": ["AABB", "ABBA", "CCDB", "CDDD"], "stars": 1}))
    assert apart.text().startswith("Odd, and perhaps why: the region A is not in one piece: r1c1 and r2c4")
    french = apart.text("fr").replace("\N{NO-BREAK SPACE}", " ")
    assert french.startswith("Étrange, et peut-être la raison : la région A n'est pas d'un seul tenant : l1c1 et l2c4")
    # Two stars do not fit into the four cells of a region that are a block, nor into one cell.
    crowded = solve(StarBattle.from_clues({"regions": ["AABBB", "AABBB", "CCCDD", "CCCDD", "EEEEE"], "stars": 2}))
    assert "These rules cannot all hold:" in crowded.text()
    single = solve(StarBattle.from_clues({"regions": ["ABCDEFGHIJ", *["BBCDEFGHIJ"] * 9], "stars": 2}))
    assert single.text() == (
        "No answer: the rules alone cannot be met on this board: the region of r1c1 holds exactly 2 stars."
    )
