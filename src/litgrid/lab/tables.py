"""The results of an experiment as tables of texts: across what varies, and cell by cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import product
from math import exp
from typing import Any

from litgrid.core.printable import printable
from litgrid.lab.results import Z95, Results, wilson
from litgrid.render.table import number

Row = list[str]

ACROSS = ("givens", "noise", "max_flips", "form", "restarts", "heuristic", "instance")
"""What the columns of the first table are about: the first of these that varies."""


PENALTIES = (2, 10)
"""So many times its limit an execution counts that is not solved."""


@dataclass(frozen=True, slots=True)
class Table:
    """A title, the heads of the columns, and rows of as many texts."""

    title: str
    head: Row
    rows: list[Row]


def percent(share: float) -> str:
    """Return a share in percent.

    >>> percent(1), percent(0.771)
    ('100 %', '77.1 %')
    """
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


def word(name: str) -> str:
    """Return what something that varies is called."""
    return name.replace("_", " ")


def varying(outcomes: Iterable[Any]) -> list[str]:
    """Return the names of what varies, in the order of the fields of a ``cell``."""
    columns: dict[str, set[Any]] = {}
    for outcome in outcomes:
        for field in fields(outcome.cell):
            columns.setdefault(field.name, set()).add(getattr(outcome.cell, field.name))
    return [name for name, column in columns.items() if len(column) > 1]


def fixed(results: Results) -> str:
    """Return what does not vary, as a line."""
    first = results.outcomes[0].cell
    names = varying(results)
    same = [
        f"{word(it.name)} {said(value)}"
        for it in fields(first)
        if it.name not in names and (value := getattr(first, it.name)) is not None
    ]
    experiment = results.experiment
    rest = [f"executions {experiment.executions:,}", f"seed {experiment.seed}"]
    return ", ".join([*same, *rest])


def pivot(results: Results) -> Table:
    """Return mean flips and solved executions, one thing that varies in the columns and the others in the rows."""
    names = varying(results)
    across = next((name for name in ACROSS if name in names), "noise")
    down = [name for name in names if name != across]
    columns = list(dict.fromkeys(getattr(outcome.cell, across) for outcome in results))
    found = {}
    for outcome in results:
        place = tuple(getattr(outcome.cell, name) for name in (*down, across))
        found[place] = f"{number(outcome.mean_flips)} ({percent(outcome.share)})"
    keys = product(*(dict.fromkeys(getattr(outcome.cell, name) for outcome in results) for name in down))
    rows = [[*map(said, key), *(found[*key, column] for column in columns)] for key in keys]
    head = [*(word(name) for name in down), *(f"{word(across)} {said(column)}" for column in columns)]
    return Table("Mean flips of solved executions (solved)", head, rows)


def cells(results: Results) -> Table:
    """Return everything about each cell: a row each."""
    names = varying(results)
    head = [word(name) for name in names]
    head += ["solved", "of", "95 % interval", "mean flips", "median flips", "expected flips", "95 % interval"]
    head += [*(f"PAR-{factor}" for factor in PENALTIES), "restarts used", "seconds"]
    rows = []
    for outcome in results:
        solved = int(outcome.solved.sum())
        low, high = wilson(solved, outcome.solved.size)
        expected, spread = outcome.expected_flips, exp(Z95 * outcome.relative_error)
        used = float(outcome.restarts.mean()) if outcome.restarts.size else None
        rows.append(
            [
                *(said(getattr(outcome.cell, name)) for name in names),
                f"{solved:,}",
                f"{outcome.solved.size:,}",
                f"{100 * low:.1f} - {100 * high:.1f} %",
                number(outcome.mean_flips),
                number(outcome.median_flips),
                number(expected),
                "-" if expected is None else f"{expected / spread:,.0f} - {expected * spread:,.0f}",
                *(number(outcome.penalized(factor)) for factor in PENALTIES),
                number(used, 2),
                number(outcome.seconds, 3),
            ]
        )
    return Table("Every cell", head, rows)


def formulas(results: Results) -> Table:
    """Return how large the formulas are: a row each."""
    rows = [
        [_drawn(made), said(made["form"]), f"{made['variables']:,}", f"{made['clauses']:,}"]
        for made in results.formulas
    ]
    return Table("Formulas", ["instance", "form", "variables", "clauses"], rows)


def _drawn(made: dict[str, Any]) -> str:
    return said(made["instance"]) + (f", {percent(made['givens'])} given: the first" if "givens" in made else "")


def every(results: Results) -> Sequence[Table]:
    """Return all tables about an experiment."""
    return formulas(results), pivot(results), cells(results)


def said(value: object) -> str:
    """Return a value of what varies, as people read it."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float) else printable(str(value))
