"""The next step of a puzzle: the cheapest that there is now.

Of all shapes (:mod:`litgrid.explaining.shapes`) one that takes the fewest rules, which are then shrunk until none is
needless (deletion, as J. Marques-Silva and I. Lynce, SAT 2011, the farthest first). What may be assumed is the opposite
of what the answer says, as nothing else can be refuted; that is all that the answer is used for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter

from litgrid.explaining.findings import FEW, LONG_CHAIN, Finding, Refuted, ordered
from litgrid.explaining.shapes.confined import Confinement, confined
from litgrid.explaining.shapes.cores import fewest
from litgrid.explaining.shapes.coupling import Coupled
from litgrid.explaining.shapes.lines import Lines
from litgrid.explaining.shapes.refuting import light, ranked, shown
from litgrid.explaining.shapes.singles import singles
from litgrid.explaining.shapes.splits import split
from litgrid.explaining.state import EVER, State

NEAR = 2
"""How far consequences are drawn for a technique that people see at a glance."""
GUESSED = 12
"""Which of more rules are needless is asked of an engine."""


class Reasoner:
    """What follows next from what a state knows, which is what was taken."""

    def __init__(self, state: State) -> None:
        self.state, self._hardest = state, False

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.state)

    @cached_property
    def _coupled(self) -> Coupled:
        return Coupled(self.state, self._lines)

    @cached_property
    def _ways(self) -> list[tuple[int, Confinement]]:
        book, techniques = self.state.book, enumerate(self.state.book.techniques)
        return [(n, Confinement(book, way, self.state.off)) for n, way in techniques if way.confined]

    def take(self, finding: Finding) -> None:
        """Know what was found."""
        self.state.trail.take(finding.literals)

    def steps(self, *, lean: bool = True) -> Iterator[Finding]:
        """Yield step after step, see :meth:`next`; each is known once the following one is asked for."""
        while (finding := self.next(lean=lean)) is not None:
            yield finding
            self.take(finding)

    def next(self, about: Collection[int] = (), *, lean: bool = True) -> Finding | None:
        """Return the cheapest step; ``None`` where nothing is left to be decided.

        ``about``: only steps that decide one of these cells. ``lean``: without known cells that are needless, which
        takes long and changes neither costs nor names.
        """
        # Where entries contradict each other, one rule may force what another one refutes.
        against = self.state.wrong() if about else []
        for single in singles(self.state, None if about else 1, about):
            if not about or (not single.cells.isdisjoint(about) and set(against).isdisjoint(single.literals)):
                return self.lean(single) if lean else single  # it is of one rule, told together or not
        every = self.state.wrong()
        wrong = [literal for literal in every if not about or abs(literal) - 1 in about]
        if not wrong:
            return None
        found = self._at_sight(wrong, about)
        refuted = [] if found is not None else self.state.refuted(wrong, EVER, self.state.book.most)
        found = found or shown(self.state, ranked(self.state, refuted, at_sight=True), about)
        if found is None:
            chain = shown(self.state, ranked(self.state, refuted, at_sight=False), about)
            found = _least(self._lines.find(wrong, every), chain)
            if found is not None and found.cost > LONG_CHAIN and not self._hardest:
                # It takes time, and once there was a long chain the level does not hang on shorter ones.
                lighter = shown(self.state, light(self.state, wrong, LONG_CHAIN), about)
                found, self._hardest = lighter or found, not (lighter or about)
        found = found or split(self.state, wrong)
        return found and self.lean(found, facts=lean)

    def lean(self, finding: Finding, *, facts: bool = True) -> Finding:
        """Return a finding without what is needless: rules, and then, where it is asked for, facts."""
        state, refuted = self.state, [-literal for literal in finding.literals]
        followed = max(finding.followed, finding.cost)
        rules, cells = list(finding.rules), state.book.cells(*finding.rules)
        known, guessed = state.facts(cells, finding.facts), len(rules) <= GUESSED
        if guessed:
            variables = [cell + 1 for cell in cells]
            rules, known = state.lean.needed(refuted, rules, known, variables, finding.way != "confined", facts)
        if not guessed or state.lean.unsure:
            rules, known = fewest(state.book, refuted, rules, known, state.limit, facts)
        if not facts:
            # With fewer rules it may have another name, which may hang on the facts that are left; not so a split.
            if finding.way != "split" and len(rules) < finding.cost:
                return self.lean(finding)
            return finding._replace(rules=tuple(rules), followed=followed)
        links, technique = finding.links, finding.technique
        if finding.way == "refuted":
            # What is left may be too much at once, but not lead on one after another.
            literal = refuted[0] if finding.assumed is None else finding.assumed
            rules, told = state.lean.leading(literal, rules, known)
            links = self._leading(rules[0], told, [*known, literal])
        if len(rules) < finding.cost and finding.way != "split":
            technique = state.book.named(tuple(rules), -refuted[0], joint=not links)
        return finding._replace(
            rules=tuple(rules), facts=ordered(known), technique=technique, links=links, followed=followed
        )

    def _leading(self, broken: int, links: Sequence[tuple[int, int]], known: list[int]) -> tuple[tuple[int, int], ...]:
        """Return the links that lead to what breaks, without any that nothing after it rests on, from the end back."""
        if not links:
            return ()
        cell = self.state.book.cells(broken)[0] + 1
        wanted = self._needs(broken, (cell, -cell), [*known, *(literal for _, literal in links)])
        kept = list[tuple[int, int]]()
        end = len(links)
        for rule, follows in reversed([(rule, [*those]) for rule, those in groupby(links, key=itemgetter(0))]):
            end -= len(follows)
            leading = [link for link in follows if link[1] in wanted]
            if leading:
                before = [*known, *(literal for _, literal in links[:end])]
                wanted |= self._needs(rule, [-literal for _, literal in leading], before)
                kept[:0] = leading
        return tuple(kept)

    def _needs(self, rule: int, refuted: Sequence[int], known: Sequence[int]) -> set[int]:
        """Return of what is known as much as a rule needs to refute literals."""
        variables = {cell + 1: None for cell in self.state.book.cells(rule)}
        near = [literal for literal in known if abs(literal) in variables]
        return set(self.state.lean.needed(refuted, [rule], near, [*variables], False, True)[1])

    def deciding(self, cell: int, most: int | None = None) -> Finding | None:
        """Return what decides a cell by one rule, or at a glance nearby.

        ``most``: by any technique, by the completions of a line, or by a chain of no more rules.
        """
        state, wrong = self.state, [literal for literal in self.state.wrong() if abs(literal) - 1 == cell]
        found = next((one for one in singles(state, None, [cell]) if cell in one.cells), None)
        if most is None:
            found = found or shown(state, self._seen(wrong, NEAR), [cell], NEAR)
        else:
            found = found or self._at_sight(wrong, [cell])
        if most:
            chain = shown(state, light(state, wrong, most), [cell])
            found = found or _least(self._lines.find(wrong, state.wrong()), chain)
        return found and self.lean(found)

    def _seen(self, wrong: Sequence[int], deepest: int) -> list[Refuted]:
        refuted = self.state.refuted(wrong, deepest, self.state.book.most)
        return ranked(self.state, refuted, at_sight=True)

    def _at_sight(self, wrong: Sequence[int], about: Collection[int]) -> Finding | None:
        found = shown(self.state, self._seen(wrong, NEAR), about, NEAR)
        if found is None or found.cost > 2:  # nothing else takes fewer
            found = self._together(about, found)
        if found is None or found.technique is None or found.cost > 2:
            found = _least(found, confined(self.state, self._ways, wrong))
        if found is None or found.cost > FEW:
            found = self._together(about, found, three=True)
        return found

    def _together(self, about: Collection[int], other: Finding | None, *, three: bool = False) -> Finding | None:
        told = self._coupled.ranked(three=three)
        if about:
            told = [one for one in told if one.variable - 1 in about]
        return shown(self.state, told, about, other=other)

    # Levels, without the steps

    def close(self, few: int, deepest: int = NEAR, *, hard: bool = False) -> bool:
        """Decide all that ``few`` rules do at a time, by default nearby; return whether that is all cells.

        ``hard``: what they refute is sought hard.
        """
        state = self.state
        state.prober.begin(state.wrong())
        state.in_slices(lambda steps: state.prober.close(deepest, few, hard, steps))
        return state.known == state.size

    def take_at_sight(self) -> bool:
        """Take all techniques of more than few rules that are seen at a glance; return whether there were any.

        Requires that :meth:`close` with few rules decides nothing.
        """
        state, wrong = self.state, self.state.wrong()
        techniques = state.book.techniques
        more = [technique for technique in techniques if technique.most > FEW or technique.confined]
        found = []
        if more:
            # What breaks by rules about the cell itself breaks at once.
            deepest = 1 if all(technique.direct for technique in more) else NEAR
            found = [one for one in self._seen(wrong, deepest) if one.technique < len(techniques)]
        return self._take(found) or self._take_together() or self._take(self._seen(wrong, EVER))

    def hopeless(self) -> bool:
        """Return whether chains and lines, by however many rules, leave something open: a split is needed."""
        state, base = self.state, self.state.known
        self._lines  # noqa: B018 - the kernels are told of the lines
        while True:
            state.prober.begin(state.wrong())
            state.in_slices(state.prober.exhaust)
            if state.known == state.size or not self._take_together():
                break
        end = state.known
        state.trail.back(base)
        return end < state.size

    def chained(self) -> bool:
        """Return whether what is of the level of chains decides all; nothing is taken."""
        state, base = self.state, self.state.known
        while not (done := self.close(LONG_CHAIN, EVER, hard=True)):
            wrong = state.wrong()
            finding = self._lines.find(wrong, wrong)
            if finding is not None and finding.cost <= LONG_CHAIN:
                self.take(finding)
            elif not self._take_together():
                break
        state.trail.back(base)
        return done

    def _take_together(self) -> bool:
        """Take what no chain finds: two clues, room that is taken, or three clues."""
        if self._take(self._coupled.ranked()):
            return True
        finding = confined(self.state, self._ways, self.state.wrong())
        if finding is not None:
            self.take(finding)
        return finding is not None or self._take(self._coupled.ranked(three=True))

    def _take(self, found: Sequence[Refuted]) -> bool:
        self.state.trail.take([-one.literal for one in found])
        return bool(found)


def _least(*found: Finding | None) -> Finding | None:
    """Return the first of those that take the fewest rules; of these rather one that has a name."""
    return min(filter(None, found), key=lambda one: (one.cost, one.technique is None), default=None)
