"""Readings: what a grid of tokens can mean, of which kind.

Of each kind a grid is read in all of its spellings (:class:`litgrid.core.spelling.Spelling`), as labels, and as a map
of regions, where the kind has such. Which reading is taken :mod:`litgrid.formats.deciding` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations, product
from math import isqrt
from typing import cast

import numpy as np

from litgrid.core.characters import choices, off, shorten
from litgrid.core.errors import InputError
from litgrid.core.grid import Shape
from litgrid.core.layers import Labels, Number, Regions
from litgrid.core.numerals import whole
from litgrid.core.puzzle import Puzzle
from litgrid.core.spelling import OPENS, Spelling
from litgrid.formats.matrices import LEAST, Matrix
from litgrid.formats.record import Record, Request

LEAST_SIDE = 4
"""Smaller boards of regions and labels have no answer, and are something else."""
MOST_TOKENS = 60
"""A grid of more different tokens is none of cells."""


@dataclass(frozen=True)
class Reading:
    """One way in which a text is a puzzle."""

    kind: type[Puzzle]
    puzzle: Puzzle | None  # ``None`` where the text is one of that kind with something wrong
    says: str = ""  # what is taken for what, in words; nothing where the text is as the kind itself writes it
    option: str = ""  # what says that this reading is meant
    open: str | None = None  # the token of an open cell
    record: Record | None = None  # what a format that has a name read
    ruled: bool = False  # whether the text says which rules are switched on
    lone: bool = False  # whether it says nothing of how the next puzzle is to be read

    @property
    def board(self) -> Puzzle:
        """The puzzle, where it is one."""
        assert self.puzzle is not None  # noqa: S101 - of a reading that was taken
        return self.puzzle

    def kept(self, request: Request, line: int, said: str | None) -> Record:
        """Return the record of a text that was read so, and what is said of that."""
        if self.record is None:
            return request.record(self.board, line, reading=said)
        return replace(self.record, puzzle=self.board, reading=said)

    @property
    def name(self) -> str:
        """What it is, in words: the kind, and what is taken for what."""
        return ", ".join(filter(None, [self.kind.title, self.says]))

    @property
    def key(self) -> object:
        """What readings of two texts in the same way have in common."""
        return self.kind, self.says, self.option, self.lone and id(self)

    def counted(self) -> Iterator[Reading]:
        """Yield it with each usual number for the whole board, if its kind has one; the text does not say it."""
        for layer in self.kind.layers:
            if isinstance(layer, Number):
                for number in map(int, layer.offers):
                    line = f"{layer.name}: {number}"
                    puzzle = self.kind.from_clues({**cast("dict[str, object]", self.board.clues), layer.name: number})
                    says = ", ".join(filter(None, [self.says, line]))
                    yield replace(self, puzzle=puzzle, says=says, option=f"a line {line!r} above it", lone=True)
                return
        yield self

    def switched(self, switches: Mapping[str, bool | None]) -> list[Puzzle]:
        """Return the puzzle, and those with rules switched that nobody has."""
        if self.puzzle is None:
            return []
        free = [] if self.ruled else [name for name in self.kind.switches if switches.get(name) is None]
        ways = product(*([getattr(self.puzzle, name), not getattr(self.puzzle, name)] for name in free))
        return [self.puzzle.with_switches(**dict(zip(free, way, strict=True))) for way in ways]


def readings(grid: Matrix, asked: Iterable[type[Puzzle]]) -> Iterator[Reading]:
    """Yield the readings of a grid as puzzles of some kinds."""
    if grid.ragged() is not None:
        return
    tokens = frozenset().union(*grid.rows)
    for kind in asked:
        made: Iterable[tuple[str, str | None, Callable[[], Puzzle]]] = ()
        if kind.labelled:
            made = _labels(kind, grid)
        elif any(isinstance(layer, Regions) for layer in kind.layers):
            made = _regions(kind, grid, tokens)
        elif len(tokens) <= MOST_TOKENS and not any(not layer.optional for layer in kind.layers):
            made = _cells(kind, grid, tokens)
        for says, opened, make in made:
            try:
                puzzle = make()
            except InputError:
                continue
            words = ", ".join(filter(None, [says, grid.laid]))
            yield from Reading(kind, puzzle, words, _option(kind, opened), opened).counted()


def _option(kind: type[Puzzle], opened: str | None) -> str:
    return f"--kind {kind.name}" + ("" if opened is None else f" --open {opened or repr('')}")


def _cells(
    kind: type[Puzzle], grid: Matrix, tokens: frozenset[str]
) -> Iterator[tuple[str, str | None, Callable[[], Puzzle]]]:
    for meaning in meanings(kind, tokens):
        table = dict(meaning)
        rows = ["".join(map(table.__getitem__, row)) for row in grid.rows]
        changed = [f"{one or 'nothing'} for {_called(kind, char)}" for one, char in meaning if one != char]
        opened = next((one for one, char in meaning if char == _open(kind)), None)
        if kind.foreign(rows) or (changed and len(rows) == 1 and isinstance(grid.rows[0], str)):
            continue  # a line of characters that are not even the kind's own is rather no board
        yield ", ".join(changed), opened, lambda rows=rows: kind.from_clues(rows)  # type: ignore[misc]


def _open(kind: type[Puzzle]) -> str:
    return cast("str", kind.blank()) if hasattr(kind, "blank") else kind.answer[2]


def _called(kind: type[Puzzle], char: str) -> str:
    return (
        f"{kind.alphabet[char]} {char}"
        if list(kind.alphabet.values()).count(kind.alphabet[char]) > 1
        else (kind.alphabet[char])
    )


@lru_cache(maxsize=256)
def meanings(kind: type[Puzzle], tokens: frozenset[str]) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Return the ways in which tokens are characters of a kind: those of its alphabet, and its spellings."""
    found: dict[tuple[tuple[str, str], ...], None] = {}
    opened = _open(kind)
    own = Spelling({char: char for char in kind.alphabet if char != opened}, {opened: f"{opened} {OPENS}"})
    for spelling in (Spelling({char: char for char in kind.alphabet}), *(kind.spellings or (own,))):
        rest = sorted(tokens - spelling.tokens.keys())
        if spelling.whole and not spelling.tokens.keys() <= tokens:
            continue
        for chars in permutations(spelling.words, len(rest)):
            if all(
                one in spelling.words[char] or (not one and char == opened)
                for one, char in zip(rest, chars, strict=True)
            ):
                table = {**dict(zip(rest, chars, strict=True)), **spelling.tokens}
                found[tuple((one, table[one]) for one in sorted(tokens))] = None
    return tuple(found)


