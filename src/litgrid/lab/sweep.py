"""Running an experiment over all cores, or over a cluster.

Workers compute chunks and know nothing else; only this process writes results, as they come. A chunk's formula travels
with it as bytes, so that a worker needs no files, and one that joins late, or takes over from one that died, has all
that it needs.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

from litgrid import __version__
from litgrid.lab.experiment import Chunk, Experiment
from litgrid.lab.families import Family
from litgrid.lab.instances import Instance, digest, load_every, pack, unpack
from litgrid.lab.journal import Line
from litgrid.lab.results import Results, chunk_of
from litgrid.lab.resuming import resumed
from litgrid.sat.formula import Formula
from litgrid.sat.walksat import Settings, run


def sweep(experiment: Experiment, path: str, *, folder: Path = Path(), **how: Any) -> Results:
    """Run what is not done yet of an experiment, and return all of it.

    Parameters
    ----------
    experiment
        What to run.
    path
        The file of results. What it holds of this experiment already is not run again.
    folder
        Where the instances' files are found from.
    **how
        ``anew`` and ``tick``, as in :func:`litgrid.lab.resuming.resumed`; and where to compute: ``jobs``, how many
        workers, -1 for all cores, which is the default; ``backend``, one of :data:`litgrid.lab.workers.BACKENDS`; for
        dask ``scheduler``, its address.

    Raises
    ------
    InputError
        for instances that cannot be read, and for a file that holds something else.
    MissingPackageError
        where dask is not installed.
    LitgridError
        where the results cannot be written, a worker died, or the cluster cannot be reached.
    """
    instances = load_every(experiment.instances, folder, experiment.kind, experiment.format)
    cells = experiment.cells([instance.name for instance in instances])
    formulas = _formulas(experiment, instances)
    head = {
        "litgrid": __version__,
        "experiment": experiment.as_dict(),
        "formulas": [
            {"instance": name, "form": form, "variables": made.variables, "clauses": len(made), "digest": digest(made)}
            | ({} if givens is None else {"givens": givens})
            for (name, givens, form), what in formulas.items()
            for made in (what.formula(0) if isinstance(what, Family) else what,)
        ],
    }
    packed = {name: what if isinstance(what, Family) else pack(what) for name, what in formulas.items()}
    del formulas

    def piece(chunk: Chunk) -> tuple[bytes | Family, Settings, int, Chunk]:
        cell = cells[chunk.cell]
        return packed[cell.instance, cell.givens, cell.form], cell.settings, experiment.seed, chunk

    def key_of(line: Line) -> Chunk:
        return chunk_of(line, len(cells), experiment.executions)

    chunks = list(experiment.chunks(len(instances)))
    return Results.of(head, resumed(path, head, compute, piece, key_of, keys=chunks, **how))


def _formulas(
    experiment: Experiment, instances: list[Instance]
) -> dict[tuple[str, float | None, str], Formula | Family]:
    how, found = (experiment.encoding, experiment.start), dict[tuple[str, float | None, str], Formula | Family]()
    for instance, form in product(instances, experiment.forms):
        for givens in experiment.givens:
            found[instance.name, givens, form] = Family.of(instance.name, givens, experiment.seed, form, *how)
        if not experiment.givens:
            found[instance.name, None, form] = instance.formula(form, *how)
    return found


def compute(what: bytes | Family, settings: Settings, seed: int, chunk: Chunk) -> Line:
    """Run a chunk, in a worker; return its line of the results."""
    numbers = range(chunk.first, chunk.first + chunk.executions)
    pieces = (
        ((what.formula(number), number, 1) for number in numbers)
        if isinstance(what, Family)
        else [(unpack(what), chunk.first, chunk.executions)]
    )
    runs = [run(made, settings, seed=seed, first=first, executions=number) for made, first, number in pieces]
    return {
        "cell": chunk.cell,
        "first": chunk.first,
        "solved": [int(solved) for one in runs for solved in one.solved],
        "flips": [flips for one in runs for flips in one.flips.tolist()],
        "restarts": [restarts for one in runs for restarts in one.restarts.tolist()],
        "seconds": round(sum(one.seconds for one in runs), 6),
    }
