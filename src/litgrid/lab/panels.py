"""Pictures of results: panels side by side, in each a line for each value of one thing that varies.

Made for print and for the colour-blind: the colours are those of M. Okabe and K. Ito (2008), which differ in lightness
too, and every line has a marker and a dash pattern of its own. Of lines that lie on each other the lower ones are
wider, so that they are seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from math import floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from litgrid.core.errors import LitgridError, needing
from litgrid.core.files import write_file
from litgrid.lab.tables import said, varying, word

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

Shown = TypeVar("Shown", bound=Any)
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
WIDE = 36
"""Longer titles of panels have two lines."""
WIDEST = 2.8
"""So wide is the first line; each next is a little less."""
SHORTEST, SHORT = 4, 100
"""A logarithmic axis that goes no further than so many times its beginning has numbers wherever they are round; and
at 2 and 5 too."""
MOST_PLAIN = 1000
"""Where a logarithmic axis goes further than so many times its beginning, its numbers are written as powers of ten."""
BELOW = 0.3
"""Where 0 has a place on a logarithmic axis, the axis begins so far below it, as a share of its least power of ten."""
ABOVE = 1.4
"""So many times the largest value it goes up at least."""
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
    "legend.handlelength": 3.5,
    "svg.hashsalt": "litgrid",
    "svg.fonttype": "none",
    "savefig.dpi": 200,
}


def save(figure: Figure, path: Path) -> None:
    """Write a picture, in the format that its name ends in: one of :data:`SUFFIXES`."""
    if path.suffix not in SUFFIXES:
        raise LitgridError(f"{path}: expected the name of a picture to end in {', '.join(SUFFIXES)}")
    import matplotlib as mpl

    date = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix)
    file = BytesIO()
    with mpl.rc_context(SETTINGS):
        figure.savefig(file, format=path.suffix[1:], metadata=date)
    write_file([file.getvalue()], str(path))


def figure(
    shown: Sequence[Shown],
    lines: Sequence[str],
    across: str | None,
    draw: Callable[[Axes, list[Shown], int, dict[str, Any]], None],
    settle: Callable[[Axes], None],
    across_label: str,
    up_label: str,
) -> Figure:
    """Draw a panel for each combination of what varies, with a line in it for each value of one thing that does.

    What varies are the fields of the ``cell`` of what is shown. Along a line it is ``across``, if anything; lines are
    about the first of ``lines`` that varies; whatever else does gets a panel each. ``draw`` gets what belongs to a
    line, its number and its style; ``settle`` sets the axes of a panel. Labels stand below and on the left of all.
    """
    with needing("pictures need", "matplotlib", "lab"):
        import matplotlib as mpl
        from matplotlib.figure import Figure
    names = [name for name in varying(shown) if name != across]
    by_line = next((name for name in lines if name in names), None)
    by_panel = [name for name in names if name != by_line]
    panels = _grouped(shown, by_panel) or {(): []}  # of engines that take counts no clauses are known
    if len(panels) > MOST_PANELS:
        raise LitgridError(
            f"expected at most {MOST_PANELS} panels in a picture, got {len(panels)}, one for each "
            f"{' and '.join(map(word, by_panel))}: make experiments of less each"
        )
    # What varies fastest runs along the rows, if a page is wide enough for it.
    fastest = len({key[-1:] for key in panels})
    columns = fastest if fastest <= MOST_COLUMNS else min(len(panels), MOST_COLUMNS)
    rows = -(-len(panels) // columns)
    with mpl.rc_context(SETTINGS):
        size = (3.4 * columns + 0.6, 2.6 * rows + 0.6) if len(panels) > 1 else (5.6, 3.9)
        made = Figure(figsize=size, layout="constrained")
        grid = made.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel()
        for axes, (key, outcomes) in zip(grid, panels.items(), strict=False):
            title = [_titled(name, value) for name, value in zip(by_panel, key, strict=True)]
            axes.set_title((", " if sum(map(len, title)) < WIDE else "\n").join(title), fontsize=9)
            for number, (line, some) in enumerate(_grouped(outcomes, [by_line] if by_line else []).items()):
                if across is not None:  # a description may name its values in any order
                    some.sort(key=lambda one: getattr(one.cell, across))
                draw(axes, some, number, {"label": ", ".join(map(_said, line)), **_style(number)})
        for axes in grid[: len(panels)]:
            settle(axes)
        made.supxlabel(across_label, fontsize=SETTINGS["font.size"])
        made.supylabel(up_label, fontsize=SETTINGS["font.size"])
        for axes in grid[len(panels) :]:
            axes.set_axis_off()
        for number, axes in enumerate(grid[: len(panels)]):
            axes.label_outer()
            axes.xaxis.set_tick_params(labelbottom=number + columns >= len(panels))  # there is none below it
            _plain_ticks(axes.xaxis)
            _plain_ticks(axes.yaxis)
        if by_line:
            handles, labels = grid[0].get_legend_handles_labels()
            made.legend(handles, labels, title=word(by_line), loc="outside right upper")
    return made


def logarithmic(*shown: npt.ArrayLike, least: float = 0.0) -> Callable[[Axes, str], None]:
    """Return what makes the axis ``"x"`` or ``"y"`` of a panel logarithmic, for some values.

    A logarithmic axis has no 0. Where 0 is among the values, or one below ``least``, it has a place of its own: the
    axis is linear from there to the power of ten that all larger values reach.
    """
    values = np.concatenate([np.zeros(0), *map(np.ravel, shown)])
    larger = values[values > max(0.0, least)]
    power = max(10.0 ** floor(log10(larger.min())), least) if larger.size else 0.0

    def settle(axes: Axes, which: str) -> None:
        if larger.size in (0, values.size):
            axes.set(**{f"{which}scale": "log" if larger.size == values.size else "linear"})
            return
        (axes.set_xscale if which == "x" else axes.set_yscale)("symlog", linthresh=power, linscale=0.5)
        _, high = axes.get_xlim() if which == "x" else axes.get_ylim()
        (axes.set_xlim if which == "x" else axes.set_ylim)(-BELOW * power, max(high, ABOVE * larger.max()))

    return settle


def marked(size: int, number: int) -> list[int] | None:
    """Return which points of so many carry a mark: five of a line, at other places of each; ``None`` for all."""
    return ((np.arange(5) + 0.5 + 0.1 * (number % 5 - 2)) / 5 * size).astype(int).tolist() if size else None


def _grouped(outcomes: Iterable[Shown], names: Sequence[str]) -> dict[tuple[Any, ...], list[Shown]]:
    found: dict[tuple[Any, ...], list[Shown]] = {}
    for outcome in outcomes:
        found.setdefault(tuple(getattr(outcome.cell, name) for name in names), []).append(outcome)
    return found


def _style(number: int) -> dict[str, Any]:
    """Return colour, marker and dashes; after each round the dashes are shifted, so that 49 lines differ."""
    return {
        "color": OKABE_ITO[number % len(OKABE_ITO)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": DASHES[(number + number // len(MARKERS)) % len(DASHES)],
        "linewidth": max(WIDEST - number / 4, SETTINGS["lines.linewidth"]),
    }


def _titled(name: str, value: object) -> str:
    return _said(value) if isinstance(value, str) else f"{word(name)} {said(value)}"


def _said(value: object) -> str:
    """Return a value as a picture takes it, in which what is between two dollars would be a formula."""
    return said(value).replace("$", r"\$")


def _plain_ticks(axis: Axis) -> None:
    """Write 2,000 and not 2 x 10^3 where a logarithmic axis is short; the shorter it is, the more numbers it has."""
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

    low, high = axis.get_view_interval()
    if axis.get_scale() == "log" and high < MOST_PLAIN * low:
        subs = (1.0, 2.0, 5.0) if high < SHORT * low else (1.0,)
        axis.set_major_locator(MaxNLocator(5) if high < SHORTEST * low else LogLocator(subs=subs))
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}" if value < 10 else f"{value:,.0f}"))
        axis.set_minor_formatter(NullFormatter())
