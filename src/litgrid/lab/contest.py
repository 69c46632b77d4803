"""Engines and encodings on many puzzles and formulas: what a contest is, and running it over all cores or a cluster.

A *job* is one instance with one engine and one encoding. Each is measured as :mod:`litgrid.lab.measuring` does, and is
a line of the file of results, so that a kill loses the jobs that were at work and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from threading import get_ident
from typing import Annotated, Any

from litgrid import __version__
from litgrid.core.characters import shorten
from litgrid.core.errors import LitgridError
from litgrid.core.options import Between
from litgrid.engines import EngineName
from litgrid.engines import engines as known
from litgrid.formats.known import FormatName
from litgrid.lab.compare import Comparison, chosen, combinations
from litgrid.lab.description import Description
from litgrid.lab.instances import Bad, Instance, load_every, refuse
from litgrid.lab.journal import Line
from litgrid.lab.measuring import Stand, sent
from litgrid.lab.resuming import resumed
from litgrid.lab.sizes import GIVEN
from litgrid.lab.standings import Standings, job_of
from litgrid.puzzles import KindName, kinds
from litgrid.sat.cardinality import Encoding
from litgrid.sat.formula import Formula


@dataclass(frozen=True, slots=True)
class Contest(Description):
    """A description of what to run.

    Attributes
    ----------
    instances
        files of puzzles or formulas, ``"empty KIND SIZE"``, ``"example NAME"``: see :mod:`litgrid.lab.instances`
    engines, encodings
        each is tried with every other; no engines: all that are installed
    whole
        whether nothing is deduced before
    unique
        whether a second answer is looked for too, or that there is none
    timeout, memory
        the most seconds and MB of each job
    kind, format, switches
        of puzzle files: what they hold, where they do not say, and rules that are on or off: ``"no-unique-lines"``

    Raises
    ------
    LitgridError
        where something is not what it should be.
    """

    instances: tuple[str, ...]
    engines: tuple[EngineName, ...] = ()
    encodings: tuple[Encoding, ...] = ("auto",)
    whole: bool = False
    unique: bool = False
    timeout: Annotated[float | None, Between(0, above=True)] = None
    memory: Annotated[int | None, Between(1)] = None
    kind: KindName | None = None
    format: FormatName | None = None
    switches: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        Description.__post_init__(self)
        there = {word.replace("_", "-") for kind in kinds for word in kind.switches}
        allowed = sorted(there | {f"no-{word}" for word in there})
        for word in self.switches:
            if word not in allowed:
                raise LitgridError(f"expected switches to be of {', '.join(allowed)}; got {shorten(word)}")

    @property
    def how(self) -> dict[str, Any]:
        """What each job is told."""
        return {name: getattr(self, name) for name in ("whole", "unique", "timeout", "memory")}

    @property
    def switched(self) -> dict[str, bool]:
        """The rules that are on or off."""
        return {word.removeprefix("no-").replace("-", "_"): not word.startswith("no-") for word in self.switches}


def run(
    contest: Contest, path: str, *, folder: Path = Path(), bad: Bad = refuse, jobs: int = 1, **how: Any
) -> Standings:
    """Run what is not done yet of a contest, and return all of it.

    Parameters
    ----------
    contest
        What to run.
    path
        The file of results. What it holds of this contest already is not run again.
    folder
        Where the instances' files are found from.
    bad
        Told of each bad puzzle.
    jobs
        How many at once: they disturb each other's times. A cluster uses what it has.
    **how
        ``anew``, ``tick``, ``backend`` and ``scheduler``, as in :func:`litgrid.lab.sweep.sweep`.

    Raises
    ------
    InputError
        for instances that cannot be read, and for a file that holds something else.
    MissingPackageError
        where an engine or dask is not installed.
    LitgridError
        where the results cannot be written, a worker died, or the cluster cannot be reached.
    """
    instances = load_every(contest.instances, folder, contest.kind, contest.format, contest.switched, bad)
    if not instances:
        raise LitgridError("expected at least one puzzle or formula, got none")
    names = chosen(contest.engines)
    there = _jobs(instances, names, contest.encodings)
    what = {instance.name: sent(instance.what) for instance in instances}
    head = {
        "litgrid": __version__,
        "contest": contest.as_dict(),
        "engines": {name: known.get(name).version() for name in names},
        "instances": len(instances),
        "jobs": len(there),
        "digest": sha256("".join(map(str, what.values())).encode()).hexdigest()[:16],
    }

    def piece(number: int) -> tuple[Any, ...]:
        instance, engine, encoding = there[number]
        begin = {"job": number, "id": instance.name, **Comparison(instance.what, ()).about, "level": instance.level}
        return begin, what[instance.name], engine, encoding, contest.how

    try:
        lines = resumed(path, head, compute, piece, job_of, keys=range(len(there)), jobs=jobs, **how)
    finally:
        _stand.cache_clear()
    return Standings.of(head, lines)


def _jobs(
    instances: list[Instance], engines: list[str], encodings: tuple[Encoding, ...]
) -> list[tuple[Instance, str, str]]:
    """Return all jobs in order; those of one engine stand together, as a process loads its packages once."""
    return [
        (one, engine, encoding)
        for engine, encoding in [*combinations(engines, encodings), *combinations(engines, [GIVEN])]
        for one in instances
        if isinstance(one.what, Formula) == (encoding == GIVEN)
    ]


def compute(begin: Line, what: dict[str, str], engine: str, encoding: str, how: Mapping[str, Any]) -> Line:
    """Do a job, in a worker; return its line of the results."""
    return begin | _stand(get_ident()).measure(what, engine, encoding, **how).values


@lru_cache(maxsize=8)
def _stand(thread: int) -> Stand:  # noqa: ARG001 - each thread has one of its own
    return Stand()
