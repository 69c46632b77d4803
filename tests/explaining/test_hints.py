"""Half-filled grids: they are gone on from; a mistake is really one; where there is none, none is named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import litgrid
from litgrid.backbone import Forced
from litgrid.core.characters import Grid
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import Shape
from litgrid.core.puzzle import GIVEN, Puzzle
from litgrid.explaining import Mistake, explanation, mistakes
from litgrid.formats.partial import read_partial
from litgrid.formats.record import free_cells
from litgrid.outlook import Answers, outlook
from litgrid.puzzles import kinds
from tests.cli.run import run
from tests.explaining.walks import KINDS, Walk, walks
from tests.judge import Judge
from tests.laws import Known
from tests.processes import PATIENCE

CELL = re.compile(r"[rl]\d+c\d+")

every_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which of the entries that break a rule is wrong may be sought for long: on a busy machine the same is named."""
    monkeypatch.setattr(mistakes, "AT_ONCE", PATIENCE)


def grid_of(puzzle: Puzzle, known: Known) -> Grid:
    """Return a half-filled grid."""
    grid = np.full(puzzle.givens.shape, -1, dtype=np.int8)
    for cell, value in known.items():
        grid.flat[cell] = value
    return grid


@cache
def filled(kind: str) -> tuple[tuple[Walk, Known], ...]:
    """Return boards with entries: some cells of one of the answers, of which none, one or a few are changed."""
    rng = np.random.default_rng(77)
    made = []
    for number, walk in enumerate([walk for walk in walks(kind) if walk.found.status != "none"]):
        judge = walk.judge
        answer = judge.model(judge.laws, rng.integers(0, 2, judge.size).tolist())
        assert answer is not None
        free = [cell for cell in range(judge.size) if cell not in walk.begin]
        chosen = sorted(rng.permutation(free)[: rng.integers(1, len(free) + 1)].tolist()) if free else []
        entries = {cell: answer[cell] for cell in chosen}
        for cell in rng.permutation(chosen)[: number % 3].tolist():
            entries[cell] ^= 1
        made.append((walk, entries))
    return tuple(made)


def right(walk: Walk, entries: Known) -> bool:
    """Whether some answer has all entries."""
    return walk.judge.possible(walk.judge.laws, entries.items())


@every_kind
def test_right_entries_are_gone_on_from(kind: str) -> None:
    seen = 0
    for walk, entries in filled(kind):
        if not right(walk, entries):
            continue
        seen += 1
        half = Walk.of(walk.puzzle, grid_of(walk.puzzle, entries))
        assert half.found.mistake is None
        assert half.found.complete
        decided = dict(cell for step in half.found.steps for cell in step.cells)
        assert entries.keys().isdisjoint(decided)
        common = walk.judge.decided(walk.judge.laws, entries, range(walk.judge.size))
        assert half.begin | decided == common | entries
        for moment in half.moments:
            assert moment.facts.items() <= moment.known.items()
            for cell, value in moment.step.cells:
                assert half.judge.force(moment.laws, moment.step.facts, cell, value), str(moment)
    assert seen > 4


@cache
def wrong(kind: str, seconds: float = PATIENCE) -> tuple[tuple[Walk, Known, Mistake], ...]:
    """Return boards with entries that cannot all stand, and the mistake that is named, within a time if one is seen."""
    made = []
    for walk, entries in filled(kind):
        if right(walk, entries):
            continue
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(mistakes, "AT_ONCE", seconds)
            found = litgrid.explain(walk.puzzle, start=grid_of(walk.puzzle, entries))
        assert (found.status, found.steps) == ("none", ())
        assert found.mistake is not None
        made.append((walk, entries, found.mistake))
    return tuple(made)


@every_kind
def test_the_entry_that_is_named_is_really_wrong(kind: str) -> None:
    """It has another value in every answer; where each entry could stand alone, it does not fit those before it."""
    seen = 0
    for walk, entries, mistake in wrong(kind):
        seen += 1
        judge = walk.judge
        assert entries[mistake.cell] == mistake.value
        alone = [cell for cell, value in entries.items() if not judge.possible(judge.laws, [(cell, value)])]
        if alone:
            assert mistake.cell in alone
        else:
            before = {cell: value for cell, value in entries.items() if cell < mistake.cell}
            assert judge.possible(judge.laws, before.items())
            assert not judge.possible(judge.laws, [*before.items(), (mistake.cell, mistake.value)])
    assert seen > 4


