"""How large formulas are, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from litgrid.cli.words import heading, json_line, named
from litgrid.encode.counts import Counts
from litgrid.encode.layout import KindSize, Layout
from litgrid.formats import Record
from litgrid.render.table import aligned

Sizes = Sequence[tuple[str, Layout | Counts]]
"""Encodings and what they make."""
LONGEST = 10**15
"""Larger numbers are said roughly."""


def as_lines(record: Record, sizes: Sizes) -> Iterator[str]:
    """Return a JSON object for each encoding."""
    for encoding, made in sizes:
        values: dict[str, object] = {
            **named(record),
            "encoding": encoding,
            "three_sat": isinstance(made, Layout) and made.three,
            "variables": made.variables,
            "auxiliaries": made.size.auxiliaries,
            "clauses": made.size.clauses,
            "literals": made.size.literals,
            "rules": [
                {
                    "kind": kind.kind,
                    "rules": kind.rules,
                    "auxiliaries": kind.size.auxiliaries,
                    "clauses": kind.size.clauses,
                    "literals": kind.size.literals,
                }
                for kind in made.kinds
            ],
        }
        if isinstance(made, Layout) and made.three:
            before = made.before.size
            values["before"] = {
                "variables": made.before.variables,
                "clauses": before.clauses,
                "literals": before.literals,
            }
        yield json_line(values)


def in_words(record: Record, sizes: Sizes) -> Iterator[str]:
    """Return a table: of the rules where there is one encoding, else of the encodings."""
    yield heading(record)
    if len(sizes) == 1:
        yield from _by_rule(*sizes[0])
    else:
        yield from _by_encoding(sizes)


def _by_rule(encoding: str, made: Layout | Counts) -> Iterator[str]:
    things = "clauses" if isinstance(made, Layout) else "constraints"
    rows = []
    everything = KindSize("all", sum(kind.rules for kind in made.kinds), made.size)
    for kind in (*made.kinds, everything):
        size = kind.size
        rows.append([kind.kind, *map(number, (kind.rules, size.clauses, size.literals, size.auxiliaries))])
    yield aligned(["rule", "rules", things, "literals", "auxiliaries"], rows)
    cells = made.variables - made.size.auxiliaries
    yield f"{number(made.variables)} variables, of which {number(cells)} are cells; encoding {encoding}."
    if isinstance(made, Layout) and made.three:
        yield _growth(made)


def _growth(made: Layout) -> str:
    before, after = made.before, made.size
    factor = after.clauses / before.size.clauses if before.size.clauses else 1
    return (
        f"As 3-SAT {number(before.size.clauses)} clauses became {number(after.clauses)} ({factor:.2f} times as many), "
        f"{number(before.size.literals)} literals {number(after.literals)}, and {number(before.variables)} variables "
        f"{number(made.variables)}."
    )


def _by_encoding(sizes: Sizes) -> Iterator[str]:
    kinds = [kind.kind for kind in sizes[0][1].kinds]
    rows = []
    for encoding, made in sizes:
        whole = (made.variables, made.size.clauses, made.size.literals)
        rows.append([encoding, *map(number, (*whole, *(kind.size.clauses for kind in made.kinds)))])
    yield aligned(["encoding", "variables", "clauses", "literals", *kinds], rows)
    yield f"Under {', '.join(kinds)}: the clauses of these rules."
    for encoding, made in sizes:
        if isinstance(made, Layout) and made.three:
            yield f"{encoding}: {_growth(made)}"


def number(value: int) -> str:
    """Return a number for people.

    >>> number(3821856), number(10**30)
    ('3,821,856', '1.00e+30')
    """
    return f"{value:,}" if value < LONGEST else f"{value:.2e}"
