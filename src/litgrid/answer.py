"""What every answer is: yes, no or unknown; one JSON form; one wording in each language.

A capability is a function of a puzzle, and what it returns is an answer. The command, the page and a notebook show it,
and say nothing of their own. Cells are ``[row, column]`` from 1 in JSON, grids are rows of text, as people write them.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from litgrid.core.characters import Grid
from litgrid.core.grid import Shape
from litgrid.core.kindwords import switches
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Rule
from litgrid.core.terminal import PLAIN, Look, draw
from litgrid.core.words import OWN, cell_name, check, form, read, text_of
from litgrid.sat.formula import Formula

if TYPE_CHECKING:
    from litgrid.core.rulewords import RuleWords

Outcome = Literal["yes", "no", "unknown"]
CNF = "cnf"
"""The kind of a formula, beside those of puzzles."""
MOST_CELLS = 20
"""No more cells than this are listed in a sentence."""


class Answer(ABC):
    """What was found out about a puzzle, or about a formula: ``puzzle`` is what was asked about.

    ``without``: where there is no answer, rules that are switched on, and of each how many answers there are without,
    ``"unique"`` or ``"several"``; see :func:`litgrid.solving.blame`.
    """

    puzzle: Any
    without: Mapping[str, str] = MappingProxyType({})
    passing: ClassVar[bool] = False
    """Whether it can be gone through once: then it is equal to itself alone."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """Whether it is what one hopes for: what a command says by its exit code, and ``bool`` of the answer."""

    @property
    def about(self) -> dict[str, Any]:
        """How each line of JSON begins: with the kind, and the size of a board."""
        if isinstance(self.puzzle, Formula):
            return {"kind": CNF}
        return {"kind": self.puzzle.name, "size": [self.puzzle.shape.rows, self.puzzle.shape.columns]}

    def record(self, language: str = OWN) -> dict[str, Any]:
        """Return the answer as JSON holds it, with sentences in a language."""
        blamed = {"without": dict(self.without)} if self.without else {}
        return self.about | self.values(Telling(self, language)) | blamed

    def records(self, language: str = OWN, /) -> Iterable[dict[str, Any]]:
        """Return the lines of JSON that the answer makes, one after another: one by default."""
        yield self.record(language)

    def pieces(self, language: str = OWN, look: Look = PLAIN) -> Iterable[str]:
        """Return sentences, and pictures for a terminal, one after another."""
        return self.lines(Telling(self, language, look))

    def text(self, language: str = OWN, look: Look = PLAIN) -> str:
        """Return the answer for people, without a newline at the end."""
        return "\n".join(self.pieces(language, look))

    def fields(self, *names: str) -> dict[str, Any]:
        """Return some attributes as JSON holds them: seconds without more digits than mean anything."""
        found = {name: getattr(self, name) for name in names}
        return {name: round(value, 6) if name == "seconds" else value for name, value in found.items()}

    @abstractmethod
    def values(self, telling: Telling, /) -> dict[str, Any]:
        """Return what JSON holds beside the kind and the size."""

    @abstractmethod
    def lines(self, telling: Telling, /) -> Iterable[str]:
        """Return sentences and pictures, in order."""

    @property
    def shown(self) -> tuple[Grid | None, Collection[int]]:
        """What a notebook shows on the board, ``None`` for the puzzle alone, and which cells stand out."""
        return None, ()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """Return what a notebook shows: the board, and what is said below it."""
        from litgrid.render.notebook import bundle  # imported here: an answer draws nothing

        if isinstance(self.puzzle, Formula):
            return {"text/plain": str(self)}
        (grid, marked), said = self.shown, (piece.strip() for piece in self.pieces() if "\n" not in piece)
        return bundle(self.puzzle, grid, marked=marked, words=" ".join(said))

    def _repr_svg_(self) -> str | None:
        return self._repr_mimebundle_().get("image/svg+xml")

    def __str__(self) -> str:
        return self.text()

    def __bool__(self) -> bool:
        return self.outcome == "yes"

    def __eq__(self, other: object) -> bool:
        """Whether another answer says the same of the same puzzle, however long it took."""
        if self is other or not isinstance(other, Answer) or type(self) is not type(other) or self.passing:
            return self is other
        both = (answer.record() | {"seconds": None} for answer in (self, other))
        return bool(self.puzzle == other.puzzle) and next(both) == next(both)

    def __hash__(self) -> int:
        return hash((type(self), self.outcome))


class Telling:
    """Says an answer in a language."""

    def __init__(self, answer: Answer, language: str = OWN, look: Look = PLAIN) -> None:
        check(language)
        self.answer, self.language, self.look = answer, language, look

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the answer is about."""
        puzzle: Puzzle = self.answer.puzzle
        return puzzle

    def say(self, name: str, number: float | None = None, /, **places: object) -> str:
        """Return the sentence ``section.name`` of the catalogue, in the form for this number."""
        return say(name, self.language, number, **places)

    def draw(self, grid: Grid, marked: Iterable[int] = ()) -> str:
        """Return the picture of a grid, with marked cells."""
        return draw(self.puzzle.scene(grid), self.look, frozenset(marked))

    @cached_property
    def _about(self) -> dict[str, Any]:
        return self.answer.about

    def blamed(self) -> Iterator[str]:
        """Return of each rule that can be switched off, and leaves answers then, that it is to blame."""
        if self.answer.without:
            rules = switches(type(self.puzzle), self.language)
            for name, status in self.answer.without.items():
                yield self.say(f"solve.without-{status}", rule=rules[name], switch=name.replace("_", "-"))

    def none(self, otherwise: str) -> Iterator[str]:
        """Return that there is no answer: which rules are to blame, if any is known, and else a sentence."""
        yield from (list(self.blamed()) or [self.say(otherwise)])

    def numbered(self, number: int, grid: Grid) -> dict[str, Any]:
        """Return one of several answers as a line of JSON."""
        return self._about | {"answer": self.puzzle.rows(grid), "number": number}

    def numbered_picture(self, number: int, grid: Grid) -> str:
        """Return one of several answers for people."""
        return f"{self.say('all.numbered', number)}\n{self.draw(grid)}"

    def rules(self, rules: Collection[Rule], puzzle: Puzzle | None = None) -> list[dict[str, Any]]:
        """Return rules as JSON holds them: ``at`` is the cell that one is written in, or null."""
        if not rules:
            return []  # as most answers have none
        words = self.words if puzzle in (None, self.puzzle) else self._words_of(puzzle)
        shape = words.puzzle.shape
        return [
            {
                "rule": rule.kind,
                "at": None if rule.at is None else place(rule.at, shape),
                "cells": [place(cell, shape) for cell in rule.cells],
                "text": words.of(rule),
            }
            for rule in rules
        ]

    @cached_property
    def words(self) -> RuleWords:
        """Says the rules of the puzzle."""
        return self._words_of(self.puzzle)

    def _words_of(self, puzzle: Puzzle) -> RuleWords:
        from litgrid.core.rulewords import RuleWords  # imported here: most answers name no rule

        return RuleWords(puzzle, self.language)

    def entries(self, cells: Iterable[tuple[int, int]]) -> list[list[Any]]:
        """Return cells with their values as JSON holds them: ``[row, column, true or false]``."""
        return [[*place(cell, self.puzzle.shape), bool(value)] for cell, value in cells]

    def listed(self, cells: Sequence[int]) -> str:
        """Return the names of cells, the first of many."""
        names = ", ".join(cell_name(cell, self.puzzle.shape, self.language) for cell in cells[:MOST_CELLS])
        return names if len(cells) <= MOST_CELLS else names + self.say("all.more", len(cells) - MOST_CELLS)

    def unknown(self, timeout: float | None) -> str:
        """Return that something is not known, and why."""
        return self.say("all.unknown") if timeout is None else self.say("all.unknown-late", timeout=timeout)

    def gave_up(self, timeout: float | None) -> str:
        """Return why something is not known."""
        return self.say("all.engine-ended") if timeout is None else self.say("all.late", timeout=timeout)


