"""How large the formula of a puzzle is, by encoding and by rule; no clause is made for that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from litgrid.answer import Answer, Outcome, Telling, written
from litgrid.core.puzzle import Puzzle, expect_puzzle
from litgrid.core.words import OWN
from litgrid.encode import brought
from litgrid.encode.counts import Counts
from litgrid.encode.layout import KindSize, Layout
from litgrid.encode.rules import Rules
from litgrid.question import checked
from litgrid.render.table import aligned
from litgrid.sat.cardinality import ENCODINGS
from litgrid.sat.formula import Formula
from litgrid.sat.given import Given
from litgrid.sat.size import Size

COUNTS = "counts"
"""In place of an encoding: the counts as they are."""
COUNTING = ("smtlib", "opb")
"""The formats that can hold counts."""
LONGEST = 10**15
"""Larger numbers are said roughly."""
GIVEN = "given"
"""In place of an encoding: the clauses of a formula."""
Target = Literal["dimacs", "smtlib", "opb"]
Made: TypeAlias = Layout | Counts | Given


@dataclass(frozen=True, eq=False)
class Sizes(Answer):
    """How large formulas are: what each encoding makes."""

    puzzle: Puzzle | Formula
    made: tuple[tuple[str, Made], ...]

    @property
    def outcome(self) -> Outcome:
        """Yes: it is known."""
        return "yes"

    def records(self, _: str = OWN) -> Iterator[dict[str, Any]]:
        """Return a line of JSON for each encoding."""
        return (self.about | _values(encoding, made) for encoding, made in self.made)

    def values(self, _: Telling) -> dict[str, Any]:
        return {"encodings": [_values(encoding, made) for encoding, made in self.made]}

    def lines(self, telling: Telling) -> Iterator[str]:
        if len(self.made) == 1:
            yield from _by_rule(*self.made[0], telling)
        else:
            yield from _by_encoding(self.made, telling)


@checked
def sizes(
    puzzle: Puzzle | Formula, *, encodings: Sequence[str] | None = None, to: Target = "dimacs", three: bool = False
) -> Sizes:
    r"""Tell how large the formula of a puzzle is, or a formula that is given.

    Parameters
    ----------
    puzzle
        What the formula is of.
    encodings
        Which encodings; by default all that the format can hold. A formula has none.
    to
        The format: DIMACS for SAT solvers, SMT-LIB for z3 and its like, OPB for pseudo-Boolean solvers.
    three
        Turn each clause into clauses of exactly three literals.

    Examples
    --------
    >>> import litgrid
    >>> found = sizes(litgrid.load("lightup\n.1.\n...\n#.2"), encodings=["auto"])
    >>> found.record()["encodings"][0]["clauses"]
    21
    """
    if isinstance(puzzle, Formula):
        return Sizes(puzzle, ((GIVEN, laid_out(puzzle, GIVEN, to, three=three)),))
    names = encodings or [*ENCODINGS, *([COUNTS] * (to in COUNTING and not three))]
    expect_puzzle(puzzle)
    rules = Rules(puzzle)
    return Sizes(puzzle, tuple((name, laid_out(puzzle, name, to, three=three, rules=rules)) for name in names))


def laid_out(puzzle: Puzzle | Formula, encoding: str, to: str, *, three: bool, rules: Rules | None = None) -> Made:
    """Return the formula of a puzzle as it would be written, without its clauses; a formula is there already."""
    if isinstance(puzzle, Formula):
        return Given(puzzle, three=three, tidy=to == "opb")
    if encoding == COUNTS:
        return Counts(puzzle, two_sided=to != "opb")
    return brought.laid_out(puzzle, encoding, three=three, rules=rules)


def _values(encoding: str, made: Made) -> dict[str, Any]:
    values: dict[str, Any] = {
        "encoding": encoding,
        "three_sat": not isinstance(made, Counts) and made.three,
        "variables": made.variables,
        **_size(made.size),
        "rules": [{"kind": kind.kind, "rules": kind.rules, **_size(kind.size)} for kind in made.kinds],
    }
    if not isinstance(made, Counts) and made.three:
        before = made.before.size
        values["before"] = {
            "variables": made.before.variables,
            "clauses": before.clauses,
            "literals": before.literals,
        }
    return values


def _size(size: Size) -> dict[str, int]:
    return {"auxiliaries": size.auxiliaries, "clauses": size.clauses, "literals": size.literals}


def _by_rule(encoding: str, made: Made, telling: Telling) -> Iterator[str]:
    things = "constraints" if isinstance(made, Counts) else "clauses"
    total = KindSize(telling.say("sizes.everything"), sum(kind.rules for kind in made.kinds), made.size)
    rows = []
    for kind in (*made.kinds, total):
        size = kind.size
        rows.append([kind.kind, *_numbers(telling, kind.rules, size.clauses, size.literals, size.auxiliaries)])
    yield aligned([telling.say(f"sizes.{name}") for name in ("rule", "rules", things, "literals", "auxiliaries")], rows)
    variables, cells = _numbers(telling, made.variables, made.variables - made.size.auxiliaries)
    if encoding == GIVEN:
        yield telling.say("sizes.given", made.variables)
    else:
        yield telling.say("sizes.cells", variables=variables, cells=cells, encoding=encoding)
    if not isinstance(made, Counts) and made.three:
        yield _growth(made, telling)


def _growth(made: Layout | Given, telling: Telling) -> str:
    before, after = made.before, made.size
    numbers = {
        "clauses": before.size.clauses,
        "after": after.clauses,
        "literals": before.size.literals,
        "literals_after": after.literals,
        "variables": before.variables,
        "variables_after": made.variables,
    }
    said = dict(zip(numbers, _numbers(telling, *numbers.values()), strict=True))
    factor = after.clauses / before.size.clauses if before.size.clauses else 1.0
    return telling.say("sizes.growth", factor=factor, **said)


def _by_encoding(made: Sequence[tuple[str, Made]], telling: Telling) -> Iterator[str]:
    kinds = [kind.kind for kind in made[0][1].kinds]
    rows = []
    for encoding, one in made:
        whole = (one.variables, one.size.clauses, one.size.literals)
        rows.append([encoding, *_numbers(telling, *whole, *(kind.size.clauses for kind in one.kinds))])
    head = [telling.say(f"sizes.{name}") for name in ("encoding", "variables", "clauses", "literals")]
    yield aligned([*head, *kinds], rows)
    yield telling.say("sizes.under", rules=", ".join(kinds))
    for encoding, one in made:
        if not isinstance(one, Counts) and one.three:
            yield f"{encoding}: {_growth(one, telling)}"


def _numbers(telling: Telling, *values: int) -> list[str]:
    return [written(value, telling.language) if value < LONGEST else f"{value:.2e}" for value in values]
