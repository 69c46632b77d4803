"""Nothing needless in a step: rules and known cells are left out, one by one."""

from __future__ import annotations

from tests.explaining.test_contract import every_kind
from tests.explaining.walks import Moment, moments


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
def test_no_rule_of_any_step_is_needless(kind: str) -> None:
    assert not [str(moment) for moment in moments(kind) if needless_rules(moment)]


@every_kind
def test_no_fact_of_any_step_is_needless(kind: str) -> None:
    assert not [str(moment) for moment in moments(kind) if needless_facts(moment)]
