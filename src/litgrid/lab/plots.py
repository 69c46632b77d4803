"""The results of a sweep as pictures, one a question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from litgrid.lab.panels import figure, logarithmic, marked
from litgrid.lab.results import Z95, Outcome, Results, wilson
from litgrid.lab.tables import varying

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_STEPS = 100
"""More steps of a line could not be seen, and would make a picture large."""
LINES = ("heuristic", "noise", "max_flips", "restarts", "form", "instance", "givens")
"""What the lines of a panel are about: the first of these that varies. Whatever else varies gets a panel each."""
NUMBERS = {"noise": "noise (probability of a random flip)", "givens": "share of the cells that are given"}
"""What flips are drawn against, and what it is."""


def flips_against_noise(results: Results, across: str = "noise") -> Figure:
    """Return how many flips an answer takes, by noise or givens, of the largest limit of flips, with 95 % intervals."""

    def draw(axes: Axes, outcomes: list[Outcome], number: int, style: dict[str, Any]) -> None:
        solved = [outcome for outcome in outcomes if outcome.expected_flips is not None]
        flips = np.array([outcome.expected_flips for outcome in solved], dtype=np.float64)
        # On a logarithmic axis an interval is a factor.
        factor = np.array([np.exp(Z95 * outcome.relative_error) for outcome in solved])
        around = np.array([flips - flips / factor, flips * factor - flips])
        axes.errorbar(
            [getattr(outcome.cell, across) for outcome in solved], flips, around, capsize=2, elinewidth=1, **style
        )
        never = [getattr(outcome.cell, across) for outcome in outcomes if outcome.expected_flips is None]
        hollow = {**style, "label": None, "linestyle": "", "fillstyle": "none", "clip_on": False, "in_layout": False}
        if never:  # one below another, at the top, as it takes more than any other
            axes.plot(never, [1 - 0.04 * number] * len(never), transform=axes.get_xaxis_transform(), **hollow)

    def settle(axes: Axes) -> None:
        scaled(axes, "y")
        axes.locator_params("x", nbins=5, steps=[1, 2, 5, 10])

    shown = _longest(results)
    scaled = logarithmic([flips for outcome in shown if (flips := outcome.expected_flips) is not None])
    never = any(outcome.expected_flips is None for outcome in shown)
    label = f"{NUMBERS[across]}{'; hollow, at the top: none solved' * never}"
    return figure(shown, LINES, across, draw, settle, label, "expected flips")


def success_against_flips(results: Results) -> Figure:
    """Return the share of executions that were solved, by the most flips of a try, with 95 % intervals."""

    def draw(axes: Axes, outcomes: list[Outcome], number: int, style: dict[str, Any]) -> None:
        shares = np.array([100 * outcome.share for outcome in outcomes])
        ranges = np.array([wilson(int(outcome.solved.sum()), outcome.solved.size) for outcome in outcomes])
        around = np.abs(100 * ranges.T - shares)
        beside = 1.025**number  # so that the intervals of several lines do not lie on each other
        axes.errorbar(
            [outcome.cell.max_flips * beside for outcome in outcomes], shares, around, capsize=2, elinewidth=1, **style
        )

    return figure(
        list(results),
        LINES,
        "max_flips",
        draw,
        partial(_shares, logarithmic()),
        "most flips of a try",
        "solved (% of executions)",
    )


def run_lengths(results: Results) -> Figure:
    """Return how many executions were solved within so many flips, of all tries together, of the largest limit."""

    def draw(axes: Axes, outcomes: list[Outcome], number: int, style: dict[str, Any]) -> None:
        (outcome,) = outcomes
        flips = np.sort(outcome.flips[outcome.solved])
        some = np.unique(np.linspace(0, flips.size - 1, min(flips.size, MOST_STEPS)).astype(int))
        most = outcome.cell.max_flips * (outcome.cell.restarts + 1)
        # Up from nothing, and on to where the search gave up.
        places = np.concatenate([flips[:1], flips[some], [most]])
        reached = (
            100 * np.concatenate([np.zeros(min(flips.size, 1)), some + 1, [flips.size]]) / max(outcome.solved.size, 1)
        )
        # The first point is where the line goes up from nothing: it carries no mark.
        marks = [1 + place for place in marked(some.size, number) or []]
        axes.step(places, reached, where="post", markevery=marks or None, **style)

    shown = _longest(results)
    scaled = logarithmic(*(outcome.flips[outcome.solved] for outcome in shown))
    return figure(shown, LINES, None, draw, partial(_shares, scaled), "flips", "solved (% of executions)")


def _shares(scaled: Callable[[Axes, str], None], axes: Axes) -> None:
    """Let a panel show percents against flips."""
    scaled(axes, "x")
    axes.set(ylim=(-3, 103))


def _longest(results: Results) -> list[Outcome]:
    """Return the outcomes of the largest limit of flips: those of smaller ones are their beginnings."""
    most = max(outcome.cell.max_flips for outcome in results)
    return [outcome for outcome in results if outcome.cell.max_flips == most]


def drawable(results: Results) -> dict[str, Callable[[Results], Figure]]:
    """Return the pictures that say something about an experiment, by name."""
    names = varying(results)
    found: dict[str, Callable[[Results], Figure]] = {}
    for name in NUMBERS:
        if name in names:
            found[f"flips-against-{name}"] = partial(flips_against_noise, across=name)
    if "max_flips" in names:
        found["success-against-flips"] = success_against_flips
    return {**found, "run-lengths": run_lengths}
