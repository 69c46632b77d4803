"""A puzzle's formula as people write it: by rule, with ∧, ∨ and ¬, and clauses that repeat folded into one.

*Folded* are clauses that say the same of each so-and-so many of some cells, as those of "at most one": they become one
conjunction over all choices. Beside the clauses of a kind of rule stands what it says in first-order logic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from math import comb
from typing import Literal, NamedTuple

from litgrid.core.errors import LitgridError
from litgrid.core.grid import Shape
from litgrid.core.kindwords import title
from litgrid.core.puzzle import Puzzle
from litgrid.core.rulewords import RuleWords
from litgrid.core.words import OWN, beside
from litgrid.encode.brought import laid_out
from litgrid.encode.puzzle import formula
from litgrid.sat.formula import Formula
from litgrid.sat.threesat import three_sat

Notation = Literal["text", "latex"]
MOST_LITERALS = 100_000
"""A longer formula is not for people."""
LETTERS = "abcdefghijklmnopqrstuvw"
LATEX = {
    "∀": r"\forall ",
    "∃": r"\exists ",
    "∧": r"\land ",
    "∨": r"\lor ",
    "¬": r"\lnot ",
    "→": r"\rightarrow ",
    "↔": r"\leftrightarrow ",
    "≠": r"\neq ",
    "₌": "_{=",
    "ₖ": "k}",
    "ₕ": "h}",
    "₂": "2}",
}
"""Signs of logic in LaTeX's mathematics; a subscript begins with an equals sign and ends with its letter."""


class Folded(NamedTuple):
    """Clauses that hold for each choice of so many of some literals, which are all negated or none."""

    number: int
    literals: tuple[int, ...]


def folded(clauses: Sequence[Sequence[int]]) -> list[Folded | tuple[int, ...]]:
    """Return clauses, those that are about every choice of so many of some literals as one.

    >>> folded([[-1, -2], [-1, -3], [-2, -3], [1, 2, 3]])
    [Folded(number=2, literals=(-1, -2, -3)), (1, 2, 3)]
    """
    found: list[Folded | tuple[int, ...]] = []
    for _, alike in groupby(clauses, key=lambda clause: (len(clause), {literal > 0 for literal in clause})):
        group = [tuple(clause) for clause in alike]
        literals = tuple(dict.fromkeys(chain.from_iterable(group)))
        number = len(group[0])
        whole = len({frozenset(clause) for clause in group}) == len(group) == comb(len(literals), number)
        one_sign = len({literal > 0 for literal in literals}) == 1
        found += [Folded(number, literals)] if whole and one_sign and len(group) > 2 else group
    return found


def written(
    puzzle: Puzzle | Formula,
    notation: Notation = "text",
    *,
    encoding: str = "auto",
    three: bool = False,
    language: str = OWN,
) -> Iterator[str]:
    """Yield the lines of a puzzle's formula, by rule, or of any formula, clause by clause.

    Raises :class:`LitgridError` where it is too long for people, or the encoding cannot hold the puzzle.
    """
    if isinstance(puzzle, Formula):
        literals = puzzle.literals.size
    else:
        literals = laid_out(puzzle, encoding, three=three).size.literals
    if literals > MOST_LITERALS:
        raise LitgridError(f"this formula has {literals:,} literals, too many to be read: choose a smaller puzzle")
    if isinstance(puzzle, Formula):
        plain = _Latex(None) if notation == "latex" else _Text(None)
        for clause in (three_sat(puzzle) if three else puzzle).clauses():
            yield plain.line(clause)
        return
    made = formula(puzzle, encoding, three=three)
    writer = _Latex(puzzle) if notation == "latex" else _Text(puzzle)
    words = RuleWords(puzzle, language)
    of_rules, names = by_rule(made), made.origin_name or str
    sentence = names if encoding in puzzle.encodings else words.every.__getitem__  # a kind's own has rules of its own
    text = beside("litgrid.core.words", language)["text"]
    yield writer.title(title(type(puzzle), language), puzzle.shape)
    yield text["variable"].format(cell=writer.cell(1), values=words.values([1]))
    for kind, rules in groupby(of_rules, key=lambda rule: names(rule).partition(" ")[0]):
        laws, logic = puzzle.words(language).get("law", {}), puzzle.words(OWN).get("logic", {})
        yield from writer.law(laws.get(kind, kind), logic.get(kind, ""))
        for rule in rules:
            yield from writer.rule(sentence(rule) + text["colon"], folded(of_rules[rule]))
    yield from writer.foot()


