"""What the commands share that make one file of many puzzles, each proved."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import Any

import click

from litgrid.cli import NO, YES, complain
from litgrid.cli.asking import CODES
from litgrid.cli.batch import Progress, warn
from litgrid.cli.options import is_terminal
from litgrid.cli.output import keep
from litgrid.cli.source import Source
from litgrid.cli.words import count
from litgrid.core.processes import temporary_folder
from litgrid.question import Question
from litgrid.solving import OUTCOMES

ENDS = {
    "yes": "each puzzle has exactly one answer",
    "no": "a puzzle has none, or several",
    "bad": "bad input; the rest is written",
    "unknown": "unknown for some, or file not made or written",
}
"""What the exit codes mean."""


def made(question: Question, source: Source, path: str, ending: str, options: dict[str, Any]) -> int:
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