def say(name: str, language: str, number: float | None = None, /, **places: object) -> str:
    """Return the sentence ``section.name`` of the catalogue, in the form for a number; numbers as people write them.

    >>> say("all.answers", "en", 1), say("all.answers", "en", 12413918)
    ('1 answer', '12,413,918 answers')
    """
    check(language)
    section, _, key = name.partition(".")
    said = _section(section, language)[key]
    if isinstance(said, dict):
        said = said["many" if number is None else form(number, language)]
    if number is not None:
        places["number"] = number
    return str(said).format(**{place: written(value, language) for place, value in places.items()})


def written(value: object, language: str, digits: str = ".3g") -> str:
    """Return a number as people write it in a language; a text stays as it is.

    >>> written(12345, "en"), written(0.25, "fr"), written(1.0, "en", ".1f")
    ('12,345', '0,25', '1.0')
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    text = f"{value:,}" if isinstance(value, int) else f"{value:{digits}}"
    return text if language == OWN else text.replace(",", "\N{NARROW NO-BREAK SPACE}").replace(".", ",")


def place(cell: int, shape: Shape) -> list[int]:
    """Return a cell as JSON holds it: ``[row, column]`` from 1."""
    return [cell // shape.columns + 1, cell % shape.columns + 1]


@cache
def _section(name: str, language: str) -> dict[str, Any]:
    """Return a section of the catalogue; the others are not read, which takes longer than a small puzzle does."""
    text = text_of(os.path.join(os.path.dirname(__file__), f"answers.{language}.toml"))
    return read(text.partition(f"\n[{name}]\n")[2].partition("\n[")[0])
