"""``litgrid check``: whether a grid obeys the rules.

The grid is what a player had entered, else the answer that came with the puzzle, else the puzzle's own given cells.
"""

from __future__ import annotations

from litgrid.cli.asking import Asked, asking


@asking(
    "check",
    yes="no rule is broken",
    no="a rule is broken, or, with --complete,\nno answer is left",
    unknown="with --complete: out of time",
)
def check(asked: Asked) -> int:
    """Tell whether the filled or half-filled grids of FILES (none, or -: standard input) obey the rules.

    Names each broken rule and its cells. Half-filled, a rule is broken only where no way of filling the rest obeys it.
    Of a saved game it is what was entered, and else the answer in the file, if there is one: in JSON lines, what is
    under "entries" or "solution".

    \b
    Examples:
      printf 'o1.\\n..o\\n#o2\\n' | litgrid check
      litgrid examples | litgrid check --json
    """  # noqa: D301
    return asked.each()
