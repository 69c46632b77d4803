"""``litgrid improve``: clues that a puzzle can do without, clues that would leave it one answer, the fewest clues."""

from __future__ import annotations

from litgrid.cli.asking import Asked, asking
from litgrid.cli.options import output_option
from litgrid.cli.source import which_option
from litgrid.cli.writing import answered


@asking(
    "improve",
    yes="answered",
    no="not what was asked for:\nno answer, or several",
    unknown="unknown: out of time, or more than the\nfewest clues that are possible",
)
@which_option
@output_option("Write the improved puzzles, in the format that FILE ends in, else as JSON lines.")
def improve(asked: Asked, path: str | None) -> int:
    """Tell what would make the puzzles of FILES (none, or -: standard input) better.

    Of a puzzle with one answer, which clues can go: each alone, and as many as possible together. To one with several,
    which clue more would leave one, or which few. The fewest of all are numbers in any walls, labels of any lines, or
    given cells, which come beside numbers or labels only with --given, where these do not suffice.

    \b
    Examples:
      litgrid generate lightup 6 --clues all --seed 1 > puzzle.jsonl
      litgrid improve puzzle.jsonl
      litgrid improve --fewest --timeout 60 -o fewest.jsonl puzzle.jsonl
    """  # noqa: D301
    return answered(asked, path, lambda found: None if found.best is None else found.best.puzzle)
