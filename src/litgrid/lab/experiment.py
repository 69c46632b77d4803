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
from typing import Annotated, get_args

from litgrid.core.errors import LitgridError
from litgrid.core.options import Said, share
from litgrid.encode.rest import Start
from litgrid.formats import formats
from litgrid.lab.description import Description, check_among
from litgrid.puzzles import kinds
from litgrid.sat.cardinality import ENCODINGS, check_encoding
from litgrid.sat.walksat import MOST_SEED, Settings

FORMS = ("sat", "3-sat")
"""The formula as it is, and with exactly three literals a clause."""
STARTS = get_args(Start)
MOST = 10**12
"""No more executions of a cell, nor flips of an execution, are asked for, but by mistake."""
MOST_CHUNK_FLIPS, MOST_CHUNK = 20_000_000, 1000
"""A chunk has so many flips at most, unless one execution has more, and so many executions."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one cell of an experiment is about; its fields are what can vary."""

    instance: str
    givens: float | None
    form: str
    heuristic: str
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
    heuristics, noises, max_flips, restarts
        as in :class:`litgrid.sat.walksat.Settings`, each a list of which every one is tried with every other
    givens
        shares of given cells, 0 to 1: each instance is then ``"empty KIND SIZE"``, and execution ``i`` searches another
        puzzle, with this share of the cells of an answer given (:mod:`litgrid.lab.families`)
    forms
        some of :data:`FORMS`
    executions
        of each cell
    seed
        of all cells: execution ``i`` of each starts from the same assignment
    encoding, start
        how puzzles become formulas: an encoding, and one of :data:`STARTS`
    kind, format
        what puzzle files hold, where they do not say

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
    heuristics: tuple[str, ...] = ("skc",)
    noises: tuple[float, ...] = (0.5,)
    max_flips: tuple[int, ...] = (100_000,)
    restarts: tuple[int, ...] = (0,)
    forms: tuple[str, ...] = ("sat",)
    executions: int = 100
    seed: int = 0
    encoding: str = "auto"
    start: Start = "rest"
    kind: str | None = None
    format: str | None = None
    givens: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        Description.__post_init__(self)
        for givens in self.givens:
            share(givens)
        check_among("forms", self.forms, FORMS)
        check_among("start", (self.start,), STARTS)
        expect_encoding(self.encoding)
        if self.kind is not None:
            kinds.get(self.kind)
        if self.format is not None:
            formats.get(self.format)
        if not 1 <= self.executions <= MOST:
            raise LitgridError(f"expected 1 to {MOST:,} executions, got {self.executions}")
        if not 0 <= self.seed <= MOST_SEED:
            raise LitgridError(f"expected a seed from 0 to {MOST_SEED}, got {self.seed}")
        for cell in self.cells(self.instances[:1]):
            if cell.settings.max_flips * (cell.restarts + 1) > MOST:  # settings refuse all else that is wrong with them
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


def expect_encoding(name: object) -> str:
    """Return the name of an encoding of any puzzle, or of one that some kind brings.

    Raises
    ------
    UnknownNameError
        where there is none.
    """
    check_encoding(str(name), list(dict.fromkeys([*ENCODINGS, *(own for kind in kinds for own in kind.encodings)])))
    return str(name)


AnyEncoding = Annotated[str, Said(expect_encoding, "an encoding")]
"""An encoding of any puzzle, or one that some kind brings."""
