"""Small boards of a kind, each with all its answers: its examples, what follows from them, and boards by chance.

What cannot be made is left out here, whatever it raises: the questions ask for it again, and say what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from litgrid.core.characters import Grid
from litgrid.core.grid import Shape
from litgrid.core.puzzle import GIVEN, Puzzle
from litgrid.core.tables import Rule
from litgrid.core.turning import TURNS, resized, turned
from litgrid.testing.brute import Law, fillings, laws

MOST_CELLS, MOST_BOARDS = 100, 48
"""No board is larger, and of each kind there are no more."""
DRAWN, SHARES = 40, (0.1, 0.3, 0.6)
"""So many boards are drawn by chance, in which such a share of the places is another than before."""
LAYERED = 4
"""So often puzzles are made of a board with a layer that others of the kind do not have."""
MOST_CHARACTERS = 20
"""Where rows may hold more characters than this, only those are drawn that stand in them."""
SIZES = ((1, 1), (2, 2), (2, 3), (3, 3), (4, 4), (3, 5))
"""The boards without clues that are changed by chance, where the kind has them."""


@dataclass(frozen=True, eq=False)
class Case:
    """A puzzle, its rules one by one, and all its answers: shaped ``(number, cells)``, sorted."""

    puzzle: Puzzle
    laws: dict[Rule, Law]
    answers: Grid

    @classmethod
    def of(cls, puzzle: Puzzle) -> Case | None:
        """Return a puzzle with its answers; ``None`` where it is too large for that."""
        if puzzle.shape.size > MOST_CELLS:
            return None
        rules = laws(puzzle)
        found = fillings(rules.values(), range(puzzle.shape.size))
        return None if found is None else cls(puzzle, rules, found)

    @property
    def status(self) -> str:
        """What solving must say of it."""
        return ("none", "unique", "several")[min(len(self.answers), 2)]

    @cached_property
    def _every(self) -> set[bytes]:
        return {answer.tobytes() for answer in self.answers}

    def holds(self, grid: Grid) -> bool:
        """Return whether a grid is one of its answers."""
        return np.ascontiguousarray(grid, dtype=np.int8).tobytes() in self._every

    def grid(self, number: int) -> Grid:
        """Return an answer as a grid."""
        shape = self.puzzle.shape
        grid: Grid = self.answers[number % len(self.answers)].reshape(shape.rows, shape.columns)
        return grid

    @cached_property
    def common(self) -> dict[int, int]:
        """The cells that have the same value in all its answers."""
        if not len(self.answers):
            return {}
        same = np.flatnonzero((self.answers == self.answers[:1]).all(axis=0))
        return {int(cell): int(self.answers[0, cell]) for cell in same}


def examples(kind: type[Puzzle]) -> list[Puzzle]:
    """Return the examples of a kind."""
    return [kind.from_text(text.split("\n")) for text in kind.examples]


def cases(kind: type[Puzzle], seed: int) -> list[Case]:
    """Return small boards of a kind, its examples first: the same for the same seed."""
    rng = np.random.default_rng(seed)
    found: dict[Puzzle, Case] = {}
    for puzzle in chain(examples(kind), _others(kind, rng), _drawn(kind, rng)):
        if puzzle in found or (case := Case.of(puzzle)) is None:
            continue
        found[puzzle] = case
        if len(case.answers):
            with suppress(Exception):
                for some in _made(case, rng):
                    if (other := Case.of(some)) is not None:
                        found.setdefault(some, other)
        if len(found) >= MOST_BOARDS:
            break
    return list(found.values())


def _others(kind: type[Puzzle], rng: np.random.Generator) -> Iterator[Puzzle]:
    """Yield the examples without clues, turned, cut, made larger, with other switches, and with layers to be asked."""
    for puzzle in examples(kind):
        shape = puzzle.shape
        places = [turned(shape, turn) for turn in TURNS]
        places += [resized(shape, Shape(shape.rows - 1, shape.columns), above=-1)] if shape.rows > 1 else []
        places += [resized(shape, Shape(shape.rows, shape.columns - 1))] if shape.columns > 1 else []
        places += [resized(shape, Shape(shape.rows, shape.columns + 1), left=1)]
        # First, as such a board without clues is written like one that has no such layer.
        for layer in kind.layers:
            for share in SHARES if layer.optional and layer.help else ():
                with suppress(Exception):
                    yield replace(puzzle.bare, **{layer.name: layer.made(share, shape, rng)})
        for name in kind.switches:
            yield puzzle.with_switches(**{name: not getattr(puzzle, name)})
        for place in places:
            with suppress(Exception):
                yield puzzle.rearranged(place)
        with suppress(Exception):
            yield puzzle.bare


def _drawn(kind: type[Puzzle], rng: np.random.Generator) -> Iterator[Puzzle]:
    """Yield boards that are made of others by chance: other characters and numbers, in cells and in layers."""
    begin = examples(kind)
    for rows, columns in SIZES:
        with suppress(Exception):
            begin.append(kind.empty(Shape(rows, columns)))
    for _ in range(DRAWN):
        puzzle = begin[int(rng.integers(len(begin)))]
        switches = {name: bool(rng.integers(2)) for name in kind.switches}
        with suppress(Exception):
            yield kind.from_clues(changed(kind, puzzle.clues, float(rng.choice(SHARES)), rng), **switches)


def changed(kind: type[Puzzle], clues: Any, share: float, rng: np.random.Generator) -> Any:
    """Return clues, as JSON holds them, in which a share of all characters and numbers is another, by chance."""
    if not isinstance(clues, dict):
        return _changed(clues, "".join(kind.alphabet), share, rng)
    characters = {key: layer.characters for layer in kind.layers for key in layer.keys}
    characters[GIVEN] = getattr(kind, "answer", "")
    return {
        key: _changed(value, characters.get(key, "".join(kind.alphabet)), share, rng) for key, value in clues.items()
    }


def _changed(value: Any, characters: str, share: float, rng: np.random.Generator) -> Any:
    if isinstance(value, list):
        if value and all(isinstance(row, str) for row in value):
            # Of many characters, as of letters of regions, those that are there say more.
            known = sorted(set(characters if 0 < len(characters) <= MOST_CHARACTERS else "".join(value)))
            return ["".join(str(rng.choice(known)) if rng.random() < share else char for char in row) for row in value]
        return [_changed(one, characters, share, rng) for one in value]
    if (value is None or type(value) is int) and rng.random() < share:
        return None if rng.random() < 0.5 else int(rng.integers(0, 4))
    return value


def _made(case: Case, rng: np.random.Generator) -> Iterator[Puzzle]:
    """Yield puzzles with some clues of an answer, perhaps wrong ones, and with cells given."""
    kind = type(case.puzzle)
    optional = [layer.name for layer in kind.layers if layer.optional and getattr(case.puzzle, layer.name) is not None]
    for _ in range(LAYERED if optional else 1):
        answer = case.grid(int(rng.integers(len(case.answers))))
        some = case.puzzle.clued(answer, rng.random(case.puzzle.stated.size) < 0.6)
        yield some
        if optional:
            yield kind.from_clues(changed(kind, some.clues, SHARES[0], rng))
        given = np.where(rng.random(answer.shape) < 0.2, answer, -1).astype(np.int8)
        given.flat[int(rng.integers(given.size))] ^= 1 if rng.random() < 0.3 else 0
        yield some.with_givens(np.maximum(given, -1))
