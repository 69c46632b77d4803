"""Results as a Parquet file, for pandas, Polars, DuckDB, R and the like: a row an execution, or a job."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from io import BytesIO
from typing import Any

import numpy as np

from litgrid.core.errors import needing
from litgrid.core.files import write_file
from litgrid.lab.measuring import Measurement
from litgrid.lab.results import Results
from litgrid.lab.standings import Standings

COLUMNS = (
    "instance", "givens", "form", "heuristic", "noise", "max_flips", "most_restarts", "execution", "solved", "flips",
    "restarts",
)  # fmt: skip
"""The columns of a sweep. ``restarts`` are those that were used, of at most ``most_restarts``."""
TYPES = {"str": "string", "bool": "bool_", "int": "int64", "float": "float64"}
"""What a field's type is called in pyarrow."""


def write(results: Results | Standings, path: str) -> None:
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
    types = {}
    tables: Iterable[Mapping[str, Any]]
    if isinstance(results, Standings):
        types = {field.name: getattr(pa, TYPES[str(field.type).partition(" ")[0]])() for field in fields(Measurement)}
        tables = [_jobs(results)]
    else:
        tables = _executions(results)
    pieces = [pa.table({name: pa.array(some, types.get(name)) for name, some in one.items()}) for one in tables]
    file = BytesIO()
    parquet.write_table(pa.concat_tables(pieces), file)
    write_file([file.getvalue()], path)


def _executions(results: Results) -> Iterator[Mapping[str, Any]]:
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
        yield {name: values[name] for name in COLUMNS}


def _jobs(standings: Standings) -> Mapping[str, Any]:
    entries = standings.entries
    return {
        **{name: [getattr(entry, name) for entry in entries] for name in ("id", "kind", "cells")},
        "level": [None if entry.level is None else str(entry.level) for entry in entries],
        **{field.name: [getattr(entry.found, field.name) for entry in entries] for field in fields(Measurement)},
        "wrong": [entry.wrong for entry in entries],
    }
