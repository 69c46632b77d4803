"""Whether a class is a kind of puzzle that all of litgrid can work with: looked at once, when it is registered.

A kind that others wrote is asked for what every capability asks it for, on its own examples; whatever is wrong with it
is one sentence, and costs that kind alone. :mod:`litgrid.testing` asks more, and takes longer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from importlib import import_module
from inspect import isabstract, isclass

import numpy as np

from litgrid.core import words
from litgrid.core.characters import Grid
from litgrid.core.errors import KindError, LitgridError, RuleError
from litgrid.core.forms import Form, Row
from litgrid.core.grid import Shape
from litgrid.core.kind import Kind
from litgrid.core.play import Play
from litgrid.core.puzzle import Puzzle
from litgrid.core.scene import Scene
from litgrid.core.tables import Count, Differ, Table, expect_single
from litgrid.core.words import LANGUAGES

NAME = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
STYLES = {"wall", "number", "clue", "true", "false", "lit", "unknown"}
SIZES = (Shape(2, 2), Shape(5, 5), Shape(8, 10), Shape(9, 9))
"""Boards without clues that are asked for; those that a kind does not have it refuses with a sentence."""


def expect_kind(kind: object) -> None:
    """Raise :class:`KindError` for what cannot be registered as a kind, with what is wrong with it.

    >>> expect_kind(int)
    Traceback (most recent call last):
    ...
    litgrid.core.errors.KindError: expected a class derived from litgrid.core.puzzle.Puzzle, got <class 'int'>
    """
    for wrong in faults(kind):
        raise KindError(wrong)


def faults(kind: object) -> Iterator[str]:
    """Yield all that is wrong with what shall be registered as a kind, a sentence each."""
    if not (isclass(kind) and issubclass(kind, Puzzle)):
        yield f"expected a class derived from litgrid.core.puzzle.Puzzle, got {kind!r}"
        return
    name = f"the kind {kind.__name__}"
    if isabstract(kind):
        yield f"{name} lacks {', '.join(sorted(kind.__abstractmethods__))}"
        return
    said = False
    for ask in (_declared, _worded, _formed, _written, _drawn):
        for wrong in _guarded(ask, kind):
            said = True
            yield f"{name}: {wrong}"
    if not said:  # else examples would only say the same
        for example in kind.examples:
            for wrong in _guarded(_wrong_with, kind, example):
                yield f"{name}, of its example {example!r}: {wrong}"


def _guarded(ask: Callable[..., Iterator[str]], *about: object) -> Iterator[str]:
    """Yield what is wrong, and whatever the code of others raises."""
    try:
        yield from ask(*about)
    except LitgridError as error:
        yield str(error)
    except Exception as error:
        yield f"{type(error).__name__}: {error}"


def _declared(kind: type[Puzzle]) -> Iterator[str]:
    if not is_dataclass(kind):
        yield "expected a frozen dataclass: put @dataclass(frozen=True, eq=False) above it"
    for word in ("name", "title", "true", "false"):
        if not isinstance(getattr(kind, word, None), str) or not getattr(kind, word):
            yield f"expected {word!r} as a text"
    if getattr(kind, "true", None) == getattr(kind, "false", None):
        yield "expected different words for a true and for a false cell, 'true' and 'false'"
    for name in (kind.name, *kind.aliases):
        if not NAME.fullmatch(name):
            yield f"expected a name of small letters, digits and single hyphens, got {name!r}"
    if not kind.examples:
        yield "expected an example: a small puzzle, in text form, with exactly one answer"
    for switch in set(kind.switches) - _booleans(kind):
        yield f"expected the switch {switch!r} as a field of the class that is a bool"
    if not isinstance(kind.play, Play):
        yield "expected 'play' as a litgrid.core.play.Play"


def _worded(kind: type[Puzzle]) -> Iterator[str]:
    for language in LANGUAGES:
        for wrong in words.faults(kind.words(language), kind.techniques):
            yield f"its words in the language {language!r}: {wrong}"


def _formed(kind: type[Puzzle]) -> Iterator[str]:
    """Yield what is wrong with the modules that it names: of formats, a way of making, and encodings."""
    forms = import_module(kind.forms).FORMS if kind.forms else {}
    for name, form in forms.items():
        if not isinstance(form, Form | Row):
            yield f"expected a Form or a Row of litgrid.core.forms for the format {name!r}, got {form!r}"
        elif wrong := set(form.cells).difference(kind.alphabet, kind.answer):
            yield f"the format {name!r} has cells that no board of it has: {', '.join(sorted(wrong))}"
    places = {kind.sketcher or "": "sketch", **dict.fromkeys(kind.encodings.values(), "clauses")}
    for place, function in places.items():
        if place and not callable(getattr(import_module(place), function, None)):
            yield f"expected a function {function!r} in {place}"


def _booleans(kind: type[Puzzle]) -> set[str]:
    return {field.name for field in (fields(kind) if is_dataclass(kind) else ()) if field.type in ("bool", bool)}


def _written(kind: type[Puzzle]) -> Iterator[str]:
    if not issubclass(kind, Kind):
        return
    for character in kind.alphabet:
        if len(character) != 1 or not (character.isascii() and character.isprintable()):
            yield f"expected printable ASCII characters in 'alphabet', each alone; got {character!r}"
    answer = getattr(kind, "answer", "")
    if not isinstance(answer, str) or not len(set(answer)) == len(answer) == 3:
        yield f"expected 'answer' as three characters, of a false, a true and an unknown cell; got {answer!r}"
        return
    if kind.apart():
        if not kind.numbers or kind.unnumbered not in kind.alphabet or not kind.numbers.keys() <= kind.alphabet.keys():
            yield "expected 'answer' in 'alphabet', or 'numbers' and 'unnumbered', as clues in cells to be filled"
        return
    for character in set(answer) - set(kind.alphabet):
        yield f"expected the characters of 'answer' in 'alphabet', where {character!r} is not"


def _drawn(kind: type[Puzzle]) -> Iterator[str]:
    boards = {}
    for shape in SIZES:
        with suppress(LitgridError):
            boards[shape] = kind.empty(shape)
            if boards[shape].shape != shape:
                yield f"expected an empty board of {shape}, got one of {boards[shape].shape}"
    if not boards:
        return
    empty = next(iter(boards.values()))
    yield from _wrong_scene(empty, empty.scene(empty.givens))
    if isinstance(empty, Kind):
        for character in kind.alphabet:
            grid = empty.grid.copy()
            grid[0, 0] = ord(character)
            puzzle = replace(empty, grid=grid)
            yield from _wrong_scene(puzzle, puzzle.scene(puzzle.givens))


def _wrong_with(kind: type[Puzzle], example: str) -> Iterator[str]:
    puzzle = kind.from_text(example.split("\n"))
    shape = puzzle.shape
    if kind.foreign(example.split("\n")):
        yield "it has characters that are foreign to the kind ('foreign', 'alphabet')"
    if kind.from_text(puzzle.text().split("\n")).clues != puzzle.clues:
        yield "what text() writes is read as another puzzle"
    if kind.from_clues(json.loads(json.dumps(puzzle.clues))).text() != puzzle.text():
        yield "the clues, written and read as JSON, are another puzzle"
    for table in puzzle.tables():
        yield from _wrong_table(table, shape)
    open_board: Grid = np.full((shape.rows, shape.columns), -1, dtype=np.int8)
    for grid in (puzzle.givens, np.where(puzzle.fixed.reshape(open_board.shape), np.int8(0), open_board)):
        if grid.shape != open_board.shape or not np.isin(grid, (-1, 0, 1)).all():
            yield f"expected grids shaped {open_board.shape} of 1, 0 and -1, got one shaped {grid.shape}"
        yield from _wrong_scene(puzzle, puzzle.scene(grid))
        yield from _wrong_scene(puzzle, puzzle.halfway(grid))
    full = np.zeros_like(open_board)
    if not (puzzle.read_rows(puzzle.rows(full)) == full).all():
        yield "read_rows reads another grid than rows has written"


def _wrong_scene(puzzle: Puzzle, scene: Scene) -> Iterator[str]:
    shape = puzzle.shape
    for rows in (scene.glyphs, scene.styles):
        if [len(row) for row in rows] != [shape.columns] * shape.rows:
            yield f"expected a scene of {shape} cells"
            return
    for labels, lines in ((scene.left, shape.rows), (scene.top, shape.columns)):
        if len(labels) not in (0, lines):
            yield f"expected a scene with {lines} labels of lines, or none; got {len(labels)}"
    for style in {style for style, _ in scene.cells} - STYLES:
        yield f"expected styles of {', '.join(sorted(STYLES))}; got {style!r}"


def _wrong_table(table: object, shape: Shape) -> Iterator[str]:
    if not isinstance(table, Count | Differ):
        yield f"expected Count and Differ as tables, got {type(table).__name__}"
        return
    if isinstance(table, Count):
        bounds = table.bounds
        sizes = {bounds.low.size, bounds.high.size, bounds.starts.size - 1}
        if len(sizes) > 1 or bounds.literals.size != bounds.starts[-1]:
            yield f"the table {table.kind}: its arrays do not fit together"
        yield from _wrong_cells(table, np.abs(bounds.literals) - 1, shape)
        try:
            expect_single([table])
        except RuleError as error:
            yield str(error)
    else:
        yield from _wrong_cells(table, table.lines.ravel(), shape)
    if len(table):
        _sentence(table)


def _wrong_cells(table: Table, cells: np.ndarray, shape: Shape) -> Iterator[str]:
    beyond = cells[(cells < 0) | (cells >= shape.size)]
    if beyond.size:
        yield f"the table {table.kind} names the cell {int(beyond[0])}, where cells go from 0 to {shape.size - 1}"


def _sentence(table: Table) -> str:
    described = table.describe(0, 1) if isinstance(table, Differ) else table.describe(0)
    return described.sentence
