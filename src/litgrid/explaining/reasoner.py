"""The next step of a puzzle: the cheapest that there is now.

Layers, cheapest first: what one rule forces; an assumption that a few rules refute nearby; the completions of one line;
an assumption that a chain of rules refutes; an assumption that takes another one inside to refute; what an engine
needs of all rules to refute an assumption. Each step's rules are then shrunk until none is needless (deletion,
as J. Marques-Silva and I. Lynce, SAT 2011, the farthest first). What may be assumed is the opposite of what the answer
says, as nothing else can be refuted; that is all that the answer is used for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from time import perf_counter
from typing import Any, Literal

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.grid import BoolArray
from litgrid.core.limit import Limit
from litgrid.core.technique import Technique
from litgrid.explaining import kernels
from litgrid.explaining.cores import smallest_core
from litgrid.explaining.groups import Group, line_groups
from litgrid.explaining.laws import COMPILING, LOADING, Book, compiled, loaded, price

NEAR = 2
"""How far consequences are drawn for a technique that people see at a glance."""
FEW = 3
"""No more rules than this are seen at a glance."""
MOST = 6
"""No named technique takes more rules."""
EVER = 1 << 40
GUESSES = 300
"""So many guesses are made about a few rules before they are taken not to decide."""
TRIES = 4
"""Of so many assumptions that need another one inside, that of the fewest rules is taken."""

ASKED = 8
"""An engine is asked about so many assumptions."""

COMPILING_ONCE = f"compiling the kernels of explaining, once on this machine: about {COMPILING:.0f} s"

Say = Callable[[str], object]
"""Is told what is going on."""


def silent(_: str) -> None:
    """Say nothing."""


Way = Literal["single", "refuted", "line", "split"]


@dataclass(frozen=True)
class Finding:
    """What follows, and from what, in numbers.

    Attributes
    ----------
    codes
        the literals that are decided; see :mod:`litgrid.explaining.kernels`
    rules
        the numbers of the rules; of a refuted assumption the one that breaks first
    facts
        the known literals that it rests on
    way
        how it was found
    technique
        the number of the technique among the puzzle's, or ``None``
    assumed
        the literal that was refuted, if one was
    links
        of a refuted assumption, what follows from it, one after another: the number of a rule, and a literal
    choices
        how many steps of its way there were, itself included
    """

    codes: tuple[int, ...]
    rules: tuple[int, ...]
    facts: tuple[int, ...]
    way: Way
    technique: int | None = None
    assumed: int | None = None
    links: tuple[tuple[int, int], ...] = ()
    choices: int = 1

    @property
    def cost(self) -> int:
        """How many rules it takes at once."""
        return len(self.rules)


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
        self.book, self.limit, self._techniques = book, limit, techniques
        self._kinds: dict[int, str] = {}
        self._size, self._shape = known.size, known.shape
        self._answer: list[int] = answer.ravel().tolist()
        self._off = off
        self._laws, self._state = book.laws, book.state()
        if off is not None:
            # What may be any number is never tight and never broken.
            apart = off[book.rule]
            low, high = np.where(apart, 0, self._laws.low), np.where(apart, self._state.unknown, self._laws.high)
            self._laws = self._laws._replace(low=low, high=high)
        self._begin, self._price, self._say = perf_counter(), LOADING, say
        use_compiled = True if use_compiled is None and loaded() else use_compiled
        self._fixed = use_compiled is not None
        fast = compiled() if use_compiled else None
        self._kernels: Any = fast or kernels
        if fast is None:
            # Python reads lists faster, one by one.
            self._laws, self._state = _lists(self._laws), _lists(self._state)
        self._assign([2 * cell + 1 - value for cell, value in enumerate(known.ravel().tolist()) if value >= 0])

    @cached_property
    def _groups(self) -> list[Group]:
        return line_groups(self.book, self._off)

    # What is known

    @property
    def known(self) -> int:
        """How many cells are known."""
        return int(self._state.numbers[1])

    @property
    def values(self) -> Grid:
        """What is known of each cell: 1, 0, or -1."""
        return np.array(self._state.value, dtype=np.int8)

    def take(self, finding: Finding) -> None:
        """Know what was found."""
        self._assign(finding.codes)

    def _assign(self, codes: Iterable[int]) -> None:
        state = self._state
        base = end = int(state.numbers[1])
        for code in codes:
            if state.value[code >> 1] == -1:
                end = kernels.push(state, code, kernels.ASSUMED, 0, end)
        self._stamp()
        _, end = self._kernels.spread(self._laws, state, base, end, EVER, self._stamp())
        state.numbers[1] = end

    def _stamp(self) -> int:
        """Return a mode in which no rule is allowed yet."""
        self._state.numbers[0] += 1
        return int(self._state.numbers[0])

    def _allow(self, rules: Iterable[int]) -> int:
        mode = self._stamp()
        for rule in rules:
            self._state.allowed[rule] = mode
        return mode

    def wrong(self) -> list[int]:
        """Return the literals that the answer refutes, of cells that are not decided yet."""
        value = self._state.value
        return [2 * cell + want for cell, want in enumerate(self._answer) if want >= 0 and value[cell] == -1]

    def _room(self, size: int) -> Any:
        return [0] * size if isinstance(self._state.value, list) else np.zeros(size, dtype=np.int64)

    def _numbers(self, numbers: Sequence[int]) -> Any:
        return list(numbers) if isinstance(self._state.value, list) else np.array(numbers, dtype=np.int64)

    def _pause(self) -> None:
        """Look at the time: after as much of it as compiled kernels take to be had, go on with them."""
        self.limit.check()
        if self._fixed or perf_counter() - self._begin < self._price:
            return
        self._price = price()
        left = self.limit.left()
        self._fixed = self._price == inf or (left is not None and left < 2 * self._price)
        if not self._fixed and perf_counter() - self._begin >= self._price:
            self._fixed = True
            if self._price >= COMPILING:
                self._say(COMPILING_ONCE)
            if (fast := compiled()) is not None:
                self._kernels = fast
                self._laws, self._state = _arrays(self._laws), _arrays(self._state)

    # The layers

    def next(self, about: Collection[int] = ()) -> Finding | None:
        """Return the cheapest step; ``None`` where nothing is left to be decided.

        ``about``: only steps that decide one of these cells.
        """
        for single in self.singles(None if about else 1):
            if not about or any(code >> 1 in about for code in single.codes):
                return single
        wrong = [code for code in self.wrong() if not about or code >> 1 in about]
        if not wrong:
            return None
        found = self._refuted(wrong, NEAR, at_sight=True)
        if found is None:
            others = (self._lines(wrong), self._refuted(wrong, EVER, at_sight=False))
            found = min(filter(None, others), key=lambda other: other.cost, default=None)
        return found or self._split(wrong) or self._asked(wrong)

    def close(self, few: int) -> int:
        """Decide all that ``few`` rules do at a time, nearby; return how many cells are known then."""
        wrong = self.wrong()
        self._pause()
        found = self._room(len(self._state.unknown) + self.book.lines**2)
        codes, kept = self._numbers(wrong), self._room(self._size + 1)
        return int(self._kernels.close(self._laws, self._state, codes, NEAR, few, found, kept))

    def singles(self, most: int | None = None) -> list[Finding]:
        """Return what single rules force now, the ones preferred first, ``most`` at most."""
        room = self._room(len(self._state.unknown) + self.book.lines**2)
        number = self._kernels.tight(self._laws, self._state, room)
        rules = {kernels.rule_of(self._laws, reason) for reason in room[:number]}
        listed = len(self._techniques)
        first = [
            next((n for n, t in enumerate(self._techniques) if t.kinds == (self._kind(rule),)), listed)
            for rule in rules
        ]
        ranked = sorted(zip(first, rules, strict=True))
        return [replace(self._single(room, number, int(rule)), choices=len(ranked)) for _, rule in ranked[:most]]

    def _kind(self, rule: int) -> str:
        if rule not in self._kinds:
            self._kinds[rule] = self.book.kind(rule)
        return self._kinds[rule]

    def _named(self, rules: Sequence[int], code: int) -> int | None:
        """Return the first technique that some rules are which decide a literal."""
        kinds, value = [self._kind(rule) for rule in rules], code & 1 == 0
        return next((n for n, technique in enumerate(self._techniques) if technique.fits(kinds, value)), None)

    def _single(self, room: Any, number: int, rule: int) -> Finding:
        state = self._state
        base = int(state.numbers[1])
        end = self._kernels.apply(self._laws, state, room, number, rule, self._allow([rule]))
        codes = [int(code) for code in state.trail[base:end]]
        facts: set[int] = set()
        for code in codes:
            _, leaned = self._kernels.trace(self._laws, state, state.reason[code >> 1], code >> 1)
            facts.update(map(int, state.facts[:leaned]))
        self._kernels.undo(self._laws, state, base, end, end)
        technique = self._named([rule], codes[0])
        return Finding(tuple(sorted(codes)), (rule,), tuple(sorted(facts)), "single", technique)

    def _refuted(self, wrong: list[int], deepest: int, *, at_sight: bool) -> Finding | None:
        """Return the assumption that the fewest rules refute, of equals the one that is the first technique.

        ``at_sight``: only what is a technique, or takes few rules.
        """
        costs = self._room(len(wrong))
        self._kernels.survey(self._laws, self._state, self._numbers(wrong), deepest, costs)
        self._pause()
        # Those that few rules refute come first: what is no better is given up early.
        codes = [code for cost, code in sorted(zip(map(int, costs), wrong, strict=True)) if cost > 0]
        costs = self._numbers(sorted(int(cost) for cost in costs if cost > 0))
        room, kept = self._room(len(codes) * MOST), self._room(self._size + 1)
        most = MOST if at_sight else 0
        least = self._kernels.fewest(self._laws, self._state, self._numbers(codes), deepest, most, costs, room, kept)
        ranked = []
        for place, code in enumerate(codes):
            cost = int(costs[place])
            if cost > most and cost > least:
                continue
            technique = None
            if cost <= MOST:
                technique = self._named([int(rule) for rule in room[place * MOST : place * MOST + cost]], code ^ 1)
            if technique is not None or cost <= FEW or not at_sight:
                ranked.append((cost, len(self._techniques) if technique is None else technique, code))
        if not ranked:
            return None
        return replace(self._shown(min(ranked)[2], deepest, wrong), choices=len(ranked))

    def _shown(self, code: int, deepest: int, wrong: Sequence[int] = ()) -> Finding:
        """Return the refutation of a literal; with few rules, also of others that the same rules refute."""
        kept = self._room(self._size + 1)
        rules, facts = self._kernels.assume(self._laws, self._state, code, deepest, kernels.FREE)
        if rules > 2:
            rules, facts = self._kernels.shrink(self._laws, self._state, code, deepest, rules, rules, kept)
        state = self._state
        used = tuple(int(rule) for rule in state.rules[:rules])
        leaned = {int(fact) for fact in state.facts[:facts]}
        stamp, base = state.numbers[0], int(state.numbers[1])
        links: list[tuple[int, int]] = []
        place = base + 1
        while place < len(state.trail) and len(links) < self._size:
            other = int(state.trail[place])
            cell = other >> 1
            if state.seen[cell] == stamp and state.place[cell] == place:
                links.append((int(kernels.rule_of(self._laws, state.reason[cell])), other))
            place += 1
        decided = [code ^ 1]
        if rules <= FEW:
            mode = self._allow(used)
            near = {cell for rule in used for cell in self.book.cells(rule)}
            for other in wrong:
                if other != code and other >> 1 in near:
                    fewer, facts = self._kernels.assume(self._laws, state, other, deepest, mode)
                    if fewer == rules:
                        decided.append(other ^ 1)
                        leaned.update(int(fact) for fact in state.facts[:facts])
        named = self._named(used, code ^ 1)
        return Finding(tuple(sorted(decided)), used, tuple(sorted(leaned)), "refuted", named, code, tuple(links))

    # Lines

    def _lines(self, wrong: list[int]) -> Finding | None:
        """Return what the completions of one line have in common, of the line that takes the fewest rules."""
        best: Finding | None = None
        number, candidates = 0, set(wrong)
        for cells, rules, pairs in self._groups:
            open_cells = [cell for cell in cells if self._state.value[cell] == -1]
            if not open_cells:
                continue
            finished = [pair for pair in pairs if self._tells(pair)]
            group = [*rules, *finished]
            mode = self._allow(group)
            self._pause()
            refuted = [
                code for cell in open_cells for code in (2 * cell, 2 * cell + 1)
                if code in candidates and self._impossible(code, open_cells, mode)
            ]  # fmt: skip
            for code in refuted:
                found = self._least(code, group, "line")
                number += 1
                if best is None or found.cost < best.cost:
                    best = found
        return best and replace(best, choices=number)

    def _tells(self, rule: int) -> bool:
        """Whether one of two lines that differ is finished."""
        pair = self.book.pair(rule)
        return pair is not None and min(self._state.left[pair[0]], self._state.left[pair[1]]) == 0

    def _impossible(self, code: int, cells: Sequence[int], mode: int, most: int = GUESSES) -> bool:
        size = len(cells) + 2
        fits = self._kernels.fits(
            self._laws, self._state, code, self._numbers(cells), mode, most, self._room(size), self._room(size)
        )
        return bool(fits == 0)

    def _least(self, code: int, rules: Sequence[int], way: Way, doubtful: Sequence[int] | None = None) -> Finding:
        """Return a refutation by as few of some rules as deletion leaves, the last ones tried first.

        ``doubtful``: only these may be needless.
        """
        needed = list(rules)
        tried = list(rules if doubtful is None else doubtful)
        size = max(len(tried) // 4, 1)
        while size and tried:
            # Many at once first: most are needless.
            for end in range(len(tried), 0, -size):
                self._pause()
                out = set(tried[max(end - size, 0) : end])
                trial = [rule for rule in needed if rule not in out]
                if self._impossible(code, self._open(trial), self._allow(trial)):
                    needed, tried = trial, [rule for rule in tried if rule not in out]
            size //= 2
        value = self._state.value
        near = {cell for rule in needed for cell in self.book.cells(rule)}
        facts = sorted(2 * cell + 1 - int(value[cell]) for cell in near if value[cell] != -1)
        decided = [code]
        if way == "line":
            mode, cells = self._allow(needed), self._open(needed)
            others = [other for other in self.wrong() if other != code and other >> 1 in near]
            decided += [other for other in others if self._impossible(other, cells, mode)]
        named = self._named(needed, code ^ 1) if way == "line" else None
        return Finding(tuple(sorted(other ^ 1 for other in decided)), tuple(needed), tuple(facts), way, named, code)

    def _open(self, rules: Iterable[int]) -> list[int]:
        value = self._state.value
        return sorted({cell for rule in rules for cell in self.book.cells(rule) if value[cell] == -1})

    # An assumption inside an assumption

    def _split(self, wrong: list[int]) -> Finding | None:
        """Return the refutation of a literal by one more assumption at a time inside it."""
        refuted: list[tuple[int, int, list[int]]] = []
        # What has many consequences is refuted most easily.
        for code in sorted(wrong, key=self._reach, reverse=True):
            rules = self._inside(code)
            if rules is not None:
                refuted.append((len(rules), code, rules))
            if len(refuted) == TRIES:
                break
        if not refuted:
            return None
        _, code, rules = min(refuted)
        return self._least(code, rules, "split")

    def _reach(self, code: int) -> int:
        """Return how many literals follow from one."""
        state, base = self._state, int(self._state.numbers[1])
        end = kernels.push(state, code, kernels.ASSUMED, 0, base)
        head, end = self._kernels.spread(self._laws, state, base, end, EVER, kernels.FREE)
        self._kernels.undo(self._laws, state, base, head, end)
        return int(end) - base

    def _inside(self, code: int) -> list[int] | None:
        """Return rules that refute a literal: after it, one side of a cell fails, again and again, or both do."""
        state, base = self._state, int(self._state.numbers[1])
        end = kernels.push(state, code, kernels.ASSUMED, 0, base)
        head, end = self._kernels.spread(self._laws, state, base, end, EVER, kernels.FREE)
        lemmas: dict[int, tuple[list[int], list[int]]] = {}
        rules: list[int] | None = None
        codes = self._numbers([code for code in range(2 * self._size) if state.value[code >> 1] == -1])
        place = -1
        while True:
            state.numbers[1] = end
            place, used, leaned = self._kernels.failing(self._laws, state, codes, place + 1)
            if place < 0:
                break
            inner = int(codes[place])
            lemmas[inner >> 1] = ([int(rule) for rule in state.rules[:used]], [int(f) for f in state.facts[:leaned]])
            state.numbers[1] = base
            before = end
            end = kernels.push(state, inner ^ 1, kernels.ASSUMED, 0, end)
            head, end = self._kernels.spread(self._laws, state, before, end, EVER, kernels.FREE)
            if state.numbers[2] > 0:
                rules = self._behind(int(state.conflicts[0]), lemmas)
                break
        state.numbers[1] = base
        self._kernels.undo(self._laws, state, base, head, end)
        self._pause()
        return rules

    def _behind(self, reason: int, lemmas: dict[int, tuple[list[int], list[int]]]) -> list[int]:
        """Return the rules behind a conflict, and behind the lemmas that it rests on, the nearest first."""
        state = self._state
        found: dict[int, None] = {}
        waiting = [(reason, -1)]
        done: set[int] = set()
        while waiting:
            why, forced = waiting.pop(0)
            used, _ = self._kernels.trace(self._laws, state, why, forced)
            found.update(dict.fromkeys(int(rule) for rule in state.rules[:used]))
            stamp = state.numbers[0]
            for cell in [cell for cell in lemmas if state.seen[cell] == stamp and cell not in done]:
                waiting += self._open_lemma(cell, lemmas, found, done)
        return list(found)

    def _open_lemma(
        self, cell: int, lemmas: dict[int, tuple[list[int], list[int]]], found: dict[int, None], done: set[int]
    ) -> list[tuple[int, int]]:
        """Add the rules of a lemma; return the reasons of what it rests on."""
        state = self._state
        done.add(cell)
        rules, facts = lemmas[cell]
        found.update(dict.fromkeys(rules))
        waiting = []
        for fact in facts:
            other = fact >> 1
            if state.place[other] < state.numbers[1] or other in done:
                continue
            if other in lemmas:
                waiting += self._open_lemma(other, lemmas, found, done)
            elif state.reason[other] != kernels.ASSUMED:
                waiting.append((int(state.reason[other]), other))
        return waiting

    def _asked(self, wrong: Sequence[int]) -> Finding | None:
        """Return the refutation by the smallest core of a few that an engine names."""
        likely = sorted(wrong, key=self._reach, reverse=True)[:ASKED]
        found = smallest_core(self.book, self.values.reshape(self._shape), likely, self.limit)
        if found is None:
            return None
        code, rules, pairs = found
        return self._least(code, [*rules, *pairs], "split", pairs)


def _lists(arrays: Any) -> Any:
    return type(arrays)(*(array.tolist() for array in arrays))


def _arrays(lists: Any) -> Any:
    return type(lists)(*(np.array(values, dtype=np.int64) for values in lists))
