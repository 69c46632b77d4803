"""Formulas that somebody wrote, in DIMACS, OPB or SMT-LIB, as clauses that know their lines.

They are read to be looked at and judged: a *piece* is what stands in the text as one thing, a clause, a constraint, an
assertion, and may become several clauses.
"""

from __future__ import annotations

import re

from litgrid.core.errors import InputError
from litgrid.sat.reading import clauses, constraints, terms
from litgrid.sat.reading.pieces import Pieces
from litgrid.sat.told import BARE, CNF, OPB, SMTLIB, told

__all__ = ["Pieces", "read"]
BEGINS = {
    SMTLIB: re.compile(r"(?:\s|;[^\n]*\n)*+\(", re.ASCII),
    OPB: re.compile(r"(?:\s|\*[^\n]*\n)*+(?:(?:min|max):|[-+]?\s*\d+\s+~?\s*x\d)", re.ASCII),
}
"""How texts begin; all else is asked of :func:`litgrid.sat.told.told`."""
LITERALS = re.compile(r"[-0-9 \t\r\n]*")
"""What a CNF is made of, behind its header."""
OTHERS = {
    "a list of Python: print(solver.sexpr()) prints SMT-LIB": re.compile(r"\s*\[", re.ASCII),
    "a solver's answer, and not the formula": re.compile(r"(?:c[^\n]*\n)*+(?:[sv][ \t]|(?:UN)?SAT)"),
}
"""What stands in place of formulas: what z3 prints where a solver is printed as it is, and results."""
READERS = {CNF: clauses.read, OPB: constraints.read, SMTLIB: terms.read}


def read(text: str, source: str | None = None) -> Pieces:
    """Read a formula, in the format that its text begins as; ``source`` names it in errors.

    Raises :class:`InputError` where it is in none of the formats, with the place of what cannot be read.
    """
    what = next((name for name, begin in BEGINS.items() if begin.match(text)), None)
    if what is None:
        found = told(text)
        if found is None or found.what != CNF:
            got = "an empty text" if not text.strip() else "something else" if found is None else found.what
            got = BARE if LITERALS.fullmatch(text) and text.strip() else got
            got = next((name for name, begin in OTHERS.items() if begin.match(text)), got)
            line, column = (None, None) if found is None else (found.line, found.column)
            raise InputError(
                f"expected a formula in DIMACS, OPB or SMT-LIB, got {got}", line=line, column=column, source=source
            )
        what = CNF
    try:
        return READERS[what](text)
    except InputError as error:
        raise error.at(source=source) from None
