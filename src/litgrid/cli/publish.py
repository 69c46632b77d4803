"""``litgrid publish``: many puzzles as a page that is one file."""

from __future__ import annotations

from typing import Any

from litgrid.cli.asking import messages_option, option_of
from litgrid.cli.collected import ENDS, made
from litgrid.cli.options import command, output_option, together
from litgrid.cli.source import Source, input_options
from litgrid.question import Question

QUESTION = Question("litgrid.web.publishing:publish", without=("path", "strict"))


@command(**ENDS)
@input_options
@output_option("Where to write; an HTML file.", ".html", required=True)
@together(*map(option_of, QUESTION.options.values()))
@messages_option
def publish(source: Source, path: str, **options: Any) -> int:
    """Make a page on which the puzzles of FILES (none, or -: standard input) are played: one file, without a server.

    It opens anywhere, asks no network, and plays as litgrid's own page, in the language of the reader's browser;
    --language is that of messages here. A puzzle that has no answer or several is told, and comes nevertheless; with
    --strict nothing is written then.

    \b
    Examples:
      litgrid examples --kind lightup | head -6 > puzzles.jsonl
      litgrid publish puzzles.jsonl -o puzzles.html --title "Lamps" --author "A. Setter"
      litgrid publish puzzles.jsonl -o test.html --no-hints
      litgrid publish puzzles.jsonl -o hunt.html --no-hints --code "Look under the stairs"
    """  # noqa: D301
    return made(QUESTION, source, path, ".html", options)
