"""The next step of a puzzle: the cheapest that there is now.

Layers, cheapest first: what one rule forces; an assumption that a few rules refute nearby; the completions of one line;
an assumption that a chain of rules refutes; an assumption that takes another one inside to refute; what an engine
needs of all rules to refute an assumption. Each step's rules are then shrunk until none is needless (deletion,
as J. Marques-Silva and I. Lynce, SAT 2011, the farthest first). What may be assumed is the opposite of what the answer
says, as nothing else can be refuted; that is all that the answer is used for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import Any

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.core.technique import Technique
from litgrid.explaining import kernels
from litgrid.explaining.board import EVER, GUESSES, Board, Say, silent
from litgrid.explaining.confined import Confinement
from litgrid.explaining.findings import Finding
from litgrid.explaining.groups import Group, line_groups
from litgrid.explaining.laws import Book
from litgrid.explaining.naming import Names
from litgrid.explaining.probing import Lines
from litgrid.explaining.rulesets import RuleSets
from litgrid.explaining.steps import LONG_CHAIN

NEAR = 2
"""How far consequences are drawn for a technique that people see at a glance."""
FEW = 3
"""No more rules than this are seen at a glance."""
MOST = 6
"""No named technique takes more rules."""
PIECE = 200
"""So many literals are assumed, one after another, before a first look at the clock."""


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
    use_compiled
        Whether the kernels are compiled; ``None`` where the work decides.
    say
        Called with a sentence before the kernels are compiled, which takes long, once on a machine.
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
        use_compiled: bool | None = None,
        say: Say = silent,
        off: BoolArray | None = None,
    ) -> None:
        self.book, self._techniques, self._off = book, techniques, off
        self.board = Board(book, known, limit, use_compiled, say, off)
        self._names = Names(book, techniques)
        self._sets = RuleSets(self.board, self._names, known.shape)
        self.size = known.size
        self._begun = known, answer
        self._glances: list[tuple[int, list[int]]] = []
        wanted = answer.ravel().astype(np.int64)
        self._refuted_codes = (2 * np.arange(known.size) + wanted)[wanted >= 0]

    @cached_property
    def _groups(self) -> list[Group]:
        return line_groups(self.book, self._off)

    @cached_property
    def _listed(self) -> Lines:
        """The lines, as lists."""
        pieces = zip(*self._groups, strict=True) if self._groups else ((), (), ())
        return Lines(
            *(
                list(numbers)
                for lists in pieces
                for numbers in (chain.from_iterable(lists), accumulate(map(len, lists), initial=0))
            )
        )

    @cached_property
    def _arrays(self) -> Lines:
        return Lines(*(np.array(numbers, dtype=np.int64) for numbers in self._listed))

    def _inside(self) -> Lines:
        """Return the lines as the kernels read them now."""
        return self._listed if isinstance(self.board.state.value, list) else self._arrays

    @property
    def plain(self) -> bool:
        """Whether what few rules refute is always nearby, so that beyond it only chains are left.

        A count forces something once: where each rule is one count, and there are no lines, a conflict takes as many
        rules as it is far.
        """
        return self.book.single and not self._groups

    @property
    def known(self) -> int:
        """How many cells are known."""
        return self.board.base

    def take(self, finding: Finding) -> None:
        """Know what was found."""
        self.board.take(finding.codes)

    def wrong(self) -> list[int]:
        """Return the literals that the answer refutes, of cells that are not decided yet."""
        codes = self._refuted_codes
        found: list[int] = codes[np.asarray(self.board.state.value)[codes >> 1] == -1].tolist()
        return found

    # The layers

    def next(self, about: Collection[int] = (), *, hard: bool = True, lean: bool = True) -> Finding | None:
        """Return the cheapest step; ``None`` where nothing is left to be decided.

        ``about``: only steps that decide one of these cells. ``hard``: what few rules refute is sought hard, where
        that matters. ``lean``: whether the facts of lines and splits are wanted, which takes long.
        """
        for single in self.singles(None if about else 1):
            if not about or any(code >> 1 in about for code in single.codes):
                return single
        wrong = [code for code in self.wrong() if not about or code >> 1 in about]
        if not wrong:
            return None
        found = self._at_sight(wrong)
        if found is None and hard and not self.plain:
            found = self._lighter(wrong, NEAR, FEW) or self._hidden(wrong) or self._recalled(wrong)
        if found is None:
            line = self._sets.lines(self._groups, self._inside, wrong, self.wrong())
            others = (line, self._refuted(wrong, EVER, at_sight=False))
            found = min(filter(None, others), key=lambda other: other.cost, default=None)
            if found is not None and found.cost > LONG_CHAIN:
                found = self._lighter(wrong, EVER, LONG_CHAIN) or found
        found = found or self._sets.split(wrong) or self._sets.asked(wrong)
        return self._sets.lean(found) if found is not None and lean and found.way in ("line", "split") else found

    def take_at_sight(self) -> bool:
        """Take all techniques of more than few rules that are seen at a glance; return whether there were any.

        Requires that :meth:`close` with few rules decides nothing.
        """
        more = [technique for technique in self._techniques if technique.most > FEW or technique.confined]
        if not more:
            return False
        wrong = self.wrong()
        # What breaks by rules about the cell itself breaks at once.
        deepest = 1 if all(technique.direct for technique in more) else NEAR
        ranked = self._ranked(wrong, deepest, at_sight=True)
        found = [(code, used) for number, _, code, used in ranked if number < len(self._techniques)]
        if not found:
            if self._take_confined():
                return True
            found = [(code, used) for _, _, code, used in self._ranked_hidden(wrong)]
        self._glances += found
        self.board.take([code ^ 1 for code, _ in found])
        return bool(found)

    def hopeless(self) -> bool:
        """Return whether chains and lines, by however many rules, leave something open: a split is needed."""
        board, base = self.board, self.board.base
        codes = board.numbers(self.wrong())
        ends, chosen = board.room(self.size + 2), board.room(self.size + 2)
        while True:
            end, turn, steps = -1, board.room(3), board.limit.slices(PIECE)
            while end < 0:
                end = board.kernels.exhaust(
                    board.laws, board.state, codes, self._inside(), GUESSES, ends, chosen, turn, next(steps)
                )
            if end == self.size or not self._take_confined():
                break
        board.back(base)
        return bool(end < self.size)

    def chained(self) -> bool:
        """Return whether what is of the level of chains decides all; nothing is taken."""
        base = self.board.base
        while (end := self.close(LONG_CHAIN, EVER, hard=True)) < self.size:
            wrong = self.wrong()
            finding = self._sets.lines(self._groups, self._inside, wrong, wrong)
            if finding is not None and finding.cost <= LONG_CHAIN:
                self.take(finding)
            elif not self._take_confined():
                break
        self.board.back(base)
        return end == self.size

    def _take_confined(self) -> bool:
        """Take what is confined; return whether there was any."""
        finding = self._confined(self.wrong())
        if finding is not None:
            self.take(finding)
        return finding is not None

    def _at_sight(self, wrong: list[int], deepest: int = NEAR) -> Finding | None:
        found = self._refuted(wrong, deepest, at_sight=True)
        if found is None or found.technique is None:
            found = self._confined(wrong) or found
        return found

    def close(self, few: int, deepest: int = NEAR, *, hard: bool = False) -> int:
        """Decide all that ``few`` rules do at a time, by default nearby; return how many cells are known then.

        ``hard``: what they refute is sought hard, where that matters.
        """
        wrong = self.wrong()
        self.board.pause()
        found = self.board.room(len(self.board.laws.rule) + self.book.lines**2)
        codes, kept, harder = self.board.numbers(wrong), self._kept, int(hard and (few > FEW or not self.plain))
        known, turn, steps = -1, self.board.room(4), self.board.limit.slices(PIECE)
        while known < 0:
            known = self.board.kernels.close(
                self.board.laws, self.board.state, codes, deepest, few, harder, found, kept, turn, next(steps)
            )
        return int(known)

    def _pieces(self, number: int) -> Iterator[slice]:
        """Yield pieces of so many literals, between which the time is looked at."""
        last, slices = 0, self.board.limit.slices(PIECE)
        while last < number:
            first, last = last, min(last + next(slices), number)
            yield slice(first, last)

    def singles(self, most: int | None = None) -> list[Finding]:
        """Return what single rules force now, the ones preferred first, ``most`` at most."""
        laws = self.board.laws
        room = self.board.room(len(laws.rule) + self.book.lines**2)
        number = self.board.kernels.tight(laws, self.board.state, room)
        rules: dict[int, int] = {}
        for reason in map(int, room[:number]):
            rule = int(kernels.rule_of(laws, reason))
            counted = reason < len(laws.rule)
            opened = int(kernels.opened(laws, self.board.state, reason)) if counted else 1
            rules[rule] = rules.get(rule, 0) + opened
        ranked = sorted((self._names.rank(rule, opened), rule) for rule, opened in rules.items())
        return [replace(self._single(room, number, int(rule)), choices=len(ranked)) for _, rule in ranked[:most]]

    def _single(self, room: Any, number: int, rule: int) -> Finding:
        state = self.board.state
        base = self.board.base
        end = self.board.kernels.apply(self.board.laws, state, room, number, rule, self.board.allow([rule]))
        codes = [int(code) for code in state.trail[base:end]]
        facts: set[int] = set()
        for code in codes:
            _, leaned = self.board.kernels.trace(self.board.laws, state, state.reason[code >> 1], code >> 1)
            facts.update(map(int, state.facts[:leaned]))
        self.board.kernels.undo(self.board.laws, state, base, end, end)
        technique = self._names.named([rule], codes[0], len(codes))
        return Finding(tuple(sorted(codes)), (rule,), tuple(sorted(facts)), "single", technique)

    def _refuted(self, wrong: list[int], deepest: int, *, at_sight: bool) -> Finding | None:
        """Return the assumption that the fewest rules refute; of equals the one that is the first technique.

        ``at_sight``: only what is a technique, the first ones first, or takes few rules.
        """
        ranked = self._ranked(wrong, deepest, at_sight=at_sight)
        if not ranked:
            return None
        _, _, code, _ = min(ranked, key=lambda found: found[:3] if at_sight else (found[1], found[0], found[2]))
        return replace(self._shown(code, deepest, wrong), choices=len(ranked))

    def _ranked(self, wrong: list[int], deepest: int, *, at_sight: bool) -> list[Ranked]:
        """Return assumptions that few rules refute."""
        kernels, laws, state = self.board.kernels, self.board.laws, self.board.state
        numbers, costs = self.board.numbers(wrong), self.board.room(len(wrong))
        for piece in self._pieces(len(wrong)):
            some = costs[piece]
            kernels.survey(laws, state, numbers[piece], deepest, some)
            costs[piece] = some  # a piece of a list is a copy
        # Those that few rules refute come first: what is no better is given up early.
        codes = [code for cost, code in sorted(zip(map(int, costs), wrong, strict=True)) if cost > 0]
        costs = self.board.numbers(sorted(int(cost) for cost in costs if cost > 0))
        numbers, room, kept = self.board.numbers(codes), self.board.room(len(codes) * MOST), self._kept
        most = max((technique.most for technique in self._techniques), default=FEW) if at_sight else 0
        least = 0
        for piece in self._pieces(len(codes)):
            places = slice(piece.start * MOST, piece.stop * MOST)
            some, rules = costs[piece], room[places]
            least = int(kernels.fewest(laws, state, numbers[piece], deepest, most, some, rules, kept, least))
            costs[piece], room[places] = some, rules
        self.board.pause()
        ranked = []
        for place, code in enumerate(codes):
            cost = int(costs[place])
            if cost > most and cost > least:
                continue
            used = [int(rule) for rule in room[place * MOST : place * MOST + cost]] if cost <= MOST else []
            technique = self._names.named(used, code ^ 1) if used else None
            number = len(self._techniques) if technique is None else technique
            if number < len(self._techniques) or cost <= FEW or not at_sight:
                ranked.append((number, cost, code, used))
        return ranked

    def _lighter(self, wrong: Sequence[int], deepest: int, most: int) -> Finding | None:
        """Return the assumption that the fewest rules refute, ``most`` at most, where these are not easily found.

        What follows from less must not be missed where more is known, or levels would hang on the order of steps.
        """
        self.board.pause()
        codes, costs = self.board.numbers(wrong), self.board.room(len(wrong))
        room, kept = self.board.room(len(wrong) * most), self._kept
        for piece in self._pieces(len(wrong)):
            places = slice(piece.start * most, piece.stop * most)
            some, rules = costs[piece], room[places]
            self.board.kernels.lighter(
                self.board.laws, self.board.state, codes[piece], deepest, most, some, rules, kept
            )
            costs[piece], room[places] = some, rules
        found = [(int(cost), place) for place, cost in enumerate(costs) if cost > 0]
        if not found:
            return None
        cost, place = min(found)
        used = [int(rule) for rule in room[place * most : place * most + cost]]
        return replace(self._shown(wrong[place], deepest, wrong, used), choices=len(found))

    @cached_property
    def _of_kinds(self) -> list[list[int]]:
        """The rules of the kinds of each technique that more than few rules may be."""
        named = [technique for technique in self._techniques if technique.most > FEW and not technique.confined]
        wanted = dict.fromkeys(frozenset(technique.kinds) for technique in named)
        tables = [*zip(self.book.system.tables, pairwise(self.book.first.tolist()), strict=True)]
        return [[rule for table, ends in tables if table.kind in kinds for rule in range(*ends)] for kinds in wanted]

    def _ranked_hidden(self, wrong: Sequence[int]) -> list[Ranked]:
        """Return assumptions that a technique refutes beside which others are nearer, which have no name.

        The rules are looked for among those of the technique's kinds alone.
        """
        if self.plain:
            return []
        self.board.pause()
        board, ranked = self.board, []
        codes, costs, room = board.numbers(wrong), board.room(len(wrong)), board.room(len(wrong) * MOST)
        for rules in map(board.numbers, self._of_kinds):
            board.kernels.within(board.laws, board.state, codes, NEAR, MOST, rules, costs, room, self._kept)
            for place, (code, cost) in enumerate(zip(wrong, map(int, costs), strict=True)):
                if cost == 0:
                    continue
                used = [int(rule) for rule in room[place * MOST : place * MOST + cost]]
                number = self._names.named(used, code ^ 1)
                if number is not None:
                    ranked.append((number, cost, code, used))
        return ranked

    def _hidden(self, wrong: Sequence[int]) -> Finding | None:
        """Return the first technique that :meth:`_ranked_hidden` finds."""
        ranked = self._ranked_hidden(wrong)
        if not ranked:
            return None
        _, _, code, used = min(ranked)
        return replace(self._shown(code, NEAR, wrong, used), choices=len(ranked))

    @cached_property
    def _before(self) -> list[tuple[int, list[int]]]:
        """What techniques refute where all that is easily found is taken at once, from the beginning."""
        other = Reasoner(self.book, *self._begun, self._techniques, self.board.limit, off=self._off)
        while other.close(FEW) < other.size and other.take_at_sight():
            pass
        return other._glances

    def _recalled(self, wrong: Sequence[int]) -> Finding | None:
        """Return a technique that was there when less was known, and that what is known now hides."""
        board, left = self.board, set(wrong)
        for code, rules in self._before:
            if code in left and board.kernels.breaks(board.laws, board.state, code, NEAR, board.allow(rules)):
                found = self._shown(code, NEAR, wrong, rules)
                if found.technique is not None or found.cost <= FEW:
                    return found
        return None

    @property
    def _kept(self) -> Any:
        """Room for the rules of two refutations, and for those that both need."""
        return self.board.room(3 * self.size + 4)

    def _shown(self, code: int, deepest: int, wrong: Sequence[int], among: Sequence[int] | None = None) -> Finding:
        """Return the refutation of a literal; with few rules, also of others that the same rules refute.

        ``among``: by these rules, of which none is needless.
        """
        state = self.board.state
        mode = kernels.FREE if among is None else self.board.allow(among)
        rules, facts = self.board.kernels.assume(self.board.laws, state, code, deepest, mode)
        if among is None and rules > 2:
            rules, facts = self.board.kernels.shrink(self.board.laws, state, code, deepest, rules, rules, self._kept)
        used = tuple(int(rule) for rule in state.rules[:rules])
        leaned = {int(fact) for fact in state.facts[:facts]}
        stamp, base = state.numbers[0], self.board.base
        links: list[tuple[int, int]] = []
        place = base + 1
        while place < len(state.trail) and len(links) < self.size:
            other = int(state.trail[place])
            cell = other >> 1
            if state.seen[cell] == stamp and state.place[cell] == place:
                links.append((int(kernels.rule_of(self.board.laws, state.reason[cell])), other))
            place += 1
        decided = [code ^ 1]
        if rules <= FEW:
            mode = self.board.allow(used)
            near = {cell for rule in used for cell in self.book.cells(rule)}
            for other in wrong:
                if other != code and other >> 1 in near:
                    fewer, facts = self.board.kernels.assume(self.board.laws, state, other, deepest, mode)
                    if fewer == rules:
                        decided.append(other ^ 1)
                        leaned.update(int(fact) for fact in state.facts[:facts])
        named = self._names.named(used, code ^ 1)
        return Finding(tuple(sorted(decided)), used, tuple(sorted(leaned)), "refuted", named, code, tuple(links))

    # Counting twice

    @cached_property
    def _confinable(self) -> list[tuple[int, Confinement]]:
        """The techniques in which rules are confined to others, and the rules that may be."""
        return [
            (number, Confinement.of(self.book, technique.kinds[0], technique.most, self._off))
            for number, technique in enumerate(self._techniques)
            if technique.confined
        ]

    def _confined(self, wrong: Sequence[int]) -> Finding | None:
        """Return what follows as some rules need all the room that others have, the fewest of them."""
        codes = set(wrong)
        for technique, confinement in self._confinable:
            found = confinement.find(self.board.values.ravel().tolist(), codes)
            if found is not None:
                inside, room, decided, facts = found
                return Finding(decided, inside + room, facts, "confined", technique, inside=len(inside))
        return None