@lru_cache(maxsize=256)
def single(tokens: frozenset[str], shape: Shape, known: tuple[type[Puzzle], ...]) -> bool:
    """Whether tokens on a board have only one meaning, if any, of all kinds: as cells, as regions, as labels."""
    cells = sum(len(meanings(kind, tokens)) for kind in known if all(layer.optional for layer in kind.layers))
    labels = shape.rows in (2, shape.columns + 2) and shape.columns >= LEAST_SIDE
    return cells + is_mapped(tokens, shape) + labels < 2


def is_mapped(tokens: frozenset[str], shape: Shape) -> bool:
    """Whether tokens are as many regions as a board has rows: letters all of them, or numbers."""
    square = len(tokens) == shape.rows == shape.columns >= LEAST_SIDE
    return square and (all(one.isalpha() for one in tokens) or all(whole(one) is not None for one in tokens))


def distinct(found: Iterable[Reading], request: Request) -> list[Reading]:
    """Return readings without those that make the puzzle of one before, and without another open cell than is said."""
    kept: dict[object, Reading] = {}
    for one in found:
        if request.open is None or one.open == request.open.strip("'\" "):
            kept.setdefault((one.kind, one.puzzle and repr(one.puzzle.clues)), one)
    return list(kept.values())


def _labels(kind: type[Puzzle], grid: Matrix) -> Iterator[tuple[str, str | None, Callable[[], Puzzle]]]:
    """Yield two lines of labels, those of the rows first, and perhaps the cells below."""
    if grid.shape.columns < LEAST_SIDE:
        return
    layer = next(layer for layer in kind.layers if isinstance(layer, Labels))
    missing = {"", *OPENS.split(), "-1"}
    said = [[None if one in missing else whole(one) for one in row] for row in grid.rows[:2]]
    none = {one for row in grid.rows[:2] for one in row if one in missing}
    right = all(one in missing or whole(one) is not None for row in grid.rows[:2] for one in row)
    cells = ["".join(row) for row in grid.rows[2:]]
    if len(grid.rows) in (2, grid.shape.columns + 2) and right and len(none) < 2:
        words = ", ".join(f"{one or 'nothing'} for no label" for one in none if one != "-")
        clues = {**dict(zip(layer.keys, said, strict=True)), "grid": cells or None}
        yield words, None, lambda: kind.from_clues(clues)


