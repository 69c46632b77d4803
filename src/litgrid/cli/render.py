"""``litgrid render``: pictures of puzzles and of their answers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from litgrid.cli import NO, YES
from litgrid.cli.asking import language_option, option_of
from litgrid.cli.batch import each, warn
from litgrid.cli.jobs import jobs_option
from litgrid.cli.options import command, is_terminal, look, output_option, timeout_option
from litgrid.cli.output import keep, numbered, put
from litgrid.cli.source import Source, empty_option, input_options, which_option
from litgrid.cli.words import heading
from litgrid.core.characters import Grid
from litgrid.core.terminal import Look, draw
from litgrid.formats import Record
from litgrid.question import Question
from litgrid.render.files import Target, picture
from litgrid.render.picture import CELL

QUESTION = Question("litgrid.render.files:picture")
ENDINGS: dict[str, Target] = {".txt": "text", ".svg": "svg", ".png": "png", ".pdf": "pdf"}
"""What a file is to hold, by how its name ends."""
PLACE = re.compile(r"r([0-9]{1,7})c([0-9]{1,7})", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Drawing:
    """How to draw, and what."""

    target: Target
    cell: int | None
    look: Look
    marks: tuple[tuple[int, int], ...]
    answer: bool
    timeout: float | None
    language: str


def read_marks(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Read names of cells, ``r3c4``, as row and column from 1."""
    found = []
    for word in (word for value in values for word in re.split(r"[, \t\r\n]+", value) if word):
        match = PLACE.fullmatch(word)
        if match is None:
            raise click.BadParameter(f"expected cells by row and column, as r3c4,r5c1, got {word!r}", ctx, param)
        found.append((int(match[1]), int(match[2])))
    return tuple(found)


@command("drawn", "--answer: there is none, or another", unknown="answer unknown, or picture not made or written")
@input_options
@jobs_option
@empty_option
@which_option
@output_option(
    "Where to draw; of several puzzles, FILE-1, FILE-2 and so on, before the ending.  [default: standard output]"
)
@click.option(
    "--to",
    type=click.Choice(list(ENDINGS.values())),
    help="What to draw.  [default: as FILE ends, .txt, .svg, .png or .pdf; else text]",
)
@click.option("--answer", "show_answer", is_flag=True, help="Draw the answer: that which came along, or the engine's.")
@click.option("--mark", "marks", multiple=True, callback=read_marks, metavar="CELLS", help="Mark cells: r3c4,r5c1.")
@option_of(QUESTION.options["cell"])
@click.option("--ascii", "plain", is_flag=True, help="Text in ASCII.")
@timeout_option("With --answer: seconds for each puzzle, after which its answer is unknown.")
@language_option
def render(
    source: Source,
    path: str | None,
    to: Target | None,
    show_answer: bool,
    marks: tuple[tuple[int, int], ...],
    cell: int | None,
    plain: bool,
    timeout: float | None,
    language: str,
) -> int:
    """Draw the puzzles of FILES (none, or -: standard input), or their answers: as text, SVG, PNG or PDF.

    \b
    Examples:
      litgrid examples --kind binairo | head -3 > puzzles.jsonl
      litgrid render puzzles.jsonl
      litgrid render puzzles.jsonl --answer -o answers.svg
      litgrid render puzzles.jsonl --puzzle 3 --cell 48 -o third.png
    """  # noqa: D301
    path = None if path == "-" else path
    target = what(to, path)
    for option, needless in (("ascii", plain and target != "text"), ("cell", cell and target == "text")):
        if needless:
            raise click.UsageError(f"--{option} does not go with {target}.")
    if timeout is not None and not show_answer:
        raise click.UsageError("--timeout does not go without --answer.")
    how = look("auto" if path is None else "never")
    how = how._replace(unicode=not plain and (how.unicode or path is not None))
    drawing = Drawing(target, cell, how, marks, show_answer, timeout, language)
    keep(source.files, path)
    if path is None and target == "text" and not source.alone:
        return source.run(to_standard_output(drawing, 1))
    records, code = source.gather()
    if path is None:
        return max(code, each(records, to_standard_output(drawing, len(records)), jobs=source.jobs))
    names = numbered(path, len(records))

    def answer(record: Record) -> tuple[int, bytes | None]:
        grid, code = grid_of(record, drawing)
        return code, None if grid is None else drawn(record, grid, drawing)

    def write(found: tuple[int, bytes | None], number: int) -> int:
        code, data = found
        if data is not None:
            put([data], names[number - 1])
        return code

    return max(code, each(records, answer, then=write, jobs=source.jobs))


