"""Sheets for a class: the search by hand does what the sheet says, and the file can be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

import litgrid
from litgrid.core.errors import LitgridError
from litgrid.puzzles import empty
from litgrid.teaching.boards import alike
from litgrid.teaching.worksheet import by_hand, task, worksheet

PUZZLE = litgrid.loads("lightup\n.1.\n...\n#.2")
LITERALS = st.integers(1, 5).flatmap(lambda variable: st.sampled_from([variable, -variable]))


@given(
    st.lists(st.lists(LITERALS, min_size=1, max_size=3), min_size=1, max_size=8),
    st.lists(st.booleans(), min_size=5, max_size=5),
)
def test_flips_are_those_of_the_rule_on_the_sheet(clauses: list[list[int]], start: list[bool]) -> None:
    values, counts = list(start), [0] * 5
    flips = by_hand(clauses, start)
    for flip in flips:
        wrong = [at for at, clause in enumerate(clauses, 1) if all(values[abs(one) - 1] != (one > 0) for one in clause)]
        assert flip.clause == wrong[0]
        assert counts[flip.variable - 1] == min(counts[abs(one) - 1] for one in clauses[flip.clause - 1])
        values[flip.variable - 1] = not values[flip.variable - 1]
        counts[flip.variable - 1] += 1
        assert list(flip.false) == [
            at for at, clause in enumerate(clauses, 1) if all(values[abs(one) - 1] != (one > 0) for one in clause)
        ]
    assert len(flips) == 10 or not (flips and flips[-1].false)


def test_a_task_is_the_same_with_the_same_seed() -> None:
    assert task(PUZZLE, 3) == task(PUZZLE, 3)
    assert task(PUZZLE, 3).start != task(PUZZLE, 4).start


def test_the_file_has_a_sheet_for_each_and_the_answers(tmp_path: Path) -> None:
    puzzles = list(alike("lightup", 2, 1))
    for language, word in (("en", "Answers to sheet 2"), ("fr", "Réponses à la feuille 2")):
        path = tmp_path / f"{language}.pdf"
        worksheet(puzzles, path, seed=7, title="Logic", language=language)
        text = "\n".join(page.extract_text() for page in PdfReader(path).pages)
        assert "Logic" in text
        assert word in text
        worksheet(puzzles, tmp_path / "again.pdf", seed=7, title="Logic", language=language)
        assert (tmp_path / "again.pdf").read_bytes() == path.read_bytes()


@pytest.mark.parametrize(("kind", "size"), [("lightup", "4"), ("lightup", "12"), ("binairo", "6"), ("gappy", "9")])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_sheet_is_one_page_that_is_full_and_its_answers_are_what_it_asks(
    kind: str, size: str, language: str, tmp_path: Path
) -> None:
    worksheet([empty(kind, size)], tmp_path / "sheet.pdf", language=language)
    sheet, answers = (page.extract_text() for page in PdfReader(tmp_path / "sheet.pdf").pages)
    assert "24: " in sheet
    assert sheet.count("•") == answers.count("•") >= 3
    assert "\n3 \n" in f"{sheet}\n"  # three flips at least


def test_a_search_has_something_to_do() -> None:
    for puzzle in alike("mosaic", 3, 0):
        for seed in range(5):
            assert len(task(puzzle, seed).flips) >= 3


@pytest.mark.parametrize("board", ["3..\n...", "1", "4.\n.."])
def test_a_board_with_a_rule_that_cannot_be_met_has_a_sheet(board: str, tmp_path: Path) -> None:
    worksheet([litgrid.loads(f"lightup\n{board}")], tmp_path / "none.pdf")
    text = "".join(page.extract_text() for page in PdfReader(tmp_path / "none.pdf").pages)
    assert "Answers" in text


def test_a_board_too_large_for_a_sheet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LitgridError, match="at most 30 x 30 cells, got 300 x 300"):
        worksheet([empty("lightup", "300")], tmp_path / "large.pdf")
