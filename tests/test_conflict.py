"""Why there is no answer: the named clues cannot all hold, and without any one of them they can."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from litgrid.conflict import conflict
from litgrid.core.errors import EngineError, OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.puzzle import Puzzle
from litgrid.core.system import System
from litgrid.core.tables import Rule
from litgrid.engines import engines
from litgrid.puzzles.binairo.kind import Binairo
from litgrid.puzzles.gappy.kind import Gappy
from litgrid.puzzles.lightup.kind import LightUp
from litgrid.puzzles.mosaic.kind import Mosaic
from litgrid.puzzles.starbattle.kind import StarBattle
from litgrid.solving import solve
from tests.boards import BOARDS, Case, answers_of
from tests.fakes import Asleep, Queens, Scripted


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