@every_kind
def test_why_it_is_wrong_follows_from_clues_and_right_entries(kind: str) -> None:
    for walk, entries, mistake in wrong(kind):
        step, judge = mistake.step, walk.judge
        assert (mistake.cell, 1 - mistake.value) in step.cells
        mentioned = {cell: value for cell, value in step.facts if cell not in walk.begin}
        assert mentioned.items() <= entries.items()
        assert judge.possible(judge.laws, mentioned.items()), "an entry that is right helps to see one that is not"
        half = Judge(walk.puzzle.with_givens(grid_of(walk.puzzle, mentioned)))
        laws = [half.law(rule) for rule in step.rules]
        assert half.force(laws, step.facts, mistake.cell, 1 - mistake.value)


@every_kind
def test_what_breaks_a_rule_is_named_without_any_time(kind: str) -> None:
    """Entries before it may contradict each other by themselves; what is said of it is against it all the same."""
    seen = 0
    for walk, entries, mistake in wrong(kind, 0):
        if not mistake.broken:
            continue
        seen += 1
        assert entries[mistake.cell] == mistake.value
        assert (mistake.cell, 1 - mistake.value) in mistake.step.cells
        assert all(
            entries[cell] == value and cell < mistake.cell for cell, value in mistake.step.facts if cell in entries
        )
        laws = [walk.judge.law(rule) for rule in mistake.step.rules]
        assert walk.judge.force(laws, mistake.step.facts, mistake.cell, 1 - mistake.value)
    assert seen > 1


@every_kind
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_mistake_is_told_with_its_cell_and_its_reason(kind: str, language: str) -> None:
    for walk, _, mistake in wrong(kind)[:6]:
        row, column = divmod(mistake.cell, walk.puzzle.shape.columns)
        name = f"{'r' if language == 'en' else 'l'}{row + 1}c{column + 1}"
        text, step = mistake.text(language), mistake.step
        said = step.against(mistake.cell, mistake.value, language, sure=mistake.sure)
        assert name in text
        assert text.endswith(said)
        if len(step.cells) == 1:
            assert said.endswith(step.text(language))
        # The entry is named; of what the step decides only that cell is.
        assert len(CELL.findall(said)) == 1 + len(CELL.findall(step.text(language))) - (len(step.cells) - 1)


@every_kind
def test_a_hint_is_the_first_step_and_hints_lead_to_the_end(kind: str) -> None:
    """But it says nothing of cells that are shown as lit; what it rests on may be that these are false."""
    for walk in [walk for walk in walks(kind) if 0 < len(walk.found.steps) < 25][:4]:
        known = dict(walk.begin)
        for step in walk.found.steps:
            found = litgrid.hint(walk.puzzle, grid_of(walk.puzzle, known))
            if not lit(walk, known):
                assert [one.cells for one in found.steps] == [step.cells]
                assert found.steps[0].text() == step.text()
            known.update(step.cells)
        done = litgrid.hint(walk.puzzle, grid_of(walk.puzzle, known))
        assert (done.steps, done.complete, done.mistake) == ((), True, None)


def lit(walk: Walk, known: Known) -> Known:
    """Return the open cells of a Light Up that are lit, by what is entered: these are false."""
    runs = [law.cells for law in walk.judge.laws if walk.puzzle.name == "lightup" and law.kind == "clash"]
    seen = {cell for cells in runs if any(known.get(cell) == 1 for cell in cells) for cell in cells}
    return dict.fromkeys(seen - known.keys(), 0)


