"""Splits: an assumption inside an assumption, whose refutation is a lemma, and what an engine needs to refute one.

After the assumption, one side of a cell fails, again and again, until both sides of one do or a rule breaks: failed
literals, as in D. Le Berre, Exploiting the real power of unit propagation lookahead, 2001.
"""

from __future__ import annotations

from collections.abc import Sequence

from litgrid.explaining.findings import Finding
from litgrid.explaining.shapes.cores import cores
from litgrid.explaining.state import State

TRIES = 4
"""Of so many assumptions that need another one inside, that of the fewest rules is taken."""
ASKED = 500
"""An engine is asked about so many assumptions: of the first ones it often names ten times the rules of the best."""


def split(state: State, wrong: Sequence[int]) -> Finding | None:
    """Return the refutation of a literal by one more assumption at a time inside it, or by what an engine names."""
    refuted = dict[int, list[int]]()
    # What has many consequences is refuted most easily.
    likely = sorted(wrong, key=state.trail.reach, reverse=True)
    for literal in likely:
        rules = _inside(state, literal)
        if rules is not None:
            refuted[literal] = rules
        if len(refuted) == TRIES:
            break
    refuted = refuted or cores(state.book, state.values.reshape(state.shape), likely[:ASKED], state.limit)
    if not refuted:
        return None
    literal, rules = min(refuted.items(), key=lambda found: (len(found[1]), abs(found[0])))
    return Finding((-literal,), tuple(rules), (), "split", None, literal)


def _inside(state: State, literal: int) -> list[int] | None:
    """Return rules that refute a literal: after it, one side of a cell fails, again and again, or both do."""
    trail, base = state.trail, state.trail.base
    trail.assume(literal)
    lemmas: dict[int, tuple[list[int], list[int]]] = {}
    rules: list[int] | None = None
    state.prober.begin_all()
    place = -1
    while True:
        trail.base = trail.end
        place = state.prober.failing(place + 1)
        trail.base = base
        if place < 0:
            break
        side = state.prober.literal(place)
        lemmas[abs(side)] = state.reasons.traced, state.reasons.rested
        if trail.assume(-side):
            rules = _behind(state, trail.clash_found, lemmas)
            break
    trail.drop(base)
    state.limit.check()
    return rules


def _behind(state: State, reason: int, lemmas: dict[int, tuple[list[int], list[int]]]) -> list[int]:
    """Return the rules behind a conflict, and behind the lemmas that it rests on, the nearest first."""
    reasons, trail = state.reasons, state.trail
    found, done, waiting = dict[int, None](), set[int](), [(reason, 0)]

    def open_lemma(variable: int) -> None:
        done.add(variable)
        rules, facts = lemmas[variable]
        found.update(dict.fromkeys(rules))
        for other in map(abs, facts):
            if trail.is_fact(other) or other in done:
                continue
            if other in lemmas:
                open_lemma(other)
            elif (reason := trail.reason_of(other)) >= 0:
                waiting.append((reason, other))

    while waiting:
        used, _ = reasons.why(*waiting.pop(0))
        found.update(dict.fromkeys(used))
        for variable in reasons.resting_on(lemmas):
            if variable not in done:
                open_lemma(variable)
    return list(found)
