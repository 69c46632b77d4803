"""Grades: what they are made of, and that they stay."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

import litgrid
from litgrid.core import limit as limits
from litgrid.core.errors import OutOfTimeError
from litgrid.core.limit import Limit
from litgrid.core.words import LANGUAGES
from litgrid.explaining import GRADING, level, state
from litgrid.explaining.findings import FEW
from tests.processes import finished


@pytest.mark.parametrize("kind", ["lightup", "binairo", "gappy"])
def test_a_grade_is_made_of_the_steps_of_the_explanation(kind: str) -> None:
    for record in litgrid.examples(kind)[:8]:
        steps = litgrid.explain(record.puzzle).steps
        grade = litgrid.grade(record.puzzle)
        assert grade.version == GRADING
        assert grade.level == max(step.level for step in steps)
        assert grade.steps == len(steps) == sum(grade.techniques.values())
        assert grade.excess == sum(step.cost - 1 for step in steps)
        assert grade.hardest is not None
        assert (grade.hardest.level, grade.hardest.cost) == max((step.level, step.cost) for step in steps)
        assert (grade.level == 1) == (grade.excess == 0)
        assert 0 <= grade.bottlenecks <= grade.steps
        assert 1 <= grade.hard <= grade.steps


def test_techniques_are_called_by_their_names() -> None:
    grade = litgrid.grade(litgrid.load("lightup\n.1.\n...\n#.2"))
    for language in LANGUAGES:
        names = litgrid.load("lightup\n.").words(language)["technique"]
        said = grade.text(language)
        assert f"({names['clue-full']})" in said
        assert f"{names['clue-full']} (2), {names['run']} (1)." in said
        assert "clue-full" not in said


def test_no_answer_no_level() -> None:
    grade = litgrid.grade(litgrid.load("lightup\n4.\n.."))
    assert (grade.status, grade.level, grade.hardest) == ("none", 0, None)


@pytest.mark.parametrize("kind", ["lightup", "binairo", "gappy"])
def test_the_level_alone_is_that_of_the_grade(kind: str) -> None:
    for record in litgrid.examples(kind):
        if record.puzzle.shape.size <= 100:
            assert record.answer is not None
            expected = litgrid.grade(record.puzzle).level
            assert level(record.puzzle, record.answer) == expected
            assert (level(record.puzzle, record.answer, most=2) > 2) == (expected > 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Chains of eight rules at most, the last of which the nearest conflict hides.
        ("lightup\n..#...0...\n..0.......\n.1...2..0.\n..........\n.#..1..11.", 3),
        # Five rules that are a technique, where others that have no name break sooner.
        ("gappy\n2 - - - - - 6 1 - -\n4 - - - - - - 1 5 1", 2),
        # A technique that can be seen only before other cells are known.
        ("gappy\n2 - - 1 - - - 5 - -\n2 - - - 4 3 5 - 1 -", 2),
    ],
)
def test_the_level_does_not_hang_on_which_conflict_is_the_nearest(text: str, expected: int) -> None:
    puzzle = litgrid.load(text)
    (answer,) = litgrid.solve(puzzle).solutions
    grade = litgrid.grade(puzzle)
    assert level(puzzle, answer) == grade.level
    assert grade.level == expected
    assert grade.hardest is not None
    assert grade.hardest.cost in {4, 5, 8}


@pytest.mark.parametrize(
    ("rows", "columns", "black"),
    [({1: 1}, {6: 2}, (5, 7)), ({1: 1, 4: 1}, {6: 2}, (0, 6))],
)
def test_what_few_rules_refute_is_not_missed_where_more_is_known(
    rows: dict[int, int], columns: dict[int, int], black: tuple[int, int]
) -> None:
    """Where all that few rules decide is decided at once, a nearer conflict of four rules hides one of three."""
    grid = np.full((9, 9), "?")
    grid[black] = "#"
    clues = {
        "rows": [*map(rows.get, range(9))],
        "cols": [*map(columns.get, range(9))],
        "grid": ["".join(r) for r in grid],
    }
    puzzle = litgrid.kinds.get("gappy").from_clues(clues)
    (answer,) = litgrid.solve(puzzle).solutions
    found = litgrid.explain(puzzle)
    assert max(step.cost for step in found.steps if not step.named) <= FEW
    assert level(puzzle, answer) == found.level == 2


@pytest.mark.parametrize("kind", ["lightup", "binairo", "gappy"])
def test_with_other_clues_of_the_same_answer_the_level_is_that_of_the_grade(kind: str) -> None:
    rng = np.random.default_rng(6)
    levels = []
    for record in [one for one in litgrid.examples(kind) if one.puzzle.shape.size <= 100][::3]:
        answer = record.answer
        assert answer is not None
        for share in (0.5, 0.7, 0.9):
            chosen = rng.random(record.puzzle.stated.size) < share
            puzzle = record.puzzle.clued(answer, chosen)
            if litgrid.solve(puzzle).status == "unique":
                levels.append(level(puzzle, answer))
                assert levels[-1] == litgrid.grade(puzzle).level
    assert len(levels) > 3


@pytest.mark.parametrize(
    ("program", "kind", "parameters", "tier"),
    [
        ("sgt-unruly", "binairo", "10x10dt#1", "trivial"),
        ("sgt-unruly", "binairo", "10x10de#2", "easy"),
        ("sgt-unruly", "binairo", "10x10dn#3", "normal"),
        ("sgt-unruly", "binairo", "10x10udt#4", "trivial"),
        ("sgt-unruly", "binairo", "10x10ude#5", "easy"),
        ("sgt-unruly", "binairo", "10x10udn#6", "normal"),
        ("sgt-lightup", "lightup", "10x10b20s4d0#7", "easy"),
        ("sgt-lightup", "lightup", "10x10b20s4d1#8", "tricky"),
        ("sgt-lightup", "lightup", "10x10b20s4d2#9", "hard"),
    ],
)
def test_the_tier_is_what_the_generator_calls_it(program: str, kind: str, parameters: str, tier: str) -> None:
    path = shutil.which(program) or shutil.which(program, path="/usr/games")
    if path is None:
        pytest.skip(f"{program} is not installed (Debian: sgt-puzzles)")
    made = finished([path, "--generate", "12", parameters], capture_output=True, text=True, timeout=60, check=True)
    puzzles = [litgrid.load(line, kind=kind) for line in made.stdout.split()]
    agree = [litgrid.grade(puzzle).tier == tier for puzzle in puzzles]
    # One that is called hard may be tricky: the program does not try all that it could at once.
    assert sum(agree) >= len(agree) - (2 if tier == "hard" else 0)


def test_a_kind_without_tiers_has_none() -> None:
    assert litgrid.grade(litgrid.examples("gappy")[0].puzzle).tier == ""


@pytest.mark.parametrize("name", ["lightup-7x7-lean-2", "binairo-8x8-lean-3", "gappy-9x9-lean-5"])
def test_a_level_is_the_same_in_the_smallest_slices_and_ends_with_its_limit(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = next(record for record in litgrid.examples() if record.id == name)
    assert record.answer is not None
    whole = level(record.puzzle, record.answer)
    monkeypatch.setattr(limits, "SLICE", 0.0)  # one literal at a time
    monkeypatch.setattr(state, "PIECE", 1)
    assert level(record.puzzle, record.answer) == whole
    with pytest.raises(OutOfTimeError):
        level(record.puzzle, record.answer, limit=Limit(0.0))
