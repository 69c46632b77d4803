"""What an explanation promises, whatever finds it: asked of every kind, on random boards, against the tests' own rules.

Nothing is taken from litgrid's tables: what the rules that a step names say is in :mod:`tests.laws`, and a plain SAT
solver says what follows from them. The promises are those of docs/explaining.md.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from itertools import pairwise, product

import numpy as np
import pytest

import litgrid
from litgrid.explaining import Step
from tests.explaining.walks import KINDS, Moment, Walk, boards, moments, walks

TRIED = 12
"""All ways to fill so many open cells are tried."""
ONE_COUNT = ("lightup", "binairo", "eightqueens")
"""Kinds whose rules are single counts, or lines that differ: what one forces by counting is all that it forces."""

JOINT = ("windows", "difference")
"""Techniques that the completions of a line, or two clues together, may show as well as an assumption."""

every_kind = pytest.mark.parametrize("kind", KINDS)


@every_kind
def test_the_boards_are_of_all_sorts(kind: str) -> None:
    """Or what follows would hold for want of steps."""
    statuses = Counter(walk.found.status for walk in walks(kind))
    assert statuses.keys() == {"unique", "several", "none"}
    # Two numbers of a small Mosaic say all that a chain does.
    assert {1, 2, 3} - ({3} if kind == "mosaic" else set()) <= {walk.found.level for walk in walks(kind)}
    assert sum(moment.step.cost > 1 for moment in moments(kind)) > 40


# The whole


@every_kind
def test_status_and_end_are_those_of_the_rules(kind: str) -> None:
    """The steps lead to what all answers have in common, neither less nor more."""
    for walk in walks(kind):
        common, found = walk.judge.answer_part, walk.found
        if common is None:
            assert (found.status, found.steps, found.complete, found.level) == ("none", (), False, 0)
            continue
        assert found.status == ("unique" if len(common) == walk.judge.size else "several")
        assert found.complete
        assert found.mistake is None
        decided = dict(cell for step in found.steps for cell in step.cells)
        assert walk.begin | decided == common


@every_kind
def test_nothing_is_said_twice(kind: str) -> None:
    for walk in walks(kind):
        cells = [cell for step in walk.found.steps for cell, _ in step.cells]
        assert len(cells) == len(set(cells))
        assert walk.begin.keys().isdisjoint(cells)
        assert all(step.cells for step in walk.found.steps)


# Each step


@every_kind
def test_each_step_follows_from_its_rules_and_facts_alone(kind: str) -> None:
    for moment in moments(kind):
        judge = moment.walk.judge
        assert judge.possible(moment.laws, moment.step.facts), f"what cannot be forces everything: {moment}"
        for cell, value in moment.step.cells:
            assert judge.force(moment.laws, moment.step.facts, cell, value), str(moment)


@every_kind
def test_each_small_step_follows_by_trying_all(kind: str) -> None:
    """The same without any solver: all ways to fill the open cells of its rules that break none of them."""
    tried = 0
    for moment in moments(kind):
        cells = sorted({cell for law in moment.laws for cell in law.cells} - moment.facts.keys())
        if len(cells) > TRIED or tried >= 150:
            continue
        tried += 1
        board = [0] * moment.walk.judge.size
        for cell, value in moment.step.facts:
            board[cell] = value
        right = []
        for values in product((0, 1), repeat=len(cells)):
            for cell, value in zip(cells, values, strict=True):
                board[cell] = value
            if all(law.holds(board) for law in moment.laws):
                right.append(values)
        assert right
        for cell, value in moment.step.cells:
            assert {values[cells.index(cell)] for values in right} == {value}, str(moment)
    assert tried > 100


@every_kind
def test_facts_are_known_and_about_the_cells_of_the_rules(kind: str) -> None:
    for moment in moments(kind):
        assert moment.facts.items() <= moment.known.items(), str(moment)
        assert len(moment.facts) == len(moment.step.facts)
        assert moment.facts.keys() <= {cell for law in moment.laws for cell in law.cells}, str(moment)


@every_kind
def test_cost_is_how_many_rules_are_named(kind: str) -> None:
    """Of single rules that are told together it is one."""
    for moment in moments(kind):
        assert len(moment.laws) == len({id(law) for law in moment.laws}) > 0
        assert moment.step.cost == (len(moment.laws) if moment.step.cost > 1 else 1)
        assert moment.step.choices >= 1


@every_kind
def test_single_rules_that_are_told_together_are_one_thought(kind: str) -> None:
    """Each alone decides something that no other does, from the same known cells; and all together, what they do."""
    met = 0
    for moment in moments(kind):
        if moment.step.cost == 1 and len(moment.laws) > 1:
            met += 1
            decided = [set(single.some) for single in moment.singles]
            assert set().union(*decided) == set(moment.step.cells), str(moment)
            for number, single in enumerate(moment.singles):
                others = set().union(*decided[:number], *decided[number + 1 :])
                assert not decided[number] <= others, str(moment)
                cell = single.some[0]
                assert moment.facts.keys() <= set(single.laws[0].cells)
                judge = moment.walk.judge
                assert moment.step.facts
                assert judge.force(single.laws, moment.step.facts, *cell)
    assert met > 3


@every_kind
def test_what_falls_by_one_thought_is_one_step(kind: str) -> None:
    """No next step is of the same technique, by one rule, and from the very same known cells."""
    for walk in walks(kind):
        for one, other in pairwise(walk.moments):
            if one.step.cost == other.step.cost == 1 and one.step.facts:
                assert (one.step.technique, one.facts) != (other.step.technique, other.facts), str(other)


# The order of the layers


@every_kind
def test_several_rules_are_taken_only_where_no_single_one_decides(kind: str) -> None:
    """Any rule, to its full strength: all ways to keep it with what is known."""
    for moment in moments(kind):
        if moment.step.cost > 1:
            for law in moment.walk.judge.laws:
                own = {cell: moment.known[cell] for cell in law.cells if cell in moment.known}
                assert not moment.walk.judge.decided([law], own), f"{law.mark} decides; {moment}"


@every_kind
def test_what_an_assumption_refutes_is_refuted_one_rule_at_a_time(kind: str) -> None:
    """A technique, a few rules, a chain: the other value, then what single rules force, until one breaks.

    So it is where the sentence tells it: what is too much at once is told without links.
    """
    told = 0
    for moment in moments(kind):
        judge = moment.walk.judge
        broken = [
            judge.propagated(moment.laws, moment.facts | {cell: 1 - value}) is None for cell, value in moment.step.cells
        ]
        if moment.step.technique == "split":
            assert kind not in ONE_COUNT or not any(broken), str(moment)
        elif moment.step.links("en") or ", then " in moment.step.text():
            told += 1
            assert any(broken), str(moment)
    assert told > 3 or kind == "mosaic"  # two numbers of a small one say it at once


@every_kind
def test_names_without_a_technique_say_how_many_rules(kind: str) -> None:
    for moment in moments(kind):
        step = moment.step
        if not step.named:
            least, most = {"single": (1, 1), "together": (2, 3)}.get(step.technique, (2, 10**6))
            assert step.technique in ("single", "together", "line", "chain", "split")
            assert least <= step.cost <= most, str(moment)
            assert step.technique != "chain" or step.cost > 3


# Levels, by what docs/explaining.md says of them


def level_of(moment: Moment) -> int:
    """Return the level of a step, by the table of the docs."""
    step = moment.step
    if step.cost == 1:
        return 1
    if step.technique == "split" or step.cost > 8:
        return 4
    if step.technique == "line":
        return 3
    return 2 if step.named or step.cost <= 3 else 3


@every_kind
def test_the_level_of_a_step_is_that_of_the_table(kind: str) -> None:
    for moment in moments(kind):
        if moment.step.technique not in JOINT:
            # A chain that was long before what is needless was left out is one that is long to follow.
            assert moment.step.level in {level_of(moment), 4 if moment.step.technique == "chain" else 0}, str(moment)


@every_kind
def test_no_step_is_easier_than_its_technique_can_be(kind: str) -> None:
    """Or orders would be refused that some puzzle meets."""
    for moment in moments(kind):
        if moment.step.named:
            ways = [way for way in moment.walk.puzzle.techniques if way.name == moment.step.technique]
            assert moment.step.level >= min(way.least for way in ways), str(moment)


@every_kind
def test_the_level_is_that_of_the_hardest_step(kind: str) -> None:
    for walk in walks(kind):
        if walk.found.status != "none":
            assert walk.found.level == max((step.level for step in walk.found.steps), default=1)


@every_kind
def test_level_1_is_what_single_rules_decide(kind: str) -> None:
    """Computed anew: each rule to its full strength, one after another, until none says more."""
    for walk in walks(kind):
        if walk.found.status == "unique":
            judge = walk.judge
            left = judge.propagated(judge.laws, walk.begin)
            assert left is not None
            assert (len(left) == judge.size) == (walk.found.level == 1), walk.puzzle.text()


@every_kind
def test_level_3_is_above_what_assumptions_of_three_rules_decide(kind: str) -> None:
    """Where a puzzle is of level 1 or 2 no step takes a chain, and where it is higher some step does."""
    for walk in walks(kind):
        hard = [step for step in walk.found.steps if step.technique in ("chain", "line", "split")]
        assert bool(hard) == (walk.found.level > 2) or any(step.technique in JOINT for step in walk.found.steps)


@every_kind
def test_a_grade_counts_the_steps(kind: str) -> None:
    for walk in walks(kind)[::2]:
        grade, steps = litgrid.grade(walk.puzzle), walk.found.steps
        assert (grade.status, grade.level) == (walk.found.status, walk.found.level)
        assert grade.techniques == Counter(step.technique for step in steps)
        assert grade.excess == sum(len(step.rules) - 1 for step in steps if step.cost > 1)
        assert (grade.hardest is None) == (not steps)


# The same again


def said(steps: tuple[Step, ...]) -> list[object]:
    return [(step.technique, step.cells, step.facts, step.rules, step.text("en"), step.text("fr")) for step in steps]


@every_kind
def test_the_same_puzzle_is_explained_in_the_same_way(kind: str) -> None:
    for walk in walks(kind)[:8]:
        assert said(litgrid.explain(walk.puzzle).steps) == said(walk.found.steps)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "eightqueens"])
def test_another_process_explains_in_the_same_way(kind: str) -> None:
    """With other hashes of words, on which no order may hang."""
    some = [walk for walk in walks(kind) if walk.found.level > 1][:4]
    code = (
        "import json, sys, litgrid\n"
        "for clues, switches in json.load(sys.stdin):\n"
        f"    puzzle = litgrid.kinds.get({kind!r}).from_clues(clues, **switches)\n"
        "    print(json.dumps([step.text() for step in litgrid.explain(puzzle).steps]))"
    )
    asked = [[walk.puzzle.clues, {name: getattr(walk.puzzle, name) for name in walk.puzzle.switches}] for walk in some]
    path = {"PYTHONHASHSEED": "7", "PYTHONPATH": ":".join(sys.path)}
    told = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(asked),
        env=path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    expected = [[step.text() for step in walk.found.steps] for walk in some]
    assert [json.loads(line) for line in told.stdout.splitlines()] == expected


@every_kind
def test_what_is_given_and_what_was_filled_in_are_the_same_to_it(kind: str) -> None:
    rng = np.random.default_rng(5)
    for puzzle, walk in zip(boards(kind)[:12], walks(kind), strict=False):
        if walk.judge.answer_part:
            start = np.full(puzzle.givens.shape, -1, dtype=np.int8)
            for cell, value in walk.judge.answer_part.items():
                if rng.random() < 0.3:
                    start.flat[cell] = value
            half = Walk.of(puzzle, start)
            assert said(half.found.steps) == said(litgrid.explain(puzzle.with_givens(start)).steps)
            assert (
                half.begin.items()
                >= {cell: int(value) for cell, value in enumerate(start.ravel()) if value >= 0}.items()
            )
