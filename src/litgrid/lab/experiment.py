"""What an experiment is: instances, what local search shall vary on them, and how its work is cut into pieces.

The *cells* of an experiment are the product of everything that varies. The executions of a cell are cut into *chunks*,
whose size follows from the experiment alone: not from the number of workers, nor from what is done already. So the same
description makes the same chunks everywhere, and execution ``i`` of a cell depends on nothing but the formula, the
settings, the seed and ``i``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Literal

from litgrid.core.errors import LitgridError
from litgrid.core.options import SHARE, Between, Said, share
from litgrid.encode.rest import Start
from litgrid.formats.known import FormatName
from litgrid.lab.description import Description
from litgrid.puzzles import KindName, kinds
from litgrid.sat.cardinality import ENCODINGS, check_encoding
from litgrid.sat.walksat import MOST_SEED, Heuristic, Settings

Form = Literal["sat", "3-sat"]
"""The formula as it is, and with exactly three literals a clause."""
MOST = 10**12
"""No more executions of a cell, nor flips of an execution, are asked for, but by mistake."""
MOST_CHUNK_FLIPS, MOST_CHUNK = 20_000_000, 1000
"""A chunk has so many flips at most, unless one execution has more, and so many executions."""


def expect_encoding(name: object) -> str:
    """Return the name of an encoding of any puzzle, or of one that some kind brings; raise where there is none."""
    check_encoding(str(name), list(dict.fromkeys([*ENCODINGS, *(own for kind in kinds for own in kind.encodings)])))
    return str(name)


AnyEncoding = Annotated[str, Said(expect_encoding, "an encoding")]
"""An encoding of any puzzle, or one that some kind brings."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one cell of an experiment is about; its fields are what can vary."""

    instance: str
    givens: float | None
    form: str
    heuristic: Heuristic
    noise: float
    max_flips: int
    restarts: int

    @property
    def settings(self) -> Settings:
        """What local search is told."""
        return Settings(self.heuristic, self.noise, self.max_flips, self.restarts)


@dataclass(frozen=True, slots=True, order=True)
class Chunk:
    """Some executions of a cell, by its number: from ``first`` on, ``executions`` of them."""

    cell: int
    first: int
    executions: int


@dataclass(frozen=True, slots=True)
class Experiment(Description):
    r"""A description of what to run.

    Attributes
    ----------
    instances
        files of puzzles or DIMACS files, ``"empty KIND SIZE"``, ``"example NAME"``: see :mod:`litgrid.lab.instances`
    heuristics
        What picks the variable.
    noises
        How often a variable is picked at random.
    max_flips
        The most flips of a try.
    restarts
        Further tries after the first.
    forms
        The formula as it is, or as 3-SAT.
    executions
        Of each combination.
    seed
        For all that is random: execution i of each combination starts from the same assignment.
    encoding
        One of `litgrid lab encode`.
    start
        What a puzzle's formula is about: what propagation leaves open, or all of it.
    kind
        The kind of puzzle, where files do not say.
    format
        The format of puzzle files: see `litgrid formats`.
    givens
        So many cells of "empty KIND SIZE" given, 25% or 0.25, another puzzle in each execution.

    Raises
    ------
    LitgridError
        where something is not what it should be.

    >>> experiment = Experiment(("a.txt",), max_flips=(1000, 100_000), executions=300)
    >>> [(chunk.cell, chunk.first, chunk.executions) for chunk in experiment.chunks(1)]
    [(0, 0, 300), (1, 0, 200), (1, 200, 100)]
    >>> Experiment.from_toml('instances = "a.txt"\nnoises = [0, 0.5]').noises
    (0.0, 0.5)
    """

    instances: tuple[str, ...]
    heuristics: tuple[Heuristic, ...] = ("skc",)
    noises: tuple[Annotated[float, Between(0, 1)], ...] = (0.5,)
    max_flips: tuple[Annotated[int, Between(0, MOST)], ...] = (100_000,)
    restarts: tuple[Annotated[int, Between(0, MOST)], ...] = (0,)
    forms: tuple[Form, ...] = ("sat",)
    executions: Annotated[int, Between(1, MOST)] = 100
    seed: Annotated[int, Between(0, MOST_SEED)] = 0
    encoding: AnyEncoding = "auto"
    start: Start = "rest"
    kind: KindName | None = None
    format: FormatName | None = None
    givens: tuple[Annotated[float, Said(share, SHARE)], ...] = ()

    def __post_init__(self) -> None:
        Description.__post_init__(self)
        for cell in self.cells(self.instances[:1]):
            if cell.settings.max_flips * (cell.restarts + 1) > MOST:
                raise LitgridError(
                    f"expected at most {MOST:,} flips an execution, got {cell.max_flips} x {cell.restarts + 1}"
                )

    def cells(self, names: Sequence[str]) -> list[Cell]:
        """Return the cells, in order; ``names`` are the instances', of which a file may hold several."""
        return [
            Cell(*values)
            for values in product(
                names,
                self.givens or (None,),
                self.forms,
                self.heuristics,
                self.noises,
                self.max_flips,
                self.restarts,
            )
        ]

    def chunks(self, instances: int) -> Iterator[Chunk]:
        """Return an iterator over all chunks, in order, for so many instances."""
        for number, cell in enumerate(self.cells([str(number) for number in range(instances)])):
            flips = max(1, cell.max_flips * (cell.restarts + 1))
            size = max(1, min(MOST_CHUNK, MOST_CHUNK_FLIPS // flips))
            for first in range(0, self.executions, size):
                yield Chunk(number, first, min(size, self.executions - first))
