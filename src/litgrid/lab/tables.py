"""The results of an experiment as tables of texts: across what varies, and cell by cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from itertools import product
from typing import Any

from litgrid.core.printable import printable
from litgrid.lab.experiment import Cell
from litgrid.lab.results import Outcome, Results, wilson
from litgrid.render.table import number

Row = list[str]

WORDS = {name.name: name.name.replace("_", " ") for name in fields(Cell)}
"""What each thing that varies is called."""
ACROSS = ("givens", "noise", "max_flips", "form", "restarts", "heuristic", "instance")
"""What the columns of the first table are about: the first of these that varies."""


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


def varying(outcomes: Iterable[Outcome]) -> list[str]:
    """Return the names of what varies, in the order of a cell's fields."""
    columns = zip(*(astuple(outcome.cell) for outcome in outcomes), strict=True)
    return [name for name, column in zip(WORDS, columns, strict=True) if len(set(column)) > 1]


def fixed(results: Results) -> str:
    """Return what does not vary, as a line."""
    first = results.outcomes[0].cell
    names = varying(results)
    same = [
        f"{WORDS[name]} {said(getattr(first, name))}"
        for name in WORDS
        if name not in names and getattr(first, name) is not None
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
    head = [*(WORDS[name] for name in down), *(f"{WORDS[across]} {said(column)}" for column in columns)]
    return Table("Mean flips of solved executions (solved)", head, rows)


def cells(results: Results) -> Table:
    """Return everything about each cell: a row each."""
    names = varying(results)
    head = [WORDS[name] for name in names]
    head += ["solved", "of", "95 % interval", "mean flips", "median flips", "restarts used", "seconds"]
    rows = []
    for outcome in results:
        solved = int(outcome.solved.sum())
        low, high = wilson(solved, outcome.solved.size)
        used = float(outcome.restarts.mean()) if outcome.restarts.size else None
        rows.append(
            [
                *(said(getattr(outcome.cell, name)) for name in names),
                f"{solved:,}",
                f"{outcome.solved.size:,}",
                f"{100 * low:.1f} - {100 * high:.1f} %",
                number(outcome.mean_flips),
                number(outcome.median_flips),
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
    """Return what a formula is of: an instance, or the first that was drawn."""
    return said(made["instance"]) + (f", {percent(made['givens'])} given: the first" if "givens" in made else "")


def every(results: Results) -> Sequence[Table]:
    """Return all tables about an experiment."""
    return formulas(results), pivot(results), cells(results)


def said(value: object) -> str:
    """Return a value of what varies, as people read it."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float) else printable(str(value))
