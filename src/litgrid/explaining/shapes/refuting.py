"""Assumptions that rules refute, one after another: techniques and few rules, which are seen at sight, and chains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from litgrid.explaining.findings import FEW, Finding, ordered
from litgrid.explaining.state import EVER, State


class Refuted(NamedTuple):
    """A refuted assumption: how many rules, the number of the technique, the literal, the rules if they are few."""

    cost: int
    technique: int
    literal: int
    rules: tuple[int, ...]


def ranked(state: State, refuted: Sequence[tuple[int, int, tuple[int, ...]]], *, at_sight: bool) -> list[Refuted]:
    """Return those of what was tried that take the fewest rules; ``at_sight`` what is a technique, or takes few."""
    book, found = state.book, []
    most = max(min((cost for cost, _, _ in refuted), default=0), book.most if at_sight else 0)
    for cost, literal, used in refuted:
        if cost <= most:
            technique = book.named(used, -literal) if used else None
            if technique is not None or cost <= FEW or not at_sight:
                number = len(book.techniques) if technique is None else technique
                found.append(Refuted(cost, number, literal, used))
    return found


def light(state: State, wrong: Sequence[int], most: int) -> list[Refuted]:
    """Return the assumptions that chains of no more rules refute, also where these are hard to find.

    What follows from less must not be missed where more is known, or levels would hang on the order of steps.
    """
    found = []
    for literal in wrong:
        state.limit.check()
        if cost := state.reasons.light(literal, EVER, most):
            found.append(Refuted(cost, 0, literal, tuple(state.reasons.traced)))
    return found


def shown(
    state: State, found: Sequence[Refuted], wrong: Sequence[int], deepest: int = EVER, other: Finding | None = None
) -> Finding | None:
    """Return the refutation by the fewest rules; of equals the one that is the first technique.

    With few rules, also of others that the same rules refute. ``other`` where this takes no more.
    """
    if not found:
        return other
    cost, technique, literal, rules = min(found, key=lambda one: (one.cost, one.technique, abs(one.literal)))
    if other is not None and (other.cost, other.technique or 0) <= (cost, technique):
        return other
    reasons, book = state.reasons, state.book
    if not rules:
        reasons.least(literal, deepest, EVER)
        rules = tuple(reasons.traced)
    used, links = reasons.leading(literal, rules)
    likely = reasons.rested
    named = book.named(tuple(used), -literal, joint=not links and len(used) > 1)
    joint = not links or (named is not None and book.techniques[named].between is not None)
    also = []
    if joint:
        also = state.refute(used, wrong)
    elif len(used) <= FEW:
        mode, near = state.trail.allow(used), set(state.cells(used))
        also = [one for one in wrong if abs(one) - 1 in near and reasons.cost(one, deepest, mode) == len(used)]
    decided = ordered({-literal, *(-one for one in also)})
    return Finding(decided, tuple(used), ordered(likely), "refuted", named, literal, tuple(links), len(found))
