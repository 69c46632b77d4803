"""Formulas that people write: the same assignments as by their meaning, the lines of pieces, and what is refused."""

from __future__ import annotations

import operator
from collections.abc import Callable
from contextlib import suppress
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
INTEGERS = "pq"
Values = dict[str, int]


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
    how = draw(st.sampled_from(["number", "name", "ite", "+", "-", "*"] if depth > 0 else ["number", "name"]))
    number = draw(st.integers(0, 3))
    if how == "number":
        return Term(str(number), lambda _: number)
    if how == "name":
        name = draw(st.sampled_from(INTEGERS))
        return Term(name, lambda values: values[name])
    one, two = draw(numbers(depth - 1)), draw(numbers(depth - 1))
    if how == "ite":
        truth = draw(truths(depth - 1))
        return Term(
            f"(ite {truth.text} {one.text} {two.text})",
            lambda values: one.value(values) if truth.value(values) else two.value(values),
        )
    if how == "*":
        return Term(f"(* {one.text} {two.text})", lambda values: one.value(values) * two.value(values))
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
    names = [*NAMES, *INTEGERS]
    declared = "".join(f"(declare-const {name} {'Int' if name in INTEGERS else 'Bool'})\n" for name in names)
    bounds = "(assert (<= 0 p 1))\n(assert (or (= q 0) (= q 1)))\n"
    pieces = read("; of a student\n" + declared + "".join(f"(assert {term.text})\n" for term in asserted) + bounds)
    assert accepted(pieces, names) == {
        values
        for values in product([False, True], repeat=len(names))
        if all(term.value(dict(zip(names, map(int, values), strict=True))) for term in asserted)
    }
    assert set(pieces.lines) <= {8 + number for number in range(len(asserted))}


INSIDE: dict[str, Callable[[int], int]] = {
    "p": lambda p: p,
    "(* p p)": lambda p: p * p,
    "(ite (= p 1) 1 0)": lambda p: int(p == 1),
    "(ite (> p 0) p 0)": lambda p: max(p, 0),
}


@st.composite
def bounds(draw: st.DrawFn, depth: int = 2) -> Term:
    """Something said of a single Int, in the ways that people bound one."""
    how = draw(st.sampled_from(["compare", "chain", "and", "or", "not", "let"])) if depth else "compare"
    if how == "compare":
        name, weight, number = draw(st.sampled_from(list(COMPARED))), draw(st.integers(0, 2)), draw(st.integers(-2, 3))
        negative = f"(- {-number})" if number < 0 else str(number)
        inside, meant = draw(st.sampled_from(list(INSIDE.items())))
        return Term(
            f"({name} (* (- {weight}) {inside}) {negative})",
            lambda values: COMPARED[name](-weight * meant(values["p"]), number),
        )
    if how == "chain":
        low, high = draw(st.integers(0, 1)), draw(st.integers(0, 2))
        return Term(f"(<= {low} p {high})", lambda values: low <= values["p"] <= high)
    one, two = draw(bounds(depth - 1)), draw(bounds(depth - 1))
    if how == "not":
        return Term(f"(not {one.text})", lambda values: not one.value(values))
    if how == "let":
        return Term(
            f"(let ((it {one.text})) (and it {two.text}))", lambda values: one.value(values) and two.value(values)
        )
    return Term(
        f"({how} {one.text} {two.text})",
        lambda values: (all if how == "and" else any)([one.value(values), two.value(values)]),
    )


@given(asserted=st.lists(bounds(), min_size=1, max_size=3))
@settings(max_examples=400)
def test_an_integer_is_read_only_where_it_is_held_to_0_and_1(asserted: list[Term]) -> None:
    possible = {(value,) for value in range(-9, 10) if all(term.value({"p": value}) for term in asserted)}
    text = "(declare-fun p () Int)" + "".join(f"(assert {term.text})" for term in asserted)
    if not possible <= {(0,), (1,)}:
        with pytest.raises(InputError, match="expected p held to 0 and 1"):
            read(text)
    else:
        with suppress(InputError):  # held in a way that is not seen
            assert accepted(read(text), ["p"]) == possible


@pytest.mark.parametrize(
    "bound",
    [
        "(<= 0 p 1)",
        "(and (>= p 0) (<= p 1))",
        "(and (> p (- 1)) (< p 2))",
        "(or (= p 0) (= p 1))",
        "(not (or (< p 0) (> p 1)))",
        "(and (>= (* 2 p) (- 1)) (<= (+ p p) 3))",
        "(! (<= 0 p 1) :named held)",
        "(let ((a!1 (>= p 0)) (a!2 (<= p 1))) (and a!1 a!2))",
        "(bit p)",
        "fine",
    ],
)
def test_a_bound_is_understood_and_no_piece(bound: str) -> None:
    pieces = read(
        "(declare-fun p () Int)(define-fun bit ((v Int)) Bool (and (<= 0 v) (<= v 1)))"
        f"(define-fun fine () Bool (bit p))\n(assert {bound})\n(assert (= p 1))"
    )
    assert accepted(pieces, ["p"]) == {(True,)}
    assert pieces.lines == [3]


def test_what_z3_prints_is_read() -> None:
    z3 = pytest.importorskip("z3")
    cells = [z3.Int(f"r{row}c{column}") for row in (1, 2) for column in (1, 2)]
    solver = z3.Solver()
    solver.add([z3.And(cell >= 0, cell <= 1) for cell in cells])
    solver.add(z3.Sum(cells) == 2, cells[0] * cells[3] == 0, z3.If(cells[1] == 1, cells[0], cells[3]) == 1)
    wanted = set()
    while solver.check() == z3.sat:
        values = [solver.model().eval(cell, model_completion=True).as_long() for cell in cells]
        wanted.add(tuple(map(bool, values)))
        solver.add(z3.Or([cell != value for cell, value in zip(cells, values, strict=True)]))
    again = z3.Solver()
    again.add([z3.And(cell >= 0, cell <= 1) for cell in cells])
    again.add(z3.Sum(cells) == 2, cells[0] * cells[3] == 0, z3.If(cells[1] == 1, cells[0], cells[3]) == 1)
    for text in (again.sexpr(), again.to_smt2()):
        assert accepted(read(text), [str(cell) for cell in cells]) == wanted


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
        ("(declare-const a Int)", r"hers.txt:1:1: expected a held to 0 and 1, as .* it may be less or more"),
        ("(declare-const a Int)(assert (<= 0 a 9))", "it may be more"),
        ("(declare-const a Real)", "expected a as a Bool or an Int without arguments"),
        ("(declare-fun a (Int) Bool)", "expected a as a Bool or an Int without arguments"),
        ("(define-fun f () Bool f)(assert f)", "one names itself"),
        ("(assert (!))", r"hers.txt:1:9: expected a term of truth values and sums, got \(! ...\)"),
        ("c of minisat\ns SATISFIABLE\nv 1 2 0\n", "got a solver's answer, and not the formula"),
        ("SAT\n1 -2 0\n", "got a solver's answer, and not the formula"),
        ("[x >= 0, x <= 1]", r"got a list of Python: print\(solver.sexpr\(\)\) prints SMT-LIB"),
        ("(declare-const a Bool)\n(declare-const a Bool)", "hers.txt:2:1: .* a is declared twice"),
        ("(assert b)", "hers.txt:1:9: expected a name that is declared, got 'b'"),
        ("(assert 1)", "expected a truth value, got a number"),
        ("(assert (bvadd true true))", r"expected a term of truth values and sums, got \(bvadd ...\)"),
        ("(push 1)", r"expected declarations of Bool and Int, definitions and assertions, got \(push ...\)"),
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
