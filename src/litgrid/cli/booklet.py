"""``litgrid booklet``: many puzzles to print, with their rules and answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from litgrid.cli import YES, complain
from litgrid.cli.asking import CODES
from litgrid.cli.batch import each
from litgrid.cli.filled import came_with, warn
from litgrid.cli.options import command, output_option, timeout_option
from litgrid.cli.output import keep
from litgrid.cli.source import Source, input_options
from litgrid.cli.words import count
from litgrid.core.files import write_file
from litgrid.core.puzzle import Puzzle
from litgrid.core.scene import Scene
from litgrid.formats import Record
from litgrid.render.booklet import Design, Entry, Rules, Where, check, draw
from litgrid.render.outlines import FONT
from litgrid.render.sheet import PAPERS
from litgrid.solving import solve

NOTES = {
    "none": "has no answer",
    "several": "has several answers",
    "unknown": "may have several answers: there was no time to find out",
}
"""What is said of a puzzle, and in place of its answer or beside it, by status."""


@command(
    "each puzzle has exactly one answer",
    "a puzzle has none, or several",
    bad="bad input; the rest is written",
    unknown="unknown for some, or file not made or written",
)
@input_options
@output_option("Where to write; a PDF file.", required=True)
@click.option(
    "--per-page",
    type=click.Choice(["1", "2", "4", "6", "9"]),
    default="4",
    show_default=True,
    help="How many puzzles on a page; fewer where their cells would be very small.",
)
@click.option(
    "--answers",
    type=click.Choice(["back", "after", "none"]),
    default="back",
    show_default=True,
    help="Where answers are: at the back, after each page of puzzles, nowhere.",
)
@click.option("--title", default="", metavar="TEXT", help="Stands on the first page.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The size of pages.")
@click.option("--rules/--no-rules", "with_rules", default=True, show_default=True, help="Whether rules come first.")
@click.option("--strict", is_flag=True, help="Write nothing unless every puzzle has exactly one answer.")
@click.option(
    "--font",
    type=click.Path(path_type=Path),
    default=FONT,
    metavar="FILE",
    help="A TrueType or OpenType font for all text.  [default: DejaVu Sans, which comes along: Latin, Greek, Cyrillic]",
)
@timeout_option("Seconds for each puzzle, after which its answer is unknown.")
def booklet(
    source: Source,
    path: str,
    per_page: str,
    answers: Where,
    title: str,
    paper: str,
    with_rules: bool,
    strict: bool,
    font: Path,
    timeout: float | None,
) -> int:
    """Make a booklet, as PDF, of the puzzles of FILES (none, or -: standard input), with their rules and answers.

    The same puzzles make the same file, byte by byte. A puzzle that has no answer or several is told, and comes
    nevertheless; with --strict nothing is written then.

    \b
    Examples:
      litgrid examples --kind lightup | head -6 > puzzles.jsonl
      litgrid booklet puzzles.jsonl -o booklet.pdf --title "Lamps"
      litgrid booklet puzzles.jsonl -o letter.pdf --per-page 1 --answers after --paper letter
    """  # noqa: D301
    keep([*source.files, str(font)], path)
    records, code = source.gather()
    design = Design(title, int(per_page), answers, paper, font)
    check(design, list({_heading(record) for record in records}))  # before hours of proofs and not after them
    proved: list[_Proved] = []

    def prove(record: Record) -> int:
        proved.append(_prove(record, timeout))
        return proved[-1].code

    code = max(code, each(records, prove))
    if strict and code != YES:
        complain(f"{path} is not written: not every puzzle is right (--strict)")
        return code
    if not proved:
        return code
    sections = _rules([one.record.puzzle for one in proved]) if with_rules else []
    write_file([draw([one.entry for one in proved], sections, design)], path)
    complain(f"{path}: {count(len(proved), 'puzzle')}")
    return code


@dataclass(frozen=True)
class _Proved:
    """A puzzle as it goes into the booklet, and the exit code of its proof."""

    record: Record
    entry: Entry
    code: int


def _prove(record: Record, timeout: float | None) -> _Proved:
    puzzle = record.puzzle
    grid, wrong = came_with(record)
    verdict = solve(puzzle, timeout=timeout)
    if grid is None and verdict.solutions:
        grid = verdict.solutions[0]
    note = NOTES.get(verdict.status, "")
    if note:
        warn(record, f"{record.id if record.named else 'this puzzle'} {note}")
    answer = None if grid is None else puzzle.scene(grid)
    entry = Entry(_heading(record), puzzle.scene(puzzle.givens), answer, note)
    return _Proved(record, entry, max(wrong, CODES[verdict.outcome]))


def _heading(record: Record) -> str:
    """Return what stands above a puzzle: its kind, its size, and how hard it is, if that is known."""
    puzzle = record.puzzle
    level = f"level {record.level}" if isinstance(record.level, int) else record.level
    size = f"{puzzle.shape.rows} \N{MULTIPLICATION SIGN} {puzzle.shape.columns}"
    return ", ".join([f"{puzzle.title} {size}", *([level] if level else [])])


def _rules(puzzles: Sequence[Puzzle]) -> list[Rules]:
    """Return the rules of every kind that there is, once for each way in which its switches are set."""
    groups: dict[tuple[type[Puzzle], tuple[bool, ...]], list[int]] = {}
    for number, puzzle in enumerate(puzzles, 1):
        groups.setdefault((type(puzzle), tuple(getattr(puzzle, name) for name in puzzle.switches)), []).append(number)
    found = []
    for (kind, settings), numbers in groups.items():
        several = sum(other is kind for other, _ in groups) > 1
        switched = dict(zip(kind.switches, settings, strict=True))
        sentences = [
            f"{sentence[0].upper()}{sentence[1:]}."
            if switched[name]
            else f"The rule that {sentence} does not hold here."
            for name, sentence in kind.switches.items()
        ]
        title = kind.title + (f" (puzzle{'s' * (len(numbers) > 1)} {_ranges(numbers)})" if several else "")
        found.append(Rules(title, (*kind.instructions, *sentences), _example(kind, switched)))
    return found


def _ranges(numbers: Sequence[int]) -> str:
    """Return numbers in ascending order, briefly.

    >>> _ranges([1, 2, 3, 7, 9, 10])
    '1-3, 7, 9-10'
    """
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)


def _example(kind: type[Puzzle], switched: dict[str, bool]) -> tuple[Scene, Scene] | None:
    """Return the picture of the first example of a kind that has exactly one answer with these rules, and of that."""
    for text in kind.examples:
        puzzle = kind.from_text(text.split("\n")).with_switches(**switched)
        verdict = solve(puzzle)
        if verdict.status == "unique":
            return puzzle.scene(puzzle.givens), puzzle.scene(verdict.solutions[0])
    return None
