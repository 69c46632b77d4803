"""The formula of a whole puzzle at once, to be looked at and given to any solver.

:mod:`litgrid.encode.layout` makes the same clauses in pieces, for what does not fit into memory.
"""

from __future__ import annotations

from litgrid.core.puzzle import Puzzle
from litgrid.encode.brought import laid_out
from litgrid.sat.formula import Formula


def formula(puzzle: Puzzle, encoding: str = "auto", *, three: bool = False) -> Formula:
    """Return a formula whose models, on the cells' variables, are the answers of a puzzle.

    The variable of a cell is its number + 1, as in the first Light Up programs; auxiliary variables come after all
    cells. They may be defined in one direction only: answers are told apart by the cells, which are the projection.
    With ``three``, each clause has exactly three literals. The clauses of a rule stand together: ``Formula.origin``
    numbers the rules through all tables, and ``Formula.origin_name`` names a rule by its kind and place: ``"number
    r2c5"``.

    Raises
    ------
    UnknownNameError
        for an encoding that does not exist.
    LitgridError
        where the encoding cannot hold this puzzle.

    >>> from litgrid.puzzles import kinds
    >>> made = formula(kinds.get("lightup").from_clues(["1."]))
    >>> [(clause, made.origin_name(rule)) for clause, rule in zip(made.clauses(), made.origin.tolist())][0]
    ([-1], 'wall r1c1')
    >>> made.variable_name(2)
    'bulb r1c2'
    """
    return laid_out(puzzle, encoding, three=three).formula
