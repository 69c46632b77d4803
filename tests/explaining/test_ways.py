"""Why a cell has its value: the reason is sound, the way to it ends in it, and no step of it is needless."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import litgrid
from litgrid.core.errors import LitgridError
from litgrid.explaining import Explanation, Step
from tests.cli.run import run
from tests.explaining.test_hints import every_kind, grid_of
from tests.explaining.test_lean import needless_facts, needless_rules
from tests.explaining.walks import KINDS, Moment, Walk, walks
from tests.judge import Judge
from tests.laws import Known


@dataclass(frozen=True)
class Asked:
    """A cell that was asked about, what was known then, and the answer."""

    walk: Walk
    known: Known
    cell: int
    found: Explanation

    @property
    def judge(self) -> Judge:
        return self.walk.judge

    @property
    def name(self) -> str:
        return self.walk.puzzle.shape.name(self.cell)

    def __str__(self) -> str:
        return f"{self.name} of\n{self.walk.puzzle.text()}\nwhere {self.known}\n{self.found}"


@cache
def asked(kind: str) -> tuple[Asked, ...]:
    """Return answers about open cells, on boards of a kind, from some steps on, or where about half is filled in."""
    rng = np.random.default_rng(9)
    made = []
    for turn, walk in enumerate([walk for walk in walks(kind) if walk.found.steps][:20]):
        number = int(rng.integers(0, max(len(walk.found.steps) - 1, 1)))
        told = [cell for step in walk.found.steps[: None if turn % 2 else number] for cell in step.cells]
        known = walk.begin | dict(cell for cell in told if not turn % 2 or rng.random() < 0.4)
        opened = [cell for cell in range(walk.judge.size) if cell not in known]
        for cell in rng.permutation(opened)[:5].tolist():
            found = litgrid.explain(walk.puzzle, start=grid_of(walk.puzzle, known), why=walk.puzzle.shape.name(cell))
            made.append(Asked(walk, known, cell, found))
    return tuple(made)


def before(one: Asked) -> Iterator[tuple[Step, Known]]:
    """Yield the steps, with what is known before each."""
    known = dict(one.known)
    for step in one.found.steps:
        yield step, known
        known = known | dict(step.cells)


@every_kind
def test_the_way_ends_in_the_cell_or_it_differs_between_answers(kind: str) -> None:
    ways = 0
    for one in asked(kind):
        common = one.judge.decided(one.judge.laws, one.known, [one.cell])
        assert bool(common) == bool(one.found.steps), str(one)
        assert one.found.complete
        if common:
            assert (one.cell, common[one.cell]) in one.found.steps[-1].cells
            assert all(one.cell not in dict(step.cells) for step in one.found.steps[:-1])
            assert one.found.outcome == "yes"
        else:
            assert one.found.outcome == "no"
            assert one.found.text() == f"{one.name} does not follow: answers differ there."
        ways += len(one.found.steps) > 1
    assert ways > 2


@every_kind
def test_each_step_of_a_way_follows_from_its_rules_and_facts_alone(kind: str) -> None:
    for one in asked(kind):
        for step, known in before(one):
            assert dict(step.facts).items() <= known.items(), str(one)
            laws = [one.judge.law(rule) for rule in step.rules]
            assert one.judge.possible(laws, step.facts)
            assert all(one.judge.force(laws, step.facts, *cell) for cell in step.cells), str(one)


@every_kind
def test_no_rule_and_no_fact_of_a_way_is_needless(kind: str) -> None:
    for one in asked(kind):
        for step, known in before(one):
            laws = tuple(one.judge.law(rule) for rule in step.rules)
            moment = Moment(one.walk, 0, step, laws, known)
            assert not needless_facts(moment), str(one)
            assert not needless_rules(moment), str(one)


@every_kind
def test_no_step_of_a_way_is_needless(kind: str) -> None:
    """Without any one, the rules of the others, one step after another, do not lead to the cell."""
    for one in asked(kind):
        for out in one.found.steps[:-1]:
            known, decided = dict(one.known), dict[int, int]()
            for step in one.found.steps:
                if step is not out:
                    laws = [one.judge.law(rule) for rule in step.rules]
                    decided = {
                        cell: value for cell, value in step.cells if one.judge.force(laws, known.items(), cell, value)
                    }
                    known |= decided
            assert one.cell not in decided, f"needless: {out.text()}\n{one}"


@every_kind
def test_what_one_rule_says_now_is_said_now(kind: str) -> None:
    """A way is told only where no rule decides the cell by itself; and it is no harder than explaining up to there."""
    for one in asked(kind):
        single = False
        for law in one.judge.laws:
            own = {cell: one.known[cell] for cell in law.cells if cell in one.known}
            single |= one.cell in law.cells and bool(one.judge.decided([law], own, [one.cell]))
        if single:
            assert [step.cost for step in one.found.steps] == [1], str(one)
        if len(one.found.steps) > 1:
            assert one.found.text().startswith(f"{one.name} does not follow yet; this comes first.")
        if one.found.steps:
            explained = litgrid.explain(one.walk.puzzle, start=grid_of(one.walk.puzzle, one.known)).steps
            place = next(place for place, step in enumerate(explained, 1) if one.cell in dict(step.cells))
            assert one.found.level <= max(2, *(step.level for step in explained[:place])), str(one)


@every_kind
def test_a_hint_about_a_cell_is_the_same(kind: str) -> None:
    """But that what is shown as lit is known to it."""
    for one in asked(kind)[::3]:
        found = litgrid.hint(one.walk.puzzle, grid_of(one.walk.puzzle, one.known), cell=divided(one))
        assert bool(found.steps) == bool(one.found.steps)
        if kind != "lightup":
            assert [step.text() for step in found.steps] == [step.text() for step in one.found.steps]
        for step in found.steps:
            assert all(sentence in found.text() for sentence in step.sentences())
        assert len(found.stages()) == (3 if found.steps else 0)


def divided(one: Asked) -> tuple[int, int]:
    row, column = divmod(one.cell, one.walk.puzzle.shape.columns)
    return row + 1, column + 1


@every_kind
def test_what_is_filled_in_there_does_not_count(kind: str) -> None:
    for one in [one for one in asked(kind) if one.found.steps][:4]:
        for value in (0, 1):
            start = grid_of(one.walk.puzzle, one.known | {one.cell: value})
            again = litgrid.explain(one.walk.puzzle, start=start, why=one.name)
            assert [step.text() for step in again.steps] == [step.text() for step in one.found.steps]
            assert start.flat[one.cell] == value, "what was handed in stays"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "eightqueens"])
def test_the_program_says_the_same(kind: str, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    walk = next(walk for walk in walks(kind) if len(walk.found.steps) > 4)
    cell = walk.found.steps[-1].cells[0][0]
    name = walk.puzzle.shape.name(cell)
    board.write_text(f"{kind}\n{walk.puzzle.text()}\n")
    switches = [] if getattr(walk.puzzle, "unique_lines", True) else ["--no-unique-lines"]
    expected = litgrid.explain(walk.puzzle, why=name)
    result = run("explain", "--why", name, *switches, str(board), "--json")
    line = json.loads(result.stdout)
    assert result.exit_code == 0
    assert [step["text"] for step in line["steps"]] == [step.text() for step in expected.steps]
    result = run("hint", "--cell", name.upper(), *switches, str(board), "--json")
    hinted = litgrid.hint(walk.puzzle, cell=name)
    assert [step["text"] for step in json.loads(result.stdout)["steps"]] == [step.text() for step in hinted.steps]
    said = run("hint", "--cell", name, *switches, str(board)).stdout.splitlines()
    assert said == hinted.text().splitlines()


def test_a_cell_that_is_none_is_refused() -> None:
    puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    for said, expected in (
        ("r1c2", "to be filled in, got r1c2"),
        ("r3c1", "to be filled in"),
        ("r4c1", "which is 3 x 3, got r4c1"),
        ("a1", "expected a cell as r3c5, got"),
        ((0, 1), "expected a cell as r3c5"),
        ((1, True), "expected a cell as r3c5"),
    ):
        with pytest.raises(LitgridError, match=expected):
            litgrid.hint(puzzle, cell=said)
        with pytest.raises(LitgridError, match=expected):
            litgrid.explain(puzzle, why=said)


def test_a_cell_as_numpy_finds_it() -> None:
    puzzle = litgrid.load("lightup\n.1.\n...\n#.2")
    place = np.argwhere(litgrid.solve(puzzle).solution == 1)[0] + 1
    assert litgrid.explain(puzzle, why=place).cell == litgrid.explain(puzzle, why=tuple(place)).cell == 0


def test_no_time_is_said() -> None:
    found = litgrid.explain(litgrid.load("lightup\n.1.\n...\n#.2"), why="r1c1", timeout=0)
    assert (found.steps, found.outcome, found.text()) == ((), "unknown", "The time ran out.")
