"""``litgrid booklet``: many puzzles to print, with their rules and answers."""

from __future__ import annotations

from typing import Any

from litgrid.cli.asking import option_of
from litgrid.cli.collected import ENDS, made
from litgrid.cli.options import command, output_option, together
from litgrid.cli.source import Source, input_options
from litgrid.question import Question

QUESTION = Question("litgrid.printing:booklet", without=("path", "strict"))


@command(**ENDS)
@input_options
@output_option("Where to write; a PDF file.", ".pdf", required=True)
@together(*map(option_of, QUESTION.options.values()))
def booklet(source: Source, path: str, **options: Any) -> int:
    """Make a booklet, as PDF, of the puzzles of FILES (none, or -: standard input), with their rules and answers.

    The same puzzles make the same file, byte by byte. A puzzle that has no answer or several is told, and comes
    nevertheless; with --strict nothing is written then, nor where a text could mean several puzzles.

    \b
    Examples:
      litgrid examples --kind lightup | head -6 > puzzles.jsonl
      litgrid booklet puzzles.jsonl -o booklet.pdf --title "Lamps" --author "A. Setter"
      litgrid booklet puzzles.jsonl -o letter.pdf --per-page 1 --links qr --paper letter
    """  # noqa: D301
    return made(QUESTION, source, path, ".pdf", options)