def test_hints_alone_never_only_say_that_lit_cells_hold_no_bulb() -> None:
    games = 0
    for walk in [walk for walk in walks("lightup") if walk.found.status == "unique"][:12]:
        games += 1
        known = dict(walk.begin)
        while steps := litgrid.hint(walk.puzzle, grid_of(walk.puzzle, known)).steps:
            (step,) = steps
            shown = lit(walk, known)
            assert shown.keys().isdisjoint(cell for cell, _ in step.cells)
            assert dict(step.facts).items() <= {**known, **shown}.items()
            laws = [walk.judge.law(rule) for rule in step.rules]
            assert all(walk.judge.force(laws, step.facts, *cell) for cell in step.cells)
            known.update(step.cells)
        assert known | lit(walk, known) == walk.judge.answer_part
    assert games > 5


@every_kind
def test_a_hint_names_the_mistake_first(kind: str) -> None:
    for walk, entries, mistake in wrong(kind)[:5]:
        found = litgrid.hint(walk.puzzle, grid_of(walk.puzzle, entries)).mistake
        assert found is not None
        assert (found.cell, found.value, found.text()) == (mistake.cell, mistake.value, mistake.text())


@every_kind
def test_a_puzzle_without_answer_has_no_mistake_in_it(kind: str) -> None:
    for walk in [walk for walk in walks(kind) if walk.found.status == "none"][:3]:
        free = [cell for cell in range(walk.judge.size) if cell not in walk.begin]
        found = litgrid.explain(walk.puzzle, start=grid_of(walk.puzzle, {free[0]: 1}))
        assert (found.status, found.mistake, found.steps) == ("none", None, ())


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "eightqueens"])
def test_the_program_says_the_same_from_a_file(kind: str, tmp_path: Path) -> None:
    """``explain --from`` and ``hint`` in JSON: the same cells, facts and mistakes, counted from 1."""
    mistaken = wrong(kind)[:2]
    going = [(walk, entries, None) for walk, entries in filled(kind) if right(walk, entries)][:2]
    for walk, entries, mistake in [*mistaken, *going]:
        puzzle, columns = walk.puzzle, walk.puzzle.shape.columns
        switches = [] if getattr(puzzle, "unique_lines", True) else ["--no-unique-lines"]
        board, partial = tmp_path / "board.txt", tmp_path / "partial.txt"
        board.write_text(f"{kind}\n{puzzle.text()}\n")
        start = grid_of(puzzle, entries)
        begun = puzzle.with_givens(start)
        partial.write_text("\n".join(begun.clues if kind == "lightup" else begun.rows(begun.givens)) + "\n")
        result = run("explain", "--json", "--from", str(partial), *switches, str(board))
        line = json.loads(result.stdout)
        if mistake is None:
            expected = litgrid.explain(puzzle, start=start)
            places = [[[*divmod(cell, columns), bool(value)] for cell, value in step.cells] for step in expected.steps]
            told = [[[row - 1, column - 1, value] for row, column, value in step["cells"]] for step in line["steps"]]
            assert told == places
            assert [step["text"] for step in line["steps"]] == [step.text() for step in expected.steps]
            continue
        row, column = divmod(mistake.cell, columns)
        assert line["mistake"]["entry"] == [row + 1, column + 1, bool(mistake.value)]
        assert line["steps"] == []
        assert result.exit_code == 1
        hinted = run("hint", *switches, str(board), str(partial))
        assert (hinted.stdout.strip(), hinted.exit_code) == (mistake.text(), 1)


BROKEN: dict[str, tuple[Puzzle, Known, str]] = {
    "two bulbs that see each other": (kinds.get("lightup").empty(Shape(20, 20)), {0: 1, 4: 1}, "bulb at r1c5"),
    "three blacks in a row": (kinds.get("gappy").empty(Shape(40, 40)), {0: 1, 7: 1, 20: 1}, "black at r1c21"),
    "three ones in a row": (kinds.get("binairo").empty(Shape(40, 40)), {0: 1, 1: 1, 2: 1}, "a 1 at r1c3"),
}
"""Large empty boards on which entries break a rule as they stand."""


