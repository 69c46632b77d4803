"""``litgrid booklet``: many puzzles to print, with their rules and answers."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from litgrid.cli import NO, YES, complain
from litgrid.cli.asking import CODES, option_of
from litgrid.cli.batch import Progress, warn
from litgrid.cli.options import command, is_terminal, output_option, together
from litgrid.cli.output import keep
from litgrid.cli.source import Source, input_options
from litgrid.cli.words import count
from litgrid.core.processes import temporary_folder
from litgrid.question import Question
from litgrid.solving import OUTCOMES

QUESTION = Question("litgrid.printing:booklet", without=("path", "strict"))


@command(
    "each puzzle has exactly one answer",
    "a puzzle has none, or several",
    bad="bad input; the rest is written",
    unknown="unknown for some, or file not made or written",
)
@input_options
@output_option("Where to write; a PDF file.", required=True)
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
    said = {name: value for name, value in options.items() if value is not None}
    keep([*source.files, *([said["font"]] if "font" in said else [])], path)
    if path == "-" and is_terminal(sys.stdout):
        raise click.UsageError("a terminal shows no pdf: say where to write with -o.")
    if Path(path.removesuffix(".gz")).suffix.lower() not in ("", ".pdf"):
        raise click.UsageError(f"expected a name that ends in .pdf, got {path!r}")
    records, code = source.gather()
    if not records and code:
        return code
    progress = Progress()

    def tick(done: int, of: int) -> None:
        progress.show(done / of, f"puzzle {done + 1:,}")

    with temporary_folder() if path == "-" else nullcontext() as folder:
        made = QUESTION.function(
            records, folder / "made.pdf" if folder else path, tick=tick, strict=source.strict, **said
        )
        if folder and made.path:
            sys.stdout.buffer.write(made.path.read_bytes())
    progress.clear()
    for proof in made.proofs:
        code = max(code, CODES[OUTCOMES[proof.status]], NO if proof.wrong else YES)
        for sentence in proof.warnings:
            warn(proof.record, sentence)
    if made.path:
        complain(f"{path}: {count(len(made.proofs), 'puzzle')}")
    elif made.proofs:
        complain(f"{path} is not written: not every puzzle is right (--strict)")
    return code