def what(to: Target | None, path: str | None) -> Target:
    """Return what is to be drawn into a file."""
    ending = "" if path is None else Path(path.removesuffix(".gz")).suffix.lower()
    said = ENDINGS.get(ending)
    if to is not None and said not in (None, to):
        raise click.UsageError(f"{path} ends in {ending}, and --to says {to}: which of them?")
    if to is None and said is None and path is not None:
        raise click.UsageError(
            f"expected the name of a picture to end in {', '.join(ENDINGS)}, got {path!r}; or say with --to what it is"
        )
    return to or said or "text"


def to_standard_output(drawing: Drawing, number: int) -> Callable[[Record], int]:
    """Return what draws a puzzle on standard output: text of any number of puzzles, else one picture."""
    if drawing.target != "text" and number > 1:
        raise click.UsageError(f"{number} pictures need names: say them with -o, or choose a puzzle with --puzzle.")
    if drawing.target in ("png", "pdf") and is_terminal(sys.stdout):
        raise click.UsageError(f"a terminal shows no {drawing.target}: say where to draw with -o.")

    def write(record: Record) -> int:
        grid, code = grid_of(record, drawing)
        if drawing.target == "text":
            lines = [
                heading(record, drawing.language),
                *([] if grid is None else [draw(record.puzzle.scene(grid), drawing.look, marked(record, drawing))]),
            ]
            click.echo("\n".join([*lines, ""]), color=True)
        elif grid is not None:
            put([drawn(record, grid, drawing)], None)
        return code

    return write


def came_with(record: Record) -> tuple[Grid | None, int]:
    """Return the grid that came with a puzzle if it is finished and right, and the exit code: 1 if it breaks a rule."""
    if record.answer is None:
        return None, 0
    from litgrid.checking import check  # imported here: most puzzles come without

    found = check(record.puzzle, record.answer)
    if found.status == "broken":
        warn(record, f"the grid that came with it is no answer: it breaks the rule that {found.broken[0].sentence}")
        return None, NO
    return (found.grid if found.status == "solved" else None), 0


def grid_of(record: Record, drawing: Drawing) -> tuple[Grid | None, int]:
    """Return what to draw of a puzzle, and the exit code; nothing where the answer is asked for and there is none."""
    puzzle = record.puzzle
    if not drawing.answer:
        return puzzle.givens, YES
    grid, code = came_with(record)
    if grid is None and code == YES:
        from litgrid.cli.asking import CODES  # imported here: a puzzle is drawn without an engine
        from litgrid.solving import solve

        verdict = solve(puzzle, timeout=drawing.timeout)
        code = CODES[verdict.outcome]
        grid = verdict.solutions[0] if verdict.solutions else None
        said = {
            "none": "no answer, so no picture of one",
            "several": "several answers: this is one of them",
            "unknown": "no answer was found in time"
            if grid is None
            else "this is an answer, but perhaps not the only one",
        }
        if verdict.status in said:
            warn(record, said[verdict.status])
    return grid, code


def marked(record: Record, drawing: Drawing) -> list[int]:
    """Return the numbers of the cells to mark."""
    return [record.puzzle.shape.cell(*mark) for mark in drawing.marks]


def drawn(record: Record, grid: Grid, drawing: Drawing) -> bytes:
    """Return the file that shows a grid."""
    cell, marks = drawing.cell or CELL, marked(record, drawing)
    return picture(record.puzzle, grid, to=drawing.target, cell=cell, marked=marks, look=drawing.look)
