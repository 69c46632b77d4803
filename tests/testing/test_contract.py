"""The contract that outsiders run: it takes every kind of ours, and finds and says each kind of fault."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from litgrid.core.bounds import from_matrix
from litgrid.core.characters import Grid
from litgrid.core.errors import KindError
from litgrid.core.kind import Kind
from litgrid.core.puzzle import Puzzle
from litgrid.core.scene import Scene
from litgrid.core.tables import Count, Differ, Rule, Table
from litgrid.puzzles import kinds
from litgrid.testing import QUESTIONS, check
from litgrid.testing.boards import cases
from litgrid.testing.brute import Law, fillings, laws
from tests.fakes import Queens

pytest_plugins = ["pytester"]

OURS = [kinds.get(name) for name in kinds.names()]


@pytest.mark.parametrize("kind", [*OURS, Queens], ids=lambda kind: kind.name)
def test_every_kind_of_ours_keeps_it(kind: type[Puzzle]) -> None:
    lacking = check(kind)
    assert not lacking or kind is Queens


@dataclass(frozen=True, eq=False)
class Latin(Kind):
    """Each row holds one true cell, and no two rows are equal."""

    name: ClassVar[str] = "latin"
    title: ClassVar[str] = "Latin"
    true: ClassVar[str] = "full"
    false: ClassVar[str] = "empty"
    alphabet: ClassVar[dict[str, str]] = {".": "open", "#": "full", "_": "empty"}
    answer: ClassVar[str] = "_#."
    examples: ClassVar[tuple[str, ...]] = ("#.\n..",)

    def rules(self) -> Sequence[Table]:
        """One in each row and column."""
        cells = self.shape.cells
        return [
            Count("row", from_matrix(cells + 1, 1, 1), lambda rule: f"row {rule + 1} holds one"),
            Count("column", from_matrix(cells.T + 1, 1, 1), lambda rule: f"column {rule + 1} holds one"),
            Differ("twins", cells, lambda one, other: f"rows {one + 1} and {other + 1} differ"),
        ]


@dataclass(frozen=True, eq=False)
class Walled(Latin):
    """There is one true cell, and it is no wall."""

    name: ClassVar[str] = "walled"
    title: ClassVar[str] = "Walled"
    alphabet: ClassVar[dict[str, str]] = {**Latin.alphabet, "X": "wall"}
    examples: ClassVar[tuple[str, ...]] = ("X_\n_.",)

    def rules(self) -> Sequence[Table]:
        """One on the board, and none in a wall."""
        walls = np.flatnonzero(self.grid.ravel() == ord("X"))
        return [
            Count("wall", from_matrix(walls[:, None] + 1, 0, 0), lambda rule: f"wall {rule + 1} is empty", at=walls),
            Count("one", from_matrix(self.shape.cells.reshape(1, -1) + 1, 1, 1), lambda _: "there is one"),
        ]


Rules = Callable[[Puzzle], Sequence[Table]]


def ruled(change: Callable[[Count], Count]) -> Rules:
    """Return rules whose first table is another."""

    def rules(self: Puzzle) -> Sequence[Table]:
        first, *others = Latin.rules(self)  # type: ignore[arg-type]
        assert isinstance(first, Count)
        return [change(first), *others]

    return rules


def no_columns(self: Puzzle) -> Sequence[Table]:
    return [table for table in Latin.rules(self) if table.kind != "column"]  # type: ignore[arg-type]


def hidden(self: Puzzle) -> Sequence[Table]:
    """Say of each row that the columns imply it, which they do not."""
    (first, *_) = Latin.rules(self)  # type: ignore[arg-type]
    assert isinstance(first, Count)
    return [replace(first, implied=np.ones(len(first), dtype=np.bool_))]


def corner(self: Puzzle) -> Sequence[Table]:
    """Say also that the first cell is no empty one, wherever the board is turned."""
    own = Count("corner", from_matrix(np.array([[1]]), 1, 1), lambda _: "the corner is full")
    return [*no_columns(self), own]


def crash(*_: object, **__: object) -> Any:
    raise IndexError("no such thing")


class Reading:
    """Methods that go wrong in reading and writing."""

    def mirrored(self: Any, grid: Grid) -> list[str]:
        """Write rows from right to left."""
        return [row[::-1] for row in Kind.rows(self, grid)]

    def trusting(self: Any, rows: Sequence[str]) -> Grid:
        """Read as many rows as there are, whatever they are."""
        rows = [*rows, *["_" * self.shape.columns] * self.shape.rows][: self.shape.rows]
        rows = [row.replace("§", "_").ljust(self.shape.columns, "_")[: self.shape.columns] for row in rows]
        return Kind.read_rows(self, rows)

    def strange(self: Any, grid: Grid) -> Scene:
        """Draw no board that is full."""
        return crash() if (grid >= 0).all() else Kind.scene(self, grid)

    def forgetful(self: Any, grid: Grid) -> Any:
        """Give no cells."""
        return self

    def forgotten(self: Any, places: Any) -> Any:
        """Turn the board, and lose what is given."""
        return type(self).from_clues(["." * places.shape[1]] * places.shape[0])

    def opposite(self: Any, grid: Grid, chosen: Any) -> Any:
        """Give each cell the other value."""
        return Kind.clued(self, (1 - grid).astype(np.int8), chosen)

    def short(self: Any, grids: Grid) -> Any:
        """Tell of the first cell only."""
        return grids[:, 0, :1].astype(np.int64)


def from_clues(cls: Any, clues: Any, /, **switches: bool) -> Any:
    if clues and isinstance(clues[0], int):
        crash()
    return super(Latin, cls).from_clues(clues, **switches)


FAULTS: dict[str, tuple[Mapping[str, Any], str]] = {
    "an example with two answers": ({"examples": ("..\n..",)}, "expected examples with exactly one answer"),
    "no example that is small": (
        {"examples": ("\n".join("." * row + "#" + "." * (10 - row) for row in range(11)),)},
        "expected an example of at most 100 cells",
    ),
    "no such format": ({"forms": "tests.testing.forms.nowhere"}, "which does not exist"),
    "a format that writes what it does not read": ({"forms": "tests.testing.forms.silent"}, "formats: InputError"),
    "a rule that others do not imply": (
        {"rules": hidden, "examples": ("#_",)},
        "gave a grid that breaks a rule",
    ),
    "a rule that turning leaves behind": ({"rules": corner, "examples": ("#.",)}, "turned (right)"),
    "what raises on bad input": ({"from_clues": classmethod(from_clues)}, "must raise InputError"),
    "rows from right to left": ({"rows": Reading.mirrored}, "read_rows reads another grid than rows has written"),
    "rows that are not counted": ({"read_rows": Reading.trusting}, "which is no grid of the board"),
    "what cannot be drawn": ({"scene": Reading.strange}, "pictures: IndexError"),
    "no given cells": ({"with_givens": Reading.forgetful}, "with cells given"),
    "clues that turning loses": ({"rearranged": Reading.forgotten}, "turned (right), it has other answers"),
    "wrong clues": ({"clued": Reading.opposite}, "an answer breaks a clue that was made of it"),
    "too few clues": ({"clues_of": Reading.short}, "clues: ValueError"),
    "a guess of another board": (
        {"guess": lambda self, rng: np.zeros((1, 1), dtype=np.int8)},
        "its 'guess' is no grid of the board",
    ),
    "a guess that crashes": ({"guess": crash}, "solve: IndexError: no such thing"),
    "what cannot be sent to the page": (
        {"symbols": {"#": np.float64("nan")}},
        "page: ",
    ),
    "two faults": (
        {"guess": crash, "rows": Reading.mirrored},
        "read_rows reads another grid than rows has written",
    ),
}


@pytest.mark.parametrize(("changes", "said"), FAULTS.values(), ids=FAULTS)
def test_what_is_wrong_is_found_and_said(changes: dict[str, Any], said: str) -> None:
    wrong: type[Puzzle] = dataclass(frozen=True, eq=False)(type("Wrong", (Latin,), changes))
    with pytest.raises(KindError) as caught:
        check(wrong)
    assert said in str(caught.value)
    assert "latin" not in kinds.names()
    if "guess" in changes and len(changes) > 1:
        assert "solve: IndexError" in str(caught.value)


@pytest.mark.parametrize("kind", [Latin, Walled])
def test_what_is_lacking_is_said_and_is_no_fault(kind: type[Puzzle]) -> None:
    lacking = check(kind)
    assert "it has no 'instructions', which booklets and the page print" in lacking
    assert any("'fr' lack" in sentence and "state.true" in sentence for sentence in lacking)


def test_brute_force_knows_the_answers_of_small_boards() -> None:
    """Held to trying all fillings of all cells, with the sentences of the rules by hand."""
    for text in ("..\n..", "#.\n..", "...\n...\n.#.", ".._\n...\n..."):
        puzzle = Latin.from_text(text.split("\n"))
        rows, columns = puzzle.shape.rows, puzzle.shape.columns
        expected = []
        for values in product((0, 1), repeat=rows * columns):
            grid = np.array(values).reshape(rows, columns)
            given = puzzle.givens
            if (
                (grid.sum(axis=0) == 1).all()
                and (grid.sum(axis=1) == 1).all()
                and ((given < 0) | (given == grid)).all()
            ):
                expected.append(list(values))
        found = fillings(laws(puzzle).values(), range(rows * columns))
        assert found is not None
        assert found.tolist() == expected


def test_a_rule_about_no_cell_may_not_hold() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    never = Law(Rule("number", (), "the 1 at r1c1 is met"), counts=((nothing, nothing > 0, 1, 1),))
    found = fillings([never], [0])
    assert found is not None
    assert not len(found)


def test_boards_are_the_same_for_the_same_seed() -> None:
    first, again, other = (cases(OURS[0], seed) for seed in (0, 0, 1))
    assert [case.puzzle for case in first] == [case.puzzle for case in again]
    assert [case.puzzle for case in first] != [case.puzzle for case in other]
    assert {case.status for case in first} == {"none", "unique", "several"}


def test_it_is_a_class_of_tests_for_pytest(pytester: pytest.Pytester) -> None:
    pytester.syspathinsert(Path(__file__).parents[2])
    pytester.makepyfile(
        """
        from litgrid.testing import KindContract
        from tests.testing.test_contract import Latin as Latin_

        class TestLatin(KindContract):
            kind = Latin_
        """
    )
    pytester.runpytest("-p", "no:cacheprovider", "-p", "no:xdist").assert_outcomes(passed=len(QUESTIONS))


def test_it_imports_no_pytest() -> None:
    program = "import sys, litgrid.testing; sys.exit('pytest' in sys.modules or 'starlette' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
