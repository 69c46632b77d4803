"""``litgrid lab decode``: what another solver answered, as a checked grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice

import click
import numpy as np

from litgrid.cli import NO, UNKNOWN, YES
from litgrid.cli.answers import Listing
from litgrid.cli.batch import called
from litgrid.cli.options import color_option, command, json_option, timeout_option
from litgrid.cli.solve import as_line, none_in_words
from litgrid.cli.source import Source, puzzle_options
from litgrid.cli.words import count, heading, listed, rule_words
from litgrid.core.characters import Grid
from litgrid.core.check import violations
from litgrid.core.errors import InputError
from litgrid.core.puzzle import Puzzle
from litgrid.core.terminal import Look, draw
from litgrid.formats import Record
from litgrid.formats.files import open_lines
from litgrid.sat.results import Result, read_all
from litgrid.solving import Verdict, solve

MOST_RULES = 3
"""So many of the rules that a grid breaks are named."""
ENGINE = "decoded"
"""What stands in place of the engine: who solved is not known."""
ONE = "This is an answer: it obeys all rules. It may not be the only one."
SECONDS = 10.0
"""So long it is looked whether there is an answer, where the solver says that there is none."""


@command(
    "an answer that obeys all rules",
    "there is none",
    bad="bad input, an answer that breaks rules, or none where there is one",
    unknown="the solver did not decide, or is not confirmed",
    note="",
)
@click.argument("files", nargs=-1, metavar="PUZZLE RESULT")
@puzzle_options
@timeout_option(f"Seconds to look for an answer where the solver says that there is none.  [default: {SECONDS:g}]")
@json_option
@color_option
def decode(source: Source, timeout: float | None, as_json: bool, how: Look) -> int:
    """Turn a solver's RESULT (-: standard input) for the encoded PUZZLE back into a grid, and check it.

    Reads minisat's result file, `s` and `v` lines, and the models of SMT solvers; of several models, all. That there is
    none is not believed: litgrid looks for itself.

    \b
    Examples:
      printf 'lightup\\n.1.\\n...\\n#.2\\n' > puzzle.txt
      litgrid lab encode puzzle.txt -o puzzle.cnf
      minisat puzzle.cnf result.txt; litgrid lab decode puzzle.txt result.txt
      cadical puzzle.cnf | litgrid lab decode puzzle.txt -
    """  # noqa: D301
    if len(source.files) < (1 if source.empty else 2):
        raise click.UsageError("expected a puzzle and the file of a solver's result (-: standard input).")
    *files, path = source.files
    if files == ["-"] == [path]:
        raise click.UsageError("standard input (-) can be read only once.")
    record = replace(source, files=tuple(files)).one()
    puzzle, drawing, name = record.puzzle, None if as_json else how, called(path)
    status = "unknown"

    def answers() -> Iterator[Grid]:
        nonlocal status
        for result in read_all(readline, name, kept=puzzle.shape.size):
            status = result.status
            if status == "sat":
                yield _checked(puzzle, result, name)

    with open_lines(path) as readline:
        found = answers()
        first = list(islice(found, 2))
        listing = Listing(record, drawing) if len(first) > 1 else None
        if listing is not None:
            for grid in chain(first, found):
                listing.add(grid)
    if status == "unsat":
        return _doubted(record, drawing, SECONDS if timeout is None else timeout, name)
    _end(record, drawing, first, listing)
    return YES if first else UNKNOWN


def _end(record: Record, how: Look | None, first: list[Grid], listing: Listing | None) -> None:
    """Say what all answers are, or show the only one as `litgrid solve` does."""
    if listing is not None:
        sentence = f"{listing.number:,} models, each an answer that obeys all rules; two may be the same."
        listing.end(sentence, status="some", count=listing.number, engine=ENGINE)
    elif how is None:
        click.echo(as_line(record, Verdict(record.puzzle, "unknown", tuple(first), engine=ENGINE)))
    else:
        pictures = [draw(record.puzzle.scene(grid), how) for grid in first]
        said = ONE if first else "Undecided: the solver gave up."
        click.echo("\n".join([heading(record), *pictures, said, ""]), color=True)


def _doubted(record: Record, how: Look | None, timeout: float, source: str) -> int:
    """Look for the answer that there is none of, as the solver says, and return the exit code.

    Raises
    ------
    InputError
        where there is one.
    """
    verdict = solve(record.puzzle, timeout=timeout)
    lines = [heading(record)]
    if verdict.solutions:
        lines += [draw(record.puzzle.scene(verdict.solutions[0]), how)] if how is not None else []
    elif verdict.status == "none":
        lines += [*none_in_words(verdict, timeout), "The solver says so, and litgrid has proved it."]
    else:
        lines.append(f"No answer, says the solver; litgrid did not find out within {timeout:g} s.")
    click.echo(as_line(record, verdict) if how is None else "\n".join([*lines, ""]), color=True)
    if verdict.solutions:
        raise InputError(
            "the solver says that there is no answer, but this is one: the solver is wrong, or this is not the result "
            "of this puzzle's formula",
            source=source,
        )
    return NO if verdict.status == "none" else UNKNOWN


def _checked(puzzle: Puzzle, result: Result, source: str) -> Grid:
    values = result.values(puzzle.shape.size)
    missing = np.flatnonzero(values < 0).tolist()
    if missing and not result.ended:
        raise InputError(
            f"expected the value of every cell, but {listed(missing, puzzle.shape)} "
            f"{'is' if len(missing) == 1 else 'are'} missing, and nothing ends the model, as a 0 or "
            "the last parenthesis: is the file cut off?",
            source=source,
        )
    # A solver may leave out what does not matter: either value is right then, or the check says so.
    grid = np.maximum(values, 0).reshape(puzzle.shape.rows, puzzle.shape.columns)
    broken = violations(puzzle.tables(), grid)
    if broken:
        rules = "; ".join(rule_words(rule, puzzle.shape) for rule in broken[:MOST_RULES])
        more = f"; and {len(broken) - MOST_RULES:,} more" if len(broken) > MOST_RULES else ""
        raise InputError(
            f"expected an answer to this puzzle, but it breaks {count(len(broken), 'rule')}: {rules}{more}. Is it the "
            "result of this puzzle's formula?",
            source=source,
        )
    return grid
