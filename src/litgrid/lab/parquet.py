"""The results of an experiment as a Parquet file, a row an execution, for pandas, Polars, DuckDB, R and the like."""

from __future__ import annotations

from dataclasses import asdict
from io import BytesIO

import numpy as np

from litgrid.core.errors import needing
from litgrid.core.files import write_file
from litgrid.lab.results import Results

COLUMNS = (
    "instance", "givens", "form", "heuristic", "noise", "max_flips", "most_restarts", "execution", "solved", "flips",
    "restarts",
)  # fmt: skip
"""The columns. ``restarts`` are those that were used, of at most ``most_restarts``."""


def write(results: Results, path: str) -> None:
    """Write a Parquet file.

    Raises
    ------
    MissingPackageError
        where pyarrow is not installed.
    LitgridError
        where the file cannot be written.
    """
    with needing("Parquet files need", "pyarrow", "lab"):
        import pyarrow as pa
        from pyarrow import parquet
    pieces = []
    for outcome in results:
        cell = asdict(outcome.cell)
        cell["most_restarts"] = cell.pop("restarts")
        size = outcome.flips.size
        values = {
            **{name: np.full(size, value) for name, value in cell.items()},
            "execution": outcome.executions,
            "solved": outcome.solved,
            "flips": outcome.flips,
            "restarts": outcome.restarts,
        }
        pieces.append(pa.table({name: pa.array(values[name]) for name in COLUMNS}))
    file = BytesIO()
    parquet.write_table(pa.concat_tables(pieces), file)
    write_file([file.getvalue()], path)