def by_rule(made: Formula) -> dict[int, list[list[int]]]:
    """Return the clauses of each rule, by its number."""
    found: dict[int, list[list[int]]] = {}
    for rule, clause in zip(made.origin.tolist(), made.clauses(), strict=True):
        found.setdefault(rule, []).append(clause)
    return found


def numbered(puzzle: Puzzle, clauses: Sequence[Sequence[int]]) -> str:
    """Return clauses as text, with variables as numbers."""
    return _Text(puzzle, names=False).conjunction(folded(clauses))


class _Text:
    """Writes plain text; cells by their names, or as the numbers of their variables."""

    both, either, negated, never = " ∧ ", " ∨ ", "¬", "⊥"

    def __init__(self, puzzle: Puzzle | None, *, names: bool = True) -> None:
        self.puzzle, self.names = puzzle, names

    def line(self, clause: Sequence[int]) -> str:
        return self.clause(clause, alone=True)

    def title(self, name: str, shape: Shape) -> str:
        return f"{name} {shape}"

    def cell(self, variable: int) -> str:
        return self.variable(variable)

    def foot(self) -> Iterator[str]:
        yield from ()

    def law(self, sentence: str, logic: str) -> Iterator[str]:
        yield ""
        yield sentence
        if logic:
            yield logic

    def rule(self, sentence: str, clauses: Sequence[Folded | tuple[int, ...]]) -> Iterator[str]:
        yield f"  {sentence}{self.conjunction(clauses)}"

    def conjunction(self, clauses: Sequence[Folded | tuple[int, ...]]) -> str:
        return self.both.join(
            self.choices(clause, alone=len(clauses) == 1)
            if isinstance(clause, Folded)
            else self.clause(clause, alone=len(clauses) == 1)
            for clause in clauses
        )

    def clause(self, clause: Sequence[int], *, alone: bool) -> str:
        said = self.either.join(map(self.literal, clause)) or self.never
        return said if alone or len(clause) <= 1 else f"({said})"

    def literal(self, literal: int) -> str:
        return f"{self.negated * (literal < 0)}{self.variable(abs(literal))}"

    def variable(self, variable: int) -> str:
        if not self.names:
            return str(variable)
        if self.puzzle is None or variable > self.puzzle.shape.size:
            return f"x{variable}"
        return self.puzzle.shape.name(variable - 1)

    def choices(self, some: Folded, *, alone: bool) -> str:
        letters, cells, said = self._chosen(some)
        whole = f"∀ {' ≠ '.join(letters)} ∈ {{{cells}}}: {said}"
        return whole if alone else f"({whole})"

    def _chosen(self, some: Folded) -> tuple[str, str, str]:
        """Return letters for those that are chosen, from what, and what is said of them."""
        letters, sign = LETTERS[: some.number], self.negated * (some.literals[0] < 0)
        cells = ", ".join(self.variable(abs(literal)) for literal in some.literals)
        return letters, cells, self.either.join(sign + letter for letter in letters)


class _Latex(_Text):
    """Writes LaTeX, for a document with ``amsmath``."""

    both, either, negated, never = r" \land ", r" \lor ", r"\lnot ", r"\bot"

    def title(self, name: str, shape: Shape) -> str:
        return rf"\paragraph{{{name} ${shape.rows} \times {shape.columns}$}}"

    def cell(self, variable: int) -> str:
        return f"${self.variable(variable)}$"

    def law(self, sentence: str, logic: str) -> Iterator[str]:
        yield ""
        yield rf"\subparagraph{{{sentence}}}"
        if logic:
            formal, _, rest = logic.partition(" with ")
            yield rf"\[ {_mathematics(formal)} \]" + (f"with {rest}" if rest else "")

    def rule(self, sentence: str, clauses: Sequence[Folded | tuple[int, ...]]) -> Iterator[str]:
        yield rf"\noindent {sentence}\( {self.conjunction(clauses)} \)\par"

    def line(self, clause: Sequence[int]) -> str:
        return rf"\( {self.clause(clause, alone=True)} \)\par"

    def variable(self, variable: int) -> str:
        if self.puzzle is None or variable > self.puzzle.shape.size:
            return f"x_{{{variable}}}"
        row, column = divmod(variable - 1, self.puzzle.shape.columns)
        return f"x_{{{row + 1},{column + 1}}}"

    def choices(self, some: Folded, **_: bool) -> str:
        letters, cells, said = self._chosen(some)
        return rf"\bigwedge_{{\{{{', '.join(letters)}\}} \subseteq \{{{cells}\}}}} ({said})"


def _mathematics(sentence: str) -> str:
    words = re.sub(r"[A-Z][A-Za-z]+", lambda word: rf"\mathit{{{word[0]}}}", sentence)
    return "".join(LATEX.get(char, char) for char in words)
