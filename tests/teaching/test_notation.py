"""A formula as people write it says what its clauses do."""

from __future__ import annotations

import re
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import litgrid
from litgrid.core.errors import LitgridError
from litgrid.core.tables import Count
from litgrid.encode.puzzle import formula
from litgrid.puzzles import empty, kinds
from litgrid.sat import dimacs
from litgrid.teaching.notation import Folded, folded, written
from litgrid.teaching.sentences import Sentences
from litgrid.tracing.events import Event

PUZZLE = litgrid.loads("lightup\n.1.\n...\n#.2")


@given(
    st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=3, unique=True), max_size=6),
    st.integers(2, 5),
    st.integers(1, 5),
    st.sampled_from([1, -1]),
)
def test_folding_changes_no_clause(clauses: list[list[int]], size: int, number: int, sign: int) -> None:
    every = [*clauses, *([sign * one for one in some] for some in combinations(range(1, size + 1), min(number, size)))]
    unfolded = []
    for one in folded(every):
        if isinstance(one, Folded):
            unfolded += [sorted(some) for some in combinations(one.literals, one.number)]
        else:
            unfolded.append(sorted(one))
    assert sorted(unfolded) == sorted(sorted(clause) for clause in every)


def test_every_rule_stands_there_with_its_clauses() -> None:
    lines = list(written(PUZZLE))
    assert "  the run r2c1 to r2c3 holds at most one bulb: ∀ a ≠ b ∈ {r2c1, r2c2, r2c3}: ¬a ∨ ¬b" in lines
    assert "  the 2 at r3c3 touches exactly 2 bulbs: r2c3 ∧ r3c2" in lines
    assert sum(line.startswith("  ") for line in lines) == len(set(formula(PUZZLE).origin.tolist()))


@pytest.mark.parametrize("kind", list(kinds), ids=lambda kind: kind.name)
def test_each_kind_of_rule_has_its_sentence_of_logic(kind: type[litgrid.Puzzle]) -> None:
    puzzle = kind.from_text(kind.examples[0].splitlines())
    logic = puzzle.words("en").get("logic", {})
    rules = {table.kind for table in puzzle.tables() if len(table)} - {"given"}
    assert rules <= logic.keys()
    for sentence in logic.values():
        formal = sentence.partition(" with ")[0]
        assert formal.count("(") == formal.count(")")
        bound = set(re.findall(r"[∀∃](?:₌.)? ?([a-z])", formal))
        used = set(re.findall(r"(?<![A-Za-z])([a-z])(?![a-z])", formal))
        assert used <= bound | {"k"}, sentence


def test_latex_is_balanced() -> None:
    text = "\n".join(written(empty("binairo", "4"), "latex", encoding="pairwise"))
    assert text.count("{") == text.count("}")
    assert text.count(r"\(") == text.count(r"\)")
    assert r"\bigwedge_{\{a, b, c\} \subseteq" in text
    assert not set("∀∃∧∨¬→↔≠₌ₖₕ₂") & set(text)


def test_a_long_formula_is_not_for_people() -> None:
    with pytest.raises(LitgridError, match="too many to be read"):
        list(written(empty("binairo", "60")))


def with_given_cells() -> list[litgrid.Puzzle]:
    """Return a board of each kind, half of its answer given, with its rules switched on and off."""
    found: list[litgrid.Puzzle] = []
    for kind in kinds:
        puzzle = kind.from_text(kind.examples[0].splitlines())
        grid = litgrid.solve(puzzle).solutions[0].copy()
        grid[:, ::2] = -1
        switched = product((True, False), repeat=len(kind.switches))
        found += [
            puzzle.with_givens(grid).with_switches(**dict(zip(kind.switches, on, strict=True))) for on in switched
        ]
    return found


@pytest.mark.parametrize("puzzle", with_given_cells(), ids=lambda puzzle: puzzle.name)
def test_a_clause_is_of_the_same_rule_wherever_that_is_said(puzzle: litgrid.Puzzle) -> None:
    rules = []
    for table in puzzle.tables():
        places = (
            ((one,) for one in range(len(table)))
            if isinstance(table, Count)
            else combinations(range(len(table.lines)), 2)
        )
        rules += [table.describe(*place) for place in places]
    assert any(rule.kind == "given" for rule in rules)
    made = formula(puzzle, "pairwise")
    comments = re.findall(r"^c rule (\d+)-(\d+) (.*)$", dimacs.write(made), re.M)
    says = Sentences(puzzle, made, np.arange(puzzle.shape.size), "en")
    lines = iter([line for line in written(puzzle, encoding="pairwise") if line.startswith("  ")])
    clauses = [frozenset(map(abs, clause)) for clause in made.clauses()]
    for first, last, name in comments:
        numbers = range(int(first), int(last) + 1)
        if not numbers:
            continue
        (sentence,) = {says.why(Event("conflict", 0, number=number)) for number in numbers}
        assert next(lines).startswith(f"  {sentence}: ")
        cells = {variable - 1 for number in numbers for variable in clauses[number - 1]}
        assert any(
            f"{rule.kind} {rule.place(puzzle.shape)}" == name and rule.sentence == sentence and cells <= set(rule.cells)
            for rule in rules
        ), (name, sentence)
    assert next(lines, None) is None


def test_a_kinds_own_encoding_has_the_names_of_its_own_rules() -> None:
    assert "  number r3c3: r2c3 ∧ r3c2" in list(written(PUZZLE, encoding="first"))


def test_what_cannot_be_is_said_and_each_language_has_its_colon() -> None:
    none = litgrid.loads("lightup\n3..\n...")
    assert "  the 3 at r1c1 touches exactly 3 bulbs: ⊥" in list(written(none))
    assert r"touches exactly 3 bulbs: \( \bot \)\par" in "\n".join(written(none, "latex"))
    assert list(written(none, language="fr"))[-1].replace("\N{NO-BREAK SPACE}", " ").endswith("3 ampoules : ⊥")
