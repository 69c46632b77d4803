"""What is wanted of a puzzle that is to be made, checked for what can never be.

An order is data: it is pickled to workers, written down in a file of results, and a try is a function of it, a seed and
a number. What depends on luck (a level that hardly any puzzle of a size has) is found out by trying. All that an order
says goes into the chance that a try has, and into the names of its puzzles: two orders share neither.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from hashlib import sha256
from itertools import chain
from typing import Any, Literal

import numpy as np

from litgrid.core.characters import MOST_CELLS, Grid, codes, read_grid, shorten, written
from litgrid.core.check import violations
from litgrid.core.errors import InputError, LitgridError
from litgrid.core.grid import BoolArray, Shape
from litgrid.core.levels import between, of_scores, scores
from litgrid.core.options import share
from litgrid.core.puzzle import GIVEN, Puzzle
from litgrid.core.registry import did_you_mean
from litgrid.core.symmetry import SymmetryName, orbits
from litgrid.core.tables import Count
from litgrid.explaining.findings import GENERAL
from litgrid.improving.clues import expect_clues
from litgrid.puzzles import empty, kinds
from litgrid.question import expect

Clues = Literal["needed", "all"]
LEVELS = (1, 4)
PICTURE = {"#": "dark", ".": "light"}
PATTERN = {"#": "a clue", ".": "none"}
TELLING = 6
"""So many hexadecimal digits of what an order says are in the names of its puzzles."""
_NAMED = re.compile(rf"[a-z]+-[0-9]+x[0-9]+(?:-[0-9a-f]{{{TELLING}}})?-s([0-9]+)-[0-9]+")


@dataclass(frozen=True)
class Order:
    """What is wanted of a puzzle.

    Attributes
    ----------
    kind
        the kind's name
    shape
        the board
    levels
        the lowest and the highest level, as :func:`litgrid.grade` has them
    score
        the lowest and the highest score, or ``None``: only levels are kept that have such scores
    symmetry, walls, technique, split, fewest, answer
        as :func:`litgrid.generate` has them; what is not said of symmetry and walls is as the kind has it
    pattern
        ``#`` where there shall be a clue, ``.`` where not, as rows of the board: the walls, where the kind has walls,
        else the given cells. Of a kind with labels also two rows, which lines shall have a label: the rows, then the
        columns; and, below them, the given cells if any.
    clues
        ``"needed"`` clues only, or ``"all"`` that the answer gives: every wall has its number, every line its label; by
        default those that are needed, and all where it may have several answers
    unique
        whether it must have one answer only; if not, it has all clues of some answer, and no level
    switches
        the kind's rules that are switched on or off, as pairs; those are kept that are not as the kind has them
    layers
        what is wanted of the kind's layers, as pairs of a name and a number: which share of the edges may have a sign
    givens
        the share of the cells that are given, and no other clue is: any such cells of any answer of the board, all
        alike likely where that can be drawn (:func:`litgrid.generating.drawing.uniform`); it may have several answers

    Raises
    ------
    LitgridError
        for what no puzzle can be, with a sentence that says why.

    Examples
    --------
    >>> Order("akari", Shape(10, 10)).symmetry
    '180'
    >>> Order("binairo", Shape(10, 12), symmetry="90")
    Traceback (most recent call last):
    ...
    litgrid.core.errors.LitgridError: the symmetry 90 needs a square board, got one of 10 x 12
    """

    kind: str
    shape: Shape
    levels: tuple[int, int] = LEVELS
    symmetry: SymmetryName | None = None
    walls: float | None = None
    pattern: tuple[str, ...] | None = None
    technique: str | None = None
    split: bool = True
    fewest: bool = False
    clues: Clues | None = None
    unique: bool = True
    switches: tuple[tuple[str, bool], ...] = ()
    layers: tuple[tuple[str, float], ...] = ()
    answer: tuple[str, ...] | None = None
    givens: float | None = None
    score: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        kind = kinds.get(self.kind)
        expect(Order, vars(self).items())
        walls = kind.usual_walls if self.walls is None and not self.pattern else self.walls
        # What is not said is filled in, so that equal orders are equal however they are written.
        self._keep(
            kind=kind.name,
            levels=between(self.levels),
            symmetry=self.symmetry or ("none" if kind.usual_walls is None or self.pattern else "180"),
            walls=None if walls is None else share(walls),
            givens=None if self.givens is None else share(self.givens),
            unique=self.unique and self.givens is None,
            layers=self._read_layers(),
        )
        self._keep(clues=self.clues or ("needed" if self.unique else "all"))
        board = self.board(empty(self.kind, f"{self.shape.rows}x{self.shape.columns}"), np.random.default_rng(0))
        self._keep(switches=tuple(sorted(one for one in self.switches if getattr(kind, one[0], one[1]) is not one[1])))
        expect_clues(kind.from_text(kind.examples[0].split("\n")))
        if self.score is not None:
            self._keep(score=(found := scores(self.score)))
            (low, high), (least, most) = self.levels, of_scores(*found)
            if least > high or most < low:
                raise LitgridError(f"no puzzle of level {_span(low, high)} has a score of {_span(*found)}")
            self._keep(levels=(max(low, least), min(high, most)))
        for why in chain(self._misplaced(kind), self._clashes(kind, board), self._technique_lacks(kind)):
            raise LitgridError(why)

    def _keep(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _misplaced(self, kind: type[Puzzle]) -> Iterator[str]:
        """Yield what cannot be said of where clues and walls are, with other options or of the kind."""
        title, no_walls, of_layers = kind.title, kind.usual_walls is None, ", ".join(dict(self.layers))
        cells, _ = self.cells, self.lines  # they say what is wrong with a pattern
        marked = np.zeros(self.shape.size, dtype=np.bool_) if cells is None else cells.ravel()
        alike = orbits(self.shape, str(self.symmetry))  # it says where a board has no such symmetry
        placed = bool(self.pattern or self.symmetry != "none")
        what = "clues, pattern, symmetry" if self.clues == "needed" or (no_walls and placed) else of_layers
        if self.givens is not None and what:
            yield f"a share of given cells says which clues there are: leave out {what}"
        if kind.sketcher is not None and (placed or self.fewest):
            yield f"{title} boards are made whole: leave out pattern, symmetry and fewest clues"
        if self.pattern and kind.numbers_anywhere:
            yield f"{title} has numbers in any cell: a pattern cannot say where"
        if (marked != marked[alike]).any():
            yield f"the pattern has not the symmetry {self.symmetry}: leave out either the pattern or the symmetry"
        if self.walls is not None and no_walls:
            yield f"{title} has no walls"
        if self.walls is not None and self.pattern:
            yield "a pattern says where the walls are: leave out either the pattern or the share of walls"
        if self.walls == 1:
            yield "expected a share of walls from 0 to less than 1, got 1; 0.2 is a fifth of the cells"

    def _clashes(self, kind: type[Puzzle], board: Puzzle) -> Iterator[str]:
        """Yield what else does not go together."""
        title, no_walls, several = kind.title, kind.usual_walls is None, not self.unique
        if self.answer is not None and kind.made_whole():
            yield f"{title} is made together with its answer: leave the picture out"
        if self.clues == "needed" and several:
            yield "a puzzle that may have several answers has all clues of one of them"
        if self.clues == "all" and self.unique and no_walls and board.clue == GIVEN:
            yield f"all clues of {title} are all its cells: nothing would be left to solve"
        if self.clues == "all" and self.fewest:
            yield "all clues and the fewest cannot both be wanted: leave one of them out"
        if self.fewest and no_walls and self.symmetry != "none":
            yield "the fewest clues of an answer lie where they lie: leave out either them or the symmetry"
        if self.fewest and no_walls and self.pattern:
            yield "a pattern says where the clues are: leave out either the pattern or the fewest clues"
        if several and (self.score or self.levels != LEVELS or self.technique or self.fewest or not self.split):
            yield "a puzzle that may have several answers has no level, no steps and no fewest clues"
        if self.grid is not None and (broken := violations(board.tables(), self.grid)):
            yield f"the picture is no answer of {title}: it breaks the rule that {broken[0].sentence}"

    def board(self, empty: Puzzle, rng: np.random.Generator) -> Puzzle:
        """Return a board without clues as it is wanted: with its switches, and layers in which rng draws.

        Raises
        ------
        LitgridError
            where the kind has no such layer, or there is no such board.
        """
        layers = {layer.name: layer for layer in empty.layers if layer.help}
        for name, _ in self.layers:
            if name not in layers:
                raise LitgridError(f"{empty.title} has no {name} that can be asked for")
        made = {name: layers[name].made(wanted, self.shape, rng) for name, wanted in self.layers}
        return replace(empty, **made).with_switches(**dict(self.switches))

    def _read_layers(self) -> tuple[tuple[str, float], ...]:
        try:
            return tuple(sorted((name, float(value)) for name, value in self.layers))
        except (TypeError, ValueError):
            got = written(self.layers)
            raise LitgridError(f"expected a number for each layer by its name, as signs and 0.3, got {got}") from None

    @property
    def grid(self) -> Grid | None:
        """The answer that is wanted, shaped as the board."""
        if self.answer is None:
            return None
        return codes(read_grid(self.answer, PICTURE, what="picture", shape=self.shape), {"#": 1}, 0)

    def _technique_lacks(self, kind: type[Puzzle]) -> Iterator[str]:
        """Yield why no puzzle takes the technique that is wanted."""
        if self.technique is None:
            return
        own = {technique.name for technique in kind.techniques}
        known = [name for name in GENERAL if name != "single" or _has_unnamed(kind)] + sorted(own)
        if self.technique not in known:
            got = shorten(self.technique) + did_you_mean(self.technique, known)
            yield f"expected a technique of {kind.title}, one of {', '.join(known)}; got {got}"
        if self.technique == "split" and not self.split:
            yield "a case split cannot be both wanted and excluded"
        ways = [technique for technique in kind.techniques if technique.name == self.technique]
        lacking = self._lacking(kind)
        if ways and all(lacks := [lacking.intersection(way.kinds) for way in ways]):
            names = ", ".join(sorted(set().union(*lacks)))
            yield f"the technique {self.technique} needs rules that are switched off, or not asked for: {names}"
        least = min((way.least for way in ways), default=GENERAL.get(self.technique, 1))
        if (most := self.levels[1]) < least:
            yield f"the technique {self.technique} is of level {least} at least, and level {most} at most is wanted"

    def _lacking(self, kind: type[Puzzle]) -> set[str]:
        """Return the kinds of rules that hold on other boards of this kind and shape, but not with what is asked."""
        rng = np.random.default_rng(0)
        board = self.board(kind.empty(self.shape), rng)
        layers = {one.name: one.made(1.0, self.shape, rng) for one in kind.layers if one.optional and one.help}
        most = replace(board, **layers).with_switches(**dict.fromkeys(kind.switches, True))
        grid = np.zeros((1, self.shape.rows, self.shape.columns), dtype=np.int8)
        full = (one.clued(grid[0], np.ones(one.clues_of(grid).shape[1], dtype=np.bool_)) for one in (most, board))
        with_all, ours = ({table.kind for table in one.tables() if len(table)} for one in full)
        return with_all - ours

    @staticmethod
    def shape_of(kind: str, pattern: tuple[str, ...]) -> Shape:
        """Return the board that a pattern is about.

        >>> Order.shape_of("binairo", ("#.#.", "...#")), Order.shape_of("gappy", ("#" * 9, "." * 9))
        (Shape(rows=2, columns=4), Shape(rows=9, columns=9))
        """
        columns = len(pattern[0]) if pattern else 0
        return Shape(columns if kinds.get(kind).labelled else len(pattern), columns)

    @property
    def cells(self) -> BoolArray | None:
        """Where the pattern wants walls or given cells, shaped as the board; ``None`` where it does not say."""
        return self._marked(self._labels, self.shape) if self.pattern and len(self.pattern) > self._labels else None

    @property
    def lines(self) -> BoolArray | None:
        """Which lines the pattern wants labelled, the rows, then the columns; ``None`` where it does not say."""
        return self._marked(0, Shape(2, self.shape.rows)) if self._labels else None

    @property
    def _labels(self) -> int:
        return 2 * (kinds.get(self.kind).labelled and self.pattern is not None and len(self.pattern) != self.shape.rows)

    def _marked(self, first: int, shape: Shape) -> BoolArray:
        """Return what the rows of the pattern from ``first`` on mark, on a board or a pair of lines."""
        rows = (self.pattern or ())[first : 2 if first == 0 and self._labels else None]
        try:
            marked: BoolArray = codes(read_grid(rows, PATTERN, what="pattern", shape=shape), {"#": 1}, 0) == 1
        except InputError as error:
            raise error.at(lines_before=first) from None
        return marked

    @cached_property
    def digest(self) -> bytes:
        """All that it says, in 32 bytes: the same for equal orders, on every machine."""
        said = {field.name: value for field in fields(self) if (value := getattr(self, field.name)) != field.default}
        said["shape"] = self.shape._asdict()
        return sha256(json.dumps(said, sort_keys=True).encode()).digest()

    def name(self, seed: int, number: int) -> str:
        """Return what one of its puzzles is called: the order, the seed, and its number.

        >>> Order("akari", Shape(9, 9)).name(1, 2), Order("akari", Shape(9, 9), levels=(1, 2)).name(1, 2)
        ('lightup-9x9-s1-2', 'lightup-9x9-78a983-s1-2')
        """
        return f"{self._called}-s{seed}-{number}"

    @cached_property
    def _called(self) -> str:
        more = "" if self == Order(self.kind, self.shape) else f"-{self.digest.hex()[:TELLING]}"
        return f"{self.kind}-{self.shape.rows}x{self.shape.columns}{more}"

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON holds it."""
        return asdict(self) | {"shape": self.shape._asdict()}


def _has_unnamed(kind: type[Puzzle]) -> bool:
    """Return whether a single rule of a kind can be a step that is no technique with a name."""
    tables = [table for text in kind.examples for table in kind.from_text(text.split("\n")).tables()]
    rules = {table.kind for table in tables if not isinstance(table, Count) or (table.bounds.lengths > 1).any()}
    ways = [way for way in kind.techniques if not way.direct]
    return any(
        not any(way.fits((rule,), value, MOST_CELLS) for way in ways) for rule in rules for value in (False, True)
    )


def _span(low: float, high: float) -> str:
    """Return the lowest and the highest as they are asked for."""
    return f"{low:g}" if low == high else f"{low:g}..{high:g}"


def seed_of(name: str) -> int | None:
    """Return the seed in the name of a puzzle that was made here: see :meth:`Order.name`; ``None`` where none is.

    >>> seed_of("lightup-9x9-78a983-s1-2"), seed_of("janko 17")
    (1, None)
    """
    found = _NAMED.fullmatch(name)
    return None if found is None else int(found[1])
