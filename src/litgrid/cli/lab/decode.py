"""``litgrid lab decode``: what another solver answered, as a checked grid."""

from __future__ import annotations

import click
import numpy as np

from litgrid.cli import NO, UNKNOWN, YES
from litgrid.cli.batch import read_text
from litgrid.cli.one import one_puzzle, puzzle_options
from litgrid.cli.options import color_option, json_option, look
from litgrid.cli.solve import as_line
from litgrid.cli.words import count, heading, listed, rule_words
from litgrid.core.characters import Grid
from litgrid.core.check import violations
from litgrid.core.errors import InputError
from litgrid.core.puzzle import Puzzle
from litgrid.formats import Record
from litgrid.formats.files import STDIN
from litgrid.render.text import Look, draw
from litgrid.sat.results import Result, read
from litgrid.solving import Verdict

MOST_BYTES = 2**30
"""A model of a large formula is longer than any puzzle."""
MOST_RULES = 3
"""So many of the rules that a grid breaks are named."""
ENGINE = "decoded"
"""What stands in place of the engine: who solved is not known."""


@click.command(
    epilog="""\b
Exit codes:
  0  an answer that obeys all rules    3    bad input, or an answer that breaks rules
  1  the solver says there is none     4    the solver did not decide
  2  usage                             130  interrupted"""
)
@click.argument("places", nargs=-1, metavar="PUZZLE RESULT")
@puzzle_options
@json_option
@color_option
def decode(
    places: tuple[str, ...],
    empty: tuple[str, str] | None,
    which: str | None,
    kind_name: str | None,
    format_name: str | None,
    as_json: bool,
    color: str,
    **switches: bool | None,
) -> int:
    """Turn a solver's RESULT (-: standard input) for the encoded PUZZLE back into a grid, and check it.

    Reads minisat's result file, `s` and `v` lines, and the models of SMT solvers.

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
    result = read(read_text(path, MOST_BYTES), source)
    verdict = _verdict(record.puzzle, result, source)
    click.echo(as_line(record, verdict) if as_json else _in_words(record, verdict, look(color)), color=True)
    if verdict.status == "none":
        return NO
    return YES if verdict.solutions else UNKNOWN


def _verdict(puzzle: Puzzle, result: Result, source: str) -> Verdict:
    """Return what the result says; a model is an answer, which may not be the only one."""
    if result.status == "unsat":
        return Verdict(puzzle, "none", shrunk=False, engine=ENGINE)
    if result.status == "unknown":
        return Verdict(puzzle, "unknown", engine=ENGINE)
    return Verdict(puzzle, "unknown", (_checked(puzzle, result, source),), engine=ENGINE)


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


def _in_words(record: Record, verdict: Verdict, how: Look) -> str:
    lines = [heading(record)]
    if verdict.solutions:
        lines.append(draw(record.puzzle.scene(verdict.solutions[0]), how))
        lines.append("This is an answer: it obeys all rules. It may not be the only one.")
    elif verdict.status == "none":
        lines.append("No answer, says the solver. (litgrid solve names clues that cannot all hold.)")
    else:
        lines.append("Undecided: the solver gave up.")
    return "\n".join([*lines, ""])
