"""How many clauses were false as a search went on: as a table for other programs, or as a line of bars."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from litgrid.core.terminal import Look
from litgrid.sat.formula import Int64Array

WIDTH = 60
"""Bars in a line, at most."""
UNICODE, ASCII = "▁▂▃▄▅▆▇█", "_.-=+*%#"
MOST_ROWS = 10_000
"""Of a longer trace only each so-manieth entry is written."""


def as_csv(trace: Int64Array | None, every: int) -> str:
    """Return the trace as CSV: flips, and how many clauses were false then."""
    entries = np.empty(0, dtype=np.int64) if trace is None else trace
    step = -(-entries.size // MOST_ROWS) or 1
    rows = (f"{number * step * every},{false}\n" for number, false in enumerate(entries[::step].tolist()))
    return "".join(["flips,false\n", *rows])


def sparkline(trace: Int64Array | None, every: int, how: Look) -> str:
    """Return the trace as a line of bars, each the mean of a stretch, on a logarithmic scale."""
    if trace is None or not trace.size:
        return "No clause was ever looked at: there is no trace."
    means = np.array([part.mean() for part in np.array_split(trace, min(WIDTH, trace.size))])
    heights: npt.NDArray[np.float64] = np.log1p(means) / max(np.log1p(means.max()), 1e-9)
    symbols = UNICODE if how.unicode else ASCII
    bars = "".join(symbols[round(height * (len(symbols) - 1))] for height in heights.tolist())
    first, least, flips = int(trace[0]), int(trace.min()), (trace.size - 1) * every
    return f"{bars}\nFalse clauses: {first:,} at first, {least:,} at least, over {flips:,} flips (logarithmic)."
