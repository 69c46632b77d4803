"""A step of an explanation: the cells that it decides, by which rules and known cells, and its sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from litgrid.answer import Telling
from litgrid.core.puzzle import Puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.core.tables import Rule
from litgrid.core.words import beside, joined
from litgrid.explaining.findings import FEW, LONG_CHAIN, Finding
from litgrid.explaining.laws import Book

CHAIN, HIGHEST = 3, 4
"""The level of chains that are not long, and the last one."""
MOST_LINKS = 3
"""A sentence tells so many links of a chain; a longer one is told link by link."""
MOST_NAMED = 5
"""A sentence names so many rules; where there are two more than that, it says how many there are."""


def _entries(literals: Iterable[int]) -> list[tuple[int, int]]:
    return [(abs(literal) - 1, int(literal > 0)) for literal in literals]


@dataclass(frozen=True)
class Link:
    """A part of a chain: what is assumed, what follows from it, one after another, and what that decides.

    Attributes
    ----------
    cells
        the cells that it is about, and their values, 1 or 0
    rules
        the rule by which they follow, if any
    text
        a sentence
    """

    cells: Sequence[tuple[int, int]]
    rules: Sequence[Rule]
    text: str

    @property
    def about(self) -> list[int]:
        """The cells that its rules are about, and those that they are written in, ascending."""
        return about(self.rules)


@dataclass(frozen=True, eq=False)
class Step:
    """One step: what it decides, and why.

    Attributes
    ----------
    puzzle
        the puzzle
    technique
        the name of a technique of the puzzle, or ``single`` (one rule), ``together`` (a few rules), ``line`` (the
        completions of a line), ``chain`` (an assumption and what follows from it), ``split`` (assumptions inside it)
    named
        whether it is a technique of the puzzle
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
    def about(self) -> list[int]:
        """The cells that its rules are about, and those that they are written in, ascending."""
        return about(self.rules)

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
        if self.cost == 1:
            return 1
        if self._finding.way == "split":
            return HIGHEST
        if self._finding.way != "line" and (self.named or self.cost <= 3):
            return 2
        return HIGHEST if max(self.cost, self._finding.followed) > LONG_CHAIN else CHAIN

    def values(self, telling: Telling) -> dict[str, Any]:
        """Return what JSON holds; ``links`` only of a long chain."""
        links = self.links(telling.language)
        return {
            "cells": telling.entries(self.cells),
            "technique": self.technique,
            "rules": telling.rules(self.rules, self.puzzle),
            "facts": telling.entries(self.facts),
            "cost": self.cost,
            "level": self.level,
            "text": self.text(telling.language),
            **({"links": [self._linked(link, telling) for link in links]} if links else {}),
        }

    def _linked(self, link: Link, telling: Telling) -> dict[str, Any]:
        rules = telling.rules(link.rules, self.puzzle)
        return {"cells": telling.entries(link.cells), "rules": rules, "text": link.text}

    def text(self, language: str = "en") -> str:
        """Return the step as a sentence, in English (``en``) or French (``fr``); a long chain is several."""
        return " ".join(self.sentences(language))

    def sentences(self, language: str = "en") -> list[str]:
        """Return the step as sentences: one, or of a long chain one for each link."""
        wording = Wording(self.puzzle, language, book=self._book)
        return [link.text for link in self.links(language)] or [wording.step(self.technique, self._finding)]

    def links(self, language: str = "en") -> list[Link]:
        """Return the links of a chain that is too long for a sentence: first what is assumed, last what is decided."""
        return Wording(self.puzzle, language, book=self._book).links(self.technique, self._finding)

    def against(self, cell: int, value: int, language: str = "en") -> str:
        """Return that an entry cannot stand, as this step decides the cell otherwise."""
        entry = RuleWords(self.puzzle, language).values([cell + 1 if value else -cell - 1])
        form = str(beside("litgrid.explaining", language)["mistake"]["stands"])
        return upper(form.format(entry=entry, step=self.text(language)))

    def hint(self, stage: int, language: str = "en") -> str:
        """Return where to look (1), which rules to think of (2), or the step (3)."""
        wording = Wording(self.puzzle, language, book=self._book)
        if stage == 1:
            return wording.where(self._finding)
        return wording.think(self.technique, self._finding) if stage == 2 else self.text(language)


