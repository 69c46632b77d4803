"""Assumptions that rules refute, one after another: techniques and few rules, which are seen at sight, and chains."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from litgrid.explaining.findings import FEW, Finding, Refuted, ordered
from litgrid.explaining.state import EVER, State


def ranked(state: State, refuted: Sequence[Refuted], *, at_sight: bool) -> list[Refuted]:
    """Return those of what was tried that take the fewest rules; ``at_sight`` what is a technique, or takes few."""
    book = state.book
    most = max(min((one.cost for one in refuted), default=0), book.most if at_sight else 0)
    unnamed = len(book.techniques)
    return [one for one in refuted if one.cost <= most and (not at_sight or one.cost <= FEW or one.technique < unnamed)]


def light(state: State, wrong: Sequence[int], most: int) -> list[Refuted]:
    """Return the assumptions that chains of no more rules refute, also where these are hard to find.

    What follows from less must not be missed where more is known, or levels would hang on the order of steps.
    """
    found = []
    for literal in wrong:
        state.limit.check()
        if cost := state.reasons.light(literal, EVER, most):
            found.append(Refuted(cost, 0, abs(literal), literal, tuple(state.reasons.traced)))
    return found


def shown(
    state: State,
    found: Sequence[Refuted],
    about: Collection[int],
    deepest: int = EVER,
    other: Finding | None = None,
) -> Finding | None:
    """Return the refutation by the fewest rules; of equals the one that is the first technique.

    With few rules, also of others that the same rules refute, if ``about`` some cells, of these. ``other`` where this
    takes no more.
    """
    if not found:
        return other
    cost, technique, _, literal, rules = min(found)
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
    also = list[int]()
    if joint or len(used) <= FEW:
        also = [one for one in state.wrong_of(book.cells(*used)) if not about or abs(one) - 1 in about]
    if joint:
        also = state.refute(used, also)
    elif also:
        mode = state.trail.allow(used)
        also = [one for one in also if reasons.cost(one, deepest, mode) == len(used)]
    decided = ordered({-literal, *(-one for one in also)})
    return Finding(decided, tuple(used), ordered(likely), "refuted", named, literal, tuple(links), len(found))
