"""``litgrid explain`` and ``litgrid hint``: how to solve a puzzle, step by step, and the next step alone."""

from __future__ import annotations

from typing import Any

import click

from litgrid.cli import YES
from litgrid.cli.asking import CODES, Asked, asking
from litgrid.cli.batch import each, warn
from litgrid.cli.source import begun, begun_options, which_option
from litgrid.cli.words import count, heading
from litgrid.explaining import Explanation, certify
from litgrid.formats import Record
from litgrid.formats.record import free_cells

CLUES = "clues"
"""Stands for a half-filled grid in which nothing is entered."""
FAILED, UNKNOWN = "a mistake; not exactly\none answer", "unknown: out of time"
"""What exit codes mean."""


@asking("explain", yes="explained to the end", no=FAILED, unknown=UNKNOWN)
@which_option
@click.option(
    "--from",
    "partial",
    metavar="PARTIAL",
    help="A half-filled grid of the one puzzle, to go on from; `clues` for none.  [default: what was entered]",
)
@click.option("--certify", "proved", is_flag=True, help="Prove that no step could have taken fewer rules, or show it.")
@click.option(
    "-o",
    "--output",
    "paths",
    multiple=True,
    metavar="FILE",
    help="Draw the steps, a picture each, as FILE ends: .svg or .pdf. May be given several times.",
)
def explain(asked: Asked, partial: str | None, proved: bool, paths: tuple[str, ...]) -> int:
    """Explain the puzzles of FILES (none, or -: standard input), from the clues to the answer.

    Each step is the cheapest where it stands: one rule; a technique; a chain; at last a case split. A half-filled
    grid is gone on from, or the entry that cannot stand is named; PARTIAL holds rows, or the puzzle with cells filled
    in. So is what a player had entered, where a file holds a game that was begun.

    \b
    Examples:
      printf 'lightup\\n.1.\\n...\\n#.2\\n' > puzzle.txt
      litgrid explain puzzle.txt
      litgrid explain --json --language fr puzzle.txt
      litgrid explain --certify puzzle.txt
      litgrid explain -o steps.svg -o steps.pdf puzzle.txt
    """  # noqa: D301
    source = asked.source

    def explained(record: Record) -> Explanation:
        found: Explanation = asked.ask(record, start=_start(partial, source.files, record))
        return found

    def answer(record: Record) -> int:
        found = explained(record)
        return asked.show(record, certify(found, timeout=_left(asked, found)) if proved else found)

    if proved and "why" in asked.options:
        raise click.UsageError(
            "--why tells the cheapest way to one cell, and --certify looks at all: ask for one of them."
        )
    if paths:
        if asked.as_json or proved:
            raise click.UsageError("--json and --certify say sentences, and -o draws pictures: ask for one of them.")
        from litgrid.cli.output import keep  # imported here: sentences need no files and no pictures
        from litgrid.cli.strip import drawer

        keep([*source.files, *([partial] if partial else [])], *paths)
        records, code = source.gather() if partial is None else ([source.one()], YES)
        draw = drawer(paths, records)

        def strip(record: Record) -> tuple[int, Any]:
            found = explained(record)
            return CODES[found.outcome], found.strip(heading(record, asked.language), asked.language, record.puzzle)

        def drawn(found: tuple[int, Any], _number: int) -> int:
            draw(found[1])
            return found[0]

        return max(code, each(records, strip, then=drawn, jobs=source.jobs))
    return asked.each(answer) if partial is None else each([source.one()], answer)


def _start(partial: str | None, files: tuple[str, ...], record: Record) -> Any:
    puzzle, filled = record.puzzle, record.filled
    if partial is None and filled is not None:
        entered = int((free_cells(puzzle) & (filled >= 0)).sum())
        warn(record, f"it is gone on from {count(entered, 'cell')} that a player had entered")
    if partial is None:
        return None
    return puzzle.givens if partial == CLUES else begun(partial, files, puzzle)


def _left(asked: Asked, found: Explanation) -> float | None:
    timeout = asked.options.get("timeout")
    return None if timeout is None else max(timeout - found.seconds, 0.0)


@asking("hint", yes="a step, or none left", no=FAILED, unknown=UNKNOWN, note="", many=False, about=begun_options)
@which_option
def hint(asked: Asked) -> int:
    """Give the next step of a PUZZLE (none, or -: standard input), or the entry that cannot stand.

    First where to look (--stage 1), then which rules to think of (2), then the step (3). PARTIAL is the file of a
    half-filled grid of it, or the word `clues`; else what a player had entered is gone on from, if the file holds that.

    \b
    Examples:
      printf 'lightup\\n.1.\\n...\\n#.2\\n' > puzzle.txt
      litgrid hint puzzle.txt
      litgrid hint puzzle.txt --stage 3
    """  # noqa: D301
    files = asked.source.files
    if len(files) > 2:
        raise click.UsageError("expected PUZZLE, or PUZZLE and PARTIAL: a half-filled grid of it.")
    partial = files[1] if len(files) == 2 else None

    def answer(record: Record) -> int:
        return asked.show(record, asked.ask(record, start=_start(partial, files[:1], record)), titled=False)

    return each([asked.source._replace(files=files[:1]).one()], answer)
