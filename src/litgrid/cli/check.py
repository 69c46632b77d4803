"""``litgrid check``: whether a grid obeys the rules.

The grid is the one that came with the puzzle (``solution`` in JSON lines), else the puzzle's own given cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import click
import numpy as np

from litgrid.cli import NO, YES
from litgrid.cli.options import color_option, command, json_option
from litgrid.cli.source import Source, input_options
from litgrid.cli.words import count, heading, json_line, named, rule_objects, rule_words
from litgrid.core.characters import Grid
from litgrid.core.check import violations
from litgrid.core.puzzle import Puzzle
from litgrid.core.tables import Rule
from litgrid.core.terminal import Look, draw
from litgrid.formats import Record

MOST_RULES = 20
"""No more broken rules than this are said in words."""


@dataclass(frozen=True)
class Judgement:
    """What was found out about a grid; ``open`` is how many cells are undecided."""

    status: Literal["solved", "unfinished", "broken"]
    grid: Grid
    broken: tuple[Rule, ...] = ()
    open: int = 0


def judge(puzzle: Puzzle, grid: Grid, *, filled: bool = False) -> Judgement:
    r"""Judge a grid (1 true, 0 false, -1 undecided); ``filled``: what is undecided is false.

    Where writing the grid down says all of it (a Light Up cell without a bulb looks like one that is still open), the
    grid is solved if it is right as it stands.

    >>> import litgrid
    >>> puzzle = litgrid.load("lightup\no1.\n..o\n#o2")
    >>> judge(puzzle, puzzle.givens).status
    'solved'
    """
    if filled:
        grid = np.where(grid == -1, 0, grid).astype(np.int8)
    tables = puzzle.tables()
    broken = tuple(violations(tables, grid))
    if broken:
        return Judgement("broken", grid, broken)
    if not (grid == -1).any():
        return Judgement("solved", grid)
    as_written = puzzle.read_rows(puzzle.rows(grid))
    if not (as_written == -1).any() and not violations(tables, as_written):
        return Judgement("solved", as_written)
    return Judgement("unfinished", grid, open=int(((grid.ravel() == -1) & ~puzzle.fixed).sum()))


@command("no rule is broken", "a rule is broken", unknown="the output cannot be written")
@input_options
@click.option("--filled", is_flag=True, help="Take each grid as finished: a cell that is not decided is false.")
@json_option
@color_option
def check(source: Source, filled: bool, as_json: bool, how: Look) -> int:
    """Tell whether the filled or half-filled grids of FILES (none, or -: standard input) obey the rules.

    Names each broken rule and its cells. With JSON lines, the grid is the one under "solution", if there is one.

    \b
    Examples:
      printf 'o1.\\n..o\\n#o2\\n' | litgrid check
      litgrid examples | litgrid check --json
    """  # noqa: D301

    def answer(record: Record) -> int:
        grid = record.puzzle.givens if record.filled is None else record.filled
        judgement = judge(record.puzzle, grid, filled=filled)
        click.echo(as_line(record, judgement) if as_json else in_words(record, judgement, how), color=True)
        return NO if judgement.status == "broken" else YES

    return source.run(answer)


def as_line(record: Record, judgement: Judgement) -> str:
    """Return the judgement as one line of JSON."""
    return json_line(
        {
            **named(record),
            "status": judgement.status,
            "broken": rule_objects(judgement.broken, record.puzzle.shape),
        }
    )


def in_words(record: Record, judgement: Judgement, how: Look) -> str:
    """Return the judgement for people: a heading, the picture with the cells of broken rules marked, sentences."""
    puzzle, broken = record.puzzle, judgement.broken
    marked = {cell for rule in broken for cell in rule.cells}
    lines = [heading(record), draw(puzzle.scene(judgement.grid), how, marked)]
    if judgement.status == "solved":
        lines.append("Solved: every rule is obeyed.")
    elif judgement.status == "unfinished":
        open_cells = "1 cell is" if judgement.open == 1 else f"{count(judgement.open, 'cell')} are"
        lines.append(f"No rule is broken so far; {open_cells} open (--filled takes that as {puzzle.false}).")
    else:
        lines.append("1 rule is broken:" if len(broken) == 1 else f"{len(broken):,} rules are broken:")
        lines += [f"  - {rule_words(rule, puzzle.shape)}" for rule in broken[:MOST_RULES]]
        if len(broken) > MOST_RULES:
            lines.append(f"  and {count(len(broken) - MOST_RULES, 'more rule')}")
    return "\n".join([*lines, ""])