def _regions(
    kind: type[Puzzle], grid: Matrix, tokens: frozenset[str]
) -> Iterator[tuple[str, str | None, Callable[[], Puzzle]]]:
    layer = next(layer for layer in kind.layers if isinstance(layer, Regions))
    if is_mapped(tokens, grid.shape):
        numbers = {one: number for number, one in enumerate(dict.fromkeys(one for row in grid.rows for one in row))}
        mapped = np.array([[numbers[one] for one in row] for row in grid.rows])
        letters = tokens <= set(Regions.characters)
        rows = ["".join(row) for row in grid.rows] if letters else Regions.lettered(mapped)
        yield "" if letters else "a map of regions", None, lambda: kind.from_clues({layer.name: rows})


def foreign(grid: Matrix, asked: Sequence[type[Puzzle]]) -> InputError | None:
    """Return what is wrong with a grid that is nearly one of a kind; ``None`` where it is nothing like one."""
    tokens = frozenset().union(*grid.rows)
    near = [kind for kind in asked if len(tokens) <= MOST_TOKENS and not kind.labelled and meanings(kind, tokens)]
    wrong = grid.ragged()
    if wrong is not None and near:
        return wrong
    known = {one for kind in asked for spelling in kind.spellings for one in (*spelling.tokens, *_words(spelling))}
    others = [
        (row, place) for row, line in enumerate(grid.rows) for place, one in enumerate(line) if one and one not in known
    ]
    if near and len(asked) == 1:
        kind = asked[0]
        try:
            kind.from_clues(["".join(map(dict(meanings(kind, tokens)[0]).__getitem__, row)) for row in grid.rows])
        except InputError as error:
            row, place = (error.line or 1) - 1, (error.column or 1) - 1
            return grid.error(error.message + squared(grid), min(row, len(grid.rows) - 1), place)
    if 0 < len(others) <= max(grid.shape.size // 4, 1):
        row, place = others[0]
        rest = tokens - {grid.rows[row][place] for row, place in others}
        right = [kind for kind in asked if kind.spellings and meanings(kind, rest)]
        what = f"a cell of {' or '.join(kind.title for kind in right) or 'a puzzle'},"
        if len(right) == 1:
            what = f"one of {choices(right[0].alphabet)};"
        return grid.error(f"expected {what} got {shorten(grid.rows[row][place])}", row, place)
    return None


def _words(spelling: Spelling) -> Iterator[str]:
    for words in spelling.words.values():
        yield from words


def squared(grid: Matrix) -> str:
    """Return how far cells on one line are from a square, for a sentence; nothing where they are not."""
    cells = len(grid.rows[0])
    if len(grid.rows) > 1 or cells < LEAST - 1 or isqrt(cells) ** 2 == cells:
        return ""
    return f"; {off(cells)}"
