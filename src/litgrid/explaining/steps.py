"""A step of an explanation: the cells that it decides, by which rules and known cells, and its sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from litgrid.answer import Telling, say
from litgrid.core.puzzle import Puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.core.tables import Rule
from litgrid.core.words import beside, filled, joined
from litgrid.explaining.findings import FEW, Finding
from litgrid.explaining.laws import Book
from litgrid.question import checked

Stage = Literal[1, 2, 3]
"""What a hint tells: where to look, which rules to think of, the step."""
MOST_LINKS = 3
"""A sentence tells so many links of a chain; a longer one is told link by link."""
MOST_NAMED = 5
"""A sentence names so many rules; where there are two more than that, it says how many there are."""


def _entries(literals: Iterable[int]) -> list[tuple[int, int]]:
    return [(abs(literal) - 1, int(literal > 0)) for literal in literals]


class Link(NamedTuple):
    """A part of a chain: what is assumed, what follows from it, one after another, and what that decides."""

    cells: Sequence[tuple[int, int]]  # and their values, 1 or 0
    rules: Sequence[Rule]  # the rule by which they follow, if any
    text: str  # a sentence


@dataclass(frozen=True, eq=False)
class Step:
    """One step: what it decides, and why.

    Its technique is one of the puzzle's, or ``single`` (one rule), ``together`` (a few rules), ``line`` (completions
    of a line), ``chain`` (an assumption and what follows from it), ``split`` (assumptions inside it).

    Attributes
    ----------
    puzzle
        the puzzle
    """

    puzzle: Puzzle
    _book: Book = field(repr=False)
    _finding: Finding = field(repr=False)

    @property
    def named(self) -> bool:
        """Whether it is a technique of the puzzle."""
        return self._finding.technique is not None

    @property
    def technique(self) -> str:
        """The name of a technique of the puzzle, or what a step is called in any kind."""
        finding = self._finding
        if finding.technique is not None:
            return self._book.techniques[finding.technique].name
        return ("together" if self.cost <= FEW else "chain") if finding.way == "refuted" else finding.way

    @cached_property
    def cells(self) -> list[tuple[int, int]]:
        """The cells that it decides, and their values, 1 or 0."""
        return _entries(self._finding.literals)

    @cached_property
    def facts(self) -> list[tuple[int, int]]:
        """The known cells that it rests on, and their values."""
        return _entries(self._finding.facts)

    @cached_property
    def rules(self) -> list[Rule]:
        """The rules that it takes; of a refuted assumption the one that breaks comes first."""
        return [self._book.describe(rule) for rule in self._finding.rules]

    @property
    def cost(self) -> int:
        """How many rules it takes at once."""
        return self._finding.cost

    @property
    def choices(self) -> int:
        """How many steps of its way there were where it was taken, itself included."""
        return self._finding.choices

    @property
    def level(self) -> int:
        """How hard it is: 1 one rule; 2 a technique, or three rules; 3 a chain, or a line; 4 a long one, or a split."""
        return self._finding.level

    def values(self, telling: Telling) -> dict[str, Any]:
        """Return what JSON holds; ``links`` only of a long chain."""
        chain = self.links(telling.language)
        links = [
            {"cells": telling.entries(one.cells), "rules": telling.rules(one.rules, self.puzzle), "text": one.text}
            for one in chain
        ]
        return {
            "cells": telling.entries(self.cells),
            "technique": self.technique,
            "rules": telling.rules(self.rules, self.puzzle),
            "facts": telling.entries(self.facts),
            "cost": self.cost,
            "level": self.level,
            "text": " ".join(link.text for link in chain) or self.text(telling.language),
            **({"links": links} if links else {}),
        }

    def text(self, language: str = "en") -> str:
        """Return the step as a sentence, in English (``en``) or French (``fr``); a long chain is several."""
        return " ".join(self.sentences(language))

    def sentences(self, language: str = "en") -> list[str]:
        """Return the step as sentences: one, or of a long chain one for each link."""
        return [link.text for link in self.links(language)] or [self._wording(language).step()]

    def links(self, language: str = "en") -> list[Link]:
        """Return the links of a chain that is too long for a sentence: first what is assumed, last what is decided."""
        return self._wording(language).links()

    @checked
    def against(self, cell: int, value: int, language: str = "en", *, sure: bool = True) -> str:
        """Return that an entry cannot stand, or not beside others, as this step decides the cell otherwise."""
        entry = RuleWords(self.puzzle, language).values([cell + 1 if value else -cell - 1])
        alone = replace(self, _finding=self._finding._replace(literals=(-cell - 1 if value else cell + 1,)))
        return upper(say(f"mistake.{'stands' if sure else 'beside'}", language, entry=entry, step=alone.text(language)))

    @checked
    def hint(self, stage: Stage, language: str = "en") -> str:
        """Return where to look (1), which rules to think of (2), or the step (3)."""
        if stage > 2:
            return self.text(language)
        return self._wording(language).where() if stage == 1 else self._wording(language).think()

    def _wording(self, language: str) -> Wording:
        return Wording(self.puzzle, language, technique=self.technique, book=self._book, finding=self._finding)


@dataclass(frozen=True, kw_only=True)
class Wording(RuleWords):
    """Puts what was found into words of a language."""

    technique: str
    book: Book
    finding: Finding

    def step(self) -> str:
        """Return the step as a sentence."""
        form = self.own("step")[self._named]
        if isinstance(form, dict):
            form = form[self._number(form)]
        return upper(filled(str(form), self._places))

    def links(self) -> list[Link]:
        """Return the links of a chain that is too long for a sentence."""
        if len(self._chained) <= MOST_LINKS or self._named not in ("chain", "together"):
            return []
        forms, places = self.own("step"), self._places
        first, last = (filled(str(forms[end]), places) for end in ("assumed", "decided"))
        said = [
            ([self._assumed], (), first),
            *((literals, [rule], f"{self._link(rule, literals)}.") for rule, literals in self._chained),
            (self.finding.literals, self.finding.rules[:1], last),
        ]
        return [Link(_entries(cells), [*map(self.book.describe, rules)], upper(text)) for cells, rules, text in said]

    @property
    def _named(self) -> str:
        """Which form says the step."""
        way, ways = self.finding.way, {"refuted": "chain", "confined": "together"}
        name = self.technique if self.technique in self.own("step") else ways.get(way, way)
        if name in ("chain", "together") and way == "refuted" and not self.finding.links:
            return "at-once" if self.finding.cost == 1 else "joint"
        return "line" if name == "together" and way != "refuted" else name

    def _number(self, forms: Mapping[str, str]) -> str:
        """Return which form says single rules that are told together: ``more`` where others join a technique's own."""
        if len(self.finding.rules) == 1:
            return "one"
        number = self.finding.technique
        own = () if number is None else self.book.techniques[number].kinds
        return "more" if "more" in forms and self._joining(own) else "many"

    def _joining(self, kinds: Sequence[str]) -> list[int]:
        return [rule for rule in self.finding.rules if self.book.kind(rule) not in kinds]

    @property
    def _assumed(self) -> int:
        return -self.finding.literals[0] if self.finding.assumed is None else self.finding.assumed

    @property
    def _places(self) -> dict[str, Callable[[], str]]:
        """What the words in braces of a sentence stand for."""
        rules, inside, book = self.finding.rules, self.finding.inside, self.book
        main, mains = rules[0], rules[:1]
        if self.finding.way == "line":
            main = max(rules, key=lambda rule: (book.pair(rule) is None, len(book.cells(rule)), -rule))
            mains = (main,)
        others = [rule for rule in rules if rule != main] or rules
        if self.finding.way == "single":
            mains, others = rules, self._joining((book.kind(main),))
        number, kinds = self.finding.technique, [*map(book.kind, rules)]
        first = kinds if number is None else book.techniques[number].kinds
        return {
            **{kind: partial(self._few, [rule for rule in rules if book.kind(rule) == kind]) for kind in {*kinds}},
            "beside": lambda: self._few(self._joining(first[:1])),
            "result": self._result,
            "all": lambda: self.values(self.finding.literals),
            "facts": lambda: self.values(self.finding.facts),
            "assumed": lambda: self.values([self._assumed]),
            "with": lambda: self._with(self._assumed),
            "rule": lambda: self._all(map(self.rule, mains)),
            "rules": lambda: self._few(rules),
            "others": lambda: self._few(others),
            "inside": lambda: self._all(self.rule(rule, "place") for rule in rules[:inside]),
            "room": lambda: self._all(self.rule(rule, "place") for rule in rules[inside:]),
            "links": lambda: say("step.links", self.language).join(self._link(*link) for link in self._chained),
            "at": lambda: self._all(self._cell(rule.at) for rule in map(book.describe, mains) if rule.at is not None),
        }

    def _result(self) -> str:
        """Return what is decided; what an assumption of its own leads to comes after what this one does."""
        others = [literal for literal in self.finding.literals if literal != -self._assumed]
        if self.finding.way != "refuted" or not others:
            return self.values(self.finding.literals)
        form = str(beside("litgrid.core.words", self.language)["text"]["likewise"])
        return form.format(first=self.values([-self._assumed]), others=self.values(others))

    def _with(self, literal: int) -> str:
        """Return a cell's value as a condition: ``with a bulb at r1c2``, or where that is none ``sans ampoule``."""
        form = self.forms(value=literal > 0).get("with") or beside("litgrid.core.words", self.language)["text"]["with"]
        return str(form).format(cells=self._cell(abs(literal) - 1), assumed=self.values([literal]))

    def where(self) -> str:
        """Return where to look for a step."""
        literals, across = self.finding.literals + self.finding.facts, self.puzzle.shape.columns
        rows, columns = zip(*(divmod(abs(literal) - 1, across) for literal in literals), strict=True)
        first, last = (self._cell(most(rows) * across + most(columns)) for most in (min, max))
        area = first if first == last else say("step.area", self.language, first=first, last=last)
        return say("step.where", self.language, area=area)

    def think(self) -> str:
        """Return which technique and rules to think of."""
        name = self.own("technique").get(self.technique)
        form = "step.rule" if name is None else "step.technique"
        return upper(say(form, self.language, technique=name, rules=self._few(self.finding.rules)))

    def rule(self, number: int, section: str = "rule") -> str:
        """Return what a rule is called, or (``"place"``) what is said of where it is: by default the name of a line."""
        described, (table, place) = self.book.describe(number), self.book.table(number)
        form = self.own(section).get(table.kind)
        if form is not None:
            return self._filled(str(form), described, table, place)
        if section == "place":
            return self._line(described.cells)
        return say("step.unnamed", self.language, sentence=described.sentence)

    def _link(self, rule: int, literals: Sequence[int]) -> str:
        return say("step.link", self.language, result=self.values(literals), rule=self.rule(rule))

    @cached_property
    def _chained(self) -> list[tuple[int, list[int]]]:
        """The links of a chain: what follows by a rule is one."""
        links = groupby(self.finding.links, key=itemgetter(0))
        return [(rule, [literal for _, literal in follows]) for rule, follows in links]

    def _all(self, names: Iterable[str]) -> str:
        return joined([*names], self.language)

    def _few(self, rules: Sequence[int]) -> str:
        if len(rules) <= MOST_NAMED + 1:
            return self._all(map(self.rule, rules))
        first = sorted(rules, key=lambda rule: not self.book.describe(rule).clue)[:MOST_NAMED]
        more = str(beside("litgrid.core.words", self.language)["text"]["more"]).format(number=len(rules) - MOST_NAMED)
        return self._all([*map(self.rule, first), more])


def upper(text: str) -> str:
    """Return a text with its first letter as a capital."""
    return text[:1].upper() + text[1:]
