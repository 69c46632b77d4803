"""Formulas that people write: the same assignments as by their meaning, the lines of pieces, and what is refused."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from litgrid.core.errors import InputError
from litgrid.encode.puzzle import formula
from litgrid.puzzles import empty
from litgrid.sat import circuit, dimacs, opb, smtlib
from litgrid.sat.reading import Pieces, read
from litgrid.sat.stream import whole

NAMES = "abcd"
Values = dict[str, bool]


@dataclass(frozen=True)
class Term:
    """A term of SMT-LIB, and what it means."""

    text: str
    value: Callable[[Values], Any]


TRUTHS: dict[str, Callable[[list[bool]], bool]] = {
    "and": all,
    "or": any,
    "xor": lambda values: sum(values) % 2 == 1,
    "=>": lambda values: values[-1] or not all(values[:-1]),
    "=": lambda values: len(set(values)) == 1,
    "distinct": lambda values: len(set(values)) == len(values),
}
COMPARED = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "distinct": operator.ne,
}

SPREAD = " ".join(f"+{pow(3, 40 + place, 10**16 + 61)} x{place}" for place in range(1, 61)) + f" >= {25 * 10**16} ;"
"""A sum with weights as if by chance: no two ways to begin it leave the same to be reached."""
DOUBLED = "".join(f"(define-fun f{one} () Bool (and f{one - 1} f{one - 1}))" for one in range(1, 41))
"""Each names the one before twice."""


@st.composite
def truths(draw: st.DrawFn, depth: int = 3) -> Term:
    how = draw(st.sampled_from(["name", "not", "many", "ite", "count", "compare", "let"])) if depth else "name"
    if how == "name":
        name = draw(st.sampled_from([*NAMES, "true", "false"]))
        return Term(name, lambda values: {"true": True, "false": False}.get(name, values.get(name)))
    parts = draw(st.lists(truths(depth - 1), min_size=3, max_size=3))
    told = " ".join(part.text for part in parts)
    if how == "not":
        return Term(f"(not {parts[0].text})", lambda values: not parts[0].value(values))
    if how == "let":
        return Term(
            f"(let ((it {parts[0].text})) (and it {parts[1].text}))",
            lambda values: parts[0].value(values) and parts[1].value(values),
        )
    if how == "many":
        name = draw(st.sampled_from(list(TRUTHS)))
        return Term(f"({name} {told})", lambda values: TRUTHS[name]([part.value(values) for part in parts]))
    if how == "ite":
        return Term(f"(ite {told})", lambda values: parts[1 if parts[0].value(values) else 2].value(values))
    if how == "count":
        bound = draw(st.integers(0, 4))
        return Term(f"((_ at-most {bound}) {told})", lambda values: sum(part.value(values) for part in parts) <= bound)
    compared = draw(st.sampled_from(list(COMPARED)))
    one, other = draw(numbers(depth - 1)), draw(numbers(depth - 1))
    return Term(
        f"({compared} {one.text} {other.text})",
        lambda values: COMPARED[compared](one.value(values), other.value(values)),
    )


@st.composite
def numbers(draw: st.DrawFn, depth: int) -> Term:
    how = draw(st.sampled_from(["number", "ite", "+", "-", "*"])) if depth > 0 else "number"
    number, other = draw(st.integers(0, 3)), draw(st.integers(0, 2))
    if how == "number":
        return Term(str(number), lambda _: number)
    if how == "ite":
        truth = draw(truths(depth - 1))
        return Term(f"(ite {truth.text} {number} {other})", lambda values: number if truth.value(values) else other)
    one, two = draw(numbers(depth - 1)), draw(numbers(depth - 1))
    if how == "*":
        return Term(f"(* {number} {one.text})", lambda values: number * one.value(values))
    sign = 1 if how == "+" else -1
    return Term(f"({how} {one.text} {two.text})", lambda values: one.value(values) + sign * two.value(values))


def accepted(pieces: Pieces, names: list[str]) -> set[tuple[bool, ...]]:
    with Solver(bootstrap_with=list(pieces.formula.clauses())) as solver:
        return {
            values
            for values in product([False, True], repeat=len(names))
            if solver.solve(
                [pieces.names[name] * (1 if value else -1) for name, value in zip(names, values, strict=True)]
            )
        }


@given(asserted=st.lists(truths(), min_size=1, max_size=3))
@settings(max_examples=200)
def test_assertions_mean_what_they_say(asserted: list[Term]) -> None:
    declared = "".join(f"(declare-const {name} Bool)\n" for name in NAMES)
    pieces = read("; of a student\n" + declared + "".join(f"(assert {term.text})\n" for term in asserted))
    assert accepted(pieces, list(NAMES)) == {
        values
        for values in product([False, True], repeat=len(NAMES))
        if all(term.value(dict(zip(NAMES, values, strict=True))) for term in asserted)
    }
    assert pieces.lines == [6 + number for number in range(len(asserted))]


Constraint = tuple[list[tuple[int, bool, int]], str, int]
CONSTRAINTS = st.tuples(
    st.lists(st.tuples(st.integers(-3, 3), st.booleans(), st.integers(1, 4)), min_size=1, max_size=5),
    st.sampled_from([">=", "<=", "="]),
    st.integers(-4, 4),
)


@given(constraints=st.lists(CONSTRAINTS, min_size=1, max_size=3))
@settings(max_examples=200)
def test_constraints_mean_what_they_say(constraints: list[Constraint]) -> None:
    def written(constraint: Constraint) -> str:
        terms, how, bound = constraint
        summed = " ".join(f"{weight:+d} {'~' * negated}x{variable}" for weight, negated, variable in terms)
        return f"{summed} {how} {bound} ;"

    lines = list(map(written, constraints))
    pieces = read("\n".join(["* #variable= 4 #constraint= 1", *lines]))

    def holds(values: tuple[bool, ...], constraint: Constraint) -> bool:
        terms, how, bound = constraint
        total = sum(weight * (values[variable - 1] != negated) for weight, negated, variable in terms)
        return bool({">=": operator.ge, "<=": operator.le, "=": operator.eq}[how](total, bound))

    assert accepted(pieces, ["x1", "x2", "x3", "x4"]) == {
        values
        for values in product([False, True], repeat=4)
        if all(holds(values, constraint) for constraint in constraints)
    }
    assert pieces.lines == list(range(2, len(constraints) + 2))


def test_a_formula_is_the_same_in_every_format() -> None:
    made = formula(empty("binairo", "4"), "pairwise")
    clauses = [sorted(clause) for clause in made.clauses()]
    texts = [dimacs.write(made), *(b"".join(dump(whole(made))).decode() for dump in (opb.dump, smtlib.dump))]
    for text in texts:
        pieces = read(text)
        assert [sorted(clause) for clause in pieces.formula.clauses()] == clauses


def test_a_clause_over_lines_is_of_the_line_that_it_begins_in() -> None:
    assert read("c a\np cnf 3 3\n1 2\n3 0 -1\n\n-2 0\n3 0\n").lines == [3, 4, 7]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a formula in DIMACS, OPB or SMT-LIB, got an empty text"),
        ("lightup\n.1.", "expected a formula in DIMACS, OPB or SMT-LIB, got something else"),
        ("p wcnf 2 2 3\n1 1 0", "got a weighted CNF"),
        ("1 2 0\n-1 0\n-1 -2 0", "got a CNF without its header"),
        ("1 2 0\n4 0\n", "got a CNF without its header"),
        ("p cnf 1 1\n2 0\n", "hers.txt:2:1: expected variables up to 1"),
        ("(assert (and a", "hers.txt:1:9: expected a '\\)' for this parenthesis: is the file cut off"),
        ("(assert true))", "expected no '\\)' here"),
        ("(declare-const a Int)", "expected a as a Bool without arguments"),
        ("(declare-const a Bool)\n(declare-const a Bool)", "hers.txt:2:1: .* a is declared twice"),
        ("(assert b)", "hers.txt:1:9: expected a name that is declared, got 'b'"),
        ("(assert 1)", "expected a truth value, got a number"),
        ("(assert (bvadd true true))", r"expected a term of truth values and sums, got \(bvadd ...\)"),
        ("(push 1)", r"expected declarations of Bool, definitions and assertions, got \(push ...\)"),
        ("(" * 100_000, "expected terms of at most 200 levels"),
        ("min: +1 x1 ;", "expected constraints only, got an objective"),
        ("+1 x1 >= ;", "expected a constraint, as"),
        ("+99999999999999999999999 x1 >= 1 ;", "expected smaller numbers"),
    ],
)
def test_what_is_no_formula_is_told(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(text, "hers.txt")


@pytest.mark.parametrize("text", [SPREAD, f"(declare-const f0 Bool){DOUBLED}(assert f40)"])
def test_what_no_machine_could_make_ends_soon(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circuit, "MOST_STEPS", 10_000)
    with pytest.raises(
        InputError, match=r"hers\.txt: expected a smaller formula: its terms and sums take more than 10,0"
    ):
        read(text, "hers.txt")


def test_a_long_sum_may_stand_deep_in_a_term() -> None:
    names = [f"a{number}" for number in range(800)]
    first, second = (" ".join(f"(ite {name} 1 0)" for name in half) for half in (names[:400], names[400:]))
    declared = "".join(f"(declare-const {name} Bool)" for name in names)
    term = f"(>= (+ {first}) (+ 398 {second}))"
    deep = read(f"{declared}(assert {'(not ' * 150}{term}{')' * 150})")
    assert deep.formula.variables == read(f"{declared}(assert {term})").formula.variables


def test_definitions_have_parameters() -> None:
    pieces = read(
        "(declare-fun a () Bool)(declare-fun b () Bool)\n(define-fun one ((p Bool) (q Bool)) Bool (xor p q))\n"
        "(define-fun both () Bool (and a b))\n(assert (or (one a b) both))\n(check-sat)(get-model)"
    )
    assert accepted(pieces, ["a", "b"]) == {(True, True), (True, False), (False, True)}
