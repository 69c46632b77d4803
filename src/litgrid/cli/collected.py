"""``litgrid booklet`` and ``litgrid publish``: one file of many puzzles, each proved, to print or as a page."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import Any

import click

from litgrid.cli import NO, YES, complain
from litgrid.cli.asking import CODES, messages_option, option_of
from litgrid.cli.batch import Progress, warn
from litgrid.cli.options import command, is_terminal, output_option, together
from litgrid.cli.output import keep
from litgrid.cli.source import Source, input_options
from litgrid.cli.words import count
from litgrid.core.processes import temporary_folder
from litgrid.question import Question
from litgrid.solving import OUTCOMES

BOOKLET = Question("litgrid.printing:booklet", without=("path", "strict"))
PUBLISH = Question("litgrid.web.publishing:publish", without=("path", "strict"))
ENDS = {
    "yes": "each puzzle has exactly one answer",
    "no": "a puzzle has none, or several",
    "bad": "bad input; the rest is written",
    "unknown": "unknown for some, or file not made or written",
}
"""What the exit codes mean."""


@command(**ENDS)
@input_options
@output_option("Where to write; a PDF file.", ".pdf", required=True)
@together(*map(option_of, BOOKLET.options.values()))
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
    return _made(BOOKLET, source, path, ".pdf", options)


@command(**ENDS)
@input_options
@output_option("Where to write; an HTML file.", ".html", required=True)
@together(*map(option_of, PUBLISH.options.values()))
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
    return _made(PUBLISH, source, path, ".html", options)


def _made(question: Question, source: Source, path: str, ending: str, options: dict[str, Any]) -> int:
    """Make the file, whose name ends so, say what was found out about each puzzle, and return the exit code."""
    said = {name: value for name, value in options.items() if value is not None}
    keep([*source.files, *([said["font"]] if "font" in said else [])], path)
    if path == "-" and is_terminal(sys.stdout):
        raise click.UsageError(f"a terminal shows no {ending[1:]}: say where to write with -o.")
    records, code = source.gather()
    if not records and code:
        return code
    progress = Progress()

    def tick(done: int, of: int) -> None:
        progress.show(done / of, path)

    with temporary_folder() if path == "-" else nullcontext() as folder:
        found = question.function(
            records, folder / f"made{ending}" if folder else path, tick=tick, strict=source.strict, **said
        )
        if folder and found.path:
            sys.stdout.buffer.write(found.path.read_bytes())
    progress.clear()
    for proof in found.proofs:
        code = max(code, CODES[OUTCOMES[proof.status]], NO if proof.wrong else YES)
        for sentence in proof.warnings:
            warn(proof.record, sentence)
    if found.path:
        complain(f"{path}: {count(len(found.proofs), 'puzzle')}")
    elif found.proofs:
        complain(f"{path} is not written: not every puzzle is right (--strict)")
    return code