@dataclass(frozen=True, kw_only=True)
class Wording(RuleWords):
    """Puts what was found into words of a language."""

    book: Book

    @cached_property
    def _words(self) -> dict[str, Any]:
        return beside("litgrid.explaining", self.language)

    @cached_property
    def _own(self) -> Mapping[str, Any]:
        return self.puzzle.words(self.language)

    def step(self, technique: str, finding: Finding) -> str:
        """Return a step as a sentence."""
        form = self._forms[self._form_of(technique, finding)]
        if isinstance(form, dict):
            form = form[self._number(finding, form)]
        return upper(str(form).format_map(self._places(finding)))

    def links(self, technique: str, finding: Finding) -> list[Link]:
        """Return the links of a chain that is too long for a sentence."""
        said = self._chained(finding)
        if len(said) <= MOST_LINKS or self._form_of(technique, finding) not in ("chain", "together"):
            return []
        places, forms, link = self._places(finding), self._words["link"], self._words["text"]["link"]
        assumed = -finding.literals[0] if finding.assumed is None else finding.assumed
        follows = [
            Link(
                _entries(literals),
                (self.book.describe(rule),),
                upper(f"{link.format(result=self.values(literals), rule=self.rule(rule))}."),
            )
            for rule, literals in said
        ]
        return [
            Link(_entries([assumed]), (), upper(str(forms["assumed"]).format_map(places))),
            *follows,
            Link(
                _entries(finding.literals),
                (self.book.describe(finding.rules[0]),),
                upper(str(forms["decided"]).format_map(places)),
            ),
        ]

    @cached_property
    def _forms(self) -> dict[str, Any]:
        return {**self._words["step"], **self._own.get("step", {})}

    def _form_of(self, technique: str, finding: Finding) -> str:
        ways = {"refuted": "chain", "confined": "together"}
        name = technique if technique in self._forms else ways.get(finding.way, finding.way)
        if name in ("chain", "together") and finding.way == "refuted" and not finding.links:
            return "at-once" if finding.cost == 1 else "joint"
        return "line" if name == "together" and finding.way != "refuted" else name

    def _number(self, finding: Finding, forms: Mapping[str, str]) -> str:
        """Return which form says single rules that are told together: ``more`` where others join a technique's own."""
        if len(finding.rules) == 1:
            return "one"
        own = () if finding.technique is None else self.puzzle.techniques[finding.technique].kinds
        return "more" if "more" in forms and self._joining(finding, own) else "many"

    def _joining(self, finding: Finding, kinds: Sequence[str]) -> list[int]:
        return [rule for rule in finding.rules if self.book.kind(rule) not in kinds]

    def _places(self, finding: Finding) -> dict[str, str]:
        """Return what the words in braces of a sentence stand for."""
        rules = finding.rules
        main = finding.rules[0] if finding.way != "line" else max(
            finding.rules, key=lambda rule: (self.book.pair(rule) is None, len(self.book.cells(rule)), -rule)
        )  # fmt: skip
        others = [rule for rule in rules if rule != main] or rules
        if finding.way == "single":
            others = self._joining(finding, (self.book.kind(main),))
        mains = rules if finding.way == "single" else (main,)
        return {
            "result": self.values(finding.literals),
            "facts": self.values(finding.facts),
            "assumed": self.values([-finding.literals[0] if finding.assumed is None else finding.assumed]),
            "rule": joined([self.rule(rule) for rule in mains], self.language),
            "rules": self._few(rules),
            "others": self._few(others),
            "inside": joined([self.rule(rule, "place") for rule in finding.rules[: finding.inside]], self.language),
            "room": joined([self.rule(rule, "place") for rule in finding.rules[finding.inside :]], self.language),
            "links": self._links(finding),
            "at": joined([name for rule in mains if (name := self._at(rule))], self.language),
        }

    def where(self, finding: Finding) -> str:
        """Return where to look for a step."""
        shape = self.puzzle.shape
        rows, columns = zip(
            *(divmod(abs(literal) - 1, shape.columns) for literal in finding.literals + finding.facts), strict=True
        )
        first = min(rows) * shape.columns + min(columns)
        last = max(rows) * shape.columns + max(columns)
        area = self._cell(first)
        if last != first:
            area = self._words["hint"]["area"].format(first=area, last=self._cell(last))
        return str(self._words["hint"]["where"]).format(area=area)

    def think(self, technique: str, finding: Finding) -> str:
        """Return which technique and rules to think of."""
        names = {**self._words["technique"], **self._own.get("technique", {})}
        rules = self._few(finding.rules)
        if technique not in names:
            return str(self._words["hint"]["rule"]).format(rules=rules)
        return upper(str(self._words["hint"]["technique"]).format(technique=names[technique], rules=rules))

    def rule(self, number: int, section: str = "rule") -> str:
        """Return what a rule is called, or (``"place"``) what is said of where it is: by default the name of a line."""
        table, place = self.book.table(number)
        form = self._own.get(section, {}).get(table.kind)
        if form is None and section == "place":
            return self._line(self.book.cells(number))
        if form is None:
            return str(self._words["text"]["unnamed"]).format(sentence=self.book.describe(number).sentence)
        cells = self.book.cells(number)
        pair = self.book.pair(number)
        value = getattr(table, "value", None)
        lines = [cells]
        if pair is not None:
            every = [line for differ in self.book.differs for line in differ.lines.tolist()]
            lines = [every[pair[0]], every[pair[1]]]
        names = [self._line(line) for line in lines]
        return str(form).format(
            first=self._cell(cells[0]),
            last=self._cell(cells[-1]),
            at=self._at(number),
            value="" if value is None else value[place],
            line=names[0],
            other=names[-1],
        )

    def _at(self, number: int) -> str:
        table, place = self.book.table(number)
        at = getattr(table, "at", None)
        return "" if at is None else self._cell(int(at[place]))

    def _links(self, finding: Finding) -> str:
        text = self._words["text"]
        links = [
            text["link"].format(result=self.values(literals), rule=self.rule(rule))
            for rule, literals in self._chained(finding)
        ]
        return str(text["links"]).join(links)

    def _chained(self, finding: Finding) -> list[tuple[int, list[int]]]:
        """Return the links of a chain: what follows by a rule is one."""
        said: list[tuple[int, list[int]]] = []
        for rule, literal in finding.links:
            if said and said[-1][0] == rule:
                said[-1][1].append(literal)
            else:
                said.append((rule, [literal]))
        return said

    def _few(self, rules: Sequence[int]) -> str:
        if len(rules) <= MOST_NAMED + 1:
            return joined([self.rule(rule) for rule in rules], self.language)
        first = sorted(rules, key=lambda rule: not getattr(self.book.table(rule)[0], "clue", False))[:MOST_NAMED]
        more = str(beside("litgrid.core.words", self.language)["text"]["more"]).format(number=len(rules) - MOST_NAMED)
        return joined([*(self.rule(rule) for rule in first), more], self.language)


def about(rules: Iterable[Rule]) -> list[int]:
    """Return the cells that some rules are about, and those that they are written in, ascending."""
    return sorted({cell for rule in rules for cell in (*rule.cells, *([] if rule.at is None else [rule.at]))})


def upper(text: str) -> str:
    """Return a text with its first letter as a capital."""
    return text[:1].upper() + text[1:]
