"""The results of a contest as pictures: who solves how many in which time, who is faster where, and how both grow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from litgrid.lab.panels import MOST_PANELS, figure, logarithmic, marked
from litgrid.lab.standings import PENALTY, Entry, Goal, Standings, grouped

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FLOOR = 1e-4
"""Below so many an axis is no more logarithmic: what propagation alone solves takes none."""
FEWEST_SIZES = 3
"""A picture against the size is drawn from so many sizes on."""
Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Place:
    """What a curve is about."""

    kind: str = ""
    goal: Goal = "first answer"
    solver: str = ""
    encoding: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Points, and how far around them half of what they stand for lies."""

    cell: Place
    across: Values
    up: Values
    around: Values | None = None


def cactus(standings: Standings) -> Figure:
    """Return how many instances each solver solves if each may take so many seconds, by kind and goal."""
    curves = []
    for kind, some in grouped(standings.entries, "kind").items():
        for goal in standings.goals:
            for solver, entries in grouped(some, "solver").items():
                up = np.sort(_seconds(entries, goal))
                curves.append(Curve(Place(kind, goal, solver), np.arange(1.0, up.size + 1), up))

    def draw(axes: Axes, some: list[Curve], number: int, style: dict[str, Any]) -> None:
        (curve,) = some
        axes.plot(curve.across, curve.up, markevery=marked(curve.up.size, number), **style)

    scaled = logarithmic(*(curve.up for curve in curves), least=FLOOR)
    return figure(
        curves, ("solver",), None, draw, lambda axes: scaled(axes, "y"), "instances solved", "seconds for each"
    )


def scatter(standings: Standings) -> Figure:
    """Return the seconds of each instance, of the solver that solves most across, of each other one up."""
    curves = []
    for goal in standings.goals:
        best, *others = standings.ranked(goal)
        first = {entry.id: entry for entry in standings.solvers[best]}
        for solver in others[: MOST_PANELS // len(standings.goals)]:
            for kind, entries in grouped(standings.solvers[solver], "kind").items():
                pairs = [(first[entry.id], entry) for entry in entries if entry.id in first]
                values = [_seconds(some, goal, _beyond(standings)) for some in zip(*pairs, strict=True)]
                if values:
                    curves.append(Curve(Place(kind, goal, f"{solver} / {best}"), values[0], values[1]))

    def draw(axes: Axes, some: list[Curve], _: int, style: dict[str, Any]) -> None:
        for curve in some:
            axes.plot(curve.across, curve.up, **{**style, "linestyle": "", "alpha": 0.6, "markersize": 4})

    scaled = logarithmic(*(some for curve in curves for some in (curve.across, curve.up)), least=FLOOR)

    def settle(axes: Axes) -> None:
        scaled(axes, "x")
        scaled(axes, "y")
        axes.axline((1, 1), (10, 10), color="#888888", linewidth=0.8)

    beyond = f"seconds of the second ({PENALTY} limits: not solved)"
    return figure(curves, ("kind",), None, draw, settle, beyond, "seconds of the first")


def clauses(standings: Standings) -> Figure:
    """Return how many clauses there are, against the cells of the board: medians by encoding, and half of all."""
    return _grown(standings, "encoding", "clauses", lambda entry, _: entry.found.clauses)


def seconds(standings: Standings) -> Figure:
    """Return the seconds of what was solved against the cells of the board: medians by solver, and half of all."""
    return _grown(standings, "solver", "seconds", lambda entry, goal: entry.seconds(goal))


def _grown(standings: Standings, by: str, what: str, value: Callable[[Entry, Goal], float | None]) -> Figure:
    curves = []
    goals = standings.goals if by == "solver" else standings.goals[:1]
    for kind, alike in grouped(standings.entries, "kind").items():
        for goal, (name, entries) in product(goals, grouped(alike, by).items()):
            points = []
            for cells, some in sorted(grouped(entries, "cells").items()):
                known = [one for entry in some if (one := value(entry, goal)) is not None]
                if known:
                    points.append((cells, *np.percentile(known, (50, 25, 75))))
            if points:
                across, middle, low, high = np.array(points, dtype=np.float64).T
                place = Place(kind, goal, **{by: name})
                curves.append(Curve(place, across, middle, np.array([middle - low, high - middle])))

    def draw(axes: Axes, some: list[Curve], number: int, style: dict[str, Any]) -> None:
        for curve in some:
            axes.errorbar(curve.across * 1.015**number, curve.up, curve.around, capsize=2, elinewidth=1, **style)

    scaled = logarithmic(*(curve.up for curve in curves), *_lowest(curves), least=FLOOR)

    def settle(axes: Axes) -> None:
        axes.set_xscale("log")
        scaled(axes, "y")

    return figure(curves, (by,), None, draw, settle, "cells of the board", f"{what}: median, and the middle half")


def drawable(standings: Standings) -> dict[str, Callable[[Standings], Figure]]:
    """Return the pictures that say something about a contest, by name."""
    found: dict[str, Callable[[Standings], Figure]] = {}
    solved = any(entry.seconds("first answer") is not None for entry in standings.entries)
    if solved:
        found["cactus"] = cactus
    if solved and len(standings.solvers) > 1:
        found["scatter"] = scatter
    kinds = grouped(standings.entries, "kind").values()
    if any(len({entry.cells for entry in some}) >= FEWEST_SIZES for some in kinds):
        found["clauses-against-cells"] = clauses
        if solved:
            found["seconds-against-cells"] = seconds
    return found


def _seconds(entries: Iterable[Entry], goal: Goal, instead: float | None = None) -> Values:
    """Return the seconds of what was solved, and something instead of the others', if anything."""
    taken = [entry.seconds(goal) for entry in entries]
    return np.array([one for each in taken if (one := instead if each is None else each) is not None])


def _beyond(standings: Standings) -> float:
    """Return where what was not solved is drawn: at PAR-2, or beyond all where there is no limit."""
    if standings.timeout is not None:
        return PENALTY * standings.timeout
    return PENALTY * max(
        (entry.seconds(goal) or 0 for entry in standings.entries for goal in standings.goals), default=1
    )


def _lowest(curves: Iterable[Curve]) -> Iterable[Values]:
    """Return how far down the middle halves of curves go."""
    return (curve.up - curve.around[0] for curve in curves if curve.around is not None)
