"""The next step of a puzzle: the cheapest that there is now.

Layers, cheapest first: what one rule forces; an assumption that a few rules refute nearby; the completions of one line;
an assumption that a chain of rules refutes; an assumption that takes another one inside to refute; what an engine
needs of all rules to refute an assumption. Each step's rules are then shrunk until none is needless (deletion,
as J. Marques-Silva and I. Lynce, SAT 2011, the farthest first). What may be assumed is the opposite of what the answer
says, as nothing else can be refuted; that is all that the answer is used for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain
from operator import itemgetter

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.core.technique import Technique
from litgrid.explaining.board import EVER, Board
from litgrid.explaining.confined import Confinement
from litgrid.explaining.cores import fewest
from litgrid.explaining.coupling import couples
from litgrid.explaining.findings import Finding, together
from litgrid.explaining.groups import Group, line_groups
from litgrid.explaining.laws import Book
from litgrid.explaining.naming import Names
from litgrid.explaining.rulesets import RuleSets
from litgrid.explaining.steps import LONG_CHAIN
from litgrid.kernel.couples import Couples

NEAR = 2
"""How far consequences are drawn for a technique that people see at a glance."""
FEW = 3
"""No more rules than this are seen at a glance."""
MOST = 6
"""No named technique takes more rules."""
GUESSED = 12
"""Which of more rules are needless is asked of an engine."""
PIECE = 200
"""So many literals are assumed, one after another, before a first look at the clock."""


Tried = tuple[int, int, list[int]]
"""A refuted assumption: how many rules, the literal, and the rules if they are few."""
Ranked = tuple[int, int, int, list[int]]
"""A refuted assumption: the number of the technique, how many rules, the literal, and the rules if they are few."""


class Reasoner:
    """What is known of a board, and what follows next.

    Parameters
    ----------
    book
        The rules.
    known
        int8, shaped as the board: what is known beforehand; -1 for the rest.
    answer
        The cells that are to be decided: 1 or 0; -1 for those that stay open.
    techniques
        What has a name; of steps of equal cost that of the first technique is preferred.
    limit
        The time for it.
    off
        Of each rule that counts, whether it is switched off; ``None`` where all hold.

    Attributes
    ----------
    size
        how many cells there are
    """

    def __init__(
        self,
        book: Book,
        known: Grid,
        answer: Grid,
        techniques: Sequence[Technique],
        limit: Limit,
        off: BoolArray | None = None,
    ) -> None:
        self.book, self._techniques, self._off = book, techniques, off
        self.board = Board(book, known, limit, off)
        self._names = Names(book, techniques)
        self._sets = RuleSets(self.board, self._names, known.shape)
        self.size, self._shape = known.size, known.shape
        self._hardest = False
        self._most = max((technique.most for technique in techniques), default=FEW)
        wanted = answer.ravel().astype(np.int64)
        self._refutable = (np.arange(1, known.size + 1) * (1 - 2 * wanted))[wanted >= 0]

    @cached_property
    def _groups(self) -> list[Group]:
        groups = line_groups(self.book, self._off)
        pieces = zip(*groups, strict=True) if groups else ((), (), ())
        variables, *others = (
            (
                np.array([*chain.from_iterable(lists)], dtype=np.int64),
                np.array([*accumulate(map(len, lists), initial=0)]),
            )
            for lists in pieces
        )
        self.board.prober.inside(variables[0] + 1, variables[1], *chain.from_iterable(others))
        return groups

    @property
    def known(self) -> int:
        """How many cells are known."""
        return self.board.trail.base

    @property
    def grid(self) -> Grid:
        """What is known, shaped as the board."""
        return self.board.values.reshape(self._shape)

    def take(self, finding: Finding) -> None:
        """Know what was found."""
        self.board.trail.take(finding.literals)

    def wrong(self) -> list[int]:
        """Return the literals that the answer refutes, of cells that are not decided yet."""
        found: list[int] = self._refutable[self.board.values[np.abs(self._refutable) - 1] == -1].tolist()
        return found

    # The layers

    def next(self, about: Collection[int] = (), *, lean: bool = True) -> Finding | None:
        """Return the cheapest step; ``None`` where nothing is left to be decided.

        ``about``: only steps that decide one of these cells. ``lean``: without what is needless, which takes long.
        """
        for single in self.singles(None if about else 1, about):
            if not about or any(abs(literal) - 1 in about for literal in single.literals):
                return self.lean(single) if lean else single
        wrong = [literal for literal in self.wrong() if not about or abs(literal) - 1 in about]
        if not wrong:
            return None
        found = self._at_sight(wrong)
        tried = [] if found is not None else self._tried(wrong, EVER, at_sight=True)
        found = found or self._fewest(tried, wrong, EVER, at_sight=True)
        if found is None:
            line = self._sets.lines(self._groups, wrong, self.wrong())
            others = (line, self._fewest(tried, wrong, EVER, at_sight=False))
            found = min(filter(None, others), key=lambda other: other.cost, default=None)
            if found is not None and found.cost > LONG_CHAIN and not self._hardest:
                # It takes time, and once there was a long chain the level does not hang on shorter ones.
                lighter = self._lighter(wrong)
                found, self._hardest = lighter or found, not (lighter or about)
        found = found or self._sets.split(wrong) or self._sets.asked(wrong)
        return self.lean(found) if found is not None and lean else found

    def lean(self, finding: Finding) -> Finding:
        """Return a finding without what is needless: rules, and then facts."""
        refuted = [-literal for literal in finding.literals]
        rules, facts = list(finding.rules), self.board.facts_of(finding.rules, finding.facts)
        guessed = len(rules) <= GUESSED
        if guessed:
            rules, facts = self.board.needed(refuted, rules, facts, thin=finding.way != "confined")
        if not guessed or self.board.lean.unsure:
            rules, facts = fewest(self.book, refuted, rules, facts, self.board.limit)
        links, technique = finding.links, finding.technique
        if finding.way == "refuted":
            # What is left may be too much at once, but not lead on one after another.
            literal = refuted[0] if finding.assumed is None else finding.assumed
            rules, told = self.board.lean.links(literal, rules, facts)
            links = tuple(told)
        if len(rules) < finding.cost:
            technique = self._names.named(rules, -refuted[0], joint=not links)
        return finding._replace(
            rules=tuple(rules), facts=_ordered(facts), technique=technique, links=links, followed=finding.cost
        )

    def _links(self, literal: int, rules: Sequence[int]) -> tuple[list[int], list[tuple[int, int]]]:
        """Return rules in the order in which they lead on from a literal, and what follows; none if not to an end."""
        reasons = self.board.reasons
        if reasons.cost(literal, EVER, self.board.trail.allow(rules)) == len(rules):
            return reasons.traced, reasons.links()
        return list(rules), []

    def at_a_glance(self, cell: int) -> Finding | None:
        """Return what decides a cell by one rule, or by a technique or few rules nearby."""
        wrong = [literal for literal in self.wrong() if abs(literal) - 1 == cell]
        decide = (
            one for one in self.singles(None, [cell]) if any(abs(literal) - 1 == cell for literal in one.literals)
        )
        return next(decide, None) or (self._refuted(wrong, NEAR, at_sight=True) if wrong else None)

    def take_at_sight(self) -> bool:
        """Take all techniques of more than few rules that are seen at a glance; return whether there were any.

        Requires that :meth:`close` with few rules decides nothing.
        """
        more = [technique for technique in self._techniques if technique.most > FEW or technique.confined]
        found: list[int] = []
        if more:
            # What breaks by rules about the cell itself breaks at once.
            deepest = 1 if all(technique.direct for technique in more) else NEAR
            ranked = self._ranked(self._tried(self.wrong(), deepest, at_sight=True), at_sight=True)
            found = [literal for number, _, literal, _ in ranked if number < len(self._techniques)]
        found = found or [literal for _, _, literal, _ in self._told_of_couples()]
        if not found and self._take_confined():
            return True
        if not found:
            tried = self._tried(self.wrong(), EVER, at_sight=True)
            found = [literal for _, _, literal, _ in self._ranked(tried, at_sight=True)]
        self.board.trail.take([-literal for literal in found])
        return bool(found)

    def hopeless(self) -> bool:
        """Return whether chains and lines, by however many rules, leave something open: a split is needed."""
        base, wrong = self.known, self.wrong()
        self._groups  # noqa: B018 - the kernels are told of the lines
        while True:
            self.board.prober.begin(wrong)
            self._in_slices(self.board.prober.exhaust)
            if self.known == self.size or not (self._take_confined() or self._take_coupled()):
                break
        end = self.known
        self.board.trail.back(base)
        return end < self.size

    def _in_slices(self, go_on: Callable[[int], bool]) -> None:
        """Go on until it is done, looking at the time every so many steps."""
        for steps in self.board.limit.slices(PIECE):
            if go_on(steps):
                return

    def chained(self) -> bool:
        """Return whether what is of the level of chains decides all; nothing is taken."""
        base = self.known
        while (end := self.close(LONG_CHAIN, EVER, hard=True)) < self.size:
            wrong = self.wrong()
            finding = self._sets.lines(self._groups, wrong, wrong)
            if finding is not None and finding.cost <= LONG_CHAIN:
                self.take(finding)
            elif not (self._take_confined() or self._take_coupled()):
                break
        self.board.trail.back(base)
        return end == self.size

    def _take_coupled(self) -> bool:
        found = self._told_of_couples()
        self.board.trail.take([-literal for _, _, literal, _ in found])
        return bool(found)

    def _take_confined(self) -> bool:
        finding = self._confined(self.wrong())
        if finding is not None:
            self.take(finding)
        return finding is not None

    def _at_sight(self, wrong: list[int], deepest: int = NEAR) -> Finding | None:
        found = self._refuted(wrong, deepest, at_sight=True)
        if found is None or found.cost > 2:  # nothing else takes fewer
            found = self._coupled(wrong, found)
        if found is None or found.technique is None:
            found = min(filter(None, (self._confined(wrong), found)), key=lambda one: one.cost, default=None)
        return found

    # Two clues

    @cached_property
    def _couples(self) -> Couples:
        return couples(self.book, self._techniques, self.board.trail, self._refutable, MOST, self._off)

    def _told_of_couples(self) -> list[Ranked]:
        """Return what two clues refute, and what they are called, if that is seen at a glance."""
        trail, reasons = self.board.trail, self.board.reasons
        self._in_slices(self._couples.sweep)
        ranked = []
        for cost, literal, rules in self._couples.found():
            # The rule that breaks first comes first, where they lead on one after another.
            leading = reasons.cost(literal, EVER, trail.allow(rules)) == cost
            used = reasons.traced if leading else rules
            if not leading and cost >= FEW and any(set(rules).issubset(line) for _, line, _ in self._groups):
                continue  # this is a completion of a line
            number = self._names.named(used, -literal, joint=not leading)
            if number is not None or len(used) <= FEW:
                ranked.append((len(self._techniques) if number is None else number, len(used), literal, used))
        return ranked

    def _coupled(self, wrong: Sequence[int], other: Finding | None) -> Finding | None:
        """Return what two clues refute where that takes fewer rules than another finding, else this."""
        left = set(wrong)
        ranked = [found for found in self._told_of_couples() if found[2] in left]
        if not ranked:
            return other
        number, cost, literal, used = min(ranked, key=lambda found: (found[1], found[0], abs(found[2])))
        if other is not None and (other.cost, other.technique or 0) <= (cost, number):
            return other
        return self._shown(literal, EVER, wrong, used)._replace(choices=len(ranked))

    def close(self, few: int, deepest: int = NEAR, *, hard: bool = False) -> int:
        """Decide all that ``few`` rules do at a time, by default nearby; return how many cells are known then.

        ``hard``: what they refute is sought hard.
        """
        self.board.prober.begin(self.wrong())
        self._in_slices(lambda steps: self.board.prober.close(deepest, few, hard, steps))
        return self.known

    def singles(self, most: int | None = None, about: Collection[int] = ()) -> list[Finding]:
        """Return what single rules force now, the ones preferred first, ``most`` at most.

        Those of one thought are one, but not where only rules ``about`` some cells are wanted.
        """
        trail = self.board.trail
        reasons, opened = trail.tight_rules()
        if about:
            reasons = {rule: why for rule, why in reasons.items() if not set(self.book.cells(rule)).isdisjoint(about)}
        left = [rule for _, rule in sorted([(self._names.rank(rule, opened[rule]), rule) for rule in reasons])]
        found = list[Finding]()
        while left and len(found) != most:
            alone = self._single(reasons[left[0]], left[0])
            others = [] if about else self._beside(alone, left[1:], reasons)
            found.append(together([alone, *others]))
            told = {rule for single in (alone, *others) for rule in single.rules}
            left = [rule for rule in left if rule not in told]
        choices = len(found) + len(left)
        return [single._replace(choices=choices) if choices > 1 else single for single in found]

    def _beside(self, alone: Finding, rules: Sequence[int], reasons: dict[int, list[int]]) -> list[Finding]:
        """Return what other single rules force of the same thought, from the same known cells."""
        cells, bits, counting = sum(1 << abs(fact) - 1 for fact in alone.facts), self.book.bits, len(self.book.bits)
        near = [rule for rule in rules if cells and (rule >= counting or not cells & ~bits[rule])]
        singles = (self._single(reasons[rule], rule) for rule in near)
        thought = self._names.thought(alone.technique)
        return [one for one in singles if one.facts == alone.facts and self._names.thought(one.technique) == thought]

    def _single(self, reasons: list[int], rule: int) -> Finding:
        trail, base = self.board.trail, self.known
        trail.apply(reasons, trail.allow([rule]))
        literals, facts = trail.literals(base), set[int]()
        for variable in map(abs, literals):
            facts.update(self.board.reasons.why(trail.reason_of(variable), variable)[1])
        trail.drop(base)
        technique = self._names.named([rule], literals[0], len(literals))
        return Finding(_ordered(literals), (rule,), _ordered(facts), "single", technique)

    def _refuted(self, wrong: list[int], deepest: int, *, at_sight: bool) -> Finding | None:
        """Return the assumption that the fewest rules refute; of equals the one that is the first technique.

        ``at_sight``: only what is a technique, the first ones first, or takes few rules.
        """
        return self._fewest(self._tried(wrong, deepest, at_sight=at_sight), wrong, deepest, at_sight=at_sight)

    def _fewest(self, tried: list[Tried], wrong: list[int], deepest: int, *, at_sight: bool) -> Finding | None:
        ranked = self._ranked(tried, at_sight=at_sight)
        if not ranked:
            return None
        _, _, literal, _ = min(ranked, key=lambda found: (found[1], found[0], abs(found[2])))
        return self._shown(literal, deepest, wrong)._replace(choices=len(ranked))

    def _tried(self, wrong: list[int], deepest: int, *, at_sight: bool) -> list[Tried]:
        """Return how many rules refute each literal, exactly where these are no more than matters."""
        reasons, least, tried = self.board.reasons, 0, []
        most = self._most if at_sight else 0
        # Those that few rules refute come first: what is no better is given up early.
        costs = [(reasons.cost(literal, deepest), literal) for literal in self._watched(wrong)]
        for cost, literal in sorted((found for found in costs if found[0] > 0), key=itemgetter(0)):
            cost = reasons.least(literal, deepest, max(least, most) if least else cost)
            # Where single rules force something elsewhere, they may break it and yet be no part of what is traced.
            if cost > 0:
                least = min(cost, least or cost)
                tried.append((cost, literal, reasons.traced if cost <= MOST else []))
        return tried

    def _ranked(self, tried: list[Tried], *, at_sight: bool) -> list[Ranked]:
        least, ranked = min((cost for cost, _, _ in tried), default=0), []
        most = max(least, self._most if at_sight else 0)
        for cost, literal, used in tried:
            if cost > most:
                continue
            technique = self._names.named(used, -literal) if used else None
            number = len(self._techniques) if technique is None else technique
            if number < len(self._techniques) or cost <= FEW or not at_sight:
                ranked.append((number, cost, literal, used))
        return ranked

    def _watched(self, literals: Iterable[int]) -> Iterator[int]:
        for literal in literals:
            self.board.limit.check()
            yield literal

    def _lighter(self, wrong: Sequence[int]) -> Finding | None:
        """Return the assumption that the fewest rules refute, if it is no long chain, where these are hard to find.

        What follows from less must not be missed where more is known, or levels would hang on the order of steps.
        """
        reasons = self.board.reasons
        found = [
            (cost, literal, reasons.traced)
            for literal in self._watched(wrong)
            if (cost := reasons.light(literal, EVER, LONG_CHAIN))
        ]
        if not found:
            return None
        _, literal, used = min(found, key=itemgetter(0))
        return self._shown(literal, EVER, wrong, used)._replace(choices=len(found))

    def _shown(self, literal: int, deepest: int, wrong: Sequence[int], among: Sequence[int] | None = None) -> Finding:
        """Return the refutation of a literal; with few rules, also of others that the same rules refute.

        ``among``: by these rules, of which none is needless.
        """
        trail, reasons = self.board.trail, self.board.reasons
        if among is None:
            reasons.least(literal, deepest, EVER)
            among = reasons.traced
        used, links = self._links(literal, among)
        likely, decided = reasons.rested, [-literal]
        named = self._names.named(used, -literal, joint=not links and len(used) > 1)
        joint = not links or (named is not None and self._techniques[named].between is not None)
        if joint or len(used) <= FEW:
            mode, cells = trail.allow(used), self.board.open_cells(used)
            near = {cell for rule in used for cell in self.book.cells(rule)}
            for other in wrong:
                if other == literal or abs(other) - 1 not in near:
                    continue
                if joint:
                    follows = self.board.prober.impossible(other, cells, mode)
                else:
                    follows = reasons.cost(other, deepest, mode) == len(used)
                if follows:
                    decided.append(-other)
        return Finding(_ordered(decided), tuple(used), _ordered(likely), "refuted", named, literal, tuple(links))

    # Counting twice

    @cached_property
    def _confinable(self) -> list[tuple[int, Confinement]]:
        """The techniques in which rules are confined to others, and the rules that may be."""
        return [
            (number, Confinement.of(self.book, technique, self._off))
            for number, technique in enumerate(self._techniques)
            if technique.confined
        ]

    def _confined(self, wrong: Sequence[int]) -> Finding | None:
        """Return what follows as some rules need all the room that others have, the fewest of them."""
        refutable = set(wrong)
        for technique, confinement in self._confinable:
            found = confinement.find(self.board.values.tolist(), refutable)
            if found is not None:
                inside, room, decided, facts = found
                return Finding(decided, inside + room, facts, "confined", technique, inside=len(inside))
        return None


def _ordered(literals: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(literals, key=abs))
