"""The results of an experiment as pictures, one a question.

Made for print and for the colour-blind: the colours are those of M. Okabe and K. Ito (2008), which differ in lightness
too, and every line has a marker and a dash pattern of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from litgrid.core.errors import LitgridError, needing
from litgrid.core.files import write_file
from litgrid.lab.results import Outcome, Results, wilson
from litgrid.lab.tables import WORDS, said, varying

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

OKABE_ITO = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = "osD^vPX"
DASHES: tuple[Any, ...] = (
    "-",
    (0, (5, 2)),
    (0, (1, 1.2)),
    (0, (5, 1, 1, 1)),
    (0, (3, 1, 1, 1, 1, 1)),
    (0, (8, 2)),
    "-.",
)
SUFFIXES = (".svg", ".png", ".pdf")
MOST_STEPS = 100
"""More steps of a line could not be seen, and would make a picture large."""
MOST_PLAIN = 1000
"""Where a logarithmic axis goes further than so many times its beginning, its numbers are written as powers of ten."""
MOST_COLUMNS, MOST_PANELS = 4, 24
"""No picture has more panels than this: nobody could read it."""
SETTINGS: Any = {
    "font.size": 10,
    "font.family": "DejaVu Sans",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.6,
    "lines.markersize": 5,
    "legend.frameon": False,
    "svg.hashsalt": "litgrid",
    "svg.fonttype": "none",
    "savefig.dpi": 200,
}
LINES = ("heuristic", "noise", "max_flips", "restarts", "form", "instance", "givens")
"""What the lines of a panel are about: the first of these that varies. Whatever else varies gets a panel each."""


NUMBERS = {"noise": "noise (probability of a random flip)", "givens": "share of the cells that are given"}
"""What flips are drawn against, and what it is."""


def flips_against_noise(results: Results, across: str = "noise") -> Figure:
    """Return how many flips solved executions take, by noise, of the largest limit of flips: means, on a log axis.

    ``across``: by this in place of noise.

    Raises
    ------
    MissingPackageError
        where matplotlib is not installed.
    LitgridError
        where there would be too many panels.
    """

    def draw(axes: Axes, outcomes: list[Outcome], _: int, style: dict[str, Any]) -> None:
        solved = [outcome for outcome in outcomes if outcome.mean_flips is not None]
        flips = [max(outcome.mean_flips or 0, 1) for outcome in solved]
        axes.plot([getattr(outcome.cell, across) for outcome in solved], flips, **style)
        never = [getattr(outcome.cell, across) for outcome in outcomes if outcome.mean_flips is None]
        hollow = {**style, "label": None, "linestyle": "", "fillstyle": "none", "clip_on": False, "in_layout": False}
        if never:
            axes.plot(never, [0] * len(never), transform=axes.get_xaxis_transform(), **hollow)

    def settle(axes: Axes) -> None:
        axes.set(yscale="log")
        axes.locator_params("x", nbins=5, steps=[1, 2, 5, 10])

    shown = _longest(results)
    never = any(outcome.mean_flips is None for outcome in shown)
    label = f"{NUMBERS[across]}{'; hollow: none solved' * never}"
    return _figure(shown, across, draw, settle, label, "mean flips, if solved")


def success_against_flips(results: Results) -> Figure:
    """Return the share of executions that were solved, by the most flips of a try, with 95 % intervals.

    Raises as :func:`flips_against_noise` does.
    """

    def draw(axes: Axes, outcomes: list[Outcome], number: int, style: dict[str, Any]) -> None:
        shares = np.array([100 * outcome.share for outcome in outcomes])
        ranges = np.array([wilson(int(outcome.solved.sum()), outcome.solved.size) for outcome in outcomes])
        around = np.abs(100 * ranges.T - shares)
        beside = 1.04**number  # so that the intervals of several lines do not lie on each other
        axes.errorbar([outcome.cell.max_flips * beside for outcome in outcomes], shares, around, capsize=2, **style)

    return _figure(list(results), "max_flips", draw, _shares, "most flips of a try", "solved (% of executions)")


def run_lengths(results: Results) -> Figure:
    """Return how many executions were solved within so many flips, of all tries together, of the largest limit.

    Raises as :func:`flips_against_noise` does.
    """

    def draw(axes: Axes, outcomes: list[Outcome], number: int, style: dict[str, Any]) -> None:
        (outcome,) = outcomes
        flips = np.maximum(np.sort(outcome.flips[outcome.solved]), 1)
        some = np.unique(np.linspace(0, flips.size - 1, min(flips.size, MOST_STEPS)).astype(int))
        most = outcome.cell.max_flips * (outcome.cell.restarts + 1)
        # Up from nothing, and on to where the search gave up.
        places = np.concatenate([flips[:1], flips[some], [most]])
        reached = (
            100 * np.concatenate([np.zeros(min(flips.size, 1)), some + 1, [flips.size]]) / max(outcome.solved.size, 1)
        )
        # Five marks a line, at other places of each.
        marks = 1 + ((np.arange(5) + 0.5 + 0.1 * (number % 5 - 2)) / 5 * some.size).astype(int)
        axes.step(places, reached, where="post", markevery=marks.tolist() if some.size else None, **style)

    return _figure(_longest(results), None, draw, _shares, "flips", "solved (% of executions)")


def _shares(axes: Axes) -> None:
    """Let a panel show percents against flips."""
    axes.set(xscale="log", ylim=(-3, 103))


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


def save(figure: Figure, path: Path) -> None:
    """Write a picture, in the format that its name ends in: one of :data:`SUFFIXES`.

    Raises
    ------
    LitgridError
        where the name ends otherwise, or where the file cannot be written.
    """
    if path.suffix not in SUFFIXES:
        raise LitgridError(f"{path}: expected the name of a picture to end in {', '.join(SUFFIXES)}")
    import matplotlib as mpl

    date = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix)
    file = BytesIO()
    with mpl.rc_context(SETTINGS):
        figure.savefig(file, format=path.suffix[1:], metadata=date)
    write_file([file.getvalue()], str(path))


def _figure(
    shown: list[Outcome],
    across: str | None,
    draw: Callable[[Axes, list[Outcome], int, dict[str, Any]], None],
    settle: Callable[[Axes], None],
    across_label: str,
    up_label: str,
) -> Figure:
    """Draw a panel for each combination of what varies, with a line in it for each value of one thing that does.

    ``draw`` draws a line, ``settle`` sets the axes of a panel, and the labels stand below and on the left of all.
    """
    with needing("pictures need", "matplotlib", "lab"):
        import matplotlib as mpl
        from matplotlib.figure import Figure
    names = [name for name in varying(shown) if name != across]
    by_line = next((name for name in LINES if name in names), None)
    by_panel = [name for name in names if name != by_line]
    panels = _grouped(shown, by_panel)
    if len(panels) > MOST_PANELS:
        raise LitgridError(
            f"expected at most {MOST_PANELS} panels in a picture, got {len(panels)}, one for each "
            f"{' and '.join(WORDS[name] for name in by_panel)}: make experiments of less each"
        )
    # What varies fastest runs along the rows, if a page is wide enough for it.
    fastest = len({key[-1:] for key in panels})
    columns = fastest if fastest <= MOST_COLUMNS else min(len(panels), MOST_COLUMNS)
    rows = -(-len(panels) // columns)
    with mpl.rc_context(SETTINGS):
        size = (3.4 * columns + 0.6, 2.6 * rows + 0.6) if len(panels) > 1 else (5.6, 3.9)
        figure = Figure(figsize=size, layout="constrained")
        grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel()
        for axes, (key, outcomes) in zip(grid, panels.items(), strict=False):
            axes.set_title(
                ", ".join(_titled(name, value) for name, value in zip(by_panel, key, strict=True)), fontsize=9
            )
            for number, (line, some) in enumerate(_grouped(outcomes, [by_line] if by_line else []).items()):
                draw(axes, some, number, {"label": ", ".join(map(_said, line)), **_style(number)})
        for axes in grid[: len(panels)]:
            settle(axes)
        figure.supxlabel(across_label, fontsize=SETTINGS["font.size"])
        figure.supylabel(up_label, fontsize=SETTINGS["font.size"])
        for axes in grid[len(panels) :]:
            axes.set_axis_off()
        for axes in grid[: len(panels)]:
            axes.label_outer()
            _plain_ticks(axes.xaxis)
            _plain_ticks(axes.yaxis)
        if by_line:
            handles, labels = grid[0].get_legend_handles_labels()
            figure.legend(handles, labels, title=WORDS[by_line], loc="outside right upper")
    return figure


def _grouped(outcomes: Iterable[Outcome], names: Sequence[str]) -> dict[tuple[Any, ...], list[Outcome]]:
    found: dict[tuple[Any, ...], list[Outcome]] = {}
    for outcome in outcomes:
        found.setdefault(tuple(getattr(outcome.cell, name) for name in names), []).append(outcome)
    return found


def _style(number: int) -> dict[str, Any]:
    """Return colour, marker and dashes; after each round the dashes are shifted, so that 49 lines differ."""
    return {
        "color": OKABE_ITO[number % len(OKABE_ITO)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": DASHES[(number + number // len(MARKERS)) % len(DASHES)],
    }


def _titled(name: str, value: object) -> str:
    return _said(value) if name in ("instance", "form", "heuristic") else f"{WORDS[name]} {said(value)}"


def _said(value: object) -> str:
    """Return a value as a picture takes it, in which what is between two dollars would be a formula."""
    return said(value).replace("$", r"\$")


def _plain_ticks(axis: Axis) -> None:
    """Write 2,000 and not 2 x 10^3 where a logarithmic axis is short; at 2 and 5 too where it is very short."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    if axis.get_scale() == "log" and high < MOST_PLAIN * low:
        axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if high < 40 * low else (1.0,)))
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        axis.set_minor_formatter(NullFormatter())
