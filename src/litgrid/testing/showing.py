"""How a puzzle is written and shown: text and JSON, the formats of others, pictures, the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from importlib import import_module

import numpy as np

from litgrid.core import terminal
from litgrid.core.characters import Grid
from litgrid.core.errors import InputError, LitgridError, MissingPackageError
from litgrid.core.grid import Shape
from litgrid.core.layers import Regions
from litgrid.core.puzzle import Puzzle
from litgrid.core.scene import Scene
from litgrid.core.words import LANGUAGES
from litgrid.formats import Record, formats, loads
from litgrid.render import png, svg
from litgrid.render.picture import compose
from litgrid.testing.boards import SHARES, Case, changed, examples
from litgrid.web.tasks.board import board

NAME, CELL = "a-name", 12
"""What a record is called, and how large the cells of pictures are."""
HARMED = 40
"""So often an example is harmed by chance."""
SIDES = (6, 9, 10)
"""Formats may need boards as large as this, and even or odd ones."""


def written(case: Case) -> Iterator[str]:
    """Read again what is written: text, JSON, rows of answers."""
    puzzle, kind = case.puzzle, type(case.puzzle)
    switches = {name: getattr(puzzle, name) for name in puzzle.switches}
    if kind.from_text(puzzle.text().split("\n"), **switches) != puzzle:
        yield "what text() writes is read as another puzzle"
    if kind.from_clues(json.loads(json.dumps(puzzle.clues)), **switches) != puzzle:
        yield "the clues, written and read as JSON, are another puzzle"
    if len(case.answers) and kind.foreign(puzzle.text().split("\n")):
        yield "its own text is called foreign ('foreign', 'alphabet')"
    for answer in case.answers[:2]:
        grid = answer.reshape(puzzle.shape.rows, puzzle.shape.columns)
        rows = puzzle.rows(grid)
        if not np.array_equal(puzzle.read_rows(rows), grid):
            yield "read_rows reads another grid than rows has written"
        half = puzzle.read_partial(puzzle.rows(puzzle.givens))
        if ((half != puzzle.givens) & (half >= 0) & ~puzzle.fixed.reshape(grid.shape)).any():
            yield "read_partial reads other cells as filled than rows has written"
        for wrong in ([], rows[1:], [*rows, rows[0]], [row[1:] for row in rows], [*rows[:-1], "§" * len(rows[0])]):
            with suppress(InputError):
                puzzle.read_rows(wrong)
                yield f"read_rows reads {wrong!r}, which is no grid of the board, where it must raise InputError"


def harmed(kind: type[Puzzle], _: list[Case]) -> Iterator[str]:
    """Read what is no puzzle: it is refused with a sentence."""
    rng = np.random.default_rng(0)
    for puzzle in examples(kind):
        clues: list[object] = [None, [], {}, 7, "x", [""], ["§"], [[1]], {"grid": 1}]
        clues += [changed(kind, puzzle.clues, float(rng.choice(SHARES)), rng) for _ in range(HARMED)]
        for some in clues:
            try:
                kind.from_clues(some)
            except InputError:
                continue
            except Exception as error:
                yield f"reading {json.dumps(some)} raises {type(error).__name__}, where it must raise InputError"
                return


def foreign(case: Case) -> Iterator[str]:
    """Read again what formats write, where they do not say that they leave something out."""
    puzzle = case.puzzle
    answer = case.grid(0) if len(case.answers) else None
    for form in formats:
        if form.kinds and puzzle.name not in form.kinds:
            continue
        record = Record(NAME, puzzle, answer=answer)
        lost = [said for said in form.lost(record) if "names" not in said and "answers" not in said]
        try:
            said = form.write(record)
        except LitgridError:
            continue
        if lost:
            continue
        again = loads(said, format=form.name, kind=puzzle.name)
        again = again.with_switches(**{name: getattr(puzzle, name) for name in puzzle.switches})
        if _renamed(again) != _renamed(puzzle):
            yield f"what the format {form.name} writes is read as another puzzle: {said!r}"


def _renamed(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle whose regions are named in the order in which they come: to formats they are only borders."""
    named = {}
    for layer in puzzle.layers:
        if isinstance(layer, Regions):
            regions = getattr(puzzle, layer.name)
            _, first, number = np.unique(regions, return_index=True, return_inverse=True)
            named[layer.name] = (first.argsort().argsort()[number] + ord("A")).reshape(regions.shape).astype(np.uint8)
    return replace(puzzle, **named)


def pictured(case: Case) -> Iterator[str]:
    """Draw pictures of the puzzle, half filled and filled, on a terminal, as SVG and as PNG."""
    puzzle = case.puzzle
    grids: list[Grid] = [puzzle.givens, *([case.grid(0)] if len(case.answers) else [])]
    for scene in [*map(puzzle.scene, grids), puzzle.halfway(puzzle.givens)]:
        yield from _drawn(scene)


def _drawn(scene: Scene) -> Iterator[str]:
    for look in (terminal.Look(unicode=False), terminal.Look(colour=True), terminal.Look(width=20)):
        drawn = terminal.draw(scene, look)
        if not look.unicode and not drawn.isascii():
            yield f"its picture in ASCII holds {sorted({char for char in drawn if not char.isascii()})}"
    picture = compose(scene, CELL)
    if "<svg" not in svg.draw(picture):
        yield "its picture as SVG is none"
    try:
        if not png.draw(picture).startswith(b"\x89PNG"):
            yield "its picture as PNG is none"
    except MissingPackageError:
        pass


def on_the_page(case: Case) -> Iterator[str]:
    """Send what the page is told of the board, in each language."""
    record = json.loads(formats.get("jsonl").write(Record(NAME, case.puzzle)))
    for language in LANGUAGES:
        view = board({"puzzle": record, "language": language})
        if loads(json.dumps(view["record"]), format="jsonl") != case.puzzle:
            yield "what the page is told of the board is another puzzle"
        json.dumps(view, allow_nan=False)


def named(kind: type[Puzzle], cases: list[Case]) -> Iterator[str]:
    """Say which formats hold no board of the kind, although it says that it is in them."""
    boards = [case.puzzle for case in cases]
    for side in SIDES:
        with suppress(LitgridError):
            boards.append(kind.empty(Shape(side, side)))
    for name in import_module(kind.forms).FORMS if kind.forms else ():
        if name not in formats.names():
            yield f"it says what it is in the format {name!r}, which does not exist"
        elif not any(_held(name, puzzle) for puzzle in boards):
            yield f"the format {name}, which it names, can hold none of its boards"


def _held(name: str, puzzle: Puzzle) -> bool:
    try:
        formats.get(name).write(Record(NAME, puzzle))
    except LitgridError:
        return False
    return True
