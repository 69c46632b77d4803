"""What a text about formulas is, told by how it begins: a CNF in DIMACS, or something else that has a name.

Much that looks like a CNF is none: weighted ones, quantified ones, graphs. None of it is read, and each is called by
its name, where a formula is wanted as well as where a puzzle is.
"""

from __future__ import annotations

import re
from typing import NamedTuple

CNF = "a CNF"
"""What is read."""
WEIGHTED = "a weighted CNF (WCNF), as MaxSAT solvers read it"
QUANTIFIED = "a quantified formula (QDIMACS)"
OPB = "a pseudo-Boolean problem (OPB)"
SMTLIB = "a formula in SMT-LIB"
BARE = "a CNF without its header"
HEADERS = {
    "cnf": CNF,
    "wcnf": WEIGHTED,
    "cnf+": "a CNF with counts in it (p cnf+)",
    "inccnf": "a CNF with assumptions (p inccnf)",
    "qcnf": QUANTIFIED,
    "dnf": "a DNF",
    "sp": "a graph for shortest paths (p sp)",
    "edge": "a graph to colour (p edge)",
    "col": "a graph to colour (p col)",
    "max": "a network for flows (p max)",
    "min": "a network for flows (p min)",
}
"""What the word after ``p`` says."""
OTHERS = (
    (r"(?i)p[ \t]+(?:(?:w|inc)?cnf\b\+?|[a-z+]+(?=[ \t]+[0-9]))", "a problem in DIMACS that is no CNF"),
    (r"\*[ \t]*#variable=|(?:min|max):|[-+][0-9]+[ \t]+x[0-9]", OPB),
    (r"\((?:set-logic|set-option|declare-[a-z]+|assert)[ \t]", SMTLIB),
    (r"h[ \t]+-?[0-9]", WEIGHTED),
    (r"(?m)[ae][ \t]+[1-9][ \t0-9]* 0[ \t\r]*$", QUANTIFIED),
    (r"a[ia]g[ \t]+[0-9]+[ \t]+[0-9]", "a circuit (AIGER)"),
)
"""How others begin; compiled when they are needed, as texts of puzzles do not begin so."""
FIRST = frozenset("cpP*+-m(hae0123456789")
"""Any of these begins with one of these characters."""
COMMENTS = r"(?:[ \t]*(?:c(?:[ \t][^\n]*)?|c?\r)?(?:\n|\Z))*+[ \t]*"
"""Blank lines and comments."""
CLAUSE = r"(?:-?[0-9]+[ \t]+)+0[ \t\r]*"
FEW = 50
"""So many lines are looked at to tell a CNF without a header."""


class Told(NamedTuple):
    """What a text is, and where it says so: line and column from 1."""

    what: str
    line: int
    column: int


def told(begin: str) -> Told | None:
    """Return what a text is that begins so; ``None`` where it is nothing of the kind."""
    if begin[:1] not in FIRST and begin.lstrip()[:1] not in FIRST:
        return None
    skipped = re.match(COMMENTS, begin)
    place = 0 if skipped is None else skipped.end()
    if place == len(begin):
        return Told(CNF, 1, 1) if begin.strip() else None
    what = called(begin[place:], commented=bool(begin[:place].strip()))
    line = begin.count("\n", 0, place) + 1
    return None if what is None else Told(what, line, place - begin.rfind("\n", 0, place))


def called(text: str, *, commented: bool = False) -> str | None:
    """Return what a text is that begins so, behind its comments, if it had any."""
    for pattern, what in OTHERS:
        if found := re.match(pattern, text):
            words = found[0].split()
            return HEADERS.get(words[1].lower(), what) if words[0] in ("p", "P") else what
    lines = [line for line in text.split("\n", FEW)[:FEW] if line.strip()]
    return BARE if _is_bare(lines, commented=commented) else None


def _is_bare(lines: list[str], *, commented: bool) -> bool:
    """Whether lines are clauses, and no grid of numbers: its rows are of one length, and repeat numbers."""
    if not lines or not all(re.fullmatch(CLAUSE, line) for line in lines):
        return False
    rows = [line.replace("-", "").split() for line in lines]
    several, negative = len(set(map(len, rows))) > 1, any("-" in line for line in lines)
    once = all(len(set(row)) == len(row) for row in rows)
    return commented or (several and (negative or len(rows) > 2)) or (negative and once)
