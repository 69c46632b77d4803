"""Nothing needless in a step, as far as docs/explaining.md promises it: rules and known cells are left out, one by one.

What is not so yet is here as well: bounds that were measured, and what is expected to fail until it holds.
"""

from __future__ import annotations

import pytest

from tests.explaining.test_contract import ONE_COUNT, every_kind
from tests.explaining.walks import KINDS, Moment, moments


def needless_rules(moment: Moment) -> list[str]:
    """Return the rules without which all that a step decides follows all the same."""
    judge, step = moment.walk.judge, moment.step
    return [
        law.mark
        for law in moment.laws
        if all(judge.force([one for one in moment.laws if one is not law], step.facts, *cell) for cell in step.cells)
    ]


def needless_facts(moment: Moment) -> list[int]:
    """Return the known cells without which all that a step decides follows all the same."""
    judge, step = moment.walk.judge, moment.step
    return [
        fact[0]
        for fact in step.facts
        if all(judge.force(moment.laws, [one for one in step.facts if one != fact], *cell) for cell in step.cells)
    ]


@every_kind
def test_no_rule_is_needless(kind: str) -> None:
    """Exactly so wherever it is promised: everywhere but in chains, and in splits of many rules.

    Numbers that lie near each other overlap so much that two of them together may say what three say one by one.
    """
    unpromised = ("chain", "split", *(("together",) if kind == "mosaic" else ()))
    for moment in moments(kind):
        if moment.step.technique not in unpromised:
            assert not needless_rules(moment), str(moment)


@pytest.mark.parametrize("kind", ONE_COUNT)
def test_no_rule_of_a_chain_can_be_left_out(kind: str) -> None:
    """The others would not lead on: counted one after another, they break no more."""
    for moment in moments(kind):
        if moment.step.technique == "chain":
            ((cell, value), *_) = moment.step.cells
            for law in moment.laws:
                rest = [one for one in moment.laws if one is not law]
                left = moment.walk.judge.propagated(rest, moment.facts | {cell: 1 - value})
                assert left is not None, str(moment)


@every_kind
def test_no_fact_of_a_line_or_a_split_is_needless(kind: str) -> None:
    for moment in moments(kind):
        if moment.step.technique in ("line", "split"):
            assert not needless_facts(moment), str(moment)


def test_few_rules_of_chains_and_splits_are_needless() -> None:
    """A measured bound: deletion along one chain leaves rules that a solver can do without, in one of ten at most."""
    long = [moment for kind in KINDS for moment in moments(kind) if moment.step.technique in ("chain", "split")]
    assert len(long) > 60
    assert sum(bool(needless_rules(moment)) for moment in long) <= len(long) / 10


@pytest.mark.xfail(strict=True, reason="placements, last-one and chains name known cells without need")
def test_no_fact_of_any_step_is_needless() -> None:
    assert not [str(moment) for kind in KINDS for moment in moments(kind) if needless_facts(moment)]


@pytest.mark.xfail(strict=True, reason="rules of chains are minimal for propagation, not for a solver")
def test_no_rule_of_any_step_is_needless() -> None:
    assert not [str(moment) for kind in KINDS for moment in moments(kind) if needless_rules(moment)]
