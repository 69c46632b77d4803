"""``litgrid lab decode``: what another solver answered, as a checked grid."""

from __future__ import annotations

import click

from litgrid.cli.asking import CODES, language_option, show
from litgrid.cli.batch import called, each
from litgrid.cli.options import color_option, command, json_option, timeout_option
from litgrid.cli.source import Source, puzzle_options
from litgrid.core.errors import InputError
from litgrid.core.terminal import Look
from litgrid.formats import Record
from litgrid.formats.files import opened
from litgrid.lab.decode import SECONDS
from litgrid.lab.decode import decode as find
from litgrid.sat.results import read_all


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
@language_option
@json_option
@color_option
def decode(source: Source, timeout: float | None, language: str, as_json: bool, how: Look) -> int:
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
    name = called(path)

    def answer(record: Record) -> int:
        with opened(path) as file:
            results = read_all(file.readline, name, kept=record.puzzle.shape.size)
            found = find(record.puzzle, results, source=name, timeout=timeout)
            show(record, found, None if as_json else how, language)
        if found.refuted:
            raise InputError(
                "the solver says that there is no answer, but this is one: the solver is wrong, or this is not the "
                "result of this puzzle's formula",
                source=name,
            )
        return CODES[found.outcome]

    return each([source._replace(files=tuple(files)).one()], answer)
