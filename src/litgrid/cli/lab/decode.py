"""``litgrid lab decode``: what another solver answered, as a checked grid."""

from __future__ import annotations

import click
import numpy as np

from litgrid.cli import NO, UNKNOWN, YES
from litgrid.cli.answers import Output, written
from litgrid.cli.one import one_puzzle, puzzle_options
from litgrid.cli.options import color_option, json_option, look, timeout_option
from litgrid.cli.solve import as_line, none_in_words
from litgrid.cli.words import count, heading, json_line, listed, named, rule_words
from litgrid.core.characters import Grid
from litgrid.core.check import violations
from litgrid.core.errors import InputError
from litgrid.core.puzzle import Puzzle
from litgrid.formats import Record
from litgrid.formats.files import STDIN, open_lines
from litgrid.render.text import Look, draw
from litgrid.sat.results import Result, read_all
from litgrid.solving import Verdict, solve

MOST_RULES = 3
"""So many of the rules that a grid breaks are named."""
ENGINE = "decoded"
"""What stands in place of the engine: who solved is not known."""
ONE = "This is an answer: it obeys all rules. It may not be the only one."
SECONDS = 10.0
"""So long it is looked whether there is an answer, where the solver says that there is none."""


@click.command(
    epilog="""\b
Exit codes:
  0  an answer that obeys all rules    3    bad input, an answer that breaks rules, or none where there is one
  1  there is none                     4    the solver did not decide, or is not confirmed
  2  usage                             130  interrupted"""
)
@click.argument("places", nargs=-1, metavar="PUZZLE RESULT")
@puzzle_options
@timeout_option(f"Seconds to look for an answer where the solver says that there is none.  [default: {SECONDS:g}]")
@json_option
@color_option
def decode(
    places: tuple[str, ...],
    empty: tuple[str, str] | None,
    which: str | None,
    kind_name: str | None,
    format_name: str | None,
    timeout: float | None,
    as_json: bool,
    color: str,
    **switches: bool | None,
) -> int:
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
    least = 1 if empty else 2
    if len(places) < least:
        raise click.UsageError("expected a puzzle and the file of a solver's result (-: standard input).")
    *puzzle, path = places
    if puzzle == ["-"] == [path]:
        raise click.UsageError("standard input (-) can be read only once.")
    record = one_puzzle(puzzle, empty, which, kind=kind_name, format=format_name, switches=switches)
    source = STDIN if path == "-" else path
    how = None if as_json else look(color)
    shown = _Shown(record, how)
    result = Result("unknown", np.empty(0, dtype=np.int32))
    with open_lines(path) as readline:
        for result in read_all(readline, source, kept=record.puzzle.shape.size):
            if result.status == "sat":
                shown.answer(_checked(record.puzzle, result, source))
    if result.status == "unsat":
        return _doubted(record, how, SECONDS if timeout is None else timeout, source)
    shown.end()
    return YES if shown.number else UNKNOWN


class _Shown:
    """Answers as they come: one alone as `litgrid solve` shows it, several as `litgrid solve --all` does."""

    def __init__(self, record: Record, how: Look | None) -> None:
        self._record, self._how, self._out = record, how, Output()
        self._first: Grid | None = None
        self.number = 0

    def answer(self, grid: Grid) -> None:
        """Show an answer; the first is kept until there is another."""
        self.number += 1
        if self.number == 1:
            self._first = grid
            return
        if self._first is not None:
            if self._how is not None:
                self._out.write(f"{heading(self._record)}\n")
            self._out.write(written(self._record, self._first, 1, self._how))
            self._first = None
        self._out.write(written(self._record, grid, self.number, self._how))

    def end(self) -> None:
        """Show the only answer, or what all of them are."""
        found = () if self._first is None else (self._first,)
        if self.number > 1:
            ended = {**named(self._record), "status": "some", "count": self.number, "engine": ENGINE}
            line = f"{self.number:,} models, each an answer that obeys all rules; two may be the same.\n"
            self._out.write(f"{json_line(ended)}\n" if self._how is None else f"{line}\n")
        elif self._how is None:
            self._out.write(f"{as_line(self._record, Verdict(self._record.puzzle, 'unknown', found, engine=ENGINE))}\n")
        else:
            picture = [draw(self._record.puzzle.scene(grid), self._how) for grid in found]
            said = ONE if found else "Undecided: the solver gave up."
            self._out.write("\n".join([heading(self._record), *picture, said, "", ""]))
        self._out.flush()


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
