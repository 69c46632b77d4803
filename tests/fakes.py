"""A fourth puzzle and some bad engines, to be registered by a test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from litgrid.core.bounds import from_lists, from_matrix
from litgrid.core.characters import Grid, codes, read_grid, strings
from litgrid.core.grid import Shape
from litgrid.core.kind import Kind
from litgrid.core.puzzle import Puzzle
from litgrid.core.scene import Scene
from litgrid.core.tables import Count, Differ, Table
from litgrid.engines import engines
from litgrid.engines.base import Engine, Solver, Status
from litgrid.sat.formula import Formula, Int32Array

ALPHABET = {".": "open", "Q": "queen", "-": "no queen"}


@dataclass(frozen=True, eq=False)
class Queens(Kind):
    """Put a queen in each row and each column, none attacking another: all that one new kind of puzzle takes."""

    name: ClassVar[str] = "eightqueens"
    aliases: ClassVar[tuple[str, ...]] = ("eight-queens",)
    title: ClassVar[str] = "Queens"
    true: ClassVar[str] = "queen"
    false: ClassVar[str] = "no queen"
    switches: ClassVar[dict[str, str]] = {"diagonals": "queens attack along diagonals"}
    alphabet = ALPHABET
    answer: ClassVar[str] = "-Q."
    examples: ClassVar[tuple[str, ...]] = (".Q..\n....\n....\n....", "Q....\n...Q.\n.....\n.....\n.....")

    diagonals: bool = True

    def rules(self) -> Sequence[Table]:
        cells = self.shape.cells + 1
        rows, columns = cells.shape
        tables = [
            Count("row", from_matrix(cells, 1, 1), lambda i: f"row {i + 1} holds one queen"),
            Count("column", from_matrix(cells.T, 1, 1), lambda i: f"column {i + 1} holds one queen"),
        ]
        if self.diagonals:
            lines = [side.diagonal(k) for side in (cells, cells[:, ::-1]) for k in range(1 - rows, columns)]
            says = "diagonal {} holds at most one queen"
            tables.append(Count("diagonal", from_lists(lines, 0, 1), lambda i: says.format(i + 1)))
        return tables


@dataclass(frozen=True, eq=False)
class Codewords(Puzzle):
    """Words that all differ: each a given number of 9 bits, twice, and then one bit set among 11.

    Only the rule that words differ binds two words, and the two of a number are far apart.
    """

    name: ClassVar[str] = "codewords"
    title: ClassVar[str] = "Codewords"
    true: ClassVar[str] = "1"
    false: ClassVar[str] = "0"

    numbers: int

    @classmethod
    def from_clues(cls, clues: Any, **switches: bool) -> Self:
        return cls(clues)

    @property
    def clues(self) -> int:
        return self.numbers

    @property
    def shape(self) -> Shape:
        return Shape(2 * self.numbers, 20)

    @property
    def givens(self) -> Grid:
        grid = np.full((2 * self.numbers, 20), -1, dtype=np.int8)
        grid[:, :9] = np.tile(np.arange(self.numbers), 2)[:, None] >> np.arange(9) & 1
        return grid

    def rules(self) -> Sequence[Table]:
        cells = self.shape.cells
        return [
            Count("one", from_matrix(cells[:, 9:] + 1, 1, 1), lambda i: f"word {i + 1} has one bit set"),
            Differ("differ", cells, lambda a, b: f"words {a + 1} and {b + 1} differ"),
        ]

    def rows(self, grid: Grid) -> list[str]:
        return strings(np.frombuffer(b"01.", dtype=np.uint8)[grid])

    def read_rows(self, rows: Sequence[str]) -> Grid:
        return codes(read_grid(rows, {"0": "", "1": "", ".": ""}, what=self.title, shape=self.shape), {"0": 0, "1": 1})

    def scene(self, grid: Grid) -> Scene:
        return Scene(self.rows(grid), np.array(["false", "true", "unknown"], dtype=object)[grid].tolist())


class _Fake(Solver):
    def __init__(self, formula: Formula) -> None:
        self.formula = formula

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        list(clauses)

    def model(self) -> Int32Array:
        return np.arange(1, self.formula.variables + 1, dtype=np.int32)

    def core(self) -> list[int]:
        return []


class Lying(Engine):
    """Says that everything true is a model."""

    name = "lying"
    summary = "lies"
    install = "nothing"

    def version(self) -> str | None:
        return "1"

    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        class Liar(_Fake):
            def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
                return Status.SAT

        return Liar(formula)


class Crashing(Engine):
    """Crashes when it solves."""

    name = "crashing"
    summary = "crashes"
    install = "nothing"

    def version(self) -> str | None:
        return "1"

    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        class Crash(_Fake):
            def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
                raise MemoryError("the engine died")

        return Crash(formula)


class Asleep(Engine):
    """Never finds out anything."""

    name = "asleep"
    summary = "sleeps"
    complete = False
    install = "nothing"

    def version(self) -> str | None:
        return "1"

    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        class Sleeper(_Fake):
            def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
                return Status.UNKNOWN

        return Sleeper(formula)


class Scripted(Engine):
    """MiniSat, which gives up after so many calls, and whose models leave out what is in no clause."""

    name = "scripted"
    summary = "gives up"
    install = "nothing"
    first_value = False

    def __init__(self, calls: int) -> None:
        self.calls = calls

    def version(self) -> str | None:
        return "1"

    def open(self, formula: Formula, tick: Callable[[], None] = lambda: None) -> Solver:
        script, inner = self, engines.get("minisat").open(formula)

        class Weary(_Fake):
            used = int(np.abs(formula.literals).max(initial=0))

            def add(self, clauses: Iterable[Sequence[int]]) -> None:
                listed = [list(clause) for clause in clauses]
                self.used = max([self.used, *(abs(literal) for clause in listed for literal in clause)])
                inner.add(listed)

            def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None) -> Status:
                script.calls -= 1
                return inner.solve(assumptions) if script.calls >= 0 else Status.UNKNOWN

            def model(self) -> Int32Array:
                return inner.model()[: self.used]

            def core(self) -> list[int]:
                return inner.core()

            def close(self) -> None:
                inner.close()

        return Weary(formula)
