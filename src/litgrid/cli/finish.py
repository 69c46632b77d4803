"""``litgrid finish``: what a board that was begun lacks to have one answer."""

from __future__ import annotations

from litgrid.cli.asking import Asked, asking
from litgrid.cli.options import output_option
from litgrid.cli.source import which_option
from litgrid.cli.writing import answered


@asking(
    "finish",
    yes="finished, at the level that was asked for",
    no="nothing that could be added leaves an answer",
    unknown="unknown: none was found, or of another level",
)
@which_option
@output_option("Write the finished puzzles, in the format that FILE ends in, else as JSON lines.")
def finish(asked: Asked, path: str | None) -> int:
    """Fill in what the boards of FILES (none, or -: standard input) lack to have one answer; what stands there stays.

    Added are numbers, labels or given cells, as the kind has them, and walls where it has numbers in walls.

    \b
    Examples:
      printf 'lightup\\n.....\\n..#..\\n.....\\n' > board.txt
      litgrid finish --level easy --symmetry 180 board.txt
      litgrid finish --seed 7 -o puzzle.jsonl board.txt
    """  # noqa: D301
    return answered(asked, path, lambda found: found.finished)
