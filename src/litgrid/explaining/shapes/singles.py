"""What single rules force now."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from litgrid.explaining.findings import Finding, ordered, without
from litgrid.explaining.state import State


def singles(state: State, most: int | None = None, about: Collection[int] = ()) -> list[Finding]:
    """Return what single rules force now, the ones preferred first, ``most`` at most.

    Those of one thought are one, but not where only rules ``about`` some cells are wanted.
    """
    tight, found, told = state.tight, list[Finding](), set[int]()
    tight.renew()
    for _, rule in tight.order:
        if len(found) == most:
            break
        if rule in told or (about and set(state.book.cells(rule)).isdisjoint(about)):
            continue
        alone = _single(state, rule)
        others = [] if about else _beside(state, alone, told)
        found.append(together([alone, *others]))
        told.update(rule for single in (alone, *others) for rule in single.rules)
    choices = len(found) + (len(tight.order) - len(told) if most else 0)
    return [single._replace(choices=choices) if choices > 1 else single for single in found]


def _single(state: State, rule: int) -> Finding:
    trail, base = state.trail, state.known
    trail.apply(state.tight.reasons[rule], trail.allow([rule]))
    literals, facts = trail.literals(base), set[int]()
    for variable in map(abs, literals):
        facts.update(state.reasons.why(trail.reason_of(variable), variable)[1])
    trail.drop(base)
    technique = state.book.named((rule,), literals[0], len(literals))
    return Finding(ordered(literals), (rule,), ordered(facts), "single", technique)


def _beside(state: State, alone: Finding, told: set[int]) -> list[Finding]:
    """Return what other single rules force of the same thought, from the same known cells."""
    if not alone.facts:
        return []
    book, tight = state.book, state.tight
    held = [book.holding(abs(fact) - 1) for fact in alone.facts]
    near = tight.ranks.keys() & (held[0].intersection(*held[1:]) | tight.apart) - told - {*alone.rules}
    others = (_single(state, rule) for rule in sorted(near, key=tight.ranks.__getitem__))
    thought = book.thought(alone.technique)
    return [one for one in others if one.facts == alone.facts and book.thought(one.technique) == thought]


def together(found: Sequence[Finding]) -> Finding:
    """Return single steps that rest on the same facts as one, without those that decide nothing more.

    >>> one, other = (Finding(cells, (rule,), (1,), "single") for rule, cells in enumerate([(2, 3), (2, 3, 4)]))
    >>> together([one, other, one]).rules, together([one, other]).literals
    ((1,), (2, 3, 4))
    """
    if len(found) == 1:
        return found[0]
    every = {literal for single in found for literal in single.literals}
    numbers = range(len(found))
    needed = without(numbers, lambda left: every == {literal for number in left for literal in found[number].literals})
    rules = tuple(rule for number in needed for rule in found[number].rules)
    return found[needed[0]]._replace(literals=ordered(every), rules=rules)
