"""``litgrid lab census``: all answers of a board, and which clues fix them."""

from __future__ import annotations

from litgrid.cli.asking import Asked, asking
from litgrid.cli.batch import Progress
from litgrid.cli.source import which_option
from litgrid.formats import Record


@asking("census", yes="done", unknown="out of time, or not possible for this board", empty=True)
@which_option
def census(asked: Asked) -> int:
    """Go through all answers of a board: how many there are, how many up to symmetry, how many their clues fix.

    The board is an empty one of some size, or that of each puzzle of FILES (none, or -: standard input), without its
    clues. A clue fixes an answer where no other one obeys it. Clues are the labels of Gappy; the numbers in the walls
    of a Light Up board; else the values of cells.

    \b
    Examples:
      litgrid lab census --empty binairo 4 --fewest
      litgrid lab census --empty binairo 6 --no-unique-lines
      printf 'lightup\\n.1.\\n...\\n#.2\\n' | litgrid lab census --json
    """  # noqa: D301

    def answer(record: Record) -> int:
        bar = Progress()
        found = asked.ask(record, show=bar.show)
        bar.clear()
        return asked.show(record, found)

    return asked.each(answer)