@pytest.mark.parametrize("timeout", [0, 5])
@pytest.mark.parametrize("name", BROKEN)
def test_what_breaks_a_rule_outright_is_named(name: str, timeout: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no time to find all answers, or none at all: by that rule, and from entries that came before."""
    monkeypatch.setattr(mistakes, "AT_ONCE", 0.1)
    puzzle, entries, said = BROKEN[name]
    found = litgrid.hint(puzzle, grid_of(puzzle, entries), timeout=timeout)
    assert (found.status, found.fault, found.outcome) == ("none", "entry", "no")
    assert found.mistake is not None
    cell = max(entries)
    assert (found.mistake.cell, found.mistake.value) == (cell, 1)
    assert (found.mistake.step.cost, len(found.mistake.step.rules)) == (1, 1)
    assert dict(found.mistake.step.facts).items() <= entries.items()
    assert found.text().startswith(f"The entry of {said if said[:2] == 'a ' or said[:3] == 'bla' else f'a {said}'}")
    assert litgrid.explain(puzzle, start=grid_of(puzzle, entries), timeout=timeout).text() == found.text()


def test_a_broken_rule_is_said_where_the_reason_is_another() -> None:
    """Both bulbs that see each other are wrong: what shows one of them wrong is a number, and no run."""
    puzzle = litgrid.load("lightup\n0..1\n....\n0..0")
    found = litgrid.hint(puzzle, grid_of(puzzle, {1: 1, 2: 1}))
    assert found.mistake is not None
    assert found.mistake.cell in (1, 2)
    if all(rule.kind != "clash" for rule in found.mistake.step.rules):
        assert (
            found.text().startswith("The 0 at r1c1 touches no bulb") or "holds at most one bulb: here" in found.text()
        )


def test_given_cells_may_be_left_out_of_what_is_entered() -> None:
    puzzle = litgrid.loads("binairo\n......\n......\n0.....\n......\n......\n......")
    entries = {18: 0, 24: 0, 10: 1, 11: 1, 21: 1}
    assert litgrid.hint(puzzle, grid_of(puzzle, entries)).text() == (
        litgrid.hint(puzzle, grid_of(puzzle, {**entries, 12: 0})).text()
    )


@pytest.mark.parametrize("kind", kinds.names())
def test_what_contradicts_a_given_cell_is_refused(kind: str) -> None:
    """However it comes: as an array, as the puzzle again, as its rows alone."""
    bare = litgrid.load(kinds.get(kind).examples[0], kind=kind)
    cell = int(np.flatnonzero(free_cells(bare))[0])
    value = int(litgrid.solve(bare).solutions[0].flat[cell])
    start = grid_of(bare, {cell: 1 - value})
    puzzle, wrong = bare.with_givens(grid_of(bare, {cell: value})), bare.with_givens(start)
    texts = [wrong.to_text()]
    if isinstance(wrong.clues, dict) and GIVEN in wrong.clues:
        texts.append("\n".join(wrong.clues[GIVEN]))
    asked: list[Callable[[], object]] = [partial(read_partial, text, puzzle) for text in texts]
    asked += [partial(litgrid.hint, puzzle, start), partial(litgrid.explain, puzzle, start=start)]
    for ask in asked:
        with pytest.raises(InputError, match=r"as in the puzzle|contradicts the puzzle"):
            ask()


def test_what_only_does_not_fit_is_not_said_to_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the answer is not found in time, an entry before it may be the one that is wrong."""
    monkeypatch.setattr(mistakes, "AT_ONCE", 0.0)
    puzzle = litgrid.load("lightup\n0..1\n....\n0..0")
    for language, certain in (("en", "cannot stand"), ("fr", "Il y a une erreur")):
        found = litgrid.hint(puzzle, grid_of(puzzle, {1: 1, 2: 1}))
        assert found.mistake is not None
        assert not found.mistake.sure
        assert certain not in found.text(language)


@pytest.mark.parametrize(("grids", "fault"), [(1, "entry"), (0, "unknown")])
def test_that_an_entry_was_not_found_in_time_is_said(grids: int, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never that the puzzle has no answer, unless that is known."""
    walk, entries, _ = wrong("lightup")[0]
    answer = grid_of(walk.puzzle, walk.judge.answer_part or {})
    monkeypatch.setattr(mistakes, "outlook", lambda *_: ("unknown", [answer] * grids))
    monkeypatch.setattr(mistakes, "violations", lambda *_: [])
    for found in (
        litgrid.hint(walk.puzzle, grid_of(walk.puzzle, entries)),
        litgrid.explain(walk.puzzle, start=grid_of(walk.puzzle, entries)),
    ):
        assert (found.status, found.mistake, found.fault) == ("none", None, fault)
        assert found.text().endswith("was not found in time.")
        assert "The puzzle has no answer" not in found.text()
        assert found.record()["fault"] == fault


@every_kind
def test_a_part_of_what_answers_have_in_common_names_an_entry(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was known of them when the time was over is used."""
    rng = np.random.default_rng(5)

    def partly(puzzle: Puzzle, **_: object) -> Forced:
        found = litgrid.forced(puzzle)
        known = np.where(rng.random(found.grid.shape) < 0.5, found.grid, np.int8(-1))
        return replace(found, status="unknown", grid=known)

    def several(*asked: Any) -> tuple[Answers, list[Grid]]:
        status, answers = outlook(*asked)
        return "several" if status == "unique" else status, answers

    monkeypatch.setattr(mistakes, "forced", partly)
    monkeypatch.setattr(mistakes, "outlook", several)
    sure = 0
    for walk, entries, _ in wrong(kind):
        mistake = litgrid.explain(walk.puzzle, start=grid_of(walk.puzzle, entries)).mistake
        assert mistake is not None
        if mistake.sure:
            sure += 1
            assert not walk.judge.possible(walk.judge.laws, [(mistake.cell, mistake.value)])
    assert sure > 2


@every_kind
def test_a_check_names_the_entry_too(kind: str) -> None:
    seen = 0
    for walk, entries, mistake in wrong(kind):
        found = litgrid.check(walk.puzzle, grid_of(walk.puzzle, entries), complete=True)
        assert found.completable is False
        if found.status == "unfinished":
            seen += 1
            assert found.mistake is not None
            assert (found.mistake.cell, found.fault) == (mistake.cell, "entry")
            assert found.text().endswith(mistake.text())
            assert found.record()["mistake"]["text"] == mistake.text()
    assert seen or kind in ("mosaic", "eightqueens", "starbattle")


@every_kind
def test_a_start_that_is_no_such_grid_is_refused(kind: str) -> None:
    puzzle = walks(kind)[0].puzzle
    for start in (np.zeros((1, 2), dtype=np.int8), np.full(puzzle.givens.shape, 2, dtype=np.int8)):
        with pytest.raises(LitgridError, match="expected a grid "):
            litgrid.hint(puzzle, start)


@every_kind
def test_no_time_is_said_and_nothing_is_made_up(kind: str) -> None:
    walk, entries = filled(kind)[0]
    for found in (
        litgrid.explain(walk.puzzle, timeout=0),
        litgrid.hint(walk.puzzle, grid_of(walk.puzzle, entries), timeout=0),
    ):
        assert (found.status, found.steps, found.complete, found.mistake, found.level) == (
            "unknown",
            (),
            False,
            None,
            0,
        )


def test_that_there_are_several_answers_is_known_though_not_in_time_what_follows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(puzzle: Puzzle, **_: object) -> Forced:
        return replace(litgrid.forced(puzzle), status="unknown")

    monkeypatch.setattr(explanation, "forced", late)
    puzzle = litgrid.load("lightup\n...\n...\n...")
    for found in (litgrid.explain(puzzle), litgrid.hint(puzzle), litgrid.grade(puzzle)):
        assert (found.status, found.complete, found.outcome) == ("several", False, "no")
        assert "everal answers" in found.text()
        assert "plusieurs solutions" in found.text("fr").lower()
        assert found.record()["level"] is None


def test_only_a_puzzle_with_one_answer_has_a_level_in_json() -> None:
    levels = {"lightup\n.1.\n...\n#.2": 1, "lightup\n#": 1, "lightup\n4.\n..": None, "lightup\n.1.\n...\n#..": None}
    for text, level in levels.items():
        puzzle = litgrid.load(text)
        assert [found.record()["level"] for found in (litgrid.explain(puzzle), litgrid.grade(puzzle))] == [level] * 2
        assert litgrid.explain(puzzle, timeout=0).record()["level"] is None
