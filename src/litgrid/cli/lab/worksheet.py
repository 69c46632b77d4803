"""``litgrid lab worksheet``: sheets for a class, with answers."""

from __future__ import annotations

import click

from litgrid.cli import YES, complain
from litgrid.cli.asking import language_option, option_of
from litgrid.cli.numbers import IntRange
from litgrid.cli.options import command, output_option
from litgrid.cli.output import keep
from litgrid.cli.source import Source, puzzle_options
from litgrid.cli.words import count
from litgrid.question import Question
from litgrid.teaching.boards import alike

QUESTION = Question("litgrid.teaching.worksheet:worksheet", without=("path", "seed", "language"))


@command("written", unknown="the file cannot be made or written", note="")
@click.argument("files", nargs=-1, metavar="[PUZZLE]")
@puzzle_options
@output_option("Where to write; a PDF file.", ".pdf", required=True)
@click.option(
    "--boards", type=IntRange(1, 500), metavar="N", help="In place of a puzzle so many small boards of --kind."
)
@click.option(
    "--seed", type=IntRange(min=0), default=0, show_default=True, help="Which boards, and where searches begin."
)
@option_of(QUESTION.options["title"])
@option_of(QUESTION.options["paper"])
@language_option
def worksheet(
    source: Source, path: str, boards: int | None, seed: int, title: str | None, paper: str | None, language: str
) -> int:
    """Make sheets to be filled in: the rules of PUZZLE as clauses, and a local search by hand; the answers come last.

    With --boards each student gets a board, a seed each.

    \b
    Examples:
      litgrid lab worksheet --empty lightup 4 -o sheet.pdf
      litgrid lab worksheet --kind lightup --boards 30 --seed 1 --title "Logic, week 2" -o class.pdf
    """  # noqa: D301
    keep(source.files, path)
    if boards is not None and (source.empty is not None or source.files):
        raise click.UsageError("--boards stands in place of a puzzle: it goes with no file and no --empty.")
    if boards is not None and source.kind is None:
        raise click.UsageError("--boards needs --kind: of which puzzle.")
    puzzles = [source.one().puzzle] if boards is None else list(alike(source.kind or "", boards, seed))
    said = {name: value for name, value in (("title", title), ("paper", paper)) if value is not None}
    QUESTION.function(puzzles, path, seed=seed, language=language, **said)
    complain(f"{path}: {count(len(puzzles), 'sheet')}")
    return YES
